// Epsilon and delta of random allocation over epochs from its Renyi divergences of integer order.
#pragma once

#include "bounds/allocation/allocation.hpp"
#include "bounds/renyi.hpp"

namespace hallmark::allocation {

/// Which divergences are converted.
enum class Divergences {
  best,     // the divergence itself for one selected step; otherwise the least of the blocks' sum and the overlap bound
  blocks,   // the sum over independent blocks of floor(t/k) and floor(t/k) + 1 steps
  overlap,  // overlap_bound_upper: remove only
};

struct ConversionParameters {
  Scheme scheme;
  slong epochs;         // adaptive compositions on the same data
  Direction direction;  // remove or add
  Divergences divergences = Divergences::best;
  renyi::Orders orders = {2, 1500};
};

/// Bounds on D_alpha of the scheme over all epochs, at integer orders alpha: epochs times those of one.
/// Kind:      upper bounds, equal to the divergence for one selected step (remove or add)
/// Units:     nats; the direction given
/// Domain:    as Scheme; 1 <= epochs <= 10^15; one direction; orders up to 20000; overlap: remove, selected <= 10^6;
///            otherwise throws InputError
/// Rigor:     divergences of compositions add; tables of the remove direction are kept and doubled when a later order
///            is asked for. A ball that is not finite where the budget ended
/// Source:    [FS25] Corollary 4.10 and Lemma 3.2 of the later version
/// Cost:      remove: 0.02 s for all orders to 1000; add: 0.05 s an order and more
[[nodiscard]] renyi::Curve divergence_curve(const ConversionParameters& parameters, const Budget& budget);

/// The least eps of the conversion over the orders, and the least delta.
/// Kind:      upper bound
/// Units:     nats, a probability; the direction given
/// Domain:    as divergence_curve; 0 < delta <= 1
/// Source:    [CKS20] Proposition 12 on divergence_curve
/// Cost:      as divergence_curve
[[nodiscard]] renyi::Conversion epsilon_renyi_upper(const ConversionParameters& parameters, const Number& delta,
                                                    slong digits, const Budget& budget = {});
[[nodiscard]] renyi::Conversion delta_renyi_upper(const ConversionParameters& parameters, const Number& eps,
                                                  slong digits, const Budget& budget = {});

}  // namespace hallmark::allocation
