(* The delta of the clones pair falls with the number of users and grows with eps0. *)
Require Import Reals List Lra Lia Arith Bool.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair.
Open Scope R_scope.

(* ---- users ---- *)
Lemma F_more_trials l a b p N : 0 <= l <= 1 -> 0 <= p <= 1 -> F l a b p (S N) <= F l a b p N.
Proof.
  intros Hl Hp. unfold F. rewrite Ex_binomial_S.
  assert (Ex (binomial N p) (fun k => D l a b (S k)) <= Ex (binomial N p) (D l a b)); [|nra].
  rewrite !Ex_binomial. apply Sum_le. intros i _. pose proof (pm_nonneg p N i Hp). pose proof (D_antitone l a b Hl i).
  nra.
Qed.
Lemma inverse_range E : 1 < E -> 0 <= / E <= 1.
Proof. intros HE. split; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra. Qed.
(* With more users the delta is no larger. *)
Theorem clones_antitone_n n m eps0 eps : 0 < eps0 -> (n <= m)%nat -> clones_delta m eps0 eps <= clones_delta n eps0 eps.
Proof.
  intros H0 L. assert (1 < exp eps0) by (rewrite <- exp_0; apply exp_increasing; auto). rewrite !clones_F by auto.
  assert (G : forall j N, F (1/2) ((exp eps0 - exp eps) / (exp eps0 + 1)) ((exp eps * exp eps0 - 1) / (exp eps0 + 1))
    (/ exp eps0) (j + N) <=
    F (1/2) ((exp eps0 - exp eps) / (exp eps0 + 1)) ((exp eps * exp eps0 - 1) / (exp eps0 + 1)) (/ exp eps0) N).
  { induction j as [|j IH]; intros N; [simpl; lra|]. eapply Rle_trans; [|apply IH]. simpl. apply F_more_trials;
    [lra|apply inverse_range; auto]. }
  replace (m - 1)%nat with ((m - 1 - (n - 1)) + (n - 1))%nat by lia. apply G.
Qed.

(* ---- eps0: the divergence given c clones is convex in the probability a of the truth and symmetric about 1/2 ---- *)
Lemma Sum_reverse n f : Sum n f = Sum n (fun i => f (n - 1 - i)%nat).
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite (Sum_head n (fun i => f (S n - 1 - i)%nat)). cbn [Sum]. rewrite IH.
  replace (S n - 1 - 0)%nat with n by lia. rewrite Rplus_comm. f_equal. apply Sum_ext. intros i Hi. f_equal. lia.
Qed.
Lemma pm_half_symmetric n k : (k <= n)%nat -> pm (1/2) n k = pm (1/2) n (n - k).
Proof.
  revert k. induction n as [|n IH]; intros k Hk; [replace k with 0%nat by lia; reflexivity|].
  destruct k as [|k].
  - rewrite Nat.sub_0_r. cbn [pm]. rewrite (pm_beyond _ n (S n)) by lia. rewrite (IH 0%nat) by lia. rewrite Nat.sub_0_r.
    lra.
  - replace (S n - S k)%nat with (n - k)%nat by lia. destruct (Nat.eq_dec k n) as [->|].
    + rewrite Nat.sub_diag. cbn [pm]. rewrite (pm_beyond _ n (S n)) by lia. rewrite (IH n) by lia. rewrite Nat.sub_diag.
      lra.
    + replace (n - k)%nat with (S (n - S k)) by lia. cbn [pm]. rewrite (IH (S k)), (IH k) by lia.
      replace (n - k)%nat with (S (n - S k)) by lia. lra.
Qed.

Definition D_truth (w a : R) (c : nat) : R := D (1/2) (a - w * (1 - a)) (w * a - (1 - a)) c.

Lemma D_truth_symmetric w a c : D_truth w (1 - a) c = D_truth w a c.
Proof.
  unfold D_truth, D. rewrite (Sum_reverse (S (S c)) (fun x =>
  Rmax 0 (u (1/2) (a - w * (1 - a)) (w * a - (1 - a)) c x))).
  apply Sum_ext. intros x Hx. f_equal. unfold u. destruct x as [|j].
  - replace (S (S c) - 1 - 0)%nat with (S c) by lia. rewrite (pm_half_symmetric c 0), Nat.sub_0_r, (pm_beyond _ c (S c))
    by lia. ring.
  - replace (S (S c) - 1 - S j)%nat with (c - j)%nat by lia. destruct (Nat.eq_dec j c) as [->|].
    + rewrite Nat.sub_diag, (pm_beyond _ c (S c)), (pm_half_symmetric c c), Nat.sub_diag by lia. ring.
    + replace (c - j)%nat with (S (c - S j)) by lia. rewrite (pm_half_symmetric c (S j)), (pm_half_symmetric c j)
      by lia.
      replace (c - j)%nat with (S (c - S j)) by lia. ring.
Qed.
Lemma D_truth_convex w a b t c : 0 <= t <= 1 -> D_truth w (t * a + (1 - t) * b) c <= t * D_truth w a c + (1 - t) *
  D_truth w b c.
Proof.
  intros Ht. unfold D_truth, D. rewrite <- !Sum_scal, <- Sum_plus. apply Sum_le. intros x _.
  set (f := fun v => u (1/2) (v - w * (1 - v)) (w * v - (1 - v)) c x).
  assert (E : f (t * a + (1 - t) * b) = t * f a + (1 - t) * f b) by (unfold f, u; destruct x; ring).
  change (Rmax 0 (f (t * a + (1 - t) * b)) <= t * Rmax 0 (f a) + (1 - t) * Rmax 0 (f b)). rewrite E.
  pose proof (Rmax_l 0 (f a)). pose proof (Rmax_r 0 (f a)). pose proof (Rmax_l 0 (f b)). pose proof (Rmax_r 0 (f b)).
  apply Rmax_case; nra.
Qed.
Lemma D_truth_monotone w a b c : 1/2 <= a <= b -> D_truth w a c <= D_truth w b c.
Proof.
  intros [Ha Hb]. destruct (Req_dec b (1/2)) as [->|NE]; [replace a with (1/2) by lra; lra|].
  set (t := (a - (1 - b)) / (2 * b - 1)). assert (E : a = t * b + (1 - t) * (1 - b)) by (unfold t; field; lra).
  assert (T : 0 <= t <= 1).
  { unfold t. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (2 * b - 1); [lra|]. field_simplify; lra. }
  rewrite E. eapply Rle_trans; [apply D_truth_convex; auto|]. rewrite D_truth_symmetric. lra.
Qed.

(* With a larger eps0 the delta is no smaller. *)
Theorem clones_monotone_eps0 n e e' eps : 0 < e <= e' -> clones_delta n e eps <= clones_delta n e' eps.
Proof.
  intros [H0 L]. assert (HE : 1 < exp e) by (rewrite <- exp_0; apply exp_increasing; auto).
  assert (HL : exp e <= exp e') by (destruct L as [L| ->]; [left; apply exp_increasing; auto|lra]).
  rewrite !clones_F by lra. set (w := exp eps). set (E := exp e) in *. set (E' := exp e') in *.
  assert (G : forall E, 1 < E -> forall c, D (1/2) ((E - w) / (E + 1)) ((w * E - 1) / (E + 1)) c =
  D_truth w (E / (E + 1)) c).
  { intros X HX c. unfold D_truth. f_equal; field; lra. }
  pose proof (inverse_range E HE). pose proof (inverse_range E' ltac:(lra)).
  apply Rle_trans with (F (1/2) ((E - w) / (E + 1)) ((w * E - 1) / (E + 1)) (/ E') (n - 1)).
  - unfold F. apply binomial_mono; auto; [apply Rinv_le_contravar; lra|]. intros k. apply D_antitone. lra.
  - unfold F. rewrite !Ex_binomial. apply Sum_le. intros i _. apply Rmult_le_compat_l; [apply pm_nonneg; auto|].
    rewrite !G by lra. apply D_truth_monotone. split.
    + apply Rmult_le_reg_r with (E + 1); [lra|]. replace (E / (E + 1) * (E + 1)) with E by (field; lra). lra.
    + apply Rmult_le_reg_r with ((E + 1) * (E' + 1)); [apply Rmult_lt_0_compat; lra|].
      replace (E / (E + 1) * ((E + 1) * (E' + 1))) with (E * (E' + 1)) by (field; lra).
      replace (E' / (E' + 1) * ((E + 1) * (E' + 1))) with (E' * (E + 1)) by (field; lra). nra.
Qed.
