"""Tests of the choices for the queue's order, and of unknown stored values."""

import re

import pytest

from app.domain.query_choices import (
    DEFAULT_STRATEGY,
    EXPECTED_CORRECTIONS,
    INCONSISTENT_NAMES,
    MIN_MARGINAL,
    PER_SECOND,
    PLAIN,
    QUERY_STRATEGIES,
    QUERY_UNITS,
    QUERY_WRAPPERS,
    TOKENS_ALONE,
    QueryChoice,
)
from app.domain.settings import ProjectSettings
from crfcore.active_learning import STRATEGIES


def test_every_strategy_of_the_library_has_a_name_and_a_sentence():
    assert {choice.name for choice in QUERY_STRATEGIES} == {*STRATEGIES, INCONSISTENT_NAMES}
    for choice in (*QUERY_STRATEGIES, *QUERY_WRAPPERS, *QUERY_UNITS):
        assert choice.title
        assert choice.sentence
        assert not choice.sentence.endswith("."), "a tool tip"
    titles = [choice.title for choice in QUERY_STRATEGIES]
    assert len(set(titles)) == len(titles)


def test_what_comes_first_is_not_named_at_the_end_of_a_clause():
    for one in QUERY_STRATEGIES:
        assert not re.search(r"(which|that|where|whose) .* first$", one.sentence, re.IGNORECASE)


def test_what_needs_a_committee_or_too_much_time_is_not_offered():
    left_out = {choice.name for choice in QUERY_STRATEGIES if choice.why_not}
    assert left_out == {"vote_entropy", "kl_to_mean", "fisher_ratio"}


@pytest.mark.parametrize(
    ("strategy", "wrapper", "query_choice"),
    [
        ("margin", PER_SECOND, QueryChoice("margin", PER_SECOND)),
        ("of a later version", PER_SECOND, QueryChoice(DEFAULT_STRATEGY, PER_SECOND)),
        ("vote_entropy", PLAIN, QueryChoice(DEFAULT_STRATEGY, PLAIN)),
        ("margin", "of a later version", QueryChoice("margin", PLAIN)),
        ("random", PER_SECOND, QueryChoice("random", PLAIN)),
    ],
)
def test_what_is_not_offered_is_the_default(strategy, wrapper, query_choice):
    assert (
        ProjectSettings(query_strategy=strategy, query_wrapper=wrapper).query_choice == query_choice
    )


def test_only_some_orders_need_more_than_the_proposals():
    plain = [c.name for c in QUERY_STRATEGIES if not QueryChoice(c.name).needs_ratings]
    without_ratings = {MIN_MARGINAL, EXPECTED_CORRECTIONS, INCONSISTENT_NAMES}
    assert set(plain) == {*without_ratings, "random", "sequential"}
    assert not QueryChoice().needs_ratings


def test_a_new_project_asks_for_what_is_most_worth_the_time():
    assert ProjectSettings().query_choice == QueryChoice(EXPECTED_CORRECTIONS, PER_SECOND)


def test_what_is_asked_of_a_sentence_is_kept_beside_the_order():
    query_choice = QueryChoice("margin", PER_SECOND, TOKENS_ALONE, 0.95)
    settings = ProjectSettings().with_query_choice(query_choice)
    assert settings.query_choice == query_choice
    assert settings.differs_in_asking_alone(ProjectSettings())
    assert not ProjectSettings(c2=0.5).differs_in_asking_alone(settings)
    assert not ProjectSettings(query_unit="of a later version").query_choice.tokens_alone
