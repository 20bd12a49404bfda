(* Concentrated differential privacy: the delta that a bound on the Renyi divergence of one order gives. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Mechanisms Laws Steps Exponential PureRounds.
Import ListNotations.
Open Scope R_scope.

(* The largest (x - w) / x^a is at x = a w / (a - 1). *)
Definition least_multiple (a w : R) : R := exp ((1 - a) * ln w + (a - 1) * ln (a - 1) - a * ln a).
Lemma exp_line x y : exp x * (1 + y - x) <= exp y.
Proof.
  replace y with (x + (y - x)) at 2 by ring. rewrite exp_plus. apply Rmult_le_compat_l; [left; apply exp_pos|].
  pose proof (exp_ineq1_le (y - x)). lra.
Qed.
(* with y = ln (x (a - 1) / (a w)): a convex function lies above its tangents *)
Lemma power_above a y : 1 < a -> a * exp y <= exp (a * y) + (a - 1).
Proof.
  intros Ha. pose proof (exp_line y (a * y)) as A. pose proof (exp_line y 0) as B. rewrite exp_0 in B.
  apply (Rmult_le_compat_l (a - 1)) in B; [|lra].
  replace (a * exp y) with (exp y * (1 + a * y - y) + (a - 1) * (exp y * (1 + 0 - y))) by ring. lra.
Qed.
Lemma outcome_above a w p q : 1 < a -> 0 < w -> 0 < p -> 0 < q ->
  p - w * q <= least_multiple a w * (Rpower p a * Rpower q (1 - a)).
Proof.
  intros Ha Hw Hp Hq. unfold least_multiple, Rpower. rewrite <- !exp_plus.
  set (y := ln p - ln q - ln w + ln (a - 1) - ln a).
  pose proof (power_above a y Ha) as T.
  assert (E1 : exp y = p * (a - 1) / (q * w * a)).
  { unfold y, Rminus. rewrite !exp_plus, !exp_Ropp, !exp_ln by lra. field. lra. }
  assert (E2 : exp ((1 - a) * ln w + (a - 1) * ln (a - 1) - a * ln a + (a * ln p + (1 - a) * ln q)) =
    exp (a * y) * (q * w / (a - 1))).
  { replace (q * w / (a - 1)) with (exp (ln q + ln w - ln (a - 1))).
    - rewrite <- exp_plus. f_equal. unfold y. ring.
    - unfold Rminus. rewrite !exp_plus, exp_Ropp, !exp_ln by lra. reflexivity. }
  rewrite E2. rewrite E1 in T. apply (Rmult_le_compat_r (q * w / (a - 1))) in T.
  - replace (a * (p * (a - 1) / (q * w * a)) * (q * w / (a - 1))) with p in T by (field; lra).
    replace ((exp (a * y) + (a - 1)) * (q * w / (a - 1))) with (exp (a * y) * (q * w / (a - 1)) + w * q) in T
    by (field; lra).
    lra.
  - apply Rlt_le, Rmult_lt_0_compat; [nra|apply Rinv_0_lt_compat; lra].
Qed.
Notation moment a l := (fold_right (fun pq s => Rpower (fst pq) a * Rpower (snd pq) (1 - a) + s) 0 l).
Lemma moment_pos a l : l <> [] -> 0 < moment a l.
Proof.
  assert (N : forall l, 0 <= moment a l).
  { induction l0 as [|[p q] r IH]; cbn [fold_right]; [lra|]. assert (0 <= Rpower p a * Rpower q (1 - a))
    by (apply Rmult_le_pos; left; apply exp_pos). cbn [fst snd]. lra. }
  destruct l as [|[p q] r]; [congruence|]. intros _. cbn [fold_right]. specialize (N r).
  pose proof (exp_pos (a * ln p)) as X. pose proof (exp_pos ((1 - a) * ln q)) as Y.
  unfold Rpower at 1 2, fst at 1, snd at 1. pose proof (Rmult_lt_0_compat _ _ X Y). lra.
Qed.
Lemma outcomes_above a w (l : list (R * R)) (S : nat -> bool) : 1 < a -> 0 < w ->
  (forall pq, In pq l -> 0 < fst pq /\ 0 < snd pq) -> forall k,
  Pr (combine (map fst l) (seq k (length l))) S - w * Pr (combine (map snd l) (seq k (length l))) S <=
  least_multiple a w * moment a l.
Proof.
  intros Ha Hw. unfold Pr. induction l as [|[p q] r IH]; intros Pos k; cbn [length seq map combine Ex fold_right];
  [lra|].
  destruct (Pos (p, q) (or_introl eq_refl)) as [Hp Hq]. cbn [fst snd] in *.
  specialize (IH (fun pq I => Pos pq (or_intror I)) (S k)) ||
  specialize (IH (fun pq I => Pos pq (or_intror I)) (Datatypes.S k)).
  pose proof (outcome_above a w p q Ha Hw Hp Hq).
  assert (0 <= least_multiple a w * (Rpower p a * Rpower q (1 - a))).
  { unfold least_multiple, Rpower. rewrite <- !exp_plus. left. apply exp_pos. }
  unfold indicator at 1 3. destruct (S k); lra.
Qed.
(* What the divergence of order a, at most b, leaves of every event. *)
Theorem divergence_bounds a b w l S : 1 < a -> 0 < w -> laws l -> renyi a l <= b ->
  Pr (combine (map fst l) (seq 0 (length l))) S - w * Pr (combine (map snd l) (seq 0 (length l))) S <=
  least_multiple a w * exp ((a - 1) * b).
Proof.
  intros Ha Hw (Pos & T & _) D. eapply Rle_trans; [apply (outcomes_above a w l S Ha Hw Pos)|].
  apply Rmult_le_compat_l; [left; apply exp_pos|]. unfold renyi in D.
  assert (M : 0 < moment a l) by (apply moment_pos; intros ->; cbn in T; lra).
  rewrite <- (exp_ln (moment a l)) by exact M.
  assert (L : ln (moment a l) <= (a - 1) * b).
  { apply (Rmult_le_compat_l (a - 1)) in D; [|lra]. unfold Rdiv in D. replace ((a - 1) * (ln (moment a l) * / (a - 1)))
    with (ln (moment a l)) in D by (field; lra). exact D. }
  destruct L as [L| ->]; [left; apply exp_increasing; exact L|right; reflexivity].
Qed.
Lemma swap_sums f (l : list (R * R)) : fold_right (fun pq s => f pq + s) 0 (map swap l) =
  fold_right (fun pq s => f (swap pq) + s) 0 l.
Proof. induction l as [|pq l IH]; cbn [map fold_right]; [reflexivity|]. rewrite IH. reflexivity. Qed.
Lemma swap_laws l : laws l -> laws (map swap l).
Proof.
  intros (Pos & P & Q). split; [|split; rewrite swap_sums; assumption].
  intros pq I. apply in_map_iff in I. destruct I as (x & <- & I). destruct (Pos x I). cbn. auto.
Qed.
Lemma zcdp_below dir t xi rho eps a d : 1 < a -> zcdp_advantage dir t xi rho eps d ->
  d <= least_multiple a (exp eps) * exp ((a - 1) * (INR t * (xi + rho * a))).
Proof.
  intros Ha (l & S & L & D & T). destruct (D a Ha) as [D1 D2].
  pose proof (divergence_bounds a _ _ l S Ha (exp_pos eps) L D1) as B1.
  pose proof (divergence_bounds a _ _ _ S Ha (exp_pos eps) (swap_laws l L) D2) as B2.
  rewrite !map_map, map_length in B2. change (fun x => fst (swap x)) with (@snd R R) in B2.
  change (fun x => snd (swap x)) with (@fst R R) in B2.
  destruct dir; cbn [told] in T; [lra|lra|destruct T; lra].
Qed.
Lemma zcdp_advantage_zero dir t xi rho eps : 0 <= xi -> 0 <= rho -> zcdp_advantage dir t xi rho eps 0.
Proof.
  intros Hx Hr. exists [(1, 1)], (fun _ => false). split; [|split].
  - split; [intros pq [<-|[]]; cbn; lra|]. cbn [fold_right fst snd]. lra.
  - intros a Ha. assert (0 <= INR t * (xi + rho * a)) by (apply Rmult_le_pos; [apply pos_INR|nra]).
    assert (N : renyi a [(1, 1)] = 0).
    { unfold renyi. cbn [fold_right fst snd]. unfold Rpower. rewrite ln_1, !Rmult_0_r, exp_0, Rmult_1_r, Rplus_0_r,
      ln_1.
      unfold Rdiv. ring. }
    cbn [map swap fst snd]. unfold swap. cbn [fst snd]. rewrite N. auto.
  - assert (Z0 : 0 = (1 * 0 + 0) - exp eps * (1 * 0 + 0)) by ring. destruct dir; [exact Z0|exact Z0|left; exact Z0].
Qed.

(* ---- on integers: the order m/k, and everything to the k-th power ---- *)
Lemma power_le n x y : 0 <= x -> 0 < y -> (1 <= n)%nat -> y ^ n <= x ^ n -> y <= x.
Proof.
  intros Hx Hy Hn L. apply Rnot_lt_le. intros C. assert (x ^ n < y ^ n); [|lra].
  destruct n as [|n]; [lia|]. clear - Hx C. induction n as [|n IH]; [lra|].
  change (x * x ^ S n < y * y ^ S n). assert (0 <= x ^ S n) by (apply pow_le; auto). nra.
Qed.
Lemma power_lt n x y : 0 <= x -> 0 < y -> y ^ n < x ^ n -> y < x.
Proof. intros Hx Hy L. apply Rnot_le_lt. intros C. pose proof (pow_incr x y n (conj Hx C)). lra. Qed.
Lemma exp_times_ln n x : 0 < x -> exp (INR n * ln x) = x ^ n.
Proof. intros H. rewrite <- exp_times, exp_ln by exact H. reflexivity. Qed.
(* the bound, to the k-th power *)
Lemma ln_ratio x y : 0 < x -> 0 < y -> ln (x / y) = ln x - ln y.
Proof. intros Hx Hy. unfold Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; auto). reflexivity. Qed.
Lemma bound_power m k eps b : (1 <= k)%nat -> (k < m)%nat -> let a := INR m / INR k in
  (least_multiple a (exp eps) * exp ((a - 1) * b)) ^ k =
  exp (- (INR (m - k) * (eps - b))) * (INR (m - k) ^ (m - k) * INR k ^ k / INR m ^ m).
Proof.
  intros Hk Hm a. assert (K : 1 <= INR k) by (apply (le_INR 1); auto). assert (M : INR k < INR m) by (apply lt_INR;
  auto).
  assert (D : INR (m - k) = INR m - INR k) by (apply minus_INR; lia).
  assert (D0 : 0 < INR (m - k)) by lra.
  assert (A1 : a - 1 = INR (m - k) / INR k) by (unfold a; rewrite D; field; lra).
  assert (L1 : ln (a - 1) = ln (INR (m - k)) - ln (INR k)) by (rewrite A1; apply ln_ratio; lra).
  assert (L2 : ln a = ln (INR m) - ln (INR k)) by (apply ln_ratio; lra).
  unfold least_multiple. rewrite <- exp_plus, exp_times, ln_exp, L1, L2.
  replace (INR k * ((1 - a) * eps + (a - 1) * (ln (INR (m - k)) - ln (INR k)) - a * (ln (INR m) - ln (INR k)) +
    (a - 1) * b))
    with (- (INR (m - k) * (eps - b)) + (INR (m - k) * ln (INR (m - k)) + INR k * ln (INR k) + - (INR m * ln (INR m))))
    by (unfold a; rewrite D; field; lra).
  rewrite exp_plus. f_equal. rewrite !exp_plus, exp_Ropp, !exp_times_ln by lra. reflexivity.
Qed.
Record order_witness := { o_unit : Z; o_squarings : positive; o_n : Z; o_d : Z }.
Section Check.
Context {en : engine} {ok : faithful en}.
Local Open Scope Z_scope.
Definition zcdp_check (w : order_witness) (strict : bool) (t : Z) (xi rho eps : number) (vn vd : Z) : bool :=
  match xi, rho, eps with
  | Rat xn xd, Rat rn rd, Rat n d =>
    let m := o_n w in let k := o_d w in
    (0 <? k) && (k <? m) && (0 <=? t) && (0 <=? xn) && (0 <? xd) && (0 <=? rn) && (0 <? rd) && (0 <? d) && (0 <=? vn) &&
      (0 <? vd) &&
    match exp_encl (o_unit w) (o_squarings w)
      ((m - k) * (n * xd * rd * k - t * xn * d * rd * k - t * rn * m * d * xd)) (d * xd * rd * k) with
    | Some (lo, _) => (0 <? lo) &&
      let left := (m - k) ^ (m - k) * k ^ k * vd ^ k * o_unit w in let right := lo * vn ^ k * m ^ m in
      if strict then left <? right else left <=? right
    | None => false
    end
  | _, _, _ => false
  end.
Local Close Scope Z_scope.
Lemma IZR_power n k : (0 <= k)%Z -> IZR (n ^ k) = IZR n ^ Z.to_nat k.
Proof. intros H. rewrite pow_IZR. rewrite Z2Nat.id by exact H. reflexivity. Qed.
Theorem zcdp_check_sound w strict t xi rho eps vn vd : zcdp_check w strict t xi rho eps vn vd = true ->
  0 <= val xi /\ 0 <= val rho /\
  exists c, (if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd) /\
    forall dir d, zcdp_advantage dir (Z.to_nat t) (val xi) (val rho) (val eps) d -> d <= c.
Proof.
  unfold zcdp_check. destruct xi as [xn xd|], rho as [rn rd|], eps as [ne de|]; try discriminate. cbv zeta. cbn [val].
  set (m := o_n w). set (k := o_d w). destruct (exp_encl _ _ _ _) as [[lo hi]|] eqn:E; [|rewrite andb_false_r;
  discriminate].
  apply exp_encl_sound in E. destruct E as (U0 & Lo & _). rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le.
  intros [[[[[[[[[[K M] T] Xn] Xd] Rn] Rd] D] Vn] Vd] [L0 C]].
  assert (Nk : INR (Z.to_nat k) = IZR k) by (rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
  assert (Nm : INR (Z.to_nat m) = IZR m) by (rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
  assert (Nt : INR (Z.to_nat t) = IZR t) by (rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
  assert (Nd : INR (Z.to_nat m - Z.to_nat k) = IZR (m - k)) by (rewrite <- Z2Nat.inj_sub, INR_IZR_INZ, Z2Nat.id by lia;
  reflexivity).
  assert (K' := IZR_lt _ _ K). assert (M' := IZR_lt _ _ M). assert (Xd' := IZR_lt _ _ Xd).
  assert (Rd' := IZR_lt _ _ Rd).
  assert (D' := IZR_lt _ _ D). assert (Vd' := IZR_lt _ _ Vd). assert (L0' := IZR_lt _ _ L0).
  assert (U0' := IZR_lt _ _ U0).
  assert (Xn' := IZR_le _ _ Xn). assert (Rn' := IZR_le _ _ Rn). assert (Vn' := IZR_le _ _ Vn).
  assert (Q : forall x y, 0 <= x -> 0 < y -> 0 <= x / y) by (intros; apply Rmult_le_pos;
  [auto|left; apply Rinv_0_lt_compat; auto]).
  split; [auto|]. split; [auto|].
  set (a := INR (Z.to_nat m) / INR (Z.to_nat k)). set (b := INR (Z.to_nat t) * (IZR xn / IZR xd + IZR rn / IZR rd * a)).
  set (c := least_multiple a (exp (IZR ne / IZR de)) * exp ((a - 1) * b)).
  assert (A1 : 1 < a).
  { unfold a. rewrite Nm, Nk. apply Rmult_lt_reg_r with (IZR k); [auto|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l
    by lra. lra. }
  exists c. split; [|intros dir x Hx; exact (zcdp_below _ _ _ _ _ a x A1 Hx)].
  pose proof (bound_power (Z.to_nat m) (Z.to_nat k) (IZR ne / IZR de) b ltac:(lia) ltac:(lia)) as P. cbv zeta in P.
  fold a c in P. rewrite Nd, Nk, Nm in P. replace (Z.to_nat m - Z.to_nat k)%nat with (Z.to_nat (m - k)) in P by lia.
  set (y := IZR (m - k) * (IZR ne / IZR de - b)) in *.
  assert (Y : IZR ((m - k) * (ne * xd * rd * k - t * xn * de * rd * k - t * rn * m * de * xd)) / IZR (de * xd * rd *
  k) = y).
  { unfold y, b, a. rewrite Nt, Nm, Nk, !mult_IZR, !minus_IZR, !mult_IZR. field. lra. }
  rewrite Y in Lo.
  set (g := IZR (m - k) ^ Z.to_nat (m - k) * IZR k ^ Z.to_nat k) in *. set (h := IZR m ^ Z.to_nat m) in *.
  assert (H0 : 0 < h) by (apply pow_lt; lra).
  assert (G0 : 0 < g) by (apply Rmult_lt_0_compat; apply pow_lt; [apply IZR_lt; lia|lra]).
  set (v := IZR vn ^ Z.to_nat k) in *. set (u := IZR vd ^ Z.to_nat k) in *. assert (Hu : 0 < u) by (apply pow_lt; lra).
  assert (V : (IZR vn / IZR vd) ^ Z.to_nat k = v / u).
  { unfold Rdiv. rewrite Rpow_mult_distr, pow_inv. reflexivity. }
  assert (X : exp (- y) <= IZR (o_unit w) / IZR lo).
  { rewrite exp_Ropp. pose proof (exp_pos y). apply Rmult_le_reg_r with (exp y); [auto|]. rewrite Rinv_l by lra.
    apply Rmult_le_reg_r with (IZR lo); [auto|]. replace (IZR (o_unit w) / IZR lo * exp y * IZR lo)
    with (IZR (o_unit w) * exp y) by (field; lra). lra. }
  assert (B : c ^ Z.to_nat k <= g * u * IZR (o_unit w) / (IZR lo * h * u)).
  { rewrite P. replace (g * u * IZR (o_unit w) / (IZR lo * h * u)) with (IZR (o_unit w) / IZR lo * (g / h))
    by (field; lra).
    apply Rmult_le_compat_r; [|exact X]. apply Q; lra. }
  assert (W : 0 < IZR lo * h * u) by (repeat apply Rmult_lt_0_compat; auto).
  assert (W' : v / u = IZR lo * v * h / (IZR lo * h * u)) by (field; lra).
  assert (C0 : 0 < c) by (apply Rmult_lt_0_compat; apply exp_pos).
  assert (Iw : 0 < / (IZR lo * h * u)) by (apply Rinv_0_lt_compat; exact W).
  assert (E1 : IZR ((m - k) ^ (m - k) * k ^ k * vd ^ k * o_unit w) = g * u * IZR (o_unit w))
    by (rewrite !mult_IZR, !IZR_power by lia; reflexivity).
  assert (E2 : IZR (lo * vn ^ k * m ^ m) = IZR lo * v * h) by (rewrite !mult_IZR, !IZR_power by lia; reflexivity).
  destruct strict.
  - apply Z.ltb_lt, IZR_lt in C. rewrite E1, E2 in C. apply (power_lt (Z.to_nat k)); auto. rewrite V, W'.
    eapply Rle_lt_trans; [exact B|]. apply Rmult_lt_compat_r; auto.
  - apply Z.leb_le, IZR_le in C. rewrite E1, E2 in C. apply (power_le (Z.to_nat k)); auto; [lia|]. rewrite V, W'.
    eapply Rle_trans; [exact B|]. apply Rmult_le_compat_r; [lra|auto].
Qed.
End Check.
