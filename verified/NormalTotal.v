(* The normal density integrates to 1: Phi tends to 1, and takes every value between 0 and 1. *)
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Hallmark Require Import Definitions Noise NormalLaw NormalSeries.
Open Scope R_scope.

(* area^2 + rest is constant: both derivatives are 2 bell area *)
Definition inner (x t : R) : R := 2 * exp (- (x * x * (1 + t * t) / 2)) / (1 + t * t).
Definition rest (x : R) : R := RInt (inner x) 0 1.
Definition inner' (x t : R) : R := - 2 * x * exp (- (x * x * (1 + t * t) / 2)).
Lemma square1 t : 0 < 1 + t * t. Proof. pose proof (Rle_0_sqr t) as H. unfold Rsqr in H. lra. Qed.
Lemma inner_derive x t : is_derive (fun x => inner x t) x (inner' x t).
Proof.
  unfold inner, inner'. pose proof (square1 t) as T. auto_derive; [lra|]. reals.
  replace (x * x * (1 + t * t) * / 2) with (x * x * (1 + t * t) / 2) by reflexivity.
  generalize (exp (- (x * x * (1 + t * t) / 2))). intros e. field. lra.
Qed.
Lemma inner_continuous x t : continuous (inner x) t.
Proof. apply (ex_derive_continuous (inner x) t). unfold inner. pose proof (square1 t). auto_derive. lra. Qed.
Lemma rest_derive x : is_derive rest x (- (2 * bell x * area x)).
Proof.
  unfold rest. evar_last.
  - apply (is_derive_RInt_param inner 0 1 x).
    + apply filter_forall. intros y t _. exists (inner' y t). apply inner_derive.
    + intros t _. apply continuity_2d_pt_ext with inner'; [intros u v; symmetry; apply is_derive_unique, inner_derive|].
      unfold inner'.
      apply continuity_2d_pt_mult;
        [apply continuity_2d_pt_mult; [apply continuity_2d_pt_const|apply continuity_2d_pt_id1]|].
      apply (continuity_1d_2d_pt_comp exp (fun u v => - (u * u * (1 + v * v) / 2)));
        [apply derivable_continuous_pt, derivable_pt_exp|].
      apply continuity_2d_pt_opp. unfold Rdiv. apply continuity_2d_pt_mult; [|apply continuity_2d_pt_const].
      apply continuity_2d_pt_mult; [apply continuity_2d_pt_mult; apply continuity_2d_pt_id1|].
      apply continuity_2d_pt_plus; [apply continuity_2d_pt_const|apply continuity_2d_pt_mult;
        apply continuity_2d_pt_id2].
    + apply filter_forall. intros y. apply (ex_RInt_continuous (V:=R_CompleteNormedModule)). intros t _.
      apply inner_continuous.
  - rewrite (RInt_ext _ (fun t => scal (- (2 * bell x)) (x * bell (x * t)))).
    2:{ intros t _.
    replace (Derive (fun u => inner u t) x) with (inner' x t) by (symmetry; apply is_derive_unique, inner_derive).
    unfold inner', bell, scal. cbn. unfold mult. cbn.
        replace (- (x * x * (1 + t * t) / 2)) with (- (x * x / 2) + - (x * t * (x * t) / 2)) by field. rewrite exp_plus.
        ring. }
    assert (I : is_RInt (fun t => x * bell (x * t)) 0 1 (minus (area (x * 1)) (area (x * 0)))).
    { apply (is_RInt_derive (fun t => area (x * t)) (fun t => x * bell (x * t))).
      - intros t _. evar_last. apply (is_derive_comp area (fun t => x * t)); [apply area_derive|].
        auto_derive; [auto|reflexivity]. reals. ring.
      - intros t _. apply (ex_derive_continuous (fun t => x * bell (x * t)) t). unfold bell. auto_derive. auto. }
    transitivity (scal (- (2 * bell x)) (minus (area (x * 1)) (area (x * 0)))).
    { apply is_RInt_unique. apply (is_RInt_scal (fun t => x * bell (x * t)) 0 1 (- (2 * bell x)) _ I). }
    rewrite Rmult_1_r, Rmult_0_r, area_0. reals. ring.
Qed.
Lemma rest_0 : rest 0 = PI / 2.
Proof.
  unfold rest. rewrite (RInt_ext _ (fun t => scal 2 (/ (1 + t * t)))).
  2:{ intros t _. unfold inner, scal. cbn. unfold mult. cbn. replace (- (0 * 0 * (1 + t * t) / 2)) with 0 by field.
  rewrite exp_0, Rmult_1_r. unfold Rdiv. ring. }
  assert (I : is_RInt (fun t => / (1 + t * t)) 0 1 (minus (atan 1) (atan 0))).
  { apply (is_RInt_derive atan (fun t => / (1 + t * t))).
    - intros t _. apply is_derive_Reals. pose proof (derivable_pt_lim_atan t) as D.
      assert (Q : t ^ 2 = t * t) by (cbn; ring). rewrite Q in D. exact D.
    - intros t _. apply (ex_derive_continuous (fun t => / (1 + t * t)) t). auto_derive. pose proof (square1 t). lra. }
  transitivity (scal 2 (minus (atan 1) (atan 0))).
  { apply is_RInt_unique. apply (is_RInt_scal (fun t => / (1 + t * t)) 0 1 2 _ I). }
  rewrite atan_1, atan_0. reals. field.
Qed.
Lemma area_square x : area x * area x + rest x = PI / 2.
Proof.
  assert (D : forall y, is_derive (fun y => area y * area y + rest y) y 0).
  { intros y. evar_last.
    apply (is_derive_plus (fun y => area y * area y) rest);
      [apply (is_derive_mult area area y _ _ (area_derive y) (area_derive y)); intros;
      apply Rmult_comm|apply rest_derive].
    reals. ring. }
  assert (H : forall a b, a <= b -> area a * area a + rest a = area b * area b + rest b).
  { intros a b Hab.
    apply Rle_antisym; [apply (growing (fun y => area y * area y + rest y) (fun _ => 0))|apply Ropp_le_cancel,
      (growing (fun y => - (area y * area y + rest y)) (fun _ => 0))]; auto; intros; try lra.
    evar_last. apply (is_derive_opp (fun y => area y * area y + rest y)), D. reals. ring. }
  rewrite <- rest_0. replace (rest 0) with (area 0 * area 0 + rest 0) by (rewrite area_0; ring).
  destruct (Rle_dec x 0); [apply H; auto|symmetry; apply H; lra].
Qed.
Lemma rest_small x : 0 <= rest x <= 2 * bell x.
Proof.
  assert (C : forall a b, ex_RInt (inner x) a b) by (intros; apply (ex_RInt_continuous (V:=R_CompleteNormedModule));
    intros t _; apply inner_continuous).
  assert (B : forall t, 0 < inner x t <= 2 * bell x).
  { intros t. unfold inner, bell. pose proof (square1 t) as T. pose proof (exp_pos (- (x * x * (1 + t * t) / 2))) as E.
    split; [apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; auto]|].
    apply Rle_trans with (2 * exp (- (x * x * (1 + t * t) / 2))).
    - apply Rmult_le_reg_r with (1 + t * t); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      pose proof (Rle_0_sqr t) as S0. unfold Rsqr in S0. nra.
    - apply Rmult_le_compat_l; [lra|]. assert (H : - (x * x * (1 + t * t) / 2) <= - (x * x / 2)).
      { pose proof (Rle_0_sqr (x * t)) as S0. unfold Rsqr in S0. lra. }
      destruct H as [H|H]; [left; apply exp_increasing; auto|rewrite H; lra]. }
  unfold rest. split.
  - apply RInt_ge_0; [lra|apply C|]. intros t _. left. apply B.
  - apply Rle_trans with (RInt (fun _ => 2 * bell x) 0 1).
    + apply RInt_le; [lra|apply C|apply ex_RInt_const|]. intros t _. apply B.
    + rewrite RInt_const. unfold scal. cbn. unfold mult. cbn. lra.
Qed.
(* Phi is between 0 and 1, and tends to 1 *)
Lemma area_nonneg x : 0 <= x -> 0 <= area x.
Proof. intros H. pose proof (area_lower 0 x H) as A. cbn [terms term] in A. pose proof (bell_pos x).
assert (0 <= bell x * (0 + x)) by (apply Rmult_le_pos; lra). lra. Qed.
Lemma root_half : sqrt (2 * PI) = 2 * sqrt (PI / 2).
Proof.
  assert (P : 0 < PI) by apply PI_RGT_0. replace (2 * PI) with ((2 * 2) * (PI / 2)) by field.
  rewrite sqrt_mult, sqrt_square by lra. reflexivity.
Qed.
Lemma Phi_upper x : 0 <= x -> 1 - bell x <= Phi x <= 1.
Proof.
  intros Hx. assert (P : 0 < PI) by apply PI_RGT_0. pose proof (area_square x) as E. pose proof (rest_small x) as S0.
  pose proof (area_nonneg x Hx) as A0. pose proof root_half as RH. pose proof root_pos as RP.
  assert (R2 : sqrt (PI / 2) * sqrt (PI / 2) = PI / 2) by (apply sqrt_sqrt; lra). set (r := sqrt (PI / 2)) in *.
  assert (R0 : 0 < r) by lra.
  assert (EP : Phi x = 1 / 2 + area x / (2 * r)) by (rewrite <- RH; unfold area; field; lra). rewrite EP.
  set (a := area x) in *.
  assert (A1 : a <= r) by (apply Rnot_lt_le; intros H; nra).
  assert (A2 : r - a <= 2 * bell x / r). { apply Rmult_le_reg_r with r; auto. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra. assert ((r - a) * r <= (r - a) * (r + a)) by (apply Rmult_le_compat_l; lra). nra.
  }
  assert (PB : 1 < PI / 2). { pose proof PI2_1. exact H. }
  split; apply Rmult_le_reg_r with (2 * r); try lra; replace ((1 / 2 + a / (2 * r)) * (2 * r)) with (r + a) by (field;
    lra); [|lra].
  assert (2 * bell x / r <= bell x * (2 * r)). { apply Rmult_le_reg_r with r; auto. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra. pose proof (bell_pos x).
  assert (bell x * (2 * (r * r)) >= bell x * 2) by (rewrite R2; nra). lra. }
  lra.
Qed.
Lemma bell_small x : 0 < x -> bell x <= 2 / (x * x).
Proof.
  intros Hx. unfold bell. rewrite exp_Ropp. pose proof (exp_ineq1_le (x * x / 2)) as H.
  assert (0 < x * x) by (apply Rmult_lt_0_compat; auto).
  replace (2 / (x * x)) with (/ (x * x / 2)) by (field; lra). apply Rinv_le_contravar; lra.
Qed.
Lemma Phi_range x : 0 <= Phi x <= 1.
Proof.
  destruct (Rle_dec 0 x) as [H|H].
  - pose proof (Phi_upper x H). pose proof (Phi_monotone 0 x H) as M. rewrite Phi_0 in M. lra.
  - pose proof (Phi_upper (- x) ltac:(lra)). pose proof (Phi_monotone 0 (- x) ltac:(lra)) as M. rewrite Phi_0 in M.
    rewrite Phi_sym in *. lra.
Qed.
Lemma Phi_near_1 e : 0 < e -> exists x, 0 <= x /\ 1 - e <= Phi x.
Proof.
  intros He. exists (Rmax 1 (2 / e)). set (x := Rmax 1 (2 / e)). assert (X1 : 1 <= x) by apply Rmax_l.
  assert (X2 : 2 / e <= x) by apply Rmax_r. split; [lra|].
  pose proof (Phi_upper x ltac:(lra)) as [U _]. pose proof (bell_small x ltac:(lra)) as B.
  enough (2 / (x * x) <= e) by lra.
  apply Rmult_le_reg_r with (x * x); [nra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by nra.
  apply (Rmult_le_compat_r e) in X2; [|lra]. unfold Rdiv in X2. rewrite Rmult_assoc, Rinv_l in X2 by lra. nra.
Qed.
Lemma Phi_takes u : 0 < u < 1 -> exists t, Phi t = u.
Proof.
  intros Hu. destruct (Phi_near_1 (1 - u) ltac:(lra)) as (b & B0 & B).
  destruct (Phi_near_1 u ltac:(lra)) as (a & A0 & A). rewrite <- (Ropp_involutive a) in A. rewrite Phi_sym in A.
  destruct (IVT_gen Phi (- a) b u) as (t & _ & E).
  - intros x. apply continuity_pt_filterlim. apply (ex_derive_continuous Phi x). exists (density x). apply Phi_derive.
  - pose proof (Phi_monotone (- a) b ltac:(lra)). rewrite Rmin_left, Rmax_right by lra. split; lra.
  - exists t. exact E.
Qed.
