"""Themes: light, dark and high contrast, the colours of labels, and the grid.

A widget gets its theme with `theme_of(self.palette())`; `ThemeSwitch` sets the palette, and
`QEvent.PaletteChange` signals a change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from functools import cache, lru_cache
from string import Template
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPalette

from app import resource_files
from app.views.colours import (
    SHAPE_CONTRAST,
    TEXT_CONTRAST,
    contrast,
    luminance,
    mix,
    readable,
)

GRID = 8
"""Unit of all spacing, in pixels; halves of it are used, too."""
HALF_GRID = GRID // 2
RADIUS = 5
"""Corner radius of chips and buttons."""

HIGH_TEXT_CONTRAST = 7.0
"""WCAG 2.2, success criterion 1.4.6: text in high contrast."""
HIGH_SHAPE_CONTRAST = 4.5
"""Lines and shapes in high contrast; WCAG requires 3."""

HATCH_CONTRAST = 1.5
"""Contrast between the lines of a pattern and the fill below."""
QUIET_CHIPS = 0.6
"""Strength of the colours of chips in a neighbouring sentence."""
HATCH_STEPS = 40
_FAINT_STEPS = 40

_DARK_BELOW = 0.18
"""Luminance of a background below which light text is easier to read."""


class Choice(StrEnum):
    """The theme chosen by the annotator."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Contrast(StrEnum):
    """The contrast chosen by the annotator."""

    SYSTEM = "system"
    USUAL = "usual"
    HIGH = "high"


class Pattern(IntEnum):
    """Patterns that distinguish labels of similar colours."""

    SOLID = 0
    STRIPES = 1
    DOTS = 2
    BACK_STRIPES = 3
    LINES = 4
    BARS = 5
    GRID = 6
    LATTICE = 7


PATTERN_BRUSHES = {
    Pattern.SOLID: Qt.BrushStyle.SolidPattern,
    Pattern.STRIPES: Qt.BrushStyle.BDiagPattern,
    Pattern.DOTS: Qt.BrushStyle.Dense6Pattern,
    Pattern.BACK_STRIPES: Qt.BrushStyle.FDiagPattern,
    Pattern.LINES: Qt.BrushStyle.HorPattern,
    Pattern.BARS: Qt.BrushStyle.VerPattern,
    Pattern.GRID: Qt.BrushStyle.CrossPattern,
    Pattern.LATTICE: Qt.BrushStyle.DiagCrossPattern,
}

OKABE_ITO = (
    "#0072b2",  # blue
    "#e69f00",  # orange
    "#009e73",  # bluish green
    "#cc79a7",  # reddish purple
    "#56b4e9",  # sky blue
    "#d55e00",  # vermillion
    "#f0e442",  # yellow
    "#000000",  # black
)
"""Okabe and Ito (2008), Color Universal Design; ordered so that neighbours differ most."""
ROUNDS = 4
"""Number of times the hues are used, each time tinted and with another pattern."""
LABEL_COLOURS = len(OKABE_ITO) * ROUNDS
"""Number of label colours."""


@dataclass(frozen=True, slots=True)
class LabelColours:
    """The colours of one label in one theme.

    ``swatch`` is its disc in lists, ``fill`` the chip behind a confirmed label, ``line`` the
    outline of a confident suggestion, ``faint`` that of the least confident one, ``ink`` its name
    as text; ``stripe`` and ``hatch`` are the lines of its pattern on the disc and on the chip.
    """

    swatch: QColor
    fill: QColor
    line: QColor
    faint: QColor
    ink: QColor
    stripe: QColor
    hatch: QColor
    pattern: Pattern

    def outline(self, confidence: float) -> QColor:
        """Return the outline of a suggestion: the less confident, the fainter."""
        return mix(self.faint, self.line, confidence**2)

    def swatch_brush(self) -> QBrush:
        """Return the brush of the pattern over the disc."""
        return QBrush(self.stripe, PATTERN_BRUSHES[self.pattern])

    def fill_brush(self) -> QBrush:
        """Return the brush of the pattern over the fill."""
        return QBrush(self.hatch, PATTERN_BRUSHES[self.pattern])


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """One set of colours. ``text``, ``muted`` and ``faint`` are text of decreasing emphasis.

    ``placeholder`` is for empty fields and explanations, which have no tint behind them: in high
    contrast it is as far from typed text as the contrast allows.
    ``bad`` is only for problems: what failed, is refused, or contradicts itself. ``ring`` is the
    width of the focus ring. A theme of ``high`` contrast has no meaningful tints; one with
    ``patterns`` has a pattern for every label.
    """

    dark: bool
    window: QColor
    base: QColor
    raised: QColor
    line: QColor
    text: QColor
    muted: QColor
    faint: QColor
    placeholder: QColor
    accent: QColor
    on_accent: QColor
    selection: QColor
    on_selection: QColor
    good: QColor
    warning: QColor
    bad: QColor
    fill_strength: float
    high: bool = False
    patterns: bool = False
    ring: float = 2.0

    @property
    def text_contrast(self) -> float:
        """Minimum contrast of text."""
        return HIGH_TEXT_CONTRAST if self.high else TEXT_CONTRAST

    @property
    def shape_contrast(self) -> float:
        """Minimum contrast of lines and shapes that carry meaning."""
        return HIGH_SHAPE_CONTRAST if self.high else SHAPE_CONTRAST

    @property
    def picked(self) -> QColor:
        """Background of a selected row."""
        return mix(self.window, self.accent, 0.12)

    @property
    def hovered(self) -> QColor:
        """Background of a row under the mouse."""
        return mix(self.window, self.text, 0.05)

    @property
    def edge(self) -> QColor:
        """Border of fields and buttons."""
        edge = mix(self.line, self.muted, 0.35)
        return readable(edge, (self.base, self.window), self.shape_contrast)

    def toned(self, colour: QColor, strength: float) -> QColor:
        """Return a paler colour; unchanged in high contrast."""
        return colour if self.high else mix(self.base, colour, strength)

    def label(self, colour: int) -> LabelColours:
        """Return the colours of a label by index, modulo the number of colours."""
        return _label_colours(self, colour % LABEL_COLOURS)

    def neutral(self) -> LabelColours:
        """Return the colours of a tag that is no label of the project."""
        return _neutral_colours(self)

    def palette(self) -> QPalette:
        """Return a palette with these colours."""
        return _palette(self)

    def style_sheet(self) -> str:
        """Return the style sheet for what a palette cannot express."""
        sheets = ("window", "contrast") if self.high else ("window",)
        text = "\n".join(resource_files.text(f"themes/{sheet}.qss") for sheet in sheets)
        return Template(text).substitute(self._names())

    def _names(self) -> dict[str, str]:
        names = (
            "window", "base", "raised", "line", "text", "muted", "placeholder", "accent",
            "on_accent", "selection", "on_selection",
        )  # fmt: skip
        colours: dict[str, str] = {name: getattr(self, name).name() for name in names}
        handle = mix(self.window, self.muted, 0.45)
        handle = readable(handle, (self.window, self.base), self.shape_contrast)
        colours["handle"] = handle.name()
        colours["hover"] = mix(self.window, self.accent, 0.12).name()
        colours["pressed"] = mix(self.window, self.accent, 0.22).name()
        colours["quiet_selection"] = mix(self.base, self.accent, 0.14).name()
        colours["accent_hover"] = mix(self.accent, self.text, 0.15).name()
        colours["edge"] = self.edge.name()
        colours["off"] = _disabled(self).name()
        shade = "dark" if self.dark else "light"
        for drawing in ("up", "down", "tick"):
            path = resource_files.path(f"themes/{drawing}-{shade}.svg").as_posix()
            # In quotes there; a folder of the program may have any name.
            colours[drawing] = path.replace("\\", "\\\\").replace('"', '\\"')
        return colours


_COLOURS = {
    "window": ("#f5f6f8", "#16181d", "#ffffff", "#000000"),
    "base": ("#ffffff", "#1c1f26", "#ffffff", "#000000"),
    "raised": ("#ffffff", "#242830", "#ffffff", "#000000"),
    "line": ("#dcdfe5", "#353a45", "#5a5a5a", "#9a9a9a"),
    "text": ("#1b1f26", "#e4e7ec", "#000000", "#ffffff"),
    "muted": ("#515965", "#a3abb8", "#262626", "#e2e2e2"),
    "faint": ("#5c6470", "#959eac", "#3d3d3d", "#c8c8c8"),
    "placeholder": ("#5c6470", "#959eac", "#595959", "#969696"),
    "accent": ("#1f5fc4", "#86b3ff", "#0033a0", "#ffe14d"),
    "on_accent": ("#ffffff", "#10141c", "#ffffff", "#000000"),
    "selection": ("#1f5fc4", "#2f62b8", "#0033a0", "#ffe14d"),
    "on_selection": ("#ffffff", "#ffffff", "#ffffff", "#000000"),
    "good": ("#1a7346", "#6fcf97", "#00531d", "#7dffa8"),
    "warning": ("#8a5800", "#f0b95a", "#613a00", "#ffc45c"),
    "bad": ("#b3261e", "#ff8a80", "#940000", "#ffa8a0"),
}
"""Colours of the light and the dark theme, and of both in high contrast."""


def _theme(column: int, **others: Any) -> Theme:
    colours: dict[str, Any] = {name: QColor(row[column]) for name, row in _COLOURS.items()}
    return Theme(**colours, **others)


LIGHT = _theme(0, dark=False, fill_strength=0.26)
DARK = _theme(1, dark=True, fill_strength=0.34)
HIGH_CONTRAST_LIGHT = _theme(2, dark=False, fill_strength=0.3, high=True, ring=3.0)
HIGH_CONTRAST_DARK = _theme(3, dark=True, fill_strength=0.34, high=True, ring=3.0)

THEMES = {
    (plain.dark, plain.high, patterns): replace(plain, patterns=True) if patterns else plain
    for plain in (LIGHT, DARK, HIGH_CONTRAST_LIGHT, HIGH_CONTRAST_DARK)
    for patterns in (False, True)
}
"""All themes, by whether they are dark, of high contrast, and with patterns."""


def theme_of(palette: QPalette) -> Theme:
    """Return the theme of a palette."""
    base, key = (palette.color(role) for role in _KEY_ROLES)
    known = _BY_KEY.get((base.rgb(), key.rgb()))
    if known is not None:
        return known
    return DARK if luminance(base) < _DARK_BELOW else LIGHT


_KEY_ROLES = (QPalette.ColorRole.Base, QPalette.ColorRole.LinkVisited)


def _key_colour(theme: Theme) -> QColor:
    """Return the colour of visited links, which identifies a theme's palette.

    There are no such links, so that the colour can encode whether there are patterns.
    """
    key = QColor(theme.accent)
    key.setGreen(key.green() ^ int(theme.patterns))
    return key


_BY_KEY = {(theme.base.rgb(), _key_colour(theme).rgb()): theme for theme in THEMES.values()}


@lru_cache(maxsize=8 * LABEL_COLOURS)
def _label_colours(theme: Theme, colour: int) -> LabelColours:
    round_, hue = divmod(colour, len(OKABE_ITO))
    swatch = _tint(QColor(OKABE_ITO[hue]), theme, round_)
    fill = _fill(theme, swatch)
    # More than a shape needs, so that the lines of less confident suggestions can be fainter.
    line = readable(swatch, (theme.base, theme.window), TEXT_CONTRAST)
    return LabelColours(
        swatch=swatch,
        fill=fill,
        line=line,
        faint=_faint(theme, line),
        ink=readable(swatch, (theme.base, theme.window, fill), theme.text_contrast),
        stripe=max(theme.base, theme.text, key=lambda colour: contrast(colour, swatch)),
        hatch=_hatch(theme, swatch, fill),
        pattern=_pattern(theme, round_, hue),
    )


@cache
def _neutral_colours(theme: Theme) -> LabelColours:
    return LabelColours(
        swatch=theme.muted,
        fill=mix(theme.base, theme.muted, theme.fill_strength),
        line=theme.muted,
        faint=_faint(theme, theme.muted),
        ink=theme.muted,
        stripe=theme.muted,
        hatch=theme.muted,
        pattern=Pattern.SOLID,
    )


def _fill(theme: Theme, swatch: QColor) -> QColor:
    """Return the fill of a confirmed chip: as strong as legible text of a neighbour allows."""
    share = 1.0 if theme.high else QUIET_CHIPS
    strength = theme.fill_strength
    while True:
        fill = QColor(mix(theme.base, swatch, strength).name())
        if contrast(theme.muted, mix(theme.base, fill, share)) >= TEXT_CONTRAST:
            return fill
        strength *= 0.95


def _faint(theme: Theme, line: QColor) -> QColor:
    """Return the palest mixture of a line with the background that is still clearly seen."""
    for step in range(_FAINT_STEPS // 2, _FAINT_STEPS):
        faint = QColor(theme.toned(line, step / _FAINT_STEPS).name())
        if min(contrast(faint, theme.base), contrast(faint, theme.window)) >= theme.shape_contrast:
            return faint
    return line


def _pattern(theme: Theme, round_: int, hue: int) -> Pattern:
    """Return the pattern of a label; with ``patterns``, eight in a row differ."""
    return Pattern((round_ + hue) % len(Pattern) if theme.patterns else round_)


def _hatch(theme: Theme, swatch: QColor, fill: QColor) -> QColor:
    """Return the colour of lines visible on a fill, and on which text is legible."""
    for goal in (readable(swatch, (fill,), theme.text_contrast), theme.base):
        for step in range(1, HATCH_STEPS + 1):
            lines = QColor(mix(fill, goal, step / HATCH_STEPS).name())
            if contrast(theme.text, lines) < theme.text_contrast:
                break
            if contrast(lines, fill) >= HATCH_CONTRAST:
                return lines
    return theme.base


def _tint(colour: QColor, theme: Theme, round_: int) -> QColor:
    if colour == QColor("black") and theme.dark:
        colour = QColor("#f2f2f2")
    shares = (0.0, 0.25, 0.4, 0.15)
    return QColor(mix(colour, theme.base if round_ < 3 else theme.text, shares[round_]).name())


def _disabled(theme: Theme) -> QColor:
    """Return the colour of disabled text."""
    return mix(theme.window, theme.text, 0.55 if theme.high else 0.42)


def _palette(theme: Theme) -> QPalette:
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    palette = QPalette()
    for name, colour in (
        (role.Window, theme.window),
        (role.WindowText, theme.text),
        (role.Base, theme.base),
        (role.AlternateBase, theme.window),
        (role.Text, theme.text),
        (role.PlaceholderText, theme.placeholder),
        (role.Button, theme.raised),
        (role.ButtonText, theme.text),
        (role.BrightText, theme.bad),
        (role.ToolTipBase, theme.raised),
        (role.ToolTipText, theme.text),
        (role.Highlight, theme.selection),
        (role.HighlightedText, theme.on_selection),
        (role.Accent, theme.accent),
        (role.Link, theme.accent),
        (role.LinkVisited, _key_colour(theme)),
        (role.Light, mix(theme.raised, theme.window, 0.5)),
        (role.Midlight, theme.line),
        (role.Mid, theme.line),
        (role.Dark, mix(theme.line, theme.text, 0.25)),
        (role.Shadow, mix(theme.window, QColor("black"), 0.5)),
    ):
        palette.setColor(name, colour)
    disabled = _disabled(theme)
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group.Disabled, name, disabled)
    palette.setColor(group.Disabled, role.Highlight, theme.line)
    palette.setColor(group.Disabled, role.HighlightedText, disabled)
    return palette
