(* One round from its values at the knots: between two knots the bound is a straight line, and so is the advantage of
     every event. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws Reduction Product Adaptive.
Import ListNotations.
Open Scope R_scope.

Section Knots.
Variables (rho c A B : R).
Hypothesis rho01 : 0 < rho <= 1.
Hypothesis B_nonneg : 0 <= B.
Notation F := (fun w => A - w * B).
Fixpoint moment (m : list Z) : R := match m with [] => 0 | a :: r => IZR a + rho * moment r end.
(* what the masses above a knot give there; w is the knot one level below the first mass *)
Definition there (m : list Z) : R := IZR (total m) - rho * moment m + c.
Fixpoint knots (m : list Z) (w : R) : Prop := F w <= there m /\ match m with [] => True | a :: r => knots r (w / rho)
  end.

Lemma weigh_line m v : 0 <= v <= 1 -> weigh rho m stick v = IZR (total m) - v * moment m.
Proof.
  revert v. induction m as [|a m IH]; intros v Hv; cbn [weigh total moment]; [lra|].
  rewrite IH by (split; [apply Rmult_le_pos; lra|nra]).
  unfold stick. rewrite Rmax_right by lra. rewrite plus_IZR. ring.
Qed.
Lemma knots_sound m : Forall (fun a => (0 <= a)%Z) m -> forall w0, 0 < w0 -> knots m w0 -> forall w,
  w0 <= w -> F w <= weigh rho m stick (w * (rho / w0)) + c.
Proof.
  induction 1 as [|a m Ha N IH]; intros w0 W0 K w Hw.
  - cbn [weigh]. destruct K as [K _]. unfold there in K. cbn in K. nra.
  - destruct K as [K0 K]. apply IZR_le in Ha as Ha'.
    assert (W1 : 0 < w0 / rho) by (apply Rmult_lt_0_compat; [auto|apply Rinv_0_lt_compat; lra]).
    destruct (Rle_dec (w0 / rho) w) as [H|H].
    + specialize (IH _ W1 K w H). cbn [weigh].
      replace (w * (rho / w0) * rho) with (w * (rho / (w0 / rho))) by (field; lra).
      assert (0 <= stick (w * (rho / w0))) by apply Rmax_l. nra.
    + assert (V : 0 <= w * (rho / w0) <= 1).
      { split; [apply Rmult_le_pos; [lra|apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]]|].
        apply Rmult_le_reg_r with (w0 / rho); [auto|]. replace (w * (rho / w0) * (w0 / rho)) with w by (field; lra).
        lra. }
      rewrite weigh_line by auto.
      assert (K1 : F (w0 / rho) <= IZR (total (a :: m)) - moment (a :: m) + c).
      { assert (K1 : F (w0 / rho) <= there m) by (destruct m; apply K). unfold there in K1. cbn [total moment].
        rewrite plus_IZR. lra. }
      unfold there in K0. set (t := IZR (total (a :: m))) in *. set (M := moment (a :: m)) in *.
      set (v := w * (rho / w0)) in *.
      (* w is between the two knots *)
      assert (Ew : w = v * (w0 / rho)) by (unfold v; field; lra). set (w1 := w0 / rho) in *.
      assert (E0 : w0 = rho * w1) by (unfold w1; field; lra).
      assert (V1 : rho <= v). { apply Rmult_le_reg_r with w1; auto. lra. }
      destruct (Req_dec rho 1) as [E|E].
      * assert (v = 1) by lra. rewrite H0 in *. rewrite Ew. lra.
      * set (x := (v - rho) / (1 - rho)). assert (X : 0 <= x <= 1).
        { unfold x. split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
          apply Rmult_le_reg_r with (1 - rho); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
        assert (Ev : v = (1 - x) * rho + x) by (unfold x; field; lra). rewrite Ew, Ev, E0 in *. clearbody x t M w1.
        clear - X K0 K1. destruct X.
        apply (Rmult_le_compat_l x) in K1; auto. apply (Rmult_le_compat_l (1 - x)) in K0; lra.
Qed.
(* A bound that holds at every knot, and at 0, holds at every w. *)
Theorem knots_all a m o : Forall (fun a => (0 <= a)%Z) (a :: m) -> 0 < o -> A <= IZR (total (a :: m)) + c
  -> knots m (/ o) ->
  forall w, 0 <= w -> F w <= weigh rho (a :: m) stick (w * o) + c.
Proof.
  intros N Ho K0 K w Hw. inversion N as [|? ? Ha Nm]; subst. apply IZR_le in Ha as Ha'.
  assert (W1 : 0 < / o) by (apply Rinv_0_lt_compat; auto).
  destruct (Rle_dec (/ o) w) as [H|H].
  - pose proof (knots_sound m Nm _ W1 K w H) as X. cbn [weigh].
    replace (w * o * rho) with (w * (rho / / o)) by (field; lra).
    assert (0 <= stick (w * o)) by apply Rmax_l. nra.
  - assert (V : 0 <= w * o <= 1). { split; [apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with (/ o); auto.
    rewrite Rmult_assoc, Rinv_r by lra. lra. }
    rewrite weigh_line by auto. assert (K1 : F (/ o) <= IZR (total (a :: m)) - moment (a :: m) + c).
    { assert (K1 : F (/ o) <= there m) by (destruct m; apply K). unfold there in K1. cbn [total moment].
      rewrite plus_IZR. lra. }
    set (t := IZR (total (a :: m))) in *. set (M := moment (a :: m)) in *. set (v := w * o) in *.
    assert (Ew : w = v * / o) by (unfold v; field; lra). rewrite Ew. clearbody v t M. clear - V K0 K1. destruct V.
    apply (Rmult_le_compat_l v) in K1; auto. apply (Rmult_le_compat_l (1 - v)) in K0; lra.
Qed.
End Knots.
