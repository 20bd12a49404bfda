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

namespace {

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

FileWriter::FileWriter(std::filesystem::path path, Unfinished unfinished)
    : path_(std::move(path)), unfinished_(unfinished) {
  struct stat before = {};
  const bool exists = ::stat(path_.c_str(), &before) == 0;
  if (!exists && errno != ENOENT) fail(path_, "written");
  if (exists && (!S_ISREG(before.st_mode) || is_standard_stream(before))) {
    open_in_place();
    return;
  }
  target_ = followed(path_);
  temporary_ = target_.string() + (unfinished == Unfinished::kept ? ".partial" : ".XXXXXX");
  constexpr mode_t usual = 0666;
  fd_ = unfinished == Unfinished::kept
            ? ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, usual)
            : ::mkstemp(temporary_.data());
  if (fd_ < 0) {
    temporary_.clear();
    if (!exists) fail(path_, "written");
    open_in_place();  // a folder that takes no new files
    return;
  }
  if (exists && ::fchown(fd_, before.st_uid, before.st_gid) != 0) {
    discard();
    open_in_place();  // of somebody else, whose it stays
    return;
  }
  constexpr mode_t permissions = 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::fchmod(fd_, exists ? before.st_mode & permissions : usual & ~mask) != 0) fail(path_, "written");
}

FileWriter::~FileWriter() {
  if (!temporary_.empty() && unfinished_ == Unfinished::removed) ::unlink(temporary_.c_str());
  if (fd_ >= 0) ::close(fd_);
}

void FileWriter::open_in_place() {
  fd_ = ::open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (fd_ < 0) fail(path_, "written");
}

void FileWriter::discard() {
  ::unlink(temporary_.c_str());
  temporary_.clear();
  ::close(std::exchange(fd_, -1));
}

void FileWriter::write(std::string_view content) {
  while (!content.empty()) {
    const ssize_t put = ::write(fd_, content.data(), content.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(path_, "written");
    content.remove_prefix(static_cast<std::size_t>(put));
  }
}

void FileWriter::finish() {
  if (::close(std::exchange(fd_, -1)) != 0) fail(path_, "written");
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(path_, "written");
  temporary_.clear();
}

void write_file(const std::filesystem::path& path, std::string_view content) {
  FileWriter file(path, FileWriter::Unfinished::removed);
  file.write(content);
  file.finish();
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

bool is_replaceable(const std::filesystem::path& path) {
  struct stat info = {};
  if (::stat(path.c_str(), &info) != 0) return errno == ENOENT;
  return S_ISREG(info.st_mode) && !is_standard_stream(info);
}

std::error_code each_entry(const std::filesystem::path& folder,
                           const std::function<void(const std::filesystem::path&)>& take) {
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    take(at->path());
  }
  return error;
}

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw FileError(fmt::format("{}: cannot be created: {}", path.string(), error.message()));
}

}  // namespace hallmark::cli
