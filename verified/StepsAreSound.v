(* What the loops of Steps.v accept is true of F: their invariants, and the two theorems on their results. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws OneMoreCoin Steps.
Open Scope R_scope.

Section Sound.
Variable q : par.
Hypothesis OK : okpar q = true.

Lemma okp : (0 <= pN q /\ 0 < pn q /\ pn q < pd q /\ 0 <= pA q /\ 0 <= pB q /\ 0 < pW q /\ 0 < pU q /\ 0 < pr0 q /\
  0 <= psh q)%Z.
Proof. unfold okpar in OK. repeat rewrite andb_true_iff in OK. rewrite !Z.leb_le, !Z.ltb_lt in OK. tauto. Qed.

Let N := Z.to_nat (pN q).
Let p := IZR (pn q) / IZR (pd q).
Let a := IZR (pA q) / IZR (pW q).
Let b := IZR (pB q) / IZR (pW q).
Let U := IZR (pU q).
Notation B := (pm (1/2)).
Notation DD := (D (1/2) a b).
Notation TT := (T (1/2) a b).
Notation uu := (u (1/2) a b).
Notation r := (pm p N).

Lemma W_pos : 0 < IZR (pW q). Proof. apply IZR_lt, okp. Qed.
Lemma U_pos : 0 < U. Proof. apply IZR_lt, okp. Qed.
Lemma pd_pos : 0 < IZR (pd q). Proof. apply IZR_lt. pose proof okp. lia. Qed.
Lemma p_range : 0 < p < 1.
Proof.
  pose proof pd_pos. destruct okp as [_ [H1 [H2 _]]]. apply IZR_lt in H1, H2. unfold p. split.
  - apply Rdiv_lt_0_compat; lra.
  - apply Rmult_lt_reg_r with (IZR (pd q)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma a_nonneg : 0 <= a. Proof. pose proof W_pos. assert (0 <= IZR (pA q)) by (apply IZR_le, okp). unfold a, Rdiv.
  apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]. Qed.
Lemma b_nonneg : 0 <= b. Proof. pose proof W_pos. assert (0 <= IZR (pB q)) by (apply IZR_le, okp). unfold b, Rdiv.
  apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]. Qed.
Lemma B_nonneg c k : 0 <= B c k. Proof. apply pm_nonneg. lra. Qed.
Lemma r_nonneg c : 0 <= r c. Proof. apply pm_nonneg. pose proof p_range. lra. Qed.

Lemma half_l : 0 <= 1/2 <= 1. Proof. lra. Qed.

Section Facts.
Variables cn kn : nat.
Hypothesis Hk : (kn <= cn)%nat.
Let c := Z.of_nat cn.
Let k := Z.of_nat kn.
Let m := (c + 1 - k)%Z.
Let k1 := (k + 1)%Z.
Let c1 := (c + 1)%Z.

Lemma m_pos : (0 < m)%Z. Proof. unfold m, c, k. lia. Qed.
Lemma k1_pos : (0 < k1)%Z. Proof. unfold k1, k. lia. Qed.
Lemma IZR_m : IZR m = INR cn + 1 - INR kn. Proof. unfold m, c, k. rewrite minus_IZR, plus_IZR, <- !INR_IZR_INZ.
  reflexivity. Qed.
Lemma IZR_k1 : IZR k1 = INR (S kn). Proof. unfold k1, k. rewrite plus_IZR, <- INR_IZR_INZ, S_INR. reflexivity. Qed.
Lemma IZR_c1 : IZR c1 = INR cn + 1. Proof. unfold c1, c. rewrite plus_IZR, <- INR_IZR_INZ. reflexivity. Qed.

Lemma B_same : IZR (2 * m) * B (S cn) kn = IZR c1 * B cn kn.
Proof. rewrite mult_IZR, IZR_m, IZR_c1. pose proof (pm_same (1/2) cn kn). lra. Qed.
Lemma B_next : IZR (2 * k1) * B (S cn) (S kn) = IZR c1 * B cn kn.
Proof. rewrite mult_IZR, IZR_k1, IZR_c1. pose proof (pm_next (1/2) cn kn). lra. Qed.

Lemma u_k : IZR (2 * pW q * m) * (- (1/2 * uu cn kn)) = IZR (pB q * m - pA q * k) * B cn kn.
Proof.
  pose proof W_pos. rewrite minus_IZR, !mult_IZR. unfold u.
  assert (E : match kn with O => 0 | S j => B cn j end * IZR m = IZR k * B cn kn).
  { rewrite IZR_m. unfold k. rewrite <- INR_IZR_INZ. destruct kn as [|j]; [simpl INR; ring|].
    pose proof (pm_ratio (1/2) cn j) as R. rewrite S_INR in *. lra. }
  transitivity (IZR (pB q) * IZR m * B cn kn - IZR (pA q) * (match kn with O => 0 | S j => B cn j end * IZR m)).
  - unfold a, b. field. lra.
  - rewrite E. ring.
Qed.
Lemma u_k1 : IZR (2 * pW q * k1) * (1/2 * uu cn (S kn)) = IZR (pA q * k1 - pB q * (c - k)) * B cn kn.
Proof.
  pose proof W_pos. rewrite minus_IZR, !mult_IZR, IZR_k1, minus_IZR. unfold u.
  assert (E : INR (S kn) * B cn (S kn) = (IZR c - IZR k) * B cn kn).
  { unfold c, k. rewrite <- !INR_IZR_INZ. pose proof (pm_ratio (1/2) cn kn) as R. lra. }
  transitivity (IZR (pA q) * INR (S kn) * B cn kn - IZR (pB q) * (INR (S kn) * B cn (S kn))).
  - unfold a, b. field. lra.
  - rewrite E. ring.
Qed.

Lemma r_step : (cn < N)%nat -> IZR ((pd q - pn q) * c1) * r (S cn) = IZR (pn q * (pN q - c)) * r cn.
Proof.
  intros HN. pose proof (pm_ratio p N cn) as R. pose proof pd_pos. rewrite !mult_IZR, !minus_IZR, IZR_c1, <- S_INR.
  assert (IZR (pn q) = p * IZR (pd q)) as -> by (unfold p; field; lra).
  assert (INR N = IZR (pN q)) as E. { unfold N. rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity|apply okp]. }
  rewrite <- E. unfold c. rewrite <- INR_IZR_INZ.
  transitivity (IZR (pd q) * ((1 - p) * INR (S cn) * r (S cn))); [ring|]. rewrite R. ring.
Qed.
Lemma r_dn : (0 < (pd q - pn q) * c1)%Z. Proof. pose proof okp. unfold c1, c. apply Z.mul_pos_pos; lia. Qed.
Lemma r_up : (cn < N)%nat -> (0 <= pn q * (pN q - c))%Z.
Proof. intros HN. pose proof okp. apply Z.mul_nonneg_nonneg; [lia|]. unfold N, c in *. lia. Qed.
Lemma W2m : (0 < 2 * pW q * m)%Z. Proof. pose proof okp. pose proof m_pos. repeat apply Z.mul_pos_pos; lia. Qed.
Lemma W2k : (0 < 2 * pW q * k1)%Z. Proof. pose proof okp. pose proof k1_pos. repeat apply Z.mul_pos_pos; lia. Qed.

(* which of the two gaps is the smaller one: e1 k1 <= e2 m iff B m <= A k1 *)
Notation least_gap := (Rmin (- (1/2 * uu cn kn)) ((1 - 1/2) * uu cn (S kn))).
Lemma gaps_differ : IZR (2 * pW q * m) * IZR (2 * pW q * k1) * (1/2 * uu cn (S kn) - - (1/2 * uu cn kn)) =
  IZR (2 * pW q * (m + k) * (pA q * k1 - pB q * m)) * B cn kn.
Proof.
  transitivity (IZR (2 * pW q * m) * (IZR (2 * pW q * k1) * (1/2 * uu cn (S kn))) -
    IZR (2 * pW q * k1) * (IZR (2 * pW q * m) * - (1/2 * uu cn kn))); [ring|].
  rewrite u_k, u_k1, <- !Rmult_assoc, <- !mult_IZR, <- Rmult_minus_distr_r, <- minus_IZR.
  f_equal. f_equal. unfold m, k1. ring.
Qed.
Lemma scaled_gaps : 0 < IZR (2 * pW q * m) * IZR (2 * pW q * k1) /\ (0 <= 2 * pW q * (m + k))%Z.
Proof.
  split; [apply Rmult_lt_0_compat; apply IZR_lt; [apply W2m|apply W2k]|]. pose proof okp. pose proof m_pos.
  apply Z.mul_nonneg_nonneg; unfold k; lia.
Qed.
(* a share num/y of the mass B at the smaller gap *)
Lemma gap_below x num y Y : (0 < y)%Z -> (0 <= x)%Z -> IZR x <= U * B cn kn -> IZR y * Y = IZR num * B cn kn ->
  Y <= least_gap -> IZR (x * num / y) <= U * Rmax 0 least_gap.
Proof.
  intros Hy X0 Hx E L. pose proof U_pos. destruct (Z_lt_le_dec num 0) as [Neg|Pos].
  - apply Rle_trans with 0; [|apply Rmult_le_pos; [lra|apply Rmax_l]]. apply div_le; auto. rewrite Rmult_0_r.
    apply IZR_le. nia.
  - apply Rle_trans with (U * Y).
    + eapply div_lo with (X := U * B cn kn); auto. transitivity (U * (IZR y * Y)); [ring|]. rewrite E. ring.
    + apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact L|apply Rmax_r].
Qed.
Lemma gap_stay x : (pB q * m <= pA q * k1)%Z -> (0 <= x)%Z -> IZR x <= U * B cn kn ->
  IZR (x * (pB q * m - pA q * k) / (2 * pW q * m)) <= U * Rmax 0 least_gap.
Proof.
  intros S X0 Hx. apply (gap_below x _ _ _ W2m X0 Hx u_k). replace (1 - 1/2) with (1/2) by lra.
  apply Rmin_glb; [lra|]. pose proof gaps_differ as G. destruct scaled_gaps as [P P'].
  assert (0 <= IZR (2 * pW q * (m + k) * (pA q * k1 - pB q * m)) * B cn kn)
    by (apply Rmult_le_pos; [apply IZR_le, Z.mul_nonneg_nonneg; lia|apply B_nonneg]). nra.
Qed.
Lemma gap_move x : (pA q * k1 < pB q * m)%Z -> (0 <= x)%Z -> IZR x <= U * B cn kn ->
  IZR (x * (pA q * k1 - pB q * (c - k)) / (2 * pW q * k1)) <= U * Rmax 0 least_gap.
Proof.
  intros S X0 Hx. apply (gap_below x _ _ _ W2k X0 Hx u_k1). replace (1 - 1/2) with (1/2) by lra.
  apply Rmin_glb; [|lra]. pose proof gaps_differ as G. destruct scaled_gaps as [P P'].
  assert (IZR (2 * pW q * (m + k) * (pA q * k1 - pB q * m)) * B cn kn <= 0 * B cn kn)
    by (apply Rmult_le_compat_r; [apply B_nonneg|apply IZR_le, Z.mul_nonneg_nonpos; lia]). nra.
Qed.
End Facts.

(* ---- upper ---- *)
Definition uinv (x : st) : Prop := exists cn kn lam,
  sc x = Z.of_nat cn /\ sk x = Z.of_nat kn /\ (kn <= cn)%nat /\ (cn <= N)%nat /\ 0 < lam /\
  (0 <= sb x)%Z /\ IZR (sb x) <= U * B cn kn /\ U * DD cn <= IZR (sd x) /\
  IZR (slo x) <= lam * r cn /\ lam * r cn <= IZR (shi x) /\
  IZR (sR x) <= lam * Sum (S cn) r /\ lam * U * Sum (S cn) (fun i => r i * DD i) <= IZR (sM x).

Lemma uinv_init : uinv (uinit q).
Proof.
  pose proof okp. pose proof p_range as Hp. pose proof U_pos. pose proof W_pos.
  assert (HR : 0 < r 0).
  { assert (E : r 0 = (1 - p) ^ N). { induction N; [reflexivity|]. cbn [pm pow]. rewrite IHn. ring. } rewrite E.
    apply pow_lt. lra. }
  assert (Hr0 : 0 < IZR (pr0 q)) by (apply IZR_lt, okp).
  assert (HD : U * DD 0 <= IZR (cdiv (pA q * pU q) (pW q))).
  { rewrite D_0 by (auto using a_nonneg, b_nonneg). apply cdiv_ge; [apply okp|]. rewrite mult_IZR. unfold a, U. right.
    field. lra. }
  exists O, O, (IZR (pr0 q) / r 0). unfold uinit; cbn [sc sk sb sd slo shi sR sM].
  assert (E : IZR (pr0 q) / r 0 * r 0 = IZR (pr0 q)) by (field; lra).
  assert (HU1 : IZR (pU q) <= U * B 0 0) by (cbn [pm]; unfold U; lra).
  assert (HU0 : (0 <= pU q)%Z) by lia.
  split; [reflexivity|]. split; [reflexivity|]. split; [lia|]. split; [lia|]. split; [apply Rdiv_lt_0_compat; lra|].
  split; [exact HU0|]. split; [exact HU1|]. split; [exact HD|]. split; [lra|]. split; [lra|]. cbn [Sum]. split; [lra|].
  rewrite mult_IZR, Rplus_0_l. apply Rle_trans with (IZR (pr0 q) / r 0 * r 0 * (U * DD 0)); [right; ring|]. rewrite E.
  apply Rmult_le_compat_l; lra.
Qed.

Lemma pow2_pos : (0 < 2 ^ psh q)%Z. Proof. apply Z.pow_pos_nonneg; [lia|apply okp]. Qed.

Lemma uinv_norm x : uinv x -> uinv (norm q x).
Proof.
  intros I. unfold norm. destruct (shi x <? pcap q)%Z; auto. pose proof pow2_pos as P2.
  assert (P2' : 0 < IZR (2 ^ psh q)) by (apply IZR_lt; auto).
  destruct I as (cn & kn & lam & I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8 & I9 & I10 & I11 & I12).
  exists cn, kn, (lam / IZR (2 ^ psh q)). cbn [sc sk sb sd slo shi sR sM]. repeat split; auto.
  - apply Rdiv_lt_0_compat; auto.
  - apply div_le; auto. eapply Rle_trans; [exact I9|]. right. field. lra.
  - apply cdiv_ge; auto. eapply Rle_trans; [|exact I10]. right. field. lra.
  - apply div_le; auto. eapply Rle_trans; [exact I11|]. right. field. lra.
  - apply cdiv_ge; auto. eapply Rle_trans; [|exact I12]. right. field. lra.
Qed.

Lemma uinv_step x : uinv x -> uinv (ustep q x).
Proof.
  intros I. unfold ustep. destruct (pN q <=? sc x)%Z eqn:EN; auto. apply Z.leb_gt in EN.
  destruct I as (cn & kn & lam & I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8 & I9 & I10 & I11 & I12). rewrite I1, I2 in *.
  assert (HN : (cn < N)%nat) by (unfold N; lia). pose proof U_pos as HU.
  pose proof (r_step cn HN) as Rs. pose proof (r_dn cn kn I3) as Rd. pose proof (r_up cn kn I3 HN) as Ru.
  pose proof (D_nonneg (1/2) a b (S cn)) as D0.
  assert (RL : IZR (slo x * (pn q * (pN q - Z.of_nat cn)) / ((pd q - pn q) * (Z.of_nat cn + 1))) <= lam * r (S cn)).
  { eapply div_lo with (X := lam * r cn); auto.
    transitivity (lam * (IZR ((pd q - pn q) * (Z.of_nat cn + 1)) * r (S cn))); [ring|]. rewrite Rs. ring. }
  assert (RH : lam * r (S cn) <= IZR (cdiv (shi x * (pn q * (pN q - Z.of_nat cn))) ((pd q - pn q) *
  (Z.of_nat cn + 1)))).
  { eapply div_hi with (X := lam * r cn); auto.
    transitivity (lam * (IZR ((pd q - pn q) * (Z.of_nat cn + 1)) * r (S cn))); [ring|]. rewrite Rs. ring. }
  pose proof (r_nonneg (S cn)) as R0.
  pose proof (m_pos cn kn I3) as Hm. pose proof (k1_pos kn) as Hk1.
  set (rl := (slo x * _ / _)%Z) in *. set (rh := cdiv (shi x * _) _) in *.
  assert (fin : forall k' g sb', (k' <= S cn)%nat -> (0 <= sb')%Z -> IZR sb' <= U * B (S cn) k' ->
    IZR g <= U * Rmax 0 (Rmin (- (1/2 * uu cn kn)) ((1 - 1/2) * uu cn (S kn))) ->
    uinv {| sc := Z.of_nat cn + 1; sk := Z.of_nat k'; sb := sb'; sd := sd x - g; slo := rl; shi := rh; sR := sR x + rl;
    sM := sM x + rh * (sd x - g) |}).
  { intros k' g sb' K1 K2 K3 G.
    assert (DH : U * DD (S cn) <= IZR (sd x - g)).
    { rewrite minus_IZR. pose proof (D_step (1/2) a b half_l cn kn I3) as DS.
      apply (Rmult_le_compat_l U) in DS; [|lra]. rewrite Rmult_minus_distr_l in DS. lra. }
    exists (S cn), k', lam. cbn [sc sk sb sd slo shi sR sM]. repeat split; auto; try lia.
    + rewrite plus_IZR. cbn [Sum] in *. lra.
    + rewrite plus_IZR, mult_IZR. change (Sum (S (S cn)) (fun i => r i * DD i)) with (Sum (S cn) (fun i => r i * DD i) +
      r (S cn) * DD (S cn)).
      rewrite Rmult_plus_distr_l. apply Rplus_le_compat; auto.
      apply Rle_trans with ((lam * r (S cn)) * (U * DD (S cn))); [right; ring|].
      apply Rmult_le_compat; auto; apply Rmult_le_pos; lra. }
  assert (SB : forall y, (0 < y)%Z -> (0 <= sb x * (Z.of_nat cn + 1) / y)%Z)
    by (intros y Hy; apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia).
  destruct (pB q * (Z.of_nat cn + 1 - Z.of_nat kn) <=? pA q * (Z.of_nat kn + 1))%Z eqn:ES; apply uinv_norm.
  - apply Z.leb_le in ES. apply fin; [lia|apply SB; lia| |exact (gap_stay cn kn I3 (sb x) ES I6 I7)].
    eapply div_lo with (X := U * B cn kn); auto; try lia.
    transitivity (U * (IZR (2 * (Z.of_nat cn + 1 - Z.of_nat kn)) * B (S cn) kn)); [ring|]. rewrite (B_same cn kn). ring.
  - apply Z.leb_gt in ES. replace (Z.of_nat kn + 1)%Z with (Z.of_nat (S kn)) at 1 by lia.
    apply fin; [lia|apply SB; lia| |exact (gap_move cn kn I3 (sb x) ES I6 I7)].
    eapply div_lo with (X := U * B cn kn); auto; try lia.
    transitivity (U * (IZR (2 * (Z.of_nat kn + 1)) * B (S cn) (S kn))); [ring|]. rewrite (B_next cn kn). ring.
Qed.

(* ---- lower ---- *)
Definition linv (x : st) : Prop := exists cn kn lam (f : nat -> R),
  sc x = Z.of_nat cn /\ sk x = Z.of_nat kn /\ (kn <= cn)%nat /\ (cn <= N)%nat /\ 0 < lam /\
  (0 <= sb x)%Z /\ U * B cn kn <= IZR (sb x) /\ IZR (sd x) <= U * TT cn (S kn) /\
  (0 <= slo x)%Z /\ IZR (slo x) <= lam * r cn /\ lam * r cn <= IZR (shi x) /\
  lam * Sum (S cn) r <= IZR (sR x) /\ (forall i, f i <= DD i) /\ IZR (sM x) <= lam * U * Sum (S cn) (fun i =>
  r i * f i).

Lemma max0_D d c t : IZR d <= U * TT c t -> IZR (Z.max 0 d) / U <= DD c.
Proof.
  intros Hd. pose proof U_pos as HU. apply Rmult_le_reg_r with U; auto. replace (IZR (Z.max 0 d) / U * U)
  with (IZR (Z.max 0 d)) by (field; lra).
  pose proof (D_nonneg (1/2) a b c). pose proof (T_le_D (1/2) a b c t). apply Z.max_case_strong; intros; nra.
Qed.

Lemma linv_init : linv (linit q).
Proof.
  pose proof okp. pose proof p_range as Hp. pose proof U_pos as HU. pose proof W_pos.
  assert (HR : 0 < r 0).
  { assert (E : r 0 = (1 - p) ^ N). { induction N; [reflexivity|]. cbn [pm pow]. rewrite IHn. ring. } rewrite E.
    apply pow_lt. lra. }
  assert (Hr0 : 0 < IZR (pr0 q)) by (apply IZR_lt, okp).
  set (d := (pA q * pU q / pW q)%Z).
  assert (HD : IZR d <= U * TT 0 1).
  { rewrite T_00. apply div_le; [apply okp|]. rewrite mult_IZR. unfold a, U. right. field. lra. }
  exists O, O, (IZR (pr0 q) / r 0), (fun i => match i with O => IZR (Z.max 0 d) / U | S _ => 0 end).
  unfold linit; fold d; cbn [sc sk sb sd slo shi sR sM].
  assert (E : IZR (pr0 q) / r 0 * r 0 = IZR (pr0 q)) by (field; lra).
  split; [reflexivity|]. split; [reflexivity|]. split; [lia|]. split; [lia|]. split; [apply Rdiv_lt_0_compat; lra|].
  split; [lia|]. split; [cbn [pm]; unfold U; lra|]. split; [exact HD|]. split; [lia|]. split; [lra|]. split; [lra|].
  cbn [Sum]. split; [lra|].
  split; [intros [|i]; [eapply max0_D; eauto|apply D_nonneg]|].
  rewrite mult_IZR, Rplus_0_l. right. transitivity (IZR (pr0 q) / r 0 * r 0 * (U * (IZR (Z.max 0 d) / U)));
  [rewrite E; field; lra|ring].
Qed.

Lemma linv_norm x : linv x -> linv (norml q x).
Proof.
  intros I. unfold norml. destruct (shi x <? pcap q)%Z; auto. pose proof pow2_pos as P2.
  assert (P2' : 0 < IZR (2 ^ psh q)) by (apply IZR_lt; auto).
  destruct I as (cn & kn & lam & f & I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8 & I8' & I9 & I10 & I11 & IF & I12).
  exists cn, kn, (lam / IZR (2 ^ psh q)), f. cbn [sc sk sb sd slo shi sR sM].
  repeat (split; [auto; fail|]). split; [apply Rdiv_lt_0_compat; auto|]. repeat (split; [auto; fail|]).
  split; [apply Z.div_pos; auto|].
  split; [apply div_le; auto; eapply Rle_trans; [exact I9|]; right; field; lra|].
  split; [apply cdiv_ge; auto; eapply Rle_trans; [|exact I10]; right; field; lra|].
  split; [apply cdiv_ge; auto; eapply Rle_trans; [|exact I11]; right; field; lra|].
  split; [auto|].
  apply div_le; auto; eapply Rle_trans; [exact I12|]; right; field; lra.
Qed.

Lemma Sum_upd n (f : nat -> R) v : Sum n (fun i => r i * (if (i =? n)%nat then v else f i)) = Sum n (fun i =>
  r i * f i).
Proof. apply Sum_ext. intros i Hi. rewrite (proj2 (Nat.eqb_neq i n)) by lia. reflexivity. Qed.

Lemma linv_step x : linv x -> linv (lstep q x).
Proof.
  intros I. unfold lstep. destruct (pN q <=? sc x)%Z eqn:EN; auto. apply Z.leb_gt in EN.
  destruct I as (cn & kn & lam & f & I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8 & I8' & I9 & I10 & I11 & IF & I12).
  rewrite I1, I2 in *.
  assert (HN : (cn < N)%nat) by (unfold N; lia). pose proof U_pos as HU.
  pose proof (r_step cn HN) as Rs. pose proof (r_dn cn kn I3) as Rd. pose proof (r_up cn kn I3 HN) as Ru.
  assert (RL : IZR (slo x * (pn q * (pN q - Z.of_nat cn)) / ((pd q - pn q) * (Z.of_nat cn + 1))) <= lam * r (S cn)).
  { eapply div_lo with (X := lam * r cn); auto.
    transitivity (lam * (IZR ((pd q - pn q) * (Z.of_nat cn + 1)) * r (S cn))); [ring|]. rewrite Rs. ring. }
  assert (RH : lam * r (S cn) <= IZR (cdiv (shi x * (pn q * (pN q - Z.of_nat cn))) ((pd q - pn q) *
  (Z.of_nat cn + 1)))).
  { eapply div_hi with (X := lam * r cn); auto.
    transitivity (lam * (IZR ((pd q - pn q) * (Z.of_nat cn + 1)) * r (S cn))); [ring|]. rewrite Rs. ring. }
  assert (RL0 : (0 <= slo x * (pn q * (pN q - Z.of_nat cn)) / ((pd q - pn q) * (Z.of_nat cn + 1)))%Z)
  by (apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; auto).
  pose proof (r_nonneg (S cn)) as R0. pose proof (B_nonneg cn kn) as HB.
  pose proof (m_pos cn kn I3) as Hm. pose proof (k1_pos kn) as Hk1.
  set (rl := (slo x * _ / _)%Z) in *. set (rh := cdiv (shi x * _) _) in *.
  assert (fin : forall k' d sb', (k' <= S cn)%nat -> (0 <= sb')%Z -> U * B (S cn) k' <= IZR sb' ->
    IZR d <= U * TT (S cn) (S k') ->
    linv {| sc := Z.of_nat cn + 1; sk := Z.of_nat k'; sb := sb'; sd := d; slo := rl; shi := rh; sR := sR x + rh;
    sM := sM x + rl * Z.max 0 d |}).
  { intros k' d sb' K1 K2 K3 K4. exists (S cn), k', lam, (fun i => if (i =? S cn)%nat then IZR (Z.max 0 d) / U
    else f i). cbn [sc sk sb sd slo shi sR sM].
    split; [lia|]. repeat (split; [auto; fail|]). split; [rewrite plus_IZR; cbn [Sum] in *; lra|].
    split; [intros i; destruct (Nat.eqb_spec i (S cn)) as [->|]; [eapply max0_D; eauto|auto]|].
    change (Sum (S (S cn)) (fun i => r i * (if (i =? S cn)%nat then IZR (Z.max 0 d) / U else f i)))
      with (Sum (S cn) (fun i => r i * (if (i =? S cn)%nat then IZR (Z.max 0 d) / U else f i)) + r (S cn) *
      (if (S cn =? S cn)%nat then IZR (Z.max 0 d) / U else f (S cn))).
    rewrite Sum_upd, Nat.eqb_refl, plus_IZR, mult_IZR, Rmult_plus_distr_l. apply Rplus_le_compat; auto.
    replace (lam * U * (r (S cn) * (IZR (Z.max 0 d) / U))) with (lam * r (S cn) * IZR (Z.max 0 d)) by (field; lra).
    apply Rmult_le_compat_r; auto. apply IZR_le. lia. }
  assert (CD : forall num y Y, (0 < y)%Z -> IZR y * Y = IZR num * B cn kn ->
  U * Y <= IZR (cdiv (sb x * Z.max 0 num) y)).
  { intros num y Y Hy E. apply cdiv_ge; auto. rewrite mult_IZR.
    apply Rle_trans with (IZR (Z.max 0 num) * (U * B cn kn)).
    - replace (IZR y * (U * Y)) with (IZR num * (U * B cn kn)) by (transitivity (U * (IZR y * Y)); [rewrite E|]; ring).
      apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|apply IZR_le; lia].
    - assert (0 <= IZR (Z.max 0 num)) by (apply IZR_le; lia). nra. }
  assert (SB : forall y, (0 < y)%Z -> (0 <= cdiv (sb x * (Z.of_nat cn + 1)) y)%Z).
  { intros y Hy. unfold cdiv. assert (- (sb x * (Z.of_nat cn + 1)) / y <= 0)%Z; [|lia]. apply Z.div_le_upper_bound;
    auto. nia. }
  destruct (pB q * (Z.of_nat cn + 1 - Z.of_nat kn) <=? pA q * (Z.of_nat kn + 1))%Z eqn:ES; apply linv_norm.
  - apply fin; auto; [apply SB; lia| |].
    + eapply div_hi with (X := U * B cn kn); auto; try lia.
      transitivity (U * (IZR (2 * (Z.of_nat cn + 1 - Z.of_nat kn)) * B (S cn) kn)); [ring|]. rewrite (B_same cn kn).
      ring.
    + rewrite minus_IZR, (T_same (1/2) a b cn kn I3).
      pose proof (CD (pB q * (Z.of_nat cn + 1 - Z.of_nat kn) - pA q * Z.of_nat kn)%Z (2 * pW q *
      (Z.of_nat cn + 1 - Z.of_nat kn))%Z (- (1/2 * uu cn kn)) (W2m cn kn I3) (u_k cn kn I3)) as G.
      rewrite Rmult_plus_distr_l. lra.
  - replace (Z.of_nat kn + 1)%Z with (Z.of_nat (S kn)) at 1 by lia. apply fin; auto; [lia|apply SB; lia| |].
    + eapply div_hi with (X := U * B cn kn); auto; try lia.
      transitivity (U * (IZR (2 * (Z.of_nat kn + 1)) * B (S cn) (S kn))); [ring|]. rewrite (B_next cn kn). ring.
    + rewrite minus_IZR, (T_next (1/2) a b cn kn I3).
      pose proof (CD (pA q * (Z.of_nat kn + 1) - pB q * (Z.of_nat cn - Z.of_nat kn))%Z (2 * pW q * (Z.of_nat kn + 1))%Z
      (1/2 * uu cn (S kn)) (W2k cn kn I3) (u_k1 cn kn)) as G.
      replace (1 - 1/2) with (1/2) by lra. rewrite Rmult_minus_distr_l. lra.
Qed.
End Sound.

Definition par_F (q : par) : R := F (1/2) (IZR (pA q) / IZR (pW q)) (IZR (pB q) / IZR (pW q)) (IZR (pn q) / IZR (pd q))
  (Z.to_nat (pN q)).

(* What the invariant says at the end. *)
Lemma upper_end_sound q strict vn vd x : okpar q = true -> uinv q x -> (0 < vd)%Z -> (0 <= vn)%Z ->
  upper_end q strict vn vd x = true ->
  par_F q <= IZR vn / IZR vd /\ (strict = true -> par_F q < IZR vn / IZR vd).
Proof.
  intros OK I Hd Hn. unfold upper_end. rewrite andb_true_iff, Z.ltb_lt. intros [HR HM].
  destruct I as (cn & kn & lam & I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8 & I9 & I10 & I11 & I12).
  pose proof (p_range q OK) as Hp. pose proof (U_pos q OK) as HU.
  pose proof (F_upper (1/2) (IZR (pA q) / IZR (pW q)) (IZR (pB q) / IZR (pW q)) _ _ cn half_l ltac:(split; left;
  apply Hp) I4) as FU.
  fold (par_F q) in FU. match type of FU with _ * ?s <= ?m => set (S1 := s) in *; set (M1 := m) in * end.
  apply IZR_lt in HR, Hd. apply IZR_le in Hn.
  assert (V : IZR vn = IZR vn / IZR vd * IZR vd) by (field; lra). set (v := IZR vn / IZR vd) in *.
  assert (0 <= v) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]). clearbody v.
  assert (L : 0 < lam * S1) by lra.
  assert (PP : 0 < lam * S1 * IZR (pU q) * IZR vd) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; assumption).
  assert (C1 : par_F q * (lam * S1 * IZR (pU q) * IZR vd) <= IZR (sM x * vd)).
  { rewrite mult_IZR. apply Rle_trans with (lam * IZR (pU q) * M1 * IZR vd); [|apply Rmult_le_compat_r; lra].
    replace (par_F q * (lam * S1 * IZR (pU q) * IZR vd)) with (lam * IZR (pU q) * (par_F q * S1) * IZR vd) by ring.
    apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. exact FU. }
  assert (C2 : IZR (vn * pU q * sR x) <= v * (lam * S1 * IZR (pU q) * IZR vd)).
  { rewrite !mult_IZR, V. replace (v * (lam * S1 * IZR (pU q) * IZR vd)) with (v * IZR vd * IZR (pU q) * (lam * S1))
    by ring.
    apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra|exact I11]. }
  split.
  - apply Rmult_le_reg_r with (lam * S1 * IZR (pU q) * IZR vd); auto.
    assert (IZR (sM x * vd) <= IZR (vn * pU q * sR x)); [|lra]. apply IZR_le. destruct strict; [apply Z.ltb_lt in HM;
    lia|apply Z.leb_le in HM; lia].
  - intros ->. apply Rmult_lt_reg_r with (lam * S1 * IZR (pU q) * IZR vd); auto.
    assert (IZR (sM x * vd) < IZR (vn * pU q * sR x)); [|lra]. apply IZR_lt. apply Z.ltb_lt in HM. lia.
Qed.
(* What the upper loop accepts is an upper bound of F. *)
Theorem ucheck_sound {en : engine} {ok : faithful en} q strict vn vd : ucheck q strict vn vd = true ->
  par_F q <= IZR vn / IZR vd /\ (strict = true -> par_F q < IZR vn / IZR vd).
Proof.
  unfold ucheck. rewrite (up_loop_ok q). cbn [up_loop plain]. rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le.
  intros [[[OK Hd] Hn] C].
  apply upper_end_sound in C; auto. apply Pos.iter_invariant; [intros; apply uinv_step; auto|apply uinv_init; auto].
Qed.

(* What the invariant says at the end. *)
Lemma lower_end_sound q strict vn vd x : okpar q = true -> linv q x -> (0 < vd)%Z -> (0 <= vn)%Z ->
  lower_end q strict vn vd x = true ->
  IZR vn / IZR vd <= par_F q /\ (strict = true -> IZR vn / IZR vd < par_F q).
Proof.
  intros OK I Hd Hn. unfold lower_end. rewrite andb_true_iff, Z.ltb_lt. intros [HX HM].
  destruct I as (cn & kn & lam & f & I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8 & I8' & I9 & I10 & I11 & IF & I12).
  pose proof (p_range q OK) as Hp. pose proof (U_pos q OK) as HU. pose proof (pd_pos q OK) as Hpd.
  pose proof (F_lower (1/2) (IZR (pA q) / IZR (pW q)) (IZR (pB q) / IZR (pW q)) _ _ cn f half_l ltac:(split; left;
  apply Hp) I4 IF) as FL.
  fold (par_F q) in FL. set (M1 := Sum (S cn) _) in FL, I12.
  set (p := IZR (pn q) / IZR (pd q)) in *. set (N := Z.to_nat (pN q)) in *.
  set (up := (pn q * (pN q - sc x))%Z) in *. set (dn := ((pd q - pn q) * (sc x + 1))%Z) in *.
  assert (EN : INR N = IZR (pN q)). { unfold N. rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity|apply (okp q OK)]. }
  assert (EP : IZR (pn q) = p * IZR (pd q)) by (unfold p; field; lra).
  assert (EU : IZR up = IZR (pd q) * (p * (INR N - INR cn))).
  { unfold up. rewrite mult_IZR, minus_IZR, I1, <- INR_IZR_INZ, EN, EP. ring. }
  assert (ED : IZR dn = IZR (pd q) * ((1 - p) * INR (S cn))). { unfold dn. rewrite mult_IZR, minus_IZR, plus_IZR, I1,
  <- INR_IZR_INZ, EP, S_INR. ring. }
  assert (LT : p * (INR N - INR cn) < (1 - p) * INR (S cn)). { apply IZR_lt in HX. rewrite EU, ED in HX.
  apply Rmult_lt_reg_l with (IZR (pd q)); auto. }
  pose proof (total_upper p N cn ltac:(lra) I4 LT) as TU.
  set (Y := p * (INR N - INR cn)) in *. set (X := (1 - p) * INR (S cn)) in *.
  set (tot := (sR x + cdiv (shi x * up) (dn - up))%Z) in *.
  assert (UP0 : (0 <= up)%Z). { unfold up. pose proof (okp q OK). apply Z.mul_nonneg_nonneg; [lia|]. rewrite I1.
  unfold N in I4. lia. }
  assert (LT1 : lam <= IZR tot).
  { unfold tot. rewrite plus_IZR. cbn [Sum] in I11.
    assert (lam * (pm p N cn * (Y / (X - Y))) <= IZR (cdiv (shi x * up) (dn - up))).
    { eapply div_hi with (X := lam * pm p N cn); auto; [lia|]. rewrite minus_IZR, EU, ED. field. lra. }
    replace ((1 - p) * INR (S cn) * pm p N cn / (X - Y)) with (X * pm p N cn / (X - Y)) in TU by reflexivity.
    assert (E : X * pm p N cn / (X - Y) = pm p N cn + pm p N cn * (Y / (X - Y))) by (field; lra).
    rewrite E in TU. apply Rle_trans with (lam * (Sum cn (pm p N) + (pm p N cn + pm p N cn * (Y / (X - Y))))); [nra|].
    rewrite !Rmult_plus_distr_l in *. lra. }
  apply IZR_lt in Hd. apply IZR_le in Hn.
  assert (V : IZR vn = IZR vn / IZR vd * IZR vd) by (field; lra). set (v := IZR vn / IZR vd) in *.
  assert (V0 : 0 <= v) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]). clearbody v.
  assert (C1 : v * (lam * IZR (pU q) * IZR vd) <= IZR (vn * pU q * tot)).
  { rewrite !mult_IZR, V. replace (v * IZR vd * IZR (pU q) * IZR tot) with (v * IZR (pU q) * IZR vd * IZR tot) by ring.
    replace (v * (lam * IZR (pU q) * IZR vd)) with (v * IZR (pU q) * IZR vd * lam) by ring.
    apply Rmult_le_compat_l; auto. repeat apply Rmult_le_pos; lra. }
  assert (C2 : IZR (sM x * vd) <= par_F q * (lam * IZR (pU q) * IZR vd)).
  { rewrite mult_IZR. apply Rle_trans with (lam * IZR (pU q) * M1 * IZR vd); [apply Rmult_le_compat_r; lra|].
    replace (par_F q * (lam * IZR (pU q) * IZR vd)) with (lam * IZR (pU q) * par_F q * IZR vd) by ring.
    apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; auto. apply Rmult_le_pos; lra. }
  assert (PP : 0 < lam * IZR (pU q) * IZR vd) by (repeat apply Rmult_lt_0_compat; auto).
  split.
  - apply Rmult_le_reg_r with (lam * IZR (pU q) * IZR vd); auto.
    assert (IZR (vn * pU q * tot) <= IZR (sM x * vd)); [|lra]. apply IZR_le. destruct strict; [apply Z.ltb_lt in HM;
    lia|apply Z.leb_le in HM; lia].
  - intros ->. apply Rmult_lt_reg_r with (lam * IZR (pU q) * IZR vd); auto.
    assert (IZR (vn * pU q * tot) < IZR (sM x * vd)); [|lra]. apply IZR_lt. apply Z.ltb_lt in HM. lia.
Qed.
(* What the lower loop accepts is a lower bound of F. *)
Theorem lcheck_sound {en : engine} {ok : faithful en} q strict vn vd : lcheck q strict vn vd = true ->
  IZR vn / IZR vd <= par_F q /\ (strict = true -> IZR vn / IZR vd < par_F q).
Proof.
  unfold lcheck. rewrite (low_loop_ok q). cbn [low_loop plain]. rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le.
  intros [[[OK Hd] Hn] C].
  apply lower_end_sound in C; auto. apply Pos.iter_invariant; [intros; apply linv_step; auto|apply linv_init; auto].
Qed.
