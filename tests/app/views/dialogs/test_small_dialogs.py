"""Export options, keys, log, annotator, about: small, and complete."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QLabel, QMainWindow, QPushButton

from app.domain.labels import Label
from app.domain.notes import Note, NoteKind
from app.formats.table import FORMATS
from app.jobs.exporting.documents import ExportForm, Which
from app.jobs.exporting.violations import OnViolation
from app.services.task import TaskState
from app.views.actions import COMMANDS
from app.views.dialogs.about import AboutDialog
from app.views.dialogs.annotator import AnnotatorDialog
from app.views.dialogs.export import ExportChoice, ExportDialog
from app.views.dialogs.keys import KeysDialog
from app.views.dialogs.log import LogDialog
from app.views.keymap import Keymap
from app.views.theme import GRID


@pytest.mark.parametrize(("n_documents", "folder"), [(1, False), (3, True)])
def test_an_export_as_it_was_imported(qtbot, n_documents, folder):
    dialog = ExportDialog(n_documents)
    qtbot.addWidget(dialog)
    assert dialog.choice() == ExportChoice("", Which.CONFIRMED, folder)


def test_an_export_of_all_as_columns(qtbot):
    dialog = ExportDialog(2)
    qtbot.addWidget(dialog)
    dialog.format.setCurrentIndex(dialog.format.findData("columns"))
    dialog.target.setCurrentIndex(0)
    dialog._which.buttons()[2].setChecked(True)
    with qtbot.waitSignal(dialog.wanted) as seen:
        dialog.accept()
    assert seen.args == [ExportChoice("columns", Which.ALL, False)]


@pytest.mark.parametrize(
    ("imported", "original", "chosen"),
    [
        ({"conllu"}, "Original format", "Original format"),
        ({"conllu", "brat"}, "Original format", "Original format"),
        ({"text"}, None, "Columns: word and label"),
        (
            {"text", "conllu"},
            "Original format (plain text as columns)",
            "Original format (plain text as columns)",
        ),
    ],
)
def test_plain_text_holds_no_labels_and_is_no_original_format(qtbot, imported, original, chosen):
    dialog = ExportDialog(2, imported=imported)
    qtbot.addWidget(dialog)
    offered = [dialog.format.itemText(i) for i in range(dialog.format.count())]
    assert [text for text in offered if text.startswith("Original")] == [original][: bool(original)]
    assert dialog.format.currentText() == chosen


def test_an_export_begins_with_its_first_field(qtbot):
    dialog = ExportDialog(1)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(dialog.isActiveWindow)
    assert dialog.focusWidget() is dialog.format
    order = [dialog.format]
    while len(order) < 3:
        order.append(order[-1].nextInFocusChain())
    assert order == [dialog.format, dialog.scheme, dialog.target]


def test_what_is_usual_is_chosen_until_a_person_chooses(qtbot):
    dialog = ExportDialog(1, usual=lambda name: Which.CONFIRMED if name == "brat" else Which.DONE)
    qtbot.addWidget(dialog)
    assert dialog.choice().which is Which.DONE
    dialog.format.setCurrentIndex(dialog.format.findData("brat"))
    assert dialog.choice().which is Which.CONFIRMED
    dialog.format.setCurrentIndex(dialog.format.findData("columns"))
    assert dialog.choice().which is Which.DONE
    dialog._which.buttons()[2].click()
    dialog.format.setCurrentIndex(dialog.format.findData("brat"))
    assert dialog.choice().which is Which.ALL


def test_what_would_be_lost_is_told_for_each_choice(qtbot):
    dialog = ExportDialog(1)
    qtbot.addWidget(dialog)
    requests, tasks = [], []

    def answer(choice):
        requests.append(choice)
        tasks.append(TaskState("Looking"))
        dialog.follow(tasks[-1])

    dialog.report_requested.connect(answer)
    dialog.show()
    qtbot.waitUntil(lambda: len(requests) == 1)

    def shown():
        rows = map(dialog.losses.topLevelItem, range(dialog.losses.topLevelItemCount()))
        return [(row.text(0), row.text(1)) for row in rows]

    assert shown() == [("Searching…", "")]
    tasks[0].finished.emit((Note(NoteKind.LOST, "Undecided", 1200), Note(NoteKind.KEPT, "More")))
    assert shown() == [("Undecided", "1,200"), ("More", "1")]
    dialog.scheme.setCurrentIndex(dialog.scheme.findData("bilou"))
    assert requests[-1] == ExportChoice("", Which.CONFIRMED, False, scheme="bilou")
    assert requests[-1].form == ExportForm(scheme="bilou")
    assert tasks[0].is_cancelled
    tasks[0].finished.emit(())
    assert shown() == [("Searching…", "")], "what comes late is not shown"
    tasks[1].failed.emit("No.")
    assert shown() == [("No.", "")]
    assert not dialog.accept_button.isEnabled()
    dialog._which.buttons()[2].setChecked(True)
    assert dialog.accept_button.isEnabled()
    assert [one.which for one in requests] == [Which.CONFIRMED, Which.CONFIRMED, Which.ALL]
    dialog.reject()
    assert tasks[2].is_cancelled


def test_only_formats_that_take_any_document_are_offered(qtbot):
    dialog = ExportDialog(2)
    qtbot.addWidget(dialog)
    offered = [dialog.format.itemData(i) for i in range(dialog.format.count())]
    assert offered == ["", *(one.name for one in FORMATS.values() if one.write_any is not None)]
    at = dialog.format.findData("columns")
    assert dialog.format.itemText(at) == "Columns: word and label"


@pytest.mark.parametrize(
    ("n_against", "received"),
    [
        (0, "No done sentence violates"),
        (1, "1 done sentence violates"),
        (1200, "1,200 done sentences violate"),
    ],
)
def test_an_export_may_refuse_labels_that_break_rules(qtbot, n_against, received):
    dialog = ExportDialog(1, None, n_against)
    qtbot.addWidget(dialog)
    assert any(received in label.text() for label in dialog.findChildren(QLabel))
    assert dialog.choice().on_violation is OnViolation.REPORT
    dialog._on_violation.buttons()[1].setChecked(True)
    assert dialog.choice().on_violation is OnViolation.REFUSE


def test_the_keys_of_all_commands_are_on_one_page(qtbot):
    dialog = KeysDialog([Label(1, "DRUG", 0, "1", 0), Label(2, "DOSE", 1, "", 1)])
    qtbot.addWidget(dialog)
    shown_text = {label.text() for label in dialog.findChildren(QLabel)}
    for command in COMMANDS:
        if command.keys:
            assert command.text.replace("&", "").rstrip("…") in shown_text
    assert "DRUG" in shown_text
    assert "DOSE" not in shown_text


@pytest.mark.parametrize("width", [640, 853, 1280])
def test_what_a_key_does_has_room_on_any_screen(width, qtbot, monkeypatch):
    monkeypatch.setattr("app.views.dialogs.keys.room_on", lambda _: QSize(width, 500))
    dialog = KeysDialog([])
    qtbot.addWidget(dialog)
    dialog.resize(min(width, dialog.width()), 500)
    dialog.show()
    meanings = [label for label in dialog.findChildren(QLabel) if label.wordWrap()]
    assert min(label.width() for label in meanings) >= 14 * GRID


def test_the_page_of_keys_shows_the_keys_that_hold(qtbot):
    keymap = Keymap("prodigy").with_keys("train_now", ["Ctrl+Shift+T"])
    labels = [Label(1, "DRUG", 0, "1", 0), Label(2, "AGE", 1, "A", 1)]
    dialog = KeysDialog(labels, keymap=keymap)
    qtbot.addWidget(dialog)
    shown_text = [label.text() for label in dialog.findChildren(QLabel)]
    assert shown_text[shown_text.index("Accept the sentence") - 1] == "A, Enter"
    assert shown_text[shown_text.index("Train now") - 1] == "Ctrl+Shift+T"
    assert shown_text[shown_text.index("AGE") - 1] == "2"
    assert "Prodigy-like" in shown_text[0]
    assert "Some are customised" in shown_text[0]
    assert "Rename a document" in shown_text


def test_the_log_is_copied(qtbot):
    dialog = LogDialog("one\ntwo", "ValueError: no")
    qtbot.addWidget(dialog)
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == "one\ntwo"
    assert dialog.copy.text() == "Copied"


def test_an_error_is_named_above_the_log(qtbot):
    dialog = LogDialog("log", "ValueError: <b>no</b>")
    qtbot.addWidget(dialog)
    assert dialog.windowTitle() == "Something unexpected happened"
    assert any(label.text() == "ValueError: <b>no</b>" for label in dialog.findChildren(QLabel))


def test_a_name_without_white_space_around_it(qtbot):
    dialog = AnnotatorDialog("AB")
    qtbot.addWidget(dialog)
    dialog.name.setText("  Ada ")
    with qtbot.waitSignal(dialog.named) as seen:
        dialog.accept()
    assert seen.args == ["Ada"]


@pytest.mark.parametrize(
    "make",
    [
        AboutDialog,
        lambda: AnnotatorDialog(""),
        lambda: ExportDialog(1),
        lambda: KeysDialog([]),
        lambda: LogDialog(""),
    ],
)
def test_every_dialog_has_names_and_stops_nothing(qtbot, make):
    dialog = make()
    qtbot.addWidget(dialog)
    assert dialog.objectName()
    assert dialog.accessibleName() == dialog.windowTitle()
    assert dialog.accessibleDescription()
    assert dialog.isModal() == isinstance(dialog, AnnotatorDialog), "a name is typed there"


def test_beside_the_log_a_report_without_names_is_offered_where_there_is_one(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    alone = LogDialog("a log", "ValueError: odd", window)
    assert [button.text() for button in alone.findChildren(QPushButton)] == ["Close", "&Copy"]
    assert "copy the log and send it" in texts_of(alone)
    action = QAction(window)
    action.setObjectName("save_report")
    dialog = LogDialog("a log", "ValueError: odd", window)
    assert "save a report and send it" in texts_of(dialog)
    (report,) = [one for one in dialog.findChildren(QPushButton) if "report" in one.text()]
    with qtbot.waitSignal(action.triggered):
        report.click()
    assert "developers" not in texts_of(LogDialog("a log", parent=window))


def texts_of(dialog):
    return " ".join(label.text() for label in dialog.findChildren(QLabel))
