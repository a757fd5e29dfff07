"""Lines that would help the template, in a list."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from app.jobs.measuring.suggested_lines import SuggestedLines
from app.services.suggested_lines import SuggestedLinesSearch
from app.session import Session
from app.views.dialogs.suggested_lines import SuggestedLinesDialog
from crfcore.feature_induction import LineExample, LineSuggestion
from crfcore.features.presets import PRESETS
from tests.fake_learning import FakeLearning
from tests.memory_projects import WORDS, project_of
from tests.step_names import undo_text

LINE = LineSuggestion(
    "Ui1:%shape[-1,0]/%suffix[0,0,2]",
    ("Us-1:%shape[-1,0]", "Ue2:%suffix[0,0,2]"),
    31.4,
    4,
    (LineExample("Xx/ol", "B-DRUG", 2.5, 12.0, 9), LineExample("x/ed", "O", -1.0, 4.0, 20)),
)
OTHER = LineSuggestion("Ui2:%x[0,0]/%x[1,0]", ("", ""), 16.0, 1, ())


@pytest.fixture
def learning():
    made = FakeLearning()
    made.lines = SuggestedLines("basic", (LINE, OTHER), 60)
    return made


@pytest.fixture
def session(qapp):
    return Session(project_of([WORDS] * 4))


@pytest.fixture
def search(session, learning, qapp):
    made = SuggestedLinesSearch(session, learning)
    yield made
    made.close()
    made.wait()


@pytest.fixture
def window(qtbot):
    """What the dialog belongs to, which deletes itself when it closes."""
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def dialog(session, search, window):
    made = SuggestedLinesDialog(session, search, window)
    made.show()
    return made


def rows(dialog):
    return [dialog.view.item(row).text() for row in range(dialog.view.count())]


def test_lines_come_from_a_worker_once_kernels_are_compiled(dialog, search, learning, qtbot):
    assert "being prepared" in dialog.lead.text()
    assert not dialog.add.isEnabled()
    search.start()
    qtbot.waitUntil(lambda: dialog.view.count() == 2)
    assert learning.threads.isdisjoint({"MainThread"})
    assert rows(dialog)[0] == (
        "Ui1:%shape[-1,0]/%suffix[0,0,2] · log-likelihood +31\nXx/ol for B-DRUG; x/ed against O"
    )
    assert "Each line would help your template" in dialog.lead.text()


def test_a_line_is_added_to_the_template_and_taken_back(dialog, search, session, qtbot, learning):
    search.start()
    qtbot.waitUntil(lambda: dialog.view.count() == 2)
    learning.lines = SuggestedLines("", (), 60)
    dialog.add.click()
    text = session.project.settings.template
    assert text == PRESETS["basic"].rstrip("\n") + "\n" + LINE.line + "\n"
    qtbot.waitUntil(lambda: "No additional line" in dialog.lead.text())
    assert not dialog.add.isEnabled()
    assert undo_text(session) == "change the template"
    session.undo()
    assert session.project.settings.template == "basic"


def test_few_labels_and_errors_are_told(dialog, search, qtbot, learning):
    learning.lines = SuggestedLines("basic", (), 1)
    search.start()
    qtbot.waitUntil(lambda: dialog.lead.text().endswith(" are needed; there is 1."))
    learning.lines = SuggestedLines("basic", (), 3)
    dialog.begin()
    text = "At least 30 labelled sentences are needed; there are 3."
    qtbot.waitUntil(lambda: dialog.lead.text() == text)
    dialog.begin()
    qtbot.waitUntil(lambda: dialog.lead.text() == text)
    search.failed.emit("The template reads a column.")
    assert dialog.lead.text() == "The template reads a column."
