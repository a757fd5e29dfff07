"""Stochastic context-free grammars.

A rule replaces a symbol by a sequence of symbols and terminals, with a probability; the rules of a
symbol have the sum 1. A terminal is a set of tokens. The text of a grammar is in `grammar_text`.
R. Feldman, J. Sanger, "The Text Mining Handbook" (2007), VII.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from crfcore.errors import CrfError, shown
from crfcore.grammars.expressions import work_of
from crfcore.messages import message

MAX_RULES = 2_000
"""Limit of the rules of a grammar, with optional symbols written out."""

MAX_SYMBOLS = 500
"""Limit of the symbols of a grammar, and of those of its normal form."""

MAX_ITEMS = 20
"""Limit of the symbols and terminals of a rule."""

MAX_COLUMN = 1_000
"""The last column that a terminal may read."""

MAX_WORK = 500_000
"""Limit of the work of reading all expressions of a grammar, half a second."""

LONGEST_NAME = 200
"""Limit of the characters of a symbol or a terminal."""

SUM_TOLERANCE = 1e-6
"""How far the sum of a symbol's probabilities may be from 1: they may have been typed."""

NAME = r"[^\W\d]\w*(?:[.:-]\w+)*"
"""The name of a symbol, as a regular expression; X+ is the name of one or more X."""

_NAME = re.compile(NAME)
_LINE_BREAK = re.compile(r"[\r\n]")
_INNER = re.compile(r"(?:[^/\\]|\\.)+")

WORD, EXPRESSION, LIST = "word", "expression", "list"


class Terminal(NamedTuple):
    """A set of tokens.

    Attributes
    ----------
    kind : {"word", "expression", "list"}
        Tokens with this text; tokens that an expression matches as a whole; phrases of a list.
    text : str
        The word, the expression, or the name of the list.
    column : int
        The column of the token that is read; 0 is the word.
    """

    kind: str
    text: str
    column: int = 0

    def __str__(self) -> str:
        r"""Return the terminal as it is written in a text: "mg", /\d+/, <1=CD>, @drugs."""
        if self.kind == LIST:
            return f"@{_quoted(self.text)}"
        written = f"/{self.text}/" if self.kind == EXPRESSION else _quoted(self.text)
        return f"<{self.column}={written}>" if self.column else written


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


Item = str | Terminal
"""A symbol's name, or a terminal."""


class Rule(NamedTuple):
    """A symbol, what replaces it, and with which probability."""

    left: str
    right: tuple[Item, ...]
    probability: float


class Fault(NamedTuple):
    """An error of a grammar: the index of a rule, of an item in it (−1: its symbol), and a text.

    Without ``expected``, ``found`` is the whole sentence.
    """

    rule: int
    item: int
    found: str
    expected: str


@dataclass(frozen=True)
class Grammar:
    """A stochastic context-free grammar.

    Attributes
    ----------
    rules : tuple of Rule
        The right side of each has at least one item.
    start : str
        The symbol from which strings are generated; the first rule's by default.

    Raises
    ------
    CrfError
        A symbol has no rule or generates nothing, probabilities have another sum than 1, or a
        limit is exceeded.
    """

    rules: tuple[Rule, ...]
    start: str = ""

    def __post_init__(self) -> None:
        """Check the rules."""
        object.__setattr__(self, "rules", tuple(self.rules))
        if not self.rules:
            raise CrfError(message("The grammar has no rule; give at least one."))
        if not self.start:
            object.__setattr__(self, "start", self.rules[0].left)
        fault = first_fault(self.rules)
        if fault is not None:
            rule = self.rules[fault.rule].left
            reason = fault.found
            if fault.expected:
                reason = message(
                    "found {found}, expected {expected}.",
                    found=fault.found,
                    expected=fault.expected,
                )
            raise CrfError(
                message(
                    "Rule {rule}, of {name}: {reason}",
                    rule=fault.rule + 1,
                    name=shown(rule),
                    reason=reason,
                )
            )
        if self.start not in self.symbols:
            raise CrfError(
                message(
                    "start={start} has no rule; name a symbol that has one.",
                    start=shown(self.start),
                )
            )

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The symbols in the order of their first rules."""
        return tuple(dict.fromkeys(rule.left for rule in self.rules))

    @cached_property
    def terminals(self) -> tuple[Terminal, ...]:
        """The distinct terminals in the order of the rules."""
        items = (item for rule in self.rules for item in rule.right)
        return tuple(dict.fromkeys(item for item in items if isinstance(item, Terminal)))

    @cached_property
    def tops(self) -> tuple[str, ...]:
        """The symbols that no rule of another symbol uses; the start if there is none."""
        used = {item for rule in self.rules for item in rule.right if item != rule.left}
        return tuple(name for name in self.symbols if name not in used) or (self.start,)

    @property
    def lists(self) -> tuple[str, ...]:
        """The names of the phrase lists that it reads."""
        return tuple(one.text for one in self.terminals if one.kind == LIST)

    def with_probabilities(self, probabilities: Iterable[float]) -> Grammar:
        """Return the grammar with another probability for each rule."""
        pairs = zip(self.rules, probabilities, strict=True)
        return Grammar(tuple(rule._replace(probability=float(p)) for rule, p in pairs), self.start)

    def spectral_radius(self) -> float:
        """Return the spectral radius of the matrix of expected symbols.

        Its entry (A, B) is the expected number of symbols B in the right side of A. From 1 on,
        derivations may never end, and the probabilities of all strings may sum to less than 1.
        """
        numbers = {name: number for number, name in enumerate(self.symbols)}
        expected = np.zeros((len(numbers), len(numbers)))
        for rule in self.rules:
            for item in rule.right:
                if isinstance(item, str):
                    expected[numbers[rule.left], numbers[item]] += rule.probability
        return float(np.abs(np.linalg.eigvals(expected)).max())

    def __str__(self) -> str:
        """Return the text of the grammar, which `parse_grammar` reads."""
        return "".join(f"{line}\n" for line in _lines(self.rules))


def _lines(rules: Sequence[Rule]) -> Iterator[str]:
    left = None
    for rule in rules:
        right = " ".join(str(item) for item in rule.right)
        beginning = "  |" if rule.left == left else f"{rule.left} ->"
        yield f"{beginning} {right} {rule.probability!r}"
        left = rule.left


def first_fault(rules: Sequence[Rule]) -> Fault | None:
    """Return the first error of some rules, None if there is none."""
    if len(rules) > MAX_RULES:
        limit = message(
            "at most {max_rules:,}, with optional symbols written out", max_rules=MAX_RULES
        )
        return Fault(MAX_RULES, -1, message("{n_rules:,} rules", n_rules=len(rules)), limit)
    checks = (_fault_of_rule, _fault_of_symbols, _fault_of_sums, _fault_of_ends)
    return next((found for check in checks if (found := check(rules)) is not None), None)


def _fault_of_rule(rules: Sequence[Rule]) -> Fault | None:
    work = 0
    for number, rule in enumerate(rules):
        name = rule.left.removesuffix("+")
        if not name or len(name) > 2 * LONGEST_NAME or _LINE_BREAK.search(name):
            return Fault(number, -1, shown(rule.left), message("the name of a symbol"))
        if name == rule.left and _NAME.fullmatch(name) is None:
            return Fault(
                number, -1, shown(rule.left), message("a name of letters, digits and . : - _")
            )
        if not 1 <= len(rule.right) <= MAX_ITEMS:
            return Fault(
                number,
                -1,
                message("{n_right} symbols", n_right=len(rule.right)),
                message("1 to {max_items} on the right side", max_items=MAX_ITEMS),
            )
        if not 0.0 <= rule.probability <= 1.0 + SUM_TOLERANCE:
            return Fault(number, -1, f"{rule.probability}", message("a probability from 0 to 1"))
        for position, item in enumerate(rule.right):
            if not isinstance(item, Terminal):
                continue
            fault = _fault_of_terminal(item)
            if fault is not None:
                return Fault(number, position, *fault)
            work += work_of(item.text) if item.kind == EXPRESSION else 0
            if work > MAX_WORK:
                return Fault(
                    number, position, str(item), message("fewer repetitions in all expressions")
                )
    return None


def _fault_of_terminal(item: Terminal) -> tuple[str, str] | None:
    if item.kind not in (WORD, EXPRESSION, LIST):
        return shown(item.kind), message("a word, an expression or a list")
    if not 0 <= item.column <= MAX_COLUMN:
        return message("column {column}", column=item.column), message(
            "a column from 0 to {max_column:,}", max_column=MAX_COLUMN
        )
    if not 0 < len(item.text) <= LONGEST_NAME or _LINE_BREAK.search(item.text):
        return message("{n:,} characters", n=len(item.text)), message(
            "1 to {longest_name}, without a line break", longest_name=LONGEST_NAME
        )
    if item.kind == EXPRESSION:
        if _INNER.fullmatch(item.text) is None:
            return f"/{item.text}/", message("\\/ for a slash in an expression")
        try:
            work_of(item.text)
        except ValueError as error:
            return f"/{item.text}/", message("a regular expression ({error})", error=error)
    return None


def _fault_of_symbols(rules: Sequence[Rule]) -> Fault | None:
    known = {rule.left for rule in rules}
    if len(known) > MAX_SYMBOLS:
        return Fault(
            len(rules) - 1,
            -1,
            message("{n_known:,} symbols", n_known=len(known)),
            message("at most {max_symbols}", max_symbols=MAX_SYMBOLS),
        )
    for number, rule in enumerate(rules):
        for position, item in enumerate(rule.right):
            if isinstance(item, str) and item not in known:
                return Fault(number, position, shown(item), message("a symbol that has a rule"))
    return None


def _fault_of_sums(rules: Sequence[Rule]) -> Fault | None:
    sums: dict[str, float] = {}
    last: dict[str, int] = {}
    for number, rule in enumerate(rules):
        sums[rule.left] = sums.get(rule.left, 0.0) + rule.probability
        last[rule.left] = number
    for left, total in sums.items():
        if abs(total - 1.0) > SUM_TOLERANCE:
            return Fault(
                last[left],
                -1,
                message(
                    "The probabilities of {left} add up to {total:.6g}, not 1.",
                    left=left,
                    total=total,
                ),
                "",
            )
    return None


def _fault_of_ends(rules: Sequence[Rule]) -> Fault | None:
    """Return the fault of a symbol whose rules all need the symbol again."""
    missing = [{item for item in rule.right if isinstance(item, str)} for rule in rules]
    users: dict[str, list[int]] = {}
    for number, names in enumerate(missing):
        for name in names:
            users.setdefault(name, []).append(number)
    ends: set[str] = set()
    queue = [number for number, names in enumerate(missing) if not names]
    while queue:
        rule = rules[queue.pop()]
        if rule.left in ends or rule.probability <= 0.0:
            continue
        ends.add(rule.left)
        for number in users.get(rule.left, ()):
            missing[number].discard(rule.left)
            if not missing[number]:
                queue.append(number)
    for number, rule in enumerate(rules):
        if rule.left not in ends:
            return Fault(
                number,
                -1,
                rule.left,
                message("a rule of this symbol that does not need the symbol itself"),
            )
    return None
