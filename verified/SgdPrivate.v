(* One round of DP-SGD on a batch: two vectors plus normal noise are no easier to tell apart than two normal laws at
     their distance; and how data with zeroed records are sampled. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Coquelicot Require Import Coquelicot.
From Hallmark Require Import Definitions Noise Laws ClonesPair Steps Reduction ReductionSanity Product Adaptive
  NormalLaw NormalSeries NormalTotal Rotation PoissonSampling NormalNoise MoreCoordinates.
Import ListNotations.
Open Scope R_scope.

Lemma same_below {Y} mu (P : dist Y) : 0 <= mu -> probability P -> below_normal mu P P.
Proof.
  intros Hmu PP S z. pose proof (ratio_pos mu z). pose proof (Pr_range P S PP).
  assert (L : Rmax 0 (1 - ratio mu z) <= curve mu z z).
  { apply all_close. intros e He. destruct (far_right mu z Hmu e 0 He) as (t & _ & T).
    pose proof (curve_top mu z Hmu t). destruct (far_left mu z Hmu e 0 He) as (u & _ & _ & U).
    pose proof (curve_top mu z Hmu u). apply Rmax_lub; lra. }
  pose proof (Rmax_l 0 (1 - ratio mu z)). pose proof (Rmax_r 0 (1 - ratio mu z)).
  change (Phi (z + mu) - ratio mu z * Phi z) with (curve mu z z). nra.
Qed.
Lemma noisy_probability cuts v : (forall h, sorted (cuts h)) -> forall h, probability (noisy cuts h v).
Proof.
  intros C. induction v as [|x v IH]; intros h; [apply probability_ret|]. cbn [noisy].
  apply probability_bind; [apply observed_probability, C|]. intros k. apply probability_bind; auto.
  intros; apply probability_ret.
Qed.
Lemma retract_below {Y Y'} mu (P Q : dist Y) (g : Y -> Y') : below_normal mu P Q -> below_normal mu (bind P (fun y
  => ret (g y))) (bind Q (fun y => ret (g y))).
Proof. intros B S z. specialize (B (fun y => S (g y)) z). unfold Pr in *. rewrite !Ex_retract. exact B. Qed.
Lemma distance2_nonneg a : forall b, 0 <= distance2 a b.
Proof. induction a as [|x a IH]; intros [|y b]; cbn [distance2]; try lra. specialize (IH b).
pose proof (Rle_0_sqr (x - y)) as S0. unfold Rsqr in S0. lra. Qed.
Lemma noisy_below_strict cuts : (forall h, sorted (cuts h)) -> forall a b h mu, 0 < mu -> length a = length b
  -> distance2 a b < mu * mu -> below_normal mu (noisy cuts h a) (noisy cuts h b).
Proof.
  intros C.
  induction a as [|x a IH]; intros [|y b] h mu Hmu Hl Hd; try discriminate;
    [apply same_below; [lra|apply probability_ret]|]. cbn [distance2] in Hd. pose proof (distance2_nonneg a b) as D0.
  set (s := y - x). set (mu' := sqrt (mu * mu - s * s)). assert (S0 : 0 < mu * mu - s * s) by (unfold s; nra).
  assert (Q : mu' * mu' = mu * mu - s * s) by (apply sqrt_sqrt; lra). assert (P0 : 0 < mu') by (apply sqrt_lt_R0; auto).
  assert (EM : m mu' s = mu). { pose proof (m_square mu' s P0) as E. destruct (root_ge (- s / mu')) as (R1 & _).
  assert (0 < m mu' s) by (unfold m; apply Rmult_lt_0_compat; lra). nra. }
  intros S z. cbn [noisy].
  pose proof (one_more_coordinate mu' s z P0 (list nat) (fun k => bind (noisy cuts (h ++ [k]) a)
    (fun l => ret (k :: l))) (fun k => bind (noisy cuts (h ++ [k]) b) (fun l => ret (k :: l)))) as T.
  rewrite EM in T. replace x with (y - s) by (unfold s; ring). apply T; [|apply C]. intros k. apply retract_below.
  apply IH; auto. rewrite Q. unfold s. replace ((y - x) * (y - x)) with ((x - y) * (x - y)) by ring. lra.
Qed.
Lemma below_closed {Y} mu (P Q : dist Y) : (forall mu', mu < mu' -> below_normal mu' P Q) -> below_normal mu P Q.
Proof.
  intros H S z. set (f := fun x => Phi (z + x) - ratio x z * (Phi z - Pr Q S)).
  assert (F : continuity_pt f mu).
  { apply continuity_pt_filterlim. apply (ex_derive_continuous f mu).
    exists (density (z + mu) - (- (z + mu) * ratio mu z) * (Phi z - Pr Q S)). unfold f.
    apply (is_derive_minus (fun x => Phi (z + x)) (fun x => ratio x z * (Phi z - Pr Q S))).
    - evar_last. apply (is_derive_comp Phi (fun x => z + x)); [apply Phi_derive|]. auto_derive; [auto|reflexivity].
      reals. ring.
    - evar_last. apply (is_derive_scal_l (fun x => ratio x z) mu (- (z + mu) * ratio mu z) (Phi z - Pr Q S)).
      unfold ratio. auto_derive; [auto|]. reals. unfold Rdiv. generalize (exp (- (mu * z + mu * mu * / 2))). intros e.
      field. reals. ring. }
  apply all_close. intros e He. destruct (F e He) as (d & Hd & Hf). specialize (Hf (mu + d / 2)).
  assert (X : Rabs (f (mu + d / 2) - f mu) < e).
  { apply Hf. split; [split; [exact I|lra]|]. unfold R_dist. cbn. unfold R_dist.
    replace (mu + d / 2 - mu) with (d / 2) by ring. rewrite Rabs_pos_eq; lra. }
  apply Rabs_def2 in X. specialize (H (mu + d / 2) ltac:(lra) S z). unfold f in X. lra.
Qed.
(* Normal noise on two vectors at distance mu at most: below N(mu,1) against N(0,1). *)
Theorem noisy_below cuts a b h mu : (forall h, sorted (cuts h)) -> 0 <= mu -> length a = length b -> distance2 a b
  <= mu * mu -> below_normal mu (noisy cuts h a) (noisy cuts h b).
Proof. intros C Hmu Hl Hd. apply below_closed. intros mu' H. apply noisy_below_strict; auto; [lra|].
assert (mu * mu < mu' * mu') by nra. lra. Qed.
Lemma distance2_sym a : forall b, distance2 a b = distance2 b a.
Proof. induction a as [|x a IH]; intros [|y b]; cbn [distance2]; try reflexivity. rewrite IH. ring. Qed.
Lemma distance2_scaled r a : forall b, distance2 (map (Rmult r) a) (map (Rmult r) b) = r * r * distance2 a b.
Proof. induction a as [|x a IH]; intros [|y b]; cbn [map distance2]; try ring. rewrite IH. ring. Qed.


(* A record that is not there is as good as a zeroed one: samples of the present records are the present records of
     samples. *)
Lemma poisson_present {X} q (D : list (option X)) f :
  Ex (poisson q D) (fun B => f (present B)) = Ex (poisson q (present D)) f.
Proof.
  revert f. induction D as [|[x|] D IH]; intros f.
  - cbn [poisson present flat_map]. rewrite !Ex_ret. reflexivity.
  - unfold present in *. cbn [flat_map app poisson]. rewrite !Ex_bind, !Ex_bernoulli, !Ex_retract.
    cbn [flat_map app]. rewrite (IH (fun B => f (x :: B))), (IH f). reflexivity.
  - unfold present in *. cbn [flat_map app poisson]. rewrite !Ex_bind, !Ex_bernoulli, !Ex_retract.
    cbn [flat_map app]. rewrite (IH f). ring.
Qed.
Lemma present_app {X} (a b : list (option X)) : present (a ++ b) = present a ++ present b.
Proof. unfold present. apply flat_map_app. Qed.
(* Adjacent data are one record apart once the zeroed ones are left out. *)
Lemma adjacent_present {X} a (D D' : list (option X)) : adjacent a D D' -> one_more (present D) (present D').
Proof.
  intros (pre & x & post & -> & ->). exists (present pre), x, (present post). rewrite !present_app. destruct a; auto.
Qed.
Lemma adaptive_same {Y} (M N : list Y -> dist Y) : (forall h f, Ex (M h) f = Ex (N h) f) ->
  forall t h f, Ex (adaptive M t h) f = Ex (adaptive N t h) f.
Proof.
  intros E. induction t as [|t IH]; intros h f; [reflexivity|]. cbn [adaptive]. rewrite !Ex_bind, E.
  apply Ex_fun. intros y. rewrite !Ex_bind. apply IH.
Qed.
(* Two laws of one expectation tell the same. *)
Lemma told_same {A} dir eps (P Q P' Q' : dist A) S d : (forall f, Ex P f = Ex P' f) -> (forall f, Ex Q f = Ex Q' f) ->
  told dir eps P Q S d -> told dir eps P' Q' S d.
Proof. intros HP HQ. unfold told, Pr. rewrite !HP, !HQ. auto. Qed.
(* Both directions bounded: every advantage is. *)
Lemma told_below {A} dir eps (P Q : dist A) S d v : Pr P S <= exp eps * Pr Q S + v -> Pr Q S <= exp eps * Pr P S + v ->
  told dir eps P Q S d -> d <= v.
Proof. intros H H' E. destruct dir; cbn in E; [| |destruct E]; lra. Qed.
