"""The looks that the application wears: those that were chosen, or those of the system."""

from __future__ import annotations

import sys
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QStyleFactory

from app.domain.gc_pause import gc_paused
from app.preferences import Looks
from app.views.theme import LIGHT, THEMES, Choice, Contrast, Theme

_LESS_MOTION = "less_motion"


def reduced_motion() -> bool:
    """Say whether less motion is asked for, here or by the system; then nothing pulses."""
    style = QApplication.style()
    still = style.styleHint(style.StyleHint.SH_Widget_Animation_Duration) == 0
    # Only there does Qt pass on the system's wish; elsewhere it says no to everybody.
    by_system = sys.platform == "win32" and not QApplication.isEffectEnabled(Qt.UIEffect.UI_General)
    application = QApplication.instance()
    requested = application is not None and bool(application.property(_LESS_MOTION))
    return still or by_system or requested


class Themes(QObject):
    """Keeps the application in the looks that were chosen, or in those of the system.

    Signals
    -------
    changed : the new `Theme`, after it was applied
    looks_changed : the new `Looks`, after a person chose them and they were applied
    """

    changed = Signal(object)
    looks_changed = Signal(object)

    def __init__(self, application: QApplication, looks: Looks | str = Choice.SYSTEM) -> None:
        super().__init__(application)
        self._application = application
        self._looks = looks if isinstance(looks, Looks) else Looks(theme=looks)
        self._theme: Theme | None = None
        self._system_font = application.font()
        style = QStyleFactory.create("Fusion")
        if style is not None:
            application.setStyle(style)
        hints = application.styleHints()
        hints.colorSchemeChanged.connect(self._follow)
        # Before 6.10 Qt does not tell what contrast the system wants.
        if hasattr(hints, "accessibility"):
            hints.accessibility().contrastPreferenceChanged.connect(self._follow)
        self._wear_letters()
        self._wear_motion()
        self._follow()

    @property
    def theme(self) -> Theme:
        """The colours that are on the screen."""
        return self._theme or LIGHT

    @property
    def choice(self) -> Choice:
        """What the annotator asked for."""
        return Choice(self._looks.theme)

    @property
    def looks(self) -> Looks:
        """All that the annotator asked for."""
        return self._looks

    @property
    def system_points(self) -> float:
        """Size of the system's letters."""
        return self._system_font.pointSizeF()

    def choose(self, choice: str) -> None:
        """Force light or dark, or follow the system again."""
        self.wear(replace(self._looks, theme=choice))

    def wear(self, looks: Looks) -> None:
        """Take on other looks at once, but for the scale, which Qt reads when it begins."""
        if looks == self._looks:
            return
        before, self._looks = self._looks, looks
        if before.still != looks.still:
            self._wear_motion()
        if (before.window_family, before.window_points) != (
            looks.window_family,
            looks.window_points,
        ):
            self._wear_letters()
        self._follow()
        self.looks_changed.emit(looks)

    def _wear_motion(self) -> None:
        self._application.setProperty(_LESS_MOTION, self._looks.still)

    def _wear_letters(self) -> None:
        font = QFont(self._system_font)
        if self._looks.window_family:
            font.setFamilies([self._looks.window_family, *self._system_font.families()])
        if self._looks.window_points:
            font.setPointSizeF(self._looks.window_points)
        with gc_paused():
            self._application.setFont(font)
            # Titles of panels are measured by the style sheet, and take letters on with it.
            self._application.setStyleSheet(self._application.styleSheet())

    def _follow(self) -> None:
        theme = self._wanted()
        if theme is self._theme:
            return
        self._theme = theme
        # In this order: the style sheet hands the palette on to every widget, the other way round
        # widgets inside others keep the one they had.
        # The collector rests: Qt walks a list of all widgets meanwhile, and a forgotten one that
        # is freed under its hands crashes it.
        with gc_paused():
            self._application.setPalette(theme.palette())
            self._application.setStyleSheet(theme.style_sheet())
        self.changed.emit(theme)

    def _wanted(self) -> Theme:
        dark = self._looks.theme == Choice.DARK
        if self._looks.theme == Choice.SYSTEM:
            dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        high = self._looks.contrast == Contrast.HIGH
        if self._looks.contrast == Contrast.SYSTEM:
            high = self.system_wants_contrast
        return THEMES[dark, high, self._looks.patterns]

    @property
    def system_wants_contrast(self) -> bool:
        """Whether the system asks for high contrast; no where Qt does not tell."""
        hints = self._application.styleHints()
        if not hasattr(hints, "accessibility"):
            return False
        return hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
