#include "quantity.hpp"

#include <algorithm>

namespace hallmark::check {

namespace {

constexpr std::string_view kInEps = "hockey-stick-nonincreasing-in-eps";
constexpr std::string_view kInSigma = "gaussian-delta-decreasing-in-sigma";

const std::vector<QuantityRow>& table() {
  static const std::vector<QuantityRow> rows = {
      {"clones.delta", 'A', "pair", "replace-one", {"both"}, {"eps", "eps0", "n", "rounds"}, ""},
      {"clones.epsilon", 'E', "pair", "replace-one", {"both"}, {"delta", "eps0", "n", "rounds"}, kInEps},
      {"clones.epsilon.closed-form", 'D', "mechanism", "replace-one", {"both"}, {"delta", "delta0", "eps0", "n"}, ""},
      {"clones.epsilon.closed-form-sharp",
       'D',
       "mechanism",
       "replace-one",
       {"both"},
       {"delta", "delta0", "eps0", "n"},
       ""},
      {"clones.epsilon.lemma-a1", 'D', "pair", "replace-one", {"both"}, {"delta", "n", "p"}, ""},
      {"gaussian.delta", 'D', "mechanism", "zero-out", {"both"}, {"eps", "rounds", "sigma"}, ""},
      {"gaussian.epsilon", 'E', "mechanism", "zero-out", {"both"}, {"delta", "rounds", "sigma"}, kInEps},
      {"gaussian.renyi", 'D', "mechanism", "zero-out", {"both"}, {"alpha", "rounds", "sigma"}, ""},
      {"gaussian.sigma", 'E', "mechanism", "zero-out", {"both"}, {"delta", "eps", "rounds"}, kInSigma},
      {"rr2.delta",
       'A',
       "mechanism",
       "replace-one",
       {"remove", "add", "both"},
       {"eps", "eps0", "n", "others", "rounds"},
       ""},
      {"rr2.epsilon",
       'E',
       "mechanism",
       "replace-one",
       {"remove", "add", "both"},
       {"delta", "eps0", "n", "others", "rounds"},
       kInEps},
      {"shuffle.delta", 'A', "mechanism", "replace-one", {"both"}, {"eps", "eps0", "n", "rounds"}, ""},
      {"shuffle.epsilon", 'E', "mechanism", "replace-one", {"both"}, {"delta", "eps0", "n", "rounds"}, kInEps},
  };
  return rows;
}

Rational power_of_ten(int exponent) {
  Integer power;
  mpz_ui_pow_ui(power.backend().data(), 10, static_cast<unsigned long>(exponent < 0 ? -exponent : exponent));
  return exponent < 0 ? Rational(Integer(1), power) : Rational(power);
}

struct Domain {
  Rational lo;
  Rational hi;
  bool lo_open = false;
  bool hi_open = false;
  bool integer = false;
  const char* text;
};

Domain domain_of(const Quantity& quantity, std::string_view name) {
  const std::string_view id = quantity.row->id;
  const bool gaussian = id.starts_with("gaussian.");
  if (name == "n") return {1, power_of_ten(15), false, false, true, "must be an integer, 1 <= n <= 10^15"};
  if (name == "others") return {0, power_of_ten(15), false, false, true, "must be an integer, 0 <= others <= n-1"};
  if (name == "rounds" && gaussian)
    return {1, power_of_ten(15), false, false, true, "must be an integer, 1 <= rounds <= 10^15"};
  if (name == "rounds") return {1, 1, false, false, true, "rounds not supported by this class: must be 1"};
  if (name == "eps0") return {power_of_ten(-30), 10000, false, false, false, "must satisfy 10^-30 <= eps0 <= 10000"};
  if (name == "eps") return {0, 10000, false, false, false, "must satisfy 0 <= eps <= 10000"};
  if (name == "delta0") return {0, 0, false, false, false, "must be 0"};
  if (name == "sigma")
    return {power_of_ten(-30), power_of_ten(30), false, false, false, "must satisfy 10^-30 <= sigma <= 10^30"};
  if (name == "alpha") return {1, power_of_ten(30), true, false, false, "must satisfy 1 < alpha <= 10^30"};
  if (name == "p") return {0, 1, true, false, false, "must satisfy 0 < p <= 1"};
  // What is left is delta.
  if (id == "gaussian.sigma") return {0, 1, true, true, false, "must satisfy 0 < delta < 1"};
  if (gaussian || id.starts_with("clones.epsilon.")) return {0, 1, true, false, false, "must satisfy 0 < delta <= 1"};
  return {0, 1, false, false, false, "must satisfy 0 <= delta <= 1"};
}

bool inside(const Number& number, const Domain& domain) {
  if (domain.integer && (number.kind != Number::Kind::rational || denominator(number.argument) != 1)) return false;
  const Order below = compare(number, domain.lo);
  const Order above = compare(number, domain.hi);
  const bool lo_ok = below == Order::greater || (below == Order::equal && !domain.lo_open);
  const bool hi_ok = above == Order::less || (above == Order::equal && !domain.hi_open);
  return lo_ok && hi_ok;
}

}  // namespace

std::span<const QuantityRow> quantity_table() { return table(); }

const QuantityRow* find_quantity(std::string_view id) {
  const auto found =
      std::find_if(table().begin(), table().end(), [id](const QuantityRow& row) { return row.id == id; });
  return found == table().end() ? nullptr : &*found;
}

std::uint64_t Quantity::count(std::string_view name) const {
  return static_cast<std::uint64_t>(mpz_get_ui(mpq_numref(parameter(name).argument.backend().data())));
}

std::string to_text(const Quantity& quantity) {
  std::string text(quantity.row->id);
  text += "(";
  for (const auto& [name, value] : quantity.parameters) {
    if (text.back() != '(') text += ", ";
    text += name + "=" + to_text(value);
  }
  return text + ") [" + quantity.bounds + ", " + quantity.adjacency + ", " + quantity.direction + "]";
}

std::string check_labels(const Quantity& quantity) {
  const QuantityRow& row = *quantity.row;
  if (quantity.bounds != row.bounds) return "bounds of " + std::string(row.id) + " is " + std::string(row.bounds);
  if (quantity.adjacency != row.adjacency)
    return "adjacency of " + std::string(row.id) + " is " + std::string(row.adjacency);
  if (std::find(row.directions.begin(), row.directions.end(), quantity.direction) == row.directions.end()) {
    return "direction of " + std::string(row.id) + " is not " + quantity.direction;
  }
  return {};
}

std::string check_domain(const Quantity& quantity) {
  for (const auto& [name, value] : quantity.parameters) {
    const Domain domain = domain_of(quantity, name);
    if (!inside(value, domain)) return name + ": " + domain.text;
  }
  if (quantity.parameters.contains("others") && quantity.count("others") >= quantity.count("n")) {
    return "others: must be an integer, 0 <= others <= n-1";
  }
  return {};
}

}  // namespace hallmark::check
