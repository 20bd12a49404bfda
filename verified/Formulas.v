(* 11. Numbers that are formulas: the closed forms of shuffling. Nothing is proved here. *)
Require Import Reals.
Open Scope R_scope.
(* x is the formula ln (1 + q (8 sqrt (e ln m / n) + 8 e / n)), which is stated where e is at most n / (16 ln k). *)
Definition closed_form (q e m k n x : R) : Prop :=
  16 * e * ln k <= n /\ x = ln (1 + q * (8 * sqrt (e * ln m / n) + 8 * e / n)).
(* the share by which randomized response beats a coin *)
Definition beyond_chance (eps0 : R) : R := (exp eps0 - 1) / (exp eps0 + 1).
Definition fmt_closed_form (n eps0 delta : R) : R -> Prop :=
  closed_form (beyond_chance eps0) (exp eps0) (4 / delta) (2 / delta) n.
Definition fmt_closed_form_sharp (n eps0 delta : R) : R -> Prop :=
  let m := 2 / Rmin 1 (delta / beyond_chance eps0) in closed_form (beyond_chance eps0) (exp eps0) m m n.
Definition fmt_lemma_a1 (n p delta : R) : R -> Prop := closed_form 1 (1 / p) (4 / delta) (2 / delta) n.
