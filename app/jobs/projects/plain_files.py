"""Export of a whole project as plain files, which can be imported again.

``sentences.jsonl`` has all texts with their tokens and labels, ``project.json`` settings, labels,
rules, gazetteers and documents, ``records.jsonl`` parts of imported files that belong to no
sentence, ``history.jsonl`` the steps of the history. These are read again. For other programs,
``documents`` has each document in its imported format, ``gazetteers`` and ``rules.json`` are as
exported by the window, and ``model.crf`` is the newest model.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from app.domain.documents import Document
from app.domain.project import Project
from app.domain.sentence_flags import SentenceFlags
from app.domain.sentences import SentenceSource
from app.domain.step_texts import step_text
from app.domain.tokens import Role, TokenState
from app.formats.output import disk_errors_in_words, why_unwritable, write_bytes, write_whole
from app.jobs.exporting.documents import export
from app.jobs.gazetteers.files import write_gazetteer_file
from app.jobs.progress import Monitor, report
from app.jobs.projects.check import contents_text, trouble_of_model
from app.jobs.rules.files import write_rule_file
from app.storage.project_file import ProjectFile
from crfcore import whole_files
from crfcore.errors import CrfError, DataError
from crfcore.messages import joined, message, without_stop

FORMAT = 1
"""The version of this layout of files."""

SENTENCES, RECORDS = "sentences", "records"
"""The names of the files whose lines ``counts`` counts in project.json."""

STEPS_AT_ONCE = 500
REPORTED_EACH = 500

Values = dict[str, Any]

README = """Everything that the Tagwright project “{name}” holds, as plain UTF-8 text.

project.json      settings, labels, rules, gazetteers with their phrases, documents, and the
                  numbers of lines of the next two files
sentences.jsonl   one sentence a line: its text, and of every token its place (code points, the end
                  not included), the fields of its file, what is known, and the step that said so
records.jsonl     pieces of imported files that belong to no single sentence, as they were
history.jsonl     one step a line, the oldest first: who, when, what, and whether it was taken back
documents/        each document in the format of its import, plain text as columns, with the
                  confirmed labels
gazetteers/       one phrase a line, a tab, its label; or the rules of a grammar (.txt)
rules.json        the rules as the library and the command line read them
model.crf         the newest model

“state” of a token is unknown, confirmed, one_of (of the tags that are listed) or suggested. Step
numbers are those of history.jsonl. The first four files make the project again:

    tagwright new PROJECT --from FOLDER
"""


def write_everything(file: ProjectFile, out: Path, monitor: Monitor | None = None) -> str:
    """Write everything to a new folder; return the contents of the project in words.

    A model that cannot be read is left out, which the words name. The folder appears only when it
    is complete; DataError if that fails.
    """
    with disk_errors_in_words(out):
        if whole_files.is_stream(out):
            raise DataError(message("Everything goes into a new folder; name one."), path=out)
        taken = out.exists() and (not out.is_dir() or any(out.iterdir()))
    if taken:
        raise DataError(
            message("This is there already and not empty; choose a new folder."), path=out
        )
    project = file.load()
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with whole_files.workplace(out.parent) as work_folder:
            part = work_folder / out.name
            part.mkdir()
            trouble = _write_parts(file, project, part, file.path.name, monitor)
            if out.exists():
                out.rmdir()
            whole_files.put([(part, out)], source=file.path)
    except OSError as error:
        raise DataError(why_unwritable(error), path=out) from error
    except DataError as error:
        if isinstance(error.__cause__, OSError):
            # The error names a file that is deleted now.
            raise DataError(why_unwritable(error.__cause__), path=out) from error
        raise
    text = contents_text(project)
    return joined(". ", [text, without_stop(trouble)]) if trouble else text


@contextmanager
def _unless_unwritable() -> Iterator[None]:
    """Suppress errors of formats, but not those of the disk."""
    try:
        yield
    except CrfError as error:
        if isinstance(error.__cause__, OSError):
            raise


def _write_parts(
    file: ProjectFile, project: Project, part: Path, name: str, monitor: Monitor | None
) -> str:
    """Write the files; return as a sentence why the model is left out, "" if it is not."""
    write_whole(part / "README.txt", [README.format(name=name)])
    counts: dict[str, int] = {}
    for name, values in (
        (SENTENCES, _sentence_values(file, project, monitor)),
        (RECORDS, _record_values(file, project)),
    ):
        write_whole(part / f"{name}.jsonl", _lines(_counted(values, name, counts)))
    whole = {**_project_values(project), "counts": counts}
    write_whole(part / "project.json", [_dumped(whole, indent=1), "\n"])
    write_whole(part / "history.jsonl", _lines(_history_values(file)))
    (part / "documents").mkdir()
    if any(not document.removed for document in project.documents.values()):
        with _unless_unwritable():  # a format that cannot hold these labels; sentences.jsonl can
            export(project, file.sentence_sources, part / "documents", records=file.records)
    _write_gazetteers(project, part / "gazetteers")
    if project.rules:
        with _unless_unwritable():  # a rule that no such file can hold stands in project.json
            write_rule_file(part / "rules.json", project.ordered_rules())
    trouble, model = trouble_of_model(file), file.newest_model()
    if model is not None and not trouble:
        write_bytes(part / "model.crf", model.data)
    return trouble


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
    sentence_indices = {
        number: sentence_index for sentence_index, number in enumerate(project.corpus.ids.tolist())
    }
    shown = _shown(project)
    numbers = [document.id for document in shown]
    done, total = 0, int(np.isin(project.corpus.documents, numbers).sum())
    for document in shown:
        for number, source in file.sentence_sources(document.id):
            yield _one_sentence(project, sentence_indices[number], source)
            done += 1
            if done % REPORTED_EACH == 0:
                report(monitor, done, total)


def _one_sentence(project: Project, sentence_index: int, source: SentenceSource) -> Values:
    corpus = project.corpus
    at = corpus.span(sentence_index)
    number = int(corpus.ids[sentence_index])
    tokens = zip(
        corpus.starts[at].tolist(),
        corpus.ends[at].tolist(),
        _fields(project, at),
        corpus.states[at].tolist(),
        corpus.tag_sets[at].tolist(),
        corpus.edits[at].tolist(),
        strict=True,
    )
    return {
        "id": number,
        "document": int(corpus.documents[sentence_index]),
        "role": Role(int(corpus.roles[sentence_index])).name.lower(),
        "marks": [
            str(flag.name).lower() for flag in SentenceFlags if flag & project.flags.get(number, 0)
        ],
        "text": corpus.texts[sentence_index],
        "tokens": [
            {
                "start": start,
                "end": end,
                "fields": fields,
                "state": STATE_NAMES[state],
                "tags": [project.tags[tag] for tag in project.tag_sets[tags]],
                "step": step,
            }
            for start, end, fields, state, tags, step in tokens
        ],
        "before": source.before,
        "lines": list(source.lines),
        "token_lines": list(source.tokens),
    }


def _fields(project: Project, at: slice) -> list[list[str | None]]:
    """Return the fields of each token of a sentence.

    Documents may have different numbers of columns: those that a sentence lacks are left out.
    """
    columns = project.corpus.columns[:, at]
    n_columns = int(np.flatnonzero((columns >= 0).any(axis=1))[-1]) + 1
    words = project.words
    return [
        [None if word < 0 else words[word] for word in token]
        for token in columns[:n_columns].T.tolist()
    ]


STATE_NAMES = {
    TokenState.UNKNOWN.value: "unknown",
    TokenState.CONFIRMED.value: "confirmed",
    TokenState.NARROWED.value: "one_of",
    TokenState.SUGGESTED.value: "suggested",
}


def _record_values(file: ProjectFile, project: Project) -> Iterator[Values]:
    for document in _shown(project):
        for record in file.records(document.id):
            yield {"document": document.id, **asdict(record)}


def _history_values(file: ProjectFile) -> Iterator[Values]:
    listed: list[Values] = []
    before: int | None = None
    while steps := file.history.recent_edits(before, STEPS_AT_ONCE):
        before = steps[-1][0].id
        listed += [
            {
                "step": edit.id,
                "made_at": edit.made_at,
                "annotator": edit.annotator,
                "kind": edit.kind,
                "origin": edit.origin.value,
                "what": step_text(edit.kind, edit.summary),
                "taken_back": undone,
            }
            for edit, undone in steps
        ]
    return reversed(listed)


def _write_gazetteers(project: Project, folder: Path) -> None:
    for number, gazetteer in project.gazetteers.items():
        folder.mkdir(exist_ok=True)
        name = re.sub(r"[^\w .-]", "_", gazetteer.name).strip(". ") or "gazetteer"
        if gazetteer.grammar:
            write_whole(folder / f"{number}-{name[:60]}.txt", [gazetteer.grammar])
            continue
        phrases = project.phrases.get(number, {})
        write_gazetteer_file(folder / f"{number}-{name[:60]}.tsv", phrases)


def _counted(values: Iterable[Values], name: str, counts: dict[str, int]) -> Iterator[Values]:
    """Yield values, and keep their number."""
    counts[name] = 0
    for value in values:
        counts[name] += 1
        yield value


def _lines(values: Iterable[Values]) -> Iterator[str]:
    return (_dumped(value) + "\n" for value in values)


def _dumped(value: Values, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)
