"""Tests of interleaving control sentences with the queue."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.control_sample import (
    SampleRoom,
    anything_known,
    control_sentence_indices,
    interleaved,
    is_control,
    labelled_others,
    sample_room,
    size_to_draw,
)
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role, TokenState
from tests.memory_projects import corpus_of, project_of


def corpus(n, control=()):
    made = corpus_of([["a", "b"]] * n)
    made.roles[list(control)] = Role.CONTROL
    return made


def test_without_a_sample_the_order_stays() -> None:
    order = np.array([2, 0, 1])
    assert interleaved(corpus(3), order, 3, 0, 10) is order


def test_every_third_is_a_control_sentence() -> None:
    made = corpus(12, [1, 5, 9])
    queue = interleaved(made, np.arange(11, -1, -1), 3, 0, 10)
    assert np.flatnonzero(is_control(made, queue)).tolist() == [2, 5, 8]
    others = queue[~is_control(made, queue)]
    assert others.tolist() == [11, 10, 8, 7, 6, 4, 3, 2, 0]


@pytest.mark.parametrize(("since", "first"), [(0, 2), (1, 1), (2, 0), (9, 0)])
def test_what_was_finished_since_the_last_one_counts(since, first) -> None:
    made = corpus(12, [1, 5])
    queue = interleaved(made, np.arange(12), 3, since, 10)
    assert np.flatnonzero(is_control(made, queue)).tolist() == [first, first + 3]


@pytest.mark.parametrize(("labelled", "first"), [(0, 10), (4, 6), (8, 2), (10, 2), (50, 2)])
def test_the_first_comes_after_some_labelled_sentences(labelled, first) -> None:
    made = corpus(30, [1, 5, 9])
    queue = interleaved(made, np.arange(30), 3, 0, labelled)
    assert np.flatnonzero(is_control(made, queue)).tolist() == [first, first + 3, first + 6]


def test_labelled_others_are_finished_and_answered_ones_outside_the_sample() -> None:
    project = project_of([["a", "b"]] * 6)
    project.corpus.roles[[0, 1]] = Role.CONTROL
    project.flags[int(project.corpus.ids[4])] = SentenceFlags.ANSWERED
    open_tokens = np.array([0, 2, 0, 1, 2, 0], np.int32)
    assert labelled_others(project, np.arange(6), open_tokens) == 3
    assert labelled_others(project, np.arange(3), open_tokens) == 1


def test_what_is_left_of_the_sample_comes_at_the_end() -> None:
    made = corpus(6, [0, 1, 2, 3])
    queue = interleaved(made, np.arange(6), 2, 0, 10)
    assert is_control(made, queue).tolist() == [False, True, False, True, True, True]


@given(st.integers(1, 60), st.data())
def test_nothing_is_lost_and_the_others_keep_their_order(n, data) -> None:
    made = corpus(n, data.draw(st.sets(st.integers(0, n - 1))))
    order = np.array(data.draw(st.permutations(range(n))))
    every, since = data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9))
    queue = interleaved(made, order, every, since, 10)
    assert sorted(queue.tolist()) == list(range(n))
    kept = order[~is_control(made, order)]
    assert queue[~is_control(made, queue)].tolist() == kept.tolist()


def test_the_sample_is_asked_for_in_an_order_that_has_nothing_to_do_with_the_text() -> None:
    made = corpus(200, range(200))
    order = control_sentence_indices(made, np.arange(200))
    assert sorted(order.tolist()) == list(range(200))
    assert abs(np.corrcoef(order, np.arange(200))[0, 1]) < 0.2
    some = control_sentence_indices(made, np.arange(50))
    assert some.tolist() == [
        sentence_index for sentence_index in order.tolist() if sentence_index < 50
    ]


def test_a_ruled_out_label_says_something_and_a_suggestion_does_not() -> None:
    made = corpus(4)
    made.states[1] = TokenState.CONFIRMED
    made.states[2] = TokenState.NARROWED
    made.states[5] = TokenState.SUGGESTED
    assert anything_known(made).tolist() == [True, True, False, False]


@given(st.lists(st.lists(st.sampled_from(list(TokenState)), max_size=4), max_size=6))
def test_something_is_said_where_a_token_is_confirmed_or_narrowed(sentences):
    corpus = corpus_of([["w"] * len(states) for states in sentences])
    corpus.states[:] = [state for states in sentences for state in states]
    shown_text = {TokenState.CONFIRMED, TokenState.NARROWED}
    assert anything_known(corpus).tolist() == [bool(shown_text & set(one)) for one in sentences]


def test_the_room_is_a_fifth_of_the_sentences_without_labels_and_never_less_than_the_sample():
    made = corpus(200, range(20))
    made.states[: 2 * 130 : 2] = TokenState.CONFIRMED
    room = sample_room(made, np.arange(200))
    assert (room.n_drawn, room.n_open, room.largest) == (20, 20 + 70, 20)
    assert sample_room(made, np.arange(20, 200)) == SampleRoom(0, 70)
    assert SampleRoom(0, 70).largest == 14
    assert SampleRoom(0, 49).largest == 0


@pytest.mark.parametrize(
    ("size", "room", "n_new", "drawn"),
    [
        (100, SampleRoom(0, 0), 500, 100),
        (100, SampleRoom(0, 0), 162, 32),
        (100, SampleRoom(0, 0), 8, 0),
        (100, SampleRoom(0, 32), 0, 0),
        (100, SampleRoom(0, 40), 20, 4),
        (100, SampleRoom(60, 300), 4000, 93),
        (100, SampleRoom(100, 500), 500, 50),
        (0, SampleRoom(0, 500), 500, 0),
    ],
)
def test_how_many_are_drawn_from_what_comes(size, room, n_new, drawn) -> None:
    assert size_to_draw(size, room, n_new) == drawn


@given(st.integers(0, 300), st.integers(0, 400), st.integers(0, 600), st.integers(0, 600))
def test_never_more_than_a_fifth_of_what_comes_or_of_all(size, n_drawn, n_others, n_new) -> None:
    room = SampleRoom(n_drawn, n_drawn + n_others)
    drawn = size_to_draw(size, room, n_new)
    assert 0 <= drawn < 0.2 * n_new + 1.0
    assert drawn <= size
