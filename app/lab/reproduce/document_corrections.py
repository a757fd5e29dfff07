"""Corrections in documents: the savings of an annotator who reads whole documents.

A correction is known to the rest of its document: by copying the phrase, by confirmed phrases as
evidence, by ties of repeated names, or by both. Counted as in the table ``kristjansson``, in span
edits of the Dutch names of CoNLL-2002.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from app.lab.reproduce.context import Context
from app.lab.reproduce.dutch_documents import Documents, dutch_documents
from app.lab.reproduce.outcome import Outcome, mean
from app.lab.reproduce.table import Row
from crfcore.active_learning.simulated_annotator import edits_under_scores
from crfcore.arrays import FloatArray, IdArray
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.features.word_cases import WordCases, learn_cases
from crfcore.graphs.confirmed_phrases import USUAL_COST, count_cases, phrase_cost
from crfcore.graphs.tie_table import TieTable
from crfcore.graphs.tied_document import TiedDocument
from crfcore.graphs.ties import forms_of, tie, tied_tokens, types_of

DRAWS = 5
"""Number of draws of the training sentences."""

DRAWS_TRAINED = 3
DOCUMENTS_TRAINED = 52
"""Draws, and documents that are read, where the model is trained again: it takes longer."""

SIZES = (100, 500)
"""Training sentences."""

STEP = 10
"""Sentences between two trainings."""

ALONE, COPIED, PHRASES, TIES, BOTH = (
    "nothing",
    "equal phrases copied",
    "confirmed phrases",
    "ties",
    "phrases and ties",
)
WAYS = (ALONE, COPIED, PHRASES, TIES, BOTH)

COPY_COST = 50.0
"""A cost that no score outweighs."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How the annotator's work is simulated: training sentences, and whether models learn on."""

    size: int
    trained: bool

    @property
    def name(self) -> str:
        """Its name in rows."""
        again = f"trained again every {STEP}" if self.trained else "frozen"
        return f"{self.size} sentences, {again}"

    @property
    def draws(self) -> int:
        """The usual number of draws."""
        return DRAWS_TRAINED if self.trained else DRAWS

    @property
    def minutes(self) -> float:
        """The minutes of a draw."""
        return 1.5 if self.trained else 0.4


SETTINGS = tuple(Setting(size, trained) for trained in (False, True) for size in SIZES)


@dataclass(frozen=True, slots=True)
class DocumentCorrectionsTable:
    """Span edits of an annotator who reads documents, by what follows a correction."""

    name: str = "kristjansson-documents"
    about: str = (
        "Corrections that change other sentences of their document: an annotator reads the Dutch "
        "test documents in order and labels spans; what was corrected is known to the rest of the "
        "document. Span edits by what follows a correction."
    )
    draws: int = DRAWS

    @property
    def minutes(self) -> float:
        """The minutes of all settings."""
        return sum(setting.minutes * setting.draws for setting in SETTINGS)

    def rows(self, context: Context) -> Iterator[Row]:
        """Yield the edits of each way for each setting."""
        read: list[tuple[Documents, Documents, WordCases]] = []
        for setting in SETTINGS:
            outcome = _mean_of_draws(setting, read, context)
            alone = outcome.figures[ALONE]
            for way in WAYS:
                saved = None if way == ALONE or not alone else 1.0 - outcome.figures[way] / alone
                yield Row(
                    f"{setting.name}: {way}",
                    None,
                    outcome.figures[way],
                    outcome.seconds,
                    outcome.evaluations,
                    "count",
                    saved=saved,
                )

    def remarks(self, rows: Sequence[Row]) -> list[str]:
        """Return remarks on the data, and on how the ways compare."""
        saved = {row.name: 100.0 * row.saved for row in rows if row.saved is not None}
        compared = "; ".join(
            f"{setting.name}: {saved[f'{setting.name}: {BOTH}']:.1f}% by {BOTH}, "
            f"{saved[f'{setting.name}: {COPIED}']:.1f}% by copying"
            for setting in SETTINGS
        )
        return [
            f"Saved of the edits without documents: {compared}.",
            "Within a sentence corrections propagate in all rows, as in the table kristjansson. "
            f"Where the model is trained again after every {STEP} sentences, the first "
            f"{DOCUMENTS_TRAINED} documents of ned.testb are read, with {DRAWS_TRAINED} draws of "
            f"the training sentences; else all 119, with {DRAWS} draws. Template ner, c2 = 1.",
            "The table of ties and the cost of a phrase are counted in the documents that were "
            "read before; alone, a phrase has a cost of 4 for each token. P(k) of the ties is what "
            "the model expects in the document.",
        ]


def _mean_of_draws(
    setting: Setting, read: list[tuple[Documents, Documents, WordCases]], context: Context
) -> Outcome:
    """Return the means over the draws; ``read`` caches the documents."""

    def run(seed: int, what: str) -> Outcome:
        if not read:
            training = dutch_documents(context, "ned.train.gz")
            test = dutch_documents(context, "ned.testb.gz")
            read.append((training, test, learn_cases(training.table)))
        return _Annotation(*read[0], setting, seed, context, what).outcome()

    outcomes = []
    for seed in range(context.n_seeds(setting.draws)):
        what = f"{setting.name}, draw {seed}"
        outcomes.append(
            context.outcome(what, lambda: run(seed, what), setting.minutes)  # noqa: B023 - called at once
        )
    return mean(outcomes)


class _Annotation:
    """One annotator's reading of the test documents, under all ways at once."""

    def __init__(
        self,
        training: Documents,
        test: Documents,
        cases: WordCases,
        setting: Setting,
        seed: int,
        context: Context,
        what: str,
    ) -> None:
        self._test = test.first_documents(DOCUMENTS_TRAINED) if setting.trained else test
        self._cases = cases
        self._setting = setting
        self._monitor = context.monitor(what)
        rng = np.random.default_rng(seed)
        size = min(setting.size, len(training.words))
        chosen = rng.choice(len(training.words), size, replace=False).tolist()
        self._words = [training.words[index] for index in chosen]
        self._tags = [training.tags[index] for index in chosen]
        both = (*training.tags, *test.tags)
        self._labels = list(dict.fromkeys(tag for tags in both for tag in tags))
        self._number = {label: number for number, label in enumerate(self._labels)}
        self._types, self._type_of = types_of(self._labels)
        self._crf = self._fitted()
        self._edits = dict.fromkeys(WAYS, 0)
        self._cases_counted = (0, 0)
        self._since = 0

    def outcome(self) -> Outcome:
        """Read all documents and return the edits of each way."""
        for document in range(int(self._test.numbers.max(initial=-1)) + 1):
            chosen = np.flatnonzero(self._test.numbers == document).tolist()
            if chosen:
                self._read(document, chosen)
        record = self._crf.training_
        return Outcome(
            {way: float(n) for way, n in self._edits.items()}, record.seconds, record.evaluations
        )

    def _fitted(self, initial: LinearChainCRF | str = "auto") -> LinearChainCRF:
        crf = LinearChainCRF(template="ner", c2=1.0, initial=initial)
        table = ColumnTable.from_words(self._words)
        return crf.fit(table, self._tags, labels=self._labels, monitor=self._monitor)

    def _read(self, document: int, chosen: Sequence[int]) -> None:
        """Correct the sentences of a document from first to last."""
        words = [self._test.words[index] for index in chosen]
        tags = [self._test.tags[index] for index in chosen]
        table = ColumnTable.from_words(words)
        gold = np.array([self._number[tag] for own in tags for tag in own], np.int32)
        ties = self._table_of_ties(document)
        costs = phrase_cost(*self._cases_counted)
        confirmed = np.full(len(gold), -1, np.int32)
        state = self._state(table, ties, costs, confirmed)
        for sentence, (start, stop) in enumerate(pairwise(table.offsets.tolist())):
            scores, pairs, models = state
            for way in WAYS:
                own = scores[start:stop]
                if way in models:
                    own = own + models[way].additions(sentence)
                self._edits[way] += edits_under_scores(self._labels, own, pairs, tags[sentence])
            confirmed[start:stop] = gold[start:stop]
            for model in models.values():
                model.confirm(sentence, gold[start:stop])
            self._words.append(words[sentence])
            self._tags.append(tags[sentence])
            self._since += 1
            if self._setting.trained and self._since == STEP:
                self._since = 0
                self._crf = self._fitted(self._crf)
                state = self._state(table, ties, costs, confirmed)
        counts = count_cases(forms_of(table.columns[0])[0], table.offsets, tags, "iob2")
        before = self._cases_counted
        self._cases_counted = before[0] + counts[0], before[1] + counts[1]

    def _table_of_ties(self, document: int) -> TieTable:
        """Count the documents that were read before."""
        earlier = self._test.first_documents(document)
        if not earlier.words:
            return TieTable.of_agreement(self._types)
        table = earlier.table
        words, offsets = table.columns[0], table.offsets
        tied = tied_tokens(words, offsets, cases=self._cases)
        groups = tie(words, offsets, earlier.numbers, tied)
        labels = np.array([self._number[tag] for own in earlier.tags for tag in own], np.int32)
        return TieTable.fit(self._types, self._type_of[labels], groups)

    def _state(
        self, table: ColumnTable, ties: TieTable, cost: float, confirmed: IdArray
    ) -> tuple[FloatArray, FloatArray, dict[str, TiedDocument]]:
        """Return the scores and transitions of a document, and a model of it for each way."""
        dataset = self._crf.dataset(table)
        lattice = self._crf.fitted_.lattice(dataset, None, 0, dataset.n_sentences)
        words, offsets = table.columns[0], table.offsets
        groups = tie(
            *(words, offsets, np.zeros(table.n_sentences, np.int64)),
            tied_tokens(words, offsets, cases=self._cases),
        )

        def model(
            table_of_ties: TieTable | None, cost: float, *, inside_longer: bool = False
        ) -> TiedDocument:
            return TiedDocument(
                *(words, offsets, self._labels, lattice[0], lattice[1]),
                ties=groups,
                table=table_of_ties,
                cost=cost,
                confirmed=confirmed,
                inside_longer=inside_longer,
            )

        return (
            lattice[0],
            lattice[1],
            {
                COPIED: model(None, COPY_COST, inside_longer=True),
                PHRASES: model(None, USUAL_COST),
                TIES: model(ties, 0.0),
                BOTH: model(ties, cost),
            },
        )
