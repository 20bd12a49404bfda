#pragma once

#include "statement/quantity.hpp"

namespace hallmark::check {

/// The parameters of the rows and their domains, each written once.
namespace parameters {

using Kind = Parameter::Kind;

inline constexpr Parameter a{"a", "10^-30 <= a <= 10000"};
inline constexpr Parameter alpha{"alpha", "1 < alpha <= 10^30"};
inline constexpr Parameter b1{"b1", "10^-30 <= b1 <= 10^30"};
inline constexpr Parameter b2{"b2", "10^-30 <= b2 <= 10^30"};
inline constexpr Parameter beta{"beta", "0 < beta < 1"};
inline constexpr Parameter beta1{"beta1", "0 < beta1 < 1"};
inline constexpr Parameter beta2{"beta2", "0 < beta2 < 1"};
inline constexpr Parameter bins{"bins", "1 <= bins <= 1024", Kind::integer};
inline constexpr Parameter c{"c", "0 <= c <= 1"};
inline constexpr Parameter one_cap{"cap", "1 <= cap <= 1", Kind::integer};
inline constexpr Parameter candidates{"candidates", "2 <= candidates <= 10^15", Kind::integer, "0"};  // of a noise
inline constexpr Parameter column{"column", {}, Kind::list};
inline constexpr Parameter cut{"cut", "1 <= cut <= 10^15", Kind::integer};
inline constexpr Parameter delta{"delta", "0 <= delta <= 1"};
inline constexpr Parameter positive_delta{"delta", "0 < delta <= 1"};
inline constexpr Parameter delta_below_1{"delta", "0 < delta < 1"};
inline constexpr Parameter any_delta0{"delta0", "0 <= delta0 <= 1"};
inline constexpr Parameter delta0{"delta0", "0 <= delta0 <= 0"};
inline constexpr Parameter positive_delta0{"delta0", "0 < delta0 <= 1"};
inline constexpr Parameter deleted{"deleted", "0 <= deleted <= 100", Kind::integer, "0"};
inline constexpr Parameter epochs{"epochs", "1 <= epochs <= 10^15", Kind::integer};
inline constexpr Parameter one_epoch{"epochs", "1 <= epochs <= 1", Kind::integer};
inline constexpr Parameter eps{"eps", "0 <= eps <= 10000"};
inline constexpr Parameter real_eps{"eps", "-10000 <= eps <= 10000"};
inline constexpr Parameter eps0{"eps0", "10^-30 <= eps0 <= 10000"};
inline constexpr Parameter eta{"eta", "-1 < eta <= 10^30", Kind::real, "-1"};  // of some laws of runs alone
inline constexpr Parameter floor{"floor", "0 <= floor < 1"};
inline constexpr Parameter fp{"fp", "0 <= fp <= n0", Kind::integer};
inline constexpr Parameter fpr{"fpr", "0 < fpr < 1"};
inline constexpr Parameter gamma{"gamma", "0 < gamma < 1"};
inline constexpr Parameter group{"group", "1 <= group <= 100", Kind::integer, "1"};
inline constexpr Parameter guesses{"guesses", "0 <= guesses <= m", Kind::integer};
inline constexpr Parameter inserted{"inserted", "0 <= inserted <= 100", Kind::integer, "0"};
inline constexpr Parameter inputs{"inputs", "0,1 all", Kind::word};
inline constexpr Parameter iterations{"iterations", "1 <= iterations <= 8192", Kind::integer};
inline constexpr Parameter k{"k", "2 <= k <= 10^15", Kind::integer};
inline constexpr Parameter lambda{"lambda", "0 < lambda <= 1"};
inline constexpr Parameter largest{"largest", "1 <= largest <= 10^15", Kind::integer};
inline constexpr Parameter m{"m", "1 <= m <= 10^15", Kind::integer};
inline constexpr Parameter monotone{"monotone", "no yes", Kind::word};
inline constexpr Parameter mu{"mu", "10^-30 <= mu <= 10^30"};
inline constexpr Parameter n{"n", "1 <= n <= 10^15", Kind::integer};
inline constexpr Parameter n0{"n0", "1 <= n0 <= 10^15", Kind::integer};
inline constexpr Parameter n1{"n1", "1 <= n1 <= 10^15", Kind::integer};
inline constexpr Parameter noise{"noise", "exponential gaussian gumbel laplace", Kind::word};
inline constexpr Parameter noise_eps0{"eps0", "10^-30 <= eps0 <= 10000", Kind::real, "0"};
inline constexpr Parameter noise_sigma{"sigma", "10^-30 <= sigma <= 10^30", Kind::real, "0"};
inline constexpr Parameter normalised{"normalised", "no yes", Kind::word};
inline constexpr Parameter orders{"orders", "2 <= orders <= 10^6", Kind::range};
inline constexpr Parameter real_orders{"orders", "1 <= orders <= 10^6", Kind::real_range};
inline constexpr Parameter others{"others", "0 <= others <= n-1", Kind::integer};
inline constexpr Parameter p{"p", "0 < p <= 1"};
inline constexpr Parameter parties{"parties", "1 <= parties <= 100000", Kind::integer};
inline constexpr Parameter prior{"prior", "0 < prior < 1"};
inline constexpr Parameter q{"q", "0 < q <= 1"};
inline constexpr Parameter rate{"rate", "0 < rate <= 1"};
inline constexpr Parameter column_rate{"rate", "0 < rate <= 1", Kind::real, "0"};  // of cyclic-poisson alone
inline constexpr Parameter ratio{"ratio", "10^-30 <= ratio <= 10^30"};
inline constexpr Parameter records{"records", "1 <= records <= 10^15", Kind::integer};
inline constexpr Parameter rho{"rho", "10^-30 <= rho <= 10^30"};
inline constexpr Parameter right{"right", "0 <= right <= guesses", Kind::integer};
inline constexpr Parameter rounds{"rounds", "1 <= rounds <= 10^15", Kind::integer};
inline constexpr Parameter runs{"runs", "geometric poisson tnb binomial fixed", Kind::word};
inline constexpr Parameter runs_gamma{"gamma", "0 < gamma <= 1", Kind::real, "0"};
inline constexpr Parameter runs_mean{"mean", "10^-30 <= mean <= 10^30", Kind::real, "0"};
inline constexpr Parameter runs_n{"n", "1 <= n <= 10^15", Kind::integer, "0"};
inline constexpr Parameter runs_p{"p", "0 < p <= 1", Kind::real, "0"};
inline constexpr Parameter sampling{"sampling", "balls-in-bins cyclic-poisson", Kind::word};
inline constexpr Parameter selected{"selected", "1 <= selected <= steps", Kind::integer};
inline constexpr Parameter one_selected{"selected", "1 <= selected <= 1", Kind::integer};
inline constexpr Parameter sensitivity{"sensitivity", "1 <= sensitivity <= 10^15", Kind::integer};
inline constexpr Parameter real_sensitivity{"sensitivity", "10^-30 <= sensitivity <= 10^30"};
inline constexpr Parameter share{"share", "0 < share < 1"};
inline constexpr Parameter shifts{"shifts", {}, Kind::list};
inline constexpr Parameter shifts2{"shifts2", {}, Kind::list};
inline constexpr Parameter sigma{"sigma", "10^-30 <= sigma <= 10^30"};
inline constexpr Parameter sigma2{"sigma2", "10^-30 <= sigma2 <= 10^30"};
inline constexpr Parameter steps{"steps", "1 <= steps <= 10^15", Kind::integer};
inline constexpr Parameter several_steps{"steps", "2 <= steps <= 10^15", Kind::integer};
inline constexpr Parameter subset_size{"subset", "1 <= subset <= k-1", Kind::integer};
inline constexpr Parameter tp{"tp", "0 <= tp <= n1", Kind::integer};
inline constexpr Parameter users{"n", "0 <= n <= 10^15", Kind::integer};
inline constexpr Parameter third_p{"p", "0 < p <= 1/3"};
inline constexpr Parameter tpr{"tpr", "0 < tpr < 1"};
inline constexpr Parameter variance{"variance", "10^-30 <= variance <= 10^30"};
inline constexpr Parameter weights{"weights", {}, Kind::list};
inline constexpr Parameter weights2{"weights2", {}, Kind::list};
inline constexpr Parameter xi{"xi", "0 <= xi <= 10000"};

}  // namespace parameters

inline const std::vector<Direction> kBoth = {Direction::both};
inline const std::vector<Direction> kDirected = {Direction::remove, Direction::add, Direction::both};

}  // namespace hallmark::check
