(* The checks of every quantity: which computation accepts an upper end, a lower end, a claim. *)
Require Import Reals Lra Lia Arith Bool ZArith String Ascii.
From Hallmark Require Import Definitions Claims Laws OneMoreCoin ClonesPair Steps Exponential ClonesMonotone
  ClonesChecked KrrChecked Response ResponseChecked ResponseUpper Distant ShuffleChecked RoundsChecked Rounds Product
  Witness Text.
From Hallmark Require Import Noise Batches KnotRounds TrainingChecked SgdPrivate SgdChecked GaussianChecked.
From Hallmark Require Import NoiseLower BatchesLower ReplaceUpper Mechanisms PureRounds PrivateRounds Concentrated.
From Hallmark Require Import ConcentratedLower FormulasChecked TradeOffLower.
From Hallmark Require Import AuditsChecked LaplaceRounds SelectionChecked PrivateSelection PhasesChecked.
Open Scope Z_scope.

Section WithEngine.
Context {en : engine}.

Definition with_rational (v : number) (f : Z -> Z -> bool) : bool := match v with Rat n d => f n d | Ln _ _ =>
  false end.
Definition nonneg_number (x : number) : bool := match x with Rat n d => (0 <=? n) && (0 <? d) | Ln n d => (0 <? d) &&
  (d <=? n) end.
Definition not_positive (x : number) : bool := match x with Rat n d => (n <=? 0) && (0 <? d) | _ => false end.
Definition is_scaled (x : number) : bool := match x with Rat _ d => 0 <? d | Ln n d => (0 <? n) && (0 <? d) end.

Definition clones_upper (extra : Z) (strict : bool) n eps0 eps (v : number) : bool := with_rational v (fun vn vd =>
  match clones_witness extra true n eps0 eps vn vd with Some k => let '(k, s) := beginning extra true vn vd k in
    check_upper (upper_loop s strict vn vd) n eps0 eps k | None => false end).
Definition clones_lower (extra : Z) (strict : bool) n eps0 eps (v : number) : bool := with_rational v (fun vn vd =>
  match clones_witness extra false n eps0 eps vn vd with Some k => let '(k, s) := beginning extra false vn vd k in
    check_lower (lower_loop s strict vn vd) n eps0 eps k | None => false end).
(* t rounds: from the sums of one round where t is 1, else on levels, 2^extra of them to a unit of eps *)
Definition rounds_upper (extra : Z) (strict : bool) t n eps0 eps (v : number) : bool := if t =? 1 then
  clones_upper extra strict n eps0 eps v else
  with_rational v (fun vn vd => match levels_witness extra true t n eps0 vn vd with Some k =>
  rounds_check true k strict t n eps0 eps vn vd | None => false end).
Definition rounds_lower (extra : Z) (strict : bool) t n eps0 eps (v : number) : bool := if t =? 1 then
  clones_lower extra strict n eps0 eps v else
  with_rational v (fun vn vd => match levels_witness extra false t n eps0 vn vd with Some k =>
  rounds_check false k strict t n eps0 eps vn vd | None => false end).
Definition response_lower (extra : Z) (strict : bool) (h : hint) n eps0 eps (v : number) : bool :=
  with_rational v (fun vn vd =>
  match response_witness extra n eps0 eps vn vd h with
  | Some k => response_check (more_ones h) strict (others h) (n - 1 - others h) eps0 eps vn vd k
  | None => false
  end).
(* randomized response: every direction is bounded above, where all others hold 0; the hint says which one is bounded
   below *)
Definition one_way_upper (extra : Z) (up strict : bool) n eps0 eps (v : number) : bool := with_rational v (fun vn vd =>
  match upper_witness extra n eps0 eps vn vd with Some k => response_upper_check up strict n eps0 eps vn vd k | None =>
    false end).
Definition rr2_upper (extra : Z) (strict : bool) (dir : direction) n m eps0 eps v : bool :=
  (m =? 0) && match dir with
  | Remove => one_way_upper extra true strict n eps0 eps v
  | Add => one_way_upper extra false strict n eps0 eps v
  | Both => one_way_upper extra true strict n eps0 eps v && one_way_upper extra false strict n eps0 eps v
  end.
Definition rr2_lower (extra : Z) (strict : bool) (h : hint) (dir : direction) n m eps0 eps v : bool :=
  (others h =? m) && (match dir with Remove => more_ones h | Add => negb (more_ones h) | Both => true end) &&
  response_lower extra strict h n eps0 eps v.
Definition krr_pair (extra : Z) (up strict : bool) n k (gamma : number) eps (v : number) : bool :=
  with_rational v (fun vn vd =>
  with_rational gamma (fun gn gd =>
  match krr_witness extra up n k gn gd eps vn vd with Some w => krr_check up strict n k gn gd eps vn vd w | None =>
    false end)).

(* the adversary who sees the replacements: 1 - gamma times the delta of the pair *)
Definition krr_seen (extra : Z) (up strict : bool) n k (gamma : number) eps (v : number) : bool :=
  with_rational gamma (fun gn gd => with_rational v (fun vn vd =>
  (2 <=? k) && (0 <=? gn) && (gn <? gd) && (0 <? vd) && nonneg_number eps &&
  krr_pair extra up strict n k gamma eps (Rat (vn * gd) (vd * (gd - gn))))).
Definition krr_range (k : Z) (gamma : number) : bool := with_rational gamma (fun gn gd => (2 <=? k) && (0 <=? gn) &&
  (gn <? gd)).
(* the least number of users, on an integer v; the greatest eps0 *)
Definition users_upper (extra : Z) (strict : bool) eps0 eps d (v : number) : bool := with_rational v (fun vn vd =>
  let n := if strict then (vn - 1) / vd else vn / vd in (0 <? vd) && (1 <=? n) &&
    clones_upper extra false n eps0 eps d).
Definition users_lower (extra : Z) (strict : bool) eps0 eps d (v : number) : bool := with_rational v (fun vn vd =>
  let n := if strict then vn / vd else cdiv vn vd - 1 in (0 <? vd) &&
    ((n <=? 0) || clones_lower extra true n eps0 eps d)).
(* an infimum is at most v if v is in the set, below v if a smaller number is; at least v if it is not at v *)
Definition infimum_upper (strict : bool) (inside : number -> bool) (v : number) : bool :=
  let v' := if strict then nudge (-1) v else v in is_scaled v && nonneg_number v' && inside v'.
Definition infimum_lower (strict : bool) (outside : number -> bool) (v : number) : bool :=
  (negb strict && not_positive v) || (let v' := if strict then nudge 1 v else v in is_scaled v && outside v').

(* What is proposed for claims on noise: nothing of it is believed. *)
Class proposal := { batches : option sgd_witness; tangents : option gaussian_witness;
  events : option (lower_witness * bool); orders : option order_witness; logarithms : option form_witness;
  crossing : option (number * number); phased : option phases_witness }.
Definition nothing_proposed : proposal := {| batches := None; tangents := None; events := None; orders := None;
  logarithms := None; crossing := None; phased := None |}.
Context {p : proposal}.
(* a rate, a deviation and a value as integers, and what was proposed *)
Definition of_batches {A} (found : option A) (f : A -> Z -> Z -> Z -> Z -> Z -> Z -> bool) (q s v : number) : bool :=
  with_rational v (fun vn vd => with_rational q (fun qn qd => with_rational s (fun sn sd =>
  match found with Some w => f w sn sd qn qd vn vd | None => false end))).
Definition sgd_upper_check (strict : bool) dir t (q s : number) eps (v : number) : bool :=
  of_batches batches (fun w sn sd qn qd => sgd_check w dir strict t sn sd qn qd eps) q s v.
Definition replace_check (strict : bool) t (q s : number) eps (v : number) : bool :=
  of_batches batches (fun w sn sd qn qd => replace_upper_check w strict t sn sd qn qd eps) q s v.
Definition gaussian_upper_check (strict : bool) t (s : number) eps (v : number) : bool :=
  let v' := if strict then nudge (-1) v else v in is_scaled v && (1 <=? t) && with_rational v' (fun vn vd =>
    with_rational s (fun sn sd =>
  (0 <=? vn) && match tangents with Some w => gaussian_check w t sn sd eps vn vd | None => false end)).

Definition sgd_event_check (strict : bool) dir t (q s : number) eps (v : number) : bool :=
  of_batches events (fun w sn sd qn qd => sgd_lower_check (fst w) (snd w) dir strict t sn sd qn qd eps) q s v.
Definition gaussian_event_check (strict : bool) dir t (s : number) eps (v : number) : bool :=
  with_rational v (fun vn vd => with_rational s (fun sn sd =>
  match events with
  | Some (w, remove) => sgd_lower_check w remove dir strict t sn sd 1 1 eps vn vd
  | None => false
  end)).
(* t rounds of mu-GDP have the noise 1/mu *)
Definition inverse (x : number) : number := match x with Rat n d => Rat d n | x => x end.
(* at the eps of a crossing an event has a larger advantage than b, which mu-GDP and the floor have not *)
Definition mu_event_check (strict : bool) dir t (q s floor v : number) : bool :=
  let v' := if strict then nudge 1 v else v in
  match crossing, tangents with
  | Some (eps, b), Some w => with_rational floor (fun fn fd => with_rational b (fun bn bd =>
    with_rational v' (fun mn md =>
      is_scaled v && nonneg_number eps && (0 <=? fn) && (0 <? fd) && (0 <? bd) && (fn * bd <=? bn * fd) &&
      gaussian_check w 1 md mn eps bn bd && sgd_event_check true dir t q s eps b)))
  | _, _ => false
  end.

Definition replace_event_check (strict : bool) t (q s : number) eps (v : number) : bool :=
  of_batches events (fun w sn sd qn qd => replace_lower_check (fst w) sn sd qn qd strict t eps) q s v.
Definition fixed_event_check (strict : bool) t (q s : number) eps (v : number) : bool :=
  of_batches events (fun w sn sd qn qd => fixed_lower_check (fst w) strict t sn sd qn qd eps) q s v.

Definition zcdp_upper_check (strict : bool) t xi rho eps (v : number) : bool := with_rational v (fun vn vd =>
  match orders with Some w => zcdp_check w strict t xi rho eps vn vd | None => false end).
Definition zcdp_event_check (strict : bool) t xi rho eps (v : number) : bool := with_rational v (fun vn vd =>
  match tangents with Some w => zcdp_lower_check w strict t xi rho eps vn vd | None => false end).
(* the closed forms *)
Definition closed_check (sharp up strict : bool) n (eps0 d v : number) : bool := with_rational d (fun dn dd =>
  match logarithms with Some w => fmt_check w sharp up strict n eps0 dn dd v | None => false end).
Definition a1_check (up strict : bool) n (p d v : number) : bool := with_rational p (fun pn pd =>
  with_rational d (fun dn dd =>
  match logarithms with Some w => lemma_check w up strict n pn pd dn dd v | None => false end)).
Definition one_run_check (up : bool) m n k (b d eps : number) : bool := with_rational b (fun bn bd =>
  with_rational d (fun dn dd => audit_check up m n k bn bd dn dd eps)).
Definition partition_check (up strict : bool) n (eps d v : number) : bool := with_rational d (fun dn dd =>
  with_rational v (fun vn vd => selection_check up strict n eps dn dd vn vd)).
Definition best_of_check (eps0 h g v : number) : bool := with_rational h (fun hn hd => with_rational g (fun gn gd =>
  with_rational v (fun vn vd => best_check eps0 hn hd gn gd vn vd))).
(* delta = 0: the epsilon of t rounds is t eps0 *)
Definition pure_check (up strict : bool) t (eps0 d v : number) : bool := with_rational v (fun vn vd =>
  match eps0, d with
  | Rat en ed, Rat Z0 _ => (0 <=? t) && (0 <=? en) && (0 <? ed) && (0 <? vd) &&
      let x := t * en * vd in let y := vn * ed in
      match up, strict with true, false => x <=? y | true, true => x <? y | false, false => y <=? x | _, _ => y <? x end
  | _, _ => false
  end).
(* rounds that are each (eps0, delta0)-differentially private *)
Definition dp_upper_check (strict : bool) t (eps0 d0 eps v : number) : bool := with_rational v (fun vn vd =>
  with_rational d0 (fun dn dd =>
  match batches with Some (w, _) => dp_check (fst w) strict t eps0 dn dd eps vn vd | None => false end)).
Definition laplace_upper_check (strict : bool) t (eps0 eps v : number) : bool := with_rational v (fun vn vd =>
  match batches with Some (w, _) => laplace_check (fst w) strict t eps0 eps vn vd | None => false end).
(* phases of different mechanisms *)
Definition composed_check (strict : bool) dir ps eps (v : number) : bool := with_rational v (fun vn vd =>
  match phased with Some w => phases_check w dir strict ps eps vn vd | None => false end).

Definition upper (extra : Z) (q : quantity) (strict : bool) (v : number) : bool :=
  match q with
  | ClonesDelta t n eps0 eps => rounds_upper extra strict t n eps0 eps v
  | ClonesEpsilon t n eps0 d => infimum_upper strict (fun e => rounds_upper extra false t n eps0 e d) v
  | ShuffleDelta t n eps0 eps => rounds_upper extra strict t n eps0 eps v
  | ShuffleEpsilon t n eps0 d => infimum_upper strict (fun e => rounds_upper extra false t n eps0 e d) v
  | ClonesN eps0 eps d => users_upper extra strict eps0 eps d v
  | ClonesEps0 n eps d =>   (* no eps0 above v' is inside, and eps itself is *)
      let v' := if strict then nudge (-1) v else v in is_scaled v && nonneg_number v' &&
        clones_upper extra false n eps eps d && clones_lower extra true n v' eps d
  | KrrPairDelta n k gamma eps => krr_pair extra true strict n k gamma eps v
  | KrrPairEpsilon n k gamma d => infimum_upper strict (fun e => krr_pair extra true false n k gamma e d) v
  | KrrDelta n k gamma eps => krr_seen extra true strict n k gamma eps v
  | KrrEpsilon n k gamma d => infimum_upper strict (fun e => krr_seen extra true false n k gamma e d) v
  | Rr2Delta dir n m eps0 eps => rr2_upper extra strict dir n m eps0 eps v
  | Rr2Epsilon dir n m eps0 d => infimum_upper strict (fun e => rr2_upper extra false dir n m eps0 e d) v
  | PoissonDelta dir t q s eps => sgd_upper_check strict dir t q s eps v
  | PoissonEpsilon dir t q s d => infimum_upper strict (fun e => sgd_upper_check false dir t q s e d) v
  | GaussianDelta t s eps => gaussian_upper_check strict t s eps v
  | GaussianEpsilon t s d => infimum_upper strict (fun e => gaussian_upper_check false t s e d) v
  | GaussianSigma t eps d => infimum_upper strict (fun s => gaussian_upper_check false t s eps d) v
  | ReplaceDelta _ t q s eps => replace_check strict t q s eps v
  | ReplaceEpsilon _ t q s d => infimum_upper strict (fun e => replace_check false t q s e d) v
  | FixedDelta _ _ _ _ | FixedEpsilon _ _ _ _ => false
  | LaplaceEpsilon _ t eps0 d => pure_check true strict t eps0 d v ||
      infimum_upper strict (fun e => laplace_upper_check false t eps0 e d) v
  | RrEpsilon _ t eps0 d => pure_check true strict t eps0 d v ||
      infimum_upper strict (fun e => dp_upper_check false t eps0 (Rat 0 1) e d) v
  | LaplaceDelta _ t eps0 eps => laplace_upper_check strict t eps0 eps v
  | RrDelta _ t eps0 eps => dp_upper_check strict t eps0 (Rat 0 1) eps v
  | DpDelta _ t eps0 d0 eps => dp_upper_check strict t eps0 d0 eps v
  | DpEpsilon _ t eps0 d0 d => infimum_upper strict (fun e => dp_upper_check false t eps0 d0 e d) v
  | ZcdpDelta _ t xi rho eps => zcdp_upper_check strict t xi rho eps v
  | ZcdpEpsilon _ t xi rho d => infimum_upper strict (fun e => zcdp_upper_check false t xi rho e d) v
  | GdpDelta _ t mu eps => gaussian_upper_check strict t (inverse mu) eps v
  | GdpEpsilon _ t mu d => infimum_upper strict (fun e => gaussian_upper_check false t (inverse mu) e d) v
  | PoissonMu _ _ _ _ _ => false
  | ClosedEpsilon n e0 d => closed_check false true strict n e0 d v
  | SharpEpsilon n e0 d => closed_check true true strict n e0 d v
  | LemmaEpsilon n p d => a1_check true strict n p d v
  | OneRunEpsilon m n k b d => infimum_upper strict (one_run_check false m n k b d) v
  | SelectionProbability n eps d => partition_check true strict n eps d v
  | BestOfGeometric e0 g => infimum_upper strict (best_of_check e0 (Rat 1 1) g) v
  | BestOfTnb e0 h g => infimum_upper strict (best_of_check e0 h g) v
  | CompositionDelta dir ps eps => composed_check strict dir ps eps v
  | CompositionEpsilon dir ps d => infimum_upper strict (fun e => composed_check false dir ps e d) v
  end.
Definition lower (extra : Z) (h : hint) (q : quantity) (strict : bool) (v : number) : bool :=
  match q with
  | ClonesDelta t n eps0 eps => rounds_lower extra strict t n eps0 eps v
  | ClonesEpsilon t n eps0 d => infimum_lower strict (fun e => rounds_lower extra true t n eps0 e d) v
  | ShuffleDelta t n eps0 eps => (1 <=? t) && response_lower extra strict h n eps0 eps v   (* an event of the first
    round *)
  | ShuffleEpsilon t n eps0 d => (1 <=? t) && infimum_lower strict (fun e => response_lower extra true h n eps0 e d) v
  | ClonesN eps0 eps d => users_lower extra strict eps0 eps d v
  | ClonesEps0 n eps d => let v' := if strict then nudge 1 v else v in is_scaled v &&
    clones_upper extra false n v' eps d
  | KrrPairDelta n k gamma eps => krr_pair extra false strict n k gamma eps v
  | KrrPairEpsilon n k gamma d => krr_range k gamma && infimum_lower strict (fun e =>
    krr_pair extra false true n k gamma e d) v
  | KrrDelta n k gamma eps => krr_seen extra false strict n k gamma eps v
  | KrrEpsilon n k gamma d => infimum_lower strict (fun e => krr_seen extra false true n k gamma e d) v
  | Rr2Delta dir n m eps0 eps => rr2_lower extra strict h dir n m eps0 eps v
  | Rr2Epsilon dir n m eps0 d => infimum_lower strict (fun e => rr2_lower extra true h dir n m eps0 e d) v
  | PoissonDelta dir t q s eps => sgd_event_check strict dir t q s eps v
  | PoissonEpsilon dir t q s d => infimum_lower strict (fun e => sgd_event_check true dir t q s e d) v
  | GaussianDelta t s eps => gaussian_event_check strict Both t s eps v
  | GaussianEpsilon t s d => infimum_lower strict (fun e => gaussian_event_check true Both t s e d) v
  | GaussianSigma t eps d => infimum_lower strict (fun s => gaussian_event_check true Both t s eps d) v
  | ReplaceDelta _ t q s eps => replace_event_check strict t q s eps v
  | ReplaceEpsilon _ t q s d => infimum_lower strict (fun e => replace_event_check true t q s e d) v
  | FixedDelta t q s eps => fixed_event_check strict t q s eps v
  | FixedEpsilon t q s d => infimum_lower strict (fun e => fixed_event_check true t q s e d) v
  | LaplaceEpsilon _ t eps0 d | RrEpsilon _ t eps0 d => pure_check false strict t eps0 d v
  | LaplaceDelta _ _ _ _ | RrDelta _ _ _ _ | DpDelta _ _ _ _ _ | DpEpsilon _ _ _ _ _ => false
  | ZcdpDelta _ t xi rho eps => zcdp_event_check strict t xi rho eps v
  | ZcdpEpsilon _ t xi rho d => infimum_lower strict (fun e => zcdp_event_check true t xi rho e d) v
  | GdpDelta dir t mu eps => gaussian_event_check strict dir t (inverse mu) eps v
  | GdpEpsilon dir t mu d => infimum_lower strict (fun e => gaussian_event_check true dir t (inverse mu) e d) v
  | PoissonMu dir t q s floor => mu_event_check strict dir t q s floor v
  | ClosedEpsilon n e0 d => closed_check false false strict n e0 d v
  | SharpEpsilon n e0 d => closed_check true false strict n e0 d v
  | LemmaEpsilon n p d => a1_check false strict n p d v
  | OneRunEpsilon m n k b d => infimum_lower strict (one_run_check true m n k b d) v
  | SelectionProbability n eps d => partition_check false strict n eps d v
  | BestOfGeometric _ _ | BestOfTnb _ _ _ | CompositionDelta _ _ _ | CompositionEpsilon _ _ _ => false
  end.
Definition check (extra : Z) (h : hint) (q : quantity) (r : relation) : bool :=
  match r with
  | AtMost v => upper extra q false v
  | Below v => upper extra q true v
  | AtLeast v => lower extra h q false v
  | Above v => lower extra h q true v
  | Within lo hi => lower extra h q false lo && upper extra q false hi
  end.
End WithEngine.
