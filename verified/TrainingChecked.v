(* One round of DP-SGD at a knot: bounds on integers for a Poisson sample of a mechanism that is no easier to tell apart
     than two normal laws, and t rounds. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws OneMoreCoin ClonesPair Reduction ReductionSanity Steps Exponential.
From Hallmark Require Import RoundsChecked Adaptive NormalLaw NormalSeries PoissonSampling NormalEnclosed KnotRounds.
Import ListNotations.
Open Scope R_scope.

Section WithEngine.
Context {en : engine} {ok : faithful en}.
(* how the normal law is enclosed: exponentials, terms of the series, 1/sqrt(2 pi), the unit of the hints *)
Record normal_witness := { root_low : Z; root_high : Z; root_terms : nat; series_terms : nat; hint_unit : Z }.
Section Check.
Variables (k : levels) (w : normal_witness) (mn md qn qd : Z).
Notation V := (precise k).
Local Open Scope Z_scope.
Definition tangent (z : Z) := tangent_encl V (squarings k) (series_terms w) (root_low w) (root_high w)
  mn md z (hint_unit w).
Definition remove_bound (wl wh z : Z) : option Z :=
  if wh * qd <=? V * (qd - qn) then Some (V - wl)
  else match tangent z with
  | Some (_, rh, g) =>
      let e := qd * wl - V * (qd - qn) in
      if qn * rh <=? e then Some (cdiv (qn * g) qd)
      else if (0 <=? e) && (g <=? V) && (0 <? rh) then Some (cdiv (qn * V) qd - e * (V - g) / (qd * rh)) else None
  | None => None
  end.
Definition add_bound (wl wh z : Z) : option Z :=
  if V * qd <=? wl * (qd - qn) then Some 0
  else match tangent z with
  | Some (_, rh, g) =>
      let a := V * qd - wl * (qd - qn) in
      if (wh * (qd - qn) <=? V * qd) && (rh * a <=? V * wl * qn) && (0 <=? g) then Some (cdiv (a * g) (V * qd))
        else None
  | None => None
  end.
Definition rate_check : bool :=
  (0 <? V) && (0 <? qn) && (qn <=? qd) && root_check V (root_low w) (root_high w) (root_terms w).
End Check.

Section Sound.
Variables (k : levels) (w : normal_witness) (mn md qn qd : Z).
Notation V := (precise k).
Notation q := (IZR qn / IZR qd).
Notation mu := (IZR mn / IZR md).
Hypothesis checked : rate_check k w qn qd = true.
Lemma rate_checked : (0 < V)%Z /\ (0 < qd)%Z /\ 0 < IZR V /\ 0 < IZR qn /\ 0 < IZR qd /\ 0 <= q <= 1
  /\ IZR qn = q * IZR qd /\
  (0 < IZR (root_low w) /\ IZR (root_low w) <= IZR V * / sqrt (2 * PI) <= IZR (root_high w)).
Proof.
  unfold rate_check in checked. repeat rewrite andb_true_iff in checked. rewrite !Z.ltb_lt, Z.leb_le in checked.
  destruct checked as [[[V0 Q0] Q1] RC]. apply (root_check_sound V _ _ V0) in RC. assert (QD : (0 < qd)%Z) by lia.
  apply IZR_lt in V0 as V0', Q0 as Q0', QD as QD'. apply IZR_le in Q1 as Q1'.
  split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|].
  split; [|split; [field; lra|exact RC]].
  split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; auto]|].
  apply Rmult_le_reg_r with (IZR qd); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma tangent_sound z rl rh g : tangent k w mn md z = Some (rl, rh, g) -> IZR V * ratio mu (IZR z / IZR (hint_unit w))
  <= IZR rh /\
  IZR V * (Phi (IZR z / IZR (hint_unit w) + mu) - ratio mu (IZR z / IZR (hint_unit w))
    * Phi (IZR z / IZR (hint_unit w))) <= IZR g.
Proof.
  intros E. destruct rate_checked as (V0 & _ & _ & _ & _ & _ & _ & RC).
  destruct (tangent_encl_sound V _ _ _ _ V0 RC mn md z (hint_unit w) rl rh g E) as (_ & A1 & A2).
  split; [apply A1|apply A2].
Qed.
Variables (X Y : Type) (M : list X -> dist Y).
Hypothesis M_law : forall B, probability (M B).
Hypothesis M_private : gaussian_private mu M.
Variables (D D' : list X).
Hypothesis near : one_more D D'.
Lemma remove_bound_sound wl wh z b o T : remove_bound k w mn md qn qd wl wh z = Some b -> 0 < o ->
  IZR wl <= IZR V * o <= IZR wh -> IZR V * (Pr (sampled q M D) T - o * Pr (sampled q M D') T) <= IZR b.
Proof.
  destruct rate_checked as (V0 & QD & V0' & Q0' & QD' & q01 & Eq & _). pose proof tangent_sound as TS.
  intros Eb Ho Hw. unfold remove_bound in Eb. destruct (_ <=? _)%Z eqn:C1 in Eb.
  - injection Eb as <-. apply Z.leb_le, IZR_le in C1. rewrite !mult_IZR, minus_IZR, Eq in C1. rewrite minus_IZR.
    assert (OQ : o <= 1 - q). { apply Rmult_le_reg_l with (IZR V * IZR qd); [apply Rmult_lt_0_compat; auto|].
    assert (IZR V * o * IZR qd <= IZR wh * IZR qd) by (apply Rmult_le_compat_r; lra). lra. }
    pose proof (remove_low X Y q M q01 M_law D D' near o T OQ) as Z0.
    apply (Rmult_le_compat_l (IZR V)) in Z0; lra.
  - destruct (tangent k w mn md z) as [[[a r] g]|] eqn:ET; [|discriminate].
    apply TS in ET. destruct ET as [T1 T2].
    set (e := (qd * wl - V * (qd - qn))%Z) in *. set (s := ratio mu _) in *. set (G := Phi _ - _) in *.
    assert (VQ : 0 < IZR V * IZR qd) by (apply Rmult_lt_0_compat; auto).
    assert (Ee : IZR e <= IZR V * IZR qd * (o - 1 + q)).
    { unfold e. rewrite minus_IZR, !mult_IZR, minus_IZR.
      apply Rle_trans with (IZR V * IZR qd * o - IZR V * IZR qd + IZR V * IZR qn); [|right; field; lra].
      assert (IZR qd * IZR wl <= IZR qd * (IZR V * o)) by (apply Rmult_le_compat_l; lra). lra. }
    destruct (_ <=? _)%Z eqn:C2 in Eb;
      [injection Eb as <-|destruct (_ && _) eqn:C3 in Eb; [injection Eb as <-|discriminate]].
    { apply Z.leb_le, IZR_le in C2. rewrite mult_IZR, Eq in C2.
      assert (C3 : q * s <= o - 1 + q).
      { apply Rmult_le_reg_l with (IZR V * IZR qd); auto.
        assert (q * IZR qd * (IZR V * s) <= q * IZR qd * IZR r) by (apply Rmult_le_compat_l; [rewrite <- Eq; lra|lra]).
        lra. }
      pose proof (remove_knot X Y q mu M q01 M_law M_private D D' near o _ T C3) as Z0. fold s G in Z0.
      apply (Rmult_le_compat_l (IZR V)) in Z0; [|lra]. eapply Rle_trans; [exact Z0|]. apply cdiv_ge; auto.
      rewrite mult_IZR.
      replace (IZR qd * (IZR V * (q * G))) with (IZR qn * (IZR V * G)) by (field; lra).
      apply Rmult_le_compat_l; [lra|exact T2]. }
    (* the chord *)
    rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt in C3. destruct C3 as [[E0 G0] R0]. apply Z.leb_gt in C2.
    apply IZR_lt in R0, C2.
    apply IZR_le in E0, G0. rewrite mult_IZR in C2. assert (QR : 0 < IZR qn * IZR r) by (apply Rmult_lt_0_compat; auto).
    set (x := IZR e / (IZR qn * IZR r)). assert (Ex : IZR e = x * (IZR qn * IZR r)) by (unfold x; field; lra).
    assert (Hx : 0 <= x <= 1). { split; apply Rmult_le_reg_r with (IZR qn * IZR r); auto; lra. }
    pose proof (remove_chord X Y q mu M q01 M_law M_private D D' near x (IZR z / IZR (hint_unit w)) T Hx) as Z0.
    fold s G in Z0. pose proof (Pr_range _ T (probability_sampled X Y q M q01 M_law D')) as PQ.
    assert (W0 : 1 - q + x * (q * s) <= o).
    { assert (x * (q * s) <= o - 1 + q); [|lra]. apply Rmult_le_reg_l with (IZR V * IZR qd); auto.
      eapply Rle_trans; [|exact Ee].
      rewrite Ex. replace (IZR V * IZR qd * (x * (q * s))) with (x * (IZR qn * (IZR V * s))) by (field; lra).
      apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
    assert (L : Pr (sampled q M D) T - o * Pr (sampled q M D') T <= q * (1 - x * (1 - G))).
    { eapply Rle_trans; [|exact Z0]. assert ((1 - q + x * (q * s)) * Pr (sampled q M D') T <= o * Pr (sampled q M D') T)
        by (apply Rmult_le_compat_r; lra). lra. }
    apply (Rmult_le_compat_l (IZR V)) in L; [|lra]. eapply Rle_trans; [exact L|]. rewrite minus_IZR.
    assert (A : IZR V * q <= IZR (cdiv (qn * V) qd)) by (apply cdiv_ge; auto; rewrite mult_IZR; right; field; lra).
    assert (B : IZR (e * (V - g) / (qd * r)) <= x * q * (IZR V - IZR g)).
    { apply div_le; [apply Z.mul_pos_pos; auto; apply lt_IZR; auto|]. rewrite !mult_IZR, minus_IZR, Ex. right. field.
      lra. }
    assert (x * q * (IZR V * G) <= x * q * IZR g) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact T2]). lra.
Qed.
Lemma add_bound_sound wl wh z b o T : add_bound k w mn md qn qd wl wh z = Some b -> 0 < o ->
  IZR wl <= IZR V * o <= IZR wh -> IZR V * (Pr (sampled q M D') T - o * Pr (sampled q M D) T) <= IZR b.
Proof.
  destruct rate_checked as (V0 & QD & V0' & Q0' & QD' & q01 & Eq & _). pose proof tangent_sound as TS.
  intros Eb Ho Hw. unfold add_bound in Eb. destruct (_ <=? _)%Z eqn:C1 in Eb.
  - injection Eb as <-. apply Z.leb_le, IZR_le in C1. rewrite !mult_IZR, minus_IZR, Eq in C1.
    assert (OQ : 1 <= o * (1 - q)). { apply Rmult_le_reg_l with (IZR V * IZR qd); [apply Rmult_lt_0_compat; auto|].
    assert (IZR wl * (IZR qd * (1 - q)) <= IZR V * o * (IZR qd * (1 - q))) by (apply Rmult_le_compat_r;
      [apply Rmult_le_pos; lra|lra]). lra. }
    pose proof (add_high X Y q M q01 M_law D D' near o T (Rlt_le _ _ Ho) OQ) as Z0.
    apply (Rmult_le_compat_l (IZR V)) in Z0; lra.
  - destruct (tangent k w mn md z) as [[[a r] g]|] eqn:ET; [|discriminate].
    set (c := (V * qd - wl * (qd - qn))%Z) in Eb. destruct (_ && _) eqn:C2; [|discriminate]. injection Eb as <-.
    apply TS in ET. destruct ET as [T1 T2]. set (s := ratio mu _) in *.
    rewrite !andb_true_iff, !Z.leb_le in C2. destruct C2 as [[C2 C3] C4]. apply IZR_le in C2, C3, C4.
    rewrite !mult_IZR, minus_IZR, Eq in C2. rewrite !mult_IZR, Eq in C3.
    assert (Ec : IZR c = IZR qd * (IZR V - IZR wl * (1 - q))) by (unfold c; rewrite minus_IZR, !mult_IZR, minus_IZR;
      field; lra).
    assert (VQ : 0 < IZR V * IZR qd) by (apply Rmult_lt_0_compat; auto).
    assert (H0 : 0 <= 1 - o * (1 - q)). { apply Rmult_le_reg_l with (IZR V * IZR qd); auto.
    assert (IZR V * o * (IZR qd * (1 - q)) <= IZR wh * (IZR qd * (1 - q))) by (apply Rmult_le_compat_r;
      [apply Rmult_le_pos; lra|lra]). lra. }
    assert (H1 : IZR V * IZR qd * (1 - o * (1 - q)) <= IZR c). { rewrite Ec.
    assert (IZR wl * (IZR qd * (1 - q)) <= IZR V * o * (IZR qd * (1 - q))) by (apply Rmult_le_compat_r;
      [apply Rmult_le_pos; lra|lra]). lra. }
    assert (H2 : s * (1 - o * (1 - q)) <= o * q).
    { apply Rmult_le_reg_l with (IZR V * (IZR V * IZR qd)); [apply Rmult_lt_0_compat; auto|].
      assert (S0 : 0 < s) by apply ratio_pos.
      apply Rle_trans with (IZR r * IZR c); [|eapply Rle_trans; [exact C3|]].
      + replace (IZR V * (IZR V * IZR qd) * (s * (1 - o * (1 - q)))) with (IZR V * s * (IZR V * IZR qd * (1
          - o * (1 - q)))) by ring. apply Rmult_le_compat; auto; apply Rmult_le_pos; lra.
      + rewrite <- Eq.
        replace (IZR V * (IZR V * IZR qd) * (o * q)) with (IZR V * (IZR V * o) * IZR qn) by (field; lra).
        apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; lra. }
    pose proof (add_knot X Y q mu M q01 M_law M_private D D' near o _ T H0 H2) as Z0. fold s in Z0.
    set (G := Phi _ - _) in *.
    apply (Rmult_le_compat_l (IZR V)) in Z0; [|lra]. eapply Rle_trans; [exact Z0|]. apply cdiv_ge; [lia|].
    rewrite !mult_IZR.
    replace (IZR V * IZR qd * (IZR V * ((1 - o * (1 - q)) * G))) with (IZR V * IZR qd * (1 - o * (1 - q))
      * (IZR V * G)) by ring.
    apply Rle_trans with (IZR V * IZR qd * (1 - o * (1 - q)) * IZR g);
      [apply Rmult_le_compat_l; auto; apply Rmult_le_pos; lra|apply Rmult_le_compat_r; auto].
Qed.
End Sound.

(* ---- t rounds, one direction ---- *)
Definition training_bound (k : levels) (w : normal_witness) (mn md qn qd : Z) (remove : bool) : Z -> Z -> Z
  -> option Z :=
  if remove then remove_bound k w mn md qn qd else add_bound k w mn md qn qd.
Definition training_check (w : knot_witness) (n : normal_witness) (mn md qn qd : Z) (remove strict : bool) (t : Z)
  (eps : number) (vn vd : Z) : bool :=
  rate_check (wk w) n qn qd && rounds_at_most w (training_bound (wk w) n mn md qn qd remove) strict t eps vn vd.
Definition training_value (w : knot_witness) (n : normal_witness) (mn md qn qd : Z) (remove : bool) (t : Z)
  (eps : number) : R :=
  rounds_bound w (training_bound (wk w) n mn md qn qd remove) t eps.
(* What the check accepts in one direction is true of every event. *)
Theorem training_check_sound {X Y} (eq_dec : forall x y : Y, {x = y} + {x <> y}) (M : list Y -> list X -> dist Y)
  w n mn md
    qn qd (remove strict : bool) t eps vn vd D D' :
  (forall h B, probability (M h B)) -> (forall h, gaussian_private (IZR mn / IZR md) (M h)) -> one_more D D' ->
  training_check w n mn md qn qd remove strict t eps vn vd = true ->
  let P := training (IZR qn / IZR qd) M (Z.to_nat t) D in let Q := training (IZR qn / IZR qd) M (Z.to_nat t) D' in
  let c := training_value w n mn md qn qd remove t eps in
  (1 <= t)%Z /\ (if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd) /\ forall S : list Y -> bool,
  if remove then Pr P S <= exp (val eps) * Pr Q S + c else Pr Q S <= exp (val eps) * Pr P S + c.
Proof.
  intros L B N. unfold training_check. rewrite andb_true_iff. intros [RC C].
  pose proof (rate_checked (wk w) n qn qd RC) as (_ & _ & _ & _ & _ & q01 & _).
  assert (LD : forall E h, probability (sampled (IZR qn / IZR qd) (M h) E)) by (intros E h; apply probability_sampled;
    auto).
  cbv zeta. unfold training, training_value. destruct remove; cbn [training_bound] in C.
  - apply (rounds_at_most_sound Y eq_dec (fun h => sampled _ (M h) D) (fun h => sampled _ (M h) D') (LD D) (LD D')
      _ _ _ _ _ _ _ C).
    intros _ h wl wh z b o Eb Ho Hw S.
    exact (remove_bound_sound (wk w) n mn md qn qd RC X Y (M h) (L h) (B h) D D' N wl wh z b o S Eb Ho Hw).
  - apply (rounds_at_most_sound Y eq_dec (fun h => sampled _ (M h) D') (fun h => sampled _ (M h) D) (LD D') (LD D)
      _ _ _ _ _ _ _ C).
    intros _ h wl wh z b o Eb Ho Hw S.
    exact (add_bound_sound (wk w) n mn md qn qd RC X Y (M h) (L h) (B h) D D' N wl wh z b o S Eb Ho Hw).
Qed.
End WithEngine.
