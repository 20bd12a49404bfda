(* The hockey stick of two finite laws is the largest advantage of an event; expectations under mixtures and binomial
   laws. *)
Require Import Reals List Lra Lia Arith Bool.
From Hallmark Require Import Definitions.
Import ListNotations.
Open Scope R_scope.

Section Hockey.
Variable A : Type.
Variable eq_dec : forall x y : A, {x = y} + {x <> y}.
Notation mass := (mass A eq_dec).
Notation lsum := (lsum A).
Notation support := (support A eq_dec).
Notation hockey := (hockey A eq_dec).
Notation nonneg := (nonneg A).





Lemma lsum_ext l f g : (forall x, In x l -> f x = g x) -> lsum l f = lsum l g.
Proof. induction l as [|a l IH]; intros H; simpl; [reflexivity|]. rewrite (H a), IH; auto; [|left; auto].
  intros x Hx; apply H; right; auto. Qed.

Lemma lsum_plus l f g : lsum l (fun x => f x + g x) = lsum l f + lsum l g.
Proof. induction l; simpl; [lra|]. rewrite IHl. lra. Qed.

Lemma lsum_scal l c f : lsum l (fun x => c * f x) = c * lsum l f.
Proof. induction l; simpl; [lra|]. rewrite IHl. lra. Qed.

Lemma lsum_le l f g : (forall x, In x l -> f x <= g x) -> lsum l f <= lsum l g.
Proof. induction l as [|a l IH]; intros H; simpl; [lra|]. assert (f a <= g a) by (apply H; left; auto).
  assert (lsum l f <= lsum l g) by (apply IH; intros; apply H; right; auto). lra. Qed.

Lemma lsum_pick l y c f : NoDup l -> In y l -> lsum l (fun x => c * indicator (fun z => if eq_dec x z then true
  else false) y * f x) = c * f y.
Proof.
  induction l as [|a l IH]; intros ND I; [destruct I|].
  inversion ND; subst. simpl. destruct I as [->|I].
  - assert (E : lsum l (fun x => c * indicator (fun z => if eq_dec x z then true else false) y * f x) = lsum l (fun _ =>
    0 * 0)).
    { apply lsum_ext. intros x Hx. unfold indicator. destruct (eq_dec x y); [subst; contradiction|lra]. }
    rewrite E, lsum_scal. unfold indicator. destruct (eq_dec y y); [lra|congruence].
  - rewrite IH; auto. unfold indicator at 1. destruct (eq_dec a y); [subst; contradiction|lra].
Qed.

Lemma Ex_mass l (d : dist A) f : NoDup l -> incl (map snd d) l -> Ex d f = lsum l (fun x => mass d x * f x).
Proof.
  intros ND. induction d as [|[p y] d IH]; intros I; simpl.
  - unfold mass, Pr; simpl. rewrite (lsum_ext l _ (fun _ => 0 * 0)) by (intros; lra). rewrite lsum_scal. lra.
  - rewrite IH by (intros z Hz; apply I; right; auto).
    rewrite <- (lsum_pick l y p f) by (auto; apply I; left; auto).
    rewrite <- lsum_plus. apply lsum_ext. intros x _. unfold mass, Pr. simpl. unfold indicator. lra.
Qed.

Lemma support_nodup P Q : NoDup (support P Q). Proof. apply NoDup_nodup. Qed.
Lemma support_l P Q : incl (map snd P) (support P Q). Proof. intros x H. apply nodup_In, in_or_app; auto. Qed.
Lemma support_r P Q : incl (map snd Q) (support P Q). Proof. intros x H. apply nodup_In, in_or_app; auto. Qed.

Lemma Pr_diff w P Q S : Pr P S - w * Pr Q S = lsum (support P Q) (fun x => (mass P x - w * mass Q x) * indicator S x).
Proof.
  unfold Pr. rewrite (Ex_mass _ P (indicator S) (support_nodup P Q) (support_l P Q)),
  (Ex_mass _ Q (indicator S) (support_nodup P Q) (support_r P Q)).
  rewrite <- lsum_scal. replace (lsum (support P Q) (fun x => mass P x * indicator S x)) with
    (lsum (support P Q) (fun x => (mass P x - w * mass Q x) * indicator S x + w * (mass Q x * indicator S x)))
    by (apply lsum_ext; intros; lra).
  rewrite lsum_plus. lra.
Qed.

(* the hockey stick is the largest advantage of an event *)
Theorem hockey_event w P Q S : Pr P S - w * Pr Q S <= hockey w P Q.
Proof.
  rewrite Pr_diff. apply lsum_le. intros x _. unfold indicator. destruct (S x).
  - rewrite Rmult_1_r. apply Rmax_r.
  - rewrite Rmult_0_r. apply Rmax_l.
Qed.

Definition best (w : R) (P Q : dist A) (x : A) : bool := if Rlt_dec 0 (mass P x - w * mass Q x) then true else false.

Theorem hockey_best w P Q : hockey w P Q = Pr P (best w P Q) - w * Pr Q (best w P Q).
Proof.
  rewrite Pr_diff. apply lsum_ext. intros x _. unfold indicator, best. destruct (Rlt_dec _ _).
  - rewrite Rmax_right; lra.
  - rewrite Rmax_left; lra.
Qed.

Theorem hockey_le_iff w P Q v : hockey w P Q <= v <-> forall S, Pr P S <= w * Pr Q S + v.
Proof.
  split.
  - intros H S. pose proof (hockey_event w P Q S). lra.
  - intros H. rewrite hockey_best. pose proof (H (best w P Q)). lra.
Qed.


Lemma Ex_nonneg d f : nonneg d -> (forall x, 0 <= f x) -> 0 <= Ex d f.
Proof.
  induction d as [|[p x] d IH]; intros N F; simpl; [lra|].
  assert (0 <= p) by (apply (N (p, x)); left; auto). assert (0 <= Ex d f) by (apply IH; auto; intros y Hy; apply N;
  right; auto).
  pose proof (F x). nra.
Qed.

Theorem hockey_antitone w w' P Q : nonneg Q -> w <= w' -> hockey w' P Q <= hockey w P Q.
Proof.
  intros NQ Hw. apply hockey_le_iff. intros S.
  pose proof (hockey_event w P Q S).
  assert (0 <= Pr Q S) by (apply Ex_nonneg; auto; intros; unfold indicator; destruct (S x); lra). nra.
Qed.
End Hockey.

Lemma Ex_app {A} (d e : dist A) f : Ex (d ++ e) f = Ex d f + Ex e f.
Proof. induction d as [|[p x] d IH]; simpl; [lra|]. rewrite IH. lra. Qed.
Lemma Ex_scale {A} w (d : dist A) f : Ex (scale w d) f = w * Ex d f.
Proof. induction d as [|[p x] d IH]; [simpl; lra|]. change (scale w ((p,x)::d)) with ((w*p,x)::scale w d). cbn [Ex].
  rewrite IH. lra. Qed.
Lemma Ex_bind {A B} (d : dist A) (k : A -> dist B) f : Ex (bind d k) f = Ex d (fun x => Ex (k x) f).
Proof. induction d as [|[p x] d IH]; [reflexivity|]. change (bind ((p,x)::d) k) with (scale p (k x) ++ bind d k).
  rewrite Ex_app, Ex_scale, IH. reflexivity. Qed.
Lemma Ex_ret {A} (a : A) f : Ex (ret a) f = f a. Proof. simpl. lra. Qed.
Lemma Ex_ext {A} (d : dist A) f g : (forall x, In x (map snd d) -> f x = g x) -> Ex d f = Ex d g.
Proof. induction d as [|[p x] d IH]; intros H; simpl; [reflexivity|]. rewrite (H x), IH; auto; [intros; apply H; right;
  auto | left; auto]. Qed.
Lemma Ex_lin {A} (d : dist A) f g c : Ex d (fun x => f x - c * g x) = Ex d f - c * Ex d g.
Proof. induction d as [|[p x] d IH]; simpl; [lra|]. rewrite IH. lra. Qed.

Lemma Ex_bernoulli p f : Ex (bernoulli p) f = p * f 1%nat + (1 - p) * f 0%nat. Proof. simpl. lra. Qed.

Lemma Ex_binomial_S n p f : Ex (binomial (S n) p) f = p * Ex (binomial n p) (fun k => f (S k)) + (1 - p) *
  Ex (binomial n p) f.
Proof.
  cbn [binomial]. rewrite Ex_bind, Ex_bernoulli, !Ex_bind. f_equal; f_equal; apply Ex_ext; intros x _; rewrite Ex_ret;
  reflexivity.
Qed.

Lemma binomial_support n p x : In x (map snd (binomial n p)) -> (x <= n)%nat.
Proof.
  revert x. induction n as [|n IH]; intros x H.
  - simpl in H. destruct H as [<-|[]]. lia.
  - apply in_map_iff in H. destruct H as [[q y] [<- H]]. simpl. cbn [binomial] in H. unfold bind in H.
    apply in_flat_map in H.
    destruct H as [[pb b] [Hb H]]. unfold scale in H. apply in_map_iff in H. destruct H as [[q' y'] [E H]].
    apply in_flat_map in H.
    destruct H as [[pk k] [Hk H]]. simpl in H. destruct H as [H|[]]. 
    inversion H; subst. simpl in E. inversion E; subst. 
    assert (k <= n)%nat by (apply IH; apply in_map_iff; exists (pk, k); auto).
    simpl in Hb. destruct Hb as [Hb|[Hb|[]]]; inversion Hb; subst; simpl; lia.
Qed.
