(* Masses on the levels of a grid: fast products rounded up, and a grid twice as coarse once there are many rounds. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Laws Steps Reduction ReductionSanity Exponential Product Convolution.
From Hallmark Require Import RoundsChecked Adaptive.
Import ListNotations.
Open Scope R_scope.

Section Integers.
Context {en : engine}.
Local Open Scope Z_scope.
(* sums, counts and neighbours by loops that need no stack *)
Definition sum (l : list Z) : Z := fold_left Z.add l 0.
Definition count (l : list Z) : Z := fold_left (fun n _ => n + 1) l 0.
Fixpoint pairs_onto (w : Z) (l acc : list Z) : list Z :=
  match l with
  | a :: b :: r => pairs_onto w r (a + Z.shiftl b w :: acc)
  | [a] => rev_append acc [a]
  | [] => rev_append acc []
  end.
Fixpoint pack (fuel : nat) (w : Z) (l : list Z) : Z :=
  match l, fuel with
  | [], _ => 0
  | [a], _ => a
  | _, O => value_of (2 ^ w) l
  | _, S f => pack f (2 * w) (pairs_onto w l [])
  end.
Definition round_up (u less : Z) (a : Z) : Z := Z.shiftr (a + less) u.   (* less = 2^u - 1 *)
(* the digits of the product, each changed by f *)
Definition convolve_by (f : Z -> Z) (a b : list Z) : option (list Z) :=
  let bound := sum a * sum b in
  let w := Z.log2 bound + 1 in let n := count a + count b in
  if (0 <? bound) && (n <=? 2 ^ 60) then Some (product_digits f n w (pack 64 w a) (pack 64 w b)) else None.
Definition convolve_up (u : Z) : list Z -> list Z -> option (list Z) := convolve_by (round_up u (2 ^ u - 1)).
(* negligible masses at an end: how many, their sum, what is left *)
Fixpoint drop (least n lost : Z) (l : list Z) : Z * Z * list Z :=
  match l with a :: r => if a <=? least then drop least (n + 1) (lost + a) r else (n, lost, l) | [] => (n, lost,
    []) end.
Definition trimmed (least : Z) (x : masses) : masses :=
  let '(n, lost, l) := drop least 0 0 (on_levels x) in
  let '(_, lost', r) := drop least 0 0 (rev_append l []) in
  {| offset := offset x + n; on_levels := rev_append r []; beyond := beyond x + lost + lost' |}.
Definition times (k : levels) (x y : masses) : option masses :=
  match convolve_up (unit_bits k) (on_levels x) (on_levels y) with
  | Some c => Some (trimmed (negligible k) {| offset := offset x + offset y; on_levels := c;
      beyond := round_up (unit_bits k) (unit_of k - 1) (beyond y * sum (on_levels x) + unit_of k * beyond x) |})
  | None => None
  end.
(* every second level: what lies between goes to both neighbours, the lower one gets a share of al / 2^s at most *)
Fixpoint halved (al s carried : Z) (l acc : list Z) : list Z :=
  match l with
  | e :: o :: r => let x := Z.shiftr (o * al) s in halved al s (o - x) r (carried + e + x :: acc)
  | [e] => rev_append acc [carried + e]
  | [] => rev_append acc [carried]
  end.
Definition coarse (k : levels) : levels :=
  {| precise := precise k; squarings := squarings k; grid := grid k - 1; reach := reach k; unit_bits := unit_bits k;
     guard := guard k; start_weight := start_weight k; deviations := deviations k; first_count := first_count k;
     counts := counts k; negligible := negligible k |}.
Definition coarser (al s : Z) (x : masses) : masses :=
  let i := Z.shiftr (offset x) 1 in
  {| offset := i; beyond := beyond x;
     on_levels := halved al s 0 (if offset x =? 2 * i then on_levels x else 0 :: on_levels x) [] |}.
Definition share (k : levels) (s : Z) : option Z :=
  match step_exp k 1 with
  | Some (rl, _) => if (0 <? precise k) && (0 <=? rl) then Some (rl * 2 ^ s / (precise k + rl)) else None
  | None => None
  end.
(* both n times coarser *)
Fixpoint coarsened (n : nat) (k : levels) (x y : masses) : option (levels * masses * masses) :=
  match n with
  | O => Some (k, x, y)
  | S n =>
      match share k (unit_bits k) with
      | Some al => if 1 <=? grid k then coarsened n (coarse k) (coarser al (unit_bits k) x) (coarser al (unit_bits k) y)
        else None
      | None => None
      end
  end.
(* y^t times x; the plan says how often the grid becomes coarser after each squaring *)
Fixpoint powered (t : positive) (plan : list nat) (k : levels) (x y : masses) : option (levels * masses) :=
  match t with
  | xH => match times k x y with Some z => Some (k, z) | None => None end
  | xO s | xI s =>
      match (match t with xI _ => times k x y | _ => Some x end), times k y y with
      | Some x, Some y => match coarsened (hd O plan) k x y with Some (k, x, y) => powered s (tl plan) k x y | None
        => None end
      | _, _ => None
      end
  end.
Definition nothing (k : levels) : masses := {| offset := 0; on_levels := [unit_of k]; beyond := 0 |}.
Fixpoint against_onto (V r t : Z) (l : list Z) (acc : Z) : Z :=
  match l with [] => acc | m :: l => against_onto V r (t * r / V) l (acc + m * Z.max 0 (V - t)) end.
End Integers.

(* ---- loops are what they stand for ---- *)
Lemma sum_total l : sum l = total l.
Proof.
  unfold sum. assert (G : forall l a, fold_left Z.add l a = (a + total l)%Z); [|rewrite G; lia].
  clear l. induction l as [|x l IH]; intros a; cbn [fold_left total]; [lia|]. rewrite IH. lia.
Qed.
Lemma count_length l : count l = Z.of_nat (length l).
Proof.
  unfold count. assert (G : forall (l : list Z) a, fold_left (fun n _ => n + 1)%Z l a = (a + Z.of_nat (length l))%Z);
    [|rewrite G; lia].
  clear l. induction l as [|x l IH]; intros a; cbn [fold_left length]; [lia|]. rewrite IH. lia.
Qed.
Lemma pairs_onto_pairs w l : forall acc, pairs_onto w l acc = rev acc ++ pairs w l.
Proof.
  assert (G : forall l a acc, pairs_onto w l acc = rev acc ++ pairs w l /\
    pairs_onto w (a :: l) acc = rev acc ++ pairs w (a :: l)); [|intros acc; apply (G l 0%Z)].
  clear l. induction l as [|b l IH]; intros a acc; [cbn [pairs_onto pairs]; rewrite !rev_append_rev; auto|].
  split; [apply (IH b acc)|]. cbn [pairs_onto pairs]. destruct (IH 0%Z (a + Z.shiftl b w :: acc)%Z) as [-> _].
  cbn [rev]. rewrite <- app_assoc. reflexivity.
Qed.
Lemma pack_value f w l : (0 <= w)%Z -> pack f w l = value_of (2 ^ w) l.
Proof.
  revert w l. induction f as [|f IH]; intros w [|a [|b l]] Hw; cbn [pack]; try (cbn [value_of]; lia).
  rewrite IH, pairs_onto_pairs by lia. cbn [rev app]. apply value_pairs. auto.
Qed.
Lemma digits_value fuel f : forall n w v tail, (0 < w)%Z -> (1 <= n <= 2 ^ Z.of_nat fuel)%Z -> (0 <= v < 2 ^ (w * n))%Z
  ->
  exists l, digits fuel f n w v tail = map f l ++ tail /\ value_of (2 ^ w) l = v /\ Forall (fun a => (0 <= a < 2 ^ w)%Z)
    l /\
    Z.of_nat (length l) = n.
Proof.
  assert (one : forall n w v tail, (n = 1)%Z -> (0 <= v < 2 ^ (w * n))%Z -> exists l, f v :: tail = map f l ++ tail /\
    value_of (2 ^ w) l = v /\ Forall (fun a => (0 <= a < 2 ^ w)%Z) l /\ Z.of_nat (length l) = n).
  { intros n w v tail -> Hv. rewrite Z.mul_1_r in Hv. exists [v]. cbn. repeat split; try lia. repeat constructor; lia. }
  induction fuel as [|fuel IH]; intros n w v tail Hw Hn Hv; cbn [digits]; [apply one; auto; cbn in Hn; lia|].
  destruct (Z.leb_spec n 1); [apply one; auto; lia|]. rewrite Nat2Z.inj_succ, Z.pow_succ_r in Hn by lia.
  rewrite Z.shiftr_div_pow2 with (a := n) by lia. change (2 ^ 1)%Z with 2%Z. set (m := (n / 2)%Z).
  assert (M : (n - 1 <= 2 * m <= n)%Z) by (unfold m; pose proof (Z.div_mod n 2); pose proof (Z.mod_pos_bound n 2); lia).
  set (h := (w * m)%Z). assert (H0 : (0 <= h)%Z) by (unfold h; nia).
  rewrite Z.shiftr_div_pow2, Z.shiftl_mul_pow2 by auto. set (hi := (v / 2 ^ h)%Z).
  assert (P : (0 < 2 ^ h)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (E : (v - hi * 2 ^ h = v mod 2 ^ h)%Z) by (unfold hi; rewrite Z.mod_eq by lia; ring). rewrite E.
  pose proof (Z.mod_pos_bound v _ P) as Lo.
  assert (Hi : (0 <= hi < 2 ^ (w * (n - m)))%Z).
  { unfold hi. split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; auto. rewrite <- Z.pow_add_r by nia.
    replace (h + w * (n - m))%Z with (w * n)%Z by (unfold h; ring). lia. }
  destruct (IH (n - m)%Z w hi tail Hw ltac:(lia) Hi) as (b & -> & Vb & Fb & Lb).
  destruct (IH m w (v mod 2 ^ h)%Z (map f b ++ tail) Hw ltac:(lia) Lo) as (a & -> & Va & Fa & La).
  exists (a ++ b). rewrite map_app, app_assoc, value_app, Va, Vb, La, app_length, Nat2Z.inj_add, La, Lb.
  repeat split; try lia.
  - replace ((2 ^ w) ^ m)%Z with (2 ^ h)%Z by (unfold h; rewrite Z.pow_mul_r by lia; reflexivity).
    unfold hi. pose proof (Z.div_mod v (2 ^ h) ltac:(lia)). lia.
  - apply Forall_app. auto.
Qed.
Lemma round_up_ge u a : (0 <= u)%Z -> IZR a <= IZR (2 ^ u) * IZR (round_up u (2 ^ u - 1) a).
Proof.
  intros Hu. unfold round_up. rewrite Z.shiftr_div_pow2 by auto.
  assert (P : (0 < 2 ^ u)%Z) by (apply Z.pow_pos_nonneg; lia).
  rewrite <- mult_IZR. apply IZR_le. pose proof (Z.div_mod (a + (2 ^ u - 1)) (2 ^ u) ltac:(lia)).
  pose proof (Z.mod_pos_bound (a + (2 ^ u - 1)) _ P). lia.
Qed.
Lemma round_up_nonneg u a : (0 <= u)%Z -> (0 <= a)%Z -> (0 <= round_up u (2 ^ u - 1) a)%Z.
Proof.
  intros Hu Ha. unfold round_up. rewrite Z.shiftr_div_pow2 by auto.
  assert (P : (0 < 2 ^ u)%Z) by (apply Z.pow_pos_nonneg; lia).
  apply Z.div_pos; lia.
Qed.
Notation nn := (Forall (fun a => (0 <= a)%Z)).
Lemma length_conv a b : (length (conv a b) <= length a + length b)%nat.
Proof.
  assert (A : forall x y, length (add x y) = max (length x) (length y)).
  { induction x as [|u x IH]; intros [|v y]; cbn [add length]; try lia. rewrite IH. lia. }
  induction a as [|x a IH]; cbn [conv length]; [lia|]. rewrite A, map_length. cbn [length]. lia.
Qed.
Lemma value_below B l : (0 < B)%Z -> Forall (fun x => (0 <= x < B)%Z) l ->
  (0 <= value_of B l < B ^ Z.of_nat (length l))%Z.
Proof.
  intros HB. induction 1 as [|x l Hx F IH]; cbn [value_of length]; [cbn; lia|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. nia.
Qed.
(* What `convolve_by` gives are the masses of the convolution, each changed by f. *)
Lemma convolve_by_sound {en : engine} {ok : faithful en} rho f a b c : nn a -> nn b -> convolve_by f a b = Some c ->
  exists l, c = map f l /\ nn l /\ forall w, weigh rho (conv a b) stick w = weigh rho l stick w.
Proof.
  intros Na Nb. unfold convolve_by. rewrite product_digits_ok. cbn [product_digits plain].
  rewrite !sum_total, !count_length. set (w := (Z.log2 (total a * total b) + 1)%Z).
  destruct (_ && _) eqn:C; [|discriminate]. rewrite andb_true_iff, Z.ltb_lt, Z.leb_le in C. destruct C as [Hb Hn2].
  intros E. apply (f_equal (fun o => match o with Some l => l | None => [] end)) in E. cbv iota in E.
  pose proof (Z.log2_nonneg (total a * total b)) as L0. assert (Hw : (0 < w)%Z) by (unfold w; lia).
  rewrite !pack_value in * by lia. rewrite <- value_conv in *. rewrite <- Nat2Z.inj_add in *.
  assert (Hn : (1 <= length a + length b)%nat) by (destruct a; cbn [total length] in *; lia).
  set (n := Z.of_nat (length a + length b)) in *. pose proof (conv_nonneg a b Na Nb) as Nc.
  destruct (below_total _ Nc) as [_ Bc]. rewrite <- value_1, value_conv, !value_1 in Bc.
  assert (Fc : Forall (fun x => (0 <= x < 2 ^ w)%Z) (conv a b)).
  { eapply Forall_impl; [|exact Bc]. cbn. intros x Hx. pose proof (Z.log2_spec _ Hb). unfold w. lia. }
  assert (P : (0 < 2 ^ w)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (V0 : (0 <= value_of (2 ^ w) (conv a b) < 2 ^ (w * n))%Z).
  { pose proof (value_below _ _ P Fc) as B. split; [lia|]. eapply Z.lt_le_trans; [apply B|].
    rewrite Z.pow_mul_r by lia. apply Z.pow_le_mono_r; [lia|]. unfold n. pose proof (length_conv a b). lia. }
  destruct (digits_value 60 f n w (value_of (2 ^ w) (conv a b)) [] Hw ltac:(lia) V0) as (l & D & Vl & Fl & _).
  rewrite D, app_nil_r in E. exists l. split; [auto|]. split; [eapply Forall_impl; [|exact Fl]; cbn; lia|].
  intros v. apply (digits_determined rho (2 ^ w) stick _ _ P Fc Fl (eq_sym Vl)).
Qed.
(* What `convolve_up` gives is a little more than the convolution, in units of 2^u. *)
Lemma convolve_up_sound {en : engine} {ok : faithful en} u rho a b c : (0 <= u)%Z -> 0 <= rho -> nn a -> nn b ->
  convolve_up u a b = Some c ->
  nn c /\ forall w, 0 <= w -> weigh rho (conv a b) stick w <= IZR (2 ^ u) * weigh rho c stick w.
Proof.
  intros Hu Hr Na Nb E. destruct (convolve_by_sound rho _ _ _ _ Na Nb E) as (l & -> & Nl & W). split.
  - apply Forall_map. eapply Forall_impl; [|exact Nl]. cbn. intros x Hx. apply round_up_nonneg; lia.
  - intros v Hv0. rewrite W. clear - Hu Hr Hv0. revert v Hv0.
    induction l as [|x l IH]; intros v Hv0; cbn [map weigh]; [lra|].
    specialize (IH (v * rho) ltac:(apply Rmult_le_pos; auto)). pose proof (stick_most v Hv0) as [S0 _].
    pose proof (round_up_ge u x Hu) as R. apply (Rmult_le_compat_r (stick v)) in R; auto. lra.
Qed.
Lemma weigh_app rho a b f w : weigh rho (a ++ b) f w = weigh rho a f w + weigh rho b f (w * rho ^ length a).
Proof.
  revert w. induction a as [|x a IH]; intros w; cbn [app weigh length pow]; [rewrite Rmult_1_r; lra|].
  rewrite IH. replace (w * rho * rho ^ length a) with (w * (rho * rho ^ length a)) by ring. lra.
Qed.
Lemma weigh_most rho m w : 0 <= rho -> nn m -> 0 <= w -> 0 <= weigh rho m stick w <= IZR (total m).
Proof.
  intros Hr N. revert w. induction N as [|a m Ha N IH]; intros w Hw; cbn [weigh total]; [lra|]. rewrite plus_IZR.
  specialize (IH (w * rho) ltac:(apply Rmult_le_pos; auto)). apply IZR_le in Ha. pose proof (stick_most w Hw). nra.
Qed.
Lemma drop_sound least l : forall n lost, nn l -> let '(n', lost', r) := drop least n lost l in
  exists z, l = z ++ r /\ (n' = n + Z.of_nat (length z))%Z /\ (lost' = lost + total z)%Z /\ nn z /\ nn r.
Proof.
  induction l as [|a l IH]; intros n lost N; cbn [drop].
  - exists []. cbn. repeat split; auto; lia.
  - inversion N; subst. destruct (a <=? least)%Z.
    + specialize (IH (n + 1)%Z (lost + a)%Z H2). destruct (drop _ _ _ l) as [[n' lost'] r].
      destruct IH as (z & -> & -> & -> & Nz & Nr).
      exists (a :: z). cbn [app length total]. repeat split; auto; lia.
    + exists []. cbn. repeat split; auto; lia.
Qed.
Lemma total_app a b : total (a ++ b) = (total a + total b)%Z.
Proof. induction a as [|x a IH]; cbn [app total]; lia. Qed.
Lemma total_rev a : total (rev a) = total a.
Proof. induction a as [|x a IH]; cbn [rev total]; [reflexivity|]. rewrite total_app, IH. cbn [total]. lia. Qed.
Lemma total_nn m : nn m -> (0 <= total m)%Z.
Proof. induction 1; cbn [total]; lia. Qed.

(* ---- what masses say of two laws ---- *)
Section Laws.
Context {en : engine} {ok : faithful en}.
Definition above {A} (k : levels) (x : masses) (P Q : dist A) : Prop := nn (on_levels x) /\ (0 <= beyond x)%Z /\
  dominated (at_step k 1) (IZR (unit_of k)) (at_step k (offset x)) (on_levels x) (IZR (beyond x)) P Q.
Lemma above_same {A} k x (P Q P' Q' : dist A) : (forall f, Ex P f = Ex P' f) -> (forall f, Ex Q f = Ex Q' f) ->
  above k x P' Q' -> above k x P Q.
Proof.
  intros E F (N & B & D). split; [exact N|]. split; [exact B|]. intros w Hw S. unfold Pr. rewrite E, F.
  exact (D w Hw S).
Qed.
Lemma above_retract {A B} k x (P Q : dist A) (g : A -> B) : above k x P Q ->
  above k x (bind P (fun y => ret (g y))) (bind Q (fun y => ret (g y))).
Proof.
  intros (N & B0 & D). split; [exact N|]. split; [exact B0|]. intros w Hw S. specialize (D w Hw (fun y => S (g y))).
  unfold Pr in *. rewrite !Ex_retract. exact D.
Qed.
Lemma at_step_power k j : at_step k (Z.of_nat j) = at_step k 1 ^ j.
Proof.
  induction j as [|j IH]; [unfold at_step; cbn; unfold Rdiv; rewrite Rmult_0_l, Ropp_0; apply exp_0|].
  rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite at_step_add, IH. cbn [pow]. ring.
Qed.
Lemma trimmed_above {A} k x (P Q : dist A) : above k x P Q -> above k (trimmed (negligible k) x) P Q.
Proof.
  intros (Nx & B0 & B). unfold trimmed. pose proof (drop_sound (negligible k) (on_levels x) 0 0 Nx) as D.
  destruct (drop _ 0 0 (on_levels x)) as [[n lost] l]. destruct D as (z & E & -> & -> & Nz & Nl).
  rewrite rev_append_rev, app_nil_r.
  pose proof (drop_sound (negligible k) (rev l) 0 0 (Forall_rev Nl)) as D.
  destruct (drop _ 0 0 (rev l)) as [[n' lost'] r].
  destruct D as (y & E' & _ & -> & Ny & Nr). rewrite rev_append_rev, app_nil_r. apply (f_equal (@rev Z)) in E'.
  rewrite rev_involutive, rev_app_distr in E'. pose proof (total_nn z Nz). pose proof (total_nn y Ny).
  split; cbn [offset on_levels beyond]; [apply Forall_rev; auto|]. split; [lia|]. intros w Hw S.
  specialize (B w Hw S).
  pose proof (at_step_pos k 1) as R0. pose proof (at_step_pos k (offset x)) as O0.
  rewrite E, E', weigh_app, weigh_app in B.
  rewrite Z.add_0_l, at_step_add, at_step_power. set (v := w * at_step k (offset x)) in *.
  assert (V0 : 0 <= v) by (apply Rmult_le_pos; lra). pose proof (weigh_most _ z v (Rlt_le _ _ R0) Nz V0) as W1.
  assert (V1 : 0 <= v * at_step k 1 ^ length z) by (apply Rmult_le_pos; auto; apply pow_le; lra).
  assert (V2 : 0 <= v * at_step k 1 ^ length z * at_step k 1 ^ length (rev r)) by (apply Rmult_le_pos; auto;
    apply pow_le; lra).
  pose proof (weigh_most _ (rev y) _ (Rlt_le _ _ R0) (Forall_rev Ny) V2) as W2. rewrite total_rev in W2.
  rewrite !plus_IZR.
  replace (w * (at_step k (offset x) * at_step k 1 ^ length z)) with (v * at_step k 1 ^ length z) by (unfold v; ring).
  lra.
Qed.
(* What masses bound, and what comes then, whatever came out, bounded by others: their product bounds both. *)
Lemma times_above {A B} (eq_dec : forall a b : A, {a = b} + {a <> b}) (a0 : A) (P Q : dist A) (j l : A -> dist B)
  k x y z : (0 <= unit_bits k)%Z -> probability P -> probability Q -> (forall a, probability (l a)) -> above k y P Q ->
  (forall a, above k x (j a) (l a)) -> times k x y = Some z -> above k z (bind P j) (bind Q l).
Proof.
  intros U0 PP PQ PL (Ny & By0 & By) Bx H. destruct (Bx a0) as (Nx & Bx0 & _). unfold times in H.
  destruct (convolve_up _ _ _) as [c|] eqn:C; [|discriminate].
  injection H as <-. apply trimmed_above. pose proof (at_step_pos k 1) as R0.
  destruct (convolve_up_sound _ (at_step k 1) _ _ _ U0 (Rlt_le _ _ R0) Nx Ny C) as [Nc W].
  pose proof (U_pos k U0) as UP. apply IZR_lt in UP as UP'. pose proof (total_nn _ Nx) as TX. fold (unit_of k) in W.
  assert (L0 : (0 <= beyond y * sum (on_levels x) + unit_of k * beyond x)%Z) by (rewrite sum_total; nia).
  split; cbn [offset on_levels beyond]; [auto|]. split; [apply round_up_nonneg; auto|].
  set (lost := round_up _ _ _).
  assert (LE : IZR (beyond y * total (on_levels x) + unit_of k * beyond x) <= IZR (unit_of k) * IZR lost).
  { unfold lost. rewrite <- sum_total. apply round_up_ge. auto. }
  rewrite plus_IZR, !mult_IZR in LE. intros w Hw S.
  pose proof (dominated_bind A B eq_dec (at_step k 1) P Q j l (Rlt_le _ _ R0) PP (proj1 PQ) (fun a => proj1 (PL a))
    _ _ _ _ _ _ _ _ (Rlt_le _ _ UP') (Rlt_le _ _ UP') (Rlt_le _ _ (at_step_pos k (offset x))) (IZR_le 0 _ Bx0) Nx
    By (fun a => proj2 (proj2 (Bx a))) w Hw S) as D.
  rewrite at_step_add. set (v := w * (at_step k (offset x) * at_step k (offset y))) in *.
  assert (V0 : 0 <= v) by (unfold v; repeat apply Rmult_le_pos; auto; left; apply at_step_pos). specialize (W v V0).
  apply Rmult_le_reg_l with (IZR (unit_of k)); auto. lra.
Qed.

(* Between two levels a stick lies below the line through its neighbours. *)
Lemma stick_between rho a w : 0 < rho <= 1 -> 0 <= w -> a * (1 + rho) = rho ->
  stick (w * rho) <= a * stick w + (1 - a) * stick (w * rho * rho).
Proof.
  intros Hr Hw E. assert (A : 0 <= a <= 1).
  { split; apply Rmult_le_reg_r with (1 + rho); lra. }
  assert (F : 1 - w * rho = a * (1 - w) + (1 - a) * (1 - w * rho * rho)).
  { replace (a * (1 - w) + (1 - a) * (1 - w * rho * rho)) with (1 - w * rho * rho - a * (1 + rho) * (w * (1 - rho)))
      by ring.
    rewrite E. ring. }
  unfold stick. assert (P : forall x, 0 <= Rmax 0 x /\ x <= Rmax 0 x) by (intros x; split; [apply Rmax_l|apply Rmax_r]).
  destruct (P (1 - w)), (P (1 - w * rho * rho)). apply Rmax_lub; [|rewrite F]; nra.
Qed.
Lemma stick_falls v w : v <= w -> stick w <= stick v.
Proof. intros H. unfold stick. apply Rmax_lub; [apply Rmax_l|]. eapply Rle_trans; [|apply Rmax_r]. lra. Qed.
Lemma halved_sound al s rho : (0 <= s)%Z -> (0 <= al <= 2 ^ s)%Z -> 0 < rho <= 1 -> IZR al * (1 + rho) <= IZR (2 ^ s)
  * rho ->
  forall n l c acc, (length l <= n)%nat -> (0 <= c)%Z -> nn l -> exists r, halved al s c l acc = rev acc ++ r /\ nn r /\
    forall w, 0 <= w -> IZR c * stick w + weigh rho l stick w <= weigh (rho * rho) r stick w.
Proof.
  intros Hs Hal Hr HA. assert (P : (0 < 2 ^ s)%Z) by (apply Z.pow_pos_nonneg; lia). apply IZR_lt in P as P'.
  induction n as [|n IH]; intros [|e [|o l]] c acc Hl Hc Nl; cbn [length] in Hl; try lia; cbn [halved];
    rewrite ?rev_append_rev.
  - exists [c]. repeat split; [constructor; auto|]. intros w Hw. cbn [weigh]. lra.
  - exists [c]. repeat split; [constructor; auto|]. intros w Hw. cbn [weigh]. lra.
  - inversion Nl; subst. exists [(c + e)%Z]. repeat split; [constructor; auto; lia|]. intros w Hw. cbn [weigh].
    rewrite plus_IZR. lra.
  - inversion Nl as [|? ? He N1]; subst. inversion N1 as [|? ? Ho N2]; subst. rewrite Z.shiftr_div_pow2 by auto.
    set (x := (o * al / 2 ^ s)%Z).
    assert (X : (0 <= x <= o)%Z). { unfold x. split; [apply Z.div_pos; nia|]. apply Z.div_le_upper_bound; nia. }
    destruct (IH l (o - x)%Z (c + e + x :: acc)%Z ltac:(lia) ltac:(lia) N2) as (r & -> & Nr & W).
    exists (c + e + x :: r)%Z. cbn [rev]. rewrite <- app_assoc. split; [reflexivity|]. split; [constructor; auto; lia|].
    intros w Hw. cbn [weigh]. rewrite !plus_IZR. assert (W1 : 0 <= w * (rho * rho)) by (apply Rmult_le_pos; nra).
    specialize (W _ W1). rewrite minus_IZR in W. replace (w * rho * rho) with (w * (rho * rho)) in * by ring.
    set (a := rho / (1 + rho)). assert (EA : a * (1 + rho) = rho) by (unfold a; field; lra).
    pose proof (stick_between rho a w Hr Hw EA) as B. replace (w * rho * rho) with (w * (rho * rho)) in B by ring.
    assert (XA : IZR x <= a * IZR o).
    { apply Rmult_le_reg_r with (IZR (2 ^ s) * (1 + rho)); [apply Rmult_lt_0_compat; lra|].
      assert (IZR x * IZR (2 ^ s) <= IZR o * IZR al). { rewrite <- !mult_IZR. apply IZR_le. unfold x.
      pose proof (Z.mul_div_le (o * al) (2 ^ s) P). lia. }
      apply IZR_le in Ho. apply Rle_trans with (IZR o * IZR al * (1 + rho)).
      { replace (IZR x * (IZR (2 ^ s) * (1 + rho))) with (IZR x * IZR (2 ^ s) * (1 + rho)) by ring.
        apply Rmult_le_compat_r; lra. }
      replace (a * IZR o * (IZR (2 ^ s) * (1 + rho))) with (IZR o * (IZR (2 ^ s) * (a * (1 + rho)))) by ring.
      rewrite EA, Rmult_assoc. apply Rmult_le_compat_l; lra. }
    assert (F : stick w <= stick (w * (rho * rho))) by (apply stick_falls;
      rewrite <- (Rmult_1_r w) at 2; apply Rmult_le_compat_l; auto; nra). apply IZR_le in Ho.
    apply (Rmult_le_compat_l (IZR o)) in B; auto.
    assert ((a * IZR o - IZR x) * stick w <= (a * IZR o - IZR x) * stick (w * (rho * rho))) by (apply Rmult_le_compat_l;
      lra). lra.
Qed.
Lemma coarse_step k i : (1 <= grid k)%Z -> at_step (coarse k) i = at_step k (2 * i).
Proof.
  intros G. unfold at_step, coarse. cbn [grid]. f_equal. f_equal. replace (2 ^ grid k)%Z with (2 * 2 ^ (grid k - 1))%Z.
  - rewrite !mult_IZR. assert (0 < IZR (2 ^ (grid k - 1))) by (apply IZR_lt, Z.pow_pos_nonneg; lia). field. lra.
  - rewrite <- Z.pow_succ_r by lia. f_equal. lia.
Qed.
Lemma share_sound k s al : (0 <= s)%Z -> share k s = Some al -> (0 <= al <= 2 ^ s)%Z /\
  IZR al * (1 + at_step k 1) <= IZR (2 ^ s) * at_step k 1.
Proof.
  intros Hs. unfold share. destruct (step_exp k 1) as [[rl rh]|] eqn:E; [|discriminate].
  destruct (_ && _) eqn:C; [|discriminate].
  rewrite andb_true_iff, Z.ltb_lt, Z.leb_le in C. destruct C as [V0 R0]. intros X.
  apply (f_equal (fun o => match o with Some a => a | None => 0%Z end)) in X.
  cbv iota in X. subst al. apply step_exp_sound in E; auto. assert (P : (0 < 2 ^ s)%Z) by (apply Z.pow_pos_nonneg; lia).
  set (V := precise k) in *. set (x := (rl * 2 ^ s / (V + rl))%Z).
  pose proof (Z.mul_div_le (rl * 2 ^ s) (V + rl) ltac:(lia)) as L. fold x in L.
  assert (X0 : (0 <= x)%Z) by (apply Z.div_pos; nia). split; [split; [auto|unfold x; apply Z.div_le_upper_bound; nia]|].
  pose proof (at_step_pos k 1) as S0. set (rho := at_step k 1) in *. apply IZR_le in L, R0, X0. apply IZR_lt in V0, P.
  rewrite !mult_IZR, plus_IZR in L. set (v := IZR V) in *. set (a := IZR x) in *. set (q := IZR (2 ^ s)) in *.
  set (r := IZR rl) in *.
  apply Rmult_le_reg_l with (v + r); [lra|]. apply Rle_trans with (r * q * (1 + rho)); [|].
  - replace ((v + r) * (a * (1 + rho))) with ((v + r) * a * (1 + rho)) by ring. apply Rmult_le_compat_r; lra.
  - replace (r * q * (1 + rho)) with (q * (r + r * rho)) by ring.
    replace ((v + r) * (q * rho)) with (q * (v * rho + r * rho)) by ring.
    apply Rmult_le_compat_l; lra.
Qed.
Lemma coarser_above {A} k x al (P Q : dist A) : (0 <= unit_bits k)%Z -> (1 <= grid k)%Z ->
  share k (unit_bits k) = Some al -> above k x P Q -> above (coarse k) (coarser al (unit_bits k) x) P Q.
Proof.
  intros U0 G Sh (Nx & B0 & B). destruct (share_sound k _ al U0 Sh) as [A0 A1]. pose proof (at_step_pos k 1) as R0.
  assert (R1 : at_step k 1 <= 1).
  { unfold at_step. apply Rle_trans with (exp 0); [|rewrite exp_0; lra].
    assert (0 < IZR (2 ^ grid k)) by (apply IZR_lt, Z.pow_pos_nonneg; lia).
    left. apply exp_increasing.
    assert (0 < 1 / IZR (2 ^ grid k)) by (apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat; auto]). lra. }
  unfold coarser. rewrite Z.shiftr_div_pow2 by lia. change (2 ^ 1)%Z with 2%Z. set (i := (offset x / 2)%Z).
  set (l := if (offset x =? 2 * i)%Z then on_levels x else (0 :: on_levels x)%Z).
  assert (Nl : nn l) by (unfold l; destruct (_ =? _)%Z; auto; constructor; auto; lia).
  destruct (halved_sound al (unit_bits k) (at_step k 1) U0 A0 (conj R0 R1) A1 (length l) l 0 [] (le_n _) ltac:(lia) Nl)
    as (r & E & Nr & W).
  cbn [rev app] in E. split; cbn [offset on_levels beyond]; rewrite E; [auto|]. split; [auto|].
  change (unit_of (coarse k)) with (unit_of k). rewrite !coarse_step by auto. intros w Hw S. specialize (B w Hw S).
  replace (at_step k (2 * 1)) with (at_step k 1 * at_step k 1) by (rewrite <- at_step_add; reflexivity).
  assert (W0 : 0 <= w * at_step k (2 * i)) by (apply Rmult_le_pos; auto; left; apply at_step_pos). specialize (W _ W0).
  assert (EL : weigh (at_step k 1) l stick (w * at_step k (2 * i)) = weigh (at_step k 1) (on_levels x)
    stick (w * at_step k (offset x))).
  { unfold l. destruct (Z.eqb_spec (offset x) (2 * i)) as [<-|NE]; [reflexivity|].
    assert (offset x = 2 * i + 1)%Z as -> by (unfold i in *; pose proof (Z.div_mod (offset x) 2);
      pose proof (Z.mod_pos_bound (offset x) 2); lia).
    cbn [weigh]. rewrite at_step_add, Rmult_0_l, Rplus_0_l, Rmult_assoc. reflexivity. }
  rewrite EL in W. lra.
Qed.
Lemma coarsened_above n : forall k x y k' x' y', (0 <= unit_bits k)%Z -> (0 <= grid k)%Z ->
  coarsened n k x y = Some (k', x', y') -> (0 <= unit_bits k')%Z /\ (0 <= grid k')%Z /\ precise k' = precise k /\
  unit_bits k' = unit_bits k /\ forall A (P Q : dist A), (above k x P Q -> above k' x' P Q) /\
  (above k y P Q -> above k' y' P Q).
Proof.
  induction n as [|n IH]; intros k x y k' x' y' U0 G0 E; cbn [coarsened] in E; [injection E as <- <- <-; auto 10|].
  destruct (share k (unit_bits k)) as [al|] eqn:Sh; [|discriminate]. destruct (Z.leb_spec 1 (grid k)); [|discriminate].
  apply IH in E; cbn [coarse unit_bits grid precise] in *; auto; try lia. destruct E as (E1 & E2 & E3 & E4 & E5).
  repeat (split; [assumption|]). intros A P Q. destruct (E5 A P Q). split; auto using coarser_above.
Qed.
End Laws.

(* ---- what they say of t rounds ---- *)
Section Rounds.
Context {en : engine} {ok : faithful en}.
Variables (Y : Type) (eq_dec : forall x y : Y, {x = y} + {x <> y}) (M N : list Y -> dist Y).
Hypothesis M_law : forall h, probability (M h).
Hypothesis N_law : forall h, probability (N h).
Definition held (k : levels) (t : nat) (x : masses) : Prop := forall h, above k x (adaptive M t h) (adaptive N t h).
Lemma one_round_held k x : (forall h, above k x (M h) (N h)) -> held k 1 x.
Proof.
  intros H h. apply (above_same _ _ _ _ (bind (M h) (fun y => ret [y])) (bind (N h) (fun y => ret [y])));
    [..|apply above_retract; auto]; intros f; cbn [adaptive]; rewrite Ex_bind, Ex_retract; apply Ex_fun; intros y;
    rewrite Ex_bind; cbn [adaptive]; rewrite !Ex_ret; reflexivity.
Qed.
Lemma times_held k t t' x y z : (0 <= unit_bits k)%Z -> held k t x -> held k t' y -> times k x y = Some z ->
  held k (t' + t) z.
Proof.
  intros U0 Hx Hy H h. eapply above_same; [intros f; apply adaptive_add..|].
  apply (times_above (list_eq_dec eq_dec) [] _ _ _ _ k x y z U0); auto.
  1,2: apply probability_adaptive; assumption.
  - intros a. apply probability_bind; [apply probability_adaptive; assumption|intros; apply probability_ret].
  - intros a. apply above_retract, Hx.
Qed.
(* y^t times x: as many rounds of x, and t times those of y. *)
Lemma powered_held t : forall plan k x y k' z a b, (0 <= unit_bits k)%Z -> (0 <= grid k)%Z
  -> powered t plan k x y = Some (k', z) ->
  held k a x -> held k b y -> (0 <= grid k')%Z /\ precise k' = precise k /\ unit_bits k' = unit_bits k
    /\ held k' (b * Pos.to_nat t + a) z.
Proof.
  assert (SQ : forall k b y z, (0 <= unit_bits k)%Z -> held k b y -> times k y y = Some z -> held k (2 * b) z).
  { intros k b y z U0 Hy E. replace (2 * b)%nat with (b + b)%nat by lia. exact (times_held k b b y y z U0 Hy Hy E). }
  induction t as [t IH|t IH|]; intros plan k x y k' z a b U0 G0 E Hx Hy; cbn [powered] in E.
  - destruct (times k x y) as [x1|] eqn:E1; [|discriminate]. destruct (times k y y) as [y1|] eqn:E2; [|discriminate].
    destruct (coarsened _ _ _ _) as [[[k2 x2] y2]|] eqn:E3; [|discriminate].
    apply (times_held k a b) in E1; auto. apply (SQ k b) in E2; auto.
    destruct (coarsened_above _ _ _ _ _ _ _ U0 G0 E3) as (U2 & G2 & P2 & Q2 & H2).
    pose proof (fun h => proj1 (H2 _ _ _) (E1 h)) as Hx2. pose proof (fun h => proj2 (H2 _ _ _) (E2 h)) as Hy2.
    destruct (IH _ _ _ _ _ _ _ _ U2 G2 E Hx2 Hy2) as (G3 & P3 & U3 & H3).
    split; [auto|]. split; [congruence|]. split; [congruence|].
    replace (b * Pos.to_nat (xI t) + a)%nat with (2 * b * Pos.to_nat t + (b + a))%nat by lia. exact H3.
  - destruct (times k y y) as [y1|] eqn:E2; [|discriminate].
    destruct (coarsened _ _ _ _) as [[[k2 x2] y2]|] eqn:E3; [|discriminate].
    apply (SQ k b) in E2; auto.
    destruct (coarsened_above _ _ _ _ _ _ _ U0 G0 E3) as (U2 & G2 & P2 & Q2 & H2).
    pose proof (fun h => proj1 (H2 _ _ _) (Hx h)) as Hx2. pose proof (fun h => proj2 (H2 _ _ _) (E2 h)) as Hy2.
    destruct (IH _ _ _ _ _ _ _ _ U2 G2 E Hx2 Hy2) as (G3 & P3 & U3 & H3).
    split; [auto|]. split; [congruence|]. split; [congruence|].
    replace (b * Pos.to_nat (xO t) + a)%nat with (2 * b * Pos.to_nat t + a)%nat by lia. exact H3.
  - destruct (times k x y) as [z1|] eqn:E1; [|discriminate]. injection E as <- <-. apply (times_held k a b) in E1; auto.
    split; [auto|]. split; [auto|]. split; [auto|]. replace (b * Pos.to_nat 1 + a)%nat with (b + a)%nat by lia.
    apply E1.
Qed.
(* Before the first round everything is on the level 0. *)
Lemma nothing_held k : (0 <= unit_bits k)%Z -> held k 0 (nothing k).
Proof.
  intros U0. pose proof (U_pos k U0) as UP. apply IZR_lt in UP as UP'.
  intros h. split; cbn [nothing offset on_levels beyond]; [constructor; auto; lia|].
  split; [lia|]. intros w Hw S. cbn [adaptive weigh]. unfold at_step, Rdiv.
  rewrite Rmult_0_l, Ropp_0, exp_0, Rmult_1_r.
  unfold Pr. rewrite !Ex_ret. unfold stick, indicator. pose proof (Rmax_l 0 (1 - w)). pose proof (Rmax_r 0 (1 - w)).
  destruct (S []); nra.
Qed.
Lemma against_onto_ladder k r l : forall t acc, against_onto (precise k) r t l acc =
  (acc + against k (ladder k false r (length l) t) l)%Z.
Proof.
  induction l as [|m l IH]; intros t acc; cbn [against_onto against length ladder]; [lia|]. rewrite IH. lia.
Qed.
End Rounds.
