"""A curve for the page of a quantity: its canonical example, with one parameter over a range, as a picture with the proved numbers at its points."""
import csv
import html
import io
import math
import shlex
from fractions import Fraction

# What is varied, by what is asked; the first that the example has, or that the entry takes.
VARIED = {"delta": "eps", "epsilon": "steps n sigma eps0 mu sigma2 a variance p gamma b1 rho eps", "sigma": "eps fpr", "eps0": "eps", "bayes": "prior", "tpr": "fpr", "fpr": "tpr", "renyi": "alpha",
          "mu": "steps n sigma eps0 sigma2 a variance p gamma b1", "advantage": "steps n sigma eps0 mu sigma2 a variance p b1 rho", "rate": "eps", "steps": "eps", "rounds": "eps", "n": "eps",
          "probability": "n", "crossing": "sigma", "half-space-eps1": "sigma", "frequency-error": "n"}
RANGES = {"eps": "1/4 1/2 1 3/2 2", "fpr": "1e-4 1e-3 1e-2 1/10 1/2", "tpr": "1/10 1/4 1/2 3/4 9/10", "prior": "1/10 3/10 1/2 7/10 9/10", "alpha": "2 3 4 8 16"}
FACTORS = {True: (Fraction(1, 4), Fraction(1, 2), 1, 2, 4), False: (Fraction(1, 2), Fraction(3, 4), 1, Fraction(3, 2), 2)}
SECONDS = "1"  # that a point may take
WIDTH, HEIGHT, EDGE = 640, 250, 50


def varied(row, arguments):
    """(parameter, its values), or nothing where no parameter of the example can be varied."""
    asked = row["id"].split(".")[1]
    takes = {p["name"] for p in row["parameters"]}
    for name in VARIED.get(asked, "eps sigma eps0 n").split():
        if name in RANGES and (name in arguments or name == "prior" and name in takes):
            return name, RANGES[name].split()
        if name in arguments:
            try:
                value = Fraction(arguments[name])
            except ValueError:
                continue
            whole = value.denominator == 1 and name in ("steps", "n")
            return name, [str(value * factor) for factor in FACTORS[whole] if value * factor >= 1 or not whole]
    return None


def points(answers, row, arguments, name, values):
    """[(text of x, x, lo, hi)] that are proved within the time, from the command; and the command."""
    given = {**arguments, name: ",".join(values)}
    if name == "prior" and "remove" in row["directions"]:
        given["direction"] = "remove"  # another prior than 1/2 belongs to the record being in
    words = ["eval", row["id"], *(f"{key}={value}" for key, value in given.items()), "--digits", "3"]
    _, printed, _ = answers.ask(*words, "--format", "csv", "--quiet", "--time-limit", SECONDS)
    found = []
    for line in csv.DictReader(io.StringIO(printed)):
        try:
            lo, hi, x = float(line["lo"] or "nan"), float(line["hi"] or "nan"), float(Fraction(line[name]))
        except (ValueError, OverflowError, KeyError):
            continue
        if math.isfinite(lo) and math.isfinite(hi):
            found.append((next(value for value in values if Fraction(value) == Fraction(line[name])), x, lo, hi))
    return found, " ".join(["hallmark", *(shlex.quote(word) for word in words)])


def scaled(values, wide):
    """A function onto 0..1; by powers of ten where the largest value is that many times the least."""
    low, high = min(values), max(values)
    if low > 0 and high / low >= wide:
        return lambda value: math.log(value / low) / math.log(high / low)
    return lambda value: 0.5 if high == low else (value - low) / (high - low)


def label(text):
    """A number of a picture: at most four digits, and no tail of zeros."""
    value = float(text)
    return f"{value:.3g}".replace("e-0", "e-").replace("e+0", "e")


def picture(name, asked, found):
    x, y = scaled([p[1] for p in found], 6), scaled([end for p in found for end in p[2:]], 20)
    places = [(EDGE + (WIDTH - 2 * EDGE) * x(p[1]), HEIGHT - 50 - (HEIGHT - 100) * y(p[2]), HEIGHT - 50 - (HEIGHT - 100) * y(p[3])) for p in found]
    upper = [f"{px:.0f},{hi:.0f}" for px, _, hi in places]
    lower = [f"{px:.0f},{lo:.0f}" for px, lo, _ in reversed(places)]
    words = f"{asked} where {name} is {', '.join(p[0] for p in found)}: {', '.join(label(p[3]) for p in found)}"
    out = [f'<svg class="picture curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{html.escape(words)}">',
           f'<polygon class="band" points="{" ".join(upper + lower)}"/><polyline class="line" points="{" ".join(upper)}"/>']
    for (text, _, lo, hi), (px, _, py) in zip(found, places):
        both = label(hi) if label(lo) == label(hi) or hi <= lo * 1.02 else f"{label(lo)} to {label(hi)}"
        out.append(f'<circle class="point" cx="{px:.0f}" cy="{py:.0f}" r="4"/><text x="{px:.0f}" y="{py - 10:.0f}" text-anchor="middle">{both}</text>'
                   f'<text x="{px:.0f}" y="{HEIGHT - 22}" text-anchor="middle">{html.escape(text)}</text>')
    out.append(f'<text x="{WIDTH / 2:.0f}" y="{HEIGHT - 4}" text-anchor="middle">{html.escape(name)}</text></svg>')
    return "".join(out)


def curve(answers, row, arguments):
    """The lines of the section, or none where fewer than three points are proved in time."""
    choice = varied(row, arguments)
    if not choice:
        return []
    name, values = choice
    found, command = points(answers, row, arguments, name, values)
    if len(found) < 3 or max(p[3] for p in found) <= 0:
        return []
    asked = row["id"].split(".")[1]
    band = any(p[3] > p[2] * 1.02 for p in found)
    said = (f"{asked} where {name} is {found[0][0]} to {found[-1][0]} and all else is as in the example"
            + ("; the band is what is proved about it." if band else "; each number is proved to its last digit."))
    return ["", "## Curve", "", picture(name, asked, found), "", f"*{said[0].upper()}{said[1:]}*", "", "```text", f"$ {command}", "```"]
