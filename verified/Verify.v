(* The program: it accepts a text only if the text begins with the statement of a claim, and the claim holds. *)
Require Import Reals Lra Lia Arith Bool ZArith String Ascii.
From Hallmark Require Import Definitions Claims Laws OneMoreCoin ClonesPair Steps Exponential ClonesMonotone
  ClonesChecked KrrChecked Response ResponseChecked ResponseUpper Distant ShuffleChecked RoundsChecked Rounds Product
  Witness Text.
From Hallmark Require Import Noise Batches KnotRounds TrainingChecked SgdPrivate SgdChecked GaussianChecked.
From Hallmark Require Import NoiseLower BatchesLower ReplaceUpper Mechanisms PureRounds PrivateRounds Concentrated.
From Hallmark Require Import ConcentratedLower TradeOff.
From Hallmark Require Import PrivateSelection PhasesChecked Checks ChecksAreSound.
Open Scope Z_scope.

Section WithEngine.
Context {en : engine} {ok : faithful en} {p : proposal}.

Definition verify (extra : Z) (h : hint) (text : string) (q : quantity) (r : relation) : bool :=
  prefix (show q r) text && check extra h q r.

(* An accepted upper end: the quantity has a value, and it is at most (or below) v. *)
Theorem upper_sound extra q strict v : upper extra q strict v = true -> exists x, value q x /\
  le_or_lt strict x (val v).
Proof.
  destruct q as [t n e0 e|t n e0 d|t n e0 e|t n e0 d|e0 e d|n e d|n k g e|n k g d|n k g e|n k g d|dir n m e0 e|dir n m
    e0 d
    |dir t q s e|dir t q s d|t s e|t s d|t e d|dir t q s e|dir t q s d|t q s e|t q s d
    |dir t e0 d|dir t e0 d|dir t e0 e|dir t e0 e|dir t e0 d0 e|dir t e0 d0 d|dir t xi rho e|dir t xi rho d
    |dir t mu e|dir t mu d|dir t q s f|n e0 d|n e0 d|n p0 d|m n k b d|n e d|e0 g|e0 eta g|dir ps e|dir ps d];
    cbn [upper value]; intros C; try discriminate.
  - eexists; split; [reflexivity|]. apply (rounds_upper_sound _ _ _ _ _ _ _ C).
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros x Nn Cx. apply rounds_upper_sound in Cx. split; [apply nonneg_number_sound; auto|apply Cx].
  - apply rounds_upper_sound in C. destruct C as (Hn & H0 & C).
    destruct (shuffle_delta_exists (Z.to_nat t) (Z.to_nat n) (val e0) (val e) Hn ltac:(lra)) as [x Hx].
    exists x. split; auto. destruct Hx as [_ Hx].
    assert (x <= rounds_delta (Z.to_nat t) (Z.to_nat n) (val e0) (val e))%R by (apply Hx; intros a Ha;
    apply shuffle_below_clones; auto; lra).
    destruct strict; cbn in *; lra.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros x Nn Cx. split; [apply nonneg_number_sound; auto|]. apply rounds_upper_sound in Cx.
    destruct Cx as (_ & H0 & Cx).
    intros a Ha. apply shuffle_below_clones in Ha; [|lra]. cbn in Cx. lra.
  - destruct (users_upper_sound _ _ _ _ _ _ C) as (n & N & L). exists (INR n). split; [exists n; auto|exact L].
  - rewrite !andb_true_iff in C. destruct C as [[[Sc Nn] In_] C]. set (v' := if strict then nudge (-1) v else v) in *.
    destruct (clones_upper_domain _ _ _ _ _ _ In_) as [_ H0]. apply clones_upper_sound in In_.
    apply clones_lower_sound in C. destruct C as [Hv C]. cbn in C, In_.
    assert (B : forall e0, (0 < e0 /\ clones_delta (Z.to_nat n) e0 (val e) <= val d -> e0 <= val v')%R).
    { intros e0 [P0 P1]. destruct (Rle_dec e0 (val v')); auto. exfalso.
      pose proof (clones_monotone_eps0 (Z.to_nat n) (val v') e0 (val e) ltac:(lra)). lra. }
    destruct (completeness (fun e0 => 0 < e0 /\ clones_delta (Z.to_nat n) e0 (val e) <= val d)%R) as [x Hx].
    + exists (val v'). exact B.
    + exists (val e). auto.
    + exists x. split; auto. destruct Hx as [_ Hx]. specialize (Hx (val v') B). destruct strict; cbn [le_or_lt]; auto.
      pose proof (nudge_down v Sc Nn). unfold v' in Hx. lra.
  - eexists; split; [reflexivity|]. apply (krr_pair_sound _ true _ _ _ _ _ _ C).
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|apply (krr_pair_sound _ true _ _ _ _ _ _ Cx)].
  - eexists; split; [reflexivity|]. apply (krr_seen_sound _ true _ _ _ _ _ _ C).
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|apply (krr_seen_sound _ true _ _ _ _ _ _ Cx)].
  - eexists; split; [reflexivity|]. eapply rr2_upper_sound; eauto.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros x Nn Cx. split; [apply nonneg_number_sound; auto|exact (rr2_upper_sound _ _ _ _ _ _ _ _ Cx)].
  - apply sgd_check_sound in C. destruct C as (c & V & B). apply (supremum_below _ _ c _ V); [exact B|].
    apply sgd_advantage_zero.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    apply sgd_check_sound in Cx. destruct Cx as (c & V & B). intros a Ha. specialize (B a Ha). cbn in V. lra.
  - apply gaussian_upper_check_sound in C. destruct C as (c & V & B).
    apply (supremum_below _ _ c _ V); [exact (B Both)|apply gaussian_advantage_zero].
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    apply gaussian_upper_check_sound in Cx. destruct Cx as (c & V & B). intros a Ha. specialize (B _ a Ha). cbn in V.
    lra.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; lra]. intros x Nn Cx.
    split; [exact (gaussian_upper_check_positive _ _ _ _ _ Cx)|].
    apply gaussian_upper_check_sound in Cx. destruct Cx as (c & V & B). intros a Ha. specialize (B _ a Ha). cbn in V.
    lra.
  - apply replace_check_sound in C. destruct C as (c & V & B).
    apply (supremum_below _ _ c _ V); [exact (B dir)|apply sgd_replace_zero].
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    apply replace_check_sound in Cx. destruct Cx as (c & V & B). intros a Ha. specialize (B _ a Ha). cbn in V. lra.
  - apply orb_true_iff in C. destruct C as [C|C].
    { destruct (pure_check_sound _ _ _ _ _ _ C) as (E & -> & L). eexists.
      split; [exact (laplace_pure _ E _ _ _)|exact L]. }
    eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    destruct (laplace_upper_sound _ _ _ _ _ Cx) as (c & L & B). intros a Ha. specialize (B _ _ a Ha). cbn in L. lra.
  - apply orb_true_iff in C. destruct C as [C|C].
    { destruct (pure_check_sound _ _ _ _ _ _ C) as (E & -> & L). eexists. split; [exact (rr_pure _ E _ _)|exact L]. }
    eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    destruct (dp_upper_sound _ _ _ _ _ _ Cx) as (E & _ & c & L & B). intros a Ha. apply rr_is_dp in Ha; [|exact E].
    specialize (B dir a). unfold dp in B. cbn [val] in B. replace (0 / 1)%R with 0%R in B by field. apply B in Ha.
    cbn in L. lra.
  - destruct (laplace_upper_sound _ _ _ _ _ C) as (c & L & B).
    apply (supremum_below _ _ c _ L); [exact (B ZeroOut dir)|apply laplace_advantage_zero].
  - destruct (dp_upper_sound _ _ _ _ _ _ C) as (E & _ & c & L & B). apply (supremum_below _ _ c); [exact L| |].
    + intros a Ha. apply (B dir). unfold dp. cbn [val]. replace (0 / 1)%R with 0%R by field. apply rr_is_dp; assumption.
    + apply rr_advantage_zero.
  - destruct (dp_upper_sound _ _ _ _ _ _ C) as (E & D & c & L & B). apply (supremum_below _ _ c _ L);
      [exact (B dir)|]. apply dp_advantage_zero; assumption.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    destruct (dp_upper_sound _ _ _ _ _ _ Cx) as (_ & _ & c & L & B). intros a Ha. specialize (B _ a Ha). cbn in L.
    lra.
  - destruct (zcdp_upper_sound _ _ _ _ _ _ C) as (X & R & c & L & B).
    apply (supremum_below _ _ c _ L); [exact (B dir)|apply zcdp_advantage_zero; assumption].
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    destruct (zcdp_upper_sound _ _ _ _ _ _ Cx) as (_ & _ & c & L & B). intros a Ha. specialize (B _ a Ha). cbn in L.
    lra.
  - destruct (gdp_upper_sound _ _ _ _ _ C) as (c & V & B). apply (supremum_below _ _ c _ V);
      [exact (B dir)|apply gaussian_advantage_zero].
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    destruct (gdp_upper_sound _ _ _ _ _ Cx) as (c & V & B). intros a Ha. specialize (B _ a Ha). cbn in V. lra.
  - destruct (closed_check_sound _ _ _ _ _ _ _ C) as (x & V & _ & L). exists x. split; [exact V|exact L].
  - destruct (closed_check_sound _ _ _ _ _ _ _ C) as (x & V & _ & L). exists x. split; [exact V|exact L].
  - destruct (a1_check_sound _ _ _ _ _ _ C) as (x & V & _ & L). exists x. split; [exact V|exact L].
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    exact (one_run_inside _ _ _ _ _ _ Cx (nonneg_number_sound _ Nn)).
  - exact (partition_check_sound _ _ _ _ _ _ C).
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x _ Cx.
    apply geometric_private. pose proof (best_of_sound _ _ _ _ Cx) as B. cbn [val] in B.
    replace (1 / 1)%R with 1%R in B by field. exact B.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x _ Cx. exact (best_of_sound _ _ _ _ Cx).
  - destruct (composed_check_sound _ _ _ _ _ C) as (c & L & B). apply (supremum_below _ _ c _ L B), composed_zero.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    destruct (composed_check_sound _ _ _ _ _ Cx) as (c & L & B). intros a Ha. specialize (B a Ha). cbn in L. lra.
Qed.

(* An accepted lower end: every value of the quantity is at least (or above) v. *)
Theorem lower_sound extra h q strict v : lower extra h q strict v = true -> forall x, value q x ->
  le_or_lt strict (val v) x.
Proof.
  destruct q as [t n e0 e|t n e0 d|t n e0 e|t n e0 d|e0 e d|n e d|n k g e|n k g d|n k g e|n k g d|dir n m e0 e|dir n m
    e0 d
    |dir t q s e|dir t q s d|t s e|t s d|t e d|dir t q s e|dir t q s d|t q s e|t q s d
    |dir t e0 d|dir t e0 d|dir t e0 e|dir t e0 e|dir t e0 d0 e|dir t e0 d0 d|dir t xi rho e|dir t xi rho d
    |dir t mu e|dir t mu d|dir t q s f|n e0 d|n e0 d|n p0 d|m n k b d|n e d|e0 g|e0 eta g|dir ps e|dir ps d];
    cbn [lower value]; intros C x Hx; try discriminate.
  - subst. apply (rounds_lower_sound _ _ _ _ _ _ _ C).
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros e x Ce [Hx Dx]. apply rounds_lower_sound in Ce. destruct Ce as [H0 Ce]. cbn in Ce.
    destruct (Rle_dec (val e) x); auto. exfalso.
    pose proof (rounds_antitone (Z.to_nat t) (Z.to_nat n) (val e0) x (val e) H0 ltac:(lra)). lra.
  - apply andb_true_iff in C. destruct C as [Ht C]. apply Z.leb_le in Ht.
    replace (Z.to_nat t) with (S (Z.to_nat (t - 1))) in Hx by lia.
    destruct (response_lower_sound _ _ _ _ _ _ _ C) as (d & Hd & L). apply (one_round_among_more (Z.to_nat (t - 1))) in
    Hd.
    destruct Hx as [Hx _]. specialize (Hx d Hd). destruct strict; cbn in *; lra.
  - apply andb_true_iff in C. destruct C as [Ht C]. apply Z.leb_le in Ht.
    replace (Z.to_nat t) with (S (Z.to_nat (t - 1))) in Hx by lia.
    revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros e x Ce [Hx Dx]. destruct (response_lower_sound _ _ _ _ _ _ _ Ce) as (a & Ha & L). cbn in L.
    apply (one_round_among_more (Z.to_nat (t - 1))) in Ha.
    destruct (Rle_dec (val e) x); auto. exfalso. destruct (shuffle_advantage_antitone _ _ _ x (val e) a ltac:(lra) Ha)
    as (a' & Ha' & L'). specialize (Dx a' Ha'). lra.
  - destruct Hx as (n & N & ->). eapply users_lower_sound; eauto.
  - rewrite andb_true_iff in C. destruct C as [Sc C]. destruct (clones_upper_domain _ _ _ _ _ _ C) as [_ H0].
    apply clones_upper_sound in C. cbn in C.
    destruct Hx as [Hx _]. specialize (Hx _ (conj H0 C)). destruct strict; cbn [le_or_lt]; auto.
    pose proof (nudge_up v Sc). lra.
  - subst. apply (krr_pair_sound _ false _ _ _ _ _ _ C).
  - apply andb_true_iff in C. destruct C as [R C]. apply krr_range_sound in R.
    destruct (share_range (IZR k) (val g) ltac:(tauto)) as [G0 G1].
    revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros e x Ce [Hx Dx]. pose proof (krr_pair_sound _ false _ _ _ _ _ _ Ce) as L. cbn in L.
    destruct (Rle_dec (val e) x); auto. exfalso.
    pose proof (krr_antitone (Z.to_nat n) (IZR k) (val g) x (val e) G0 G1 ltac:(lra)). lra.
  - subst. apply (krr_seen_sound _ false _ _ _ _ _ _ C).
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros e x Ce [Hx Dx]. destruct (krr_seen_sound _ false _ _ _ _ _ _ Ce) as [(Hk & Hg & Hg1 & He) L]. cbv zeta in L.
    cbn [le_or_lt] in L.
    destruct (share_range (IZR k) (val g) ltac:(tauto)) as [G0 G1].
    destruct (Rle_dec (val e) x); auto. exfalso.
    pose proof (krr_antitone (Z.to_nat n) (IZR k) (val g) x (val e) G0 G1 ltac:(lra)).
    rewrite krr_strong in Dx by auto. rewrite krr_strong in L by auto. nra.
  - subst. eapply rr2_lower_sound; eauto.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros e x Ce [Hx Dx]. pose proof (rr2_lower_sound _ _ _ _ _ _ _ _ _ Ce) as L. cbn [le_or_lt] in L.
    destruct (Rle_dec (val e) x); auto. exfalso.
    pose proof (rr2_antitone dir (Z.to_nat n) (Z.to_nat m) (val e0) x (val e) ltac:(lra)). lra.
  - destruct (sgd_event_check_sound _ _ _ _ _ _ _ C (val e) (Rle_refl _)) as (a & Ha & L). destruct Hx as [Hx _].
    specialize (Hx a Ha). destruct strict; cbn in *; lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce [Hx Dx].
    destruct (Rle_dec (val e) x); auto. exfalso.
    destruct (sgd_event_check_sound _ _ _ _ _ _ _ Ce x ltac:(lra)) as (a & Ha & L). specialize (Dx a Ha). cbn in L. lra.
  - destruct (gaussian_event_check_sound _ _ _ _ _ _ C) as [_ G]. destruct (G (val e) (Rle_refl _)) as (a & Ha & L).
    destruct Hx as [Hx _]. specialize (Hx a Ha). destruct strict; cbn in *; lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce [Hx Dx].
    destruct (Rle_dec (val e) x); auto. exfalso.
    destruct (gaussian_event_check_sound _ _ _ _ _ _ Ce) as [_ G]. destruct (G x ltac:(lra)) as (a & Ha & L).
    specialize (Dx a Ha). cbn in L. lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; lra]. intros e1 x Ce [Hx Dx].
    destruct (Rle_dec (val e1) x); auto. exfalso.
    destruct (gaussian_event_check_sound _ _ _ _ _ _ Ce) as [S0 G]. destruct (G (val e) (Rle_refl _)) as (a & Ha & L).
    apply (gaussian_sigma_antitone _ _ _ _ x) in Ha; [|lra]. specialize (Dx a Ha). cbn in L. lra.
  - destruct (replace_event_check_sound dir _ _ _ _ _ _ C (val e) (Rle_refl _)) as (a & Ha & L). destruct Hx as [Hx _].
    specialize (Hx a Ha). destruct strict; cbn in *; lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce [Hx Dx].
    destruct (Rle_dec (val e) x); auto. exfalso.
    destruct (replace_event_check_sound dir _ _ _ _ _ _ Ce x ltac:(lra)) as (a & Ha & L). specialize (Dx a Ha).
    cbn in L.
    lra.
  - destruct (fixed_event_check_sound _ _ _ _ _ _ C (val e) (Rle_refl _)) as (a & Ha & L). destruct Hx as [Hx _].
    specialize (Hx a Ha). destruct strict; cbn in *; lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce [Hx Dx].
    destruct (Rle_dec (val e) x); auto. exfalso.
    destruct (fixed_event_check_sound _ _ _ _ _ _ Ce x ltac:(lra)) as (a & Ha & L). specialize (Dx a Ha). cbn in L. lra.
  - destruct (pure_check_sound _ _ _ _ _ _ C) as (E & D & L). rewrite D in Hx.
    rewrite (is_inf_unique _ _ _ Hx (laplace_pure _ E _ _ _)). exact L.
  - destruct (pure_check_sound _ _ _ _ _ _ C) as (E & D & L). rewrite D in Hx.
    rewrite (is_inf_unique _ _ _ Hx (rr_pure _ E _ _)). exact L.
  - destruct (zcdp_event_sound _ dir _ _ _ _ _ C (val e) (Rle_refl _)) as (a & Ha & L). destruct Hx as [Hx _].
    specialize (Hx a Ha). destruct strict; cbn in *; lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce [Hx Dx].
    destruct (Rle_dec (val e) x); auto. exfalso.
    destruct (zcdp_event_sound _ dir _ _ _ _ _ Ce x ltac:(lra)) as (a & Ha & L). specialize (Dx a Ha). cbn in L. lra.
  - destruct (gdp_event_sound _ _ _ _ _ _ C (val e) (Rle_refl _)) as (a & Ha & L). destruct Hx as [Hx _].
    specialize (Hx a Ha). destruct strict; cbn in *; lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce [Hx Dx].
    destruct (Rle_dec (val e) x); auto. exfalso.
    destruct (gdp_event_sound _ _ _ _ _ _ Ce x ltac:(lra)) as (a & Ha & L). specialize (Dx a Ha). cbn in L. lra.
  - exact (mu_event_sound _ _ _ _ _ _ _ C x Hx).
  - destruct (closed_check_sound _ _ _ _ _ _ _ C) as (y & _ & U & L). rewrite (U x Hx). exact L.
  - destruct (closed_check_sound _ _ _ _ _ _ _ C) as (y & _ & U & L). rewrite (U x Hx). exact L.
  - destruct (a1_check_sound _ _ _ _ _ _ C) as (y & _ & U & L). rewrite (U x Hx). exact L.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce Lx.
    exact (one_run_outside _ _ _ _ _ _ Ce x Lx).
  - destruct (partition_check_sound _ _ _ _ _ _ C) as (y & Hy & L). rewrite (is_lub_u _ _ _ Hx Hy). exact L.
Qed.

(* An accepted claim holds. *)
Theorem check_sound extra h q r : check extra h q r = true -> holds q r.
Proof.
  destruct r as [v|v|v|v|lo hi]; cbn [check holds]; intros C.
  - apply (upper_sound _ _ _ _ C).
  - apply (upper_sound _ _ _ _ C).
  - intros x Hx. apply Rle_ge, (lower_sound _ _ _ _ _ C x Hx).
  - intros x Hx. apply (lower_sound _ _ _ _ _ C x Hx).
  - apply andb_true_iff in C. destruct C as [L U]. destruct (upper_sound _ _ _ _ U) as (x & Hx & Ux). exists x.
    split; auto.
    split; [apply (lower_sound _ _ _ _ _ L x Hx)|exact Ux].
Qed.

(* A closed form has a value where an end of it is accepted, a lower one too, for which `holds` does not say so. *)
Theorem formula_has_value extra h q r :
  match q with ClosedEpsilon _ _ _ | SharpEpsilon _ _ _ | LemmaEpsilon _ _ _ => True | _ => False end -> check extra h q r = true -> exists x, value q x.
Proof.
  intros F C. assert (L : forall s v, lower extra h q s v = true \/ upper extra q s v = true -> exists x, value q x).
  { intros s v [H|H]; [|destruct (upper_sound _ _ _ _ H) as (x & V & _); exists x; exact V].
    destruct q; try contradiction; cbn [lower value] in *; [apply closed_check_sound in H..|apply a1_check_sound in H];
      destruct H as (x & V & _); exists x; exact V. }
  destruct r as [v|v|v|v|lo hi]; cbn [check] in C; try rewrite andb_true_iff in C; eapply L; try (right; apply C);
    left; apply C.
Qed.

(* An accepted upper end of shuffle.epsilon is the differential privacy of every shuffled mechanism, event by event. *)
Theorem check_private extra h t n eps0 d v : check extra h (ShuffleEpsilon t n eps0 d) (AtMost v) = true ->
  shuffle_private (Z.to_nat t) (Z.to_nat n) (val eps0) (val v) (val d).
Proof.
  cbn [check upper]. unfold infimum_upper. rewrite !andb_true_iff. intros [_ C] X Y A D D' Dec P DP Len N S.
  apply rounds_upper_sound in C. destruct C as (_ & H0 & C). cbn in C.
  assert (L : (Pr (rounds A (Z.to_nat t) nil D) S - exp (val v) * Pr (rounds A (Z.to_nat t) nil D') S <=
  rounds_delta (Z.to_nat t) (Z.to_nat n) (val eps0) (val v))%R).
  { apply shuffle_below_clones; [lra|]. exists X, Y, A, D, D', S. repeat (split; auto). }
  lra.
Qed.

(* A text that the program accepts begins with the statement of a claim that holds. *)
Theorem verify_sound extra h text q r : verify extra h text q r = true ->
  (exists rest, text = (show q r ++ rest)%string) /\ holds q r.
Proof.
  unfold verify. rewrite andb_true_iff. intros [A B]. split; [|eapply check_sound; eauto].
  revert A. generalize (show q r). clear. intros s. revert text. induction s as [|x s IH]; intros [|y t]; simpl;
  try discriminate.
  - intros _. exists EmptyString. reflexivity.
  - intros _. exists (String y t). reflexivity.
  - destruct (ascii_dec x y) as [->|]; [|discriminate]. intros A. destruct (IH t A) as [rest ->]. exists rest.
    reflexivity.
Qed.
End WithEngine.

Definition verify_plain := @verify plain.
