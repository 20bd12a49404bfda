(* The clones pair on a grid of levels: the masses that its outcomes put there bound its hockey stick at every w. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair Steps Product Convolution Weights.
Import ListNotations.
Open Scope R_scope.

(* ---- outcomes of likelihood ratio A/B and weight v are shared out on levels t0 > t1 > ..., multiples of 1/V of Q/P
   ---- *)
Section Integers.
Local Open Scope Z_scope.
Variables (up : bool) (V : Z).
Fixpoint consume (t t' : Z) (l : list (Z * Z * Z)) (x y lost : Z) : Z * Z * list (Z * Z * Z) * Z :=
  match l with
  | [] => (x, y, [], lost)
  | (a, b, v) :: r =>
      if up then
        if a * t' <=? V * b then
          let c := Z.max 0 (cdiv (a * t - V * b) (t - t')) in
          if (c <=? a) && ((a - c) * t + c * t' <=? V * b) then consume t t' r (x + v * (a - c)) (y + v * c) lost
            else consume t t' r x y (lost + v * a)
        else (x, y, l, lost)
      else if a * t' <? V * b then consume t t' r (if V * b <=? a * t then x + v * a else x) y lost else (x, y, l, lost)
  end.
Definition mass_of (l : list (Z * Z * Z)) : Z := fold_right (fun u s => snd u * fst (fst u) + s) 0 l.
Fixpoint fill (ts : list Z) (l : list (Z * Z * Z)) (carry lost : Z) : list Z * Z :=
  match ts with
  | [] => ([], lost + carry + mass_of l)
  | t :: r => match r with
      | [] => ([carry], lost + mass_of l)
      | t' :: _ => let '(x, y, rest, lost') := consume t t' l carry 0 lost in let (ms, out) := fill r rest y lost' in
        (x :: ms, out)
      end
  end.
Definition good (l : list (Z * Z * Z)) : bool := forallb (fun u => (0 <=? fst (fst u)) && (0 <=? snd (fst u)) &&
  (0 <=? snd u)) l.
End Integers.

Section Fill.
Variables (V : Z) (w : R).
Hypothesis V_pos : (0 < V)%Z.
Hypothesis w_nonneg : 0 <= w.
Notation G := (fun t => Rmax 0 (1 - w * (IZR t / IZR V))).
Fixpoint at_levels (ts ms : list Z) : R := match ts, ms with t :: ts, m :: ms => IZR m * G t + at_levels ts ms | _, _ =>
  0 end.
Definition stick_of (l : list (Z * Z * Z)) : R := fold_right (fun u s => IZR (snd u) * Rmax 0 (IZR (fst (fst u)) - w *
  IZR (snd (fst u))) + s) 0 l.
Lemma G_nonneg t : 0 <= G t. Proof. apply Rmax_l. Qed.
Lemma VR : 0 < IZR V. Proof. apply IZR_lt; auto. Qed.

Lemma good_cons a b v l : good ((a, b, v) :: l) = true -> (0 <= IZR a /\ 0 <= IZR b /\ 0 <= IZR v) /\ good l = true.
Proof. cbn [good forallb fst snd]. rewrite !andb_true_iff, !Z.leb_le. intros [[[X Y] Z0] T]. repeat split; auto;
  apply (IZR_le 0); auto. Qed.
Lemma mass_of_bound l : good l = true -> stick_of l <= IZR (mass_of l) /\ 0 <= IZR (mass_of l).
Proof.
  induction l as [|[[a b] v] l IH]; intros H; [cbn; lra|]. apply good_cons in H. destruct H as [(A0 & B0 & V0) H].
  specialize (IH H).
  cbn [stick_of mass_of fold_right fst snd]. fold (stick_of l) (mass_of l). rewrite plus_IZR, mult_IZR.
  assert (Rmax 0 (IZR a - w * IZR b) <= IZR a) by (apply Rmax_lub; nra). assert (0 <= IZR v * IZR a)
  by (apply Rmult_le_pos; auto). nra.
Qed.
Lemma consume_up t t' l : good l = true -> forall x y lost,
  match consume true V t t' l x y lost with (x', y', r, lost') =>
    good r = true /\ IZR x * G t + IZR y * G t' + IZR lost + stick_of l <= IZR x' * G t + IZR y' * G t' + IZR lost' +
    stick_of r end.
Proof.
  induction l as [|[[a b] v] l IH]; intros H x y lost; cbn [consume]; [split; [reflexivity|lra]|].
  pose proof H as H'. apply good_cons in H. destruct H as [(A0 & B0 & V0) H]. destruct (Z.leb_spec (a * t') (V * b));
  [|split; [auto|lra]].
  set (c := Z.max 0 _). assert (C0 : (0 <= c)%Z) by (unfold c; lia). clearbody c. cbn [stick_of fold_right fst snd].
  fold (stick_of l).
  destruct ((c <=? a)%Z && ((a - c) * t + c * t' <=? V * b)%Z) eqn:C.
  - specialize (IH H (x + v * (a - c))%Z (y + v * c)%Z lost). destruct (consume _ _ _ _ _ _ _ _) as [[[x' y'] r] lost'].
    destruct IH as [I1 I2]. split; auto.
    eapply Rle_trans; [|exact I2]. rewrite !plus_IZR, !mult_IZR, minus_IZR.
    apply andb_true_iff in C. rewrite !Z.leb_le in C. destruct C as [C1 C2]. apply IZR_le in C0, C1, C2.
    rewrite !plus_IZR, !mult_IZR, minus_IZR in C2. pose proof VR.
    assert (K : Rmax 0 (IZR a - w * IZR b) <= (IZR a - IZR c) * G t + IZR c * G t').
    { assert (X : (IZR a - IZR c) * (IZR t / IZR V) + IZR c * (IZR t' / IZR V) <= IZR b).
      { apply Rmult_le_reg_r with (IZR V); auto. field_simplify; lra. }
      pose proof (Rmax_r 0 (1 - w * (IZR t / IZR V))). pose proof (Rmax_r 0 (1 - w * (IZR t' / IZR V))).
      pose proof (G_nonneg t) as G1. pose proof (G_nonneg t') as G2. cbv beta in *.
      set (g := Rmax 0 (1 - w * (IZR t / IZR V))) in *. set (g' := Rmax 0 (1 - w * (IZR t' / IZR V))) in *.
      set (u := IZR t / IZR V) in *. set (u' := IZR t' / IZR V) in *. apply Rmax_lub; [nra|].
      assert ((IZR a - IZR c) * (1 - w * u) <= (IZR a - IZR c) * g) by (apply Rmult_le_compat_l; lra).
      assert (IZR c * (1 - w * u') <= IZR c * g') by (apply Rmult_le_compat_l; lra).
      assert (w * ((IZR a - IZR c) * u + IZR c * u') <= w * IZR b) by (apply Rmult_le_compat_l; lra). lra. }
    apply (Rmult_le_compat_l (IZR v)) in K; auto. lra.
  - specialize (IH H x y (lost + v * a)%Z). destruct (consume _ _ _ _ _ _ _ _) as [[[x' y'] r] lost'].
    destruct IH as [I1 I2]. split; auto.
    eapply Rle_trans; [|exact I2]. rewrite plus_IZR, mult_IZR. assert (Rmax 0 (IZR a - w * IZR b) <= IZR a)
    by (apply Rmax_lub; nra). nra.
Qed.
Lemma consume_low t t' l : good l = true -> forall x y lost,
  match consume false V t t' l x y lost with (x', y', r, lost') =>
    good r = true /\ y' = y /\ IZR x' * G t + stick_of r <= IZR x * G t + stick_of l end.
Proof.
  induction l as [|[[a b] v] l IH]; intros H x y lost; cbn [consume]; [repeat split; lra|].
  pose proof H as H'. apply good_cons in H. destruct H as [(A0 & B0 & V0) H]. destruct (Z.ltb_spec (a * t') (V * b));
  [|repeat split; auto; lra].
  cbn [stick_of fold_right fst snd]. fold (stick_of l). pose proof (Rmax_l 0 (IZR a - w * IZR b)) as M0.
  pose proof (Rmax_r 0 (IZR a - w * IZR b)) as M1.
  set (x1 := if (V * b <=? a * t)%Z then _ else x). specialize (IH H x1 y lost).
  destruct (consume _ _ _ _ _ _ _ _) as [[[x' y'] r] lost']. destruct IH as (I1 & I2 & I3). repeat split; auto.
  eapply Rle_trans; [exact I3|]. unfold x1. destruct (Z.leb_spec (V * b) (a * t)) as [C|C]; [|nra].
  rewrite plus_IZR, mult_IZR. apply IZR_le in C. rewrite !mult_IZR in C. pose proof VR.
  assert (K : IZR a * G t <= Rmax 0 (IZR a - w * IZR b)).
  { cbv beta. unfold Rmax at 1. destruct (Rle_dec 0 _) as [_|]; [|lra]. eapply Rle_trans; [|exact M1].
    assert (IZR b <= IZR a * (IZR t / IZR V)) by (apply Rmult_le_reg_r with (IZR V); auto; field_simplify; lra). nra. }
  apply (Rmult_le_compat_l (IZR v)) in K; auto. lra.
Qed.
Lemma fill_up r : forall t l carry lost, good l = true ->
  let (ms, out) := fill true V (t :: r) l carry lost in IZR carry * G t + IZR lost + stick_of l <= at_levels (t ::
    r) ms + IZR out.
Proof.
  induction r as [|t' r IH]; intros t l carry lost H.
  - cbn [fill at_levels]. rewrite plus_IZR. pose proof (mass_of_bound l H). lra.
  - change (fill true V (t :: t' :: r) l carry lost) with
      (let '(x, y, rest, lost') := consume true V t t' l carry 0 lost in let (ms, out) :=
      fill true V (t' :: r) rest y lost' in (x :: ms, out)).
    pose proof (consume_up t t' l H carry 0%Z lost) as CU. destruct (consume _ _ _ _ _ _ _ _) as [[[x y] rest] lost'].
    destruct CU as [I1 I2]. specialize (IH t' rest y lost' I1).
    destruct (fill true V (t' :: r) rest y lost') as [ms out].
    change (at_levels (t :: t' :: r) (x :: ms)) with (IZR x * G t + at_levels (t' :: r) ms). cbv beta in *. lra.
Qed.
Lemma fill_low r : forall t l carry lost, good l = true ->
  let (ms, out) := fill false V (t :: r) l carry lost in at_levels (t :: r) ms <= IZR carry * G t + stick_of l.
Proof.
  assert (S0 : forall l, good l = true -> 0 <= stick_of l).
  { induction l as [|[[a b] v] l IH]; intros H; [cbn; lra|]. apply good_cons in H. destruct H as [(A0 & B0 & V0) H].
    specialize (IH H).
    cbn [stick_of fold_right fst snd]. fold (stick_of l). pose proof (Rmax_l 0 (IZR a - w * IZR b)). nra. }
  induction r as [|t' r IH]; intros t l carry lost H.
  - cbn [fill at_levels]. specialize (S0 l H). lra.
  - change (fill false V (t :: t' :: r) l carry lost) with
      (let '(x, y, rest, lost') := consume false V t t' l carry 0 lost in let (ms, out) :=
      fill false V (t' :: r) rest y lost' in (x :: ms, out)).
    pose proof (consume_low t t' l H carry 0%Z lost) as CU. destruct (consume _ _ _ _ _ _ _ _) as [[[x y] rest] lost'].
    destruct CU as (I1 & -> & I2). specialize (IH t' rest 0%Z lost' I1).
    destruct (fill false V (t' :: r) rest 0%Z lost') as [ms out].
    change (at_levels (t :: t' :: r) (x :: ms)) with (IZR x * G t + at_levels (t' :: r) ms). cbv beta in *. lra.
Qed.
(* levels that are known from one side *)
Fixpoint geometric (up : bool) (rho o : R) (ts : list Z) : Prop :=
  match ts with [] => True | t :: r => (if up then IZR V * o <= IZR t else IZR t <= IZR V * o) /\
    geometric up rho (o * rho) r end.
Lemma at_levels_weigh (up : bool) rho ts : forall ms o, Forall (fun a => (0 <= a)%Z) ms ->
  (length ms <= length ts)%nat -> geometric up rho o ts ->
  if up then at_levels ts ms <= weigh rho ms stick (w * o) else weigh rho ms stick (w * o) <= at_levels ts ms.
Proof.
  induction ts as [|t ts IH]; intros [|m ms] o N L H; cbn [at_levels weigh length] in *; try lia;
  try (destruct up; lra).
  inversion N as [|? ? Hm N']; subst. destruct H as [Ht H]. specialize (IH ms (o * rho) N' ltac:(lia) H).
  replace (w * o * rho) with (w * (o * rho)) by ring. apply IZR_le in Hm. pose proof VR.
  assert (X : forall a b, a <= b -> Rmax 0 (1 - w * b) <= Rmax 0 (1 - w * a)).
  { intros a b Hab. apply Rmax_lub; [apply Rmax_l|]. eapply Rle_trans; [|apply Rmax_r]. nra. }
  destruct up.
  - assert (K : o <= IZR t / IZR V) by (apply Rmult_le_reg_r with (IZR V); auto; field_simplify; lra).
    specialize (X _ _ K). change (stick (w * o)) with (Rmax 0 (1 - w * o)). apply (Rmult_le_compat_l (IZR m)) in X;
    auto. lra.
  - assert (K : IZR t / IZR V <= o) by (apply Rmult_le_reg_r with (IZR V); auto; field_simplify; lra).
    specialize (X _ _ K). change (stick (w * o)) with (Rmax 0 (1 - w * o)). apply (Rmult_le_compat_l (IZR m)) in X;
    auto. lra.
Qed.
Lemma at_levels_scale k ts : forall ms, at_levels ts (map (Z.mul k) ms) = IZR k * at_levels ts ms.
Proof. induction ts as [|t ts IH]; intros [|m ms]; cbn [at_levels map]; try lra. rewrite IH, mult_IZR. lra. Qed.
Lemma at_levels_add ts : forall a b, at_levels ts (add a b) = at_levels ts a + at_levels ts b.
Proof. induction ts as [|t ts IH]; intros [|x a] [|y b]; cbn [at_levels add]; try lra. rewrite IH, plus_IZR. lra. Qed.
End Fill.

(* ---- the outcomes of the pair given c clones ---- *)
Section Given.
Variables (E w : R) (c : nat).
Hypothesis E1 : 1 < E.
Hypothesis w_nonneg : 0 <= w.
Notation alpha := (E / (E + 1) - w * (1 - E / (E + 1))).
Notation beta := (w * (E / (E + 1)) - (1 - E / (E + 1))).
Definition gap_at (x : nat) : R := (E * INR x + (INR (S c) - INR x)) - w * (INR x + E * (INR (S c) - INR x)).
Lemma u_gap x : INR (S c) * (E + 1) * u (1/2) alpha beta c x = 2 * pm (1/2) (S c) x * gap_at x.
Proof.
  unfold gap_at, u. assert (EE : E / (E + 1) = 1 - 1 / (E + 1)) by (field; lra).
  pose proof (pm_same (1/2) c x) as A. destruct x as [|j].
  - change (INR 0) with 0 in *. rewrite S_INR. set (a := pm (1/2) c 0) in *. set (b := pm (1/2) (S c) 0) in *.
    assert (A' : (INR c + 1) * a = 2 * (INR c + 1) * b) by lra.
    transitivity ((E + 1) * (- (w * (E / (E + 1)) - (1 - E / (E + 1)))) * ((INR c + 1) * a)); [ring|]. rewrite A'.
    field. lra.
  - pose proof (pm_next (1/2) c j) as B. rewrite !S_INR in *. set (a := pm (1/2) c j) in *.
    set (a' := pm (1/2) c (S j)) in *. set (b := pm (1/2) (S c) (S j)) in *.
    assert (A' : (INR c + 1) * a' = 2 * (INR c + 1 - (INR j + 1)) * b) by lra.
    assert (B' : (INR c + 1) * a = 2 * (INR j + 1) * b) by lra.
    transitivity ((E + 1) * (alpha * ((INR c + 1) * a) - beta * ((INR c + 1) * a'))); [ring|]. rewrite A', B'. field.
    lra.
Qed.
Lemma D_gap : INR (S c) * (E + 1) * D (1/2) alpha beta c = 2 * Sum (S (S c)) (fun x => pm (1/2) (S c) x *
  Rmax 0 (gap_at x)).
Proof.
  unfold D. rewrite <- !Sum_scal. apply Sum_ext. intros x _. pose proof (u_gap x) as U.
  pose proof (pm_nonneg (1/2) (S c) x ltac:(lra)). 
  assert (0 < INR (S c) * (E + 1)) by (apply Rmult_lt_0_compat; [apply lt_0_INR; lia|lra]).
  unfold Rmax at 1 2. destruct (Rle_dec 0 (u _ _ _ _ _)) as [A|A], (Rle_dec 0 (gap_at x)) as [B|B]; nra.
Qed.
Lemma gap_most x : (x <= S c)%nat -> Rmax 0 (gap_at x) <= INR (S c) * (E + 1).
Proof.
  intros H. unfold gap_at. apply le_INR in H. pose proof (pos_INR x). pose proof (pos_INR (S c)).
  set (m := INR (S c)) in *. set (i := INR x) in *. assert (0 <= w * (i + E * (m - i))) by (apply Rmult_le_pos; auto;
  nra). apply Rmax_lub; nra.
Qed.
End Given.
