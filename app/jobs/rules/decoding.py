"""Decoding under the rules of a project; confirmed labels take precedence over rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.rules import ProjectRule, is_known, title_in_messages
from app.jobs.rules.conversion import ActiveRules, project_rule
from crfcore.messages import joined, message
from crfcore.text.tag_schemes import OUTSIDE, spans, split_tag

if TYPE_CHECKING:
    from crfcore.constraints import Rule, Rules
    from crfcore.crf import LinearChainCRF
    from crfcore.estimator.text_rules import TextRules
    from crfcore.features.dataset import Dataset

SECONDS_BY_INTEGERS = 0.3
"""The time limit of the integer program for one sentence."""

TAG_KINDS = frozenset({"valid_scheme", "pattern"})
"""Rules about tags, not labels."""

ConstrainedLabels = tuple[NDArray[np.int32], NDArray[np.float32], dict[int, str]]


def decode_under_rules(
    crf: LinearChainCRF,
    dataset: Dataset,
    allowed: NDArray[np.uint8] | None,
    active: ActiveRules,
    words: Sequence[Sequence[str]],
    *,
    at_once: bool = False,
) -> ConstrainedLabels | None:
    """Return the best labels (U,) under rules, their probabilities, and the conflicts.

    If a sentence cannot satisfy all rules, rules are left out there, the last ones first;
    ``conflicts`` describes them by sentence. With ``at_once`` return None if there is a conflict,
    or the integer program is needed.
    """
    from crfcore.errors import CrfError
    from crfcore.estimator.text_rules import NotAtOnceError

    rules, trouble = _compilable(active, tuple(crf.classes_))
    try:
        labels, probabilities = _decode(
            crf, dataset, allowed, rules, active, words, at_once=at_once
        )
    except NotAtOnceError:
        return None
    except CrfError:
        return _one_by_one(crf, dataset, allowed, rules, active, words, trouble)
    return labels, probabilities, dict.fromkeys(range(len(words)), trouble) if trouble else {}


@lru_cache(maxsize=16)
def _compilable(active: ActiveRules, labels: tuple[str, ...]) -> tuple[Rules, str]:
    """Return the rules that can be compiled for a model, and the error of the first other.

    A pattern over labels may be too large for the labels of one model only.
    """
    from crfcore.constraints import Rules
    from crfcore.constraints.compiled import states_of
    from crfcore.constraints.wording import wording
    from crfcore.errors import CrfError

    kept, trouble = [], ""
    for rule in active.rules:
        try:
            states_of(rule, labels, lenient=True)
        except CrfError as error:
            trouble = trouble or message(
                "The rule “{rule}” cannot be applied: {error}", rule=wording(rule), error=error
            )
        else:
            kept.append(rule)
    return (active.rules if not trouble else Rules(kept)), trouble


def _one_by_one(
    crf: LinearChainCRF,
    dataset: Dataset,
    allowed: NDArray[np.uint8] | None,
    rules: Rules,
    active: ActiveRules,
    words: Sequence[Sequence[str]],
    trouble: str,
) -> ConstrainedLabels:
    labels = np.zeros(dataset.n_tokens, np.int32)
    probabilities = np.zeros(dataset.n_tokens, np.float32)
    conflicts: dict[int, str] = {}
    offsets = dataset.offsets.tolist()
    for sentence in range(dataset.n_sentences):
        at = slice(offsets[sentence], offsets[sentence + 1])
        labels[at], probabilities[at], text = _as_far_as_possible(
            crf,
            dataset.select(np.array([sentence], np.int64)),
            None if allowed is None else allowed[at],
            rules,
            active,
            words[sentence],
            trouble,
        )
        if text:
            conflicts[sentence] = text
    return labels, probabilities, conflicts


def _as_far_as_possible(
    crf: LinearChainCRF,
    dataset: Dataset,
    allowed: NDArray[np.uint8] | None,
    rules: Rules,
    active: ActiveRules,
    words: Sequence[str],
    trouble: str,
) -> tuple[NDArray[np.int32], NDArray[np.float32], str]:
    """Decode one sentence under as many of the rules as possible."""
    from crfcore.constraints.conflict import ConflictError
    from crfcore.constraints.integer import OutOfTimeError
    from crfcore.constraints.rules import Rules
    from crfcore.errors import CrfError

    while rules:
        try:
            return *_decode(crf, dataset, allowed, rules, active, [words]), trouble
        except ConflictError as error:
            blamed = [rule for rule in rules if rule in error.rules]
            if not blamed:
                break
            known = _known_tags(allowed, crf.classes_)
            trouble = trouble or _conflict_text(error.rules, blamed[-1], words, crf.classes_, known)
            rules = Rules(rule for rule in rules if rule is not blamed[-1])
        except OutOfTimeError as error:
            rest = Rules(rule for rule in rules if rule not in error.rules)
            trouble = trouble or _time_text(error.rules, words)
            rules = rest if len(rest) < len(rules) else Rules()
        except CrfError as error:
            # One sentence must not prevent proposals for all others.
            trouble = trouble or message(
                "All rules are ignored in this sentence: {error}", error=error
            )
            break
    decoding = crf.decode_dataset(dataset, allowed)
    return decoding.labels, decoding.probabilities, trouble


def _decode(
    crf: LinearChainCRF,
    dataset: Dataset,
    allowed: NDArray[np.uint8] | None,
    rules: Rules,
    active: ActiveRules,
    words: Sequence[Sequence[str]],
    *,
    at_once: bool = False,
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    applied_rules = replace(_text_rules(rules, active, words), at_once=at_once)
    decoding = crf.decode_dataset(dataset, allowed, rules=applied_rules)
    return decoding.labels, decoding.probabilities


def text_rules_for(
    crf: LinearChainCRF, active: ActiveRules, words: Sequence[Sequence[str]]
) -> TextRules:
    """Return the rules that can be compiled for a model, with the words of the sentences."""
    return _text_rules(_compilable(active, tuple(crf.classes_))[0], active, words)


def _text_rules(rules: Rules, active: ActiveRules, words: Sequence[Sequence[str]]) -> TextRules:
    from crfcore.estimator.text_rules import TextRules

    return TextRules(
        rules,
        words,
        [active.matches(own) for own in words],
        lenient=True,
        time_limit=SECONDS_BY_INTEGERS,
    )


def _time_text(rules: Sequence[Rule], words: Sequence[str]) -> str:
    listed = joined("; ", [_title(rule, words) for rule in rules]) or message(
        "The combination of rules"
    )
    return message(
        "{listed} takes too long to compute and is ignored in this sentence.", listed=listed
    )


def _known_tags(allowed: NDArray[np.uint8] | None, labels: Sequence[str]) -> list[str]:
    """Return the tag of each token that can have this one alone, “O” for the others."""
    rows = () if allowed is None else allowed.astype(np.bool_)
    return [labels[int(row.argmax())] if row.sum() == 1 else OUTSIDE for row in rows]


def _conflict_text(
    rules: Sequence[Rule],
    left_out: Rule,
    words: Sequence[str],
    labels: Sequence[str],
    known: Sequence[str],
) -> str:
    title = _title(left_out, words)
    if len(rules) == 1:
        return message(
            "The rule {title} cannot be satisfied in this sentence and is ignored here.",
            title=title,
        )
    about_tags = any(_is_about_tags(rule) for rule in rules)
    others = dict.fromkeys(
        _title(rule if about_tags else _of_label(rule, known), words)
        for rule in (_shorter(one, labels) for one in rules if one is not left_out)
    )
    text = joined("; ", others)
    return message(
        "The rule {title} conflicts with: {text}. It is ignored in this sentence.",
        title=title,
        text=text,
    )


def _is_about_tags(rule: Rule) -> bool:
    """Return whether a rule of a project tells the tags of a label apart."""
    if rule.kind.KIND in TAG_KINDS:
        return True
    if not is_known(rule.kind.KIND):
        return False  # what is known of a token
    # Not from its parameters in a project: a gazetteer has many phrases.
    named = [getattr(rule.kind, field, "") for field in ("a", "b", "unit")]
    named += getattr(rule.kind, "labels", ())
    return any(split_tag(name)[0] and name != OUTSIDE for name in named)


def _title(rule: Rule, words: Sequence[str]) -> str:
    """Return the title of a rule as in the list of rules, or what is known of a token."""
    from crfcore.constraints.wording import wording

    if not is_known(rule.kind.KIND):
        return wording(rule, words)
    if rule.name:
        return title_in_messages(ProjectRule(0, rule.kind.KIND, "{}", rule.name))
    return _generated_title(rule)


@lru_cache(maxsize=256)
def _generated_title(rule: Rule) -> str:
    return title_in_messages(project_rule(rule))


def _of_label(rule: Rule, known: Sequence[str]) -> Rule:
    """Name the span of a token, or its label instead of its tag: PER for B-PER."""
    from crfcore.constraints.kinds import FixedSpan, Pin
    from crfcore.constraints.rules import Rule

    kind = rule.kind
    if not isinstance(kind, Pin):
        return rule
    for span in spans(known):
        if span.start <= kind.token < span.end and span.end - span.start > 1:
            return Rule(FixedSpan(span.start, span.end, span.label))
    name = (
        message("“No label”") if kind.label == OUTSIDE else split_tag(kind.label)[1] or kind.label
    )
    return Rule(Pin(kind.token, name))


def _shorter(rule: Rule, labels: Sequence[str]) -> Rule:
    """Replace the allowed labels of a token by the forbidden ones, if these are fewer."""
    from crfcore.constraints.kinds import NoneOf, OneOf
    from crfcore.constraints.rules import Rule

    kind = rule.kind
    if not isinstance(kind, OneOf):
        return rule
    gone = [label for label in labels if label not in kind.labels]
    left = {split_tag(label)[1] for label in kind.labels}
    types = dict.fromkeys(split_tag(label)[1] for label in gone)
    whole = [name for name in types if name and name not in left]
    names = (*whole, *(label for label in gone if split_tag(label)[1] not in whole))
    return Rule(NoneOf(kind.token, names)) if 0 < len(names) < len(kind.labels) else rule
