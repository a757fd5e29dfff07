"""Scores of labels for a document's other sentences, from its confirmed labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.consistency import TIES, ConfirmedName, ConfirmedNames
from app.jobs.suggestions.propose import Sentences, dataset_of, labels_of_tags
from app.jobs.training.model_kinds import token_model
from app.jobs.training.train import TrainedModel
from crfcore.errors import TrainingCancelled
from crfcore.text.tag_schemes import OUTSIDE, SCHEMES

if TYPE_CHECKING:
    from crfcore.estimator.fitted_chain import FittedChain
    from crfcore.features.column_table import Column
    from crfcore.graphs.tie_table import TieTable
    from crfcore.graphs.tied_document import NameEvidence, TiedDocument
    from crfcore.graphs.ties import Ties

WINDOW = 20_000
"""Longer documents are treated in parts of about so many tokens."""

CONFIRMED_AT_ONCE = 200
"""How many changed sentences are taken in before the document is searched for their phrases."""

LEAST_CHANGE = 1e-3
"""Smaller changes of scores, in nats, are not passed on."""

LabelScores = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Consistency:
    """How names are made consistent: ``way`` is one of `app.domain.consistency.WAYS`.

    ``cost`` is that of each token of a confirmed phrase, ``table`` the table of ties.
    """

    way: str
    cost: float
    table: TieTable | None = None

    def table_for(self, labels: Sequence[str]) -> TieTable | None:
        """Return the table of ties for the labels of a model, None for phrases alone.

        That of other labels cannot be used.
        """
        from crfcore.graphs.tie_table import TieTable
        from crfcore.graphs.ties import types_of

        if self.way != TIES:
            return None
        types, _ = types_of(labels)
        fits = self.table is not None and self.table.types == types
        return self.table if fits else TieTable.of_agreement(types)


@dataclass(frozen=True, slots=True, eq=False)
class DocumentQuestion:
    """A document, or a part of one, with its confirmed labels.

    ``silent`` bool (N,) are test sentences, which neither give nor take. ``known`` are the scores
    that its sentences have at present, by sentence index. ``corrected`` is the sentence that a
    person has just edited, -1 for none.
    """

    model: TrainedModel
    sentences: Sentences
    silent: NDArray[np.bool_]
    consistency: Consistency
    known: dict[int, LabelScores]
    corrected: int = -1

    def is_about(self, other: DocumentQuestion) -> bool:
        """Return whether another question differs at most in its labels."""
        return (
            self.model is other.model
            and self.consistency is other.consistency
            and self.sentences.text.same_as(other.sentences.text)
            and self.sentences.tags == other.sentences.tags
            and np.array_equal(self.sentences.sentence_indices, other.sentences.sentence_indices)
            and np.array_equal(self.silent, other.silent)
        )


@dataclass(slots=True, eq=False)
class _Kept:
    """A document with the question that was asked about it last.

    ``outdated`` are sentences, numbered in the document, that have changed since the last answer;
    ``told`` is what the asker knows if it has used that answer.
    """

    question: DocumentQuestion
    document: TiedDocument
    outdated: set[int]
    told: dict[int, LabelScores] = field(default_factory=dict)

    def follow(self, question: DocumentQuestion, stops: Callable[[], bool]) -> None:
        """Take in the labels of a question; TrainingCancelled in the midst of them."""
        document, labels = self.document, _confirmed(question)
        offsets = document.chains.offsets.tolist()
        changed = np.flatnonzero(labels != document.confirmed)
        numbers = np.unique(document.chains.sentence_of[changed]).tolist()
        for begin in range(0, len(numbers), CONFIRMED_AT_ONCE):
            if stops():
                raise TrainingCancelled
            some = numbers[begin : begin + CONFIRMED_AT_ONCE]
            own = {at: labels[offsets[at] : offsets[at + 1]] for at in some}
            others = document.confirm_all(own, stops)
            self.outdated.update(some, others.tolist())
        self.question = question

    def changed(self, stops: Callable[[], bool]) -> dict[int, LabelScores]:
        """Return the scores that have changed; see `DocumentEvidence.scores`."""
        known_scores, found = self.question.known, {}
        for number, sentence_index in enumerate(self.question.sentences.sentence_indices.tolist()):
            known = known_scores.get(sentence_index)
            if number not in self.outdated and known is self.told.get(sentence_index):
                continue
            if stops():
                raise TrainingCancelled
            scores = self.document.additions(number)
            if known is None or known.shape != scores.shape:
                changed = bool(np.any(np.abs(scores) > LEAST_CHANGE))
            else:
                changed = bool(np.any(np.abs(scores - known) > LEAST_CHANGE))
            if changed:
                found[sentence_index] = scores
        self.outdated.clear()
        self.told = {**known_scores, **found}
        return found


class DocumentEvidence:
    """Answers questions about documents; keeps two, so that the next answer is fast.

    One is the document whose scores were asked for last; the other that of the sentence in work,
    whose names are asked for: after a new model the scores of all documents are. Workers may ask at
    the same time.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._newest: _Kept | None = None
        self._in_work: _Kept | None = None

    def scores(
        self, question: DocumentQuestion, stops: Callable[[], bool] = lambda: False
    ) -> dict[int, LabelScores]:
        """Return the scores (n, L) of the sentences for which they have changed.

        They are to be added to the scores of the model's labels. TrainingCancelled if ``stops``
        returns True, which is called for each sentence, also while a document is taken in. Labels
        that are taken in by then are kept, and scores that are computed, too.
        """
        with self._lock:
            self._newest = self._of(question, stops)
            self._newest.follow(question, stops)
            return self._newest.changed(stops)

    def confirmed_names(self, question: DocumentQuestion, sentence_index: int) -> ConfirmedNames:
        """Return which confirmed names speak about the tokens of a sentence."""
        sentence_indices = question.sentences.sentence_indices
        number = int(np.searchsorted(sentence_indices, sentence_index))
        with self._lock:
            self._in_work = self._of(question, lambda: False)
            self._in_work.follow(question, lambda: False)
            found = self._in_work.document.explain_all(number)
        return {
            token: list(_names(evidence, sentence_indices)) for token, evidence in found.items()
        }

    def _of(self, question: DocumentQuestion, stops: Callable[[], bool]) -> _Kept:
        """Return the document of a question, with the labels of then or now.

        TrainingCancelled if ``stops`` returns True while it is made, which is called often.
        """

        def pause() -> None:
            if stops():
                raise TrainingCancelled

        for kept in (self._newest, self._in_work):
            if kept is not None and question.is_about(kept.question):
                return kept
        if self._in_work is not None and self._in_work.question.model is not question.model:
            self._in_work = None  # and the memory of a model that is no longer used
        document = _tied_document(question, _confirmed(question), pause)
        return _Kept(question, document, set(range(len(question.sentences.sentence_indices))))


def _names(
    evidence: Sequence[NameEvidence], sentence_indices: NDArray[np.int64]
) -> Iterator[ConfirmedName]:
    """Yield what each name was confirmed as, its words once."""
    told: set[str] = set()
    for one in evidence:
        name = " ".join(one.words)
        label = "" if one.type == OUTSIDE else one.type
        # The ties of a word say of it what its phrase has said.
        if one.kind == "ties" and label in told:
            continue
        told.add(label)
        sentences = tuple(dict.fromkeys(sentence_indices[list(one.sentences)].tolist()))
        yield ConfirmedName(name, label, sentences)


def _tied_document(
    question: DocumentQuestion, labels: NDArray[np.int32], pause: Callable[[], None]
) -> TiedDocument:
    from crfcore.graphs.tied_document import TiedDocument

    model, sentences = question.model, question.sentences
    crf = token_model(model.crf)
    table = sentences.text.table().select(sentences.sentence_indices)
    fitted: FittedChain = crf.fitted_.untempered
    scores, transitions, offsets, _ = fitted.lattice(
        dataset_of(model, sentences), None, 0, len(sentences.sentence_indices)
    )
    way = question.consistency
    pause()
    ties = ties_of(table.columns[0], offsets, model)
    pause()
    return TiedDocument(
        table.columns[0],
        offsets,
        crf.classes_,
        scores,
        transitions,
        ties=ties,
        table=way.table_for(crf.classes_),
        cost=way.cost,
        scheme=sentences.scheme if sentences.scheme in SCHEMES else "iob2",
        confirmed=labels,
        silent=question.silent,
        pause=pause,
    )


def ties_of(words: Column, offsets: NDArray[np.int64], model: TrainedModel) -> Ties:
    """Return the groups of equal names of one document."""
    from crfcore.features.extraction import TemplateExtractor
    from crfcore.graphs.ties import tie, tied_tokens

    extractor = model.crf.extractor_
    cases = extractor.learned.cases if isinstance(extractor, TemplateExtractor) else None
    tied = tied_tokens(words, offsets, "names", cases=cases)
    return tie(words, offsets, np.zeros(len(offsets) - 1, np.int64), tied)


def _confirmed(question: DocumentQuestion) -> NDArray[np.int32]:
    """Return the model's label of each confirmed token, -1 for other tokens (T,)."""
    sentences = question.sentences
    label_of = labels_of_tags(question.model, sentences)
    label_of_set = np.full(max(sentences.members, default=0) + 1, -1, np.int32)
    for number, members in sentences.members.items():
        if len(members) == 1:
            label_of_set[number] = label_of.get(members[0], -1)
    return label_of_set[sentences.tag_sets]


def parts_of(
    sentence_indices: NDArray[np.int64], offsets: NDArray[np.int64]
) -> list[NDArray[np.int64]]:
    """Return the sentences of a document in parts of about `WINDOW` tokens."""
    lengths = offsets[sentence_indices + 1] - offsets[sentence_indices]
    n_parts = max(1, round(int(lengths.sum()) / WINDOW))
    before = np.cumsum(lengths) - lengths
    part = np.minimum(before * n_parts // max(int(lengths.sum()), 1), n_parts - 1)
    return np.split(sentence_indices, np.flatnonzero(np.diff(part)) + 1)
