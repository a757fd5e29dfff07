"""Automata of grammars over labels, against charts."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.special import logsumexp

from crfcore.constraints.composite import composite
from crfcore.constraints.grammar_automaton import automaton_of
from crfcore.errors import CrfError
from crfcore.grammars import ChartParser, parse_grammar
from crfcore.inference.forward_backward import log_z
from crfcore.inference.lattice import Lattice

LABELS = ["O", "B-X", "I-X", "B-Y"]

RIGHT_LINEAR = (
    'S -> "O" S 0.3 | "B-X" R 0.4 | "O" 0.2 | "B-Y" 0.1\nR -> "I-X" R 0.6 | "O" S 0.3 | "O" 0.1'
)
NESTED = 'S -> X S 0.4 | X 0.2 | "O" S 0.4\nX -> "B-X" MORE? 0.7 | "B-Y" 0.3\nMORE -> /I-.*/+'
AMBIGUOUS = 'S -> A S 0.2 | B S 0.2 | A 0.3 | B 0.3\nA -> /[OB].*/\nB -> "O" 0.6 | "B-X" 0.4'
GRAMMARS = [parse_grammar(text) for text in (RIGHT_LINEAR, NESTED, AMBIGUOUS)]


@pytest.mark.parametrize("number", range(len(GRAMMARS)))
def test_costs_are_those_of_charts(number):
    grammar = GRAMMARS[number]
    automaton = automaton_of(grammar, LABELS)
    plain = automaton_of(grammar, LABELS, weighted=False)
    parser = ChartParser(grammar)
    for n in range(1, 5):
        rows = list(product(range(len(LABELS)), repeat=n))
        log_p = parser.log_z([[LABELS[y] for y in row] for row in rows])
        costs = np.array([automaton.read(row) for row in rows])
        assert costs == pytest.approx(-log_p, rel=1e-9)
        assert [plain.read(row) == 0.0 for row in rows] == np.isfinite(log_p).tolist()
        # Inference adds the probabilities of all labellings, with scores as well.
        unary = np.random.default_rng(n).normal(size=(n, len(LABELS)))
        free = np.zeros((1, len(LABELS), len(LABELS)))
        lattice = Lattice(unary, free, np.array([0, n]), np.zeros((0, 0), np.uint8))
        joined = composite(lattice, automaton, np.zeros(n, np.int64))
        scores = unary[np.arange(n), np.array(rows)].sum(axis=1)
        assert log_z(*joined.arguments)[0] == pytest.approx(logsumexp(scores + log_p))
    assert automaton.read([]) == np.inf


def test_the_automaton_is_small():
    assert automaton_of(GRAMMARS[0], LABELS).n_states <= 5
    # A pattern written by hand has the same labellings: O or B-X I-X*, any number of times.
    grammar = parse_grammar('S -> P S 0.5 | P 0.5\nP -> "O" 0.5 | "B-X" "I-X"* 0.5')
    assert automaton_of(grammar, LABELS, weighted=False).n_states <= 3


def test_what_has_no_automaton():
    with pytest.raises(CrfError, match='S recurs in its rule S -> "O" S "O" elsewhere'):
        automaton_of(parse_grammar('S -> "O" S "O" | "O"'), LABELS)
    for text in ('S -> S "O" | "O"', 'S -> S 0.5 | "O" 0.5', 'S -> "O" A | "O"\nA -> S "B-X"'):
        with pytest.raises(CrfError, match="so the grammar has no automaton"):
            automaton_of(parse_grammar(text), LABELS)
    for text in ("S -> @names", 'S -> <1="O">'):
        with pytest.raises(CrfError, match="reads no label"):
            automaton_of(parse_grammar(text), LABELS)
    # Two derivations stay open, with other shares after each label.
    open_ends = parse_grammar(
        'S -> A 0.5 | B 0.5\nA -> "O" A 0.9 | "O" 0.1\nB -> "O" B 0.5 | "O" 0.5'
    )
    with pytest.raises(CrfError, match="needs more than 20 states; leave out"):
        automaton_of(open_ends, LABELS, max_states=20)
    assert automaton_of(open_ends, LABELS, weighted=False).read([0, 0]) == 0.0
