#!/usr/bin/env python3
"""pictures.py BUILD_DIR: makes the pictures of the README again, docs/figures/samplers.svg and (with Chromium) docs/figures/report.png, and
docs/figures/trade-off.svg of docs/attack-numbers.md, docs/figures/k-of-t.svg of docs/k-of-t.md (some minutes)."""
import csv
import fractions
import html
import io
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUN = ["noise_multiplier=1.1", "batch=256", "n=60000", "epochs=60", "delta=1e-5"]
COLOUR = {"point": "#2f4bb5", "band": "#9db0ea", "text": "#1c2330", "weak": "#5b6470", "grid": "#dde1e8"}


def samplers(hallmark):
    """One line a sampler: a dot where epsilon is known, a band between what is proved above and below."""
    rows = json.loads(subprocess.run([hallmark, "samplers", *RUN, "--json"], check=True, capture_output=True).stdout)
    left, width, row, top = 270, 430, 44, 58
    lo, hi = math.log(1.5), math.log(80)
    height = top + row * len(rows) + 44

    def x(value):
        return left + width * (math.log(value) - lo) / (hi - lo)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 150} {height}" font-family="sans-serif" font-size="14">',
           "<title>One training run, five epsilons</title>", '<rect width="100%" height="100%" fill="#ffffff"/>',
           f'<text x="16" y="30" font-size="17" fill="{COLOUR["text"]}">One training run, five epsilons (delta = 1e-5)</text>']
    for tick in (2, 5, 10, 20, 50):
        out.append(f'<line x1="{x(tick):.1f}" y1="{top - 8}" x2="{x(tick):.1f}" y2="{height - 34}" stroke="{COLOUR["grid"]}"/>'
                   f'<text x="{x(tick):.1f}" y="{height - 14}" text-anchor="middle" fill="{COLOUR["weak"]}">{tick}</text>')
    for place, answer in enumerate(rows):
        y = top + row * (place + 0.5)
        low, high = float(answer["lo"]), float(answer["hi"])
        exact = high / low < 1.01
        out.append(f'<text x="16" y="{y - 3:.1f}" fill="{COLOUR["text"]}">{html.escape(answer["sampler"])}</text>'
                   f'<text x="16" y="{y + 14:.1f}" font-size="12" fill="{COLOUR["weak"]}">{html.escape(answer["neighbours"])}</text>')
        if exact:
            out.append(f'<circle cx="{x(high):.1f}" cy="{y:.1f}" r="6" fill="{COLOUR["point"]}"/>')
        else:
            out.append(f'<rect x="{x(low):.1f}" y="{y - 6:.1f}" width="{x(high) - x(low):.1f}" height="12" rx="6" fill="{COLOUR["band"]}"/>')
        out.append(f'<text x="{x(high) + 14:.1f}" y="{y + 5:.1f}" fill="{COLOUR["text"]}">'
                   f'{answer["hi"] if exact else answer["lo"] + " to " + answer["hi"]}</text>')
    (ROOT / "docs" / "figures" / "samplers.svg").write_text("\n".join([*out, "</svg>"]) + "\n", encoding="utf-8")


RATES = [f"{digit}e-{power}" for power in (5, 4, 3, 2) for digit in (1, 2, 5)] + ["0.1", "0.2", "0.5", "0.9"]
CURVES = (("Poisson batches, sigma 1.1, 60 epochs of MNIST", "poisson-gaussian.tpr", {"sigma": "1.1", "rate": "256/60000", "steps": "14063"}, "#2f4bb5"),
          ("the same with sigma 2", "poisson-gaussian.tpr", {"sigma": "2", "rate": "256/60000", "steps": "14063"}, "#b5542f"))


def trade_off(hallmark):
    """The largest true positive rate at every false one, both on scales of powers of ten; what a guess has is the diagonal."""
    left, top, side, lowest = 80, 70, 420, 5

    def place(rate):
        return side * (1 + math.log10(rate) / lowest)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + side + 40} {top + side + 120}" font-family="sans-serif" font-size="14">',
           "<title>The best attack at every false positive rate</title>", '<rect width="100%" height="100%" fill="#ffffff"/>',
           f'<text x="16" y="30" font-size="17" fill="{COLOUR["text"]}">The best attack at every false positive rate</text>',
           f'<text x="16" y="54" fill="{COLOUR["weak"]}">true positive rate, proved from both sides</text>']
    for power in range(-lowest, 1):
        at, name = place(10.0 ** power), "1" if power == 0 else f"10^{power}"
        out.append(f'<line x1="{left + at:.1f}" y1="{top}" x2="{left + at:.1f}" y2="{top + side}" stroke="{COLOUR["grid"]}"/>'
                   f'<line x1="{left}" y1="{top + side - at:.1f}" x2="{left + side}" y2="{top + side - at:.1f}" stroke="{COLOUR["grid"]}"/>'
                   f'<text x="{left + at:.1f}" y="{top + side + 22}" text-anchor="middle" fill="{COLOUR["weak"]}">{name}</text>'
                   f'<text x="{left - 10}" y="{top + side - at + 5:.1f}" text-anchor="end" fill="{COLOUR["weak"]}">{name}</text>')
    out.append(f'<line x1="{left}" y1="{top + side}" x2="{left + side}" y2="{top}" stroke="{COLOUR["weak"]}" stroke-dasharray="5 5"/>')
    names = [*((name, colour, "") for name, _, _, colour in CURVES), ("a guess that looks at nothing", COLOUR["weak"], "5 5")]
    for _, quantity, parameters, colour in CURVES:
        asked = [f"{name}={value}" for name, value in parameters.items()] + ["fpr=" + ",".join(RATES)]
        run = subprocess.run([hallmark, "eval", quantity, *asked, "--digits", "3", "--format", "csv", "--quiet"], check=True, capture_output=True, text=True)
        rows = list(csv.DictReader(io.StringIO(run.stdout)))
        points = " ".join(f"{left + place(float(fractions.Fraction(row['fpr']))):.1f},{top + side - place(float(row['hi'])):.1f}" for row in rows)
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
    for row, (name, colour, dashes) in enumerate(names):
        y = top + side + 60 + 22 * row
        out.append(f'<line x1="{left}" y1="{y - 5}" x2="{left + 30}" y2="{y - 5}" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dashes}"/>'
                   f'<text x="{left + 40}" y="{y}" fill="{COLOUR["text"]}">{name}</text>')
    out.append(f'<text x="{left + side / 2}" y="{top + side + 40}" text-anchor="middle" fill="{COLOUR["text"]}">false positive rate</text>')
    (ROOT / "docs" / "figures" / "trade-off.svg").write_text("\n".join([*out, "</svg>"]) + "\n", encoding="utf-8")


SELECTED = (1, 2, 4, 8, 16, 32, 64)


def selected_steps(hallmark):
    """Epsilon of k of 1024 steps against k: how far both upper ends are above the lower one, in percent."""
    left, top, width, height, most, last = 130, 80, 430, 300, 4, 6

    def x(selected):
        return left + width * math.log2(selected) / last

    def y(percent):
        return top + height * (1 - percent / most)

    def interval(selected, *options):
        asked = ["sigma=1", "steps=1024", f"selected={selected}", "delta=1e-6", "direction=remove", "--time-limit", "120", "--format", "csv", "--quiet"]
        run = subprocess.run([hallmark, "eval", "allocation.epsilon", *asked, *options], check=True, capture_output=True, text=True)
        row = next(csv.DictReader(io.StringIO(run.stdout)))
        return float(row["lo"]), float(row["hi"])
    curves = {"scores below, one product or blocks above": [], "blocks alone, as published": []}
    for selected in SELECTED:
        lower, upper = interval(selected)
        for points, end in zip(curves.values(), (upper, interval(selected, "--route", "convex")[1])):
            points.append((selected, lower, 100 * (end / lower - 1)))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 40} {top + height + 120}" font-family="sans-serif" font-size="14">',
           "<title>k of 1024 steps, from both sides</title>", '<rect width="100%" height="100%" fill="#ffffff"/>',
           f'<text x="16" y="30" font-size="17" fill="{COLOUR["text"]}">k of 1024 steps: what is not known of epsilon</text>',
           f'<text x="16" y="54" fill="{COLOUR["weak"]}">upper end over the proved lower end (sigma = 1, delta = 1e-6, remove)</text>']
    for percent in range(most + 1):
        out.append(f'<line x1="{left}" y1="{y(percent):.1f}" x2="{left + width}" y2="{y(percent):.1f}" stroke="{COLOUR["grid"]}"/>'
                   f'<text x="{left - 10}" y="{y(percent) + 5:.1f}" text-anchor="end" fill="{COLOUR["weak"]}">{percent}%</text>')
    for selected, lower, _ in curves["blocks alone, as published"]:
        out.append(f'<text x="{x(selected):.1f}" y="{top + height + 22}" text-anchor="middle" fill="{COLOUR["weak"]}">{selected}</text>'
                   f'<text x="{x(selected):.1f}" y="{top + height + 42}" text-anchor="middle" font-size="12" fill="{COLOUR["weak"]}">{lower:.4g}</text>')
    out.append(f'<text x="16" y="{top + height + 22}" fill="{COLOUR["weak"]}">k</text>'
               f'<text x="16" y="{top + height + 42}" font-size="12" fill="{COLOUR["weak"]}">epsilon at least</text>')
    for row, ((name, points), colour) in enumerate(zip(curves.items(), ("#2f4bb5", "#b5542f"))):
        line = " ".join(f"{x(selected):.1f},{y(percent):.1f}" for selected, _, percent in points)
        at = top + height + 76 + 22 * row
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
                   f'<line x1="{left}" y1="{at - 5}" x2="{left + 30}" y2="{at - 5}" stroke="{colour}" stroke-width="2.5"/>'
                   f'<text x="{left + 40}" y="{at}" fill="{COLOUR["text"]}">{name}</text>')
    (ROOT / "docs" / "figures" / "k-of-t.svg").write_text("\n".join([*out, "</svg>"]) + "\n", encoding="utf-8")


def report(hallmark):
    sys.path.insert(0, str(ROOT / "tests" / "web"))
    import chromium
    if not chromium.program():
        print("pictures.py: no Chromium, docs/figures/report.png is left as it is")
        return
    with tempfile.TemporaryDirectory(prefix="hallmark-picture-") as folder, chromium.Browser() as browser:
        path = pathlib.Path(folder).resolve() / "report.html"
        subprocess.run([hallmark, "report", ROOT / "data" / "register" / "tensorflow-privacy.json", "-o", path], check=True, stdout=subprocess.DEVNULL)
        browser.open(path.as_uri(), 1100, 760).picture(ROOT / "docs" / "figures" / "report.png")


def main():
    hallmark = pathlib.Path(sys.argv[1]).resolve() / "cli" / "hallmark"
    samplers(hallmark)
    trade_off(hallmark)
    selected_steps(hallmark)
    report(hallmark)


if __name__ == "__main__":
    main()
