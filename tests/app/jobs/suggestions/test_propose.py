"""Tests of proposals under the project's scheme and the user's labels."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from app.domain.rules import ProjectRule
from app.edits.rules import add_rules
from app.jobs.data.snapshot import snapshot
from app.jobs.suggestions import propose as propose_module
from app.jobs.suggestions.propose import ProposerAtOnce, propose, propose_all, sentences_of
from app.jobs.training.train import TrainedModel, extract, train
from app.session import Session
from crfcore import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.features.template import parse_template
from crfcore.features.word_cases import learn_cases
from crfcore.text.tag_schemes import OUTSIDE
from tests.memory_projects import project_of, set_tags

NAMES = ["Ada", "Ben", "Cay", "Dee"]


@pytest.fixture
def project():
    """Names of two words after "by" in twelve sentences; three open sentences."""
    received = [["by", NAMES[n % 4], "Hall", "now"] for n in range(12)]
    project = project_of([*received, *[["by", "Ada", "Hall", "now"]] * 3])
    project.words = ["by", *NAMES, "Hall", "now"]
    column = {word: number for number, word in enumerate(project.words)}
    corpus = project.corpus
    corpus.columns[0] = [
        column[word] for sentence_index in range(15) for word in corpus.words_of(sentence_index)
    ]
    for sentence_index in range(12):
        set_tags(project, sentence_index, ["O", "B-DRUG", "I-DRUG", "O"])
    return project


def model_of(project):
    data = snapshot(project)
    return train(data, extract(data))


def tags(project, proposed):
    return [project.tags[tag] for tag in proposed.tags.tolist()]


def at(project, *sentence_indices):
    return sentences_of(project, np.array(sentence_indices, np.int64))


def test_beside_what_was_said_a_span_begins_as_the_scheme_has_it(project) -> None:
    model = model_of(project)
    set_tags(project, 13, [None, "O", None, None])
    freely = propose(model, at(project, 12, 13, 14))
    assert tags(project, freely)[:4] == ["O", "B-DRUG", "I-DRUG", "O"]
    assert tags(project, freely)[4:8] in (["O", "O", "O", "O"], ["O", "O", "B-DRUG", "O"])
    assert tags(project, freely)[8:] == ["O", "B-DRUG", "I-DRUG", "O"]
    assert (freely.conflicts, bool((freely.probabilities > 0).all())) == ({}, True)
    at_once = ProposerAtOnce().propose(model, at(project, 13))
    assert tags(project, at_once) == tags(project, freely)[4:8]
    np.testing.assert_allclose(at_once.probabilities, freely.probabilities[4:8], rtol=1e-6)
    every = propose_all(model, project)
    assert [project.tags[tag] for tag in every.tags[52:56].tolist()] == tags(project, at_once)


def test_what_is_not_loaded_yet_is_left_to_a_worker(project, monkeypatch) -> None:
    monkeypatch.setattr("app.jobs.suggestions.propose._scheme_is_ready", Event())
    model = model_of(project)
    set_tags(project, 13, [None, "O", None, None])
    assert ProposerAtOnce().propose(model, at(project, 13)) is None
    assert ProposerAtOnce().propose(model, at(project, 12)) is not None, "it breaks nothing"
    propose(model, at(project, 13))
    assert ProposerAtOnce().propose(model, at(project, 13)) is not None


def test_without_a_scheme_the_model_would_break_it(project) -> None:
    """Make sure that the other tests can fail."""
    model = model_of(project)
    set_tags(project, 13, [None, "O", None, None])
    freely = propose(model, replace(at(project, 13), scheme=""))
    assert tags(project, freely)[2] == "I-DRUG"


def test_what_is_only_counted_is_not_decoded_twice(project, monkeypatch) -> None:
    model = replace(model_of(project), damped=True)
    monkeypatch.delattr("app.jobs.suggestions.propose._obey_scheme")
    set_tags(project, 13, [None, "O", None, None])
    assert tags(project, propose(model, at(project, 13)))[2] == "I-DRUG"


def test_what_was_said_against_the_scheme_stays_and_leaves_the_rest_as_it_was(project) -> None:
    model = model_of(project)
    set_tags(project, 12, ["O", "O", "I-DRUG", None])
    proposed = propose(model, at(project, 12, 13))
    assert tags(project, proposed) == ["O", "O", "I-DRUG", "O", "O", "B-DRUG", "I-DRUG", "O"]
    assert proposed.conflicts == {}
    assert ProposerAtOnce().propose(model, at(project, 12)) is not None


def test_a_model_that_knows_no_beginnings_goes_on_proposing(project) -> None:
    for sentence_index in range(12):
        set_tags(project, sentence_index, ["O", "I-DRUG", "I-DRUG", "O"])
    proposed = propose(model_of(project), at(project, 14))
    assert tags(project, proposed) == ["O", "I-DRUG", "I-DRUG", "O"]


def test_the_scheme_joins_the_rules_of_the_project(project) -> None:
    rule = ProjectRule(0, "not_after", '{"a": "DOSE", "b": "DRUG"}')
    Session(project).apply(add_rules(project, [rule]))
    model = model_of(project)
    set_tags(project, 13, [None, "O", None, None])
    proposed = propose(model, at(project, 13))
    assert "I-DRUG" not in tags(project, proposed)
    assert OUTSIDE in tags(project, proposed)


def test_attributes_of_a_sentence_are_computed_once_for_all_its_keys(project, monkeypatch):
    model, proposer, computed = model_of(project), ProposerAtOnce(), []
    compute = propose_module.dataset_of

    def count(model, sentences):
        computed.append(sentences.sentence_indices.tolist())
        return compute(model, sentences)

    monkeypatch.setattr(propose_module, "dataset_of", count)
    open_one = proposer.propose(model, at(project, 12))
    set_tags(project, 12, ["O", "O", "O", "O"])
    confirmed = proposer.propose(model, at(project, 12))
    assert computed == [[12]]
    assert open_one.tags.tolist() != confirmed.tags.tolist()
    assert confirmed.tags.tolist() == propose(model, at(project, 12)).tags.tolist()
    proposer.propose(model, at(project, 13))
    proposer.propose(model_of(project), at(project, 13))
    assert computed[2:] == [[13], [13]]


def test_a_model_from_a_file_reads_the_whole_text_for_unknown_words() -> None:
    sentences = [[word, "is", "here"] for word in ("Ada", "Ben", "Tea", "Oat")]
    sentences += [["we", "see", word] for word in ("Ada", "Ben", "tea", "oat")]
    right = [["B-DRUG" if word in NAMES else "O" for word in words] for words in sentences]
    table = ColumnTable.from_words(sentences)
    crf = LinearChainCRF(template=parse_template("Ul:%case[0]\nB\n"))
    model = TrainedModel(crf.fit(table, right, cases=learn_cases(table)))
    project = project_of([["Tia", "is", "here"], ["we", "see", "Tia"]])
    project.words = ["Tia", "is", "here", "we", "see"]
    project.corpus.columns[0] = [0, 1, 2, 3, 4, 0]
    project.tag_id("B-DRUG")
    before = at(project, 0)
    assert ProposerAtOnce().propose(model, before) is None, "it would read the text"
    both = propose(model, at(project, 0, 1))
    assert tags(project, both) == [
        "B-DRUG",
        "O",
        "O",
        "O",
        "O",
        "B-DRUG",
    ]
    for alone in (propose(model, before), ProposerAtOnce().propose(model, before)):
        np.testing.assert_allclose(alone.probabilities, both.probabilities[:3], rtol=1e-6)


def test_under_rules_progress_is_reported_after_few_sentences(project, monkeypatch) -> None:
    monkeypatch.setattr("app.jobs.suggestions.propose.SENTENCES_UNDER_RULES", 4)
    monkeypatch.setattr("app.jobs.suggestions.propose.SECONDS_AT_ONCE", 0.0)
    model, reports = model_of(project), []
    propose_all(model, project, lambda done, _: bool(reports.append(done)))
    assert reports == [0]
    project.rules[1] = ProjectRule(1, "count", '{"unit": "DRUG", "at_most": 1}', position=1)
    propose_all(model, project, lambda done, _: bool(reports.append(done)))
    assert reports[1:4] == [0, 4, 8]
    monkeypatch.setattr("app.jobs.suggestions.propose.SECONDS_AT_ONCE", 60.0)
    reports.clear()
    propose_all(model, project, lambda done, _: bool(reports.append(done)))
    assert reports[:3] == [0, 4, 12]
