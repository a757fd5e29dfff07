"""Tests of finding and accepting confident proposals, against a slow reference."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.confident_proposals import ConfidenceChoice
from app.domain.edits import Edit
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role, TokenState
from app.edits.accept import accept_sentence
from app.edits.accept_confident import accept_confident
from app.edits.label_rows import delete_label
from app.edits.spans import forbid_label, label_span
from app.jobs.suggestions.confident import changes_of, confidence_question, confident_proposals
from app.session import Session
from crfcore.text.tag_schemes import tags_for
from tests.edit_equality import assert_same_edit
from tests.memory_projects import contents_of, project_of, set_tags, token_tags
from tests.step_names import step_name, undo_text
from tests.window_parts import propose

WHOLE, PARTS = ConfidenceChoice(0.9), ConfidenceChoice(0.9, whole=False)


@pytest.fixture
def session(qapp):
    session = Session(project_of([list("abc"), list("abcd"), list("ab"), ["a"]]))
    propose(session, 0, ["B-DRUG", "I-DRUG", "O"], [0.95, 0.99, 0.97])
    propose(session, 1, ["O", "B-DRUG", "I-DRUG", "O"], [0.95, 0.99, 0.5, 0.91])
    propose(session, 2, ["O", "O"], [0.9, 0.99])
    return session


def question(session, sentence_indices=(0, 1, 2, 3), *, calibrated=False):
    return confidence_question(
        session.project,
        session.proposals,
        np.array(sentence_indices, np.int64),
        session.revision,
        calibrated=calibrated,
    )


def accept(session, choice, sentence_indices=(0, 1, 2, 3)):
    request = question(session, sentence_indices)
    changes = changes_of(request, confident_proposals(request, choice))
    return session.apply(accept_confident(session.project, changes))


def test_whole_sentences_and_the_errors_to_be_expected(session):
    found = confident_proposals(question(session, calibrated=True), WHOLE)
    assert found.sentence_indices.tolist() == [2, 0]
    assert len(found.tokens) == 5
    np.testing.assert_allclose(found.expected, [0.11, 0.09], atol=1e-6)
    assert found.expected_errors == pytest.approx(0.2, abs=1e-6)
    assert found.least.tolist() == [0, 0]
    assert (found.n_candidates, found.calibrated) == (3, True)


def test_single_tokens_leave_a_span_open_that_is_not_sure_as_a_whole(session):
    edit = accept(session, PARTS)
    assert token_tags(session.project, 1) == ["O", "?", "?", "O"]
    assert step_name(edit) == "accept 7 confident tokens in 3 sentences"


def test_accepting_is_one_step_and_says_what_accepting_each_sentence_says(session):
    before = contents_of(session.project)
    accept(session, WHOLE)
    twin = Session(project_of([list("abc"), list("abcd"), list("ab"), ["a"]]))
    propose(twin, 0, ["B-DRUG", "I-DRUG", "O"], [0.95, 0.99, 0.97])
    propose(twin, 2, ["O", "O"], [0.9, 0.99])
    for sentence_index in (0, 2):
        twin.apply(accept_sentence(twin.project, twin.proposals, sentence_index))
    for sentence_index in range(4):
        assert token_tags(session.project, sentence_index) == token_tags(
            twin.project, sentence_index
        )
    assert session.is_done(0)
    assert session.is_done(2)
    session.undo()
    assert contents_of(session.project) == before
    assert undo_text(session) is None
    session.redo()
    assert session.is_done(0)


def test_a_span_is_confirmed_as_it_is_shown(session):
    propose(session, 3, ["I-DRUG"], [0.99])
    accept(session, WHOLE, [3])
    assert token_tags(session.project, 3) == ["B-DRUG"]


def test_what_a_person_or_an_import_says_otherwise_is_left_alone(session):
    session.apply(label_span(session.project, 0, 2, 2, 2))
    session.apply(forbid_label(session.project, 2, 0, 0, {1}))
    set_tags(session.project, 3, ["B-DOSE"], state=TokenState.SUGGESTED)
    propose(session, 3, ["O"], [0.99])
    propose(session, 2, ["B-DRUG", "O"], [0.99, 0.99])
    found = confident_proposals(question(session), PARTS)
    assert sorted(found.sentence_indices.tolist()) == [0, 1, 2]
    assert 3 not in found.sentence_indices
    accept(session, PARTS)
    assert token_tags(session.project, 0) == ["B-DRUG", "I-DRUG", "B-DOSE"]
    assert token_tags(session.project, 2)[1] == "O"
    assert token_tags(session.project, 2)[0].startswith("{")
    assert token_tags(session.project, 3) == ["B-DOSE*"]


def test_control_sentences_gazetteers_and_deleted_labels_are_never_accepted(session):
    session.corpus.roles[0] = Role.CONTROL
    session.proposals.models[2] = -1
    assert not len(confident_proposals(question(session), WHOLE).sentence_indices)
    session.corpus.roles[0] = Role.POOL
    session.apply(delete_label(session.project, 1))
    assert not len(confident_proposals(question(session), WHOLE).sentence_indices)
    assert not len(confident_proposals(question(session, []), WHOLE).sentence_indices)


def test_a_sentence_that_was_put_off_no_longer_is(session):
    session.project.flags[1] = SentenceFlags.LATER | SentenceFlags.FLAGGED
    session.project.flags[99] = SentenceFlags.LATER
    edit = accept(session, WHOLE)
    assert [(c.sentence, c.after) for c in edit.flags] == [(1, SentenceFlags.FLAGGED)]


def test_under_tokens_each_stands_by_itself(qapp):
    session = Session(project_of([list("abc")], scheme="tokens", labels=["NOUN", "VERB"]))
    propose(session, 0, ["NOUN", "VERB", "NOUN"], [0.95, 0.5, 0.95])
    accept(session, PARTS, [0])
    assert token_tags(session.project) == ["NOUN", "?", "NOUN"]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_against_a_slow_reading(qapp, data):
    lengths = data.draw(st.lists(st.integers(1, 5), min_size=1, max_size=4))
    session = Session(project_of([["w"] * n for n in lengths]))
    tags = st.sampled_from(["O", "B-DRUG", "I-DRUG", "B-DOSE", "I-DOSE"])
    chance = st.sampled_from([0.4, 0.89, 0.9, 0.95, 1.0])
    for sentence_index, n in enumerate(lengths):
        own = data.draw(st.lists(tags, min_size=n, max_size=n))
        propose(session, sentence_index, own, data.draw(st.lists(chance, min_size=n, max_size=n)))
        if data.draw(st.booleans()):
            set_tags(
                session.project,
                sentence_index,
                [data.draw(st.sampled_from(["O", None])) for _ in own],
            )
    session.state.count_corpus()
    sentence_indices = range(len(lengths))
    whole = confident_proposals(question(session, sentence_indices), WHOLE)
    slow, total = [], 0.0
    for sentence_index in sentence_indices:
        at = session.corpus.span(sentence_index)
        is_open = session.corpus.states[at] != TokenState.CONFIRMED
        chances = session.proposals.probabilities[at][is_open]
        if is_open.any() and (chances >= np.float32(0.9)).all():
            slow.append(sentence_index)
            total += float((1.0 - chances.astype(float)).sum())
    assert sorted(whole.sentence_indices.tolist()) == slow
    assert whole.expected_errors == pytest.approx(total, abs=1e-5)
    parts = confident_proposals(question(session, sentence_indices), PARTS)
    assert set(whole.tokens.tolist()) <= set(parts.tokens.tolist())
    for token in parts.tokens.tolist():
        assert session.proposals.probabilities[token] >= np.float32(0.9)
        assert session.corpus.states[token] != TokenState.CONFIRMED


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["tokens", "iob1", "iob2", "ioe2", "bioes", "bilou"]), st.data())
def test_what_is_confirmed_is_what_accepting_each_sentence_confirms(qapp, scheme, data):
    """Spans are read leniently and written as the scheme demands, whatever the model proposes."""
    lengths = data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=4))
    names = ("DRUG", "DOSE")
    session = Session(project_of([["w"] * n for n in lengths], scheme=scheme, labels=names))
    odd = list(names) if scheme == "tokens" else ["O", *tags_for(names, scheme)]
    for sentence_index, n in enumerate(lengths):
        own = data.draw(st.lists(st.sampled_from(odd), min_size=n, max_size=n))
        propose(session, sentence_index, own, [0.95] * n)
        known = [tag if data.draw(st.booleans()) else None for tag in own]
        set_tags(session.project, sentence_index, known)
    session.state.count_corpus()
    request = question(session, range(len(lengths)))
    changes = changes_of(request, confident_proposals(request, WHOLE))
    for sentence_index in range(len(lengths)):
        slow = accept_sentence(session.project, session.proposals, sentence_index).tokens
        own = changes.of_sentence(int(session.corpus.ids[sentence_index]))
        fast = Edit("", "", tokens=() if own is None else (own,))
        assert_same_edit(fast, Edit("", "", tokens=slow))


chance = st.sampled_from([0.3, 0.5, 0.77, 0.9, 0.95, 0.99, 0.9999, 1.0])


@settings(deadline=None)
@given(st.lists(st.tuples(chance, st.booleans()), min_size=9, max_size=9), st.booleans())
def test_the_curve_knows_what_every_threshold_accepts(qapp, tokens, whole):
    session = Session(project_of([list("abc"), list("abcd"), list("ab")]))
    tags = ["B-DRUG", "I-DRUG", "O", "O", "B-DRUG", "I-DRUG", "O", "B-DOSE", "O"]
    for sentence_index, own in enumerate((slice(0, 3), slice(3, 7), slice(7, 9))):
        propose(session, sentence_index, tags[own], [probability for probability, _ in tokens[own]])
        confirmed = [
            tag if known else None for tag, (_, known) in zip(tags[own], tokens[own], strict=True)
        ]
        set_tags(session.project, sentence_index, confirmed)
    request = question(session, (0, 1, 2))
    curve = confident_proposals(request, ConfidenceChoice(0.9, whole)).curve
    for threshold in (0.5, 0.51, 0.77, 0.9, 0.95, 0.99, 0.995, 0.9999):
        found = confident_proposals(request, ConfidenceChoice(threshold, whole))
        n_tokens, errors = curve.at(threshold)
        assert n_tokens == len(found.tokens)
        assert errors == pytest.approx(found.expected_errors, abs=1e-6)


def test_listed_spans_are_not_confident_however_probable(session):
    session.proposals.listed[:2] = True
    found = confident_proposals(question(session), WHOLE)
    assert found.sentence_indices.tolist() == [2]
    parts = confident_proposals(question(session), PARTS)
    assert not set(parts.tokens.tolist()) & {0, 1}
    assert 2 in parts.tokens.tolist()
