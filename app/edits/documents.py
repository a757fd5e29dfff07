"""Edits of documents: rename, remove, restore."""

from __future__ import annotations

from dataclasses import replace

from app.domain.edits import DocumentChange, Edit
from app.domain.invisible import as_name
from app.domain.project import Project
from app.domain.step_texts import step_data


def rename_document(project: Project, document_id: int, name: str) -> Edit:
    """Rename a document."""
    document = project.documents[document_id]
    name = as_name(name) or document.name
    changes = (
        () if name == document.name else (DocumentChange(document, replace(document, name=name)),)
    )
    return Edit("rename_document", step_data(document.name, name), documents=changes)


def remove_document(project: Project, document_id: int) -> Edit:
    """Remove a document from the project; its rows stay, so that it can be restored."""
    return _set_removed(project, document_id, removed=True)


def restore_document(project: Project, document_id: int) -> Edit:
    """Restore a removed document."""
    return _set_removed(project, document_id, removed=False)


def _set_removed(project: Project, document_id: int, *, removed: bool) -> Edit:
    document = project.documents[document_id]
    kind = "remove_document" if removed else "restore_document"
    changes = (
        ()
        if document.removed == removed
        else (DocumentChange(document, replace(document, removed=removed)),)
    )
    case = "unlabelled" if document.for_learning else ""
    return Edit(kind, step_data(document.name, case=case), documents=changes)
