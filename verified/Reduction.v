(* [FMT21, Theorem 3.2], finite outputs, sequentially adaptive: the clones pair dominates every shuffled eps0-DP
   randomizer. *)
Require Import Reals List Lra Lia Arith Bool Permutation.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair.
From Hallmark Require Export Multisets.
Import ListNotations.
Open Scope R_scope.

(* ---- the decomposition [FMT21, Lemma 3.3 and Theorem 3.2's form of the other users] ---- *)
Section Decomposition.
Variables X Y : Type.
Variable eq_dec : forall x y : Y, {x = y} + {x <> y}.
Variables (eps0 : R) (rz : X -> dist Y).
Hypothesis eps0_nonneg : 0 <= eps0.
Hypothesis rz_probability : forall x, probability (rz x).
Hypothesis rz_dp : pure_dp eps0 rz.
Let E := exp eps0.
Let p := exp (- eps0).
Let a := E / (E + 1).

Lemma E_ge : 1 <= E.
Proof. unfold E. rewrite <- exp_0. destruct eps0_nonneg as [L| <-]; [left; apply exp_increasing; auto|lra]. Qed.
Lemma p_inv : p = / E. Proof. apply exp_Ropp. Qed.
Lemma p_bounds : 0 <= p <= 1.
Proof. pose proof E_ge. rewrite p_inv. split; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1.
  apply Rinv_le_contravar; lra. Qed.
Lemma a_bounds : 0 <= a <= 1.
Proof. pose proof E_ge. unfold a. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
  apply Rmult_le_reg_r with (E + 1); [lra|]. field_simplify; lra. Qed.

Lemma mass_dp x x' y : mass Y eq_dec (rz x) y <= E * mass Y eq_dec (rz x') y.
Proof. apply rz_dp. Qed.

Definition clone_part (d d' : dist Y) : dist Y := if Rlt_dec 1 E then scale (/ (E - 1)) (scale E d ++ scale (- 1) d')
  else d.
Definition other_part (d0 d1 d : dist Y) : dist Y :=
  if Rlt_dec 1 E then scale (/ (E - 1)) (scale E d ++ scale (- (1/2)) d0 ++ scale (- (1/2)) d1) else d.

Lemma same_law x x' f : E = 1 -> Ex (rz x) f = Ex (rz x') f.
Proof. intros H1. apply (mass_ext Y eq_dec). intros y. pose proof (mass_dp x x' y). pose proof (mass_dp x' x y).
  rewrite H1 in *. lra. Qed.

Lemma Ex_clone_part d d' f : 1 < E -> Ex (clone_part d d') f = (E * Ex d f - Ex d' f) / (E - 1).
Proof. intros. unfold clone_part. destruct (Rlt_dec 1 E); [|lra]. rewrite Ex_scale, Ex_app, !Ex_scale. field; lra. Qed.
Lemma Ex_other_part d0 d1 d f : 1 < E -> Ex (other_part d0 d1 d) f = (E * Ex d f - 1/2 * Ex d0 f - 1/2 * Ex d1 f) / (E -
  1).
Proof. intros. unfold other_part. destruct (Rlt_dec 1 E); [|lra]. rewrite Ex_scale, !Ex_app, !Ex_scale. field; lra. Qed.

Variables x0 x1 : X.
Let Q0 := clone_part (rz x0) (rz x1).
Let Q1 := clone_part (rz x1) (rz x0).
Let L x := other_part (rz x0) (rz x1) (rz x).

Lemma law_clone_part u v : law (clone_part (rz u) (rz v)).
Proof.
  destruct (Rlt_dec 1 E) as [H1|H1].
  - apply (law_mass Y eq_dec).
    + intros y. unfold mass, Pr. rewrite Ex_clone_part by auto. pose proof (mass_dp v u y) as M. unfold mass, Pr in M.
      apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
    + rewrite Ex_clone_part by auto. destruct (rz_probability u) as [_ ->], (rz_probability v) as [_ ->]. field; lra.
  - unfold clone_part. destruct (Rlt_dec 1 E); [contradiction|]. apply law_probability; auto.
Qed.
Lemma law_other_part x : law (L x).
Proof.
  unfold L. destruct (Rlt_dec 1 E) as [H1|H1].
  - apply (law_mass Y eq_dec).
    + intros y. unfold mass, Pr. rewrite Ex_other_part by auto. pose proof (mass_dp x0 x y) as M0.
      pose proof (mass_dp x1 x y) as M1. unfold mass, Pr in M0, M1.
      apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
    + rewrite Ex_other_part by auto. destruct (rz_probability x) as [_ ->], (rz_probability x0) as [_ ->],
      (rz_probability x1) as [_ ->]. field; lra.
  - unfold other_part. destruct (Rlt_dec 1 E); [contradiction|]. apply law_probability; auto.
Qed.

Theorem decomposition_0 f : Ex (rz x0) f = a * Ex Q0 f + (1 - a) * Ex Q1 f.
Proof.
  pose proof E_ge. unfold Q0, Q1. destruct (Rlt_dec 1 E) as [H1|H1].
  - rewrite !Ex_clone_part by auto. unfold a. field; lra.
  - unfold clone_part. destruct (Rlt_dec 1 E); [contradiction|]. rewrite (same_law x1 x0) by lra. lra.
Qed.
Theorem decomposition_1 f : Ex (rz x1) f = (1 - a) * Ex Q0 f + a * Ex Q1 f.
Proof.
  pose proof E_ge. unfold Q0, Q1. destruct (Rlt_dec 1 E) as [H1|H1].
  - rewrite !Ex_clone_part by auto. unfold a. field; lra.
  - unfold clone_part. destruct (Rlt_dec 1 E); [contradiction|]. rewrite (same_law x1 x0) by lra. lra.
Qed.
Theorem decomposition_other x f : Ex (rz x) f = p * (1/2 * Ex Q0 f + 1/2 * Ex Q1 f) + (1 - p) * Ex (L x) f.
Proof.
  pose proof E_ge. unfold Q0, Q1, L. destruct (Rlt_dec 1 E) as [H1|H1].
  - rewrite !Ex_clone_part, Ex_other_part, p_inv by auto. field; lra.
  - unfold clone_part, other_part. destruct (Rlt_dec 1 E); [contradiction|]. rewrite (same_law x1 x0), (same_law x x0)
    by lra. lra.
Qed.
End Decomposition.

(* ---- the counts ---- *)
(* a trial and n more: the last count given the total *)
Lemma binomial_split n p f1 f2 : p * Ex (binomial n p) f1 + (1 - p) * Ex (binomial n p) f2 =
  Ex (binomial (S n) p) (fun c => INR c / INR (S n) * f1 (pred c) + (1 - INR c / INR (S n)) * f2 c).
Proof.
  assert (N : 0 < INR n + 1) by (pose proof (pos_INR n); lra).
  rewrite !Ex_binomial, S_INR.
  rewrite (Sum_ext (S (S n)) _ (fun k => pm p (S n) k * (INR k / (INR n + 1)) * f1 (pred k) + (INR n + 1 - INR k) *
  pm p (S n) k / (INR n + 1) * f2 k)) by (intros; field; lra).
  rewrite Sum_plus. f_equal.
  - rewrite (Sum_head (S n)). simpl (INR 0). rewrite <- Sum_scal.
    match goal with |- ?x = ?y + ?z => replace y with 0 by (field; lra); rewrite Rplus_0_l end. apply Sum_ext.
      intros i _. cbn [pred].
    pose proof (pm_next p n i) as Hn.
    replace (pm p (S n) (S i) * (INR (S i) / (INR n + 1))) with (INR (S i) * pm p (S n) (S i) / (INR n + 1))
    by (field; lra). rewrite Hn. field; lra.
  - change (Sum (S (S n)) ?f) with (Sum (S n) f + f (S n)). cbn beta. rewrite S_INR.
    match goal with |- _ = ?y + ?z => replace z with 0 by (field; lra); rewrite Rplus_0_r end. rewrite <- Sum_scal.
      apply Sum_ext. intros i _.
    rewrite pm_same. field; lra.
Qed.

Lemma Forall2_len {A B} (P : A -> B -> Prop) l m : Forall2 P l m -> length l = length m.
Proof. induction 1; simpl; congruence. Qed.

Section Counts.
Variable Y : Type.
Variables Q0 Q1 : dist Y.

Definition clones (a b : nat) : dist (list Y) := reports (repeat Q0 a ++ repeat Q1 b).

Lemma clones_0 a b g : Ex (clones (S a) b) g = Ex Q0 (fun y => Ex (clones a b) (fun l => g (y :: l))).
Proof. unfold clones. cbn [repeat app]. apply Ex_cons. Qed.
Lemma clones_1 a b g : invariant g -> Ex (clones a (S b)) g = Ex Q1 (fun y => Ex (clones a b) (fun l => g (y :: l))).
Proof.
  intros G. transitivity (Ex (reports (Q1 :: repeat Q0 a ++ repeat Q1 b)) g); [|apply Ex_cons].
  unfold clones. apply reports_permutation; auto. cbn [repeat]. symmetry. apply Permutation_middle.
Qed.

(* the reports of the users that are not clones, given that c users are clones: each set of c users is as likely as any
   other *)
Fixpoint others (Ls : list (dist Y)) (c : nat) : dist (list Y) :=
  match Ls with
  | [] => ret []
  | L :: r => let t := INR (Nat.min c (length Ls)) / INR (length Ls) in
      scale t (others r (pred c)) ++ scale (1 - t) (bind L (fun y => bind (others r c) (fun l => ret (y :: l))))
  end.

(* the post-processing of the counts *)
Definition post (Ls : list (dist Y)) (o : out) : dist (list Y) :=
  bind (clones (fst o) (snd o)) (fun l => bind (others Ls (fst o + snd o - 1)) (fun k => ret (l ++ k))).

Definition both (a b : nat) (Ls : list (dist Y)) (c : nat) (g : list Y -> R) : R := Ex (clones a b) (fun l =>
  Ex (others Ls c) (fun k => g (l ++ k))).

Lemma Ex_others L r c h : (c <= S (length r))%nat -> Ex (others (L :: r) c) h =
  INR c / INR (S (length r)) * Ex (others r (pred c)) h + (1 - INR c / INR (S (length r))) * Ex L (fun y =>
  Ex (others r c) (fun k => h (y :: k))).
Proof.
  intros Hc. cbn [others length]. rewrite Nat.min_l by auto. cbn zeta. rewrite Ex_app, !Ex_scale, Ex_bind. f_equal.
  f_equal. apply Ex_fun. intros y.
  rewrite Ex_bind. apply Ex_fun. intros l. apply Ex_ret.
Qed.

Lemma both_others a b L r c g : (c <= S (length r))%nat -> invariant g -> both a b (L :: r) c g =
  INR c / INR (S (length r)) * both a b r (pred c) g + (1 - INR c / INR (S (length r))) * Ex L (fun y =>
  both a b r c (fun l => g (y :: l))).
Proof.
  intros Hc G. unfold both. 
  rewrite (Ex_fun (clones a b) _ (fun l => INR c / INR (S (length r)) * Ex (others r (pred c)) (fun k => g (l ++ k)) +
    (1 - INR c / INR (S (length r))) * Ex L (fun y => Ex (others r c) (fun k => g (y :: l ++ k))))).
  - rewrite Ex_plus, !Ex_scal. f_equal. f_equal. apply Ex_swap.
  - intros l. rewrite Ex_others by auto. f_equal. f_equal. apply Ex_fun. intros y. apply Ex_fun. intros k. apply G.
    symmetry. apply Permutation_middle.
Qed.
Lemma both_0 a b Ls c g : both (S a) b Ls c g = Ex Q0 (fun y => both a b Ls c (fun l => g (y :: l))).
Proof. unfold both. apply clones_0. Qed.
Lemma both_1 a b Ls c g : invariant g -> both a (S b) Ls c g = Ex Q1 (fun y => both a b Ls c (fun l => g (y :: l))).
Proof.
  intros G. unfold both. apply (clones_1 a b (fun l => Ex (others Ls c) (fun k => g (l ++ k)))).
  intros l m Hp. apply Ex_fun. intros k. apply G. apply Permutation_app_tail. auto.
Qed.

Lemma Ex_post Ls o g : Ex (post Ls o) g = both (fst o) (snd o) Ls (fst o + snd o - 1) g.
Proof. unfold post, both. rewrite Ex_bind. apply Ex_fun. intros l. rewrite Ex_bind. apply Ex_fun. intros k.
  apply Ex_ret. Qed.

(* d is a clone with probability p, half of type 0 and half of type 1, else its own L *)
Definition decomposed (p : R) (d L : dist Y) : Prop := forall f, Ex d f = p * (1/2 * Ex Q0 f + 1/2 * Ex Q1 f) +
  (1 - p) * Ex L f.

Theorem reports_counts p ds Ls : Forall2 (decomposed p) ds Ls -> forall g, invariant g ->
  Ex (reports ds) g = Ex (binomial (length ds) p) (fun c => Ex (binomial c (1/2)) (fun a => both a (c - a) Ls c g)).
Proof.
  induction 1 as [|d L ds Ls D F IH]; intros g G.
  - simpl. unfold both. cbn. lra.
  - rewrite Ex_cons, (Ex_fun d _ _ (fun y => IH (fun l => g (y :: l)) (invariant_cons g y G))), D.
    assert (LL : length Ls = length ds) by (symmetry; eapply Forall2_len; eauto).
    cbn [length].
    set (n := length ds) in *.
    set (S0 := fun c a => Ex (binomial c (1/2)) (fun x => a x (c - x)%nat)).
    assert (SW : forall e, Ex e (fun y => Ex (binomial n p) (fun c => Ex (binomial c (1/2)) (fun a =>
      both a (c - a) Ls c (fun l => g (y :: l))))) =
      Ex (binomial n p) (fun c => Ex (binomial c (1/2)) (fun a => Ex e (fun y => both a (c - a) Ls c (fun l =>
      g (y :: l)))))).
    { intros e. rewrite Ex_swap. apply Ex_fun. intros c. apply Ex_swap. }
    rewrite !SW. clear SW S0.
    set (f1 := fun c => 1/2 * Ex (binomial c (1/2)) (fun a => both (S a) (c - a) Ls c g) + 1/2 *
    Ex (binomial c (1/2)) (fun a => both a (S (c - a)) Ls c g)).
    set (f2 := fun c => Ex (binomial c (1/2)) (fun a => Ex L (fun y => both a (c - a) Ls c (fun l => g (y :: l))))).
    transitivity (p * Ex (binomial n p) f1 + (1 - p) * Ex (binomial n p) f2).
    + f_equal. f_equal. unfold f1. rewrite Ex_plus, !Ex_scal. f_equal; f_equal; apply Ex_fun; intros c; apply Ex_fun;
      intros x; symmetry; [apply both_0|apply both_1; auto].
    + rewrite binomial_split. apply Ex_ext. intros c Hc. apply binomial_support in Hc.
      rewrite (Ex_fun (binomial c (1/2)) _ (fun a => INR c / INR (S n) * both a (c - a) Ls (pred c) g +
        (1 - INR c / INR (S n)) * Ex L (fun y => both a (c - a) Ls c (fun l => g (y :: l)))))
        by (intros x; rewrite both_others by (rewrite ?LL; auto); rewrite LL; reflexivity).
      rewrite Ex_plus, !Ex_scal. f_equal. destruct c as [|c]; [simpl (INR 0); unfold Rdiv; ring|]. f_equal. cbn [pred].
      unfold f1.
      rewrite Ex_binomial_S. replace (1 - 1/2) with (1/2) by lra. f_equal. f_equal.
      apply Ex_ext. intros x Hx. apply binomial_support in Hx. f_equal. lia.
Qed.

(* user 1 of either type among the others *)
Theorem reports_pair t p d ds Ls : Forall2 (decomposed p) ds Ls -> (forall f, Ex d f = t * Ex Q0 f + (1 - t) * Ex Q1 f)
  -> forall g, invariant g ->
  Ex (reports (d :: ds)) g = Ex (binomial (length ds) p) (fun c => Ex (binomial c (1/2)) (fun x =>
    t * both (S x) (c - x) Ls c g + (1 - t) * both x (S (c - x)) Ls c g)).
Proof.
  intros F D g G. rewrite Ex_cons, (Ex_fun d _ _ (fun y => reports_counts p ds Ls F (fun l =>
  g (y :: l)) (invariant_cons g y G))), Ex_swap.
  apply Ex_fun. intros c. rewrite Ex_swap. apply Ex_fun. intros x. rewrite D, both_0, both_1 by auto. reflexivity.
Qed.

Theorem reports_P p a d ds Ls : Forall2 (decomposed p) ds Ls -> (forall f, Ex d f = a * Ex Q0 f + (1 - a) * Ex Q1 f) ->
  forall g, invariant g ->
  Ex (reports (d :: ds)) g = Ex (pairP (length ds) p a) (fun o => Ex (post Ls o) g).
Proof.
  intros F D g G. rewrite (reports_pair a p d ds Ls F D g G). unfold pairP. rewrite Ex_pair. apply Ex_fun. intros c.
  apply Ex_ext. intros x Hx.
  apply binomial_support in Hx. rewrite !Ex_post. cbn [fst snd]. f_equal; f_equal; f_equal; lia.
Qed.
Theorem reports_Q p a d ds Ls : Forall2 (decomposed p) ds Ls -> (forall f, Ex d f = (1 - a) * Ex Q0 f + a * Ex Q1 f) ->
  forall g, invariant g ->
  Ex (reports (d :: ds)) g = Ex (pairQ (length ds) p a) (fun o => Ex (post Ls o) g).
Proof.
  intros F D g G. rewrite (reports_pair (1 - a) p d ds Ls F) by (auto; intros; rewrite D; lra). unfold pairQ.
  rewrite Ex_pair. apply Ex_fun. intros c. apply Ex_ext. intros x Hx.
  apply binomial_support in Hx. rewrite !Ex_post. cbn [fst snd]. rewrite Rplus_comm. replace (1 - (1 - a)) with a
  by lra. f_equal; f_equal; f_equal; lia.
Qed.

Lemma law_others Ls c : (forall L, In L Ls -> law L) -> law (others Ls c).
Proof.
  revert c. induction Ls as [|L r IH]; intros c F; [apply law_ret|]. cbn [others]. cbn zeta. apply law_mix.
  - assert (0 < INR (length (L :: r))) by (apply lt_0_INR; simpl; lia).
    assert (INR (Nat.min c (length (L :: r))) <= INR (length (L :: r))) by (apply le_INR, Nat.le_min_r).
    pose proof (pos_INR (Nat.min c (length (L :: r)))).
    split; [apply Rmult_le_pos; [auto|left; apply Rinv_0_lt_compat; auto]|].
    apply Rmult_le_reg_r with (INR (length (L :: r))); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - apply IH. intros; apply F; right; auto.
  - apply law_bind; [apply F; left; auto|]. intros y. apply law_bind; [apply IH; intros; apply F; right; auto|].
    intros l. apply law_ret.
Qed.
Lemma law_post Ls o : law Q0 -> law Q1 -> (forall L, In L Ls -> law L) -> law (post Ls o).
Proof.
  intros H0 H1 F. apply law_bind.
  - apply law_reports. intros d I. apply in_app_iff in I. destruct I as [I|I]; apply repeat_spec in I; subst; auto.
  - intros l. apply law_bind; [apply law_others; auto|]. intros k. apply law_ret.
Qed.
End Counts.

(* ---- shuffling the data or the reports ---- *)
Lemma lsum_app {A} (l m : list A) f : lsum A (l ++ m) f = lsum A l f + lsum A m f.
Proof. induction l; simpl; [lra|]. rewrite IHl. lra. Qed.
Lemma lsum_map {A B} (h : A -> B) l f : lsum B (map h l) f = lsum A l (fun x => f (h x)).
Proof. induction l; simpl; [lra|]. rewrite IHl. lra. Qed.
Lemma lsum_flat_map {A B} (h : A -> list B) l f : lsum B (flat_map h l) f = lsum A l (fun x => lsum B (h x) f).
Proof. induction l; simpl; [lra|]. rewrite lsum_app, IHl. lra. Qed.
Lemma lsum_Ex {A B} (l : list A) (d : dist B) f : lsum A l (fun x => Ex d (f x)) = Ex d (fun y =>
  lsum A l (fun x => f x y)).
Proof.
  induction l as [|x l IH]; simpl.
  - rewrite (Ex_fun d (fun _ => 0) (fun _ => 0 * 0)) by (intros; lra). rewrite Ex_scal. lra.
  - rewrite IH, <- Ex_plus. reflexivity.
Qed.
Lemma lsum_fun {A} (l : list A) f g : (forall x, f x = g x) -> lsum A l f = lsum A l g.
Proof. intros; apply lsum_ext; auto. Qed.

Lemma inserts_reports {Y} (d : dist Y) ds g :
  lsum _ (inserts d ds) (fun es => Ex (reports es) g) = Ex d (fun y => Ex (reports ds) (fun s =>
  lsum _ (inserts y s) g)).
Proof.
  revert g. induction ds as [|e ds IH]; intros g.
  - cbn [inserts lsum]. rewrite Ex_cons, Rplus_0_r. apply Ex_fun. intros y. cbn [reports]. rewrite !Ex_ret. simpl. lra.
  - cbn [inserts lsum]. rewrite lsum_map.
    rewrite (lsum_fun (inserts d ds) _ (fun es => Ex e (fun z => Ex (reports es) (fun s => g (z :: s)))))
    by (intros; apply Ex_cons).
    rewrite lsum_Ex, (Ex_fun e _ _ (fun z => IH (fun s => g (z :: s)))), Ex_swap, Ex_cons, <- Ex_plus. apply Ex_fun.
    intros y.
    rewrite !Ex_cons, <- Ex_plus. apply Ex_fun. intros z. rewrite <- Ex_plus. apply Ex_fun. intros s.
    cbn [inserts lsum]. rewrite lsum_map. reflexivity.
Qed.
Lemma perms_reports {Y} (ds : list (dist Y)) g :
  lsum _ (perms ds) (fun es => Ex (reports es) g) = Ex (reports ds) (fun s => lsum _ (perms s) g).
Proof.
  revert g. induction ds as [|d ds IH]; intros g; [cbn [perms lsum reports]; rewrite !Ex_ret; reflexivity|].
  cbn [perms]. rewrite lsum_flat_map, (lsum_fun (perms ds) _ _ (fun k => inserts_reports d k g)), lsum_Ex, Ex_cons.
  apply Ex_fun. intros y.
  rewrite IH. apply Ex_fun. intros s. cbn [perms]. rewrite lsum_flat_map. reflexivity.
Qed.
Lemma reports_support {Y} (ds : list (dist Y)) s : In s (map snd (reports ds)) -> length s = length ds.
Proof.
  revert s. induction ds as [|d ds IH]; intros s I; [simpl in I; destruct I as [<-|[]]; reflexivity|].
  apply in_map_iff in I. destruct I as [[q s'] [<- I]]. cbn [reports] in I. unfold bind at 1 in I.
  apply in_flat_map in I. destruct I as [[q1 y] [_ I]].
  unfold scale at 1 in I. apply in_map_iff in I. destruct I as [[q2 s2] [E I]]. unfold bind in I.
  apply in_flat_map in I. destruct I as [[q3 l] [Hl I]].
  unfold scale in I. apply in_map_iff in I. destruct I as [[q4 l4] [E4 [I|[]]]]. inversion I; subst.
  inversion E4; subst. inversion E; subst. simpl.
  f_equal. apply IH. apply in_map_iff. exists (q3, l). auto.
Qed.
Theorem shuffle_reports {Y} (ds : list (dist Y)) g : Ex (shuffle ds) (fun es => Ex (reports es) g) =
  Ex (reports ds) (fun s => Ex (shuffle s) g).
Proof.
  unfold shuffle. rewrite Ex_uniform, perms_reports, <- Ex_scal. apply Ex_ext. intros s Hs. apply reports_support in Hs.
  rewrite Ex_uniform, !perms_length, Hs. reflexivity.
Qed.
Lemma Ex_shuffle_map {A B} (h : A -> B) l f : Ex (shuffle (map h l)) f = Ex (shuffle l) (fun m => f (map h m)).
Proof. unfold shuffle. rewrite !Ex_uniform, perms_map, map_length, lsum_map. reflexivity. Qed.

(* ---- every user's report is a symbol first: a clone of type 0 or 1, or the user's own ---- *)
Inductive sym (X : Type) := C0 | C1 | Own (x : X).
Arguments C0 {X}. Arguments C1 {X}. Arguments Own {X}.

Lemma law_run {X Y} (A : list Y -> X -> dist Y) D : (forall h x, law (A h x)) -> forall h, law (run A h D).
Proof.
  intros F. induction D as [|x D IH]; intros h; [apply law_ret|]. cbn [run]. apply law_bind; auto. intros y.
  apply law_bind; auto. intros l. apply law_ret.
Qed.
Lemma Ex_run {X Y} (A : list Y -> X -> dist Y) h x D f : Ex (run A h (x :: D)) f = Ex (A h x) (fun y =>
  Ex (run A (h ++ [y]) D) (fun l => f (y :: l))).
Proof. cbn [run]. rewrite Ex_bind. apply Ex_fun. intros y. rewrite Ex_bind. apply Ex_fun. intros l. apply Ex_ret. Qed.

(* the same law with nonnegative weights *)
Section Normal.
Variable A : Type.
Variable eq_dec : forall x y : A, {x = y} + {x <> y}.
Definition normal (d : dist A) : dist A := map (fun x => (mass A eq_dec d x, x)) (nodup eq_dec (map snd d)).
Lemma Ex_normal d f : Ex (normal d) f = Ex d f.
Proof.
  rewrite (Ex_mass A eq_dec (nodup eq_dec (map snd d)) d f); [|apply NoDup_nodup|intros x I; apply nodup_In; auto].
  unfold normal. generalize (nodup eq_dec (map snd d)) as l. induction l as [|x l IH]; [reflexivity|].
  cbn [map Ex lsum]. rewrite IH. reflexivity.
Qed.
Lemma normal_probability d : law d -> probability (normal d).
Proof.
  intros [P T]. split; [|rewrite Ex_normal; auto]. intros q I. unfold normal in I. apply in_map_iff in I.
  destruct I as [x [<- _]]. cbn [fst].
  apply P. intros y. unfold indicator. destruct (eq_dec x y); lra.
Qed.
End Normal.

Section Domination.
Variables X Y : Type.
Variable eq_dec : forall x y : Y, {x = y} + {x <> y}.
Variables (eps0 : R) (A : list Y -> X -> dist Y).
Hypothesis eps0_nonneg : 0 <= eps0.
Hypothesis A_probability : forall h x, probability (A h x).
Hypothesis A_dp : forall h, pure_dp eps0 (A h).
Let p := exp (- eps0).
Let a := exp eps0 / (exp eps0 + 1).

Section Pairwise.
Variables x0 x1 : X.
Definition Ahat (h : list Y) (s : sym X) : dist Y :=
  match s with
  | C0 => clone_part Y eps0 (A h x0) (A h x1)
  | C1 => clone_part Y eps0 (A h x1) (A h x0)
  | Own x => other_part Y eps0 (A h x0) (A h x1) (A h x)
  end.
Definition other (x : X) : dist (sym X) := [(p * (1/2), C0); (p * (1/2), C1); (1 - p, Own x)].
Definition user (t : R) : dist (sym X) := [(t, C0); (1 - t, C1)].

Lemma law_Ahat h s : law (Ahat h s).
Proof.
  destruct s; cbn [Ahat]; [eapply law_clone_part|eapply law_clone_part|eapply law_other_part]; eauto.
Qed.

Definition same_reports (u : X * dist (sym X)) : Prop := forall h f, Ex (A h (fst u)) f = Ex (snd u) (fun s =>
  Ex (Ahat h s) f).

Lemma same_0 : same_reports (x0, user a).
Proof.
  intros h f. cbn [fst snd user Ex Ahat]. rewrite (decomposition_0 X Y eq_dec eps0 (A h) eps0_nonneg (A_dp h) x0 x1).
  fold a. lra.
Qed.
Lemma same_1 : same_reports (x1, user (1 - a)).
Proof.
  intros h f. cbn [fst snd user Ex Ahat]. rewrite (decomposition_1 X Y eq_dec eps0 (A h) eps0_nonneg (A_dp h) x0 x1).
  fold a. lra.
Qed.
Lemma same_other x : same_reports (x, other x).
Proof.
  intros h f. cbn [fst snd other Ex Ahat].
  rewrite (decomposition_other X Y eq_dec eps0 (A h) eps0_nonneg (A_dp h) x0 x1 x). fold p. lra.
Qed.

Lemma run_symbols us : (forall u, In u us -> same_reports u) -> forall h f,
  Ex (run A h (map fst us)) f = Ex (reports (map snd us)) (fun s => Ex (run Ahat h s) f).
Proof.
  induction us as [|u us IH]; intros F h f.
  - cbn [map run reports]. rewrite !Ex_ret. cbn [run]. rewrite Ex_ret. reflexivity.
  - cbn [map]. rewrite Ex_run, Ex_cons, (F u (or_introl eq_refl)). apply Ex_fun. intros s.
    rewrite (Ex_fun (reports (map snd us)) _ _ (fun l => Ex_run Ahat h s l f)), Ex_swap. apply Ex_fun. intros y.
    apply IH. intros v I. apply F. right; auto.
Qed.

Lemma shuffled_symbols us f : (forall u, In u us -> same_reports u) ->
  Ex (shuffled_run A (map fst us)) f = Ex (reports (map snd us)) (fun s => Ex (bind (shuffle s) (run Ahat [])) f).
Proof.
  intros F. unfold shuffled_run. rewrite Ex_bind, Ex_shuffle_map.
  rewrite (Ex_fun (reports _) _ _ (fun s => Ex_bind (shuffle s) (run Ahat []) f)), <- shuffle_reports, Ex_shuffle_map.
  apply Ex_ext. intros m I. apply run_symbols. intros u Hu. apply F. unfold shuffle, uniform in I. rewrite map_map in I.
  simpl in I. rewrite map_id in I.
  apply perms_spec in I. apply Permutation_in with m; [symmetry; auto|auto].
Qed.

Definition owns (l : list X) : list (dist (sym X)) := map (fun x => ret (Own x)) l.
Definition kernel (l : list X) (o : out) : dist (list Y) := bind (post (sym X) (ret C0) (ret C1) (owns l) o) (fun s =>
  bind (shuffle s) (run Ahat [])).

Lemma law_kernel l o : law (kernel l o).
Proof.
  apply law_bind.
  - apply law_post; try apply law_ret. intros L I. apply in_map_iff in I. destruct I as [x [<- _]]. apply law_ret.
  - intros s. apply law_bind; [apply law_shuffle|]. intros t. apply law_run. apply law_Ahat.
Qed.

Lemma others_decomposed l : Forall2 (decomposed (sym X) (ret C0) (ret C1) p) (map other l) (owns l).
Proof.
  induction l as [|x l IH]; [constructor|]. cbn [map owns]. constructor; auto. intros f. rewrite !Ex_ret. unfold other.
  cbn [Ex]. lra.
Qed.

Lemma shuffled_symbols_at x t pre post' f : same_reports (x, user t) ->
  Ex (shuffled_run A (pre ++ x :: post')) f = Ex (reports (user t :: map other (pre ++ post'))) (fun s =>
  Ex (bind (shuffle s) (run Ahat [])) f).
Proof.
  intros Hx. set (u := fun x => (x, other x)). set (us := map u pre ++ (x, user t) :: map u post').
  assert (E1 : map fst us = pre ++ x :: post') by (unfold us, u; rewrite map_app; cbn [map fst]; rewrite !map_map;
  cbn [fst]; rewrite !map_id; reflexivity).
  assert (E2 : map snd us = map other pre ++ user t :: map other post') by (unfold us, u; rewrite map_app;
  cbn [map snd]; rewrite !map_map; reflexivity).
  rewrite <- E1, shuffled_symbols, E2.
  - apply reports_permutation; [rewrite map_app; symmetry; apply Permutation_middle|].
    intros l m Hp. rewrite !Ex_bind. apply (shuffle_invariant (fun s => Ex (run Ahat [] s) f)). auto.
  - intros v I. unfold us in I. apply in_app_iff in I. destruct I as [I|[<-|I]]; auto; apply in_map_iff in I;
    destruct I as [z [<- _]]; apply same_other.
Qed.

Lemma bind_invariant f : invariant (fun s => Ex (bind (shuffle s) (run Ahat [])) f).
Proof. intros l m Hp. rewrite !Ex_bind. apply (shuffle_invariant (fun s => Ex (run Ahat [] s) f)). auto. Qed.

Lemma domination_0 pre post' f : Ex (shuffled_run A (pre ++ x0 :: post')) f = Ex (pairP (length (pre ++ post')) p a)
  (fun o => Ex (kernel (pre ++ post') o) f).
Proof.
  rewrite (shuffled_symbols_at x0 a pre post' f same_0).
  rewrite (reports_P (sym X) (ret C0) (ret C1) p a _ _ _ (others_decomposed (pre ++ post'))), map_length;
  [|intros g; rewrite !Ex_ret; unfold user; cbn [Ex]; lra|apply bind_invariant].
  apply Ex_fun. intros o. unfold kernel. symmetry. apply Ex_bind.
Qed.
Lemma domination_1 pre post' f : Ex (shuffled_run A (pre ++ x1 :: post')) f = Ex (pairQ (length (pre ++ post')) p a)
  (fun o => Ex (kernel (pre ++ post') o) f).
Proof.
  rewrite (shuffled_symbols_at x1 (1 - a) pre post' f same_1).
  rewrite (reports_Q (sym X) (ret C0) (ret C1) p a _ _ _ (others_decomposed (pre ++ post'))), map_length;
  [|intros g; rewrite !Ex_ret; unfold user; cbn [Ex]; lra|apply bind_invariant].
  apply Ex_fun. intros o. unfold kernel. symmetry. apply Ex_bind.
Qed.
End Pairwise.

Let lists_dec := list_eq_dec eq_dec.

(* [FMT21, Theorem 3.2], finite outputs: the clones pair, post-processed *)
Theorem clones_postprocessing D D' : neighbours D D' -> exists k : out -> dist (list Y),
  (forall o, probability (k o)) /\
  (forall f, Ex (shuffled_run A D) f = Ex (bind (clonesP (length D) eps0) k) f) /\
  (forall f, Ex (shuffled_run A D') f = Ex (bind (clonesQ (length D) eps0) k) f).
Proof.
  intros (pre & x & x' & post' & -> & ->).
  assert (EL : (length (pre ++ x :: post') - 1 = length (pre ++ post'))%nat) by (rewrite !app_length; simpl; lia).
  exists (fun o => normal _ lists_dec (kernel x x' (pre ++ post') o)). split; [|split].
  - intros o. apply normal_probability, law_kernel.
  - intros f. unfold clonesP. rewrite EL, domination_0 with (x1 := x'), Ex_bind. fold p a. apply Ex_fun. intros o.
    symmetry. apply Ex_normal.
  - intros f. unfold clonesQ. rewrite EL, domination_1 with (x0 := x), Ex_bind. fold p a. apply Ex_fun. intros o.
    symmetry. apply Ex_normal.
Qed.

Theorem clones_domination w D D' : neighbours D D' ->
  hockey (list Y) lists_dec w (shuffled_run A D) (shuffled_run A D') <= divergence w (clonesP (length D) eps0)
  (clonesQ (length D) eps0).
Proof.
  intros N. destruct (clones_postprocessing D D' N) as (k & K & P & Q). apply hockey_le_iff. intros S. unfold Pr.
  rewrite P, Q, !Ex_bind.
  pose proof (hockey_function out out_dec w (clonesP (length D) eps0) (clonesQ (length D) eps0) (fun o =>
  Ex (k o) (indicator S))) as F. unfold divergence.
  enough (G : forall o, 0 <= Ex (k o) (indicator S) <= 1) by (specialize (F G); lra). intros o. apply law_range;
  [apply law_probability; auto|].
  intros l. unfold indicator. destruct (S l); lra.
Qed.

Theorem clones_dp eps D D' : neighbours D D' -> forall S, Pr (shuffled_run A D) S <= exp eps *
  Pr (shuffled_run A D') S + clones_delta (length D) eps0 eps.
Proof. intros N S. revert S. apply (hockey_le_iff (list Y) lists_dec). apply clones_domination. auto. Qed.
End Domination.

(* ---- shuffling the reports of non-adaptive users ---- *)
Lemma run_reports {X Y} (rz : X -> dist Y) h D f : Ex (run (fun _ => rz) h D) f = Ex (reports (map rz D)) f.
Proof.
  revert h f. induction D as [|x D IH]; intros h f; [reflexivity|]. cbn [map]. rewrite Ex_run, Ex_cons. apply Ex_fun.
  intros y. apply IH.
Qed.
Theorem shuffled_is_run {X Y} (rz : X -> dist Y) D f : Ex (shuffled rz D) f = Ex (shuffled_run (fun _ => rz) D) f.
Proof.
  unfold shuffled, shuffled_run. rewrite !Ex_bind, <- shuffle_reports, Ex_shuffle_map. apply Ex_fun. intros m. symmetry.
  apply run_reports.
Qed.

Section Local.
Variables X Y : Type.
Variable eq_dec : forall x y : Y, {x = y} + {x <> y}.
Variables (eps0 : R) (rz : X -> dist Y).
Hypothesis eps0_nonneg : 0 <= eps0.
Hypothesis rz_probability : forall x, probability (rz x).
Hypothesis rz_dp : pure_dp eps0 rz.

Theorem shuffle_postprocessing D D' : neighbours D D' -> exists k : out -> dist (list Y),
  (forall o, probability (k o)) /\
  (forall f, Ex (shuffled rz D) f = Ex (bind (clonesP (length D) eps0) k) f) /\
  (forall f, Ex (shuffled rz D') f = Ex (bind (clonesQ (length D) eps0) k) f).
Proof.
  intros N. destruct (clones_postprocessing X Y eq_dec eps0 (fun _ => rz) eps0_nonneg (fun _ =>
  rz_probability) (fun _ => rz_dp) D D' N) as (k & K & P & Q).
  exists k. split; [exact K|]. split; intros f; rewrite shuffled_is_run; auto.
Qed.
Theorem shuffle_domination w D D' : neighbours D D' ->
  hockey (list Y) (list_eq_dec eq_dec) w (shuffled rz D) (shuffled rz D') <= divergence w (clonesP (length D) eps0)
  (clonesQ (length D) eps0).
Proof.
  intros N. apply hockey_le_iff. intros S. unfold Pr. rewrite !shuffled_is_run. revert S.
  apply (hockey_le_iff (list Y) (list_eq_dec eq_dec)).
  apply (clones_domination X Y eq_dec eps0 (fun _ => rz)); auto.
Qed.
Theorem shuffle_dp eps D D' : neighbours D D' -> forall S, Pr (shuffled rz D) S <= exp eps * Pr (shuffled rz D') S +
  clones_delta (length D) eps0 eps.
Proof. intros N S. revert S. apply (hockey_le_iff (list Y) (list_eq_dec eq_dec)). apply shuffle_domination. auto. Qed.

(* the same of the multiset: an event of the reports in the users' order that does not look at the order *)
Theorem multiset_dp eps D D' : neighbours D D' -> forall S : list Y -> bool, (forall l m, Permutation l m ->
  S l = S m) ->
  Pr (reports (map rz D)) S <= exp eps * Pr (reports (map rz D')) S + clones_delta (length D) eps0 eps.
Proof.
  intros N S I. assert (E : forall D, Pr (reports (map rz D)) S = Pr (shuffled rz D) S).
  { intros D0. unfold Pr, shuffled. rewrite Ex_bind. apply Ex_fun. intros l. symmetry. apply shuffle_keeps.
    intros u v Hp. unfold indicator. rewrite (I u v Hp). reflexivity. }
  rewrite !E. apply shuffle_dp. auto.
Qed.
End Local.
