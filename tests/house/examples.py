#!/usr/bin/env python3
"""examples.py SOURCE_DIR OUTPUT: writes a program that runs the examples of the doc comments of
include/, exact/ and bounds/.

    /// Example:   const Rational third("1/3");         lines that end in ; are statements
    ///            (third + third).to_string()          the other lines are one expression,
    ///            -> 2/3                               which prints this

Each runs in the namespace that the header opened last.
"""
import pathlib
import re
import sys

NAMESPACE = re.compile(r"namespace ([\w:]+) \{")
TAG = re.compile(r"(Kind|Shape|Units|Domain|Rigor|Source|Cost|Example):\s*(.*)")


def blocks(path):
    """The namespace and the lines of every example, as (line number, text)."""
    block = None
    space = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        opened = NAMESPACE.match(line)
        space = opened.group(1) if opened else space
        text = line.strip()
        text = text[3:].strip() if text.startswith("///") else None
        tag = TAG.match(text) if text else None
        if block is not None and (not text or tag):
            yield space, block
            block = None
        if tag and tag.group(1) == "Example":
            block = [(number, tag.group(2))]
        elif block is not None:
            block.append((number, text))


def translate(path, name, space, block):
    statements, expression = [], []
    for number, text in block:
        if text.startswith("->"):
            if not expression:
                sys.exit(f"{path}:{number}: a printed result without an expression")
            yield space, "".join(f"  {line}\n" for line in statements) + (
                f'  expect("{name}:{number}", show({" ".join(expression)}), R"~({text[2:].strip()})~");\n')
            expression = []
        elif text.endswith((";", "{", "}")) and not expression:
            statements.append(text)
        else:
            expression.append(text)
    if expression:
        sys.exit(f"{path}:{block[-1][0]}: an example without a printed result (-> text)")


def main():
    root, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    headers = sorted(p for folder in ("include", "exact", "bounds") for p in (root / folder).rglob("*.hpp"))
    functions = []
    includes = []
    for path in headers:
        name = path.relative_to(root).as_posix().removeprefix("include/")
        found = [call for space, block in blocks(path) for call in translate(path, name, space, block)]
        if found:
            includes.append(f'#include "{name}"\n')
        functions += found
    if not functions:
        sys.exit("no example in any header")
    text = "".join(includes) + '#include "support/show.hpp"\n\n'
    for index, (space, body) in enumerate(functions):
        text += f"namespace {space} {{\nstatic void example{index}() {{\n{body}}}\n}}\n"
    calls = "".join(f"  {space}::example{index}();\n" for index, (space, _) in enumerate(functions))
    text += "\nint main() {\n" + calls
    text += "  return finish();\n}\n"
    output.write_text(text, encoding="utf-8")


main()
