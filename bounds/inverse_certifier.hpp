// Certifiers of what a target allows: they state the delta at the answer, and next to it.
#pragma once

#include "bounds/certifier.hpp"

namespace hallmark {

/// Of a number of rounds or steps (bounds/within.hpp).
extern const Certifier count_certifier;
/// Of a sampling rate, and of a noise, for a target.
extern const Certifier rate_certifier;
extern const Certifier noise_certifier;

}  // namespace hallmark
