(* Normal noise in many dimensions: one coordinate more turns N(mu,1) against N(0,1) into N(m,1) against N(0,1), m^2 =
     mu^2 + s^2. *)
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Hallmark Require Import Definitions Noise NormalLaw NormalSeries NormalTotal.
Open Scope R_scope.

(* the integral of density x Phi (c sqrt (1 + b^2) + b x) is Phi c: it does not depend on b *)
Section Turned.
Variables (c L : R).
Definition root (b : R) : R := sqrt (1 + b * b).
Lemma root_ge b : 1 <= root b /\ Rabs b <= root b /\ root b * root b = 1 + b * b.
Proof.
  pose proof (Rle_0_sqr b) as S0. unfold Rsqr in S0. unfold root.
  assert (Q : sqrt (1 + b * b) * sqrt (1 + b * b) = 1 + b * b) by (apply sqrt_sqrt; lra).
  pose proof (sqrt_pos (1 + b * b)) as P. set (r := sqrt (1 + b * b)) in *. repeat split; auto; [nra|].
  apply Rnot_lt_le. intros X. pose proof (Rabs_pos b).
  assert (Rabs b * Rabs b = b * b) by (rewrite <- Rabs_mult, Rabs_pos_eq; lra). nra.
Qed.
Lemma root_derive b : is_derive root b (b / root b).
Proof. destruct (root_ge b) as (R1 & _ & R2). unfold root in *. auto_derive; [nra|]. reals.
replace (1 + b * b) with (1 + b * b) by ring. field. lra. Qed.
Definition slice (b x : R) : R := density x * Phi (c * root b + b * x).
Definition slice' (b x : R) : R := density c * (density (root b * x + c * b) * (x + c * (b / root b))).
Lemma densities b x : density x * density (c * root b + b * x) = density c * density (root b * x + c * b).
Proof.
  destruct (root_ge b) as (R1 & _ & R2). unfold density. set (r := root b) in *. pose proof root_pos as RP.
  set (q := sqrt (2 * PI)) in *.
  replace (exp (- (x * x / 2)) / q * (exp (- ((c * r + b * x) * (c * r + b * x) / 2)) / q)) with (exp (- (x * x / 2))
    * exp (- ((c * r + b * x) * (c * r + b * x) / 2)) / (q * q)) by (field; lra).
  replace (exp (- (c * c / 2)) / q * (exp (- ((r * x + c * b) * (r * x + c * b) / 2)) / q)) with (exp (- (c * c / 2))
    * exp (- ((r * x + c * b) * (r * x + c * b) / 2)) / (q * q)) by (field; lra).
  f_equal. rewrite <- !exp_plus. f_equal.
  replace ((c * r + b * x) * (c * r + b * x)) with (c * c * (r * r) + 2 * c * r * b * x + b * b * (x * x)) by ring.
  replace ((r * x + c * b) * (r * x + c * b)) with (r * r * (x * x) + 2 * c * r * b * x + c * c * (b * b)) by ring.
  rewrite R2. field.
Qed.
Lemma slice_derive b x : is_derive (fun b => slice b x) b (slice' b x).
Proof.
  unfold slice. evar_last. apply (is_derive_scal (fun b => Phi (c * root b + b * x))).
  apply (is_derive_comp Phi (fun b => c * root b + b * x)); [apply Phi_derive|].
  apply (is_derive_plus (fun b => c * root b) (fun b => b * x)); [apply (is_derive_scal root), root_derive|].
  auto_derive; [auto|reflexivity].
  unfold slice'.
  transitivity (density x * density (c * root b + b * x) * (x + c * (b / root b)));
    [reals; ring|rewrite densities; ring].
Qed.
Definition whole (b : R) : R := RInt (slice b) (- L) L.
Lemma Phi_continuous x : continuous Phi x.
Proof. apply (ex_derive_continuous Phi x). exists (density x). apply Phi_derive. Qed.
Lemma slice_continuous b x : continuous (slice b) x.
Proof.
  apply (continuous_mult density (fun x => Phi (c * root b + b * x))); [apply density_continuous|].
  apply (continuous_comp (fun x => c * root b + b * x) Phi); [|apply Phi_continuous].
  apply (ex_derive_continuous (fun x => c * root b + b * x) x). auto_derive. auto.
Qed.
Lemma continuity_density x : continuity_pt density x.
Proof. apply continuity_pt_filterlim. apply density_continuous. Qed.
Lemma whole_derive b : is_derive whole b (density c / (root b * root b) * (density (root b * - L + c * b)
  - density (root b * L + c * b))).
Proof.
  unfold whole. destruct (root_ge b) as (R1 & _ & _). evar_last.
  - apply (is_derive_RInt_param slice (- L) L b).
    + apply filter_forall. intros y x _. exists (slice' y x). apply slice_derive.
    + intros x _. apply continuity_2d_pt_ext with slice'; [intros u v; symmetry; apply is_derive_unique, slice_derive|].
      unfold slice'.
      assert (CR : continuity_2d_pt (fun u v => root u) b x).
      { apply (continuity_1d_2d_pt_comp root (fun u v => u)); [|apply continuity_2d_pt_id1].
        apply continuity_pt_filterlim. apply (ex_derive_continuous root b). exists (b / root b). apply root_derive. }
      apply continuity_2d_pt_mult; [apply continuity_2d_pt_const|]. apply continuity_2d_pt_mult.
      * apply (continuity_1d_2d_pt_comp density (fun u v => root u * v + c * u)); [apply continuity_density|].
        apply continuity_2d_pt_plus;
          [apply continuity_2d_pt_mult; [exact CR|apply continuity_2d_pt_id2]|apply continuity_2d_pt_mult;
          [apply continuity_2d_pt_const|apply continuity_2d_pt_id1]].
      * apply continuity_2d_pt_plus; [apply continuity_2d_pt_id2|].
        apply continuity_2d_pt_mult; [apply continuity_2d_pt_const|]. unfold Rdiv.
        apply continuity_2d_pt_mult; [apply continuity_2d_pt_id1|].
        apply continuity_2d_pt_inv; [exact CR|lra].
    + apply filter_forall. intros y. apply (ex_RInt_continuous (V:=R_CompleteNormedModule)). intros x _.
      apply slice_continuous.
  - set (k := - density c / (root b * root b)).
    assert (I : is_RInt (slice' b) (- L) L (minus (k * density (root b * L + c * b)) (k * density (root b * - L
      + c * b)))).
    { apply (is_RInt_derive (fun x => k * density (root b * x + c * b)) (slice' b)).
      - intros x _. evar_last. apply (is_derive_scal (fun x => density (root b * x + c * b))).
        apply (is_derive_comp density (fun x => root b * x + c * b)); [apply density_derive|].
        auto_derive; [auto|reflexivity].
        reals. unfold slice', k. field. lra.
      - intros x _. apply (ex_derive_continuous (slice' b) x). unfold slice'.
        exists (density c * ((- (root b * x + c * b) * density (root b * x + c * b) * root b) * (x + c * (b / root b))
          + density (root b * x + c * b) * 1)).
        apply (is_derive_scal (fun x => density (root b * x + c * b) * (x + c * (b / root b)))). evar_last.
        apply (is_derive_mult (fun x => density (root b * x + c * b)) (fun x => x + c * (b / root b))
          x (- (root b * x + c * b) * density (root b * x + c * b) * root b) 1); [| |intros; apply Rmult_comm].
        + evar_last. apply (is_derive_comp density (fun x => root b * x + c * b)); [apply density_derive|].
          auto_derive; [auto|reflexivity]. reals. ring.
        + auto_derive; [auto|]. reals. ring.
        + reflexivity. }
    rewrite (RInt_ext _ (slice' b)); [|intros x _; apply is_derive_unique, slice_derive].
    transitivity (minus (k * density (root b * L + c * b)) (k * density (root b * - L + c * b)));
      [apply is_RInt_unique; exact I|]. reals. unfold k. field. lra.
Qed.
Lemma density_bell x y : 0 <= y -> y <= Rabs x -> density x <= bell y.
Proof.
  intros Y H. assert (R1 : 1 <= sqrt (2 * PI)). { pose proof PI2_1 as P. rewrite <- sqrt_1. apply sqrt_le_1_alt. lra. }
  assert (E : exp (- (x * x / 2)) <= bell y).
  { unfold bell.
    assert (y * y <= x * x) by (rewrite <- (Rabs_pos_eq (x * x)), Rabs_mult by nra; apply Rmult_le_compat; lra).
    destruct (Req_dec (y * y) (x * x)) as [->|]; [lra|]. left. apply exp_increasing. lra. }
  unfold density. apply Rmult_le_reg_r with (sqrt (2 * PI)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
  pose proof (bell_pos y). nra.
Qed.
Hypothesis far : Rabs c <= L.
Lemma whole_slope b : Rabs (density c / (root b * root b) * (density (root b * - L + c * b) - density (root b * L
  + c * b))) <= bell (L - Rabs c).
Proof.
  destruct (root_ge b) as (R1 & R2 & _). pose proof (Rabs_pos c) as C0.
  assert (B : forall x, Rabs x = L -> 0 <= density (root b * x + c * b) <= bell (L - Rabs c)).
  { intros x Ex. split; [left; apply density_pos|]. apply density_bell; [lra|].
    pose proof (Rabs_triang_inv (root b * x) (- (c * b))) as T.
    rewrite Rabs_Ropp, !Rabs_mult, Ex, (Rabs_pos_eq (root b)) in T by lra.
    replace (root b * x - - (c * b)) with (root b * x + c * b) in T by ring.
    assert (Rabs c * Rabs b <= Rabs c * root b) by (apply Rmult_le_compat_l; lra). nra. }
  pose proof (B (- L)) as B1. pose proof (B L) as B2. rewrite Rabs_Ropp, Rabs_pos_eq in B1 by lra.
  rewrite Rabs_pos_eq in B2 by lra. specialize (B1 eq_refl). specialize (B2 eq_refl).
  assert (D : 0 < density c / (root b * root b) <= 1).
  { pose proof (density_pos c) as D0. pose proof (density_bell c 0 ltac:(lra) C0) as D1.
    assert (bell 0 = 1) by (unfold bell; rewrite Rmult_0_l; unfold Rdiv; rewrite Rmult_0_l, Ropp_0; apply exp_0).
    split; [apply Rmult_lt_0_compat; [auto|apply Rinv_0_lt_compat; nra]|].
    apply Rmult_le_reg_r with (root b * root b); [nra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by nra. nra. }
  rewrite Rabs_mult, (Rabs_pos_eq (density c / _)) by lra. pose proof (bell_pos (L - Rabs c)).
  assert (A : Rabs (density (root b * - L + c * b) - density (root b * L + c * b)) <= bell (L - Rabs c))
    by (apply Rabs_le; lra). pose proof (Rabs_pos (density (root b * - L + c * b) - density (root b * L + c * b))). nra.
Qed.
(* The integral of the turned slice is Phi c, but for what lies outside of [-L, L]. *)
Theorem whole_near b : Rabs (whole b - Phi c * (Phi L - Phi (- L))) <= Rabs b * bell (L - Rabs c).
Proof.
  assert (W0 : whole 0 = Phi c * (Phi L - Phi (- L))).
  { unfold whole. assert (I : is_RInt (slice 0) (- L) L (minus (Phi c * Phi L) (Phi c * Phi (- L)))).
    { apply (is_RInt_ext (fun x => Phi c * density x)). - intros x _. unfold slice.
      assert (root 0 = 1) as -> by (unfold root; rewrite Rmult_0_l, Rplus_0_r; apply sqrt_1).
      rewrite Rmult_0_l, Rplus_0_r, Rmult_1_r. apply Rmult_comm.
      - apply (is_RInt_derive (fun x => Phi c * Phi x) (fun x => Phi c * density x)).
        + intros x _. apply (is_derive_scal Phi), Phi_derive.
        + intros x _.
          apply (continuous_mult (fun _ => Phi c) density); [apply continuous_const|apply density_continuous]. }
    rewrite (is_RInt_unique _ _ _ _ I). reals. ring. }
  rewrite <- W0.
  destruct (MVT_gen whole 0 b (fun b => density c / (root b * root b) * (density (root b * - L + c * b)
    - density (root b * L + c * b)))) as (x & _ & E).
  - intros x _. apply whole_derive.
  - intros x _. apply continuity_pt_filterlim. apply (ex_derive_continuous whole x). eexists. apply whole_derive.
  - rewrite E, Rabs_mult, Rminus_0_r. pose proof (whole_slope x) as H. rewrite Rmult_comm.
    apply Rmult_le_compat_l; [apply Rabs_pos|exact H].
Qed.
End Turned.
