(* t adaptive rounds of Laplace noise at any delta: the best event of a round lies below one place, or above it, and its
   advantage at w is 1 - sqrt (w / e^eps0). *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Mechanisms Laws ClonesPair Steps Reduction ReductionSanity.
From Hallmark Require Import Exponential ClonesChecked Adaptive SgdPrivate KnotRounds RoundsChecked PureRounds.
From Hallmark Require Import PoissonSampling NormalEnclosed PrivateRounds.
Import ListNotations.
Open Scope R_scope.

Section Laplace.
Variable b : R.
Hypothesis b_pos : 0 < b.
Notation F := (laplace b).
Notation seen := (fun m cuts => cells F m 0 0 cuts).
Lemma b_nonneg : 0 <= b. Proof. lra. Qed.

(* m below m', and the place c between them where the densities have the ratio w *)
Section Turn.
Variables (m m' c : R).
Hypothesis between : m <= c <= m'.
Notation w := (exp (b * (m + m' - 2 * c))).
Definition gain (x : R) : R := F (x - m) - w * F (x - m').
Lemma left_of x : x <= c -> F (x - m') = exp (- (b * (m' - c))) * F (x - c).
Proof.
  intros H. rewrite !laplace_left by lra. unfold Rdiv. rewrite <- Rmult_assoc, <- exp_plus. f_equal. f_equal. ring.
Qed.
Lemma right_of x : c <= x -> 1 - F (x - m) = exp (- (b * (c - m))) * (1 - F (x - c)).
Proof.
  intros H. rewrite !laplace_right by lra.
  replace (exp (- (b * (x - m)))) with (exp (- (b * (c - m))) * exp (- (b * (x - c)))) by (rewrite <- exp_plus;
    f_equal; ring).
  field.
Qed.
Lemma gain_up x y : x <= y -> y <= c -> gain x <= gain y.
Proof.
  intros H L. unfold gain. pose proof (within_between b b_nonneg c m x y H) as W. rewrite Rabs_pos_eq in W by lra.
  rewrite !left_of by lra. set (e := exp (b * (c - m))) in *.
  assert (E : w * exp (- (b * (m' - c))) * e = 1).
  { unfold e. rewrite <- !exp_plus, <- exp_0. f_equal. ring. }
  assert (e0 : 0 < w * exp (- (b * (m' - c)))) by (apply Rmult_lt_0_compat; apply exp_pos).
  set (u := w * exp (- (b * (m' - c)))) in *. apply (Rmult_le_compat_l u) in W; [|lra].
  replace (u * (e * (F (y - m) - F (x - m)))) with (u * e * (F (y - m) - F (x - m))) in W by ring. rewrite E in W.
  rewrite <- !Rmult_assoc. fold u. lra.
Qed.
Lemma gain_starts x : x <= c -> 0 <= gain x.
Proof.
  intros L. unfold gain. pose proof (within_below b b_nonneg c m x) as W. rewrite Rabs_pos_eq in W by lra.
  rewrite left_of by lra. set (e := exp (b * (c - m))) in *.
  assert (E : w * exp (- (b * (m' - c))) * e = 1).
  { unfold e. rewrite <- !exp_plus, <- exp_0. f_equal. ring. }
  assert (e0 : 0 < w * exp (- (b * (m' - c)))) by (apply Rmult_lt_0_compat; apply exp_pos).
  set (u := w * exp (- (b * (m' - c)))) in *. apply (Rmult_le_compat_l u) in W; [|lra].
  replace (u * (e * F (x - m))) with (u * e * F (x - m)) in W by ring. rewrite E in W.
  rewrite <- !Rmult_assoc. fold u. lra.
Qed.
Lemma gain_down x y : x <= y -> c <= x -> gain y <= gain x.
Proof.
  intros H L. unfold gain. pose proof (within_between b b_nonneg c m' x y H) as W.
  rewrite Rabs_left1 in W by lra. pose proof (right_of x L) as R1. pose proof (right_of y ltac:(lra)) as R2.
  set (u := exp (- (b * (c - m)))) in *. assert (u0 : 0 < u) by apply exp_pos.
  assert (E : u * exp (b * - (c - m')) = w) by (unfold u; rewrite <- exp_plus; f_equal; ring).
  apply (Rmult_le_compat_l u) in W; [|lra]. rewrite <- Rmult_assoc, E in W. lra.
Qed.
Lemma gain_ends x : c <= x -> 1 - w <= gain x.
Proof.
  intros L. unfold gain. pose proof (within_above b b_nonneg c m' x) as W.
  rewrite Rabs_left1 in W by lra. pose proof (right_of x L) as R1.
  set (u := exp (- (b * (c - m)))) in *. assert (u0 : 0 < u) by apply exp_pos.
  assert (E : u * exp (b * - (c - m')) = w) by (unfold u; rewrite <- exp_plus; f_equal; ring).
  apply (Rmult_le_compat_l u) in W; [|lra]. rewrite <- Rmult_assoc, E in W. lra.
Qed.
Lemma gain_most : gain c = 1 - exp (- (b * (c - m))).
Proof.
  unfold gain. rewrite laplace_right, laplace_left by lra.
  replace (w * (exp (b * (c - m')) / 2)) with (exp (- (b * (c - m))) / 2); [field|].
  unfold Rdiv. rewrite <- Rmult_assoc, <- exp_plus. f_equal. f_equal. ring.
Qed.
Lemma turned S cuts : sorted cuts -> Pr (seen m cuts) S - w * Pr (seen m' cuts) S <= gain c.
Proof.
  assert (All : forall cuts a k, increasing a cuts -> Pr (cells F m (F (a - m)) k cuts) S -
    w * Pr (cells F m' (F (a - m')) k cuts) S <= gain c - gain (Rmin a c)).
  { clear cuts. unfold Pr. induction cuts as [|x r IH]; intros a k I; cbn [cells Ex].
    - assert (G : (1 - F (a - m)) - w * (1 - F (a - m')) <= gain c - gain (Rmin a c) /\ 0 <= gain c - gain (Rmin a c)).
      { pose proof (gain_ends c ltac:(lra)). unfold Rmin. destruct (Rle_dec a c).
        - pose proof (gain_up a c ltac:(lra) ltac:(lra)). unfold gain in *. lra.
        - pose proof (gain_ends a ltac:(lra)). unfold gain in *. lra. }
      unfold indicator. destruct (S k); lra.
    - destruct I as [H I]. specialize (IH x (Datatypes.S k) I).
      assert (G : (F (x - m) - F (a - m)) - w * (F (x - m') - F (a - m')) <= gain (Rmin x c) - gain (Rmin a c) /\
        0 <= gain (Rmin x c) - gain (Rmin a c)).
      { unfold Rmin. destruct (Rle_dec x c), (Rle_dec a c); try lra.
        - pose proof (gain_up a x H ltac:(lra)). unfold gain in *. lra.
        - pose proof (gain_up a c ltac:(lra) ltac:(lra)). pose proof (gain_down c x ltac:(lra) ltac:(lra)).
          unfold gain in *. lra.
        - pose proof (gain_down a x H ltac:(lra)). unfold gain in *. lra. }
      unfold indicator in *. destruct (S k); lra. }
  intros So. unfold Pr in *. destruct cuts as [|x r]; cbn [cells Ex].
  - pose proof (gain_ends c ltac:(lra)). pose proof (gain_starts c ltac:(lra)). unfold indicator. destruct (S 0%nat);
    lra.
  - specialize (All r x 1%nat So).
    assert (G : F (x - m) - w * F (x - m') <= gain (Rmin x c) /\ 0 <= gain (Rmin x c)).
    { unfold Rmin. destruct (Rle_dec x c).
      - pose proof (gain_starts x ltac:(lra)). unfold gain in *. lra.
      - pose proof (gain_starts c ltac:(lra)). pose proof (gain_down c x ltac:(lra) ltac:(lra)). unfold gain in *.
      lra. }
    unfold indicator in *. destruct (S 0%nat); lra.
Qed.
End Turn.

Lemma seen_probability m cuts : sorted cuts -> probability (seen m cuts).
Proof.
  intros So. split; [apply cells_nonneg; [lra|exact So]|].
  assert (All : forall c below k, Ex (cells F m below k c) (fun _ => 1) = 1 - below).
  { induction c as [|x c IH]; intros below k; cbn [cells Ex]; [ring|]. rewrite IH. ring. }
  rewrite All. ring.
Qed.
(* the first number lies below the second one *)
Lemma ordered m m' w S cuts : sorted cuts -> m <= m' -> m' - m <= 1 ->
  exp (- (b * (m' - m))) <= w <= exp (b * (m' - m)) ->
  Pr (seen m cuts) S - w * Pr (seen m' cuts) S <= 1 - sqrt (w * exp (- b)).
Proof.
  intros So L D W. assert (W0 : 0 < w) by (pose proof (exp_pos (- (b * (m' - m)))); lra).
  set (c := (m + m') / 2 - ln w / (2 * b)).
  assert (E : b * (m + m' - 2 * c) = ln w) by (unfold c; field; lra).
  assert (LN : - (b * (m' - m)) <= ln w <= b * (m' - m)).
  { split; [rewrite <- (ln_exp (- _))|rewrite <- (ln_exp (b * (m' - m)))].
    - destruct W as [[W|W] _]; [left; apply ln_increasing; [apply exp_pos|exact W]|rewrite W; lra].
    - destruct W as [_ [W|W]]; [left; apply ln_increasing; auto|rewrite W; lra]. }
  assert (B : m <= c <= m') by (split; apply Rmult_le_reg_l with b; lra).
  pose proof (turned m m' c B S cuts So) as T. rewrite E, exp_ln in T by auto.
  rewrite (gain_most m m' c B) in T. eapply Rle_trans; [exact T|].
  assert (sqrt (w * exp (- b)) <= exp (- (b * (c - m)))); [|lra].
  rewrite <- (sqrt_Rsqr (exp (- (b * (c - m))))) by (left; apply exp_pos). apply sqrt_le_1_alt. unfold Rsqr.
  rewrite <- exp_plus. replace (- (b * (c - m)) + - (b * (c - m))) with (ln w + - (b * (m' - m))) by (rewrite <- E;
    ring).
  rewrite exp_plus, exp_ln by auto. apply Rmult_le_compat_l; [lra|]. apply exp_mono. nra.
Qed.
(* What an event of one round tells at w: what it tells of the whole, nothing, or what lies on one side of a place. *)
Theorem laplace_knot m m' w S cuts : sorted cuts -> Rabs (m - m') <= 1 -> 0 < w ->
  Pr (seen m cuts) S - w * Pr (seen m' cuts) S <= Rmax 0 (Rmax (1 - w) (1 - sqrt (w * exp (- b)))).
Proof.
  intros So D W0. set (B := Rmax 0 _). assert (B0 : 0 <= B) by apply Rmax_l.
  assert (B1 : 1 - w <= B) by (eapply Rle_trans; [apply Rmax_l|apply Rmax_r]).
  assert (B2 : 1 - sqrt (w * exp (- b)) <= B) by (eapply Rle_trans; [apply Rmax_r|apply Rmax_r]).
  set (T := fun y => negb (S y)).
  pose proof (Pr_other (seen m cuts) S (seen_probability m cuts So)) as O.
  pose proof (Pr_other (seen m' cuts) S (seen_probability m' cuts So)) as O'. cbv beta in O, O'. fold T in O, O'.
  pose proof (Pr_range _ S (seen_probability m' cuts So)) as R'.
  pose proof (Pr_range _ T (seen_probability m cuts So)) as RT.
  pose proof (Pr_range _ T (seen_probability m' cuts So)) as RT'.
  set (e := exp (b * Rabs (m - m'))) in *. assert (e0 : 0 < e) by apply exp_pos.
  destruct (Rle_dec e w) as [H|H].
  { pose proof (within_event _ _ _ S (cells_within b b_nonneg m m' cuts So)) as X. fold e in X. nra. }
  destruct (Rle_dec (w * e) 1) as [K|K].
  { pose proof (within_event _ _ _ T (cells_within b b_nonneg m' m cuts So)) as X.
    rewrite (Rabs_minus_sym m' m) in X. fold e in X. apply (Rmult_le_compat_l w) in X; [|lra].
    assert (Y : w * e * Pr (seen m cuts) T <= 1 * Pr (seen m cuts) T) by (apply Rmult_le_compat_r; lra).
    cbv beta in Y. rewrite <- Rmult_assoc in X. rewrite O' in X. lra. }
  assert (I : forall d, 0 <= d -> exp (b * d) = e -> exp (- (b * d)) <= w <= exp (b * d) /\
    exp (- (b * d)) <= / w <= exp (b * d)).
  { intros d Hd E. rewrite exp_Ropp, E. split; (split; [|]); try lra.
    - apply Rmult_le_reg_r with e; auto. rewrite Rinv_l; lra.
    - apply Rinv_le_contravar; lra.
    - apply Rmult_le_reg_r with w; auto. rewrite Rinv_l; lra. }
  destruct (Rle_dec m m') as [L|L].
  - rewrite Rabs_left1 in D by lra.
    destruct (I (m' - m) ltac:(lra)) as [I1 _]; [unfold e; rewrite Rabs_left1 by lra; f_equal; ring|].
    pose proof (ordered m m' w S cuts So L ltac:(lra) I1). lra.
  - (* the complement, from the other side *)
    rewrite Rabs_pos_eq in D by lra.
    destruct (I (m - m') ltac:(lra)) as [_ I2]; [unfold e; rewrite Rabs_pos_eq by lra; reflexivity|].
    pose proof (ordered m' m (/ w) T cuts So ltac:(lra) ltac:(lra) I2) as X.
    apply (Rmult_le_compat_l w) in X; [|lra].
    replace (w * (Pr (seen m' cuts) T - / w * Pr (seen m cuts) T)) with
      (w * Pr (seen m' cuts) T - Pr (seen m cuts) T) in X
      by (field; lra).
    assert (E : w * sqrt (/ w * exp (- b)) = sqrt (w * exp (- b))).
    { rewrite <- (sqrt_Rsqr w) at 1 by lra. rewrite <- sqrt_mult_alt by apply Rle_0_sqr. f_equal. unfold Rsqr. field.
    lra. }
    rewrite O, O' in X. rewrite !Rmult_minus_distr_l, E in X. lra.
Qed.
End Laplace.

Section Checked.
Context {en : engine} {ok : faithful en}.
(* e^eps0 is at most eh/ed *)
Definition laplace_bound (V eh ed wl wh z : Z) : option Z :=
  Some (Z.max 0 (Z.max (V - wl) (V - Z.sqrt (V * wl * ed / eh))))%Z.
Definition laplace_check (w : knot_witness) (strict : bool) (t : Z) (eps0 eps : number) (vn vd : Z) : bool :=
  match enc (precise (wk w)) (squarings (wk w)) eps0 with
  | Some (_, eh, ed) => (0 <? eh)%Z && positive_num eps0 &&
      rounds_at_most w (laplace_bound (precise (wk w)) eh ed) strict t eps vn vd
  | None => false
  end.
Lemma laplace_bound_sound V eh ed eps0 m m' cuts : (0 < V)%Z -> (0 < ed)%Z -> (0 < eh)%Z -> 0 < eps0 ->
  exp eps0 <= IZR eh / IZR ed -> sorted cuts -> Rabs (m - m') <= 1 ->
  forall wl wh z x w, laplace_bound V eh ed wl wh z = Some x -> 0 < w -> IZR wl <= IZR V * w <= IZR wh -> forall S,
  IZR V * (Pr (cells (laplace eps0) m 0 0 cuts) S - w * Pr (cells (laplace eps0) m' 0 0 cuts) S) <= IZR x.
Proof.
  intros V0 E0 H0 P He So D wl wh z x w X W0 [Hw _] S. apply some_inj in X. subst x.
  apply IZR_lt in V0 as V1, E0 as E1, H0 as H1.
  pose proof (laplace_knot eps0 P m m' w S cuts So D W0) as K. apply (Rmult_le_compat_l (IZR V)) in K; [|lra].
  eapply Rle_trans; [exact K|]. set (r := Z.sqrt _).
  assert (R0 : (0 <= r)%Z) by apply Z.sqrt_nonneg. apply IZR_le in R0 as R1.
  assert (Q : IZR r <= IZR V * sqrt (w * exp (- eps0))).
  { set (a := (V * wl * ed / eh)%Z) in *. destruct (Z_lt_le_dec a 0) as [N|N].
    - assert (r = 0)%Z as -> by (unfold r; apply Z.sqrt_neg; lia). apply Rmult_le_pos; [lra|apply sqrt_pos].
    - rewrite <- (sqrt_Rsqr (IZR r)) by auto. rewrite <- (sqrt_Rsqr (IZR V)) by lra.
      rewrite <- sqrt_mult_alt by apply Rle_0_sqr. apply sqrt_le_1_alt. unfold Rsqr.
      apply Rle_trans with (IZR a).
      + rewrite <- mult_IZR. apply IZR_le. pose proof (Z.sqrt_spec a N) as Q. cbv zeta in Q. fold r in Q. lia.
      + apply div_le; auto. rewrite !mult_IZR, exp_Ropp.
        assert (G : IZR ed <= IZR eh * / exp eps0).
        { pose proof (exp_pos eps0). apply Rmult_le_reg_r with (exp eps0); auto. rewrite Rmult_assoc, Rinv_l by lra.
          apply (Rmult_le_compat_l (IZR ed)) in He; [|lra].
          replace (IZR ed * (IZR eh / IZR ed)) with (IZR eh) in He by (field; lra). lra. }
        replace (IZR eh * (IZR V * IZR V * (w * / exp eps0))) with
          (IZR V * (IZR V * w) * (IZR eh * / exp eps0)) by ring.
        rewrite Rmult_assoc, (Rmult_assoc (IZR V) (IZR V * w)). apply Rmult_le_compat_l; [lra|].
        apply Rle_trans with (IZR V * w * IZR ed); [apply Rmult_le_compat_r; lra|].
        apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact G]. }
  set (M := Z.max 0 _). assert (M0 : (0 <= M)%Z) by lia. assert (M1 : (V - wl <= M)%Z) by lia.
  assert (M2 : (V - r <= M)%Z) by lia. clearbody M. apply IZR_le in M0, M1, M2. rewrite minus_IZR in M1, M2.
  rewrite <- !RmaxRmult by lra. rewrite Rmult_0_r. repeat apply Rmax_lub; lra.
Qed.
(* What the check accepts bounds every advantage, in every direction. *)
Theorem laplace_upper w strict t eps0 eps vn vd : laplace_check w strict t eps0 eps vn vd = true ->
  exists c, (if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd) /\
  forall a dir d, laplace_advantage a dir (Z.to_nat t) (val eps0) (val eps) d -> d <= c.
Proof.
  unfold laplace_check. destruct (enc _ _ _) as [[[el eh] ed]|] eqn:EN; [|discriminate]. apply enc_sound in EN.
  destruct EN as [E0 [_ EN]]. rewrite !andb_true_iff, Z.ltb_lt. intros [[H0 P] C]. apply positive_sound in P.
  assert (G : forall X (query : list nat -> list X -> R) cuts D D', (forall h, sorted (cuts h)) ->
    (forall h, Rabs (query h (present D) - query h (present D')) <= 1) ->
    let M D := adaptive (fun h => cells (laplace (val eps0)) (query h (present D)) 0 0 (cuts h)) (Z.to_nat t) [] in
    let c := rounds_bound w (laplace_bound (precise (wk w)) eh ed) t eps in
    (if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd) /\
    forall S, Pr (M D) S <= exp (val eps) * Pr (M D') S + c).
  { intros X query cuts D D' So L. cbv zeta.
    apply (rounds_at_most_sound nat Nat.eq_dec
      (fun h => cells (laplace (val eps0)) (query h (present D)) 0 0 (cuts h))
      (fun h => cells (laplace (val eps0)) (query h (present D')) 0 0 (cuts h))
      ltac:(intros h; apply seen_probability; auto) ltac:(intros h; apply seen_probability; auto) _ _ _ _ _ _ _ C).
    intros V0 h. apply (laplace_bound_sound _ _ _ _ _ _ _ V0 E0 H0 P EN (So h) (L h)). }
  eexists. split.
  - destruct (G unit (fun _ _ => 0) (fun _ => []) [] []) as [B _]; [intros; exact I| |exact B].
    intros h. replace (0 - 0) with 0 by ring. rewrite Rabs_R0. lra.
  - intros a dir d (X & query & cuts & D & D' & S & So & L & Adj & T). cbv zeta in T. apply adjacent_present in Adj.
    destruct (G X query cuts D D' So (fun h => L h _ _ Adj)) as [_ B1].
    destruct (G X query cuts D' D So ltac:(intros h; rewrite Rabs_minus_sym; apply L; exact Adj)) as [_ B2].
    apply (told_below _ _ _ _ _ _ _ (B1 S) (B2 S) T).
Qed.
End Checked.
