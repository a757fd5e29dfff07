"""Tests of infeasible, contradictory, redundant, duplicate, empty, huge or unknown rules.

Each ends in the right answer or in one clear sentence: in the library, on the command line, and in
the jobs of the window.
"""

from __future__ import annotations

import json
from dataclasses import replace
from time import process_time

import numpy as np
import pytest

from app.cli import run
from app.domain.proposals import NO_TAG
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.rules.conversion import project_rule
from crfcore import LinearChainCRF
from crfcore.constraints import json_files
from crfcore.constraints.conflict import ConflictError
from crfcore.constraints.json_files import parse_rules
from crfcore.errors import CrfError, UnknownLabelError
from tests.memory_projects import project_of, set_tags

TEXT = [["Dr.", "Osei", "came"], ["Mrs.", "Ada", "left"], ["Dr.", "Ada", "left"]]
LABELS = ["B-TITLE", "B-PERSON", "O"]
USUAL = [LABELS, LABELS, LABELS]

TITLES = {"kind": "followed_by", "a": "TITLE", "b": "PERSON"}
NO_WORDS = {"kind": "word_list", "words": []}


def count(unit="PERSON", **bounds):
    return {"kind": "count", "unit": unit, **bounds}


HARMLESS = {
    "redundant": [count(at_most=3), count(at_most=7), count(at_least=0), TITLES],
    "duplicate": [TITLES, TITLES, count(at_most=1), count(at_most=1)],
    "empty": [],
    "empty list of words": [
        {"kind": "lexical", "effect": "forbids", "labels": ["PERSON"], "matcher": NO_WORDS}
    ],
    "empty, for they are off": [count(at_most=0) | {"on": False}],
    "huge": [count(at_most=10**6), count(at_least=1, at_most=10**6)],
    "huge and soft": [count(at_least=10**6) | {"cost": 1e-9}],
}
IMPOSSIBLE = {
    "infeasible": [count(at_least=4)],
    "contradictory": [count(at_least=1), TITLES, count(at_most=0)],
    "huge": [count(at_least=10**6)],
}
UNKNOWN = [count("DRUG", at_most=1)]


def text_of(rules):
    return json.dumps({"format": "tagwright rules", "version": 1, "rules": rules})


@pytest.fixture(scope="module")
def crf():
    model = LinearChainCRF(template="U0:%x[0,0]\nB\n", c2=0.1, max_iterations=30)
    model.fit([[[word] for word in words] for words in TEXT[:2]], [LABELS, LABELS])
    model.metadata_ = {"columns": ["word", "label"]}
    return model


@pytest.fixture
def library(crf):
    """Label the text under rules with the library."""

    def label(rules):
        sentences = [[[word] for word in words] for words in TEXT]
        return crf.predict(sentences, rules=parse_rules(text_of(rules)).rules)

    return label


@pytest.fixture
def command(crf, tmp_path, capfd):
    """Label the text under rules on the command line: status, labels, messages."""
    crf.save(tmp_path / "m.crf")
    blocks = ("".join(f"{word}\n" for word in words) for words in TEXT)
    (tmp_path / "text").write_text("\n".join(blocks))

    def label(rules):
        (tmp_path / "rules.json").write_text(text_of(rules))
        files = [str(tmp_path / name) for name in ("m.crf", "text", "rules.json")]
        status = run(["tag", *files[:2], "--columns", "word", "--constraints", files[2]])
        out, err = capfd.readouterr()
        blocks = out.strip().split("\n\n")
        labels = [[row.split()[-1] for row in block.splitlines()] for block in blocks]
        return status, labels, err

    return label


@pytest.fixture(scope="module")
def project():
    made = project_of(TEXT, labels=("TITLE", "PERSON"))
    made.words = sorted({word for words in TEXT for word in words})
    made.corpus.columns[0] = [made.words.index(word) for words in TEXT for word in words]
    for sentence_index in (0, 1):
        set_tags(made, sentence_index, LABELS)
    return made


@pytest.fixture
def window(project):
    """Propose labels for the last sentence under rules, as the window does: labels, conflict."""
    learning = ProjectLearning()
    model = learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)

    def label(rules):
        read = parse_rules(text_of(rules)).rules
        project.rules = {
            number: replace(project_rule(rule), id=number, position=number)
            for number, rule in enumerate(read, 1)
        }
        found = learning.propose(model, learning.sentences(project, np.array([2], np.int64)))
        tags = [project.tags[tag] if tag != NO_TAG else None for tag in found.tags.tolist()]
        return tags, found.conflicts.get(2, "")

    return label


@pytest.mark.parametrize("name", HARMLESS)
def test_what_says_little_leaves_the_labels_as_they_are(name, library, command, window):
    rules = HARMLESS[name]
    assert library(rules) == USUAL
    assert command(rules) == (0, USUAL, "")
    assert window(rules) == (LABELS, "")


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_nothing_satisfies_is_named_in_a_sentence(name, library, command, window):
    rules = IMPOSSIBLE[name]
    with pytest.raises(ConflictError, match="In sentence 1") as caught:
        library(rules)
    assert len(caught.value.rules) == min(len(rules), 2)
    status, _, shown_text = command(rules)
    assert status == 1
    assert shown_text.count("\n") == 1
    named = str(caught.value).replace("In sentence 1", "In sentence 1 (number 0 in the rules)")
    assert named in shown_text
    labels, conflict = window(rules)
    assert labels == LABELS
    assert "ignored" in conflict
    assert "\n" not in conflict


def test_unknown_labels_are_named_and_never_occur_in_the_window(library, command, window):
    with pytest.raises(UnknownLabelError, match="'DRUG'") as caught:
        library(UNKNOWN)
    status, _, shown_text = command(UNKNOWN)
    assert status == 1
    assert shown_text.count("\n") == 1
    assert str(caught.value) in shown_text
    assert window(UNKNOWN) == (LABELS, "")


@pytest.mark.parametrize("regex", ["O{1000000}", ".* O .{12}", "(" * 200, "O" * 20_000])
def test_a_huge_pattern_over_labels_ends_soon_and_is_explained(
    regex, library, command, window, monkeypatch
):
    rules = [{"kind": "pattern", "regex": regex}]
    with pytest.raises(CrfError) as caught:
        library(rules)
    assert "\n" not in str(caught.value)
    status, _, shown_text = command(rules)
    assert status == 1
    assert shown_text.count("\n") == 1
    # A project may have such a rule: only files are checked when they are read.
    monkeypatch.setattr(json_files, "check_regex", lambda _: None)
    assert window(rules)[0] == LABELS


def test_a_pattern_of_words_that_would_take_for_ever_is_stopped(
    project, command, window, tmp_path, monkeypatch
):
    words = {"kind": "word_pattern", "pattern": r"(a*)(a*)(a*)(a*)\4\3\2\1[bc]"}
    rules = [{"kind": "lexical", "effect": "forbids", "labels": ["O"], "matcher": words}]
    for_ever = "a" * 300
    (tmp_path / "text").write_text(f"Dr.\n{for_ever}\n")
    status, _, shown_text = command(rules)
    assert status == 1
    assert "write it more simply" in shown_text
    assert shown_text.count("\n") == 1
    known = [for_ever if word == "left" else word for word in project.words]
    monkeypatch.setattr(project, "words", known)
    started = process_time()
    assert window(rules)[0][:2] == LABELS[:2]
    assert process_time() - started < 20
