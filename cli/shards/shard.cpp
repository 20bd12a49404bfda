#include "cli/shards/shard.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bounds/running_hash.hpp"
#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/strict_json.hpp"
#include "cli/shards/cell.hpp"
#include "exact/error.hpp"
#include "exact/rational.hpp"
#include "hallmark/version.hpp"

namespace hallmark::cli::shards {
namespace {

using Json = nlohmann::ordered_json;

std::string header(const Plan& plan, const Piece& piece) {
  Json json;
  json["schema"] = "hallmark-shard-v1";
  json["plan"] = plan.hash;
  json["shard"] = piece.index;
  json["of"] = piece.of;
  json["first"] = piece.first(plan.cells);
  json["cells"] = piece.last(plan.cells) - piece.first(plan.cells);
  json["version"] = fmt::format("{}.{}.{}", version_major, version_minor, version_patch);
  return json.dump();
}

std::string trailer(const std::string& hash) { return Json{{"sha256", hash}}.dump(); }

// The file that a shard grows in: whoever holds its lock owns it; what a killed run left is written over.
class Growing {
 public:
  explicit Growing(std::filesystem::path path) : path_(std::move(path)) {
    fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd_ < 0) fail("written");
    // A holder may have renamed the file between the two calls: what is locked then is a finished shard.
    held_ = ::flock(fd_, LOCK_EX | LOCK_NB) != 0 || !is_still_named();
    if (!held_ && ::ftruncate(fd_, 0) != 0) fail("written");
  }
  ~Growing() { ::close(fd_); }
  Growing(const Growing&) = delete;
  Growing& operator=(const Growing&) = delete;

  [[nodiscard]] bool held_by_another() const { return held_; }

  void add(std::string_view line) {
    buffer_.append(line);
    buffer_ += '\n';
    constexpr std::size_t enough = 1 << 16;
    if (buffer_.size() >= enough) flush();
  }

  void rename_to(const std::filesystem::path& path) {
    flush();
    if (::fsync(fd_) != 0 || ::rename(path_.c_str(), path.c_str()) != 0) fail("written");
  }

  void abandon() { ::unlink(path_.c_str()); }

 private:
  [[nodiscard]] bool is_still_named() const {
    struct stat opened = {};
    struct stat named = {};
    return ::fstat(fd_, &opened) == 0 && ::stat(path_.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
  }

  [[noreturn]] void fail(const char* what) const {
    throw FileError(fmt::format("{}: cannot be {}: {}", path_.string(), what, std::strerror(errno)));
  }

  void flush() {
    for (std::size_t at = 0; at < buffer_.size();) {
      const ssize_t put = ::write(fd_, buffer_.data() + at, buffer_.size() - at);
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) fail("written");
      at += static_cast<std::size_t>(put);
    }
    buffer_.clear();
  }

  std::filesystem::path path_;
  std::string buffer_;
  int fd_ = -1;
  bool held_ = false;
};

void write_cost(const std::filesystem::path& shard, const ShardCost& cost) {
  char host[256] = "";
  (void)::gethostname(host, sizeof host - 1);
  Json json;
  json["cells"] = cost.cells;
  json["open"] = cost.open;
  json["seconds"] = cost.seconds;
  json["host"] = std::string(host);
  std::filesystem::path log = shard;
  write_file(log.replace_extension(".log.json"), json.dump() + "\n");
}

[[noreturn]] void refuse(const std::filesystem::path& path, std::uint64_t line, std::string_view what) {
  throw InputError(fmt::format("{}:{}: {}", path.string(), line, what));
}

// The first line of a shard as it must be.
void check_header(const Plan& plan, const Piece& piece, const std::filesystem::path& path, const std::string& line) {
  if (line == header(plan, piece)) return;
  Json json;
  try {
    json = parse_json(path.string(), line);
  } catch (const InputError&) {
    refuse(path, 1, "expected the header of a shard, found a damaged line");
  }
  const std::string found = json.is_object() && json.contains("plan") ? json["plan"].dump() : std::string("none");
  if (found != Json(plan.hash).dump()) {
    refuse(path, 1, fmt::format("expected a shard of the plan {}, found one of {}", plan.hash, found));
  }
  refuse(path, 1, fmt::format("expected the header {}, found {}", header(plan, piece), line.substr(0, 300)));
}

}  // namespace

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::uint64_t Piece::first(std::uint64_t cells) const {
  // floor(cells * index / of) without overflow
  return cells / of * index + cells % of * index / of;
}

std::uint64_t Piece::last(std::uint64_t cells) const { return Piece{index + 1, of}.first(cells); }

Piece parse_piece(const std::string& text) {
  constexpr std::string_view domain = "I/N, the I-th of N pieces counted from 0, N at most 10^7";
  const auto digits = [&](std::string_view part) {
    constexpr std::size_t longest = 8;
    if (part.empty() || part.size() > longest || part.find_first_not_of("0123456789") != std::string_view::npos) {
      throw InputError("sweep", "--shard", text, domain);
    }
    return static_cast<std::uint64_t>(std::stoull(std::string(part)));
  };
  const auto slash = text.find('/');
  if (slash == std::string::npos) throw InputError("sweep", "--shard", text, domain);
  const Piece piece{digits(std::string_view(text).substr(0, slash)), digits(std::string_view(text).substr(slash + 1))};
  if (piece.of == 0 || piece.of > most_pieces || piece.index >= piece.of) {
    throw InputError("sweep", "--shard", text, domain);
  }
  return piece;
}

std::filesystem::path shard_path(const std::filesystem::path& folder, const Piece& piece) {
  const std::string of = std::to_string(piece.of);
  return folder / fmt::format("shard-{:0{}}-of-{}.jsonl", piece.index, of.size(), of);
}

ShardEnd run_shard(const Plan& plan, const Piece& piece, const std::filesystem::path& folder,
                   const std::atomic<bool>& stop, const std::function<void()>& after_row) {
  const std::filesystem::path path = shard_path(folder, piece);
  const auto already = [&] {
    std::ifstream file(path);
    std::string line;
    if (!file || !std::getline(file, line)) return false;
    check_header(plan, piece, path, line);
    return true;
  };
  if (already()) return ShardEnd::there_already;
  Growing file(folder / ("." + path.filename().string() + ".part"));
  if (file.held_by_another()) return ShardEnd::held_by_another;
  if (already()) {  // another run finished it between the two looks
    file.abandon();
    return ShardEnd::there_already;
  }
  const double began = processor_seconds();
  ShardCost cost;
  RunningHash hash;
  file.add(header(plan, piece));
  const std::uint64_t last = piece.last(plan.cells);
  for (std::uint64_t cell = piece.first(plan.cells); cell < last; ++cell) {
    const std::string row = row_of(plan, cell, stop);
    if (stop) {
      file.abandon();
      return interrupt_flag() ? ShardEnd::interrupted : ShardEnd::out_of_time;
    }
    file.add(row);
    hash.add(row);
    hash.add("\n");
    ++cost.cells;
    if (is_open(row)) ++cost.open;
    after_row();
  }
  file.add(trailer(hash.digest()));
  cost.seconds = processor_seconds() - began;
  write_cost(path, cost);
  file.rename_to(path);
  return ShardEnd::written;
}

void read_shard(const Plan& plan, const Piece& piece, const std::filesystem::path& folder,
                const std::function<void(std::uint64_t, std::string_view)>& use) {
  const std::filesystem::path path = shard_path(folder, piece);
  std::ifstream file(path);
  if (!file) throw FileError(fmt::format("{}: the shard is missing", path.string()));
  std::string line;
  if (!std::getline(file, line)) refuse(path, 1, "expected the header of a shard, found the end of the file");
  check_header(plan, piece, path, line);
  RunningHash hash;
  std::vector<std::pair<std::uint64_t, std::string>> rows;  // handed on when the whole shard is known to be sound
  const std::uint64_t first = piece.first(plan.cells);
  const std::uint64_t last = piece.last(plan.cells);
  for (std::uint64_t cell = first; cell < last; ++cell) {
    const std::uint64_t number = cell - first + 2;
    if (!std::getline(file, line)) refuse(path, number, "expected a row, found the end of the file");
    if (!line.starts_with(fmt::format("{{\"cell\":{},", cell))) {
      refuse(path, number, fmt::format("expected the row of cell {}", cell));
    }
    hash.add(line);
    hash.add("\n");
    rows.emplace_back(cell, line);
  }
  const std::uint64_t end = last - first + 2;
  if (!std::getline(file, line) || line != trailer(hash.digest())) {
    refuse(path, end, "expected the SHA-256 of the rows above: the shard is damaged");
  }
  if (file.peek() != std::ifstream::traits_type::eof()) refuse(path, end + 1, "expected the end of the file");
  for (const auto& [cell, row] : rows) use(cell, row);
}

std::optional<std::uint64_t> pieces_in(const std::filesystem::path& folder) {
  std::optional<std::uint64_t> of;
  const std::error_code error = each_entry(folder, [&](const std::filesystem::path& entry) {
    const std::string name = entry.filename().string();
    if (!name.starts_with("shard-") || !name.ends_with(".jsonl")) return;
    const auto at = name.find("-of-");
    if (at == std::string::npos) return;
    const std::string count = name.substr(at + 4, name.size() - at - 4 - std::string_view(".jsonl").size());
    const Piece piece = parse_piece("0/" + count);
    if (of && *of != piece.of) {
      throw InputError(
          fmt::format("{}: shards of {} and of {} pieces: must be one sweep's", folder.string(), *of, piece.of));
    }
    of = piece.of;
  });
  if (error) throw FileError(fmt::format("{}: cannot be read: {}", folder.string(), error.message()));
  return of;
}

std::vector<std::uint64_t> missing_pieces(const std::filesystem::path& folder, std::uint64_t of) {
  std::vector<std::uint64_t> missing;
  for (std::uint64_t i = 0; i < of; ++i) {
    std::error_code ignored;
    if (!std::filesystem::exists(shard_path(folder, {i, of}), ignored)) missing.push_back(i);
  }
  return missing;
}

}  // namespace hallmark::cli::shards
