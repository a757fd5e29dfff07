import re
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QDockWidget,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QMainWindow,
    QPlainTextEdit,
    QTableWidget,
    QTabWidget,
    QTextBrowser,
    QTextEdit,
    QTreeWidget,
)

from app.preferences import Appearance
from app.views.colours import SHAPE_CONTRAST, TEXT_CONTRAST, contrast, mix
from app.views.sentence_view.painting import NO_LABEL_STRENGTH
from app.views.theme import (
    DARK,
    HATCH_CONTRAST,
    HIGH_CONTRAST_DARK,
    HIGH_CONTRAST_LIGHT,
    LABEL_COLOURS,
    LIGHT,
    OKABE_ITO,
    QUIET_CHIPS,
    THEMES,
    Choice,
    Pattern,
    Theme,
    theme_of,
)
from app.views.theme_switch import ThemeSwitch, reduced_motion

every_theme = pytest.mark.parametrize(
    "theme",
    list(THEMES.values()),
    ids=[
        f"{'high_contrast ' * high}{'dark' if dark else 'light'}{' with patterns' * patterns}"
        for dark, high, patterns in THEMES
    ],
)
high_contrast = pytest.mark.parametrize(
    "theme", [HIGH_CONTRAST_LIGHT, HIGH_CONTRAST_DARK], ids=["light", "dark"]
)
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
TRITANOPIA = np.array(
    [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
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


@every_theme
@pytest.mark.parametrize(
    "role", ["text", "muted", "faint", "placeholder", "accent", "good", "warning", "bad"]
)
def test_text_stands_out_from_every_background(theme: Theme, role: str):
    for behind in (theme.window, theme.base, theme.raised):
        assert contrast(getattr(theme, role), behind) >= theme.text_contrast


@every_theme
@pytest.mark.parametrize("role", ["text", "muted", "faint", "accent"])
def test_text_stands_out_from_rows_that_are_selected_or_under_the_mouse(theme: Theme, role: str):
    for behind in (theme.picked, theme.hovered, sheet_colour(theme, "QMenu::item:selected")):
        assert contrast(getattr(theme, role), behind) >= theme.text_contrast


@every_theme
def test_fields_and_bars_are_seen(theme: Theme):
    for selector, name in (
        ("QLineEdit", "border"),
        ("QPushButton", "border"),
        ('QToolButton[autoRaise="false"]', "border-color"),
        ("QScrollBar::handle:vertical", "background"),
        ("QCheckBox::indicator", "border"),
    ):
        for behind in (theme.window, theme.base):
            colour = sheet_colour(theme, selector, name)
            assert contrast(colour, behind) >= theme.shape_contrast, selector


@every_theme
def test_the_line_under_no_label_is_seen(theme: Theme):
    line = theme.toned(theme.muted, NO_LABEL_STRENGTH)
    assert contrast(line, theme.base) >= theme.shape_contrast


def sheet_colour(theme: Theme, selector: str, name: str = "background") -> QColor:
    """Return a colour of the style sheet, of the first rule with this selector that has it."""
    for rule in theme.style_sheet().split("}"):
        selectors, _, body = rule.partition("{")
        if selector in [one.strip() for one in selectors.split(",")]:
            found = re.search(rf"^ *{name}:.*(#[0-9a-f]{{6}})", body, re.MULTILINE)
            if found:
                return QColor(found[1])
    raise LookupError(selector)


@every_theme
def test_selected_text_stands_out(theme: Theme):
    assert contrast(theme.on_selection, theme.selection) >= theme.text_contrast
    assert contrast(theme.on_accent, theme.accent) >= theme.text_contrast


@every_theme
@every_label
def test_labels_can_be_read_on_chips_and_beside_them(theme: Theme, number: int):
    label = theme.label(number)
    assert contrast(theme.text, label.fill) >= theme.text_contrast
    for behind in (theme.base, theme.window, label.fill):
        assert contrast(label.ink, behind) >= theme.text_contrast


@every_theme
@every_label
def test_text_can_be_read_on_the_lines_of_a_pattern(theme: Theme, number: int):
    label = theme.label(number)
    if label.pattern is not Pattern.SOLID:
        assert contrast(theme.text, label.hatch) >= theme.text_contrast


@every_theme
@every_label
def test_the_lines_of_a_pattern_are_seen(theme: Theme, number: int):
    label = theme.label(number)
    if label.pattern is not Pattern.SOLID:
        assert contrast(label.hatch, label.fill) >= HATCH_CONTRAST
        assert contrast(label.stripe, label.swatch) >= SHAPE_CONTRAST


@every_theme
@pytest.mark.parametrize("number", [*range(LABEL_COLOURS), None])
def test_outlines_of_suggestions_stand_out_at_any_confidence(theme: Theme, number: int | None):
    label = theme.neutral() if number is None else theme.label(number)
    ratios = []
    for confidence in (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0):
        line = QColor(label.outline(confidence).name())
        ratios.append(contrast(line, theme.base))
        # Mixtures are rounded to whole shades.
        worst = min(contrast(line, behind) for behind in (theme.base, theme.window))
        assert worst >= theme.shape_contrast - 0.01
    assert ratios == sorted(ratios)
    assert theme.high or ratios[-1] > ratios[0] + 0.5, "the less confident, the fainter"


@every_theme
@pytest.mark.parametrize(
    "sight",
    [np.eye(3), PROTANOPIA, DEUTERANOPIA, TRITANOPIA],
    ids=["full", "protanopia", "deuteranopia", "tritanopia"],
)
def test_the_first_eight_are_told_apart_without_red_green_or_blue(theme: Theme, sight: np.ndarray):
    labels = [theme.label(number) for number in range(len(OKABE_ITO))]
    assert smallest_difference([label.swatch for label in labels], sight) > 4 * JUST_NOTICED
    assert smallest_difference([label.fill for label in labels], sight) > JUST_NOTICED


@high_contrast
def test_placeholders_do_not_look_like_typed_text(theme: Theme):
    shown = theme.palette().color(QPalette.ColorRole.PlaceholderText)
    assert contrast(shown, theme.base) < 0.4 * contrast(theme.text, theme.base)


@high_contrast
def test_high_contrast_has_no_tint_that_means_something(theme: Theme):
    assert theme.text_contrast == 7.0
    assert contrast(theme.text, theme.base) == pytest.approx(21.0)
    assert contrast(theme.line, theme.window) >= theme.shape_contrast
    assert contrast(theme.accent, theme.window) >= theme.shape_contrast
    assert theme.ring == 3.0
    assert theme.toned(theme.muted, 0.1) == theme.muted
    assert LIGHT.toned(LIGHT.muted, 0.0).name() == LIGHT.base.name()
    assert "placeholder-text-color" in theme.style_sheet()


def test_every_day_s_themes_meet_what_is_asked_of_all():
    assert (LIGHT.text_contrast, LIGHT.shape_contrast) == (TEXT_CONTRAST, SHAPE_CONTRAST)


@every_theme
def test_no_two_labels_share_colour_and_pattern(theme: Theme):
    appearance = {
        (theme.label(number).swatch.name(), theme.label(number).pattern)
        for number in range(LABEL_COLOURS)
    }
    assert len(appearance) == LABEL_COLOURS


@every_theme
def test_patterns_tell_labels_apart_and_any_number_is_one(theme: Theme):
    patterns = [theme.label(n).pattern for n in range(len(OKABE_ITO))]
    if theme.patterns:
        assert set(patterns) == set(Pattern)
    else:
        assert set(patterns) == {Pattern.SOLID}
    assert theme.label(LABEL_COLOURS + 3) == theme.label(3)
    assert theme.label(9).fill_brush().style() != Qt.BrushStyle.SolidPattern


@every_theme
def test_the_palette_says_which_theme_it_belongs_to(qapp: QApplication, theme: Theme):
    palette = theme.palette()
    assert theme_of(palette) is theme
    assert palette.color(QPalette.ColorRole.Text) == theme.text
    assert palette.color(QPalette.ColorRole.Highlight) == theme.selection


@every_theme
def test_what_is_switched_off_looks_so(qapp: QApplication, theme: Theme):
    group, role = QPalette.ColorGroup, QPalette.ColorRole
    palette = theme.palette()
    off, on = palette.color(group.Disabled, role.Text), palette.color(group.Active, role.Text)
    assert contrast(off, theme.window) < contrast(on, theme.window)
    share = 0.55 if theme.high else 0.42
    assert off.name() == mix(theme.window, theme.text, share).name()


@every_theme
def test_the_style_sheet_has_no_name_left(theme: Theme):
    sheet = theme.style_sheet()
    assert "$" not in sheet.split("*/", 1)[1]
    assert theme.line.name() in sheet


@pytest.fixture
def themes(qapp: QApplication):
    before = (qapp.palette(), qapp.styleSheet(), qapp.style().name())
    font = qapp.font()
    made = ThemeSwitch(qapp)
    yield made
    qapp.styleHints().colorSchemeChanged.disconnect(made._follow)
    qapp.styleHints().accessibility().contrastPreferenceChanged.disconnect(made._follow)
    made.setParent(None)
    qapp.setFont(font)
    qapp.setStyleSheet(before[1])
    qapp.setStyle(before[2])
    qapp.setPalette(before[0])


@every_theme
@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit, QTextEdit])
def test_hints_in_empty_fields_stand_out(themes, qapp: QApplication, qtbot, theme: Theme, kind):
    qapp.setPalette(theme.palette())
    qapp.setStyleSheet(theme.style_sheet())
    field = kind()
    qtbot.addWidget(field)
    field.show()
    drawn = field.palette().color(QPalette.ColorRole.PlaceholderText)
    assert drawn == theme.placeholder
    assert contrast(drawn, theme.base) >= theme.text_contrast


def test_the_system_is_followed_until_a_choice_is_made(themes: ThemeSwitch, qapp: QApplication):
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


@pytest.mark.parametrize("tells_contrast", [True, False], ids=["of today", "before 6.10"])
def test_a_change_of_the_system_is_followed_live(
    themes: ThemeSwitch, monkeypatch: pytest.MonkeyPatch, *, tells_contrast: bool
):
    class Access:
        def contrastPreference(self) -> Qt.ContrastPreference:
            return Qt.ContrastPreference.HighContrast

    class OlderHints:
        def colorScheme(self) -> Qt.ColorScheme:
            return Qt.ColorScheme.Dark

    class NewerHints(OlderHints):
        def accessibility(self) -> Access:
            return Access()

    hints = NewerHints() if tells_contrast else OlderHints()

    class Desktop:
        def styleHints(self) -> OlderHints:
            return hints

        def setPalette(self, palette: QPalette) -> None:
            QApplication.setPalette(palette)

        def setStyleSheet(self, _sheet: str) -> None:
            pass

    monkeypatch.setattr(themes, "_application", Desktop())
    themes._follow()
    assert themes.system_wants_contrast is tells_contrast
    assert themes.theme is (HIGH_CONTRAST_DARK if tells_contrast else DARK)
    themes.choose("light")
    assert themes.theme is (HIGH_CONTRAST_LIGHT if tells_contrast else LIGHT)
    themes.set_appearance(Appearance(theme="light", contrast="usual"))
    assert themes.theme is LIGHT


def test_looks_are_worn_at_once_and_told(themes: ThemeSwitch, qapp: QApplication):
    seen: list[Appearance] = []
    themes.appearance_changed.connect(seen.append)
    appearance = Appearance("dark", "high", patterns=True, window_points=17.0, still=True)
    themes.set_appearance(appearance)
    assert seen == [themes.appearance] == [appearance]
    assert theme_of(qapp.palette()) is THEMES[True, True, True]
    assert qapp.font().pointSizeF() == 17.0
    assert reduced_motion()
    themes.set_appearance(appearance)
    assert len(seen) == 1
    themes.set_appearance(Appearance())
    assert qapp.font().pointSizeF() == themes.system_points
    assert not reduced_motion()


@pytest.mark.parametrize(
    "kind", [QTableWidget, QTreeWidget, QListWidget, QPlainTextEdit, QTextBrowser]
)
def test_nothing_covers_the_thick_ring_of_what_scrolls(
    kind: type[QAbstractScrollArea], themes: ThemeSwitch, qtbot
):
    themes.set_appearance(Appearance("dark", "high"))
    view = kind()
    qtbot.addWidget(view)
    view.show()
    corner = view.viewport().mapTo(view, QPoint())
    assert min(corner.x(), corner.y()) >= HIGH_CONTRAST_DARK.ring
    view.setFocus()
    QApplication.processEvents()
    assert view.viewport().mapTo(view, QPoint()) == corner, "the text stands still"


def test_a_font_is_asked_for_ahead_of_the_system_s(themes: ThemeSwitch, qapp: QApplication):
    own = qapp.font().families()
    themes.set_appearance(Appearance(window_family="DejaVu Serif"))
    assert qapp.font().families() == ["DejaVu Serif", *own]


def test_a_palette_of_somebody_else_has_light_or_dark(qapp: QApplication):
    palette = QPalette()
    for ground, theme in (("#fefefe", LIGHT), ("#121212", DARK)):
        palette.setColor(QPalette.ColorRole.Base, QColor(ground))
        assert theme_of(palette) is theme


@pytest.mark.qt_log_ignore("propagateSizeHints")  # the offscreen platform on any main window
def test_widgets_take_on_the_theme_however_deep_they_lie(themes: ThemeSwitch, qtbot):
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


def test_less_motion_can_be_asked_for(themes: ThemeSwitch):
    assert not reduced_motion()
    themes.set_appearance(Appearance(still=True))
    assert reduced_motion()
    themes.set_appearance(Appearance())
    assert not reduced_motion()


@every_theme
@every_label
def test_text_can_be_read_on_confirmed_chips_also_of_a_sentence_beside_the_current_one(
    theme: Theme, number: int
):
    fill = theme.label(number).fill
    assert contrast(theme.text, fill) >= TEXT_CONTRAST
    beside = mix(theme.base, fill, 1.0 if theme.high else QUIET_CHIPS)
    assert contrast(theme.muted, beside) >= TEXT_CONTRAST, "of a sentence beside the current one"


@every_theme
def test_a_focused_tab_has_a_ring_and_stays_as_wide(theme: Theme, qtbot):
    window, tabs = QMainWindow(), QTabWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(theme.style_sheet())
    for name in ("Curve", "Labels"):
        tabs.addTab(QLabel(name), name)
    window.setCentralWidget(tabs)
    window.show()
    bar = tabs.tabBar()

    def inside() -> QImage:
        return bar.grab(bar.tabRect(0).adjusted(10, 6, -6, -6)).toImage()

    def top_line() -> set[int]:
        picture = bar.grab().toImage()
        rect = bar.tabRect(0).adjusted(12, 0, -8, 0)
        return {picture.pixelColor(x, rect.top()).rgb() for x in range(rect.left(), rect.right())}

    tabs.widget(0).setFocus()
    before, text = bar.tabRect(0), inside()
    assert theme.accent.rgb() not in top_line()
    bar.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(bar.hasFocus)
    assert top_line() == {theme.accent.rgb()}
    assert bar.tabRect(0) == before
    assert inside() == text, "nothing else is drawn around the text"
