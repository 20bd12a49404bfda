(* 9. What a certificate claims. A quantity without a value is infinite. Nothing is proved here. *)
Require Import Reals List ZArith Arith.
From Hallmark Require Import Definitions Noise Batches Mechanisms Formulas TradeOff Audits Phases.
Import ListNotations. Open Scope R_scope.
Inductive quantity :=
  | ClonesDelta (t n : Z) (eps0 eps : number) | ClonesEpsilon (t n : Z) (eps0 delta : number)
  | ShuffleDelta (t n : Z) (eps0 eps : number) | ShuffleEpsilon (t n : Z) (eps0 delta : number)
  | ClonesN (eps0 eps delta : number) | ClonesEps0 (n : Z) (eps delta : number)
  | KrrPairDelta (n k : Z) (gamma eps : number) | KrrPairEpsilon (n k : Z) (gamma delta : number)
  | KrrDelta (n k : Z) (gamma eps : number) | KrrEpsilon (n k : Z) (gamma delta : number)
  | Rr2Delta (dir : direction) (n others : Z) (eps0 eps : number) | Rr2Epsilon (dir : direction) (n others : Z)
    (eps0 delta : number)
  | PoissonDelta (dir : direction) (t : Z) (rate sigma eps : number) | PoissonEpsilon (dir : direction) (t : Z)
    (rate sigma delta : number)
  | GaussianDelta (t : Z) (sigma eps : number) | GaussianEpsilon (t : Z) (sigma delta : number) | GaussianSigma (t : Z)
    (eps delta : number)
  | ReplaceDelta (dir : direction) (t : Z) (rate sigma eps : number) | ReplaceEpsilon (dir : direction) (t : Z)
    (rate sigma delta : number)
  | FixedDelta (t : Z) (share sigma eps : number) | FixedEpsilon (t : Z) (share sigma delta : number)
  | LaplaceEpsilon (dir : direction) (t : Z) (eps0 delta : number) | RrEpsilon (dir : direction) (t : Z)
    (eps0 delta : number)
  | LaplaceDelta (dir : direction) (t : Z) (eps0 eps : number) | RrDelta (dir : direction) (t : Z) (eps0 eps : number)
  | DpDelta (dir : direction) (t : Z) (eps0 delta0 eps : number) | DpEpsilon (dir : direction) (t : Z)
    (eps0 delta0 delta : number)
  | ZcdpDelta (dir : direction) (t : Z) (xi rho eps : number) | ZcdpEpsilon (dir : direction) (t : Z)
    (xi rho delta : number)
  | GdpDelta (dir : direction) (t : Z) (mu eps : number) | GdpEpsilon (dir : direction) (t : Z) (mu delta : number)
  | PoissonMu (dir : direction) (t : Z) (rate sigma floor : number)
  | ClosedEpsilon (n : Z) (eps0 delta : number) | SharpEpsilon (n : Z) (eps0 delta : number)
  | LemmaEpsilon (n : Z) (p delta : number)
  | OneRunEpsilon (m guesses right : Z) (beta delta : number) | SelectionProbability (n : Z) (eps delta : number)
  | BestOfGeometric (eps0 gamma : number) | BestOfTnb (eps0 eta gamma : number)
  | CompositionDelta (dir : direction) (phases : list (phase * Z)) (eps : number)
  | CompositionEpsilon (dir : direction) (phases : list (phase * Z)) (delta : number).
(* the advantages of DP-SGD, of the Gaussian mechanism; a certificate of them says `adjacency zero-out` *)
Definition sgd (dir : direction) (t : Z) (rate sigma : number) : R -> R -> Prop :=
  sgd_advantage ZeroOut dir (Z.to_nat t) (val rate) (val sigma).
Definition gauss (t : Z) : R -> R -> R -> Prop := gaussian_advantage ZeroOut Both (Z.to_nat t).
(* the same where one record is replaced, and of batches of a fixed size *)
Definition sgd_replace (dir : direction) (t : Z) (rate sigma : number) : R -> R -> Prop :=
  sgd_replace_advantage dir (Z.to_nat t) (val rate) (val sigma).
Definition fixed (t : Z) (share sigma : number) : R -> R -> Prop :=
  fixed_advantage (Z.to_nat t) (val share) (val sigma).
Definition zcdp (dir : direction) (t : Z) (xi rho : number) : R -> R -> Prop :=
  zcdp_advantage dir (Z.to_nat t) (val xi) (val rho).
Definition dp (dir : direction) (t : Z) (eps0 delta0 : number) : R -> R -> Prop :=
  dp_advantage dir (Z.to_nat t) (val eps0) (val delta0).
Definition gdp (dir : direction) (t : Z) (mu : number) : R -> R -> Prop := gdp_advantage dir (Z.to_nat t) (val mu).
Definition private (advantage : R -> R -> Prop) (e delta : R) : Prop := forall a, advantage e a -> a <= delta.
Definition value (q : quantity) (x : R) : Prop :=
  match q with
  | ClonesDelta t n eps0 eps => x = rounds_delta (Z.to_nat t) (Z.to_nat n) (val eps0) (val eps)
  | ClonesEpsilon t n eps0 d => epsilon_of (rounds_delta (Z.to_nat t) (Z.to_nat n) (val eps0)) (val d) x
  | ShuffleDelta t n eps0 eps => is_lub (shuffle_advantage (Z.to_nat t) (Z.to_nat n) (val eps0) (val eps)) x
  | ShuffleEpsilon t n eps0 d => is_inf (fun e => 0 <= e /\ forall a, shuffle_advantage (Z.to_nat t) (Z.to_nat n)
    (val eps0) e a -> a <= val d) x
  | ClonesN eps0 eps d => exists n, least_users (val eps0) (val eps) (val d) n /\ x = INR n
  | ClonesEps0 n eps d => is_lub (fun e0 => 0 < e0 /\ clones_delta (Z.to_nat n) e0 (val eps) <= val d) x
  | KrrPairDelta n k g eps => x = krr_pair_delta (Z.to_nat n) (IZR k) (val g) (val eps)
  | KrrPairEpsilon n k g d => epsilon_of (krr_pair_delta (Z.to_nat n) (IZR k) (val g)) (val d) x
  | KrrDelta n k g eps => x = krr_delta (Z.to_nat n) (IZR k) (val g) (val eps)
  | KrrEpsilon n k g d => epsilon_of (krr_delta (Z.to_nat n) (IZR k) (val g)) (val d) x
  | Rr2Delta dir n m eps0 eps => x = rr2_delta dir (Z.to_nat n) (Z.to_nat m) (val eps0) (val eps)
  | Rr2Epsilon dir n m eps0 d => epsilon_of (rr2_delta dir (Z.to_nat n) (Z.to_nat m) (val eps0)) (val d) x
  | PoissonDelta dir t q s eps => is_lub (sgd dir t q s (val eps)) x
  | PoissonEpsilon dir t q s d => is_inf (fun e => 0 <= e /\ private (sgd dir t q s) e (val d)) x
  | GaussianDelta t s eps => is_lub (gauss t (val s) (val eps)) x
  | GaussianEpsilon t s d => is_inf (fun e => 0 <= e /\ private (gauss t (val s)) e (val d)) x
  | GaussianSigma t eps d => is_inf (fun s => 0 < s /\ private (gauss t s) (val eps) (val d)) x
  | ReplaceDelta dir t q s eps => is_lub (sgd_replace dir t q s (val eps)) x
  | ReplaceEpsilon dir t q s d => is_inf (fun e => 0 <= e /\ private (sgd_replace dir t q s) e (val d)) x
  | FixedDelta t q s eps => is_lub (fixed t q s (val eps)) x
  | FixedEpsilon t q s d => is_inf (fun e => 0 <= e /\ private (fixed t q s) e (val d)) x
  | LaplaceEpsilon dir t e0 d => is_inf (fun e => 0 <= e /\
    private (laplace_advantage ZeroOut dir (Z.to_nat t) (val e0)) e (val d)) x
  | RrEpsilon dir t e0 d => is_inf (fun e => 0 <= e /\ private (rr_advantage dir (Z.to_nat t) (val e0)) e (val d)) x
  | LaplaceDelta dir t e0 eps => is_lub (laplace_advantage ZeroOut dir (Z.to_nat t) (val e0) (val eps)) x
  | RrDelta dir t e0 eps => is_lub (rr_advantage dir (Z.to_nat t) (val e0) (val eps)) x
  | DpDelta dir t e0 d0 eps => is_lub (dp dir t e0 d0 (val eps)) x
  | DpEpsilon dir t e0 d0 d => is_inf (fun e => 0 <= e /\ private (dp dir t e0 d0) e (val d)) x
  | ZcdpDelta dir t xi rho eps => is_lub (zcdp dir t xi rho (val eps)) x
  | ZcdpEpsilon dir t xi rho d => is_inf (fun e => 0 <= e /\ private (zcdp dir t xi rho) e (val d)) x
  | GdpDelta dir t mu eps => is_lub (gdp dir t mu (val eps)) x
  | GdpEpsilon dir t mu d => is_inf (fun e => 0 <= e /\ private (gdp dir t mu) e (val d)) x
  | PoissonMu dir t q s floor => is_inf (mu_private (sgd dir t q s) (val floor)) x
  | ClosedEpsilon n e0 d => fmt_closed_form (IZR n) (val e0) (val d) x
  | SharpEpsilon n e0 d => fmt_closed_form_sharp (IZR n) (val e0) (val d) x
  | LemmaEpsilon n p d => fmt_lemma_a1 (IZR n) (val p) (val d) x
  | OneRunEpsilon m n k b d => is_inf (likely_run (Z.to_nat m) (Z.to_nat n) (Z.to_nat k) (val b) (val d)) x
  | SelectionProbability n eps d => is_lub (selection_probability (val eps) (val d) (Z.to_nat n)) x
  | BestOfGeometric e0 g => is_inf (selection_private (geometric (val g)) (val e0)) x
  | BestOfTnb e0 h g => is_inf (selection_private (tnb (val g) (val h)) (val e0)) x
  | CompositionDelta dir ps eps => is_lub (composed_advantage dir ps (val eps)) x
  | CompositionEpsilon dir ps d => is_inf (fun e => 0 <= e /\ private (composed_advantage dir ps) e (val d)) x
  end.
Inductive relation := AtMost (v : number) | Below (v : number) | AtLeast (v : number) | Above (v : number)
  | Within (lo hi : number).
Definition holds (q : quantity) (r : relation) : Prop :=
  match r with
  | AtMost v => exists x, value q x /\ x <= val v
  | Below v => exists x, value q x /\ x < val v
  | AtLeast v => forall x, value q x -> x >= val v
  | Above v => forall x, value q x -> x > val v
  | Within lo hi => exists x, value q x /\ val lo <= x <= val hi
  end.
