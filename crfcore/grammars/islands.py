"""Spans of a grammar in sentences that are not derived as a whole.

A sentence is a chain of fillers, of one token each, and of spans of at most ``max_span`` tokens,
derived from some symbols of the grammar: its kinds. The kind of each segment depends on that of the
segment before it. Probabilities of tokens are relative to their frequency in the text: a filler has
1, and a terminal that matches a share s of the text gives 1/s to the tokens that it matches, since
P(token | terminal) = frequency / s. S. Sarawagi, W. Cohen (2004) have the same chain of segments;
the probability of tokens i..j as a span of X is α_i · P(X) · e(i, j, X) · β_j / Z.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, TrainingCancelled, shown
from crfcore.grammars.chart import Cells, Inside, RulePasses, logs_of
from crfcore.grammars.grammar import Grammar
from crfcore.grammars.island_kernels import best_segments, segment_pass
from crfcore.grammars.known_spans import Known
from crfcore.grammars.matching import Columns, FindsPhrases, TerminalMatcher
from crfcore.grammars.normal_form import NormalForm
from crfcore.grammars.reestimation import (
    Settings,
    hardly_rises,
    log_prior,
    prior_counts,
    with_counts,
)

MAX_SPAN = 12
"""The default limit of the tokens of a span."""

LONGEST_SPAN = 200

LEAST_SHARE = 1e-18
"""Limit of the share of a terminal; even of all text there is, one token has more."""

FILLER_WEIGHT = 0.1
"""The probability of a filler relative to that of a kind, before anything was learned."""

_SLICE = 20_000
"""Tokens whose matches are held at the same time."""

BEFORE, FILLER = 0, 1
"""States before the kinds: before the first segment, and a filler."""


class FoundSpan(NamedTuple):
    """A span: tokens ``start:end`` of a sentence, its symbol, and its probability."""

    sentence: int
    start: int
    end: int
    symbol: str
    probability: float


@dataclass(eq=False)
class _Read:
    """A sentence with its inside quantities and the scores of its segments."""

    done: Inside
    spans: FloatArray
    fillers: FloatArray
    emissions: FloatArray


class _Around(NamedTuple):
    """A sentence's log Z, the scores before and after its segments, and counts of steps."""

    log_z: float
    before: FloatArray
    after: FloatArray
    steps: FloatArray


@dataclass(frozen=True, eq=False)
class Islands:
    """A grammar whose spans are found in sentences.

    Attributes
    ----------
    grammar : Grammar
    kinds : tuple of K str
        The symbols that derive segments; by default `Grammar.tops`.
    types : tuple of str
        The symbols that are reported: the outermost ones in the best derivation of a segment; by
        default the kinds.
    shares : float64 (number of terminals,)
        The share of the tokens of a text that each terminal matches.
    steps : float64 (K + 2, K + 3)
        P(kind | kind of the segment before): rows are the beginning, a filler, and the kinds,
        columns the same and the end. By default all are equal, but for fillers, which have
        `FILLER_WEIGHT`: rules that somebody has written are believed where they match.
    max_span : int
    lists : mapping of str to PhraseList

    Raises
    ------
    CrfError
        A kind or type is no symbol, a list is missing, or arrays do not fit.
    """

    grammar: Grammar
    kinds: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    shares: FloatArray = field(default_factory=lambda: np.zeros(0))
    steps: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))
    max_span: int = MAX_SPAN
    lists: Mapping[str, FindsPhrases] = field(default_factory=dict)
    form: NormalForm = field(init=False)
    _passes: RulePasses = field(init=False)
    _matcher: TerminalMatcher = field(init=False)
    _numbers: NDArray[np.intp] = field(init=False)

    def __post_init__(self) -> None:
        """Fill in defaults, and check."""
        if not 1 <= self.max_span <= LONGEST_SPAN:
            raise CrfError(
                f"max_span={shown(self.max_span)} is not possible; it must be from 1 to "
                f"{LONGEST_SPAN}."
            )
        form = NormalForm.of(self.grammar)
        kinds = self.kinds or self.grammar.tops
        n_states = len(kinds) + 2
        steps = self.steps if self.steps.size else np.full((n_states, n_states + 1), np.nan)
        if not self.steps.size:
            weights = np.ones(n_states + 1)
            weights[BEFORE], weights[FILLER] = 0.0, FILLER_WEIGHT
            steps[:] = weights / weights.sum()
        shares = self.shares if self.shares.size else np.ones(len(form.terminals))
        _check_arrays(steps, shares, n_states, len(form.terminals))
        for name, value in (
            ("kinds", kinds),
            ("types", self.types or kinds),
            ("steps", steps),
            ("shares", shares),
            ("form", form),
            ("_passes", RulePasses(form)),
            ("_matcher", TerminalMatcher(form.terminals, self.lists)),
            ("_numbers", np.array([form.number(kind) for kind in kinds])),
        ):
            object.__setattr__(self, name, value)
        for name in self.types:
            form.number(name)

    @property
    def n_columns(self) -> int:
        """The number of columns that it reads."""
        return self._matcher.n_columns

    def with_text(
        self,
        columns: Columns,
        offsets: OffsetArray,
        *,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Islands:
        """Return the same with the shares of a text, on which it should be used.

        TrainingCancelled if ``cancelled``, asked for each slice of the text, returned True.
        """
        counts = np.zeros(len(self.form.terminals))
        for *_, matches in self._slices(columns, offsets):
            if cancelled():
                raise TrainingCancelled
            counts += matches.sum(axis=0, dtype=np.float64)
        return replace_islands(self, shares=self._matcher.shares(counts, int(offsets[-1])))

    # ---- spans

    def spans(
        self,
        columns: Columns,
        offsets: OffsetArray,
        *,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> list[FoundSpan]:
        """Return the spans of the best chain of segments of each sentence, with probabilities.

        Parameters
        ----------
        columns : sequence of (int32 (T,), sequence of str)
        offsets : int64 (N + 1,)
        cancelled : callable
            Asked for each sentence.

        Raises
        ------
        TrainingCancelled
            ``cancelled`` returned True.
        """
        found: list[FoundSpan] = []
        for number, emissions in self._sentences(columns, offsets):
            if cancelled():
                raise TrainingCancelled
            # Most sentences of a text have nothing for a small grammar.
            if emissions.any():
                found += self._spans_of(number, emissions)
        return found

    def _spans_of(self, number: int, emissions: FloatArray) -> list[FoundSpan]:
        n = len(emissions)
        cells = Cells.free(self.form, n, min(self.max_span, n))
        read, around = self._around(emissions, cells, None)
        values, rules, splits = self._passes.best(emissions, cells)
        kinds, lengths = np.empty(n, np.int32), np.empty(n, np.int32)
        scores = np.ascontiguousarray(values[:, :, self._numbers])
        best_segments(scores, read.fillers, logs_of(self.steps), kinds, lengths)
        starts = np.flatnonzero((kinds > 0) & (lengths > 0)).tolist()
        if not starts:
            return []
        outer = self._passes.outside(read.done, self._tops(read, around))[0]
        found = []
        for start in starts:
            end = start + int(lengths[start])
            symbol = int(self._numbers[kinds[start] - 1])
            nodes = self._passes.nodes(rules, splits, start, end, symbol)
            reached = start
            for node in nodes:
                if node.symbol not in self.types or node.start < reached:
                    continue
                reached = node.end
                at = node.start, node.end - node.start - 1, self.form.number(node.symbol)
                with np.errstate(invalid="ignore"):
                    pair = outer[at], read.done.e[at]
                    p = float(np.exp(sum(pair)) if read.done.logs else pair[0] * pair[1])
                found.append(
                    FoundSpan(number, node.start, node.end, node.symbol, min(max(p, 0.0), 1.0))
                )
        return found

    def _sentences(
        self, columns: Columns, offsets: OffsetArray
    ) -> Iterator[tuple[int, FloatArray]]:
        """Yield the number of each sentence with tokens, and what terminals give its tokens."""
        gains = 1.0 / self.shares
        for first, own, matches in self._slices(columns, offsets):
            for number, (start, end) in enumerate(pairwise(own.tolist()), first):
                if end > start:
                    yield number, matches[start:end] * gains

    def _slices(
        self, columns: Columns, offsets: OffsetArray
    ) -> Iterator[tuple[int, OffsetArray, MaskArray]]:
        """Yield the first sentence of each slice of a text, its offsets, and its matches."""
        first = 0
        while first < len(offsets) - 1:
            limit = int(offsets[first]) + _SLICE
            last = max(int(np.searchsorted(offsets, limit, side="right")) - 1, first + 1)
            start, end = int(offsets[first]), int(offsets[last])
            part = [(ids[start:end], values) for ids, values in columns]
            own = np.asarray(offsets[first : last + 1] - start)
            yield first, own, self._matcher.matches(part, own)
            first = last

    def log_z(self, columns: Columns, offsets: OffsetArray) -> FloatArray:
        """Return log P of each sentence, relative to fillers alone, (N,)."""
        found = np.zeros(len(offsets) - 1)
        for number, emissions in self._sentences(columns, offsets):
            n = len(emissions)
            cells = Cells.free(self.form, n, min(self.max_span, n))
            found[number] = self._around(emissions, cells, None)[1].log_z
        return found

    def span_probabilities(self, columns: Columns, offsets: OffsetArray) -> list[FloatArray]:
        """Return for each sentence the expected number of nodes of each symbol over each cell.

        Returns
        -------
        list of float64 (n, W, number of symbols of the grammar)
            At [i, d − 1, A] for the d tokens from i, W the lesser of n and ``max_span``.
        """
        n_own = self.form.n_own
        found = [np.zeros((0, 0, n_own)) for _ in range(len(offsets) - 1)]
        for number, emissions in self._sentences(columns, offsets):
            n = len(emissions)
            cells = Cells.free(self.form, n, min(self.max_span, n))
            read, around = self._around(emissions, cells, None)
            outer = self._passes.outside(read.done, self._tops(read, around))[0]
            with np.errstate(invalid="ignore"):
                both = np.exp(outer + read.done.e) if read.done.logs else outer * read.done.e
            found[number] = np.ascontiguousarray(both[:, :, :n_own])
        return found

    # ---- passes

    def _around(
        self, emissions: FloatArray, cells: Cells, known: Known | None
    ) -> tuple[_Read, _Around]:
        """Compute the segments of a sentence; in logarithms if numbers are too small or large."""
        read = self._read(emissions, cells, known, logs=False)
        around = self._pass(read)
        if not (np.isfinite(around.log_z) and np.isfinite(read.done.e).all()):
            read = self._read(emissions, cells, known, logs=True)
            around = self._pass(read)
        return read, around

    def _read(
        self, emissions: FloatArray, cells: Cells, known: Known | None, *, logs: bool
    ) -> _Read:
        done = self._passes.inside(emissions, cells, logs=logs)
        n, width = cells.cell.shape
        kinds = np.ascontiguousarray(done.e[:, :, self._numbers])
        scores = kinds if logs else logs_of(kinds)
        scores = scores - _factors(done, n, width)[:, :, None]
        fillers = np.zeros(n)
        for bracket in () if known is None else known.brackets:
            start, end = bracket.start, bracket.end
            fillers[start:end] = -np.inf
            is_kind = bracket.symbol in self.kinds
            for i in range(start, end):
                shorter = min(end - i, width)
                keeps = i == start and is_kind and shorter == end - start
                scores[i, : shorter - keeps] = -np.inf
        return _Read(done, scores, fillers, emissions)

    def _pass(self, read: _Read) -> _Around:
        n, _, n_kinds = read.spans.shape
        n_states = n_kinds + 2
        forward, after = np.empty((n + 1, n_states)), np.empty((n + 1, n_states))
        before, steps = np.empty((n, n_states)), np.zeros((n_states, n_states + 1))
        log_z = segment_pass(
            read.spans, read.fillers, logs_of(self.steps), forward, before, after, steps
        )
        return _Around(float(log_z), before, after, steps)

    def _tops(self, read: _Read, around: _Around) -> FloatArray:
        """Return the derivatives of log Z by the inside quantities of the kinds' segments."""
        done = read.done
        n, width = done.cells.cell.shape
        tops = np.full(done.e.shape, -np.inf)
        factors = _factors(done, n, width)
        for s, number in enumerate(self._numbers.tolist()):
            for d in range(1, width + 1):
                i = np.arange(n - d + 1)
                score = around.before[i, s + 2] + around.after[i + d, s + 2] - around.log_z
                is_segment = read.spans[i, d - 1, s] > -np.inf
                score = np.where(is_segment, score - factors[i, d - 1], -np.inf)
                tops[i, d - 1, number] = score
        return tops if done.logs else np.exp(tops)

    # ---- learning

    def fit(
        self,
        columns: Columns,
        offsets: OffsetArray,
        known: Sequence[Known] | None = None,
        *,
        settings: Settings = Settings(),  # noqa: B008 - immutable
        learn_steps: bool = True,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> tuple[Islands, tuple[float, ...]]:
        """Reestimate the probabilities of rules and of kinds, with what is known of sentences.

        Parameters
        ----------
        columns, offsets
            The sentences.
        known : for each sentence, optional
            See `known_from`. Spans that the grammar does not derive are taken as fillers.
        settings : Settings
        learn_steps : bool
            Whether probabilities of kinds are reestimated. Those at the start believe rules where
            they match, which finds more spans than what few sentences say of kinds.
        cancelled : callable

        Returns
        -------
        Islands, tuple of float
            And the objective before each iteration, which never falls.

        Raises
        ------
        TrainingCancelled
            ``cancelled`` returned True.
        """
        here, history = self, list[float]()
        a, prior = settings.pseudo_count, prior_counts(self.grammar, settings)
        for _ in range(settings.max_iterations):
            total, counts, steps = here._expected(columns, offsets, known, cancelled)
            total += log_prior(here.grammar, prior)
            if a and learn_steps:
                with np.errstate(divide="ignore"):
                    total += a * float(np.log(here.steps[:, FILLER:]).sum())
            history.append(total)
            if hardly_rises(history, settings.delta):
                break
            here = replace_islands(
                here,
                grammar=with_counts(here.grammar, counts + prior),
                steps=_normalised(steps, here.steps, a) if learn_steps else None,
            )
        return here, tuple(history)

    def _expected(
        self,
        columns: Columns,
        offsets: OffsetArray,
        known: Sequence[Known] | None,
        cancelled: Callable[[], bool],
    ) -> tuple[float, FloatArray, FloatArray]:
        total = 0.0
        counts = np.zeros(len(self.grammar.rules))
        steps = np.zeros_like(self.steps)
        for number, emissions in self._sentences(columns, offsets):
            if cancelled():
                raise TrainingCancelled
            here = None if known is None else self._derivable(emissions, known[number])
            read, around = self._around(emissions, self._cells(len(emissions), here), here)
            if not np.isfinite(around.log_z):
                continue
            total += around.log_z
            steps += around.steps
            counts += self._passes.outside(read.done, self._tops(read, around))[1]
        return total, counts, steps

    def _cells(self, n: int, known: Known | None) -> Cells:
        width = min(self.max_span, n)
        if known is None:
            return Cells.free(self.form, n, width)
        cells = Cells.of(self.form, n, width, known.brackets)
        if set(self.kinds) <= set(self.types):
            # A token outside all spans is in no segment, for each segment is a span.
            for token in np.flatnonzero(known.outside).tolist():
                for i in range(max(token - width + 1, 0), token + 1):
                    cells.cell[i, token - i :] = -1
        return cells

    def _derivable(self, emissions: FloatArray, known: Known) -> Known:
        """Return what is known, with spans that the grammar cannot derive as fillers."""
        n, width = len(emissions), min(self.max_span, len(emissions))
        if not known.brackets:
            return known
        e = self._passes.inside(emissions, Cells.free(self.form, n, width)).e
        outside = known.outside.copy()
        kept = []
        for one in known.brackets:
            length = one.end - one.start
            if length <= width and e[one.start, length - 1, self.form.number(one.symbol)] > 0.0:
                kept.append(one)
            else:
                outside[one.start : one.end] = 1
        return Known(kept, outside)


def replace_islands(
    islands: Islands,
    *,
    grammar: Grammar | None = None,
    steps: FloatArray | None = None,
    shares: FloatArray | None = None,
) -> Islands:
    """Return islands with other probabilities."""
    return Islands(
        islands.grammar if grammar is None else grammar,
        islands.kinds,
        islands.types,
        islands.shares if shares is None else shares,
        islands.steps if steps is None else steps,
        islands.max_span,
        islands.lists,
    )


def _check_arrays(steps: FloatArray, shares: FloatArray, n_states: int, n_terminals: int) -> None:
    fits = steps.shape == (n_states, n_states + 1) and shares.shape == (n_terminals,)
    fits = fits and steps.dtype == np.float64 and shares.dtype == np.float64
    fits = fits and bool(np.all((shares >= LEAST_SHARE) & (shares <= 1.0)))
    fits = fits and bool(np.all((steps >= 0.0) & (steps <= 1.0)))
    if not fits or not np.allclose(steps.sum(axis=1), 1.0):
        raise CrfError(
            "The shares of terminals or the probabilities of kinds do not fit the grammar; make "
            "the islands anew, and give them a text."
        )


def _normalised(counts: FloatArray, old: FloatArray, pseudo_count: float) -> FloatArray:
    smoothed = counts.copy()
    smoothed[:, FILLER:] += pseudo_count
    totals = smoothed.sum(axis=1, keepdims=True)
    return np.where(totals > 0.0, smoothed / np.where(totals > 0.0, totals, 1.0), old)


def _factors(done: Inside, n: int, width: int) -> FloatArray:
    """Return the sum of the logarithms of the factors of each cell's tokens, (n, W)."""
    starts = np.arange(n)[:, None]
    ends = np.minimum(starts + np.arange(1, width + 1)[None], n)
    found: FloatArray = done.log_factors[ends] - done.log_factors[starts]
    return found
