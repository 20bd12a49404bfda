(* Enclosures of the normal distribution function at rationals: a series of positive terms times exp (- x^2 / 2), its
     rest bounded by a derivative. *)
Require Import Reals Lra Lia ZArith Bool List.
From Coquelicot Require Import Coquelicot.
From Hallmark Require Import Definitions Noise OneMoreCoin Steps Exponential NormalLaw.
Open Scope R_scope.

Definition bell (x : R) : R := exp (- (x * x / 2)).
Definition area (x : R) : R := sqrt (2 * PI) * (Phi x - 1 / 2).   (* the integral of bell from 0 to x *)
Fixpoint term (k : nat) (x : R) : R := match k with O => x | S j => term j x * (x * x / INR (2 * j + 3)) end.
Fixpoint terms (n : nat) (x : R) : R := match n with O => 0 | S j => terms j x + term j x end.
Definition slope (k : nat) (x : R) : R := match k with O => 1 | S j => x * term j x end.

Lemma slope_term k x : x * slope k x = INR (2 * k + 1) * term k x.
Proof.
  destruct k as [|k]; [cbn; ring|]. cbn [slope term]. replace (2 * S k + 1)%nat with (2 * k + 3)%nat by lia.
  assert (0 < INR (2 * k + 3)) by (apply lt_0_INR; lia). field. lra.
Qed.
Lemma term_derive k x : is_derive (term k) x (slope k x).
Proof.
  induction k as [|k IH]; [apply (is_derive_id (K:=R_AbsRing) x)|]. cbn [term slope].
  assert (N : 0 < INR (2 * k + 3)) by (apply lt_0_INR; lia).
  evar_last.
  apply (is_derive_mult (term k) (fun x => x * x / INR (2 * k + 3)) x (slope k x) (2 * x / INR (2 * k + 3)));
    [exact IH| |intros; apply Rmult_comm].
  - generalize (INR (2 * k + 3)) N. intros n N'. auto_derive; [lra|]. reals. field. lra.
  - change (slope k x * (x * x / INR (2 * k + 3)) + term k x * (2 * x / INR (2 * k + 3)) = x * term k x).
    pose proof (slope_term k x) as E.
    replace (INR (2 * k + 1)) with (INR (2 * k + 3) - 2) in E by (rewrite !plus_INR; cbn; lra).
    replace (slope k x * (x * x / INR (2 * k + 3))) with (x * slope k x * x / INR (2 * k + 3)) by (field; lra).
    rewrite E. field. lra.
Qed.
Lemma terms_derive n x : is_derive (terms (S n)) x (1 + x * terms n x).
Proof.
  induction n as [|n IH].
  - evar_last.
    apply (is_derive_plus (fun _ => 0) (fun x => x) x 0 1);
      [apply (is_derive_const (V:=R_NormedModule) 0 x)|apply (is_derive_id (K:=R_AbsRing) x)]. reals. ring.
  - evar_last. apply (is_derive_plus (terms (S n)) (term (S n)) x _ _ IH (term_derive (S n) x)). reals.
    cbn [slope terms]. ring.
Qed.
Lemma bell_derive x : is_derive bell x (- x * bell x).
Proof.
  unfold bell. auto_derive; [auto|]. reals. unfold Rdiv. generalize (exp (- (x * x * / 2))). intros e. field.
Qed.
Lemma bell_pos x : 0 < bell x. Proof. apply exp_pos. Qed.
Lemma area_derive x : is_derive area x (bell x).
Proof.
  unfold area. evar_last. apply (is_derive_scal (fun x => Phi x - 1 / 2)).
  apply (is_derive_minus Phi (fun _ => 1 / 2)); [apply Phi_derive|apply is_derive_const].
  reals. unfold density, bell. pose proof root_pos. field. lra.
Qed.
Lemma area_0 : area 0 = 0. Proof. unfold area. rewrite Phi_0. ring. Qed.
Lemma term_nonneg k x : 0 <= x -> 0 <= term k x.
Proof.
  intros Hx. induction k as [|k IH]; cbn [term]; auto. apply Rmult_le_pos; auto.
  apply Rmult_le_pos; [apply Rmult_le_pos; auto|]. left. apply Rinv_0_lt_compat, lt_0_INR. lia.
Qed.
Lemma term_0 k : term k 0 = 0. Proof. induction k as [|k IH]; cbn [term]; [reflexivity|]. rewrite IH. ring. Qed.
Lemma terms_0 k : terms k 0 = 0. Proof. induction k as [|k IH]; cbn [terms]; [reflexivity|]. rewrite IH, term_0. ring.
Qed.
Lemma partial_derive n x : is_derive (fun x => bell x * terms (S n) x) x (bell x * (1 - x * term n x)).
Proof.
  evar_last. apply (is_derive_mult bell (terms (S n)) x _ _ (bell_derive x) (terms_derive n x)).
  intros; apply Rmult_comm. reals. cbn [terms]. ring.
Qed.
(* The first terms of the series lie below the integral. *)
Theorem area_lower n x : 0 <= x -> bell x * terms (S n) x <= area x.
Proof.
  intros Hx.
  pose proof (growing (fun x => area x - bell x * terms (S n) x) (fun x => bell x * (x * term n x)) 0 x Hx) as G.
  cbv beta in G. rewrite area_0, terms_0 in G. enough (0 - bell 0 * 0 <= area x - bell x * terms (S n) x) by lra.
  apply G.
  - intros y _. evar_last.
    apply (is_derive_minus area (fun x => bell x * terms (S n) x) y _ _ (area_derive y) (partial_derive n y)). reals.
    ring.
  - intros y Hy. apply Rmult_le_pos; [left; apply bell_pos|]. apply Rmult_le_pos; [lra|]. apply term_nonneg. lra.
Qed.
(* With a multiple of the next term they lie above it. *)
Theorem area_upper n x : 0 <= x -> x * x < INR (2 * n + 3) -> area x <= bell x * (terms (S n) x + INR (2 * n + 3)
  / (INR (2 * n + 3) - x * x) * term (S n) x).
Proof.
  intros Hx H. set (N := INR (2 * n + 3)) in *. set (K := N / (N - x * x)).
  pose proof (growing (fun y => bell y * terms (S n) y + K * (bell y * term (S n) y) - area y)
    (fun y => bell y * (y * term n y) * (K * (1 - y * y / N) - 1)) 0 x Hx) as G.
  cbv beta in G. rewrite area_0, terms_0, term_0 in G.
  enough (0 <= bell x * terms (S n) x + K * (bell x * term (S n) x) - area x) by lra.
  eapply Rle_trans; [|apply G]; [lra| |].
  - intros y _. pose proof (partial_derive n y) as D1.
    assert (D2 : is_derive (fun y => bell y * term (S n) y) y (- y * bell y * term (S n) y + bell y * slope (S n) y)).
    { evar_last. apply (is_derive_mult bell (term (S n)) y _ _ (bell_derive y) (term_derive (S n) y)).
      intros; apply Rmult_comm. reflexivity. }
    pose proof (is_derive_scal (fun y => bell y * term (S n) y) y K _ D2) as D3.
    pose proof (is_derive_plus (fun y => bell y * terms (S n) y) (fun y => K * (bell y * term (S n) y)) y _ _ D1 D3)
      as D4.
    pose proof (is_derive_minus (fun y => bell y * terms (S n) y + K * (bell y * term (S n) y))
      area y _ _ D4 (area_derive y)) as D5.
    evar_last. exact D5. unfold minus, plus, opp. cbn [slope term]. fold N. cbn -[INR N]. unfold mult. cbn -[INR N].
    change (bell y * (1 - y * term n y) + K * (- y * bell y * (term n y * (y * y / N)) + bell y * (y * term n y)) +
      - bell y = bell y * (y * term n y) * (K * (1 - y * y / N) - 1)).
    unfold Rdiv. ring.
  - intros y Hy. assert (Y2 : y * y <= x * x) by nra.
    assert (N0 : 0 < N) by (pose proof (Rle_0_sqr x) as S0; unfold Rsqr in S0; lra). apply Rmult_le_pos.
    + apply Rmult_le_pos; [left; apply bell_pos|]. apply Rmult_le_pos; [lra|]. apply term_nonneg. lra.
    + enough (1 <= K * (1 - y * y / N)) by lra. unfold K.
      replace (N / (N - x * x) * (1 - y * y / N)) with ((N - y * y) / (N - x * x)) by (field; lra).
      apply Rmult_le_reg_r with (N - x * x); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
