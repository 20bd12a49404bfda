(* 8. Normal noise, Poisson batches and training: what the theorems on DP-SGD are about. Nothing is proved here. *)
Require Import Reals List ZArith.
From Coquelicot Require RInt Hierarchy.
From Hallmark Require Import Definitions.
Import ListNotations. Open Scope R_scope.
(* The normal law: its density, and its distribution function (RInt is the Riemann integral). *)
Definition density (x : R) : R := exp (- (x * x / 2)) / sqrt (2 * PI).
Definition Phi (x : R) : R := 1 / 2 + RInt.RInt (V := Hierarchy.R_CompleteNormedModule) density 0 x.
(* m plus noise of the distribution function F, seen through increasing cuts: how many of them lie below it. What is
   below the cuts already passed has the probability `below`. *)
Fixpoint cells (F : R -> R) (m below : R) (k : nat) (cuts : list R) : dist nat :=
  match cuts with
  | [] => [(1 - below, k)]
  | c :: r => (F (c - m) - below, k) :: cells F m (F (c - m)) (S k) r
  end.
(* Events of finitely many cuts say as much as measurable ones, which is classical: they are an algebra that generates
   the Borel sets, so that an event of either law is a limit of them. *)
(* N(m, 1) *)
Definition observed (m : R) (cuts : list R) : dist nat := cells Phi m 0 0 cuts.
Fixpoint increasing (b : R) (cuts : list R) : Prop :=
  match cuts with [] => True | c :: r => b <= c /\ increasing c r end.
Definition sorted (cuts : list R) : Prop := match cuts with [] => True | c :: r => increasing c r end.
(* A vector plus independent noise N(0, 1) in every coordinate. The cuts of a coordinate may depend on h, what was seen
   of the coordinates before it. *)
Fixpoint noisy (cuts : list nat -> list R) (h : list nat) (v : list R) : dist (list nat) :=
  match v with
  | [] => ret []
  | x :: r => bind (observed x (cuts h)) (fun k => bind (noisy cuts (h ++ [k]) r) (fun l => ret (k :: l)))
  end.
(* The square of the Euclidean distance of two vectors of one length. *)
Fixpoint distance2 (a b : list R) : R :=
  match a, b with x :: a, y :: b => (x - y) * (x - y) + distance2 a b | _, _ => 0 end.
(* Data sets: a record may be zeroed, `present` are the others. Under `add/remove` D has one record more than D', under
   `zero-out` one record of D is zeroed in D'. *)
Definition present {X} (D : list (option X)) : list X :=
  flat_map (fun r => match r with Some x => [x] | None => [] end) D.
Definition one_more {X} (D D' : list X) : Prop := exists pre x post, D = pre ++ x :: post /\ D' = pre ++ post.
Inductive adjacency := AddRemove | ZeroOut.
Definition adjacent {X} (a : adjacency) (D D' : list (option X)) : Prop := exists pre x post,
  D = pre ++ Some x :: post /\ D' = pre ++ match a with AddRemove => post | ZeroOut => None :: post end.
(* A Poisson sample: every record is kept with probability q, independently of the others. *)
Fixpoint poisson {X} (q : R) (D : list X) : dist (list X) :=
  match D with
  | [] => ret []
  | x :: r => bind (bernoulli q) (fun b => bind (poisson q r) (fun l => ret (match b with O => l | S _ => x :: l end)))
  end.
Definition sampled {X Y} (q : R) (M : list X -> dist Y) (D : list X) : dist Y := bind (poisson q D) M.
(* t rounds: each may look at all that the rounds before it have put out, h. *)
Fixpoint adaptive {Y} (M : list Y -> dist Y) (t : nat) (h : list Y) : dist (list Y) :=
  match t with O => ret [] | S s => bind (M h) (fun y => bind (adaptive M s (h ++ [y])) (fun r => ret (y :: r))) end.
(* DP-SGD. Every round draws a fresh sample of rate q, makes a vector of the records in it that are present, adds noise
   of standard deviation sigma (the unit of length is the clipping norm; seen are multiples of sigma), and puts out what
   the cuts show. What the vector is, and where the cuts lie, depends on all that was put out before. *)
Definition dp_sgd {X} (q sigma : R) (update : list (list nat) -> list X -> list R)
    (cuts : list (list nat) -> list nat -> list R) (t : nat) (D : list (option X)) : dist (list (list nat)) :=
  adaptive (fun h => sampled q (fun B => noisy (cuts h) [] (map (Rmult (/ sigma)) (update h (present B)))) D) t [].
(* One record more moves the vector by at most 1, whatever came before: a sum of clipped vectors does so. *)
Definition clipped {X H} (update : H -> list X -> list R) : Prop := forall h B B', one_more B B' ->
  length (update h B) = length (update h B') /\ distance2 (update h B) (update h B') <= 1.
(* What an event tells of P against Q, from the side of P (the record is there: `remove`), of Q (`add`), or of either *)
Definition told {A} (dir : direction) (eps : R) (P Q : dist A) (S : A -> bool) (d : R) : Prop :=
  match dir with
  | Remove => d = Pr P S - exp eps * Pr Q S
  | Add => d = Pr Q S - exp eps * Pr P S
  | Both => d = Pr P S - exp eps * Pr Q S \/ d = Pr Q S - exp eps * Pr P S
  end.
(* d is the advantage of an event over t rounds of some DP-SGD on some adjacent data sets. *)
Definition sgd_advantage (a : adjacency) (dir : direction) (t : nat) (q sigma eps d : R) : Prop :=
  exists (X : Type) (update : list (list nat) -> list X -> list R) (cuts : list (list nat) -> list nat -> list R)
    (D D' : list (option X)) (S : list (list nat) -> bool),
  (forall h g, sorted (cuts h g)) /\ clipped update /\ adjacent a D D' /\
  told dir eps (dp_sgd q sigma update cuts t D) (dp_sgd q sigma update cuts t D') S d.
(* The Gaussian mechanism, t rounds, each on all records that are present: the same without samples. *)
Definition gaussian {X} (sigma : R) (query : list (list nat) -> list X -> list R)
    (cuts : list (list nat) -> list nat -> list R) (t : nat) (D : list (option X)) : dist (list (list nat)) :=
  adaptive (fun h => noisy (cuts h) [] (map (Rmult (/ sigma)) (query h (present D)))) t [].
Definition gaussian_advantage (a : adjacency) (dir : direction) (t : nat) (sigma eps d : R) : Prop :=
  exists (X : Type) (query : list (list nat) -> list X -> list R) (cuts : list (list nat) -> list nat -> list R)
    (D D' : list (option X)) (S : list (list nat) -> bool),
  (forall h g, sorted (cuts h g)) /\ clipped query /\ adjacent a D D' /\
  told dir eps (gaussian sigma query cuts t D) (gaussian sigma query cuts t D') S d.
