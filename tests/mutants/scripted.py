"""Seeded faults in files that no test program is linked of: the Python package, the checker proved in Coq, the pages of the checker in the browser."""
import pathlib
import re
import shutil
import subprocess
import sys

WANTED = {"accept": "s VERIFIED", "reject": "s REJECTED", "malformed": "s MALFORMED"}


def certificates(name, root, binary):
    """The folder accept, reject or malformed; the last two are made by the build."""
    return (root if name == "accept" else binary) / "tests" / "proofs-check" / name


class NotBuilt(Exception):
    """What the fault needs is not there: it is passed over, with a word."""


def run(command, folder, timeout, **more):
    return subprocess.run([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", timeout=timeout, **more)


def python(fault, text, root, binary, folder, timeout):
    """The built package with the changed file, under the tests of tests/python."""
    if not (binary / "python" / "hallmark").is_dir():
        raise NotBuilt("the Python package is not built")
    shutil.copytree(binary / "python" / "hallmark", folder / "hallmark")
    (folder / "hallmark" / pathlib.Path(fault.file).name).write_text(text, encoding="utf-8")
    tests = [root / "tests" / "python" / name for name in fault.tests.split()]
    ended = run(["/usr/bin/env", f"PYTHONPATH={folder}", f"HALLMARK_PROGRAM={binary / 'cli' / 'hallmark'}", sys.executable, "-B", "-m", "pytest", "-q", "-x",
                 "-p", "no:cacheprovider", *tests], root, timeout)
    if ended.returncode not in (0, 1):
        raise NotBuilt(f"pytest ends with {ended.returncode}: {ended.stdout[-300:]}")
    return ended.returncode == 1, next((line for line in ended.stdout.splitlines() if line.startswith("FAILED")), "")[:160]


def verified(fault, text, root, binary, folder, timeout):
    """A theory: coqc refuses one that rests on it. OCaml: hallmark-verify says something else of a certificate."""
    made = binary / "verified"
    if not (made / "hallmark-verify").exists():
        raise NotBuilt("./bootstrap verified was not run for this build folder")
    name = pathlib.Path(fault.file)
    shutil.copytree(made, folder / "made")
    (folder / "made" / name.name).write_text(text, encoding="utf-8")
    if name.suffix == ".v":
        for theory in [name.stem, *fault.tests.split()]:
            if run(["coqc", "-q", "-Q", ".", "Hallmark", f"{theory}.v"], folder / "made", timeout).returncode:
                return True, f"coqc refuses {theory}.v"
        return False, "coqc accepts everything"
    sources = re.search(r"^sources = (.*)$", (root / "verified" / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1].split()
    built = run(["ocamlfind", "ocamlopt", "-package", "zarith", "-linkpkg", "checked.cmx", *sources, "-o", "hallmark-verify"], folder / "made", timeout)
    if built.returncode:
        raise NotBuilt("does not compile: " + built.stdout[-500:])
    for name in fault.tests.split():
        kind, stem = name.split("/")
        said = run([folder / "made" / "hallmark-verify", certificates(kind, root, binary) / f"{stem}.cert"], folder, timeout).stdout
        if f"\n{WANTED[kind]}" not in said:
            return True, f"{name}: {said.splitlines()[-1][:100]}"
    return False, f"survived {len(fault.tests.split())} certificates"


def web(fault, text, root, binary, folder, timeout):
    """web/test.sh of the changed file: the module must print the lines of the program."""
    module = root / "build" / "web" / "check.wasm"
    if not module.exists():
        raise NotBuilt("./bootstrap web was not run")
    shutil.copytree(root / "web", folder / "web")
    (folder / "web" / pathlib.Path(fault.file).name).write_text(text, encoding="utf-8")
    for name in fault.tests.split():
        ended = run(["sh", folder / "web" / "test.sh", module, binary / "proofs-check" / "hallmark-check", certificates(name, root, binary)],
                    folder, timeout)
        if ended.returncode:
            return True, ended.stdout.strip().splitlines()[-1][:160]
    return False, "the lines are the same"


TRIED = {"python": python, "verified": verified, "web": web}
