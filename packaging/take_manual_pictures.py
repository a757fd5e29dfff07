"""Draw the pictures of the manual and the README, from small projects of the sample's texts.

They go to resources/manual/pictures and should be reviewed before a commit. The projects: one
partly labelled, one with few labels (for a correction), and one after a simulated afternoon of
labelling (for the progress of the model).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from made_up_afternoon import CONTROL, SAMPLE, play_afternoon
from take_pictures import screen

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QWidget

    from app.lab.benchmarks.gui_session import GuiSession
    from app.views.dialogs.accept_confident import AcceptConfidentDialog
    from app.views.dialogs.key_editor import KeyEditor
    from app.views.sentence_view.view import SentenceView

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "resources" / "manual" / "pictures"
LABELS = "TITLE,PERSON,CONDITION,DOSE,DATE,DRUG"
LABELLED = 36
"""Number of labelled sentences, few enough for uncertain suggestions."""
SENTENCE = "Dear Mr. Farrow , your dog"
TAGGED = [(1, 1, "TITLE"), (2, 2, "PERSON"), (9, 9, "DATE"), (11, 11, "CONDITION")]
"""Labels of that sentence: first and last token, and the label."""
IN_LETTERS = "Old scar"
"""A sentence of a document with names of different labels."""
UNCERTAIN_SENTENCE = "Scan booked with the heart"
"""A sentence with some uncertain tokens."""
BEGINNING = 14
"""Number of labelled sentences with which a correction of one word changes the suggestions for the
next."""
CORRECTED = "Pancreatitis suspected"
CORRECTION = (8, 8, "DRUG")
REPEATED = (
    "Mrs. Abernathy was given a leaflet about Lorvanta.",
    "Lorvanta may cause drowsiness.",
    "She will return if Lorvanta does not help.",
    "Dr. Osei has ordered more Lorvanta.",
)
"""A document that repeats a name."""
REPEATED_LABEL = (7, 7, "DRUG")
ABOVE, BELOW = 16, 36
"""Margins around a sentence, in points."""
LARGE_SCREEN = (1600, 1200)
"""A screen on which no dialog has to scroll."""
WINDOW = (1280, 960)
FOLLOWING_WINDOW = (1280, 560)
PANEL_WINDOW = (1400, 860)
PANEL_HEIGHT = 400
PLOT_MILLISECONDS = 3000
CONFUSION_TAB = 2
REPORT_MILLISECONDS = 1500
"""Time for the dialog of an export to show its report."""
DRUGS = ("carprofen", "insulin", "maropitant", "medetomidine", "meloxicam", "omeprazole")
MODEL_SECONDS = 300.0
TABS_CLOSE = 60
"""Milliseconds for lists to be updated."""


def main() -> None:
    """Make the projects, and draw."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screen(folder, LARGE_SCREEN)}"
        for kind in ("CONFIG", "DATA", "STATE"):
            os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
        draw(make_project(folder / "day book.tagwright", LABELLED), folder)
        for part in ("beginning", "following", "afternoon"):
            (folder / part).mkdir()  # each with its own preferences
        draw_correction(make_project(folder / "beginning" / "notes.tagwright", BEGINNING))
        draw_following(make_project(folder / "following" / "notes.tagwright", LABELLED))
        draw_progress(make_project(folder / "afternoon" / "notes.tagwright", 0, CONTROL))
    print(f"Look at the pictures in {PICTURES} before you commit them.")


def make_project(project: Path, n_labelled: int, n_control: int = 0) -> Path:
    """Make a project of three documents, the first one labelled, and return its path."""
    labelled = (SAMPLE / "labelled.conll").read_text(encoding="utf-8").strip().split("\n\n")
    texts = {
        "january": labelled[:n_labelled],
        "february": labelled[n_labelled:],
        "letters": (SAMPLE / "unlabelled.conll").read_text(encoding="utf-8").strip().split("\n\n"),
    }
    run("new", str(project), "--labels", LABELS, "--control", str(n_control))
    for name, sentences in texts.items():
        if sentences:
            path = project.with_name(f"{name}.conll")
            path.write_text("\n\n".join(sentences) + "\n", encoding="utf-8")
            role = "gold" if name == "january" else "text"
            run("import", str(project), str(path), "--as", role)
    return project


def run(*arguments: str) -> None:
    """Run a command of the program."""
    subprocess.run([sys.executable, "-m", "app", *arguments], check=True, cwd=ROOT)


def draw(project: Path, folder: Path) -> None:
    """Open the project, and draw the pictures."""
    from app.lab.benchmarks.gui_session import GuiSession, silence_offscreen

    silence_offscreen()
    with GuiSession(project) as gui_session:
        gui_session.window.resize(*WINDOW)
        # Side columns have the initial width for a window of this size.
        gui_session.window.reset_layout()
        gui_session.rest(MODEL_SECONDS)
        draw_sentence(gui_session)
        draw_dark(gui_session)
        draw_panels(gui_session)
        gui_session.window.reset_layout()
        draw_dialogs(gui_session, folder)
        draw_tour(gui_session)
        draw_uncertain_tokens(gui_session)
        draw_rule_dialogs(gui_session, folder)


def keep(picture: QWidget | None, name: str, part: QRect | None = None) -> None:
    """Draw a widget, or a part of it, with a reduced palette."""
    from PySide6.QtTest import QTest

    assert picture is not None
    QTest.qWait(TABS_CLOSE)
    drawn = picture.grab() if part is None else picture.grab(part)
    drawn.save(str(PICTURES / f"{name}.png"))


def sentence_index_of(gui_session: GuiSession, beginning: str) -> int:
    """Return the index of the sentence with this beginning."""
    session = gui_session.project.session
    texts = session.corpus.texts
    return next(int(p) for p in session.visible if texts[p].startswith(beginning))


def draw_sentence(gui_session: GuiSession) -> None:
    """Draw the window, and the sentence with confirmed labels and suggestions."""
    from PySide6.QtCore import QRect

    sentence_index = sentence_index_of(gui_session, SENTENCE)
    gui_session.workspace.caret.go_to(sentence_index)
    for first, last, label in TAGGED:
        gui_session.player.label(first, last, label)
    gui_session.rest(MODEL_SECONDS)
    gui_session.workspace.caret.go_to(sentence_index, 11)
    gui_session.settle()
    keep(gui_session.window, "main-window")
    view = gui_session.window.sentence_view
    middle = view.height() * 2 // 5
    keep(view, "sentence", QRect(0, middle - 60, view.width(), 290))


def draw_panels(gui_session: GuiSession) -> None:
    """Draw the panels that have their own page."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    window = gui_session.window
    keep(window.panels.queue, "queue")
    window.model_popover.open_it()
    gui_session.settle()
    keep(window.model_popover, "model")
    window.model_popover.put_away()
    window.show_panel("find")
    window.panels.find.search_for("label:CONDITION p<80")
    gui_session.settle()
    QTest.qWait(1000)
    keep(window.panels.find, "find")
    window.docks["find"].hide()
    window.sentence_view.setFocus()
    gui_session.settle()
    gui_session.player.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, 2)
    for first, last, label in TAGGED[-2:]:
        gui_session.player.label(first, last, label)
    gui_session.player.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    window.show_panel("history")
    gui_session.settle()
    keep(window.panels.history, "history")
    window.docks["history"].hide()
    gui_session.player.press(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    draw_names(gui_session)


def draw_names(gui_session: GuiSession) -> None:
    """Draw the names of a document of which some have different labels, one of them confirmed."""
    from PySide6.QtCore import Qt

    from app.lab.benchmarks.player import wait_for

    window, caret = gui_session.window, gui_session.workspace.caret
    before = caret.sentence_index, caret.token
    caret.go_to(sentence_index_of(gui_session, IN_LETTERS))
    window.show_panel("names")
    panel = window.panels.names
    wait_for(lambda: panel.model.n_mixed > 0, "the names of the document")
    group = panel.model.group(0)
    caret.go_to(*group.places()[0])
    window.sentence_view.setFocus()
    gui_session.player.label_here(group.types[0].label)
    wait_for(lambda: panel.model.group(0).n_open < group.n, "a confirmed occurrence")
    panel.view.show_row(0)
    gui_session.settle()
    keep(panel, "names")
    window.docks["names"].hide()
    window.sentence_view.setFocus()
    gui_session.player.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    caret.go_to(*before)


def draw_dialogs(gui_session: GuiSession, folder: Path) -> None:
    """Draw the dialogs, and the list of commands."""
    from PySide6.QtCore import QRect, Qt
    from PySide6.QtTest import QTest
    from take_pictures import opened

    from app.lab.benchmarks.player import wait_for

    window = gui_session.window
    apart = folder / "apart"  # for a project of the same name
    apart.mkdir()

    def take_over(editor: KeyEditor) -> None:
        editor.choose("close_project")
        editor.set_key.click()
        QTest.keyClick(editor.catcher, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)

    def accept_from(dialog: AcceptConfidentDialog) -> None:
        dialog.threshold.setValue(97.0)
        QTest.qWait(500)
        wait_for(dialog.accept_button.isEnabled, "the sentences at that confidence")

    dialogs: dict[str, tuple[str, Callable[[Any], object]]] = {
        "accept_confident": ("accept-confident", accept_from),
        "import_report": ("import-report", id),
        "key_editor": ("change-keys", take_over),
        "appearance": ("appearance", id),
        "restore": ("restore", lambda _: QTest.qWait(1000)),
    }
    for name, (picture, prepare) in dialogs.items():
        dialog = opened(name, window, apart)
        prepare(dialog)
        keep_dialog(gui_session, dialog, picture)
    chooser = window.controllers.keys.find_command()
    chooser.line.setText("ex")
    gui_session.settle()
    at = chooser.mapTo(window, chooser.rect().topLeft())
    around = QRect(at, chooser.size()).adjusted(-53, -8, 53, 12)
    keep(window, "palette", around)
    QTest.keyClick(chooser.line, Qt.Key.Key_Escape)


def draw_rule_dialogs(gui_session: GuiSession, folder: Path) -> None:
    """Draw a gazetteer, a grammar, a rule, and the export with its section for rules."""
    from PySide6.QtTest import QTest
    from take_pictures import opened

    from app.lab.benchmarks.player import wait_for

    add_drugs(gui_session)
    for name, picture in {
        "gazetteer_editor": "gazetteer",
        "grammar_editor": "grammar",
        "rule_editor": "rule",
        "export": "export",
    }.items():
        dialog: Any = opened(name, gui_session.window, folder)
        if name == "grammar_editor":
            wait_for(dialog.accept_button.isEnabled, "the rules are checked")
        QTest.qWait(REPORT_MILLISECONDS)
        keep_dialog(gui_session, dialog, picture)


def keep_dialog(gui_session: GuiSession, dialog: QWidget, name: str) -> None:
    """Draw a dialog, and close it."""
    gui_session.settle()
    keep(dialog, name)
    dialog.close()
    gui_session.settle()


def add_drugs(gui_session: GuiSession) -> None:
    """Add a gazetteer of drugs that the texts mention."""
    from app.domain.gazetteers import Gazetteer
    from app.edits.gazetteers import add_gazetteer

    session = gui_session.project.session
    row = Gazetteer(0, "drugs", label="DRUG", as_rule=True)
    session.apply(add_gazetteer(session.project, row, dict.fromkeys(DRUGS, "")))


def draw_dark(gui_session: GuiSession) -> None:
    """Draw the window in dark colours."""
    from app.preferences import Appearance

    gui_session.application.themes.set_appearance(Appearance("dark"))
    gui_session.settle()
    keep(gui_session.window, "dark")
    gui_session.application.themes.set_appearance(Appearance())
    gui_session.settle()


def draw_uncertain_tokens(gui_session: GuiSession) -> None:
    """Draw a sentence of which only uncertain tokens are queried."""
    from app.domain.query_choices import QUERY_UNITS

    window = gui_session.window
    window.controllers.tour.end_tour()
    box = window.panels.queue.unit
    row = box.choices.row_of(QUERY_UNITS[-1].name)
    box.setCurrentIndex(row)
    box.activated.emit(row)
    gui_session.rest(MODEL_SECONDS)
    window.resize(1280, 590)
    gui_session.workspace.uncertainty.go_to_uncertain(
        sentence_index_of(gui_session, UNCERTAIN_SENTENCE), gui_session.workspace.caret.token
    )
    gui_session.settle()
    keep(window.centralWidget(), "uncertain-tokens")


def draw_tour(gui_session: GuiSession) -> None:
    """Draw the note of the tour beside the queue."""
    from PySide6.QtCore import QRect

    window = gui_session.window
    window.controllers.tour.show_tour()
    for _ in range(4):
        gui_session.settle()
        note = window.controllers.tour.note
        assert note is not None
        note.skip.click()
    gui_session.settle()
    queue = window.docks["queue"]
    at = queue.mapTo(window, queue.rect().topLeft())
    keep(window, "tour", QRect(at.x(), at.y(), queue.width() + 350, 480))


def draw_correction(project: Path) -> None:
    """Draw a sentence before and after a correction, one below the other."""
    from app.lab.benchmarks.gui_session import GuiSession

    with GuiSession(project) as gui_session:
        gui_session.rest(MODEL_SECONDS)
        view = gui_session.window.sentence_view
        gui_session.workspace.caret.go_to(sentence_index_of(gui_session, CORRECTED), CORRECTION[0])
        gui_session.settle()
        before = view.grab(around_sentence(view))
        gui_session.player.label(*CORRECTION)
        gui_session.settle()
        after = view.grab(around_sentence(view))
    keep_below_one_another([before, after], "correction")


def draw_following(project: Path) -> None:
    """Draw a document in which suggestions follow the correction of a name."""
    from dataclasses import replace

    from PySide6.QtCore import QRect, Qt

    from app.domain.consistency import PHRASES
    from app.edits.settings import change_settings
    from app.lab.benchmarks.gui_session import GuiSession
    from app.lab.benchmarks.player import wait_for

    text = project.with_name("letter.txt")
    text.write_text("\n\n".join(REPEATED) + "\n", encoding="utf-8")
    run("import", str(project), str(text), "--as", "text", "--format", "text")
    with GuiSession(project) as gui_session:
        window, session = gui_session.window, gui_session.project.session
        evidence = gui_session.project.evidence
        window.resize(*FOLLOWING_WINDOW)
        gui_session.rest(MODEL_SECONDS)
        # Otherwise the next model might suggest the name by itself.
        settings = replace(session.project.settings, learning_paused=True, consistency=PHRASES)
        session.apply(change_settings(session.project, settings))
        wait_for(lambda: evidence.way == PHRASES and evidence.idle, "the documents", MODEL_SECONDS)
        gui_session.player.press(Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
        gui_session.workspace.caret.go_to(sentence_index_of(gui_session, REPEATED[0]))
        gui_session.player.label(*REPEATED_LABEL)
        wait_for(lambda: len(session.propagation.corrected_sentences()) > 1, "other sentences")
        gui_session.settle()
        view = window.sentence_view
        keep(view, "following", QRect(0, 0, view.width(), view.height()))


def around_sentence(view: SentenceView) -> QRect:
    """Return the part of the view with the current sentence and its labels."""
    from PySide6.QtCore import QRect

    model = view.model()
    first = view.visualRect(model.index(0, 0))
    last = view.visualRect(model.index(model.rowCount() - 1, 0))
    top = first.top() - ABOVE
    return QRect(0, top, view.width(), last.bottom() + BELOW - top)


def keep_below_one_another(pictures: Sequence[QPixmap], name: str) -> None:
    """Join pictures of equal width, with a line between them."""
    from PySide6.QtGui import QPainter, QPixmap

    heights = [picture.height() for picture in pictures]
    joined = QPixmap(pictures[0].width(), sum(heights) + len(pictures) - 1)
    joined.fill("#c8ccd4")
    painter = QPainter(joined)
    for picture_index, picture in enumerate(pictures):
        painter.drawPixmap(0, sum(heights[:picture_index]) + picture_index, picture)
    painter.end()
    joined.save(str(PICTURES / f"{name}.png"))


def draw_progress(project: Path) -> None:
    """Draw a test sentence, and the progress panel after an afternoon."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from app.domain.control_sample import is_control
    from app.lab.benchmarks.gui_session import GuiSession
    from app.lab.benchmarks.player import wait_for

    with GuiSession(project) as gui_session:
        window, session = gui_session.window, gui_session.project.session
        control = session.visible[is_control(session.corpus, session.visible)]
        window.resize(1280, 480)
        gui_session.workspace.caret.go_to(int(control[len(control) // 2]))
        gui_session.settle()
        keep(window.centralWidget(), "control-sentence")
        play_afternoon(gui_session)
        window.resize(*PANEL_WINDOW)
        window.reset_layout()
        window.show_panel("progress")
        gui_session.settle()
        window.resizeDocks([window.docks["progress"]], [PANEL_HEIGHT], Qt.Orientation.Vertical)
        window.sentence_view.setFocus()
        panel = window.panels.progress
        trainer, measurements = gui_session.project.trainer, gui_session.project.measurements

        def measured() -> bool:
            points, newest = measurements.progress.points, trainer.status.trained_sentences
            return bool(points) and points[-1].sentences == newest and bool(panel.pace.fact.value)

        wait_for(lambda: panel.curve is not None and measured(), "the newest model's score")
        QTest.qWait(PLOT_MILLISECONDS)
        keep(panel, "progress")
        panel.tabs.setCurrentIndex(CONFUSION_TAB)
        window.sentence_view.setFocus()
        gui_session.settle()
        keep(panel, "confusion")


if __name__ == "__main__":
    main()
