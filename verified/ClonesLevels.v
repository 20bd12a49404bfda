(* The clones pair on a grid of levels: one round of it is bounded by the masses that `pair_levels` computes. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair Steps Product Convolution Weights PairLevels.
Import ListNotations.
Open Scope R_scope.

Section Integers.
Local Open Scope Z_scope.
Variables (up : bool) (V : Z) (ts : list Z) (el eh ed r0 L : Z).   (* el/ed <= exp eps0 <= eh/ed; windows of some L
  standard deviations *)
Fixpoint atoms (c1 x : Z) (l : list (Z * Z)) : list (Z * Z * Z) :=
  match l with
  | [] => []
  | (lo, hi) :: r => (if up then (eh * x + ed * (c1 - x), ed * x + el * (c1 - x), hi) else (el * x + ed * (c1 - x),
    ed * x + eh * (c1 - x), lo)) :: atoms c1 (x + 1) r
  end.
(* given c clones, whose weight is v of total T: masses in units of 1/U *)
Definition given (U T c v : Z) : option (list Z * Z) :=
  let c1 := c + 1 in let reach := Z.sqrt (L * c1) + L in
  match weights 1 1 1 c1 (Z.max 0 (c1 / 2 - reach)) r0 (Z.to_nat (2 * reach + 2)) with
  | Some x =>
      let l := atoms c1 (Z.max 0 (c1 / 2 - reach)) (wlist x) in let (ms, lost) := fill up V ts l 0 0 in
      let K := if up then cdiv (U * 2 * v) (c1 * (el + ed) * wlow x * T)
        else U * 2 * v / (c1 * (eh + ed) * (whigh x + wtail x) * T) in
      if good l && (0 <=? K) && nonneg_list ms && (length ms <=? length ts)%nat && negb (match ts with [] => true | _ =>
        false end)
      then Some (map (Z.mul K) ms, K * (lost + wtail x * c1 * (eh + ed))) else None
  | None => None
  end.
Fixpoint over (U T c : Z) (l : list (Z * Z)) : option (list Z * Z) :=
  match l with
  | [] => Some ([], 0)
  | (lo, hi) :: r => match given U T c (if up then hi else lo), over U T (c + 1) r with
      | Some (m, x), Some (m', x') => Some (add m m', x + x')
      | _, _ => None
      end
  end.
Definition pair_levels (n first : Z) (count : nat) (U G : Z) : option (list Z * Z) :=
  match weights (el - ed) (eh - ed) ed (n - 1) first r0 count with
  | Some x => match over (U * G) (if up then wlow x else whigh x + wtail x) first (wlist x) with
      | Some (ms, out) =>
          let m := map (fun a => if up then cdiv a G else a / G) ms in
          if (0 <? V) && (0 <? U) && (0 <? G) && (0 <? ed) && nonneg_list m && (length m <=? length ts)%nat
          then Some (m, if up then cdiv out G + cdiv (2 * U * wtail x) (wlow x) else 0) else None
      | None => None
      end
  | None => None
  end.
End Integers.

Lemma Sum_window n k m f : (k + m <= n)%nat -> (forall i, (i < n)%nat -> 0 <= f i) -> Sum m (fun i => f (k + i)%nat) <=
  Sum n f.
Proof.
  intros H F. replace n with (k + m + (n - k - m))%nat by lia. rewrite !Sum_split.
  assert (0 <= Sum k f) by (apply Sum_nonneg; intros; apply F; lia).
  assert (0 <= Sum (n - k - m) (fun i => f (k + m + i)%nat)) by (apply Sum_nonneg; intros; apply F; lia). lra.
Qed.
(* what a mean of g <= M misses outside a window *)
Lemma mean_window p n k m g M : 0 <= p <= 1 -> (k + m <= S n)%nat -> (forall i, (i < S n)%nat -> 0 <= g i <= M) ->
  Sum m (fun i => pm p n (k + i) * g (k + i)%nat) <= Sum (S n) (fun i => pm p n i * g i) <=
  Sum m (fun i => pm p n (k + i) * g (k + i)%nat) + M * (1 - Sum m (fun i => pm p n (k + i))).
Proof.
  intros Hp H G. split.
  - apply (Sum_window (S n) k m (fun i => pm p n i * g i)); auto. intros i Hi. specialize (G i Hi). apply Rmult_le_pos;
    [apply pm_nonneg; auto|lra].
  - pose proof (Sum_window (S n) k m (fun i => pm p n i * (M - g i)) H) as X.
    assert (Y : forall n' f1 f2, Sum n' (fun i => f1 i * (M - f2 i)) = M * Sum n' f1 - Sum n' (fun i => f1 i * f2 i)).
    { intros n' f1 f2. induction n'; cbn [Sum]; [ring|]. rewrite IHn'. ring. }
    cbv beta in X. rewrite (Y m (fun i => pm p n (k + i)) (fun i => g (k + i)%nat)), (Y (S n) (pm p n) g), pm_total in
    X.
    assert (forall i, (i < S n)%nat -> 0 <= pm p n i * (M - g i)) by (intros i Hi; specialize (G i Hi);
    apply Rmult_le_pos; [apply pm_nonneg; auto|lra]). specialize (X H0). lra.
Qed.

Section Sound.
Variables (V : Z) (ts : list Z) (el eh ed r0 L : Z) (E w : R).
Hypothesis V_pos : (0 < V)%Z.
Hypothesis ed_pos : (0 < ed)%Z.
Hypothesis E1 : 1 < E.
Hypothesis E_low : IZR el <= E * IZR ed.
Hypothesis E_high : E * IZR ed <= IZR eh.
Hypothesis el_big : (ed < el)%Z.
Hypothesis w_nonneg : 0 <= w.
Notation levels := (at_levels V w ts).
Notation Dc := (fun c => D (1/2) (E / (E + 1) - w * (1 - E / (E + 1))) (w * (E / (E + 1)) - (1 - E / (E + 1))) c).
Notation gap := (fun c x => Rmax 0 (gap_at E w c x)).
Lemma edR : 0 < IZR ed. Proof. apply IZR_lt; auto. Qed.
Lemma elR : IZR ed < IZR el. Proof. apply IZR_lt; auto. Qed.

Lemma atoms_bound (up : bool) c f l : forall k, enclosed f k l -> (k + length l <= S (S c))%nat ->
  if up then IZR ed * Sum (length l) (fun i => f (k + i)%nat * gap c (k + i)%nat) <=
    stick_of w (atoms up el eh ed (Z.of_nat (S c)) (Z.of_nat k) l)
  else stick_of w (atoms up el eh ed (Z.of_nat (S c)) (Z.of_nat k) l) <= IZR ed * Sum (length l) (fun i =>
  f (k + i)%nat * gap c (k + i)%nat).
Proof.
  pose proof edR as D0. induction l as [|[lo hi] l IH]; intros k H Hk; [destruct up; cbn; lra|].
  destruct H as [[H0 H] T]. cbn [length] in *. specialize (IH (S k) T ltac:(lia)). rewrite Sum_head, Nat.add_0_r.
  rewrite (Sum_ext _ (fun i => f (k + S i)%nat * gap c (k + S i)%nat) (fun i => f (S k + i)%nat * gap c (S k + i)%nat))
  by (intros; rewrite Nat.add_succ_r; reflexivity).
  cbn [atoms]. replace (Z.of_nat k + 1)%Z with (Z.of_nat (S k)) by lia.
  assert (X0 : 0 <= INR k) by apply pos_INR. assert (Y0 : 0 <= INR (S c) - INR k) by (assert (INR k <= INR (S c))
  by (apply le_INR; lia); lra).
  set (rest := Sum (length l) _) in *. set (y := INR (S c) - INR k) in *.
  assert (EY : IZR (Z.of_nat (S c) - Z.of_nat k) = y) by (rewrite minus_IZR, <- !INR_IZR_INZ; reflexivity).
  assert (ED : IZR ed * gap c k = Rmax 0 (IZR ed * (E * INR k + y) - w * (IZR ed * (INR k + E * y)))).
  { cbv beta. unfold gap_at. fold y. rewrite <- (RmaxRmult 0) by lra. f_equal; ring. }
  assert (GP : 0 <= gap c k) by apply Rmax_l.
  destruct up; cbn [stick_of fold_right fst snd] in *.
  - fold (stick_of w (atoms true el eh ed (Z.of_nat (S c)) (Z.of_nat (S k)) l)) in *. rewrite !plus_IZR, !mult_IZR, EY,
    <- !INR_IZR_INZ.
    assert (K : IZR ed * gap c k <= Rmax 0 (IZR eh * INR k + IZR ed * y - w * (IZR ed * INR k + IZR el * y))).
    { rewrite ED. apply Rle_max_compat_l. assert (E * IZR ed * INR k <= IZR eh * INR k) by (apply Rmult_le_compat_r;
      auto).
      assert (w * (IZR el * y) <= w * (E * IZR ed * y)) by (apply Rmult_le_compat_l; auto; apply Rmult_le_compat_r;
      auto). lra. }
    cbv beta in *. set (g := Rmax 0 (gap_at E w c k)) in *. set (M := Rmax 0 (IZR _ * INR k + _ - _)) in *.
    assert (f k * (IZR ed * g) <= IZR hi * M) by (apply Rmult_le_compat; try lra; apply Rmult_le_pos; lra). lra.
  - fold (stick_of w (atoms false el eh ed (Z.of_nat (S c)) (Z.of_nat (S k)) l)) in *. rewrite !plus_IZR, !mult_IZR, EY,
    <- !INR_IZR_INZ.
    assert (K : Rmax 0 (IZR el * INR k + IZR ed * y - w * (IZR ed * INR k + IZR eh * y)) <= IZR ed * gap c k).
    { rewrite ED. apply Rle_max_compat_l. assert (IZR el * INR k <= E * IZR ed * INR k) by (apply Rmult_le_compat_r;
      auto).
      assert (w * (E * IZR ed * y) <= w * (IZR eh * y)) by (apply Rmult_le_compat_l; auto; apply Rmult_le_compat_r;
      auto). lra. }
    cbv beta in *. set (g := Rmax 0 (gap_at E w c k)) in *. set (M := Rmax 0 (IZR _ * INR k + _ - _)) in *.
    assert (0 <= M) by apply Rmax_l. assert (IZR lo * M <= f k * (IZR ed * g)) by (apply Rmult_le_compat; lra). lra.
Qed.
Lemma D_range c : 0 <= Dc c <= 2.
Proof.
  split; [apply D_nonneg|]. pose proof (D_gap E w c E1) as G. assert (P : 0 < INR (S c) * (E + 1))
  by (apply Rmult_lt_0_compat; [apply lt_0_INR; lia|lra]).
  apply Rmult_le_reg_l with (INR (S c) * (E + 1)); auto. rewrite G.
  assert (Sum (S (S c)) (fun x => pm (1/2) (S c) x * gap c x) <= (INR (S c) * (E + 1)) *
  Sum (S (S c)) (pm (1/2) (S c))).
  { rewrite <- Sum_scal. apply Sum_le. intros x Hx. pose proof (pm_nonneg (1/2) (S c) x ltac:(lra)).
    pose proof (gap_most E w c E1 w_nonneg x ltac:(lia)). nra. }
  rewrite pm_total in H. lra.
Qed.

(* given c clones *)
Lemma given_sound (up : bool) U T c v r lam ms out : (0 < U)%Z -> (0 < T)%Z -> 0 < lam -> 0 <= r ->
  (if up then IZR T <= lam /\ lam * r <= IZR v else lam <= IZR T /\ IZR v <= lam * r /\ 0 <= IZR v) ->
  given up V ts el eh ed r0 L U T (Z.of_nat c) v = Some (ms, out) ->
  if up then IZR U * (r * Dc c) <= levels ms + IZR out else levels ms <= IZR U * (r * Dc c).
Proof.
  intros HU HT Hl Hr HV. unfold given. cbv zeta. replace (Z.of_nat c + 1)%Z with (Z.of_nat (S c)) by lia.
  set (first := Z.max 0 _).
  destruct (weights 1 1 1 _ _ _ _) as [x|] eqn:EW; [|discriminate].
  apply (weights_sound 1 1 1 (S c) (1/2)) in EW; [|lra|lra].
  destruct EW as (li & k & L0 & Low & Tail & Ef & Len & Enc & W1 & W2 & W3).
  rewrite Ef. destruct (fill _ _ _ _ 0 0) as [m lost] eqn:EF. set (K := if up then _ else _). destruct (_ && _) eqn:C;
  [|discriminate]. intros X. injection X as <- <-. change (Z.pos (Pos.of_succ_nat c)) with (Z.of_nat (S c)).
  repeat rewrite andb_true_iff in C. destruct C as [[[[Gd K0] Nn] Le] Ne]. apply Z.leb_le in K0.
  destruct ts as [|t tr] eqn:Ets; [discriminate|].
  pose proof (atoms_bound up c (fun i => li * pm (1/2) (S c) i) (wlist x) k Enc Len) as AB.
  set (l := atoms up el eh ed (Z.of_nat (S c)) (Z.of_nat k) (wlist x)) in *.
  set (win := Sum (length (wlist x)) (fun i => pm (1/2) (S c) (k + i) * gap c (k + i)%nat)).
  assert (Ewin : Sum (length (wlist x)) (fun i => li * pm (1/2) (S c) (k + i) * gap c (k + i)%nat) = li * win).
  { unfold win. rewrite <- Sum_scal. apply Sum_ext. intros; ring. }
  cbv beta in AB, Ewin. rewrite Ewin in AB.
  pose proof (mean_window (1/2) (S c) k (length (wlist x)) (gap c) (INR (S c) * (E + 1)) ltac:(lra) Len) as MW.
  assert (GR : forall i, (i < S (S c))%nat -> 0 <= gap c i <= INR (S c) * (E + 1)) by (intros i Hi; split;
  [apply Rmax_l|apply gap_most; auto; lia]).
  specialize (MW GR). cbv beta in MW. fold win in MW. pose proof (D_gap E w c E1) as DG. cbv beta in DG.
  set (S2 := Sum (S (S c)) _) in *. set (out1 := 1 - Sum (length (wlist x)) (fun i => pm (1/2) (S c) (k + i))) in *.
  pose proof edR as Ed0. pose proof elR as El0. assert (C1 : 0 < INR (S c)) by (apply lt_0_INR; lia).
  set (c1 := INR (S c)) in *.
  pose proof (D_range c) as [DR0 _]. cbv beta in DR0. set (d := D _ _ _ c) in *.
  assert (Rc1 : IZR (Z.of_nat (S c)) = c1) by (unfold c1; rewrite INR_IZR_INZ; reflexivity).
  apply IZR_lt in HU as HU', HT as HT', Low as Low'. apply IZR_le in Tail as Tail', K0 as K0'.
  rewrite at_levels_scale.
  assert (Z0 : 0 < c1 * (E + 1) * IZR ed * li * lam) by (repeat apply Rmult_lt_0_compat; lra).
  destruct up.
  - pose proof (fill_up V w V_pos w_nonneg tr t l 0 0 Gd) as FU. rewrite EF in FU.
    assert (T0 : 2 * (c1 * (E + 1) * IZR ed * li) * 0 <= 0) by lra.
    set (lv := at_levels V w (t :: tr) m) in *. set (tl := IZR (wtail x)) in *.
    assert (X1 : (c1 * (E + 1) * IZR ed * li) * d <= 2 * (lv + IZR lost + tl * c1 * (IZR eh + IZR ed))).
    { replace (c1 * (E + 1) * IZR ed * li * d) with (IZR ed * li * (c1 * (E + 1) * d)) by ring. rewrite DG.
      assert (IZR ed * li * S2 <= IZR ed * li * (win + c1 * (E + 1) * out1)) by (apply Rmult_le_compat_l;
      [apply Rmult_le_pos; lra|lra]).
      assert (IZR ed * (c1 * (E + 1)) * (li * out1) <= IZR ed * (c1 * (E + 1)) * tl) by (apply Rmult_le_compat_l;
      [repeat apply Rmult_le_pos; lra|lra]).
      assert (c1 * tl * (E * IZR ed) <= c1 * tl * IZR eh) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]).
      lra. }
    set (TT := lv + IZR lost + tl * c1 * (IZR eh + IZR ed)) in *.
    assert (T1 : 0 <= TT). { assert (0 <= c1 * (E + 1) * IZR ed * li * d) by (repeat apply Rmult_le_pos; lra). lra. }
    assert (KK : IZR U * 2 * IZR v <= IZR K * (c1 * (IZR el + IZR ed) * IZR (wlow x) * IZR T)).
    { assert (Dn : (0 < Z.of_nat (S c) * (el + ed) * wlow x * T)%Z) by (repeat apply Z.mul_pos_pos; lia).
      apply IZR_lt in Dn as Dn'. rewrite !mult_IZR, plus_IZR, Rc1 in Dn'.
      pose proof (cdiv_ge (U * 2 * v) _ (IZR (U * 2 * v) / IZR (Z.of_nat (S c) * (el + ed) * wlow x * T)) Dn
      ltac:(right; field; apply IZR_lt in Dn; lra)) as Q.
      fold K in Q. rewrite !mult_IZR, plus_IZR, Rc1 in Q. apply (Rmult_le_compat_r _ _ _ (Rlt_le _ _ Dn')) in Q.
      eapply Rle_trans; [|exact Q]. right. field. lra. }
    destruct HV as [V1 V2].
    apply Rmult_le_reg_l with (c1 * (E + 1) * IZR ed * li * lam); auto.
    rewrite mult_IZR, !plus_IZR, !mult_IZR, plus_IZR, Rc1. fold lv tl.
    replace (IZR K * lv + IZR K * (IZR lost + tl * c1 * (IZR eh + IZR ed))) with (IZR K * TT) by (unfold TT; ring).
    replace (c1 * (E + 1) * IZR ed * li * lam * (IZR U * (r * d)))
    with (IZR U * (lam * r) * (c1 * (E + 1) * IZR ed * li * d)) by ring.
    apply Rle_trans with (IZR U * IZR v * (2 * TT)).
    { apply Rmult_le_compat; auto; [apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]|repeat apply Rmult_le_pos;
      lra|apply Rmult_le_compat_l; lra]. }
    apply Rle_trans with (IZR K * (c1 * (IZR el + IZR ed) * IZR (wlow x) * IZR T) * TT).
    { replace (IZR U * IZR v * (2 * TT)) with (IZR U * 2 * IZR v * TT) by ring. apply Rmult_le_compat_r; auto. }
    replace (c1 * (E + 1) * IZR ed * li * lam * (IZR K * TT)) with (IZR K * (c1 * ((E + 1) * IZR ed) * li * lam) * TT)
    by ring.
    apply Rmult_le_compat_r; auto. apply Rmult_le_compat_l; auto.
    apply Rmult_le_compat; try lra; [repeat apply Rmult_le_pos; lra|]. apply Rmult_le_compat; try lra;
    [apply Rmult_le_pos; lra|]. apply Rmult_le_compat_l; lra.
  - pose proof (fill_low V w V_pos w_nonneg tr t l 0 0 Gd) as FL. rewrite EF in FL.
    set (lv := at_levels V w (t :: tr) m) in *. destruct HV as (V1 & V2 & V3).
    assert (X1 : 2 * lv <= (c1 * (E + 1) * IZR ed * li) * d).
    { replace (c1 * (E + 1) * IZR ed * li * d) with (IZR ed * li * (c1 * (E + 1) * d)) by ring. rewrite DG.
      assert (IZR ed * li * win <= IZR ed * li * S2) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]). lra. }
    rewrite plus_IZR in W2. set (hi := IZR (whigh x) + IZR (wtail x)) in *.
    assert (KK : IZR K * (c1 * (IZR eh + IZR ed) * hi * IZR T) <= IZR U * 2 * IZR v).
    { assert (Dn : (0 < Z.of_nat (S c) * (eh + ed) * (whigh x + wtail x) * T)%Z).
      { assert (0 < eh)%Z by (apply lt_IZR; nra). assert (0 < whigh x + wtail x)%Z by (apply lt_IZR; rewrite plus_IZR;
        fold hi; lra). repeat apply Z.mul_pos_pos; lia. }
      pose proof (Z.mul_div_le (U * 2 * v) _ Dn) as Q. fold K in Q. apply IZR_le in Q. rewrite !mult_IZR, !plus_IZR,
      Rc1 in Q. fold hi in Q. lra. }
    destruct (Rle_dec lv 0) as [N|P].
    { assert (0 <= IZR U * (r * d)) by (repeat apply Rmult_le_pos; lra). assert (IZR K * lv <= 0) by nra. lra. }
    apply Rmult_le_reg_l with (c1 * (E + 1) * IZR ed * li * lam); auto.
    replace (c1 * (E + 1) * IZR ed * li * lam * (IZR U * (r * d)))
    with (IZR U * (lam * r) * (c1 * (E + 1) * IZR ed * li * d)) by ring.
    apply Rle_trans with (IZR U * IZR v * (2 * lv)).
    + apply Rle_trans with (IZR K * (c1 * (IZR eh + IZR ed) * hi * IZR T) * lv).
      * replace (c1 * (E + 1) * IZR ed * li * lam * (IZR K * lv)) with (IZR K * (c1 * ((E + 1) * IZR ed) * li * lam) *
        lv) by ring.
        apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; auto.
        apply Rmult_le_compat; try lra; [repeat apply Rmult_le_pos; lra|]. apply Rmult_le_compat; try lra;
        [repeat apply Rmult_le_pos; lra|]. apply Rmult_le_compat_l; lra.
      * replace (IZR U * IZR v * (2 * lv)) with (IZR U * 2 * IZR v * lv) by ring. apply Rmult_le_compat_r; lra.
    + apply Rmult_le_compat; try lra; [repeat apply Rmult_le_pos; lra|apply Rmult_le_compat_l; lra].
Qed.
Lemma over_sound (up : bool) U T lam p N l : (0 < U)%Z -> (0 < T)%Z -> 0 < lam -> 0 <= p <= 1 ->
  (if up then IZR T <= lam else lam <= IZR T) ->
  forall k ms out, enclosed (fun i => lam * pm p N i) k l -> over up V ts el eh ed r0 L U T (Z.of_nat k) l =
    Some (ms, out) ->
  if up then IZR U * Sum (length l) (fun i => pm p N (k + i) * Dc (k + i)%nat) <= levels ms + IZR out
  else levels ms <= IZR U * Sum (length l) (fun i => pm p N (k + i) * Dc (k + i)%nat).
Proof.
  intros HU HT Hl Hp HL. induction l as [|[lo hi] l IH]; intros k ms out En X.
  - cbn in X. injection X as <- <-. assert (Z0 : levels [] = 0) by (destruct ts; reflexivity). destruct up; rewrite Z0;
    cbn [length Sum]; lra.
  - destruct En as [[N0 En] Er]. cbn [over] in X. destruct (given _ _ _ _ _ _ _ _ _ _ _ _) as [[m x]|] eqn:Gv;
    [|discriminate].
    replace (Z.of_nat k + 1)%Z with (Z.of_nat (S k)) in X by lia.
    destruct (over _ _ _ _ _ _ _ _ _ _ (Z.of_nat (S k)) l) as [[m' x']|] eqn:Ov; [|discriminate].
    injection X as <- <-. specialize (IH (S k) m' x' Er Ov).
    apply (given_sound up U T k _ (pm p N k) lam) in Gv; auto; [|apply pm_nonneg; auto|destruct up; repeat split;
    tauto].
    cbn [length]. rewrite Sum_head, Nat.add_0_r, at_levels_add, plus_IZR.
    rewrite (Sum_ext _ (fun i => pm p N (k + S i) * Dc (k + S i)%nat) (fun i => pm p N (S k + i) * Dc (S k + i)%nat))
    by (intros; rewrite Nat.add_succ_r; reflexivity).
    cbv beta in *. destruct up; lra.
Qed.
(* The levels of the pair bound the divergence of one round. *)
Theorem pair_levels_sound (up : bool) n first count U G ms c rho o : (1 <= n)%nat ->
  pair_levels up V ts el eh ed r0 L (Z.of_nat n) first count U G = Some (ms, c) -> geometric V up rho o ts ->
  Forall (fun a => (0 <= a)%Z) ms /\ (if up then IZR U * divergence w (pairP (n - 1) (/ E) (E / (E + 1)))
    (pairQ (n - 1) (/ E) (E / (E + 1))) <= weigh rho ms stick (w * o) + IZR c
    else weigh rho ms stick (w * o) <= IZR U * divergence w (pairP (n - 1) (/ E) (E / (E + 1)))
    (pairQ (n - 1) (/ E) (E / (E + 1)))).
Proof.
  intros Hn H Geo. unfold pair_levels in H. replace (Z.of_nat n - 1)%Z with (Z.of_nat (n - 1)) in H by lia.
  set (N := (n - 1)%nat) in *.
  assert (Hp : 0 < / E < 1) by (split; [apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1; apply Rinv_lt_contravar; lra]).
  pose proof edR as Ed0. pose proof elR as El0.
  destruct (weights _ _ _ _ _ _ _) as [x|] eqn:EW; [|discriminate].
  assert (EI : E * / E = 1) by (field; lra). set (p := / E) in *. clearbody p.
  apply (weights_sound _ _ _ N p) in EW; auto.
  2:{ rewrite !minus_IZR. assert (IZR el * p <= E * IZR ed * p) by (apply Rmult_le_compat_r; lra).
  assert (E * IZR ed * p <= IZR eh * p) by (apply Rmult_le_compat_r; lra).
      replace (E * IZR ed * p) with (IZR ed * (E * p)) in * by ring. rewrite EI in *. lra. }
  destruct EW as (lam & k & L0 & Low & Tail & Ef & Len & Enc & W1 & W2 & W3).
  destruct (over _ _ _ _ _ _ _ _ _ _ _ _) as [[m out]|] eqn:Ov; [|discriminate]. destruct (_ && _) eqn:C;
  [|discriminate]. injection H as <- <-.
  repeat rewrite andb_true_iff in C. rewrite !Z.ltb_lt in C. destruct C as [[[[[_ HU] HG] _] Nn] Le].
  apply nonneg_sound in Nn. apply Nat.leb_le in Le. split; [exact Nn|].
  assert (HT : (0 < if up then wlow x else whigh x + wtail x)%Z) by (destruct up; [auto|apply lt_IZR; lra]).
  rewrite Ef in Ov. apply (over_sound up (U * G) _ lam p N) in Ov; auto; [|lia|lra|destruct up; auto].
  rewrite mult_IZR in Ov.
  pose proof (mean_window p N k (length (wlist x)) Dc 2 ltac:(lra) Len) as MW.
  specialize (MW ltac:(intros; apply D_range)). cbv beta in *.
  rewrite pair_hockey by lra. unfold F. rewrite Ex_binomial.
  set (S1 := Sum (S N) _) in *. set (win := Sum (length (wlist x)) (fun i => pm p N (k + i) * D _ _ _ (k + i)%nat)) in
  *. set (out1 := 1 - Sum _ _) in *.
  pose proof (at_levels_weigh V w V_pos w_nonneg up rho ts _ o Nn Le Geo) as AW.
  apply IZR_lt in HU, HG.
  assert (RD : if up then at_levels V w ts m <= IZR G * at_levels V w ts (map (fun a => cdiv a G) m)
  else IZR G * at_levels V w ts (map (fun a => (a / G)%Z) m) <= at_levels V w ts m).
  { clear - HG. assert (HG' : (0 < G)%Z) by (apply lt_IZR; auto). revert m. induction ts as [|t r IH]; intros [|a m];
    cbn [at_levels map]; try (destruct up; lra). specialize (IH m).
    pose proof (Rmax_l 0 (1 - w * (IZR t / IZR V))) as M0. set (g := Rmax 0 _) in *. destruct up.
    - assert (IZR a <= IZR G * IZR (cdiv a G)).
      { pose proof (cdiv_ge a G (IZR a / IZR G) HG' ltac:(right; field; lra)) as Q. apply (Rmult_le_compat_l (IZR G)) in
        Q; [|lra]. eapply Rle_trans; [|exact Q]. right. field. lra. }
      assert (IZR a * g <= IZR G * IZR (cdiv a G) * g) by (apply Rmult_le_compat_r; auto). lra.
    - assert (IZR G * IZR (a / G) <= IZR a) by (rewrite <- mult_IZR; apply IZR_le, Z.mul_div_le; auto).
      assert (IZR G * IZR (a / G) * g <= IZR a * g) by (apply Rmult_le_compat_r; auto). lra. }
  set (lost := cdiv (2 * U * wtail x) (wlow x)). destruct up; cbv beta iota in *.
  - rewrite plus_IZR. assert (HG' : (0 < G)%Z) by (apply lt_IZR; auto).
    pose proof (cdiv_ge out G (IZR out / IZR G) HG' ltac:(right; field; lra)) as Q1.
    apply IZR_lt in Low as Low'.
    assert (Q2 : IZR U * (2 * out1) <= IZR lost).
    { unfold lost. apply cdiv_ge; auto. rewrite !mult_IZR. destruct (Rle_dec 0 out1) as [O|O].
      - assert (IZR (wlow x) * out1 <= IZR (wtail x)) by (apply Rle_trans with (lam * out1); [apply Rmult_le_compat_r;
        auto|auto]).
        apply (Rmult_le_compat_l (2 * IZR U)) in H; lra.
      - apply IZR_le in Tail. assert (IZR (wlow x) * (IZR U * (2 * out1)) <= 0)
        by (assert (0 <= IZR (wlow x) * (IZR U * (2 * - out1))) by (repeat apply Rmult_le_pos; lra); lra).
        assert (0 <= 2 * IZR U * IZR (wtail x)) by (repeat apply Rmult_le_pos; lra). lra. }
    assert (IZR U * S1 <= IZR U * win + IZR U * (2 * out1)) by (rewrite <- Rmult_plus_distr_l; apply Rmult_le_compat_l;
    lra).
    assert (IZR U * win <= at_levels V w ts (map (fun a => cdiv a G) m) + IZR out / IZR G).
    { apply Rmult_le_reg_l with (IZR G); auto.
      replace (IZR G * (at_levels V w ts (map (fun a => cdiv a G) m) + IZR out / IZR G))
      with (IZR G * at_levels V w ts (map (fun a => cdiv a G) m) + IZR out) by (field; lra). lra. }
    match goal with |- context [IZR (cdiv ?a (wlow x))] => change (cdiv a (wlow x)) with lost end. lra.
  - eapply Rle_trans; [exact AW|]. apply Rmult_le_reg_l with (IZR G); auto.
    assert (IZR U * IZR G * win <= IZR U * IZR G * S1) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra]). lra.
Qed.
End Sound.
