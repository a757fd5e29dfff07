"""The option --jobs of the sub-commands that make experiments."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.__main__ import main
from app.jobs import simulate as simulate_job

TRAIN = "Anna B-PER\nlives O\n\nBen B-PER\nworks O\n\n"


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("train.conll").write_text(TRAIN)


def test_a_simulation_has_so_many_processes(monkeypatch):
    taken = []

    def stop(*arguments, jobs, **_):
        taken.append(jobs)
        raise KeyboardInterrupt

    monkeypatch.setattr("crfcore.active_learning.simulation.simulate", stop)
    monkeypatch.setattr(simulate_job, "load_kernels", lambda *_, **__: None)
    command = ["simulate", "train.conll", "--test", "train.conll", "--strategy", "random"]
    assert main(command) == main([*command, "--jobs", "3"]) == 130
    assert main([*command, "--jobs", "3", "--resume", "kept"]) == 130
    assert taken == [1, 3, 3]


@pytest.mark.parametrize(
    ("function", "more"),
    [
        ("search", ["--choose-c2"]),
        ("search", ["--choose"]),
        ("choose_exponent", ["--choose", "--algorithm", "empirical"]),
    ],
)
def test_a_choice_has_so_many_processes(function, more, monkeypatch):
    taken = []

    def stop(*_, jobs, **__):
        taken.append(jobs)
        raise KeyboardInterrupt

    monkeypatch.setattr(f"crfcore.model_selection.{function}", stop)
    assert main(["train", "train.conll", "--model", "m", *more, "--jobs", "3"]) == 130
    assert taken == [3]


def test_one_training_has_none(capsys):
    assert main(["train", "train.conll", "--model", "m", "--jobs", "2"]) == 2
    assert "--jobs is for --choose and --choose-c2" in capsys.readouterr().err


def test_what_measures_time_has_none(capsys):
    assert main(["benchmark", "formats", "--jobs", "2"]) == 2
    assert "--jobs would disturb what formats measures" in capsys.readouterr().err
