(* An upper bound on the delta of the clones pair is one on every shuffled eps0-DP mechanism; the suprema and infima
   of the claims exist. *)
Require Import Reals List Lra Lia Arith Bool ZArith Permutation.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair Reduction ReductionSanity Product Rounds Response.
Open Scope R_scope.

(* The advantage of every event over t rounds of every shuffled mechanism is at most the delta of t rounds of the clones
   pair. *)
Theorem shuffle_below_clones t n eps0 eps d : 0 <= eps0 -> shuffle_advantage t n eps0 eps d ->
  d <= rounds_delta t n eps0 eps.
Proof.
  intros H0 (X & Y & M & D & D' & S & [eq_dec] & P & DP & <- & N & ->).
  pose proof (rounds_dp X Y eq_dec eps0 M H0 P DP t eps D D' N S). lra.
Qed.
Lemma probability_rounds {X Y} (M : list (list Y) -> list Y -> X -> dist Y) D : (forall g h x, probability (M g h x)) ->
  forall t h, probability (rounds M t h D).
Proof.
  intros P t. induction t as [|t IH]; intros h; [apply probability_ret|]. cbn [rounds]. apply probability_bind;
  [apply probability_shuffled_run; auto|]. intros y.
  apply probability_bind; [apply IH|]. intros l. apply probability_ret.
Qed.

(* An event of the first round is one of all rounds. *)
Theorem one_round_among_more t n eps0 eps d : one_round_advantage n eps0 eps d -> shuffle_advantage (S t) n eps0 eps d.
Proof.
  intros (X & Y & A & D & D' & E & Dec & P & DP & Len & N & ->).
  exists X, Y, (fun _ => A), D, D', (fun l => match l with y :: _ => E y | nil => false end). repeat (split; auto).
  assert (G : forall D, Pr (rounds (fun _ => A) (S t) nil D) (fun l => match l with y :: _ => E y | nil => false end) =
  Pr (shuffled_run A D) E).
  { intros D0. unfold Pr. cbn [rounds]. rewrite (Ex_then _ (fun y => rounds (fun _ => A) t (nil ++ cons y nil) D0)
    (fun y => y)). apply Ex_fun. intros y.
    change (Ex (rounds (fun _ => A) t (nil ++ cons y nil) D0) (fun _ => indicator E y) = indicator E y).
    destruct (probability_rounds (fun _ => A) D0 (fun _ => P) t (nil ++ cons y nil)) as [_ T].
    rewrite (Ex_fun _ _ (fun _ => indicator E y * 1)) by (intros; ring). rewrite Ex_scal, T. ring. }
  rewrite !G. reflexivity.
Qed.

(* There is a shuffled mechanism: the one that says nothing has advantage 0. *)
Lemma shuffle_inhabited t n eps0 eps : (1 <= n)%nat -> 0 <= eps0 -> shuffle_advantage t n eps0 eps 0.
Proof.
  intros Hn H0. exists unit, unit, (fun _ _ _ => ret tt), (repeat tt n), (repeat tt n), (fun _ => false).
  split; [constructor; intros [] []; left; reflexivity|]. split; [intros; apply probability_ret|].
  split; [|split; [apply repeat_length|split]].
  - intros g h x x' S. unfold Pr. rewrite !Ex_ret. assert (0 <= indicator S tt) by (unfold indicator; destruct (S tt);
    lra).
    assert (1 <= exp eps0) by (rewrite <- exp_0; destruct H0 as [L| <-]; [left; apply exp_increasing; auto|lra]). nra.
  - destruct n as [|n]; [lia|]. exists nil, tt, tt, (repeat tt n). split; reflexivity.
  - assert (E : forall (d : dist (list (list unit))), Pr d (fun _ => false) = 0) by (intros d; unfold Pr, indicator;
    induction d as [|[p x] d IH]; simpl; [|rewrite IH]; lra).
    rewrite !E. ring.
Qed.

(* At a smaller eps the same event has no smaller an advantage. *)
Lemma shuffle_advantage_antitone t n eps0 e e' a : e <= e' -> shuffle_advantage t n eps0 e' a -> exists a',
  shuffle_advantage t n eps0 e a' /\ a <= a'.
Proof.
  intros He (X & Y & M & D & D' & S & Dec & P & DP & Len & N & ->).
  exists (Pr (rounds M t nil D) S - exp e * Pr (rounds M t nil D') S).
  split; [exists X, Y, M, D, D', S; repeat (split; auto)|].
  assert (0 <= Pr (rounds M t nil D') S).
  { apply Ex_nonneg; [apply (probability_rounds M D' P)|]. intros x. unfold indicator. destruct (S x); lra. }
  assert (exp e <= exp e') by (destruct He as [He|He]; [left; apply exp_increasing; auto|rewrite He; lra]). nra.
Qed.

(* The supremum of the advantages exists. *)
Theorem shuffle_delta_exists t n eps0 eps : (1 <= n)%nat -> 0 <= eps0 -> exists x,
  is_lub (shuffle_advantage t n eps0 eps) x.
Proof.
  intros Hn H0. destruct (completeness (shuffle_advantage t n eps0 eps)) as [x Hx].
  - exists (rounds_delta t n eps0 eps). intros d Hd. apply shuffle_below_clones; auto.
  - exists 0. apply shuffle_inhabited; auto.
  - exists x; auto.
Qed.

(* A set of nonnegative numbers with a member v has an infimum, and that is at most v. *)
Theorem infimum_exists (S : R -> Prop) v : S v -> (forall e, S e -> 0 <= e) -> exists m, is_inf S m /\ m <= v.
Proof.
  intros Hv H0. destruct (completeness (fun x => S (- x))) as [m [M1 M2]].
  - exists 0. intros x Hx. apply H0 in Hx. lra.
  - exists (- v). rewrite Ropp_involutive. auto.
  - assert (I : is_inf S (- m)).
    { split.
      - intros e He. assert (- e <= m) by (apply M1; rewrite Ropp_involutive; auto). lra.
      - intros x Hx. assert (m <= - x); [|lra]. apply M2. intros e He. apply Hx in He. lra. }
    exists (- m). split; auto. apply I. auto.
Qed.
