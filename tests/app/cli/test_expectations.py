"""Training with expectations on the command line."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from app.__main__ import main
from app.domain.gazetteers import Gazetteer
from app.edits.gazetteers import add_gazetteer
from app.storage.project_file import ProjectFile
from crfcore import LinearChainCRF

TRAIN = "Anna PER\nslept O\n\nthe O\ndog O\nran O\n\n"
TEXT = "Rome\nsaw\nBonn\n\nthe\ncat\nslept\n\nUlm\nran\n\n"
EXPECTED = "Uc:Rome\tLOC\t0.95\nUc:Bonn\tLOC\t0.95\n\ngaz:towns:\tLOC\t0.9\nUs:x\tO\t0.98\n"
NEW_LABEL = "Labels that only the expectations name: 'LOC'.\n"
OPTIONS = ("--model", "m.crf", "--expect", "expected.tsv", "--unlabelled", "text.conll")


@pytest.fixture
def tagwright(tmp_path, monkeypatch, capfd):
    """Run a command in a folder with files; give its status, standard output and error."""
    monkeypatch.chdir(tmp_path)
    Path("train.conll").write_text(TRAIN)
    Path("text.conll").write_text(TEXT)
    Path("expected.tsv").write_text(EXPECTED)
    Path("towns.txt").write_text("Ulm\n")

    def run(*arguments):
        status = main(list(arguments))
        return status, *capfd.readouterr()

    return run


def test_a_model_learns_a_label_from_expectations_alone(tagwright):
    more = ("--gazetteer", "towns.txt", "--json", "--c2", "0.1", "--expect-weight", "100")
    status, out, err = tagwright("train", "train.conll", *OPTIONS, *more)
    assert (status, err) == (0, "")
    figures = json.loads(out)
    assert figures["unused_expectations"] == []
    assert figures["labels_of_expectations_alone"] == ["LOC"]
    assert (figures["n_labels"], figures["n_sentences"]) == (3, 2)
    Path("new.conll").write_text("Ulm\nslept\n\nAnna\nran\n\n")
    status, out, _ = tagwright("tag", "m.crf", "new.conll")
    assert (status, out) == (0, "Ulm LOC\nslept O\n\nAnna PER\nran O\n\n")


def test_expectations_alone_are_enough(tagwright):
    Path("expected.tsv").write_text(EXPECTED.replace("LOC", "B-LOC"))
    more = ("--gazetteer", "towns.txt", "--json", "--c2", "0.1")
    status, out, err = tagwright("train", *OPTIONS, *more)
    assert (status, err) == (0, "")
    figures = json.loads(out)
    assert (figures["n_labels"], figures["n_sentences"]) == (2, 0)
    Path("new.conll").write_text("Ulm\nslept\n\n")
    status, out, _ = tagwright("tag", "m.crf", "new.conll")
    assert (status, out) == (0, "Ulm B-LOC\nslept O\n\n")
    assert LinearChainCRF.load("m.crf").metadata_["scheme"] == "iob2"


def test_test_data_are_read_with_the_columns_that_are_named(tagwright):
    Path("test.conll").write_text("LOC NN Ulm\nO VB slept\n\n")
    more = ("--gazetteer", "towns.txt", "--json", "--test", "test.conll")
    status, out, err = tagwright("train", *OPTIONS, *more, "--columns", "label,pos,word")
    assert (status, err) == (0, "")
    assert json.loads(out)["test"]["per_label"].keys() == {"LOC"}


def test_unlabelled_text_may_have_spaces_between_its_tokens(tagwright):
    Path("lines.txt").write_text("Rome saw Bonn\nthe cat slept\nUlm ran\n" * 2)
    options = ("--model", "m.crf", "--expect", "expected.tsv", "--unlabelled", "lines.txt")
    more = ("--gazetteer", "towns.txt", "--tokens", "spaces")
    status, _, err = tagwright("train", "train.conll", *options, *more)
    assert (status, err) == (0, NEW_LABEL)
    assert "LOC" in LinearChainCRF.load("m.crf").classes_
    status, _, err = tagwright("train", "train.conll", "--model", "m.crf", "--tokens", "spaces")
    assert (status, "--tokens needs --unlabelled TEXT." in err) == (2, True)


def test_a_training_needs_data_or_expectations(tagwright):
    status, _, err = tagwright("train", "--model", "m.crf")
    assert status == 2
    assert "Missing argument 'DATA'." in err


def test_expectations_without_a_token_are_named(tagwright):
    status, _, err = tagwright("train", "train.conll", *OPTIONS)
    assert status == 0
    reason = "No unlabelled token has the attribute of 1 expectation: 'gaz:towns:'.\n"
    assert err == reason + NEW_LABEL


def test_several_texts_and_projects(tagwright):
    assert tagwright("new", "p.tagwright")[0] == 0
    assert tagwright("import", "p.tagwright", "text.conll", "--as", "text")[0] == 0
    objectives = []
    for path in ("p.tagwright", "text.conll"):
        more = ("--unlabelled", path, "--gazetteer", "towns.txt", "--json")
        status, out, _ = tagwright("train", "train.conll", *OPTIONS, *more)
        assert status == 0
        objectives.append(json.loads(out)["objective"])
    assert objectives[0] == pytest.approx(objectives[1])


def test_sets_of_labels_stay_what_they_are(tagwright):
    """Narrowed tokens of a project keep their sets when expectations add labels."""
    assert tagwright("new", "p.tagwright", "--labels", "PER,PET", "--scheme", "tokens")[0] == 0
    assert tagwright("import", "p.tagwright", "train.conll")[0] == 0
    status, out, _ = tagwright("train", "p.tagwright", *OPTIONS, "--json")
    assert status == 0
    assert json.loads(out)["unused_expectations"] == ["gaz:towns:"]
    crf = LinearChainCRF.load("m.crf")
    assert {"PER", "O", "LOC"} <= set(crf.classes_)


@pytest.mark.parametrize("data", [(), ("train.conll",)])
@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--expect", "expected.tsv"), "name this with --unlabelled TEXT."),
        (("--unlabelled", "text.conll"), "--unlabelled needs --expect FILE."),
    ],
)
def test_one_without_the_other_is_wrong_usage(tagwright, data, option, message):
    status, _, err = tagwright("train", *data, "--model", "m.crf", *option)
    assert status == 2
    assert message in err


@pytest.mark.parametrize("option", ["--choose", "--choose-c2", "--suggest-lines", "--control"])
def test_what_needs_labelled_sentences_is_refused_without_them(tagwright, option):
    status, _, err = tagwright("train", *OPTIONS, option)
    assert status == 2
    assert f"{option} needs labelled sentences; name them as DATA, or leave it out." in err


def test_expectations_of_one_label_alone_are_too_few(tagwright):
    Path("expected.tsv").write_text("Uc:Rome\tLOC\t0.95\n")
    status, _, err = tagwright("train", *OPTIONS)
    message = (
        "expected.tsv: 'LOC' is the only label here, and a training needs two; expect another,"
    )
    assert (status, message in err) == (1, True)


def test_attributes_that_no_token_has_are_named_with_their_file(tagwright):
    Path("expected.tsv").write_text("Rome\tLOC\t0.95\nsaw\tO\t0.98\n")
    status, _, err = tagwright("train", *OPTIONS)
    message = "expected.tsv: No token has a label yet, and no unlabelled one has 'Rome', 'saw', "
    assert (status, err.startswith(message)) == (1, True)
    assert "their names look like 'Uc:Rome'." in err


@pytest.mark.parametrize(
    ("content", "more", "message"),
    [
        ("Us:x\tO\n", (), "expected.tsv, line 1, column 1: 'Us:x\\tO' is found where"),
        (EXPECTED, ("--unlabelled", "none.txt"), "none.txt"),
        (EXPECTED, ("--template", "two.txt"), "column"),
        ("Us:x\tO\tPER\t0.5\n", (), "expected.tsv: The expectation of 'Us:x' names all labels"),
        (
            "Us:x\tO\t0_0.5\n",
            (),
            "expected.tsv, line 1, column 8: '0_0.5' is found where a share from 0 to 1",
        ),
        (
            "".join(f"Us:x\tL{number}\t0.5\n" for number in range(5_001)),
            (),
            "expected.tsv, line 5001: There are more than 5,000 different labels",
        ),
    ],
)
def test_what_is_not_possible_is_one_sentence(tagwright, content, more, message):
    Path("expected.tsv").write_text(content)
    Path("two.txt").write_text("U0:%x[0,0]/%x[0,1]\nB\n")
    Path("train.conll").write_text("Anna NN PER\nslept VB O\n\n")
    status, out, err = tagwright("train", "train.conll", *OPTIONS, *more)
    assert (status, out) == (1, "")
    assert message in err
    assert err.count("\n") == 1
    assert not Path("m.crf").exists()


@pytest.mark.parametrize("name", ["expected.tsv", "text.conll", "towns.txt", "own.tpl"])
def test_no_model_takes_the_place_of_a_file_that_it_is_made_from(tagwright, name):
    Path("own.tpl").write_text("U0:%x[0,0]\nB\n")
    before = Path(name).read_bytes()
    options = ["--gazetteer", "towns.txt", "--template", "own.tpl", *OPTIONS[2:], "--model", name]
    status, _, err = tagwright("train", "train.conll", *options)
    assert status == 1
    assert "would take the place of this file" in err
    assert Path(name).read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="permissions of Unix")
@pytest.mark.parametrize("private", ["text.conll", "towns.txt"])
def test_a_model_is_as_private_as_the_most_private_of_its_sources(tagwright, private):
    Path(private).chmod(0o600)
    before = os.umask(0o022)
    try:
        assert tagwright("train", "train.conll", "--gazetteer", "towns.txt", *OPTIONS)[0] == 0
    finally:
        os.umask(before)
    assert Path("m.crf").stat().st_mode & 0o777 == 0o600


def expect_towns(path):
    """Add a gazetteer of towns to a project, and expect a label for 90% of its words."""
    towns = [line for line in Path("towns.txt").read_text().split("\n") if line]
    row = Gazetteer(0, "towns", label="LOC", share=0.9)
    with ProjectFile.open(Path(path)) as file:
        edit = add_gazetteer(file.load(), row, dict.fromkeys(towns, ""))
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))


def test_a_project_s_own_gazetteers_are_expected_of_its_unlabelled_sentences(tagwright):
    assert tagwright("new", "p.tagwright", "--labels", "LOC,PER")[0] == 0
    assert tagwright("import", "p.tagwright", "train.conll")[0] == 0
    assert tagwright("import", "p.tagwright", "text.conll", "--as", "text")[0] == 0
    expect_towns("p.tagwright")
    figures = {}
    for name in ("ap", "lbfgs"):
        options = ("--model", "m.crf", "--algorithm", name, "--json")
        status, out, _ = tagwright("train", "p.tagwright", *options)
        assert status == 0
        figures[name] = json.loads(out)
    assert (figures["lbfgs"]["n_labels"], figures["ap"]["n_labels"]) == (4, 2)
    options = ("--model", "m.crf", "--min-count", "2", "--json")
    status, out, err = tagwright("train", "p.tagwright", *options)
    assert (status, json.loads(out)["n_labels"]) == (0, 2)
    assert err == "With --min-count, the expectations of the project's gazetteers are not used.\n"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--algorithm", "newton"), "does not learn from expectations"),
        (("--keep-state",), "state cannot be combined with expectations"),
    ],
)
def test_options_that_do_not_go_with_expectations_are_wrong_usage(tagwright, more, message):
    status, _, err = tagwright("train", "train.conll", *OPTIONS, *more)
    assert (status, message in err) == (2, True)


def test_a_minimum_count_is_refused_with_expectations(tagwright):
    status, _, err = tagwright("train", "train.conll", *OPTIONS, "--min-count", "2")
    message = "--min-count cannot be combined with expectations; leave it out."
    assert (status, message in err) == (2, True)
    assert not Path("m.crf").exists()


@pytest.fixture
def unlabelled_project(tagwright):
    """Create a project with an expectation and without a label."""
    assert tagwright("new", "p.tagwright", "--labels", "LOC,PER")[0] == 0
    assert tagwright("import", "p.tagwright", "text.conll", "--as", "text")[0] == 0
    expect_towns("p.tagwright")
    return "p.tagwright"


def test_a_project_without_labels_is_trained_by_its_expectations(tagwright, unlabelled_project):
    status, out, err = tagwright("train", unlabelled_project, "--model", "m.crf", "--c2", "0.1")
    assert (status, out[:7]) == (0, "m.crf: ")
    assert err == (
        "Too little is confirmed in this project: the model learns from the expectations of its "
        "gazetteers alone.\n"
    )
    crf = LinearChainCRF.load("m.crf")
    assert crf.metadata_["scheme"] == "iob2"
    assert set(crf.classes_) == {"O", "B-LOC", "I-LOC"}
    Path("new.conll").write_text("Ulm\nran\n\n")
    status, out, _ = tagwright("tag", "m.crf", "new.conll")
    assert (status, out) == (0, "Ulm B-LOC\nran O\n\n")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--algorithm", "ap"), "only lbfgs learns from the expectations of its gazetteers"),
        (("--min-count", "2"), "only lbfgs learns from the expectations of its gazetteers"),
        (("--suggest-lines",), "--suggest-lines needs labelled sentences"),
        (("--choose",), "Choosing c2 needs at least two labelled sentences"),
    ],
)
def test_what_expectations_alone_are_not_enough_for_is_one_sentence(
    tagwright, unlabelled_project, more, message
):
    status, out, err = tagwright("train", unlabelled_project, "--model", "m.crf", *more)
    assert (status, out) == (1, "")
    assert message in err
    assert not Path("m.crf").exists()


def test_a_test_file_without_labels_is_refused_although_something_is_expected(
    tagwright, unlabelled_project
):
    options = ("--model", "m.crf", "--test", unlabelled_project)
    status, _, err = tagwright("train", "train.conll", *options)
    assert status == 1
    assert "Too little is confirmed in this project: a model needs" in err
