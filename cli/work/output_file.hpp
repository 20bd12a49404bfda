// Where the rows of long work go: standard output, or a file that is streamed and can be gone on with.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/io/files.hpp"
#include "cli/work/ledger.hpp"

namespace hallmark::cli {

/// With a file: rows stand in FILE.partial as they are done, and in FILE when all are; what is finished is kept in
/// FILE.ledger until then, so that the same command goes on after it was stopped.
class OutputFile {
 public:
  /// An empty path is standard output, which has no ledger; neither has a device or a pipe. Throws FileError.
  explicit OutputFile(const std::string& path);

  /// At once, for whoever reads along. Throws FileError.
  void write(std::string_view text);
  /// The work is complete: the file gets its name, and the ledger goes.
  void finish();
  [[nodiscard]] Ledger* ledger() { return ledger_ ? &*ledger_ : nullptr; }

 private:
  std::unique_ptr<FileWriter> file_;
  std::optional<Ledger> ledger_;
};

}  // namespace hallmark::cli
