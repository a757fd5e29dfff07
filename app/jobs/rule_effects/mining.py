"""Suggested rules that all confirmed sentences satisfy."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from app.domain.rules import ProjectRule, parameters_of
from app.jobs.rule_effects.counts import RuleQuestion
from crfcore.text.tag_schemes import spans

MIN_TIMES = 10
"""Rules that applied fewer times may be coincidence."""

TOO_COMMON = 0.7
"""A label in a larger share of sentences is no consequence of a rule."""

MAX_RULES = 8


@dataclass(frozen=True, slots=True)
class MinedRule:
    """A rule that was always satisfied; ``times`` is how often it applied."""

    rule: ProjectRule
    times: int


def mine_rules(question: RuleQuestion) -> list[MinedRule]:
    """Return rules that no confirmed sentence violates, the most frequent first.

    Test sentences are left out: rules found in them would bias the scores.
    """
    tag_rows = question.confirmed_tags(question.learnt_from())
    followers: dict[str, Counter[str]] = {}
    together: Counter[tuple[str, str]] = Counter()
    present: Counter[str] = Counter()
    twice: set[str] = set()
    for names in tag_rows:
        found = spans(names)
        labels = Counter(span.label for span in found)
        present.update(labels.keys())
        twice.update(label for label, times in labels.items() if times > 1)
        for one, other in combinations(sorted(labels), 2):
            together.update([(one, other), (other, one)])
        begins = {span.start: span.label for span in found}
        for span in found:
            followers.setdefault(span.label, Counter())[begins.get(span.end, "")] += 1
    mined = [
        *_followed(followers),
        *_implied(together, present, len(tag_rows)),
        *(_at_most_one(label, times) for label, times in present.items() if label not in twice),
    ]
    known = {(rule.kind, rule.parameters) for rule in question.rules}
    new = [
        one
        for one in mined
        if one.times >= MIN_TIMES and (one.rule.kind, one.rule.parameters) not in known
    ]
    return sorted(new, key=lambda one: -one.times)[:MAX_RULES]


def _followed(followers: dict[str, Counter[str]]) -> list[MinedRule]:
    return [
        MinedRule(_rule("followed_by", a=label, b=next(iter(behind))), behind.total())
        for label, behind in followers.items()
        if len(behind) == 1 and "" not in behind
    ]


def _implied(
    together: Counter[tuple[str, str]], present: Counter[str], n_sentences: int
) -> list[MinedRule]:
    return [
        MinedRule(_rule("implies", a=one, b=other), present[one])
        for (one, other), times in together.items()
        if times == present[one] and present[other] < TOO_COMMON * n_sentences
    ]


def _at_most_one(label: str, times: int) -> MinedRule:
    return MinedRule(_rule("count", unit=label, at_most=1), times)


def _rule(kind: str, **fields: str | int) -> ProjectRule:
    return ProjectRule(0, kind, parameters_of(fields), on=False)
