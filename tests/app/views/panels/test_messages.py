"""The line of messages: what stays, what goes, and long work with its end in sight."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.services.task import TaskState
from app.services.threads import UI_PRIORITY
from app.views.panels import messages as module
from app.views.panels.messages import Messages
from app.views.theme import GRID


@pytest.fixture
def line(qtbot):
    line = Messages()
    qtbot.addWidget(line)
    return line


@pytest.fixture
def hasty(monkeypatch):
    monkeypatch.setattr(module, "TASK_DELAY", 1)
    monkeypatch.setattr(module, "REMARK_MILLISECONDS", 1)


def test_it_is_not_there_without_a_message(line):
    assert not line.isVisible()
    assert line.message is None


@pytest.mark.parametrize("kind", ["done", "warning", "error"])
def test_what_matters_stays_until_it_is_closed(hasty, qtbot, kind):
    line = Messages()
    qtbot.addWidget(line)
    line.show_message("Something.", kind)
    assert line.isVisible()
    assert not line._expiry.isActive()
    qtbot.mouseClick(line.close_button, Qt.MouseButton.LeftButton)
    assert not line.isVisible()


@pytest.mark.parametrize("width", [280, 1000])
def test_a_text_has_room_beside_its_button_or_above_it(line, qapp, width):
    line.show_message("Whose name is to stand beside your decisions?", "info", "Say it…", str)
    line.resize(width, 100)
    qapp.processEvents()
    assert line.text.width() > width / 2
    assert line.action.isVisible()
    below = line.action.y() >= line.text.geometry().bottom()
    assert below == (width == 280)
    assert line.action.width() == line.action.sizeHint().width()


@pytest.mark.parametrize(
    ("n_words", "below"), [(3, False), (12, False), (60, True)], ids=["short", "two lines", "long"]
)
def test_a_button_is_below_a_text_of_more_than_two_lines(qtbot, qapp, n_words, below):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 500)
    line = Messages(window)
    column = QVBoxLayout(window)
    column.addStretch(1)
    column.addWidget(line)
    window.show()
    line.show_message("imported " * n_words, "done", "Undo", str)
    qapp.processEvents()
    assert (line.action.y() >= line.text.geometry().bottom()) == below
    needed = line.text.heightForWidth(line.text.width())
    assert line.text.height() >= needed
    line.show_message("Imported.", "done", "Undo", str)
    qapp.processEvents()
    assert line.action.y() < line.text.geometry().bottom()
    assert line.minimumHeight() <= line.line_height + GRID


def test_a_remark_goes_by_itself(hasty, qtbot):
    line = Messages()
    qtbot.addWidget(line)
    line.show_message("Every sentence is confirmed.")
    qtbot.waitUntil(lambda: not line.isVisible())


def test_a_remark_never_covers_an_error(line):
    line.show_message("The disk is full.", "error")
    line.show_message("Nothing here.", "info")
    assert line.text.text() == "The disk is full."


@pytest.mark.parametrize("kind", ["warning", "error"])
def test_the_answer_to_a_key_covers_a_problem_for_a_moment(hasty, qtbot, kind):
    line = Messages()
    qtbot.addWidget(line)
    line.show_message("The disk is full.", kind)
    line.show_remark("The sentence has just changed.")
    assert line.text.text() == "The sentence has just changed."
    qtbot.waitUntil(lambda: line.text.text() == "The disk is full.")


@pytest.mark.parametrize(("kind", "action"), [("info", "Enter name…"), ("done", "Undo")])
def test_a_remark_covers_an_offer_for_a_moment(hasty, qtbot, kind, action):
    line = Messages()
    qtbot.addWidget(line)
    line.show_message("Whose name is to stand here?", kind, action)
    line.show_message("No more uncertain tokens.")
    assert line.text.text() == "No more uncertain tokens."
    assert not line.action.isVisible()
    qtbot.waitUntil(lambda: line.text.text() == "Whose name is to stand here?")
    assert line.action.isVisible()


def test_errors_come_back_one_by_one(line):
    line.show_message("First.", "error")
    line.show_message("Second.", "error")
    assert line.text.text() == "Second."
    line.dismiss()
    assert line.text.text() == "First."
    line.dismiss()
    assert not line.isVisible()


def test_the_same_message_twice_is_shown_once(line):
    line.show_message("Again.", "error")
    line.show_message("Again.", "error")
    line.dismiss()
    assert line.message is None


def test_a_warning_goes_with_its_sentence(line):
    line.show_message("The disk is full.", "error")
    line.show_message("2 tokens are open.", "warning")
    line.sentence_left()
    assert line.text.text() == "The disk is full."


def test_what_is_done_goes_with_the_next_sentence_once_it_could_be_read(line, monkeypatch):
    line.show_message("Imported.", "done")
    line.sentence_left()
    assert line.text.text() == "Imported."
    monkeypatch.setattr("app.views.panels.messages.REMARK_MILLISECONDS", 0)
    line.sentence_left()
    assert not line.isVisible()
    line.show_message("Removed.", "done", "Undo", str)
    line.sentence_left()
    assert line.text.text() == "Removed."


def test_what_is_done_does_not_come_back_after_another_message(line):
    line.show_message("This is your own copy of the sample.", "done")
    line.show_message("2 tokens are open.", "warning")
    line.dismiss()
    assert line.message is None
    line.show_message("Imported.", "done")
    line.show_message("No more uncertain tokens.")
    line.dismiss()
    assert line.message is None


def test_a_closed_message_brings_back_no_older_one_but_problems(line):
    line.show_message("The disk is full.", "error")
    line.show_message("Removed.", "done", "Undo", str)
    line.show_message("Whose name?", "info", "Enter name…")
    assert line.dismiss()
    assert line.text.text() == "The disk is full."
    assert line.dismiss()
    assert line.message is None


def test_a_problem_that_could_be_read_does_not_come_back(line, monkeypatch):
    line.show_message("There are no soft rules.", "error")
    monkeypatch.setattr("app.views.panels.messages.REMARK_MILLISECONDS", 0)
    line.show_message("No problems found.", "done")
    assert line.dismiss()
    assert line.message is None


def test_a_problem_that_can_be_solved_comes_back(line, monkeypatch):
    line.show_message("The disk is full.", "error", "Try again", str)
    monkeypatch.setattr("app.views.panels.messages.REMARK_MILLISECONDS", 0)
    line.show_message("No problems found.", "done")
    line.dismiss()
    assert line.text.text() == "The disk is full."


@pytest.mark.parametrize("follow", [Messages.work_continued, Messages.sentence_left])
def test_what_is_done_goes_once_it_could_be_read_and_the_person_goes_on(
    line, qtbot, monkeypatch, follow
):
    monkeypatch.setattr("app.views.panels.messages.REMARK_MILLISECONDS", 300)
    line.show_message("Imported.", "done", "Go there", str, temporary=True)
    follow(line)
    assert line.text.text() == "Imported."
    qtbot.waitUntil(lambda: not line.isVisible())


def test_a_question_that_need_not_be_answered_goes_likewise(line, monkeypatch):
    line.show_message("Whose name?", "info", "Enter name…", temporary=True)
    line.sentence_left()
    assert line.text.text() == "Whose name?"
    monkeypatch.setattr("app.views.panels.messages.REMARK_MILLISECONDS", 0)
    line.sentence_left()
    assert not line.isVisible()


def test_the_action_is_done_once(line, qtbot):
    done = []
    line.show_message("Removed.", "done", "Undo", lambda: done.append(1))
    qtbot.mouseClick(line.action, Qt.MouseButton.LeftButton)
    assert done == [1]
    assert not line.isVisible()


def test_markup_in_a_file_name_is_shown_as_it_is(line):
    line.show_message("<b>x</b>.txt is empty.", "error")
    assert line.text.textFormat() == Qt.TextFormat.PlainText


def test_short_work_is_never_shown(line):
    task = TaskState("Exporting")
    line.follow(task)
    task.progress.emit(1, 2, "")
    task.ended.emit()
    assert not line.isVisible()
    assert not line._task_delay.isActive()


def test_long_work_shows_how_far_it_is_and_can_be_cancelled(hasty, qtbot):
    line = Messages()
    qtbot.addWidget(line)
    task = TaskState("Importing")
    line.follow(task)
    qtbot.waitUntil(line.isVisible)
    assert line.text.text() == "Importing…"
    task.progress.emit(1, 4, "notes.txt")
    assert (line.bar.value(), line.bar.maximum()) == (1, 4)
    assert line.text.text() == "Importing notes.txt", "less than a second is left"
    line._begun -= 2.0
    task.progress.emit(1, 4, "notes.txt")
    assert line.text.text() == "Importing notes.txt: about 6 s left"
    qtbot.mouseClick(line.action, Qt.MouseButton.LeftButton)
    assert task.is_cancelled
    task.ended.emit()
    assert not line.isVisible()


def test_a_failure_is_an_error_that_stays(line):
    task = TaskState("Importing")
    line.follow(task)
    task.failed.emit("notes.txt, line 3: found 2 fields, expected 3.")
    task.ended.emit()
    assert line.text.text() == "notes.txt, line 3: found 2 fields, expected 3."
    assert line.message is not None
    assert line.message.kind == "error"


def test_a_failure_that_a_dialog_shows_is_not_shown_twice(line):
    task = TaskState("Reading the files", in_dialog=True)
    line.follow(task)
    task.failed.emit("notes.txt, line 3: found 2 fields, expected 3.")
    task.ended.emit()
    assert line.message is None


def test_a_message_during_long_work_is_shown_after_it(hasty, qtbot):
    line = Messages()
    qtbot.addWidget(line)
    task = TaskState("Importing")
    line.follow(task)
    qtbot.waitUntil(line.isVisible)
    line.show_message("The disk is full.", "error")
    assert line.text.text() == "Importing…"
    task.ended.emit()
    assert line.text.text() == "The disk is full."


def test_jobs_are_shown_one_after_the_other(hasty, qtbot):
    line = Messages()
    qtbot.addWidget(line)
    first, second = TaskState("Importing"), TaskState("Exporting")
    line.follow(first)
    line.follow(second)
    qtbot.waitUntil(line.isVisible)
    first.ended.emit()
    qtbot.waitUntil(lambda: line.text.text() == "Exporting…")
    second.ended.emit()
    assert not line.isVisible()


def test_a_remark_on_the_sentence_goes_with_the_next_step_not_with_the_key_that_made_it(line, qapp):
    line.show_remark("Nothing else is doubtful here.")
    line.drop_remark()  # the rest of the same key
    assert line.message is not None
    qapp.processEvents()
    line.drop_remark()
    assert line.message is None
    line.show_remark("1 suggestion has changed.")
    qapp.processEvents()
    line.sentence_left()
    assert line.message is None


def test_a_message_about_a_key_is_shown_after_the_paint_of_the_key(line, qtbot):
    UI_PRIORITY.claim_for_key()
    line.show_message("There is more text below.")
    assert line.message is not None
    assert not line.isVisible()
    UI_PRIORITY.release()
    qtbot.waitUntil(lambda: line.text.text() == "There is more text below." and line.isVisible())
