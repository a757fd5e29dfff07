"""Tests of the message about compiling kernels, shown only by commands that compile."""

from __future__ import annotations

import pytest

from app.cli import run
from app.jobs import kernels
from app.jobs.kernels import PREPARING, missing_parts
from crfcore import kernel_stamps, warm

DATA = "Anna NNP B-PER\nlives VB O\n\nUlm NNP B-LOC\nsleeps VB O\n\n"


@pytest.fixture
def commands(tmp_path):
    """Return a command for each kind of work, by its name, with its files."""
    data, model = tmp_path / "data.conll", tmp_path / "m.crf"
    data.write_text(DATA)
    train = ["train", str(data), "--model", str(model), "--max-iterations", "3"]
    assert run(train) == 0
    assert run(["vectors", str(data), "-o", str(tmp_path / "w.vec")]) == 0
    return {
        "train": train,
        "l1": [*train, "--c1", "0.1"],
        "text": [*train, "--vectors", str(tmp_path / "w.vec")],
        "vectors": ["vectors", str(data), "-o", str(tmp_path / "v.vec")],
        "clusters": ["clusters", str(data), "-o", str(tmp_path / "w.clusters")],
        "cases": ["cases", str(data), "-o", str(tmp_path / "w.cases")],
        "online": [*train, "--algorithm", "ap"],
        "margins": [*train, "--algorithm", "bcfw"],
        "tag": ["tag", str(model), str(data)],
        "nbest": ["tag", str(model), str(data), "--nbest", "2"],
        "evaluate": ["evaluate", str(model), str(data)],
        "simulate": [
            *("simulate", str(data), "--test", str(data), "--strategy", "random", "--budget", "1")
        ],
    }


@pytest.fixture
def cold(commands, tmp_path, monkeypatch):
    """Return the kernels requested from an instant compiler with an empty cache."""
    compiled: list[str] = []
    cache = tmp_path / "cache"
    monkeypatch.setattr(kernel_stamps, "cache_folder", lambda: cache)
    monkeypatch.setattr(kernels, "missing_parts", missing_parts)

    def instead(*parts):
        for part in parts:
            compiled.append(part)
            kernel_stamps.stamp(cache, part)

    monkeypatch.setattr(warm, "warm", instead)
    return compiled


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("train", ["labelling", "passes"]),
        ("l1", ["labelling", "passes", "answers"]),
        ("online", ["labelling", "passes", "online"]),
        ("margins", ["labelling", "passes", "margins"]),
        ("text", ["labelling", "passes", "vectors"]),
        ("vectors", ["vectors"]),
        ("clusters", ["vectors"]),
        ("cases", ["vectors"]),
        ("tag", ["labelling"]),
        ("nbest", ["labelling", "answers"]),
        ("evaluate", ["labelling"]),
        ("simulate", ["labelling", "passes"]),
    ],
)
def test_who_waits_for_the_compiler_is_told_so_once(commands, cold, capsys, name, parts):
    capsys.readouterr()
    assert run(commands[name]) == 0
    assert capsys.readouterr().err.splitlines().count(PREPARING) == 1
    assert cold == parts
    assert run(commands[name]) == 0
    assert PREPARING not in capsys.readouterr().err


def test_a_process_loads_the_same_kernels_once(commands, monkeypatch):
    loaded = []
    monkeypatch.setattr(warm, "warm", lambda *parts: loaded.append(parts))
    monkeypatch.setattr(kernels, "_loaded", set())
    for name in ("train", "train", "online", "online"):
        assert run(commands[name]) == 0
    assert loaded == [("labelling", "passes"), ("online",)]


@pytest.mark.parametrize("name", ["train", "tag", "evaluate", "simulate"])
def test_it_is_said_in_one_sentence_if_nothing_could_be_kept(
    commands, cold, capsys, monkeypatch, name
):
    monkeypatch.setattr(kernel_stamps, "stamp", lambda *_: None)
    capsys.readouterr()
    for _ in range(2):
        assert run(commands[name]) == 0
        output = capsys.readouterr().err.splitlines()
        assert output.count(PREPARING) == 1
        received = [line for line in output if "could not be kept" in line]
        assert len(received) == 1
        assert str(kernel_stamps.cache_folder()) in received[0]
        assert output.index(PREPARING) < output.index(received[0])


@pytest.mark.parametrize("name", ["train", "tag", "evaluate", "simulate"])
def test_bad_input_is_told_before_anything_is_compiled(commands, cold, capsys, tmp_path, name):
    tmp_path.joinpath("data.conll").write_text("")
    capsys.readouterr()
    assert run(commands[name]) == 1
    assert PREPARING not in capsys.readouterr().err
    assert cold == []


def test_without_a_compiler_nothing_is_said(commands, monkeypatch, capsys):
    monkeypatch.setattr(kernel_stamps, "cache_folder", lambda: None)
    monkeypatch.setattr(kernels, "missing_parts", missing_parts)
    monkeypatch.setattr(warm, "warm", lambda *_: None)
    capsys.readouterr()
    assert run(commands["train"]) == 0
    assert PREPARING not in capsys.readouterr().err
