"""Import of the plain files that `app.jobs.projects.plain_files` writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from app.domain.documents import Document, SourceRecord
from app.domain.edits import (
    DocumentChange,
    Edit,
    FlagChange,
    GazetteerChange,
    Origin,
    PhraseChange,
    RuleChange,
)
from app.domain.gazetteers import Gazetteer
from app.domain.labels import Label
from app.domain.project import Project
from app.domain.sentence_flags import SentenceFlags
from app.domain.sentences import Additions, SentenceRow, SentenceSource
from app.domain.step_texts import step_data
from app.domain.tokens import Role
from app.formats.records import WORD
from app.jobs.data.snapshot import feature_columns
from app.jobs.progress import Monitor, report
from app.jobs.projects.create import made_whole
from app.jobs.projects.plain_files import FORMAT, REPORTED_EACH, STATE_NAMES, Values
from app.storage.edit_encoding import (
    document_from,
    gazetteer_from,
    label_from,
    rule_from,
    settings_from,
)
from app.storage.json_values import as_json, as_kind, field, listed
from app.storage.project_file import ProjectFile
from crfcore.errors import CrfError, DataError, cut, fault_in, shown
from crfcore.text.label_names import label_fault

_NAME_SHOWN = 80

_STATES = {name: state for state, name in STATE_NAMES.items()}
_ROLES = [role.name.lower() for role in Role]
_FLAGS = [str(flag.name).lower() for flag in SentenceFlags]

_One = TypeVar("_One")


def read_everything(
    folder: Path, target: Path, annotator: str = "", monitor: Monitor | None = None
) -> str:
    """Create a project from the files of `write_everything`; return its contents in words.

    Texts, labels, settings, rules, gazetteers, flags and roles are kept; the history begins with
    one step that adds them. DataError with file and line for what cannot be read; then no project
    is created.
    """
    values = _read_values(folder)
    try:
        with _inside("settings"):
            settings = settings_from(field(values, "settings", dict))
        counts = field(values, "counts", dict) if "counts" in values else None
        labels = [label for label in _each(values, "labels", _label_of) if label is not None]
        edit = _edit_of(values, folder.name, annotator)
    except CrfError:
        raise  # a ValueError, too
    except (TypeError, ValueError) as error:
        raise DataError(_expected(fault_in(error)), path=folder / "project.json") from error
    with (
        made_whole(target) as whole,
        ProjectFile.create(whole, settings, labels, annotator) as file,
    ):
        _fill(file, folder, edit, labels, counts, monitor)
        return file.check_through().in_words()


def _read_values(folder: Path) -> Values:
    path = folder / "project.json"
    values = next(_read_lines(path, whole=True), {})
    if values.get("format") != FORMAT:
        reason = (
            f"This says format {shown(values.get('format'))} where {FORMAT} is expected; choose "
            "the folder that “Export everything” has made, or a newer version of the program."
        )
        raise DataError(reason, path=path)
    return values


def _read_lines(path: Path, *, whole: bool = False) -> Iterator[Values]:
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate([file.read()] if whole else file, 1):
                yield _parsed(line, path, 0 if whole else number)
    except OSError as error:
        reason = f"This file can't be read ({error.strerror}); choose the whole exported folder."
        raise DataError(reason, path=path) from error
    except UnicodeDecodeError as error:
        raise DataError("This is no UTF-8 text, which is expected.", path=path) from error


def _label_of(values: Values) -> Label | None:
    label = label_from(values)
    fault = "" if label is None else label_fault(label.name)
    if fault:
        raise ValueError(f"“name” is {as_json(values['name'])}, which {fault}")
    return label


@contextmanager
def _inside(name: str) -> Iterator[None]:
    """Add the name of a part of the file to errors from the block."""
    try:
        yield
    except CrfError:
        raise
    except (TypeError, ValueError) as error:
        raise ValueError(f"in “{name}”, {fault_in(error)}") from error


def _each(values: Values, name: str, read: Callable[[Values], _One]) -> list[_One]:
    found = []
    for number, one in enumerate(listed(values, name, dict)):
        with _inside(f"{name}[{number}]"):
            found.append(read(one))
    return found


def _parsed(text: str, path: Path, line: int) -> Values:
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        found = "what follows is no JSON"
        at = line or error.lineno
        raise DataError(_expected(found), path=path, line=at, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        found = "a number of too many digits, or too many lists inside each other"
        raise DataError(_expected(found), path=path, line=line or None) from error
    if not isinstance(values, dict):
        raise DataError(_expected("no object"), path=path, line=line or None)
    return values


def _expected(found: object) -> str:
    return f"This is not what “Export everything” writes ({found})."


def _edit_of(values: Values, name: str, annotator: str) -> Edit:
    """Return the edit that adds everything except sentences and labels."""
    documents = _each(values, "documents", document_from)
    gazetteers = _each(values, "gazetteers", _gazetteer_and_phrases)
    return Edit(
        "import_document",
        step_data(name, case="everything"),
        origin=Origin.IMPORT,
        documents=tuple(DocumentChange(replace(one, removed=True), one) for one in documents),
        rules=tuple(RuleChange(None, rule) for rule in _each(values, "rules", rule_from)),
        gazetteers=tuple(GazetteerChange(None, one) for one, _ in gazetteers),
        phrases=tuple(
            PhraseChange(one.id, tuple(phrases), (None,) * len(phrases), tuple(phrases.values()))
            for one, phrases in gazetteers
            if one is not None and phrases
        ),
        id=1,
        made_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        annotator=annotator,
    )


def _gazetteer_and_phrases(values: Values) -> tuple[Gazetteer | None, dict[str, str]]:
    phrases = field(values, "phrases", dict)
    for phrase, label in phrases.items():
        as_kind(str, label, f"phrases.{cut(phrase, _NAME_SHOWN)}")
    return gazetteer_from(values), phrases


def _fill(
    file: ProjectFile,
    folder: Path,
    edit: Edit,
    labels: list[Label],
    counts: Values | None,
    monitor: Monitor | None,
) -> None:
    project = file.load()
    project.labels = {label.id: label for label in labels}
    for change in edit.documents:
        file.imports.begin_document(change.after)
    documents = [change.after for change in edit.documents]
    rows = _Rows(project, documents, invents_fields=counts is None)
    flags = _fill_sentences(file, folder, rows, monitor)
    _fill_records(file, folder, {change.after.id for change in edit.documents})
    whole = replace(edit, documents=edit.documents[:1], flags=flags)
    additions = Additions.unwritten(project)
    if not edit.documents:
        file.write_edit(whole, additions)
        return
    file.imports.finish_document(edit.documents[0].after.id, whole, additions)
    for number, change in enumerate(edit.documents[1:], 2):
        one = replace(edit, documents=(change,), rules=(), gazetteers=(), phrases=(), id=number)
        file.imports.finish_document(change.after.id, one)


class _Rows:
    """Makes rows of sentences from JSON, and interns their words and tags.

    ``invents_fields``: older exports wrote a word for each column that only other documents have.
    """

    def __init__(
        self, project: Project, documents: Sequence[Document], *, invents_fields: bool
    ) -> None:
        self._project = project
        self._words = {word: number for number, word in enumerate(project.words)}
        self._steps = {document.id: step for step, document in enumerate(documents, 1)}
        self._n_columns = {
            document.id: len(feature_columns(document.layout.columns or (WORD,)))
            for document in documents
            if invents_fields
        }
        self._last = 0

    def row(self, values: Values) -> SentenceRow:
        """Return the row of one sentence; KeyError, TypeError or ValueError if it is invalid."""
        tokens = listed(values, "tokens", dict)
        number, document = field(values, "id", int), field(values, "document", int)
        text = field(values, "text", str)
        if number <= self._last:
            raise ValueError(f"sentence {number} comes after sentence {self._last}")
        self._last = number
        if document not in self._steps:
            raise ValueError(f"document {document} is none of project.json")
        starts = np.array([field(token, "start", int) for token in tokens], np.int32)
        ends = np.array([field(token, "end", int) for token in tokens], np.int32)
        edges = np.stack([starts, ends], axis=1).ravel()
        if not tokens or edges[0] < 0 or edges[-1] > len(text) or (np.diff(edges) < 0).any():
            raise ValueError(f"the tokens of sentence {number} are not inside its text")
        states = [_STATES[_one_of(token, "state", _STATES)] for token in tokens]
        source = SentenceSource(
            field(values, "before", str),
            tuple(listed(values, "lines", str)),
            tuple(listed(values, "token_lines", int)),
        )
        return SentenceRow(
            id=number,
            document=document,
            text=text,
            starts=starts,
            ends=ends,
            columns=self._columns(tokens, self._n_columns.get(document)),
            tag_sets=np.array([self._tags(token) for token in tokens], np.int32),
            states=np.array(states, np.uint8),
            edits=np.full(len(tokens), self._steps[document], np.int64),
            role=Role[_one_of(values, "role", _ROLES).upper()],
            source=source,
        )

    def _columns(self, tokens: Sequence[Values], n_columns: int | None) -> NDArray[np.int32]:
        """Return the columns of a sentence, and at most ``n_columns``."""
        fields = [field(token, "fields", list)[:n_columns] for token in tokens]
        n_fields = len(fields[0]) or 1
        for number, one in enumerate(fields):
            if len(one) != n_fields:
                found = f"token {number} has {len(one)} fields"
                raise ValueError(f"{found}, and {n_fields} are expected")
        ids = [[self._word(value, at) for at, value in enumerate(one)] for one in fields]
        return np.array(ids, np.int32).T

    def _word(self, value: object, at: int) -> int:
        """Return the id of a field, -1 for one that is missing."""
        if value is None and at:
            return -1
        word = as_kind(str, value, f"fields[{at}]")
        if word not in self._words:
            self._words[word] = len(self._words)
            self._project.words.append(word)
        return self._words[word]

    def _tags(self, token: Values) -> int:
        names = listed(token, "tags", str)
        return self._project.set_id(tuple(map(self._project.tag_id, names)))


def _one_of(values: Values, name: str, known: Iterable[str]) -> str:
    """Return a value that must be one of ``known``; ValueError otherwise."""
    found = field(values, name, str)
    if found not in known:
        raise ValueError(f"“{name}” is {as_json(found)}, and one of {', '.join(known)} is expected")
    return found


def _flags_of(values: Values) -> SentenceFlags:
    flag = SentenceFlags.NONE
    for name in listed(values, "marks", str):
        flag |= SentenceFlags[_one_of({"marks": name}, "marks", _FLAGS).upper()]
    return flag


def _fill_sentences(
    file: ProjectFile, folder: Path, rows: _Rows, monitor: Monitor | None
) -> tuple[FlagChange, ...]:
    """Write the sentences, some at a time; return their flags."""
    path = folder / "sentences.jsonl"
    waiting: list[SentenceRow] = []
    flags: list[FlagChange] = []
    for line, values in enumerate(_read_lines(path), 1):
        try:
            row = rows.row(values)
            flag = _flags_of(values)
        except CrfError:
            raise  # a ValueError, too
        except OverflowError as error:
            found = "a place of a token is too large a number"
            raise DataError(_expected(found), path=path, line=line) from error
        except (TypeError, ValueError) as error:
            raise DataError(_expected(fault_in(error)), path=path, line=line) from error
        waiting.append(row)
        if flag:
            flags.append(FlagChange(row.id, SentenceFlags.NONE, flag))
        if len(waiting) == REPORTED_EACH:
            file.imports.add_sentences(waiting)
            waiting = []
            report(monitor, line, 0)
    file.imports.add_sentences(waiting)
    return tuple(flags)


def _fill_records(file: ProjectFile, folder: Path, documents: set[int]) -> None:
    path = folder / "records.jsonl"
    found: dict[int, list[SourceRecord]] = {}
    for line, values in enumerate(_read_lines(path), 1):
        try:
            document = field(values, "document", int)
            first = field(values, "first_sentence", int)
            record = SourceRecord(first, field(values, "raw", str))
        except TypeError as error:
            raise DataError(_expected(fault_in(error)), path=path, line=line) from error
        if document not in documents:
            raise DataError(_expected(f"document {document}"), path=path, line=line)
        found.setdefault(document, []).append(record)
    for document, records in found.items():
        file.imports.add_records(document, records)
