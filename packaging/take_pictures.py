"""Draw the window, every panel and every dialog: in all themes, and at 100, 150 and 200 %.

The window and its panels are drawn with three difficult sentences. The pictures go to
build/pictures, one folder for each combination, for review. The dialogs are those of the table
`DIALOGS`, which tests use too.

    make pictures ARGS="--language de"

draws them in another language, in the light theme at 100 and 200 % only, and lists the texts that
have less room than they need.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QWidget

    from app.lab.benchmarks.gui_session import GuiSession
    from app.preferences import Appearance
    from app.views.main_window import MainWindow

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "build" / "pictures"
LOOKS = {
    100: ("light", "dark", "stark-light", "stark-dark"),
    150: ("stark-dark",),
    200: ("light", "dark"),
}
"""ThemeSwitch of the pictures by scale; those of high contrast also with patterns."""
LOOKS_OF_A_LANGUAGE = {100: ("light",), 200: ("light",)}
SCREEN = (1280, 800)
DENSITY = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
MODEL_SECONDS = 120.0
BEGINNING = 12
"""So many characters of a line tell whether it is one of a text."""
DRAW = "draw"
"""The first argument of the processes that draw."""

CLAUSE = (
    "on Monday Dr. Osei gave the old spaniel 5 mg of carprofen for her arthritis , and Mrs. "
    "Abernathy was told to keep her warm , "
)
SENTENCES = {
    "long": " ".join((CLAUSE * 5).split()[:119]) + " .",
    "arabic": "وصف الطبيب 5 mg من الوارفارين للمريض يوم الاثنين ، ثم عاد إلى البيت .",
    "chinese": "医生 星期一 给 病人 开 了 5 mg 华法林 ， 并 嘱咐 她 多 休息 。",
}
"""Tokens with a space between: 120 of them, right to left, and without a Latin letter."""

TAGGED = {
    "long": [(1, 1, "DATE"), (2, 2, "TITLE"), (3, 3, "PERSON")],
    "arabic": [(2, 3, "DOSE"), (5, 5, "DRUG")],
    "chinese": [(1, 1, "DATE")],
}
"""Labels set by keys: first and last token, and the label."""

DOSES = """\
# Doses and dates
DOSE -> NUMBER UNIT
NUMBER -> /\\d+([.,]\\d+)?/ 0.9 | "two" 0.1
UNIT -> "mg" 0.8
  | "ml" 0.2
DATE -> WEEKDAY
WEEKDAY -> /(Mon|Tues|Wednes|Thurs|Fri)day/
"""


# ---- dialogs


def by_command(name: str) -> Callable[[MainWindow, Path], None]:
    """Return a function that opens the dialog of a command."""
    return lambda window, _: window.actions_[name].trigger()


def show_import(window: MainWindow, folder: Path) -> None:
    """Open the options for reading a column file."""
    path = folder / "notes.conll"
    path.write_text("Dr. B-PERSON\nOsei I-PERSON\n. O\n\n" * 3, encoding="utf-8")
    window.controllers.exchange.take_files([path])


def show_import_report(window: MainWindow, folder: Path) -> None:
    """Show the import report of two files, one with another scheme and an error."""
    from PySide6.QtWidgets import QApplication

    from app.jobs.importing.documents import prepare
    from app.jobs.importing.report import ReadFiles, report_of
    from app.views.dialogs.import_options import ImportDialog

    first, second = folder / "ward.conll", folder / "letters.conll"
    first.write_text(
        "# from the ward\nDr. S-TITLE\nOsei B-PERSON\nMensah E-PERSON\n. O\n\n" * 40
        + "Osei E-PERSON\nleft O\n\n",
        encoding="utf-8",
    )
    second.write_text("Mrs. B-TITLE\nLee B-PERSON\n. O\n\n" * 12, encoding="utf-8")
    prepared = (prepare(first), prepare(second))
    before = set(window.findChildren(ImportDialog))
    window.controllers.exchange.take_files([first, second])
    (dialog,) = set(window.findChildren(ImportDialog)) - before
    while dialog.shown is None and not dialog.problem.text():
        QApplication.processEvents()
    dialog.show_report(ReadFiles(prepared, tuple(map(report_of, prepared))))


def show_models(window: MainWindow, folder: Path) -> QWidget:
    """List two models to combine."""
    from app.views.dialogs.combine_models import CombineModelsDialog

    dialog = CombineModelsDialog(52, window)
    dialog.add_files([folder / "ward-3.crf", folder / "surgery.crf"])
    return dialog


def show_model_export(window: MainWindow, _: Path) -> QWidget:
    """Open the options for the training data of an exported model."""
    from app.views.dialogs.export_model import ExportModelDialog

    return ExportModelDialog(52, window)


def show_gazetteer(window: MainWindow, _: Path) -> None:
    """Open the editor of a gazetteer that has some phrases."""
    from app.domain.gazetteers import Gazetteer
    from app.edits.gazetteers import add_gazetteer

    session = window.workspace.session
    if not session.project.gazetteers:
        label = session.project.visible_labels()[0].name
        phrases = {"carprofen": "", "vitamin b 12": "", "warfarin": ""}
        row = Gazetteer(0, "drugs", label=label, as_rule=True)
        session.apply(add_gazetteer(session.project, row, phrases))
    window.controllers.gazetteers.edit_gazetteer(min(session.project.gazetteers))


def show_grammar(window: MainWindow, _: Path) -> QWidget:
    """Open the editor of a new grammar with rules for doses."""
    from app.domain.gazetteers import Gazetteer

    own = Gazetteer(0, "doses", grammar=DOSES)
    return window.controllers.gazetteers.edit_grammar(own)


def show_gazetteer_import(window: MainWindow, _: Path) -> QWidget:
    """Show the import of a file of phrases."""
    from app.jobs.gazetteers.files import ReadGazetteer
    from app.views.dialogs.gazetteer_import import GazetteerImport

    labels = [label.name for label in window.workspace.session.project.visible_labels()]
    phrases = {"carprofen": labels[0], "vitamin b 12": labels[0], "warfarin": "GONE"}
    trouble = "Line 4: expected a phrase and a label, found 3 fields."
    return GazetteerImport(ReadGazetteer("drugs", phrases, 1, 1, (trouble,)), labels, window)


def show_error(window: MainWindow, _: Path) -> QWidget:
    """Show an unexpected error."""
    from app.views.dialogs.log import LogDialog

    return LogDialog("", "ValueError: something that should not have happened", window)


def show_licences(window: MainWindow, _: Path) -> QWidget:
    """Show the licences, or how to make their page."""
    from app.views.dialogs.licences import LicencesDialog

    return LicencesDialog(window)


def show_occurrences(window: MainWindow, _: Path) -> QWidget:
    """List the occurrences of a long word of the first sentence."""
    import numpy as np

    from app.domain.corrections import Correction, CorrectionKind, Occurrences
    from app.views.dialogs.occurrences import OccurrencesDialog

    session = window.workspace.session
    corpus = session.project.corpus
    words = corpus.columns[0]
    lengths = (corpus.ends - corpus.starts)[corpus.span(0)]
    token = int(np.argmax(lengths))
    at = np.flatnonzero(words == words[token])
    at = at[at >= corpus.offsets[1]]
    sentence_indices = np.searchsorted(corpus.offsets, at, side="right") - 1
    found = Occurrences(
        Correction(
            CorrectionKind.LABEL, 0, token, token, (session.project.visible_labels()[0].id,)
        ),
        sentence_indices=sentence_indices,
        firsts=at - corpus.offsets[sentence_indices],
    )
    return OccurrencesDialog(session, found, window)


def show_rule(window: MainWindow, _: Path) -> None:
    """Open the form of a rule."""
    from app.domain.rules import ProjectRule, parameters_of

    first, second, *_rest = window.workspace.session.project.visible_labels()
    fields = parameters_of({"a": first.name, "b": second.name})
    window.controllers.rules.edit_rule(ProjectRule(0, "followed_by", fields))


def show_sentences(window: MainWindow, _: Path) -> None:
    """List some sentences."""
    window.controllers.project.list_sentences(
        "Changed by a rule", window.workspace.session.visible[:8]
    )


def show_labels_by_name(window: MainWindow, _: Path) -> QWidget | None:
    """List the labels under the caret."""
    return window.controllers.keys.label_by_name()


def show_palette(window: MainWindow, _: Path) -> QWidget:
    """List commands, labels and documents."""
    return window.controllers.keys.find_command()


def show_welcome(_: MainWindow, folder: Path) -> QWidget:
    """Show the welcome window."""
    from app.views.welcome import Welcome

    recent = [folder / f"{name}.tagwright" for name in ("notes", "letters of the year 1917")]
    for path in recent:
        path.touch()
    return Welcome(recent, folder)


def show_backups(window: MainWindow, folder: Path) -> QWidget:
    """List some backups of a project."""
    from datetime import UTC, datetime, timedelta

    from app.jobs.projects.backups import folder_of
    from app.jobs.projects.create import create_sample
    from app.views.dialogs.restore import RestoreDialog

    project = folder / "day book.tagwright"
    if not project.exists():
        create_sample(project)
        folder_of(project).mkdir()
        for hours in (0.2, 1, 26, 200):
            at = (datetime.now(UTC) - timedelta(hours=hours)).strftime("%Y%m%d-%H%M%S")
            (folder_of(project) / f"day book.{at}.tagwright").write_bytes(project.read_bytes())
    dialog = RestoreDialog(project, window)
    dialog.wait()
    return dialog


DIALOGS: dict[str, Callable[[MainWindow, Path], QWidget | None]] = {
    "about": by_command("about"),
    "accept_confident": by_command("accept_sure"),
    "annotator": by_command("set_annotator"),
    "combine_models": show_models,
    "error": show_error,
    "export": by_command("export_corpus"),
    "export_model": show_model_export,
    "gazetteer_editor": show_gazetteer,
    "gazetteer_import": show_gazetteer_import,
    "gazetteer_name": lambda window, _: window.controllers.gazetteers.begin_gazetteer(
        "warfarin", "DRUG"
    ),
    "grammar_editor": show_grammar,
    "import_options": show_import,
    "import_report": show_import_report,
    "key_editor": by_command("change_keys"),
    "keys": by_command("show_keys"),
    "label_curves": by_command("label_curves"),
    "label_editor": by_command("edit_labels"),
    "label_guide": by_command("show_label_guide"),
    "licences": show_licences,
    "log": by_command("show_log"),
    "appearance": by_command("show_looks"),
    "manual": by_command("show_manual"),
    "new_project": by_command("new_project"),
    "occurrences": show_occurrences,
    "problem_report": by_command("save_report"),
    "project_settings": by_command("project_settings"),
    "restore": show_backups,
    "rule_editor": show_rule,
    "sentence_list": show_sentences,
    "similar_words": by_command("similar_words"),
    "welcome": show_welcome,
    "suggested_lines": by_command("suggested_lines"),
    "uncertain_words": by_command("uncertain_words"),
    "unlabelled_text": by_command("unlabelled_text"),
}
"""Functions that open each dialog over a window; the folder is for files that it needs.

The name is that of the dialog's module, with a suffix for further pictures. A dialog that is not
returned is searched for.
"""


CHOOSERS: dict[str, Callable[[MainWindow, Path], QWidget | None]] = {
    "label_chooser": show_labels_by_name,
    "palette": show_palette,
}
"""Functions that open each list inside the window."""


def opened(name: str, window: MainWindow, folder: Path) -> QWidget:
    """Open a dialog by its name in the table, and return it."""
    from PySide6.QtWidgets import QDialog

    before = set(window.findChildren(QDialog))
    dialog = DIALOGS[name](window, folder)
    if dialog is None:
        (dialog,) = set(window.findChildren(QDialog)) - before
    dialog.show()
    return dialog


# ---- pictures


def main() -> None:
    """Draw at each scale in its own process, because Qt reads the scale once."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--language", metavar="CODE", default="", help="such as de")
    language = parser.parse_args().language
    for percent in LOOKS_OF_A_LANGUAGE if language else LOOKS:
        factor = f"{percent / 100:g}"
        with tempfile.TemporaryDirectory() as home:
            environment = {
                **os.environ,
                "QT_SCALE_FACTOR": factor,
                "QT_QPA_PLATFORM": f"offscreen:configfile={screen(Path(home))}",
            }
            for name in ("CONFIG", "DATA", "STATE"):
                environment[f"XDG_{name}_HOME"] = str(Path(home) / name.lower())
            command = [sys.executable, __file__, DRAW, str(percent), home, language]
            subprocess.run(command, env=environment, check=True)
    print(f"{len(list(PICTURES.rglob('*.png')))} pictures in {PICTURES}")


def screen(folder: Path, size: tuple[int, int] = SCREEN) -> Path:
    """Describe a screen to Qt, by default a small one, on which large dialogs have to scroll."""
    one = {"name": "one", "x": 0, "y": 0, "width": size[0], "height": size[1]}
    path = folder / "screen.json"
    path.write_text(json.dumps({"screens": [one | DENSITY]}), encoding="utf-8")
    return path


def draw(percent: int, folder: Path, language: str = "") -> None:
    """Open the sample with the three sentences, and draw everything."""
    from app.jobs.projects.create import create_sample
    from app.lab.benchmarks.gui_session import GuiSession, silence_offscreen

    silence_offscreen()
    project = folder / "pictures.tagwright"
    create_sample(project)
    add_sentences(project, folder / "hard.txt")
    texts: list[str] = []
    if language:
        choose_language(language, project, texts)
    looks = LOOKS_OF_A_LANGUAGE[percent] if language else LOOKS[percent]
    with GuiSession(project) as gui_session:
        texts += gui_session.project.session.corpus.texts
        sentence_indices = gui_session.project.session.visible[-len(SENTENCES) :].tolist()
        for name, sentence_index in zip(SENTENCES, sentence_indices, strict=True):
            gui_session.workspace.caret.go_to(sentence_index)
            for first, last, label in TAGGED[name]:
                gui_session.player.label(first, last, label)
        gui_session.rest(MODEL_SECONDS)
        gui_session.window.panels.find.search_for("label:CONDITION p<80 OR in")
        for theme in looks:
            gui_session.application.themes.set_appearance(appearance_of(theme, language))
            for name, sentence_index in zip(SENTENCES, sentence_indices, strict=True):
                gui_session.workspace.caret.go_to(sentence_index, 2)
                save(gui_session, folder_of(theme, percent, language) / name)
        # After all panels: dialogs may change the project.
        for theme in looks:
            gui_session.application.themes.set_appearance(appearance_of(theme, language))
            save_dialogs(gui_session, folder_of(theme, percent, language) / "dialogs", folder)
    for line in sorted(_cut):
        print(f"{language} {percent}%: {line}")


def choose_language(language: str, project: Path, texts: list[str]) -> None:
    """Let the window of a project have a language; report what is cut, but for ``texts``."""
    from cut_texts import watch_painted_lines

    from app import preferences
    from app.lab.benchmarks.gui_session import ANNOTATOR

    def is_data(line: str) -> bool:
        return any(line.strip("… ")[:BEGINNING] in text for text in texts)

    chosen = preferences.Preferences(annotator=ANNOTATOR, language=language)
    preferences.save(chosen, project.with_name("preferences.json"))
    watch_painted_lines(report_cut, is_data)


_cut: set[str] = set()


def report_cut(line: str) -> None:
    """Keep a text that has less room than it needs."""
    _cut.add(line)


def folder_of(theme: str, percent: int, language: str) -> Path:
    """Return the folder of the pictures of a theme, a scale and a language."""
    return PICTURES / "-".join(filter(None, (language, theme, str(percent))))


def appearance_of(name: str, language: str = "") -> Appearance:
    """Return the appearance with a name of the table, in a language."""
    from app.preferences import Appearance

    stark, _, theme = name.rpartition("-")
    return Appearance(
        theme, "high" if stark else "usual", patterns=bool(stark), language=language or "en"
    )


def add_sentences(project: Path, file_of_words: Path) -> None:
    """Import the three sentences as a new document."""
    from app.jobs.importing.documents import ImportOptions, Use
    from app.jobs.importing.ids import import_document
    from app.storage.project_file import ProjectFile

    rows = [text.replace(" ", "\n") + "\n\n" for text in SENTENCES.values()]
    file_of_words.write_text("".join(rows), encoding="utf-8")
    with ProjectFile.open(project) as file:
        options = ImportOptions("columns", columns=("word",), use=Use.TEXT)
        import_document(file, file.load(), file_of_words, options)


def save(gui_session: GuiSession, folder: Path) -> None:
    """Draw the whole window, the sentence view, and each panel."""
    folder.mkdir(parents=True, exist_ok=True)
    gui_session.settle()
    window = gui_session.window
    widgets = {"window": window, "sentence_view": window.sentence_view, "status": window.status}
    for name, widget in widgets.items():
        picture_of(widget).save(str(folder / f"{name}.png"))
    for name, dock in window.docks.items():
        hidden = dock.isHidden()
        dock.show()
        dock.raise_()
        gui_session.settle()
        picture_of(dock.widget()).save(str(folder / f"{name}.png"))
        if name == "rules":  # in front of the labels, which move below the sentence
            picture_of(window.legend).save(str(folder / "legend.png"))
        dock.setHidden(hidden)
    window.docks["labels"].raise_()


def picture_of(widget: QWidget) -> QPixmap:
    """Draw a widget, and keep which of its texts are cut."""
    from cut_texts import cut_texts

    for line in cut_texts(widget):
        report_cut(line)
    return widget.grab()


def save_dialogs(gui_session: GuiSession, pictures: Path, folder: Path) -> None:
    """Draw each dialog."""
    pictures.mkdir(parents=True, exist_ok=True)
    for name in DIALOGS:
        dialog = opened(name, gui_session.window, folder)
        gui_session.settle()
        picture_of(dialog).save(str(pictures / f"{name}.png"))
        dialog.close()
        gui_session.settle()
    for name, show in CHOOSERS.items():
        chooser = show(gui_session.window, folder)
        gui_session.settle()
        if chooser is not None:
            picture_of(chooser).save(str(pictures / f"{name}.png"))
        gui_session.window.sentence_view.setFocus()  # it closes when it loses the focus
        gui_session.settle()


if __name__ == "__main__":
    if sys.argv[1:2] == [DRAW]:
        draw(int(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
    else:
        main()
