#include "bounds/allocation/certifiers.hpp"

#include "bounds/allocation/contour_witness.hpp"
#include "bounds/allocation/few_steps.hpp"
#include "bounds/allocation/law_witness.hpp"
#include "bounds/allocation/selected_witness.hpp"
#include "bounds/basic/laplace.hpp"
#include "bounds/batch/gaussian.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

constexpr std::string_view no_profile = "too much work";

// The laws of all ends, of ratios that stand `fence` bits closer than usual. Upper ends that the checker knows without
// them, as where delta is 0, take any laws.
std::optional<Prepared> prepared_laws(const allocation::StepLaw& step, slong fence,
                                      const std::function<bool(const DeltaEnd& upper)>& is_known, const Arguments& x,
                                      const ClaimedEnds& ends, const Budget& budget) {
  allocation::SelectedEpochs scheme{x.count("steps"), x.count("epochs"), x.count("selected"), x.direction()};
  if (x.has("lambda")) scheme.lambda = x.number("lambda").rational();
  const Number eps = delta_end(x, ends.upper ? *ends.upper : *ends.lower, true).eps;
  const slong unit = allocation::law_unit(scheme.steps, eps) + fence;
  const auto needs_none = [&](const DeltaEnd& end) { return end.upper && (end.value.sign() <= 0 || is_known(end)); };
  auto laws = prove_ends<witness::EpochLaw>(ends, [&](const Number& value, bool upper) {
    const DeltaEnd end = delta_end(x, value, upper);
    return allocation::laws(step, scheme, needs_none(end) ? DeltaEnd{end.eps, 1, true} : end, unit, budget);
  });
  if (!laws) return std::nullopt;
  return prepared(witness::EpochLaws{unit, *std::move(laws)});
}

bool nothing_known(const DeltaEnd& /*upper*/) { return false; }

// The atoms of the ratio of Laplace noise stand between points that are 10^-13 away from them.
Prepared prepare_laplace(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  constexpr slong fence = 16;
  const Arguments& x = term.arguments;
  const Number& eps0 = x.number("eps0");
  constexpr double largest = 100;  // ratios of more have no doubles
  if (!(roughly(eps0.ball(64)) < largest)) return refused(no_profile);
  const Ball reach = eps0.ball(256) * x.count("selected") * x.count("epochs");
  const auto beyond = [&](const DeltaEnd& end) { return less_equal(reach, end.eps.ball(reach.bits())) == Truth::yes; };
  auto found = prepared_laws(allocation::step_of(basic::laplace(eps0).phase), fence, beyond, x, ends, budget);
  return found ? *std::move(found) : refused(no_profile);
}

Prepared prepare_profile(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  const Arguments& x = term.arguments;
  const allocation::ProfileParameters p{x.number("sigma"), x.count("steps"), x.count("epochs"), x.direction(),
                                        x.count("selected")};
  if (p.selected == p.steps) return prepared(witness::Formula{});
  // Blocks alone are read as laws; where they do not prove an upper end, or a lower end is asked for, other pieces do.
  const auto by_laws = [&]() -> std::optional<Prepared> {
    const auto sigma = p.sigma.rational();
    return sigma ? prepared_laws(allocation::normal_step(*sigma), 0, nothing_known, x, ends, budget) : std::nullopt;
  };
  if (p.selected > 1) {
    if (!ends.lower && p.steps > allocation::most_few_steps) {
      if (auto laws = by_laws()) return *std::move(laws);
    }
    auto selected = prove_ends<witness::SelectedEnd>(ends, [&](const Number& value, bool upper) {
      return allocation::selected_ends(p, delta_end(x, value, upper), budget);
    });
    return selected ? prepared(*std::move(selected)) : refused(no_profile);
  }
  if (p.selected == 1 && p.epochs == 1) {
    auto contours = prove_ends<witness::Contour>(ends, [&](const Number& value, bool upper) {
      return allocation::contours({p.sigma, p.steps, p.direction}, delta_end(x, value, upper), budget);
    });
    if (contours) return prepared(*std::move(contours));
  }
  if (auto laws = by_laws()) return *std::move(laws);
  return refused(no_profile);
}

Prepared prepare_decomposition(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  const Arguments& x = term.arguments;
  const auto sigma = x.number("sigma").rational();
  if (!sigma) return refused(no_profile);
  constexpr slong fence = 16;  // the ratios of a sampled step are close to 1
  const allocation::StepLaw step = allocation::poisson_step(*sigma, *x.number("lambda").rational());
  // An epsilon is the smaller one of two: the selected steps may as well be known.
  const auto known = [&](const DeltaEnd& end) {
    constexpr slong bits = 128;
    const slong steps_known = x.count("selected") * x.count("epochs");
    return x.has("delta") &&
           less(gaussian::delta({x.number("sigma"), end.eps, steps_known}, bits), end.value.ball(bits)) == Truth::yes;
  };
  auto laws = prepared_laws(step, fence, known, x, ends, budget);
  return laws ? *std::move(laws) : refused(no_profile);
}

std::string_view unless_rate_below_1(const Arguments& x) {
  if (x.is_best("lambda") || !x.number("lambda").rational()) return "its lambda must be a rational number";
  return *x.number("lambda").rational() < Rational(1) ? "" : "its lambda must be below 1";
}

Prepared prepare_renyi(const Term& term, const Answer&, const ClaimedEnds&, const Budget&) {
  const Arguments& x = term.arguments;
  const slong selected = x.count("selected");
  const auto alpha = x.number("alpha").rational();
  const bool is_checked = selected == 1 || selected == x.count("steps") ||
                          (x.direction() == Direction::remove && alpha && alpha->is_integer());
  return is_checked ? prepared(witness::Moments{})
                    : refused("several selected steps in the direction add or at an order that is no integer");
}

}  // namespace

const Certifier allocation_delta_certifier{.methods = "contours laws selected formula", .prepare = prepare_profile};
const Certifier allocation_epsilon_certifier{
    .methods = "contours laws selected formula", .prepare = prepare_profile, .can_state = is_moderate_eps};
const Certifier allocation_laplace_delta_certifier{.methods = "laws", .prepare = prepare_laplace};
const Certifier allocation_laplace_epsilon_certifier{
    .methods = "laws", .prepare = prepare_laplace, .can_state = is_moderate_eps};
const Certifier allocation_decomposition_delta_certifier{
    .methods = "laws", .prepare = prepare_decomposition, .obstacle = unless_rate_below_1};
const Certifier allocation_decomposition_epsilon_certifier{
    .methods = "laws", .prepare = prepare_decomposition, .obstacle = unless_rate_below_1, .can_state = is_moderate_eps};
const Certifier allocation_renyi_certifier{.methods = "moments", .prepare = prepare_renyi};

}  // namespace hallmark
