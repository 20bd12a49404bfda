#!/usr/bin/env python3
"""trusted_core.py SOURCE_DIR CHECKER: what one trusts is as small as README.md says.

Counts the lines of proofs-check/ against the number in README.md, and the lines of the longest functions there and in exact/ and bounds/;
no Boost, nothing but C++ in the folder, and no library linked but GMP, MPFR and what g++ itself needs.
"""
import pathlib
import re
import subprocess
import sys

LIMITS = {"proofs-check": 80, "exact": 100, "bounds": 100}
LIBRARIES = {"linux-vdso", "libgmp", "libmpfr", "libstdc++", "libm", "libgcc_s", "libc", "ld-linux-x86-64", "ld-linux-aarch64", "libasan", "libubsan"}
HEAD = re.compile(r"^( *)(?!namespace|struct|class|enum|union|extern|using|return|if|for|while|switch|else|do\b|case|default|try|catch|constexpr auto|const auto|auto )[^/#}\s][^;=]*\) (?:const |noexcept |override )*(?:: [^;]*)?\{$")


def functions(path):
    """(lines, name) of every function whose braces clang-format puts at the margin of its head."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for start, line in enumerate(lines):
        if not line.endswith("{") or line.lstrip().startswith(("//", "*")):
            continue
        first = start
        while first > 0 and lines[first - 1] and not lines[first - 1].rstrip().endswith((";", "{", "}", ":")) and not lines[first - 1].lstrip().startswith(("//", "#", "template")):
            first -= 1
        head = " ".join(part.strip() for part in lines[first:start + 1])
        indent = lines[first][:len(lines[first]) - len(lines[first].lstrip())]
        if len(indent) > 2 or not HEAD.match(indent + head):
            continue
        end = next((i for i in range(start + 1, len(lines)) if lines[i].startswith(indent + "}")), start)
        name = re.search(r"([\w:~]+|operator\S+)\(", head)
        yield end - first + 1, f"{path}:{first + 1} {name.group(1) if name else head}"


def core_lines(root):
    return sum(path.read_text(encoding="utf-8").count("\n") for path in (root / "proofs-check").rglob("*.?pp"))


def main():
    root, checker = pathlib.Path(sys.argv[1]), sys.argv[2]
    failures = []
    for folder, limit in LIMITS.items():
        found = sorted((entry for path in (root / folder).rglob("*.?pp") for entry in functions(path)), reverse=True)
        print(f"{folder}: {len(found)} functions, the longest:", *(f"\n  {size} {name}" for size, name in found[:3]))
        failures += [f"{name}: {size} lines, more than {limit}" for size, name in found if size > limit]
    count = core_lines(root)
    said = re.search(r"`hallmark-check` \(about ([\d,]+) lines", (root / "README.md").read_text(encoding="utf-8"))
    print(f"trusted core: {count} lines")
    if not said or not count <= int(said[1].replace(",", "")) <= count + 200:
        failures.append(f"README.md says {said[1] if said else 'nothing'} of the {count} lines of proofs-check")
    for path in (root / "proofs-check").rglob("*"):
        if path.is_file() and path.suffix not in (".cpp", ".hpp", ".md", ".txt"):
            failures.append(f"{path}: not C++")
        if path.suffix in (".cpp", ".hpp") and "boost" in path.read_text(encoding="utf-8"):
            failures.append(f"{path}: Boost")
    linked = subprocess.run(["ldd", checker], capture_output=True, text=True, check=True).stdout
    for name in re.findall(r"(\S+?)\.so", linked):
        if name.rsplit("/", 1)[-1] not in LIBRARIES:
            failures.append(f"{checker} links {name}")
    print("\n".join(failures))
    return 1 if failures else 0


sys.exit(main())
