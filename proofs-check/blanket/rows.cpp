#include <algorithm>

#include "blanket/reports.hpp"
#include "laws/rounds.hpp"
#include "statement/parameters.hpp"
#include "statement/rows.hpp"

namespace hallmark::check {

namespace {

/// What a witness says of one end: the reference (of a table x, x', and the input of the others), cuts, grids.
struct ReportsWitness {
  Reference reference = Reference::blanket;
  std::vector<std::size_t> inputs;
  List cuts;
  List least;  ///< of a table, the least probability of every output
  std::vector<Ratios> grids;
};

/// What tells the randomizers apart.
struct Randomizer {
  Required<bool> noise;                                      ///< additive: its reports are cut
  Required<std::function<Count(const Quantity&)>> datasets;  ///< so many inputs a `dataset` may name
  /// The reports of the pair of inputs with that number, at w = e^eps.
  Required<
      std::function<std::vector<Reports>(const Quantity&, const ReportsWitness&, std::size_t pair, const Interval& w)>>
      reports;
};

/// How many pairs of inputs count.
std::size_t pairs_of(const Quantity& q, const ReportsWitness& end) {
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

Count two_inputs(const Quantity&) { return 2; }
/// Of k inputs the first ones.
std::function<Count(const Quantity&)> inputs_of_k(Count most) {
  return [most](const Quantity& q) { return std::min(q.count("k"), most); };
}

Randomizer noise_of(bool gaussian, std::string_view scale) {
  return {.noise = true,
          .datasets = two_inputs,
          .reports = [=](const Quantity& q, const ReportsWitness& end, std::size_t, const Interval& w) {
            return noise_reports(gaussian, q.parameter(scale), end.reference, end.cuts, w);
          }};
}

Randomizer krr() {
  return {.noise = false,
          .datasets = inputs_of_k(3),
          .reports = [](const Quantity& q, const ReportsWitness& end, std::size_t, const Interval& w) {
            const Interval one(Integer(1), w.precision());
            const Interval gamma = enclose(q.parameter("gamma"), w.precision());
            const Interval ratio = one + integer(q.count("k"), w.precision()) * (one - gamma) / gamma;
            return favoured_reports(q.count("k"), 1, ratio, end.reference, w);
          }};
}

Randomizer hadamard() {
  return {.noise = false,
          .datasets = inputs_of_k(4),
          .reports = [](const Quantity& q, const ReportsWitness& end, std::size_t, const Interval& w) {
            return favoured_reports(q.count("k"), 0, enclose_exp(q.parameter("eps0"), w.precision()), end.reference, w);
          }};
}

Randomizer subset() {
  return {.noise = false,
          .datasets = inputs_of_k(3),
          .reports = [](const Quantity& q, const ReportsWitness& end, std::size_t, const Interval& w) {
            const Interval ratio = enclose_exp(q.parameter("eps0"), w.precision());
            return favoured_reports(q.count("k"), q.count("subset"), ratio, end.reference, w);
          }};
}

void check_table(const Quantity& q) {
  for (const List& row : q.rows) {
    Rational sum = 0;
    for (const Rational& x : row) sum += x;
    const bool good = row.size() == q.rows.front().size() && *std::min_element(row.begin(), row.end()) >= 0 && sum == 1;
    if (!good) throw Rejected{"domain", "row: must have as many numbers as the first, at least 0, of sum 1"};
  }
  if (q.rows.size() < 2 || q.rows.size() > 64) throw Rejected{"domain", "row: must be 2 to 64 rows"};
}

Randomizer table() {
  return {.noise = false,
          .datasets = [](const Quantity& q) { return q.rows.size(); },
          .reports =
              [](const Quantity& q, const ReportsWitness& end, std::size_t pair, const Interval& w) {
                const std::vector<List>& rows = q.rows;
                if (!end.inputs.empty()) {
                  return table_reports(rows[end.inputs[0]], rows[end.inputs[1]], rows[end.inputs[2]], w);
                }
                const std::size_t first = pair / (rows.size() - 1);
                const std::size_t second = pair % (rows.size() - 1);
                return table_reports(rows[first], rows[second + (second >= first ? 1 : 0)], end.least, w);
              }};
}

void read_dataset(Reader& reader, const Quantity& q, const Randomizer& randomizer, ReportsWitness& end) {
  const std::vector<std::string_view> words = reader.words("dataset");
  if (q.row->table) {
    if (words.size() != 3) reader.fail("`dataset` and three numbers of rows");
    for (const std::string_view word : words) {
      end.inputs.push_back(reader.to_integer(word, 1, q.rows.size()).to_count() - 1);
    }
    return;
  }
  constexpr const char* expected = "`dataset` and one of: first second third fourth";
  if (words.size() != 1) reader.fail(expected);
  const auto input = 1 + reader.to_one_of<Count>(words.front(), {"first", "second", "third", "fourth"}, expected);
  if (input > (*randomizer.datasets)(q)) throw Rejected{"witness", "dataset: must be an input of the randomizer"};
  end.reference = static_cast<Reference>(static_cast<int>(input));
}

void read_cuts(Reader& reader, List& cuts) {
  for (const std::string_view word : reader.words("cuts")) {
    cuts.push_back(reader.to_rational(word));
    if (cuts.size() > 8192 || (cuts.size() > 1 && cuts.back() <= cuts[cuts.size() - 2])) {
      reader.fail("at most 8192 cuts that increase");
    }
  }
}

/// The largest log ratio of two probabilities; there is none where one of them is 0.
Reach table_reach(const Quantity& q, bool) {
  Rational most = 1;
  for (std::size_t y = 0; y < q.rows.front().size(); ++y) {
    const auto by = [y](const List& a, const List& b) { return a[y] < b[y]; };
    const auto [least, largest] = std::minmax_element(q.rows.begin(), q.rows.end(), by);
    if ((*largest)[y] == 0) continue;
    if ((*least)[y] == 0) return Reach::unbounded();
    most = std::max(most, Rational((*largest)[y] / (*least)[y]));
  }
  return Reach::multiple({Number::Kind::ln, most});
}
Reach eps0_reach_of_reports(const Quantity& q, bool) { return Reach::multiple(q.parameter("eps0")); }
Reach gamma_reach_of_reports(const Quantity& q, bool) { return Reach::replaced(q.parameter("gamma"), q.count("k")); }

Value delta_of(const Randomizer& randomizer, const Quantity& q, const Number& eps, Side side, ReportsWitness end,
               Count unit, const Effort& effort) {
  const Count bits = effort.scale + unit + 256 + 4 * std::max<Count>(0, exponent_above(enclose_exp(eps, 64)));
  if (bits > 16'384) throw TooMuchWork();
  const std::size_t pairs = pairs_of(q, end);
  const Interval w = enclose_exp(eps, bits);
  end.least = least_of(q.rows);
  const auto pair_at = [&](std::size_t i) { return (*randomizer.reports)(q, end, i, w); };
  return one_sided(side, reports_bound(pair_at, pairs, q.count("n"), side, end.grids, unit, effort, w));
}

ReadProfile read_reports(const Randomizer& randomizer) {
  return [randomizer](Reader& reader, const Quantity& quantity, Relation relation) -> Profile {
    if (quantity.row->table) check_table(quantity);
    reader.exactly("method laws");
    const Count unit = read_unit(reader);
    ReportsWitness lower, upper;
    const auto read = [&](ReportsWitness& end) {
      if (*randomizer.noise) read_cuts(reader, end.cuts);
      end.grids = read_ratios(reader, combinations(quantity.count("n")) + 1);
    };
    if (has_lower_end(relation)) {
      read_dataset(reader, quantity, randomizer, lower);
      read(lower);
    }
    if (has_upper_end(relation)) read(upper);
    return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
              return delta_of(randomizer, q, eps, side, side == Side::lower ? lower : upper, unit, effort);
            },
            Hints{}};
  };
}

}  // namespace

std::vector<QuantityRow> blanket_rows() {
  using namespace parameters;
  std::vector<QuantityRow> rows;
  const auto add = [&](const std::string& stem, const Randomizer& randomizer, const decltype(Claims::reach)& reach,
                       const std::vector<Parameter>& others, bool is_table) {
    const Claims claims{.bounds = Bounds::mechanism,
                        .adjacencies = std::vector{Adjacency::replace_one},
                        .directions = kBoth,
                        .one_number = agree,
                        .reach = reach,
                        .axioms = kNoAxioms};
    const ReadProfile read = read_reports(randomizer);
    for (const bool inverse : {false, true}) {
      std::vector<Parameter> all{inverse ? positive_delta : eps};
      all.insert(all.end(), others.begin(), others.end());
      rows.push_back(
          {claims, stem + (inverse ? ".epsilon" : ".delta"), all, inverse ? epsilon_claim(read) : delta_claim(read)});
      rows.back().table = is_table;
      if (!inverse) rows.back().worst = Worst::class_of_pairs;
    }
  };
  add("shuffle-gaussian", noise_of(true, "sigma"), unbounded, {inputs, n, sigma}, false);
  add("shuffle-hadamard", hadamard(), eps0_reach_of_reports, {eps0, k, n}, false);
  add("shuffle-krr", krr(), gamma_reach_of_reports, {gamma, k, n}, false);
  add("shuffle-laplace", noise_of(false, "eps0"), eps0_reach_of_reports, {eps0, inputs, n}, false);
  add("shuffle-subset", subset(), eps0_reach_of_reports, {eps0, k, n, subset_size}, false);
  add("shuffle-table", table(), table_reach, {n}, true);
  return rows;
}

}  // namespace hallmark::check
