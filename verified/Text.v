(* The bytes of a certificate (proofs-check/FORMAT.md, version 2) that state a claim: what a text means is said by this
     printer. *)
Require Import Ascii DecimalString String List ZArith.
From Hallmark Require Import Definitions Phases Claims.
Import ListNotations.
Local Open Scope string_scope.

Definition show_Z (z : Z) : string := NilZero.string_of_int (Z.to_int z).
Definition show_fraction (n d : Z) : string := if (d =? 1)%Z then show_Z n else show_Z n ++ "/" ++ show_Z d.
Definition show_number (x : number) : string := match x with Rat n d => show_fraction n d | Ln n d
  => "ln(" ++ show_fraction n d ++ ")" end.

(* one row of FORMAT.md section 4: the id, whose number it is, the direction, the parameters in byte order *)
Definition show_direction (d : direction) : string := match d with Remove => "remove" | Add => "add" | Both
  => "both" end.
Record row := { id : string; bounds : string; near : string; way : string; parameters : list (string * string) }.
Definition row_of (q : quantity) : row :=
  let pair i := Build_row i "pair" "replace-one" "both" in
  let mechanism i := Build_row i "mechanism" "replace-one" "both" in
  let formula i := Build_row i "formula" "replace-one" "both" in
  let concentrated dir i first t xi rho := Build_row i "mechanism" "zero-out" (show_direction dir)
    [first; ("rho", show_number rho); ("rounds", show_Z t); ("xi", show_number xi)] in
  let noise i := Build_row i "mechanism" "zero-out" "both" in
  let batches t q s := [("rate", show_number q); ("sigma", show_number s); ("steps", show_Z t)] in
  let closed n e0 d := [("delta", show_number d); ("delta0", "0"); ("eps0", show_number e0); ("n", show_Z n)] in
  let shares t q s := [("share", show_number q); ("sigma", show_number s); ("steps", show_Z t)] in
  let response n m e0 := [("eps0", show_number e0); ("n", show_Z n); ("others", show_Z m); ("rounds", "1")] in
  let krr n k g := [("gamma", show_number g); ("k", show_Z k); ("n", show_Z n); ("rounds", "1")] in
  match q with
  | ClonesDelta t n e0 e => pair "clones.delta" [("eps", show_number e); ("eps0", show_number e0); ("n", show_Z n);
    ("rounds", show_Z t)]
  | ClonesEpsilon t n e0 d => pair "clones.epsilon" [("delta", show_number d); ("eps0", show_number e0);
    ("n", show_Z n); ("rounds", show_Z t)]
  | ShuffleDelta t n e0 e => mechanism "shuffle.delta" [("eps", show_number e); ("eps0", show_number e0);
    ("n", show_Z n); ("rounds", show_Z t)]
  | ShuffleEpsilon t n e0 d => mechanism "shuffle.epsilon" [("delta", show_number d); ("eps0", show_number e0);
    ("n", show_Z n); ("rounds", show_Z t)]
  | ClonesN e0 e d => pair "clones.n" [("delta", show_number d); ("eps", show_number e); ("eps0", show_number e0);
    ("rounds", "1")]
  | ClonesEps0 n e d => pair "clones.eps0" [("delta", show_number d); ("eps", show_number e); ("n", show_Z n);
    ("rounds", "1")]
  | KrrPairDelta n k g e => formula "krr.delta.strong-pair" (("eps", show_number e) :: krr n k g)
  | KrrPairEpsilon n k g d => formula "krr.epsilon.strong-pair" (("delta", show_number d) :: krr n k g)
  | KrrDelta n k g e => mechanism "krr.delta.strong" (("eps", show_number e) :: krr n k g)
  | KrrEpsilon n k g d => mechanism "krr.epsilon.strong" (("delta", show_number d) :: krr n k g)
  | Rr2Delta dir n m e0 e => Build_row "rr2.delta" "mechanism" "replace-one" (show_direction dir) (("eps",
    show_number e) :: response n m e0)
  | Rr2Epsilon dir n m e0 d => Build_row "rr2.epsilon" "mechanism" "replace-one" (show_direction dir) (("delta",
    show_number d) :: response n m e0)
  | PoissonDelta dir t q s e => Build_row "poisson-gaussian.delta" "mechanism" "zero-out" (show_direction dir) (("eps",
    show_number e) :: batches t q s)
  | PoissonEpsilon dir t q s d => Build_row "poisson-gaussian.epsilon" "mechanism" "zero-out" (show_direction dir)
    (("delta", show_number d) :: batches t q s)
  | ReplaceDelta dir t q s e => Build_row "poisson-gaussian.delta" "mechanism" "replace-one" (show_direction dir)
    (("eps", show_number e) :: batches t q s)
  | ReplaceEpsilon dir t q s d => Build_row "poisson-gaussian.epsilon" "mechanism" "replace-one" (show_direction dir)
    (("delta", show_number d) :: batches t q s)
  | LaplaceEpsilon dir t e0 d => Build_row "laplace.epsilon" "mechanism" "zero-out" (show_direction dir)
    [("delta", show_number d); ("eps0", show_number e0); ("rate", "1"); ("rounds", show_Z t)]
  | RrEpsilon dir t e0 d => Build_row "rr.epsilon" "mechanism" "replace-one" (show_direction dir)
    [("delta", show_number d); ("eps0", show_number e0); ("rounds", show_Z t)]
  | LaplaceDelta dir t e0 e => Build_row "laplace.delta" "mechanism" "zero-out" (show_direction dir)
    [("eps", show_number e); ("eps0", show_number e0); ("rate", "1"); ("rounds", show_Z t)]
  | RrDelta dir t e0 e => Build_row "rr.delta" "mechanism" "replace-one" (show_direction dir)
    [("eps", show_number e); ("eps0", show_number e0); ("rounds", show_Z t)]
  | DpDelta dir t e0 d0 e => Build_row "eps-delta.delta" "mechanism" "zero-out" (show_direction dir)
    [("delta0", show_number d0); ("eps", show_number e); ("eps0", show_number e0); ("rounds", show_Z t)]
  | DpEpsilon dir t e0 d0 d => Build_row "eps-delta.epsilon" "mechanism" "zero-out" (show_direction dir)
    [("delta", show_number d); ("delta0", show_number d0); ("eps0", show_number e0); ("rounds", show_Z t)]
  | ZcdpDelta dir t xi rho e => concentrated dir "zcdp.delta" ("eps", show_number e) t xi rho
  | ZcdpEpsilon dir t xi rho d => concentrated dir "zcdp.epsilon" ("delta", show_number d) t xi rho
  | GdpDelta dir t mu e => Build_row "gdp.delta" "mechanism" "zero-out" (show_direction dir)
    [("eps", show_number e); ("mu", show_number mu); ("rounds", show_Z t)]
  | GdpEpsilon dir t mu d => Build_row "gdp.epsilon" "mechanism" "zero-out" (show_direction dir)
    [("delta", show_number d); ("mu", show_number mu); ("rounds", show_Z t)]
  | PoissonMu dir t q s f => Build_row "poisson-gaussian.mu" "mechanism" "zero-out" (show_direction dir)
    (("floor", show_number f) :: batches t q s)
  | ClosedEpsilon n e0 d => formula "clones.epsilon.closed-form" (closed n e0 d)
  | SharpEpsilon n e0 d => formula "clones.epsilon.closed-form-sharp" (closed n e0 d)
  | LemmaEpsilon n p d => formula "clones.epsilon.lemma-a1" [("delta", show_number d); ("n", show_Z n);
    ("p", show_number p)]
  | OneRunEpsilon m n k b d => Build_row "audit.epsilon.one-run" "formula" "zero-out" "both" [("beta", show_number b);
    ("delta", show_number d); ("guesses", show_Z n); ("m", show_Z m); ("right", show_Z k)]
  | SelectionProbability n e d => Build_row "partition-selection.probability" "mechanism" "zero-out" "both"
    [("delta", show_number d); ("eps", show_number e); ("n", show_Z n)]
  | BestOfGeometric e0 g => Build_row "private-selection.epsilon" "mechanism" "zero-out" "both"
    [("eps0", show_number e0); ("gamma", show_number g); ("runs", "geometric")]
  | BestOfTnb e0 h g => Build_row "private-selection.epsilon" "mechanism" "zero-out" "both"
    [("eps0", show_number e0); ("eta", show_number h); ("gamma", show_number g); ("runs", "tnb")]
  | CompositionDelta dir _ e =>
      Build_row "composition.delta" "pair" "zero-out" (show_direction dir) [("eps", show_number e)]
  | CompositionEpsilon dir _ d =>
      Build_row "composition.epsilon" "pair" "zero-out" (show_direction dir) [("delta", show_number d)]
  | FixedDelta t q s e => mechanism "fixed-batch-gaussian.delta" (("eps", show_number e) :: shares t q s)
  | FixedEpsilon t q s d => mechanism "fixed-batch-gaussian.epsilon" (("delta", show_number d) :: shares t q s)
  | GaussianDelta t s e => noise "gaussian.delta" [("eps", show_number e); ("rounds", show_Z t);
    ("sigma", show_number s)]
  | GaussianEpsilon t s d => noise "gaussian.epsilon" [("delta", show_number d); ("rounds", show_Z t);
    ("sigma", show_number s)]
  | GaussianSigma t e d => noise "gaussian.sigma" [("delta", show_number d); ("eps", show_number e);
    ("rounds", show_Z t)]
  end.
(* the lines of the phases of a composition *)
Definition show_kind (p : phase) : string :=
  match p with
  | Sampled q s => "poisson-gaussian rate=" ++ show_number q ++ " sigma=" ++ show_number s
  | Gaussian s => "gaussian sigma=" ++ show_number s
  | OfMu mu => "gdp mu=" ++ show_number mu
  | Laplacian e => "laplace eps0=" ++ show_number e ++ " rate=1"
  | Private e d => "eps-delta delta=" ++ show_number d ++ " eps=" ++ show_number e
  end.
Definition show_phase (pt : phase * Z) : string :=
  "phase " ++ show_kind (fst pt) ++ " rounds " ++ show_Z (snd pt).
Definition phases_of (q : quantity) : list (phase * Z) :=
  match q with CompositionDelta _ ps _ | CompositionEpsilon _ ps _ => ps | _ => [] end.
Definition relation_sign (r : relation) : string :=
  match r with AtMost _ => "<=" | Below _ => "<" | AtLeast _ => ">=" | Above _ => ">" | Within _ _ => "in" end.
Definition relation_values (r : relation) : list number :=
  match r with AtMost v | Below v | AtLeast v | Above v => [v] | Within lo hi => [lo; hi] end.
(* The format names the theorem of the literature on which the checker in C++ rests here, or by which a formula is a
   bound. Nothing is assumed: `holds` is what is proved, of a formula its value. *)
Definition axiom_lines (q : quantity) (r : relation) : list string :=
  match q, r with
  | ShuffleDelta _ n e0 _, (AtMost _ | Below _ | Within _ _) | ShuffleEpsilon _ n e0 _,
    (AtMost _ | Below _ | Within _ _) =>
      ["axiom FMT21-Theorem-3.2 eps0=" ++ show_number e0 ++ " n=" ++ show_Z n]
  | ClosedEpsilon n e0 d, _ =>
      ["axiom FMT21-Theorem-3.1 delta=" ++ show_number d ++ " eps0=" ++ show_number e0 ++ " n=" ++ show_Z n]
  | OneRunEpsilon m n k b d, _ => ["axiom SNJ23-one-run beta=" ++ show_number b ++ " delta=" ++ show_number d ++
      " guesses=" ++ show_Z n ++ " m=" ++ show_Z m ++ " right=" ++ show_Z k]
  | SharpEpsilon n e0 _, _ => ["axiom FMT21-Theorem-3.2 eps0=" ++ show_number e0 ++ " n=" ++ show_Z n]
  | _, _ => ["none"]
  end.

Definition line_feed : string := String (ascii_of_nat 10) "".
Definition unlines (l : list string) : string := fold_right (fun a b => a ++ line_feed ++ b) "" l.
Definition show (q : quantity) (r : relation) : string :=
  let w := row_of q in
  unlines (app ["hallmark certificate 2"; "STATEMENT"; "quantity " ++ id w; "bounds " ++ bounds w;
    "adjacency " ++ near w; "direction " ++ way w]
    (app (map (fun p => "parameter " ++ fst p ++ " " ++ snd p) (parameters w))
    (app (map show_phase (phases_of q))
    (("relation " ++ relation_sign r) :: app (map (fun v => "value " ++ show_number v) (relation_values r))
    ("AXIOMS" :: app (axiom_lines q r) ["WITNESS"]))))).

(* the statement on one line, as the programs print it *)
Definition summary (q : quantity) (r : relation) : string :=
  let w := row_of q in
  id w ++ "(" ++ String.concat ", " (map (fun p => fst p ++ "=" ++ snd p) (parameters w))
    ++ String.concat "" (map (fun pt => "; " ++ show_Z (snd pt) ++ " x " ++ show_kind (fst pt)) (phases_of q)) ++ ") [" ++ bounds w ++ ", " ++ near w ++ ", " ++ way w ++ "] " ++
  relation_sign r ++ " " ++
  match r with Within lo hi => "[" ++ show_number lo ++ ", " ++ show_number hi ++ "]" | _
    => String.concat "" (map show_number (relation_values r)) end.
