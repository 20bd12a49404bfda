(* mu of a trade-off curve from below: at one eps an event has a larger advantage than both the floor and mu-GDP. *)
Require Import Reals Lra Lia ZArith Bool.
From Hallmark Require Import Definitions Noise TradeOff Steps GaussianChecked NoiseLower.
Open Scope R_scope.

(* An advantage above b at an eps where mu-GDP has none: less than mu is not enough. *)
Theorem mu_from_below {en : engine} {ok : faithful en} (advantage : R -> R -> Prop) w mn md eps bn bd floor a :
  gaussian_check w 1 md mn eps bn bd = true -> 0 <= val eps -> floor <= IZR bn / IZR bd ->
  advantage (val eps) a -> IZR bn / IZR bd < a -> forall mu, mu_private advantage floor mu -> IZR mn / IZR md <= mu.
Proof.
  intros C E F A B mu [M0 M]. destruct (Rle_dec (IZR mn / IZR md) mu) as [L|L]; auto. exfalso.
  assert (P : 0 < IZR mn /\ 0 < IZR md).
  { unfold gaussian_check in C. cbv zeta in C. repeat rewrite andb_true_iff in C. rewrite !Z.ltb_lt in C.
    split; apply IZR_lt; tauto. }
  assert (H : 0 < IZR md / IZR mn <= / mu \/ mu <= 0).
  { destruct (Rle_dec mu 0) as [N|N]; [auto|left].
    split; [apply Rmult_lt_0_compat; [apply P|apply Rinv_0_lt_compat, P]|].
    replace (IZR md / IZR mn) with (/ (IZR mn / IZR md)) by (field; lra). apply Rinv_le_contravar; lra. }
  assert (G : 0 < mu -> forall d, gdp_advantage Both 1 mu (val eps) d -> d <= IZR bn / IZR bd).
  { intros H0 d Hd. destruct H as [H|H]; [|lra]. apply (gaussian_sigma_antitone _ _ _ _ _ _ _ H) in Hd.
    exact (gaussian_upper w 1 md mn eps bn bd C _ _ d Hd). }
  specialize (M (val eps) (IZR bn / IZR bd) E F G a A). lra.
Qed.
