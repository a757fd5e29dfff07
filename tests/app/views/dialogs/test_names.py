"""A screen reader finds a name on everything in a dialog that can take the focus."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from app.domain.fixes import Fix, FixKind, Occurrences
from app.domain.labels import Label
from app.session import Session
from app.views.dialogs.about import AboutDialog
from app.views.dialogs.annotator import AnnotatorDialog
from app.views.dialogs.export import ExportDialog
from app.views.dialogs.import_options import ImportDialog
from app.views.dialogs.keys import KeysDialog
from app.views.dialogs.label_editor import LabelEditor
from app.views.dialogs.log import LogDialog
from app.views.dialogs.new_project import NewProjectDialog
from app.views.dialogs.occurrences import OccurrencesDialog
from app.views.dialogs.project_settings import ProjectSettingsDialog
from app.views.dialogs.rule_editor import RuleEditor
from app.views.dialogs.sentence_list import SentenceListDialog
from app.views.welcome import Welcome
from tests.app.views.dialogs.test_rule_editor import RULES
from tests.memory_projects import project_of


def nameless(window: QWidget) -> list[str]:
    found = []
    for widget in window.findChildren(QWidget):
        focusable = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if widget.isVisible() and focusable and widget.focusProxy() is None:
            face = QAccessible.queryAccessibleInterface(widget)
            if not face.text(QAccessible.Text.Name):
                found.append(f"{type(widget).__name__} {widget.objectName()}")
    return found


@pytest.mark.parametrize(
    "make",
    [
        lambda _: AboutDialog(),
        lambda _: AnnotatorDialog(""),
        lambda _: ExportDialog(2, None, 3),
        lambda path: ImportDialog([path]),
        lambda _: KeysDialog([Label(1, "DRUG", 0, "1", 0)]),
        lambda _: LabelEditor(Session(project_of())),
        lambda _: LogDialog("log", "error"),
        lambda path: NewProjectDialog(path.parent),
        lambda _: OccurrencesDialog(
            Session(project_of()), Occurrences(Fix(FixKind.NO_LABEL, 0, 0, 0))
        ),
        lambda _: ProjectSettingsDialog(Session(project_of())),
        lambda _: RuleEditor(project_of(), RULES[7]),
        lambda _: SentenceListDialog(Session(project_of()), "Against it", np.array([0])),
        lambda path: Welcome([path], path.parent),
    ],
)
def test_everything_that_takes_the_focus_has_a_name(make, tmp_path, qtbot):
    path = tmp_path / "notes.conll"
    path.write_text("Dr. B-PERSON\nOsei I-PERSON\n. O\n\n")
    window = make(path)
    qtbot.addWidget(window)
    window.show()
    if isinstance(window, ImportDialog):
        qtbot.waitUntil(lambda: window.shown is not None)
    assert nameless(window) == []
