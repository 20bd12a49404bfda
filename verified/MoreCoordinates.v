(* Normal noise on vectors, every coordinate seen through cuts that may depend on what was seen of those before it: no
     easier to tell apart than two normal laws at the vectors' distance. *)
Require Import Reals List Lra Lia Arith Bool.
From Coquelicot Require Import Coquelicot.
From Hallmark Require Import Definitions Noise Laws ClonesPair Reduction ReductionSanity Product Adaptive NormalLaw
  NormalSeries NormalTotal Rotation PoissonSampling NormalNoise.
Import ListNotations.
Open Scope R_scope.

Lemma Phi_strict a b : a < b -> Phi a < Phi b.
Proof.
  intros H.
  destruct (MVT_gen Phi a b density) as (x & _ & E);
    [intros; apply Phi_derive|intros x _; apply continuity_pt_filterlim, Phi_continuous|]. pose proof (density_pos x).
  nra.
Qed.
Lemma bell_down x y : 0 <= x <= y -> bell y <= bell x.
Proof. intros H. unfold bell. assert (x * x <= y * y) by nra. destruct (Req_dec (x * x) (y * y)) as [->|]; [lra|]. left.
apply exp_increasing. lra. Qed.

Section Turn.
Variables (mu s Z : R).
Hypothesis mu_pos : 0 < mu.
Notation b := (- s / mu).
Definition m : R := mu * root b.
Notation w := (ratio m Z).
Lemma m_square : m * m = mu * mu + s * s.
Proof. destruct (root_ge b) as (_ & _ & R). unfold m.
replace (mu * root b * (mu * root b)) with (mu * mu * (root b * root b)) by ring. rewrite R. field. lra. Qed.
Definition zed (x : R) : R := Z * root b + b * x.
Definition part (c y : R) : R := RInt (slice c b) 0 y.
Lemma part_derive c y : is_derive (part c) y (slice c b y).
Proof.
  unfold part. apply (is_derive_RInt (slice c b) (part c) 0 y); [|apply slice_continuous]. apply filter_forall.
  intros x.
  apply (RInt_correct (V:=R_CompleteNormedModule) (slice c b) 0 x), (ex_RInt_continuous (V:=R_CompleteNormedModule)).
  intros t _. apply slice_continuous.
Qed.
Lemma part_whole c L : part c L - part c (- L) = whole c L b.
Proof.
  unfold part, whole.
  assert (E : forall a d, ex_RInt (slice c b) a d) by (intros; apply (ex_RInt_continuous (V:=R_CompleteNormedModule));
    intros t _; apply slice_continuous).
  pose proof (RInt_Chasles (slice c b) (- L) 0 L (E _ _) (E _ _)) as C.
  pose proof (opp_RInt_swap (slice c b) 0 (- L) (E _ _)) as O. rewrite <- C, <- O. unfold plus, opp. cbn. ring.
Qed.
Definition K (x : R) : R := part (Z + m) (x + s) - w * part Z x.
Definition kk (x : R) : R := density (x + s) * Phi (zed x + mu) - w * (density x * Phi (zed x)).
Lemma K_derive x : is_derive K x (kk x).
Proof.
  unfold K. evar_last. apply (is_derive_minus (fun x => part (Z + m) (x + s)) (fun x => w * part Z x)).
  - apply (is_derive_comp (part (Z + m)) (fun x => x + s)); [apply part_derive|]. auto_derive; [auto|reflexivity].
  - apply (is_derive_scal (part Z)), part_derive.
  - reals. unfold kk, slice. fold (zed x). replace ((Z + m) * root b + b * (x + s)) with (zed x + mu); [ring|].
    unfold zed.
    assert (Q : m * root b = (mu * mu + s * s) / mu) by (rewrite <- m_square; unfold m; field; lra).
    rewrite Rmult_plus_distr_r, Q. field. lra.
Qed.
Lemma best_here x z : density (x + s) * Phi (z + mu) - w * (density x * Phi z) <= kk x.
Proof.
  unfold kk. pose proof (tangent mu (zed x) z ltac:(lra)) as T. cbv zeta in T. rewrite density_shift.
  set (e := exp (- (s * x + s * s / 2))). assert (E0 : 0 < e) by apply exp_pos.
  assert (EW : w = exp (- (mu * zed x + mu * mu / 2)) * e).
  { unfold ratio, e, zed. rewrite <- exp_plus. f_equal. rewrite m_square. unfold m. field. lra. }
  rewrite EW. pose proof (density_pos x) as D. set (r := exp (- (mu * zed x + mu * mu / 2))) in *.
  assert (DE : 0 < density x * e) by (apply Rmult_lt_0_compat; auto).
  apply (Rmult_le_compat_l (density x * e)) in T; lra.
Qed.
Lemma cell_below a c z : a <= c -> (Phi (c + s) - Phi (a + s)) * Phi (z + mu) - w * ((Phi c - Phi a) * Phi z) <= K c
  - K a.
Proof.
  intros H.
  pose proof (growing (fun x => K x - (Phi (x + s) * Phi (z + mu) - w * (Phi x * Phi z)))
    (fun x => kk x - (density (x + s) * Phi (z + mu) - w * (density x * Phi z))) a c H) as G. cbv beta in G.
  enough (K a - (Phi (a + s) * Phi (z + mu) - w * (Phi a * Phi z)) <= K c - (Phi (c + s) * Phi (z + mu)
    - w * (Phi c * Phi z))) by lra. apply G.
  - intros x _.
    apply (is_derive_minus K (fun x => Phi (x + s) * Phi (z + mu) - w * (Phi x * Phi z))); [apply K_derive|].
    apply (is_derive_minus (fun x => Phi (x + s) * Phi (z + mu)) (fun x => w * (Phi x * Phi z))).
    + evar_last. apply (is_derive_scal_l (fun x => Phi (x + s)) x (density (x + s)) (Phi (z + mu))). evar_last.
      apply (is_derive_comp Phi (fun x => x + s)); [apply Phi_derive|]. auto_derive; [auto|reflexivity]. reals. ring.
      reals. ring.
    + apply (is_derive_scal (fun x => Phi x * Phi z)). evar_last.
      apply (is_derive_scal_l Phi x (density x) (Phi z)), Phi_derive. reals. ring.
  - intros x _. pose proof (best_here x z). lra.
Qed.
(* the whole line *)
Lemma line_below : forall e, 0 < e -> exists L0, forall L, L0 <= L -> K L - K (- L) + Phi (- L + s) + (1 - Phi (L + s))
  <= Phi (Z + m) - w * Phi Z + e.
Proof.
  intros e He. set (M := Rabs s + Rabs Z + Rabs (Z + m)). set (C := 2 + Rabs b + w * Rabs b + 2 * w).
  pose proof (Rabs_pos s). pose proof (Rabs_pos Z). pose proof (Rabs_pos (Z + m)). pose proof (Rabs_pos b).
  pose proof (ratio_pos m Z) as W0.
  exists (M + Rmax 1 (2 * C / e)). intros L HL. set (R := L - M).
  assert (R1 : 1 <= R) by (unfold R; pose proof (Rmax_l 1 (2 * C / e)); lra).
  assert (R2 : 2 * C / e <= R) by (unfold R; pose proof (Rmax_r 1 (2 * C / e)); lra).
  assert (WB : 0 <= w * Rabs b) by (apply Rmult_le_pos; lra). assert (C0 : 0 < C) by (unfold C; lra).
  assert (B : C * bell R <= e).
  { pose proof (bell_small R ltac:(lra)) as Bs.
    apply Rle_trans with (C * (2 / (R * R))); [apply Rmult_le_compat_l; lra|].
    apply Rmult_le_reg_r with (R * R); [nra|]. replace (C * (2 / (R * R)) * (R * R)) with (2 * C) by (field; lra).
    apply (Rmult_le_compat_r e) in R2; [|lra]. unfold Rdiv in R2. rewrite Rmult_assoc, Rinv_l in R2 by lra. nra. }
  assert (SA : - Rabs s <= s <= Rabs s) by (unfold Rabs; destruct (Rcase_abs s); lra).
  assert (T1 : Phi (- L + s) <= bell R). { replace (- L + s) with (- (L - s)) by ring. rewrite Phi_sym.
  pose proof (Phi_upper (L - s) ltac:(unfold R, M in *; lra)).
  pose proof (bell_down R (L - s) ltac:(unfold R, M in *; lra)). lra. }
  assert (T2 : 1 - Phi (L + s) <= bell R). { pose proof (Phi_upper (L + s) ltac:(unfold R, M in *; lra)).
  pose proof (bell_down R (L + s) ltac:(unfold R, M in *; lra)). lra. }
  set (L' := L + Rabs s).
  assert (T3 : part (Z + m) (L + s) - part (Z + m) (- L + s) <= Phi (Z + m) + Rabs b * bell R).
  { assert (G : forall a d, a <= d -> part (Z + m) a <= part (Z + m) d).
    { intros a d Had. apply (growing (part (Z + m)) (slice (Z + m) b)); auto; intros; [apply part_derive|].
      unfold slice. apply Rmult_le_pos; [left; apply density_pos|apply Phi_range]. }
    pose proof (G (L + s) L' ltac:(unfold L'; lra)). pose proof (G (- L') (- L + s) ltac:(unfold L'; lra)).
    pose proof (part_whole (Z + m) L') as P.
    pose proof (whole_near (Z + m) L' ltac:(unfold L', R, M in *; lra) b) as N. apply Rabs_le_between in N.
    pose proof (bell_down R (L' - Rabs (Z + m)) ltac:(unfold L', R, M in *; lra)).
    pose proof (Phi_range (Z + m)). pose proof (Phi_range L'). pose proof (Phi_range (- L')).
    assert (Phi (Z + m) * (Phi L' - Phi (- L')) <= Phi (Z + m) * 1) by (apply Rmult_le_compat_l; lra).
    assert (Rabs b * bell (L' - Rabs (Z + m)) <= Rabs b * bell R) by (apply Rmult_le_compat_l; lra). lra. }
  assert (T4 : part Z L - part Z (- L) >= Phi Z - 2 * bell R - Rabs b * bell R).
  { rewrite part_whole. pose proof (whole_near Z L ltac:(unfold R, M in *; lra) b) as N. apply Rabs_le_between in N.
    pose proof (bell_down R (L - Rabs Z) ltac:(unfold R, M in *; lra)).
    pose proof (Phi_range Z). pose proof (Phi_upper L ltac:(unfold R, M in *; lra)).
    pose proof (bell_down R L ltac:(unfold R, M in *; lra)). rewrite Phi_sym in N. pose proof (bell_pos R).
    assert (Phi Z * (1 - 2 * bell R) <= Phi Z * (Phi L - (1 - Phi L))) by (apply Rmult_le_compat_l; lra).
    assert (Phi Z * (2 * bell R) <= 1 * (2 * bell R)) by (apply Rmult_le_compat_r; lra).
    assert (Rabs b * bell (L - Rabs Z) <= Rabs b * bell R) by (apply Rmult_le_compat_l; lra). lra. }
  assert (T5 : w * (part Z L - part Z (- L)) >= w * (Phi Z - 2 * bell R - Rabs b * bell R)) by (apply Rmult_ge_compat_l;
    lra).
  unfold K. unfold C in B. lra.
Qed.

(* events *)
Variables (Y : Type) (j l : nat -> dist Y).
Hypothesis j_law : forall k, probability (j k).
Hypothesis l_law : forall k, probability (l k).
Hypothesis rest_below : forall k, below_normal mu (j k) (l k).
Lemma cell_event S k p q : 0 < p -> 0 < q -> exists z, p * Pr (j k) S - w * (q * Pr (l k) S) <= p * Phi (z + mu)
  - w * (q * Phi z).
Proof.
  intros Hp Hq. pose proof (ratio_pos m Z) as W0.
  assert (V : 0 < w * q / p) by (apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; auto|apply Rinv_0_lt_compat; auto]).
  exists (- (ln (w * q / p) + mu * mu / 2) / mu). set (z := - (ln (w * q / p) + mu * mu / 2) / mu).
  pose proof (rest_below k S z) as B.
  assert (E : ratio mu z = w * q / p) by (unfold ratio, z; transitivity (exp (ln (w * q / p)));
    [f_equal; field; lra|apply exp_ln; auto]). rewrite E in B. apply (Rmult_le_compat_l p) in B; [|lra].
  replace (p * (Pr (j k) S - w * q / p * Pr (l k) S)) with (p * Pr (j k) S - w * (q * Pr (l k) S)) in B by (field; lra).
  replace (p * (Phi (z + mu) - w * q / p * Phi z)) with (p * Phi (z + mu) - w * (q * Phi z)) in B by (field; lra).
  exact B.
Qed.
Lemma last_event S k a L : a <= L -> (1 - Phi (a + s)) * Pr (j k) S - w * ((1 - Phi a) * Pr (l k) S) <= K L - K a + (1
  - Phi (L + s)).
Proof.
  intros H. pose proof (Phi_strict (a + s) (a + s + 1) ltac:(lra)). pose proof (Phi_strict a (a + 1) ltac:(lra)).
  pose proof (Phi_range (a + s + 1)). pose proof (Phi_range (a + 1)).
  destruct (cell_event S k (1 - Phi (a + s)) (1 - Phi a)) as (z & E); try lra. pose proof (cell_below a L z H) as C.
  pose proof (Phi_range (z + mu)). pose proof (Phi_range z). pose proof (Phi_range (L + s)). pose proof (Phi_range L).
  pose proof (ratio_pos m Z).
  assert ((1 - Phi (L + s)) * Phi (z + mu) <= (1 - Phi (L + s)) * 1) by (apply Rmult_le_compat_l; lra).
  assert (0 <= w * ((1 - Phi L) * Phi z)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.
Lemma first_event S k c L : - L <= c -> Phi (c + s) * Pr (j k) S - w * (Phi c * Pr (l k) S) <= K c - K (- L) + Phi (- L
  + s).
Proof.
  intros H. pose proof (Phi_strict (c + s - 1) (c + s) ltac:(lra)). pose proof (Phi_strict (c - 1) c ltac:(lra)).
  pose proof (Phi_range (c + s - 1)). pose proof (Phi_range (c - 1)).
  destruct (cell_event S k (Phi (c + s)) (Phi c)) as (z & E); try lra. pose proof (cell_below (- L) c z H) as C.
  pose proof (Phi_range (z + mu)). pose proof (Phi_range z). pose proof (Phi_range (- L + s)).
  pose proof (Phi_range (- L)). pose proof (ratio_pos m Z).
  assert (Phi (- L + s) * Phi (z + mu) <= Phi (- L + s) * 1) by (apply Rmult_le_compat_l; lra).
  assert (0 <= w * (Phi (- L) * Phi z)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.
Lemma middle_event S k a c : a <= c -> (Phi (c + s) - Phi (a + s)) * Pr (j k) S - w * ((Phi c - Phi a) * Pr (l k) S)
  <= K c - K a.
Proof.
  intros [H|<-]; [|lra]. pose proof (Phi_strict (a + s) (c + s) ltac:(lra)). pose proof (Phi_strict a c H).
  destruct (cell_event S k (Phi (c + s) - Phi (a + s)) (Phi c - Phi a)) as (z & E); try lra.
  pose proof (cell_below a c z ltac:(lra)). lra.
Qed.
Lemma cells_event x S L cuts : (forall c, In c cuts -> c - x <= L) -> forall a k, a - x <= L -> increasing a cuts ->
  Ex (cells Phi (x - s) (Phi (a - x + s)) k cuts) (fun i => Pr (j i) S) - w * Ex (cells Phi x (Phi (a - x)) k cuts)
    (fun i
    => Pr (l i) S) <= K L - K (a - x) + (1 - Phi (L + s)).
Proof.
  induction cuts as [|c r IH]; intros HC a k Ha I; cbn [cells Ex].
  - pose proof (last_event S k (a - x) L Ha). lra.
  - destruct I as [Hc I].
    specialize (IH ltac:(intros; apply HC; right; auto) c (Datatypes.S k) (HC c (or_introl eq_refl)) I).
    replace (c - (x - s)) with (c - x + s) by ring.
    pose proof (middle_event S k (a - x) (c - x) ltac:(lra)). lra.
Qed.
Lemma bounded_cuts x (cuts : list R) : exists B, forall c, In c cuts -> Rabs (c - x) <= B.
Proof.
  induction cuts as [|c r [B H]]; [exists 0; intros c []|]. exists (Rmax (Rabs (c - x)) B).
  intros d [<-|I]; [apply Rmax_l|]. eapply Rle_trans; [apply H; auto|apply Rmax_r].
Qed.
(* One coordinate with shift s in front of what is below N(mu,1) is below N(m,1), m^2 = mu^2 + s^2. *)
Theorem one_more_coordinate x cuts S : match cuts with [] => True | c :: r => increasing c r end ->
  Pr (bind (observed (x - s) cuts) j) S - w * Pr (bind (observed x cuts) l) S <= Phi (Z + m) - w * Phi Z.
Proof.
  intros I. unfold Pr. rewrite !Ex_bind. apply all_close. intros e He. destruct (line_below e He) as (L0 & HL).
  destruct (bounded_cuts x cuts) as (B & HB). assert (EL : exists L, L = Rmax L0 (Rmax B 0)) by (eexists; reflexivity).
  destruct EL as (L & EL).
  pose proof (Rmax_l L0 (Rmax B 0)). pose proof (Rmax_r L0 (Rmax B 0)). pose proof (Rmax_l B 0).
  pose proof (Rmax_r B 0). rewrite <- EL in *. specialize (HL L ltac:(lra)).
  assert (HC : forall c, In c cuts -> - L <= c - x <= L) by (intros c Hc; specialize (HB c Hc);
    apply Rabs_le_between in HB; lra).
  unfold observed. destruct cuts as [|c r]; cbn [cells Ex].
  - pose proof (last_event S 0 (- L) L ltac:(lra)) as E. pose proof (first_event S 0 (- L) L ltac:(lra)) as F.
    unfold Pr in E, F. lra.
  - pose proof (cells_event x S L r ltac:(intros d Hd; apply HC; right; auto) c 1 ltac:(apply HC; left; auto) I) as E.
    pose proof (first_event S 0 (c - x) L ltac:(apply HC; left; auto)) as F. unfold Pr in E, F.
    replace (c - (x - s)) with (c - x + s) by ring. lra.
Qed.
End Turn.
