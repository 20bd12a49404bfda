// The entries of the page of errata: words only, every number of the page is computed by the checks that they name.
#include "lemmas/errata.hpp"

namespace hallmark::lemmas {

namespace {

constexpr std::string_view first = "first version";
constexpr std::string_view later = "later version";

constexpr Erratum entries[] = {
    {"KHH21", "The pair of equation (4.1)", "the text named above", "Section 4, equations (4.1) and (4.2)",
     "the clones pair of [FMT21] as (A+D, C-A) against (A, C-A+D), D ~ Bern(E/(E+1))",
     "the pair of [FMT21] Theorem 3.2 is (A+D, C-A+1-D) against (A+1-D, C-A+D): user 1 always sends a report. The "
     "printed pair dominates it, so that a bound computed from it is valid; it is larger, does not vanish from eps0 "
     "on, "
     "and has outputs of infinite ratio",
     "shuffle.khh21.eq41",
     "clones.likelihood-ratio clones.reduction.krr clones.reduction.extremal clones.reduction.adaptive-exhaustive "
     "shuffle.khh21.eq41.dominates"},
    {"KHH21", "One count for two in equation (3.1)", "the text named above",
     "Section 3, equation (3.1) and the sentence after it; used again in Section 3.2 and Figure 1a",
     "the views of the strong adversary are (eps, delta)-indistinguishable if Bin(n-1, gamma/k) + 1 and Bin(n-1, "
     "gamma/k) "
     "are (read here in both directions)",
     "those are the laws of one of the two counts, a post-processing of the view, and give a lower bound; the view is "
     "decided by the joint law of both counts, J0 = Mult(n-1; gamma/k, gamma/k, rest) + (1, 0) against J1 = the same + "
     "(0, 1), with which the code published with the paper computes. Below n = 8 no instance was found; against the "
     "pair of both counts itself n = 3 is enough",
     "shuffle.khh21.one-count.view shuffle.khh21.one-count", "shuffle.khh21.strong-view krr.one-count.below-eight"},
    {"KHH21", "Whether the strong adversary's bound is tight", "the text named above",
     "Figure 1, caption, and Section 3.2",
     "the pair of (3.1) gives the tight bound for the adversary who knows which of all n users answered truthfully",
     "that adversary sees, too, whether user n answered truthfully: delta = (1-gamma) H_w(J0||J1) + gamma (1-w)_+. "
     "Without the factor 1-gamma the pair of both counts is a valid bound and not a tight one",
     "shuffle.khh21.strong-view.tight", "shuffle.khh21.strong-view krr.composition.strong-view"},
    {"KHH21", "Numbers that are numerators", "the text named above", "Section 3.1, equation (3.2)",
     "the weak adversary's view is analysed by the neighbouring random variables P_w = (1-gamma) N1 + gamma (B+1)/k "
     "and "
     "Q_w = (1-gamma) N2 + gamma (B+1)/k",
     "the two are numerator and denominator of the likelihood ratio at (B, N1, N2); the divergence is that of the "
     "joint "
     "law of (B, N1, N2) under the two datasets. Compared as random variables they bound nothing",
     "krr.two-numbers", "krr.weak-view"},
    {"KHH21", "What determines the weak adversary's law", "the text named above",
     "Section 3.1, equations (3.3) and (3.4)", "the laws of N1 and of N2 given B determine the pair (3.2)",
     "both marginal laws are right, but the counts are not independent given B; the joint law is bin(n-1, gamma; b) "
     "times a multinomial times ((1-gamma) n1 + gamma (b+1)/k)",
     "krr.weak-view.independent", "krr.weak-view.marginals krr.weak-view"},
    {"KHH21", "The infinite part in Theorem 5", "the text named above", "Section 2, Theorem 5",
     "delta_{X/X'}(inf) is the mass of the outputs t with P(M(X)=t) > 0 and P(M(X)=t) = 0, of which there are none",
     "the second dataset of the condition is X': P(M(X')=t) = 0", "krr.composition.infinite.printed",
     "krr.composition.infinite krr.composition"},
    {"FMT21", "The exact privacy of shuffled randomized response", "the text named above",
     "Appendix B, on Figure 4 (Appendix G says it right: a lower bound)",
     "the solid lines are the exact computation for shuffled binary randomized response",
     "they are exact for one pair of datasets, all other users holding 0, hence a lower bound; from n = 3 on other "
     "datasets can be worse. (n = 3 is the smallest: for n = 2 the two datasets of the other user mirror each other.)",
     "rr2.others-zero-is-worst", "rr2.enumeration rr2.exchange rr2.below-clones"},
    {"Wang24", "The variation ratio of k-ary randomized response",
     "the published code; the text itself was not at hand", "the parameters for k-ary randomized response",
     "the pair with p = q = E and beta = (E-1)/(E+k-1) bounds shuffled k-ary randomized response",
     "true for k = 2; for k >= 3 it is too small, because the part of user 1's report that does not depend on her two "
     "values and that of the other users' reports have different laws. The clones pair of [FMT21] and the pair of its "
     "Theorem 4.1 are bounds",
     "shuffle.variation-ratio.krr variation-ratio.krr4", "krr.hierarchy multinomial.corollary-4-2"},
    {"CGKKMSZ24", "A lower bound in Figure 3", "version 2", "Section 4.3, on Figure 3",
     "delta_S(12) >= 7.5e-5 at sigma = 0.4 and T = 10,000",
     "7.47e-5; the printed number is a lower bound rounded to nearest, and above delta_D(12), which Theorem 4.1 of the "
     "same paper says is not possible. The comparison that the sentence makes is not affected",
     "shuffled-batch.printed.figure-3",
     "shuffled-batch.printed.figure-3.corrected shuffled-batch.degrade gaussian.hockey-stick"},
    {"CGKKMSZ24", "A lower bound in Figure 7", "version 2", "Appendix A.2, on Figure 7",
     "delta_S(1) >= 0.004, from equation (3), at sigma = 1 and T = 1000",
     "no threshold event gives that much at eps = 1. It is what equation (3) gives at eps = 1/2; the other numbers of "
     "the sentence are those of eps = 1/2, too",
     "shuffled-batch.printed.figure-7", "shuffled-batch.printed.figure-7.corrected shuffled-batch.threshold.unimodal"},
    {"CGKKMSZ24", "The weights of the mixture", "version 2", "Appendix C, proof of Theorem 4.2, before equation (4)",
     "p_k = (1/T^-k) (1-1/T)^(T-k)", "p_k = T^-k (1-1/T)^(T-k); equation (4) is right", "batch.mixture-weights.printed",
     "batch.mixture-weights batch.half-space"},
    {"FS25", "The coefficient of the moments", "first version; the later one has it right and says so in a footnote",
     "Theorem 4.6 and Corollary 4.7 (Theorem 4.8 and Corollary 4.10 of the later version)",
     "the coefficient of a partition P of alpha is t!/((t-alpha)! prod p!), for alpha in [t]",
     "alpha!/prod p! times t!/((t-|P|)! prod c_j!), |P| the number of parts (positive ones) and c_j how often each "
     "value "
     "occurs; for every alpha, also above t",
     "allocation.first-version-coefficient", "allocation.coefficient allocation.moments"},
    {"FS25", "One direction for both", "first version; the later one treats both directions and says so in footnotes",
     "Lemma 3.1, Lemma D.1, and what rests on them",
     "the privacy profile, the larger of both directions, is H(A_t||Q^t)",
     "that is the remove direction; the profile is the larger of H(A_t||Q^t) and H(Q^t||A_t), and neither is always "
     "the "
     "larger one",
     "allocation.remove-covers-add", "allocation.ratio allocation.reduction.adaptive"},
    {"FS25", "The decomposition's transform", "first version; corrected in the later one (Theorem 4.6)", "Theorem 4.1",
     "delta(eps) <= delta_Poisson(eps')/lambda', eps' = ln(1 + lambda'(e^eps - 1)), for the larger of both directions",
     "so for remove. For add: delta(eps) <= delta_Poisson(eps'')/lambda'', eps'' = -ln(1 - lambda'(1 - e^-eps)), "
     "lambda'' = lambda'/(lambda' + e^eps (1 - lambda')). In the instance the bound is computed with the remove "
     "profile; with the larger profile it is 343/1080, still too small",
     "allocation.remove-transform-for-add", "allocation.decomposition-remove allocation.decomposition-add"},
    {"FS25", "Which direction is larger", later, "remarks after Theorems 4.6 and 4.9",
     "numerical analysis seems to indicate that the remove bound is always larger than the add bound",
     "so in every case with Gaussian noise that we computed, and not in general: for randomized response both bounds "
     "and both divergences can be in the other order. Compute both directions",
     "allocation.remove-bound-is-larger allocation.remove-covers-add",
     "allocation.decomposition-remove allocation.decomposition-add"},
    {"FS25", "The range of a step", "first version; the code published with the later one uses cosh still",
     "Appendix A, proof of Lemma 3.9", "e^eps0 - e^-eps0 = 2 cosh(eps0)",
     "it is 2 sinh(eps0). The proof so gives the lemma with sinh in the place of cosh, which is stronger; the printed "
     "lemma stays true",
     "allocation.range-is-cosh", "allocation.tail.sinh allocation.tail.cosh"},
    {"FS25", "The sign of gamma in the proof of the tail", first, "Appendix A, proof of Lemma 3.9",
     "the posterior rate exceeds 1/(t(1+gamma)) if and only if a sum of 1 - X_j exceeds gamma t",
     "1/(t(1-gamma)), as in the statement of the lemma", "allocation.posterior.threshold.printed",
     "allocation.posterior.threshold allocation.posterior.value"},
    {"FS25", "The ends of an interval", first, "Appendix A, proof of Lemma 3.9", "1 - e^-eps0 <= 1 - X <= 1 - e^eps0",
     "1 - e^eps0 <= 1 - X <= 1 - e^-eps0", "allocation.tail.range.printed", "allocation.tail.range"},
    {"FS25", "Submartingale or supermartingale",
     "first version; the later one has the word, its formulas were not legible to us",
     "proof of Lemma 3.9; of Theorem 4.1 in the later version", "the sums of 1 - X_j are a submartingale",
     "the two displays show it: the increments have mean 0 without the record and mean at most 0 with it, a "
     "supermartingale, which is what the inequality needs",
     "allocation.tail.drift.printed", "allocation.tail.drift"},
    {"FS25", "The probability eta", "first version; the published code takes the minimum in the right place",
     "Theorem 3.2", "eta = min{1/(t(1-gamma)), 1} is a sampling probability",
     "for gamma >= 1 the first number is negative: eta = 1 wherever gamma >= 1 - 1/t",
     "allocation.truncated.rate.printed", "allocation.truncated.rate"},
    {"FS25", "The rate for k of t steps", first, "Corollary 3.12 and its proof",
     "eta = k/(t(1-gamma)), from k blocks of floor(t/k) steps; k is said to divide t \"for simplicity\" in a footnote",
     "a block of m = floor(t/k) steps needs 1/(m(1-gamma)), which is larger if k does not divide t. The reduction to "
     "blocks "
     "itself holds for all k and t, also to t mod k blocks of m + 1 steps and the rest of m",
     "allocation.blocks.rate.printed", "allocation.blocks allocation.truncated-posterior"},
    {"FS25", "The orders of advanced joint convexity", first, "Appendix B, Lemma B.1",
     "the identity with alpha' = 1 + (alpha-1)/eta and eta' = alpha/alpha' is stated for every alpha >= 0",
     "alpha' is negative for alpha < 1 - eta, and eta' is a probability for alpha >= 1 only. Where the paper uses it, "
     "with P1 = Q and alpha' = e^eps, it holds",
     "allocation.joint-convexity.range.printed",
     "allocation.joint-convexity.range allocation.joint-convexity allocation.joint-convexity.add"},
    {"FS25", "A display with the weights exchanged", first, "Appendix A, proof of Lemma 3.7",
     "H(Q_lambda'||Q) <= H(Q_lambda||Q) for lambda' >= lambda, where lambda is the weight of the law with the record "
     "and "
     "the lemma needs Q to be the law without it",
     "the divergence grows with lambda, as the sentence before the display says", "allocation.mixture.printed",
     "allocation.mixture allocation.rates-below-constant"},
    {"FS25", "The density given the selected step", first, "Appendix D, proof of Lemma D.1",
     "the product of the other steps' densities runs over j < i twice",
     "over j < i and over j > i; the next line is right", "allocation.density.printed",
     "allocation.density allocation.ratio"},
    {"FS25", "A principle behind the monotonicity in k", "both versions",
     "proof of Lemma 4.2 (Lemma D.1 of the later version)",
     "larger sampling rates in every step, rates that may depend on the outputs so far, give a larger divergence",
     "true if the larger rates are constant, not in general. The lemma is true: with k < k' selected steps the ratio "
     "of "
     "the first is below that of the second in convex order, by Harris' inequality",
     "allocation.view-dependent-rates", "allocation.monotone-in-selected allocation.rates-below-constant"},
    {"FS25", "When to stop the search for an order",
     "first version; the later one in the same words, its formulas were not legible to us",
     "Claim C.1 (Claim E.4 of the later version)",
     "if eps is a valid bound and R_alpha > eps, then the order that minimises the bound is below alpha",
     "an order from alpha on may still minimise the bound; it just cannot improve on eps where phi >= 0. A safe rule: "
     "stop when R_alpha + ln(1-delta) is at least the best bound so far",
     "renyi.stop.printed", "renyi.stop"},
    {"FS25", "Where the conversion's second term is nonnegative", first, "proof of Claim C.1",
     "phi(alpha) >= 0 for every alpha up to 1/(2 delta), beyond which the bound is vacuous",
     "phi(alpha) >= 0 exactly if delta alpha <= (1-1/alpha)^(alpha-1), up to about 1/(e delta) for small delta; "
     "beyond, the "
     "bound is valid and may be useful, with phi >= ln(1-delta)",
     "renyi.phi.printed", "renyi.phi renyi.stop"},
    {"KHH21-code", "The likelihood ratio of the weak view", "the code published with [KHH21]",
     "the ratio of one output", "gamma B/k stands where equation (3.2) has gamma (B+1)/k", "the equation is right",
     "krr.code-ratio", "krr.weak-view"},
    {"BBGN19-code", "A variance that is a second moment", "the code published with [BBGN19]", "`get_var_l`",
     "the second moment of the privacy amplification variable is returned as its variance",
     "the variance is smaller by (w-1)^2, so that the Bennett bound that uses it is valid and not as tight as it could "
     "be",
     "krr.bbgn19.variance", "krr.bbgn19.second-moment"},
    {"FS25-code", "A Renyi bound for add", "the package published with [FS25]",
     "the add direction of the bound that it attributes to Dong et al. 2025, whose paper we have not seen",
     "R_alpha(Q||A) <= alpha k^2/(2 sigma^2 t) + alpha k (t-k)/(2 sigma^2 t (alpha-1)) - t ln(1 + alpha (e^x - 1)) / "
     "(2 "
     "(alpha-1)), x = k (t-k)/(sigma^2 t^2)",
     "for k = 1 the direct add bound gives R_alpha(Q||A) <= (alpha+t-1)/(2 sigma^2 t)",
     "allocation.code.overlap-add allocation.code.overlap-add.many", "allocation.direct-add.moments"},
    {"FS25-code", "A Renyi bound between integer orders", "the package published with [FS25]",
     "the remove direction of the bound that it attributes to Dong et al. 2025; the package asks for orders of at "
     "least 2, "
     "and uses orders that are not integers above 202",
     "E f^alpha <= (E e^(alpha |I and J|/(2 sigma^2)))^(alpha-1) for every order",
     "proved for integer orders alpha >= 2, equal at 2; false below 2. For other orders we know no proof",
     "allocation.code.overlap-between-orders", "allocation.overlap"},
    {"FS25-code", "The direct add bound for several rounds", "the package published with [FS25]",
     "the direct add bound with num_selected times num_epochs = m > 1", "the shift of eps is (1-1/t)/(2 sigma^2)",
     "m (1-1/t)/(2 sigma^2): each round has its own factor Z^t", "allocation.code.direct-add-rounds",
     "allocation.direct-add.gaussian allocation.direct-add"},
};

constexpr Gap steps[] = {
    {"FS25", later, "Claim B.8 (Lemma 3.8 of the first version)",
     "the step from R to a pure-DP randomizer near it replaces the set of bad views too, of which the total variation "
     "says "
     "nothing.",
     "Not refuted; not used here: a one-sided Bernstein bound for the same tail needs neither eps0 nor delta0.",
     "allocation.tail.bernstein"},
    {"FS25", first, "proof of Lemma 3.9",
     "Pr[bad | step i selected] <= Pr[bad] without the record is used without a reason.",
     "It is true: a larger ratio in step i only lowers the later rates.", "allocation.posterior.selected-step"},
    {"FS25", "both versions", "proof of Lemma 4.2 (D.1 of the later version)",
     "that the posterior rate does not decrease in k is used without a reason.",
     "It is true, by Newton's inequalities.", "allocation.posterior.monotone"},
    {"FS25", "both versions", "Remark 3.10 (4.4 of the later version)",
     "the converse, allocation at least Poisson up to lower order terms, is asserted.", "Not verified here, not used.",
     ""},
    {"FS25", "both versions", "Appendix C (E.1 of the later version)",
     "the cost of the moments, exponential in alpha, is called inevitable for the method of summing over partitions.",
     "A recurrence gives all orders up to alpha in O(alpha^2) operations, and an integral the orders between 1 and 2.",
     "allocation.moments.recurrence"},
    {"FMT23", "arXiv 2208.04591, by its authors' own erratum", "Theorems 3.1 and 3.2, Corollary 4.3, Theorem 5.2",
     "the proof of Lemma 3.5 fails for p < 1/(E+1).",
     "No counterexample is known; for at most three users the pair bounds every protocol in what we computed.",
     "shuffle.fmt23.small-n"},
    {"FMT21", "the text named above", "Theorems 5.1 and 5.2, Table 1, equations (12) and (13)",
     "statements with O(.) whose constants are not given.", "Not certifiable as they stand.", ""},
};

constexpr Slip pens[] = {
    {"KHH21", "equation (2.2)", "the index of the denominator is X', not Y."},
    {"KHH21", "after equation (4.2)", "\"p in [0, 1]\": no p occurs."},
    {"FMT21", "Section 3, first paragraph", "the main technical statement is Theorem 3.2; printed is 3.1."},
    {"FMT21", "title of Appendix C", "it proves Theorem 3.8; printed is Proposition 3.8."},
    {"CGKKMSZ24", "Section 2.2", "the argument of eps_S is delta; printed is epsilon."},
    {"CGKKMSZ24", "Theorem 4.1", "sigma > 0; at sigma = 0, which is printed too, delta_D is not defined."},
    {"FS25", "Definition 2.2 of the first version", "the profile is needed for every real eps, also below 0."},
    {"FS25", "Definition 2.6 of the first version", "the sum is of q(x, v); printed is q(s, v)."},
    {"FS25", "Lemma 2.7 of the first version",
     "with the sensitivity Delta in the first formula the second is alpha Delta^2/(2 sigma^2)."},
    {"FS25", "proof of Lemma 3.1 of the first version", "the second of the two mechanisms gets y; printed is x twice."},
    {"FS25", "proof of Lemma 3.4 of the first version",
     "the second sum has the law with x; the product runs over j = 0, ..., t-1; a label is used twice."},
    {"FS25", "proof of Lemma 3.8 of the first version",
     "index 0 is the scheme of the near randomizer only and index t that of the given one; printed the other way "
     "round."},
    {"FS25", "Lemma 3.9 of the first version", "cosh(eps) is cosh(eps0); the condition delta >= 0 is not used."},
    {"FS25", "proof of Theorem 4.1 of the first version", "the scheme of line (1) has one selected step."},
    {"FS25", "Theorem 4.6 of the first version", "the parts of a partition are positive; printed is nonnegative."},
    {"FS25", "Claim A.1 of the first version", "the index of a sum is used for the size of a subset as well."},
    {"FS25", "Claim C.1 of the first version",
     "eps(delta) is inf{x : delta(x) <= delta}; \"a better bound on alpha\" in the proof is one on eps."},
    {"FS25", "footnote to Lemma D.1 of the first version",
     "the form with 1 - alpha e^-l is a mean over P, the lemma's sample is from Q: not to be mixed."},
    {"FMT21-code", "README, abstract", "the factor is 1 - e^-eps0; printed is 1 - e^eps0."},
    {"KHH21-code", "the loops over one count (read, not run)",
     "the last index is left out, which drops an output; where it is the output of the largest ratio, mass is lost."},
    {"FS25-code", "the recursive bound's delta (read, not run)",
     "the tail is multiplied by num_selected only; the routine for epsilon multiplies it by num_epochs, too."},
};

}  // namespace

std::span<const Erratum> errata() { return entries; }
std::span<const Gap> gaps() { return steps; }
std::span<const Slip> slips() { return pens; }

}  // namespace hallmark::lemmas
