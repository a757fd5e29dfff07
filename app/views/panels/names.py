"""The panel that lists the names of the current document, and labels their occurrences."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QPainter, QPen, QShowEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from app.domain.corrections import Correction, CorrectionKind
from app.domain.edits import Edit
from app.domain.history import Action as StepAction
from app.domain.history import HistoryStep
from app.domain.names import NameGroup
from app.domain.numbers import grouped
from app.domain.tagging import has_outside
from app.item_models.names import BarPart, NameRole, NamesModel
from app.item_models.rows import Index
from app.services.names import Names
from app.services.occurrences import OccurrenceFinder
from app.views.actions import KeyOf, default_key, with_key
from app.views.colours import mix
from app.views.plain_text import PlainLabel, on_a_button, set_tip
from app.views.theme import GRID, HALF_GRID, Theme
from app.views.widgets.label_keys import Keys, LabelKeys, ListCommandKeys
from app.views.widgets.listing import (
    Listing,
    RowDelegate,
    bold,
    name_widget,
    paint_elided,
    two_lines,
)
from app.views.widgets.picker import Action, Picker, framed_index
from app.views.workspace import Workspace
from app.views.workspace.caret import NOWHERE
from app.views.workspace.key_again import READ_SECONDS

HEIGHT = 42 * GRID
"""The height that the panel asks for, in pixels."""

BAR_WIDTH = 7 * GRID
BAR_HEIGHT = GRID
"""Size of the bar of labels in pixels."""

NAME_LIST = "name_list"
"""The object name of the list."""

LEAST_PART = 3
"""Minimum width of a part of the bar in pixels."""

MAX_STEPS = 1000
"""Number of steps whose name is known."""

SelectionFlag = QItemSelectionModel.SelectionFlag
STEPS = (Action.MoveUp, Action.MoveDown)
"""Keys that go from row to row."""


class NamesPanel(QWidget):
    """Lists names with the labels of their occurrences, those with different labels first.

    Enter goes from one occurrence to the next; the key of a label gives it to all open occurrences.

    Signals
    -------
    left()
        The annotator wants to return to the sentence.
    """

    left = Signal()

    def __init__(
        self,
        workspace: Workspace,
        names: Names,
        occurrences: OccurrenceFinder,
        keys: Keys,
        parent: QWidget | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """List the names that are counted by ``names``; ``occurrences`` labels them.

        ``clock`` returns seconds.
        """
        super().__init__(parent)
        name_widget(
            self,
            "names",
            self.tr("Names"),
            self.tr("Names that occur several times in the document, with their labels"),
        )
        self._workspace = workspace
        self._names = names
        self._key_of: KeyOf = default_key
        self._occurrences = occurrences
        self.model = NamesModel(workspace.session, self)
        self.view = self._list()
        self.listing = Listing(self.view, self._hint(), self)
        self.line = self._line()
        self._chosen: tuple[int, str] | None = None
        # The row of a name with different labels that a key has just labelled, and its key.
        self._labelled: tuple[int, tuple[int, str]] | None = None
        # The row and the key of the name with different labels that was highlighted instead.
        self._stand_in: tuple[int, tuple[int, str]] | None = None
        # The name that was highlighted instead, and when: a key pressed before the person can have
        # read it was meant for the name before.
        self._unread: tuple[tuple[int, str], float] | None = None
        self._clock = clock
        # The name whose occurrences are being labelled, and the names that steps have labelled.
        self._begun: tuple[int, str] | None = None
        self._labelled_by: dict[int, tuple[int, str]] = {}
        self._opens = False
        self._document: int | None = None
        self._is_new_document = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.line)
        layout.addWidget(self.listing, 1)
        self._keys = LabelKeys(keys, self.view)
        self._keys.pressed.connect(self._label_current)
        self._steps = self._sentence_keys(keys)
        names.counted.connect(self.show_groups)
        self._follow_steps()
        workspace.caret.current_changed.connect(self._follow_caret)
        self.view.chosen.connect(lambda index: self.go_to_next(index.row()))
        self.view.offer_menu(lambda at: self.menu(at.row()) if at.isValid() else None)
        self._follow_caret(workspace.caret.sentence_index)

    def show_shortcuts(self, key_of: KeyOf) -> None:
        """Name the shortcut of importing while there is no text."""
        self._key_of = key_of
        self.listing.set_hint(self._hint())

    def show_groups(self, groups: list[NameGroup] | None) -> None:
        """List the names of the document, None while unknown; the current one stays current.

        Instead of a name that a key has made consistent, the next one in its place is current.
        """
        if (row := self._highlighted()) is not None:
            self._chosen = self.model.group(row).key
        if not groups:
            self.listing.set_hint(self._hint())
        is_focused = self.listing.entry.hasFocus()
        self.model.show_groups(groups or [])
        if is_focused:
            self.listing.entry.setFocus(Qt.FocusReason.OtherFocusReason)
        looks = groups is None and self._workspace.caret.sentence_index != NOWHERE
        self.line.setText(self.tr("Looking for names…") if looks else self._summary())
        if groups:
            if self._is_new_document:
                self._is_new_document = False
                self._opens = True
                self.view.scrollToTop()
            self._show_row()

    def go_to_next(self, row: int) -> None:
        """Go to the first occurrence of a name; from an occurrence of it, to the next one."""
        group, caret = self.model.group(row), self._workspace.caret
        places = group.places()
        here = (caret.sentence_index, caret.first)
        at = places.index(here) + 1 if here in places else 0
        sentence_index, first = places[at % len(places)]
        caret.go_to(sentence_index, first, first + group.n_tokens - 1)

    def label(self, row: int, label: int | None, *, confirmed: bool = False) -> None:
        """Give a label, or none, to all open occurrences of a name, also to ``confirmed`` ones.

        An occurrence that a person has labelled only in part is left unchanged.
        """
        group, project = self.model.group(row), self._workspace.session.project
        if label is None and not has_outside(project):
            return
        if not confirmed and not group.n_open:
            text = self.tr("All occurrences of “{name}” are confirmed: its menu can relabel them.")
            self._workspace.message.emit(text.format(name=group.name), "info")
            return
        sentence_index, first = group.places()[0]
        correction = Correction(
            CorrectionKind.NO_LABEL if label is None else CorrectionKind.LABEL,
            sentence_index,
            first,
            first + group.n_tokens - 1,
            () if label is None else (label,),
            self._confirmed_labels(group, label) if confirmed else (),
        )
        if not self._occurrences.action.busy:
            self._begun = group.key
        self._occurrences.apply(correction, group.places(only_open=not confirmed))

    def menu(self, row: int) -> QMenu:
        """Return the menu for the name in a row."""
        group = self.model.group(row)
        menu = QMenu(self)
        go = menu.addAction(self.tr("Next occurrence"))
        go.triggered.connect(lambda: self.go_to_next(row))
        menu.addSeparator()
        some = menu.addMenu(self.tr("Label open occurrences"))
        some.setEnabled(group.n_open > 0)
        every = menu.addMenu(self.tr("Also relabel confirmed occurrences"))
        every.setEnabled(group.n_open < group.n)
        for submenu, confirmed in ((some, False), (every, True)):
            for name, label in self._labels():
                action = submenu.addAction(on_a_button(name))
                action.triggered.connect(
                    lambda _=False, to=label, also=confirmed: self.label(row, to, confirmed=also)
                )
        return menu

    def sizeHint(self) -> QSize:  # noqa: D102 (Qt's own)
        return QSize(super().sizeHint().width(), HEIGHT)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: D102 (Qt's own)
        super().showEvent(event)
        self._opens = True
        self._names.watch(wanted=True)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: D102 (Qt's own)
        super().hideEvent(event)
        self._names.watch(wanted=False)

    # ---- inside

    def _list(self) -> NameList:
        view = NameList(self, self.model, NameDelegate())
        name_widget(
            view,
            NAME_LIST,
            self.tr("Names"),
            self.tr("Enter goes to the next occurrence, a label key labels the open ones"),
        )
        return view

    def _line(self) -> PlainLabel:
        line = PlainLabel("", self)
        line.setObjectName("names_line")
        line.setWordWrap(True)  # else a long line would widen the column of panels
        line.setForegroundRole(line.palette().ColorRole.PlaceholderText)
        line.setContentsMargins(2 * GRID, HALF_GRID, 2 * GRID, HALF_GRID)
        set_tip(
            line,
            self.tr(
                "Names of the current document that occur at least twice, without those of test "
                "sentences\nFilled parts of a bar are confirmed, outlined ones suggested"
            ),
        )
        return line

    def _hint(self) -> str:
        hint = self.tr(
            "Names that occur several times in the current document are listed here, those with "
            "different labels first."
        )
        if len(self._workspace.session.visible):
            return hint
        first = with_key(self.tr("Import a text first."), self._key_of("import_files"))
        return f"{hint} {first}"

    def _summary(self) -> str:
        n, n_mixed, n_labelled = self.model.rowCount(), self.model.n_mixed, self.model.n_labelled
        if not n:
            return ""
        one, many = self.tr("1 name in the document"), self.tr("{n} names in the document", None, n)
        text = one if n == 1 else many.format(n=grouped(n))
        if n_labelled and not n_mixed:
            many = self.tr("{n} names with a label, all consistent", None, n_labelled)
            one = self.tr("1 name with a label, consistent")
            return one if n_labelled == 1 else many.format(n=grouped(n_labelled))
        if not n_mixed:
            return text
        return self.tr("{names}, {mixed} with different labels").format(
            names=text, mixed=grouped(n_mixed)
        )

    def _labels(self) -> Iterable[tuple[str, int | None]]:
        project = self._workspace.session.project
        for label in project.visible_labels():
            yield label.name, label.id
        if has_outside(project):
            yield self.tr("No label"), None

    def _confirmed_labels(self, group: NameGroup, label: int | None) -> tuple[int, ...]:
        names = {one.label for one in group.types if one.confirmed}
        own = self._workspace.session.project.visible_labels()
        return tuple(one.id for one in own if one.name in names and one.id != label)

    def _follow_steps(self) -> None:
        """Note which name a step has labelled, to highlight it when that step is undone."""
        action = self._occurrences.action
        action.done.connect(self._note_step)
        action.outdated.connect(lambda _: self._forget_begun())
        self._workspace.session.recorded.connect(self._return_to_undone)

    def _note_step(self, edit: Edit) -> None:
        if self._begun is not None:
            self._labelled_by[edit.id] = self._begun
            self._begun = None
        if len(self._labelled_by) > MAX_STEPS:
            del self._labelled_by[next(iter(self._labelled_by))]

    def _forget_begun(self) -> None:
        if not self._occurrences.action.busy:  # a refused key leaves the step before as it is
            self._begun = None

    def _return_to_undone(self, step: HistoryStep) -> None:
        """Highlight the name that an undone step had labelled."""
        key = self._labelled_by.get(step.edit.id) if step.action is StepAction.UNDO else None
        row = None if key is None else self.model.row_of(key)
        if row is not None:
            self._chosen, self._labelled, self._stand_in = key, None, None
            self._highlight(row)

    def _follow_caret(self, sentence_index: int) -> None:
        corpus = self._workspace.session.corpus
        there = sentence_index != NOWHERE
        document = int(corpus.documents[sentence_index]) if there else None
        self._is_new_document |= document != self._document
        self._document = document
        self._names.show_document(document)

    def _sentence_keys(self, keys: Keys) -> tuple[ListCommandKeys, ListCommandKeys]:
        """Let the keys that go from sentence to sentence leave the list."""
        caret = self._workspace.caret
        after = ListCommandKeys(keys, "next_sentence", self.view)
        before = ListCommandKeys(keys, "previous_sentence", self.view)
        after.pressed.connect(caret.next_sentence)
        before.pressed.connect(caret.previous_sentence)
        for one in (after, before):
            one.pressed.connect(self.left)
        return after, before

    def _highlighted(self) -> int | None:
        """Return the highlighted row; a list with the focus has a current row without it, too."""
        rows = self.view.selectionModel().selectedIndexes()
        return rows[0].row() if rows else None

    def _label_current(self, label: int | None) -> None:
        row = self._highlighted()
        if row is None:
            # No row was chosen: the first key chooses that with the frame, and the next labels it.
            self.view.choose_framed()
            return
        group = self.model.group(row)
        if self._unread is not None:
            key, shown_at = self._unread
            if key == group.key and self._clock() - shown_at < READ_SECONDS:
                return
        self._labelled = (row, group.key) if group.is_mixed else None
        self.label(row, label)

    def _show_row(self) -> None:
        """Highlight the name under the caret in a new panel or document, else the chosen one."""
        if self._opens:
            self._opens = False
            caret = self._workspace.caret
            here = self.model.row_at(caret.sentence_index, caret.first)
            if here is not None:
                self._chosen = self.model.group(here).key
        row = None if self._chosen is None else self._next_row(self.model.row_of(self._chosen))
        if row is not None:
            self._highlight(row)
            return
        self.view.show_row(None)
        if self.view.hasFocus():
            self.view.choose_framed()

    def _highlight(self, row: int) -> None:
        self.view.show_row(row)
        # With the focus the row may be current already, but not highlighted.
        index = self.model.index(row)
        self.view.selectionModel().select(index, SelectionFlag.ClearAndSelect)

    def _next_row(self, row: int | None) -> int | None:
        """Return the row to highlight instead of that of the chosen name."""
        if row is None:
            return row
        if self._labelled is None:
            return self._row_for_stand_in(row)
        group, (before, key) = self.model.group(row), self._labelled
        if group.is_mixed and group.n_open:
            return row  # not counted yet
        self._labelled = None
        if group.is_mixed or key != self._chosen:
            return row  # or the person has moved on
        return self._choose_instead(before)

    def _row_for_stand_in(self, row: int) -> int:
        """Return the row to highlight if the model has made a name consistent that nobody chose."""
        if self._stand_in is None or self.model.group(row).is_mixed:
            return row
        before, key = self._stand_in
        if key != self._chosen or not self.model.n_mixed:
            self._stand_in = None
            return row
        return self._choose_instead(min(before, self.model.n_mixed - 1))

    def _choose_instead(self, row: int) -> int:
        group = self.model.group(row)
        if group.key != self._chosen:
            self._unread = group.key, self._clock()
        self._chosen = group.key
        self._stand_in = (row, group.key) if group.is_mixed else None
        return row


class NameList(Picker):
    """A list in which the row with the frame is highlighted when the keys get there.

    The first key goes to the current row, if that is not highlighted yet.
    """

    def choose_framed(self) -> None:
        """Highlight the row with the frame, if none is highlighted."""
        if self.n_rows() and not self.selectionModel().hasSelection():
            index = framed_index(self)
            self.selectionModel().setCurrentIndex(index, SelectionFlag.ClearAndSelect)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102 (Qt's own)
        super().focusInEvent(event)
        # A click highlights a row itself.
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.choose_framed()

    def moveCursor(  # noqa: D102 (Qt's own)
        self, action: Action, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        current = self.currentIndex()
        if action in STEPS and current.isValid() and not self.selectionModel().hasSelection():
            return current
        return super().moveCursor(action, modifiers)


class NameDelegate(RowDelegate):
    """Paints a name with its count, and below the bar and the counts of its labels."""

    lines = 2

    def paint_row(  # noqa: D102 (described by the base)
        self, painter: QPainter, rect: QRect, index: Index, theme: Theme
    ) -> None:
        group: NameGroup = index.data(NameRole.GROUP)
        upper, lower = two_lines(painter, rect)
        usual = painter.font()
        painter.setPen(theme.muted)
        width = paint_elided(painter, upper, f"{grouped(group.n)} ×", right=True)
        painter.setPen(theme.text)
        if group.is_mixed:
            painter.setFont(bold(usual))
        paint_elided(painter, upper.adjusted(0, 0, -width - GRID, 0), group.name)
        painter.setFont(usual)
        paint_bar(painter, lower, index.data(NameRole.PARTS), theme)
        lower.adjust(BAR_WIDTH + GRID, 0, 0, 0)
        painter.setPen(theme.text if group.is_mixed else theme.muted)
        width = paint_elided(painter, lower, index.data(NameRole.TYPES))
        text = index.data(NameRole.OPEN)
        # Without room for both, only the tool tip has the numbers of open ones.
        if width + 2 * GRID + painter.fontMetrics().horizontalAdvance(text) <= lower.width():
            painter.setPen(theme.faint)
            paint_elided(painter, lower, text, right=True)


def paint_bar(painter: QPainter, rect: QRect, parts: Iterable[BarPart], theme: Theme) -> None:
    """Paint the labels of a name: confirmed ones filled, suggested ones outlined."""
    x, top = rect.left() + 0.5, rect.center().y() - BAR_HEIGHT / 2 + 0.5
    track = QRectF(x, top, BAR_WIDTH, BAR_HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mix(theme.window, theme.text, 0.08))
    painter.drawRect(track)
    for part in parts:
        width = max(LEAST_PART, part.share * BAR_WIDTH)
        own = QRectF(x, top, min(width, track.right() - x), BAR_HEIGHT).adjusted(0, 0, -1, 0)
        colours = theme.neutral() if part.colour is None else theme.label(part.colour)
        painter.setPen(QPen(colours.line, 1))
        painter.setBrush(colours.swatch if part.confirmed else Qt.BrushStyle.NoBrush)
        painter.drawRect(own)
        if part.confirmed and colours.pattern:
            painter.setBrush(colours.swatch_brush())
            painter.drawRect(own)
        x += width
