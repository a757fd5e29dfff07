"""Project settings: what stands in the fields becomes one edit."""

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel

from app import resource_files
from app.domain.rules import ProjectRule
from app.edits.rules import add_rules
from app.edits.spans import label_span
from app.session import Session
from app.views.dialogs import choices
from app.views.dialogs.choices import TemplateBox
from app.views.dialogs.project_settings import ProjectSettingsDialog
from app.views.theme import theme_of
from tests.memory_projects import project_of, token_tags
from tests.step_names import undo_text


@pytest.fixture
def session(qapp):
    return Session(project_of())


@pytest.fixture
def dialog(session, qtbot):
    dialog = ProjectSettingsDialog(session)
    qtbot.addWidget(dialog)
    return dialog


def test_it_shows_the_project_s_settings(dialog, session):
    assert dialog.settings() == session.project.settings


def test_nothing_changed_leaves_no_step(dialog, session):
    dialog.accept()
    assert undo_text(session) is None


def test_all_changes_are_one_step(dialog, session):
    before = session.project.settings
    dialog.c2.setValue(0.5)
    dialog.threshold.setValue(75)
    dialog.paused.setChecked(True)
    dialog.accept()
    settings = session.project.settings
    assert (settings.c2, settings.uncertain_below, settings.learning_paused) == (0.5, 0.75, True)
    session.undo()
    assert session.project.settings == before
    assert undo_text(session) is None


def test_learning_from_unlabelled_text_is_switched_off_and_back(dialog, session):
    assert dialog.from_text.isChecked()
    dialog.from_text.setChecked(False)
    dialog.accept()
    assert not session.project.settings.learn_from_text
    assert undo_text(session) == "stop learning from unlabelled text"
    session.undo()
    assert session.project.settings.learn_from_text


def test_choosing_by_cross_validation_is_switched_off_and_back(dialog, session):
    assert dialog.chooses.isChecked()
    dialog.chooses.setChecked(False)
    dialog.accept()
    assert not session.project.settings.choose_training
    session.undo()
    assert session.project.settings.choose_training


def test_more_suggestions_are_switched_on_and_back(dialog, session):
    assert not dialog.more.isChecked()
    assert "missed" in dialog.more.toolTip()
    dialog.more.setChecked(True)
    dialog.accept()
    assert session.project.settings.more_suggestions
    assert undo_text(session) == "turn on “Favour recall over precision”"
    session.undo()
    assert not session.project.settings.more_suggestions


def test_what_acts_on_tokens_without_a_label_is_not_offered_where_all_have_one(dialog, session):
    dialog.more.setChecked(True)
    assert "against “O”" in dialog.chosen.text()
    assert "exponent of quick models" in dialog.chosen.text()
    dialog.scheme.setCurrentIndex(dialog.scheme.findData("tokens"))
    assert not dialog.more.isEnabled()
    assert dialog.more.toolTip() == "No effect without “O”"
    assert dialog.eager.text().startswith("No effect without “O”")
    assert "“O”" not in dialog.chosen.text()
    assert "exponent of quick models" in dialog.chosen.text()
    assert dialog.settings().more_suggestions, "what was chosen for another scheme is kept"
    labels = session.project.labels
    labels[1] = replace(labels[1], name="O")
    dialog.scheme.setCurrentIndex(dialog.scheme.findData("iob2"))
    dialog.scheme.setCurrentIndex(dialog.scheme.findData("tokens"))
    assert dialog.more.isEnabled()
    dialog.scheme.setCurrentIndex(dialog.scheme.findData("iob2"))
    assert "missed" in dialog.more.toolTip()
    assert "against “O”" in dialog.chosen.text()


def test_segments_are_switched_on_and_back(dialog, session):
    assert not dialog.model.segments
    assert "whole spans" in dialog.model.toolTip()
    dialog.model.setCurrentIndex(1)
    assert "addresses" in dialog.model.explanation.text()
    dialog.accept()
    assert session.project.settings.segments
    assert undo_text(session) == "switch the model to segments"
    assert ProjectSettingsDialog(session).settings() == session.project.settings
    session.undo()
    assert not session.project.settings.segments


def test_it_says_at_once_that_segments_give_way_to_other_settings(dialog, session, qtbot):
    dialog.more.setChecked(True)
    assert "figures for both" in dialog.model.explanation.text()
    dialog.model.setCurrentIndex(1)
    assert "“Favour recall over precision”" in dialog.model.explanation.text()
    dialog.more.setChecked(False)
    assert "addresses" in dialog.model.explanation.text()
    rule = ProjectRule(0, "count", '{"at_most": 1, "unit": "DOSE"}')
    session.apply(add_rules(session.project, [rule]))
    constrained = ProjectSettingsDialog(session)
    qtbot.addWidget(constrained)
    constrained.model.setCurrentIndex(1)
    assert "rules are in force" in constrained.model.explanation.text()
    assert constrained.model.isEnabled()


def test_schemes_without_segments_disable_them_and_say_why(dialog, session):
    dialog.model.setCurrentIndex(1)
    for scheme in ("iob1", "tokens"):
        dialog.scheme.setCurrentIndex(dialog.scheme.findData(scheme))
        assert not dialog.model.isEnabled()
        assert "need the scheme IOB2" in dialog.model.explanation.text()
        assert not dialog.settings().segments
    dialog.scheme.setCurrentIndex(dialog.scheme.findData("bioes"))
    assert dialog.model.isEnabled()
    dialog.accept()
    assert session.project.settings.segments


def test_another_scheme_rewrites_the_tags(dialog, session):
    session.apply(label_span(session.project, 0, 4, 5, 2))
    dialog.scheme.setCurrentIndex(dialog.scheme.findData("bilou"))
    assert "L-PERSON" in dialog.scheme.explanation.text()
    dialog.accept()
    assert token_tags(session.project)[4:6] == ["B-DOSE", "L-DOSE"]


def test_what_is_asked_and_what_becomes_of_the_rest(dialog, session):
    assert not dialog.rest.isEnabled()
    dialog.unit.setCurrentIndex(1)
    assert dialog.rest.isEnabled()
    assert not dialog.rest.percent.isEnabled()
    dialog.rest.choice.setCurrentIndex(1)
    assert dialog.rest.percent.value() == 99
    dialog.rest.percent.setValue(95)
    dialog.accept()
    settings = session.project.settings
    assert (settings.query_choice.tokens_alone, settings.accept_rest_from) == (True, 0.95)
    again = ProjectSettingsDialog(session)
    assert again.settings() == settings
    again.rest.choice.setCurrentIndex(0)
    again.accept()
    assert session.project.settings.accept_rest_from == 0.0


def test_all_texts_have_room(dialog, qapp):
    dialog.show()
    dialog.control.setValue(100)
    qapp.processEvents()
    assert dialog.height() >= dialog.column.totalMinimumHeightForWidth(dialog.width())
    assert dialog.minimumHeight() <= 60 * dialog.fontMetrics().height(), "so many lines of text"


def test_it_fits_a_screen_of_768_pixels(dialog, qapp):
    dialog.show()
    dialog.scheme.setCurrentIndex(dialog.scheme.findData("bilou"))
    dialog.control.setValue(100)
    dialog.unit.setCurrentIndex(1)
    for page in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(page)
        qapp.processEvents()
        assert dialog.height() <= 640
        assert dialog.tabs.currentWidget().isVisible()
        for label in dialog.tabs.currentWidget().findChildren(QLabel):
            assert label.height() >= label.heightForWidth(label.width()), label.text()


def test_cancel_changes_nothing(dialog, session):
    dialog.c2.setValue(7)
    dialog.reject()
    assert undo_text(session) is None


def test_a_template_from_a_file(qtbot, tmp_path):
    box = TemplateBox("basic")
    qtbot.addWidget(box)
    path = tmp_path / "mine.txt"
    path.write_text("U00:%x[0,0]\nB\n")
    box.take_file(path)
    assert box.template() == "U00:%x[0,0]\nB\n"
    assert box.currentText() == "mine.txt"


def test_a_bad_template_is_refused_in_words(qtbot, tmp_path):
    box = TemplateBox("ner")
    qtbot.addWidget(box)
    path = tmp_path / "mine.txt"
    path.write_text("U00:%x[0,0\n")
    box.take_file(path)
    assert box.template() == "ner"
    assert "mine.txt" in box.explanation.text()
    bad = theme_of(box.palette()).bad
    assert box.explanation.palette().placeholderText().color() == bad
    path.write_text("U00:%x[0,0]\n")
    box.take_file(path)
    assert box.explanation.palette().placeholderText().color() != bad


def test_a_template_that_reads_a_column_the_texts_lack_is_marked(dialog, tmp_path):
    box = dialog.template
    bad = theme_of(box.palette()).bad
    path = tmp_path / "mine.txt"
    path.write_text("U00:%x[0,7]\n")
    box.take_file(path)
    assert box.explanation.text().startswith("The template line 'U00:%x[0,7]' reads column 7, ")
    assert "they have 0 (word);" in box.explanation.text()
    assert box.explanation.palette().placeholderText().color() == bad
    box.setCurrentIndex(box.findData("chunking"))
    box.activated.emit(box.currentIndex())
    assert "reads column 1" in box.explanation.text()
    box.setCurrentIndex(box.findData("basic"))
    box.activated.emit(box.currentIndex())
    assert "column" not in box.explanation.text()
    assert box.explanation.palette().placeholderText().color() != bad


def test_the_project_s_own_template_is_kept(qtbot):
    box = TemplateBox("U00:%x[0,0]\n")
    qtbot.addWidget(box)
    assert box.template() == "U00:%x[0,0]\n"
    assert box.currentText() == "Custom template"


def test_when_to_train_is_a_choice_of_the_project(dialog, session):
    assert dialog.training.after.text() == "after every change"
    assert dialog.training.every.text() == "at once"
    dialog.training.after.setValue(20)
    dialog.training.every.setValue(30)
    assert dialog.training.after.text() == "after 20 new labels"
    assert dialog.training.every.text() == "with a pause of 30 s"
    dialog.accept()
    settings = session.project.settings
    assert (settings.train_after, settings.train_every) == (20, 30)
    assert undo_text(session) == "change training schedule"


def test_keys_turn_the_pages(dialog, qtbot):
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    control = Qt.KeyboardModifier.ControlModifier
    dialog.c2.setFocus()
    for key, page in ((Qt.Key.Key_PageDown, 1), (Qt.Key.Key_PageUp, 0), (Qt.Key.Key_PageUp, 1)):
        QTest.keyClick(dialog, key, control)
        assert dialog.tabs.currentIndex() == page


def test_the_longest_way_of_consistent_names_is_not_cut_off(dialog):
    box = dialog.consistency
    assert box.width() >= box.sizeHint().width()


def test_the_tab_key_goes_down_the_rows(dialog, qtbot):
    dialog.show()
    for page in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(page)
        dialog.tabs.tabBar().setFocus()
        fields = []
        for _ in range(20):
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
            field = dialog.focusWidget()
            if not dialog.tabs.currentWidget().isAncestorOf(field):
                break
            fields.append(field.mapTo(dialog, field.rect().topLeft()).y())
        assert len(fields) > 2
        assert fields == sorted(fields)


def test_keys_that_pass_the_last_row_open_no_file(qtbot, monkeypatch):
    asked = []
    monkeypatch.setattr(
        choices.QFileDialog, "getOpenFileName", lambda *_: asked.append(1) or ("", "")
    )
    box = TemplateBox("basic")
    qtbot.addWidget(box)
    box.show()
    for _ in range(2):
        QTest.keyClick(box, Qt.Key.Key_End)
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert (asked, box.template()) == ([], "chunking")
    QTest.keyClick(box, Qt.Key.Key_F)
    assert (asked, box.template(), box.currentText()) == ([], "chunking", "Chunking")
    QTest.keyClick(box, Qt.Key.Key_Home)
    QTest.keyClick(box, Qt.Key.Key_F)
    assert (asked, box.template(), box.currentText()) == ([], "basic", "Basic")
    QTest.keyClick(box, Qt.Key.Key_End)
    box.setCurrentIndex(box.count() - 1)  # as Enter in the list does
    box.activated.emit(box.currentIndex())
    assert (asked, box.template()) == ([1], "chunking")


def test_the_page_of_the_manual_has_the_order_of_the_dialog(dialog):
    text = resource_files.path("manual/project-settings.md").read_text(encoding="utf-8")
    sections = re.findall(r"^## (.*)$", text, re.MULTILINE)
    titles = []
    dialog.show()
    for tab in range(dialog.tabs.count()):
        dialog.tabs.setCurrentIndex(tab)
        page = dialog.tabs.widget(tab)
        named = [*page.findChildren(QLabel), *page.findChildren(QCheckBox)]
        named.sort(key=lambda one, page=page: one.mapTo(page, QPoint()).y())
        titles += [one.text().replace("&", "").removesuffix(" (c2)") for one in named]
    assert [title for title in titles if title in sections] == sections[:-1]
