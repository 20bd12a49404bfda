#!/usr/bin/env python3
"""npm.py PACKAGE.tgz SOURCE_DIR: the npm package, installed in an empty folder without a network, answers, checks certificates, and has its command.

Skipped (77) where there is no npm, or no package (./bootstrap web makes it).
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from expectations import ended, expect  # noqa: E402

SKIPPED = 77
PROGRAM = """
import { evaluate, judge, check, samplers, quantities, search, quantityId, version, HallmarkError } from 'hallmark';
const x = await evaluate('dp-sgd.epsilon', { noise_multiplier: 1.1, batch: 256, n: 60000, epochs: 60, delta: '1e-5' }, { certificate: true });
console.log(x.quote.trim());
console.log((await check(x.certificate)).line.slice(0, 10), (await check('no certificate')).verified);
console.log((await judge('gaussian.delta(sigma=1, eps=1) <= 1/2')).outcome, await quantityId('dp-sgd.sigma'), (await quantities()).length > 100);
console.log((await samplers({ sigma: 1, batch: 10, n: 100, epochs: 1, delta: '1e-5' }))[0].name, (await search('noise for DP-SGD')).ids[0], await version());
try { await evaluate('gaussian.epsilon', { sigma: -1, delta: 1e-5 }); } catch (error) { console.log(error instanceof HallmarkError, /sigma/.test(error.message)); }
"""
EXPECTED = ["epsilon <= 2.38169  (rounded up; lower end 2.38168)", "s VERIFIED false", "certified poisson-gaussian.sigma true", "Poisson batches poisson-gaussian.sigma ", "true true"]


def main():
    package, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    if not shutil.which("npm") or not package.exists():
        print("no npm here" if package.exists() else f"no {package}: run ./bootstrap web")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="hallmark-npm-") as folder:
        def run(*command):
            return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=1800)

        installed = run("npm", "install", "--offline", "--no-audit", "--no-fund", str(package))
        expect(installed.returncode == 0, f"npm install: {installed.stderr[-400:]}")
        (pathlib.Path(folder) / "main.mjs").write_text(PROGRAM, encoding="utf-8")
        said = run("node", "main.mjs")
        lines = said.stdout.splitlines()
        expect(len(lines) == len(EXPECTED) and all(line.startswith(words) for line, words in zip(lines, EXPECTED)), f"the program prints {lines}, {said.stderr[-400:]}")
        good = sorted((source / "tests" / "proofs-check" / "accept").glob("*.cert"))[0]
        for files, status in (([good], 0), ([good, package], 1), ([good, "no such file"], 74), ([], 64)):
            done = run("npx", "--offline", "hallmark-check", *files)
            expect(done.returncode == status, f"hallmark-check {files}: status {done.returncode}, not {status}: {done.stderr[-300:]}")
            expect(status == 64 or "s VERIFIED" in done.stdout, f"hallmark-check {files}: {done.stdout[:300]}")
    return ended(f"{package.name}, {package.stat().st_size} bytes: ")


sys.exit(main())
