(* Adaptive composition: if every round, whatever came before, has a hockey stick below one function made of sticks, t
     rounds have one below its t-fold product. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws ClonesPair Reduction ReductionSanity Product.
Import ListNotations.
Open Scope R_scope.

(* U (Pr P S - w Pr Q S) is at most the masses m on the levels o, o rho, o rho^2, ..., and c, at every w >= 0 and for
     every event S *)
Definition dominated {A} (rho U o : R) (m : list Z) (c : R) (P Q : dist A) : Prop :=
  forall w, 0 <= w -> forall S, U * (Pr P S - w * Pr Q S) <= weigh rho m stick (w * o) + c.

Lemma weigh_le_pos rho m f g c : 0 <= rho -> Forall (fun a => (0 <= a)%Z) m -> (forall v, 0 <= v -> f v <= g v + c) ->
  forall w, 0 <= w -> weigh rho m f w <= weigh rho m g w + c * IZR (total m).
Proof.
  intros Hr N H. induction N as [|a m Ha N IH]; intros w Hw; cbn [weigh total]; [lra|]. rewrite plus_IZR.
  specialize (IH (w * rho) ltac:(apply Rmult_le_pos; auto)).
  specialize (H w Hw). apply IZR_le in Ha. nra.
Qed.
Lemma weigh_shift rho m f k w : weigh rho m (fun v => f (v * k)) w = weigh rho m f (w * k).
Proof. revert w. induction m as [|a m IH]; intros w; cbn [weigh]; [reflexivity|]. rewrite IH.
replace (w * rho * k) with (w * k * rho) by ring. reflexivity. Qed.

Section Bind.
Variables (A B : Type) (eq_dec : forall x y : A, {x = y} + {x <> y}).
Variables (rho : R) (P Q : dist A) (j k : A -> dist B).
Hypothesis rho_nonneg : 0 <= rho.
Hypothesis P_law : probability P.
Hypothesis Q_nonneg : nonneg A Q.
Hypothesis k_nonneg : forall y, nonneg B (k y).
Notation l := (support A eq_dec P Q).
Notation p := (mass A eq_dec P).
Notation q := (mass A eq_dec Q).
Notation lsum := (lsum A).

Lemma Pr_nonneg {C} (d : dist C) S : nonneg C d -> 0 <= Pr d S.
Proof. intros N. apply Ex_nonneg; auto. intros x. unfold indicator. destruct (S x); lra. Qed.
Lemma sticks_event v : 0 <= v -> exists S, lsum l (fun x => p x * stick (v * (q x / p x))) <= Pr P S - v * Pr Q S.
Proof.
  intros Hv. exists (best A eq_dec v P Q). rewrite <- hockey_best. unfold hockey. apply lsum_le. intros x _.
  unfold stick.
  pose proof (mass_nonneg A eq_dec P x (proj1 P_law)) as Hp. pose proof (mass_nonneg A eq_dec Q x Q_nonneg) as Hq.
  destruct Hp as [Hp|E].
  - right. rewrite <- RmaxRmult by lra. f_equal; [ring|field; lra].
  - rewrite <- E, Rmult_0_l. apply Rmax_l.
Qed.
Lemma sum_weigh m w : lsum l (fun x => p x * weigh rho m stick (w * (q x / p x))) = weigh rho m (fun v
  => lsum l (fun x => p x * stick (v * (q x / p x)))) w.
Proof.
  revert w. induction m as [|a m IH]; intros w; cbn [weigh].
  - rewrite (lsum_ext A l _ (fun x => 0 * p x)) by (intros; ring). rewrite lsum_scal. ring.
  - rewrite <- IH, <- lsum_scal, <- lsum_plus. apply lsum_ext. intros x _.
    replace (w * (q x / p x) * rho) with (w * rho * (q x / p x)) by ring. ring.
Qed.
(* A round whose sticks are bounded, then one bounded whatever the first put out: together the masses convolve. *)
Theorem dominated_bind U o m c U' o' m' c' : 0 <= U -> 0 <= U' -> 0 <= o' -> 0 <= c' -> Forall (fun a => (0 <= a)%Z) m'
  ->
  dominated rho U o m c P Q -> (forall y, dominated rho U' o' m' c' (j y) (k y)) ->
  dominated rho (U * U') (o' * o) (conv m' m) (c * IZR (total m') + U * c') (bind P j) (bind Q k).
Proof.
  intros HU HU' Ho' Hc' Nm D D' w Hw S. unfold Pr. rewrite !Ex_bind.
  rewrite (Ex_mass A eq_dec l P) by (first [apply support_nodup|apply support_l]).
  rewrite (Ex_mass A eq_dec l Q) by (first [apply support_nodup|apply support_r]).
  set (f := fun x => Ex (j x) (indicator S)). set (g := fun x => Ex (k x) (indicator S)).
  assert (P1 : lsum l p = 1). { destruct P_law as [_ H].
  rewrite <- H, (Ex_mass A eq_dec l P (fun _ => 1)) by (first [apply support_nodup|apply support_l]). apply lsum_ext.
  intros; lra. }
  assert (X : U' * (lsum l (fun x => p x * f x) - w * lsum l (fun x => q x * g x))
    <= lsum l (fun x => p x * weigh rho m' stick (w * o' * (q x / p x))) + c').
  { replace c' with (lsum l (fun x => c' * p x)) by (rewrite lsum_scal, P1; ring). rewrite <- lsum_plus.
    replace (U' * (lsum l (fun x => p x * f x) - w * lsum l (fun x => q x * g x)))
      with (lsum l (fun x => U' * (p x * f x) + - (U' * w) * (q x * g x))) by (rewrite lsum_plus, !lsum_scal; ring).
    apply lsum_le. intros x _. pose proof (mass_nonneg A eq_dec P x (proj1 P_law)) as Hp.
    pose proof (mass_nonneg A eq_dec Q x Q_nonneg) as Hq.
    pose proof (Pr_nonneg (k x) S (k_nonneg x)) as Hg. change (Pr (k x) S) with (g x) in Hg. destruct Hp as [Hp|E].
    - assert (V : 0 <= w * (q x / p x)) by (apply Rmult_le_pos; auto; apply Rmult_le_pos; auto; left;
        apply Rinv_0_lt_compat; auto).
      specialize (D' x _ V S). change (Pr (j x) S) with (f x) in D'. change (Pr (k x) S) with (g x) in D'.
      apply (Rmult_le_compat_l (p x)) in D'; [|lra].
      replace (w * o' * (q x / p x)) with (w * (q x / p x) * o') by ring.
      eapply Rle_trans; [|eapply Rle_trans; [exact D'|right; ring]]. right. field. lra.
    - rewrite <- E. assert (0 <= U' * w * (q x * g x)) by (repeat apply Rmult_le_pos; auto). lra. }
  rewrite sum_weigh in X. apply (Rmult_le_compat_l U) in X; auto. rewrite <- Rmult_assoc in X.
  eapply Rle_trans; [exact X|].
  rewrite Rmult_plus_distr_l, <- Rplus_assoc. apply Rplus_le_compat_r. rewrite <- weigh_scale.
  replace (w * (o' * o)) with (w * o' * o) by ring. rewrite weigh_conv.
  apply weigh_le_pos; auto; [|apply Rmult_le_pos; auto].
  intros v Hv. destruct (sticks_event v Hv) as [T HT]. specialize (D v Hv T). apply (Rmult_le_compat_l U) in HT; auto.
  lra.
Qed.
End Bind.

Section Rounds.
Variables (Y : Type).
Lemma probability_adaptive (M : list Y -> dist Y) t : (forall h, probability (M h)) -> forall h,
  probability (adaptive M t h).
Proof.
  intros F. induction t as [|t IH]; intros h; [apply probability_ret|]. cbn [adaptive]. apply probability_bind; auto.
  intros y. apply probability_bind; auto. intros; apply probability_ret.
Qed.
Lemma adaptive_add (M : list Y -> dist Y) t u h f : Ex (adaptive M (t + u) h) f = Ex (bind (adaptive M t h)
  (fun a => bind (adaptive M u (h ++ a)) (fun b => ret (a ++ b)))) f.
Proof.
  rewrite Ex_bind. revert h f. induction t as [|t IH]; intros h f.
  - cbn [plus adaptive]. rewrite Ex_ret, Ex_bind, app_nil_r. apply Ex_fun. intros b. rewrite Ex_ret. reflexivity.
  - cbn [plus adaptive]. rewrite !(Ex_then (M h) _ (fun y => y)). apply Ex_fun. intros y. rewrite IH. apply Ex_fun.
    intros a. rewrite !Ex_bind, <- app_assoc. apply Ex_fun. intros b. rewrite !Ex_ret. reflexivity.
Qed.
Lemma Ex_retract {A B} (d : dist A) (g : A -> B) f : Ex (bind d (fun x => ret (g x))) f = Ex d (fun x => f (g x)).
Proof. rewrite Ex_bind. apply Ex_fun. intros x. apply Ex_ret. Qed.
End Rounds.
