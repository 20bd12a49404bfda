#!/usr/bin/env python3
"""site.py BINARY_DIR SOURCE_DIR [--keep FOLDER] [--axe axe.min.js] [--all] [--site FOLDER]: the documentation site, opened in headless Chromium.

Ten kinds of pages, wide, on a phone and in dark colours: they ask for nothing but files beside them, complain of nothing, nothing sticks out; the filters of the register
leave the rows they should, headings put tables into order, the search knows the phrases that the program knows, and where ./bootstrap web has made the checker, certificates of twenty rows are verified in their page. With
--axe, axe-core (npm registry) must have no serious finding; with --all every page of the site is opened once for its requests. Skipped (77) without Chromium or mkdocs.
"""
import argparse
import csv
import functools
import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).resolve().parents[1] / "support")]
from chromium import SKIPPED, Browser, program  # noqa: E402
from expectations import ended, expect  # noqa: E402

KINDS = ["index", "install", "first-questions", "quantities/index", "quantities/poisson-gaussian.epsilon", "register/index", "register/opacus-mnist-example",
         "register-findings", "known-bugs", "commands"]
SEEN = "Array.from(document.querySelectorAll('table.filtered tbody tr')).filter(function (row) { return !row.hidden; })"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def served(folder):
    """The address of a folder, on this machine alone."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


def quiet(page, address, name):
    asked = [url for url in page.requests if not url.startswith((address, "data:", "blob:"))]
    expect(not asked, f"{name} asks for {asked[:3]}")
    expect(not page.complaints, f"{name} complains: {page.complaints[:3]}")


def looked_at(browser, address, name, keep, axe):
    for kind, width, height, phone, dark in (("wide", 1280, 900, False, False), ("phone", 390, 844, True, False), ("dark", 1280, 900, False, True)):
        page = browser.open(f"{address}{name}.html", width, height, phone=phone)
        if dark:
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
            page.value("document.body.setAttribute('data-md-color-scheme', 'slate')")
        over = page.value("document.documentElement.scrollWidth - innerWidth")
        expect(over <= 0, f"{name}, {kind}: {over} pixels stick out")
        if axe and kind != "phone":
            page.value(f"{axe}; null")
            found = json.loads(page.value("axe.run(document).then(function (r) { return JSON.stringify(r.violations.filter(function (v) {"
                                          " return v.impact === 'serious' || v.impact === 'critical'; }).map(function (v) {"
                                          " return [v.id, v.nodes.length, v.nodes[0].html.slice(0, 160)]; })); })"))
            expect(not found, f"{name}, {kind}: axe-core finds {found}")
        quiet(page, address, name)
        if keep:
            page.picture(keep / f"{name.replace('/', '-')}-{kind}.png")
        page.close()


def set_field(page, name, value):
    page.value(f"(function () {{ const f = document.querySelector('[data-filter={name}]'); f.value = {json.dumps(value)};"
               " f.dispatchEvent(new Event('input')); })()")


def filters(browser, address):
    page = browser.open(f"{address}register/index.html")
    every = page.value(f"{SEEN}.length")
    for verdict in ("certified", "refuted", "undecided", "remark"):
        set_field(page, "verdict", verdict)
        rows = page.value(f"{SEEN}.length")
        stated = page.value(f"document.querySelectorAll('table.filtered span.{verdict}').length")
        expect(rows == stated > 0, f"the filter leaves {rows} rows that are {verdict}, there are {stated}")
        expect(page.value(f"{SEEN}.every(function (row) {{ return row.dataset.verdict === '{verdict}'; }})"), f"not every row left is {verdict}")
    set_field(page, "verdict", "")
    set_field(page, "words", "opacus issue")
    few = page.value(f"{SEEN}.length")
    expect(0 < few < 10, f"{few} rows have the words 'opacus issue'")
    expect(page.value("document.querySelector('.filters output').textContent") == f"{few} of {every} readings", "the count is not said")
    set_field(page, "words", "")
    expect(page.value(f"{SEEN}.length") == every, "rows do not come back")
    first = "document.querySelector('table.filtered tbody tr td').textContent"
    page.value("document.querySelector('table.filtered thead th button').click()")
    rising = page.value(first)
    page.value("document.querySelector('table.filtered thead th button').click()")
    expect(rising < page.value(first), "a heading does not order the rows")
    print(f"register: {every} readings, filtered by verdict and words, ordered", flush=True)


def phrases(browser, address, source, hallmark):
    """The search of the site finds what `hallmark search` finds, in its order, for every phrase that people are known to use."""
    page = browser.open(f"{address}index.html")
    page.value("document.querySelector('.md-search__input').focus()")
    page.wait(lambda: page.value("Boolean(hallmark.index)"), 30, "the index of quantities is not read")
    count = 0
    for path in sorted((source / "tests" / "usage").glob("phrases*.csv")):
        for words, _ in list(csv.reader(path.read_text(encoding="utf-8").splitlines()))[1:]:
            told = subprocess.run([hallmark, "search", words, "--json"], capture_output=True, text=True)
            wanted = [entry["id"] for entry in json.loads(told.stdout)][:5] if told.returncode == 0 else []
            found = page.value(f"hallmark.search({json.dumps(words)}).entries.slice(0, 5).map(function (entry) {{ return entry[0]; }})")
            expect(found == wanted, f"{words!r}: the site finds {found}, the program {wanted}")
            count += 1
    page.value("(function () { const f = document.querySelector('.md-search__input'); f.value = 'noise multiplier for target epsilon';"
               " f.dispatchEvent(new Event('input')); })()")
    first = page.value("document.querySelector('.found a').href")
    expect(first == f"{address}quantities/poisson-gaussian.sigma.html", f"the first that is shown is {first}")
    page.close()
    print(f"search: {count} phrases as the program answers them", flush=True)


def formulas(browser, address):
    page = browser.open(f"{address}quantities/poisson-gaussian.epsilon.html")
    sizes = page.value("Array.from(document.querySelectorAll('math')).map(function (m) { return m.getBoundingClientRect().width; })")
    expect(len(sizes) > 10 and min(sizes) > 0, f"formulas are {sizes} wide")
    expect(page.value("document.querySelectorAll('svg.curve circle').length") >= 3, "the page has no curve")
    page.close()


def checked(browser, address, site):
    """The certificates of twenty readings, each by the button beside it."""
    count = 0
    for path in sorted((site / "register").glob("*.html")):
        page = browser.open(f"{address}register/{path.name}")
        buttons = page.value("document.querySelectorAll('button[data-certificate]').length")
        for _ in range(min(buttons, 4, 20 - count)):
            page.value("(function () { const b = document.querySelector('button[data-certificate]'); b.closest('details').open = true; b.click(); })()")
            end, text = time.monotonic() + 60, ""
            while "VERIFIED" not in text and time.monotonic() < end:
                text = "".join(page.value("Array.from(document.querySelectorAll('iframe.checker')).map(function (f) { try { return"
                                          " f.contentDocument.body.textContent; } catch (e) { return ''; } })") or [""])
                page.browser.read(0.1)
            expect("s VERIFIED" in text, f"{path.name}: a certificate is not verified in its page: {text[:200]}")
            count += 1
            page.value("document.querySelector('iframe.checker').remove()")
        page.close()
        if count >= 20:
            break
    print(f"{count} certificates verified in their pages", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--axe", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--site", type=pathlib.Path, help="pages that are there already, and the program that they were made with in BINARY_DIR")
    options = parser.parse_args()
    if not program() or not shutil.which("mkdocs"):
        print("no Chromium or no mkdocs here")
        return SKIPPED
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    axe = options.axe.read_text(encoding="utf-8") if options.axe else None
    with tempfile.TemporaryDirectory(prefix="hallmark-site-") as name, Browser() as browser:
        folder = options.site.resolve() if options.site else pathlib.Path(name).resolve()
        subprocess.run(["true"] if options.site else [sys.executable, "-B", options.source / "docs" / "site.py", options.binary.resolve(), folder], check=True)
        subprocess.run(["true"] if options.site else ["mkdocs", "build", "--strict", "--quiet"], cwd=folder, check=True)
        site = folder / "site"
        address = served(site)
        for kind in KINDS:
            looked_at(browser, address, kind, options.keep, axe)
        filters(browser, address)
        formulas(browser, address)
        phrases(browser, address, options.source, options.binary.resolve() / "cli" / "hallmark")
        if (site / "check.html").exists():
            checked(browser, address, site)
        if options.all:
            pages = sorted(site.rglob("*.html"))
            for path in pages:
                name = path.relative_to(site).as_posix()
                page = browser.open(address + name)
                quiet(page, address, name)
                page.close()
            print(f"{len(pages)} pages ask for nothing but files beside them")
        print(f"{sum(1 for _ in site.rglob('*.html'))} pages, {sum(p.stat().st_size for p in site.rglob('*') if p.is_file())} bytes")
    return ended()


sys.exit(main())
