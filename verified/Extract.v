(* The program in OCaml: integers become those of Zarith, strings those of OCaml. *)
Require Import ZArith String Extraction ExtrOcamlBasic ExtrOcamlZBigInt ExtrOcamlNativeString.
From Hallmark Require Import Definitions Claims RoundsChecked NormalEnclosed KnotRounds TrainingChecked LowerLevels
  NoiseLower Concentrated FormulasChecked LaplaceRounds PrivateRounds PhasesChecked ClonesChecked Text Checks Verify.
Extract Constant Z.leb => "Big_int_Z.le_big_int".
Extract Constant Z.ltb => "Big_int_Z.lt_big_int".
Extract Constant Z.pow => "(fun x y -> if Big_int_Z.sign_big_int y < 0 then Big_int_Z.zero_big_int else Big_int_Z.power_big_int_positive_int x (Big_int_Z.int_of_big_int y))".
(* what the search for a proposal computes with; nothing of it is believed *)
Definition value_of_rounds := @rounds_value Steps.plain.
Definition bound_of_round := @training_bound Steps.plain.
Definition exp_of_level := @step_exp Steps.plain.
Definition value_from_below := @under_value Steps.plain.
Definition line_of_event := @event_line Steps.plain.
Definition logarithm_above := @log_above Steps.plain.
Definition logarithm_below := @log_below Steps.plain.
Definition exp_of := @enc Steps.plain.
Definition value_of_phases := @phases_value Steps.plain.
Definition closed_form_at := @fmt_form Steps.plain.
Extraction "checked.ml" verify_plain inverse logarithm_above logarithm_below closed_form_at lemma_form laplace_bound
  value_of_phases exp_of value_from_below line_of_event show summary nothing_proposed value_of_rounds
  bound_of_round exp_of_level quarter.
