#!/usr/bin/env python3
"""edits.py OUTPUT: writes OUTPUT/reject and OUTPUT/malformed, the certificates that hallmark-check must refuse. edits.py --take puts into the table what a file
of tests/proofs-check/reject or malformed changes, and removes the file.

Each is a file of accept/ with the edit that edits.txt states, sealed again; files of malformed/ that no edit of lines makes are copied. In the table

    == BASE              a file of accept/
    reject NAME          BASE--NAME.cert has the verdict REJECTED (malformed: MALFORMED)
    - line               the lines that are replaced, which stand in the base exactly once (`start ...`: a line that starts so),
    + line               and what replaces them (`start ...`: the line itself); a line `.` ends a place
    ~ text               a part of a line, which stands in the base exactly once,
    = text               and what replaces it

A backslash begins an escape of Python: `\\x20` is a space at the end of a line, `\\t` a tab.
"""
import hashlib
import pathlib
import sys
from difflib import SequenceMatcher

HERE = pathlib.Path(__file__).resolve().parent
VERDICTS = ("reject", "malformed")
COLUMNS = 110


def sealed(body):
    return body + f"sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def body_of(text):
    return text[:text.rindex("sha256 ")]


def plain(text):
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape") if "\\" in text else text


def written(text):
    text = text.replace("\t", "\\t")
    return text[:-1] + "\\x20" if text.endswith(" ") else text


def entries(text):
    """(base, verdict, name, places) of the table; a place is (mark, old lines, new lines)."""
    base, entry, open_place = None, None, False
    for number, line in enumerate(text.splitlines(), 1):
        mark, _, rest = line.partition(" ")
        if mark in ("==", *VERDICTS):
            if entry:
                yield entry
            base, entry = (rest, None) if mark == "==" else (base, (base, mark, rest, []))
            open_place = False
        elif mark in ("-", "~") and entry:
            if not open_place or entry[3][-1][2] or mark == "~":
                entry[3].append((mark, [], []))
            entry[3][-1][1].append(plain(rest))
            open_place = True
        elif mark in ("+", "=") and open_place:
            entry[3][-1][2].append(plain(rest))
        elif mark == "." and entry:
            open_place = False
        elif line and mark != "#":
            raise ValueError(f"edits.txt:{number}: {line}")
    if entry:
        yield entry


def is_like(line, pattern):
    return line.startswith(pattern[:-3]) if pattern.endswith(" ...") else line == pattern


def edited(body, places):
    for mark, old, new in places:
        if mark == "~":
            if body.count(old[0]) != 1:
                raise ValueError(f"{old[0]!r} does not stand in the base exactly once")
            body = body.replace(old[0], new[0])
            continue
        lines = body.splitlines()
        found = [i for i in range(len(lines) - len(old) + 1) if all(map(is_like, lines[i:], old))]
        if len(found) != 1:
            raise ValueError(f"{old} stands in the base {len(found)} times")
        there = lines[found[0]:found[0] + len(old)]
        new = [there[old.index(line)] if line.endswith(" ...") else line for line in new]
        body = "".join(f"{line}\n" for line in [*lines[:found[0]], *new, *lines[found[0] + len(old):]])
    return body


def made(root=HERE):
    """(verdict, file name, text) of every certificate of the table."""
    for base, verdict, name, found in entries((root / "edits.txt").read_text(encoding="utf-8")):
        text = (root / "accept" / f"{base}.cert").read_text(encoding="utf-8")
        yield verdict, f"{base}--{name}.cert", sealed(edited(body_of(text), found))


def names(root=HERE):
    """All certificates of the tests as folder/stem."""
    table = {f"{verdict}/{base}--{name}" for base, verdict, name, _ in entries((root / "edits.txt").read_text(encoding="utf-8"))}
    return table | {f"{path.parent.name}/{path.stem}" for path in root.glob("*/*.cert")}


def write(output, root=HERE):
    """Writes both folders anew."""
    for verdict in VERDICTS:
        folder = pathlib.Path(output) / verdict
        folder.mkdir(parents=True, exist_ok=True)
        wanted = {name: text.encode() for which, name, text in made(root) if which == verdict}
        for path in sorted((root / verdict).glob("*.cert")):
            if path.name in wanted:
                raise ValueError(f"{verdict}/{path.name} is in edits.txt too")
            wanted[path.name] = path.read_bytes()
        for path in folder.iterdir():
            if path.name not in wanted:
                path.unlink()
        for name, content in wanted.items():
            if not (folder / name).is_file() or (folder / name).read_bytes() != content:
                (folder / name).write_bytes(content)


def is_once(lines, block):
    return sum(lines[i:i + len(block)] == block for i in range(len(lines))) == 1


def short(lines, line):
    """The line, or enough of a long one to know it by."""
    if len(line) <= COLUMNS:
        return written(line)
    starts = [f"{line[:end]} ..." for end in range(40, len(line)) if line[end] == " "]
    return next((start for start in starts if sum(is_like(x, start) for x in lines) == 1), written(line))


def places(old, new, together):
    """The places that make `new` of `old`, as lines of the table; together: one that spans them all."""
    result, spans = [], [span for kind, *span in SequenceMatcher(None, old, new, False).get_opcodes() if kind != "equal"]
    for i, j, k, m in [(spans[0][0], spans[-1][1], spans[0][2], spans[-1][3])] if together else spans:
        if j - i == m - k == 1 and max(len(old[i]), len(new[k])) > COLUMNS and is_once(old, old[i:j]):
            a, b, head, tail = old[i], new[k], 0, 0
            while head < min(len(a), len(b)) and a[head] == b[head]:
                head += 1
            while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
                tail += 1
            whole = "\n".join(old)
            while whole.count(a[head:len(a) - tail]) != 1 or not a[head:len(a) - tail].strip():
                head, tail = max(0, head - 1), tail if head else max(0, tail - 1)
            result.append([f"~ {written(a[head:len(a) - tail])}", f"= {written(b[head:len(b) - tail])}"])
            continue
        while i == j or not is_once(old, old[i:j]):
            i, j, k, m = (i - 1, j, k - 1, m) if i else (i, j + 1, k, m + 1)
        kept = {line: short(old, line) for line in old[i:j]}
        result.append([*(f"- {kept[line]}" for line in old[i:j]), *(f"+ {kept.get(line, written(line))}" for line in new[k:m])])
    return sum(([*place, "."] for place in result), [])[:-1]


def attempt(base, verdict, name, body, text, together):
    """The entry that makes the text, if it does."""
    entry = "\n".join([f"{verdict} {name}", *places(body.splitlines(), body_of(text).splitlines(), together)])
    (_, _, _, found), = entries(f"== {base}\n{entry}\n")
    try:
        return entry if sealed(edited(body, found)) == text else None
    except ValueError:
        return None


def take():
    table = list(entries((HERE / "edits.txt").read_text(encoding="utf-8"))) if (HERE / "edits.txt").is_file() else []
    text_of, taken = {}, []
    for verdict in VERDICTS:
        for path in sorted((HERE / verdict).glob("*.cert")):
            base, _, name = path.stem.partition("--")
            original = HERE / "accept" / f"{base}.cert"
            content = path.read_bytes()
            try:
                text = content.decode("ascii")
                if not original.is_file() or sealed(body_of(text)) != text or "\r" in text or "\0" in text:
                    continue
            except (UnicodeDecodeError, ValueError):
                continue
            entry = next((e for e in (attempt(base, verdict, name, body_of(original.read_text()), text, together) for together in (False, True)) if e), None)
            if entry is None:
                print(f"{verdict}/{path.name}: no edit of lines makes it")
                continue
            text_of[(base, verdict, name)] = entry
            taken.append(path)
    old_text = (HERE / "edits.txt").read_text(encoding="utf-8") if table else ""
    block, base = [], None
    for line in old_text.splitlines():
        mark, _, rest = line.partition(" ")
        if mark == "==":
            base = rest
        elif mark in VERDICTS:
            block = [line]
            text_of[(base, mark, rest)] = block
        elif line and mark != "#":
            block.append(line)
    out, last = [HEAD], None
    for (base, verdict, name), entry in sorted(text_of.items(), key=lambda item: (item[0][0], VERDICTS.index(item[0][1]), item[0][2])):
        if base != last:
            out.append(f"\n== {base}")
            last = base
        out.append(entry if isinstance(entry, str) else "\n".join(entry))
    (HERE / "edits.txt").write_text("\n".join(out) + "\n", encoding="utf-8")
    for path in taken:
        path.unlink()
    print(f"{len(taken)} taken, {len(text_of)} in the table")


HEAD = """# Certificates that hallmark-check must refuse: files of accept/ with one edit. edits.py explains the form and writes them."""

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-") and sys.argv[1] != "--take":
        sys.exit(__doc__)
    if sys.argv[1] == "--take":
        take()
    else:
        write(sys.argv[1])
