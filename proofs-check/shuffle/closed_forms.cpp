#include "shuffle/formulas.hpp"

namespace hallmark::check {

namespace {

/// The number, and whether the formula is valid there.
struct FormValue {
  Interval value;
  Truth valid;
};

/// ln(1 + q (8 sqrt(log_value/(pn)) + 8/(pn))), valid if pn >= 16 log_validity.
FormValue amplification(const Interval& q, const Interval& pn, const Interval& log_value,
                        const Interval& log_validity) {
  const Count precision = pn.precision();
  const Interval eight(Integer(8), precision);
  return {log1p(q * (eight * sqrt(log_value / pn) + eight / pn)),
          less_equal(integer(16, precision) * log_validity, pn)};
}

FormValue evaluate(ClosedForm form, const Quantity& quantity, Count precision) {
  const Interval one(Integer(1), precision);
  const Interval two(Integer(2), precision);
  const Interval four(Integer(4), precision);
  const Interval delta = enclose(quantity.parameter("delta"), precision);
  const Interval n = enclose(quantity.parameter("n"), precision);
  if (form == ClosedForm::blanket) {
    const Interval drawn = enclose(quantity.parameter("gamma"), precision) * (n - one);
    const Interval share = enclose(quantity.parameter("k"), precision) / drawn;
    const Interval value = max(sqrt(integer(14, precision) * share * log(two / delta)), integer(27, precision) * share);
    return {value, less_equal(value, one)};
  }
  if (form == ClosedForm::lemma_a1) {
    const Interval pn = enclose(quantity.parameter("p"), precision) * n;
    return amplification(one, pn, log(four / delta), log(two / delta));
  }
  if (form == ClosedForm::four_categories) {
    const Interval pn = two * enclose(quantity.parameter("p"), precision) * n;
    return amplification(enclose(quantity.parameter("q"), precision), pn, log(four / delta), log(two / delta));
  }
  const Interval e_minus_1 = enclose_expm1(quantity.parameter("eps0"), precision);
  if (form == ClosedForm::k_answers) {
    // Four categories with p = k/((k+1)(E+k-1)) and q = (E-1)/(E+k-1).
    const Interval k = enclose(quantity.parameter("k"), precision);
    const Interval all = e_minus_1 + k;
    const Interval pn = two * k * n / ((k + one) * all);
    return amplification(e_minus_1 / all, pn, log(four / delta), log(two / delta));
  }
  const Interval e = e_minus_1 + one;
  const Interval q = e_minus_1 / (e + one);
  if (form == ClosedForm::printed) return amplification(q, n / e, log(four / delta), log(two / delta));
  // PROOFS.md section 4: Lemma A.1 with ln(2/delta_A), delta_A = min(1, delta/q).
  const Interval log_sharp = log(two / min(one, delta / q));
  return amplification(q, n / e, log_sharp, log_sharp);
}

}  // namespace

Evaluator closed_form_claim(ClosedForm form) {
  return [form](Reader& reader, const Quantity&, Relation) -> Proof {
    reader.exactly("method formula");
    const Hints hints = read_bits(reader);
    return {[=](const Quantity& quantity, Relation relation, const Number& value) {
      const auto at = [&](unsigned bits) { return evaluate(form, quantity, bits + 128); };
      if (!proved(at(*hints.bits).valid)) {
        return Judgement::no("validity", quantity.row->id + " is not proved to be valid at these parameters");
      }
      return decide([&](Side, const Effort& effort) { return Value{at(effort.bits).value}; }, relation, value, hints);
    }};
  };
}

}  // namespace hallmark::check
