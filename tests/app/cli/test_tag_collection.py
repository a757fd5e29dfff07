"""The sub-command tag with many texts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.cli import run

DATA = "Anna NNP B-PER\nlives VB O\n\nUlm NNP B-LOC\nsleeps VB O\n\n"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("collection")
    (folder / "data.conll").write_text(DATA)
    assert run(["train", str(folder / "data.conll"), "--model", str(folder / "m.crf")]) == 0
    return str(folder / "m.crf")


@pytest.fixture(autouse=True)
def texts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number in range(6):
        path = Path("in", str(number % 2), f"{number}.conll")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(DATA * (number + 1))


def test_two_processes_make_what_one_makes(model, capsys):
    Path("in/1/bad.conll").write_text("Anna NNP B-PER\nlives\n\n")
    Path("in/empty.conll").write_text("")
    assert run(["tag", model, "in/**/*.conll", "--out", "one"]) == 1
    assert "one: 6 files tagged; 84 tokens in " in capsys.readouterr().out
    assert run(["tag", model, "in/**/*.conll", "--out", "two", "--jobs", "2"]) == 1
    shown = capsys.readouterr()
    assert "two: 6 files tagged; 84 tokens in " in shown.out
    failed = shown.err.splitlines()
    assert failed[0] == "2 files failed:"
    assert failed[1].startswith("in/1/bad.conll, line 2: ")
    assert failed[2].startswith("in/empty.conll: The file is empty")
    names = {str(path.relative_to("one")) for path in Path("one").rglob("*") if path.is_file()}
    assert names == {
        ".tagwright-run.json",
        *(f"{number % 2}/{number}.conll" for number in range(6)),
    }
    for name in names:
        assert Path("one", name).read_bytes() == Path("two", name).read_bytes()
    Path("two/0/0.conll").unlink()
    for name in ("in/1/bad.conll", "in/empty.conll"):
        Path(name).unlink()
    assert run(["tag", model, "in/**/*.conll", "--out", "two", "--resume"]) == 0
    assert "two: 1 file tagged, 5 were there already; 4 tokens in" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["in/0/0.conll", "in/0/2.conll"], "--out is needed"),
        (["in/0/0.conll", "--jobs", "2"], "--jobs is for --out"),
        (["in/0/0.conll", "--resume"], "--resume is for --out"),
        (["in/0/0.conll", "--out", "o", "-o", "x"], "cannot go together"),
        (["in/0/0.conll", "--out", "o", "--jobs", "0"], "a whole number from 1 to 1,024"),
        ([], "Missing argument"),
    ],
)
def test_wrong_usage(model, words, message, capsys):
    assert run(["tag", model, *words]) == 2
    assert message in capsys.readouterr().err
    assert not Path("o").exists()


def test_a_stream_is_no_file_of_a_collection(model, capsys):
    assert run(["tag", model, "-", "--out", "o"]) == 1
    assert "--out is for files, and this is standard input; use -o." in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of Unix")
@pytest.mark.parametrize("resume", [[], ["--resume"]])
def test_a_pipe_that_nobody_named_is_refused(model, capsys, resume):
    assert run(["tag", model, "in/**/*.conll", "--out", "out"]) == 0
    Path("out/.tagwright-run.json").unlink()
    os.mkfifo("out/.tagwright-run.json")
    assert run(["tag", model, "in/**/*.conll", "--out", "out", *resume]) != 0
    assert "out/.tagwright-run.json: This is no file" in capsys.readouterr().err
