(* The divergence given c clones falls with c, at least by what two neighbouring outcomes say; means of it over a
   binomial c.
   D_c = sum over x of max(0, alpha B_c(x-1) - beta B_c(x)), B_c the law Bin(c, l);
     F = sum over c of Bin(N, p)(c) D_c. *)
Require Import Reals List Lra Lia Arith Bool.
From Hallmark Require Import Definitions Laws.
Open Scope R_scope.

Fixpoint Sum (n : nat) (f : nat -> R) : R := match n with O => 0 | S m => Sum m f + f m end.

Lemma Sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> Sum n f = Sum n g.
Proof. induction n; intros H; simpl; [reflexivity|]. rewrite IHn, H; auto. Qed.
Lemma Sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> Sum n f <= Sum n g.
Proof. induction n; intros H; simpl; [lra|]. assert (f n <= g n) by (apply H; lia). assert (Sum n f <= Sum n g)
  by (apply IHn; intros; apply H; lia). lra. Qed.
Lemma Sum_plus n f g : Sum n (fun i => f i + g i) = Sum n f + Sum n g.
Proof. induction n; simpl; [lra|]. rewrite IHn. lra. Qed.
Lemma Sum_scal n c f : Sum n (fun i => c * f i) = c * Sum n f.
Proof. induction n; simpl; [lra|]. rewrite IHn. lra. Qed.
Lemma Sum_head n f : Sum (S n) f = f O + Sum n (fun i => f (S i)).
Proof. induction n; simpl; [lra|]. simpl in IHn. rewrite IHn. lra. Qed.
Lemma Sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= Sum n f.
Proof. intros H. replace 0 with (Sum n (fun _ => 0*0)) by (rewrite Sum_scal; lra). apply Sum_le.
  intros; rewrite Rmult_0_l; auto. Qed.
Lemma Sum_split n m f : Sum (n + m) f = Sum n f + Sum m (fun i => f (n + i)%nat).
Proof. induction m; simpl. - rewrite Nat.add_0_r. lra. - rewrite Nat.add_succ_r. simpl. rewrite IHm. lra. Qed.

(* Bin(n, p) at k, by Pascal *)
Fixpoint pm (p : R) (n k : nat) : R :=
  match n with
  | O => match k with O => 1 | S _ => 0 end
  | S m => (1 - p) * pm p m k + p * match k with O => 0 | S j => pm p m j end
  end.

Lemma pm_beyond p n k : (n < k)%nat -> pm p n k = 0.
Proof. revert k. induction n; intros [|k] H; simpl; try lia; try lra. rewrite !IHn by lia. lra. Qed.
Lemma pm_nonneg p n k : 0 <= p <= 1 -> 0 <= pm p n k.
Proof. intros H. revert k. induction n as [|n IH]; intros k; [destruct k; simpl; lra|]. cbn [pm].
  apply Rplus_le_le_0_compat; apply Rmult_le_pos; try lra; [apply IH|]. destruct k; [lra|apply IH]. Qed.

(* the ratio of neighbours *)
Lemma pm_ratio p n k : (1 - p) * INR (S k) * pm p n (S k) = p * (INR n - INR k) * pm p n k.
Proof.
  revert k. induction n as [|n IH]; intros k.
  - destruct k; cbn [pm]; ring.
  - cbn [pm]. rewrite (S_INR n). pose proof (IH k) as H1. rewrite S_INR in *. destruct k as [|k].
    + change (INR 0) with 0 in *. transitivity ((1-p) * ((1 - p) * (0 + 1) * pm p n 1) + (1-p)*p*pm p n 0); [ring|].
      rewrite H1. ring.
    + pose proof (IH k) as H2. rewrite S_INR in *. 
      transitivity (p * (INR n - (INR k + 1)) * pm p n (S k) * (1-p) + p * ((1 - p) * (INR k + 1 + 1)) * pm p n (S k)).
      * rewrite Rmult_plus_distr_l.
        replace ((1 - p) * (INR k + 1 + 1) * ((1 - p) * pm p n (S (S k))))
        with ((1 - p) * ((1 - p) * (INR k + 1 + 1) * pm p n (S (S k)))) by ring.
        rewrite H1. ring.
      * replace (p * (INR n + 1 - (INR k + 1)) * ((1 - p) * pm p n (S k) + p * pm p n k)) with
          (p * (INR n + 1 - (INR k + 1)) * (1 - p) * pm p n (S k) + p * (p * (INR n - INR k) * pm p n k)) by ring.
        rewrite <- H2. ring.
Qed.

(* the two ways to go on *)
Lemma pm_same p n k : (INR n + 1 - INR k) * pm p (S n) k = (1 - p) * (INR n + 1) * pm p n k.
Proof.
  cbn [pm]. destruct k as [|k].
  - simpl INR. ring.
  - pose proof (pm_ratio p n k) as H. rewrite S_INR in *.
    transitivity ((INR n - INR k) * ((1-p) * pm p n (S k)) + p * (INR n - INR k) * pm p n k); [ring|]. rewrite <- H.
    ring.
Qed.
Lemma pm_next p n k : INR (S k) * pm p (S n) (S k) = p * (INR n + 1) * pm p n k.
Proof.
  cbn [pm]. pose proof (pm_ratio p n k) as H. rewrite S_INR in *.
  transitivity ((1 - p) * (INR k + 1) * pm p n (S k) + p * (INR k + 1) * pm p n k); [ring|]. rewrite H. ring.
Qed.

(* expectation under binomial as a sum *)
Lemma Ex_binomial p n f : Ex (binomial n p) f = Sum (S n) (fun k => pm p n k * f k).
Proof.
  revert f. induction n as [|n IH]; intros f.
  - simpl. lra.
  - rewrite Ex_binomial_S, !IH.
    transitivity (Sum (S (S n)) (fun k => (1 - p) * (pm p n k * f k)) + Sum (S (S n)) (fun k => p * (match k with O =>
    0 | S j => pm p n j * f k end))).
    + rewrite (Sum_head (S n) (fun k => p * _)). rewrite Rmult_0_r, Rplus_0_l. rewrite (Sum_scal (S n) p).
      change (Sum (S (S n)) (fun k => (1 - p) * (pm p n k * f k)))
      with (Sum (S n) (fun k => (1 - p) * (pm p n k * f k)) + (1 - p) * (pm p n (S n) * f (S n))).
      rewrite (pm_beyond p n (S n)) by lia. rewrite Sum_scal. ring.
    + rewrite <- Sum_plus. apply Sum_ext. intros [|i] _; cbn [pm]; ring.
Qed.

Lemma pm_total p n : Sum (S n) (pm p n) = 1.
Proof.
  transitivity (Ex (binomial n p) (fun _ => 1)).
  - rewrite Ex_binomial. apply Sum_ext. intros; ring.
  - induction n as [|n IH]; [simpl; ring|]. rewrite Ex_binomial_S, IH. ring.
Qed.

(* monotone in p: a nonincreasing function has a smaller mean at a larger p *)
Lemma binomial_mono n p p' f : 0 <= p <= 1 -> 0 <= p' <= 1 -> p <= p' -> (forall k, f (S k) <= f k) ->
  Ex (binomial n p') f <= Ex (binomial n p) f.
Proof.
  intros Hp Hp' H. revert f. induction n as [|n IH]; intros f Hf; [simpl; lra|].
  rewrite !Ex_binomial_S. pose proof (IH f Hf) as A. pose proof (IH (fun k => f (S k)) (fun k => Hf (S k))) as B.
  assert (C : Ex (binomial n p) (fun k => f (S k)) <= Ex (binomial n p) f).
  { rewrite !Ex_binomial. apply Sum_le. intros i _. pose proof (pm_nonneg p n i Hp). pose proof (Hf i). nra. }
  nra.
Qed.

Section D.
Variables l alpha beta : R.   (* l: the coin, 1/2 for clones *)
Hypothesis Hl : 0 <= l <= 1.

Definition u (c x : nat) : R := alpha * match x with O => 0 | S j => pm l c j end - beta * pm l c x.

Lemma u_S c x : u (S c) x = (1 - l) * u c x + l * match x with O => 0 | S j => u c j end.
Proof. unfold u. destruct x as [|[|x]]; cbn [pm]; ring. Qed.

Lemma u_beyond c x : (S c < x)%nat -> u c x = 0.
Proof. unfold u. intros H. destruct x; [lia|]. rewrite !pm_beyond by lia. ring. Qed.

(* the advantage of an event given c *)
Lemma advantage c (s : nat -> R) : Ex (binomial c l) (fun a => alpha * s (S a) - beta * s a) = Sum (S (S c)) (fun x =>
  s x * u c x).
Proof.
  rewrite Ex_binomial.
  transitivity (Sum (S (S c)) (fun x => alpha * match x with O => 0 | S j => pm l c j * s x end) +
  Sum (S (S c)) (fun x => - beta * (pm l c x * s x))).
  - rewrite (Sum_head (S c) (fun x => alpha * _)). rewrite Rmult_0_r, Rplus_0_l.
    change (Sum (S (S c)) (fun x => - beta * (pm l c x * s x))) with (Sum (S c) (fun x => - beta * (pm l c x * s x)) + -
    beta * (pm l c (S c) * s (S c))).
    rewrite (pm_beyond l c (S c)) by lia. rewrite Rmult_0_l, Rmult_0_r, Rplus_0_r, <- Sum_plus. apply Sum_ext.
    intros; ring.
  - rewrite <- Sum_plus. apply Sum_ext. intros [|i] _; unfold u; ring.
Qed.

Definition D (c : nat) : R := Sum (S (S c)) (fun x => Rmax 0 (u c x)).

Lemma D_nonneg c : 0 <= D c. Proof. apply Sum_nonneg. intros; apply Rmax_l. Qed.

Lemma D_0 : 0 <= alpha -> 0 <= beta -> D 0 = alpha.
Proof. intros A B. unfold D, u. simpl. rewrite Rmax_left by lra. rewrite Rmax_right by lra. ring. Qed.

Lemma gap a b : 0 <= l <= 1 -> Rmax 0 ((1 - l) * b + l * a) <= (1 - l) * Rmax 0 b + l * Rmax 0 a - Rmax 0 (Rmin
  (- (l * a)) ((1 - l) * b)).
Proof.
  intros H. destruct (Rle_dec 0 a); destruct (Rle_dec 0 b).
  - rewrite (Rmax_right 0 a), (Rmax_right 0 b) by lra. rewrite (Rmax_left 0 (Rmin _ _)).
    2:{ apply Rle_trans with (- (l * a)); [apply Rmin_l|nra]. }
    apply Rmax_case; nra.
  - rewrite (Rmax_right 0 a), (Rmax_left 0 b) by lra. rewrite (Rmax_left 0 (Rmin _ _)).
    2:{ apply Rle_trans with (- (l * a)); [apply Rmin_l|nra]. }
    apply Rmax_case; nra.
  - rewrite (Rmax_left 0 a), (Rmax_right 0 b) by lra. unfold Rmin. destruct (Rle_dec _ _).
    + rewrite (Rmax_right 0 (- (l * a))) by nra. apply Rmax_case; nra.
    + rewrite (Rmax_right 0 ((1 - l) * b)) by nra. apply Rmax_case; nra.
  - rewrite (Rmax_left 0 a), (Rmax_left 0 b) by lra. rewrite (Rmax_left 0 (Rmin _ _)).
    2:{ apply Rle_trans with ((1 - l) * b); [apply Rmin_r|nra]. }
    apply Rmax_case; nra.
Qed.

Lemma gap0 a b : Rmax 0 ((1 - l) * b + l * a) <= (1 - l) * Rmax 0 b + l * Rmax 0 a.
Proof. pose proof (gap a b Hl). pose proof (Rmax_l 0 (Rmin (- (l * a)) ((1 - l) * b))). lra. Qed.

Lemma Sum_gap n f g k e : (k < n)%nat -> (forall i, (i < n)%nat -> f i <= g i) -> f k <= g k - e -> Sum n f <= Sum n g -
  e.
Proof.
  induction n; intros Hk H Hg; [lia|]. simpl. destruct (Nat.eq_dec k n) as [->|].
  - assert (Sum n f <= Sum n g) by (apply Sum_le; intros; apply H; lia). lra.
  - assert (Sum n f <= Sum n g - e) by (apply IHn; [lia|intros; apply H; lia|auto]).
    assert (f n <= g n) by (apply H; lia). lra.
Qed.

(* one more coin: the divergence falls at least by the gap at any x *)
Theorem D_step c k : (k <= c)%nat -> D (S c) <= D c - Rmax 0 (Rmin (- (l * u c k)) ((1 - l) * u c (S k))).
Proof.
  intros Hk. unfold D at 1.
  set (g := fun x => (1 - l) * Rmax 0 (u c x) + l * match x with O => 0 | S j => Rmax 0 (u c j) end).
  assert (E : Sum (S (S (S c))) g = D c).
  { unfold g. rewrite Sum_plus, Sum_scal, (Sum_head (S (S c)) (fun x => l * _)), Rmult_0_r, Rplus_0_l, Sum_scal.
    change (Sum (S (S (S c))) (fun i => Rmax 0 (u c i))) with (D c + Rmax 0 (u c (S (S c)))).
    rewrite (u_beyond c (S (S c))) by lia. rewrite (Rmax_left 0 0) by lra. unfold D. ring. }
  rewrite <- E. apply Sum_gap with (k := S k); [lia| |].
  - intros [|i] _; unfold g; rewrite u_S.
    + pose proof (gap0 0 (u c 0)). rewrite (Rmax_left 0 0) in H by lra. lra.
    + apply gap0.
  - unfold g. rewrite u_S. apply gap, Hl.
Qed.

Corollary D_antitone c : D (S c) <= D c.
Proof. pose proof (D_step c 0 (Nat.le_0_l c)). pose proof (Rmax_l 0 (Rmin (- (l * u c 0)) ((1 - l) * u c 1))). lra. Qed.

Lemma D_antitone_le c c' : (c <= c')%nat -> D c' <= D c.
Proof. induction 1; [lra|]. pose proof (D_antitone m). lra. Qed.

(* an event {x >= t}: a lower bound *)
Definition T (c t : nat) : R := Sum (S (S c)) (fun x => if (t <=? x)%nat then u c x else 0).

Lemma T_le_D c t : T c t <= D c.
Proof. apply Sum_le. intros i _. destruct (t <=? i)%nat; [apply Rmax_r|apply Rmax_l]. Qed.

Lemma T_drop c t : (t <= S c)%nat -> T c (S t) = T c t - u c t.
Proof.
  intros H. unfold T.
  assert (G : forall n, (t < n)%nat -> Sum n (fun x => if (S t <=? x)%nat then u c x else 0) = Sum n (fun x =>
  if (t <=? x)%nat then u c x else 0) - u c t).
  { induction n; intros Hn; [lia|]. cbn [Sum]. destruct (Nat.eq_dec t n) as [<-|].
    - rewrite (proj2 (Nat.leb_gt (S t) t)), (proj2 (Nat.leb_le t t)) by lia.
      rewrite (Sum_ext t (fun x => if (S t <=? x)%nat then u c x else 0) (fun x => if (t <=? x)%nat then u c x else 0)).
      + ring.
      + intros i Hi. rewrite (proj2 (Nat.leb_gt (S t) i)), (proj2 (Nat.leb_gt t i)) by lia. reflexivity.
    - rewrite IHn by lia. rewrite (proj2 (Nat.leb_le (S t) n)), (proj2 (Nat.leb_le t n)) by lia. ring. }
  apply G. lia.
Qed.

(* the same event with one more coin, k = t - 1 *)
Lemma T_same c k : (k <= c)%nat -> T (S c) (S k) = T c (S k) + l * u c k.
Proof.
  intros H. unfold T at 1.
  transitivity (Sum (S (S (S c))) (fun x => (1 - l) * (if (S k <=? x)%nat then u c x else 0)) +
  Sum (S (S (S c))) (fun x => l * match x with O => 0 | S j => if (k <=? j)%nat then u c j else 0 end)).
  - rewrite <- Sum_plus. apply Sum_ext. intros [|i] _.
    + simpl. ring.
    + rewrite u_S. change (S k <=? S i)%nat with (k <=? i)%nat. destruct (k <=? i)%nat; ring.
  - rewrite (Sum_head (S (S c)) (fun x => l * _)), Rmult_0_r, Rplus_0_l, !Sum_scal.
    fold (T c k).
    change (Sum (S (S (S c))) (fun x => if (S k <=? x)%nat then u c x else 0))
    with (T c (S k) + (if (S k <=? S (S c))%nat then u c (S (S c)) else 0)).
    rewrite (u_beyond c (S (S c))) by lia. pose proof (T_drop c k ltac:(lia)). destruct (S k <=? S (S c))%nat;
    rewrite H0; ring.
Qed.

Lemma T_next c k : (k <= c)%nat -> T (S c) (S (S k)) = T c (S k) - (1 - l) * u c (S k).
Proof. intros H. rewrite (T_drop (S c) (S k)) by lia. rewrite T_same, u_S by lia. ring. Qed.

Lemma T_00 : T 0 1 = alpha. Proof. unfold T, u. simpl. ring. Qed.
End D.

Lemma D_mono l a a' b b' c : 0 <= l <= 1 -> a <= a' -> b' <= b -> D l a b c <= D l a' b' c.
Proof.
  intros Hl Ha Hb. apply Sum_le. intros i _. apply Rle_max_compat_l. unfold u.
  pose proof (pm_nonneg l c i Hl). destruct i as [|i]; [nra|]. pose proof (pm_nonneg l c i Hl). nra.
Qed.

(* the quantity *)
Definition F (l alpha beta p : R) (N : nat) : R := Ex (binomial N p) (D l alpha beta).

Theorem F_mono l a a' b b' p p' N : 0 <= l <= 1 -> 0 <= p <= 1 -> 0 <= p' <= 1 -> a <= a' -> b' <= b -> p' <= p ->
  F l a b p N <= F l a' b' p' N.
Proof.
  intros Hl Hp Hp' Ha Hb H. apply Rle_trans with (F l a b p' N).
  - apply binomial_mono; auto. intros; apply D_antitone; auto.
  - unfold F. rewrite !Ex_binomial. apply Sum_le. intros i _. pose proof (pm_nonneg p' N i Hp').
    pose proof (D_mono l a a' b b' i Hl Ha Hb). nra.
Qed.

(* Chebyshev: leaving out the large c does not lower the mean of a nonincreasing function *)
Lemma chebyshev (r f : nat -> R) h j : (forall i, 0 <= r i) -> (forall a b, (a <= b)%nat -> f b <= f a) ->
  Sum (h + j) (fun i => r i * f i) * Sum h r <= Sum h (fun i => r i * f i) * Sum (h + j) r.
Proof.
  intros Hr Hf. induction j.
  - rewrite Nat.add_0_r. lra.
  - rewrite Nat.add_succ_r. simpl.
    assert (Sum h (fun i => r i * f i) >= f (h + j)%nat * Sum h r).
    { rewrite <- Sum_scal. apply Rle_ge, Sum_le. intros i Hi. pose proof (Hr i).
      pose proof (Hf i (h + j)%nat ltac:(lia)). nra. }
    pose proof (Hr (h + j)%nat). nra.
Qed.

Theorem F_upper l a b p N h : 0 <= l <= 1 -> 0 <= p <= 1 -> (h <= N)%nat ->
  F l a b p N * Sum (S h) (pm p N) <= Sum (S h) (fun c => pm p N c * D l a b c).
Proof.
  intros Hl Hp H. unfold F. rewrite Ex_binomial.
  pose proof (chebyshev (pm p N) (D l a b) (S h) (N - h) (fun i => pm_nonneg p N i Hp) (fun x y =>
  D_antitone_le l a b Hl x y)) as C.
  replace (S h + (N - h))%nat with (S N) in C by lia. rewrite pm_total, Rmult_1_r in C. exact C.
Qed.

(* the weights beyond h, geometrically: with m (1-p)(h+1) > m p (N-h) *)
Lemma tail p N h j : 0 <= p < 1 -> (h <= N)%nat -> p * (INR N - INR h) < (1 - p) * INR (S h) ->
  Sum j (fun i => pm p N (h + i)%nat) * ((1 - p) * INR (S h) - p * (INR N - INR h)) <= (1 - p) * INR (S h) * pm p N h.
Proof.
  intros Hp HN Hr. set (A := (1 - p) * INR (S h)) in *. set (B := p * (INR N - INR h)) in *.
  assert (HB : 0 <= B). { unfold B. apply le_INR in HN. nra. }
  assert (step : forall i, A * pm p N (S (h + i)) <= B * pm p N (h + i)%nat).
  { intros i. pose proof (pm_ratio p N (h + i)) as R. pose proof (pm_nonneg p N (h+i) ltac:(lra)) as P0.
    pose proof (pm_nonneg p N (S (h+i)) ltac:(lra)) as P1.
    unfold A, B. rewrite S_INR in *. rewrite plus_INR in R. pose proof (pos_INR i).
    assert ((1 - p) * INR i * pm p N (S (h + i)) >= 0) by (apply Rle_ge; repeat apply Rmult_le_pos; lra).
    assert (p * INR i * pm p N (h + i) >= 0) by (apply Rle_ge; repeat apply Rmult_le_pos; lra). nra. }
  (* sum_{i<j} r_i (A - B) + B r_j... : by induction, sum (A-B) <= A r_0 - A r_j *)
  assert (G : Sum j (fun i => pm p N (h + i)%nat) * (A - B) <= A * pm p N h - A * pm p N (h + j)%nat).
  { induction j; simpl.
    - rewrite Nat.add_0_r. lra.
    - rewrite Nat.add_succ_r. pose proof (step j). nra. }
  pose proof (pm_nonneg p N (h + j) ltac:(lra)). assert (0 <= A) by lra. nra.
Qed.

Theorem total_upper p N h : 0 <= p < 1 -> (h <= N)%nat -> p * (INR N - INR h) < (1 - p) * INR (S h) ->
  1 <= Sum h (pm p N) + (1 - p) * INR (S h) * pm p N h / ((1 - p) * INR (S h) - p * (INR N - INR h)).
Proof.
  intros Hp HN Hr. pose proof (tail p N h (S N - h) Hp HN Hr) as Tl.
  apply Rle_trans with (Sum (S N) (pm p N)); [rewrite pm_total; lra|]. replace (S N) with (h + (S N - h))%nat at 1
  by lia. rewrite Sum_split.
  apply Rplus_le_compat_l. apply Rmult_le_reg_r with ((1 - p) * INR (S h) - p * (INR N - INR h)); [lra|].
  revert Tl. set (X := Sum _ _). set (Y := (1 - p) * INR (S h) * pm p N h).
  set (Z := (1 - p) * INR (S h) - p * (INR N - INR h)). intros Tl.
  assert (0 < Z) by (unfold Z; lra). replace (Y / Z * Z) with Y by (field; lra). exact Tl.
Qed.

Theorem F_lower l a b p N h (f : nat -> R) : 0 <= l <= 1 -> 0 <= p <= 1 -> (h <= N)%nat ->
  (forall c, f c <= D l a b c) ->
  Sum (S h) (fun c => pm p N c * f c) <= F l a b p N.
Proof.
  intros Hl Hp H Hf. unfold F. rewrite Ex_binomial. replace (S N) with (S h + (N - h))%nat by lia. rewrite Sum_split.
  assert (0 <= Sum (N - h) (fun i => pm p N (S h + i) * D l a b (S h + i))).
  { apply Sum_nonneg. intros i _. apply Rmult_le_pos; [apply pm_nonneg; auto|apply D_nonneg]. }
  assert (Sum (S h) (fun c => pm p N c * f c) <= Sum (S h) (fun c => pm p N c * D l a b c)).
  { apply Sum_le. intros i _. pose proof (pm_nonneg p N i Hp). pose proof (Hf i). nra. }
  lra.
Qed.
