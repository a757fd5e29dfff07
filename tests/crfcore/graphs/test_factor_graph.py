"""Factor graphs: scores, pins, graphs of sentences, and input that is refused."""

from __future__ import annotations

import numpy as np
import pytest

import crfcore.graphs
from crfcore.errors import CrfError
from crfcore.graphs import FactorGraph, NoStatesError, WidthError
from tests.brute_force import path_score
from tests.graphs import brute_force, random_graph


def arrays(**changes):
    """Return valid arguments of a small graph, some of them replaced."""
    valid = {
        "unary": np.zeros((3, 2)),
        "scope_indptr": [0, 2],
        "scope": [0, 1],
        "table_of": [0],
        "tables": np.arange(4.0),
        "table_start": [0],
        "agreement_indptr": [0, 3],
        "agreement_scope": [0, 1, 2],
        "gain": [[1.0, 2.0]],
    }
    return valid | changes


def test_scores_are_those_of_enumeration():
    rng = np.random.default_rng(0)
    for _ in range(30):
        graph = random_graph(rng)
        answers = brute_force(graph)
        scores = graph.score(answers.states)
        assert scores.max() == pytest.approx(answers.best, abs=1e-12)
        with np.errstate(divide="ignore"):
            np.testing.assert_allclose(np.exp(scores - answers.log_z), answers.weights, atol=1e-12)
        assert graph.score(answers.states[0]) == pytest.approx(scores[0])


def test_a_table_given_twice_is_stored_once():
    table = np.eye(2)
    graph = FactorGraph.of(np.zeros((3, 2)), [((0, 1), table), ((1, 2), table)])
    assert (graph.tables.size, graph.table_of.tolist()) == (4, [0, 0])
    assert graph.score([1, 1, 1]) == 2.0


@pytest.mark.parametrize("by_position", [False, True])
def test_a_lattice_is_a_graph_of_its_tokens(by_position):
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(5, 3))
    transitions = rng.normal(size=(5, 3, 3) if by_position else (3, 3))
    allowed = np.ones((5, 3), dtype=np.uint8)
    allowed[2, 1] = 0
    graph = FactorGraph.from_lattice(scores, transitions, [0, 3, 3, 5], allowed)
    assert graph.scope.tolist() == [0, 1, 1, 2, 3, 4]
    one = path_score(scores[:3], transitions[:3] if by_position else transitions, (0, 2, 0))
    two = path_score(scores[3:], transitions[3:] if by_position else transitions, (1, 2))
    assert graph.score([0, 2, 0, 1, 2]) == pytest.approx(one + two)
    assert graph.score([0, 2, 1, 1, 2]) == -np.inf


def test_pins_forbid_states():
    graph = FactorGraph(**arrays()).with_pins(np.array([[1, 0], [1, 1], [0, 1]]))
    assert graph.score([0, 0, 1]) == 0.0
    assert graph.score([1, 0, 1]) == -np.inf
    with pytest.raises(CrfError, match="shape"):
        graph.with_pins(np.ones((2, 2)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"unary": np.zeros(3)}, "unary must have 2 dim"),
        ({"unary": np.zeros((3, 0))}, "a column for each state"),
        ({"unary": np.full((3, 2), "x")}, "unary must be numbers of the type"),
        ({"unary": np.full((3, 2), np.nan)}, "unary must be numbers from −1e.12"),
        ({"tables": [0.0, np.inf, 0.0, 0.0]}, "tables must be numbers from"),
        ({"gain": [[0.0, -np.inf]]}, "gain must be finite"),
        ({"gain": [[0.0]]}, "gain must have the shape"),
        ({"scope": [0, 3]}, "numbers of the 3 variables"),
        ({"scope": [-1, 0]}, "numbers of the 3 variables"),
        ({"scope": [1, 1]}, "names a variable twice"),
        ({"scope": [0.0, 1.0]}, "scope must be numbers of the type"),
        ({"scope": [0, 2**32 + 1]}, "too large"),
        ({"scope_indptr": [0, 1]}, "must rise from 0"),
        ({"scope_indptr": [0, 0, 2]}, "must rise from 0"),
        ({"scope_indptr": []}, "numbers of the type|must rise from 0"),
        ({"table_of": [1]}, "numbers of the 1 tables"),
        ({"unary": np.full((3, 2), 1e308)}, "unary must be numbers from"),
        ({"unary": [[1.0, 2.0], [3.0]]}, "unary must be an array of numbers"),
        ({"table_of": [0, 0]}, "an entry for each of 1"),
        ({"table_start": [1]}, r"2\*\*2 entries"),
        ({"agreement_scope": [0, 1, 1]}, "agreement_scope names a variable twice"),
    ],
)
def test_bad_arrays_are_refused(changes, message):
    with pytest.raises(CrfError, match=message):
        FactorGraph(**arrays(**changes))


def test_bad_states_and_tables_are_refused():
    graph = FactorGraph(**arrays())
    for states, message in (([0, 1], "shape"), ([0, 1, 2], "from 0 to 1"), ([0.5, 0, 0], "integ")):
        with pytest.raises(CrfError, match=message):
            graph.score(states)
    with pytest.raises(CrfError, match=r"must have the shape \(2, 2\)"):
        FactorGraph.of(np.zeros((3, 2)), [((0, 1), np.zeros(4))])


def test_lists_that_make_no_graph_are_refused():
    unary = np.zeros((3, 2))
    for given, message in (
        (([3],), "factors must be pairs of variables and scores"),
        ((None,), "factors must be pairs"),
        (([(5, np.eye(2))],), "factors must be pairs"),
        (([((0, 1), "x")],), "A table must be numbers"),
        (([((0, 1), [[1.0], [1.0, 2.0]])],), "A table must be an array"),
        (([((0, "1"), np.eye(2))],), "scope must be numbers"),
        (([], [((0, 1), 1j)]), "A gain must be numbers"),
        (([], [((0, 1), [1.0, 2.0, 3.0])]), "Gains are a number, or one for each of 2"),
    ):
        with pytest.raises(CrfError, match=message):
            FactorGraph.of(unary, *given)
    for states in (None, [[0, 1, 1], [0]]):
        with pytest.raises(CrfError, match="states must"):
            FactorGraph.of(unary).score(states)


def test_a_graph_without_variables_has_the_score_0():
    graph = FactorGraph.of(np.zeros((0, 2)))
    assert graph.score(np.zeros(0, np.int32)) == 0.0


def test_errors_say_what_to_do():
    error = WidthError(10**9, range(20), 10**6)
    assert "1,000,000,000 entries" in str(error)
    assert "and 10 more" in str(error)
    assert "(variables 0, 1 and 2 agreement factors share a" in str(WidthError(9, range(4), 8, 2))
    for pins in ([0, None, [1, 2]], [None, None, None]):
        with pytest.raises(CrfError, match=r"array \(3, 2\) of 0 and 1, where 0 forbids a state"):
            FactorGraph(**arrays()).with_pins(pins)
    assert NoStatesError(3).variable == 3
    assert "Variable 3" in str(NoStatesError(3))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = crfcore.graphs.nothing
    assert all(hasattr(crfcore.graphs, name) for name in crfcore.graphs.__all__)
