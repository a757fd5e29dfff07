"""Rules that a training obeys: what they say of each sentence, and which its labels have broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from crfcore.arrays import MaskArray
from crfcore.constraints.compiled import Compiled, compile_rules
from crfcore.constraints.conflict import conflict_of
from crfcore.constraints.kinds import Rules
from crfcore.constraints.matching import Matches
from crfcore.constraints.ruled import RuledLattice
from crfcore.constraints.violations import violations
from crfcore.errors import CrfError
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.ruling import (
    TextRules,
    checked_words,
    rules_by_sentence,
    text_rules,
)
from crfcore.features.dataset import Dataset, Targets
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.training.objectives.ruled_likelihood import RuledLikelihood
from crfcore.training.optimisation import OPTIMISERS, SCALINGS

NORMALISATIONS = ("all", "rules")


class DroppedRule(NamedTuple):
    """A rule that confirmed labels break: it does not hold in that sentence.

    Attributes
    ----------
    sentence : int
        Counted from 0.
    rule : int
        Its place among the rules of the sentence.
    """

    sentence: int
    rule: int


def check_ruled_training(
    algorithm: str | None, objective: str, normalise: str, *, has_state: bool
) -> None:
    """Raise CrfError where rules cannot be obeyed in a training."""
    if normalise not in NORMALISATIONS:
        raise CrfError(f"normalise={normalise!r} is unknown; use 'all' or 'rules'.")
    if algorithm not in {None, *OPTIMISERS} - set(SCALINGS) or objective != "likelihood":
        raise CrfError(
            "A training obeys rules with objective='likelihood' and an optimiser such as "
            f"algorithm='lbfgs', not with objective={objective!r} and algorithm={algorithm!r}."
        )
    if has_state:
        raise CrfError(
            "A training under rules takes and keeps no state; leave out state and keep_state."
        )


def ruled_likelihood(
    rules: Any,
    normalise: str,
    sentences: Any,
    dataset: Dataset,
    targets: Targets,
    labels: tuple[str, ...],
    extractor: Extractor,
) -> tuple[RuledLikelihood, tuple[DroppedRule, ...]]:
    """Return what a training makes small under rules, and which rules it has dropped where.

    Parameters
    ----------
    rules : Rules, sequence of Rules or None, or TextRules
        Soft rules are left aside.
    normalise : {"all", "rules"}
    sentences : Any
        What the caller gave, for its words.
    dataset : Dataset
    targets : Targets
    labels : tuple of str
    extractor : Extractor

    Raises
    ------
    CrfError
        A rule needs the integer program, or names what the sentences do not have.
    """
    asked = text_rules(rules)
    by_sentence = rules_by_sentence(asked.rules, dataset.n_sentences)
    words = checked_words(asked, by_sentence, sentences, dataset.offsets, extractor)
    known: list[Compiled | None] = []
    possible: list[Compiled | None] = []
    dropped: list[DroppedRule] = []
    allowed_by_set = targets.allowed_by_set()
    for number in range(dataset.n_sentences):
        own = by_sentence if isinstance(by_sentence, Rules) else by_sentence[number]
        sets = targets.label_sets[dataset.offsets[number] : dataset.offsets[number + 1]]
        if not own or bool(np.all(sets == targets.n_labels)):
            known.append(None)
            possible.append(None)
            continue
        sentence = _Sentence(
            own,
            labels,
            allowed_by_set[sets],
            None if words is None else words[number],
            None if asked.matches is None else asked.matches[number],
            asked,
            number,
        )
        places, ready = sentence.kept()
        dropped += [DroppedRule(number, place) for place in places]
        is_complete = bool(np.all(sets < targets.n_labels))
        known.append(None if is_complete else ready)
        possible.append(ready if normalise == "rules" else None)
    return RuledLikelihood(known, possible), tuple(dropped)


class _Sentence(NamedTuple):
    rules: Rules
    labels: tuple[str, ...]
    allowed: MaskArray
    words: Sequence[str] | None
    matches: Matches | None
    asked: TextRules
    number: int

    def kept(self) -> tuple[list[int], Compiled | None]:
        """Return the places of rules that the labels break, and all others ready for inference."""
        places = [place for place, rule in self.rules.in_force() if rule.hard]
        dropped: list[int] = []
        if bool(np.all(self.allowed.sum(axis=1) == 1)):
            names = [self.labels[label] for label in self.allowed.argmax(axis=1).tolist()]
            counts = violations(self.rules, names, self.words, self.matches)
            dropped = [place for place in places if counts[place]]
        while True:
            rest = [place for place in places if place not in dropped]
            if not rest:
                return dropped, None
            ready = self._compiled(rest)
            if self._has_labelling(ready):
                return dropped, ready
            dropped.append(self._broken(rest))

    def _compiled(self, places: list[int]) -> Compiled:
        ready = compile_rules(
            Rules(self.rules[place] for place in places),
            self.labels,
            len(self.allowed),
            self.words,
            self.matches,
            max_states=self.asked.max_states,
            lenient=self.asked.lenient,
        )
        if ready.leftovers:
            raise CrfError(
                f"A training cannot obey {ready.leftovers[0].rule.kind}, which needs the integer "
                "program; leave it out, or allow more states (max_states)."
            )
        return ready

    def _has_labelling(self, ready: Compiled) -> bool:
        shape = self.allowed.shape
        steps = np.zeros((shape[1], shape[1]))
        offsets = np.array([0, shape[0]])
        lattice = RuledLattice(np.zeros(shape), steps, offsets, self.allowed, [ready])
        try:
            lattice.log_z()
        except NoLabellingError:
            return False
        return True

    def _broken(self, places: list[int]) -> int:
        """Return a rule without which what is known contradicts the rules less."""
        shape = self.allowed.shape
        conflict = conflict_of(
            np.zeros(shape),
            np.zeros((shape[1], shape[1])),
            Rules(self.rules[place] for place in places),
            self.labels,
            self.words,
            self.matches,
            self.allowed,
            sentence=self.number,
            max_states=self.asked.max_states,
            lenient=self.asked.lenient,
        )
        found = () if conflict is None else conflict.rules
        return next((place for place in reversed(places) if self.rules[place] in found), places[-1])
