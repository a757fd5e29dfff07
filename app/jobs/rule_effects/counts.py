"""Effects of a project's rules: violations, and changes of proposals."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Project
from app.domain.rule_findings import RuleFinding
from app.domain.rules import ProjectRule, names_in
from app.domain.tokens import Role
from app.jobs.data.snapshot import tokens_at
from app.jobs.rules.conversion import ActiveRules, active_rules, trouble_by_time
from app.jobs.suggestions.propose import Sentences, propose, sentences_of, words_by_sentence
from app.jobs.training.train import TrainedModel
from crfcore.messages import message
from crfcore.text.tag_schemes import OUTSIDE, tags_for

SENTENCES_AT_ONCE = 20

LONGEST_REST = 0.05
"""The longest pause between two slices, in seconds."""

TOO_SLOW = message(
    "This regular expression takes too long for some words; they count as not matching."
)


@dataclass(frozen=True, slots=True, eq=False)
class RuleQuestion:
    """Rules, including those that are off, and a copy of the project.

    ``visible`` are the visible sentences.
    """

    rules: tuple[ProjectRule, ...]
    project: Project
    visible: NDArray[np.int64]

    @property
    def tags(self) -> list[str]:
        """The names of all tags."""
        return self.project.tags

    def confirmed(self) -> NDArray[np.int64]:
        """Return the visible sentences that are fully confirmed."""
        done = self.project.confirmed_sentences()[self.visible]
        return np.asarray(self.visible[done], np.int64)

    def learnt_from(self) -> NDArray[np.int64]:
        """Return the confirmed sentences without test sentences."""
        sentence_indices = self.confirmed()
        kept = self.project.corpus.roles[sentence_indices] != Role.CONTROL
        return np.asarray(sentence_indices[kept], np.int64)

    def open(self) -> NDArray[np.int64]:
        """Return the open sentences without test sentences."""
        done = self.project.confirmed_sentences()[self.visible]
        pool = self.project.corpus.roles[self.visible] != Role.CONTROL
        return np.asarray(self.visible[~done & pool], np.int64)

    def sentences(self, sentence_indices: NDArray[np.int64]) -> Sentences:
        """Return some sentences as input for proposals."""
        return sentences_of(self.project, sentence_indices)

    def confirmed_tags(self, sentence_indices: NDArray[np.int64]) -> list[list[str]]:
        """Return the confirmed tags of some sentences, "" for tokens without one."""
        return [
            [tag or "" for tag in self.project.tags_of(sentence_index)]
            for sentence_index in sentence_indices.tolist()
        ]


def rule_question(project: Project, visible: NDArray[np.int64]) -> RuleQuestion:
    """Return the rules, and a copy of the project."""
    rules = (*project.ordered_rules(), *project.listed_rules())
    return RuleQuestion(rules, project.snapshot(), visible)


def evaluate_rules(
    model: TrainedModel | None,
    question: RuleQuestion,
    cancelled: Callable[[], bool],
    report: Callable[[int, int], None] = lambda _done, _total: None,
) -> dict[int, RuleFinding] | None:
    """Return the effects of each rule, by its id; None if cancelled.

    ``report`` is called with the number of sentences done, and of all.
    """
    # Violations are also found for rules that are off.
    active = active_rules(tuple(replace(rule, on=True) for rule in question.rules))
    # The first token of each violation, by rule and sentence.
    broken: dict[int, dict[int, int]] = defaultdict(dict)
    changed: dict[int, list[int]] = defaultdict(list)
    confirmed = question.confirmed()
    still_open = question.open() if model is not None else confirmed[:0]
    total = len(confirmed) + len(still_open)
    for sentence_indices, done in _slowly(confirmed):
        if cancelled():
            return None
        report(done, total)
        tag_rows = question.confirmed_tags(sentence_indices)
        for sentence_index, tokens in _violations(
            active, question.sentences(sentence_indices), tag_rows
        ):
            for number, token in tokens.items():
                broken[number][sentence_index] = token
    if model is not None:
        changes = _Changes(model, question)
        for sentence_indices, done in _slowly(still_open):
            if cancelled():
                return None
            report(len(confirmed) + done, total)
            for sentence_index, number in changes.of(question.sentences(sentence_indices)):
                changed[number].append(sentence_index)
    troubles = dict(active.troubles)
    for rule_index in trouble_by_time(active.rules):
        troubles[active.ids[rule_index]] = TOO_SLOW
    return {
        rule.id: RuleFinding(
            # A gazetteer has a rule for each of its labels.
            np.unique(np.array(changed[rule.id], np.int64)),
            np.array(sorted(broken[rule.id]), np.int64),
            troubles.get(rule.id, ""),
            model is not None,
            _unknown_names(rule, question.project),
            np.array([token for _, token in sorted(broken[rule.id].items())], np.int64),
        )
        for rule in question.rules
    }


def _unknown_names(rule: ProjectRule, project: Project) -> tuple[str, ...]:
    labels = [label.name for label in project.visible_labels()]
    known = {OUTSIDE, *labels, *tags_for(labels, project.settings.scheme)}
    return tuple(name for name in names_in(rule) if name not in known)


class _Changes:
    """Finds which rules change the proposals of sentences.

    If the best labelling without rules violates none of them, no rule changes it. Other sentences
    are decoded under all rules, and without each: a rule changes a sentence if the labelling
    without it violates it, and differs from the one with it.
    """

    def __init__(self, model: TrainedModel, question: RuleQuestion) -> None:
        self._model = model
        self._rules = question.project.rules_in_force()
        self._names = np.array([*question.tags, ""], dtype=object)
        self._active = active_rules(self._rules)

    def of(self, sentences: Sentences) -> Iterator[tuple[int, int]]:
        """Yield the sentences that change, each with the id of a rule that changes it."""
        without = self._tags(sentences, ())
        violations = _violations(self._active, sentences, self._named(sentences, without))
        touched = [sentence_index for sentence_index, numbers in violations if numbers]
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
            for sentence_index, numbers in _violations(alone, some, self._named(some, tags)):
                row = touched.index(sentence_index)
                if numbers and not np.array_equal(with_all[row], with_others[row]):
                    yield sentence_index, rule.id

    def _tags(self, sentences: Sentences, rules: tuple[ProjectRule, ...]) -> NDArray[np.int32]:
        return propose(self._model, replace(sentences, rules=rules)).tags

    def _named(self, sentences: Sentences, tags: NDArray[np.int32]) -> list[list[str]]:
        return [self._names[own].tolist() for own in _by_sentence(sentences, tags)]


def _slowly(sentence_indices: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], int]]:
    """Yield some sentences at a time, and the number before them; pause between, for the GUI."""
    for first in range(0, len(sentence_indices), SENTENCES_AT_ONCE):
        begun = time.thread_time()
        yield sentence_indices[first : first + SENTENCES_AT_ONCE], first
        time.sleep(min(time.thread_time() - begun, LONGEST_REST))


def _ends(sentences: Sentences) -> NDArray[np.int64]:
    """Return the offsets of the sentences among their tokens."""
    lengths = np.diff(sentences.text.offsets)[sentences.sentence_indices]
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])


def _tokens_of(sentences: Sentences, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    return tokens_at(_ends(sentences), rows)


def _selected(sentences: Sentences, rows: NDArray[np.int64]) -> Sentences:
    """Return some of the sentences."""
    return replace(
        sentences,
        sentence_indices=sentences.sentence_indices[rows],
        tag_sets=sentences.tag_sets[_tokens_of(sentences, rows)],
    )


def _rows_of(sentences: Sentences, sentence_indices: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.flatnonzero(np.isin(sentences.sentence_indices, sentence_indices))


def _by_sentence(sentences: Sentences, tags: NDArray[np.int32]) -> list[NDArray[np.int32]]:
    return np.split(tags, _ends(sentences)[1:-1])


def _violations(
    active: ActiveRules, sentences: Sentences, labels: Sequence[Sequence[str]]
) -> Iterator[tuple[int, dict[int, int]]]:
    """Yield fully labelled sentences, each with the first violating token by the rule's id."""
    from crfcore.constraints.violations import violated_at

    words = words_by_sentence(sentences)
    for sentence_index, own, tag_rows in zip(
        sentences.sentence_indices.tolist(), words, labels, strict=True
    ):
        if not own or "" in tag_rows:
            continue
        found: dict[int, int] = {}
        tokens = violated_at(active.rules, tag_rows, own, active.matches(own))
        for number, at in zip(active.ids, tokens, strict=True):
            if at:
                found[number] = min(found.get(number, at[0]), *at)
        yield sentence_index, found
