// Every member by which a row or a phase of the checker says what it is, against pairs written out here from their definitions,
// and against the tables of FORMAT.md; and each such member changed in place: the same comparison notices it.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <iostream>
#include <limits>
#include <set>
#include <sstream>

#include "basic/phases.hpp"
#include "claim.hpp"
#include "phase_of.hpp"
#include "statement/parameters.hpp"
#include "support/folders.hpp"
#include "tiny_pairs.hpp"

namespace hallmark::check::test {
namespace {

double hockey_stick(const Atoms& atoms, double w, bool remove) {
  double sum = 0;
  for (const Atom& a : atoms) sum += std::max(0.0, remove ? a.p - w * a.q : a.q - w * a.p);
  return sum;
}

/// The largest log ratio; infinite where a wider range has a larger one.
double largest(const PairOf& pair, bool remove) {
  const auto within = [&](double range) {
    double most = 0;
    for (const Atom& a : pair(range)) {
      const double up = remove ? a.p : a.q;
      const double down = remove ? a.q : a.p;
      if (up > 0) most = std::max(most, down > 0 ? std::log(up / down) : std::numeric_limits<double>::infinity());
    }
    return most;
  };
  const double most = within(12);
  return most > within(7) + 0.1 ? std::numeric_limits<double>::infinity() : most;
}

/// A tiny instance of a phase or of a quantity: its parameters, and the pair of one round of it.
struct Instance {
  std::vector<std::pair<std::string, std::string>> parameters;
  PairOf pair;
  Adjacency adjacency = Adjacency::zero_out;
};

const std::map<std::string, std::vector<Instance>>& phase_instances() {
  static const std::map<std::string, std::vector<Instance>> all{
      {"bounded-range", {{{{"eps0", "ln(2)"}}, least_of_range()}}},
      {"clones", {{{{"eps0", "ln(2)"}, {"n", "2"}}, clones()}}},
      {"discrete-gaussian",
       {{{{"rate", "1"}, {"sensitivity", "1"}, {"sigma2", "1"}}, discrete_normal()},
        {{{"rate", "1/3"}, {"sensitivity", "1"}, {"sigma2", "1"}}, sampled_pair(discrete_normal())}}},
      {"discrete-laplace",
       {{{{"a", "1/2"}, {"rate", "1"}, {"sensitivity", "2"}}, geometric()},
        {{{"a", "1/2"}, {"rate", "1/3"}, {"sensitivity", "2"}}, sampled_pair(geometric())}}},
      {"eps-delta",
       {{{{"delta", "0"}, {"eps", "ln(2)"}}, response()}, {{{"delta", "1/10"}, {"eps", "ln(2)"}}, private_pair()}}},
      {"fixed-batch", {{{{"share", "1/3"}, {"sigma", "1"}}, coupling()}}},
      {"gaussian", {{{{"sigma", "1"}}, gaussian()}}},
      {"gdp", {{{{"mu", "1"}}, gaussian()}}},
      {"krr.strong", {{{{"gamma", "1/2"}, {"k", "3"}, {"n", "2"}}, krr_strong(true)}}},
      {"krr.strong-pair", {{{{"gamma", "1/2"}, {"k", "3"}, {"n", "2"}}, krr_strong(false)}}},
      {"krr.weak", {{{{"gamma", "1/2"}, {"k", "3"}, {"n", "2"}}, krr_weak()}}},
      {"laplace",
       {{{{"eps0", "ln(2)"}, {"rate", "1"}}, laplace()},
        {{{"eps0", "ln(2)"}, {"rate", "1/3"}}, sampled_pair(laplace())}}},
      {"poisson-gaussian",
       {{{{"rate", "1"}, {"sigma", "1"}}, gaussian()}, {{{"rate", "1/3"}, {"sigma", "1"}}, sampled_pair(gaussian())}}},
      {"poisson-replace-one", {{{{"rate", "1/3"}, {"sigma", "1"}}, replaced()}}},
      {"rr", {{{{"eps0", "ln(2)"}}, response()}}},
      {"rr-local", {{{{"k", "3"}, {"p", "1/2"}}, local()}}},
      {"rr2", {{{{"eps0", "ln(2)"}, {"n", "2"}, {"others", "0"}}, rr2()}}},
  };
  return all;
}

/// Of a quantity of two rounds, steps or epochs; none of one that is no delta.
const std::map<std::string, std::vector<Instance>>& stem_instances() {
  constexpr Adjacency replace = Adjacency::replace_one;
  static const std::map<std::string, std::vector<Instance>> all{
      {"allocation", {{{{"epochs", "1"}, {"selected", "1"}, {"sigma", "1"}, {"steps", "2"}}, allocated()}}},
      {"allocation.decomposition",
       {{{{"epochs", "1"}, {"lambda", "1/3"}, {"selected", "1"}, {"sigma", "1"}, {"steps", "2"}},
         allocated(0.2)}}},  // 1/9 of 5/9
      {"allocation.direct-add", {{{{"epochs", "1"}, {"selected", "1"}, {"sigma", "1"}, {"steps", "2"}}, gaussian()}}},
      {"allocation-discrete-gaussian",
       {{{{"epochs", "1"}, {"selected", "1"}, {"sensitivity", "1"}, {"sigma2", "1"}, {"steps", "2"}},
         allocated_of(discrete_normal())}}},
      {"allocation-discrete-laplace",
       {{{{"a", "1/2"}, {"epochs", "1"}, {"selected", "1"}, {"sensitivity", "2"}, {"steps", "2"}},
         allocated_of(geometric())}}},
      {"allocation-laplace",
       {{{{"epochs", "1"}, {"eps0", "ln(2)"}, {"selected", "1"}, {"steps", "2"}}, allocated_of(laplace())}}},
      {"allocation-rr", {{{{"eps0", "ln(2)"}, {"selected", "1"}, {"steps", "2"}}, allocated_response()}}},
      {"allocation-table",
       {{{{"epochs", "1"}, {"selected", "1"}, {"steps", "2"}},
         allocated_of(fixed({{0.5, 0.125}, {0.375, 0.375}, {0.125, 0.5}}))}}},
      {"audit", {{{}, response()}}},
      {"binomial-noise", {{{{"n", "3"}, {"rate", "1"}, {"rounds", "2"}, {"sensitivity", "1"}}, heads_of_three()}}},
      {"bounded-range", {{{{"eps0", "ln(2)"}, {"rounds", "2"}}, least_of_range()}}},
      {"capped-poisson-gaussian",
       {{{{"cap", "1"}, {"rate", "1/3"}, {"sigma", "1"}, {"steps", "2"}}, sampled_pair(gaussian())}}},
      {"clones", {{{{"eps0", "ln(2)"}, {"n", "2"}, {"rounds", "2"}}, clones(), replace}}},
      {"discrete-gaussian",
       {{{{"rate", "1"}, {"rounds", "2"}, {"sensitivity", "1"}, {"sigma2", "1"}}, discrete_normal()},
        {{{"rate", "1/3"}, {"rounds", "2"}, {"sensitivity", "1"}, {"sigma2", "1"}}, sampled_pair(discrete_normal())}}},
      {"discrete-gaussian-sum",
       {{{{"parties", "1"}, {"rate", "1"}, {"rounds", "2"}, {"sensitivity", "1"}, {"sigma2", "1"}}, discrete_normal()},
        {{{"parties", "1"}, {"rate", "1/3"}, {"rounds", "2"}, {"sensitivity", "1"}, {"sigma2", "1"}},
         sampled_pair(discrete_normal())}}},
      {"discrete-laplace-sum",
       {{{{"a", "1/2"}, {"parties", "1"}, {"rate", "1"}, {"rounds", "2"}, {"sensitivity", "2"}}, geometric()},
        {{{"a", "1/2"}, {"parties", "1"}, {"rate", "1/3"}, {"rounds", "2"}, {"sensitivity", "2"}},
         sampled_pair(geometric())}}},
      {"discrete-laplace",
       {{{{"a", "1/2"}, {"rate", "1"}, {"rounds", "2"}, {"sensitivity", "2"}}, geometric()},
        {{{"a", "1/2"}, {"rate", "1/3"}, {"rounds", "2"}, {"sensitivity", "2"}}, sampled_pair(geometric())}}},
      {"eps-delta",
       {{{{"delta0", "0"}, {"eps0", "ln(2)"}, {"rounds", "2"}}, response()},
        {{{"delta0", "1/10"}, {"eps0", "ln(2)"}, {"rounds", "2"}}, private_pair()}}},
      {"exponential", {{{{"eps0", "ln(2)"}, {"rounds", "2"}}, least_of_range()}}},
      {"fixed-batch-gaussian", {{{{"share", "1/3"}, {"sigma", "1"}, {"steps", "2"}}, coupling(), replace}}},
      {"gaussian", {{{{"rounds", "2"}, {"sigma", "1"}}, gaussian()}}},
      {"gdp", {{{{"mu", "1"}, {"rounds", "2"}}, gaussian()}}},
      {"krr.strong", {{{{"gamma", "1/2"}, {"k", "3"}, {"n", "2"}, {"rounds", "2"}}, krr_strong(true), replace}}},
      {"krr.strong-pair", {{{{"gamma", "1/2"}, {"k", "3"}, {"n", "2"}, {"rounds", "2"}}, krr_strong(false), replace}}},
      {"krr.weak", {{{{"gamma", "1/2"}, {"k", "3"}, {"n", "2"}, {"rounds", "2"}}, krr_weak(), replace}}},
      {"laplace",
       {{{{"eps0", "ln(2)"}, {"rate", "1"}, {"rounds", "2"}}, laplace()},
        {{{"eps0", "ln(2)"}, {"rate", "1/3"}, {"rounds", "2"}}, sampled_pair(laplace())}}},
      {"last-iterate", {{{{"c", "0"}, {"ratio", "1"}, {"steps", "2"}}, gaussian()}}},
      {"matrix-gaussian", {{{{"bins", "2"}, {"iterations", "1"}, {"sigma", "1"}}, one_of_two_bins()}}},
      {"multinomial", {{{{"n", "1"}, {"p", "1/4"}, {"q", "1/2"}}, fixed({{0.5, 0}, {0, 0.5}, {0.5, 0.5}}), replace}}},
      {"mixture-gaussian", {{{{"rounds", "2"}, {"sigma", "1"}}, sampled_pair(gaussian())}}},
      {"noisy-max",
       {{{{"eps0", "ln(2)"}, {"rounds", "2"}}, laplace()},
        {{{"candidates", "2"}, {"rounds", "2"}, {"sigma", "1"}}, gaussian()}}},
      {"permute-and-flip", {{{{"eps0", "ln(2)"}, {"rounds", "2"}}, laplace()}}},
      {"krr.bbgn19", {{{}, response(), replace}}},
      {"krr.closed-form", {{{}, response(), replace}}},
      {"partition-selection", {{{}, response()}}},
      {"renyi-curve", {{{}, response()}}},
      {"private-selection", {{{}, response()}}},
      {"poisson-gaussian",
       {{{{"rate", "1/3"}, {"sigma", "1"}, {"steps", "2"}}, sampled_pair(gaussian())},
        {{{"rate", "1/3"}, {"sigma", "1"}, {"steps", "2"}}, replaced(), replace}}},
      {"rr", {{{{"eps0", "ln(2)"}, {"rounds", "2"}}, response(), replace}}},
      {"rr-local", {{{{"k", "3"}, {"p", "1/2"}, {"rounds", "2"}}, local(), replace}}},
      {"rr2", {{{{"eps0", "ln(2)"}, {"n", "2"}, {"others", "0"}, {"rounds", "2"}}, rr2(), replace}}},
      {"shuffle", {{{{"eps0", "ln(2)"}, {"n", "2"}, {"rounds", "2"}}, clones(), replace}}},
      {"shuffle-gaussian", {{{{"n", "1"}, {"sigma", "1"}}, gaussian(), replace}}},
      {"shuffle-hadamard", {{{{"eps0", "ln(2)"}, {"k", "3"}, {"n", "1"}}, response(), replace}}},
      {"shuffle-krr", {{{{"gamma", "1/2"}, {"k", "3"}, {"n", "1"}}, local(), replace}}},
      {"shuffle-laplace", {{{{"eps0", "ln(2)"}, {"n", "1"}}, laplace(), replace}}},
      {"shuffle-subset", {{{{"eps0", "ln(2)"}, {"k", "3"}, {"n", "1"}, {"subset", "1"}}, response(), replace}}},
      {"shuffle-table", {{{{"n", "1"}}, fixed({{0.5, 0.125}, {0.375, 0.375}, {0.125, 0.5}}), replace}}},
      {"shuffled-batch", {{{{"sigma", "1"}, {"steps", "2"}}, shifted_batches()}}},
      {"batch", {{{{"sigma", "1"}, {"steps", "2"}}, shifted_batches()}}},
      {"skellam",
       {{{{"rate", "1"}, {"rounds", "2"}, {"sensitivity", "6"}, {"variance", "1"}}, poisson_difference()},
        {{{"rate", "1/3"}, {"rounds", "2"}, {"sensitivity", "6"}, {"variance", "1"}},
         sampled_pair(poisson_difference())}}},
      {"sparse-vector", {{{{"b1", "2"}, {"b2", "4"}, {"cut", "1"}, {"sensitivity", "ln(2)"}}, response()}}},
      {"truncated-poisson-gaussian",
       {{{{"largest", "1"}, {"rate", "1/3"}, {"records", "2"}, {"sigma", "1"}, {"steps", "2"}}, cut_batches()}}},
      {"zcdp", {{{{"rho", "1/2"}, {"rounds", "2"}, {"xi", "0"}}, gaussian()}}},
  };
  return all;
}

Parameters numbers_of(const Instance& instance) {
  Parameters all;
  for (const auto& [name, text] : instance.parameters) all.emplace(name, parse_number(text).value());
  return all;
}

Number near(double x) {
  return {Number::Kind::rational, Rational(Integer(static_cast<std::int64_t>(std::llround(x * 1e6))), 1'000'000)};
}

/// Whether the number is `most`, or there is none where that is infinite.
bool is_largest(const Reach& reach, double most) {
  if (std::isinf(most)) return reach.is_unbounded();
  return reach.is_known() && !reach.is_unbounded() && reach.order(near(most - 2e-3)) == Order::less &&
         reach.order(near(most + 2e-3)) == Order::greater;
}

bool is_one_number(const Atoms& atoms) {
  bool same = true;
  for (const double w : {1.0, 1.2, 1.5}) {
    same = same && std::abs(hockey_stick(atoms, w, true) - hockey_stick(atoms, w, false)) < 2e-3;
  }
  return same;
}

/// H_w by the cells of one round, from both sides; of a normal one its variance.
bool is_law(const Mechanism& m, const Arguments& arguments, const Atoms& atoms, bool remove) {
  if (const auto* const law = std::get_if<NormalLaw>(&*m.law)) {
    return law->variance(arguments, 64).contains(Rational(1)) && std::abs(hockey_stick(atoms, 1, true) - 0.3829) < 1e-3;
  }
  const Cells cells = cells_of(m, arguments, remove, {Integer(64), 64});
  for (const double w : {1.0, 1.3, 1.7}) {
    double low = mpfr_get_d(cells.infinite.lo(), MPFR_RNDD);
    double high = mpfr_get_d(cells.infinite.hi(), MPFR_RNDU) + mpfr_get_d(cells.missing.hi(), MPFR_RNDU);
    for (const Cell& cell : cells.list) {
      const auto gain = [&](std::int64_t k) { return std::max(0.0, 1 - w * std::exp(-static_cast<double>(k) / 64)); };
      low += mpfr_get_d(cell.p.lo(), MPFR_RNDD) * gain(cell.low);
      high += mpfr_get_d(cell.p.hi(), MPFR_RNDU) * gain(cell.high);
    }
    const double truth = hockey_stick(atoms, w, remove);
    if (truth < low - 2e-3 || truth > high + 2e-3 || high - low > 0.05) return false;
  }
  return true;
}

/// What a table of FORMAT.md says, a line each: the cells between the bars.
std::vector<std::vector<std::string>> format_table(const std::string& head) {
  std::ifstream file(hallmark::test::source_folder() + "/proofs-check/FORMAT.md");
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (inside && !line.starts_with("|")) break;
    if (inside && !line.starts_with("|---")) {
      std::vector<std::string> cells;
      std::istringstream parts(line.substr(2));
      for (std::string cell; std::getline(parts, cell, '|');) {
        cells.push_back(cell.substr(0, cell.find_last_not_of(' ') + 1));
        cells.back().erase(0, cells.back().find_first_not_of(' '));
      }
      rows.push_back(cells);
    }
    inside = inside || line.starts_with(head);
  }
  return rows;
}

/// What a statement calls it.
std::string spelled(const Parameter& parameter) { return std::string(parameter.name); }
template <class Label>
std::string spelled(Label label) {
  return std::string(to_text(label));
}

template <class Values>
std::string joined(const Values& values) {
  std::string text;
  for (const auto& value : values) text += (text.empty() ? "" : ", ") + spelled(value);
  return text;
}

/// What is wrong with a phase, by these two sources; `mechanism` stands in for its own.
std::vector<std::string> complaints(const PhaseRow& row, const Mechanism& m, Adjacency adjacency,
                                    const std::vector<Parameter>& parameters) {
  std::vector<std::string> all;
  bool found = false;
  for (const std::vector<std::string>& line : format_table("| phase |")) {
    const std::size_t at = line[0].find("`" + std::string(row.name) + "`");
    if (at == std::string::npos) continue;
    const bool star = line[0].substr(at + row.name.size() + 2).starts_with(" *");
    found = (adjacency == Adjacency::replace_one) == star && line[1] == joined(parameters);
  }
  if (!found) all.emplace_back("FORMAT.md");
  for (const Instance& instance : phase_instances().at(std::string(row.name))) {
    const Arguments arguments{numbers_of(instance)};
    const Atoms atoms = instance.pair(12);
    if (is_symmetric(m, arguments) != is_one_number(atoms)) all.emplace_back("symmetry");
    for (const bool remove : {true, false}) {
      if (!is_largest(reach_of(m, arguments, remove), largest(instance.pair, remove))) all.emplace_back("reach");
      if (!is_law(m, arguments, atoms, remove)) all.emplace_back("law");
    }
  }
  return all;
}

const std::set<std::string> kNoDelta{
    "renyi",    "blocks",      "overlap",        "decomposition",    "closed-form",    "closed-form-sharp",
    "lemma-a1", "renyi-real",  "one-run",        "two-run",          "probability",    "zcdp",
    "bbgn19",   "approximate", "bbgn19-bennett", "bbgn19-hoeffding", "half-space-eps1"};

std::string last_word(const std::string& id) { return id.substr(id.rfind('.') + 1); }

/// Poisson sampling given that a step is drawn, of Gaussian steps.
bool is_drawn(const std::string& id) { return id.starts_with("allocation.") && last_word(id) == "decomposition"; }

bool is_no_delta(const std::string& id) {
  static const std::set<std::string> ids{"last-iterate.mu",   "partition-selection.n", "private-selection.epsilon",
                                         "renyi-curve.delta", "renyi-curve.epsilon",   "sparse-vector.epsilon"};
  return (kNoDelta.contains(last_word(id)) && !is_drawn(id)) || ids.contains(id);
}

/// The family of an id and, of some, its view.
std::string stem_of(const std::string& id) {
  if (last_word(id) == "direct-add") return "allocation.direct-add";
  if (is_drawn(id)) return "allocation.decomposition";
  const std::string view = id.starts_with("krr.") ? "." + last_word(id) : "";
  return id.substr(0, id.find('.')) + view;
}

/// FORMAT.md section 6.
std::string axiom_of(const std::string& id) {
  const auto is = [&](const char* start) { return id.starts_with(start); };
  const std::string last = last_word(id);
  if (is("matrix-gaussian.")) return "CCGMSTT24-adaptive-reduction above";
  if (id == "shuffled-batch.delta" || id == "shuffled-batch.epsilon") return "CGKKMSZ24-Theorem-4.1 above";
  if (last == "one-run") return "SNJ23-one-run";
  if (id == "clones.epsilon.closed-form") return "FMT21-Theorem-3.1";
  if (id == "krr.epsilon.closed-form") return "FMT21-Theorem-4.1";
  if (last == "bbgn19") return "BBGN19-Theorem-3.1";
  if (last.starts_with("bbgn19-")) return "BBGN19-privacy-blanket";
  if (last == "approximate") return "FMT21-Theorem-3.8";
  if (last == "closed-form-sharp" || id == "clones.epsilon.renyi" || last == "advanced-composition") {
    return "FMT21-Theorem-3.2";
  }
  if (is("shuffle.")) return "FMT21-Theorem-3.2 above";
  if (!is("allocation")) return "";
  const bool formula = id.find('.') != id.rfind('.');
  return std::string("FS25-Theorem-3.1") + (formula ? "" : " above");
}

/// The families of section 19.3 of the proofs, whose deltas are those of one pair.
const std::set<std::string>& families_of_one_pair() {
  static const std::set<std::string> all = [] {
    std::ifstream file(hallmark::test::source_folder() + "/proofs-check/proofs/19-membership.md");
    std::stringstream text;
    text << file.rdbuf();
    const std::string whole = text.str();
    const std::size_t start = whole.find("Pairs: the deltas of");
    std::istringstream list(whole.substr(start, whole.find("are those of one pair", start) - start));
    std::set<std::string> said;
    std::string name;
    for (std::getline(list, name, '`'); std::getline(list, name, '`'); std::getline(list, name, '`')) said.insert(name);
    return said;
  }();
  return all;
}

/// Whose number the delta of a family is; none of what is no family's delta.
std::optional<Worst> worst_of(const std::string& id) {
  const std::size_t dot = id.find('.');
  if (id.substr(dot) != ".delta" || id == "multinomial.delta" || id == "renyi-curve.delta" || id == "parallel.delta") {
    return std::nullopt;
  }
  return families_of_one_pair().contains(id.substr(0, dot)) ? Worst::one_pair : Worst::class_of_pairs;
}

/// What is wrong with a quantity's row.
std::vector<std::string> complaints(const QuantityRow& row) {
  std::vector<std::string> all;
  bool found = false;
  for (const std::vector<std::string>& line : format_table("| id |")) {
    if (line[0] != "`" + row.id + "`") continue;
    std::string names = joined(*row.parameters);
    if (!row.phases.empty()) names += row.parts ? "; lines `part` and `phase`" : "; lines `phase`";
    if (row.table) names += "; lines `row`";
    found = line[1] == to_text(*row.bounds) && line[2] == joined(*row.adjacencies) &&
            line[3] == joined(*row.directions) && line[4] == names;
  }
  if (!found) all.emplace_back("FORMAT.md");
  if (row.worst != worst_of(row.id)) all.emplace_back("worst");
  std::string axioms;
  for (const Axiom& a : *row.axioms) {
    axioms += std::string(a.name) + (*a.needed == Axiom::Needed::for_upper_ends ? " above" : "");
  }
  if (axioms != axiom_of(row.id)) all.emplace_back("axioms");
  if (!all.empty()) return all;
  if (!row.phases.empty()) {  // of the reach of its phases: where it is unbounded alone
    for (const auto& [name, one] : std::map<std::string, bool>{{"rr", true}, {"rr2", false}, {"gaussian", true}}) {
      const Phase phase = phase_of(name, phase_instances().at(name).front().parameters, 2);
      const Quantity q{{}, &row, Direction::both, std::nullopt, {phase}, *phase.row->adjacency};
      if ((*row.one_number)(q) != one) all.emplace_back("one_number");
      for (const bool remove : {true, false}) {
        const Reach reach = (*row.reach)(q, remove);
        if (reach.is_unbounded() != (name == "gaussian") || reach.is_known() != reach.is_unbounded()) {
          all.emplace_back("reach");
        }
      }
    }
    return all;
  }
  for (const Instance& instance : stem_instances().at(stem_of(row.id).substr(0, 100))) {
    Quantity q{{numbers_of(instance)}, &row, row.directions->front(), std::nullopt, {}, instance.adjacency};
    q.words = {
        {"monotone", "no"}, {"sampling", "balls-in-bins"}, {"noise", q.has("candidates") ? "gaussian" : "laplace"}};
    q.lists = {{"shifts", {0, 1}}, {"shifts2", {0}}, {"weights", {Rational(2, 3), Rational(1, 3)}}, {"weights2", {1}}};
    if (row.table) {
      q.rows = {{Rational(1, 2), Rational(3, 8), Rational(1, 8)}, {Rational(1, 8), Rational(3, 8), Rational(1, 2)}};
    }
    if (std::find(row.adjacencies->begin(), row.adjacencies->end(), q.adjacency) == row.adjacencies->end()) continue;
    const Atoms atoms = instance.pair(12);
    // A quantity that is stated for both directions alone is one number, whatever pair stands for it.
    const bool only_both = *row.directions == std::vector{Direction::both};
    const bool one = only_both || (row.directions->size() > 1 && is_one_number(atoms));
    if ((*row.one_number)(q) != one) all.emplace_back("one_number");
    for (const bool remove : {true, false}) {
      const Reach reach = (*row.reach)(q, remove);
      if (is_no_delta(row.id)) {
        if (reach.is_known()) all.emplace_back("reach of no delta");
      } else {
        const double rounds = q.has("rounds") || (q.has("steps") && !q.has("selected")) ? 2 : 1;
        if (!is_largest(reach, rounds * largest(instance.pair, remove))) all.emplace_back("reach");
      }
    }
  }
  return all;
}

TEST_CASE("what the rows say of themselves is true") {
  for (const std::string& family : families_of_one_pair()) {
    CAPTURE(family);
    CHECK(std::any_of(quantity_table().begin(), quantity_table().end(),
                      [&](const QuantityRow& row) { return row.id == family + ".delta"; }));
  }
  for (const QuantityRow& row : quantity_table()) {
    CAPTURE(row.id);
    CHECK(complaints(row) == std::vector<std::string>{});
  }
  for (const PhaseRow& row : phase_table()) {
    CAPTURE(row.name);
    CHECK(complaints(row, row.mechanism, *row.adjacency, *row.parameters) == std::vector<std::string>{});
  }
}

/// Counts the changed rows that nobody complains about; a complaint may be an exception.
class Flips {
 public:
  template <class Complaints>
  void expect(const std::string& what, const Complaints& complaints_of) {
    ++tried_;
    try {
      if (!complaints_of().empty()) return;
    } catch (const Rejected&) {
      return;
    } catch (const std::exception&) {
      return;
    }
    survivors_.push_back(what);
  }
  [[nodiscard]] int tried() const { return tried_; }
  [[nodiscard]] const std::vector<std::string>& survivors() const { return survivors_; }

 private:
  int tried_ = 0;
  std::vector<std::string> survivors_;
};

using OneNumber = std::function<bool(const Quantity&)>;
using ReachOf = std::function<Reach(const Quantity&, bool)>;

TEST_CASE("each required member of each row, changed, is noticed") {
  Flips flips;
  const std::vector<std::vector<Direction>> directions{kBoth, kDirected, {Direction::remove}, {Direction::add}};
  const std::vector<Adjacency> zero{Adjacency::zero_out};
  const std::vector<Adjacency> replace{Adjacency::replace_one};
  const std::vector<Axiom> some{{"FMT21-Theorem-3.2", {"eps0", "n"}, Axiom::Needed::always}};
  for (const QuantityRow& row : quantity_table()) {
    const auto flip = [&](const char* what, const std::function<void(QuantityRow&)>& change) {
      QuantityRow other = row;
      change(other);
      flips.expect(row.id + " " + what, [&] { return complaints(other); });
    };
    for (const Bounds bounds : {Bounds::pair, Bounds::mechanism, Bounds::formula}) {
      if (bounds != *row.bounds) flip("bounds", [&](QuantityRow& r) { r.bounds = bounds; });
    }
    for (const auto& adjacencies : {zero, replace, std::vector{zero[0], replace[0]}}) {
      if (adjacencies != *row.adjacencies) flip("adjacencies", [&](QuantityRow& r) { r.adjacencies = adjacencies; });
    }
    for (const auto& some_directions : directions) {
      if (some_directions != *row.directions)
        flip("directions", [&](QuantityRow& r) { r.directions = some_directions; });
    }
    flip("one_number", [&](QuantityRow& r) {
      r.one_number = OneNumber([&row](const Quantity& q) { return !(*row.one_number)(q); });
    });
    flip("reach to nothing",
         [](QuantityRow& r) { r.reach = ReachOf([](const Quantity&, bool) { return Reach::multiple({}); }); });
    flip("reach to the other kind", [&](QuantityRow& r) {
      r.reach = ReachOf([&row](const Quantity& q, bool remove) {
        const Reach reach = (*row.reach)(q, remove);
        return reach.is_unbounded() ? Reach::unknown() : Reach::unbounded();
      });
    });
    for (const std::optional<Worst>& worst : {std::optional<Worst>(), {Worst::one_pair}, {Worst::class_of_pairs}}) {
      if (worst != row.worst) flip("worst", [&](QuantityRow& r) { r.worst = worst; });
    }
    flip("axioms", [&](QuantityRow& r) { r.axioms = row.axioms->empty() ? some : kNoAxioms; });
    if (!row.axioms->empty()) {
      flip("needed", [&](QuantityRow& r) {
        std::vector<Axiom> all = *row.axioms;
        const bool always = *all.front().needed == Axiom::Needed::always;
        all.front().needed = always ? Axiom::Needed::for_upper_ends : Axiom::Needed::always;
        r.axioms = all;
      });
    }
    flip("parameters", [&](QuantityRow& r) {
      std::vector<Parameter> all = *row.parameters;
      all.insert(all.begin(), parameters::a);
      r.parameters = all;
    });
    flip("table", [&](QuantityRow& r) { r.table = !row.table; });
    flip("phases",
         [&](QuantityRow& r) { r.phases = row.phases.empty() ? phase_table() : std::span<const PhaseRow>(); });
  }
  for (const PhaseRow& row : phase_table()) {
    const Mechanism& m = row.mechanism;
    const auto flip = [&](const char* what, const std::function<void(Mechanism&)>& change) {
      Mechanism other = m;
      change(other);
      flips.expect(std::string(row.name) + " " + what,
                   [&] { return complaints(row, other, *row.adjacency, *row.parameters); });
    };
    flip("sampling",
         [&](Mechanism& x) { x.sampling = *m.sampling == Sampling::always ? Sampling::by_rate : Sampling::always; });
    flip("symmetry", [&](Mechanism& x) {
      x.symmetry = *m.symmetry == Symmetry::symmetric ? Symmetry::directed : Symmetry::symmetric;
    });
    flip("reach to nothing", [](Mechanism& x) {
      x.reach = std::function<Reach(const Arguments&)>([](const Arguments&) { return Reach::multiple({}); });
    });
    flip("reach to the other kind", [&](Mechanism& x) {
      x.reach = std::function<Reach(const Arguments&)>([&m](const Arguments& q) {
        const Reach reach = (*m.reach)(q);
        return reach.is_unbounded() ? Reach::unknown() : Reach::unbounded();
      });
    });
    for (const PhaseRow& other : phase_table()) {
      if (row.name == other.name) continue;
      flip("law", [&](Mechanism& x) { x.law = *other.mechanism.law; });
    }
    const Adjacency adjacency = *row.adjacency == Adjacency::zero_out ? Adjacency::replace_one : Adjacency::zero_out;
    flips.expect(std::string(row.name) + " adjacency", [&] { return complaints(row, m, adjacency, *row.parameters); });
    flips.expect(std::string(row.name) + " parameters",
                 [&] { return complaints(row, m, *row.adjacency, {parameters::a}); });
  }
  std::cout << flips.tried() << " members changed, " << flips.survivors().size() << " unnoticed\n";
  CHECK(flips.tried() > 1500);
  CHECK(flips.survivors() == std::vector<std::string>{});
}

TEST_CASE("both directions are 0 from the later of their points on") {
  const auto number = [](const char* text) { return parse_number(text).value(); };
  const Parameters inserted{
      {"inserted", number("2")}, {"rate", number("1/3")}, {"sigma", number("1")}, {"steps", number("2")}};
  const auto at = [&](Direction direction, const char* eps) {
    return to_zero_point(quantity_of("poisson-gaussian.delta", inserted, direction), number(eps)).value();
  };
  CHECK(at(Direction::remove, "ln(81/16)") == Order::equal);  // 4 ln(3/2)
  CHECK(at(Direction::remove, "ln(5)") == Order::less);
  CHECK(at(Direction::add, "9999") == Order::less);
  CHECK(at(Direction::both, "9999") == Order::less);
  const Parameters half{{"eps0", number("ln(2)")}, {"rate", number("1/2")}, {"rounds", number("1")}};
  const auto sampled_at = [&](Direction direction, const char* eps) {
    return to_zero_point(quantity_of("laplace.delta", half, direction), number(eps)).value();
  };
  CHECK(sampled_at(Direction::add, "ln(4/3)") != Order::less);  // where it is, to all digits
  CHECK(sampled_at(Direction::add, "7/20") == Order::greater);
  CHECK(sampled_at(Direction::both, "7/20") == Order::less);  // remove: ln(3/2)
  CHECK(sampled_at(Direction::both, "41/100") == Order::greater);
}

}  // namespace
}  // namespace hallmark::check::test
