"""Tagging: a text with the labels that a model gives it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.domain.documents import Layout
from app.formats.records import LABEL, WORD, ExportedSentence, ImportedText
from app.formats.rows import write_rows
from app.jobs.evaluate import check_columns
from app.jobs.import_documents import Use, arrays_of
from app.jobs.labelled_data import read, table_of
from app.jobs.progress import Monitor, report
from app.jobs.snapshot import feature_columns
from crfcore.text.rows import line_content

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.features.dataset import ColumnTable

SENTENCES_AT_ONCE = 1000


def tag(
    crf: LinearChainCRF,
    path: Path,
    *,
    columns: Sequence[str] = (),
    marginals: bool = False,
    monitor: Monitor | None = None,
) -> Iterator[str]:
    """Give the tagged text in pieces, in the form of the input.

    A column file gets the label as one more column, CoNLL-U gets it in its label column, a text
    becomes rows of word and label. ``marginals`` adds label/probability pairs to each row; of
    CoNLL-U, whose label column can't hold them, it makes rows of word and label too.
    """
    imported = read(path, columns, like=tuple(crf.metadata_.get("columns", ())))
    layout = imported.layout
    check_columns(crf, feature_columns(layout.columns) if layout.columns else (WORD,), path)
    table = table_of(arrays_of(imported, path.name, Use.TEXT))
    if layout.format == "conllu" and not marginals:
        return _conllu(crf, imported, table, monitor)
    return _rows(crf, imported, table, marginals=marginals, monitor=monitor)


def _decoded(
    crf: LinearChainCRF, table: ColumnTable, *, marginals: bool, monitor: Monitor | None
) -> Iterator[list[str]]:
    """Give what stands behind each token of each sentence: its label, and pairs if wanted."""
    labels = list(crf.classes_)
    for first in range(0, table.n_sentences, SENTENCES_AT_ONCE):
        report(monitor, first, table.n_sentences)
        places = np.arange(first, min(first + SENTENCES_AT_ONCE, table.n_sentences))
        dataset = crf.dataset(table.select(places))
        fields = [labels[label] for label in crf.decode_dataset(dataset).labels.tolist()]
        if marginals:
            rows = crf.label_probabilities(dataset).tolist()
            fields = [
                " ".join([best, *_pairs(labels, row)])
                for best, row in zip(fields, rows, strict=True)
            ]
        offsets = dataset.offsets.tolist()
        for start, end in pairwise(offsets):
            yield fields[start:end]


def _pairs(labels: list[str], probabilities: list[float]) -> Iterator[str]:
    for label, probability in zip(labels, probabilities, strict=True):
        yield f"{label}/{probability:.6f}"


def _conllu(
    crf: LinearChainCRF, imported: ImportedText, table: ColumnTable, monitor: Monitor | None
) -> Iterator[str]:
    layout = imported.layout
    if LABEL not in layout.columns:
        names = tuple(LABEL if name == "upos" else name for name in layout.columns)
        layout = replace(layout, columns=names)
    decoded = _decoded(crf, table, marginals=False, monitor=monitor)
    sentences = (
        ExportedSentence(sentence.columns[0], tags, sentence.source)
        for sentence, tags in zip(imported.sentences, decoded, strict=True)
    )
    return write_rows(layout, sentences, "_")


def _rows(
    crf: LinearChainCRF,
    imported: ImportedText,
    table: ColumnTable,
    *,
    marginals: bool,
    monitor: Monitor | None,
) -> Iterator[str]:
    raw = imported.layout.format == "columns"
    tab = imported.layout.separator == "tab"
    decoded = _decoded(crf, table, marginals=marginals, monitor=monitor)
    for sentence, fields in zip(imported.sentences, decoded, strict=True):
        if not raw:
            rows = zip(sentence.columns[0], fields, strict=True)
            yield "".join(f"{''.join(word.split())} {field}\n" for word, field in rows) + "\n"
            continue
        lines = list(sentence.source.lines)
        for at, field in zip(sentence.source.tokens, fields, strict=True):
            lines[at] = _with_fields(lines[at], field.replace(" ", "\t") if tab else field, tab)
        yield sentence.source.before + "".join(lines)
    yield _tail(imported.layout) if raw else ""


def _with_fields(line: str, field: str, tab: bool) -> str:  # noqa: FBT001
    content = line_content(line)
    return content + ("\t" if tab else " ") + field + (line[len(content) :] or "\n")


def _tail(layout: Layout) -> str:
    return layout.tail
