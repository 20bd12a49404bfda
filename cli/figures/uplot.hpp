// uPlot, the library that draws the curves of a page: the files of third_party/uplot as they are released.
#pragma once

#include <string_view>

namespace hallmark::cli {

[[nodiscard]] std::string_view uplot_script();
[[nodiscard]] std::string_view uplot_style();
[[nodiscard]] std::string_view uplot_license();

}  // namespace hallmark::cli
