// The public headers as one function from JSON to JSON: what the module for WebAssembly exports.
#pragma once

#include <string>
#include <string_view>

namespace hallmark::web {

/// The answer to a request {"call": NAME, ...}, or {"error": why}:
///   evaluate      quantity, parameters, or parts as of compose; certificate: true asks for one too
///   certificate   of the last answer: `certificate` or null, and `certificate_note`; upper_digits: of its upper end
///                 alone, rounded up to so many digits
///   judge         statement, as read_statement takes it
///   samplers      training: the questions of one training run
///   quantities    what `hallmark list --json` prints
///   quantity      name: the id that it stands for
///   search        words
///   aliases       other names of parameters
///   version
/// options of evaluate and judge are the fields of Options but `stop`: digits, seconds, route, exact, thresholds, all_methods.
/// Kind:      what it says follows from the answers of the public functions
/// Domain:    any bytes; what is no request is an error
[[nodiscard]] std::string call(std::string_view request);

}  // namespace hallmark::web
