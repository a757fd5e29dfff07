"""Models are as private as the most private of the files that they are made from."""

from __future__ import annotations

import os
from pathlib import Path

import click
import pytest

from app.__main__ import main
from app.cli.options import NamedPath, WrittenPath
from app.cli.training import train

pytestmark = pytest.mark.skipif(os.name != "posix", reason="permissions of Unix")

WORDS = "Anna slept .\nBen ran .\nAnna ran .\nBen slept .\n"
TRAIN = "Anna B-PER\nslept O\n\nBen B-PER\nran O\n\n" * 3

READ = ("--template", "own.tpl")
EXPECTING = ("--expect", "own.tsv", "--unlabelled", "text.txt", "--tokens", "spaces")
FILES = {
    "data": ((), "train.conll"),
    "template": (("--template", "own.tpl"), "own.tpl"),
    "gazetteers": (("--gazetteer", "names.txt"), "names.txt"),
    "grammars": (("--grammar", "grammar.txt"), "grammar.txt"),
    "vectors": (("--vectors", "words.vectors", *READ), "words.vectors"),
    "clusters": (("--clusters", "words.clusters", *READ), "words.clusters"),
    "cases": (("--cases", "words.cases", *READ), "words.cases"),
    "expect": (EXPECTING, "own.tsv"),
    "unlabelled": (EXPECTING, "text.txt"),
    "segments": (("--model-kind", "segments", "--segments", "lines.txt"), "lines.txt"),
    "initial": (("--initial", "earlier.crf"), "earlier.crf"),
    "state_path": (("--state", "earlier.crf"), "earlier.crf"),
    "constraints": (("--constraints", "rules.json"), "rules.json"),
    "resume": (("--resume", "kept.state", "--c2", "0.0001"), "kept.state"),
}
"""The parameters that name a file whose content is in the model; how each is given."""

OTHERS = {"columns", "scheduler", "test_path", "out_of_core"}
"""Those of which nothing is in the model."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Work in a folder with a file of each kind, which all users may read."""
    monkeypatch.chdir(tmp_path)
    before = os.umask(0o022)
    Path("train.conll").write_text(TRAIN)
    Path("text.txt").write_text(WORDS)
    Path("own.tpl").write_text("U0:%x[0,0]\nU1:%vector[0]\nU2:%cluster[0,4]\nU3:%case[0]\nB\n")
    Path("names.txt").write_text("Anna\n")
    Path("grammar.txt").write_text('NAME -> "Anna"\n')
    Path("own.tsv").write_text("U0:slept\tO\t0.9\nUc:slept\tO\t0.9\n")
    Path("lines.txt").write_text("S0:%length\n")
    Path("rules.json").write_text('{"format": "tagwright rules", "version": 1, "rules": []}')
    yield
    os.umask(before)


def made(name):
    """Make the files that commands write, where an option reads one."""
    if name in ("vectors", "clusters", "cases"):
        more = {"vectors": ["--dimensions", "2"], "clusters": ["--classes", "2"], "cases": []}[name]
        words = ["text.txt", "--tokens", "spaces", "-o", f"words.{name}"]
        assert main([name, *words, *more]) == 0
    if name in ("initial", "state_path"):
        assert main(["train", "train.conll", "--model", "earlier.crf", "--keep-state"]) == 0
    if name == "resume":
        # A checkpoint is written every ten iterations.
        kept = ["--checkpoint", "kept.state", "--c2", "0.0001"]
        assert main(["train", "train.conll", "--model", "earlier.crf", *kept]) == 0


def test_each_file_that_training_reads_is_among_these():
    naming = {
        parameter.name
        for parameter in train.params
        if isinstance(parameter.type, NamedPath | type(click.STRING))
        and not isinstance(parameter.type, WrittenPath)
    }
    assert naming == FILES.keys() | OTHERS


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", FILES)
def test_a_model_is_as_private_as_each_file_that_it_is_made_from(name):
    options, private = FILES[name]
    made(name)
    command = ["train", "train.conll", "--model", "m.crf", *options]
    assert main(command) == 0
    assert Path("m.crf").stat().st_mode & 0o777 == 0o644
    Path("m.crf").unlink()
    Path(private).chmod(0o600)
    assert main(command) == 0
    assert Path("m.crf").stat().st_mode & 0o777 == 0o600


@pytest.mark.usefixtures("folder")
def test_no_model_takes_the_place_of_its_lines_of_segments():
    before = Path("lines.txt").read_bytes()
    options, _ = FILES["segments"]
    assert main(["train", "train.conll", "--model", "lines.txt", *options]) == 1
    assert Path("lines.txt").read_bytes() == before


@pytest.mark.usefixtures("folder")
def test_a_template_may_be_a_text_longer_than_a_name():
    template = "".join(f"U{number}:%x[0,0]\n" for number in range(999)) + "B\n"
    assert main(["train", "train.conll", "--model", "m.crf", "--template", template]) == 0


@pytest.mark.usefixtures("folder")
def test_a_converted_model_is_as_private_as_its_template():
    Path("dump.txt").write_text("u:a\t#\tB\t3.0\n\nb\tA\tA\t-0.5\nb\tB\tB\t2.5\n\n")
    Path("own.tpl").write_text("# dialect: wapiti\nu:%x[0,0]\nb\n")
    command = ["convert", "dump.txt", "--template", "own.tpl", "--model"]
    assert main([*command, "own.tpl"]) == 1
    Path("own.tpl").chmod(0o600)
    assert main([*command, "m.crf"]) == 0
    assert Path("m.crf").stat().st_mode & 0o777 == 0o600
