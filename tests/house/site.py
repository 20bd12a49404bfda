#!/usr/bin/env python3
"""site.py SOURCE_DIR BUILD_DIR: the documentation site is whole.

Every id of `hallmark list` has exactly one page and every page of a quantity an id; each shows an example that ran. mkdocs builds the site without a warning (where it is
installed); every link and image of every page leads to something that is there, anchors included; no page loads anything from another host.
"""
import html.parser
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.anchors = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors.update(given[name] for name in ("id", "name") if given.get(name))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("canonical", "next", "prev"):
            self.loads.append(given.get("href", ""))
        elif given.get("src"):
            self.loads.append(given["src"])


def check_pages(output, ids):
    pages = {path.stem for path in (output / "docs" / "quantities").glob("*.md")} - {"index"}
    expect(pages == ids, f"without a page: {sorted(ids - pages)}; pages of nothing: {sorted(pages - ids)}")
    nav = (output / "mkdocs.yml").read_text(encoding="utf-8")
    for id in sorted(ids & pages):
        expect(nav.count(f'"quantities/{id}.md"') == 1, f"{id} stands {nav.count(id)} times in the contents")
        text = (output / "docs" / "quantities" / f"{id}.md").read_text(encoding="utf-8")
        expect(text.startswith("# ") and f"\n\n`{id}`\n\n" in text, f"the page of {id} has no title, or not its id below")
        expect(f"$ hallmark eval {id} " in text and f"{id}(" in text, f"the page of {id} has no example")
        expect(text.count("\n## Parameters\n") == 1, f"the page of {id} has no parameters")


def check_links(site, ids):
    pages = {path.relative_to(site).as_posix(): Page(path) for path in site.rglob("*.html")}
    links = 0
    for name, page in pages.items():
        for load in page.loads:
            expect(not urllib.parse.urlparse(load).netloc, f"{name} loads {load}")
        for link in page.links + page.loads:
            parts = urllib.parse.urlparse(link)
            if parts.scheme or parts.netloc or name == "404.html":
                continue
            links += 1
            target = (site / name).parent / urllib.parse.unquote(parts.path) if parts.path else site / name
            if target.is_dir():
                target = target / "index.html"
            expect(target.is_file(), f"{name}: {link} leads nowhere")
            key = target.resolve().relative_to(site).as_posix() if target.is_file() else None
            if "=" in parts.fragment:  # a question to the calculator, and no place in its page
                expect(urllib.parse.parse_qs(parts.fragment).get("quantity", [""])[0] in ids, f"{name}: {link} asks for no quantity")
            elif parts.fragment and key in pages:
                expect(parts.fragment in pages[key].anchors, f"{name}: {link}: no such place in {key}")
    for path in site.rglob("*.css"):
        expect("url(http" not in path.read_text(encoding="utf-8").replace('"', ""), f"{path.name} loads from another host")
    return len(pages), links


def main():
    source, build = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    ids = {row["id"] for row in json.loads(subprocess.run([build / "cli" / "hallmark", "list", "--json"], capture_output=True, check=True).stdout)}
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder).resolve()
        made = subprocess.run([sys.executable, "-B", source / "docs" / "site.py", build, output], capture_output=True, text=True)
        expect(made.returncode == 0, made.stderr)
        if made.returncode == 0:
            check_pages(output, ids)
            said = f"{len(ids)} quantities; mkdocs is not installed"
            if shutil.which("mkdocs"):
                built = subprocess.run(["mkdocs", "build", "--strict", "--quiet"], cwd=output, capture_output=True, text=True)
                expect(built.returncode == 0 and not built.stderr.strip(), built.stderr)
                if built.returncode == 0:
                    said = "{} quantities, {} pages, {} links".format(len(ids), *check_links(output / "site", ids))
            print(said)
        print("\n".join([made.stdout.strip(), *failures]))
    return 1 if failures else 0


sys.exit(main())
