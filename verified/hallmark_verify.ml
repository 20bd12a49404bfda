(* hallmark-verify: reads certificates, guesses the claim and asks the function that Verify.v proves sound.
  The guess is not believed:
   `verify` compares the text with the one that it prints for the claim. The rest of this file judges the format,
     not the truth. *)
module Integer = Z
open Checked
module Z = Integer

exception Malformed of int * string
exception Rejected of string
exception Uncovered
exception Elsewhere (* too long integers for this translation of the program *)
exception Unproved (* true or not: more digits or a larger size than the proved function reaches *)

let most_bytes = 4_194_304
let most_lines = 8_192
let most_digits = 2_000 (* a certificate may have more: these are refused as too much work *)
let most_steps = 2e7
let most_outcomes = 2e7 (* of one round, where there are several *)
let most_levels = 1e5 (* of all rounds *)
let most_guesses = ref 20_000 (* of an audit *)

(* ---- lines ---- *)
let expect line what condition = if not condition then raise (Malformed (line, what))

let lines_of text =
  expect 0 "at most 4194304 bytes" (String.length text <= most_bytes);
  expect 0 "a line feed at the end" (text <> "" && text.[String.length text - 1] = '\n');
  let lines = Array.of_list (String.split_on_char '\n' (String.sub text 0 (String.length text - 1))) in
  expect 0 "at most 8192 lines" (Array.length lines <= most_lines);
  Array.iteri (fun i l ->
    let n = String.length l in
    expect (i + 1) "printable ASCII" (String.for_all (fun c -> c >= ' ' && c <= '~') l);
    expect (i + 1) "a line that is not empty" (n > 0);
    let doubled = ref false in
    String.iteri (fun j c -> if c = ' ' && (j = 0 || j = n - 1 || l.[j - 1] = ' ') then doubled := true) l;
    expect (i + 1) "single spaces between words" (not !doubled)) lines;
  lines

let check_digest text lines =
  let last = Array.length lines in
  let body = String.length text - String.length lines.(last - 1) - 1 in
  expect last "`sha256` and the digest of the bytes above, and nothing after it"
    (lines.(last - 1) = "sha256 " ^ Sha256.hex (String.sub text 0 body))

(* ---- numbers ---- *)
let integer line s =
  let digits = if s <> "" && s.[0] = '-' then String.sub s 1 (String.length s - 1) else s in
  expect line "an integer" (digits <> "" && String.for_all (fun c -> c >= '0' && c <= '9') digits);
  expect line "no leading zeros" (digits = "0" || digits.[0] <> '0');
  expect line "no minus zero" (s <> "-0");
  if String.length digits > most_digits then raise (Rejected "work: too large a number");
  Z.of_string s

let rational line s =
  match String.index_opt s '/' with
  | None -> (integer line s, Z.one)
  | Some i ->
    let n = integer line (String.sub s 0 i) and d = integer line (String.sub s (i + 1) (String.length s - i - 1)) in
    expect line "a denominator of 2 or more" (Z.gt d Z.one);
    expect line "lowest terms" (Z.equal (Z.gcd n d) Z.one);
    (n, d)

let number line s =
  let wrapped name = String.length s > String.length name + 2 && String.starts_with ~prefix:(name ^ "(") s &&
    s.[String.length s - 1] = ')' in
  let inner name = String.sub s (String.length name + 1) (String.length s - String.length name - 2) in
  if wrapped "ln" then begin
    let n, d = rational line (inner "ln") in
    expect line "the logarithm of a positive rational other than 1" (Z.sign n > 0 && not (Z.equal n d));
    Ln (n, d)
  end else if wrapped "exp" || wrapped "sqrt" then raise Uncovered
  else let n, d = rational line s in Rat (n, d)

(* ---- the domain of FORMAT.md section 4: what lies outside is not a certificate's business, true or not ---- *)
let ten_to n = Z.pow (Z.of_int 10) n
let approximately = function
  | Rat (n, d) -> Q.to_float (Q.make n d)
  | Ln (n, d) -> (Float.of_int (Z.numbits n - Z.numbits d)) *. log 2. (* within 2, for sizes alone *)
let sign = function Rat (n, _) -> Z.sign n | Ln (n, d) -> Z.compare n d
let at_most_rational x n d = match x with Rat (a, b) -> Z.leq (Z.mul a d) (Z.mul n b) | Ln _ -> approximately x < 9990.
let domain name condition = if not condition then raise (Rejected ("domain: " ^ name))
let in_eps0 x =
  domain "eps0" (sign x > 0 && at_most_rational x (Z.of_int 10000) Z.one
    && (match x with Rat (n, d) -> Z.geq (Z.mul n (ten_to 30)) d | Ln (n, d) -> Z.lt d (Z.mul (Z.sub n d) (ten_to 29))))
let in_eps x = domain "eps" (sign x >= 0 && at_most_rational x (Z.of_int 10000) Z.one)
let in_delta x = domain "delta" (sign x >= 0 && match x with Rat (n, d) -> Z.leq n d | Ln _ -> approximately x < 0.5)
let in_count name least x = domain name (Z.geq x (Z.of_int least) && Z.leq x (ten_to 15))
let in_rate = function Rat (n, d) -> domain "rate" (Z.sign n > 0 && Z.leq n d) | Ln _ -> raise Uncovered
let in_size name = function
  | Rat (n, d) -> domain name (Z.sign n > 0 && Z.geq (Z.mul n (ten_to 30)) d && Z.leq n (Z.mul d (ten_to 30)))
  | Ln _ -> raise Uncovered
let in_sigma = in_size "sigma"
let in_signed_eps x = domain "eps" (at_most_rational x (Z.of_int 10000) Z.one && (match x with Rat (n, d) ->
  Z.geq n (Z.mul (Z.of_int (-10000)) d) | Ln _ -> true))
let in_positive_delta x = in_delta x; domain "delta" (sign x > 0)
let in_gamma = function Rat (n, d) -> domain "gamma" (Z.sign n > 0 && Z.lt n d) | Ln _ -> raise Uncovered

(* ---- the statement ---- *)
let lemma = function
  | ClonesEpsilon _ | ShuffleEpsilon _ | KrrPairEpsilon _ | KrrEpsilon _ | Rr2Epsilon _ | PoissonEpsilon _
    | GaussianEpsilon _
  | ReplaceEpsilon _ | FixedEpsilon _ | LaplaceEpsilon _ | RrEpsilon _ | DpEpsilon _ | ZcdpEpsilon _ | GdpEpsilon _
  | CompositionEpsilon _ ->
    Some "lemma hockey-stick-nonincreasing-in-eps"
  | ClonesN _ -> Some "lemma clones-delta-nonincreasing-in-n"
  | ClonesEps0 _ -> Some "lemma clones-delta-nondecreasing-in-eps0"
  | GaussianSigma _ -> Some "lemma gaussian-delta-decreasing-in-sigma"
  | ClonesDelta _ | ShuffleDelta _ | KrrPairDelta _ | KrrDelta _ | Rr2Delta _ | PoissonDelta _ | GaussianDelta _
  | ReplaceDelta _ | FixedDelta _ | LaplaceDelta _ | RrDelta _ | DpDelta _ | ZcdpDelta _ | GdpDelta _ | PoissonMu _
  | ClosedEpsilon _ | SharpEpsilon _ | LemmaEpsilon _ | SelectionProbability _
  | BestOfGeometric _ | BestOfTnb _ | CompositionDelta _ -> None
  | OneRunEpsilon _ -> Some "lemma audit-one-run-increasing-in-eps"
(* claims whose proof is searched for: their witnesses are none of ours *)
let noisy = function
  | PoissonDelta _ | PoissonEpsilon _ | GaussianDelta _ | GaussianEpsilon _ | GaussianSigma _ | ReplaceDelta _
    | ReplaceEpsilon _ | FixedDelta _
  | FixedEpsilon _ | ZcdpDelta _ | ZcdpEpsilon _ | LaplaceDelta _ | RrDelta _ | DpDelta _ | DpEpsilon _ | GdpDelta _
  | GdpEpsilon _ | PoissonMu _ | ClosedEpsilon _ | SharpEpsilon _ | LemmaEpsilon _ | OneRunEpsilon _
  | SelectionProbability _ | BestOfGeometric _ | BestOfTnb _ | CompositionDelta _ | CompositionEpsilon _ -> true
  | LaplaceEpsilon (_, _, _, d) | RrEpsilon (_, _, _, d) -> sign d > 0
  | _ -> false
(* composition of pure differential privacy: delta = 0, and nothing to be searched *)
let pure = function LaplaceEpsilon (_, _, _, d) | RrEpsilon (_, _, _, d) -> sign d = 0 | _ -> false
(* lower ends alone; upper ends alone *)
let from_below = function FixedDelta _ | FixedEpsilon _ | PoissonMu _ -> true | _ -> false
let from_above quantity = match quantity with
  | LaplaceDelta _ | RrDelta _ | DpDelta _ | DpEpsilon _ | BestOfGeometric _ | BestOfTnb _ | CompositionDelta _
  | CompositionEpsilon _ -> true
  | LaplaceEpsilon _ | RrEpsilon _ -> noisy quantity
  | _ -> false

(* the claim, and the line after `WITNESS` *)
let claim lines =
  let at = ref 0 in
  let next what =
    expect (!at + 1) what (!at < Array.length lines);
    incr at;
    lines.(!at - 1) in
  let word prefix =
    let l = next ("`" ^ prefix ^ "`") in
    let p = prefix ^ " " in
    expect !at ("`" ^ prefix ^ "`") (String.starts_with ~prefix:p l);
    String.sub l (String.length p) (String.length l - String.length p) in
  let literally l = let found = next ("`" ^ l ^ "`") in expect !at ("`" ^ l ^ "`") (found = l) in
  literally "hallmark certificate 2";
  literally "STATEMENT";
  let id = word "quantity" in
  let bounds = word "bounds" in
  let adjacency = word "adjacency" in
  let direction = word "direction" in
  let parameter name = number !at (word ("parameter " ^ name)) in
  let count name least = match parameter name with
    | Rat (n, d) when Z.equal d Z.one -> in_count name least n; n
    | _ -> raise (Rejected ("domain: " ^ name)) in
  let inside test name = let x = parameter name in test x; x in
  let eps () = inside in_eps "eps" and eps0 () = inside in_eps0 "eps0" in
  let delta () = inside in_delta "delta" and gamma () = inside in_gamma "gamma" in
  let n () = count "n" 1 in
  let users make first = let x = first () in let e0 = eps0 () in make (n ()) e0 x in
  let categories make first = let x = first () in let g = gamma () in let k = count "k" 2 in make (n ()) k g x in
  let way () = match direction with
    | "remove" -> Remove | "add" -> Add | "both" -> Both
    | _ -> raise (Malformed (6, "a direction")) in
  let response make first =
    let way = way () in
    let x = first () in let e0 = eps0 () in let n = n () in
    let others = count "others" 0 in
    domain "others" (Z.lt others n);
    make way n others e0 x in
  (* other data sets than those with one record zeroed or replaced are not covered, nor groups *)
  let batches make make_replaced first =
    let unusual = List.exists (fun name -> Array.exists (String.starts_with ~prefix:("parameter " ^ name ^ " ")) lines)
      in
    if unusual [ "deleted"; "group"; "inserted" ] then raise Uncovered;
    let make = match adjacency with "zero-out" -> make | "replace-one" -> make_replaced | _ -> raise Uncovered in
    let way = way () in
    let x = first () in
    let rate = inside in_rate "rate" in
    let sigma = inside in_sigma "sigma" in
    make (way, count "steps" 1, rate, sigma, x) in
  let shares make first =
    let x = first () in
    let share = inside in_gamma "share" in
    let sigma = inside in_sigma "sigma" in
    make (count "steps" 1, share, sigma, x) in
  let several one_round =
    let t = count "rounds" 1 in
    match one_round with
    | ClonesDelta (_, n, e0, e) -> ClonesDelta (t, n, e0, e) | ClonesEpsilon (_, n, e0, d) ->
      ClonesEpsilon (t, n, e0, d)
    | ShuffleDelta (_, n, e0, e) -> ShuffleDelta (t, n, e0, e) | ShuffleEpsilon (_, n, e0, d) ->
      ShuffleEpsilon (t, n, e0, d)
    | one_round -> if Z.equal t Z.one then one_round else raise Uncovered in
  let noise make first = let x = first () in let t = count "rounds" 1 in make t (inside in_sigma "sigma") x in
  let concentrated make first =
    let way = way () in
    let x = first () in
    let rho = inside (in_size "rho") "rho" in
    let t = count "rounds" 1 in
    make (way, t, inside in_eps "xi", rho, x) in
  let positive_delta () = inside in_positive_delta "delta" in
  let composed make rate first =
    let way = way () in
    let d = first () in
    let e0 = eps0 () in
    (match if rate then parameter "rate" else Rat (Z.one, Z.one) with
     | Rat (n, d) when Z.equal n d -> ()
     | _ -> raise Uncovered);
    make (way, count "rounds" 1, e0, d) in
  let pure_or_not make rate =
    composed (fun ((_, _, e0, d) as p) ->
      (match d, e0 with d, Ln _ when sign d = 0 -> raise Uncovered | _ -> ());
      make p) rate delta in
  let private_rounds make before after =
    let way = way () in
    let d = before () in
    let d0 = inside in_delta "delta0" in
    let e = after () in
    let e0 = eps0 () in
    make (way, count "rounds" 1, e0, d0, d, e) in
  let none () = Rat (Z.zero, Z.one) in
  let of_mu make first =
    let way = way () in
    let x = first () in
    let mu = inside (in_size "mu") "mu" in
    make (way, count "rounds" 1, mu, x) in
  let floor () = inside (function
    | Rat (n, d) -> domain "floor" (Z.sign n >= 0 && Z.lt n d)
    | Ln _ -> raise Uncovered) "floor" in
  let rational name test = inside (function Rat _ as x -> test x | Ln _ -> raise Uncovered) name in
  let closed make =
    let d = rational "delta" in_positive_delta in
    if sign (parameter "delta0") <> 0 then raise Uncovered;
    let e0 = eps0 () in
    make (n (), e0, d) in
  (* the lines of phases, in the order of their bytes without the rounds, and no two alike *)
  let composition make first =
    if adjacency <> "zero-out" then raise Uncovered;
    let way = way () in
    let x = first () in
    let phase words rounds =
      let fields = List.filter_map (fun word -> Option.map (fun i -> (String.sub word 0 i,
        number !at (String.sub word (i + 1) (String.length word - i - 1)))) (String.index_opt word '=')) words in
      let field name test = match List.assoc_opt name fields with
        | Some v -> test v; v
        | None -> raise (Malformed (!at, "the parameters of the phase")) in
      let one = function Rat (n, d) when Z.equal n d -> () | _ -> raise Uncovered in
      let p = match words with
        | "poisson-gaussian" :: _ -> Sampled (field "rate" in_rate, field "sigma" in_sigma)
        | "gaussian" :: _ -> Gaussian (field "sigma" in_sigma)
        | "gdp" :: _ -> OfMu (field "mu" (in_size "mu"))
        | "laplace" :: _ -> ignore (field "rate" one); Laplacian (field "eps0" in_eps0)
        | "eps-delta" :: _ -> let d = field "delta" in_delta in Private (field "eps" in_eps, d)
        | _ -> raise Uncovered in
      let t = integer !at rounds in
      in_count "rounds" 1 t;
      (p, t) in
    let rec more before =
      if !at < Array.length lines && String.starts_with ~prefix:"phase " lines.(!at) then begin
        match List.rev (String.split_on_char ' ' (word "phase")) with
        | rounds :: "rounds" :: words ->
          let words = List.rev words in
          let name = String.concat " " words in
          expect !at "phases in the order of their bytes" (before < name);
          let p = phase words rounds in
          p :: more name
        | _ -> raise (Malformed (!at, "`rounds` and an integer"))
      end else [] in
    let ps = more "" in
    expect (!at + 1) "`phase`" (ps <> []);
    make way ps x in
  let quantity = match id with
    | "poisson-gaussian.delta" -> batches (fun (w, t, q, s, e) -> PoissonDelta (w, t, q, s, e)) (fun (w, t, q, s, e) ->
      ReplaceDelta (w, t, q, s, e))
        (fun () -> inside in_signed_eps "eps")
    | "poisson-gaussian.epsilon" -> batches (fun (w, t, q, s, d) -> PoissonEpsilon (w, t, q, s, d)) (fun (w, t, q, s,
      d) -> ReplaceEpsilon (w, t, q, s, d))
        positive_delta
    | "fixed-batch-gaussian.delta" -> shares (fun (t, q, s, e) -> FixedDelta (t, q, s, e)) (fun () ->
      inside in_signed_eps "eps")
    | "fixed-batch-gaussian.epsilon" -> shares (fun (t, q, s, d) -> FixedEpsilon (t, q, s, d)) positive_delta
    | "laplace.epsilon" -> pure_or_not (fun (w, t, e0, d) -> LaplaceEpsilon (w, t, e0, d)) true
    | "rr.epsilon" -> pure_or_not (fun (w, t, e0, d) -> RrEpsilon (w, t, e0, d)) false
    | "laplace.delta" -> composed (fun (w, t, e0, e) -> LaplaceDelta (w, t, e0, e)) true eps
    | "rr.delta" -> composed (fun (w, t, e0, e) -> RrDelta (w, t, e0, e)) false eps
    | "eps-delta.delta" -> private_rounds (fun (w, t, e0, d0, _, e) -> DpDelta (w, t, e0, d0, e)) none eps
    | "eps-delta.epsilon" ->
      private_rounds (fun (w, t, e0, d0, d, _) -> DpEpsilon (w, t, e0, d0, d)) positive_delta none
    | "zcdp.delta" -> concentrated (fun (w, t, xi, rho, e) -> ZcdpDelta (w, t, xi, rho, e)) eps
    | "zcdp.epsilon" -> concentrated (fun (w, t, xi, rho, d) -> ZcdpEpsilon (w, t, xi, rho, d)) positive_delta
    | "gdp.delta" -> of_mu (fun (w, t, mu, e) -> GdpDelta (w, t, mu, e)) eps
    | "gdp.epsilon" -> of_mu (fun (w, t, mu, d) -> GdpEpsilon (w, t, mu, d)) positive_delta
    | "poisson-gaussian.mu" ->
      batches (fun (w, t, q, s, f) -> PoissonMu (w, t, q, s, f)) (fun _ -> raise Uncovered) floor
    | "clones.epsilon.closed-form" -> closed (fun (n, e0, d) -> ClosedEpsilon (n, e0, d))
    | "clones.epsilon.closed-form-sharp" -> closed (fun (n, e0, d) -> SharpEpsilon (n, e0, d))
    | "clones.epsilon.lemma-a1" ->
      let d = rational "delta" in_positive_delta in
      let n = n () in
      LemmaEpsilon (n, rational "p" in_rate, d)
    | "audit.epsilon.one-run" ->
      let beta = rational "beta" (function Rat (n, d) -> domain "beta" (Z.sign n > 0 && Z.lt n d) | Ln _ -> ()) in
      let d = rational "delta" in_delta in
      let guesses = count "guesses" 0 in
      let m = count "m" 1 in
      let right = count "right" 0 in
      domain "right" (Z.leq right guesses && Z.leq guesses m);
      domain "delta" (match d with Rat (n, d) -> Z.leq (Z.mul (Z.of_int 2) (Z.mul m n)) d | Ln _ -> false);
      OneRunEpsilon (m, guesses, right, beta, d)
    | "partition-selection.probability" ->
      let d = rational "delta" in_delta in
      let e = eps () in
      SelectionProbability (count "n" 0, e, d)
    | "private-selection.epsilon" ->
      let e0 = eps0 () in
      let follows name =
        !at < Array.length lines && String.starts_with ~prefix:("parameter " ^ name ^ " ") lines.(!at) in
      let eta = if follows "eta" then
          Some (rational "eta" (fun x -> domain "eta" (match x with Rat (n, d) -> Z.gt (Z.add n d) Z.zero | Ln _ -> false)))
        else None in
      if not (follows "gamma") then raise Uncovered;
      let g = inside (function   (* one run at gamma = 1, which is not covered *)
        | Rat (n, d) when Z.equal n d -> raise Uncovered
        | g -> in_gamma g) "gamma" in
      (match eta, word "parameter runs" with
       | None, "geometric" -> BestOfGeometric (e0, g)
       | Some h, "tnb" -> BestOfTnb (e0, h, g)
       | _ -> raise Uncovered)
    | "composition.delta" -> composition (fun w ps e -> CompositionDelta (w, ps, e)) eps
    | "composition.epsilon" -> composition (fun w ps d -> CompositionEpsilon (w, ps, d)) positive_delta
    | "gaussian.delta" -> noise (fun t s e -> GaussianDelta (t, s, e)) eps
    | "gaussian.epsilon" -> noise (fun t s d -> GaussianEpsilon (t, s, d)) positive_delta
    | "gaussian.sigma" -> let d = positive_delta () in let e = eps () in GaussianSigma (count "rounds" 1, e, d)
    | _ -> several (match id with
    | "clones.delta" -> users (fun n e0 e -> ClonesDelta (Z.one, n, e0, e)) eps
    | "clones.epsilon" -> users (fun n e0 d -> ClonesEpsilon (Z.one, n, e0, d)) delta
    | "shuffle.delta" -> users (fun n e0 e -> ShuffleDelta (Z.one, n, e0, e)) eps
    | "shuffle.epsilon" -> users (fun n e0 d -> ShuffleEpsilon (Z.one, n, e0, d)) delta
    | "clones.n" -> let d = delta () in let e = eps () in ClonesN (eps0 (), e, d)
    | "clones.eps0" -> let d = delta () in let e = eps () in ClonesEps0 (n (), e, d)
    | "krr.delta.strong-pair" -> categories (fun n k g e -> KrrPairDelta (n, k, g, e)) eps
    | "krr.epsilon.strong-pair" -> categories (fun n k g d -> KrrPairEpsilon (n, k, g, d)) delta
    | "krr.delta.strong" -> categories (fun n k g e -> KrrDelta (n, k, g, e)) eps
    | "krr.epsilon.strong" -> categories (fun n k g d -> KrrEpsilon (n, k, g, d)) delta
    | "rr2.delta" -> response (fun d n m e0 e -> Rr2Delta (d, n, m, e0, e)) eps
    | "rr2.epsilon" -> response (fun d n m e0 x -> Rr2Epsilon (d, n, m, e0, x)) delta
    | _ -> raise Uncovered) in
  let sign_ = word "relation" in
  if !at < Array.length lines && String.starts_with ~prefix:"right " lines.(!at) then raise Uncovered;
  let value () = number !at (word "value") in
  let relation = match sign_ with
    | "<=" -> AtMost (value ()) | "<" -> Below (value ()) | ">=" -> AtLeast (value ()) | ">" -> Above (value ())
    | "in" -> let lo = value () in Within (lo, value ())
    | _ -> raise (Malformed (!at, "a relation")) in
  literally "AXIOMS";
  let rec skip_axioms () = if next "`WITNESS`" <> "WITNESS" then skip_axioms () in
  skip_axioms ();
  ignore (bounds, adjacency, direction);
  (quantity, relation, !at)

let has_upper = function AtLeast _ | Above _ -> false | _ -> true
let has_lower = function AtMost _ | Below _ -> false | _ -> true

let rounds_of = function
  | ClonesDelta (t, _, _, _) | ClonesEpsilon (t, _, _, _) | ShuffleDelta (t, _, _, _) | ShuffleEpsilon (t, _, _, _) -> t
  | _ -> Z.one
(* the witness is none of ours, but a line out of place is an accident *)
let check_witness lines quantity relation first =
  let at = ref first in
  let line what ok =
    expect (!at + 1) what (!at < Array.length lines && ok lines.(!at));
    incr at in
  let among prefix ok l =
    let p = prefix ^ " " in
    String.starts_with ~prefix:p l && ok (String.sub l (String.length p) (String.length l - String.length p)) in
  let between lo hi s = try let z = integer 0 s in Z.geq z lo && Z.leq z hi with Malformed _ -> false in
  Option.iter (fun l -> line ("`" ^ l ^ "`") (( = ) l)) (lemma quantity);
  if noisy quantity then at := Array.length lines - 2
  else begin
  let by name = !at < Array.length lines && lines.(!at) = "method " ^ name in
  let laws = by "laws" and outcomes = by "outcomes" in
  if (match quantity with LaplaceEpsilon _ -> true | _ -> false) then line "`method formula`" (( = ) "method formula")
  else if Z.equal (rounds_of quantity) Z.one then line "`method sums`" (( = ) "method sums")
    else line "`method grid`, `method laws` or `method outcomes`" (fun l -> laws || outcomes || l = "method grid");
  line "`bits` and an integer from 64 to 65536" (among "bits" (between (Z.of_int 64) (Z.of_int 65536)));
  if not (outcomes || Z.equal (rounds_of quantity) Z.one) then begin
    line "`grid` and an integer from 1 to 10^40" (among "grid" (between Z.one (ten_to 40)));
    if laws then line "`unit` and an integer from 1 to 512" (among "unit" (between Z.one (Z.of_int 512)));
    let increasing l = match List.map (integer 0) (String.split_on_char ' ' l) with
      | first :: rest -> Z.sign first > 0 && fst (List.fold_left (fun (ok, before) z -> (ok && Z.lt before z, z)) (true,
        first) rest)
      | [] -> false in
    (* one line for one round, and one for each product of the binary powers *)
    let t = rounds_of quantity in
    if laws then for _ = 1 to Z.numbits t + Z.popcount t - 1 do
      line "`ratios` and increasing positive integers" (among "ratios" (fun l -> try increasing l with Malformed _ ->
        false))
    done
  end;
  (match quantity with
   | (ShuffleDelta (_, n, _, _) | ShuffleEpsilon (_, n, _, _)) when has_lower relation ->
     line "`others`, at most n - 1" (among "others" (between Z.zero (Z.pred n)));
     line "`rr2-direction remove` or `add`" (among "rr2-direction" (fun d -> d = "remove" || d = "add"))
   | (Rr2Delta (Both, _, _, _, _) | Rr2Epsilon (Both, _, _, _, _)) when has_lower relation ->
     line "`rr2-direction remove` or `add`" (among "rr2-direction" (fun d -> d = "remove" || d = "add"))
   | _ -> ())
  end;
  line "`END`" (( = ) "END");
  expect (!at + 1) "`sha256` and nothing after it" (!at + 1 = Array.length lines)

(* about how many terms the sums have *)
let steps quantity relation =
  let windowed mean = Float.min mean (1e5 +. 150. *. sqrt mean) in
  let of_users n e0 =
    let low = match e0 with Rat _ -> approximately e0 | Ln _ -> Float.max 0. (approximately e0 -. 2.) in
    windowed (n *. exp (-. low)) in
  let largest = match relation with
    | AtMost v | Below v | AtLeast v | Above v -> approximately v
    | Within (lo, hi) -> Float.max (approximately lo) (approximately hi) in
  match quantity with
  | ClonesDelta (_, n, e0, _) | ClonesEpsilon (_, n, e0, _) | ShuffleDelta (_, n, e0, _) | ShuffleEpsilon (_, n, e0,
    _) -> of_users (Z.to_float n) e0
  | ClonesN (e0, _, _) -> of_users largest e0
  | ClonesEps0 (n, _, _) -> windowed (Z.to_float n)
  | Rr2Delta (_, n, _, _, _) | Rr2Epsilon (_, n, _, _, _) -> sqrt (Z.to_float n)
  | KrrPairDelta (n, k, g, _) | KrrPairEpsilon (n, k, g, _) | KrrDelta (n, k, g, _) | KrrEpsilon (n, k, g, _) ->
    Z.to_float n *. 2. *. approximately g /. Z.to_float k
  | PoissonDelta _ | PoissonEpsilon _ | GaussianDelta _ | GaussianEpsilon _ | GaussianSigma _ | ReplaceDelta _
    | ReplaceEpsilon _ | FixedDelta _
  | FixedEpsilon _ | LaplaceEpsilon _ | RrEpsilon _ | LaplaceDelta _ | RrDelta _ | DpDelta _ | DpEpsilon _ | ZcdpDelta _
  | ZcdpEpsilon _ | GdpDelta _ | GdpEpsilon _ | PoissonMu _ | ClosedEpsilon _ | SharpEpsilon _ | LemmaEpsilon _ -> 0.
  | OneRunEpsilon (_, guesses, _, _, _) -> 1000. *. Z.to_float guesses   (* long integers *)
  | SelectionProbability (n, _, _) -> 200. *. Z.to_float n
  | BestOfGeometric _ | BestOfTnb _ | CompositionDelta _ | CompositionEpsilon _ -> 0.
    (* the search for a proposal has its own limits *)

(* ---- the threshold of the event on randomized response: a proposal in floating point, which the proof does not
  believe ---- *)
(* ratio y = R(y)/R(y-1) decreases, R the law of the ones of m truthful and z lying coins of probability a;
  the event begins where it passes `level` *)
let threshold m z a level =
  let big, p, small, s = if m >= z then (m, a, z, 1. -. a) else (z, 1. -. a, m, a) in
  let odds p = p /. (1. -. p) in
  let weight = Array.make (small + 1) 0. in   (* logarithms *)
  for i = 1 to small do weight.(i) <- weight.(i - 1) +. log (odds s) +. log (float (small - i + 1) /. float i) done;
  (* the logarithm of R(y) over that of the big group's weight at b *)
  let relative y b =
    let terms = ref [] and at = ref 0. in
    let top = ref b in   (* the big group's count that `at` stands for *)
    let move k =
      while !top > k do at := !at +. log (float !top /. float (big - !top + 1)) -. log (odds p); decr top done;
      while !top < k do at := !at +. log (odds p) +. log (float (big - !top) /. float (!top + 1)); incr top done in
    for i = small downto 0 do
      let k = y - i in
      if k >= 0 && k <= big then (move k; terms := (weight.(i) +. !at) :: !terms)
    done;
    let most = List.fold_left Float.max neg_infinity !terms in
    most +. log (List.fold_left (fun sum t -> sum +. exp (t -. most)) 0. !terms) in
  let rec search lo hi =   (* the ratio is above the level at lo, not above at hi *)
    if hi - lo <= 1 then hi
    else
      let y = (lo + hi) / 2 in
      let b = min big (max 0 (y - small)) in
      if relative y b -. relative (y - 1) b > level then search y hi else search lo y in
  search 0 (big + small + 1)

let float_of = function Rat (n, d) -> Q.to_float (Q.make n d) | Ln (n, d) ->
  let part z = let k = max 0 (Z.numbits z - 60) in log (Z.to_float (Z.shift_right z k)) +. float k *. log 2.
    in part n -. part d

let hint_of lines quantity relation =
  let field name = Array.to_list lines |> List.find_map (fun l ->
    if String.starts_with ~prefix:(name ^ " ") l then Some (String.sub l (String.length name + 1) (String.length l -
      String.length name - 1)) else None) in
  let said () = field "rr2-direction" = Some "remove" in
  let propose n others up eps0 eps =
      let m = Z.to_int others and z = Z.to_int (Z.sub (Z.pred n) others) in
      if min m z > 1000 then raise (Rejected "work: too many terms");
      let e0 = float_of eps0 and e = float_of eps in
      let a = 1. /. (1. +. exp (-. e0)) in
      (* P - wQ > 0 where R(y)/R(y-1) < alpha/beta; Q - wP > 0 where R(y)/R(y-1) > beta/alpha *)
      let alpha = -. expm1 (e -. e0) and beta = exp e -. exp (-. e0) in
      let level = log alpha -. log beta in
      let t = threshold m z a (if up then level else -. level) - 1 in
      { others; more_ones = up; threshold = Z.of_int (max 0 t) } in
  let others () = Z.of_string (Option.get (field "others")) in
  let way = function Remove -> true | Add -> false | Both -> said () in
  let end_ = match relation with AtLeast v | Above v | Within (v, _) -> v | AtMost v | Below v -> v in
  match quantity with
  | ShuffleDelta (_, n, e0, e) when has_lower relation -> propose n (others ()) (said ()) e0 e
  | ShuffleEpsilon (_, n, e0, _) when has_lower relation -> propose n (others ()) (said ()) e0 end_
  | Rr2Delta (d, n, m, e0, e) when has_lower relation -> propose n m (way d) e0 e
  | Rr2Epsilon (d, n, m, e0, _) when has_lower relation -> propose n m (way d) e0 end_
  | _ -> { others = Z.zero; more_ones = true; threshold = Z.zero }

type verified = { quantity : quantity; relation : relation; hint : hint; extra : int; proposal : proposal }

(* The grids of several rounds, 2^fine levels to a unit of eps, as far as the work allows: outcomes of one round,
  and levels of all rounds. *)
let grids quantity = match quantity with
  | ClonesDelta (t, n, e0, _) | ClonesEpsilon (t, n, e0, _) | ShuffleDelta (t, n, e0, _) | ShuffleEpsilon (t, n, e0,
    _) ->
    let e0 = Float.max 1e-3 (float_of e0) and n = Z.to_float n and t = Z.to_float t in
    let clones = n *. exp (-. e0) +. 1. in
    let window m = Float.min m (40. *. sqrt m +. 400.) in
    let outcomes = window clones *. window (clones +. 1.) in
    List.filter (fun fine ->
      let levels = 2. *. e0 *. Float.pow 2. (float fine) in
      outcomes +. window clones *. levels <= most_outcomes && t *. levels <= most_levels) [ 6; 9; 12; 15 ]
  | _ -> []

(* the eps at which a certificate compares a curve with that of mu-GDP: a hint *)
let point_of lines =
  match List.find_map (fun l -> match String.split_on_char ' ' l with
    | "point" :: _ :: eps :: _ -> Some (number 0 eps)
    | _ -> None) (Array.to_list lines) with
  | Some eps -> eps
  | None -> raise Unproved
(* what the proved function is given for a claim on noise: found from the claim alone, for each end that is claimed *)
let proposed lines quantity relation =
  let fraction = function Rat (n, d) -> (n, d) | Ln _ -> raise Uncovered in
  let missing = function Some p -> p | None -> raise Unproved in
  let nonnegative x = if sign x < 0 then raise Unproved in
  let upper strict v =
    (* a little inside where the relation is strict *)
    let inside = match v with
      | Rat (n, d) when strict -> let q = Z.shift_left Z.one 40 in Rat (Z.pred (Z.mul n q), Z.mul d q)
      | _ when strict -> raise Uncovered
      | v -> v in
    nonnegative inside;
    missing (match quantity with
      | PoissonDelta (way, rounds, q, s, eps) ->
        if sign v = 0 then raise Unproved;
        nonnegative eps;
        Proposals.(training way { rate = fraction q; sigma = fraction s; rounds; delta = fraction v } eps)
      | PoissonEpsilon (way, rounds, q, s, d) ->
        Proposals.(training way { rate = fraction q; sigma = fraction s; rounds; delta = fraction d } inside)
      | ZcdpDelta (_, t, xi, rho, eps) ->
        if sign v = 0 then raise Unproved;
        nonnegative eps;
        Proposals.order t (fraction xi) (fraction rho) eps v
      | ZcdpEpsilon (_, t, xi, rho, d) -> Proposals.order t (fraction xi) (fraction rho) inside d
      | ReplaceDelta (_, rounds, q, s, eps) ->
        if sign v = 0 then raise Unproved;
        nonnegative eps;
        Proposals.(without_the_record { rate = fraction q; sigma = fraction s; rounds; delta = fraction v } eps)
      | ReplaceEpsilon (_, rounds, q, s, d) ->
        Proposals.(without_the_record { rate = fraction q; sigma = fraction s; rounds; delta = fraction d } inside)
      | LaplaceDelta (_, t, e0, eps) -> Proposals.laplace_rounds t e0 (fraction v) eps
      | LaplaceEpsilon (_, t, e0, d) -> Proposals.laplace_rounds t e0 (fraction d) inside
      | RrDelta (_, t, e0, _) -> Proposals.private_rounds t e0 (Z.zero, Z.one) (fraction v)
      | RrEpsilon (_, t, e0, d) ->
        Proposals.private_rounds t e0 (Z.zero, Z.one) (fraction d)
      | DpDelta (_, t, e0, d0, _) -> Proposals.private_rounds t e0 (fraction d0) (fraction v)
      | DpEpsilon (_, t, e0, d0, d) -> Proposals.private_rounds t e0 (fraction d0) (fraction d)
      | GaussianDelta (rounds, s, eps) -> Proposals.tangent rounds (fraction s) eps
      | GaussianEpsilon (rounds, s, _) -> Proposals.tangent rounds (fraction s) inside
      | GaussianSigma (rounds, eps, _) -> if sign inside = 0 then None else Proposals.tangent rounds (fraction inside)
        eps
      | GdpDelta (_, t, mu, eps) -> Proposals.tangent t (inverse mu |> fraction) eps
      | CompositionDelta (way, ps, eps) -> Compositions.phases way ps (fraction v) eps
      | CompositionEpsilon (way, ps, d) -> Compositions.phases way ps (fraction d) inside
      | GdpEpsilon (_, t, mu, _) -> Proposals.tangent t (inverse mu |> fraction) inside
      | _ -> Some Proposals.nothing) in
  let lower v =
    let whole = (Z.one, Z.one) in
    let p rate sigma rounds delta = Proposals.{ rate; sigma = fraction sigma; rounds; delta = fraction delta } in
    let removed = Proposals.shifts_of ~remove:true in
    let batch way = Proposals.shifts_of ~remove:(way <> Add) in
    let shifts, remove, delta, claim, eps = match quantity with
      | PoissonDelta (way, t, q, s, e) -> (batch way, way <> Add, true, lazy (p (fraction q) s t v), e)
      | PoissonEpsilon (way, t, q, s, d) -> (batch way, way <> Add, false, lazy (p (fraction q) s t d), v)
      | GaussianDelta (t, s, e) -> (removed, true, true, lazy (p whole s t v), e)
      | GaussianEpsilon (t, s, d) -> (removed, true, false, lazy (p whole s t d), v)
      | GaussianSigma (t, e, d) -> (removed, true, false, lazy (p whole v t d), e)
      | GdpDelta (way, t, mu, e) -> (batch way, way <> Add, true, lazy (p whole (inverse mu) t v), e)
      | GdpEpsilon (way, t, mu, d) -> (batch way, way <> Add, false, lazy (p whole (inverse mu) t d), v)
      | ReplaceDelta (_, t, q, s, e) -> (Proposals.replaced, true, true, lazy (p (fraction q) s t v), e)
      | ReplaceEpsilon (_, t, q, s, d) -> (Proposals.replaced, true, false, lazy (p (fraction q) s t d), v)
      | FixedDelta (t, q, s, e) -> (Proposals.of_fixed_batch, true, true, lazy (p (fraction q) s t v), e)
      | FixedEpsilon (t, q, s, d) -> (Proposals.of_fixed_batch, true, false, lazy (p (fraction q) s t d), v)
      | _ -> raise Uncovered in
    if sign v > 0 then missing (Proposals.events ~shifts ~remove (Lazy.force claim) eps)
    else if delta then raise Unproved
    else Proposals.nothing in
  let lower strict v = match quantity with
    | PoissonMu (way, t, q, s, f) ->
      if sign v <= 0 then raise Unproved;
      let mu = fraction (if strict then nudge Z.one v else v) in
      missing (Proposals.below_mu ~shifts:(Proposals.shifts_of ~remove:(way <> Add)) ~remove:(way <> Add)
        (fun delta -> Proposals.{ rate = fraction q; sigma = fraction s; rounds = t; delta }) mu (fraction f)
        (fraction (point_of lines)))
    | ZcdpDelta (_, t, _, rho, eps) when sign v > 0 -> missing (Proposals.one_cut t (fraction rho) eps)
    | ZcdpEpsilon (_, t, _, rho, _) when sign v > 0 -> missing (Proposals.one_cut t (fraction rho) v)
    | ZcdpEpsilon _ -> Proposals.nothing
    | _ -> lower v in
  let ends = match relation with AtMost v | Below v | AtLeast v | Above v -> [ v ] | Within (lo, hi) -> [ lo; hi ] in
  match quantity, relation with
  | ClosedEpsilon (_, e0, d), _ ->
    missing (Proposals.logarithms (fun w -> let n, d = fraction d in closed_form_at w false e0 n d) ends)
  | SharpEpsilon (_, e0, d), _ ->
    missing (Proposals.logarithms (fun w -> let n, d = fraction d in closed_form_at w true e0 n d) ends)
  | LemmaEpsilon (_, p, d), _ ->
    let (pn, pd), (dn, dd) = fraction p, fraction d in
    missing (Proposals.logarithms (fun w -> lemma_form w pn pd dn dd) ends)
  | (OneRunEpsilon _ | SelectionProbability _ | BestOfGeometric _ | BestOfTnb _), _ -> Proposals.nothing
  | _, AtMost v -> upper false v
  | _, Below v -> upper true v
  | _, AtLeast v -> lower false v
  | _, Above v -> lower true v
  | _, Within (lo, hi) ->
    let above = upper false hi and below = lower false lo in
    { above with events = below.events; tangents = (if below.tangents = None then above.tangents else below.tangents) }

let verdict text =
  let lines = lines_of text in
  check_digest text lines;
  let quantity, relation, after = claim lines in
  check_witness lines quantity relation after;
  (match quantity with
   | (Rr2Delta (_, _, m, _, _) | Rr2Epsilon (_, _, m, _, _)) when has_upper relation && Z.sign m > 0 -> raise Uncovered
   | _ -> ());
  if steps quantity relation > most_steps then raise (Rejected "work: too many terms");
  (match quantity with
   | OneRunEpsilon (_, guesses, _, _, _) when Z.gt guesses (Z.of_int !most_guesses) -> raise Elsewhere
   | _ -> ());
  let length = Array.fold_left (fun (i, n) l -> (i + 1, if i < after then n + String.length l + 1 else n)) (0,
    0) lines |> snd in
  let head = String.sub text 0 length in
  if from_below quantity && has_upper relation then raise Uncovered;
  if from_above quantity && has_lower relation then raise Uncovered;
  if show quantity relation <> head then raise
    (Rejected "statement: the labels or axioms are not those of this quantity");
  if not (Z.equal (rounds_of quantity) Z.one) && grids quantity = [] then raise (Rejected "work: too many terms");
  let hint = hint_of lines quantity relation in
  let decided () =
    let proposal = if noisy quantity then proposed lines quantity relation else Proposals.nothing in
    let tries = if noisy quantity || pure quantity then [ 0 ] else if Z.equal (rounds_of quantity) Z.one then
      [ 0; 80; 400 ] else grids quantity in
    match List.find_opt (fun extra -> verify_plain proposal (Z.of_int extra) hint head quantity relation) tries with
    | Some extra -> { quantity; relation; hint; extra; proposal }
    | None -> raise (if noisy quantity then Unproved else Rejected "comparison: not what the recomputation gives") in
  (* a search that is too deep for the machine, or for a browser, refutes nothing *)
  try decided () with Out_of_memory | Stack_overflow when noisy quantity -> raise Unproved

let judge text =
  try Ok (verdict text) with error -> Error (match error with
  | Malformed (line, what) -> Printf.sprintf "MALFORMED line %d: expected %s" line what
  | Rejected why -> "REJECTED " ^ why
  | Uncovered -> "UNKNOWN: quantity not covered"
  | Elsewhere -> Printf.sprintf "UNKNOWN: more than %d guesses take too long here: run hallmark-verify" !most_guesses
  | Unproved -> "UNKNOWN: claim not proved, or not at this size and precision"
  | Out_of_memory | Stack_overflow -> "REJECTED work: too much memory"
  | other -> raise other)

(* What is proved of a formula of a paper is its number; that it bounds a mechanism is the paper's theorem. *)
let modulo quantity relation = match quantity with
  | ClosedEpsilon _ | SharpEpsilon _ | OneRunEpsilon _ ->
    let name line = String.sub line 6 (String.length line - 6) in
    String.concat ", " (List.map name (axiom_lines quantity relation))
  | _ -> "none"

let line_of text = match judge text with
  | Ok v -> "VERIFIED " ^ summary v.quantity v.relation ^ " modulo [" ^ modulo v.quantity v.relation ^ "]"
  | Error line -> line
