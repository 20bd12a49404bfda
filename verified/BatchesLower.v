(* Lower ends where one record is replaced, and of batches of a fixed size: one data set each, as in NoiseLower.v. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Noise Batches Laws ClonesPair Reduction ReductionSanity Steps Exponential
  Product.
From Hallmark Require Import RoundsChecked Adaptive NormalLaw PoissonSampling NormalNoise SgdPrivate LowerLevels
  NoiseLower.
Import ListNotations.
Open Scope R_scope.

Section WithEngine.
Context {en : engine} {ok : faithful en}.
(* An event of all rounds, at eps and at everything below it. *)
Lemma lower_check_below w s sn sd qn qd strict t eps vn vd P Q :
  lower_check w s sn sd qn qd strict t eps vn vd = true -> probability P -> probability Q ->
  (forall j c, nth_error (cuts_of w) j = Some c -> Pr P (above j) =
    IZR qn / IZR qd * Phi (shift sn sd (with_p s) - c) + (1 - IZR qn / IZR qd) * Phi (shift sn sd (without s) - c)) ->
  (forall j c, nth_error (cuts_of w) j = Some c -> Pr Q (above j) =
    IZR qn / IZR qd * Phi (shift sn sd (with_q s) - c) + (1 - IZR qn / IZR qd) * Phi (shift sn sd (without s) - c)) ->
  forall x, x <= val eps -> exists S, let d := Pr (power (Z.to_nat t) P) S - exp x * Pr (power (Z.to_nat t) Q) S in
  if strict then IZR vn / IZR vd < d else IZR vn / IZR vd <= d.
Proof.
  intros C PL QL HP HQ x Hx. destruct (lower_check_sound w s sn sd qn qd P Q strict t eps vn vd C PL QL HP HQ) as [S E].
  exists S. cbv zeta in *. assert (B0 : 0 <= Pr (power (Z.to_nat t) Q) S) by (apply Pr_nonneg, power_law; auto).
  assert (exp x <= exp (val eps)) by (destruct Hx as [Hx| ->]; [left; apply exp_increasing; auto|lra]).
  assert (exp x * Pr (power (Z.to_nat t) Q) S <= exp (val eps) * Pr (power (Z.to_nat t) Q) S)
    by (apply Rmult_le_compat_r; auto). destruct strict; lra.
Qed.
(* ---- one record replaced ---- *)
Definition exchanged : shifts := {| with_p := 1; with_q := -1; without := 0 |}.
Definition replace_lower_check (w : lower_witness) := lower_check w exchanged.
Theorem replace_lower w dir strict t sn sd qn qd eps vn vd :
  replace_lower_check w sn sd qn qd strict t eps vn vd = true -> forall x, x <= val eps ->
  exists d, sgd_replace_advantage dir (Z.to_nat t) (IZR qn / IZR qd) (IZR sn / IZR sd) x d /\
  if strict then IZR vn / IZR vd < d else IZR vn / IZR vd <= d.
Proof.
  intros C x Hx. destruct (lower_domain _ _ _ _ _ _ _ _ _ _ _ C) as (_ & _ & _ & _ & _ & q01 & CS).
  set (M := fun y => sign_round (IZR qn / IZR qd) (IZR sn / IZR sd) (cuts_of w) [Some y]).
  assert (ML : forall y, probability (M y)) by (intros; apply sign_round_law; auto).
  destruct (lower_check_below _ _ _ _ _ _ _ _ _ _ _ (M true) (M false) C (ML true) (ML false)) with (x := x) as [S E];
    auto; try (intros j c E; unfold M; rewrite (sign_round_above _ _ _ _ _ _ E); reflexivity).
  cbv zeta in E. exists (Pr (power (Z.to_nat t) (M true)) S - exp x * Pr (power (Z.to_nat t) (M false)) S).
  split; [|exact E].
  assert (G : forall y, Pr (dp_sgd (IZR qn / IZR qd) (IZR sn / IZR sd) (fun _ => sign_of) (fun _ _ => cuts_of w)
    (Z.to_nat t) [Some y]) S = Pr (power (Z.to_nat t) (M y)) S)
    by (intros y; exact (adaptive_power (M y) (Z.to_nat t) [] (indicator S))).
  set (b := match dir with Add => false | _ => true end).
  exists bool, (fun _ => sign_of), (fun _ _ => cuts_of w), [Some b], [Some (negb b)], S.
  split; [intros; exact CS|]. split; [apply sign_clipped|]. split; [exists [], b, (negb b), []; auto|].
  unfold told, b. destruct dir; cbn [negb]; rewrite !G; auto.
Qed.

(* ---- batches of a fixed size: all other records are one record ---- *)
Lemma choose_none {X} (l : list X) : choose 0 l = [[]].
Proof. destruct l; reflexivity. Qed.
Lemma choose_same {X} (y : X) n : forall b B, In B (choose b (repeat y n)) -> B = repeat y b.
Proof.
  induction n as [|n IH]; intros [|b] B H; cbn [choose repeat] in *; try (destruct H as [<-|[]]; reflexivity).
  - destruct H.
  - apply in_app_iff in H. destruct H as [H|H]; [|exact (IH _ _ H)].
    apply in_map_iff in H. destruct H as (C & <- & H). rewrite (IH _ _ H). reflexivity.
Qed.
Lemma choose_length {X} (l : list X) : forall l' : list X, length l = length l' -> forall b,
  length (choose b l) = length (choose b l').
Proof.
  induction l as [|x l IH]; intros [|y l'] E [|b]; try discriminate; try reflexivity. cbn [choose].
  rewrite !app_length, !map_length, (IH l'), (IH l') by (injection E; auto). reflexivity.
Qed.
(* Of all batches of b records a share of b / n holds a given one. *)
Lemma choose_share {X} (y : X) n : forall b, (S b * length (choose (S b) (repeat y (S n))) =
  S n * length (choose b (repeat y n)))%nat.
Proof.
  induction n as [|n IH]; intros b.
  - destruct b; cbn; lia.
  - change (choose (S b) (repeat y (S (S n)))) with (map (cons y) (choose b (repeat y (S n))) ++
      choose (S b) (repeat y (S n))).
    rewrite app_length, map_length. pose proof (IH b) as E. destruct b as [|d]; [rewrite !choose_none in *;
    cbn [length] in *; lia|].
    pose proof (IH d) as E'.
    assert (P : length (choose (S d) (repeat y (S n))) = (length (choose d (repeat y n)) +
      length (choose (S d) (repeat y n)))%nat) by (cbn [repeat choose]; rewrite app_length, map_length; reflexivity).
    set (u := length (choose (S (S d)) (repeat y (S n)))) in *. set (v := length (choose (S d) (repeat y (S n)))) in *.
    set (a := length (choose d (repeat y n))) in *. set (c := length (choose (S d) (repeat y n))) in *.
    clearbody u v a c. subst v. clear IH. replace (S (S n) * (a + c))%nat with (S n * a + S n * c + (a + c))%nat
    by ring.
    rewrite <- E, <- E'. ring.
Qed.
Lemma Ex_weights {A} (r : R) (l : list A) f c : (forall x, In x l -> f x = c) ->
  Ex (map (fun x => (r, x)) l) f = INR (length l) * r * c.
Proof.
  intros H. induction l as [|x l IH]; [cbn; ring|]. change (length (x :: l)) with (S (length l)).
  rewrite S_INR. cbn [map Ex]. rewrite IH by (intros; apply H; right; auto).
  rewrite (H x) by (left; auto). ring.
Qed.
Lemma Ex_app {A} (d e : dist A) f : Ex (d ++ e) f = Ex d f + Ex e f.
Proof. induction d as [|[p x] d IH]; cbn [app Ex]; [ring|]. rewrite IH. ring. Qed.
Lemma choose_some {X} (y : X) n : forall b, (b <= n)%nat -> (0 < length (choose b (repeat y n)))%nat.
Proof.
  induction n as [|n IH]; intros [|b] H; cbn [choose repeat length]; try lia.
  rewrite app_length, map_length. pose proof (IH b ltac:(lia)). lia.
Qed.
(* What is seen of a batch depends on whether it holds the first record. *)
Lemma Ex_batch {X} (x y : X) n b f : (b <= n)%nat -> Ex (uniform (choose (S b) (x :: repeat y n))) f =
  INR (S b) / INR (S n) * f (x :: repeat y b) + (1 - INR (S b) / INR (S n)) * f (repeat y (S b)).
Proof.
  intros Hb. unfold uniform. cbn [choose]. rewrite map_app, Ex_app.
  rewrite (Ex_weights _ (map (cons x) _) f (f (x :: repeat y b))).
  2:{ intros B H. apply in_map_iff in H. destruct H as (C & <- & H). rewrite (choose_same y n b C H). reflexivity. }
  rewrite (Ex_weights _ (choose (S b) (repeat y n)) f (f (repeat y (S b)))).
  2:{ intros B H. rewrite (choose_same y n (S b) B H). reflexivity. }
  rewrite app_length, map_length, plus_INR.
  pose proof (choose_share y n b) as E. pose proof (choose_some y n b Hb) as P.
  change (choose (S b) (repeat y (S n))) with (map (cons y) (choose b (repeat y n)) ++ choose (S b) (repeat y n)) in E.
  rewrite app_length, map_length in E. apply (f_equal INR) in E. rewrite !mult_INR, plus_INR in E.
  apply lt_INR in P. change (INR 0) with 0 in P. pose proof (pos_INR (length (choose (S b) (repeat y n)))) as C0.
  assert (N0 : 0 < INR (S n)) by (apply lt_0_INR; lia).
  set (a := INR (length (choose b (repeat y n)))) in *. set (c := INR (length (choose (S b) (repeat y n)))) in *.
  assert (Q : INR (S b) / INR (S n) = a / (a + c)).
  { apply Rmult_eq_reg_r with (INR (S n) * (a + c)); [|apply Rgt_not_eq, Rmult_lt_0_compat; lra].
    transitivity (INR (S b) * (a + c)); [field; lra|]. rewrite E. field. lra. }
  rewrite Q. field. lra.
Qed.
(* the records are signs again; a batch of one true and b false ones *)
Definition sign (x : bool) : list R := [if x then 1 else -1].
Lemma sum_signs b : forall x, vector_sum 1 (map sign (x :: repeat false b)) = [(if x then 1 else -1) - INR b].
Proof.
  induction b as [|b IH]; intros x.
  - cbn. f_equal. destruct x; ring.
  - specialize (IH false). change (repeat false (S b)) with (false :: repeat false b).
    change (map sign (x :: false :: repeat false b)) with (sign x :: map sign (false :: repeat false b)).
    unfold vector_sum in *. cbn [fold_right] in *. rewrite IH. rewrite S_INR. cbn. f_equal. destruct x; ring.
Qed.
Definition one_of_batch : shifts := {| with_p := 1; with_q := -1; without := -1 |}.
Definition fixed_lower_check (w : lower_witness) (strict : bool) (t sn sd qn qd : Z) (eps : number) (vn vd : Z) :
  bool :=
  (1 <=? qn)%Z && (qn <? qd)%Z && lower_check w one_of_batch sn sd qn qd strict t eps vn vd.
Theorem fixed_lower w strict t sn sd qn qd eps vn vd :
  fixed_lower_check w strict t sn sd qn qd eps vn vd = true -> forall x, x <= val eps ->
  exists d, fixed_advantage (Z.to_nat t) (IZR qn / IZR qd) (IZR sn / IZR sd) x d /\
  if strict then IZR vn / IZR vd < d else IZR vn / IZR vd <= d.
Proof.
  unfold fixed_lower_check. rewrite !andb_true_iff, Z.leb_le, Z.ltb_lt. intros [[Q1 Q2] C] x Hx.
  destruct (lower_domain _ _ _ _ _ _ _ _ _ _ _ C) as (_ & _ & S0 & S1 & _ & q01 & CS).
  set (b := Z.to_nat (qn - 1)). set (n := Z.to_nat (qd - 1)). assert (Hb : (b <= n)%nat) by (unfold b, n; lia).
  assert (EB : INR (S b) = IZR qn) by (rewrite INR_IZR_INZ; f_equal; unfold b; lia).
  assert (EN : INR (S n) = IZR qd) by (rewrite INR_IZR_INZ; f_equal; unfold n; lia).
  set (sigma := IZR sn / IZR sd) in *. set (by_ := / sigma * - INR b).
  (* the cuts are moved by what the others add *)
  set (cuts := map (fun c => c + by_) (cuts_of w)).
  assert (CS' : sorted cuts).
  { unfold cuts. destruct (cuts_of w) as [|c r]; [exact I|]. cbn [sorted map] in *. clear - CS. revert c CS.
    induction r as [|e r IH]; intros c CS; cbn [increasing map] in *; [exact I|]. destruct CS as [L CS].
    split; [lra|auto]. }
  set (M := fun y : bool => bind (uniform (choose (S b) (y :: repeat false n)))
    (fun B => noisy (fun _ => cuts) [] (map (Rmult (/ sigma)) (vector_sum 1 (map sign B))))).
  assert (EM : forall y f, Ex (M y) f = IZR qn / IZR qd * Ex (noisy (fun _ => cuts) []
      [/ sigma * ((if y then 1 else -1) - INR b)]) f + (1 - IZR qn / IZR qd) *
      Ex (noisy (fun _ => cuts) [] [/ sigma * (-1 - INR b)]) f).
  { intros y f. unfold M. rewrite Ex_bind, (Ex_batch y false n b) by exact Hb. rewrite EB, EN, sum_signs.
    change (repeat false (S b)) with (false :: repeat false b). rewrite sum_signs. reflexivity. }
  assert (NP : forall m, probability (noisy (fun _ => cuts) [] [m])) by (intros; apply noisy_probability; auto).
  assert (ML : forall y, probability (M y)).
  { intros y. split.
    - unfold M. apply nonneg_bind; [|intros; apply noisy_probability; auto]. intros px H. unfold uniform in H.
      apply in_map_iff in H. destruct H as (B & <- & _). cbn [fst]. destruct (length (choose _ _)) as [|m];
        [cbn [INR]; rewrite Rinv_0; lra|]. left. apply Rinv_0_lt_compat, lt_0_INR. lia.
    - rewrite EM, !(proj2 (NP _)). ring. }
  assert (AB : forall m j c, nth_error (cuts_of w) j = Some c ->
    Ex (noisy (fun _ => cuts) [] [/ sigma * (m - INR b)]) (indicator (above j)) = Phi (/ sigma * m - c)).
  { intros m j c E. pose proof (noisy_above cuts (/ sigma * (m - INR b)) j (c + by_)
      (map_nth_error (fun c => c + by_) j (cuts_of w) E)) as A. unfold Pr in A. rewrite A. f_equal. unfold by_. ring. }
  destruct (lower_check_below _ _ _ _ _ _ _ _ _ _ _ (M true) (M false) C (ML true) (ML false)) with (x := x) as [T E];
    auto; try (intros j c E; unfold Pr; rewrite EM, !(AB _ j c E); reflexivity).
  cbv zeta in E. exists (Pr (power (Z.to_nat t) (M true)) T - exp x * Pr (power (Z.to_nat t) (M false)) T).
  split; [|exact E].
  assert (G : forall y, Pr (fixed_sgd (S b) sigma (fun _ => 1%nat) (fun _ => sign) (fun _ _ => cuts)
    (Z.to_nat t) (y :: repeat false n)) T = Pr (power (Z.to_nat t) (M y)) T)
    by (intros y; exact (adaptive_power (M y) (Z.to_nat t) [] (indicator T))).
  exists bool, (S b), (fun _ => 1%nat), (fun _ => sign), (fun _ _ => cuts), (true :: repeat false n),
    (false :: repeat false n), T.
  cbn [length]. rewrite repeat_length. split; [unfold b, n; lia|]. split; [rewrite EB, EN; reflexivity|].
  split; [intros; exact CS'|]. split; [intros h y; split; [reflexivity|destruct y; cbn; lra]|].
  split; [exists [], true, false, (repeat false n); auto|]. unfold told. rewrite !G. left. reflexivity.
Qed.
End WithEngine.
