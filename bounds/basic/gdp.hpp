// Gaussian differential privacy: mechanisms no easier to test than N(0, 1) against N(mu, 1).
#pragma once

#include <functional>
#include <string>

#include "bounds/basic/family.hpp"

namespace hallmark::basic {

/// mu-GDP: the Gaussian mechanism of sensitivity 1 at sigma = 1/mu.
/// Kind:      encloses; attained by the Gaussian mechanism
/// Units:     nats; both directions
/// Domain:    0 < mu; otherwise throws InputError
/// Source:    [DRS19] Definition 2.6; [BW18] Theorem 8
[[nodiscard]] Law gdp(const Number& mu);

/// The pair N(mu, 1), N(0, 1) of a mu that is enclosed at any precision, a phase of that key.
/// Kind:      encloses
/// Domain:    0 < mu
/// Source:    as gdp
[[nodiscard]] Law gaussian_pair(const std::function<Ball(slong bits)>& mu, std::string key);

}  // namespace hallmark::basic
