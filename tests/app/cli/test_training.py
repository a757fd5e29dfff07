"""Tests of a project's own penalty in every command that trains."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.__main__ import main
from app.edits.settings import change_settings
from app.jobs import simulate as simulate_job
from app.jobs.create_project import create_sample
from app.storage.project_file import ProjectFile
from crfcore import LinearChainCRF, MaximumEntropyClassifier, MaximumEntropyMarkovModel
from crfcore.training.defaults import DEFAULT_C2

TRAIN = "Anna B-PER\nlives O\n\nBen B-PER\nworks O\n\n"


@pytest.fixture
def train(tmp_path, monkeypatch, capfd):
    """Train on some data and return the objective."""
    monkeypatch.chdir(tmp_path)
    Path("train.conll").write_text(TRAIN)

    def run(*arguments):
        assert main(["train", *arguments, "--model", "m.crf", "--json"]) == 0
        return json.loads(capfd.readouterr().out)["objective"]

    return run


@pytest.fixture
def project(tmp_path):
    """Return the sample project with its own penalty."""
    path = tmp_path / "s.tagwright"
    create_sample(path)
    with ProjectFile.open(path) as file:
        held = file.load()
        edit = change_settings(held, replace(held.settings, c2=7.0))
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
    return str(path)


def test_a_project_is_trained_with_its_own_penalty(train, project):
    own = train(project)
    assert own == train(project, "--c2", "7")
    assert own > 1.1 * train(project, "--c2", "1")


def test_what_is_simulated_on_a_project_has_its_penalty(project, monkeypatch):
    taken = []

    def stop(_, options, **__):
        taken.append(options.c2)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate_job, "simulate_on", stop)
    command = ["simulate", project, "--test", project, "--strategy", "random"]
    main(command)
    main([*command, "--c2", "2"])
    assert taken == [7.0, 2.0]


def test_the_default_penalty_of_files_and_of_the_library_is_the_same(train):
    default = DEFAULT_C2
    assert train("train.conll") == train("train.conll", "--c2", str(default))
    assert simulate_job.SimulationOptions(()).c2 == default
    for estimator in (LinearChainCRF, MaximumEntropyMarkovModel, MaximumEntropyClassifier):
        assert estimator().c2 == default


def test_a_training_goes_on_with_the_penalty_that_it_had(train):
    whole = train("train.conll", "--c2", "0.5", "--keep-state")
    Path("m.crf").rename("state.crf")
    assert train("train.conll", "--state", "state.crf") == pytest.approx(whole)


def test_sentences_held_out_choose_the_penalty(train, capfd):
    words = [f"w{n % 7}" for n in range(60)]
    text = "".join(f"{word} {'B-X' if word in 'w1w2' else 'O'}\nand O\n\n" for word in words)
    Path("many.conll").write_text(text)
    assert train("many.conll", "--choose-c2") == train("many.conll", "--c2", "0.01")
    assert main(["train", "many.conll", "--choose-c2", "--model", "m.crf"]) == 0
    assert "c2 = 0.01, chosen by cross-validation." in capfd.readouterr().out
    assert LinearChainCRF.load("m.crf").c2 == 0.01


@pytest.mark.parametrize("more", [("--c2", "1"), ("--algorithm", "ap")])
def test_a_given_penalty_is_not_chosen(train, capfd, more):
    assert main(["train", "train.conll", "--choose-c2", "--model", "m.crf", *more]) == 2
    assert "leave one of them out" in capfd.readouterr().err


def test_one_sentence_cannot_choose(train, capfd):
    Path("one.conll").write_text("Anna B-PER\nlives O\n\n")
    assert main(["train", "one.conll", "--choose-c2", "--model", "m.crf"]) == 1
    assert "at least two labelled sentences" in capfd.readouterr().err
