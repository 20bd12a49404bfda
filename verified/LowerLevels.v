(* Lower ends: masses on levels lie below the hockey stick at every w if, for every level, one event has at least the
     masses from there on under P and at most their shares under Q. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws Reduction Product Adaptive Knots.
Import ListNotations.
Open Scope R_scope.

Section Below.
Variables (rho : R) (H : R -> R).
Hypothesis rho01 : 0 < rho <= 1.
Hypothesis H_nonneg : forall w, 0 <= w -> 0 <= H w.
(* events: their probabilities under P and Q, times U; o is the level of the first mass *)
Fixpoint supported (m : list Z) (o : R) (events : list (R * R)) : Prop :=
  match m, events with
  | a :: r, (p, q) :: e => IZR (total m) <= p /\ q <= o * moment rho m /\ (forall w, 0 <= w -> p - w * q <= H w)
    /\ supported r (o * rho) e
  | [], _ => True
  | _, [] => False
  end.
(* Supported masses lie below H at every w. *)
Theorem supported_below m : forall o events, 0 <= o -> supported m o events -> forall w,
  0 <= w -> weigh rho m stick (w * o) <= H w.
Proof.
  induction m as [|a m IH]; intros o events Ho S w Hw; [cbn [weigh]; auto|].
  destruct events as [|[p q] e]; [destruct S|]. destruct S as (P & Q & E & S).
  destruct (Rle_dec (w * o) 1) as [L|L].
  - assert (V : 0 <= w * o <= 1) by (split; [apply Rmult_le_pos; auto|auto]).
    rewrite (weigh_line rho rho01 (a :: m) (w * o) V). specialize (E w Hw). apply (Rmult_le_compat_l w) in Q; auto. lra.
  - cbn [weigh]. unfold stick at 1. rewrite Rmax_left by lra. rewrite Rmult_0_r, Rplus_0_l, Rmult_assoc.
    apply (IH (o * rho) e); auto. apply Rmult_le_pos; lra.
Qed.
End Below.

(* hence t rounds of one pair of finite laws: Product.v takes over with its sign -1 *)
Section Pair.
Variables (A : Type) (eq_dec : forall x y : A, {x = y} + {x <> y}) (P Q : dist A).
Hypothesis P_law : probability P.
Hypothesis Q_nonneg : nonneg A Q.
(* Hence one round is bounded from below by supported masses. *)
Theorem supported_round rho U o m events : 0 < rho <= 1 -> 0 <= U -> 0 <= o ->
  supported rho (fun w => U * hockey A eq_dec w P Q) m o events -> bounded A eq_dec P Q rho (-1) U 1 o m 0.
Proof.
  intros R HU Ho S w Hw. rewrite (one_round A eq_dec P Q P_law Q_nonneg w Hw).
  pose proof (supported_below rho (fun w => U * hockey A eq_dec w P Q) R) as T.
  assert (N : forall w, 0 <= w -> 0 <= U * hockey A eq_dec w P Q).
  { intros v Hv. apply Rmult_le_pos; auto. pose proof (hockey_event A eq_dec v P Q (fun _ => false)) as E.
    unfold Pr, indicator in E.
    assert (Z0 : forall d : dist A, Ex d (fun _ => 0) = 0) by (induction d as [|[x y] d I]; cbn [Ex];
      [reflexivity|rewrite I; ring]). rewrite !Z0 in E. lra. }
  specialize (T N m o events Ho S w Hw). lra.
Qed.
(* an event supports with its own probabilities *)
Lemma event_supports U T : 0 <= U -> forall w, 0 <= w -> U * Pr P T - w * (U * Pr Q T) <= U * hockey A eq_dec w P Q.
Proof. intros HU w Hw. pose proof (hockey_event A eq_dec w P Q T) as E. apply (Rmult_le_compat_l U) in E; auto. lra.
Qed.
End Pair.
