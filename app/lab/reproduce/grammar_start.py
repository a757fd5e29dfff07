"""Chunks of CoNLL-2000 with a grammar of parts of speech, before anything is labelled and after.

R. Feldman, J. Sanger, "The Text Mining Handbook" (2007), VII.2, finds spans by stochastic grammars;
E. Tjong Kim Sang, S. Buchholz, "Introduction to the CoNLL-2000 shared task: Chunking" (2000), is
the data.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from app.lab.corpora.conll2000 import TaggedText, read_part
from app.lab.reproduce.context import Context
from app.lab.reproduce.outcome import Outcome, mean
from app.lab.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import Column, ColumnTable
from crfcore.features.grammar_lists import GrammarList, grammar_list
from crfcore.features.presets import PRESETS
from crfcore.grammars.grammar_text import parse_grammar
from crfcore.grammars.known_spans import known_from
from crfcore.grammars.reestimation import Settings
from crfcore.metrics.spans import span_scores
from crfcore.text.tag_schemes import Span, encode

GRAMMAR = r"""
NP -> N+ 0.32 | DET MOD* N+ 0.24 | MOD+ N+ 0.18 | N+ CD+ 0.02 | N+ CD "," CD 0.01
  | N <1=CC> N+ 0.01 | DET? CD+ 0.02 | <1=DT> 0.01 | <1=PRP> 0.1 | <1=EX> 0.01 | <1=/W(DT|P)/> 0.08
VP -> V+ 0.6 | ADV+ V+ 0.06 | V+ ADV+ V+ 0.08 | V+ <1=TO> V+ 0.08 | <1=TO> V+ 0.12
  | <1=MD> V+ 0.04 | <1=MD> ADV+ V+ 0.02
PP -> <1=IN> 0.9 | <1=TO> 0.1
ADVP -> ADV+ 0.8 | <1=WRB> 0.2
ADJP -> <1=/JJ[RS]?/> 0.6 | ADV+ <1=/JJ[RS]?/> 0.4
SBAR -> "that" 0.15 | /if|whether|because|while|although|though|unless/ 0.85
PRT -> <1=RP>
DET -> <1=/P?DT/> 0.7 | <1="PRP$"> 0.15 | <1=POS> 0.15
MOD -> <1=/JJ[RS]?/> 0.6 | CD 0.2 | <1=/VB[GN]/> 0.1 | ADV 0.1
MOD+ -> MOD 0.7 | MOD MOD+ 0.3
N -> <1=/NNP?S?/>
CD -> <1=CD> 0.7 | <1="$"> 0.2 | <1="#"> 0.1
CD+ -> CD 0.6 | CD CD+ 0.4
ADV -> <1=/RB[RS]?/>
ADV+ -> ADV 0.8 | ADV ADV+ 0.2
V -> <1=/VB[DGNPZ]?/>
V+ -> V 0.6 | V V+ 0.4
"""
"""Written by hand from the tags' meaning; probabilities are rough, and rules were added for errors
on the last tenth of the training file, from which no sentence is drawn."""

CHUNKS = ("NP", "VP", "PP", "ADVP", "ADJP", "SBAR", "PRT")

SIZES = (10, 50, 200, 500)
LEARNED_SIZES = (10, 50)
"""Labelled sentences; and those with which the grammar is learned as well."""

PENALTIES = (1.0, 0.1)
"""Of the chain; the first is the library's default, the second suits few sentences better."""

FOLDS = 5
"""Parts of the labelled sentences: the column of one is of a grammar learned from the others."""

DRAWS = 5

LEARNING = Settings(prior_count=50.0)
"""The probabilities written by hand count as 50 uses of each symbol. F1 of the grammar alone on 400
sentences of the last tenth, learned from 10, without and with it: 78.0 and 84.1 (by hand: 83.8)."""

TEMPLATE = PRESETS["chunking"]

COLUMN_LINES = "".join(f"Ugrammar{n}:%x[0,{n}]\n" for n in (2, 3, 4))
"""What the library adds to a template for a grammar, on columns that are computed once."""

WITHOUT, WITH, LEARNED, IN_FOLD = (
    "without",
    "with the grammar's column",
    "grammar learned from them, columns by folds",
    "grammar learned from them, columns of itself",
)


@dataclass(frozen=True, slots=True)
class GrammarTable:
    """F1 of all chunks with and without the column of a grammar, by number of sentences."""

    name: str = "grammar-start"
    about: str = (
        "Chunking of CoNLL-2000 (F1 of all chunks, test file) with a grammar of parts of speech "
        "written by hand: alone, and as a column of a chain of few labelled sentences (Feldman and "
        "Sanger 2007, VII.2)."
    )
    minutes: float = 3.0
    draws: int = DRAWS

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield F1 of the grammar, then of chains of each size."""
        work = _Work(context)
        outcome = context.outcome("The grammar alone", work.alone, 0.2)
        yield Row.of("0 sentences: the grammar", None, outcome, "f1")
        seeds = range(context.n_seeds(self.draws))
        for n in SIZES:
            ways = (LEARNED, IN_FOLD) if n in LEARNED_SIZES else ()
            found = {}
            for way in (WITHOUT, WITH, *ways):
                minutes = (0.4 if way in ways else 0.1) / len(seeds)
                found[way] = mean(
                    [
                        context.outcome(
                            f"{n} sentences {way}, draw {seed}",
                            lambda: work.chain(n, way, seed),  # noqa: B023 - called at once
                            minutes,
                        )
                        for seed in seeds
                    ]
                )
            yield from _rows(n, found)

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on the grammar and on the settings."""
        ours = {row.name: row.ours or 0.0 for row in rows if not row.variant}
        folds = max(
            abs(ours[f"{n} sentences: {LEARNED}"] - ours[f"{n} sentences: {IN_FOLD}"])
            for n in LEARNED_SIZES
        )
        return [
            f"Means of {DRAWS} draws from the first nine tenths of the training file; template "
            f"`chunking`, c2 = {PENALTIES[0]:g} (default) and {PENALTIES[1]:g}. The grammar has "
            "rules for seven kinds of chunks; its probabilities are rough guesses. Frequencies of "
            "its terminals are taken from the training file without labels.",
            "A confident span has three attributes (any probability, above 0.5, above 0.9). With "
            "one alone, for its range of probabilities, the column is worth less with 10 "
            "sentences: the penalty keeps its weights small.",
            "A grammar is learned with the probabilities written by hand as "
            f"{LEARNING.prior_count:g} uses of each symbol, and gains little: they are good "
            "guesses already. Without them (`prior_count` of 0) and with probabilities of kinds "
            "learned as well, the column gives about 7 points less with 10 sentences. Columns of "
            "the labelled sentences by grammars of the others, and by the grammar of themselves, "
            f"differ by at most {100 * folds:.2f} points: so few probabilities hardly overfit.",
            "Use a grammar where few sentences are labelled; with 500 the chain knows "
            "nearly all of it.",
        ]


def _rows(n: int, found: dict[str, Outcome]) -> Iterator[Row]:
    for way, outcome in found.items():
        for c2 in PENALTIES:
            variant = "" if c2 == PENALTIES[0] else f"c2 = {c2:g}"
            yield Row.of(f"{n} sentences: {way}", None, outcome, f"{c2:g}", variant=variant)
    for c2 in PENALTIES:
        gain = found[WITH].figures[f"{c2:g}"] - found[WITHOUT].figures[f"{c2:g}"]
        variant = "" if c2 == PENALTIES[0] else f"c2 = {c2:g}"
        yield Row(f"{n} sentences: gain by the column", None, gain, variant=variant)


class _Work:
    """The corpus, the grammar with its frequencies in it, and its columns, each computed once."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @cached_property
    def _training(self) -> TaggedText:
        found = _read(self._context, "train")
        return found.first(max(found.table.n_sentences * 9 // 10, 1))

    @cached_property
    def _test(self) -> TaggedText:
        return _read(self._context, "test")

    @cached_property
    def _grammar(self) -> GrammarList:
        grammar = parse_grammar(GRAMMAR)
        return grammar_list("chunks", grammar, types=CHUNKS).with_text(self._training.table)

    @cached_property
    def _test_columns(self) -> tuple[Column, ...]:
        return self._grammar.read(self._test.table)

    def alone(self) -> Outcome:
        """Return F1 of the grammar's own spans."""
        started = time.perf_counter()
        table = self._test.table
        rows: list[list[Span]] = [[] for _ in range(table.n_sentences)]
        for one in self._grammar.spans(table.columns, table.offsets):
            rows[one.sentence].append(Span(one.start, one.end, one.symbol))
        lengths = np.diff(table.offsets).tolist()
        tags = [encode(row, n, "iob2") for row, n in zip(rows, lengths, strict=True)]
        figures = {"f1": span_scores(self._test.tags, tags).f1}
        return Outcome(figures, time.perf_counter() - started)

    def chain(self, n: int, way: str, seed: int) -> Outcome:
        """Return F1 of the chain of some sentences with each penalty."""
        rng = np.random.default_rng(seed)
        n_all = self._training.table.n_sentences
        members = np.sort(rng.permutation(n_all)[:n]).tolist()
        labelled = self._training.table.select(members)
        tags = [self._training.tags[member] for member in members]
        tables = labelled, self._test.table
        if way == WITH:
            tables = (
                _with(labelled, self._grammar.read(labelled)),
                _with(self._test.table, self._test_columns),
            )
        elif way != WITHOUT:
            tables = self._learned(labelled, tags, by_folds=way == LEARNED)
        template = TEMPLATE if way == WITHOUT else TEMPLATE + COLUMN_LINES
        figures, seconds, evaluations = {}, 0.0, 0
        for c2 in PENALTIES:
            started = time.perf_counter()
            crf = LinearChainCRF(c2=c2, template=template, threads=self._context.threads)
            crf.fit(tables[0], tags)
            seconds += time.perf_counter() - started
            evaluations += crf.training_.evaluations
            figures[f"{c2:g}"] = span_scores(self._test.tags, crf.predict(tables[1])).f1
        return Outcome(figures, seconds, evaluations)

    def _learned(
        self, labelled: ColumnTable, tags: Sequence[Sequence[str]], *, by_folds: bool
    ) -> tuple[ColumnTable, ColumnTable]:
        """Return the labelled sentences and the test file with columns of learned grammars."""
        learned = self._fitted(labelled, tags)
        columns = learned.read(labelled)
        if by_folds:
            fold_of = np.arange(labelled.n_sentences) % FOLDS
            token_fold = np.repeat(fold_of, np.diff(labelled.offsets))
            for fold in range(min(FOLDS, labelled.n_sentences)):
                others = np.flatnonzero(fold_of != fold).tolist() or [0]
                one = self._fitted(labelled.select(others), [tags[other] for other in others])
                is_out = token_fold == fold
                for column, other in zip(columns, one.read(labelled), strict=True):
                    column.ids[is_out] = other.ids[is_out]
        return _with(labelled, columns), _with(self._test.table, learned.read(self._test.table))

    def _fitted(self, table: ColumnTable, tags: Sequence[Sequence[str]]) -> GrammarList:
        known = [known_from(row, CHUNKS) for row in tags]
        islands, _ = self._grammar.islands.fit(
            table.columns, table.offsets, known, settings=LEARNING, learn_steps=False
        )
        return replace(self._grammar, islands=islands)


def _read(context: Context, part: str) -> TaggedText:
    return read_part(context.corpora, part).first(context.limit)


def _with(table: ColumnTable, columns: Sequence[Column]) -> ColumnTable:
    return ColumnTable((*table.columns, *columns), table.offsets)
