(* Pure differential privacy over adaptive rounds: Laplace noise and randomized response at delta = 0. Every round
   multiplies a probability by e^eps0 at most, and some event reaches the product. *)
Require Import Reals List Lra Lia Arith Bool.
From Hallmark Require Import Definitions Noise Mechanisms Laws ClonesPair Reduction ReductionSanity Product Adaptive.
Import ListNotations.
Open Scope R_scope.

(* P is at most c times Q, for events and means alike *)
Definition within {A} (c : R) (P Q : dist A) : Prop := forall g, (forall y, 0 <= g y) -> Ex P g <= c * Ex Q g.
Lemma within_event {A} c (P Q : dist A) S : within c P Q -> Pr P S <= c * Pr Q S.
Proof. intros H. apply H. intros y. unfold indicator. destruct (S y); lra. Qed.
Lemma Ex_le {A} (d : dist A) f g : nonneg A d -> (forall x, f x <= g x) -> Ex d f <= Ex d g.
Proof.
  intros N L. assert (0 <= Ex d (fun x => g x - 1 * f x)) by (apply Ex_nonneg; auto; intros x; specialize (L x); lra).
  rewrite Ex_lin in H. lra.
Qed.
(* Rounds within c, whatever came before, are within c^t. *)
Lemma within_adaptive {Y} c (M N : list Y -> dist Y) : 0 <= c -> (forall h, nonneg Y (M h)) ->
  (forall h, nonneg Y (N h)) ->
  (forall h, within c (M h) (N h)) -> forall t h, within (c ^ t) (adaptive M t h) (adaptive N t h).
Proof.
  intros Hc NM NN H. assert (All : forall t h, nonneg _ (adaptive N t h)).
  { induction t as [|t IH]; intros h; cbn [adaptive]; [apply nonneg_ret|]. apply nonneg_bind; auto. intros y.
    apply nonneg_bind; auto. intros; apply nonneg_ret. }
  induction t as [|t IH]; intros h g Hg; cbn [adaptive pow]; [rewrite Rmult_1_l; right; reflexivity|]. rewrite !Ex_bind.
  apply Rle_trans with (Ex (M h) (fun y => c ^ t * Ex (bind (adaptive N t (h ++ [y])) (fun r => ret (y :: r))) g)).
  - apply Ex_le; auto. intros y. rewrite !Ex_bind. apply IH. intros r. rewrite Ex_ret. apply Hg.
  - rewrite Ex_scal. replace (c * c ^ t) with (c ^ t * c) by ring. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [apply pow_le; auto|].
    apply H. intros y. rewrite Ex_bind. apply Ex_nonneg; auto. intros r. rewrite Ex_ret. apply Hg.
Qed.
(* An outcome that every round has with probability p *)
Lemma every_round {Y} (test : Y -> bool) p (M : list Y -> dist Y) : (forall h, Pr (M h) test = p) ->
  forall t h, Pr (adaptive M t h) (forallb test) = p ^ t.
Proof.
  intros H. induction t as [|t IH]; intros h; unfold Pr; cbn [adaptive pow]; [rewrite Ex_ret; reflexivity|].
  rewrite Ex_bind, (Ex_fun _ _ (fun y => p ^ t * indicator test y)).
  - rewrite Ex_scal. fold (Pr (M h) test). rewrite H. ring.
  - intros y. rewrite Ex_bind, (Ex_fun _ _ (fun r => indicator test y * indicator (forallb test) r)).
    + rewrite Ex_scal. fold (Pr (adaptive M t (h ++ [y])) (forallb test)). rewrite IH. ring.
    + intros r. rewrite Ex_ret. unfold indicator. cbn [forallb]. destruct (test y), (forallb test r); cbn; ring.
Qed.

Lemma exp_mono x y : x <= y -> exp x <= exp y.
Proof. intros [H| ->]; [left; apply exp_increasing; auto|right; reflexivity]. Qed.
Lemma exp_times t e : exp e ^ t = exp (INR t * e).
Proof.
  induction t as [|t IH]; [cbn; rewrite Rmult_0_l, exp_0; reflexivity|].
  cbn [pow]. rewrite IH, <- exp_plus, S_INR. f_equal. ring.
Qed.
(* Where both directions are within e^eps0 a round, and one event has the ratio e^eps0 in every round,
   epsilon at delta = 0
   is the sum. *)
Definition pure (advantage : R -> R -> Prop) : R -> Prop :=
  is_inf (fun e => 0 <= e /\ forall a, advantage e a -> a <= 0).
Lemma pure_value (advantage : R -> R -> Prop) t eps0 p : 0 <= eps0 -> 0 < p ->
  (forall a, advantage (INR t * eps0) a -> a <= 0) ->
  (forall e, exists a, advantage e a /\ a = p ^ t - exp e * (p * exp (- eps0)) ^ t) ->
  pure advantage (INR t * eps0).
Proof.
  intros H0 Hp U L. pose proof (pos_INR t) as Ht. split.
  - intros e [_ He]. destruct (L e) as (a & Ha & ->). specialize (He _ Ha). apply Rnot_lt_le. intros C.
    rewrite Rpow_mult_distr, exp_times in He. pose proof (pow_lt p t Hp).
    assert (exp e * exp (INR t * - eps0) < 1).
    { rewrite <- exp_plus, <- exp_0. apply exp_increasing. lra. }
    nra.
  - intros x Hx. apply Hx. split; [apply Rmult_le_pos; auto|exact U].
Qed.
Lemma is_inf_unique S x y : is_inf S x -> is_inf S y -> x = y.
Proof. intros [A B] [C D]. apply Rle_antisym; [apply D, A|apply B, C]. Qed.

(* ---- randomized response ---- *)
Section Response.
Variable eps0 : R.
Hypothesis eps0_nonneg : 0 <= eps0.
Notation truth := (exp eps0 / (exp eps0 + 1)).
Lemma truth_lie : 0 < 1 - truth <= truth /\ truth = exp eps0 * (1 - truth) /\ truth <= 1.
Proof.
  pose proof (exp_pos eps0). assert (E1 : 1 <= exp eps0) by (rewrite <- exp_0; apply exp_mono; auto).
  assert (L : 1 - truth = / (exp eps0 + 1)) by (field; lra).
  assert (L0 : 0 < / (exp eps0 + 1)) by (apply Rinv_0_lt_compat; lra).
  assert (T : truth = exp eps0 * (1 - truth)) by (rewrite L; reflexivity).
  rewrite <- L in L0. generalize dependent (exp eps0 / (exp eps0 + 1)). intros a _ L0 T. repeat split; try nra; lra.
Qed.
Lemma answers_within X (question : list nat -> X -> bool) t x x' :
  within (exp (INR t * eps0)) (answers eps0 question t x) (answers eps0 question t x').
Proof.
  destruct truth_lie as ((L0 & L1) & L2 & L3). rewrite <- exp_times. unfold answers.
  assert (E1 : 1 <= exp eps0) by (rewrite <- exp_0; apply exp_mono; auto).
  assert (N : forall b : bool, nonneg nat (bernoulli (if b then truth else 1 - truth)))
    by (intros b; apply nonneg_bernoulli; destruct b; lra).
  apply within_adaptive; auto; [lra|]. intros h g Hg. rewrite !Ex_bernoulli.
  pose proof (Hg 0%nat) as G0. pose proof (Hg 1%nat) as G1.
  assert (A : truth <= exp eps0 * truth) by nra. assert (B : 1 - truth <= exp eps0 * (1 - truth)) by nra.
  assert (C : 1 - truth <= exp eps0 * truth) by nra.
  assert (K : forall x y, x <= exp eps0 * y -> 1 - x <= exp eps0 * (1 - y) ->
    x * g 1%nat + (1 - x) * g 0%nat <= exp eps0 * (y * g 1%nat + (1 - y) * g 0%nat)) by (intros; nra).
  apply K; destruct (question h x), (question h x'); lra.
Qed.
Theorem rr_pure dir t : pure (rr_advantage dir t eps0) (INR t * eps0).
Proof.
  destruct truth_lie as ((L0 & L1) & L2 & L3). apply pure_value with (p := truth); [auto|lra| |].
  - intros a (X & question & x & x' & S & T).
    pose proof (within_event _ _ _ S (answers_within X question t x x')).
    pose proof (within_event _ _ _ S (answers_within X question t x' x)).
    destruct dir; cbn [told] in T; [lra|lra|destruct T; lra].
  - intros e. set (up := match dir with Add => false | _ => true end). eexists. split.
    + exists bool, (fun _ x => x), up, (negb up), (forallb (Nat.eqb 1)).
      instantiate (1 := Pr (answers eps0 (fun _ x => x) t true) (forallb (Nat.eqb 1))
        - exp e * Pr (answers eps0 (fun _ x => x) t false) (forallb (Nat.eqb 1))).
      destruct dir; cbn [told up negb]; auto.
    + assert (P : forall b : bool, Pr (answers eps0 (fun _ x => x) t b) (forallb (Nat.eqb 1)) =
        (if b then truth else 1 - truth) ^ t).
      { intros b. apply every_round. intros h. unfold Pr. rewrite Ex_bernoulli. unfold indicator. cbn. ring. }
      rewrite !P. cbv iota. f_equal. f_equal. f_equal. rewrite exp_Ropp. pose proof (exp_pos eps0). field. lra.
Qed.
End Response.

(* ---- Laplace noise ---- *)
Section Laplace.
Variable b : R.
Hypothesis b_nonneg : 0 <= b.
Notation F := (laplace b).
Lemma laplace_left x : x <= 0 -> F x = exp (b * x) / 2.
Proof. intros H. unfold laplace. destruct (Rle_dec x 0); [reflexivity|lra]. Qed.
Lemma laplace_right x : 0 <= x -> F x = 1 - exp (- (b * x)) / 2.
Proof.
  intros H. unfold laplace. destruct (Rle_dec x 0); [|reflexivity].
  replace x with 0 by lra. rewrite Rmult_0_r, Ropp_0, exp_0. field.
Qed.
Lemma laplace_monotone x y : x <= y -> F x <= F y.
Proof.
  intros H. destruct (Rle_dec y 0).
  - rewrite !laplace_left by lra. assert (exp (b * x) <= exp (b * y)) by (apply exp_mono; nra). lra.
  - destruct (Rle_dec x 0).
    + rewrite laplace_left, laplace_right by lra. assert (exp (b * x) <= exp 0) by (apply exp_mono; nra).
      assert (exp (- (b * y)) <= exp 0) by (apply exp_mono; nra). rewrite exp_0 in *. lra.
    + rewrite !laplace_right by lra. assert (exp (- (b * y)) <= exp (- (b * x))) by (apply exp_mono; nra). lra.
Qed.
Lemma laplace_range x : 0 <= F x <= 1.
Proof.
  destruct (Rle_dec x 0).
  - rewrite laplace_left by auto. pose proof (exp_pos (b * x)). assert (exp (b * x) <= exp 0) by (apply exp_mono; nra).
    rewrite exp_0 in *. lra.
  - rewrite laplace_right by lra. pose proof (exp_pos (- (b * x))).
    assert (exp (- (b * x)) <= exp 0) by (apply exp_mono; nra). rewrite exp_0 in *. lra.
Qed.
(* The law moved by d: no interval is more than e^(b |d|) times as likely. *)
Definition spread (d x : R) : R := exp (b * Rabs d) * F x - F (x + d).
Lemma spread_up d : 0 <= d -> forall x y, x <= y -> spread d x <= spread d y.
Proof.
  intros Hd. assert (E : Rabs d = d) by (apply Rabs_pos_eq; auto).
  assert (E1 : 1 <= exp (b * d)) by (rewrite <- exp_0; apply exp_mono; nra).
  assert (Low : forall x y, x <= y -> y <= - d -> spread d x <= spread d y).
  { intros x y H Hy. unfold spread. rewrite E, !laplace_left by lra.
    replace (b * (x + d)) with (b * d + b * x) by ring. replace (b * (y + d)) with (b * d + b * y) by ring.
    rewrite !exp_plus. right. field. }
  assert (Mid : forall x y, x <= y -> - d <= x -> y <= 0 -> spread d x <= spread d y).
  { intros x y H Hx Hy. unfold spread. rewrite E, (laplace_left x), (laplace_left y), !laplace_right by lra.
    assert (X : exp (b * x) <= exp (b * y)) by (apply exp_mono; nra).
    assert (K : exp (- (b * (x + d))) - exp (- (b * (y + d))) =
      exp (- (b * (x + y + d))) * (exp (b * y) - exp (b * x))).
    { rewrite Rmult_minus_distr_l, <- !exp_plus. f_equal; f_equal; ring. }
    assert (exp (- (b * (x + y + d))) <= exp (b * d)) by (apply exp_mono; nra). nra. }
  assert (High : forall x y, x <= y -> 0 <= x -> spread d x <= spread d y).
  { intros x y H Hx. unfold spread. rewrite E, !laplace_right by lra.
    replace (- (b * (x + d))) with (- (b * d) + - (b * x)) by ring.
    replace (- (b * (y + d))) with (- (b * d) + - (b * y)) by ring. rewrite !exp_plus.
    assert (exp (- (b * y)) <= exp (- (b * x))) by (apply exp_mono; nra).
    assert (exp (- (b * d)) <= exp (b * d)) by (apply exp_mono; nra). pose proof (exp_pos (- (b * d))). nra. }
  intros x y H. set (x1 := Rmax x (Rmin y (- d))). set (x2 := Rmax x (Rmin y 0)).
  assert (O : x <= x1 <= x2 /\ x2 <= y /\ (x < x1 -> x1 <= - d) /\ (x1 < x2 -> - d <= x1 /\ x2 <= 0) /\
  (x2 < y -> 0 <= x2)).
  { unfold x1, x2, Rmax, Rmin. repeat destruct (Rle_dec _ _); lra. }
  apply Rle_trans with (spread d x1); [|apply Rle_trans with (spread d x2)].
  - destruct (Rle_lt_or_eq_dec x x1) as [L|Q]; [tauto| |rewrite <- Q; right; reflexivity]. apply Low; tauto.
  - destruct (Rle_lt_or_eq_dec x1 x2) as [L|Q]; [tauto| |rewrite <- Q; right; reflexivity]. apply Mid; tauto.
  - destruct (Rle_lt_or_eq_dec x2 y) as [L|Q]; [tauto| |rewrite <- Q; right; reflexivity]. apply High; tauto.
Qed.
Lemma laplace_flip x : F (- x) = 1 - F x.
Proof.
  destruct (Rle_dec x 0).
  - rewrite laplace_right, laplace_left by lra. replace (- (b * - x)) with (b * x) by ring. ring.
  - rewrite laplace_left, laplace_right by lra. replace (b * - x) with (- (b * x)) by ring. field.
Qed.
Lemma spread_monotone d x y : x <= y -> spread d x <= spread d y.
Proof.
  intros H. destruct (Rle_dec 0 d); [apply spread_up; auto|].
  (* the other side of 0 *)
  pose proof (spread_up (- d) ltac:(lra) (- y) (- x) ltac:(lra)) as S. unfold spread in *. rewrite Rabs_Ropp in S.
  replace (- y + - d) with (- (y + d)) in S by ring. replace (- x + - d) with (- (x + d)) in S by ring.
  rewrite !laplace_flip in S. lra.
Qed.
Lemma spread_nonneg d x : 0 <= spread d x.
Proof.
  set (y := Rmin x (Rmin 0 (- d))). assert (O : y <= x /\ y <= 0 /\ y <= - d).
  { unfold y, Rmin. repeat destruct (Rle_dec _ _); lra. }
  apply Rle_trans with (spread d y); [|apply spread_monotone; tauto].
  unfold spread. rewrite !laplace_left by lra. replace (b * (y + d)) with (b * d + b * y) by ring. rewrite exp_plus.
  assert (exp (b * d) <= exp (b * Rabs d)) by (apply exp_mono; pose proof (Rle_abs d); nra).
  pose proof (exp_pos (b * y)). nra.
Qed.
(* Below x, between x and y, above x: the law about m is within e^(b |m - m'|) of the one about m'. *)
Lemma within_below m m' x : F (x - m) <= exp (b * Rabs (m - m')) * F (x - m').
Proof.
  pose proof (spread_nonneg (m' - m) (x - m')) as S. unfold spread in S. rewrite (Rabs_minus_sym m m').
  replace (x - m' + (m' - m)) with (x - m) in S by ring. lra.
Qed.
Lemma within_between m m' x y : x <= y ->
  F (y - m) - F (x - m) <= exp (b * Rabs (m - m')) * (F (y - m') - F (x - m')).
Proof.
  intros H. pose proof (spread_monotone (m' - m) (x - m') (y - m') ltac:(lra)) as S. unfold spread in S.
  rewrite (Rabs_minus_sym m m'). replace (x - m' + (m' - m)) with (x - m) in S by ring.
  replace (y - m' + (m' - m)) with (y - m) in S by ring. lra.
Qed.
Lemma within_above m m' x : 1 - F (x - m) <= exp (b * Rabs (m - m')) * (1 - F (x - m')).
Proof.
  pose proof (spread_nonneg (m - m') (- (x - m'))) as S. unfold spread in S.
  replace (- (x - m') + (m - m')) with (- (x - m)) in S by ring. rewrite !laplace_flip in S. lra.
Qed.
(* What is seen of the number m is within e^(b |m - m'|) of what is seen of m'. *)
Lemma cells_within m m' cuts : sorted cuts ->
  within (exp (b * Rabs (m - m'))) (cells F m 0 0 cuts) (cells F m' 0 0 cuts).
Proof.
  set (c := exp (b * Rabs (m - m'))). pose proof (within_below m m') as Low. pose proof (within_between m m') as Mid.
  pose proof (within_above m m') as High. fold c in Low, Mid, High.
  intros So g Hg.
  assert (All : forall cuts a k, increasing a cuts ->
    Ex (cells F m (F (a - m)) k cuts) g <= c * Ex (cells F m' (F (a - m')) k cuts) g).
  { clear cuts So. induction cuts as [|x r IH]; intros a k I; cbn [cells Ex].
    - specialize (High a). specialize (Hg k). nra.
    - destruct I as [H I]. specialize (IH x (S k) I). specialize (Mid a x H). specialize (Hg k). nra. }
  destruct cuts as [|x r]; cbn [cells Ex].
  - assert (1 <= c) by (unfold c; rewrite <- exp_0; apply exp_mono; pose proof (Rabs_pos (m - m')); nra).
    specialize (Hg 0%nat). nra.
  - specialize (All r x 1%nat So). specialize (Low x). specialize (Hg 0%nat). nra.
Qed.
Lemma cells_nonneg m cuts : sorted cuts -> nonneg nat (cells F m 0 0 cuts).
Proof.
  assert (All : forall cuts a k, increasing a cuts -> nonneg nat (cells F m (F (a - m)) k cuts)).
  { clear cuts. induction cuts as [|x r IH]; intros a k I px; cbn [cells].
    - intros [<-|[]]. cbn. pose proof (laplace_range (a - m)). lra.
    - destruct I as [H I]. pose proof (laplace_monotone (a - m) (x - m) ltac:(lra)).
      intros [<-|J]; [cbn; lra|]. apply (IH x (S k) I px J). }
  destruct cuts as [|x r]; intros So px; cbn [cells].
  - intros [<-|[]]. cbn. lra.
  - pose proof (laplace_range (x - m)). intros [<-|J]; [cbn; lra|]. apply (All r x 1%nat So px J).
Qed.
Notation mechanism query cuts t D := (adaptive (fun h => cells F (query h (present D)) 0 0 (cuts h)) t []).
Lemma laplace_within X (query : list nat -> list X -> R) cuts t D D' : (forall h, sorted (cuts h)) ->
  (forall h, Rabs (query h (present D) - query h (present D')) <= 1) ->
  within (exp (INR t * b)) (mechanism query cuts t D) (mechanism query cuts t D').
Proof.
  intros So L. rewrite <- exp_times. apply within_adaptive; [left; apply exp_pos|intros; apply cells_nonneg; auto..|].
  intros h g Hg. eapply Rle_trans; [apply cells_within; auto|]. apply Rmult_le_compat_r.
  - apply Ex_nonneg; [apply cells_nonneg; auto|exact Hg].
  - apply exp_mono. specialize (L h). nra.
Qed.
Theorem laplace_pure a dir t : pure (laplace_advantage a dir t b) (INR t * b).
Proof.
  apply pure_value with (p := 1 / 2); [auto|lra| |].
  - intros d (X & query & cuts & D & D' & S & So & L & Adj & T). cbv zeta in T.
    assert (O : one_more (present D) (present D')).
    { destruct Adj as (pre & x & post & -> & ->). unfold present. rewrite !flat_map_app.
      exists (flat_map (fun r => match r with Some x => [x] | None => [] end) pre), x,
        (flat_map (fun r => match r with Some x => [x] | None => [] end) post).
      split; [reflexivity|]. destruct a; reflexivity. }
    pose proof (within_event _ _ _ S (laplace_within X query cuts t D D' So (fun h => L h _ _ O))).
    pose proof (within_event _ _ _ S (laplace_within X query cuts t D' D So
      ltac:(intros h; rewrite Rabs_minus_sym; apply L; exact O))).
    destruct dir; cbn [told] in T; [lra|lra|destruct T; lra].
  - intros e. set (up := match dir with Add => false | _ => true end).
    (* the number is 1 with the record and 0 without it, or the other way round; every output lies above 1 *)
    set (query := fun (_ : list nat) (B : list unit) => match B, up with [], true | _ :: _, false => 0 | _, _ => 1 end).
    set (D' := match a with AddRemove => [] | ZeroOut => [None] end : list (option unit)).
    assert (P : forall D : list (option unit), Pr (mechanism query (fun _ => [1]) t D) (forallb (Nat.eqb 1)) =
      (1 - F (1 - query [] (present D))) ^ t).
    { intros D. apply every_round. intros h. unfold Pr, indicator. cbn [cells Ex]. cbn. unfold query. ring. }
    exists (Pr (mechanism query (fun _ => [1]) t (if up then [Some tt] else D')) (forallb (Nat.eqb 1)) -
      exp e * Pr (mechanism query (fun _ => [1]) t (if up then D' else [Some tt])) (forallb (Nat.eqb 1))). split.
    + exists unit, query, (fun _ => [1]), [Some tt], D', (forallb (Nat.eqb 1)). cbv zeta.
      repeat split; cbn [increasing]; auto.
      * intros h B B' _. unfold query. destruct B, B', up; rewrite ?Rminus_diag, ?Rabs_R0; try lra; 
          unfold Rabs; destruct (Rcase_abs _); lra.
      * exists [], tt, []. split; [reflexivity|]. unfold D'. destruct a; reflexivity.
      * unfold up. destruct dir; cbn [told]; auto.
    + rewrite !P. assert (E : present D' = []) by (unfold D'; destruct a; reflexivity).
      assert (E1 : 1 - F (1 - 1) = 1 / 2) by (rewrite laplace_left by lra; replace (b * (1 - 1)) with 0 by ring;
      rewrite exp_0; field).
      assert (E0 : 1 - F (1 - 0) = 1 / 2 * exp (- b)).
      { rewrite laplace_right by lra. replace (- (b * (1 - 0))) with (- b) by ring. field. }
      destruct up; rewrite E; unfold query; cbn [present flat_map app]; rewrite E1, E0; reflexivity.
Qed.
End Laplace.
