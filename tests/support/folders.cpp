#include "support/folders.hpp"

namespace hallmark::test {

std::string source_folder() { return HALLMARK_SOURCE_DIR; }
std::string binary_folder() { return HALLMARK_BINARY_DIR; }

}  // namespace hallmark::test
