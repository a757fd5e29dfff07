"""What an estimator learns with, its file gives back."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import (
    BoostedCRF,
    CodedCRF,
    CrfError,
    DocumentCRF,
    HiddenMarkovModel,
    LinearChainCRF,
    MaximumEntropyClassifier,
    MaximumEntropyMarkovModel,
    SemiMarkovCRF,
)
from crfcore.features.column_table import ColumnTable
from crfcore.skip_chain import SkipChainCRF

WORDS = [["Rex", "bit", "Anna"], ["Anna", "fed", "Rex"], ["Rex", "slept"]]
TAGS = [["B-PET", "O", "B-PER"], ["B-PER", "O", "B-PET"], ["B-PET", "O"]]
TEMPLATE = "U0:%x[0,0]\nB\n"
TABLE = ColumnTable.from_words(WORDS)
CHAIN = LinearChainCRF(template=TEMPLATE, max_iterations=2)
OF_CHAINS = {"template": TEMPLATE, "max_iterations": 2}
ITEMS = [[{"w": word} for word in words] for words in WORDS]
DOCUMENTS = {"documents": [0, 1, 1]}

ESTIMATORS = {
    **{
        algorithm: (LinearChainCRF, {"algorithm": algorithm, **OF_CHAINS}, TABLE, {})
        for algorithm in ("lbfgs", "gis", "l2sgd", "ap", "pa", "arow", "bcfw", "empirical")
    },
    "semi-Markov": (SemiMarkovCRF, OF_CHAINS, TABLE, {}),
    "boosted": (BoostedCRF, {"n_estimators": 2, "min_count": 1}, ITEMS, {}),
    "coded": (CodedCRF, OF_CHAINS, TABLE, {}),
    "documents": (DocumentCRF, {"chain": CHAIN, "folds": 2}, TABLE, DOCUMENTS),
    "skip-chain": (SkipChainCRF, {"chain": CHAIN, "max_iterations": 2}, TABLE, DOCUMENTS),
    "hidden Markov": (HiddenMarkovModel, {"template": TEMPLATE}, TABLE, {}),
    "local": (MaximumEntropyMarkovModel, OF_CHAINS, TABLE, {}),
    "single labels": (MaximumEntropyClassifier, OF_CHAINS, TABLE, {}),
}

VALUES = (None, True, False, 0, 1, np.True_, np.int64(1), np.float64(0.5))

NOT_TRIED = ("verbose", "model_filename", "max_iterations", "n_estimators")
"""Parameters that write elsewhere, or that only say how long to train."""

FROM_MODEL = ("template", "initial", "hierarchy", "segments", "chain")
"""Parameters that no file has: what was learned says them."""


def is_same(value, other):
    """Return whether two values of a parameter mean the same."""
    return other is None if value is None else bool(value == other)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_what_fit_accepts_its_file_gives_back(name):
    kind, usual, sentences, more = ESTIMATORS[name]
    n_accepted = 0
    for parameter in set(kind.parameter_names()) - {*NOT_TRIED}:
        default = getattr(kind(**usual), parameter)
        for value in (default, *VALUES):
            model = kind(**{**usual, parameter: value})
            try:
                model.fit(sentences, TAGS, **more)
            except CrfError:
                continue
            n_accepted += 1
            again = kind.from_bytes(model.to_bytes())
            what = f"{parameter}={value!r}"
            assert again.predict(sentences, **more) == model.predict(sentences, **more), what
            if parameter not in FROM_MODEL:
                assert is_same(getattr(model, parameter), getattr(again, parameter)), what
    assert n_accepted > len(kind.parameter_names())


@pytest.mark.parametrize("kind", [SemiMarkovCRF, CodedCRF, MaximumEntropyMarkovModel])
def test_a_switch_without_a_value_is_saved(kind):
    model = kind(all_possible_states=None, **OF_CHAINS).fit(TABLE, TAGS)
    assert kind.from_bytes(model.to_bytes()).all_possible_states is None
    assert HiddenMarkovModel.from_bytes(
        HiddenMarkovModel(ends=None, template=TEMPLATE).fit(TABLE, TAGS).to_bytes()
    ).predict(TABLE)
