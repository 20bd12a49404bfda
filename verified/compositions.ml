(* Proposals for compositions: phases of different mechanisms, on one grid in the end. Nothing of them is believed. *)
module Integer = Z
open Checked
module Z = Integer
open Proposals

(* normal noise, with mu and the rate as fractions; or what is bounded by e^eps0, with its delta0, smoothly or not *)
type kind = Noisy of round * (Z.t * Z.t) * (Z.t * Z.t) | Bounded of number * (Z.t * Z.t) * bool
let part_of tail ~remove (p, t) =
  let normal (sn, sd) =
    let unit = pow2 64 in
    let square x = Z.mul x x in
    let mn = Z.succ (Z.sqrt (Z.div (Z.mul t (square (Z.mul sd unit))) (square sn))) in
    Some (Noisy (untilted ~mu:(ratio mn unit) ~q:1. ~remove:true tail, (mn, unit), (Z.one, Z.one)), Z.one) in
  match p with
  | Sampled (Rat (qn, qd), Rat (sn, sd)) ->
    Some (Noisy (untilted ~mu:(ratio sd sn) ~q:(ratio qn qd) ~remove tail, (sd, sn), (qn, qd)), t)
  | Gaussian (Rat (sn, sd)) -> normal (sn, sd)
  | OfMu (Rat (mn, md)) -> normal (md, mn)
  | Laplacian e0 -> Some (Bounded (e0, (Z.zero, Z.one), true), t)
  | Private (e0, Rat (d0n, d0d)) -> Some (Bounded (e0, (d0n, d0d), false), t)
  | _ -> None
let moment_of tilt (kind, t) = Z.to_float t *. match kind with
  | Noisy (r, _, _) -> moment r tilt
  | Bounded (e0, _, _) -> let e = float_of e0 in log ((exp ((1. +. tilt) *. e) +. exp (-.tilt *. e)) /. (exp e +. 1.))
let deviation = function Noisy (r, _, _) -> let _, s, _ = spread r in s | Bounded (e0, _, _) -> float_of e0
type planned = { grid_of : int; levels_in : int; fill : int * Z.t -> (knot_witness * normal_witness * int) option;
  mu_of : Z.t * Z.t; squared : Z.t }
(* the grid of a part whose levels may be h apart *)
let planned most h (kind, t) = match kind with
  | Noisy (r, mu, rate) ->
    let s = deviation kind in
    let sizes = sizes_of r (Z.to_float t) (Float.min 0.6 (h *. h /. (6. *. s *. s))) in
    { grid_of = sizes.grid; levels_in = sizes.high - sizes.low; mu_of = mu; squared = t;
      fill = (fun units -> noisy_witness most units r sizes mu rate t) }
  | Bounded (e0, d0, smooth) ->
    let e = float_of e0 in
    let grid = max 0 (ceil_int (-.Float.log2 (Float.min h (e /. 4.)))) in
    let high = ceil_int (ldexp e grid) + 1 in
    { grid_of = grid; levels_in = 2 * high; mu_of = (Z.zero, Z.one); squared = t;
      fill = (fun units ->
        Some (private_witness ~smooth units ~grid ~high t d0, unused, work_of (2 * high) (2 * high))) }
let coarsenings { grid_of; squared; _ } =
  let taken = List.filteri (fun i _ -> i < Z.numbits squared - 1) (plan_of squared grid_of) in
  List.length (List.filter (( <> ) O) taken)
let phases dir ps (dn, dd) eps =
  let d = ratio dn dd and e = float_of eps in
  let total = List.fold_left (fun sum (_, t) -> sum +. Z.to_float t) 0. ps in
  let sides = match dir with Remove -> [ true ] | Add -> [ false ] | Both -> [ true; false ] in
  let tilted remove =
    let parts = List.map (part_of (d *. 1e-5 /. total) ~remove) ps in
    if List.mem None parts then None
    else begin
      let parts = List.filter_map Fun.id parts in
      let tilt = best_tilt (fun tilt -> List.fold_left (fun sum p -> sum +. moment_of tilt p) (-.tilt *. e) parts) in
      Some (List.map (function
        | Noisy (r, mu, rate), t -> (Noisy ({ r with tilt }, mu, rate), t)
        | other -> other) parts)
    end in
  let sides = List.map (fun remove -> (remove, tilted remove)) sides in
  let is_planned = List.for_all (function Noisy (r, _, _), _ -> has_spread r | Bounded _, _ -> true) in
  if not (d > 0.) || total > 1e9 || List.compare_length_with ps 64 > 0 || 
      List.exists (fun (_, parts) -> not (Option.fold ~none:false ~some:is_planned parts)) sides then None
  else begin
    let sides = List.map (fun (remove, parts) -> (remove, Option.get parts)) sides in
    let variance = List.fold_left (fun sum (kind, t) -> sum +. (Z.to_float t *. (deviation kind ** 2.))) 0. in
    let left = ref most_work in
    let at eta =
      let plans = List.map (fun (remove, parts) ->
        let all = variance parts and n = float (List.length parts) in
        (remove, List.map (fun (kind, t) -> planned (!left / 2) (sqrt (6. *. eta *. all /. (n *. Z.to_float t)))
          (kind, t)) parts)) sides in
      let every = List.concat_map snd plans in
      let levels = List.fold_left (fun sum p -> sum + p.levels_in) 0 every in
      if levels > !left / 2 then None
      else begin
        let units = units total levels d (Float.min 1e-3 (eta /. 20.)) in
        let grid = List.fold_left (fun least p -> min least (p.grid_of - coarsenings p)) max_int every in
        let filled = List.map (fun (remove, parts) -> (remove, List.map (fun p -> Option.map (fun (in_rounds, in_normal,
          work) -> ({ in_rounds; in_normal; p_mn = fst p.mu_of; p_md = snd p.mu_of;
            p_coarser = nat (p.grid_of - coarsenings p - grid) }, work)) (p.fill units)) parts)) plans in
        if List.exists (fun (_, parts) -> List.mem None parts) filled then None
        else begin
          let of_side side = List.concat_map (fun (remove, parts) ->
            if remove = side then List.map fst (List.filter_map Fun.id parts) else []) filled in
          let work = List.fold_left (fun sum (_, parts) -> List.fold_left (fun sum p -> sum + snd (Option.get p)) sum
            parts) 0 filled in
          let unit_bits, negligible = units in
          let w = { on_grid = levels_of ~grid ~unit_bits ~negligible; removes = of_side true; adds = of_side false } in
          let whole = Z.mul w.on_grid.precise (pow2 unit_bits) in
          let values = List.map (fun (remove, _) -> value_of_phases w remove ps eps) filled in
          if List.mem None values then None
          else begin
            let most = List.fold_left (fun most x -> Z.max most (Option.get x)) Z.zero values in
            Some (w, work, ratio most whole, Z.leq (Z.mul most dd) (Z.mul dn whole))
          end
        end
      end in
    let rec go before eta tries = if tries = 0 then None else match at eta with
      | None -> None
      | Some (w, _, _, true) -> Some { nothing with phased = Some w }
      | Some (_, work, v, false) ->
        left := !left - work;
        match before with
        | None -> go (Some (eta, v, None)) (eta /. 4.) (tries - 1)
        | Some (eta', v', limit') ->
          let slope = (v' -. v) /. (eta' -. eta) in
          let limit = v -. (slope *. eta) in
          let room = room_of limit limit' (d -. limit) in
          (* a coarse grid does not say yet where the error ends *)
          if slope > 0. && eta < 1e-3 && out_of_reach !left work (slope *. eta) room then None
          else
            let enough = if slope > 0. && limit < d then 0.9 *. (d -. limit) /. slope else eta /. 4. in
            go (Some (eta, v, Some limit)) (Float.max (eta /. 16.) (Float.min (eta /. 4.) enough)) (tries - 1) in
    go None 0.1 12
  end
