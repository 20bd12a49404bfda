#include "cli/shards/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "bounds/certificate.hpp"
#include "bounds/running_hash.hpp"
#include "cli/io/files.hpp"
#include "cli/io/strict_json.hpp"
#include "cli/shards/cell.hpp"
#include "cli/shards/merkle.hpp"
#include "cli/shards/shard.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::cli::shards {
namespace {

// One connection; every failure names the file.
class Database {
 public:
  Database(std::filesystem::path path, int flags) : path_(std::move(path)) {
    check(sqlite3_open_v2(path_.c_str(), &connection_, flags, nullptr));
  }
  ~Database() { sqlite3_close(connection_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const std::string& sql) { check(sqlite3_exec(connection_, sql.c_str(), nullptr, nullptr, nullptr)); }
  void check(int code) const {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    throw FileError(fmt::format("{}: cannot be used as a table: {}", path_.string(), sqlite3_errstr(code)));
  }
  [[nodiscard]] sqlite3* raw() const { return connection_; }

 private:
  std::filesystem::path path_;
  sqlite3* connection_ = nullptr;
};

class Query {
 public:
  Query(const Database& database, const std::string& sql) : database_(database) {
    database.check(sqlite3_prepare_v2(database.raw(), sql.c_str(), -1, &statement_, nullptr));
  }
  ~Query() { sqlite3_finalize(statement_); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  void bind(int place, std::string_view text) {
    database_.check(sqlite3_bind_text(statement_, place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT));
  }
  void bind(int place, std::uint64_t number) {
    database_.check(sqlite3_bind_int64(statement_, place, static_cast<sqlite3_int64>(number)));
  }
  void bind(int place, double number) { database_.check(sqlite3_bind_double(statement_, place, number)); }
  void bind_null(int place) { database_.check(sqlite3_bind_null(statement_, place)); }
  [[nodiscard]] bool step() {
    const int code = sqlite3_step(statement_);
    database_.check(code);
    return code == SQLITE_ROW;
  }
  void reset() { database_.check(sqlite3_reset(statement_)); }
  [[nodiscard]] std::string text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return bytes == nullptr ? std::string() : std::string(bytes, size);
  }
  [[nodiscard]] std::uint64_t number(int column) const {
    return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column));
  }

 private:
  const Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

std::string in_quotes(std::string_view name) { return fmt::format("\"{}\"", name); }

// The columns of a quantity's own table: one a parameter that any of its blocks names, then the ends.
std::map<std::string, std::set<std::string>> columns_of(const Plan& plan) {
  std::map<std::string, std::set<std::string>> columns;
  for (const Block& block : plan.blocks) {
    columns[std::string(block.entry->id)].insert(block.names.begin(), block.names.end());
  }
  return columns;
}

// The rows as they are, and one table a quantity with a column a parameter: text, for exact comparison, and its index.
class TableWriter {
 public:
  TableWriter(const Plan& plan, const std::filesystem::path& path)
      : database_(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX) {
    database_.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
    database_.run("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
    database_.run("CREATE TABLE rows (cell INTEGER PRIMARY KEY, row TEXT NOT NULL)");
    for (const auto& [id, names] : columns_of(plan)) {
      std::string sql = fmt::format("CREATE TABLE {} (cell INTEGER PRIMARY KEY", in_quotes(id));
      for (const std::string& name : names) sql += fmt::format(", {} TEXT", in_quotes(name));
      database_.run(sql + ", lo TEXT, hi TEXT, lo64 REAL, hi64 REAL, undecided TEXT)");
      sql = fmt::format("INSERT INTO {} VALUES (?", in_quotes(id));
      for (std::size_t i = 0; i < names.size() + 5; ++i) sql += ", ?";
      inserts_.emplace(id, std::make_unique<Query>(database_, sql + ")"));
    }
    columns_ = columns_of(plan);
    row_ = std::make_unique<Query>(database_, "INSERT INTO rows VALUES (?, ?)");
  }

  void add(const Plan& plan, std::uint64_t cell, std::string_view row) {
    row_->bind(1, cell);
    row_->bind(2, row);
    (void)row_->step();
    row_->reset();
    const Block& block = plan.block(cell);
    const std::string id(block.entry->id);
    const auto json = nlohmann::json::parse(row);
    const ParameterTexts texts = parameters(block, cell);
    Query& insert = *inserts_.at(id);
    int place = 0;
    insert.bind(++place, cell);
    for (const std::string& name : columns_.at(id)) {
      const auto value = texts.find(name);
      value == texts.end() ? insert.bind_null(++place) : insert.bind(++place, value->second);
    }
    const bool refused = !json.contains("lo");
    for (const char* end : {"lo", "hi"}) {
      refused ? insert.bind_null(++place) : insert.bind(++place, json[end].get<std::string>());
    }
    const auto number = [&](const char* end, Rounding rounding) {
      refused ? insert.bind_null(++place)
              : insert.bind(++place, binary64(Rational(json[end].get<std::string>()), rounding));
    };
    number("lo", Rounding::down);
    number("hi", Rounding::up);
    const char* reason = refused ? "refused" : "undecided";
    json.contains(reason) ? insert.bind(++place, json[reason].get<std::string>()) : insert.bind_null(++place);
    (void)insert.step();
    insert.reset();
  }

  void finish(const Plan& plan, const Merged& merged) {
    Query about(database_, "INSERT INTO about VALUES (?, ?)");
    const auto say = [&](std::string_view name, std::string_view value) {
      about.bind(1, name);
      about.bind(2, value);
      (void)about.step();
      about.reset();
    };
    say("schema", "hallmark-table-v1");
    say("plan", plan.text);
    say("plan_sha256", plan.hash);
    say("root", merged.root);
    say("rows_sha256", merged.sha256);
    const bool every = plan.certificates == Certificates::all;
    say("certificates", every ? "all" : std::to_string(plan.sample));
    for (const auto& [id, names] : columns_) {
      std::vector<std::string> all;
      for (const std::string& name : names) all.push_back(in_quotes(name));
      if (!all.empty()) {
        database_.run(fmt::format("CREATE INDEX {} ON {} ({})", in_quotes(id + " by parameters"), in_quotes(id),
                                  fmt::join(all, ", ")));
      }
    }
    database_.run("COMMIT");
  }

 private:
  Database database_;
  std::map<std::string, std::set<std::string>> columns_;
  std::map<std::string, std::unique_ptr<Query>> inserts_;
  std::unique_ptr<Query> row_;
};

// A file that grows aside: what a refused merge leaves of it is removed.
class Aside {
 public:
  explicit Aside(const std::filesystem::path& of) : path(of.string() + ".part") { remove(); }
  ~Aside() { remove(); }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

  const std::filesystem::path path;

 private:
  void remove() const {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
};

void move_into_place(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  if (error) throw FileError(fmt::format("{}: cannot be written: {}", to.string(), error.message()));
}

}  // namespace

Merged merge(const Plan& plan, const std::filesystem::path& folder, const std::filesystem::path& table) {
  const auto of = pieces_in(folder);
  if (!of) throw FileError(fmt::format("{}: no shard is there", folder.string()));
  if (const auto missing = missing_pieces(folder, *of); !missing.empty()) {
    throw FileError(fmt::format("{}: {} of {} shards are missing, the first is {}", folder.string(), missing.size(),
                                *of, shard_path(folder, {missing[0], *of}).filename().string()));
  }
  const std::filesystem::path rows_path = table.string() + ".jsonl";
  const Aside aside(table);
  const Aside rows_aside(rows_path);
  std::ofstream lines(rows_aside.path, std::ios::binary);
  TableWriter writer(plan, aside.path);
  MerkleRoot tree;
  RunningHash hash;
  Merged merged{.cells = 0, .open = 0, .root = "", .sha256 = ""};
  for (std::uint64_t i = 0; i < *of; ++i) {
    read_shard(plan, {i, *of}, folder, [&](std::uint64_t cell, std::string_view row) {
      writer.add(plan, cell, row);
      tree.add(row);
      hash.add(row);
      hash.add("\n");
      lines << row << '\n';
      ++merged.cells;
      if (is_open(row)) ++merged.open;
    });
  }
  merged.root = tree.root();
  merged.sha256 = hash.digest();
  writer.finish(plan, merged);
  lines.close();
  if (!lines) throw FileError(fmt::format("{}: cannot be written", rows_aside.path.string()));
  move_into_place(rows_aside.path, rows_path);
  move_into_place(aside.path, table);
  return merged;
}

struct TableData {
  explicit TableData(const std::filesystem::path& path_)
      : path(path_),
        database(path, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX),
        one(database, "SELECT row FROM rows WHERE cell = ?") {
    std::map<std::string, std::string> about;
    Query read(database, "SELECT name, value FROM about");
    while (read.step()) about[read.text(0)] = read.text(1);
    if (about["schema"] != "hallmark-table-v1") {
      throw InputError(fmt::format("{}: expected a table of the schema hallmark-table-v1, found {}", path.string(),
                                   about["schema"].empty() ? "none" : about["schema"]));
    }
    plan = parse_plan(path.string() + " (plan)", about["plan"]);
    if (plan.hash != about["plan_sha256"]) {
      throw InputError(
          fmt::format("{}: expected the plan {}, found {}", path.string(), about["plan_sha256"], plan.hash));
    }
    root = about["root"];
    certificates = about["certificates"];
  }

  std::filesystem::path path;
  Database database;
  Query one;
  Plan plan;
  std::string root;
  std::string certificates;
};

Table::Table(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    throw FileError(fmt::format("{}: cannot be read: no such file", path.string()));
  data_ = std::make_unique<TableData>(path);
}

Table::~Table() = default;

const Plan& Table::plan() const { return data_->plan; }
const std::string& Table::root() const { return data_->root; }
const std::string& Table::certificates() const { return data_->certificates; }

std::string Table::row(std::uint64_t cell) const {
  data_->one.bind(1, cell);
  if (!data_->one.step()) throw InputError(fmt::format("{}: cell {}: the row is missing", data_->path.string(), cell));
  std::string row = data_->one.text(0);
  data_->one.reset();
  return row;
}

void Table::each_row(const std::function<void(std::uint64_t, const std::string&)>& use) const {
  Query all(data_->database, "SELECT cell, row FROM rows ORDER BY cell");
  while (all.step()) use(all.number(0), all.text(1));
}

std::vector<std::uint64_t> sampled_cells(const std::string& root, std::uint64_t cells, std::uint64_t size) {
  constexpr std::size_t digits = 15;  // below 2^60; the bias is below cells / 2^60
  std::set<std::uint64_t> sample;
  for (std::uint64_t i = 0; sample.size() < std::min(size, cells); ++i) {
    const std::string hash = sha256(fmt::format("{} {}", root, i));
    sample.insert(std::stoull(hash.substr(0, digits), nullptr, 16) % cells);
  }
  return {sample.begin(), sample.end()};
}

}  // namespace hallmark::cli::shards
