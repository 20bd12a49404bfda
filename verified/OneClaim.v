(* A text states at most one claim: no two claims are printed as the beginning of the same text. *)
Require Import Ascii DecimalString DecimalZ DecimalPos DecimalFacts String List ZArith Bool Lia.
From Hallmark Require Import Definitions Phases Claims Text.
Import ListNotations.
Local Open Scope string_scope.

(* the character c is not in the text s *)
Fixpoint lacks (c : ascii) (s : string) : bool := match s with EmptyString => true | String x r =>
  negb (Ascii.eqb x c) && lacks c r end.

Lemma append_assoc a b c : ((a ++ b) ++ c = a ++ (b ++ c))%string.
Proof. induction a; cbn; congruence. Qed.
Lemma lacks_append c a b : lacks c (a ++ b) = lacks c a && lacks c b.
Proof. induction a as [|x a IH]; cbn; [reflexivity|]. rewrite IH. apply andb_assoc. Qed.
(* What stands before the first separator is determined by the text. *)
Lemma before c a b s t : lacks c a = true -> lacks c b = true -> a ++ String c s = b ++ String c t -> a = b /\ s = t.
Proof.
  revert b. induction a as [|x a IH]; intros [|y b]; cbn; rewrite ?andb_true_iff, ?negb_true_iff, ?Ascii.eqb_neq;
  intros Ha Hb E.
  - split; congruence.
  - injection E as E _. destruct Hb as [Hb _]. congruence.
  - injection E as E _. destruct Ha as [Ha _]. congruence.
  - injection E as -> E. destruct (IH b) as [-> ->]; tauto.
Qed.

(* Of integers: digits and a minus sign, and different integers have different ones. *)
Definition is_digit (x : ascii) : bool := existsb (Ascii.eqb x) ["0"; "1"; "2"; "3"; "4"; "5"; "6"; "7"; "8"; "9";
  "-"]%char.
Fixpoint digits_only (s : string) : bool := match s with EmptyString => true | String x r => is_digit x &&
  digits_only r end.
Lemma digits_lack c s : is_digit c = false -> digits_only s = true -> lacks c s = true.
Proof.
  intros Hc. induction s as [|x s IH]; cbn [lacks digits_only]; auto. rewrite !andb_true_iff, negb_true_iff,
  Ascii.eqb_neq. intros [Hx Hs]. split; auto. congruence.
Qed.
Lemma show_Z_digits z : digits_only (show_Z z) = true.
Proof.
  assert (U : forall d, digits_only (NilEmpty.string_of_uint d) = true) by (induction d; cbn; auto).
  assert (V : forall d, digits_only (NilZero.string_of_uint d) = true) by (intros [| | | | | | | | | |]; cbn; auto).
  unfold show_Z. destruct (Z.to_int z) as [d|d]; cbn [NilZero.string_of_int]; cbn; apply V.
Qed.
Lemma show_Z_injective x y : show_Z x = show_Z y -> x = y.
Proof.
  assert (N : forall z, Z.to_int z <> Decimal.Pos Decimal.Nil /\ Z.to_int z <> Decimal.Neg Decimal.Nil).
  { intros [|p|p]; cbn; split; try discriminate; pose proof (Unsigned.to_uint_nonnil p); congruence. }
  intros E. apply DecimalZ.to_int_inj. apply (f_equal NilZero.int_of_string) in E. unfold show_Z in E.
  rewrite !NilZero.isi in E by apply N. congruence.
Qed.

(* Of numbers. *)
Lemma lacks_Z c z : is_digit c = false -> lacks c (show_Z z) = true.
Proof. intros. apply digits_lack; auto. apply show_Z_digits. Qed.
Lemma lacks_fraction c n d : is_digit c = false -> c <> "/"%char -> lacks c (show_fraction n d) = true.
Proof.
  intros D S. unfold show_fraction. destruct (d =? 1)%Z; [apply lacks_Z; auto|]. rewrite !lacks_append, !lacks_Z
  by auto.
  cbn [lacks andb]. rewrite (proj2 (Ascii.eqb_neq "/" c)) by congruence. reflexivity.
Qed.
Lemma lacks_number c x : is_digit c = false -> lacks c "/ln()" = true -> lacks c (show_number x) = true.
Proof.
  intros D L. assert (S : c <> "/"%char) by (intros ->; discriminate).
  destruct x as [n d|n d]; cbn [show_number]; [apply lacks_fraction; auto|].
  rewrite !lacks_append, lacks_fraction by auto. revert L. cbn. rewrite !andb_true_iff. tauto.
Qed.
Lemma show_fraction_injective n d n' d' : show_fraction n d = show_fraction n' d' -> n = n' /\ d = d'.
Proof.
  assert (Z1 : forall a b c, show_Z a = (show_Z b ++ "/" ++ show_Z c)%string -> False).
  { intros a b c E. pose proof (lacks_Z "/" a eq_refl) as L. rewrite E, !lacks_append in L. cbn in L.
    rewrite andb_false_r in L. discriminate. }
  unfold show_fraction. destruct (Z.eqb_spec d 1), (Z.eqb_spec d' 1); intros E.
  - apply show_Z_injective in E. subst. auto.
  - destruct (Z1 _ _ _ E).
  - destruct (Z1 _ _ _ (eq_sym E)).
  - apply before in E; [|apply lacks_Z; reflexivity..]. destruct E as [E1 E2]. apply show_Z_injective in E1, E2. auto.
Qed.
Lemma fraction_no_logarithm n d s : show_fraction n d <> ("ln(" ++ s)%string.
Proof.
  intros E. assert (L : lacks "l" (show_fraction n d) = true) by (apply lacks_fraction; [reflexivity|discriminate]).
  rewrite E in L. discriminate.
Qed.
Theorem show_number_injective x y : show_number x = show_number y -> x = y.
Proof.
  destruct x as [n d|n d], y as [n' d'|n' d']; cbn [show_number]; intros E.
  - apply show_fraction_injective in E. destruct E; congruence.
  - destruct (fraction_no_logarithm _ _ _ E).
  - destruct (fraction_no_logarithm _ _ _ (eq_sym E)).
  - cbn [String.append] in E. injection E as E. apply before in E; [|apply lacks_fraction;
    [reflexivity|discriminate]..].
    destruct E as [E _]. apply show_fraction_injective in E. destruct E; congruence.
Qed.

(* Of lines. *)
Notation LF := (ascii_of_nat 10).
Lemma unlines_cons l ls s : (unlines (l :: ls) ++ s = l ++ String LF (unlines ls ++ s))%string.
Proof. unfold unlines. cbn [fold_right]. rewrite !append_assoc. reflexivity. Qed.
Lemma peel a b ls ms s t : lacks LF a = true -> lacks LF b = true ->
  (unlines (a :: ls) ++ s = unlines (b :: ms) ++ t)%string ->
  a = b /\ (unlines ls ++ s = unlines ms ++ t)%string.
Proof. rewrite !unlines_cons. apply before. Qed.
Lemma same_prefix p a b : (p ++ a = p ++ b)%string -> a = b.
Proof. induction p; cbn; intros E; [auto|]. injection E. auto. Qed.

(* Lines hold no line feed; equal lines show equal numbers. *)
Lemma feed_append a b : lacks LF a = true -> lacks LF b = true -> lacks LF (a ++ b) = true.
Proof. rewrite lacks_append. intros -> ->. reflexivity. Qed.
Ltac no_feed := repeat apply feed_append; first [reflexivity | apply lacks_Z; reflexivity | apply lacks_number;
  reflexivity].
Ltac numbers L := repeat match type of L with (?p ++ _ = ?p ++ _)%string => apply same_prefix in L end;
  first [discriminate L | apply show_Z_injective in L; subst | apply show_number_injective in L; subst | clear L].
Ltac next E := let L := fresh "L" in apply peel in E; [destruct E as [L E]; numbers L|no_feed|no_feed].

Lemma relation_determined r r' a b s t :
  (unlines (("relation " ++ relation_sign r)%string ::
    app (map (fun v => "value " ++ show_number v)%string (relation_values r)) a) ++ s =
   unlines (("relation " ++ relation_sign r')%string ::
   app (map (fun v => "value " ++ show_number v)%string (relation_values r')) b) ++ t)%string -> r = r'.
Proof. destruct r, r'; cbn [relation_sign relation_values map app]; intros E; next E; repeat next E; reflexivity. Qed.

(* Equal lines of phases show equal phases. *)
Lemma number_before x y s t : (show_number x ++ String " " s = show_number y ++ String " " t)%string -> x = y /\ s = t.
Proof.
  intros E. apply before in E; [|apply lacks_number; reflexivity..]. destruct E as [E ->].
  apply show_number_injective in E. auto.
Qed.
Lemma phase_no_feed pt : lacks LF (show_phase pt) = true.
Proof. destruct pt as [[q s|s|m|e|e d] t]; unfold show_phase, show_kind; cbn [fst snd]; no_feed. Qed.
Lemma show_phase_injective pt pt' : show_phase pt = show_phase pt' -> pt = pt'.
Proof.
  destruct pt as [[q s|s|m|e|e d] t], pt' as [[q' s'|s'|m'|e'|e' d'] t']; unfold show_phase, show_kind;
    cbn [fst snd];    rewrite !append_assoc; cbn [String.append]; intros E; try discriminate E; injection E as E;
    repeat match type of E with (show_number _ ++ _)%string = _ =>
      apply number_before in E; destruct E as [-> E]; injection E as E end;
    apply show_Z_injective in E; subst; reflexivity.
Qed.
Lemma phases_determined ps : forall ps' r r' a b s t,
  (unlines (app (map show_phase ps) (("relation " ++ relation_sign r) :: a)) ++ s =
   unlines (app (map show_phase ps') (("relation " ++ relation_sign r') :: b)) ++ t)%string ->
  ps = ps' /\ (unlines (("relation " ++ relation_sign r) :: a) ++ s =
   unlines (("relation " ++ relation_sign r') :: b) ++ t)%string.
Proof.
  assert (F : forall r, lacks LF ("relation " ++ relation_sign r) = true) by (intros []; reflexivity).
  induction ps as [|p ps IH]; intros [|p' ps'] r r' a b s t E; cbn [map app] in E; [auto|..].
  - apply peel in E; [|exact (F r)|exact (phase_no_feed p')]. destruct E as [L _]. discriminate L.
  - apply peel in E; [|exact (phase_no_feed p)|exact (F r')]. destruct E as [L _]. discriminate L.
  - apply peel in E; [|exact (phase_no_feed p)|exact (phase_no_feed p')]. destruct E as [L E].
    apply show_phase_injective in L. apply IH in E. destruct E as [-> E]. subst. auto.
Qed.

(* A text begins with the statement of no two claims. The id alone leaves few pairs of quantities. *)
Lemma id_no_feed q : lacks LF ("quantity " ++ id (row_of q)) = true.
Proof. destruct q; reflexivity. Qed.
Theorem show_determines q r q' r' s t : (show q r ++ s = show q' r' ++ t)%string -> q = q' /\ r = r'.
Proof.
  unfold show. cbn [app]. intros E. next E. next E.
  apply peel in E; [|apply id_no_feed|apply id_no_feed]. destruct E as [L E]. apply same_prefix in L.
  destruct q, q'; try discriminate L; clear L;
  cbn [row_of id bounds near way parameters phases_of map app fst snd] in E; next E; next E.
  all: try match goal with d : direction, d' : direction |- _ => destruct d, d'; cbn [show_direction] in E end; next E.
  all: repeat lazymatch type of E with (unlines (app (map _ _) _) ++ _)%string = _ => fail | _ => next E end.
  all: try lazymatch type of E with (unlines (app (map _ _) _) ++ _)%string = _ =>
    apply phases_determined in E; destruct E as [-> E] end.
  all: apply relation_determined in E; auto.
Qed.
(* Different claims have different statements. *)
Theorem show_injective q r q' r' : show q r = show q' r' -> q = q' /\ r = r'.
Proof. intros E. apply (show_determines q r q' r' "" ""). congruence. Qed.
