"""Rules compiled for a text, compared with sentence by sentence."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crfcore.constraints import (
    Count,
    EndsWith,
    Lexical,
    Phrases,
    Pin,
    Rule,
    Rules,
    SameWordSameLabel,
    StartsWith,
    ValidScheme,
    WordList,
    WordPattern,
)
from crfcore.constraints.compiled import compile_rules
from crfcore.constraints.compiled_text import compile_text
from crfcore.constraints.constrained_inference import ConstrainedLattice
from crfcore.constraints.matching import WordColumn
from crfcore.errors import CrfError, UnknownLabelError
from crfcore.inference.forward_backward import NoLabellingError
from tests.constrained_chains import ALPHABETS, random_kind

LABELS = ("O", "B-A", "I-A", "B-B", "I-B")
OFFSETS = np.array([0, 2, 2, 5])
WORDS = [["New", "York"], [], ["in", "New", "York"]]
CITY = Lexical(Phrases(["New York"]), "implies", ["A"])


def ready(kinds, words=WORDS, **options):
    return compile_text(Rules(kinds), LABELS, OFFSETS, words, **options)


def test_what_words_say_of_tokens_is_a_mask():
    found = ready([Lexical(WordList(["York"]), "allows", ["B"]), StartsWith("O")])
    assert found[1] is None
    assert [one.route for one in found if one] == ["mask", "mask"]
    assert found[0].allowed.tolist() == [[1, 0, 0, 0, 0], [0, 0, 0, 1, 1]]
    assert found[2].allowed[1].all()
    soft = ready([Rule(Lexical(WordList(["in"]), "forbids", ["O"]), cost=2.0)])
    assert soft[2].score_additions[0].tolist() == [-2.0, 0.0, 0.0, 0.0, 0.0]
    assert soft[0].allowed is None


def test_spans_are_masks_under_a_scheme_and_share_an_automaton_without():
    masks = ready([ValidScheme("iob2"), CITY])
    assert {one.route for one in masks if one} == {"mask"}
    assert masks[2].allowed[1:].argmax(axis=1).tolist() == [1, 2]
    free = ready([CITY, Count("B", at_most=1)])
    assert free[0].automaton is free[2].automaton
    assert free[0].marks.tolist() != free[2].marks.tolist()
    no_room = ready([CITY, Count("B", at_most=9)], max_states=8)
    assert [len(one.leftovers) for one in no_room if one] == [1, 1]


def test_other_kinds_go_sentence_by_sentence():
    found = compile_text(Rules([Pin(0, "O"), CITY]), LABELS, OFFSETS, WORDS)
    assert found[1] is None
    assert found[2].allowed[0].tolist() == [1, 0, 0, 0, 0]
    same = ready([SameWordSameLabel()])
    assert [one.route for one in same if one] == ["integer", "integer"]
    assert ready([]) == [None, None, None]
    assert compile_text(Rules([Pin(0, "O")]), LABELS, OFFSETS)[1] is None


def test_matches_that_are_known():
    pattern = WordPattern("[A-Z].*")
    rule = Lexical(pattern, "forbids", ["O"])
    matches = [{pattern: [(0, 1)]}, None, {pattern: [(1, 2), (2, 3)]}]
    found = ready([rule], None, matches=matches)
    assert found[2].allowed[:, 0].tolist() == [1, 0, 0]
    with pytest.raises(CrfError, match="token 3, and the sentence has 2"):
        ready([rule], None, matches=[{pattern: [(2, 3)]}, None, {pattern: []}])
    with pytest.raises(CrfError, match="matched by the caller"):
        ready([rule])


def test_names_that_do_not_exist_are_reported_whether_anything_matches_or_not():
    for effect in ("implies", "allows"):
        rule = Lexical(WordList(["nowhere"]), effect, ["C"])
        with pytest.raises(UnknownLabelError, match="C"):
            ready([rule])
        assert ready([rule], lenient=True)[0].allowed is None


def random_text(seed):
    """Return rules of all kinds that `compile_text` takes at once, and sentences."""
    rng, numbers = random.Random(seed), np.random.default_rng(seed)
    labels = rng.choice(ALPHABETS)
    lengths = [rng.randint(0, 4) for _ in range(4)]
    words = [[rng.choice("abc") for _ in range(length)] for length in lengths]
    kinds = []
    while len(kinds) < 3:
        kind = random_kind(rng, labels, 1)
        if isinstance(kind, Lexical) or not {"token", "start"} & set(kind.__dataclass_fields__):
            kinds.append(kind)
    rules = Rules(Rule(kind, cost=rng.choice([None, None, 0.5, 3.0])) for kind in kinds)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    scores = numbers.normal(size=(offsets[-1], len(labels))) * rng.choice([1, 5])
    transitions = numbers.normal(size=(len(labels), len(labels)))
    return rules, labels, offsets, words, scores, transitions


def answers(lattice):
    best = lattice.best_paths()
    sums = lattice.sums()
    expected = lattice.expectations()
    np.testing.assert_allclose(expected.log_z, sums.log_z, atol=1e-9)
    np.testing.assert_allclose(expected.posteriors, sums.posteriors, atol=1e-9)
    np.testing.assert_allclose(expected.pairs, lattice.pair_marginals().sum(axis=0), atol=1e-8)
    return best.path_scores, sums.log_z, sums.posteriors


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_text_is_its_sentences(seed):
    rules, labels, offsets, words, scores, transitions = random_text(seed)
    together = compile_text(rules, labels, offsets, words)
    alone = [compile_rules(rules, labels, len(own), own) if own else None for own in words]
    for number, (one, other) in enumerate(zip(together, alone, strict=True)):
        tokens = slice(offsets[number], offsets[number + 1])
        arrays = scores[tokens], transitions, np.array([0, len(words[number])]), None
        try:
            expected = answers(ConstrainedLattice(*arrays, [other]))
        except NoLabellingError:
            with pytest.raises(NoLabellingError):
                answers(ConstrainedLattice(*arrays, [one]))
            return
        for found, wanted in zip(
            answers(ConstrainedLattice(*arrays, [one])), expected, strict=True
        ):
            np.testing.assert_allclose(found, wanted, atol=1e-8)
    whole = scores, transitions, offsets, None
    for found, wanted in zip(
        answers(ConstrainedLattice(*whole, together)),
        answers(ConstrainedLattice(*whole, alone)),
        strict=True,
    ):
        np.testing.assert_allclose(found, wanted, atol=1e-8)


def test_the_automaton_of_spans_that_touch():
    spans = Lexical(Phrases(["a", "b c"]), "implies", ["A"])
    words = [["a", "a", "b", "c", "a"]]
    found = compile_text(Rules([spans, EndsWith("A")]), ("O", "B-A", "I-A"), OFFSETS[[0, 3]], words)
    lattice = ConstrainedLattice(np.zeros((5, 3)), np.zeros((3, 3)), np.array([0, 5]), None, found)
    paths = {tuple(path) for path in lattice.sample(200, 0).tolist()}
    assert paths == {(first, 1, 1, 2, 1) for first in (1, 2)}


def test_spans_that_no_automaton_has_room_for_are_left_over_with_their_marks():
    found = ready([CITY, Lexical(WordList(["in"]), "implies", ["B"])], max_states=2)
    assert [[len(one.marks) for one in own.leftovers] for own in found if own] == [[2], [3, 3]]
    assert all(one.automaton.n_states > 2 for own in found if own for one in own.leftovers)


def test_words_may_come_as_numbers():
    ids = np.array([0, 1, -1, 0, 1], dtype=np.int32)
    column = WordColumn(ids, ["New", "York"], OFFSETS)
    assert list(column) == column[:] == [["New", "York"], [], ["", "New", "York"]]
    few = ready([CITY, Lexical(WordList(["York"]), "forbids", ["O"])], column)
    assert (
        few[2].allowed.tolist()
        == ready([CITY, Lexical(WordList(["York"]), "forbids", ["O"])], column[:])[
            2
        ].allowed.tolist()
    )
    pattern, other = WordPattern("x"), WordPattern("y")
    both = [{other: [(0, 1)], pattern: [(1, 2)]}] * 3
    both[1] = None
    received = ready([Lexical(pattern, "forbids", ["O"]), CITY], column, matches=both)
    assert received[0].allowed[1, 0] == 0
