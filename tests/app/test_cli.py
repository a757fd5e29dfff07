"""Tests of the sub-commands, as a user or a script runs them."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app import cli
from app.__main__ import COMMANDS, main
from app.cli.output import print_json
from app.cli.tagging import print_evaluation
from app.domain.edits import Edit, RoleChange
from app.domain.gazetteers import Gazetteer
from app.domain.rules import ProjectRule
from app.domain.sentences import Additions
from app.domain.tokens import Role, TokenState
from app.domain.vocabulary import assign_ids
from app.edits.gazetteers import add_gazetteer
from app.edits.rules import add_rules
from app.edits.spans import forbid_label
from app.formats.table import FORMATS
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.projects.create import create_sample
from app.jobs.train_files import train as train_file
from app.jobs.training.train import TrainedModel
from app.session.stamping import stamped
from app.storage.project_file import ProjectFile
from crfcore import LinearChainCRF
from crfcore.errors import DataError
from crfcore.estimator.parameters import ALGORITHMS
from crfcore.text.tag_schemes import tags_for
from tests.app.lab.reproduce.imagined import ImaginedTable
from tests.small_disks import read_only, small_disk

TRAIN = "".join(
    f"{name} NNP B-PER\n{verb} VBZ O\nin IN O\n{city} NNP B-LOC\n. . O\n\n"
    for name in ("Anna", "Ben", "Ida", "Otto")
    for verb in ("lives", "works")
    for city in ("Ulm", "Rom")
)
TEST = "Anna NNP B-PER\nworks VBZ O\nin IN O\nRom NNP B-LOC\n! . B-NEW\n"
CONLLU = (
    "# text = Anna lives\n1-2\tAnna lives\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tAnna\tAnna\tPROPN\t_\t_\t2\tnsubj\t_\t_\n2\tlives\tlive\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)
FIGURES = {
    "algorithm", "objective", "iterations", "evaluations", "seconds", "seconds_features",
    "seconds_compile", "n_sentences", "n_tokens", "n_attributes", "n_features", "n_labels",
    "peak_rss_bytes", "converged", "reason",
}  # fmt: skip
SCORES = {
    "sentences", "tokens", "token_accuracy", "precision", "recall", "f1", "per_label",
    "log_likelihood", "seconds",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("train.conll").write_text(TRAIN)
    Path("test.conll").write_text(TEST)
    Path("a.conllu").write_text(CONLLU)
    return tmp_path


@pytest.fixture
def tagwright(folder, capfd):
    """Run a command; return its status, standard output and standard error."""

    def run(*arguments):
        status = main([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return status, out, err

    return run


@pytest.fixture
def done(tagwright):
    """Run a command that must succeed and return its standard output."""

    def run(*arguments):
        status, out, err = tagwright(*arguments)
        assert (status, err) == (0, "")
        return out

    return run


@pytest.fixture
def bad(tagwright):
    """Run a command that must reject its input and return the error message."""

    def run(*arguments):
        status, out, err = tagwright(*arguments)
        assert (status, out) == (1, "")
        assert err.count("\n") == 1
        return err

    return run


@pytest.fixture
def model(done):
    done("train", "train.conll", "--model", "m.crf", "--template", "chunking")
    return Path("m.crf")


def test_the_table_of_sub_commands_is_complete():
    assert set(cli.commands.commands) == COMMANDS


def test_new_import_check_export(done):
    done("new", "p.tagwright", "--labels", "PER,ORG", "--scheme", "iob2", "--template", "basic")
    out = done("import", "p.tagwright", "train.conll", "test.conll")
    assert out == (
        "train.conll: 16 sentences, 80 tokens (columns).\n"
        "test.conll: 1 sentence, 5 tokens (columns).\n"
    )
    assert "2 documents, 17 sentences (17 done), 85 tokens, 4 labels" in done(
        "check", "p.tagwright"
    )
    done("export", "p.tagwright", "out.conllu")
    assert Path("out.conllu").read_text() == TRAIN + TEST


@pytest.mark.parametrize(
    "arguments",
    [
        ("export", "p.tagwright", "p.tagwright"),
        ("tag", "m.crf", "test.conll", "-o", "p.tagwright"),
        ("train", "train.conll", "--model", "p.tagwright"),
    ],
)
def test_nothing_takes_the_place_of_a_project(done, bad, model, arguments):
    done("new", "p.tagwright")
    done("import", "p.tagwright", "train.conll")
    reason = "This would overwrite a project. Choose another name."
    if arguments[0] == "export":
        reason = (
            "The result would take the place of this file, which it is made from; choose another "
            "name."
        )
    assert bad(*arguments) == f"p.tagwright: {reason}\n"
    assert "is sound: 1 document, 16 sentences" in done("check", "p.tagwright")


def test_labels_that_are_imported_join_the_choices_left_open(done):
    done("new", "p.tagwright", "--labels", "THING,OTHER")
    Path("a.txt").write_text("Anna lives here.")
    done("import", "p.tagwright", "a.txt")
    with ProjectFile.open("p.tagwright") as file:
        project = file.load()
        edit = stamped(assign_ids(project, forbid_label(project, 0, 0, 0, [1])), 2, "AB")
        file.write_edit(edit, Additions.unwritten(project))
    done("import", "p.tagwright", "train.conll", "test.conll")
    with ProjectFile.open("p.tagwright") as file:
        project = file.check()
    left = {project.tags[tag] for tag in project.tag_sets[int(project.corpus.tag_sets[0])]}
    labels = [label.name for label in project.visible_labels()]
    assert left == set(tags_for(labels, "iob2")) - {"B-THING", "I-THING"}
    assert "B-PER" in left


def test_a_control_sample_is_drawn_when_texts_come_in(done):
    Path("long.conll").write_text(4 * TRAIN)
    done("new", "p.tagwright", "--control", "4")
    out = done("import", "p.tagwright", "long.conll", "--as", "text")
    drawn = "Test sentences: 4 drawn at random from 64 open sentences"
    assert drawn in out
    with ProjectFile.open("p.tagwright") as file:
        first = file.check().corpus.roles.copy()
    assert int(first.sum()) == 4
    done("import", "p.tagwright", "long.conll")  # labelled
    out = done("import", "p.tagwright", "test.conll", "--as", "text")
    assert "Test sentences" not in out
    with ProjectFile.open("p.tagwright") as file:
        project = file.check()
    assert int(project.corpus.roles.sum()) == 4
    np.testing.assert_array_equal(project.corpus.roles[: len(first)], first)
    assert project.settings.control_size == 4


def test_import_as_text_with_names_of_columns(done):
    done("new", "p.tagwright")
    done("import", "p.tagwright", "train.conll", "--as", "text", "--columns", "word,_,label")
    with ProjectFile.open("p.tagwright") as file:
        project = file.load()
    assert len(project.corpus.columns) == 1
    assert project.labels == {}


def test_a_file_that_is_named_twice_is_imported_once(tagwright, done):
    done("new", "p.tagwright")
    Path("link.conll").symlink_to("test.conll")
    assert tagwright("import", "p.tagwright", "test.conll", "link.conll") == (
        0,
        "test.conll: 1 sentence, 5 tokens (columns).\n",
        "link.conll is a file that is named twice, and is imported once.\n",
    )


def test_new_labels_that_differ_by_case_alone_are_told(tagwright):
    assert tagwright("new", "p.tagwright", "--labels", "PER,per") == (
        0,
        "Created p.tagwright.\n",
        "There is PER already. Labels differ by case.\n",
    )


def test_import_tells_of_a_column_that_the_template_reads_and_texts_lack(tagwright, done):
    done("new", "p.tagwright", "--template", "chunking")
    status, _, err = tagwright("import", "p.tagwright", "train.conll", "--columns", "word,_,label")
    assert status == 0
    assert "reads column 1, which the texts of the project lack: they have 0 (word);" in err
    status, _, err = tagwright("import", "p.tagwright", "test.conll")
    assert (status, err) == (0, "")


def test_import_tells_what_would_come_and_changes_nothing(done):
    done("new", "p.tagwright", "--labels", "PER")
    out = done("import", "p.tagwright", "test.conll", "a.conllu", "--report").splitlines()
    assert out[0] == "test.conll: 1 sentence, 5 tokens"
    assert "  Labels: 3 (2 new)" in out
    assert "    PER: 1" in out
    assert "    NEW (new): 1" in out
    assert "  Ranges of words (kept for export, not shown): 1" in out
    assert "0 documents" in done("check", "p.tagwright")


def test_import_tells_what_the_project_has_already(done):
    done("new", "p.tagwright")
    done("import", "p.tagwright", "test.conll")
    Path("b.conll").write_text(Path("test.conll").read_text())
    out = done("import", "p.tagwright", "b.conll", "--report").splitlines()
    assert "  Sentences that are already in the project: 1 of 1" in out


def test_tags_of_another_scheme_are_told_of_or_converted(done, tagwright):
    done("new", "p.tagwright", "--labels", "PER")
    Path("b.conll").write_text("Ida S-PER\nB. O\n\nNew B-LOC\nYork E-LOC\n")
    status, _, err = tagwright("import", "p.tagwright", "b.conll")
    assert status == 0
    assert err.startswith(
        "b.conll is tagged as bioes and the project as iob2; the tags are imported"
    )
    done("import", "p.tagwright", "b.conll", "--scheme", "project")
    done("export", "p.tagwright", "out.conll")
    assert Path("out.conll").read_text() == Path("b.conll").read_text() + "\n" + (
        Path("b.conll").read_text()
    )
    with ProjectFile.open(Path("p.tagwright"), for_reading=True) as file:
        project = file.load()
    assert [project.tags_of(sentence_index) for sentence_index in (1, 3)] == [
        ["B-LOC", "E-LOC"],
        ["B-LOC", "I-LOC"],
    ]


def test_tokens_of_a_text_may_be_characters(done):
    done("new", "p.tagwright")
    Path("a.txt").write_text("กขค ok.")
    assert "1 sentence, 5 tokens" in done("import", "p.tagwright", "a.txt")
    out = done("import", "p.tagwright", "a.txt", "--tokens", "characters")
    assert "1 sentence, 6 tokens" in out


def test_marks_and_ragged_rows(done, bad):
    done("new", "p.tagwright")
    text = "-DOCSTART- -X- O\n\nAnna NNP B-PER\nleft O\n\n-DOCSTART- -X- O\n\nUlm NNP B-LOC\n"
    Path("eng.train").write_text(text)
    arguments = (
        "import",
        "p.tagwright",
        "eng.train",
        "--documents",
        "marks",
        "--format",
        "columns",
    )
    assert "Found 2 fields" in bad(*arguments, "--format", "columns")
    out = done(*arguments, "--format", "columns", "--rows", "ragged")
    assert out.startswith("eng.train: 2 documents, 2 sentences, 3 tokens (columns).\n")
    done("export", "p.tagwright", "out.conll")
    assert Path("out.conll").read_text() == text


@pytest.mark.parametrize("scheme", ["bilou", "tokens"])
def test_spans_take_the_scheme_of_the_project(done, scheme):
    done("new", "p.tagwright", "--labels", "X", "--scheme", scheme)
    line = '{"text": "New York, Rom", "label": [[0, 8, "X"], [10, 13, "X"]]}\n'
    Path("a.jsonl").write_text(line)
    received = done("import", "p.tagwright", "a.jsonl", "--report")
    assert ("Scheme" in received) == (scheme == "tokens")
    done("import", "p.tagwright", "a.jsonl")
    with ProjectFile.open(Path("p.tagwright"), for_reading=True) as file:
        found = [tag for tag in file.load().tags_of(0) if tag not in (None, "O")]
    assert found == {"bilou": ["B-X", "L-X", "U-X"], "tokens": ["X", "X", "X"]}[scheme]
    done("export", "p.tagwright", "out.jsonl")
    assert Path("out.jsonl").read_text() == line


def test_export_tells_what_would_be_lost_and_writes_another_scheme(done):
    done("new", "p.tagwright")
    done("import", "p.tagwright", "train.conll", "a.conllu", "--scheme", "project")
    out = done("export", "p.tagwright", "out", "--report", "--format", "columns")
    assert out == "Documents exported as words and labels only: 2\n"
    assert not Path("out").exists()
    Path("out").mkdir()
    done("export", "p.tagwright", "out", "--scheme", "bilou")
    assert Path("out/train.conll").read_text() == TRAIN.replace("B-", "U-")
    changed = CONLLU.replace("PROPN", "U-PROPN").replace("VERB", "U-VERB")
    assert Path("out/a.conllu").read_text() == changed


def test_files_of_a_folder_are_replaced_only_on_request(done, bad):
    done("new", "p.tagwright")
    done("import", "p.tagwright", "train.conll", "a.conllu", "--scheme", "project")
    assert bad("export", "p.tagwright", ".", "--scheme", "bilou") == (
        ".: Nothing was exported, because it would replace train.conll, a.conllu in this folder; "
        "choose another folder, or give --replace if they are to be replaced.\n"
    )
    assert Path("train.conll").read_text() == TRAIN
    assert Path("a.conllu").read_text() == CONLLU
    done("export", "p.tagwright", ".", "--report")
    done("export", "p.tagwright", ".", "--scheme", "bilou", "--replace")
    assert Path("train.conll").read_text() == TRAIN.replace("B-", "U-")


def test_what_lies_beside_a_text_of_brat_is_replaced_only_on_request(done, bad):
    done("new", "p.tagwright")
    Path("letter.txt").write_text("Anna lives")
    Path("letter.ann").write_text("T1\tPER 0 4\tAnna\n")
    done("import", "p.tagwright", "letter.txt", "--format", "brat")
    Path("out.ann").write_text("mine")
    assert bad("export", "p.tagwright", "out.txt") == (
        "out.txt: Nothing was exported, because it would replace out.ann in the same folder; "
        "choose another name, or give --replace if they are to be replaced.\n"
    )
    assert Path("out.ann").read_text() == "mine"
    assert not Path("out.txt").exists()
    done("export", "p.tagwright", "out.txt", "--replace")
    assert Path("out.ann").read_text().startswith("T1\tPER 0 4")
    done("export", "p.tagwright", "other.txt")


def test_import_stops_at_a_bad_file_before_anything_is_written(done, bad):
    done("new", "p.tagwright")
    Path("bad.conll").write_bytes(TRAIN.encode() + b"\xff NNP O\n")
    sentence = bad("import", "p.tagwright", "train.conll", "bad.conll")
    assert sentence.startswith("bad.conll, line 97, column 1: The byte 0xFF is not UTF-8")
    assert "0 documents" in done("check", "p.tagwright")


def test_train_prints_its_figures(done):
    out = done(
        "train", "train.conll", "--model", "m.crf", "--template", "chunking", "--test",
        "test.conll", "--json", "--threads", "2", "--seed", "3",
    )  # fmt: skip
    figures = json.loads(out)
    assert set(figures) == FIGURES | {"test"}
    assert set(figures["test"]) >= SCORES
    assert figures["n_sentences"] == 16
    assert figures["n_labels"] == 3
    assert figures["converged"]
    assert figures["test"]["tokens"] == 5
    assert figures["test"]["token_accuracy"] == pytest.approx(0.8)
    assert figures["test"]["per_label"]["NEW"]["recall"] == 0
    crf = LinearChainCRF.load("m.crf")
    assert crf.metadata_["columns"] == ["word", "pos", "label"]
    assert crf.metadata_["scheme"] == "iob2"
    assert crf.training_.objective == figures["objective"]


def test_train_on_packed_conllu_and_project(done):
    Path("a.conllu.gz").write_bytes(gzip.compress(CONLLU.encode()))
    done("train", "a.conllu.gz", "--model", "u.crf")
    assert sorted(LinearChainCRF.load("u.crf").classes_) == ["PROPN", "VERB"]
    done("train", "a.conllu", "--model", "d.crf", "--columns", "deprel")
    assert sorted(LinearChainCRF.load("d.crf").classes_) == ["nsubj", "root"]
    create_sample(Path("s.tagwright"))
    done("train", "s.tagwright", "--model", "s.crf", "--algorithm", "empirical")
    out = json.loads(done("evaluate", "s.crf", "s.tagwright", "--json"))
    assert out["f1"] > 0.5
    out = done("train", "s.tagwright", "--model", "s2.crf", "--max-iterations", "200")
    assert "weights from" in out
    assert "F1" in done("evaluate", "s2.crf", "s.tagwright", "--scheme", "tokens")


def test_control_sentences_are_learnt_from_if_that_is_asked_for(done, bad):
    create_sample(Path("s.tagwright"))
    with ProjectFile.open("s.tagwright") as file:
        project = file.load()
        labelled = np.flatnonzero(project.corpus.states == TokenState.CONFIRMED)
        owners = np.searchsorted(project.corpus.offsets, labelled, side="right") - 1
        control = project.corpus.ids[np.unique(owners)[:5]]
        roles = RoleChange(control, np.zeros(5, np.uint8), np.full(5, Role.CONTROL, np.uint8))
        edit = Edit("settings", "make the test sample 5 sentences", roles=roles)
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
    command = ("train", "s.tagwright", "--algorithm", "empirical", "--json", "--model")
    without = json.loads(done(*command, "without.crf"))
    everything = json.loads(done(*command, "with.crf", "--control"))
    assert everything["n_sentences"] == without["n_sentences"] + 5
    sentence = bad("train", "train.conll", "--model", "x.crf", "--control")
    assert "leave out --control" in sentence


def test_the_test_sample_of_a_project_is_evaluated_on_request(done, bad, tagwright):
    create_sample(Path("s.tagwright"))
    done("train", "s.tagwright", "--algorithm", "empirical", "--model", "m.crf")
    assert "no test sentences" in bad("evaluate", "m.crf", "s.tagwright", "--control")
    assert "leave out --control" in bad("evaluate", "m.crf", "train.conll", "--control")
    with ProjectFile.open("s.tagwright") as file:
        ids = file.load().corpus.ids[:5]
        roles = RoleChange(ids, np.zeros(5, np.uint8), np.full(5, Role.CONTROL, np.uint8))
        file.write_edit(Edit("settings", "x", roles=roles, id=file.history.last_edit_id() + 1))
    status, out, err = tagwright("evaluate", "m.crf", "s.tagwright", "--json")
    assert status == 0
    assert "--control scores 5 test sentences instead" in err
    others = json.loads(out)["sentences"]
    assert json.loads(done("evaluate", "m.crf", "s.tagwright", "--control", "--json"))[
        "sentences"
    ] == min(5, others)


def test_a_model_keeps_the_gazetteers_it_was_trained_with(done, bad):
    Path("places.tsv").write_text("ulm\tTOWN\nnew york\tTOWN\n")
    Path("names.txt").write_text("Anna\nBen\n")
    lists = ("--gazetteer", "places.tsv", "--gazetteer", "names.txt", "--ignore-case")
    done("train", "train.conll", "--model", "g.crf", "--template", "chunking", *lists)
    Path("places.tsv").unlink()
    crf = LinearChainCRF.load("g.crf")
    assert {"gaz:places:B-TOWN", "gaz:names:B"} <= {name for name, _ in crf.state_features_}
    out = done("tag", "g.crf", "test.conll")
    assert [line.split()[-1] for line in out.splitlines()[:4]] == ["B-PER", "O", "O", "B-LOC"]
    Path("places.tsv").write_text("Ulm\tTOWN\nRom\tTOWN\tLazio\n")
    sentence = bad("train", "train.conll", "--model", "x.crf", *lists)
    assert sentence.startswith("places.tsv, line 2:")
    assert not Path("x.crf").exists()


def test_a_model_keeps_the_grammar_it_was_trained_with(done, bad):
    Path("names.txt").write_text("Anna\nBen\n")
    Path("rules.txt").write_text('PER -> @names /\\u.*/?\nLOC -> "in"? TOWN\nTOWN -> /\\u\\l+/\n')
    given = ("--gazetteer", "names.txt", "--grammar", "rules.txt")
    told = done("train", "train.conll", "--model", "g.crf", "--template", "chunking", *given)
    Path("rules.txt").unlink()
    crf = LinearChainCRF.load("g.crf")
    assert any(name.startswith("grammar:rules:B-PER") for name, _ in crf.state_features_)
    grammar = crf.extractor_.phrase_lists[1]
    blocks = [block.splitlines() for block in TRAIN.split("\n\n")]
    n_spans = sum(len(grammar.find([row.split()[0] for row in rows])) for rows in blocks)
    assert f"The grammar 'rules' matches {n_spans} spans." in told
    out = done("tag", "g.crf", "test.conll")
    assert [line.split()[-1] for line in out.splitlines()[:4]] == ["B-PER", "O", "O", "B-LOC"]
    Path("rules.txt").write_text("PER -> @names\nLOC -> TOWN\n")
    sentence = bad("train", "train.conll", "--model", "x.crf", *given)
    assert sentence.startswith("rules.txt, line 2, column 8:")


def test_a_grammar_without_its_gazetteer_is_named(bad):
    Path("gone.txt").write_text("PER -> @gone\n")
    given = ("--grammar", "gone.txt")
    error = bad("train", "train.conll", "--model", "g.crf", *given)
    assert error.startswith("gone.txt: ")
    assert "gone" in error


def test_a_grammar_that_may_never_end_is_told(tagwright):
    given = ("train", "train.conll", "--model", "g.crf", "--template", "chunking", "--grammar")
    for probability, told in ((0.6, True), (0.4, False)):
        rest = round(1.0 - probability, 1)
        Path("rules.txt").write_text(f"LOC -> LOC LOC {probability}\n  | /\\u\\l+/ {rest}\n")
        status, _, err = tagwright(*given, "rules.txt")
        assert status == 0
        assert ("'rules' may never end (spectral radius 1.2)" in err) == told


def test_tagging_with_a_project_s_model_is_what_the_window_proposes(done):
    create_sample(Path("s.tagwright"))
    phrases = {"carprofen": "DRUG", "kidney disease": "CONDITION", "vomiting": ""}
    row = Gazetteer(0, "known", label="CONDITION", ignore_case=True)
    rules = Gazetteer(0, "rules", grammar='DOSE -> /[0-9]+/ "mg"\n')
    with ProjectFile.open("s.tagwright") as file:
        for one, listed in ((row, phrases), (rules, {})):
            edit = add_gazetteer(file.load(), one, listed)
            file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
        project = file.load()
    done("train", "s.tagwright", "--model", "s.crf", "--c2", "0.1")
    learning = ProjectLearning()
    model = TrainedModel(LinearChainCRF.load("s.crf"))
    names = {name for name, _ in model.crf.state_features_}
    assert {"gaz:known:B-CONDITION", "grammar:rules:B-DOSE"} <= names
    sentence_indices = project.visible()[-60:]
    proposed = learning.propose(model, learning.sentences(project, sentence_indices)).tags
    sentences = [
        project.corpus.words_of(sentence_index) for sentence_index in sentence_indices.tolist()
    ]
    Path("new.conll").write_text(
        "".join("".join(f"{word}\n" for word in words) + "\n" for words in sentences)
    )
    out = done("tag", "s.crf", "new.conll", "--columns", "word")
    tags = [line.split()[-1] for line in out.splitlines() if line]
    assert tags == [project.tags[tag] for tag in proposed.tolist()]


def test_train_can_start_from_a_model(done, model):
    out = json.loads(
        done("train", "train.conll", "--model", "m2.crf", "--template", "chunking", "--initial",
             model, "--json")
    )  # fmt: skip
    assert out["iterations"] < LinearChainCRF.load(model).training_.iterations


def test_train_with_an_l1_penalty_writes_a_small_model(done, model):
    out = json.loads(
        done("train", "train.conll", "--model", "m2.crf", "--template", "chunking", "--c1", "0.5",
             "--c2", "0.01", "--json")
    )  # fmt: skip
    assert out["objective"] > 0.0
    assert Path("m2.crf").stat().st_size < Path(model).stat().st_size
    assert "F1" in done("evaluate", "m2.crf", "test.conll")


@pytest.mark.parametrize("algorithm", ["l2sgd", "ap", "pa", "arow"])
def test_train_draws_with_a_seed(done, algorithm):
    weights = []
    for seed in ("1", "1", "2"):
        out = json.loads(
            done("train", "train.conll", "--model", "m.crf", "--algorithm", algorithm,
                 "--max-iterations", "50", "--seed", seed, "--json")
        )  # fmt: skip
        assert out["algorithm"] == algorithm
        weights.append(LinearChainCRF.load("m.crf").state_features_)
    assert weights[0] == weights[1] != weights[2]


def test_all_algorithms_of_the_library_have_their_name():
    assert sorted(cli.training.ALGORITHMS) == sorted(ALGORITHMS)


@pytest.mark.parametrize("c1", ["0", "0.1"])
def test_train_can_go_on_where_it_stopped(tagwright, done, bad, c1):
    penalty = ("--c1", c1, "--c2", "0.5")
    whole = json.loads(done("train", "train.conll", "--model", "w.crf", *penalty, "--json"))
    first = ("train", "train.conll", "--model", "s.crf", *penalty, "--max-iterations", "4")
    assert tagwright(*first, "--keep-state")[0] == 0
    rest = json.loads(
        done("train", "train.conll", "--model", "r.crf", *penalty, "--state", "s.crf", "--json")
    )
    for name in ("objective", "iterations", "evaluations", "converged"):
        assert rest[name] == whole[name]
    weights = [LinearChainCRF.load(name).state_features_ for name in ("w.crf", "r.crf")]
    assert weights[0] == weights[1]
    assert "--keep-state" in bad("train", "train.conll", "--model", "x.crf", "--state", "w.crf")
    again = ("train", "train.conll", "--model", "x.crf", "--state", "s.crf", "--c2", "3")
    assert f"It belongs to a training with --c1 {c1} and --c2 0.5" in bad(*again)


def test_training_that_ends_early_is_told(tagwright):
    status, out, err = tagwright(
        "train", "train.conll", "--model", "m.crf", "--max-iterations", "1"
    )
    assert status == 0
    assert "1 iteration" in out
    assert "1 iterations" not in out
    assert "It ended after 1 iteration, the limit (--max-iterations)." in err
    status, out, err = tagwright(
        *("train", "train.conll", "--model", "m.crf", "--algorithm", "bcfw"),
        *("--max-iterations", "2"),
    )
    assert status == 0
    assert "2 passes, training loss" in out
    assert "It ended after 2 passes, the limit (--max-iterations)." in err


CRFPP = """\
version: 100
cost-factor: 1
maxid: 8
xsize: 2

B-PER
O

U:%x[0,1]
B

0 B
4 U:NNP
6 U:VBZ

0.0
0.0
-1.0
0.5
3.0
-3.0
-2.0
2.0
"""


def test_convert_brings_a_model_along(done, bad):
    Path("model.txt").write_text(CRFPP)
    out = done("convert", "model.txt", "--model", "theirs.crf")
    assert out == "theirs.crf: 6 weights of 2 attributes and 2 labels, from crf++.\n"
    assert done("tag", "theirs.crf", "test.conll").startswith("Anna NNP B-PER B-PER\nworks VBZ O O")
    figures = json.loads(done("convert", "model.txt", "--model", "theirs.crf", "--json"))
    assert figures == {"format": "crf++", "n_labels": 2, "n_attributes": 2, "n_features": 6}
    assert "not a CRFsuite, CRF++ or Wapiti model" in bad(
        "convert", "train.conll", "--model", "x.crf"
    )
    assert "line 1: a model of Wapiti" in bad(
        "convert", "model.txt", "--model", "x.crf", "--format", "wapiti"
    )


def test_train_can_leave_rare_attributes_out(done):
    more, fewer = (
        json.loads(done("train", "train.conll", "--model", "m.crf", "--min-count", n, "--json"))
        for n in ("1", "9")
    )
    assert fewer["n_attributes"] < more["n_attributes"]


def test_tag_prints_the_columns_and_the_label(done, model):
    assert done("tag", model, "test.conll").split("\n")[0] == "Anna NNP B-PER B-PER"
    Path("unlabelled.conll").write_bytes(TEST.replace(" B-PER", "").replace(" O", "").replace(
        " B-LOC", "").replace(" B-NEW", "").replace("\n", "\r\n").encode())  # fmt: skip
    written = done("tag", model, "unlabelled.conll", "-o", "out.conll")
    assert written == "out.conll: labels of 5 tokens in 1 sentence.\n"
    lines = Path("out.conll").read_bytes().decode().split("\r\n")
    assert lines[:2] == ["Anna NNP B-PER", "works VBZ O"]
    row = done("tag", model, "test.conll", "--marginals").split("\n")[0].split(" ")
    assert row[:4] == ["Anna", "NNP", "B-PER", "B-PER"]
    pairs = dict(pair.split("/") for pair in row[4:])
    assert set(pairs) == {"B-PER", "O", "B-LOC"}
    assert sum(map(float, pairs.values())) == pytest.approx(1, abs=1e-5)


def test_tag_ranks_labellings_and_obeys_constraints(done, bad, tagwright, model):
    lines = done("tag", model, "test.conll", "--nbest", "2").split("\n")
    assert lines[0].startswith("# 1 0.")
    assert lines[1] == "Anna NNP B-PER B-PER"
    assert lines[7].startswith("# 2 0.")
    Path("known").write_text("_\nB-LOC\n_\n!B-LOC\nO|B-PER\n")
    labels = [row.split(" ")[-1] for row in done(
        "tag", model, "test.conll", "--constraints", "known").split("\n")[:5]]  # fmt: skip
    assert labels[1] == "B-LOC"
    assert labels[3] != "B-LOC"
    Path("known").write_text("_\nB-NO\n_\n_\n_\n")
    assert bad("tag", model, "test.conll", "--constraints", "known").startswith(
        "known, line 2, column 1: 'B-NO' is no label of the model"
    )
    assert "no such file" in bad("tag", model, "test.conll", "--constraints", "missing")
    status, out, err = tagwright("tag", model, "test.conll", "--nbest", "2", "--marginals")
    assert (status, out) == (2, "")
    assert "cannot go together" in err
    assert "(last field: _ | LABEL | A|B | !A)" in " ".join(done("tag", "--help").split())


def test_tag_keeps_tabs_comments_and_the_last_line(done):
    Path("t.tsv").write_text("# c\n" + TRAIN.replace(" ", "\t"))
    done("train", "t.tsv", "--model", "m.crf", "--columns", "word,pos,label")
    Path("u.tsv").write_text("# c\n\nAnna\tNNP\nlives\tVBZ")
    assert done("tag", "m.crf", "u.tsv") == "# c\n\nAnna\tNNP\tB-PER\nlives\tVBZ\tO\n"


def test_a_model_of_words_reads_one_word_a_line(done):
    Path("w.conll").write_text("the at\nman nn\nsees vb\n\nthe at\n")
    done("train", "w.conll", "--model", "w.crf")
    Path("words").write_text("the\nman\n\nthe\n")
    assert done("tag", "w.crf", "words") == "the at\nman nn\n\nthe at\n"
    assert "tokens" in done("evaluate", "w.crf", "w.conll")


def test_tag_fills_the_label_column_of_conllu_and_reads_text(done):
    done("train", "a.conllu", "--model", "u.crf")
    Path("b.conllu").write_text(CONLLU.replace("PROPN", "_").replace("VERB", "X"))
    assert done("tag", "u.crf", "b.conllu") == CONLLU
    Path("t.txt").write_text("Anna lives. Anna lives.")
    assert done("tag", "u.crf", "t.txt").startswith("Anna PROPN\nlives VERB\n")
    assert done("tag", "u.crf", "b.conllu", "--marginals").startswith("Anna PROPN PROPN/0.")


def test_a_model_refuses_a_file_without_its_columns(bad, model):
    Path("t.txt").write_text("Anna lives.")
    assert "looks at the columns word, pos" in bad("tag", model, "t.txt")
    Path("two.conll").write_text("a b c D\n" * 3)
    assert "4 columns; the model reads word, pos, with or without a label" in bad(
        "tag", model, "two.conll"
    )
    Path("words.conll").write_text("Anna B-PER\nlives O\n" * 3)
    assert "no labels to" in bad("evaluate", model, "words.conll")


def test_evaluate_says_what_is_unseen(done, model):
    out = json.loads(done("evaluate", model, "test.conll", "--json"))
    assert set(out) == SCORES | {"unseen_labels"}
    assert out["unseen_labels"] == ["B-NEW"]
    assert out["log_likelihood"] < 0
    table = done("evaluate", model, "test.conll")
    assert "token accuracy" in table
    assert "PER" in table


def test_export_with_proposals(done, bad):
    done("new", "p.tagwright", "--template", "chunking")
    done("import", "p.tagwright", "train.conll")
    Path("u.conll").write_text("Ida NNP\nworks VBZ\n")
    done("import", "p.tagwright", "u.conll", "--columns", "word,pos", "--format", "columns")
    assert "no trained model yet" in bad("export", "p.tagwright", "out", "--which", "all")
    learning = ProjectLearning()
    with ProjectFile.open("p.tagwright") as file:
        data = learning.snapshot(file.load())
        model = learning.train(data, None, lambda _: None, lambda: False, 1)
        file.write_model(1, model.to_bytes(), {})
    Path("out").mkdir()
    done("export", "p.tagwright", "out", "--which", "all")
    assert Path("out/u.conll").read_text() == "Ida NNP B-PER\nworks VBZ O\n"
    done("export", "p.tagwright", "out", "--replace")
    assert Path("out/u.conll").read_text() == "Ida NNP O\nworks VBZ O\n"


def test_export_reports_or_refuses_labels_that_break_rules(done, bad, tagwright):
    done("new", "p.tagwright", "--template", "chunking")
    done("import", "p.tagwright", "train.conll")
    with ProjectFile.open("p.tagwright") as file:
        edit = add_rules(file.load(), [ProjectRule(0, "count", '{"unit": "PER", "at_most": 0}')])
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
    received = (
        "Labels violate rules in 16 sentences: “At most 0 PER in a sentence” (sentences 1, 2, 3, "
    )
    refused = bad("export", "p.tagwright", "out.conll", "--rules", "refuse")
    assert refused.startswith(f"p.tagwright: Nothing was exported. {received}")
    assert not Path("out.conll").exists()
    status, out, err = tagwright("export", "p.tagwright", "out.conll")
    assert (status, out) == (0, "out.conll: 16 sentences.\n")
    assert err.startswith(received)
    assert Path("out.conll").read_text() == TRAIN


def test_a_project_whose_model_cannot_be_read_has_no_suggestions_to_export(done, bad, monkeypatch):
    done("new", "p.tagwright", "--template", "chunking")
    done("import", "p.tagwright", "train.conll")
    with ProjectFile.open("p.tagwright") as file:
        file.write_model(1, b"no model", {})
    command = ("export", "p.tagwright", "out.conll", "--which", "all")
    assert bad(*command).startswith("p.tagwright: The project's model cannot be read; open the ")
    monkeypatch.setattr("app.storage.models.LARGEST_MODEL", 7)
    assert bad(*command).startswith("p.tagwright: The project's model is larger than what is ")


def test_export_refuses_if_a_hard_rule_cannot_be_used(done, bad):
    done("new", "p.tagwright", "--template", "chunking")
    done("import", "p.tagwright", "train.conll")
    with ProjectFile.open("p.tagwright") as file:
        edit = add_rules(file.load(), [ProjectRule(0, "count", '{"unit": 5}', "few")])
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
    refused = bad("export", "p.tagwright", "out.conll", "--rules", "refuse")
    assert refused.startswith("p.tagwright: Nothing was exported. The rule “few” is not used: ")
    assert not Path("out.conll").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("check", "none.tagwright"), "no such project"),
        (("check", "train.conll"), "not a Tagwright project"),
        (("import", "none.tagwright", "train.conll"), "no such project"),
        (("export", "train.conll", "out"), "not a Tagwright project"),
        (("new", "train.conll"), "already exists"),
        (("new", "none/p.tagwright"), "no such folder"),
        (("new", "p.tagwright", "--labels", "A B"), "one word"),
        (("new", "p.tagwright", "--template", "none"), "no template"),
        (("train", "none", "--model", "m.crf"), "no such file"),
        (("train", "train.conll", "--model", "none/m.crf"), "no such folder"),
        (("train", "train.conll", "--model", "."), "is a folder"),
        (("train", "train.conll", "--model", "m.crf", "--template", "none"), "no template"),
        (("train", "train.conll", "--model", "m.crf", "--state", "test.conll"), "test.conll"),
        (("train", "train.conll", "--model", "m.crf", "--initial", "test.conll"), "test.conll"),
        (("train", "train.conll", "--model", "m.crf", "--columns", "word,label"), "3 columns"),
        (("tag", "none.crf", "train.conll"), "none.crf"),
        (("tag", "train.conll", "train.conll"), "train.conll"),
        (("evaluate", "train.conll", "train.conll"), "train.conll"),
    ],
)
def test_bad_input_gets_one_sentence_and_leaves_nothing(folder, bad, arguments, sentence):
    before = sorted(folder.iterdir())
    assert sentence in bad(*arguments)
    assert sorted(folder.iterdir()) == before
    assert Path("train.conll").read_text() == TRAIN


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "empty"),
        ("a O\nb O\n" * 5, "at least two different labels"),
        ("a B-X\nb O\n" * 3 + "c\n" + "a B-X\nb O\n" * 3, "line 7: Found 1 field"),
        ("Just a text.\nAnd another one of more words.\n", "plain text without labels"),
        ("word\nword\n", "no labels to learn from"),
        ("a _\nb _\n", "No token in this file has a label"),
    ],
)
def test_bad_training_data_gets_one_sentence(bad, content, sentence):
    Path("bad.conll").write_text(content)
    assert sentence in bad("train", "bad.conll", "--model", "m.crf")
    assert not Path("m.crf").exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "no such file"),
        ("", "empty"),
        ("Anna B-PER\nlives O\n", "no labels to learn from or to compare with"),
        ("Anna NNP _\nlives VBZ O\n", "No fully labelled sentence to evaluate on"),
        (CONLLU, "The model looks at the columns word, pos"),
    ],
)
def test_a_bad_test_file_is_told_before_training(monkeypatch, bad, content, sentence):
    trained = []
    monkeypatch.setattr(train_file, "train_on", lambda *given: trained.append(given))
    if content is not None:
        Path("bad.conll").write_text(content)
    received = bad(
        "train", "train.conll", "--model", "m.crf", "--template", "chunking", "--test", "bad.conll"
    )
    assert received.startswith("bad.conll: ")
    assert sentence in received
    assert not trained


@pytest.mark.parametrize(
    "arguments",
    [
        ("train",),
        ("train", "train.conll"),
        ("train", "train.conll", "--model", "m", "--threads", "0"),
        ("import", "p.tagwright"),
        ("new", "p.tagwright", "--scheme", "iob9"),
        ("benchmark", "nothing"),
        ("reproduce", "nothing"),
        ("--nothing",),
        ("one.tagwright", "two.tagwright"),
    ],
)
def test_wrong_usage(tagwright, arguments):
    status, out, err = tagwright(*arguments)
    assert (status, out) == (2, "")
    assert err


def test_help_and_version(done):
    assert "import" in done("--help")
    assert "word,pos,label" in done("train", "--help")
    for command in ("import", "export"):
        assert f"--format [{'|'.join(FORMATS)}]" in done(command, "--help")


def test_a_format_that_does_not_exist_is_refused(done, tagwright):
    done("new", "p.tagwright")
    status, _, err = tagwright("import", "p.tagwright", "train.conll", "--format", "prose")
    assert status == 2
    assert all(name in err for name in ("'prose'", *FORMATS))
    assert "0." in done("--version")


def test_damaged_models_are_refused(bad, model):
    content = bytearray(model.read_bytes())
    Path("short.crf").write_bytes(content[:-10])
    content[len(content) // 2] ^= 1
    Path("flipped.crf").write_bytes(content)
    Path("empty.crf").touch()
    for name in ("short.crf", "flipped.crf", "empty.crf"):
        assert name in bad("tag", name, "test.conll")


def test_full_disks_and_read_only_folders(folder, bad, model):
    with small_disk(folder, "4k") as disk:
        Path("long.conll").write_text(TEST * 500)
        bad("train", "train.conll", "--model", disk / "m.crf", "--template", "chunking")
        assert "disk is full" in bad("tag", model, "long.conll", "-o", disk / "out")
        assert "disk is full" in bad("new", disk / "p.tagwright")
        assert list(disk.iterdir()) == []
    locked = folder / "locked"
    locked.mkdir()
    with read_only(locked):
        received = f"No file can be made in the folder {locked}"
        assert received in bad("train", "train.conll", "--model", locked / "m.crf")
        assert received in bad("tag", model, "test.conll", "-o", locked / "out")


def test_on_a_full_disk_a_project_is_still_read(folder, done):
    done("new", "p.tagwright")
    done("import", "p.tagwright", "train.conll")
    size = Path("p.tagwright").stat().st_size
    with small_disk(folder, f"{size // 1024 + 8}k") as disk:
        shutil.copy("p.tagwright", disk)
        free = shutil.disk_usage(disk).free
        (disk / "filler").write_bytes(b"x" * free)
        done("check", disk / "p.tagwright")
        done("export", disk / "p.tagwright", "out.conll")
        assert Path("out.conll").stat().st_size > 0
        assert sorted(path.name for path in disk.iterdir()) == ["filler", "p.tagwright"]


def test_a_project_that_is_open_elsewhere(done, bad):
    done("new", "p.tagwright")
    with ProjectFile.open("p.tagwright"):
        assert "close it there first" in bad("import", "p.tagwright", "train.conll")
        assert "close it there first" in bad("check", "p.tagwright")


INTERRUPTED_IMPORT = """
import os, signal, sys
from app.jobs.importing import documents as import_documents
from app.cli import run
calls = []
def report(monitor, done, total):
    calls.append(done)
    if len(calls) == 5:
        os.kill(os.getpid(), signal.SIGINT)
import_documents.report = report
sys.exit(run(["import", "p.tagwright", "long.conll"]))
"""


def test_an_interrupted_import_leaves_nothing(done):
    done("new", "p.tagwright")
    Path("long.conll").write_text("".join(f"w{i} B-X\nw O\n\n" for i in range(3000)))
    command = [sys.executable, "-c", INTERRUPTED_IMPORT]
    result = subprocess.run(command, capture_output=True, text=True, env=_here(), check=False)
    assert result.returncode == 130, result.stderr
    assert result.stdout == ""
    assert "nothing half-written" in result.stderr
    assert "0 documents" in done("check", "p.tagwright")


INTERRUPTED_TRAINING = """
import os, signal, sys
from app import cli
from app.lab import reproduce_command
from contextlib import contextmanager
@contextmanager
def progress():
    yield lambda progress: os.kill(os.getpid(), signal.SIGINT)
cli.training.training_progress = progress
sys.exit(cli.run(["train", "train.conll", "--model", "m.crf", "--threads", "2"]))
"""


def test_an_interrupted_training_leaves_nothing(folder):
    before = sorted(folder.iterdir())
    command = [sys.executable, "-c", INTERRUPTED_TRAINING]
    result = subprocess.run(command, capture_output=True, text=True, env=_here(), check=False)
    assert result.returncode == 130, result.stderr
    assert sorted(folder.iterdir()) == before


INTERRUPTED_EVENT = """
import os, signal, sys
seen = []
def hook(event, arguments):
    if event == "import" and arguments[0] == "app.cli" or seen and event in ("import", "exec"):
        seen.append(event)
        if len(seen) == {n}:
            os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(hook)
"""


@pytest.mark.parametrize("n", [1, 100, 500, 2_000])
def test_an_interrupt_while_modules_are_loaded_has_its_exit_status(folder, tmp_path_factory, n):
    site = tmp_path_factory.mktemp("site")
    (site / "sitecustomize.py").write_text(INTERRUPTED_EVENT.format(n=n))
    before = sorted(folder.iterdir())
    result = ran_with(site, "train", "train.conll", "--model", "m.crf")
    assert result.returncode == 130, result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    "module",
    [
        # Python itself notes it, and would end by the signal after the exception was handled.
        'exec("import os; os.kill(os.getpid(), 2)")',
        # Compiled code may replace the exception.
        "import os\ntry: os.kill(os.getpid(), 2)\nexcept KeyboardInterrupt: raise TypeError",
        # In the finaliser of an object it is lost.
        "import os, time\nclass Final:\n    def __del__(self): os.kill(os.getpid(), 2)\n"
        "Final()\nwhile True: time.sleep(0.01)",
    ],
)
def test_an_interrupt_that_is_hidden_has_its_exit_status(folder, tmp_path_factory, module):
    site = tmp_path_factory.mktemp("site")
    (site / "click.py").write_text(module)
    result = ran_with(site, "check", "p.tagwright")
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


SWALLOWED = """
import importlib, os, sys
import numpy
from app.__main__ import main
class Probed(type):
    def __getattr__(cls, name):
        os.kill(os.getpid(), 2)
class Probe(int, metaclass=Probed): pass
module, function, *sys.argv[1:] = sys.argv[1:]
module = importlib.import_module(module)
called = getattr(module, function)
def swallowing(*arguments, **named):
    # numpy asks for an attribute, and drops each exception.
    numpy.zeros(2) != Probe(3)
    return called(*arguments, **named)
setattr(module, function, swallowing)
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("module", "function", "words"),
    [
        ("app.jobs.exporting.documents", "export", ["export", "p.tagwright", "out.conll"]),
        ("app.jobs.exporting.documents", "export", ["export", "p.tagwright", "-"]),
        ("app.jobs.projects.create", "create_project", ["new", "q.tagwright"]),
        ("app.jobs.importing.ids", "store", ["import", "p.tagwright", "test.conll"]),
        ("app.jobs.train_files.train", "train_on", ["train", "train.conll", "--model", "m"]),
        ("app.jobs.projects.check", "check_project", ["check", "p.tagwright"]),
    ],
)
def test_an_interrupt_that_numpy_swallows_ends_the_command(done, folder, module, function, words):
    done("new", "p.tagwright")
    done("import", "p.tagwright", "train.conll")
    before = sorted(folder.iterdir())
    command = [sys.executable, "-c", SWALLOWED, module, function, *words]
    result = subprocess.run(command, capture_output=True, text=True, env=_here(), check=False)
    assert result.returncode == 130, result.stderr
    assert result.stderr.endswith("Interrupted; nothing half-written is left.\n")
    assert sorted(folder.iterdir()) == before
    assert "1 document," in done("check", "p.tagwright")


FAILS_AFTERWARDS = """
import os, sys
from app.__main__ import run_process
from app.jobs.projects import check
def failing(*arguments, **named):
    try:
        os.kill(os.getpid(), 2)
    finally:
        raise LookupError("the half of it")
check.check_project = failing
sys.exit(run_process(["check", "p.tagwright"]))
"""


def test_what_fails_after_an_interrupt_is_told(done):
    done("new", "p.tagwright")
    command = [sys.executable, "-c", FAILS_AFTERWARDS]
    result = subprocess.run(command, capture_output=True, text=True, env=_here(), check=False)
    assert result.returncode == 130, result.stderr
    assert result.stderr == (
        "Interrupted, and then failed (LookupError: the half of it); look for half-written files.\n"
    )


def ran_with(site, *words):
    """Run a command with another folder of modules before all others."""
    here = _here()
    command = [sys.executable, "-m", "app", *words]
    environment = {**here, "PYTHONPATH": f"{site}{os.pathsep}{here['PYTHONPATH']}"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


INTERRUPTED_TABLE = """
import os, signal, sys
from app import cli
from app.lab import reproduce_command
from contextlib import contextmanager
def listen(minutes, doing):
    if doing.startswith("CRF") and "evaluations" in doing:
        os.kill(os.getpid(), signal.SIGINT)
@contextmanager
def progress(name, minutes):
    yield listen
reproduce_command.reproduction_progress = progress
sys.exit(cli.run(["reproduce", "zhu-7", "--corpora", ".", "--resume", "kept.json"]))
"""


def test_an_interrupted_table_keeps_what_is_finished(folder):
    Path("conll2002").mkdir()
    for name in ("ned.train.gz", "ned.testa.gz", "ned.testb.gz"):
        Path("conll2002", name).write_bytes(gzip.compress(TRAIN.encode()))
    before = sorted(folder.iterdir())
    command = [sys.executable, "-c", INTERRUPTED_TABLE]
    result = subprocess.run(command, capture_output=True, text=True, env=_here(), check=False)
    assert (result.returncode, result.stdout) == (130, ""), result.stderr
    assert sorted({*before, folder / "kept.json"}) == sorted(folder.iterdir())
    kept = json.loads(Path("kept.json").read_text(encoding="utf-8"))
    assert list(kept["outcomes"]) == ["EP1, Dutch", "EP2, Dutch"]


CONTROLS = "\x1b]0;owned\x07\x9b2J\u202e\u2028\x7f"


def ascii_run(*words, folder=None, **more):
    """Run a command as on a terminal that supports only ASCII."""
    environment = {**_here(), "LC_ALL": "C", "PYTHONIOENCODING": "ascii", **more}
    return subprocess.run(
        [sys.executable, "-m", "app", *words], capture_output=True, env=environment, check=False
    )


def has_controls(data):
    text = data.decode("utf-8", "surrogateescape")
    return [character for character in text if character in "\x1b\x07\x9b\u202e\u2028\x7f"]


def test_names_make_a_terminal_do_nothing(tagwright):
    name = f"n{CONTROLS}.conll"
    for words in (
        ("check", name),
        ("tag", name, name),
        ("train", "--template", CONTROLS, "--model", "m", name),
        ("new", "p.tagwright", "--labels", f"A{CONTROLS},A{CONTROLS}"),
        ("convert", name, "--model", "m"),
        ("import", name, name),
        (CONTROLS, name),
        ("train", f"--{CONTROLS}"),
        ("train", "--model", "m", name, name, name),
    ):
        status, out, err = tagwright(*words)
        assert status in (1, 2)
        assert not has_controls((out + err).encode("utf-8", "surrogatepass")), words
        assert "\\u001b" in err or "\\x1b" in err, (words, err)


def test_labels_of_a_model_make_a_terminal_do_nothing(capfd):
    label = f"X{CONTROLS}"
    scores = dict.fromkeys(("precision", "recall", "f1"), 1.0) | {"gold": 1}
    figures = {"sentences": 1, "tokens": 1, "token_accuracy": 1.0, **scores}
    print_evaluation({**figures, "per_label": {label: scores}, "unseen_labels": [label]})
    received = capfd.readouterr().out
    assert not has_controls(received.encode())
    assert "X\\u001b]0;owned" in received
    print_json({"per_label": {label: scores}})
    received = capfd.readouterr().out
    assert not has_controls(received.encode())
    assert list(json.loads(received)["per_label"]) == [label]


def test_a_label_that_no_file_holds_is_not_saved_and_others_are_data(done):
    crf = LinearChainCRF(template="U:%x[0,0]\n")
    with pytest.raises(DataError, match="control character"):
        crf.fit([[["a"]], [["b"]]], [[f"X{CONTROLS}"], ["O"]])
    label = "X\u202e\u200b"
    crf.fit([[["a"]], [["b"]]], [[label], ["O"]]).save("m.crf")
    Path("a.txt").write_text("a\n")
    assert done("tag", "m.crf", "a.txt", "--columns", "word") == f"a {label}\n"


def test_a_terminal_of_ascii_gets_escapes_and_no_traceback(model):
    Path("Zürich.conll").write_text("Zürich NNP O\n", encoding="utf-8")
    for words in (("tag", "m.crf", "fehlt-ü.conll"), ("check", "ü"), ("ü", "ü"), ("train", "-ü")):
        result = ascii_run(*words)
        assert result.returncode in (1, 2)
        assert b"Traceback" not in result.stderr
        assert b"\\xfc" in result.stderr
    tagged = ascii_run("tag", str(model), "Zürich.conll")
    assert (tagged.returncode, tagged.stderr) == (0, b"")
    assert tagged.stdout.startswith("Zürich NNP O".encode())


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes elsewhere, too, or are not")
def test_a_name_that_is_not_utf8_is_shown(tagwright):
    for words in (("check", b"\xff.tagwright"), ("tag", b"\xff", b"\xfe"), (b"\xff", "a")):
        for more in ({}, {"PYTHONIOENCODING": "utf-8"}):
            result = ascii_run(*words, **more)
            assert result.returncode in (1, 2)
            assert b"Traceback" not in result.stderr
            assert b"\\xff" in result.stderr


@pytest.mark.parametrize("n", ["1000000000", "1001", "0", "9" * 5000])
def test_so_many_labellings_are_refused(tagwright, model, n):
    status, _, err = tagwright("tag", model, "test.conll", "--nbest", n)
    assert status == 2
    assert "--nbest" in err


def test_an_output_that_nobody_reads_is_no_crash(model):
    Path("long.conll").write_text(TEST * 5000)
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "tag", str(model), "long.conll"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_here(),
    )  # fmt: skip
    assert process.stdout.readline() == b"Anna NNP B-PER B-PER\n"
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_an_output_that_takes_no_more_is_told(model):
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "app", "tag", str(model), "test.conll"],
            stdout=full, stderr=subprocess.PIPE, env=_here(), check=False, text=True,
        )  # fmt: skip
    assert result.returncode == 1
    assert "disk is full" in result.stderr


def test_the_sub_commands_need_no_window(done):
    code = (
        "import sys; from app.__main__ import main; main(['new', 'q.tagwright']);"
        "main(['train', 'train.conll', '--model', 'm.crf']);"
        "sys.exit('PySide6' in sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=_here(), check=False
    )
    assert result.returncode == 0, result.stderr


def test_the_window_is_loaded_without_the_sub_commands():
    code = (
        "import sys; import app.__main__; app.__main__.prepare_environment();"
        "print([m for m in ('click', 'numba', 'scipy', 'sqlite_utils', 'numpy')"
        " if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=_here(), check=True, text=True
    )
    assert result.stdout == "[]\n"


def test_a_word_that_is_no_sub_command_is_a_project(monkeypatch):
    import app.application

    opened = []
    monkeypatch.setattr(app.application, "main", lambda names: opened.append(names) or 0)
    assert main(["./train"]) == 0
    assert main([]) == 0
    assert opened == [["./train"], []]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["trian"], "no command and no project “trian”. Did you mean “train”? See tagwright"),
        (["zzzz"], "no command and no project “zzzz”. See tagwright --help"),
        (["check-instalation"], "Did you mean “check-installation”? See tagwright"),
        (["exprot", "a"], "“exprot” is no command. Did you mean “export”?"),
    ],
)
def test_a_mistyped_command_opens_no_window(arguments, message, capsys, monkeypatch, tmp_path):
    import app.application

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(app.application, "main", lambda _: pytest.fail("the window opens"))
    assert main(arguments) == 2
    assert message in capsys.readouterr().err
    opened = []
    monkeypatch.setattr(app.application, "main", lambda words: opened.append(words) or 0)
    (tmp_path / "trian").mkdir()
    assert main(["trian"]) == 0
    assert main(["new.tagwright"]) == 0
    assert opened == [["trian"], ["new.tagwright"]]


def test_benchmark_prints_its_figures(done, monkeypatch):
    from app.lab.benchmarks import training
    from app.lab.benchmarks.figures import Figure

    received_options = []

    def measure(options):
        received_options.append(options)
        return {
            "training_seconds": Figure(1.0, 2.0, "s", 3),
            "f1": Figure(0.9, None, "fraction"),
            "lead": Figure(0.5, 0.0, "fraction"),
        }

    monkeypatch.setattr(training, "measure", measure)
    out = json.loads(done("benchmark", "training", "--corpora", "x", "--runs", "3", "--json"))
    assert out["training_seconds"] == {
        "ours": 1.0, "peer": 2.0, "ratio": 0.5, "unit": "s", "runs": 3,
    }  # fmt: skip
    assert out["f1"]["peer"] is None
    assert received_options[0].corpora == Path("x")
    received = done("benchmark", "training")
    assert "ratio 0.5" in received
    assert received.endswith("fraction  peer 0\n")


def test_a_benchmark_may_say_how_often_it_is_usually_measured(done, monkeypatch):
    from app.lab.benchmarks import warm_start

    received_options = []
    monkeypatch.setattr(
        warm_start, "measure", lambda options: received_options.append(options.runs) or {}
    )
    done("benchmark", "warm-start")
    done("benchmark", "warm-start", "--runs", "2")
    assert received_options == [warm_start.RUNS, 2]


def test_a_benchmark_without_its_corpus_says_what_it_needs(tagwright, monkeypatch):
    monkeypatch.delenv("TAGWRIGHT_CORPORA", raising=False)
    status, out, err = tagwright("benchmark", "training")
    assert (status, out) == (1, "")
    assert "TAGWRIGHT_CORPORA" in err


@pytest.fixture
def imagined(monkeypatch):
    from app.lab.reproduce import tables

    table = ImaginedTable()
    monkeypatch.setattr(tables, "table_named", lambda _name: table)
    return table


def test_simulate_compares_strategies(done, folder, qapp):  # a picture needs an application
    command = ("simulate", "train.conll", "--test", "test.conll", "--strategy", "random")
    out = json.loads(
        done(*command, "--strategy", "min_marginal", "--budget", "60", "--seed", "1", "--json")
    )
    assert set(out["strategies"]) == {"random", "min_marginal"}
    assert {
        "seed", "sentences", "tokens", "tokens_read", "corrections", "actions", "seconds", "f1",
        "token_accuracy",
    } <= set(out["strategies"]["random"][0])  # fmt: skip
    assert out["strategies"]["random"][-1]["sentences"] == 16
    assert "needed for 99%" in done(*command, "--csv", "a.csv", "--png", "a.png")
    assert Path("a.csv").read_text().startswith("strategy,seed,sentences")
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")


def test_simulate_refuses_what_it_does_not_know(tagwright):
    status, _, err = tagwright(
        "simulate", "train.conll", "--test", "test.conll", "--strategy", "luck"
    )
    assert status == 2
    assert "'luck' is unknown" in err


def test_an_interrupted_simulation_goes_on(tagwright, done, monkeypatch):
    from crfcore.active_learning import simulation

    command = ("simulate", "train.conll", "--test", "test.conll", "--strategy", "random", "--json")
    whole = done(*command)
    step = simulation.Run.step

    def interrupted(run):
        step(run)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation.Run, "step", interrupted)
    status, out, err = tagwright(*command, "--resume", "kept")
    assert (status, out) == (130, "")
    assert "the same command goes on from there" in err
    monkeypatch.setattr(simulation.Run, "step", step)
    assert done(*command, "--resume", "kept") == whole


def test_reproduce_prints_a_table(done, imagined):
    assert "A accuracy    50.00  75.00" in done("reproduce", "zhu-4")
    out = json.loads(done("reproduce", "zhu-4", "--limit", "9", "--json"))
    assert set(out) == {"table", "limited", "rows"}
    assert out["limited"] is True
    assert set(out["rows"][0]) == {"name", "paper", "ours", "seconds", "evaluations"}


def test_reproduce_refuses_draws_where_nothing_is_drawn(tagwright):
    status, _, err = tagwright("reproduce", "zhu-ttp", "--seeds", "2")
    assert status == 2
    assert "zhu-ttp draws no random data" in err


def test_reproduce_keeps_what_is_finished_when_interrupted(tagwright, done, imagined):
    imagined.interrupted_at = "B"
    status, out, err = tagwright("reproduce", "zhu-4", "--resume", "kept.json", "--page", "p.md")
    assert (status, out) == (130, "")
    assert "Interrupted" in err
    assert not Path("p.md").exists()
    imagined.interrupted_at = ""
    done("reproduce", "zhu-4", "--resume", "kept.json", "--page", "p.md", "--json")
    assert imagined.computed == ["A", "B"]
    assert "| B accuracy | 50.00 | 75.00 |" in Path("p.md").read_text()


def test_reproduce_says_first_what_takes_long(tagwright, imagined):
    imagined.minutes = 100.0
    status, _, err = tagwright("reproduce", "zhu-4")
    assert status == 0
    assert "about 100 minutes" in err


def test_reproduce_refuses_a_page_that_cannot_be_written(bad, imagined):
    assert "folder" in bad("reproduce", "zhu-4", "--page", ".")
    assert imagined.computed == []


def test_reproduce_shows_a_bar_on_a_terminal(monkeypatch, capsys, folder, imagined):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["reproduce", "zhu-4"]) == 0
    out, err = capsys.readouterr()
    assert "zhu-4" in err
    assert "100%" in err
    assert "100%" not in out


def test_progress_is_shown_on_a_terminal(monkeypatch, capsys, folder):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["train", "train.conll", "--model", "m.crf", "--test", "test.conll"]) == 0
    out, err = capsys.readouterr()
    assert "iteration" in err
    assert "Evaluating" in err
    assert "Evaluating" not in out


def _here():
    """Return an environment in which the program under test is found from any folder."""
    return {**os.environ, "PYTHONPATH": str(Path(cli.__file__).resolve().parents[2])}


def test_an_interrupt_signal_has_its_usual_meaning():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_everything_goes_out_and_comes_back(tagwright):
    tagwright("new", "p.tagwright")
    tagwright("import", "p.tagwright", "train.conll")
    assert tagwright("export", "p.tagwright", "files", "--everything")[0] == 0
    status, out, _ = tagwright("new", "q.tagwright", "--from", "files")
    assert status == 0
    assert "16 sentences (16 done)" in out
    assert tagwright("export", "q.tagwright", "q.conll")[0] == 0
    assert Path("q.conll").read_text() == TRAIN
    status, _, err = tagwright("new", "r.tagwright", "--from", "none")
    assert status == 1
    assert "whole exported folder" in err
    assert not Path("r.tagwright").exists()
