"""Word vectors, clusters and letter case, learned from all text of a project, labelled or not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.domain.project import Project
from app.domain.training_choice import BOTH, CLUSTERS, NOTHING, TEXT_PARTS, VECTORS
from app.jobs.data.snapshot import ProjectText, TrainingData
from app.jobs.data.templates import template_of

if TYPE_CHECKING:
    from app.jobs.training.model_kinds import TagModel
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.learned_text import LearnedText
    from crfcore.features.template import Template
    from crfcore.features.word_cases import WordCases
    from crfcore.features.word_clusters import WordClusters
    from crfcore.features.word_vectors import WordVectors

LEAST_TOKENS = 20_000
"""Clusters of fewer tokens are not worth their time."""

GROWTH = 1.2
"""Clusters are learned anew when the text has grown by this factor."""

_KEY = "clusters"
"""The key of their source in a model's metadata."""

_MOST_TOKENS = 2**31
"""No project has more."""


@dataclass(frozen=True, slots=True)
class ClusterSource:
    """The documents, by id, and their number of tokens."""

    documents: tuple[int, ...]
    n_tokens: int


@dataclass(frozen=True, slots=True, eq=False)
class LearnedClusters:
    """Word clusters, the letter case of words, their vectors, and the text that these are of.

    ``vectors`` is None for a model whose template does not read them; each of the two also for a
    model that does without.
    """

    source: ClusterSource
    clusters: WordClusters | None
    cases: WordCases
    vectors: WordVectors | None = None

    def only(self, parts: str) -> LearnedClusters:
        """Return it with vectors alone, with clusters alone, or with both."""
        if parts == VECTORS and self.vectors is not None:
            return replace(self, clusters=None)
        return replace(self, vectors=None) if parts == CLUSTERS else self

    def same_as(self, other: LearnedClusters | None) -> bool:
        """Return whether both give words the same attributes."""
        return (
            other is not None
            and self.cases is other.cases
            and self.clusters is other.clusters
            and self.vectors is other.vectors
        )

    def for_template(self, template: Template) -> LearnedText:
        """Return what the extractor of a template needs."""
        from crfcore.features.learned_text import LearnedText

        vectors = self.vectors if reads_vectors(template) else None
        return LearnedText(self.clusters, vectors, self.cases)

    def metadata(self) -> dict[str, Any]:
        """Return the source as part of a model's metadata."""
        source = self.source
        return {_KEY: {"documents": list(source.documents), "tokens": source.n_tokens}}

    @classmethod
    def of_model(cls, crf: TagModel) -> LearnedClusters | None:
        """Return the clusters of a model of a project; None if it has none."""
        learned = getattr(crf.extractor_, "learned", None)
        source = _source_of(crf.metadata_.get(_KEY))
        if learned is None or learned.cases is None or source is None:
            return None
        if learned.clusters is None and learned.vectors is None:
            return None
        return cls(source, learned.clusters, learned.cases, learned.vectors)


def _source_of(metadata: object) -> ClusterSource | None:
    """Return the source in a model's metadata, which may be anything in a file from elsewhere."""
    if not isinstance(metadata, dict):
        return None
    documents, n_tokens = metadata.get("documents"), metadata.get("tokens")
    if type(n_tokens) is not int or not 0 <= n_tokens <= _MOST_TOKENS:
        return None
    if not isinstance(documents, list):
        return None
    if any(type(document) is not int for document in documents):
        return None
    return ClusterSource(tuple(documents), n_tokens)


def n_cluster_tokens(crf: TagModel) -> int:
    """Return from how many tokens a model's clusters were learned, 0 if it has none."""
    learned = LearnedClusters.of_model(crf)
    return 0 if learned is None else learned.source.n_tokens


def cluster_source(
    text: ProjectText, documents: NDArray[np.int32], shown: tuple[int, ...]
) -> ClusterSource | None:
    """Return the documents that clusters are learned from; None while there is too little text.

    ``documents`` int32 (N,) is the document of each sentence. The result depends on the visible
    documents ``shown`` alone, in the order of their ids: a document is learned from if the text had
    grown enough with it, or with a later one. So the same project always has the same clusters.
    """
    if not shown:
        return None
    known = np.isin(documents, shown)
    sizes = np.bincount(documents[known], np.diff(text.offsets)[known], max(shown) + 1)
    newest, n_tokens = None, 0
    ordered = sorted(shown)
    for n, document in enumerate(ordered, 1):
        n_tokens += int(sizes[document])
        if n_tokens >= (LEAST_TOKENS if newest is None else GROWTH * newest.n_tokens):
            newest = ClusterSource(tuple(ordered[:n]), n_tokens)
    return newest


def reads_clusters(template: Template) -> bool:
    """Return whether a template has a line that reads what is learned from text."""
    return not _functions(template).isdisjoint({"cluster", "case", "vector"})


def reads_vectors(template: Template) -> bool:
    """Return whether a template has a line that reads word vectors."""
    return "vector" in _functions(template)


def parts_to_compare(learned: LearnedClusters, template: str) -> tuple[str, ...]:
    """Return what models of a project's template may have of what was learned, all first."""
    read = _functions(template_of(template))
    has_both = learned.clusters is not None and learned.vectors is not None
    return TEXT_PARTS if has_both and {"cluster", "vector"} <= read else (BOTH, NOTHING)


def _functions(template: Template) -> set[str]:
    return {macro.function for line in template.features for macro in line.macros}


@lru_cache(maxsize=16)
def _reads_clusters(template: str) -> bool:
    return reads_clusters(template_of(template))


def wanted_source(data: TrainingData) -> ClusterSource | None:
    """Return what the clusters of a project's models are learned from; None if they have none."""
    if not data.learn_from_text or not _reads_clusters(data.template):
        return None
    return cluster_source(data.text, data.documents, data.shown)


def learns_from_text(project: Project) -> bool:
    """Return whether models of a project have clusters and vectors, now or once there are any."""
    settings = project.settings
    if not settings.learn_from_text or not _reads_clusters(settings.template):
        return False
    shown = [one.id for one in project.documents.values() if not one.removed]
    corpus = project.corpus
    return cluster_source(ProjectText.of(project), corpus.documents, tuple(shown)) is not None


@dataclass(frozen=True, slots=True, eq=False)
class ClusterText:
    """The sentences that clusters are learned from, and the parts that a model has."""

    source: ClusterSource
    sentences: ColumnTable
    parts: str = BOTH

    def learn(
        self,
        report: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        like: WordVectors | None = None,
    ) -> LearnedClusters:
        """Learn vectors, clusters and letter case; TrainingCancelled if cancelled.

        New vectors are turned onto earlier ones, ``like``, if these have as many dimensions:
        weights stay a good start.
        """
        from crfcore.features.word_cases import learn_cases
        from crfcore.features.word_clusters import learn_clusters
        from crfcore.features.word_vectors import learn_vectors

        def first(done: int, total: int) -> None:
            if report is not None:
                report(done, 2 * total)

        def second(done: int, total: int) -> None:
            if report is not None:
                report(total + done, 2 * total)

        text = self.sentences
        vectors = learn_vectors(text, monitor=first, cancelled=cancelled)
        if like is not None and like.n_dimensions == vectors.n_dimensions:
            vectors = vectors.turned_to(like)
        clusters = learn_clusters(text, monitor=second, cancelled=cancelled)
        learned = LearnedClusters(self.source, clusters, learn_cases(text), vectors)
        return learned.only(self.parts)


def cluster_text(data: TrainingData) -> ClusterText | None:
    """Return what a project's clusters are learned from; None for a short text, or by setting."""
    if not data.learn_from_text:
        return None
    source = cluster_source(data.text, data.documents, data.shown)
    if source is None:
        return None
    chosen = np.flatnonzero(np.isin(data.documents, source.documents))
    sentences = data.text.table().select(chosen.astype(np.int64))
    return ClusterText(source, sentences, data.text_parts)


def _suits(
    known: LearnedClusters | None, source: ClusterSource, data: TrainingData, parts: str
) -> bool:
    """Return whether nothing has to be learned for models that have these parts."""
    if parts == NOTHING:
        return True
    if known is None or known.source != source:
        return False
    vectors = parts != CLUSTERS and reads_vectors(template_of(data.template))
    return (known.clusters is not None or parts == VECTORS) and (
        known.vectors is not None or not vectors
    )


class ClusterCache:
    """Keeps the newest clusters of one project while it is open; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._newest: LearnedClusters | None = None
        # Of the last question: each edit asks, and few edits change the answer.
        self._text: ProjectText | None = None
        self._asked: tuple[object, ...] = ()
        self._source: ClusterSource | None = None

    def get(self, data: TrainingData) -> LearnedClusters | None:
        """Return the clusters for a training now: the newest, also if those of more text are due.

        None if the project's models have no clusters, or the first are not learned yet.
        """
        newest = None if self._wanted(data) is None else self._newest
        return None if newest is None else newest.only(data.text_parts)

    def learn(
        self,
        data: TrainingData,
        report: Callable[[int, int], None],
        cancelled: Callable[[], bool],
        parts: str = BOTH,
    ) -> LearnedClusters | None:
        """Learn and keep the clusters of a project; None if they are there, or after a cancel.

        ``parts`` is what models have; a model from the project's file brings no other parts.
        """
        source, newest = self._wanted(data), self._newest
        if source is None or _suits(newest, source, data, parts):
            return None
        learned = self._learn(data, newest, report, cancelled)
        if learned is not None:
            with self._lock:
                self._newest = learned
        return learned

    def complete(self, data: TrainingData, cancelled: Callable[[], bool], parts: str) -> None:
        """Learn the parts that are missing, before a choice compares them; not if cancelled.

        Models keep theirs. Nothing is learned where `learn` does it: for the first models, unless
        they use nothing of ``parts``, and once the text has grown.
        """
        source, newest = self._wanted(data), self._newest
        if source is None or _suits(newest, source, data, BOTH):
            return
        if newest.source != source if newest is not None else parts != NOTHING:
            return
        learned = self._learn(data, newest, lambda _done, _total: None, cancelled)
        if learned is None:
            return
        if newest is not None:
            clusters, vectors = newest.clusters or learned.clusters, newest.vectors
            learned = replace(newest, clusters=clusters, vectors=vectors or learned.vectors)
        with self._lock:
            if self._newest is newest:
                self._newest = learned

    def _learn(
        self,
        data: TrainingData,
        newest: LearnedClusters | None,
        report: Callable[[int, int], None],
        cancelled: Callable[[], bool],
    ) -> LearnedClusters | None:
        from crfcore.errors import TrainingCancelled

        # All parts: a later choice compares them.
        text = cluster_text(replace(data, text_parts=BOTH))
        if text is None:
            return None
        try:
            like = None if newest is None else newest.vectors
            return text.learn(report, cancelled, like)
        except TrainingCancelled:
            return None

    def restore(self, crf: TagModel) -> None:
        """Keep the clusters of a model from the project's file until there are others."""
        if self._newest is None:
            self._newest = LearnedClusters.of_model(crf)

    def _wanted(self, data: TrainingData) -> ClusterSource | None:
        asked = data.shown, data.template, data.learn_from_text
        with self._lock:
            if self._text is None or not self._text.same_as(data.text) or self._asked != asked:
                self._source = wanted_source(data)
                self._text, self._asked = data.text, asked
            return self._source
