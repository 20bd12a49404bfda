(* The search for the numbers that the checks of ClonesChecked.v and KrrChecked.v take. Nothing is proved of it,
   and nothing need be:
   a bad choice can only make a true claim fail. `extra` is a number of bits, raised
     by the program when a claim fails. *)
Require Import ZArith Bool.
From Hallmark Require Import Definitions Steps Exponential ClonesChecked Window ResponseChecked ResponseUpper Distant
  RoundsChecked.
Open Scope Z_scope.

Definition bits (x : Z) : Z := Z.log2 (Z.max 1 x) + 1.

(* the mean of the number of clones plus a few deviations *)
Definition enough_steps (N pn pd L : Z) : positive :=
  let mean := N * pn / pd in Z.to_pos (Z.max 1 (Z.min N (mean + Z.sqrt (2 * L * mean) + 2 * L + 2))).

Definition exact_number (x : number) : bool := match x with Ln _ _ => true | Rat n _ => n =? 0 end.
Definition precision (extra n vn vd : Z) : Z := 80 + extra + Z.max 0 (bits vd - bits vn) + 2 * bits n.

Definition clones_witness {en : engine} (extra : Z) (up : bool) (n : Z) (eps0 eps : number) (vn vd : Z) :
  option witness :=
  let N := n - 1 in
  let P := precision extra n vn vd in
  let j := Z.to_pos (P + 40) in
  let U0 := 2 ^ (2 * P + 100) in
  match enc U0 j eps0, enc U0 j eps with
  | Some (el, eh, ed), Some (wl, wh, wd) =>
      let Q := P + 2 * bits n + bits (eh / ed) in
      let '(pn, pd) := if exact_number eps0 then (ed, eh) else if up then (2 ^ Q * ed / eh, 2 ^ Q)
        else (cdiv (2 ^ Q * ed) el, 2 ^ Q) in
      if exact_number eps0 && exact_number eps && (N <=? 200) then
        let W := (eh + ed) * wd in
        Some {| wU := U0; wj := j; wpar := {| pN := N; pn := pn; pd := pd; pA := Z.max 0 (eh * wd - wl * ed);
          pB := wl * el - wd * ed; pW := W;
                pU := W * 2 ^ (N + 1); pr0 := (pd - pn) ^ N; pcap := 2 ^ (N * bits pd + 64); psh := 64;
                ph := Z.to_pos (Z.max 1 N) |} |}
      else
        let W := 2 ^ P in
        let A := if up then Z.max 0 (cdiv (W * (eh * wd - wl * ed)) (wd * (eh + ed)))
          else W * (el * wd - wh * ed) / (wd * (el + ed)) in
        let B := if up then W * (wl * el - wd * ed) / (wd * (el + ed)) else cdiv (W * (wh * eh - wd * ed)) (wd *
          (eh + ed)) in
        let s := Z.max 224 (P + 80) in
        Some {| wU := U0; wj := j; wpar := {| pN := N; pn := pn; pd := pd; pA := A; pB := B; pW := W;
                pU := 2 ^ P; pr0 := 2 ^ s; pcap := 2 ^ (s + 32); psh := 96;
                ph := enough_steps N pn pd (70 + extra) |} |}
  | _, _ => None
  end.

Definition krr_witness {en : engine} (extra : Z) (up : bool) (n k gn gd : Z) (eps : number) (vn vd : Z) :
  option witness :=
  let N := n - 1 in
  let P := precision extra n vn vd in
  let j := Z.to_pos (P + 40) in
  let U0 := 2 ^ (2 * P + 100) in
  let pn := 2 * gn in let pd := k * gd in
  match enc U0 j eps with
  | Some (wl, wh, wd) =>
      if (exact_number eps && (N <=? 200)) || (N <=? 30) then
        Some {| wU := U0; wj := j; wpar := {| pN := N; pn := pn; pd := pd; pA := wd; pB := if up then wl else wh;
          pW := wd;
                pU := wd * 2 ^ (N + 1); pr0 := (pd - pn) ^ N; pcap := 2 ^ (N * bits pd + 64); psh := 64;
                ph := Z.to_pos (Z.max 1 N) |} |}
      else
        let W := 2 ^ P in
        let s := Z.max 224 (P + 80) in
        Some {| wU := U0; wj := j; wpar := {| pN := N; pn := pn; pd := pd; pA := W; pB := if up then W * wl / wd
          else cdiv (W * wh) wd; pW := W;
                pU := 2 ^ P; pr0 := 2 ^ s; pcap := 2 ^ (s + 32); psh := 96;
                ph := enough_steps N pn pd (70 + extra) |} |}
  | None => None
  end.

(* The mean of g / V that wcheck of Window.v accepts, times `scale`. *)
Definition window_mean (w : window) (g : Z -> Z) (C V scale : Z) : Z :=
  let x := Pos.iter (wstep w g) (wstart w g C) (bcount w) in
  let up := bpn w * (bN w - zk x) in let dn := (bpd w - bpn w) * (zk x + 1) in
  let tail := cdiv (zhi x * up) (dn - up) in
  let m := zM x - C * tail in m * scale / (V * (if 0 <=? m then zRh x + tail else zRl x)).
(* Where very many numbers of clones are likely, the loop begins a few deviations below their mean and ends a few above
   it. *)
Definition beginning (extra : Z) (up : bool) (vn vd : Z) (k : witness) : witness * option start :=
  let q := wpar k in
  let mean := pN q * pn q / pd q in
  let L := 70 + extra + Z.max 0 (bits vd - bits vn) in
  let reach := Z.sqrt (2 * L * mean) + 2 * L in
  let f := mean - reach in
  if f <? 400000 then (k, None) else
  let P := Z.log2 (pW q) in
  let reach2 := Z.sqrt ((P + 60) * f / 2) + 2 * (P + 60) in
  let first2 := Z.max 0 (f / 2 - reach2) in
  let w := {| bN := f; bpn := 1; bpd := 2; bfirst := first2; br0 := 2 ^ (P + 80); bcap := 2 ^ (P + 144); bsh := 32;
              bcount := Z.to_pos (Z.max 1 (Z.min f (f / 2 + reach2) - first2)) |} in
  let k0 := Z.max 0 (Z.min f (cdiv (pB q * (f + 1) - pA q) (pA q + pB q))) in
  let s := {| first := f; from_k := k0; from_b := 0; from_d := 0; fine := P; coins := w |} in
  let e := 2 ^ P in
  let b := if up then window_mean w (at_k s 1) 0 1 (pU q) else - window_mean w (at_k s (-1)) 1 1 (pU q) in
  let d := if up then - window_mean w (loss true (pA q * e) (pB q * e) f 1 2) (pA q * e) (pW q * e) (pU q)
           else window_mean w (gain_Z true (pA q) (pB q) k0) (pB q) (pW q) (pU q) in
  ({| wU := wU k; wj := wj k; wpar := {| pN := pN q; pn := pn q; pd := pd q; pA := pA q; pB := pB q; pW := pW q;
    pU := pU q; pr0 := pr0 q; pcap := pcap q; psh := psh q;
      ph := Z.to_pos (Z.max 1 (Z.min (pN q) (mean + reach) - f)) |} |},
   Some {| first := f; from_k := k0; from_b := b; from_d := d; fine := P; coins := w |}).

(* Rounds on levels, 2^fine of them to a unit of eps. *)
Definition levels_witness {en : engine} (fine : Z) (up : bool) (t n : Z) (eps0 : number) (vn vd : Z) : option levels :=
  let smaller := Z.max 0 (bits vd - bits vn) in
  let b := 40 + smaller + bits t + fine in
  let P := b + 2 * bits n + 40 in
  match enc (2 ^ (2 * P + 100)) (Z.to_pos (P + 40)) eps0 with
  | Some (el, eh, ed) =>
      let N := n - 1 in
      let mean := N * ed / eh in let L := b in
      (* the logarithm of eh/ed is at most that of 2 times the difference of bits; in units of 2^-fine *)
      let logarithm := match eps0 with Rat a d => cdiv (a * 2 ^ fine) d | Ln a d => 2 ^ fine * (bits (a / d)) end in
      let r := Z.sqrt (2 * L * mean) + 2 * L in
      Some {| precise := 2 ^ (2 * P + 100); squarings := Z.to_pos (P + 40); grid := fine; reach := logarithm + 1;
        unit_bits := b; guard := 2 ^ (bits eh + 3 * L + 120); start_weight := 2 ^ 40; deviations := L;
              first_count := Z.max 0 (mean - r); counts := Z.to_nat (Z.min N (2 * r + 2)); negligible := 2 ^ 6 |}
  | None => None
  end.

(* Randomized response that proves a lower end: how many others hold 1, the event, and its threshold. *)
Record hint := { others : Z; more_ones : bool; threshold : Z }.
Definition response_witness {en : engine} (extra : Z) (n : Z) (eps0 eps : number) (vn vd : Z) (h : hint) :
  option response :=
  let m := others h in let z := n - 1 - m in
  let P := precision extra n vn vd in
  let j := Z.to_pos (P + 40) in
  let U0 := 2 ^ (2 * P + 100) in
  match enc U0 j eps0, enc U0 j eps with
  | Some (el, eh, ed), Some (wl, wh, wd) =>
      let W := 2 ^ P in
      let A := W * (el * wd - wh * ed) / (wd * (el + ed)) in
      let B := cdiv (W * (wh * eh - wd * ed)) (wd * (eh + ed)) in
      let d := if exact_number eps0 then el + ed else 2 ^ (P + 2 * bits n) in
      let a := if exact_number eps0 then el else d * el / (el + ed) in
      let big := Z.max m z in let p := if z <=? m then a else d - a in
      let mean := big * p / d in let variance := mean * (d - p) / d + 1 in
      let L := P + 60 in
      let reach := Z.sqrt (2 * L * variance) + 2 * L in
      let first := Z.max 0 (mean - reach) in
      Some {| rU := U0; rj := j; rA := A; rB := B; rW := W; ra := a; re := if exact_number eps0 then 0
        else cdiv (d * eh) (eh + ed) - a;
              rt := threshold h; rbits := P;
              rwindow := {| bN := big; bpn := p; bpd := d; bfirst := first; br0 := 2 ^ (P + 80); bcap := 2 ^ (P + 144);
                bsh := 32;
                            bcount := Z.to_pos (Z.max 1 (Z.min big (mean + reach) - first)) |} |}
  | _, _ => None
  end.

Definition upper_witness {en : engine} (extra : Z) (n : Z) (eps0 eps : number) (vn vd : Z) : option response :=
  let N := n - 1 in
  let P := precision extra n vn vd in
  let j := Z.to_pos (P + 40) in
  let U0 := 2 ^ (2 * P + 100) in
  match enc U0 j eps0, enc U0 j eps with
  | Some (el, eh, ed), Some (wl, wh, wd) =>
      let W := 2 ^ P in
      let d := if exact_number eps0 then el + ed else 2 ^ (P + 2 * bits n) in
      let a := if exact_number eps0 then el else d * el / (el + ed) in
      let mean := N * (d - a) / d in let variance := mean * a / d + 1 in
      let reach := Z.sqrt (2 * (P + 60) * variance) + 2 * (P + 60) in
      let first := Z.max 0 (mean - reach) in
      Some {| rU := U0; rj := j; rA := Z.max 0 (cdiv (W * (eh * wd - wl * ed)) (wd * (eh + ed)));
        rB := W * (wl * el - wd * ed) / (wd * (el + ed)); rW := W;
              ra := a; re := if exact_number eps0 then 0 else cdiv (d * eh) (eh + ed) - a; rt := 0; rbits := P;
              rwindow := {| bN := N; bpn := d - a; bpd := d; bfirst := first; br0 := 2 ^ (P + 80); bcap :=
                2 ^ (P + 144); bsh := 32;
                            bcount := Z.to_pos (Z.max 1 (Z.min N (mean + reach) - first)) |} |}
  | _, _ => None
  end.

(* a number a little below, a little above: for strict claims on infima *)
Definition nudge_scale : Z := 2 ^ 40.
Definition nudge (by_ : Z) (x : number) : number :=
  match x with Rat n d => Rat (n * nudge_scale + by_) (d * nudge_scale) | Ln n d =>
    Ln (n * nudge_scale + by_) (d * nudge_scale) end.
