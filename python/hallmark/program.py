"""The console scripts `hallmark` and `hallmark-check`: they start the programs that stand in this package."""
import os
import pathlib
import sys

PACKAGE = pathlib.Path(__file__).resolve().parent


def _start(name: str) -> None:
    program = PACKAGE / "bin" / name
    if not program.exists():
        sys.exit(f"{name}: this Python package was built without the program {name}; the Debian packages, the tarball and the portable wheel have it")
    os.environ.setdefault("HALLMARK_DATA", str(PACKAGE))
    os.execv(program, [name, *sys.argv[1:]])


def hallmark() -> None:
    """Starts the program `hallmark`, which takes the place of this process."""
    _start("hallmark")


def hallmark_check() -> None:
    """Starts the program `hallmark-check`, which takes the place of this process."""
    _start("hallmark-check")
