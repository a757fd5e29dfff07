"""Dutch names in documents: ties, columns of other occurrences, and both.

J. R. Finkel, T. Grenager and C. Manning, ACL 2005; V. Krishnan and C. D. Manning, ACL 2006, whose
tables are on English names (CoNLL-2003), which cannot be had here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.lab.reproduce.context import Context
from app.lab.reproduce.dutch_documents import (
    Documents,
    dutch_documents,
    groups_of_names,
    n_inconsistent,
)
from app.lab.reproduce.outcome import Outcome
from app.lab.reproduce.table import Row
from crfcore.crf import LinearChainCRF
from crfcore.document_crf import DocumentCRF
from crfcore.estimator.document_fitting import split_labels
from crfcore.estimator.document_ties import DocumentText
from crfcore.estimator.skip_ties import SkipTies
from crfcore.graphs.phrase_penalties import (
    PhrasePenalties,
    annealed_with_penalties,
    learn_penalties,
)
from crfcore.graphs.ties import forms_of, types_of
from crfcore.metrics.spans import span_scores
from crfcore.training.objectives.graph_likelihood import SkipWeights

CHAIN, TIES, COLUMNS, BOTH = "chain", "ties", "columns", "columns and ties"
PAIRS, ANNEALING = "penalties of pairs", "penalties by annealing"
WAYS = (CHAIN, TIES, PAIRS, ANNEALING, COLUMNS, BOTH)

SWEEPS = 100
"""Of annealing."""

PARTS = ("testa", "testb")

SAVED = {
    "Bunescu and Mooney 2004": 11.1,
    "Finkel et al. 2005": 9.3,
    "Krishnan and Manning 2006": 12.6,
}
"""Fewer errors in percent, on English names, as Krishnan and Manning tell."""


@dataclass(frozen=True, slots=True)
class DocumentsTable:
    """F1 of Dutch names, and inconsistent groups, by what the chain knows of its document."""

    name: str = "finkel"
    about: str = (
        "Names that documents repeat: F1 of Dutch names (CoNLL-2002) by a chain, with ties of "
        "equal names, with penalties of equal names of different types, with columns of the "
        "labels of other occurrences, and with columns and ties; groups of "
        "equal names that are labelled with several types (Finkel et al. 2005, Krishnan and "
        "Manning 2006)."
    )
    minutes: float = 5.0
    draws: int = 0

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield F1 of both parts, and the inconsistent groups of testb."""
        outcome = context.outcome("documents", lambda: _outcome(context), self.minutes)
        for part in PARTS:
            alone = outcome.figures[f"{part} {CHAIN}"]
            for way in WAYS:
                f1 = outcome.figures[f"{part} {way}"]
                saved = (
                    None if way == CHAIN else (f1 - alone) / (1.0 - alone) if alone < 1.0 else 0.0
                )
                yield Row(
                    f"{part}: {way}", None, f1, outcome.seconds, outcome.evaluations, saved=saved
                )
        for way in (*WAYS, "labels"):
            value = outcome.figures[f"inconsistent {way}"]
            yield Row(f"testb, inconsistent groups: {way}", None, value, None, None, "count")
        yield Row("testb, groups", None, outcome.figures["groups"], None, None, "count")

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on the papers and on the settings."""
        saved = {row.name: 100.0 * row.saved for row in rows if row.saved is not None}
        papers = ", ".join(f"{name} {value:g}%" for name, value in SAVED.items())
        ours = ", ".join(f"{way} {saved[f'testb: {way}']:.1f}%" for way in WAYS[1:])
        return [
            f"Fewer errors on English names (CoNLL-2003), which cannot be had here: {papers}. On "
            f"Dutch testb: {ours}.",
            "Template ner, c2 = 1; strengths were chosen on four parts of the training documents "
            "held out in turn, and the columns of training sentences are of chains that have not "
            "seen their document. Rows -DOCSTART- mark documents and are no tokens.",
            "Penalties are Finkel's: −log of how often equal names have these two types in the "
            "training documents, for each token of both. Of pairs: between equal words, by loopy "
            f"propagation. By annealing: between names, and for parts of them, in {SWEEPS} sweeps; "
            "the blocks are sentences, not tokens as in the paper.",
            "A group is inconsistent if its tokens have several types, “O” among them.",
        ]


def _outcome(context: Context) -> Outcome:
    training = dutch_documents(context, "ned.train.gz")
    crf = DocumentCRF(LinearChainCRF(template="ner", c2=1.0), second_stage=True)
    started = time.perf_counter()
    crf.fit(training.table, training.tags, documents=training.numbers)
    seconds = time.perf_counter() - started
    first = crf.without_second_stage()
    ways = {
        CHAIN: first.with_strengths(0.0, 0.0),
        TIES: first,
        COLUMNS: crf.with_strengths(0.0, 0.0),
        BOTH: crf,
    }
    penalised = _Penalised.learned(training, first)
    figures: dict[str, float] = {}
    for part in PARTS:
        documents = dutch_documents(context, f"ned.{part}.gz")
        groups = groups_of_names(training, documents)
        answers = {
            way: model.predict(documents.table, documents=documents.numbers)
            for way, model in ways.items()
        }
        answers |= penalised.answers(documents)
        for way, found in answers.items():
            figures[f"{part} {way}"] = span_scores(documents.tags, found).f1
            if part == PARTS[-1]:
                figures[f"inconsistent {way}"] = float(n_inconsistent(groups, found))
        figures["inconsistent labels"] = float(n_inconsistent(groups, documents.tags))
        figures["groups"] = float(groups.n_groups)
    return Outcome(figures, seconds, None)


@dataclass(frozen=True, slots=True, eq=False)
class _Penalised:
    """A chain, and penalties of equal names."""

    model: DocumentCRF
    penalties: PhrasePenalties

    @classmethod
    def learned(cls, training: Documents, model: DocumentCRF) -> _Penalised:
        """Count penalties in the training documents."""
        table = training.table
        forms = forms_of(table.columns[0])[0]
        return cls(model, learn_penalties(forms, table.offsets, training.numbers, training.tags))

    def answers(self, documents: Documents) -> dict[str, list[list[str]]]:
        """Return the labels by penalties of pairs, and by annealing."""
        table, fitted = documents.table, self.model.chain_.fitted_
        text = DocumentText.open(table, documents.numbers)
        dataset = self.model.chain_.dataset(table)
        scores, pairs, offsets, _ = fitted.lattice(dataset, None, 0, dataset.n_sentences)
        annealed = annealed_with_penalties(
            *(scores, pairs, offsets, forms_of(table.columns[0])[0], documents.numbers),
            *(fitted.labels, self.penalties),
            n_sweeps=SWEEPS,
        )
        found = {PAIRS: self._edges().labels(fitted, text), ANNEALING: annealed}
        names = np.array(fitted.labels, dtype=object)
        return {way: split_labels(names[labels], offsets) for way, labels in found.items()}

    def _edges(self) -> SkipTies:
        """Return the penalties as weights of skip edges."""
        types = types_of(self.model.classes_)[0]
        weights = np.zeros((len(types), len(types)))
        rows = [types.index(name) for name in self.penalties.types]
        weights[np.ix_(rows, rows)] = -self.penalties.pairs
        skip = SkipWeights(weights, np.zeros(0, np.int32), np.zeros((0, len(types))))
        cases = self.model.ties_.cases
        return SkipTies(skip, cases, "names", None, tolerance=1e-4, max_passes=50)
