#include "bounds/batch/truncated_poisson_gaussian.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/batch/pair_line.hpp"
#include "bounds/batch/pair_tails.hpp"
#include "bounds/batch/phase.hpp"
#include "bounds/batch/poisson_closed_forms.hpp"
#include "exact/binomial.hpp"
#include "exact/convex_law.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::truncated_poisson {
namespace {

using poisson_gaussian::PairTails;

constexpr std::string_view family = "truncated-poisson-gaussian";

// Ball sums of the two sides of the coin.
RatioTail mean(const Ball& often, const RatioTail& cut, const RatioTail& whole) {
  const Ball rest = 1 - often;
  const auto of = [&](const Ball& a, const Ball& b) { return often * a + rest * b; };
  return {of(cut.q_below, whole.q_below), of(cut.q_above, whole.q_above), of(cut.p_below, whole.p_below),
          of(cut.p_above, whole.p_above)};
}

RatioSketch mean(double often, const RatioSketch& cut, const RatioSketch& whole) {
  std::vector<std::pair<double, double>> all;
  for (std::size_t i = 0; i < cut.position.size(); ++i) all.emplace_back(cut.position[i], often * cut.mass[i]);
  for (std::size_t i = 0; i < whole.position.size(); ++i)
    all.emplace_back(whole.position[i], (1 - often) * whole.mass[i]);
  std::sort(all.begin(), all.end());
  RatioSketch r;
  for (const auto& [position, mass] : all) {
    if (!(mass > 0)) continue;
    r.position.push_back(position);
    r.mass.push_back(mass);
  }
  return r;
}

constexpr slong bits = 256;

}  // namespace

Mechanism mechanism(const Arguments& x, const Number& sigma) {
  return {sigma,
          x.number("rate"),
          x.count("steps"),
          x.count("records"),
          x.count("largest"),
          x.adjacency() == Adjacency::replace_one};
}

Cut cut(const Mechanism& m, slong precision, const Budget& budget) {
  if (m.largest >= m.records) return {Ball(0, precision), Ball(0, precision)};
  const Ball share = Ball(m.largest, precision) / m.records;
  if (m.rate == Number(1)) return {Ball(1, precision), share};
  const Ball q = m.rate.ball(precision);
  const Ball often = upper_tail({m.records - 1, q, 1 - q}, m.largest, budget);
  return {often, share * upper_tail({m.records, q, 1 - q}, m.largest + 1, budget) / often};
}

Ball told_by_taking_part(const Mechanism& m, const Budget& budget) {
  const Cut found = cut(m, coin_bits, budget);
  const Ball part = (1 - found.often) * m.rate.ball(coin_bits) + found.often * found.place;
  if (less(part, 1) != Truth::yes) return Ball(1, coin_bits);
  return -expm1(log1p(-part) * m.steps);
}

std::optional<composition::Phase> phase(const Mechanism& m, Rounded rounded, const Budget& budget) {
  if (m.records < 1) throw InputError(family, "records", std::to_string(m.records), "at least 1");
  if (m.largest < 1) throw InputError(family, "largest", std::to_string(m.largest), "at least 1");
  const poisson_gaussian::Mechanism whole{m.rate, m.sigma, m.steps, {1, m.replaced ? 1 : 0}};
  if (m.largest >= m.records) {
    // At rate 1 the batch is everybody: one Gaussian mechanism, of twice the sensitivity under replace-one.
    if (m.rate != Number(1)) return composition::pair_phase(whole);
    const auto sigma = m.sigma.rational();
    if (m.replaced && !sigma) throw InputError(family, "sigma", m.sigma.to_string(), "a rational number");
    return composition::gaussian(m.replaced ? Number(*sigma / 2) : m.sigma, m.steps);
  }
  if (m.rate == Number(1)) {
    const Number share(Rational(m.largest) / Rational(m.records));
    return composition::pair_phase({share, m.sigma, m.steps, {1, 1, true}});
  }
  const Cut found = cut(m, coin_bits, budget);
  if (!found.often.is_finite() || !found.place.is_finite() || is_positive(found.often) != Truth::yes) {
    return std::nullopt;
  }
  constexpr slong kept = 200;
  const Rational end = rounded == Rounded::up ? found.place.upper() : found.place.lower();
  const Rational unit = pow(Rational(2), kept);
  const Rational scale = pow(Rational(2), -found.place.centre_exponent());
  Rational place = floor(end * scale * unit);
  if (rounded == Rounded::up) place = place + 1;
  const poisson_gaussian::Mechanism few{Number(place / (scale * unit)), m.sigma, m.steps, {1, 1, true}};
  return composition::Phase{
      .key = fmt::format("truncated sigma={} rate={} records={} largest={} {} {}", m.sigma.to_string(),
                         m.rate.to_string(), m.records, m.largest, m.replaced ? "replace-one" : "zero-out",
                         rounded == Rounded::up ? "up" : "down"),
      .rounds = m.steps,
      .symmetric = m.replaced,
      .dominating_variance = composition::normal_variance(m.sigma, 2),  // no two means are more than 2 apart
      .one_round =
          [=](Direction direction, const Number& eps, slong precision, const Budget&) {
            const auto side = [&](const poisson_gaussian::Mechanism& x) {
              return poisson_gaussian::one_step({eps, x.rate, x.sigma, 1, direction, x.pair}, precision);
            };
            return found.often * side(few) + (1 - found.often) * side(whole);
          },
      .transform =
          [=](Direction direction) {
            const auto often = [=](slong) { return found.often; };
            const auto rest = [=](slong) { return 1 - found.often; };
            return composition::coin_line_transform({{often, composition::pair_line_transform(few, direction)},
                                                     {rest, composition::pair_line_transform(whole, direction)}});
          },
      .transform_decays = true,
      .upper = true,
      .ratio_law = [=](Slope slope, const Resolution& resolution,
                       const Budget& limit) -> std::shared_ptr<const RatioLaw> {
        const PairTails cut_tails(few, Direction::remove, bits);
        const PairTails whole_tails(whole, Direction::remove, bits);
        const auto at = [&](double x) {
          const Ball level = log(exactly(x, bits));
          return mean(found.often, cut_tails.at(level), whole_tails.at(level));
        };
        const double often = std::clamp(roughly(found.often), 1e-300, 1.0);
        auto law = tails_law(at, mean(often, cut_tails.sketch(), whole_tails.sketch()), slope, resolution, limit);
        return law ? std::make_shared<const RatioLaw>(*std::move(law)) : nullptr;
      }};
}

}  // namespace hallmark::truncated_poisson
