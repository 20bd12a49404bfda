(* The hockey stick of t independent outcomes of a pair of laws, round by round, and bounds on it by masses on the
   levels of a geometric grid. *)
Require Import Reals List Lra Lia Arith Bool ZArith.
From Hallmark Require Import Definitions Laws.
Import ListNotations.
Open Scope R_scope.

Lemma Ex_then {A B} (d : dist A) (k : A -> dist (list B)) (g : A -> B) f :
  Ex (bind d (fun x => bind (k x) (fun l => ret (g x :: l)))) f = Ex d (fun x => Ex (k x) (fun l => f (g x :: l))).
Proof. rewrite Ex_bind. apply Ex_ext. intros x _. rewrite Ex_bind. apply Ex_ext. intros l _. apply Ex_ret. Qed.

Definition stick (w : R) : R := Rmax 0 (1 - w).
(* masses on the levels w, w rho, w rho^2, ..., weighed by f there *)
Fixpoint weigh (rho : R) (m : list Z) (f : R -> R) (w : R) : R := match m with [] => 0 | a :: r =>
  IZR a * f w + weigh rho r f (w * rho) end.
Fixpoint total (m : list Z) : Z := match m with [] => 0 | a :: r => a + total r end.
Fixpoint add (a b : list Z) : list Z := match a, b with [], _ => b | _, [] => a | x :: a, y :: b => (x + y)%Z ::
  add a b end.
Fixpoint conv (a b : list Z) : list Z := match a with [] => [] | x :: a => add (map (Z.mul x) b) (0%Z :: conv a b) end.

Section Levels.
Variable rho : R.
Lemma weigh_add a b f w : weigh rho (add a b) f w = weigh rho a f w + weigh rho b f w.
Proof. revert b w. induction a as [|x a IH]; intros [|y b] w; cbn [add weigh]; try lra. rewrite IH, plus_IZR. lra. Qed.
Lemma weigh_map x b f w : weigh rho (map (Z.mul x) b) f w = IZR x * weigh rho b f w.
Proof. revert w. induction b as [|y b IH]; intros w; cbn [map weigh]; [lra|]. rewrite IH, mult_IZR. lra. Qed.
Lemma weigh_conv a b f o w : weigh rho (conv a b) f (w * o) = weigh rho a (fun v => weigh rho b f (v * o)) w.
Proof.
  revert w. induction a as [|x a IH]; intros w; cbn [conv]; [reflexivity|]. rewrite weigh_add, weigh_map. cbn [weigh].
  rewrite <- IH.
  replace (w * o * rho) with (w * rho * o) by ring. lra.
Qed.
Lemma weigh_le m f g w c : Forall (fun a => (0 <= a)%Z) m -> (forall v, f v <= g v + c) -> weigh rho m f w <=
  weigh rho m g w + c * IZR (total m).
Proof.
  intros N H. revert w. induction N as [|a m Ha N IH]; intros w; cbn [weigh total]; [lra|]. rewrite plus_IZR.
  specialize (IH (w * rho)). specialize (H w). apply IZR_le in Ha. nra.
Qed.
Lemma weigh_scale m f s w : weigh rho m (fun v => s * f v) w = s * weigh rho m f w.
Proof. revert w. induction m as [|a m IH]; intros w; cbn [weigh]; [lra|]. rewrite IH. lra. Qed.
End Levels.

Section Pair.
Variables (A : Type) (eq_dec : forall x y : A, {x = y} + {x <> y}) (P Q : dist A).
Hypothesis P_law : probability P.
Hypothesis Q_nonneg : nonneg A Q.
Notation l := (support A eq_dec P Q).
Notation p := (mass A eq_dec P).
Notation q := (mass A eq_dec Q).
Notation lsum := (lsum A).

(* the hockey stick of t rounds: the outcome of the first one moves w *)
Fixpoint rounds_stick (t : nat) (w : R) : R := match t with O => stick w | S s =>
  lsum l (fun x => p x * rounds_stick s (w * (q x / p x))) end.

Lemma mass_nonneg (d : dist A) x : nonneg A d -> 0 <= mass A eq_dec d x.
Proof. intros N. apply Ex_nonneg; auto. intros y. unfold indicator. destruct (eq_dec x y); lra. Qed.
Lemma p_nonneg x : 0 <= p x. Proof. apply mass_nonneg, P_law. Qed.
Lemma q_nonneg x : 0 <= q x. Proof. apply mass_nonneg, Q_nonneg. Qed.
Lemma p_total : lsum l p = 1.
Proof.
  destruct P_law as [_ H]. rewrite <- H, (Ex_mass A eq_dec l P (fun _ => 1))
  by (first [apply support_nodup|apply support_l]). apply lsum_ext. intros; lra.
Qed.
Lemma moved w x : 0 <= w -> 0 <= w * (q x / p x) \/ p x = 0.
Proof.
  intros Hw. destruct (p_nonneg x) as [H|H]; [left|right; auto]. apply Rmult_le_pos; auto. apply Rmult_le_pos;
  [apply q_nonneg|left; apply Rinv_0_lt_compat; auto].
Qed.

Definition lists_dec : forall x y : list A, {x = y} + {x <> y} := list_eq_dec eq_dec.
Lemma Pr_power d t S : incl (map snd d) l -> Pr (power (Datatypes.S t) d) S = lsum l (fun x => mass A eq_dec d x *
  Pr (power t d) (fun r => S (x :: r))).
Proof.
  intros I. unfold Pr at 1. cbn [power]. rewrite (Ex_then d (fun _ => power t d) (fun x => x)), (Ex_mass A eq_dec l d)
  by (auto; apply support_nodup). reflexivity.
Qed.
(* Its value is the sum of Definitions.v over the lists of outcomes. *)
Theorem rounds_stick_hockey t w : 0 <= w -> hockey (list A) lists_dec w (power t P) (power t Q) = rounds_stick t w.
Proof.
  revert w. induction t as [|t IH]; intros w Hw.
  - unfold hockey. replace (support (list A) lists_dec (power 0 P) (power 0 Q)) with [@nil A].
    + assert (M : forall d : dist A, mass (list A) lists_dec (power 0 d) [] = 1).
      { intros d. unfold mass, Pr, indicator. cbn [power ret Ex]. destruct (lists_dec [] []); [lra|congruence]. }
      cbn [Definitions.lsum rounds_stick]. rewrite !M. unfold stick. rewrite Rplus_0_r, Rmult_1_r. reflexivity.
    + unfold support. cbn [power ret map snd app nodup]. destruct (in_dec lists_dec [] [[]]) as [|N];
      [|exfalso; apply N; left; reflexivity].
      destruct (in_dec lists_dec [] []) as [[]|]. reflexivity.
  - assert (G : forall S, Pr (power (Datatypes.S t) P) S - w * Pr (power (Datatypes.S t) Q) S =
      lsum l (fun x => p x * Pr (power t P) (fun r => S (x :: r)) - w * q x * Pr (power t Q) (fun r => S (x :: r)))).
    { intros S. rewrite !Pr_power by (first [apply support_l|apply support_r]).
      rewrite (lsum_ext _ l (fun x => _ - _ * _ * _) (fun x => p x * Pr (power t P) (fun r => S (x :: r)) + - w *
      (q x * Pr (power t Q) (fun r => S (x :: r))))) by (intros; ring).
      rewrite lsum_plus, lsum_scal. ring. }
    apply Rle_antisym.
    + apply hockey_le_iff. intros S. specialize (G S). cbn [rounds_stick].
      enough (lsum l (fun x => p x * Pr (power t P) (fun r => S (x :: r)) - w * q x * Pr (power t Q) (fun r =>
      S (x :: r))) <= lsum l (fun x => p x * rounds_stick t (w * (q x / p x)))) by lra.
      apply lsum_le. intros x _. set (S' := fun r => S (x :: r)).
      assert (Q0 : forall u, 0 <= Pr (power u Q) S' ).
      { intros u. apply Ex_nonneg; [|intros y; unfold indicator; destruct (S' y); lra]. clear - Q_nonneg.
        induction u; cbn [power]; intros px H; [destruct H as [<-|[]]; simpl; lra|].
        unfold bind in H. apply in_flat_map in H. destruct H as (y & Hy & H). unfold scale in H. apply in_map_iff in H.
        destruct H as (z & <- & H). apply in_flat_map in H. destruct H as (a & Ha & H).
        unfold ret in H. cbn in H. destruct H as [<-|[]]. cbn. apply Rmult_le_pos; [apply Q_nonneg; auto|].
        rewrite Rmult_1_r. apply IHu; auto. }
      specialize (Q0 t). destruct (moved w x Hw) as [M|E].
      * destruct (p_nonneg x) as [Hp|E].
        -- rewrite <- IH by auto. pose proof (hockey_event (list A) lists_dec (w * (q x / p x)) (power t P) (power t Q)
        S') as H.
           apply (Rmult_le_compat_l (p x)) in H; [|lra]. eapply Rle_trans; [|exact H]. right. field. lra.
        -- rewrite <- E, !Rmult_0_l. pose proof (q_nonneg x). assert (0 <= w * q x * Pr (power t Q) S')
        by (repeat apply Rmult_le_pos; auto). lra.
      * rewrite E, !Rmult_0_l. pose proof (q_nonneg x). assert (0 <= w * q x * Pr (power t Q) S')
        by (repeat apply Rmult_le_pos; auto). lra.
    + set (S := fun r => match r with [] => false | x :: r => best (list A) lists_dec (if Rlt_dec 0 (p x) then
      w * (q x / p x) else 0) (power t P) (power t Q) r && (if Rlt_dec 0 (p x) then true else false) end).
      eapply Rle_trans; [|apply (hockey_event (list A) lists_dec w _ _ S)]. rewrite G. cbn [rounds_stick].
      apply lsum_le. intros x _. cbn [S].
      destruct (Rlt_dec 0 (p x)) as [Hp|Hp].
      * destruct (moved w x Hw) as [M|E]; [|lra]. rewrite <- IH by auto. rewrite hockey_best.
        set (B := best _ _ _ _ _). assert (E : forall d : dist (list A), Pr d (fun r => B r && true) = Pr d B)
        by (intros d; unfold Pr; apply Ex_ext; intros r _; unfold indicator; rewrite andb_true_r; reflexivity).
        rewrite !E. right. field. lra.
      * assert (E : p x = 0) by (pose proof (p_nonneg x); lra). rewrite E, !Rmult_0_l.
        assert (Z0 : forall (d : dist (list A)) (f : list A -> bool), Pr d (fun r => f r && false) = 0).
        { intros d f. unfold Pr, indicator. induction d as [|[a b] d I]; cbn [Ex]; [reflexivity|].
          rewrite I, andb_false_r. lra. }
        rewrite Z0. lra.
Qed.

Lemma one_round w : 0 <= w -> rounds_stick 1 w = hockey A eq_dec w P Q.
Proof.
  intros Hw. cbn [rounds_stick]. unfold hockey. apply lsum_ext. intros x _. unfold stick. pose proof (q_nonneg x).
  destruct (p_nonneg x) as [Hp|E].
  - rewrite <- RmaxRmult by lra. f_equal; [ring|field; lra].
  - rewrite <- E, Rmult_0_l. rewrite Rmax_left; [reflexivity|]. assert (0 <= w * q x) by (apply Rmult_le_pos; auto).
    lra.
Qed.
(* U times the hockey stick of t rounds is bounded by masses on levels: above where s = 1, c being what may have any
   ratio, below where s = -1. *)
Variables (rho s : R).
Definition bounded (U : R) (t : nat) (o : R) (m : list Z) (c : R) : Prop :=
  forall w, 0 <= w -> s * (U * rounds_stick t w) <= s * weigh rho m stick (w * o) + c.

Lemma weigh_round m t w : weigh rho m (rounds_stick (S t)) w = lsum l (fun x => p x * weigh rho m (fun v =>
  rounds_stick t (v * (q x / p x))) w).
Proof.
  revert w. induction m as [|a m IH]; intros w; cbn [weigh].
  - rewrite (lsum_ext A l _ (fun x => 0 * p x)) by (intros; ring). rewrite lsum_scal. ring.
  - rewrite IH. cbn [rounds_stick]. rewrite <- lsum_scal, <- lsum_plus. apply lsum_ext. intros; ring.
Qed.
Lemma weigh_moved m f k w : weigh rho m (fun v => f (v * k)) w = weigh rho m f (w * k).
Proof. revert w. induction m as [|a m IH]; intros w; cbn [weigh]; [reflexivity|]. rewrite IH. replace (w * rho * k)
  with (w * k * rho) by ring. reflexivity. Qed.
Lemma rounds_before U t o m c : bounded U t o m c -> forall r w, 0 <= w -> s * (U * rounds_stick (r + t) w) <= s *
  weigh rho m (rounds_stick r) (w * o) + c.
Proof.
  intros B. induction r as [|r IH]; intros w Hw; [apply B; auto|].
  rewrite weigh_round. cbn [plus rounds_stick]. rewrite <- !lsum_scal. replace c with (lsum l (fun x => c * p x))
  by (rewrite lsum_scal, p_total; ring).
  rewrite <- lsum_plus. apply lsum_le. intros x _. rewrite weigh_moved. destruct (p_nonneg x) as [Hp|E];
  [|rewrite <- E; right; ring].
  destruct (moved w x Hw) as [M|E]; [|lra]. specialize (IH _ M). apply (Rmult_le_compat_l (p x)) in IH; [|lra].
  replace (w * o * (q x / p x)) with (w * (q x / p x) * o) by ring. lra.
Qed.
(* Bounds for t and for t' rounds give one for t + t' rounds: the levels add, the masses are convolved. *)
Theorem bounded_product U t o m c U' t' o' m' c' : 0 <= U -> 0 <= o' -> (0 <= o) -> 0 < rho ->
  Forall (fun a => (0 <= a)%Z) m' ->
  bounded U t o m c -> bounded U' t' o' m' c' -> bounded (U * U') (t + t') (o' * o) (conv m' m) (c * IZR (total m') +
  U * c').
Proof.
  intros HU Ho' Ho Hr N B B' w Hw. pose proof (rounds_before U' t' o' m' c' B' t w Hw) as R.
  apply (Rmult_le_compat_l U) in R; auto.
  replace (w * (o' * o)) with (w * o' * o) by ring. rewrite weigh_conv. assert (V : 0 <= w * o') by (apply Rmult_le_pos;
  auto). set (v := w * o') in *. clearbody v.
  enough (W : s * (U * weigh rho m' (rounds_stick t) v) <= s * weigh rho m' (fun v => weigh rho m stick (v * o)) v + c *
  IZR (total m')) by lra.
  clear R B'. revert v V. induction N as [|a m' Ha N IH]; intros v V; cbn [weigh total]; [lra|].
  rewrite plus_IZR. specialize (IH (v * rho) ltac:(apply Rmult_le_pos; lra)). specialize (B v V). apply IZR_le in Ha.
  apply (Rmult_le_compat_l (IZR a)) in B; [|lra]. lra.
Qed.
End Pair.
