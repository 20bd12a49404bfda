(* 9. Training where one record is replaced by another, and batches of a fixed size. Nothing is proved here. *)
Require Import Reals List.
From Hallmark Require Import Definitions Noise.
Import ListNotations. Open Scope R_scope.
(* DP-SGD of Noise.v on data sets that differ in one record, which is there in both: replaced by another one. *)
Definition replaced {X} (D D' : list (option X)) : Prop := exists pre x y post,
  D = pre ++ Some x :: post /\ D' = pre ++ Some y :: post.
Definition sgd_replace_advantage (dir : direction) (t : nat) (q sigma eps d : R) : Prop :=
  exists (X : Type) (update : list (list nat) -> list X -> list R) (cuts : list (list nat) -> list nat -> list R)
    (D D' : list (option X)) (S : list (list nat) -> bool),
  (forall h g, sorted (cuts h g)) /\ clipped update /\ replaced D D' /\
  told dir eps (dp_sgd q sigma update cuts t D) (dp_sgd q sigma update cuts t D') S d.
(* Batches of b records of D: each of them is as likely as any other. *)
Fixpoint choose {X} (b : nat) (D : list X) : list (list X) :=
  match b, D with
  | O, _ => [[]]
  | S _, [] => []
  | S c, x :: r => map (cons x) (choose c r) ++ choose (S c) r
  end.
Definition vector_sum (n : nat) (l : list (list R)) : list R :=
  fold_right (fun v s => map (fun p => fst p + snd p) (combine v s)) (repeat 0 n) l.
(* t rounds: each adds noise to the sum of one vector of n coordinates for every record of a fresh batch of b
   records. *)
Definition fixed_sgd {X} (b : nat) (sigma : R) (n : list (list nat) -> nat) (vector : list (list nat) -> X -> list R)
    (cuts : list (list nat) -> list nat -> list R) (t : nat) (D : list X) : dist (list (list nat)) :=
  adaptive (fun h => bind (uniform (choose b D))
    (fun B => noisy (cuts h) [] (map (Rmult (/ sigma)) (vector_sum (n h) (map (vector h) B))))) t [].
(* d is the advantage of an event: vectors of length at most 1, batches of a share of the records,
   one record replaced *)
Definition fixed_advantage (t : nat) (share sigma eps d : R) : Prop :=
  exists (X : Type) (b : nat) (n : list (list nat) -> nat) (vector : list (list nat) -> X -> list R)
    (cuts : list (list nat) -> list nat -> list R) (D D' : list X) (S : list (list nat) -> bool),
  (1 <= b < length D)%nat /\ share = INR b / INR (length D) /\ (forall h g, sorted (cuts h g)) /\
  (forall h x, length (vector h x) = n h /\ distance2 (vector h x) (repeat 0 (n h)) <= 1) /\ neighbours D D' /\
  told Both eps (fixed_sgd b sigma n vector cuts t D) (fixed_sgd b sigma n vector cuts t D') S d.
