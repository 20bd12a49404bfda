#!/usr/bin/env python3
"""layout.py SOURCE_DIR HALLMARK: the places of "To add a theorem" (CONTRIBUTING.md) exist.

For the first word of every id of `hallmark list --json`: bounds/<topic>/<stem>.*, tests/bounds/<topic>/<stem>_test.cpp,
tests/lemmas/<stem>.cpp, a line of REFERENCES.md with `<stem>`, and vectors of one of its quantities once
data/vectors_v1 exists.
Every key of a Source line in a doc comment is defined in REFERENCES.md. docs/events.md is what docs/events.py makes of the registry.
CONTRIBUTING.md says in how many hand-written files the newest family stands, and the oldest.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

KEY = re.compile(r"\[([A-Z][A-Za-z]*\d\d[a-z]?)\]")
# Randomizers of one family, noisy maxima by their names, noises on integers and allocations of other mechanisms share its places.
FAMILY = {"exponential": "noisy_max", "permute_and_flip": "noisy_max"} | dict.fromkeys(["binomial_noise", "discrete_gaussian_sum", "discrete_laplace_sum", "skellam"], "integer_noise") | dict.fromkeys(["allocation_discrete_gaussian", "allocation_discrete_laplace", "allocation_laplace", "allocation_table"], "allocation_of") | dict.fromkeys(["shuffle_gaussian", "shuffle_hadamard", "shuffle_krr", "shuffle_laplace", "shuffle_subset", "shuffle_table"], "blanket")
DOC_TAG = re.compile(r"///\s*(\w+):")


def stems(listing):
    entries = listing["quantities"] if isinstance(listing, dict) else listing
    words = (entry["id"].split(".")[0].replace("-", "_") for entry in entries)
    return sorted({FAMILY.get(word, word) for word in words})


def missing_places(root, names):
    references = (root / "REFERENCES.md").read_text(encoding="utf-8")
    folder = root / "data" / "vectors_v1"
    # Quantities stand one a line in the indented files.
    vectors = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.json")))
    for stem in names:
        sources = sorted((root / "bounds").glob(f"*/{stem}.?pp"))
        if not sources:
            yield f"{stem}: no bounds/<topic>/{stem}.*"
        topics = {source.parent.name for source in sources} or {"<topic>"}
        if not any((root / "tests" / "bounds" / topic / f"{stem}_test.cpp").is_file() for topic in topics):
            yield f"{stem}: no tests/bounds/{'|'.join(sorted(topics))}/{stem}_test.cpp"
        if not (root / "tests" / "lemmas" / f"{stem}.cpp").is_file():
            yield f"{stem}: no tests/lemmas/{stem}.cpp"
        if not re.search(rf"^- \*\*\[.*`{stem}`", references, re.MULTILINE):
            yield f"{stem}: no line of REFERENCES.md names `{stem}`"
        name = stem.replace("_", "-")
        if vectors and f'"quantity": "{name}.' not in vectors and not any(folder.glob(f"*{name}*.json")):
            yield f"{stem}: no vectors in data/vectors_v1"


def source_keys(path):
    """The keys in the Source part of every doc comment, with their lines."""
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = line.strip()
        tag = DOC_TAG.match(text)
        if tag:
            inside = tag.group(1) == "Source"
        elif not text.startswith("///"):
            inside = False
        if inside:
            for key in KEY.findall(text):
                yield number, key


def unknown_keys(root):
    references = (root / "REFERENCES.md").read_text(encoding="utf-8")
    defined = set(re.findall(r"^- \*\*\[([A-Za-z0-9]+)\]\*\*", references, re.MULTILINE))
    for folder in ("exact", "bounds", "cli", "proofs-check", "tests/lemmas"):
        for path in sorted((root / folder).rglob("*.?pp")):
            for number, key in source_keys(path):
                if key not in defined:
                    yield f"{path.relative_to(root)}:{number}: [{key}] is not in REFERENCES.md"


# Not written for a family: data, pages made by programs, news, tests but its own, and what uses a quantity as an example.
NOT_OF_A_FAMILY = re.compile(r"(data|docs/figures|docs/(api|events)\.md|third_party|verified|bench|packaging|web|build|(NEWS|CONTRIBUTING)\.md|tests/(?!lemmas/|bounds/))")
NEWEST, OLDEST = "truncated-poisson-gaussian", "clones"


def stands_in(name, family, text):
    """Whether the file is one of the family: by its own name, an id in quotes, a group of questions, or a line of a page."""
    stem, base = family.replace("-", "_"), name.rsplit("/", 1)[-1]
    if re.match(rf"{stem}(_\w+)?\.", base):
        return True
    form = {"md": rf"`{family}[.`]|`{stem}[`_]", "txt": rf"(?m)^group {family}\.|^{family}(\.[a-z0-9.-]+)?( ::|$)"}.get(base.rsplit(".", 1)[-1], rf'"{family}[."]|"{stem}"')
    return not name.startswith("tests/") and re.search(form, text) is not None


def files_of(root, family):
    paths = (path for path in root.rglob("*") if path.suffix in (".cpp", ".hpp", ".py", ".md", ".txt"))
    names = ((path.relative_to(root).as_posix(), path) for path in paths)
    return sorted(name for name, path in names if not NOT_OF_A_FAMILY.match(name) and stands_in(name, family, path.read_text(encoding="utf-8", errors="replace")))


def wrong_numbers(root):
    said = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    newest, oldest = files_of(root, NEWEST), files_of(root, OLDEST)
    if f"`{NEWEST}`, stands in {len(newest)} hand-written files" not in said:
        yield f"CONTRIBUTING.md does not say that `{NEWEST}`, stands in {len(newest)} hand-written files: {' '.join(newest)}"
    most = re.search(rf"`{OLDEST}`, in at most (\d+)", said)
    if not most or len(oldest) > int(most[1]):
        yield f"CONTRIBUTING.md does not say that `{OLDEST}`, stands in at most {len(oldest)} hand-written files"


def self_test():
    assert [stands_in(name, "a-b", text) for name, text in (("x/a_b_rows.cpp", ""), ("x/y.cpp", 'f("a-b.delta")'), ("x/y.cpp", "a-b.delta"), ("x/y.txt", "group a-b.c"), ("x/z.txt", "a-b.delta :: delta"),
            ("x/y.md", "the `a-b.*`"), ("tests/bounds/a_b_test.cpp", ""), ("tests/bounds/y.cpp", '"a-b.delta"'))] == [True, True, False, True, True, True, True, False]
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {
            "REFERENCES.md": "- **[AB20]** A paper. Stems: `good`.\n",
            "bounds/topic/good.hpp": "/// Source:    [AB20] Theorem 1 and\n///            [CD21] Lemma 2\n/// Cost:      [EF22]\n",
            "tests/bounds/topic/good_test.cpp": "",
            "tests/lemmas/good.cpp": "",
            "bounds/topic/bad.cpp": "",
        }.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        found = [line.split(": ")[0] for line in missing_places(root, stems([{"id": "good.delta"}, {"id": "bad"}]))]
        assert found == ["bad"] * 3, f"the layout test itself is broken: {found}"
        found = list(unknown_keys(root))
        assert found == ["bounds/topic/good.hpp:2: [CD21] is not in REFERENCES.md"], found


def main():
    self_test()
    root = pathlib.Path(sys.argv[1])
    listing = json.loads(subprocess.run([sys.argv[2], "list", "--json"], check=True, capture_output=True).stdout)
    names = stems(listing)
    found = [*missing_places(root, names), *unknown_keys(root), *wrong_numbers(root)]
    events = subprocess.run([sys.executable, "-B", str(root / "docs" / "events.py"), sys.argv[2]], check=True, capture_output=True, text=True)
    if (root / "docs" / "events.md").read_text(encoding="utf-8") != events.stdout:
        found.append("docs/events.md is stale: python3 docs/events.py HALLMARK docs/events.md")
    print("\n".join(found) or f"every place exists for {', '.join(names)}")
    return 1 if found or not names else 0


sys.exit(main())
