"""Tests of the queue's order: ties, random order, near copies, postponed sentences."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.query_choices import (
    CHANCE_EVERY,
    DIVERSE,
    INCONSISTENT_NAMES,
    MIXED,
    PER_SECOND,
    PLAIN,
    QueryChoice,
)
from app.domain.queue_numbers import Measure
from app.domain.timings import Timed
from app.jobs.data.snapshot import ProjectText
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.queue.order import UNRATED, Waiting, Work, in_order
from crfcore.active_learning import CostModel
from tests.app.jobs.search.test_names import made, question_of
from tests.memory_projects import project_of, set_tags


def waiting(worth, query_choice=None, *, later=(), n_done=0, first_id=10):
    n = len(worth)
    put_off = np.zeros(n, np.bool_)
    put_off[list(later)] = True
    return Waiting(
        np.arange(n) * 2,
        np.arange(first_id, first_id + n),
        np.array(worth, np.float64),
        put_off,
        n_done,
        query_choice or QueryChoice(),
    )


def test_the_greatest_comes_first_then_the_earlier_one_then_what_is_not_rated():
    found = in_order(waiting([1.0, UNRATED, 3.0, 1.0, UNRATED]))
    assert found.sentence_indices.tolist() == [4, 0, 6, 2, 8]
    assert not len(found.drawn)


def test_by_the_second_what_takes_long_comes_later():
    work = Work(np.array([10, 10, 100]), np.array([1.0, 2.0, 2.0]))
    request = replace(waiting([1.0, 2.0, 2.0], QueryChoice("margin", PER_SECOND)), work=work)
    seconds = CostModel().seconds(work.tokens, work.corrections)
    worth = request.worth / seconds
    assert (
        in_order(request).sentence_indices.tolist()
        == (2 * np.argsort(-worth)).tolist()
        == [2, 0, 4]
    )
    slow = tuple(Timed(1, corrections, 60.0 * corrections) for corrections in (1, 2)) * 50
    by_hand = replace(request, work=replace(work, timed=slow))
    assert in_order(by_hand).sentence_indices.tolist()[0] == 2
    plain = replace(request, query_choice=QueryChoice("margin", PLAIN))
    assert in_order(plain).sentence_indices.tolist() == [2, 4, 0]


def test_inconsistent_names_come_first_the_most_inconsistent_ones_before_all() -> None:
    project = made(["is", "Rom is", "Ulm is", "Rom is", "Ulm is", "Ulm is", "Ulm is"])
    for sentence_index, tag in ((1, "PER"), (2, "PER"), (3, "ORG"), (4, "ORG"), (5, "ORG")):
        set_tags(project, sentence_index, [f"B-{tag}", "O"])
    set_tags(project, 6, ["B-PER", "O"])
    request = Waiting(
        np.arange(7),
        project.corpus.ids,
        np.zeros(7),
        np.zeros(7, np.bool_),
        query_choice=QueryChoice(INCONSISTENT_NAMES, PLAIN),
        names=question_of(project),
    )
    found = in_order(request)
    assert found.sentence_indices.tolist() == [2, 4, 5, 6, 1, 3, 0]
    assert found.numbers[:6].tolist() == [2, 2, 2, 2, 1, 1]
    assert np.isnan(found.numbers[6]), "without such a name there is no number"
    assert found.names.by_sentence[4].name == "Ulm"
    # By the second, a sentence that takes long comes later.
    work = Work(np.array([10] * 6 + [500]), np.zeros(7))
    slow = in_order(
        replace(request, query_choice=QueryChoice(INCONSISTENT_NAMES, PER_SECOND), work=work)
    )
    assert slow.sentence_indices.tolist() == [2, 4, 5, 1, 3, 6, 0]


def test_what_was_put_off_comes_last_in_the_same_order():
    assert in_order(waiting([1.0, 4.0, 3.0], later=[1, 2])).sentence_indices.tolist() == [0, 2, 4]


def test_the_order_of_the_text_asks_nobody():
    assert in_order(
        waiting([1.0, 3.0, 2.0], QueryChoice("sequential"))
    ).sentence_indices.tolist() == [
        0,
        2,
        4,
    ]


def test_an_empty_queue_stays_empty():
    for query_choice in (QueryChoice(), QueryChoice("random"), QueryChoice("margin", MIXED)):
        assert not len(in_order(waiting([], query_choice)).sentence_indices)


def test_a_random_order_stays_the_same_when_sentences_leave_or_come():
    everything = in_order(waiting([0.0] * 40, QueryChoice("random"))).sentence_indices // 2 + 10
    assert sorted(everything.tolist()) == list(range(10, 50))
    assert everything.tolist() != list(range(10, 50))
    later = (
        in_order(waiting([0.0] * 45, QueryChoice("random"), first_id=15)).sentence_indices // 2 + 15
    )
    assert [n for n in later.tolist() if n < 50] == [n for n in everything.tolist() if n >= 15]


def test_one_of_ten_comes_by_chance_whoever_follows_the_head():
    # The queue is built again after every sentence, and only its head is labelled.
    query_choice = QueryChoice("margin", MIXED)
    worth = np.linspace(1.0, 0.0, 200)
    ids = np.arange(1, 201)
    left, by_chance, taken = np.arange(200), 0, []
    for n_done in range(100):
        one = Waiting(
            left, ids[left], worth[left], np.zeros(len(left), np.bool_), n_done, query_choice
        )
        found = in_order(one)
        head = int(found.sentence_indices[0])
        by_chance += head in found.drawn
        taken.append(head)
        left = left[left != head]
    assert by_chance == 100 // CHANCE_EVERY
    assert len(set(taken)) == 100


@given(st.integers(0, 40), st.integers(0, 30))
def test_chance_loses_no_sentence(n, n_done):
    found = in_order(waiting(np.arange(n), QueryChoice("margin", MIXED), n_done=n_done))
    assert sorted(found.sentence_indices.tolist()) == [
        2 * sentence_index for sentence_index in range(n)
    ]
    assert set(found.drawn.tolist()) <= set(found.sentence_indices.tolist())


@pytest.fixture
def learnt():
    sentences = [["Anna", "lives", "in", "Ulm"], ["Ben", "sleeps"]] + [["Rom", "is", "old"]] * 3
    project = project_of([*sentences, ["Ida", "left"]], labels=("PER",))
    project.words = sorted({word for words in sentences for word in words} | {"Ida", "left"})
    flat = [project.words.index(w) for words in [*sentences, ["Ida", "left"]] for w in words]
    project.corpus.columns[0] = flat
    set_tags(project, 0, ["B-PER", "O", "O", "O"])
    set_tags(project, 1, ["B-PER", "O"])
    learning = ProjectLearning()
    model = learning.train(learning.snapshot(project), None, lambda _: None, lambda: False, 1)
    return project, learning, model


def test_near_copies_come_behind_everything_else(learnt):
    project, learning, model = learnt
    sentence_indices = np.array([2, 3, 4, 5])
    request = Waiting(
        sentence_indices,
        project.corpus.ids[sentence_indices],
        np.array([3.0, 2.0, 1.0, 0.0]),
        np.zeros(4, np.bool_),
        2,
        QueryChoice("margin", DIVERSE),
        ProjectText.of(project),
    )
    assert learning.in_order(request, model).sentence_indices.tolist() == [2, 5, 3, 4]
    # Without a model, or after an import, their similarity is unknown.
    assert in_order(request).sentence_indices.tolist() == [2, 3, 4, 5]


def test_numbers_fall_but_for_those_that_stand_where_they_do_for_another_reason():
    found = in_order(waiting([1.0, UNRATED, 3.0, 2.0], later=[2]))
    assert found.sentence_indices.tolist() == [6, 0, 2, 4]
    np.testing.assert_array_equal(found.numbers, [2.0, 1.0, np.nan, np.nan])
    assert found.measure == Measure("expected_corrections", per_second=True)
    assert np.isnan(in_order(waiting([1.0, 2.0], QueryChoice("random"))).numbers).all()
    assert np.isnan(in_order(waiting([1.0, 2.0], QueryChoice("sequential"))).numbers).all()
    mixed = in_order(waiting(np.arange(1.0, 41.0), QueryChoice("margin", MIXED)))
    by_chance = np.isin(mixed.sentence_indices, mixed.drawn)
    assert np.isnan(mixed.numbers[by_chance]).all()
    assert (np.diff(mixed.numbers[~by_chance]) < 0).all()
    stand_in = replace(waiting([0.5], QueryChoice("margin", PLAIN)), strategy="min_marginal")
    assert in_order(stand_in).measure == Measure("min_marginal")
