(* The hockey stick of the clones pair is the mean F of OneMoreCoin.v; it is the same in both directions and monotone in
   its parameters. *)
Require Import Reals List Lra Lia Arith Bool.
From Hallmark Require Import Definitions Laws OneMoreCoin.
Import ListNotations.
Open Scope R_scope.

Lemma Ex_pair g1 g2 N p a (f : out -> R) :
  Ex (bind (binomial N p) (fun C => bind (binomial C (1/2)) (fun A => bind (bernoulli a) (fun Dl =>
    ret (g1 C A Dl, g2 C A Dl))))) f =
  Ex (binomial N p) (fun C => Ex (binomial C (1/2)) (fun A => a * f (g1 C A 1%nat, g2 C A 1%nat) + (1 - a) *
  f (g1 C A 0%nat, g2 C A 0%nat))).
Proof.
  rewrite Ex_bind. apply Ex_ext; intros C _. rewrite Ex_bind. apply Ex_ext; intros A _. rewrite Ex_bind, Ex_bernoulli,
  !Ex_ret. reflexivity.
Qed.

Section Pair.
Variables (N : nat) (p a w : R).
Let alpha := a - w * (1 - a).
Let beta := w * a - (1 - a).

Lemma pair_event X : Pr (pairP N p a) X - w * Pr (pairQ N p a) X =
  Ex (binomial N p) (fun c => Sum (S (S c)) (fun x => indicator X (x, (1 + c - x)%nat) * u (1/2) alpha beta c x)).
Proof.
  unfold Pr, pairP, pairQ. rewrite !Ex_pair, <- Ex_lin. apply Ex_ext. intros c _.
  rewrite <- Ex_lin, <- (advantage (1/2) alpha beta c (fun x => indicator X (x, (1 + c - x)%nat))).
  apply Ex_ext. intros x Hx. apply binomial_support in Hx.
  replace (x + 1)%nat with (S x) by lia. replace (S x - 1)%nat with x by lia. replace (S x - 0)%nat with (S x) by lia.
  replace (x + 0)%nat with x by lia. replace (c - x + 1 - 1)%nat with (1 + c - S x)%nat by lia.
  replace (c - x + 1 - 0)%nat with (1 + c - x)%nat by lia.
  replace (c - x + 1)%nat with (1 + c - x)%nat by lia. replace (c - x + 0)%nat with (1 + c - S x)%nat by lia.
  unfold alpha, beta. ring.
Qed.

Theorem pair_hockey : 0 <= p <= 1 -> divergence w (pairP N p a) (pairQ N p a) = F (1/2) alpha beta p N.
Proof.
  intros Hp. apply Rle_antisym.
  - apply hockey_le_iff. intros S. pose proof (pair_event S) as E.
    enough (Pr (pairP N p a) S - w * Pr (pairQ N p a) S <= F (1/2) alpha beta p N) by lra. rewrite E. unfold F.
    rewrite !Ex_binomial.
    apply Sum_le. intros c _. apply Rmult_le_compat_l; [apply pm_nonneg; auto|]. apply Sum_le. intros x _.
    unfold indicator.
    destruct (S _); [rewrite Rmult_1_l; apply Rmax_r|rewrite Rmult_0_l; apply Rmax_l].
  - set (S := fun o : out => if Rlt_dec 0 (u (1/2) alpha beta (fst o + snd o - 1) (fst o)) then true else false).
    eapply Rle_trans; [|apply (hockey_event out out_dec w _ _ S)]. rewrite pair_event. unfold F. rewrite !Ex_binomial.
    apply Sum_le. intros c _. apply Rmult_le_compat_l; [apply pm_nonneg; auto|]. apply Sum_le. intros x Hx.
    unfold indicator, S. cbn [fst snd]. replace (x + (1 + c - x) - 1)%nat with c by lia.
    destruct (Rlt_dec _ _); [rewrite Rmax_right by lra|rewrite Rmax_left by lra]; lra.
Qed.

(* both directions are equal *)
Definition swap (o : out) : out := (snd o, fst o).
Lemma Pr_swap X : Pr (pairQ N p a) X = Pr (pairP N p a) (fun o => X (swap o)).
Proof.
  assert (G : forall c (f : nat -> nat -> R), Ex (binomial c (1/2)) (fun x => f x (c - x)%nat) =
  Ex (binomial c (1/2)) (fun x => f (c - x)%nat x)).
  { intros c. induction c as [|c IH]; intros f; [simpl; lra|]. rewrite !Ex_binomial_S.
    replace (1 - 1/2) with (1/2) by lra.
    rewrite (Ex_ext _ (fun k => f (S c - S k)%nat (S k)) (fun k => (fun i j => f i (S j)) (c - k)%nat k))
    by (intros; f_equal; lia).
    rewrite <- (IH (fun i j => f i (S j))).
    rewrite (Ex_ext _ (fun x => f x (S c - x)%nat) (fun x => f x (S (c - x)))) by (intros x Hx;
    apply binomial_support in Hx; f_equal; lia).
    rewrite (Ex_ext _ (fun x => f (S c - x)%nat x) (fun x => (fun i j => f (S i) j) (c - x)%nat x)) by (intros x Hx;
    apply binomial_support in Hx; f_equal; lia).
    rewrite <- (IH (fun i j => f (S i) j)).
    rewrite (Ex_ext _ (fun k => f (S k) (S c - S k)%nat) (fun x => f (S x) (c - x)%nat)) by (intros; f_equal; lia). lra.
    }
  unfold Pr, pairP, pairQ. rewrite !Ex_pair. apply Ex_ext. intros c _.
  rewrite (G c (fun x y => a * indicator X ((x + 1 - 1)%nat, (y + 1)%nat) + (1 - a) * indicator X ((x + 1 - 0)%nat,
  (y + 0)%nat))).
  apply Ex_ext. intros x Hx. apply binomial_support in Hx. unfold indicator, swap. cbn [fst snd]. reflexivity.
Qed.

Lemma Pr_swap' S : Pr (pairP N p a) S = Pr (pairQ N p a) (fun o => S (swap o)).
Proof. rewrite Pr_swap. unfold Pr. apply Ex_ext. intros [x y] _. unfold indicator, swap. reflexivity. Qed.

Theorem pair_symmetric : divergence w (pairQ N p a) (pairP N p a) = divergence w (pairP N p a) (pairQ N p a).
Proof.
  apply Rle_antisym; apply hockey_le_iff; intros S.
  - rewrite Pr_swap, (Pr_swap' S). pose proof (hockey_event out out_dec w (pairP N p a) (pairQ N p a) (fun o =>
    S (swap o))). unfold divergence. lra.
  - rewrite Pr_swap, (Pr_swap' S). pose proof (hockey_event out out_dec w (pairQ N p a) (pairP N p a) (fun o =>
    S (swap o))). unfold divergence. lra.
Qed.
End Pair.

Lemma nonneg_bind {A B} (d : dist A) (k : A -> dist B) : nonneg A d -> (forall x, nonneg B (k x)) ->
  nonneg B (bind d k).
Proof.
  intros Hd Hk px Hp. unfold bind in Hp. apply in_flat_map in Hp. destruct Hp as [q [Hq Hp]]. unfold scale in Hp.
  apply in_map_iff in Hp.
  destruct Hp as [r [<- Hr]]. simpl. apply Rmult_le_pos; [apply Hd; auto|eapply Hk; eauto].
Qed.
Lemma nonneg_ret {A} (x : A) : nonneg A (ret x). Proof. intros q [<-|[]]. simpl. lra. Qed.
Lemma nonneg_bernoulli p : 0 <= p <= 1 -> nonneg nat (bernoulli p). Proof. intros Hp q [<-|[<-|[]]]; simpl; lra. Qed.
Lemma nonneg_binomial n p : 0 <= p <= 1 -> nonneg nat (binomial n p).
Proof. intros Hp. induction n; cbn [binomial]; [apply nonneg_ret|]. apply nonneg_bind; [apply nonneg_bernoulli; auto|].
  intros b. apply nonneg_bind; auto. intros; apply nonneg_ret. Qed.
Lemma nonneg_pairQ N p a : 0 <= p <= 1 -> 0 <= a <= 1 -> nonneg out (pairQ N p a).
Proof. intros. repeat (apply nonneg_bind; [first [apply nonneg_binomial; lra|apply nonneg_bernoulli; lra]|intros]).
  apply nonneg_ret. Qed.

(* from enclosures of E and w to rational parameters *)
Section Clones.
Variables (n : nat) (eps0 eps : R).
Let E := exp eps0.
Let w := exp eps.

Lemma clones_F : 0 < eps0 -> clones_delta n eps0 eps = F (1/2) ((E - w) / (E + 1)) ((w * E - 1) / (E + 1)) (/ E) (n -
  1).
Proof.
  intros H0. assert (1 < E) by (unfold E; rewrite <- exp_0; apply exp_increasing; auto).
  assert (0 < w) by apply exp_pos.
  unfold clones_delta, clonesP, clonesQ. rewrite exp_Ropp. fold E w. rewrite pair_hockey.
  - f_equal; field; lra.
  - split; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
Qed.

Theorem clones_antitone eps' : 0 < eps0 -> eps <= eps' -> clones_delta n eps0 eps' <= clones_delta n eps0 eps.
Proof.
  intros H0 He. assert (1 < E) by (unfold E; rewrite <- exp_0; apply exp_increasing; auto).
  apply hockey_antitone.
  - apply nonneg_pairQ.
    + rewrite exp_Ropp. fold E. split; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar;
      lra.
    + fold E. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|]. apply Rmult_le_reg_r with (E + 1);
      [lra|]. field_simplify; lra.
  - destruct He as [He| ->]; [left; apply exp_increasing; auto|lra].
Qed.

Variables (a b p : R).
Theorem clones_upper El Eh wl : 0 < eps0 -> 1 <= El <= E -> E <= Eh -> 0 <= wl <= w ->
  (Eh - wl) <= a * (Eh + 1) -> b * (El + 1) <= wl * El - 1 -> 0 <= p -> p * Eh <= 1 ->
  clones_delta n eps0 eps <= F (1/2) a b p (n - 1).
Proof.
  intros H0 HEl HEh Hw Ha Hb Hp Hp'. rewrite clones_F by auto.
  assert (1 < E) by (unfold E; rewrite <- exp_0; apply exp_increasing; auto).
  apply F_mono; try lra.
  - split; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  - split; auto. nra.
  - apply Rmult_le_reg_r with (E + 1); [lra|]. replace ((E - w) / (E + 1) * (E + 1)) with (E - w) by (field; lra).
    apply Rmult_le_reg_r with (Eh + 1); [lra|]. apply Rle_trans with ((Eh - wl) * (E + 1)); [|nra]. nra.
  - apply Rmult_le_reg_r with (E + 1); [lra|]. replace ((w * E - 1) / (E + 1) * (E + 1)) with (w * E - 1)
    by (field; lra).
    apply Rmult_le_reg_r with (El + 1); [lra|]. apply Rle_trans with ((wl * El - 1) * (E + 1)); [nra|]. 
    assert (0 <= (w - wl) * (E * (El + 1))) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]). nra.
  - apply Rmult_le_reg_r with E; [lra|]. rewrite Rinv_l by lra. nra.
Qed.

Theorem clones_lower El Eh wh : 0 < eps0 -> 1 <= El <= E -> E <= Eh -> w <= wh ->
  a * (El + 1) <= El - wh -> wh * Eh - 1 <= b * (Eh + 1) -> 1 <= p * El -> p <= 1 ->
  F (1/2) a b p (n - 1) <= clones_delta n eps0 eps.
Proof.
  intros H0 HEl HEh Hw Ha Hb Hp Hp'. rewrite clones_F by auto.
  assert (1 < E) by (unfold E; rewrite <- exp_0; apply exp_increasing; auto). assert (0 < w) by apply exp_pos.
  apply F_mono; try lra.
  - split; auto. nra.
  - split; [left; apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  - apply Rmult_le_reg_r with (E + 1); [lra|]. replace ((E - w) / (E + 1) * (E + 1)) with (E - w) by (field; lra).
    apply Rmult_le_reg_r with (El + 1); [lra|]. apply Rle_trans with ((El - wh) * (E + 1)); nra.
  - apply Rmult_le_reg_r with (E + 1); [lra|]. replace ((w * E - 1) / (E + 1) * (E + 1)) with (w * E - 1)
    by (field; lra).
    apply Rmult_le_reg_r with (Eh + 1); [lra|]. apply Rle_trans with ((wh * Eh - 1) * (E + 1)); [|nra].
    assert (0 <= (wh - w) * (E * (Eh + 1))) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]). nra.
  - apply Rmult_le_reg_r with E; [lra|]. rewrite Rinv_l by lra. nra.
Qed.
End Clones.
