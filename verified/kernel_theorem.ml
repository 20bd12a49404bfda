(* The road in the kernel: a claim as a theorem for coqc. *)
module Integer = Z
open Checked
module Z = Integer

let coq_number = function
  | Rat (n, d) -> Printf.sprintf "(Rat (%s) %s)" (Z.to_string n) (Z.to_string d)
  | Ln (n, d) -> Printf.sprintf "(Ln %s %s)" (Z.to_string n) (Z.to_string d)
let coq_direction = function Remove -> "Remove" | Add -> "Add" | Both -> "Both"
let coq_phases ps =
  let x = coq_number in
  let phase = function
    | Sampled (q, s) -> Printf.sprintf "Sampled %s %s" (x q) (x s)
    | Gaussian s -> "Gaussian " ^ x s
    | OfMu mu -> "OfMu " ^ x mu
    | Laplacian e -> "Laplacian " ^ x e
    | Private (e, d) -> Printf.sprintf "Private %s %s" (x e) (x d) in
  "[" ^ String.concat "; " (List.map (fun (p, t) -> Printf.sprintf "(%s, %s)" (phase p) (Z.to_string t)) ps) ^ "]"
let coq_quantity q =
  let z = Z.to_string and x = coq_number in
  match q with
  | ClonesDelta (t, n, e0, e) -> Printf.sprintf "ClonesDelta %s %s %s %s" (z t) (z n) (x e0) (x e)
  | ClonesEpsilon (t, n, e0, d) -> Printf.sprintf "ClonesEpsilon %s %s %s %s" (z t) (z n) (x e0) (x d)
  | ShuffleDelta (t, n, e0, e) -> Printf.sprintf "ShuffleDelta %s %s %s %s" (z t) (z n) (x e0) (x e)
  | ShuffleEpsilon (t, n, e0, d) -> Printf.sprintf "ShuffleEpsilon %s %s %s %s" (z t) (z n) (x e0) (x d)
  | Rr2Delta (d, n, m, e0, e) -> Printf.sprintf "Rr2Delta %s %s %s %s %s" (coq_direction d) (z n) (z m) (x e0) (x e)
  | Rr2Epsilon (d, n, m, e0, v) -> Printf.sprintf "Rr2Epsilon %s %s %s %s %s" (coq_direction d) (z n) (z m) (x e0) (x v)
  | ClonesN (e0, e, d) -> Printf.sprintf "ClonesN %s %s %s" (x e0) (x e) (x d)
  | ClonesEps0 (n, e, d) -> Printf.sprintf "ClonesEps0 %s %s %s" (z n) (x e) (x d)
  | KrrPairDelta (n, k, g, e) -> Printf.sprintf "KrrPairDelta %s %s %s %s" (z n) (z k) (x g) (x e)
  | KrrPairEpsilon (n, k, g, d) -> Printf.sprintf "KrrPairEpsilon %s %s %s %s" (z n) (z k) (x g) (x d)
  | KrrDelta (n, k, g, e) -> Printf.sprintf "KrrDelta %s %s %s %s" (z n) (z k) (x g) (x e)
  | KrrEpsilon (n, k, g, d) -> Printf.sprintf "KrrEpsilon %s %s %s %s" (z n) (z k) (x g) (x d)
  | PoissonDelta (w, t, q, s, e) -> Printf.sprintf "PoissonDelta %s %s %s %s %s" (coq_direction w) (z t) (x q) (x s)
    (x e)
  | PoissonEpsilon (w, t, q, s, d) -> Printf.sprintf "PoissonEpsilon %s %s %s %s %s" (coq_direction w) (z t) (x q) (x s)
    (x d)
  | ReplaceDelta (w, t, q, s, e) -> Printf.sprintf "ReplaceDelta %s %s %s %s %s" (coq_direction w) (z t) (x q) (x s)
    (x e)
  | ReplaceEpsilon (w, t, q, s, d) -> Printf.sprintf "ReplaceEpsilon %s %s %s %s %s" (coq_direction w) (z t) (x q) (x s)
    (x d)
  | FixedDelta (t, q, s, e) -> Printf.sprintf "FixedDelta %s %s %s %s" (z t) (x q) (x s) (x e)
  | FixedEpsilon (t, q, s, d) -> Printf.sprintf "FixedEpsilon %s %s %s %s" (z t) (x q) (x s) (x d)
  | LaplaceEpsilon (w, t, e0, d) -> Printf.sprintf "LaplaceEpsilon %s %s %s %s" (coq_direction w) (z t) (x e0) (x d)
  | RrEpsilon (w, t, e0, d) -> Printf.sprintf "RrEpsilon %s %s %s %s" (coq_direction w) (z t) (x e0) (x d)
  | LaplaceDelta (w, t, e0, e) -> Printf.sprintf "LaplaceDelta %s %s %s %s" (coq_direction w) (z t) (x e0) (x e)
  | RrDelta (w, t, e0, e) -> Printf.sprintf "RrDelta %s %s %s %s" (coq_direction w) (z t) (x e0) (x e)
  | DpDelta (w, t, e0, d0, e) ->
    Printf.sprintf "DpDelta %s %s %s %s %s" (coq_direction w) (z t) (x e0) (x d0) (x e)
  | DpEpsilon (w, t, e0, d0, d) ->
    Printf.sprintf "DpEpsilon %s %s %s %s %s" (coq_direction w) (z t) (x e0) (x d0) (x d)
  | ZcdpDelta (w, t, xi, rho, e) -> Printf.sprintf "ZcdpDelta %s %s %s %s %s" (coq_direction w) (z t) (x xi) (x rho)
    (x e)
  | ZcdpEpsilon (w, t, xi, rho, d) ->
    Printf.sprintf "ZcdpEpsilon %s %s %s %s %s" (coq_direction w) (z t) (x xi) (x rho) (x d)
  | GdpDelta (w, t, mu, e) -> Printf.sprintf "GdpDelta %s %s %s %s" (coq_direction w) (z t) (x mu) (x e)
  | GdpEpsilon (w, t, mu, d) -> Printf.sprintf "GdpEpsilon %s %s %s %s" (coq_direction w) (z t) (x mu) (x d)
  | PoissonMu (w, t, q, s, f) ->
    Printf.sprintf "PoissonMu %s %s %s %s %s" (coq_direction w) (z t) (x q) (x s) (x f)
  | ClosedEpsilon (n, e0, d) -> Printf.sprintf "ClosedEpsilon %s %s %s" (z n) (x e0) (x d)
  | SharpEpsilon (n, e0, d) -> Printf.sprintf "SharpEpsilon %s %s %s" (z n) (x e0) (x d)
  | OneRunEpsilon (m, n, k, b, d) -> Printf.sprintf "OneRunEpsilon %s %s %s %s %s" (z m) (z n) (z k) (x b) (x d)
  | SelectionProbability (n, e, d) -> Printf.sprintf "SelectionProbability %s %s %s" (z n) (x e) (x d)
  | BestOfGeometric (e0, g) -> Printf.sprintf "BestOfGeometric %s %s" (x e0) (x g)
  | CompositionDelta (w, ps, e) ->
    Printf.sprintf "CompositionDelta %s %s %s" (coq_direction w) (coq_phases ps) (x e)
  | CompositionEpsilon (w, ps, d) ->
    Printf.sprintf "CompositionEpsilon %s %s %s" (coq_direction w) (coq_phases ps) (x d)
  | BestOfTnb (e0, h, g) -> Printf.sprintf "BestOfTnb %s %s %s" (x e0) (x h) (x g)
  | LemmaEpsilon (n, p, d) -> Printf.sprintf "LemmaEpsilon %s %s %s" (z n) (x p) (x d)
  | GaussianDelta (t, s, e) -> Printf.sprintf "GaussianDelta %s %s %s" (z t) (x s) (x e)
  | GaussianEpsilon (t, s, d) -> Printf.sprintf "GaussianEpsilon %s %s %s" (z t) (x s) (x d)
  | GaussianSigma (t, e, d) -> Printf.sprintf "GaussianSigma %s %s %s" (z t) (x e) (x d)
let coq_relation = function
  | AtMost v -> "AtMost " ^ coq_number v | Below v -> "Below " ^ coq_number v | AtLeast v -> "AtLeast " ^ coq_number v
  | Above v -> "Above " ^ coq_number v | Within (lo, hi) -> "Within " ^ coq_number lo ^ " " ^ coq_number hi
(* a proposal as a term; long, but it is read by coqc alone *)
let coq_proposal { batches; tangents; events; orders; logarithms; crossing; phased } =
  let z n = "(" ^ Z.to_string n ^ ")%Z" in
  let rec unary = function O -> 0 | S n -> 1 + unary n in
  let n k = Printf.sprintf "(Z.to_nat %d)" (unary k) in
  let list f l = "[" ^ String.concat "; " (List.map f l) ^ "]" in
  let levels k = Printf.sprintf "{| precise := 2 ^ %d; squarings := %s; grid := %s; reach := 0; unit_bits := %s; guard := 0; start_weight := 0; deviations := 0; \
    first_count := 0; counts := 0%%nat; negligible := %s |}" (Z.numbits k.precise - 1) (Z.to_string k.squarings)
      (Z.to_string k.grid) (Z.to_string k.unit_bits) (z k.negligible) in
  let knots w = Printf.sprintf "{| wk := %s; last := %s; first_level := %s; at_knots := %s; plan := %s |}" (levels w.wk)
    (z w.last) (z w.first_level)
    (list (fun (j, h) -> Printf.sprintf "(%d%%nat, %s)" (unary j) (z h)) w.at_knots) (list (fun j ->
      string_of_int (unary j) ^ "%nat") w.plan) in
  let normal (w : normal_witness) = Printf.sprintf
    "{| root_low := %s; root_high := %s; root_terms := %s; series_terms := %s; hint_unit := %s |}"
    (z w.root_low) (z w.root_high) (n w.root_terms) (n w.series_terms) (z w.hint_unit) in
  let tangent w = Printf.sprintf "{| g_unit := 2 ^ %d; g_squarings := %s; g_terms := %s; g_root_low := %s; g_root_high := %s; g_root_terms := %s; g_mn := %s; g_md := %s; \
    g_zn := %s; g_zd := %s |}" (Z.numbits w.g_unit - 1) (Z.to_string w.g_squarings) (n w.g_terms) (z w.g_root_low)
      (z w.g_root_high) (n w.g_root_terms) (z w.g_mn) (z w.g_md) (z w.g_zn) (z w.g_zd) in
  let either f = function None -> "None" | Some x -> "Some " ^ f x in
  let pair (a, b) = Printf.sprintf "(%s, %s)" (knots a) (normal b) in
  let under w = Printf.sprintf "{| uk := %s; under_first := %s; under_mass := %s; under_knots := %s |}" (levels w.uk)
    (z w.under_first) (z w.under_mass)
    (list (fun ((j, h), m) -> Printf.sprintf "(%d%%nat, %s, %s)" (unary j) (z h) (z m)) w.under_knots) in
  let lower (w, remove) = Printf.sprintf "({| under := %s; normal := %s |}, %b)" (under w.under) (normal w.normal)
    remove in
  let order w = Printf.sprintf "{| o_unit := 2 ^ %d; o_squarings := %s; o_n := %s; o_d := %s |}" (Z.numbits w.o_unit -
    1)
    (Z.to_string w.o_squarings) (z w.o_n) (z w.o_d) in
  let form w = Printf.sprintf "{| f_unit := 2 ^ %d; f_squarings := %s; f_low := %s; f_high := %s; f_room := %s |}"
    (Z.numbits w.f_unit - 1) (Z.to_string w.f_squarings) (z w.f_low) (z w.f_high) (z w.f_room) in
  let at (eps, b) = Printf.sprintf "(%s, %s)" (coq_number eps) (coq_number b) in
  let part w = Printf.sprintf "{| in_rounds := %s; in_normal := %s; p_mn := %s; p_md := %s; p_coarser := %d |}"
    (knots w.in_rounds) (normal w.in_normal) (z w.p_mn) (z w.p_md) (unary w.p_coarser) in
  let parts w = Printf.sprintf "{| on_grid := %s; removes := %s; adds := %s |}" (levels w.on_grid) (list part w.removes)
    (list part w.adds) in
  Printf.sprintf "{| batches := %s; tangents := %s; events := %s; orders := %s; logarithms := %s; crossing := %s; \
    phased := %s |}"
    (either (fun (a, b) ->
    Printf.sprintf "(%s, %s)" (pair a) (pair b)) batches) (either tangent tangents)
    (either lower events) (either order orders) (either form logarithms) (either at crossing) (either parts phased)
let theorem extra h proposal quantity relation =
  let computed = "vm_cast_no_check (eq_refl true)" in
  let hint = Printf.sprintf "{| others := %s; more_ones := %b; threshold := %s |}" (Z.to_string h.others) h.more_ones
    (Z.to_string h.threshold) in
  let privacy = match quantity, relation with
    | ShuffleEpsilon (t, n, e0, d), AtMost v ->
      let x = coq_number in
      Printf.sprintf "\nTheorem private : shuffle_private (Z.to_nat %s) (Z.to_nat %s) (val %s) (val %s) (val %s).\nProof. apply (kernel_dp nothing_proposed %d %s). %s. Qed.\nPrint Assumptions private.\n"
        (Z.to_string t) (Z.to_string n) (x e0) (x v) (x d) extra hint computed
    | _ -> "" in
  Printf.sprintf "(* %s *)\nRequire Import Reals ZArith List.\nFrom Hallmark Require Import Definitions Claims Witness RoundsChecked KnotRounds TrainingChecked GaussianChecked LowerLevels NoiseLower Concentrated FormulasChecked Phases PhasesChecked Checks Verify Kernel.\nImport ListNotations.\nOpen Scope Z_scope.\n\n\
    Theorem certificate : holds (%s) (%s).\nProof. apply (kernel_sound %s %d %s). %s. Qed.\nPrint Assumptions certificate.\n%s"
    (summary quantity relation) (coq_quantity quantity) (coq_relation relation) (coq_proposal proposal) extra hint
      computed privacy
