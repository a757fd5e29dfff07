"""Red means a problem, and nothing else does: who uses it, and where none is to be seen."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

import app.views
from app import resource_files
from app.domain.tokens import Role
from app.views.main_window import MainWindow
from app.views.theme import DARK, LIGHT, THEMES
from app.views.theme_switch import ThemeSwitch
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.sentences_on_screen import propose, rule_out
from tests.window_parts import QuietProject

VIEWS = Path(app.views.__file__).parent

PROBLEMS = {
    "theme.py": "gives it its role in the palette",
    "panels/messages.py": "the sign of an error",
    "panels/model_chip.py": "a training that has failed",
    "panels/rules.py": "a rule that is broken, or cannot be read",
    "panels/gazetteers.py": "a gazetteer that is contradicted, or has no label",
    "widgets/base_dialog.py": "what is wrong in a field",
    "dialogs/grammar_editor.py": "the place of an error in a rule",
    "dialogs/report_tree.py": "what an import or export loses",
}
"""The modules that show problems; another one needs a reason as good."""


def uses(path: Path) -> bool:
    """Say whether a module takes the colour of problems from a theme, or from a palette."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return bool(names & {"bad", "BrightText"})


def test_only_problems_are_red():
    found = {str(path.relative_to(VIEWS)) for path in VIEWS.rglob("*.py") if uses(path)}
    assert found == set(PROBLEMS)


def test_style_sheets_and_icons_know_no_red():
    reds = {theme.bad.name() for theme in THEMES.values()}
    sheets = [resource_files.text(f"themes/{name}.qss") for name in ("window", "contrast")]
    drawn = [path.read_text() for path in resource_files.path("icons").glob("*.svg")]
    for text in (*sheets, *drawn):
        assert "$bad" not in text
        assert not any(red in text for red in reds)


@pytest.fixture
def themes(qapp):
    kept = qapp.palette(), qapp.styleSheet()
    yield ThemeSwitch(qapp, "light")
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])


def reds_in(image: QImage) -> list[list[int]]:
    """Return where a picture has a colour that reads as an error: red, neither pale nor black."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    shape = image.height(), image.bytesPerLine() // 4, 4
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(shape)[..., :3].astype(int)
    blue, green, red = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    strong = (red > 90) & (red - np.minimum(green, blue) > red * 0.43)
    # Less than 12 degrees of hue from red, on either side.
    near = (red >= np.maximum(green, blue)) & (
        np.abs(green - blue) < 0.2 * (red - np.minimum(green, blue))
    )
    return np.argwhere(strong & near).tolist()


@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_window_in_which_nothing_is_wrong_shows_no_red(themes, qtbot, look):
    themes.choose(look)
    data = project_of([WORDS] * 4)
    data.corpus.roles[2] = Role.CONTROL
    project = QuietProject(data)
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    qtbot.waitExposed(window)
    session = project.session
    propose(session, 0, {4: ("B-DOSE", 0.5), 7: ("B-DRUG", 0.9)})
    rule_out(session, 0, 1, "DRUG")
    window.workspace.labeller.label(1)
    window.workspace.undo_redo.undo()
    for panel in (None, "rules", "gazetteers", "history", "progress"):
        if panel is not None:
            window.show_panel(panel)
        qtbot.wait(50)
        assert not reds_in(window.grab().toImage()), panel


def test_red_is_seen_where_there_is_some(qapp):
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    for theme in (LIGHT, DARK):
        image.fill(theme.base)
        assert not reds_in(image)
        image.setPixelColor(1, 2, theme.bad)
        assert reds_in(image) == [[2, 1]]


@pytest.mark.parametrize("theme", THEMES.values())
def test_red_is_what_the_eye_takes_for_red(theme):
    hue = theme.bad.hue()
    assert hue >= 345 or hue <= 15
