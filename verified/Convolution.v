(* The convolution of two lists of masses as one product of two large integers: digits so wide that no carry crosses
   them. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Product.
Import ListNotations.
Open Scope Z_scope.

Fixpoint value_of (B : Z) (l : list Z) : Z := match l with [] => 0 | a :: r => a + B * value_of B r end.
(* the same by halving: neighbouring digits of w bits become one of 2 w bits *)
Fixpoint pairs (w : Z) (l : list Z) : list Z := match l with a :: b :: r => (a + Z.shiftl b w) :: pairs w r | _ =>
  l end.
Fixpoint encode (fuel : nat) (w : Z) (l : list Z) : Z :=
  match l, fuel with [], _ => 0 | [a], _ => a | _, O => value_of (2 ^ w) l | _, S f => encode f (2 * w) (pairs w l) end.
(* the lowest 2^d digits of w bits *)
Fixpoint decode (d : nat) (w v : Z) : list Z :=
  match d with O => [v] | S e => let h := w * 2 ^ Z.of_nat e in decode e w (v mod 2 ^ h) ++ decode e w (Z.shiftr v h)
    end.
Definition nonneg_list (l : list Z) : bool := forallb (Z.leb 0) l.
(* convolution, where the masses allow it *)
Definition convolve (a b : list Z) : option (list Z) :=
  let bound := total a * total b in
  let w := Z.log2 bound + 1 in let size := Z.of_nat (length a + length b) in let d := Z.to_nat (Z.log2_up size) in
  let v := encode 64 w a * encode 64 w b in
  if nonneg_list a && nonneg_list b && (0 <? bound) && (v <? 2 ^ (w * 2 ^ Z.of_nat d)) then Some (decode d w v)
    else None.

Lemma value_add B a b : value_of B (add a b) = value_of B a + value_of B b.
Proof. revert b. induction a as [|x a IH]; intros [|y b]; cbn [add value_of]; try lia. rewrite IH. ring. Qed.
Lemma value_map B x b : value_of B (map (Z.mul x) b) = x * value_of B b.
Proof. induction b as [|y b IH]; cbn [map value_of]; [ring|]. rewrite IH. ring. Qed.
Lemma value_conv B a b : value_of B (conv a b) = value_of B a * value_of B b.
Proof. induction a as [|x a IH]; cbn [conv]; [reflexivity|]. rewrite value_add, value_map. cbn [value_of]. rewrite IH.
  ring. Qed.
Lemma value_app B a b : value_of B (a ++ b) = value_of B a + B ^ Z.of_nat (length a) * value_of B b.
Proof. induction a as [|x a IH]; cbn [app value_of length]; [cbn [value_of]; rewrite Z.mul_1_l; reflexivity|].
  rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring. Qed.
Lemma value_pairs w l : 0 <= w -> value_of (2 ^ (2 * w)) (pairs w l) = value_of (2 ^ w) l.
Proof.
  intros Hw. assert (G : forall l a, value_of (2 ^ (2 * w)) (pairs w l) = value_of (2 ^ w) l /\
  value_of (2 ^ (2 * w)) (pairs w (a :: l)) = value_of (2 ^ w) (a :: l)); [|apply (G l 0)].
  clear l. induction l as [|b l IH]; intros a; [split; cbn; lia|]. split; [apply IH|]. cbn [pairs value_of].
  destruct (IH 0) as [E _]. rewrite E, Z.shiftl_mul_pow2 by auto.
  replace (2 * w) with (w + w) by lia. rewrite Z.pow_add_r by auto. ring.
Qed.
Lemma encode_value f w l : 0 <= w -> encode f w l = value_of (2 ^ w) l.
Proof.
  revert w l. induction f as [|f IH]; intros w [|a [|b l]] Hw; cbn [encode]; try (cbn [value_of]; lia).
  rewrite IH by lia. apply value_pairs. auto.
Qed.
Lemma decode_value d w v : 0 < w -> 0 <= v < 2 ^ (w * 2 ^ Z.of_nat d) ->
  length (decode d w v) = (2 ^ d)%nat /\ value_of (2 ^ w) (decode d w v) = v /\
  Forall (fun a => 0 <= a < 2 ^ w) (decode d w v).
Proof.
  intros Hw. revert v. induction d as [|d IH]; intros v Hv; cbn [decode].
  - cbn in Hv. rewrite Z.mul_1_r in Hv. repeat split; cbn [value_of]; [lia|]. repeat constructor; lia.
  - set (h := w * 2 ^ Z.of_nat d) in *. assert (P : 0 < 2 ^ Z.of_nat d) by (apply Z.pow_pos_nonneg; lia).
    assert (H0 : 0 < h) by (unfold h; nia).
    assert (E : w * 2 ^ Z.of_nat (S d) = h + h) by (rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia; unfold h; ring).
    rewrite E, Z.pow_add_r in Hv by lia.
    assert (P2 : 0 < 2 ^ h) by (apply Z.pow_pos_nonneg; lia). pose proof (Z.mod_pos_bound v _ P2) as M.
    pose proof (Z.div_mod v (2 ^ h) ltac:(lia)) as D.
    rewrite Z.shiftr_div_pow2 by lia.
    assert (V : 0 <= v / 2 ^ h < 2 ^ h) by (split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]).
    destruct (IH _ M) as (L1 & N1 & F1), (IH _ V) as (L2 & N2 & F2). rewrite app_length, L1, L2, value_app, N1, N2, L1.
    repeat split.
    + cbn [Nat.pow]. lia.
    + replace ((2 ^ w) ^ Z.of_nat (2 ^ d)) with (2 ^ h); [lia|]. rewrite <- Z.pow_mul_r by lia. unfold h. f_equal.
      rewrite Nat2Z.inj_pow. reflexivity.
    + apply Forall_app. auto.
Qed.

(* Digits are determined by the number. *)
Lemma digits_determined rho B f a b : 0 < B -> Forall (fun x => 0 <= x < B) a -> Forall (fun x => 0 <= x < B) b ->
  value_of B a = value_of B b ->
  (forall w, weigh rho a f w = weigh rho b f w) /\ total a = total b.
Proof.
  intros HB Fa. assert (Z0 : forall b, Forall (fun x => 0 <= x < B) b -> 0 <= value_of B b /\
  (value_of B b = 0 -> (forall w, weigh rho b f w = 0%R) /\ total b = 0)).
  { clear b. induction 1 as [|y b Hy Fb [IH0 IH]]; cbn [value_of weigh total]; [split; [lia|auto]|]. split; [nia|].
    intros E.
    assert (y = 0 /\ value_of B b = 0) as [-> E2] by nia. destruct (IH E2) as [W T].
    split; [intros w; rewrite W; lra|lia]. }
  revert b. induction Fa as [|x a Hx Fa IH]; intros b Fb E.
  - destruct (Z0 b Fb) as [_ H]. cbn in E. destruct (H (eq_sym E)) as [W T]. cbn.
    split; [intros w; rewrite W; reflexivity|lia].
  - destruct Fb as [|y b Hy Fb].
    + destruct (Z0 (x :: a) ltac:(constructor; auto)) as [_ H]. destruct (H E) as [W T]. split; [exact W|exact T].
    + cbn [value_of] in E. assert (x = y /\ value_of B a = value_of B b) as [-> E2].
      { assert (x = y) by (apply (f_equal (fun z => z mod B)) in E; rewrite (Z.mul_comm B (value_of B a)),
        (Z.mul_comm B (value_of B b)), !Z_mod_plus_full, !Z.mod_small in E; auto). split; nia. }
      destruct (IH b Fb E2) as [W T]. cbn [weigh total]. split; [intros w; rewrite W; reflexivity|lia].
Qed.
Lemma nonneg_sound l : nonneg_list l = true -> Forall (fun a => 0 <= a) l.
Proof. unfold nonneg_list. rewrite forallb_forall, Forall_forall. intros H x Hx. apply Z.leb_le, H; auto. Qed.
Lemma add_nonneg a b : Forall (fun x => 0 <= x) a -> Forall (fun x => 0 <= x) b -> Forall (fun x => 0 <= x) (add a b).
Proof. intros Fa. revert b. induction Fa; intros b Fb; [exact Fb|]. destruct Fb; cbn [add]; constructor; auto. lia. Qed.
Lemma conv_nonneg a b : Forall (fun x => 0 <= x) a -> Forall (fun x => 0 <= x) b -> Forall (fun x => 0 <= x) (conv a b).
Proof.
  induction 1 as [|x a Hx Fa IH]; intros Fb; cbn [conv]; [constructor|]. apply add_nonneg; [|constructor; [lia|auto]].
  clear - Fb Hx. induction Fb; cbn; constructor; auto. nia.
Qed.
Lemma value_1 l : value_of 1 l = total l.
Proof. induction l as [|a l IH]; cbn [value_of total]; [reflexivity|]. rewrite IH. lia. Qed.
Lemma below_total l : Forall (fun x => 0 <= x) l -> 0 <= total l /\ Forall (fun x => 0 <= x <= total l) l.
Proof.
  induction 1 as [|x l Hx F [T IH]]; cbn [total]; [split; [lia|constructor]|]. split; [lia|]. constructor; [lia|].
  eapply Forall_impl; [|exact IH]. cbn. intros; lia.
Qed.

(* What `convolve` gives weighs as the convolution does. *)
Theorem convolve_sound rho f a b c : convolve a b = Some c ->
  Forall (fun x => 0 <= x) a /\ Forall (fun x => 0 <= x) b /\ Forall (fun x => 0 <= x) c /\
  (forall w, weigh rho c f w = weigh rho (conv a b) f w).
Proof.
  unfold convolve. cbv zeta. set (w := Z.log2 (total a * total b) + 1). set (d := Z.to_nat _).
  set (v := encode 64 w a * encode 64 w b). destruct (_ && _) eqn:C; [|discriminate]. intros E.
  pose proof (Z.log2_nonneg (total a * total b)) as L0. assert (Ew : w = Z.succ (Z.log2 (total a * total b)))
  by reflexivity. assert (Hw : 0 < w) by lia.
  assert (Ev : v = value_of (2 ^ w) (conv a b)) by (unfold v; rewrite !encode_value, value_conv by lia; reflexivity).
  clearbody v w d. injection E as <-.
  repeat rewrite andb_true_iff in C. destruct C as [[[Na Nb] Hb] Hv]. apply nonneg_sound in Na, Nb.
  apply Z.ltb_lt in Hb, Hv.
  pose proof (conv_nonneg a b Na Nb) as Nc. destruct (below_total _ Nc) as [_ Bc]. rewrite <- value_1, value_conv,
  !value_1 in Bc.
  assert (Fc : Forall (fun x => 0 <= x < 2 ^ w) (conv a b)).
  { eapply Forall_impl; [|exact Bc]. cbn. intros x Hx. pose proof (Z.log2_spec _ Hb). rewrite Ew. lia. }
  assert (V0 : 0 <= v). { rewrite Ev. clear - Nc. induction Nc; cbn [value_of]; [lia|].
  assert (0 <= 2 ^ w) by (apply Z.pow_nonneg; lia). nia. }
  destruct (decode_value d w v Hw (conj V0 Hv)) as (_ & Nd & Fd).
  repeat split; auto.
  - eapply Forall_impl; [|exact Fd]. cbn. intros; lia.
  - apply (digits_determined rho (2 ^ w) f _ _ ltac:(apply Z.pow_pos_nonneg; lia) Fd Fc). rewrite Nd. exact Ev.
Qed.
