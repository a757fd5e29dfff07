"""Holding the rules of a project against its sentences: what breaks them, and what they change."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Project
from app.domain.rule_findings import RuleFinding
from app.domain.rules import ProjectRule
from app.domain.tokens import Role
from app.jobs.propose import Sentences, propose, sentences_of, words_by_sentence
from app.jobs.rules import ActiveRules, active_rules, trouble_by_time
from app.jobs.snapshot import tokens_at
from app.jobs.train import TrainedModel

SENTENCES_AT_ONCE = 20

LONGEST_REST = 0.05
"""Seconds between two slices at most."""

TOO_SLOW = "This regular expression takes too long for some words; they count as not matching."


@dataclass(frozen=True, slots=True, eq=False)
class RuleQuestion:
    """Rules, and the sentences that they are held against.

    ``confirmed`` are wholly confirmed sentences, with ``said``, the tag ids of their tokens one
    after the other; ``open`` are the others that are labelled with help.
    """

    rules: tuple[ProjectRule, ...]
    tags: list[str]
    confirmed: Sentences
    said: NDArray[np.int32]
    open: Sentences


def rule_question(project: Project, visible: NDArray[np.int64]) -> RuleQuestion:
    """Return what counting needs, copied so that the project may go on; takes a moment."""
    corpus = project.corpus
    done = project.confirmed_sentences()[visible]
    confirmed = visible[done]
    pool = corpus.roles[visible] != Role.CONTROL
    single = np.array([members[0] if members else -1 for members in project.tag_sets], np.int32)
    at = tokens_at(corpus.offsets, confirmed)
    return RuleQuestion(
        (*project.ordered_rules(), *project.listed_rules()),
        list(project.tags),
        sentences_of(project, confirmed),
        single[corpus.tag_sets[at]],
        sentences_of(project, visible[~done & pool]),
    )


def hold_rules(
    model: TrainedModel | None,
    question: RuleQuestion,
    cancelled: Callable[[], bool],
    told: Callable[[int, int], None] = lambda _done, _total: None,
) -> dict[int, RuleFinding] | None:
    """Return what each rule meets, by its id; None if it was asked to stop.

    Every sentence is looked at. ``told`` hears how many are done, of how many.
    """
    # Rules that are off are held against what is confirmed, too.
    active = active_rules(tuple(replace(rule, on=True) for rule in question.rules))
    broken: dict[int, list[int]] = defaultdict(list)
    changed: dict[int, list[int]] = defaultdict(list)
    n_confirmed = len(question.confirmed.places)
    total = n_confirmed + (len(question.open.places) if model is not None else 0)
    names = np.array([*question.tags, ""], dtype=object)
    for sentences, at, done in _slowly(question.confirmed):
        if cancelled():
            return None
        told(done, total)
        for place, numbers in _breaches(active, sentences, names[question.said[at]].tolist()):
            for number in numbers:
                broken[number].append(place)
    if model is not None:
        changes = _Changes(model, question.open.rules, names)
        for sentences, _, done in _slowly(question.open):
            if cancelled():
                return None
            told(n_confirmed + done, total)
            for place, number in changes.of(sentences):
                changed[number].append(place)
    troubles = dict(active.troubles)
    for place in trouble_by_time(active.rules):
        troubles[active.ids[place]] = TOO_SLOW
    return {
        rule.id: RuleFinding(
            # A gazetteer is a rule for each of its labels.
            np.unique(np.array(changed[rule.id], np.int64)),
            np.unique(np.array(broken[rule.id], np.int64)),
            troubles.get(rule.id, ""),
            model is not None,
        )
        for rule in question.rules
    }


class _Changes:
    """Tells which rules change the proposals of sentences.

    Where the best labelling without any rule breaks none of them, no rule changes anything. Any
    other sentence is decoded once under all rules, and once without each: a rule changes it if the
    labelling without it breaks it, and is not the one with it.
    """

    def __init__(
        self, model: TrainedModel, rules: tuple[ProjectRule, ...], names: NDArray[np.object_]
    ) -> None:
        self._model = model
        self._rules = rules
        self._names = names
        self._active = active_rules(rules)

    def of(self, sentences: Sentences) -> Iterator[tuple[int, int]]:
        """Yield the places of sentences that change, each with the id of a rule that does it."""
        without = self._tags(sentences, ())
        breaches = _breaches(self._active, sentences, self._names[without].tolist())
        touched = [place for place, numbers in breaches if numbers]
        if not touched:
            return
        rows = _rows_of(sentences, np.array(touched, np.int64))
        some = _selected(sentences, rows)
        with_all = _by_sentence(some, self._tags(some, self._rules))
        for rule in self._rules:
            others = tuple(other for other in self._rules if other is not rule)
            tags = self._tags(some, others) if others else without[_tokens_of(sentences, rows)]
            alone = active_rules((rule,))
            with_others = _by_sentence(some, tags)
            for place, numbers in _breaches(alone, some, self._names[tags].tolist()):
                row = touched.index(place)
                if numbers and not np.array_equal(with_all[row], with_others[row]):
                    yield place, rule.id

    def _tags(self, sentences: Sentences, rules: tuple[ProjectRule, ...]) -> NDArray[np.int32]:
        return propose(self._model, replace(sentences, rules=rules)).tags


def _slowly(sentences: Sentences) -> Iterator[tuple[Sentences, slice, int]]:
    """Yield what `_slices` yields, and rest in between: this is Python, and keys have to get in."""
    for part in _slices(sentences):
        begun = time.thread_time()
        yield part
        time.sleep(min(time.thread_time() - begun, LONGEST_REST))


def _slices(sentences: Sentences) -> Iterator[tuple[Sentences, slice, int]]:
    """Yield sentences a few at a time, where their tokens stand, and how many came before."""
    ends = _ends(sentences)
    for first in range(0, len(sentences.places), SENTENCES_AT_ONCE):
        last = min(first + SENTENCES_AT_ONCE, len(sentences.places))
        rows = np.arange(first, last)
        yield _selected(sentences, rows), slice(int(ends[first]), int(ends[last])), first


def _ends(sentences: Sentences) -> NDArray[np.int64]:
    """Return where each sentence begins among the tokens of all, and where the last one ends."""
    lengths = np.diff(sentences.text.offsets)[sentences.places]
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])


def _tokens_of(sentences: Sentences, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    return tokens_at(_ends(sentences), rows)


def _selected(sentences: Sentences, rows: NDArray[np.int64]) -> Sentences:
    """Return some of the sentences."""
    return replace(
        sentences,
        places=sentences.places[rows],
        tag_sets=sentences.tag_sets[_tokens_of(sentences, rows)],
    )


def _rows_of(sentences: Sentences, places: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.flatnonzero(np.isin(sentences.places, places))


def _by_sentence(sentences: Sentences, tags: NDArray[np.int32]) -> list[NDArray[np.int32]]:
    return np.split(tags, _ends(sentences)[1:-1])


def _breaches(
    active: ActiveRules, sentences: Sentences, labels: Sequence[str]
) -> Iterator[tuple[int, list[int]]]:
    """Yield the places of labelled sentences, each with the ids of the rules that it breaks.

    A sentence with a token of which nothing is known is left out.
    """
    from crfcore.constraints.violations import violations

    words = words_by_sentence(sentences)
    ends = _ends(sentences).tolist()
    for place, own, (start, stop) in zip(
        sentences.places.tolist(), words, pairwise(ends), strict=True
    ):
        said = labels[start:stop]
        if not own or "" in said:
            continue
        counts = violations(active.rules, said, own, active.matches(own))
        yield place, [number for number, count in zip(active.ids, counts, strict=True) if count]
