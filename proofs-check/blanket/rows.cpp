#include <algorithm>
#include <array>

#include "blanket/reports.hpp"
#include "laws/rounds.hpp"
#include "shuffle/zero_points.hpp"
#include "statement/parameters.hpp"
#include "statement/rows.hpp"

namespace hallmark::check {

namespace {

/// A statement may cost so much more than others.
constexpr std::uint64_t kReportsWork = 24;

/// What a witness says of one end: the reference (of a table x, x', and the input of the others), cuts, grids.
struct End {
  Reference reference = Reference::blanket;
  std::vector<std::size_t> inputs;
  List cuts;
  std::vector<Ratios> grids;
};

bool is_hadamard(const Quantity& q) { return q.has("k") && !q.has("gamma") && !q.has("subset"); }

/// How many pairs of inputs count.
std::size_t pairs_of(const Quantity& q, const End& end) {
  return q.row->table && end.inputs.empty() ? q.rows.size() * (q.rows.size() - 1) : 1;
}

/// The least probability of every output of a table.
List least_of(const std::vector<List>& rows) {
  List least = rows.empty() ? List() : rows.front();
  for (const List& row : rows) {
    for (std::size_t y = 0; y < row.size(); ++y) least[y] = std::min(least[y], row[y]);
  }
  return least;
}

/// The reports of one of them, at w = e^eps.
std::vector<Reports> reports_of(const Quantity& q, const End& end, const List& least, std::size_t pair,
                                const Interval& w) {
  if (q.words.contains("inputs")) {
    const bool gaussian = q.has("sigma");
    return noise_reports(gaussian, q.parameter(gaussian ? "sigma" : "eps0"), end.reference, end.cuts, w);
  }
  if (q.has("k")) {
    const Interval one(Integer(1), w.precision());
    const Interval gamma = q.has("gamma") ? enclose(q.parameter("gamma"), w.precision()) : one;
    const Interval ratio = q.has("gamma") ? one + integer(q.count("k"), w.precision()) * (one - gamma) / gamma
                                          : enclose_exp(q.parameter("eps0"), w.precision());
    const std::uint64_t size = is_hadamard(q) ? 0 : q.count("subset", 1);
    return favoured_reports(q.count("k"), size, ratio, end.reference, w);
  }
  const std::vector<List>& rows = q.rows;
  if (!end.inputs.empty()) return table_reports(rows[end.inputs[0]], rows[end.inputs[1]], rows[end.inputs[2]], w);
  const std::size_t first = pair / (rows.size() - 1);
  const std::size_t second = pair % (rows.size() - 1);
  return table_reports(rows[first], rows[second + (second >= first ? 1 : 0)], least, w);
}

void check_reports_domain(const Quantity& q) {
  for (const List& row : q.rows) {
    Rational sum = 0;
    for (const Rational& x : row) sum += x;
    const bool good = row.size() == q.rows.front().size() && *std::min_element(row.begin(), row.end()) >= 0 && sum == 1;
    if (!good) throw Rejected{"domain", "row: must have as many numbers as the first, at least 0, of sum 1"};
  }
  if (q.row->table && (q.rows.size() < 2 || q.rows.size() > 64)) throw Rejected{"domain", "row: must be 2 to 64 rows"};
  if (q.has("subset") && q.count("subset") >= q.count("k")) {
    throw Rejected{"domain", "subset: must be an integer, 1 <= subset <= k-1"};
  }
}

void read_dataset(Reader& reader, const Quantity& q, End& end) {
  const std::vector<std::string_view> words = reader.words("dataset");
  if (q.row->table) {
    if (words.size() != 3) reader.fail("`dataset` and three numbers of rows");
    for (const std::string_view word : words) {
      end.inputs.push_back(reader.to_integer(word, 1, q.rows.size()).to_unsigned() - 1);
    }
    return;
  }
  constexpr std::array<std::string_view, 4> names{"first", "second", "third", "fourth"};
  const auto name = std::find(names.begin(), names.end(), words.front());
  if (name == names.end() || words.size() != 1) reader.fail("`dataset` and one of: first second third fourth");
  const auto input = static_cast<std::uint64_t>(name - names.begin()) + 1;
  const std::uint64_t most = !q.has("k") ? 2 : std::min<std::uint64_t>(q.count("k"), is_hadamard(q) ? 4 : 3);
  if (input > most) throw Rejected{"witness", "dataset: must be an input of the randomizer"};
  end.reference = static_cast<Reference>(input);
}

void read_cuts(Reader& reader, List& cuts) {
  for (const std::string_view word : reader.words("cuts")) {
    cuts.push_back(reader.to_rational(word));
    if (cuts.size() > 8192 || (cuts.size() > 1 && cuts.back() <= cuts[cuts.size() - 2])) {
      reader.fail("at most 8192 cuts that increase");
    }
  }
}

/// Where eps stands to the largest log ratio of two probabilities, from which delta is 0; there is none where one is 0.
Order to_table_zero(const Quantity& q, const Number& eps) {
  Rational most = 1;
  for (std::size_t y = 0; y < q.rows.front().size(); ++y) {
    const auto by = [y](const List& a, const List& b) { return a[y] < b[y]; };
    const auto [least, largest] = std::minmax_element(q.rows.begin(), q.rows.end(), by);
    if ((*largest)[y] == 0) continue;
    if ((*least)[y] == 0) return Order::less;
    most = std::max(most, Rational((*largest)[y] / (*least)[y]));
  }
  return most == 1 ? compare(eps, Rational(0)) : compare(eps, Number{Number::Kind::ln, most});
}

Value delta_of(const Quantity& q, const Number& eps, Side side, const End& end, unsigned long unit,
               const Effort& effort, Budget& budget) {
  const long bits =
      static_cast<long>(effort.scale + unit) + 256 + 4 * std::max(0L, exponent_above(enclose_exp(eps, 64)));
  if (bits > 16'384) throw TooMuchWork();
  charge_functions(bits, 64 * (end.cuts.size() + 8), budget);
  const std::size_t pairs = pairs_of(q, end);
  budget.charge(2 * pairs, q.row->table ? 64 * q.rows.front().size() : 1);
  const Interval w = enclose_exp(eps, bits);
  const List least = least_of(q.rows);
  const auto pair_at = [&](std::size_t i) { return reports_of(q, end, least, i, w); };
  return one_sided(side, reports_bound(pair_at, pairs, q.count("n"), side, end.grids, unit, effort, w, budget));
}

Profile read_reports(Reader& reader, const Quantity& quantity, Relation relation) {
  check_reports_domain(quantity);
  reader.exactly("method laws");
  const unsigned long unit = read_unit(reader);
  End lower, upper;
  const auto read = [&](End& end) {
    if (quantity.words.contains("inputs")) read_cuts(reader, end.cuts);
    end.grids = read_ratios(reader, combinations(quantity.count("n")) + 1);
  };
  if (has_lower_end(relation)) {
    read_dataset(reader, quantity, lower);
    read(lower);
  }
  if (has_upper_end(relation)) read(upper);
  decltype(Profile::to_zero_point) zero = to_rounds_times_eps0;
  if (quantity.row->table) zero = to_table_zero;
  if (quantity.has("gamma")) zero = to_weak_zero_point;
  if (quantity.has("sigma")) zero = never_zero;
  return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort, Budget& budget) {
            return delta_of(q, eps, side, side == Side::lower ? lower : upper, unit, effort, budget);
          },
          zero, Hints{.once = true}, kReportsWork};
}

}  // namespace

std::vector<QuantityRow> blanket_rows() {
  using namespace parameters;
  std::vector<QuantityRow> rows;
  const auto add = [&](const std::string& stem, const std::vector<Parameter>& others) {
    for (const bool inverse : {false, true}) {
      std::vector<Parameter> all{inverse ? positive_delta : eps};
      all.insert(all.end(), others.begin(), others.end());
      rows.push_back({stem + (inverse ? ".epsilon" : ".delta"), Bounds::mechanism, Adjacency::replace_one, kBoth, all,
                      kNoAxioms, inverse ? epsilon_claim(read_reports) : delta_claim(read_reports)});
      rows.back().table = others.size() == 1;
    }
  };
  add("shuffle-gaussian", {inputs, n, sigma});
  add("shuffle-hadamard", {eps0, k, n});
  add("shuffle-krr", {gamma, k, n});
  add("shuffle-laplace", {eps0, inputs, n});
  add("shuffle-subset", {eps0, k, n, subset_size});
  add("shuffle-table", {n});
  return rows;
}

}  // namespace hallmark::check
