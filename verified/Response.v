(* Shuffled randomized response: the advantage of an event on the number of ones, as a mean; it is the advantage of an
   event over a shuffled mechanism. *)
Require Import Reals List Lra Lia Arith Bool ZArith Permutation.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair Reduction ReductionSanity.
Import ListNotations.
Open Scope R_scope.

(* d is the advantage of an event over one round (of any number of rounds: shuffle_advantage of Definitions.v) *)
Definition one_round_advantage (n : nat) (eps0 eps d : R) : Prop :=
  exists (X Y : Type) (A : list Y -> X -> dist Y) (D D' : list X) (S : list Y -> bool),
  inhabited (forall x y : Y, {x = y} + {x <> y}) /\ (forall h x, probability (A h x)) /\
    (forall h, pure_dp eps0 (A h)) /\
  length D = n /\ neighbours D D' /\ d = Pr (shuffled_run A D) S - exp eps * Pr (shuffled_run A D') S.

(* the mean over the others' ones of what user 1 adds: of a function h of their number *)
Definition others_mean (m z : nat) (a : R) (h : nat -> R) : R := Ex (binomial m a) (fun i =>
  Ex (binomial z (1 - a)) (fun j => h (i + j)%nat)).

Lemma Ex_rr2_law N m a own f : Ex (rr2_law N m a own) f = others_mean m (N - m) a (fun y => own * f (S y) + (1 - own) *
  f y).
Proof.
  unfold rr2_law, others_mean. rewrite Ex_bind. apply Ex_fun. intros i. rewrite Ex_bind. apply Ex_fun. intros j.
  rewrite Ex_bind, Ex_bernoulli, !Ex_ret. rewrite Nat.add_0_r, Nat.add_1_r. reflexivity.
Qed.
Lemma others_mean_lin m z a c f g : others_mean m z a (fun y => f y - c * g y) = others_mean m z a f - c *
  others_mean m z a g.
Proof. unfold others_mean. rewrite <- Ex_lin. apply Ex_fun. intros i. apply Ex_lin. Qed.
Lemma others_mean_ext m z a f g : (forall y, f y = g y) -> others_mean m z a f = others_mean m z a g.
Proof. intros E. apply Ex_fun. intros i. apply Ex_fun. intros j. apply E. Qed.
Lemma binomial_mean_le n p f g : 0 <= p <= 1 -> (forall k, f k <= g k) -> Ex (binomial n p) f <= Ex (binomial n p) g.
Proof. intros Hp L. rewrite !Ex_binomial. apply Sum_le. intros i _. pose proof (pm_nonneg p n i Hp). specialize (L i).
  nra. Qed.
Lemma others_mean_le m z a f g : 0 <= a <= 1 -> (forall y, f y <= g y) -> others_mean m z a f <= others_mean m z a g.
Proof. intros Ha L. apply binomial_mean_le; auto. intros i. apply binomial_mean_le; [lra|]. intros j. apply L. Qed.

(* what an outcome of the others adds to the advantage of the event {more than t ones}, of the event {at most t ones} *)
Definition gain (up : bool) (alpha beta : R) (t y : nat) : R :=
  if up then alpha * (if t <=? y then 1 else 0) - beta * (if t <? y then 1 else 0)
  else alpha * (if y <=? t then 1 else 0) - beta * (if y <? t then 1 else 0).
Definition event (up : bool) (t y : nat) : bool := if up then t <? y else y <=? t.

Section Advantage.
Variables (a w : R).
Let alpha := a - w * (1 - a).
Let beta := w * a - (1 - a).

(* The advantage of the event over the two laws: of more ones where user 1 holds 1 first, of fewer where the user holds
   0 first. *)
Theorem rr2_event N m t (up : bool) : let P := rr2_law N m a a in let Q := rr2_law N m a (1 - a) in
  (if up then Pr P (event up t) - w * Pr Q (event up t) else Pr Q (event up t) - w * Pr P (event up t)) =
  others_mean m (N - m) a (gain up alpha beta t).
Proof.
  cbn zeta. assert (E : forall y, (t <? S y)%nat = (t <=? y)%nat) by reflexivity.
  assert (E' : forall y, (S y <=? t)%nat = (y <? t)%nat) by reflexivity.
  destruct up; unfold Pr; rewrite !Ex_rr2_law, <- others_mean_lin; apply others_mean_ext; intros y;
  unfold gain, indicator, event, alpha, beta.
  - rewrite E. destruct (t <=? y)%nat, (t <? y)%nat; ring.
  - rewrite E'. destruct (y <=? t)%nat, (y <? t)%nat; ring.
Qed.
End Advantage.

(* ---- the mechanism ---- *)
Definition count (l : list bool) : nat := length (filter (fun b : bool => b) l).
Definition truth (eps0 : R) : R := exp eps0 / (exp eps0 + 1).
Definition own (eps0 : R) (b : bool) : R := if b then truth eps0 else 1 - truth eps0.

Lemma truth_range eps0 : 0 <= truth eps0 <= 1.
Proof.
  pose proof (exp_pos eps0). unfold truth. split.
  - apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
  - apply Rmult_le_reg_r with (exp eps0 + 1); [lra|]. field_simplify; lra.
Qed.
Lemma Ex_rr eps0 b f : Ex (rr eps0 b) f = own eps0 b * f true + (1 - own eps0 b) * f false.
Proof.
  pose proof (exp_pos eps0). assert (E : 1 / (exp eps0 + 1) = 1 - truth eps0) by (unfold truth; field; lra).
  unfold rr, own. cbn [Ex]. rewrite E. fold (truth eps0). destruct b; cbn [negb]; ring.
Qed.
Lemma reports_count eps0 b k rest f : Ex (reports (map (rr eps0) (repeat b k ++ rest))) (fun l => f (count l)) =
  Ex (binomial k (own eps0 b)) (fun i => Ex (reports (map (rr eps0) rest)) (fun l => f (i + count l)%nat)).
Proof.
  revert f. induction k as [|k IH]; intros f; [cbn [repeat app binomial]; rewrite Ex_ret; reflexivity|].
  cbn [repeat app map]. rewrite Ex_cons, Ex_rr, Ex_binomial_S.
  pose proof (IH (fun c => f (S c))) as E1. pose proof (IH f) as E0.
  change (fun l : list bool => f (count (true :: l))) with (fun l => f (S (count l))).
  change (fun l : list bool => f (count (false :: l))) with (fun l => f (count l)).
  cbn beta in E1. rewrite E1, E0. reflexivity.
Qed.
Lemma shuffled_count eps0 b m z f : Ex (shuffled_run (fun _ => rr eps0) (b :: repeat true m ++ repeat false z))
  (fun l => f (count l)) =
  others_mean m z (truth eps0) (fun y => own eps0 b * f (S y) + (1 - own eps0 b) * f y).
Proof.
  rewrite <- shuffled_is_run. unfold shuffled. rewrite Ex_bind, (Ex_fun _ _ (fun l => f (count l))).
  2:{ intros l. apply (shuffle_keeps (fun l => f (count l))). intros u v Hp. f_equal. unfold count.
      induction Hp; simpl; try (destruct x; simpl; congruence); try (destruct x, y; simpl; congruence); congruence. }
  cbn [map]. rewrite Ex_cons, Ex_rr.
  assert (G : forall h, Ex (reports (map (rr eps0) (repeat true m ++ repeat false z))) (fun l => h (count l)) =
  others_mean m z (truth eps0) h).
  { intros h. rewrite reports_count. unfold others_mean. cbn [own]. apply Ex_fun. intros i.
    pose proof (reports_count eps0 false z [] (fun c => h (i + c)%nat)) as E. rewrite app_nil_r in E. cbn beta in E.
    rewrite E. cbn [own]. apply Ex_fun. intros j.
    cbn [map reports]. rewrite Ex_ret. cbn. rewrite Nat.add_0_r. reflexivity. }
  change (fun l : list bool => f (count (true :: l))) with (fun l => (fun c => f (S c)) (count l)).
  change (fun l : list bool => f (count (false :: l))) with (fun l => f (count l)). rewrite !G.
  unfold others_mean. rewrite <- !Ex_scal, <- Ex_plus. apply Ex_fun. intros i. rewrite <- !Ex_scal, <- Ex_plus.
  reflexivity.
Qed.

(* An advantage over randomized response is one over some shuffled eps0-DP mechanism. *)
Theorem response_advantage n m z eps0 eps t up : 0 <= eps0 -> n = S (m + z) ->
  one_round_advantage n eps0 eps (others_mean m z (truth eps0) (gain up (truth eps0 - exp eps * (1 - truth eps0))
  (exp eps * truth eps0 - (1 - truth eps0)) t)).
Proof.
  intros H0 ->. destruct (rr_instance eps0 H0) as [Pp Dp].
  exists bool, bool, (fun _ => rr eps0), (up :: repeat true m ++ repeat false z),
  (negb up :: repeat true m ++ repeat false z), (fun l => event up t (count l)).
  split; [constructor; apply bool_dec|]. split; [intros _; apply Pp|]. split; [intros _; exact Dp|]. split; [|split].
  - cbn [length]. rewrite app_length, !repeat_length. reflexivity.
  - exists [], up, (negb up), (repeat true m ++ repeat false z). split; reflexivity.
  - pose proof (rr2_event (truth eps0) (exp eps) (m + z) m t up) as E. cbn zeta in E. replace (m + z - m)%nat with z in
    E by lia. rewrite <- E.
    unfold Pr. change (indicator (fun l => event up t (count l))) with (fun l => indicator (event up t) (count l)).
    rewrite !shuffled_count, !Ex_rr2_law. replace (m + z - m)%nat with z by lia. destruct up; cbn [negb own];
    reflexivity.
Qed.
