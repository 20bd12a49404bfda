"""typed.py BINARY_DIR: lines as people type them, and what they are answered: the statement that is meant, or a refusal that says what to type."""
import pathlib
import re
import shlex
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from support.expectations import ended, expect  # noqa: E402

HALLMARK = pathlib.Path(sys.argv[1]).resolve() / "cli" / "hallmark"
RUN = "poisson-gaussian.epsilon(delta=1/100000, direction=both, rate=1/100, sigma=11/10, steps=10) in "
# What is typed after `hallmark`, and what stands in the answer. A refusal begins with `64 `.
LINES = [
    ("epsilon dpsgd noise=1.1 q=1% num_steps=10 delta=1e-5", RUN), ("epsilon DP-SGD Noise_Multiplier=1.1 sample_rate=1/100 iterations=10 target_delta=10^-5", RUN),
    ("epsilon dp_sgd sigma=1.1, rate=0.01, steps=10, delta=1e-5", RUN), ("epsilon dp-sgd sigma = 1.1 rate = 0.01 steps= 10 delta =1e-5", RUN),
    ("epsilon 'dp-sgd(sigma=1.1, rate=0.01, steps=10, delta=1e-5)'", RUN), ("eval 'dp-sgd.epsilon(sigma=1.1, rate=0.01, steps=10, delta=1e-5)'", RUN),
    ("eval 'poisson-gaussian.epsilon(delta=1/100000, rate=1/100)' sigma=11/10 steps=10", RUN), ("epsilon dp-sgd batch=100 n=10_000 sigma=1.1 steps=10 delta=1E-5", RUN),
    ("""epsilon "'dp-sgd'" "'sigma=1.1'" '"rate=0.01"' "steps='10'" delta=1e-5""", RUN), ("epsilon subsampled-gaussian std=1.1 sampling_prob=1/100 compositions=10 delta=1e-5", RUN),
    ("epsilon dp-sgd lot_size=100 num_examples=10000 sigma=1.1 epochs=0.1 delta=1e-5", RUN), ("epsilon dp-sgd sigma=1.1 rate=0.01 steps=10 delta=1e-5 relation=add-remove", RUN),
    ("epsilon laplace scale=2 delta=0", "laplace.epsilon(delta=0, direction=both, eps0=1/2, rate=1, rounds=1) = 0.5"), ("epsilon laplace-mechanism b=0.5 delta=0", "eps0=2, rate=1, rounds=1) = 2"),
    ("epsilon discrete-gaussian sigma=10 sensitivity=1 delta=1e-6", "sigma2=100) in "), ("epsilon randomized-response epsilon0=1 delta=0", "rr.epsilon(delta=0, direction=both, eps0=1, rounds=1) = 1"),
    ("epsilon exponential-mechanism eps0=1 delta=0", "exponential.epsilon(delta=0, direction=both, eps0=1, rounds=1)"), ("epsilon shuffling n=1000 local_epsilon=1 delta=1e-6", "shuffle.epsilon(delta=1/1000000, eps0=1, n=1000"),
    ("epsilon random-allocation sigma=2 steps=10 delta=1e-5 --digits 3", "allocation.epsilon(delta=1/100000, direction=both, epochs=1, selected=1, sigma=2, steps=10)"),
    ("epsilon fixed-batch sigma=4 batch=100 n=10000 steps=2 delta=1e-5 --digits 2", "fixed-batch-gaussian.epsilon(delta=1/100000, share=1/100, sigma=4, steps=2)"),
    ("delta gaussian-mechanism noise_multiplier=1 epsilon=1", "gaussian.delta(eps=1, rounds=1, sigma=1) in "), ("curve gaussian sigma=1,2 delta=1e-5 --digits 3", "2,1/100000,1,1.99,2,ok"),
    ("curve gaussian sigma=1 eps=0,1 --digits 3", "1,1,1,0.12"), ("samplers dp-sgd sigma=4 batch=100 n=1000 epochs=1 delta=1e-5 --digits 2", "random allocation"),
    ("epsilon dp-sgd sigma=1.1 B=100 N=10_000 T=10 delta=1e-5", RUN), ("epsilon dp-sgd sigma=1.1 p=0.01 n_steps=10 delta=10**-5", RUN),
    ("epsilon dp-sgd multiplier=1.1 expected_batch_size=100 num_samples=10000 max_steps=10 delta=1e-05", RUN), ("epsilon dp-sgd sigma=1.1 clients_per_round=100 num_clients=10000 rounds=10 delta=1e-5", RUN),
    ("epsilon dp-sgd sigma=1.1 batch_size=100 train_size=10000 num_train_epochs=0.1 delta=1e-5", RUN), ("epsilon DP_Adam sigma=1.1 rate=0.01 steps=10 delta=1e-5 neighboring_relation=AddOrRemoveOne", RUN),
    ("epsilon dp-sgd sigma=1.1 batch=100 n=10000 steps=10 delta=1/n", "delta = 1/n: n = 10000"), ("epsilon dp-sgd sigma=1.1 rate=0.01 steps=10 n=50_000 delta=1/(2*N)", "delta=1/100000"),
    ("epsilon dp-sgd sigma=1.1 rate=0.01 steps=10 delta=1e-5 adjacency=NeighboringRelation.REPLACE_ONE", "adjacency=replace-one, delta=1/100000"), ("epsilon dp-sgd sigma=1.1 rate=0.01 steps=10 delta=1e-5 adjacency=bounded", "adjacency=replace-one"),
    ("epsilon dp-sgd sigma=1.1 rate=0.01 steps=10 delta=1e-5 adjacency=unbounded", RUN), ("eval dp-sgd.eps sigma=1.1 rate=0.01 steps=10 delta=1e-5", RUN), ("epsilon Laplace scale=2 delta=0", "eps0=1/2"), ("epsilon zCDP rho=0.1 delta=1e-6", "zcdp.epsilon("),
    ("epsilon dp-sgd sigma=1.1 rate=0.01 steps=60*60000/256 delta=1e-5", "64 14062.5 is no integer; the next one is 14063"), ("epsilon dp-sgd sigma=1.1 rate=0.01 steps=10 delta=1e-5 accountant=rdp", "64 with no accountant's loss"),
    ("epsilon sigma=1.1 rate=0.01 steps=10 delta=1e-5", "64 the mechanism stands before its parameters, as in hallmark epsilon dp-sgd"), ("tpr dp-sgd sigma=1.1", "64 hallmark eval FAMILY.tpr asks for it"), ("noise_multiplier dp-sgd eps=3", "64 did you mean sigma?"),
    ("evaluate dp-sgd.epsilon", "64 did you mean eval?"), ("show epsilon", "64 of which mechanism?"), ("certify 'gaussian.epsilon(sigma=1, delta=1e-5) \u2264 5'", "1 certified"), ("certify 'gaussian.epsilon(sigma=1, delta=1e-5) = 4.38'", "64 expected ~ before a number as printed"),
    ("epsilon composition 'phases=dp-sgd(sigma=1.1,batch=100,n=10000,epochs=0.1)+1_0*gaussian(sigma=100,steps=2)' delta=1e-5", "phases=20*gaussian(sigma=100)+10*poisson-gaussian(rate=1/100,sigma="),
    ("""epsilon composition delta=1e-5 --compose '[{"mechanism": "DP-SGD", "parameters": {"noise_multiplier": "1.1", "sample_rate": "1%", "num_steps": "10"}}]'""", "10 x poisson-gaussian sigma=11/10 rate=1/100"),
    ("epsilon dp-sgd --noise-multiplier 1.1", "64 a parameter is written without dashes, noise_multiplier=VALUE"), ("epsilon dp-sgd --eps=1", "64 a parameter is written without dashes, eps=1"),
    ("epsilon dp-sgd sigma=1.1 rate=0.01 steps=10 delta=1e-5 epsilon=3", "64 eps is what is asked for: hallmark delta asks at an eps"),
    ("delta dp-sgd sigma=1.1 rate=0.01 steps=10 delta=1e-5 eps=3", "64 delta is what is asked for: hallmark epsilon asks at a delta"), ("epsilon laplace eps=1 delta=0", "64 eps0 is the epsilon of one release"),
    ("epsilon dp-sgd sigma=1.1 rate=0.01 steps=10 delta=1e-5 max_grad_norm=1", "64 the noise is in units of the largest norm"), ("epsilon dp-sgd sigma=1 rate=0.01 steps=10 delta=1e-5 n=99", "64 n stands beside batch"),
    ("epsilon randomized-response p=3/4 delta=0", "64 answers that are true with probability p have eps0 = ln(p/(1-p))"), ("show composition.epsilon", "discrete-gaussian(sigma2, sensitivity"),
    ("epsilon dp-sgd sigma=1,1 rate=0,01 steps=10 delta=1e-5", "64 one number is written 0.01"), ("epsilon dp-sgd sigma=1.1 rate=1% steps=1,000 delta=1e-5", "64 one number is written 1_000"),
    ("eval dp-sgd sigma=1", "64 a family of quantities: must be one of poisson-gaussian.advantage, poisson-gaussian.bayes"), ("show dp-sgd", "poisson-gaussian.sigma.tpr"), ("eps dp-sgd", "64 did you mean epsilon?"),
    ("dp-sgd sigma=1", "64 hallmark epsilon dp-sgd ... asks for its epsilon"), ("epsilon dp-sgd batch=200 n=100 sigma=1 steps=1 delta=1e-5", "64 batch = 200: must be at most n = 100"),
    ("epsilon dp-sgd batch=1 n=100 sigma=1 steps=7 epochs=1 delta=1e-5", "64 steps = 7: must be 100, or left out"), ("epsilon laplace b=2 eps0=1 delta=0", "64 eps0 = 1: must be 1/2, or left out"),
    ("epsilon laplace b=0 delta=0", "64 scale = 0: must be a rational from"), ("epsilon discrete-gaussian sigma=-1 sensitivity=1 delta=1e-6", "64 sigma = -1: must be a rational from"), ("eval 'dp-sgd.epsilon(sigma=1'", "64 expected"),
]


def main():
    for line, wanted in LINES:
        status = 64 if wanted.startswith("64 ") else 0
        answered = subprocess.run([HALLMARK, *shlex.split(line)], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        words = answered.stderr if status else answered.stdout
        is_fine = answered.returncode == status or (status == 0 and answered.returncode == 2 and "bounded-range" in words)
        expect(is_fine and wanted.removeprefix("64 ") in re.sub(r"\s+", " ", words), f"hallmark {line}: {answered.returncode} {answered.stdout[-300:]} {answered.stderr[:300]}")
    print(f"{len(LINES)} lines")
    return ended()


sys.exit(main())
