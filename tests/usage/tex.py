"""tex.py BINARY_DIR: what --format tex prints is what a paper prints, and pdflatex takes it, where there is one."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from support.expectations import ended, expect  # noqa: E402

HALLMARK = pathlib.Path(sys.argv[1]).resolve() / "cli" / "hallmark"
QUESTIONS = {
    "epsilon dp-sgd sigma=1.1 batch=256 n=60000 epochs=60 delta=1e-5": [r"$\varepsilon \le 2.39$", r"$\delta = 10^{-5}$", r"$\sigma = 1.1$", r"$\mathit{steps} = 14063$",
                                                                        "Gaussian noise on Poisson batches (DP-SGD)"],
    "sigma gaussian eps=1 delta=2.5e-6": [r"\sigma \in [", r"$\delta = 2.5 \cdot 10^{-6}$", "The Gaussian mechanism"],
    "eval allocation.epsilon sigma=2 steps=10 delta=1e-5": [r"\cite{", "Random allocation"],
    "delta composition eps=1 phases=2*laplace(eps0=1/10)+gaussian(sigma=2)": [r"\texttt{", "Compositions"],
    "eval rr2.delta n=10 eps0=ln(3) eps=1/10": [r"\ln(3)"],
    "samplers sigma=2 batch=10 n=100 epochs=1 delta=1e-5": [r"\begin{tabular}", r"$\varepsilon$"],
}


def main():
    bodies = []
    for question, wanted in QUESTIONS.items():
        said = subprocess.run([HALLMARK, *question.split(), "--format", "tex"], capture_output=True, text=True, check=False)
        expect(said.returncode == 0, f"{question}: {said.returncode} {said.stderr}")
        for text in wanted:
            expect(text in said.stdout, f"{question}: {text} is not in {said.stdout}")
        outside = "".join(line for line in said.stdout.splitlines(keepends=True) if not line.startswith("%"))
        expect("<" not in outside.replace("$<$", "") and "1/100000" not in outside, f"{question}: {outside}")
        bodies.append(said.stdout)
    if not shutil.which("pdflatex"):
        return ended("no pdflatex: nothing is compiled; ")
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "a.tex").write_text("\\documentclass{article}\\begin{document}\n" + "\n\n".join(bodies) + "\\end{document}\n", encoding="utf-8")
        made = subprocess.run(["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "a.tex"], cwd=folder, capture_output=True, text=True, check=False)
        expect(made.returncode == 0, made.stdout[-2000:])
    return ended()


if __name__ == "__main__":
    sys.exit(main())
