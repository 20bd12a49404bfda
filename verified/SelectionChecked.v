(* Partition selection: the largest probability satisfies a recursion, which integers follow from above and below. *)
Require Import Reals Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Mechanisms Steps Exponential ClonesChecked PureRounds.
Open Scope R_scope.

Section Recursion.
Variables e d : R.
Hypothesis e1 : 1 <= e.
Hypothesis d0 : 0 <= d.
Definition grown (x : R) : R := Rmin (Rmin (e * x + d) (1 - (1 - x - d) / e)) 1.
Fixpoint largest (n : nat) : R := match n with O => 0 | S n => grown (largest n) end.
Lemma grown_mono x y : x <= y -> grown x <= grown y.
Proof.
  intros H. unfold grown. assert (0 < / e) by (apply Rinv_0_lt_compat; lra).
  assert ((1 - y - d) / e <= (1 - x - d) / e) by (apply Rmult_le_compat_r; lra).
  assert (e * x <= e * y) by (apply Rmult_le_compat_l; lra). apply Rle_min_compat_r.
  unfold Rmin. destruct (Rle_dec _ _), (Rle_dec _ _); lra.
Qed.
Lemma grown_above x : 0 <= x <= 1 -> x <= grown x <= 1.
Proof.
  intros H. unfold grown. split; [|apply Rmin_r]. repeat apply Rmin_glb; [nra| |lra].
  assert ((1 - x - d) / e <= 1 - x); [|lra]. apply Rmult_le_reg_r with e; [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.
Lemma largest_range n : 0 <= largest n <= 1.
Proof. induction n as [|n IH]; cbn [largest]; [lra|]. pose proof (grown_above _ IH). lra. Qed.
End Recursion.
(* No selection shows a partition of n users with a larger probability, and one does with this one. *)
Theorem largest_selection eps delta n : 0 <= eps -> 0 <= delta ->
  is_lub (selection_probability eps delta n) (largest (exp eps) delta n).
Proof.
  intros E D. assert (e1 : 1 <= exp eps) by (rewrite <- exp_0; apply exp_mono; exact E). split.
  - intros x (pi & (P0 & P1 & P) & ->). induction n as [|n IH]; [rewrite P0; cbn; lra|]. cbn [largest].
    eapply Rle_trans; [|apply grown_mono; [exact e1|exact IH]]. unfold grown. destruct (P n) as (A & _ & B & _).
    repeat apply Rmin_glb; [exact A| |apply P1].
    assert ((1 - pi n - delta) / exp eps <= 1 - pi (S n)); [|lra]. apply Rmult_le_reg_r with (exp eps); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - intros b B. apply B. exists (largest (exp eps) delta). split; [|reflexivity]. split; [reflexivity|].
    split; [intros k; apply largest_range; auto|]. intros k. pose proof (largest_range _ _ e1 D k) as R.
    pose proof (grown_above _ _ e1 D _ R) as G. cbn [largest]. set (x := largest _ _ k) in *.
    set (y := grown _ _ x) in *.
    assert (Y1 : y <= exp eps * x + delta).
    { unfold y, grown. eapply Rle_trans; [apply Rmin_l|apply Rmin_l]. }
    assert (Y2 : y <= 1 - (1 - x - delta) / exp eps).
    { unfold y, grown. eapply Rle_trans; [apply Rmin_l|apply Rmin_r]. }
    apply (Rmult_le_compat_l (exp eps)) in Y2; [|lra]. rewrite Rmult_minus_distr_l in Y2.
    replace (exp eps * ((1 - x - delta) / exp eps)) with (1 - x - delta) in Y2 by (field; lra).
    repeat split; [exact Y1|nra|lra|nra].
Qed.

Section Integers.
Variables (up : bool) (V el eh ed dn dd : Z).
Local Open Scope Z_scope.
Definition grown_at (x : Z) : Z :=
  if up then
    let d := cdiv (dn * V) dd in let u := V - x - d in
    Z.min (Z.min (cdiv (x * eh) ed + d) (if u <=? 0 then V else V - u * ed / eh)) V
  else
    let d := dn * V / dd in let u := V - x - d in
    Z.min (Z.min (x * el / ed + d) (if u <=? 0 then V else V - cdiv (u * ed) el)) V.
Fixpoint largest_at (n : nat) : Z := match n with O => 0 | S n => grown_at (largest_at n) end.
End Integers.
Section Sound.
Variables (up : bool) (V el eh ed dn dd : Z) (e : R).
Hypothesis V_pos : (0 < V)%Z.
Hypothesis el_pos : (0 < el)%Z.
Hypothesis ed_pos : (0 < ed)%Z.
Hypothesis dn_nonneg : (0 <= dn)%Z.
Hypothesis dd_pos : (0 < dd)%Z.
Hypothesis e_in : IZR el <= e * IZR ed <= IZR eh.
Hypothesis e_one : 1 <= e.
Notation d := (IZR dn / IZR dd).
Lemma largest_at_sound n : let x := largest_at up V el eh ed dn dd n in
  if up then IZR V * largest e d n <= IZR x else IZR x <= IZR V * largest e d n.
Proof.
  apply IZR_lt in V_pos as V0, el_pos as L0, ed_pos as E0, dd_pos as D0. apply IZR_le in dn_nonneg as N0.
  assert (eh_pos : (0 < eh)%Z) by (apply lt_IZR; lra). apply IZR_lt in eh_pos as H0.
  assert (D : 0 <= d) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  cbv zeta. induction n as [|n IH]; [destruct up; cbn; lra|]. cbn [largest largest_at].
  pose proof (largest_range e d e_one D n) as R. set (x := largest e d n) in *.
  set (z := largest_at up V el eh ed dn dd n) in *. unfold grown_at, grown.
  assert (MG : forall y p q, y <= IZR p -> y <= IZR q -> y <= IZR (Z.min p q)) by (intros; apply Z.min_case; auto).
  assert (VR : forall y a b c, y <= IZR V * a -> y <= IZR V * b -> y <= IZR V * c -> y <= IZR V * Rmin (Rmin a b) c).
  { intros y a b c A B C. unfold Rmin. destruct (Rle_dec a b), (Rle_dec _ c); auto. }
  assert (RV : forall a b c, IZR V * Rmin (Rmin a b) c <= IZR V * a /\ IZR V * Rmin (Rmin a b) c <= IZR V * b /\
    IZR V * Rmin (Rmin a b) c <= IZR V * c).
  { intros a b c. repeat split; apply Rmult_le_compat_l; try lra;
      [eapply Rle_trans; [apply Rmin_l|apply Rmin_l]|eapply Rle_trans; [apply Rmin_l|apply Rmin_r]|apply Rmin_r]. }
  assert (VQ : IZR V * (1 - (1 - x - d) / e) = IZR V - IZR V * (1 - x - d) / e) by (field; lra).
  assert (VX : 0 <= IZR V * x) by (apply Rmult_le_pos; lra).
  assert (DV : IZR dd * (d * IZR V) = IZR dn * IZR V) by (field; lra).
  (* a share of the rest: u / V of it at most, or at least *)
  destruct up; cbv zeta.
  - set (c := cdiv (dn * V) dd). assert (C : d * IZR V <= IZR c) by (apply cdiv_ge; auto; rewrite mult_IZR; lra).
    destruct (RV (e * x + d) (1 - (1 - x - d) / e) 1) as (R1 & R2 & R3). apply MG; [apply MG|lra].
    + eapply Rle_trans; [exact R1|]. rewrite plus_IZR. assert (IZR V * x * e <= IZR (cdiv (z * eh) ed)); [|lra].
      apply cdiv_ge; auto. rewrite mult_IZR. replace (IZR ed * (IZR V * x * e)) with (IZR V * x * (e * IZR ed)) by ring.
      apply Rmult_le_compat; lra.
    + destruct (Z.leb_spec (V - z - c) 0) as [N|N]; [lra|]. eapply Rle_trans; [exact R2|]. rewrite VQ, minus_IZR.
      assert (IZR ((V - z - c) * ed / eh) <= IZR V * (1 - x - d) / e); [|lra].
      apply IZR_lt in N as N'. rewrite !minus_IZR in N'. apply div_le; auto. rewrite mult_IZR, !minus_IZR.
      apply Rle_trans with (IZR V * (1 - x - d) * IZR ed); [apply Rmult_le_compat_r; lra|].
      replace (IZR eh * (IZR V * (1 - x - d) / e)) with (IZR V * (1 - x - d) * (IZR eh / e)) by (field; lra).
      apply Rmult_le_compat_l; [lra|]. apply Rmult_le_reg_r with e; [lra|]. unfold Rdiv.
      rewrite (Rmult_assoc (IZR eh)), Rinv_l by lra. lra.
  - set (c := (dn * V / dd)%Z). assert (C : IZR c <= d * IZR V) by (apply div_le; auto; rewrite mult_IZR; lra).
    apply VR.
    + eapply Rle_trans; [apply IZR_le; etransitivity; [apply Z.le_min_l|apply Z.le_min_l]|]. rewrite plus_IZR.
      assert (IZR (z * el / ed) <= IZR V * x * e); [|lra]. apply div_le; auto. rewrite mult_IZR.
      replace (IZR ed * (IZR V * x * e)) with (IZR V * x * (e * IZR ed)) by ring.
      apply Rle_trans with (IZR V * x * IZR el); [apply Rmult_le_compat_r; lra|apply Rmult_le_compat_l; lra].
    + eapply Rle_trans; [apply IZR_le; etransitivity; [apply Z.le_min_l|apply Z.le_min_r]|]. rewrite VQ.
      destruct (Z.leb_spec (V - z - c) 0) as [N|N].
      * apply IZR_le in N. rewrite !minus_IZR in N. assert (IZR V * (1 - x - d) / e <= 0); [|lra].
        apply Rmult_le_reg_r with e; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
      * rewrite minus_IZR. assert (IZR V * (1 - x - d) / e <= IZR (cdiv ((V - z - c) * ed) el)); [|lra].
        apply IZR_lt in N. rewrite !minus_IZR in N. apply cdiv_ge; auto. rewrite mult_IZR, !minus_IZR.
        apply Rle_trans with ((IZR V - IZR z - IZR c) * (IZR el / e)).
        { replace (IZR el * (IZR V * (1 - x - d) / e)) with (IZR V * (1 - x - d) * (IZR el / e)) by (field; lra).
          apply Rmult_le_compat_r; [|lra]. apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]. }
        apply Rmult_le_compat_l; [lra|]. apply Rmult_le_reg_r with e; [lra|]. unfold Rdiv.
        rewrite (Rmult_assoc (IZR el)), Rinv_l by lra. lra.
    + eapply Rle_trans; [apply IZR_le, Z.le_min_r|lra].
Qed.
End Sound.

Section WithEngine.
Context {en : engine} {ok : faithful en}.
Definition selection_check (up strict : bool) (n : Z) (eps : number) (dn dd vn vd : Z) : bool :=
  let V := (2 ^ 192)%Z in
  match enc V 96 eps with
  | Some (el, eh, ed) => ((ed <=? el) && (0 <=? dn) && (0 <? dd) && (0 <? vd) && (0 <=? n) && (n <=? 100000))%Z &&
      (let x := largest_at up V el eh ed dn dd (Z.to_nat n) in let a := (x * vd)%Z in let b := (vn * V)%Z in
      match up, strict with
      | true, true => a <? b | true, false => a <=? b | false, true => b <? a | false, false => b <=? a
      end%Z)
  | None => false
  end.
Theorem selection_check_sound (up strict : bool) n eps dn dd vn vd :
  selection_check up strict n eps dn dd vn vd = true ->
  exists x, is_lub (selection_probability (val eps) (IZR dn / IZR dd) (Z.to_nat n)) x /\ let v := IZR vn / IZR vd in
  if up then (if strict then x < v else x <= v) else (if strict then v < x else v <= x).
Proof.
  unfold selection_check. destruct (enc _ _ _) as [[[el eh] ed]|] eqn:EN; [|discriminate]. apply enc_sound in EN.
  destruct EN as [E0 EN]. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. intros [[[[[[EL D0] D1] V1] _] _] C].
  apply IZR_lt in E0 as E0', D1 as D1', V1 as V1'. apply IZR_le in EL as EL', D0 as D0'.
  assert (L0 : (0 < el)%Z) by lia. set (V := (2 ^ 192)%Z) in *. assert (V0 : (0 < V)%Z) by reflexivity.
  assert (EE : IZR el <= exp (val eps) * IZR ed <= IZR eh).
  { destruct EN as [A B]. apply (Rmult_le_compat_r (IZR ed)) in A, B; try lra.
    replace (IZR el / IZR ed * IZR ed) with (IZR el) in A by (field; lra).
    replace (IZR eh / IZR ed * IZR ed) with (IZR eh) in B by (field; lra). lra. }
  assert (e1 : 1 <= exp (val eps)) by (apply Rmult_le_reg_r with (IZR ed); lra).
  assert (H0 : 0 <= val eps).
  { apply Rnot_lt_le. intros F. apply exp_increasing in F. rewrite exp_0 in F. lra. }
  set (d := IZR dn / IZR dd) in *.
  assert (DE : 0 <= d) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  exists (largest (exp (val eps)) d (Z.to_nat n)). split; [apply largest_selection; auto|].
  pose proof (largest_at_sound up V el eh ed dn dd (exp (val eps)) V0 L0 E0 D0 D1 EE e1 (Z.to_nat n)) as S.
  cbv zeta in *. fold d in S. set (x := largest _ _ _) in *. set (z := largest_at _ _ _ _ _ _ _ _) in *.
  apply IZR_lt in V0 as V0'. assert (P : 0 < IZR V * IZR vd) by (apply Rmult_lt_0_compat; auto).
  assert (EV : IZR (vn * V) = IZR vn / IZR vd * (IZR V * IZR vd)) by (rewrite mult_IZR; field; lra).
  assert (EZ : IZR (z * vd) = IZR z * IZR vd) by apply mult_IZR.
  set (v := IZR vn / IZR vd) in *. destruct up, strict;
    first [apply Z.ltb_lt, IZR_lt in C|apply Z.leb_le, IZR_le in C]; rewrite EV, EZ in C;
    first [apply Rmult_lt_reg_r with (IZR V * IZR vd)|apply Rmult_le_reg_r with (IZR V * IZR vd)]; auto;
    apply (Rmult_le_compat_r (IZR vd)) in S; lra.
Qed.
End WithEngine.
