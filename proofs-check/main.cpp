// hallmark-check: verifies certificates. FORMAT.md section 7 is its interface.

#include <gmp.h>
#include <sys/stat.h>
#if defined(__unix__) && !defined(__EMSCRIPTEN__)
#include <sys/wait.h>
#include <unistd.h>
#define HALLMARK_CHECK_FORKS
#endif

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
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
    "usage: hallmark-check FILE...   one result line a certificate, see proofs-check/FORMAT.md; a file may hold several,\n"
    "                                one after the other\n"
    "       hallmark-check --help | --version\n"
    "\n"
    "exit status: 0 all verified, 1 something rejected or malformed, 64 bad usage, 74 a file cannot be read\n";

/// The certificates of a file, one after the other: each begins at a line that is the first line of a certificate. What
/// stands before the first such line, or in its place, is the first one.
class Certificates {
 public:
  explicit Certificates(std::istream& file) : file_(file) {}

  /// The next one, at most one byte more than a certificate may have: a larger one is refused by its size and never kept
  /// whole. Nothing at the end of the file, where it is not the first.
  std::optional<std::string> next() {
    if (ended_) return std::nullopt;
    std::string found;
    std::size_t read = 0;
    for (;;) {
      const std::size_t at = pending_.find(kNext);
      const bool whole = at != std::string::npos;
      // What cannot be the beginning of kNext is this certificate's.
      const std::size_t own = whole ? at + 1 : pending_.size() - (file_ ? std::min(pending_.size(), kNext.size()) : 0);
      found.append(pending_, 0, std::min(own, hallmark::check::kMaxFileBytes + 1 - found.size()));
      pending_.erase(0, own);
      if (whole) return found;
      read += own;
      if (!file_ || read > kMostRead) {
        ended_ = true;
        return found;
      }
      const std::size_t kept = pending_.size();
      pending_.resize(kept + kChunk);
      file_.read(pending_.data() + kept, kChunk);
      pending_.resize(kept + static_cast<std::size_t>(file_.gcount()));
    }
  }
  [[nodiscard]] bool ended() const { return ended_; }

 private:
  static constexpr std::string_view kNext = "\nhallmark certificate 2\n";
  static constexpr std::streamsize kChunk = 65536;
  static constexpr std::size_t kMostRead = 16 * hallmark::check::kMaxFileBytes;  // a device has no end

  std::istream& file_;
  std::string pending_;
  bool ended_ = false;
};

/// How many certificates a bundle announces, where the piece before the first one is its line `hallmark bundle N`.
std::optional<int> announced_by(std::string_view piece) {
  constexpr std::string_view head = "hallmark bundle ";
  constexpr std::size_t most_digits = 9;
  if (!piece.starts_with(head) || piece.back() != '\n') return std::nullopt;
  const std::string number(piece.substr(head.size(), piece.size() - head.size() - 1));
  const bool good = !number.empty() && number.size() <= most_digits && number.front() != '0' &&
                    number.find_first_not_of("0123456789") == std::string::npos;
  return good ? std::optional(std::stoi(number)) : std::nullopt;
}

/// The file to read; nothing, and why, where there is none.
std::optional<std::ifstream> open(const std::string& path, std::string& why) {
  struct stat status {};
  errno = 0;
  if (stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) errno = EISDIR;
  std::ifstream file;
  if (errno == 0) file.open(path, std::ios::binary);
  why = std::strerror(errno);
  if (errno != 0 || !file) return std::nullopt;
  return file;
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

/// `shown` names the certificate.
int check(const std::string& bytes, const std::string& shown) {
  current_file = &shown;
  const hallmark::check::Result result = hallmark::check::check_certificate(bytes);
  current_file = nullptr;
  std::cout << "c " << shown << "\n" << result.line << "\n" << std::flush;
  if (!std::cout) return kUnreadable;
  if (result.verdict == hallmark::check::Verdict::verified) return kDone;
  std::cerr << "hallmark-check: " << shown << ": " << result.line.substr(2) << "\n";
  return kWrong;
}

/// A process of its own, where there are processes: whatever becomes of it, every certificate has its line.
int check_apart(const std::string& bytes, const std::string& shown) {
#ifdef HALLMARK_CHECK_FORKS
  const pid_t child = fork();
  if (child == 0) std::_Exit(check(bytes, shown));
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child) {
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    std::cout << "c " << shown << "\ns REJECTED work: the process ended\n" << std::flush;
    return kWrong;
  }
#endif
  return check(bytes, shown);
}

int worse(int a, int b) { return std::max(a, b); }

int unreadable(const std::string& shown, const std::string& why) {
  std::cerr << "hallmark-check: " << shown << ": cannot be read: " << why << "\n";
  return kUnreadable;
}

/// Of a bundle, which has several certificates or announces how many, each is numbered.
int check_file(const std::string& path, bool alone) {
  const std::string shown = printable(path);
  std::string why;
  std::optional<std::ifstream> file = open(path, why);
  if (!file) return unreadable(shown, why);
  Certificates certificates(*file);
  std::optional<std::string> one = certificates.next();
  int status = kDone;
  if (file->bad()) return unreadable(shown, std::strerror(errno));
  const std::optional<int> announced = announced_by(*one);
  if (announced) one = certificates.next();
  if (!announced && certificates.ended()) return alone ? check(*one, shown) : check_apart(*one, shown);
  int count = 0;
  int verified = 0;
  for (; one; one = certificates.next()) {
    const int each = check_apart(*one, shown + " certificate " + std::to_string(++count));
    if (each == kDone) ++verified;
    status = worse(status, each);
  }
  if (file->bad()) status = unreadable(shown, std::strerror(errno));
  if (announced && *announced != count) {
    status = worse(status, kWrong);
    std::cout << "c " << shown << "\ns MALFORMED line 1: expected " << count << " certificates, as many as follow\n";
  }
  std::cout << "c " << shown << ": " << verified << " of " << count << " certificates verified\n" << std::flush;
  return status;
}

int check_files(const std::vector<std::string>& paths) {
  int status = kDone;
  for (const std::string& path : paths) status = worse(status, check_file(path, paths.size() == 1));
  return status;
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
