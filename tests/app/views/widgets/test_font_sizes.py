"""Widgets grow with the font of the window."""

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QSpinBox

from app.views.dialogs.training_pace import TrainingPaceBox
from app.views.widgets.base_dialog import BaseDialog
from app.views.widgets.font_sizes import font_factor, keep_width, scaled

LARGE = 15.0


@pytest.fixture
def large_font(qapp):
    before = qapp.font()
    larger = qapp.font()
    larger.setPointSizeF(LARGE)
    QApplication.setFont(larger)
    yield larger
    QApplication.setFont(before)


def test_with_the_usual_font_sizes_stay_as_they_are(qtbot):
    label = QLabel("word")
    qtbot.addWidget(label)
    assert (font_factor(label), scaled(label, 120)) == (1.0, 120)


def test_with_a_large_font_sizes_grow(qtbot, large_font):
    label = QLabel("word")
    qtbot.addWidget(label)
    assert scaled(label, 120) > 140


def test_a_field_becomes_wide_enough_for_its_longest_text(qtbot, large_font):
    box = TrainingPaceBox(1, 0)
    qtbot.addWidget(box)
    for field in (box.after, box.every):
        assert field.minimumWidth() >= field.sizeHint().width()


def test_a_field_follows_a_change_of_its_font(qtbot):
    field = QSpinBox()
    qtbot.addWidget(field)
    field.setSuffix(" sentences and more")
    keep_width(field, 60)
    assert field.minimumWidth() == 60
    larger = field.font()
    larger.setPointSizeF(LARGE)
    field.setFont(larger)
    assert field.minimumWidth() >= field.sizeHint().width()


def test_a_dialog_of_fixed_width_is_wide_enough_for_its_fields(qtbot):
    dialog = BaseDialog("small", "Small", "A small dialog")
    qtbot.addWidget(dialog)
    form = dialog.add_form()
    dialog.add_field(form, "A title of several words", QSpinBox(dialog))
    dialog.keep_width(200)
    dialog.show()
    larger = dialog.font()
    larger.setPointSizeF(LARGE)
    dialog.setFont(larger)
    qtbot.waitUntil(lambda: dialog.width() >= dialog.column.totalMinimumSize().width())
    assert dialog.width() > 200
