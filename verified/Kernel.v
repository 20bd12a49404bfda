(* The checks on the kernel's 63-bit machine integers: a certificate becomes a theorem by computation inside Coq,
   without extraction. *)
Require Import Reals ZArith Bool String.
From Bignums Require Import BigZ.
From Hallmark Require Import Definitions Claims Steps Exponential Window Witness Checks Verify.
Local Open Scope bigZ_scope.

Record parB := { bN : bigZ; bpn : bigZ; bpdn : bigZ; bA : bigZ; bB : bigZ; bW2 : bigZ; bcap : bigZ; bsh : bigZ }.
Record stB := { tc : bigZ; tk : bigZ; tb : bigZ; td : bigZ; tlo : bigZ; thi : bigZ; tR : bigZ; tM : bigZ }.

Definition toS (x : stB) : st := {| sc := [tc x]; sk := [tk x]; sb := [tb x]; sd := [td x]; slo := [tlo x];
  shi := [thi x]; sR := [tR x]; sM := [tM x] |}.
Definition ofS (x : st) : stB := {| tc := BigZ.of_Z (sc x); tk := BigZ.of_Z (sk x); tb := BigZ.of_Z (sb x);
  td := BigZ.of_Z (sd x);
  tlo := BigZ.of_Z (slo x); thi := BigZ.of_Z (shi x); tR := BigZ.of_Z (sR x); tM := BigZ.of_Z (sM x) |}.
Definition ofP (q : par) : parB := {| bN := BigZ.of_Z (pN q); bpn := BigZ.of_Z (pn q); bpdn := BigZ.of_Z (pd q - pn q);
  bA := BigZ.of_Z (pA q); bB := BigZ.of_Z (pB q);
  bW2 := BigZ.of_Z (2 * pW q); bcap := BigZ.of_Z (pcap q); bsh := BigZ.of_Z (2 ^ psh q) |}.

Definition cdivB (x y : bigZ) : bigZ := - ((- x) / y).

Definition normB (q : parB) (x : stB) : stB :=
  if thi x <? bcap q then x
  else {| tc := tc x; tk := tk x; tb := tb x; td := td x; tlo := tlo x / bsh q; thi := cdivB (thi x) (bsh q);
  tR := tR x / bsh q; tM := cdivB (tM x) (bsh q) |}.
Definition normlB (q : parB) (x : stB) : stB :=
  if thi x <? bcap q then x
  else {| tc := tc x; tk := tk x; tb := tb x; td := td x; tlo := tlo x / bsh q; thi := cdivB (thi x) (bsh q);
  tR := cdivB (tR x) (bsh q); tM := tM x / bsh q |}.

Definition ustepB (q : parB) (x : stB) : stB :=
  if bN q <=? tc x then x else
  let c := tc x in let k := tk x in
  let c1 := c + 1 in let m := c1 - k in let k1 := k + 1 in
  let up := bpn q * (bN q - c) in let dn := bpdn q * c1 in
  let rl := tlo x * up / dn in let rh := cdivB (thi x * up) dn in
  if bB q * m <=? bA q * k1 then
    let e := bB q * m - bA q * k in
    let d := td x - tb x * e / (bW2 q * m) in
    normB q {| tc := c1; tk := k; tb := tb x * c1 / (2 * m); td := d; tlo := rl; thi := rh; tR := tR x + rl;
    tM := tM x + rh * d |}
  else
    let e := bA q * k1 - bB q * (c - k) in
    let d := td x - tb x * e / (bW2 q * k1) in
    normB q {| tc := c1; tk := k1; tb := tb x * c1 / (2 * k1); td := d; tlo := rl; thi := rh; tR := tR x + rl;
    tM := tM x + rh * d |}.
Definition lstepB (q : parB) (x : stB) : stB :=
  if bN q <=? tc x then x else
  let c := tc x in let k := tk x in
  let c1 := c + 1 in let m := c1 - k in let k1 := k + 1 in
  let up := bpn q * (bN q - c) in let dn := bpdn q * c1 in
  let rl := tlo x * up / dn in let rh := cdivB (thi x * up) dn in
  if bB q * m <=? bA q * k1 then
    let e := BigZ.max 0 (bB q * m - bA q * k) in
    let d := td x - cdivB (tb x * e) (bW2 q * m) in
    normlB q {| tc := c1; tk := k; tb := cdivB (tb x * c1) (2 * m); td := d; tlo := rl; thi := rh; tR := tR x + rh;
    tM := tM x + rl * BigZ.max 0 d |}
  else
    let e := BigZ.max 0 (bA q * k1 - bB q * (c - k)) in
    let d := td x - cdivB (tb x * e) (bW2 q * k1) in
    normlB q {| tc := c1; tk := k1; tb := cdivB (tb x * c1) (2 * k1); td := d; tlo := rl; thi := rh; tR := tR x + rh;
    tM := tM x + rl * BigZ.max 0 d |}.

Lemma spec_cdivB x y : [cdivB x y] = cdiv [x] [y].
Proof. unfold cdivB, cdiv. rewrite BigZ.spec_opp, BigZ.spec_div, BigZ.spec_opp. reflexivity. Qed.

Ltac sp := rewrite ?spec_cdivB, ?BigZ.spec_max, ?BigZ.spec_sub, ?BigZ.spec_add, ?BigZ.spec_div, ?BigZ.spec_mul,
  ?BigZ.spec_of_Z, ?BigZ.spec_0, ?BigZ.spec_1, ?BigZ.spec_2.
Ltac spa := repeat progress sp.

(* The steps on machine integers are those on Coq's. *)
Lemma toS_norm q x : toS (normB (ofP q) x) = norm q (toS x).
Proof. unfold normB, norm. cbn [bcap bsh ofP]. rewrite BigZ.spec_ltb. spa. cbn [toS shi]. destruct (_ <? _)%Z;
  [reflexivity|]. unfold toS. cbn. spa. reflexivity. Qed.
Lemma toS_norml q x : toS (normlB (ofP q) x) = norml q (toS x).
Proof. unfold normlB, norml. cbn [bcap bsh ofP]. rewrite BigZ.spec_ltb. spa. cbn [toS shi]. destruct (_ <? _)%Z;
  [reflexivity|]. unfold toS. cbn. spa. reflexivity. Qed.

Lemma toS_ustep q x : toS (ustepB (ofP q) x) = ustep q (toS x).
Proof.
  unfold ustepB, ustep. cbn [bN bpn bpdn bA bB bW2 ofP]. rewrite !BigZ.spec_leb. spa. cbn [toS sc sk].
  destruct (_ <=? _)%Z; [reflexivity|]. destruct (_ <=? _)%Z; rewrite toS_norm; f_equal; unfold toS;
  cbn [tc tk tb td tlo thi tR tM sc sk sb sd slo shi sR sM]; spa; reflexivity.
Qed.
Lemma toS_lstep q x : toS (lstepB (ofP q) x) = lstep q (toS x).
Proof.
  unfold lstepB, lstep. cbn [bN bpn bpdn bA bB bW2 ofP]. rewrite !BigZ.spec_leb. spa. cbn [toS sc sk].
  destruct (_ <=? _)%Z; [reflexivity|]. destruct (_ <=? _)%Z; rewrite toS_norml; f_equal; unfold toS;
  cbn [tc tk tb td tlo thi tR tM sc sk sb sd slo shi sR sM]; spa; reflexivity.
Qed.
Lemma toS_ofS x : toS (ofS x) = x.
Proof. destruct x. unfold toS, ofS. cbn. rewrite !BigZ.spec_of_Z. reflexivity. Qed.

Definition uiterB (q : par) : st := let b := ofP q in toS (Pos.iter (ustepB b) (ofS (uinit q)) (ph q)).
Definition literB (q : par) : st := let b := ofP q in toS (Pos.iter (lstepB b) (ofS (linit q)) (ph q)).

Definition sq_loB (u z : bigZ) := z * z / u.
Definition sq_hiB (u z : bigZ) := cdivB (z * z) u.

(* the digits of a product are taken apart as machine integers: only digits become integers of Coq *)
Fixpoint digitsB (fuel : nat) (f : Z -> Z) (n w : Z) (v : bigZ) (tail : list Z) : list Z :=
  match fuel with
  | O => f [v] :: tail
  | S fuel =>
      if (n <=? 1)%Z then f [v] :: tail
      else let m := Z.shiftr n 1 in let h := BigZ.of_Z (w * m) in let high := BigZ.shiftr v h in
        digitsB fuel f m w (v - BigZ.shiftl high h) (digitsB fuel f (n - m)%Z w high tail)
  end%list.
Lemma digitsB_digits fuel f : forall n w v tail, digitsB fuel f n w v tail = digits fuel f n w [v] tail.
Proof.
  induction fuel as [|fuel IH]; intros n w v tail; cbn [digitsB digits]; [reflexivity|].
  destruct (n <=? 1)%Z; [reflexivity|]. rewrite !IH, BigZ.spec_sub, BigZ.spec_shiftl, BigZ.spec_shiftr, BigZ.spec_of_Z.
  reflexivity.
Qed.

Definition machine : engine := {|
  up_loop := uiterB; low_loop := literB;
  low_squares := fun U j z => [Pos.iter (sq_loB (BigZ.of_Z U)) (BigZ.of_Z z) j]; high_squares := fun U j z =>
  [Pos.iter (sq_hiB (BigZ.of_Z U)) (BigZ.of_Z z) j];
  product_digits := fun f n w a b => digitsB 60 f n w (BigZ.of_Z a * BigZ.of_Z b) nil |}.
(* The loops on machine integers give what those on Coq's integers give. *)
Theorem machine_faithful : faithful machine.
Proof.
  split; cbn [up_loop low_loop low_squares high_squares product_digits machine plain].
  - intros q. unfold uiterB. rewrite (Pos.iter_swap_gen _ _ toS (ustepB (ofP q)) (ustep q) (toS_ustep q)), toS_ofS.
    reflexivity.
  - intros q. unfold literB. rewrite (Pos.iter_swap_gen _ _ toS (lstepB (ofP q)) (lstep q) (toS_lstep q)), toS_ofS.
    reflexivity.
  - intros U j z. rewrite (Pos.iter_swap_gen _ _ BigZ.to_Z (sq_loB (BigZ.of_Z U)) (sq_lo U)); [rewrite BigZ.spec_of_Z;
    reflexivity|]. intros a. unfold sq_loB, sq_lo. spa. reflexivity.
  - intros U j z. rewrite (Pos.iter_swap_gen _ _ BigZ.to_Z (sq_hiB (BigZ.of_Z U)) (sq_hi U)); [rewrite BigZ.spec_of_Z;
    reflexivity|]. intros a. unfold sq_hiB, sq_hi. spa. reflexivity.
  - intros f n w a b. rewrite digitsB_digits. spa. reflexivity.
Qed.

(* A claim that the checks accept, computed on machine integers, holds. *)
Theorem kernel_sound p extra h q r : @check machine p extra h q r = true -> holds q r.
Proof. apply (@check_sound machine machine_faithful). Qed.

(* An accepted upper end of shuffle.epsilon is the differential privacy of every shuffled mechanism, event by event. *)
Theorem kernel_dp p extra h t n eps0 d v : @check machine p extra h (ShuffleEpsilon t n eps0 d) (AtMost v) = true ->
  shuffle_private (Z.to_nat t) (Z.to_nat n) (val eps0) (val v) (val d).
Proof. apply (@check_private machine machine_faithful). Qed.
