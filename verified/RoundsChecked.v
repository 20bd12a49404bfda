(* A bound on the delta of t rounds of the clones pair is true if the check on integers accepts it: levels of one round,
   convolved t times. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair Reduction ReductionSanity Steps Exponential
  ClonesChecked Product Convolution Weights PairLevels ClonesLevels.
Import ListNotations.
Open Scope R_scope.

Section WithEngine.
Context {en : engine} {ok : faithful en}.

(* the numbers of a witness: levels are e^(-i / 2^grid), masses are multiples of 2^-unit, exponentials are known to
   1/precise *)
Record levels := { precise : Z; squarings : positive; grid : Z; reach : Z; unit_bits : Z; guard : Z; start_weight : Z;
  deviations : Z; first_count : Z; counts : nat; negligible : Z }.
Record masses := { offset : Z; on_levels : list Z; beyond : Z }.

Section Integers.
Local Open Scope Z_scope.
Variables (up : bool) (k : levels).
Notation V := (precise k).
(* below and above V e^(-z / 2^grid) *)
Definition step_exp (z : Z) : option (Z * Z) :=
  if z <=? 0 then exp_encl V (squarings k) (- z) (2 ^ grid k)
  else match exp_encl V (squarings k) z (2 ^ grid k) with Some (lo, hi) => if (0 <? lo) && (0 <? hi) then
  Some (V * V / hi, cdiv (V * V) lo) else None | None => None end.
Fixpoint ladder (above : bool) (r : Z) (count : nat) (t : Z) : list Z :=
  match count with O => [] | S c => t :: ladder above r c (if above then cdiv (t * r) V else t * r / V) end.
Fixpoint strip_head (m : list Z) : Z * list Z :=
  match m with [] => (0, []) | a :: r => if a <=? negligible k then let (i, s) := strip_head r in (i + 1, s)
    else (0, m) end.
Fixpoint strip_tail (m : list Z) : list Z :=
  match m with [] => [] | a :: r => match strip_tail r with [] => if a <=? negligible k then [] else [a] | s =>
    a :: s end end.
Definition stripped (x : masses) : masses :=
  let s := strip_tail (on_levels x) in let (i, h) := strip_head s in
  {| offset := offset x + i; on_levels := h; beyond := beyond x + (total (on_levels x) - total h) |}.
Definition unit_of : Z := 2 ^ unit_bits k.
Definition product (x y : masses) : option masses :=
  match convolve (on_levels y) (on_levels x) with
  | Some c => Some (stripped {| offset := offset x + offset y; on_levels := map (fun a => if up then cdiv a unit_of
    else a / unit_of) c;
      beyond := cdiv (beyond x * total (on_levels y) + unit_of * beyond y) unit_of |})
  | None => None
  end.
Fixpoint repeated (t : positive) (x : masses) : option masses :=
  match t with
  | xH => Some x
  | xO s => match repeated s x with Some y => product y y | None => None end
  | xI s => match repeated s x with Some y => match product y y with Some z => product z x | None => None end | None =>
    None end
  end.
Definition one_round (n : Z) (el eh ed : Z) : option masses :=
  match step_exp (- reach k), step_exp 1 with
  | Some (lo, hi), Some (rl, rh) =>
      let ts := ladder up (if up then rh else rl) (Z.to_nat (2 * reach k + 2)) (if up then hi else lo) in
      match pair_levels up V ts el eh ed (start_weight k) (deviations k) n (first_count k) (counts k) unit_of (guard k)
        with
      | Some (m, c) => Some {| offset := - reach k; on_levels := m; beyond := c |}
      | None => None
      end
  | _, _ => None
  end.
Fixpoint against (ts ms : list Z) : Z := match ts, ms with t :: ts, m :: ms => m * Z.max 0 (V - t) + against ts ms | _,
  _ => 0 end.
(* U V times the bound on the delta *)
Definition rounds_value (t n : Z) (eps0 eps : number) : option Z :=
  match t with
  | Z.pos t =>
      match enc V (squarings k) eps0, enc V (squarings k) eps, step_exp 1 with
      | Some (el, eh, ed), Some (wl, wh, wd), Some (rl, rh) =>
          if (1 <=? n) && positive_num eps0 && (ed <? el) && (0 <? V) && (0 <=? grid k) && (0 <=? unit_bits k) &&
            (0 <=? wl) && (0 <=? rl) then
            match one_round n el eh ed with
            | Some x => match repeated t x with
                | Some y => match step_exp (offset y) with
                    | Some (lo, hi) =>
                        let ts := ladder (negb up) (if up then rl else rh) (length (on_levels y)) (if up then
                          wl * lo / wd else cdiv (wh * hi) wd) in
                        if nonneg_list (on_levels y) && (0 <=? lo) then Some (against ts (on_levels y) + (if up then
                          beyond y * V else 0)) else None
                    | None => None
                    end
                | None => None
                end
            | None => None
            end
          else None
      | _, _, _ => None
      end
  | _ => None
  end.
Definition rounds_check (strict : bool) (t n : Z) (eps0 eps : number) (vn vd : Z) : bool :=
  match rounds_value t n eps0 eps with
  | Some x => (0 <? vd) && (let a := x * vd in let b := vn * unit_of * V in if strict then
    (if up then a <? b else b <? a) else (if up then a <=? b else b <=? a))
  | None => false
  end.
End Integers.

Section Sound.
Variables (up : bool) (k : levels).
Hypothesis V_pos : (0 < precise k)%Z.
Hypothesis unit_pos : (0 <= unit_bits k)%Z.
Hypothesis grid_pos : (0 <= grid k)%Z.
Notation V := (precise k).
Notation U := (unit_of k).
Definition at_step (z : Z) : R := exp (- (IZR z / IZR (2 ^ grid k))).
Lemma at_step_add x y : at_step (x + y) = at_step x * at_step y.
Proof. unfold at_step. rewrite <- exp_plus, plus_IZR. f_equal. unfold Rdiv. ring. Qed.
Lemma at_step_pos z : 0 < at_step z. Proof. apply exp_pos. Qed.
Lemma U_pos : (0 < U)%Z. Proof. apply Z.pow_pos_nonneg; lia. Qed.
Lemma step_exp_sound z lo hi : step_exp k z = Some (lo, hi) -> IZR lo <= IZR V * at_step z <= IZR hi.
Proof.
  unfold step_exp, at_step. destruct (Z.leb_spec z 0).
  - intros E. apply exp_encl_sound in E. rewrite opp_IZR in E. replace (- (IZR z / IZR (2 ^ grid k)))
    with (- IZR z / IZR (2 ^ grid k)) by (unfold Rdiv; ring). lra.
  - destruct (exp_encl _ _ _ _) as [[a b]|] eqn:E; [|discriminate]. destruct (_ && _) eqn:C; [|discriminate]. intros X.
    injection X as <- <-.
    apply exp_encl_sound in E. destruct E as (_ & E1 & E2). apply andb_true_iff in C. rewrite !Z.ltb_lt in C.
    destruct C as [A B].
    rewrite exp_Ropp. set (e := exp _) in *. assert (E0 : 0 < e) by apply exp_pos. apply IZR_lt in V_pos as HV, A as A',
    B as B'. split.
    + apply div_le; auto. rewrite mult_IZR. apply Rmult_le_reg_r with e; auto. apply Rle_trans with (IZR V * IZR b);
      [|right; field; lra]. replace (IZR V * IZR V * e) with (IZR V * (IZR V * e)) by ring. apply Rmult_le_compat_l;
      lra.
    + apply cdiv_ge; auto. rewrite mult_IZR. apply Rmult_le_reg_r with e; auto. apply Rle_trans with (IZR V * IZR a);
      [right; field; lra|]. replace (IZR V * IZR V * e) with (IZR V * (IZR V * e)) by ring. apply Rmult_le_compat_l;
      lra.
Qed.
Lemma ladder_geometric (above : bool) r rho count : (0 <= r)%Z -> 0 <= rho -> (if above then IZR V * rho <= IZR r
  else IZR r <= IZR V * rho) ->
  forall t o, 0 <= o -> (if above then IZR V * o <= IZR t else IZR t <= IZR V * o) ->
  geometric V above rho o (ladder k above r count t).
Proof.
  intros R0 P0 Hr. induction count as [|c IH]; intros t o O0 Ht; cbn [ladder geometric]; [exact I|]. split; [exact Ht|].
  apply IH; [apply Rmult_le_pos; auto|].
  apply IZR_lt in V_pos as HV. assert (R0' : 0 <= IZR r) by (apply (IZR_le 0); auto). destruct above.
  - apply Rle_trans with (IZR V * o * (IZR V * rho) / IZR V); [right; field; lra|].
    eapply Rle_trans with (IZR t * IZR r / IZR V).
    + apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; auto|]. apply Rmult_le_compat; auto; apply Rmult_le_pos;
      lra.
    + apply cdiv_ge; auto. rewrite mult_IZR. right. field. lra.
  - apply div_le; auto. rewrite mult_IZR. apply Rle_trans with (IZR V * o * IZR r); [apply Rmult_le_compat_r; auto|].
    replace (IZR V * (IZR V * (o * rho))) with (IZR V * o * (IZR V * rho)) by ring. apply Rmult_le_compat_l; auto.
    apply Rmult_le_pos; lra.
Qed.

(* masses that are left out count as beyond all levels *)
Lemma stick_most w : 0 <= w -> 0 <= stick w <= 1.
Proof. intros H. unfold stick. split; [apply Rmax_l|apply Rmax_lub; lra]. Qed.
Section Strip.
Variable rho : R.
Hypothesis rho_pos : 0 < rho.
Notation nn := (Forall (fun a => (0 <= a)%Z)).
Lemma nn_total m : nn m -> (0 <= total m)%Z.
Proof. induction 1; cbn [total]; lia. Qed.
Lemma strip_tail_sound m : nn m -> nn (strip_tail k m) /\ (total (strip_tail k m) <= total m)%Z /\
  forall w, 0 <= w -> weigh rho (strip_tail k m) stick w <= weigh rho m stick w <= weigh rho (strip_tail k m) stick w +
  IZR (total m - total (strip_tail k m)).
Proof.
  induction 1 as [|a m Ha N (I1 & I2 & I3)]; cbn [strip_tail];
  [split; [constructor|split; [reflexivity|intros; cbn; lra]]|].
  apply IZR_le in Ha as Ha'. destruct (strip_tail k m) as [|b s]; [destruct (a <=? negligible k)%Z|].
  all: split; [repeat (constructor; auto)|]; split; [cbn [total] in *; lia|]; intros w Hw;
  specialize (I3 (w * rho) ltac:(apply Rmult_le_pos; lra)); pose proof (stick_most w Hw).
  all: cbn [weigh total] in *; assert (0 <= IZR a * stick w) by (apply Rmult_le_pos; lra);
  assert (IZR a * stick w <= IZR a * 1) by (apply Rmult_le_compat_l; lra); rewrite ?minus_IZR, ?plus_IZR in *; lra.
Qed.
Lemma strip_head_sound m : nn m -> let (i, s) := strip_head k m in (0 <= i)%Z /\ nn s /\ (total s <= total m)%Z /\
  exists j, i = Z.of_nat j /\ forall w, 0 <= w -> weigh rho s stick (w * rho ^ j) <= weigh rho m stick w <=
  weigh rho s stick (w * rho ^ j) + IZR (total m - total s).
Proof.
  induction 1 as [|a m Ha N IH]; cbn [strip_head].
  - repeat split; auto; try lia. exists 0%nat. split; auto. intros. cbn. lra.
  - apply IZR_le in Ha as Ha'. destruct (a <=? negligible k)%Z.
    + destruct (strip_head k m) as [i s]. destruct IH as (I0 & I1 & I2 & j & -> & I3). repeat split; auto; try lia;
      [cbn [total]; lia|].
      exists (S j). split; [lia|]. intros w Hw. specialize (I3 (w * rho) ltac:(apply Rmult_le_pos; lra)).
      cbn [weigh total pow]. replace (w * (rho * rho ^ j)) with (w * rho * rho ^ j) by ring.
      pose proof (stick_most w Hw). assert (0 <= IZR a * stick w) by (apply Rmult_le_pos; lra).
      assert (IZR a * stick w <= IZR a * 1) by (apply Rmult_le_compat_l; lra). rewrite !minus_IZR, ?plus_IZR in *. lra.
    + repeat split; auto; try lia. exists 0%nat. split; auto. intros w Hw. cbn [pow]. rewrite Rmult_1_r, Z.sub_diag.
      lra.
Qed.
End Strip.

Variables (n : nat) (eps0 : R).
Hypothesis eps0_pos : 0 < eps0.
Notation P := (clonesP n eps0).
Notation Q := (clonesQ n eps0).
Notation rho := (at_step 1).
Notation sign := (if up then 1 else -1).
Definition sound_for (t : nat) (x : masses) : Prop :=
  Forall (fun a => (0 <= a)%Z) (on_levels x) /\ bounded out out_dec P Q rho sign (IZR U) t (at_step (offset x))
  (on_levels x) (if up then IZR (beyond x) else 0).

Lemma E_big : 1 < exp eps0. Proof. rewrite <- exp_0. apply exp_increasing. auto. Qed.
Lemma share01 : 0 <= exp (- eps0) <= 1 /\ 0 <= exp eps0 / (exp eps0 + 1) <= 1.
Proof.
  pose proof E_big. rewrite exp_Ropp. repeat split; [left; apply Rinv_0_lt_compat; lra|rewrite <- Rinv_1;
  apply Rinv_le_contravar; lra|apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|].
  apply Rmult_le_reg_r with (exp eps0 + 1); [lra|]. field_simplify; lra.
Qed.
Lemma P_law : probability P.
Proof.
  destruct share01 as [S1 S2]. unfold clonesP, pairP.
  split; [repeat (apply nonneg_bind; [first [apply nonneg_binomial; lra|apply nonneg_bernoulli; lra]|intros]);
  apply nonneg_ret|].
  rewrite Ex_pair. rewrite (Ex_fun _ _ (fun _ => 1)); [rewrite Ex_binomial;
  rewrite (Sum_ext _ _ (pm (exp (- eps0)) (n - 1))) by (intros; ring); apply pm_total|].
  intros c. rewrite (Ex_fun _ _ (fun _ => 1)) by (intros; ring). rewrite Ex_binomial, (Sum_ext _ _ (pm (1/2) c))
  by (intros; ring). apply pm_total.
Qed.
Lemma Q_nonneg : nonneg out Q. Proof. destruct share01. apply nonneg_pairQ; auto. Qed.

Lemma stripped_sound t x : sound_for t x -> sound_for t (stripped k x).
Proof.
  intros [N B]. unfold stripped. destruct (strip_tail_sound rho (at_step_pos 1) (on_levels x) N) as (T1 & T2 & T3).
  pose proof (strip_head_sound rho (at_step_pos 1) (strip_tail k (on_levels x)) T1) as H.
  destruct (strip_head k _) as [i h]. destruct H as (I0 & I1 & I2 & j & -> & I3).
  split; [exact I1|]. cbn [offset on_levels beyond]. intros w Hw. specialize (B w Hw).
  assert (W : 0 <= w * at_step (offset x)) by (apply Rmult_le_pos; auto; left; apply at_step_pos). specialize (T3 _ W).
  specialize (I3 _ W).
  assert (PJ : forall j, at_step (Z.of_nat j) = rho ^ j).
  { clear. induction j as [|j IH]; [unfold at_step; cbn; unfold Rdiv; rewrite Rmult_0_l, Ropp_0; apply exp_0|].
    rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite at_step_add, IH. cbn [pow]. ring. }
  rewrite at_step_add, PJ. replace (w * (at_step (offset x) * rho ^ j)) with (w * at_step (offset x) * rho ^ j) by ring.
  rewrite !minus_IZR, ?plus_IZR, ?minus_IZR in *. destruct up; lra.
Qed.
Lemma product_sound t t' x y z : sound_for t x -> sound_for t' y -> product up k x y = Some z -> sound_for (t + t') z.
Proof.
  intros [Nx Bx] [Ny By] H. unfold product in H. destruct (convolve _ _) as [c|] eqn:C; [|discriminate].
  injection H as <-. apply stripped_sound.
  apply (convolve_sound rho stick) in C. destruct C as (_ & _ & Nc & W). pose proof U_pos as U0.
  apply IZR_lt in U0 as U0'.
  split; cbn [offset on_levels beyond].
  - clear - Nc U0. induction Nc as [|a c Ha N IH]; cbn; constructor; auto. destruct up; [|apply Z.div_pos; auto].
    apply le_IZR. apply (cdiv_ge a U 0 U0). rewrite Rmult_0_r. apply (IZR_le 0). auto.
  - pose proof (bounded_product out out_dec P Q P_law Q_nonneg rho sign (IZR U) t (at_step (offset x)) (on_levels x) _
    (IZR U) t' (at_step (offset y)) (on_levels y) _
      ltac:(lra) ltac:(left; apply at_step_pos) ltac:(left; apply at_step_pos) (at_step_pos 1) Ny Bx By) as B.
    intros w Hw. specialize (B w Hw). rewrite at_step_add, (Rmult_comm (at_step (offset x))).
    set (v := w * (at_step (offset y) * at_step (offset x))) in *.
    rewrite <- W in B. set (h := rounds_stick _ _ _ _ _ _) in *. set (lost := cdiv _ _).
    assert (R0 : forall w, 0 <= w -> if up then weigh rho c stick w <= IZR U * weigh rho (map (fun a => cdiv a U) c)
    stick w else IZR U * weigh rho (map (fun a => (a / U)%Z) c) stick w <= weigh rho c stick w).
    { clear - U0 U0'. induction c as [|a c IH]; intros w Hw; cbn [map weigh]; [destruct up; lra|].
      specialize (IH (w * rho) ltac:(apply Rmult_le_pos; auto; left; apply at_step_pos)).
      pose proof (stick_most w Hw) as [S0 _]. destruct up.
      - assert (IZR a <= IZR U * IZR (cdiv a U)).
        { pose proof (cdiv_ge a U (IZR a / IZR U) U0 ltac:(right; field; lra)) as X.
          apply (Rmult_le_compat_l (IZR U)) in X; [|lra]. eapply Rle_trans; [|exact X]. right. field. lra. }
        assert (IZR a * stick w <= IZR U * IZR (cdiv a U) * stick w) by (apply Rmult_le_compat_r; auto). lra.
      - assert (IZR U * IZR (a / U) <= IZR a) by (rewrite <- mult_IZR; apply IZR_le, Z.mul_div_le; auto).
        assert (IZR U * IZR (a / U) * stick w <= IZR a * stick w) by (apply Rmult_le_compat_r; auto). lra. }
    assert (V0 : 0 <= v) by (unfold v; repeat apply Rmult_le_pos; auto; left; apply at_step_pos). specialize (R0 v V0).
    apply Rmult_le_reg_l with (IZR U); auto. destruct up; cbv beta iota in *.
    + assert (L : IZR (beyond x) * IZR (total (on_levels y)) + IZR U * IZR (beyond y) <= IZR U * IZR lost).
      { pose proof (cdiv_ge (beyond x * total (on_levels y) + U * beyond y) U ((IZR (beyond x) *
        IZR (total (on_levels y)) + IZR U * IZR (beyond y)) / IZR U) U0) as X.
        rewrite plus_IZR, !mult_IZR in X. specialize (X ltac:(right; field; lra)). apply (Rmult_le_compat_l (IZR U)) in
        X; [|lra]. eapply Rle_trans; [|exact X]. right. field. lra. }
      lra.
    + lra.
Qed.
Lemma repeated_sound x : sound_for 1 x -> forall t y, repeated up k t x = Some y -> sound_for (Pos.to_nat t) y.
Proof.
  intros S1. induction t as [t IH|t IH|]; intros y H; cbn [repeated] in H.
  - destruct (repeated up k t x) as [a|]; [|discriminate]. destruct (product up k a a) as [b|] eqn:E; [|discriminate].
    specialize (IH a eq_refl).
    pose proof (product_sound _ _ _ _ _ IH IH E) as S2. pose proof (product_sound _ _ _ _ _ S2 S1 H) as S3.
    replace (Pos.to_nat (xI t)) with (Pos.to_nat t + Pos.to_nat t + 1)%nat by lia. exact S3.
  - destruct (repeated up k t x) as [a|]; [|discriminate]. specialize (IH a eq_refl).
    pose proof (product_sound _ _ _ _ _ IH IH H) as S2.
    replace (Pos.to_nat (xO t)) with (Pos.to_nat t + Pos.to_nat t)%nat by lia. exact S2.
  - injection H as <-. exact S1.
Qed.
Lemma one_round_sound el eh ed x : (1 <= n)%nat -> (0 < ed)%Z -> (ed < el)%Z -> IZR el <= exp eps0 * IZR ed <= IZR eh ->
  (forall lo hi, step_exp k 1 = Some (lo, hi) -> (0 <= lo)%Z) ->
  one_round up k (Z.of_nat n) el eh ed = Some x -> sound_for 1 x.
Proof.
  intros Hn Hed Hel He R0 H. unfold one_round in H. destruct (step_exp k (- reach k)) as [[lo hi]|] eqn:E1;
  [|discriminate]. destruct (step_exp k 1) as [[rl rh]|] eqn:E2; [|discriminate].
  specialize (R0 _ _ eq_refl). apply step_exp_sound in E1, E2. apply IZR_lt in V_pos as HV.
  destruct (pair_levels _ _ _ _ _ _ _ _ _ _ _ _ _) as [[m c]|] eqn:PL; [|discriminate]. injection H as <-.
  assert (Geo : geometric V up rho (at_step (- reach k)) (ladder k up (if up then rh
  else rl) (Z.to_nat (2 * reach k + 2)) (if up then hi else lo))).
  { apply ladder_geometric; [|left; apply at_step_pos| |left; apply at_step_pos|]; destruct up; try lra; auto.
    apply le_IZR. assert (0 < IZR V * rho) by (apply Rmult_lt_0_compat; auto; apply at_step_pos). lra. }
  assert (M : forall w, 0 <= w -> _) by (intros w Hw;
  exact (pair_levels_sound V _ el eh ed (start_weight k) (deviations k) (exp eps0) w V_pos Hed E_big (proj1 He)
  (proj2 He) Hel Hw up n (first_count k) (counts k) U (guard k) m c rho _ Hn PL Geo)).
  split; cbn [offset on_levels beyond]; [apply (M 0); lra|]. intros w Hw. destruct (M w Hw) as [_ MW].
  rewrite (Product.one_round out out_dec P Q P_law Q_nonneg w Hw). unfold divergence, clonesP, clonesQ in *.
  rewrite exp_Ropp. destruct up; lra.
Qed.
End Sound.

Lemma against_bound (up : bool) k w rho ts : forall ms o, (0 < precise k)%Z -> 0 <= w ->
  Forall (fun a => (0 <= a)%Z) ms -> (length ms <= length ts)%nat -> geometric (precise k) (negb up) rho o ts ->
  if up then IZR (precise k) * weigh rho ms stick o <= IZR (against k ts ms) else IZR (against k ts ms) <=
    IZR (precise k) * weigh rho ms stick o.
Proof.
  intros ms o V0 _ N L Geo. revert ms o N L Geo. induction ts as [|t ts IH]; intros [|m ms] o N L Geo;
  cbn [against weigh length geometric] in *; try lia; try (destruct up; lra).
  inversion N as [|? ? Hm N']; subst. destruct Geo as [Ht Geo]. specialize (IH ms _ N' ltac:(lia) Geo).
  apply IZR_lt in V0 as HV. apply IZR_le in Hm.
  rewrite plus_IZR, mult_IZR.
  assert (EM : IZR (Z.max 0 (precise k - t)) = Rmax 0 (IZR (precise k) - IZR t)).
  { rewrite <- minus_IZR. unfold Rmax. destruct (Rle_dec 0 (IZR (precise k - t))) as [A|A]; f_equal;
    [apply le_IZR in A; lia|]. assert (~ (0 <= precise k - t)%Z) by (intros B; apply A, (IZR_le 0), B). lia. }
  rewrite EM. change (stick o) with (Rmax 0 (1 - o)).
  assert (ES : IZR (precise k) * Rmax 0 (1 - o) = Rmax 0 (IZR (precise k) - IZR (precise k) * o))
  by (rewrite <- RmaxRmult by lra; f_equal; ring).
  destruct up; cbn [negb] in *.
  - assert (Rmax 0 (IZR (precise k) - IZR (precise k) * o) <= Rmax 0 (IZR (precise k) - IZR t))
    by (apply Rle_max_compat_l; lra).
    assert (IZR m * (IZR (precise k) * Rmax 0 (1 - o)) <= IZR m * Rmax 0 (IZR (precise k) - IZR t))
    by (apply Rmult_le_compat_l; lra). lra.
  - assert (Rmax 0 (IZR (precise k) - IZR t) <= Rmax 0 (IZR (precise k) - IZR (precise k) * o))
    by (apply Rle_max_compat_l; lra).
    assert (IZR m * Rmax 0 (IZR (precise k) - IZR t) <= IZR m * (IZR (precise k) * Rmax 0 (1 - o)))
    by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* What the check accepts is a bound. *)
Theorem rounds_check_sound (up strict : bool) k t n eps0 eps vn vd : rounds_check up k strict t n eps0 eps vn vd =
  true ->
  (1 <= Z.to_nat n)%nat /\ 0 < val eps0 /\
  let d := rounds_delta (Z.to_nat t) (Z.to_nat n) (val eps0) (val eps) in let v := IZR vn / IZR vd in
  if up then (if strict then d < v else d <= v) else (if strict then v < d else v <= d).
Proof.
  unfold rounds_check, rounds_value. destruct t as [|t|]; try discriminate.
  destruct (enc _ _ eps0) as [[[el eh] ed]|] eqn:E0; [|discriminate]. destruct (enc _ _ eps) as [[[wl wh] wd]|] eqn:E1;
  [|discriminate].
  destruct (step_exp k 1) as [[rl rh]|] eqn:ER; [|discriminate]. destruct (_ && _) eqn:C; [|discriminate].
  repeat rewrite andb_true_iff in C. rewrite !Z.leb_le, !Z.ltb_lt in C.
  destruct C as [[[[[[[C1 C2] C3] C4] C5] C6] C7] C8].
  destruct (one_round _ _ _ _ _ _) as [x|] eqn:EO; [|discriminate]. destruct (repeated _ _ _ _) as [y|] eqn:EY;
  [|discriminate].
  destruct (step_exp k (offset y)) as [[lo hi]|] eqn:ES; [|discriminate]. cbv zeta. destruct (_ && _) eqn:C;
  [|discriminate]. intros H.
  apply andb_true_iff in C. destruct C as [Nn L0]. apply nonneg_sound in Nn. apply Z.leb_le in L0.
  apply andb_true_iff in H. destruct H as [Hvd H]. apply Z.ltb_lt in Hvd.
  apply positive_sound in C2. apply enc_sound in E0, E1. destruct E0 as [Hed E0], E1 as [Hwd E1].
  apply IZR_lt in Hed as Hed', Hwd as Hwd', Hvd as Hvd', C4 as HV.
  split; [lia|]. split; [auto|].
  assert (He : IZR el <= exp (val eps0) * IZR ed <= IZR eh).
  { split; [apply Rmult_le_reg_r with (/ IZR ed)|apply Rmult_le_reg_r with (/ IZR ed)]; try (apply Rinv_0_lt_compat;
    lra); rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra; unfold Rdiv in E0; lra. }
  assert (S1 : sound_for up k (Z.to_nat n) (val eps0) 1 x).
  { eapply (one_round_sound up k C4 (Z.to_nat n) (val eps0) C2 el eh ed x); auto; [lia|intros ? ? X; congruence|].
    rewrite Z2Nat.id by lia. exact EO. }
  pose proof (repeated_sound up k C6 (Z.to_nat n) (val eps0) C2 x S1 t y EY) as [_ B].
  assert (W0 : 0 <= exp (val eps)) by (left; apply exp_pos). specialize (B _ W0).
  rewrite <- (rounds_stick_hockey out out_dec _ _ (P_law (Z.to_nat n) (val eps0) C2) (Q_nonneg (Z.to_nat n) (val eps0)
  C2) _ _ W0) in B.
  change (hockey (list out) (lists_dec out out_dec) (exp (val eps)) (power (Pos.to_nat t) (clonesP (Z.to_nat n)
    (val eps0))) (power (Pos.to_nat t) (clonesQ (Z.to_nat n) (val eps0))))
    with (rounds_delta (Z.to_nat (Z.pos t)) (Z.to_nat n) (val eps0) (val eps)) in B.
  set (d := rounds_delta _ _ _ _) in *. set (o := exp (val eps) * at_step k (offset y)) in *.
  apply (step_exp_sound k C4) in ES, ER.
  assert (O0 : 0 <= o) by (unfold o; apply Rmult_le_pos; auto; left; apply at_step_pos).
  set (ts := ladder _ _ _ _ _) in *.
  assert (Geo : geometric (precise k) (negb up) (at_step k 1) o ts).
  { unfold ts. apply IZR_le in C7, L0. assert (T0 : 0 <= IZR (precise k) * at_step k (offset y)) by (apply Rmult_le_pos;
    [lra|left; apply at_step_pos]).
    apply ladder_geometric; auto; [|left; apply at_step_pos|destruct up; cbn; lra|].
    - destruct up; auto. apply le_IZR. assert (0 < IZR (precise k) * at_step k 1) by (apply Rmult_lt_0_compat; auto;
      apply at_step_pos). lra.
    - unfold o. destruct up; cbn [negb].
      + apply div_le; auto. rewrite mult_IZR.
        replace (IZR wd * (IZR (precise k) * (exp (val eps) * at_step k (offset y))))
        with ((IZR wd * exp (val eps)) * (IZR (precise k) * at_step k (offset y))) by ring.
        apply Rmult_le_compat; auto; [|lra]. apply Rmult_le_reg_r with (/ IZR wd); [apply Rinv_0_lt_compat; auto|].
        replace (IZR wd * exp (val eps) * / IZR wd) with (exp (val eps)) by (field; lra). unfold Rdiv in E1. lra.
      + apply cdiv_ge; auto. rewrite mult_IZR.
        replace (IZR wd * (IZR (precise k) * (exp (val eps) * at_step k (offset y))))
        with ((IZR wd * exp (val eps)) * (IZR (precise k) * at_step k (offset y))) by ring.
        apply Rmult_le_compat; auto; [apply Rmult_le_pos; lra| |lra]. apply Rmult_le_reg_r with (/ IZR wd);
        [apply Rinv_0_lt_compat; auto|]. replace (IZR wd * exp (val eps) * / IZR wd) with (exp (val eps))
        by (field; lra). unfold Rdiv in E1. lra. }
  assert (LL : forall a r c t, length (ladder k a r c t) = c) by (intros a r c; induction c; intros;
  cbn [ladder length]; auto).
  pose proof (against_bound up k 0 (at_step k 1) ts (on_levels y) o C4 ltac:(lra) Nn ltac:(unfold ts; rewrite LL;
  lia) Geo) as AB.
  pose proof (U_pos k C6) as U0. apply IZR_lt in U0 as U0'. set (val_ := (against k ts (on_levels y) + _)%Z) in *.
  assert (F : if up then IZR (unit_of k) * IZR (precise k) * d <= IZR val_ else IZR val_ <= IZR (unit_of k) *
  IZR (precise k) * d).
  { unfold val_. destruct up; cbv beta iota in *; rewrite plus_IZR, ?mult_IZR.
    - apply (Rmult_le_compat_l (IZR (precise k))) in B; lra.
    - apply (Rmult_le_compat_l (IZR (precise k))) in B; lra. }
  set (UV := IZR (unit_of k) * IZR (precise k)) in *. assert (UV0 : 0 < UV) by (apply Rmult_lt_0_compat; auto).
  assert (EV : IZR vn = IZR vn / IZR vd * IZR vd) by (field; lra). set (v := IZR vn / IZR vd) in *. clearbody v.
  assert (EB : IZR (vn * unit_of k * precise k) = v * (IZR vd * UV)) by (rewrite !mult_IZR, EV; unfold UV; ring).
  assert (EA : IZR (val_ * vd) = IZR val_ * IZR vd) by apply mult_IZR.
  assert (PP : 0 < IZR vd * UV) by (apply Rmult_lt_0_compat; auto).
  destruct up, strict; rewrite ?Z.ltb_lt, ?Z.leb_le in H; first [apply IZR_lt in H|apply IZR_le in H]; rewrite EA, EB in
  H.
  - apply Rmult_lt_reg_r with (IZR vd * UV); auto. assert (UV * d * IZR vd <= IZR val_ * IZR vd)
    by (apply Rmult_le_compat_r; lra). lra.
  - apply Rmult_le_reg_r with (IZR vd * UV); auto. assert (UV * d * IZR vd <= IZR val_ * IZR vd)
    by (apply Rmult_le_compat_r; lra). lra.
  - apply Rmult_lt_reg_r with (IZR vd * UV); auto. assert (IZR val_ * IZR vd <= UV * d * IZR vd)
    by (apply Rmult_le_compat_r; lra). lra.
  - apply Rmult_le_reg_r with (IZR vd * UV); auto. assert (IZR val_ * IZR vd <= UV * d * IZR vd)
    by (apply Rmult_le_compat_r; lra). lra.
Qed.
End WithEngine.
