// The executable: exit statuses, output lines, and files that are no certificates at all.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdio>

#include "checker.hpp"
#include "reseal.hpp"
#include "statement/reader.hpp"
#include "support/folders.hpp"

namespace hallmark::check::test {
namespace {

struct Run {
  int status = -1;
  std::string out;
};

Run run(const std::string& arguments) {
  const std::string command =
      hallmark::test::binary_folder() + "/proofs-check/hallmark-check " + arguments + " 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  Run result;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe)) result.out.append(buffer.data(), got);
  const int status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

/// Seconds that the programs run until now have computed.
long seconds_of_children() {
  rusage usage{};
  REQUIRE(getrusage(RUSAGE_CHILDREN, &usage) == 0);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec;
}

/// A file of this test, removed with it.
class Scratch {
 public:
  explicit Scratch(const std::string& name)
      : path_(std::filesystem::temp_directory_path() / ("hallmark-check-" + std::to_string(getpid()) + "-" + name)) {}
  ~Scratch() { std::filesystem::remove(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::string shell_word(const std::filesystem::path& path) { return "'" + path.string() + "'"; }

TEST_CASE("exit statuses and one result line a file") {
  const std::string good = shell_word(folder("accept") / "clones-delta.cert");
  const std::string bad = shell_word(folder("reject") / "clones-delta--n-smaller.cert");
  const std::string broken = shell_word(folder("malformed") / "clones-delta--nan.cert");
  CHECK(run(good).status == 0);
  CHECK(run(bad).status == 1);
  CHECK(run(broken).status == 1);
  CHECK(run("/nowhere/at/all").status == 74);
  CHECK(run(shell_word(folder("accept"))).status == 74);  // a directory
  CHECK(run(bad + " /nowhere/at/all " + good).status == 74);
  CHECK(run("").status == 64);
  CHECK(run("--").status == 64);
  CHECK(run("--no-such-option").status == 64);
  CHECK(run("--lemmas").status == 64);  // of hallmark-lemmas
  CHECK(run("--version").out == "hallmark-check 0.1.0, certificate format 2\n");
  CHECK(run("--help").status == 0);
  const Run all = run(good + " " + bad + " " + broken);
  CHECK(all.status == 1);
  const std::vector<std::string> lines = lines_of(all.out);
  REQUIRE(lines.size() == 6);
  CHECK(lines[0].starts_with("c "));
  CHECK(lines[1].starts_with("s VERIFIED "));
  CHECK(lines[3].starts_with("s REJECTED "));
  CHECK(lines[5].starts_with("s MALFORMED "));
}

TEST_CASE("a file of 1 GB is refused by its size, immediately") {
  const Scratch scratch("sparse");
  { std::ofstream file(scratch.path()); }
  std::filesystem::resize_file(scratch.path(), std::uintmax_t{1} << 30);
  const long before = seconds_of_children();
  const Run result = run(shell_word(scratch.path()));
  CHECK(seconds_of_children() - before < 2);
  CHECK(result.status == 1);
  CHECK(result.out.find("s MALFORMED line 0: expected at most 4194304 bytes") != std::string::npos);
}

TEST_CASE("a number of a billion digits is refused by its size, shorter ones by the line and digit limits") {
  const std::string accept = body(read_file(folder("accept") / "clones-delta.cert"));
  const std::string head = accept.substr(0, accept.find("parameter n 1000"));
  const std::string tail = accept.substr(head.size() + 16);
  const Scratch scratch("digits");
  {
    std::ofstream file(scratch.path());
    file << head << "parameter n 1";
  }
  std::filesystem::resize_file(scratch.path(), 1'000'000'000);
  CHECK(run(shell_word(scratch.path())).out.find("s MALFORMED line 0: expected at most 4194304 bytes") !=
        std::string::npos);

  const auto with_digits = [&](std::size_t digits) {
    return check_certificate(seal(head + "parameter n " + std::string(digits, '7') + tail)).line;
  };
  CHECK(with_digits(4'200'000).starts_with("s MALFORMED line 0: expected at most 4194304 bytes"));
  CHECK(with_digits(300'000).starts_with("s MALFORMED line 9: expected at most 262144 bytes in a line"));
  CHECK(with_digits(kMaxDigits + 1)
            .starts_with("s MALFORMED line 9: expected `parameter n` and a number in canonical form"));
  CHECK(with_digits(kMaxDigits).starts_with("s REJECTED domain: n: "));
}

TEST_CASE("a value of 90,000 digits is compared exactly and printed in full") {
  std::string text = body(read_file(folder("accept") / "clones-epsilon-upper.cert"));
  const std::string value = std::string(90'000, '7') + "/1" + std::string(90'000, '0');  // 0.777...7
  text.replace(text.find("321/5000"), 8, value);
  const Result result = check_certificate(seal(text));
  CHECK(result.verdict == Verdict::verified);
  CHECK(result.line.find(value) != std::string::npos);
}

TEST_CASE("too many lines, one long line, no line feed at all") {
  CHECK(check_certificate(std::string(10000, '\n')).line.starts_with("s MALFORMED line 8193"));
  CHECK(check_certificate(std::string(kMaxLineBytes + 1, 'a') + "\n")
            .line.starts_with("s MALFORMED line 1: expected at most"));
  CHECK(check_certificate(std::string(1000, 'a')).line.starts_with("s MALFORMED line 1: expected a line feed"));
  CHECK(check_certificate("").line.starts_with("s MALFORMED line 1"));
}

}  // namespace
}  // namespace hallmark::check::test
