"""Spans of a grammar in sentences, and reestimation."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.errors import CrfError, TrainingCancelled
from crfcore.features.column_table import ColumnTable
from crfcore.grammars.chart import Bracket, ChartParser
from crfcore.grammars.grammar import EXPRESSION, Grammar, Rule, Terminal
from crfcore.grammars.grammar_text import parse_grammar
from crfcore.grammars.islands import Islands, replace_islands
from crfcore.grammars.known_spans import known_from
from crfcore.grammars.reestimation import Settings, reestimate

GRAMMAR = parse_grammar(
    'X -> A B 0.6 | X "c" 0.2 | A 0.2\nY -> "b" Y 0.3 | "b" 0.7\nA -> "a" 0.9 | "b" 0.1\nB -> "b"'
)
SENTENCES = [list("abcab"), list("b"), list("cabbc"), list("aab")]
TABLE = ColumnTable.from_words(SENTENCES)
STEPS = np.random.default_rng(1).dirichlet(np.ones(4), 4)
STEPS = np.hstack([np.zeros((4, 1)), STEPS])


def made(max_span=12, **others):
    islands = Islands(GRAMMAR, steps=STEPS, max_span=max_span, **others)
    return islands.with_text(TABLE.columns, TABLE.offsets)


@pytest.mark.parametrize("tokens", [1, 4, 7])
def test_a_text_is_counted_by_slices(monkeypatch, tokens):
    at_once = made()
    found = at_once.spans(TABLE.columns, TABLE.offsets)
    monkeypatch.setattr("crfcore.grammars.islands._SLICE", tokens)
    by_slices = made()
    np.testing.assert_array_equal(by_slices.shares, at_once.shares)
    assert by_slices.spans(TABLE.columns, TABLE.offsets) == found
    asked = []
    with pytest.raises(TrainingCancelled):
        by_slices.with_text(
            TABLE.columns, TABLE.offsets, cancelled=lambda: asked.append(1) or len(asked) == 2
        )


def whole(islands):
    """Return a grammar of whole sentences with the probabilities of fillers and kinds."""
    names = ["0", "F", *islands.kinds]
    rules = []
    for row, name in zip(islands.steps, names, strict=True):
        for kind, p in zip(names[1:], row[1:-1] / (1.0 - row[-1]), strict=True):
            # After a segment comes another one, or the end.
            end = islands.steps[names.index(kind), -1]
            segment = Terminal(EXPRESSION, ".") if kind == "F" else kind
            rules.append(Rule(f"S{name}", (segment, f"S{kind}"), p * (1.0 - end)))
            rules.append(Rule(f"S{name}", (segment,), p * end))
    return Grammar((*rules, *islands.grammar.rules), "S0")


def test_islands_are_the_grammar_of_whole_sentences():
    islands = Islands(GRAMMAR, steps=STEPS)
    parser = ChartParser(whole(islands))
    symbols = [parser.grammar.symbols.index(name) for name in GRAMMAR.symbols]
    found = islands.span_probabilities(TABLE.columns, TABLE.offsets)
    log_z = islands.log_z(TABLE.columns, TABLE.offsets)
    shift = np.log(1.0 - STEPS[0, -1])
    assert log_z == pytest.approx(parser.log_z(SENTENCES) + shift, rel=1e-10)
    for sentence, own in zip(SENTENCES, found, strict=True):
        assert own == pytest.approx(parser.node_probabilities(sentence)[:, :, symbols], abs=1e-10)
        assert own[:, :, :2].max() > 1e-3
    # Logarithms throughout give the same.
    for number, emissions in islands._sentences(TABLE.columns, TABLE.offsets):
        cells = islands._cells(len(emissions), None)
        read = islands._read(emissions, cells, None, logs=True)
        around = islands._pass(read)
        outer, _ = islands._passes.outside(read.done, islands._tops(read, around))
        assert np.exp(outer + read.done.e)[:, :, :4] == pytest.approx(found[number], abs=1e-10)


def test_spans_are_those_of_the_best_derivation():
    islands = Islands(GRAMMAR, steps=STEPS)
    parser = ChartParser(whole(islands))
    found = islands.spans(TABLE.columns, TABLE.offsets)
    for number, sentence in enumerate(SENTENCES):
        nodes = parser.best(sentence).nodes
        top = [one for one in nodes if one.symbol in islands.kinds]
        outermost = [
            one
            for one in top
            if not any(o != one and o.start <= one.start and one.end <= o.end for o in top)
        ]
        own = [one for one in found if one.sentence == number]
        assert [one[1:4] for one in own] == [(n.start, n.end, n.symbol) for n in outermost]
    assert all(0.0 < one.probability <= 1.0 for one in found)


def test_spans_are_short_and_of_the_types():
    grammar = parse_grammar('R -> D+ "."\nD -> "x"')
    table = ColumnTable.from_words([["a", "x", "x", "."], ["x"] * 20 + ["."], [], ["b"]])
    islands = Islands(grammar, types=("D",)).with_text(table.columns, table.offsets)
    found = islands.spans(table.columns, table.offsets)
    assert [one[:4] for one in found if one.sentence == 0] == [(0, 1, 2, "D"), (0, 2, 3, "D")]
    assert len([one for one in found if one.sentence == 1]) == 11
    assert not [one for one in found if one.sentence > 1]
    one = Islands(grammar, max_span=2).with_text(table.columns, table.offsets)
    assert [s[:4] for s in one.spans(table.columns, table.offsets)] == [
        (0, 2, 4, "R"),
        (1, 19, 21, "R"),
    ]
    with pytest.raises(CrfError, match="max_span=0 is not possible"):
        Islands(grammar, max_span=0)
    with pytest.raises(CrfError, match="'Z' is no symbol"):
        Islands(grammar, types=("Z",))
    for share in (0.0, 1e-320):
        with pytest.raises(CrfError, match="do not fit the grammar"):
            Islands(grammar, shares=np.full(2, share))
    with pytest.raises(TrainingCancelled):
        islands.spans(table.columns, table.offsets, cancelled=lambda: True)


def test_labels_say_what_is_known():
    labels = ["O", "B-X", "I-X", "O", "B-X", None, "B-Z", "B-Y"]
    known = known_from(labels, ["X", "Y"])
    assert known.brackets == [Bracket(1, 3, "X"), Bracket(7, 8, "Y")]
    assert known.outside.tolist() == [1, 0, 0, 1, 0, 0, 1, 0]


def test_reestimation_never_falls():
    grammar = parse_grammar('S -> S S 0.2 | A S 0.3 | "a" 0.3 | "b" 0.2\nA -> "a" 0.5 | "b" 0.5')
    sentences = [list("abab"), list("aab"), list("b"), list("abba")]
    brackets = [[Bracket(0, 2, "S")], [], [], [Bracket(1, 3)]]
    for given in (None, brackets):
        for a in (0.0, 0.1):
            settings = Settings(pseudo_count=a, max_iterations=30, delta=0.0)
            done = reestimate(grammar, sentences, given, settings=settings)
            assert np.all(np.diff(done.history) >= -1e-9)
            assert done.history[-1] > done.history[0] + 0.1
    assert done.n_impossible == 0
    # A sentence with a single derivation gives its counts.
    once = reestimate(
        parse_grammar('S -> "a" S 0.5 | "b" 0.5'), [list("aab")], settings=Settings(0.0, 2)
    )
    assert [rule.probability for rule in once.grammar.rules] == pytest.approx([2 / 3, 1 / 3])
    # A rule of probability 0 stays so, and reestimation still ends.
    never = parse_grammar('S -> "a" S 0.5 | "b" 0.5 | "c" 0.0')
    once = reestimate(never, [list("aab")], settings=Settings(0.0, 9))
    assert once.converged
    assert np.isfinite(once.history).all()
    assert reestimate(grammar, [["z"], ["a"]]).n_impossible == 1
    with pytest.raises(CrfError, match="generates none of the sentences"):
        reestimate(grammar, [["z"]])
    with pytest.raises(TrainingCancelled):
        reestimate(grammar, [["a"]], cancelled=lambda: True)
    for wrong in (
        {"pseudo_count": -1.0},
        {"prior_count": np.inf},
        {"max_iterations": 0},
        {"delta": 1.0},
    ):
        with pytest.raises(CrfError, match="is not possible"):
            Settings(**wrong)


def test_islands_learn_from_labels():
    labels = [
        ["B-X", "I-X", "O", "B-X", "I-X"],
        ["B-Y"],
        [None, None, "B-Y", "O", "O"],
        ["O", "B-X", "I-X"],
    ]
    islands = made()
    known = [known_from(one, islands.types) for one in labels]
    for a in (0.0, 0.1):
        settings = Settings(pseudo_count=a, max_iterations=20, delta=0.0)
        for given in (known, None):
            learned, history = islands.fit(TABLE.columns, TABLE.offsets, given, settings=settings)
            assert np.all(np.diff(history) >= -1e-9)
    # Probabilities at the start may count, and those of kinds be kept.
    start = np.array([rule.probability for rule in islands.grammar.rules])
    distances = []
    for m in (0.0, 5.0, 1e9):
        settings = Settings(pseudo_count=0.0, prior_count=m, delta=0.0)
        kept, history = islands.fit(
            TABLE.columns, TABLE.offsets, known, settings=settings, learn_steps=False
        )
        assert np.all(np.diff(history) >= -1e-9 * np.abs(history[:-1]))
        assert np.array_equal(kept.steps, islands.steps)
        distances.append(np.abs(start - [rule.probability for rule in kept.grammar.rules]).max())
    assert distances[0] > distances[1] > distances[2]
    assert distances[2] < 1e-6
    learned, _ = islands.fit(TABLE.columns, TABLE.offsets, known)
    found = learned.spans(TABLE.columns, TABLE.offsets)
    assert [one[:4] for one in found if one.sentence != 2] == [
        (0, 0, 2, "X"),
        (0, 3, 5, "X"),
        (1, 0, 1, "Y"),
        (3, 1, 3, "X"),
    ]
    # A span that the grammar cannot derive is a filler.
    odd = [known_from(["B-X"] * 5, islands.types), *known[1:]]
    assert islands.fit(TABLE.columns, TABLE.offsets, odd)[1]
    with pytest.raises(TrainingCancelled):
        islands.fit(TABLE.columns, TABLE.offsets, cancelled=lambda: True)
    assert replace_islands(islands).grammar is islands.grammar


@pytest.mark.parametrize("probability", ["1e-307", "1e-309", "1e-320"])
def test_a_tiny_probability_does_not_hide_other_spans(probability):
    """A warning of numpy fails this test."""
    text = f'DOSE -> N "mg"\nN -> "5" | "6"\nX -> "rare" {probability} | "x"'
    islands = Islands(parse_grammar(text), ("DOSE", "X"))
    table = ColumnTable.from_words([["take", "5", "mg", "rare"]])
    (found,) = islands.spans(table.columns, table.offsets)
    assert (found.symbol, found.start, found.end) == ("DOSE", 1, 3)
    assert found.probability > 0.9
    assert np.isfinite(islands.log_z(table.columns, table.offsets)).all()
