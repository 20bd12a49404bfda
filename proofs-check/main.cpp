// hallmark-check: verifies certificates. FORMAT.md section 7 is its interface.

#include <gmp.h>
#include <sys/stat.h>
#if defined(__unix__) && !defined(__EMSCRIPTEN__)
#include <sys/wait.h>
#include <unistd.h>
#define HALLMARK_CHECK_FORKS
#endif

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "checker.hpp"
#include "statement/reader.hpp"

namespace {

constexpr int kDone = 0;
constexpr int kWrong = 1;
constexpr int kUsage = 64;
constexpr int kUnreadable = 74;

constexpr const char* kHelp =
    "hallmark-check: verifies certificates of differential-privacy numbers\n"
    "\n"
    "usage: hallmark-check FILE...   one result line a file, see proofs-check/FORMAT.md\n"
    "       hallmark-check --help | --version\n"
    "\n"
    "exit status: 0 all verified, 1 something rejected or malformed, 64 bad usage, 74 a file cannot be read\n";

/// The bytes of a file, at most one more than a certificate may have: a larger one is refused by its size and never
/// read whole.
std::optional<std::string> read_file(const std::string& path, std::string& why) {
  struct stat status {};
  errno = 0;
  const bool there = stat(path.c_str(), &status) == 0;
  if (there && S_ISDIR(status.st_mode)) errno = EISDIR;
  std::ifstream file;
  if (errno == 0) file.open(path, std::ios::binary);
  why = std::strerror(errno);
  if (!there || S_ISDIR(status.st_mode) || !file) return std::nullopt;
  std::string bytes(hallmark::check::kMaxFileBytes + 1, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (file.bad()) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

std::string printable(std::string text) {
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text;
}

/// The file that is being checked, as it is printed: what an allocation that fails has to say it about, without another.
const std::string* current_file = nullptr;

/// GMP and MPFR cannot go on without memory, and no exception may pass through them.
[[noreturn]] void out_of_memory() {
  if (current_file != nullptr) {
    std::cout << "c " << *current_file << "\ns REJECTED work: too much memory\n" << std::flush;
  }
  std::cerr << "hallmark-check: out of memory\n";
  std::_Exit(kWrong);
}

void* checked(void* block) {
  if (block == nullptr) out_of_memory();
  return block;
}
void* allocate(std::size_t size) { return checked(std::malloc(size)); }
void* reallocate(void* block, std::size_t, std::size_t size) { return checked(std::realloc(block, size)); }
void release(void* block, std::size_t) { std::free(block); }

int check_file(const std::string& path) {
  std::string why;
  const std::optional<std::string> bytes = read_file(path, why);
  if (!bytes) {
    std::cerr << "hallmark-check: " << printable(path) << ": cannot be read: " << why << "\n";
    return kUnreadable;
  }
  const std::string shown = printable(path);
  current_file = &shown;
  const hallmark::check::Result result = hallmark::check::check_certificate(*bytes);
  current_file = nullptr;
  std::cout << "c " << shown << "\n" << result.line << "\n" << std::flush;
  if (!std::cout) return kUnreadable;
  if (result.verdict == hallmark::check::Verdict::verified) return kDone;
  std::cerr << "hallmark-check: " << shown << ": " << result.line.substr(2) << "\n";
  return kWrong;
}

/// A process of its own, where there are processes: whatever becomes of it, every file has its line.
int check_apart(const std::string& path) {
#ifdef HALLMARK_CHECK_FORKS
  const pid_t child = fork();
  if (child == 0) std::_Exit(check_file(path));
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child) {
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    std::cout << "c " << printable(path) << "\ns REJECTED work: the process ended\n" << std::flush;
    return kWrong;
  }
#endif
  return check_file(path);
}

int check_files(const std::vector<std::string>& paths) {
  bool wrong = false;
  bool unreadable = false;
  for (const std::string& path : paths) {
    const int status = paths.size() == 1 ? check_file(path) : check_apart(path);
    unreadable = unreadable || status == kUnreadable;
    wrong = wrong || (status != kDone && status != kUnreadable);
  }
  if (unreadable) return kUnreadable;
  return wrong ? kWrong : kDone;
}

int usage(const std::string& what) {
  std::cerr << "hallmark-check: " << what << "\n" << kHelp;
  return kUsage;
}

}  // namespace

int main(int argc, char** argv) {
  mp_set_memory_functions(allocate, reallocate, release);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty()) return usage("expected at least one FILE");
  const std::string& first = arguments.front();
  if (first == "--help" || first == "--version") {
    if (arguments.size() > 1) return usage("expected nothing after " + first);
    std::cout << (first == "--help" ? kHelp : "hallmark-check 0.1.0, certificate format 2\n");
    return kDone;
  }
  std::vector<std::string> paths;
  bool options = true;
  for (const std::string& argument : arguments) {
    if (options && argument == "--") {
      options = false;
    } else if (options && argument.size() > 1 && argument.front() == '-') {
      return usage("unknown option " + printable(argument));
    } else {
      paths.push_back(argument);
    }
  }
  if (paths.empty()) return usage("expected at least one FILE");
  return check_files(paths);
}
