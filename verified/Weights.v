(* Enclosures of the weights of a binomial law in a window, up to one factor, and of what lies outside. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws OneMoreCoin Steps Window.
Import ListNotations.
Open Scope R_scope.

(* ---- binomial weights k = first, first + 1, ... up to one factor; tl/td <= (1-p)/p <= th/td ---- *)
Section Integers.
Local Open Scope Z_scope.
Fixpoint run (tl th td n : Z) (count : nat) (k lo hi : Z) : list (Z * Z) :=
  match count with
  | O => []
  | S c => if n <=? k then [] else
      let lo' := lo * ((n - k) * td) / (th * (k + 1)) in let hi' := cdiv (hi * ((n - k) * td)) (tl * (k + 1)) in
        (lo', hi') :: run tl th td n c (k + 1) lo' hi'
  end.
Fixpoint ending (k hi : Z) (l : list (Z * Z)) : Z * Z := match l with [] => (k, hi) | (_, h) :: r =>
  ending (k + 1) h r end.
Record weighted := { wlist : list (Z * Z); wlow : Z; whigh : Z; wtail : Z }.
Definition sums (l : list (Z * Z)) : Z * Z := fold_right (fun x y => (fst x + fst y, snd x + snd y)) (0, 0) l.
Definition weights (tl th td n first r0 : Z) (count : nat) : option weighted :=
  let l := run tl th td n count first r0 r0 in
  let (k, hi) := ending first r0 l in let (low, high) := sums ((r0, r0) :: l) in
  let a := td * (n - first + 1) - th * first in let b := tl * (k + 1) - td * (n - k) in
  if (0 <=? first) && (first <=? n) && (0 <? r0) && (0 <? tl) && (tl <=? th) && (0 <? td) && (0 <? a) && (0 <? b) &&
    (0 <? low)
  then Some {| wlist := (r0, r0) :: l; wlow := low; whigh := high; wtail := cdiv (r0 * (th * first)) a +
  cdiv (hi * (td * (n - k))) b |} else None.
End Integers.

Fixpoint enclosed (f : nat -> R) (k : nat) (l : list (Z * Z)) : Prop :=
  match l with [] => True | (lo, hi) :: r => (0 <= IZR lo /\ IZR lo <= f k <= IZR hi) /\ enclosed f (S k) r end.
Lemma enclosed_sums f k l : enclosed f k l -> IZR (fst (sums l)) <= Sum (length l) (fun i => f (k + i)%nat) <=
  IZR (snd (sums l)).
Proof.
  revert k. induction l as [|[lo hi] l IH]; intros k H; [cbn; lra|]. destruct H as [[_ H] T]. specialize (IH _ T).
  cbn [length sums fold_right fst snd]. fold (sums l). rewrite Sum_head, !plus_IZR, Nat.add_0_r.
  rewrite (Sum_ext _ _ (fun i => f (S k + i)%nat)) by (intros; f_equal; lia). lra.
Qed.

Section Weights.
Variables (tl th td : Z) (n : nat) (p lam : R).
Hypothesis Hp : 0 < p < 1.
Hypothesis Ht : (0 < tl)%Z /\ (0 < th)%Z /\ (0 < td)%Z.
Hypothesis theta : IZR tl * p <= (1 - p) * IZR td <= IZR th * p.
Hypothesis Hlam : 0 < lam.
Notation f := (fun k => lam * pm p n k).
Lemma run_enclosed count k lo hi : (k <= n)%nat -> 0 <= IZR lo -> IZR lo <= f k <= IZR hi ->
  let l := run tl th td (Z.of_nat n) count (Z.of_nat k) lo hi in
  enclosed f (S k) l /\ (k + length l <= n)%nat /\ fst (ending (Z.of_nat k) hi l) = Z.of_nat (k + length l) /\
  f (k + length l)%nat <= IZR (snd (ending (Z.of_nat k) hi l)).
Proof.
  revert k lo hi. induction count as [|c IH]; intros k lo hi Hk L0 H; cbn [run].
  - cbn [enclosed length ending fst snd]. rewrite Nat.add_0_r. repeat split; auto; lra.
  - destruct (Z.leb_spec (Z.of_nat n) (Z.of_nat k)) as [E|E].
    + cbn [enclosed length ending fst snd]. rewrite Nat.add_0_r. repeat split; auto; lra.
    + replace (Z.of_nat k + 1)%Z with (Z.of_nat (S k)) by lia. set (lo' := (_ / _)%Z). set (hi' := cdiv _ _).
      pose proof (pm_ratio p n k) as R. pose proof (pm_nonneg p n k ltac:(lra)) as P0.
      pose proof (pm_nonneg p n (S k) ltac:(lra)) as P1.
      assert (U : 0 <= INR n - INR k) by (rewrite !INR_IZR_INZ, <- minus_IZR; apply IZR_le; lia).
      assert (D1 : 0 < INR (S k)) by (apply lt_0_INR; lia). assert (T0 : 0 < IZR td) by (apply IZR_lt; tauto).
      assert (Eu : IZR ((Z.of_nat n - Z.of_nat k) * td) = (INR n - INR k) * IZR td) by (rewrite mult_IZR, minus_IZR,
      <- !INR_IZR_INZ; reflexivity).
      assert (F1 : 0 <= f (S k)) by (apply Rmult_le_pos; lra).
      assert (L1 : 0 <= IZR lo').
      { unfold lo'. apply (IZR_le 0). apply Z.div_pos; [|nia]. apply le_IZR in L0. nia. }
      assert (X : forall t, (t * p) * (INR (S k) * f (S k)) <= (1 - p) * IZR td * (INR (S k) * f (S k)) ->
      t * (INR (S k) * f (S k)) <= (INR n - INR k) * IZR td * f k).
      { intros t Y. apply Rmult_le_reg_l with p; [lra|]. replace (p * ((INR n - INR k) * IZR td * f k))
        with (IZR td * lam * (p * (INR n - INR k) * pm p n k)) by ring. rewrite <- R. lra. }
      assert (X' : forall t, (1 - p) * IZR td * (INR (S k) * f (S k)) <= (t * p) * (INR (S k) * f (S k)) ->
      (INR n - INR k) * IZR td * f k <= t * (INR (S k) * f (S k))).
      { intros t Y. apply Rmult_le_reg_l with p; [lra|]. replace (p * ((INR n - INR k) * IZR td * f k))
        with (IZR td * lam * (p * (INR n - INR k) * pm p n k)) by ring. rewrite <- R. lra. }
      assert (G0 : 0 <= INR (S k) * f (S k)) by (apply Rmult_le_pos; lra).
      assert (Y1 : IZR tl * (INR (S k) * f (S k)) <= (INR n - INR k) * IZR td * f k) by (apply X, Rmult_le_compat_r;
      lra).
      assert (Y2 : (INR n - INR k) * IZR td * f k <= IZR th * (INR (S k) * f (S k))) by (apply X', Rmult_le_compat_r;
      lra).
      assert (UT : 0 <= (INR n - INR k) * IZR td) by (apply Rmult_le_pos; lra).
      assert (L : IZR lo' <= f (S k)).
      { unfold lo'. apply div_le; [apply Z.mul_pos_pos; lia|]. rewrite (mult_IZR lo), Eu, (mult_IZR th), <- INR_IZR_INZ.
        set (y := (INR n - INR k) * IZR td) in *. nra. }
      assert (Hh : f (S k) <= IZR hi').
      { unfold hi'. apply cdiv_ge; [apply Z.mul_pos_pos; lia|]. rewrite (mult_IZR hi), Eu, (mult_IZR tl),
        <- INR_IZR_INZ. set (y := (INR n - INR k) * IZR td) in *. nra. }
      specialize (IH (S k) lo' hi' ltac:(lia) L1 (conj L Hh)). cbv zeta in IH. destruct IH as (I1 & I2 & I3 & I4).
      cbn [enclosed length ending]. replace (Z.of_nat k + 1)%Z with (Z.of_nat (S k)) by lia.
      replace (k + S (length (run tl th td (Z.of_nat n) c (Z.of_nat (S k)) lo' hi')))%nat
      with (S k + length (run tl th td (Z.of_nat n) c (Z.of_nat (S k)) lo' hi'))%nat by lia.
      repeat split; auto.
Qed.
End Weights.

(* The weights are enclosed up to one factor lam, which is known as well as what lies outside the window. *)
Theorem weights_sound tl th td n p first r0 count x : 0 < p < 1 -> IZR tl * p <= (1 - p) * IZR td <= IZR th * p ->
  weights tl th td (Z.of_nat n) first r0 count = Some x ->
  exists lam k, 0 < lam /\ (0 < wlow x)%Z /\ (0 <= wtail x)%Z /\ first = Z.of_nat k /\
    (k + length (wlist x) <= S n)%nat /\ enclosed (fun i => lam * pm p n i) k (wlist x) /\
    IZR (wlow x) <= lam /\ lam <= IZR (whigh x + wtail x) /\ lam * (1 - Sum (length (wlist x)) (fun i =>
    pm p n (k + i))) <= IZR (wtail x).
Proof.
  intros Hp Th. unfold weights. set (l := run _ _ _ _ _ _ _ _). destruct (ending first r0 l) as [e hi] eqn:EE.
  destruct (sums ((r0, r0) :: l)) as [low high] eqn:ES.
  set (a := (td * _ - _)%Z). set (b := (tl * _ - _)%Z). destruct (_ && _) eqn:C; [|discriminate]. intros E.
  repeat rewrite andb_true_iff in C. rewrite !Z.leb_le, !Z.ltb_lt in C.
  destruct C as [[[[[[[[C1 C2] C3] C4] C5] C6] C7] C8] C9].
  assert (Ek : first = Z.of_nat (Z.to_nat first)) by lia. set (k := Z.to_nat first) in *. assert (Hk : (k <= n)%nat)
  by lia.
  pose proof (pm_pos p n k Hp Hk) as Pk. assert (R0 : 0 < IZR r0) by (apply IZR_lt; auto).
  set (lam := IZR r0 / pm p n k).
  assert (El : lam * pm p n k = IZR r0) by (unfold lam; field; lra). assert (Hl : 0 < lam) by (apply Rdiv_lt_0_compat;
  auto). clearbody lam.
  pose proof (run_enclosed tl th td n p lam Hp ltac:(lia) Th Hl count k r0 r0 Hk ltac:(lra) ltac:(cbv beta; lra)) as RE.
  cbv zeta in RE. rewrite <- Ek in RE. fold l in RE. rewrite EE in RE. cbn [fst snd] in RE.
  destruct RE as (I1 & I2 & I3 & I4).
  assert (EN : enclosed (fun i => lam * pm p n i) k ((r0, r0) :: l)) by (cbn [enclosed]; repeat split; auto; lra).
  pose proof (enclosed_sums _ _ _ EN) as SS. rewrite ES in SS. cbn [fst snd] in SS. rewrite Sum_scal in SS.
  cbn [length] in SS.
  set (m := length l) in *. set (W := Sum (S m) (fun i => pm p n (k + i))) in *.
  pose proof (tail_below p n k ltac:(lra) Hk) as TB. pose proof (tail p n (k + m)%nat (S (n - (k + m))) ltac:(lra) I2)
  as TA.
  set (below := Sum k (pm p n)) in *. set (rest := Sum (n - (k + m)) (fun i => pm p n (S (k + m) + i)%nat)).
  assert (TOT : below + W + rest = 1).
  { unfold below, W, rest. rewrite <- Sum_split. replace (k + S m)%nat with (S (k + m)) by lia. rewrite <- Sum_split.
    replace (S (k + m) + (n - (k + m)))%nat with (S n) by lia. apply pm_total. }
  assert (B0 : 0 <= below) by (apply Sum_nonneg; intros; apply pm_nonneg; lra). assert (Q0 : 0 <= rest)
  by (apply Sum_nonneg; intros; apply pm_nonneg; lra).
  assert (TR : p * (INR n - INR (k + m)) < (1 - p) * INR (S (k + m)) -> rest * ((1 - p) * INR (S (k + m)) - p *
  (INR n - INR (k + m))) <= p * (INR n - INR (k + m)) * pm p n (k + m)).
  { intros Hlt. specialize (TA Hlt). rewrite Sum_head, Nat.add_0_r in TA.
    assert (E2 : Sum (n - (k + m)) (fun i => pm p n (k + m + S i)) = rest) by (apply Sum_ext; intros; f_equal; lia).
    rewrite E2 in TA. lra. }
  clearbody below rest. assert (Td : 0 < IZR td) by (apply IZR_lt; auto). assert (T1 : 0 < IZR tl) by (apply IZR_lt;
  auto).
  assert (X1 : lam * below <= IZR (cdiv (r0 * (th * first)) a)).
  { apply cdiv_ge; auto. unfold a. rewrite minus_IZR, !mult_IZR, plus_IZR, minus_IZR, Ek, <- !INR_IZR_INZ, <- El.
    apply Rmult_le_reg_l with p; [lra|]. pose proof (pos_INR k) as K0.
    apply Rle_trans with (lam * IZR td * (below * (p * (INR n - INR k + 1) - (1 - p) * INR k))).
    - assert (0 <= lam * below * INR k) by (repeat apply Rmult_le_pos; lra).
      assert ((1 - p) * IZR td * (lam * below * INR k) <= IZR th * p * (lam * below * INR k))
      by (apply Rmult_le_compat_r; lra). lra.
    - apply Rle_trans with (lam * IZR td * ((1 - p) * INR k * pm p n k)); [apply Rmult_le_compat_l;
      [apply Rmult_le_pos; lra|exact TB]|].
      assert (0 <= lam * pm p n k * INR k) by (repeat apply Rmult_le_pos; lra).
      assert ((1 - p) * IZR td * (lam * pm p n k * INR k) <= IZR th * p * (lam * pm p n k * INR k))
      by (apply Rmult_le_compat_r; lra). lra. }
  assert (Hh0 : 0 <= IZR hi) by (eapply Rle_trans; [|exact I4]; apply Rmult_le_pos; [lra|apply pm_nonneg; lra]).
  assert (U0 : 0 <= INR n - INR (k + m)) by (apply le_INR in I2; lra).
  assert (Eb : IZR b = IZR tl * INR (S (k + m)) - IZR td * (INR n - INR (k + m))).
  { unfold b. rewrite minus_IZR, !mult_IZR, plus_IZR, minus_IZR, I3, <- !INR_IZR_INZ, S_INR. reflexivity. }
  assert (S0 : 0 < INR (S (k + m))) by (apply lt_0_INR; lia). apply IZR_lt in C8 as Hb. rewrite Eb in Hb.
  assert (Hlt : p * (INR n - INR (k + m)) < (1 - p) * INR (S (k + m))).
  { apply Rmult_lt_reg_l with (IZR td); auto. apply Rlt_le_trans with (p * (IZR tl * INR (S (k + m)))); [nra|].
    assert (IZR tl * p * INR (S (k + m)) <= (1 - p) * IZR td * INR (S (k + m))) by (apply Rmult_le_compat_r; lra). lra.
    }
  specialize (TR Hlt).
  assert (X2 : lam * rest <= IZR (cdiv (hi * (td * (Z.of_nat n - e))) b)).
  { apply cdiv_ge; auto. rewrite Eb, !mult_IZR, minus_IZR, I3, <- !INR_IZR_INZ. set (u := INR n - INR (k + m)) in *.
    set (v := INR (S (k + m))) in *.
    apply Rmult_le_reg_l with p; [lra|].
    apply Rle_trans with (lam * IZR td * (rest * ((1 - p) * v - p * u))).
    - assert (0 <= lam * rest * v) by (repeat apply Rmult_le_pos; lra).
      assert (IZR tl * p * (lam * rest * v) <= (1 - p) * IZR td * (lam * rest * v)) by (apply Rmult_le_compat_r; lra).
      lra.
    - apply Rle_trans with (lam * IZR td * (p * u * pm p n (k + m))); [apply Rmult_le_compat_l;
      [apply Rmult_le_pos; lra|exact TR]|].
      assert (0 <= IZR td * u * p) by (repeat apply Rmult_le_pos; lra).
      assert (IZR td * u * p * (lam * pm p n (k + m)) <= IZR td * u * p * IZR hi) by (apply Rmult_le_compat_l; lra).
      lra. }
  injection E as <-. exists lam, k. cbn [wlist wlow whigh wtail length]. fold m. fold W. rewrite !plus_IZR.
  assert (0 <= lam * W) by (destruct EN as [_ EN]; apply Rle_trans with (IZR low); [left; apply IZR_lt; auto|tauto]).
  assert (E1 : lam = lam * below + lam * W + lam * rest) by (rewrite <- !Rmult_plus_distr_l, TOT; ring).
  assert (0 <= lam * below) by (apply Rmult_le_pos; lra). assert (0 <= lam * rest) by (apply Rmult_le_pos; lra).
  repeat split; auto; try lia; try lra; try (apply EN).
  - apply le_IZR. rewrite plus_IZR. lra.
Qed.
