(* 13. Audits: what a run of guesses says of epsilon. Nothing is proved here. *)
Require Import Reals Arith.
From Hallmark Require Import Definitions.
Open Scope R_scope.
(* One run: `right` of `guesses` guesses on m records were right. Of (eps, delta)-differential privacy this is likely
   enough where the number of right guesses of an eps-private mechanism, Bin(guesses, e^eps/(e^eps + 1)), reaches
   `right`, or, at 2 m delta / i times its probability, misses it by at most i, with probability beta. *)
Definition reward (m right : nat) (delta : R) (i k : nat) : R :=
  if (right <=? k)%nat then 1 else if (right - i <=? k)%nat then 2 * INR m * delta / INR i else 0.
Definition likely_run (m guesses right : nat) (beta delta eps : R) : Prop := 0 <= eps /\ exists i, (i <= right)%nat /\
  beta <= Ex (binomial guesses (exp eps / (exp eps + 1))) (reward m right delta i).
