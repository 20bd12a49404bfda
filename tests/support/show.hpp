// What the examples of the doc comments print, and whether it is what they say.
#pragma once

#include <concepts>
#include <iostream>
#include <string>
#include <string_view>

#include "exact/truth.hpp"

inline std::string show(std::string_view text) { return std::string(text); }
inline std::string show(const char* text) { return text; }
inline std::string show(bool value) { return value ? "true" : "false"; }
inline std::string show(hallmark::Truth value) {
  switch (value) {
    case hallmark::Truth::no:
      return "no";
    case hallmark::Truth::yes:
      return "yes";
    case hallmark::Truth::unknown:
      return "unknown";
  }
  return {};
}
template <std::integral T>
std::string show(T value) {
  return std::to_string(value);
}
template <typename T>
requires requires(const T& value) { value.to_string(); }
std::string show(const T& value) { return value.to_string(); }

inline int examples = 0;
inline int wrong = 0;

inline void expect(const char* where, const std::string& printed, const std::string& stated) {
  ++examples;
  if (printed == stated) return;
  ++wrong;
  std::cout << where << ": prints " << printed << ", the comment says " << stated << '\n';
}

inline int finish() {
  std::cout << examples << " examples, " << wrong << " wrong\n";
  return wrong == 0 ? 0 : 1;
}
