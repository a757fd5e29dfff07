"""Violations of hard rules by labels that are to be exported."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences
from app.domain.display import shown_tags
from app.domain.numbers import grouped
from app.domain.project import Project
from app.domain.proposals import NO_TAG, Proposals
from app.domain.rules import ProjectRule, title_in_quotes
from app.domain.step_texts import filled
from app.jobs.exporting.documents import Which
from app.jobs.progress import Monitor, report
from app.jobs.rules.conversion import active_rules, unused_rules

SENTENCES_BETWEEN_REPORTS = 200

SENTENCES_NAMED = 5
"""The most sentences of a rule listed by their numbers."""

RULES_NAMED = 10
"""The most rules listed."""


class OnViolation(StrEnum):
    """What an export does if labels violate rules."""

    REPORT = "report"
    """Write, and report the violations."""
    REFUSE = "refuse"
    """Write nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleViolation:
    """A hard rule, the sentences whose labels violate it, and the first token in each that does."""

    rule: ProjectRule
    sentence_indices: NDArray[np.int64]
    tokens: NDArray[np.int64] = field(default_factory=no_sentences)


def rule_violations(
    project: Project,
    which: Which = Which.CONFIRMED,
    proposals: Proposals | None = None,
    monitor: Monitor | None = None,
) -> tuple[RuleViolation, ...]:
    """Return the hard rules that the labels to be written violate, in the order of their list.

    Only fully labelled sentences are checked.
    """
    from crfcore.constraints.violations import violated_at

    rules = tuple(rule for rule in project.rules_in_force() if rule.hard)
    if not rules:
        return ()
    active = active_rules(rules)
    found: dict[int, dict[int, int]] = defaultdict(dict)
    visible = project.visible().tolist()
    for number, sentence_index in enumerate(visible):
        if number % SENTENCES_BETWEEN_REPORTS == 0:
            report(monitor, number, len(visible))
        tags = _tags(project, which, proposals, sentence_index)
        words = project.corpus.words_of(sentence_index)
        labels = [tag for tag in tags if tag is not None]
        if not words or len(labels) < len(words):
            continue
        tokens = violated_at(active.rules, labels, words, active.matches(words))
        for rule, at in zip(active.ids, tokens, strict=True):
            if at:
                # A gazetteer has a rule for each of its labels.
                found[rule][sentence_index] = min(found[rule].get(sentence_index, at[0]), *at)
    return tuple(
        RuleViolation(
            rule,
            np.fromiter(found[rule.id], np.int64),
            np.fromiter(found[rule.id].values(), np.int64),
        )
        for rule in rules
        if rule.id in found
    )


def unused_hard_rules(project: Project) -> str:
    """Return in words which hard rules that are on cannot be checked, "" if all can."""
    return unused_rules(tuple(rule for rule in project.rules_in_force() if rule.hard))


def sentence_indices_of(violations: tuple[RuleViolation, ...]) -> NDArray[np.int64]:
    """Return all sentences whose labels violate a rule."""
    return np.unique(
        np.concatenate([np.zeros(0, np.int64), *(one.sentence_indices for one in violations)])
    )


def first_tokens(violations: tuple[RuleViolation, ...]) -> dict[int, int]:
    """Return the first token that violates a rule, by sentence."""
    found: dict[int, int] = {}
    for one in violations:
        pairs = zip(one.sentence_indices.tolist(), one.tokens.tolist(), strict=False)
        for sentence_index, token in pairs:
            found[sentence_index] = min(found.get(sentence_index, token), token)
    return found


def wording(
    project: Project,
    violations: tuple[RuleViolation, ...],
    translate: Callable[[str], str] = str,
    rule_words: Callable[[str], str] = str,
) -> str:
    """Return in words which rules are violated, and in which sentences, by their numbers.

    ``translate`` gets the texts of this report, ``rule_words`` those of rules.
    """
    rules = "; ".join(
        _one_wording(project, one, title_in_quotes(one.rule, rule_words), translate)
        for one in violations[:RULES_NAMED]
    )
    n_others = len(violations) - RULES_NAMED
    if n_others > 0:
        more = translate("and {:more rule|more rules}")
        rules = f"{rules}; {filled(more, (str(n_others),), translate)}"
    n = str(len(sentence_indices_of(violations)))
    text = translate("Labels violate rules in {:sentence|sentences}: {}.")
    return filled(text, (n, rules), translate)


def _one_wording(
    project: Project, violation: RuleViolation, title: str, translate: Callable[[str], str]
) -> str:
    numbers = np.searchsorted(project.visible(), violation.sentence_indices) + 1
    named = ", ".join(map(grouped, numbers[:SENTENCES_NAMED].tolist()))
    others = len(numbers) - SENTENCES_NAMED
    if others > 0:
        more = translate("{numbers} and {n} more")
        named = more.format(numbers=named, n=grouped(others))
    text = translate("{rule} (sentences {numbers})")
    if len(numbers) == 1:
        text = translate("{rule} (sentence {numbers})")
    return text.format(rule=title, numbers=named)


def _tags(
    project: Project, which: Which, proposals: Proposals | None, sentence_index: int
) -> list[str | None]:
    if which is not Which.ALL or proposals is None:
        return project.tags_of(sentence_index)
    shown = shown_tags(project, proposals, sentence_index)
    return [project.tags[one.tag] if one.tag != NO_TAG else None for one in shown]
