#!/usr/bin/env python3
"""glossary.py SOURCE_DIR: words of the glossary, and the pages that use them before they lead to it.

A page for users that has a word of the house (HOUSE: words that this project uses in a sense of its own) must link the glossary before it, or in the paragraph of
the word, or explain the word there in parentheses. The words of the field are listed, and refuse nothing. Entries of the glossary stand in order, each once.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
HOUSE = {"axiom", "blanket", "bracket", "convex laws", "counted work", "enclosure", "hinge", "outward", "phase", "proposal", "route", "scout", "seeded fault", "witness"}
PAGES = ["README.md", "docs/first-questions.md", "docs/test-your-accountant.md", "docs/dp-accounting.md", "docs/audits-and-selection.md", "docs/attack-numbers.md", "docs/guide.md", "docs/k-of-t.md",
         "docs/random-allocation.md", "docs/scale.md", "docs/pages/limitations.md", "data/register/README.md", "data/register/FINDINGS.md", "data/KNOWN_BUGS.md", "data/README.md", "data/adapters/README.md",
         "python/README.md", "web/README.md"]
failures = []


def terms():
    text = (ROOT / "docs" / "pages" / "glossary.md").read_text(encoding="utf-8")
    heads = re.findall(r"^\*\*(.+?)\.\*\*", text, re.MULTILINE)
    if [head.lower() for head in heads] != sorted(head.lower() for head in heads):
        failures.append("glossary.md: the entries are not in order")
    return {word.lower() for head in heads for word in head.split(", ")}


def prose(text):
    """Paragraphs without code: what a reader reads as sentences."""
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^(    |\t).*$", "", text, flags=re.MULTILINE)
    return [re.sub(r"`[^`]*`", "", part) for part in re.split(r"\n\s*\n", text)]


def early(text, words):
    """Words that a page uses before it leads to the glossary, in the order of their first use."""
    found = []
    for paragraph in prose(text):
        if re.search(r"\]\([^)]*glossary\.md", paragraph):
            break
        paragraph = re.sub(r"\]\([^)]*\)", "]", paragraph)
        for match in re.finditer(r"[A-Za-z]+(?: [a-z]+)?", paragraph):
            for said in (match[0], match[0].split(" ")[0], match[0].split(" ")[-1]):
                word = said.lower()
                word = next((known for known in words if word in (known, f"{known}s", f"{known}es")), None)
                explained = word and re.search(rf"{re.escape(said)} ?\([^)]+\)", paragraph)
                if word and word not in found and not explained:
                    found.append(word)
    return found


known = terms()
missing = HOUSE - known
if missing:
    failures.append(f"glossary.md has not {sorted(missing)}")
for name in PAGES:
    used = early((ROOT / name).read_text(encoding="utf-8"), known)
    if used:
        print(f"{name}, before the glossary is linked: {', '.join(used)}")
    private = [word for word in used if word in HOUSE]
    if private:
        failures.append(f"{name} uses {', '.join(private)} before it links docs/pages/glossary.md")
# The test itself: a word is found in its plural, not in code, not behind a link.
for text, wanted in (("Two enclosures.", ["enclosure"]), ("`route`", []), ("[words](pages/glossary.md)\n\nA route.", []), ("A route (one way to compute it) is tried.", []),
                     ("    route\n\nConvex laws.", ["convex laws"])):
    got = [word for word in early(text, known) if word in HOUSE]
    if got != wanted:
        failures.append(f"{text!r}: found {got}, not {wanted}")
print("\n".join(failures) or f"{len(known)} words, {len(PAGES)} pages")
sys.exit(1 if failures else 0)
