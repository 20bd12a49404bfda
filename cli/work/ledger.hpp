// The ledger: finished cases on disk, so that a run that was killed goes on where it stopped.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace hallmark::cli {

/// One SQLite file, held exclusively while it is open. What another build of the program wrote into it is discarded, for
/// values never mix; so is what is damaged. Either is said on standard error. Safe to use from several threads.
class Ledger {
 public:
  /// Domain:    throws FileError where the file cannot be made, or is held by another run
  Ledger(const std::filesystem::path& path, const std::string& fingerprint);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  /// Nothing where the value is not what was inserted.
  [[nodiscard]] std::optional<std::string> find(std::string_view key);
  /// On disk when this returns, unless the machine itself stops.
  void insert(std::string_view key, std::string_view value);
  /// Closes and deletes the file: everything in it has been published.
  void remove();

 private:
  struct Database;
  std::filesystem::path path_;
  std::mutex mutex_;
  bool complained_ = false;
  std::unique_ptr<Database> database_;
};

/// The SHA-256 of the running program: two builds never share a ledger.
[[nodiscard]] std::string program_fingerprint();

}  // namespace hallmark::cli
