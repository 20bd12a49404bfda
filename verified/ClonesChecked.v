(* A bound on the delta of the clones pair is true if the check on integers accepts it. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair Steps StepsAreSound Exponential.
Open Scope R_scope.

Section WithEngine.
Context {en : engine} {ok : faithful en}.

(* lo/d <= exp (val x) <= hi/d *)
Definition enc (U : Z) (j : positive) (x : number) : option (Z * Z * Z) :=
  match x with
  | Ln n d => if ((0 <? n) && (0 <? d))%Z then Some (n, n, d) else None
  | Rat n d => if (n =? 0)%Z then Some (1, 1, 1)%Z else
      match exp_encl U j n d with Some (lo, hi) => Some (lo, hi, U) | None => None end
  end.
Definition positive_num (x : number) : bool := match x with Rat n d => (0 <? n)%Z && (0 <? d)%Z | Ln n d =>
  (0 <? d)%Z && (d <? n)%Z end.

Lemma enc_sound U j x lo hi d : enc U j x = Some (lo, hi, d) -> (0 < d)%Z /\ IZR lo / IZR d <= exp (val x) <=
  IZR hi / IZR d.
Proof.
  assert (G : forall lo hi d e, (0 < d)%Z -> IZR lo <= IZR d * e -> IZR d * e <= IZR hi -> (0 < d)%Z /\
  IZR lo / IZR d <= e <= IZR hi / IZR d).
  { clear. intros lo hi d e Hd L H. apply IZR_lt in Hd as Hd'. repeat split; auto.
    - apply Rmult_le_reg_r with (IZR d); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    - apply Rmult_le_reg_r with (IZR d); auto. unfold Rdiv. rewrite (Rmult_assoc (IZR hi)), Rinv_l by lra. lra. }
  destruct x as [n dd|n dd]; cbn [enc val].
  - destruct (Z.eqb_spec n 0) as [->|].
    + intros E; inversion E; subst. apply G; [lia| |]; unfold Rdiv; rewrite !Rmult_0_l, exp_0; lra.
    + destruct (exp_encl U j n dd) as [[l h]|] eqn:EE; [|discriminate]. intros E; inversion E; subst.
      apply exp_encl_sound in EE. destruct EE as [HU [L H]]. apply G; auto.
  - destruct (_ && _) eqn:C; [|discriminate]. apply andb_true_iff in C. rewrite !Z.ltb_lt in C. destruct C as [Hn Hd].
    intros E; inversion E; subst.
    apply IZR_lt in Hn as Hn', Hd as Hd'. rewrite exp_ln by (apply Rdiv_lt_0_compat; lra). apply G; auto; right; field;
    lra.
Qed.

Lemma positive_sound x : positive_num x = true -> 0 < val x.
Proof.
  destruct x as [n d|n d]; cbn [positive_num val]; rewrite andb_true_iff, !Z.ltb_lt; intros [A B]; apply IZR_lt in A, B.
  - apply Rdiv_lt_0_compat; auto.
  - rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with (IZR d); auto. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Record witness := { wU : Z; wj : positive; wpar : par }.

(* `loop` is a check of a bound on F, from the first weight or from a later one (Distant.v) *)
Section Check.
Local Open Scope Z_scope.
Definition check_upper (loop : par -> bool) (n : Z) (eps0 eps : number) (k : witness) : bool :=
  let q := wpar k in
  match enc (wU k) (wj k) eps0, enc (wU k) (wj k) eps with
  | Some (el, eh, ed), Some (wl, wh, wd) =>
      (1 <=? n) && (pN q =? n - 1) && positive_num eps0 && (ed <=? el) && (0 <=? wl) &&
      (pW q * (eh * wd - wl * ed) <=? pA q * wd * (eh + ed)) &&
      (pB q * (el + ed) * wd <=? pW q * (wl * el - wd * ed)) &&
      (pn q * eh <=? pd q * ed) && loop q
  | _, _ => false
  end.
Definition check_lower (loop : par -> bool) (n : Z) (eps0 eps : number) (k : witness) : bool :=
  let q := wpar k in
  match enc (wU k) (wj k) eps0, enc (wU k) (wj k) eps with
  | Some (el, eh, ed), Some (wl, wh, wd) =>
      (1 <=? n) && (pN q =? n - 1) && positive_num eps0 && (ed <=? el) &&
      (pA q * wd * (el + ed) <=? pW q * (el * wd - wh * ed)) &&
      (pW q * (wh * eh - wd * ed) <=? pB q * wd * (eh + ed)) &&
      (pd q * ed <=? pn q * el) && loop q
  | _, _ => false
  end.
End Check.

Lemma frac_le (x y c : R) : 0 < c -> x * c <= y * c -> x <= y.
Proof. intros Hc H. apply Rmult_le_reg_r with c; auto. Qed.

(* What the upper check accepts is an upper bound of the delta of the clones pair. *)
Theorem check_upper_sound loop strict n eps0 eps vn vd k : (forall q, loop q = true -> okpar q = true /\
  (par_F q <= IZR vn / IZR vd /\ (strict = true -> par_F q < IZR vn / IZR vd))) -> check_upper loop n eps0 eps k =
  true ->
  clones_delta (Z.to_nat n) (val eps0) (val eps) <= IZR vn / IZR vd /\
  (strict = true -> clones_delta (Z.to_nat n) (val eps0) (val eps) < IZR vn / IZR vd).
Proof.
  intros HL. unfold check_upper. destruct (enc _ _ eps0) as [[[el eh] ed]|] eqn:E0; [|discriminate].
  destruct (enc _ _ eps) as [[[wl wh] wd]|] eqn:E1; [|discriminate].
  intros C. repeat rewrite andb_true_iff in C. rewrite !Z.leb_le, Z.eqb_eq in C.
  destruct C as [[[[[[[[C1 C2] C3] C4] C5] C6] C7] C8] C9].
  apply enc_sound in E0, E1. destruct E0 as [Hed [El Eh]], E1 as [Hwd [Wl Wh]].
  apply HL in C9. destruct C9 as [OK C9].
  pose proof (okp _ OK) as O. pose proof (p_range _ OK) as HP. pose proof (pd_pos _ OK) as HPD.
  assert (G : clones_delta (Z.to_nat n) (val eps0) (val eps) <= par_F (wpar k)); [|destruct C9 as [L1 L2]; split;
  [lra|intros Hs; specialize (L2 Hs); lra]].
  unfold par_F. rewrite C2. replace (Z.to_nat (n - 1)) with (Z.to_nat n - 1)%nat by lia.
  apply IZR_lt in Hed, Hwd. assert (HW : 0 < IZR (pW (wpar k))) by (apply IZR_lt; tauto).
  apply IZR_le in C4, C5, C6, C7, C8. rewrite ?mult_IZR, ?minus_IZR, ?plus_IZR, ?mult_IZR, ?minus_IZR, ?plus_IZR,
  ?mult_IZR in *.
  apply clones_upper with (El := IZR el / IZR ed) (Eh := IZR eh / IZR ed) (wl := IZR wl / IZR wd).
  - apply positive_sound; auto.
  - split; auto. apply frac_le with (IZR ed); auto. field_simplify; lra.
  - auto.
  - split; auto. apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
  - apply frac_le with (IZR (pW (wpar k)) * (IZR ed * IZR wd)); [repeat apply Rmult_lt_0_compat; auto|]. field_simplify;
    [|lra|lra]. lra.
  - apply frac_le with (IZR (pW (wpar k)) * (IZR ed * IZR wd)); [repeat apply Rmult_lt_0_compat; auto|]. field_simplify;
    [|lra|lra]. lra.
  - lra.
  - apply frac_le with (IZR (pd (wpar k)) * IZR ed); [repeat apply Rmult_lt_0_compat; auto|]. field_simplify; [|lra].
    lra.
Qed.

(* What the lower check accepts is a lower bound of it. *)
Theorem check_lower_sound loop strict n eps0 eps vn vd k : (forall q, loop q = true -> okpar q = true /\
  (IZR vn / IZR vd <= par_F q /\ (strict = true -> IZR vn / IZR vd < par_F q))) -> check_lower loop n eps0 eps k =
  true ->
  IZR vn / IZR vd <= clones_delta (Z.to_nat n) (val eps0) (val eps) /\
  (strict = true -> IZR vn / IZR vd < clones_delta (Z.to_nat n) (val eps0) (val eps)).
Proof.
  intros HL. unfold check_lower. destruct (enc _ _ eps0) as [[[el eh] ed]|] eqn:E0; [|discriminate].
  destruct (enc _ _ eps) as [[[wl wh] wd]|] eqn:E1; [|discriminate].
  intros C. repeat rewrite andb_true_iff in C. rewrite !Z.leb_le, Z.eqb_eq in C.
  destruct C as [[[[[[[C1 C2] C3] C4] C6] C7] C8] C9].
  apply enc_sound in E0, E1. destruct E0 as [Hed [El Eh]], E1 as [Hwd [Wl Wh]].
  apply HL in C9. destruct C9 as [OK C9].
  pose proof (okp _ OK) as O. pose proof (p_range _ OK) as HP. pose proof (pd_pos _ OK) as HPD.
  assert (G : par_F (wpar k) <= clones_delta (Z.to_nat n) (val eps0) (val eps)); [|destruct C9 as [L1 L2]; split;
  [lra|intros Hs; specialize (L2 Hs); lra]].
  unfold par_F. rewrite C2. replace (Z.to_nat (n - 1)) with (Z.to_nat n - 1)%nat by lia.
  apply IZR_lt in Hed, Hwd. assert (HW : 0 < IZR (pW (wpar k))) by (apply IZR_lt; tauto).
  apply IZR_le in C4, C6, C7, C8. rewrite ?mult_IZR, ?minus_IZR, ?plus_IZR, ?mult_IZR, ?minus_IZR, ?plus_IZR,
  ?mult_IZR in *.
  apply clones_lower with (El := IZR el / IZR ed) (Eh := IZR eh / IZR ed) (wh := IZR wh / IZR wd).
  - apply positive_sound; auto.
  - split; auto. apply frac_le with (IZR ed); auto. field_simplify; lra.
  - auto.
  - auto.
  - apply frac_le with (IZR (pW (wpar k)) * (IZR ed * IZR wd)); [repeat apply Rmult_lt_0_compat; auto|]. field_simplify;
    [|lra|lra]. lra.
  - apply frac_le with (IZR (pW (wpar k)) * (IZR ed * IZR wd)); [repeat apply Rmult_lt_0_compat; auto|]. field_simplify;
    [|lra|lra]. lra.
  - apply frac_le with (IZR (pd (wpar k)) * IZR ed); [repeat apply Rmult_lt_0_compat; auto|]. field_simplify; [|lra].
    lra.
  - lra.
Qed.
End WithEngine.
