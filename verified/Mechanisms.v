(* 10. Laplace noise, randomized response, concentrated differential privacy. Nothing is proved here. *)
Require Import Reals List Arith Factorial.
From Hallmark Require Import Definitions Noise.
Import ListNotations. Open Scope R_scope.
(* The Laplace law of scale 1/b about 0: its distribution function. *)
Definition laplace (b x : R) : R := if Rle_dec x 0 then exp (b * x) / 2 else 1 - exp (- (b * x)) / 2.
(* d is the advantage of an event over t rounds: each puts out a number plus noise of scale 1/eps0, seen through cuts.
   One
   record more moves the number by at most 1; number and cuts may depend on all that was put out before. *)
Definition laplace_advantage (a : adjacency) (dir : direction) (t : nat) (eps0 eps d : R) : Prop :=
  exists (X : Type) (query : list nat -> list X -> R) (cuts : list nat -> list R) (D D' : list (option X))
    (S : list nat -> bool),
  let M D := adaptive (fun h => cells (laplace eps0) (query h (present D)) 0 0 (cuts h)) t [] in
  (forall h, sorted (cuts h)) /\ (forall h B B', one_more B B' -> Rabs (query h B - query h B') <= 1) /\
  adjacent a D D' /\ told dir eps (M D) (M D') S d.
(* Randomized response: t questions about one record, which is replaced. Each answer is the truth with probability
   e^eps0/(e^eps0 + 1); each question may depend on the answers before. *)
Definition answers {X} (eps0 : R) (question : list nat -> X -> bool) (t : nat) (x : X) : dist (list nat) :=
  let truth := exp eps0 / (exp eps0 + 1) in
  adaptive (fun h => bernoulli (if question h x then truth else 1 - truth)) t [].
Definition rr_advantage (dir : direction) (t : nat) (eps0 eps d : R) : Prop :=
  exists (X : Type) (question : list nat -> X -> bool) (x x' : X) (S : list nat -> bool),
  told dir eps (answers eps0 question t x) (answers eps0 question t x') S d.
(* Any t rounds that are each (eps0, delta0)-differentially private, whatever was put out before, h: M h and N h are the
   laws of what a round puts out on two neighbouring data sets. *)
Definition dp_advantage (dir : direction) (t : nat) (eps0 delta0 eps d : R) : Prop :=
  exists (Y : Type) (M N : list Y -> dist Y) (S : list Y -> bool), inhabited (forall x y : Y, {x = y} + {x <> y}) /\
  (forall h, probability (M h) /\ probability (N h) /\ forall S, Pr (M h) S <= exp eps0 * Pr (N h) S + delta0 /\
    Pr (N h) S <= exp eps0 * Pr (M h) S + delta0) /\
  told dir eps (adaptive M t []) (adaptive N t []) S d.
(* Two laws on finitely many outcomes: l lists the probabilities (p, q) of each, which are positive. *)
Definition laws (l : list (R * R)) : Prop := (forall pq, In pq l -> 0 < fst pq /\ 0 < snd pq) /\
  fold_right (fun pq s => fst pq + s) 0 l = 1 /\ fold_right (fun pq s => snd pq + s) 0 l = 1.
(* The Renyi divergence of order a of the first law from the second: ln (sum of p^a q^(1 - a)) / (a - 1). *)
Definition renyi (a : R) (l : list (R * R)) : R :=
  ln (fold_right (fun pq s => Rpower (fst pq) a * Rpower (snd pq) (1 - a) + s) 0 l) / (a - 1).
Definition swap (pq : R * R) : R * R := (snd pq, fst pq).
(* d is the advantage of an event where both divergences are at most t (xi + rho a) at every order a > 1 *)
Definition zcdp_advantage (dir : direction) (t : nat) (xi rho eps d : R) : Prop :=
  exists (l : list (R * R)) (S : nat -> bool), laws l /\
  (forall a, 1 < a -> renyi a l <= INR t * (xi + rho * a) /\ renyi a (map swap l) <= INR t * (xi + rho * a)) /\
  told dir eps (combine (map fst l) (seq 0 (length l))) (combine (map snd l) (seq 0 (length l))) S d.
(* Partition selection: a partition of n users is shown with probability pi n, one without users never; one user more or
   less is hidden by (eps, delta)-differential privacy, of the partition that is shown and of the one that is not. *)
Definition selection (eps delta : R) (pi : nat -> R) : Prop := pi O = 0 /\ (forall n, 0 <= pi n <= 1) /\ forall n,
  pi (S n) <= exp eps * pi n + delta /\ pi n <= exp eps * pi (S n) + delta /\
  1 - pi n <= exp eps * (1 - pi (S n)) + delta /\ 1 - pi (S n) <= exp eps * (1 - pi n) + delta.
Definition selection_probability (eps delta : R) (n : nat) (x : R) : Prop :=
  exists pi, selection eps delta pi /\ x = pi n.
(* Private selection: of K runs of a mechanism on ranks the largest outcome is put out; K is k with a probability that
   is proportional to weight k. x is the probability of the outcome y. *)
Definition best_of (weight : nat -> R) (P : dist nat) (y : nat) (x : R) : Prop := exists s u, infinite_sum weight s /\
  infinite_sum (fun k => weight k * (Pr P (fun z => z <=? y)%nat ^ k - Pr P (fun z => z <? y)%nat ^ k)) u /\ x = u / s.
Definition geometric (gamma : R) (k : nat) : R := match k with O => 0 | S _ => (1 - gamma) ^ k end.
(* the truncated negative binomial law: (1 - gamma)^k Gamma(k + eta) / k!, without the factor Gamma(1 + eta) *)
Fixpoint rising (eta : R) (j : nat) : R := match j with O => 1 | S i => rising eta i * (INR j + eta) end.
Definition tnb (gamma eta : R) (k : nat) : R :=
  match k with O => 0 | S j => (1 - gamma) ^ k * rising eta j / INR (fact k) end.
(* e is enough for the best of K runs of any eps0-private mechanism *)
Definition selection_private (weight : nat -> R) (eps0 e : R) : Prop := 0 <= e /\ forall P Q y x x', probability P ->
  probability Q -> (forall S, Pr P S <= exp eps0 * Pr Q S /\ Pr Q S <= exp eps0 * Pr P S) ->
  best_of weight P y x -> best_of weight Q y x' -> x <= exp e * x'.
