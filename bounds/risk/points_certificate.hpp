// Certificates of what is made of a delta: they hold those of the deltas.
#pragma once

#include "bounds/certifier.hpp"

namespace hallmark::risk {

/// The certifier of tpr and fpr, that of mu, and that of advantage and bayes, where delta has this one.
/// Kind:      exact
/// Domain:    a certifier that lives as long as the program
[[nodiscard]] Certifier rate_certifier(const Certifier& delta);
[[nodiscard]] Certifier cover_certifier(const Certifier& delta);
[[nodiscard]] Certifier lifted_certifier(const Certifier& delta);

}  // namespace hallmark::risk
