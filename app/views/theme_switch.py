"""The appearance of the application: chosen by the person, or by the system."""

from __future__ import annotations

import sys
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QStyleFactory

from app.domain.gc_pause import gc_paused
from app.preferences import Appearance
from app.views.theme import LIGHT, THEMES, Choice, Contrast, Theme

_REDUCED_MOTION = "less_motion"


def reduced_motion() -> bool:
    """Return whether motion is reduced, in the preferences or by the system."""
    style = QApplication.style()
    still = style.styleHint(style.StyleHint.SH_Widget_Animation_Duration) == 0
    # Only on Windows does Qt report the system's setting.
    by_system = sys.platform == "win32" and not QApplication.isEffectEnabled(Qt.UIEffect.UI_General)
    application = QApplication.instance()
    requested = application is not None and bool(application.property(_REDUCED_MOTION))
    return still or by_system or requested


class ThemeSwitch(QObject):
    """Applies the chosen appearance, or that of the system.

    Signals
    -------
    changed : the new `Theme`, after it was applied
    appearance_changed : the new `Appearance`, after a person chose them and they were applied
    """

    changed = Signal(object)
    appearance_changed = Signal(object)

    def __init__(
        self, application: QApplication, appearance: Appearance | str = Choice.SYSTEM
    ) -> None:
        super().__init__(application)
        self._application = application
        if isinstance(appearance, str):
            appearance = Appearance(theme=appearance)
        self._appearance = appearance
        self._theme: Theme | None = None
        self._system_font = application.font()
        style = QStyleFactory.create("Fusion")
        if style is not None:
            application.setStyle(style)
        hints = application.styleHints()
        hints.colorSchemeChanged.connect(self._follow)
        # Before 6.10 Qt does not report the system's contrast.
        if hasattr(hints, "accessibility"):
            hints.accessibility().contrastPreferenceChanged.connect(self._follow)
        self._apply_font()
        self._apply_motion()
        self._follow()

    @property
    def theme(self) -> Theme:
        """The current theme."""
        return self._theme or LIGHT

    @property
    def choice(self) -> Choice:
        """The chosen theme."""
        return Choice(self._appearance.theme)

    @property
    def appearance(self) -> Appearance:
        """The chosen appearance."""
        return self._appearance

    @property
    def system_points(self) -> float:
        """Point size of the system's font."""
        return self._system_font.pointSizeF()

    def choose(self, choice: str) -> None:
        """Choose light or dark, or follow the system."""
        self.set_appearance(replace(self._appearance, theme=choice))

    def set_appearance(self, appearance: Appearance) -> None:
        """Apply an appearance at once, except for the scale, which Qt reads on start."""
        if appearance == self._appearance:
            return
        before, self._appearance = self._appearance, appearance
        if before.still != appearance.still:
            self._apply_motion()
        if (before.window_family, before.window_points) != (
            appearance.window_family,
            appearance.window_points,
        ):
            self._apply_font()
        self._follow()
        self.appearance_changed.emit(appearance)

    def _apply_motion(self) -> None:
        self._application.setProperty(_REDUCED_MOTION, self._appearance.still)

    def _apply_font(self) -> None:
        font = QFont(self._system_font)
        if self._appearance.window_family:
            font.setFamilies([self._appearance.window_family, *self._system_font.families()])
        if self._appearance.window_points:
            font.setPointSizeF(self._appearance.window_points)
        with gc_paused():
            self._application.setFont(font)
            # Titles of panels are styled by the style sheet, and get the font with it.
            self._application.setStyleSheet(self._application.styleSheet())

    def _follow(self) -> None:
        theme = self._wanted()
        if theme is self._theme:
            return
        self._theme = theme
        # In this order: the style sheet passes the palette on to every widget; the other way
        # round, nested widgets would keep the old one.
        # Without garbage collection: Qt iterates over all widgets meanwhile, and would crash if
        # one were freed.
        with gc_paused():
            self._application.setPalette(theme.palette())
            self._application.setStyleSheet(theme.style_sheet())
        self.changed.emit(theme)

    def _wanted(self) -> Theme:
        dark = self._appearance.theme == Choice.DARK
        if self._appearance.theme == Choice.SYSTEM:
            dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        high = self._appearance.contrast == Contrast.HIGH
        if self._appearance.contrast == Contrast.SYSTEM:
            high = self.system_wants_contrast
        return THEMES[dark, high, self._appearance.patterns]

    @property
    def system_wants_contrast(self) -> bool:
        """Whether the system requests high contrast; False if Qt does not report it."""
        hints = self._application.styleHints()
        if not hasattr(hints, "accessibility"):
            return False
        return hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
