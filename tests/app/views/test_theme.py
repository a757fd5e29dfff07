from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QListView, QMainWindow

from app.views.colours import SHAPE_CONTRAST, TEXT_CONTRAST, contrast, mix
from app.views.theme import (
    DARK,
    LABEL_COLOURS,
    LIGHT,
    OKABE_ITO,
    Choice,
    Pattern,
    Theme,
    Themes,
    reduced_motion,
    theme_of,
)

both = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
every_label = pytest.mark.parametrize("number", range(LABEL_COLOURS))

# Machado, Oliveira and Fernandes (2009), IEEE TVCG 15(6), severity 1.0, on linear RGB.
PROTANOPIA = np.array(
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ]
)
DEUTERANOPIA = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)
# sRGB to XYZ with white point D65 (IEC 61966-2-1).
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
JUST_NOTICED = 2.3
"""CIE 1976 colour difference that an eye just notices side by side (Mahy et al., 1994)."""


def lab(colour: QColor, sight: np.ndarray) -> np.ndarray:
    encoded = np.array([colour.redF(), colour.greenF(), colour.blueF()])
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(sight @ linear, 0, 1) / (TO_XYZ @ np.ones(3))
    f = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz * (29 / 6) ** 2 / 3 + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def smallest_difference(colours: list[QColor], sight: np.ndarray) -> float:
    return min(
        float(np.linalg.norm(lab(a, sight) - lab(b, sight))) for a, b in combinations(colours, 2)
    )


@both
@pytest.mark.parametrize("role", ["text", "muted", "faint", "accent", "good", "warning", "bad"])
def test_text_stands_out_from_every_background(theme: Theme, role: str):
    for behind in (theme.window, theme.base, theme.raised):
        assert contrast(getattr(theme, role), behind) >= TEXT_CONTRAST


@both
def test_selected_text_stands_out(theme: Theme):
    assert contrast(theme.on_selection, theme.selection) >= TEXT_CONTRAST
    assert contrast(theme.on_accent, theme.accent) >= TEXT_CONTRAST


@both
@every_label
def test_labels_can_be_read_on_chips_and_beside_them(theme: Theme, number: int):
    label = theme.label(number)
    assert contrast(theme.text, label.fill) >= TEXT_CONTRAST
    for behind in (theme.base, theme.window, label.fill):
        assert contrast(label.ink, behind) >= TEXT_CONTRAST


@both
@every_label
def test_text_can_be_read_on_the_lines_of_a_pattern(theme: Theme, number: int):
    label = theme.label(number)
    assert label.pattern is Pattern.SOLID or contrast(theme.text, label.hatch) >= TEXT_CONTRAST


@both
@every_label
def test_outlines_of_sure_proposals_stand_out(theme: Theme, number: int):
    assert contrast(theme.label(number).line, theme.base) >= SHAPE_CONTRAST


@both
@pytest.mark.parametrize(
    "sight", [np.eye(3), PROTANOPIA, DEUTERANOPIA], ids=["full", "protanopia", "deuteranopia"]
)
def test_the_first_eight_are_told_apart_without_red_or_green(theme: Theme, sight: np.ndarray):
    labels = [theme.label(number) for number in range(len(OKABE_ITO))]
    assert smallest_difference([label.swatch for label in labels], sight) > 4 * JUST_NOTICED
    assert smallest_difference([label.fill for label in labels], sight) > JUST_NOTICED


@both
def test_no_two_labels_share_colour_and_pattern(theme: Theme):
    looks = {
        (theme.label(number).swatch.name(), theme.label(number).pattern)
        for number in range(LABEL_COLOURS)
    }
    assert len(looks) == LABEL_COLOURS


@both
def test_the_first_eight_are_solid_and_any_number_is_a_label(theme: Theme):
    assert all(theme.label(n).pattern is Pattern.SOLID for n in range(len(OKABE_ITO)))
    assert theme.label(LABEL_COLOURS + 3) == theme.label(3)
    assert theme.label(9).fill_brush().style() != Qt.BrushStyle.SolidPattern


@both
def test_the_palette_says_which_theme_it_belongs_to(qapp: QApplication, theme: Theme):
    palette = theme.palette()
    assert theme_of(palette) is theme
    assert palette.color(QPalette.ColorRole.Text) == theme.text
    assert palette.color(QPalette.ColorRole.Highlight) == theme.selection


@both
def test_what_is_switched_off_looks_so(qapp: QApplication, theme: Theme):
    group, role = QPalette.ColorGroup, QPalette.ColorRole
    palette = theme.palette()
    off, on = palette.color(group.Disabled, role.Text), palette.color(group.Active, role.Text)
    assert contrast(off, theme.window) < contrast(on, theme.window)
    assert off.name() == mix(theme.window, theme.text, 0.42).name()


@both
def test_the_style_sheet_has_no_name_left(theme: Theme):
    sheet = theme.style_sheet()
    assert "$" not in sheet.split("*/", 1)[1]
    assert theme.line.name() in sheet


@pytest.fixture
def themes(qapp: QApplication):
    before = (qapp.palette(), qapp.styleSheet(), qapp.style().name())
    made = Themes(qapp)
    yield made
    qapp.styleHints().colorSchemeChanged.disconnect(made._follow)
    made.setParent(None)
    qapp.setStyleSheet(before[1])
    qapp.setStyle(before[2])
    qapp.setPalette(before[0])


def test_the_system_is_followed_until_a_choice_is_made(themes: Themes, qapp: QApplication):
    assert themes.choice is Choice.SYSTEM
    # Without a desktop nobody says dark.
    assert themes.theme is LIGHT
    heard: list[Theme] = []
    themes.changed.connect(heard.append)
    themes.choose("dark")
    assert heard == [DARK]
    assert theme_of(qapp.palette()) is DARK
    themes.choose("dark")
    assert heard == [DARK]
    themes.choose("system")
    assert heard == [DARK, LIGHT]


def test_a_change_of_the_system_is_followed_live(themes: Themes, monkeypatch: pytest.MonkeyPatch):
    class Hints:
        def colorScheme(self) -> Qt.ColorScheme:
            return Qt.ColorScheme.Dark

    class Desktop:
        def styleHints(self) -> Hints:
            return Hints()

        def setPalette(self, palette: QPalette) -> None:
            QApplication.setPalette(palette)

        def setStyleSheet(self, _sheet: str) -> None:
            pass

    monkeypatch.setattr(themes, "_application", Desktop())
    themes._follow()
    assert themes.theme is DARK
    themes.choose("light")
    assert themes.theme is LIGHT


@pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform on any main window
def test_widgets_take_on_the_theme_however_deep_they_lie(themes: Themes, qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    dock = QDockWidget("panel", window)
    inner = QListView(dock)
    dock.setWidget(inner)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.setCentralWidget(QLabel("text"))
    window.show()
    qtbot.waitExposed(window)
    for choice, theme in (("dark", DARK), ("light", LIGHT), ("dark", DARK)):
        themes.choose(choice)
        QApplication.processEvents()
        for widget in (window, dock, inner, inner.viewport(), window.centralWidget()):
            assert theme_of(widget.palette()) is theme


def test_less_motion_can_be_asked_for(themes: Themes):
    assert not reduced_motion()
    themes.ask_for_less_motion(wanted=True)
    assert reduced_motion()
    themes.ask_for_less_motion(wanted=False)
    assert not reduced_motion()
