#include "cli/work/output_file.hpp"

#include <cstdio>

namespace hallmark::cli {

OutputFile::OutputFile(const std::string& path) {
  if (path.empty()) return;
  check_writable(path);
  if (is_replaceable(path)) ledger_.emplace(path + ".ledger", program_fingerprint());
  file_ = std::make_unique<FileWriter>(path, FileWriter::Unfinished::kept);
}

void OutputFile::write(std::string_view text) {
  if (file_) {
    file_->write(text);
  } else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw FileError("standard output: cannot be written");
  }
}

void OutputFile::finish() {
  if (file_) file_->finish();
  if (ledger_) ledger_->remove();
}

}  // namespace hallmark::cli
