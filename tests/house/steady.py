#!/usr/bin/env python3
"""steady.py BUILD_DIR: nothing that computes an answer asks the C library for a function that its last bits distinguish.

The objects of exact, bounds, api and of the checker, as they were compiled, leave none of these functions undefined: exact/steady computes them by
operations that IEEE 754 rounds, so that other processors and C libraries (musl's in WebAssembly, and one C library with and without fused
multiply-add) print the same bytes. Square roots, fma, floor, ldexp and their kind are rounded by the standard and are free.
"""
import collections
import pathlib
import re
import subprocess
import sys

LIBRARIES = ("exact/libhallmark-exact.a", "bounds/libhallmark-bounds.a", "api/libhallmark.a", "proofs-check/libhallmark-checker.a")
REAL = """exp exp2 exp10 expm1 log log2 log10 log1p logb pow cbrt hypot sin cos tan sincos asin acos atan atan2 sinh cosh tanh asinh acosh atanh erf erfc
lgamma lgamma_r tgamma j0 j1 jn y0 y1 yn""".split()
COMPLEX = "cabs carg cexp clog cpow csin ccos ctan csinh ccosh ctanh casin cacos catan casinh cacosh catanh csqrt".split()
# Quotients of complex numbers are scaled by GCC and by clang in their own ways.
NAMES = {name + suffix for name in REAL + COMPLEX for suffix in ("", "f", "l")} | {"__divsc3", "__divdc3", "__divxc3"}
# Library: which functions it may ask for, and why.
ALLOWED = {
    "proofs-check/libhallmark-checker.a": (
        {"atan2", "cos", "log", "log2", "pow"},
        "the checker prints verdicts and no number of its own: a double of it chooses how many nodes and bits a proof takes, and any choice proves"),
}


def asked(library):
    """Function: the objects of the library that ask for it."""
    found = collections.defaultdict(set)
    member = ""
    for line in subprocess.run(["nm", "-u", library], check=True, capture_output=True, text=True).stdout.splitlines():
        if match := re.fullmatch(r"(.+):", line):
            member = match[1]
        elif (name := line.split()[-1:]) and name[0].split("@")[0] in NAMES:
            found[name[0].split("@")[0]].add(member)
    return found


def main(build):
    wrong = 0
    for name in LIBRARIES:
        library = pathlib.Path(build) / name
        found = asked(library)
        allowed, _ = ALLOWED.get(name, (set(), ""))
        for function in sorted(found.keys() - allowed):
            print(f"{name}: {', '.join(sorted(found[function]))} ask the C library for {function}; exact/steady.hpp computes it with the same bits everywhere")
            wrong += 1
        for function in sorted(allowed - found.keys()):
            print(f"{name}: nothing asks for {function} any more; take it out of ALLOWED in {sys.argv[0]}")
            wrong += 1
    print(f"{len(LIBRARIES)} libraries, {wrong} complaints")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
