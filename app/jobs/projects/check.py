"""Complete checks of project files."""

from __future__ import annotations

import glob
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.domain.documents import Document
from app.domain.project import Project
from app.domain.project_contents import ProjectContents
from app.formats.table import FORMATS, layout_trouble
from app.jobs.data.snapshot import columns_for_templates
from app.jobs.data.templates import missing_column, template_trouble
from app.jobs.gazetteers.grammars import unused_grammars
from app.jobs.projects.backups import backups_of
from app.jobs.rules.conversion import unused_rules
from app.storage.errors import DamagedError, DamagedRowsError
from app.storage.files import real
from app.storage.integrity_check import is_sound
from app.storage.logs import LogSetAside
from app.storage.project_file import ProjectFile
from app.storage.sqlite_errors import DAMAGED
from crfcore.errors import DataError, ModelFileError
from crfcore.messages import MessageTemplate, counted, joined, message, without_stop

_TRAIN_ANOTHER = message("open the project in the window, which trains another one.")

UNUSABLE_MODEL = message(
    "The project's model cannot be read; {train_another}", train_another=_TRAIN_ANOTHER
)

UNREAD_MODEL = message(
    "The project's model is larger than what is read; {train_another}", train_another=_TRAIN_ANOTHER
)

_NOT_USED = MessageTemplate(
    "{summary}; the log beside it belongs to another project or another state of this one, was not "
    "used, and is now {name}"
)
_KEPT = MessageTemplate(
    "{summary}; its log was damaged and is now {name}; the last changes may be missing"
)
_LEFT = MessageTemplate(
    "{summary}; its log {name} is damaged and was left as it is; the last changes may be missing"
)
_KEPT_BEHIND = MessageTemplate(
    "{summary}; its log was damaged and is now {name}; the project has all its changes"
)
_LEFT_BEHIND = MessageTemplate(
    "{summary}; its log {name} is damaged and was left as it is; the project has all its changes"
)

LOOKED_AT = 5
SECONDS_EACH = 20.0
"""The number of newest copies checked for a sound one, and the time limit for each."""


def check_project(path: Path, *, without_log: bool = False) -> str:
    """Check a project and return its contents in words; `ProjectFileError` if it is not sound.

    ``without_log`` also opens one that was not closed and whose log is lost or damaged, and closes
    it without the last steps.
    """
    path = real(path)
    with (
        naming_a_backup(path),
        ProjectFile.open(path, for_reading=True, without_log=without_log) as file,
    ):
        summary = file.check_through().in_words()
        check_documents(file)
        n_texts = sum(one.for_learning and not one.removed for one in file.documents())
        aside = file.log_set_aside
        trouble = trouble_of_model(file)
        remarks = [*_remarks(file.load()), *([trouble] if trouble else [])]
    if n_texts:
        texts = counted(n_texts, "unlabelled text")
        summary = message("{summary}, and {texts}", summary=summary, texts=texts)
    if aside is not None:
        summary = _with_log(summary, aside, is_left=file.read_only)
    return joined(". ", [summary, *map(without_stop, remarks)])


def _with_log(summary: str, log: LogSetAside, *, is_left: bool) -> str:
    """Return a summary that tells of a log; ``is_left``: it could not be renamed."""
    if log.is_behind:
        template = _LEFT_BEHIND if is_left else _KEPT_BEHIND
    elif log.is_damaged:
        template = _LEFT if is_left else _KEPT
    else:
        template = _NOT_USED
    return template.format(summary=summary, name=log.path.name)


def _remarks(project: Project) -> list[str]:
    """Return as sentences which parts of a sound project are not used, and why."""
    lists = (project.listed(one.id) for one in project.ordered_gazetteers())
    remarks = [
        template_trouble(project.settings.template),
        missing_column(project.settings.template, columns_for_templates(project)),
        unused_rules(project.rules_in_force()),
        *unused_grammars(lists, len(project.corpus.columns)),
    ]
    return [remark for remark in remarks if remark]


def trouble_of_model(file: ProjectFile) -> str:
    """Return as a sentence that the stored model cannot be used, "" if it can or there is none."""
    from crfcore.semi_markov import model_from_bytes

    if file.has_unread_model():
        return UNREAD_MODEL
    stored = file.newest_model()
    if stored is None:
        return ""
    try:
        model_from_bytes(stored.data)
    except ModelFileError:
        return UNUSABLE_MODEL
    return ""


def check_documents(file: ProjectFile) -> None:
    """Raise DamagedError for a document that cannot be exported as it was imported."""
    for document in file.documents():
        trouble = layout_trouble(document.layout) or _trouble_of_records(file, document)
        if trouble:
            detail = message(
                "of the document “{name}”, {trouble}", name=document.name[:200], trouble=trouble
            )
            cause = DamagedRowsError(detail)
            raise DamagedError(file.path, DAMAGED.format(detail=detail)) from cause


def _trouble_of_records(file: ProjectFile, document: Document) -> str:
    """Return why the records of a document could not be exported, "" if they can."""
    form = FORMATS[document.layout.format]
    if not form.keeps:
        return ""
    n = 0
    for n, record in enumerate(file.records(document.id), 1):
        try:
            form.check_record(record.raw)
        except DataError as error:
            return message(
                "record {n:,} cannot be read: {reason}", n=n, reason=without_stop(error.reason)
            )
    # Such formats have at least one record, even if it is empty.
    return "" if n else message("its records are gone")


@contextmanager
def naming_a_backup(path: Path) -> Iterator[None]:
    """Add the newest sound copy of the project to DamagedError from the block."""
    try:
        yield
    except DamagedError as error:
        raise with_backup(error, path) from error


def with_backup(error: DamagedError, path: Path) -> DamagedError:
    """Return the error with the newest sound copy of the project, or that there is none.

    Reads whole files, but limited in number and time.
    """
    copies = [backup.path for backup in backups_of(path)]
    copies += sorted(path.parent.glob(f"{glob.escape(path.stem)}.backup-*{path.suffix}"))
    if not copies:
        return error
    for copy in copies[:LOOKED_AT]:
        if is_sound(copy, SECONDS_EACH):
            return DamagedError(
                path,
                message(
                    "{reason}; the newest backup that is sound is {copy}",
                    reason=error.reason,
                    copy=copy,
                ),
            )
    n = min(len(copies), LOOKED_AT)
    return DamagedError(
        path,
        message(
            "{reason}; no sound backup was found among the newest {n} in {parent}",
            reason=error.reason,
            n=n,
            parent=copies[0].parent,
        ),
    )


def contents_text(project: Project) -> str:
    """Return the contents of a project in words."""
    return ProjectContents.of(project).in_words()
