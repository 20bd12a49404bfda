(* Everything that the theorems of this folder are about, and how a certificate is read. Nothing is proved here. *)
Require Import Reals List ZArith Arith.
Import ListNotations. Open Scope R_scope.
(* 1. A finite law is a list of outcomes with their weights. *)
Definition dist (A : Type) := list (R * A).
Definition ret {A} (a : A) : dist A := [(1, a)].
Definition scale {A} (w : R) (d : dist A) : dist A :=
  map (fun px => (w * fst px, snd px)) d.
Definition bind {A B} (d : dist A) (k : A -> dist B) : dist B := flat_map (fun px => scale (fst px) (k (snd px))) d.
Fixpoint Ex {A} (d : dist A) (f : A -> R) : R := match d with [] => 0 | (p, x) :: r => p * f x + Ex r f end.
Definition indicator {A} (S : A -> bool) (x : A) : R := if S x then 1 else 0.
Definition Pr {A} (d : dist A) (S : A -> bool) : R := Ex d (indicator S).
Definition nonneg (A : Type) (d : dist A) : Prop := forall px, In px d -> 0 <= fst px.
Definition probability {A} (d : dist A) : Prop := nonneg A d /\ Ex d (fun _ => 1) = 1.
Definition bernoulli (p : R) : dist nat := [(p, 1%nat); (1 - p, 0%nat)].
Fixpoint binomial (n : nat) (p : R) : dist nat :=   (* the number of successes of n independent trials *)
  match n with O => ret 0%nat | S m => bind (bernoulli p) (fun b => bind (binomial m p) (fun k => ret (b + k)%nat)) end.
(* 2. H_w(P||Q) is the sum over the outcomes of max(0, P - w Q): the largest Pr P S - w Pr Q S of an event S. *)
Section Hockey. Variables (A : Type) (eq_dec : forall x y : A, {x = y} + {x <> y}).
Definition mass (d : dist A) (x : A) : R := Pr d (fun y => if eq_dec x y then true else false).
Fixpoint lsum (l : list A) (f : A -> R) : R := match l with [] => 0 | x :: r => f x + lsum r f end.
Definition support (P Q : dist A) : list A := nodup eq_dec (map snd P ++ map snd Q).
Definition hockey (w : R) (P Q : dist A) : R := lsum (support P Q) (fun x => Rmax 0 (mass P x - w * mass Q x)).
End Hockey. Definition out := (nat * nat)%type.
Definition out_dec (x y : out) : {x = y} + {x <> y}. Proof. decide equality; apply Nat.eq_dec. Defined.
Fixpoint power {A} (t : nat) (d : dist A) : dist (list A) :=   (* t independent outcomes of one law *)
  match t with O => ret [] | S s => bind d (fun x => bind (power s d) (fun l => ret (x :: l))) end.
(* 3. The clones pair for n users: C of the others are clones, A of these are of the first kind. *)
Definition pairP (N : nat) (p a : R) : dist out :=
  bind (binomial N p) (fun C => bind (binomial C (1/2)) (fun A => bind (bernoulli a) (fun D =>
  ret (A + D, C - A + 1 - D)%nat))).
Definition pairQ (N : nat) (p a : R) : dist out :=
  bind (binomial N p) (fun C => bind (binomial C (1/2)) (fun A => bind (bernoulli a) (fun D =>
  ret (A + 1 - D, C - A + D)%nat))).
Definition divergence (w : R) (P Q : dist out) : R := hockey out out_dec w P Q.
Definition clonesP (n : nat) (eps0 : R) : dist out := pairP (n - 1) (exp (- eps0)) (exp eps0 / (exp eps0 + 1)).
Definition clonesQ (n : nat) (eps0 : R) : dist out := pairQ (n - 1) (exp (- eps0)) (exp eps0 / (exp eps0 + 1)).
Definition clones_delta (n : nat) (eps0 eps : R) : R := divergence (exp eps) (clonesP n eps0) (clonesQ n eps0).
Definition outs_dec : forall x y : list out, {x = y} + {x <> y} := list_eq_dec out_dec.
Definition rounds_delta (t n : nat) (eps0 eps : R) : R :=
  hockey (list out) outs_dec (exp eps) (power t (clonesP n eps0)) (power t (clonesQ n eps0)).
(* 4. k-ary randomized response: the first two counts of the others, and the category of user 1. *)
Definition trial (g : R) : dist out := [(g, (1, 0)%nat); (g, (0, 1)%nat); (1 - 2 * g, (0, 0)%nat)].
Fixpoint counts (N : nat) (g : R) : dist out :=
  match N with O => ret (0, 0)%nat | S m => bind (trial g) (fun t => bind (counts m g) (fun c =>
    ret (fst t + fst c, snd t + snd c)%nat)) end.
Definition krrP (N : nat) (g : R) : dist out := bind (counts N g) (fun c => ret (fst c + 1, snd c)%nat).
Definition krrQ (N : nat) (g : R) : dist out := bind (counts N g) (fun c => ret (fst c, snd c + 1)%nat).
(* the adversary sees who was replaced: user 1 with probability gamma, then by any of the k categories *)
Definition krr_law (n : nat) (k gamma : R) (own : dist out) : dist (nat * out) :=
  let replaced := bind (trial (1 / k)) (fun t => bind (counts (n - 1) (gamma / k)) (fun c =>
    ret (fst t + fst c, snd t + snd c)%nat)) in
  bind (bernoulli gamma) (fun r => bind (match r with O => own | S _ => replaced end) (fun o => ret (r, o))).
Definition krr_dec (x y : nat * out) : {x = y} + {x <> y}.
Proof. decide equality; [apply out_dec|apply Nat.eq_dec]. Defined.
Definition krr_delta (n : nat) (k gamma eps : R) : R :=
  hockey (nat * out) krr_dec (exp eps) (krr_law n k gamma (krrP (n - 1) (gamma / k)))
  (krr_law n k gamma (krrQ (n - 1) (gamma / k))).
Definition krr_pair_delta (n : nat) (k gamma eps : R) : R :=
  divergence (exp eps) (krrP (n - 1) (gamma / k)) (krrQ (n - 1) (gamma / k)).
(* 5. Binary randomized response: the number of ones; a is the probability of the truth, m of the N others hold 1,
   user 1 says 1 with probability own. *)
Definition rr2_law (N m : nat) (a own : R) : dist nat := bind (binomial m a) (fun i =>
  bind (binomial (N - m) (1 - a)) (fun j =>
  bind (bernoulli own) (fun d => ret (i + j + d)%nat))).
Inductive direction := Remove | Add | Both.
Definition rr2_delta (dir : direction) (n m : nat) (eps0 eps : R) : R :=
  let a := exp eps0 / (exp eps0 + 1) in
  let remove := hockey nat Nat.eq_dec (exp eps) (rr2_law (n - 1) m a a) (rr2_law (n - 1) m a (1 - a)) in
  let add := hockey nat Nat.eq_dec (exp eps) (rr2_law (n - 1) m a (1 - a)) (rr2_law (n - 1) m a a) in
  match dir with Remove => remove | Add => add | Both => Rmax remove add end.
(* 6. The shuffled mechanism: the shuffler orders the data, each randomizer may look at the reports before it. *)
Definition pure_dp {X Y} (eps0 : R) (rz : X -> dist Y) : Prop := forall x x' S, Pr (rz x) S <= exp eps0 * Pr (rz x') S.
Fixpoint inserts {A} (y : A) (l : list A) : list (list A) :=
  (y :: l) :: match l with [] => [] | z :: r => map (cons z) (inserts y r) end.
Fixpoint perms {A} (l : list A) : list (list A) :=
  match l with [] => [[]] | y :: r => flat_map (inserts y) (perms r) end.
Definition uniform {A} (l : list A) : dist A := map (fun x => (/ INR (length l), x)) l.
Definition shuffle {A} (l : list A) : dist (list A) := uniform (perms l).
Fixpoint run {X Y} (A : list Y -> X -> dist Y) (h : list Y) (D : list X) : dist (list Y) :=
  match D with [] => ret [] | x :: r => bind (A h x) (fun y => bind (run A (h ++ [y]) r) (fun l => ret (y :: l))) end.
Definition shuffled_run {X Y} (A : list Y -> X -> dist Y) (D : list X) : dist (list Y) := bind (shuffle D) (run A []).
Definition neighbours {X} (D D' : list X) : Prop :=
  exists pre x x' post, D = pre ++ x :: post /\ D' = pre ++ x' :: post.
(* t rounds on the same data: each a shuffled mechanism that may look at all reports of the rounds before, h *)
Fixpoint rounds {X Y} (M : list (list Y) -> list Y -> X -> dist Y) (t : nat) (h : list (list Y)) (D : list X) :
  dist (list (list Y)) :=
  match t with O => ret [] | S s => bind (shuffled_run (M h) D) (fun y => bind (rounds M s (h ++ [y]) D) (fun l =>
    ret (y :: l))) end.
(* d is the advantage of an event over t rounds of n users of some eps0-DP randomizers and some neighbouring data *)
Definition shuffle_advantage (t n : nat) (eps0 eps d : R) : Prop :=
  exists (X Y : Type) (M : list (list Y) -> list Y -> X -> dist Y) (D D' : list X) (S : list (list Y) -> bool),
  inhabited (forall x y : Y, {x = y} + {x <> y}) /\ (forall g h x, probability (M g h x)) /\
  (forall g h, pure_dp eps0 (M g h)) /\
  length D = n /\ neighbours D D' /\ d = Pr (rounds M t [] D) S - exp eps * Pr (rounds M t [] D') S.
(* (eps, delta)-differential privacy of every such mechanism *)
Definition shuffle_private (t n : nat) (eps0 eps delta : R) : Prop :=
  forall (X Y : Type) (M : list (list Y) -> list Y -> X -> dist Y) (D D' : list X),
  (forall x y : Y, {x = y} + {x <> y}) ->
  (forall g h x, probability (M g h x)) -> (forall g h, pure_dp eps0 (M g h)) -> length D = n -> neighbours D D' ->
  forall S, Pr (rounds M t [] D) S <= exp eps * Pr (rounds M t [] D') S + delta.
(* 7. Numbers of a certificate, and infima. *)
Inductive number := Rat (n d : Z) | Ln (n d : Z).
Definition val (x : number) : R := match x with Rat n d => IZR n / IZR d | Ln n d => ln (IZR n / IZR d) end.
Definition is_inf (S : R -> Prop) (m : R) : Prop :=
  (forall e, S e -> m <= e) /\ (forall x, (forall e, S e -> x <= e) -> x <= m).
Definition epsilon_of (delta_at : R -> R) (delta : R) : R -> Prop := is_inf (fun e => 0 <= e /\ delta_at e <= delta).
Definition least_users (eps0 eps delta : R) (n : nat) : Prop :=
  (1 <= n)%nat /\ clones_delta n eps0 eps <= delta /\ forall m, (1 <= m < n)%nat -> clones_delta m eps0 eps > delta.
