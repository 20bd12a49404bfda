// What a schema cannot say about a vectors file and no quantity need be evaluated for.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hallmark::cli {

/// The bytes of a file that `cert` names, or nothing.
using CertificateBytes = std::function<std::optional<std::string>(const std::string& file)>;

/// What is wrong in a root object as read_vectors returned it, each with its JSON path: layout, counts, ids,
/// parameters, entries of the registry, ends and their binary64 forms, flags and notes, certificates.
[[nodiscard]] std::vector<std::string> vector_errors(const nlohmann::ordered_json& root, std::string_view text,
                                                     const CertificateBytes& certificates);

/// The first difference of two texts as "line:column: expected ..., found ...", or nothing.
[[nodiscard]] std::optional<std::string> first_difference(std::string_view expected, std::string_view found);

}  // namespace hallmark::cli
