// What matrix mechanisms know of their certificates.
#pragma once

#include "bounds/certifier.hpp"

namespace hallmark {

/// A comparison for each end, with the grids of its law.
extern const Certifier matrix_delta_certifier;
extern const Certifier matrix_epsilon_certifier;

}  // namespace hallmark
