(* Private selection: the generating function of the number of runs solves a linear equation,
  so that its derivative is a
   power; what one run loses then bounds what the best of many loses. *)
Require Import Reals List Lra Lia Arith Bool ZArith Factorial.
From Coquelicot Require Import Coquelicot.
From Hallmark Require Import Definitions Mechanisms Laws ClonesPair Steps Exponential ClonesChecked NormalLaw.
From Hallmark Require Import PoissonSampling PrivateRounds PureRounds Reduction.
Open Scope R_scope.

Section Runs.
Variables gamma eta : R.
Hypothesis gamma01 : 0 < gamma < 1.
Hypothesis eta_above : -1 < eta.
Notation q := (1 - gamma).
Notation w := (tnb gamma eta).
Definition slopes (j : nat) : R := INR (S j) * w (S j).
Lemma rising_pos j : 0 < rising eta j.
Proof.
  induction j as [|j IH]; cbn [rising]; [lra|]. apply Rmult_lt_0_compat; auto. rewrite S_INR. pose proof (pos_INR j).
  lra.
Qed.
Lemma slopes_value j : slopes j = q ^ S j * rising eta j / INR (fact j).
Proof.
  unfold slopes, tnb. rewrite fact_simpl, mult_INR. field. split; [apply INR_fact_neq_0|apply not_0_INR; lia].
Qed.
Lemma slopes_pos j : 0 < slopes j.
Proof.
  rewrite slopes_value. apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat, INR_fact_lt_0].
  apply Rmult_lt_0_compat; [apply pow_lt; lra|apply rising_pos].
Qed.
Lemma slopes_next j : INR (S j) * slopes (S j) = q * (INR (S j) + eta) * slopes j.
Proof.
  rewrite !slopes_value, fact_simpl, mult_INR. cbn [rising pow]. field.
  split; [apply INR_fact_neq_0|apply not_0_INR; lia].
Qed.
Lemma slopes_radius : CV_radius slopes = Finite (/ q).
Proof.
  apply CV_radius_finite_DAlembert; [intros n; pose proof (slopes_pos n); lra|lra|].
  apply (is_lim_seq_ext (fun n => q * (1 + eta * / INR (S n)))).
  - intros n. pose proof (slopes_pos n). pose proof (slopes_pos (S n)). pose proof (slopes_next n) as E.
    assert (N : 0 < INR (S n)) by (apply lt_0_INR; lia).
    rewrite Rabs_pos_eq by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
    apply Rmult_eq_reg_r with (INR (S n) * slopes n); [|apply Rgt_not_eq, Rmult_lt_0_compat; auto].
    transitivity (q * (INR (S n) + eta) * slopes n); [field; lra|]. rewrite <- E. field. lra.
  - replace (Finite q) with (Rbar_mult q (1 + eta * 0)) by (cbn; f_equal; ring).
    apply (is_lim_seq_scal_l _ q). apply (is_lim_seq_plus' (fun _ => 1) (fun n => eta * / INR (S n)) 1 (eta * 0));
      [apply is_lim_seq_const|].
    apply (is_lim_seq_scal_l (fun n => / INR (S n)) eta 0).
    apply (is_lim_seq_incr_1 (fun n => / INR n)). replace (Finite 0) with (Rbar_inv p_infty) by reflexivity.
    apply is_lim_seq_inv; [apply is_lim_seq_INR|discriminate].
Qed.
Lemma inside z : 0 <= z <= 1 -> Rbar_lt (Rabs z) (Finite (/ q)).
Proof.
  intros H. cbn. rewrite Rabs_pos_eq by lra. assert (1 < / q); [|lra]. rewrite <- Rinv_1 at 1.
  apply Rinv_lt_contravar; lra.
Qed.
Definition slope (z : R) : R := PSeries slopes z.
Definition generated (z : R) : R := PSeries w z.
Lemma runs_radius : CV_radius w = Finite (/ q).
Proof. rewrite <- CV_radius_derive, <- slopes_radius. apply CV_radius_ext. intros n. reflexivity. Qed.
Lemma generated_derive z : 0 <= z <= 1 -> is_derive generated z (slope z).
Proof.
  intros H. unfold generated, slope. evar_last; [apply is_derive_PSeries; rewrite runs_radius; apply inside; exact H|].
  apply PSeries_ext. intros n. reflexivity.
Qed.
Lemma slope_derive z : 0 <= z <= 1 -> exists d, is_derive slope z d /\ (1 - q * z) * d = q * (1 + eta) * slope z.
Proof.
  intros H. assert (I : Rbar_lt (Rabs z) (CV_radius slopes)) by (rewrite slopes_radius; apply inside; exact H).
  exists (PSeries (PS_derive slopes) z). split; [apply is_derive_PSeries; exact I|].
  assert (D : ex_pseries (PS_derive slopes) z) by (apply CV_radius_inside; rewrite CV_radius_derive; exact I).
  assert (A : ex_pseries slopes z) by (apply CV_radius_inside; exact I).
  assert (E : PSeries (PS_derive slopes) z = q * (1 + eta) * slope z + q * (z * PSeries (PS_derive slopes) z)).
  { unfold slope. rewrite <- PSeries_incr_1, <- !PSeries_scal, <- PSeries_plus.
    - apply PSeries_ext. intros n. unfold PS_plus, PS_scal, PS_derive. rewrite slopes_next.
      destruct n as [|n]; unfold PS_incr_1; cbn; unfold plus, scal, mult; cbn; unfold mult; cbn.
      + ring.
      + change (match n with O => 1 | S _ => INR n + 1 end) with (INR (S n)). rewrite !S_INR. ring.
    - apply ex_pseries_scal; [apply Rmult_comm|exact A].
    - apply ex_pseries_scal; [apply Rmult_comm|]. apply ex_pseries_incr_1. exact D. }
  lra.
Qed.
Definition shrunk (z : R) : R := exp ((1 + eta) * ln (1 - q * z)).
(* the derivative is a power *)
Lemma slope_power z : 0 <= z <= 1 -> slope z * shrunk z = q.
Proof.
  intros H. assert (S0 : slope 0 * shrunk 0 = q).
  { unfold slope, shrunk. rewrite PSeries_0, slopes_value. replace (1 - q * 0) with 1 by ring.
    rewrite ln_1, Rmult_0_r, exp_0. cbn. field. }
  assert (D : forall x, 0 <= x <= z -> is_derive (fun x => slope x * shrunk x) x 0).
  { intros x Hx. destruct (slope_derive x ltac:(lra)) as (d & Dd & Ed). assert (P : 0 < 1 - q * x) by nra.
    evar_last.
    - apply (is_derive_mult slope shrunk x d (exp ((1 + eta) * ln (1 - q * x)) * ((1 + eta) * (- q / (1 - q * x)))));
        [exact Dd| |apply Rmult_comm].
      unfold shrunk. auto_derive; [exact P|]. change (1 + - (q * x)) with (1 - q * x). field. lra.
    - unfold plus, mult; cbn. unfold shrunk. set (g := exp _).
      replace d with (q * (1 + eta) * slope x / (1 - q * x)) by (rewrite <- Ed; field; lra). field. lra. }
  rewrite <- S0. apply Rle_antisym.
  - apply Ropp_le_cancel. apply (growing (fun x => - (slope x * shrunk x)) (fun _ => 0)); [lra| |intros; lra].
    intros x Hx. evar_last; [apply (is_derive_opp (fun x => slope x * shrunk x)), (D x Hx)|]. unfold opp; cbn. ring.
  - apply (growing (fun x => slope x * shrunk x) (fun _ => 0)); [lra|exact D|intros; lra].
Qed.
Lemma shrunk_pos z : 0 < shrunk z. Proof. apply exp_pos. Qed.
Lemma slope_least z : 0 <= z <= 1 -> q <= slope z.
Proof.
  intros H. pose proof (slope_power z H) as E. assert (G : shrunk z <= 1).
  { unfold shrunk. apply Rle_trans with (exp 0); [apply exp_mono|rewrite exp_0; lra].
  assert (Q : 0 <= q * z < 1) by nra.
    assert (L : ln (1 - q * z) <= 0).
    { destruct (Rle_lt_or_eq_dec 0 (q * z) (proj1 Q)) as [N|N].
      - left. rewrite <- ln_1. apply ln_increasing; lra.
      - rewrite <- N, Rminus_0_r, ln_1. lra. }
    assert (0 <= (1 + eta) * - ln (1 - q * z)) by (apply Rmult_le_pos; lra). lra. }
  pose proof (shrunk_pos z). nra.
Qed.
Lemma slope_compare r z z' : 0 < r -> 0 <= z <= 1 -> 0 <= z' <= 1 -> 1 - q * z' <= r * (1 - q * z) ->
  slope z <= exp ((1 + eta) * ln r) * slope z'.
Proof.
  intros R Hz Hz' H. pose proof (slope_power z Hz) as E. pose proof (slope_power z' Hz') as E'.
  assert (P : 0 < 1 - q * z) by nra. assert (P' : 0 < 1 - q * z') by nra.
  assert (G : shrunk z' <= exp ((1 + eta) * ln r) * shrunk z).
  { unfold shrunk. rewrite <- exp_plus. apply exp_mono. rewrite <- Rmult_plus_distr_l, <- ln_mult by auto.
    apply Rmult_le_compat_l; [lra|]. destruct H as [H|H]; [left; apply ln_increasing; auto|rewrite H; lra]. }
  pose proof (shrunk_pos z). pose proof (shrunk_pos z'). pose proof (exp_pos ((1 + eta) * ln r)).
  pose proof (slope_least z Hz). pose proof (slope_least z' Hz').
  apply Rmult_le_reg_r with (shrunk z); auto. rewrite E, <- E'.
  apply Rle_trans with (slope z' * (exp ((1 + eta) * ln r) * shrunk z)); [apply Rmult_le_compat_l; lra|right; ring].
Qed.
Lemma generated_step E r a b a' b' : 0 <= E -> 0 < r -> 0 <= a <= b -> b <= 1 -> 0 <= a' <= b' -> b' <= 1 ->
  b - a <= E * (b' - a') -> 1 - q * a' <= r * (1 - q * a) -> 1 - q * b' <= r * (1 - q * b) ->
  generated b - generated a <= E * exp ((1 + eta) * ln r) * (generated b' - generated a').
Proof.
  intros HE R Ha Hb Ha' Hb' L A B. set (M := exp ((1 + eta) * ln r)). assert (M0 : 0 < M) by apply exp_pos.
  pose proof (growing (fun s => E * M * generated (a' + s * (b' - a')) - generated (a + s * (b - a)))
    (fun s => E * M * (b' - a') * slope (a' + s * (b' - a')) - (b - a) * slope (a + s * (b - a))) 0 1 ltac:(lra)) as G.
  assert (X : forall s, 0 <= s <= 1 -> 0 <= a + s * (b - a) <= 1 /\ 0 <= a' + s * (b' - a') <= 1) by (intros; split;
    nra).
  specialize (G ltac:(intros s Hs; destruct (X s Hs) as [X1 X2]; evar_last;
    [apply (is_derive_minus (fun s => E * M * generated (a' + s * (b' - a'))) (fun s => generated (a + s * (b - a))));
      [apply (is_derive_scal (fun s => generated (a' + s * (b' - a'))) s (E * M));
       apply (is_derive_comp generated (fun s => a' + s * (b' - a'))); [apply generated_derive; exact X2|
         auto_derive; [auto|reflexivity]]|
       apply (is_derive_comp generated (fun s => a + s * (b - a))); [apply generated_derive; exact X1|
         auto_derive; [auto|reflexivity]]]|unfold minus, plus, opp, scal; cbn; unfold mult; cbn; ring])).
  cbv beta in G. replace (a' + 0 * (b' - a')) with a' in G by ring. replace (a + 0 * (b - a)) with a in G by ring.
  replace (a' + 1 * (b' - a')) with b' in G by ring. replace (a + 1 * (b - a)) with b in G by ring.
  enough (forall s, 0 <= s <= 1 ->
    0 <= E * M * (b' - a') * slope (a' + s * (b' - a')) - (b - a) * slope (a + s * (b - a)))
    as D by (specialize (G D); lra).
  intros s Hs. destruct (X s Hs) as [X1 X2]. pose proof (slope_least _ X1) as L1. pose proof (slope_least _ X2) as L2.
  pose proof (slope_compare r _ _ R X1 X2) as C. fold M in C. specialize (C ltac:(nra)).
  apply Rle_trans with ((b - a) * (M * slope (a' + s * (b' - a'))) - (b - a) * slope (a + s * (b - a))).
  - assert ((b - a) * slope (a + s * (b - a)) <= (b - a) * (M * slope (a' + s * (b' - a'))))
      by (apply Rmult_le_compat_l; lra). lra.
  - assert ((b - a) * (M * slope (a' + s * (b' - a'))) <= E * (b' - a') * (M * slope (a' + s * (b' - a'))))
      by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact L]). lra.
Qed.
Lemma terms z : 0 <= z <= 1 -> is_series (fun k => w k * z ^ k) (generated z).
Proof.
  intros H. apply is_pseries_R. apply PSeries_correct, CV_radius_inside. rewrite runs_radius. apply inside. exact H.
Qed.
Lemma infinite_difference a b u : 0 <= a <= 1 -> 0 <= b <= 1 -> infinite_sum (fun k => w k * (b ^ k - a ^ k)) u ->
  u = generated b - generated a.
Proof.
  intros A B U. apply is_series_Reals in U. rewrite <- (is_series_unique _ _ U).
  apply is_series_unique. eapply is_series_ext; [|apply (is_series_minus _ _ _ _ (terms b B) (terms a A))].
  intros k. unfold minus, plus, opp; cbn. ring.
Qed.
Lemma infinite_whole s : infinite_sum w s -> 0 < s.
Proof.
  intros U. assert (E : s = generated 1 - generated 0).
  { apply infinite_difference; [lra|lra|]. apply is_series_Reals. apply is_series_Reals in U.
    eapply is_series_ext; [|exact U]. intros k. match goal with |- @eq _ ?a ?b => change (@eq R a b) end.
    destruct k as [|k]; cbn [tnb]; [ring|]. rewrite pow1, pow_i by lia. ring. }
  pose proof (growing (fun z => generated z - q * z) (fun z => slope z - q) 0 1 ltac:(lra)) as G.
  specialize (G ltac:(intros x Hx; apply (is_derive_minus generated (fun z => q * z)); [apply generated_derive;
    exact Hx|
    auto_derive; [auto|ring]])). specialize (G ltac:(intros x Hx; pose proof (slope_least x Hx); lra)). cbv beta in G.
    lra.
Qed.
(* Every outcome has a probability: nothing that is said of it is empty. *)
Lemma best_of_exists P y : probability P -> exists x, best_of w P y x.
Proof.
  intros H. pose proof (Pr_range P (fun z => z <=? y)%nat H) as B. pose proof (Pr_range P (fun z => z <? y)%nat H) as A.
  eexists. exists (generated 1). eexists. split; [|split; [|reflexivity]]; apply is_series_Reals.
  - eapply is_series_ext; [|apply (terms 1 ltac:(lra))]. intros k. reals. rewrite pow1. ring.
  - eapply is_series_ext; [|apply (is_series_minus _ _ _ _ (terms _ B) (terms _ A))]. intros k. reals. ring.
Qed.
End Runs.

(* ---- one run, and the best of many ---- *)
Lemma share_moves gamma E z z' : 0 < gamma < 1 -> 1 <= E -> z <= E * z' -> 1 - z' <= E * (1 - z) ->
  1 - (1 - gamma) * z' <= (E + gamma) / (1 + gamma * E) * (1 - (1 - gamma) * z).
Proof.
  intros G HE A B. assert (P : 0 < 1 + gamma * E) by nra. apply Rmult_le_reg_r with (1 + gamma * E); auto.
  replace ((E + gamma) / (1 + gamma * E) * (1 - (1 - gamma) * z) * (1 + gamma * E)) with
    ((E + gamma) * (1 - (1 - gamma) * z)) by (field; lra).
  assert (0 <= (1 - gamma) * (gamma * (E * z' - z) + (E * (1 - z) - (1 - z')))).
  { apply Rmult_le_pos; [lra|]. assert (0 <= gamma * (E * z' - z)) by (apply Rmult_le_pos; lra). lra. }
  lra.
Qed.
Lemma Pr_up_to (P : dist nat) y : Pr P (fun z => z <=? y)%nat = Pr P (fun z => z <? y)%nat + Pr P (fun z => z =? y)%nat.
Proof.
  unfold Pr. rewrite <- Ex_plus. apply Ex_fun. intros z. unfold indicator.
  destruct (Nat.leb_spec z y), (Nat.ltb_spec z y), (Nat.eqb_spec z y); try lia; ring.
Qed.
(* What is enough of the power of one run is enough for the best of many. *)
Theorem tnb_private gamma eta eps0 e : 0 < gamma < 1 -> -1 < eta -> 0 <= eps0 -> 0 <= e ->
  eps0 + (1 + eta) * ln ((exp eps0 + gamma) / (1 + gamma * exp eps0)) <= e -> selection_private (tnb gamma eta) eps0 e.
Proof.
  intros G H E0 e0 L. split; [exact e0|]. intros P Q y x x' PP PQ D (s & u & Us & Uu & ->) (s' & u' & Us' & Uu' & ->).
  assert (s' = s) as -> by (exact (uniqueness_sum _ _ _ Us' Us)).
  pose proof (infinite_whole gamma eta G H s Us) as S0. set (E := exp eps0) in *.
  assert (E1 : 1 <= E) by (unfold E; rewrite <- exp_0; apply exp_mono; exact E0).
  set (r := (E + gamma) / (1 + gamma * E)) in *.
  assert (R : 0 < r) by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; nra]).
  pose proof (Pr_range P (fun z => z <=? y)%nat PP) as B. pose proof (Pr_range P (fun z => z <? y)%nat PP) as A.
  pose proof (Pr_range Q (fun z => z <=? y)%nat PQ) as B'. pose proof (Pr_range Q (fun z => z <? y)%nat PQ) as A'.
  pose proof (Pr_range P (fun z => z =? y)%nat PP) as C. pose proof (Pr_range Q (fun z => z =? y)%nat PQ) as C'.
  pose proof (Pr_up_to P y) as U. pose proof (Pr_up_to Q y) as U'.
  apply infinite_difference in Uu, Uu'; auto. subst u u'.
  assert (T : forall S, 1 - Pr Q S <= E * (1 - Pr P S)) by (intros S; rewrite <- !Pr_other by auto; apply D).
  assert (W : forall S, 1 - (1 - gamma) * Pr Q S <= r * (1 - (1 - gamma) * Pr P S)).
  { intros S. apply share_moves; auto. apply D. }
  pose proof (W (fun z => z <? y)%nat) as WA. pose proof (W (fun z => z <=? y)%nat) as WB.
  destruct (D (fun z => z =? y)%nat) as [DE _].
  set (b := Pr P (fun z => z <=? y)%nat) in *. set (a := Pr P (fun z => z <? y)%nat) in *.
  set (b' := Pr Q (fun z => z <=? y)%nat) in *. set (a' := Pr Q (fun z => z <? y)%nat) in *.
  pose proof (generated_step gamma eta G H E r a b a' b' ltac:(lra) R ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)
    ltac:(rewrite U, U'; lra) WA WB) as K.
  assert (M : E * exp ((1 + eta) * ln r) <= exp e) by (unfold E; rewrite <- exp_plus; apply exp_mono; exact L).
  assert (G0 : 0 <= generated gamma eta b' - generated gamma eta a').
  { enough (generated gamma eta a' <= generated gamma eta b') by lra.
    apply (growing (generated gamma eta) (slope gamma eta)); [lra| |].
    - intros z Hz. apply generated_derive; auto; lra.
    - intros z Hz. pose proof (slope_least gamma eta G H z ltac:(lra)). lra. }
  unfold Rdiv. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact S0|].
  apply Rle_trans with (1 := K). apply Rmult_le_compat_r; auto.
Qed.
(* A geometric number of runs is the case eta = 1. *)
Lemma geometric_tnb gamma k : geometric gamma k = tnb gamma 1 k.
Proof.
  destruct k as [|k]; [reflexivity|]. unfold geometric, tnb.
  assert (E : rising 1 k = INR (fact (S k))).
  { induction k as [|k IH]; [cbn; ring|]. change (rising 1 (S k)) with (rising 1 k * (INR (S k) + 1)).
    rewrite IH, <- S_INR, <- mult_INR. f_equal. rewrite (fact_simpl (S k)). ring. }
  rewrite E. field. apply INR_fact_neq_0.
Qed.
Lemma geometric_private gamma eps0 e : selection_private (tnb gamma 1) eps0 e ->
  selection_private (geometric gamma) eps0 e.
Proof.
  intros [E H]. split; [exact E|]. intros P Q y x x' PP PQ D B B'. apply (H P Q y x x' PP PQ D).
  - destruct B as (s & u & U & V & W). exists s, u. repeat split; auto; apply is_series_Reals;
    apply is_series_Reals in U, V;
      (eapply is_series_ext; [|eassumption]); intros k; cbv beta; rewrite geometric_tnb; reflexivity.
  - destruct B' as (s & u & U & V & W). exists s, u. repeat split; auto; apply is_series_Reals;
    apply is_series_Reals in U, V;
      (eapply is_series_ext; [|eassumption]); intros k; cbv beta; rewrite geometric_tnb; reflexivity.
Qed.

Section WithEngine.
Context {en : engine} {ok : faithful en}.
(* e^eps0 r^(1 + eta) to the power of eta's denominator *)
Definition best_check (eps0 : number) (hn hd gn gd vn vd : Z) : bool :=
  match enc (2 ^ 256) 128 eps0, enc (2 ^ 256) 128 (Rat (hd * vn) vd) with
  | Some (el, eh, ed), Some (lo, _, den) =>
      ((ed <=? el) && (0 <? gn) && (gn <? gd) && (0 <? hd) && (0 <? hn + hd) && (hd <=? 1000) && (hn <=? 1000) &&
       (0 <=? vn) && (0 <? vd) && (eh ^ hd * (eh * gd + gn * ed) ^ (hn + hd) * den <=?
         lo * (ed ^ hd * (gd * ed + gn * eh) ^ (hn + hd))))%Z
  | _, _ => false
  end.
Theorem best_check_sound eps0 hn hd gn gd vn vd : best_check eps0 hn hd gn gd vn vd = true ->
  selection_private (tnb (IZR gn / IZR gd) (IZR hn / IZR hd)) (val eps0) (IZR vn / IZR vd).
Proof.
  unfold best_check. destruct (enc _ _ eps0) as [[[el eh] ed]|] eqn:EN; [|discriminate].
  destruct (enc _ _ (Rat _ _)) as [[[lo hi] den]|] eqn:EV; [|discriminate]. apply enc_sound in EN, EV.
  destruct EN as [E0 EN], EV as [D0 [EV _]]. cbn [val] in EV. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt.
  intros [[[[[[[[[EL G0] G1] H0] H1] _] _] V0] V1] C].
  apply IZR_lt in E0 as E0', D0 as D0', G0 as G0', G1 as G1', H0 as H0', H1 as H1', V1 as V1'.
  apply IZR_le in EL as EL', V0 as V0', C. rewrite plus_IZR in H1'.
  set (g := IZR gn / IZR gd). set (h := IZR hn / IZR hd). set (v := IZR vn / IZR vd).
  assert (Gg : 0 < g < 1).
  { unfold g. split; [apply Rmult_lt_0_compat; [auto|apply Rinv_0_lt_compat; lra]|].
    apply Rmult_lt_reg_r with (IZR gd); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (Hh : -1 < h).
  { unfold h. apply Rmult_lt_reg_r with (IZR hd); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  set (E := exp (val eps0)) in *.
  assert (A : IZR el <= E * IZR ed <= IZR eh).
  { destruct EN as [A1 A2]. apply (Rmult_le_compat_r (IZR ed)) in A1, A2; try lra.
    replace (IZR el / IZR ed * IZR ed) with (IZR el) in A1 by (field; lra).
    replace (IZR eh / IZR ed * IZR ed) with (IZR eh) in A2 by (field; lra). lra. }
  assert (E1 : 1 <= E) by (apply Rmult_le_reg_r with (IZR ed); lra).
  assert (eps0_nonneg : 0 <= val eps0).
  { apply Rnot_lt_le. intros F. apply exp_increasing in F. rewrite exp_0 in F. fold E in F. lra. }
  assert (v0 : 0 <= v) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  apply tnb_private; auto. fold E. set (r := (E + g) / (1 + g * E)).
  assert (R0 : 0 < r) by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; nra]).
  assert (EHP : (0 < eh)%Z) by (apply lt_IZR; lra). apply IZR_lt in EHP as EHP'.
  set (N := (eh * gd + gn * ed)%Z) in *. set (D := (gd * ed + gn * eh)%Z) in *.
  assert (NP : (0 < N)%Z) by (unfold N; nia). assert (DP : (0 < D)%Z) by (unfold D; nia).
  apply IZR_lt in NP as NP', DP as DP'.
  assert (RN : r <= IZR N / IZR D).
  { unfold r. apply Rmult_le_reg_r with ((1 + g * E) * IZR D); [apply Rmult_lt_0_compat; nra|].
    replace ((E + g) / (1 + g * E) * ((1 + g * E) * IZR D)) with ((E + g) * IZR D) by (field; nra).
    replace (IZR N / IZR D * ((1 + g * E) * IZR D)) with (IZR N * (1 + g * E)) by (field; lra).
    unfold N, D. rewrite !plus_IZR, !mult_IZR.
    assert (Eg : IZR gn = g * IZR gd) by (unfold g; field; lra). rewrite Eg.
    replace (IZR eh * IZR gd + g * IZR gd * IZR ed) with (IZR gd * (IZR eh + g * IZR ed)) by ring.
    replace (IZR gd * IZR ed + g * IZR gd * IZR eh) with (IZR gd * (IZR ed + g * IZR eh)) by ring.
    replace ((E + g) * (IZR gd * (IZR ed + g * IZR eh))) with (IZR gd * ((E + g) * (IZR ed + g * IZR eh))) by ring.
    rewrite (Rmult_assoc (IZR gd)). apply Rmult_le_compat_l; [lra|].
    assert (0 <= (1 - g * g) * (IZR eh - E * IZR ed)) by (apply Rmult_le_pos; [nra|lra]). lra. }
  apply Rmult_le_reg_l with (IZR hd); auto. apply Rnot_lt_le. intros X. apply exp_increasing in X.
  set (a := Z.to_nat hd). set (b := Z.to_nat (hn + hd)).
  assert (Ha : INR a = IZR hd) by (unfold a; rewrite INR_IZR_INZ, Z2Nat.id by lia; reflexivity).
  assert (Hb : INR b = IZR hn + IZR hd) by (unfold b; rewrite INR_IZR_INZ, Z2Nat.id, plus_IZR by lia; reflexivity).
  assert (EX : exp (IZR hd * (val eps0 + (1 + h) * ln r)) = E ^ a * r ^ b).
  { assert (RB : r ^ b = exp (INR b * ln r)) by (rewrite <- exp_times, exp_ln by exact R0; reflexivity).
    unfold E. rewrite RB, exp_times, <- exp_plus. f_equal. rewrite Ha, Hb. unfold h. field. lra. }
  assert (VX : IZR hd * v = IZR (hd * vn) / IZR vd) by (unfold v; rewrite mult_IZR; field; lra).
  rewrite EX, VX in X.
  assert (PA : E ^ a <= (IZR eh / IZR ed) ^ a).
  { apply pow_incr. split; [lra|]. apply Rmult_le_reg_r with (IZR ed); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l;
    lra. }
  assert (PB : r ^ b <= (IZR N / IZR D) ^ b) by (apply pow_incr; lra).
  assert (ZP : forall z k, (0 <= k)%Z -> IZR (z ^ k) = IZR z ^ Z.to_nat k).
  { intros z k Hk. rewrite <- (Z2Nat.id k) at 1 by exact Hk. symmetry. apply pow_IZR. }
  rewrite !mult_IZR, !ZP in C by lia. fold a b in C.
  assert (PW : forall x y n, 0 < y -> (x / y) ^ n = x ^ n / y ^ n).
  { intros x y n Y. unfold Rdiv. rewrite Rpow_mult_distr, pow_inv. reflexivity. }
  rewrite PW in PA, PB by auto. pose proof (pow_lt (IZR ed) a E0') as Pa. pose proof (pow_lt (IZR D) b DP') as Pb.
  pose proof (pow_lt E a ltac:(lra)) as Pe. pose proof (pow_lt r b R0) as Pr.
  assert (F : E ^ a * r ^ b <= IZR lo / IZR den); [|lra].
  apply Rle_trans with (IZR eh ^ a / IZR ed ^ a * (IZR N ^ b / IZR D ^ b)); [apply Rmult_le_compat; lra|].
  apply Rmult_le_reg_r with (IZR ed ^ a * IZR D ^ b * IZR den); [repeat apply Rmult_lt_0_compat; auto|].
  replace (IZR eh ^ a / IZR ed ^ a * (IZR N ^ b / IZR D ^ b) * (IZR ed ^ a * IZR D ^ b * IZR den)) with
    (IZR eh ^ a * IZR N ^ b * IZR den) by (field; lra).
  replace (IZR lo / IZR den * (IZR ed ^ a * IZR D ^ b * IZR den)) with (IZR lo * (IZR ed ^ a * IZR D ^ b)) by (field;
    lra).
  exact C.
Qed.
End WithEngine.
