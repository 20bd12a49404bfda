#include "hallmark/version.hpp"

namespace hallmark {

std::string_view version() { return HALLMARK_VERSION; }

}  // namespace hallmark
