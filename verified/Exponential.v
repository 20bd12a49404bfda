(* Enclosures of exp at rationals, from 1 + y <= exp y alone: exp x = (exp (x / 2^j))^(2^j). *)
Require Import Reals Lra Lia ZArith Bool.
From Hallmark Require Import Steps.
Open Scope R_scope.

(* U-scaled enclosure of exp (xn/xd / 2^j), then j squarings *)
Definition exp_lo (U j xn xd : Z) : Z :=   (* below U exp(y), y = xn/(xd 2^j): U + floor(U y) *)
  (U + U * xn / (xd * 2 ^ j))%Z.
Definition exp_hi (U j xn xd : Z) : Z :=   (* above: U/(1 - y) = U m/(m - xn), m = xd 2^j *)
  let m := (xd * 2 ^ j)%Z in cdiv (U * m) (m - xn).

Definition exp_encl {en : engine} (U : Z) (j : positive) (xn xd : Z) : option (Z * Z) :=
  if ((0 <? U) && (0 <? xd) && (0 <=? xn) && (xn <? xd * 2 ^ Z.pos j))%Z then
    Some (low_squares U j (exp_lo U (Z.pos j) xn xd), high_squares U j (exp_hi U (Z.pos j) xn xd))
  else None.

Lemma exp_ge_1 y : 1 + y <= exp y.
Proof. apply exp_ineq1_le. Qed.
Lemma exp_le_inv y : y < 1 -> exp y <= / (1 - y).
Proof.
  intros Hy. pose proof (exp_ineq1_le (- y)) as H. rewrite exp_Ropp in H. pose proof (exp_pos y).
  apply Rmult_le_reg_r with (1 - y); [lra|]. rewrite Rinv_l by lra.
  apply (Rmult_le_compat_l (exp y)) in H; [|lra]. rewrite Rinv_r in H by lra. lra.
Qed.

Lemma exp_double y : exp (y * 2) = exp y * exp y.
Proof. rewrite <- exp_plus. f_equal. lra. Qed.

Lemma iter_sq (g : Z -> Z) (R0 : Z -> R -> Prop) :
  (forall z y, R0 z y -> R0 (g z) (y * 2)) -> forall j z y, R0 z y -> R0 (Pos.iter g z j) (y * 2 ^ Pos.to_nat j).
Proof.
  intros Hg j. induction j using Pos.peano_ind; intros z y Hz.
  - simpl. rewrite Rmult_1_r. auto.
  - rewrite Pos.iter_succ, Pos2Nat.inj_succ. simpl pow. replace (y * (2 * 2 ^ Pos.to_nat j))
    with (y * 2 ^ Pos.to_nat j * 2) by ring. auto.
Qed.

(* The enclosure holds. *)
Theorem exp_encl_sound {en : engine} {ok : faithful en} U j xn xd lo hi : exp_encl U j xn xd = Some (lo, hi) ->
  (0 < U)%Z /\ IZR lo <= IZR U * exp (IZR xn / IZR xd) /\ IZR U * exp (IZR xn / IZR xd) <= IZR hi.
Proof.
  unfold exp_encl. rewrite low_squares_ok, high_squares_ok. cbn [low_squares high_squares plain].
  destruct (_ && _) eqn:C; [|discriminate]. intros E; inversion E; subst; clear E.
  repeat rewrite andb_true_iff in C. rewrite !Z.ltb_lt, Z.leb_le in C. destruct C as [[[HU Hd] Hn] Hm].
  assert (HU' : 0 < IZR U) by (apply IZR_lt; auto). assert (Hd' : 0 < IZR xd) by (apply IZR_lt; auto).
  assert (Hn' : 0 <= IZR xn) by (apply IZR_le; auto).
  assert (HP : IZR (2 ^ Z.pos j) = 2 ^ Pos.to_nat j). { rewrite <- (positive_nat_Z j), <- pow_IZR. reflexivity. }
  assert (HP0 : 0 < 2 ^ Pos.to_nat j) by (apply pow_lt; lra).
  set (m := (xd * 2 ^ Z.pos j)%Z) in *. assert (Em : IZR m = IZR xd * 2 ^ Pos.to_nat j) by (unfold m; rewrite mult_IZR,
  HP; reflexivity).
  assert (Hm' : IZR xn < IZR m) by (apply IZR_lt; auto).
  set (y := IZR xn / IZR m). assert (Hy : IZR xn / IZR xd = y * 2 ^ Pos.to_nat j). { unfold y. rewrite Em. field. lra. }
  assert (Hm0 : 0 < IZR m) by lra. assert (Hm1 : (0 < m)%Z) by (apply lt_IZR; auto).
  assert (Ey : IZR xn = y * IZR m) by (unfold y; field; lra).
  assert (Hy1 : y < 1) by (unfold y; apply Rmult_lt_reg_r with (IZR m); [auto|]; unfold Rdiv; rewrite Rmult_assoc,
  Rinv_l by lra; lra).
  rewrite Hy. split; auto. split.
  - apply (iter_sq (sq_lo U) (fun z y => (0 <= z)%Z /\ IZR z <= IZR U * exp y)).
    + intros z t [Z0 Hz]. split; [apply Z.div_pos; nia|]. apply div_le; auto. rewrite mult_IZR, exp_double.
      apply IZR_le in Z0.
      replace (IZR U * (IZR U * (exp t * exp t))) with ((IZR U * exp t) * (IZR U * exp t)) by ring.
      apply Rmult_le_compat; auto.
    + unfold exp_lo. fold m. assert (0 <= U * xn / m)%Z by (apply Z.div_pos; nia). split; [lia|]. rewrite plus_IZR.
      pose proof (exp_ge_1 y). assert (IZR (U * xn / m) <= IZR U * y). { apply div_le; auto. rewrite mult_IZR, Ey.
      right; ring. } nra.
  - apply (iter_sq (sq_hi U) (fun z y => IZR U * exp y <= IZR z)).
    + intros z t Hz. apply cdiv_ge; auto. rewrite mult_IZR, exp_double. pose proof (exp_pos t).
      replace (IZR U * (IZR U * (exp t * exp t))) with ((IZR U * exp t) * (IZR U * exp t)) by ring.
      apply Rmult_le_compat; auto; apply Rmult_le_pos; lra.
    + unfold exp_hi. fold m. apply cdiv_ge; [apply lt_IZR; rewrite minus_IZR; lra|]. rewrite minus_IZR, mult_IZR, Ey.
      pose proof (exp_le_inv y Hy1). 
      replace ((IZR m - y * IZR m) * (IZR U * exp y)) with (IZR U * IZR m * ((1 - y) * exp y)) by ring.
      assert ((1 - y) * exp y <= 1). { apply Rle_trans with ((1 - y) * / (1 - y)); [apply Rmult_le_compat_l; lra|].
      rewrite Rinv_r by lra. lra. }
      assert (0 < IZR U * IZR m) by (apply Rmult_lt_0_compat; auto). nra.
Qed.
