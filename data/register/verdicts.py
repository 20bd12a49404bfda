#!/usr/bin/env python3
"""verdicts.py BUILD_DIR [FILE...] [--time-limit SECONDS]: judges the rows of the register and writes verdict, enclosure and certificate into them.

Run it after a row was added or a quantity became known; the difference of the files is then what changed. Certificates are written to
data/register/certificates, each checked by hallmark-check; a verdict without a verified certificate is refused.
"""
import argparse
import hashlib
import json
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
CERTIFICATES = FOLDER / "certificates"


def readings(document):
    return (reading for entry in document["entries"] for reading in entry["readings"])


def judged(build, files, seconds):
    """What `hallmark certify` says of each claim, by id."""
    CERTIFICATES.mkdir(exist_ok=True)
    kept = {reading["id"] for path in FOLDER.glob("*.json") if path not in files for reading in readings(json.loads(path.read_text(encoding="utf-8")))}
    for old in CERTIFICATES.glob("*.cert"):
        if old.stem not in kept:
            old.unlink()
    command = [build / "cli" / "hallmark", "certify", *files, "--time-limit", str(seconds), "--json", "-o", CERTIFICATES]
    run = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode > 2:
        sys.exit(run.returncode)
    return {claim["id"]: claim for claim in json.loads(run.stdout)["claims"]}


def verified(build):
    """The ids of the certificates that the checker verifies."""
    files = sorted(CERTIFICATES.glob("*.cert"))
    run = subprocess.run([str(build / "proofs-check" / "hallmark-check"), *map(str, files)], stdout=subprocess.PIPE, text=True, check=False)
    lines = run.stdout.splitlines()
    return {pathlib.Path(name[2:]).stem for name, line in zip(lines[::2], lines[1::2]) if line.startswith("s VERIFIED ")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="files of the register; all where none is named")
    parser.add_argument("--time-limit", type=float, default=20)
    options = parser.parse_args()
    files = [path.resolve() for path in options.files] or sorted(FOLDER.glob("*.json"))
    claims = judged(options.build, files, options.time_limit)
    checked = verified(options.build)
    counts = {}
    for path in files:
        document = json.loads(path.read_text(encoding="utf-8"))
        for reading in readings(document):
            if reading.get("kind") == "remark":
                continue
            claim = claims[reading["id"]]
            decided = claim["verdict"] != "undecided"
            if decided and reading["id"] not in checked:
                sys.exit(f"{reading['id']}: {claim['verdict']}, but its certificate is not verified")
            reading["verdict"] = claim["verdict"]
            reading["enclosure"] = None if claim["lo"] is None else [claim["lo"], claim["hi"]]
            text = (CERTIFICATES / f"{reading['id']}.cert").read_bytes() if decided else None
            reading["certificate"] = hashlib.sha256(text).hexdigest() if decided else None
            counts[claim["verdict"]] = counts.get(claim["verdict"], 0) + 1
        path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
