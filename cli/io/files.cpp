#include "cli/io/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view what) {
  throw FileError(fmt::format("{}: cannot be {}: {}", path.string(), what, std::strerror(errno)));
}

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

void write_all(int fd, const std::filesystem::path& path, std::string_view content) {
  while (!content.empty()) {
    const ssize_t put = ::write(fd, content.data(), content.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(path, "written");
    content.remove_prefix(static_cast<std::size_t>(put));
  }
}

}  // namespace

std::string read_file(const std::filesystem::path& path, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(path, "read");
  struct stat info = {};
  if (::fstat(file.get(), &info) != 0) fail(path, "read");
  if (S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    fail(path, "read");
  }
  const auto refuse = [&] { throw InputError(fmt::format("{}: must have at most {} bytes", path.string(), limit)); };
  if (S_ISREG(info.st_mode) && static_cast<std::size_t>(info.st_size) > limit) refuse();
  std::string content;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, "read");
    if (got == 0) return content;
    content.append(buffer, static_cast<std::size_t>(got));
    if (content.size() > limit) refuse();  // a pipe has no size beforehand
  }
}

namespace {

// Opened for writing where it is: a device, a pipe, or a file that no neighbour can replace.
void write_in_place(const std::filesystem::path& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (file.get() < 0) fail(path, "written");
  write_all(file.get(), path, content);
  if (::close(file.release()) != 0) fail(path, "written");
}

// Where a link leads, link by link: also where nothing is there yet.
std::filesystem::path followed(const std::filesystem::path& path) {
  constexpr int most_links = 40;
  std::filesystem::path at = path;
  for (int link = 0; link < most_links; ++link) {
    std::error_code error;
    const std::filesystem::path next = std::filesystem::read_symlink(at, error);
    if (error) return at;
    at = next.is_absolute() ? next : at.parent_path() / next;
  }
  errno = ELOOP;
  fail(path, "written");
}

// Whether it is what one of the standard streams writes to: renaming would take it away from them.
bool is_standard_stream(const struct stat& target) {
  for (const int fd : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat info = {};
    if (::fstat(fd, &info) == 0 && info.st_dev == target.st_dev && info.st_ino == target.st_ino) return true;
  }
  return false;
}

}  // namespace

void write_file(const std::filesystem::path& path, std::string_view content) {
  struct stat before = {};
  const bool exists = ::stat(path.c_str(), &before) == 0;
  if (!exists && errno != ENOENT) fail(path, "written");
  if (exists && (!S_ISREG(before.st_mode) || is_standard_stream(before))) return write_in_place(path, content);
  const std::filesystem::path target = followed(path);
  std::string temporary = target.string() + ".XXXXXX";
  Descriptor file(::mkstemp(temporary.data()));
  if (file.get() < 0 && exists) return write_in_place(path, content);  // a folder that takes no new files
  if (file.get() < 0) fail(path, "written");
  const auto give_up = [&] {
    const int error = errno;
    ::unlink(temporary.c_str());
    errno = error;
    fail(path, "written");
  };
  try {
    write_all(file.get(), path, content);
  } catch (const FileError&) {
    ::unlink(temporary.c_str());
    throw;
  }
  if (exists && ::fchown(file.get(), before.st_uid, before.st_gid) != 0) {
    ::unlink(temporary.c_str());
    return write_in_place(path, content);  // of somebody else, whose it stays
  }
  constexpr mode_t permissions = 07777;
  constexpr mode_t usual = 0666;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::fchmod(file.get(), exists ? before.st_mode & permissions : usual & ~mask) != 0) give_up();
  if (::close(file.release()) != 0) give_up();
  if (::rename(temporary.c_str(), target.c_str()) != 0) give_up();
}

void check_writable(const std::filesystem::path& path) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) errno = EISDIR;
    if (S_ISDIR(info.st_mode) || ::access(path.c_str(), W_OK) != 0) fail(path, "written");
    return;
  }
  if (errno != ENOENT) fail(path, "written");
  const std::filesystem::path folder = followed(path).parent_path();
  if (::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) != 0) fail(path, "written");
}

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw FileError(fmt::format("{}: cannot be created: {}", path.string(), error.message()));
}

}  // namespace hallmark::cli
