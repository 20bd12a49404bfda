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

void write_file(const std::filesystem::path& path, std::string_view content) {
  std::string temporary = path.string() + ".XXXXXX";
  Descriptor file(::mkstemp(temporary.data()));
  if (file.get() < 0) fail(path, "written");
  const auto give_up = [&] {
    const int error = errno;
    ::unlink(temporary.c_str());
    errno = error;
    fail(path, "written");
  };
  for (std::size_t at = 0; at < content.size();) {
    const ssize_t put = ::write(file.get(), content.data() + at, content.size() - at);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) give_up();
    at += static_cast<std::size_t>(put);
  }
  constexpr mode_t readable = 0644;
  if (::fchmod(file.get(), readable) != 0) give_up();
  if (::close(file.release()) != 0) give_up();
  if (::rename(temporary.c_str(), path.c_str()) != 0) give_up();
}

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw FileError(fmt::format("{}: cannot be created: {}", path.string(), error.message()));
}

}  // namespace hallmark::cli
