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
        project.ordered_rules(),
        list(project.tags),
        sentences_of(project, confirmed),
        single[corpus.tag_sets[at]],
        sentences_of(project, visible[~done & pool]),
    )


def hold_rules(
    model: TrainedModel | None, question: RuleQuestion, cancelled: Callable[[], bool]
) -> dict[int, RuleFinding] | None:
    """Return what each rule meets, by its id; None if it was asked to stop.

    A sentence that a rule changes is one whose best labelling without any rule breaks it.
    """
    # Rules that are off are held against what is confirmed, too.
    everything = tuple(replace(rule, on=True) for rule in question.rules)
    active = active_rules(everything)
    broken: dict[int, list[int]] = defaultdict(list)
    changed: dict[int, list[int]] = defaultdict(list)
    names = np.array([*question.tags, ""], dtype=object)
    for sentences, at in _slowly(question.confirmed):
        if cancelled():
            return None
        _note(broken, active, sentences, names[question.said[at]].tolist())
    if model is not None:
        for sentences, _ in _slowly(replace(question.open, rules=())):
            if cancelled():
                return None
            tags = propose(model, sentences).tags
            _note(changed, active, sentences, names[tags].tolist())
    troubles = dict(active.troubles)
    for place in trouble_by_time(active.rules):
        troubles[active.ids[place]] = TOO_SLOW
    return {
        rule.id: RuleFinding(
            np.array(changed[rule.id], np.int64),
            np.array(broken[rule.id], np.int64),
            troubles.get(rule.id, ""),
        )
        for rule in question.rules
    }


def _slowly(sentences: Sentences) -> Iterator[tuple[Sentences, slice]]:
    """Yield what `_slices` yields, and rest in between: this is Python, and keys have to get in."""
    for part in _slices(sentences):
        begun = time.thread_time()
        yield part
        time.sleep(min(time.thread_time() - begun, LONGEST_REST))


def _slices(sentences: Sentences) -> Iterator[tuple[Sentences, slice]]:
    """Yield the sentences a few at a time, and where their tokens stand among all of these."""
    lengths = np.diff(sentences.text.offsets)[sentences.places]
    ends = np.concatenate([[0], np.cumsum(lengths)]).tolist()
    for first in range(0, len(sentences.places), SENTENCES_AT_ONCE):
        last = min(first + SENTENCES_AT_ONCE, len(sentences.places))
        at = slice(ends[first], ends[last])
        yield (
            replace(
                sentences,
                places=sentences.places[first:last],
                tag_sets=sentences.tag_sets[at],
            ),
            at,
        )


def _note(
    found: dict[int, list[int]], active: ActiveRules, sentences: Sentences, labels: Sequence[str]
) -> None:
    """Note which rules some labelled sentences break."""
    from crfcore.constraints.violations import violations

    words = words_by_sentence(sentences)
    ends = np.concatenate([[0], np.cumsum([len(own) for own in words])]).tolist()
    for place, own, (start, stop) in zip(
        sentences.places.tolist(), words, pairwise(ends), strict=True
    ):
        said = labels[start:stop]
        if not own or "" in said:
            continue
        counts = violations(active.rules, said, own, active.matches(own))
        for number, count in zip(active.ids, counts, strict=True):
            if count:
                found[number].append(place)
