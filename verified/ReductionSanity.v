(* The definitions of the mechanism say what they should: outputs are probabilities, neighbours are symmetric,
   each order has
   probability 1/n!, and randomized response satisfies the hypotheses. *)
Require Import Reals List Lra Lia Arith Bool Permutation.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair Reduction.
Import ListNotations.
Open Scope R_scope.

Lemma probability_ret {A} (x : A) : probability (ret x).
Proof. split; [apply nonneg_ret|rewrite Ex_ret; reflexivity]. Qed.
Lemma probability_bind {A B} (d : dist A) (k : A -> dist B) : probability d -> (forall x, probability (k x)) ->
  probability (bind d k).
Proof.
  intros [N T] K. split; [apply nonneg_bind; auto; intros x; apply K|].
  rewrite Ex_bind, (Ex_fun d _ (fun _ => 1)); auto. intros x. apply K.
Qed.
Lemma probability_shuffle {A} (l : list A) : probability (shuffle l).
Proof.
  split; [|apply law_shuffle]. intros q I. unfold shuffle, uniform in I. apply in_map_iff in I.
  destruct I as [m [<- I]]. simpl.
  left. apply Rinv_0_lt_compat, lt_0_INR. rewrite perms_length. apply lt_O_fact.
Qed.
Lemma probability_run {X Y} (A : list Y -> X -> dist Y) D : (forall h x, probability (A h x)) -> forall h,
  probability (run A h D).
Proof.
  intros F. induction D as [|x D IH]; intros h; [apply probability_ret|]. cbn [run]. apply probability_bind; auto.
  intros y.
  apply probability_bind; auto. intros l. apply probability_ret.
Qed.
Theorem probability_shuffled_run {X Y} (A : list Y -> X -> dist Y) D : (forall h x, probability (A h x)) ->
  probability (shuffled_run A D).
Proof. intros F. apply probability_bind; [apply probability_shuffle|]. intros m. apply probability_run. auto. Qed.

Theorem probability_reports {Y} (ds : list (dist Y)) : (forall d, In d ds -> probability d) -> probability (reports ds).
Proof.
  induction ds as [|d ds IH]; intros F; [apply probability_ret|]. cbn [reports]. apply probability_bind;
  [apply F; left; auto|]. intros y.
  apply probability_bind; [apply IH; intros; apply F; right; auto|]. intros l. apply probability_ret.
Qed.
Theorem probability_shuffled {X Y} (rz : X -> dist Y) D : (forall x, probability (rz x)) -> probability (shuffled rz D).
Proof.
  intros F. apply probability_bind; [|intros; apply probability_shuffle]. apply probability_reports. intros d I.
  apply in_map_iff in I.
  destruct I as [x [<- _]]. auto.
Qed.

Lemma neighbours_sym {X} (D D' : list X) : neighbours D D' -> neighbours D' D.
Proof. intros (u & x & x' & v & -> & ->). exists u, x', x, v. auto. Qed.
Lemma neighbours_length {X} (D D' : list X) : neighbours D D' -> length D' = length D.
Proof. intros (u & x & x' & v & -> & ->). rewrite !app_length. reflexivity. Qed.

(* each permutation of a duplicate-free list has probability 1/n! *)
Theorem shuffle_uniform {A} (dec : forall x y : list A, {x = y} + {x <> y}) (l m : list A) : NoDup l ->
  Permutation l m ->
  mass (list A) dec (shuffle l) m = / INR (fact (length l)).
Proof.
  intros N Hp. unfold mass, Pr, shuffle. rewrite Ex_uniform, perms_length. apply perms_spec in Hp.
  apply perms_nodup in N. revert N Hp.
  generalize (perms l) as L. intros L N I.
  enough (E : lsum (list A) L (indicator (fun y => if dec m y then true else false)) = 1) by (rewrite E; lra).
  induction L as [|k L IH]; [destruct I|]. inversion N; subst. cbn [lsum]. unfold indicator at 1.
  destruct (dec m k) as [->|Hk].
  - enough (E : lsum (list A) L (indicator (fun y => if dec k y then true else false)) = 0) by lra. clear - H1.
    induction L as [|j L IH]; [reflexivity|].
    cbn [lsum]. rewrite IH by (intros I; apply H1; right; auto). unfold indicator. destruct (dec k j) as [->|];
    [destruct H1; left; auto|lra].
  - destruct I as [->|I]; [congruence|]. rewrite IH by auto. lra.
Qed.

(* binary randomized response *)
Definition rr (eps0 : R) (b : bool) : dist bool := [(exp eps0 / (exp eps0 + 1), b); (1 / (exp eps0 + 1), negb b)].
Theorem rr_instance eps0 : 0 <= eps0 -> (forall b, probability (rr eps0 b)) /\ pure_dp eps0 (rr eps0).
Proof.
  intros H0. assert (HE : 1 <= exp eps0) by (rewrite <- exp_0; destruct H0 as [L|<-]; [left; apply exp_increasing;
  auto|lra]). set (E := exp eps0) in *.
  assert (Hi : 0 < / (E + 1)) by (apply Rinv_0_lt_compat; lra). assert (HEi : E * / (E + 1) + / (E + 1) = 1)
  by (field; lra).
  set (i := / (E + 1)) in *. assert (Hm : i <= E * i) by nra. assert (Hq : i <= E * (E * i)) by nra.
  split.
  - intros b. split.
    + intros q [<-|[<-|[]]]; cbn [fst]; unfold Rdiv; fold E i; nra.
    + cbn [rr Ex]. unfold Rdiv. fold E i. lra.
  - intros x x' S. unfold Pr, rr. cbn [Ex]. unfold Rdiv. fold E i. unfold indicator.
    destruct x, x'; cbn [negb]; destruct (S true), (S false); nra.
Qed.
