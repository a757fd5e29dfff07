"""Probabilities of statements about a sentence.

The probability of a statement (a token's label, a span, all labels of a sentence, or any rule) is
the ratio of two partition functions: of the labellings for which it is true, and of all; both under
the rules (A. Culotta and A. McCallum, Confidence estimation for information extraction, HLT-NAACL
2004).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np

from crfcore.arrays import FloatArray, MaskArray
from crfcore.constraints.compiled import Compiled, compile_rules
from crfcore.constraints.constrained_inference import ConstrainedLattice
from crfcore.constraints.kinds import MAX_STATES, Kind
from crfcore.constraints.matching import Matches
from crfcore.constraints.rules import Rule, Rules
from crfcore.constraints.wording import wording
from crfcore.errors import CrfError
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.messages import joined, message

Statement: TypeAlias = Rule | Kind | Iterable[Rule | Kind]
"""One or more rules; several mean their conjunction."""


class Confidence:
    """One sentence under rules; log Z is computed once.

    Parameters
    ----------
    scores : (T, L) array
    transitions : (L, L) array, or (T, L, L)
        As for `crfcore.inference.log_z`.
    rules, labels, words, matches, max_states, lenient
        As for `crfcore.constraints.compiled.compile_rules`. Rules that need the integer program are
        ignored.
    allowed : (T, L) array of 0 and 1, optional
        Labels allowed for the tokens.

    Raises
    ------
    NoLabellingError
        The sentence has no labelling.
    """

    def __init__(
        self,
        scores: FloatArray,
        transitions: FloatArray,
        rules: Rules,
        labels: Sequence[str],
        words: Sequence[str] | None = None,
        matches: Matches | None = None,
        allowed: MaskArray | None = None,
        *,
        max_states: int = MAX_STATES,
        lenient: bool = False,
    ) -> None:
        self._scores, self._transitions, self._allowed = scores, transitions, allowed
        self._rules = rules
        self._labels, self._words, self._matches = labels, words, matches
        self._max_states, self._lenient = max_states, lenient
        self.log_z = 0.0
        self._leftovers: set[int] = set()
        if len(scores):
            compiled = self._compiled(rules)
            self._leftovers = _left_over(compiled)
            self.log_z = self._log_z(compiled)

    def of(self, statement: Statement) -> float:
        """Return the probability of a statement, given that the rules hold.

        Raises
        ------
        CrfError
            The statement is soft or off, needs the integer program, or names an unknown label or a
            token outside the sentence.
        """
        statements = Rules(statement if isinstance(statement, Iterable) else [statement])
        for rule in statements:
            if not rule.on or not rule.hard:
                raise CrfError(
                    message(
                        "The rule “{rule}” is soft or off, so that its probability is not "
                        "defined; ask about it as a hard rule that is on.",
                        rule=wording(rule),
                    )
                )
        if not len(self._scores):
            raise CrfError(
                message("A sentence without tokens has nothing that could be asked about.")
            )
        compiled = self._compiled(self._rules + statements)
        if _left_over(compiled) != self._leftovers:
            text = joined("; ", map(wording, statements))
            raise CrfError(
                message(
                    "The probability that {text} needs more states than {max_states:,}; only the "
                    "best labelling is known under such rules.",
                    text=text,
                    max_states=self._max_states,
                )
            )
        try:
            return float(np.exp(min(self._log_z(compiled) - self.log_z, 0.0)))
        except NoLabellingError:
            return 0.0

    def _compiled(self, rules: Rules) -> Compiled:
        return compile_rules(
            rules,
            self._labels,
            len(self._scores),
            self._words,
            self._matches,
            max_states=self._max_states,
            lenient=self._lenient,
        )

    def _log_z(self, compiled: Compiled) -> float:
        offsets = np.array([0, len(self._scores)])
        lattice = ConstrainedLattice(
            self._scores, self._transitions, offsets, self._allowed, [compiled]
        )
        return float(lattice.log_z()[0])


def _left_over(compiled: Compiled) -> set[int]:
    return {leftover.rule_index for leftover in compiled.leftovers}
