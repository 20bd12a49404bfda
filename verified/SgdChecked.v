(* DP-SGD: what the check on integers accepts bounds the advantage of every event over t rounds on adjacent data. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws ClonesPair Steps Reduction ReductionSanity Exponential.
From Hallmark Require Import Adaptive NormalLaw PoissonSampling NormalNoise TrainingChecked SgdPrivate.
Import ListNotations.
Open Scope R_scope.

(* Two laws of one expectation tell the same. *)
Lemma told_same {A} dir eps (P Q P' Q' : dist A) S d : (forall f, Ex P f = Ex P' f) -> (forall f, Ex Q f = Ex Q' f) ->
  told dir eps P Q S d -> told dir eps P' Q' S d.
Proof. intros HP HQ. unfold told, Pr. rewrite !HP, !HQ. auto. Qed.
(* Both directions bounded: every advantage is. *)
Lemma told_below {A} dir eps (P Q : dist A) S d v : Pr P S <= exp eps * Pr Q S + v -> Pr Q S <= exp eps * Pr P S + v ->
  told dir eps P Q S d -> d <= v.
Proof. intros H H' E. destruct dir; cbn in E; [| |destruct E]; lra. Qed.
(* The rounds of DP-SGD are those of `training` on the records that are present. *)
Lemma dp_sgd_training {X} q sigma (update : list (list nat) -> list X -> list R) cuts t D f :
  Ex (dp_sgd q sigma update cuts t D) f =
  Ex (training q (fun h B => noisy (cuts h) [] (map (Rmult (/ sigma)) (update h B))) t (present D)) f.
Proof.
  unfold dp_sgd, training. apply adaptive_same. intros h g. unfold sampled. rewrite !Ex_bind.
  apply (poisson_present q D (fun B => Ex (noisy (cuts h) [] (map (Rmult (/ sigma)) (update h B))) g)).
Qed.

Section Rounds.
Context {en : engine} {ok : faithful en}.
Variables (X : Type) (update : list (list nat) -> list X -> list R) (cuts : list (list nat) -> list nat -> list R).
Variables (sn sd : Z).
Hypothesis sigma_pos : 0 < IZR sn /\ 0 < IZR sd.
Notation sigma := (IZR sn / IZR sd).
Hypothesis cuts_sorted : forall h g, sorted (cuts h g).
Hypothesis update_clipped : clipped update.
Notation one_batch := (fun h B => noisy (cuts h) [] (map (Rmult (/ sigma)) (update h B))).
Lemma batch_private h : gaussian_private (IZR sd / IZR sn) (one_batch h).
Proof.
  intros B B' NB. destruct (update_clipped h B B' NB) as [L G]. destruct sigma_pos as [S1 S2].
  assert (E : / sigma = IZR sd / IZR sn) by (field; lra).
  assert (M0 : 0 <= IZR sd / IZR sn) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (DD : distance2 (map (Rmult (/ sigma)) (update h B)) (map (Rmult (/ sigma)) (update h B')) <=
    IZR sd / IZR sn * (IZR sd / IZR sn)).
  { rewrite distance2_scaled, E. set (v := IZR sd / IZR sn) in *. assert (0 <= v * v) by (apply Rmult_le_pos; auto).
    nra. }
  split; apply noisy_below; auto; rewrite ?map_length; auto. rewrite distance2_sym. exact DD.
Qed.
Lemma batch_law h B : probability (one_batch h B).
Proof. apply noisy_probability. apply cuts_sorted. Qed.
End Rounds.

(* What the check accepts in both directions bounds every advantage. *)
Theorem sgd_upper {en : engine} {ok : faithful en} w w' qn qd sn sd t eps vn vd : 0 < IZR sn /\ 0 < IZR sd ->
  training_check w sd sn qn qd true t eps vn vd = true -> training_check w' sd sn qn qd false t eps vn vd = true ->
  forall a dir d, sgd_advantage a dir (Z.to_nat t) (IZR qn / IZR qd) (IZR sn / IZR sd) (val eps) d -> d
    <= IZR vn / IZR vd.
Proof.
  intros Hs C C' a dir d (X & update & cuts & D & D' & S & HC & HU & N & E). apply adjacent_present in N.
  apply (told_same dir (val eps) _ _ _ _ S d (dp_sgd_training _ _ update cuts _ D)
    (dp_sgd_training _ _ update cuts _ D')) in E.
  pose proof (batch_private X update cuts sn sd Hs HC HU) as B. pose proof (batch_law X update cuts sn sd HC) as L.
  pose proof (training_check_sound w sd sn qn qd X (list nat) (list_eq_dec Nat.eq_dec) _ L B _ _ N true t eps vn vd C S)
    as R.
  pose proof (training_check_sound w' sd sn qn qd X (list nat) (list_eq_dec Nat.eq_dec)
    _ L B _ _ N false t eps vn vd C' S) as A.
  exact (told_below dir _ _ _ S d _ R A E).
Qed.
(* The two adjacencies allow the same advantages. *)
Theorem adjacencies_agree dir t q sigma eps d : sgd_advantage AddRemove dir t q sigma eps d <-> sgd_advantage ZeroOut
  dir t q sigma eps d.
Proof.
  assert (G : forall a b, sgd_advantage a dir t q sigma eps d -> sgd_advantage b dir t q sigma eps d).
  { intros a b (X & update & cuts & D & D' & S & HC & HU & (pre & x & post & -> & ->) & E).
    exists X, update, cuts, (pre ++ Some x :: post), (pre ++ match b with AddRemove => post | ZeroOut
      => None :: post end), S.
    repeat split; auto; try apply HU; auto. { exists pre, x, post. auto. } revert E.
    apply told_same; intros f; [reflexivity|].
    rewrite !dp_sgd_training. f_equal. f_equal. rewrite !present_app. destruct a, b; reflexivity. }
  split; apply G.
Qed.
