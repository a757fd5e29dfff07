"""The command for learning curves by label."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.label_curves import LabelCurvesSearch
from app.session import Session
from app.views.controllers.label_curves import LabelCurvesController
from app.views.dialogs.label_curves import LabelCurvesDialog
from tests.fake_learning import FakeLearning
from tests.memory_projects import project_of


def test_there_is_one_dialog_which_is_computed_again(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    search = LabelCurvesSearch(Session(project_of()), FakeLearning(), window)
    controller = LabelCurvesController(search, window)
    search.start()
    for _ in range(2):
        with qtbot.waitSignal(search.found):
            controller.show_label_curves()
    (dialog,) = window.findChildren(LabelCurvesDialog)
    assert dialog.view.count() == 1
    dialog.close()
    search.close()
    search.wait()
