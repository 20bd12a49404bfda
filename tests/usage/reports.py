#!/usr/bin/env python3
"""reports.py BINARY_DIR: the pages of `hallmark report` and `hallmark plot --html`, the pictures of `hallmark badge`; what comes from strangers stays text."""
import base64
import hashlib
import json
import os
import pathlib
import re
import sys
from xml.etree import ElementTree

from harness import row, run_table, temporary_folder, write

USAGE, FILE = 64, 74
PAPER = {"paper": "FMT21", "where": "here"}


def claim(**fields):
    return {"id": "A", "source": PAPER, "quantity": "shuffle.epsilon", "parameters": {"n": "1000", "eps0": "1", "delta": "1e-6"},
            "relation": "<=", "value": "1", **fields}


def claims_file(*claims):
    return json.dumps({"schema": "hallmark-claims-v1", "claims": list(claims)})


def table_file(text, log="none", x="1/7"):
    """A table of `hallmark table` with a curve whose texts are `text`."""
    field = '"' + text.replace('"', '""') + '"'
    return f"# table: {text}\n# title: t\n# source: {text}\n# x: {text}\n# y: {text}\n# log: {log}\nx,series,lo,hi,kind,method\n{x},{field},1,2.5,upper,{field}\n"


def answers(*lines, whole=True):
    """The CSV of `hallmark eval`: eps, steps, lo, hi, result, and the rest."""
    end = ",exact,proved,a method,," if whole else ",x"
    return "eps,steps,lo,hi,result,kind,status,method,axioms,note\n" + "".join(f"{line}{end}\n" for line in lines)


def verdict_file(**fields):
    """What `hallmark certify --json` prints about one claim."""
    return json.dumps({"claims": [{**claim(), "verdict": "certified", **fields}]})


def page_of(path, *wanted):
    """The page at `path`: one script, none of the claims' markup, nothing from outside, the policy that says so; `wanted` is in it."""
    def check(_):
        page = pathlib.Path(path).read_text(encoding="utf-8")
        if page.count("<script") != 1 or page.count("</table>") != 1 or "<img" in page:
            return "the markup of a claim is markup of the page"
        if re.search(r"""(src|href)=["'](?!#)|url\(|@import""", page):
            return "something from outside"
        style, script = (re.search(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)[1] for tag in ("style", "script"))
        hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script)]
        policy = (f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
                  "base-uri 'none'; form-action 'none'")
        if f'content="{policy}"' not in page:
            return f"the policy is not {policy}"
        missing = [text for text in wanted if text not in page]
        return f"not in the page: {missing}" if missing else None

    return check


def badge_of(path, *wanted):
    def check(result):
        picture = ElementTree.parse(path).getroot()
        title = "".join(picture.find("{http://www.w3.org/2000/svg}title").itertext())
        missing = [text for text in wanted if text not in title or text not in result.out]
        return f"{missing} not in {title!r} and {result.out!r}" if missing else None

    return check


def rows():
    """Pages and badges: their texts come from strangers, and stay texts."""
    evil = '</td></table><script>alert(1)</script><img src=x onerror="1">'
    certificate = "hallmark certificate 2\n"
    number = hashlib.sha256(certificate.encode()).hexdigest()
    files = {
        "good.json": claims_file(claim()), "open.json": claims_file(claim(id="C", quantity="batch.crossing", value="9", parameters={"sigma": "1", "steps": "2"})),
        "evil.json": claims_file(claim(source={"paper": "<b>", "where": evil + "\u202e\u0001&amp;"}),
                                 {"id": "D", "source": PAPER, "kind": "remark", "text": evil}),
        "wrong.json": claims_file(claim(id="W", parameters={"n": "0", "eps0": "1", "delta": "1e-6"}), claim(id="X", value="1x"),
                                   claim(id="Y", quantity="gaussian.delta", parameters={"sigma": "1", "eps": "1"}, value="exp(1000000)"), claim()),
        "id.json": claims_file(claim(id="<script>")), "plain": "a regular file\n", "A.cert": certificate,
        "decided.json": verdict_file(certificate="A.cert"), "bare.json": verdict_file(certificate=None),
        "lost.json": verdict_file(certificate="nowhere.cert"), "undecided.json": verdict_file(verdict="undecided", certificate=None),
        "curves.csv": table_file("a"), "evil.csv": table_file(evil + "\u202e"), "nothing.csv": table_file("a", log="x y", x="-1"),
        "answers.csv": answers("1/2,10,0.5,0.75,ok", "1,10,0.25,0.5,ok", "1/2,20,0.5,inf,undecided", "1,20,0.5,0.6,ok", "2,20,,,error"),
        "one.csv": answers("1,10,0.25,0.5,ok"), "short.csv": answers("1,10", whole=False), "crossed.csv": answers("1,10,0.5,0.25,ok", "2,10,0.5,0.75,ok"), "refused.csv": answers("1,10,,,error"),
        "alias.json": verdict_file(verdict="undecided", certificate=None, quantity="dp-sgd.epsilon", parameters={"target_delta": "1e-5"}, value="2.39"),
        "other.json": verdict_file(verdict="undecided", certificate=None, quantity="nothing.mu", parameters={"adjacency": "replace-one"}),
        "lists.json": verdict_file(verdict="undecided", certificate=None, parameters=[]),
        "evil-value.json": verdict_file(value='"/><script>', certificate="A.cert"), "none.json": json.dumps({"claims": []}),
    }
    for name, content in files.items():
        write(".", name, content)
    return [
        row("hallmark report good.json -o page.html", 0, out=r"page\.html: 1 claims",
            check=page_of("page.html", "A</a>", "certified", 'class="proved"', "hallmark certificate 2", "FMT21-Theorem-3.2")),
        row("hallmark report evil.json -o page.html --title '<script>'", 0,
            check=page_of("page.html", "&lt;/td&gt;&lt;/table&gt;&lt;script&gt;", "<h1>&lt;script&gt;</h1>", "\ufffd\ufffd&amp;amp;")),
        row("hallmark report open.json -o page.html", 0, check=page_of("page.html", 'class="undecided"')),
        row("hallmark certify good.json open.json --html page.html", 2, check=page_of("page.html", "certified", "undecided")),
        *[row(f"hallmark {words} page.html", USAGE, r"wrong\.json:W:parameters[\s\S]*wrong\.json:X:value", out="claims",
              check=page_of("page.html", "2</span> error", "2</span> certified", "n = 0: must be", "exp(1000000)"))
          for words in ("report wrong.json -o", "certify wrong.json --html")],
        row("hallmark report id.json -o page.html", USAGE, r"id\.json:.*/claims/0/id"),
        row("hallmark report good.json good.json -o page.html", USAGE, r"claim A: expected each id once"),
        row("hallmark report good.json", USAGE, r"--out"),
        row("hallmark report -o page.html", USAGE, r"files"),
        row("hallmark report nowhere.json -o page.html", FILE, r"nowhere\.json"),
        row("hallmark report good.json -o plain/page.html", FILE, r"plain"),
        row("hallmark plot curves.csv --html page.html", 0, out=r"^page\.html\n$",
            check=page_of("page.html", "uPlot (v1.6.32)", "Copyright (c) 2022 Leon Sorokin", '"label":"a (upper)"', '<td class="n">1/7</td>', "2.5</td>")),
        row("hallmark plot answers.csv --html page.html", 0, check=page_of("page.html", '"label":"steps=10"', '"label":"steps=20"', '<td class="n">1/2</td>', "0.75</td>")),
        row("hallmark plot one.csv --html page.html", USAGE, r"one\.csv: expected answers at several values of a parameter"),
        row("hallmark plot short.csv --html page.html", USAGE, r"short\.csv:2:1: expected the 10 fields of the header, found 3"),
        row("hallmark plot crossed.csv --html page.html", USAGE, r"crossed\.csv: expected hi at least lo"),
        row("hallmark plot refused.csv --html page.html", USAGE, r"refused\.csv: expected answers"),
        row("hallmark plot evil.csv --html page.html", 0,
            check=page_of("page.html", "&lt;/td&gt;&lt;/table&gt;&lt;script&gt;alert(1)", "\\u003c/td\\u003e\\u003c/table\\u003e\\u003cscript", "\ufffd", "\\ufffd")),
        row("hallmark plot nothing.csv --html page.html", USAGE, r"must have a point"),
        row("hallmark plot curves.csv --html page.html --out picture", USAGE, r"--out"),
        row("hallmark plot curves.csv --html page.html --size 640x400", USAGE, r"--size"),
        row("hallmark plot curves.csv --html plain/page.html", FILE, r"plain"),
        row("hallmark badge decided.json -o badge.svg", 0, check=badge_of("badge.svg", number)),
        row("hallmark badge decided.json --id A -o badge.svg", 0, check=badge_of("badge.svg", number)),
        row("hallmark badge undecided.json -o badge.svg", 0, out=r"^!\[epsilon <= 1 \(delta 1e-6, replace-one\): undecided\]\(badge\.svg\)\n$"),
        row("hallmark badge alias.json -o badge.svg", 0, out=r"^!\[epsilon <= 2\.39 \(delta 1e-5, zero-out\): undecided\]"),
        row("hallmark badge other.json -o badge.svg", 0, out=r"^!\[mu <= 1 \(replace-one\): undecided\]"),
        row("hallmark badge lists.json -o badge.svg", USAGE, r"/claims/0/parameters"),
        row("hallmark badge evil-value.json -o badge.svg", USAGE, r"/claims/0/value: expected a number, found"),
        row("hallmark badge decided.json --id B -o badge.svg", USAGE, r"a claim with the id B"),
        row("hallmark badge bare.json -o badge.svg", USAGE, r"a verdict with its certificate"),
        row("hallmark badge none.json -o badge.svg", USAGE, r"/claims"),
        row("hallmark badge good.json -o badge.svg", USAGE, r"verdict"),
        row("hallmark badge lost.json -o badge.svg", FILE, r"nowhere\.cert"),
        row("hallmark badge nowhere.json -o badge.svg", FILE, r"nowhere\.json"),
        row("hallmark badge decided.json", USAGE, r"--out"),
    ]


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    with temporary_folder() as folder:
        os.chdir(folder)
        return run_table("reports", rows(), {"hallmark": str(binary / "cli" / "hallmark")})


sys.exit(main())
