#!/usr/bin/env python3
"""calculator.py PAGE [--keep FOLDER]: the calculator, opened from a file in headless Chromium, answers while one types.

DP-SGD of the README, other samplers, the curve, a certificate that the checker verifies, noise for a target, shuffled reports, a composition, a refused input, a stop, a time limit,
links, copies; on 390 pixels and in dark; no request but for itself. Skipped (77) where there is no Chromium, or no page (./bootstrap web makes it).
"""
import argparse
import json
import pathlib
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).resolve().parents[1] / "support")]
from chromium import SKIPPED, Browser, program  # noqa: E402
from expectations import ended, expect  # noqa: E402
from processor import tree_seconds  # noqa: E402

LARGEST_PAGE = 6_000_000
NUMBER = "(document.querySelector('#result .number') || {textContent: ''}).textContent"
LONG = "quantity=shuffled-batch.epsilon&sigma=1.1&steps=234&epochs=60&delta=1e-5"


def fill(page, name, value):
    page.value(f"(function () {{ const f = document.querySelector('#form [name={name}], #{name}'); f.value = {json.dumps(value)};"
               " f.dispatchEvent(new Event('input', { bubbles: true })); f.dispatchEvent(new Event('change', { bubbles: true })); })()")


def choose(page, name, words):
    fill(page, name, words)
    expect(page.value(f"document.getElementById('{name}').value") == words, f"{name} does not offer {words}")


def answered(page, words, what, seconds=60):
    """The seconds until the answer has these words."""
    began = time.monotonic()
    page.wait(lambda: words in page.value("document.getElementById('result').className.includes('stale') ? '' : document.getElementById('result').textContent"), seconds, f"{what}: no {words!r}")
    return time.monotonic() - began


def quiet(page, path):
    address = path.as_uri()
    others = [request for request in page.requests if request.split("#")[0] != address and not request.startswith("blob:")]
    expect(not others, f"the page asks for {others}")
    expect(not page.complaints, f"the page complains: {page.complaints}")


def dp_sgd(browser, path, keep):
    began, computed = time.monotonic(), tree_seconds(browser.process.pid)
    page = browser.open(path.as_uri())
    answered(page, "epsilon ≤ 2.38169", "DP-SGD of the README")
    first, computed = time.monotonic() - began, tree_seconds(browser.process.pid) - computed
    has_proof = page.value("VERIFIED !== null")
    for by in ("Checked by a second program: s VERIFIED", *(["Checked by a proof, of the upper end rounded up to 4 digits: s VERIFIED"] if has_proof else [])):
        page.wait(lambda: by in page.value("document.getElementById('certificate').textContent"), 300, f"the certificate: no {by!r}")
    page.wait(lambda: page.value("!document.getElementById('curve').hidden && document.getElementById('busy').hidden"), 240, "no curve")
    table = page.value("document.getElementById('samplers').textContent")
    for number in ("2.38169", "4.22147", "2.34053"):
        expect(number in table, f"the samplers have no {number}: {table[-600:]}")
    if keep:
        page.picture(keep / "calculator-wide.png", whole=True)
    fill(page, "noise_multiplier", "1.2")
    again = answered(page, "sigma=6/5", "another noise multiplier")
    expect(max(first, again) < 20, f"an answer takes {first:.1f} s and {again:.1f} s")  # by the clock of a machine that has other things to do
    for kind, words in (("command", "hallmark eval poisson-gaussian.epsilon noise_multiplier=1.2 batch=256"), ("python", 'hallmark.evaluate("poisson-gaussian.epsilon", noise_multiplier="1.2"'),
                        ("latex", "\\varepsilon \\le"), ("link", "#quantity=poisson-gaussian.epsilon&noise_multiplier=1.2")):
        page.value(f"document.querySelector('[data-copy={kind}]').click()")
        text = page.value("document.getElementById('copied').dataset.text")
        expect(words in text, f"the copy as {kind} is {text!r}")
    choose(page, "asked", "noise multiplier for a target epsilon")
    answered(page, "is enough", "noise for a target")
    quiet(page, path)
    page.close()
    expect(computed < 4, f"until the first answer the browser computes {computed:.2f} s")  # on a machine that others share, of which most is its own start
    print(f"DP-SGD: {first:.2f} s from the address to the answer ({computed:.2f} s of processor time, of all processes of the browser), {again:.2f} s after a change; "
          f"{'checked by a proof' if has_proof else 'without the verified checker'}", flush=True)


def others(browser, path):
    page = browser.open(path.as_uri() + "#quantity=shuffle.epsilon&n=10000&eps0=4&delta=1e-6")
    fill(page, "seconds", "300")  # which go by while others compute
    seconds = answered(page, "shuffle.epsilon(delta=1/1000000, eps0=4, n=10000", "shuffled reports")
    choose(page, "mechanism", "Composition")
    seconds += answered(page, "epsilon ≤ 0.971647", "a composition")
    page.value("location.hash = '#quantity=laplace.epsilon&eps0=1&delta=1e-6'")  # what a link leaves out is as the quantity has it, not as the form has it first
    answered(page, "laplace.epsilon(delta=1/1000000, direction=both, eps0=1, rate=1, rounds=1)", "a link without rounds")
    choose(page, "mechanism", "Gaussian noise")
    answered(page, "gaussian.epsilon(", "Gaussian noise")
    for value in ("-1", "NaN", "10^400", "0", "<b>"):
        fill(page, "sigma", value)
        answered(page, "sigma", f"sigma = {value}")
        page.wait(lambda: page.value("document.getElementById('result').className") == "error", 60, f"sigma = {value} is not refused")
    choose(page, "mechanism", "Any other quantity")
    fill(page, "quantity", "shuffle-krr.epsilon")
    page.wait(lambda: page.value("document.querySelectorAll('#fields input').length") > 2, 10, "no fields of another quantity")
    quiet(page, path)
    page.close()
    print(f"a shuffle question and a composition: {seconds:.2f} s", flush=True)


def stopped(browser, path):
    page = browser.open(f"{path.as_uri()}#{LONG}&digits=12")
    page.wait(lambda: page.value("!document.getElementById('busy').hidden"), 30, "nothing is computed")
    page.value("document.getElementById('stop').click()")
    answered(page, "Stopped", "a stop", 10)
    page.value("location.hash = '#quantity=poisson-gaussian.epsilon&noise_multiplier=1.1&batch=256&n=60000&epochs=60&delta=1e-5'")
    page.wait(lambda: page.value("document.getElementById('elapsed').textContent.startsWith('The curve') || document.getElementById('elapsed').textContent.startsWith('Other') ? 1 : 0"), 120, "no samplers are computed")
    page.value("document.getElementById('stop').click()")
    time.sleep(1)
    expect(page.value("document.getElementById('busy').hidden"), "after a stop something is computed")
    page.value(f"location.hash = '#{LONG}&digits=12'")
    page.wait(lambda: "shuffled-batch" in page.value("document.getElementById('quantity').value"), 30, "the link is not read")
    fill(page, "seconds", "1")
    answered(page, "shuffled-batch.epsilon", "a time limit")
    kind = page.value("document.getElementById('result').className")
    expect(kind in ("cut", "error"), f"an answer that the limit cut short is {kind}: {page.value(NUMBER)}")
    quiet(page, path)
    page.close()


def cut_short(browser, path):
    """Rows of the sampler table say when the limit of time cut them short, and those of the README say nothing of the kind with enough of it."""
    page = browser.open(path.as_uri())
    said = "[...document.querySelectorAll('#samplers tbody tr')].map(function (r) { return r.textContent; }).join('\\n')"
    page.wait(lambda: page.value("document.getElementById('busy').hidden && !document.getElementById('samplers').hidden"), 240, "no samplers")
    fill(page, "seconds", "0.1")
    page.wait(lambda: "cut short by the time limit" in page.value(said), 240, f"no row is cut short by a tenth of a second: {page.value(said)}")
    expect("random allocation" in page.value(said), f"the rows are {page.value(said)}")
    quiet(page, path)
    page.close()


def looked_at(browser, path, keep):
    for kind, width, phone, dark in (("phone", 390, True, False), ("dark", 1280, False, True)):
        page = browser.open(path.as_uri(), width, 900, phone=phone)
        if dark:
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        answered(page, "epsilon ≤ 2.38169", kind)
        page.wait(lambda: page.value("!document.getElementById('curve').hidden && document.getElementById('busy').hidden"), 240, f"{kind}: no curve")
        over = page.value("document.documentElement.scrollWidth - innerWidth")
        expect(over <= 0, f"{kind}: {over} pixels stick out")
        unnamed = page.value("[...document.querySelectorAll('input, select, textarea, button')].filter(function (e) { return !(e.labels && e.labels.length) && !e.textContent.trim(); }).length")
        expect(unnamed == 0, f"{kind}: {unnamed} fields have no name")
        if keep:
            page.picture(keep / f"calculator-{kind}.png", whole=True)
        page.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    path = options.page.resolve()
    if not program() or not path.exists():
        print("no Chromium here" if path.exists() else f"no {path}: run ./bootstrap web")
        return SKIPPED
    size = path.stat().st_size
    expect(size < LARGEST_PAGE, f"the page has {size} bytes")
    with Browser() as browser:
        dp_sgd(browser, path, options.keep)
        others(browser, path)
        stopped(browser, path)
        cut_short(browser, path)
        looked_at(browser, path, options.keep)
    return ended(f"{path.name}: {size} bytes; ")


sys.exit(main())
