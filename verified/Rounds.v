(* Several rounds on the same data, each chosen by what came before: the independent rounds of the clones pair,
   post-processed. *)
Require Import Reals List Lra Lia Arith Bool.
From Hallmark Require Import Definitions Laws Reduction ReductionSanity Product.
Import ListNotations.
Open Scope R_scope.

Section Composition.
Variables X Y : Type.
Variable eq_dec : forall x y : Y, {x = y} + {x <> y}.
Variables (eps0 : R) (M : list (list Y) -> list Y -> X -> dist Y).
Hypothesis eps0_nonneg : 0 <= eps0.
Hypothesis M_probability : forall g h x, probability (M g h x).
Hypothesis M_dp : forall g h, pure_dp eps0 (M g h).

Section Pairwise.
Variables (x0 x1 : X) (l : list X).
Definition step (h : list (list Y)) (o : out) : dist (list Y) := kernel X Y eps0 (M h) x0 x1 l o.
Fixpoint steps (h : list (list Y)) (os : list out) : dist (list (list Y)) :=
  match os with [] => ret [] | o :: r => bind (step h o) (fun y => bind (steps (h ++ [y]) r) (fun ys => ret (y :: ys)))
    end.

Lemma law_steps os : forall h, law (steps h os).
Proof.
  induction os as [|o os IH]; intros h; [apply law_ret|]. cbn [steps]. apply law_bind.
  - unfold step. exact (law_kernel X Y eq_dec eps0 (M h) (M_probability h) (M_dp h) x0 x1 l o).
  - intros y. apply law_bind; auto. intros. apply law_ret.
Qed.
(* If every round is the outcome of the pair, post-processed, so are t rounds. *)
Lemma steps_follow (D : list X) (pair : dist out) : (forall h f, Ex (shuffled_run (M h) D) f = Ex pair (fun o =>
  Ex (step h o) f)) ->
  forall t h f, Ex (rounds M t h D) f = Ex (power t pair) (fun os => Ex (steps h os) f).
Proof.
  intros H t. induction t as [|t IH]; intros h f; [cbn [rounds power]; rewrite !Ex_ret; cbn [steps]; rewrite Ex_ret;
  reflexivity|].
  cbn [rounds power]. rewrite (Ex_then _ (fun y => rounds M t (h ++ [y]) D) (fun y => y)),
  (Ex_then _ (fun _ => power t pair) (fun x => x)), H. apply Ex_fun. intros o.
  rewrite (Ex_fun (step h o) _ _ (fun y => IH (h ++ [y]) (fun ys => f (y :: ys)))), Ex_swap. apply Ex_fun. intros os.
  cbn [steps]. symmetry. apply (Ex_then (step h o) (fun y => steps (h ++ [y]) os) (fun y => y)).
Qed.
End Pairwise.

(* The adaptive composition of shuffled mechanisms is the rounds of the clones pair, post-processed. *)
Theorem rounds_postprocessing t D D' : neighbours D D' -> exists k : list out -> dist (list (list Y)),
  (forall o, law (k o)) /\
  (forall f, Ex (rounds M t [] D) f = Ex (power t (clonesP (length D) eps0)) (fun o => Ex (k o) f)) /\
  (forall f, Ex (rounds M t [] D') f = Ex (power t (clonesQ (length D) eps0)) (fun o => Ex (k o) f)).
Proof.
  intros (pre & x & x' & post' & -> & ->).
  assert (EL : (length (pre ++ x :: post') - 1 = length (pre ++ post'))%nat) by (rewrite !app_length; simpl; lia).
  exists (steps x x' (pre ++ post') []). split; [intros; apply law_steps|]. split; intros f; apply steps_follow;
  unfold step; intros h g.
  - unfold clonesP. rewrite EL. exact (domination_0 X Y eq_dec eps0 (M h) eps0_nonneg (M_dp h) x x' pre post' g).
  - unfold clonesQ. rewrite EL. exact (domination_1 X Y eq_dec eps0 (M h) eps0_nonneg (M_dp h) x x' pre post' g).
Qed.

(* Its privacy is that of the rounds of the pair, event by event. *)
Theorem rounds_dp t eps D D' : neighbours D D' -> forall S,
  Pr (rounds M t [] D) S <= exp eps * Pr (rounds M t [] D') S + rounds_delta t (length D) eps0 eps.
Proof.
  intros N S. destruct (rounds_postprocessing t D D' N) as (k & K & P & Q). unfold Pr. rewrite P, Q.
  pose proof (hockey_function (list out) outs_dec (exp eps) (power t (clonesP (length D) eps0))
  (power t (clonesQ (length D) eps0)) (fun o => Ex (k o) (indicator S))) as F.
  unfold rounds_delta. enough (G : forall o, 0 <= Ex (k o) (indicator S) <= 1) by (specialize (F G); lra). intros o.
  apply law_range; auto.
  intros s. unfold indicator. destruct (S s); lra.
Qed.
End Composition.
