"""Where else the words of a correction stand: as a plain walk over all sentences finds them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain import fixes
from app.domain.display import DisplayKind
from app.domain.fixes import Fix, FixKind, holds, tags_left
from app.domain.tokens import Role
from app.edits.spans import clear_tokens, forbid_label, label_span, no_label
from app.jobs import occurrences
from app.jobs.occurrences import find_occurrences, occurrence_question
from app.session import Session
from tests.memory_projects import project_of, say

DRUG, DOSE = 1, 2
LABEL, NO_LABEL, FORBID = FixKind.LABEL, FixKind.NO_LABEL, FixKind.FORBID


def session_of(sentences, **options):
    """Return a session over sentences whose words have ids."""
    project = project_of(sentences, **options)
    words = sorted({word for sentence in sentences for word in sentence})
    project.words = words
    ids = [words.index(word) for sentence in sentences for word in sentence]
    project.corpus.columns = np.array([ids], np.int32)
    return Session(project)


def propose(session, place, tags):
    at = session.corpus.span(place)
    project = session.project
    session.proposals.tags[at] = [-1 if tag is None else project.tag_id(tag) for tag in tags]
    session.proposals.probabilities[at] = 0.5


def find(session, fix):
    question = occurrence_question(session.project, session.proposals, session.visible, fix)
    return find_occurrences(question)


def where(session, fix):
    found = find(session, fix)
    return list(zip(found.places.tolist(), found.firsts.tolist(), strict=True))


@pytest.fixture
def session(qapp):
    return session_of([["a", "b", "c"], ["b", "a"], ["a", "b"], ["c"], ["b", "b"]])


def test_the_same_word_in_other_sentences_is_found_where_something_else_is_shown(session):
    propose(session, 1, ["B-DRUG", "O"])
    propose(session, 2, ["O", "B-DRUG"])
    found = find(session, Fix(LABEL, 0, 1, 1, (DRUG,)))
    assert (found.places.tolist(), found.firsts.tolist()) == ([4, 4], [0, 1])
    assert (found.n_sentences, found.n_decided) == (1, 0)


def test_of_a_phrase_the_whole_has_to_stand_there(session):
    assert where(session, Fix(LABEL, 0, 0, 1, (DRUG,))) == [(2, 0)]
    propose(session, 2, ["B-DRUG", "I-DRUG"])
    assert where(session, Fix(LABEL, 0, 0, 1, (DRUG,))) == []
    propose(session, 2, ["B-DRUG", "B-DRUG"])
    assert where(session, Fix(LABEL, 0, 0, 1, (DRUG,))) == [(2, 0)]


def test_a_longer_span_is_not_the_same(session):
    propose(session, 1, ["B-DRUG", "I-DRUG"])
    assert (1, 0) in where(session, Fix(LABEL, 0, 1, 1, (DRUG,)))


def test_no_label_and_not_this_are_offered_where_a_label_would_have_to_go(session):
    propose(session, 1, ["B-DRUG", "O"])
    propose(session, 2, ["O", "B-DOSE"])
    assert where(session, Fix(NO_LABEL, 0, 1, 1)) == [(1, 0), (2, 1)]
    assert where(session, Fix(FORBID, 0, 1, 1, (DRUG,))) == [(1, 0)]


def test_what_a_person_has_decided_is_left_alone_and_counted(session):
    say(session.project, 1, ["B-DOSE", None])
    say(session.project, 2, [None, "B-DRUG"])
    found = find(session, Fix(LABEL, 0, 1, 1, (DRUG,)))
    assert found.places.tolist() == [4, 4]
    assert found.n_decided == 1


def test_a_span_that_a_person_has_made_longer_is_a_decision(session):
    say(session.project, 2, ["B-DRUG", "I-DRUG"])
    found = find(session, Fix(LABEL, 1, 1, 1, (DRUG,)))
    assert found.places.tolist() == [0]
    assert found.n_decided == 1


def test_labels_that_a_person_has_ruled_out_stay_out(session):
    session.apply(forbid_label(session.project, 2, 1, 1, {DRUG}))
    propose(session, 2, ["O", "B-DRUG"])
    found = find(session, Fix(LABEL, 0, 1, 1, (DRUG,)))
    assert 2 not in found.places
    assert found.n_decided == 1


def test_control_sentences_and_removed_documents_are_left_out(session):
    session.corpus.roles[1] = Role.CONTROL
    session.corpus.documents[2] = 7
    session._visible = None
    assert where(session, Fix(LABEL, 0, 1, 1, (DRUG,))) == [(4, 0), (4, 1)]


def test_a_label_that_is_gone_is_not_shown(session):
    propose(session, 1, ["B-DRUG", "O"])
    fix = Fix(NO_LABEL, 0, 1, 1)
    assert where(session, fix) == [(1, 0)]
    del session.project.labels[DRUG]
    assert where(session, fix) == []


def test_one_label_a_token(qapp):
    session = session_of([["a", "b"], ["a", "b"], ["b"]], scheme="tokens", labels=["DT", "NN"])
    propose(session, 1, ["DT", "NN"])
    propose(session, 2, ["DT"])
    assert where(session, Fix(LABEL, 0, 1, 1, (2,))) == [(2, 0)]


def test_very_many_are_offered_a_part_at_a_time(qapp, monkeypatch):
    monkeypatch.setattr(occurrences, "MOST_OCCURRENCES", 2)
    session = session_of([["a"]] * 4)
    found = find(session, Fix(LABEL, 0, 0, 0, (DRUG,)))
    assert found.places.tolist() == [1, 2]
    assert found.n_sentences == 3
    assert fixes.MOST_OCCURRENCES > 2


def test_a_fix_holds_until_it_is_taken_back(session):
    project = session.project
    fix = Fix(LABEL, 0, 0, 1, (DRUG,))
    assert not holds(project, fix)
    session.apply(label_span(project, 0, 0, 1, DRUG))
    assert holds(project, fix)
    session.apply(clear_tokens(project, 0, 0, 0))
    assert not holds(project, fix)
    session.apply(no_label(project, 0, 0, 0))
    assert holds(project, Fix(NO_LABEL, 0, 0, 0))
    session.apply(forbid_label(project, 0, 2, 2, {DOSE}))
    assert holds(project, Fix(FORBID, 0, 2, 2, (DOSE,)))
    assert not holds(project, Fix(FORBID, 0, 2, 2, (DRUG, DOSE)))
    assert not holds(project, Fix(LABEL, 99, 0, 0, (DRUG,)))
    assert not holds(project, Fix(LABEL, 0, 0, 1, (99,)))


def test_in_iob1_a_span_may_begin_in_two_ways(qapp):
    project = session_of([["a"]], scheme="iob1").project
    assert tags_left(project, Fix(LABEL, 0, 0, 0, (DRUG,))) == [
        frozenset({project.tag_ids["I-DRUG"], project.tag_ids["B-DRUG"]})
    ]


# ---- the same from a plain walk

TAGS = ["O", "B-DRUG", "I-DRUG", "B-DOSE", None]
TOKEN = st.tuples(st.sampled_from("ab"), st.sampled_from(TAGS), st.integers(0, 3))
SENTENCES = st.lists(st.lists(TOKEN, min_size=1, max_size=5), min_size=2, max_size=6)


def plain(session, fix):
    """Return occurrences by looking at what is shown, sentence after sentence."""
    words = session.corpus.words_of(fix.place)[fix.first : fix.last + 1]
    found = []
    for place in session.visible.tolist():
        own = session.corpus.words_of(place)
        for first in range(len(own) - fix.n_tokens + 1):
            if place == fix.place or own[first : first + fix.n_tokens] != words:
                continue
            if _is_other(session.token_display(place), fix, first) and _is_free(
                session, fix, place, first
            ):
                found.append((place, first))
    return found


def _is_other(records, fix, first):
    last = first + fix.n_tokens - 1
    tokens = records[first : last + 1]
    if fix.kind is NO_LABEL:
        return any(record.label is not None for record in tokens)
    if fix.kind is FORBID:
        return any(record.label in fix.labels for record in tokens)
    behind = records[last + 1].span if last + 1 < len(records) else -1
    return not (
        all(record.span == first and record.label == fix.labels[0] for record in tokens)
        and behind != first
    )


def _is_free(session, fix, place, first):
    records = session.token_display(place)
    left = tags_left(session.project, fix)
    ids = session.project.tag_ids
    for record, tags in zip(records[first:], left, strict=False):
        if record.kind is DisplayKind.PERSON and ids[record.tag] not in tags:
            return False
    behind = records[first + fix.n_tokens :][:1]
    return not (
        fix.kind is LABEL
        and behind
        and behind[0].kind is DisplayKind.PERSON
        and behind[0].tag == f"I-{session.project.labels[fix.labels[0]].name}"
    )


@given(SENTENCES, st.data())
def test_a_plain_walk_finds_the_same(sentences, data):
    session = session_of([[word for word, _, _ in sentence] for sentence in sentences])
    for place, sentence in enumerate(sentences):
        propose(session, place, [tag for _, tag, _ in sentence])
        for state in (1, 3):
            said = [tag if kind == state else None for _, tag, kind in sentence]
            say(session.project, place, said, state=state)
    session.proposals = replace(session.proposals)
    place = data.draw(st.integers(0, len(sentences) - 1))
    first = data.draw(st.integers(0, len(sentences[place]) - 1))
    last = data.draw(st.integers(first, len(sentences[place]) - 1))
    kind, labels = data.draw(
        st.sampled_from([(LABEL, (DRUG,)), (NO_LABEL, ()), (FORBID, (DOSE,)), (FORBID, (DRUG,))])
    )
    fix = Fix(kind, place, first, last, labels)
    assert where(session, fix) == plain(session, fix)
