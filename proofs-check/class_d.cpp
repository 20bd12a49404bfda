#include "class_d.hpp"

#include "batch/shuffled_batch.hpp"

namespace hallmark::check {

namespace {

/// MPFR's elementary functions at high precision cost about limbs^2 a call; erfc more.
void charge_functions(mpfr_prec_t precision, std::uint64_t calls, Budget& budget) {
  const std::uint64_t limbs = static_cast<std::uint64_t>(precision) / 64 + 1;
  budget.charge(calls * limbs, limbs);
}

/// A closed form at some precision: the number, and whether the formula is valid there.
struct ClosedForm {
  Interval value;
  Truth valid;
};

Interval integer(std::uint64_t value, mpfr_prec_t precision) { return {Integer(value), precision}; }

/// ln(1 + q (8 sqrt(ln(c/delta)/(pn)) + 8/(pn))), valid if pn >= 16 ln(2/delta).
ClosedForm amplification(const Interval& q, const Interval& pn, const Interval& log_value,
                         const Interval& log_validity) {
  const mpfr_prec_t precision = pn.precision();
  const Interval eight = integer(8, precision);
  return {log1p(q * (eight * sqrt(log_value / pn) + eight / pn)),
          less_equal(integer(16, precision) * log_validity, pn)};
}

ClosedForm closed_form(const Quantity& quantity, mpfr_prec_t precision) {
  const std::string_view id = quantity.row->id;
  const Interval one = integer(1, precision);
  const Interval two = integer(2, precision);
  const Interval delta = enclose(quantity.parameter("delta"), precision);
  const Interval n = enclose(quantity.parameter("n"), precision);
  if (id == "clones.epsilon.lemma-a1") {
    const Interval pn = enclose(quantity.parameter("p"), precision) * n;
    return amplification(one, pn, log(integer(4, precision) / delta), log(two / delta));
  }
  const Number& eps0 = quantity.parameter("eps0");
  const Interval e_minus_1 = enclose_expm1(eps0, precision);
  const Interval e = e_minus_1 + one;
  const Interval q = e_minus_1 / (e + one);
  if (id == "clones.epsilon.closed-form") {
    return amplification(q, n / e, log(integer(4, precision) / delta), log(two / delta));
  }
  // The sharp form, PROOFS.md section 4: Lemma A.1 with ln(2/delta_A), delta_A = min(1, delta/q).
  const Interval log_sharp = log(two / min(one, delta / q));
  return amplification(q, n / e, log_sharp, log_sharp);
}

Value renyi(const Quantity& quantity, mpfr_prec_t precision) {
  const Number& sigma = quantity.parameter("sigma");
  const Number& alpha = quantity.parameter("alpha");
  const std::uint64_t rounds = quantity.count("rounds");
  if (sigma.kind == Number::Kind::rational && alpha.kind == Number::Kind::rational) {
    Rational exact = alpha.argument * rounds / (2 * sigma.argument * sigma.argument);
    return {Interval(exact, precision), exact};
  }
  const Interval s = enclose(sigma, precision);
  return {enclose(alpha, precision) * integer(rounds, precision) / (integer(2, precision) * s * s), std::nullopt};
}

}  // namespace

namespace {

/// Phi(mu/2 - x/mu) - e^x Phi(-mu/2 - x/mu), inside [0, 1].
Interval gaussian_profile(const Interval& mu, const Interval& x, const Interval& growth) {
  const mpfr_prec_t precision = mu.precision();
  const Interval two = integer(2, precision);
  const Interval shift = x / mu;
  const Interval root_two = sqrt(two);
  // Phi(x) = erfc(-x/sqrt 2)/2
  const Interval first = erfc((shift - mu / two) / root_two);
  const Interval second = erfc((shift + mu / two) / root_two);
  const Interval delta = (first - growth * second) / two;
  return from_ends(max(delta, Interval(precision)), min(delta, integer(1, precision)));
}

/// The Gaussian pair below the mean of the ratios, PROOFS.md section 8.7.
Interval direct_add_delta(const Quantity& quantity, const Number& eps, Effort effort, Budget& budget) {
  const std::uint64_t steps = quantity.count("steps");
  const std::uint64_t selected = quantity.count("selected");
  const Number& sigma = quantity.parameter("sigma");
  const std::uint64_t length = steps / selected;
  const std::uint64_t longer = steps % selected;
  const Rational epochs = Integer(quantity.count("epochs"));
  const Rational inverse_lengths =
      epochs * (Rational(Integer(selected - longer), Integer(length)) + Rational(Integer(longer), Integer(length + 1)));
  // As for gaussian_delta: 320 bits; and those of the shift, up to 10^90.
  const auto precision = static_cast<mpfr_prec_t>(effort.bits + 640);
  charge_functions(precision, 512, budget);
  const Interval s = enclose(sigma, precision);
  const Interval square = s * s;
  const Interval mu = sqrt(Interval(inverse_lengths, precision) / square);
  const Interval shift =
      Interval(Rational(epochs * Integer(selected) - inverse_lengths), precision) / (integer(2, precision) * square);
  return gaussian_profile(mu, enclose(eps, precision) - shift, enclose_exp(eps, precision) / exp(shift));
}

}  // namespace

Interval gaussian_delta(const Number& sigma, const Number& eps, std::uint64_t rounds, Effort effort, Budget& budget) {
  // 320 bits: for mu down to 10^-30 the two terms agree to about 100 bits, and eps/mu takes some more.
  const auto precision = static_cast<mpfr_prec_t>(effort.bits + 320);
  charge_functions(precision, 512, budget);
  const Interval mu = sqrt(integer(rounds, precision)) / enclose(sigma, precision);
  return gaussian_profile(mu, enclose(eps, precision), enclose_exp(eps, precision));
}

Divergence direct_add_divergence(const Quantity& quantity, Budget& budget) {
  return {[&quantity, &budget](const Number& eps, Side, Effort effort) {
            return Value{direct_add_delta(quantity, eps, effort, budget), std::nullopt};
          },
          {}};
}

Divergence gaussian_divergence(const Quantity& quantity, Budget& budget) {
  const Number& sigma = quantity.parameter("sigma");
  const std::uint64_t rounds = quantity.count("rounds");
  return {[&sigma, rounds, &budget](const Number& eps, Side, Effort effort) {
            return Value{gaussian_delta(sigma, eps, rounds, effort, budget), std::nullopt};
          },
          {}};
}

Outcome check_class_d(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                      Budget& budget) {
  const std::string_view id = quantity.row->id;
  if (id == "gaussian.delta") {
    return decide_divergence(gaussian_divergence(quantity, budget), quantity.parameter("eps"), relation, value,
                             witness.bits);
  }
  if (id == "allocation.delta.direct-add") {
    return decide_divergence(direct_add_divergence(quantity, budget), quantity.parameter("eps"), relation, value,
                             witness.bits);
  }
  if (is_shuffled_batch(quantity)) {
    return decide_divergence(shuffled_batch_divergence(quantity, witness, budget), quantity.parameter("eps"), relation,
                             value, witness.bits);
  }
  if (id == "gaussian.renyi") {
    return decide(
        [&](Side, Effort effort) {
          const auto precision = static_cast<mpfr_prec_t>(effort.bits + 64);
          charge_functions(precision, 16, budget);
          return renyi(quantity, precision);
        },
        relation, value, witness.bits);
  }
  // Validity is proved once, before any comparison.
  const auto start = static_cast<mpfr_prec_t>(witness.bits + 128);
  charge_functions(start, 32, budget);
  if (!proved(closed_form(quantity, start).valid)) {
    return Outcome::no("validity", std::string(id) + " is not proved to be valid at these parameters");
  }
  return decide(
      [&](Side, Effort effort) {
        const auto precision = static_cast<mpfr_prec_t>(effort.bits + 128);
        charge_functions(precision, 32, budget);
        return Value{closed_form(quantity, precision).value, std::nullopt};
      },
      relation, value, witness.bits);
}

}  // namespace hallmark::check
