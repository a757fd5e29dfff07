"""The commands on a scheduler and a worker that were started by hand, in another folder."""

from __future__ import annotations

import json
import logging

import pytest

pytest.importorskip("distributed")

from app.cli import run
from tests.dask_by_hand import DaskByHand

pytestmark = pytest.mark.filterwarnings("ignore")

DATA = "Anna NNP B-PER\nlives VB O\n\nUlm NNP B-LOC\nsleeps VB O\n\n"


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    logger = logging.getLogger("distributed")
    level = logger.level
    with DaskByHand(tmp_path_factory.mktemp("elsewhere")) as started:
        yield started.address
    logger.setLevel(level)


@pytest.fixture(autouse=True)
def _no_thread_left():
    """Dask's threads end later than its clients."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "data.conll").write_text(DATA * 20)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_train_and_tag(scheduler, folder, capsys):
    there = ("--scheduler", scheduler)
    assert run(["train", "data.conll", "--model", "there.crf", *there]) == 0
    assert run(["train", "data.conll", "--model", "here.crf", "--shard-tokens", "200000"]) == 0
    for number in range(3):
        (folder / "in" / str(number)).mkdir(parents=True)
        (folder / "in" / str(number) / "text.conll").write_text(DATA * (1 + number))
    assert run(["tag", "there.crf", "in/*/*.conll", "--out", "out", *there]) == 0
    assert "3 files tagged; 24 tokens" in capsys.readouterr().out
    assert run(["tag", "here.crf", "in/*/*.conll", "--out", "same"]) == 0
    made, same = (
        {
            path.relative_to(folder / out): path.read_text()
            for path in (folder / out).rglob("*.conll")
        }
        for out in ("out", "same")
    )
    assert len(made) == 3
    assert made == same
    assert run(["tag", "there.crf", "in/*/*.conll", "--out", "out", "--resume", *there]) == 0
    assert "0 files tagged, 3 were there already.\n" in capsys.readouterr().out


def test_a_file_that_cannot_be_read_fails_alone(scheduler, folder, capsys):
    assert run(["train", "data.conll", "--model", "m.crf"]) == 0
    (folder / "bad.conll").write_text("Anna NNP\nlives\n\n")
    texts = ["data.conll", "bad.conll"]
    assert run(["tag", "m.crf", *texts, "--out", "out", "--scheduler", scheduler]) == 1
    said = capsys.readouterr()
    assert "1 file tagged" in said.out
    assert "bad.conll, line 2: " in said.err


def test_simulations_are_those_of_this_process(scheduler, folder, capsys):
    words = ["simulate", "data.conll", "--test", "data.conll", "--strategy", "random", "--json"]
    words += ["--strategy", "min_marginal", "--budget", "30", "--seed", "0", "--seed", "1"]
    assert run([*words, "--scheduler", scheduler]) == 0
    there = json.loads(capsys.readouterr().out)
    assert run(words) == 0
    assert json.loads(capsys.readouterr().out) == there


@pytest.mark.parametrize(
    "words",
    [
        ["tag", "m.crf", "data.conll", "--out", "out"],
        ["simulate", "data.conll", "--test", "data.conll", "--strategy", "random"],
        ["benchmark", "calibration"],
    ],
)
def test_what_does_not_go_together(folder, words, capsys):
    both = ["--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"]
    assert run([*words, *both]) == 2
    assert "--jobs cannot be combined with --scheduler" in capsys.readouterr().err


def test_a_scheduler_is_for_folders(folder, capsys):
    assert run(["tag", "m.crf", "data.conll", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "--scheduler is for --out" in capsys.readouterr().err


def test_a_scheduler_without_tls_is_refused(folder, capsys):
    assert run(["train", "data.conll", "--model", "m.crf"]) == 0
    words = ["tag", "m.crf", "data.conll", "--out", "out", "--scheduler", "tcp://10.0.0.1:8786"]
    assert run(words) == 1
    assert "is on a network without TLS" in capsys.readouterr().err
