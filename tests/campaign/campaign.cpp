// campaign COUNT [--seed S] [--state FILE] [--only KIND]: random claims from the producer to the checker and back
// until COUNT certificates have been checked, and random questions by two routes.
//
// Certificates: a random question of a random kind (kinds, below) is answered; the claim that the number lies where the
// answer says (`<=`, `>=` or `in`, at the ends or a little beyond) is judged, and what is certified must be verified.
// With the same witness a claim just past the enclosure must not be. Routes: two routes of one quantity, or two
// quantities that are one number, must give intervals that meet.
//
// Every case has a generator of its own, seeded by S and its number: a run that was interrupted goes on from the last
// case in FILE. Exit status 1 if anything disagrees, 64 for bad usage.
#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "bounds/certificate.hpp"
#include "bounds/claim.hpp"
#include "checker.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace {

using namespace hallmark;
using Texts = std::vector<std::string>;

/// The generator of one case.
class Random {
 public:
  Random(unsigned long seed, unsigned long number) : engine_(seed * 1'000'003 + number) {}
  [[nodiscard]] long between(long lo, long hi) { return std::uniform_int_distribution<long>(lo, hi)(engine_); }
  [[nodiscard]] bool once_in(long n) { return between(1, n) == 1; }
  template <typename Container>
  [[nodiscard]] const auto& pick(const Container& all) {
    return all[static_cast<std::size_t>(between(0, static_cast<long>(all.size()) - 1))];
  }
  /// A fraction a/b of a small b, in (0, most].
  [[nodiscard]] std::string fraction(long most) {
    const long b = between(1, 60);
    return Rational(std::to_string(between(1, most * b)) + "/" + std::to_string(b)).to_string();
  }

 private:
  std::mt19937_64 engine_;
};

/// What certificates of some methods are asked about, and how large.
struct Kind {
  std::string_view name;
  std::string_view methods;
  bool inverse;            // of where a quantity passes a level
  bool rounds;             // more than one round
  std::string_view route;  // empty: the entry's own
};
constexpr std::array<Kind, 8> kinds{{{"sums", "sums", false, false, ""},
                                     {"grid", "grid", false, true, ""},
                                     {"orders", "orders moments", false, false, ""},
                                     {"formula", "formula event", false, false, ""},
                                     {"inverse", "sums formula event contours inversions", true, false, ""},
                                     {"inverse-grid", "grid", true, true, ""},
                                     {"inversions", "contours inversions", false, false, ""},
                                     {"laws", "laws", false, true, "convex"}}};

bool has_route(const Entry& e, std::string_view route) {
  return (" " + std::string(e.routes) + " ").find(" " + std::string(route) + " ") != std::string::npos;
}
bool has_parameter(const Entry& e, std::string_view name) {
  return std::any_of(e.parameters.begin(), e.parameters.end(), [&](const Parameter& p) { return p.name == name; });
}

bool has_method(const Entry& e, std::string_view methods) {
  if (e.certifier == nullptr) return false;
  std::istringstream words{std::string(e.certifier->methods)};
  for (std::string word; words >> word;) {
    if ((" " + std::string(methods) + " ").find(" " + word + " ") != std::string::npos) return true;
  }
  return false;
}

/// The entries that certificates of a kind are about.
std::vector<const Entry*> entries_of(const Kind& kind) {
  std::vector<const Entry*> found;
  for (const Entry& e : registry()) {
    if (e.status != Status::proved) continue;
    const bool composes = has_parameter(e, "rounds") && !e.id.starts_with("gaussian.");
    const bool on_grid = composes || e.id.starts_with("poisson-gaussian.");
    if (!has_method(e, kind.methods) || (kind.rounds && !on_grid)) continue;
    const bool wanted = kind.route.empty() ? e.inverse.has_value() == kind.inverse && (!kind.rounds || composes)
                                           : has_route(e, kind.route);
    if (wanted) found.push_back(&e);
  }
  return found;
}

/// A random question, corners more often than not; `several`: more than one round, and small enough for a grid.
ParameterTexts random_parameters(const Entry& e, bool several, Random& random) {
  ParameterTexts texts;
  const std::string_view id = e.id;
  const bool krr = id.starts_with("krr.");
  const bool renyi = has_method(e, "orders moments");
  const bool sampled = id.starts_with("poisson-") || id.starts_with("allocation");
  const auto corner = [&](const Texts& corners, const std::string& other) {
    return random.once_in(2) ? random.pick(corners) : other;
  };
  const std::string eps0 =
      several ? corner({"1/2", "ln(3)", "exp(-1)", "2"}, random.fraction(2))
              : corner({"1e-6", "1/100", "ln(3)", "ln(3/2)", "exp(1)", "exp(-5)", "8"}, random.fraction(6));
  for (const Parameter& p : e.parameters) {
    const std::string name(p.name);
    std::string& text = texts[name];
    if (name == "n") {
      const long most = several ? 80 : krr || renyi ? 2000 : 2'000'000;
      text = corner({"1", "2", "3", std::to_string(most)}, std::to_string(random.between(1, most)));
    } else if (name == "eps0") {
      text = eps0;
    } else if (name == "eps") {
      const std::string share = corner({"0", "1e-12", "1/1000", "999999/1000000", "1"}, random.fraction(1));
      const Number top(texts.contains("eps0") ? texts["eps0"] : "2");
      const auto scale = top.rational();
      text = ((scale ? *scale : Rational(1)) * Rational(share)).to_string();
      if (const auto grows = top.rational_exponential(); grows && *grows > 1 && random.once_in(2)) {
        text = Number::ln(1 + (*grows - 1) * Rational(share)).to_string();
      }
    } else if (name == "delta") {
      text = several ? corner({"1/10", "1e-3", "1e-6"}, "1/" + std::to_string(random.between(2, 10'000)))
                     : corner({"1/2", "1e-6", "1e-12", "1e-50", "exp(-20)"},
                              "1/" + std::to_string(random.between(2, 1'000'000'000)));
    } else if (name == "sigma") {
      text = corner(sampled ? Texts{"1/2", "1", "5", "exp(1)"} : Texts{"1/20", "1", "7/3", "50", "exp(1)"},
                    random.fraction(8));
      if (sampled && Number(text).ball(64).to_double_up() < 0.4) text = "2/5";
    } else if (name == "alpha") {
      text = corner({"3/2", "2", "3", "33"}, std::to_string(random.between(2, 24)));
    } else if (name == "orders") {
      text = random.pick(Texts{"2..2", "2..64", "5..200"});
    } else if (name == "direction") {
      text = random.pick(Texts{"remove", "add", "both"});
    } else if (name == "others") {
      const long n = Rational(texts["n"]).to_long();
      text = corner({"0", std::to_string(n - 1)}, std::to_string(random.between(0, n - 1)));
    } else if (name == "rounds") {
      const bool gaussian = id.starts_with("gaussian.");
      text = gaussian || (renyi && random.once_in(2)) ? corner({"1", "2"}, std::to_string(random.between(1, 1000)))
             : several                                ? std::to_string(random.between(2, 9))
                                                      : "1";
      if (id.ends_with("advanced-composition")) text = std::to_string(random.between(1, 40));
    } else if (name == "steps") {
      const bool narrow = id.starts_with("allocation");
      text = several  ? std::to_string(random.between(1, 12))
             : narrow ? corner({"1", "2", "100"}, std::to_string(random.between(1, 60)))
                      : corner({"1", "2", "1000"}, std::to_string(random.between(1, 200)));
    } else if (name == "selected") {
      const long steps = Rational(texts["steps"]).to_long();
      text = p.domain == Domain::one || !random.once_in(4)
                 ? "1"
                 : std::to_string(random.once_in(2) ? steps : random.between(1, std::min(steps, 4L)));
    } else if (name == "epochs") {
      text = p.domain == Domain::one || !random.once_in(6) ? "1" : std::to_string(random.between(1, 5));
    } else if (name == "rate") {
      text = corner({"1", "1/2", "1/100"}, "1/" + std::to_string(random.between(2, 200)));
    } else if (name == "gamma") {
      text = corner({"1/1000", "1/2", "19/20", "exp(-1)"}, "1/" + std::to_string(random.between(2, 40)));
    } else if (name == "k") {
      text = corner({"2", "3", "50"}, std::to_string(random.between(2, 12)));
    } else if (name == "p") {
      text = corner({"1", "1/2", "1/50"}, "1/" + std::to_string(random.between(1, 100)));
    } else if (name == "column") {
      text = random.pick(Texts{"1", "1,1/2", "1,1/10,1/20"});
    } else if (name == "iterations") {
      text = "20";
    } else if (name == "bins") {
      text = random.pick(Texts{"2", "5"});
    } else if (name == "phases") {
      text = random.pick(Texts{"2*gaussian(sigma=2)+3*laplace(eps0=1/4)",
                               "20*poisson-gaussian(rate=1/20,sigma=1)+gaussian(sigma=3)",
                               "gdp(mu=1/2)+eps-delta(delta=1/1000,eps=1/4)+discrete-laplace(a=1/4,sensitivity=2)"});
    } else if (name == "lambda") {
      text = corner({"1", "1/2", "1/10"}, "1/" + std::to_string(random.between(2, 100)));
    } else {
      text = std::string(p.default_text);
    }
    if (text.empty()) texts.erase(name);
  }
  return texts;
}

std::string described(const Entry& e, const ParameterTexts& texts) {
  std::string text(e.id);
  for (const auto& [name, value] : texts) text += " " + name + "=" + value;
  return text;
}

struct Report {
  std::map<std::string, std::map<std::string, long>> counts;  // by row of the summary
  std::vector<std::string> disagreements;
  std::vector<std::string> open;  // true claims that the checker does not decide with the certificate's hints

  void count(const std::string& row, const std::string& what) { counts[row][what] += 1; }

  [[nodiscard]] unsigned long certificates() const {
    unsigned long sum = 0;
    for (const auto& [row, counts_of_row] : counts) {
      for (const auto& [what, count] : counts_of_row) {
        if (what.starts_with("by ")) sum += static_cast<unsigned long>(count);
      }
    }
    return sum;
  }
};

Budget seconds(double limit) { return Budget(std::chrono::duration<double>(limit)); }

/// The method of a sealed text.
std::string method_of(const std::string& text) {
  const auto at = text.find("\nmethod ") + 8;
  return text.substr(at, text.find('\n', at) - at);
}

bool is_too_much(const check::Result& r) { return r.line.starts_with("s REJECTED work:"); }

/// One claim of a random entry, from the answer to the checker's verdict.
void certificate_case(unsigned long seed, unsigned long number, const std::string& only, double limit, Report& report) {
  Random random(seed, number);
  const Kind kind = random.pick(kinds);
  const std::vector<const Entry*> entries = entries_of(kind);
  const Entry& e = *random.pick(entries);
  const ParameterTexts texts = random_parameters(e, kind.rounds, random);
  const std::string row(kind.name);
  if (!only.empty() && row != only) return;
  const std::string what = described(e, texts);
  std::string route(kind.route);
  if (route.empty() && e.id == "poisson-gaussian.delta" && kind.rounds) route = "grid";
  const bool coarse = kind.rounds;
  const auto disagree = [&](const std::string& why) {
    report.disagreements.push_back("case " + std::to_string(number) + ": " + what + ": " + why);
    report.count(row, "disagreements");
  };
  Verdict verdict;
  Answer a;
  try {
    const Term term{&e, e.arguments(texts)};
    a = evaluate(e, term.arguments,
                 {.digits = coarse ? 3 : random.pick(std::vector<long>{3, 12, 25}),
                  .route = route,
                  .default_effort = coarse,
                  .budget = seconds(limit)});
    // A claim that the answer proves, with a little room or none.
    const Rational room =
        coarse ? Rational("1/15") : random.pick(std::vector<Rational>{0, Rational("1e-9"), Rational("1/100")});
    const EnclosureText ends = enclosure_text(a.lo, a.hi);
    const Rational lo = Rational(ends.lo) * (1 - room);
    const Rational hi = Rational(ends.hi) * (1 + room);
    if (hi < pow(Rational(10), -350) || hi.height_bits() > 20'000 || lo.height_bits() > 20'000) {
      report.count(row, "too small to state");
      return;
    }
    const Relation relation = random.pick(std::array{Relation::less_equal, Relation::greater_equal, Relation::in});
    Claim claim{"campaign", {std::string(e.id), texts}, relation, {}};
    if (relation != Relation::less_equal) claim.values.push_back(lo.to_string());
    if (relation != Relation::greater_equal) claim.values.push_back(hi.to_string());
    verdict = judge(claim, seconds(2 * limit), route);
  } catch (const InputError&) {
    report.count(row, "outside a domain");
    return;
  }
  report.count(row, "tried");
  if (verdict.outcome == Outcome::refuted) {
    disagree("the producer refutes its own enclosure: " + verdict.reason);
    return;
  }
  if (verdict.outcome == Outcome::undecided || !verdict.statement) {
    report.count(row, "undecided");
    return;
  }
  const std::string text = certificate_text(*verdict.statement);
  report.count(row, "by " + method_of(text));
  const check::Result checked = check::check_certificate(text);
  if (checked.verdict == check::Verdict::verified) {
    report.count(row, "verified");
  } else if (is_too_much(checked)) {
    report.count(row, "too much work");
  } else if (checked.line.find(" is undecided at ") != std::string::npos) {
    report.count(row, "undecided by the checker");
    report.open.push_back("case " + std::to_string(number) + ": " + what + ": " + checked.line);
  } else {
    disagree(checked.line);
  }
  // Past one end, barely or well, with the same witness: false, whatever the other end is worth.
  const Relation relation = verdict.statement->relation;
  const bool upper = has_upper_end(relation) && a.lo.sign() > 0 && (!has_lower_end(relation) || random.once_in(2));
  if (!upper && !has_lower_end(relation)) return;
  const Rational past = random.pick(std::array{pow(Rational(2), -60), Rational("1/100"), Rational("1/3")});
  Statement s = *verdict.statement;
  s.relation = upper ? Relation::less_equal : Relation::greater_equal;
  s.values = {upper ? a.lo * (1 - past) : a.hi * (1 + past) + pow(Rational(10), -340)};
  report.count(row, "false claims");
  try {
    if (check::check_certificate(certificate_text(s)).verdict == check::Verdict::verified) {
      disagree(upper ? "a number below the lower end is verified as an upper one"
                     : "a number above the upper end is verified as a lower one");
    }
  } catch (const std::exception&) {  // a witness without what this relation needs
  }
}

/// Two quantities that are one number, or two routes of one.
struct Pair {
  std::string row;
  const Entry* left;
  ParameterTexts left_texts;
  std::string left_route;
  const Entry* right;
  ParameterTexts right_texts;
  std::string right_route;
};

std::optional<Pair> random_pair(Random& random) {
  const auto text = [](long x) { return std::to_string(x); };
  const std::string sigma = random.once_in(2) ? random.pick(Texts{"1/2", "1", "3", "20"}) : random.fraction(5);
  const std::string eps = random.once_in(2) ? random.pick(Texts{"0", "1/10", "1", "3"}) : random.fraction(3);
  const long steps = random.between(1, 12);
  const Entry& gaussian = entry("gaussian.delta");
  switch (random.between(0, 7)) {
    case 0:
      return Pair{"rate 1 is Gaussian",
                  &entry("poisson-gaussian.delta"),
                  {{"sigma", sigma},
                   {"rate", "1"},
                   {"steps", text(steps)},
                   {"eps", eps},
                   {"direction", random.pick(Texts{"remove", "add"})}},
                  random.pick(Texts{"laplace", "grid", "convex"}),
                  &gaussian,
                  {{"sigma", sigma}, {"eps", eps}, {"rounds", text(steps)}},
                  ""};
    case 1:
      return Pair{"all steps selected is Gaussian",
                  &entry("allocation.delta"),
                  {{"sigma", sigma},
                   {"steps", text(steps)},
                   {"selected", text(steps)},
                   {"epochs", "2"},
                   {"eps", eps},
                   {"direction", "both"}},
                  random.pick(Texts{"laplace", "convex"}),
                  &gaussian,
                  {{"sigma", sigma}, {"eps", eps}, {"rounds", text(2 * steps)}},
                  ""};
    case 2:
      return Pair{"one batch is Gaussian",
                  &entry("shuffled-batch.delta"),
                  {{"sigma", sigma}, {"steps", "1"}, {"eps", eps}},
                  "",
                  &gaussian,
                  {{"sigma", sigma}, {"eps", eps}},
                  ""};
    case 3: {
      const long n = random.between(1, 300);
      const long others = random.between(0, n - 1);
      const std::string eps0 = random.fraction(4);
      return Pair{
          "rr2 mirrored",
          &entry("rr2.delta"),
          {{"n", text(n)}, {"eps0", eps0}, {"eps", eps}, {"others", text(others)}, {"direction", "remove"}},
          "",
          &entry("rr2.delta"),
          {{"n", text(n)}, {"eps0", eps0}, {"eps", eps}, {"others", text(n - 1 - others)}, {"direction", "add"}},
          ""};
    }
    case 4:
      return Pair{"one step sampled at rate 1 or selected",
                  &entry("poisson-gaussian.delta"),
                  {{"sigma", sigma}, {"rate", "1"}, {"steps", "1"}, {"eps", eps}, {"direction", "add"}},
                  "",
                  &entry("allocation.delta"),
                  {{"sigma", sigma}, {"steps", "1"}, {"eps", eps}, {"direction", "add"}},
                  ""};
    default:
      break;
  }
  // Two routes of one entry.
  std::vector<const Entry*> entries;
  for (const Entry& e : registry()) {
    if (e.status == Status::proved && e.routes.find(' ') != std::string_view::npos && !e.id.starts_with("composition."))
      entries.push_back(&e);
  }
  const Entry& e = *random.pick(entries);
  Texts routes;
  std::istringstream words{std::string(e.routes)};
  for (std::string route; words >> route;) routes.push_back(route);
  const ParameterTexts texts = random_parameters(e, true, random);
  const std::size_t i = static_cast<std::size_t>(random.between(0, static_cast<long>(routes.size()) - 1));
  const std::size_t j =
      (i + static_cast<std::size_t>(random.between(1, static_cast<long>(routes.size()) - 1))) % routes.size();
  return Pair{"routes of " + std::string(e.id.substr(0, e.id.find('.'))), &e, texts, routes[i], &e, texts, routes[j]};
}

void pair_case(unsigned long seed, unsigned long number, double limit, Report& report) {
  Random random(seed ^ 0x5bd1e995UL, number);
  const auto pair = random_pair(random);
  if (!pair) return;
  const std::string row = "two routes: " + pair->row;
  try {
    const auto answer = [&](const Entry& e, const ParameterTexts& texts, const std::string& route) {
      return evaluate(e, e.arguments(texts),
                      {.digits = 4, .route = route, .default_effort = true, .budget = seconds(limit)});
    };
    const Answer a = answer(*pair->left, pair->left_texts, pair->left_route);
    const Answer b = answer(*pair->right, pair->right_texts, pair->right_route);
    report.count(row, "tried");
    const bool meet = a.lo <= b.hi && b.lo <= a.hi;
    if (meet && (a.hi - a.lo) * 5 <= a.hi && (b.hi - b.lo) * 5 <= b.hi) report.count(row, "within a fifth, and meet");
    if (meet) {
      report.count(row, "meet");
      return;
    }
    const auto ends = [](const Answer& x) {
      return "[" + decimal(x.lo, 20, Rounding::down) + ", " + decimal(x.hi, 20, Rounding::up) + "]";
    };
    report.count(row, "disagreements");
    report.disagreements.push_back("pair " + std::to_string(number) + ": " + described(*pair->left, pair->left_texts) +
                                   " (" + pair->left_route + ") in " + ends(a) + ", " +
                                   described(*pair->right, pair->right_texts) + " (" + pair->right_route + ") in " +
                                   ends(b));
  } catch (const InputError&) {
    report.count(row, "outside a domain");
  }
}

// The state: the number of the next case, then the counts and the disagreements, one a line.
void save(const std::string& path, unsigned long next, const Report& report) {
  if (path.empty()) return;
  const std::string draft = path + ".new";
  std::ofstream out(draft);
  out << next << "\n";
  for (const auto& [row, counts] : report.counts) {
    for (const auto& [what, count] : counts) out << count << "\t" << row << "\t" << what << "\n";
  }
  for (const std::string& line : report.disagreements) out << "!\t" << line << "\n";
  for (const std::string& line : report.open) out << "?\t" << line << "\n";
  out.close();
  std::rename(draft.c_str(), path.c_str());
}

unsigned long load(const std::string& path, Report& report) {
  std::ifstream in(path);
  unsigned long next = 0;
  std::string line;
  if (path.empty() || !std::getline(in, line)) return 0;
  next = std::stoul(line);
  while (std::getline(in, line)) {
    if (line.starts_with("!\t")) {
      report.disagreements.push_back(line.substr(2));
      continue;
    }
    if (line.starts_with("?\t")) {
      report.open.push_back(line.substr(2));
      continue;
    }
    const auto first = line.find('\t');
    const auto second = line.find('\t', first + 1);
    report.counts[line.substr(first + 1, second - first - 1)][line.substr(second + 1)] =
        std::stol(line.substr(0, first));
  }
  return next;
}

void print(const Report& report) {
  for (const auto& [row, counts] : report.counts) {
    std::cout << row << ":";
    const char* separator = " ";
    for (const char* what :
         {"tried", "verified", "too much work", "undecided", "undecided by the checker", "false claims", "meet",
          "within a fifth, and meet", "too small to state", "outside a domain", "disagreements"}) {
      const auto found = counts.find(what);
      if (found == counts.end() && std::string_view(what) != "disagreements") continue;
      std::cout << separator << (found == counts.end() ? 0 : found->second) << " " << what;
      separator = ", ";
    }
    for (const auto& [what, count] : counts) {
      if (what.starts_with("by ")) std::cout << ", " << count << " " << what;
    }
    std::cout << "\n";
  }
  for (const std::string& line : report.open) std::cout << "OPEN " << line << "\n";
  for (const std::string& line : report.disagreements) std::cout << "DISAGREEMENT " << line << "\n";
}

int run(const std::vector<std::string>& arguments) {
  unsigned long count = 0;
  unsigned long seed = 20240811;
  unsigned long first = 0;
  double limit = 2;
  std::string state;
  std::string only;
  if (const char* text = std::getenv("HALLMARK_SEED")) seed = std::stoul(text);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const bool more = i + 1 < arguments.size();
    if (word == "--seed" && more) {
      seed = std::stoul(arguments[++i]);
    } else if (word == "--state" && more) {
      state = arguments[++i];
    } else if (word == "--only" && more) {
      only = arguments[++i];
      if (std::none_of(kinds.begin(), kinds.end(), [&](const Kind& kind) { return kind.name == only; })) {
        throw std::invalid_argument(only);
      }
    } else if (word == "--from" && more) {
      first = std::stoul(arguments[++i]);
    } else if (word == "--budget" && more) {
      limit = std::stod(arguments[++i]);
    } else if (i == 0) {
      count = std::stoul(word);
    } else {
      throw std::invalid_argument(word);
    }
  }
  Report report;
  const auto started = std::chrono::steady_clock::now();
  unsigned long number = std::max(first, load(state, report));
  while (report.certificates() < count) {
    certificate_case(seed, number, only, limit, report);
    if (only.empty() && number % 4 == 0) pair_case(seed, number, limit, report);
    number += 1;
    if (number % 20 == 0) save(state, number, report);
    if (number % 100 == 0) {
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started;
      std::cerr << report.certificates() << " of " << count << " certificates, " << number << " cases, "
                << static_cast<long>(elapsed.count()) << " s, " << report.disagreements.size() << " disagreements\n";
    }
  }
  save(state, number, report);
  std::cout << "seed " << seed << ": " << report.certificates() << " certificates of " << number - first << " cases\n";
  print(report);
  return report.disagreements.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::invalid_argument&) {
    std::cerr << "usage: campaign COUNT [--seed S] [--state FILE] [--only KIND] [--from CASE] [--budget SECONDS]\n";
    return 64;
  }
}
