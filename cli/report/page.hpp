// The report: verdicts on published claims as one page that asks for nothing and shows everything without a script.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/claims_file.hpp"
#include "cli/decided.hpp"
#include "cli/report/band.hpp"

namespace hallmark::cli {

/// A judged claim in texts; none of them is HTML.
struct PageRow {
  std::string id;
  std::string verdict;  // certified, refuted, undecided, error, remark
  std::string statement;
  std::string meaning;  // what the quantity is
  std::string lo, hi;   // the ends proved, empty where there are none
  std::string reason;
  std::vector<std::string> axioms;
  std::string certificate;  // its text, empty where there is none
  std::optional<Band> band = {};
  Published published = {};
};

/// The texts of what became of a claim, with the whole certificate of a decided one.
[[nodiscard]] PageRow page_row(const Claim& claim, const Decided& decided, const Published& published);
[[nodiscard]] PageRow page_row(const Remark& remark, const Published& published);

inline constexpr std::string_view report_title = "Published claims and their verdicts";

/// The page. Equal rows give equal bytes. Every certificate has a link to the page of the checker, if its address is given.
[[nodiscard]] std::string report_page(std::string_view title, const std::vector<PageRow>& rows,
                                      std::string_view checker = {});

/// "id relation value": the statement of a claim in one line, with its parameters.
[[nodiscard]] std::string statement_text(const Claim& claim);

}  // namespace hallmark::cli
