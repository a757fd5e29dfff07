from __future__ import annotations

from dataclasses import replace

from app.domain.documents import Document
from app.domain.edits import DocumentChange, Edit, LabelChange, SettingsChange
from app.domain.labels import Label
from app.edits.imports import show_document
from app.edits.label_rows import add_label
from app.edits.settings import change_settings
from app.edits.spans import label_span
from app.session import Session
from tests.memory_projects import project_of, token_tags


def read(project, *names, scheme=None) -> Edit:
    """Return the step of an import."""
    document = Document(2, "b.conll", 1)
    rows = [Label(n, name, 0, str(n), n) for n, name in enumerate(names, len(project.labels) + 1)]
    now = project.settings
    return Edit(
        "import_document",
        "import b.conll",
        labels=tuple(LabelChange(None, row) for row in rows),
        documents=(DocumentChange(replace(document, removed=True), document),),
        settings=SettingsChange(now, replace(now, scheme=scheme)) if scheme else None,
    )


def test_labels_made_meanwhile_are_shared_and_others_get_new_ids_and_keys() -> None:
    project = project_of([list("ab")])
    edit = read(project, "DATE", "PERSON")
    Session(project).apply(add_label(project, "DATE"))
    shown = show_document(project, edit)
    (change,) = shown.labels
    assert change.after is not None
    assert (change.after.name, change.after.id) == ("PERSON", 4)
    assert change.after.position > project.labels[3].position
    # The key "4" was free when the file was read, and still is.
    assert change.after.key == "4"
    Session(project).apply(add_label(project, "PLACE"))
    (change,) = show_document(project, edit).labels
    assert change.after is not None
    assert change.after.key == "5"


def test_choices_left_open_take_the_new_labels_in() -> None:
    project = project_of([list("ab")])
    session = Session(project)
    session.apply(label_span(project, 0, 0, 0, 1))
    shown = show_document(project, read(project, "DATE"))
    session.apply(replace(shown, documents=()))
    assert token_tags(project)[1] == "{B-DATE B-DOSE B-DRUG I-DATE I-DOSE O}"


def test_the_scheme_of_the_file_counts_only_while_there_are_no_labels() -> None:
    project = project_of([list("ab")], labels=[])
    edit = read(project, "DATE", scheme="bioes")
    session = Session(project)
    session.apply(change_settings(project, replace(project.settings, c2=2.0)))
    shown = show_document(project, edit)
    assert shown.settings is not None
    assert (shown.settings.after.scheme, shown.settings.after.c2) == ("bioes", 2.0)
    session.apply(add_label(project, "DRUG"))
    assert show_document(project, edit).settings is None
