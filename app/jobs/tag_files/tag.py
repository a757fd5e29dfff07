"""Tagging of texts with a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import Layout
from app.domain.sentences import SentenceSource
from app.domain.tagging import OUTSIDE, TOKENS
from app.formats.conllu_misc import NEW_ATTRIBUTE, NEW_OPTION
from app.formats.records import (
    LABEL,
    NO_LABEL,
    WORD,
    ExportedDocument,
    ExportedSentence,
    ImportedText,
)
from app.formats.rows import as_field, write_rows
from app.formats.span_alignment import IMPORTED_SCHEME
from app.formats.table import FORMATS
from app.jobs.data.document_numbers import document_numbers
from app.jobs.data.snapshot import feature_columns
from app.jobs.importing.documents import PreparedDocument, Use, arrays_of
from app.jobs.labelled_files.evaluate import batches, check_columns, datasets_of
from app.jobs.labelled_files.labelled_data import read, table_of
from app.jobs.labelled_files.model_checks import check_metadata, check_written
from app.jobs.labelled_files.scheme import (
    Answer,
    Ask,
    Mask,
    ModelScheme,
    Routed,
    by_sentence,
    routed,
)
from app.jobs.progress import Monitor, report
from app.jobs.tag_files.constraints import Constraints, parse_constraints
from app.jobs.tag_files.documents import DocumentJob
from app.jobs.tag_files.rules import RulesOfText, holds_rules, rules_as_read, rules_of_text
from crfcore.errors import DataError, UnknownLabelError
from crfcore.text.columns import DOCUMENT_MARK
from crfcore.text.lines import read_text
from crfcore.text.rows import Separator, line_content

if TYPE_CHECKING:
    from crfcore.constraints.json_files import RulesFile
    from crfcore.crf import LinearChainCRF
    from crfcore.document_crf import DocumentCRF
    from crfcore.estimator.text_rules import TextRules
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.dataset import Dataset
    from crfcore.semi_markov import SemiMarkovCRF

SENTENCES_AT_ONCE = 1000
_LINES_OF_JSON = ("doccano", "prodigy")

AnyModel: TypeAlias = "LinearChainCRF | SemiMarkovCRF | DocumentCRF"
Ranking: TypeAlias = list[tuple[list[str], float]]


@dataclass(frozen=True, slots=True)
class TagOptions:
    """How a text is tagged; with ``nbest`` 0 only the best labels, without their rank.

    ``rules`` is what was read from the file ``constraints``, which is then not read again.
    """

    columns: tuple[str, ...] = ()
    marginals: bool = False
    nbest: int = 0
    constraints: Path | None = None
    rules: RulesFile | None = None


@dataclass(slots=True)
class TagNotes:
    """Notes on a tagging.

    ``by_integers`` counts the sentences decoded by the integer program, ``with_probabilities``:
    probabilities are written as well; ``temperature`` is the model's; ``unranked`` counts the
    sentences whose n-best labellings ignore rules about equal words; ``n_sentences`` and
    ``n_tokens`` are the size of the text.
    """

    by_integers: int = 0
    with_probabilities: bool = False
    temperature: float | None = None
    unranked: int = 0
    n_sentences: int = 0
    n_tokens: int = 0

    def sentences(self) -> list[str]:
        """Return the notes as sentences."""
        sentences: list[str] = []
        if self.with_probabilities and self.temperature is not None:
            sentences.append(f"Probabilities are calibrated (temperature {self.temperature:.2f}).")
        if self.unranked:
            sentences.append(
                "Ranked labellings do not take into account the rules about equal words."
            )
        if not self.by_integers:
            return sentences
        n = self.by_integers
        sentences.append(
            f"The best labels of {n:,} {'sentence' if n == 1 else 'sentences'} were found by "
            "integer programming: some rules are not regular, or need too many states."
        )
        if self.with_probabilities:
            sentences.append("Probabilities and ranks there are those under the other rules alone.")
        return sentences


def tag(
    crf: AnyModel,
    path: Path,
    options: TagOptions | None = None,
    monitor: Monitor | None = None,
    notes: TagNotes | None = None,
) -> Iterator[str]:
    """Yield the tagged text in pieces, in the form of the input.

    A column file gets the label as one more column, CoNLL-U in its label column, or as an attribute
    of the last one for spans; JSON lines get spans, plain text and brat become rows of word and
    label. ``marginals`` adds label/probability pairs to each row, and turns CoNLL-U and JSON into
    rows of word and label. ``nbest`` yields each sentence several times, the most probable labels
    first, each after a line with its rank and probability; CoNLL-U and JSON become rows. ``notes``
    is filled in.
    """
    options = options or TagOptions()
    check_metadata(crf)
    imported = read(path, options.columns, like=tuple(crf.metadata_.get("columns", ())))
    return tag_imported(crf, imported, path, options, monitor, notes)


def tag_imported(
    crf: AnyModel,
    imported: ImportedText,
    path: Path,
    options: TagOptions,
    monitor: Monitor | None = None,
    notes: TagNotes | None = None,
) -> Iterator[str]:
    """Yield the tagged text of a file that was read, in pieces; see `tag`."""
    from crfcore.document_crf import DocumentCRF
    from crfcore.semi_markov import SemiMarkovCRF

    notes = notes or TagNotes()
    notes.with_probabilities = options.marginals or options.nbest > 0
    notes.temperature = None if isinstance(crf, DocumentCRF) else crf.temperature_
    layout = imported.layout
    check_columns(crf, feature_columns(layout.columns) if layout.columns else (WORD,), path)
    check_written(crf.classes_, _separator(layout, options))
    prepared = arrays_of(imported, path.name, Use.TEXT)
    notes.n_sentences, notes.n_tokens = len(prepared.offsets) - 1, int(prepared.offsets[-1])
    constraints: Constraints | None = None
    rules: RulesOfText | None = None
    if options.constraints is not None and options.rules is not None:
        rules = rules_as_read(options.rules, options.constraints, list(_words(prepared)))
    elif options.constraints is not None:
        # Read once: it may be a pipe.
        content = read_text(options.constraints)
        if holds_rules(content, options.constraints):
            rules = rules_of_text(content, options.constraints, list(_words(prepared)))
        else:
            lengths = np.diff(prepared.offsets).tolist()
            constraints = parse_constraints(content, options.constraints, crf.classes_, lengths)
    if isinstance(crf, SemiMarkovCRF) and rules is not None:
        raise DataError(
            "A model of segments takes no rules; confirm labels by a column file, or train with "
            "--model-kind tokens.",
            path=options.constraints,
        )
    if isinstance(crf, DocumentCRF):
        if options.nbest or rules is not None:
            wrong = (
                "has one labelling; leave out --nbest"
                if options.nbest
                else "takes no rules; confirm labels by a column file"
            )
            raise DataError(f"A model of documents {wrong}.")
        documents = document_numbers(prepared.sources)
        tied = DocumentJob(crf, table_of(prepared), documents, constraints)
        return _written(prepared, tied, options, crf)
    job = _Job(crf, table_of(prepared), constraints, rules, notes, monitor)
    if options.nbest:
        ranked = job.ranked(options.nbest)
        several = _ranked_columns if layout.format == "columns" else _ranked_rows
        return several(prepared, ranked)
    return _written(prepared, job, options, crf)


def _written(
    prepared: PreparedDocument, job: _Job | DocumentJob, options: TagOptions, crf: AnyModel
) -> Iterator[str]:
    """Return the tagged text in the form of the input."""
    layout = prepared.layout
    decoded = job.with_marginals() if options.marginals else job.labels()
    if layout.format == "conllu" and not options.marginals:
        return _conllu(prepared, decoded, crf, named=bool(options.columns))
    if layout.format in _LINES_OF_JSON and not options.marginals:
        return _lines_of_json(prepared, decoded, crf)
    if layout.format != "columns":
        return _rows(prepared, decoded)
    mark = [OUTSIDE]
    if options.marginals:
        names = crf.classes_
        mark += _pairs(names, [float(name == OUTSIDE) for name in names])
    return _columns(prepared, decoded, "\t".join(mark))


def _separator(layout: Layout, options: TagOptions) -> Separator | None:
    """Return the separator of the rows that are written, None for JSON lines."""
    if layout.format == "columns":
        return "tab" if layout.separator == "tab" else "space"
    if options.marginals or options.nbest:
        return "space"
    if layout.format in _LINES_OF_JSON:
        return None
    return "tab" if layout.format == "conllu" else "space"


@dataclass(frozen=True, slots=True)
class _Job:
    """The decoding of a text by a model."""

    crf: LinearChainCRF | SemiMarkovCRF
    table: ColumnTable
    constraints: Constraints | None
    rules: RulesOfText | None
    notes: TagNotes
    monitor: Monitor | None

    def labels(self) -> Iterator[list[str]]:
        """Yield the labels of each sentence."""

        def labels(dataset: Dataset, allowed: Mask, rules: TextRules | None) -> Routed[list[str]]:
            if rules is None:
                return routed(self.crf.predict(dataset, allowed=allowed))
            best, routes, _ = self._decoded(dataset, allowed, rules)
            return routed(by_sentence(self.crf.classes_, best, dataset), routes)

        return self._answers(labels, lambda found: [found[0]])

    def with_marginals(self) -> Iterator[list[str]]:
        """Yield the labels of each sentence, each followed by the probabilities of all labels.

        They are separated by tabs, because labels may contain spaces.
        """
        names = self.crf.classes_

        def fields(dataset: Dataset, allowed: Mask, rules: TextRules | None) -> Routed[list[str]]:
            best, routes, of_best = self._decoded(dataset, allowed, rules)
            probabilities = of_best()
            # A generator, because there is a text for each label of every token.
            found = (
                [
                    "\t".join([names[label], *_pairs(names, row.tolist())])
                    for label, row in zip(best[start:end], probabilities[start:end], strict=True)
                ]
                for start, end in pairwise(dataset.offsets.tolist())
            )
            return routed(found, routes)

        # The first field is the label.
        return self._answers(fields, lambda found: [[row.partition("\t")[0] for row in found[0]]])

    def ranked(self, n: int) -> Iterator[Ranking]:
        """Yield the n best labellings of each sentence with their probabilities."""

        def ranked(dataset: Dataset, allowed: Mask, rules: TextRules | None) -> Routed[Ranking]:
            routes: list[str] = []
            if rules is not None:
                routes = self.crf.decode_under_rules(dataset, rules, allowed=allowed).routes
            return routed(self.crf.nbest(dataset, n, allowed=allowed, rules=rules), routes)

        return self._answers(ranked, lambda found: [names for names, _ in found[0]], ranked=True)

    def _decoded(
        self, dataset: Dataset, allowed: Mask, rules: TextRules | None
    ) -> tuple[NDArray[np.int32], list[str], Callable[[], NDArray[np.float64]]]:
        """Return the best labels, (T,), their routes, and a function for probabilities, (T, L)."""

        def probabilities() -> NDArray[np.float64]:
            return self.crf.label_probabilities(dataset, allowed, rules=rules)

        if rules is None:
            return self.crf.decode_dataset(dataset, allowed).labels, [], probabilities
        found = self.crf.decode_under_rules(dataset, rules, allowed=allowed)
        return found.decoding.labels, found.routes, probabilities

    def _answers(
        self,
        ask: Ask[tuple[Answer, str]],
        labellings_of: Callable[[tuple[Answer, str]], Iterable[Sequence[str]]],
        *,
        ranked: bool = False,
    ) -> Iterator[Answer]:
        """Call ``ask`` for batches of sentences; yield the last answer for each, and note it."""
        scheme = ModelScheme.of(self.crf)
        offsets = self.table.offsets
        dataset_of = datasets_of(self.crf, self.table)
        for first, last in batches(self.crf, offsets, SENTENCES_AT_ONCE):
            report(self.monitor, first, self.table.n_sentences)
            dataset = dataset_of(first, last)
            allowed = None
            if self.constraints is not None:
                allowed = self.constraints.allowed[int(offsets[first]) : int(offsets[last])]
            rules = self.rules.of(first, last) if self.rules is not None else None
            with _placed(self, first):
                for answer, route in scheme.obeyed(ask, labellings_of, dataset, allowed, rules):
                    self.notes.by_integers += route == "integer"
                    self.notes.unranked += ranked and route == "junction-tree"
                    yield answer

    def named(self, error: Exception, first: int) -> Exception | None:
        """Return an error of a batch with the positions in the user's files, None for others."""
        from crfcore.constraints.conflict import ConflictError
        from crfcore.constraints.integer import OutOfTimeError
        from crfcore.constraints.label_regex import PatternError
        from crfcore.inference.forward_backward import NoLabellingError

        if isinstance(error, NoLabellingError):
            sentence = first + error.sentence
            if self.constraints is None:
                return NoLabellingError(sentence, error.token)
            token = int(self.table.offsets[sentence]) + error.token
            return self.constraints.no_label_at(token)
        if self.rules is not None and isinstance(error, ConflictError):
            sentence = first + error.sentence
            # The file of rules counts sentences from 0.
            named = f"In sentence {sentence + 1:,} "
            text = str(error.at(sentence)).replace(
                named, f"{named}(number {sentence} in the rules) ", 1
            )
            return DataError(text, path=self.rules.path)
        if self.rules is not None and isinstance(error, OutOfTimeError):
            moved_on = error.at(first + (error.sentence or 0))
            return DataError(moved_on.without_option, path=self.rules.path)
        if self.rules is not None and isinstance(error, UnknownLabelError | PatternError):
            return DataError(str(error), path=self.rules.path)
        return None


@contextmanager
def _placed(job: _Job, first: int) -> Iterator[None]:
    """Convert errors of a batch to positions in the user's files."""
    try:
        yield
    except Exception as error:
        named = job.named(error, first)
        if named is None:
            raise
        raise named from None


def _pairs(labels: list[str], probabilities: list[float]) -> Iterator[str]:
    for label, probability in zip(labels, probabilities, strict=True):
        yield f"{label}/{probability:.6f}"


def _conllu(
    prepared: PreparedDocument,
    decoded: Iterator[list[str]],
    crf: AnyModel,
    *,
    named: bool,
) -> Iterator[str]:
    """Yield CoNLL-U with labels; those of spans do not replace parts of speech.

    They are written to the named column, that of the training data, or an attribute.
    """
    layout, known = prepared.layout, crf.metadata_
    learnt_here = len(known.get("columns", ())) == len(layout.columns)
    spans = known.get("scheme", TOKENS) != TOKENS
    if spans and not named and not learnt_here:
        layout = replace(layout, columns=tuple(n for n in layout.columns if n != LABEL))
    if LABEL not in layout.columns and (spans or known.get("label_attribute")):
        layout = layout.with_option(NEW_OPTION, known.get("label_attribute", NEW_ATTRIBUTE))
    elif LABEL not in layout.columns:
        names = tuple(LABEL if name == "upos" else name for name in layout.columns)
        layout = replace(layout, columns=names)
    sentences = (
        ExportedSentence((), tags, source)
        for source, tags in zip(prepared.sources, decoded, strict=True)
    )
    return write_rows(ExportedDocument(layout, sentences, OUTSIDE if spans else NO_LABEL))


def _lines_of_json(
    prepared: PreparedDocument, decoded: Iterator[list[str]], crf: AnyModel
) -> Iterator[str]:
    """Yield the file with the spans of the model instead of its own."""
    sentence_indices = zip(pairwise(prepared.offsets.tolist()), decoded, strict=True)
    sentences = (
        ExportedSentence(
            (),
            tags,
            prepared.sources[number],
            prepared.texts[number],
            prepared.starts[first:last],
            prepared.ends[first:last],
            number,
        )
        for number, ((first, last), tags) in enumerate(sentence_indices)
    )
    document = ExportedDocument(
        prepared.layout,
        sentences,
        scheme=crf.metadata_.get("scheme", IMPORTED_SCHEME),
        records=lambda: prepared.records,
    )
    return FORMATS[prepared.layout.format].write(document)


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
    return "".join(f"{as_field(word)} {_parted(field, tab=False)}\n" for word, field in rows)


def _heading(rank: int, probability: float) -> str:
    return f"# {rank} {probability:.6f}"


def _columns(prepared: PreparedDocument, decoded: Iterator[list[str]], mark: str) -> Iterator[str]:
    """Yield the rows with their fields, and those that begin documents with ``mark``."""
    tab = prepared.layout.separator == "tab"
    mark = _parted(mark, tab=tab)
    for source, fields in zip(prepared.sources, decoded, strict=True):
        rows = "".join(_labelled_lines(source, fields, tab))
        yield _marks_labelled(source.before, tab, mark) + rows
    yield _marks_labelled(prepared.layout.tail, tab, mark)


def _ranked_columns(prepared: PreparedDocument, ranked: Iterator[Ranking]) -> Iterator[str]:
    tab = prepared.layout.separator == "tab"
    for source, ranking in zip(prepared.sources, ranked, strict=True):
        first = source.lines[0]
        end = first[len(line_content(first)) :] or "\n"
        yield _marks_labelled(source.before, tab)
        for rank, (labels, probability) in enumerate(ranking, 1):
            between = end if rank > 1 else ""
            lines = _labelled_lines(source, labels, tab)
            yield f"{between}{_heading(rank, probability)}{end}{''.join(lines)}"
    yield _marks_labelled(prepared.layout.tail, tab)


def _marks_labelled(text: str, tab: bool, mark: str = OUTSIDE) -> str:  # noqa: FBT001
    """Return the text between sentences, with ``mark`` behind the rows that begin documents.

    Programs such as conlleval expect as many fields in each row.
    """
    if DOCUMENT_MARK not in text:
        return text
    return "".join(
        _with_fields(line, mark, tab) if line.split()[:1] == [DOCUMENT_MARK] else line
        for line in text.splitlines(keepends=True)
    )


def _labelled_lines(source: SentenceSource, fields: list[str], tab: bool) -> list[str]:  # noqa: FBT001
    lines = list(source.lines)
    for at, field in zip(source.tokens, fields, strict=True):
        lines[at] = _with_fields(lines[at], _parted(field, tab=tab), tab)
    return lines


def _parted(fields: str, *, tab: bool) -> str:
    """Replace tabs between fields by the file's separator."""
    return fields if tab else fields.replace("\t", " ")


def _with_fields(line: str, field: str, tab: bool) -> str:  # noqa: FBT001
    content = line_content(line)
    return content + ("\t" if tab else " ") + field + (line[len(content) :] or "\n")
