#include "statement/rows.hpp"

#include <variant>

#include "allocation/allocation_counts.hpp"
#include "allocation/allocation_law.hpp"
#include "allocation/allocation_line.hpp"
#include "allocation/allocation_moments.hpp"
#include "allocation/allocation_sums.hpp"
#include "allocation/few_steps.hpp"
#include "allocation/selected_steps.hpp"
#include "basic/phases.hpp"
#include "batch/gaussian.hpp"
#include "batch/gaussian_moments.hpp"
#include "laws/pair_base.hpp"
#include "laws/rounds.hpp"
#include "shuffle/exact_sums.hpp"
#include "shuffle/response_sum.hpp"
#include "statement/ends.hpp"
#include "statement/orders.hpp"
#include "statement/parameters.hpp"

namespace hallmark::check {

namespace {

/// Where every value is many values of a transform, a comparison that is not narrow should cost few bits.
constexpr unsigned kFirstBits = 24;

bool every_step(const Quantity& q) { return q.count("selected") == q.count("steps"); }

/// Every step of every epoch: one Gaussian mechanism each.
Value every_step_delta(const Quantity& q, const Number& eps, Side, const Effort& effort) {
  const Integer rounds = Integer(q.count("steps")) * q.count("epochs");
  if (rounds > Integer(1'000'000'000'000'000'000)) throw TooMuchWork();
  return {gaussian_delta(q.parameter("sigma"), eps, rounds.to_count(), effort)};
}

/// One step of one epoch selected: inversions of the transform.
Profile read_contours(Reader& reader, const Quantity& quantity, Relation relation) {
  if (quantity.count("selected") != 1 || quantity.count("epochs") != 1) {
    throw Rejected{"domain", "selected, epochs: must be 1 for contours"};
  }
  const Hints hints = read_bits(reader, kFirstBits);
  const auto ends = read_ends<AllocationContour>(reader, quantity, relation, "contour", read_contour, false);
  return {[ends](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
            return ends.bound(side, [&](bool remove, const AllocationContour& contour) {
              return allocation_delta(q.parameter("sigma"), q.count("steps"), remove, eps, contour, effort);
            });
          },
          hints};
}

/// Poisson sampling of which one drawn step stays: one selected step mixed with none (PROOFS.md section 20.7).
Interval capped_delta(const Quantity& q, bool remove, const Number& eps, const AllocationContour& contour,
                      const Effort& effort) {
  const Count precision = effort.bits + effort.scale + 256;
  const Interval log_none = log1p(-enclose(q.parameter("rate"), precision)) * integer(q.count("steps"), precision);
  const Interval scale = -expm1(remove ? log_none : log_none + enclose(eps, precision));
  if (proved(less_equal(scale, Rational(0)))) return Interval(precision);
  const Interval at = log1p(enclose_expm1(eps, precision) / scale);
  if (!at.finite()) throw TooMuchWork();
  const auto one = [&](const Integer& place) {
    const Number eps_of_one{Number::Kind::rational, Rational(place, Integer(1) << precision)};
    return allocation_delta(q.parameter("sigma"), q.count("steps"), remove, eps_of_one, contour, effort);
  };
  const Interval value = from_ends(one(scaled_ceil(at, precision)), one(scaled_floor(at, precision))) * scale;
  return max(min(value, integer(1, precision)), Interval(precision));
}

Profile read_capped(Reader& reader, const Quantity& quantity, Relation relation) {
  reader.exactly("method contours");
  if (quantity.count("steps") < 2 || compare(quantity.parameter("rate"), Rational(1)) != Order::less) {
    throw Rejected{"domain", "steps, rate: must be above 1 and below 1"};
  }
  const Hints hints = read_bits(reader, kFirstBits);
  const auto ends = read_ends<AllocationContour>(reader, quantity, relation, "contour", read_contour, false);
  return {[ends](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
            return ends.bound(side, [&](bool remove, const AllocationContour& contour) {
              return capped_delta(q, remove, eps, contour, effort);
            });
          },
          hints};
}

/// One step of a mechanism as a law.
using StepLaw = ConvexLaw (*)(const Quantity& quantity, const Ratios& grid, const ConvexSpec& spec);

ConvexLaw normal_step(const Quantity& q, const Ratios& grid, const ConvexSpec& spec) {
  return lognormal_base(q.parameter("sigma"), grid, spec);
}

ConvexLaw laplace_step(const Quantity& q, const Ratios& grid, const ConvexSpec& spec) {
  const Count precision = spec.fraction + 2 * spec.unit + 96;
  return masses_base(laplace_masses(enclose(q.parameter("eps0"), precision)), precision, grid, spec);
}

ConvexLaw sampled_step(const Quantity& q, const Ratios& grid, const ConvexSpec& spec) {
  const Count precision = spec.fraction + 2 * spec.unit + 96;
  return masses_base(
      poisson_masses(enclose(q.parameter("lambda"), precision), enclose(q.parameter("sigma"), precision), false),
      precision, grid, spec);
}

BlockRatio mean_block(const Quantity&) { return mean_of_steps(); }
BlockRatio drawn_block(const Quantity& q) { return given_a_draw(q.parameter("lambda")); }

/// Any epochs of blocks of steps: convex laws.
Profile read_blocks(Reader& reader, const Quantity& quantity, Relation relation, StepLaw step,
                    BlockRatio (*block)(const Quantity&)) {
  const Count unit = read_unit(reader);
  const std::size_t lines =
      allocation_grids(quantity.count("steps"), quantity.count("selected"), quantity.count("epochs"));
  const auto read = [lines](Reader& r, std::span<const std::string_view> words) {
    if (!words.empty()) r.fail("nothing after the direction");
    return read_ratios(r, lines);
  };
  const auto ends = read_ends<std::vector<Ratios>>(reader, quantity, relation, "law", read, false);
  return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
            return ends.bound(side, [&](bool remove, const std::vector<Ratios>& ratios) {
              const LawBase base = [&](const Ratios& grid, const ConvexSpec& spec) { return step(q, grid, spec); };
              const SelectedEpochs scheme{q.count("steps"), q.count("selected"), q.count("epochs"), remove};
              return allocation_law_bound(base, block(q), scheme, eps, side, ratios, unit, effort);
            });
          },
          Hints{}};
}

/// From above any number of selected steps.
template <StepLaw step>
Profile read_laws(Reader& reader, const Quantity& quantity, Relation relation) {
  if (has_lower_end(relation) && quantity.count("selected") != 1) {
    throw Rejected{"domain", "selected: must be 1 for a lower end"};
  }
  return read_blocks(reader, quantity, relation, step, mean_block);
}

Profile read_drawn(Reader& reader, const Quantity& quantity, Relation relation) {
  reader.exactly("method laws");
  if (compare(quantity.parameter("lambda"), Rational(1)) != Order::less) {
    throw Rejected{"domain", "lambda: must be below 1"};
  }
  return read_blocks(reader, quantity, relation, sampled_step, drawn_block);
}

/// The selected steps of all epochs may as well be known.
Profile read_drawn_or_known(Reader& reader, const Quantity& quantity, Relation relation) {
  const Profile drawn = read_drawn(reader, quantity, relation);
  const Integer known = Integer(quantity.count("selected")) * quantity.count("epochs");
  if (known > Integer(1'000'000'000'000'000)) throw TooMuchWork();
  return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort) -> Value {
            const Interval all = gaussian_delta(q.parameter("sigma"), eps, known.to_count(), effort);
            return {min(all, drawn.delta(q, eps, side, effort).enclosure)};
          },
          Hints{}};
}

Profile read_laplace(Reader& reader, const Quantity& quantity, Relation relation) {
  reader.exactly("method laws");
  return read_laws<laplace_step>(reader, quantity, relation);
}

/// One end of several selected steps: an event of scores below, one product or blocks above, on either side a rule of few
/// steps.
struct SelectedEnd {
  std::variant<ScoreEvent, ProductAbove, std::vector<Ratios>, FewStepsRule> piece;
  Count unit = 0;  ///< of the ratios of blocks
};

SelectedEnd read_selected_end(Reader& reader, std::span<const std::string_view> words, std::size_t lines) {
  constexpr std::size_t score_words = 4;
  constexpr std::size_t product_words = 9;
  constexpr std::size_t rule_words = 4;
  enum class Piece { scores, product, blocks, few_steps };
  const std::string expected = "`scores`, `product`, `blocks` or `few-steps` with what belongs to it";
  if (words.empty()) reader.fail(expected);
  const auto piece = reader.to_one_of<Piece>(words[0], {"scores", "product", "blocks", "few-steps"}, expected);
  const auto rational = [&](std::size_t i, const std::string& be, const auto& is) {
    Rational x = reader.to_rational(words[i]);
    if (!is(x)) reader.fail(be);
    return x;
  };
  const auto rate = [&] {
    return rational(1, "lambda strictly between 0 and 1", [](const Rational& x) { return x > 0 && x < 1; });
  };
  const auto scale = [&] { return reader.to_integer(words[2], 1, 24).to_count(); };
  if (piece == Piece::scores && words.size() == score_words) {
    const Integer most = Integer(1) << 40;
    return {ScoreEvent{rate(), scale(), reader.to_integer(words[3], -most, most)}, 0};
  }
  if (piece == Piece::product && words.size() == product_words) {
    const auto positive = [](const Rational& x) { return x > 0; };
    ProductAbove p{rate(),
                   scale(),
                   rational(3, "low at least 0", [](const Rational& x) { return x >= 0; }),
                   rational(4, "high above low", positive),
                   rational(5, "alpha", [](const Rational&) { return true; }),
                   rational(6, "beta in 0..1", [](const Rational& x) { return x >= 0 && x <= 1; }),
                   rational(7, "theta above 0", positive),
                   rational(8, "theta above 0", positive)};
    if (p.high <= p.low) reader.fail("high above low");
    return {p, 0};
  }
  if (piece == Piece::blocks && words.size() == 2) {
    const Count unit = reader.to_integer(words[1], 1, 512).to_count();
    return {read_ratios(reader, lines), unit};
  }
  if (piece == Piece::few_steps && words.size() == rule_words) {
    const auto positive = [](const Rational& x) { return x > 0; };
    return {FewStepsRule{rational(1, "a step above 0", positive), rational(2, "a reach above 0", positive),
                         reader.to_integer(words[3], 1, 1'000'000).to_count()},
            0};
  }
  reader.fail(expected);
}

/// Several selected steps.
Profile read_selected(Reader& reader, const Quantity& quantity, Relation relation) {
  const Count selected = quantity.count("selected");
  if (selected == 1) throw Rejected{"domain", "selected: must be above 1 for this method"};
  const std::size_t lines = allocation_grids(quantity.count("steps"), selected, quantity.count("epochs"));
  const auto read = [lines](Reader& r, std::span<const std::string_view> words) {
    return read_selected_end(r, words, lines);
  };
  const auto ends = read_ends<SelectedEnd>(reader, quantity, relation, "selected", read, false);
  return {[ends](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
            return ends.bound(side, [&](bool remove, const SelectedEnd& end) {
              const AllocationScheme scheme{q.parameter("sigma"), q.count("steps"), q.count("selected"),
                                            q.count("epochs"), remove};
              if (const auto* event = std::get_if<ScoreEvent>(&end.piece)) {
                if (side == Side::upper) throw Rejected{"witness", "scores: prove lower ends only"};
                return selected_lower(scheme, eps, *event, effort);
              }
              if (const auto* rule = std::get_if<FewStepsRule>(&end.piece)) {
                if (scheme.epochs != 1 || scheme.steps > 6) {
                  throw Rejected{"witness", "few-steps: must be at most 6 steps, and one epoch"};
                }
                return few_steps_delta(scheme, eps, *rule, effort);
              }
              if (side == Side::lower) throw Rejected{"witness", "product, blocks: prove upper ends only"};
              if (const auto* product = std::get_if<ProductAbove>(&end.piece)) {
                if (!remove) throw Rejected{"witness", "product: proves upper ends of the direction remove only"};
                return selected_upper(scheme, eps, *product, effort);
              }
              return allocation_law_bound(scheme, eps, side, std::get<std::vector<Ratios>>(end.piece), end.unit,
                                          effort);
            });
          },
          Hints{}};
}

/// Where the number of steps is what the claim is about: one selected step of one epoch.
Profile read_contours_alone(Reader& reader, const Quantity& quantity, Relation relation) {
  reader.exactly("method contours");
  return read_contours(reader, quantity, relation);
}

Profile read_allocation(Reader& reader, const Quantity& quantity, Relation relation) {
  if (every_step(quantity)) return evaluated("formula", every_step_delta)(reader, quantity, relation);
  enum class By { contours, laws, selected };
  const auto by = reader.one_of<By>("method", {"contours", "laws", "selected"});
  constexpr Profile (*readers[])(Reader&, const Quantity&, Relation) = {read_contours, read_laws<normal_step>,
                                                                        read_selected};
  return readers[static_cast<std::size_t>(by)](reader, quantity, relation);
}

/// The Gaussian pair below the mean of the ratios, PROOFS.md section 8.7.
Value direct_add_delta(const Quantity& q, const Number& eps, Side, const Effort& effort) {
  const Count selected = q.count("selected");
  const Count length = q.count("steps") / selected;
  const Count longer = q.count("steps") % selected;
  const Rational epochs = q.count("epochs");
  const Rational inverse_lengths = epochs * (Rational(selected - longer, length) + Rational(longer, length + 1));
  // As for gaussian_delta: 320 bits; and those of the shift, up to 10^90.
  const Count precision = effort.bits + 640;
  const Interval s = enclose(q.parameter("sigma"), precision);
  const Interval square = s * s;
  const Interval mu = sqrt(Interval(inverse_lengths, precision) / square);
  const Interval shift = Interval(epochs * selected - inverse_lengths, precision) / (integer(2, precision) * square);
  return {gaussian_profile(mu, enclose(eps, precision) - shift, enclose_exp(eps, precision) / exp(shift))};
}

/// One step out of `steps` (remove at integer orders by the series), all of them where `gaussian`.
Interval one_of_steps(const Quantity& q, Count steps, bool gaussian, Direction direction, const Number& alpha,
                      unsigned bits) {
  const Number& sigma = q.parameter("sigma");
  if (!gaussian) return allocation_at_real_order(steps, sigma, alpha, direction == Direction::remove, bits);
  const Interval one = gaussian_log_moment(sigma, alpha, bits);
  return one * integer(steps, one.precision());
}

std::vector<Interval> one_of_steps(const Quantity& q, Count steps, bool gaussian, Direction direction, Count first,
                                   Count last, unsigned bits) {
  if (direction == Direction::remove && (!gaussian || steps == 1)) {
    return allocation_remove(steps, q.parameter("sigma"), first, last, bits);
  }
  std::vector<Interval> all;
  for (Count order = first; order <= last; ++order) {
    all.push_back(one_of_steps(q, steps, gaussian, direction, {Number::Kind::rational, order}, bits));
  }
  return all;
}

LogMoments allocation_renyi(Count (*rounds)(const Quantity&)) {
  return {[](const Quantity& q, Direction direction, const Number& alpha, unsigned bits) {
            const Count steps = q.count("steps");
            const Count selected = q.count("selected");
            if (selected == 1 || every_step(q)) {
              return one_of_steps(q, steps, every_step(q), direction, alpha, bits);
            }
            const std::optional<Count> order = small_integer(alpha);
            if (!order) {
              throw Rejected{"domain", "alpha: must be an integer below 2^63 for this quantity and direction"};
            }
            if (direction == Direction::add) {
              throw Rejected{"domain", "the direction add of several selected steps is not checked"};
            }
            return allocation_remove_selected(steps, selected, q.parameter("sigma"), *order, bits);
          },
          rounds,
          [](const Quantity& q, Direction direction, Count first, Count last, unsigned bits) {
            if (q.count("selected") != 1 && !every_step(q)) return std::vector<Interval>();
            return one_of_steps(q, q.count("steps"), every_step(q), direction, first, last, bits);
          },
          [](const Quantity& q) -> std::optional<Rational> {
            if (!every_step(q)) return std::nullopt;
            return gaussian_divergence(q.parameter("alpha"), q.parameter("sigma"), q.count("steps"));
          }};
}

/// (selected - r) blocks of m steps and r of m + 1, one step selected in each.
LogMoments blocks_renyi() {
  return {{}, all_epochs, [](const Quantity& q, Direction direction, Count first, Count last, unsigned bits) {
            const Count selected = q.count("selected");
            const Count length = q.count("steps") / selected;
            const Count longer = q.count("steps") % selected;
            const auto blocks = [&](Count steps, Count count) {
              std::vector<Interval> all = one_of_steps(q, steps, steps == 1, direction, first, last, bits);
              for (Interval& x : all) x = x * integer(count, x.precision());
              return all;
            };
            std::vector<Interval> all = blocks(length, selected - longer);
            if (longer > 0) {
              const std::vector<Interval> others = blocks(length + 1, longer);
              for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] + others[i];
            }
            return all;
          }};
}

LogMoments overlap_renyi() {
  return {[](const Quantity& q, Direction, const Number& order, unsigned bits) {
            return allocation_overlap(q.count("steps"), q.count("selected"), q.parameter("sigma"),
                                      small_integer(order).value(), bits);
          },
          all_epochs};
}

/// The divergence where it is known, of one or all steps; else the bound of the blocks, in the direction remove the least of
/// it and of the overlaps, at each order.
LogMoments least_renyi() {
  return {allocation_renyi(all_epochs).at, all_epochs,
          [](const Quantity& q, Direction direction, Count first, Count last, unsigned bits) {
            const bool known = q.count("selected") == 1 || every_step(q);
            const LogMoments moments = known ? allocation_renyi(all_epochs) : blocks_renyi();
            std::vector<Interval> all = moments.at_orders(q, direction, first, last, bits);
            if (known || direction == Direction::add) return all;
            const LogMoments overlaps = overlap_renyi();
            for (Interval& x : all) {
              x = min(x, overlaps.at(q, direction, {Number::Kind::rational, Rational(first++)}, bits));
            }
            return all;
          }};
}

ResponseScheme scheme_of(const Quantity& q, Direction direction) {
  return {q.parameter("eps0"), q.count("steps"), q.count("selected"), direction == Direction::remove};
}

Value response_delta(const Quantity& q, const Number& eps, Side, const Effort& effort) {
  return in_directions(q, [&](Direction direction) -> Value {
    const ResponseScheme scheme = scheme_of(q, direction);
    auto exact = responses_delta_exact(scheme.responses(), scheme.eps0, eps);
    if (exact) return {Interval(*exact, 64), std::move(exact)};
    return {responses_delta(scheme.responses(), scheme.eps0, eps, effort)};
  });
}

SelectedSteps selected_of(const Quantity& q, Direction direction) {
  return {q.count("steps"), q.count("selected"), direction == Direction::remove};
}

/// Two rows of probabilities: with the record and without it.
void check_pair(const Quantity& q) {
  for (const List& row : q.rows) {
    Rational sum = 0;
    for (const Rational& x : row) sum += x;
    if (row.size() != q.rows.front().size() || *std::min_element(row.begin(), row.end()) < 0 || sum != 1) {
      throw Rejected{"domain", "row: must have as many numbers as the first, at least 0, of sum 1"};
    }
  }
  if (q.rows.size() != 2) throw Rejected{"domain", "row: must be 2 rows"};
}

/// All outputs at the largest ratio of a step have its power.
Reach table_reach(const Quantity& q, bool remove) {
  check_pair(q);
  const List& above = q.rows[remove ? 0 : 1];
  const List& below = q.rows[remove ? 1 : 0];
  Rational most = 1;
  for (std::size_t i = 0; i < above.size(); ++i) {
    if (above[i] == 0) continue;
    if (below[i] == 0) return Reach::unbounded();
    most = std::max(most, Rational(above[i] / below[i]));
  }
  return Reach::multiple({Number::Kind::ln, most}, q.count("selected"));
}

Value table_delta(const Quantity& q, const Number& eps, Side, const Effort& effort) {
  check_pair(q);
  const auto w = rational_exp(eps);
  return in_directions(q, [&](Direction direction) -> Value {
    const SelectedSteps scheme = selected_of(q, direction);
    if (!w) return {counted_delta(q.rows[0], q.rows[1], scheme, enclose_exp(eps, effort.bits + effort.scale + 64))};
    const Rational exact = counted_delta(q.rows[0], q.rows[1], scheme, *w);
    return {Interval(exact, 64), exact};
  });
}

/// The allocation of a mechanism of which one round is a list of outcomes.
decltype(Profile::delta) outcomes_delta(const Mechanism& step) {
  return [&step](const Quantity& q, const Number& eps, Side, const Effort& effort) {
    return in_directions(q, [&](Direction direction) -> Value {
      const Count precision = effort.bits + effort.scale + 96;
      const Outcomes outcomes = whole_outcomes(step, q, precision);
      return {counted_delta(outcomes, selected_of(q, direction), enclose_exp(eps, precision))};
    });
  };
}

Reach selected_geometric(const Quantity& q, bool) {
  return Reach::multiple(q.parameter("a"), q.count("selected") * q.count("sensitivity"));
}

Reach selected_times_eps0(const Quantity& q, bool) { return Reach::multiple(q.parameter("eps0"), q.count("selected")); }

Reach selected_of_all_epochs(const Quantity& q, bool) {
  const Integer rounds = Integer(q.count("selected")) * q.count("epochs");
  if (rounds > Integer(1'000'000'000'000'000'000)) throw TooMuchWork();
  return Reach::multiple(q.parameter("eps0"), rounds.to_count());
}

/// A number that a formula gives, 0 from some eps on: not taken apart.
Evaluator decomposition_claim() {
  return [](Reader& reader, const Quantity&, Relation) -> Proof {
    reader.exactly("method sums");
    const Hints hints = read_bits(reader);
    return {[hints](const Quantity& q, Relation relation, const Number& value) {
      const Number& lambda = q.parameter("lambda");
      const Number& eps = q.parameter("eps");
      const auto evaluate = [&](Side, const Effort& effort) {
        return in_directions(q, [&](Direction direction) -> Value {
          const ResponseScheme scheme = scheme_of(q, direction);
          auto exact = decomposition_exact(scheme.steps, lambda, scheme.remove, scheme.eps0, eps);
          if (exact) return {Interval(*exact, 64), std::move(exact)};
          return {allocation_rr_decomposition(scheme, lambda, eps, effort)};
        });
      };
      return decide(evaluate, relation, value, hints);
    }};
  };
}

LogMoments response_renyi() {
  return {[](const Quantity& q, Direction direction, const Number& alpha, unsigned bits) {
            return allocation_rr_moment(scheme_of(q, direction), alpha, bits);
          },
          one_round};
}

Claims claims(Bounds bounds, const decltype(Claims::reach)& reach, const std::vector<Axiom>& axioms,
              const std::vector<Direction>& directions = kDirected) {
  return {.bounds = bounds,
          .adjacencies = std::vector{Adjacency::zero_out},
          .directions = directions,
          .one_number = differ,
          .reach = reach,
          .axioms = axioms};
}

/// Of steps with a list of outcomes, and of Poisson sampling with a cap.
std::vector<QuantityRow> counted_and_capped_rows(const std::vector<Axiom>& above) {
  using namespace parameters;
  using enum Bounds;
  const Claims noise = claims(mechanism, unbounded, above);
  const Claims table = claims(mechanism, table_reach, above);
  const Claims laplace = claims(mechanism, selected_of_all_epochs, above);
  const Claims geometric = claims(mechanism, selected_geometric, above);
  const Claims capped = claims(
      pair,
      [](const Quantity& q, bool remove) {
        return Reach::unbounded().sampled(q.parameter("rate"), remove).times(remove ? Count(1) : q.count("steps"));
      },
      kNoAxioms);
  const ReadProfile read_table = evaluated("sums", table_delta);
  const ReadProfile read_geometric = evaluated("sums", outcomes_delta(mechanisms::discrete_laplace));
  const ReadProfile read_normal = evaluated("sums", outcomes_delta(mechanisms::discrete_gaussian));
  const auto of_rows = [](QuantityRow row) {
    row.table = true;
    return row;
  };
  return {
      attacked(Worst::one_pair,
               {noise, "allocation-discrete-gaussian.delta",
                std::vector{one_epoch, eps, selected, sensitivity, sigma2, steps}, delta_claim(read_normal)}),
      {noise, "allocation-discrete-gaussian.epsilon",
       std::vector{delta, one_epoch, selected, sensitivity, sigma2, steps}, epsilon_claim(read_normal)},
      attacked(Worst::one_pair,
               {geometric, "allocation-discrete-laplace.delta",
                std::vector{a, one_epoch, eps, selected, sensitivity, steps}, delta_claim(read_geometric)}),
      {geometric, "allocation-discrete-laplace.epsilon", std::vector{a, delta, one_epoch, selected, sensitivity, steps},
       epsilon_claim(read_geometric)},
      attacked(Worst::one_pair, {laplace, "allocation-laplace.delta", std::vector{epochs, eps, eps0, selected, steps},
                                 delta_claim(read_laplace)}),
      {laplace, "allocation-laplace.epsilon", std::vector{positive_delta, epochs, eps0, selected, steps},
       epsilon_claim(read_laplace)},
      attacked(Worst::one_pair, of_rows({table, "allocation-table.delta", std::vector{one_epoch, eps, selected, steps},
                                         delta_claim(read_table)})),
      of_rows({table, "allocation-table.epsilon", std::vector{delta, one_epoch, selected, steps},
               epsilon_claim(read_table)}),
      attacked(Worst::one_pair, {capped, "capped-poisson-gaussian.delta", std::vector{one_cap, eps, rate, sigma, steps},
                                 delta_claim(read_capped)}),
      {capped, "capped-poisson-gaussian.epsilon", std::vector{one_cap, positive_delta, rate, sigma, steps},
       epsilon_claim(read_capped)},
      {capped, "capped-poisson-gaussian.sigma", std::vector{one_cap, delta_below_1, eps, rate, steps},
       noise_claim(read_capped, {"sigma", "capped-poisson-gaussian-delta-nonincreasing-in-sigma", false,
                                 Rational(pow(Integer(10), 30)), false})},
  };
}

}  // namespace

std::vector<QuantityRow> allocation_rows() {
  using namespace parameters;
  using enum Bounds;
  const std::vector<std::string_view> scheme{"direction", "epochs", "eps0", "selected", "sigma", "steps"};
  const std::vector<Axiom> always{{"FS25-Theorem-3.1", scheme, Axiom::Needed::always}};
  const std::vector<Axiom> above{{"FS25-Theorem-3.1", scheme, Axiom::Needed::for_upper_ends}};
  const Claims noise = claims(mechanism, unbounded, above);
  const Claims responses = claims(mechanism, selected_times_eps0, above);
  const Claims divergence = claims(mechanism, no_profile, above);
  const Claims conversion = claims(formula, no_profile, always);
  const Claims drawn = claims(formula, unbounded, always);
  const Claims overlap = claims(formula, no_profile, always, {Direction::remove});
  const Claims direct_add = claims(formula, unbounded, always, {Direction::add});
  const std::vector<Parameter> at_eps{epochs, real_eps, selected, sigma, steps};
  const std::vector<Parameter> at_delta{positive_delta, epochs, selected, sigma, steps};
  const std::vector<Parameter> orders_eps{epochs, real_eps, orders, selected, sigma, steps};
  const std::vector<Parameter> orders_delta{positive_delta, epochs, orders, selected, sigma, steps};
  const ReadProfile read_direct_add = evaluated("formula", direct_add_delta);
  const auto converted = [](const LogMoments& moments) {
    return std::pair{conversion_claim(moments, Converted::delta), conversion_claim(moments, Converted::epsilon)};
  };
  const auto renyi = converted(least_renyi());
  const auto blocks = converted(blocks_renyi());
  const auto overlaps = converted(overlap_renyi());
  std::vector<QuantityRow> all = counted_and_capped_rows(above);
  for (const QuantityRow& row : std::vector<QuantityRow>{
           attacked(Worst::one_pair, {responses, "allocation-rr.delta", std::vector{eps, eps0, selected, steps},
                                      delta_claim(evaluated("sums", response_delta))}),
           {conversion, "allocation-rr.delta.decomposition", std::vector{eps, eps0, lambda, one_selected, steps},
            decomposition_claim()},
           {divergence, "allocation-rr.renyi", std::vector{alpha, eps0, selected, steps},
            divergence_claim(response_renyi())},
           attacked(Worst::one_pair, {noise, "allocation.delta", at_eps, delta_claim(read_allocation)}),
           {conversion, "allocation.delta.blocks", orders_eps, blocks.first},
           {drawn, "allocation.delta.decomposition", std::vector{epochs, real_eps, lambda, selected, sigma, steps},
            delta_claim(read_drawn)},
           {direct_add, "allocation.delta.direct-add", at_eps, delta_claim(read_direct_add)},
           {overlap, "allocation.delta.overlap", orders_eps, overlaps.first},
           {conversion, "allocation.delta.renyi", orders_eps, renyi.first},
           {noise, "allocation.epsilon", at_delta, epsilon_claim(read_allocation)},
           {conversion, "allocation.epsilon.blocks", orders_delta, blocks.second},
           {drawn, "allocation.epsilon.decomposition",
            std::vector{positive_delta, epochs, lambda, selected, sigma, steps}, epsilon_claim(read_drawn_or_known)},
           {direct_add, "allocation.epsilon.direct-add", at_delta, epsilon_claim(read_direct_add)},
           {overlap, "allocation.epsilon.overlap", orders_delta, overlaps.second},
           {conversion, "allocation.epsilon.renyi", orders_delta, renyi.second},
           {divergence, "allocation.renyi", std::vector{alpha, selected, sigma, steps},
            divergence_claim(allocation_renyi(one_round), kFirstBits)},
           {noise, "allocation.sigma", std::vector{delta_below_1, epochs, eps, selected, steps},
            noise_claim(read_allocation, {"sigma", "allocation-delta-nonincreasing-in-sigma", false,
                                          Rational(pow(Integer(10), 30)), false})},
           {noise, "allocation.steps", std::vector{delta_below_1, one_epoch, eps, one_selected, sigma},
            count_claim(read_contours_alone, {"steps", "allocation-delta-nonincreasing-in-steps", false})},
       }) {
    all.push_back(row);
  }
  return all;
}

}  // namespace hallmark::check
