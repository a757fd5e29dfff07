"""The table of ties by counts."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.graphs.tie_table import LEAST_GROUPS, TieTable
from crfcore.graphs.ties import Ties


def pairs(n):
    """Return n groups of two tokens each, one after the other."""
    groups = np.repeat(np.arange(n, dtype=np.int32), 2)
    return Ties(groups, np.arange(0, 2 * n + 1, 2), np.arange(2 * n, dtype=np.int32))


def test_counts_by_the_majority():
    n = 2 * LEAST_GROUPS
    kinds = np.tile([0, 0, 1, 1], n // 2).astype(np.int32)
    # A tie counts for the first type, and an open token leaves its group out.
    kinds[:2] = 0, 1
    kinds[-1] = -1
    table = TieTable.fit(("X", "Y"), kinds, pairs(n), pseudo_count=0.5)
    assert table.n_groups == n - 1
    np.testing.assert_allclose(table.groups, np.array([50.5, 49.5]) / 100)
    np.testing.assert_allclose(table.tokens, np.array([99.5, 99.5]) / 199)
    np.testing.assert_allclose(table.given[0], np.array([99.5, 1.5]) / 101)
    np.testing.assert_allclose(table.given[1], np.array([0.5, 98.5]) / 99)
    np.testing.assert_allclose(table.rates, np.log(table.given) - np.log(0.5))


def test_few_groups_have_the_usual_table():
    n = LEAST_GROUPS - 1
    table = TieTable.fit(("X", "Y", "Z"), np.zeros(2 * n, np.int32), pairs(n))
    np.testing.assert_allclose(np.diag(table.given), 0.95)
    np.testing.assert_allclose(table.given[0, 1:], 0.025)
    assert table.tokens[0] > 0.9
    nothing = TieTable.fit(("X", "Y"), np.zeros(0, np.int32), pairs(0))
    np.testing.assert_allclose(nothing.tokens, 0.5)


def test_p_of_k_is_what_a_model_expects():
    table = TieTable.of_agreement(("X", "Y")).for_model(np.array([2.5, 0.5]))
    np.testing.assert_allclose(table.tokens, [0.75, 0.25])
    np.testing.assert_allclose(table.groups, 0.5)


def test_state_is_read_again():
    table = TieTable.of_agreement(("X", "Y"), 0.9, n_groups=3)
    header, arrays = table.state()
    again = TieTable.from_state(header, arrays)
    assert again.types == table.types
    assert again.n_groups == 3
    assert np.array_equal(again.given, table.given)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("given", np.full((2, 2), 0.7)),
        ("given", np.full((1, 2), 0.5)),
        ("given", np.full((2, 2), 1e308)),
        ("groups", np.array([1.0, 0.0])),
        ("tokens", np.array([1.5, -0.5])),
        ("tokens", np.array([0.5, 0.5], np.float32)),
        ("tokens", np.array([np.nan, 0.5])),
    ],
)
def test_damaged_states_are_refused(name, value):
    header, arrays = TieTable.of_agreement(("X", "Y")).state()
    with pytest.raises(ValueError, match=r".+"):
        TieTable.from_state(header, arrays | {name: value})
    with pytest.raises(ValueError, match="types"):
        TieTable.from_state(header | {"types": "XY"}, arrays)


def test_impossible_parameters_are_refused():
    for agreement in (0.0, 1.5, float("nan")):
        with pytest.raises(CrfError, match="agreement"):
            TieTable.of_agreement(("X", "Y"), agreement)
    with pytest.raises(CrfError, match="pseudo_count"):
        TieTable.fit(("X",), np.zeros(0, np.int32), pairs(0), pseudo_count=0.0)
    with pytest.raises(CrfError, match="type"):
        TieTable.of_agreement(())
