// What the families' rows of the registry share: parameters, precision, and answers from balls and inversions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bounds/enclosed.hpp"
#include "bounds/registry.hpp"
#include "bounds/renyi.hpp"
#include "exact/least.hpp"

namespace hallmark {

/// The rows of every family, which CMakeLists.txt finds by the name of its file: <stem>_rows.cpp defines
/// `std::vector<Entry> <stem>_rows()`.
/// Kind:      exact
[[nodiscard]] std::vector<std::vector<Entry>> rows_of_families();

namespace rows {

/// The quantity of that id in quantities.txt, evaluated and certified so; no certifier where the certificate format has no
/// words for it.
/// Kind:      exact
/// Domain:    an id of the data files: anything else is a broken invariant
[[nodiscard]] Entry row(std::string_view id, Evaluate evaluate, const Certifier* certifier = nullptr);

/// First guess at the bits: the digits, and room for the steps and the cancellation of a long sum.
/// Kind:      a proposal
[[nodiscard]] slong first_bits(const Request& r);
[[nodiscard]] Effort effort(const Request& r);

/// The answer of a quantity >= 0 that is enclosed by balls at any precision; of an inversion.
/// Kind:      encloses
/// Domain:    throws InputError that begins with `method` where no finite ball is found
[[nodiscard]] Answer from_balls(const std::function<Ball(slong)>& quantity, const Request& r, std::string method);
[[nodiscard]] Answer from_inversion(const Inversion& i, std::string method);
/// The answer of a batch family.
/// Kind:      encloses, as the carrier
[[nodiscard]] Answer from_enclosed(const Enclosed& o);
/// The answer that is the least number over choices: an enclosure of it where there is a word on all choices, otherwise of
/// one of them, an upper end.
/// Kind:      encloses what the answer names
/// Domain:    numbers >= 0; throws InputError that begins with `method` where no choice was looked at
[[nodiscard]] Answer from_least(const Least& least, std::string method);
/// The answer that is the number of a choice that was searched for: an upper end.
/// Kind:      encloses the number of that choice
/// Domain:    a number >= 0
[[nodiscard]] Answer from_choice(const UpperEnd& end, const Request& r, std::string method);
/// The answer of the quantity `id` that is the least bound over Renyi orders; the witness names the order.
/// Kind:      upper bound
/// Domain:    throws InputError that begins with `id` where no order gives a finite bound
[[nodiscard]] Answer from_conversion(const renyi::Conversion& c, std::string_view id, std::string method);

/// Domain:    throws InputError unless 1 <= selected <= steps
void check_selected(std::string_view id, const Arguments& x);

/// The larger of what `one` answers for the directions asked for, and where they have orders those of both.
/// Kind:      encloses, as `one`
/// Domain:    arguments with a direction
[[nodiscard]] Answer over_directions(const Arguments& x, const std::function<Answer(Direction)>& one);

/// The answer and another enclosure of the same number together, where that narrows it; digits as asked for.
/// Kind:      encloses
/// Domain:    two enclosures of one number
void meet(Answer& a, const Ball& other, const Request& r, std::string_view method);

/// Makes the Renyi divergence at order 10^15 a bracket of that at a larger one, of `rounds` rounds that are eps0-DP.
/// Kind:      encloses
/// Domain:    the divergence at 10^15 with parameters eps0 and rounds
/// Rigor:     divergences do not fall as the order grows, and the largest log ratio is at most eps0 a round
void between_orders(Answer& a, const Arguments& x, const Request& r);

/// Makes the number itself the answer.
void set_exact(Answer& a, const Rational& value);

}  // namespace rows
}  // namespace hallmark
