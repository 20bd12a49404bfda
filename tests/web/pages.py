#!/usr/bin/env python3
"""pages.py BINARY_DIR SOURCE_DIR [--keep FOLDER]: what hallmark writes for people, opened in headless Chromium.

The report of the register, and curves of tables, wide, on a phone, without scripts and on paper: they ask for nothing, complain of nothing, nothing sticks out, and
what came from strangers stays text. --keep leaves pictures in a folder, to be looked at. Skipped (77) where there is no Chromium.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).resolve().parents[1] / "support")]
from chromium import SKIPPED, Browser, program  # noqa: E402
from expectations import ended, expect  # noqa: E402

EVIL = '</td></table><script>alert(1)</script><img src=x onerror="alert(2)"><b>'


def quiet(page, path):
    """The page asked for itself alone, and complains of nothing."""
    expect(page.requests == [path.as_uri()], f"{path.name} asks for {page.requests}")
    expect(not page.complaints, f"{path.name} complains: {page.complaints}")


def fits(page, path, words):
    over = page.value("document.documentElement.scrollWidth - innerWidth")
    expect(over <= 0, f"{path.name}, {words}: {over} pixels stick out")


def pages_of(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def looked_at(browser, path, keep):
    """Wide, on a phone, on paper; returns the wide page and the number of printed ones."""
    wide = browser.open(path.as_uri())
    quiet(wide, path)
    fits(wide, path, "wide")
    phone = browser.open(path.as_uri(), 390, 844, phone=True)
    quiet(phone, path)
    fits(phone, path, "on a phone")
    pdf = wide.print()
    quiet(wide, path)
    if keep:
        wide.picture(keep / f"{path.stem}-wide.png")
        phone.picture(keep / f"{path.stem}-phone.png")
        (keep / f"{path.stem}-print.pdf").write_bytes(pdf)
    phone.close()
    return wide, pages_of(pdf)


def register(browser, folder, hallmark, source, keep):
    path = folder / "register.html"
    files = sorted(map(str, (source / "data" / "register").glob("*.json")))
    subprocess.run([hallmark, "report", *files, "-o", path, "--time-limit", "20", "--checker", "check.html"], check=True, stdout=subprocess.DEVNULL)
    rows = [reading for file in files for entry in json.loads(pathlib.Path(file).read_text(encoding="utf-8"))["entries"] for reading in entry["readings"]]
    wide, printed = looked_at(browser, path, keep)
    expect(wide.value("document.querySelectorAll('tbody tr').length") == len(rows), f"{path.name} has not the {len(rows)} rows")
    shown = {verdict: wide.value(f"document.querySelectorAll('tbody tr.{verdict}').length") for verdict in ("certified", "refuted", "undecided", "remark")}
    stated = {verdict: sum(row.get("verdict", "remark") == verdict for row in rows) for verdict in shown}
    expect(shown == stated, f"{path.name} shows {shown}, the files state {stated}")
    expect(wide.value("document.querySelectorAll('svg.band[aria-label]').length") > 200, "few bands, or bands without a text")
    expect(wide.value("document.querySelectorAll('details button').length") == shown["certified"] + shown["refuted"], "not every certificate can be copied")
    expect(20 < printed < 200, f"{path.name} makes {printed} pages on paper")
    seen = "Array.from(document.querySelectorAll('tbody tr')).filter(function (r) { return r.getBoundingClientRect().height > 0; })"
    for field, value, wanted in (("select", "refuted", shown["refuted"]), ("input", "opacus issue", None)):
        wide.value(f"(function () {{ const f = document.querySelector('.filter {field}'); f.value = {json.dumps(value)}; f.dispatchEvent(new Event('input')); }})()")
        left = wide.value(f"{seen}.length")
        expect(left == wanted if wanted else 0 < left < 10, f"{path.name}: {value} leaves {left} rows")
    expect(wide.value(f"{seen}.every(function (r) {{ return r.className === 'refuted'; }})"), f"{path.name}: rows of another verdict are left")
    still = browser.open(path.as_uri(), scripts=False)
    quiet(still, path)
    print(f"{path.name}: {len(rows)} rows, {shown}, {path.stat().st_size} bytes, {printed} pages on paper, no request", flush=True)


def strangers(browser, folder, hallmark):
    """A claim whose texts are markup stays text; an id with markup is refused."""
    claim = {"id": "A", "source": {"paper": "<b>", "where": EVIL}, "quantity": "gaussian.epsilon", "parameters": {"sigma": "1", "delta": "1e-6"}, "relation": "<=", "value": "9"}
    remark = {"id": "B", "source": {"paper": "FMT21", "where": "here"}, "kind": "remark", "text": EVIL}
    for name, claims in (("evil", [claim, remark]), ("id", [{**claim, "id": "<script>alert(3)</script>"}])):
        (folder / f"{name}.json").write_text(json.dumps({"schema": "hallmark-claims-v1", "claims": claims}), encoding="utf-8")
    path = folder / "evil.html"
    subprocess.run([hallmark, "report", folder / "evil.json", "-o", path, "--title", EVIL], check=True, stdout=subprocess.DEVNULL)
    page = browser.open(path.as_uri())
    quiet(page, path)
    expect(page.value("document.scripts.length") == 1 and page.value("document.images.length") == 0, "markup of a claim is markup of the page")
    expect(page.value("document.querySelector('h1').textContent") == EVIL, "the title is not what was given")
    expect(page.value("document.body.textContent.split('<script>alert(1)</script>').length") == 4, "the texts of the claims are not all there, as text")
    refused = subprocess.run([hallmark, "report", folder / "id.json", "-o", folder / "id.html"], capture_output=True, text=True)
    expect(refused.returncode == 64 and "/claims/0/id" in refused.stderr and not (folder / "id.html").exists(), f"an id with markup: {refused.returncode} {refused.stderr}")


def curves(browser, folder, hallmark, source, keep):
    for table in sorted((source / "docs" / "figures").glob("*.csv")):
        path = folder / f"{table.stem}.html"
        subprocess.run([hallmark, "plot", table, "--html", path], check=True, stdout=subprocess.DEVNULL)
        wide, printed = looked_at(browser, path, keep)
        painted = "(function(){var c=document.querySelector('canvas'),d=c.getContext('2d').getImageData(0,0,c.width,c.height).data,n=0;for(var i=3;i<d.length;i+=4)n+=d[i]>0;return n})()"
        dots = wide.value(painted)
        expect(dots > 5000, f"{path.name}: {dots} pixels are painted")
        lines = [line for line in table.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")][1:]
        expect(wide.value("document.querySelectorAll('.numbers tbody tr').length") == len(lines), f"{path.name}: not every number")
        seen = "document.querySelector('canvas').toDataURL()"
        picture = wide.value(seen)
        entry = "document.querySelectorAll('.u-legend .u-series:not(.under)')[1]"
        wide.value(f"{entry}.querySelector('th').dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter'}}))")
        expect(wide.value(f"{entry}.classList.contains('u-off')"), f"{path.name}: the keyboard hides no curve")
        wide.value("new Promise(function (done) { setTimeout(done, 200); })")
        expect(wide.value(seen) != picture, f"{path.name}: a hidden curve is still there")
        expect(printed >= 1, f"{path.name} makes no page on paper")
        print(f"{path.name}: {len(lines)} points, {path.stat().st_size} bytes, {printed} pages on paper", flush=True)
    bad = folder / "bad.csv"
    field = '"' + EVIL.replace('"', '""') + '"'
    bad.write_text(f"# table: {EVIL}\n# x: {EVIL}\n# y: {EVIL}\nx,series,lo,hi,kind,method\n1,{field},1,2,bracket,{field}\n2,{field},2,3,bracket,{field}\n", encoding="utf-8")
    path = folder / "bad.html"
    subprocess.run([hallmark, "plot", bad, "--html", path], check=True, stdout=subprocess.DEVNULL)
    page = browser.open(path.as_uri())
    quiet(page, path)
    expect(page.value("document.scripts.length") == 1 and page.value("document.images.length") == 0, "markup of a table is markup of the page")
    expect(EVIL in page.value("document.querySelector('.u-legend').textContent"), "the legend does not show the text as it is")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    if not program():
        print("no Chromium here")
        return SKIPPED
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    hallmark = options.binary.resolve() / "cli" / "hallmark"
    with tempfile.TemporaryDirectory(prefix="hallmark-pages-") as name, Browser() as browser:
        folder = pathlib.Path(name).resolve()
        strangers(browser, folder, hallmark)
        curves(browser, folder, hallmark, options.source, options.keep)
        register(browser, folder, hallmark, options.source, options.keep)
    return ended()


sys.exit(main())
