(* Means of a bounded function under a binomial law, from a window of its weights: what lies outside is bounded
   geometrically. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws OneMoreCoin Steps.
Open Scope R_scope.

Lemma pm_pos p n k : 0 < p < 1 -> (k <= n)%nat -> 0 < pm p n k.
Proof.
  intros Hp. revert k. induction n as [|n IH]; intros k Hk.
  - replace k with 0%nat by lia. simpl. lra.
  - cbn [pm]. destruct k as [|k].
    + specialize (IH 0%nat ltac:(lia)). assert (0 < (1 - p) * pm p n 0) by (apply Rmult_lt_0_compat; lra). lra.
    + specialize (IH k ltac:(lia)). pose proof (pm_nonneg p n (S k) ltac:(lra)).
      assert (0 <= (1 - p) * pm p n (S k)) by (apply Rmult_le_pos; lra). assert (0 < p * pm p n k)
      by (apply Rmult_lt_0_compat; lra). lra.
Qed.
(* The weights below h, geometrically. *)
Lemma tail_below p N h : 0 <= p <= 1 -> (h <= N)%nat -> Sum h (pm p N) * (p * (INR N - INR h + 1) - (1 - p) * INR h) <=
  (1 - p) * INR h * pm p N h.
Proof.
  intros Hp HN. set (A := p * (INR N - INR h + 1)). set (B := (1 - p) * INR h).
  assert (G : forall k, (k <= h)%nat -> Sum k (pm p N) * (A - B) <= B * pm p N k); [|apply G; lia].
  assert (B0 : 0 <= B) by (unfold B; pose proof (pos_INR h); nra).
  induction k as [|k IH]; intros Hk; [cbn [Sum]; pose proof (pm_nonneg p N 0 Hp); nra|].
  cbn [Sum]. specialize (IH ltac:(lia)). pose proof (pm_ratio p N k) as E. pose proof (pm_nonneg p N k Hp) as P0.
  pose proof (pm_nonneg p N (S k) Hp) as P1.
  assert (H1 : INR (S k) <= INR h) by (apply le_INR; lia). rewrite S_INR in *.
  assert (A * pm p N k <= B * pm p N (S k)); [|nra].
  apply Rle_trans with (p * (INR N - INR k) * pm p N k); [apply Rmult_le_compat_r; auto; unfold A; nra|].
  rewrite <- E. apply Rmult_le_compat_r; auto. unfold B. nra.
Qed.

(* The mean of a function that varies by at most o moves by at most n o times the change of the coin. *)
Theorem binomial_lipschitz n l l' e o f : 0 <= l <= 1 -> 0 <= l' <= 1 -> Rabs (l - l') <= e ->
  (forall x y, f x - f y <= o) ->
  Ex (binomial n l') f - INR n * e * o <= Ex (binomial n l) f.
Proof.
  intros Hl Hl' He. revert f. induction n as [|n IH]; intros f Hf; [simpl; lra|].
  rewrite !Ex_binomial_S, S_INR. pose proof (IH f Hf) as B.
  pose proof (IH (fun k => f (S k)) (fun x y => Hf (S x) (S y))) as A.
  set (A1 := Ex (binomial n l) (fun k => f (S k))) in *. set (B1 := Ex (binomial n l) f) in *.
  set (A0 := Ex (binomial n l') (fun k => f (S k))) in *. set (B0 := Ex (binomial n l') f) in *.
  assert (V : forall g h : nat -> R, (forall k, g k - h k <= o) -> Ex (binomial n l') g - Ex (binomial n l') h <= o).
  { intros g h Hg. rewrite !Ex_binomial. replace o with (o * Sum (S n) (pm l' n)) by (rewrite pm_total; ring).
    match goal with |- ?x - ?y <= _ => replace (x - y) with (x + -1 * y) by ring end. rewrite <- !Sum_scal, <- Sum_plus.
      apply Sum_le. intros i _.
    pose proof (pm_nonneg l' n i Hl'). specialize (Hg i). nra. }
  assert (V1 : A0 - B0 <= o) by (apply V; intros k; apply Hf). assert (V2 : B0 - A0 <= o) by (apply V; intros k;
  apply Hf).
  assert (O : 0 <= o) by lra.
  assert (X : (l' - l) * (A0 - B0) <= e * o).
  { assert (- e <= l - l' <= e) by (split; revert He; unfold Rabs; destruct (Rcase_abs _); lra).
    destruct (Rle_dec 0 (l' - l)); nra. }
  assert (Y : l * (A0 - A1) + (1 - l) * (B0 - B1) <= INR n * e * o) by nra. nra.
Qed.

(* ---- the loop ---- *)
Record window := { bN : Z; bpn : Z; bpd : Z; bfirst : Z; br0 : Z; bcap : Z; bsh : Z; bcount : positive }.
Record wstate := { zk : Z; zlo : Z; zhi : Z; zRl : Z; zRh : Z; zM : Z }.

Section Loop.
Variables (q : window) (g : Z -> Z) (C : Z).   (* V G(k) is at least g(k), and everywhere at least - C *)
Local Open Scope Z_scope.
Definition times (lo hi v : Z) : Z := if 0 <=? v then lo * v else hi * v.
Definition wnorm (x : wstate) : wstate :=
  if zhi x <? bcap q then x
  else {| zk := zk x; zlo := zlo x / 2 ^ bsh q; zhi := cdiv (zhi x) (2 ^ bsh q); zRl := zRl x / 2 ^ bsh q;
  zRh := cdiv (zRh x) (2 ^ bsh q); zM := zM x / 2 ^ bsh q |}.
Definition wstep (x : wstate) : wstate :=
  if bN q <=? zk x then x else
  let k1 := zk x + 1 in let up := bpn q * (bN q - zk x) in let dn := (bpd q - bpn q) * k1 in
  let rl := zlo x * up / dn in let rh := cdiv (zhi x * up) dn in
  wnorm {| zk := k1; zlo := rl; zhi := rh; zRl := zRl x + rl; zRh := zRh x + rh; zM := zM x + times rl rh (g k1) |}.
Definition wstart : wstate :=
  let a := bpn q * (bN q - bfirst q + 1) in let b := (bpd q - bpn q) * bfirst q in
  let tail := cdiv (br0 q * b) (a - b) in
  {| zk := bfirst q; zlo := br0 q; zhi := br0 q; zRl := br0 q; zRh := br0 q + tail; zM := br0 q * g (bfirst q) - C *
  tail |}.
Definition wok : bool :=
  (0 <=? bfirst q) && (bfirst q <=? bN q) && (0 <? bpn q) && (bpn q <? bpd q) && (0 <? br0 q) && (0 <=? bsh q) &&
    (0 <=? C) &&
  ((bpd q - bpn q) * bfirst q <? bpn q * (bN q - bfirst q + 1)).
(* V Ex G >= V vn/vd, or > *)
Definition wcheck (V : Z) (strict : bool) (vn vd : Z) : bool :=
  wok && (0 <? V) && (0 <? vd) &&
  let x := Pos.iter wstep wstart (bcount q) in
  let up := bpn q * (bN q - zk x) in let dn := (bpd q - bpn q) * (zk x + 1) in
  (up <? dn) &&
  let tail := cdiv (zhi x * up) (dn - up) in
  let total := if 0 <=? vn then zRh x + tail else zRl x in
  let m := zM x - C * tail in
  if strict then vn * V * total <? m * vd else vn * V * total <=? m * vd.
End Loop.

Section Sound.
Variables (q : window) (g : Z -> Z) (C V : Z) (G : nat -> R).
Hypothesis OK : wok q C = true.
Hypothesis V_pos : (0 < V)%Z.
Let N := Z.to_nat (bN q).
Let p := IZR (bpn q) / IZR (bpd q).
Hypothesis g_below : forall k, (k <= N)%nat -> IZR (g (Z.of_nat k)) <= IZR V * G k.
Hypothesis C_below : forall k, (k <= N)%nat -> - IZR C <= IZR V * G k.
Notation r := (pm p N).

Lemma wok_facts : (0 <= bfirst q /\ bfirst q <= bN q /\ 0 < bpn q /\ bpn q < bpd q /\ 0 < br0 q /\ 0 <= bsh q /\
  0 <= C /\
  (bpd q - bpn q) * bfirst q < bpn q * (bN q - bfirst q + 1))%Z.
Proof. unfold wok in OK. repeat rewrite andb_true_iff in OK. rewrite !Z.leb_le, !Z.ltb_lt in OK. tauto. Qed.
Lemma wpd_pos : 0 < IZR (bpd q). Proof. apply IZR_lt. pose proof wok_facts. lia. Qed.
Lemma wp_range : 0 < p < 1.
Proof.
  pose proof wpd_pos. destruct wok_facts as (_ & _ & H1 & H2 & _). apply IZR_lt in H1, H2. unfold p. split.
  - apply Rdiv_lt_0_compat; lra.
  - apply Rmult_lt_reg_r with (IZR (bpd q)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma wp_pn : IZR (bpn q) = p * IZR (bpd q). Proof. pose proof wpd_pos. unfold p. field; lra. Qed.
Lemma wN : INR N = IZR (bN q).
Proof. unfold N. rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity|]. pose proof wok_facts. lia. Qed.
Lemma w_nonneg k : 0 <= r k. Proof. apply pm_nonneg. pose proof wp_range. lra. Qed.
Lemma w_pos k : (k <= N)%nat -> 0 < r k. Proof. apply pm_pos, wp_range. Qed.

Lemma times_below lo hi v x (L : R) : 0 <= L -> IZR lo <= L -> L <= IZR hi -> IZR v <= x -> IZR (times lo hi v) <= L *
  x.
Proof.
  intros L0 Hl Hh Hv. unfold times. destruct (Z.leb_spec 0 v) as [P|P]; rewrite mult_IZR.
  - apply IZR_le in P. nra.
  - apply IZR_lt in P. nra.
Qed.

Definition winv (x : wstate) : Prop := exists kn lam,
  zk x = Z.of_nat kn /\ (kn <= N)%nat /\ 0 < lam /\ IZR (zlo x) <= lam * r kn /\ lam * r kn <= IZR (zhi x) /\
  IZR (zRl x) <= lam * Sum (S kn) r /\ lam * Sum (S kn) r <= IZR (zRh x) /\ IZR (zM x) <= lam * Sum (S kn) (fun i =>
  r i * (IZR V * G i)).

Lemma winv_start : winv (wstart q g C).
Proof.
  pose proof wok_facts as F. pose proof wp_range as Hp. pose proof wpd_pos as Hpd. set (h := Z.to_nat (bfirst q)).
  assert (Eh : bfirst q = Z.of_nat h) by (unfold h; rewrite Z2Nat.id; lia). assert (Hh : (h <= N)%nat) by (unfold h, N;
  lia).
  pose proof (w_pos h Hh) as Hr. assert (R0 : 0 < IZR (br0 q)) by (apply IZR_lt; tauto).
  exists h, (IZR (br0 q) / r h). set (lam := IZR (br0 q) / r h). assert (E : lam * r h = IZR (br0 q)) by (unfold lam;
  field; lra).
  assert (L : 0 < lam) by (apply Rdiv_lt_0_compat; lra).
  pose proof (tail_below p N h ltac:(lra) Hh) as T.
  set (a := (bpn q * (bN q - bfirst q + 1))%Z). set (b := ((bpd q - bpn q) * bfirst q)%Z).
  assert (Ea : IZR a = IZR (bpd q) * (p * (INR N - INR h + 1))).
  { unfold a. rewrite mult_IZR, plus_IZR, minus_IZR, Eh, <- INR_IZR_INZ, <- wN, wp_pn. ring. }
  assert (Eb : IZR b = IZR (bpd q) * ((1 - p) * INR h)).
  { unfold b. rewrite mult_IZR, minus_IZR, Eh, <- INR_IZR_INZ, wp_pn. ring. }
  assert (AB : (0 < a - b)%Z) by (unfold a, b; lia).
  set (tail := cdiv (br0 q * b) (a - b)). assert (TL : lam * Sum h r <= IZR tail).
  { unfold tail. apply cdiv_ge; auto. rewrite minus_IZR, mult_IZR, Ea, Eb, <- E.
    replace ((IZR (bpd q) * (p * (INR N - INR h + 1)) - IZR (bpd q) * ((1 - p) * INR h)) * (lam * Sum h r))
      with (IZR (bpd q) * lam * (Sum h r * (p * (INR N - INR h + 1) - (1 - p) * INR h))) by ring.
    replace (lam * r h * (IZR (bpd q) * ((1 - p) * INR h))) with (IZR (bpd q) * lam * ((1 - p) * INR h * r h)) by ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact T]. }
  assert (S0 : 0 <= Sum h r) by (apply Sum_nonneg; intros; apply w_nonneg).
  unfold wstart. fold a b tail. cbn [zk zlo zhi zRl zRh zM Sum]. rewrite plus_IZR, minus_IZR, !mult_IZR.
  repeat split; auto; try lra.
  - rewrite Rmult_plus_distr_l, E. assert (0 <= lam * Sum h r) by (apply Rmult_le_pos; lra). lra.
  - rewrite Rmult_plus_distr_l.
    assert (M1 : - IZR C * IZR tail <= lam * Sum h (fun i => r i * (IZR V * G i))).
    { apply Rle_trans with (- IZR C * (lam * Sum h r)); [assert (0 <= IZR C) by (apply IZR_le; tauto); nra|].
      replace (- IZR C * (lam * Sum h r)) with (lam * (- IZR C * Sum h r)) by ring. apply Rmult_le_compat_l; [lra|].
      rewrite <- Sum_scal. apply Sum_le.
      intros i Hi. pose proof (w_nonneg i). pose proof (C_below i ltac:(lia)). nra. }
    assert (M2 : IZR (br0 q) * IZR (g (bfirst q)) <= lam * (r h * (IZR V * G h))).
    { replace (lam * (r h * (IZR V * G h))) with (IZR (br0 q) * (IZR V * G h)) by (rewrite <- E; ring).
      apply Rmult_le_compat_l; [lra|]. rewrite Eh. auto. }
    lra.
Qed.

Lemma winv_norm x : winv x -> winv (wnorm q x).
Proof.
  intros I. unfold wnorm. destruct (zhi x <? bcap q)%Z; auto.
  assert (P2 : (0 < 2 ^ bsh q)%Z) by (apply Z.pow_pos_nonneg; [lia|apply wok_facts]). assert (P2' : 0 < IZR (2 ^ bsh q))
  by (apply IZR_lt; auto).
  destruct I as (kn & lam & I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8).
  exists kn, (lam / IZR (2 ^ bsh q)). cbn [zk zlo zhi zRl zRh zM]. repeat split; auto.
  - apply Rdiv_lt_0_compat; auto.
  - apply div_le; auto. eapply Rle_trans; [exact I4|]. right. field. lra.
  - apply cdiv_ge; auto. eapply Rle_trans; [|exact I5]. right. field. lra.
  - apply div_le; auto. eapply Rle_trans; [exact I6|]. right. field. lra.
  - apply cdiv_ge; auto. eapply Rle_trans; [|exact I7]. right. field. lra.
  - apply div_le; auto. eapply Rle_trans; [exact I8|]. right. field. lra.
Qed.

Lemma w_ratio kn : (kn < N)%nat ->
  IZR ((bpd q - bpn q) * (Z.of_nat kn + 1)) * r (S kn) = IZR (bpn q * (bN q - Z.of_nat kn)) * r kn.
Proof.
  intros HN. pose proof (pm_ratio p N kn) as E. rewrite !mult_IZR, !minus_IZR, plus_IZR, <- INR_IZR_INZ, <- wN, wp_pn,
  S_INR in *.
  transitivity (IZR (bpd q) * ((1 - p) * (INR kn + 1) * r (S kn))); [ring|]. rewrite E. ring.
Qed.

Lemma winv_step x : winv x -> winv (wstep q g x).
Proof.
  intros I. unfold wstep. destruct (bN q <=? zk x)%Z eqn:EN; auto. apply Z.leb_gt in EN.
  destruct I as (kn & lam & I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8). rewrite I1 in *.
  assert (HN : (kn < N)%nat) by (unfold N; lia). pose proof (w_ratio kn HN) as Rs. pose proof wok_facts as F.
  assert (Dn : (0 < (bpd q - bpn q) * (Z.of_nat kn + 1))%Z) by (apply Z.mul_pos_pos; lia).
  assert (Up : (0 <= bpn q * (bN q - Z.of_nat kn))%Z) by (apply Z.mul_nonneg_nonneg; lia).
  set (rl := (zlo x * _ / _)%Z). set (rh := cdiv (zhi x * _) _).
  assert (RL : IZR rl <= lam * r (S kn)).
  { eapply div_lo with (X := lam * r kn); auto.
    transitivity (lam * (IZR ((bpd q - bpn q) * (Z.of_nat kn + 1)) * r (S kn))); [ring|]. rewrite Rs. ring. }
  assert (RH : lam * r (S kn) <= IZR rh).
  { eapply div_hi with (X := lam * r kn); auto.
    transitivity (lam * (IZR ((bpd q - bpn q) * (Z.of_nat kn + 1)) * r (S kn))); [ring|]. rewrite Rs. ring. }
  pose proof (w_nonneg (S kn)) as R0. assert (L0 : 0 <= lam * r (S kn)) by (apply Rmult_le_pos; lra).
  apply winv_norm. exists (S kn), lam. cbn [zk zlo zhi zRl zRh zM]. rewrite !plus_IZR. repeat split; auto; try lia.
  - change (Sum (S (S kn)) r) with (Sum (S kn) r + r (S kn)). lra.
  - change (Sum (S (S kn)) r) with (Sum (S kn) r + r (S kn)). lra.
  - change (Sum (S (S kn)) (fun i => r i * (IZR V * G i))) with (Sum (S kn) (fun i => r i * (IZR V * G i)) + r (S kn) *
    (IZR V * G (S kn))).
    rewrite Rmult_plus_distr_l. apply Rplus_le_compat; auto. rewrite <- Rmult_assoc. apply times_below; auto.
    replace (Z.of_nat kn + 1)%Z with (Z.of_nat (S kn)) by lia. apply g_below. lia.
Qed.

(* What the loop accepts is a lower bound of the mean. *)
Theorem wcheck_sound strict vn vd : wcheck q g C V strict vn vd = true ->
  IZR vn / IZR vd <= Ex (binomial N p) G /\ (strict = true -> IZR vn / IZR vd < Ex (binomial N p) G).
Proof.
  unfold wcheck. intros Hc. repeat rewrite andb_true_iff in Hc. destruct Hc as [[[_ _] Hd] [HX HM]].
  apply Z.ltb_lt in Hd, HX.
  assert (I : winv (Pos.iter (wstep q g) (wstart q g C) (bcount q))) by (apply Pos.iter_invariant;
  [intros; apply winv_step; auto|apply winv_start]).
  set (x := Pos.iter _ _ _) in *. destruct I as (kn & lam & I1 & I2 & I3 & I4 & I5 & I6 & I7 & I8).
  pose proof wp_range as Hp. pose proof wpd_pos as Hpd.
  set (up := (bpn q * (bN q - zk x))%Z) in *. set (dn := ((bpd q - bpn q) * (zk x + 1))%Z) in *.
  assert (EU : IZR up = IZR (bpd q) * (p * (INR N - INR kn))).
  { unfold up. rewrite mult_IZR, minus_IZR, I1, <- INR_IZR_INZ, <- wN, wp_pn. ring. }
  assert (ED : IZR dn = IZR (bpd q) * ((1 - p) * INR (S kn))). { unfold dn. rewrite mult_IZR, minus_IZR, plus_IZR, I1,
  <- INR_IZR_INZ, wp_pn, S_INR. ring. }
  assert (LT : p * (INR N - INR kn) < (1 - p) * INR (S kn)). { apply IZR_lt in HX. rewrite EU, ED in HX.
  apply Rmult_lt_reg_l with (IZR (bpd q)); auto. }
  set (rest := Sum (N - kn) (fun i => r (S kn + i)%nat)).
  assert (TR : rest * ((1 - p) * INR (S kn) - p * (INR N - INR kn)) <= p * (INR N - INR kn) * r kn).
  { pose proof (tail p N kn (S (N - kn)) ltac:(lra) I2 LT) as T. rewrite Sum_head, Nat.add_0_r in T.
    assert (E : Sum (N - kn) (fun i => r (kn + S i)%nat) = rest) by (apply Sum_ext; intros; f_equal; lia).
    rewrite E in T. lra. }
  set (tl := cdiv (zhi x * up) (dn - up)) in *.
  assert (UP0 : (0 <= up)%Z). { unfold up. pose proof wok_facts. apply Z.mul_nonneg_nonneg; [lia|]. rewrite I1.
  unfold N in I2. lia. }
  assert (TB : lam * rest <= IZR tl).
  { unfold tl. apply cdiv_ge; [lia|]. rewrite minus_IZR, mult_IZR, EU, ED.
    apply Rle_trans with (lam * r kn * (IZR (bpd q) * (p * (INR N - INR kn)))).
    - replace ((IZR (bpd q) * ((1 - p) * INR (S kn)) - IZR (bpd q) * (p * (INR N - INR kn))) * (lam * rest))
        with (lam * IZR (bpd q) * (rest * ((1 - p) * INR (S kn) - p * (INR N - INR kn)))) by ring.
      replace (lam * r kn * (IZR (bpd q) * (p * (INR N - INR kn))))
      with (lam * IZR (bpd q) * (p * (INR N - INR kn) * r kn)) by ring.
      apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact TR].
    - apply Rmult_le_compat_r; auto. rewrite <- EU. apply IZR_le. auto. }
  assert (R0 : 0 <= rest) by (apply Sum_nonneg; intros; apply w_nonneg).
  assert (TOT : Sum (S kn) r + rest = 1).
  { unfold rest. rewrite <- Sum_split. replace (S kn + (N - kn))%nat with (S N) by lia. apply pm_total. }
  set (e := Ex (binomial N p) G).
  assert (ME : IZR (zM x - C * tl) <= lam * (IZR V * e)).
  { unfold e. rewrite Ex_binomial. replace (S N) with (S kn + (N - kn))%nat by lia. rewrite <- Sum_scal, Sum_split,
    Rmult_plus_distr_l, minus_IZR, mult_IZR.
    assert (X1 : IZR (zM x) <= lam * Sum (S kn) (fun i => IZR V * (r i * G i))).
    { eapply Rle_trans; [exact I8|]. right. f_equal. apply Sum_ext. intros; ring. }
    assert (X2 : - IZR C * IZR tl <= lam * Sum (N - kn) (fun i => IZR V * (r (S kn + i)%nat * G (S kn + i)%nat))).
    { apply Rle_trans with (- IZR C * (lam * rest)); [assert (0 <= IZR C) by (apply IZR_le, wok_facts); nra|].
      replace (- IZR C * (lam * rest)) with (lam * (- IZR C * rest)) by ring. apply Rmult_le_compat_l; [lra|].
      unfold rest. rewrite <- Sum_scal. apply Sum_le.
      intros i Hi. pose proof (w_nonneg (S kn + i)). pose proof (C_below (S kn + i)%nat ltac:(lia)). nra. }
    lra. }
  apply IZR_lt in Hd. assert (HV : 0 < IZR V) by (apply IZR_lt; auto).
  assert (EV : IZR vn = IZR vn / IZR vd * IZR vd) by (field; lra). set (v := IZR vn / IZR vd) in *.
  set (total := (if (0 <=? vn)%Z then zRh x + tl else zRl x)%Z) in *.
  assert (LV : v * lam <= v * IZR total).
  { unfold total. destruct (Z.leb_spec 0 vn) as [P|P].
    - assert (0 <= v) by (apply IZR_le in P; unfold v; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
      apply Rmult_le_compat_l; auto. rewrite plus_IZR. nra.
    - assert (v <= 0) by (apply IZR_lt in P; unfold v; assert (0 < / IZR vd) by (apply Rinv_0_lt_compat; lra);
      unfold Rdiv; nra).
      assert (IZR (zRl x) <= lam) by nra. nra. }
  clearbody v.
  assert (C1 : v * (lam * IZR V * IZR vd) <= IZR (vn * V * total)).
  { rewrite !mult_IZR, EV. replace (v * (lam * IZR V * IZR vd)) with (v * lam * (IZR V * IZR vd)) by ring.
    replace (v * IZR vd * IZR V * IZR total) with (v * IZR total * (IZR V * IZR vd)) by ring. apply Rmult_le_compat_r;
    [apply Rmult_le_pos; lra|exact LV]. }
  assert (C2 : IZR ((zM x - C * tl) * vd) <= e * (lam * IZR V * IZR vd)).
  { rewrite mult_IZR. replace (e * (lam * IZR V * IZR vd)) with (lam * (IZR V * e) * IZR vd) by ring.
    apply Rmult_le_compat_r; lra. }
  assert (PP : 0 < lam * IZR V * IZR vd) by (repeat apply Rmult_lt_0_compat; auto).
  split.
  - apply Rmult_le_reg_r with (lam * IZR V * IZR vd); auto.
    assert (IZR (vn * V * total) <= IZR ((zM x - C * tl) * vd)); [|lra]. apply IZR_le. destruct strict;
    [apply Z.ltb_lt in HM; lia|apply Z.leb_le in HM; lia].
  - intros ->. apply Rmult_lt_reg_r with (lam * IZR V * IZR vd); auto.
    assert (IZR (vn * V * total) < IZR ((zM x - C * tl) * vd)); [|lra]. apply IZR_lt. apply Z.ltb_lt in HM. lia.
Qed.
End Sound.
