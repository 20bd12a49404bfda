(* An upper bound on the delta of the clones pair is one on every shuffled eps0-DP mechanism; the suprema and infima of the claims exist. *)
Require Import Reals List Lra Lia Arith Bool ZArith Permutation.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair Reduction ReductionSanity.
Open Scope R_scope.

(* The advantage of every event over every shuffled mechanism is at most the delta of the clones pair. *)
Theorem shuffle_below_clones n eps0 eps d : 0 <= eps0 -> shuffle_advantage n eps0 eps d -> d <= clones_delta n eps0 eps.
Proof.
  intros H0 (X & Y & A & D & D' & S & [eq_dec] & P & DP & <- & N & ->).
  pose proof (clones_dp X Y eq_dec eps0 A H0 P DP eps D D' N S). lra.
Qed.

(* There is a shuffled mechanism: the one that says nothing has advantage 0. *)
Lemma shuffle_inhabited n eps0 eps : (1 <= n)%nat -> 0 <= eps0 -> shuffle_advantage n eps0 eps 0.
Proof.
  intros Hn H0. exists unit, unit, (fun _ _ => ret tt), (repeat tt n), (repeat tt n), (fun _ => false).
  split; [constructor; intros [] []; left; reflexivity|]. split; [intros; apply probability_ret|]. split; [|split; [apply repeat_length|split]].
  - intros h x x' S. unfold Pr. rewrite !Ex_ret. assert (0 <= indicator S tt) by (unfold indicator; destruct (S tt); lra).
    assert (1 <= exp eps0) by (rewrite <- exp_0; destruct H0 as [L| <-]; [left; apply exp_increasing; auto|lra]). nra.
  - destruct n as [|n]; [lia|]. exists nil, tt, tt, (repeat tt n). split; reflexivity.
  - assert (E : forall (d : dist (list unit)), Pr d (fun _ => false) = 0) by (intros d; unfold Pr, indicator; induction d as [|[p x] d IH]; simpl; [|rewrite IH]; lra).
    rewrite !E. ring.
Qed.

(* At a smaller eps the same event has no smaller an advantage. *)
Lemma shuffle_advantage_antitone n eps0 e e' a : e <= e' -> shuffle_advantage n eps0 e' a -> exists a', shuffle_advantage n eps0 e a' /\ a <= a'.
Proof.
  intros He (X & Y & A & D & D' & S & Dec & P & DP & Len & N & ->).
  exists (Pr (shuffled_run A D) S - exp e * Pr (shuffled_run A D') S). split; [exists X, Y, A, D, D', S; repeat (split; auto)|].
  assert (0 <= Pr (shuffled_run A D') S).
  { apply Ex_nonneg; [apply (probability_shuffled_run A D' P)|]. intros x. unfold indicator. destruct (S x); lra. }
  assert (exp e <= exp e') by (destruct He as [He|He]; [left; apply exp_increasing; auto|rewrite He; lra]). nra.
Qed.

(* The supremum of the advantages exists. *)
Theorem shuffle_delta_exists n eps0 eps : (1 <= n)%nat -> 0 <= eps0 -> exists x, is_lub (shuffle_advantage n eps0 eps) x.
Proof.
  intros Hn H0. destruct (completeness (shuffle_advantage n eps0 eps)) as [x Hx].
  - exists (clones_delta n eps0 eps). intros d Hd. apply shuffle_below_clones; auto.
  - exists 0. apply shuffle_inhabited; auto.
  - exists x; auto.
Qed.

(* A set of nonnegative numbers with a member v has an infimum, and that is at most v. *)
Theorem infimum_exists (S : R -> Prop) v : S v -> (forall e, S e -> 0 <= e) -> exists m, is_inf S m /\ m <= v.
Proof.
  intros Hv H0. destruct (completeness (fun x => S (- x))) as [m [M1 M2]].
  - exists 0. intros x Hx. apply H0 in Hx. lra.
  - exists (- v). rewrite Ropp_involutive. auto.
  - assert (I : is_inf S (- m)).
    { split.
      - intros e He. assert (- e <= m) by (apply M1; rewrite Ropp_involutive; auto). lra.
      - intros x Hx. assert (m <= - x); [|lra]. apply M2. intros e He. apply Hx in He. lra. }
    exists (- m). split; auto. apply I. auto.
Qed.
