#include "cli/compare/accountant.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <utility>

#include "cli/compare/processor_time.hpp"
#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t kept_words = 2000;  // of standard error
constexpr int tick = 100;                 // milliseconds between looks at the interrupt flag
constexpr int cannot_run = 126;           // the shell: 126 not executable, 127 not found
constexpr int not_found = 127;

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
#ifdef __linux__
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw FileError(fmt::format("pipe: {}", std::strerror(errno)));
#else
  if (::pipe(ends.data()) != 0) throw FileError(fmt::format("pipe: {}", std::strerror(errno)));
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
#endif
  return {ends[0], ends[1]};
}

void close_end(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

// Whether the command is one program with its arguments: no list, pipeline or redirection, no variable set before it.
bool is_simple(std::string_view command) {
  const std::size_t begin = command.find_first_not_of(' ');
  if (begin == std::string_view::npos || command.substr(begin, command.find(' ', begin) - begin).find('=') < npos) {
    return false;
  }
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\\' && quote != '\'') {
      ++i;
    } else if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (std::string_view("|&;<>(){}!\n#").find(c) != npos) {
      return false;
    }
  }
  return quote == '\0';
}

// Between fork and exec: async-signal-safe calls only.
[[noreturn]] void become(const char* command, const Pipe& in, const Pipe& out, const Pipe& err,
                         const AccountantLimits& limits, pid_t parent) {
  ::setpgid(0, 0);
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // should this program be killed, so is the child
#endif
  if (::getppid() != parent) ::_exit(cannot_run);
  struct sigaction usual = {};
  usual.sa_handler = SIG_DFL;
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) ::sigaction(signal, &usual, nullptr);
  if (limits.memory > 0) {
    const rlimit both{limits.memory, limits.memory};
    ::setrlimit(RLIMIT_AS, &both);
  }
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::dup2(in.read_end, STDIN_FILENO);
  ::dup2(out.write_end, STDOUT_FILENO);
  ::dup2(err.write_end, STDERR_FILENO);
  ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  ::_exit(not_found);
}

// The leaders of the process groups of all accountants that run. Held while one is started or orphans are ended, so that
// none is taken for an orphan.
struct Leaders {
  std::mutex mutex;
  std::set<pid_t> running;
};

Leaders& leaders() {
  static Leaders all;
  return all;
}

// What has been started by an accountant, has left its process group, and is now ours: see PR_SET_CHILD_SUBREAPER. Of
// whom it was cannot be told: where several run at once, it is ended with the first of them.
void end_orphans() {
  const std::lock_guard lock(leaders().mutex);
  const std::set<pid_t>& running = leaders().running;
  constexpr int rounds = 1000;
  for (int round = 0; round < rounds; ++round) {
    bool any = false;
    // Whichever of our threads an orphan was given to. Where one ends meanwhile, the next round reads what is left.
    const std::error_code gone = each_entry("/proc/self/task", [&](const std::filesystem::path& thread) {
      std::ifstream children(thread / "children");
      for (pid_t child = 0; children >> child;) {
        if (running.contains(child) || running.contains(::getpgid(child))) continue;
        any = true;
        ::kill(child, SIGKILL);
        while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
      }
    });
    if (!any && !gone) return;
  }
}

}  // namespace

Accountant::Accountant(std::string command, AccountantLimits limits) : command_(std::move(command)), limits_(limits) {
#ifdef __linux__  // elsewhere what leaves its process group is lost
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

Accountant::~Accountant() { stop(); }

void Accountant::start() {
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  const pid_t parent = ::getpid();
  // The shell steps aside where it can: then how the program ends is what we see.
  const std::string command = is_simple(command_) ? "exec " + command_ : command_;
  {
    const std::lock_guard lock(leaders().mutex);
    pid_ = ::fork();
    if (pid_ == 0) become(command.c_str(), in, out, err, limits_, parent);
    if (pid_ > 0) leaders().running.insert(pid_);
  }
  if (pid_ < 0) throw FileError(fmt::format("the accountant cannot be started: {}", std::strerror(errno)));
  ::setpgid(pid_, pid_);  // whoever of the two comes first
  close_end(in.read_end);
  close_end(out.write_end);
  close_end(err.write_end);
  in_ = in.write_end;
  out_ = out.read_end;
  err_ = err.read_end;
  for (const int fd : {in_, out_, err_}) ::fcntl(fd, F_SETFL, O_NONBLOCK);
  answer_.clear();
  complaints_.clear();
  answers_ = 0;
}

void Accountant::stop() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);  // before the leader is reaped: its number stays taken until then
  ::kill(pid_, SIGKILL);
  close_end(in_);
  close_end(out_);
  close_end(err_);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  {
    const std::lock_guard lock(leaders().mutex);
    leaders().running.erase(pid_);
  }
  pid_ = -1;
  end_orphans();
}

// False at the end of the stream.
bool Accountant::drain_stdout() {
  std::array<char, 1U << 16> buffer;
  for (;;) {
    const ssize_t got = ::read(out_, buffer.data(), buffer.size());
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    if (got == 0) return false;
    answer_.append(buffer.data(), static_cast<std::size_t>(got));
    if (answer_.size() > max_answer || answer_.find('\n') != std::string::npos) return true;
  }
}

void Accountant::drain_stderr() {
  std::array<char, 1U << 16> buffer;
  const ssize_t got = ::read(err_, buffer.data(), buffer.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) {
    close_end(err_);
    return;
  }
  complained_ += static_cast<std::size_t>(got);
  complaints_.append(buffer.data(), static_cast<std::size_t>(got));
  if (complaints_.size() > kept_words) complaints_.erase(0, complaints_.size() - kept_words);
}

// Whether the whole request still lies in the pipe: then the child has not even looked at it.
bool Accountant::request_unread(std::size_t size) const {
  int waiting = 0;
  return in_ >= 0 && ::ioctl(in_, FIONREAD, &waiting) == 0 && static_cast<std::size_t>(waiting) >= size;
}

std::string Accountant::last_words() const {
  std::string_view words = complaints_;
  while (!words.empty() && static_cast<unsigned char>(words.back()) <= ' ') words.remove_suffix(1);
  words = words.substr(words.rfind('\n') + 1);  // npos + 1 = 0: one line only
  return words.empty() ? "" : fmt::format("; its last words: {}", shortened(words));
}

bool Accountant::has_ended(siginfo_t* info) const {
  siginfo_t unwanted = {};
  siginfo_t& found = info == nullptr ? unwanted : *info;
  found.si_pid = 0;
  return ::waitid(P_PID, static_cast<id_t>(pid_), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_pid == pid_;
}

// How it ended; waits a moment for the end, for its output closes a little earlier.
std::string Accountant::describe_end() {
  siginfo_t info = {};
  constexpr int looks = 100;
  for (int look = 0; look < looks && !has_ended(&info); ++look) ::poll(nullptr, 0, 5);
  if (err_ >= 0) drain_stderr();
  if (info.si_pid != pid_) return "closed its output" + last_words();
  if (info.si_code != CLD_EXITED) {
    return fmt::format("was ended by signal {} ({})", info.si_status, ::strsignal(info.si_status)) + last_words();
  }
  if (!ever_answered_ && (info.si_status == not_found || info.si_status == cannot_run)) {
    throw InputError(
        fmt::format("--exec: \"{}\": must be a command that can be run{}", shortened(command_), last_words()));
  }
  constexpr int by_signal = 128;  // a shell's way to say it
  const std::string signal = info.si_status > by_signal ? fmt::format(" (signal {})", info.si_status - by_signal) : "";
  return fmt::format("exited with status {}{}", info.si_status, signal) + last_words();
}

Accountant::Reply Accountant::ask(std::string_view request) {
  const auto began = Clock::now();
  const auto to_start = answers_ == 0 || pid_ < 0 ? limits_.start : std::chrono::milliseconds(0);
  const auto allowed = limits_.time + to_start;
  const auto deadline = began + allowed;
  Reply reply;
  const auto finish = [&](ReplyKind outcome, std::string text) {
    reply.outcome = outcome;
    reply.text = std::move(text);
    reply.seconds = std::chrono::duration<double>(Clock::now() - began).count();
    if (outcome != ReplyKind::answered) stop();
    return reply;
  };
  if (pid_ < 0) start();
  const bool fresh = answers_ == 0;
  const auto work = limits_.processor.count() > 0 ? limits_.processor + to_start : limits_.processor;
  ProcessorLimit processor(pid_, work);
  std::string line(request);
  line += '\n';
  std::size_t sent = 0;
  complained_ = 0;
  for (;;) {
    if (interrupt_flag()) return finish(ReplyKind::interrupted, "interrupted");
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) {
      reply.own_fault = fresh || !request_unread(sent);
      return finish(ReplyKind::hung, fmt::format("no answer within {} s", static_cast<double>(allowed.count()) / 1000));
    }
    if (processor.is_exceeded()) {
      reply.own_fault = fresh || !request_unread(sent);
      return finish(ReplyKind::hung,
                    fmt::format("no answer within {} s of processor time", static_cast<double>(work.count()) / 1000));
    }
    // A closed or finished stream has the descriptor -1, which poll ignores.
    std::array<pollfd, 3> streams{{{out_, POLLIN, 0}, {err_, POLLIN, 0}, {sent < line.size() ? in_ : -1, POLLOUT, 0}}};
    if (::poll(streams.data(), streams.size(), static_cast<int>(std::min<long long>(left, tick))) < 0) continue;
    if (streams[1].revents != 0) drain_stderr();
    if (complained_ > max_surplus) {
      return finish(ReplyKind::flooded, fmt::format("wrote more than {} bytes to standard error", max_surplus));
    }
    if (streams[2].revents != 0) {
      const ssize_t put = ::write(in_, line.data() + sent, line.size() - sent);
      if (put > 0) sent += static_cast<std::size_t>(put);
      if (put < 0 && errno == EPIPE) close_end(in_);  // it may still have an answer, or it has died: its output tells
    }
    // Where it has died, whatever it had started may still hold its output open.
    const bool dead = streams[0].revents == 0 && has_ended();
    if (streams[0].revents == 0 && !dead) continue;
    const bool open = drain_stdout() && !dead;
    const std::size_t end = answer_.find('\n');
    if (end == std::string::npos ? answer_.size() > max_answer : end > max_answer) {
      reply.own_fault = fresh;
      return finish(ReplyKind::flooded, fmt::format("answered with a line of more than {} bytes", max_answer));
    }
    if (end != std::string::npos) {
      ++answers_;
      ever_answered_ = true;
      const bool surplus = end + 1 < answer_.size();
      std::string text = answer_.substr(0, end);
      answer_.clear();
      reply.own_fault = fresh;
      if (surplus) return finish(ReplyKind::flooded, "answered with more than one line");
      return finish(ReplyKind::answered, std::move(text));
    }
    if (!open) {
      reply.own_fault = fresh;
      return finish(ReplyKind::crashed, describe_end());
    }
  }
}

}  // namespace hallmark::cli
