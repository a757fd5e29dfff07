"""The label guide: every label with its key, what it means, and an example from the text."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.domain.documents import Document, Layout
from app.domain.edits import Edit, LabelChange
from app.domain.spacing import excerpt
from app.domain.tokens import Role
from app.edits.label_rows import add_label, change_label, delete_label
from app.edits.spans import label_span, no_label
from app.item_models.labels import LabelsModel
from app.session import Session
from app.views.dialogs.label_guide import EXAMPLE, KEY, MEANING, NAME, LabelGuide, swatch
from app.views.panels.labels import SWATCH
from app.views.theme import OKABE_ITO, THEMES
from tests.memory_projects import project_of


class Action:
    """Stands for the command that opens the label editor."""

    triggered = 0

    def text(self):
        return "Edit labels…"

    def trigger(self):
        self.triggered += 1


@pytest.fixture
def session(qapp):
    session = Session(project_of(labels=("DRUG", "DOSE")))
    session.apply(change_label(session.project, 2, description="How much is given."))
    session.apply(label_span(session.project, 1, 4, 5, 2))
    session.apply(no_label(session.project, 1, 0, 3))
    session.apply(no_label(session.project, 1, 6, 8))
    return session


@pytest.fixture
def guide(session, qtbot):
    guide = LabelGuide(session, lambda: {1: ("1",), 2: ("2",)}, Action())
    qtbot.addWidget(guide)
    guide.show()
    return guide


def rows(guide):
    table = guide.table
    return [
        tuple(table.item(row, column).text() for column in (NAME, KEY, MEANING, EXAMPLE))
        for row in range(table.rowCount())
    ]


def test_each_label_has_a_row_with_its_meaning_and_an_example(guide):
    assert rows(guide) == [
        ("DRUG", "1", "", ""),
        ("DOSE", "2", "How much is given.", "… patient was given [5 mg] of warfarin ."),
    ]
    assert guide.table.currentRow() <= 0


def test_no_example_comes_from_a_test_sentence(session, guide):
    session.corpus.roles[1] = Role.CONTROL
    guide.fill()
    assert [example for *_, example in rows(guide)] == ["", ""]


def test_an_example_from_a_column_file_is_written_as_text(session, guide):
    layout = Layout("columns", ("word", "label"))
    for number in session.project.documents or (1,):
        session.project.documents[number] = Document(number, "a.txt", 0, layout)
    guide.fill()
    assert rows(guide)[1][3] == "… patient was given [5 mg] of warfarin."


def test_an_example_ends_with_the_full_stop_that_alone_is_left(session, guide):
    last = session.corpus.span(1).stop - session.corpus.span(1).start - 1
    assert excerpt(session.project, 1, 4, 4, 1, last - 5)[2].endswith(" .")
    assert excerpt(session.project, 1, 4, 4, 1, last - 6)[2].endswith(" …")


def test_a_disc_has_the_pattern_of_its_label(qapp):
    for theme in (THEMES[False, False, False], THEMES[True, False, False]):
        pictures = [swatch(colour, theme).pixmap(SWATCH, SWATCH).toImage() for colour in range(17)]
        shades = [len({one.pixelColor(x, 6).rgba() for x in range(3, 9)}) for one in pictures]
        assert shades[0] == 1
        assert shades[len(OKABE_ITO)] > 1, "the hues are used again, with a pattern"


def test_a_row_is_as_high_as_its_description_when_it_is_first_shown(session, qtbot):
    text = "A medicine, by generic or trade name, also misspelt. Not the form (cream, tabs)."
    session.apply(change_label(session.project, 1, description=text))
    guide = LabelGuide(session, dict, Action())
    qtbot.addWidget(guide)
    guide.table.resizeRowsToContents()
    narrow = guide.table.rowHeight(0)
    guide.show()
    shown = guide.table.rowHeight(0)
    assert shown < narrow
    guide.table.resizeRowsToContents()
    assert guide.table.rowHeight(0) == shown


def test_it_follows_the_labels(guide, session):
    session.apply(change_label(session.project, 1, description="A substance."))
    assert rows(guide)[0][2] == "A substance."
    session.apply(add_label(session.project, "DATE"))
    session.apply(delete_label(session.project, 1))
    assert [row[0] for row in rows(guide)] == ["DOSE", "DATE"]
    session.undo()
    assert [row[0] for row in rows(guide)] == ["DRUG", "DOSE", "DATE"]


def test_it_says_where_descriptions_are_written_while_there_are_none(session, qtbot):
    session.apply(change_label(session.project, 2, description=""))
    guide = LabelGuide(session, dict, Action())
    qtbot.addWidget(guide)
    assert guide.lead.text() == (
        "The labels have no descriptions yet. Use “Edit labels…” to describe what belongs to each "
        "label and what does not."
    )
    guide.edit.click()


def test_without_labels_it_says_how_to_add_one(qapp, qtbot):
    guide = LabelGuide(Session(project_of(labels=())), dict, Action())
    qtbot.addWidget(guide)
    assert guide.lead.text() == "No labels yet. Add the first with “Edit labels…”."


def test_what_is_obeyed_rather_than_seen_in_a_meaning_is_shown_escaped(session, guide):
    label = replace(session.project.labels[1], description="a\x1b[2J\u202eb\nc")
    session.apply(Edit("x", "x", labels=(LabelChange(session.project.labels[1], label),)))
    assert rows(guide)[0][2] == "a\\u001b[2J\\u202eb\\nc"
    labels = LabelsModel(session)
    tip = str(labels.index(0).data(Qt.ItemDataRole.ToolTipRole))
    assert "\x1b" not in tip
    assert "\\u001b[2J" in tip
