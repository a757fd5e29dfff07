"""Evaluation of models on labelled data."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.jobs.data.collected_sentences import NO_TAG
from app.jobs.data.snapshot import feature_columns
from app.jobs.labelled_files.labelled_data import LabelledData, load
from app.jobs.labelled_files.model_checks import check_metadata
from app.jobs.labelled_files.scheme import Mask, ModelScheme, by_sentence
from app.jobs.progress import Monitor, report
from crfcore.arrays import counts_before
from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.metrics.spans import span_scores
from crfcore.metrics.tokens import token_accuracy

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.document_crf import DocumentCRF
    from crfcore.estimator.text_rules import TextRules
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.dataset import Dataset
    from crfcore.features.extraction import TemplateExtractor
    from crfcore.features.template import Template
    from crfcore.semi_markov import SemiMarkovCRF

SENTENCES_AT_ONCE = 2000

MOST_ENTRIES = 2**24
"""The most dimensions of vectors of a dataset, of 12 bytes each: 200 MB."""


def load_for(
    crf: LinearChainCRF | SemiMarkovCRF | DocumentCRF,
    path: Path,
    columns: Sequence[str] = (),
    *,
    control_only: bool = False,
) -> LabelledData:
    """Read labelled data with the columns of a model; DataError for other columns.

    ``control_only``: read only the test sample of a project.
    """
    check_metadata(crf)
    known = crf.metadata_
    like, attribute = tuple(known.get("columns", ())), known.get("label_attribute", "")
    data = load(path, columns, like=like, attribute=attribute, control_only=control_only)
    check_columns(crf, data.feature_columns, path)
    return data


def load_test(
    path: Path, learnt: LabelledData, template: Template, columns: Sequence[str] = ()
) -> LabelledData:
    """Read test data for a model that is yet to be trained; DataError as `evaluate`.

    Without ``columns`` they are read like the data that were learned from.
    """
    data = load(path, columns, like=learnt.columns, attribute=learnt.attribute)
    _check_names(learnt.feature_columns, data.feature_columns, template.n_columns, path)
    _whole_sentences(data, path)
    return data


def read_model(path: Path) -> LinearChainCRF | SemiMarkovCRF | DocumentCRF:
    """Read a model that labels files; DataError for one trained on attribute items."""
    from crfcore.document_crf import load_model

    crf = load_model(path)
    template_extractor(crf, path)
    return crf


def template_extractor(
    crf: LinearChainCRF | SemiMarkovCRF | DocumentCRF, path: Path | None = None
) -> TemplateExtractor:
    """Return the feature extractor of a model; DataError for one trained on attribute items."""
    from crfcore.features.extraction import TemplateExtractor

    if not isinstance(crf.extractor_, TemplateExtractor):
        raise DataError(
            message(
                "This model has attributes that no template reads from files; use it from Python."
            ),
            path=path,
        )
    return crf.extractor_


def datasets_of(
    crf: LinearChainCRF | SemiMarkovCRF, table: ColumnTable
) -> Callable[[int, int], Dataset]:
    """Return a function that gives the dataset of sentences first..last-1 of a table.

    Unknown words get vectors and cases from their occurrences in the whole table.
    """
    from crfcore.estimator.extractors import text_reading
    from crfcore.features.dataset import Dataset

    reading = text_reading(template_extractor(crf), lambda: table)
    if reading is None:
        return lambda first, last: crf.dataset(table.select(np.arange(first, last)))
    return lambda first, last: Dataset.of(reading.dataset(first, last))


def batches(
    crf: LinearChainCRF | SemiMarkovCRF, offsets: NDArray[np.int64], most: int
) -> Iterator[tuple[int, int]]:
    """Yield the first and the last sentence (exclusive) of datasets that fit into memory.

    ``offsets`` (N + 1,) are the tokens of N sentences; a dataset has at most ``most`` of these, and
    fewer where a token has many dimensions of vectors.
    """
    from crfcore.features.vector_lines import VectorLines

    extractor = template_extractor(crf)
    lines = VectorLines.of(extractor.template.unigrams, extractor.vectors)
    most_tokens = MOST_ENTRIES // max(1, lines.n_attributes)
    first, n_sentences = 0, len(offsets) - 1
    while first < n_sentences:
        in_memory = int(np.searchsorted(offsets, offsets[first] + most_tokens, side="right")) - 1
        last = min(max(in_memory, first + 1), first + most, n_sentences)
        yield first, last
        first = last


def check_columns(
    crf: LinearChainCRF | SemiMarkovCRF | DocumentCRF, names: tuple[str, ...], path: Path
) -> None:
    """Raise DataError if the data lack a column of the model's template."""
    known = feature_columns(crf.metadata_.get("columns", names))
    _check_names(known, names, template_extractor(crf).template.n_columns, path)


def _check_names(known: tuple[str, ...], names: tuple[str, ...], needed: int, path: Path) -> None:
    if known[1:needed] != names[1:needed]:
        raise DataError(
            message(
                "The model looks at the columns {known}; this file has {names}. Name its columns "
                "alike, or use a model of words alone.",
                known=", ".join(known[:needed]),
                names=", ".join(names),
            ),
            path=path,
        )


def evaluate(
    crf: LinearChainCRF | SemiMarkovCRF,
    data: LabelledData,
    scheme: str = "",
    monitor: Monitor | None = None,
) -> dict[str, Any]:
    """Return the scores of the labels that `tag` writes for the fully labelled sentences.

    They obey the scheme of the model; ``scheme`` is for the scores alone. Keys as in the command
    line's JSON; ``per_label`` maps a label to precision, recall, f1, and the numbers of spans.
    ``log_likelihood`` is the sum over the sentences whose labels the model has, None if it is not
    finite: for a model of segments, spans that are longer than all it has seen have no probability.
    ``unseen_labels`` are labels that the model lacks.
    """
    start = time.perf_counter()
    whole = _whole_sentences(data)
    gold: list[list[str]] = []
    predicted: list[list[str]] = []
    likelihood = 0.0
    for sentence_indices, dataset in _datasets(crf, data, whole):
        report(monitor, len(gold), len(whole))
        sentences = [_tags(data, sentence_index) for sentence_index in sentence_indices.tolist()]
        gold += sentences
        predicted += _predicted(crf, dataset)
        likelihood += crf.log_likelihood(dataset, sentences, skip_unknown_labels=True)
    scheme = scheme or crf.metadata_.get("scheme", data.scheme)
    return {**_scores(gold, predicted, scheme), **_rest(crf, gold, likelihood, start)}


def _datasets(
    crf: LinearChainCRF | SemiMarkovCRF, data: LabelledData, whole: NDArray[np.intp]
) -> Iterator[tuple[NDArray[np.intp], Dataset]]:
    """Yield some of the fully labelled sentences at a time, with their dataset.

    It is that of the whole text, unlabelled sentences included, where attributes depend on it.
    """
    from crfcore.estimator.extractors import reads_whole_texts

    if not reads_whole_texts(template_extractor(crf)):
        table, at = data.table.select(whole), np.arange(len(whole))
    elif data.text is None:
        table, at = data.table, whole
    else:
        table, at = data.text, data.in_text[whole]
    dataset_of = datasets_of(crf, table)
    done = 0
    for first, last in batches(crf, table.offsets, SENTENCES_AT_ONCE):
        end = int(np.searchsorted(at, last))
        if end > done:
            dataset = dataset_of(first, last)
            if end - done < last - first:
                dataset = dataset.select(at[done:end] - first)
            yield whole[done:end], dataset
        done = end


def _predicted(crf: LinearChainCRF | SemiMarkovCRF, dataset: Dataset) -> Iterator[list[str]]:
    """Yield the labels of each sentence, under the scheme of the model."""

    def labels(dataset: Dataset, allowed: Mask, rules: TextRules | None) -> list[list[str]]:
        if rules is None:
            return crf.predict(dataset, allowed=allowed)
        decoding = crf.decode_under_rules(dataset, rules, allowed=allowed).decoding
        return by_sentence(crf.classes_, decoding.labels, dataset)

    return ModelScheme.of(crf).obeyed(labels, lambda answer: [answer], dataset, None, None)


def evaluate_documents(crf: DocumentCRF, data: LabelledData, scheme: str = "") -> dict[str, Any]:
    """Return the scores of a model whose documents are tied; it has no ``log_likelihood``."""
    start = time.perf_counter()
    whole = _whole_sentences(data).tolist()
    labels = crf.predict(data.table, documents=data.documents)
    gold = [_tags(data, sentence_index) for sentence_index in whole]
    scheme = scheme or crf.metadata_.get("scheme", data.scheme)
    scores = _scores(gold, [labels[sentence_index] for sentence_index in whole], scheme)
    unseen = sorted({tag for tags in gold for tag in tags} - set(crf.classes_))
    seconds = time.perf_counter() - start
    return {**scores, "log_likelihood": None, "unseen_labels": unseen, "seconds": seconds}


def _whole_sentences(data: LabelledData, path: Path | None = None) -> NDArray[np.intp]:
    """Return the indices of fully labelled sentences; DataError if there is none."""
    offsets = data.table.offsets
    labelled = counts_before(data.tags != NO_TAG)[offsets]
    whole = np.flatnonzero(np.diff(labelled) == np.diff(offsets))
    if not len(whole):
        raise DataError(message("No fully labelled sentence to evaluate on."), path=path)
    return whole


def _tags(data: LabelledData, sentence_index: int) -> list[str]:
    at = slice(int(data.table.offsets[sentence_index]), int(data.table.offsets[sentence_index + 1]))
    return [data.labels[tag] for tag in data.tags[at].tolist()]


def _scores(gold: list[list[str]], predicted: list[list[str]], scheme: str) -> dict[str, Any]:
    scores = span_scores(gold, predicted, scheme if scheme == "tokens" else None)
    return {
        "sentences": len(gold),
        "tokens": sum(map(len, gold)),
        "token_accuracy": token_accuracy(gold, predicted),
        "precision": scores.precision,
        "recall": scores.recall,
        "f1": scores.f1,
        "per_label": {
            label: {
                "precision": counts.precision,
                "recall": counts.recall,
                "f1": counts.f1,
                "gold": counts.gold,
                "predicted": counts.predicted,
                "correct": counts.correct,
            }
            for label, counts in scores.per_label.items()
        },
    }


def _rest(
    crf: LinearChainCRF | SemiMarkovCRF, gold: list[list[str]], likelihood: float, start: float
) -> dict[str, Any]:
    unseen = sorted({tag for tags in gold for tag in tags} - set(crf.classes_))
    return {
        "log_likelihood": likelihood if isfinite(likelihood) else None,
        "unseen_labels": unseen,
        "seconds": time.perf_counter() - start,
    }
