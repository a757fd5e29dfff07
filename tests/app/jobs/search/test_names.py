"""Groups of equal names: what is a name, where it occurs, and which labels its occurrences have."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.documents import Document
from app.domain.names import TypeCount
from app.domain.proposals import Proposals
from app.domain.tokens import Role, TokenState
from app.jobs.search.names import (
    MAX_WORDS,
    TiedTokens,
    inconsistent_names,
    name_groups,
    names_question,
)
from tests.memory_projects import project_of, set_tags

SENTENCES = [
    "Axel Springer buys Springer .",
    "But Springer sells warfarin",
    "it is Axel Springer of Ulm",
    "warfarin of Springer in Ulm",
]


def made(sentences=SENTENCES, labels=("PER", "ORG", "DRUG"), **kwargs):
    """Return a project with words of its own."""
    words = [one.split() for one in sentences]
    project = project_of(words, labels=labels, **kwargs)
    project.words = sorted({word for one in words for word in one})
    project.corpus.columns[0] = [project.words.index(word) for one in words for word in one]
    return project


def proposed(project, **tags):
    """Return proposals of a model: sN="B-PER O …" for sentence N."""
    found = Proposals.none(project.corpus.n_sentences, project.corpus.n_tokens)
    for name, own in tags.items():
        at = project.corpus.span(int(name[1:]))
        found.tags[at] = [project.tag_id(tag) for tag in own.split()]
        found.probabilities[at] = 0.9
        found.models[int(name[1:])] = 1
    return found


def question_of(project, proposals=None, document=None):
    proposals = proposals or proposed(project)
    return names_question(project, proposals, project.visible(), TiedTokens(), document)


def groups_of(project, proposals=None, document=1):
    return {one.name: one for one in name_groups(question_of(project, proposals, document))}


def test_what_a_grammar_suggests_beside_a_model_is_counted():
    project = made()
    proposals = proposed(project, s0="O O O B-ORG O", s1="O B-PER O O", s3="O O B-ORG O O")
    proposals.listed[project.corpus.span(1)] = [False, True, False, False]
    assert groups_of(project, proposals)["Springer"].types == (
        TypeCount("ORG", 0, 2),
        TypeCount("", 0, 1),
        TypeCount("PER", 0, 1),
    )


def test_the_whole_phrase_is_the_name_and_the_longest_one_counts():
    project = made()
    set_tags(project, 0, ["B-PER", "I-PER", "O", "B-ORG", "O"])
    proposals = proposed(project, s1="O B-PER O B-DRUG", s3="O O B-ORG O O")
    groups = groups_of(project, proposals)
    assert list(groups) == ["Springer", "warfarin", "Axel Springer", "Ulm"], "mixed ones first"
    assert groups["Axel Springer"].places() == [(0, 0), (2, 2)], "the same words without a label"
    assert groups["Axel Springer"].types == (TypeCount("PER", 1, 0),)
    springer = groups["Springer"]
    assert springer.places() == [(0, 3), (1, 1), (3, 2)]
    assert springer.places(only_open=True) == [(1, 1), (3, 2)]
    assert springer.types == (TypeCount("ORG", 1, 1), TypeCount("PER", 0, 1))
    assert (springer.n, springer.n_open, springer.n_other) == (3, 2, 1)
    assert springer.is_mixed
    assert not groups["Ulm"].is_mixed, "what shows nothing has no other label"


@pytest.mark.parametrize("broken", ["B-ORG I-ORG B-PER", "O O B-PER", "B-ORG O B-PER"])
def test_a_suggestion_that_breaks_up_a_longer_name_makes_no_other_name(broken):
    project = made(["Bank of York paid", "Bank of York lent", "York wrote", "York sat"])
    set_tags(project, 2, ["B-PER", "O"])
    whole, rest = "B-ORG I-ORG I-ORG O", "B-PER O"
    found = groups_of(project, proposed(project, s0=whole, s1=f"{broken} O", s3=rest))
    assert found["York"].sentence_indices.tolist() == [2, 3]
    assert found["Bank of York"].sentence_indices.tolist() == [0, 1]
    # A span that a person has labelled is not broken up.
    set_tags(project, 1, ["O", "B-PER", "I-PER", "O"])
    found = groups_of(project, proposed(project, s0=whole, s3=rest))
    assert "Bank of York" not in found


def test_a_suggested_span_that_reaches_further_is_not_cut_by_another_name():
    project = made(["New York Times said", "in New York now", "York Times said", "York Times sat"])
    tags = {"s0": "O B-ORG I-ORG O", "s1": "O B-PER I-PER O", "s2": "B-ORG I-ORG O"}
    found = groups_of(project, proposed(project, s3="B-ORG I-ORG O", **tags))
    assert found["York Times"].sentence_indices.tolist() == [0, 2, 3]
    assert "New York" not in found


def test_a_word_in_lower_case_is_a_name_if_it_is_labelled_often_or_by_a_person():
    project = made(["of warfarin", "of warfarin", "of of"])
    assert not groups_of(project)
    often = proposed(project, s0="B-PER B-DRUG", s1="O O", s2="O O")
    assert list(groups_of(project, often)) == ["warfarin"], "one wrong suggestion in four: no name"
    set_tags(project, 0, ["B-PER", None])
    assert groups_of(project, often)["of"].types[-1] == TypeCount("PER", 1, 0)


def test_punctuation_is_no_name_whoever_labels_it():
    project = made(["2019 , -", "2019 , -"])
    set_tags(project, 0, ["B-PER", "B-PER", None])
    assert list(groups_of(project, proposed(project, s1="O O B-PER"))) == ["2019"]


def test_test_sentences_and_other_documents_do_not_count():
    project = made(["Ulm is", "Ulm is", "Ulm is", "Ulm is"])
    project.documents[2] = Document(2, "b", 1)
    project.corpus.documents[3] = 2
    for sentence_index, tag in enumerate(["B-PER", "B-ORG", "B-PER", "B-ORG"]):
        set_tags(project, sentence_index, [tag, "O"])
    assert groups_of(project)["Ulm"].n == 3
    project.corpus.roles[1] = Role.CONTROL
    assert groups_of(project)["Ulm"].types == (TypeCount("PER", 2, 0),)
    assert not inconsistent_names(question_of(project)).by_sentence
    assert not groups_of(project, document=2), "a name that occurs once"


def test_rejected_and_deleted_labels_are_not_shown():
    project = made(["Ulm is", "Ulm is", "Ulm is"])
    proposals = proposed(project, s0="B-PER O", s1="B-ORG O", s2="B-DRUG O")
    possible = project.set_id(tuple(project.tag_id(tag) for tag in ("O", "B-PER")))
    project.corpus.tag_sets[2], project.corpus.states[2] = possible, TokenState.NARROWED
    assert {one.label for one in groups_of(project, proposals)["Ulm"].types} == {"PER", "DRUG"}
    del project.labels[3]
    assert groups_of(project, proposals)["Ulm"].types == (TypeCount("PER", 0, 1),)


def test_where_each_token_has_a_label_words_are_names():
    project = made(["Ulm is", "Ulm is"], labels=("NOUN", "VERB"), scheme="tokens")
    set_tags(project, 0, ["NOUN", "VERB"])
    set_tags(project, 1, ["VERB", "VERB"])
    (group,) = groups_of(project).values()
    assert (group.name, group.n_other) == ("Ulm", 1)


def test_without_capitals_words_are_tied_by_what_the_model_suggests():
    project = made(["乌尔姆 是", "乌尔姆 是"])
    assert set(groups_of(project)) == {"乌尔姆", "是"}, "without a model any word"
    by_model = proposed(project, s0="B-PER O", s1="O O")
    assert list(groups_of(project, by_model)) == ["乌尔姆"]


def test_a_very_long_span_is_no_name():
    words = " ".join(f"W{i}" for i in range(MAX_WORDS + 1))
    project = made([words, words])
    for sentence_index in (0, 1):
        set_tags(project, sentence_index, ["B-PER", *["I-PER"] * MAX_WORDS])
    assert not groups_of(project)


def test_each_sentence_has_the_name_that_differs_most():
    project = made(["Ulm and Rom", "Ulm and Rom", "Ulm and", "Ulm too", "and Bonn"])
    for sentence_index, tags in enumerate(["PER ORG", "PER PER", "ORG", "ORG"]):
        own = [f"B-{tag}" for tag in tags.split()]
        set_tags(project, sentence_index, [own[0], "O", *own[1:]])
    found = inconsistent_names(question_of(project))
    assert {index: one.name for index, one in found.by_sentence.items()} == {
        0: "Ulm", 1: "Ulm", 2: "Ulm", 3: "Ulm",
    }  # fmt: skip
    assert found.worth(np.array([4, 0, 1])).tolist() == [0.0, 2.0, 2.0]
    assert found.by_sentence[0].first_in(0) == 0
    assert found.by_sentence[0].first_in(4) is None


WORDS = st.sampled_from(["Ulm", "Rom", "am", "Rhein"])
TAGS = st.sampled_from(["O", "B-PER", "I-PER", "B-ORG", "I-ORG", None])


@given(st.lists(st.lists(st.tuples(WORDS, TAGS), max_size=6), min_size=1, max_size=6), st.data())
def test_no_token_is_in_two_occurrences_and_counts_agree(sentences, data):
    project = made([" ".join(word for word, _ in one) for one in sentences])
    states = data.draw(st.sampled_from([TokenState.CONFIRMED, TokenState.SUGGESTED]))
    for sentence_index, one in enumerate(sentences):
        set_tags(project, sentence_index, [tag for _, tag in one], state=states)
    taken = set()
    for group in groups_of(project).values():
        assert group.n > 1
        assert sum(one.n for one in group.types) <= group.n
        assert group.places() == sorted(group.places())
        for sentence_index, first in group.places():
            words = [word for word, _ in sentences[sentence_index]]
            assert " ".join(words[first : first + group.n_tokens]) == group.name
            own = {(sentence_index, first + token) for token in range(group.n_tokens)}
            assert not own & taken
            taken |= own
        confirmed = sum(one.confirmed for one in group.types)
        assert confirmed <= group.n if states == TokenState.CONFIRMED else not confirmed


@pytest.mark.parametrize("sentences", [[""], ["", "Ulm", "", "Ulm", ""]])
def test_empty_sentences_do_no_harm(sentences):
    assert [group.places() for group in groups_of(made(sentences)).values()] in (
        [],
        [[(1, 0), (3, 0)]],
    )
