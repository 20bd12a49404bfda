(* t adaptive rounds that are each (eps0, delta0)-differentially private, whatever came before: what the check on
   integers accepts bounds every event. Randomized response is such a round, with delta0 = 0. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Mechanisms Laws OneMoreCoin ClonesPair Steps Reduction ReductionSanity.
From Hallmark Require Import Exponential ClonesChecked Adaptive PoissonSampling NormalEnclosed SgdPrivate KnotRounds.
From Hallmark Require Import RoundsChecked PureRounds.
Import ListNotations.
Open Scope R_scope.

(* An event of probability x against y, and its complement: the best that (ln e, d)-differential privacy allows. *)
Lemma dp_event e d w x y m : 1 <= e -> 0 <= d <= 1 -> 0 <= w -> 0 <= y <= 1 -> x <= 1 ->
  x <= e * y + d -> 1 - y <= e * (1 - x) + d -> 0 <= m -> 1 - w <= m -> e - w <= m * (e + 1) ->
  x - w * y <= d + (1 - d) * m.
Proof.
  intros E D W Y X1 A B M0 M1 M2. assert (0 <= (1 - d) * m) by (apply Rmult_le_pos; lra).
  destruct (Rle_dec e w) as [H1|H1]; [nra|]. destruct (Rle_dec (e * w) 1) as [H2|H2].
  - assert (x * (1 - w * e) <= 1 * (1 - w * e)) by (apply Rmult_le_compat_r; nra).
    assert (w * (1 - y) <= w * (e * (1 - x) + d)) by (apply Rmult_le_compat_l; auto).
    assert ((1 - d) * (1 - w) <= (1 - d) * m) by (apply Rmult_le_compat_l; lra). lra.
  - destruct (Req_dec e 1) as [->|E1]; [nra|].
    assert (P : (e * w - 1) * x <= (e * w - 1) * (e * y + d)) by (apply Rmult_le_compat_l; lra).
    assert (Q : (e - w) * (1 - y) <= (e - w) * (e * (1 - x) + d)) by (apply Rmult_le_compat_l; lra).
    assert (R : (1 - d) * (e - w) <= (1 - d) * (m * (e + 1))) by (apply Rmult_le_compat_l; lra).
    apply Rmult_le_reg_l with ((e + 1) * (e - 1)); [apply Rmult_lt_0_compat; lra|].
    apply Rle_trans with ((e - 1) * ((e - w) + d * (w + 1))); [lra|].
    replace ((e + 1) * (e - 1) * (d + (1 - d) * m)) with ((e - 1) * (d * (e + 1) + (1 - d) * (m * (e + 1)))) by ring.
    apply Rmult_le_compat_l; lra.
Qed.
Lemma Pr_other {A} (d : dist A) S : probability d -> Pr d (fun y => negb (S y)) = 1 - Pr d S.
Proof.
  intros [_ T]. rewrite <- T. unfold Pr. rewrite (Ex_fun d _ (fun y => 1 - 1 * indicator S y)).
  - rewrite Ex_lin. ring.
  - intros y. unfold indicator. destruct (S y); cbn [negb]; ring.
Qed.

Section Checked.
Context {en : engine} {ok : faithful en}.
(* 2^bits times the best of an event against w times the other law; e^eps0 lies between el/ed and eh/ed *)
Definition dp_bound (V el eh ed dn dd wl wh z : Z) : option Z :=
  let m := Z.max (Z.max 0 (V - wl)) (cdiv (V * eh - wl * ed) (el + ed)) in Some (cdiv (dn * V + (dd - dn) * m) dd).
Definition dp_check (w : knot_witness) (strict : bool) (t : Z) (eps0 : number) (dn dd : Z) (eps : number) (vn vd : Z)
  : bool :=
  match enc (precise (wk w)) (squarings (wk w)) eps0 with
  | Some (el, eh, ed) => (ed <=? el)%Z && (0 <=? dn)%Z && (dn <=? dd)%Z && (0 <? dd)%Z &&
      rounds_at_most w (dp_bound (precise (wk w)) el eh ed dn dd) strict t eps vn vd
  | None => false
  end.
Lemma dp_bound_sound V el eh ed dn dd e Y (P Q : dist Y) : (0 < V)%Z -> (0 < ed)%Z -> (ed <= el)%Z -> (0 <= dn)%Z ->
  (dn <= dd)%Z -> (0 < dd)%Z -> IZR el / IZR ed <= e <= IZR eh / IZR ed -> probability P -> probability Q ->
  (forall S, Pr P S <= e * Pr Q S + IZR dn / IZR dd) -> (forall S, Pr Q S <= e * Pr P S + IZR dn / IZR dd) ->
  forall wl wh z b w, dp_bound V el eh ed dn dd wl wh z = Some b -> 0 < w -> IZR wl <= IZR V * w <= IZR wh ->
  forall S, IZR V * (Pr P S - w * Pr Q S) <= IZR b.
Proof.
  intros V0 E0 EL D0 D1 DD He PP PQ A B wl wh z b w Eb W0 Hw S. unfold dp_bound in Eb. apply some_inj in Eb. subst b.
  set (m := Z.max _ _). assert (M0 : (0 <= m)%Z) by lia. assert (M1 : (V - wl <= m)%Z) by lia.
  assert (M2 : (cdiv (V * eh - wl * ed) (el + ed) <= m)%Z) by lia. clearbody m.
  apply IZR_lt in V0 as V1, E0 as E1, DD as D2. apply IZR_le in EL as EL', D0 as D0', D1 as D1', M0, M1, M2.
  rewrite minus_IZR in M1. set (d := IZR dn / IZR dd) in *.
  assert (Dd : IZR dn = d * IZR dd) by (unfold d; field; lra).
  assert (Hd : 0 <= d <= 1). { split; apply Rmult_le_reg_r with (IZR dd); auto; lra. }
  destruct He as [E2 E3].
  assert (L : IZR el <= e * IZR ed). { apply (Rmult_le_compat_r (IZR ed)) in E2; [|lra].
  replace (IZR el / IZR ed * IZR ed) with (IZR el) in E2 by (field; lra). lra. }
  assert (H : e * IZR ed <= IZR eh). { apply (Rmult_le_compat_r (IZR ed)) in E3; [|lra].
  replace (IZR eh / IZR ed * IZR ed) with (IZR eh) in E3 by (field; lra). lra. }
  assert (G1 : 1 <= e). { apply Rmult_le_reg_r with (IZR ed); auto. lra. }
  pose proof (Pr_range P S PP) as RP. pose proof (Pr_range Q S PQ) as RQ.
  pose proof (B (fun y => negb (S y))) as B'. rewrite !Pr_other in B' by auto.
  assert (M3 : e - w <= IZR m / IZR V * (e + 1)).
  { destruct (Rle_dec e w); [assert (0 <= IZR m / IZR V * (e + 1)); [|lra];
      apply Rmult_le_pos; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|lra]|].
    assert (S0 : 0 < IZR (el + ed)) by (rewrite plus_IZR; lra).
    assert (T : IZR V * (e - w) / (e + 1) <= IZR (cdiv (V * eh - wl * ed) (el + ed))).
    { apply cdiv_ge; [apply lt_IZR; auto|]. rewrite plus_IZR, minus_IZR, !mult_IZR.
      apply Rle_trans with (IZR ed * (e + 1) * (IZR V * (e - w) / (e + 1))).
      - apply Rmult_le_compat_r; [|lra]. apply Rmult_le_pos; [apply Rmult_le_pos; lra|].
        left. apply Rinv_0_lt_compat. lra.
      - replace (IZR ed * (e + 1) * (IZR V * (e - w) / (e + 1))) with (IZR V * (e * IZR ed) - IZR V * w * IZR ed)
          by (field; lra).
        assert (IZR V * (e * IZR ed) <= IZR V * IZR eh) by (apply Rmult_le_compat_l; lra).
        assert (IZR wl * IZR ed <= IZR V * w * IZR ed) by (apply Rmult_le_compat_r; lra). lra. }
    apply Rmult_le_reg_l with (IZR V); auto. apply Rmult_le_reg_r with (/ (e + 1)); [apply Rinv_0_lt_compat; lra|].
    replace (IZR V * (IZR m / IZR V * (e + 1)) * / (e + 1)) with (IZR m) by (field; lra). unfold Rdiv in T. lra. }
  pose proof (dp_event e d w (Pr P S) (Pr Q S) (IZR m / IZR V) G1 Hd (Rlt_le _ _ W0) RQ ltac:(lra) (A S) B') as G.
  assert (K : IZR V * (Pr P S - w * Pr Q S) <= IZR V * (d + (1 - d) * (IZR m / IZR V))).
  { apply Rmult_le_compat_l; [lra|]. apply G; auto; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
    apply Rmult_le_reg_l with (IZR V); auto. replace (IZR V * (IZR m / IZR V)) with (IZR m) by (field; lra). lra. }
  eapply Rle_trans; [exact K|]. apply cdiv_ge; auto. rewrite plus_IZR, !mult_IZR, minus_IZR, Dd. right. field. lra.
Qed.
(* What the check accepts bounds every advantage of such rounds, in every direction. *)
Theorem dp_upper w strict t eps0 dn dd eps vn vd : dp_check w strict t eps0 dn dd eps vn vd = true ->
  0 <= val eps0 /\ 0 <= IZR dn / IZR dd /\ exists c, (if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd) /\
  forall dir d, dp_advantage dir (Z.to_nat t) (val eps0) (IZR dn / IZR dd) (val eps) d -> d <= c.
Proof.
  unfold dp_check. destruct (enc _ _ _) as [[[el eh] ed]|] eqn:EN; [|discriminate]. apply enc_sound in EN.
  destruct EN as [E0 EN]. rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt. intros [[[[EL D0] D1] DD] C].
  assert (G : forall Y (eq_dec : forall x y : Y, {x = y} + {x <> y}) (M N : list Y -> dist Y),
    (forall h, probability (M h)) -> (forall h, probability (N h)) ->
    (forall h S, Pr (M h) S <= exp (val eps0) * Pr (N h) S + IZR dn / IZR dd /\
      Pr (N h) S <= exp (val eps0) * Pr (M h) S + IZR dn / IZR dd) ->
    let c := rounds_bound w (dp_bound (precise (wk w)) el eh ed dn dd) t eps in
    (if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd) /\
    forall S, Pr (adaptive M (Z.to_nat t) []) S <= exp (val eps) * Pr (adaptive N (Z.to_nat t) []) S + c).
  { intros Y eq_dec M N LM LN A. apply (rounds_at_most_sound Y eq_dec M N LM LN _ _ _ _ _ _ _ C).
    intros V0 h. apply (dp_bound_sound _ _ _ _ _ _ _ _ _ _ V0 E0 EL D0 D1 DD EN (LM h) (LN h)); intros S; apply A. }
  apply IZR_lt in E0 as E1, DD as D2. apply IZR_le in EL, D0 as D3.
  split.
  { apply Rnot_lt_le. intros F. apply exp_increasing in F. rewrite exp_0 in F. destruct EN as [EN _].
    apply (Rmult_le_compat_r (IZR ed)) in EN; [|lra].
    replace (IZR el / IZR ed * IZR ed) with (IZR el) in EN by (field; lra). nra. }
  split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|]. eexists. split.
  - destruct (G unit ltac:(decide equality) (fun _ => ret tt) (fun _ => ret tt)) as [L _];
      [intros; apply probability_ret..| |exact L].
    intros _ S. assert (0 <= IZR dn / IZR dd) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
    pose proof (Pr_range (ret tt) S (probability_ret tt)) as R.
    assert (1 <= exp (val eps0)). { destruct EN as [EN _]. apply Rle_trans with (2 := EN).
    apply Rmult_le_reg_r with (IZR ed); auto. replace (IZR el / IZR ed * IZR ed) with (IZR el) by (field; lra). lra. }
    nra.
  - intros dir d (Y & M & N & S & [eq_dec] & A & T).
    destruct (G Y eq_dec M N ltac:(apply A) ltac:(apply A) ltac:(intros h U; apply A)) as [_ B1].
    destruct (G Y eq_dec N M ltac:(apply A) ltac:(apply A) ltac:(intros h U; split; apply A)) as [_ B2].
    apply (told_below _ _ _ _ _ _ _ (B1 S) (B2 S) T).
Qed.
End Checked.

(* Nothing is told apart by no event. *)
Lemma Pr_never {A} (d : dist A) : Pr d (fun _ => false) = 0.
Proof. unfold Pr, indicator. induction d as [|[x y] d I]; cbn [Ex]; [reflexivity|rewrite I; ring]. Qed.
Lemma told_never {A} dir eps (P Q : dist A) : told dir eps P Q (fun _ => false) 0.
Proof. unfold told. rewrite !Pr_never. destruct dir; [| |left]; ring. Qed.
Lemma dp_advantage_zero dir t eps0 delta0 eps : 0 <= eps0 -> 0 <= delta0 -> dp_advantage dir t eps0 delta0 eps 0.
Proof.
  intros E D. exists unit, (fun _ => ret tt), (fun _ => ret tt), (fun _ => false).
  split; [constructor; decide equality|]. split; [|apply told_never]. intros h. split; [apply probability_ret|].
  split; [apply probability_ret|]. intros S. pose proof (Pr_range (ret tt) S (probability_ret tt)) as R.
  assert (1 <= exp eps0) by (rewrite <- exp_0; apply exp_mono; auto). nra.
Qed.
Lemma laplace_advantage_zero a dir t eps0 eps : laplace_advantage a dir t eps0 eps 0.
Proof.
  exists unit, (fun _ _ => 0), (fun _ => []), [Some tt], (match a with AddRemove => [] | ZeroOut => [None] end),
    (fun _ => false).
  cbv zeta. split; [intros; exact I|]. split; [intros; replace (0 - 0) with 0 by ring; rewrite Rabs_R0; lra|].
  split; [exists [], tt, []; destruct a; auto|apply told_never].
Qed.
Lemma rr_advantage_zero dir t eps0 eps : rr_advantage dir t eps0 eps 0.
Proof. exists bool, (fun _ b => b), true, false, (fun _ => false). apply told_never. Qed.

(* Randomized response is eps0-differentially private in every round. *)
Lemma rr_is_dp dir t eps0 eps d : 0 <= eps0 -> rr_advantage dir t eps0 eps d -> dp_advantage dir t eps0 0 eps d.
Proof.
  intros H (X & question & x & x' & S & T).
  exists nat, (fun h => bernoulli (if question h x then exp eps0 / (exp eps0 + 1) else 1 - exp eps0 / (exp eps0 + 1))),
    (fun h => bernoulli (if question h x' then exp eps0 / (exp eps0 + 1) else 1 - exp eps0 / (exp eps0 + 1))), S.
  split; [constructor; apply Nat.eq_dec|]. split; [|exact T]. destruct (truth_lie eps0 H) as ((L0 & L1) & L2 & L3).
  assert (P : forall b : bool, probability (bernoulli (if b then exp eps0 / (exp eps0 + 1)
    else 1 - exp eps0 / (exp eps0 + 1)))).
  { intros b. split; [apply nonneg_bernoulli; destruct b; lra|rewrite Ex_bernoulli; ring]. }
  intros h. split; [apply P|]. split; [apply P|]. intros U.
  assert (K : forall y y', Pr (bernoulli (if question h y then exp eps0 / (exp eps0 + 1)
    else 1 - exp eps0 / (exp eps0 + 1))) U <= exp eps0 * Pr (bernoulli (if question h y' then exp eps0 / (exp eps0 + 1)
    else 1 - exp eps0 / (exp eps0 + 1))) U).
  { intros y y'. unfold Pr. rewrite !Ex_bernoulli. unfold indicator.
    assert (E1 : 1 <= exp eps0) by (rewrite <- exp_0; apply exp_mono; auto).
    generalize dependent (exp eps0 / (exp eps0 + 1)). intros a L0 L1 L2 L3.
    destruct (question h y), (question h y'), (U 1%nat), (U 0%nat); nra. }
  rewrite !Rplus_0_r. split; apply K.
Qed.
