"""The edit that shows an imported document, updated to the current project."""

from __future__ import annotations

from dataclasses import replace

from app.domain.edits import Edit, LabelChange, SettingsChange
from app.domain.labels import LABEL_KEYS
from app.domain.project import Project
from app.edits.label_rows import widened


def show_document(project: Project, edit: Edit) -> Edit:
    """Return the edit of an import, updated to the current project.

    The annotator may have added labels or changed settings since the file was read: labels that
    exist are not added, and new ones get the next ids.
    """
    kept = {label.name for label in project.visible_labels()}
    wanted = [c.after for c in edit.labels if c.after is not None and c.after.name not in kept]
    number = max(project.labels, default=0)
    position = max((label.position for label in project.labels.values()), default=-1)
    taken = {label.key.upper() for label in project.visible_labels()} - {""}
    labels = []
    for step, label in enumerate(wanted, 1):
        free = (label.key.upper(), *LABEL_KEYS, "")
        key = next(one for one in free if one not in taken)
        taken |= {key} - {""}
        row = replace(label, id=number + step, position=position + step, key=key)
        labels.append(LabelChange(None, row))
    settings = edit.settings
    if settings is not None:
        scheme = settings.after.scheme
        now = project.settings
        settings = SettingsChange(now, replace(now, scheme=scheme)) if not kept else None
    tokens, names = widened(project, [label.name for label in wanted])
    return replace(edit, labels=tuple(labels), settings=settings, tokens=tokens, new_names=names)
