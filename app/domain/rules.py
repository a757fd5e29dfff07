"""Rules of a project as plain data.

Their kinds are defined in `crfcore.constraints.kinds`; here a rule is a kind and its parameters, so
that a project can be opened and edited before the compiler is loaded.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from app.domain.numbers import grouped
from app.domain.quotes import in_quotes
from crfcore.constraints import label_regex
from crfcore.messages import Message, Signs, Translate
from crfcore.text.tag_schemes import OUTSIDE, split_tag

WORDS_SHOWN = 3
"""The most words of a list in the text of a rule."""


@dataclass(frozen=True, slots=True)
class ProjectRule:
    """One rule of a project.

    ``id`` never changes; ``position`` orders the list. ``kind`` is a name of
    `crfcore.constraints.kinds.KINDS` ("followed_by"), ``parameters`` its fields as a JSON object
    with sorted keys. ``name`` is given by the annotator, "" for none. ``cost`` is None for a hard
    rule, else the penalty of a violation.
    """

    id: int
    kind: str
    parameters: str
    name: str = ""
    on: bool = True
    cost: float | None = None
    position: int = 0

    @property
    def fields(self) -> dict[str, Any]:
        """The parameters by name."""
        return _fields(self.parameters)

    @property
    def hard(self) -> bool:
        """Whether it is a hard rule."""
        return self.cost is None


def _fields(parameters: str) -> dict[str, Any]:
    try:
        values = json.loads(parameters)
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}


def parameters_of(fields: Mapping[str, Any]) -> str:
    """Return the fields of a kind as JSON, without those that are None."""
    kept = {name: value for name, value in fields.items() if value is not None}
    return json.dumps(kept, ensure_ascii=False, sort_keys=True)


_UNKNOWN = "{kind}"
"""The text of a rule of a kind that this version does not know."""


def rule_text(rule: ProjectRule, translate: Callable[[str], str] = str) -> str:
    """Return a rule in words; ``translate`` gets the template of each sentence."""
    template, values = _sentence(rule.kind, rule.parameters)
    if isinstance(labels := values.get("labels"), tuple):
        values = {**values, "labels": translate(OR).join(map(str, labels))}
    if isinstance(words := values.get("words"), _Words):
        values = {**values, "words": _listed(words, translate)}
    return translate(template).format_map(defaultdict(str, values))


def rule_title(rule: ProjectRule, translate: Callable[[str], str] = str) -> str:
    """Return the rule's name or, without one, its text."""
    return rule.name or rule_text(rule, translate)


def title_in_quotes(rule: ProjectRule, translate: Callable[[str], str] = str) -> str:
    """Return the rule's title in double quotes, with single ones around the words in it."""
    return in_quotes(rule_title(rule, translate), translate)


class RuleTitle(Message):
    """The title of a rule in quotes, as a part of messages."""

    rule: ProjectRule

    def _worded(self, translate: Translate, signs: Signs) -> str:
        return title_in_quotes(self.rule, lambda text: translate(text, None))


def title_in_messages(rule: ProjectRule) -> str:
    """Return `title_in_quotes` as a part of messages, which can be shown in another language."""
    title = RuleTitle(title_in_quotes(rule))
    title.rule = rule
    return title


SENTENCES = {
    "followed_by": "{a} is followed by {b}",
    "not_followed_by": "{a} is not followed by {b}",
    "starts_with": "A sentence starts with {a}",
    "ends_with": "A sentence ends with {a}",
    "never_adjacent": "{a} and {b} are never adjacent",
    "valid_scheme": "Tags are valid {scheme}",
    "count": "Number of {unit} per sentence",
    "implies": "If {a} occurs, {b} also occurs",
    "not_after": "No {a} comes after {b}",
    "pattern": "The tags match {regex}",
    "lexical": "{words}: {labels}",
    "same_word_same_label": "All occurrences of a word in a sentence have the same label",
}
"""The template of each kind, for `rule_text`."""


def is_known(kind: str) -> bool:
    """Return whether `rule_text` has a sentence for rules of a kind."""
    return kind in SENTENCES


COUNTS = {
    "exactly": "Exactly {least} {unit} in a sentence",
    "between": "{least} to {most} {unit} in a sentence",
    "least": "At least {least} {unit} in a sentence",
    "most": "At most {most} {unit} in a sentence",
}

EFFECTS = {
    "implies": "{words}: always {labels}",
    "allows": "{words}: only {labels}",
    "forbids": "{words}: never {labels}",
}

OR = " or "
"""Between the labels of a rule."""

IMPLIES_NONE = "If {a} occurs, {b} does not"
SAME_WORDS = "All occurrences of a word in a sentence have the same label: {words}"


@lru_cache(maxsize=256)
def _sentence(kind: str, parameters: str) -> tuple[str, dict[str, Any]]:
    """Return the template of a rule and its values, not to be changed.

    Cached: a list is painted often, and a rule from a file may hold 100,000 phrases.
    """
    given = _fields(parameters)
    try:
        return _sentence_and_values(kind, given)
    except (AttributeError, KeyError, TypeError):
        # From a malformed file; the error is shown beside the rule.
        return _UNKNOWN, {"kind": kind}


def _sentence_and_values(kind: str, given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    if kind == "count":
        return _count(given)
    if kind == "implies" and not given.get("present", True):
        return IMPLIES_NONE, given
    if kind == "lexical":
        words = _matched(given.get("matcher", {}))
        return EFFECTS.get(given.get("effect", ""), SENTENCES[kind]), {
            "words": words,
            "labels": tuple(map(str, given.get("labels", ()))),
        }
    if kind == "same_word_same_label" and given.get("words"):
        return SAME_WORDS, {"words": _first(given["words"])}
    if kind == "valid_scheme":
        return SENTENCES[kind], {"scheme": str(given["scheme"]).upper()}
    return (SENTENCES[kind], given) if kind in SENTENCES else (_UNKNOWN, {"kind": kind})


def _count(given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    least, most = given.get("at_least"), given.get("at_most")
    values = {"unit": given.get("unit", ""), "least": least, "most": most}
    if least is None:
        return COUNTS["most"], values
    if most is None:
        return COUNTS["least"], values
    return COUNTS["exactly" if least == most else "between"], values


class _Words(NamedTuple):
    """The first words of a rule, and how many there are."""

    shown: tuple[str, ...]
    n: int


def _matched(matcher: dict[str, Any]) -> _Words | str:
    if "phrases" in matcher:
        phrases = matcher["phrases"]
        return _Words(tuple(" ".join(phrase) for phrase in phrases[:WORDS_SHOWN]), len(phrases))
    if "words" in matcher:
        return _first(matcher["words"])
    return f"/{matcher.get('pattern', '')}/"


def _first(words: list[str]) -> _Words:
    return _Words(tuple(map(str, words[:WORDS_SHOWN])), len(words))


def _listed(words: _Words, translate: Callable[[str], str]) -> str:
    shown = ", ".join(in_quotes(word, translate) for word in words.shown)
    n = f"{words.n:,}" if translate is str else grouped(words.n)
    return shown if words.n <= WORDS_SHOWN else f"{shown} … ({n})"


# ---- the names in a rule

_NAME_FIELDS = ("a", "b", "unit")


def names_in(rule: ProjectRule) -> tuple[str, ...]:
    """Return the labels and types that a rule names."""
    given = rule.fields
    single = (given[field] for field in _NAME_FIELDS if _is_text(given, field))
    in_pattern = label_regex.names_in(given["regex"]) if _is_text(given, "regex") else ()
    return tuple(dict.fromkeys([*single, *_labels(given), *in_pattern]))


def _is_text(given: Mapping[str, Any], field: str) -> bool:
    return isinstance(given.get(field), str)


def _labels(given: Mapping[str, Any]) -> list[str]:
    labels = given.get("labels")
    return [one for one in labels if isinstance(one, str)] if isinstance(labels, list) else []


def renamed_name(name: str, before: str, after: str) -> str:
    """Return the name of a label, or of one of its tags, after the label was renamed."""
    prefix, of_type = split_tag(name)
    if name == before:
        return after
    if prefix and name != OUTSIDE and of_type == before:
        return name[: len(name) - len(before)] + after
    return name


def renamed(rule: ProjectRule, before: str, after: str) -> ProjectRule:
    """Return a rule with a label renamed, with or without a prefix."""

    def new(name: str) -> str:
        return renamed_name(name, before, after)

    given = rule.fields
    for field in _NAME_FIELDS:
        if _is_text(given, field):
            given[field] = new(given[field])
    if _labels(given):
        given["labels"] = list(dict.fromkeys(map(new, _labels(given))))
    if _is_text(given, "regex"):
        given["regex"] = label_regex.with_names(given["regex"], new)
    return replace(rule, parameters=parameters_of(given))
