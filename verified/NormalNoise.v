(* The textbook condition, and mechanisms that satisfy it: normal noise on a number, seen through finitely many cuts. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Coquelicot Require Import Coquelicot.
From Hallmark Require Import Definitions Noise Laws ClonesPair Reduction ReductionSanity Product Adaptive NormalLaw
  NormalSeries NormalTotal PoissonSampling.
Import ListNotations.
Open Scope R_scope.

(* No test of Q against P whose error of the first kind is at most Phi z has power above Phi (z + mu): mu-Gaussian
     differential privacy *)
Definition no_better {Y} (mu : R) (P Q : dist Y) : Prop := forall S z, Pr Q S <= Phi z -> Pr P S <= Phi (z + mu).

Lemma small_tail e : 0 < e -> exists t, t <= 0 /\ Phi t <= e.
Proof. intros He. destruct (Phi_near_1 e He) as (x & X0 & X). exists (- x). rewrite Phi_sym. lra. Qed.
(* The textbook's mu-Gaussian differential privacy gives every tangent. *)
Theorem no_better_below {Y} mu (P Q : dist Y) : 0 <= mu -> probability P -> probability Q -> no_better mu P Q
  -> below_normal mu P Q.
Proof.
  intros Hmu Pp Pq H S z. pose proof (Pr_range P S Pp) as RP. pose proof (Pr_range Q S Pq) as RQ.
  pose proof (ratio_pos mu z) as R0.
  assert (T : forall t, Phi (t + mu) - ratio mu z * Phi t <= Phi (z + mu) - ratio mu z * Phi z) by (intros t;
    exact (tangent mu z t Hmu)).
  destruct (Rle_dec (Pr Q S) 0) as [Z0|Z0]; [|destruct (Rle_dec 1 (Pr Q S)) as [Z1|Z1]].
  - (* no error of the first kind: no power *)
    assert (P0 : Pr P S <= 0).
    { apply Rnot_lt_le. intros X. destruct (small_tail (Pr P S / 2) ltac:(lra)) as (t & _ & Ht).
      assert (L : Pr P S <= Phi (t - mu + mu)) by (apply H; pose proof (Phi_range (t - mu)); lra).
      replace (t - mu + mu) with t in L by ring. lra. }
    assert (G : 0 <= Phi (z + mu) - ratio mu z * Phi z).
    { apply Rnot_lt_le. intros X. set (g := Phi (z + mu) - ratio mu z * Phi z) in *.
      destruct (small_tail (- g / 2 / ratio mu z)) as (t & _ & Ht).
      - unfold Rdiv. repeat apply Rmult_lt_0_compat; try lra. apply Rinv_0_lt_compat. auto.
      - specialize (T t). pose proof (Phi_range (t + mu)). apply (Rmult_le_compat_l (ratio mu z)) in Ht; [|lra].
        replace (ratio mu z * (- g / 2 / ratio mu z)) with (- g / 2) in Ht by (field; lra). lra. }
    assert (0 <= ratio mu z * Pr Q S) by (apply Rmult_le_pos; lra). lra.
  - assert (G : 1 - ratio mu z <= Phi (z + mu) - ratio mu z * Phi z).
    { apply Rnot_lt_le. intros X. set (g := Phi (z + mu) - ratio mu z * Phi z) in *.
      destruct (Phi_near_1 ((1 - ratio mu z - g) / 2) ltac:(lra)) as (t & _ & Ht).
      specialize (T t). pose proof (Phi_monotone t (t + mu) ltac:(lra)). pose proof (Phi_range t).
      assert (ratio mu z * Phi t <= ratio mu z * 1) by (apply Rmult_le_compat_l; lra). lra. }
    replace (Pr Q S) with 1 by lra. lra.
  - destruct (Phi_takes (Pr Q S) ltac:(lra)) as [t Et]. specialize (H S t ltac:(lra)). specialize (T t).
    rewrite Et in T. lra.
Qed.

(* ---- normal noise of variance 1 about m, seen through increasing cuts ---- *)
Lemma cells_sum m : forall cuts below k, Ex (cells Phi m below k cuts) (fun _ => 1) = 1 - below.
Proof. induction cuts as [|c r IH]; intros below k; cbn [cells Ex]; [ring|]. rewrite IH. ring. Qed.
Lemma cells_nonneg m cuts : forall b below k, below <= Phi (b - m) -> increasing b cuts
  -> nonneg nat (cells Phi m below k cuts).
Proof.
  induction cuts as [|c r IH]; intros b below k Hb I px; cbn [cells].
  - intros [<-|[]]. cbn. pose proof (Phi_range (b - m)). lra.
  - destruct I as [Hc I]. pose proof (Phi_monotone (b - m) (c - m) ltac:(lra)). intros [<-|J]; [cbn; lra|].
    apply (IH c (Phi (c - m)) (S k) ltac:(lra) I px J).
Qed.
Lemma observed_probability m cuts : match cuts with [] => True | c :: r => increasing c r end
  -> probability (observed m cuts).
Proof.
  intros I. split; [|unfold observed; rewrite cells_sum; ring].
  destruct cuts as [|c r]; intros px; cbn [observed cells].
  - intros [<-|[]]. cbn. lra.
  - intros [<-|J]; [cbn; pose proof (Phi_range (c - m)); lra|].
    apply (cells_nonneg m r c (Phi (c - m)) 1 ltac:(lra) I px J).
Qed.
(* G x = Phi (x + mu) - w Phi x first grows, then falls: an event is at most all the cells below the place where it
     turns *)
Section Turn.
Variables (mu z m : R).
Hypothesis mu_nonneg : 0 <= mu.
Notation w := (ratio mu z).
Definition curve (x : R) : R := Phi (x + mu) - w * Phi x.
Lemma curve_steps a b : a <= b -> Rmax 0 (curve b - curve a) <= curve (Rmin b z) - curve (Rmin a z).
Proof.
  intros H. set (df := fun t => density t * (ratio mu t - w)).
  assert (D : forall x, is_derive curve x (df x)).
  { intros x. unfold curve, df. evar_last. apply (is_derive_minus (fun t => Phi (t + mu)) (fun t => w * Phi t)).
    - apply (is_derive_comp Phi (fun t => t + mu)); [apply Phi_derive|]. auto_derive; [auto|reflexivity].
    - apply (is_derive_scal Phi), Phi_derive.
    - reals. rewrite density_shift. unfold ratio. ring. }
  assert (MR : forall s t, s <= t -> ratio mu t <= ratio mu s).
  { intros s t L. unfold ratio. assert (mu * s <= mu * t) by (apply Rmult_le_compat_l; lra).
    destruct (Req_dec (mu * s) (mu * t)) as [->|]; [lra|]. left. apply exp_increasing. lra. }
  assert (UP : forall s t, s <= t -> t <= z -> curve s <= curve t).
  { intros s t L L2. apply (growing curve df); auto. intros x Hx. unfold df.
    apply Rmult_le_pos; [left; apply density_pos|]. pose proof (MR x z ltac:(lra)). lra. }
  assert (DN : forall s t, s <= t -> z <= s -> curve t <= curve s).
  { intros s t L L2. apply Ropp_le_cancel.
    apply (growing (fun t => - curve t) (fun t => - df t)); auto; [intros; apply (is_derive_opp curve), D|].
    intros x Hx. unfold df. pose proof (MR z x ltac:(lra)). pose proof (density_pos x). nra. }
  assert (E : curve (Rmin b z) - curve (Rmin a z) >= 0 /\ curve b - curve a <= curve (Rmin b z) - curve (Rmin a z)).
  { unfold Rmin. destruct (Rle_dec b z), (Rle_dec a z); try lra.
    - pose proof (UP a b H ltac:(lra)). lra.
    - pose proof (UP a z ltac:(lra) ltac:(lra)). pose proof (DN z b ltac:(lra) ltac:(lra)). lra.
    - pose proof (DN a b ltac:(lra) ltac:(lra)). lra. }
  apply Rmax_lub; lra.
Qed.
End Turn.
Section Limits.
Variables (mu z : R).
Hypothesis mu_nonneg : 0 <= mu.
Notation w := (ratio mu z).
Notation G := (curve mu z).
Lemma curve_top t : G t <= G z. Proof. exact (tangent mu z t mu_nonneg). Qed.
Lemma all_close (a b : R) : (forall e, 0 < e -> a <= b + e) -> a <= b.
Proof. intros H. apply Rnot_lt_le. intros X. specialize (H ((a - b) / 2) ltac:(lra)). lra. Qed.
Lemma far_left e c : 0 < e -> exists a, a <= c /\ G a <= e /\ - e <= G a.
Proof.
  intros He. pose proof (ratio_pos mu z) as W. destruct (small_tail (Rmin e (e / w))) as (t & T0 & T).
  - apply Rmin_glb_lt; [auto|]. apply Rmult_lt_0_compat; [auto|apply Rinv_0_lt_compat; auto].
  - exists (Rmin c (t - mu)). pose proof (Rmin_l c (t - mu)). pose proof (Rmin_r c (t - mu)).
    set (a := Rmin c (t - mu)) in *. split; [auto|]. unfold curve.
    pose proof (Phi_monotone (a + mu) t ltac:(lra)). pose proof (Phi_monotone a t ltac:(lra)).
    pose proof (Phi_range (a + mu)). pose proof (Phi_range a).
    pose proof (Rmin_l e (e / w)). pose proof (Rmin_r e (e / w)).
    assert (w * Phi a <= w * (e / w)) by (apply Rmult_le_compat_l; lra).
    replace (w * (e / w)) with e in * by (field; lra).
    assert (0 <= w * Phi a) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma far_right e a : 0 < e -> exists b, a <= b /\ 1 - w - e <= G b.
Proof.
  intros He. pose proof (ratio_pos mu z) as W. destruct (Phi_near_1 e He) as (t & T0 & T). exists (Rmax a t).
  pose proof (Rmax_l a t). pose proof (Rmax_r a t). set (b := Rmax a t) in *. split; [auto|]. unfold curve.
  pose proof (Phi_monotone t (b + mu) ltac:(lra)). pose proof (Phi_range b).
  assert (w * Phi b <= w * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma first_cell c : Rmax 0 (G c) <= G (Rmin c z).
Proof.
  apply all_close. intros e He. destruct (far_left (e / 2) (Rmin c z) ltac:(lra)) as (a & A0 & A1 & A2).
  pose proof (Rmin_l c z). pose proof (Rmin_r c z).
  pose proof (curve_steps mu z mu_nonneg a c ltac:(lra)) as S0. rewrite (Rmin_left a z) in S0 by lra.
  pose proof (Rmax_l 0 (G c - G a)). pose proof (Rmax_r 0 (G c - G a)). apply Rmax_lub; lra.
Qed.
Lemma last_cell a : Rmax 0 (1 - w - G a) <= G z - G (Rmin a z).
Proof.
  apply all_close. intros e He. destruct (far_right e a He) as (b & B0 & B1).
  pose proof (curve_steps mu z mu_nonneg a b B0) as S0. pose proof (curve_top (Rmin b z)).
  pose proof (Rmax_l 0 (G b - G a)). pose proof (Rmax_r 0 (G b - G a)). apply Rmax_lub; lra.
Qed.
Lemma event_part (S : nat -> bool) k p q : p * indicator S k - w * (q * indicator S k) <= Rmax 0 (p - w * q).
Proof. unfold indicator. pose proof (Rmax_l 0 (p - w * q)). pose proof (Rmax_r 0 (p - w * q)). destruct (S k); lra. Qed.
(* the mean is mu lower under the first law *)
Lemma lower_cells m T cuts : forall b k, increasing b cuts ->
  Ex (cells Phi (m - mu) (Phi (b - m + mu)) k cuts) (indicator T) - w * Ex (cells Phi m (Phi (b - m)) k cuts)
    (indicator T)
    <= G z - G (Rmin (b - m) z).
Proof.
  induction cuts as [|c r IH]; intros b k I; cbn [cells Ex].
  - pose proof (event_part T k (1 - Phi (b - m + mu)) (1 - Phi (b - m))) as E. pose proof (last_cell (b - m)) as L.
    unfold curve at 1 in L.
    replace (1 - Phi (b - m + mu) - w * (1 - Phi (b - m))) with (1 - w - (Phi (b - m + mu) - w * Phi (b - m))) in E
      by ring. lra.
  - destruct I as [Hc I]. specialize (IH c (S k) I). replace (c - (m - mu)) with (c - m + mu) by ring.
    pose proof (event_part T k (Phi (c - m + mu) - Phi (b - m + mu)) (Phi (c - m) - Phi (b - m))) as E.
    pose proof (curve_steps mu z mu_nonneg (b - m) (c - m) ltac:(lra)) as L. unfold curve at 1 2 in L.
    replace (Phi (c - m + mu) - Phi (b - m + mu) - w * (Phi (c - m) - Phi (b - m))) with (Phi (c - m + mu)
      - w * Phi (c - m) - (Phi (b - m + mu) - w * Phi (b - m))) in E by ring. lra.
Qed.
(* the mean is mu higher under the first law: the mirror image *)
Lemma mirror x : Phi (x - mu) - w * Phi x = 1 - w - G (- x).
Proof. unfold curve. replace (- x + mu) with (- (x - mu)) by ring. rewrite !Phi_sym. ring. Qed.
Lemma higher_cells m T cuts : forall b k, increasing b cuts ->
  Ex (cells Phi (m + mu) (Phi (b - m - mu)) k cuts) (indicator T) - w * Ex (cells Phi m (Phi (b - m)) k cuts)
    (indicator T)
    <= G (Rmin (- (b - m)) z).
Proof.
  induction cuts as [|c r IH]; intros b k I; cbn [cells Ex].
  - pose proof (event_part T k (1 - Phi (b - m - mu)) (1 - Phi (b - m))) as E. pose proof (first_cell (- (b - m))) as L.
    pose proof (mirror (b - m)) as M.
    replace (1 - Phi (b - m - mu) - w * (1 - Phi (b - m))) with (G (- (b - m))) in E by lra. lra.
  - destruct I as [Hc I]. specialize (IH c (S k) I). replace (c - (m + mu)) with (c - m - mu) by ring.
    pose proof (event_part T k (Phi (c - m - mu) - Phi (b - m - mu)) (Phi (c - m) - Phi (b - m))) as E.
    pose proof (curve_steps mu z mu_nonneg (- (c - m)) (- (b - m)) ltac:(lra)) as L. pose proof (mirror (b - m)) as M1.
    pose proof (mirror (c - m)) as M2.
    replace (Phi (c - m - mu) - Phi (b - m - mu) - w * (Phi (c - m) - Phi (b - m))) with (G (- (b - m)) - G (- (c - m)))
      in E by lra. lra.
Qed.
End Limits.
(* a smaller shift is harder to see *)
Lemma below_more {Y} mu mu' (P Q : dist Y) : 0 < mu <= mu' -> probability P -> probability Q -> below_normal mu P Q
  -> below_normal mu' P Q.
Proof.
  intros H Pp Pq B S z. set (t := (mu' * z + mu' * mu' / 2 - mu * mu / 2) / mu). specialize (B S t).
  assert (E : ratio mu t = ratio mu' z) by (unfold ratio, t; f_equal; field; lra). rewrite E in B.
  pose proof (tangent mu' z t ltac:(lra)) as T. change (exp (- (mu' * z + mu' * mu' / 2))) with (ratio mu' z) in T.
  cbv zeta in T.
  pose proof (Phi_monotone (t + mu) (t + mu') ltac:(lra)). lra.
Qed.
(* Normal noise of variance 1 on two numbers that differ by at most mu: whatever the cuts, no easier to tell apart than
     N(mu,1) and N(0,1). *)
Theorem observed_below mu a b cuts : 0 < mu -> Rabs (a - b) <= mu -> match cuts with [] => True | c :: r
  => increasing c r end -> below_normal mu (observed a cuts) (observed b cuts).
Proof.
  intros Hmu Hab I.
  assert (Z0 : forall s z, 0 <= s -> forall S,
    (Pr (observed (b - s) cuts) S - ratio s z * Pr (observed b cuts) S <= Phi (z + s) - ratio s z * Phi z)
      /\ (Pr (observed (b + s) cuts) S - ratio s z * Pr (observed b cuts) S <= Phi (z + s) - ratio s z * Phi z)).
  { intros s z Hs S. change (Phi (z + s) - ratio s z * Phi z) with (curve s z z). unfold Pr, observed.
    destruct cuts as [|c r]; cbn [cells Ex].
    - pose proof (event_part s z S 0 (1 - 0) (1 - 0)) as E. pose proof (far_right s z Hs) as F.
      assert (L : Rmax 0 (1 - 0 - ratio s z * (1 - 0)) <= curve s z z).
      { apply all_close. intros e He. destruct (F e 0 He) as (t & _ & T). pose proof (curve_top s z Hs t).
        destruct (far_left s z Hs e 0 He) as (u & _ & _ & U). pose proof (curve_top s z Hs u). apply Rmax_lub; lra. }
      split; lra.
    - split.
      + pose proof (lower_cells s z Hs b S r c 1 I) as L. replace (c - (b - s)) with (c - b + s) by ring.
        pose proof (event_part s z S 0 (Phi (c - b + s) - 0) (Phi (c - b) - 0)) as E.
        pose proof (first_cell s z Hs (c - b)) as F. unfold curve at 1 in F.
        replace (Phi (c - b + s) - 0 - ratio s z * (Phi (c - b) - 0)) with (Phi (c - b + s) - ratio s z * Phi (c - b))
          in E by ring. lra.
      + pose proof (higher_cells s z Hs b S r c 1 I) as L. replace (c - (b + s)) with (c - b - s) by ring.
        pose proof (event_part s z S 0 (Phi (c - b - s) - 0) (Phi (c - b) - 0)) as E.
        pose proof (last_cell s z Hs (- (c - b))) as F. pose proof (mirror s z (c - b)) as M.
        replace (Phi (c - b - s) - 0 - ratio s z * (Phi (c - b) - 0)) with (1 - ratio s z - curve s z (- (c - b))) in E
          by lra. lra. }
  pose proof (observed_probability a cuts I) as PA. pose proof (observed_probability b cuts I) as PB.
  destruct (Req_dec a b) as [->|N].
  - intros S z. pose proof (ratio_pos mu z). pose proof (Pr_range _ S PB).
    assert (L : Rmax 0 (1 - ratio mu z) <= curve mu z z).
    { apply all_close. intros e He. destruct (far_right mu z ltac:(lra) e 0 He) as (t & _ & T).
      pose proof (curve_top mu z ltac:(lra) t). destruct (far_left mu z ltac:(lra) e 0 He) as (u & _ & _ & U).
      pose proof (curve_top mu z ltac:(lra) u). apply Rmax_lub; lra. }
    pose proof (Rmax_l 0 (1 - ratio mu z)). pose proof (Rmax_r 0 (1 - ratio mu z)).
    change (Phi (z + mu) - ratio mu z * Phi z) with (curve mu z z). nra.
  - apply (below_more (Rabs (a - b))); auto; [split; auto; apply Rabs_pos_lt; lra|]. intros S z.
    destruct (Z0 (Rabs (a - b)) z (Rabs_pos _) S) as [L H]. unfold Rabs in *. destruct (Rcase_abs (a - b)).
    + replace (b - - (a - b)) with a in L by ring. exact L.
    + replace (b + (a - b)) with a in H by ring. exact H.
Qed.
