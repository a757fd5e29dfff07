"""Tagging: a text with the labels that a model gives it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.formats.records import LABEL, WORD, ExportedSentence
from app.formats.rows import write_rows
from app.jobs.evaluate import check_columns
from app.jobs.import_documents import PreparedDocument, Use, arrays_of
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
    prepared = arrays_of(imported, path.name, Use.TEXT)
    decoded = _decoded(crf, table_of(prepared), marginals=marginals, monitor=monitor)
    if layout.format == "conllu" and not marginals:
        return _conllu(prepared, decoded)
    return _columns(prepared, decoded) if layout.format == "columns" else _rows(prepared, decoded)


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


def _conllu(prepared: PreparedDocument, decoded: Iterator[list[str]]) -> Iterator[str]:
    layout = prepared.layout
    if LABEL not in layout.columns:
        names = tuple(LABEL if name == "upos" else name for name in layout.columns)
        layout = replace(layout, columns=names)
    sentences = (
        ExportedSentence((), tags, source)
        for source, tags in zip(prepared.sources, decoded, strict=True)
    )
    return write_rows(layout, sentences, "_")


def _rows(prepared: PreparedDocument, decoded: Iterator[list[str]]) -> Iterator[str]:
    ids, first = prepared.columns[0].tolist(), 0
    for fields in decoded:
        words = [prepared.words[word] for word in ids[first : first + len(fields)]]
        first += len(fields)
        rows = zip(words, fields, strict=True)
        yield "".join(f"{''.join(word.split())} {field}\n" for word, field in rows) + "\n"


def _columns(prepared: PreparedDocument, decoded: Iterator[list[str]]) -> Iterator[str]:
    tab = prepared.layout.separator == "tab"
    for source, fields in zip(prepared.sources, decoded, strict=True):
        lines = list(source.lines)
        for at, field in zip(source.tokens, fields, strict=True):
            lines[at] = _with_fields(lines[at], field.replace(" ", "\t") if tab else field, tab)
        yield source.before + "".join(lines)
    yield prepared.layout.tail


def _with_fields(line: str, field: str, tab: bool) -> str:  # noqa: FBT001
    content = line_content(line)
    return content + ("\t" if tab else " ") + field + (line[len(content) :] or "\n")
