"""The table of learned grammars, with few strings and a corpus of a few sentences."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from app.lab.reproduce import lari_young
from app.lab.reproduce.context import Context
from app.lab.reproduce.lari_young import (
    free_grammar,
    log_palindrome,
    markov_grammar,
    palindromes,
    states_for,
)
from app.lab.reproduce.tables import table_named
from crfcore.grammars.reestimation import Settings

TEXT = (
    "The DT B-NP\nbig JJ I-NP\nfirm NN I-NP\nsells VBZ B-VP\nold JJ B-NP\ncars NNS I-NP\n\n"
    "It PRP B-NP\nsells VBZ B-VP\nthe DT B-NP\nfirm NN I-NP\n\n"
)


def test_palindromes_and_their_probabilities() -> None:
    found = palindromes(3, 50, np.random.default_rng(0))
    assert all(string == string[::-1] and len(string) % 2 == 0 for string in found)
    assert {letter for string in found for letter in string} == {"x0", "x1", "x2"}
    # Of all palindromes of length 2m there are 3^m; their probabilities have the sum 1.
    total = sum(3**m * np.exp(log_palindrome(3, ["x0"] * 2 * m)) for m in range(1, 60))
    assert total == pytest.approx(1.0)


def test_both_models_have_about_as_many_rules() -> None:
    rng = np.random.default_rng(0)
    for n_letters in (2, 3, 4):
        n_rules = len(free_grammar(2 * n_letters, n_letters, rng).rules)
        n_states = states_for(n_rules, n_letters)
        assert len(markov_grammar(n_states, n_letters, rng).rules) == pytest.approx(
            n_rules, rel=0.1
        )


def test_there_are_rows_of_palindromes_and_of_parts_of_speech(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "conll2000").mkdir()
    (tmp_path / "conll2000" / "train.txt.gz").write_bytes(gzip.compress(TEXT.encode() * 6))
    few = Settings(pseudo_count=0.0, max_iterations=6)
    for name, value in (
        ("SYMBOLS", (2,)), ("STRINGS", 40), ("NEW_STRINGS", 50), ("SENTENCES", 8),
        ("SHORT_SETTINGS", few), ("SETTINGS", few), ("TAG_SETTINGS", few), ("TAG_SYMBOLS", 3),
    ):  # fmt: skip
        monkeypatch.setattr(lari_young, name, value)
    table = table_named("lari-young")
    rows = list(table.rows(Context(tmp_path, seeds=2)))
    ours = {row.name: row.ours for row in rows}
    assert len(ours) == len(rows) == 9
    assert ours["2 letters: entropy"] < ours["2 letters: hidden Markov model"]
    assert 0 <= ours["2 letters: grammar, starts within 2%"] <= 2
    # With brackets fewer derivations are possible in learned sentences, and cells cross no chunk.
    assert ours["parts of speech, brackets: cells"] >= ours["parts of speech, raw: cells"]
    assert len(table.remarks(rows)) == 3
    assert len(list(table.rows(Context(tmp_path, limit=4, seeds=1)))) == len(rows)
