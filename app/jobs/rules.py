"""The rules of a project as the engine takes them, and where their words stand in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from app.domain.rules import ProjectRule, parameters_of
from crfcore.text.tag_schemes import OUTSIDE

if TYPE_CHECKING:
    from crfcore.constraints import Rule, Rules, WordPattern
    from crfcore.constraints.kinds import Matcher
    from crfcore.constraints.matching import Matches

SECONDS_PER_WORD = 0.05
"""A pattern that needs longer for one word is not asked again."""

MOST_WORDS = 200_000
"""Words of which a pattern remembers whether they match."""


@dataclass(frozen=True, slots=True, eq=False)
class ActiveRules:
    """Rules that are on and can be obeyed, and what is wrong with the others.

    ``ids`` are the project's ids of ``rules``, in their order; ``troubles`` says by id why a rule
    cannot be obeyed.
    """

    rules: Rules
    ids: tuple[int, ...]
    troubles: dict[int, str] = field(default_factory=dict)

    def matches(self, words: Sequence[str]) -> Matches | None:
        """Return where patterns of words match a sentence; None where no rule has a pattern."""
        patterns = _patterns(self.rules)
        if not patterns:
            return None
        found: dict[Matcher, list[tuple[int, int]]] = {}
        for pattern in patterns:
            finder = _finder(pattern)
            found[pattern] = [(t, t + 1) for t, word in enumerate(words) if finder.matches(word)]
        return found


@lru_cache(maxsize=16)
def active_rules(rules: tuple[ProjectRule, ...]) -> ActiveRules:
    """Return the rules that are on as the engine takes them."""
    from crfcore.constraints import Rules

    made: list[tuple[int, Rule]] = []
    troubles: dict[int, str] = {}
    for rule in rules:
        made_or_trouble = engine_rule(rule)
        if isinstance(made_or_trouble, str):
            troubles[rule.id] = made_or_trouble
        elif rule.on:
            made.append((rule.id, made_or_trouble))
    kept = []
    for number, one in made:
        trouble = _pattern_trouble(one)
        if trouble:
            troubles[number] = trouble
        else:
            kept.append((number, one))
    return ActiveRules(Rules(rule for _, rule in kept), tuple(n for n, _ in kept), troubles)


@lru_cache(maxsize=1024)
def engine_rule(rule: ProjectRule) -> Rule | str:
    """Return a rule as the engine takes it, or why that is not possible."""
    from crfcore.constraints.kinds import KINDS, MATCHERS, Rule
    from crfcore.errors import CrfError

    said = rule.fields
    if rule.kind not in KINDS:
        return f"This version knows no rules of the kind {rule.kind!r}."
    try:
        if isinstance(said.get("matcher"), dict):
            asked = dict(said["matcher"])
            said["matcher"] = MATCHERS[asked.pop("kind", "")](**_frozen(asked))
        kind: Any = KINDS[rule.kind](**_frozen(said))
        return Rule(kind, rule.name, rule.on, rule.cost)
    except CrfError as error:
        return str(error)
    except (KeyError, TypeError) as error:
        return f"Its parameters are not those of the kind {rule.kind!r}: {error}."


def project_rule(rule: Rule) -> ProjectRule:
    """Return a rule of the engine as a project keeps it; its id and position are 0."""
    from crfcore.constraints.json_files import kind_to_json

    said = kind_to_json(rule.kind)
    kind = said.pop("kind")
    return ProjectRule(0, kind, parameters_of(said), rule.name, rule.on, rule.cost)


def _frozen(said: dict[str, Any]) -> dict[str, Any]:
    """Return parameters with tuples for lists, so that rules can be compared and remembered."""
    return {name: _tuple(value) for name, value in said.items()}


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value


# ---- patterns of words


class _PatternFinder:
    """Says which words match a pattern as a whole; it remembers, and never takes long."""

    def __init__(self, pattern: WordPattern) -> None:
        import regex

        flags = regex.IGNORECASE if pattern.ignore_case else 0
        self._pattern = regex.compile(pattern.pattern, flags)
        self._known: dict[str, bool] = {}
        self.too_slow = False

    def matches(self, word: str) -> bool:
        known = self._known.get(word)
        if known is None:
            known = self._ask(word)
            if len(self._known) < MOST_WORDS:
                self._known[word] = known
        return known

    def _ask(self, word: str) -> bool:
        if self.too_slow:
            return False
        try:
            found = self._pattern.fullmatch(word, timeout=SECONDS_PER_WORD, concurrent=True)
        except TimeoutError:
            self.too_slow = True
            return False
        return found is not None


@lru_cache(maxsize=64)
def _finder(pattern: WordPattern) -> _PatternFinder:
    return _PatternFinder(pattern)


def _patterns(rules: Iterable[Rule]) -> list[WordPattern]:
    from crfcore.constraints import Lexical, WordPattern

    matchers = (rule.kind.matcher for rule in rules if isinstance(rule.kind, Lexical))
    return [matcher for matcher in matchers if isinstance(matcher, WordPattern)]


def _pattern_trouble(rule: Rule) -> str:
    """Return what is wrong with a rule's pattern of words or of labels, "" if nothing is."""
    from app.jobs.word_patterns import matching_words
    from crfcore.constraints import Pattern
    from crfcore.constraints.alphabet import alphabet_of
    from crfcore.constraints.label_regex import automaton_of_regex
    from crfcore.errors import CrfError

    if isinstance(rule.kind, Pattern):
        try:
            automaton_of_regex(rule.kind.regex, alphabet_of((OUTSIDE,), lenient=True))
        except CrfError as error:
            return str(error)
        return ""
    for pattern in _patterns([rule]):
        try:
            matching_words(pattern, [])
        except CrfError as error:
            return str(error)
    return ""


def trouble_by_time(rules: Iterable[Rule]) -> list[int]:
    """Return the places of rules whose pattern of words took too long."""
    return [
        place
        for place, rule in enumerate(rules)
        if any(_finder(pattern).too_slow for pattern in _patterns([rule]))
    ]
