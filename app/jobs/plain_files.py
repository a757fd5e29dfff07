"""Everything that a project holds as plain files, which any program can read, and back again.

The folder has one file for each thing: ``sentences.jsonl`` is all texts with what is known of every
token, ``project.json`` is settings, labels, rules, gazetteers and documents, ``records.jsonl`` are
pieces of imported files that belong to no sentence, ``history.jsonl`` says who did what and when.
These are what is read again. Beside them, for other programs, ``documents`` has each document in
the format of its import, ``gazetteers`` and ``rules.json`` are what the window exports, and
``model.crf`` is the newest model.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from app.domain.documents import Document, SourceRecord
from app.domain.edits import (
    DocumentChange,
    Edit,
    GazetteerChange,
    MarkChange,
    Origin,
    PhraseChange,
    RuleChange,
)
from app.domain.labels import Label
from app.domain.marks import Mark
from app.domain.project import Project
from app.domain.sentences import Additions, SentenceRow, SentenceSource
from app.domain.tokens import Role, TokenState
from app.formats.output import told_of, why_unwritable, write_bytes, write_whole
from app.jobs.check import holdings
from app.jobs.create_project import made_whole
from app.jobs.export import export
from app.jobs.gazetteer_files import write_gazetteer_file
from app.jobs.progress import Monitor, report
from app.jobs.rule_files import write_rule_file
from app.storage.history import (
    document_from,
    gazetteer_from,
    label_from,
    rule_from,
    settings_from,
)
from app.storage.project_file import ProjectFile
from crfcore import whole_files
from crfcore.errors import CrfError, DataError

FORMAT = 1
"""The version of this layout of files; a newer one is refused in words."""

STEPS_AT_ONCE = 500
REPORTED_EACH = 500

Values = dict[str, Any]

README = """Everything that the Tagwright project “{name}” holds, as plain UTF-8 text.

project.json      settings, labels, rules, gazetteers with their phrases, documents
sentences.jsonl   one sentence a line: its text, and of every token its place (code points, the end
                  not included), the fields of its file, what is known, and the step that said so
records.jsonl     pieces of imported files that belong to no single sentence, as they were
history.jsonl     one step a line, the oldest first: who, when, what, and whether it was taken back
documents/        each document in the format of its import, with the confirmed labels
gazetteers/       one phrase a line, a tab, its label
rules.json        the rules as the library and the command line read them
model.crf         the newest model

“state” of a token is unknown, confirmed, one_of (of the tags that are listed) or suggested. Step
numbers are those of history.jsonl. The first four files make the project again:

    tagwright new PROJECT --from FOLDER
"""


# ---- out


def write_everything(file: ProjectFile, out: Path, monitor: Monitor | None = None) -> str:
    """Write everything into a new folder; return what the project holds, in words.

    The folder appears when it is whole; DataError in words where that cannot be.
    """
    with told_of(out):
        if whole_files.is_stream(out):
            raise DataError("Everything goes into a new folder; name one.", path=out)
        taken = out.exists() and (not out.is_dir() or any(out.iterdir()))
    if taken:
        raise DataError("This is there already and not empty; choose a new folder.", path=out)
    project = file.load()
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with whole_files.workplace(out.parent) as place:
            part = place / out.name
            part.mkdir()
            _write_parts(file, project, part, out.name, monitor)
            if out.exists():
                out.rmdir()
            whole_files.put([(part, out)], source=file.path)
    except OSError as error:
        raise DataError(why_unwritable(error), path=out) from error
    except DataError as error:
        if isinstance(error.__cause__, OSError):
            # It names a file that is gone by now.
            raise DataError(why_unwritable(error.__cause__), path=out) from error
        raise
    return holdings(project)


@contextmanager
def _unless_unwritable() -> Iterator[None]:
    """Leave out what a format can't hold; what the disk refuses is no such thing."""
    try:
        yield
    except CrfError as error:
        if isinstance(error.__cause__, OSError):
            raise


def _write_parts(
    file: ProjectFile, project: Project, part: Path, name: str, monitor: Monitor | None
) -> None:
    write_whole(part / "README.txt", [README.format(name=name)])
    write_whole(part / "project.json", [_dumped(_project_values(project), indent=1), "\n"])
    write_whole(part / "sentences.jsonl", _lines(_sentence_values(file, project, monitor)))
    write_whole(part / "records.jsonl", _lines(_record_values(file, project)))
    write_whole(part / "history.jsonl", _lines(_history_values(file)))
    (part / "documents").mkdir()
    if any(not document.removed for document in project.documents.values()):
        with _unless_unwritable():  # a format that cannot hold these labels; sentences.jsonl can
            export(project, file.sentence_sources, part / "documents", records=file.records)
    _write_gazetteers(project, part / "gazetteers")
    if project.rules:
        with _unless_unwritable():  # a rule that no such file can hold stands in project.json
            write_rule_file(part / "rules.json", project.ordered_rules())
    model = file.newest_model()
    if model is not None:
        write_bytes(part / "model.crf", model.data)


def _project_values(project: Project) -> Values:
    return {
        "format": FORMAT,
        "settings": asdict(project.settings),
        "labels": [asdict(label) for label in project.labels.values()],
        "rules": [asdict(rule) for rule in project.rules.values()],
        "gazetteers": [
            {**asdict(gazetteer), "phrases": dict(project.phrases.get(number, {}))}
            for number, gazetteer in project.gazetteers.items()
        ],
        "documents": [asdict(document) for document in _shown(project)],
    }


def _shown(project: Project) -> list[Document]:
    return [document for document in project.documents.values() if not document.removed]


def _sentence_values(
    file: ProjectFile, project: Project, monitor: Monitor | None
) -> Iterator[Values]:
    places = {number: place for place, number in enumerate(project.corpus.ids.tolist())}
    done, total = 0, len(project.visible())
    for document in _shown(project):
        for number, source in file.sentence_sources(document.id):
            yield _one_sentence(project, places[number], source)
            done += 1
            if done % REPORTED_EACH == 0:
                report(monitor, done, total)


def _one_sentence(project: Project, place: int, source: SentenceSource) -> Values:
    corpus = project.corpus
    at = corpus.span(place)
    number = int(corpus.ids[place])
    tokens = zip(
        corpus.starts[at].tolist(),
        corpus.ends[at].tolist(),
        corpus.columns[:, at].T.tolist(),
        corpus.states[at].tolist(),
        corpus.tag_sets[at].tolist(),
        corpus.edits[at].tolist(),
        strict=True,
    )
    return {
        "id": number,
        "document": int(corpus.documents[place]),
        "role": Role(int(corpus.roles[place])).name.lower(),
        "marks": [str(mark.name).lower() for mark in Mark if mark & project.marks.get(number, 0)],
        "text": corpus.texts[place],
        "tokens": [
            {
                "start": start,
                "end": end,
                "fields": [project.words[word] for word in words],
                "state": _NAMES[state],
                "tags": [project.tags[tag] for tag in project.tag_sets[tags]],
                "step": step,
            }
            for start, end, words, state, tags, step in tokens
        ],
        "before": source.before,
        "lines": list(source.lines),
        "token_lines": list(source.tokens),
    }


_NAMES = {
    TokenState.UNKNOWN.value: "unknown",
    TokenState.CONFIRMED.value: "confirmed",
    TokenState.NARROWED.value: "one_of",
    TokenState.SUGGESTED.value: "suggested",
}
_STATES = {name: state for state, name in _NAMES.items()}


def _record_values(file: ProjectFile, project: Project) -> Iterator[Values]:
    for document in _shown(project):
        for record in file.records(document.id):
            yield {"document": document.id, **asdict(record)}


def _history_values(file: ProjectFile) -> Iterator[Values]:
    told: list[Values] = []
    before: int | None = None
    while steps := file.recent_edits(before, STEPS_AT_ONCE):
        before = steps[-1][0].id
        told += [
            {
                "step": edit.id,
                "made_at": edit.made_at,
                "annotator": edit.annotator,
                "kind": edit.kind,
                "origin": edit.origin.value,
                "what": edit.summary,
                "taken_back": undone,
            }
            for edit, undone in steps
        ]
    return reversed(told)


def _write_gazetteers(project: Project, folder: Path) -> None:
    for number, gazetteer in project.gazetteers.items():
        folder.mkdir(exist_ok=True)
        name = re.sub(r"[^\w .-]", "_", gazetteer.name).strip(". ") or "gazetteer"
        phrases = project.phrases.get(number, {})
        write_gazetteer_file(folder / f"{number}-{name[:60]}.tsv", phrases)


def _lines(values: Iterable[Values]) -> Iterator[str]:
    return (_dumped(value) + "\n" for value in values)


def _dumped(value: Values, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)


# ---- back again


def read_everything(
    folder: Path, target: Path, annotator: str = "", monitor: Monitor | None = None
) -> str:
    """Make a new project of what `write_everything` wrote; return what it holds, in words.

    Texts, labels, settings, rules, gazetteers, marks and roles are as they were; the history
    begins anew with the one step that brings them. DataError with file and line for what cannot be
    read, and then no project is left behind.
    """
    values = _read_values(folder)
    try:
        settings = settings_from(values["settings"])
        labels = [label for label in map(label_from, values["labels"]) if label is not None]
        edit = _edit_of(values, folder.name, annotator)
    except CrfError:
        raise  # a ValueError, too
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(_expected(error), path=folder / "project.json") from error
    with (
        made_whole(target) as whole,
        ProjectFile.create(whole, settings, labels, annotator) as file,
    ):
        _fill(file, folder, edit, labels, monitor)
        return file.check_through().in_words()


def _read_values(folder: Path) -> Values:
    path = folder / "project.json"
    values = next(_read_lines(path, whole=True), {})
    if values.get("format") != FORMAT:
        reason = (
            f"This says format {values.get('format')!r} where {FORMAT} is expected; choose the "
            "folder that “Export everything” has made, or a newer version of the program."
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


def _parsed(text: str, path: Path, line: int) -> Values:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(_expected(error), path=path, line=line or None) from error
    if not isinstance(values, dict):
        raise DataError(_expected("no object"), path=path, line=line or None)
    return values


def _expected(found: object) -> str:
    return f"This is not what “Export everything” writes ({found})."


def _edit_of(values: Values, name: str, annotator: str) -> Edit:
    """Return the one step that brings everything but sentences and labels."""
    documents = [document_from(document) for document in values["documents"]]
    gazetteers = [(gazetteer_from(one), dict(one["phrases"])) for one in values["gazetteers"]]
    return Edit(
        "import_document",
        f"import everything from {name}",
        origin=Origin.IMPORT,
        documents=tuple(DocumentChange(replace(one, removed=True), one) for one in documents),
        rules=tuple(RuleChange(None, rule_from(rule)) for rule in values["rules"]),
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


def _fill(
    file: ProjectFile, folder: Path, edit: Edit, labels: list[Label], monitor: Monitor | None
) -> None:
    project = file.load()
    project.labels = {label.id: label for label in labels}
    for change in edit.documents:
        file.begin_document(change.after)
    marks = _fill_sentences(file, folder, _Rows(project, edit), monitor)
    _fill_records(file, folder, {change.after.id for change in edit.documents})
    whole = replace(edit, documents=edit.documents[:1], marks=marks)
    additions = Additions.unwritten(project)
    if not edit.documents:
        file.write_edit(whole, additions)
        return
    file.finish_document(edit.documents[0].after.id, whole, additions)
    for number, change in enumerate(edit.documents[1:], 2):
        one = replace(edit, documents=(change,), rules=(), gazetteers=(), phrases=(), id=number)
        file.finish_document(change.after.id, one)


class _Rows:
    """Makes rows of what a file says of sentences, and interns their words and tags."""

    def __init__(self, project: Project, edit: Edit) -> None:
        self._project = project
        self._words = {word: number for number, word in enumerate(project.words)}
        documents = (change.after.id for change in edit.documents)
        self._steps = {document: step for step, document in enumerate(documents, 1)}
        self._last = 0

    def row(self, values: Values) -> SentenceRow:
        """Return the row of one sentence; KeyError, TypeError or ValueError where it is none."""
        tokens = values["tokens"]
        number, document, text = int(values["id"]), int(values["document"]), str(values["text"])
        if number <= self._last:
            raise ValueError(f"sentence {number} comes after sentence {self._last}")
        self._last = number
        starts = np.array([token["start"] for token in tokens], np.int32)
        ends = np.array([token["end"] for token in tokens], np.int32)
        edges = np.stack([starts, ends], axis=1).ravel()
        if not tokens or edges[0] < 0 or edges[-1] > len(text) or (np.diff(edges) < 0).any():
            raise ValueError(f"the tokens of sentence {number} are not inside its text")
        source = SentenceSource(
            str(values["before"]),
            tuple(map(str, values["lines"])),
            tuple(map(int, values["token_lines"])),
        )
        return SentenceRow(
            id=number,
            document=document,
            text=text,
            starts=starts,
            ends=ends,
            columns=np.array([self._fields(token) for token in tokens], np.int32).T,
            tag_sets=np.array([self._tags(token["tags"]) for token in tokens], np.int32),
            states=np.array([_STATES[token["state"]] for token in tokens], np.uint8),
            edits=np.full(len(tokens), self._steps[document], np.int64),
            role=Role[str(values["role"]).upper()],
            source=source,
        )

    def _fields(self, token: Values) -> list[int]:
        words = self._words
        found = []
        for word in map(str, token["fields"]):
            if word not in words:
                words[word] = len(words)
                self._project.words.append(word)
            found.append(words[word])
        return found

    def _tags(self, names: list[Any]) -> int:
        return self._project.set_id(tuple(self._project.tag_id(str(name)) for name in names))


def _fill_sentences(
    file: ProjectFile, folder: Path, rows: _Rows, monitor: Monitor | None
) -> tuple[MarkChange, ...]:
    """Write the sentences, some at a time; return what is noted of them."""
    path = folder / "sentences.jsonl"
    waiting: list[SentenceRow] = []
    marks: list[MarkChange] = []
    for line, values in enumerate(_read_lines(path), 1):
        try:
            row = rows.row(values)
            mark = Mark(sum(Mark[str(name).upper()] for name in values["marks"]))
        except CrfError:
            raise  # a ValueError, too
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise DataError(_expected(error), path=path, line=line) from error
        waiting.append(row)
        if mark:
            marks.append(MarkChange(row.id, Mark.NONE, mark))
        if len(waiting) == REPORTED_EACH:
            file.add_sentences(waiting)
            waiting = []
            report(monitor, line, 0)
    file.add_sentences(waiting)
    return tuple(marks)


def _fill_records(file: ProjectFile, folder: Path, documents: set[int]) -> None:
    path = folder / "records.jsonl"
    found: dict[int, list[SourceRecord]] = {}
    for line, values in enumerate(_read_lines(path), 1):
        try:
            document = int(values["document"])
            record = SourceRecord(int(values["first_sentence"]), str(values["raw"]))
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(_expected(error), path=path, line=line) from error
        if document not in documents:
            raise DataError(_expected(f"document {document}"), path=path, line=line)
        found.setdefault(document, []).append(record)
    for document, records in found.items():
        file.add_records(document, records)
