#include "bounds/guide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace hallmark {
namespace {

constexpr Family all_families[] = {
    {"gaussian", "The Gaussian mechanism", "P = N(1, sigma^2), Q = N(0, sigma^2), each round once",
     "Gaussian mechanism, additive Gaussian noise, normal noise, analytic Gaussian, full batch, full-"
     "batch gradient descent, deterministic batches, no subsampling, output perturbation"},
    {"poisson-gaussian", "Gaussian noise on Poisson batches (DP-SGD)",
     "each step P = (1 - rate) N(0, sigma^2) + rate N(1, sigma^2), Q = N(0, sigma^2)",
     "DP-SGD, DPSGD, stochastic gradient descent, private training, training run, accountant, Opacus, TensorFlow "
     "Privacy, compute_dp_sgd_privacy, noise multiplier, sample rate, sampling rate, batch size, epochs, steps, "
     "subsampled Gaussian, sampled Gaussian mechanism, SGM, Poisson subsampling, Poisson sampling, Poisson "
     "batches, amplification by subsampling, moments accountant, PRV accountant, privacy loss distribution, PLD "
     "accountant, deep learning, fine-tuning, minibatch, federated learning, user-level differential privacy, DP-"
     "FedAvg, record-level, example-level, client sampling"},
    {"fixed-batch-gaussian", "Gaussian noise on batches of a fixed size",
     "every step draws a uniform subset, a `share` of the records; N(sum of the batch, sigma^2)",
     "DP-SGD, sampling without replacement, fixed-size batches, fixed batch size, subsampling, replace-one, "
     "substitution, minibatch, WOR"},
    {"truncated-poisson-gaussian", "Gaussian noise on Poisson batches cut to a largest size",
     "each of `records` records is drawn with the rate; of more than `largest` a uniform subset of that size stays",
     "DP-SGD, truncated Poisson subsampling, truncated Poisson, maximal batch size, largest batch, padding, fixed "
     "shapes, jax_privacy, JAX Privacy, VaultGemma"},
    {"shuffled-batch", "Gaussian noise on shuffled batches",
     "the data are shuffled once an epoch and cut into `steps` batches; N(sum of the batch, sigma^2) each",
     "shuffled batches, shuffled minibatches, adaptive batch linear queries, ABLQ, DP-SGD with shuffling, epochs, "
     "reshuffling, reshuffled every epoch, random reshuffling, dataloader, dynamic shuffling"},
    {"matrix-gaussian", "Matrix mechanisms with correlated Gaussian noise",
     "C x + N(0, sigma^2 I): each record takes part in the iterations of one of `bins` bins, drawn uniformly",
     "DP-FTRL, FTRL, matrix mechanism, matrix factorization, factorization mechanism, BandMF, banded matrix, "
     "Toeplitz, prefix sums, correlated noise, balls in bins, DP-MF, continual counting"},
    {"shuffle-laplace", "Shuffled reports in [0, 1] with Laplace noise", "x + Laplace noise of scale 1/eps0, n users",
     "shuffle model, local, LDP, privacy blanket, telemetry, real values"},
    {"shuffle-gaussian", "Shuffled reports in [0, 1] with Gaussian noise", "x + N(0, sigma^2), n users",
     "shuffle model, local, LDP, privacy blanket, telemetry, real values"},
    {"shuffle-krr", "Shuffled k-ary randomized response by its blanket",
     "n reports, each uniform with probability gamma, else true",
     "k-RR, kRR, generalized randomized response, local, LDP, privacy blanket, shuffle model"},
    {"shuffle-hadamard", "Shuffled Hadamard response",
     "half of the outputs are e^eps0 times as likely, by a Hadamard row",
     "Hadamard response, local, LDP, frequency estimation, shuffle model"},
    {"shuffle-subset", "Shuffled reports of the subset mechanism",
     "sets of `subset` of k values; those that hold the record's are e^eps0 times as likely",
     "subset selection, local, LDP, frequency estimation, shuffle model"},
    {"shuffle-table", "Shuffled reports of any finite randomizer", "a table of probabilities, a row an input",
     "local, LDP, privacy blanket, shuffle model, custom randomizer"},
    {"batch", "Comparisons of batch samplers", "deterministic, Poisson and shuffled batches of one Gaussian mechanism",
     "samplers, crossing of Poisson and shuffled batches, Poisson against deterministic batches"},
    {"allocation", "Random allocation with Gaussian noise",
     "each record takes part in `selected` of `steps` steps, chosen at random; noise N(0, sigma^2) in each",
     "random allocation, balls and bins, balls-and-bins, k-out-of-t, DP-SGD, fixed number of participations, "
     "partition of batches, each record once an epoch"},
    {"allocation-rr", "Random allocation of randomized response",
     "one of `steps` reports is a binary randomized response to the data, the others are noise",
     "random allocation of local reports, balls and bins, randomized response, pure differential privacy, local, "
     "LDP"},
    {"clones", "Shuffling of any local randomizer, by clones",
     "P = (A + D, C - A + 1 - D), Q with 1 - D: C ~ Bin(n-1, e^-eps0), A ~ Bin(C, 1/2), D ~ Bern(e^eps0/(e^eps0+1))",
     "shuffle model, shuffling, amplification by shuffling, privacy amplification by shuffling, hiding among the "
     "clones, local, LDP, local randomizer, federated analytics, anonymity, secure shuffler"},
    {"shuffle", "Shuffling of any local randomizer: best proved bounds",
     "the worst case over all eps0-differentially private local randomizers of n users",
     "shuffle model, shuffling, amplification by shuffling, privacy amplification by shuffling, local randomizer, "
     "local, LDP, privacy blanket, telemetry, ESA"},
    {"rr2", "Shuffled binary randomized response",
     "the number of ones among n reports, each the true bit with probability e^eps0/(e^eps0+1)",
     "binary randomized response, binary, RR, Warner, local, LDP, shuffle model, shuffling, lower bound"},
    {"krr", "Shuffled k-ary randomized response",
     "the histogram of n reports over k values; gamma is the share of reports that are uniform noise",
     "k-RR, kRR, generalized randomized response, histogram, frequency estimation, privacy blanket, local, LDP, shuffle "
     "model, shuffling"},
    {"multinomial", "Shuffled reports with a multinomial pair", "clones with p, and a difference q between them",
     "shuffle model, shuffling, clones, local, LDP"},
    {"fmt23", "The stronger clones of FMT23 (disputed)", "the pair of [FMT23], whose general proof has a gap",
     "shuffle model, shuffling, stronger amplification, clones, local, LDP"},
    {"variation-ratio", "The variation-ratio pair (disputed)", "the pair of [Wang24] with parameters p, beta and q",
     "shuffle model, shuffling, variation ratio, unified amplification, local, LDP"},
    {"laplace", "Laplace noise", "P, Q: Laplace noise of scale 1/eps0 around 1 and 0, each step taken with the rate",
     "Laplace mechanism, pure differential privacy, additive Laplace noise, Poisson subsampling of Laplace noise, "
     "subsampled Laplace"},
    {"discrete-laplace", "Discrete Laplace noise",
     "P, Q: n with probability tanh(a/2) e^(-a|n|), shifted by the sensitivity",
     "geometric mechanism, discrete Laplace mechanism, two-sided geometric, integer noise, counts"},
    {"discrete-gaussian", "Discrete Gaussian noise",
     "P, Q: n with probability proportional to e^(-n^2/(2 sigma2)), shifted",
     "discrete Gaussian mechanism, integer noise, census, zCDP, secure aggregation"},
    {"gdp", "Gaussian differential privacy", "P = N(mu, 1), Q = N(0, 1), each round once",
     "GDP, mu-GDP, f-DP, Gaussian differential privacy, trade-off function"},
    {"zcdp", "Zero-concentrated differential privacy",
     "every mechanism whose Renyi divergences are at most xi + rho alpha for all orders alpha > 1",
     "zCDP, concentrated differential privacy, CDP, rho, zCDP to DP, zCDP to epsilon, conversion"},
    {"renyi-curve", "A table of Renyi divergences",
     "every mechanism whose Renyi divergences are at most those of the table",
     "RDP to DP, RDP to epsilon, Renyi to epsilon, Renyi differential privacy, RDP, conversion, orders, RDP curve,"
     " RenyiDpEvent"},
    {"bounded-range", "Bounded range", "every mechanism whose privacy loss has a range of at most eps0",
     "exponential mechanism, bounded range, report noisy max with Gumbel noise, Gumbel noise, selection"},
    {"rr", "Randomized response, and any pure mechanism", "P = (p, 1 - p), Q = (1 - p, p), p = e^eps0/(e^eps0 + 1)",
     "randomized response, RR, any pure mechanism, pure differential privacy, optimal composition of pure "
     "mechanisms, Warner, local, LDP"},
    {"rr-local", "Randomized response over k answers", "the true answer, or with probability p a uniform one of k",
     "k-RR, generalized randomized response, k-ary randomized response, randomized response with many answers, "
     "local, LDP, telemetry"},
    {"eps-delta", "Any (eps0, delta0)-private mechanism",
     "the least pair that dominates every (eps0, delta0)-private mechanism",
     "approximate differential privacy, optimal composition, optimal composition theorem, advanced composition, "
     "KOV, basic composition, pure and approximate mechanisms"},
    {"composition", "Compositions of any mechanisms", "the product of the pairs of a list, see --compose",
     "composition, heterogeneous composition, compose different mechanisms, accountant, PRV accountant, privacy "
     "loss distribution, PLD, PLD accountant, Fourier accountant, numerical composition, mix, several mechanisms"},
};

struct Word {
  std::string_view part;  // of an id, between points or hyphens
  std::string_view words;
};

// What is asked of a family, and how it is bounded, in the words of users.
constexpr Word all_words[] = {
    {"epsilon", "epsilon, eps, privacy loss, privacy budget, privacy parameter, accountant"},
    {"delta", "delta, hockey-stick divergence, privacy profile, failure probability"},
    {"renyi", "RDP, RDP accountant, Renyi differential privacy, Renyi divergence, moments accountant, moments"},
    {"sigma",
     "noise calibration, calibrate sigma, noise multiplier, noise multiplier for a target epsilon, how much noise, "
     "smallest sigma, standard deviation"},
    {"steps",
     "how many steps, how many epochs, epochs for a budget, training length, how many iterations, number of steps within "
     "a budget, largest number of steps"},
    {"rate",
     "how large a batch, largest batch size, largest sampling rate, sampling probability within a budget, batch size for "
     "a budget"},
    {"rounds",
     "how many rounds, how many releases, how often, number of rounds within a budget, largest number of rounds"},
    {"tv", "total variation distance, membership inference advantage"},
    {"eps0", "local epsilon, local budget, calibration, how much local privacy, largest epsilon for a budget"},
    {"rho", "rho for a target, largest rho, from epsilon and delta"},
    {"mu", "mu for a target, largest mu, from epsilon and delta"},
    {"n", "number of users, number of reports, how many users"},
    {"crossing", "Poisson against deterministic batches"},
    {"real", "real orders, all orders"},
    {"substitution", "replace-one, substitution, bounded differential privacy, swap"},
    {"closed", "closed form, formula"},
    {"approximate", "approximate local randomizers, (eps0, delta0), approximate LDP"},
    {"composition", "advanced composition"},
    {"noisy", "noisy SGD, one record a step, without replacement"},
};

std::string usual_value(const Parameter& p) {
  static const std::map<std::string_view, std::string_view> by_name = {
      {"n", "10000"},      {"eps0", "1"},
      {"eps", "0.5"},      {"delta", "1e-6"},
      {"sigma", "1"},      {"rate", "1/100"},
      {"steps", "100"},    {"alpha", "4"},
      {"k", "4"},          {"gamma", "1/4"},
      {"delta0", "1e-9"},  {"selected", "1"},
      {"epochs", "1"},     {"rounds", "1"},
      {"lambda", "1/2"},   {"p", "1/2"},
      {"q", "1/4"},        {"beta", "1/4"},
      {"size", "100"},     {"batch", "10"},
      {"share", "1/100"},  {"a", "1"},
      {"sigma2", "4"},     {"mu", "1"},
      {"rho", "0.1"},      {"sensitivity", "1"},
      {"column", "1,1/2"}, {"iterations", "20"},
      {"bins", "5"},       {"table", "2/3,1/3;1/3,2/3"},
      {"subset", "2"},     {"records", "10000"},
      {"largest", "130"},  {"curve", "2,1/2;4,1;8,2"}};
  if (const auto known = by_name.find(p.name); known != by_name.end()) return std::string(known->second);
  switch (p.domain) {
    case Domain::direction:
      return "both";
    case Domain::adjacency:
      return "zero-out";
    case Domain::members:
      return "0";
    case Domain::probability:
    case Domain::positive_probability:
    case Domain::open_probability:
    case Domain::probability_below_1:
    case Domain::probability_or_best:
      return "1/100";
    case Domain::orders:
      return "2..64";
    case Domain::real_orders:
      return "1..64";
    case Domain::categories:
    case Domain::order:
      return "4";
    case Domain::word:
      return std::string(p.default_text);
    default:
      return "1";
  }
}

// Where the usual values are outside of a theorem, or costly.
std::string own_value(std::string_view id, std::string_view name) {
  static const std::map<std::pair<std::string_view, std::string_view>, std::string_view> own = {
      {{"clones.n", "eps"}, "0.1"},
      {{"clones.n", "eps0"}, "4"},
      {{"multinomial.delta", "n"}, "1000"},
      {{"multinomial.delta", "q"}, "1/2"},
      {{"rr2.epsilon.csuzz19", "n"}, "100000"},
      {{"krr.epsilon.bbgn19", "n"}, "100000"},
      {{"krr.epsilon.closed-form", "n"}, "1000000"},
      {{"fmt23.epsilon.closed-form", "n"}, "1000000"},
      {{"shuffle.epsilon.efmrtt19", "eps0"}, "1/10"},
      {{"clones.epsilon.noisy-sgd", "sigma"}, "10"},
      {{"variation-ratio.delta", "p"}, "3"},
      {{"variation-ratio.delta", "q"}, "3"},
      {{"variation-ratio.delta", "n"}, "100"},
      {{"krr.delta.weak", "n"}, "100"},
      {{"krr.epsilon.weak", "n"}, "100"},
      {{"krr.delta.strong", "n"}, "100"},
      {{"krr.epsilon.strong", "n"}, "100"},
      {{"shuffled-batch.delta.pair", "steps"}, "4"},
      {{"allocation.delta.direct-add", "direction"}, "add"},
      {{"allocation.epsilon.direct-add", "direction"}, "add"},
      {{"allocation.delta.laplace-add", "direction"}, "add"},
      {{"allocation.epsilon.laplace-add", "direction"}, "add"},
      {{"allocation.delta.overlap", "direction"}, "remove"},
      {{"allocation.epsilon.overlap", "direction"}, "remove"},
      {{"clones.epsilon.approximate", "delta"}, "1e-4"},
      {{"krr.epsilon.strong", "delta"}, "1/100"},
      {{"multinomial.delta", "p"}, "1/10"},
      {{"multinomial.epsilon.closed-form", "p"}, "1/4"},
      {{"matrix-gaussian.sigma", "iterations"}, "4"},
      {{"matrix-gaussian.sigma", "bins"}, "2"},
      {{"shuffle-gaussian.delta", "n"}, "10"},
      {{"shuffle-gaussian.epsilon", "n"}, "10"},
      {{"shuffle-gaussian.delta", "sigma"}, "2"},
      {{"shuffle-gaussian.epsilon", "sigma"}, "2"},
      {{"shuffle-laplace.delta", "n"}, "100"},
      {{"shuffle-laplace.epsilon", "n"}, "100"},
      {{"shuffle-krr.delta", "n"}, "100"},
      {{"shuffle-krr.epsilon", "n"}, "100"},
      {{"shuffle-hadamard.delta", "n"}, "100"},
      {{"shuffle-hadamard.epsilon", "n"}, "100"},
      {{"shuffle-subset.delta", "n"}, "100"},
      {{"shuffle-subset.epsilon", "n"}, "100"},
      {{"shuffle-table.delta", "n"}, "100"},
      {{"shuffle-table.epsilon", "n"}, "100"},
  };
  const auto found = own.find({id, name});
  return found == own.end() ? "" : std::string(found->second);
}

std::string_view symbol(std::string_view id) {
  const auto dot = id.find('.');
  const std::string_view rest = dot == std::string_view::npos ? id : id.substr(dot + 1);
  return rest.substr(0, rest.find('.'));
}

std::string_view definition(std::string_view symbol) {
  if (symbol == "delta") return "delta = sup over events S of P(S) - e^eps Q(S)";
  if (symbol == "epsilon") return "epsilon = inf {eps >= 0 : P(S) - e^eps Q(S) <= delta for every event S}";
  if (symbol == "renyi") return "D_alpha(P || Q) = ln(E_Q[(dP/dQ)^alpha]) / (alpha - 1)";
  if (symbol == "sigma") return "sigma = inf {sigma : P(S) - e^eps Q(S) <= delta for every event S}";
  if (symbol == "eps0") return "eps0 = sup {eps0 : P(S) - e^eps Q(S) <= delta for every event S}";
  if (symbol == "n") return "n = min {n : P(S) - e^eps Q(S) <= delta for every event S}";
  if (symbol == "rate") return "rate = sup {rate : P(S) - e^eps Q(S) <= delta for every event S}";
  if (symbol == "rounds") return "rounds = max {rounds >= 0 : P(S) - e^eps Q(S) <= delta for every event S}";
  if (symbol == "steps")
    return "the largest steps (random allocation: the least) with P(S) - e^eps Q(S) <= delta for every event S";
  if (symbol == "tv") return "TV(P, Q) = sup over events S of P(S) - Q(S)";
  return "";
}

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::span<const Family> families() { return all_families; }

Family family_of(std::string_view id) {
  const std::string_view stem = id.substr(0, id.find('.'));
  for (const Family& f : all_families) {
    if (f.stem == stem) return f;
  }
  return {stem, stem, "", ""};
}

std::string words_asked(std::string_view id) {
  std::string all;
  std::string_view rest = id.substr(std::min(id.find('.'), id.size()));
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view part = rest.substr(0, rest.find_first_of(".-"));
    rest.remove_prefix(part.size());
    for (const Word& w : all_words) {
      if (w.part == part) all += fmt::format("{}{}", all.empty() ? "" : ", ", w.words);
    }
  }
  return all;
}

std::string synonyms(std::string_view id) {
  const std::string_view of_family = family_of(id).words;
  const std::string asked = words_asked(id);
  return fmt::format("{}{}{}", of_family, of_family.empty() || asked.empty() ? "" : ", ", asked);
}

std::string formula(const Entry& entry) {
  const std::string_view defined = definition(symbol(entry.id));
  const std::string_view law = family_of(entry.id).law;
  return fmt::format("{}{}{}", defined, defined.empty() || law.empty() ? "" : "; ", law);
}

std::string_view meaning_of(std::string_view parameter) {
  static const std::map<std::string_view, std::string_view> meanings = {
      {"n", "how many users send a report"},
      {"eps0", "the privacy loss of each user's own randomizer"},
      {"delta0", "the failure probability of each user's own randomizer"},
      {"eps", "the privacy loss at which delta is asked for, or that is allowed"},
      {"delta", "the failure probability that is allowed"},
      {"sigma", "the standard deviation of the noise, divided by the sensitivity"},
      {"rate", "the probability with which a record is in a batch"},
      {"steps", "how many steps, or batches, there are"},
      {"selected", "in how many of the steps a record takes part"},
      {"epochs", "how often the whole is repeated"},
      {"largest", "how many records a batch holds at most"},
      {"records", "how many records there are, the one in question too"},
      {"rounds", "how often the mechanism is run on the same data"},
      {"alpha", "the order of the Renyi divergence"},
      {"orders", "which orders of the Renyi divergence are tried"},
      {"direction", "from the dataset with the record to the one without it, the reverse, or the larger of both"},
      {"k", "how many values a report may have"},
      {"gamma", "the share of reports that are uniform noise"},
      {"others", "how many of the other users hold a one"},
      {"column", "the first column of the lower triangular Toeplitz matrix"},
      {"matrix", "the rows of the lower triangular matrix, each up to the diagonal"},
      {"iterations", "how many rows and columns the matrix has"},
      {"bins", "into how many bins the records fall, each taking part in every so many iterations"},
      {"sampling",
       "how the iterations of a record are drawn: one of the bins, or with cyclic-poisson each iteration of one "
       "group of records in turn, at the rate"},
      {"normalised", "whether the matrix is divided by its largest column norm"},
      {"table", "the probabilities of the outputs, a row an input"},
      {"subset", "how many values a reported set holds"},
      {"inputs", "which two inputs of the record are compared: all, or 0 and 1"},
      {"curve", "a file of rows \"order divergence\", or the rows: 2,1/2;3,3/4"},
      {"phases", "the mechanisms that are composed, as 3*laplace(eps0=1)+gaussian(sigma=2); or see --compose"},
      {"lambda", "where the theorem cuts the steps"},
  };
  const auto found = meanings.find(parameter);
  return found == meanings.end() ? "" : found->second;
}

std::string example(const Entry& entry) {
  std::string text = fmt::format("hallmark eval {}", entry.id);
  for (const Parameter& p : entry.parameters) {
    const std::string own = own_value(entry.id, p.name);
    const bool left_out = !p.default_text.empty() || (p.optional && p.domain != Domain::rationals);
    if (own.empty() && left_out) continue;
    text += fmt::format(" {}={}", p.name, own.empty() ? usual_value(p) : own);
  }
  if (entry.id.starts_with("composition.")) {
    text += R"( --compose '[{"mechanism": "gaussian", "parameters": {"sigma": "2"}, "rounds": 4}]')";
  }
  return text;
}

std::string_view nearest_word(std::string_view wrong, std::span<const std::string_view> words) {
  constexpr std::size_t longest = 100;
  std::string_view nearest;
  std::size_t best = wrong.size() > longest ? 0 : wrong.size() / 2 + 1;
  for (const std::string_view word : words) {
    if (wrong.size() > longest) break;
    if (const std::size_t d = distance(wrong, word); d < best) {
      best = d;
      nearest = word;
    }
  }
  return nearest;
}

}  // namespace hallmark
