#!/usr/bin/env python3
"""proofs.py SOURCE_DIR: proofs-check/PROOFS.md names every chapter of proofs-check/proofs and its sections; their lines have at most 120 columns; every reference
`PROOFS.md 7.8`, `PROOFS.md sections 7 and 8.5` of the tree, and every `section 7.8` of a proof, is a section that is there."""
import pathlib
import re
import sys
import tempfile

COLUMNS = 120
FOLDERS = ("api", "bounds", "cli", "data", "docs", "exact", "include", "proofs-check", "tests", "verified")
SUFFIXES = {".cpp", ".hpp", ".md", ".py", ".v", ".json", ".toml", ".txt"}
NUMBER = r"\d+(?:\.\d+)?"
LIST = rf"{NUMBER}(?:(?:,| and|,? to) {NUMBER})*"
IN_TREE = re.compile(rf"PROOFS\.md,?(?: section| sections)? ({LIST})")
IN_PROOF = re.compile(rf"\bsections? ({LIST})")


def flat(text):
    """The text with its lines joined, marks of comments away."""
    return re.sub(r"\s*\n\s*(?://+|#|\*)?\s*", " ", text)


def complaints(root):
    folder, found = root / "proofs-check", set()
    chapters = sorted((folder / "proofs").glob("*.md"))
    index = (folder / "PROOFS.md").read_text(encoding="utf-8")
    for path in [folder / "PROOFS.md", *chapters]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if len(line) > COLUMNS:
                yield f"{path.relative_to(root)}:{number}: {len(line)} columns"
    for path in chapters:
        text = path.read_text(encoding="utf-8")
        title = re.match(r"# (\d+)\. (.*)\n", text)
        if not title:
            yield f"{path.relative_to(root)}: its first line is not the number and the title of a chapter"
            continue
        sections = re.findall(r"^## (\d+\.\d+) ", text, re.MULTILINE)
        found.update([title[1], *sections])
        said = "" if not sections else f", section {sections[0]}" if len(sections) == 1 else f", sections {sections[0]} to {sections[-1]}"
        if f"{title[1]}. [{title[2]}](proofs/{path.name}){said}\n" not in index:
            yield f"PROOFS.md: no line `{title[1]}. [{title[2]}](proofs/{path.name}){said}`"
    if index.count("](proofs/") != len(chapters):
        yield "PROOFS.md names a chapter that is not there"
    for path in sorted(p for name in FOLDERS for p in (root / name).rglob("*") if p.suffix in SUFFIXES and p.is_file()):
        form = IN_PROOF if path in chapters else IN_TREE
        for match in form.finditer(flat(path.read_text(encoding="utf-8", errors="replace"))):
            for number in re.findall(NUMBER, match[1]):
                if number not in found:
                    yield f"{path.relative_to(root)}: {match[0]}: no section {number}"


def self_test():
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        (root / "proofs-check" / "proofs").mkdir(parents=True)
        (root / "exact").mkdir()
        (root / "proofs-check" / "PROOFS.md").write_text("1. [One](proofs/1.md), section 1.1\n")
        (root / "proofs-check" / "proofs" / "1.md").write_text("# 1. One\n\n## 1.1 A\nBy section 1.2. " + "x" * 120 + "\n")
        (root / "exact" / "a.hpp").write_text("/// PROOFS.md\n/// sections 1.1 and 3\n")
        wrong = list(complaints(root))
        assert [w.split(":")[0] for w in wrong] == ["proofs-check/proofs/1.md", "exact/a.hpp", "proofs-check/proofs/1.md"] and wrong[1].endswith("no section 3"), wrong


def main():
    self_test()
    wrong = list(complaints(pathlib.Path(sys.argv[1])))
    print("\n".join(wrong) or "every reference to a proof leads to one")
    return 1 if wrong else 0


sys.exit(main())
