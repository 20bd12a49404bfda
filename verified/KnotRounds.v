(* t adaptive rounds of any mechanism whose every round is bounded at knots: the check on integers is sound. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws OneMoreCoin ClonesPair Reduction ReductionSanity Steps Exponential.
From Hallmark Require Import ClonesChecked Product Convolution PairLevels RoundsChecked Adaptive Knots NormalLaw.
From Hallmark Require Import PoissonSampling NormalEnclosed Grid.
Import ListNotations.
Open Scope R_scope.

Fixpoint zeros (n : nat) (l : list Z) : list Z := match n with O => l | S n => zeros n (0%Z :: l) end.
Lemma zeros_repeat n l : zeros n l = repeat 0%Z n ++ l.
Proof.
  revert l. induction n as [|n IH]; intros l; [reflexivity|]. cbn [zeros]. rewrite IH.
  change (0%Z :: l) with ([0%Z] ++ l).
  rewrite app_assoc. f_equal. symmetry. apply repeat_cons.
Qed.
Lemma moment_zeros rho n l : moment rho (repeat 0%Z n ++ l) = rho ^ n * moment rho l.
Proof. induction n as [|n IH]; cbn [repeat app moment pow]; [ring|]. rewrite IH. ring. Qed.
Lemma total_zeros n l : total (repeat 0%Z n ++ l) = total l.
Proof. induction n as [|n IH]; cbn [repeat app total]; lia. Qed.
(* Between two knots without masses between them the bound is a line: it holds there if it does at both. *)
Lemma knots_between rho c A B n m ms w : 0 < rho <= 1 -> A - w * rho ^ S n * B <= there rho c (repeat 0%Z n ++ m :: ms)
  ->
  knots rho c A B ms w -> knots rho c A B (repeat 0%Z n ++ m :: ms) (w * rho ^ S n).
Proof.
  intros Hr L K. assert (T0 : A - w * B <= there rho c ms) by (destruct ms; apply K). revert L.
  induction n as [|n IH]; intros L; cbn [repeat app knots].
  - split; [exact L|]. replace (w * rho ^ 1 / rho) with w by (cbn [pow]; field; lra). exact K.
  - split; [exact L|]. replace (w * rho ^ S (S n) / rho) with (w * rho ^ S n) by (cbn [pow]; field; lra). apply IH.
    change (0%Z :: repeat 0%Z n ++ m :: ms) with (repeat 0%Z (S n) ++ m :: ms) in L. unfold there in *.
    rewrite moment_zeros, total_zeros in *. cbn [moment total] in *. rewrite plus_IZR in *.
    set (mu := moment rho ms) in *.
    set (x := rho ^ S n). assert (X : 0 < x <= 1).
    { unfold x. split; [apply pow_lt; lra|]. rewrite <- (pow1 (S n)). apply pow_incr. lra. }
    replace (rho ^ S (S n)) with (rho * x) in L by reflexivity.
    replace (rho * (rho ^ S n * (IZR m + rho * mu))) with (rho * x * (IZR m + rho * mu)) in L by (unfold x; ring).
    replace (rho * (rho ^ n * (IZR m + rho * mu))) with (x * (IZR m + rho * mu)) by (unfold x; cbn [pow]; ring).
    set (d := IZR m + rho * mu - w * B). destruct (Rle_dec 0 d) as [D|D].
    + assert (x * d <= 1 * d) by (apply Rmult_le_compat_r; lra). unfold d in *. lra.
    + assert (E : x * - d <= rho * x * - d -> False \/ True) by auto. clear E.
      assert (rho * x * - d <= 1 * x * - d) by (apply Rmult_le_compat_r; [lra|apply Rmult_le_compat_r; lra]).
      unfold d in *. lra.
Qed.

Section WithEngine.
Context {en : engine} {ok : faithful en}.

Section Masses.
Variables (k : levels) (c : Z) (bound : Z -> Z -> Z -> option Z).
Notation V := (precise k).
Notation U := (unit_of k).
Notation rho := (at_step k 1).
Section Integers.
Local Open Scope Z_scope.
(* steps of 1, 2, 4, ... levels: how many, e to that step from below and above, its inverse from above *)
Fixpoint step_sizes (n gap : nat) : list (nat * Z * Z * Z) :=
  match n with
  | O => []
  | S n =>
      match step_exp k (- Z.of_nat gap), step_exp k (Z.of_nat gap) with
      | Some (el, eh), Some (_, rh) => if 0 <=? el then (gap, el, eh, rh) :: step_sizes n (gap + gap)%nat else []
      | _, _ => []
      end
  end.
Variable steps : list (nat * Z * Z * Z).
(* masses above a knot, their sum, what they lose there; a knot is the step to the next one and a hint for its bound *)
Fixpoint masses_above (wl wh : Z) (at_knots : list (nat * Z)) : option (list Z * Z * Z) :=
  match at_knots with
  | [] => None
  | (j, z) :: r =>
      match bound wl wh z with
      | Some b =>
          match r with
          | [] => if U * b <=? V * c then Some ([], 0, 0) else None
          | _ => match nth_error steps j with
              | Some (gap, el, eh, rh) =>
                  match masses_above (wl * el / V) (cdiv (wh * eh) V) r with
                  | Some (ms, tot, T) =>
                      let m := Z.max 0 (cdiv (U * b - V * (tot + c) + cdiv (rh * T) V + 1) (V - rh)) in
                      let T' := cdiv (rh * (V * m + T)) V in
                      if U * b <=? V * (m + tot + c) - T' then Some (zeros (pred gap) (m :: ms), m + tot, T') else None
                  | None => None
                  end
              | None => None
              end
          end
      | None => None
      end
  end.
End Integers.
Definition first_round (i : Z) (at_knots : list (nat * Z)) : option masses :=
  match step_exp k (- i) with
  | Some (wl, wh) =>
      match masses_above (step_sizes 13 1) wl wh at_knots with
      | Some (ms, tot, _) => Some {| offset := i; on_levels := Z.max 0 (U - tot - c)%Z :: ms; beyond := c |}
      | None => None
      end
  | None => None
  end.

Hypothesis V_pos : (0 < V)%Z.
Hypothesis unit_pos : (0 <= unit_bits k)%Z.
Hypothesis grid_pos : (0 <= grid k)%Z.
Variables (A : Type) (P Q : dist A).
Hypothesis P_law : probability P.
Hypothesis Q_law : probability Q.
Hypothesis bound_sound : forall wl wh z b w, bound wl wh z = Some b -> 0 < w -> IZR wl <= IZR V * w <= IZR wh ->
  forall S, IZR V * (Pr P S - w * Pr Q S) <= IZR b.

Lemma rho01 : 0 < rho <= 1.
Proof.
  split; [apply at_step_pos; auto|]. unfold at_step. apply Rle_trans with (exp 0); [|rewrite exp_0; lra].
  assert (0 < IZR (2 ^ grid k)) by (apply IZR_lt, Z.pow_pos_nonneg; lia).
  left. apply exp_increasing. assert (0 < 1 / IZR (2 ^ grid k)) by (apply Rmult_lt_0_compat;
    [lra|apply Rinv_0_lt_compat; auto]). lra.
Qed.
Lemma at_step_inv i : / at_step k i = at_step k (- i).
Proof. unfold at_step. rewrite <- exp_Ropp. f_equal. rewrite opp_IZR. unfold Rdiv. ring. Qed.
Definition true_step (s : nat * Z * Z * Z) : Prop := let '(gap, el, eh, rh) := s in (1 <= gap)%nat /\ (0 <= el)%Z /\
  IZR el <= IZR V * / rho ^ gap <= IZR eh /\ IZR V * rho ^ gap <= IZR rh.
Lemma step_sizes_sound n : forall gap, (1 <= gap)%nat -> Forall true_step (step_sizes n gap).
Proof.
  induction n as [|n IH]; intros gap Hg; cbn [step_sizes]; [constructor|].
  destruct (step_exp k (- Z.of_nat gap)) as [[el eh]|] eqn:E1; [|constructor].
  destruct (step_exp k (Z.of_nat gap)) as [[rl rh]|] eqn:E2; [|constructor].
  destruct (Z.leb_spec 0 el); [|constructor]. constructor; [|apply IH; lia]. apply step_exp_sound in E1, E2; auto.
  rewrite <- at_step_inv, at_step_power in E1. rewrite at_step_power in E2. repeat split; auto; apply E1 || apply E2.
Qed.
Lemma masses_above_sound steps at_knots : Forall true_step steps -> forall w wl wh ms tot T,
  0 < w -> IZR wl <= IZR V * w <= IZR wh ->
  masses_above steps wl wh at_knots = Some (ms, tot, T) -> Forall (fun a => (0 <= a)%Z) ms /\ tot = total ms /\
  IZR V * (rho * moment rho ms) <= IZR T /\ forall S, knots rho (IZR c) (IZR U * Pr P S) (IZR U * Pr Q S) ms w.
Proof.
  intros TS. pose proof (IZR_lt _ _ V_pos) as V0. pose proof rho01 as R01. pose proof (U_pos k unit_pos) as U0.
  apply IZR_lt in U0.
  induction at_knots as [|[j z] r IH]; intros w wl wh ms tot T W0 EW H; cbn [masses_above] in H; [discriminate|].
  destruct (bound wl wh z) as [b|] eqn:EB; [|discriminate]. pose proof (bound_sound _ _ _ _ _ EB W0 EW) as B.
  assert (F : forall S, IZR V * (IZR U * Pr P S - w * (IZR U * Pr Q S)) <= IZR U * IZR b).
  { intros S. specialize (B S). apply (Rmult_le_compat_l (IZR U)) in B; lra. }
  assert (K : forall ms tot T, tot = total ms -> IZR V * (rho * moment rho ms) <= IZR T ->
    (U * b <=? V * (tot + c) - T)%Z = true -> forall S, IZR U * Pr P S - w * (IZR U * Pr Q S) <= there rho (IZR c) ms).
  { clear - F V0. intros ms tot T -> HT HC S. specialize (F S). apply Z.leb_le, IZR_le in HC.
    rewrite minus_IZR, !mult_IZR, plus_IZR in HC. unfold there. apply Rmult_le_reg_l with (IZR V); auto. lra. }
  destruct r as [|z' r].
  - destruct (_ <=? _)%Z eqn:C; [|discriminate]. injection H as <- <- <-.
    repeat split; [constructor|cbn [moment]; lra|].
    cbv beta. apply (K [] 0%Z 0%Z); [reflexivity|cbn [moment]; lra|]. rewrite Z.sub_0_r. exact C.
  - destruct (nth_error steps j) as [[[[gap el] eh] rh]|] eqn:EN; [|discriminate]. apply nth_error_In in EN.
    rewrite Forall_forall in TS. destruct (TS _ EN) as (G1 & L0 & [El Eh] & Rh). destruct gap as [|n]; [lia|].
    set (p := rho ^ S n) in *. assert (P0 : 0 < p) by (apply pow_lt; lra).
    assert (I0 : 0 < / p) by (apply Rinv_0_lt_compat; auto).
    destruct (masses_above steps _ _ (z' :: r)) as [[[ms' tot'] T']|] eqn:EM; [|discriminate].
    assert (EW' : IZR (wl * el / V) <= IZR V * (w / p) <= IZR (cdiv (wh * eh) V)).
    { apply IZR_le in L0. assert (VW : 0 <= IZR V * w) by (apply Rmult_le_pos; lra). split.
      - apply div_le; auto. rewrite mult_IZR.
        apply Rle_trans with (IZR V * w * IZR el); [apply Rmult_le_compat_r; lra|].
        replace (IZR V * (IZR V * (w / p))) with (IZR V * w * (IZR V * / p)) by (unfold Rdiv; ring).
        apply Rmult_le_compat_l; auto.
      - apply cdiv_ge; auto. rewrite mult_IZR.
        replace (IZR V * (IZR V * (w / p))) with (IZR V * w * (IZR V * / p)) by (unfold Rdiv; ring).
        apply Rmult_le_compat; lra. }
    destruct (IH _ _ _ _ _ _ (Rmult_lt_0_compat _ _ W0 I0) EW' EM) as (N & E & HT & KN).
    set (m := Z.max 0 _) in H. assert (M0 : (0 <= m)%Z) by (unfold m; lia). clearbody m.
    set (T1 := cdiv (rh * (V * m + T')) V) in H.
    destruct (_ <=? _)%Z eqn:C in H; [|discriminate]. cbn [pred] in H. rewrite zeros_repeat in H.
    apply some_inj in H. rewrite !pair_equal_spec in H. destruct H as [[<- <-] <-].
    assert (HT1 : IZR V * (rho * moment rho (repeat 0%Z n ++ m :: ms')) <= IZR T1).
    { rewrite moment_zeros. unfold T1. apply cdiv_ge; auto. rewrite mult_IZR, plus_IZR, mult_IZR. cbn [moment].
      replace (rho * (rho ^ n * (IZR m + rho * moment rho ms'))) with (p * (IZR m + rho * moment rho ms')) by (unfold p;
        cbn [pow]; ring).
      apply Rle_trans with (IZR V * p * (IZR V * IZR m + IZR V * (rho * moment rho ms'))); [right; ring|].
      assert (M : 0 <= moment rho ms').
      { clear - N R01. induction N as [|a l Ha N I]; cbn [moment]; [lra|]. apply IZR_le in Ha.
        assert (0 <= rho * moment rho l) by (apply Rmult_le_pos; lra). lra. }
      apply IZR_le in M0. assert (0 <= rho * moment rho ms') by (apply Rmult_le_pos; lra).
      assert (0 <= IZR V * IZR m) by (apply Rmult_le_pos; lra).
      assert (0 <= IZR V * (rho * moment rho ms')) by (apply Rmult_le_pos; lra).
      apply Rmult_le_compat; auto; [apply Rmult_le_pos; lra|lra|lra]. }
    split; [apply Forall_app; split; [clear; induction n; cbn [repeat]; constructor; auto; lia|constructor; auto]|].
    split; [rewrite total_zeros; cbn [total]; lia|]. split; [exact HT1|]. intros S.
    replace w with (w / p * rho ^ Datatypes.S n) by (fold p; field; lra). apply knots_between; auto.
    replace (w / p * rho ^ Datatypes.S n) with w by (fold p; field; lra).
    apply (K (repeat 0%Z n ++ m :: ms') (m + tot')%Z T1); auto. rewrite total_zeros. cbn [total]. lia.
Qed.
Lemma first_round_sound i at_knots x : first_round i at_knots = Some x -> Forall (fun a => (0 <= a)%Z) (on_levels x) /\
  beyond x = c /\ dominated rho (IZR U) (at_step k (offset x)) (on_levels x) (IZR (beyond x)) P Q.
Proof.
  unfold first_round. destruct (step_exp k (- i)) as [[wl wh]|] eqn:EW; [|discriminate].
  apply step_exp_sound in EW; auto.
  rewrite <- at_step_inv in EW. destruct (masses_above _ _ _ _) as [[[ms tot] T]|] eqn:E; [|discriminate]. intros X.
  injection X as <-. cbn [offset on_levels beyond].
  assert (W0 : 0 < / at_step k i) by (apply Rinv_0_lt_compat, at_step_pos).
  destruct (masses_above_sound _ _ (step_sizes_sound 13 1 (le_n 1)) _ _ _ _ _ _ W0 EW E) as (N & -> & _ & K).
  pose proof (U_pos k unit_pos) as U0. apply IZR_lt in U0 as U0'.
  assert (N1 : Forall (fun a => (0 <= a)%Z) (Z.max 0 (U - total ms - c) :: ms)%Z) by (constructor; auto; lia).
  split; [exact N1|]. split; [reflexivity|]. intros w Hw S.
  pose proof (Pr_range P S P_law) as PS. pose proof (Pr_range Q S Q_law) as QS.
  pose proof (knots_all rho (IZR c) (IZR U * Pr P S) (IZR U * Pr Q S) rho01 ltac:(apply Rmult_le_pos; lra) _ ms
    (at_step k i) N1 (at_step_pos k i)) as G. cbv beta in G. eapply Rle_trans; [|apply (G); auto]; [right; ring|].
  cbn [total].
  assert (IZR U <= IZR (Z.max 0 (U - total ms - c) + total ms) + IZR c) by (rewrite <- plus_IZR; apply IZR_le; lia).
  assert (IZR U * Pr P S <= IZR U * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Masses.
(* the bound of t rounds at exp eps, times U V *)
Definition value_at (k : levels) (y : masses) (eps : number) : option Z :=
  match enc (precise k) (squarings k) eps, step_exp k 1, step_exp k (offset y) with
  | Some (wl, _, wd), Some (rl, _), Some (lo, _) =>
      if ((0 <=? wl) && (0 <=? rl) && (0 <=? lo))%Z then
        Some (against_onto (precise k) rl (wl * lo / wd) (on_levels y) 0 + beyond y * precise k)%Z
      else None
  | _, _, _ => None
  end.
Lemma value_at_sound k y eps x : (0 < precise k)%Z -> Forall (fun a => (0 <= a)%Z) (on_levels y)
  -> value_at k y eps = Some x ->
  IZR (precise k) * (weigh (at_step k 1) (on_levels y) stick (exp (val eps) * at_step k (offset y)) + IZR (beyond y))
    <= IZR x.
Proof.
  intros V0 Ny. unfold value_at. destruct (enc _ _ _) as [[[wl wh] wd]|] eqn:E1; [|discriminate].
  destruct (step_exp k 1) as [[rl rh]|] eqn:ER; [|discriminate].
  destruct (step_exp k (offset y)) as [[lo hi]|] eqn:ES; [|discriminate]. destruct (_ && _) eqn:C; [|discriminate].
  intros X. apply some_inj in X. subst x. rewrite against_onto_ladder, Z.add_0_l.
  rewrite !andb_true_iff, !Z.leb_le in C. destruct C as [[C1 C2] C3]. apply enc_sound in E1. destruct E1 as [Hwd E1].
  apply step_exp_sound in ES, ER; auto. apply IZR_lt in Hwd as Hwd', V0 as HV.
  apply IZR_le in C1 as C1', C2 as C2', C3 as C3'.
  set (o := exp (val eps) * at_step k (offset y)) in *.
  assert (O0 : 0 <= o) by (unfold o; apply Rmult_le_pos; left; [apply exp_pos|apply at_step_pos]).
  set (ts := ladder _ _ _ _ _).
  assert (Geo : geometric (precise k) false (at_step k 1) o ts).
  { unfold ts. apply ladder_geometric; auto; [left; apply at_step_pos|cbn; lra|]. unfold o. apply div_le; auto.
    rewrite mult_IZR.
    replace (IZR wd * (IZR (precise k) * (exp (val eps) * at_step k (offset y)))) with ((IZR wd * exp (val eps))
      * (IZR (precise k) * at_step k (offset y))) by ring.
    apply Rmult_le_compat; auto; [|lra]. apply Rmult_le_reg_r with (/ IZR wd); [apply Rinv_0_lt_compat; auto|].
    replace (IZR wd * exp (val eps) * / IZR wd) with (exp (val eps)) by (field; lra). unfold Rdiv in E1. lra. }
  assert (LL : forall a r c t, length (ladder k a r c t) = c) by (intros a r c; induction c; intros;
    cbn [ladder length]; auto).
  pose proof (against_bound true k 0 (at_step k 1) ts (on_levels y) o V0 ltac:(lra) Ny ltac:(unfold ts; rewrite LL;
    lia) Geo) as AB. cbv beta iota in AB. rewrite plus_IZR, mult_IZR. lra.
Qed.


(* ---- the check ---- *)
Record knot_witness := { wk : levels; last : Z; first_level : Z; at_knots : list (nat * Z); plan : list nat }.
(* masses of t rounds; a round is bounded by `bound` at every w that is enclosed *)
Definition rounds_masses (w : knot_witness) (bound : Z -> Z -> Z -> option Z) (t : Z) : option (levels * masses) :=
  match t with
  | Z.pos t =>
      let k := wk w in
      if ((0 <? precise k) && (0 <=? unit_bits k) && (0 <=? grid k) && (0 <=? last w))%Z then
        match first_round k (last w) bound (first_level w) (at_knots w) with
        | Some x => powered t (plan w) k (nothing k) x
        | None => None
        end
      else None
  | _ => None
  end.
(* U V times a bound on the advantage over t rounds at exp eps *)
Definition rounds_value (w : knot_witness) (bound : Z -> Z -> Z -> option Z) (t : Z) (eps : number) : option Z :=
  match rounds_masses w bound t with Some (k', y) => value_at k' y eps | None => None end.
(* the bound that this is *)
Definition rounds_bound (w : knot_witness) (bound : Z -> Z -> Z -> option Z) (t : Z) (eps : number) : R :=
  match rounds_value w bound t eps with Some x => IZR x / (IZR (unit_of (wk w)) * IZR (precise (wk w))) | None => 0 end.
Definition value_at_most (k : levels) (strict : bool) (value : option Z) (vn vd : Z) : bool :=
  match value with
  | Some x => (0 <? vd) && (let a := x * vd in let b := vn * unit_of k * precise k in if strict then a <? b
    else a <=? b)
  | None => false
  end%Z.
Definition rounds_at_most (w : knot_witness) (bound : Z -> Z -> Z -> option Z) (strict : bool) (t : Z) (eps : number)
  (vn vd : Z) : bool := value_at_most (wk w) strict (rounds_value w bound t eps) vn vd.
Lemma value_at_most_sound k x strict vn vd : (0 < precise k)%Z -> (0 <= unit_bits k)%Z ->
  value_at_most k strict (Some x) vn vd = true -> let c := IZR x / (IZR (unit_of k) * IZR (precise k)) in
  if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd.
Proof.
  intros V0 U0 H. cbn [value_at_most] in H. apply andb_true_iff in H. rewrite Z.ltb_lt in H. destruct H as [D0 H].
  pose proof (U_pos k U0) as UP. apply IZR_lt in UP, V0, D0. set (u := IZR (unit_of k)) in *.
  set (V := IZR (precise k)) in *. assert (UV : 0 < u * V) by (apply Rmult_lt_0_compat; auto). cbv zeta.
  destruct strict; [apply Z.ltb_lt, IZR_lt in H|apply Z.leb_le, IZR_le in H]; rewrite !mult_IZR in H; fold u V in H;
    [apply Rmult_lt_reg_r with (u * V * IZR vd)|apply Rmult_le_reg_r with (u * V * IZR vd)];
      try (apply Rmult_lt_0_compat; auto);
    replace (IZR x / (u * V) * (u * V * IZR vd)) with (IZR x * IZR vd) by (field; lra);
    replace (IZR vn / IZR vd * (u * V * IZR vd)) with (IZR vn * u * V) by (field; lra); exact H.
Qed.
(* What a value of masses bounds. *)
Lemma value_bounds {A} k y eps x (P Q : dist A) : (0 < precise k)%Z -> (0 <= unit_bits k)%Z -> above k y P Q ->
  value_at k y eps = Some x -> forall S,
  Pr P S <= exp (val eps) * Pr Q S + IZR x / (IZR (unit_of k) * IZR (precise k)).
Proof.
  intros V0 U0 (Ny & _ & HD) EV S. pose proof (value_at_sound k y eps x V0 Ny EV) as VS.
  pose proof (U_pos k U0) as UP. apply IZR_lt in UP, V0. set (u := IZR (unit_of k)) in *.
  set (V := IZR (precise k)) in *. assert (UV : 0 < u * V) by (apply Rmult_lt_0_compat; auto).
  specialize (HD (exp (val eps)) (Rlt_le _ _ (exp_pos _)) S). apply (Rmult_le_compat_l V) in HD; [|lra].
  set (a := Pr P S) in *. set (b := Pr Q S) in *.
  enough (a - exp (val eps) * b <= IZR x / (u * V)) by lra. apply Rmult_le_reg_r with (u * V); auto.
  replace (IZR x / (u * V) * (u * V)) with (IZR x) by (field; lra). lra.
Qed.
Section Sound.
Variables (Y : Type) (eq_dec : forall x y : Y, {x = y} + {x <> y}) (M N : list Y -> dist Y).
Hypothesis M_law : forall h, probability (M h).
Hypothesis N_law : forall h, probability (N h).
Theorem rounds_masses_sound w bound t k' y : rounds_masses w bound t = Some (k', y) ->
  ((0 < precise (wk w))%Z -> forall h wl wh z b o, bound wl wh z = Some b -> 0 < o -> IZR wl <= IZR (precise (wk w)) * o
    <= IZR wh ->
    forall S, IZR (precise (wk w)) * (Pr (M h) S - o * Pr (N h) S) <= IZR b) ->
  (1 <= t)%Z /\ (0 < precise k')%Z /\ (0 <= unit_bits k')%Z /\ (0 <= grid k')%Z /\ precise k' = precise (wk w) /\
  unit_bits k' = unit_bits (wk w) /\ held Y M N k' (Z.to_nat t) y.
Proof.
  unfold rounds_masses. destruct t as [|t|]; try discriminate. set (k := wk w). cbv zeta.
  destruct (_ && _) eqn:C; [|discriminate]. repeat rewrite andb_true_iff in C. rewrite !Z.leb_le, !Z.ltb_lt in C.
  destruct C as [[[V0 U0] G0] L0]. destruct (first_round _ _ _ _ _) as [x|] eqn:EF; [|discriminate].
  intros EY BS. specialize (BS V0). split; [lia|].
  assert (H1 : held Y M N k 1 x).
  { apply one_round_held. intros h. destruct (first_round_sound k (last w) bound V0 U0 G0 Y (M h) (N h) (M_law h)
      (N_law h) (fun wl wh z b o Eb Ho Hw => BS h wl wh z b o Eb Ho Hw) _ _ _ EF) as (Nx & Bx & D).
    split; [exact Nx|]. split; [lia|exact D]. }
  destruct (powered_held Y eq_dec M N M_law N_law t _ _ _ _ _ _ 0 1 U0 G0 EY (nothing_held Y M N k U0) H1)
    as (G' & P' & U' & HD).
  replace (1 * Pos.to_nat t + 0)%nat with (Z.to_nat (Z.pos t)) in HD by lia. fold k. rewrite P', U'. auto 10.
Qed.
(* What the check accepts bounds every event of t adaptive rounds. *)
Theorem rounds_at_most_sound w bound strict t eps vn vd : rounds_at_most w bound strict t eps vn vd = true ->
  ((0 < precise (wk w))%Z -> forall h wl wh z b o, bound wl wh z = Some b -> 0 < o -> IZR wl <= IZR (precise (wk w)) * o
    <= IZR wh ->
    forall S, IZR (precise (wk w)) * (Pr (M h) S - o * Pr (N h) S) <= IZR b) ->
  (1 <= t)%Z /\ let c := rounds_bound w bound t eps in (if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd) /\
  forall S, Pr (adaptive M (Z.to_nat t) []) S <= exp (val eps) * Pr (adaptive N (Z.to_nat t) []) S + c.
Proof.
  unfold rounds_at_most, rounds_bound, rounds_value. destruct (rounds_masses w bound t) as [[k' y]|] eqn:EM;
    [|discriminate]. intros H BS.
  destruct (rounds_masses_sound _ _ _ _ _ EM BS) as (T & V0 & U0 & _ & EV & EU & HD). split; [exact T|].
  destruct (value_at k' y eps) as [x|] eqn:Ex; [|discriminate].
  assert (E : unit_of (wk w) = unit_of k') by (unfold unit_of; rewrite EU; reflexivity). rewrite E, <- EV.
  split; [|exact (value_bounds k' y eps x _ _ V0 U0 (HD []) Ex)]. apply (value_at_most_sound k' x strict vn vd V0 U0).
  unfold value_at_most in *. rewrite E, <- EV in H. exact H.
Qed.
End Sound.
End WithEngine.
