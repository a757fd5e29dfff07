"""Tests of finding a correction's words elsewhere, against a plain scan."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.corrections import Correction, CorrectionKind, Reach, still_holds, tags_allowed
from app.domain.display import DisplayKind
from app.domain.tokens import Role
from app.edits.occurrences import correct_elsewhere
from app.edits.spans import clear_tokens, forbid_label, label_span, no_label
from app.jobs.search.occurrences import Folds, find_occurrences, occurrence_question
from app.session import Session
from crfcore.text.tag_schemes import Span, spans
from tests.memory_projects import project_of, set_tags, token_tags

DRUG, DOSE = 1, 2
LABEL, NO_LABEL, FORBID = CorrectionKind.LABEL, CorrectionKind.NO_LABEL, CorrectionKind.FORBID


def session_of(sentences, **options):
    """Return a session over sentences whose words have ids."""
    project = project_of(sentences, **options)
    words = sorted({word for sentence in sentences for word in sentence})
    project.words = words
    ids = [words.index(word) for sentence in sentences for word in sentence]
    project.corpus.columns = np.array([ids], np.int32)
    return Session(project)


def propose(session, sentence_index, tags):
    at = session.corpus.span(sentence_index)
    project = session.project
    session.proposals.tags[at] = [-1 if tag is None else project.tag_id(tag) for tag in tags]
    session.proposals.probabilities[at] = 0.5


def find(session, correction, reach=Reach()):  # noqa: B008 (frozen)
    project, proposals = session.project, session.proposals
    return find_occurrences(
        occurrence_question(project, proposals, session.visible, correction, reach)
    )


def where(session, correction, reach=Reach()):  # noqa: B008 (frozen)
    found = find(session, correction, reach)
    return list(zip(found.sentence_indices.tolist(), found.firsts.tolist(), strict=True))


@pytest.fixture
def session(qapp):
    return session_of([["a", "b", "c"], ["b", "a"], ["a", "b"], ["c"], ["b", "b"]])


def test_the_same_word_in_other_sentences_is_found_where_something_else_is_shown(session):
    propose(session, 1, ["B-DRUG", "O"])
    propose(session, 2, ["O", "B-DRUG"])
    found = find(session, Correction(LABEL, 0, 1, 1, (DRUG,)))
    assert (found.sentence_indices.tolist(), found.firsts.tolist()) == ([4, 4], [0, 1])
    assert not len(found.left_sentence_indices)
    assert (found.alike_sentence_indices.tolist(), found.alike_firsts.tolist()) == ([1, 2], [0, 1])
    assert found.n_alike == 0
    session.apply(label_span(session.project, 1, 0, 0, DRUG))
    found = find(session, Correction(LABEL, 0, 1, 1, (DRUG,)))
    assert (found.alike_sentence_indices.tolist(), found.n_alike) == ([2], 1), "one of them is said"


def test_what_is_suggested_alike_is_confirmed_by_saying_it_there(session):
    propose(session, 1, ["B-DRUG", "O"])
    correction = Correction(LABEL, 0, 1, 1, (DRUG,))
    found = find(session, correction)
    where = zip(found.alike_sentence_indices.tolist(), found.alike_firsts.tolist(), strict=True)
    session.apply(correct_elsewhere(session.project, correction, where))
    assert token_tags(session.project, 1)[0] == "B-DRUG"


def test_no_label_is_accepted_where_it_is_suggested_and_nothing_where_it_is_ruled_out(session):
    propose(session, 1, ["O", "O"])
    found = find(session, Correction(NO_LABEL, 0, 1, 1))
    assert found.alike_sentence_indices.tolist() == [1], "elsewhere nothing is shown"
    assert found.n_alike == 3
    found = find(session, Correction(FORBID, 0, 1, 1, (DRUG,)))
    assert (len(found.alike_sentence_indices), found.n_alike) == (0, 4)


def test_the_same_sentence_has_other_places_too(session):
    assert where(session, Correction(LABEL, 4, 0, 0, (DRUG,)))[-1] == (4, 1)
    assert (4, 0) in where(session, Correction(LABEL, 4, 1, 1, (DRUG,)))


def test_capitals_count_only_if_they_are_to(qapp):
    session = session_of([["Aspirin"], ["aspirin"], ["ASPIRIN", "b"], ["Straße"], ["STRASSE"]])
    correction = Correction(LABEL, 1, 0, 0, (DRUG,))
    assert where(session, correction) == []
    assert where(session, correction, Reach(any_case=True)) == [(0, 0), (2, 0)]
    assert where(session, Correction(LABEL, 3, 0, 0, (DRUG,)), Reach(any_case=True)) == [(4, 0)]


def test_words_that_have_come_since_are_known_in_any_case(qapp):
    folds, words = Folds(), ["a", "b"]
    assert folds.like(words, 0) == [0]
    words.append("A")
    assert folds.like(words, 2) == [0, 2]


def test_one_document_may_be_all_that_is_meant(session):
    session.corpus.documents[:3] = 7
    session.project.documents[7] = replace(session.project.documents[1], id=7)
    session.state.count_corpus()
    correction = Correction(LABEL, 0, 1, 1, (DRUG,))
    assert where(session, correction) == [(1, 0), (2, 1), (4, 0), (4, 1)]
    assert where(session, correction, Reach(document=True)) == [(1, 0), (2, 1)]


def test_what_a_fix_took_away_is_no_decision_against_it(session):
    set_tags(session.project, 1, ["B-DRUG", "O"])
    set_tags(session.project, 2, ["O", "B-DOSE"])
    set_tags(session.project, 4, ["B-DRUG", "I-DRUG"])
    found = find(session, Correction(NO_LABEL, 0, 1, 1, taken=(DRUG,)))
    assert found.sentence_indices.tolist() == [1]
    left = zip(found.left_sentence_indices.tolist(), found.left_firsts.tolist(), strict=True)
    assert list(left) == [(2, 1), (4, 0), (4, 1)]


def test_clearing_is_offered_where_the_words_bear_just_that(session):
    set_tags(session.project, 1, ["B-DRUG", "O"])
    set_tags(session.project, 2, ["O", "B-DOSE"])
    set_tags(session.project, 4, ["B-DRUG", "I-DRUG"], state=3)
    found = find(session, Correction(CorrectionKind.CLEAR, 0, 1, 1, taken=(DRUG,)))
    assert (found.sentence_indices.tolist(), found.firsts.tolist()) == ([1], [0])
    assert found.left_sentence_indices.tolist() == [4, 4]


def test_one_label_a_token_is_cleared_too(qapp):
    session = session_of([["a"], ["a"], ["a"]], scheme="tokens", labels=["DT", "NN"])
    set_tags(session.project, 1, ["DT"])
    set_tags(session.project, 2, ["NN"])
    assert where(session, Correction(CorrectionKind.CLEAR, 0, 0, 0, taken=(1,))) == [(1, 0)]


def test_of_a_phrase_the_whole_has_to_stand_there(session):
    assert where(session, Correction(LABEL, 0, 0, 1, (DRUG,))) == [(2, 0)]
    propose(session, 2, ["B-DRUG", "I-DRUG"])
    assert where(session, Correction(LABEL, 0, 0, 1, (DRUG,))) == []
    propose(session, 2, ["B-DRUG", "B-DRUG"])
    assert where(session, Correction(LABEL, 0, 0, 1, (DRUG,))) == [(2, 0)]


def test_a_longer_span_is_not_the_same(session):
    propose(session, 1, ["B-DRUG", "I-DRUG"])
    assert (1, 0) in where(session, Correction(LABEL, 0, 1, 1, (DRUG,)))


@pytest.mark.parametrize("kind", [LABEL, NO_LABEL])
def test_parts_of_longer_spans_come_last(session, kind):
    labels = (DRUG,) if kind is LABEL else ()
    propose(session, 1, ["B-DOSE", "I-DOSE"])
    propose(session, 2, ["O", "B-DOSE"])
    found = find(session, Correction(kind, 4, 0, 0, labels))
    expected = [0, 2, 4, 1] if kind is LABEL else [2, 1]
    assert (found.sentence_indices.tolist(), found.n_inside) == (expected, 1)
    # Neighbours are spans of their own.
    propose(session, 1, ["B-DOSE", "B-DOSE"])
    found = find(session, Correction(kind, 4, 0, 0, labels))
    assert (found.sentence_indices.tolist(), found.n_inside) == (sorted(expected), 0)


def test_two_spans_and_labels_of_tokens_are_no_longer_span(session):
    propose(session, 2, ["B-DRUG", "B-DOSE"])
    assert find(session, Correction(LABEL, 0, 0, 1, (DRUG,))).n_inside == 0


def test_no_label_and_not_this_are_offered_where_a_label_would_have_to_go(session):
    propose(session, 1, ["B-DRUG", "O"])
    propose(session, 2, ["O", "B-DOSE"])
    assert where(session, Correction(NO_LABEL, 0, 1, 1)) == [(1, 0), (2, 1)]
    assert where(session, Correction(FORBID, 0, 1, 1, (DRUG,))) == [(1, 0)]


def test_what_a_person_has_decided_is_left_alone_and_counted(session):
    set_tags(session.project, 1, ["B-DOSE", None])
    set_tags(session.project, 2, [None, "B-DRUG"])
    found = find(session, Correction(LABEL, 0, 1, 1, (DRUG,)))
    assert found.sentence_indices.tolist() == [4, 4]
    assert (found.left_sentence_indices.tolist(), found.left_firsts.tolist()) == ([1], [0])


def test_a_span_that_a_person_has_made_longer_is_a_decision(session):
    set_tags(session.project, 2, ["B-DRUG", "I-DRUG"])
    found = find(session, Correction(LABEL, 1, 1, 1, (DRUG,)))
    assert found.sentence_indices.tolist() == [0]
    assert len(found.left_sentence_indices) == 1


def test_labels_that_a_person_has_ruled_out_stay_out(session):
    session.apply(forbid_label(session.project, 2, 1, 1, {DRUG}))
    propose(session, 2, ["O", "B-DRUG"])
    found = find(session, Correction(LABEL, 0, 1, 1, (DRUG,)))
    assert 2 not in found.sentence_indices
    assert len(found.left_sentence_indices) == 1


def test_control_sentences_and_removed_documents_are_left_out(session):
    session.corpus.roles[1] = Role.CONTROL
    session.corpus.documents[2] = 7
    session.state.count_corpus()
    assert where(session, Correction(LABEL, 0, 1, 1, (DRUG,))) == [(4, 0), (4, 1)]


def test_a_label_that_is_gone_is_not_shown(session):
    propose(session, 1, ["B-DRUG", "O"])
    correction = Correction(NO_LABEL, 0, 1, 1)
    assert where(session, correction) == [(1, 0)]
    del session.project.labels[DRUG]
    assert where(session, correction) == []


def test_one_label_a_token(qapp):
    session = session_of([["a", "b"], ["a", "b"], ["b"]], scheme="tokens", labels=["DT", "NN"])
    propose(session, 1, ["DT", "NN"])
    propose(session, 2, ["DT"])
    assert where(session, Correction(LABEL, 0, 1, 1, (2,))) == [(2, 0)]


def test_a_fix_holds_until_it_is_taken_back(session):
    project = session.project
    correction = Correction(LABEL, 0, 0, 1, (DRUG,))
    assert not still_holds(project, correction)
    session.apply(label_span(project, 0, 0, 1, DRUG))
    assert still_holds(project, correction)
    session.apply(clear_tokens(project, 0, 0, 0))
    assert not still_holds(project, correction)
    session.apply(no_label(project, 0, 0, 0))
    assert still_holds(project, Correction(NO_LABEL, 0, 0, 0))
    assert not still_holds(project, Correction(CorrectionKind.CLEAR, 0, 0, 0, taken=(DRUG,)))
    session.apply(clear_tokens(project, 0, 0, 0))
    assert still_holds(project, Correction(CorrectionKind.CLEAR, 0, 0, 0, taken=(DRUG,)))
    session.apply(forbid_label(project, 0, 2, 2, {DOSE}))
    assert still_holds(project, Correction(FORBID, 0, 2, 2, (DOSE,)))
    assert not still_holds(project, Correction(FORBID, 0, 2, 2, (DRUG, DOSE)))
    assert not still_holds(project, Correction(LABEL, 99, 0, 0, (DRUG,)))
    assert not still_holds(project, Correction(LABEL, 0, 0, 1, (99,)))


def test_in_iob1_a_span_may_begin_in_two_ways(qapp):
    project = session_of([["a"]], scheme="iob1").project
    assert tags_allowed(project, Correction(LABEL, 0, 0, 0, (DRUG,))) == [
        frozenset({project.tag_ids["I-DRUG"], project.tag_ids["B-DRUG"]})
    ]


# ---- against a plain scan

TAGS = ["O", "B-DRUG", "I-DRUG", "B-DOSE", None]
TOKEN = st.tuples(st.sampled_from("abA"), st.sampled_from(TAGS), st.integers(0, 3))
SENTENCES = st.lists(st.lists(TOKEN, min_size=1, max_size=5), min_size=2, max_size=6)
KINDS = [
    Correction(LABEL, 0, 0, 0, (DRUG,)),
    Correction(LABEL, 0, 0, 0, (DRUG,), (DOSE,)),
    Correction(NO_LABEL, 0, 0, 0),
    Correction(NO_LABEL, 0, 0, 0, (), (DRUG,)),
    Correction(FORBID, 0, 0, 0, (DOSE,)),
    Correction(FORBID, 0, 0, 0, (DRUG,), (DRUG,)),
    Correction(CorrectionKind.CLEAR, 0, 0, 0, (), (DRUG,)),
]


def plain(session, correction, reach):
    """Return occurrences found by a plain scan of the sentences."""
    documents = session.corpus.documents
    words = like(
        session.corpus.words_of(correction.sentence_index)[correction.first : correction.last + 1],
        reach,
    )
    found = []
    for sentence_index in session.visible.tolist():
        own = like(session.corpus.words_of(sentence_index), reach)
        for first in range(len(own) - correction.n_tokens + 1):
            overlaps = (
                sentence_index == correction.sentence_index
                and abs(first - correction.first) < correction.n_tokens
            )
            elsewhere = (
                reach.document and documents[sentence_index] != documents[correction.sentence_index]
            )
            if overlaps or elsewhere or own[first : first + correction.n_tokens] != words:
                continue
            if _is_wanted(session, correction, sentence_index, first):
                found.append((sentence_index, first))
    return found


def like(words, reach):
    return [word.casefold() if reach.any_case else word for word in words]


def _is_wanted(session, correction, sentence_index, first):
    records = session.token_display(sentence_index)
    if correction.kind is CorrectionKind.CLEAR:
        return _has_label(records, correction, first, SAID_BY_ANYBODY)
    free = _is_free(session, correction, sentence_index, first)
    free = free or _has_label(records, correction, first, (DisplayKind.PERSON,))
    return _is_other(records, correction, first) and free


SAID_BY_ANYBODY = (DisplayKind.PERSON, DisplayKind.IMPORTED)


def _has_label(records, correction, first, kinds):
    """Return whether the tokens are labelled as one span that the correction removed."""
    tags = [record.tag if record.kind in kinds else "O" for record in records]
    names = {DRUG: "DRUG", DOSE: "DOSE"}
    wanted = {Span(first, first + correction.n_tokens, names[label]) for label in correction.taken}
    return bool(wanted & set(spans(tags)))


def _is_other(records, correction, first):
    last = first + correction.n_tokens - 1
    tokens = records[first : last + 1]
    if correction.kind is NO_LABEL:
        return any(record.label is not None for record in tokens)
    if correction.kind is FORBID:
        return any(record.label in correction.labels for record in tokens)
    behind = records[last + 1].span if last + 1 < len(records) else -1
    return not (
        all(record.span == first and record.label == correction.labels[0] for record in tokens)
        and behind != first
    )


def _is_free(session, correction, sentence_index, first):
    records = session.token_display(sentence_index)
    left = tags_allowed(session.project, correction)
    ids = session.project.tag_ids
    for record, tags in zip(records[first:], left, strict=False):
        if record.kind is DisplayKind.PERSON and ids[record.tag] not in tags:
            return False
    behind = records[first + correction.n_tokens :][:1]
    return not (
        correction.kind is LABEL
        and behind
        and behind[0].kind is DisplayKind.PERSON
        and behind[0].tag == f"I-{session.project.labels[correction.labels[0]].name}"
    )


@given(SENTENCES, st.data())
def test_a_plain_walk_finds_the_same(sentences, data):
    session = session_of([[word for word, _, _ in sentence] for sentence in sentences])
    for sentence_index, sentence in enumerate(sentences):
        propose(session, sentence_index, [tag for _, tag, _ in sentence])
        for state in (1, 3):
            token_tags = [tag if kind == state else None for _, tag, kind in sentence]
            set_tags(session.project, sentence_index, token_tags, state=state)
    session.corpus.documents[: len(sentences) // 2] = 7
    session.project.documents[7] = replace(session.project.documents[1], id=7)
    sentence_index = data.draw(st.integers(0, len(sentences) - 1))
    first = data.draw(st.integers(0, len(sentences[sentence_index]) - 1))
    last = data.draw(st.integers(first, len(sentences[sentence_index]) - 1))
    reach = data.draw(st.builds(Reach, st.booleans(), st.booleans()))
    correction = replace(
        data.draw(st.sampled_from(KINDS)), sentence_index=sentence_index, first=first, last=last
    )
    found = where(session, correction, reach)
    assert sorted(found) == plain(session, correction, reach)
    n = len(found) - find(session, correction, reach).n_inside
    assert found == sorted(found[:n]) + sorted(found[n:])
    longer = [_is_part(session, correction, *one) for one in found]
    assert longer == [False] * n + [True] * (len(found) - n)


def _is_part(session, correction, sentence_index, first):
    """Whether all tokens are shown in one span, which is longer."""
    records = session.token_display(sentence_index)
    inside = {one.span for one in records[first : first + correction.n_tokens]}
    tokens = [one for one in records if one.span in inside]
    is_one = len(inside) == 1 and inside != {-1} and correction.kind in (LABEL, NO_LABEL)
    return is_one and len(tokens) > correction.n_tokens
