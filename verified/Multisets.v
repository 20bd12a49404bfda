(* Permutations of a list, expectations under finite laws, data processing, and functions of a multiset: what shuffling
   keeps. *)
Require Import Reals List Lra Lia Arith Bool Permutation.
From Hallmark Require Import Definitions Laws OneMoreCoin ClonesPair.
Import ListNotations.
Open Scope R_scope.

(* independent reports, in the users' order; every user applies rz, then the shuffler *)
Fixpoint reports {Y} (ds : list (dist Y)) : dist (list Y) :=
  match ds with [] => ret [] | d :: r => bind d (fun y => bind (reports r) (fun l => ret (y :: l))) end.
Definition shuffled {X Y} (rz : X -> dist Y) (D : list X) : dist (list Y) := bind (reports (map rz D)) shuffle.

(* ---- perms is what it should be ---- *)
Lemma inserts_length {A} (y : A) l : length (inserts y l) = S (length l).
Proof. induction l; simpl; [reflexivity|]. rewrite map_length, IHl. reflexivity. Qed.

Lemma inserts_spec {A} (y : A) l m : In m (inserts y l) <-> exists u v, l = u ++ v /\ m = u ++ y :: v.
Proof.
  revert m. induction l as [|z l IH]; intros m; simpl.
  - split.
    + intros [<-|[]]. exists [], []. auto.
    + intros (u & v & E & ->). symmetry in E. apply app_eq_nil in E. destruct E as [-> ->]. auto.
  - split.
    + intros [<-|Hm]; [exists [], (z :: l); auto|]. apply in_map_iff in Hm. destruct Hm as (m' & <- & Hm).
      apply IH in Hm.
      destruct Hm as (u & v & -> & ->). exists (z :: u), v. auto.
    + intros (u & v & E & ->). destruct u as [|z' u]; simpl in *; [left; congruence|]. inversion E; subst. right.
      apply in_map, IH. exists u, v. auto.
Qed.

Theorem perms_spec {A} (l m : list A) : In m (perms l) <-> Permutation l m.
Proof.
  revert m. induction l as [|y l IH]; intros m; simpl.
  - split; [intros [<-|[]]; constructor|]. intros Hp. apply Permutation_nil in Hp. auto.
  - rewrite in_flat_map. split.
    + intros (k & Hk & Hm). apply IH in Hk. apply inserts_spec in Hm. destruct Hm as (u & v & -> & ->).
      apply Permutation_cons_app. auto.
    + intros Hp. assert (I : In y m) by (apply (Permutation_in y Hp); left; auto). apply in_split in I.
      destruct I as (u & v & ->).
      exists (u ++ v). split; [apply IH; eapply Permutation_cons_app_inv; exact Hp|]. apply inserts_spec. exists u, v.
      auto.
Qed.

Theorem perms_length {A} (l : list A) : length (perms l) = fact (length l).
Proof.
  assert (G : forall (y : A) n L, (forall k, In k L -> length k = n) -> length (flat_map (inserts y) L) =
  (S n * length L)%nat).
  { intros y n L. induction L as [|k L IH]; intros HL; [simpl; lia|]. simpl flat_map.
    rewrite app_length, inserts_length, IH by (intros; apply HL; right; auto).
    rewrite (HL k) by (left; auto). simpl. lia. }
  induction l as [|y l IH]; [reflexivity|]. cbn [perms]. rewrite (G y (length l)).
  - rewrite IH. reflexivity.
  - intros k Hk. apply perms_spec in Hk. symmetry. apply Permutation_length. auto.
Qed.

(* shuffling a list is applying a uniform permutation of its positions *)
Lemma inserts_map {A B} (f : A -> B) y l : inserts (f y) (map f l) = map (map f) (inserts y l).
Proof. induction l as [|z l IH]; [reflexivity|]. simpl. rewrite IH, !map_map. reflexivity. Qed.
Lemma perms_map {A B} (f : A -> B) l : perms (map f l) = map (map f) (perms l).
Proof.
  induction l as [|y l IH]; [reflexivity|]. cbn [map perms]. rewrite IH. generalize (perms l) as L. intros L.
  induction L as [|k L IL]; [reflexivity|]. simpl flat_map. cbn [map flat_map]. rewrite inserts_map, IL, map_app.
  reflexivity.
Qed.
Lemma nth_seq_id {A} (l : list A) x : map (fun i => nth i l x) (seq 0 (length l)) = l.
Proof.
  induction l as [|y l IH]; [reflexivity|]. cbn [length seq map nth]. f_equal. rewrite <- seq_shift, map_map. exact IH.
Qed.
Theorem perms_positions {A} (l : list A) x : perms l = map (map (fun i => nth i l x)) (perms (seq 0 (length l))).
Proof. rewrite <- perms_map, nth_seq_id. reflexivity. Qed.

(* ... and the permutations of the positions are listed once each *)
Lemma NoDup_app_intro {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  induction l as [|a l IH]; intros Hl Hm D; [exact Hm|]. inversion Hl; subst. simpl. constructor.
  - rewrite in_app_iff. intros [I|I]; [contradiction|]. apply (D a); [left; auto|auto].
  - apply IH; auto. intros x I. apply D. right; auto.
Qed.
Lemma inserts_nodup {A} (y : A) l : ~ In y l -> NoDup (inserts y l).
Proof.
  induction l as [|z l IH]; intros N; simpl; [repeat constructor; auto|]. constructor.
  - rewrite in_map_iff. intros (m & E & _). inversion E; subst. apply N. left; auto.
  - apply FinFun.Injective_map_NoDup; [intros u v E; inversion E; auto|]. apply IH. intros I; apply N; right; auto.
Qed.
Lemma split_unique {A} (y : A) u v u' v' : ~ In y (u ++ v) -> ~ In y (u' ++ v') -> u ++ y :: v = u' ++ y :: v' ->
  u ++ v = u' ++ v'.
Proof.
  revert u'. induction u as [|a u IH]; intros [|a' u'] N N' E; simpl in *.
  - congruence.
  - inversion E; subst. destruct N'; auto.
  - inversion E; subst. destruct N; auto.
  - inversion E; subst. f_equal. apply IH; auto.
Qed.
Theorem perms_nodup {A} (l : list A) : NoDup l -> NoDup (perms l).
Proof.
  induction l as [|y l IH]; intros N; simpl; [repeat constructor; auto|]. inversion N; subst.
  assert (NI : forall k, In k (perms l) -> ~ In y k). { intros k Hk I. apply perms_spec in Hk. apply H1.
  apply Permutation_in with k; [symmetry; auto|auto]. }
  specialize (IH H2). revert NI IH. generalize (perms l) as L. intros L NI NL. induction L as [|k L IL]; [constructor|].
  inversion NL; subst. simpl. apply NoDup_app_intro.
  - apply inserts_nodup, NI. left; auto.
  - apply IL; auto. intros; apply NI; right; auto.
  - intros m Hm I. apply in_flat_map in I. destruct I as (k' & Hk' & I). apply inserts_spec in Hm, I.
    destruct Hm as (u & v & -> & ->), I as (u' & v' & -> & E). apply split_unique in E; [|apply NI; left; auto|apply NI;
    right; auto].
    rewrite E in *. contradiction.
Qed.

(* ---- expectations ---- *)
Lemma Ex_plus {A} (d : dist A) f g : Ex d (fun x => f x + g x) = Ex d f + Ex d g.
Proof. induction d as [|[p x] d IH]; simpl; [lra|]. rewrite IH. lra. Qed.
Lemma Ex_scal {A} (d : dist A) c f : Ex d (fun x => c * f x) = c * Ex d f.
Proof. induction d as [|[p x] d IH]; simpl; [lra|]. rewrite IH. lra. Qed.
Lemma Ex_fun {A} (d : dist A) f g : (forall x, f x = g x) -> Ex d f = Ex d g.
Proof. intros; apply Ex_ext; auto. Qed.
Lemma Ex_swap {A B} (d : dist A) (e : dist B) f : Ex d (fun x => Ex e (fun y => f x y)) = Ex e (fun y =>
  Ex d (fun x => f x y)).
Proof.
  induction d as [|[p x] d IH]; simpl.
  - rewrite (Ex_fun e (fun _ => 0) (fun _ => 0 * 0)) by (intros; lra). rewrite Ex_scal. lra.
  - rewrite IH, Ex_plus, Ex_scal. reflexivity.
Qed.
Lemma Ex_uniform {A} (l : list A) f : Ex (uniform l) f = / INR (length l) * lsum A l f.
Proof.
  unfold uniform. generalize (/ INR (length l)) as c. intros c. induction l as [|x l IH]; simpl; [lra|]. rewrite IH.
  lra.
Qed.
Lemma Ex_cons {Y} (d : dist Y) ds g : Ex (reports (d :: ds)) g = Ex d (fun y => Ex (reports ds) (fun l => g (y :: l))).
Proof. cbn [reports]. rewrite Ex_bind. apply Ex_fun. intros y. rewrite Ex_bind. apply Ex_fun. intros l. apply Ex_ret.
  Qed.

(* a positive functional with total 1; weights of single list entries may be negative *)
Definition law {A} (d : dist A) : Prop := (forall f, (forall x, 0 <= f x) -> 0 <= Ex d f) /\ Ex d (fun _ => 1) = 1.

Lemma law_range {A} (d : dist A) f : law d -> (forall x, 0 <= f x <= 1) -> 0 <= Ex d f <= 1.
Proof.
  intros [P T] F. split; [apply P; intros; apply F|].
  assert (0 <= Ex d (fun x => 1 - 1 * f x)) by (apply P; intros x; specialize (F x); lra). rewrite Ex_lin in *. lra.
Qed.
Lemma law_probability {A} (d : dist A) : probability d -> law d.
Proof. intros [N T]. split; auto. intros f F. apply Ex_nonneg; auto. Qed.
Lemma law_ret {A} (x : A) : law (ret x).
Proof. split; intros; rewrite Ex_ret; auto. Qed.
Lemma law_bind {A B} (d : dist A) (k : A -> dist B) : law d -> (forall x, law (k x)) -> law (bind d k).
Proof.
  intros [P T] K. split.
  - intros f F. rewrite Ex_bind. apply P. intros x. apply K. auto.
  - rewrite Ex_bind, (Ex_fun d _ (fun _ => 1)); auto. intros x. apply K.
Qed.
Lemma law_mix {A} t (d e : dist A) : 0 <= t <= 1 -> law d -> law e -> law (scale t d ++ scale (1 - t) e).
Proof.
  intros Ht [P T] [P' T']. split.
  - intros f F. rewrite Ex_app, !Ex_scale. specialize (P f F). specialize (P' f F). apply Rplus_le_le_0_compat;
    apply Rmult_le_pos; lra.
  - rewrite Ex_app, !Ex_scale, T, T'. lra.
Qed.
Lemma law_reports {Y} (ds : list (dist Y)) : (forall d, In d ds -> law d) -> law (reports ds).
Proof.
  induction ds as [|d ds IH]; intros F; [apply law_ret|]. cbn [reports]. apply law_bind; [apply F; left; auto|].
  intros y.
  apply law_bind; [apply IH; intros; apply F; right; auto|]. intros l. apply law_ret.
Qed.
Lemma law_uniform {A} (l : list A) : (0 < length l)%nat -> law (uniform l).
Proof.
  intros N. assert (0 < INR (length l)) by (apply lt_0_INR; auto). split.
  - intros f F. rewrite Ex_uniform. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat; auto|].
    clear N H. induction l; simpl; [lra|]. specialize (F a). lra.
  - rewrite Ex_uniform. replace (lsum A l (fun _ => 1)) with (INR (length l)); [field; lra|].
    clear N H. induction l; [reflexivity|]. cbn [lsum]. rewrite <- IHl. cbn [length]. rewrite S_INR. lra.
Qed.
Lemma law_shuffle {A} (l : list A) : law (shuffle l).
Proof. apply law_uniform. rewrite perms_length. apply lt_O_fact. Qed.

(* ---- data processing ---- *)
Section DPI.
Variable A : Type.
Variable eq_dec : forall x y : A, {x = y} + {x <> y}.
Theorem hockey_function w (P Q : dist A) f : (forall x, 0 <= f x <= 1) -> Ex P f - w * Ex Q f <= hockey A eq_dec w P Q.
Proof.
  intros F. rewrite (Ex_mass A eq_dec _ P f (support_nodup A eq_dec P Q) (support_l A eq_dec P Q)),
  (Ex_mass A eq_dec _ Q f (support_nodup A eq_dec P Q) (support_r A eq_dec P Q)).
  rewrite <- lsum_scal. unfold hockey.
  replace (lsum A (support A eq_dec P Q) (fun x => mass A eq_dec P x * f x)) with
    (lsum A (support A eq_dec P Q) (fun x => (mass A eq_dec P x - w * mass A eq_dec Q x) * f x + w *
    (mass A eq_dec Q x * f x))) by (apply lsum_ext; intros; lra).
  rewrite lsum_plus. match goal with |- ?a + ?b - ?b <= ?c => enough (a <= c) by lra end. apply lsum_le. intros x _.
  specialize (F x).
  set (v := mass A eq_dec P x - w * mass A eq_dec Q x). destruct (Rle_dec 0 v).
  - rewrite Rmax_right by auto. nra.
  - rewrite Rmax_left by lra. nra.
Qed.

Lemma law_mass (d : dist A) : (forall x, 0 <= mass A eq_dec d x) -> Ex d (fun _ => 1) = 1 -> law d.
Proof.
  intros M T. split; auto. intros f F. rewrite (Ex_mass A eq_dec (nodup eq_dec (map snd d)));
  [|apply NoDup_nodup|intros x I; apply nodup_In; auto].
  generalize (nodup eq_dec (map snd d)) as l. induction l as [|x l IH]; simpl; [lra|]. specialize (M x).
  specialize (F x). nra.
Qed.
Lemma mass_ext (d e : dist A) f : (forall x, mass A eq_dec d x = mass A eq_dec e x) -> Ex d f = Ex e f.
Proof.
  intros M. rewrite (Ex_mass A eq_dec _ d f (support_nodup A eq_dec d e) (support_l A eq_dec d e)),
  (Ex_mass A eq_dec _ e f (support_nodup A eq_dec d e) (support_r A eq_dec d e)).
  apply lsum_ext. intros x _. rewrite M. reflexivity.
Qed.
End DPI.

(* ---- functions of the multiset ---- *)
Definition invariant {Y} (g : list Y -> R) : Prop := forall l m, Permutation l m -> g l = g m.

Lemma inserts_swap {A} (x y : A) l : Permutation (flat_map (inserts x) (inserts y l)) (flat_map (inserts y)
  (inserts x l)).
Proof.
  assert (E : forall (x y z : A) L, flat_map (inserts x) (map (cons z) L) = flat_map (fun m => (x :: z :: m) ::
  map (cons z) (inserts x m)) L).
  { intros a b z L. rewrite flat_map_concat_map, map_map, <- flat_map_concat_map. reflexivity. }
  assert (G : forall (x z : A) L, Permutation (flat_map (fun m => (x :: z :: m) :: map (cons z) (inserts x m)) L)
  (map (fun m => x :: z :: m) L ++ map (cons z) (flat_map (inserts x) L))).
  { intros a z L. induction L as [|m L IH]; [constructor|]. cbn [flat_map map app]. constructor. rewrite map_app.
    rewrite IH, !app_assoc. apply Permutation_app_tail. apply Permutation_app_comm. }
  induction l as [|z l IH]; [simpl; constructor|].
  cbn [inserts flat_map]. rewrite !(E _ z z). cbn [map app].
  rewrite !G. rewrite IH. rewrite !map_map.
  set (P := map (cons z) _). 
  set (U := map (fun m => y :: z :: m) (inserts x l)). set (V := map (fun m => x :: z :: m) (inserts y l)).
  replace (map (fun m => cons y (cons z m)) (inserts x l)) with U by reflexivity.
  replace (map (fun m => cons x (cons z m)) (inserts y l)) with V by reflexivity.
  apply Permutation_trans with ((x :: y :: z :: l) :: (y :: x :: z :: l) :: U ++ V ++ P); [constructor; constructor;
  reflexivity|].
  apply Permutation_trans with ((y :: x :: z :: l) :: (x :: y :: z :: l) :: U ++ V ++ P); [constructor|].
  constructor. constructor. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.

Lemma flat_map_perm {A B} (f g : A -> list B) L L' : (forall x, Permutation (f x) (g x)) -> Permutation L L' ->
  Permutation (flat_map f L) (flat_map g L').
Proof.
  intros F P. apply Permutation_trans with (flat_map g L).
  - clear P L'. induction L; simpl; [constructor|]. apply Permutation_app; auto.
  - induction P; simpl; [constructor|apply Permutation_app_head; auto| |eapply Permutation_trans; eauto].
    rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.
Lemma flat_map_flat_map {A B C} (f : B -> list C) (g : A -> list B) L : flat_map f (flat_map g L) = flat_map (fun x =>
  flat_map f (g x)) L.
Proof. induction L as [|x L IH]; [reflexivity|]. simpl. rewrite flat_map_app, IH. reflexivity. Qed.

Theorem perms_permutation {A} (l m : list A) : Permutation l m -> Permutation (perms l) (perms m).
Proof.
  induction 1; cbn [perms]; [constructor; constructor| | |eapply Permutation_trans; eauto].
  - apply flat_map_perm; auto.
  - rewrite !flat_map_flat_map. apply flat_map_perm; auto. intros k. apply inserts_swap.
Qed.

Lemma lsum_permutation {A} (l m : list A) f : Permutation l m -> lsum A l f = lsum A m f.
Proof. induction 1; simpl; lra. Qed.

(* the shuffler's output depends on the multiset only, and it keeps the multiset *)
Theorem shuffle_invariant {Y} (f : list Y -> R) : invariant (fun l => Ex (shuffle l) f).
Proof.
  intros l m Hp. unfold shuffle. rewrite !Ex_uniform. apply perms_permutation in Hp.
  rewrite (Permutation_length Hp), (lsum_permutation _ _ f Hp). reflexivity.
Qed.
Theorem shuffle_keeps {Y} (g : list Y -> R) l : invariant g -> Ex (shuffle l) g = g l.
Proof.
  intros G. rewrite (Ex_ext (shuffle l) g (fun _ => g l * 1)).
  - rewrite Ex_scal. destruct (law_shuffle l) as [_ T]. rewrite T. lra.
  - intros m I. unfold shuffle, uniform in I. rewrite map_map in I. simpl in I. rewrite map_id in I.
    apply perms_spec in I. rewrite (G l m I). lra.
Qed.

Lemma invariant_cons {Y} (g : list Y -> R) y : invariant g -> invariant (fun l => g (y :: l)).
Proof. intros G l m Hp. apply G. constructor. auto. Qed.
Lemma invariant_app {Y} (g : list Y -> R) k : invariant g -> invariant (fun l => g (l ++ k)).
Proof. intros G l m Hp. apply G. apply Permutation_app_tail. auto. Qed.

Theorem reports_permutation {Y} (ds es : list (dist Y)) g : Permutation ds es -> invariant g -> Ex (reports ds) g =
  Ex (reports es) g.
Proof.
  intros Hp. revert g. induction Hp; intros g G; [reflexivity| | |rewrite IHHp1, IHHp2; auto].
  - rewrite !Ex_cons. apply Ex_fun. intros y. apply IHHp. apply invariant_cons; auto.
  - assert (C : forall d e, Ex (reports (d :: e :: l)) g = Ex d (fun z =>
    Ex e (fun t => Ex (reports l) (fun k => g (z :: t :: k))))).
    { intros d e. rewrite Ex_cons. apply Ex_fun. intros z. apply (Ex_cons e l (fun k => g (z :: k))). }
    rewrite !C, Ex_swap. apply Ex_fun. intros t. apply Ex_fun. intros z. apply Ex_fun. intros k. apply G. constructor.
Qed.
