(* Lower ends of concentrated differential privacy: two normal laws seen through one cut are a pair of the claim,
   because
   their Renyi divergences are at most those of the normal laws. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Coquelicot Require Import Coquelicot.
From Hallmark Require Import Definitions Noise Mechanisms Laws Steps Exponential ClonesChecked NormalLaw NormalTotal
  NormalNoise NormalEnclosed GaussianChecked Concentrated.
Import ListNotations.
Open Scope R_scope.

(* ---- p^a q^(1-a) of an event against the same integral of the densities ---- *)
Section Event.
Variables (a mu l : R).   (* l is the logarithm of any number in place of p / q *)
Hypothesis a_1 : 1 < a.
Notation E := (exp (a * (a - 1) * (mu * mu) / 2)).
Let D (z : R) : R := E * Phi (z + a * mu) - a * exp ((a - 1) * l) * Phi (z + mu) + (a - 1) * exp (a * l) * Phi z.
Let dD (z : R) : R := density z * (exp (a * l) * (exp (a * (- (mu * z + mu * mu / 2) - l)) + (a - 1)
  - a * exp (- (mu * z + mu * mu / 2) - l))).
Lemma D_derive z : is_derive D z (dD z).
Proof.
  assert (S : forall c k, is_derive (fun t => k * Phi (t + c)) z (k * density (z + c))).
  { intros c k. apply (is_derive_scal (fun t => Phi (t + c))). evar_last.
    - apply (is_derive_comp Phi (fun t => t + c)); [apply Phi_derive|]. auto_derive; [auto|reflexivity].
    - reals. ring. }
  unfold D. evar_last.
  - apply (is_derive_plus (fun t => E * Phi (t + a * mu) - a * exp ((a - 1) * l) * Phi (t + mu))
      (fun t => (a - 1) * exp (a * l) * Phi t)).
    + apply (is_derive_minus (fun t => E * Phi (t + a * mu)) (fun t => a * exp ((a - 1) * l) * Phi (t + mu))); apply S.
    + apply (is_derive_scal Phi), Phi_derive.
  - reals. unfold dD. rewrite !density_shift.
    assert (E1 : E * exp (- (a * mu * z + a * mu * (a * mu) / 2)) =
      exp (a * l) * exp (a * (- (mu * z + mu * mu / 2) - l))) by (rewrite <- !exp_plus; f_equal; field).
    assert (E2 : exp ((a - 1) * l) * exp (- (mu * z + mu * mu / 2)) =
      exp (a * l) * exp (- (mu * z + mu * mu / 2) - l)) by (rewrite <- !exp_plus; f_equal; ring).
    replace (E * (density z * exp (- (a * mu * z + a * mu * (a * mu) / 2))))
      with (density z * (E * exp (- (a * mu * z + a * mu * (a * mu) / 2)))) by ring.
    replace (a * exp ((a - 1) * l) * (density z * exp (- (mu * z + mu * mu / 2))))
      with (density z * (a * (exp ((a - 1) * l) * exp (- (mu * z + mu * mu / 2))))) by ring.
    rewrite E1, E2. ring.
Qed.
Lemma half_line z : 0 <= D z.
Proof.
  assert (Up : forall t, t <= z -> D t <= D z).
  { intros t Ht. apply (growing D dD); [exact Ht|intros; apply D_derive|]. intros x _. unfold dD.
    pose proof (power_above a (- (mu * x + mu * mu / 2) - l) a_1).
    apply Rmult_le_pos; [left; apply density_pos|]. apply Rmult_le_pos; [left; apply exp_pos|lra]. }
  apply Rnot_lt_le. intros C. set (k := a * exp ((a - 1) * l)) in *.
  assert (K : 0 < k) by (apply Rmult_lt_0_compat; [lra|apply exp_pos]).
  destruct (small_tail (- D z / 2 / k)) as (t & _ & Ht).
  { unfold Rdiv. repeat apply Rmult_lt_0_compat; try lra. apply Rinv_0_lt_compat. exact K. }
  set (s := Rmin z (t - mu)). assert (O : s <= z /\ s <= t - mu) by (unfold s, Rmin; destruct (Rle_dec _ _); lra).
  pose proof (Up s (proj1 O)) as U. unfold D at 1 in U. fold k in U.
  pose proof (Phi_range (s + a * mu)). pose proof (Phi_range s). pose proof (exp_pos (a * (a - 1) * (mu * mu) / 2)).
  pose proof (exp_pos (a * l)). pose proof (Phi_monotone (s + mu) t ltac:(lra)) as M.
  apply (Rmult_le_compat_l k) in M; [|lra]. apply (Rmult_le_compat_l k) in Ht; [|lra].
  replace (k * (- D z / 2 / k)) with (- D z / 2) in Ht by (field; lra).
  assert (0 <= E * Phi (s + a * mu)) by (apply Rmult_le_pos; lra).
  assert (0 <= (a - 1) * exp (a * l) * Phi s) by (repeat apply Rmult_le_pos; lra). lra.
Qed.
End Event.
Lemma event_power a mu z : 1 < a -> 0 < Phi (z + mu) -> 0 < Phi z ->
  Rpower (Phi (z + mu)) a * Rpower (Phi z) (1 - a) <= exp (a * (a - 1) * (mu * mu) / 2) * Phi (z + a * mu).
Proof.
  intros Ha P Q. pose proof (half_line a mu (ln (Phi (z + mu)) - ln (Phi z)) Ha z) as H. cbv zeta in H.
  assert (L : forall b, exp (b * (ln (Phi (z + mu)) - ln (Phi z))) = Rpower (Phi (z + mu)) b * Rpower (Phi z) (- b)).
  { intros b. unfold Rpower. rewrite <- exp_plus. f_equal. ring. }
  rewrite !L in H. set (p := Phi (z + mu)) in *. set (q := Phi z) in *.
  assert (A : Rpower p a = Rpower p (a - 1) * p) by (rewrite <- (Rpower_1 p) at 3 by exact P; rewrite <- Rpower_plus;
  f_equal; ring).
  assert (B : Rpower q (- (a - 1)) = Rpower q (- a) * q) by (rewrite <- (Rpower_1 q) at 3 by exact Q;
  rewrite <- Rpower_plus; f_equal; ring).
  replace (1 - a) with (- (a - 1)) by ring. rewrite B in *. rewrite A in *. nra.
Qed.
Lemma Phi_pos z : 0 < Phi z.
Proof.
  pose proof (Phi_range (z - 1)). assert (Phi (z - 1) < Phi z); [|lra].
  destruct (MVT_gen Phi (z - 1) z density) as (x & _ & E).
  - intros; apply Phi_derive.
  - intros x _. apply continuity_pt_filterlim. apply (ex_derive_continuous Phi x). exists (density x). apply Phi_derive.
  - pose proof (density_pos x). nra.
Qed.
(* The two outcomes: the number lies below the cut, or above it. *)
Definition one_cut (mu z : R) : list (R * R) := [(Phi (z + mu), Phi z); (Phi (- z - mu), Phi (- z))].
Lemma one_cut_laws mu z : laws (one_cut mu z).
Proof.
  unfold laws, one_cut. split.
  - intros pq [<-|[<-|[]]]; cbn [fst snd]; split; apply Phi_pos.
  - cbn [fold_right fst snd]. replace (- z - mu) with (- (z + mu)) by ring. rewrite !Phi_sym. lra.
Qed.
Lemma one_cut_renyi a mu z : 1 < a -> renyi a (one_cut mu z) <= a * (mu * mu) / 2.
Proof.
  intros Ha. unfold renyi, one_cut. cbn [fold_right fst snd].
  pose proof (event_power a mu z Ha (Phi_pos _) (Phi_pos _)) as U.
  pose proof (event_power a (- mu) (- z) Ha (Phi_pos _) (Phi_pos _)) as V.
  replace (- z + - mu) with (- z - mu) in V by ring. replace (- z + a * - mu) with (- (z + a * mu)) in V by ring.
  replace (- mu * - mu) with (mu * mu) in V by ring. rewrite (Phi_sym (z + a * mu)) in V.
  set (x := Rpower (Phi (z + mu)) a * Rpower (Phi z) (1 - a)) in *.
  set (y := Rpower (Phi (- z - mu)) a * Rpower (Phi (- z)) (1 - a)) in *.
  assert (X : 0 < x) by (apply Rmult_lt_0_compat; apply exp_pos).
  assert (Y : 0 < y) by (apply Rmult_lt_0_compat; apply exp_pos).
  assert (L : ln (x + (y + 0)) <= a * (a - 1) * (mu * mu) / 2).
  { rewrite <- (ln_exp (a * (a - 1) * (mu * mu) / 2)).
    assert (S : x + (y + 0) <= exp (a * (a - 1) * (mu * mu) / 2)) by lra.
    destruct S as [S|S]; [left; apply ln_increasing; lra|rewrite S; right; reflexivity]. }
  apply Rmult_le_reg_r with (a - 1); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma one_cut_swap a mu z : renyi a (map swap (one_cut mu z)) = renyi a (one_cut mu (- z - mu)).
Proof.
  unfold renyi, one_cut, swap. cbn [map fold_right fst snd].
  replace (- z - mu + mu) with (- z) by ring. replace (- (- z - mu) - mu) with z by ring.
  replace (- (- z - mu)) with (z + mu) by ring. f_equal. f_equal. ring.
Qed.
Theorem one_cut_advantage dir t xi rho mu z eps : 0 <= xi -> mu * mu <= 2 * (INR t * rho) ->
  zcdp_advantage dir t xi rho eps (Phi (z + mu) - exp eps * Phi z).
Proof.
  intros Hx Hm. assert (B : forall a z, 1 < a -> renyi a (one_cut mu z) <= INR t * (xi + rho * a)).
  { intros a y Ha. eapply Rle_trans; [apply one_cut_renyi; exact Ha|]. pose proof (pos_INR t).
    assert (0 <= INR t * xi) by (apply Rmult_le_pos; lra). nra. }
  assert (A : Phi (z + mu) - exp eps * Phi z = (Phi (z + mu) * 1 + (Phi (- z - mu) * 0 + 0)) -
    exp eps * (Phi z * 1 + (Phi (- z) * 0 + 0))) by ring.
  set (l := one_cut mu (match dir with Add => - z - mu | _ => z end)).
  exists l, (fun i => match dir with Add => (1 <=? i)%nat | _ => (i <? 1)%nat end). split; [apply one_cut_laws|]. split.
  - intros a Ha. unfold l. rewrite one_cut_swap. split; apply B; exact Ha.
  - unfold l. destruct dir; cbn [told]; [exact A| |left; exact A].
    unfold one_cut, Pr, indicator. cbn [map fst snd combine seq length Ex Nat.leb].
    change (1 <=? 0)%nat with false. change (1 <=? 1)%nat with true. cbv iota.
    replace (- (- z - mu) - mu) with z by ring. replace (- (- z - mu)) with (z + mu) by ring.
    generalize (Phi (- z - mu + mu)) (Phi (- z - mu)) (Phi z) (Phi (z + mu)) (exp eps). intros. ring.
Qed.

(* ---- on integers ---- *)
Section Check.
Context {en : engine} {ok : faithful en}.
Definition zcdp_lower_check (w : gaussian_witness) (strict : bool) (t : Z) (xi rho eps : number) (vn vd : Z) : bool :=
  (let V := g_unit w in match xi, rho with
  | Rat xn xd, Rat rn rd =>
    (0 <? V) && (0 <? vd) && (0 <=? t) && (0 <=? xn) && (0 <? xd) && (0 <? rd) && (0 <? g_md w) && (0 <? g_zd w) &&
    (g_mn w * g_mn w * rd <=? 2 * t * rn * (g_md w * g_md w)) &&
    root_check V (g_root_low w) (g_root_high w) (g_root_terms w) &&
    match enc V (g_squarings w) eps,
      normal_encl V (g_squarings w) (g_terms w) (g_root_low w) (g_root_high w)
        (g_zn w * g_md w + g_mn w * g_zd w) (g_zd w * g_md w),
      normal_encl V (g_squarings w) (g_terms w) (g_root_low w) (g_root_high w) (g_zn w) (g_zd w) with
    | Some (_, wh, wd), Some (_, _, p, _), Some (_, _, _, q) =>
      let left := vn * (V * wd) in let right := (p * wd - wh * q) * vd in
      if strict then left <? right else left <=? right
    | _, _, _ => false
    end
  | _, _ => false
  end)%Z.
Theorem zcdp_lower w strict t xi rho eps vn vd : zcdp_lower_check w strict t xi rho eps vn vd = true ->
  forall dir x, x <= val eps -> exists d, zcdp_advantage dir (Z.to_nat t) (val xi) (val rho) x d /\
    if strict then IZR vn / IZR vd < d else IZR vn / IZR vd <= d.
Proof.
  unfold zcdp_lower_check. destruct xi as [xn xd|], rho as [rn rd|]; try discriminate. cbv zeta. set (V := g_unit w) in
  *.
  intros H dir x Hx. repeat rewrite andb_true_iff in H. rewrite !Z.ltb_lt, !Z.leb_le in H.
  destruct H as [[[[[[[[[[V0 D0] T0] X0] X1] R1] M1] Z1] MT] RC] H].
  destruct (enc _ _ eps) as [[[wl wh] wd]|] eqn:EE; [|discriminate].
  destruct (normal_encl _ _ _ _ _ (_ + _) _) as [[[[el1 eh1] p] ph1]|] eqn:E1; [|discriminate].
  destruct (normal_encl _ _ _ _ _ (g_zn w) _) as [[[[el0 eh0] pl0] q]|] eqn:E0; [|discriminate].
  apply enc_sound in EE. destruct EE as [W0 [_ EE]]. apply (root_check_sound V _ _ V0) in RC.
  apply (normal_encl_sound V _ _ _ _ V0 RC) in E1; [|apply Z.mul_pos_pos; auto].
  apply (normal_encl_sound V _ _ _ _ V0 RC) in E0; auto. destruct E1 as (_ & _ & P & _), E0 as (_ & _ & _ & Q).
  apply IZR_lt in V0 as V0', D0 as D0', X1 as X1', R1 as R1', M1 as M1', Z1 as Z1', W0 as W0'.
  apply IZR_le in X0 as X0', MT as MT', T0 as T0'. rewrite !mult_IZR in MT'.
  set (mu := IZR (g_mn w) / IZR (g_md w)). set (z := IZR (g_zn w) / IZR (g_zd w)) in *.
  replace (IZR (g_zn w * g_md w + g_mn w * g_zd w) / IZR (g_zd w * g_md w)) with (z + mu) in P
    by (unfold z, mu; rewrite plus_IZR, !mult_IZR; field; lra).
  exists (Phi (z + mu) - exp x * Phi z). split.
  - apply one_cut_advantage; cbn [val].
    + apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
    + rewrite INR_IZR_INZ, Z2Nat.id by exact T0. unfold mu.
      apply Rmult_le_reg_r with (IZR (g_md w) * IZR (g_md w) * IZR rd); [repeat apply Rmult_lt_0_compat; auto|].
      replace (IZR (g_mn w) / IZR (g_md w) * (IZR (g_mn w) / IZR (g_md w)) * (IZR (g_md w) * IZR (g_md w) * IZR rd))
        with (IZR (g_mn w) * IZR (g_mn w) * IZR rd) by (field; lra).
      replace (2 * (IZR t * (IZR rn / IZR rd)) * (IZR (g_md w) * IZR (g_md w) * IZR rd))
        with (2 * IZR t * IZR rn * (IZR (g_md w) * IZR (g_md w))) by (field; lra). exact MT'.
  - pose proof (Phi_range z) as PZ. assert (XW : exp x <= IZR wh / IZR wd).
    { eapply Rle_trans; [|exact EE]. destruct Hx as [Hx| ->]; [left; apply exp_increasing; exact Hx|right; reflexivity].
      }
    pose proof (exp_pos x) as XP. set (v := IZR V) in *. set (r := IZR wh / IZR wd) in *.
    assert (A : v * (exp x * Phi z) <= r * IZR q).
    { replace (v * (exp x * Phi z)) with (exp x * (v * Phi z)) by ring.
      assert (0 <= v * Phi z) by (apply Rmult_le_pos; lra). apply Rmult_le_compat; lra. }
    assert (B : IZR ((p * wd - wh * q) * vd) / (v * IZR wd * IZR vd) <= Phi (z + mu) - exp x * Phi z).
    { apply Rmult_le_reg_l with v; [exact V0'|].
      replace (v * (IZR ((p * wd - wh * q) * vd) / (v * IZR wd * IZR vd))) with (IZR p - r * IZR q)
        by (unfold r, v; rewrite mult_IZR, minus_IZR, !mult_IZR; field; unfold v in *; lra). lra. }
    assert (C : IZR vn / IZR vd = IZR (vn * (V * wd)) / (v * IZR wd * IZR vd))
      by (unfold v; rewrite !mult_IZR; field; unfold v in *; lra).
    assert (I0 : 0 < / (v * IZR wd * IZR vd)) by (apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; auto).
    rewrite C. destruct strict.
    + apply Z.ltb_lt, IZR_lt in H. eapply Rlt_le_trans; [|exact B]. apply Rmult_lt_compat_r; auto.
    + apply Z.leb_le, IZR_le in H. eapply Rle_trans; [|exact B]. apply Rmult_le_compat_r; [lra|auto].
Qed.
End Check.
