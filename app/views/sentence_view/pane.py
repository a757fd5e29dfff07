"""The sentence view of a workspace, and the binding between the two."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QWidget

from app.domain.changes import Changes
from app.domain.consistency import ConfirmedNames
from app.item_models.displayed_sentence import NOWHERE
from app.item_models.tokens import TokensModel
from app.services.threads import QUICK_SUCCESSION, UI_PRIORITY
from app.views.plain_text import PlainTips
from app.views.sentence_view.surroundings import LaidOut
from app.views.sentence_view.tips import Tips
from app.views.sentence_view.view import SentenceView
from app.views.workspace import Workspace

SETTLED_MILLISECONDS = 60
"""Time without scrolling after which the visible sentences are reported."""


class SentencePane(SentenceView):
    """A sentence view bound to a workspace, with tool tips of all sentences."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        tokens = TokensModel(workspace.session)
        super().__init__(tokens, parent, workspace.session)
        self.setItemDelegate(PlainTips(self))
        self.workspace = workspace
        self.binding = Binding(self, tokens, workspace)
        self.tips = Tips(self, self.page, workspace.session)
        workspace.caret.current_changed.connect(lambda _: self.tips.leave())

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: D102 (Qt's own)
        # The list itself has tips for the tokens of the current sentence.
        if (
            isinstance(event, QHelpEvent)
            and event.type() == QEvent.Type.ToolTip
            and self.tips.show_at(event)
        ):
            return True
        return super().viewportEvent(event)

    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().leaveEvent(event)
        self.tips.leave()


class Binding(QObject):
    """Shows the workspace's position in a view, and moves the workspace on input in the view.

    Signals
    -------
    sight_reported : object
        Indices of the visible sentences, and of those shown next (list of int), after scrolling has
        stopped.
    """

    sight_reported = Signal(object)

    def __init__(self, view: SentenceView, tokens: TokensModel, workspace: Workspace) -> None:
        """Bind a view, and the tokens that it shows, to a workspace."""
        super().__init__(view)
        self._view = view
        self._tokens = tokens
        self._workspace = workspace
        self._sight_timer = QTimer(self, singleShot=True, interval=SETTLED_MILLISECONDS)
        self._sight_timer.timeout.connect(self._report_sight)
        self._ahead: Iterator[None] = iter(())
        self._idle = QTimer(self, singleShot=True, interval=0)
        self._idle.timeout.connect(self._lay_out_ahead)
        self._follow_person()
        self._follow_workspace()
        self._show_sentence(workspace.caret.sentence_index)
        self._show_selection()

    def show_names(self, sentence_index: int, names: ConfirmedNames) -> None:
        """Tell which confirmed names speak about the tokens of a sentence."""
        self._tokens.show_names(sentence_index, names)

    def _follow_person(self) -> None:
        view, workspace = self._view, self._workspace
        view.selection.made.connect(workspace.caret.select)
        view.pointer.span_dragged.connect(workspace.spans.resize_to)
        view.pointer.neighbour_chosen.connect(workspace.caret.go_to)
        view.keys.end_passed.connect(workspace.caret.move)
        view.keys.line_passed.connect(self._go_past_line)
        view.keys.out_of_view.connect(workspace.seen_labels.scrolls_back)
        no_label = self.tr("No label has the key {key}.")
        view.keys.digit_unused.connect(
            lambda key: workspace.message.emit(no_label.format(key=key), "info")
        )
        view.page.sight_changed.connect(self._sight_timer.start)
        view.painter.painted.connect(workspace.seen_labels.note_painted)

    def _follow_workspace(self) -> None:
        view, workspace = self._view, self._workspace
        workspace.session.edited.connect(self._show_edit)
        workspace.session.changed.connect(self._follow_session)
        workspace.caret.current_changed.connect(self._show_sentence)
        workspace.caret.selection_changed.connect(self._show_selection)
        workspace.propagated.connect(self._show_propagated)
        page = view.page
        workspace.seen_labels.set_view(view.isVisible, page.is_out_of_view, page.tokens_in_view)
        workspace.seen_labels.scroll_requested.connect(page.scroll_to_current)
        workspace.seen_labels.more_requested.connect(page.scroll_on_to)
        workspace.seen_labels.look_requested.connect(view.viewport().repaint)

    def _show_edit(self, sentence_index: int, goes_on: bool) -> None:  # noqa: FBT001 (a slot)
        """Paint an edit of the current sentence before everything that follows from it.

        Not before another sentence is shown in its place.
        """
        if sentence_index == self._tokens.sentence_index and (
            goes_on or self._view.page.document_mode
        ):
            with self._view.painter.at_once():
                self._tokens.show_changes()

    def _follow_session(self, changes: Changes) -> None:
        self._view.page.follow(changes)
        if changes.queue or self._tokens.sentence_index in changes.sentences:
            self._sight_timer.start()
        elif len(changes.proposals) and not self._sight_timer.isActive():
            self._sight_timer.start()  # new pictures

    def _show_sentence(self, sentence_index: int) -> None:
        around = self._view.page.around
        if around is not None and around.go_to(sentence_index):
            self._view.page.repaint()
        self._tokens.show(sentence_index)

    def _show_selection(self) -> None:
        caret = self._workspace.caret
        self._view.selection.show(caret.anchor, caret.token)

    def _show_propagated(self, sentence_index: int, tokens: list[int]) -> None:
        if sentence_index == self._tokens.sentence_index:
            self._view.painter.pulse(tokens)
        else:
            self._view.page.follow(Changes(proposals=np.array([sentence_index], np.int64)))

    def _go_past_line(self, step: int, x: float) -> None:
        """Go to the last line of the sentence above, or the first of the one below."""
        around = self._view.page.around
        sentence_index = around.neighbour(step) if around is not None else NOWHERE
        if around is None or sentence_index == NOWHERE:
            return
        geometry = around.whole(sentence_index).geometry
        line = geometry.lines[0 if step > 0 else -1]
        token = geometry.token_at(x, (line.top + line.chip_bottom) / 2, nearest=True)
        self._workspace.caret.go_to(sentence_index, max(0, token))

    def _report_sight(self) -> None:
        page = self._view.page
        if page.is_due:
            return  # reported after the layout
        self.sight_reported.emit([*page.sentences_in_sight(), *self._next_sentences()])
        self._ahead = self._prepared(self._wanted_soon())
        self._idle.start(0)

    def _wanted_soon(self) -> Iterator[LaidOut]:
        """Lay out what the next keys will need, and yield one sentence after the other.

        That is the sentences in sight, and the pages to which Enter and Tab go next.
        """
        page = self._view.page
        if page.around is None or not self._tokens.rowCount():
            return
        yield LaidOut(page.arrangement(), quiet=False)
        yield from page.others_in_sight()
        for sentence_index in self._next_sentences():
            yield from page.around.prepare(sentence_index, self._view.viewport().height())

    def _next_sentences(self) -> list[int]:
        """Return the sentences to which Enter, Ctrl+Enter and Tab probably go next."""
        queried = self._workspace.session.queue.queried[:2].tolist()
        here = self._tokens.sentence_index
        queried = [one for one in queried if one != here][:1]
        queried += self._workspace.acceptance.likely_next(1)
        likely = self._workspace.uncertainty.likely_next()
        return list(dict.fromkeys([*queried, *([] if likely == NOWHERE else [likely])]))

    def _prepared(self, ahead: Iterator[LaidOut]) -> Iterator[None]:
        """Lay out sentences and paint their pictures, in steps of a millisecond or two."""
        for made in ahead:
            yield
            if self._view.painter.paint_ahead(made.arrangement, quiet=made.quiet):
                yield

    def _lay_out_ahead(self) -> None:
        """Prepare a part of the next page, unless a key is being handled, or the next is near."""
        if UI_PRIORITY.claimed:
            self._sight_timer.start()
            return
        if UI_PRIORITY.seconds_without_keys < QUICK_SUCCESSION:
            self._idle.start(SETTLED_MILLISECONDS)
            return
        UI_PRIORITY.claim()
        try:
            next(self._ahead)
        except StopIteration:
            return
        finally:
            UI_PRIORITY.release()
        self._idle.start(0)
