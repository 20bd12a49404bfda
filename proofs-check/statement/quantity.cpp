#include "statement/quantity.hpp"

#include <algorithm>

namespace hallmark::check {

namespace {

constexpr std::string_view kInEps = "hockey-stick-nonincreasing-in-eps";
constexpr std::string_view kInSigma = "gaussian-delta-decreasing-in-sigma";

const std::vector<QuantityRow>& own_rows() {
  static const std::vector<QuantityRow> rows = {
      {"clones.delta", 'A', "pair", "replace-one", {"both"}, {"eps", "eps0", "n", "rounds"}, "", Grid::composed},
      {"clones.epsilon",
       'E',
       "pair",
       "replace-one",
       {"both"},
       {"delta", "eps0", "n", "rounds"},
       kInEps,
       Grid::composed},
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
      {"krr.delta.strong",
       'A',
       "mechanism",
       "replace-one",
       {"both"},
       {"eps", "gamma", "k", "n", "rounds"},
       "",
       Grid::composed},
      {"krr.delta.strong-pair",
       'A',
       "mechanism",
       "replace-one",
       {"both"},
       {"eps", "gamma", "k", "n", "rounds"},
       "",
       Grid::composed},
      {"krr.delta.weak",
       'A',
       "mechanism",
       "replace-one",
       {"both"},
       {"eps", "gamma", "k", "n", "rounds"},
       "",
       Grid::composed},
      {"krr.epsilon.strong",
       'E',
       "mechanism",
       "replace-one",
       {"both"},
       {"delta", "gamma", "k", "n", "rounds"},
       kInEps,
       Grid::composed},
      {"krr.epsilon.strong-pair",
       'E',
       "mechanism",
       "replace-one",
       {"both"},
       {"delta", "gamma", "k", "n", "rounds"},
       kInEps,
       Grid::composed},
      {"krr.epsilon.weak",
       'E',
       "mechanism",
       "replace-one",
       {"both"},
       {"delta", "gamma", "k", "n", "rounds"},
       kInEps,
       Grid::composed},
      {"poisson-gaussian.delta",
       'B',
       "mechanism",
       "zero-out",
       {"remove", "add", "both"},
       {"eps", "rate", "sigma", "steps"},
       "",
       Grid::always},
      {"poisson-gaussian.epsilon",
       'E',
       "mechanism",
       "zero-out",
       {"remove", "add", "both"},
       {"delta", "rate", "sigma", "steps"},
       kInEps,
       Grid::always},
      {"rr2.delta",
       'A',
       "mechanism",
       "replace-one",
       {"remove", "add", "both"},
       {"eps", "eps0", "n", "others", "rounds"},
       "",
       Grid::composed},
      {"rr2.epsilon",
       'E',
       "mechanism",
       "replace-one",
       {"remove", "add", "both"},
       {"delta", "eps0", "n", "others", "rounds"},
       kInEps,
       Grid::composed},
      {"shuffle.delta", 'A', "mechanism", "replace-one", {"both"}, {"eps", "eps0", "n", "rounds"}, "", Grid::composed},
      {"shuffle.epsilon",
       'E',
       "mechanism",
       "replace-one",
       {"both"},
       {"delta", "eps0", "n", "rounds"},
       kInEps,
       Grid::composed},
  };
  return rows;
}

const std::vector<QuantityRow>& table() {
  static const std::vector<QuantityRow> rows = [] {
    std::vector<QuantityRow> all = own_rows();
    for (QuantityRow& row : renyi_rows()) all.push_back(std::move(row));
    for (QuantityRow& row : allocation_rows()) all.push_back(std::move(row));
    for (QuantityRow& row : inverse_rows()) all.push_back(std::move(row));
    return all;
  }();
  return rows;
}

Rational power_of_ten(int exponent) {
  Integer power;
  mpz_ui_pow_ui(raw(power), 10, static_cast<unsigned long>(exponent < 0 ? -exponent : exponent));
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
  const bool sampled = id.starts_with("poisson-gaussian.") || id.starts_with("allocation.");
  const bool batches = sampled || id.starts_with("shuffled-batch.");
  if (name == "n") return {1, power_of_ten(15), false, false, true, "must be an integer, 1 <= n <= 10^15"};
  if (name == "others") return {0, power_of_ten(15), false, false, true, "must be an integer, 0 <= others <= n-1"};
  if (name == "rounds") return {1, power_of_ten(15), false, false, true, "must be an integer, 1 <= rounds <= 10^15"};
  if (name == "steps") return {1, power_of_ten(15), false, false, true, "must be an integer, 1 <= steps <= 10^15"};
  if (name == "epochs") return {1, power_of_ten(15), false, false, true, "must be an integer, 1 <= epochs <= 10^15"};
  if (name == "selected")
    return {1, power_of_ten(15), false, false, true, "must be an integer, 1 <= selected <= steps"};
  if (name == "k") return {2, power_of_ten(15), false, false, true, "must be an integer, 2 <= k <= 10^15"};
  if (name == "gamma") return {0, 1, true, true, false, "must satisfy 0 < gamma < 1"};
  if (name == "lambda") return {0, 1, true, false, false, "must satisfy 0 < lambda <= 1"};
  if (name == "rate") return {0, 1, true, false, false, "must satisfy 0 < rate <= 1"};
  if (name == "eps0") return {power_of_ten(-30), 10000, false, false, false, "must satisfy 10^-30 <= eps0 <= 10000"};
  if (name == "eps" && sampled && id != "poisson-gaussian.sigma")
    return {-10000, 10000, false, false, false, "must satisfy -10000 <= eps <= 10000"};
  if (name == "eps") return {0, 10000, false, false, false, "must satisfy 0 <= eps <= 10000"};
  if (name == "delta0") return {0, 0, false, false, false, "must be 0"};
  if (name == "sigma")
    return {power_of_ten(-30), power_of_ten(30), false, false, false, "must satisfy 10^-30 <= sigma <= 10^30"};
  if (name == "alpha") return {1, power_of_ten(30), true, false, false, "must satisfy 1 < alpha <= 10^30"};
  if (name == "p") return {0, 1, true, false, false, "must satisfy 0 < p <= 1"};
  // What is left is delta.
  if (id == "gaussian.sigma" || id == "poisson-gaussian.sigma")
    return {0, 1, true, true, false, "must satisfy 0 < delta < 1"};
  if (gaussian || batches || id.starts_with("clones.epsilon."))
    return {0, 1, true, false, false, "must satisfy 0 < delta <= 1"};
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

bool QuantityRow::has_orders() const {
  return std::find(parameters.begin(), parameters.end(), kOrders) != parameters.end();
}

bool QuantityRow::has_real_orders() const { return id.ends_with(".renyi-real"); }

std::span<const QuantityRow> quantity_table() { return table(); }

const QuantityRow* find_quantity(std::string_view id) {
  const auto found =
      std::find_if(table().begin(), table().end(), [id](const QuantityRow& row) { return row.id == id; });
  return found == table().end() ? nullptr : &*found;
}

std::uint64_t Quantity::count(std::string_view name) const { return numerator(parameter(name).argument).to_unsigned(); }

bool on_grid(const Quantity& quantity) {
  switch (quantity.row->grid) {
    case Grid::never:
      return false;
    case Grid::composed:
      return quantity.parameter("rounds") != Number{Number::Kind::rational, 1};
    case Grid::always:
      break;
  }
  return true;
}

std::uint64_t copies(const Quantity& quantity) {
  return quantity.count(quantity.parameters.contains("rounds") ? "rounds" : "steps");
}

bool on_contour(const Quantity& quantity) {
  const std::string_view id = quantity.row->id;
  return (id == "allocation.delta" || id == "allocation.epsilon") &&
         quantity.parameter("selected") != quantity.parameter("steps");
}

bool may_be_inverted(const Quantity& quantity) {
  const std::string_view id = quantity.row->id;
  return id == "poisson-gaussian.delta" || id == "poisson-gaussian.epsilon" || id == "poisson-gaussian.sigma" ||
         id == "poisson-gaussian.tv";
}

char certificate_class(const Quantity& quantity) {
  const char of_table = quantity.row->certificate_class;
  return of_table == 'A' && on_grid(quantity) ? 'B' : of_table;
}

std::string to_text(const Quantity& quantity) {
  std::string text(quantity.row->id);
  text += "(";
  for (const std::string_view name : quantity.row->parameters) {
    if (text.back() != '(') text += ", ";
    text += std::string(name) + "=" + (name == kOrders ? to_text(*quantity.orders) : to_text(quantity.parameter(name)));
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
  if (quantity.orders) {
    const auto& [first, last] = *quantity.orders;
    if (quantity.row->has_real_orders()) {
      if (first < 1 || last <= first || last > 1'000'000) return "orders: must be a range a..b, 1 <= a < b <= 10^6";
    } else if (first < 2 || last < first || last > 1'000'000) {
      return "orders: must be a range a..b, 2 <= a <= b <= 10^6";
    }
  }
  if (quantity.parameters.contains("selected") && quantity.count("selected") > quantity.count("steps")) {
    return "selected: must be an integer, 1 <= selected <= steps";
  }
  if (quantity.row->id == "allocation-rr.delta.decomposition" && quantity.count("selected") != 1) {
    return "selected: must be 1 in a decomposition";
  }
  if (quantity.parameters.contains("others") && quantity.count("others") >= quantity.count("n")) {
    return "others: must be an integer, 0 <= others <= n-1";
  }
  return {};
}

}  // namespace hallmark::check
