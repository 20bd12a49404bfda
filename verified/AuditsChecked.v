(* Audits of one run: sums of binomial weights between integers, and what they say of every smaller epsilon. *)
Require Import Reals Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws Audits OneMoreCoin Steps Exponential ClonesChecked.
Open Scope R_scope.

(* ---- the weights of Bin(n, w/(w + d)) from the last one down, times (w + d)^n, rounded up or down ---- *)
Section Weights.
Variables (up : bool) (w d n : Z).
Local Open Scope Z_scope.
(* t is the weight at k - 1 *)
Definition weight_before (k t : Z) : Z :=
  let y := w * (n - k + 2) in if up then cdiv (t * (d * (k - 1))) y else t * (d * (k - 1)) / y.
Fixpoint gather (c : nat) (k t s : Z) : Z * Z * Z :=
  match c with O => (k, t, s) | S c => gather c (k - 1) (weight_before k t) (s + t) end.
(* f of every number of terms and their sum *)
Fixpoint every (f : Z -> Z -> bool) (c : nat) (k t i s : Z) : bool :=
  match c with
  | O => true
  | S c => if f (i + 1) (s + t) then every f c (k - 1) (weight_before k t) (i + 1) (s + t) else false
  end.
Definition unlikely (m right bn bd dn dd : Z) : bool :=
  let lam := (w + d) ^ n in
  let '(k, t, s) := gather (Z.to_nat (n + 1 - right)) (n + 1) (w ^ n) 0 in
  (s * bd <? bn * lam) &&
  every (fun i x => (s * (i * dd) + 2 * m * dn * x) * bd <? bn * (i * dd) * lam) (Z.to_nat right) k t 0 0.
End Weights.

Section Sound.
Variables (up : bool) (w d : Z) (n : nat).
Hypothesis w_pos : (0 < w)%Z.
Hypothesis d_pos : (0 < d)%Z.
Notation p := (IZR w / IZR (w + d)).
Notation lam := (IZR ((w + d) ^ Z.of_nat n)).
Notation before := (weight_before up w d (Z.of_nat n)).
(* the integer is on the right side of lam x *)
Definition near (x : Z) (y : R) : Prop := if up then lam * y <= IZR x else IZR x <= lam * y.
Definition tail (a : nat) : R := Sum (S n) (fun j => if (a <=? j)%nat then pm p n j else 0).

Lemma wd_pos : 0 < IZR w /\ 0 < IZR d /\ 0 < IZR (w + d) /\ 0 < lam.
Proof.
  pose proof (IZR_lt _ _ w_pos). pose proof (IZR_lt _ _ d_pos). repeat split; auto; apply IZR_lt; [lia|].
  apply Z.pow_pos_nonneg; lia.
Qed.
Lemma Sum_from N f a : (a < N)%nat ->
  Sum N (fun j => if (a <=? j)%nat then f j else 0) = f a + Sum N (fun j => if (S a <=? j)%nat then f j else 0).
Proof.
  induction N as [|N IH]; intros H; [lia|]. cbn [Sum]. destruct (Nat.eq_dec a N) as [->|E].
  - rewrite (proj2 (Nat.leb_le N N)), (proj2 (Nat.leb_gt (S N) N)) by lia.
    rewrite (Sum_ext N _ (fun j => if (S N <=? j)%nat then f j else 0)); [lra|].
    intros i Hi. rewrite (proj2 (Nat.leb_gt N i)), (proj2 (Nat.leb_gt (S N) i)) by lia. reflexivity.
  - rewrite IH by lia. rewrite (proj2 (Nat.leb_le a N)), (proj2 (Nat.leb_le (S a) N)) by lia. lra.
Qed.
Lemma tail_step a : (a <= n)%nat -> tail a = pm p n a + tail (S a).
Proof. intros H. apply Sum_from. lia. Qed.
Lemma tail_beyond : tail (S n) = 0.
Proof.
  unfold tail. rewrite (Sum_ext (S n) _ (fun _ => 0 * 0)); [rewrite Sum_scal; ring|].
  intros i Hi. rewrite (proj2 (Nat.leb_gt (S n) i)) by lia. ring.
Qed.
Lemma near_plus x y a b : near x a -> near y b -> near (x + y) (a + b).
Proof. unfold near. rewrite plus_IZR. destruct up; lra. Qed.
Lemma near_before kn t : (1 <= kn <= n)%nat -> near t (pm p n kn) ->
  near (before (Z.of_nat (S kn)) t) (pm p n (pred kn)).
Proof.
  intros H N. destruct wd_pos as (W & D & WD & L). destruct kn as [|k]; [lia|]. cbn [pred].
  pose proof (pm_ratio p n k) as R.
  assert (E : IZR (w * (Z.of_nat n - Z.of_nat (S (S k)) + 2)) * (lam * pm p n k) =
    IZR (d * (Z.of_nat (S (S k)) - 1)) * (lam * pm p n (S k))).
  { rewrite !mult_IZR. replace (Z.of_nat n - Z.of_nat (S (S k)) + 2)%Z with (Z.of_nat n - Z.of_nat k)%Z by lia.
    replace (Z.of_nat (S (S k)) - 1)%Z with (Z.of_nat (S k)) by lia. rewrite minus_IZR, <- !INR_IZR_INZ.
    replace (1 - p) with (IZR d / IZR (w + d)) in R by (rewrite plus_IZR in *; field; lra).
    apply (Rmult_eq_compat_l (lam * IZR (w + d))) in R.
    replace (lam * IZR (w + d) * (IZR d / IZR (w + d) * INR (S k) * pm p n (S k))) with
      (IZR d * INR (S k) * (lam * pm p n (S k))) in R by (field; lra).
    replace (lam * IZR (w + d) * (p * (INR n - INR k) * pm p n k)) with
      (IZR w * (INR n - INR k) * (lam * pm p n k)) in R
      by (field; lra). lra. }
  unfold near, weight_before in *. cbv zeta. destruct up.
  - eapply div_hi with (X := lam * pm p n (S k)); auto; [nia|nia].
  - eapply div_lo with (X := lam * pm p n (S k)); auto; [nia|nia].
Qed.
(* what gather has after c terms from kn on *)
Lemma gather_sound c : forall kn t s a, (c <= kn <= S n)%nat -> (forall j, kn = S j -> near t (pm p n j)) ->
  near s a -> let '(k', t', s') := gather up w d (Z.of_nat n) c (Z.of_nat kn) t s in
  k' = Z.of_nat (kn - c) /\ (forall j, (kn - c)%nat = S j -> near t' (pm p n j)) /\
  near s' (a + (tail (kn - c) - tail kn)).
Proof.
  induction c as [|c IH]; intros kn t s a H T A; cbn [gather].
  - rewrite Nat.sub_0_r. split; [reflexivity|]. split; [exact T|]. replace (a + (tail kn - tail kn)) with a by ring.
    exact A.
  - destruct kn as [|kn]; [lia|]. replace (Z.of_nat (S kn) - 1)%Z with (Z.of_nat kn) by lia.
    specialize (IH kn (before (Z.of_nat (S kn)) t) (s + t)%Z (a + pm p n kn) ltac:(lia)).
    specialize (IH ltac:(intros j ->; apply (near_before (S j)); [lia|apply T; reflexivity])).
    specialize (IH ltac:(apply near_plus; [exact A|apply T; reflexivity])).
    destruct (gather _ _ _ _ c _ _ _) as [[k' t'] s']. cbn [Nat.sub]. destruct IH as (K & T' & S').
    split; [exact K|]. split; [exact T'|].
    replace (a + (tail (kn - c) - tail (S kn))) with (a + pm p n kn + (tail (kn - c) - tail kn)); [exact S'|].
    rewrite (tail_step kn) by lia. ring.
Qed.
Lemma first_near : near (w ^ Z.of_nat n) (pm p n n).
Proof.
  destruct wd_pos as (W & D & WD & L).
  assert (E : pm p n n = p ^ n).
  { clear. induction n as [|k IH]; [reflexivity|]. cbn [pm pow]. rewrite IH, (pm_beyond p k (S k)) by lia. ring. }
  assert (X : lam * pm p n n = IZR (w ^ Z.of_nat n)).
  { rewrite E, <- !pow_IZR. unfold Rdiv. rewrite Rpow_mult_distr, pow_inv. field. apply pow_nonzero. lra. }
  unfold near. destruct up; rewrite X; lra.
Qed.
(* every number of terms below kn is tried: where all pass, each does, and where one does not, it is one of them *)
Lemma every_sound f right c : forall i t s, (i + c = right)%nat -> (right <= n)%nat ->
  (forall j, (right - i)%nat = S j -> near t (pm p n j)) -> near s (tail (right - i) - tail right) ->
  (every up w d (Z.of_nat n) f c (Z.of_nat (right - i)) t (Z.of_nat i) s = true -> forall j, (i < j <= right)%nat ->
    exists x, near x (tail (right - j) - tail right) /\ f (Z.of_nat j) x = true) /\
  (every up w d (Z.of_nat n) f c (Z.of_nat (right - i)) t (Z.of_nat i) s = false -> exists j x, (i < j <= right)%nat /\
    near x (tail (right - j) - tail right) /\ f (Z.of_nat j) x = false).
Proof.
  induction c as [|c IH]; intros i t s H R T A; cbn [every]; [split; [intros _ j Hj; lia|discriminate]|].
  replace (Z.of_nat i + 1)%Z with (Z.of_nat (S i)) by lia.
  assert (A' : near (s + t) (tail (right - S i) - tail right)).
  { replace (tail (right - S i) - tail right) with (tail (right - i) - tail right + pm p n (right - S i)).
    - apply near_plus; [exact A|apply T; lia].
    - rewrite (tail_step (right - S i)) by lia. replace (S (right - S i)) with (right - i)%nat by lia. ring. }
  destruct (f (Z.of_nat (S i)) (s + t)%Z) eqn:F.
  - replace (Z.of_nat (right - i) - 1)%Z with (Z.of_nat (right - S i)) by lia.
    destruct (IH (S i) (before (Z.of_nat (right - i)) t) (s + t)%Z ltac:(lia) R) as [I1 I2]; [|exact A'|].
    + intros j Hj. replace (right - i)%nat with (S (S j)) in * by lia. apply (near_before (S j)); [lia|].
      apply T. lia.
    + split.
      * intros E j Hj. destruct (Nat.eq_dec j (S i)) as [->|N]; [exists (s + t)%Z; auto|]. apply (I1 E). lia.
      * intros E. destruct (I2 E) as (j & x & Hj & X). exists j, x. split; [lia|exact X].
  - split; [discriminate|]. intros _. exists (S i), (s + t)%Z. split; [lia|auto].
Qed.
(* the expectation of a reward *)
Lemma reward_value m right delta i : (i <= right <= n)%nat -> Ex (binomial n p) (reward m right delta i) =
  tail right + 2 * INR m * delta / INR i * (tail (right - i) - tail right).
Proof.
  intros H. rewrite Ex_binomial. unfold tail. set (c := 2 * INR m * delta / INR i).
  set (f := fun a j => if (a <=? j)%nat then pm p n j else 0).
  transitivity (Sum (S n) (fun k => (1 - c) * f right k + c * f (right - i)%nat k)).
  - apply Sum_ext. intros k Hk. unfold reward, f. fold c.
    destruct (Nat.leb_spec right k), (Nat.leb_spec (right - i) k); try lia; ring.
  - rewrite (Sum_plus (S n) (fun k => (1 - c) * f right k)), !Sum_scal. fold (f right) (f (right - i)%nat). ring.
Qed.
(* What the sums say of beta: where they are rounded up, no reward reaches it; where they are rounded down, one does. *)
Lemma unlikely_sound m right bn bd dn dd : (right <= n)%nat -> (0 < bd)%Z -> (0 <= dn)%Z -> (0 < dd)%Z ->
  let answer := unlikely up w d (Z.of_nat n) (Z.of_nat m) (Z.of_nat right) bn bd dn dd in
  let value i := Ex (binomial n p) (reward m right (IZR dn / IZR dd) i) in
  (up = true -> answer = true -> forall i, (i <= right)%nat -> value i < IZR bn / IZR bd) /\
  (up = false -> answer = false -> exists i, (i <= right)%nat /\ IZR bn / IZR bd <= value i).
Proof.
  intros R B D0 D1. destruct wd_pos as (W & D & WD & L). cbv zeta. unfold unlikely.
  pose proof (gather_sound (Z.to_nat (Z.of_nat n + 1 - Z.of_nat right)) (S n) (w ^ Z.of_nat n) 0 0 ltac:(lia)) as G.
  replace (Z.of_nat (S n)) with (Z.of_nat n + 1)%Z in G by lia.
  specialize (G ltac:(intros j Hj; injection Hj as <-; exact first_near)).
  specialize (G ltac:(unfold near; destruct up; lra)).
  destruct (gather _ _ _ _ _ _ _ _) as [[k t] s]. replace (S n - Z.to_nat _)%nat with right in G by lia.
  destruct G as (-> & T & G). rewrite tail_beyond in G. replace (0 + (tail right - 0)) with (tail right) in G by ring.
  rewrite Nat2Z.id. set (f := fun i x => ((s * (i * dd) + 2 * Z.of_nat m * dn * x) * bd <? bn * (i * dd) *
    (w + d) ^ Z.of_nat n)%Z).
  destruct (every_sound f right right 0 t 0 ltac:(lia) R) as [E1 E2];
    [rewrite Nat.sub_0_r; exact T|rewrite Nat.sub_0_r; unfold near; destruct up; lra|].
  rewrite Nat.sub_0_r in E1, E2. apply IZR_lt in B as B', D1 as D1'. apply IZR_le in D0 as D0'.
  pose proof (pos_INR m) as M0. set (b := IZR bn / IZR bd) in *.
  assert (Eb : IZR bn = b * IZR bd) by (unfold b; field; lra).
  (* a test on integers is the comparison of its numbers, at i >= 1 *)
  assert (V0 : Ex (binomial n p) (reward m right (IZR dn / IZR dd) 0) = tail right).
  { rewrite reward_value by lia. rewrite Nat.sub_0_r. ring. }
  assert (VI : forall j x, (1 <= j <= right)%nat -> near x (tail (right - j) - tail right) ->
    let v := Ex (binomial n p) (reward m right (IZR dn / IZR dd) j) in let y := INR j * IZR dd * lam in 0 < y /\
    let z := IZR s * (INR j * IZR dd) + 2 * INR m * IZR dn * IZR x in if up then y * v <= z else z <= y * v).
  { intros j x Hj X. cbv zeta. assert (J0 : 0 < INR j) by (apply lt_0_INR; lia).
    split; [repeat apply Rmult_lt_0_compat; auto|]. rewrite reward_value by lia.
    set (g := tail right) in *. set (h := tail (right - j) - g) in *.
    replace (INR j * IZR dd * lam * (g + 2 * INR m * (IZR dn / IZR dd) / INR j * h)) with
      (lam * g * (INR j * IZR dd) + 2 * INR m * IZR dn * (lam * h)) by (field; lra).
    assert (J1 : 0 <= INR j * IZR dd) by (apply Rmult_le_pos; lra).
    assert (C0 : 0 <= 2 * INR m * IZR dn) by (repeat apply Rmult_le_pos; lra).
    unfold near in G, X. destruct up; apply Rplus_le_compat;
      first [apply Rmult_le_compat_r; assumption|apply Rmult_le_compat_l; assumption]. }
  assert (FI : forall j x, IZR ((s * (Z.of_nat j * dd) + 2 * Z.of_nat m * dn * x) * bd) =
    (IZR s * (INR j * IZR dd) + 2 * INR m * IZR dn * IZR x) * IZR bd /\
    IZR (bn * (Z.of_nat j * dd) * (w + d) ^ Z.of_nat n) = b * (INR j * IZR dd * lam) * IZR bd).
  { intros j x. rewrite !mult_IZR, plus_IZR, !mult_IZR, <- !INR_IZR_INZ, Eb. split; ring. }
  split; intros U A.
  - rewrite U in *. apply andb_true_iff in A. destruct A as [A0 A]. apply Z.ltb_lt, IZR_lt in A0.
    rewrite !mult_IZR, Eb in A0. intros i Hi. destruct i as [|i].
    + rewrite V0. unfold near in G. rewrite U in G. apply Rmult_lt_reg_l with (lam * IZR bd);
      [apply Rmult_lt_0_compat; auto|].
      assert (lam * tail right * IZR bd <= IZR s * IZR bd) by (apply Rmult_le_compat_r; lra). lra.
    + destruct (E1 A (S i) ltac:(lia)) as (x & X & F). apply Z.ltb_lt, IZR_lt in F.
      destruct (FI (S i) x) as [F1 F2]. rewrite F1, F2 in F.
      destruct (VI (S i) x ltac:(lia) X) as [Y Z]. cbv zeta in Z.
      set (y := INR (S i) * IZR dd * lam) in *. apply Rmult_lt_reg_l with y; auto.
      apply Rmult_lt_reg_r with (IZR bd); auto. set (z := _ + _) in Z, F.
      apply Rle_lt_trans with (z * IZR bd); [apply Rmult_le_compat_r; lra|lra].
  - rewrite U in *. apply andb_false_iff in A. destruct A as [A0|A].
    + apply Z.ltb_ge, IZR_le in A0. rewrite !mult_IZR, Eb in A0. exists O. split; [lia|]. rewrite V0.
    unfold near in G. rewrite U in G.
      apply Rmult_le_reg_l with (lam * IZR bd); [apply Rmult_lt_0_compat; auto|].
      assert (IZR s * IZR bd <= lam * tail right * IZR bd) by (apply Rmult_le_compat_r; lra). lra.
    + destruct (E2 A) as (j & x & Hj & X & F). apply Z.ltb_ge, IZR_le in F. destruct (FI j x) as [F1 F2].
      rewrite F1, F2 in F. destruct (VI j x ltac:(lia) X) as [Y Z]. cbv zeta in Z. exists j. split; [lia|].
      set (y := INR j * IZR dd * lam) in *. apply Rmult_le_reg_l with y; auto.
      apply Rmult_le_reg_r with (IZR bd); auto. set (z := _ + _) in Z, F.
      apply Rle_trans with (z * IZR bd); [lra|apply Rmult_le_compat_r; lra].
Qed.
End Sound.

(* ---- more privacy lost, more rewards ---- *)
Lemma binomial_mono n f p p' : 0 <= p <= p' -> p' <= 1 -> (forall k, f k <= f (S k)) ->
  Ex (binomial n p) f <= Ex (binomial n p') f.
Proof.
  intros P P'. revert f. induction n as [|n IH]; intros f F; [cbn; lra|]. rewrite !Ex_binomial_S.
  assert (A : Ex (binomial n p) (fun k => f (S k)) <= Ex (binomial n p') (fun k => f (S k))) by (apply IH; auto).
  assert (B : Ex (binomial n p) f <= Ex (binomial n p') f) by (apply IH; auto).
  assert (C : Ex (binomial n p') f <= Ex (binomial n p') (fun k => f (S k))).
  { rewrite !Ex_binomial. apply Sum_le. intros k _. apply Rmult_le_compat_l; [apply pm_nonneg; lra|apply F]. }
  nra.
Qed.
Lemma reward_mono m right delta i k : 0 <= delta -> 2 * INR m * delta <= 1 ->
  reward m right delta i k <= reward m right delta i (S k).
Proof.
  intros D H. assert (C : (0 < i)%nat -> 0 <= 2 * INR m * delta / INR i <= 1).
  { intros I. assert (1 <= INR i) by (apply (le_INR 1); lia). pose proof (pos_INR m).
    assert (0 <= 2 * INR m * delta) by (repeat apply Rmult_le_pos; lra).
    split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_r with (INR i); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  unfold reward. destruct (Nat.leb_spec right k), (Nat.leb_spec right (S k)), (Nat.leb_spec (right - i) k),
    (Nat.leb_spec (right - i) (S k)); try lia; try lra; try (apply C; lia).
Qed.
Lemma chance_mono x y : 0 < x <= y -> 0 <= x / (x + 1) <= y / (y + 1) /\ y / (y + 1) <= 1.
Proof.
  intros H. assert (I : forall z, 0 < z -> z / (z + 1) = 1 - / (z + 1)) by (intros; field; lra).
  rewrite !I by lra. assert (/ (y + 1) <= / (x + 1)) by (apply Rinv_le_contravar; lra).
  assert (0 < / (y + 1)) by (apply Rinv_0_lt_compat; lra).
  assert (/ (x + 1) <= / 1) by (apply Rinv_le_contravar; lra). rewrite Rinv_1 in *. lra.
Qed.

Section WithEngine.
Context {en : engine} {ok : faithful en}.
(* what the numbers of a claim must be; beta is below 1, so that a sum that is above 1 says as much as 1 *)
Definition audit_domain (m n right bn bd dn dd : Z) : bool := ((0 <=? right) && (right <=? n) && (0 <=? m) &&
  (0 <? bd) &&
  (bn <? bd) && (0 <=? dn) && (0 <? dd) && (2 * m * dn <=? dd))%Z.
Definition audit_check (up : bool) (m n right bn bd dn dd : Z) (eps : number) : bool :=
  audit_domain m n right bn bd dn dd &&
  match enc (2 ^ 96) 48 eps with
  | Some (el, eh, ed) => (0 <? el)%Z && (0 <? eh)%Z && (let answer :=
      unlikely up (if up then eh else el) ed n m right bn bd dn dd in if up then answer else negb answer)
  | None => false
  end.
Lemma audit_sound up m n right bn bd dn dd eps : audit_check up m n right bn bd dn dd eps = true ->
  let value e i := Ex (binomial (Z.to_nat n) (exp e / (exp e + 1))) (reward (Z.to_nat m) (Z.to_nat right)
    (IZR dn / IZR dd) i) in
  if up then forall e, e <= val eps -> forall i, (i <= Z.to_nat right)%nat -> value e i < IZR bn / IZR bd
  else exists i, (i <= Z.to_nat right)%nat /\ IZR bn / IZR bd <= value (val eps) i.
Proof.
  unfold audit_check, audit_domain. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt.
  intros [[[[[[[[R0 R1] M0] B0] _] D0] D1] MD] C]. destruct (enc _ _ eps) as [[[el eh] ed]|] eqn:EN; [|discriminate].
  apply enc_sound in EN. destruct EN as [E0 EN]. rewrite !andb_true_iff, !Z.ltb_lt in C. destruct C as [[L0 H0] C].
  cbv zeta in *. apply IZR_lt in L0 as L0', H0 as H0', E0 as E0', D1 as D1'. apply IZR_le in D0 as D0', MD.
  rewrite !mult_IZR in MD.
  assert (DE : 0 <= IZR dn / IZR dd) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (ME : 2 * INR (Z.to_nat m) * (IZR dn / IZR dd) <= 1).
  { rewrite INR_IZR_INZ, Z2Nat.id by auto. apply Rmult_le_reg_r with (IZR dd); auto.
    replace (2 * IZR m * (IZR dn / IZR dd) * IZR dd) with (2 * IZR m * IZR dn) by (field; lra). lra. }
  assert (Q : forall x, 0 < IZR x -> IZR x / IZR (x + ed) = IZR x / IZR ed / (IZR x / IZR ed + 1)).
  { intros x X. rewrite plus_IZR. field. lra. }
  rewrite <- (Z2Nat.id n), <- (Z2Nat.id m), <- (Z2Nat.id right) in C by lia. destruct up.
  - intros e He i Hi. destruct (unlikely_sound true eh ed (Z.to_nat n) H0 E0 (Z.to_nat m) (Z.to_nat right) bn bd dn dd
      ltac:(lia) B0 D0 D1) as [S _]. specialize (S eq_refl C i Hi). cbv zeta in S. eapply Rle_lt_trans; [|exact S].
    rewrite Q by auto. assert (X : exp e <= IZR eh / IZR ed).
    { apply Rle_trans with (exp (val eps)); [|apply EN]. destruct He as [He| ->]; [left; apply exp_increasing;
      auto|lra]. }
    destruct (chance_mono (exp e) (IZR eh / IZR ed) ltac:(split; [apply exp_pos|exact X])) as [P P'].
    apply binomial_mono; auto. intros k. apply reward_mono; auto.
  - apply negb_true_iff in C. destruct (unlikely_sound false el ed (Z.to_nat n) L0 E0 (Z.to_nat m) (Z.to_nat right)
      bn bd dn dd ltac:(lia) B0 D0 D1) as [_ S]. destruct (S eq_refl C) as (i & Hi & V). cbv zeta in V. exists i.
    split; [exact Hi|]. eapply Rle_trans; [exact V|]. rewrite Q by auto.
    assert (PE : 0 < IZR el / IZR ed) by (apply Rmult_lt_0_compat; [auto|apply Rinv_0_lt_compat; auto]).
    destruct (chance_mono (IZR el / IZR ed) (exp (val eps)) ltac:(split; [exact PE|apply EN])) as [P P'].
    apply binomial_mono; auto. intros k. apply reward_mono; auto.
Qed.
(* an eps where the run is likely enough, and one below which it is not *)
Theorem audit_inside m n right bn bd dn dd eps : audit_check false m n right bn bd dn dd eps = true -> 0 <= val eps ->
  likely_run (Z.to_nat m) (Z.to_nat n) (Z.to_nat right) (IZR bn / IZR bd) (IZR dn / IZR dd) (val eps).
Proof. intros C E. split; [exact E|]. exact (audit_sound false _ _ _ _ _ _ _ _ C). Qed.
Theorem audit_outside m n right bn bd dn dd eps : audit_check true m n right bn bd dn dd eps = true -> forall e,
  likely_run (Z.to_nat m) (Z.to_nat n) (Z.to_nat right) (IZR bn / IZR bd) (IZR dn / IZR dd) e -> val eps <= e.
Proof.
  intros C e (_ & i & Hi & V). destruct (Rle_dec (val eps) e) as [L|L]; auto. exfalso.
  pose proof (audit_sound true _ _ _ _ _ _ _ _ C e ltac:(lra) i Hi) as U. cbv zeta in U. lra.
Qed.
End WithEngine.
