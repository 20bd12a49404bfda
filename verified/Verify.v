(* The program: it accepts a text only if the text begins with the statement of a claim, and the claim holds. *)
Require Import Reals Lra Lia Arith Bool ZArith String Ascii.
From Hallmark Require Import Definitions Claims Laws OneMoreCoin ClonesPair Steps Exponential ClonesMonotone
  ClonesChecked KrrChecked Response ResponseChecked ResponseUpper Distant ShuffleChecked RoundsChecked Rounds Product
  Witness Text.
From Hallmark Require Import Noise Batches KnotRounds TrainingChecked SgdPrivate SgdChecked GaussianChecked.
From Hallmark Require Import NoiseLower BatchesLower ReplaceUpper Mechanisms PureRounds Concentrated ConcentratedLower.
Open Scope Z_scope.

Section WithEngine.
Context {en : engine} {ok : faithful en}.

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
Record proposal := { batches : option sgd_witness; tangents : option gaussian_witness;
  events : option (lower_witness * bool); orders : option order_witness }.
Definition nothing_proposed : proposal := {| batches := None; tangents := None; events := None; orders := None |}.
Variable p : proposal.
Definition sgd_upper_check (strict : bool) dir t (q s : number) eps (v : number) : bool := with_rational v (fun vn vd =>
  with_rational q (fun qn qd => with_rational s (fun sn sd =>
  match batches p with Some w => sgd_check w dir strict t sn sd qn qd eps vn vd | None => false end))).
Definition replace_check (strict : bool) t (q s : number) eps (v : number) : bool := with_rational v (fun vn vd =>
  with_rational q (fun qn qd => with_rational s (fun sn sd =>
  match batches p with Some w => replace_upper_check w strict t sn sd qn qd eps vn vd | None => false end))).
Definition gaussian_upper_check (strict : bool) t (s : number) eps (v : number) : bool :=
  let v' := if strict then nudge (-1) v else v in is_scaled v && (1 <=? t) && with_rational v' (fun vn vd =>
    with_rational s (fun sn sd =>
  (0 <=? vn) && match tangents p with Some w => gaussian_check w t sn sd eps vn vd | None => false end)).

Definition sgd_event_check (strict : bool) dir t (q s : number) eps (v : number) : bool := with_rational v (fun vn vd =>
  with_rational q (fun qn qd => with_rational s (fun sn sd =>
  match events p with
  | Some (w, remove) => sgd_lower_check w remove dir strict t sn sd qn qd eps vn vd
  | None => false
  end))).
Definition gaussian_event_check (strict : bool) t (s : number) eps (v : number) : bool := with_rational v (fun vn vd =>
  with_rational s (fun sn sd =>
  match events p with Some (w, _) => gaussian_lower_check w strict t sn sd eps vn vd | None => false end)).

Definition replace_event_check (strict : bool) t (q s : number) eps (v : number) : bool := with_rational v (fun vn vd =>
  with_rational q (fun qn qd => with_rational s (fun sn sd =>
  match events p with Some (w, _) => replace_lower_check w sn sd qn qd strict t eps vn vd | None => false end))).
Definition fixed_event_check (strict : bool) t (q s : number) eps (v : number) : bool := with_rational v (fun vn vd =>
  with_rational q (fun qn qd => with_rational s (fun sn sd =>
  match events p with Some (w, _) => fixed_lower_check w strict t sn sd qn qd eps vn vd | None => false end))).

Definition zcdp_upper_check (strict : bool) t xi rho eps (v : number) : bool := with_rational v (fun vn vd =>
  match orders p with Some w => zcdp_check w strict t xi rho eps vn vd | None => false end).
Definition zcdp_event_check (strict : bool) t xi rho eps (v : number) : bool := with_rational v (fun vn vd =>
  match tangents p with Some w => zcdp_lower_check w strict t xi rho eps vn vd | None => false end).
(* delta = 0: the epsilon of t rounds is t eps0 *)
Definition pure_check (up strict : bool) t (eps0 d v : number) : bool := with_rational v (fun vn vd =>
  match eps0, d with
  | Rat en ed, Rat Z0 _ => (0 <=? t) && (0 <=? en) && (0 <? ed) && (0 <? vd) &&
      let x := t * en * vd in let y := vn * ed in
      match up, strict with true, false => x <=? y | true, true => x <? y | false, false => y <=? x | _, _ => y <? x end
  | _, _ => false
  end).

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
  | LaplaceEpsilon _ t eps0 d | RrEpsilon _ t eps0 d => pure_check true strict t eps0 d v
  | ZcdpDelta _ t xi rho eps => zcdp_upper_check strict t xi rho eps v
  | ZcdpEpsilon _ t xi rho d => infimum_upper strict (fun e => zcdp_upper_check false t xi rho e d) v
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
  | GaussianDelta t s eps => gaussian_event_check strict t s eps v
  | GaussianEpsilon t s d => infimum_lower strict (fun e => gaussian_event_check true t s e d) v
  | GaussianSigma t eps d => infimum_lower strict (fun s => gaussian_event_check true t s eps d) v
  | ReplaceDelta _ t q s eps => replace_event_check strict t q s eps v
  | ReplaceEpsilon _ t q s d => infimum_lower strict (fun e => replace_event_check true t q s e d) v
  | FixedDelta t q s eps => fixed_event_check strict t q s eps v
  | FixedEpsilon t q s d => infimum_lower strict (fun e => fixed_event_check true t q s e d) v
  | LaplaceEpsilon _ t eps0 d | RrEpsilon _ t eps0 d => pure_check false strict t eps0 d v
  | ZcdpDelta _ t xi rho eps => zcdp_event_check strict t xi rho eps v
  | ZcdpEpsilon _ t xi rho d => infimum_lower strict (fun e => zcdp_event_check true t xi rho e d) v
  end.
Definition check (extra : Z) (h : hint) (q : quantity) (r : relation) : bool :=
  match r with
  | AtMost v => upper extra q false v
  | Below v => upper extra q true v
  | AtLeast v => lower extra h q false v
  | Above v => lower extra h q true v
  | Within lo hi => lower extra h q false lo && upper extra q false hi
  end.
Definition verify (extra : Z) (h : hint) (text : string) (q : quantity) (r : relation) : bool :=
  prefix (show q r) text && check extra h q r.

Definition le_or_lt (strict : bool) (x y : R) : Prop := if strict then (x < y)%R else (x <= y)%R.

Lemma clones_upper_sound extra strict n eps0 eps v : clones_upper extra strict n eps0 eps v = true ->
  le_or_lt strict (clones_delta (Z.to_nat n) (val eps0) (val eps)) (val v).
Proof.
  unfold clones_upper, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct (clones_witness _ _ _ _ _ _ _) as [k|]; [|discriminate].
  destruct (beginning _ _ _ _ k) as [k' s]. intros C.
  apply (check_upper_sound _ strict _ _ _ vn vd _ (upper_loop_sound s strict vn vd)) in C. destruct C as [C S].
  destruct strict; cbn; auto.
Qed.
Lemma clones_upper_domain extra strict n eps0 eps v : clones_upper extra strict n eps0 eps v = true ->
  (1 <= Z.to_nat n)%nat /\ (0 < val eps0)%R.
Proof.
  unfold clones_upper, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct (clones_witness _ _ _ _ _ _ _) as [k|]; [|discriminate].
  destruct (beginning _ _ _ _ k) as [k' s]. unfold check_upper. destruct (enc _ _ eps0) as [[[? ?] ?]|];
  [|discriminate]. destruct (enc _ _ eps) as [[[? ?] ?]|]; [|discriminate].
  intros C. repeat rewrite andb_true_iff in C. rewrite Z.leb_le in C. split; [lia|]. apply positive_sound. tauto.
Qed.
Lemma clones_lower_sound extra strict n eps0 eps v : clones_lower extra strict n eps0 eps v = true ->
  (0 < val eps0)%R /\ le_or_lt strict (val v) (clones_delta (Z.to_nat n) (val eps0) (val eps)).
Proof.
  unfold clones_lower, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct (clones_witness _ _ _ _ _ _ _) as [k|]; [|discriminate].
  destruct (beginning _ _ _ _ k) as [k' s].
  intros C. split.
  - unfold check_lower in C. destruct (enc _ _ eps0) as [[[? ?] ?]|]; [|discriminate].
    destruct (enc _ _ eps) as [[[? ?] ?]|]; [|discriminate].
    repeat rewrite andb_true_iff in C. apply positive_sound. tauto.
  - apply (check_lower_sound _ strict _ _ _ vn vd _ (lower_loop_sound s strict vn vd)) in C. destruct C as [C S].
    destruct strict; cbn; auto.
Qed.
Lemma one_of_one_round n eps0 eps : (0 < eps0)%R -> rounds_delta 1 n eps0 eps = clones_delta n eps0 eps.
Proof.
  intros H. unfold rounds_delta, clones_delta, divergence. assert (W : (0 <= exp eps)%R) by (left; apply exp_pos).
  transitivity (rounds_stick out out_dec (clonesP n eps0) (clonesQ n eps0) 1 (exp eps)).
  - apply (rounds_stick_hockey out out_dec); auto; [apply P_law; auto|apply Q_nonneg; auto].
  - apply (Product.one_round out out_dec); auto; [apply P_law; auto|apply Q_nonneg; auto].
Qed.
Lemma rounds_upper_sound extra strict t n eps0 eps v : rounds_upper extra strict t n eps0 eps v = true ->
  (1 <= Z.to_nat n)%nat /\ (0 < val eps0)%R /\ le_or_lt strict (rounds_delta (Z.to_nat t) (Z.to_nat n) (val eps0)
  (val eps)) (val v).
Proof.
  unfold rounds_upper. destruct (Z.eqb_spec t 1) as [->|].
  - intros C. destruct (clones_upper_domain _ _ _ _ _ _ C) as [H1 H2]. split; [auto|]. split; [auto|].
    change (Z.to_nat 1) with 1%nat. rewrite one_of_one_round by auto. eapply clones_upper_sound; eauto.
  - unfold with_rational. destruct v as [vn vd|]; [|discriminate]. destruct (levels_witness _ _ _ _ _ _ _) as [k|];
    [|discriminate]. intros C.
    apply rounds_check_sound in C. destruct C as (H1 & H2 & C). split; [auto|]. split; [auto|]. destruct strict;
    exact C.
Qed.
Lemma rounds_lower_sound extra strict t n eps0 eps v : rounds_lower extra strict t n eps0 eps v = true ->
  (0 < val eps0)%R /\ le_or_lt strict (val v) (rounds_delta (Z.to_nat t) (Z.to_nat n) (val eps0) (val eps)).
Proof.
  unfold rounds_lower. destruct (Z.eqb_spec t 1) as [->|].
  - intros C. apply clones_lower_sound in C. destruct C as [H2 C]. split; [auto|]. change (Z.to_nat 1) with 1%nat.
    rewrite one_of_one_round by auto. exact C.
  - unfold with_rational. destruct v as [vn vd|]; [|discriminate]. destruct (levels_witness _ _ _ _ _ _ _) as [k|];
    [|discriminate]. intros C.
    apply rounds_check_sound in C. destruct C as (H1 & H2 & C). split; [auto|]. destruct strict; exact C.
Qed.
Lemma rounds_antitone t n eps0 eps eps' : (0 < eps0)%R -> (eps <= eps')%R ->
  (rounds_delta t n eps0 eps' <= rounds_delta t n eps0 eps)%R.
Proof.
  intros H0 He. unfold rounds_delta. apply hockey_antitone.
  - clear He. induction t as [|t IH]; cbn [power]; [apply nonneg_ret|]. apply nonneg_bind; [apply Q_nonneg; auto|].
    intros x. apply nonneg_bind; [exact IH|]. intros; apply nonneg_ret.
  - destruct He as [He| ->]; [left; apply exp_increasing; auto|lra].
Qed.
Lemma response_lower_sound extra strict h n eps0 eps v : response_lower extra strict h n eps0 eps v = true ->
  exists d, one_round_advantage (Z.to_nat n) (val eps0) (val eps) d /\ le_or_lt strict (val v) d.
Proof.
  unfold response_lower, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct (response_witness _ _ _ _ _ _ _) as [k|]; [|discriminate].
  intros C. apply response_check_sound in C. destruct C as (Hm & Hz & H0 & L & S). eexists. split.
  - apply (response_advantage (Z.to_nat n) (Z.to_nat (others h)) (Z.to_nat (n - 1 - others h)) (val eps0) (val eps)
    (Z.to_nat (rt k)) (more_ones h)); [lra|lia].
  - destruct strict; cbn; auto.
Qed.
Lemma one_way_upper_sound extra up strict n eps0 eps v : one_way_upper extra up strict n eps0 eps v = true ->
  le_or_lt strict (one_way up (Z.to_nat n) 0 (val eps0) (val eps)) (val v).
Proof.
  unfold one_way_upper, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct (upper_witness _ _ _ _ _ _) as [k|]; [|discriminate].
  intros C. apply response_upper_sound in C. destruct C as [C S], strict; cbn; auto.
Qed.
Lemma rr2_upper_sound extra strict dir n m eps0 eps v : rr2_upper extra strict dir n m eps0 eps v = true ->
  le_or_lt strict (rr2_delta dir (Z.to_nat n) (Z.to_nat m) (val eps0) (val eps)) (val v).
Proof.
  unfold rr2_upper. rewrite andb_true_iff, Z.eqb_eq. intros [-> C]. change (Z.to_nat 0) with 0%nat.
  assert (R : dir <> Add -> one_way_upper extra true strict n eps0 eps v = true) by (destruct dir;
  rewrite ?andb_true_iff in C; intros; tauto || congruence).
  assert (A : dir <> Remove -> one_way_upper extra false strict n eps0 eps v = true) by (destruct dir;
  rewrite ?andb_true_iff in C; intros; tauto || congruence).
  destruct strict; cbn [le_or_lt].
  - apply one_way_below; intros D; [exact (one_way_upper_sound _ _ _ _ _ _ _ (R D))|exact (one_way_upper_sound _ _ _ _ _
    _ _ (A D))].
  - apply one_way_at_most; intros D; [exact (one_way_upper_sound _ _ _ _ _ _ _ (R D))|exact (one_way_upper_sound _ _ _ _
    _ _ _ (A D))].
Qed.
Lemma rr2_lower_sound extra strict h dir n m eps0 eps v : rr2_lower extra strict h dir n m eps0 eps v = true ->
  le_or_lt strict (val v) (rr2_delta dir (Z.to_nat n) (Z.to_nat m) (val eps0) (val eps)).
Proof.
  unfold rr2_lower. rewrite !andb_true_iff, Z.eqb_eq. intros [[<- D] C]. unfold response_lower, with_rational in C.
  destruct v as [vn vd|]; [|discriminate]. destruct (response_witness _ _ _ _ _ _ _) as [k|]; [|discriminate].
  apply response_check_sound in C. destruct C as (Hm & Hz & H0 & L & S).
  replace (Z.to_nat (n - 1 - others h)) with (Z.to_nat n - 1 - Z.to_nat (others h))%nat in * by lia.
  pose proof (one_way_event (more_ones h) (Z.to_nat n) (Z.to_nat (others h)) (val eps0) (val eps) (Z.to_nat (rt k))) as
  E1.
  assert (E2 : (one_way (more_ones h) (Z.to_nat n) (Z.to_nat (others h)) (val eps0) (val eps) <=
  rr2_delta dir (Z.to_nat n) (Z.to_nat (others h)) (val eps0) (val eps))%R).
  { apply one_way_at_least. destruct dir, (more_ones h); try discriminate; congruence. }
  destruct strict; cbn [le_or_lt]; cbn [val]; [specialize (S eq_refl)|]; lra.
Qed.
Lemma krr_pair_sound extra up strict n k gamma eps v : krr_pair extra up strict n k gamma eps v = true ->
  let d := krr_pair_delta (Z.to_nat n) (IZR k) (val gamma) (val eps) in if up then le_or_lt strict d (val v)
    else le_or_lt strict (val v) d.
Proof.
  unfold krr_pair, with_rational. destruct v as [vn vd|]; [|discriminate]. destruct gamma as [gn gd|]; [|discriminate].
  destruct (krr_witness _ _ _ _ _ _ _ _ _) as [w|]; [|discriminate]. intros C. apply krr_check_sound in C.
  destruct up, C as [C S], strict; cbn; auto.
Qed.

Lemma krr_range_sound k gamma : krr_range k gamma = true -> (2 <= IZR k /\ 0 <= val gamma <= 1 /\ val gamma < 1)%R.
Proof.
  unfold krr_range, with_rational. destruct gamma as [gn gd|]; [|discriminate]. rewrite !andb_true_iff, !Z.leb_le,
  Z.ltb_lt. intros [[Hk G0] G1].
  assert (Hd : (0 < gd)%Z) by lia. apply IZR_le in Hk, G0. apply IZR_lt in G1, Hd. cbn [val].
  assert ((IZR gn / IZR gd < 1)%R) by (apply Rmult_lt_reg_r with (IZR gd); auto; unfold Rdiv; rewrite Rmult_assoc,
  Rinv_l by lra; lra).
  split; [lra|]. split; [split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|lra]|lra].
Qed.
Lemma share_range k gamma : (2 <= k /\ 0 <= gamma <= 1 -> 0 <= gamma / k /\ 2 * (gamma / k) <= 1)%R.
Proof.
  intros [Hk Hg]. assert (K : (0 < / k <= 1/2)%R) by (split; [apply Rinv_0_lt_compat; lra|]; replace (1/2)%R
  with (/ 2)%R by lra; apply Rinv_le_contravar; lra).
  unfold Rdiv. split; nra.
Qed.
Lemma nonneg_number_sound x : nonneg_number x = true -> (0 <= val x)%R.
Proof.
  destruct x as [n d|n d]; cbn [nonneg_number val]; rewrite andb_true_iff; rewrite ?Z.leb_le, ?Z.ltb_lt; intros [A B].
  - apply IZR_le in A. apply IZR_lt in B. apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
  - apply IZR_lt in A. apply IZR_le in B. rewrite <- ln_1. destruct (Req_dec (IZR n / IZR d) 1) as [->|NE]; [lra|].
    left. apply ln_increasing; [lra|].
    assert (1 <= IZR n / IZR d)%R; [|lra]. apply Rmult_le_reg_r with (IZR d); auto. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma not_positive_sound x : not_positive x = true -> (val x <= 0)%R.
Proof.
  destruct x as [n d|n d]; cbn; [|discriminate]. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. intros [A B].
  apply IZR_le in A. apply IZR_lt in B. apply Rmult_le_reg_r with (IZR d); auto. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma krr_seen_sound extra up strict n k gamma eps v : krr_seen extra up strict n k gamma eps v = true ->
  (2 <= IZR k /\ 0 <= val gamma <= 1 /\ val gamma < 1 /\ 0 <= val eps)%R /\
  let d := krr_delta (Z.to_nat n) (IZR k) (val gamma) (val eps) in if up then le_or_lt strict d (val v)
    else le_or_lt strict (val v) d.
Proof.
  intros C. assert (R : krr_range k gamma = true /\ nonneg_number eps = true).
  { revert C. unfold krr_seen, krr_range, with_rational. destruct gamma; [|discriminate]. destruct v; [|discriminate].
    rewrite !andb_true_iff. tauto. }
  destruct R as [R E]. apply krr_range_sound in R. apply nonneg_number_sound in E. destruct R as (Hk & Hg & Hg1).
  split; [tauto|]. cbn zeta. rewrite krr_strong by auto. revert C. unfold krr_seen, with_rational.
  destruct gamma as [gn gd|]; [|discriminate].
  destruct v as [vn vd|]; [|discriminate]. rewrite !andb_true_iff. intros [[[[[_ G0] G1] Vd] _] C].
  rewrite Z.leb_le in G0. rewrite Z.ltb_lt in G1, Vd. apply krr_pair_sound in C. cbn [val] in *.
  set (d := krr_pair_delta _ _ _ _) in *.
  assert (Dp : (0 < IZR gd)%R) by (apply IZR_lt; lia).
  apply IZR_lt in G1, Vd. rewrite !mult_IZR, minus_IZR in C.
  assert (E' : (IZR vn * IZR gd / (IZR vd * (IZR gd - IZR gn)) * (1 - IZR gn / IZR gd) = IZR vn / IZR vd)%R)
  by (field; lra).
  assert (P : (0 < 1 - IZR gn / IZR gd)%R) by lra.
  set (y := (IZR vn * IZR gd / (IZR vd * (IZR gd - IZR gn)))%R) in *. rewrite <- E'. destruct up, strict;
  cbn [le_or_lt] in *; nra.
Qed.

(* The nudged number is on the right side. *)
Lemma nudge_down x : is_scaled x = true -> nonneg_number (nudge (-1) x) = true -> (val (nudge (-1) x) < val x)%R.
Proof.
  assert (G : forall n d, (0 < d)%Z -> (IZR (n * nudge_scale + -1) / IZR (d * nudge_scale) < IZR n / IZR d)%R).
  { intros n d Hd. apply IZR_lt in Hd. rewrite plus_IZR, !mult_IZR. assert (0 < IZR nudge_scale)%R by (apply IZR_lt;
    reflexivity).
    apply Rmult_lt_reg_r with (IZR d * IZR nudge_scale)%R; [apply Rmult_lt_0_compat; auto|]. field_simplify; lra. }
  destruct x as [n d|n d]; cbn [is_scaled nudge val nonneg_number]; rewrite ?andb_true_iff, ?Z.ltb_lt, ?Z.leb_le.
  - intros Hd _. auto.
  - intros [Hn Hd] [P Q]. apply ln_increasing; auto. apply Rdiv_lt_0_compat; apply IZR_lt; lia.
Qed.
Lemma nudge_up x : is_scaled x = true -> (val x < val (nudge 1 x))%R.
Proof.
  assert (G : forall n d, (0 < d)%Z -> (IZR n / IZR d < IZR (n * nudge_scale + 1) / IZR (d * nudge_scale))%R).
  { intros n d Hd. apply IZR_lt in Hd. rewrite plus_IZR, !mult_IZR. assert (0 < IZR nudge_scale)%R by (apply IZR_lt;
    reflexivity).
    apply Rmult_lt_reg_r with (IZR d * IZR nudge_scale)%R; [apply Rmult_lt_0_compat; auto|]. field_simplify; lra. }
  destruct x as [n d|n d]; cbn [is_scaled nudge val]; rewrite ?andb_true_iff, ?Z.ltb_lt; auto.
  intros [Hn Hd]. apply ln_increasing; auto. apply Rdiv_lt_0_compat; apply IZR_lt; lia.
Qed.

Lemma infimum_upper_sound strict inside v (S : R -> Prop) : infimum_upper strict inside v = true ->
  (forall e, nonneg_number e = true -> inside e = true -> S (val e)) -> (forall e, S e -> (0 <= e)%R) ->
  exists m, is_inf S m /\ le_or_lt strict m (val v).
Proof.
  unfold infimum_upper. rewrite !andb_true_iff. intros [[Sc Nn] In_] HS H0.
  destruct (infimum_exists S _ (HS _ Nn In_) H0) as (m & I & L). exists m. split; auto.
  destruct strict; cbn [le_or_lt]; auto. pose proof (nudge_down v Sc Nn). lra.
Qed.
Lemma infimum_lower_sound strict outside v (S : R -> Prop) : infimum_lower strict outside v = true ->
  (forall e x, outside e = true -> S x -> (val e <= x)%R) -> (forall e, S e -> (0 <= e)%R) ->
  forall m, is_inf S m -> le_or_lt strict (val v) m.
Proof.
  unfold infimum_lower. intros C HS H0 m [_ I]. apply orb_true_iff in C. destruct C as [C|C].
  - apply andb_true_iff in C. destruct C as [N Z0]. destruct strict; [discriminate|]. cbn.
    apply Rle_trans with 0%R; [apply not_positive_sound, Z0|apply I; exact H0].
  - apply andb_true_iff in C. destruct C as [Sc C]. assert (L : (val (if strict then nudge 1 v else v) <= m)%R)
    by (apply I; intros e He; eapply HS; eauto).
    destruct strict; cbn; auto. pose proof (nudge_up v Sc). lra.
Qed.

(* ---- the least number of users ---- *)
Lemma least_exists (S : nat -> Prop) k : (forall n, S n \/ ~ S n) -> S k -> exists n, (n <= k)%nat /\ S n /\ forall m,
  (m < n)%nat -> ~ S m.
Proof.
  intros Dec. induction k as [k IH] using lt_wf_ind. intros Sk.
  assert (G : forall j, (j <= k)%nat -> (exists m, (m < j)%nat /\ S m) \/ forall m, (m < j)%nat -> ~ S m).
  { induction j as [|j IJ]; intros Hj; [right; intros; lia|]. destruct (IJ ltac:(lia)) as [(m & M1 & M2)|N];
    [left; exists m; split; auto|].
    destruct (Dec j) as [Y|Y]; [left; exists j; auto|right]. intros m Hm. destruct (Nat.eq_dec m j) as [->|]; auto.
    apply N. lia. }
  destruct (G k (le_n k)) as [(m & M1 & M2)|N]; [|exists k; auto]. destruct (IH m M1 M2) as (n & N1 & N2 & N3).
  exists n. split; [lia|]. auto.
Qed.
Lemma users_upper_sound extra strict eps0 eps d v : users_upper extra strict eps0 eps d v = true ->
  exists n, least_users (val eps0) (val eps) (val d) n /\ le_or_lt strict (INR n) (val v).
Proof.
  unfold users_upper, with_rational. destruct v as [vn vd|]; [|discriminate]. rewrite !andb_true_iff, Z.leb_le,
  Z.ltb_lt. intros [[Hd Hn] C].
  set (k := if strict then ((vn - 1) / vd)%Z else (vn / vd)%Z) in *. pose proof (clones_upper_sound _ _ _ _ _ _ C) as U.
  cbn in U.
  destruct (least_exists (fun n => (1 <= n)%nat /\ (clones_delta n (val eps0) (val eps) <= val d)%R) (Z.to_nat k)) as
  (n & N1 & [N2 N3] & N4).
  - intros n. destruct (le_dec 1 n); [|tauto]. destruct (Rle_dec (clones_delta n (val eps0) (val eps)) (val d)); tauto.
  - split; [lia|auto].
  - exists n. split.
    + split; [auto|]. split; [auto|]. intros m Hm. destruct (Rlt_dec (val d) (clones_delta m (val eps0) (val eps)));
      auto. exfalso. apply (N4 m); [lia|]. split; [lia|lra].
    + assert (L : (Z.of_nat n <= k)%Z) by lia. apply IZR_lt in Hd as Hd'. cbn [val]. rewrite INR_IZR_INZ. unfold k in L.
      assert (E : (IZR vn = IZR vn / IZR vd * IZR vd)%R) by (field; lra). set (y := (IZR vn / IZR vd)%R) in *.
      clearbody y.
      destruct strict; cbn [le_or_lt]; [apply Rmult_lt_reg_r with (IZR vd)|apply Rmult_le_reg_r with (IZR vd)]; auto;
      rewrite <- E, <- mult_IZR; [apply IZR_lt|apply IZR_le].
      * pose proof (Z.mul_div_le (vn - 1) vd Hd). nia.
      * pose proof (Z.mul_div_le vn vd Hd). nia.
Qed.
Lemma users_lower_sound extra strict eps0 eps d v n : users_lower extra strict eps0 eps d v = true ->
  least_users (val eps0) (val eps) (val d) n -> le_or_lt strict (val v) (INR n).
Proof.
  unfold users_lower, with_rational. destruct v as [vn vd|]; [|discriminate]. rewrite !andb_true_iff, orb_true_iff,
  Z.leb_le, Z.ltb_lt. intros [Hd C] (N1 & N2 & _).
  set (k := if strict then (vn / vd)%Z else (cdiv vn vd - 1)%Z) in *.
  assert (L : (k < Z.of_nat n)%Z).
  { destruct C as [C|C]; [lia|]. apply clones_lower_sound in C. destruct C as [H0 C]. cbn in C.
    destruct (Z_lt_le_dec k (Z.of_nat n)); auto. exfalso.
    pose proof (clones_antitone_n n (Z.to_nat k) (val eps0) (val eps) H0 ltac:(lia)). lra. }
  apply IZR_lt in Hd as Hd'. cbn [val]. rewrite INR_IZR_INZ. unfold k in L.
  assert (E : (IZR vn = IZR vn / IZR vd * IZR vd)%R) by (field; lra). set (y := (IZR vn / IZR vd)%R) in *. clearbody y.
  destruct strict; cbn [le_or_lt]; [apply Rmult_lt_reg_r with (IZR vd)|apply Rmult_le_reg_r with (IZR vd)]; auto;
  rewrite <- E, <- mult_IZR; [apply IZR_lt|apply IZR_le].
  - pose proof (Z.mod_pos_bound vn vd Hd). pose proof (Z.div_mod vn vd ltac:(lia)). nia.
  - unfold cdiv in L. pose proof (Z.mod_pos_bound (- vn) vd Hd). pose proof (Z.div_mod (- vn) vd ltac:(lia)). nia.
Qed.

Lemma sgd_check_sound strict dir t q s eps v : sgd_upper_check strict dir t q s eps v = true ->
  exists c, le_or_lt strict c (val v) /\ forall d, sgd dir t q s (val eps) d -> (d <= c)%R.
Proof.
  unfold sgd_upper_check, with_rational. destruct v as [vn vd|], q as [qn qd|], s as [sn sd|]; try discriminate.
  destruct (batches p) as [w|]; [|discriminate]. intros C. apply sgd_upper in C. destruct C as (_ & c & V & B).
  exists c. split; [exact V|]. intros d Hd. exact (B _ _ Hd).
Qed.
Lemma replace_check_sound strict t q s eps v : replace_check strict t q s eps v = true ->
  exists c, le_or_lt strict c (val v) /\ forall dir d, sgd_replace dir t q s (val eps) d -> (d <= c)%R.
Proof.
  unfold replace_check, with_rational. destruct v as [vn vd|], q as [qn qd|], s as [sn sd|]; try discriminate.
  destruct (batches p) as [w|]; [|discriminate]. intros C. apply replace_upper in C. destruct C as (c & V & B).
  exists c. split; [exact V|]. intros dir d Hd. exact (B _ _ Hd).
Qed.
Lemma gaussian_upper_check_sound strict t s eps v : gaussian_upper_check strict t s eps v = true ->
  exists c, le_or_lt strict c (val v) /\ forall d, gauss t (val s) (val eps) d -> (d <= c)%R.
Proof.
  unfold gaussian_upper_check. rewrite !andb_true_iff. intros [[Sc _] C].
  set (v' := if strict then nudge (-1) v else v) in *.
  unfold with_rational in C. destruct v' as [vn vd|] eqn:E; [|discriminate]. destruct s as [sn sd|]; [|discriminate].
  apply andb_true_iff in C. destruct C as [N C]. destruct (tangents p) as [w|]; [|discriminate].
  exists (val v'). rewrite E. split; [|intros d Hd; exact (gaussian_upper w t sn sd eps vn vd C _ _ d Hd)].
  destruct strict; cbn [le_or_lt]; unfold v' in E; [|rewrite E; lra]. rewrite <- E. apply nudge_down; auto. rewrite E.
  cbn [nonneg_number]. apply andb_true_iff. split; [exact N|]. unfold gaussian_check in C. cbv zeta in C.
  repeat rewrite andb_true_iff in C. tauto.
Qed.
Lemma gaussian_upper_check_positive strict t s eps v : gaussian_upper_check strict t s eps v = true -> (0 < val s)%R.
Proof.
  unfold gaussian_upper_check, with_rational. rewrite !andb_true_iff. intros [_ C]. destruct (if strict then _ else _);
  [|discriminate].
  destruct s as [sn sd|]; [|discriminate]. apply andb_true_iff in C. destruct C as [_ C]. destruct (tangents p);
  [|discriminate].
  unfold gaussian_check in C. cbv zeta in C. repeat rewrite andb_true_iff in C. rewrite !Z.ltb_lt in C.
  cbn [val]. apply Rdiv_lt_0_compat; apply IZR_lt; tauto.
Qed.

(* an event is an advantage, at eps and below *)
Lemma sgd_event_check_sound strict dir t q s eps v : sgd_event_check strict dir t q s eps v = true ->
  forall x, (x <= val eps)%R -> exists d, sgd dir t q s x d /\ le_or_lt strict (val v) d.
Proof.
  unfold sgd_event_check, with_rational. destruct v as [vn vd|], q as [qn qd|], s as [sn sd|]; try discriminate.
  destruct (events p) as [[w remove]|]; [|discriminate]. intros C. exact (sgd_lower _ _ _ _ _ _ _ _ _ _ _ _ C).
Qed.
Lemma replace_event_check_sound dir strict t q s eps v : replace_event_check strict t q s eps v = true ->
  forall x, (x <= val eps)%R -> exists d, sgd_replace dir t q s x d /\ le_or_lt strict (val v) d.
Proof.
  unfold replace_event_check, with_rational. destruct v as [vn vd|], q as [qn qd|], s as [sn sd|]; try discriminate.
  destruct (events p) as [[w remove]|]; [|discriminate]. intros C. exact (replace_lower _ _ _ _ _ _ _ _ _ _ _ C).
Qed.
Lemma fixed_event_check_sound strict t q s eps v : fixed_event_check strict t q s eps v = true ->
  forall x, (x <= val eps)%R -> exists d, fixed t q s x d /\ le_or_lt strict (val v) d.
Proof.
  unfold fixed_event_check, with_rational. destruct v as [vn vd|], q as [qn qd|], s as [sn sd|]; try discriminate.
  destruct (events p) as [[w remove]|]; [|discriminate]. intros C. exact (fixed_lower _ _ _ _ _ _ _ _ _ _ C).
Qed.
Lemma gaussian_event_check_sound strict t s eps v : gaussian_event_check strict t s eps v = true ->
  (0 < val s)%R /\ forall x, (x <= val eps)%R -> exists d, gauss t (val s) x d /\ le_or_lt strict (val v) d.
Proof.
  unfold gaussian_event_check, with_rational. destruct v as [vn vd|], s as [sn sd|]; try discriminate.
  destruct (events p) as [[w remove]|]; [|discriminate]. intros C. split; [|exact (gaussian_lower _ _ _ _ _ _ _ _ C)].
  destruct (lower_domain _ _ _ _ _ _ _ _ _ _ _ C) as (_ & _ & S0 & S1 & _). cbn [val]. apply Rdiv_lt_0_compat; auto.
Qed.

Lemma zcdp_upper_sound strict t xi rho eps v : zcdp_upper_check strict t xi rho eps v = true ->
  (0 <= val xi)%R /\ (0 <= val rho)%R /\
  exists c, le_or_lt strict c (val v) /\ forall dir d, zcdp dir t xi rho (val eps) d -> (d <= c)%R.
Proof.
  unfold zcdp_upper_check, with_rational. destruct v as [vn vd|]; [|discriminate]. destruct (orders p) as [w|];
  [|discriminate].
  intros C. destruct (zcdp_check_sound _ _ _ _ _ _ _ _ C) as (X & R & c & L & B). split; [exact X|]. split; [exact R|].
  exists c. split; [destruct strict; exact L|exact B].
Qed.
Lemma zcdp_event_sound strict dir t xi rho eps v : zcdp_event_check strict t xi rho eps v = true ->
  forall x, (x <= val eps)%R -> exists d, zcdp dir t xi rho x d /\ le_or_lt strict (val v) d.
Proof.
  unfold zcdp_event_check, with_rational. destruct v as [vn vd|]; [|discriminate].
  destruct (tangents p) as [w|]; [|discriminate]. intros C x Hx.
  destruct (zcdp_lower _ _ _ _ _ _ _ _ C dir x Hx) as (d & Hd & L). exists d.
  split; [exact Hd|destruct strict; exact L].
Qed.
Lemma pure_check_sound up strict t eps0 d v : pure_check up strict t eps0 d v = true ->
  (0 <= val eps0)%R /\ val d = 0%R /\ let x := (INR (Z.to_nat t) * val eps0)%R in
  if up then le_or_lt strict x (val v) else le_or_lt strict (val v) x.
Proof.
  unfold pure_check, with_rational. destruct v as [vn vd|]; [|discriminate]. destruct eps0 as [n0 d0|]; [|discriminate].
  destruct d as [[| |] dd|]; try discriminate. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. intros [[[[T E] Ed] Vd] C].
  apply IZR_lt in Ed, Vd. apply IZR_le in E. cbn [val]. rewrite INR_IZR_INZ, Z2Nat.id by exact T.
  split; [apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]|]. split; [unfold Rdiv; ring|].
  assert (A : (IZR t * (IZR n0 / IZR d0) = IZR (t * n0 * vd) / (IZR d0 * IZR vd))%R)
    by (rewrite !mult_IZR; field; lra).
  assert (B : (IZR vn / IZR vd = IZR (vn * d0) / (IZR d0 * IZR vd))%R) by (rewrite !mult_IZR; field; lra).
  assert (P : (0 < / (IZR d0 * IZR vd))%R) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra).
  cbv zeta. rewrite A, B. unfold Rdiv.
  destruct up, strict; cbn [le_or_lt]; [apply Z.ltb_lt, IZR_lt in C|apply Z.leb_le, IZR_le in C
    |apply Z.ltb_lt, IZR_lt in C|apply Z.leb_le, IZR_le in C]; nra.
Qed.

(* An accepted upper end: the quantity has a value, and it is at most (or below) v. *)
Theorem upper_sound extra q strict v : upper extra q strict v = true -> exists x, value q x /\
  le_or_lt strict x (val v).
Proof.
  destruct q as [t n e0 e|t n e0 d|t n e0 e|t n e0 d|e0 e d|n e d|n k g e|n k g d|n k g e|n k g d|dir n m e0 e|dir n m
    e0 d
    |dir t q s e|dir t q s d|t s e|t s d|t e d|dir t q s e|dir t q s d|t q s e|t q s d
    |dir t e0 d|dir t e0 d|dir t xi rho e|dir t xi rho d]; cbn [upper value]; intros C; try discriminate.
  - eexists; split; [reflexivity|]. apply (rounds_upper_sound _ _ _ _ _ _ _ C).
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros x Nn Cx. apply rounds_upper_sound in Cx. split; [apply nonneg_number_sound; auto|apply Cx].
  - apply rounds_upper_sound in C. destruct C as (Hn & H0 & C).
    destruct (shuffle_delta_exists (Z.to_nat t) (Z.to_nat n) (val e0) (val e) Hn ltac:(lra)) as [x Hx].
    exists x. split; auto. destruct Hx as [_ Hx].
    assert (x <= rounds_delta (Z.to_nat t) (Z.to_nat n) (val e0) (val e))%R by (apply Hx; intros a Ha;
    apply shuffle_below_clones; auto; lra).
    destruct strict; cbn in *; lra.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros x Nn Cx. split; [apply nonneg_number_sound; auto|]. apply rounds_upper_sound in Cx.
    destruct Cx as (_ & H0 & Cx).
    intros a Ha. apply shuffle_below_clones in Ha; [|lra]. cbn in Cx. lra.
  - destruct (users_upper_sound _ _ _ _ _ _ C) as (n & N & L). exists (INR n). split; [exists n; auto|exact L].
  - rewrite !andb_true_iff in C. destruct C as [[[Sc Nn] In_] C]. set (v' := if strict then nudge (-1) v else v) in *.
    destruct (clones_upper_domain _ _ _ _ _ _ In_) as [_ H0]. apply clones_upper_sound in In_.
    apply clones_lower_sound in C. destruct C as [Hv C]. cbn in C, In_.
    assert (B : forall e0, (0 < e0 /\ clones_delta (Z.to_nat n) e0 (val e) <= val d -> e0 <= val v')%R).
    { intros e0 [P0 P1]. destruct (Rle_dec e0 (val v')); auto. exfalso.
      pose proof (clones_monotone_eps0 (Z.to_nat n) (val v') e0 (val e) ltac:(lra)). lra. }
    destruct (completeness (fun e0 => 0 < e0 /\ clones_delta (Z.to_nat n) e0 (val e) <= val d)%R) as [x Hx].
    + exists (val v'). exact B.
    + exists (val e). auto.
    + exists x. split; auto. destruct Hx as [_ Hx]. specialize (Hx (val v') B). destruct strict; cbn [le_or_lt]; auto.
      pose proof (nudge_down v Sc Nn). unfold v' in Hx. lra.
  - eexists; split; [reflexivity|]. apply (krr_pair_sound _ true _ _ _ _ _ _ C).
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|apply (krr_pair_sound _ true _ _ _ _ _ _ Cx)].
  - eexists; split; [reflexivity|]. apply (krr_seen_sound _ true _ _ _ _ _ _ C).
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|apply (krr_seen_sound _ true _ _ _ _ _ _ Cx)].
  - eexists; split; [reflexivity|]. eapply rr2_upper_sound; eauto.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros x Nn Cx. split; [apply nonneg_number_sound; auto|exact (rr2_upper_sound _ _ _ _ _ _ _ _ Cx)].
  - apply sgd_check_sound in C. destruct C as (c & V & B). destruct (completeness (sgd dir t q s (val e))) as [x Hx].
    + exists c. intros d Hd. apply B in Hd. exact Hd.
    + exists 0%R. apply sgd_advantage_zero.
    + exists x. split; [exact Hx|]. destruct Hx as [_ Hx]. specialize (Hx c (fun d Hd => B d Hd)). destruct strict;
      cbn in *; lra.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    apply sgd_check_sound in Cx. destruct Cx as (c & V & B). intros a Ha. specialize (B a Ha). cbn in V. lra.
  - apply gaussian_upper_check_sound in C. destruct C as (c & V & B).
    destruct (completeness (gauss t (val s) (val e))) as [x Hx].
    + exists c. intros d Hd. apply B in Hd. exact Hd.
    + exists 0%R. apply gaussian_advantage_zero.
    + exists x. split; [exact Hx|]. destruct Hx as [_ Hx]. specialize (Hx c (fun d Hd => B d Hd)). destruct strict;
      cbn in *; lra.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    apply gaussian_upper_check_sound in Cx. destruct Cx as (c & V & B). intros a Ha. specialize (B a Ha). cbn in V. lra.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; lra]. intros x Nn Cx.
    split; [exact (gaussian_upper_check_positive _ _ _ _ _ Cx)|].
    apply gaussian_upper_check_sound in Cx. destruct Cx as (c & V & B). intros a Ha. specialize (B a Ha). cbn in V. lra.
  - apply replace_check_sound in C. destruct C as (c & V & B). specialize (B dir).
    destruct (completeness (sgd_replace dir t q s (val e))) as [x Hx].
    + exists c. intros d Hd. exact (B d Hd).
    + exists 0%R. apply sgd_replace_zero.
    + exists x. split; [exact Hx|]. destruct Hx as [_ Hx]. specialize (Hx c (fun d Hd => B d Hd)).
      destruct strict; cbn in *; lra.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    apply replace_check_sound in Cx. destruct Cx as (c & V & B). intros a Ha. specialize (B _ a Ha). cbn in V. lra.
  - destruct (pure_check_sound _ _ _ _ _ _ C) as (E & -> & L). eexists. split; [exact (laplace_pure _ E _ _ _)|exact L].
  - destruct (pure_check_sound _ _ _ _ _ _ C) as (E & -> & L). eexists. split; [exact (rr_pure _ E _ _)|exact L].
  - destruct (zcdp_upper_sound _ _ _ _ _ _ C) as (X & R & c & L & B). specialize (B dir).
    destruct (completeness (zcdp dir t xi rho (val e))) as [x Hx].
    + exists c. intros a Ha. exact (B a Ha).
    + exists 0%R. apply zcdp_advantage_zero; assumption.
    + exists x. split; [exact Hx|]. destruct Hx as [_ Hx]. specialize (Hx c (fun a Ha => B a Ha)).
      destruct strict; cbn in *; lra.
  - eapply infimum_upper_sound; [exact C| |intros x [Hx _]; exact Hx]. intros x Nn Cx.
    split; [apply nonneg_number_sound; auto|].
    destruct (zcdp_upper_sound _ _ _ _ _ _ Cx) as (_ & _ & c & L & B). intros a Ha. specialize (B _ a Ha). cbn in L.
    lra.
Qed.

(* An accepted lower end: every value of the quantity is at least (or above) v. *)
Theorem lower_sound extra h q strict v : lower extra h q strict v = true -> forall x, value q x ->
  le_or_lt strict (val v) x.
Proof.
  destruct q as [t n e0 e|t n e0 d|t n e0 e|t n e0 d|e0 e d|n e d|n k g e|n k g d|n k g e|n k g d|dir n m e0 e|dir n m
    e0 d
    |dir t q s e|dir t q s d|t s e|t s d|t e d|dir t q s e|dir t q s d|t q s e|t q s d
    |dir t e0 d|dir t e0 d|dir t xi rho e|dir t xi rho d]; cbn [lower value]; intros C x Hx.
  - subst. apply (rounds_lower_sound _ _ _ _ _ _ _ C).
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros e x Ce [Hx Dx]. apply rounds_lower_sound in Ce. destruct Ce as [H0 Ce]. cbn in Ce.
    destruct (Rle_dec (val e) x); auto. exfalso.
    pose proof (rounds_antitone (Z.to_nat t) (Z.to_nat n) (val e0) x (val e) H0 ltac:(lra)). lra.
  - apply andb_true_iff in C. destruct C as [Ht C]. apply Z.leb_le in Ht.
    replace (Z.to_nat t) with (S (Z.to_nat (t - 1))) in Hx by lia.
    destruct (response_lower_sound _ _ _ _ _ _ _ C) as (d & Hd & L). apply (one_round_among_more (Z.to_nat (t - 1))) in
    Hd.
    destruct Hx as [Hx _]. specialize (Hx d Hd). destruct strict; cbn in *; lra.
  - apply andb_true_iff in C. destruct C as [Ht C]. apply Z.leb_le in Ht.
    replace (Z.to_nat t) with (S (Z.to_nat (t - 1))) in Hx by lia.
    revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros e x Ce [Hx Dx]. destruct (response_lower_sound _ _ _ _ _ _ _ Ce) as (a & Ha & L). cbn in L.
    apply (one_round_among_more (Z.to_nat (t - 1))) in Ha.
    destruct (Rle_dec (val e) x); auto. exfalso. destruct (shuffle_advantage_antitone _ _ _ x (val e) a ltac:(lra) Ha)
    as (a' & Ha' & L'). specialize (Dx a' Ha'). lra.
  - destruct Hx as (n & N & ->). eapply users_lower_sound; eauto.
  - rewrite andb_true_iff in C. destruct C as [Sc C]. destruct (clones_upper_domain _ _ _ _ _ _ C) as [_ H0].
    apply clones_upper_sound in C. cbn in C.
    destruct Hx as [Hx _]. specialize (Hx _ (conj H0 C)). destruct strict; cbn [le_or_lt]; auto.
    pose proof (nudge_up v Sc). lra.
  - subst. apply (krr_pair_sound _ false _ _ _ _ _ _ C).
  - apply andb_true_iff in C. destruct C as [R C]. apply krr_range_sound in R.
    destruct (share_range (IZR k) (val g) ltac:(tauto)) as [G0 G1].
    revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros e x Ce [Hx Dx]. pose proof (krr_pair_sound _ false _ _ _ _ _ _ Ce) as L. cbn in L.
    destruct (Rle_dec (val e) x); auto. exfalso.
    pose proof (krr_antitone (Z.to_nat n) (IZR k) (val g) x (val e) G0 G1 ltac:(lra)). lra.
  - subst. apply (krr_seen_sound _ false _ _ _ _ _ _ C).
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros e x Ce [Hx Dx]. destruct (krr_seen_sound _ false _ _ _ _ _ _ Ce) as [(Hk & Hg & Hg1 & He) L]. cbv zeta in L.
    cbn [le_or_lt] in L.
    destruct (share_range (IZR k) (val g) ltac:(tauto)) as [G0 G1].
    destruct (Rle_dec (val e) x); auto. exfalso.
    pose proof (krr_antitone (Z.to_nat n) (IZR k) (val g) x (val e) G0 G1 ltac:(lra)).
    rewrite krr_strong in Dx by auto. rewrite krr_strong in L by auto. nra.
  - subst. eapply rr2_lower_sound; eauto.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx].
    intros e x Ce [Hx Dx]. pose proof (rr2_lower_sound _ _ _ _ _ _ _ _ _ Ce) as L. cbn [le_or_lt] in L.
    destruct (Rle_dec (val e) x); auto. exfalso.
    pose proof (rr2_antitone dir (Z.to_nat n) (Z.to_nat m) (val e0) x (val e) ltac:(lra)). lra.
  - destruct (sgd_event_check_sound _ _ _ _ _ _ _ C (val e) (Rle_refl _)) as (a & Ha & L). destruct Hx as [Hx _].
    specialize (Hx a Ha). destruct strict; cbn in *; lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce [Hx Dx].
    destruct (Rle_dec (val e) x); auto. exfalso.
    destruct (sgd_event_check_sound _ _ _ _ _ _ _ Ce x ltac:(lra)) as (a & Ha & L). specialize (Dx a Ha). cbn in L. lra.
  - destruct (gaussian_event_check_sound _ _ _ _ _ C) as [_ G]. destruct (G (val e) (Rle_refl _)) as (a & Ha & L).
    destruct Hx as [Hx _]. specialize (Hx a Ha). destruct strict; cbn in *; lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce [Hx Dx].
    destruct (Rle_dec (val e) x); auto. exfalso.
    destruct (gaussian_event_check_sound _ _ _ _ _ Ce) as [_ G]. destruct (G x ltac:(lra)) as (a & Ha & L).
    specialize (Dx a Ha). cbn in L. lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; lra]. intros e1 x Ce [Hx Dx].
    destruct (Rle_dec (val e1) x); auto. exfalso.
    destruct (gaussian_event_check_sound _ _ _ _ _ Ce) as [S0 G]. destruct (G (val e) (Rle_refl _)) as (a & Ha & L).
    apply (gaussian_sigma_antitone _ _ _ _ x) in Ha; [|lra]. specialize (Dx a Ha). cbn in L. lra.
  - destruct (replace_event_check_sound dir _ _ _ _ _ _ C (val e) (Rle_refl _)) as (a & Ha & L). destruct Hx as [Hx _].
    specialize (Hx a Ha). destruct strict; cbn in *; lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce [Hx Dx].
    destruct (Rle_dec (val e) x); auto. exfalso.
    destruct (replace_event_check_sound dir _ _ _ _ _ _ Ce x ltac:(lra)) as (a & Ha & L). specialize (Dx a Ha).
    cbn in L.
    lra.
  - destruct (fixed_event_check_sound _ _ _ _ _ _ C (val e) (Rle_refl _)) as (a & Ha & L). destruct Hx as [Hx _].
    specialize (Hx a Ha). destruct strict; cbn in *; lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce [Hx Dx].
    destruct (Rle_dec (val e) x); auto. exfalso.
    destruct (fixed_event_check_sound _ _ _ _ _ _ Ce x ltac:(lra)) as (a & Ha & L). specialize (Dx a Ha). cbn in L. lra.
  - destruct (pure_check_sound _ _ _ _ _ _ C) as (E & D & L). rewrite D in Hx.
    rewrite (is_inf_unique _ _ _ Hx (laplace_pure _ E _ _ _)). exact L.
  - destruct (pure_check_sound _ _ _ _ _ _ C) as (E & D & L). rewrite D in Hx.
    rewrite (is_inf_unique _ _ _ Hx (rr_pure _ E _ _)). exact L.
  - destruct (zcdp_event_sound _ dir _ _ _ _ _ C (val e) (Rle_refl _)) as (a & Ha & L). destruct Hx as [Hx _].
    specialize (Hx a Ha). destruct strict; cbn in *; lra.
  - revert x Hx. eapply infimum_lower_sound; [exact C| |intros x [Hx _]; exact Hx]. intros e x Ce [Hx Dx].
    destruct (Rle_dec (val e) x); auto. exfalso.
    destruct (zcdp_event_sound _ dir _ _ _ _ _ Ce x ltac:(lra)) as (a & Ha & L). specialize (Dx a Ha). cbn in L. lra.
Qed.

(* An accepted claim holds. *)
Theorem check_sound extra h q r : check extra h q r = true -> holds q r.
Proof.
  destruct r as [v|v|v|v|lo hi]; cbn [check holds]; intros C.
  - apply (upper_sound _ _ _ _ C).
  - apply (upper_sound _ _ _ _ C).
  - intros x Hx. apply Rle_ge, (lower_sound _ _ _ _ _ C x Hx).
  - intros x Hx. apply (lower_sound _ _ _ _ _ C x Hx).
  - apply andb_true_iff in C. destruct C as [L U]. destruct (upper_sound _ _ _ _ U) as (x & Hx & Ux). exists x.
    split; auto.
    split; [apply (lower_sound _ _ _ _ _ L x Hx)|exact Ux].
Qed.

(* An accepted upper end of shuffle.epsilon is the differential privacy of every shuffled mechanism, event by event. *)
Theorem check_private extra h t n eps0 d v : check extra h (ShuffleEpsilon t n eps0 d) (AtMost v) = true ->
  shuffle_private (Z.to_nat t) (Z.to_nat n) (val eps0) (val v) (val d).
Proof.
  cbn [check upper]. unfold infimum_upper. rewrite !andb_true_iff. intros [_ C] X Y A D D' Dec P DP Len N S.
  apply rounds_upper_sound in C. destruct C as (_ & H0 & C). cbn in C.
  assert (L : (Pr (rounds A (Z.to_nat t) nil D) S - exp (val v) * Pr (rounds A (Z.to_nat t) nil D') S <=
  rounds_delta (Z.to_nat t) (Z.to_nat n) (val eps0) (val v))%R).
  { apply shuffle_below_clones; [lra|]. exists X, Y, A, D, D', S. repeat (split; auto). }
  lra.
Qed.

(* A text that the program accepts begins with the statement of a claim that holds. *)
Theorem verify_sound extra h text q r : verify extra h text q r = true ->
  (exists rest, text = (show q r ++ rest)%string) /\ holds q r.
Proof.
  unfold verify. rewrite andb_true_iff. intros [A B]. split; [|eapply check_sound; eauto].
  revert A. generalize (show q r). clear. intros s. revert text. induction s as [|x s IH]; intros [|y t]; simpl;
  try discriminate.
  - intros _. exists EmptyString. reflexivity.
  - intros _. exists (String y t). reflexivity.
  - destruct (ascii_dec x y) as [->|]; [|discriminate]. intros A. destruct (IH t A) as [rest ->]. exists rest.
    reflexivity.
Qed.
End WithEngine.

Definition verify_plain := @verify plain.
