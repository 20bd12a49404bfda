(* The Gaussian mechanism, t rounds, each query chosen by what was seen before: its delta from one tangent of the
     trade-off curve of N(mu,1) and N(0,1), mu = sqrt t / sigma. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Coquelicot Require Import Coquelicot.
From Hallmark Require Import Definitions Noise Laws ClonesPair Steps Exponential ClonesChecked Reduction ReductionSanity
  Product Adaptive NormalLaw NormalSeries NormalTotal Rotation PoissonSampling NormalNoise MoreCoordinates
  NormalEnclosed SgdPrivate.
Import ListNotations.
Open Scope R_scope.

Lemma noisy_then {Y} cuts mu0 (j l : list nat -> dist Y) : (forall h, sorted (cuts h)) -> 0 < mu0 -> (forall ks,
  probability (j ks)) -> (forall ks, probability (l ks)) -> forall a b h mu (f : list nat -> list nat),
  0 < mu -> length a = length b -> (forall ks, below_normal mu0 (j ks) (l ks)) -> mu0 * mu0 + distance2 a b = mu * mu ->
  below_normal mu (bind (noisy cuts h a) (fun ks => j (f ks))) (bind (noisy cuts h b) (fun ks => l (f ks))).
Proof.
  intros C M0 J L. induction a as [|x a IH]; intros [|y b] h mu f Hmu Hl B Hd; try discriminate.
  - cbn [distance2] in Hd. assert (mu = mu0) by nra. subst. intros S z. specialize (B (f []) S z). unfold Pr in *.
    rewrite !Ex_bind. cbn [noisy]. rewrite !Ex_ret. exact B.
  - cbn [distance2] in Hd. pose proof (distance2_nonneg a b) as D0. set (s := y - x).
    set (mu' := sqrt (mu0 * mu0 + distance2 a b)).
    assert (P : 0 < mu0 * mu0 + distance2 a b) by nra.
    assert (Q : mu' * mu' = mu0 * mu0 + distance2 a b) by (apply sqrt_sqrt; lra).
    assert (P0 : 0 < mu') by (apply sqrt_lt_R0; auto).
    assert (EM : m mu' s = mu). { pose proof (m_square mu' s P0) as E. destruct (root_ge (- s / mu')) as (R1 & _).
    assert (0 < m mu' s) by (unfold m; apply Rmult_lt_0_compat; lra).
    assert (m mu' s * m mu' s = mu * mu) by (rewrite E, Q, <- Hd; unfold s; ring). nra. }
    intros S z.
    pose proof (one_more_coordinate mu' s z P0 Y (fun k => bind (noisy cuts (h ++ [k]) a) (fun ks => j (f (k :: ks))))
      (fun k => bind (noisy cuts (h ++ [k]) b) (fun ks => l (f (k :: ks))))) as T.
    rewrite EM in T.
    assert (E : forall v x0 (g : list nat -> dist Y), Pr (bind (noisy cuts h (x0 :: v)) (fun ks => g (f ks)))
      S = Pr (bind (observed x0 (cuts h)) (fun k => bind (noisy cuts (h ++ [k]) v) (fun ks => g (f (k :: ks))))) S).
    { intros v x0 g. unfold Pr. cbn [noisy]. rewrite !Ex_bind. apply Ex_fun. intros k. rewrite !Ex_bind. apply Ex_fun.
      intros ks. rewrite Ex_ret. reflexivity. }
    rewrite !E. replace x with (y - s) by (unfold s; ring). apply T; [|apply C]. intros k.
    apply (IH b (h ++ [k]) mu' (fun ks => f (k :: ks))); auto.
Qed.
Section Rounds.
Variables (cuts : list (list nat) -> list nat -> list R) (v v' : list (list nat) -> list R) (mu : R).
Hypothesis cuts_sorted : forall h g, sorted (cuts h g).
Hypothesis mu_nonneg : 0 <= mu.
Hypothesis close : forall h, length (v h) = length (v' h) /\ distance2 (v h) (v' h) <= mu * mu.
Notation answers v := (adaptive (fun h => noisy (cuts h) [] (v h))).
Lemma answers_below mu0 t : 0 < mu0 -> forall h, below_normal (sqrt (mu0 * mu0 + INR t * (mu * mu))) (answers v t h)
  (answers v' t h).
Proof.
  intros M0. pose proof (Rle_0_sqr mu) as MS. unfold Rsqr in MS. induction t as [|t IH]; intros h.
  - cbn [INR adaptive]. rewrite Rmult_0_l, Rplus_0_r, sqrt_square by lra. apply same_below; [lra|apply probability_ret].
  - set (n0 := sqrt (mu0 * mu0 + INR t * (mu * mu))) in *. pose proof (pos_INR t) as T0.
    assert (IP : 0 <= INR t * (mu * mu)) by (apply Rmult_le_pos; lra).
    assert (N0 : 0 < n0) by (apply sqrt_lt_R0; nra).
    assert (Q : n0 * n0 = mu0 * mu0 + INR t * (mu * mu)) by (apply sqrt_sqrt; nra). destruct (close h) as [Hl Hd].
    pose proof (distance2_nonneg (v h) (v' h)) as D0.
    set (n1 := sqrt (n0 * n0 + distance2 (v h) (v' h))). assert (N1 : 0 < n1) by (apply sqrt_lt_R0; nra).
    assert (Q1 : n0 * n0 + distance2 (v h) (v' h) = n1 * n1) by (symmetry; apply sqrt_sqrt; nra).
    assert (PR : forall u g, probability (answers u t g)) by (intros; apply probability_adaptive; intros;
      apply noisy_probability; auto).
    assert (B : below_normal n1 (answers v (Datatypes.S t) h) (answers v' (Datatypes.S t) h)).
    { cbn [adaptive].
      apply (noisy_then (cuts h) n0 (fun y => bind (answers v t (h ++ [y])) (fun r => ret (y :: r)))
        (fun y => bind (answers v' t (h ++ [y])) (fun r => ret (y :: r))) (cuts_sorted h) N0) with (f := fun ks => ks);
        auto.
      - intros ks. apply probability_bind; [apply PR|intros; apply probability_ret].
      - intros ks. apply probability_bind; [apply PR|intros; apply probability_ret].
      - intros ks. apply retract_below. apply IH. }
    apply (below_more n1); auto.
    + split; auto. apply sqrt_le_1_alt. rewrite Q, S_INR. lra.
    + apply probability_adaptive. intros. apply noisy_probability; auto.
    + apply probability_adaptive. intros. apply noisy_probability; auto.
Qed.
(* t adaptive rounds, each moved by mu at most, are below N(top,1) where t mu^2 <= top^2. *)
Theorem gaussian_rounds t top h : 0 <= top -> INR t * (mu * mu) <= top * top -> below_normal top (answers v t h)
  (answers v' t h).
Proof.
  intros H0 H. apply below_closed. intros mu' Hm. set (d := mu' * mu' - top * top).
  assert (D : 0 < d) by (unfold d; nra). pose proof (answers_below (sqrt d) t (sqrt_lt_R0 d D) h) as B.
  pose proof (Rle_0_sqr mu) as MS. unfold Rsqr in MS. pose proof (pos_INR t) as T0.
  assert (IP : 0 <= INR t * (mu * mu)) by (apply Rmult_le_pos; lra). rewrite sqrt_sqrt in B by lra.
  apply (below_more (sqrt (d + INR t * (mu * mu)))); auto;
    try (apply probability_adaptive; intros; apply noisy_probability; auto).
  split; [apply sqrt_lt_R0; lra|]. rewrite <- (sqrt_square mu') by lra. apply sqrt_le_1_alt. unfold d. lra.
Qed.
End Rounds.

(* ---- the check of gaussian.delta <= vn/vd, and of gaussian.epsilon <= eps at delta = vn/vd ---- *)
Section Check.
Context {en : engine} {ok : faithful en}.
Record gaussian_witness := { g_unit : Z; g_squarings : positive; g_terms : nat; g_root_low : Z; g_root_high : Z;
  g_root_terms : nat; g_mn : Z; g_md : Z; g_zn : Z; g_zd : Z }.
Definition gaussian_check (w : gaussian_witness) (t sn sd : Z) (eps : number) (vn vd : Z) : bool :=
  (let V := g_unit w in (0 <? V) && (0 <? vd) && (0 <=? t) && (0 <? sn) && (0 <? sd) && (0 <=? g_mn w) && (0 <? g_md w)
    && (t * (sd * g_md w) * (sd * g_md w) <=? (g_mn w * sn) * (g_mn w * sn)) &&
  root_check V (g_root_low w) (g_root_high w) (g_root_terms w) &&
  match enc V (g_squarings w) eps, tangent_encl V (g_squarings w) (g_terms w) (g_root_low w) (g_root_high w) (g_mn w)
    (g_md w) (g_zn w) (g_zd w) with
  | Some (wl, _, wd), Some (_, rh, g) => (rh * wd <=? wl * V) && (g * vd <=? vn * V)
  | _, _ => false
  end)%Z.
Variables (D : Type) (query : list (list nat) -> D -> list R) (cuts : list (list nat) -> list nat -> list R).
Hypothesis cuts_sorted : forall h g, sorted (cuts h g).
(* What the check accepts bounds every event of t rounds. *)
Theorem gaussian_check_sound w t sn sd eps vn vd d d' : gaussian_check w t sn sd eps vn vd = true -> (forall h,
  length (query h d) = length (query h d') /\ distance2 (query h d) (query h d') <= 1) ->
  forall S : list (list nat) -> bool, let M x := adaptive (fun h => noisy (cuts h) [] (map (Rmult (/ (IZR sn / IZR sd)))
    (query h x))) (Z.to_nat t) [] in
  Pr (M d) S <= exp (val eps) * Pr (M d') S + IZR vn / IZR vd.
Proof.
  intros H Cl S M. unfold gaussian_check in H. cbv zeta in H. set (V := g_unit w) in *.
  repeat rewrite andb_true_iff in H. rewrite !Z.ltb_lt, !Z.leb_le in H.
  destruct H as [[[[[[[[[V0 D0] T0] S0] S1] M0] M1] MT] RC] H].
  destruct (enc _ _ eps) as [[[wl wh] wd]|] eqn:EE; [|discriminate].
  destruct (tangent_encl _ _ _ _ _ _ _ _ _) as [[[rl rh] g]|] eqn:ET; [|discriminate].
  rewrite andb_true_iff, !Z.leb_le in H. destruct H as [HR HG]. apply enc_sound in EE. destruct EE as [W0 EE].
  apply (root_check_sound V _ _ V0) in RC.
  destruct (tangent_encl_sound V _ _ _ _ V0 RC _ _ _ _ _ _ _ ET) as (_ & R & G).
  set (mu := IZR (g_mn w) / IZR (g_md w)) in *. set (z := IZR (g_zn w) / IZR (g_zd w)) in *.
  apply IZR_lt in V0 as V0', D0 as D0', S0 as S0', S1 as S1', M1 as M1', W0 as W0'.
  apply IZR_le in M0 as M0', MT as MT', HR as HR', HG as HG', T0 as T0'. rewrite !mult_IZR in *.
  assert (B : below_normal mu (M d) (M d')).
  { unfold M. set (r := / (IZR sn / IZR sd)).
    assert (R0 : 0 < r) by (unfold r; apply Rinv_0_lt_compat, Rmult_lt_0_compat; [auto|apply Rinv_0_lt_compat; auto]).
    apply (gaussian_rounds cuts (fun h => map (Rmult r) (query h d)) (fun h => map (Rmult r) (query h d'))
      r cuts_sorted).
    - intros h. destruct (Cl h) as [L X]. rewrite !map_length, distance2_scaled. split; auto.
      assert (0 <= r * r) by (apply Rmult_le_pos; lra). nra.
    - unfold mu. apply Rmult_le_pos; [auto|left; apply Rinv_0_lt_compat; auto].
    - rewrite INR_IZR_INZ, Z2Nat.id by auto. unfold r, mu.
      apply Rmult_le_reg_r with (IZR sn * IZR sn * (IZR (g_md w) * IZR (g_md w)));
        [repeat apply Rmult_lt_0_compat; auto|].
      replace (IZR t * (/ (IZR sn / IZR sd) * / (IZR sn / IZR sd)) * (IZR sn * IZR sn * (IZR (g_md w) * IZR (g_md w))))
        with (IZR t * (IZR sd * IZR (g_md w)) * (IZR sd * IZR (g_md w))) by (field; lra).
      replace (IZR (g_mn w) / IZR (g_md w) * (IZR (g_mn w) / IZR (g_md w))
        * (IZR sn * IZR sn * (IZR (g_md w) * IZR (g_md w)))) with (IZR (g_mn w) * IZR sn * (IZR (g_mn w) * IZR sn))
        by (field; lra). exact MT'. }
  specialize (B S z).
  assert (PQ : probability (M d')) by (apply probability_adaptive; intros; apply noisy_probability; auto).
  pose proof (Pr_range _ S PQ) as Q0.
  assert (RW : ratio mu z <= exp (val eps)).
  { apply Rmult_le_reg_l with (IZR V); auto. apply Rle_trans with (IZR rh); [apply R|].
    apply Rle_trans with (IZR V * (IZR wl / IZR wd)); [|apply Rmult_le_compat_l; lra].
    apply Rmult_le_reg_r with (IZR wd); auto.
    replace (IZR V * (IZR wl / IZR wd) * IZR wd) with (IZR wl * IZR V) by (field; lra). exact HR'. }
  assert (ratio mu z * Pr (M d') S <= exp (val eps) * Pr (M d') S) by (apply Rmult_le_compat_r; lra).
  assert (Phi (z + mu) - ratio mu z * Phi z <= IZR vn / IZR vd); [|lra].
  apply Rmult_le_reg_r with (IZR V * IZR vd); [apply Rmult_lt_0_compat; auto|].
  replace (IZR vn / IZR vd * (IZR V * IZR vd)) with (IZR vn * IZR V) by (field; lra). eapply Rle_trans; [|exact HG'].
  replace ((Phi (z + mu) - ratio mu z * Phi z) * (IZR V * IZR vd)) with (IZR V * (Phi (z + mu) - ratio mu z * Phi z)
    * IZR vd) by ring. apply Rmult_le_compat_r; lra.
Qed.
End Check.

(* ---- the mechanism of Noise.v ---- *)
Lemma gaussian_advantage_zero a dir t sigma eps : gaussian_advantage a dir t sigma eps 0.
Proof.
  exists unit, (fun _ _ => []), (fun _ _ => []), [Some tt], (match a with AddRemove => [] | ZeroOut => [None] end),
    (fun _ => false).
  split; [intros; exact I|]. split; [intros h B B' _; cbn; split; [reflexivity|lra]|].
  split; [exists [], tt, []; destruct a; auto|].
  assert (Z0 : forall (d : dist (list (list nat))), Pr d (fun _ => false) = 0).
  { unfold Pr, indicator. induction d as [|[x y] d I]; cbn [Ex]; [reflexivity|rewrite I; ring]. }
  unfold told. rewrite !Z0. destruct dir; [| |left]; ring.
Qed.
(* What the check accepts bounds every advantage, of both adjacencies and in both directions. *)
Theorem gaussian_upper {en : engine} {ok : faithful en} w t sn sd eps vn vd : gaussian_check w t sn sd eps vn vd = true
  ->
  forall a dir d, gaussian_advantage a dir (Z.to_nat t) (IZR sn / IZR sd) (val eps) d -> d <= IZR vn / IZR vd.
Proof.
  intros C a dir d (X & query & cuts & D & D' & S & HC & HQ & N & E). apply adjacent_present in N.
  pose proof (gaussian_check_sound (list X) query cuts HC w t sn sd eps vn vd (present D) (present D')
    C (fun h => HQ h _ _ N) S) as P.
  pose proof (gaussian_check_sound (list X) query cuts HC w t sn sd eps vn vd (present D') (present D) C) as Q.
  assert (HS : forall h, length (query h (present D')) = length (query h (present D)) /\
    distance2 (query h (present D')) (query h (present D)) <= 1).
  { intros h. destruct (HQ h _ _ N). rewrite distance2_sym. auto. }
  specialize (Q HS S). cbv beta zeta in P, Q. unfold told, gaussian in E.
  destruct dir; [| |destruct E as [E|E]]; rewrite E; lra.
Qed.
(* Less noise tells more: every advantage at sigma is one at a smaller sigma'. *)
Theorem gaussian_sigma_antitone a dir t sigma sigma' eps d : 0 < sigma' <= sigma ->
  gaussian_advantage a dir t sigma eps d -> gaussian_advantage a dir t sigma' eps d.
Proof.
  intros Hs (X & query & cuts & D & D' & S & HC & HQ & N & E).
  exists X, (fun h B => map (Rmult (sigma' / sigma)) (query h B)), cuts, D, D', S.
  split; [exact HC|]. split; [|split; [exact N|]].
  - intros h B B' NB. destruct (HQ h B B' NB) as [L G]. rewrite !map_length, distance2_scaled. split; [exact L|].
    assert (R1 : 0 <= sigma' / sigma <= 1).
    { split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|]. apply Rmult_le_reg_r with sigma; [lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    pose proof (distance2_nonneg (query h B) (query h B')) as D0. set (r := sigma' / sigma) in *.
    assert (r * r <= 1 * 1) by (apply Rmult_le_compat; lra). assert (0 <= r * r) by (apply Rmult_le_pos; lra).
    rewrite <- (Rmult_1_r 1). apply Rmult_le_compat; lra.
  - revert E. apply told_same; intros f; unfold gaussian; apply adaptive_same; intros h g; rewrite map_map;
      (f_equal; f_equal; apply map_ext; intros x; field; lra).
Qed.
