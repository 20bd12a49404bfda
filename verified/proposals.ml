(* Proposals for claims on noise: where the knots are, how fine the grid, how many bits. Floating point alone,
  and nothing of it is believed:
   the proved function computes everything again from the claim. *)
module Integer = Z
open Checked
module Z = Integer

(* The work on one claim: a level of a round takes about 30 millionths of a second in all products, a knot four times as
  much. A search ends where the next try and its check would cost more than is left. *)
let work_of levels knots = levels + (4 * knots)
let most_work = 420_000

(* ---- numbers ---- *)
let pow2 n = Z.shift_left Z.one n
let rec nat n = if n <= 0 then O else S (nat (n - 1))
let ratio n d = Q.to_float (Q.make n d)
let floor_int x = Float.to_int (Float.floor x)
let ceil_int x = Float.to_int (Float.ceil x)
let float_of = function Rat (n, d) -> ratio n d | Ln (n, d) -> log (ratio n d)

(* around 1 / sqrt (2 pi), in units of 1/v, from the enclosure of pi/4; as many terms as the proved function will
  take *)
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
let spread_of r =
  let low = -9.5 and high = r.top in
  let mass = integral (weight r) low high in
  let mean = integral (fun x -> weight r x *. log_ratio r x) low high /. mass in
  let square = integral (fun x -> weight r x *. ((log_ratio r x -. mean) ** 2.)) low high /. mass in
  let root3 = integral (fun x -> let s = slope r x in Float.cbrt (weight r x /. mass /. s) *. s) low high in
  (mass, sqrt square, root3)

let spreads = Hashtbl.create 8
let spread r =
  match Hashtbl.find_opt spreads r with
  | Some found -> found
  | None -> let found = spread_of r in Hashtbl.add spreads r found; found
(* whether floating point sees a spread of the log ratio: else there is nothing to propose *)
let has_spread r = let _, s, _ = spread r in s > 0. && s < infinity

(* where the tail of the normal law is below that much, as far as floating point sees one *)
let rec tail_below much z =
  if z > 40. || exp (-.z *. z /. 2.) /. 2.5 /. z < much then z else tail_below much (z +. 0.05)
let untilted ~mu ~q ~remove tail = { mu; q; remove; top = tail_below tail 1. +. mu; tilt = 0. }
let moment r tilt = log (integral ~n:200 (weight { r with tilt }) (-9.5) r.top)
(* the moment that bounds this delta best says which part of the law matters *)
let best_tilt exponent =
  let best = ref 0. in
  for i = 0 to 28 do
    let tilt = 0.25 *. (1.25 ** float i) in
    if exponent tilt < exponent !best then best := tilt
  done;
  !best
let round_of ~mu ~q ~remove ~t ~eps ~delta =
  let r = untilted ~mu ~q ~remove (delta *. 1e-5 /. t) in
  { r with tilt = best_tilt (fun tilt -> (t *. moment r tilt) -. (tilt *. eps)) }

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
  let near = Float.min far (log_ratio r (tail_below lifted 1.)) in
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
        i + (1 lsl j) <= high && (let ok = ref true in for p = 0 to 8 do if far > spacing ((float i *. h) +.
          (far *. float p /. 8.)) then ok := false done; !ok) in
      let rec step j = if j > 0 && not (allowed j) then step (j - 1) else j in
      let j = step (min 12 (before + 1)) in
      from (i + (1 lsl j)) j ((nat j, hint r h i) :: acc) in
  from low 0 []

type parameters = { rate : Z.t * Z.t; sigma : Z.t * Z.t; rounds : Z.t; delta : Z.t * Z.t }

(* bits of the unit of masses, and what is negligible after t rounds *)
let units t levels d fine =
  let levels = float (levels + 1000) in
  let unit_bits = max 20 (ceil_int (Float.log2 (4. *. t *. levels /. (d *. fine)))) in
  (unit_bits, Z.of_float (Float.max 1. (ldexp (d *. fine /. (t *. levels *. 30.)) unit_bits)))
let levels_of ~grid ~unit_bits ~negligible =
  let accuracy = max 70 (unit_bits + grid + 14) in
  { precise = pow2 (2 * accuracy); squarings = Z.of_int accuracy; grid = Z.of_int grid; reach = Z.zero;
    unit_bits = Z.of_int unit_bits; guard = Z.zero; start_weight = Z.zero; deviations = Z.zero; first_count = Z.zero;
    counts = O; negligible }
(* coarser after every third squaring, as long as the grid allows *)
let plan_of rounds grid = List.init (Z.numbits rounds) (fun i -> if i mod 3 = 2 && i / 3 < grid - 2 then S O else O)
(* a witness of rounds of mu = mn/md, and its work, which is at most `most` *)
let noisy_witness most (unit_bits, negligible) r sizes (mn, md) (qn, qd) rounds =
  let wk = levels_of ~grid:sizes.grid ~unit_bits ~negligible in
  let bits = Z.numbits wk.precise - 1 in
  let root_low, root_high, root_terms = root bits in
  let normal = { root_low; root_high; root_terms; hint_unit = pow2 hint_bits; series_terms = nat (bits / 3) } in
  let bound = bound_of_round wk normal mn md qn qd r.remove in
  let at_knots = knots r sizes in
  let highest = snd (List.nth at_knots (List.length at_knots - 1)) in
  let work = work_of (sizes.high - sizes.low) (List.length at_knots) in
  if work > most then None else
  match exp_of_level wk (Z.neg (Z.of_int sizes.high)) with
  | None -> None
  | Some (low, high) ->
    (* a little more than at the top itself: the proved function encloses it less sharply *)
    let wide = Z.shift_right low (bits - 20) in
    match bound (Z.sub low wide) (Z.add high wide) highest with
    | None -> None
    | Some b ->
      let last = Z.add Z.one (Z.cdiv (Z.shift_left b unit_bits) (pow2 bits)) in
      let plan = plan_of rounds sizes.grid in
      Some ({ wk; last; first_level = Z.of_int sizes.low; at_knots; plan }, normal, work)
(* a witness of one direction *)
let witness most { rate; sigma = sn, sd; rounds; delta = dn, dd } r eta =
  let t = Z.to_float rounds in
  let sizes = sizes_of r t eta in
  let levels = sizes.high - sizes.low in
  if not (has_spread r) || levels > most then None
  else
    Option.map (fun (w, normal, work) -> (w, normal, sizes.growth, work))
      (noisy_witness most (units t levels (ratio dn dd) (Float.min 1e-3 (eta /. 20.))) r sizes (sd, sn) rate rounds)

(* the delta that a witness proves, and whether it is small enough *)
let tried { rate = qn, qd; sigma = sn, sd; rounds; delta = dn, dd } r eps (w, n, growth, work) =
  match value_of_rounds w (bound_of_round w.wk n sd sn qn qd r.remove) rounds eps with
  | None -> None
  | Some x ->
    let whole = Z.mul w.wk.precise (pow2 (Z.to_int w.wk.unit_bits)) in
    Some ((w, n), growth, work, ratio x whole, Z.leq (Z.mul x dd) (Z.mul dn whole))

(* How far from the claim the limit may lie on its good side, if it moves once more as far as it has just moved *)
let room_of limit before room = match before with Some l -> room +. Float.abs (limit -. l) | None -> infinity
(* An error must shrink to the room that there is, and the work grows as the inverse of its root. *)
let out_of_reach left work error room =
  error > 0. && (room <= 0. || float work *. sqrt (error /. room) > float (left / 2))
(* As coarse as it may be: the error falls with eta, so two values say where it ends and how fine is enough. None where
   that is not below delta, or needs more work than is left. *)
let search left p ~remove eps =
  let d = ratio (fst p.delta) (snd p.delta) in
  let r = round_of ~mu:(ratio (snd p.sigma) (fst p.sigma)) ~q:(ratio (fst p.rate) (snd p.rate)) ~remove
    ~t:(Z.to_float p.rounds)
      ~eps:(float_of eps) ~delta:d in
  (* what is expected of a large witness is not tried here: the proved function will *)
  let at expected eta = Option.bind (witness (!left / 2) p r eta) (fun ((w, n, growth, work) as found) ->
    left := !left - work;
    match expected with
    | Some (limit, slope) when List.compare_length_with w.at_knots 5000 > 0 && limit +. (slope *. growth) < d -.
      (0.1 *. (d -. limit)) ->
      Some ((w, n), growth, work, d, true)
    | _ -> tried p r eps found) in
  let rec go before expected eta doubts =
    match at expected eta with
    | None -> if doubts = 0 then None else go None None (eta /. 4.) (doubts - 1)
    | Some (found, _, work, _, true) -> left := !left - work; Some found
    | Some ((w, _), eta, work, v, false) ->
      (* a grid wider than all that the other records leave of the log ratio says nothing yet of a finer one *)
      let wide = ldexp 1. (-(Z.to_int w.wk.grid)) > r.q && List.compare_length_with w.at_knots 2000 < 0 in
      match before with
      | None -> go (Some (eta, v, None)) None (eta /. 4.) doubts
      | Some (eta', v', limit') ->
        let slope = (v' -. v) /. (eta' -. eta) in
        let limit = v -. (slope *. eta) in
        let enough = Float.max (eta /. 16.) (Float.min (eta /. 4.) (0.9 *. (d -. limit) /. slope)) in
        let now = Some (eta, v, Some limit) in
        (* as much below delta as the limit may lie, if it moves once more as far as it has just moved *)
        let room = room_of limit limit' (d -. limit) in
        let beyond = not wide && out_of_reach !left work (slope *. eta) room in
        if beyond then None
        else if slope > 0. && limit < d then
          (* the limit may be as far on the other side *)
          go now (Some ((2. *. limit) -. d +. room, slope)) enough doubts
        else if doubts = 0 then None
        else
          let hopeless = limit -. d > 0.3 *. Float.abs (v -. limit) && not wide in
          go now None (eta /. 4.) (if hopeless then doubts - 1 else doubts) in
  go None None (if remove then 0.16 else 0.6) 2

let nothing = nothing_proposed

(* ---- lower ends: a number that is normal about `inside_p` or `inside_q` with probability q, else about `outside` *)
type pair = { share : float; inside_p : float; inside_q : float; outside : float }
(* 1 - Phi x, to fifteen digits everywhere, in a browser too: a series, or a continued fraction *)
let rec tail x =
  if x < 0. then 1. -. tail (-.x)
  else if x < 2.5 then begin
    let term = ref x and sum = ref x in
    for k = 1 to 60 do term := !term *. x *. x /. float ((2 * k) + 1); sum := !sum +. !term done;
    0.5 -. (density x *. !sum)
  end else begin
    let rest = ref x in
    for k = 120 downto 1 do rest := x +. (float k /. !rest) done;
    density x /. !rest
  end
let above_p p x = (p.share *. tail (x -. p.inside_p)) +. ((1. -. p.share) *. tail (x -. p.outside))
let above_q p x = (p.share *. tail (x -. p.inside_q)) +. ((1. -. p.share) *. tail (x -. p.outside))
let below_p p x = (p.share *. tail (p.inside_p -. x)) +. ((1. -. p.share) *. tail (p.outside -. x))
let below_q p x = (p.share *. tail (p.inside_q -. x)) +. ((1. -. p.share) *. tail (p.outside -. x))
let log_ratio_at p x =
  let e a = ((a -. p.outside) *. x) -. (((a *. a) -. (p.outside *. p.outside)) /. 2.) in
  if p.share >= 1. then e p.inside_p -. e p.inside_q
  else Float.log1p (p.share *. Float.expm1 (e p.inside_p)) -. Float.log1p (p.share *. Float.expm1 (e p.inside_q))
(* where an increasing function passes 0 *)
let crossing f low high =
  let low = ref low and high = ref high in
  for _ = 1 to 60 do
    let x = 0.5 *. (!low +. !high) in
    if f x < 0. then low := x else high := x
  done;
  0.5 *. (!low +. !high)
let hint_unit_of_events = 48
let rounded x = ldexp (Float.round (ldexp x hint_unit_of_events)) (-hint_unit_of_events)
let hint_of_place x = Z.of_float (ldexp x hint_unit_of_events)

(* Masses on the levels i h whose hockey stick lies below that of the pair: through every interval of two levels goes
  the line of an event, the knots
   lie on the lower of two lines, and the largest convex function below them has the masses.
     The first knot lies on 1 - w, the last one on 0. *)
let masses_under_pair p h ~low ~high ~accuracy =
  let place l = crossing (fun x -> log_ratio_at p x -. l) low high in
  let near x = floor_int (log_ratio_at p x /. h) in
  let level i = exp (float i *. h) in
  let least = near low and most = near high + 1 in
  let bounded_below = log_ratio_at p low -. log_ratio_at p (low -. 40.) < h in
  let bounded_above = log_ratio_at p (high +. 40.) -. log_ratio_at p high < h in
  (* the outcomes below x have the mean ratio of level i *)
  let first i = crossing (fun x -> below_p p x -. (level i *. below_q p x)) (low -. 5.) high in
  let last i = crossing (fun x -> above_p p x -. (level i *. above_q p x)) low (high +. 5.) in
  let a =
    if not bounded_below then least
    else
      let rec up i = if i < most && log_ratio_at p (first (i + 1)) <= float (i + 2) *. h then up (i + 1) else i in
      up (least + 1) in
  let b =
    if not bounded_above then most
    else
      let rec down i = if i > a + 2 && log_ratio_at p (last (i - 1)) >= float (i - 2) *. h then down (i - 1) else i in
      down (most - 1) in
  (* a little lower than the line of an event: neither floating point nor the enclosures are exact *)
  let line x w =
    let p_ = above_p p x and q_ = above_q p x in
    p_ -. (w *. q_) -. (1e-13 *. (p_ +. (w *. q_))) -. ldexp (1. +. w) (10 - accuracy) in
  (* the place for the interval above level i: in the middle, or further up where the line would be negative at its
    end *)
  let interval i =
    let fits x = line x (level (i + 1)) >= 0. in
    List.find_opt fits (List.map rounded (
      if i = a && bounded_below then [ first a ]
      else if i = b - 1 && bounded_above then (let x = last b in [ x; x +. 1e-6; x +. 1e-3 ])
      else [ place ((float i +. 0.5) *. h); place (float (i + 1) *. h) ])) in
  let rec intervals i before acc = match if i < b then interval i else None with
    | None -> List.rev acc
    | Some x -> let x = Float.max x before in intervals (i + 1) x (x :: acc) in
  let places = Array.of_list (intervals a neg_infinity []) in
  let n = Array.length places in
  if n < 2 then None
  else begin
    let on j w = line places.(j) w in
    let w = Array.init (n + 1) (fun j -> level (a + j)) in
    let value = Array.init (n + 1) (fun j ->
      if j = n then 0. else if j = 0 then Float.min (on 0 w.(0)) (1. -. w.(0)) else Float.max 0.
        (Float.min (on (j - 1) w.(j)) (on j w.(j)))) in
    (* the convex hull from below, with the point (0, 1) *)
    let xs = Array.append [| 0. |] w and ys = Array.append [| 1. |] value in
    let slope i j = (ys.(j) -. ys.(i)) /. (xs.(j) -. xs.(i)) in
    let rec push stack j = match stack with
      | s :: (r :: _ as rest) when slope r s >= slope s j -> push rest j
      | _ -> j :: stack in
    let stack = ref [] in
    Array.iteri (fun j _ -> stack := push !stack j) xs;
    let corners = Array.of_list (List.rev !stack) in
    let masses = Array.make (n + 1) 0. in
    let count = Array.length corners in
    for c = 1 to count - 1 do
      let left = slope corners.(c - 1) corners.(c) in
      let right = if c = count - 1 then 0. else slope corners.(c) corners.(c + 1) in
      masses.(corners.(c) - 1) <- xs.(corners.(c)) *. (right -. left)
    done;
    Some (a, masses, places)
  end

(* a witness for rounds of a pair with relative growth eta of the variance *)
let events_of ~shifts:(a1, a2, a0) { rate = qn, qd; sigma = sn, sd; rounds; delta = dn, dd } eta =
  let mu = ratio sd sn and d = ratio dn dd and t = Z.to_float rounds in
  let p = { share = ratio qn qd; inside_p = float a1 *. mu; inside_q = float a2 *. mu; outside = float a0 *. mu } in
  let most = d *. 1e-5 /. t in
  let rec far z = if tail z < most then z else far (z +. 0.05) in
  let z = far 1. in
  let centre f = f p.outside (f p.inside_p p.inside_q) in
  let low = centre Float.min -. z and high = centre Float.max +. z in
  let density x = (p.share *. density (x -. p.inside_p)) +. ((1. -. p.share) *. density (x -. p.outside)) in
  let mean = integral (fun x -> density x *. log_ratio_at p x) low high in
  let s = sqrt (integral (fun x -> density x *. ((log_ratio_at p x -. mean) ** 2.)) low high) in
  let grid = max 0 (ceil_int (-.Float.log2 (s *. sqrt (12. *. eta)))) in
  let h = ldexp 1. (-grid) in
  let levels = (log_ratio_at p high -. log_ratio_at p low) /. h in
  if levels > 20_000. then None
  else begin
    let levels = levels +. 1000. and fine = 1e-5 in
    let unit_bits = max 20 (ceil_int (Float.log2 (4. *. t *. levels /. (d *. fine)))) in
    let little = Z.of_float (Float.max 1. (ldexp (d *. fine /. (t *. levels *. 30.)) unit_bits)) in
    let accuracy = unit_bits + grid + 14 in
    let bits = 2 * accuracy in
    let root_low, root_high, root_terms = root bits in
    Option.map (fun (a, masses, places) ->
      let count = Array.length places in
      let mass j = Z.of_float (Float.floor (ldexp (masses.(j) *. (1. -. 1e-11)) unit_bits)) in
      ({ under = {
          uk = { precise = pow2 bits; squarings = Z.of_int accuracy; grid = Z.of_int grid; reach = Z.zero;
            unit_bits = Z.of_int unit_bits;
                 guard = Z.zero; start_weight = Z.zero; deviations = Z.zero; first_count = Z.zero; counts = O;
                   negligible = little };
          under_first = Z.of_int a; under_mass = mass 0;
          under_knots = List.init count (fun j -> ((O, hint_of_place places.(j)), mass (j + 1))) };
        normal = { root_low; root_high; root_terms; hint_unit = pow2 hint_unit_of_events;
                   series_terms = nat (2 * accuracy / 3) } }, work_of count (5 * count))) (masses_under_pair p h ~low
                     ~high ~accuracy)
  end

(* the delta that a witness proves *)
let proved_below ~shifts:(a1, a2, a0) { rate = qn, qd; sigma = sn, sd; rounds; _ } eps w =
  let s = { with_p = Z.of_int a1; with_q = Z.of_int a2; without = Z.of_int a0 } in
  Option.map (fun x -> Q.make x (Z.mul w.under.uk.precise (pow2 (Z.to_int w.under.uk.unit_bits))))
    (value_from_below w.under (line_of_event w s sn sd qn qd) rounds eps)

(* the pair of a direction: where the number lies with the record under both laws, and without it *)
let shifts_of ~remove = if remove then (1, 0, 0) else (0, -1, 0)
let replaced = (1, -1, 0)
let of_fixed_batch = (1, -1, -1)

(* one round: the event whose likelihood ratio begins at e^eps *)
let one_event { rate = qn, qd; sigma = sn, sd; _ } ~shifts:(a1, a2, a0) eps =
  let mu = ratio sd sn in
  let p = { share = ratio qn qd; inside_p = float a1 *. mu; inside_q = float a2 *. mu; outside = float a0 *. mu } in
  let x = crossing (fun x -> log_ratio_at p x -. float_of eps) (-200.) 200. in
  if not (Float.abs x < 199.) then None
  else begin
    (* many digits where the place is rational: eps / mu + mu / 2 *)
    let fine = 200 in
    let place = match eps with
      | Rat (n, d) when Z.equal qn qd && (a1, a2) = (1, 0) ->
        let q = Q.(add (mul (make n d) (make sn sd)) (make sd (Z.mul (Z.of_int 2) sn))) in
        Z.div (Z.shift_left (Q.num q) fine) (Q.den q)
      | _ -> Z.shift_left (hint_of_place x) (fine - hint_unit_of_events) in
    let y = Float.abs x +. (2. *. mu) in
    let bits = 500 + floor_int (3. *. y *. y) in
    let root_low, root_high, root_terms = root bits in
    Some { under = {
        uk = { precise = pow2 bits; squarings = Z.of_int (bits / 2); grid = Z.zero; reach = Z.zero; unit_bits = Z.zero;
          guard = Z.zero;
               start_weight = Z.zero; deviations = Z.zero; first_count = Z.zero; counts = O; negligible = Z.zero };
        under_first = Z.zero; under_mass = Z.zero; under_knots = [ ((O, place), Z.zero) ] };
      normal = { root_low; root_high; root_terms; hint_unit = pow2 fine; series_terms = nat (bits / 2) } }
  end

(* As coarse as it may be for a delta above the claim's: two values say where it ends. *)
let events ~shifts ~remove p eps =
  let with_events w = { nothing with events = Some (w, remove) } in
  if Z.equal p.rounds Z.one then Option.map with_events (one_event p ~shifts eps)
  else begin
    let wanted = Q.make (fst p.delta) (snd p.delta) in
    let d = Q.to_float wanted in
    let left = ref most_work in
    let rec go before eta doubts =
      match events_of ~shifts p eta with
      | None -> None
      | Some (_, work) when 2 * work > !left -> None
      | Some (w, work) ->
        left := !left - work;
        match proved_below ~shifts p eps w with
        | None -> go None (eta /. 4.) (doubts - 1)
        | Some found when Q.gt found wanted -> Some w
        | Some _ when doubts = 0 -> None
        | Some found ->
          let v = Q.to_float found in
          let finer ?limit doubts = go (Some (eta, v, limit)) (eta /. 4.) doubts in
          match before with
          | None -> finer doubts
          | Some (_, v', _) when v <= v' -> finer (doubts - 1)
          | Some (_, v', _) when v -. v' > 0.5 *. v -> finer doubts   (* far from its end *)
          | Some (eta', v', limit') ->
            let slope = (v -. v') /. (eta' -. eta) in
            let limit = v +. (slope *. eta) in
            if out_of_reach !left work (limit -. v) (room_of limit limit' (limit -. d)) then None
            else if limit > d then
              let enough = 0.9 *. (limit -. d) /. slope in
              go (Some (eta, v, Some limit)) (Float.max (eta /. 64.) (Float.min (eta /. 4.) enough)) doubts
            else if d -. limit > 3. *. (limit -. v) then None
            else finer ~limit doubts in
    Option.map with_events (go None 0.16 3)
  end

let training dir p eps =
  let left = ref most_work in
  let either remove = search left p ~remove eps in
  let both = match dir with
    | Remove -> Option.map (fun w -> (w, w)) (either true)
    | Add -> Option.map (fun w -> (w, w)) (either false)
    | Both -> Option.bind (either true) (fun a -> Option.map (fun b -> (a, b)) (either false)) in
  Option.map (fun w -> { nothing with batches = Some w }) both

(* A record replaced: at eps / 2 a share 1 / (1 + e^(eps / 2)) of delta has to do. *)
let without_the_record p eps = match eps with
  | Ln _ -> None
  | Rat (n, d) ->
    let half = Rat (n, Z.mul (Z.of_int 2) d) in
    let share = Z.of_float (ldexp ((1. -. 1e-9) /. (1. +. exp (float_of half))) 60) in
    if Z.sign share <= 0 then None
    else training Both { p with delta = (Z.mul (fst p.delta) share, Z.shift_left (snd p.delta) 60) } half

(* The order m/k whose divergence, at most rounds (xi + rho m/k), leaves least at eps. *)
let order rounds (xn, xd) (rn, rd) eps delta =
  let xi = Z.to_float rounds *. ratio xn xd and rho = Z.to_float rounds *. ratio rn rd and e = float_of eps in
  (* the logarithm of what is left is convex in a; its derivative *)
  let slope a = xi -. e +. (rho *. ((2. *. a) -. 1.)) +. log (a -. 1.) -. log a in
  let left a = ((a -. 1.) *. (xi +. (rho *. a) -. e +. log (a -. 1.))) -. (a *. log a) in
  let best = crossing slope (1. +. 1e-9) 1e4 in
  let near k = [ max (k + 1) (floor_int (best *. float k)); max (k + 1) (ceil_int (best *. float k)) ] in
  let enough (m, k) = left (float m /. float k) < log (float_of delta) -. 1e-9 in
  let orders = List.concat_map (fun k -> List.map (fun m -> (m, k)) (near k)) [ 1; 2; 4; 8; 16; 32; 64 ] in
  Option.map (fun (m, k) ->
    let a = float m /. float k in
    let bits = 128 + (2 * ceil_int (Float.abs (float (m - k) *. (e -. xi -. (rho *. a))))) in
    { nothing with orders = Some { o_unit = pow2 bits; o_squarings = Z.of_int bits; o_n = Z.of_int m;
      o_d = Z.of_int k } })
    (List.find_opt enough orders)

(* The tangent at z = - eps/mu - mu/2, mu = g_mn/wide: a multiple of 1/wide a little above or below z. *)
let wide = pow2 200
let tangent_at g_mn ~above eps =
  let mu = ratio g_mn wide and e = float_of eps in
  let x = (e /. mu) +. mu in
  if not (x < 200.) then None
  else begin
    let bits = 500 + floor_int (3. *. x *. x) in
    let quotient = match eps with
      | Rat (n, d) -> Z.div (Z.mul n (Z.mul wide wide)) (Z.mul d g_mn)
      | Ln _ -> Z.of_float (Float.ldexp (e /. mu) 200) in
    let up = match eps with Rat _ -> Z.of_int 64 | Ln _ -> pow2 170 in
    let g_zn = Z.add (Z.neg (Z.add quotient (Z.shift_right g_mn 1))) (if above then up else Z.zero) in
    let g_root_low, g_root_high, g_root_terms = root bits in
    Some { nothing with tangents = Some { g_unit = pow2 bits; g_squarings = Z.of_int (bits / 2);
      g_terms = nat (bits / 2);
      g_root_low; g_root_high; g_root_terms; g_mn; g_md = wide; g_zn; g_zd = wide } }
  end

(* t rounds of the Gaussian mechanism: mu = sqrt rounds / sigma rounded up *)
let tangent rounds (sn, sd) eps =
  let square x = Z.mul x x in
  tangent_at (Z.succ (Z.sqrt (Z.div (Z.mul rounds (square (Z.mul sd wide))) (square sn)))) ~above:true eps

(* two normal laws of concentration rho a round: mu = sqrt (2 rounds rho) rounded down *)
let one_cut rounds (rn, rd) eps =
  tangent_at (Z.sqrt (Z.div (Z.mul (Z.of_int 2) (Z.mul rounds (Z.mul rn (Z.mul wide wide)))) rd)) ~above:false eps

(* mu of a curve from below: near an eps that is given, where the curve lies well above mu-GDP and the floor *)
let below_mu ~shifts ~remove claim (mn, md) (fn, fd) (en, ed) =
  let mu = ratio mn md in
  let delta_at e = tail ((e /. mu) -. (mu /. 2.)) -. (exp e *. tail ((e /. mu) +. (mu /. 2.))) in
  let try_at (a, b) =
    let eps = Q.make (Z.mul en (Z.of_int a)) (Z.mul ed (Z.of_int b)) in
    (* a place with few digits is as good *)
    let eps = Rat (Z.of_float (ldexp (Q.to_float eps) 40), pow2 40) in
    let least = Float.max (ratio fn fd) (delta_at (float_of eps) *. (1. +. 1e-6)) in
    let bound = if least <= ratio fn fd then (fn, fd) else (Z.of_float (ldexp least 200), pow2 200) in
    Option.bind (tangent Z.one (md, mn) eps) (fun normal ->
      Option.map (fun found -> { found with tangents = normal.tangents; crossing = Some (eps, Rat (fst bound, snd bound)) })
        (events ~shifts ~remove (claim bound) eps)) in
  List.find_map try_at [ (97, 100); (99, 100); (999, 1000); (9999, 10000); (1, 1) ]

(* The logarithms that a closed form takes, as sharp as the ends of a claim ask for: both neighbours of a place where
   exp passes the number. *)
let logarithms form_of ends =
  let digits = List.fold_left (fun most x -> match x with Rat (n, d) | Ln (n, d) ->
    max most (Z.numbits n + Z.numbits d)) 0 ends in
  let accuracy = digits + 96 in
  let w = { f_unit = pow2 (2 * accuracy); f_squarings = Z.of_int accuracy; f_low = Z.zero; f_high = Z.zero;
    f_room = Z.zero } in
  (* the least y that is enough, for what holds from some y on *)
  let least enough =
    let rec between low high =   (* not enough, enough *)
      if Z.leq (Z.sub high low) Z.one then high
      else let y = Z.shift_right (Z.add low high) 1 in if enough y then between low y else between y high in
    between Z.minus_one (Z.mul w.f_unit (Z.of_int accuracy)) in
  Option.map (fun f ->
    let above x = least (logarithm_above w x) in
    { nothing with logarithms = Some { w with f_room = above f.k_high; f_high = above f.m_high;
      f_low = Z.pred (least (fun y -> not (logarithm_below w f.m_low y))) } }) (form_of w)

(* Rounds that are each (eps0, delta0)-differentially private: the bound is straight between e^-eps0 and e^eps0, and two
   levels on either side of each of them leave nothing out. The grid has eps0 on a level where that is possible. A
   smooth bound has a knot at every level, so many of them to an eps0. *)
let unused = { root_low = Z.zero; root_high = Z.zero; root_terms = O; series_terms = O; hint_unit = Z.one }
let private_witness ~smooth (unit_bits, negligible) ~grid ~high rounds (d0n, d0d) =
  (* the steps are powers of two *)
  let rec knots i = if i >= high then [ (O, Z.zero) ] else
    let rec step j = if j > 0 && i + (1 lsl j) > (if i < high - 1 then high - 1 else high) then step (j - 1) else j in
    let j = if i = -high || smooth then 0 else step 12 in
    (nat j, Z.zero) :: knots (i + (1 lsl j)) in
  let last = Z.add (Z.of_int 2) (Z.cdiv (Z.mul d0n (pow2 unit_bits)) d0d) in
  { wk = levels_of ~grid ~unit_bits ~negligible; last; first_level = Z.of_int (-high); at_knots = knots (-high);
    plan = plan_of rounds grid }
let private_rounds ?smooth rounds eps0 (d0n, d0d) (dn, dd) =
  let e = float_of eps0 and t = Z.to_float rounds and d = ratio dn dd in
  let on_level g = Float.is_integer (ldexp e g) in
  let fine = max 0 (ceil_int (Float.log2 (Option.value smooth ~default:400. /. e))) in
  let rec grid g = if g >= fine || on_level g then g else grid (g + 1) in
  let grid = match eps0 with Rat _ when smooth = None -> grid 0 | _ -> fine in
  let place = ldexp e grid in
  let high = if smooth = None then ceil_int place else ceil_int place + 1 in
  let levels = t *. ((2. *. place) +. 3.) in
  (* what is not negligible after all rounds, on a grid that became coarser on the way *)
  let coarser = min (max 0 (grid - 2)) (Z.numbits rounds / 3) in
  let width = ldexp (20. *. place *. sqrt t) (-coarser) in
  if d <= 0. || width > 3e5 || t > 1e9 then None
  else begin
    let unit_bits = max 20 (ceil_int (Float.log2 (4e8 *. levels /. d))) in
    let little = Z.of_float (Float.max 1. (ldexp (d *. 1e-9 /. levels) unit_bits)) in
    let witness = private_witness ~smooth:(smooth <> None) (unit_bits, little) ~grid ~high rounds (d0n, d0d) in
    Some { nothing with batches = Some ((witness, unused), (witness, unused)) }
  end

(* As coarse as it may be: Laplace noise. The error of a grid four times as fine is a sixteenth. *)
let laplace_rounds rounds eps0 (dn, dd) eps =
  let value levels = match private_rounds ~smooth:levels rounds eps0 (Z.zero, Z.one) (dn, dd) with
    | Some { batches = Some ((w, _), _); _ } as found ->
      Option.bind (exp_of w.wk.precise w.wk.squarings eps0) (fun ((_, high), d) ->
        Option.map (fun x ->
          let whole = Z.mul w.wk.precise (pow2 (Z.to_int w.wk.unit_bits)) in
          (found, ratio x whole, Z.leq (Z.mul x dd) (Z.mul dn whole)))
          (value_of_rounds w (laplace_bound w.wk.precise high d) rounds eps))
    | _ -> None in
  let rec go before levels = match value levels with
    | None -> None
    | Some (found, _, true) -> found
    | Some (_, x, false) ->
      let hopeless = match before with Some y -> x -. ((y -. x) /. 10.) > ratio dn dd | None -> false in
      if hopeless || levels > (if Z.to_float rounds > 100. then 500. else 2000.) then None
      else go (Some x) (4. *. levels) in
  go None 40.
