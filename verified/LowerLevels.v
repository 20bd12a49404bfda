(* Lower ends: masses on levels lie below the hockey stick of one round if lines of events lie above them at the knots;
   products rounded down carry them to t rounds. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws OneMoreCoin ClonesPair Reduction ReductionSanity Steps Exponential.
From Hallmark Require Import ClonesChecked Product Convolution PairLevels RoundsChecked Adaptive Knots NormalEnclosed.
From Hallmark Require Import Grid KnotRounds.
Import ListNotations.
Open Scope R_scope.

Section WithEngine.
Context {en : engine} {ok : faithful en}.
Section Integers.
Local Open Scope Z_scope.
(* products rounded down; what is negligible is left out *)
Definition times_down (k : levels) (x y : masses) : option masses :=
  match convolve_by (fun a => Z.shiftr a (unit_bits k)) (on_levels x) (on_levels y) with
  | Some c => Some (trimmed (negligible k) {| offset := offset x + offset y; on_levels := c; beyond := 0 |})
  | None => None
  end.
Fixpoint power_down (k : levels) (t : positive) (x : masses) : option masses :=
  match t with
  | xH => Some x
  | xO s => match power_down k s x with Some y => times_down k y y | None => None end
  | xI s => match power_down k s x with
      | Some y => match times_down k y y with Some z => times_down k z x | None => None end
      | None => None
      end
  end.
Fixpoint against_under (V r t : Z) (l : list Z) (acc : Z) : Z :=
  match l with [] => acc | m :: l => against_under V r (cdiv (t * r) V) l (acc + m * Z.max 0 (V - t)) end.
(* U V times a lower bound at exp eps *)
Definition value_below (k : levels) (y : masses) (eps : number) : option Z :=
  match enc (precise k) (squarings k) eps, step_exp k 1, step_exp k (offset y) with
  | Some (_, wh, wd), Some (_, rh), Some (_, hi) =>
      if 0 <=? wh then Some (against_under (precise k) rh (cdiv (wh * hi) wd) (on_levels y) 0) else None
  | _, _, _ => None
  end.
Variables (k : levels) (line : Z -> option (Z * Z)).
Notation V := (precise k).
Notation U := (unit_of k).
(* steps of 1, 2, 4, ... levels: how many, e to that step from above, its inverse from below *)
Fixpoint steps_down (n gap : nat) : list (nat * Z * Z) :=
  match n with
  | O => []
  | S n =>
      match step_exp k (- Z.of_nat gap), step_exp k (Z.of_nat gap) with
      | Some (_, eh), Some (rl, _) => if 0 <=? rl then (gap, eh, rl) :: steps_down n (gap + gap)%nat else []
      | _, _ => []
      end
  end.
Variable steps : list (nat * Z * Z).
(* A knot is the step to the next one, a hint for an event, and the mass at the next one. At both ends of the step the
   masses must lie below the line of the event. What is returned: the masses above the knot, their sum, what they lose
   there. *)
Fixpoint masses_under (wh : Z) (at_knots : list (nat * Z * Z)) : option (list Z * Z * Z) :=
  match at_knots with
  | [] => Some ([], 0, 0)
  | (j, z, m) :: r =>
      match line z, nth_error steps j with
      | Some (p, q), Some (gap, eh, rl) =>
          let wh' := cdiv (wh * eh) V in
          match masses_under wh' r with
          | Some (ms, tot, T) =>
              let T' := rl * (V * m + T) / V in
              if (0 <=? m) && (V * (V * tot - T) <=? U * (p * V - wh' * q)) &&
                 (V * (V * (m + tot) - T') <=? U * (p * V - wh * q))
              then Some (zeros (pred gap) (m :: ms), m + tot, T') else None
          | None => None
          end
      | _, _ => None
      end
  end.
End Integers.
Definition hint_of_knot (x : nat * Z * Z) : Z := snd (fst x).
Definition first_under (k : levels) (line : Z -> option (Z * Z)) (i m : Z) (at_knots : list (nat * Z * Z))
  : option masses :=
  match step_exp k (- i) with
  | Some (_, wh) =>
      match masses_under k line (steps_down k 13 1) wh at_knots with
      | Some (ms, tot, T) =>
          if ((0 <=? m) && (m + tot <=? unit_of k) &&
              (precise k * tot - T <=? unit_of k * (precise k - wh)))%Z
          then Some {| offset := i; on_levels := m :: ms; beyond := 0 |} else None
      | None => None
      end
  | None => None
  end.

Notation nn := (Forall (fun a => (0 <= a)%Z)).
Section Pair.
Variables (A : Type) (eq_dec : forall x y : A, {x = y} + {x <> y}) (P Q : dist A).
Hypothesis P_law : probability P.
Hypothesis Q_law : probability Q.
(* masses that lie below the hockey stick of t rounds *)
Definition held_under (k : levels) (t : nat) (x : masses) : Prop := nn (on_levels x) /\
  bounded A eq_dec P Q (at_step k 1) (-1) (IZR (unit_of k)) t (at_step k (offset x)) (on_levels x) 0.
Lemma trimmed_under k t x : held_under k t x -> held_under k t (trimmed (negligible k) x).
Proof.
  intros (Nx & B). unfold trimmed. pose proof (drop_sound (negligible k) (on_levels x) 0 0 Nx) as D.
  destruct (drop _ 0 0 (on_levels x)) as [[n lost] l]. destruct D as (z & E & -> & -> & Nz & Nl).
  rewrite rev_append_rev, app_nil_r.
  pose proof (drop_sound (negligible k) (rev l) 0 0 (Forall_rev Nl)) as D.
  destruct (drop _ 0 0 (rev l)) as [[n' lost'] r].
  destruct D as (y & E' & _ & -> & Ny & Nr). rewrite rev_append_rev, app_nil_r. apply (f_equal (@rev Z)) in E'.
  rewrite rev_involutive, rev_app_distr in E'.
  split; cbn [offset on_levels beyond]; [apply Forall_rev; auto|]. intros w Hw.
  specialize (B w Hw). pose proof (at_step_pos k 1) as R0. pose proof (at_step_pos k (offset x)) as O0.
  rewrite E, E', weigh_app, weigh_app in B.
  rewrite Z.add_0_l, at_step_add, at_step_power. set (v := w * at_step k (offset x)) in *.
  assert (V0 : 0 <= v) by (apply Rmult_le_pos; lra). pose proof (weigh_most _ z v (Rlt_le _ _ R0) Nz V0) as W1.
  assert (V1 : 0 <= v * at_step k 1 ^ length z) by (apply Rmult_le_pos; auto; apply pow_le; lra).
  assert (V2 : 0 <= v * at_step k 1 ^ length z * at_step k 1 ^ length (rev r)) by (apply Rmult_le_pos; auto;
    apply pow_le; lra).
  pose proof (weigh_most _ (rev y) _ (Rlt_le _ _ R0) (Forall_rev Ny) V2) as W2.
  replace (w * (at_step k (offset x) * at_step k 1 ^ length z)) with (v * at_step k 1 ^ length z) by (unfold v; ring).
  lra.
Qed.
(* A product rounded down holds for both numbers of rounds together. *)
Lemma times_under k t t' x y z : (0 <= unit_bits k)%Z -> held_under k t x -> held_under k t' y ->
  times_down k x y = Some z -> held_under k (t + t') z.
Proof.
  intros U0 (Nx & Bx) (Ny & By) H. unfold times_down in H. destruct (convolve_by _ _ _) as [c|] eqn:C; [|discriminate].
  injection H as <-. apply trimmed_under. pose proof (at_step_pos k 1) as R0.
  destruct (convolve_by_sound (at_step k 1) _ _ _ _ Nx Ny C) as (l & -> & Nl & W).
  pose proof (U_pos k U0) as UP. apply IZR_lt in UP as UP'.
  split; cbn [offset on_levels beyond].
  - apply Forall_map. eapply Forall_impl; [|exact Nl]. cbn. intros a Ha. apply Z.shiftr_nonneg. auto.
  - intros w Hw.
    pose proof (bounded_product A eq_dec P Q P_law (proj1 Q_law) (at_step k 1) (-1) _ _ _ _ _ _ _ _ _ _
      (Rlt_le _ _ UP') (Rlt_le _ _ (at_step_pos k (offset x))) (Rlt_le _ _ (at_step_pos k (offset y))) R0 Nx By Bx
      w Hw) as B.
    rewrite at_step_add. set (v := w * (at_step k (offset x) * at_step k (offset y))) in *.
    assert (V0 : 0 <= v) by (unfold v; repeat apply Rmult_le_pos; auto; left; apply at_step_pos).
    rewrite W in B. rewrite (Nat.add_comm t t').
    set (h := rounds_stick _ _ _ _ _ _) in *. apply Rmult_le_reg_l with (IZR (unit_of k)); auto.
    assert (L : IZR (unit_of k) * weigh (at_step k 1) (map (fun a => Z.shiftr a (unit_bits k)) l) stick v
      <= weigh (at_step k 1) l stick v).
    { clearbody v. clear - V0 R0 U0 UP UP'. revert v V0. induction l as [|a l IH]; intros v V0; cbn [map weigh]; [lra|].
      specialize (IH (v * at_step k 1) ltac:(apply Rmult_le_pos; lra)). pose proof (stick_most v V0) as [S0 _].
      assert (L : IZR (unit_of k) * IZR (Z.shiftr a (unit_bits k)) <= IZR a).
      { rewrite <- mult_IZR. apply IZR_le. rewrite Z.shiftr_div_pow2 by auto. apply Z.mul_div_le. exact UP. }
      apply (Rmult_le_compat_r (stick v)) in L; auto. lra. }
    lra.
Qed.
Lemma power_under k x : (0 <= unit_bits k)%Z -> held_under k 1 x -> forall t y, power_down k t x = Some y ->
  held_under k (Pos.to_nat t) y.
Proof.
  intros U0 H1. induction t as [t IH|t IH|]; intros y H; cbn [power_down] in H.
  - destruct (power_down k t x) as [a|]; [|discriminate]. destruct (times_down k a a) as [b|] eqn:E; [|discriminate].
    specialize (IH a eq_refl). pose proof (times_under _ _ _ _ _ _ U0 IH IH E) as H2.
    pose proof (times_under _ _ _ _ _ _ U0 H2 H1 H) as H3.
    replace (Pos.to_nat (xI t)) with (Pos.to_nat t + Pos.to_nat t + 1)%nat by lia. exact H3.
  - destruct (power_down k t x) as [a|]; [|discriminate]. specialize (IH a eq_refl).
    replace (Pos.to_nat (xO t)) with (Pos.to_nat t + Pos.to_nat t)%nat by lia.
    exact (times_under _ _ _ _ _ _ U0 IH IH H).
  - injection H as <-. exact H1.
Qed.
Lemma against_under_ladder k r l : forall t acc, against_under (precise k) r t l acc =
  (acc + against k (ladder k true r (length l) t) l)%Z.
Proof.
  induction l as [|m l IH]; intros t acc; cbn [against_under against length ladder]; [lia|]. rewrite IH. lia.
Qed.
Lemma value_below_sound k y eps x : (0 < precise k)%Z -> nn (on_levels y) -> value_below k y eps = Some x ->
  IZR x <= IZR (precise k) * weigh (at_step k 1) (on_levels y) stick (exp (val eps) * at_step k (offset y)).
Proof.
  intros V0 Ny. unfold value_below. destruct (enc _ _ _) as [[[wl wh] wd]|] eqn:E1; [|discriminate].
  destruct (step_exp k 1) as [[rl rh]|] eqn:ER; [|discriminate].
  destruct (step_exp k (offset y)) as [[lo hi]|] eqn:ES; [|discriminate].
  destruct (Z.leb_spec 0 wh) as [W0|]; [|discriminate].
  intros X. apply some_inj in X. subst x. rewrite against_under_ladder, Z.add_0_l.
  apply enc_sound in E1. destruct E1 as [Hwd E1]. apply step_exp_sound in ES, ER; auto.
  apply IZR_lt in Hwd as Hwd', V0 as HV. apply IZR_le in W0.
  set (o := exp (val eps) * at_step k (offset y)) in *.
  pose proof (exp_pos (val eps)) as X0. pose proof (at_step_pos k (offset y)) as X1.
  assert (O0 : 0 <= o) by (unfold o; apply Rmult_le_pos; lra). set (ts := ladder _ _ _ _ _).
  assert (Geo : geometric (precise k) true (at_step k 1) o ts).
  { unfold ts. apply ladder_geometric; auto; [|left; apply at_step_pos|cbn; lra|].
    - apply le_IZR. assert (0 < IZR (precise k) * at_step k 1) by (apply Rmult_lt_0_compat; auto; apply at_step_pos).
      lra.
    - unfold o. apply cdiv_ge; auto. rewrite mult_IZR.
      replace (IZR wd * (IZR (precise k) * (exp (val eps) * at_step k (offset y)))) with ((IZR wd * exp (val eps))
        * (IZR (precise k) * at_step k (offset y))) by ring.
      apply Rmult_le_compat; [apply Rmult_le_pos; lra|apply Rmult_le_pos; lra| |lra].
      apply Rmult_le_reg_r with (/ IZR wd); [apply Rinv_0_lt_compat; auto|].
      replace (IZR wd * exp (val eps) * / IZR wd) with (exp (val eps)) by (field; lra). unfold Rdiv in E1. lra. }
  assert (LL : forall a r c t, length (ladder k a r c t) = c) by (intros a r c; induction c; intros;
    cbn [ladder length]; auto).
  pose proof (against_bound false k 0 (at_step k 1) ts (on_levels y) o V0 ltac:(lra) Ny ltac:(unfold ts; rewrite LL;
    lia) Geo) as AB. exact AB.
Qed.

(* ---- one round ---- *)
Section Masses.
Variables (k : levels) (line : Z -> option (Z * Z)).
Notation V := (precise k).
Notation U := (unit_of k).
Notation rho := (at_step k 1).
Hypothesis V_pos : (0 < V)%Z.
Hypothesis unit_pos : (0 <= unit_bits k)%Z.
Hypothesis grid_pos : (0 <= grid k)%Z.
Variable H : R -> R.
Hypothesis H_nonneg : forall w, 0 <= w -> 0 <= H w.
(* what a hint gives is the line of an event: its probability under P from below, under Q from above *)
Variable hints : list Z.
Hypothesis line_sound : forall z p q, In z hints -> line z = Some (p, q) -> exists a b, 0 <= b /\
  IZR p <= IZR V * a /\ IZR V * b <= IZR q /\ forall w, 0 <= w -> IZR U * (a - w * b) <= H w.
Definition true_step_down (s : nat * Z * Z) : Prop := let '(gap, eh, rl) := s in (1 <= gap)%nat /\ (0 <= rl)%Z /\
  IZR V * / rho ^ gap <= IZR eh /\ IZR rl <= IZR V * rho ^ gap.
Lemma steps_down_sound n : forall gap, (1 <= gap)%nat -> Forall true_step_down (steps_down k n gap).
Proof.
  induction n as [|n IH]; intros gap Hg; cbn [steps_down]; [constructor|].
  destruct (step_exp k (- Z.of_nat gap)) as [[el eh]|] eqn:E1; [|constructor].
  destruct (step_exp k (Z.of_nat gap)) as [[rl rh]|] eqn:E2; [|constructor].
  destruct (Z.leb_spec 0 rl); [|constructor]. constructor; [|apply IH; lia]. apply step_exp_sound in E1, E2; auto.
  rewrite <- at_step_inv, at_step_power in E1. rewrite at_step_power in E2. repeat split; auto; apply E1 || apply E2.
Qed.
(* two lines between two places *)
Lemma line_under s mo a b x v : x <= v <= 1 -> s - x * mo <= a - x * b -> s - 1 * mo <= a - 1 * b ->
  s - v * mo <= a - v * b.
Proof.
  intros Hv L R. destruct (Rle_dec 0 (mo - b)) as [D|D].
  - assert (x * (mo - b) <= v * (mo - b)) by (apply Rmult_le_compat_r; lra). lra.
  - assert (1 * (b - mo) >= v * (b - mo)) by (apply Rmult_ge_compat_r; lra). lra.
Qed.
Lemma weigh_zeros n m v : weigh rho (repeat 0%Z n ++ m) stick v = weigh rho m stick (v * rho ^ n).
Proof.
  revert v. induction n as [|n IH]; intros v; cbn [repeat app weigh pow]; [f_equal; ring|]. rewrite IH, Rmult_0_l,
    Rplus_0_l. f_equal. ring.
Qed.
Lemma stick_beyond v : 1 <= v -> stick v = 0.
Proof. intros L. unfold stick. apply Rmax_left. lra. Qed.
Lemma masses_under_sound steps at_knots : Forall true_step_down steps -> incl (map hint_of_knot at_knots) hints ->
  forall w0 wh ms tot T, 0 < w0 -> IZR V * w0 <= IZR wh -> masses_under k line steps wh at_knots = Some (ms, tot, T) ->
  nn ms /\ tot = total ms /\ (0 <= T)%Z /\ IZR T <= IZR V * (rho * moment rho ms) /\
  forall w, w0 <= w -> weigh rho ms stick (w * (rho / w0)) <= H w.
Proof.
  intros TS. pose proof (IZR_lt _ _ V_pos) as V0. pose proof (rho01 k grid_pos) as R01.
  pose proof (U_pos k unit_pos) as U0. apply IZR_lt in U0 as U0'.
  induction at_knots as [|[[j z] m] r IH]; intros IN w0 wh ms tot T W0 EW E; cbn [masses_under] in E.
  - injection E as <- <- <-. cbn [moment weigh total]. repeat split; [constructor|lia|lra|].
    intros w Hw. apply H_nonneg. lra.
  - destruct (line z) as [[p q]|] eqn:EL; [|discriminate]. destruct (nth_error steps j) as [[[gap eh] rl]|] eqn:EN;
      [|discriminate].
    apply nth_error_In in EN. rewrite Forall_forall in TS. destruct (TS _ EN) as (G1 & L0 & Eh & Rl).
    destruct (masses_under k line steps (cdiv (wh * eh) V) r) as [[[ms' tot'] T1]|] eqn:EM; [|discriminate].
    set (T' := (rl * (V * m + T1) / V)%Z) in E. destruct (_ && _) eqn:C; [|discriminate].
    destruct gap as [|n]; [lia|]. cbn [pred] in E. rewrite zeros_repeat in E. apply some_inj in E.
    rewrite !pair_equal_spec in E. destruct E as [[<- <-] <-].
    rewrite !andb_true_iff, !Z.leb_le in C. destruct C as [[M0 C1] C0].
    set (x := rho ^ S n) in *. assert (X0 : 0 < x) by (apply pow_lt; lra).
    assert (X1 : x <= 1) by (rewrite <- (pow1 (S n)); apply pow_incr; lra).
    assert (I0 : 0 < / x) by (apply Rinv_0_lt_compat; auto).
    set (w1 := w0 / x). assert (W1 : 0 < w1) by (apply Rmult_lt_0_compat; auto).
    set (wh' := cdiv (wh * eh) V) in *.
    assert (EW' : IZR V * w1 <= IZR wh').
    { apply cdiv_ge; auto. rewrite mult_IZR.
      replace (IZR V * (IZR V * w1)) with (IZR V * w0 * (IZR V * / x)) by (unfold w1, Rdiv; ring).
      apply Rmult_le_compat; auto; apply Rmult_le_pos; lra. }
    destruct (IH ltac:(intros y Hy; apply IN; right; exact Hy) w1 wh' ms' tot' T1 W1 EW' EM) as (N & -> & T0 & HT & K).
    assert (N' : nn (m :: ms')) by (constructor; auto).
    assert (MN : 0 <= moment rho ms').
    { clear - N R01. induction N as [|a l Ha N I]; cbn [moment]; [lra|]. apply IZR_le in Ha.
      assert (0 <= rho * moment rho l) by (apply Rmult_le_pos; lra). lra. }
    apply IZR_le in M0 as M0', T0 as T0', L0 as L0'.
    set (mo := IZR m + rho * moment rho ms').
    assert (HT' : IZR T' <= IZR V * (x * mo)).
    { apply div_le; auto. rewrite mult_IZR, plus_IZR, mult_IZR.
      replace (IZR V * (IZR V * (x * mo))) with (IZR V * x * (IZR V * IZR m + IZR V * (rho * moment rho ms')))
        by (unfold mo; ring).
      assert (0 <= IZR V * IZR m) by (apply Rmult_le_pos; lra).
      apply Rmult_le_compat; lra. }
    split; [apply Forall_app; split; [clear; induction n; cbn [repeat]; constructor; auto; lia|exact N']|].
    split; [rewrite total_zeros; cbn [total]; lia|].
    split; [apply Z.div_pos; nia|].
    split; [rewrite moment_zeros; cbn [moment]; fold mo;
      replace (rho * (rho ^ n * mo)) with (x * mo) by (unfold x; cbn [pow]; ring); exact HT'|].
    intros w Hw. rewrite weigh_zeros. replace (w * (rho / w0) * rho ^ n) with (w / w1)
      by (unfold w1, x; cbn [pow]; field; repeat split; try lra; apply pow_nonzero; lra).
    destruct (Rle_dec w1 w) as [L|L].
    + assert (1 <= w / w1). { apply Rmult_le_reg_r with w1; auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      cbn [weigh]. rewrite stick_beyond, Rmult_0_r, Rplus_0_l by auto.
      replace (w / w1 * rho) with (w * (rho / w1)) by (unfold Rdiv; ring). apply K. exact L.
    + destruct (line_sound z p q (IN z (or_introl eq_refl)) EL) as (a & b & B0 & Pa & Qb & HL).
      assert (Hv : x <= w / w1 <= 1).
      { split; apply Rmult_le_reg_r with w1; auto; unfold Rdiv; rewrite Rmult_assoc, Rinv_l by lra; [|lra].
        replace (x * w1) with w0 by (unfold w1; field; lra). lra. }
      rewrite (weigh_line rho R01 (m :: ms') (w / w1)) by lra.
      eapply Rle_trans; [|apply (HL w); lra].
      replace (IZR U * (a - w * b)) with (IZR U * a - w / w1 * (IZR U * (w1 * b))) by (field; lra).
      cbn [total moment]. fold mo. rewrite plus_IZR.
      (* from the check: the line is above at both ends *)
      assert (G : forall s L o oh, IZR V * o <= IZR oh -> 0 <= o ->
        (V * (V * s - L) <= U * (p * V - oh * q))%Z -> IZR V * IZR s - IZR L <= IZR V * (IZR U * (a - o * b))).
      { intros s L1 o oh Ho O0 HC. apply IZR_le in HC. rewrite !mult_IZR, !minus_IZR, !mult_IZR in HC.
        apply Rmult_le_reg_l with (IZR V); auto. eapply Rle_trans; [exact HC|].
        assert (IZR p * IZR V <= IZR V * a * IZR V) by (apply Rmult_le_compat_r; lra).
        assert (IZR V * o * (IZR V * b) <= IZR oh * IZR q)
          by (apply Rmult_le_compat; [apply Rmult_le_pos; lra|apply Rmult_le_pos; lra|exact Ho|exact Qb]).
        replace (IZR V * (IZR V * (IZR U * (a - o * b)))) with (IZR U * (IZR V * a * IZR V - IZR V * o * (IZR V * b)))
          by ring. apply Rmult_le_compat_l; lra. }
      apply (G _ _ w1 _ EW' (Rlt_le _ _ W1)) in C1. apply (G _ _ w0 _ EW (Rlt_le _ _ W0)) in C0.
      rewrite plus_IZR in C0.
      apply line_under with x; [exact Hv| |]; apply Rmult_le_reg_l with (IZR V); auto.
      * replace (IZR U * a - x * (IZR U * (w1 * b))) with (IZR U * (a - w0 * b)) by (unfold w1; field; lra). lra.
      * replace (IZR U * a - 1 * (IZR U * (w1 * b))) with (IZR U * (a - w1 * b)) by ring. unfold mo. lra.
Qed.
Hypothesis H_whole : forall w, 0 <= w -> IZR U * (1 - w) <= H w.
Lemma first_under_sound i m at_knots x : incl (map hint_of_knot at_knots) hints ->
  first_under k line i m at_knots = Some x -> nn (on_levels x) /\
  forall w, 0 <= w -> weigh rho (on_levels x) stick (w * at_step k (offset x)) <= H w.
Proof.
  intros IN. unfold first_under. destruct (step_exp k (- i)) as [[wl wh]|] eqn:EW; [|discriminate].
  apply step_exp_sound in EW; auto. rewrite <- at_step_inv in EW.
  destruct (masses_under _ _ _ _ _) as [[[ms tot] T]|] eqn:E; [|discriminate].
  destruct (_ && _) eqn:C; [|discriminate]. intros X. injection X as <-. cbn [offset on_levels].
  rewrite !andb_true_iff, !Z.leb_le in C. destruct C as [[M0 C1] C2].
  pose proof (at_step_pos k i) as O0. set (o := at_step k i) in *.
  assert (W0 : 0 < / o) by (apply Rinv_0_lt_compat; auto).
  destruct (masses_under_sound _ _ (steps_down_sound 13 1 (le_n 1)) IN _ _ _ _ _ W0 (proj2 EW) E) as (N & ->
  & T0 & HT & K).
  assert (N' : nn (m :: ms)) by (constructor; auto). split; [exact N'|]. intros w Hw.
  pose proof (IZR_lt _ _ V_pos) as V0. pose proof (rho01 k grid_pos) as R01.
  destruct (Rle_dec (/ o) w) as [L|L].
  - assert (1 <= w * o). { apply Rmult_le_reg_r with (/ o); auto. rewrite Rmult_assoc, Rinv_r; lra. }
    cbn [weigh]. rewrite stick_beyond, Rmult_0_r, Rplus_0_l by auto.
    replace (w * o * rho) with (w * (rho / / o)) by (field; lra). apply K. exact L.
  - assert (Hv : 0 <= w * o <= 1).
    { split; [apply Rmult_le_pos; lra|]. apply Rmult_le_reg_r with (/ o); auto. rewrite Rmult_assoc, Rinv_r; lra. }
    rewrite (weigh_line rho R01 (m :: ms) (w * o)) by auto. eapply Rle_trans; [|apply (H_whole w); auto].
    replace (IZR U * (1 - w)) with (IZR U - w * o * (IZR U * / o)) by (field; lra).
    cbn [total moment]. rewrite plus_IZR. apply IZR_le in C1, C2. rewrite plus_IZR in C1.
    rewrite minus_IZR, !mult_IZR, minus_IZR in C2.
    pose proof (U_pos k unit_pos) as U0. apply IZR_lt in U0 as U0'.
    apply line_under with 0; [exact Hv|lra|]. apply Rmult_le_reg_l with (IZR V); auto.
    assert (IZR U * (IZR V * / o) <= IZR U * IZR wh) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Masses.

(* ---- the check ---- *)
Record under_witness := { uk : levels; under_first : Z; under_mass : Z; under_knots : list (nat * Z * Z) }.
(* U V times a lower bound on the advantage over t rounds at exp eps *)
Definition under_value (w : under_witness) (line : Z -> option (Z * Z)) (t : Z) (eps : number) : option Z :=
  match t with
  | Z.pos t =>
      let k := uk w in
      if ((0 <? precise k) && (0 <=? unit_bits k) && (0 <=? grid k))%Z then
        match first_under k line (under_first w) (under_mass w) (under_knots w) with
        | Some x => match power_down k t x with Some y => value_below k y eps | None => None end
        | None => None
        end
      else None
  | _ => None
  end.
Definition rounds_at_least (w : under_witness) (line : Z -> option (Z * Z)) (strict : bool) (t : Z) (eps : number)
  (vn vd : Z) : bool :=
  match under_value w line t eps with
  | Some x => (0 <? vd) && (let a := x * vd in let b := vn * unit_of (uk w) * precise (uk w) in
      if strict then b <? a else b <=? a)
  | None => false
  end%Z.
(* What the check accepts is the advantage of an event of t rounds, at least. *)
Theorem rounds_at_least_sound w line strict t eps vn vd : rounds_at_least w line strict t eps vn vd = true ->
  ((0 < precise (uk w))%Z -> forall z p q, In z (map hint_of_knot (under_knots w)) -> line z = Some (p, q) ->
    exists S, IZR p <= IZR (precise (uk w)) * Pr P S /\ IZR (precise (uk w)) * Pr Q S <= IZR q) ->
  (1 <= t)%Z /\ exists S, let d := Pr (power (Z.to_nat t) P) S - exp (val eps) * Pr (power (Z.to_nat t) Q) S in
  if strict then IZR vn / IZR vd < d else IZR vn / IZR vd <= d.
Proof.
  unfold rounds_at_least, under_value. destruct t as [|t|]; try discriminate. set (k := uk w). cbv zeta.
  destruct (_ && _) eqn:C; [|discriminate]. repeat rewrite andb_true_iff in C. rewrite !Z.leb_le, !Z.ltb_lt in C.
  destruct C as [[V0 U0] G0]. destruct (first_under _ _ _ _ _) as [x|] eqn:EF; [|discriminate].
  destruct (power_down _ _ _) as [y|] eqn:EY; [|discriminate].
  destruct (value_below k y eps) as [v|] eqn:EV; [|discriminate]. intros HC LS. specialize (LS V0).
  apply andb_true_iff in HC. rewrite Z.ltb_lt in HC. destruct HC as [D0 HC]. split; [lia|].
  pose proof (U_pos k U0) as UP. apply IZR_lt in UP, V0 as V0', D0 as D0'.
  set (h := fun o => IZR (unit_of k) * hockey A eq_dec o P Q).
  assert (HE : forall o S, 0 <= o -> IZR (unit_of k) * (Pr P S - o * Pr Q S) <= h o).
  { intros o S _. apply Rmult_le_compat_l; [lra|]. apply hockey_event. }
  assert (B0 : forall S, 0 <= Pr Q S) by (intros S; apply Pr_nonneg, Q_law).
  assert (F : nn (on_levels x) /\ forall o, 0 <= o -> weigh (at_step k 1) (on_levels x) stick (o * at_step k (offset x))
    <= h o).
  { apply (first_under_sound k line V0 U0 G0 h) with (map hint_of_knot (under_knots w)) (under_first w) (under_mass w)
      (under_knots w); [| | |apply incl_refl|exact EF].
    - intros o Ho. specialize (HE o (fun _ => false) Ho). unfold Pr, indicator in HE.
      assert (Z0 : forall d : dist A, Ex d (fun _ => 0) = 0) by (induction d as [|[a b] d I]; cbn [Ex];
        [reflexivity|rewrite I; ring]). rewrite !Z0 in HE. lra.
    - intros z p q IN E. destruct (LS z p q IN E) as (S & HP & HQ). exists (Pr P S), (Pr Q S).
      split; [apply B0|]. split; [exact HP|]. split; [exact HQ|]. intros o Ho. apply HE. exact Ho.
    - intros o Ho. specialize (HE o (fun _ => true) Ho). destruct P_law as [_ P1], Q_law as [_ Q1].
      unfold Pr, indicator in HE. rewrite P1, Q1 in HE. lra. }
  destruct F as [Nx F].
  assert (H1 : held_under k 1 x).
  { split; auto. intros o Ho. rewrite (Product.one_round A eq_dec P Q P_law (proj1 Q_law) o Ho).
    specialize (F o Ho). unfold h in F. lra. }
  destruct (power_under k x U0 H1 t y EY) as [Ny By].
  pose proof (value_below_sound k y eps v V0 Ny EV) as VS.
  assert (E0 : 0 <= exp (val eps)) by (left; apply exp_pos). specialize (By _ E0).
  rewrite <- (rounds_stick_hockey A eq_dec P Q P_law (proj1 Q_law) _ _ E0), hockey_best in By.
  exists (best (list A) (lists_dec A eq_dec) (exp (val eps)) (power (Pos.to_nat t) P) (power (Pos.to_nat t) Q)).
  change (Z.to_nat (Z.pos t)) with (Pos.to_nat t). set (d := Pr (power _ P) _ - _) in *. cbv zeta.
  set (u := IZR (unit_of k)) in *. set (V := IZR (precise k)) in *.
  assert (UV : 0 < u * V) by (apply Rmult_lt_0_compat; auto).
  assert (L : IZR v <= u * V * d).
  { assert (weigh (at_step k 1) (on_levels y) stick (exp (val eps) * at_step k (offset y)) <= u * d) by lra.
    apply Rle_trans with (V * (u * d)); [|right; ring]. eapply Rle_trans; [exact VS|]. apply Rmult_le_compat_l; lra. }
  apply (Rmult_le_compat_r (IZR vd)) in L; [|lra].
  destruct strict; [apply Z.ltb_lt, IZR_lt in HC; apply Rmult_lt_reg_r with (u * V * IZR vd)|
    apply Z.leb_le, IZR_le in HC; apply Rmult_le_reg_r with (u * V * IZR vd)];
    try (apply Rmult_lt_0_compat; auto); rewrite !mult_IZR in HC; fold u V in HC;
    replace (IZR vn / IZR vd * (u * V * IZR vd)) with (IZR vn * u * V) by (field; lra); lra.
Qed.
End Pair.
End WithEngine.
