(* What each check accepts is true of its quantity. *)
Require Import Reals Lra Lia Arith Bool ZArith String Ascii.
From Hallmark Require Import Definitions Claims Laws OneMoreCoin ClonesPair Steps Exponential ClonesMonotone
  ClonesChecked KrrChecked Response ResponseChecked ResponseUpper Distant ShuffleChecked RoundsChecked Rounds Product
  Witness Text.
From Hallmark Require Import Noise Batches KnotRounds TrainingChecked SgdPrivate SgdChecked GaussianChecked.
From Hallmark Require Import NoiseLower BatchesLower ReplaceUpper Mechanisms PureRounds PrivateRounds Concentrated.
From Hallmark Require Import ConcentratedLower Formulas FormulasChecked TradeOff TradeOffLower Audits.
From Hallmark Require Import AuditsChecked LaplaceRounds SelectionChecked PrivateSelection Phases PhasesChecked Checks.
Open Scope Z_scope.

Section WithEngine.
Context {en : engine} {ok : faithful en} {p : proposal}.

Definition le_or_lt (strict : bool) (x y : R) : Prop := if strict then (x < y)%R else (x <= y)%R.

Lemma clones_upper_sound extra strict n eps0 eps v : clones_upper extra strict n eps0 eps v = true ->
  le_or_lt strict (clones_delta (Z.to_nat n) (val eps0) (val eps)) (val v).
Proof.
  unfold clones_upper, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct (clones_witness _ _ _ _ _ _ _) as [k|]; [|discriminate].
  destruct (beginning _ _ _ _ k) as [k' s]. intros C.
  apply (check_upper_sound _ strict _ _ _ vn vd _ (upper_loop_sound s strict vn vd)) in C. destruct C as [C S].
  destruct strict; cbn; auto.
Qed.
Lemma clones_upper_domain extra strict n eps0 eps v : clones_upper extra strict n eps0 eps v = true ->
  (1 <= Z.to_nat n)%nat /\ (0 < val eps0)%R.
Proof.
  unfold clones_upper, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct (clones_witness _ _ _ _ _ _ _) as [k|]; [|discriminate].
  destruct (beginning _ _ _ _ k) as [k' s]. unfold check_upper. destruct (enc _ _ eps0) as [[[? ?] ?]|];
  [|discriminate]. destruct (enc _ _ eps) as [[[? ?] ?]|]; [|discriminate].
  intros C. repeat rewrite andb_true_iff in C. rewrite Z.leb_le in C. split; [lia|]. apply positive_sound. tauto.
Qed.
Lemma clones_lower_sound extra strict n eps0 eps v : clones_lower extra strict n eps0 eps v = true ->
  (0 < val eps0)%R /\ le_or_lt strict (val v) (clones_delta (Z.to_nat n) (val eps0) (val eps)).
Proof.
  unfold clones_lower, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct (clones_witness _ _ _ _ _ _ _) as [k|]; [|discriminate].
  destruct (beginning _ _ _ _ k) as [k' s].
  intros C. split.
  - unfold check_lower in C. destruct (enc _ _ eps0) as [[[? ?] ?]|]; [|discriminate].
    destruct (enc _ _ eps) as [[[? ?] ?]|]; [|discriminate].
    repeat rewrite andb_true_iff in C. apply positive_sound. tauto.
  - apply (check_lower_sound _ strict _ _ _ vn vd _ (lower_loop_sound s strict vn vd)) in C. destruct C as [C S].
    destruct strict; cbn; auto.
Qed.
Lemma one_of_one_round n eps0 eps : (0 < eps0)%R -> rounds_delta 1 n eps0 eps = clones_delta n eps0 eps.
Proof.
  intros H. unfold rounds_delta, clones_delta, divergence. assert (W : (0 <= exp eps)%R) by (left; apply exp_pos).
  transitivity (rounds_stick out out_dec (clonesP n eps0) (clonesQ n eps0) 1 (exp eps)).
  - apply (rounds_stick_hockey out out_dec); auto; [apply P_law; auto|apply Q_nonneg; auto].
  - apply (Product.one_round out out_dec); auto; [apply P_law; auto|apply Q_nonneg; auto].
Qed.
Lemma rounds_upper_sound extra strict t n eps0 eps v : rounds_upper extra strict t n eps0 eps v = true ->
  (1 <= Z.to_nat n)%nat /\ (0 < val eps0)%R /\ le_or_lt strict (rounds_delta (Z.to_nat t) (Z.to_nat n) (val eps0)
  (val eps)) (val v).
Proof.
  unfold rounds_upper. destruct (Z.eqb_spec t 1) as [->|].
  - intros C. destruct (clones_upper_domain _ _ _ _ _ _ C) as [H1 H2]. split; [auto|]. split; [auto|].
    change (Z.to_nat 1) with 1%nat. rewrite one_of_one_round by auto. eapply clones_upper_sound; eauto.
  - unfold with_rational. destruct v as [vn vd|]; [|discriminate]. destruct (levels_witness _ _ _ _ _ _ _) as [k|];
    [|discriminate]. intros C.
    apply rounds_check_sound in C. destruct C as (H1 & H2 & C). split; [auto|]. split; [auto|]. destruct strict;
    exact C.
Qed.
Lemma rounds_lower_sound extra strict t n eps0 eps v : rounds_lower extra strict t n eps0 eps v = true ->
  (0 < val eps0)%R /\ le_or_lt strict (val v) (rounds_delta (Z.to_nat t) (Z.to_nat n) (val eps0) (val eps)).
Proof.
  unfold rounds_lower. destruct (Z.eqb_spec t 1) as [->|].
  - intros C. apply clones_lower_sound in C. destruct C as [H2 C]. split; [auto|]. change (Z.to_nat 1) with 1%nat.
    rewrite one_of_one_round by auto. exact C.
  - unfold with_rational. destruct v as [vn vd|]; [|discriminate]. destruct (levels_witness _ _ _ _ _ _ _) as [k|];
    [|discriminate]. intros C.
    apply rounds_check_sound in C. destruct C as (H1 & H2 & C). split; [auto|]. destruct strict; exact C.
Qed.
Lemma rounds_antitone t n eps0 eps eps' : (0 < eps0)%R -> (eps <= eps')%R ->
  (rounds_delta t n eps0 eps' <= rounds_delta t n eps0 eps)%R.
Proof.
  intros H0 He. unfold rounds_delta. apply hockey_antitone.
  - clear He. induction t as [|t IH]; cbn [power]; [apply nonneg_ret|]. apply nonneg_bind; [apply Q_nonneg; auto|].
    intros x. apply nonneg_bind; [exact IH|]. intros; apply nonneg_ret.
  - destruct He as [He| ->]; [left; apply exp_increasing; auto|lra].
Qed.
Lemma response_lower_sound extra strict h n eps0 eps v : response_lower extra strict h n eps0 eps v = true ->
  exists d, one_round_advantage (Z.to_nat n) (val eps0) (val eps) d /\ le_or_lt strict (val v) d.
Proof.
  unfold response_lower, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct (response_witness _ _ _ _ _ _ _) as [k|]; [|discriminate].
  intros C. apply response_check_sound in C. destruct C as (Hm & Hz & H0 & L & S). eexists. split.
  - apply (response_advantage (Z.to_nat n) (Z.to_nat (others h)) (Z.to_nat (n - 1 - others h)) (val eps0) (val eps)
    (Z.to_nat (rt k)) (more_ones h)); [lra|lia].
  - destruct strict; cbn; auto.
Qed.
Lemma one_way_upper_sound extra up strict n eps0 eps v : one_way_upper extra up strict n eps0 eps v = true ->
  le_or_lt strict (one_way up (Z.to_nat n) 0 (val eps0) (val eps)) (val v).
Proof.
  unfold one_way_upper, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct (upper_witness _ _ _ _ _ _) as [k|]; [|discriminate].
  intros C. apply response_upper_sound in C. destruct C as [C S], strict; cbn; auto.
Qed.
Lemma rr2_upper_sound extra strict dir n m eps0 eps v : rr2_upper extra strict dir n m eps0 eps v = true ->
  le_or_lt strict (rr2_delta dir (Z.to_nat n) (Z.to_nat m) (val eps0) (val eps)) (val v).
Proof.
  unfold rr2_upper. rewrite andb_true_iff, Z.eqb_eq. intros [-> C]. change (Z.to_nat 0) with 0%nat.
  assert (R : dir <> Add -> one_way_upper extra true strict n eps0 eps v = true) by (destruct dir;
  rewrite ?andb_true_iff in C; intros; tauto || congruence).
  assert (A : dir <> Remove -> one_way_upper extra false strict n eps0 eps v = true) by (destruct dir;
  rewrite ?andb_true_iff in C; intros; tauto || congruence).
  destruct strict; cbn [le_or_lt].
  - apply one_way_below; intros D; [exact (one_way_upper_sound _ _ _ _ _ _ _ (R D))|exact (one_way_upper_sound _ _ _ _ _
    _ _ (A D))].
  - apply one_way_at_most; intros D; [exact (one_way_upper_sound _ _ _ _ _ _ _ (R D))|exact (one_way_upper_sound _ _ _ _
    _ _ _ (A D))].
Qed.
Lemma rr2_lower_sound extra strict h dir n m eps0 eps v : rr2_lower extra strict h dir n m eps0 eps v = true ->
  le_or_lt strict (val v) (rr2_delta dir (Z.to_nat n) (Z.to_nat m) (val eps0) (val eps)).
Proof.
  unfold rr2_lower. rewrite !andb_true_iff, Z.eqb_eq. intros [[<- D] C]. unfold response_lower, with_rational in C.
  destruct v as [vn vd|]; [|discriminate]. destruct (response_witness _ _ _ _ _ _ _) as [k|]; [|discriminate].
  apply response_check_sound in C. destruct C as (Hm & Hz & H0 & L & S).
  replace (Z.to_nat (n - 1 - others h)) with (Z.to_nat n - 1 - Z.to_nat (others h))%nat in * by lia.
  pose proof (one_way_event (more_ones h) (Z.to_nat n) (Z.to_nat (others h)) (val eps0) (val eps) (Z.to_nat (rt k))) as
  E1.
  assert (E2 : (one_way (more_ones h) (Z.to_nat n) (Z.to_nat (others h)) (val eps0) (val eps) <=
  rr2_delta dir (Z.to_nat n) (Z.to_nat (others h)) (val eps0) (val eps))%R).
  { apply one_way_at_least. destruct dir, (more_ones h); try discriminate; congruence. }
  destruct strict; cbn [le_or_lt]; cbn [val]; [specialize (S eq_refl)|]; lra.
Qed.
Lemma krr_pair_sound extra up strict n k gamma eps v : krr_pair extra up strict n k gamma eps v = true ->
  let d := krr_pair_delta (Z.to_nat n) (IZR k) (val gamma) (val eps) in if up then le_or_lt strict d (val v)
    else le_or_lt strict (val v) d.
Proof.
  unfold krr_pair, with_rational. destruct v as [vn vd|]; [|discriminate]. destruct gamma as [gn gd|]; [|discriminate].
  destruct (krr_witness _ _ _ _ _ _ _ _ _) as [w|]; [|discriminate]. intros C. apply krr_check_sound in C.
  destruct up, C as [C S], strict; cbn; auto.
Qed.

Lemma krr_range_sound k gamma : krr_range k gamma = true -> (2 <= IZR k /\ 0 <= val gamma <= 1 /\ val gamma < 1)%R.
Proof.
  unfold krr_range, with_rational. destruct gamma as [gn gd|]; [|discriminate]. rewrite !andb_true_iff, !Z.leb_le,
  Z.ltb_lt. intros [[Hk G0] G1].
  assert (Hd : (0 < gd)%Z) by lia. apply IZR_le in Hk, G0. apply IZR_lt in G1, Hd. cbn [val].
  assert ((IZR gn / IZR gd < 1)%R) by (apply Rmult_lt_reg_r with (IZR gd); auto; unfold Rdiv; rewrite Rmult_assoc,
  Rinv_l by lra; lra).
  split; [lra|]. split; [split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|lra]|lra].
Qed.
Lemma share_range k gamma : (2 <= k /\ 0 <= gamma <= 1 -> 0 <= gamma / k /\ 2 * (gamma / k) <= 1)%R.
Proof.
  intros [Hk Hg]. assert (K : (0 < / k <= 1/2)%R) by (split; [apply Rinv_0_lt_compat; lra|]; replace (1/2)%R
  with (/ 2)%R by lra; apply Rinv_le_contravar; lra).
  unfold Rdiv. split; nra.
Qed.
Lemma nonneg_number_sound x : nonneg_number x = true -> (0 <= val x)%R.
Proof.
  destruct x as [n d|n d]; cbn [nonneg_number val]; rewrite andb_true_iff; rewrite ?Z.leb_le, ?Z.ltb_lt; intros [A B].
  - apply IZR_le in A. apply IZR_lt in B. apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
  - apply IZR_lt in A. apply IZR_le in B. rewrite <- ln_1. destruct (Req_dec (IZR n / IZR d) 1) as [->|NE]; [lra|].
    left. apply ln_increasing; [lra|].
    assert (1 <= IZR n / IZR d)%R; [|lra]. apply Rmult_le_reg_r with (IZR d); auto. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma not_positive_sound x : not_positive x = true -> (val x <= 0)%R.
Proof.
  destruct x as [n d|n d]; cbn; [|discriminate]. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. intros [A B].
  apply IZR_le in A. apply IZR_lt in B. apply Rmult_le_reg_r with (IZR d); auto. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma krr_seen_sound extra up strict n k gamma eps v : krr_seen extra up strict n k gamma eps v = true ->
  (2 <= IZR k /\ 0 <= val gamma <= 1 /\ val gamma < 1 /\ 0 <= val eps)%R /\
  let d := krr_delta (Z.to_nat n) (IZR k) (val gamma) (val eps) in if up then le_or_lt strict d (val v)
    else le_or_lt strict (val v) d.
Proof.
  intros C. assert (R : krr_range k gamma = true /\ nonneg_number eps = true).
  { revert C. unfold krr_seen, krr_range, with_rational. destruct gamma; [|discriminate]. destruct v; [|discriminate].
    rewrite !andb_true_iff. tauto. }
  destruct R as [R E]. apply krr_range_sound in R. apply nonneg_number_sound in E. destruct R as (Hk & Hg & Hg1).
  split; [tauto|]. cbn zeta. rewrite krr_strong by auto. revert C. unfold krr_seen, with_rational.
  destruct gamma as [gn gd|]; [|discriminate].
  destruct v as [vn vd|]; [|discriminate]. rewrite !andb_true_iff. intros [[[[[_ G0] G1] Vd] _] C].
  rewrite Z.leb_le in G0. rewrite Z.ltb_lt in G1, Vd. apply krr_pair_sound in C. cbn [val] in *.
  set (d := krr_pair_delta _ _ _ _) in *.
  assert (Dp : (0 < IZR gd)%R) by (apply IZR_lt; lia).
  apply IZR_lt in G1, Vd. rewrite !mult_IZR, minus_IZR in C.
  assert (E' : (IZR vn * IZR gd / (IZR vd * (IZR gd - IZR gn)) * (1 - IZR gn / IZR gd) = IZR vn / IZR vd)%R)
  by (field; lra).
  assert (P : (0 < 1 - IZR gn / IZR gd)%R) by lra.
  set (y := (IZR vn * IZR gd / (IZR vd * (IZR gd - IZR gn)))%R) in *. rewrite <- E'. destruct up, strict;
  cbn [le_or_lt] in *; nra.
Qed.

(* The nudged number is on the right side. *)
Lemma nudge_down x : is_scaled x = true -> nonneg_number (nudge (-1) x) = true -> (val (nudge (-1) x) < val x)%R.
Proof.
  assert (G : forall n d, (0 < d)%Z -> (IZR (n * nudge_scale + -1) / IZR (d * nudge_scale) < IZR n / IZR d)%R).
  { intros n d Hd. apply IZR_lt in Hd. rewrite plus_IZR, !mult_IZR. assert (0 < IZR nudge_scale)%R by (apply IZR_lt;
    reflexivity).
    apply Rmult_lt_reg_r with (IZR d * IZR nudge_scale)%R; [apply Rmult_lt_0_compat; auto|]. field_simplify; lra. }
  destruct x as [n d|n d]; cbn [is_scaled nudge val nonneg_number]; rewrite ?andb_true_iff, ?Z.ltb_lt, ?Z.leb_le.
  - intros Hd _. auto.
  - intros [Hn Hd] [P Q]. apply ln_increasing; auto. apply Rdiv_lt_0_compat; apply IZR_lt; lia.
Qed.
Lemma nudge_up x : is_scaled x = true -> (val x < val (nudge 1 x))%R.
Proof.
  assert (G : forall n d, (0 < d)%Z -> (IZR n / IZR d < IZR (n * nudge_scale + 1) / IZR (d * nudge_scale))%R).
  { intros n d Hd. apply IZR_lt in Hd. rewrite plus_IZR, !mult_IZR. assert (0 < IZR nudge_scale)%R by (apply IZR_lt;
    reflexivity).
    apply Rmult_lt_reg_r with (IZR d * IZR nudge_scale)%R; [apply Rmult_lt_0_compat; auto|]. field_simplify; lra. }
  destruct x as [n d|n d]; cbn [is_scaled nudge val]; rewrite ?andb_true_iff, ?Z.ltb_lt; auto.
  intros [Hn Hd]. apply ln_increasing; auto. apply Rdiv_lt_0_compat; apply IZR_lt; lia.
Qed.

Lemma infimum_upper_sound strict inside v (S : R -> Prop) : infimum_upper strict inside v = true ->
  (forall e, nonneg_number e = true -> inside e = true -> S (val e)) -> (forall e, S e -> (0 <= e)%R) ->
  exists m, is_inf S m /\ le_or_lt strict m (val v).
Proof.
  unfold infimum_upper. rewrite !andb_true_iff. intros [[Sc Nn] In_] HS H0.
  destruct (infimum_exists S _ (HS _ Nn In_) H0) as (m & I & L). exists m. split; auto.
  destruct strict; cbn [le_or_lt]; auto. pose proof (nudge_down v Sc Nn). lra.
Qed.
Lemma infimum_lower_sound strict outside v (S : R -> Prop) : infimum_lower strict outside v = true ->
  (forall e x, outside e = true -> S x -> (val e <= x)%R) -> (forall e, S e -> (0 <= e)%R) ->
  forall m, is_inf S m -> le_or_lt strict (val v) m.
Proof.
  unfold infimum_lower. intros C HS H0 m [_ I]. apply orb_true_iff in C. destruct C as [C|C].
  - apply andb_true_iff in C. destruct C as [N Z0]. destruct strict; [discriminate|]. cbn.
    apply Rle_trans with 0%R; [apply not_positive_sound, Z0|apply I; exact H0].
  - apply andb_true_iff in C. destruct C as [Sc C]. assert (L : (val (if strict then nudge 1 v else v) <= m)%R)
    by (apply I; intros e He; eapply HS; eauto).
    destruct strict; cbn; auto. pose proof (nudge_up v Sc). lra.
Qed.

(* ---- the least number of users ---- *)
Lemma least_exists (S : nat -> Prop) k : (forall n, S n \/ ~ S n) -> S k -> exists n, (n <= k)%nat /\ S n /\ forall m,
  (m < n)%nat -> ~ S m.
Proof.
  intros Dec. induction k as [k IH] using lt_wf_ind. intros Sk.
  assert (G : forall j, (j <= k)%nat -> (exists m, (m < j)%nat /\ S m) \/ forall m, (m < j)%nat -> ~ S m).
  { induction j as [|j IJ]; intros Hj; [right; intros; lia|]. destruct (IJ ltac:(lia)) as [(m & M1 & M2)|N];
    [left; exists m; split; auto|].
    destruct (Dec j) as [Y|Y]; [left; exists j; auto|right]. intros m Hm. destruct (Nat.eq_dec m j) as [->|]; auto.
    apply N. lia. }
  destruct (G k (le_n k)) as [(m & M1 & M2)|N]; [|exists k; auto]. destruct (IH m M1 M2) as (n & N1 & N2 & N3).
  exists n. split; [lia|]. auto.
Qed.
Lemma users_upper_sound extra strict eps0 eps d v : users_upper extra strict eps0 eps d v = true ->
  exists n, least_users (val eps0) (val eps) (val d) n /\ le_or_lt strict (INR n) (val v).
Proof.
  unfold users_upper, with_rational. destruct v as [vn vd|]; [|discriminate]. rewrite !andb_true_iff, Z.leb_le,
  Z.ltb_lt. intros [[Hd Hn] C].
  set (k := if strict then ((vn - 1) / vd)%Z else (vn / vd)%Z) in *. pose proof (clones_upper_sound _ _ _ _ _ _ C) as U.
  cbn in U.
  destruct (least_exists (fun n => (1 <= n)%nat /\ (clones_delta n (val eps0) (val eps) <= val d)%R) (Z.to_nat k)) as
  (n & N1 & [N2 N3] & N4).
  - intros n. destruct (le_dec 1 n); [|tauto]. destruct (Rle_dec (clones_delta n (val eps0) (val eps)) (val d)); tauto.
  - split; [lia|auto].
  - exists n. split.
    + split; [auto|]. split; [auto|]. intros m Hm. destruct (Rlt_dec (val d) (clones_delta m (val eps0) (val eps)));
      auto. exfalso. apply (N4 m); [lia|]. split; [lia|lra].
    + assert (L : (Z.of_nat n <= k)%Z) by lia. apply IZR_lt in Hd as Hd'. cbn [val]. rewrite INR_IZR_INZ. unfold k in L.
      assert (E : (IZR vn = IZR vn / IZR vd * IZR vd)%R) by (field; lra). set (y := (IZR vn / IZR vd)%R) in *.
      clearbody y.
      destruct strict; cbn [le_or_lt]; [apply Rmult_lt_reg_r with (IZR vd)|apply Rmult_le_reg_r with (IZR vd)]; auto;
      rewrite <- E, <- mult_IZR; [apply IZR_lt|apply IZR_le].
      * pose proof (Z.mul_div_le (vn - 1) vd Hd). nia.
      * pose proof (Z.mul_div_le vn vd Hd). nia.
Qed.
Lemma users_lower_sound extra strict eps0 eps d v n : users_lower extra strict eps0 eps d v = true ->
  least_users (val eps0) (val eps) (val d) n -> le_or_lt strict (val v) (INR n).
Proof.
  unfold users_lower, with_rational. destruct v as [vn vd|]; [|discriminate]. rewrite !andb_true_iff, orb_true_iff,
  Z.leb_le, Z.ltb_lt. intros [Hd C] (N1 & N2 & _).
  set (k := if strict then (vn / vd)%Z else (cdiv vn vd - 1)%Z) in *.
  assert (L : (k < Z.of_nat n)%Z).
  { destruct C as [C|C]; [lia|]. apply clones_lower_sound in C. destruct C as [H0 C]. cbn in C.
    destruct (Z_lt_le_dec k (Z.of_nat n)); auto. exfalso.
    pose proof (clones_antitone_n n (Z.to_nat k) (val eps0) (val eps) H0 ltac:(lia)). lra. }
  apply IZR_lt in Hd as Hd'. cbn [val]. rewrite INR_IZR_INZ. unfold k in L.
  assert (E : (IZR vn = IZR vn / IZR vd * IZR vd)%R) by (field; lra). set (y := (IZR vn / IZR vd)%R) in *. clearbody y.
  destruct strict; cbn [le_or_lt]; [apply Rmult_lt_reg_r with (IZR vd)|apply Rmult_le_reg_r with (IZR vd)]; auto;
  rewrite <- E, <- mult_IZR; [apply IZR_lt|apply IZR_le].
  - pose proof (Z.mod_pos_bound vn vd Hd). pose proof (Z.div_mod vn vd ltac:(lia)). nia.
  - unfold cdiv in L. pose proof (Z.mod_pos_bound (- vn) vd Hd). pose proof (Z.div_mod (- vn) vd ltac:(lia)). nia.
Qed.

Lemma of_batches_found {A} (found : option A) f q s v : of_batches found f q s v = true ->
  exists w sn sd qn qd vn vd, s = Rat sn sd /\ q = Rat qn qd /\ v = Rat vn vd /\ f w sn sd qn qd vn vd = true.
Proof.
  unfold of_batches, with_rational. destruct v as [vn vd|], q as [qn qd|], s as [sn sd|]; try discriminate.
  destruct found as [w|]; [|discriminate]. intros C. exists w, sn, sd, qn, qd, vn, vd. auto.
Qed.
Lemma sgd_check_sound strict dir t q s eps v : sgd_upper_check strict dir t q s eps v = true ->
  exists c, le_or_lt strict c (val v) /\ forall d, sgd dir t q s (val eps) d -> (d <= c)%R.
Proof.
  intros C. apply of_batches_found in C. destruct C as (w & sn & sd & qn & qd & vn & vd & -> & -> & -> & C).
  apply sgd_upper in C. destruct C as (_ & c & V & B).
  exists c. split; [exact V|]. intros d Hd. exact (B _ _ Hd).
Qed.
Lemma replace_check_sound strict t q s eps v : replace_check strict t q s eps v = true ->
  exists c, le_or_lt strict c (val v) /\ forall dir d, sgd_replace dir t q s (val eps) d -> (d <= c)%R.
Proof.
  intros C. apply of_batches_found in C. destruct C as (w & sn & sd & qn & qd & vn & vd & -> & -> & -> & C).
  apply replace_upper in C. destruct C as (c & V & B).
  exists c. split; [exact V|]. intros dir d Hd. exact (B _ _ Hd).
Qed.
Lemma gaussian_upper_check_sound strict t s eps v : gaussian_upper_check strict t s eps v = true ->
  exists c, le_or_lt strict c (val v) /\ forall dir d,
    gaussian_advantage ZeroOut dir (Z.to_nat t) (val s) (val eps) d -> (d <= c)%R.
Proof.
  unfold gaussian_upper_check. rewrite !andb_true_iff. intros [[Sc _] C].
  set (v' := if strict then nudge (-1) v else v) in *.
  unfold with_rational in C. destruct v' as [vn vd|] eqn:E; [|discriminate]. destruct s as [sn sd|]; [|discriminate].
  apply andb_true_iff in C. destruct C as [N C]. destruct tangents as [w|]; [|discriminate].
  exists (val v'). rewrite E. split; [|intros dir d Hd; exact (gaussian_upper w t sn sd eps vn vd C _ _ d Hd)].
  destruct strict; cbn [le_or_lt]; unfold v' in E; [|rewrite E; lra]. rewrite <- E. apply nudge_down; auto. rewrite E.
  cbn [nonneg_number]. apply andb_true_iff. split; [exact N|]. unfold gaussian_check in C. cbv zeta in C.
  repeat rewrite andb_true_iff in C. tauto.
Qed.
Lemma gaussian_upper_check_positive strict t s eps v : gaussian_upper_check strict t s eps v = true -> (0 < val s)%R.
Proof.
  unfold gaussian_upper_check, with_rational. rewrite !andb_true_iff. intros [_ C]. destruct (if strict then _ else _);
  [|discriminate].
  destruct s as [sn sd|]; [|discriminate]. apply andb_true_iff in C. destruct C as [_ C]. destruct tangents;
  [|discriminate].
  unfold gaussian_check in C. cbv zeta in C. repeat rewrite andb_true_iff in C. rewrite !Z.ltb_lt in C.
  cbn [val]. apply Rdiv_lt_0_compat; apply IZR_lt; tauto.
Qed.

(* an event is an advantage, at eps and below *)
Lemma sgd_event_check_sound strict dir t q s eps v : sgd_event_check strict dir t q s eps v = true ->
  forall x, (x <= val eps)%R -> exists d, sgd dir t q s x d /\ le_or_lt strict (val v) d.
Proof.
  intros C. apply of_batches_found in C. destruct C as (w & sn & sd & qn & qd & vn & vd & -> & -> & -> & C).
  exact (sgd_lower _ _ _ _ _ _ _ _ _ _ _ _ C).
Qed.
Lemma replace_event_check_sound dir strict t q s eps v : replace_event_check strict t q s eps v = true ->
  forall x, (x <= val eps)%R -> exists d, sgd_replace dir t q s x d /\ le_or_lt strict (val v) d.
Proof.
  intros C. apply of_batches_found in C. destruct C as (w & sn & sd & qn & qd & vn & vd & -> & -> & -> & C).
  exact (replace_lower _ _ _ _ _ _ _ _ _ _ _ C).
Qed.
Lemma fixed_event_check_sound strict t q s eps v : fixed_event_check strict t q s eps v = true ->
  forall x, (x <= val eps)%R -> exists d, fixed t q s x d /\ le_or_lt strict (val v) d.
Proof.
  intros C. apply of_batches_found in C. destruct C as (w & sn & sd & qn & qd & vn & vd & -> & -> & -> & C).
  exact (fixed_lower _ _ _ _ _ _ _ _ _ _ C).
Qed.
Lemma gaussian_event_check_sound strict dir t s eps v : gaussian_event_check strict dir t s eps v = true ->
  (0 < val s)%R /\ forall x, (x <= val eps)%R ->
  exists d, gaussian_advantage ZeroOut dir (Z.to_nat t) (val s) x d /\ le_or_lt strict (val v) d.
Proof.
  unfold gaussian_event_check, with_rational. destruct v as [vn vd|], s as [sn sd|]; try discriminate.
  destruct events as [[w remove]|]; [|discriminate]. intros C.
  split; [|exact (gaussian_lower _ _ _ _ _ _ _ _ _ _ C)]. apply andb_true_iff in C. destruct C as [_ C].
  destruct (lower_domain _ _ _ _ _ _ _ _ _ _ _ C) as (_ & _ & S0 & S1 & _). cbn [val]. apply Rdiv_lt_0_compat; auto.
Qed.

(* noise of standard deviation 1/mu *)
Lemma inverse_val n d : (0 < IZR d / IZR n)%R -> (/ (IZR n / IZR d) = IZR d / IZR n)%R.
Proof.
  intros P. destruct (Req_dec (IZR n) 0) as [E|E]; [rewrite E in P; unfold Rdiv in P; rewrite Rinv_0 in P; lra|].
  destruct (Req_dec (IZR d) 0) as [D|D]; [rewrite D in P; lra|]. field. auto.
Qed.
Lemma gdp_upper_sound strict t mu eps v : gaussian_upper_check strict t (inverse mu) eps v = true ->
  exists c, le_or_lt strict c (val v) /\ forall dir d, gdp dir t mu (val eps) d -> (d <= c)%R.
Proof.
  intros C. pose proof (gaussian_upper_check_positive _ _ _ _ _ C) as P.
  destruct (gaussian_upper_check_sound _ _ _ _ _ C) as (c & V & B). exists c. split; [exact V|].
  destruct mu as [n d|]; [|unfold gaussian_upper_check, with_rational in C; cbn [inverse] in C;
    rewrite !andb_true_iff in C; destruct C as [_ C]; destruct (if strict then _ else _); discriminate].
  cbn [inverse val] in *. unfold gdp, gdp_advantage. cbn [val]. rewrite (inverse_val n d P). exact B.
Qed.
Lemma gdp_event_sound strict dir t mu eps v : gaussian_event_check strict dir t (inverse mu) eps v = true ->
  forall x, (x <= val eps)%R -> exists d, gdp dir t mu x d /\ le_or_lt strict (val v) d.
Proof.
  intros C. destruct (gaussian_event_check_sound _ _ _ _ _ _ C) as [P G].
  destruct mu as [n d|]; [|unfold gaussian_event_check, with_rational in C; destruct v; discriminate].
  cbn [inverse val] in *. unfold gdp, gdp_advantage. cbn [val]. rewrite (inverse_val n d P). exact G.
Qed.
Lemma mu_event_sound strict dir t q s floor v : mu_event_check strict dir t q s floor v = true ->
  forall m, is_inf (mu_private (sgd dir t q s) (val floor)) m -> le_or_lt strict (val v) m.
Proof.
  unfold mu_event_check, with_rational. set (v' := if strict then nudge 1 v else v).
  destruct crossing as [[eps b]|]; [|discriminate]. destruct tangents as [w|]; [|discriminate].
  destruct floor as [fn fd|], b as [bn bd|], v' as [mn md|] eqn:EV; try discriminate.
  rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. intros [[[[[[[Sc E] F0] F1] B1] FB] G] C] m [_ I].
  destruct (sgd_event_check_sound _ _ _ _ _ _ _ C (val eps) (Rle_refl _)) as (a & A & L). cbn [le_or_lt val] in L.
  apply nonneg_number_sound in E. apply IZR_lt in F1, B1. apply IZR_le in FB. rewrite !mult_IZR in FB.
  assert (FL : (val (Rat fn fd) <= IZR bn / IZR bd)%R).
  { cbn [val]. apply Rmult_le_reg_r with (IZR fd * IZR bd)%R; [apply Rmult_lt_0_compat; lra|].
    replace (IZR fn / IZR fd * (IZR fd * IZR bd))%R with (IZR fn * IZR bd)%R by (field; lra).
    replace (IZR bn / IZR bd * (IZR fd * IZR bd))%R with (IZR bn * IZR fd)%R by (field; lra). exact FB. }
  assert (V : (val v' <= m)%R).
  { apply I. intros mu M. rewrite EV. exact (mu_from_below _ w mn md eps bn bd _ a G E FL A L mu M). }
  unfold v' in V. destruct strict; cbn [le_or_lt]; [|exact V]. pose proof (nudge_up v Sc). lra.
Qed.
(* a closed form has one value *)
Lemma closed_check_sound (sharp up strict : bool) n e0 d v : closed_check sharp up strict n e0 d v = true ->
  let value := (if sharp then fmt_closed_form_sharp else fmt_closed_form) (IZR n) (val e0) (val d) in
  exists x, value x /\ (forall y, value y -> y = x) /\
  if up then le_or_lt strict x (val v) else le_or_lt strict (val v) x.
Proof.
  unfold closed_check, with_rational. destruct d as [dn dd|]; [|discriminate]. destruct logarithms as [w|];
    [|discriminate].
  intros C. exact (fmt_check_sound _ _ _ _ _ _ _ _ _ C).
Qed.
Lemma a1_check_sound (up strict : bool) n p0 d v : a1_check up strict n p0 d v = true ->
  let value := fmt_lemma_a1 (IZR n) (val p0) (val d) in exists x, value x /\ (forall y, value y -> y = x) /\
  if up then le_or_lt strict x (val v) else le_or_lt strict (val v) x.
Proof.
  unfold a1_check, with_rational. destruct p0 as [pn pd|], d as [dn dd|]; try discriminate.
  destruct logarithms as [w|]; [|discriminate]. intros C. exact (lemma_check_sound _ _ _ _ _ _ _ _ _ C).
Qed.
Lemma one_run_inside m n k b d eps : one_run_check false m n k b d eps = true -> (0 <= val eps)%R ->
  likely_run (Z.to_nat m) (Z.to_nat n) (Z.to_nat k) (val b) (val d) (val eps).
Proof.
  unfold one_run_check, with_rational. destruct b as [bn bd|], d as [dn dd|]; try discriminate.
  exact (audit_inside m n k bn bd dn dd eps).
Qed.
Lemma one_run_outside m n k b d eps : one_run_check true m n k b d eps = true -> forall e,
  likely_run (Z.to_nat m) (Z.to_nat n) (Z.to_nat k) (val b) (val d) e -> (val eps <= e)%R.
Proof.
  unfold one_run_check, with_rational. destruct b as [bn bd|], d as [dn dd|]; try discriminate.
  exact (audit_outside m n k bn bd dn dd eps).
Qed.
Lemma zcdp_upper_sound strict t xi rho eps v : zcdp_upper_check strict t xi rho eps v = true ->
  (0 <= val xi)%R /\ (0 <= val rho)%R /\
  exists c, le_or_lt strict c (val v) /\ forall dir d, zcdp dir t xi rho (val eps) d -> (d <= c)%R.
Proof.
  unfold zcdp_upper_check, with_rational. destruct v as [vn vd|]; [|discriminate]. destruct orders as [w|];
  [|discriminate].
  intros C. destruct (zcdp_check_sound _ _ _ _ _ _ _ _ C) as (X & R & c & L & B). split; [exact X|]. split; [exact R|].
  exists c. split; [destruct strict; exact L|exact B].
Qed.
Lemma zcdp_event_sound strict dir t xi rho eps v : zcdp_event_check strict t xi rho eps v = true ->
  forall x, (x <= val eps)%R -> exists d, zcdp dir t xi rho x d /\ le_or_lt strict (val v) d.
Proof.
  unfold zcdp_event_check, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct tangents as [w|]; [|discriminate]. intros C x Hx.
  destruct (zcdp_lower _ _ _ _ _ _ _ _ C dir x Hx) as (d & Hd & L). exists d.
  split; [exact Hd|destruct strict; exact L].
Qed.
Lemma dp_upper_sound strict t eps0 d0 eps v : dp_upper_check strict t eps0 d0 eps v = true ->
  (0 <= val eps0)%R /\ (0 <= val d0)%R /\
  exists c, le_or_lt strict c (val v) /\ forall dir d, dp dir t eps0 d0 (val eps) d -> (d <= c)%R.
Proof.
  unfold dp_upper_check, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct d0 as [dn dd|]; [|discriminate].
  destruct batches as [[w w']|]; [|discriminate]. intros C.
  destruct (dp_upper _ _ _ _ _ _ _ _ _ C) as (E & D & c & L & B). split; [exact E|]. split; [exact D|].
  exists c. split; [destruct strict; exact L|exact B].
Qed.
Lemma laplace_upper_sound strict t eps0 eps v : laplace_upper_check strict t eps0 eps v = true ->
  exists c, le_or_lt strict c (val v) /\
  forall a dir d, laplace_advantage a dir (Z.to_nat t) (val eps0) (val eps) d -> (d <= c)%R.
Proof.
  unfold laplace_upper_check, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct batches as [[w w']|]; [|discriminate]. intros C.
  destruct (laplace_upper _ _ _ _ _ _ _ C) as (c & L & B). exists c. split; [destruct strict; exact L|exact B].
Qed.
Lemma composed_check_sound strict dir ps eps v : composed_check strict dir ps eps v = true ->
  exists c, le_or_lt strict c (val v) /\ forall d, composed_advantage dir ps (val eps) d -> (d <= c)%R.
Proof.
  unfold composed_check, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct phased as [w|]; [|discriminate]. intros C.
  destruct (phases_upper _ _ _ _ _ _ _ C) as (c & L & B). exists c. split; [destruct strict; exact L|exact B].
Qed.
Lemma partition_check_sound (up strict : bool) n eps d v : partition_check up strict n eps d v = true ->
  exists x, is_lub (selection_probability (val eps) (val d) (Z.to_nat n)) x /\
  if up then le_or_lt strict x (val v) else le_or_lt strict (val v) x.
Proof.
  unfold partition_check, with_rational. destruct d as [dn dd|]; [|discriminate]. destruct v as [vn vd|];
    [|discriminate].
  exact (selection_check_sound up strict n eps dn dd vn vd).
Qed.
Lemma best_of_sound eps0 h g v : best_of_check eps0 h g v = true -> selection_private (tnb (val g) (val h)) (val eps0)
  (val v).
Proof.
  unfold best_of_check, with_rational. destruct h as [hn hd|], g as [gn gd|], v as [vn vd|]; try discriminate.
  apply best_check_sound.
Qed.
(* the least upper bound of advantages that a check bounds *)
Lemma supremum_below (advantage : R -> Prop) strict c v : le_or_lt strict c v ->
  (forall a, advantage a -> (a <= c)%R) -> advantage 0%R -> exists x, is_lub advantage x /\ le_or_lt strict x v.
Proof.
  intros L B Z0. destruct (completeness advantage) as [x Hx]; [exists c; exact B|exists 0%R; exact Z0|].
  exists x. split; [exact Hx|]. destruct Hx as [_ Hx]. specialize (Hx c B). destruct strict; cbn in *; lra.
Qed.
Lemma pure_check_sound up strict t eps0 d v : pure_check up strict t eps0 d v = true ->
  (0 <= val eps0)%R /\ val d = 0%R /\ let x := (INR (Z.to_nat t) * val eps0)%R in
  if up then le_or_lt strict x (val v) else le_or_lt strict (val v) x.
Proof.
  unfold pure_check, with_rational. destruct v as [vn vd|]; [|discriminate]. destruct eps0 as [n0 d0|]; [|discriminate].
  destruct d as [[| |] dd|]; try discriminate. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. intros [[[[T E] Ed] Vd] C].
  apply IZR_lt in Ed, Vd. apply IZR_le in E. cbn [val]. rewrite INR_IZR_INZ, Z2Nat.id by exact T.
  split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|]. split; [unfold Rdiv; ring|].
  assert (A : (IZR t * (IZR n0 / IZR d0) = IZR (t * n0 * vd) / (IZR d0 * IZR vd))%R)
    by (rewrite !mult_IZR; field; lra).
  assert (B : (IZR vn / IZR vd = IZR (vn * d0) / (IZR d0 * IZR vd))%R) by (rewrite !mult_IZR; field; lra).
  assert (P : (0 < / (IZR d0 * IZR vd))%R) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra).
  cbv zeta. rewrite A, B. unfold Rdiv.
  destruct up, strict; cbn [le_or_lt]; [apply Z.ltb_lt, IZR_lt in C|apply Z.leb_le, IZR_le in C
    |apply Z.ltb_lt, IZR_lt in C|apply Z.leb_le, IZR_le in C]; nra.
Qed.
End WithEngine.
