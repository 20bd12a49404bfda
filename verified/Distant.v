(* The loops may begin at a later weight, where few have come before: bounds on B_c(k), D_c and T_c(k + 1) there are
   means under Bin(c, 1/2). *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws OneMoreCoin Steps StepsAreSound Reduction Window Response ResponseChecked
  ResponseUpper.
Open Scope R_scope.

(* the first c, a k, bounds on U B_c(k) and on U D_c or U T_c(k + 1), and the window of Bin(c, 1/2) that proves them at
   2^fine W *)
Record start := { first : Z; from_k : Z; from_b : Z; from_d : Z; fine : Z; coins : window }.

Section Check.
Local Open Scope Z_scope.
Variables (q : par) (s : start).
Definition at_k (v x : Z) : Z := if x =? from_k s then v else 0.
Definition fair : bool := (bN (coins s) =? first s) && (bpn (coins s) =? 1) && (bpd (coins s) =? 2).
Definition start_num : Z := pn q * (pN q - first s + 1).
Definition start_den : Z := (pd q - pn q) * first s.
Definition start_tail : Z := cdiv (pr0 q * start_den) (start_num - start_den).
Definition placed : bool := fair && (0 <=? from_k s) && (from_k s <=? first s) && (first s <=? pN q) &&
  (start_den <? start_num) && (0 <=? from_b s) && (0 <=? fine s).
Definition upper_start : st := {| sc := first s; sk := from_k s; sb := from_b s; sd := from_d s; slo := pr0 q;
  shi := pr0 q; sR := pr0 q;
  sM := start_tail * cdiv (pA q * pU q) (pW q) + pr0 q * from_d s |}.
Definition lower_start : st := {| sc := first s; sk := from_k s; sb := from_b s; sd := from_d s; slo := pr0 q;
  shi := pr0 q; sR := start_tail + pr0 q;
  sM := pr0 q * Z.max 0 (from_d s) |}.
Definition upper_placed : bool := placed && wok (coins s) 0 && wcheck (coins s) (at_k 1) 0 1 false (from_b s) (pU q) &&
  let A := pA q * 2 ^ fine s in wok (coins s) A && wcheck (coins s) (loss true A (pB q * 2 ^ fine s) (first s) 1 2) A
    (pW q * 2 ^ fine s) false (- from_d s) (pU q).
Definition lower_placed : bool := placed && wok (coins s) 1 && wcheck (coins s) (at_k (-1)) 1 1 false (- from_b s)
  (pU q) &&
  wok (coins s) (pB q) && wcheck (coins s) (gain_Z true (pA q) (pB q) (from_k s)) (pB q) (pW q) false (from_d s) (pU q).
Definition ucheck_from (strict : bool) (vn vd : Z) : bool :=
  okpar q && upper_placed && (0 <? vd) && (0 <=? vn) &&
  upper_end q strict vn vd (Pos.iter (ustep q) upper_start (ph q)).
Definition lcheck_from (strict : bool) (vn vd : Z) : bool :=
  okpar q && lower_placed && (0 <? vd) && (0 <=? vn) &&
  lower_end q strict vn vd (Pos.iter (lstep q) lower_start (ph q)).
End Check.

Section Sound.
Variables (q : par) (s : start).
Hypothesis OK : okpar q = true.
Hypothesis PL : placed q s = true.
Let N := Z.to_nat (pN q).
Let p := IZR (pn q) / IZR (pd q).
Let a := IZR (pA q) / IZR (pW q).
Let b := IZR (pB q) / IZR (pW q).
Let U := IZR (pU q).
Let h := Z.to_nat (first s).
Let kn := Z.to_nat (from_k s).
Notation r := (pm p N).

Lemma placed_facts : (bN (coins s) = first s /\ bpn (coins s) = 1 /\ bpd (coins s) = 2 /\ 0 <= from_k s /\
  from_k s <= first s /\ first s <= pN q /\
  start_den q s < start_num q s /\ 0 <= from_b s /\ 0 <= fine s)%Z.
Proof. unfold placed, fair in PL. rewrite !andb_true_iff, !Z.eqb_eq, !Z.leb_le, Z.ltb_lt in PL. tauto. Qed.
Lemma first_nat : first s = Z.of_nat h. Proof. unfold h. rewrite Z2Nat.id; [reflexivity|]. pose proof placed_facts. lia.
  Qed.
Lemma k_nat : from_k s = Z.of_nat kn. Proof. unfold kn. rewrite Z2Nat.id; [reflexivity|]. pose proof placed_facts. lia.
  Qed.
Lemma kn_h : (kn <= h)%nat. Proof. pose proof placed_facts. unfold kn, h. lia. Qed.
Lemma h_N : (h <= N)%nat. Proof. pose proof placed_facts. unfold h, N. lia. Qed.

Lemma Ex_at v : Ex (binomial h (1/2)) (fun x => IZR (at_k s v (Z.of_nat x))) = IZR v * pm (1/2) h kn.
Proof.
  rewrite Ex_binomial. pose proof kn_h as K. rewrite (Sum_ext _ _ (fun x => if (x =? kn)%nat then IZR v * pm (1/2) h kn
  else 0)).
  - assert (G : forall n c, Sum n (fun x => if (x =? kn)%nat then c else 0) = if (kn <? n)%nat then c else 0).
    { induction n as [|n IH]; intros c; [reflexivity|]. cbn [Sum]. rewrite IH.
      destruct (Nat.eqb_spec n kn), (Nat.ltb_spec kn n), (Nat.ltb_spec kn (S n)); try lia; lra. }
    rewrite G. destruct (Nat.ltb_spec kn (S h)); [reflexivity|lia].
  - intros i _. unfold at_k. rewrite k_nat. destruct (Z.eqb_spec (Z.of_nat i) (Z.of_nat kn)), (Nat.eqb_spec i kn);
    try lia; subst; ring.
Qed.

(* a mean that wcheck bounds, under the law of c fair coins *)
Lemma coins_sound g C V G vn : wok (coins s) C = true -> (0 < V)%Z -> (forall k, (k <= h)%nat -> IZR (g (Z.of_nat k)) <=
  IZR V * G k) ->
  (forall k, (k <= h)%nat -> - IZR C <= IZR V * G k) -> wcheck (coins s) g C V false vn (pU q) = true ->
  IZR vn <= U * Ex (binomial h (1/2)) G.
Proof.
  intros W V0 HG HC C0. destruct placed_facts as (E1 & E2 & E3 & _).
  pose proof (wcheck_sound (coins s) g C V G W V0) as S. rewrite E1, E2, E3 in S. fold h in S.
  specialize (S HG HC _ _ _ C0).
  destruct S as [S _]. pose proof (U_pos q OK) as HU. fold U in S. unfold U in *. apply Rmult_le_compat_r
  with (r := IZR (pU q)) in S; [|lra].
  replace (IZR vn / IZR (pU q) * IZR (pU q)) with (IZR vn) in S by (field; lra). lra.
Qed.

Definition lam : R := IZR (pr0 q) / r h.
Lemma r_pos : 0 < r h. Proof. apply pm_pos; [apply p_range; auto|apply h_N]. Qed.
Lemma r0_pos : 0 < IZR (pr0 q). Proof. apply IZR_lt, (okp q OK). Qed.
Lemma lam_pos : 0 < lam. Proof. apply Rdiv_lt_0_compat; [apply r0_pos|apply r_pos]. Qed.
Lemma lam_r : lam * r h = IZR (pr0 q). Proof. pose proof r_pos. unfold lam. field. lra. Qed.
(* the weights before the first *)
Lemma lam_tail : lam * Sum h r <= IZR (start_tail q s).
Proof.
  pose proof placed_facts as F. pose proof (p_range q OK) as Hp. pose proof (pd_pos q OK) as Hpd. pose proof lam_pos.
  fold p in Hp.
  assert (EN : INR N = IZR (pN q)) by (unfold N; rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity|apply (okp q OK)]).
  assert (EP : IZR (pn q) = p * IZR (pd q)) by (unfold p; field; lra).
  pose proof (tail_below p N h ltac:(lra) h_N) as T. unfold start_tail. apply cdiv_ge; [lia|].
  rewrite minus_IZR, mult_IZR.
  assert (E1 : IZR (start_num q s) = IZR (pd q) * (p * (INR N - INR h + 1))).
  { unfold start_num. rewrite mult_IZR, plus_IZR, minus_IZR, first_nat, <- INR_IZR_INZ, EN, EP. ring. }
  assert (E2 : IZR (start_den q s) = IZR (pd q) * ((1 - p) * INR h)).
  { unfold start_den. rewrite mult_IZR, minus_IZR, first_nat, <- INR_IZR_INZ, EP. ring. }
  rewrite E1, E2, <- lam_r.
  replace ((IZR (pd q) * (p * (INR N - INR h + 1)) - IZR (pd q) * ((1 - p) * INR h)) * (lam * Sum h r))
    with (IZR (pd q) * lam * (Sum h r * (p * (INR N - INR h + 1) - (1 - p) * INR h))) by ring.
  replace (lam * r h * (IZR (pd q) * ((1 - p) * INR h))) with (IZR (pd q) * lam * ((1 - p) * INR h * r h)) by ring.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact T].
Qed.
Lemma half : 0 <= 1/2 <= 1. Proof. lra. Qed.
Lemma Sum_r_nonneg : 0 <= Sum h r. Proof. apply Sum_nonneg. intros. apply pm_nonneg. pose proof (p_range q OK) as Hp.
  fold p in Hp. lra. Qed.

(* D_c is the mean of what the best event gains. *)
Lemma D_best : D (1/2) a b h <= Ex (binomial h (1/2)) (best_gain true a b (1/2) h).
Proof.
  set (e := fun x => if Rlt_dec 0 (u (1/2) a b h x) then true else false).
  replace (D (1/2) a b h) with (Ex (binomial h (1/2)) (any_gain true a b e)); [apply any_gain_best;
  [lra|apply b_nonneg; auto]|].
  transitivity (Sum (S (S h)) (fun x => indicator e x * u (1/2) a b h x)).
  - rewrite <- (advantage (1/2) a b h (indicator e)). apply Ex_fun. intros y. reflexivity.
  - apply Sum_ext. intros x _. unfold indicator, e. destruct (Rlt_dec 0 _); [rewrite Rmax_right|rewrite Rmax_left]; lra.
Qed.
Lemma best_gain_range y : (y <= h)%nat -> best_gain true a b (1/2) h y <= a.
Proof.
  intros Hy. unfold best_gain. apply Rmax_lub; [apply a_nonneg; auto|]. pose proof (b_nonneg q OK) as B0. fold b in B0.
  apply le_INR in Hy. pose proof (pos_INR y).
  assert (0 <= (INR h - INR y) * (1/2) / ((INR y + 1) * (1 - 1/2))); [|nra]. apply Rmult_le_pos;
  [nra|left; apply Rinv_0_lt_compat; nra].
Qed.

Lemma upper_start_sound : upper_placed q s = true -> uinv q (upper_start q s).
Proof.
  unfold upper_placed. rewrite !andb_true_iff. intros [[[_ W1] C1] [W2 C2]]. pose proof placed_facts as F.
  pose proof (U_pos q OK) as HU. pose proof (W_pos q OK) as HW. fold U in HU.
  assert (B : IZR (from_b s) <= U * pm (1/2) h kn).
  { apply (coins_sound _ _ 1%Z (fun x => IZR (at_k s 1 (Z.of_nat x))) _ W1) in C1; [rewrite Ex_at in C1; lra|lia|intros;
    lra|].
    intros k _. unfold at_k. destruct (_ =? _)%Z; lra. }
  set (e := (2 ^ fine s)%Z) in *. assert (E0 : (0 < e)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (X : - IZR (from_d s) <= U * Ex (binomial h (1/2)) (fun y => - best_gain true a b (1/2) h y)).
  { rewrite <- opp_IZR. apply (coins_sound _ _ _ (fun y => - best_gain true a b (1/2) h y) _ W2) in C2; auto.
    - apply Z.mul_pos_pos; auto. apply (okp q OK).
    - intros k Hk. rewrite first_nat. pose proof (loss_below true (pA q) (pB q) (pW q) e h 1 2 k) as L.
      rewrite !mult_IZR in *.
      apply L; auto; try lia; apply (okp q OK).
    - intros k Hk. pose proof (best_gain_range k Hk) as L. apply IZR_lt in E0. rewrite !mult_IZR.
      assert (EA : IZR (pA q) = a * IZR (pW q)) by (unfold a; field; lra). rewrite EA.
      assert (0 < IZR (pW q) * IZR e) by (apply Rmult_lt_0_compat; auto). nra. }
  assert (Dh : U * D (1/2) a b h <= IZR (from_d s)).
  { rewrite (Ex_fun _ _ (fun y => -1 * best_gain true a b (1/2) h y)), Ex_scal in X by (intros; ring).
    pose proof D_best. nra. }
  exists h, kn, lam. unfold upper_start. cbn [sc sk sb sd slo shi sR sM]. fold p a b U N. pose proof lam_pos as L0.
  pose proof lam_r as L1. pose proof lam_tail as LT. pose proof Sum_r_nonneg as S0.
  repeat split; auto; try apply first_nat; try apply k_nat; try apply kn_h; try apply h_N; try lia; try lra.
  - cbn [Sum]. assert (0 <= lam * Sum h r) by (apply Rmult_le_pos; lra). lra.
  - cbn [Sum]. rewrite plus_IZR, !mult_IZR.
    assert (AA : U * a <= IZR (cdiv (pA q * pU q) (pW q))) by (apply cdiv_ge; [apply (okp q OK)|rewrite mult_IZR;
    unfold a, U; right; field; lra]).
    assert (A0 : 0 <= a) by (apply a_nonneg; auto).
    assert (M1 : Sum h (fun i => r i * D (1/2) a b i) <= a * Sum h r).
    { rewrite <- Sum_scal. apply Sum_le. intros i _. assert (0 <= r i) by (apply pm_nonneg;
      pose proof (p_range q OK) as Hp; fold p in Hp; lra).
      pose proof (D_antitone_le (1/2) a b half 0 i ltac:(lia)) as M. rewrite D_0 in M by (auto; apply b_nonneg; auto).
      nra. }
    assert (M2 : lam * U * Sum h (fun i => r i * D (1/2) a b i) <= IZR (start_tail q s) *
    IZR (cdiv (pA q * pU q) (pW q))).
    { apply Rle_trans with (lam * Sum h r * (U * a)).
      - replace (lam * Sum h r * (U * a)) with (lam * U * (a * Sum h r)) by ring. apply Rmult_le_compat_l; auto.
        apply Rmult_le_pos; lra.
      - apply Rmult_le_compat; auto; apply Rmult_le_pos; lra. }
    assert (M3 : lam * U * (r h * D (1/2) a b h) <= IZR (pr0 q) * IZR (from_d s)).
    { replace (lam * U * (r h * D (1/2) a b h)) with (lam * r h * (U * D (1/2) a b h)) by ring. rewrite L1.
      apply Rmult_le_compat_l; auto. left. apply r0_pos. }
    lra.
Qed.

Lemma T_gain t : (t <= h)%nat -> Ex (binomial h (1/2)) (gain true a b t) = T (1/2) a b h (S t).
Proof.
  intros Ht. transitivity (Sum (S (S h)) (fun x => (if (S t <=? x)%nat then 1 else 0) * u (1/2) a b h x)).
  - rewrite <- (advantage (1/2) a b h (fun x => if (S t <=? x)%nat then 1 else 0)). apply Ex_fun. intros y. reflexivity.
  - apply Sum_ext. intros x _. destruct (S t <=? x)%nat; ring.
Qed.
Lemma lower_start_sound : lower_placed q s = true -> linv q (lower_start q s).
Proof.
  unfold lower_placed. rewrite !andb_true_iff. intros [[[[_ W1] C1] W2] C2]. pose proof placed_facts as F.
  pose proof (U_pos q OK) as HU. pose proof (W_pos q OK) as HW. fold U in HU.
  assert (B : - IZR (from_b s) <= U * (-1 * pm (1/2) h kn)).
  { apply (coins_sound _ _ 1%Z (fun x => IZR (at_k s (-1) (Z.of_nat x))) _ W1) in C1; [rewrite Ex_at, opp_IZR in C1;
    lra|lia|intros; lra|].
    intros k _. unfold at_k. destruct (_ =? _)%Z; lra. }
  assert (X : IZR (from_d s) <= U * T (1/2) a b h (S kn)).
  { rewrite <- T_gain by apply kn_h. apply (coins_sound _ _ _ (gain true a b kn) _ W2) in C2; auto;
    try apply (okp q OK).
    - intros k _. rewrite k_nat. right. apply gain_Z_real. apply (okp q OK).
    - intros k _. unfold gain. pose proof (a_nonneg q OK) as A0. fold a in A0. pose proof (b_nonneg q OK) as B0.
      fold b in B0.
      assert (EB : IZR (pB q) = b * IZR (pW q)) by (unfold b; field; lra). rewrite EB.
      assert (- b <= a * (if (kn <=? k)%nat then 1 else 0) - b * (if (kn <? k)%nat then 1 else 0))
      by (destruct (kn <=? k)%nat, (kn <? k)%nat; lra). nra. }
  set (f := fun i => if (i =? h)%nat then IZR (Z.max 0 (from_d s)) / U else 0).
  exists h, kn, lam, f. unfold lower_start. cbn [sc sk sb sd slo shi sR sM]. fold p a b U N. pose proof lam_pos as L0.
  pose proof lam_r as L1. pose proof lam_tail as LT. pose proof Sum_r_nonneg as S0. pose proof (okp q OK) as O.
  repeat split; auto; try apply first_nat; try apply k_nat; try apply kn_h; try apply h_N; try lia; try lra.
  - cbn [Sum]. rewrite plus_IZR. lra.
  - intros i. unfold f. destruct (Nat.eqb_spec i h) as [->|]; [eapply (max0_D q OK); eauto|apply D_nonneg].
  - cbn [Sum]. rewrite mult_IZR. assert (Z0 : Sum h (fun i => r i * f i) = 0).
    { rewrite (Sum_ext _ _ (fun _ => 0 * 0)); [rewrite Sum_scal; ring|]. intros i Hi. unfold f.
      destruct (Nat.eqb_spec i h); [lia|ring]. }
    rewrite Z0. unfold f. rewrite Nat.eqb_refl. right. transitivity (lam * r h * IZR (Z.max 0 (from_d s)));
    [rewrite L1; ring|field; lra].
Qed.
End Sound.

Lemma is_placed_upper q s : upper_placed q s = true -> placed q s = true. Proof. unfold upper_placed.
  rewrite !andb_true_iff. tauto. Qed.
Lemma is_placed_lower q s : lower_placed q s = true -> placed q s = true. Proof. unfold lower_placed.
  rewrite !andb_true_iff. tauto. Qed.

(* The loops from the first weight, or from a later one. *)
Section WithEngine.
Context {en : engine} {ok : faithful en}.
Definition upper_loop (s : option start) (strict : bool) (vn vd : Z) (q : par) : bool := match s with None =>
  ucheck q strict vn vd | Some s => ucheck_from q s strict vn vd end.
Definition lower_loop (s : option start) (strict : bool) (vn vd : Z) (q : par) : bool := match s with None =>
  lcheck q strict vn vd | Some s => lcheck_from q s strict vn vd end.

(* What the upper loop accepts is an upper bound of F, wherever it begins. *)
Theorem upper_loop_sound s strict vn vd q : upper_loop s strict vn vd q = true ->
  okpar q = true /\ (par_F q <= IZR vn / IZR vd /\ (strict = true -> par_F q < IZR vn / IZR vd)).
Proof.
  destruct s as [s|]; cbn [upper_loop]; intros C.
  - unfold ucheck_from in C. rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le in C. destruct C as [[[[OK PL] Hd] Hn] C].
    split; auto.
    apply upper_end_sound in C; auto. apply Pos.iter_invariant; [intros; apply uinv_step; auto|].
    apply upper_start_sound; auto. apply is_placed_upper; auto.
  - split; [|apply ucheck_sound; auto]. unfold ucheck in C. rewrite !andb_true_iff in C. tauto.
Qed.
(* What the lower loop accepts is a lower bound of F, wherever it begins. *)
Theorem lower_loop_sound s strict vn vd q : lower_loop s strict vn vd q = true ->
  okpar q = true /\ (IZR vn / IZR vd <= par_F q /\ (strict = true -> IZR vn / IZR vd < par_F q)).
Proof.
  destruct s as [s|]; cbn [lower_loop]; intros C.
  - unfold lcheck_from in C. rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le in C. destruct C as [[[[OK PL] Hd] Hn] C].
    split; auto.
    apply lower_end_sound in C; auto. apply Pos.iter_invariant; [intros; apply linv_step; auto|].
    apply lower_start_sound; auto. apply is_placed_lower; auto.
  - split; [|apply lcheck_sound; auto]. unfold lcheck in C. rewrite !andb_true_iff in C. tauto.
Qed.
End WithEngine.
