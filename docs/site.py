#!/usr/bin/env python3
"""site.py BUILD_DIR OUTPUT [--register]: writes the pages of the documentation site and its mkdocs.yml into OUTPUT; `mkdocs build --strict` makes the site of them.

One page for every entry of the registry, from `hallmark list --json`, FORMAT.md, the golden vectors, and an example that is run now. The other pages are the Markdown files of the
project. Only docs/pages is written for the site alone. The figures are pages with curves too (`hallmark plot --html`); with --register, which takes half a minute, so is the register, and
the page of the checker goes with it where ./bootstrap web has made it. ./bootstrap docs does both steps.
"""
import ast
import concurrent.futures
import csv
import fnmatch
import functools
import hashlib
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "data"))
sys.path.insert(0, str(ROOT / "docs"))
import curves  # noqa: E402
import known_bugs  # noqa: E402: its reports of peers' values
import mathematics  # noqa: E402
import register_pages  # noqa: E402

BOUNDS = {
    "pair": "the number of a pair of distributions, which a theorem says dominates a mechanism",
    "mechanism": "the number of the mechanism itself",
    "formula": "the value of a formula that a theorem relates to a mechanism; the value itself is no bound on the mechanism, in either direction",
}
KINDS = {
    "exact": "encloses that number to any width",
    "upper": "encloses a number that a theorem proves to be at least the one that is bounded",
    "lower": "encloses a number that a theorem proves to be at most the one that is bounded",
    "bracket": "the best lower and the best upper end over proved methods",
}
STATUS = {
    "proved": "may stand in verdicts and certificates",
    "conditional": "rests on a conjecture; never in a verdict",
    "literature": "taken from the literature without a proof here; never in a verdict",
    "disputed": "its statement is known to fail, or its proof to have a gap; never in a verdict",
    "statistical": "holds with the confidence that is asked for; never in a verdict",
}
VERSION = re.search(r"project\(\s*\S+\s+VERSION\s+([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
# The Markdown files of the project that are pages as they are: (title, file, page).
PAGES = [
    ("Limitations", "docs/pages/limitations.md", "limitations.md"), ("Glossary", "docs/pages/glossary.md", "glossary.md"), ("Axioms", "proofs-check/AXIOMS.md", "axioms.md"),
    ("Errata of the papers", "data/ERRATA-papers.md", "errata.md"), ("Known bugs", "data/KNOWN_BUGS.md", "known-bugs.md"), ("Samplers", "data/SAMPLERS.md", "samplers.md"),
    ("First questions", "docs/first-questions.md", "first-questions.md"), ("Test your accountant", "docs/test-your-accountant.md", "test-your-accountant.md"), ("Programs of dp_accounting", "docs/dp-accounting.md", "dp-accounting.md"), ("Audits, selection, thresholds", "docs/audits-and-selection.md", "audits-and-selection.md"), ("Attack numbers", "docs/attack-numbers.md", "attack-numbers.md"), ("Findings", "data/claims/FINDINGS.md", "findings.md"), ("Events", "docs/events.md", "events.md"), ("How the register is read", "data/register/README.md", "register.md"), ("Findings of the register", "data/register/FINDINGS.md", "register-findings.md"), ("Figures", "docs/figures/README.md", "figures.md"),
    ("The data", "data/README.md", "data.md"), ("Adapters", "data/adapters/README.md", "adapters.md"), ("Certificate format", "proofs-check/FORMAT.md", "format.md"),
    ("Proofs", "proofs-check/PROOFS.md", "proofs.md"), ("References", "REFERENCES.md", "references.md"), ("C++", "docs/api.md", "cpp.md"), ("What stays as it is", "docs/compatibility.md", "compatibility.md"), ("Python", "python/README.md", "python.md"),
    ("Random allocation: sizes and speed", "docs/random-allocation.md", "random-allocation.md"), ("News", "NEWS.md", "news.md"), ("Security", "SECURITY.md", "security.md"),
    ("Contributing", "CONTRIBUTING.md", "contributing.md"), ("Code of conduct", "CODE_OF_CONDUCT.md", "conduct.md"),
]
CHAPTERS = [(path.read_text(encoding="utf-8").splitlines()[0].lstrip("# "), f"proofs-check/proofs/{path.name}", f"proofs/{path.name}")
            for path in sorted((ROOT / "proofs-check" / "proofs").glob("*.md"))]
HOW_TO = [("a number for a paper", "paper-number"), ("is a stated epsilon right", "claim"), ("test an accountant", "accountant"), ("redraw a figure", "figure"),
          ("trust nothing", "checker")]


# What the parts of an id after the family are called.
MEMBERS = {"delta": "delta", "epsilon": "epsilon", "sigma": "noise for a target", "steps": "largest number of steps", "rounds": "largest number of rounds",
           "rate": "largest sampling rate", "n": "least number of users", "eps0": "largest local epsilon", "rho": "rho",
           "renyi": "Renyi", "renyi-real": "Renyi, real orders", "p": "probability of the truth"}


def member(id):
    """What an entry is within its family, in words where there are some."""
    words = [MEMBERS.get(part, part) for part in id.split(".")[1:]]
    return ", ".join(words) if words else "value"


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


class Answers:
    """What the program printed, kept in the build tree: the same program is not asked the same twice."""

    def __init__(self, program, path, folder):
        self.program, self.path, self.folder = program, path, folder
        self.version = hashlib.sha256(program.read_bytes()).hexdigest()
        kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self.known = kept["answers"] if kept.get("program") == self.version else {}

    def ask(self, *words):
        """(status, output, complaints) of the program."""
        key = json.dumps(words)
        if key not in self.known:
            made = run(self.program, *words, cwd=self.folder)
            self.known[key] = [made.returncode, made.stdout, made.stderr]
        return self.known[key]

    def keep(self):
        written = self.path.with_suffix(f".{os.getpid()}")
        written.write_text(json.dumps({"program": self.version, "answers": self.known}), encoding="utf-8")
        written.replace(self.path)


class Site:
    def __init__(self, build, output):
        self.root, self.output = ROOT, output
        self.hallmark = build / "cli" / "hallmark"
        self.answers = Answers(self.hallmark, build / "site-answers.json", output)
        self.rows = json.loads(run(self.hallmark, "list", "--json", check=True).stdout)
        self.parameters = {p["name"] for row in self.rows for p in row["parameters"]}
        self.groups = self.read_groups()
        self.title_of = {row["id"]: title for title, rows in self.groups for row in rows}
        self.page_of = {path: page for _, path, page in PAGES + CHAPTERS}
        self.page_of.update({"README.md": "index.md", "docs/guide.md": "trust.md"})
        self.nav = []
        self.vectors = self.read_vectors()
        self.figures = self.read_figures()
        with open(ROOT / "docs" / "peers.csv", encoding="utf-8", newline="") as file:
            self.peers = list(csv.DictReader(file))
        self.reports = {}
        for program, version, setting, result, suite, group, test in known_bugs.reports(ROOT / "data" / "vectors_v1"):
            self.reports.setdefault(group["quantity"], []).append((program, version, setting, result, test))

    def read_groups(self):
        """(title, rows) in the order and with the titles of `hallmark list`."""
        of, groups = {row["id"]: row for row in self.rows}, []
        for line in run(self.hallmark, "list", check=True).stdout.splitlines():
            if line and not line.startswith(" "):
                groups.append((line, []))
            elif line.split() and line.split()[0] in of:
                groups[-1][1].append(of.pop(line.split()[0]))
        assert not of, f"hallmark list has not {sorted(of)}"
        return [(title, rows) for title, rows in groups if rows]

    def read_vectors(self):
        """The tests of every quantity, those with a certificate first."""
        found = {}
        for path in sorted((ROOT / "data" / "vectors_v1").glob("*.json"), key=lambda p: (p.stem != "smoke", p.stem)):
            for group in json.loads(path.read_text(encoding="utf-8")).get("testGroups", []):
                found.setdefault(group["quantity"], []).extend(group["tests"])
        return found

    def read_figures(self):
        """Quantity -> names of the figures in docs/figures that draw it."""
        found, name = {}, None
        for line in run(self.hallmark, "table", "--list", check=True).stdout.splitlines():
            if line and not line.startswith(" "):
                name = line.split()[0]
            elif line.strip().startswith("- ") and (ROOT / "docs" / "figures" / f"{name}.svg").exists():
                quantity = line.rsplit(": ", 1)[1].strip()
                if name not in found.setdefault(quantity, []):
                    found[quantity].append(name)
        return found

    def write(self, page, text):
        path = self.output / "docs" / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.rstrip("\n") + "\n", encoding="utf-8")

    def linked(self, text, source, page):
        """Links between files of the project as links between pages; a link to a file that is no page becomes its name."""
        depth = "../" * page.count("/")

        def replace(match):
            mark, label, target = match.groups()
            path, _, anchor = target.partition("#")
            if re.match(r"[a-z]+:", target) or not path:
                return match[0]
            file = os.path.normpath(os.path.join(os.path.dirname(source), path))
            if mark and (ROOT / file).exists():
                copy = self.output / "docs" / "images" / os.path.basename(file)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, copy)
                return f"![{label}]({depth}images/{os.path.basename(file)})"
            if source.startswith("docs/pages/") and path in self.page_of.values():  # written for the site: its links are those of the site
                return match[0]
            if file in self.page_of:
                return f"[{label}]({depth}{self.page_of[file]}{'#' + anchor if anchor else ''})"
            return label
        return re.sub(r"(!?)\[([^\]\n]*)\]\(([^()\s]+)\)", replace, text)

    def own_pages(self):
        groups = {"Reference": [], "Register": [], "Papers": [], "Data": [], "Libraries": [], "Project": []}
        place = {"axioms.md": "Papers", "errata.md": "Papers", "findings.md": "Papers", "figures.md": "Papers", "references.md": "Papers", "events.md": "Papers", "samplers.md": "Papers",
                 "data.md": "Data", "adapters.md": "Data", "known-bugs.md": "Register", "register.md": "Register", "register-findings.md": "Register", "cpp.md": "Libraries", "python.md": "Libraries", "news.md": "Project", "security.md": "Project",
                 "contributing.md": "Project", "conduct.md": "Project"}
        for title, path, page in PAGES:
            if (ROOT / path).exists():
                text = self.linked((ROOT / path).read_text(encoding="utf-8"), path, page)
                if page == "known-bugs.md":  # a table that needs the room
                    text = "---\nhide: [toc]\n---\n\n" + re.sub(r"((?:^\|.*\n)+)", r'<div class="bugs" markdown>\n\n\1\n</div>\n', text, flags=re.MULTILINE)
                self.write(page, text)
                groups[place.get(page, "Reference")].append({title: page})
        for _, path, page in CHAPTERS:
            self.write(page, self.linked((ROOT / path).read_text(encoding="utf-8"), path, page))
        groups["Reference"].append({"Proofs by chapter": [{title: page} for title, _, page in CHAPTERS]})
        return groups

    def pages_of_hallmark(self, register):
        """The pages that hallmark itself writes, and links to them."""
        folder = self.output / "docs"
        (folder / "curves").mkdir(parents=True, exist_ok=True)
        tables = sorted((ROOT / "docs" / "figures").glob("*.csv"))
        for table in tables:
            run(self.hallmark, "plot", table, "--html", folder / "curves" / f"{table.stem}.html", check=True)
        self.append("figures.md", "## To look at closely", "Each figure as a page with curves, bands and all numbers: " + ", ".join(f"[{t.stem}](curves/{t.stem}.html)" for t in tables) + ".")
        if not register:
            return
        address = ["--checker", self.checker] if self.checker else []
        run(self.hallmark, "report", *sorted((ROOT / "data" / "register").glob("*.json")), "-o", folder / "register-report.html", *address, check=True)
        self.append("register.md", "## All rows", "[The report of the register](register-report.html) has every row with its words, its reading, the interval that is proved and the certificate"
                    + ("; each certificate can be checked [in the browser](check.html)." if address else "."))

    def page_of_web(self, name):
        """A page that ./bootstrap web has made, copied: its name on the site, or nothing."""
        made = ROOT / "build" / "web" / name
        if not made.exists():
            return ""
        (self.output / "docs").mkdir(parents=True, exist_ok=True)
        shutil.copy(made, self.output / "docs" / name)
        return name

    @functools.cached_property
    def checker(self):
        return self.page_of_web("check.html")

    @functools.cached_property
    def calculator(self):
        return self.page_of_web("calculator.html")

    def append(self, page, heading, text):
        path = self.output / "docs" / page
        path.write_text(f"{path.read_text(encoding='utf-8')}\n{heading}\n\n{text}\n", encoding="utf-8")

    def insert(self, page, heading, text):
        """Puts a picture right below a heading of a page."""
        path = self.output / "docs" / page
        before, found, behind = path.read_text(encoding="utf-8").partition(f"{heading}\n")
        assert found, f"{page} has no {heading}"
        path.write_text(f"{before}{heading}\n\n{text}\n{behind}", encoding="utf-8")

    def readme(self):
        """The front page, a page for each kind of user, and what else docs/guide.md says, cut at its headings."""
        front = (ROOT / "README.md").read_text(encoding="utf-8").replace("](docs/guide.md#install)", "](site:install.md)").replace("](docs/guide.md#what-to-trust)", "](docs/guide.md)")
        front = self.linked(front, "README.md", "index.md").replace("](site:", "](")
        text = self.linked((ROOT / "docs" / "guide.md").read_text(encoding="utf-8"), "docs/guide.md", "guide.md").replace("](#words)", "](glossary.md)")
        parts = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
        users = re.split(r"^(?=\*\*\")", parts["Its users"].strip(), flags=re.MULTILINE)
        users = [user for user in users if user.startswith("**\"")]
        assert len(users) == len(HOW_TO), f"docs/guide.md has {len(users)} kinds of users; site.py knows {len(HOW_TO)}"
        how_to = []
        for (title, name), user in zip(HOW_TO, users):
            question, rest = re.match(r'\*\*"(.*?)"\*\*\s*(.*)', user, re.DOTALL).groups()
            page = f"how-to/{name}.md"
            self.write(page, f"# {question}\n\n" + re.sub(r"\]\((?![a-z]+:|#)", "](../", rest))
            how_to.append({title[:1].upper() + title[1:]: page})
        start = "\n".join(f"- [{entry}]({page})" for item in how_to for entry, page in item.items())
        if self.calculator:
            title, rest = front.split("\n", 1)
            front = f"{title}\n\n**[The calculator]({self.calculator})**: epsilon and delta with a proof, in this browser, while you type.\n{rest}"
        self.write("index.md", f"{front}\n\n## On this site\n\n{start}\n- [{len(self.rows)} quantities](quantities/index.md), [in Python](python.md), [in C++](cpp.md)\n"
                   "- [What these numbers do not say](limitations.md)\n")
        self.write("install.md", "# Install\n\n" + parts["Install"])
        self.write("trust.md", "# What to trust\n\n" + parts["What to trust"])
        self.write("refusals.md", "# What a refusal looks like\n\n" + parts["What a refusal looks like"])
        return how_to

    def tutorials(self):
        """The notebooks of docs/, with the outputs that a test holds, as pages."""
        made = []
        for path in sorted((ROOT / "docs").glob("*.ipynb")):
            cells, out = json.loads(path.read_text(encoding="utf-8"))["cells"], []
            for cell in cells:
                text = "".join(cell["source"])
                if cell["cell_type"] == "markdown":
                    out += [self.linked(text, f"docs/{path.name}", f"tutorials/{path.stem}.md"), ""]
                    continue
                out += ["```python", text, "```", ""]
                for output in cell["outputs"]:
                    out += ["```text", "".join(output.get("text") or output["data"]["text/plain"]).rstrip(), "```", ""]
            self.write(f"tutorials/{path.stem}.md", "\n".join(out))
            made.append({out[0].splitlines()[0].lstrip("# "): f"tutorials/{path.stem}.md"})
        return made

    def papers(self):
        """What every numbered statement of the papers became."""
        out, page = ["# The papers, statement by statement", "", "From `hallmark list --by-paper`: what computes a statement, which lemma checks it, or why neither can.", ""], {row["id"] for row in self.rows}
        for line in run(self.hallmark, "list", "--by-paper", check=True).stdout.splitlines():
            if not line.startswith(" "):
                out += ["", f"## {line}", ""]
            elif not line.startswith("    "):
                out.append(f"- **{re.sub(' {2,}', '**: ', line.strip(), count=1)}")
            else:
                word, _, rest = line.strip().partition(" ")
                ids = [f"[`{x}`](quantities/{x}.md)" if x in page else f"`{x}`" for x in rest.split()] if word in ("computed", "checked") else [f"`{rest.strip()}`" if word == "command" else rest.strip()]
                out.append(f"    - {word}: {' '.join(ids)}")
        self.write("papers.md", "\n".join(out))

    def python_api(self):
        """Every public name of the Python package, from its source: the module need not be built."""
        folder = ROOT / "python" / "hallmark"
        trees = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))}
        public = next(ast.literal_eval(node.value) for node in trees["__init__"].body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
        out = ["# The Python API", "", "Written from the docstrings of `python/hallmark`; the examples are run by the tests.", "", "```pycon", ast.get_docstring(trees["__init__"]), "```", ""]
        members = [(name, node) for tree in trees.values() for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) for name in [node.name] if name in public]
        for name, node in sorted(members, key=lambda member: (isinstance(member[1], ast.ClassDef), member[0].lower())):
            out += described(node, 2)
        out += ["## The accountant", "", "`hallmark.accountant`", "", "```text", ast.get_docstring(trees["accountant"]), "```", ""]
        out += [line for node in trees["accountant"].body if isinstance(node, ast.ClassDef) and node.name == "CertifiedAccountant" for line in described(node, 3)]
        out += ["## The pytest plugin", "", "```text", ast.get_docstring(trees["pytest_plugin"]), "```"]
        self.write("python-api.md", "\n".join(out))

    def commands(self):
        """The help of every verb of the two programs."""
        top = run(self.hallmark, "--help", check=True).stdout
        verbs = re.findall(r"^  (\w[\w-]*) ", top[top.index("Subcommands:"):], re.MULTILINE)
        out = ["# The command line", "", "```text", top.rstrip(), "```", ""]
        for verb in verbs:
            out += [f"## hallmark {verb}", "", "```text", run(self.hallmark, verb, "--help", check=True).stdout.rstrip(), "```", ""]
        self.write("commands.md", "\n".join(out))


def described(node, depth):
    """A function, or a class with its public methods: head and docstring."""
    if isinstance(node, ast.FunctionDef):
        head = f"{node.name}({ast.unparse(node.args)})" + (f" -> {ast.unparse(node.returns)}" if node.returns else "")
    else:
        head = f"class {node.name}"
    out = [f"{'#' * depth} {node.name}", "", "```python", head, "```", ""]
    text = ast.get_docstring(node)
    if text:
        words, _, shown = text.partition("\n>>> ")
        out += [words.strip(), ""] + (["```pycon", ">>> " + shown, "```", ""] if shown else [])
    if isinstance(node, ast.ClassDef):
        for member in node.body:
            if isinstance(member, ast.AnnAssign):
                out += [f"- `{ast.unparse(member)}`"]
            elif isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                first = (ast.get_docstring(member) or "").split("\n\n")[0].replace("\n", " ")
                out += [f"- `{member.name}{'' if any(ast.unparse(d) == 'property' for d in member.decorator_list) else '(' + ast.unparse(member.args) + ')'}`" + (f": {first}" if first else "")]
        out += [""]
    return out


def meanings(text):
    """(patterns, sentence) of the list `Meaning` in FORMAT.md: what is computed, as a formula."""
    part = text[text.index("\nMeaning."):text.index("\n## 5.")]
    found = []
    for item in re.split(r"\n- ", part)[1:]:
        item = " ".join(item.split("\n\n")[0].split())
        head = item.split(":", 1)[0]
        found.append((re.findall(r"`([a-z*][a-z0-9.*-]*)`", head) or [], item))
    return found


def formula(row, bullets):
    """The bullets about a quantity; of an inverse also those about what it inverts."""
    wanted = [row["id"]]
    for member in (".epsilon", ".sigma", ".eps0", ".n"):
        if re.search(re.escape(member) + r"(\.|$)", row["id"]):
            wanted.append(row["id"].replace(member, ".delta", 1))
    found = []
    for wish in wanted:
        found += [text for patterns, text in bullets if any(fnmatch.fnmatchcase(wish, p) for p in patterns) and text not in found]
    if "rounds" in {p["name"] for p in row["parameters"]} and found:
        found += [text for patterns, text in bullets if patterns == ["rounds"] and text not in found]
    return found


def example(site, row):
    """The command line of `hallmark show` and what it prints, and its parameters; nothing and why where it has no answer."""
    words = shlex.split(row["example"])[1:]
    status, printed, complaint = site.answers.ask(*words, "--time-limit", "5")
    if status not in (0, 2):
        return None, f"{row['id']}: {complaint.strip()}"
    return f"$ {row['example']}\n{printed}", dict(word.split("=", 1) for word in words[2:] if "=" in word and not word.startswith("-"))


def shortened(text, lines=40, columns=160):
    rows = [row if len(row) <= columns else row[:columns] + " ..." for row in text.splitlines()]
    return "\n".join(rows if len(rows) <= lines else [*rows[:lines - 1], f"... ({len(rows)} lines)"])


def certificate(row, test):
    """How the entry is certified, and the certificate of a golden vector where there is one."""
    out = []
    if row["certificate"] == "-":
        return ["", "## Certificate", "", "The certificate format has no words for this quantity."]
    out += ["", "## Certificate", "", f"Methods: {row['certificate']} ([the format](../format.md))."]
    if test and test.get("cert"):
        path = ROOT / "data" / test["cert"]["file"] if "/" in test["cert"]["file"] else ROOT / "data" / "certificates" / test["cert"]["file"]
        if path.exists():
            out += ["", f"One of the golden vectors, `{path.name}`:", "", "```text", shortened(path.read_text(encoding="utf-8")).rstrip(), "```"]
    return out


def formula_lines(row):
    """What is defined and, below it, of which pair or mechanism; as text where no formula stands in it."""
    names = [p["name"] for p in row["parameters"]]
    parts = [mathematics.marked(part, names) for part in re.split(r"; (?![^()]*\))", row["formula"])]
    return '<div class="formula" markdown>\n\n' + "\n\n".join(parts) + "\n\n</div>"


def peers(site, row):
    """What other programs say of the example, beside what is proved."""
    told = [answer for answer in site.peers if answer["quantity"] == row["id"]]
    if not told:
        return []
    status, printed, _ = site.answers.ask(*shlex.split(row["example"])[1:], "--format", "csv", "--quiet", "--time-limit", "5")
    proved = next(csv.DictReader(io.StringIO(printed)), {}) if status in (0, 2) else {}
    out = ["", "## What other programs say", "", f"Other programs were asked for the example above, whose number is proved to be {proved.get('lo', '?')} to {proved.get('hi', '?')}.", "", "| program | version | its answer | meant as |", "|---|---|---|---|"]
    return out + [f"| {answer['program']} | {answer['version']} | {float.fromhex(answer['value']):.6g} | {answer['kind']} |" for answer in told]


def quantity_page(site, row, bullets):
    """The page of one entry; and whether its example ran."""
    shown, arguments = example(site, row)
    problem = arguments if shown is None else None
    out = [f"# {site.title_of[row['id']]}: {member(row['id'])}", "", f"`{row['id']}`", "", f"{row['summary'][:1].upper()}{row['summary'][1:]}.", "", formula_lines(row), "", f"Also called: {row['words']}.", "", "| | what it means |", "|---|---|", f"| bounds | **{row['bounds']}**: {BOUNDS[row['bounds']]} |",
           f"| kind | **{row['kind']}**: {KINDS[row['kind']]} |", f"| status | **{row['status']}**: {STATUS[row['status']]} |", f"| theorem | {row['theorem']} ([references](../references.md)) |",
           f"| neighbours | {row['adjacency']} ([what that means](../limitations.md)) |", f"| directions | {', '.join(row['directions'])} |", f"| routes | {row['routes'] or 'one'} |", f"| cost | {row['cost']} |"]
    found = formula(row, bullets)
    if found:
        out += ["", "## What is computed", "", mathematics.marked("E = e^eps0, w = e^eps, H_w(P||Q) = sum max(0, P - wQ)."), "",
                *[f"- {mathematics.marked(site.linked(text, 'proofs-check/FORMAT.md', 'quantities/x.md'), site.parameters)}" for text in found]]
    out += ["", "## Parameters", "", "| name | domain | where it is left out |", "|---|---|---|", *[f"| `{p['name']}` | {p['domain']} | {p.get('default', 'must be given')} |" for p in row["parameters"]]]
    out += ["", "## Example", ""]
    if shown is None:
        out += ["This page has no example."]
    else:
        given = {p["name"]: f"{p['name']}_" if p["name"] == "lambda" else p["name"] for p in row["parameters"]}
        out += ["```text", shortened(shown), "```", ""]
        call = ", ".join(f'{given.get(name, name)}="{value}"' for name, value in arguments.items())
        out += ["In Python:", "", "```python", f'hallmark.evaluate("{row["id"]}", {call})', "```"]
        if site.calculator:
            out += ["", f"[Open it in the calculator](../{site.calculator}#{urllib.parse.urlencode({'quantity': row['id'], **arguments})})."]
        out += curves.curve(site.answers, row, arguments)
    out += certificate(row, next((test for test in site.vectors.get(row["id"], []) if test.get("cert")), None))
    out += peers(site, row)
    if row["id"] in site.reports:
        out += ["", "## What accountants returned", "", "From [known bugs](../known-bugs.md).", ""]
        for program, version, setting, result, report in site.reports[row["id"]]:
            given = ", ".join(f"{name}={value}" for name, value in sorted(report["in"].items()))
            out.append(f"- {program} {version}, {setting}, at {given}: {result}. True: [{report['out']['lo']}, {report['out']['hi']}].")
    if row["id"] in site.figures:
        out += ["", "## Figures", "", *[site.linked(f"![{name}](docs/figures/{name}.svg)", "README.md", "quantities/x.md") + f"\n\n[{name} with all its numbers](../curves/{name}.html)\n" for name in site.figures[row["id"]]]]
    out += ["", f"Golden vectors: {len(site.vectors.get(row['id'], []))} ([the data](../data.md))." ]
    site.write(f"quantities/{row['id']}.md", "\n".join(out))
    return problem


def quantities(site):
    bullets = meanings((ROOT / "proofs-check" / "FORMAT.md").read_text(encoding="utf-8"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = [p for p in pool.map(lambda row: quantity_page(site, row, bullets), site.rows) if p]
    for problem in problems:
        print(f"site.py: no example: {problem}")
    out = ["# Quantities", "", f"These are all {len(site.rows)} quantities that Hallmark computes, mechanism by mechanism. The search above finds one by the words that you use.", ""]
    nav = [{"All": "quantities/index.md"}]
    for title, rows in site.groups:
        out += ["", f"## {title}", "", "| id | what | bounds | kind | status |", "|---|---|---|---|---|"]
        out += [f"| [`{r['id']}`]({r['id']}.md) | {r['summary']} | {r['bounds']} | {r['kind']} | {r['status']} |" for r in rows]
        several = len({r["id"].split(".")[0] for r in rows}) > 1
        nav.append({title: [{(f"{r['id'].split('.')[0]}: " if several else "") + member(r["id"]): f"quantities/{r['id']}.md"} for r in rows]})
    site.write("quantities/index.md", "\n".join(out))
    return nav


CONFIGURATION = {
    "site_name": "Hallmark", "site_description": "Certified numbers of differential-privacy amplification", "docs_dir": "docs", "site_dir": "site", "use_directory_urls": False,
    "theme": {"name": "material", "font": False, "palette": [
        {"media": f"(prefers-color-scheme: {scheme})", "scheme": name, "primary": "indigo", "toggle": {"icon": icon, "name": f"To the {other} colours"}}
        for scheme, name, icon, other in (("light", "default", "material/weather-night", "dark"), ("dark", "slate", "material/weather-sunny", "light"))]},
    "extra_css": ["site.css"], "extra_javascript": ["search.js", "site.js"],
    "copyright": f"Hallmark {VERSION}", "plugins": ["search"], "markdown_extensions": ["tables", "fenced_code", {"toc": {"permalink": False}}, "sane_lists", "md_in_html"], "extra": {"generator": False}, "strict": True,
}


def main():
    build, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    shutil.rmtree(output / "docs", ignore_errors=True)
    output.mkdir(parents=True, exist_ok=True)
    site = Site(build, output)
    how_to = site.readme()
    groups = site.own_pages()
    site.pages_of_hallmark("--register" in sys.argv[3:])
    site.papers()
    site.commands()
    site.python_api()
    for name in ("site.css", "site.js", "search.js"):
        shutil.copy(ROOT / "docs" / name, output / "docs" / name)
    (output / "docs" / "quantities.js").write_text(f"hallmark.index = {run(site.hallmark, 'search', '--index', check=True).stdout.strip()};\n", encoding="utf-8")
    register = register_pages.write(site, site.checker)
    site.insert("register-findings.md", "## In one paragraph", register.picture() + "\n\n*Each dot is a guarantee of the register: the epsilon that is printed over the one that is proved. "
                "Right of 1 it holds (green), left of 1 it is refuted (red).*")
    site.insert("register-findings.md", "## Tutorials on fixed batches", register.samplers() + "\n\n*The sampler matters more than the accountant: the stroke is what is printed, "
                "the dot what is proved for Poisson batches, the bar the band that is proved for batches of a fixed size.*")
    nav = [{"Start": "index.md"}, {"Install": "install.md"}, {"Tutorials": site.tutorials()}, {"How to": how_to}, {"Quantities": quantities(site)},
           {"Trust": [{"What to trust": "trust.md"}, {"What a refusal looks like": "refusals.md"}, *groups["Reference"]]}, {"Register": [{"All systems": "register/index.md"}, *groups["Register"]]}, {"Papers": [{"Statement by statement": "papers.md"}, *groups["Papers"]]},
           {"Data": groups["Data"]}, {"Programs and libraries": [{"The command line": "commands.md"}, *groups["Libraries"], {"Python API": "python-api.md"}]}, {"Project": groups["Project"]}]
    (output / "mkdocs.yml").write_text(json.dumps({**CONFIGURATION, "nav": nav}, indent=1), encoding="utf-8")  # JSON is YAML
    site.answers.keep()
    print(f"site.py: {len(site.rows)} quantities")


if __name__ == "__main__":
    main()
