(* DP-SGD: a bound on the delta of t rounds of Poisson-sampled mechanisms that are no easier to tell apart than normal
     laws is true if the check on integers accepts it. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws OneMoreCoin ClonesPair Reduction ReductionSanity Steps Exponential
  ClonesChecked Product Convolution PairLevels RoundsChecked Adaptive Knots NormalLaw NormalSeries PoissonSampling
  NormalEnclosed.
Import ListNotations.
Open Scope R_scope.

Section WithEngine.
Context {en : engine} {ok : faithful en}.

Section Masses.
Variables (k : levels) (c : Z) (bound : Z -> Z -> Z -> option Z).
Notation V := (precise k).
Notation U := (unit_of k).
Section Integers.
Local Open Scope Z_scope.
Variable rh : Z.   (* above V e^(-h) *)
(* masses above the knot i, their sum, what they lose there *)
Fixpoint masses_above (i : Z) (hints : list Z) : option (list Z * Z * Z) :=
  match hints with
  | [] => None
  | z :: r =>
      match step_exp k (- i) with
      | Some (wl, wh) =>
          match bound wl wh z with
          | Some b =>
              match r with
              | [] => if U * b <=? V * c then Some ([], 0, 0) else None
              | _ => match masses_above (i + 1) r with
                  | Some (ms, tot, T) =>
                      let m := Z.max 0 (cdiv (U * b - V * (tot + c) + cdiv (rh * T) V + 1) (V - rh)) in
                      let T' := cdiv (rh * (V * m + T)) V in
                      if U * b <=? V * (m + tot + c) - T' then Some (m :: ms, m + tot, T') else None
                  | None => None
                  end
              end
          | None => None
          end
      | None => None
      end
  end.
Definition first_round (i : Z) (hints : list Z) : option masses :=
  match masses_above i hints with Some (ms, tot, _) => Some {| offset := i; on_levels := Z.max 0 (U - tot - c) :: ms;
    beyond := c |} | None => None end.
End Integers.

Hypothesis V_pos : (0 < V)%Z.
Hypothesis unit_pos : (0 <= unit_bits k)%Z.
Hypothesis grid_pos : (0 <= grid k)%Z.
Variable rh : Z.
Notation rho := (at_step k 1).
Hypothesis rho_below : IZR V * rho <= IZR rh.
Variables (A : Type) (P Q : dist A).
Hypothesis P_law : probability P.
Hypothesis Q_law : probability Q.
Hypothesis bound_sound : forall wl wh z b w, bound wl wh z = Some b -> 0 < w -> IZR wl <= IZR V * w <= IZR wh
  -> forall S, IZR V * (Pr P S - w * Pr Q S) <= IZR b.

Lemma rho01 : 0 < rho <= 1.
Proof.
  split; [apply at_step_pos; auto|]. unfold at_step. apply Rle_trans with (exp 0); [|rewrite exp_0; lra].
  assert (0 < IZR (2 ^ grid k)) by (apply IZR_lt, Z.pow_pos_nonneg; lia).
  left. apply exp_increasing.
  assert (0 < 1 / IZR (2 ^ grid k)) by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; auto]). lra.
Qed.
Lemma at_step_inv i : / at_step k i = at_step k (- i).
Proof. unfold at_step. rewrite <- exp_Ropp. f_equal. rewrite opp_IZR. unfold Rdiv. ring. Qed.
Lemma at_step_next i : / at_step k (i + 1) = / at_step k i / rho.
Proof. rewrite at_step_add by auto. pose proof (at_step_pos k 1). pose proof (at_step_pos k i). field. split; lra. Qed.
Lemma masses_above_sound hints : forall i ms tot T, masses_above rh i hints = Some (ms, tot, T) ->
  Forall (fun a => (0 <= a)%Z) ms /\ tot = total ms /\ IZR V * (rho * moment rho ms) <= IZR T /\ forall S,
    knots rho (IZR c) (IZR U * Pr P S) (IZR U * Pr Q S) ms (/ at_step k i).
Proof.
  pose proof (IZR_lt _ _ V_pos) as V0. pose proof rho01 as R01. pose proof (U_pos k unit_pos) as U0. apply IZR_lt in U0.
  induction hints as [|z r IH]; intros i ms tot T H; cbn [masses_above] in H; [discriminate|].
  destruct (step_exp k (- i)) as [[wl wh]|] eqn:EW; [|discriminate].
  destruct (bound wl wh z) as [b|] eqn:EB; [|discriminate].
  apply step_exp_sound in EW; auto. rewrite <- at_step_inv in EW.
  assert (W0 : 0 < / at_step k i) by (apply Rinv_0_lt_compat, at_step_pos).
  pose proof (bound_sound _ _ _ _ _ EB W0 EW) as B. set (w := / at_step k i) in *.
  assert (F : forall S, IZR V * (IZR U * Pr P S - w * (IZR U * Pr Q S)) <= IZR U * IZR b).
  { intros S. specialize (B S). apply (Rmult_le_compat_l (IZR U)) in B; lra. }
  assert (K : forall ms tot T, tot = total ms -> IZR V * (rho * moment rho ms) <= IZR T -> (U * b <=? V * (tot + c)
    - T)%Z = true -> forall S, IZR U * Pr P S - w * (IZR U * Pr Q S) <= there rho (IZR c) ms).
  { clear - F V0. intros ms tot T -> HT HC S. specialize (F S). apply Z.leb_le, IZR_le in HC.
    rewrite minus_IZR, !mult_IZR, plus_IZR in HC. unfold there. apply Rmult_le_reg_l with (IZR V); auto. lra. }
  destruct r as [|z' r].
  - destruct (_ <=? _)%Z eqn:C; [|discriminate]. injection H as <- <- <-.
    repeat split; [constructor|cbn [moment]; lra|].
    cbv beta. apply (K [] 0%Z 0%Z); [reflexivity|cbn [moment]; lra|]. rewrite Z.sub_0_r. exact C.
  - destruct (masses_above rh (i + 1) (z' :: r)) as [[[ms' tot'] T']|] eqn:EM; [|discriminate].
    destruct (IH _ _ _ _ EM) as (N & E & HT & KN).
    set (m := Z.max 0 _) in H. assert (M0 : (0 <= m)%Z) by (unfold m; lia). clearbody m. set (T1 := cdiv _ _) in H.
    destruct (_ <=? _)%Z eqn:C; [|discriminate].
    apply some_inj in H. rewrite !pair_equal_spec in H. destruct H as [[<- <-] <-].
    assert (HT1 : IZR V * (rho * moment rho (m :: ms')) <= IZR T1).
    { unfold T1. apply cdiv_ge; auto. rewrite mult_IZR, plus_IZR, mult_IZR. cbn [moment].
      apply Rle_trans with (IZR V * rho * (IZR V * IZR m + IZR V * (rho * moment rho ms'))); [right; ring|].
      assert (M : 0 <= moment rho ms'). { clear - N R01. induction N as [|a l Ha N I]; cbn [moment]; [lra|].
      apply IZR_le in Ha. assert (0 <= rho * moment rho l) by (apply Rmult_le_pos; lra). lra. }
      apply IZR_le in M0. apply Rmult_le_compat; auto; [apply Rmult_le_pos; lra| |lra].
      assert (0 <= rho * moment rho ms') by (apply Rmult_le_pos; lra).
      assert (0 <= IZR V * IZR m) by (apply Rmult_le_pos; lra).
      assert (0 <= IZR V * (rho * moment rho ms')) by (apply Rmult_le_pos; lra). lra. }
    split; [constructor; auto|]. split; [cbn [total]; lia|]. split; [exact HT1|]. intros S. cbn [knots]. split.
    + apply (K (m :: ms') (m + tot')%Z T1); auto. cbn [total]. lia.
    + specialize (KN S). rewrite at_step_next in KN. exact KN.
Qed.
Lemma first_round_sound i hints x : first_round rh i hints = Some x ->
  Forall (fun a => (0 <= a)%Z) (on_levels x) /\ beyond x = c /\ dominated rho (IZR U) (at_step k (offset x))
    (on_levels x) (IZR (beyond x)) P Q.
Proof.
  unfold first_round. destruct (masses_above rh i hints) as [[[ms tot] T]|] eqn:E; [|discriminate]. intros X.
  injection X as <-. cbn [offset on_levels beyond].
  destruct (masses_above_sound _ _ _ _ _ E) as (N & -> & _ & K). pose proof (U_pos k unit_pos) as U0.
  apply IZR_lt in U0 as U0'.
  assert (N1 : Forall (fun a => (0 <= a)%Z) (Z.max 0 (U - total ms - c) :: ms)) by (constructor; auto; lia).
  split; [exact N1|]. split; [reflexivity|]. intros w Hw S. pose proof (Pr_range P S P_law) as PS.
  pose proof (Pr_range Q S Q_law) as QS.
  pose proof (knots_all rho (IZR c) (IZR U * Pr P S) (IZR U * Pr Q S) rho01 ltac:(apply Rmult_le_pos;
    lra) _ ms (at_step k i) N1 (at_step_pos k i)) as G.
  specialize (G). cbv beta in G. eapply Rle_trans; [|apply (G); auto]; [right; ring|].
  cbn [total].
  assert (IZR U <= IZR (Z.max 0 (U - total ms - c) + total ms) + IZR c) by (rewrite <- plus_IZR; apply IZR_le; lia).
  assert (IZR U * Pr P S <= IZR U * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Masses.

(* ---- t rounds ---- *)
Section Rounds.
Variables (k : levels) (Y : Type) (eq_dec : forall x y : Y, {x = y} + {x <> y}) (M N : list Y -> dist Y).
Hypothesis V_pos : (0 < precise k)%Z.
Hypothesis unit_pos : (0 <= unit_bits k)%Z.
Hypothesis grid_pos : (0 <= grid k)%Z.
Hypothesis M_law : forall h, probability (M h).
Hypothesis N_law : forall h, probability (N h).
Notation U := (unit_of k).
Notation rho := (at_step k 1).
Notation nn := (Forall (fun a => (0 <= a)%Z)).
Definition held (t : nat) (x : masses) : Prop := nn (on_levels x) /\ (0 <= beyond x)%Z
  /\ rounds_dominated Y rho M N t (IZR U) (at_step k (offset x)) (on_levels x) (IZR (beyond x)).

Lemma stripped_held t x : held t x -> held t (stripped k x).
Proof.
  intros (Nx & B0 & B). unfold stripped.
  destruct (strip_tail_sound k rho (at_step_pos k 1) (on_levels x) Nx) as (T1 & T2 & T3).
  pose proof (strip_head_sound k rho (at_step_pos k 1) (strip_tail k (on_levels x)) T1) as H.
  destruct (strip_head k _) as [i h]. destruct H as (I0 & I1 & I2 & j & -> & I3).
  split; [exact I1|]. cbn [offset on_levels beyond]. split; [lia|]. intros hist w Hw S. specialize (B hist w Hw S).
  assert (W : 0 <= w * at_step k (offset x)) by (apply Rmult_le_pos; auto; left; apply at_step_pos).
  specialize (T3 _ W). specialize (I3 _ W).
  assert (PJ : forall j, at_step k (Z.of_nat j) = rho ^ j).
  { clear. induction j as [|j IH]; [unfold at_step; cbn; unfold Rdiv; rewrite Rmult_0_l, Ropp_0; apply exp_0|].
    rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite at_step_add, IH. cbn [pow]. ring. }
  rewrite at_step_add, PJ.
  replace (w * (at_step k (offset x) * rho ^ j)) with (w * at_step k (offset x) * rho ^ j) by ring.
  rewrite !minus_IZR, ?plus_IZR, ?minus_IZR in *. lra.
Qed.
Lemma product_held t t' x y z : held t x -> held t' y -> product true k x y = Some z -> held (t + t') z.
Proof.
  intros (Nx & Bx0 & Bx) (Ny & By0 & By) H. unfold product in H. destruct (convolve _ _) as [c|] eqn:C; [|discriminate].
  injection H as <-. apply stripped_held.
  apply (convolve_sound rho stick) in C. destruct C as (_ & _ & Nc & W). pose proof (U_pos k unit_pos) as U0.
  apply IZR_lt in U0 as U0'.
  assert (CG : forall a, IZR a <= IZR U * IZR (cdiv a U)).
  { intros a. pose proof (cdiv_ge a U (IZR a / IZR U) U0 ltac:(right; field; lra)) as X.
    apply (Rmult_le_compat_l (IZR U)) in X; [|lra]. eapply Rle_trans; [|exact X]. right. field. lra. }
  assert (C0 : forall a, (0 <= a)%Z -> (0 <= cdiv a U)%Z).
  { intros a Ha. apply le_IZR. specialize (CG a). apply IZR_le in Ha. apply Rnot_lt_le. intros X.
    assert (IZR U * IZR (cdiv a U) < 0) by nra. lra. }
  assert (TY : (0 <= total (on_levels y))%Z) by (clear - Ny; induction Ny; cbn [total]; lia).
  split; cbn [offset on_levels beyond]; [clear - Nc C0; induction Nc; cbn; constructor; auto|]. split; [apply C0; nia|].
  intros h w Hw S.
  pose proof (rounds_product Y eq_dec rho M N (Rlt_le _ _ (at_step_pos k 1)) M_law N_law t t' (IZR U)
    (at_step k (offset x)) (on_levels x) (IZR (beyond x)) (IZR U) (at_step k (offset y)) (on_levels y) (IZR (beyond y))
    ltac:(lra) ltac:(lra) (Rlt_le _ _ (at_step_pos k _)) ltac:(apply (IZR_le 0); auto) Ny Bx By h w Hw S) as B.
  rewrite at_step_add, (Rmult_comm (at_step k (offset x))).
  set (v := w * (at_step k (offset y) * at_step k (offset x))) in *. rewrite <- W in B.
  assert (V0 : 0 <= v) by (unfold v; repeat apply Rmult_le_pos; auto; left; apply at_step_pos).
  assert (R0 : forall w, 0 <= w -> weigh rho c stick w <= IZR U * weigh rho (map (fun a => cdiv a U) c) stick w).
  { clear - CG. induction c as [|a c IH]; intros w Hw; cbn [map weigh]; [lra|].
    specialize (IH (w * rho) ltac:(apply Rmult_le_pos; auto; left; apply at_step_pos)).
    pose proof (stick_most w Hw) as [S0 _]. specialize (CG a).
    assert (IZR a * stick w <= IZR U * IZR (cdiv a U) * stick w) by (apply Rmult_le_compat_r; auto). lra. }
  specialize (R0 v V0). pose proof (CG (beyond x * total (on_levels y) + U * beyond y)%Z) as L.
  rewrite plus_IZR, !mult_IZR in L. cbv beta iota.
  apply Rmult_le_reg_l with (IZR U); auto. lra.
Qed.
Lemma repeated_held x : held 1 x -> forall t y, repeated true k t x = Some y -> held (Pos.to_nat t) y.
Proof.
  intros S1. induction t as [t IH|t IH|]; intros y H; cbn [repeated] in H.
  - destruct (repeated true k t x) as [a|]; [|discriminate].
    destruct (product true k a a) as [b|] eqn:E; [|discriminate]. specialize (IH a eq_refl).
    pose proof (product_held _ _ _ _ _ IH IH E) as S2. pose proof (product_held _ _ _ _ _ S2 S1 H) as S3.
    replace (Pos.to_nat (xI t)) with (Pos.to_nat t + Pos.to_nat t + 1)%nat by lia. exact S3.
  - destruct (repeated true k t x) as [a|]; [|discriminate]. specialize (IH a eq_refl).
    pose proof (product_held _ _ _ _ _ IH IH H) as S2.
    replace (Pos.to_nat (xO t)) with (Pos.to_nat t + Pos.to_nat t)%nat by lia. exact S2.
  - injection H as <-. exact S1.
Qed.
End Rounds.

(* the bound of t rounds at exp eps, times U V *)
Definition value_at (k : levels) (y : masses) (eps : number) : option Z :=
  match enc (precise k) (squarings k) eps, step_exp k 1, step_exp k (offset y) with
  | Some (wl, _, wd), Some (rl, _), Some (lo, _) =>
      if ((0 <=? wl) && (0 <=? rl) && (0 <=? lo))%Z then Some (against k (ladder k false rl (length (on_levels y))
        (wl * lo / wd)%Z) (on_levels y) + beyond y * precise k)%Z else None
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
  intros X. apply some_inj in X. subst x.
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
Record training_witness := { wk : levels; last : Z; root_low : Z; root_high : Z; root_terms : nat; series_terms : nat;
  hint_unit : Z; first_level : Z; hint_list : list Z }.
Section Check.
Variables (w : training_witness) (mn md qn qd : Z).
Notation k := (wk w).
Notation V := (precise (wk w)).
Local Open Scope Z_scope.
Definition tangent (z : Z) := tangent_encl V (squarings k) (series_terms w) (root_low w) (root_high w)
  mn md z (hint_unit w).
Definition remove_bound (wl wh z : Z) : option Z :=
  if wh * qd <=? V * (qd - qn) then Some (V - wl)
  else match tangent z with Some (_, rh, g) => if qn * rh <=? qd * wl - V * qd + V * qn then Some (cdiv (qn * g) qd)
    else None | None => None end.
Definition add_bound (wl wh z : Z) : option Z :=
  if V * qd <=? wl * (qd - qn) then Some 0
  else match tangent z with
  | Some (_, rh, g) => let a := V * qd - wl * (qd - qn) in if (wh * (qd - qn) <=? V * qd) && (rh * a <=? V * wl * qn)
    && (0 <=? g) then Some (cdiv (a * g) (V * qd)) else None
  | None => None
  end.
(* one direction *)
Definition training_value (remove : bool) (t : Z) (eps : number) : option Z :=
  match t, step_exp k 1 with
  | Z.pos t, Some (_, rh) =>
      if (0 <? V) && (0 <=? unit_bits k) && (0 <=? grid k) && (0 <=? last w) && (0 <? qn) && (qn <=? qd)
        && root_check V (root_low w) (root_high w) (root_terms w) then
        match first_round k (last w) (if remove then remove_bound else add_bound) rh (first_level w) (hint_list w) with
        | Some x => match repeated true k t x with Some y => if nonneg_list (on_levels y) then value_at k y eps
          else None | None => None end
        | None => None
        end
      else None
  | _, _ => None
  end.
Definition training_check (remove : bool) (t : Z) (eps : number) (vn vd : Z) : bool :=
  match training_value remove t eps with Some x => (0 <? vd) && (x * vd <=? vn * unit_of k * V) | None => false end.
End Check.

Section Sound.
Variables (w : training_witness) (mn md qn qd : Z).
Notation k := (wk w).
Notation V := (precise (wk w)).
Notation q := (IZR qn / IZR qd).
Notation mu := (IZR mn / IZR md).
Variables (X Y : Type) (eq_dec : forall x y : Y, {x = y} + {x <> y}) (M : list Y -> list X -> dist Y).
Hypothesis M_law : forall h B, probability (M h B).
Hypothesis M_private : forall h, gaussian_private mu (M h).
Variables (D D' : list X).
Hypothesis near : one_more D D'.

(* What the check accepts in one direction is true of every event. *)
Theorem training_check_sound (remove : bool) t eps vn vd : training_check w mn md qn qd remove t eps vn vd = true
  -> forall S : list Y -> bool,
  let P := training q M (Z.to_nat t) D in let Q := training q M (Z.to_nat t) D' in
  if remove then Pr P S <= exp (val eps) * Pr Q S + IZR vn / IZR vd else Pr Q S <= exp (val eps) * Pr P S
    + IZR vn / IZR vd.
Proof.
  unfold training_check, training_value. destruct t as [|t|]; try discriminate.
  destruct (step_exp k 1) as [[rl rh]|] eqn:ER; [|discriminate].
  destruct (_ && _) eqn:C; [|discriminate]. repeat rewrite andb_true_iff in C. rewrite !Z.leb_le, !Z.ltb_lt in C.
  destruct C as [[[[[[V0 U0] G0] L0] Q0] Q1] RC].
  destruct (first_round _ _ _ _ _ _) as [x|] eqn:EF; [|discriminate].
  destruct (repeated _ _ _ _) as [y|] eqn:EY; [|discriminate]. destruct (nonneg_list _) eqn:NY; [|discriminate].
  destruct (value_at k y eps) as [v|] eqn:EV; [|discriminate]. intros H S. apply andb_true_iff in H.
  rewrite Z.ltb_lt, Z.leb_le in H. destruct H as [D0 H].
  apply step_exp_sound in ER; auto. apply (root_check_sound V _ _ V0) in RC.
  apply IZR_lt in V0 as V0', Q0 as Q0', D0 as D0'.
  assert (QD : (0 < qd)%Z) by lia. apply IZR_lt in QD as QD'. apply IZR_le in Q1 as Q1'.
  assert (q01 : 0 <= q <= 1). { split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; auto]|].
  apply Rmult_le_reg_r with (IZR qd); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Eq : IZR qn = q * IZR qd) by (field; lra).
  assert (LD : forall E h, probability (sampled q (M h) E)) by (intros E h; apply probability_sampled; auto).
  (* both directions in one: R1, R2 are the laws of a round *)
  assert (GOAL : forall R1 R2 : list Y -> dist Y, (forall h, probability (R1 h)) -> (forall h, probability (R2 h)) ->
    (forall h wl wh z b o, (if remove then remove_bound w mn md qn qd else add_bound w mn md qn qd) wl wh z = Some b
      -> 0 < o -> IZR wl <= IZR V * o <= IZR wh -> forall S, IZR V * (Pr (R1 h) S - o * Pr (R2 h) S) <= IZR b) ->
    Pr (adaptive R1 (Pos.to_nat t) []) S <= exp (val eps) * Pr (adaptive R2 (Pos.to_nat t) []) S + IZR vn / IZR vd).
  { intros R1 R2 L1 L2 BS.
    assert (F : forall h, Forall (fun a => (0 <= a)%Z) (on_levels x) /\ beyond x = last w /\ dominated (at_step k 1)
      (IZR (unit_of k)) (at_step k (offset x)) (on_levels x) (IZR (beyond x)) (R1 h) (R2 h)).
    { intros h. refine (first_round_sound k (last w) _ V0 U0 G0 rh (proj2 ER) Y (R1 h) (R2 h) (L1 h) (L2 h) _ _ _ _ EF).
      intros wl wh z b o Eb Ho Hw. apply (BS h wl wh z b o Eb Ho Hw). }
    assert (H1 : held k Y R1 R2 1 x).
    { destruct (F []) as (Nx & Bx & _). split; auto. split; [lia|]. apply one_round_dominated. intros h. apply F. }
    destruct (repeated_held k Y eq_dec R1 R2 U0 L1 L2 x H1 t y EY) as (Ny & By & HD).
    specialize (HD [] (exp (val eps)) (Rlt_le _ _ (exp_pos _)) S). pose proof (value_at_sound k y eps v V0 Ny EV) as VS.
    pose proof (U_pos k U0) as UP. apply IZR_lt in UP. apply IZR_le in H. rewrite !mult_IZR in H.
    set (u := IZR (unit_of k)) in *.
    set (a := Pr (adaptive R1 _ _) S) in *. set (b := Pr (adaptive R2 _ _) S) in *.
    apply (Rmult_le_compat_l (IZR V)) in HD; [|lra].
    assert (UV : 0 < u * IZR V) by (apply Rmult_lt_0_compat; auto).
    enough (a - exp (val eps) * b <= IZR vn / IZR vd) by lra.
    apply Rmult_le_reg_r with (u * IZR V * IZR vd); [apply Rmult_lt_0_compat; auto|].
    replace (IZR vn / IZR vd * (u * IZR V * IZR vd)) with (IZR vn * u * IZR V) by (field; lra).
    eapply Rle_trans; [|exact H].
    replace ((a - exp (val eps) * b) * (u * IZR V * IZR vd)) with (IZR V * (u * (a - exp (val eps) * b)) * IZR vd)
      by ring. apply Rmult_le_compat_r; lra. }
  assert (TS : forall z rl rh g, tangent w mn md z = Some (rl, rh, g) -> IZR V * ratio mu (IZR z / IZR (hint_unit w))
    <= IZR rh /\
    IZR V * (Phi (IZR z / IZR (hint_unit w) + mu) - ratio mu (IZR z / IZR (hint_unit w))
      * Phi (IZR z / IZR (hint_unit w))) <= IZR g).
  { intros z a b g E. unfold tangent in E.
    destruct (tangent_encl_sound V _ _ _ _ V0 RC mn md z (hint_unit w) a b g E) as (_ & A1 & A2).
    split; [apply A1|apply A2]. }
  destruct remove; apply GOAL; try (intros h; apply LD).
  - intros h wl wh z b o Eb Ho Hw T. unfold remove_bound in Eb. destruct (_ <=? _)%Z eqn:C1 in Eb.
    + injection Eb as <-. apply Z.leb_le, IZR_le in C1. rewrite !mult_IZR, minus_IZR, Eq in C1. rewrite minus_IZR.
      assert (o <= 1 - q). { apply Rmult_le_reg_l with (IZR V * IZR qd); [apply Rmult_lt_0_compat; auto|].
      assert (IZR V * o * IZR qd <= IZR wh * IZR qd) by (apply Rmult_le_compat_r; lra). lra. }
      pose proof (remove_low X Y q (M h) q01 (M_law h) D D' near o T H0) as Z0.
      apply (Rmult_le_compat_l (IZR V)) in Z0; lra.
    + destruct (tangent w mn md z) as [[[a r] g]|] eqn:ET; [|discriminate].
      destruct (_ <=? _)%Z eqn:C2 in Eb; [|discriminate]. injection Eb as <-. apply TS in ET. destruct ET as [T1 T2].
      set (s := ratio mu _) in *.
      apply Z.leb_le, IZR_le in C2. rewrite plus_IZR, minus_IZR, !mult_IZR, Eq in C2.
      assert (C3 : q * s <= o - 1 + q).
      { apply Rmult_le_reg_l with (IZR V * IZR qd); [apply Rmult_lt_0_compat; auto|].
        assert (IZR qd * IZR wl <= IZR qd * (IZR V * o)) by (apply Rmult_le_compat_l; lra).
        assert (q * IZR qd * (IZR V * s) <= q * IZR qd * IZR r) by (apply Rmult_le_compat_l; [rewrite <- Eq; lra|lra]).
        lra. }
      pose proof (remove_knot X Y q mu (M h) q01 (M_law h) (M_private h) D D' near o _ T C3) as Z0.
      apply (Rmult_le_compat_l (IZR V)) in Z0; [|lra]. eapply Rle_trans; [exact Z0|].
      apply cdiv_ge; auto. rewrite mult_IZR. fold s.
      replace (IZR qd * (IZR V * (q * (Phi (IZR z / IZR (hint_unit w) + mu) - s * Phi (IZR z / IZR (hint_unit w))))))
        with
        (IZR qn * (IZR V * (Phi (IZR z / IZR (hint_unit w) + mu) - s * Phi (IZR z / IZR (hint_unit w))))) by (field;
          lra). apply Rmult_le_compat_l; [lra|exact T2].
  - intros h wl wh z b o Eb Ho Hw T. unfold add_bound in Eb. destruct (_ <=? _)%Z eqn:C1 in Eb.
    + injection Eb as <-. apply Z.leb_le, IZR_le in C1. rewrite !mult_IZR, minus_IZR, Eq in C1.
      assert (1 <= o * (1 - q)). { apply Rmult_le_reg_l with (IZR V * IZR qd); [apply Rmult_lt_0_compat; auto|].
      assert (IZR wl * (IZR qd * (1 - q)) <= IZR V * o * (IZR qd * (1 - q))) by (apply Rmult_le_compat_r;
        [apply Rmult_le_pos; lra|lra]). lra. }
      pose proof (add_high X Y q (M h) q01 (M_law h) D D' near o T (Rlt_le _ _ Ho) H0) as Z0.
      apply (Rmult_le_compat_l (IZR V)) in Z0; lra.
    + destruct (tangent w mn md z) as [[[a r] g]|] eqn:ET; [|discriminate].
      set (c := (V * qd - wl * (qd - qn))%Z) in Eb. destruct (_ && _) eqn:C2; [|discriminate]. injection Eb as <-.
      apply TS in ET. destruct ET as [T1 T2]. set (s := ratio mu _) in *.
      rewrite !andb_true_iff, !Z.leb_le in C2. destruct C2 as [[C2 C3] C4]. apply IZR_le in C2, C3, C4.
      rewrite !mult_IZR, minus_IZR, Eq in C2. rewrite !mult_IZR, Eq in C3.
      assert (Ec : IZR c = IZR qd * (IZR V - IZR wl * (1 - q))) by (unfold c; rewrite minus_IZR, !mult_IZR, minus_IZR;
        field; lra).
      assert (VQ : 0 < IZR V * IZR qd) by (apply Rmult_lt_0_compat; auto).
      assert (H0 : 0 <= 1 - o * (1 - q)). { apply Rmult_le_reg_l with (IZR V * IZR qd); auto.
      assert (IZR V * o * (IZR qd * (1 - q)) <= IZR wh * (IZR qd * (1 - q))) by (apply Rmult_le_compat_r;
        [apply Rmult_le_pos; lra|lra]). lra. }
      assert (H1 : IZR V * IZR qd * (1 - o * (1 - q)) <= IZR c). { rewrite Ec.
      assert (IZR wl * (IZR qd * (1 - q)) <= IZR V * o * (IZR qd * (1 - q))) by (apply Rmult_le_compat_r;
        [apply Rmult_le_pos; lra|lra]). lra. }
      assert (H2 : s * (1 - o * (1 - q)) <= o * q).
      { apply Rmult_le_reg_l with (IZR V * (IZR V * IZR qd)); [apply Rmult_lt_0_compat; auto|].
        assert (S0 : 0 < s) by apply ratio_pos.
        apply Rle_trans with (IZR r * IZR c); [|eapply Rle_trans; [exact C3|]].
        - replace (IZR V * (IZR V * IZR qd) * (s * (1 - o * (1 - q)))) with (IZR V * s * (IZR V * IZR qd * (1
            - o * (1 - q)))) by ring. apply Rmult_le_compat; auto; apply Rmult_le_pos; lra.
        - rewrite <- Eq.
          replace (IZR V * (IZR V * IZR qd) * (o * q)) with (IZR V * (IZR V * o) * IZR qn) by (field; lra).
          apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; lra. }
      pose proof (add_knot X Y q mu (M h) q01 (M_law h) (M_private h) D D' near o _ T H0 H2) as Z0. fold s in Z0.
      set (G := Phi _ - _) in *.
      apply (Rmult_le_compat_l (IZR V)) in Z0; [|lra]. eapply Rle_trans; [exact Z0|]. apply cdiv_ge; [lia|].
      rewrite !mult_IZR.
      replace (IZR V * IZR qd * (IZR V * ((1 - o * (1 - q)) * G))) with (IZR V * IZR qd * (1 - o * (1 - q))
        * (IZR V * G)) by ring.
      apply Rle_trans with (IZR V * IZR qd * (1 - o * (1 - q)) * IZR g);
        [apply Rmult_le_compat_l; auto; apply Rmult_le_pos; lra|apply Rmult_le_compat_r; auto].
Qed.
End Sound.
End WithEngine.
