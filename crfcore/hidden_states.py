"""Several hidden states for each label, as sets of labels.

Estimators that take sets of labels learn the states: a maximum entropy Markov model by weighting
the possible ones (textbook chapter VII.4.1), a hidden Markov model by Baum–Welch, a conditional
random field by summing over them. The latter needs different initial weights for the states of a
label, such as those of a Markov model (``initial=memm``); from zeros they would stay equal::

    states = HiddenStates(labels, 2)
    memm.fit(X, states.of(y), labels=states.names)
    states.labels(memm.predict(X))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from crfcore.errors import CrfError, UnknownLabelError, shown

SEPARATOR = "#"
"""Separates a label from the number of its state."""


class HiddenStates:
    """Names of states, and conversion between labels and states.

    Parameters
    ----------
    labels : sequence of str
    n : int
        States of each label, at least 1.

    Attributes
    ----------
    names : list of str
        ``NP#1``, ``NP#2`` …, label by label.

    Raises
    ------
    CrfError
        `n` is less than 1.
    """

    def __init__(self, labels: Sequence[str], n: int) -> None:
        if n < 1:
            raise CrfError(f"n={n} is not possible; each label needs at least one state.")
        self._states = {
            label: [f"{label}{SEPARATOR}{number}" for number in range(1, n + 1)] for label in labels
        }
        self._labels = {state: label for label, own in self._states.items() for state in own}
        self.names = list(self._labels)

    def of(self, y: Iterable[Iterable[Any]]) -> list[list[Any]]:
        """Return sets of states: those of a label or of several, or None.

        Parameters
        ----------
        y : sentences of str, None or set of str

        Raises
        ------
        UnknownLabelError
            A label is unknown.
        """
        return [[self._of(target) for target in sentence] for sentence in y]

    def labels(self, labellings: Iterable[Iterable[str]]) -> list[list[str]]:
        """Return the labels of states, by sentence."""
        return [[self._labels[state] for state in sentence] for sentence in labellings]

    def probabilities(self, rows: Iterable[Iterable[dict[str, float]]]) -> list[list[Any]]:
        """Return the probabilities of labels from those of states, as of `predict_marginals`."""
        return [
            [
                {label: sum(row[state] for state in own) for label, own in self._states.items()}
                for row in sentence
            ]
            for sentence in rows
        ]

    def _of(self, target: Any) -> set[str] | None:
        if target is None:
            return None
        labels = target if isinstance(target, AbstractSet) else {target}
        for label in labels:
            if label not in self._states:
                raise UnknownLabelError(
                    f"The label {shown(label)} is not one of {', '.join(self._states)}; name it "
                    "when the states are made."
                )
        return {state for label in labels for state in self._states[label]}
