"""Import: a file becomes arrays, the arrays take the project's ids, and rows go into its file.

Three steps, because each belongs to another thread in the window: `prepare` reads the file and
touches no project; `adopt` gives ids, which is quick; `store` writes, in short transactions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.collector import collector_paused
from app.domain.documents import TAGS_OPTION, Document, Layout, SourceRecord
from app.domain.edits import (
    NO_NEW_NAMES,
    DocumentChange,
    Edit,
    LabelChange,
    NewNames,
    Origin,
    SettingsChange,
)
from app.domain.labels import LABEL_KEYS, Label
from app.domain.notes import Note, together
from app.domain.project import Corpus, Project
from app.domain.sentences import Additions, SentenceRow, SentenceSource
from app.domain.tagging import TOKENS, label_name
from app.domain.tokens import UNKNOWN_SET, Role, TokenState
from app.domain.vocabulary import Vocabulary, add_names, with_ids
from app.formats.label_count import LABELS_IGNORED
from app.formats.records import (
    LABELS_OPTION,
    WHERE_THERE_ARE_SOME,
    ImportedText,
    NoLabelsError,
)
from app.formats.rows import split_at_marks
from app.formats.table import PACKED, companions_of, format_named, format_of, name_of
from app.jobs.control_sample import with_control_sample
from app.jobs.gathered import NO_TAG, Gathered, check_labels, check_number
from app.jobs.progress import Monitor, report
from app.storage.errors import ProjectFileError
from crfcore.errors import DataError
from crfcore.text.lines import OUT_OF_MEMORY, UTF_8, read_text
from crfcore.text.rows import Reading
from crfcore.text.tag_schemes import detect_scheme, tags_for

if TYPE_CHECKING:
    from app.storage.project_file import ProjectFile

SENTENCES_AT_ONCE = 500
SENTENCES_STORED_AT_ONCE = 200
STEPS, READ_STEPS = 1000, 750
"""How finely the reading of a file is told, and what of it is done when its text is read."""

DOCUMENTS_OPTION, AT_MARKS = "documents", "marks"
"""The option by which a file becomes a document for each of its rows ``-DOCSTART-``."""


ENCODING_OPTION = "encoding"
"""The option that says in which of `crfcore.text.lines.ENCODINGS` a file is."""


class Use(StrEnum):
    """What the labels of an imported file are worth."""

    GOLD = "gold"
    """They are right: confirmed."""
    SUGGESTION = "suggestion"
    """They are shown, and not done before a person accepts them."""
    TEXT = "text"
    """They are ignored."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How to read a file: ``format`` "" detects it; ``columns`` empty takes the usual names.

    ``options`` are choices of the format by name; whatever of them export needs, the format puts
    into the document's layout.
    """

    format: str = ""
    columns: tuple[str, ...] = ()
    use: Use = Use.GOLD
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A document of a file that becomes several; ``first`` is the place of its first sentence."""

    name: str
    layout: Layout
    first: int


@dataclass(frozen=True, slots=True, eq=False)
class PreparedDocument:
    """A file as arrays, with words and tags numbered on their own; N sentences, T tokens.

    ``columns`` int32 (C, T) are places in ``words``, words first; ``tags`` int32 (T,) are places
    in ``tag_names``, `NO_TAG` where there is none. ``scheme`` is what the tags look like.
    ``ruled_out`` gives, for tokens by their number in the file, labels that they have not.
    ``records`` are kept for export, ``notes`` are to be told. ``parts`` are the documents that the
    file becomes, empty for one; ``layout`` is that of the first.
    """

    name: str
    layout: Layout
    use: Use
    texts: list[str]
    sources: list[SentenceSource]
    offsets: NDArray[np.int64]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    columns: NDArray[np.int32]
    words: tuple[str, ...]
    tags: NDArray[np.int32]
    tag_names: tuple[str, ...]
    scheme: str
    ruled_out: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    records: tuple[SourceRecord, ...] = ()
    notes: tuple[Note, ...] = ()
    parts: tuple[Part, ...] = ()

    def with_option(self, name: str, value: str) -> PreparedDocument:
        """Return the file with another choice in the layouts of all its documents."""
        parts = (replace(one, layout=one.layout.with_option(name, value)) for one in self.parts)
        return replace(self, layout=self.layout.with_option(name, value), parts=tuple(parts))


@dataclass(frozen=True, slots=True, eq=False)
class _Ids:
    """What a prepared file's own numbers are in the project, and the state of its labels.

    ``documents`` int32 (N,) are those of its sentences. ``choices`` are by token the set of tags
    and the state where some labels are ruled out.
    """

    first_sentence: int
    documents: NDArray[np.int32]
    words: NDArray[np.int32]
    tag_sets: NDArray[np.int32]
    state: TokenState
    edit: int
    choices: Mapping[int, tuple[int, TokenState]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Adoption:
    """A file that has its ids in a project and waits to be written and shown.

    ``documents`` are the rows as they will be shown, one unless the file becomes several; ``edit``
    is the one step of the history that shows them and brings their labels (and the scheme, if the
    project had none); ``new_names`` are the tags and tag sets that the project lacks, and
    ``new_words`` its words, which go behind those of the project when it is shown.
    """

    documents: tuple[Document, ...]
    edit: Edit
    new_names: NewNames
    new_words: tuple[str, ...]
    prepared: PreparedDocument
    ids: _Ids

    @property
    def document(self) -> Document:
        """The first document, which most files have alone."""
        return self.documents[0]

    @property
    def sources(self) -> list[SentenceSource]:
        """What export needs of each sentence."""
        return self.prepared.sources

    @cached_property
    def corpus(self) -> Corpus:
        """The document's sentences under the project's ids; made by whoever asks first."""
        return _corpus(self.prepared, self.ids)


def import_document(
    file: ProjectFile,
    project: Project,
    path: Path,
    options: ImportOptions = ImportOptions(),
    *,
    annotator: str = "",
    monitor: Monitor | None = None,
) -> Adoption:
    """Import one file into an open project and its image in memory."""
    prepared = prepare(path, options, monitor)
    adoption = adopt(project, prepared, file.last_edit_id() + 1, annotator=annotator)
    adoption = reserved(project, adoption)
    edit = with_control_sample(project, adoption.edit, adoption.corpus, np.random.default_rng())
    adoption = replace(adoption, edit=edit)
    store(file, project, adoption, monitor)
    show(project, adoption)
    return adoption


def prepare(
    path: Path,
    options: ImportOptions = ImportOptions(),
    monitor: Monitor | None = None,
) -> PreparedDocument:
    """Read a file; DataError in words, with line and column, for whatever can't be read."""
    report(monitor, 0, STEPS)
    parts: tuple[Part, ...] = ()
    try:
        with collector_paused():
            imported = _read(path, options, monitor)
            if dict(options.options).get(DOCUMENTS_OPTION) == AT_MARKS:
                imported, parts = _parted(path, imported)
            rest = None if monitor is None else _rest(monitor)
            prepared = arrays_of(imported, name_of(path), options.use, rest)
    except MemoryError:
        raise DataError(OUT_OF_MEMORY, path=path) from None
    return replace(prepared, parts=parts)


def _rest(monitor: Monitor) -> Monitor:
    """Return what hears how far the arrays are, behind the reading."""
    return lambda done, total: monitor(
        READ_STEPS + (STEPS - READ_STEPS) * done // max(total, 1), STEPS
    )


def prepare_all(
    paths: Sequence[Path],
    options: ImportOptions = ImportOptions(),
    monitor: Monitor | None = None,
    begin: Callable[[int, Path], object] = lambda *_: None,
) -> tuple[PreparedDocument, ...]:
    """Read files that are imported together; ``begin`` hears the number and name of each.

    Of labels that only some of them have, the others say in a note that they come without;
    NoLabelsError if none has any.
    """
    unlabelled = (*options.options, (LABELS_OPTION, WHERE_THERE_ARE_SOME))
    prepared: list[PreparedDocument] = []
    without: list[NoLabelsError] = []
    for number, path in enumerate(paths):
        begin(number, path)
        try:
            prepared.append(prepare(path, options, monitor))
        except NoLabelsError as error:
            # Without the frames in which the file was read.
            without.append(error.with_traceback(None))
            if len(without) == len(paths):
                raise without[0] from None
            prepared.append(prepare(path, replace(options, options=unlabelled), monitor))
    return tuple(prepared)


def _parted(path: Path, whole: ImportedText) -> tuple[ImportedText, tuple[Part, ...]]:
    """Return a file with its sentences as the documents that its marks begin have them."""
    texts = split_at_marks(whole)
    if len(texts) == 1:
        return whole, ()
    name = Path(name_of(path).removesuffix(PACKED))
    firsts = accumulate((len(one.sentences) for one in texts), initial=0)
    parts = tuple(
        Part(f"{name.stem} {number}{name.suffix}", one.layout, first)
        for number, (one, first) in enumerate(zip(texts, firsts, strict=False), 1)
    )
    sentences = [sentence for one in texts for sentence in one.sentences]
    return replace(whole, layout=texts[0].layout, sentences=sentences), parts


def _read(path: Path, options: ImportOptions, monitor: Monitor | None) -> ImportedText:
    watch = Reading(lambda share: report(monitor, int(READ_STEPS * share), STEPS))
    encoding = dict(options.options).get(ENCODING_OPTION, UTF_8)
    text = read_text(path, watch, encoding)
    watch.length = len(text)
    form = format_named(options.format, path) if options.format else format_of(text, path)
    choices = dict(options.options)
    if options.use is Use.TEXT:
        choices[LABELS_IGNORED] = "yes"
    return form.read(
        text,
        options.columns,
        path,
        options=choices,
        companions=companions_of(form, path, watch, encoding),
        watch=watch,
    )


def arrays_of(
    imported: ImportedText, name: str, use: Use, monitor: Monitor | None = None
) -> PreparedDocument:
    """Return an imported text as arrays; its list of sentences is emptied on the way."""
    pending = imported.sentences
    n_sentences = len(pending)
    gathered = Gathered([[] for _ in pending[0].columns])
    pending.reverse()
    while pending:
        report(monitor, n_sentences - len(pending), n_sentences)
        gathered.add(pending[: -SENTENCES_AT_ONCE - 1 : -1])
        del pending[-SENTENCES_AT_ONCE:]
        if use is not Use.TEXT:
            check_number(len(gathered.tag_names), name)
    offsets = np.concatenate([[0], np.cumsum(gathered.lengths)]).astype(np.int64)
    tags, tag_names = np.concatenate(gathered.tags), tuple(gathered.tag_names)
    if use is not Use.TEXT:
        check_labels(tags, tag_names, offsets, name)
    return PreparedDocument(
        name=name,
        layout=imported.layout,
        use=use,
        texts=gathered.texts,
        sources=gathered.sources,
        offsets=offsets,
        starts=np.concatenate(gathered.starts),
        ends=np.concatenate(gathered.ends),
        columns=np.stack([np.concatenate(column) for column in gathered.columns]),
        words=tuple(gathered.words),
        tags=tags,
        tag_names=tag_names,
        scheme=detect_scheme(_tag_sequences(tags, offsets, tag_names)),
        ruled_out=gathered.ruled_out,
        records=tuple(imported.records),
        notes=together(imported.notes),
    )


def _tag_sequences(
    tags: NDArray[np.int32], offsets: NDArray[np.int64], names: Sequence[str]
) -> Iterator[list[str]]:
    for first, last in pairwise(offsets.tolist()):
        yield [names[tag] for tag in tags[first:last].tolist() if tag != NO_TAG]


def adopt(
    project: Project, prepared: PreparedDocument, edit_id: int, *, annotator: str = ""
) -> Adoption:
    """Give a document ids in a project, which stays as it is.

    ``edit_id`` is the id of the step that will show it; its tokens name that step.
    """
    names = Vocabulary(project)
    labelled = prepared.use is not Use.TEXT and bool(prepared.tag_names or prepared.ruled_out)
    settings, scheme = None, project.settings.scheme
    new = labelled and bool(prepared.tag_names) and not project.visible_labels()
    if new and scheme != prepared.scheme:
        scheme = prepared.scheme
        settings = SettingsChange(project.settings, replace(project.settings, scheme=scheme))
    documents = _documents(project, prepared, scheme)
    words, new_words = _word_ids(project, prepared.words)
    sets = _tag_sets(prepared, names, labelled=labelled)
    state = TokenState.CONFIRMED if prepared.use is Use.GOLD else TokenState.SUGGESTED
    first = int(project.corpus.ids[-1]) + 1 if project.corpus.n_sentences else 1
    ids = _Ids(first, _document_ids(prepared, documents), words, sets, state, edit_id)
    labels = tuple(_new_labels(project, prepared, scheme)) if labelled else ()
    if prepared.use is Use.GOLD and prepared.ruled_out:
        possible = _names_of(project, labels)
        ids = replace(ids, choices=_choices(prepared, scheme, possible, names))
    edit = Edit(
        "import_document",
        f"import {prepared.name}",
        Origin.IMPORT,
        labels=labels,
        documents=tuple(DocumentChange(replace(one, removed=True), one) for one in documents),
        settings=settings,
        id=edit_id,
        made_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        annotator=annotator,
    )
    return Adoption(documents, edit, names.new_names(), new_words, prepared, ids)


def reserved(project: Project, adoption: Adoption) -> Adoption:
    """Return an import whose tags and tag sets have ids in the project, that its rows can name.

    Of the project only these grow; the step that shows the import brings them into the file.
    """
    sets = add_names(project, adoption.new_names)
    ids = adoption.ids
    numbers = with_ids(np.array([one for one, _ in ids.choices.values()], np.int32), sets)
    states = (state for _, state in ids.choices.values())
    choices = dict(zip(ids.choices, zip(numbers.tolist(), states, strict=True), strict=True))
    ids = replace(ids, tag_sets=with_ids(ids.tag_sets, sets), choices=choices)
    return replace(adoption, ids=ids, new_names=NO_NEW_NAMES)


def _documents(project: Project, prepared: PreparedDocument, scheme: str) -> tuple[Document, ...]:
    """Return the rows of a file; layouts say so where its tags are of another scheme."""
    if prepared.tag_names and prepared.scheme != scheme:
        prepared = prepared.with_option(TAGS_OPTION, prepared.scheme)
    number = max(project.documents, default=0) + 1
    position = max((d.position for d in project.documents.values()), default=-1) + 1
    parts = prepared.parts or (Part(prepared.name, prepared.layout, 0),)
    return tuple(
        Document(number + at, one.name, position + at, one.layout) for at, one in enumerate(parts)
    )


def _document_ids(prepared: PreparedDocument, documents: Sequence[Document]) -> NDArray[np.int32]:
    """Return which document each sentence belongs to (N,)."""
    firsts = [part.first for part in prepared.parts] or [0]
    lengths = np.diff([*firsts, len(prepared.texts)])
    return np.repeat(np.array([one.id for one in documents], np.int32), lengths)


def _tag_sets(
    prepared: PreparedDocument, names: Vocabulary, *, labelled: bool
) -> NDArray[np.int32]:
    """Return the set of each of the file's tags; the last entry is for `NO_TAG`, which is -1."""
    sets = np.full(len(prepared.tag_names) + 1, UNKNOWN_SET, np.int32)
    if labelled:
        sets[:-1] = [names.set_of(tag) for tag in prepared.tag_names]
    return sets


def _names_of(project: Project, new: Sequence[LabelChange]) -> list[str]:
    """Return the names of all labels, those that an import brings included."""
    names = [label.name for label in project.visible_labels()]
    return names + [change.after.name for change in new if change.after is not None]


def _choices(
    prepared: PreparedDocument, scheme: str, labels: Sequence[str], names: Vocabulary
) -> dict[int, tuple[int, TokenState]]:
    """Return what is left to each token of which labels are ruled out, and its state."""
    tags = list(labels) if scheme == TOKENS else tags_for(labels, scheme)
    left: dict[tuple[str, ...], tuple[int, ...]] = {}
    choices = {}
    for token, out in prepared.ruled_out.items():
        if out not in left:
            possible = (tag for tag in tags if label_name(tag, scheme) not in out)
            left[out] = tuple(names.tag_id(tag) for tag in possible)
        if prepared.tags[token] == NO_TAG and left[out]:
            state = TokenState.CONFIRMED if len(left[out]) == 1 else TokenState.NARROWED
            choices[token] = names.set_id(left[out]), state
    return choices


def _corpus(prepared: PreparedDocument, ids: _Ids) -> Corpus:
    n_sentences = len(prepared.texts)
    tag_sets = ids.tag_sets[prepared.tags]
    states = np.where(tag_sets != UNKNOWN_SET, ids.state, TokenState.UNKNOWN).astype(np.uint8)
    chosen = np.fromiter(ids.choices, np.int64)
    tag_sets[chosen] = np.fromiter((tag_set for tag_set, _ in ids.choices.values()), np.int32)
    states[chosen] = np.fromiter((state for _, state in ids.choices.values()), np.uint8)
    said = tag_sets != UNKNOWN_SET
    return Corpus(
        ids=np.arange(ids.first_sentence, ids.first_sentence + n_sentences, dtype=np.int64),
        documents=ids.documents,
        roles=np.full(n_sentences, Role.POOL, np.uint8),
        texts=prepared.texts,
        offsets=prepared.offsets,
        starts=prepared.starts,
        ends=prepared.ends,
        columns=ids.words[prepared.columns],
        tag_sets=tag_sets,
        states=states,
        edits=np.where(said, ids.edit, 0).astype(np.int64),
    )


def _word_ids(project: Project, words: Sequence[str]) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """Return the project's ids of some words, and those that it does not have."""
    known = {word: number for number, word in enumerate(project.words)}
    new = tuple(word for word in words if word not in known)
    known.update((word, number) for number, word in enumerate(new, len(project.words)))
    return np.array([known[word] for word in words], np.int32), new


def _new_labels(project: Project, prepared: PreparedDocument, scheme: str) -> Iterator[LabelChange]:
    """Give rows for labels that the palette lacks, the commonest first.

    “O” is a label of its own only where every token has a label.
    """
    kept = project.visible_labels()
    names = {label.name for label in kept}
    keys = [key for key in LABEL_KEYS if key not in {label.key for label in kept}]
    number = max(project.labels, default=0)
    position = max((label.position for label in kept), default=-1)
    for name in _label_names(prepared, scheme):
        if name in names:
            continue
        number, position = number + 1, position + 1
        key = keys.pop(0) if keys else ""
        yield LabelChange(None, Label(number, name, len(names), key, position))
        names.add(name)


def _label_names(prepared: PreparedDocument, scheme: str) -> list[str]:
    n_tags = len(prepared.tag_names)
    counts = np.bincount(prepared.tags[prepared.tags >= 0], minlength=n_tags)
    totals: dict[str, int] = {}
    for tag, occurrences in zip(prepared.tag_names, counts.tolist(), strict=True):
        name = tag if scheme == TOKENS else label_name(tag, scheme)
        if name:
            totals[name] = totals.get(name, 0) + occurrences
    for names in prepared.ruled_out.values():
        totals.update((name, 0) for name in names if name not in totals)
    return sorted(totals, key=lambda name: -totals[name])


def store(
    file: ProjectFile, project: Project, adoption: Adoption, monitor: Monitor | None = None
) -> None:
    """Write an adopted document, which `reserved` has prepared; a cancel leaves nothing of it."""
    try:
        for done in store_in_slices(file, adoption):
            report(monitor, done, adoption.corpus.n_sentences)
        additions = Additions.since(project, *project.written)
        additions = replace(additions, words=additions.words + adoption.new_words)
        file.finish_document(adoption.document.id, adoption.edit, additions)
    except BaseException:
        # Where even this fails (the disk is full), the next open removes what is left.
        with suppress(ProjectFileError):
            file.discard_unfinished()
        raise


def store_in_slices(file: ProjectFile, adoption: Adoption) -> Iterator[int]:
    """Write everything but the last step, some sentences at a time; give how many are written."""
    # What an import before this one left behind when the disk was full.
    file.discard_unfinished()
    for document in adoption.documents:
        file.begin_document(replace(document, removed=True))
    for first in range(0, adoption.corpus.n_sentences, SENTENCES_STORED_AT_ONCE):
        last = min(first + SENTENCES_STORED_AT_ONCE, adoption.corpus.n_sentences)
        file.add_sentences(sentence_rows(adoption, first, last))
        yield last
    records = adoption.prepared.records
    for first in range(0, len(records), SENTENCES_STORED_AT_ONCE):
        shown = [
            replace(one, first_sentence=one.first_sentence + adoption.ids.first_sentence)
            for one in records[first : first + SENTENCES_STORED_AT_ONCE]
        ]
        file.add_records(adoption.document.id, shown, first)
        yield adoption.corpus.n_sentences


def sentence_rows(adoption: Adoption, first: int, last: int) -> list[SentenceRow]:
    """Return the rows of the sentences from ``first`` up to ``last``."""
    corpus = adoption.corpus
    rows = []
    for place in range(first, last):
        at = corpus.span(place)
        rows.append(
            SentenceRow(
                id=int(corpus.ids[place]),
                document=int(corpus.documents[place]),
                text=corpus.texts[place],
                starts=corpus.starts[at],
                ends=corpus.ends[at],
                columns=corpus.columns[:, at],
                tag_sets=corpus.tag_sets[at],
                states=corpus.states[at],
                edits=corpus.edits[at],
                source=adoption.sources[place],
            )
        )
    return rows


def show(project: Project, adoption: Adoption) -> None:
    """Put a stored document into the image in memory."""
    project.words.extend(adoption.new_words)
    project.written = project.n_names
    project.corpus.append(adoption.corpus)
    project.documents |= {document.id: document for document in adoption.documents}
    for change in adoption.edit.labels:
        if change.after is not None:
            project.labels[change.after.id] = change.after
    if adoption.edit.settings is not None:
        project.settings = adoption.edit.settings.after
    project.add_own_tags()
    for tokens in adoption.edit.tokens:
        at = int(project.corpus.offsets[project.corpus.place_of(tokens.sentence)]) + tokens.tokens
        project.corpus.tag_sets[at] = tokens.after.tag_sets
        project.corpus.states[at] = tokens.after.states
        project.corpus.edits[at] = tokens.after.edits
    if adoption.edit.roles is not None:
        places = np.searchsorted(project.corpus.ids, adoption.edit.roles.sentences)
        project.corpus.roles[places] = adoption.edit.roles.after
