(* The closed forms of shuffling: what the check on integers accepts is a bound on the formula. *)
Require Import Reals Lra Lia Bool ZArith.
From Hallmark Require Import Definitions Formulas Steps Exponential ClonesChecked.
Open Scope R_scope.

Section WithEngine.
Context {en : engine} {ok : faithful en}.
(* a unit of all numbers, squarings of exp, and three logarithms: below and above ln m, above ln k *)
Record form_witness := { f_unit : Z; f_squarings : positive; f_low : Z; f_high : Z; f_room : Z }.
(* q, e and m from below and above, k from above, in units of 1/f_unit *)
Record form := { q_low : Z; q_high : Z; e_low : Z; e_high : Z; m_low : Z; m_high : Z; k_high : Z }.
Section Integers.
Variable w : form_witness.
Notation V := (f_unit w).
Local Open Scope Z_scope.
(* y/V is at least ln of x/V, at most *)
Definition log_above (x y : Z) : bool :=
  match exp_encl V (f_squarings w) y V with Some (lo, _) => x <=? lo | None => false end.
Definition log_below (x y : Z) : bool :=
  match exp_encl V (f_squarings w) y V with Some (_, hi) => hi <=? x | None => false end.
Definition form_check (up strict : bool) (f : form) (n : Z) (v : number) : bool :=
  (0 <? n) && (0 <=? q_low f) && (0 <? e_low f) && (0 <? m_low f) && (0 <? k_high f) &&
  log_above (k_high f) (f_room w) && (16 * e_high f * f_room w <=? n * (V * V)) &&
  match enc V (f_squarings w) v with
  | Some (lo, hi, d) =>
      if up then
        let s := Z.sqrt (cdiv (e_high f * f_high w) n) + 1 in
        let x := V * d + cdiv (q_high f * (8 * s * n + 8 * e_high f)) (V * n) * d in
        log_above (m_high f) (f_high w) && if strict then x <? V * lo else x <=? V * lo
      else
        let s := Z.sqrt (e_low f * f_low w / n) in
        let x := V * d + q_low f * (8 * s * n + 8 * e_low f) / (V * n) * d in
        log_below (m_low f) (f_low w) && if strict then V * hi <? x else V * hi <=? x
  | None => false
  end.
End Integers.

Definition encloses (v : R) (f : form) (q e m k : R) : Prop := IZR (q_low f) <= v * q <= IZR (q_high f) /\
  IZR (e_low f) <= v * e <= IZR (e_high f) /\ IZR (m_low f) <= v * m <= IZR (m_high f) /\ v * k <= IZR (k_high f).
Lemma log_above_sound w x y m : log_above w x y = true -> 0 < m -> IZR (f_unit w) * m <= IZR x ->
  0 < IZR (f_unit w) /\ (0 <= y)%Z /\ ln m <= IZR y / IZR (f_unit w).
Proof.
  unfold log_above. destruct (exp_encl _ _ _ _) as [[lo hi]|] eqn:E; [|discriminate]. intros L M X.
  assert (Y : (0 <= y)%Z).
  { unfold exp_encl in E. destruct (_ && _) eqn:C in E; [|discriminate]. rewrite !andb_true_iff, !Z.leb_le in C.
  tauto. }
  apply exp_encl_sound in E. destruct E as (V0 & A & _). apply IZR_lt in V0. apply Z.leb_le, IZR_le in L.
  split; [exact V0|]. split; [exact Y|]. rewrite <- (ln_exp (IZR y / _)).
  assert (m <= exp (IZR y / IZR (f_unit w))) as [D|D] by (apply Rmult_le_reg_l with (IZR (f_unit w)); lra).
  - left. apply ln_increasing; auto.
  - rewrite <- D. lra.
Qed.
Lemma log_below_sound w x y m : log_below w x y = true -> IZR x <= IZR (f_unit w) * m ->
  0 < IZR (f_unit w) /\ (0 <= y)%Z /\ IZR y / IZR (f_unit w) <= ln m.
Proof.
  unfold log_below. destruct (exp_encl _ _ _ _) as [[lo hi]|] eqn:E; [|discriminate]. intros L X.
  assert (Y : (0 <= y)%Z).
  { unfold exp_encl in E. destruct (_ && _) eqn:C in E; [|discriminate]. rewrite !andb_true_iff, !Z.leb_le in C.
  tauto. }
  apply exp_encl_sound in E. destruct E as (V0 & _ & A). apply IZR_lt in V0. apply Z.leb_le, IZR_le in L.
  split; [exact V0|]. split; [exact Y|]. rewrite <- (ln_exp (IZR y / _)).
  assert (exp (IZR y / IZR (f_unit w)) <= m) as [D|D] by (apply Rmult_le_reg_l with (IZR (f_unit w)); lra).
  - left. apply ln_increasing; [apply exp_pos|exact D].
  - rewrite <- D. lra.
Qed.
Lemma log_order (strict : bool) x v : 0 < x -> (if strict then x < exp v else x <= exp v) ->
  if strict then ln x < v else ln x <= v.
Proof.
  intros X H. rewrite <- (ln_exp v). destruct strict; [apply ln_increasing; auto|].
  destruct H as [H|H]; [left; apply ln_increasing; auto|rewrite <- H; lra].
Qed.
Lemma log_order_below (strict : bool) x v : (if strict then exp v < x else exp v <= x) ->
  if strict then v < ln x else v <= ln x.
Proof.
  intros H. pose proof (exp_pos v) as P. pose proof (ln_exp v) as E. destruct strict; [rewrite <- E;
    apply ln_increasing; auto|].
  destruct H as [H|H]; [rewrite <- E; left; apply ln_increasing; auto|rewrite <- H; lra].
Qed.
(* What the check accepts holds of the formula, which is stated at these numbers. *)
Theorem form_check_sound w up strict f n v q e m k : form_check w up strict f n v = true -> 0 < k ->
  encloses (IZR (f_unit w)) f q e m k -> 1 <= m ->
  let x := ln (1 + q * (8 * sqrt (e * ln m / IZR n) + 8 * e / IZR n)) in closed_form q e m k (IZR n) x /\
  if up then (if strict then x < val v else x <= val v) else (if strict then val v < x else val v <= x).
Proof.
  intros C K (Q & E & MM & KK) M1. assert (M : 0 < m) by lra. cbv zeta. unfold form_check in C.
  rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in C.
  destruct C as [[[[[[[N0 Q0] E0] M0] K0] LK] D] C].
  destruct (log_above_sound _ _ _ _ LK K KK) as (V0 & R0 & LR).
  destruct (enc _ _ v) as [[[lo hi] d]|] eqn:EN; [|discriminate]. apply enc_sound in EN. destruct EN as [D0 EN].
  apply IZR_lt in N0 as N0', D0 as D0', E0 as E0'. apply IZR_le in Q0, D, R0 as R0'. rewrite !mult_IZR in D.
  set (V := IZR (f_unit w)) in *. set (nn := IZR n) in *.
  assert (e0 : 0 < e). { apply Rmult_lt_reg_l with V; lra. }
  assert (q0 : 0 <= q). { apply Rmult_le_reg_l with V; lra. }
  assert (L0 : 0 <= ln m). { destruct M1 as [M1|<-]; [left; rewrite <- ln_1; apply ln_increasing; lra|rewrite ln_1;
    lra]. }
  assert (V1 : (0 < f_unit w)%Z) by (apply lt_IZR; exact V0).
  split.
  { split; [|reflexivity]. assert (V * ln k <= IZR (f_room w)).
    { apply (Rmult_le_compat_l V) in LR; [|lra]. replace (V * (IZR (f_room w) / V)) with (IZR (f_room w)) in LR
        by (field; lra). exact LR. }
    apply Rmult_le_reg_l with (V * V); [apply Rmult_lt_0_compat; auto|].
    assert (V * e * (V * ln k) <= IZR (e_high f) * IZR (f_room w)).
    { apply Rle_trans with (V * e * IZR (f_room w)); [apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]|].
      apply Rmult_le_compat_r; lra. }
    lra. }
  assert (S0 : 0 <= e * ln m / nn).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat; exact N0']. }
  assert (T0 : 0 <= q * (8 * sqrt (e * ln m / nn) + 8 * e / nn)).
  { apply Rmult_le_pos; auto. pose proof (sqrt_pos (e * ln m / nn)).
    assert (0 <= 8 * e / nn) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; exact N0']). lra. }
  assert (NV : 0 < V * nn) by (apply Rmult_lt_0_compat; auto).
  destruct up; cbv zeta in C; rewrite andb_true_iff in C; destruct C as [LM C].
  - destruct (log_above_sound _ _ _ _ LM M (proj2 MM)) as (_ & Y0 & LY). fold V in LY. apply IZR_le in Y0 as Y0'.
    set (b := cdiv (e_high f * f_high w) n) in *. set (s := (Z.sqrt b + 1)%Z) in *.
    assert (B : V * V * (e * ln m / nn) <= IZR b).
    { apply cdiv_ge; auto. rewrite mult_IZR. fold nn.
      replace (nn * (V * V * (e * ln m / nn))) with (V * e * (V * ln m)) by (field; lra).
      apply Rmult_le_compat; [apply Rmult_le_pos; lra|apply Rmult_le_pos; lra|lra|].
      apply (Rmult_le_compat_l V) in LY; [|lra].
      replace (V * (IZR (f_high w) / V)) with (IZR (f_high w)) in LY by (field; lra). exact LY. }
    assert (b0 : (0 <= b)%Z). { apply le_IZR. eapply Rle_trans; [|exact B]. apply Rmult_le_pos; auto. nra. }
    assert (SS : V * sqrt (e * ln m / nn) <= IZR s).
    { rewrite <- (sqrt_Rsqr (IZR s)) by (apply IZR_le; unfold s; pose proof (Z.sqrt_nonneg b); lia).
      rewrite <- (sqrt_Rsqr V) by lra. rewrite <- sqrt_mult by (auto; apply Rle_0_sqr). apply sqrt_le_1_alt.
      unfold Rsqr. eapply Rle_trans; [exact B|]. rewrite <- mult_IZR. apply IZR_le. unfold s.
      pose proof (Z.sqrt_spec b b0) as X. cbv zeta in X. unfold Z.succ in X. lia. }
    assert (T : V * (q * (8 * sqrt (e * ln m / nn) + 8 * e / nn)) <=
      IZR (cdiv (q_high f * (8 * s * n + 8 * e_high f)) (f_unit w * n))).
    { apply cdiv_ge; [nia|]. rewrite !mult_IZR, plus_IZR, !mult_IZR. fold V nn.
      replace (V * nn * (V * (q * (8 * sqrt (e * ln m / nn) + 8 * e / nn)))) with
        (V * q * (8 * (V * sqrt (e * ln m / nn)) * nn + 8 * (V * e))) by (field; lra).
      pose proof (sqrt_pos (e * ln m / nn)).
      assert (0 <= V * sqrt (e * ln m / nn)) by (apply Rmult_le_pos; lra).
      apply Rmult_le_compat; [apply Rmult_le_pos; lra| |lra|].
      - assert (0 <= V * sqrt (e * ln m / nn) * nn) by (apply Rmult_le_pos; lra). nra.
      - assert (V * sqrt (e * ln m / nn) * nn <= IZR s * nn) by (apply Rmult_le_compat_r; lra). lra. }
    set (c := cdiv (q_high f * (8 * s * n + 8 * e_high f)) (f_unit w * n)) in *.
    set (X := q * (8 * sqrt (e * ln m / nn) + 8 * e / nn)) in *. clearbody X c. apply log_order; [lra|].
    assert (G : V * IZR d * (1 + X) <= IZR (f_unit w * d + c * d)).
    { rewrite plus_IZR, !mult_IZR. fold V. assert (V * X * IZR d <= IZR c * IZR d) by (apply Rmult_le_compat_r; lra).
      lra. }
    assert (L : V * IZR lo <= V * IZR d * exp (val v)).
    { rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. destruct EN as [EN _].
    apply (Rmult_le_compat_l (IZR d)) in EN;
      [|lra]. replace (IZR d * (IZR lo / IZR d)) with (IZR lo) in EN by (field; lra). exact EN. }
    assert (P : 0 < V * IZR d) by (apply Rmult_lt_0_compat; auto).
    destruct strict; [apply Z.ltb_lt, IZR_lt in C; apply Rmult_lt_reg_l with (V * IZR d)|
      apply Z.leb_le, IZR_le in C; apply Rmult_le_reg_l with (V * IZR d)]; auto; rewrite mult_IZR in C; fold V in C;
        lra.
  - destruct (log_below_sound _ _ _ _ LM (proj1 MM)) as (_ & Y0 & LY). fold V in LY. apply IZR_le in Y0 as Y0'.
    set (b := (e_low f * f_low w / n)%Z) in *. set (s := Z.sqrt b) in *.
    assert (b0 : (0 <= b)%Z) by (apply Z.div_pos; nia).
    assert (B : IZR b <= V * V * (e * ln m / nn)).
    { apply div_le; auto. rewrite mult_IZR. fold nn.
      replace (nn * (V * V * (e * ln m / nn))) with (V * e * (V * ln m)) by (field; lra).
      apply Rmult_le_compat; [lra|lra|lra|].
      apply (Rmult_le_compat_l V) in LY; [|lra].
      replace (V * (IZR (f_low w) / V)) with (IZR (f_low w)) in LY by (field; lra). exact LY. }
    assert (s0 : (0 <= s)%Z) by apply Z.sqrt_nonneg.
    assert (SS : IZR s <= V * sqrt (e * ln m / nn)).
    { rewrite <- (sqrt_Rsqr (IZR s)) by (apply IZR_le; exact s0).
      rewrite <- (sqrt_Rsqr V) by lra. rewrite <- sqrt_mult by (auto; apply Rle_0_sqr). apply sqrt_le_1_alt.
      unfold Rsqr. eapply Rle_trans; [|exact B]. rewrite <- mult_IZR. apply IZR_le. unfold s.
      pose proof (Z.sqrt_spec b b0) as X. cbv zeta in X. unfold Z.succ in X. lia. }
    assert (T : IZR (q_low f * (8 * s * n + 8 * e_low f) / (f_unit w * n)) <=
      V * (q * (8 * sqrt (e * ln m / nn) + 8 * e / nn))).
    { apply div_le; [nia|]. rewrite !mult_IZR, plus_IZR, !mult_IZR. fold V nn.
      replace (V * nn * (V * (q * (8 * sqrt (e * ln m / nn) + 8 * e / nn)))) with
        (V * q * (8 * (V * sqrt (e * ln m / nn)) * nn + 8 * (V * e))) by (field; lra).
      apply IZR_le in s0 as s0'. assert (0 <= IZR s * nn) by (apply Rmult_le_pos; lra).
      apply Rmult_le_compat; [lra| |lra|]; [lra|].
      assert (IZR s * nn <= V * sqrt (e * ln m / nn) * nn) by (apply Rmult_le_compat_r; lra). lra. }
    set (c := (q_low f * (8 * s * n + 8 * e_low f) / (f_unit w * n))%Z) in *.
    set (X := q * (8 * sqrt (e * ln m / nn) + 8 * e / nn)) in *. clearbody X c. apply log_order_below.
    assert (G : IZR (f_unit w * d + c * d) <= V * IZR d * (1 + X)).
    { rewrite plus_IZR, !mult_IZR. fold V. assert (IZR c * IZR d <= V * X * IZR d) by (apply Rmult_le_compat_r; lra).
      lra. }
    assert (L : V * IZR d * exp (val v) <= V * IZR hi).
    { rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. destruct EN as [_ EN].
    apply (Rmult_le_compat_l (IZR d)) in EN;
      [|lra]. replace (IZR d * (IZR hi / IZR d)) with (IZR hi) in EN by (field; lra). exact EN. }
    assert (P : 0 < V * IZR d) by (apply Rmult_lt_0_compat; auto).
    destruct strict; [apply Z.ltb_lt, IZR_lt in C; apply Rmult_lt_reg_l with (V * IZR d)|
      apply Z.leb_le, IZR_le in C; apply Rmult_le_reg_l with (V * IZR d)]; auto; rewrite mult_IZR in C; fold V in C;
        lra.
Qed.

(* ---- the numbers of a claim ---- *)
Definition fmt_form (w : form_witness) (sharp : bool) (eps0 : number) (dn dd : Z) : option form :=
  let V := f_unit w in
  match enc V (f_squarings w) eps0 with
  | Some (el, eh, ed) =>
      if ((0 <? V) && (ed <? el) && (0 <? dn) && (dn <=? dd))%Z then
        let ql := (V * (el - ed) / (el + ed))%Z in let qh := cdiv (V * (eh - ed)) (eh + ed) in
        let ml := (if sharp then Z.max (2 * V) (2 * ql * dd / dn) else V * 4 * dd / dn)%Z in
        let mh := if sharp then Z.max (2 * V) (cdiv (2 * qh * dd) dn) else cdiv (V * 4 * dd) dn in
        Some {| q_low := ql; q_high := qh; e_low := V * el / ed; e_high := cdiv (V * eh) ed; m_low := ml; m_high := mh;
          k_high := if sharp then mh else cdiv (V * 2 * dd) dn |}%Z
      else None
  | None => None
  end.
Definition lemma_form (w : form_witness) (pn pd dn dd : Z) : option form :=
  let V := f_unit w in
  if ((0 <? V) && (0 <? pn) && (pn <=? pd) && (0 <? dn) && (dn <=? dd))%Z then
    Some {| q_low := V; q_high := V; e_low := V * pd / pn; e_high := cdiv (V * pd) pn; m_low := V * 4 * dd / dn;
      m_high := cdiv (V * 4 * dd) dn; k_high := cdiv (V * 2 * dd) dn |}%Z
  else None.
(* a quotient of integers, times v, from below and above *)
Lemma scaled_quotient x y v r : (0 < y)%Z -> v * r = IZR x / IZR y -> IZR (x / y) <= v * r <= IZR (cdiv x y).
Proof.
  intros Y E. apply IZR_lt in Y as Y'. assert (X : IZR y * (v * r) = IZR x) by (rewrite E; field; lra).
  split; [apply div_le|apply cdiv_ge]; auto; lra.
Qed.
Lemma share_mono a b : 0 < a <= b -> (a - 1) / (a + 1) <= (b - 1) / (b + 1).
Proof.
  intros H. apply Rmult_le_reg_r with ((a + 1) * (b + 1)); [apply Rmult_lt_0_compat; lra|].
  replace ((a - 1) / (a + 1) * ((a + 1) * (b + 1))) with ((a - 1) * (b + 1)) by (field; lra).
  replace ((b - 1) / (b + 1) * ((a + 1) * (b + 1))) with ((b - 1) * (a + 1)) by (field; lra). lra.
Qed.
Lemma quotient_range dn dd : (0 < dn)%Z -> (dn <= dd)%Z -> 0 < IZR dn / IZR dd <= 1.
Proof.
  intros A B. apply IZR_lt in A. apply IZR_le in B.
  assert (0 < / IZR dd) by (apply Rinv_0_lt_compat; lra). split; [apply Rmult_lt_0_compat; lra|].
  apply Rmult_le_reg_r with (IZR dd); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma over_delta c x : 1 <= c -> 0 < x <= 1 -> 1 <= c / x.
Proof.
  intros C X. apply Rmult_le_reg_r with x; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma sharp_max x q : 0 < x -> 0 < q -> 2 / Rmin 1 (x / q) = Rmax 2 (2 * q / x).
Proof.
  intros X Q. assert (P : 0 < x / q) by (apply Rmult_lt_0_compat; [auto|apply Rinv_0_lt_compat; auto]).
  assert (E : 2 * q / x = 2 / (x / q)) by (field; lra). rewrite E. set (y := x / q) in *. clearbody y.
  unfold Rmin. destruct (Rle_dec 1 y) as [L|L].
  - rewrite Rmax_left; [lra|]. apply Rmult_le_reg_r with y; auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - rewrite Rmax_right; [reflexivity|]. apply Rmult_le_reg_r with y; auto. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma fmt_form_sound w sharp eps0 dn dd f : fmt_form w sharp eps0 dn dd = Some f ->
  let x := IZR dn / IZR dd in let q := beyond_chance (val eps0) in
  let m := if sharp then 2 / Rmin 1 (x / q) else 4 / x in let k := if sharp then m else 2 / x in
  encloses (IZR (f_unit w)) f q (exp (val eps0)) m k /\ 1 <= m /\ 0 < k.
Proof.
  unfold fmt_form. destruct (enc _ _ eps0) as [[[el eh] ed]|] eqn:EN; [|discriminate].
  destruct (_ && _) eqn:C; [|discriminate]. intros F. apply (f_equal (fun o => match o with Some f => f | None =>
    f end)) in F.
  cbv iota in F. subst f. rewrite !andb_true_iff, !Z.ltb_lt, Z.leb_le in C. destruct C as [[[V0 EL] D0] D1].
  apply enc_sound in EN. destruct EN as [ED EN]. cbv zeta. set (x := IZR dn / IZR dd).
  destruct (quotient_range dn dd D0 D1) as [X0 X1]. fold x in X0, X1.
  apply IZR_lt in V0 as V0', D0 as D0', ED as ED', EL as EL'. apply IZR_le in D1 as D1'.
  set (e := exp (val eps0)) in *. set (V := IZR (f_unit w)) in *.
  assert (A : IZR el <= e * IZR ed <= IZR eh).
  { destruct EN as [E1 E2]. apply (Rmult_le_compat_r (IZR ed)) in E1, E2; try lra.
    replace (IZR el / IZR ed * IZR ed) with (IZR el) in E1 by (field; lra).
    replace (IZR eh / IZR ed * IZR ed) with (IZR eh) in E2 by (field; lra). lra. }
  assert (e1 : 1 < e) by (apply Rmult_lt_reg_r with (IZR ed); lra).
  unfold beyond_chance. fold e. set (q := (e - 1) / (e + 1)).
  assert (q0 : 0 < q) by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; lra]).
  assert (EH : (ed < eh)%Z) by (apply lt_IZR; lra).
  assert (QL : IZR (f_unit w * (el - ed) / (el + ed)) <= V * q).
  { apply div_le; [apply lt_IZR; rewrite plus_IZR; lra|]. rewrite mult_IZR, minus_IZR, plus_IZR. fold V.
    assert (L0 : 1 < IZR el / IZR ed). { apply Rmult_lt_reg_r with (IZR ed); auto. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l; lra. }
    pose proof (share_mono (IZR el / IZR ed) e ltac:(lra)) as S. fold q in S.
    replace ((IZR el / IZR ed - 1) / (IZR el / IZR ed + 1)) with ((IZR el - IZR ed) / (IZR el + IZR ed)) in S
      by (field; lra).
    apply (Rmult_le_compat_l (V * (IZR el + IZR ed))) in S; [|apply Rmult_le_pos; lra].
    replace (V * (IZR el + IZR ed) * ((IZR el - IZR ed) / (IZR el + IZR ed))) with (V * (IZR el - IZR ed)) in S
      by (field; lra). lra. }
  assert (QH : V * q <= IZR (cdiv (f_unit w * (eh - ed)) (eh + ed))).
  { apply cdiv_ge; [lia|]. rewrite mult_IZR, minus_IZR, plus_IZR. fold V. apply IZR_lt in EH as EH'.
    pose proof (share_mono e (IZR eh / IZR ed) ltac:(lra)) as S. fold q in S.
    replace ((IZR eh / IZR ed - 1) / (IZR eh / IZR ed + 1)) with ((IZR eh - IZR ed) / (IZR eh + IZR ed)) in S
      by (field; lra).
    apply (Rmult_le_compat_l (V * (IZR eh + IZR ed))) in S; [|apply Rmult_le_pos; lra].
    replace (V * (IZR eh + IZR ed) * ((IZR eh - IZR ed) / (IZR eh + IZR ed))) with (V * (IZR eh - IZR ed)) in S
      by (field; lra). lra. }
  set (ql := (f_unit w * (el - ed) / (el + ed))%Z) in *. set (qh := cdiv (f_unit w * (eh - ed)) (eh + ed)) in *.
  assert (EE : IZR (f_unit w * el / ed) <= V * e <= IZR (cdiv (f_unit w * eh) ed)).
  { split; [apply div_le|apply cdiv_ge]; auto; rewrite mult_IZR; fold V.
    - replace (IZR ed * (V * e)) with (V * (e * IZR ed)) by ring. apply Rmult_le_compat_l; lra.
    - replace (IZR ed * (V * e)) with (V * (e * IZR ed)) by ring. apply Rmult_le_compat_l; lra. }
  unfold encloses. cbn [q_low q_high e_low e_high m_low m_high k_high]. destruct sharp.
  - rewrite sharp_max by auto.
    assert (ML : IZR (Z.max (2 * f_unit w) (2 * ql * dd / dn)) <= V * Rmax 2 (2 * q / x)).
    { apply Z.max_case_strong; intros _.
      - rewrite mult_IZR. fold V. pose proof (Rmax_l 2 (2 * q / x)). nra.
      - apply Rle_trans with (V * (2 * q / x)); [|apply Rmult_le_compat_l; [lra|apply Rmax_r]].
        apply div_le; auto. rewrite !mult_IZR.
        replace (IZR dn * (V * (2 * q / x))) with (2 * (V * q) * IZR dd) by (unfold x; field; lra).
        apply Rmult_le_compat_r; lra. }
    assert (MH : V * Rmax 2 (2 * q / x) <= IZR (Z.max (2 * f_unit w) (cdiv (2 * qh * dd) dn))).
    { unfold Rmax. destruct (Rle_dec 2 (2 * q / x)) as [_|_].
      - apply Rle_trans with (IZR (cdiv (2 * qh * dd) dn)); [|apply IZR_le; lia].
        apply cdiv_ge; auto. rewrite !mult_IZR.
        replace (IZR dn * (V * (2 * q / x))) with (2 * (V * q) * IZR dd) by (unfold x; field; lra).
        apply Rmult_le_compat_r; lra.
      - apply Rle_trans with (IZR (2 * f_unit w)); [rewrite mult_IZR; fold V; lra|apply IZR_le; lia]. }
    pose proof (Rmax_l 2 (2 * q / x)). repeat split; auto; try tauto; try lra; apply EE.
  - pose proof (scaled_quotient (f_unit w * 4 * dd) dn V (4 / x) D0
      ltac:(rewrite !mult_IZR; fold V; unfold x; field; lra)) as [M1 M2].
    pose proof (scaled_quotient (f_unit w * 2 * dd) dn V (2 / x) D0
      ltac:(rewrite !mult_IZR; fold V; unfold x; field; lra)) as [_ K2].
    pose proof (over_delta 4 x ltac:(lra) (conj X0 X1)). pose proof (over_delta 2 x ltac:(lra) (conj X0 X1)).
    repeat split; auto; try lra; apply EE.
Qed.
Lemma lemma_form_sound w pn pd dn dd f : lemma_form w pn pd dn dd = Some f -> let x := IZR dn / IZR dd in
  encloses (IZR (f_unit w)) f 1 (1 / (IZR pn / IZR pd)) (4 / x) (2 / x) /\ 1 <= 4 / x /\ 0 < 2 / x.
Proof.
  unfold lemma_form. destruct (_ && _) eqn:C; [|discriminate]. intros F.
  apply (f_equal (fun o => match o with Some f => f | None => f end)) in F. cbv iota in F. subst f.
  rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le in C. destruct C as [[[[V0 P0] P1] D0] D1]. cbv zeta.
  set (x := IZR dn / IZR dd). destruct (quotient_range dn dd D0 D1) as [X0 X1]. fold x in X0, X1.
  apply IZR_lt in V0 as V0', P0 as P0', D0 as D0'. apply IZR_le in P1 as P1', D1 as D1'.
  set (V := IZR (f_unit w)) in *.
  pose proof (scaled_quotient (f_unit w * pd) pn V (1 / (IZR pn / IZR pd)) P0
    ltac:(rewrite !mult_IZR; fold V; field; lra)) as [E1 E2].
  pose proof (scaled_quotient (f_unit w * 4 * dd) dn V (4 / x) D0
    ltac:(rewrite !mult_IZR; fold V; unfold x; field; lra)) as [M1 M2].
  pose proof (scaled_quotient (f_unit w * 2 * dd) dn V (2 / x) D0
    ltac:(rewrite !mult_IZR; fold V; unfold x; field; lra)) as [_ K2].
  pose proof (over_delta 4 x ltac:(lra) (conj X0 X1)). pose proof (over_delta 2 x ltac:(lra) (conj X0 X1)).
  unfold encloses. cbn [q_low q_high e_low e_high m_low m_high k_high]. repeat split; auto; fold V; lra.
Qed.
Definition fmt_check (w : form_witness) (sharp up strict : bool) (n : Z) (eps0 : number) (dn dd : Z) (v : number)
  : bool := match fmt_form w sharp eps0 dn dd with Some f => form_check w up strict f n v | None => false end.
Definition lemma_check (w : form_witness) (up strict : bool) (n pn pd dn dd : Z) (v : number) : bool :=
  match lemma_form w pn pd dn dd with Some f => form_check w up strict f n v | None => false end.
(* An accepted end is one of the formula; there is one such number. *)
Theorem fmt_check_sound w (sharp up strict : bool) n eps0 dn dd v : fmt_check w sharp up strict n eps0 dn dd v = true ->
  let value := (if sharp then fmt_closed_form_sharp else fmt_closed_form) (IZR n) (val eps0) (IZR dn / IZR dd) in
  exists x, value x /\ (forall y, value y -> y = x) /\
  if up then (if strict then x < val v else x <= val v) else (if strict then val v < x else val v <= x).
Proof.
  unfold fmt_check. destruct (fmt_form _ _ _ _ _) as [f|] eqn:F; [|discriminate]. intros C.
  destruct (fmt_form_sound _ _ _ _ _ _ F) as (E & M & K).
  destruct (form_check_sound _ _ _ _ _ _ _ _ _ _ C K E M) as [D B]. cbv zeta.
  destruct sharp; eexists; (split; [exact D|]; split; [intros y Hy; apply Hy|exact B]).
Qed.
Theorem lemma_check_sound w (up strict : bool) n pn pd dn dd v : lemma_check w up strict n pn pd dn dd v = true ->
  let value := fmt_lemma_a1 (IZR n) (IZR pn / IZR pd) (IZR dn / IZR dd) in
  exists x, value x /\ (forall y, value y -> y = x) /\
  if up then (if strict then x < val v else x <= val v) else (if strict then val v < x else val v <= x).
Proof.
  unfold lemma_check. destruct (lemma_form _ _ _ _ _) as [f|] eqn:F; [|discriminate]. intros C.
  destruct (lemma_form_sound _ _ _ _ _ _ F) as (E & M & K).
  destruct (form_check_sound _ _ _ _ _ _ _ _ _ _ C K E M) as [D B]. cbv zeta. eexists.
  split; [exact D|]. split; [intros y Hy; apply Hy|exact B].
Qed.
End WithEngine.
