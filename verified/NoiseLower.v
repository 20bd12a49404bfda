(* Lower ends of claims on normal noise: one data set, one query, one number a round, and the events that it lies above
   a cut. Their probabilities are enclosed; what the check accepts is the advantage of an event of all rounds. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws OneMoreCoin ClonesPair Reduction ReductionSanity Steps Exponential.
From Hallmark Require Import ClonesChecked Product RoundsChecked Adaptive NormalLaw NormalTotal PoissonSampling.
From Hallmark Require Import NormalEnclosed NormalNoise SgdPrivate KnotRounds TrainingChecked LowerLevels.
Import ListNotations.
Open Scope R_scope.

(* ---- a mechanism: the records are signs, a batch of one record shows its sign ---- *)
Definition sign_of (B : list bool) : list R := [match B with [true] => 1 | [false] => -1 | _ => 0 end].
Lemma sign_clipped {H} : clipped (fun (_ : H) => sign_of).
Proof.
  intros h B B' (pre & x & post & -> & ->). split; [reflexivity|]. unfold sign_of, distance2.
  destruct pre as [|a [|b pre]]; destruct post as [|c [|d post]]; cbn [app]; try destruct a; try destruct b;
    try destruct c; try destruct x; try destruct pre; cbn [app]; lra.
Qed.
(* Rounds that do not look back are independent. *)
Lemma adaptive_power {Y} (M : dist Y) t : forall h f, Ex (adaptive (fun _ => M) t h) f = Ex (power t M) f.
Proof.
  induction t as [|t IH]; intros h f; [reflexivity|]. cbn [adaptive power]. rewrite !Ex_bind. apply Ex_fun. intros y.
  rewrite !Ex_bind. apply IH.
Qed.
(* the number lies above the cut j *)
Definition above (j : nat) (l : list nat) : bool := match l with k :: _ => (S j <=? k)%nat | [] => false end.
Lemma cells_above m cuts : forall below k j c, nth_error cuts j = Some c ->
  Ex (cells Phi m below k cuts) (fun i => if (k + S j <=? i)%nat then 1 else 0) = 1 - Phi (c - m).
Proof.
  assert (All : forall cuts below k n, (n <= k)%nat ->
    Ex (cells Phi m below k cuts) (fun i => if (n <=? i)%nat then 1 else 0) = 1 - below).
  { clear cuts. induction cuts as [|c r IH]; intros below k n Hn; cbn [cells Ex].
    - destruct (Nat.leb_spec n k); [ring|lia].
    - rewrite IH by lia. destruct (Nat.leb_spec n k); [ring|lia]. }
  induction cuts as [|c0 r IH]; intros below k j c E; [destruct j; discriminate|].
  cbn [cells Ex]. destruct (Nat.leb_spec (k + S j) k); [lia|]. rewrite Rmult_0_r, Rplus_0_l.
  destruct j as [|j]; cbn [nth_error] in E.
  - injection E as ->. apply All. lia.
  - replace (k + S (S j))%nat with (S k + S j)%nat by lia. apply IH. exact E.
Qed.
Lemma noisy_above cuts m j c : nth_error cuts j = Some c ->
  Pr (noisy (fun _ => cuts) [] [m]) (above j) = Phi (m - c).
Proof.
  intros E. unfold Pr. cbn [noisy]. rewrite Ex_bind. unfold observed.
  rewrite (Ex_fun _ _ (fun i => if (0 + S j <=? i)%nat then 1 else 0))
    by (intros k; rewrite Ex_bind, !Ex_ret; reflexivity).
  rewrite (cells_above m cuts 0 0 j c E). rewrite <- Phi_sym. f_equal. ring.
Qed.

(* ---- the probabilities of these events on integers, and the check ---- *)
Section Check.
Context {en : engine} {ok : faithful en}.
(* the masses of one round, and how the normal law is enclosed *)
Record lower_witness := { under : under_witness; normal : normal_witness }.
(* The number is normal about a1 / sigma (under P), a2 / sigma (under Q) if the record is in the batch, which happens
   with probability qn / qd, else about b / sigma. *)
Record shifts := { with_p : Z; with_q : Z; without : Z }.
Section Integers.
Local Open Scope Z_scope.
Variables (w : lower_witness) (s : shifts) (sn sd qn qd : Z).
Notation k := (uk (under w)).
Notation V := (precise k).
Notation unit := (hint_unit (normal w)).
(* Phi (m / sigma - z / unit) *)
Definition tail_encl (m z : Z) : option (Z * Z) :=
  match normal_encl V (squarings k) (series_terms (normal w)) (root_low (normal w)) (root_high (normal w))
    (m * sd * unit - z * sn) (sn * unit) with
  | Some (_, _, lo, hi) => Some (lo, hi)
  | None => None
  end.
Definition event_line (z : Z) : option (Z * Z) :=
  match tail_encl (with_p s) z, tail_encl (with_q s) z, tail_encl (without s) z with
  | Some (p, _), Some (_, q), Some (lo, hi) =>
      Some ((qn * p + (qd - qn) * lo) / qd, cdiv (qn * q + (qd - qn) * hi) qd)
  | _, _, _ => None
  end.
Definition hints_of : list Z := map hint_of_knot (under_knots (under w)).
Fixpoint ascending (b : Z) (l : list Z) : bool := match l with [] => true | c :: r => (b <=? c) && ascending c r end.
(* one round: the first event, as it is *)
Definition event_at_least (strict : bool) (eps : number) (vn vd : Z) : bool :=
  match hints_of with
  | z :: _ => match event_line z, enc V (squarings k) eps with
      | Some (p, q), Some (_, wh, wd) =>
          let a := vd * (p * wd - wh * q) in let b := vn * (V * wd) in
          (0 <? vd) && (0 <=? wh) && (if strict then b <? a else b <=? a)
      | _, _ => false
      end
  | [] => false
  end.
Definition lower_check (strict : bool) (t : Z) (eps : number) (vn vd : Z) : bool :=
  (0 <? V) && (0 <? unit) && (0 <? sn) && (0 <? sd) && (0 <? qd) && (0 <=? qn) && (qn <=? qd) &&
  root_check V (root_low (normal w)) (root_high (normal w)) (root_terms (normal w)) &&
  match hints_of with [] => true | z :: r => ascending z r end &&
  (if t =? 1 then event_at_least strict eps vn vd else rounds_at_least (under w) event_line strict t eps vn vd).
End Integers.

Section Sound.
Variables (w : lower_witness) (s : shifts) (sn sd qn qd : Z).
Notation k := (uk (under w)).
Notation V := (precise k).
Notation unit := (hint_unit (normal w)).
Notation sigma := (IZR sn / IZR sd).
Notation q := (IZR qn / IZR qd).
Definition cuts_of : list R := map (fun z => IZR z / IZR unit) (hints_of w).
Definition shift (m : Z) : R := / sigma * IZR m.
Lemma cuts_sorted : (0 < unit)%Z -> match hints_of w with [] => true | z :: r => ascending z r end = true ->
  sorted cuts_of.
Proof.
  intros U0 C. unfold cuts_of. apply IZR_lt in U0. destruct (hints_of w) as [|z r]; [exact I|]. cbn [map sorted].
  revert z C. induction r as [|c r IH]; intros z C; cbn [map increasing ascending] in *; [exact I|].
  apply andb_true_iff in C. destruct C as [L C]. split; [|apply IH; exact C]. apply Z.leb_le, IZR_le in L.
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; auto|exact L].
Qed.
Variables (P Q : dist (list nat)) (strict : bool) (t : Z) (eps : number) (vn vd : Z).
Hypothesis checked : lower_check w s sn sd qn qd strict t eps vn vd = true.
Hypothesis P_law : probability P.
Hypothesis Q_law : probability Q.
Hypothesis P_above : forall j c, nth_error cuts_of j = Some c ->
  Pr P (above j) = q * Phi (shift (with_p s) - c) + (1 - q) * Phi (shift (without s) - c).
Hypothesis Q_above : forall j c, nth_error cuts_of j = Some c ->
  Pr Q (above j) = q * Phi (shift (with_q s) - c) + (1 - q) * Phi (shift (without s) - c).
Lemma lower_domain : (0 < V)%Z /\ (0 < unit)%Z /\ 0 < IZR sn /\ 0 < IZR sd /\ 0 < IZR qd /\ 0 <= q <= 1 /\
  sorted cuts_of.
Proof.
  unfold lower_check in checked. repeat rewrite andb_true_iff in checked. rewrite !Z.ltb_lt, !Z.leb_le in checked.
  destruct checked as [[[[[[[[[V0 U0] S0] S1] D0] N0] N1] RC] AS] _].
  pose proof (cuts_sorted U0 AS) as CS. apply IZR_lt in S0, S1, D0. apply IZR_le in N0, N1.
  repeat (split; auto); [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; auto]|].
  apply Rmult_le_reg_r with (IZR qd); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma event_line_sound z a b : In z (hints_of w) -> event_line w s sn sd qn qd z = Some (a, b) ->
  exists S, IZR a <= IZR V * Pr P S /\ IZR V * Pr Q S <= IZR b.
Proof.
  intros IN E. destruct lower_domain as (V0 & U0 & S0 & S1 & D0 & q01 & _).
  assert (RC : 0 < IZR (root_low (normal w)) /\
    IZR (root_low (normal w)) <= IZR V * / sqrt (2 * PI) <= IZR (root_high (normal w))).
  { unfold lower_check in checked. repeat rewrite andb_true_iff in checked.
    apply (root_check_sound V _ _ V0) with (root_terms (normal w)). tauto. }
  apply In_nth_error in IN. destruct IN as [j IN]. exists (above j).
  assert (EC : nth_error cuts_of j = Some (IZR z / IZR unit)) 
    by exact (map_nth_error (fun z => IZR z / IZR unit) j (hints_of w) IN).
  rewrite (P_above j _ EC), (Q_above j _ EC). apply IZR_lt in U0 as U0'.
  assert (T : forall m lo hi, tail_encl w sn sd m z = Some (lo, hi) ->
    IZR lo <= IZR V * Phi (shift m - IZR z / IZR unit) <= IZR hi).
  { intros m lo hi ET. unfold tail_encl in ET. destruct (normal_encl _ _ _ _ _ _ _) as [[[[el eh] pl] ph]|] eqn:EN;
      [|discriminate]. injection ET as <- <-.
    apply (normal_encl_sound V _ _ _ _ V0 RC) in EN; [|apply Z.mul_pos_pos; auto; apply lt_IZR; auto].
    destruct EN as (_ & _ & EN). rewrite minus_IZR, !mult_IZR in EN.
    replace (shift m - IZR z / IZR unit) with ((IZR m * IZR sd * IZR unit - IZR z * IZR sn) / (IZR sn * IZR unit))
      by (unfold shift; field; lra). exact EN. }
  unfold event_line in E.
  destruct (tail_encl w sn sd (with_p s) z) as [[p ph]|] eqn:E1; [|discriminate].
  destruct (tail_encl w sn sd (with_q s) z) as [[ql qh]|] eqn:E2; [|discriminate].
  destruct (tail_encl w sn sd (without s) z) as [[lo hi]|] eqn:E3; [|discriminate]. injection E as <- <-.
  apply T in E1, E2, E3. apply lt_IZR in D0 as D0'.
  assert (Eq : IZR qn = q * IZR qd) by (field; lra). set (c := IZR z / IZR unit) in *.
  set (p1 := Phi (shift (with_p s) - c)) in *. set (p2 := Phi (shift (with_q s) - c)) in *.
  set (p3 := Phi (shift (without s) - c)) in *. set (r := q) in *. clearbody r p1 p2 p3.
  assert (X : forall x y, IZR (qn * x + (qd - qn) * y) = IZR qd * (r * IZR x + (1 - r) * IZR y)).
  { intros. rewrite plus_IZR, !mult_IZR, minus_IZR, Eq. ring. }
  split; [apply div_le|apply cdiv_ge]; auto; rewrite X; apply Rmult_le_compat_l; try lra.
  - assert (r * IZR p <= r * (IZR V * p1)) by (apply Rmult_le_compat_l; lra).
    assert ((1 - r) * IZR lo <= (1 - r) * (IZR V * p3)) by (apply Rmult_le_compat_l; lra). lra.
  - assert (r * (IZR V * p2) <= r * IZR qh) by (apply Rmult_le_compat_l; lra).
    assert ((1 - r) * (IZR V * p3) <= (1 - r) * IZR hi) by (apply Rmult_le_compat_l; lra). lra.
Qed.
(* What the check accepts is the advantage of an event of all rounds. *)
Theorem lower_check_sound : exists S, let d := Pr (power (Z.to_nat t) P) S - exp (val eps) * Pr (power (Z.to_nat t) Q) S
  in if strict then IZR vn / IZR vd < d else IZR vn / IZR vd <= d.
Proof.
  pose proof checked as C. unfold lower_check in C. repeat rewrite andb_true_iff in C. destruct C as [_ C].
  destruct lower_domain as (V0 & _). destruct (t =? 1)%Z eqn:ET.
  - apply Z.eqb_eq in ET. rewrite ET. unfold event_at_least in C. pose proof event_line_sound as EL.
    destruct (hints_of w) as [|z r]; [discriminate|].
    destruct (event_line w s sn sd qn qd z) as [[a b]|] eqn:E; [|discriminate].
    destruct (enc V (squarings k) eps) as [[[wl wh] wd]|] eqn:EE; [|discriminate]. cbv zeta in C.
    rewrite !andb_true_iff, Z.ltb_lt, Z.leb_le in C. destruct C as [[D0 W0] C].
    destruct (EL z a b (or_introl eq_refl) E) as (S & HP & HQ). apply enc_sound in EE. destruct EE as [Wd EE].
    exists (fun l => match l with y :: _ => S y | [] => false end).
    assert (E1 : forall d : dist (list nat), Pr (power (Z.to_nat 1) d)
      (fun l => match l with y :: _ => S y | [] => false end) = Pr d S).
    { intros d. change (Z.to_nat 1) with 1%nat. unfold Pr. cbn [power]. rewrite Ex_bind. apply Ex_fun. intros y.
      rewrite Ex_bind, !Ex_ret. reflexivity. }
    rewrite !E1. cbv zeta. apply IZR_lt in V0, D0, Wd. apply IZR_le in W0.
    set (p := Pr P S) in *. set (r0 := Pr Q S) in *. set (x := exp (val eps)) in *.
    assert (R0 : 0 <= r0) by (apply Pr_nonneg, Q_law). assert (X0 : 0 < x) by apply exp_pos.
    assert (XW : x * IZR wd <= IZR wh).
    { apply Rmult_le_reg_r with (/ IZR wd); [apply Rinv_0_lt_compat; auto|].
      replace (x * IZR wd * / IZR wd) with x by (field; lra). unfold Rdiv in EE. lra. }
    assert (L : IZR vd * (IZR a * IZR wd - IZR wh * IZR b) <= IZR vd * (IZR V * IZR wd) * (p - x * r0)).
    { replace (IZR vd * (IZR V * IZR wd) * (p - x * r0))
        with (IZR vd * (IZR V * p * IZR wd - x * IZR wd * (IZR V * r0))) by ring.
      apply Rmult_le_compat_l; [lra|]. assert (IZR a * IZR wd <= IZR V * p * IZR wd) by (apply Rmult_le_compat_r; lra).
      assert (x * IZR wd * (IZR V * r0) <= IZR wh * IZR b) by (apply Rmult_le_compat; auto; apply Rmult_le_pos; lra).
      lra. }
    assert (VW : 0 < IZR V * IZR wd) by (apply Rmult_lt_0_compat; auto).
    assert (EV : IZR vn / IZR vd * (IZR vd * (IZR V * IZR wd)) = IZR vn * (IZR V * IZR wd)) by (field; lra).
    destruct strict; [apply Z.ltb_lt, IZR_lt in C; apply Rmult_lt_reg_r with (IZR vd * (IZR V * IZR wd))|
      apply Z.leb_le, IZR_le in C; apply Rmult_le_reg_r with (IZR vd * (IZR V * IZR wd))];
      try (apply Rmult_lt_0_compat; auto); rewrite EV; rewrite !mult_IZR, minus_IZR, !mult_IZR in C; lra.
  - apply (rounds_at_least_sound (list nat) (list_eq_dec Nat.eq_dec) P Q P_law Q_law) in C; [apply C|].
    intros _ z a b IN E. apply event_line_sound with z; auto.
Qed.
End Sound.

(* ---- DP-SGD and the Gaussian mechanism ---- *)
(* one round of the mechanism above *)
Definition sign_round (q sigma : R) (cuts : list R) (D : list (option bool)) : dist (list nat) :=
  sampled q (fun B => noisy (fun _ => cuts) [] (map (Rmult (/ sigma)) (sign_of (present B)))) D.
Lemma sign_round_law q sigma cuts D : 0 <= q <= 1 -> sorted cuts -> probability (sign_round q sigma cuts D).
Proof.
  intros q01 C. apply probability_sampled; auto. intros B. apply noisy_probability. intros _. exact C.
Qed.
Lemma sign_round_above q sigma cuts x j c : nth_error cuts j = Some c ->
  Pr (sign_round q sigma cuts [x]) (above j) =
  q * Phi (/ sigma * match x with Some true => 1 | Some false => -1 | None => 0 end - c) + (1 - q) *
  Phi (/ sigma * 0 - c).
Proof.
  intros E. unfold Pr, sign_round, sampled. rewrite Ex_bind. cbn [poisson].
  rewrite !Ex_bind, Ex_bernoulli, !Ex_bind, !Ex_ret.
  destruct x as [[]|]; cbn [present flat_map app sign_of map]; f_equal; f_equal; apply noisy_above; exact E.
Qed.
Definition removed : shifts := {| with_p := 1; with_q := 0; without := 0 |}.
Definition added : shifts := {| with_p := 0; with_q := -1; without := 0 |}.
(* `remove` says which direction is tried; either will do for both *)
Definition sgd_lower_check (w : lower_witness) (remove : bool) (dir : direction) (strict : bool) (t sn sd qn qd : Z)
  (eps : number) (vn vd : Z) : bool :=
  match dir with Remove => remove | Add => negb remove | Both => true end &&
  lower_check w (if remove then removed else added) sn sd qn qd strict t eps vn vd.
Lemma power_law {Y} (M : dist Y) t : probability M -> probability (power t M).
Proof.
  intros L. induction t as [|t IH]; cbn [power]; [apply probability_ret|]. apply probability_bind; auto. intros y.
  apply probability_bind; auto. intros. apply probability_ret.
Qed.
(* What the check accepts is an advantage, at eps and at everything below it. *)
Theorem sgd_lower w remove dir strict t sn sd qn qd eps vn vd :
  sgd_lower_check w remove dir strict t sn sd qn qd eps vn vd = true -> forall x, x <= val eps ->
  exists d, sgd_advantage ZeroOut dir (Z.to_nat t) (IZR qn / IZR qd) (IZR sn / IZR sd) x d /\
  if strict then IZR vn / IZR vd < d else IZR vn / IZR vd <= d.
Proof.
  unfold sgd_lower_check. rewrite andb_true_iff. intros [HD C] x Hx.
  destruct (lower_domain _ _ _ _ _ _ _ _ _ _ _ C) as (_ & _ & _ & _ & _ & q01 & CS).
  set (cuts := cuts_of w) in *. set (q := IZR qn / IZR qd) in *. set (sigma := IZR sn / IZR sd) in *.
  set (M := fun y => sign_round q sigma cuts [y]).
  assert (ML : forall y, probability (M y)) by (intros; apply sign_round_law; auto).
  set (D := [Some (if remove then true else false)]).
  set (P := if remove then M (Some true) else M None). set (Q := if remove then M None else M (Some false)).
  assert (E : exists S, let d := Pr (power (Z.to_nat t) P) S - exp (val eps) * Pr (power (Z.to_nat t) Q) S in
    if strict then IZR vn / IZR vd < d else IZR vn / IZR vd <= d).
  { apply (lower_check_sound w (if remove then removed else added) sn sd qn qd); auto;
    try (unfold P, Q; destruct remove; apply ML).
    - intros j c E. unfold P. destruct remove; unfold M; rewrite (sign_round_above _ _ _ _ _ _ E); unfold shift;
        cbn [with_p without removed added]; reflexivity.
    - intros j c E. unfold Q. destruct remove; unfold M; rewrite (sign_round_above _ _ _ _ _ _ E); unfold shift;
        cbn [with_q without removed added]; reflexivity. }
  destruct E as [S E]. cbv zeta in E.
  assert (G : forall y, Pr (dp_sgd q sigma (fun _ => sign_of) (fun _ _ => cuts) (Z.to_nat t) [y]) S =
    Pr (power (Z.to_nat t) (M y)) S) by (intros y; exact (adaptive_power (M y) (Z.to_nat t) [] (indicator S))).
  assert (MO : forall a b, 0 <= b -> a - exp (val eps) * b <= a - exp x * b).
  { intros a b B0. assert (exp x <= exp (val eps)) by (destruct Hx as [Hx| ->]; [left; apply exp_increasing; auto|lra]).
    assert (exp x * b <= exp (val eps) * b) by (apply Rmult_le_compat_r; auto). lra. }
  specialize (MO (Pr (power (Z.to_nat t) P) S) (Pr (power (Z.to_nat t) Q) S)
    ltac:(apply Pr_nonneg, power_law; unfold Q; destruct remove; apply ML)).
  exists (Pr (power (Z.to_nat t) P) S - exp x * Pr (power (Z.to_nat t) Q) S). split; [|destruct strict; lra].
  exists bool, (fun _ => sign_of), (fun _ _ => cuts), D, [None], S.
  split; [intros; exact CS|]. split; [apply sign_clipped|].
  split; [exists [], (if remove then true else false), []; auto|]. unfold told, P, Q, D. rewrite !G.
  destruct remove, dir; try discriminate; auto.
Qed.
(* A batch of rate 1 is everything. *)
Lemma poisson_all {X} (D : list X) f : Ex (poisson (1 / 1) D) f = f D.
Proof.
  revert f. induction D as [|y D IH]; intros f; cbn [poisson]; [rewrite Ex_ret; reflexivity|].
  rewrite Ex_bind, Ex_bernoulli, !Ex_bind, !IH, !Ex_ret. unfold Rdiv. rewrite Rinv_1. ring.
Qed.
(* The same without samples. *)
Theorem gaussian_lower w remove dir strict t sn sd eps vn vd :
  sgd_lower_check w remove dir strict t sn sd 1 1 eps vn vd = true -> forall x, x <= val eps ->
  exists d, gaussian_advantage ZeroOut dir (Z.to_nat t) (IZR sn / IZR sd) x d /\
  if strict then IZR vn / IZR vd < d else IZR vn / IZR vd <= d.
Proof.
  intros C x Hx.
  destruct (sgd_lower w remove dir strict t sn sd 1 1 eps vn vd C x Hx)
    as (d & (X & update & cuts & D & D' & S & HC & HU & N & T) & L).
  exists d. split; [|exact L]. exists X, update, cuts, D, D', S. split; [exact HC|]. split; [exact HU|].
  split; [exact N|]. revert T. apply told_same; intros f; unfold dp_sgd, gaussian; apply adaptive_same; intros h g;
    unfold sampled; rewrite Ex_bind, poisson_all; reflexivity.
Qed.
End Check.
