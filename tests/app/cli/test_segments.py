"""Models of whole spans on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.__main__ import main
from crfcore import SemiMarkovCRF

TRAIN = "in O\nNew B-LOC\nYork I-LOC\n\nRome B-LOC\nburns O\n\nhe O\nsleeps O\n\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """Run a command in a folder with a labelled file and a list; return the output."""
    monkeypatch.chdir(tmp_path)
    Path("train.conll").write_text(TRAIN)
    Path("CITY.txt").write_text("New York\nRome\nOslo\n")

    def command(*arguments, status=0):
        assert main([*arguments]) == status
        return capfd.readouterr()

    return command


def test_a_model_of_segments_is_trained_read_and_evaluated(run):
    lists = ("--gazetteer", "CITY.txt")
    kind = ("--model-kind", "segments")
    found = run("train", "train.conll", "--model", "m.crf", *kind, *lists, "--json")
    assert json.loads(found.out)["converged"]
    model = SemiMarkovCRF.load("m.crf")
    assert model.segments == "S0:%length\nS1:%listed[*]\nS2:%listed[*]/%length\n"
    Path("text.conll").write_text("in _\nOslo _\n\n")
    assert "Oslo _ B-LOC" in run("tag", "m.crf", "text.conll").out
    assert "2" in run("tag", "m.crf", "text.conll", "--nbest", "2").out
    assert json.loads(run("evaluate", "m.crf", "train.conll", "--json").out)["f1"] == 1.0
    Path("lines.txt").write_text("S0:%length/%before[-1,0]\n")
    run(
        *("train", "train.conll", "--model", "n.crf", *kind, "--segments", "lines.txt"),
        *("--initial", "m.crf"),
    )
    assert SemiMarkovCRF.load("n.crf").segments == "S0:%length/%before[-1,0]\n"


def test_spans_longer_than_all_known_ones_have_no_log_likelihood(run):
    Path("long.conll").write_text("New B-LOC\nYork I-LOC\nBay I-LOC\n\nin O\nRome B-LOC\n\n")
    kind = ("--model-kind", "segments")
    train = ("train", "train.conll", "--model", "m.crf", *kind, "--test", "long.conll", "--json")
    figures = json.loads(run(*train).out)["test"]
    assert figures["log_likelihood"] is None
    assert (figures["sentences"], figures["unseen_labels"]) == (2, [])
    evaluated = json.loads(run("evaluate", "m.crf", "long.conll", "--json").out)
    assert (evaluated["log_likelihood"], evaluated["f1"]) == (None, figures["f1"])
    assert json.loads(run("evaluate", "m.crf", "train.conll", "--json").out)["log_likelihood"] < 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--segments", "x"), "--segments is for --model-kind segments"),
        (("--model-kind", "segments", "--algorithm", "ap"), "--algorithm is not available"),
        (("--model-kind", "segments", "--choose"), "--choose is not available"),
        (("--model-kind", "segments", "--keep-state"), "--keep-state is not available"),
    ],
)
def test_what_models_of_segments_do_not_have(run, arguments, message):
    found = run("train", "train.conll", "--model", "m.crf", *arguments, status=2)
    assert message in found.err
    assert not Path("m.crf").exists()


def test_lines_that_are_none_are_named(run):
    arguments = ("--model-kind", "segments", "--segments", "S0:%nothing")
    found = run("train", "train.conll", "--model", "m.crf", *arguments, status=1)
    assert "%nothing" in found.err


def test_a_file_of_lines_is_named_and_not_that_of_the_data(run):
    kind = ("--model-kind", "segments", "--segments")
    found = run("train", "train.conll", "--model", "m.crf", *kind, "nofile.txt", status=1)
    assert found.err == (
        "nofile.txt: There is no such file of lines of segments; correct its name, or use the "
        "preset “segments”.\n"
    )
    Path("lines.txt").write_text("S0:%length\nS1:%listed[places]\n")
    found = run("train", "train.conll", "--model", "m.crf", *kind, "lines.txt", status=1)
    assert found.err.startswith("lines.txt: The line 'S1:%listed[places]' reads a list that is not")
    found = run("train", "train.conll", "--model", "m.crf", *kind, "S0:%listed[places]", status=1)
    assert found.err.startswith("The line 'S0:%listed[places]' reads a list that is not there")


def test_rules_and_plain_labels_are_refused_in_the_words_of_the_command_line(run):
    kind = ("--model-kind", "segments")
    run("train", "train.conll", "--model", "m.crf", *kind)
    Path("rules.json").write_text('{"format": "tagwright rules", "version": 1, "rules": []}')
    found = run("tag", "m.crf", "train.conll", "--constraints", "rules.json", status=1)
    assert found.err == (
        "rules.json: A model of segments takes no rules; confirm labels by a column file, or train "
        "with --model-kind tokens.\n"
    )
    Path("plain.conll").write_text("in O\nRome CITY\n\nUlm CITY\nburns O\n\n")
    found = run("train", "plain.conll", "--model", "n.crf", *kind, status=1)
    assert found.err.endswith("; use --model-kind tokens.\n")
    assert "A model of segments needs tags such as B-X and O" in found.err
