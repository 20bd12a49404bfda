"""The notebooks of docs print what stands in them. Their cells are run here, as a kernel would, so that no Jupyter is needed.

`python3 tests/python/notebook_test.py --take` writes the outputs anew.
"""
import ast
import contextlib
import io
import json
import pathlib
import sys

import pytest

NOTEBOOKS = sorted((pathlib.Path(__file__).parents[2] / "docs").glob("*.ipynb"))


def run(source, names, count):
    """The outputs of a cell: what it prints, and the value of its last line."""
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(ast.Module(body, []), f"<cell {count}>", "exec"), names)  # noqa: S102
        value = eval(compile(last, f"<cell {count}>", "eval"), names) if last else None  # noqa: S307
    outputs = [{"name": "stdout", "output_type": "stream", "text": out.getvalue().splitlines(True)}] if out.getvalue() else []
    if value is not None:
        outputs.append({"data": {"text/plain": repr(value).splitlines(True)}, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def executed(notebook):
    names, count = {"__name__": "__main__"}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"], cell["outputs"] = count, run("".join(cell["source"]), names, count)
    return notebook


def text_of(notebook):
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_stands_in_it(path):
    text = path.read_text(encoding="utf-8")
    assert text_of(executed(json.loads(text))) == text


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_jupyter_runs_it_too(path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    before = nbformat.read(path, as_version=4)
    after = nbclient.NotebookClient(nbformat.read(path, as_version=4)).execute()

    def plain(notebook):
        return [[output.get("text") or output["data"]["text/plain"] for output in cell.get("outputs", [])] for cell in notebook.cells]

    assert plain(before) == plain(after)


if __name__ == "__main__" and sys.argv[1:] == ["--take"]:
    for each in NOTEBOOKS:
        each.write_text(text_of(executed(json.loads(each.read_text(encoding="utf-8")))), encoding="utf-8")
