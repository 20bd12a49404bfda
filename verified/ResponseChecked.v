(* A lower bound on the advantage of an event on shuffled randomized response is true if the check on integers accepts
   it. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws OneMoreCoin Reduction Steps Exponential ClonesChecked Window Response.
Import ListNotations.
Open Scope R_scope.

(* ---- the gain on integers, and its means over the smaller of the two groups ---- *)
Section Stairs.
Local Open Scope Z_scope.
Definition gain_Z (up : bool) (A B t y : Z) : Z :=
  if up then A * (if t <=? y then 1 else 0) - B * (if t <? y then 1 else 0) else A * (if y <=? t then 1 else 0) - B *
    (if y <? t then 1 else 0).
(* one more coin of probability qn/qd: entry k becomes its mean with entry k + 1, rounded down *)
Fixpoint smooth_from (qn qd a : Z) (l : list Z) : list Z :=
  match l with [] => [] | b :: r => (qn * b + (qd - qn) * a) / qd :: smooth_from qn qd b r end.
Definition smooth (qn qd : Z) (l : list Z) : list Z := match l with [] => [] | a :: r => smooth_from qn qd a r end.
(* the means at t - m, ..., t of m coins; further out they are constant *)
Definition stairs (up : bool) (A B t : Z) (m : nat) (qn qd : Z) : list Z :=
  Nat.iter m (smooth qn qd) (map (fun i => gain_Z up A B t (t - Z.of_nat m + Z.of_nat i)) (seq 0 (2 * m + 1))).
Definition stair (up : bool) (A B t : Z) (m : nat) (table : list Z) (k : Z) : Z :=
  if (k <? t - Z.of_nat m) || (t <? k) then gain_Z up A B t k else nth (Z.to_nat (k - (t - Z.of_nat m))) table 0.
End Stairs.

Lemma smooth_from_below qn qd a l (F : nat -> R) : (0 < qd)%Z -> (0 <= qn <= qd)%Z ->
  (forall k, (k < S (length l))%nat -> IZR (nth k (a :: l) 0%Z) <= F k) ->
  length (smooth_from qn qd a l) = length l /\
  forall k, (k < length l)%nat -> IZR (nth k (smooth_from qn qd a l) 0%Z) <= IZR qn / IZR qd * F (S k) +
  (1 - IZR qn / IZR qd) * F k.
Proof.
  intros Hd Hq. revert a F. induction l as [|b l IH]; intros a F HF; [split; [reflexivity|simpl; intros; lia]|].
  destruct (IH b (fun k => F (S k)) (fun k Hk => HF (S k) ltac:(simpl in *; lia))) as [L IH'].
  split; [cbn; congruence|].
  intros [|k] Hk; [|apply IH'; simpl in Hk; lia].
  cbn [smooth_from nth]. pose proof (HF 0%nat ltac:(simpl; lia)) as H0. pose proof (HF 1%nat ltac:(simpl; lia)) as H1.
  cbn [nth] in H0, H1.
  apply IZR_lt in Hd as Hd'. destruct Hq as [Q0 Q1]. apply IZR_le in Q0, Q1. apply div_le; auto.
  rewrite plus_IZR, !mult_IZR, minus_IZR.
  replace (IZR qd * (IZR qn / IZR qd * F 1%nat + (1 - IZR qn / IZR qd) * F 0%nat))
  with (IZR qn * F 1%nat + (IZR qd - IZR qn) * F 0%nat) by (field; lra). nra.
Qed.

(* The means of the table are below the true ones. *)
Lemma smooth_below qn qd m l (F : nat -> R) : (0 < qd)%Z -> (0 <= qn <= qd)%Z -> (forall k, (k < length l)%nat ->
  IZR (nth k l 0%Z) <= F k) ->
  length (Nat.iter m (smooth qn qd) l) = (length l - m)%nat /\
  forall k, (k + m < length l)%nat -> IZR (nth k (Nat.iter m (smooth qn qd) l) 0%Z) <= Ex (binomial m (IZR qn / IZR qd))
  (fun i => F (k + i)%nat).
Proof.
  intros Hd Hq HF. induction m as [|m [IL IH]].
  - change (Nat.iter 0 (smooth qn qd) l) with l. split; [lia|]. intros k Hk. cbn [binomial].
    rewrite Ex_ret, Nat.add_0_r. apply HF. lia.
  - change (Nat.iter (S m) (smooth qn qd) l) with (smooth qn qd (Nat.iter m (smooth qn qd) l)).
    generalize dependent (Nat.iter m (smooth qn qd) l). intros t IL IH.
    destruct t as [|a r]; cbn [length] in IL; [split; [cbn [smooth length]; lia|intros k Hk; lia]|].
    destruct (smooth_from_below qn qd a r (fun k => Ex (binomial m (IZR qn / IZR qd)) (fun i => F (k + i)%nat)) Hd Hq)
    as [L S0].
    { intros k Hk. apply IH. lia. }
    cbn [smooth]. split; [rewrite L; lia|]. intros k Hk. eapply Rle_trans; [apply S0; lia|]. rewrite Ex_binomial_S.
    right. f_equal. f_equal.
    apply Ex_ext. intros i _. f_equal. lia.
Qed.

Lemma gain_Z_real up A B W t y : (0 < W)%Z -> IZR (gain_Z up A B (Z.of_nat t) (Z.of_nat y)) = IZR W * gain
  up (IZR A / IZR W) (IZR B / IZR W) t y.
Proof.
  intros HW. apply IZR_lt in HW.
  assert (L : forall i j : nat, (Z.of_nat i <=? Z.of_nat j)%Z = (i <=? j)%nat)
  by (intros; destruct (Z.leb_spec (Z.of_nat i) (Z.of_nat j)), (Nat.leb_spec i j); auto; lia).
  assert (M : forall i j : nat, (Z.of_nat i <? Z.of_nat j)%Z = (i <? j)%nat)
  by (intros; destruct (Z.ltb_spec (Z.of_nat i) (Z.of_nat j)), (Nat.ltb_spec i j); auto; lia).
  unfold gain_Z, gain. rewrite !L, !M. destruct up; rewrite minus_IZR, !mult_IZR.
  - destruct (t <=? y)%nat, (t <? y)%nat; field; lra.
  - destruct (y <=? t)%nat, (y <? t)%nat; field; lra.
Qed.

Lemma binomial_const n p c : Ex (binomial n p) (fun _ => c) = c.
Proof. rewrite (Ex_fun _ _ (fun k => c * 1)) by (intros; ring). rewrite Ex_scal, Ex_binomial, (Sum_ext _ _ (pm p n))
  by (intros; ring). rewrite pm_total. ring. Qed.

Lemma stair_below up A B t m qn qd k : (0 < qd)%Z -> (0 <= qn <= qd)%Z ->
  IZR (stair up A B t m (stairs up A B t m qn qd) (Z.of_nat k)) <=
  Ex (binomial m (IZR qn / IZR qd)) (fun i => IZR (gain_Z up A B t (Z.of_nat (k + i)))).
Proof.
  intros Hd Hq. unfold stair. destruct (_ || _)%bool eqn:E.
  - apply orb_true_iff in E. rewrite !Z.ltb_lt in E. right.
    rewrite <- (binomial_const m (IZR qn / IZR qd) (IZR (gain_Z up A B t (Z.of_nat k)))). apply Ex_ext.
    intros i Hi. apply binomial_support in Hi. f_equal. unfold gain_Z.
    repeat match goal with |- context [Z.leb ?x ?y] => destruct (Z.leb_spec x y) | |- context [Z.ltb ?x ?y] =>
    destruct (Z.ltb_spec x y) end; try lia; destruct up; lia.
  - apply orb_false_iff in E. rewrite !Z.ltb_ge in E. set (base := (t - Z.of_nat m)%Z) in *.
    set (F := fun i : nat => IZR (gain_Z up A B t (base + Z.of_nat i))).
    set (l := map (fun i => gain_Z up A B t (base + Z.of_nat i)) (seq 0 (2 * m + 1))).
    assert (Ll : length l = (2 * m + 1)%nat) by (unfold l; rewrite map_length, seq_length; reflexivity).
    assert (HF : forall j, (j < length l)%nat -> IZR (nth j l 0%Z) <= F j).
    { intros j Hj. right. unfold F, l. rewrite (nth_indep _ 0%Z (gain_Z up A B t (base + Z.of_nat 0)))
      by (fold l; auto).
      rewrite (map_nth (fun i => gain_Z up A B t (base + Z.of_nat i))), seq_nth by lia. reflexivity. }
    destruct (smooth_below qn qd m l F Hd Hq HF) as [_ S0]. unfold stairs. fold base l.
    eapply Rle_trans; [apply S0; rewrite Ll; lia|]. right. apply Ex_ext. intros i _. unfold F. do 2 f_equal. lia.
Qed.

(* ---- means over both groups at neighbouring coins ---- *)
Lemma others_mean_lipschitz m z a a' e o f : 0 <= a <= 1 -> 0 <= a' <= 1 -> Rabs (a - a') <= e ->
  (forall x y, f x - f y <= o) ->
  others_mean m z a' f - (INR m + INR z) * e * o <= others_mean m z a f.
Proof.
  intros Ha Ha' He Ho. unfold others_mean.
  assert (X : forall i, Ex (binomial z (1 - a')) (fun j => f (i + j)%nat) - INR z * e * o <=
  Ex (binomial z (1 - a)) (fun j => f (i + j)%nat)).
  { intros i. apply binomial_lipschitz; try lra; [|intros; apply Ho]. replace (1 - a - (1 - a')) with (- (a - a'))
    by ring. rewrite Rabs_Ropp. auto. }
  assert (Y : Ex (binomial m a) (fun i => Ex (binomial z (1 - a')) (fun j => f (i + j)%nat) - INR z * e * o) <=
              Ex (binomial m a) (fun i => Ex (binomial z (1 - a)) (fun j => f (i + j)%nat))) by (apply binomial_mean_le;
              auto).
  assert (E : Ex (binomial m a) (fun i => Ex (binomial z (1 - a')) (fun j => f (i + j)%nat) - INR z * e * o) =
              Ex (binomial m a) (fun i => Ex (binomial z (1 - a')) (fun j => f (i + j)%nat)) - INR z * e * o).
  { rewrite (Ex_fun _ _ (fun i => Ex (binomial z (1 - a')) (fun j => f (i + j)%nat) - 1 * (INR z * e * o)))
    by (intros; ring). rewrite Ex_lin, binomial_const. ring. }
  rewrite E in Y.
  pose proof (binomial_lipschitz m a a' e o (fun i => Ex (binomial z (1 - a')) (fun j => f (i + j)%nat)) Ha Ha' He) as
  L.
  assert (V : forall x y, Ex (binomial z (1 - a')) (fun j => f (x + j)%nat) - Ex (binomial z (1 - a')) (fun j =>
  f (y + j)%nat) <= o).
  { intros x y. match goal with |- ?s - ?t <= _ => replace (s - t) with (s - 1 * t) by ring end.
    rewrite <- Ex_lin, <- (binomial_const z (1 - a') o).
    apply binomial_mean_le; [lra|]. intros k. specialize (Ho (x + k)%nat (y + k)%nat). lra. }
  specialize (L V). lra.
Qed.

Lemma gain_le up a a' b b' t y : a <= a' -> b' <= b -> gain up a b t y <= gain up a' b' t y.
Proof. intros Ha Hb. unfold gain. destruct up; [destruct (t <=? y)%nat, (t <? y)%nat|destruct (y <=? t)%nat,
  (y <? t)%nat]; lra. Qed.
Lemma gain_cases up a b t y : gain up a b t y = 0 \/ gain up a b t y = a \/ gain up a b t y = a - b.
Proof.
  unfold gain. destruct up; [destruct (Nat.leb_spec t y), (Nat.ltb_spec t y)|destruct (Nat.leb_spec y t),
    (Nat.ltb_spec y t)]; try lia; auto;
  first [left; ring|right; left; ring|right; right; ring].
Qed.
Lemma gain_range up a b t x y : 0 <= a -> 0 <= b -> gain up a b t x - gain up a b t y <= a + b.
Proof. intros Ha Hb. destruct (gain_cases up a b t x) as [ -> | [ -> | -> ] ], (gain_cases up a b t y) as [ ->
  | [ -> | -> ] ]; lra. Qed.

(* ---- the check ---- *)
Record response := { rU : Z; rj : positive; rA : Z; rB : Z; rW : Z; ra : Z; re : Z; rt : Z; rbits : Z;
  rwindow : window }.

Section Check.
Context {en : engine}.
Local Open Scope Z_scope.
Definition response_check (up strict : bool) (m z : Z) (eps0 eps : number) (vn vd : Z) (k : response) : bool :=
  let q := rwindow k in let d := bpd q in let first := z <=? m in
  let small := if first then z else m in let qn := if first then d - ra k else ra k in
  let s := 2 ^ rbits k in let A := rA k * s in let B := rB k * s in
  let table := stairs up A B (rt k) (Z.to_nat small) qn d in
  match enc (rU k) (rj k) eps0, enc (rU k) (rj k) eps with
  | Some (el, eh, ed), Some (wl, wh, wd) =>
      (0 <=? m) && (0 <=? z) && (0 <=? rt k) && (0 <=? rbits k) && positive_num eps0 && (ed <=? el) && (0 <=? rA k) &&
        (0 <=? rB k) && (0 <? rW k) &&
      (rA k * wd * (el + ed) <=? rW k * (el * wd - wh * ed)) && (rW k * (wh * eh - wd * ed) <=? rB k * wd * (eh + ed))
        &&
      ((ra k - re k) * (el + ed) <=? d * el) && (d * eh <=? (ra k + re k) * (eh + ed)) &&
      (bN q =? (if first then m else z)) && (bpn q =? (if first then ra k else d - ra k)) && (0 <? vd) &&
      let C := Z.max 0 (B - A) in
      wok q C && wcheck q (stair up A B (rt k) (Z.to_nat small) table) C (rW k * s) strict
        (vn * d * rW k + (m + z) * re k * (rA k + rB k) * vd) (vd * d * rW k)
  | _, _ => false
  end.
End Check.

(* What the check accepts is a lower bound of the advantage of that event. *)
Theorem response_check_sound {en : engine} {ok : faithful en} up strict m z eps0 eps vn vd k :
  response_check up strict m z eps0 eps vn vd k = true ->
  let d := others_mean (Z.to_nat m) (Z.to_nat z) (truth (val eps0)) (gain up (truth (val eps0) - exp (val eps) *
    (1 - truth (val eps0)))
    (exp (val eps) * truth (val eps0) - (1 - truth (val eps0))) (Z.to_nat (rt k))) in
  (0 <= m)%Z /\ (0 <= z)%Z /\ 0 < val eps0 /\ IZR vn / IZR vd <= d /\ (strict = true -> IZR vn / IZR vd < d).
Proof.
  unfold response_check. destruct (enc _ _ eps0) as [[[el eh] ed]|] eqn:E0; [|discriminate].
  destruct (enc _ _ eps) as [[[wl wh] wd]|] eqn:E1; [|discriminate].
  set (q := rwindow k). set (s := (2 ^ rbits k)%Z). intros C. cbv zeta in C. cbn zeta. repeat rewrite andb_true_iff in
  C.
  rewrite ?Z.leb_le, ?Z.ltb_lt, ?Z.eqb_eq in C.
  destruct C as [[[[[[[[[[[[[[[[C1 C2] C3] C4] C5] C6] C7] C8] C9] C10] C11] C12] C13] C14] C15] C16] [OK C]].
  apply enc_sound in E0, E1. destruct E0 as [Hed [El Eh]], E1 as [Hwd [Wl Wh]].
  pose proof (positive_sound _ C5) as P0. split; [auto|]. split; [auto|]. split; [auto|].
  set (a := truth (val eps0)). set (w := exp (val eps)) in *. set (E := exp (val eps0)) in *.
  assert (HE : 1 < E) by (unfold E; rewrite <- exp_0; apply exp_increasing; auto). assert (Hw : 0 < w) by apply exp_pos.
  assert (Ea : a = E / (E + 1)) by reflexivity.
  pose proof (wok_facts _ _ OK) as WF. fold q in WF.
  apply IZR_lt in Hed, Hwd, C9 as HW. assert (Hd : (0 < bpd q)%Z) by lia. assert (Hd' : 0 < IZR (bpd q))
  by (apply IZR_lt; auto).
  apply IZR_le in C6, C7 as HA, C8 as HB, C10, C11, C12, C13. rewrite ?mult_IZR, ?minus_IZR, ?plus_IZR, ?mult_IZR,
  ?minus_IZR, ?plus_IZR, ?mult_IZR in *.
  set (El' := IZR el / IZR ed) in *. set (Eh' := IZR eh / IZR ed) in *. set (wh' := IZR wh / IZR wd) in *.
  assert (Xl : IZR el = El' * IZR ed) by (unfold El'; field; lra). assert (Xh : IZR eh = Eh' * IZR ed) by (unfold Eh';
  field; lra).
  assert (Xw : IZR wh = wh' * IZR wd) by (unfold wh'; field; lra).
  set (al := IZR (rA k) / IZR (rW k)). set (be := IZR (rB k) / IZR (rW k)).
  assert (XA : IZR (rA k) = al * IZR (rW k)) by (unfold al; field; lra). assert (XB : IZR (rB k) = be * IZR (rW k))
  by (unfold be; field; lra).
  set (a' := IZR (ra k) / IZR (bpd q)). set (e := IZR (re k) / IZR (bpd q)).
  assert (Xa : IZR (ra k) = a' * IZR (bpd q)) by (unfold a'; field; lra). assert (Xe : IZR (re k) = e * IZR (bpd q))
  by (unfold e; field; lra).
  assert (I10 : al * (El' + 1) <= El' - wh') by (apply frac_le with (IZR (rW k) * IZR wd * IZR ed);
  [repeat apply Rmult_lt_0_compat; auto|]; rewrite Xl, Xw, XA in C10; lra).
  assert (I11 : wh' * Eh' - 1 <= be * (Eh' + 1)) by (apply frac_le with (IZR (rW k) * IZR wd * IZR ed);
  [repeat apply Rmult_lt_0_compat; auto|]; rewrite Xh, Xw, XB in C11; lra).
  assert (I12 : (a' - e) * (El' + 1) <= El') by (apply frac_le with (IZR (bpd q) * IZR ed);
  [repeat apply Rmult_lt_0_compat; auto|]; rewrite Xl, Xa, Xe in C12; lra).
  assert (I13 : Eh' <= (a' + e) * (Eh' + 1)) by (apply frac_le with (IZR (bpd q) * IZR ed);
  [repeat apply Rmult_lt_0_compat; auto|]; rewrite Xh, Xa, Xe in C13; lra).
  assert (E1' : 1 <= El') by (apply frac_le with (IZR ed); auto; lra).
  assert (Ha0 : 0 <= al) by (unfold al; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (Hb0 : 0 <= be) by (unfold be; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (AL : al <= a - w * (1 - a)).
  { replace (a - w * (1 - a)) with ((E - w) / (E + 1)) by (rewrite Ea; field; lra).
    apply Rmult_le_reg_r with (E + 1); [lra|]. replace ((E - w) / (E + 1) * (E + 1)) with (E - w) by (field; lra).
    apply Rmult_le_reg_r with (El' + 1); [lra|]. apply Rle_trans with ((El' - wh') * (E + 1)); nra. }
  assert (BE : w * a - (1 - a) <= be).
  { replace (w * a - (1 - a)) with ((w * E - 1) / (E + 1)) by (rewrite Ea; field; lra).
    apply Rmult_le_reg_r with (E + 1); [lra|]. replace ((w * E - 1) / (E + 1) * (E + 1)) with (w * E - 1)
    by (field; lra).
    apply Rmult_le_reg_r with (Eh' + 1); [lra|]. apply Rle_trans with ((wh' * Eh' - 1) * (E + 1)); [|nra].
    assert (0 <= (wh' - w) * (E * (Eh' + 1))) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]). nra. }
  assert (NEAR : Rabs (a - a') <= e).
  { assert (L : a' - e <= a).
    { assert (a' - e <= 1) by (apply Rmult_le_reg_r with (El' + 1); lra). apply Rmult_le_reg_r with (E + 1); [lra|].
      replace (a * (E + 1)) with E by (rewrite Ea; field; lra). nra. }
    assert (R : a <= a' + e).
    { apply Rmult_le_reg_r with (E + 1); [lra|]. replace (a * (E + 1)) with E by (rewrite Ea; field; lra).
      destruct (Rle_dec (a' + e) 1); nra. }
    unfold Rabs. destruct (Rcase_abs _); lra. }
  assert (RA : (0 < ra k < bpd q)%Z) by (destruct (z <=? m)%Z; lia).
  assert (A01 : 0 <= a' <= 1).
  { destruct RA as [R0 R1]. apply IZR_lt in R0, R1. split; apply frac_le with (IZR (bpd q)); auto; lra. }
  set (T := Z.to_nat (rt k)). assert (ET : rt k = Z.of_nat T) by (unfold T; rewrite Z2Nat.id; auto).
  set (W' := (rW k * s)%Z) in *. assert (S0 : (0 < s)%Z) by (apply Z.pow_pos_nonneg; lia). assert (W0 : (0 < W')%Z)
  by (apply Z.mul_pos_pos; auto).
  assert (S0' : 0 < IZR s) by (apply IZR_lt; auto).
  assert (EA' : IZR (rA k * s) / IZR W' = al) by (unfold W', al; rewrite !mult_IZR; field; lra).
  assert (EB' : IZR (rB k * s) / IZR W' = be) by (unfold W', be; rewrite !mult_IZR; field; lra).
  set (vn' := (vn * bpd q * rW k + (m + z) * re k * (rA k + rB k) * vd)%Z) in *. set (vd' := (vd * bpd q * rW k)%Z) in
  *.
  assert (MAIN : forall small qn, (0 <= qn <= bpd q)%Z ->
    wcheck q (stair up (rA k * s) (rB k * s) (rt k) small (stairs up (rA k * s) (rB k * s) (rt k) small qn (bpd q)))
      (Z.max 0 (rB k * s - rA k * s)) W' strict vn' vd' = true ->
    let mean := Ex (binomial (Z.to_nat (bN q)) (IZR (bpn q) / IZR (bpd q))) (fun j =>
      Ex (binomial small (IZR qn / IZR (bpd q))) (fun i => gain up al be T (j + i)%nat)) in
    IZR vn' / IZR vd' <= mean /\ (strict = true -> IZR vn' / IZR vd' < mean)).
  { intros small qn Hqn CC.
    assert (Hq : 0 <= IZR qn / IZR (bpd q) <= 1).
    { destruct Hqn as [Q0 Q1]. apply IZR_le in Q0, Q1. split; apply frac_le with (IZR (bpd q)); auto; unfold Rdiv;
      rewrite ?Rmult_assoc, ?Rinv_l by lra; lra. }
    assert (GR : forall j i, IZR W' * gain up al be T (j + i)%nat =
    IZR (gain_Z up (rA k * s) (rB k * s) (rt k) (Z.of_nat (j + i)))).
    { intros j i. rewrite ET, (gain_Z_real up _ _ W') by auto. rewrite EA', EB'. reflexivity. }
    assert (VG : forall j, IZR W' * Ex (binomial small (IZR qn / IZR (bpd q))) (fun i => gain up al be T (j + i)%nat) =
      Ex (binomial small (IZR qn / IZR (bpd q))) (fun i =>
      IZR (gain_Z up (rA k * s) (rB k * s) (rt k) (Z.of_nat (j + i))))).
    { intros j. rewrite <- Ex_scal. apply Ex_fun. intros i. apply GR. }
    refine (wcheck_sound q _ _ W' _ OK W0 _ _ strict vn' vd' CC).
    - intros j _. rewrite VG. apply stair_below; auto.
    - intros j _. rewrite VG, <- (binomial_const small (IZR qn / IZR (bpd q)) (- IZR _)). apply binomial_mean_le; auto.
      intros i. rewrite <- opp_IZR. apply IZR_le.
      assert (HA' : (0 <= rA k * s)%Z) by (apply Z.mul_nonneg_nonneg; lia). clear - HA'. unfold gain_Z.
      repeat match goal with |- context [Z.leb ?x ?y] => destruct (Z.leb_spec x y) | |- context [Z.ltb ?x ?y] =>
      destruct (Z.ltb_spec x y) end; try lia; destruct up; lia. }
  assert (NEXT : let mean := others_mean (Z.to_nat m) (Z.to_nat z) a' (gain up al be T) in IZR vn' / IZR vd' <= mean /\
  (strict = true -> IZR vn' / IZR vd' < mean)).
  { destruct (z <=? m)%Z; rewrite C14, C15 in *; apply MAIN in C; try lia; cbn zeta in *; rewrite minus_IZR, Xa in C;
      replace ((IZR (bpd q) - a' * IZR (bpd q)) / IZR (bpd q)) with (1 - a') in C by (field; lra);
      replace (a' * IZR (bpd q) / IZR (bpd q)) with a' in C by (field; lra).
    - exact C.
    - rewrite Ex_swap in C. unfold others_mean.
      rewrite (Ex_fun (binomial (Z.to_nat m) a') (fun i => Ex (binomial (Z.to_nat z) (1 - a')) (fun j => gain
        up al be T (i + j)%nat))
        (fun i => Ex (binomial (Z.to_nat z) (1 - a')) (fun j => gain up al be T (j + i)%nat))); [exact C|].
      intros i. apply Ex_fun. intros j. f_equal. lia. }
  cbn zeta in NEXT. clear MAIN C. apply IZR_lt in C16.
  assert (EV : IZR vn' / IZR vd' = IZR vn / IZR vd + (INR (Z.to_nat m) + INR (Z.to_nat z)) * e * (al + be)).
  { unfold vn', vd', e, al, be. rewrite !INR_IZR_INZ, !Z2Nat.id by auto. rewrite !plus_IZR, !mult_IZR, !plus_IZR. field.
    lra. }
  pose proof (others_mean_lipschitz (Z.to_nat m) (Z.to_nat z) a a' e (al + be) (gain up al be T) (truth_range _) A01
  NEAR (fun x y => gain_range up al be T x y Ha0 Hb0)) as LIP.
  assert (MON : others_mean (Z.to_nat m) (Z.to_nat z) a (gain up al be T) <= others_mean (Z.to_nat m) (Z.to_nat z) a
  (gain up (a - w * (1 - a)) (w * a - (1 - a)) T)).
  { apply others_mean_le; [apply truth_range|]. intros y. apply gain_le; auto. }
  destruct NEXT as [N1 N2]. split; [lra|]. intros Hs. specialize (N2 Hs). lra.
Qed.
