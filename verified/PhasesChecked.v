(* Composition of different mechanisms: every phase has its masses on the levels of one grid, and their product bounds
   every event of all rounds. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Mechanisms Phases Laws OneMoreCoin ClonesPair Steps Reduction.
From Hallmark Require Import ReductionSanity Exponential ClonesChecked RoundsChecked Adaptive PoissonSampling
  NormalNoise NormalEnclosed SgdPrivate Grid KnotRounds TrainingChecked SgdChecked GaussianChecked PureRounds
  PrivateRounds LaplaceRounds.
Import ListNotations.
Open Scope R_scope.

Section Check.
Context {en : engine}.
Local Open Scope Z_scope.
(* mu = p_mn / p_md for normal noise on all records; how often the grid becomes coarser in the end *)
Record phase_witness := { in_rounds : knot_witness; in_normal : normal_witness; p_mn : Z; p_md : Z; p_coarser : nat }.
(* t rounds of normal noise sn/sd are one of mu at least sqrt t sd/sn *)
Definition normal_masses (w : phase_witness) (t sn sd : Z) : option (levels * masses) :=
  let k := wk (in_rounds w) in
  if (1 <=? t) && (0 <? sn) && (0 <? sd) && (0 <=? p_mn w) && (0 <? p_md w) &&
    (t * (sd * p_md w) * (sd * p_md w) <=? p_mn w * sn * (p_mn w * sn)) && rate_check k (in_normal w) 1 1 &&
    (0 <=? unit_bits k) && (0 <=? grid k) && (0 <=? last (in_rounds w))
  then match first_round k (last (in_rounds w)) (remove_bound k (in_normal w) (p_mn w) (p_md w) 1 1)
      (first_level (in_rounds w)) (at_knots (in_rounds w)) with
    | Some x => Some (k, x)
    | None => None
    end
  else None.
Definition phase_masses (remove : bool) (w : phase_witness) (p : phase) (t : Z) : option (levels * masses) :=
  let r := in_rounds w in let k := wk r in
  match p with
  | Sampled (Rat qn qd) (Rat sn sd) => if (0 <? sn) && (0 <? sd) && rate_check k (in_normal w) qn qd
      then rounds_masses r (training_bound k (in_normal w) sd sn qn qd remove) t else None
  | Gaussian (Rat sn sd) => normal_masses w t sn sd
  | OfMu (Rat mn md) => normal_masses w t md mn
  | Laplacian e0 =>
      match enc (precise k) (squarings k) e0 with
      | Some (_, eh, ed) => if (0 <? eh) && positive_num e0 then rounds_masses r (laplace_bound (precise k) eh ed) t
          else None
      | None => None
      end
  | Private e0 (Rat dn dd) =>
      match enc (precise k) (squarings k) e0 with
      | Some (el, eh, ed) => if (ed <=? el) && (0 <=? dn) && (dn <=? dd) && (0 <? dd)
          then rounds_masses r (dp_bound (precise k) el eh ed dn dd) t else None
      | None => None
      end
  | _ => None
  end.
(* all phases, on the grid of k *)
Fixpoint phases_masses (k : levels) (remove : bool) (ps : list (phase * Z)) (ws : list phase_witness) : option masses :=
  match ps, ws with
  | [], _ => Some (nothing k)
  | (p, t) :: ps, w :: ws =>
      match phase_masses remove w p t, phases_masses k remove ps ws with
      | Some (k0, y0), Some x =>
          match coarsened (p_coarser w) k0 y0 y0 with
          | Some (k', y, _) => if (grid k' =? grid k) && (unit_bits k' =? unit_bits k) then times k x y else None
          | None => None
          end
      | _, _ => None
      end
  | _, [] => None
  end.
Record phases_witness := { on_grid : levels; removes : list phase_witness; adds : list phase_witness }.
Definition phases_value (w : phases_witness) (remove : bool) (ps : list (phase * Z)) (eps : number) : option Z :=
  match phases_masses (on_grid w) remove ps (if remove then removes w else adds w) with
  | Some y => value_at (on_grid w) y eps
  | None => None
  end.
Definition phases_check (w : phases_witness) (dir : direction) (strict : bool) (ps : list (phase * Z)) (eps : number)
  (vn vd : Z) : bool :=
  let one remove := value_at_most (on_grid w) strict (phases_value w remove ps eps) vn vd in
  (0 <? precise (on_grid w)) && (0 <=? unit_bits (on_grid w)) &&
  match dir with Remove => one true | Add => one false | Both => if one true then one false else false end.
End Check.

Section Sound.
Context {en : engine} {ok : faithful en}.
(* Normal noise without samples: a round of rate 1. *)
Lemma normal_bound_sound {Y} k w mn md (P Q : dist Y) : rate_check k w 1 1 = true -> probability P -> probability Q ->
  0 <= IZR mn / IZR md -> below_normal (IZR mn / IZR md) P Q -> below_normal (IZR mn / IZR md) Q P ->
  forall wl wh z b o, remove_bound k w mn md 1 1 wl wh z = Some b -> 0 < o ->
  IZR wl <= IZR (precise k) * o <= IZR wh -> forall S, IZR (precise k) * (Pr P S - o * Pr Q S) <= IZR b.
Proof.
  intros RC PP PQ M0 B B' wl wh z b o Eb Ho Hw S. set (M := fun l : list unit => match l with [] => Q | _ => P end).
  assert (ML : forall l, probability (M l)) by (intros [|]; auto).
  assert (MP : gaussian_private (IZR mn / IZR md) M).
  { intros l l' (pre & x & post & -> & ->). destruct pre as [|u pre]; cbn [app M]; [|split; apply same_below; auto].
    destruct post; cbn [M]; [split; assumption|split; apply same_below; auto]. }
  pose proof (remove_bound_sound k w mn md 1 1 RC unit Y M ML MP [tt] [] ltac:(exists [], tt, []; auto) wl wh z b o S
    Eb Ho Hw) as H.
  enough (E : Pr (sampled (1 / 1) M [tt]) S = Pr P S /\ Pr (sampled (1 / 1) M []) S = Pr Q S)
    by (destruct E as [<- <-]; exact H).
  unfold Pr, sampled. cbn [poisson]. rewrite !Ex_bind, Ex_bernoulli, !Ex_bind, !Ex_ret. cbn [M].
  split; [field|reflexivity].
Qed.

Section Data.
Variables (X : Type) (vector : list (list nat) -> list X -> list R).
Variables (other : list (list nat) -> R -> R -> list X -> dist (list nat)).
Variables (cuts : list (list nat) -> list nat -> list R).
Hypothesis cuts_sorted : forall h g, sorted (cuts h g).
Hypothesis vector_clipped : clipped vector.
Hypothesis other_law : forall h e d B, probability (other h e d B).
Hypothesis other_private : forall h e d B B' U, 0 <= e -> 0 <= d -> one_more B B' ->
  Pr (other h e d B) U <= exp e * Pr (other h e d B') U + d /\
  Pr (other h e d B') U <= exp e * Pr (other h e d B) U + d.
Notation mechanism p := (fun E g => round_of p (vector g) (other g) (cuts g) E).
Notation rounds p t E := (adaptive (mechanism p E) (Z.to_nat t)).
Variables (D D' : list (option X)).
Hypothesis near : one_more (present D) (present D').
Let first (remove : bool) := if remove then D else D'.
Let second (remove : bool) := if remove then D' else D.

Lemma nat_lists : forall x y : list nat, {x = y} + {x <> y}.
Proof. apply list_eq_dec, Nat.eq_dec. Qed.
(* the numbers that Laplace noise is put on *)
Lemma first_number h : Rabs (hd 0 (vector h (present D)) - hd 0 (vector h (present D'))) <= 1.
Proof.
  destruct (vector_clipped h _ _ near) as [L G]. destruct (vector h (present D)) as [|a l], (vector h (present D'))
    as [|b l']; try discriminate; cbn [hd].
  - replace (0 - 0) with 0 by ring. rewrite Rabs_R0. lra.
  - cbn [distance2] in G. pose proof (distance2_nonneg l l'). apply Rabs_le. nra.
Qed.
Lemma close_vectors r remove h : 0 <= r -> let v E := map (Rmult r) (vector h (present E)) in
  length (v (first remove)) = length (v (second remove)) /\ distance2 (v (first remove)) (v (second remove)) <= r * r.
Proof.
  intros R0. cbv beta zeta. rewrite !map_length, distance2_scaled. destruct (vector_clipped h _ _ near) as [L G].
  assert (0 <= r * r) by (apply Rmult_le_pos; auto). unfold first, second.
  destruct remove; [|rewrite distance2_sym]; split; auto; nra.
Qed.
Lemma normal_above remove w t sn sd k y (M : list (option X) -> list (list nat) -> dist (list nat)) :
  (forall E h, M E h = noisy (cuts h) [] (map (Rmult (/ (IZR sn / IZR sd))) (vector h (present E)))) ->
  normal_masses w t sn sd = Some (k, y) -> (0 <= unit_bits k)%Z /\ (0 <= grid k)%Z /\
  forall h, above k y (adaptive (M (first remove)) (Z.to_nat t) h) (adaptive (M (second remove)) (Z.to_nat t) h).
Proof.
  intros EM. unfold normal_masses. destruct (_ && _) eqn:C; [|discriminate]. repeat rewrite andb_true_iff in C.
  rewrite !Z.leb_le, !Z.ltb_lt in C. destruct C as [[[[[[[[[T0 S0] S1] M0] M1] MT] RC] U0] G0] L0].
  destruct (first_round _ _ _ _ _) as [x|] eqn:EF; [|discriminate]. intros E. injection E as <- <-.
  split; [exact U0|]. split; [exact G0|]. intros h.
  set (k := wk (in_rounds w)) in *. set (mu := IZR (p_mn w) / IZR (p_md w)).
  apply IZR_lt in S0, S1, M1. apply IZR_le in M0, MT, T0. rewrite !mult_IZR in MT.
  assert (Mu : 0 <= mu) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; auto]).
  set (r := / (IZR sn / IZR sd)) in *.
  assert (R0 : 0 < r) by (unfold r; apply Rinv_0_lt_compat, Rmult_lt_0_compat; [auto|apply Rinv_0_lt_compat; auto]).
  assert (TT : INR (Z.to_nat t) * (r * r) <= mu * mu).
  { rewrite INR_IZR_INZ, Z2Nat.id by (apply le_IZR; lra). unfold r, mu.
    apply Rmult_le_reg_r with (IZR sn * IZR sn * (IZR (p_md w) * IZR (p_md w)));
      [repeat apply Rmult_lt_0_compat; auto|].
    replace (IZR t * (/ (IZR sn / IZR sd) * / (IZR sn / IZR sd)) * (IZR sn * IZR sn * (IZR (p_md w) * IZR (p_md w))))
      with (IZR t * (IZR sd * IZR (p_md w)) * (IZR sd * IZR (p_md w))) by (field; lra).
    replace (IZR (p_mn w) / IZR (p_md w) * (IZR (p_mn w) / IZR (p_md w))
      * (IZR sn * IZR sn * (IZR (p_md w) * IZR (p_md w)))) with (IZR (p_mn w) * IZR sn * (IZR (p_mn w) * IZR sn))
      by (field; lra). exact MT. }
  assert (B : forall b,
    below_normal mu (adaptive (M (first b)) (Z.to_nat t) h) (adaptive (M (second b)) (Z.to_nat t) h)).
  { intros b S z. assert (EX : forall E, Pr (adaptive (M E) (Z.to_nat t) h) S =
      Pr (adaptive (fun g => noisy (cuts g) [] (map (Rmult r) (vector g (present E)))) (Z.to_nat t) h) S).
    { intros E. apply adaptive_same. intros g f. rewrite EM. reflexivity. }
    rewrite !EX. apply (gaussian_rounds cuts (fun g => map (Rmult r) (vector g (present (first b))))
      (fun g => map (Rmult r) (vector g (present (second b)))) r cuts_sorted); auto.
    intros g. apply close_vectors. lra. }
  assert (L : forall E, probability (adaptive (M E) (Z.to_nat t) h)).
  { intros E. apply probability_adaptive. intros g. rewrite EM. apply noisy_probability. auto. }
  assert (V0 : (0 < precise k)%Z) by (destruct (rate_checked k _ _ _ RC); assumption).
  destruct (first_round_sound k (last (in_rounds w)) (remove_bound k (in_normal w) (p_mn w) (p_md w) 1 1) V0 U0 G0 _ _ _
    (L (first remove)) (L (second remove)) (normal_bound_sound k _ _ _ _ _ RC (L _) (L _) Mu (B remove)
    ltac:(specialize (B (negb remove)); destruct remove; exact B)) _ _ _ EF) as (Nx & Bx & HD).
  split; [exact Nx|]. split; [lia|exact HD].
Qed.
(* Where there are masses a round has a law. *)
Lemma round_law remove w p t x : phase_masses remove w p t = Some x -> forall E h, probability (mechanism p E h).
Proof.
  unfold phase_masses. destruct p as [[qn qd|] [sn sd|]|sigma|mu|e0|e0 d0]; try discriminate; intros C E h;
    cbn [round_of].
  - destruct (_ && _) eqn:H in C; [|discriminate]. rewrite !andb_true_iff in H. destruct H as [_ RC].
    destruct (rate_checked _ _ _ _ RC) as (_ & _ & _ & _ & _ & q01 & _). apply probability_sampled; [exact q01|].
    intros B. apply noisy_probability; auto.
  - apply noisy_probability; auto.
  - apply noisy_probability; auto.
  - destruct (enc _ _ e0) as [[[el eh] ed]|]; [|discriminate]. destruct (_ && _) eqn:H in C; [|discriminate].
    rewrite andb_true_iff in H. destruct H as [_ P]. apply positive_sound in P.
    apply probability_bind; [apply seen_probability; auto|intros; apply probability_ret].
  - apply other_law.
Qed.
(* The masses of a phase bound its rounds, whatever came before. *)
Theorem phase_above remove w p t k y : phase_masses remove w p t = Some (k, y) -> (0 <= unit_bits k)%Z /\
  (0 <= grid k)%Z /\ forall h, above k y (rounds p t (first remove) h) (rounds p t (second remove) h).
Proof.
  intros PM. pose proof (round_law _ _ _ _ _ PM) as LAW. revert PM.
  assert (HELD : forall M N bound, (forall h : list (list nat), probability (M h)) -> (forall h, probability (N h)) ->
    rounds_masses (in_rounds w) bound t = Some (k, y) ->
    ((0 < precise (wk (in_rounds w)))%Z -> forall h wl wh z b o, bound wl wh z = Some b -> 0 < o ->
      IZR wl <= IZR (precise (wk (in_rounds w))) * o <= IZR wh -> forall S : list nat -> bool,
      IZR (precise (wk (in_rounds w))) * (Pr (M h) S - o * Pr (N h) S) <= IZR b) ->
    (0 <= unit_bits k)%Z /\ (0 <= grid k)%Z /\ forall h, above k y (adaptive M (Z.to_nat t) h)
      (adaptive N (Z.to_nat t) h)).
  { intros M N bound LM LN E BS.
    destruct (rounds_masses_sound _ nat_lists M N LM LN _ _ _ _ _ E BS) as (_ & _ & U & G & _ & _ & H). auto. }
  unfold phase_masses. set (k0 := wk (in_rounds w)) in *.
  destruct p as [[qn qd|] [sn sd|]|[sn sd|]|[mn md|]|e0|e0 [dn dd|]]; try discriminate.
  - (* Poisson samples *)
    destruct (_ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff, !Z.ltb_lt in C. destruct C as [[S0 S1] RC].
    apply IZR_lt in S0, S1. pose proof (rate_checked k0 _ _ _ RC) as (_ & _ & _ & _ & _ & q01 & _). intros E.
    set (M := fun h B => noisy (cuts h) [] (map (Rmult (/ (IZR sn / IZR sd))) (vector h B))).
    assert (ML : forall h B, probability (M h B)) by (intros; apply noisy_probability; auto).
    pose proof (batch_private X vector cuts sn sd (conj S0 S1) cuts_sorted vector_clipped) as MP.
    change (forall h, gaussian_private (IZR sd / IZR sn) (M h)) in MP.
    assert (LS : forall F h, probability (sampled (IZR qn / IZR qd) (M h) (present F)))
      by (intros; apply probability_sampled; auto).
    destruct (HELD (fun h => sampled (IZR qn / IZR qd) (M h) (present (first remove)))
      (fun h => sampled (IZR qn / IZR qd) (M h) (present (second remove))) _ (LS _) (LS _) E) as (U & G & H).
    { intros _ h wl wh z b o Eb Ho Hw S. unfold first, second. destruct remove; cbn [training_bound] in Eb.
      - exact (remove_bound_sound k0 _ _ _ _ _ RC X _ (M h) (ML h) (MP h) _ _ near wl wh z b o S Eb Ho Hw).
      - exact (add_bound_sound k0 _ _ _ _ _ RC X _ (M h) (ML h) (MP h) _ _ near wl wh z b o S Eb Ho Hw). }
    split; [exact U|]. split; [exact G|]. intros h. refine (above_same _ _ _ _ _ _ _ _ (H h));
      apply adaptive_same; intros g f; cbn [round_of val]; unfold sampled; rewrite !Ex_bind;
      apply (poisson_present (IZR qn / IZR qd) _ (fun B => Ex (M g B) f)).
  - intros E. refine (normal_above remove w t sn sd k y (mechanism _) _ E). reflexivity.
  - intros E. assert (N0 : IZR md <> 0 /\ IZR mn <> 0).
    { unfold normal_masses in E. destruct (_ && _) eqn:C in E; [|discriminate]. repeat rewrite andb_true_iff in C.
      rewrite !Z.ltb_lt in C. destruct C as [[[[[[[[[_ S0] S1] _] _] _] _] _] _] _]. apply IZR_lt in S0, S1. lra. }
    refine (normal_above remove w t md mn k y (mechanism _) _ E). intros F h. cbn [round_of val].
    replace (IZR mn / IZR md) with (/ (IZR md / IZR mn)) by (field; tauto). reflexivity.
  - (* Laplace noise *)
    destruct (enc _ _ e0) as [[[el eh] ed]|] eqn:EN; [|discriminate]. apply enc_sound in EN. destruct EN as [E0 [_ EN]].
    destruct (_ && _) eqn:C; [|discriminate]. rewrite andb_true_iff, Z.ltb_lt in C. destruct C as [H0 P].
    apply positive_sound in P. intros E.
    refine (HELD (mechanism (Laplacian e0) _) (mechanism (Laplacian e0) _) _ (LAW _) (LAW _) E _).
    intros V0 h wl wh z b o Eb Ho Hw S. cbn [round_of]. unfold Pr. rewrite !Ex_retract.
    refine (laplace_bound_sound _ _ _ _ _ _ _ V0 E0 H0 P EN (cuts_sorted h []) _ wl wh z b o Eb Ho Hw (fun y => S [y])).
    unfold first, second. pose proof (first_number h). destruct remove; [|rewrite Rabs_minus_sym]; assumption.
  - (* any private rounds *)
    destruct (enc _ _ e0) as [[[el eh] ed]|] eqn:EN; [|discriminate]. apply enc_sound in EN. destruct EN as [E0 EN].
    destruct (_ && _) eqn:C; [|discriminate]. rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt in C.
    destruct C as [[[EL D0] D1] DD]. intros E.
    assert (N0 : 0 <= val e0 /\ 0 <= IZR dn / IZR dd).
    { apply IZR_lt in E0 as E1, DD. apply IZR_le in EL, D0. destruct EN as [EN _]. split.
      - apply Rnot_lt_le. intros F. apply exp_increasing in F. rewrite exp_0 in F.
        apply (Rmult_le_compat_r (IZR ed)) in EN; [|lra].
        replace (IZR el / IZR ed * IZR ed) with (IZR el) in EN by (field; lra). nra.
      - apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]. }
    refine (HELD (mechanism (Private e0 (Rat dn dd)) _) (mechanism (Private e0 (Rat dn dd)) _) _ (LAW _) (LAW _) E _).
    intros V0 h. cbn [round_of val]. refine (dp_bound_sound _ _ _ _ _ _ _ _ _ _ V0 E0 EL D0 D1 DD EN _ _ _ _);
      auto; intros S; unfold first, second;
      destruct (other_private h (val e0) (IZR dn / IZR dd) _ _ S (proj1 N0) (proj2 N0) near); destruct remove;
      assumption.
Qed.
(* The product of the masses bounds all rounds. *)
Theorem phases_above k remove ps : (0 <= unit_bits k)%Z -> forall ws y, phases_masses k remove ps ws = Some y ->
  let all E h := in_turn vector other cuts ps h E in
  (forall E h, probability (all E h)) /\ forall h, above k y (all (first remove) h) (all (second remove) h).
Proof.
  intros U0. induction ps as [|[p t] ps IH]; intros [|w ws] y H; cbn [phases_masses in_turn] in *; try discriminate.
  1,2: injection H as <-; split; [intros; apply probability_ret|intros h];
    exact (nothing_held (list nat) (fun _ => []) (fun _ => []) k U0 h).
  destruct (phase_masses remove w p t) as [[k0 y0]|] eqn:EP; [|discriminate].
  destruct (phases_masses k remove ps ws) as [x|] eqn:ER; [|discriminate].
  destruct (coarsened _ _ _ _) as [[[k' y'] y2]|] eqn:EC; [|discriminate].
  destruct (_ && _) eqn:C; [|discriminate]. rewrite andb_true_iff, !Z.eqb_eq in C. destruct C as [C1 C2].
  destruct (IH _ _ ER) as [L A]. pose proof (round_law _ _ _ _ _ EP) as LAW.
  destruct (phase_above _ _ _ _ _ _ EP) as (V0 & G0 & F).
  destruct (coarsened_above _ _ _ _ _ _ _ V0 G0 EC) as (_ & _ & _ & _ & K).
  assert (LP : forall E h, probability (rounds p t E h)) by (intros; apply probability_adaptive; apply LAW).
  assert (LR : forall E h a, probability (bind (in_turn vector other cuts ps (h ++ a) E) (fun b => ret (a ++ b))))
    by (intros; apply probability_bind; [apply L|intros; apply probability_ret]).
  split; [intros; apply probability_bind; auto|]. intros h.
  apply (times_above (list_eq_dec nat_lists) [] _ _ _ _ k x y' y U0 (LP _ h) (LP _ h)); [apply LR| | |exact H].
  - destruct (proj1 (K _ _ _) (F h)) as (N & B & HD). split; [exact N|]. split; [exact B|].
    unfold at_step, unit_of in *.
    rewrite C1, C2 in HD. exact HD.
  - intros a. apply above_retract, A.
Qed.
End Data.

Lemma composed_zero dir ps eps : composed_advantage dir ps eps 0.
Proof.
  exists unit, (fun _ _ => []), (fun _ _ _ _ => ret []), (fun _ _ => []), [Some tt], [None], (fun _ => false).
  split; [intros; exact I|]. split; [intros h B B' _; cbn; split; [reflexivity|lra]|].
  split; [intros; apply probability_ret|]. split.
  - intros h e d B B' U He Hd _. assert (P : 0 <= Pr (ret (A := list nat) []) U) by apply Pr_range, probability_ret.
    assert (1 <= exp e) by (rewrite <- exp_0; apply exp_mono; auto). nra.
  - split; [exists [], tt, []; auto|apply told_never].
Qed.
(* What the check accepts bounds every advantage. *)
Theorem phases_upper w dir strict ps eps vn vd : phases_check w dir strict ps eps vn vd = true ->
  exists c, (if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd) /\
  forall d, composed_advantage dir ps (val eps) d -> d <= c.
Proof.
  unfold phases_check. cbv zeta. rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le. intros [[V0 U0] C].
  set (k := on_grid w) in *.
  assert (ONE : forall remove, value_at_most k strict (phases_value w remove ps eps) vn vd = true -> exists c,
    (if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd) /\
    forall dir d, (dir = if remove then Remove else Add) -> composed_advantage dir ps (val eps) d -> d <= c).
  { intros remove H. unfold phases_value in H. fold k in H.
    destruct (phases_masses _ _ _ _) as [y|] eqn:EM; [|discriminate H].
    destruct (value_at k y eps) as [x|] eqn:EV; [|discriminate H]. eexists.
    split; [exact (value_at_most_sound k x strict vn vd V0 U0 H)|].
    intros dir' d -> (X & vector & other & cuts & D & D' & S & So & Cl & OL & OP & Adj & T).
    apply adjacent_present in Adj.
    destruct (phases_above X vector other cuts So Cl OL OP D D' Adj k remove ps U0 _ _ EM) as [_ A].
    pose proof (value_bounds k y eps x _ _ V0 U0 (A []) EV S) as B. destruct remove; cbn in T; lra. }
  destruct dir.
  - destruct (ONE true C) as (c & L & B). exists c. split; [exact L|]. intros d. apply B. reflexivity.
  - destruct (ONE false C) as (c & L & B). exists c. split; [exact L|]. intros d. apply B. reflexivity.
  - destruct (value_at_most k strict (phases_value w true ps eps) vn vd) eqn:C1; [|discriminate].
    destruct (ONE true C1) as (c & L & B). destruct (ONE false C) as (c' & L' & B'). exists (Rmax c c').
    split; [destruct strict; [apply Rmax_lub_lt|apply Rmax_lub]; auto|]. pose proof (Rmax_l c c').
    pose proof (Rmax_r c c'). intros d (X & vector & other & cuts & D & D' & S & So & Cl & OL & OP & Adj & [T|T]).
    + assert (d <= c); [|lra]. apply (B Remove); [reflexivity|]. exists X, vector, other, cuts, D, D', S. auto 10.
    + assert (d <= c'); [|lra]. apply (B' Add); [reflexivity|]. exists X, vector, other, cuts, D, D', S. auto 10.
Qed.
End Sound.
