(* The normal law: its density, its distribution function as an integral, and what can be said of both by derivatives.
     *)
Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Hallmark Require Import Definitions Noise.
Open Scope R_scope.
Ltac reals := unfold minus, plus, opp, scal, zero, one; cbn; unfold mult; cbn;
  match goal with |- @eq _ ?a ?b => change (@eq R a b) end.


Lemma root_pos : 0 < sqrt (2 * PI).
Proof. apply sqrt_lt_R0. pose proof PI_RGT_0. lra. Qed.
Lemma density_pos x : 0 < density x.
Proof. unfold density. apply Rmult_lt_0_compat; [apply exp_pos|apply Rinv_0_lt_compat, root_pos]. Qed.
Lemma density_derive x : is_derive density x (- x * density x).
Proof.
  unfold density. pose proof root_pos. auto_derive; [lra|]. unfold Rdiv.
  generalize (exp (- (x * x * / 2))) (/ sqrt (2 * PI)). intros e r.
  change (- ((1 * x + x * 1) * / 2) * e * r = - x * (e * r)). field.
Qed.
Lemma density_continuous x : continuous density x.
Proof. apply (ex_derive_continuous density x). exists (- x * density x). apply density_derive. Qed.
Lemma Phi_derive x : is_derive Phi x (density x).
Proof.
  unfold Phi. evar_last. apply (is_derive_plus (fun _ => 1 / 2)); [apply is_derive_const|].
  apply (is_derive_RInt density (RInt density 0) 0 x); [|apply density_continuous].
  apply filter_forall. intros y.
  apply (RInt_correct (V:=R_CompleteNormedModule) density 0 y), (ex_RInt_continuous (V:=R_CompleteNormedModule)).
  intros z _. apply density_continuous.
  reals. ring.
Qed.
(* a function with a nonnegative derivative between a and b grows *)
Lemma growing (f df : R -> R) a b : a <= b -> (forall x, a <= x <= b -> is_derive f x (df x)) -> (forall x,
  a <= x <= b -> 0 <= df x) -> f a <= f b.
Proof.
  intros Hab D N. destruct (MVT_gen f a b df) as (x & Hx & E).
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by auto. apply D. lra.
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by auto. apply continuity_pt_filterlim.
    apply (ex_derive_continuous f x). exists (df x). apply D. lra.
  - rewrite Rmin_left, Rmax_right in Hx by auto. specialize (N x Hx).
    assert (0 <= df x * (b - a)) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma Phi_monotone a b : a <= b -> Phi a <= Phi b.
Proof. intros H. apply (growing Phi density); auto; intros; [apply Phi_derive|left; apply density_pos]. Qed.
Lemma Phi_0 : Phi 0 = 1 / 2.
Proof. unfold Phi. rewrite RInt_point. reals. ring. Qed.
Lemma density_even x : density (- x) = density x.
Proof. unfold density. replace (- x * - x) with (x * x) by ring. reflexivity. Qed.
Lemma Phi_sym x : Phi (- x) = 1 - Phi x.
Proof.
  assert (H : forall a b, a <= b -> Phi a + Phi (- a) = Phi b + Phi (- b)).
  { intros a b Hab. assert (D : forall x, is_derive (fun x => Phi x + Phi (- x)) x 0).
    { intros y. evar_last. apply (is_derive_plus Phi (fun x => Phi (- x))); [apply Phi_derive|].
      apply (is_derive_comp Phi Ropp); [apply Phi_derive|]. auto_derive; [auto|reflexivity].
      reals. rewrite density_even. ring. }
    apply Rle_antisym; [apply (growing (fun x => Phi x + Phi (- x)) (fun _ => 0))|
      apply Ropp_le_cancel, (growing (fun x => - (Phi x + Phi (- x))) (fun _ => 0))]; auto; intros; try lra.
    evar_last. apply (is_derive_opp (fun x => Phi x + Phi (- x))), D. reals. ring. }
  destruct (Rle_dec x 0) as [L|L].
  - pose proof (H x 0 L) as E. rewrite Ropp_0, Phi_0 in E. lra.
  - pose proof (H 0 x ltac:(lra)) as E. rewrite Ropp_0, Phi_0 in E. lra.
Qed.
Lemma density_shift z mu : density (z + mu) = density z * exp (- (mu * z + mu * mu / 2)).
Proof.
  unfold density.
  replace (exp (- ((z + mu) * (z + mu) / 2))) with (exp (- (z * z / 2)) * exp (- (mu * z + mu * mu / 2)))
    by (rewrite <- exp_plus; f_equal; field). unfold Rdiv. ring.
Qed.

(* Between the curve and its tangent: of all t, z maximises Phi (t + mu) - w Phi t where w is the ratio of the densities
     there. *)
Lemma tangent mu z t : 0 <= mu -> let w := exp (- (mu * z + mu * mu / 2)) in Phi (t + mu) - w * Phi t <= Phi (z + mu)
  - w * Phi z.
Proof.
  intros Hmu w. set (f := fun t => Phi (t + mu) - w * Phi t).
  set (df := fun t => density t * (exp (- (mu * t + mu * mu / 2)) - w)).
  assert (D : forall x, is_derive f x (df x)).
  { intros x. unfold f, df. evar_last. apply (is_derive_minus (fun t => Phi (t + mu)) (fun t => w * Phi t)).
    - apply (is_derive_comp Phi (fun t => t + mu)); [apply Phi_derive|]. auto_derive; [auto|reflexivity].
    - apply (is_derive_scal Phi), Phi_derive.
    - reals. rewrite density_shift. ring. }
  destruct (Rle_dec t z) as [L|L].
  - apply (growing f df); auto. intros x Hx. unfold df. apply Rmult_le_pos; [left; apply density_pos|]. unfold w.
    assert (exp (- (mu * z + mu * mu / 2)) <= exp (- (mu * x + mu * mu / 2))); [|lra].
    assert (mu * x <= mu * z) by (apply Rmult_le_compat_l; lra). destruct (Req_dec (mu * x) (mu * z)) as [->|]; [lra|].
    left. apply exp_increasing. lra.
  - apply Ropp_le_cancel. apply (growing (fun t => - f t) (fun t => - df t)); [lra|intros; apply (is_derive_opp f), D|].
    intros x Hx. unfold df.
    assert (exp (- (mu * x + mu * mu / 2)) <= exp (- (mu * z + mu * mu / 2))).
    { assert (mu * z <= mu * x) by (apply Rmult_le_compat_l; lra).
      destruct (Req_dec (mu * x) (mu * z)) as [->|]; [lra|]. left. apply exp_increasing. lra. }
    pose proof (density_pos x). fold w in H. nra.
Qed.
