"""Import of the plain files that `app.jobs.projects.plain_files` writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

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
from app.domain.sentence_flags import SentenceFlags
from app.domain.sentences import Additions, SentenceRow
from app.domain.step_texts import step_data
from app.formats.table import FORMATS
from app.jobs.progress import Monitor, report
from app.jobs.projects.check import check_documents
from app.jobs.projects.create import made_whole
from app.jobs.projects.exported_files import naming, read_lines, read_values, unexpected
from app.jobs.projects.exported_sentences import Rows, flags_of
from app.jobs.projects.exported_settings import Exported, exported_from
from app.jobs.projects.plain_files import FORMAT, RECORDS, REPORTED_EACH, SENTENCES, Values
from app.storage.errors import DamagedError
from app.storage.json_values import field
from app.storage.project_file import ProjectFile
from app.storage.tables import MAX_LARGE
from crfcore.errors import DataError, shown

PROJECT = "project.json"


def read_everything(
    folder: Path, target: Path, annotator: str = "", monitor: Monitor | None = None
) -> str:
    """Create a project from the files of `write_everything`; return its contents in words.

    Texts, labels, settings, rules, gazetteers, flags and roles are kept; the history begins with
    one step that adds them. DataError with file and line for what cannot be read; then no project
    is created.
    """
    values = _read_values(folder / PROJECT)
    with naming(folder / PROJECT):
        exported = exported_from(values)
    edit = _edit_of(exported, folder.name, annotator)
    with (
        made_whole(target) as whole,
        ProjectFile.create(whole, exported.settings, exported.labels, annotator) as file,
        _damage_in_folder(folder),
    ):
        _fill(file, folder, exported, edit, monitor)
        contents = file.check_through().in_words()
        check_documents(file)
        return contents


@contextmanager
def _damage_in_folder(folder: Path) -> Iterator[None]:
    """Convert damage of the new project, which nobody has seen, to an error about the folder."""
    try:
        yield
    except DamagedError as error:
        found = error.__cause__ or error.reason
        raise DataError(unexpected(found), path=folder) from error


def _read_values(path: Path) -> Values:
    values = read_values(path)
    if values.get("format") != FORMAT:
        reason = (
            f"This says format {shown(values.get('format'))} where {FORMAT} is expected; choose "
            "the folder that “Export everything” has made, or a newer version of the program."
        )
        raise DataError(reason, path=path)
    return values


def _edit_of(exported: Exported, name: str, annotator: str) -> Edit:
    """Return the edit that adds everything except sentences and labels."""
    return Edit(
        "import_document",
        step_data(name, case="everything"),
        origin=Origin.IMPORT,
        documents=tuple(
            DocumentChange(replace(one, removed=True), one) for one in exported.documents
        ),
        rules=tuple(RuleChange(None, rule) for rule in exported.rules),
        gazetteers=tuple(GazetteerChange(None, one) for one, _ in exported.gazetteers),
        phrases=tuple(
            PhraseChange(one.id, tuple(phrases), (None,) * len(phrases), tuple(phrases.values()))
            for one, phrases in exported.gazetteers
            if phrases
        ),
        id=1,
        made_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        annotator=annotator,
    )


def _fill(
    file: ProjectFile, folder: Path, exported: Exported, edit: Edit, monitor: Monitor | None
) -> None:
    project = file.load()
    project.labels = {label.id: label for label in exported.labels}
    for document in exported.documents:
        file.imports.begin_document(document)
    rows = Rows(project, exported.documents, invents_fields=exported.counts is None)
    flags = _fill_sentences(file, folder, rows, exported, monitor)
    _fill_records(file, folder, exported)
    whole = replace(edit, documents=edit.documents[:1], flags=flags)
    additions = Additions.unwritten(project)
    if not edit.documents:
        file.write_edit(whole, additions)
        return
    file.imports.finish_document(edit.documents[0].after.id, whole, additions)
    for number, change in enumerate(edit.documents[1:], 2):
        one = replace(edit, documents=(change,), rules=(), gazetteers=(), phrases=(), id=number)
        file.imports.finish_document(change.after.id, one)


def _fill_sentences(
    file: ProjectFile, folder: Path, rows: Rows, exported: Exported, monitor: Monitor | None
) -> tuple[FlagChange, ...]:
    """Write the sentences, some at a time; return their flags."""
    path = folder / f"{SENTENCES}.jsonl"
    waiting: list[SentenceRow] = []
    flags: list[FlagChange] = []
    line = 0
    for line, values in enumerate(read_lines(path), 1):
        with naming(path, line):
            row = rows.row(values)
            flag = flags_of(values)
        waiting.append(row)
        if flag:
            flags.append(FlagChange(row.id, SentenceFlags.NONE, flag))
        if len(waiting) == REPORTED_EACH:
            file.imports.add_sentences(waiting)
            waiting = []
            report(monitor, line, 0)
    _check_count(path, line, exported, SENTENCES)
    file.imports.add_sentences(waiting)
    return tuple(flags)


def _check_count(path: Path, n: int, exported: Exported, name: str) -> None:
    """Raise DataError for a file that has lost lines, or got more."""
    if exported.counts is None:
        return
    expected = exported.counts.get(name)
    if n != expected:
        found = f"{n:,} lines, and {PROJECT} counts {shown(expected)}"
        raise DataError(unexpected(found), path=path, line=n or None)


def _fill_records(file: ProjectFile, folder: Path, exported: Exported) -> None:
    """Write the records, some of a document at a time."""
    path = folder / f"{RECORDS}.jsonl"
    documents = {document.id: document for document in exported.documents}
    written = dict.fromkeys(documents, 0)
    waiting: dict[int, list[SourceRecord]] = {number: [] for number in documents}
    last = dict.fromkeys(documents, 0)
    line = 0
    for line, values in enumerate(read_lines(path), 1):
        with naming(path, line):
            number, record = _record_of(values, documents)
            if not last[number] <= record.first_sentence <= MAX_LARGE:
                found = f"“first_sentence” is {shown(record.first_sentence)}"
                raise ValueError(f"{found}, and one from {last[number]:,} on is expected")
        last[number] = record.first_sentence
        waiting[number].append(record)
        if len(waiting[number]) == REPORTED_EACH:
            file.imports.add_records(number, waiting[number], written[number])
            written[number] += REPORTED_EACH
            waiting[number] = []
    _check_count(path, line, exported, RECORDS)
    for number, records in waiting.items():
        document = documents[number]
        if FORMATS[document.layout.format].keeps and not written[number] + len(records):
            found = f"no record of document {number}, whose format is {document.layout.format}"
            raise DataError(unexpected(found), path=path)
        file.imports.add_records(number, records, written[number])


def _record_of(values: Values, documents: dict[int, Document]) -> tuple[int, SourceRecord]:
    """Return a record and the id of its document."""
    number = field(values, "document", int)
    record = SourceRecord(field(values, "first_sentence", int), field(values, "raw", str))
    if number not in documents:
        raise ValueError(f"document {shown(number)} is none of project.json")
    try:
        FORMATS[documents[number].layout.format].check_record(record.raw)
    except DataError as error:
        raise ValueError(f"“raw” cannot be read: {error.reason.rstrip('.')}") from error
    return number, record
