"""The table on label bias, with small draws."""

from __future__ import annotations

import numpy as np

from app.lab.reproduce import zhu_label_bias
from app.lab.reproduce.context import Context


def test_who_is_biased_and_who_is_not() -> None:
    table = zhu_label_bias.LabelBiasTable()
    rows = {row.name: row for row in table.rows(Context(limit=400, seeds=2))}
    assert rows["MEMM"].paper == 0.666
    assert 0.6 < (rows["MEMM"].ours or 0.0) < 0.73
    for name in ("EP1", "EP2", "CRF", "PW", "HMM", "Knowing the probabilities"):
        assert (rows[name].ours or 0.0) > 0.93
    assert (rows["MEMM, c2 = 5"].ours or 0.0) > 0.85
    assert len(table.remarks(list(rows.values()))) == 3


def test_the_letters_are_as_frequent_as_they_should_be() -> None:
    drawn = zhu_label_bias._sequences(np.random.default_rng(0), 4_000)
    column = drawn.letters.columns[0]
    letters = np.array(column.values)[column.ids].reshape(-1, 3)[:, 2]
    shares = {letter: float(np.mean(letters == letter)) for letter in "riob"}
    assert abs(shares["b"] - 29 / 32) < 0.02
    assert max(abs(shares[letter] - 1 / 32) for letter in "rio") < 0.01
