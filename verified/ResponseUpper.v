(* Upper bounds on the divergence of shuffled randomized response where all others hold 0: it is at most the mean of a
   bounded function of their ones. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair Reduction Steps Exponential ClonesChecked Window
  Response ResponseChecked.
Open Scope R_scope.

(* the gain of an arbitrary event s, and the bound on it: the best choice at every outcome *)
Definition any_gain (up : bool) (alpha beta : R) (s : nat -> bool) (y : nat) : R :=
  if up then alpha * indicator s (S y) - beta * indicator s y else alpha * indicator s y - beta * indicator s (S y).
Definition best_gain (up : bool) (alpha beta l : R) (N y : nat) : R :=
  Rmax 0 (alpha - beta * (if up then (INR N - INR y) * l / ((INR y + 1) * (1 - l))
  else INR y * (1 - l) / (l * (INR N - INR y + 1)))).

Lemma indicator_range s (y : nat) : 0 <= indicator s y <= 1.
Proof. unfold indicator. destruct (s y); lra. Qed.
Lemma any_gain_le up a a' b b' s y : a <= a' -> b' <= b -> any_gain up a b s y <= any_gain up a' b' s y.
Proof. intros Ha Hb. pose proof (indicator_range s y). pose proof (indicator_range s (S y)). unfold any_gain.
  destruct up; nra. Qed.
Lemma any_gain_range up a b s x y : 0 <= a -> 0 <= b -> any_gain up a b s x - any_gain up a b s y <= a + b.
Proof.
  intros Ha Hb. pose proof (indicator_range s x). pose proof (indicator_range s (S x)).
  pose proof (indicator_range s y). pose proof (indicator_range s (S y)).
  unfold any_gain. destruct up; nra.
Qed.

(* No event gains more than the best choice at every outcome. *)
Lemma any_gain_best up alpha beta l N s : 0 < l < 1 -> 0 <= beta ->
  Ex (binomial N l) (any_gain up alpha beta s) <= Ex (binomial N l) (best_gain up alpha beta l N).
Proof.
  intros Hl Hb. assert (Hl' : 0 <= l <= 1) by lra. rewrite (Ex_binomial l N (best_gain up alpha beta l N)). destruct up.
  - assert (E : Ex (binomial N l) (any_gain true alpha beta s) = Sum (S (S N)) (fun x => indicator s x *
    u l alpha beta N x)).
    { rewrite <- (advantage l alpha beta N (indicator s)). apply Ex_fun. intros y. reflexivity. }
    rewrite E, Sum_head. unfold u at 1.
    assert (Z0 : indicator s 0%nat * (alpha * 0 - beta * pm l N 0) <= 0).
    { pose proof (indicator_range s 0%nat). pose proof (pm_nonneg l N 0 Hl'). assert (0 <= beta * pm l N 0)
      by (apply Rmult_le_pos; auto). nra. }
    assert (Sum (S N) (fun i => indicator s (S i) * u l alpha beta N (S i)) <= Sum (S N) (fun k => pm l N k * best_gain
    true alpha beta l N k)); [|lra].
    apply Sum_le. intros i Hi. pose proof (pm_nonneg l N i Hl') as P. pose proof (pos_INR i).
    assert (U : u l alpha beta N (S i) = pm l N i * (alpha - beta * ((INR N - INR i) * l / ((INR i + 1) * (1 - l))))).
    { pose proof (pm_ratio l N i) as Q. rewrite S_INR in Q. unfold u.
      replace (pm l N (S i)) with ((1 - l) * (INR i + 1) * pm l N (S i) / ((INR i + 1) * (1 - l))) by (field; lra).
      rewrite Q. field; lra. }
    rewrite U. unfold best_gain. set (t := alpha - _). pose proof (Rmax_l 0 t). pose proof (Rmax_r 0 t).
    pose proof (indicator_range s (S i)).
    apply Rle_trans with (pm l N i * (indicator s (S i) * Rmax 0 t)); [|apply Rmult_le_compat_l; nra].
    replace (indicator s (S i) * (pm l N i * t)) with (pm l N i * (indicator s (S i) * t)) by ring.
    apply Rmult_le_compat_l; auto. apply Rmult_le_compat_l; lra.
  - assert (E : Ex (binomial N l) (any_gain false alpha beta s) = Sum (S (S N)) (fun x =>
    - (indicator s x * u l beta alpha N x))).
    { rewrite (Sum_ext _ _ (fun x => -1 * (indicator s x * u l beta alpha N x))) by (intros; ring).
      rewrite Sum_scal, <- (advantage l beta alpha N (indicator s)), <- Ex_scal.
      apply Ex_fun. intros y. unfold any_gain. ring. }
    rewrite E. change (Sum (S (S N)) ?f) with (Sum (S N) f + f (S N)). cbn beta. unfold u at 2.
    rewrite (pm_beyond l N (S N)) by lia.
    assert (Z0 : - (indicator s (S N) * (beta * pm l N N - alpha * 0)) <= 0).
    { pose proof (indicator_range s (S N)). pose proof (pm_nonneg l N N Hl'). assert (0 <= beta * pm l N N)
      by (apply Rmult_le_pos; auto). nra. }
    assert (Sum (S N) (fun x => - (indicator s x * u l beta alpha N x)) <= Sum (S N) (fun k => pm l N k * best_gain
    false alpha beta l N k)); [|lra].
    apply Sum_le. intros i Hi. pose proof (pm_nonneg l N i Hl') as P.
    assert (U : - u l beta alpha N i = pm l N i * (alpha - beta * (INR i * (1 - l) / (l * (INR N - INR i + 1))))).
    { unfold u. destruct i as [|j]; [simpl (INR 0); pose proof (pos_INR N); field; lra|].
      pose proof (pm_ratio l N j) as Q. rewrite S_INR in *.
      assert (INR j + 1 <= INR N) by (rewrite <- S_INR; apply le_INR; lia). replace (INR N - (INR j + 1) + 1)
      with (INR N - INR j) by ring.
      replace (pm l N j) with (l * (INR N - INR j) * pm l N j / (l * (INR N - INR j))) by (field; lra). rewrite <- Q.
      field; lra. }
    replace (- (indicator s i * u l beta alpha N i)) with (indicator s i * - u l beta alpha N i) by ring. rewrite U.
    unfold best_gain. set (t := alpha - _). pose proof (Rmax_l 0 t). pose proof (Rmax_r 0 t).
    pose proof (indicator_range s i).
    apply Rle_trans with (pm l N i * (indicator s i * Rmax 0 t)); [|apply Rmult_le_compat_l; nra].
    replace (indicator s i * (pm l N i * t)) with (pm l N i * (indicator s i * t)) by ring. apply Rmult_le_compat_l;
    auto. apply Rmult_le_compat_l; lra.
Qed.

(* the divergence in one direction: up is remove, down is add *)
Definition one_way (up : bool) (n m : nat) (eps0 eps : R) : R := rr2_delta (if up then Remove else Add) n m eps0 eps.

Lemma one_way_events up n m eps0 eps v : (forall s, others_mean m (n - 1 - m) (truth eps0)
    (any_gain up (truth eps0 - exp eps * (1 - truth eps0)) (exp eps * truth eps0 - (1 - truth eps0)) s) <= v) <->
    one_way up n m eps0 eps <= v.
Proof.
  assert (E : forall s, others_mean m (n - 1 - m) (truth eps0) (any_gain up (truth eps0 - exp eps * (1 - truth eps0))
    (exp eps * truth eps0 - (1 - truth eps0)) s) =
    if up then Pr (rr2_law (n - 1) m (truth eps0) (truth eps0)) s - exp eps *
      Pr (rr2_law (n - 1) m (truth eps0) (1 - truth eps0)) s
    else Pr (rr2_law (n - 1) m (truth eps0) (1 - truth eps0)) s - exp eps *
    Pr (rr2_law (n - 1) m (truth eps0) (truth eps0)) s).
  { intros s. unfold Pr. destruct up; rewrite !Ex_rr2_law, <- others_mean_lin; apply others_mean_ext; intros y;
    unfold any_gain; ring. }
  unfold one_way, rr2_delta. cbv zeta. fold (truth eps0). destruct up; rewrite hockey_le_iff; split; intros L s;
  specialize (L s); rewrite ?E in *; lra.
Qed.

(* ---- the check ---- *)
Section Check.
Context {en : engine}.
Local Open Scope Z_scope.
(* at most - 2^bits W times the best gain *)
Definition loss (up : bool) (A B N pn pd k : Z) : Z :=
  Z.min 0 ((if up then B * ((N - k) * pn) / ((k + 1) * (pd - pn)) else B * (k * (pd - pn)) / (pn * (N - k + 1))) - A).
Definition response_upper_check (up strict : bool) (n : Z) (eps0 eps : number) (vn vd : Z) (k : response) : bool :=
  let q := rwindow k in let d := bpd q in let N := n - 1 in
  let s := 2 ^ rbits k in let A := rA k * s in let B := rB k * s in
  match enc (rU k) (rj k) eps0, enc (rU k) (rj k) eps with
  | Some (el, eh, ed), Some (wl, wh, wd) =>
      (0 <=? N) && (0 <=? rbits k) && positive_num eps0 && (ed <=? el) && (0 <=? wl) && (0 <=? rA k) && (0 <=? rB k) &&
        (0 <? rW k) &&
      (rW k * (eh * wd - wl * ed) <=? rA k * wd * (eh + ed)) && (rB k * (el + ed) * wd <=? rW k * (wl * el - wd * ed))
        &&
      ((ra k - re k) * (el + ed) <=? d * el) && (d * eh <=? (ra k + re k) * (eh + ed)) &&
      (bN q =? N) && (bpn q =? d - ra k) && (0 <? vd) && wok q A &&
      wcheck q (loss up A B N (bpn q) d) A (rW k * s) strict (- (vn * d * rW k - N * re k * (rA k + rB k) * vd)) (vd *
        d * rW k)
  | _, _ => false
  end.
End Check.

Lemma loss_below up A B W s N pn pd k : (0 < W)%Z -> (0 < s)%Z -> (0 <= B)%Z -> (0 < pn < pd)%Z -> (k <= N)%nat ->
  IZR (loss up (A * s) (B * s) (Z.of_nat N) pn pd (Z.of_nat k)) <= IZR (W * s) * - best_gain
  up (IZR A / IZR W) (IZR B / IZR W) (IZR pn / IZR pd) N k.
Proof.
  intros HW Hs HB [Hp Hpd] Hk. assert (HN : INR k <= INR N) by (apply le_INR; auto). pose proof (pos_INR k) as K0.
  apply IZR_lt in HW as HW', Hs as Hs', Hp as Hp'. assert (Hd' : 0 < IZR pd - IZR pn) by (rewrite <- minus_IZR;
  apply IZR_lt; lia).
  assert (Hpd' : 0 < IZR pd) by (apply IZR_lt; lia).
  unfold loss, best_gain. set (num := if up then _ else _).
  set (rho := if up then (INR N - INR k) * (IZR pn / IZR pd) / ((INR k + 1) * (1 - IZR pn / IZR pd))
  else INR k * (1 - IZR pn / IZR pd) / (IZR pn / IZR pd * (INR N - INR k + 1))).
  assert (ND : IZR num <= IZR B * IZR s * rho).
  { assert (Q : 1 - IZR pn / IZR pd = (IZR pd - IZR pn) / IZR pd) by (field; lra). unfold num, rho. rewrite Q.
    destruct up; apply div_le.
    - apply Z.mul_pos_pos; lia.
    - rewrite !mult_IZR, !minus_IZR, plus_IZR, <- !INR_IZR_INZ. right. field. repeat split; lra.
    - apply Z.mul_pos_pos; lia.
    - rewrite !mult_IZR, plus_IZR, !minus_IZR, <- !INR_IZR_INZ. right. field. repeat split; lra. }
  assert (M : IZR (Z.min 0 (num - A * s)) <= IZR num - IZR A * IZR s /\ IZR (Z.min 0 (num - A * s)) <= 0).
  { split; [rewrite <- mult_IZR, <- minus_IZR|]; apply IZR_le; lia. }
  rewrite mult_IZR. set (t := IZR A / IZR W - IZR B / IZR W * rho).
  assert (T : IZR W * IZR s * t = IZR A * IZR s - IZR B * IZR s * rho) by (unfold t; field; lra).
  assert (WS : 0 < IZR W * IZR s) by (apply Rmult_lt_0_compat; auto). unfold Rmax. destruct (Rle_dec 0 t); nra.
Qed.

(* What the check accepts is an upper bound of the divergence in that direction, where all others hold 0. *)
Theorem response_upper_sound {en : engine} {ok : faithful en} up strict n eps0 eps vn vd k :
  response_upper_check up strict n eps0 eps vn vd k = true ->
  let d := one_way up (Z.to_nat n) 0 (val eps0) (val eps) in d <= IZR vn / IZR vd /\
    (strict = true -> d < IZR vn / IZR vd).
Proof.
  unfold response_upper_check. destruct (enc _ _ eps0) as [[[el eh] ed]|] eqn:E0; [|discriminate].
  destruct (enc _ _ eps) as [[[wl wh] wd]|] eqn:E1; [|discriminate].
  set (q := rwindow k). set (s := (2 ^ rbits k)%Z). intros C. cbv zeta in C. cbn zeta. repeat rewrite andb_true_iff in
  C.
  rewrite ?Z.leb_le, ?Z.ltb_lt, ?Z.eqb_eq in C.
  destruct C as [[[[[[[[[[[[[[[[C1 C2] C3] C4] C5] C6] C7] C8] C9] C10] C11] C12] C13] C14] C15] OK] C].
  apply enc_sound in E0, E1. destruct E0 as [Hed [El Eh]], E1 as [Hwd [Wl Wh]].
  pose proof (positive_sound _ C3) as P0.
  set (a := truth (val eps0)). set (w := exp (val eps)) in *. set (E := exp (val eps0)) in *.
  assert (HE : 1 < E) by (unfold E; rewrite <- exp_0; apply exp_increasing; auto). assert (Hw : 0 < w) by apply exp_pos.
  assert (Ea : a = E / (E + 1)) by reflexivity.
  pose proof (wok_facts _ _ OK) as WF. fold q in WF.
  apply IZR_lt in Hed, Hwd, C8 as HW. assert (Hd : (0 < bpd q)%Z) by lia. assert (Hd' : 0 < IZR (bpd q))
  by (apply IZR_lt; auto).
  apply IZR_le in C4, C5, C6 as HA, C7 as HB, C9, C10, C11, C12. rewrite ?mult_IZR, ?minus_IZR, ?plus_IZR, ?mult_IZR,
  ?minus_IZR, ?plus_IZR, ?mult_IZR in *.
  set (El' := IZR el / IZR ed) in *. set (Eh' := IZR eh / IZR ed) in *. set (wl' := IZR wl / IZR wd) in *.
  assert (Xl : IZR el = El' * IZR ed) by (unfold El'; field; lra). assert (Xh : IZR eh = Eh' * IZR ed) by (unfold Eh';
  field; lra).
  assert (Xw : IZR wl = wl' * IZR wd) by (unfold wl'; field; lra).
  set (al := IZR (rA k) / IZR (rW k)). set (be := IZR (rB k) / IZR (rW k)).
  assert (XA : IZR (rA k) = al * IZR (rW k)) by (unfold al; field; lra). assert (XB : IZR (rB k) = be * IZR (rW k))
  by (unfold be; field; lra).
  set (a' := IZR (ra k) / IZR (bpd q)). set (e := IZR (re k) / IZR (bpd q)).
  assert (Xa : IZR (ra k) = a' * IZR (bpd q)) by (unfold a'; field; lra). assert (Xe : IZR (re k) = e * IZR (bpd q))
  by (unfold e; field; lra).
  assert (I9 : Eh' - wl' <= al * (Eh' + 1)) by (apply frac_le with (IZR (rW k) * IZR wd * IZR ed);
  [repeat apply Rmult_lt_0_compat; auto|]; rewrite Xh, Xw, XA in C9; lra).
  assert (I10 : be * (El' + 1) <= wl' * El' - 1) by (apply frac_le with (IZR (rW k) * IZR wd * IZR ed);
  [repeat apply Rmult_lt_0_compat; auto|]; rewrite Xl, Xw, XB in C10; lra).
  assert (I11 : (a' - e) * (El' + 1) <= El') by (apply frac_le with (IZR (bpd q) * IZR ed);
  [repeat apply Rmult_lt_0_compat; auto|]; rewrite Xl, Xa, Xe in C11; lra).
  assert (I12 : Eh' <= (a' + e) * (Eh' + 1)) by (apply frac_le with (IZR (bpd q) * IZR ed);
  [repeat apply Rmult_lt_0_compat; auto|]; rewrite Xh, Xa, Xe in C12; lra).
  assert (E1' : 1 <= El') by (apply frac_le with (IZR ed); auto; lra).
  assert (W0' : 0 <= wl') by (apply frac_le with (IZR wd); auto; lra).
  assert (Ha0 : 0 <= al) by (unfold al; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (Hb0 : 0 <= be) by (unfold be; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (AL : a - w * (1 - a) <= al).
  { replace (a - w * (1 - a)) with ((E - w) / (E + 1)) by (rewrite Ea; field; lra).
    apply Rmult_le_reg_r with (E + 1); [lra|]. replace ((E - w) / (E + 1) * (E + 1)) with (E - w) by (field; lra).
    apply Rmult_le_reg_r with (Eh' + 1); [lra|]. apply Rle_trans with ((Eh' - wl') * (E + 1)); [|nra]. nra. }
  assert (BE : be <= w * a - (1 - a)).
  { replace (w * a - (1 - a)) with ((w * E - 1) / (E + 1)) by (rewrite Ea; field; lra).
    apply Rmult_le_reg_r with (E + 1); [lra|]. replace ((w * E - 1) / (E + 1) * (E + 1)) with (w * E - 1)
    by (field; lra).
    apply Rmult_le_reg_r with (El' + 1); [lra|]. apply Rle_trans with ((wl' * El' - 1) * (E + 1)); [nra|].
    assert (0 <= (w - wl') * (E * (El' + 1))) by (apply Rmult_le_pos; [lra|apply Rmult_le_pos; lra]). nra. }
  assert (NEAR : Rabs (a' - a) <= e).
  { assert (L : a' - e <= a).
    { assert (a' - e <= 1) by (apply Rmult_le_reg_r with (El' + 1); lra). apply Rmult_le_reg_r with (E + 1); [lra|].
      replace (a * (E + 1)) with E by (rewrite Ea; field; lra). nra. }
    assert (R : a <= a' + e).
    { apply Rmult_le_reg_r with (E + 1); [lra|]. replace (a * (E + 1)) with E by (rewrite Ea; field; lra).
      destruct (Rle_dec (a' + e) 1); nra. }
    unfold Rabs. destruct (Rcase_abs _); lra. }
  assert (RA : (0 < ra k < bpd q)%Z) by lia.
  assert (A01 : 0 < a' < 1).
  { destruct RA as [R0 R1]. apply IZR_lt in R0, R1. split; apply Rmult_lt_reg_r with (IZR (bpd q)); auto; lra. }
  assert (S0 : (0 < s)%Z) by (apply Z.pow_pos_nonneg; lia). assert (W0 : (0 < rW k * s)%Z) by (apply Z.mul_pos_pos;
  auto).
  set (N := Z.to_nat (bN q)). assert (EN : (n - 1)%Z = Z.of_nat N) by (unfold N; rewrite C13, Z2Nat.id; auto).
  assert (Ep : IZR (bpn q) / IZR (bpd q) = 1 - a') by (rewrite C14, minus_IZR, Xa; field; lra).
  assert (CH := fun gb cb => wcheck_sound q _ _ (rW k * s) (fun y => - best_gain
  up al be (IZR (bpn q) / IZR (bpd q)) N y) OK W0 gb cb strict _ _ C). clear C.
  fold N in CH. rewrite Ep in CH.
  assert (GB : forall j : nat, (j <= N)%nat -> IZR (loss up (rA k * s) (rB k * s) (n - 1) (bpn q) (bpd q) (Z.of_nat j))
  <= IZR (rW k * s) * - best_gain up al be (1 - a') N j).
  { intros j Hj. rewrite EN, <- Ep. apply loss_below; auto; lia. }
  assert (CB : forall j : nat, (j <= N)%nat -> - IZR (rA k * s) <= IZR (rW k * s) * - best_gain up al be (1 - a') N j).
  { intros j Hj. rewrite !mult_IZR, XA. apply IZR_lt in S0. assert (best_gain up al be (1 - a') N j <= al);
    [|assert (0 < IZR (rW k) * IZR s) by (apply Rmult_lt_0_compat; auto); nra].
    unfold best_gain. apply Rmax_lub; auto. assert (INR j <= INR N) by (apply le_INR; auto). pose proof (pos_INR j).
    set (rho := if up then _ else _). assert (0 <= rho); [|assert (0 <= be * rho) by (apply Rmult_le_pos; auto); lra].
    unfold rho, Rdiv. destruct up; (apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat,
    Rmult_lt_0_compat; lra]). }
  specialize (CH GB CB). destruct CH as [N1 N2].
  apply IZR_lt in C15.
  assert (EV : IZR (- (vn * bpd q * rW k - (n - 1) * re k * (rA k + rB k) * vd)) / IZR (vd * bpd q * rW k) = -
  (IZR vn / IZR vd - INR N * e * (al + be))).
  { unfold e, al, be. rewrite EN, opp_IZR, minus_IZR, !mult_IZR, plus_IZR, <- INR_IZR_INZ. field. lra. }
  rewrite EV in N1, N2.
  assert (NEG : Ex (binomial N (1 - a')) (fun y => - best_gain up al be (1 - a') N y) = -
  Ex (binomial N (1 - a')) (best_gain up al be (1 - a') N)).
  { rewrite (Ex_fun _ _ (fun y => -1 * best_gain up al be (1 - a') N y)) by (intros; ring). rewrite Ex_scal. ring. }
  rewrite NEG in N1, N2. set (mean := Ex (binomial N (1 - a')) (best_gain up al be (1 - a') N)) in *.
  assert (TR : 0 <= a <= 1) by apply truth_range.
  assert (TOP : one_way up (Z.to_nat n) 0 (val eps0) (val eps) <= mean + INR N * e * (al + be)).
  { apply one_way_events. intros t. fold a w. replace (Z.to_nat n - 1 - 0)%nat with N by lia.
    apply Rle_trans with (others_mean 0 N a (any_gain up al be t)).
    - apply others_mean_le; [apply truth_range|]. intros y. apply any_gain_le; auto.
    - unfold others_mean. cbn [binomial]. rewrite Ex_ret. cbn [Nat.add].
      pose proof (binomial_lipschitz N (1 - a') (1 - a) e (al + be) (any_gain up al be t) ltac:(lra) ltac:(lra)) as L.
      replace (1 - a' - (1 - a)) with (- (a' - a)) in L by ring. rewrite Rabs_Ropp in L.
      specialize (L NEAR (fun x y => any_gain_range up al be t x y Ha0 Hb0)).
      change (fun j : nat => any_gain up al be t j) with (any_gain up al be t).
      pose proof (any_gain_best up al be (1 - a') N t ltac:(lra) Hb0) as B. fold mean in B. lra. }
  split; [lra|]. intros Hs. specialize (N2 Hs). lra.
Qed.

(* ---- all three directions ---- *)
Lemma one_way_at_most (dir : direction) n m eps0 eps v : (dir <> Add -> one_way true n m eps0 eps <= v) ->
  (dir <> Remove -> one_way false n m eps0 eps <= v) -> rr2_delta dir n m eps0 eps <= v.
Proof. unfold one_way, rr2_delta. cbv zeta. destruct dir; intros R A; [apply R; discriminate|apply A;
  discriminate|apply Rmax_lub; [apply R|apply A]; discriminate]. Qed.
Lemma one_way_below (dir : direction) n m eps0 eps v : (dir <> Add -> one_way true n m eps0 eps < v) ->
  (dir <> Remove -> one_way false n m eps0 eps < v) -> rr2_delta dir n m eps0 eps < v.
Proof. unfold one_way, rr2_delta. cbv zeta. destruct dir; intros R A; [apply R; discriminate|apply A;
  discriminate|apply Rmax_lub_lt; [apply R|apply A]; discriminate]. Qed.
Lemma one_way_at_least (dir : direction) (up : bool) n m eps0 eps : (if up then dir <> Add else dir <> Remove) ->
  one_way up n m eps0 eps <= rr2_delta dir n m eps0 eps.
Proof. unfold one_way, rr2_delta. cbv zeta. destruct dir, up; intros D; try congruence; try apply Rle_refl;
  [apply Rmax_l|apply Rmax_r]. Qed.
(* The delta falls with eps. *)
Theorem rr2_antitone dir n m eps0 e e' : e <= e' -> rr2_delta dir n m eps0 e' <= rr2_delta dir n m eps0 e.
Proof.
  intros He. assert (W : exp e <= exp e') by (destruct He as [He|He]; [left; apply exp_increasing; auto|rewrite He;
  lra]).
  assert (P : forall own, 0 <= own <= 1 -> nonneg nat (rr2_law (n - 1) m (truth eps0) own)).
  { intros own Ho. pose proof (truth_range eps0). unfold rr2_law. apply nonneg_bind; [apply nonneg_binomial; auto|].
    intros i.
    apply nonneg_bind; [apply nonneg_binomial; lra|]. intros j. apply nonneg_bind; [apply nonneg_bernoulli; auto|].
    intros; apply nonneg_ret. }
  pose proof (truth_range eps0) as T. unfold rr2_delta. cbv zeta. fold (truth eps0).
  assert (A : hockey nat Nat.eq_dec (exp e') (rr2_law (n - 1) m (truth eps0) (truth eps0))
    (rr2_law (n - 1) m (truth eps0) (1 - truth eps0)) <=
    hockey nat Nat.eq_dec (exp e) (rr2_law (n - 1) m (truth eps0) (truth eps0)) (rr2_law (n - 1) m (truth eps0) (1 -
    truth eps0))) by (apply hockey_antitone; auto; apply P; lra).
  assert (B : hockey nat Nat.eq_dec (exp e') (rr2_law (n - 1) m (truth eps0) (1 - truth eps0))
    (rr2_law (n - 1) m (truth eps0) (truth eps0)) <=
    hockey nat Nat.eq_dec (exp e) (rr2_law (n - 1) m (truth eps0) (1 - truth eps0)) (rr2_law (n - 1) m (truth eps0)
    (truth eps0))) by (apply hockey_antitone; auto; apply P; lra).
  destruct dir; auto. apply Rmax_lub; eapply Rle_trans; [exact A|apply Rmax_l|exact B|apply Rmax_r].
Qed.
(* The advantage of an event is at most the divergence in its direction. *)
Theorem one_way_event up n m eps0 eps t : others_mean m (n - 1 - m) (truth eps0)
  (gain up (truth eps0 - exp eps * (1 - truth eps0)) (exp eps * truth eps0 - (1 - truth eps0)) t) <=
  one_way up n m eps0 eps.
Proof.
  rewrite <- rr2_event. cbv zeta. unfold one_way, rr2_delta. cbv zeta. fold (truth eps0).
  destruct up; apply hockey_event.
Qed.
