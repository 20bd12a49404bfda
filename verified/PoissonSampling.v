(* Poisson sampling: one round on a random subset of the records, of a mechanism that is no easier to tell apart than
     two normal laws. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws ClonesPair Reduction ReductionSanity Product Adaptive NormalLaw.
Import ListNotations.
Open Scope R_scope.

(* ---- definitions ---- *)
Definition ratio (mu z : R) : R := exp (- (mu * z + mu * mu / 2)).   (* of the densities of N(0,1) at z + mu and at z *)
(* P and Q are no easier to tell apart than N(mu,1) and N(0,1): every event lies below every tangent of their trade-off
     curve *)
Definition below_normal {Y} (mu : R) (P Q : dist Y) : Prop := forall S z, Pr P S - ratio mu z * Pr Q S <= Phi (z + mu)
  - ratio mu z * Phi z.
Definition gaussian_private {X Y} (mu : R) (M : list X -> dist Y) : Prop :=
  forall B B', one_more B B' -> below_normal mu (M B) (M B') /\ below_normal mu (M B') (M B).
Definition training {X Y} (q : R) (M : list Y -> list X -> dist Y) (t : nat) (D : list X) : dist (list Y)
  := adaptive (fun h => sampled q (M h) D) t [].

(* ---- proofs ---- *)
Lemma poisson_app {X} q (l1 l2 : list X) f : Ex (poisson q (l1 ++ l2)) f = Ex (poisson q l1) (fun a => Ex (poisson q l2)
  (fun b => f (a ++ b))).
Proof.
  revert f. induction l1 as [|x l1 IH]; intros f; [cbn [app poisson]; rewrite Ex_ret; reflexivity|]. cbn [app poisson].
  rewrite !Ex_bind, !Ex_bernoulli, !Ex_retract, !IH. cbn [app]. reflexivity.
Qed.
Lemma poisson_one_more {X} q (pre post : list X) x f : Ex (poisson q (pre ++ x :: post)) f =
  Ex (poisson q pre) (fun a => Ex (poisson q post) (fun b => q * f (a ++ x :: b) + (1 - q) * f (a ++ b))).
Proof.
  rewrite poisson_app. apply Ex_fun. intros a. cbn [poisson].
  rewrite Ex_bind, Ex_bernoulli, !Ex_retract, Ex_plus, !Ex_scal. reflexivity.
Qed.
Lemma probability_poisson {X} q (D : list X) : 0 <= q <= 1 -> probability (poisson q D).
Proof.
  intros Hq. induction D as [|x D IH]; [apply probability_ret|]. cbn [poisson]. apply probability_bind.
  - split; [apply nonneg_bernoulli; auto|rewrite Ex_bernoulli; ring].
  - intros b. apply probability_bind; auto. intros; apply probability_ret.
Qed.
Lemma Ex_below {A} (d : dist A) f c : probability d -> (forall x, f x <= c) -> Ex d f <= c.
Proof.
  intros [N T] H. replace c with (Ex d (fun _ => c * 1)) by (rewrite Ex_scal, T; ring). clear T.
  induction d as [|[p x] d IH]; cbn [Ex]; [lra|].
  assert (0 <= p) by (apply (N (p, x)); left; auto). specialize (IH ltac:(intros y Hy; apply N; right; auto)).
  specialize (H x). nra.
Qed.
Lemma Pr_range {A} (d : dist A) S : probability d -> 0 <= Pr d S <= 1.
Proof. intros Pd. apply (law_range d); [apply law_probability; auto|]. intros x. unfold indicator. destruct (S x); lra.
Qed.

Section Step.
Variables (X Y : Type) (q mu : R) (M : list X -> dist Y).
Hypothesis q01 : 0 <= q <= 1.
Hypothesis M_law : forall B, probability (M B).
Hypothesis M_private : gaussian_private mu M.
Lemma probability_sampled D : probability (sampled q M D).
Proof. apply probability_bind; auto. apply probability_poisson; auto. Qed.
Variables (D D' : list X).
Hypothesis near : one_more D D'.

(* what holds of the batches with and without the record holds of the samples *)
Lemma sampled_bound (u v c : R) S : (forall B B', one_more B B' -> u * (q * Pr (M B) S + (1 - q) * Pr (M B') S)
  + v * Pr (M B') S <= c) ->
  u * Pr (sampled q M D) S + v * Pr (sampled q M D') S <= c.
Proof.
  intros H. destruct near as (pre & x & post & -> & ->). unfold Pr, sampled.
  rewrite !Ex_bind, poisson_one_more, poisson_app, <- !Ex_scal, <- Ex_plus.
  apply Ex_below; [apply probability_poisson; auto|]. intros a. rewrite <- !Ex_scal, <- Ex_plus.
  apply Ex_below; [apply probability_poisson; auto|]. intros b.
  apply (H (a ++ x :: b) (a ++ b)). exists a, x, b. auto.
Qed.
(* the record is there under the first law *)
Lemma remove_knot w z S : q * ratio mu z <= w - 1 + q -> Pr (sampled q M D) S - w * Pr (sampled q M D') S
  <= q * (Phi (z + mu) - ratio mu z * Phi z).
Proof.
  intros H. pose proof (sampled_bound 1 (- w) (q * (Phi (z + mu) - ratio mu z * Phi z)) S) as E.
  enough (1 * Pr (sampled q M D) S + - w * Pr (sampled q M D') S <= q * (Phi (z + mu) - ratio mu z * Phi z)) by lra.
  apply E. intros B B' N. destruct (M_private B B' N) as [G _]. specialize (G S z).
  pose proof (Pr_range (M B') S (M_law B')).
  apply (Rmult_le_compat_l q) in G; [|lra].
  assert (q * ratio mu z * Pr (M B') S <= (w - 1 + q) * Pr (M B') S) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma remove_low w S : w <= 1 - q -> Pr (sampled q M D) S - w * Pr (sampled q M D') S <= 1 - w.
Proof.
  intros H. enough (1 * Pr (sampled q M D) S + - w * Pr (sampled q M D') S <= 1 - w) by lra. apply sampled_bound.
  intros B B' N.
  pose proof (Pr_range (M B') S (M_law B')). pose proof (Pr_range (M B) S (M_law B)). nra.
Qed.
(* a knot between 1 - q and the first useful tangent takes the chord *)
Lemma remove_chord x z S : 0 <= x <= 1 -> Pr (sampled q M D) S - (1 - q + x * (q * ratio mu z)) * Pr (sampled q M D') S
  <= q * (1 - x * (1 - (Phi (z + mu) - ratio mu z * Phi z))).
Proof.
  intros Hx. set (w := 1 - q + x * (q * ratio mu z)). set (c := q * _).
  enough (1 * Pr (sampled q M D) S + - w * Pr (sampled q M D') S <= c) by lra.
  apply sampled_bound. intros B B' N. destruct (M_private B B' N) as [G _]. specialize (G S z).
  pose proof (Pr_range (M B) S (M_law B)).
  assert (E : (1 - x) * Pr (M B) S + x * (Pr (M B) S - ratio mu z * Pr (M B') S) <= (1 - x) * 1
    + x * (Phi (z + mu) - ratio mu z * Phi z)) by (apply Rplus_le_compat; apply Rmult_le_compat_l; lra).
  apply (Rmult_le_compat_l q) in E; [|lra]. unfold w, c. lra.
Qed.
(* and under the second one *)
Lemma add_knot w z S : 0 <= 1 - w * (1 - q) -> ratio mu z * (1 - w * (1 - q)) <= w * q ->
  Pr (sampled q M D') S - w * Pr (sampled q M D) S <= (1 - w * (1 - q)) * (Phi (z + mu) - ratio mu z * Phi z).
Proof.
  intros H0 H.
  enough (- w * Pr (sampled q M D) S + 1 * Pr (sampled q M D') S <= (1 - w * (1 - q))
    * (Phi (z + mu) - ratio mu z * Phi z)) by lra. apply sampled_bound. intros B B' N.
  destruct (M_private B B' N) as [_ G]. specialize (G S z). pose proof (Pr_range (M B) S (M_law B)).
  apply (Rmult_le_compat_l (1 - w * (1 - q))) in G; [|lra].
  assert (ratio mu z * (1 - w * (1 - q)) * Pr (M B) S <= w * q * Pr (M B) S) by (apply Rmult_le_compat_r; lra). nra.
Qed.
Lemma add_high w S : 0 <= w -> 1 <= w * (1 - q) -> Pr (sampled q M D') S - w * Pr (sampled q M D) S <= 0.
Proof.
  intros H0 H. enough (- w * Pr (sampled q M D) S + 1 * Pr (sampled q M D') S <= 0) by lra. apply sampled_bound.
  intros B B' N.
  pose proof (Pr_range (M B') S (M_law B')). pose proof (Pr_range (M B) S (M_law B)).
  assert (0 <= w * q * Pr (M B) S) by (repeat apply Rmult_le_pos; lra). nra.
Qed.
End Step.

Lemma ratio_pos mu z : 0 < ratio mu z. Proof. apply exp_pos. Qed.

(* ---- the normal mechanism, seen through finitely many cuts ---- *)
