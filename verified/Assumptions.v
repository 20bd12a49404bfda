(* What the main theorems assume: compared with assumptions.txt by the tests. *)
From Hallmark Require Import AnyOutputs OneClaim Reduction ReductionSanity Rounds ShuffleChecked Verify.
From Hallmark Require Import SgdChecked GaussianChecked LowerLevels NoiseLower ReplaceUpper PureRounds Concentrated ConcentratedLower PhasesChecked.
Print Assumptions verify_sound.
Print Assumptions check_private.
Print Assumptions shuffle_below_clones.
Print Assumptions clones_postprocessing.
Print Assumptions rr_instance.
Print Assumptions any_outputs.
Print Assumptions rounds_dp.
Print Assumptions show_determines.
Print Assumptions sgd_upper.
Print Assumptions adjacencies_agree.
Print Assumptions gaussian_check_sound.
Print Assumptions rounds_at_least_sound.
Print Assumptions sgd_lower.
Print Assumptions replace_triangle.
Print Assumptions formula_has_value.
Print Assumptions phases_upper.
Print Assumptions laplace_pure.
Print Assumptions rr_pure.
Print Assumptions divergence_bounds.
Print Assumptions one_cut_advantage.
