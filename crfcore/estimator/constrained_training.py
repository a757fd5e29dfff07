"""Rules in training: the allowed labels of each sentence, and the rules that labels violate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from crfcore.arrays import MaskArray, OffsetArray, counts_before
from crfcore.constraints.alphabet import BoolArray
from crfcore.constraints.broken import broken_sentences
from crfcore.constraints.compiled import Compiled, compile_rules
from crfcore.constraints.compiled_text import compile_text
from crfcore.constraints.conflict import conflict_of
from crfcore.constraints.constrained_inference import ConstrainedLattice
from crfcore.constraints.matching import Matches
from crfcore.constraints.rules import Rules
from crfcore.constraints.violations import violations
from crfcore.errors import CrfError, shown
from crfcore.estimator.fit_arguments import GivenData
from crfcore.estimator.text_rules import (
    TextRules,
    Words,
    checked_words,
    rules_by_sentence,
    text_rules,
)
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.training.objectives.constrained_likelihood import ConstrainedLikelihood
from crfcore.training.objectives.names import CHAINED
from crfcore.training.optimisation import OPTIMISERS, SCALINGS

NORMALISATIONS = ("all", "rules")


class DroppedRule(NamedTuple):
    """A rule that is left out in a sentence because confirmed labels violate it.

    Attributes
    ----------
    sentence : int
        Counted from 0.
    rule : int
        Its index among the rules of the sentence.
    """

    sentence: int
    rule: int


def check_constrained_training(
    rules: Any, normalise: str, algorithm: str | None, objective: str, *, has_state: bool
) -> None:
    """Raise CrfError where the training does not support rules."""
    if rules is None:
        if normalise != "all":
            raise CrfError(f"normalise={shown(normalise)} needs rules; give fit(…, rules=…).")
        return
    if normalise not in NORMALISATIONS:
        raise CrfError(f"normalise={shown(normalise)} is unknown; use 'all' or 'rules'.")
    if algorithm not in {None, *OPTIMISERS} - set(SCALINGS) or objective not in CHAINED:
        wrong = (
            f"objective={shown(objective)}"
            if objective not in CHAINED
            else f"algorithm={shown(algorithm)}"
        )
        raise CrfError(
            f"A training obeys rules with objective={' or '.join(map(repr, CHAINED))} and an "
            f"optimiser such as algorithm='lbfgs', not with {wrong}."
        )
    if has_state:
        raise CrfError(
            "A training under rules takes and keeps no state; leave out state and keep_state."
        )


def constrained_likelihood(
    rules: Any,
    normalise: str,
    sentences: Any,
    given: GivenData,
) -> tuple[ConstrainedLikelihood | None, tuple[DroppedRule, ...]]:
    """Return the objective of a training under rules, and the rules left out by sentence.

    Parameters
    ----------
    rules : Rules, sequence of Rules or None, or TextRules, optional
        Soft rules are ignored.
    normalise : {"all", "rules"}
    sentences : Any
        The caller's input, for its words.
    given : GivenData

    Returns
    -------
    ConstrainedLikelihood or None
        None without rules, or where they change nothing: all sentences are fully labelled.
    tuple of DroppedRule
        In the order of the sentences.

    Raises
    ------
    CrfError
        A rule needs the integer program, or names tokens or words that the sentences lack.
    """
    if rules is None:
        return None, ()
    dataset = given.dataset
    requested = text_rules(rules)
    by_sentence = rules_by_sentence(requested.rules, dataset.n_sentences)
    words = checked_words(requested, by_sentence, sentences, dataset.offsets, given.extractor)
    text = _Text(by_sentence, words, requested, dataset, given.targets, given.names)
    is_strict = normalise == "rules"
    if isinstance(by_sentence, Rules):
        found = _by_one_for_all(text, by_sentence, is_strict=is_strict)
    else:
        found = _by_own_rules(text, is_strict=is_strict)
    known: list[Compiled | None] = [None] * dataset.n_sentences
    possible: list[Compiled | None] = [None] * dataset.n_sentences
    for number in text.partial:
        known[number] = found.ready.get(number)
    if is_strict:
        for number, one in found.ready.items():
            possible[number] = one
    listed = tuple(
        DroppedRule(number, rule)
        for number in sorted(found.dropped)
        for rule in found.dropped[number]
    )
    if not any(one is not None for one in found.ready.values()):
        return None, listed
    return ConstrainedLikelihood(known, possible, only_open=not is_strict), listed


class _Found(NamedTuple):
    """By sentence: the rules that its labels violate, and the compiled others."""

    dropped: dict[int, list[int]]
    ready: dict[int, Compiled | None]


def _by_own_rules(text: _Text, *, is_strict: bool) -> _Found:
    found = _Found({}, {})
    for number in text.partial:
        found.dropped[number], found.ready[number] = text.sentence(number).kept()
    for number in text.complete:
        sentence = text.sentence(number)
        found.dropped[number], ready = sentence.kept(sentence.broken_rules())
        if is_strict:
            found.ready[number] = ready
    return found


def _by_one_for_all(text: _Text, rules: Rules, *, is_strict: bool) -> _Found:
    """Return the same where all sentences have the same rules."""
    hard = [rule_index for rule_index, rule in rules.in_force() if rule.hard]
    found = _Found(text.broken(rules, hard), {})
    groups: dict[tuple[int, ...], list[int]] = {}
    for number in text.complete if is_strict else ():
        groups.setdefault(tuple(found.dropped.get(number, ())), []).append(number)
    for left_out, members in groups.items():
        kept = [rule_index for rule_index in hard if rule_index not in left_out]
        found.ready.update(text.ready(Rules(rules[rule_index] for rule_index in kept), members))
    whole = Rules(rules[rule_index] for rule_index in hard)
    for number, one in text.ready(whole, text.partial).items():
        sentence = text.sentence(number)
        if one is None or sentence.has_labelling(one):
            found.ready[number] = one
        else:
            found.dropped[number], found.ready[number] = sentence.kept()
    return found


class _Text:
    """The sentences of a training, and their known labels.

    Attributes
    ----------
    complete, partial : lists of int
        Fully labelled sentences; and partially labelled ones.
    """

    def __init__(
        self,
        by_sentence: Rules | list[Rules | None],
        words: Words | None,
        requested: TextRules,
        dataset: Dataset,
        targets: Targets,
        labels: tuple[str, ...],
    ) -> None:
        self._by_sentence = by_sentence
        self._words = words
        self._requested = requested
        self._offsets = dataset.offsets
        self._label_sets = targets.label_sets
        self._allowed_by_set = targets.allowed_by_set()
        self._labels = labels
        lengths = np.diff(dataset.offsets)
        n_open = _counts(targets.label_sets >= targets.n_labels, dataset.offsets)
        n_unknown = _counts(targets.label_sets == targets.n_labels, dataset.offsets)
        self.complete: list[int] = np.flatnonzero((n_open == 0) & (lengths > 0)).tolist()
        self.partial: list[int] = np.flatnonzero((n_open > 0) & (n_unknown < lengths)).tolist()

    def sentence(self, number: int) -> _Sentence:
        """Return one sentence with its rules."""
        tokens = slice(int(self._offsets[number]), int(self._offsets[number + 1]))
        rules = self._by_sentence
        return _Sentence(
            rules if isinstance(rules, Rules) else rules[number] or Rules(),
            self._labels,
            self._allowed_by_set[self._label_sets[tokens]],
            None if self._words is None else self._words[number],
            None if self._requested.matches is None else self._requested.matches[number],
            self._requested,
            number,
        )

    def broken(self, rules: Rules, rule_indices: list[int]) -> dict[int, list[int]]:
        """Return the rules that fully labelled sentences violate, by sentence."""
        found: dict[int, list[int]] = {}
        tokens, part = self._part(self.complete)
        for rule_index in rule_indices if self.complete else ():
            is_broken = broken_sentences(
                rules[rule_index], self._labels, self._label_sets[tokens], **part
            )
            for at in np.flatnonzero(is_broken).tolist():
                found.setdefault(self.complete[at], []).append(rule_index)
        return found

    def ready(self, rules: Rules, numbers: list[int]) -> dict[int, Compiled | None]:
        """Return compiled rules of some sentences."""
        found = compile_text(rules, self._labels, **self._part(numbers)[1])
        for one in found:
            _check_regular(one, self._requested)
        return dict(zip(numbers, found, strict=True))

    def _part(self, numbers: list[int]) -> tuple[OffsetArray, dict[str, Any]]:
        """Return the tokens of some sentences, and the compiler's arguments for them."""
        rule_indices = np.array(numbers, dtype=np.int64)
        starts, ends = self._offsets[rule_indices], self._offsets[rule_indices + 1]
        offsets = np.concatenate([[0], np.cumsum(ends - starts)]).astype(np.int64)
        tokens = np.repeat(starts - offsets[:-1], ends - starts) + np.arange(offsets[-1])
        words, matches = self._words, self._requested.matches
        return tokens, {
            "offsets": offsets,
            "words": None if words is None else [words[number] for number in numbers],
            "matches": None if matches is None else [matches[number] for number in numbers],
            "max_states": self._requested.max_states,
            "lenient": self._requested.lenient,
        }


def _counts(is_counted: BoolArray, offsets: OffsetArray) -> OffsetArray:
    """Return the number of tokens of each sentence in a mask, (N,)."""
    sums = counts_before(is_counted)
    return np.asarray(sums[offsets[1:]] - sums[offsets[:-1]], dtype=np.int64)


def _check_regular(ready: Compiled | None, requested: TextRules) -> None:
    if ready is not None and ready.leftovers and not requested.regular_only:
        raise CrfError(
            f"A training cannot obey {ready.leftovers[0].rule.kind}, which needs the integer "
            "program; leave it out, or allow more states (max_states)."
        )


class _Sentence(NamedTuple):
    rules: Rules
    labels: tuple[str, ...]
    allowed: MaskArray
    words: Sequence[str] | None
    matches: Matches | None
    requested: TextRules
    number: int

    def broken_rules(self) -> list[int]:
        """Return the indices of hard rules that the labels violate, if all are known."""
        names = [self.labels[label] for label in self.allowed.argmax(axis=1).tolist()]
        counts = violations(self.rules, names, self.words, self.matches)
        return [
            rule_index
            for rule_index, rule in self.rules.in_force()
            if rule.hard and counts[rule_index]
        ]

    def kept(self, dropped: Sequence[int] = ()) -> tuple[list[int], Compiled | None]:
        """Return the indices of rules that the labels violate, and the compiled others.

        Those in `dropped` are known to be violated.
        """
        left_out = list(dropped)
        hard = [rule_index for rule_index, rule in self.rules.in_force() if rule.hard]
        while True:
            rest = [rule_index for rule_index in hard if rule_index not in left_out]
            if not rest:
                return left_out, None
            ready = self._compiled(rest)
            if self.has_labelling(ready):
                return left_out, ready
            left_out.append(self._broken(rest))

    def _compiled(self, rule_indices: list[int]) -> Compiled:
        ready = compile_rules(
            Rules(self.rules[rule_index] for rule_index in rule_indices),
            self.labels,
            len(self.allowed),
            self.words,
            self.matches,
            max_states=self.requested.max_states,
            lenient=self.requested.lenient,
        )
        _check_regular(ready, self.requested)
        return ready

    def has_labelling(self, ready: Compiled) -> bool:
        """Whether the rules allow a labelling with the known labels."""
        shape = self.allowed.shape
        steps = np.zeros((shape[1], shape[1]))
        offsets = np.array([0, shape[0]])
        lattice = ConstrainedLattice(np.zeros(shape), steps, offsets, self.allowed, [ready])
        try:
            lattice.log_z()
        except NoLabellingError:
            return False
        return True

    def _broken(self, rule_indices: list[int]) -> int:
        """Return a rule of a minimal conflict with the known labels."""
        shape = self.allowed.shape
        conflict = conflict_of(
            np.zeros(shape),
            np.zeros((shape[1], shape[1])),
            Rules(self.rules[rule_index] for rule_index in rule_indices),
            self.labels,
            self.words,
            self.matches,
            self.allowed,
            sentence=self.number,
            max_states=self.requested.max_states,
            lenient=self.requested.lenient,
        )
        found = () if conflict is None else conflict.rules
        return next(
            (
                rule_index
                for rule_index in reversed(rule_indices)
                if self.rules[rule_index] in found
            ),
            rule_indices[-1],
        )
