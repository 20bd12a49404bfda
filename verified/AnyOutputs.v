(* Outputs of any kind, discrete or not: what finitely many questions about every report can tell, of randomizers that
   are probabilities on any algebra of events. *)
Require Import Reals List Lra Lia Arith Bool FunctionalExtensionality.
From Hallmark Require Import Definitions Laws Reduction ReductionSanity.
Import ListNotations.
Open Scope R_scope.

(* m is a finitely additive probability on the events that M admits: every probability measure is one on its measurable
   sets *)
Definition probability_on {Y} (M : (Y -> bool) -> Prop) (m : (Y -> bool) -> R) : Prop :=
  (forall S, M S -> 0 <= m S) /\ m (fun _ => true) = 1 /\
  (forall S T, M S -> M T -> (forall y, S y && T y = false) -> m (fun y => S y || T y) = m S + m T).
(* the law of the answer of a question with the possible answers ks *)
Definition asked {Y K} (eq_dec : forall a b : K, {a = b} + {a <> b}) (ks : list K) (question : Y -> K) (m :
  (Y -> bool) -> R) : dist K :=
  map (fun k => (m (fun y => if eq_dec (question y) k then true else false), k)) ks.

Section Questions.
Variables Y K : Type.
Variable eq_dec : forall a b : K, {a = b} + {a <> b}.
Variables (M : (Y -> bool) -> Prop) (ks : list K) (question : Y -> K).
Hypothesis answers : NoDup ks /\ forall y, List.In (question y) ks.
Hypothesis admitted : forall T : K -> bool, M (fun y => T (question y)).

Definition among (l : list K) (k : K) : bool := existsb (fun j => if eq_dec k j then true else false) l.
Lemma among_spec l k : among l k = true <-> List.In k l.
Proof.
  unfold among. rewrite existsb_exists. split.
  - intros (j & I & E). destruct (eq_dec k j); [subst; auto|discriminate].
  - intros I. exists k. split; auto. destruct (eq_dec k k); congruence.
Qed.

Lemma asked_part m l T : probability_on M m -> NoDup l -> Pr (asked eq_dec l question m) T = m (fun y =>
  T (question y) && among l (question y)).
Proof.
  intros (P & _ & A) N. assert (Z0 : m (fun _ => false) = 0).
  { pose proof (A (fun _ => false) (fun _ => false) (admitted (fun _ => false)) (admitted (fun _ => false)) (fun _ =>
    eq_refl)) as E. cbn in E. lra. }
  induction l as [|k l IH].
  - transitivity (m (fun _ : Y => false)); [symmetry; exact Z0|]. f_equal. extensionality y. symmetry.
    apply andb_false_r.
  - inversion N as [|? ? NI ND]; subst. specialize (IH ND). unfold Pr, asked in *. cbn [map Ex]. rewrite IH.
    unfold indicator at 1.
    assert (D : forall y, question y = k -> among l (question y) = false).
    { intros y E. destruct (among l (question y)) eqn:X; auto. apply among_spec in X. rewrite E in X. contradiction. }
    destruct (T k) eqn:TK.
    + rewrite Rmult_1_r. rewrite <- (A (fun y => if eq_dec (question y) k then true else false) (fun y =>
      T (question y) && among l (question y))
        (admitted (fun j => if eq_dec j k then true else false)) (admitted (fun j => T j && among l j))).
      * f_equal. extensionality y. change (among (k :: l) (question y))
        with ((if eq_dec (question y) k then true else false) || among l (question y)).
        destruct (eq_dec (question y) k) as [E|]; cbn; [rewrite E, TK; reflexivity|reflexivity].
      * intros y. destruct (eq_dec (question y) k) as [E|]; cbn; [rewrite (D y E); apply andb_false_r|reflexivity].
    + rewrite Rmult_0_r, Rplus_0_l. f_equal. extensionality y. change (among (k :: l) (question y))
      with ((if eq_dec (question y) k then true else false) || among l (question y)).
      destruct (eq_dec (question y) k) as [E|]; cbn; [rewrite E, TK; reflexivity|reflexivity].
Qed.
(* The law of the answers gives an event the probability of the outputs that answer so. *)
Theorem asked_event m T : probability_on M m -> Pr (asked eq_dec ks question m) T = m (fun y => T (question y)).
Proof.
  intros Pm. rewrite asked_part by (auto; apply answers). f_equal. extensionality y.
  assert (X : among ks (question y) = true) by (apply among_spec; apply answers). rewrite X. apply andb_true_r.
Qed.
Lemma asked_probability m : probability_on M m -> probability (asked eq_dec ks question m).
Proof.
  intros Pm. split.
  - intros q I. apply in_map_iff in I. destruct I as [k [<- _]]. cbn [fst]. apply Pm.
    apply (admitted (fun j => if eq_dec j k then true else false)).
  - change (fun _ : K => 1) with (indicator (fun _ : K => true)).
    change (Pr (asked eq_dec ks question m) (fun _ => true) = 1). rewrite asked_event by auto. apply Pm.
Qed.

(* The shuffled answers of any eps0-DP randomizers, whatever their outputs are, have the privacy of the clones pair. *)
Theorem any_outputs X (rz : X -> (Y -> bool) -> R) eps0 eps D D' : 0 <= eps0 -> (forall x, probability_on M (rz x)) ->
  (forall x x' S, M S -> rz x S <= exp eps0 * rz x' S) -> neighbours D D' -> forall S,
  Pr (shuffled (fun x => asked eq_dec ks question (rz x)) D) S <= exp eps *
  Pr (shuffled (fun x => asked eq_dec ks question (rz x)) D') S + clones_delta (length D) eps0 eps.
Proof.
  intros H0 P DP N S. apply (shuffle_dp X K eq_dec eps0); auto.
  - intros x. apply asked_probability; auto.
  - intros x x' T. rewrite !asked_event by auto. apply DP. apply admitted.
Qed.
End Questions.
