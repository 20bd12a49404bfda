#include "cli/checker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/installed.hpp"
#include "cli/io/files.hpp"
#include "cli/io/scratch_folder.hpp"

extern char** environ;

namespace hallmark::cli {
namespace {

std::string program() {
  const std::filesystem::path here = running_program().parent_path();
  for (const std::filesystem::path& path : {here / "hallmark-check", here / ".." / "proofs-check" / "hallmark-check"}) {
    if (::access(path.c_str(), X_OK) == 0) return path.string();
  }
  return "hallmark-check";
}

}  // namespace

CheckerAnswer about_statement(bool accepts, const std::string& line, const std::string& statement) {
  if (!accepts) return {false, line};
  if (line.starts_with(fmt::format("s VERIFIED {} modulo [", statement))) return {true, line};
  return {false, fmt::format("the certificate states something else, {}", line)};
}

CheckerAnswer ask_checker_about(const std::string& certificate_text, const std::string& statement) {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "certificate").string();
  write_file(file, certificate_text);
  return ask_checker(file, statement);
}

CheckerAnswer ask_checker(const std::string& certificate, const std::string& statement) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw FileError(fmt::format("pipe: {}", std::strerror(errno)));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::string name = program();
  std::string path = certificate.starts_with('-') ? "./" + certificate : certificate;
  std::array<char*, 3> arguments{name.data(), path.data(), nullptr};
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, name.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (failed != 0) {
    ::close(ends[0]);
    throw FileError(fmt::format("--check: hallmark-check cannot be run: {}", std::strerror(failed)));
  }
  std::string output;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t got = ::read(ends[0], buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    output.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::string said;
  for (std::size_t from = 0; from < output.size();) {
    const auto end = std::min(output.find('\n', from), output.size());
    const std::string line = output.substr(from, end - from);
    if (line.starts_with("s ") || said.empty()) said = line;
    if (line.starts_with("s ")) break;
    from = end + 1;
  }
  if (said.empty()) said = "no word from hallmark-check";
  return about_statement(WIFEXITED(status) && WEXITSTATUS(status) == 0, said, statement);
}

}  // namespace hallmark::cli
