from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.domain.proposals import LISTED_PROBABILITY, NO_TAG
from app.domain.rules import ProjectRule
from app.edits.rules import add_rules
from app.edits.spans import clear_tokens, label_span
from app.session.earlier_suggestions import EarlierSuggestions
from app.session.project_state import ProjectState
from tests.memory_projects import project_of
from tests.sessions import heard, proposed

DRUG = 1


def corrected(session):
    """Label a token of sentence 0, after which the model changes tokens 2 and 3."""
    session.propose(proposed(session, [0], ["O", "O", "O", "O", "O"], chance=0.9))
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    news = proposed(session, [0], ["B-DRUG", "O", "B-DOSE", "I-DOSE", "O"], model=1)
    session.propose(news, corrected=session.suggestions.corrected_tokens(0))


def test_what_changes_by_itself_is_marked_and_announced(session) -> None:
    received = heard(session.propagated)
    corrected(session)
    assert received == [(0, [2, 3])]
    assert session.propagation.tokens(0) == [2, 3]
    marks = [record.propagated for record in session.token_display(0)]
    assert marks == [False, False, True, True, False]


def test_it_can_be_taken_back(session) -> None:
    received = heard(session.propagated)
    corrected(session)
    assert session.take_back_propagation(0)
    assert [record.tag for record in session.token_display(0)] == ["B-DRUG", "O", "O", "O", "O"]
    assert session.token_display(0)[2].probability == pytest.approx(0.9)
    assert received[-1] == (0, [])
    assert not session.take_back_propagation(0)


def test_what_a_correction_changes_later_is_marked_with_the_rest(session) -> None:
    corrected(session)
    tokens = session.suggestions.corrected_tokens(0)
    later = proposed(session, [0], ["B-DRUG", "B-DOSE", "B-DOSE", "O", "O"], model=1)
    session.propose(later, corrected=tokens)
    assert session.propagation.tokens(0) == [1, 2]
    assert session.take_back_propagation(0)
    assert [record.tag for record in session.token_display(0)] == ["B-DRUG", "O", "O", "O", "O"]


def test_a_label_that_a_person_has_removed_does_not_come_back_with_esc(session) -> None:
    session.suggestions.begin_work_on(0)
    session.propose(proposed(session, [0], ["O", "O", "O", "O", "O"], chance=0.9))
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    learned = ["B-DRUG", "O", "O", "O", "O"]
    session.propose(proposed(session, [0], learned, model=2))
    session.apply(clear_tokens(session.project, 0, 0, 0))
    session.propose(proposed(session, [0], learned, model=2))
    session.propose(proposed(session, [0], ["O", "O", "O", "O", "O"], model=3))
    assert session.propagation.tokens(0) == []
    session.take_back_propagation(0)
    assert session.token_display(0)[0].tag == "O"


def test_marks_stay_while_the_same_is_proposed_and_go_when_the_sentence_is_left(session) -> None:
    received = heard(session.propagated)
    session.suggestions.begin_work_on(0)
    corrected(session)
    news = ["B-DRUG", "O", "B-DOSE", "O", "O"]
    session.propose(proposed(session, [0], news, model=2))
    assert received[-1] == (0, [2])
    session.clear_marks(0)
    assert received[-1] == (0, [])
    assert session.propagation.tokens(0) == []


def test_undo_of_a_correction_brings_the_proposals_back_without_marks(session) -> None:
    corrected(session)
    session.undo()
    session.propose(proposed(session, [0], ["O"] * 5))
    assert session.propagation.tokens(0) == []


def test_what_follows_from_an_undo_is_no_news_and_cannot_be_taken_back(session) -> None:
    session.suggestions.begin_work_on(0)
    corrected(session)
    session.undo()
    session.propose(proposed(session, [0], ["O", "O", "B-DOSE", "I-DOSE", "O"], model=1))
    session.propose(proposed(session, [0], ["O"] * 5, model=2))
    session.propose(proposed(session, [0], ["O", "B-DRUG", "O", "O", "O"], model=3))
    assert session.propagation.tokens(0) == []
    assert not session.take_back_propagation(0)
    assert [record.tag for record in session.token_display(0)] == ["O", "B-DRUG", "O", "O", "O"]


def test_what_an_undone_label_had_led_to_is_not_brought_back_by_the_next_correction(
    session,
) -> None:
    session.suggestions.begin_work_on(0)
    corrected(session)
    session.propose(proposed(session, [0], ["B-DRUG", "O", "B-DOSE", "I-DOSE", "O"], model=2))
    session.undo()  # the model has learnt the label, and still proposes what follows
    session.propose(proposed(session, [0], ["B-DRUG", "O", "B-DOSE", "I-DOSE", "O"], model=2))
    session.apply(label_span(session.project, 0, 1, 1, DRUG))
    news = proposed(session, [0], ["O", "B-DRUG", "O", "O", "O"], model=2)
    session.propose(news, corrected=session.suggestions.corrected_tokens(0))
    assert session.propagation.tokens(0) == [0, 2, 3]
    session.propose(proposed(session, [0], ["O", "B-DRUG", "O", "O", "O"], model=3))
    session.take_back_propagation(0)
    tags = [record.tag for record in session.token_display(0)]
    assert tags == ["O", "B-DRUG", "O", "O", "O"], "as the model without that label has it"
    assert session.propagation.tokens(0) == []


def test_after_the_next_step_what_a_newer_model_changes_is_marked_again(session) -> None:
    session.suggestions.begin_work_on(0)
    corrected(session)
    session.undo()
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    session.propose(proposed(session, [0], ["B-DRUG", "O", "O", "O", "B-DOSE"], model=2))
    assert session.propagation.tokens(0) == [2, 3, 4]


def test_proposals_of_the_model_that_was_there_on_arrival_are_no_change(session) -> None:
    session.propose(proposed(session, [0], ["O"] * 5, model=1))
    session.suggestions.newest_model = 2
    session.suggestions.begin_work_on(0)
    session.propose(proposed(session, [0], ["O", "B-DRUG", "O", "O", "O"], model=2))
    assert session.propagation.tokens(0) == []
    session.propose(proposed(session, [0], ["O", "B-DOSE", "O", "O", "O"], model=3))
    assert session.propagation.tokens(0) == [1]


def test_what_the_stored_model_puts_in_place_of_the_first_suggestions_is_no_change(session):
    session.suggestions.loading = True
    session.suggestions.begin_work_on(0)
    session.propose(proposed(session, [0], ["O"] * 5, model=1))
    session.propose(proposed(session, [0], ["O", "B-DRUG", "O", "O", "O"], model=2))
    assert session.propagation.tokens(0) == []
    session.suggestions.loading = False
    session.propose(proposed(session, [0], ["O", "B-DOSE", "O", "O", "O"], model=3))
    assert session.propagation.tokens(0) == [1]


def test_what_a_newer_model_changed_is_taken_back_with_the_rest(session) -> None:
    session.suggestions.begin_work_on(0)
    corrected(session)
    news = ["B-DRUG", "O", "B-DOSE", "I-DOSE", "B-DOSE"]
    session.propose(proposed(session, [0], news, model=2))
    assert session.propagation.tokens(0) == [2, 3, 4]
    assert session.take_back_propagation(0)
    assert [record.tag for record in session.token_display(0)] == ["B-DRUG", *["O"] * 4]


def test_a_label_that_only_a_newer_model_suggests_is_taken_back(session) -> None:
    session.suggestions.begin_work_on(0)
    session.propose(proposed(session, [0], ["O"] * 5, chance=0.9))
    session.apply(label_span(session.project, 0, 1, 2, DRUG))
    same = ["O", "B-DRUG", "I-DRUG", "O", "O"]
    session.propose(
        proposed(session, [0], same, chance=0.9), corrected=session.suggestions.corrected_tokens(0)
    )
    assert session.propagation.tokens(0) == []
    news = ["B-DRUG", *same[1:]]
    session.propose(proposed(session, [0], news, model=2, chance=0.28))
    assert session.propagation.tokens(0) == [0]
    assert session.take_back_propagation(0)
    assert [record.tag for record in session.token_display(0)] == same
    assert session.token_display(0)[0].probability == pytest.approx(0.9)


@pytest.mark.parametrize("model", [1, 2], ids=["decoded again", "by a newer model"])
def test_what_is_taken_back_does_not_return_by_itself(session, model) -> None:
    session.suggestions.begin_work_on(0)
    corrected(session)
    session.take_back_propagation(0)
    before = [record.tag for record in session.token_display(0)]
    news = ["B-DRUG", "O", "B-DOSE", "I-DOSE", "O"]
    assert not len(session.propose(proposed(session, [0], news, model=model)))
    assert [record.tag for record in session.token_display(0)] == before
    assert session.propagation.tokens(0) == []
    session.apply(label_span(session.project, 1, 0, 0, DRUG))
    assert [record.tag for record in session.token_display(0)] == news


def test_of_a_span_that_is_taken_back_no_end_stays(session) -> None:
    session.suggestions.begin_work_on(0)
    corrected(session)
    news = ["B-DRUG", "O", "B-DOSE", "I-DOSE", "I-DOSE"]
    session.propose(proposed(session, [0], news, model=2))
    assert session.propagation.tokens(0) == [2, 3, 4]
    assert session.take_back_propagation(0)
    assert [record.tag for record in session.token_display(0)] == ["B-DRUG", *["O"] * 4]


def test_what_shows_again_what_it_showed_is_marked_no_longer(session) -> None:
    session.suggestions.begin_work_on(0)
    session.propose(proposed(session, [0], ["O"] * 5, model=1))
    session.propose(proposed(session, [0], ["O", "B-DRUG", "O", "O", "O"], model=2))
    session.propose(proposed(session, [0], ["O"] * 5, model=3))
    assert session.propagation.tokens(0) == []


def test_a_step_anywhere_ends_what_can_be_taken_back(session) -> None:
    session.suggestions.begin_work_on(0)
    corrected(session)
    session.apply(label_span(session.project, 1, 0, 0, DRUG))
    assert session.propagation.tokens(0) == []


def test_a_tag_that_is_seen_as_the_same_is_no_change(session) -> None:
    session.suggestions.begin_work_on(0)
    session.propose(proposed(session, [0], ["O", "B-DRUG", "O", "O", "O"], model=1))
    session.propose(proposed(session, [0], ["O", "I-DRUG", "O", "O", "O"], model=2))
    assert session.propagation.tokens(0) == []


def test_other_sentences_of_the_document_follow_a_correction(session) -> None:
    lengths = [len(session.corpus.words_of(at)) for at in range(3)]
    nothing = ["O"] * sum(lengths[1:])
    session.propose(proposed(session, [1, 2], nothing, chance=0.75))
    corrected(session)
    received = heard(session.propagated)
    news = ["B-DRUG", *nothing[1:]]
    left = session.propose(proposed(session, [1, 2], news), following=True)
    assert not len(left)
    assert received == [(1, [0])]
    assert session.suggestions.changed_with(0) == [1]
    assert session.suggestions.changed_with(1) == [0]
    assert session.suggestions.changed_with(2) == []
    assert session.take_back_propagation(0)
    assert [session.token_display(at)[0].tag for at in (0, 1)] == ["B-DRUG", "O"]
    assert session.token_display(0)[2].tag == "O"
    assert session.token_display(1)[0].probability == pytest.approx(0.75)
    assert received[1:] == [(0, []), (1, [])]
    assert not session.take_back_propagation(1)


def test_a_first_suggestion_is_no_change_and_the_next_edit_ends_the_marks(session) -> None:
    corrected(session)
    n = len(session.corpus.words_of(1))
    session.propose(proposed(session, [1], ["B-DRUG", *["O"] * (n - 1)]), following=True)
    assert session.propagation.tokens(1) == []
    session.propose(proposed(session, [1], ["O"] * n), following=True)
    assert session.propagation.tokens(1) == [0]
    session.apply(label_span(session.project, 2, 0, 0, DRUG))
    assert session.propagation.tokens(1) == []
    assert session.suggestions.changed_with(2) == []


def test_what_is_taken_back_to_a_listed_span_is_shown_as_one_again(session) -> None:
    before = proposed(session, [0], ["O", "O", "B-DRUG", "I-DRUG", "O"], chance=0.9)
    listed = np.array([False, False, True, True, False])
    session.propose(replace(before, listed=listed))
    kinds = [record.kind.value for record in session.token_display(0)]
    assert kinds == ["proposal", "proposal", "listed", "listed", "proposal"]
    assert session.proposals.lowest[0] == pytest.approx(LISTED_PROBABILITY)
    assert session.proposals.expected_errors[0] == pytest.approx(1.3)
    session.apply(label_span(session.project, 0, 0, 0, DRUG))
    news = proposed(session, [0], ["B-DRUG", "O", "B-DOSE", "I-DOSE", "O"], model=1)
    session.propose(news, corrected=session.suggestions.corrected_tokens(0))
    assert session.token_display(0)[2].kind == "proposal"
    assert session.take_back_propagation(0)
    taken_back = session.token_display(0)[2]
    assert (taken_back.tag, taken_back.kind, taken_back.uncertain) == ("B-DRUG", "listed", True)
    assert session.proposals.by_models().tolist()[2:4] == [NO_TAG, NO_TAG]


def shown(session, sentence_index):
    """Return what is seen of a sentence: tags and probabilities."""
    records = session.token_display(sentence_index)
    return [(record.tag, pytest.approx(record.probability)) for record in records]


def followed(session):
    """Correct sentence 0, after which sentence 1 changes twice, the second time by a newer model.

    Return what sentences 1 and 2 showed before.
    """
    lengths = [len(session.corpus.words_of(at)) for at in range(3)]
    before = ["B-DRUG", *["O"] * (sum(lengths[1:]) - 1)]
    session.propose(proposed(session, [1, 2], before, chance=0.75))
    earlier = [shown(session, at) for at in (1, 2)]
    corrected(session)
    follows = ["B-DOSE", "I-DOSE", *["O"] * (lengths[1] - 2)]
    session.propose(proposed(session, [1], follows, chance=0.6), following=True)
    newer = ["B-DOSE", "I-DOSE", "I-DOSE", *["O"] * (lengths[1] - 3)]
    session.propose(proposed(session, [1], newer, model=2, chance=0.8), following=True)
    session.propose(proposed(session, [2], ["B-DOSE"] * lengths[2], model=2, chance=0.4))
    return earlier


def test_other_sentences_show_exactly_what_they_showed_before_the_correction(session) -> None:
    earlier = followed(session)
    assert session.take_back_propagation(0)
    assert [shown(session, at) for at in (1, 2)] == earlier
    assert not any(session.propagation.tokens(at) for at in (1, 2))


def test_from_one_of_the_sentences_that_followed_as_well(session) -> None:
    earlier = followed(session)
    session.suggestions.begin_work_on(1)
    assert session.take_back_propagation(1)
    assert [shown(session, at) for at in (1, 2)] == earlier


def test_what_comes_after_esc_waits_for_the_next_edit(session) -> None:
    earlier = followed(session)
    session.take_back_propagation(0)
    received = heard(session.changed)
    n = len(session.corpus.words_of(1))
    late = proposed(session, [1], ["B-DOSE"] * n, model=3, chance=0.3)
    for following in (True, False):
        assert not len(session.propose(late, following=following)), "they are not asked for again"
    assert session.proposals.models[1] == 3
    assert [shown(session, at) for at in (1, 2)] == earlier
    assert not received
    assert not session.propagation.tokens(1)
    session.apply(label_span(session.project, 0, 4, 4, DRUG))
    assert {one.tag for one in session.token_display(1)} == {"B-DOSE"}
    assert 1 in received[-1].proposals


def test_what_was_withheld_under_other_rules_is_dropped(session) -> None:
    followed(session)
    session.take_back_propagation(0)
    n = len(session.corpus.words_of(1))
    session.propose(proposed(session, [1], ["B-DOSE"] * n, model=3))
    session.apply(forbid_dose(session))
    session.proposals.models[:] = 0
    session.propose(proposed(session, [1], ["O"] * n, model=3))
    session.apply(label_span(session.project, 0, 4, 4, DRUG))
    assert {one.tag for one in session.token_display(1)} == {"O"}


def test_what_was_suggested_under_other_rules_is_not_restored(session) -> None:
    followed(session)
    session.apply(forbid_dose(session))
    assert not session.take_back_propagation(0)
    assert session.token_display(1)[0].tag == "B-DOSE"


def forbid_dose(session):
    return add_rules(session.project, [ProjectRule(0, "forbidden", '{"label":"DOSE"}')])


@pytest.mark.parametrize("n_edited", [2, 40])
def test_suggestions_are_kept_near_each_edited_sentence_alone(n_edited) -> None:
    state = ProjectState(project_of([["a"] * 1000] * 200))
    state.proposals.models[:] = 1
    kept = EarlierSuggestions(state, {})
    kept.begin(np.linspace(0, 199, n_edited).astype(np.int64))
    kept.keep(np.arange(200))
    near = [*range(1, 31), *range(169, 199)]
    assert kept.restore() == (near if n_edited == 2 else [])


def test_what_was_withheld_for_a_sentence_edited_since_is_dropped(session) -> None:
    followed(session)
    session.take_back_propagation(0)
    n = len(session.corpus.words_of(1))
    session.propose(proposed(session, [1], ["B-DOSE"] * n, model=3))
    before = session.proposals.tags[session.corpus.span(1)].tolist()
    session.apply(label_span(session.project, 1, 0, 0, DRUG))
    assert session.proposals.tags[session.corpus.span(1)].tolist() == before


def test_first_suggestions_are_not_withheld(session) -> None:
    corrected(session)
    session.take_back_propagation(0)
    n = len(session.corpus.words_of(1))
    session.propose(proposed(session, [1], ["B-DOSE"] * n), following=True)
    assert {one.tag for one in session.token_display(1)} == {"B-DOSE"}


def test_a_correction_that_was_taken_back_is_declined_until_it_is_changed(session) -> None:
    followed(session)
    assert session.suggestions.declined == {}
    session.take_back_propagation(0)
    sentence = int(session.corpus.ids[0])
    assert session.suggestions.declined == {sentence: frozenset({0})}
    session.apply(label_span(session.project, 0, 4, 4, DRUG))
    assert session.suggestions.declined == {sentence: frozenset({0})}
    session.apply(label_span(session.project, 0, 0, 0, 2))
    assert session.suggestions.declined == {}
