(* The computation of the checker: two loops on integers for upper and lower bounds of F, and what rounded division
   gives.
   alpha = A/W, beta = B/W, p = pn/pd. No field of the record is believed: it is a witness. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import OneMoreCoin.
Open Scope R_scope.

Record par := { pN : Z; pn : Z; pd : Z; pA : Z; pB : Z; pW : Z;  (* the problem *)
                pU : Z; pr0 : Z; pcap : Z; psh : Z; ph : positive }.  (* scale, first weight, rescaling, steps *)

Definition cdiv (x y : Z) : Z := (- ((- x) / y))%Z.

Record st := { sc : Z; sk : Z; sb : Z; sd : Z; slo : Z; shi : Z; sR : Z; sM : Z }.

Section Step.
Variable q : par.
Local Open Scope Z_scope.

Definition norm (x : st) : st :=
  if shi x <? pcap q then x
  else {| sc := sc x; sk := sk x; sb := sb x; sd := sd x;
          slo := slo x / 2 ^ psh q; shi := cdiv (shi x) (2 ^ psh q); sR := sR x / 2 ^ psh q;
          sM := cdiv (sM x) (2 ^ psh q) |}.
Definition norml (x : st) : st :=
  if shi x <? pcap q then x
  else {| sc := sc x; sk := sk x; sb := sb x; sd := sd x;
          slo := slo x / 2 ^ psh q; shi := cdiv (shi x) (2 ^ psh q); sR := cdiv (sR x) (2 ^ psh q);
          sM := sM x / 2 ^ psh q |}.

(* sb: below U B_c(k); sd: above U D_c; slo, shi: around lam pm_c; sR: below the sum of the weights; sM: above lam U sum
   pm D *)
Definition ustep (x : st) : st :=
  if pN q <=? sc x then x else
  let c := sc x in let k := sk x in
  let c1 := c + 1 in let m := c1 - k in let k1 := k + 1 in
  let up := pn q * (pN q - c) in let dn := (pd q - pn q) * c1 in
  let rl := slo x * up / dn in let rh := cdiv (shi x * up) dn in
  if pB q * m <=? pA q * k1 then
    let e := pB q * m - pA q * k in
    let d := sd x - sb x * e / (2 * pW q * m) in
    norm {| sc := c1; sk := k; sb := sb x * c1 / (2 * m); sd := d; slo := rl; shi := rh; sR := sR x + rl;
    sM := sM x + rh * d |}
  else
    let e := pA q * k1 - pB q * (c - k) in
    let d := sd x - sb x * e / (2 * pW q * k1) in
    norm {| sc := c1; sk := k1; sb := sb x * c1 / (2 * k1); sd := d; slo := rl; shi := rh; sR := sR x + rl;
    sM := sM x + rh * d |}.

(* sb: above U B_c(k); sd: below U T_c(k+1); sR: above the sum of the weights; sM: below lam U sum pm D *)
Definition lstep (x : st) : st :=
  if pN q <=? sc x then x else
  let c := sc x in let k := sk x in
  let c1 := c + 1 in let m := c1 - k in let k1 := k + 1 in
  let up := pn q * (pN q - c) in let dn := (pd q - pn q) * c1 in
  let rl := slo x * up / dn in let rh := cdiv (shi x * up) dn in
  if pB q * m <=? pA q * k1 then
    let e := Z.max 0 (pB q * m - pA q * k) in
    let d := sd x - cdiv (sb x * e) (2 * pW q * m) in
    norml {| sc := c1; sk := k; sb := cdiv (sb x * c1) (2 * m); sd := d; slo := rl; shi := rh; sR := sR x + rh;
    sM := sM x + rl * Z.max 0 d |}
  else
    let e := Z.max 0 (pA q * k1 - pB q * (c - k)) in
    let d := sd x - cdiv (sb x * e) (2 * pW q * k1) in
    norml {| sc := c1; sk := k1; sb := cdiv (sb x * c1) (2 * k1); sd := d; slo := rl; shi := rh; sR := sR x + rh;
    sM := sM x + rl * Z.max 0 d |}.

Definition uinit : st := let d := cdiv (pA q * pU q) (pW q) in
  {| sc := 0; sk := 0; sb := pU q; sd := d; slo := pr0 q; shi := pr0 q; sR := pr0 q; sM := pr0 q * d |}.
Definition linit : st := let d := pA q * pU q / pW q in
  {| sc := 0; sk := 0; sb := pU q; sd := d; slo := pr0 q; shi := pr0 q; sR := pr0 q; sM := pr0 q * Z.max 0 d |}.

End Step.

(* the lowest n digits of w bits of v, each changed by f, in front of a tail *)
Fixpoint digits (fuel : nat) (f : Z -> Z) (n w v : Z) (tail : list Z) : list Z :=
  match fuel with
  | O => f v :: tail
  | S fuel =>
      if n <=? 1 then f v :: tail
      else let m := Z.shiftr n 1 in let h := w * m in let high := Z.shiftr v h in
        digits fuel f m w (v - Z.shiftl high h) (digits fuel f (n - m) w high tail)
  end%Z.

(* The loops may be run on other integers than Coq's, if the results are the same. *)
Definition sq_lo (U z : Z) : Z := (z * z / U)%Z.
Definition sq_hi (U z : Z) : Z := cdiv (z * z) U.
Class engine := { up_loop : par -> st; low_loop : par -> st; low_squares : Z -> positive -> Z -> Z;
  high_squares : Z -> positive -> Z -> Z; product_digits : (Z -> Z) -> Z -> Z -> Z -> Z -> list Z }.
Definition plain : engine := {|
  up_loop := fun q => Pos.iter (ustep q) (uinit q) (ph q); low_loop := fun q => Pos.iter (lstep q) (linit q) (ph q);
  low_squares := fun U j z => Pos.iter (sq_lo U) z j; high_squares := fun U j z => Pos.iter (sq_hi U) z j;
  product_digits := fun f n w a b => digits 60 f n w (a * b) nil |}.
Class faithful (en : engine) : Prop := {
  up_loop_ok : forall q, up_loop q = @up_loop plain q; low_loop_ok : forall q, low_loop q = @low_loop plain q;
  low_squares_ok : forall U j z, low_squares U j z = @low_squares plain U j z;
  high_squares_ok : forall U j z, high_squares U j z = @high_squares plain U j z;
  product_digits_ok : forall f n w a b, product_digits f n w a b = @product_digits plain f n w a b }.
Lemma plain_faithful : faithful plain.
Proof. split; reflexivity. Qed.

Section Checks.
Context {en : engine}.
Variable q : par.
Local Open Scope Z_scope.
Definition okpar : bool := (0 <=? pN q) && (0 <? pn q) && (pn q <? pd q) && (0 <=? pA q) && (0 <=? pB q) &&
  (0 <? pW q) && (0 <? pU q) && (0 <? pr0 q) && (0 <=? psh q).

(* what the state x of a loop says: F <= vn/vd, or <; F >= vn/vd, or > *)
Definition upper_end (strict : bool) (vn vd : Z) (x : st) : bool :=
  (0 <? sR x) && (if strict then sM x * vd <? vn * pU q * sR x else sM x * vd <=? vn * pU q * sR x).
Definition lower_end (strict : bool) (vn vd : Z) (x : st) : bool :=
  let up := pn q * (pN q - sc x) in let dn := (pd q - pn q) * (sc x + 1) in
  (up <? dn) &&
  let tot := sR x + cdiv (shi x * up) (dn - up) in
  if strict then vn * pU q * tot <? sM x * vd else vn * pU q * tot <=? sM x * vd.
Definition ucheck (strict : bool) (vn vd : Z) : bool := okpar && (0 <? vd) && (0 <=? vn) &&
  upper_end strict vn vd (up_loop q).
Definition lcheck (strict : bool) (vn vd : Z) : bool := okpar && (0 <? vd) && (0 <=? vn) &&
  lower_end strict vn vd (low_loop q).
End Checks.

Lemma div_le x y (Y : R) : (0 < y)%Z -> IZR x <= IZR y * Y -> IZR (x / y) <= Y.
Proof.
  intros Hy Hx. apply Rmult_le_reg_l with (IZR y); [apply IZR_lt; auto|]. rewrite <- mult_IZR.
  eapply Rle_trans; [apply IZR_le, Z.mul_div_le; auto|auto].
Qed.
Lemma cdiv_ge x y (Y : R) : (0 < y)%Z -> IZR y * Y <= IZR x -> Y <= IZR (cdiv x y).
Proof.
  intros Hy Hx. unfold cdiv. rewrite opp_IZR. assert (IZR (- x / y) <= - Y); [|lra]. apply div_le; auto.
  rewrite opp_IZR. lra.
Qed.

Lemma div_lo x num y (X Y : R) : (0 < y)%Z -> (0 <= num)%Z -> IZR x <= X -> IZR y * Y = IZR num * X ->
  IZR (x * num / y) <= Y.
Proof. intros Hy Hn Hx E. apply div_le; auto. rewrite E, mult_IZR. apply IZR_le in Hn. nra. Qed.
Lemma div_hi x num y (X Y : R) : (0 < y)%Z -> (0 <= num)%Z -> X <= IZR x -> IZR y * Y = IZR num * X ->
  Y <= IZR (cdiv (x * num) y).
Proof. intros Hy Hn Hx E. apply cdiv_ge; auto. rewrite E, mult_IZR. apply IZR_le in Hn. nra. Qed.

