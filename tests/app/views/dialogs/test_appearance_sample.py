"""The made-up sentence of the dialog of looks: it belongs to no project."""

from PySide6.QtCore import Qt

from app.session import Session
from app.views.dialogs.appearance_sample import AppearanceSample, SampleTokens
from tests.memory_projects import project_of


def test_its_tips_name_nobody_however_short_the_project_is(qapp):
    model = SampleTokens(Session(project_of([["a"]]), annotator="AB"))
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    tips = [model.data(row, Qt.ItemDataRole.ToolTipRole) for row in rows]
    assert any(tips)
    assert not any("AB" in tip for tip in tips)


def test_tab_passes_it_by(qtbot):
    sample = AppearanceSample(Session(project_of([["a"]])), 1.0)
    qtbot.addWidget(sample)
    assert sample.focusPolicy() == Qt.FocusPolicy.NoFocus
