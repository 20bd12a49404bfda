#include "cli/compare/processor_time.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include "cli/io/files.hpp"

namespace hallmark::cli {
namespace {

bool is_number(const std::string& name) { return name.find_first_not_of("0123456789") == std::string::npos; }

}  // namespace

ProcessLine read_process(std::istream& in) {
  std::string text;
  std::getline(in, text, '\0');  // which throws nothing where the process ends between opening and reading
  std::istringstream fields(text.substr(std::min(text.rfind(')'), text.size() - 1) + 1));
  ProcessLine line;
  std::string skipped;
  fields >> skipped >> skipped >> line.group;
  constexpr int between = 8;  // from the session to the major faults of children
  for (int i = 0; i < between; ++i) fields >> skipped;
  for (int i = 0; i < 4; ++i) {
    long long ticks = 0;
    fields >> ticks;
    line.ticks += ticks;
  }
  return fields ? line : ProcessLine{};  // it has ended while it was read
}

std::chrono::milliseconds processor_time(pid_t group) {
  constexpr int patience = 100;  // readings of a folder that processes leave meanwhile
  std::error_code gone;
  long long ticks = 0;
  for (int i = 0; i == 0 || (gone && i < patience); ++i) {
    ticks = 0;
    gone = each_entry("/proc", [&](const std::filesystem::path& process) {
      if (!is_number(process.filename())) return;
      std::ifstream stat(process / "stat");
      const ProcessLine line = read_process(stat);
      if (line.group == group) ticks += line.ticks;
    });
  }
  return std::chrono::milliseconds(ticks * 1000 / std::max(::sysconf(_SC_CLK_TCK), 1L));
}

bool processor_time_is_told() {
  std::ifstream stat("/proc/self/stat");
  return read_process(stat).group > 0;
}

ProcessorLimit::ProcessorLimit(pid_t group, std::chrono::milliseconds limit)
    : group_(group), limit_(limit), looked_(Clock::now()) {
  if (limit_.count() > 0) used_before_ = processor_time(group_);
}

bool ProcessorLimit::is_exceeded() {
  constexpr std::chrono::milliseconds between_looks{20};
  if (limit_.count() == 0 || Clock::now() - looked_ < between_looks) return false;
  looked_ = Clock::now();
  return processor_time(group_) - used_before_ > limit_;
}

}  // namespace hallmark::cli
