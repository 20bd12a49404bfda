(* 14. Composition of different mechanisms: phases, one after the other. Nothing is proved here. *)
Require Import Reals List ZArith.
From Hallmark Require Import Definitions Noise Mechanisms.
Import ListNotations. Open Scope R_scope.
(* What a round of a phase is: normal noise on a Poisson sample, or on all records; noise of standard deviation 1/mu;
   Laplace noise of scale 1/eps0; any mechanism that is (eps0, delta0)-differentially private. *)
Inductive phase := Sampled (rate sigma : number) | Gaussian (sigma : number) | OfMu (mu : number)
  | Laplacian (eps0 : number) | Private (eps0 delta0 : number).
(* Of one round: the vector that noise is put on (its first number for Laplace noise), what the adversary has in place
   of it where any private mechanism will do, and the cuts that noise is seen through. *)
Definition round_of {X} (p : phase) (vector : list X -> list R) (other : R -> R -> list X -> dist (list nat))
    (cuts : list nat -> list R) (D : list (option X)) : dist (list nat) :=
  let noise scale B := noisy cuts [] (map (Rmult scale) (vector (present B))) in
  match p with
  | Sampled q sigma => sampled (val q) (noise (/ val sigma)) D
  | Gaussian sigma => noise (/ val sigma) D
  | OfMu mu => noise (val mu) D
  | Laplacian e => bind (cells (laplace (val e)) (hd 0 (vector (present D))) 0 0 (cuts [])) (fun k => ret [k])
  | Private e d => other (val e) (val d) (present D)
  end.
(* t rounds of each phase, in the order of the list; everything may depend on all that was put out before, h. *)
Fixpoint in_turn {X} (vector : list (list nat) -> list X -> list R)
    (other : list (list nat) -> R -> R -> list X -> dist (list nat)) (cuts : list (list nat) -> list nat -> list R)
    (ps : list (phase * Z)) (h : list (list nat)) (D : list (option X)) : dist (list (list nat)) :=
  match ps with
  | [] => ret []
  | (p, t) :: r => bind (adaptive (fun g => round_of p (vector g) (other g) (cuts g) D) (Z.to_nat t) h)
      (fun a => bind (in_turn vector other cuts r (h ++ a) D) (fun b => ret (a ++ b)))
  end.
(* d is the advantage of an event over all rounds, on data sets of which one has a record that is zeroed in the other.
   One record more moves a vector by at most 1; the other mechanisms are private. *)
Definition composed_advantage (dir : direction) (ps : list (phase * Z)) (eps d : R) : Prop :=
  exists (X : Type) (vector : list (list nat) -> list X -> list R)
    (other : list (list nat) -> R -> R -> list X -> dist (list nat)) (cuts : list (list nat) -> list nat -> list R)
    (D D' : list (option X)) (S : list (list nat) -> bool),
  (forall h g, sorted (cuts h g)) /\ clipped vector /\ (forall h e d B, probability (other h e d B)) /\
  (forall h e d B B' U, 0 <= e -> 0 <= d -> one_more B B' ->
    Pr (other h e d B) U <= exp e * Pr (other h e d B') U + d /\
    Pr (other h e d B') U <= exp e * Pr (other h e d B) U + d) /\
  adjacent ZeroOut D D' /\ told dir eps (in_turn vector other cuts ps [] D) (in_turn vector other cuts ps [] D') S d.
