"""The second part of an import: ids in the project, and rows in its file."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.control_sample import with_any
from app.domain.documents import LEARNING_OPTION, TAGS_OPTION, YES, Document
from app.domain.edits import (
    NO_NEW_NAMES,
    DocumentChange,
    Edit,
    LabelChange,
    NewNames,
    Origin,
    SettingsChange,
)
from app.domain.labels import Label, free_colours, free_keys
from app.domain.project import Corpus, Project
from app.domain.sentences import Additions, SentenceRow, SentenceSource
from app.domain.step_texts import step_data
from app.domain.tagging import TOKENS, label_name
from app.domain.tokens import UNKNOWN_SET, Role, TokenState
from app.domain.vocabulary import Vocabulary, add_names, with_ids
from app.jobs.data.collected_sentences import NO_TAG
from app.jobs.data.control_sample import numbers_to_draw, with_control_sample
from app.jobs.progress import Monitor, report
from app.storage.errors import ProjectFileError
from app.storage.sqlite_errors import check_room
from crfcore.interrupts import raise_if_lost
from crfcore.text.tag_schemes import tags_for

if TYPE_CHECKING:
    from app.storage.project_file import ProjectFile

from app.jobs.importing.documents import (
    AS_DETECTED,
    ImportOptions,
    Part,
    PreparedDocument,
    Use,
    prepare,
)
from crfcore.messages import message

SENTENCES_STORED_AT_ONCE = 200

BYTES_OF_STATES = 1 + 8
"""Bytes of the state of a token, and of the edit that gave it."""

NOTHING_IMPORTED = message("nothing was imported")


@dataclass(frozen=True, slots=True, eq=False)
class _Ids:
    """The ids in the project for a prepared file's own numbers, and the state of its labels.

    ``documents`` int32 (N,) are those of its sentences. ``choices`` are the tag set and the state
    of tokens with rejected labels.
    """

    first_sentence: int
    documents: NDArray[np.int32]
    words: NDArray[np.int32]
    tag_sets: NDArray[np.int32]
    state: TokenState
    edit: int
    choices: Mapping[int, tuple[int, TokenState]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class NumberedDocument:
    """A file with its ids in a project, to be written and shown.

    ``documents`` are its rows, one unless the file is split; ``edit`` shows them and adds their
    labels (and sets the scheme of a project without labels); ``new_names`` are the tags and tag
    sets that the project lacks, ``new_words`` the words, which are appended when it is shown.
    """

    documents: tuple[Document, ...]
    edit: Edit
    new_names: NewNames
    new_words: tuple[str, ...]
    prepared: PreparedDocument
    ids: _Ids

    @property
    def document(self) -> Document:
        """The first document."""
        return self.documents[0]

    @property
    def sources(self) -> list[SentenceSource]:
        """The source of each sentence."""
        return self.prepared.sources

    @cached_property
    def corpus(self) -> Corpus:
        """The document's sentences with the project's ids; made on first use."""
        return _corpus(self.prepared, self.ids)


class WordIds:
    """The ids of a project's words, for documents that are imported one after the other."""

    def __init__(self, project: Project) -> None:
        self._words = project.words
        self._known: dict[str, int] = {}

    def of(self, words: Sequence[str]) -> tuple[NDArray[np.int32], tuple[str, ...]]:
        """Return the project's ids of some words, and those that it does not have."""
        known, first = self._known, len(self._known)
        known.update((word, number) for number, word in enumerate(self._words[first:], first))
        new = tuple(word for word in words if word not in known)
        ids = dict(zip(new, range(len(self._words), len(self._words) + len(new)), strict=True))
        return np.array([known.get(word, ids.get(word)) for word in words], np.int32), new


def import_document(
    file: ProjectFile,
    project: Project,
    path: Path,
    options: ImportOptions = AS_DETECTED,
    *,
    annotator: str = "",
    monitor: Monitor | None = None,
) -> NumberedDocument:
    """Import one file into an open project and its state in memory."""
    prepared = prepare(path, options, monitor)
    numbered = number_document(
        project, prepared, file.history.last_edit_id() + 1, annotator=annotator
    )
    numbered = reserved(project, numbered)
    rng = np.random.default_rng()
    (n_drawn,) = numbers_to_draw(project, [count_open(prepared)], rng)
    edit = with_control_sample(numbered.edit, numbered.corpus, n_drawn, rng)
    numbered = replace(numbered, edit=edit)
    store(file, project, numbered, monitor)
    show(project, numbered)
    return numbered


def count_open(prepared: PreparedDocument) -> int:
    """Count the sentences that come without labels, 0 in text that is only learned from."""
    if prepared.layout.option(LEARNING_OPTION) == YES:
        return 0
    if prepared.use is not Use.GOLD:
        return len(prepared.texts)
    labelled = prepared.tags != NO_TAG
    labelled[np.fromiter(prepared.ruled_out, np.int64)] = True
    return int(np.count_nonzero(~with_any(labelled, prepared.offsets)))


def number_document(
    project: Project,
    prepared: PreparedDocument,
    edit_id: int,
    *,
    annotator: str = "",
    word_ids: WordIds | None = None,
) -> NumberedDocument:
    """Give a document ids in a project, which is not changed.

    ``edit_id`` is the id of the edit that will show it, also in its tokens. ``word_ids``, kept from
    one document to the next, save time.
    """
    names = Vocabulary(project)
    labelled = prepared.use is not Use.TEXT and bool(prepared.tag_names or prepared.ruled_out)
    settings, scheme = None, project.settings.scheme
    new = labelled and bool(prepared.tag_names) and not project.visible_labels()
    if new and scheme != prepared.scheme:
        scheme = prepared.scheme
        settings = SettingsChange(project.settings, replace(project.settings, scheme=scheme))
    documents = _documents(project, prepared, scheme)
    words, new_words = (word_ids or WordIds(project)).of(prepared.words)
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
        step_data(prepared.name, case="unlabelled" if documents[0].for_learning else ""),
        Origin.IMPORT,
        labels=labels,
        documents=tuple(DocumentChange(replace(one, removed=True), one) for one in documents),
        settings=settings,
        id=edit_id,
        made_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        annotator=annotator,
    )
    return NumberedDocument(documents, edit, names.new_names(), new_words, prepared, ids)


def reserved(project: Project, numbered: NumberedDocument) -> NumberedDocument:
    """Add an import's tags and tag sets to the project, and return it with their ids.

    They are written to the file by the edit that shows the import.
    """
    sets = add_names(project, numbered.new_names)
    ids = numbered.ids
    numbers = with_ids(np.array([one for one, _ in ids.choices.values()], np.int32), sets)
    states = (state for _, state in ids.choices.values())
    choices = dict(zip(ids.choices, zip(numbers.tolist(), states, strict=True), strict=True))
    ids = replace(ids, tag_sets=with_ids(ids.tag_sets, sets), choices=choices)
    return replace(numbered, ids=ids, new_names=NO_NEW_NAMES)


def _documents(project: Project, prepared: PreparedDocument, scheme: str) -> tuple[Document, ...]:
    """Return the rows of a file; tags of another scheme are noted in the layouts."""
    if prepared.tag_names and prepared.scheme != scheme:
        prepared = prepared.with_option(TAGS_OPTION, prepared.scheme)
    number = max(project.documents, default=0) + 1
    position = max((d.position for d in project.documents.values()), default=-1) + 1
    parts = prepared.parts or (Part(prepared.name, prepared.layout, 0),)
    return tuple(
        Document(number + at, one.name, position + at, one.layout) for at, one in enumerate(parts)
    )


def _document_ids(prepared: PreparedDocument, documents: Sequence[Document]) -> NDArray[np.int32]:
    """Return the document of each sentence (N,)."""
    firsts = [part.first for part in prepared.parts] or [0]
    lengths = np.diff([*firsts, len(prepared.texts)])
    return np.repeat(np.array([one.id for one in documents], np.int32), lengths)


def _tag_sets(
    prepared: PreparedDocument, names: Vocabulary, *, labelled: bool
) -> NDArray[np.int32]:
    """Return the set of each of the file's tags; the last entry is for `NO_TAG`."""
    sets = np.full(len(prepared.tag_names) + 1, UNKNOWN_SET, np.int32)
    if labelled:
        sets[:-1] = [names.set_of(tag) for tag in prepared.tag_names]
    return sets


def _names_of(project: Project, new: Sequence[LabelChange]) -> list[str]:
    """Return the names of all labels, including those of an import."""
    names = [label.name for label in project.visible_labels()]
    return names + [change.after.name for change in new if change.after is not None]


def _choices(
    prepared: PreparedDocument, scheme: str, labels: Sequence[str], names: Vocabulary
) -> dict[int, tuple[int, TokenState]]:
    """Return the tag set and state of each token with rejected labels."""
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
    is_labelled = tag_sets != UNKNOWN_SET
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
        edits=np.where(is_labelled, ids.edit, 0).astype(np.int64),
    )


def _new_labels(project: Project, prepared: PreparedDocument, scheme: str) -> Iterator[LabelChange]:
    """Yield rows for labels that the project lacks, the most frequent first.

    “O” is a label only where every token has a label.
    """
    kept = project.visible_labels()
    names = {label.name for label in kept}
    keys, colours = free_keys(kept), free_colours(kept)
    number = max(project.labels, default=0)
    position = max((label.position for label in kept), default=-1)
    for name in _label_names(prepared, scheme):
        if name in names:
            continue
        number, position = number + 1, position + 1
        label = Label(number, name, next(colours), next(keys, ""), position)
        yield LabelChange(None, label)
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
    file: ProjectFile,
    project: Project,
    numbered: NumberedDocument,
    monitor: Monitor | None = None,
    *,
    following: Sequence[PreparedDocument] = (),
    is_first: bool = True,
) -> None:
    """Write a document returned by `reserved`; if cancelled, nothing of it stays.

    The others are as for `store_in_slices`.
    """
    try:
        for done in store_in_slices(file, numbered, following, is_first=is_first):
            report(monitor, done, numbered.corpus.n_sentences)
        raise_if_lost()
        additions = Additions.since(project, *project.written)
        additions = replace(additions, words=additions.words + numbered.new_words)
        file.imports.finish_document(numbered.document.id, numbered.edit, additions)
    except BaseException:
        # If this fails on a full disk, the next open removes the rest.
        with suppress(ProjectFileError):
            file.imports.discard_unfinished()
        raise


def store_in_slices(
    file: ProjectFile,
    numbered: NumberedDocument,
    following: Sequence[PreparedDocument] = (),
    *,
    is_first: bool = True,
) -> Iterator[int]:
    """Write everything except the last step, and yield the number of sentences written.

    The first document of an import is refused if the disk has no room for it and those
    ``following``, so that a part of them is not imported.
    """
    # The rest of an earlier import on a full disk.
    file.imports.discard_unfinished()
    what = NOTHING_IMPORTED
    if is_first:
        n_bytes = sum(map(_n_bytes, (numbered.prepared, *following)))
    else:
        n_bytes = _n_bytes(numbered.prepared)
        what = message("the import ended before “{name}”", name=numbered.prepared.name)
    check_room(file.path, n_bytes, what)
    for document in numbered.documents:
        file.imports.begin_document(replace(document, removed=True))
    for first in range(0, numbered.corpus.n_sentences, SENTENCES_STORED_AT_ONCE):
        last = min(first + SENTENCES_STORED_AT_ONCE, numbered.corpus.n_sentences)
        file.imports.add_sentences(sentence_rows(numbered, first, last))
        yield last
    records = numbered.prepared.records
    for first in range(0, len(records), SENTENCES_STORED_AT_ONCE):
        shown = [
            replace(one, first_sentence=one.first_sentence + numbered.ids.first_sentence)
            for one in records[first : first + SENTENCES_STORED_AT_ONCE]
        ]
        file.imports.add_records(numbered.document.id, shown, first)
        yield numbered.corpus.n_sentences


def _n_bytes(prepared: PreparedDocument) -> int:
    """Return the approximate size of a file's rows, with a quarter for headers."""
    arrays = (prepared.starts, prepared.ends, prepared.columns, prepared.tags)
    of_tokens = sum(array.nbytes for array in arrays) + BYTES_OF_STATES * len(prepared.tags)
    texts = itertools.chain(
        prepared.texts,
        (source.before for source in prepared.sources),
        itertools.chain.from_iterable(source.lines for source in prepared.sources),
        (record.raw for record in prepared.records),
    )
    return (of_tokens + sum(map(len, texts))) * 5 // 4


def sentence_rows(numbered: NumberedDocument, first: int, last: int) -> list[SentenceRow]:
    """Return the rows of sentences ``first`` … ``last`` − 1."""
    corpus = numbered.corpus
    rows = []
    for sentence_index in range(first, last):
        at = corpus.span(sentence_index)
        rows.append(
            SentenceRow(
                id=int(corpus.ids[sentence_index]),
                document=int(corpus.documents[sentence_index]),
                text=corpus.texts[sentence_index],
                starts=corpus.starts[at],
                ends=corpus.ends[at],
                columns=corpus.columns[:, at],
                tag_sets=corpus.tag_sets[at],
                states=corpus.states[at],
                edits=corpus.edits[at],
                source=numbered.sources[sentence_index],
            )
        )
    return rows


def show(project: Project, numbered: NumberedDocument) -> None:
    """Add a stored document to the project in memory."""
    project.words.extend(numbered.new_words)
    project.written = project.n_names
    project.corpus.append(numbered.corpus)
    project.documents |= {document.id: document for document in numbered.documents}
    for change in numbered.edit.labels:
        if change.after is not None:
            project.labels[change.after.id] = change.after
    if numbered.edit.settings is not None:
        project.settings = numbered.edit.settings.after
    project.add_own_tags()
    for tokens in numbered.edit.tokens:
        at = (
            int(project.corpus.offsets[project.corpus.sentence_index_of(tokens.sentence)])
            + tokens.tokens
        )
        project.corpus.tag_sets[at] = tokens.after.tag_sets
        project.corpus.states[at] = tokens.after.states
        project.corpus.edits[at] = tokens.after.edits
    if numbered.edit.roles is not None:
        sentence_indices = np.searchsorted(project.corpus.ids, numbered.edit.roles.sentences)
        project.corpus.roles[sentence_indices] = numbered.edit.roles.after
