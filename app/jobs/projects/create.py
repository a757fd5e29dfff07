"""Creation of empty projects, and of the sample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app import resource_files
from app.domain.labels import LABEL_KEYS, MAX_LABELS, NAMED_TWICE, Label
from app.domain.settings import ProjectSettings
from app.jobs.data.templates import chosen_template
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.importing.ids import import_document
from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.label_names import label_fault
from crfcore.text.rows import shortened
from crfcore.text.tag_schemes import OUTSIDE, SCHEMES

if TYPE_CHECKING:
    from app.storage.project_file import ProjectFile

SAMPLE_PARTS = (("labelled.conll", Use.GOLD), ("unlabelled.conll", Use.TEXT))


def create_project(
    path: Path,
    *,
    labels: Sequence[str] = (),
    scheme: str = "",
    template: str = "",
    annotator: str = "",
    control_size: int = 0,
) -> ProjectFile:
    """Create and open a project; DataError or TemplateError for invalid choices."""
    from app.storage.project_file import ProjectFile

    defaults = ProjectSettings()
    settings = ProjectSettings(
        scheme=_checked_scheme(scheme or defaults.scheme),
        template=chosen_template(template or defaults.template),
        control_size=control_size,
    )
    return ProjectFile.create(path, settings, label_rows(labels, settings.scheme), annotator)


def _checked_scheme(scheme: str) -> str:
    if scheme not in SCHEMES:
        raise DataError(
            message(
                "There is no scheme “{scheme}”; there are {schemes}.",
                scheme=scheme,
                schemes=", ".join(SCHEMES),
            )
        )
    return scheme


def label_rows(names: Sequence[str], scheme: str) -> list[Label]:
    """Return the rows of new labels; DataError for invalid names."""
    rows: list[Label] = []
    known: set[str] = set()
    if len(names) > MAX_LABELS:
        raise DataError(
            message(
                "{n_names:,} labels are named, and a project has at most {max_labels:,}.",
                n_names=len(names),
                max_labels=MAX_LABELS,
            )
        )
    for name in names:
        fault = label_fault(name)
        if fault:
            raise DataError(
                message(
                    "The label {name} {fault}; give it another name.",
                    name=shortened(name),
                    fault=fault,
                )
            )
        if not name or any(character.isspace() for character in name):
            raise DataError(
                message(
                    "“{name}” cannot be a label: a label is one word without spaces.", name=name
                )
            )
        if name == OUTSIDE and scheme != "tokens":
            raise DataError(message("“O” cannot be a label: it stands for tokens without one."))
        if name in known:
            raise DataError(NAMED_TWICE.format(name=name))
        known.add(name)
        n = len(rows)
        rows.append(Label(n + 1, name, n, LABEL_KEYS[n] if n < len(LABEL_KEYS) else "", n))
    return rows


@contextmanager
def made_whole(path: Path) -> Iterator[Path]:
    """Yield a temporary name for a new project, which is renamed at the end.

    A failure, even of the power, leaves no incomplete project under its name.
    """
    from app.storage import opening
    from app.storage.errors import DiskFullError, ProjectFileError
    from app.storage.files import real
    from app.storage.project_file import NOT_MADE, exists_error
    from app.storage.sqlite_errors import FULL, refused

    if real(path).exists():
        raise exists_error(path)
    part = path
    try:
        with opening.new_database(path, new=True) as part:
            yield part
    except FileExistsError as error:
        raise exists_error(path) from error
    except OSError as error:
        raise refused(error, path, NOT_MADE) from error
    except ProjectFileError as error:
        if error.path != part:
            raise
        full = isinstance(error, DiskFullError)
        reason = FULL.format(what=NOT_MADE) if full else error.reason
        raise type(error)(path, reason) from error


def remove_if_empty(path: Path) -> bool:
    """Remove a project file in which nothing was ever changed; return whether it was one.

    It must be closed, so that no log is beside it.
    """
    from app.storage.project_file import ProjectFile

    with ProjectFile.open(path) as file:
        is_empty = not file.history.last_edit_id() and not file.load().documents
    if is_empty:
        path.unlink()
    return is_empty


def create_sample(path: Path) -> None:
    """Create a project of the sample's labelled and unlabelled sentences."""
    from app.storage.project_file import ProjectFile

    labels = sample_labels()
    with made_whole(path) as whole, ProjectFile.create(whole, labels=labels) as file:
        project = file.load()
        for name, use in SAMPLE_PARTS:
            part = resource_files.path(f"sample/{name}")
            import_document(file, project, part, ImportOptions("columns", use=use))


def sample_labels() -> list[Label]:
    """Return the labels of the sample with their descriptions."""
    lines = resource_files.path("sample/labels.tsv").read_text(encoding="utf-8").splitlines()
    descriptions = dict(line.split("\t") for line in lines)
    rows = label_rows(list(descriptions), ProjectSettings().scheme)
    return [replace(row, description=descriptions[row.name]) for row in rows]
