"""Tests that visible text uses the glossary's terms and no retired words."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.retired_words import retired_in
from tests.shown_texts import ROOT, TIP_SETTERS, ShownText, name_of, texts_of_the_program

EXCEPTIONS = {
    ("app/domain/step_texts.py", "^"): "patterns for the names of steps in older project files",
    (
        "app/jobs/projects/plain_files.py",
        "Everything that the Tagwright project",
    ): "“taken back” is a name in the files of an export, which older versions read",
    ("app/formats/plain_tokens.py", "(?:https"): "a regular expression",
    ("app/jobs/patterns/text_patterns.py", r"\\[pP]"): "a regular expression",
    ("app/lab/reproduce/zhu_brown.py", "Parts of speech, a stand-in"): "“stand-in” is a noun",
}
"""File and beginning of the texts that keep a retired word, with the reason."""


def is_excepted(text: ShownText) -> bool:
    return any(
        text.path == path and text.text.lstrip().startswith(begin) for path, begin in EXCEPTIONS
    )


def complaints(text: ShownText) -> list[str]:
    return [f"{text.where}: {line}" for line in retired_in(text.text)]


def test_no_text_uses_a_retired_word():
    wrong = [
        line
        for text in texts_of_the_program()
        if not is_excepted(text)
        for line in complaints(text)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("path", "begin"), EXCEPTIONS)
def test_each_exception_is_needed(path, begin):
    own = [
        text
        for text in texts_of_the_program()
        if text.path == path and text.text.lstrip().startswith(begin)
    ]
    assert any(complaints(text) for text in own)


def test_no_space_stands_before_a_percent_sign():
    wrong = [
        text.where
        for text in texts_of_the_program()
        if re.search(r"(?:^|[\d}]) %(?!\w)", text.text)
    ]
    assert not wrong, "\n".join(wrong)


STANDING_ALONE = frozenset(
    {
        *("Asked", "AskingBox", "AskingChoice", "Chooser", "Command", "Form", "Step"),
        *("QCheckBox", "QPushButton", "QRadioButton", "addAction", "addButton", "addItem"),
        *("addMenu", "addRow", "addTab", "add_field", "menu_button", "name_by_both", "name_widget"),
        *("setAccessibleName", "setHeaderLabels", "setHorizontalHeaderLabels", "setWindowTitle"),
        *("setPlaceholderText", "setSpecialValueText", "setWindowTitle", "set_tip", "_fill"),
    }
)
"""What displays a text alone; the text begins with a capital."""

SMALL = {
    "e.g. your initials": "an abbreviation",
    "brat-like": "brat writes itself so",
    "{}": "a name from the project",
}
"""Texts that begin with a small letter, with the reason."""


def shown_by(*callees: str) -> list[ShownText]:
    return [text for text in texts_of_the_program() if text.translated and text.call in callees]


def test_texts_are_written_in_sentence_case():
    wrong = [
        f"{text.where}: “{text.text}” begins with a capital"
        for text in shown_by(*STANDING_ALONE)
        if re.match(r"&?[a-z]", text.text) and text.text not in SMALL
    ]
    assert not wrong, "\n".join(wrong)


NAMES = frozenset(
    {
        *("Alt", "Backspace", "Chinese", "Delete", "Enter", "Esc", "Insert", "Shift", "Space"),
        *("Tagwright", "Thai", "Windows", "All", "Tab", "Home", "End", "Panels", "View", "Help"),
        *("Labels", "Undo", "Python", "Prodigy", "Project"),
    }
)
"""Names of keys, menus, commands and programs, which have a capital wherever they are."""


def test_no_title_writes_each_word_with_a_capital():
    titles = shown_by("addMenu", "addTab", "setWindowTitle", "QPushButton", "Command", "__init__")
    wrong = [
        f"{text.where}: “{text.text}”: write “{word.lower()}”"
        for text in titles
        for word in re.findall(r"(?<=[a-z,] )[A-Z][a-z]+\b", text.text.replace("&", ""))
        if word not in NAMES and "“" not in text.text
    ]
    assert not wrong, "\n".join(wrong)


def test_tool_tips_end_without_a_full_stop():
    tips = [text for text in texts_of_the_program() if text.translated and text.call in TIP_SETTERS]
    described = shown_by("Command", "name_widget")
    wrong = [
        f"{text.where}: “{text.text}”: no full stop"
        for text in (*tips, *described)
        if re.search(r"[^.]\.$", text.text)
    ]
    assert not wrong, "\n".join(wrong)


def test_messages_end_with_a_full_stop():
    wrong = [
        f"{text.where}: “{text.text}”: a full stop"
        for text in texts_of_the_program()
        if text.translated and text.call in ("show_message", "emit")
        if text.text.count(" ") > 2 and not re.search(r"[.…?]”?$|\}$|\n$", text.text)
    ]
    assert not wrong, "\n".join(wrong)


def test_messages_that_end_with_a_path_have_a_full_stop():
    folders = ("app/views/controllers/", "app/application.py")
    wrong = [
        f"{text.where}: “{text.text}”: a full stop"
        for text in texts_of_the_program()
        if text.translated and text.path.startswith(folders)
        if re.search(r" \{path\}(?:\{left\})?$", text.text)
    ]
    assert not wrong, "\n".join(wrong)


def test_help_of_the_command_line_ends_with_a_full_stop():
    helps = [text for text in texts_of_the_program() if text.keyword in ("help", "short_help")]
    assert helps
    assert [text.where for text in helps if not text.text.endswith(".")] == []


def test_errors_of_the_library_end_with_a_full_stop():
    kinds = ("CrfError", "DataError", "LabelNameError")
    errors = [
        text
        for text in texts_of_the_program()
        if text.call in kinds and not text.text.startswith(" ")
    ]
    ends = re.compile(r"[.…?]”?$|\}$")
    assert len(errors) > 50
    assert [text.where for text in errors if not ends.search(text.text)] == []


COUNTED = re.compile(
    r"\{\} (?:[a-z]+ )?(phrase|sentence|token|match|matche|violation|change|step|file|rule|line|"
    r"label|document|occurrence|suggestion|row)s\b(?! (?:the|a|\d|\{\}))"
)
"""A number and a noun; with an object behind it the word is a verb."""

NEVER_ONE = {
    "app/domain/query_choices.py": "one in ten",
    "app/services/exchange.py": "the singular is “the last change”",
    "app/views/dialogs/import_options.py": "a single file has a sentence of its own",
    "app/views/dialogs/import_report.py": "a single file is not counted",
    "app/views/undoable_messages.py": "a single sentence has a text of its own",
    "app/item_models/documents.py": "“of {} sentences” beside how many of them are done",
    "app/views/closing.py": "the singular is “The last change is not saved.”",
    "app/views/dialogs/label_curves.py": "curves of at least 24 sentences",
    "app/views/dialogs/control_sample.py": "bounds of settings, all above 1",
    "app/views/dialogs/accept_confident.py": "one token has a text of its own",
    "app/views/dialogs/export_model.py": "the box is shown from ten test sentences on",
    "app/views/panels/progress_words.py": "bounds above 1, and intervals over test samples",
    "app/views/panels/progress_plots.py": "points of a curve, from ten sentences on",
    "app/views/panels/status.py": "“of {} sentences done”",
}
"""Modules whose numbers are never 1, or have their singular in other words."""


def test_each_number_of_things_has_a_singular():
    shown = [
        text
        for text in texts_of_the_program()
        if re.match(r"app/(?:views|item_models|services)/", text.path)
    ]
    wrong = []
    for text in shown:
        for noun in COUNTED.findall(text.text):
            one = re.compile(rf"\b1 (?:[a-z]+ )*{'match' if noun == 'matche' else noun}\b")
            own = (other.text for other in shown if other.path == text.path)
            if text.path not in NEVER_ONE and not any(one.search(other) for other in own):
                wrong.append(f"{text.where}: “{text.text}” for 1 {noun}")
    assert not wrong, "\n".join(wrong)


SHOWERS = frozenset(
    {
        *("addAction", "addButton", "addItem", "addMenu", "addRow", "addTab", "add_buttons"),
        *("add_field", "add_lead", "PlainLabel", "QAction", "QCheckBox", "QLabel", "QMenu"),
        *("QPushButton", "QRadioButton", "quiet", "setAccessibleDescription", "setAccessibleName"),
        *("setInformativeText", "setPlaceholderText", "setPrefix", "setSpecialValueText"),
        *("setSuffix", "setText", "setTitle", "setWindowTitle", "show_message", "report_when_done"),
        *TIP_SETTERS,
    }
)
"""Functions that display the literal they are given."""

UNTRANSLATED = {
    **dict.fromkeys(("F1", "Tagwright"), "names, the same in all languages"),
    **dict.fromkeys(("info", "done", "warning", "error"), "kinds of a message"),
    "PERSON, PLACE, DATE": "names of labels",
}
"""Literals that need no translation, with the reason."""


def literals_shown(path: Path) -> list[str]:
    """Return the literals with letters that are shown without going through `tr`."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and name_of(node.func) in SHOWERS:
            for argument in node.args:
                values = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
                texts = [str(one.value) for one in values if isinstance(one, ast.Constant)]
                if isinstance(argument, ast.Constant) and not isinstance(argument.value, str):
                    continue
                words = [text for text in texts if re.search(r"[^\W\d_]{2}", text)]
                words = [text for text in words if not text.lstrip().startswith("<")]
                if words and "".join(texts) not in UNTRANSLATED:
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno}: “{''.join(texts)}”")
    return found


def test_what_is_shown_goes_through_tr():
    folders = (ROOT / "app" / "views", ROOT / "app" / "item_models")
    paths = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    wrong = [line for path in paths for line in literals_shown(path)]
    assert not wrong, "\n".join(wrong)


def test_a_literal_that_is_shown_as_it_is_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.app.test_terms.ROOT", tmp_path)
    path = tmp_path / "panel.py"
    path.write_text('label.setText("Not translated")\nlabel.setText(self.tr("Translated"))\n')
    assert literals_shown(path) == ["panel.py:1: “Not translated”"]
