(* 12. Gaussian differential privacy. Nothing is proved here. *)
Require Import Reals ZArith.
From Hallmark Require Import Definitions Noise.
Open Scope R_scope.
(* t rounds of mu-GDP: the Gaussian mechanism with noise of standard deviation 1/mu, whose rounds are as easy to tell
   apart as N(0, 1) and N(mu, 1). *)
Definition gdp_advantage (dir : direction) (t : nat) (mu eps d : R) : Prop :=
  gaussian_advantage ZeroOut dir t (/ mu) eps d.
(* No advantage is larger than both the floor and delta of mu-GDP, at any eps; nobody tells 0-GDP apart. *)
Definition mu_private (advantage : R -> R -> Prop) (floor mu : R) : Prop := 0 <= mu /\ forall eps b, 0 <= eps ->
  floor <= b -> (0 < mu -> forall d, gdp_advantage Both 1 mu eps d -> d <= b) -> forall d, advantage eps d -> d <= b.
