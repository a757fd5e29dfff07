"""The automaton and the integer program on a corpus: equal scores, for labellings can tie."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from app.lab.corpora.conll2000 import corpus_file, read_tagged
from crfcore import LinearChainCRF
from crfcore.constraints import (
    Count,
    FixedSpan,
    FollowedBy,
    Implies,
    NotAfter,
    NotSpan,
    Pattern,
    Rule,
    Rules,
    ValidScheme,
)
from crfcore.constraints.compiled import compile_rules
from crfcore.constraints.constrained_inference import ConstrainedLattice
from crfcore.constraints.integer import best_under_rules

LONGEST = 25
"""Tokens; the integer program takes a second for much longer sentences."""

GENERAL = (
    ValidScheme("iob2"),
    Count("NP", 1, 3),
    Count("PP", at_most=1),
    Implies("ADVP", "VP"),
    NotAfter("SBAR", "VP"),
    Pattern(".* (B-VP I-VP* .*){1,2}"),
    FollowedBy("PP", "NP"),
    Count("B-NP", at_most=2),
)


def _rules(rng, n_tokens):
    """Draw some rules, soft or hard, and one about a place of the sentence."""
    chosen = rng.choice(len(GENERAL), rng.integers(1, 4), replace=False).tolist()
    rules = [Rule(GENERAL[i], cost=rng.choice([None, 0.5, 4.0])) for i in chosen]
    start = int(rng.integers(n_tokens))
    end = int(rng.integers(start, min(start + 3, n_tokens))) + 1
    place = (FixedSpan, NotSpan)[int(rng.integers(2))]
    return Rules([*rules, Rule(place(start, end, "NP"), cost=rng.choice([None, 2.0]))])


def _compare(n_sentences):
    folder = os.environ.get("TAGWRIGHT_CORPORA")
    if folder is None:
        pytest.skip("TAGWRIGHT_CORPORA names no folder of corpora")
    training = read_tagged(corpus_file(Path(folder), "train.txt.gz"))
    test = read_tagged(corpus_file(Path(folder), "test.txt.gz"))
    crf = LinearChainCRF(template="chunking", c2=0.5)
    crf.fit(training.table.select(range(300)), training.tags[:300])
    fitted = crf.fitted_
    dataset = crf.dataset(test.table)
    rng = np.random.default_rng(0)
    lengths = np.diff(dataset.offsets)
    places = np.flatnonzero((lengths > 0) & (lengths <= LONGEST))[:n_sentences].tolist()
    assert len(places) == n_sentences
    n_possible = 0
    for place in places:
        scores, transitions, offsets, _ = fitted.lattice(dataset, None, place, place + 1)
        rules = _rules(rng, len(scores))
        compiled = compile_rules(rules, fitted.labels, len(scores))
        assert not compiled.leftovers
        every = compile_rules(rules, fitted.labels, len(scores), max_states=1)
        found = best_under_rules(scores, transitions, every, labels=fitted.labels, time_limit=60.0)
        lattice = ConstrainedLattice(scores, transitions, offsets, None, [compiled])
        if found is None:
            with pytest.raises(Exception, match="no label is possible"):
                lattice.best_paths()
            continue
        n_possible += 1
        assert found.score == pytest.approx(lattice.best_paths().path_scores[0], abs=1e-5), place
    assert n_possible > n_sentences / 2


def test_ten_sentences():
    _compare(10)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_thousand_sentences():
    _compare(1_000)
