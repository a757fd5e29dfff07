"""The report of what an import would add.

The files are read once: the same data are imported afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import Layout
from app.domain.notes import Note, NoteKind
from app.domain.numbers import grouped
from app.domain.project import Project
from app.domain.sentences import SentenceSource
from app.domain.tagging import TOKENS
from app.formats.records import IGNORED, LABEL, WORD
from app.formats.span_alignment import Misfit
from app.formats.table import FORMATS
from app.jobs.data.tag_sequences import TagSequences
from app.jobs.importing.documents import UTF_8_AS_1252, PreparedDocument, Use
from app.jobs.importing.present import ListedSentences, n_present
from app.jobs.progress import Monitor
from crfcore.text.tag_schemes import OUTSIDE, SCHEMES

MAX_LISTED = 100
"""The most labels and invalid tags listed of a document; their numbers count all."""

SCHEME_NAMES = {name: name.upper() for name in SCHEMES} | {TOKENS: "one label per token"}


@dataclass(frozen=True, slots=True)
class OddTag:
    """A tag that violates its scheme.

    ``line`` counts from 1, 0 if the format has no lines; ``sentence`` from 0. ``before`` is the tag
    of the previous token, "" at the beginning of a sentence.
    """

    sentence: int
    line: int
    word: str
    before: str
    tag: str


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """What a file would add.

    ``labels`` counts spans, or tokens where each has its own label, the most frequent first;
    ``n_labelled`` counts tokens with a tag, including "O". ``scheme`` is that of the tags, ""
    without tags; ``fits`` are all schemes that the tags satisfy. ``n_odd`` is the number of tokens
    that violate ``scheme``, of which ``odd`` are the first. ``n_documents`` is the number of
    documents after splitting. ``n_present`` sentences are in the project already.
    """

    name: str
    layout: Layout
    use: Use
    n_sentences: int
    n_tokens: int
    n_labelled: int
    labels: Mapping[str, int]
    scheme: str
    fits: frozenset[str]
    n_odd: int
    odd: tuple[OddTag, ...]
    notes: tuple[Note, ...]
    n_documents: int = 1
    n_present: int = 0

    @property
    def n_left_out(self) -> int:
        """Number of spans that cannot be shown, and are only kept for export."""
        if self.use is Use.TEXT:
            return 0
        return sum(note.n for note in self.notes if note.text in list(Misfit))

    @property
    def is_present(self) -> bool:
        """Whether most of its sentences are in the project already."""
        return bool(self.n_present) and 2 * self.n_present >= self.n_sentences

    @property
    def is_of_utf8(self) -> bool:
        """Whether the file is valid UTF-8, and was read as Windows-1252."""
        return any(note.text == UTF_8_AS_1252 for note in self.notes)

    @property
    def has_tags(self) -> bool:
        """Whether the file has tags; otherwise it has spans, without a scheme."""
        return LABEL in self.layout.columns

    def is_foreign(self, scheme: str) -> bool:
        """Return whether the tags are of another scheme, so that a person has to choose."""
        return self.has_tags and self._differs(scheme)

    def converts(self, scheme: str, *, wanted: bool) -> bool:
        """Return whether the tags have to be converted: spans always, tags if ``wanted``."""
        return (wanted or not self.has_tags) and self._differs(scheme)

    def _differs(self, scheme: str) -> bool:
        if not self.scheme or self.scheme == scheme:
            return False
        return TOKENS in (scheme, self.scheme) or scheme not in self.fits


@dataclass(frozen=True, slots=True)
class ReadFiles:
    """Files that were read for an import, and their reports, in the same order.

    ``left_out`` are sentences about files that cannot be read, ``again`` are paths that lead to a
    file that another one leads to, and which is imported once.
    """

    prepared: tuple[PreparedDocument, ...]
    reports: tuple[DocumentReport, ...]
    left_out: tuple[str, ...] = ()
    again: tuple[Path, ...] = ()

    @property
    def scheme(self) -> str:
        """The scheme that a project without labels would get."""
        return next((one.scheme for one in self.reports if one.scheme), "")


def scheme_to_be(project: Project, read: ReadFiles) -> str:
    """Return the scheme that a project will have after an import."""
    if project.visible_labels():
        return project.settings.scheme
    return read.scheme or project.settings.scheme


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A line of a report: a text, a number, and the lines below it."""

    text: str
    value: str = ""
    below: tuple[ReportLine, ...] = ()
    grave: bool = False


def read_files(
    prepared: Sequence[PreparedDocument], listed: ListedSentences, monitor: Monitor | None = None
) -> ReadFiles:
    """Return files with their reports; ``listed`` is the text that the project has already."""
    present = n_present(prepared, listed, monitor)
    reports = map(report_of, prepared, present)
    return ReadFiles(tuple(prepared), tuple(reports))


def report_of(prepared: PreparedDocument, n_present: int = 0) -> DocumentReport:
    """Return the report of a file."""
    labelled = prepared.use is not Use.TEXT
    names = prepared.tag_names if labelled else ()
    tags = prepared.tags if labelled else np.full_like(prepared.tags, -1)
    sequences = TagSequences(tags, names, prepared.offsets)
    has_spans = any(name != OUTSIDE for name in names)
    scheme = prepared.scheme if has_spans else ""
    broken = sequences.broken(scheme or TOKENS)
    return DocumentReport(
        name=prepared.name,
        layout=prepared.layout,
        use=prepared.use,
        n_sentences=len(prepared.texts),
        n_tokens=len(prepared.tags),
        n_labelled=int(np.count_nonzero(tags >= 0)),
        labels=sequences.label_counts(scheme) if scheme else {},
        scheme=scheme,
        fits=frozenset(one for one in SCHEMES if not sequences.broken(one).any()),
        n_odd=int(np.count_nonzero(broken)),
        odd=tuple(_odd_tags(prepared, broken)),
        notes=prepared.notes,
        n_documents=max(len(prepared.parts), 1),
        n_present=n_present,
    )


def _odd_tags(prepared: PreparedDocument, broken: NDArray[np.bool_]) -> Iterator[OddTag]:
    tokens = np.flatnonzero(broken)[:MAX_LISTED]
    sentences = np.searchsorted(prepared.offsets, tokens, side="right") - 1
    lines = _first_lines(prepared.sources, sentences.tolist())
    for token, sentence in zip(tokens.tolist(), sentences.tolist(), strict=True):
        first = int(prepared.offsets[sentence])
        source = prepared.sources[sentence]
        before = int(prepared.tags[token - 1]) if token > first else -1
        yield OddTag(
            sentence,
            lines[sentence] + source.tokens[token - first] if source.lines else 0,
            prepared.words[int(prepared.columns[0, token])],
            prepared.tag_names[before] if before >= 0 else "",
            prepared.tag_names[int(prepared.tags[token])],
        )


def _first_lines(sources: Sequence[SentenceSource], sentences: Sequence[int]) -> dict[int, int]:
    """Return the number of the first line of some sentences, given by rising indices."""
    found, line = {}, 1
    wanted = set(sentences)
    for sentence_index, source in enumerate(islice(sources, max(sentences, default=-1) + 1)):
        line += source.before.count("\n")
        if sentence_index in wanted:
            found[sentence_index] = line
        line += len(source.lines)
    return found


# ---- in words


def report_lines(
    read: ReadFiles, project: Project, translate: Callable[[str], str] = str
) -> list[ReportLine]:
    """Return the reports of files in words, a line for each file."""
    known = {label.name for label in project.visible_labels()}
    scheme = scheme_to_be(project, read)
    names = _listed_names(project)
    lines = [_document_line(one, known, scheme, translate) for one in read.reports]
    return [_with_twin(line, translate) if line.text in names else line for line in lines]


def n_files_present(read: ReadFiles, project: Project) -> int:
    """Return how many files a project seems to have already, by name or by most sentences."""
    names = _listed_names(project)
    return sum(one.is_present or one.name in names for one in read.reports)


def _listed_names(project: Project) -> set[str]:
    return {document.name for document in project.documents.values() if document.listed}


def _with_twin(line: ReportLine, translate: Callable[[str], str]) -> ReportLine:
    """Return the line of a file whose name a document of the project has."""
    twin = ReportLine(
        translate("Already in the project"), translate("a document of this name"), grave=True
    )
    return replace(line, below=(twin, *line.below))


def sizes(n_sentences: int, n_tokens: int, translate: Callable[[str], str] = str) -> str:
    """Return the size of a text in words."""
    sentences = translate("1 sentence") if n_sentences == 1 else translate("{n} sentences")
    tokens = translate("1 token") if n_tokens == 1 else translate("{n} tokens")
    return f"{sentences.format(n=grouped(n_sentences))}, {tokens.format(n=grouped(n_tokens))}"


def _document_line(
    one: DocumentReport, known: Collection[str], scheme: str, translate: Callable[[str], str]
) -> ReportLine:
    counts = sizes(one.n_sentences, one.n_tokens, translate)
    below = [*_present_line(one, translate)]
    below.append(ReportLine(translate("Format"), _format(one.layout, translate)))
    if one.n_documents > 1:
        below.append(ReportLine(translate("Documents"), grouped(one.n_documents)))
    if one.scheme:
        below += _label_lines(one, known, scheme, translate)
    elif one.use is Use.TEXT and LABEL in one.layout.columns:
        below.append(ReportLine(translate("Labels"), translate("ignored (restored on export)")))
    else:
        below.append(ReportLine(translate("Labels"), translate("none")))
    below += [
        ReportLine(_note(note, translate), grouped(note.n), grave=note.kind is not NoteKind.KEPT)
        for note in one.notes
    ]
    return ReportLine(one.name, counts, tuple(below), grave=one.is_of_utf8)


def _present_line(one: DocumentReport, translate: Callable[[str], str]) -> Iterator[ReportLine]:
    """Yield a line about sentences that the project has already, if there are any.

    Short ones recur in any text: only of most sentences it is a warning.
    """
    if one.n_present:
        value = translate("{n} of {all}").format(
            n=grouped(one.n_present), all=grouped(one.n_sentences)
        )
        text = translate("Sentences that are already in the project")
        yield ReportLine(text, value, grave=one.is_present)


def _label_lines(
    one: DocumentReport, known: Collection[str], scheme: str, translate: Callable[[str], str]
) -> Iterator[ReportLine]:
    yield ReportLine(
        translate("Tokens with a tag (including O)"),
        translate("{n} of {all}").format(n=grouped(one.n_labelled), all=grouped(one.n_tokens)),
    )
    if one.has_tags:
        foreign = one.is_foreign(scheme)
        name = translate("{found}; the project has {scheme}") if foreign else "{found}"
        names = {
            "found": translate(SCHEME_NAMES[one.scheme]),
            "scheme": translate(SCHEME_NAMES[scheme]),
        }
        yield ReportLine(translate("Scheme"), name.format(**names), grave=foreign)
    elif scheme == TOKENS:
        text = translate(
            "spans; this project has one label per token and cannot separate adjacent spans"
        )
        yield ReportLine(translate("Scheme"), text, grave=True)
    if one.n_odd:
        listed = [ReportLine(_odd(odd, translate)) for odd in one.odd]
        text = translate("Invalid tags (kept unchanged)")
        yield ReportLine(text, grouped(one.n_odd), _cut(listed, one.n_odd, translate), grave=True)
    new = sum(label not in known for label in one.labels)
    labels = [
        ReportLine(
            label if label in known else translate("{label} (new)").format(label=label), grouped(n)
        )
        for label, n in islice(one.labels.items(), MAX_LISTED)
    ]
    counted = translate("{n} ({new} new)").format(n=grouped(len(one.labels)), new=grouped(new))
    yield ReportLine(translate("Labels"), counted, _cut(labels, len(one.labels), translate))


def _cut(
    lines: list[ReportLine], n_all: int, translate: Callable[[str], str]
) -> tuple[ReportLine, ...]:
    more = n_all - len(lines)
    rest = [ReportLine(translate("… and {n} more").format(n=grouped(more)))] if more > 0 else []
    return (*lines, *rest)


def _odd(odd: OddTag, translate: Callable[[str], str]) -> str:
    where = (
        translate("line {n}").format(n=grouped(odd.line))
        if odd.line
        else translate("sentence {n}").format(n=grouped(odd.sentence + 1))
    )
    if not odd.before:
        return translate("{where}: {tag} on “{word}”").format(
            where=where, tag=odd.tag, word=odd.word
        )
    return translate("{where}: {tag} on “{word}”, after {before}").format(
        where=where, tag=odd.tag, before=odd.before, word=odd.word
    )


def _note(note: Note, translate: Callable[[str], str]) -> str:
    if note.kind is NoteKind.KEPT:
        return translate("{what} (kept for export, not shown)").format(what=note.worded(translate))
    return note.worded(translate)


def _format(layout: Layout, translate: Callable[[str], str]) -> str:
    title = translate(FORMATS[layout.format].title)
    titles = {WORD: translate("word"), "pos": translate("POS"), LABEL: translate("label")}
    names = [titles.get(name, name) for name in layout.columns if name != IGNORED]
    return f"{title} ({', '.join(names)})" if names else title
