(* The same series on integers: enclosures of the normal density and distribution function at a rational, and of the
     tangents of the trade-off curve. *)
Require Import Reals Lra Lia ZArith Bool List Machin Arith.
From Hallmark Require Import Definitions Noise OneMoreCoin Steps Exponential NormalLaw NormalSeries NormalTotal
  PoissonSampling.
Open Scope R_scope.

Section Integers.
Context {en : engine}.
Variables (V : Z) (j : positive) (least : nat) (clo chi : Z).   (* in units of 1/V; clo, chi are around 1/sqrt(2 pi) *)
Local Open Scope Z_scope.
(* pi/4 = 2 atan(1/3) + atan(1/7) *)
Fixpoint quarter (m : nat) : Z * Z :=
  let i := 2 * Z.of_nat m + 1 in let lo := 2 * V / (3 ^ i * i) + V / (7 ^ i * i) in let hi := cdiv (2 * V) (3 ^ i * i)
    + cdiv V (7 ^ i * i) in
  match m with O => (lo, hi) | S p => let (a, b) := quarter p in if Nat.even m then (a + lo, b + hi) else (a - hi,
    b - lo) end.
Definition root_check (m : nat) : bool :=
  (0 <? V) && (0 <? clo) && (0 <? chi) && (V * V * V <=? 8 * chi * chi * fst (quarter (S (2 * m))))
    && (8 * clo * clo * snd (quarter (2 * m)) <=? V * V * V).
Definition bell_encl (xn xd : Z) : option (Z * Z) :=
  match exp_encl V j (xn * xn) (2 * (xd * xd)) with Some (lo, hi) => if (0 <? lo) && (0 <? hi) then Some (V * V / hi,
    cdiv (V * V) lo) else None | None => None end.
Fixpoint series (m : nat) (k a b tl th sl sh : Z) : Z * Z * Z * Z :=
  match m with O => (tl, th, sl, sh) | S m => let d := b * (2 * k + 3) in series m (k + 1) a b (tl * a / d)
    (cdiv (th * a) d) (sl + tl) (sh + th) end.
(* density without its factor, lower and upper; distribution function, lower and upper *)
Definition half_encl (n : nat) (xn xd : Z) : option (Z * Z * Z * Z) :=
  match bell_encl xn xd with
  | Some (el, eh) =>
      let '(tl, th, sl, sh) := series (S n) 0 (xn * xn) (xd * xd) (el * xn / xd) (cdiv (eh * xn) xd) 0 0 in
      let m := (2 * Z.of_nat n + 3) * (xd * xd) in let g := m - xn * xn in
      if (0 <? g) && (0 <=? sl) then Some (el, eh, V / 2 + clo * sl / V, cdiv V 2 + cdiv (chi * (sh + cdiv (th * m) g))
        V) else None
  | None => None
  end.
(* far from 0 the series wants more terms *)
Definition normal_encl (xn xd : Z) : option (Z * Z * Z * Z) :=
  let n := (least + Z.to_nat (5 * (xn * xn) / (4 * (xd * xd))))%nat in
  if 0 <=? xn then half_encl n xn xd else match half_encl n (- xn) xd with
    | Some (el, eh, pl, ph) => Some (el, eh, V - ph, V - pl) | None => None end.
(* at z: the ratio of the densities at z + mu and z, lower and upper, and how high the tangent is, from above *)
Definition tangent_encl (mn md zn zd : Z) : option (Z * Z * Z) :=
  match normal_encl (zn * md + mn * zd) (zd * md), normal_encl zn zd with
  | Some (al, ah, _, ph), Some (bl, bh, pl, _) =>
      if (0 <? md) && (0 <? zd) && (0 <=? al) && (0 <? bl) && (0 <? bh) then let rl := al * V / bh in Some (rl,
        cdiv (ah * V) bl, ph - rl * Z.max 0 pl / V) else None
  | _, _ => None
  end.
End Integers.

Lemma some_inj {A} (x y : A) : Some x = Some y -> x = y.
Proof. congruence. Qed.
Section Sound.
Context {en : engine} {ok : faithful en}.
Variables (V : Z) (j : positive) (least : nat) (clo chi : Z).
Hypothesis V_pos : (0 < V)%Z.
Notation v := (IZR V).
Lemma v_pos : 0 < v. Proof. apply IZR_lt; auto. Qed.
Notation c := (/ sqrt (2 * PI)).

Lemma quarter_sound m : IZR (fst (quarter V m)) <= v * sum_f_R0 (tg_alt PI_2_3_7_tg) m <= IZR (snd (quarter V m)).
Proof.
  assert (T : forall m, let i := (2 * Z.of_nat m + 1)%Z in
    IZR (2 * V / (3 ^ i * i) + V / (7 ^ i * i)) <= v * PI_2_3_7_tg m <= IZR (cdiv (2 * V) (3 ^ i * i)
      + cdiv V (7 ^ i * i))).
  { clear m. intros m i. assert (I0 : (0 < i)%Z) by (unfold i; lia).
    assert (D : forall b, (0 < b)%Z -> (0 < b ^ i * i)%Z /\ Ratan_seq (/ IZR b) m = / IZR (b ^ i * i)).
    { intros b Hb. split; [apply Z.mul_pos_pos; auto; apply Z.pow_pos_nonneg; lia|]. unfold Ratan_seq. rewrite mult_IZR.
      replace (IZR i) with (INR (2 * m + 1)) by (rewrite INR_IZR_INZ; f_equal; unfold i; lia).
      replace (IZR (b ^ i)) with (IZR b ^ (2 * m + 1)) by (rewrite pow_IZR; f_equal; f_equal; unfold i; lia).
      assert (0 < IZR b) by (apply IZR_lt; auto). assert (0 < INR (2 * m + 1)) by (apply lt_0_INR; lia).
      rewrite pow_inv by lra. field. split; [lra|apply pow_nonzero; lra]. }
    destruct (D 3%Z ltac:(lia)) as [P3 E3], (D 7%Z ltac:(lia)) as [P7 E7]. unfold PI_2_3_7_tg. rewrite E3, E7.
    clear D E3 E7.
    set (d3 := (3 ^ i * i)%Z) in *. set (d7 := (7 ^ i * i)%Z) in *. rewrite !plus_IZR.
    apply IZR_lt in P3 as Q3, P7 as Q7.
    assert (IZR (2 * V / d3) <= v * (2 * / IZR d3)) by (apply div_le; auto; rewrite mult_IZR; right; field; lra).
    assert (IZR (V / d7) <= v * / IZR d7) by (apply div_le; auto; right; field; lra).
    assert (v * (2 * / IZR d3) <= IZR (cdiv (2 * V) d3)) by (apply cdiv_ge; auto; rewrite mult_IZR; right; field; lra).
    assert (v * / IZR d7 <= IZR (cdiv V d7)) by (apply cdiv_ge; auto; right; field; lra). lra. }
  assert (S0 : forall k, tg_alt PI_2_3_7_tg k = (if Nat.even k then 1 else -1) * PI_2_3_7_tg k).
  { intros k. unfold tg_alt. f_equal. destruct (Nat.even k) eqn:E.
    - apply Nat.even_spec in E. destruct E as [h ->]. apply pow_1_even.
    - assert (O : Nat.odd k = true) by (unfold Nat.odd; rewrite E; reflexivity). apply Nat.odd_spec in O.
      destruct O as [h ->]. rewrite Nat.add_1_r. apply pow_1_odd. }
  induction m as [|m IH].
  - specialize (T 0%nat). cbn [sum_f_R0]. rewrite S0. cbn [Nat.even]. rewrite Rmult_1_l. exact T.
  - specialize (T (S m)). cbn [sum_f_R0]. rewrite S0. cbn [quarter]. destruct (quarter V m) as [a b].
    cbn [fst snd] in IH. cbv zeta in T.
    set (lo := (_ + _)%Z) in T |- *. set (hi := (cdiv _ _ + _)%Z) in T |- *. clearbody lo hi.
    destruct (Nat.even (S m)); cbn [fst snd]; rewrite ?plus_IZR, ?minus_IZR; lra.
Qed.
Lemma root_check_sound m : root_check V clo chi m = true -> 0 < IZR clo /\ IZR clo <= v * c <= IZR chi.
Proof.
  unfold root_check. rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le. intros [[[[_ L0] H0] H] L]. pose proof v_pos as V0.
  apply IZR_lt in L0, H0.
  pose proof (PI_2_3_7_ineq m) as [PL PH]. pose proof (quarter_sound (S (2 * m))) as [QL _].
  pose proof (quarter_sound (2 * m)) as [_ QH].
  apply IZR_le in H, L. rewrite !mult_IZR in H, L.
  assert (Q1 : IZR (fst (quarter V (S (2 * m)))) <= v * (PI / 4)) by (eapply Rle_trans;
    [exact QL|apply Rmult_le_compat_l; lra]).
  assert (Q2 : v * (PI / 4) <= IZR (snd (quarter V (2 * m)))) by (eapply Rle_trans; [|exact QH];
    apply Rmult_le_compat_l; lra).
  pose proof root_pos as R0.
  assert (R2 : sqrt (2 * PI) * sqrt (2 * PI) = 2 * PI) by (apply sqrt_sqrt; pose proof PI_RGT_0; lra).
  set (r := sqrt (2 * PI)) in *.
  assert (E : PI / 4 = r * r / 8) by (rewrite R2; field). rewrite E in *.
  set (a := IZR clo) in *. set (b := IZR chi) in *.
  assert (A : (a * r) * (a * r) <= v * v).
  { apply Rmult_le_reg_r with v; auto. apply Rle_trans with (8 * a * a * (v * (r * r / 8))); [right; field|].
    eapply Rle_trans; [|exact L]. apply Rmult_le_compat_l; [|exact Q2].
    assert (0 <= a * a) by (apply Rmult_le_pos; lra). lra. }
  assert (B : v * v <= (b * r) * (b * r)).
  { apply Rmult_le_reg_r with v; auto. eapply Rle_trans; [exact H|].
    apply Rle_trans with (8 * b * b * (v * (r * r / 8))); [|right; field]. apply Rmult_le_compat_l; [|exact Q1].
    assert (0 <= b * b) by (apply Rmult_le_pos; lra). lra. }
  assert (AR : 0 < a * r) by (apply Rmult_lt_0_compat; auto).
  assert (BR : 0 < b * r) by (apply Rmult_lt_0_compat; auto).
  assert (A' : a * r <= v) by (apply Rnot_lt_le; intros X; nra).
  assert (B' : v <= b * r) by (apply Rnot_lt_le; intros X; nra).
  split; auto. split; apply Rmult_le_reg_r with r; auto; rewrite Rmult_assoc, Rinv_l by lra; lra.
Qed.

Lemma bell_encl_sound xn xd lo hi : (0 < xd)%Z -> bell_encl V j xn xd = Some (lo, hi) -> (0 <= lo)%Z /\ IZR lo
  <= v * bell (IZR xn / IZR xd) <= IZR hi.
Proof.
  intros Hd. unfold bell_encl. destruct (exp_encl _ _ _ _) as [[a b]|] eqn:E; [|discriminate].
  destruct (_ && _) eqn:C; [|discriminate]. intros X. injection X as <- <-.
  apply exp_encl_sound in E; auto. destruct E as (_ & E1 & E2). apply andb_true_iff in C. rewrite !Z.ltb_lt in C.
  destruct C as [A B].
  split; [apply Z.div_pos; nia|]. pose proof v_pos as V0. apply IZR_lt in A as A', B as B', Hd as Hd'.
  unfold bell. rewrite exp_Ropp.
  replace (IZR xn / IZR xd * (IZR xn / IZR xd) / 2) with (IZR (xn * xn) / IZR (2 * (xd * xd))) by (rewrite !mult_IZR;
    field; lra).
  set (e := exp _) in *. assert (E0 : 0 < e) by apply exp_pos. split.
  - apply div_le; auto. rewrite mult_IZR. apply Rmult_le_reg_r with e; auto.
    apply Rle_trans with (v * IZR b); [|right; field; lra]. replace (v * v * e) with (v * (v * e)) by ring.
    apply Rmult_le_compat_l; lra.
  - apply cdiv_ge; auto. rewrite mult_IZR. apply Rmult_le_reg_r with e; auto.
    apply Rle_trans with (v * IZR a); [right; field; lra|]. replace (v * v * e) with (v * (v * e)) by ring.
    apply Rmult_le_compat_l; lra.
Qed.

Section At.
Variables (n : nat) (xn xd : Z).
Hypothesis xn_nonneg : (0 <= xn)%Z.
Hypothesis xd_pos : (0 < xd)%Z.
Notation x := (IZR xn / IZR xd).
Notation a := (xn * xn)%Z.
Notation b := (xd * xd)%Z.
Lemma x_nonneg : 0 <= x.
Proof. apply IZR_le in xn_nonneg. apply IZR_lt in xd_pos. apply Rmult_le_pos; auto. left. apply Rinv_0_lt_compat. auto.
Qed.
Lemma series_sound m : forall k e tl th sl sh, 0 <= e -> (0 <= tl)%Z -> IZR tl <= e * term k x <= IZR th -> IZR sl
  <= e * terms k x <= IZR sh ->
  let '(tl', th', sl', sh') := series m (Z.of_nat k) a b tl th sl sh in
  IZR tl' <= e * term (m + k) x <= IZR th' /\ IZR sl' <= e * terms (m + k) x <= IZR sh'.
Proof.
  induction m as [|m IH]; intros k e tl th sl sh He Htl T S; cbn [series]; [cbn [plus]; auto|].
  assert (D0 : (0 < b * (2 * Z.of_nat k + 3))%Z) by (apply Z.mul_pos_pos; nia).
  set (d := (b * (2 * Z.of_nat k + 3))%Z) in *. apply IZR_lt in D0 as D0'.
  assert (ED : term (Datatypes.S k) x = term k x * (IZR a / IZR d)).
  { cbn [term]. replace (INR (2 * k + 3)) with (IZR (2 * Z.of_nat k + 3)) by (rewrite INR_IZR_INZ; f_equal; lia).
    unfold d. rewrite !mult_IZR. apply IZR_lt in xd_pos.
    assert (0 < IZR (2 * Z.of_nat k + 3)) by (apply IZR_lt; lia). field. lra. }
  assert (A0 : 0 <= IZR a) by (apply (IZR_le 0); nia). clearbody d.
  specialize (IH (Datatypes.S k) e (tl * a / d)%Z (cdiv (th * a) d) (sl + tl)%Z (sh + th)%Z He ltac:(apply Z.div_pos;
    nia)). rewrite Nat2Z.inj_succ in IH. unfold Z.succ in IH.
  replace (Datatypes.S m + k)%nat with (m + Datatypes.S k)%nat by lia. apply IH.
  - rewrite ED. split.
    + apply div_le; auto. rewrite (mult_IZR tl).
      apply Rle_trans with (e * term k x * IZR a); [apply Rmult_le_compat_r; lra|right; field; lra].
    + apply cdiv_ge; auto. rewrite (mult_IZR th).
      apply Rle_trans with (e * term k x * IZR a); [right; field; lra|apply Rmult_le_compat_r; lra].
  - cbn [terms]. rewrite !plus_IZR. lra.
Qed.
Hypothesis root : 0 < IZR clo /\ IZR clo <= v * c <= IZR chi.
Lemma half_encl_sound el eh pl ph : half_encl V j clo chi n xn xd = Some (el, eh, pl, ph) ->
  (0 <= el)%Z /\ IZR el <= v * bell x <= IZR eh /\ IZR pl <= v * Phi x <= IZR ph.
Proof.
  unfold half_encl. destruct (bell_encl V j xn xd) as [[l h]|] eqn:E; [|discriminate]. apply bell_encl_sound in E; auto.
  destruct E as (L0 & E).
  pose proof v_pos as V0. apply IZR_lt in xd_pos as D0. pose proof x_nonneg as X0. pose proof (bell_pos x) as B0.
  apply IZR_le in xn_nonneg as N0, L0 as L0'.
  pose proof (series_sound (Datatypes.S n) 0 (v * bell x) (l * xn / xd)%Z (cdiv (h * xn) xd) 0 0) as G.
  cbn [Z.of_nat] in G.
  destruct (series (Datatypes.S n) 0 _ _ _ _ 0 0) as [[[tl th] sl] sh]. destruct (_ && _) eqn:C; [|discriminate].
  intros X. apply some_inj in X. rewrite !pair_equal_spec in X. destruct X as [[[<- <-] <-] <-].
  apply andb_true_iff in C. rewrite Z.ltb_lt, Z.leb_le in C. destruct C as [G0 S0]. apply IZR_lt in G0 as G0'.
  apply IZR_le in S0.
  destruct G as [T S].
  { apply Rmult_le_pos; lra. } { apply Z.div_pos; nia. }
  { cbn [term]. split; [apply div_le; auto|apply cdiv_ge; auto]; rewrite mult_IZR.
    - apply Rle_trans with (v * bell x * IZR xn); [apply Rmult_le_compat_r; lra|right; field; lra].
    - apply Rle_trans with (v * bell x * IZR xn); [right; field; lra|apply Rmult_le_compat_r; lra]. }
  { cbn [terms]. lra. }
  rewrite Nat.add_0_r in T, S.
  set (m := ((2 * Z.of_nat n + 3) * b)%Z) in *. set (g := (m - a)%Z) in *.
  assert (EN : INR (2 * n + 3) = IZR m / IZR b). { rewrite INR_IZR_INZ. unfold m. rewrite !mult_IZR.
  replace (Z.of_nat (2 * n + 3)) with (2 * Z.of_nat n + 3)%Z by lia. field. lra. }
  assert (B2 : 0 < IZR b) by (rewrite mult_IZR; apply Rmult_lt_0_compat; auto).
  assert (EX : x * x = IZR a / IZR b) by (rewrite !mult_IZR; field; lra).
  assert (EG : INR (2 * n + 3) - x * x = IZR g / IZR b) by (rewrite EN, EX; unfold g; rewrite minus_IZR; field; lra).
  assert (GP : 0 < INR (2 * n + 3) - x * x) by (rewrite EG; apply Rmult_lt_0_compat; [auto|apply Rinv_0_lt_compat;
    auto]).
  pose proof (area_lower n x X0) as AL. pose proof (area_upper n x X0 ltac:(lra)) as AU. rewrite EG, EN in AU.
  replace (IZR m / IZR b / (IZR g / IZR b)) with (IZR m / IZR g) in AU by (field; lra).
  split; auto. split; auto.
  assert (EP : Phi x = 1 / 2 + c * area x) by (unfold area; pose proof root_pos; field; lra).
  assert (C0 : 0 < c) by apply Rinv_0_lt_compat, root_pos. destruct root as (CL0 & CL & CH).
  apply (Rmult_le_compat_l v) in AL, AU; try lra. rewrite EP. split; rewrite plus_IZR.
  - assert (IZR (V / 2) <= v * (1 / 2)) by (apply div_le; [lia|]; lra).
    assert (IZR (clo * sl / V) <= v * (c * area x)); [|lra]. apply div_le; auto. rewrite mult_IZR.
    apply Rle_trans with (v * c * (v * area x)); [|right; ring]. apply Rmult_le_compat; try lra.
  - assert (v * (1 / 2) <= IZR (cdiv V 2)) by (apply cdiv_ge; [lia|]; lra).
    assert (v * (c * area x) <= IZR (cdiv (chi * (sh + cdiv (th * m) g)) V)); [|lra]. apply cdiv_ge; auto.
    rewrite mult_IZR, plus_IZR. apply Rle_trans with (v * c * (v * area x)); [right; ring|].
    assert (T2 : v * bell x * (IZR m / IZR g * term (Datatypes.S n) x) <= IZR (cdiv (th * m) g)).
    { apply cdiv_ge; auto. rewrite mult_IZR. assert (0 <= IZR m) by (apply (IZR_le 0); unfold m; nia).
      apply Rle_trans with (v * bell x * term (Datatypes.S n) x * IZR m); [right; field; lra|].
      apply Rmult_le_compat_r; lra. }
    assert (0 <= v * area x) by (apply Rle_trans with (IZR sl); auto; lra).
    apply Rmult_le_compat; lra.
Qed.
End At.
Hypothesis root : 0 < IZR clo /\ IZR clo <= v * c <= IZR chi.
Lemma normal_encl_sound xn xd el eh pl ph : (0 < xd)%Z -> normal_encl V j least clo chi xn xd = Some (el, eh, pl, ph) ->
  (0 <= el)%Z /\ IZR el <= v * bell (IZR xn / IZR xd) <= IZR eh /\ IZR pl <= v * Phi (IZR xn / IZR xd) <= IZR ph.
Proof.
  intros Hd. unfold normal_encl. destruct (Z.leb_spec 0 xn); [intros E; apply half_encl_sound in E; auto|].
  destruct (half_encl _ _ _ _ _ _ _) as [[[[l h] p] q]|] eqn:E; [|discriminate]. intros X. injection X as <- <- <- <-.
  apply half_encl_sound in E; auto; [|lia].
  rewrite opp_IZR in E. replace (- IZR xn / IZR xd) with (- (IZR xn / IZR xd)) in E by (unfold Rdiv; ring).
  set (y := IZR xn / IZR xd) in *.
  rewrite Phi_sym in E. replace (bell (- y)) with (bell y) in E by (unfold bell; f_equal; f_equal; f_equal; ring).
  rewrite !minus_IZR. destruct E as (E0 & E1 & E2). split; [auto|]. split; [auto|]. lra.
Qed.
(* The enclosure of a tangent holds: its ratio from both sides, its height from above. *)
Theorem tangent_encl_sound mn md zn zd rl rh g : tangent_encl V j least clo chi mn md zn zd = Some (rl, rh,
  g) -> let mu := IZR mn / IZR md in let z := IZR zn / IZR zd in
  (0 < zd)%Z /\ IZR rl <= v * ratio mu z <= IZR rh /\ v * (Phi (z + mu) - ratio mu z * Phi z) <= IZR g.
Proof.
  unfold tangent_encl.
  destruct (normal_encl _ _ _ _ _ (zn * md + mn * zd) _) as [[[[al ah] pal] ph]|] eqn:E1; [|discriminate].
  destruct (normal_encl _ _ _ _ _ zn zd) as [[[[bl bh] pl] pbh]|] eqn:E0; [|discriminate].
  destruct (_ && _) eqn:C; [|discriminate]. intros X. injection X as <- <- <-. set (mu := IZR mn / IZR md).
  set (z := IZR zn / IZR zd).
  repeat rewrite andb_true_iff in C. rewrite !Z.ltb_lt, !Z.leb_le in C. destruct C as [[[[Md Zd] A0] B0] B1].
  apply normal_encl_sound in E1; [|lia]. apply normal_encl_sound in E0; auto.
  destruct E1 as (_ & A & PA), E0 as (_ & B & PB).
  pose proof v_pos as V0. apply IZR_lt in Md as Md', Zd as Zd', B0 as B0', B1 as B1'. apply IZR_le in A0 as A0'.
  pose proof (Phi_range z) as [PZ _].
  replace (IZR (zn * md + mn * zd) / IZR (zd * md)) with (z + mu) in * by (unfold z, mu; rewrite plus_IZR, !mult_IZR;
    field; lra). fold z in B, PB.
  assert (ER : ratio mu z * bell z = bell (z + mu)).
  { unfold ratio, bell. rewrite <- exp_plus. f_equal. field. }
  pose proof (bell_pos z) as Z0. set (r := ratio mu z) in *. assert (R0 : 0 < r) by apply ratio_pos.
  assert (RL : IZR (al * V / bh) <= v * r).
  { apply div_le; auto. rewrite mult_IZR.
    apply Rle_trans with (v * (r * bell z) * v); [rewrite ER; apply Rmult_le_compat_r; lra|].
    replace (v * (r * bell z) * v) with (v * bell z * (v * r)) by ring. apply Rmult_le_compat_r; [|lra].
    apply Rmult_le_pos; lra. }
  split; [auto|]. split; [split; [exact RL|]|].
  - apply cdiv_ge; auto. rewrite mult_IZR.
    apply Rle_trans with (v * (r * bell z) * v); [|rewrite ER; apply Rmult_le_compat_r; lra].
    replace (v * (r * bell z) * v) with (v * bell z * (v * r)) by ring. apply Rmult_le_compat_r; [|lra].
    apply Rmult_le_pos; lra.
  - rewrite minus_IZR. assert (L0 : (0 <= al * V / bh)%Z) by (apply Z.div_pos; nia). apply IZR_le in L0.
    assert (P0' : 0 <= IZR (Z.max 0 pl) <= v * Phi z).
    { split; [apply (IZR_le 0); lia|]. assert (0 <= v * Phi z) by (apply Rmult_le_pos; lra).
      destruct (Z.max_spec 0 pl) as [[_ ->]|[_ ->]]; lra. }
    assert (IZR (al * V / bh * Z.max 0 pl / V) <= v * (r * Phi z)); [|lra]. apply div_le; auto. rewrite mult_IZR.
    replace (v * (v * (r * Phi z))) with ((v * r) * (v * Phi z)) by ring. apply Rmult_le_compat; lra.
Qed.
End Sound.
