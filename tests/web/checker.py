#!/usr/bin/env python3
"""checker.py PAGE HALLMARK_CHECK SOURCE_DIR [FOLDER...]: the page of the checker, opened from a file in headless Chromium, shows the lines of the program.

All certificates of the tests, of data/certificates and of the register are chosen, folder by folder, or those of the folders named; one comes in the fragment of the address. The page asks for
nothing but itself and its workers. The page with the checker proved in Coq beside it shows the lines of both programs for data/certificates, where it was built. Skipped (77) where there is no Chromium, or no page (./bootstrap web makes it).
"""
import base64
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).resolve().parents[1] / "support")]
from chromium import SKIPPED, Browser, program  # noqa: E402
from expectations import ended, expect  # noqa: E402

LARGEST_PAGE = 800_000


def lines_of_program(checker, files):
    said = subprocess.run([checker, *files], stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return said[1::2]


def shown(page, line=0):
    return page.value(f"[...document.querySelectorAll('#results li')].map(function (i) {{ return [i.querySelector('strong').textContent, i.querySelectorAll('code')[{line}].textContent]; }})")


def own_requests(page, path):
    address = path.as_uri()
    others = [request for request in page.requests if request.split("#")[0] != address and not request.startswith("blob:")]
    expect(not others, f"the page asks for {others}")
    expect(not page.complaints, f"the page complains: {page.complaints}")


def check_folder(browser, path, programs, folder):
    """Line by line, for each of the programs that the page holds."""
    files = sorted(file for file in folder.iterdir() if file.is_file())
    page = browser.open(path.as_uri())
    began = time.monotonic()
    page.choose_files("#files", files)
    page.wait(lambda: page.value("document.querySelectorAll('#results [data-done]').length") == len(files), 3000, f"{folder} does not end")
    seconds = time.monotonic() - began
    verified = []
    for index, checked_by in enumerate(programs):
        got = shown(page, index)
        expect([name for name, _ in got] == [file.name for file in files], f"{folder}: other files than were chosen")
        for file, line, (_, text) in zip(files, lines_of_program(checked_by, files), got):
            expect(line == text, f"{file}:\n  {checked_by.name} {line[:300]}\n  page {text[:300]}")
        verified.append(f"{sum(text.startswith('s VERIFIED') for _, text in got)} verified by {checked_by.name}")
    own_requests(page, path)
    page.close()
    print(f"{path.name}: {folder}: {len(files)} files, {', '.join(verified)}, {seconds:.1f} s in Chromium", flush=True)


def check_fragment(browser, path, checker, file):
    text = base64.urlsafe_b64encode(file.read_bytes()).decode().rstrip("=")
    page = browser.open(f"{path.as_uri()}#{file.name}:{text}")
    page.wait(lambda: page.value("document.querySelectorAll('#results .verified').length") == 1, 60, "the certificate of the address is not checked")
    expect(shown(page) == [[file.name, lines_of_program(checker, [file])[0]]], "the certificate of the address has another line")
    own_requests(page, path)


def main():
    path, checker, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    if not program() or not path.exists():
        print("no Chromium here" if path.exists() else f"no {path}: run ./bootstrap web")
        return SKIPPED
    size = path.stat().st_size
    expect(size < LARGEST_PAGE or path.name != "check.html", f"the page has {size} bytes")
    tests, refused = source / "tests" / "proofs-check", pathlib.Path(tempfile.mkdtemp())
    subprocess.run([sys.executable, "-B", tests / "edits.py", refused], check=True)
    folders = [pathlib.Path(argument) for argument in sys.argv[4:]] or [refused / "malformed", tests / "accept", refused / "reject", source / "data" / "certificates", source / "data" / "register" / "certificates"]
    with Browser() as browser:
        check_fragment(browser, path, checker, sorted((tests / "accept").iterdir())[0])
        for folder in folders:
            check_folder(browser, path, [checker], folder)
        both, verify = path.with_name("check-verified.html"), source / "build" / "verified" / "hallmark-verify"
        if both.exists() and verify.exists():
            check_folder(browser, both, [checker, verify], source / "data" / "certificates")
    return ended(f"{path.name}: {size} bytes; ")


sys.exit(main())
