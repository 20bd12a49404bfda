#include "cli/work/ledger.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include "bounds/certificate.hpp"
#include "bounds/running_hash.hpp"
#include "cli/installed.hpp"
#include "cli/io/files.hpp"
#include "cli/io/say.hpp"

namespace hallmark::cli {

struct Ledger::Database {
  sqlite3* connection = nullptr;
  std::filesystem::path path;

  ~Database() { sqlite3_close(connection); }

  [[noreturn]] void fail(int code) const {
    const bool held = code == SQLITE_BUSY || code == SQLITE_LOCKED;
    throw FileError(fmt::format("{}: cannot be {}: {}", path.string(), held ? "used" : "written",
                                held ? "another run holds it" : sqlite3_errstr(code)));
  }

  void run(const char* sql) {
    if (const int code = sqlite3_exec(connection, sql, nullptr, nullptr, nullptr); code != SQLITE_OK) fail(code);
  }

  // The first column of the first row, with `texts` bound.
  std::optional<std::string> query(const char* sql, std::initializer_list<std::string_view> texts) {
    sqlite3_stmt* raw = nullptr;
    if (const int code = sqlite3_prepare_v2(connection, sql, -1, &raw, nullptr); code != SQLITE_OK) fail(code);
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(raw, sqlite3_finalize);
    int place = 0;
    for (std::string_view text : texts) {
      sqlite3_bind_text(raw, ++place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    }
    const int code = sqlite3_step(raw);
    if (code == SQLITE_DONE) return std::nullopt;
    if (code != SQLITE_ROW) fail(code);
    const auto* column = reinterpret_cast<const char*>(sqlite3_column_text(raw, 0));
    return std::string(column, static_cast<std::size_t>(sqlite3_column_bytes(raw, 0)));
  }
};

namespace {

// Stands before a value: a disk may lie.
std::string digest_of(std::string_view key, std::string_view value) {
  RunningHash hash;
  hash.add(key);
  hash.add(std::string_view("\0", 1));
  hash.add(value);
  return hash.digest();
}

void delete_files(const std::filesystem::path& path) {
  std::error_code ignored;
  for (const char* end : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(path.string() + end, ignored);
}

}  // namespace

Ledger::Ledger(const std::filesystem::path& path, const std::string& fingerprint) : path_(path) {
  // Whose it is; nothing where it is new.
  const auto open = [&] {
    database_ = std::make_unique<Database>();
    database_->path = path;
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (const int code = sqlite3_open_v2(path.c_str(), &database_->connection, flags, nullptr); code != SQLITE_OK) {
      database_->fail(code);
    }
    database_->run(
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        "CREATE TABLE IF NOT EXISTS program (fingerprint TEXT NOT NULL);"
        "CREATE TABLE IF NOT EXISTS finished (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;");
    if (database_->query("PRAGMA quick_check(1)", {}) != "ok") database_->fail(SQLITE_CORRUPT);
    (void)database_->query("SELECT value FROM finished WHERE key = ''", {});  // whether the table has these columns
    return database_->query("SELECT fingerprint FROM program", {});
  };
  const auto begin_anew = [&](std::string_view why) {
    say(fmt::format("{}: {}: what it held is computed again", path.string(), why));
    database_.reset();
    delete_files(path);
    return open();
  };
  std::optional<std::string> owner;
  try {
    owner = open();
  } catch (const FileError&) {
    // A damaged file is worth no more than an absent one; one that is held, or cannot be made, fails again.
    const int code = sqlite3_errcode(database_->connection);
    const bool sound = code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE;  // quick_check itself
    if (!sound && code != SQLITE_CORRUPT && code != SQLITE_NOTADB && code != SQLITE_ERROR) throw;
    owner = begin_anew("is damaged");
  }
  if (owner && *owner != fingerprint) owner = begin_anew("was written by another build of this program");
  if (!owner) (void)database_->query("INSERT INTO program VALUES (?)", {fingerprint});
}

Ledger::~Ledger() = default;

std::optional<std::string> Ledger::find(std::string_view key) {
  const std::lock_guard lock(mutex_);
  const auto kept = database_->query("SELECT value FROM finished WHERE key = ?", {key});
  if (!kept) return std::nullopt;
  const std::size_t digits = std::min(kept->size(), digest_of("", "").size());
  std::string value = kept->substr(digits);
  if (kept->substr(0, digits) == digest_of(key, value)) return value;
  if (!complained_) say(fmt::format("{}: is damaged: what is wrong in it is computed again", path_.string()));
  complained_ = true;
  return std::nullopt;
}

void Ledger::insert(std::string_view key, std::string_view value) {
  const std::string kept = digest_of(key, value) + std::string(value);
  const std::lock_guard lock(mutex_);
  (void)database_->query("INSERT OR REPLACE INTO finished VALUES (?, ?)", {key, kept});
}

void Ledger::remove() {
  const std::lock_guard lock(mutex_);
  database_.reset();
  delete_files(path_);
}

std::string program_fingerprint() {
  constexpr std::size_t limit = std::size_t{1} << 30;
  return sha256(read_file(running_program().string(), limit));
}

}  // namespace hallmark::cli
