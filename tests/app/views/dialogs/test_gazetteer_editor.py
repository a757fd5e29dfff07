"""The editor of a gazetteer: phrases are found, added, changed and removed, uses are switched."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from app.domain.gazetteers import Effect, Gazetteer, Use
from app.domain.tagging import TOKENS
from app.edits.gazetteers import add_gazetteer, remove_gazetteer, remove_phrases
from app.item_models.phrases import PhraseRole, PhrasesModel
from app.session import Session
from app.views.dialogs.gazetteer_editor import GazetteerEditor
from tests.memory_projects import project_of
from tests.step_names import undo_text

PHRASES = {"Ulm": "", "New York": "DRUG", "Rome": ""}


@pytest.fixture
def editor(qtbot):
    session = Session(project_of())
    session.apply(add_gazetteer(session.project, Gazetteer(0, "cities"), PHRASES))
    editor = GazetteerEditor(session, 1)
    qtbot.addWidget(editor)
    editor.show()
    return editor


def phrases(editor):
    return dict(editor._session.project.phrases[1])


def listed(editor):
    model = editor.phrases
    return [model.index(row).data() for row in range(model.rowCount())]


def test_a_phrase_is_typed_and_added_with_enter(editor, qtbot):
    assert not editor.apply.isEnabled()
    qtbot.keyClicks(editor.phrase, "Oslo  Fjord")
    editor.own_label.setCurrentText("DOSE")
    assert editor.apply.text().replace("&", "") == "Add"
    qtbot.keyClick(editor.phrase, Qt.Key.Key_Return)
    assert editor.isVisible()
    assert phrases(editor) == {**PHRASES, "Oslo Fjord": "DOSE"}
    assert editor.phrase.text() == ""
    assert editor.view.currentIndex().data() == "Oslo Fjord"
    assert "4 phrases" in editor.count.text()
    qtbot.keyClick(editor.phrase, Qt.Key.Key_Return)
    assert len(phrases(editor)) == 4


def test_the_uses_are_in_the_order_of_their_keys(editor):
    editor.layout().activate()
    boxes = sorted(editor.uses, key=lambda use: editor.uses[use].mapTo(editor, QPoint()).y())
    assert boxes == list(editor.uses) == list(Use)
    assert (
        editor.uses[Use.FEATURES].mapTo(editor, QPoint()).y()
        < editor.share.mapTo(editor, QPoint()).y()
        < editor.uses[Use.PROPOSALS].mapTo(editor, QPoint()).y()
    )


def test_a_phrase_is_taken_down_and_changed(editor, qtbot):
    editor.view.chosen.emit(editor.phrases.index(1))
    assert (editor.phrase.text(), editor.own_label.currentText()) == ("New York", "DRUG")
    assert editor.apply.text().replace("&", "") == "Change"
    editor.phrase.setText("New York City")
    editor.apply.click()
    assert phrases(editor) == {"Ulm": "", "New York City": "DRUG", "Rome": ""}
    editor.view.chosen.emit(editor.phrases.index(0))
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert editor.phrase.text() == ""
    assert editor.isVisible()


def test_a_phrase_is_removed_with_its_key_and_comes_back(editor, qtbot):
    assert not editor.remove.isEnabled()
    editor.remove.click()
    editor._remove()
    editor.view.show_row(1)
    editor.view.setFocus()
    qtbot.keyClick(editor.view, Qt.Key.Key_Delete)
    assert listed(editor) == ["Ulm", "Rome"]
    editor.remove.click()
    assert listed(editor) == ["Ulm"]
    editor._session.undo()
    editor._session.undo()
    assert sorted(listed(editor)) == sorted(PHRASES)


def test_a_search_lists_what_contains_a_text(editor, qtbot):
    editor.search.setText("  oM ")
    qtbot.waitUntil(lambda: listed(editor) == ["Rome"])
    assert editor.count.text() == "1 of 3 phrases"
    editor.search.setText("")
    qtbot.waitUntil(lambda: len(listed(editor)) == 3)


def test_uses_and_how_phrases_are_found_are_changed_at_once(editor):
    row = lambda: editor.gazetteer  # noqa: E731
    editor.name.setText("towns")
    editor.name.editingFinished.emit()
    assert row().name == "towns"
    assert "towns" in editor.windowTitle()
    editor.ignore_case.click()
    assert row().ignore_case
    editor.label.setCurrentIndex(editor.label.findData("DOSE"))
    editor.label.activated.emit(editor.label.currentIndex())
    assert row().label == "DOSE"
    assert not editor.effect.isEnabled()
    for use, box in editor.uses.items():
        before = row().uses(use)
        box.click()
        assert row().uses(use) is not before
    assert not editor.others.isVisible()
    editor.effect.setCurrentIndex(1)
    editor.effect.activated.emit(1)
    assert row().effect == Effect.ALLOWS
    assert editor.others.isVisible()
    editor.others.menu().actions()[0].trigger()
    assert row().others == ("O",)
    assert editor.others.text() == "its own, O"
    editor.others.menu().actions()[0].trigger()
    assert row().others == ()
    assert editor.others.text() == "its own"
    assert editor.uses[Use.RULE].text() == "As a &rule: give each occurrence"
    effects = [editor.effect.itemText(index) for index in range(3)]
    assert effects == ["this label", "one of these labels", "never this label"]
    editor.cost.soft.click()
    assert row().cost == 2.0
    editor.cost.cost.setValue(3.5)
    assert row().cost == 3.5
    editor.cost.hard.click()
    assert row().cost is None
    assert not editor.share.isEnabled()
    editor.uses[Use.FEATURES].click()
    assert not editor.share.percent.isEnabled()
    editor.share.expects.click()
    assert row().share == 0.8
    editor.share.percent.setValue(65)
    assert row().share == 0.65
    assert undo_text(editor._session) == "change the expectation of “towns”"
    editor._session.undo()
    assert editor.share.percent.value() == 80
    editor.share.expects.click()
    assert row().share is None
    while undo_text(editor._session) != "add gazetteer “cities”":
        editor._session.undo()
    assert row() == Gazetteer(1, "cities", as_features=True)
    assert editor.uses[Use.FEATURES].isChecked()


def test_a_list_without_a_label_is_expected_to_have_none(editor):
    shown = lambda: editor.share.expects.text().replace("&", "")  # noqa: E731
    assert shown() == "Expect the label for"  # New York has one
    editor._session.apply(remove_phrases(editor._session.project, 1, ["New York"]))
    assert shown() == "Expect no label for"
    assert "no label" in editor.share.percent.accessibleName()
    editor.label.setCurrentIndex(editor.label.findData("DOSE"))
    editor.label.activated.emit(editor.label.currentIndex())
    assert shown() == "Expect the label for"


@pytest.mark.parametrize(("scheme", "offered"), [(TOKENS, False), ("iob2", True)])
def test_no_label_is_expected_only_where_a_token_can_have_none(qtbot, scheme, offered):
    session = Session(project_of(scheme=scheme))
    row = Gazetteer(0, "words", as_features=True)
    session.apply(add_gazetteer(session.project, row, {"the": ""}))
    editor = GazetteerEditor(session, 1)
    qtbot.addWidget(editor)
    assert editor.share.expects.isEnabled() is offered
    editor.label.setCurrentIndex(1)
    editor.label.activated.emit(1)
    assert editor.share.expects.isEnabled()


def test_a_share_starts_at_the_usual_one_until_a_person_types(editor):
    def choose(label):
        editor.label.setCurrentIndex(editor.label.findData(label))
        editor.label.activated.emit(editor.label.currentIndex())

    session, share = editor._session, editor.share
    session.apply(remove_phrases(session.project, 1, ["New York"]))
    assert share.percent.value() == 95
    choose("DOSE")
    assert share.percent.value() == 80
    choose("")
    share.expects.click()
    assert editor.gazetteer.share == 0.95
    choose("DOSE")
    assert editor.gazetteer.share == 0.8, "nobody has typed a number"
    share.percent.setValue(70)
    choose("")
    assert editor.gazetteer.share == 0.7
    share.expects.click()
    assert (editor.gazetteer.share, share.percent.value()) == (None, 70)
    choose("DOSE")
    assert share.percent.value() == 70


def test_a_list_without_a_label_suggests_nothing(editor):
    box, session = editor.uses[Use.PROPOSALS], editor._session
    assert (box.isEnabled(), box.isChecked(), box.toolTip()) == (True, True, "")
    session.apply(remove_phrases(session.project, 1, ["New York"]))
    assert (box.isEnabled(), box.isChecked()) == (False, False)
    assert box.toolTip() == "Needs a label, of the list or of a phrase"
    assert editor.gazetteer.as_proposals, "it will suggest once there is a label"
    session.undo()
    assert (box.isEnabled(), box.isChecked(), box.toolTip()) == (True, True, "")


def test_a_label_that_is_gone_is_still_shown(qtbot):
    session = Session(project_of())
    row = Gazetteer(0, "x", label="GONE")
    session.apply(add_gazetteer(session.project, row, {}))
    editor = GazetteerEditor(session, 1)
    qtbot.addWidget(editor)
    assert editor.label.currentText() == "GONE"
    assert "No phrases yet" in editor.count.text()
    editor._session.apply(remove_gazetteer(session.project, 1))
    assert not editor.isVisible()


def test_a_hundred_thousand_phrases_are_listed_and_searched(qtmodeltester):
    model = PhrasesModel()
    model.show_phrases({f"phrase {number}": "X" for number in range(100_000)})
    assert model.rowCount() == 100_000
    model.search("99999")
    assert model.rowCount() == 1
    assert model.index(0).data(PhraseRole.LABEL) == "X"
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole) == "phrase 99999, X"
    assert model.index(0).data(Qt.ItemDataRole.DecorationRole) is None
    assert model.row_of("phrase 7") is None
    qtmodeltester.check(model)


def test_rows_show_phrase_and_label(editor):
    image = QImage(200, 30, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    option = QStyleOptionViewItem()
    option.rect = image.rect()
    delegate = editor.view.itemDelegate()
    for row in (0, 1):
        delegate.paint(painter, option, editor.phrases.index(row))
    painter.end()
    assert image.pixelColor(180, 15) is not None


def test_an_undone_gazetteer_closes_its_dialog_while_its_name_is_typed(qtbot):
    session = Session(project_of())
    session.apply(add_gazetteer(session.project, Gazetteer(0, "cities"), PHRASES))
    editor = GazetteerEditor(session, 1)  # it is deleted when it closes
    editor.show()
    editor.activateWindow()
    editor.name.setFocus()
    qtbot.keyClicks(editor.name, "abc")
    session.undo()
    assert not editor.isVisible()
    editor.name.editingFinished.emit()
    assert not session.project.gazetteers


@pytest.fixture
def new(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    editor = GazetteerEditor(Session(project_of()), 0, window, name="phrases")
    editor.show()
    yield editor
    window.close()


def test_the_first_phrase_adds_a_new_gazetteer(new, qtbot):
    assert new.windowTitle() == "Gazetteer “phrases”"
    qtbot.keyClicks(new.phrase, "Oslo")
    assert not new._session.project.gazetteers
    qtbot.keyClick(new.phrase, Qt.Key.Key_Return)
    assert new.gazetteer_id == 1
    assert phrases(new) == {"Oslo": ""}
    assert listed(new) == ["Oslo"]
    qtbot.keyClicks(new.phrase, "Ulm")
    qtbot.keyClick(new.phrase, Qt.Key.Key_Return)
    assert list(phrases(new)) == ["Oslo", "Ulm"]
    new._session.undo()
    assert new.isVisible()
    with qtbot.waitSignal(new.destroyed):
        new._session.undo()


def test_other_changes_add_a_new_gazetteer_too(new):
    new.name.editingFinished.emit()
    assert not new._session.project.gazetteers
    was = new.uses[Use.FEATURES].isChecked()
    new.uses[Use.FEATURES].setChecked(not was)
    assert new._session.project.gazetteers[1].as_features is not was
    assert new.uses[Use.FEATURES].isChecked() is not was


def test_a_new_gazetteer_that_is_refused_stays_new(new):
    new._session.saving.read_only = True
    new.ignore_case.setChecked(not new.gazetteer.ignore_case)
    new.uses[Use.RULE].setChecked(not new.gazetteer.as_rule)
    assert new.gazetteer_id == 0
    assert new.ignore_case.isChecked() is new.gazetteer.ignore_case
