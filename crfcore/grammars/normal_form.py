"""The normal form of a grammar, for charts: binary rules, unit rules, and terminals alone.

Longer right sides are binarised from the right with helping symbols of probability 1, terminals
beside other items are lifted to symbols of their own. Unit rules stay: a chart multiplies a cell by
(I − U)^{-1}, where U holds their probabilities (A. Stolcke, 1995, section 4.5.1), and keeps the
counts of the rules as they were written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError
from crfcore.grammars.grammar import LIST, MAX_SYMBOLS, Grammar, Item, Terminal
from crfcore.messages import message

PARTS = ("only", "first", "inner", "last")
"""What a token is in a phrase of a list: such terminals are pairs of a list and one of these."""

_GREATEST_GAIN = 1e12
"""Limit of the entries of (I − U)^{-1}; beyond, a loop of unit rules has the weight 1."""


@dataclass(frozen=True, eq=False)
class NormalForm:
    """A grammar in normal form: N symbols, T terminals, B binary, X lexical and U unit rules.

    Attributes
    ----------
    grammar : Grammar
    names : list of N names
        Those of the grammar first; helping symbols have none ("").
    n_own : int
        The number of symbols of the grammar.
    terminals : list of T pairs
        A terminal, and one of `PARTS` for those of lists, else "".
    first : int64 (N + 1,)
        Binary rules with the left child B are ``first[B]:first[B + 1]``.
    parent, left, right : int32 (B,)
    weight : float64 (B,)
    rank, rule : int32 (B,)
        The order of the rule among all, for ties; and the grammar's rule that it begins, or −1.
    lexical : int32 (X, 4), lexical_weight : float64 (X,)
        Parent, terminal, rank and rule.
    unit : int32 (U, 4), unit_weight : float64 (U,)
        Parent, child, rank and rule.
    closure : float64 (N, N)
        (I − U)^{-1}.
    """

    grammar: Grammar
    names: list[str]
    n_own: int
    terminals: list[tuple[Terminal, str]]
    first: OffsetArray
    parent: IdArray
    left: IdArray
    right: IdArray
    weight: FloatArray
    rank: IdArray
    rule: IdArray
    lexical: IdArray
    lexical_weight: FloatArray
    unit: IdArray
    unit_weight: FloatArray
    closure: FloatArray

    @classmethod
    def of(cls, grammar: Grammar) -> NormalForm:
        """Return the normal form of a grammar.

        Raises
        ------
        CrfError
            A loop of unit rules has the weight 1 or more, or there are too many symbols.
        """
        return _Builder(grammar).built()

    @property
    def n_symbols(self) -> int:
        """The number of symbols, N."""
        return len(self.names)

    def number(self, name: str) -> int:
        """Return the number of a symbol of the grammar."""
        if name not in self.names[: self.n_own] or not name:
            raise CrfError(
                message(
                    "{name} is no symbol of the grammar; name one that has a rule.", name=repr(name)
                )
            )
        return self.names.index(name)

    def masked_closure(self, allowed: MaskArray) -> FloatArray:
        """Return (I − MUM)^{-1} M, where M keeps the allowed symbols, (N, N)."""
        return _closure(self.unit, self.unit_weight, allowed)

    def of_type(self, name: str) -> MaskArray:
        """Return which symbols may have the tokens of a given symbol: it, and its unit relatives.

        Returns
        -------
        uint8 (N,)
        """
        own = self.number(name)
        below, above = {own}, {own}
        pairs = self.unit[:, :2].tolist()
        for _ in range(self.n_symbols):
            sizes = len(below), len(above)
            below |= {child for parent, child in pairs if parent in below}
            above |= {parent for parent, child in pairs if child in above}
            if sizes == (len(below), len(above)):
                break
        allowed = np.zeros(self.n_symbols, np.uint8)
        allowed[list(below | above)] = 1
        return allowed


class _Builder:
    """Collects the rules of a normal form."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._names = list(grammar.symbols)
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self._helping: dict[tuple[int, ...] | Terminal | str, int] = {}
        self._terminals: dict[tuple[Terminal, str], int] = {}
        self._binary: list[tuple[int, int, int, int, int]] = []
        self._lexical: list[tuple[int, int, int, int]] = []
        self._unit: list[tuple[int, int, int, int]] = []
        self._weights: dict[str, list[float]] = {"binary": [], "lexical": [], "unit": []}
        self._n_ranks = 0

    def built(self) -> NormalForm:
        for number, rule in enumerate(self._grammar.rules):
            parent = self._numbers[rule.left]
            right, weight = rule.right, rule.probability
            if len(right) > 1:
                children = tuple(self._number(item) for item in right)
                self._add_binary(parent, children, weight, number)
            elif isinstance(right[0], Terminal) and right[0].kind != LIST:
                self._add_lexical(parent, (right[0], ""), weight, number)
            else:
                self._add("unit", self._unit, (parent, self._number(right[0])), weight, number)
        if len(self._names) > MAX_SYMBOLS:
            raise CrfError(
                message(
                    "The grammar has {n_names:,} symbols with those for its long rules, and "
                    "{max_symbols} are possible; leave some out.",
                    n_names=len(self._names),
                    max_symbols=MAX_SYMBOLS,
                )
            )
        return self._arranged()

    def _add(
        self, kind: str, rows: list[Any], symbols: tuple[int, ...], weight: float, rule: int
    ) -> None:
        rows.append((*symbols, self._n_ranks, rule))
        self._weights[kind].append(weight)
        self._n_ranks += 1

    def _add_lexical(
        self, parent: int, terminal: tuple[Terminal, str], weight: float, rule: int
    ) -> None:
        number = self._terminals.setdefault(terminal, len(self._terminals))
        self._add("lexical", self._lexical, (parent, number), weight, rule)

    def _add_binary(self, parent: int, children: tuple[int, ...], weight: float, rule: int) -> None:
        """Add a rule of two or more children; equal ends of rules share their helping symbols."""
        while True:
            rest = children[1:]
            known = len(rest) == 1 or rest in self._helping
            second = rest[0] if len(rest) == 1 else self._helper(rest)
            symbols = (parent, children[0], second)
            self._add("binary", self._binary, symbols, weight, rule)
            if known:
                return
            parent, children, weight, rule = second, rest, 1.0, -1

    def _helper(self, key: tuple[int, ...] | Terminal | str) -> int:
        number = self._helping.setdefault(key, len(self._names))
        if number == len(self._names):
            self._names.append("")
        return number

    def _number(self, item: Item) -> int:
        """Return the number of a symbol, or of the helping symbol of a terminal."""
        if isinstance(item, str):
            return self._numbers[item]
        known = item in self._helping
        number = self._helper(item)
        if known:
            return number
        if item.kind != LIST:
            self._add_lexical(number, (item, ""), 1.0, -1)
            return number
        before, middle, rest = (self._helper(f"{part} {number}") for part in PARTS[1:])
        # A phrase is one token, or a first one and the rest: a last one, or an inner one and more.
        self._add_lexical(number, (item, "only"), 0.5, -1)
        self._add_lexical(before, (item, "first"), 1.0, -1)
        self._add_lexical(middle, (item, "inner"), 1.0, -1)
        self._add_lexical(rest, (item, "last"), 0.5, -1)
        for parent, left in ((number, before), (rest, middle)):
            self._add("binary", self._binary, (parent, left, rest), 0.5, -1)
        return number

    def _arranged(self) -> NormalForm:
        binary = np.array(self._binary, np.int32).reshape(-1, 5)
        order = np.argsort(binary[:, 1], kind="stable")
        binary = binary[order]
        columns = [np.ascontiguousarray(column) for column in binary.T]
        parent, left, right, rank, rule = columns
        unit = np.array(self._unit, np.int32).reshape(-1, 4)
        unit_weight = np.array(self._weights["unit"], np.float64)
        n_symbols = len(self._names)
        closure = _closure(unit, unit_weight, np.ones(n_symbols, np.uint8))
        if not _is_closure(closure):
            names = [self._grammar.symbols[n] for n in np.unique(unit[:, 0]).tolist()]
            raise CrfError(
                message(
                    "Rules with one symbol on the right side, of {names}, replace one another "
                    "for ever with probability 1; give at least one of them another rule with a "
                    "probability.",
                    names=", ".join(names[:5]),
                )
            )
        return NormalForm(
            self._grammar,
            self._names,
            len(self._grammar.symbols),
            list(self._terminals),
            np.searchsorted(left, np.arange(n_symbols + 1)).astype(np.int64),
            parent,
            left,
            right,
            np.array(self._weights["binary"], np.float64)[order],
            rank,
            rule,
            np.array(self._lexical, np.int32).reshape(-1, 4),
            np.array(self._weights["lexical"], np.float64),
            unit,
            unit_weight,
            closure,
        )


def _closure(unit: IdArray, weight: FloatArray, allowed: MaskArray) -> FloatArray:
    n_symbols = len(allowed)
    units = np.zeros((n_symbols, n_symbols))
    np.add.at(units, (unit[:, 0], unit[:, 1]), weight)
    units *= np.outer(allowed, allowed)
    try:
        closure = np.linalg.inv(np.eye(n_symbols) - units)
    except np.linalg.LinAlgError:
        return np.full((n_symbols, n_symbols), np.inf)
    # Entries that no chain of unit rules reaches are 0 but for the rounding of the inverse.
    reached = np.eye(n_symbols) + units > 0.0
    while not np.array_equal(further := (reached.astype(float) @ reached) > 0.0, reached):
        reached = further
    return np.where(reached, closure, 0.0) * np.outer(allowed, allowed)


def _is_closure(closure: NDArray[np.float64]) -> bool:
    return bool(np.all(closure >= 0.0) and np.all(closure <= _GREATEST_GAIN))
