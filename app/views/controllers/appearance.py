"""Commands of appearance: the dialog, high contrast, and document mode."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.session import Session
from app.views.actions import Actions
from app.views.sentence_view.view import SentenceView
from app.views.theme import Contrast
from app.views.theme_switch import ThemeSwitch
from app.views.widgets.base_dialog import open_one

if TYPE_CHECKING:
    from app.views.dialogs.appearance import AppearanceDialog


class AppearanceController(QObject):
    """Carries out the commands of appearance, and updates menu and sentence view."""

    def __init__(
        self,
        session: Session,
        themes: ThemeSwitch,
        actions: Actions,
        view: SentenceView,
        window: QWidget,
    ) -> None:
        """Follow the appearance of ``themes``."""
        super().__init__(window)
        self._session = session
        self._themes = themes
        self._actions = actions
        self._view = view
        self._window = window
        themes.appearance_changed.connect(self._follow)
        themes.changed.connect(self._follow)
        self._follow()

    # ---- commands

    def show_appearance(self) -> AppearanceDialog:
        """Open the appearance dialog."""
        from app.views.dialogs.appearance import AppearanceDialog

        zoom = self._view.letters.zoom
        opened = open_one(AppearanceDialog, self._window)
        dialog = opened or AppearanceDialog(self._themes, self._session, self._window, zoom)
        dialog.bring_forward()
        return dialog

    def theme_contrast(self, wanted: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Use high or normal contrast."""
        contrast = Contrast.HIGH if wanted else Contrast.USUAL
        if wanted == self._themes.system_wants_contrast:
            contrast = Contrast.SYSTEM
        self._themes.set_appearance(replace(self._themes.appearance, contrast=contrast.value))

    def show_document(self, wanted: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Show the whole document around the sentence, or only its neighbours."""
        self._view.page.set_document_mode(wanted)
        self._actions["show_document"].setChecked(wanted)

    # ---- inside

    def _follow(self) -> None:
        appearance = self._themes.appearance
        self._view.letters.set_font(appearance.family, appearance.points)
        self._actions[f"theme_{appearance.theme}"].setChecked(True)
        self._actions["theme_contrast"].setChecked(self._themes.theme.high)
