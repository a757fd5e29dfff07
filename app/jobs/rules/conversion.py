"""Conversion of a project's rules to those of `crfcore`, and matching of their words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from app.domain.gazetteers import Effect, Listed, ListedRule, label_of
from app.domain.rules import ProjectRule, parameters_of, title_in_messages
from app.jobs.gazetteers.phrase_lists import phrase_list
from crfcore.errors import cut
from crfcore.messages import joined, message, without_stop
from crfcore.text.tag_schemes import OUTSIDE

if TYPE_CHECKING:
    from crfcore.constraints import Phrases, Rule, Rules, WordPattern
    from crfcore.constraints.kinds import Matcher
    from crfcore.constraints.matching import Matches

SECONDS_PER_WORD = 0.05
"""The time limit of a pattern for one word; a slower one is not used again."""

NO_LABEL = message(
    "Some phrases have no label; choose one for the gazetteer, or switch the rule off."
)

UNUSED_NAMED = 5
"""The most unused rules named in a message."""

LONGEST_TITLE = 200
"""The most characters of such a rule's title; the rest of a long one is left out."""

MAX_WORDS = 200_000
"""The most words in the cache of a pattern."""


@dataclass(frozen=True, slots=True, eq=False)
class ListedMatchers:
    """A gazetteer and the matchers of its rules, one for each label.

    They are matched together, so that of "Ulm", a CITY, and "Ulm Minster", a CHURCH, the longer one
    is found.
    """

    listed: Listed
    matchers: dict[str, Phrases]

    def matches(self, words: Sequence[str]) -> dict[Matcher, list[tuple[int, int]]]:
        """Return the matches of each label's phrases in a sentence."""
        found: dict[Matcher, list[tuple[int, int]]] = {one: [] for one in self.matchers.values()}
        for start, end, label in phrase_list(self.listed).find(words):
            if label in self.matchers:
                found[self.matchers[label]].append((start, end))
        return found


@dataclass(frozen=True, slots=True, eq=False)
class ActiveRules:
    """Valid rules that are on, and the errors of the others.

    ``ids`` are the project's ids of ``rules``, in their order; ``troubles`` has the errors of
    invalid rules by id.
    """

    rules: Rules
    ids: tuple[int, ...]
    troubles: dict[int, str] = field(default_factory=dict)
    listed: tuple[ListedMatchers, ...] = ()

    def matches(self, words: Sequence[str]) -> Matches | None:
        """Return where patterns and gazetteers match a sentence; None if no rule has any."""
        patterns = _patterns(self.rules)
        if not patterns and not self.listed:
            return None
        found: dict[Matcher, list[tuple[int, int]]] = {}
        for one in self.listed:
            found.update(one.matches(words))
        for pattern in patterns:
            finder = _finder(pattern)
            found[pattern] = [(t, t + 1) for t, word in enumerate(words) if finder.matches(word)]
        return found


@lru_cache(maxsize=16)
def active_rules(rules: tuple[ProjectRule, ...]) -> ActiveRules:
    """Return the rules that are on, as rules of `crfcore`."""
    from crfcore.constraints import Rules

    made: list[tuple[int, Rule]] = []
    troubles: dict[int, str] = {}
    listed = []
    for rule in rules:
        if isinstance(rule, ListedRule):
            own, matchers, trouble = _rules_of_list(rule)
            made += [(rule.id, one) for one in own]
            listed += [matchers] if own else []
            troubles.update({rule.id: trouble} if trouble else {})
            continue
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
    return ActiveRules(
        Rules(rule for _, rule in kept), tuple(n for n, _ in kept), troubles, tuple(listed)
    )


def unused_rules(rules: tuple[ProjectRule, ...]) -> str:
    """Return as sentences which rules that are on are not used, and why; "" if all are."""
    active = active_rules(rules)
    unused = [rule for rule in rules if rule.on and rule.id in active.troubles]
    texts = []
    for rule in unused[:UNUSED_NAMED]:
        # A gazetteer may have rules for some of its labels only.
        how = message("used in part only") if rule.id in active.ids else message("not used")
        reason = without_stop(active.troubles[rule.id])
        texts.append(
            message(
                "The rule {title} is {how}: {reason}.",
                title=cut(title_in_messages(rule), LONGEST_TITLE),
                how=how,
                reason=reason,
            )
        )
    n_others = len(unused) - UNUSED_NAMED
    if n_others > 0:
        more = message("{n:,} more rules are not used.", n=n_others)
        texts.append(message("1 more rule is not used.") if n_others == 1 else more)
    return joined(" ", texts)


def _rules_of_list(rule: ListedRule) -> tuple[list[Rule], ListedMatchers, str]:
    """Return the rules of a gazetteer, and the error if it is invalid."""
    from crfcore.constraints.kinds import Lexical, Phrases
    from crfcore.constraints.rules import Rule
    from crfcore.errors import CrfError

    own = rule.listed.gazetteer
    by_label: dict[str, list[tuple[str, ...]]] = {}
    for phrase, label in rule.listed.phrases.items():
        by_label.setdefault(label_of(own, label), []).append(tuple(phrase.split()))
    others = own.others if own.effect != Effect.IMPLIES else ()
    rules, matchers, trouble = [], {}, ""
    for label, phrases in by_label.items():
        names = tuple(dict.fromkeys([*([label] if label else []), *others]))
        if not names:
            trouble = NO_LABEL
            continue
        try:
            matcher = Phrases(tuple(phrases), own.ignore_case)
            kind = Lexical(matcher, own.effect, names)
            rules.append(Rule(kind, rule.name, cost=_engine_cost(rule.cost)))
        except CrfError as error:
            return [], ListedMatchers(rule.listed, {}), str(error)
        matchers[label] = matcher
    return rules, ListedMatchers(rule.listed, matchers), trouble


@lru_cache(maxsize=1024)
def engine_rule(rule: ProjectRule) -> Rule | str:
    """Return a rule of `crfcore`, or the error of an invalid rule."""
    from crfcore.constraints.kinds import KINDS, MATCHERS
    from crfcore.constraints.rules import Rule
    from crfcore.errors import CrfError, shown

    given = rule.fields
    if rule.kind not in KINDS:
        return message("This version knows no rules of the kind {kind}.", kind=shown(rule.kind))
    try:
        if isinstance(given.get("matcher"), dict):
            matcher_fields = dict(given["matcher"])
            given["matcher"] = MATCHERS[matcher_fields.pop("kind", "")](**_frozen(matcher_fields))
        kind: Any = KINDS[rule.kind](**_frozen(given))
        return Rule(kind, rule.name, rule.on, _engine_cost(rule.cost))
    except CrfError as error:
        return str(error)
    except (KeyError, TypeError):
        return message(
            "Its parameters are not those of the kind {kind}; delete the rule, and add it again.",
            kind=shown(rule.kind),
        )


def _engine_cost(cost: float | None) -> float | None:
    """Return a penalty within the limit of `crfcore`; a project may hold a greater one."""
    from crfcore.constraints.rules import LARGEST_COST

    return None if cost is None else min(cost, LARGEST_COST)


def project_rule(rule: Rule) -> ProjectRule:
    """Return a rule of `crfcore` as a rule of a project; its id and position are 0."""
    from crfcore.constraints.json_files import kind_to_json

    given = kind_to_json(rule.kind)
    kind = given.pop("kind")
    return ProjectRule(0, kind, parameters_of(given), rule.name, rule.on, rule.cost)


def _frozen(given: dict[str, Any]) -> dict[str, Any]:
    """Return parameters with tuples for lists, so that rules are hashable."""
    return {name: _tuple(value) for name, value in given.items()}


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value


# ---- patterns of words


class _PatternFinder:
    """Matches whole words with a pattern, with a cache and a time limit."""

    def __init__(self, pattern: WordPattern) -> None:
        from app.jobs.patterns.expressions import compiled

        self._pattern = compiled(pattern.pattern, ignore_case=pattern.ignore_case)
        self._known: dict[str, bool] = {}
        self.too_slow = False

    def matches(self, word: str) -> bool:
        known = self._known.get(word)
        if known is None:
            known = self._ask(word)
            if len(self._known) < MAX_WORDS:
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


def expression_error(field: str, expression: str) -> str:
    """Return why a rule's parameter "pattern" or "regex" cannot be read, "" if it can."""
    from app.jobs.patterns.expressions import compiled
    from crfcore.constraints.label_regex import check_regex
    from crfcore.errors import CrfError

    try:
        check_regex(expression) if field == "regex" else compiled(expression)
    except CrfError as error:
        return str(error)
    return ""


def _pattern_trouble(rule: Rule) -> str:
    """Return the error of a rule's pattern of words or labels, "" if it is valid."""
    from app.jobs.patterns.word_patterns import matching_words
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
    """Return the indices of rules whose pattern of words took too long."""
    return [
        rule_index
        for rule_index, rule in enumerate(rules)
        if any(_finder(pattern).too_slow for pattern in _patterns([rule]))
    ]
