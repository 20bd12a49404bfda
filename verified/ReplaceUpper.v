(* Upper ends where one record is replaced: the record is taken away, then the other one comes. This is not sharp, and
   enough for claims with room. *)
Require Import Reals List Lra Lia ZArith Bool.
From Hallmark Require Import Definitions Noise Batches Laws Steps Exponential ClonesChecked Adaptive SgdPrivate
  SgdChecked
  RoundsChecked KnotRounds TrainingChecked.
Import ListNotations.
Open Scope R_scope.

Lemma replaced_sym {X} (D D' : list (option X)) : replaced D D' -> replaced D' D.
Proof. intros (pre & x & y & post & -> & ->). exists pre, y, x, post. auto. Qed.
Lemma sgd_replace_zero dir t q sigma eps : sgd_replace_advantage dir t q sigma eps 0.
Proof.
  exists unit, (fun _ _ => []), (fun _ _ => []), [Some tt], [Some tt], (fun _ => false).
  split; [intros; exact I|]. split; [intros h B B' _; cbn; split; [reflexivity|lra]|].
  split; [exists [], tt, tt, []; auto|].
  assert (Z0 : forall (d : dist (list (list nat))), Pr d (fun _ => false) = 0).
  { unfold Pr, indicator. induction d as [|[x y] d I]; cbn [Ex]; [reflexivity|rewrite I; ring]. }
  unfold told. rewrite !Z0. destruct dir; [| |left]; ring.
Qed.
(* If no advantage of zero-out is above c at eps / 2, none of replacing is above c + e^(eps / 2) c at eps. *)
Theorem replace_triangle dir t q sigma eps c d :
  (forall a, sgd_advantage ZeroOut Both t q sigma (eps / 2) a -> a <= c) ->
  sgd_replace_advantage dir t q sigma eps d -> d <= c + exp (eps / 2) * c.
Proof.
  intros H (X & update & cuts & D & D' & S & HC & HU & N & T).
  assert (Way : forall D D', replaced D D' -> Pr (dp_sgd q sigma update cuts t D) S
    - exp eps * Pr (dp_sgd q sigma update cuts t D') S <= c + exp (eps / 2) * c).
  { clear D D' N T. intros D D' (pre & x & y & post & -> & ->). set (M := dp_sgd q sigma update cuts t).
    set (Z0 := pre ++ None :: post). set (e := exp (eps / 2)).
    assert (E : exp eps = e * e) by (unfold e; rewrite <- exp_plus; f_equal; field).
    assert (A : forall z, adjacent ZeroOut (pre ++ Some z :: post) Z0) by (intros z; exists pre, z, post; auto).
    assert (First : Pr (M (pre ++ Some x :: post)) S - e * Pr (M Z0) S <= c).
    { apply H. exists X, update, cuts, (pre ++ Some x :: post), Z0, S. repeat split; try apply HU; auto. left.
      reflexivity. }
    assert (Second : Pr (M Z0) S - e * Pr (M (pre ++ Some y :: post)) S <= c).
    { apply H. exists X, update, cuts, (pre ++ Some y :: post), Z0, S. repeat split; try apply HU; auto. right.
      reflexivity. }
    rewrite E. assert (0 < e) by apply exp_pos. nra. }
  pose proof (Way _ _ N). pose proof (Way _ _ (replaced_sym _ _ N)).
  destruct dir; cbn [told] in T; [lra|lra|destruct T; lra].
Qed.

Section Check.
Context {en : engine} {ok : faithful en}.
(* at eps / 2 every advantage is at most v / (1 + e^(eps / 2)) *)
Definition replace_upper_check (w : sgd_witness) (strict : bool) (t sn sd qn qd : Z) (eps : number) (vn vd : Z) :
  bool :=
  match eps with
  | Rat n d =>
    let half := Rat n (2 * d) in let k := wk (fst (fst w)) in
    match enc (precise k) (squarings k) half with
    | Some (_, wh, wd) => ((0 <? d) && (0 <? vd) && (0 <=? wh))%Z &&
        sgd_check w Both strict t sn sd qn qd half (vn * wd) (vd * (wd + wh))
    | None => false
    end
  | Ln _ _ => false
  end.
Theorem replace_upper w strict t sn sd qn qd eps vn vd : replace_upper_check w strict t sn sd qn qd eps vn vd = true ->
  exists c, (if strict then c < IZR vn / IZR vd else c <= IZR vn / IZR vd) /\ forall dir d,
  sgd_replace_advantage dir (Z.to_nat t) (IZR qn / IZR qd) (IZR sn / IZR sd) (val eps) d -> d <= c.
Proof.
  unfold replace_upper_check. destruct eps as [n d|]; [|discriminate]. cbv zeta.
  destruct (enc _ _ _) as [[[wl wh] wd]|] eqn:E; [|discriminate]. rewrite !andb_true_iff, !Z.ltb_lt, Z.leb_le.
  intros [[[D0 V0] H0] C]. apply enc_sound in E. destruct E as [W0 [_ E]].
  apply sgd_upper in C. destruct C as (_ & c & L & B). specialize (B ZeroOut).
  assert (Half : val (Rat n (2 * d)) = val (Rat n d) / 2).
  { apply IZR_lt in D0. cbn [val]. rewrite mult_IZR. field. lra. }
  rewrite Half in *. set (e := exp (val (Rat n d) / 2)) in *.
  exists (c + e * c). split; [|intros dir x Hx; exact (replace_triangle dir _ _ _ _ c x B Hx)].
  assert (C0 : 0 <= c) by (apply B; apply sgd_advantage_zero).
  apply IZR_lt in V0, W0. apply IZR_le in H0. set (r := IZR wh / IZR wd) in *.
  assert (R0 : 0 <= r) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (Q : IZR (vn * wd) / IZR (vd * (wd + wh)) * (1 + r) = IZR vn / IZR vd).
  { unfold r. rewrite !mult_IZR, plus_IZR. field. lra. }
  assert (U : c + e * c <= c * (1 + r)) by nra.
  destruct strict; rewrite <- Q.
  - apply Rle_lt_trans with (c * (1 + r)); [exact U|]. apply Rmult_lt_compat_r; lra.
  - apply Rle_trans with (c * (1 + r)); [exact U|]. apply Rmult_le_compat_r; lra.
Qed.
End Check.
