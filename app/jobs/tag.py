"""Tagging: a text with the labels that a model gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.domain.sentences import SentenceSource
from app.formats.records import LABEL, WORD, ExportedSentence
from app.formats.rows import write_rows
from app.jobs.evaluate import check_columns
from app.jobs.import_documents import PreparedDocument, Use, arrays_of
from app.jobs.labelled_data import read, table_of
from app.jobs.progress import Monitor, report
from app.jobs.snapshot import feature_columns
from app.jobs.tag_constraints import Constraints, read_constraints
from crfcore.text.rows import line_content

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.features.dataset import ColumnTable, Dataset

SENTENCES_AT_ONCE = 1000

Mask: TypeAlias = NDArray[np.uint8] | None
Ranking: TypeAlias = list[tuple[list[str], float]]
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class TagOptions:
    """How a text is tagged: ``nbest`` 0 gives the best labels alone, without their rank."""

    columns: tuple[str, ...] = ()
    marginals: bool = False
    nbest: int = 0
    constraints: Path | None = None


def tag(
    crf: LinearChainCRF,
    path: Path,
    options: TagOptions | None = None,
    monitor: Monitor | None = None,
) -> Iterator[str]:
    """Give the tagged text in pieces, in the form of the input.

    A column file gets the label as one more column, CoNLL-U gets it in its label column, a text
    becomes rows of word and label. ``marginals`` adds label/probability pairs to each row; of
    CoNLL-U, whose label column can't hold them, it makes rows of word and label too. ``nbest``
    gives each sentence several times, the most probable labels first, ahead of each a line with
    its rank and its probability; again as rows, for CoNLL-U.
    """
    options = options or TagOptions()
    imported = read(path, options.columns, like=tuple(crf.metadata_.get("columns", ())))
    layout = imported.layout
    check_columns(crf, feature_columns(layout.columns) if layout.columns else (WORD,), path)
    prepared = arrays_of(imported, path.name, Use.TEXT)
    constraints = None
    if options.constraints is not None:
        lengths = np.diff(prepared.offsets).tolist()
        constraints = read_constraints(options.constraints, crf.classes_, lengths)
    job = _Job(crf, table_of(prepared), constraints, monitor)
    if options.nbest:
        ranked = job.ranked(options.nbest)
        several = _ranked_columns if layout.format == "columns" else _ranked_rows
        return several(prepared, ranked)
    decoded = job.with_marginals() if options.marginals else job.labels()
    if layout.format == "conllu" and not options.marginals:
        return _conllu(prepared, decoded)
    return _columns(prepared, decoded) if layout.format == "columns" else _rows(prepared, decoded)


@dataclass(frozen=True, slots=True)
class _Job:
    """A text under a model, sentence by sentence."""

    crf: LinearChainCRF
    table: ColumnTable
    constraints: Constraints | None
    monitor: Monitor | None

    def labels(self) -> Iterator[list[str]]:
        """Give the labels of each sentence."""
        return self._answers(lambda dataset, allowed: self.crf.predict(dataset, allowed=allowed))

    def with_marginals(self) -> Iterator[list[str]]:
        """Give the labels of each sentence, the probabilities of all labels behind each."""
        names = self.crf.classes_

        def fields(dataset: Dataset, allowed: Mask) -> list[list[str]]:
            best = self.crf.decode_dataset(dataset, allowed).labels.tolist()
            rows = self.crf.label_probabilities(dataset, allowed).tolist()
            fields = [
                " ".join([names[label], *_pairs(names, row)])
                for label, row in zip(best, rows, strict=True)
            ]
            return [fields[start:end] for start, end in pairwise(dataset.offsets.tolist())]

        return self._answers(fields)

    def ranked(self, n: int) -> Iterator[Ranking]:
        """Give the n best labellings of each sentence with their probabilities."""
        return self._answers(lambda dataset, allowed: self.crf.nbest(dataset, n, allowed=allowed))

    def _answers(self, ask: Callable[[Dataset, Mask], list[Answer]]) -> Iterator[Answer]:
        """Ask about runs of sentences, and give the answer for each sentence."""
        from crfcore.inference.forward_backward import NoLabellingError

        offsets = self.table.offsets
        for first in range(0, self.table.n_sentences, SENTENCES_AT_ONCE):
            report(self.monitor, first, self.table.n_sentences)
            last = min(first + SENTENCES_AT_ONCE, self.table.n_sentences)
            dataset = self.crf.dataset(self.table.select(np.arange(first, last)))
            allowed = None
            if self.constraints is not None:
                allowed = self.constraints.allowed[int(offsets[first]) : int(offsets[last])]
            try:
                answers = ask(dataset, allowed)
            except NoLabellingError as error:
                sentence = first + error.sentence
                if self.constraints is None:
                    raise NoLabellingError(sentence, error.token) from None
                token = int(offsets[sentence]) + error.token
                raise self.constraints.no_label_at(token) from None
            yield from answers


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
    for words, fields in zip(_words(prepared), decoded, strict=True):
        yield _block(words, fields) + "\n"


def _ranked_rows(prepared: PreparedDocument, ranked: Iterator[Ranking]) -> Iterator[str]:
    for words, ranking in zip(_words(prepared), ranked, strict=True):
        for rank, (labels, probability) in enumerate(ranking, 1):
            yield f"{_heading(rank, probability)}\n{_block(words, labels)}\n"


def _words(prepared: PreparedDocument) -> Iterator[list[str]]:
    ids = prepared.columns[0].tolist()
    for start, end in pairwise(prepared.offsets.tolist()):
        yield [prepared.words[word] for word in ids[start:end]]


def _block(words: list[str], fields: list[str]) -> str:
    rows = zip(words, fields, strict=True)
    return "".join(f"{''.join(word.split())} {field}\n" for word, field in rows)


def _heading(rank: int, probability: float) -> str:
    return f"# {rank} {probability:.6f}"


def _columns(prepared: PreparedDocument, decoded: Iterator[list[str]]) -> Iterator[str]:
    tab = prepared.layout.separator == "tab"
    for source, fields in zip(prepared.sources, decoded, strict=True):
        yield source.before + "".join(_labelled_lines(source, fields, tab))
    yield prepared.layout.tail


def _ranked_columns(prepared: PreparedDocument, ranked: Iterator[Ranking]) -> Iterator[str]:
    tab = prepared.layout.separator == "tab"
    for source, ranking in zip(prepared.sources, ranked, strict=True):
        first = source.lines[0]
        end = first[len(line_content(first)) :] or "\n"
        yield source.before
        for rank, (labels, probability) in enumerate(ranking, 1):
            between = end if rank > 1 else ""
            lines = _labelled_lines(source, labels, tab)
            yield f"{between}{_heading(rank, probability)}{end}{''.join(lines)}"
    yield prepared.layout.tail


def _labelled_lines(source: SentenceSource, fields: list[str], tab: bool) -> list[str]:  # noqa: FBT001
    lines = list(source.lines)
    for at, field in zip(source.tokens, fields, strict=True):
        lines[at] = _with_fields(lines[at], field.replace(" ", "\t") if tab else field, tab)
    return lines


def _with_fields(line: str, field: str, tab: bool) -> str:  # noqa: FBT001
    content = line_content(line)
    return content + ("\t" if tab else " ") + field + (line[len(content) :] or "\n")
