(* k-ary randomized response: its two laws are the clones pair's with other parameters, so the same loops bound its
   delta. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair Steps StepsAreSound Exponential ClonesChecked.
Open Scope R_scope.

Lemma Ex_counts_S N g f : Ex (counts (S N) g) f =
  g * Ex (counts N g) (fun o => f (S (fst o), snd o)) + g * Ex (counts N g) (fun o => f (fst o, S (snd o))) +
  (1 - 2 * g) * Ex (counts N g) f.
Proof.
  assert (M : forall (h : out -> out), Ex (bind (counts N g) (fun c => ret (h c))) f = Ex (counts N g) (fun o =>
  f (h o))).
  { intros h. rewrite Ex_bind. apply Ex_ext. intros o _. apply Ex_ret. }
  cbn [counts]. rewrite Ex_bind. unfold trial. cbn [Ex].
  pose proof (M (fun c => (S (fst c), snd c))) as M1. pose proof (M (fun c => (fst c, S (snd c)))) as M2.
  pose proof (M (fun c => (fst c, snd c))) as M3.
  cbn beta in M1, M2, M3. rewrite (Ex_ext (counts N g) (fun o => f (fst o, snd o)) f) in M3 by (intros [x y] _;
  reflexivity).
  rewrite <- M1, <- M2, <- M3.
  match type of M1 with ?x = _ => set (X1 := x) end. match type of M2 with ?x = _ => set (X2 := x) end.
    match type of M3 with ?x = _ => set (X3 := x) end.
  change (g * X1 + (g * X2 + ((1 - 2 * g) * X3 + 0)) = g * X1 + g * X2 + (1 - 2 * g) * X3). ring.
Qed.

(* the counts given their sum: C ~ Bin(N, 2g), A|C ~ Bin(C, 1/2) *)
Lemma counts_two N g f : Ex (counts N g) f = Ex (binomial N (2 * g)) (fun c => Ex (binomial c (1/2)) (fun x =>
  f (x, (c - x)%nat))).
Proof.
  revert f. induction N as [|N IH]; intros f; [simpl; lra|].
  rewrite Ex_counts_S, Ex_binomial_S, !IH.
  rewrite (Ex_ext (binomial N (2 * g)) (fun k => Ex (binomial (S k) (1/2)) _)
    (fun c => Ex (binomial c (1/2)) (fun x => f (S x, (c - x)%nat)) * (1/2) - (-(1/2)) * Ex (binomial c (1/2)) (fun x =>
    f (x, S (c - x))))).
  - rewrite Ex_lin. 
    assert (E : forall d (h : nat -> R), Ex d (fun c => h c * (1/2)) = Ex d h * (1/2)) by (intros d h;
    induction d as [|[q y] d I]; simpl; [|rewrite I]; lra).
    rewrite E. cbn [fst snd]. lra.
  - intros c _. rewrite Ex_binomial_S.
    rewrite (Ex_ext (binomial c (1/2)) (fun k => f (S k, (S c - S k)%nat)) (fun x => f (S x, (c - x)%nat)))
    by (intros; reflexivity).
    rewrite (Ex_ext (binomial c (1/2)) (fun x => f (x, (S c - x)%nat)) (fun x => f (x, S (c - x)))) by (intros x Hx;
    apply binomial_support in Hx; do 2 f_equal; lia). lra.
Qed.

Lemma Pr_krrP N g X : Pr (krrP N g) X = Pr (pairP N (2 * g) 1) X.
Proof.
  unfold Pr, krrP, pairP. rewrite Ex_bind, Ex_pair, counts_two. apply Ex_ext. intros c _. apply Ex_ext. intros x Hx.
  apply binomial_support in Hx.
  rewrite Ex_ret. cbn [fst snd]. replace (c - x + 1 - 1)%nat with (c - x)%nat by lia. ring.
Qed.
Lemma Pr_krrQ N g X : Pr (krrQ N g) X = Pr (pairQ N (2 * g) 1) X.
Proof.
  unfold Pr, krrQ, pairQ. rewrite Ex_bind, Ex_pair, counts_two. apply Ex_ext. intros c _. apply Ex_ext. intros x Hx.
  apply binomial_support in Hx.
  rewrite Ex_ret. cbn [fst snd]. replace (x + 1 - 1)%nat with x by lia. ring.
Qed.

(* Its delta is the clones pair's mean with other parameters. *)
Theorem krr_hockey n k gamma eps : 0 <= 2 * (gamma / k) <= 1 -> krr_pair_delta n k gamma eps = F (1/2) 1 (exp eps) (2 *
  (gamma / k)) (n - 1).
Proof.
  intros Hp. replace (F (1/2) 1 (exp eps) (2 * (gamma / k)) (n - 1))
  with (divergence (exp eps) (pairP (n - 1) (2 * (gamma / k)) 1) (pairQ (n - 1) (2 * (gamma / k)) 1)).
  - apply Rle_antisym; unfold krr_pair_delta, divergence; apply hockey_le_iff; intros X.
    + rewrite Pr_krrP, Pr_krrQ. pose proof (hockey_event out out_dec (exp eps) (pairP (n - 1) (2 * (gamma / k)) 1)
      (pairQ (n - 1) (2 * (gamma / k)) 1) X). lra.
    + rewrite <- Pr_krrP, <- Pr_krrQ. pose proof (hockey_event out out_dec (exp eps) (krrP (n - 1) (gamma / k))
      (krrQ (n - 1) (gamma / k)) X). lra.
  - rewrite pair_hockey by auto. f_equal; ring.
Qed.

(* The adversary who sees the replacements: only where user 1 was not replaced do the two laws differ. *)
Lemma Pr_krr_law n k gamma own S : Pr (krr_law n k gamma own) S =
  gamma * Pr (bind (trial (1 / k)) (fun t => bind (counts (n - 1) (gamma / k)) (fun c =>
    ret (fst t + fst c, snd t + snd c)%nat))) (fun o => S (1%nat, o)) +
  (1 - gamma) * Pr own (fun o => S (0%nat, o)).
Proof.
  unfold krr_law. cbv zeta. set (C := bind (trial (1 / k)) _). unfold Pr. rewrite Ex_bind, Ex_bernoulli, !Ex_bind.
  f_equal; f_equal; apply Ex_ext; intros o _; rewrite Ex_ret; reflexivity.
Qed.
Theorem krr_strong n k gamma eps : 2 <= k -> 0 <= gamma <= 1 -> 0 <= eps -> krr_delta n k gamma eps = (1 - gamma) *
  krr_pair_delta n k gamma eps.
Proof.
  intros Hk Hg He. assert (W : 1 <= exp eps) by (rewrite <- exp_0; destruct He as [L| <-]; [left; apply exp_increasing;
  auto|lra]).
  assert (K : 0 < / k <= 1/2) by (split; [apply Rinv_0_lt_compat; lra|]; replace (1/2) with (/ 2) by lra;
  apply Rinv_le_contravar; lra).
  assert (GK : 0 <= gamma / k /\ 2 * (gamma / k) <= 1) by (unfold Rdiv; split; nra).
  apply Rle_antisym.
  - apply hockey_le_iff. intros S. rewrite !Pr_krr_law.
    set (C := Pr (bind (trial (1 / k)) (fun t => bind (counts (n - 1) (gamma / k)) (fun c =>
    ret (fst t + fst c, snd t + snd c)%nat))) (fun o => S (1%nat, o))).
    assert (C0 : 0 <= C).
    { apply Ex_nonneg; [|intros o; unfold indicator; destruct (S _); lra]. unfold Rdiv. rewrite Rmult_1_l.
      apply nonneg_bind; [intros q [<-|[<-|[<-|[]]]]; cbn [fst]; lra|]. intros t. apply nonneg_bind;
      [|intros; apply nonneg_ret].
      generalize (n - 1)%nat. clear - GK. intros N. induction N; cbn [counts]; [apply nonneg_ret|].
      apply nonneg_bind; [intros q [<-|[<-|[<-|[]]]]; unfold Rdiv in *; cbn [fst]; lra|]. intros t. apply nonneg_bind;
      auto. intros; apply nonneg_ret. }
    pose proof (hockey_event out out_dec (exp eps) (krrP (n - 1) (gamma / k)) (krrQ (n - 1) (gamma / k)) (fun o =>
    S (0%nat, o))) as HE.
    unfold krr_pair_delta, divergence. set (h := hockey _ _ _ _ _) in *. set (p := Pr (krrP _ _) _) in *.
    set (q := Pr (krrQ _ _) _) in *.
    assert (gamma * C <= exp eps * (gamma * C)) by (assert (0 <= gamma * C) by (apply Rmult_le_pos; lra); nra).
    assert ((1 - gamma) * (p - exp eps * q) <= (1 - gamma) * h) by (apply Rmult_le_compat_l; lra). nra.
  - unfold krr_pair_delta, divergence. rewrite hockey_best. set (B := best _ _ _ _ _).
    pose proof (hockey_event _ krr_dec (exp eps) (krr_law n k gamma (krrP (n - 1) (gamma / k)))
      (krr_law n k gamma (krrQ (n - 1) (gamma / k)))
      (fun x => match fst x with O => B (snd x) | S _ => false end)) as HE.
    rewrite !Pr_krr_law in HE. cbn [fst snd] in HE.
    assert (Z0 : forall d : dist out, Pr d (fun _ => false) = 0) by (intros d; unfold Pr, indicator;
    induction d as [|[p x] d IH]; simpl; [|rewrite IH]; lra).
    rewrite !Z0 in HE. unfold krr_delta. change (fun o : out => B o) with B in HE. lra.
Qed.
(* The delta of the pair falls with eps. *)
Lemma krr_antitone n k gamma e e' : 0 <= gamma / k -> 2 * (gamma / k) <= 1 -> e <= e' -> krr_pair_delta n k gamma e' <=
  krr_pair_delta n k gamma e.
Proof.
  intros G0 G1 He. apply hockey_antitone.
  - unfold krrQ. apply nonneg_bind; [|intros; apply nonneg_ret]. generalize (n - 1)%nat. intros N.
    induction N; cbn [counts]; [apply nonneg_ret|].
    apply nonneg_bind; [intros q [<-|[<-|[<-|[]]]]; cbn [fst]; lra|]. intros t. apply nonneg_bind; auto.
    intros; apply nonneg_ret.
  - destruct He as [He|He]; [left; apply exp_increasing; auto|rewrite He; lra].
Qed.

Section WithEngine.
Context {en : engine} {ok : faithful en}.

(* gamma = gn/gd: p = 2 gn/(k gd) exactly *)
Section Check.
Local Open Scope Z_scope.
Definition krr_check (up strict : bool) (n k gn gd : Z) (eps : number) (vn vd : Z) (w : witness) : bool :=
  let q := wpar w in
  match enc (wU w) (wj w) eps with
  | Some (wl, wh, wd) =>
      (1 <=? n) && (pN q =? n - 1) && (1 <=? k) && (0 <? gd) && (pA q =? pW q) && (pn q * (k * gd) =? 2 * gn * pd q) &&
      (if up then (pB q * wd <=? pW q * wl) && ucheck q strict vn vd else (pW q * wh <=? pB q * wd) &&
        lcheck q strict vn vd)
  | None => false
  end.
End Check.

Theorem krr_check_sound up strict n k gn gd eps vn vd w : krr_check up strict n k gn gd eps vn vd w = true ->
  let d := krr_pair_delta (Z.to_nat n) (IZR k) (IZR gn / IZR gd) (val eps) in
  if up then d <= IZR vn / IZR vd /\ (strict = true -> d < IZR vn / IZR vd) else IZR vn / IZR vd <= d /\
    (strict = true -> IZR vn / IZR vd < d).
Proof.
  unfold krr_check. destruct (enc _ _ eps) as [[[wl wh] wd]|] eqn:E1; [|discriminate]. intros C. cbn zeta.
  repeat rewrite andb_true_iff in C. rewrite !Z.leb_le, !Z.ltb_lt, !Z.eqb_eq in C.
  destruct C as [[[[[[C1 C2] C3] C4] C5] C6] C].
  apply enc_sound in E1. destruct E1 as [Hwd [Wl Wh]].
  assert (OK : okpar (wpar w) = true).
  { destruct up; apply andb_true_iff in C; destruct C as [_ C]; [unfold ucheck in C|unfold lcheck in C];
    repeat rewrite andb_true_iff in C; tauto. }
  pose proof (okp _ OK) as O. pose proof (p_range _ OK) as HP. pose proof (pd_pos _ OK) as HPD.
  assert (HW : 0 < IZR (pW (wpar w))) by (apply IZR_lt; tauto). assert (Hk : 0 < IZR k) by (apply IZR_lt; lia).
  apply IZR_lt in C4, Hwd.
  assert (EP : IZR (pn (wpar w)) / IZR (pd (wpar w)) = 2 * (IZR gn / IZR gd / IZR k)).
  { apply (f_equal IZR) in C6. rewrite !mult_IZR in C6.
    apply Rmult_eq_reg_r with (IZR (pd (wpar w)) * (IZR k * IZR gd));
    [|assert (0 < IZR (pd (wpar w)) * (IZR k * IZR gd)) by (repeat apply Rmult_lt_0_compat; auto); lra].
    field_simplify; lra. }
  assert (EA : IZR (pA (wpar w)) / IZR (pW (wpar w)) = 1) by (rewrite C5; field; lra).
  rewrite krr_hockey by (rewrite <- EP; lra). rewrite <- EP. replace (Z.to_nat n - 1)%nat with (Z.to_nat (pN (wpar w)))
  by lia.
  set (p := IZR (pn (wpar w)) / IZR (pd (wpar w))) in *.
  destruct up; apply andb_true_iff in C; destruct C as [B C]; apply Z.leb_le, IZR_le in B; rewrite !mult_IZR in B.
  - apply ucheck_sound in C. unfold par_F in C. rewrite EA in C. fold p in C.
    assert (F (1/2) 1 (exp (val eps)) p (Z.to_nat (pN (wpar w))) <= F (1/2) 1 (IZR (pB (wpar w)) / IZR (pW (wpar w))) p
    (Z.to_nat (pN (wpar w)))); [|destruct C as [L1 L2]; split; [lra|intros Hs; specialize (L2 Hs); lra]].
    apply F_mono; try lra. eapply Rle_trans; [|exact Wl]. apply frac_le with (IZR (pW (wpar w)) * IZR wd);
    [apply Rmult_lt_0_compat; auto|]. field_simplify; lra.
  - apply lcheck_sound in C. unfold par_F in C. rewrite EA in C. fold p in C.
    assert (F (1/2) 1 (IZR (pB (wpar w)) / IZR (pW (wpar w))) p (Z.to_nat (pN (wpar w))) <=
    F (1/2) 1 (exp (val eps)) p (Z.to_nat (pN (wpar w)))).
    { apply F_mono; try lra. eapply Rle_trans; [exact Wh|]. apply frac_le with (IZR (pW (wpar w)) * IZR wd);
      [apply Rmult_lt_0_compat; auto|]. field_simplify; lra. }
    destruct C as [L1 L2]. split; [lra|intros Hs; specialize (L2 Hs); lra].
Qed.
End WithEngine.
