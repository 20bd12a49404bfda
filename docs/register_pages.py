"""The register of published epsilons as pages of the site: an index that is filtered in the browser, and a page for each system."""
import base64
import collections
import html
import json
import math
import pathlib
import re
import subprocess
from fractions import Fraction

from intervals import shortest

LONGEST_INLINE = 200_000  # bytes of a certificate that a page carries for its button
VERDICTS = {"certified": "proved", "refuted": "refuted", "undecided": "undecided", "remark": "remark"}
FILES = {"deployments.json": "deployments", "papers.json": "papers and their code", "opacus.json": "Opacus",
         "tensorflow-privacy.json": "TensorFlow Privacy", "shuffle.json": "programs for the shuffle model",
         "federated.json": "federated learning", "attacks.json": "audits and attacks"}
QUANTITIES = {  # what a reader calls the mechanism of a reading
    "poisson-gaussian": "DP-SGD, Poisson batches", "fixed-batch-gaussian": "DP-SGD, batches of a fixed size",
    "gaussian": "Gaussian mechanism", "zcdp": "any mechanism of that rho (zCDP)", "clones": "shuffle model",
    "shuffle": "shuffle model", "rr": "randomized response", "laplace": "Laplace mechanism"}

PARTS = ("As printed", "As run", "Under other neighbours")


def part(reading, first):
    """Which of the PARTS a reading belongs to: batches that the code draws otherwise, or other neighbours than the entry's first reading has."""
    if reading.get("quantity", "").split(".")[0] in ("fixed-batch-gaussian", "shuffled-batch") and reading is not first:
        return PARTS[1]
    other = reading is not first and (reading["id"].endswith(".replace-one") or neighbours(reading) and neighbours(first) and neighbours(reading) != neighbours(first))
    return PARTS[2] if other else PARTS[0]


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def anchor(reading):
    return reading["id"].lower().replace(".", "-")


def mechanism(reading):
    family = reading.get("quantity", "").split(".")[0]
    return QUANTITIES.get(family, family.replace("-", " ")) if family else ""


def neighbours(reading):
    given = reading.get("parameters", {}).get("adjacency")
    if given:
        return given
    for word in ("replace-one", "zero-out"):
        if word in reading.get("reading", ""):
            return word
    return ""


def enclosed(reading):
    lo, hi = reading.get("enclosure") or (None, None)
    if lo is None or hi is None:
        known = lo if hi is None else hi
        return "" if known is None else f"{'at least' if hi is None else 'at most'} {known}"
    return shortest(lo, hi).removeprefix("exactly ")


def printed(reading):
    value = reading.get("value", "")
    if isinstance(value, dict):  # compared with another quantity
        value = value["quantity"]
    value = " to ".join(value) if isinstance(value, list) else value
    sign = {"~": "about"}.get(reading.get("relation"), reading.get("relation", ""))
    return f"{sign} {value}".strip()


class Register:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.entries = []
        for path in sorted(self.folder.glob("*.json"), key=lambda p: list(FILES).index(p.name) if p.name in FILES else 99):
            for entry in json.loads(path.read_text(encoding="utf-8"))["entries"]:
                self.entries.append({**entry, "file": path.name})
        self.systems = collections.OrderedDict()
        for entry in self.entries:
            self.systems.setdefault(entry["system"], []).append(entry)

    def readings(self):
        return [(entry, reading) for entry in self.entries for reading in entry["readings"]]

    def counts(self):
        found = collections.Counter(reading.get("verdict", "remark") for _, reading in self.readings())
        return found["certified"], found["refuted"], found["undecided"], found["remark"]

    def index(self):
        """The table of all readings, and what filters it: markup, since a filter needs to distinguish the cells."""
        certified, refuted, undecided, remarks = self.counts()
        rows, mechanisms = [], collections.Counter()
        for entry, reading in self.readings():
            verdict = reading.get("verdict", "remark")
            named = mechanism(reading)
            mechanisms[named] += bool(named)
            page = f"{slug(entry['system'])}.html#{anchor(reading)}"
            cells = (f'<a href="{page}">{html.escape(entry["system"])}</a>', f'<span class="verdict {verdict}">{VERDICTS[verdict]}</span>',
                     html.escape(printed(reading)), html.escape(enclosed(reading)), html.escape(named), html.escape(neighbours(reading)))
            rows.append(f'<tr data-verdict="{verdict}" data-source="{html.escape(FILES.get(entry["file"], entry["file"]))}" '
                        f'data-mechanism="{html.escape(named)}" data-neighbours="{html.escape(neighbours(reading))}">'
                        + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")

        def chooser(name, label, options):
            return (f'<label>{label} <select data-filter="{name}"><option value="">all</option>'
                    + "".join(f'<option value="{html.escape(v)}">{html.escape(t)}</option>' for v, t in options)
                    + "</select></label>")
        filters = "".join((
            chooser("verdict", "Verdict", VERDICTS.items()),
            chooser("source", "Source", [(name, name) for name in FILES.values()]),
            chooser("mechanism", "Mechanism", [(m, m) for m, _ in mechanisms.most_common() if m]),
            chooser("neighbours", "Neighbours", [(n, n) for n in sorted({neighbours(r) for _, r in self.readings()} - {""})]),
            '<label>Words <input type="search" data-filter="words" placeholder="for example Opacus"></label>'))
        return "\n".join((
            "---", "hide: [toc]", "---", "", "# Register of published epsilons", "",
            f"Numbers that deployments, papers, libraries and tutorials have printed: {len(self.entries)} of them, in "
            f"{certified + refuted + undecided} readings. **{certified} readings are proved, {refuted} are refuted**, "
            f"{undecided} are undecided, {remarks} are remarks. A reading says which batches and which neighbours the words "
            "were taken for; most sources name neither. [What the rows showed](../register-findings.md), "
            "[how a row is read and added](../register.md).", "",
            f'<div class="filters" hidden>{filters}<output></output></div>', "",
            '<table class="filtered"><thead><tr><th>System</th><th>Verdict</th><th>Printed</th><th>Proved to lie in</th>'
            "<th>Read as</th><th>Neighbours</th></tr></thead><tbody>", *rows, "</tbody></table>"))

    def badge(self, hallmark, reading, folder):
        """The verdict as a picture, and the line of Markdown that shows it; nothing where nothing is decided."""
        proof = self.folder / "certificates" / f"{reading['id']}.cert"
        if not reading.get("certificate") or not proof.exists():
            return
        claim = {**{key: reading[key] for key in ("id", "quantity", "parameters", "relation", "value", "verdict")}, "certificate": str(proof)}
        verdict = folder / f"{reading['id']}.json"
        verdict.write_text(json.dumps({"claims": [claim]}), encoding="utf-8")
        subprocess.run([hallmark, "badge", verdict, "-o", folder / f"{reading['id']}.svg"], check=True, stdout=subprocess.DEVNULL)
        verdict.unlink()

    def reading_text(self, reading, checker):
        verdict = reading.get("verdict", "remark")
        out = [f'<h3 id="{anchor(reading)}">{reading["id"]}: <span class="verdict {verdict}">{VERDICTS[verdict]}</span></h3>', ""]
        if verdict == "remark":
            return out + [html.escape(reading["text"]), ""]
        parameters = ", ".join(f"{name}={value}" for name, value in reading["parameters"].items())
        out += [f"{html.escape(reading['reading'])}. {html.escape(reading['reason'])}", "",
                f"- claim: `{reading['quantity']}({parameters})` {html.escape(printed(reading))}"]
        if enclosed(reading):
            out.append(f"- proved: {enclosed(reading)}")
        path = self.folder / "certificates" / f"{reading['id']}.cert"
        if reading.get("certificate") and path.exists():
            proof = path.read_bytes()
            of = "the claim" if verdict == "certified" else "the opposite of the claim"
            lines = proof.decode("ascii").splitlines()
            shown = "\n".join(lines if len(lines) <= 30 else [*lines[:29], f"... ({len(lines)} lines)"])
            shown = "\n".join(line if len(line) <= 110 else f"{line[:110]} ..." for line in shown.splitlines())
            button = ""
            if checker and len(proof) <= LONGEST_INLINE:
                coded = base64.urlsafe_b64encode(proof).decode().rstrip("=")
                button = (f'<button class="md-button" data-checker="../{checker}" data-name="{reading["id"]}.cert" '
                          f'data-certificate="{coded}">Check it in this page</button> ')
            out += ["", f'<p><img class="badge" src="badges/{reading["id"]}.svg" alt="{html.escape(printed(reading))}: {VERDICTS[verdict]}" loading="lazy"></p>']
            out += ["", f'<details><summary>The certificate of {of}, {len(proof)} bytes</summary>', "",
                    f'<p>{button}<a href="certificates/{path.name}" download>{path.name}</a>, SHA-256 '
                    f'<code>{reading["certificate"]}</code></p>', "",
                    f"<pre><code>{html.escape(shown)}</code></pre>", "</details>"]
        return out + [""]

    def system(self, name, checker):
        entries = self.systems[name]
        out = [f"# {name}", "", "[All systems](index.md)", ""]
        for entry in entries:
            source = entry["source"]
            where = ", ".join(html.escape(str(source[key])) for key in ("paper", "repository", "commit", "where") if source.get(key))
            seen = "the source was read" if source.get("seen") == "read" else "quoted from memory"
            out += [f"## {html.escape(entry['words'])}", "", f"{where} ({seen}).", "", html.escape(entry["note"]), ""]
            first = entry["readings"][0]
            parts = [(name, [reading for reading in entry["readings"] if part(reading, first) == name]) for name in PARTS]
            parts = [(name, readings) for name, readings in parts if readings]
            if len(parts) > 1:
                out += ["| | printed | proved to lie in | verdict |", "|---|---|---|---|"]
                out += [f'| {name.lower()} | {printed(reading)} | {enclosed(reading)} | <a href="#{anchor(reading)}"><span class="verdict {reading["verdict"]}">{VERDICTS[reading["verdict"]]}</span></a> |'
                        for name, readings in parts for reading in readings if "verdict" in reading] + [""]
            for name, readings in parts:
                if len(parts) > 1:
                    out += [f'<p class="part">{name}</p>', ""]
                for reading in readings:
                    out += self.reading_text(reading, checker)
        return "\n".join(out)

    def picture(self):
        """Printed over proved epsilon of every guarantee, a dot each, a line a kind of source: what lies left of 1 is no guarantee."""
        groups = collections.OrderedDict((name, []) for name in FILES.values())
        for entry, reading in self.readings():
            if reading.get("relation") == "<=" and isinstance(reading["value"], str) and ".epsilon" in reading.get("quantity", "") and None not in (reading.get("enclosure") or [None]):
                value, truth = (float(Fraction(x)) for x in (reading["value"], reading["enclosure"][1]))
                if value > 0 and truth > 0:
                    groups[FILES.get(entry["file"], entry["file"])].append((value / truth, reading["verdict"]))
        left, width, row, lo, hi = 230, 470, 34, math.log(0.25), math.log(8)
        height = row * len(groups) + 40

        def x(ratio):
            return left + width * (min(max(math.log(ratio), lo), hi) - lo) / (hi - lo)
        out = [f'<svg class="picture" viewBox="0 0 {left + width + 40} {height}" role="img" aria-label="printed over proved '
               'epsilon of every guarantee in the register">']
        for tick, text in ((0.25, "1/4 or less"), (0.5, "1/2"), (1, "1"), (2, "2"), (4, "4"), (8, "8 or more")):
            out.append(f'<line x1="{x(tick):.1f}" y1="6" x2="{x(tick):.1f}" y2="{height - 28}" class="{"one" if tick == 1 else "grid"}"/>'
                       f'<text x="{x(tick):.1f}" y="{height - 12}" text-anchor="middle">{text}</text>')
        for place, (name, dots) in enumerate(groups.items()):
            y = 6 + row * (place + 0.5)
            out.append(f'<text x="{left - 12}" y="{y + 4:.1f}" text-anchor="end">{html.escape(name)} ({len(dots)})</text>')
            for index, (ratio, verdict) in enumerate(sorted(dots)):
                out.append(f'<circle cx="{x(ratio):.1f}" cy="{y + (index % 5 - 2) * 4:.1f}" r="3.2" class="{verdict}"/>')
        return "".join(out + ["</svg>"])


    def samplers(self):
        """One line a guarantee that was read for two samplers: what is printed, what is proved for Poisson batches, and the band that is proved for batches of a fixed size."""
        lines = []
        for entry in self.entries:
            first = entry["readings"][0]
            for reading in entry["readings"]:
                if reading is first or part(reading, first) != PARTS[1] or first.get("relation") != "<=" or not isinstance(first["value"], str):
                    continue
                if None in (reading["enclosure"] or [None]) or None in (first["enclosure"] or [None]) or not first["quantity"].startswith("poisson-gaussian.epsilon"):
                    continue
                ends = [float(Fraction(x)) for x in (first["value"], first["enclosure"][1], *reading["enclosure"])]
                lines.append((reading["id"].removesuffix(".fixed"), entry["system"], ends))
        left, width, row = 110, 560, 26
        height = row * len(lines) + 44
        lo, hi = math.log(min(min(ends) for _, _, ends in lines) / 1.2), math.log(max(max(ends) for _, _, ends in lines) * 1.2)

        def x(value):
            return left + width * (math.log(value) - lo) / (hi - lo)
        out = [f'<svg class="picture" viewBox="0 0 {left + width + 20} {height}" role="img" aria-label="epsilon as printed, for Poisson batches and for batches of a fixed size">']
        for tick in (0.2, 0.5, 1, 2, 5, 10, 20, 50, 100):
            if lo < math.log(tick) < hi:
                out.append(f'<line x1="{x(tick):.1f}" y1="4" x2="{x(tick):.1f}" y2="{height - 28}" class="grid"/><text x="{x(tick):.1f}" y="{height - 12}" text-anchor="middle">{tick}</text>')
        for place, (name, system, (said, poisson, low, high)) in enumerate(lines):
            y = 4 + row * (place + 0.5)
            out.append(f'<text x="{left - 10}" y="{y + 4:.1f}" text-anchor="end"><title>{html.escape(system)}</title>{name}</text>'
                       f'<line x1="{x(said):.1f}" y1="{y - 8:.1f}" x2="{x(said):.1f}" y2="{y + 8:.1f}" class="one"/><circle cx="{x(poisson):.1f}" cy="{y:.1f}" r="4" class="certified"/>'
                       f'<rect x="{x(low):.1f}" y="{y - 4:.1f}" width="{max(2, x(high) - x(low)):.1f}" height="8" class="refuted"/>')
        return "".join(out + ["</svg>"])


def write(site, checker):
    """The pages of the register. The contents name the index alone, which leads to the others."""
    register = Register(site.root / "data" / "register")
    certificates = site.output / "docs" / "register" / "certificates"
    certificates.mkdir(parents=True, exist_ok=True)
    for path in (site.root / "data" / "register" / "certificates").glob("*.cert"):
        (certificates / path.name).write_bytes(path.read_bytes())
    badges = site.output / "docs" / "register" / "badges"
    badges.mkdir(parents=True, exist_ok=True)
    for _, reading in register.readings():
        register.badge(site.hallmark, reading, badges)
    site.write("register/index.md", register.index())
    for name in register.systems:
        site.write(f"register/{slug(name)}.md", register.system(name, checker))
    return register
