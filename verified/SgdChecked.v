(* DP-SGD: what the check on integers accepts bounds the advantage of every event over t rounds on adjacent data. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws ClonesPair Steps Reduction ReductionSanity Exponential.
From Hallmark Require Import Adaptive NormalLaw PoissonSampling NormalNoise KnotRounds TrainingChecked SgdPrivate.
Import ListNotations.
Open Scope R_scope.

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

(* Whatever the bound, no event and no vector tell nothing: 0 is an advantage. *)
Lemma sgd_advantage_zero a dir t q sigma eps : sgd_advantage a dir t q sigma eps 0.
Proof.
  exists unit, (fun _ _ => []), (fun _ _ => []), [Some tt], (match a with AddRemove => [] | ZeroOut => [None] end),
    (fun _ => false).
  split; [intros; exact I|]. split; [intros h B B' _; cbn; split; [reflexivity|lra]|].
  split; [exists [], tt, []; destruct a; auto|].
  assert (Z0 : forall (d : dist (list (list nat))), Pr d (fun _ => false) = 0).
  { unfold Pr, indicator. induction d as [|[x y] d I]; cbn [Ex]; [reflexivity|rewrite I; ring]. }
  unfold told. rewrite !Z0. destruct dir; [| |left]; ring.
Qed.

Section Checked.
Context {en : engine} {ok : faithful en}.
(* witnesses of the two directions, remove first *)
Definition sgd_witness : Type := (knot_witness * normal_witness) * (knot_witness * normal_witness).
Definition sgd_check (w : sgd_witness) (dir : direction) (strict : bool) (t sn sd qn qd : Z) (eps : number) (vn vd : Z)
  : bool :=
  let remove := training_check (fst (fst w)) (snd (fst w)) sd sn qn qd true strict t eps vn vd in
  let add := training_check (fst (snd w)) (snd (snd w)) sd sn qn qd false strict t eps vn vd in
  (0 <? sn)%Z && (0 <? sd)%Z && match dir with Remove => remove | Add => add | Both => if remove then add
    else false end.
(* What the check accepts bounds every advantage, of both adjacencies. *)
Theorem sgd_upper w dir strict t sn sd qn qd eps vn vd : sgd_check w dir strict t sn sd qn qd eps vn vd = true ->
  (1 <= t)%Z /\ exists c, (if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd) /\
  forall a d, sgd_advantage a dir (Z.to_nat t) (IZR qn / IZR qd) (IZR sn / IZR sd) (val eps) d -> d <= c.
Proof.
  unfold sgd_check. cbv zeta. rewrite !andb_true_iff, !Z.ltb_lt. intros [[S0 S1] C].
  assert (Hs : 0 < IZR sn /\ 0 < IZR sd) by (split; apply IZR_lt; auto).
  set (value := fun (remove : bool) => if remove then training_value (fst (fst w)) (snd (fst w)) sd sn qn qd true t eps
    else training_value (fst (snd w)) (snd (snd w)) sd sn qn qd false t eps).
  set (ok_of := fun (remove : bool) => if remove then training_check (fst (fst w)) (snd (fst w))
    sd sn qn qd true strict t eps vn vd
    else training_check (fst (snd w)) (snd (snd w)) sd sn qn qd false strict t eps vn vd).
  assert (ONE : forall remove : bool, ok_of remove = true -> forall X update cuts D D' (S : list (list nat) -> bool),
    (forall h g, sorted (cuts h g)) -> clipped update -> one_more (present D) (present D') ->
    let P := Pr (@dp_sgd X (IZR qn / IZR qd) (IZR sn / IZR sd) update cuts (Z.to_nat t) D) S in
    let Q := Pr (dp_sgd (IZR qn / IZR qd) (IZR sn / IZR sd) update cuts (Z.to_nat t) D') S in
    (1 <= t)%Z /\ (if strict then value remove < IZR vn / IZR vd else value remove <= IZR vn / IZR vd) /\
    if remove then P - exp (val eps) * Q <= value remove else Q - exp (val eps) * P <= value remove).
  { intros remove T X update cuts D D' S HC HU N. unfold Pr. rewrite !dp_sgd_training.
    pose proof (batch_private X update cuts sn sd Hs HC HU) as B. pose proof (batch_law X update cuts sn sd HC) as L.
    destruct remove; destruct (training_check_sound (list_eq_dec Nat.eq_dec) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L B N T)
      as (T1 & V & G);
      specialize (G S); unfold Pr in G; cbv zeta; cbn [value]; (split; [exact T1|]; split; [exact V|]); lra. }
  assert (TRY : forall remove : bool, ok_of remove = true -> (1 <= t)%Z /\
    (if strict then value remove < IZR vn / IZR vd else value remove <= IZR vn / IZR vd)).
  { intros remove T.
    destruct (ONE remove T unit (fun _ _ => []) (fun _ _ => []) [Some tt] [None] (fun _ => false)) as (A & B & _); auto.
    - intros; exact I.
    - intros h E E' _. cbn. split; [reflexivity|lra].
    - exists [], tt, []. auto. }
  assert (ALL : forall remove : bool, ok_of remove = true -> forall a X update cuts D D' (S : list (list nat) -> bool),
    (forall h g, sorted (cuts h g)) -> clipped update -> adjacent a D D' ->
    let P := Pr (@dp_sgd X (IZR qn / IZR qd) (IZR sn / IZR sd) update cuts (Z.to_nat t) D) S in
    let Q := Pr (dp_sgd (IZR qn / IZR qd) (IZR sn / IZR sd) update cuts (Z.to_nat t) D') S in
    if remove then P - exp (val eps) * Q <= value remove else Q - exp (val eps) * P <= value remove).
  { intros remove T a X update cuts D D' S HC HU N. apply adjacent_present in N.
    apply (ONE remove T X update cuts D D' S HC HU N). }
  destruct dir.
  - destruct (TRY true C) as [T1 V]. split; [auto|]. exists (value true). split; [exact V|].
    intros a d (X & update & cuts & D & D' & S & HC & HU & N & E). cbn in E. rewrite E.
    exact (ALL true C a X update cuts D D' S HC HU N).
  - destruct (TRY false C) as [T1 V]. split; [auto|]. exists (value false). split; [exact V|].
    intros a d (X & update & cuts & D & D' & S & HC & HU & N & E). cbn in E. rewrite E.
    exact (ALL false C a X update cuts D D' S HC HU N).
  - destruct (training_check _ _ _ _ _ _ true _ _ _ _ _) eqn:C1 in C; [|discriminate].
    destruct (TRY true C1) as [T1 V1]. destruct (TRY false C) as [_ V2]. split; [auto|].
    exists (Rmax (value true) (value false)). split.
    { destruct strict; [apply Rmax_lub_lt|apply Rmax_lub]; auto. }
    pose proof (Rmax_l (value true) (value false)). pose proof (Rmax_r (value true) (value false)).
    intros a d (X & update & cuts & D & D' & S & HC & HU & N & E). cbn in E.
    pose proof (ALL true C1 a X update cuts D D' S HC HU N) as A1.
    pose proof (ALL false C a X update cuts D D' S HC HU N) as A2.
    cbv zeta iota in A1, A2. destruct E as [->| ->]; lra.
Qed.
End Checked.
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
