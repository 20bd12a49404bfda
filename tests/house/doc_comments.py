#!/usr/bin/env python3
"""doc_comments.py SOURCE_DIR: what a function promises stands where it is declared.

In the headers of include/, exact/ and bounds/ every free function whose result is a number, an enclosure, a law, a plan or a verdict has a doc
comment with Kind. Domain is left out where every value of the parameters' types will do, Source where the definition is enough; a function
of bounds/ that is an upper or a lower bound says its theorem or, under Rigor, its proof. No tag says nothing (NOTHING). Free of this are
operators, functions whose result is nothing, text, yes or no, a word of a closed list, a row of a table or a part of a certificate, and namespaces called detail.
A method with parameters that returns balls or rationals has the same, in its own comment or in that of its class. A comment
holds for all declarations below it, up to the next comment or empty line. Kind begins with one of the words of KINDS.
"""
import pathlib
import re
import sys
import tempfile

FOLDERS = ("include", "exact", "bounds")
NOTHING = re.compile(r"///?\s*(Domain:\s+any( \w+)?|Source:\s+(elementary|none|no statement of a paper))\.?$", re.MULTILINE)
KINDS = ("exact", "encloses", "upper", "lower", "bracket", "a proposal", "proposals", "statistical", "as ", "the ")
NOT_A_NUMBER = re.compile(r"(void|bool|std::string(_view)?|Relation|Direction|Route|AxiomUse|const Entry[*&]|char|Term|Statement|Prepared|WitnessLines|witness::Orders"
                          r"|std::(vector|span|optional|shared_ptr)<(const )?(Entry|Planned|Mechanism|PaperStatement|Relation|std::string)>)")
FUNCTION = re.compile(r"(?:template <[^;]*?> )?(?:requires [^;]*? )?(?:\[\[\w+\]\] )?(?:inline |constexpr |static )*"
                      r"(?P<type>(?:const )?[\w:]+(?:<.*?>+)?(?:::\w+)?[*&]?) (?P<name>\w+)\((?P<rest>.*)", re.DOTALL)
METHOD = re.compile(r"  (?:\[\[nodiscard\]\] )(?:static )?(?P<type>[\w:<>]*\b(?:Ball|Rational|Sample|Truth)\b>*) (?P<name>\w+|operator\(\))\((?P<rest>[^)].*)")
TYPE = re.compile(r"(struct|class|enum class|enum|union) (\w+)")


def tags(comment):
    return {match[1]: match[2] for line in comment if (match := re.match(r"(Kind|Domain|Rigor|Source):\s*(.*)", line))}


def missing(comment, of_a_theorem):
    said = tags(comment)
    kind = said.get("Kind", "")
    found = [] if kind else ["Kind"]
    if kind and not kind.startswith(KINDS):
        found.append(f"Kind that begins with one of {', '.join(k.strip() for k in KINDS)}")
    if of_a_theorem and kind.startswith(("upper", "lower")) and not {"Source", "Rigor"} & said.keys():
        found.append("Source")
    return found


def declarations(text):
    """(line number, comment, text) of all that begins in the first column, (…, class comment) of its methods."""
    comment, body, declaration, spaces = [], None, "", []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if body is not None:  # of a class or a function
            if line.startswith("}"):
                body = None
            elif body[0]:
                if line.startswith("  ///"):
                    body[2].append(line.strip()[3:].strip())
                elif not line.strip() or line.startswith(("  // ", " public:", " private:")):
                    body[2].clear()
                    body[3] = {" public:": True, " private:": False}.get(line, body[3])
                elif body[3]:
                    yield number, spaces, body[1], list(body[2]), line
            continue
        if declaration:
            declaration += " " + line.strip()
        elif not line.strip():
            comment = []
        elif line.startswith("///"):
            if declaration == "" and comment and comment[-1] is None:
                comment = []
            comment.append(line[3:].strip())
        elif (space := re.match(r"(?:inline )?namespace ?([\w:]*) \{", line)):
            spaces.append(space[1])
        elif line.startswith("}"):
            spaces = spaces[:-1]
        elif not line.startswith(("#", "//", " ")):
            start, declaration = number, line
        code = declaration.split(" // ")[0].rstrip() if declaration else ""
        if code and (code.endswith((";", "{", "}"))):
            kind = TYPE.match(code)
            comment = [line for line in comment if line is not None]
            if not kind:
                yield start, spaces, None, comment, code
            if code.endswith("{"):
                body = [kind is not None and kind[1] in ("struct", "class"), list(comment), [], bool(kind) and kind[1] == "struct"]
            comment, declaration = [*comment, None], ""


def functions(name, text):
    """(line number, function, what its comment lacks) of every function that the rule is about."""
    wanted = name.count("/") == 2 and name.startswith("bounds/")
    for number, spaces, class_comment, comment, code in declarations(text):
        if any(space.split("::")[-1] == "detail" for space in spaces):
            continue
        match = (FUNCTION.match if class_comment is None else METHOD.match)(code)
        if not match or "= delete" in code or match["type"] in ("return", "using", "typedef", "else", "friend"):
            continue
        if class_comment is not None:
            yield number, match["name"], min(missing(class_comment, wanted), missing(comment, wanted), key=len)
        elif not NOT_A_NUMBER.fullmatch(match["type"]):
            yield number, match["name"], missing(comment, wanted)


def self_test():
    text = """namespace x {
/// One. Kind: in the middle of a line
/// Kind:      encloses
[[nodiscard]] Ball good(int x);
std::optional<Ball> good_too(int x,
                             int y);

[[nodiscard]] Ball bad(int x);
/// Kind:      guessed
inline double worse(int x) {

  return x;
}
std::string text(int x);

/// Kind:      upper bound
/// Domain:    x > 0
struct Result {
  [[nodiscard]] Ball method(int x) const;

  int x;
};
Result result();

class Bad {
 public:
  [[nodiscard]] Ball of(int x) const;
  [[nodiscard]] Ball accessor() const;

 private:
  [[nodiscard]] Ball own(int x) const;
};
}  // namespace x
namespace detail {
Ball hidden(int x);
}
"""
    found = [(name, bool(lacks)) for _, name, lacks in functions("exact/x.hpp", text)]
    expected = [("good", False), ("good_too", False), ("bad", True), ("worse", True), ("method", False), ("result", False), ("of", True)]
    assert found == expected, f"the test itself is broken: {found}"
    assert [lacks for _, name, lacks in functions("bounds/y/x.hpp", text) if name == "method"] == [["Source"]]
    assert [match[1] for match in NOTHING.finditer("/// Domain: any\n/// Source:  elementary; [A]\n/// Source: elementary\n")] == ["Domain: any", "Source: elementary"]


def main():
    self_test()
    root = pathlib.Path(sys.argv[1])
    count, wrong = 0, []
    for path in sorted(p for folder in FOLDERS for p in (root / folder).rglob("*.hpp")):
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        wrong += [f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[1]} says nothing" for match in NOTHING.finditer(text)]
        for number, function, lacks in functions(name, text):
            count += 1
            if lacks:
                wrong.append(f"{name}:{number}: {function}: no {', no '.join(lacks)}")
    print("\n".join([*wrong, f"{count} functions, {count - len(wrong)} say what they promise"]))
    return 1 if wrong or not count else 0


sys.exit(main())
