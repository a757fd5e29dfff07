"""The line below the sentence that names the most useful keys for the selection."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel, QSizePolicy, QStyle, QToolButton

from app.domain.changes import Changes
from app.domain.display import DisplayKind, TokenDisplay
from app.domain.tagging import has_outside
from app.domain.tokens import Role
from app.views.actions import Actions
from app.views.icons import pixmap
from app.views.keymap import native
from app.views.layouts import in_row
from app.views.panels.labels import KEY_WIDTH, paint_key
from app.views.panels.messages import Messages
from app.views.panels.names import NAME_LIST
from app.views.plain_text import set_tip
from app.views.theme import GRID, HALF_GRID, theme_of
from app.views.widgets.listing import name_widget
from app.views.widgets.picker import Picker
from app.views.workspace import NOWHERE, Workspace

WAIT_MILLISECONDS = 40
"""The hints wait until the result of a key has been painted."""

MAX_HINTS = 4
"""Maximum number of keys: more would not be read."""

MAX_LABEL_KEYS = 3
"""Maximum number of label keys named one by one, if they are no row of digits."""

MORE_TOKENS = "Shift+Right"
"""Selects tokens: a key of the sentence view itself."""


class Hint(NamedTuple):
    """A key, or a row of keys, and what it does here."""

    key: str
    does: str


class Hints(QLabel):
    """Names two to four keys for the selection, until a person closes it for good.

    It is hidden while a message is shown in its place, so that no text moves. It paints its text
    itself: a label with a new text would lay out the whole window.

    Signals
    -------
    closed : ()
        The person has closed the hints.
    """

    closed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        actions: Actions,
        messages: Messages,
        works_here: Callable[[], bool],
    ) -> None:
        """Alternate with ``messages``; ``works_here`` says whether keys reach the sentence."""
        super().__init__(messages.parentWidget())
        name_widget(self, "hints", self.tr("Key hints"), "")
        self._workspace = workspace
        self._actions = actions
        self._messages = messages
        self._works_here = works_here
        self._wanted = True
        self._for_accept = ""
        self.hints: tuple[Hint, ...] = ()
        self.close_button = self._close_button()
        self._draw_close()
        in_row(None, self.close_button, within=self, margins=(0, 0, GRID, 0))
        self.setAutoFillBackground(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._wait = QTimer(self, singleShot=True, interval=WAIT_MILLISECONDS)
        self._wait.timeout.connect(self.refresh)
        messages.installEventFilter(self)
        self._follow()
        self._fix_height()
        self._update_visibility()

    def set_wanted(self, *, wanted: bool) -> None:
        """Allow the line to be shown, or not."""
        self._wanted = wanted
        self._update_visibility()

    def show_instead_of_accept(self, does: str) -> None:
        """Say what the keys of "accept" do now, "" for what they do usually."""
        if does != self._for_accept:
            self._for_accept = does
            self._later()

    def refresh(self) -> None:
        """Show the keys for the selection."""
        if self.isHidden():
            return
        found = tuple(hint for hint in self._useful() if hint.key)[:MAX_HINTS]
        if found != self.hints:
            self.hints = found
            self.setAccessibleDescription(", ".join(f"{hint.key}: {hint.does}" for hint in found))
            self.update()

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return QSize(8 * GRID, self._messages.line_height)

    def minimumSizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if not hasattr(self, "close_button"):
            return
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._fix_height()
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        if event.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}:
            self._update_visibility()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: D102 (Qt's own)
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            left, right = 2 * GRID, self.close_button.x() - GRID
            if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
                right = self.width() - self.close_button.geometry().right() - GRID
            metrics = self.fontMetrics()
            for key, does in self.hints:
                cap = max(KEY_WIDTH, metrics.horizontalAdvance(key) + GRID + HALF_GRID)
                width = metrics.horizontalAdvance(does)
                if left + cap + GRID + width > right:
                    break
                paint_key(painter, self._turned(left, cap), key, theme, cap)
                painter.setPen(theme.muted)
                align = Qt.AlignmentFlag.AlignCenter
                painter.drawText(self._turned(left + cap + GRID - 2, width), align, does)
                left += cap + width + 3 * GRID

    # ---- choice of keys

    def _useful(self) -> Iterator[Hint]:
        """Yield hints, the most useful first."""
        sentence_index, session = self._workspace.caret.sentence_index, self._workspace.session
        if sentence_index == NOWHERE:
            yield self._of("import_files", self.tr("import texts"))
            yield self._of("show_manual", self.tr("manual"))
            return
        if not self._works_here():
            if self._among_names():
                yield from self._for_names()
            yield Hint(native("Esc"), self.tr("back to the sentence"))
            yield self._of("next_panel", self.tr("next panel"))
            return
        if not session.project.visible_labels():
            yield self._of("edit_labels", self.tr("make labels"))
            return
        if session.is_done(sentence_index):
            yield self._of("accept", self.tr("go on"))
            yield self._of("next_in_queue", self.tr("next in the queue"))
            yield self._of("undo", self.tr("undo"))
            yield Hint(self._label_keys(), self.tr("change a label"))
            return
        records = self._workspace.caret.tokens()
        chosen = records[self._workspace.caret.first : self._workspace.caret.last + 1]
        if session.corpus.roles[sentence_index] == Role.CONTROL:
            yield from self._without_help()
        elif self._workspace.pieces.queries_tokens:
            to_check = bool(self._workspace.pieces.answer().queried)
            confirms = self.tr("confirm the uncertain tokens")
            yield self._of("accept", confirms if to_check else self.tr("go on"))
            yield Hint(self._label_keys(), self.tr("change the label"))
            yield self._of("next_uncertain", self.tr("next uncertain"))
        elif any(one.kind is DisplayKind.PERSON and one.label is not None for one in chosen):
            yield self._of("accept", self.tr("accept"))
            yield self._of("undo", self.tr("undo"))
            yield self._of("clear", self.tr("clear"))
            yield self._of("next_uncertain", self.tr("next uncertain"))
        elif any(one.kind is not DisplayKind.NONE for one in records):
            yield from self._with_suggestions(chosen)
        else:
            yield from self._without_help()

    def _among_names(self) -> bool:
        """Return whether keys reach names in their list."""
        focused = QApplication.focusWidget()
        if not isinstance(focused, Picker) or focused.objectName() != NAME_LIST:
            return False
        return focused.n_rows() > 0

    def _for_names(self) -> Iterator[Hint]:
        yield Hint(native("Enter"), self.tr("next occurrence"))
        yield Hint(self._label_keys(), self.tr("label the open ones"))
        yield Hint(native("Shift+F10"), self.tr("menu"))

    def _without_help(self) -> Iterator[Hint]:
        if not has_outside(self._workspace.session.project):
            yield Hint(self._label_keys(), self.tr("label and go on"))
            yield self._of("accept", self.tr("accept when every token has a label"))
            return
        yield Hint(self._label_keys(), self.tr("label"))
        yield Hint(native(MORE_TOKENS).replace("Right", "→"), self.tr("select more"))
        yield self._of("accept", self.tr("accept, rest without label"))

    def _with_suggestions(self, chosen: Sequence[TokenDisplay]) -> Iterator[Hint]:
        labelled = any(one.label is not None for one in chosen)
        yield self._of("accept", self.tr("accept"))
        yield self._of("next_uncertain", self.tr("next uncertain"))
        yield Hint(
            self._label_keys(), self.tr("change the label") if labelled else self.tr("label")
        )
        if has_outside(self._workspace.session.project):
            yield self._of("no_label", self.tr("no label"))
        else:
            yield self._of("forbid", self.tr("reject label"))

    def _of(self, command: str, does: str) -> Hint:
        if command == "accept" and self._for_accept:
            does = self._for_accept
        return Hint(self._actions.key_of(command), does)

    def _label_keys(self) -> str:
        """Return the keys of labels: "1–6", or some of them."""
        keys = [native(own[0]) for own in self._actions.keys_of_labels().values() if own]
        row = takewhile(lambda pair: pair[1] == str(pair[0]), enumerate(keys[:9], 1))
        in_row = len(list(row))
        if in_row > 1:
            return f"1–{in_row}" + (" …" if len(keys) > in_row else "")
        return " ".join(keys[:MAX_LABEL_KEYS]) + (" …" if len(keys) > MAX_LABEL_KEYS else "")

    # ---- inside

    def _follow(self) -> None:
        """Connect the signals that may change the hints."""
        self._workspace.caret.current_changed.connect(self._later)
        self._workspace.caret.selection_changed.connect(self._later)
        self._workspace.session.changed.connect(self._changed)
        self._actions.keys_changed.connect(self._later)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_changed)

    def _later(self, *_: object) -> None:
        if not self._wait.isActive():
            self._wait.start()

    def _changed(self, changes: Changes) -> None:
        sentence_index = self._workspace.caret.sentence_index
        here = sentence_index in changes.sentences or sentence_index in changes.proposals
        if here or changes.structure or changes.settings or changes.labels:
            self._later()

    def _focus_changed(self) -> None:
        if self.isActiveWindow():
            self._later()

    def _update_visibility(self) -> None:
        self.setVisible(self._wanted and self._messages.isHidden())
        self._later()

    def _fix_height(self) -> None:
        self._messages.set_line_height(self._messages.line_height)
        self.setFixedHeight(self._messages.line_height)

    def _turned(self, left: int, width: int) -> QRect:
        room = QRect(left, 0, width, self.height())
        return QStyle.visualRect(self.layoutDirection(), self.rect(), room)

    def _close_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        # A click here must not take the keys away from the sentence.
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tip = self.tr("Hide the key hints for good; View → Key hints brings them back")
        name_widget(button, "hints_close", self.tr("Close the key hints"), tip)
        set_tip(button, tip)
        button.clicked.connect(self.closed)
        return button

    def _draw_close(self) -> None:
        scale = self.devicePixelRatioF()
        self.close_button.setIcon(pixmap("close", 16, theme_of(self.palette()).muted, scale))
