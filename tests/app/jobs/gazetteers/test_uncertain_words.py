"""Words worth a statement, against counting token by token."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from app.domain.documents import LEARNING_OPTION, YES
from app.domain.gazetteers import Gazetteer
from app.domain.proposals import Proposals
from app.domain.tokens import Role
from app.edits.gazetteers import add_gazetteer
from app.jobs.gazetteers import uncertain_words as module
from app.jobs.gazetteers.uncertain_words import uncertain_words_question
from app.session import Session
from tests.local_text import named_project
from tests.memory_projects import project_of, set_tags


@pytest.fixture
def project():
    return named_project(60)


def uncertain_words(project, proposals):
    return module.uncertain_words(uncertain_words_question(project, proposals))


def random_proposals(project):
    rng = np.random.default_rng(0)
    n_tokens = project.corpus.n_tokens
    found = Proposals.none(project.corpus.n_sentences, n_tokens)
    found.models[:] = rng.integers(0, 3, len(found.models))
    tags = [project.tag_ids["B-NAME"], project.tag_ids["O"]]
    found.tags[:] = rng.choice(tags, n_tokens)
    found.probabilities[:] = rng.random(n_tokens)
    return found


def by_hand(project, proposals):
    corpus, errors, counts = project.corpus, Counter(), Counter()
    for sentence in range(corpus.n_sentences):
        if corpus.roles[sentence] == Role.CONTROL:
            continue
        for token in range(*corpus.offsets[sentence : sentence + 2].tolist()):
            if corpus.states[token] == 1:
                continue
            word = project.words[corpus.columns[0, token]]
            counts[word] += 1
            certain = 0.98 if word.islower() else 0.0
            if proposals.models[sentence] > 0:
                certain = float(proposals.probabilities[token])
            errors[word] += 1.0 - certain
    return {
        word: (n, errors[word]) for word, n in counts.items() if n >= 2 and errors[word] >= 0.05
    }


def test_expected_errors_are_those_of_open_tokens(project):
    project.corpus.roles[9] = Role.CONTROL
    proposals = random_proposals(project)
    proposals.tags[:] = project.tag_ids["B-NAME"]
    found = uncertain_words(project, proposals)
    assert {one.word: (one.n_open, pytest.approx(one.expected_errors)) for one in found} == by_hand(
        project, proposals
    )
    sums = [one.expected_errors for one in found if one.label or one.word != one.word.lower()]
    assert sums == sorted(sums, reverse=True)


def test_the_label_is_the_one_suggested_most_often(project):
    proposals = random_proposals(project)
    proposals.models[:] = 1
    proposals.tags[:] = project.tag_ids["O"]
    assert {one.label for one in uncertain_words(project, proposals)} == {""}
    proposals.tags[:] = project.tag_ids["B-NAME"]
    assert {one.label for one in uncertain_words(project, proposals)} == {"NAME"}
    proposals.tags[::3] = project.tag_ids["O"]
    proposals.tags[1::3] = project.tag_ids["O"]
    assert "" in {one.label for one in uncertain_words(project, proposals)}, "most have no label"


def test_words_of_gazetteers_are_left_out(project):
    proposals = random_proposals(project)
    first = uncertain_words(project, proposals)[0].word
    session = Session(project)
    session.apply(add_gazetteer(project, Gazetteer(0, "known"), {first.upper(): ""}))
    assert first not in [one.word for one in uncertain_words(project, proposals)]


def test_without_a_model_capitals_come_first_and_numbers_never(project):
    project.words = [word.title() if word == "town" else word for word in project.words]
    project.words = ["42" if word == "met" else word for word in project.words]
    empty = Proposals.none(project.corpus.n_sentences, project.corpus.n_tokens)
    found = [one.word for one in uncertain_words(project, empty)]
    assert found[0] == "Town"
    assert "42" not in found


def test_the_list_is_short_and_empty_where_all_is_labelled(project, monkeypatch):
    proposals = random_proposals(project)
    monkeypatch.setattr(module, "N_WORDS", 3)
    assert len(uncertain_words(project, proposals)) == 3
    for sentence in range(project.corpus.n_sentences):
        set_tags(project, sentence, ["O"] * int(np.diff(project.corpus.offsets)[sentence]))
    assert uncertain_words(project, proposals) == []


def test_words_with_hardly_an_expected_error_are_left_out(project):
    proposals = random_proposals(project)
    proposals.models[:] = 1
    proposals.probabilities[:] = 0.9999
    assert uncertain_words(project, proposals) == []


def test_text_that_is_not_to_be_labelled_is_left_out(project):
    for document in list(project.documents.values()):
        layout = document.layout.with_option(LEARNING_OPTION, YES)
        project.documents[document.id] = replace(document, layout=layout)
    assert uncertain_words(project, random_proposals(project)) == []


def test_words_that_are_lower_case_elsewhere_come_last(project):
    """A function word has a capital letter where a sentence begins."""
    texts = ["Die Anna met Ben", "Die Anna met Ben", "and die Cleo met Dora", "Ben saw die town"]
    project = project_of([text.split() for text in texts])
    project.words = sorted({word for text in texts for word in text.split()})
    project.corpus.columns[0] = [project.words.index(word) for word in " ".join(texts).split()]
    empty = Proposals.none(project.corpus.n_sentences, project.corpus.n_tokens)
    found = [one.word for one in uncertain_words(project, empty)]
    assert found == ["Ben", "Anna", "met", "Die", "die"]
    # Also if a model is less certain of it than of a name.
    proposals = empty
    proposals.models[:] = 1
    proposals.tags[:] = project.tag_id("O")
    lowered = np.array([word.lower() == "die" for word in " ".join(texts).split()])
    proposals.probabilities[:] = np.where(lowered, 0.5, 0.9)
    assert [one.word for one in uncertain_words(project, proposals)][:2] == ["Ben", "Anna"]
    # Not if it is often suggested: names of drugs are lower case.
    proposals.tags[lowered] = project.tag_id("B-DRUG")
    assert [one.word for one in uncertain_words(project, proposals)][:2] == ["Die", "die"]
