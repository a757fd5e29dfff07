r"""The text of a grammar, a rule a line.

::

    # A comment
    DOSE -> NUMBER UNIT 0.7
      | NUMBER "x" DOSE 0.3
    NUMBER -> /\d+([.,]\d+)?/
    UNIT -> "mg" | "ml" | <1=NNS> | @units

Rules of a symbol without a probability share what the others leave in equal parts. ``"mg"`` is a
word, ``/…/`` a regular expression for whole tokens (`crfcore.grammars.expressions`), ``<1=CD>`` a
word in column 1 (``<1="…">`` with any characters, ``<1=/…/>`` an expression), ``@units`` a phrase
of the list *units*. After a symbol or a terminal, ``?`` means that it may be left out, ``+`` one or
more of it, ``*`` any number: ``X+`` is a symbol of its own, with the rules
``X+ -> X 0.5 | X X+ 0.5`` unless there are others in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import NamedTuple, NoReturn

from crfcore.errors import GrammarError, cut, shown
from crfcore.grammars.grammar import (
    EXPRESSION,
    LIST,
    MAX_ITEMS,
    MAX_RULES,
    NAME,
    WORD,
    Grammar,
    Item,
    Rule,
    Terminal,
    first_fault,
)
from crfcore.messages import changed, message

LONGEST_TEXT = 200_000
"""Limit of the characters of a text."""

MAX_OPTIONAL = 5
"""Limit of the items of a rule that may be left out."""

MORE = 0.5
"""The probability of a further item in the rules of ``X+`` that the text does not give."""

_TEXT = r'"(?:[^"\\]|\\.)*"'
_REGEXP = r"/(?:[^/\\]|\\.)+/"
_TOKEN = re.compile(
    rf"(?P<space>[ \t]+)|(?P<comment>\#.*)|(?P<arrow>->)|(?P<bar>\|)|(?P<repeat>[?*+])"
    rf"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)"
    rf"|(?P<cell><(?P<column>\d+)=(?:(?P<celltext>{_TEXT})|(?P<cellexpression>{_REGEXP})"
    rf"|(?P<cellword>[^<>\"/\s][^<>\s]*))>)"
    rf"|(?P<word>{_TEXT})|(?P<expression>{_REGEXP})|@(?P<list>{_TEXT}|{NAME})|(?P<name>{NAME})"
)
_LEFT = re.compile(rf"\s*{NAME}\+?\s*")
_OTHER_ARROW = re.compile("::?=?|=>?|[→⇒–—]>?")
_NEGATIVE = re.compile(r"-\.?\d[\d.]*")
_A_PROBABILITY = message("a probability from 0 to 1")
_ITEMS = ("cell", "word", "expression", "list", "name")


class _Token(NamedTuple):
    kind: str
    text: str
    column: int
    item: Item | None = None


class _Place(NamedTuple):
    line: int
    column: int


@dataclass(slots=True)
class _Written:
    """A rule as it is written, with its positions; no probability: None."""

    left: str
    items: list[Item]
    repeats: list[str]
    probability: float | None
    place: _Place
    places: list[_Place]


class _Expanded(NamedTuple):
    """A rule with its optional items in or out, and the indices of the written items."""

    rule: Rule
    written: _Written | None
    kept: tuple[int, ...]


def parse_grammar(text: str, *, start: str = "", path: Path | str | None = None) -> Grammar:
    """Read the text of a grammar.

    Parameters
    ----------
    text : str
    start : str
        The symbol from which strings are generated; the first one by default.
    path : Path or str, optional
        The file, for errors.

    Raises
    ------
    GrammarError
        With line, column, what was found and what was expected.
    """
    if not isinstance(text, str):
        reason = message(
            "A grammar is a text of rules; found {text}, so give a str.", text=shown(text)
        )
        raise GrammarError(reason, path=path)
    if len(text) > LONGEST_TEXT:
        reason = message(
            "Found {n:,} characters, expected at most {longest_text:,}; split the grammar.",
            n=len(text),
            longest_text=LONGEST_TEXT,
        )
        raise GrammarError(reason, path=path)
    reader = _Reader(path)
    for number, line in enumerate(text.split("\n"), start=1):
        reader.read_line(number, line.rstrip("\r"))
    return reader.grammar(start)


def with_renamed_symbol(text: str, before: str, after: str) -> str:
    """Return the text of a grammar in which a symbol has another name.

    The text stays as it is if the other name is that of another symbol, or can be none. Words,
    expressions and comments are left alone; a line that is no rule stays from its error on.
    """
    if re.fullmatch(NAME, after) is None:
        return text
    names = set[str]()

    def renamed(found: re.Match[str]) -> str:
        if found.lastgroup != "name":
            return found[0]
        names.add(found[0])
        return after if found[0] == before else found[0]

    changed = _with_tokens(text, renamed)
    return text if after in names else changed


def with_renamed_list(text: str, before: str, after: str) -> str:
    """Return the text of a grammar that reads a phrase list under another name."""
    old, new = Terminal(LIST, before), str(Terminal(LIST, after))
    return _with_tokens(
        text, lambda found: new if found["list"] and _item(found, "list") == old else found[0]
    )


def _with_tokens(text: str, written: Callable[[re.Match[str]], str]) -> str:
    """Return a text with other tokens; what follows an error in a line is unchanged."""
    lines = []
    for line in text.split("\n"):
        parts, at = [], 0
        while (found := _TOKEN.match(line, at)) is not None:
            parts.append(written(found))
            at = found.end()
        lines.append("".join(parts) + line[at:])
    return "\n".join(lines)


@dataclass(slots=True)
class _Reader:
    path: Path | str | None
    written: list[_Written] = field(default_factory=list)

    def read_line(self, number: int, line: str) -> None:
        tokens = list(self._tokens(number, line))
        if len(tokens) == 1:
            return
        left, place, at = self._left(number, tokens)
        while True:
            at = self._alternative(number, tokens, at, left, place)
            if tokens[at].kind != "bar":
                return
            place = _Place(number, tokens[at].column)
            at += 1

    def _left(self, number: int, tokens: list[_Token]) -> tuple[str, _Place, int]:
        """Return the left side, its place, and the index of the first token after it."""
        place = _Place(number, tokens[0].column)
        if tokens[0].kind == "bar":
            if not self.written:
                self._fail(place, "|", message("a symbol and ->, because this is the first rule"))
            return self.written[-1].left, place, 1
        at = 1
        left = str(tokens[0].item)
        is_plus = tokens[1].text == "+"
        if is_plus:
            left, at = f"{left}+", 2
        if tokens[0].item is None or (tokens[0].kind != "name" and not is_plus):
            self._fail(place, tokens[0].text, message("the symbol of a rule, or | or #"))
        if tokens[at].kind != "arrow":
            self._fail(_Place(number, tokens[at].column), tokens[at].text, "->")
        return left, place, at + 1

    def _alternative(
        self, number: int, tokens: list[_Token], at: int, left: str, place: _Place
    ) -> int:
        """Read a right side; return the index of what follows it."""
        rule = _Written(left, [], [], None, place, [])
        while (item := tokens[at].item) is not None:
            rule.items.append(item)
            rule.places.append(_Place(number, tokens[at].column))
            at += 1
            rule.repeats.append(tokens[at].text if tokens[at].kind == "repeat" else "")
            at += tokens[at].kind == "repeat"
        if len(rule.items) > MAX_ITEMS:
            # Here, for with optional ones left out they would be written again and again.
            self._fail(
                place,
                message("{n_items} symbols", n_items=len(rule.items)),
                message("1 to {max_items} on the right side", max_items=MAX_ITEMS),
            )
        if not rule.items:
            self._fail(_Place(number, tokens[at].column), tokens[at].text, _AN_ITEM)
        if tokens[at].kind == "number":
            rule.probability = float(tokens[at].text)
            if rule.probability > 1.0:
                self._fail(_Place(number, tokens[at].column), tokens[at].text, _A_PROBABILITY)
            at += 1
        if tokens[at].kind not in ("bar", "end"):
            expected = message("| or the end of the line")
            if rule.probability is None:
                expected = message("a symbol, a word, a probability, {expected}", expected=expected)
            self._fail(_Place(number, tokens[at].column), tokens[at].text, expected)
        self.written.append(rule)
        if len(self.written) > MAX_RULES:
            self._fail(
                place,
                message("a further rule"),
                message("at most {max_rules:,}", max_rules=MAX_RULES),
            )
        return at

    def _tokens(self, number: int, line: str) -> Iterator[_Token]:
        at = 0
        while at < len(line):
            found = _TOKEN.match(line, at)
            if found is None:
                self._fail_without_arrow(number, at, line)
                negative = _NEGATIVE.match(line, at)
                if negative is not None:
                    self._fail(_Place(number, at + 1), negative[0], _A_PROBABILITY)
                self._fail(_Place(number, at + 1), line[at:], _HINTS.get(line[at], _HINT))
            kind = str(found.lastgroup)
            kind = "cell" if found["cell"] else kind
            if kind not in ("space", "comment"):
                item = _item(found, kind) if kind in _ITEMS else None
                yield _Token(kind, found[0], at + 1, item)
            at = found.end()
        yield _Token("end", message("the end of the line"), len(line) + 1)

    def _fail_without_arrow(self, number: int, at: int, line: str) -> None:
        """Fail if another sign is where -> belongs."""
        sign = _OTHER_ARROW.match(line, at)
        if sign is not None and _LEFT.fullmatch(line, 0, at) is not None:
            reason = message(
                "Write “->” between a symbol and its expansion (found “{sign}”).", sign=sign[0]
            )
            raise GrammarError(reason, path=self.path, line=number, column=at + 1)

    def _fail(self, place: _Place, found: str, expected: str) -> NoReturn:
        is_told = found.startswith((message("the end of the line"), "the sum "))
        quoted = found if is_told else message("“{text}”", text=cut(found, 40))
        reason = message("Found {quoted}, expected {expected}.", quoted=quoted, expected=expected)
        raise GrammarError(reason, path=self.path, line=place.line, column=place.column)

    # ---- the rules

    def grammar(self, start: str) -> Grammar:
        if not self.written:
            reason = message("Found no rule, expected one such as: DATE -> DAY MONTH.")
            raise GrammarError(reason, path=self.path, line=1, column=1)
        expanded = list(self._expanded())
        if len(expanded) > MAX_RULES:
            self._fail(
                self.written[-1].place,
                message("{n_expanded:,} rules", n_expanded=len(expanded)),
                message(
                    "at most {max_rules:,}, with optional symbols written out", max_rules=MAX_RULES
                ),
            )
        rules = tuple(one.rule for one in expanded)
        fault = first_fault(rules)
        if fault is not None:
            one = expanded[fault.rule]
            written = one.written or self.written[-1]
            place = written.place
            if fault.item >= 0 and one.written is not None:
                place = written.places[one.kept[fault.item]]
            if not fault.expected:
                raise GrammarError(
                    fault.found, path=self.path, line=place.line, column=place.column
                )
            self._fail(place, changed(fault.found, _without_quotes), fault.expected)
        if start and start not in {rule.left for rule in rules}:
            self._fail(
                self.written[0].place,
                self.written[0].left,
                message("a rule of {start}, the start", start=start),
            )
        return Grammar(rules, start)

    def _expanded(self) -> Iterator[_Expanded]:
        shares = self._shares()
        repeated: dict[str, Item] = {}
        for one, share in zip(self.written, shares, strict=True):
            for kept in self._choices(one):
                right: list[Item] = []
                for index in kept:
                    item = one.items[index]
                    if one.repeats[index] in ("*", "+"):
                        repeated.setdefault(f"{item}+", item)
                        item = f"{item}+"
                    right.append(item)
                n_choices = 2 ** sum(repeat in ("?", "*") for repeat in one.repeats)
                yield _Expanded(Rule(one.left, tuple(right), share / n_choices), one, kept)
        known = {one.left for one in self.written}
        for name, item in repeated.items():
            if name not in known:
                yield _Expanded(Rule(name, (item,), 1.0 - MORE), None, ())
                yield _Expanded(Rule(name, (item, name), MORE), None, ())

    def _choices(self, one: _Written) -> Iterator[tuple[int, ...]]:
        """Yield the indices of the items that stay, all of them first."""
        optional = [repeat in ("?", "*") for repeat in one.repeats]
        if all(optional):
            self._fail(
                one.place, one.left, message("a right side with a symbol that cannot be left out")
            )
        if sum(optional) > MAX_OPTIONAL:
            self._fail(
                one.place,
                message("{n} optional symbols", n=sum(optional)),
                message("at most {max_optional} in a rule", max_optional=MAX_OPTIONAL),
            )
        for stays in product(*((True, False) if may_go else (True,) for may_go in optional)):
            yield tuple(index for index, kept in enumerate(stays) if kept)

    def _shares(self) -> list[float]:
        """Return the probability of each written rule."""
        given: dict[str, float] = {}
        open_rules: dict[str, int] = {}
        for one in self.written:
            given.setdefault(one.left, 0.0)
            if one.probability is None:
                open_rules[one.left] = open_rules.get(one.left, 0) + 1
            else:
                given[one.left] += one.probability
        for one in self.written:
            if one.probability is None and given[one.left] >= 1.0:
                total = message(
                    "the sum {given:.6g} of probabilities of {left}",
                    given=given[one.left],
                    left=one.left,
                )
                expected = message("less than 1, because this rule has the rest")
                self._fail(one.place, total, expected)
        return [
            (1.0 - given[one.left]) / open_rules[one.left]
            if one.probability is None
            else one.probability
            for one in self.written
        ]


def _without_quotes(text: str) -> str:
    return text.strip("'")


_AN_ITEM = message('a symbol or a "word"')
_HINT = message('a symbol, "a word", /an expression/, <1=a value>, @a_list, a probability, | or ->')
_HINTS = {
    '"': message('a closing " after the word'),
    "/": message("a closing / after the regular expression"),
    "<": message("a column and a value, as in <1=CD>"),
    "@": message("the name of a phrase list, as in @units"),
    "-": "->",
}


def _item(found: re.Match[str], kind: str) -> Item:
    if kind == "name":
        return found[0]
    if kind == "word":
        return Terminal(WORD, _unquoted(found[0]))
    if kind == "expression":
        return Terminal(EXPRESSION, found[0][1:-1])
    if kind == "list":
        name = found["list"]
        return Terminal(LIST, _unquoted(name) if name.startswith('"') else name)
    column = min(int(found["column"][:6]), 10**6)
    if found["cellexpression"]:
        return Terminal(EXPRESSION, found["cellexpression"][1:-1], column)
    text = found["celltext"]
    return Terminal(WORD, _unquoted(text) if text else found["cellword"], column)


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1])
