"""The answer of decoding under rules."""

from __future__ import annotations

from typing import NamedTuple

from crfcore.inference.decoding import Decoding


class ConstrainedDecoding(NamedTuple):
    """The best labellings under rules, and how they were found.

    Attributes
    ----------
    decoding : Decoding
        Labels, probabilities, log Z and scores under the rules; scores include costs of soft rules.
        On the integer route probabilities and log Z are those under the regular rules.
    routes : list of str
        For each sentence "mask", "automaton", "junction-tree" or "integer".
    broken : list of lists of int
        For each sentence the number of violations of each of its rules; see
        `crfcore.constraints.violations`.
    """

    decoding: Decoding
    routes: list[str]
    broken: list[list[int]]
