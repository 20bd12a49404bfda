(* Proposals for claims on noise: where the knots are, how fine the grid, how many bits. Floating point alone, and nothing of it is believed:
   the proved function computes everything again from the claim. *)
module Integer = Z
open Checked
module Z = Integer

let most_levels = 300_000 (* of one round *)

(* ---- numbers ---- *)
let pow2 n = Z.shift_left Z.one n
let rec nat n = if n <= 0 then O else S (nat (n - 1))
let ratio n d = Q.to_float (Q.make n d)
let floor_int x = Float.to_int (Float.floor x)
let ceil_int x = Float.to_int (Float.ceil x)
let float_of = function Rat (n, d) -> ratio n d | Ln (n, d) -> log (ratio n d)

(* around 1 / sqrt (2 pi), in units of 1/v, from the enclosure of pi/4; as many terms as the proved function will take *)
let roots = Hashtbl.create 8
let root bits =
  match Hashtbl.find_opt roots bits with
  | Some found -> found
  | None ->
    let v = pow2 bits and m = (bits / 6) + 4 in
    let low = fst (quarter v (nat ((2 * m) + 1))) and high = snd (quarter v (nat (2 * m))) in
    let cube = Z.mul v (Z.mul v v) in
    let of_ q = Z.sqrt (Z.div cube (Z.mul (Z.of_int 8) q)) in
    let found = (Z.sub (of_ high) (Z.of_int 2), Z.add (of_ low) (Z.of_int 2), nat m) in
    Hashtbl.add roots bits found;
    found

(* ---- one round of DP-SGD in floating point ---- *)
type round = { mu : float; q : float; remove : bool; top : float (* no outcome above it matters *); tilt : float }

let log_ratio r x = Float.log1p (r.q *. Float.expm1 ((r.mu *. x) -. (r.mu *. r.mu /. 2.)))
let density x = exp (-.x *. x /. 2.) /. 2.5066282746310002
(* the place where the log ratio of the round is l; minus infinity where there is none *)
let place r l =
  let w = 1. +. (Float.expm1 (if r.remove then l else -.l) /. r.q) in
  if w <= 0. then neg_infinity else (log w /. r.mu) +. (r.mu /. 2.)
let slope r x =
  let e = exp ((r.mu *. x) -. (r.mu *. r.mu /. 2.)) in
  r.q *. r.mu *. e /. (1. -. r.q +. (r.q *. e))
let weight r x =
  let p = if r.remove then ((1. -. r.q) *. density x) +. (r.q *. density (x -. r.mu)) else density x in
  let l = log_ratio r x in
  p *. exp (r.tilt *. if r.remove then l else -.l)
(* the density of the log ratio at l, tilted *)
let levels_density r l = let x = place r l in if x = neg_infinity then 0. else weight r x /. slope r x
let integral ?(n = 1000) f a b =
  let h = (b -. a) /. float n in
  let s = ref 0. in
  for i = 0 to n - 1 do s := !s +. f (a +. ((float i +. 0.5) *. h)) done;
  !s *. h
let spread r =
  let low = -9.5 and high = r.top in
  let mass = integral (weight r) low high in
  let mean = integral (fun x -> weight r x *. log_ratio r x) low high /. mass in
  let square = integral (fun x -> weight r x *. ((log_ratio r x -. mean) ** 2.)) low high /. mass in
  let root3 = integral (fun x -> let s = slope r x in Float.cbrt (weight r x /. mass /. s) *. s) low high in
  (mass, sqrt square, root3)

let round_of ~mu ~q ~remove ~t ~eps ~delta =
  let tail = delta *. 1e-5 /. t in
  let rec far z = if exp (-.z *. z /. 2.) /. 2.5 /. z < tail then z else far (z +. 0.05) in
  let top = far 1. +. mu in
  (* the moment that bounds this delta best says which part of the law matters *)
  let exponent tilt = (t *. log (integral ~n:200 (weight { mu; q; remove; top; tilt }) (-9.5) top)) -. (tilt *. eps) in
  let best = ref 0. in
  for i = 0 to 28 do
    let tilt = 0.25 *. (1.25 ** float i) in
    if exponent tilt < exponent !best then best := tilt
  done;
  { mu; q; remove; top; tilt = !best }

(* knots, grid and precision for a relative growth eta of the variance *)
type sizes = { grid : int; low : int; high : int; spacing : float -> float; growth : float (* the eta of this grid *) }
let sizes_of r t eta =
  let mass, s, root3 = spread r in
  let h = s *. sqrt (6. *. eta) in
  let grid = max 0 (ceil_int (-.Float.log2 h)) in
  let h = ldexp 1. (-grid) in
  let growth = h *. h /. (6. *. s *. s) in
  let most = r.mu *. r.top -. (r.mu *. r.mu /. 2.) in
  let far = log_ratio r r.top in
  (* what lies below the first level is lifted there: a tail of this mass may be *)
  let lifted = eta *. 1e-3 *. Float.min 0.1 (s /. sqrt t) in
  let rec quantile x = if exp (-.x *. x /. 2.) /. 2.5 /. x < lifted then x else quantile (x +. 0.05) in
  let near = Float.min far (log_ratio r (quantile 1.)) in
  let low, high =
    if r.q >= 1. then (floor_int (-.(if r.remove then most else near) /. h), ceil_int (most /. h))
    else if r.remove then (floor_int (Float.log1p (-.r.q) /. h), ceil_int (far /. h))
    else (floor_int (-.near /. h), ceil_int (-.Float.log1p (-.r.q) /. h) + 1) in
  let scale = sqrt (6. *. growth *. s *. s /. root3) in
  let spacing l = let f = levels_density r l /. mass in if f <= 0. then h else Float.max h (scale /. Float.cbrt f) in
  { grid; low; high; spacing; growth }

let hint_bits = 50
let hint r h i =
  let l = float i *. h in
  let z_of w = -.((log w /. r.mu) +. (r.mu /. 2.)) in
  let z =
    if r.remove then
      let w = 1. +. (Float.expm1 l /. r.q) in
      if w <= 0. then 0. else Float.min r.top (z_of (w *. (1. -. 1e-12)))
    else
      let rest = -.Float.expm1 (l +. Float.log1p (-.r.q)) in
      if rest <= 0. then 0. else Float.max (-.r.top) (z_of (exp l *. r.q /. rest *. (1. -. 1e-12))) in
  Z.of_float (Float.ceil (ldexp z hint_bits))

let knots r { grid; low; high; spacing; _ } =
  let h = ldexp 1. (-grid) in
  let rec from i before acc =
    if i >= high then List.rev ((O, hint r h high) :: acc)
    else
      (* as far as the spacing allows on the way, and at most twice as far as the step before *)
      let allowed j =
        let far = ldexp h j in
        i + (1 lsl j) <= high && (let ok = ref true in for p = 0 to 8 do if far > spacing ((float i *. h) +. (far *. float p /. 8.)) then ok := false done; !ok) in
      let rec step j = if j > 0 && not (allowed j) then step (j - 1) else j in
      let j = step (min 12 (before + 1)) in
      from (i + (1 lsl j)) j ((nat j, hint r h i) :: acc) in
  from low 0 []

type parameters = { rate : Z.t * Z.t; sigma : Z.t * Z.t; rounds : Z.t; delta : Z.t * Z.t }

(* a witness of one direction *)
let witness { rate = qn, qd; sigma = sn, sd; rounds; delta = dn, dd } r eta =
  let t = Z.to_float rounds and d = ratio dn dd in
  let sizes = sizes_of r t eta in
  if sizes.high - sizes.low > most_levels then None
  else begin
    let levels = float (sizes.high - sizes.low + 1000) in
    let fine = Float.min 1e-3 (eta /. 20.) in
    let unit_bits = max 20 (ceil_int (Float.log2 (4. *. t *. levels /. (d *. fine)))) in
    let little = Z.of_float (Float.max 1. (ldexp (d *. fine /. (t *. levels *. 30.)) unit_bits)) in
    let accuracy = unit_bits + sizes.grid + 14 in
    let bits = 2 * accuracy in
    let x = r.top +. r.mu in
    let root_low, root_high, root_terms = root bits in
    let normal = { root_low; root_high; root_terms; hint_unit = pow2 hint_bits;
                   series_terms = nat (floor_int (x *. x *. 1.25) + (2 * accuracy / 3)) } in
    let wk = { precise = pow2 bits; squarings = Z.of_int accuracy; grid = Z.of_int sizes.grid; reach = Z.zero; unit_bits = Z.of_int unit_bits;
               guard = Z.zero; start_weight = Z.zero; deviations = Z.zero; first_count = Z.zero; counts = O; negligible = little } in
    let bound = bound_of_round wk normal sd sn qn qd r.remove in
    let at_knots = knots r sizes in
    let highest = snd (List.nth at_knots (List.length at_knots - 1)) in
    (* coarser after every third squaring, as long as the grid allows *)
    let plan = List.init (Z.numbits rounds) (fun i -> if i mod 3 = 2 && i / 3 < sizes.grid - 2 then S O else O) in
    match exp_of_level wk (Z.neg (Z.of_int sizes.high)) with
    | None -> None
    | Some (low, high) ->
      (* a little more than at the top itself: the proved function encloses it less sharply *)
      let wide = Z.shift_right low (bits - 20) in
      match bound (Z.sub low wide) (Z.add high wide) highest with
      | None -> None
      | Some b ->
        let last = Z.add Z.one (Z.cdiv (Z.shift_left b unit_bits) (pow2 bits)) in
        Some ({ wk; last; first_level = Z.of_int sizes.low; at_knots; plan }, normal, sizes.growth)
  end

(* the delta that a witness proves, and whether it is small enough *)
let tried { rate = qn, qd; sigma = sn, sd; rounds; delta = dn, dd } r eps (w, n, growth) =
  match value_of_rounds w (bound_of_round w.wk n sd sn qn qd r.remove) rounds eps with
  | None -> None
  | Some x ->
    let whole = Z.mul w.wk.precise (pow2 (Z.to_int w.wk.unit_bits)) in
    Some ((w, n), growth, ratio x whole, Z.leq (Z.mul x dd) (Z.mul dn whole))

(* As coarse as it may be: the error falls with eta, so two values say where it ends and how fine is enough. None where that is not below delta,
   or would be too large. *)
let search p ~remove eps =
  let d = ratio (fst p.delta) (snd p.delta) in
  let r = round_of ~mu:(ratio (snd p.sigma) (fst p.sigma)) ~q:(ratio (fst p.rate) (snd p.rate)) ~remove ~t:(Z.to_float p.rounds)
      ~eps:(float_of eps) ~delta:d in
  let at eta = Option.bind (witness p r eta) (tried p r eps) in
  let rec go before eta doubts =
    match at eta with
    | None -> None
    | Some (found, _, _, true) -> Some found
    | Some (_, eta, v, false) ->
      match before with
      | None -> go (Some (eta, v)) (eta /. 4.) doubts
      | Some (eta', v') ->
        let slope = (v' -. v) /. (eta' -. eta) in
        let limit = v -. (slope *. eta) in
        let enough = Float.max (eta /. 256.) (Float.min (eta /. 4.) (0.9 *. (d -. limit) /. slope)) in
        if slope > 0. && limit < d then go (Some (eta, v)) enough doubts
        else if doubts = 0 then None
        else go (Some (eta, v)) (eta /. 4.) (if limit -. d > 0.3 *. Float.abs (v -. limit) then doubts - 1 else doubts) in
  go None (if remove then 0.16 else 0.6) 2

let nothing = nothing_proposed

let training dir p eps =
  let either remove = search p ~remove eps in
  let both = match dir with
    | Remove -> Option.map (fun w -> (w, w)) (either true)
    | Add -> Option.map (fun w -> (w, w)) (either false)
    | Both -> Option.bind (either true) (fun a -> Option.map (fun b -> (a, b)) (either false)) in
  Option.map (fun w -> { nothing with batches = Some w }) both

(* the tangent at z = - eps/mu - mu/2, mu = sqrt rounds / sigma rounded up *)
let tangent rounds (sn, sd) eps =
  let wide = pow2 200 in
  let g_mn = Z.succ (Z.sqrt (Z.div (Z.mul rounds (Z.mul (Z.mul sd wide) (Z.mul sd wide))) (Z.mul sn sn))) in
  let mu = ratio g_mn wide and e = float_of eps in
  let x = (e /. mu) +. mu in
  if not (x < 200.) then None
  else begin
    let bits = 500 + floor_int (3. *. x *. x) in
    let quotient = match eps with
      | Rat (n, d) -> Z.div (Z.mul n (Z.mul wide wide)) (Z.mul d g_mn)
      | Ln _ -> Z.of_float (Float.ldexp (e /. mu) 200) in
    let up = match eps with Rat _ -> Z.of_int 64 | Ln _ -> pow2 170 in
    let g_zn = Z.add (Z.neg (Z.add quotient (Z.shift_right g_mn 1))) up in
    let g_root_low, g_root_high, g_root_terms = root bits in
    Some { nothing with tangents = Some { g_unit = pow2 bits; g_squarings = Z.of_int (bits / 2); g_terms = nat (floor_int (x *. x *. 1.3) + (bits / 2));
      g_root_low; g_root_high; g_root_terms; g_mn; g_md = wide; g_zn; g_zd = wide } }
  end
