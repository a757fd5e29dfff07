"""The choice, by held-out documents, whether confirmed names count in other sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.consistency import OFF, PHRASES, TIES, WAYS, ConsistencyChoice
from app.jobs.data.snapshot import TrainingData, TrainingTargets, tokens_at, training_targets
from app.jobs.measuring.held_out import SEED, part_of
from app.jobs.progress import Cancelled, Monitor, report
from app.jobs.suggestions.document_evidence import Consistency, ties_of
from app.jobs.training.model_kinds import token_model
from app.jobs.training.train import Extraction, TrainedModel, train
from crfcore.text.tag_schemes import spans

if TYPE_CHECKING:
    from crfcore.features.column_table import Column
    from crfcore.graphs.tie_table import TieTable
    from crfcore.graphs.tied_document import TiedDocument

FOLDS = 3

ENOUGH_SENTENCES = 30
"""With fewer completely labelled sentences there is no choice."""

MOST_SENTENCES = 1_000
"""With more, those of the first documents drawn are compared."""

PART = 30
"""Where there are few documents, parts of so many labelled sentences take their place."""

ENOUGH_DOCUMENTS = 6


@dataclass(frozen=True, slots=True, eq=False)
class _Labelled:
    """The completely labelled sentences of one document, in order.

    ``chosen`` (N,) are their numbers among all sentences to train on.
    """

    chosen: NDArray[np.int64]
    words: Column
    offsets: NDArray[np.int64]
    labels: NDArray[np.int32]

    def tags(self, names: tuple[str, ...]) -> list[list[str]]:
        """Return the tags of each sentence."""
        tags = [names[label] for label in self.labels.tolist()]
        bounds = self.offsets.tolist()
        return [tags[a:b] for a, b in pairwise(bounds)]


def consistency_of(data: TrainingData, extraction: Extraction, way: str) -> Consistency:
    """Return how names are made consistent in a given way, counted from all labels."""
    wanted = training_targets(data)
    if wanted is None or way == OFF:
        return Consistency(way, 0.0)
    documents = list(_documents(data, wanted, extraction))
    return _counted(documents, wanted.labels, data.scheme, way)


def choose_consistency(
    data: TrainingData,
    extraction: Extraction,
    cancelled: Cancelled = lambda: False,
    monitor: Monitor | None = None,
) -> ConsistencyChoice | None:
    """Return what held-out documents prefer; None if cancelled, or while little is labelled.

    Each is labelled from its beginning by a chain that was trained on the other documents. Phrases
    have to save more corrections than chance would, and ties more than phrases.
    """
    wanted = training_targets(data)
    if wanted is None:
        return None
    documents = list(_documents(data, wanted, extraction))
    parts = _parts(documents)
    if len(parts) < FOLDS or sum(len(part.chosen) for part in parts) < ENOUGH_SENTENCES:
        return None
    fold_of = np.random.default_rng(SEED).permutation(len(parts)) % FOLDS
    corrections = np.zeros((len(parts), len(WAYS)), np.int64)
    for fold in range(FOLDS):
        report(monitor, fold, FOLDS)
        others = [part for part, own in zip(parts, fold_of.tolist(), strict=True) if own != fold]
        kept = np.sort(np.concatenate([part.chosen for part in others]))
        model = train(
            replace(data, lists=(), segments=False),
            extraction,
            cancelled=cancelled,
            wanted=part_of(wanted, extraction, kept),
        )
        if model is None or cancelled():
            return None
        ways = [_counted(others, wanted.labels, data.scheme, way) for way in WAYS]
        for number in np.flatnonzero(fold_of == fold).tolist():
            simulation = _Simulation(model, extraction, wanted, data.scheme, parts[number])
            for column, way in enumerate(ways):
                found = simulation.corrections(way, cancelled)
                if found is None:
                    return None
                corrections[number, column] = found
    return ConsistencyChoice(
        _best(corrections),
        tuple(corrections.sum(axis=0).tolist()),
        sum(len(part.chosen) for part in parts),
        len(parts),
    )


def _best(corrections: NDArray[np.int64]) -> str:
    """Return the way that clearly saves corrections, (documents, ways)."""
    best = 0
    for way in range(1, len(WAYS)):
        gains = corrections[:, best] - corrections[:, way]
        if gains.sum() > np.sqrt(np.sum(gains.astype(np.float64) ** 2)):
            best = way
    return WAYS[best]


class _Simulation:
    """A held-out document that is labelled from its beginning."""

    def __init__(
        self,
        model: TrainedModel,
        extraction: Extraction,
        wanted: TrainingTargets,
        scheme: str,
        part: _Labelled,
    ) -> None:
        self._model, self._part, self._scheme = model, part, scheme
        crf = token_model(model.crf)
        self._names = tuple(crf.classes_)
        number = {name: index for index, name in enumerate(self._names)}
        self._gold = part.tags(wanted.labels)
        self._known = np.array([number.get(name, -1) for name in wanted.labels], np.int32)
        dataset = extraction.dataset.select(wanted.sentence_indices[part.chosen])
        fitted = crf.fitted_.untempered
        self._scores, self._transitions, *_ = fitted.lattice(dataset, None, 0, len(self._gold))

    def corrections(self, way: Consistency, cancelled: Cancelled) -> int | None:
        """Return how many spans, or tokens without spans, are to be corrected in a given way.

        ``cancelled`` is called before each sentence: a key does not wait for a whole document.
        None if it returns True.
        """
        document = self._document(way)
        labels = self._known[self._part.labels]
        bounds = self._part.offsets.tolist()
        n_corrections = 0
        for sentence, (start, stop) in enumerate(pairwise(bounds)):
            if cancelled():
                return None
            scores = self._scores[start:stop]
            if document is not None:
                scores = scores + document.additions(sentence)
            n_corrections += self._wrong(sentence, scores, slice(start, stop))
            if document is not None:
                document.confirm(sentence, labels[start:stop])
        return n_corrections

    def _wrong(self, sentence: int, scores: NDArray[np.float64], tokens: slice) -> int:
        from crfcore.inference.viterbi import viterbi

        steps = self._transitions if self._transitions.ndim == 2 else self._transitions[tokens]
        if not len(scores):
            return 0
        best, _ = viterbi(scores, steps, np.array([0, len(scores)]))
        suggested = [self._names[label] for label in best.tolist()]
        gold = self._gold[sentence]
        if self._scheme == "tokens":
            return sum(a != b for a, b in zip(suggested, gold, strict=True))
        return len(set(spans(suggested, self._scheme)) ^ set(spans(gold, self._scheme)))

    def _document(self, way: Consistency) -> TiedDocument | _PhrasesOnly | None:
        from crfcore.graphs.tied_document import TiedDocument

        part = self._part
        if way.way == OFF:
            return None
        if way.way == PHRASES:
            from crfcore.inference.viterbi import viterbi

            best = viterbi(self._scores, self._transitions, part.offsets)[0]
            return _PhrasesOnly(part, self._names, way.cost, self._scheme, best)
        return TiedDocument(
            part.words,
            part.offsets,
            self._names,
            self._scores,
            self._transitions,
            ties=ties_of(part.words, part.offsets, self._model),
            table=way.table_for(self._names),
            cost=way.cost,
            scheme=self._scheme,
        )


class _PhrasesOnly:
    """A `TiedDocument` without ties, in which only the next sentence is asked for."""

    def __init__(
        self,
        part: _Labelled,
        names: tuple[str, ...],
        cost: float,
        scheme: str,
        suggested: NDArray[np.int32],
    ) -> None:
        from crfcore.graphs.confirmed_phrases import ConfirmedPhrases, SuggestedSpans
        from crfcore.graphs.ties import forms_of

        self._phrases = ConfirmedPhrases(forms_of(part.words)[0], part.offsets, scheme)
        self._suggested = SuggestedSpans(suggested, names, part.offsets, scheme)
        self._names = names
        self._numbers = {name: number for number, name in enumerate(names)}
        self._cost, self._scheme = cost, scheme

    def additions(self, sentence: int) -> NDArray[np.float64]:
        """Return what is added to the scores of a sentence of which nothing is confirmed yet."""
        from crfcore.graphs.confirmed_phrases import phrase_scores

        start, stop = self._phrases.offsets[sentence : sentence + 2].tolist()
        confirmed = np.full(stop - start, -1, np.int32)
        matches = list(self._phrases.matches(sentence))
        return phrase_scores(
            self._suggested.without_parts(sentence, matches, confirmed),
            start,
            stop,
            self._numbers,
            self._scheme,
            self._cost,
            confirmed,
        )

    def confirm(self, sentence: int, labels: NDArray[np.int32]) -> None:
        """Confirm the labels of a sentence, -1 for those the model does not have."""
        tags = [self._names[label] if label >= 0 else None for label in labels.tolist()]
        self._phrases.confirm(sentence, tags)


def _documents(
    data: TrainingData, wanted: TrainingTargets, extraction: Extraction
) -> Iterator[_Labelled]:
    """Yield the documents with their completely labelled sentences."""
    offsets = data.text.of_sentences(wanted.sentence_indices).offsets
    labels = wanted.targets.label_sets
    known = labels < len(wanted.labels)
    complete = np.ones(len(wanted.sentence_indices), np.bool_)
    owner = np.repeat(np.arange(len(complete)), np.diff(offsets))
    complete[owner[~known]] = False
    numbers = data.documents[wanted.sentence_indices]
    left = MOST_SENTENCES
    for document in np.random.default_rng(SEED).permutation(np.unique(numbers[complete])).tolist():
        chosen = np.flatnonzero(complete & (numbers == document))[:left]
        left -= len(chosen)
        if len(chosen):
            yield _labelled(data, wanted, offsets, chosen)


def _labelled(
    data: TrainingData,
    wanted: TrainingTargets,
    offsets: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> _Labelled:
    text = data.text.of_sentences(wanted.sentence_indices[chosen])
    labels = wanted.targets.label_sets[tokens_at(offsets, chosen)]
    return _Labelled(chosen, text.table().columns[0], text.offsets, labels)


def _parts(documents: list[_Labelled]) -> list[_Labelled]:
    """Return the documents, or parts of them where there are few."""
    if len(documents) >= ENOUGH_DOCUMENTS:
        return documents
    return [part for document in documents for part in _split(document)]


def _split(document: _Labelled) -> Iterator[_Labelled]:
    from crfcore.features.column_table import Column

    n_parts = max(1, round(len(document.chosen) / PART))
    for own in np.array_split(np.arange(len(document.chosen)), n_parts):
        start, stop = document.offsets[[own[0], own[-1] + 1]].tolist()
        yield _Labelled(
            document.chosen[own],
            Column(document.words.ids[start:stop], document.words.values),
            document.offsets[own[0] : own[-1] + 2] - start,
            document.labels[start:stop],
        )


def _counted(
    documents: list[_Labelled], names: tuple[str, ...], scheme: str, way: str
) -> Consistency:
    """Return a way with the cost of phrases and the table of ties of labelled documents."""
    from crfcore.graphs.confirmed_phrases import USUAL_COST, count_cases, phrase_cost
    from crfcore.graphs.ties import forms_of

    if way == OFF:
        return Consistency(OFF, 0.0)
    if way == PHRASES:
        # Alone, a lower cost by counts saves fewer corrections; see the table
        # kristjansson-documents.
        return Consistency(PHRASES, USUAL_COST)
    again = otherwise = 0
    for document in documents:
        forms, _ = forms_of(document.words)
        counts = count_cases(forms, document.offsets, document.tags(names), scheme)
        again, otherwise = again + counts[0], otherwise + counts[1]
    return Consistency(TIES, phrase_cost(again, otherwise), _table(documents, names))


def _table(documents: list[_Labelled], names: tuple[str, ...]) -> TieTable:
    from crfcore.features.column_table import Column
    from crfcore.features.segments import offsets_of
    from crfcore.graphs.tie_table import TieTable
    from crfcore.graphs.ties import tie, tied_tokens, types_of

    types, type_of = types_of(names)
    if not documents:
        return TieTable.of_agreement(types)
    words = Column(np.concatenate([one.words.ids for one in documents]), documents[0].words.values)
    offsets = offsets_of(np.concatenate([np.diff(one.offsets) for one in documents]))
    owners = np.repeat(np.arange(len(documents)), [len(one.chosen) for one in documents])
    ties = tie(words, offsets, owners, tied_tokens(words, offsets))
    labels = np.concatenate([one.labels for one in documents])
    return TieTable.fit(types, type_of[labels], ties)
