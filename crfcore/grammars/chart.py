"""Charts: probabilities of strings, expected counts of rules, and best derivations.

Each token has a factor, 1 / max_A P(A → token), which every derivation uses once, so that long
strings do not underflow; a chart whose sum is still no normal number is computed again in
logarithms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, shown
from crfcore.grammars.chart_kernels import NO_RULE, best, inside, outside
from crfcore.grammars.grammar import Grammar
from crfcore.grammars.matching import FindsPhrases, TerminalMatcher, columns_of
from crfcore.grammars.normal_form import NormalForm
from crfcore.messages import there_are

MAX_CELLS = 50_000_000
"""Limit of the entries of a chart."""

_TINY = float(np.finfo(np.float64).tiny)

_LEAST = 1e-200
"""Scores of a token below it are scaled as it is, so that the factor is finite."""


class Bracket(NamedTuple):
    """Tokens ``start:end`` that are one phrase, of a given symbol ("" for any)."""

    start: int
    end: int
    symbol: str = ""


class Node(NamedTuple):
    """A node of a derivation: the tokens ``start:end`` are a symbol, by a rule of the grammar."""

    symbol: str
    start: int
    end: int
    rule: int


class Parse(NamedTuple):
    """The best derivation of a string.

    Attributes
    ----------
    nodes : list of Node
        Each before its children, which are in the order of the tokens.
    log_probability : float
    """

    nodes: list[Node]
    log_probability: float


def _bracket(given: Any) -> Bracket:
    """Return a bracket, or a pair or triple as one; CrfError for anything else."""
    if isinstance(given, tuple | list) and len(given) in (2, 3):
        found = Bracket(*given)
        if isinstance(found.start, Integral) and isinstance(found.end, Integral):
            return found
    raise CrfError(
        f"{shown(given)} is no bracket; give the first token, the end, and a symbol if known."
    )


@dataclass(frozen=True, eq=False)
class Cells:
    """Which symbols may have which tokens.

    Attributes
    ----------
    cell : int32 (n, W)
        For the d tokens from i, at [i, d − 1], a row of ``allowed``; −1: no symbol.
    closures : float64 (C, N, N)
        (I − U)^{-1} among the allowed symbols.
    allowed : uint8 (C, N)
    """

    cell: IdArray
    closures: FloatArray
    allowed: MaskArray

    @classmethod
    def free(cls, form: NormalForm, n_tokens: int, width: int) -> Cells:
        """Return cells that allow everything."""
        everything = np.ones((1, form.n_symbols), np.uint8)
        return cls(np.zeros((n_tokens, width), np.int32), form.closure[None], everything)

    @classmethod
    def of(cls, form: NormalForm, n_tokens: int, width: int, brackets: Iterable[Bracket]) -> Cells:
        """Return cells for brackets: none may cross one, and one equal to it has its symbol.

        F. Pereira, Y. Schabes, "Inside-outside reestimation from partially bracketed corpora"
        (1992), equation 5. Symbols that unit rules lead to from the bracket's, and from which they
        lead to it, may have its tokens as well.

        Raises
        ------
        CrfError
            A bracket is not within the sentence, its symbol is unknown, or brackets cross.
        """
        free = cls.free(form, n_tokens, width)
        rows = [np.ones(form.n_symbols, np.uint8)]
        closures = [form.closure]
        numbers: dict[str, int] = {"": 0}
        starts = np.arange(n_tokens)[:, None]
        ends = starts + np.arange(1, width + 1)[None]
        equal: dict[tuple[int, int], int] = {}
        for start, end, symbol in map(_bracket, brackets):
            if not 0 <= start < end <= n_tokens:
                raise CrfError(
                    f"The bracket {start}:{end} is not within a sentence of {n_tokens} tokens."
                )
            if symbol not in numbers:
                numbers[symbol] = len(rows)
                rows.append(form.of_type(symbol))
                closures.append(form.masked_closure(rows[-1]))
            crossing = (starts < start) & (start < ends) & (ends < end)
            crossing |= (start < starts) & (starts < end) & (end < ends)
            free.cell[crossing] = -1
            if symbol and end - start <= width:
                equal[start, end] = numbers[symbol]
        for (start, end), row in equal.items():
            if free.cell[start, end - start - 1] < 0:
                raise CrfError(f"The bracket {start}:{end} crosses another one; leave one out.")
            free.cell[start, end - start - 1] = row
        return cls(free.cell, np.array(closures), np.array(rows))


@dataclass(frozen=True, eq=False)
class Inside:
    """The inside quantities of a sentence.

    Attributes
    ----------
    e : float64 (n, W, N)
        Times the factors of the tokens; as logarithms if ``logs``.
    log_factors : float64 (n + 1,)
        The sum of the logarithms of the factors of the tokens before each place.
    tokens : float64 (n, number of terminals)
        What each terminal gives each token, times its factor.
    """

    e: FloatArray
    log_factors: FloatArray
    tokens: FloatArray
    cells: Cells
    logs: bool


class RulePasses:
    """Inside and outside passes with the rules of a normal form."""

    def __init__(self, form: NormalForm) -> None:
        self.form = form
        n_terminals = len(form.terminals)
        self._lexicon = np.zeros((n_terminals, form.n_symbols))
        pairs = form.lexical[:, 1], form.lexical[:, 0]
        np.add.at(self._lexicon, pairs, form.lexical_weight)
        with np.errstate(divide="ignore"):
            self._log_weight = np.log(form.weight)
            self._log_unit = np.log(form.unit_weight)
            self._log_lexical = np.log(form.lexical_weight)

    def inside(self, emissions: FloatArray, cells: Cells, *, logs: bool = False) -> Inside:
        """Return the inside quantities of a sentence.

        Parameters
        ----------
        emissions : float64 (n, number of terminals)
            What each terminal gives each token: 1 or 0, or a ratio of probabilities.
        cells : Cells
        logs : bool
            Whether to compute in logarithms.
        """
        form = self.form
        n_entries = cells.cell.size * form.n_symbols
        if n_entries > MAX_CELLS:
            raise CrfError(
                f"A sentence of {len(emissions):,} tokens needs {n_entries:,} entries of a chart, "
                f"and {MAX_CELLS:,} are possible; split the sentence, or use a smaller max_span."
            )
        e = np.empty((*cells.cell.shape, form.n_symbols))
        scores = emissions @ self._lexicon
        highest = scores.max(axis=1, initial=0.0)
        factors = np.where(highest > 0.0, 1.0 / np.maximum(highest, _LEAST), 1.0)
        scores *= factors[:, None]
        log_factors = np.zeros(len(emissions) + 1)
        np.cumsum(np.log(factors), out=log_factors[1:])
        weight, closures = form.weight, cells.closures
        if logs:
            weight, scores, closures = self._log_weight, logs_of(scores), logs_of(closures)
        inside(scores, form.first, form.parent, form.right, weight, closures, cells.cell, logs, e)
        return Inside(e, log_factors, emissions * factors[:, None], cells, logs)

    def outside(self, done: Inside, tops: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the outside quantities and the expected counts of the grammar's rules.

        Parameters
        ----------
        done : Inside
        tops : float64 (n, W, N)
            The derivatives of log Z for symbols at the top of derivations; changed. As logarithms
            if ``done.logs``.

        Returns
        -------
        float64 (n, W, N), float64 (R,)
        """
        form = self.form
        binary, units = np.zeros(len(form.parent)), np.zeros(len(form.unit))
        weight, unit_weight, closures = form.weight, form.unit_weight, done.cells.closures
        if done.logs:
            weight, unit_weight = self._log_weight, self._log_unit
            closures = logs_of(closures)
        outside(
            done.e, form.first, form.parent, form.right, weight, form.unit, unit_weight,
            closures, done.cells.cell, done.logs, tops, binary, units,
        )  # fmt: skip
        parents, terminals, _, rules = form.lexical.T
        given = done.tokens[:, terminals]
        if done.logs:
            at_tokens = tops[:, 0, parents] + self._log_lexical + logs_of(given)
            lexical = np.exp(at_tokens).sum(axis=0)
        else:
            lexical = (tops[:, 0, parents] * form.lexical_weight * given).sum(axis=0)
        counts = np.zeros(len(form.grammar.rules))
        for rule, found in ((form.rule, binary), (form.unit[:, 3], units), (rules, lexical)):
            np.add.at(counts, rule[rule >= 0], found[rule >= 0])
        return tops, counts

    def best(self, emissions: FloatArray, cells: Cells) -> tuple[FloatArray, IdArray, IdArray]:
        """Return the log-probability, rule and split of the best derivations, (n, W, N) each."""
        form = self.form
        shape = (*cells.cell.shape, form.n_symbols)
        parents, terminals, ranks, _ = form.lexical.T
        scores = self._log_lexical + logs_of(emissions[:, terminals])
        tokens = np.full((len(emissions), form.n_symbols), -np.inf)
        token_rules = np.full(tokens.shape, NO_RULE, np.int32)
        for x in range(len(parents)):
            a = parents[x]
            better = scores[:, x] > tokens[:, a]
            tokens[better, a] = scores[better, x]
            token_rules[better, a] = ranks[x]
        found = np.empty(shape), np.empty(shape, np.int32), np.empty(shape, np.int32)
        best(
            tokens, token_rules, form.first, form.parent, form.right, self._log_weight, form.rank,
            form.unit, self._log_unit, cells.cell, cells.allowed, *found,
        )  # fmt: skip
        return found

    def nodes(
        self, rules: IdArray, splits: IdArray, start: int, end: int, symbol: int
    ) -> list[Node]:
        """Return the best derivation of some tokens as a symbol; arrays are those of `best`."""
        form = self.form
        children: dict[int, tuple[int, ...]] = {}
        rule_of: dict[int, int] = {}
        for left, right, rank, rule in zip(
            form.left.tolist(), form.right.tolist(), form.rank.tolist(), form.rule.tolist(),
            strict=True,
        ):  # fmt: skip
            children[rank], rule_of[rank] = (left, right), rule
        for _, child, rank, rule in form.unit.tolist():
            children[rank], rule_of[rank] = (child,), rule
        for _, _, rank, rule in form.lexical.tolist():
            children[rank], rule_of[rank] = (), rule
        found: list[Node] = []
        waiting = [(symbol, start, end)]
        while waiting:
            a, i, j = waiting.pop()
            rank = int(rules[i, j - i - 1, a])
            if a < form.n_own:
                found.append(Node(form.names[a], i, j, rule_of[rank]))
            below = children[rank]
            middle = i + int(splits[i, j - i - 1, a])
            if len(below) == 1:
                waiting.append((below[0], i, j))
            elif below:
                waiting += [(below[1], middle, j), (below[0], i, middle)]
        return found


def logs_of(values: NDArray[Any]) -> FloatArray:
    """Return natural logarithms, −inf of 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(values), np.float64)


class ChartParser:
    """A grammar of whole strings: each sentence is derived from the start symbol.

    Parameters
    ----------
    grammar : Grammar
    lists : mapping of str to PhraseList, optional
        The lists of phrases that the grammar reads.
    """

    def __init__(self, grammar: Grammar, lists: Mapping[str, FindsPhrases] | None = None) -> None:
        self.grammar = grammar
        self.form = NormalForm.of(grammar)
        self._passes = RulePasses(self.form)
        self._matcher = TerminalMatcher(self.form.terminals, lists)
        self._start = self.form.number(grammar.start)

    def log_z(self, sentences: Iterable[Sequence[Any]]) -> FloatArray:
        """Return log P of each sentence, −inf where the grammar does not generate it, (N,).

        Parameters
        ----------
        sentences : sequences of words, or of sequences of fields

        Raises
        ------
        CrfError
            A sentence is empty, too long, or lacks a column.
        """
        return np.array([self._log_z(done) for done in self._insides(sentences, None)])

    def counts(
        self,
        sentences: Iterable[Sequence[Any]],
        brackets: Sequence[Iterable[Bracket]] | None = None,
    ) -> tuple[FloatArray, FloatArray]:
        """Return log P of each sentence (with its brackets), and the expected counts of rules.

        Parameters
        ----------
        sentences : as for `log_z`
        brackets : for each sentence those that its derivation must respect, optional

        Returns
        -------
        float64 (N,), float64 (R,)
            Sentences of probability 0 count nothing.
        """
        found, counts = [], np.zeros(len(self.grammar.rules))
        for done in self._insides(sentences, brackets):
            log_z = self._log_z(done)
            found.append(log_z)
            if log_z > -np.inf:
                counts += self._passes.outside(done, self._tops(done))[1]
        return np.array(found), counts

    def node_probabilities(self, sentence: Sequence[Any]) -> FloatArray:
        """Return the expected number of nodes of each symbol over each cell.

        Returns
        -------
        float64 (n, n, number of symbols of the grammar)
            At [i, d − 1, A] for the d tokens from i.
        """
        (done,) = self._insides([sentence], None)
        if self._log_z(done) == -np.inf:
            raise CrfError(f"The grammar does not generate {shown(list(sentence))}.")
        outer, _ = self._passes.outside(done, self._tops(done))
        with np.errstate(invalid="ignore"):
            found = np.exp(outer + done.e) if done.logs else outer * done.e
        return np.ascontiguousarray(found[:, :, : self.form.n_own])

    def best(self, sentence: Sequence[Any], brackets: Iterable[Bracket] = ()) -> Parse:
        """Return the most probable derivation; of equal ones the earliest rule and split.

        Raises
        ------
        CrfError
            The grammar does not generate the sentence.
        """
        ((emissions, cells),) = self._prepared([sentence], [brackets])
        values, rules, splits = self._passes.best(emissions, cells)
        n = len(emissions)
        value = float(values[0, n - 1, self._start])
        if value == -np.inf:
            raise CrfError(f"The grammar does not generate {shown(list(sentence))}.")
        return Parse(self._passes.nodes(rules, splits, 0, n, self._start), value)

    def _prepared(
        self,
        sentences: Iterable[Sequence[Any]],
        brackets: Sequence[Iterable[Bracket]] | None,
    ) -> Iterable[tuple[FloatArray, Cells]]:
        columns, offsets = columns_of(sentences)
        if brackets is not None and len(brackets) != len(offsets) - 1:
            raise CrfError(
                f"{there_are(len(offsets) - 1, 'sentence')}, and brackets for {len(brackets):,}; "
                "give a list, or an empty one, for each."
            )
        matches = self._matcher.matches(columns, offsets)
        for number, (start, end) in enumerate(_pairs(offsets)):
            n = end - start
            if n == 0:
                raise CrfError(
                    f"Sentence {number + 1} is empty, and no rule is; leave the sentence out."
                )
            if n * n * self.form.n_symbols > MAX_CELLS:
                raise CrfError(
                    f"Sentence {number + 1} has {n:,} tokens, and this grammar can have "
                    f"{int(np.sqrt(MAX_CELLS / self.form.n_symbols)):,}; split it."
                )
            given = () if brackets is None else brackets[number]
            yield matches[start:end].astype(np.float64), Cells.of(self.form, n, n, given)

    def _insides(
        self,
        sentences: Iterable[Sequence[Any]],
        brackets: Sequence[Iterable[Bracket]] | None,
    ) -> Iterable[Inside]:
        for emissions, cells in self._prepared(sentences, brackets):
            done = self._passes.inside(emissions, cells)
            z = float(done.e[0, -1, self._start])
            if not _TINY < z < np.inf:
                done = self._passes.inside(emissions, cells, logs=True)
            yield done

    def _log_z(self, done: Inside) -> float:
        z = float(done.e[0, -1, self._start])
        log_z = z if done.logs else float(np.log(z))
        return log_z - float(done.log_factors[-1])

    def _tops(self, done: Inside) -> FloatArray:
        tops = np.full(done.e.shape, -np.inf if done.logs else 0.0)
        z = done.e[0, -1, self._start]
        tops[0, -1, self._start] = -z if done.logs else 1.0 / z
        return tops


def _pairs(offsets: OffsetArray) -> Iterable[tuple[int, int]]:
    return zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)
