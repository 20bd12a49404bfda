// The two forms of a suite on disk, JSON and its CSV twin, and what stands beside them.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "cli/suites/suites.hpp"
#include "cli/vectors/vector_run.hpp"

namespace hallmark::cli {

inline constexpr std::string_view vectors_schema_name = "hallmark-vectors-v1";
inline constexpr std::string_view errata_schema_name = "hallmark-errata-v1";
inline constexpr std::string_view checksums_name = "SHA256SUMS";
inline constexpr std::string_view errata_name = "ERRATA.json";
inline constexpr std::string_view certificates_name = "certificates";
inline constexpr std::string_view bundles_name = "bundles";
inline constexpr std::string_view ledger_name = ".vectors.ledger";

/// "certificates/<id>.cert"
[[nodiscard]] std::string certificate_path(std::string_view id);
/// "krr.certs" and "krr.csv": the certificates of a suite's other vectors, and which vector has which.
[[nodiscard]] std::string bundle_name(std::string_view suite);
[[nodiscard]] std::string list_name(std::string_view suite);

/// The root object of a suite. Groups are split by direction, so that each states its own.
[[nodiscard]] nlohmann::ordered_json suite_json(const Suite& suite, const std::map<std::string, Computed>& results);

/// The bytes of a JSON file: two spaces of indentation, one final line feed.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& root);

/// The CSV twin of a root object: one line a test, RFC 4180 with line feeds.
[[nodiscard]] std::string csv_text(const nlohmann::ordered_json& root);

/// Flags that follow from the input or the value: Binary64Inputs, BelowBinary64.
[[nodiscard]] std::vector<std::string_view> derived_flags(const Arguments& arguments,
                                                          const nlohmann::ordered_json& out);

/// The lines of a SHA256SUMS file, name to digest; throws InputError with the line that is not "digest  name".
using Checksums = std::map<std::string, std::string>;
[[nodiscard]] Checksums read_checksums(std::string_view path, std::string_view text);
[[nodiscard]] std::string checksums_text(const Checksums& checksums);

}  // namespace hallmark::cli
