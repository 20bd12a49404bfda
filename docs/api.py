#!/usr/bin/env python3
"""api.py [OUTPUT]: docs/api.md, written from the public headers of include/hallmark and their doc comments.

    python3 docs/api.py docs/api.md
"""
import pathlib
import re
import sys

HEADERS = pathlib.Path(__file__).resolve().parent.parent / "include" / "hallmark"
# What is used most stands first; a header that is not named here stands last.
ORDER = ["evaluate", "judge", "check", "compose", "number", "registry", "grid", "claim", "words", "error", "version"]

HEAD = """# The C++ library

This page is written by `docs/api.py` from the comments of `include/hallmark`. The headers use the standard library alone; numbers enter as
exact text and leave as exact text or rounded outward.

    find_package(Hallmark 0.1 REQUIRED)
    target_link_libraries(yours PRIVATE Hallmark::hallmark)   # or Hallmark::check: the checker alone, over MPFR and GMP

`pkg-config hallmark` and `pkg-config hallmark-certificates` name the same two libraries. Both are static and position independent.

**Threads.** Every function may be called from several threads at once. `Options::stop` ends a call from another thread.

**Versions.** The version is `major.minor.patch`, with the usual meaning: a program that compiles against one version compiles against the next
ones of the same major version, and before version 1.0 of the same minor version. `find_package` enforces it. A name that is to go away is
marked `[[deprecated]]` with its replacement for one minor version at least before it goes; NEWS.md says so in both. A new quantity, a new
member at the end of a struct and a narrower enclosure are no breaking changes: initialize structs by the names of their members. A certified value that
turns out wrong is a defect whatever the version, and NEWS.md lists it.
"""

TAG = re.compile(r"(Kind|Shape|Units|Domain|Rigor|Source|Cost|Example):\s*(.*)")


def flow(lines):
    """The text of a doc comment: a sentence, then a list of its tags; an example keeps its lines."""
    text, tags = [], []
    for line in lines:
        tag = TAG.match(line)
        if tag:
            tags.append([tag[1], [tag[2]]])
        elif tags:
            tags[-1][1].append(line)
        else:
            text.append(line)
    out = [" ".join(text)] if text else []
    for name, body in tags:
        if name == "Example":
            out += ["", "Example:", "", *("    " + line for line in body)]
        else:
            out += ["" if name == tags[0][0] else None, f"- {name}: " + " ".join(body)]
    return [line for line in out if line is not None]


def blocks(text):
    """(comment, code) of every declaration in the namespace, in order."""
    body = text[text.index("namespace hallmark {\n") + len("namespace hallmark {\n"):text.rindex("}  // namespace hallmark")]
    for block in re.split(r"\n\s*\n(?=///|\[\[|struct|class|enum|using|inline|//)", body.strip("\n")):
        lines = block.splitlines()
        while lines:
            comment = []
            while lines and lines[0].startswith("//"):
                comment.append(re.sub(r"^///? ?", "", lines.pop(0)).strip())
            code = []
            while lines and not lines[0].startswith("//"):
                code.append(lines.pop(0))
            yield comment, code


def page():
    out = [HEAD]
    headers = sorted(HEADERS.glob("*.hpp"), key=lambda path: (ORDER.index(path.stem) if path.stem in ORDER else len(ORDER), path.stem))
    for path in headers:
        text = path.read_text(encoding="utf-8")
        first = re.match(r"(?:// .*\n)+", text)[0]
        summary = " ".join(line[3:] for line in first.splitlines())
        out += [f"## hallmark/{path.name}", "", summary, ""]
        for comment, code in blocks(text):
            out += [*flow(comment), ""]
            if any(code):
                out += ["```cpp", *"\n".join(code).strip("\n").splitlines(), "```", ""]
    return "\n".join(out).rstrip("\n") + "\n"


def main():
    if len(sys.argv) == 1:
        sys.stdout.write(page())
    else:
        pathlib.Path(sys.argv[1]).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
