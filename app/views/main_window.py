"""The main window: panels around the sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QShortcut
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.domain.tagging import has_outside
from app.services.after_paint import AfterPaint, release_after_paint
from app.services.threads import UI_PRIORITY
from app.translation import translated_message
from app.views.actions import Actions
from app.views.announcer import Announcer
from app.views.file_names import FileNames
from app.views.layout_boundary import LayoutBoundary
from app.views.panels.control_notice import ControlNotice
from app.views.panels.dock_layout import (
    Widths,
    dock_panels,
    first_focus_widget,
    give_height_once,
    give_width,
    restore_layout,
    saved_layout,
    set_widths,
    step_focus,
)
from app.views.panels.dock_titles import DockTitles
from app.views.panels.hints import Hints
from app.views.panels.legend import Legend
from app.views.panels.message_room import MessageRoom
from app.views.panels.messages import PROBLEMS, Messages
from app.views.panels.model import ModelPanel
from app.views.panels.queried_notice import QueriedNotice
from app.views.panels.status import StatusLine
from app.views.popover import Popover
from app.views.recent_menu import RecentMenu
from app.views.sentence_menu import sentence_menu
from app.views.sentence_view.pane import SentencePane
from app.views.shown_windows import bring_to_front
from app.views.theme_switch import ThemeSwitch
from app.views.tool_bar import ToolBar
from app.views.undoable_messages import UndoableMessages
from app.views.widgets.base_dialog import room_on
from app.views.widgets.buttons import press_focused
from app.views.widgets.listing import name_widget
from app.views.window_parts import Controllers, Panels
from app.views.workspace import NOWHERE, Workspace

if TYPE_CHECKING:
    from app.services.projects import OpenProject

SIZE = QSize(1280, 860)
"""Initial size of the window, limited by the screen."""


class MainWindow(QMainWindow):
    """The window of one open project.

    Signals
    -------
    closed : dict
        The window is closing; geometry, layout and zoom by name, to restore next time.
    theme_chosen : str
        "system", "light" or "dark".
    """

    closed = Signal(object)
    theme_chosen = Signal(str)

    project: OpenProject
    workspace: Workspace
    sentence_view: SentencePane
    messages: Messages
    actions_: Actions
    legend: Legend
    hints: Hints
    tool_bar: ToolBar
    panels: Panels
    controllers: Controllers

    def __init__(
        self,
        project: OpenProject,
        workspace: Workspace,
        themes: ThemeSwitch,
        read_log: Callable[[], str] = str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        name_widget(
            self, "main_window", "Tagwright", self.tr("Label text while a model learns from it")
        )
        self.project = project
        self.read_log = read_log
        self.themes = themes
        self._name_asked = False
        self._conflict = ""
        self.workspace = workspace
        self.sentence_view = SentencePane(workspace, self)
        self.control_notice = ControlNotice(workspace, self)
        self.queried_notice = QueriedNotice(workspace, self)
        self.messages = Messages(self)
        self.files: FileNames = FileNames(project.path.parent, self)
        self._undoable = UndoableMessages(
            workspace.session, self.messages, self, workspace.undo_redo.undo
        )
        self.actions_ = Actions(self)
        self.panels = Panels(self)
        self.legend = Legend(workspace, self.actions_, self)
        self.hints = Hints(workspace, self.actions_, self.messages, self.sentence_view.hasFocus)
        self.status = StatusLine(workspace, self.panels.sentences.model, project.trainer, self)
        self.model = ModelPanel(project.trainer, self.actions_, self)
        self.model_popover = Popover(self.model, self.status.model, self)
        self.status.model.clicked.connect(self.model_popover.toggle)
        self.announcer = Announcer(workspace, self.messages, self)
        self.recent = RecentMenu(self)
        self._place_panels()
        self._let_answers_go_first()
        self._make_menus()
        self.controllers = Controllers(self)
        self._connect()
        self.setAcceptDrops(True)
        self.setWindowTitle(project.path.stem)  # the system adds the name of the program
        self._activate_layout()  # otherwise hidden panels would count
        self.resize(SIZE.boundedTo(room_on(self.screen())))
        self._first_layout = self.saveState()
        set_widths(self, self.docks.values())
        self.sentence_view.setFocus()
        self.controllers.project.greet()

    # ---- commands of the window itself

    def find_sentences(self) -> None:
        """Focus the filter of the sentence list."""
        self.docks["sentences"].show()
        self.docks["sentences"].raise_()
        self.panels.sentences.focus_search()

    def bring_up(self, name: str) -> None:
        """Show a panel in front of others, without the focus."""
        self.docks[name].show()
        self.docks[name].raise_()

    def show_panel(self, name: str) -> None:
        """Show a panel, and focus it."""
        self.bring_up(name)
        give_height_once(self, self.docks[name])
        give_width(self, self.docks[name])
        entry = self.panels.rows()[name].entry()
        if not entry.isVisible():  # its list is empty
            entry = first_focus_widget(self.panels[name]) or entry
        entry.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_rules(self) -> None:
        """Show and focus the rules."""
        self.show_panel("rules")

    def show_progress(self) -> None:
        """Show and focus the progress panel."""
        self.controllers.panels.show("progress")

    def step_back(self) -> None:
        """End the tour, undo automatic changes, close the offer or message, or select one token.

        Only the first of these that is possible.
        """
        steps = (
            self.controllers.tour.end_tour,
            self.workspace.undo_redo.take_back_propagation,
            self.project.occurrences.dismiss,
            self.messages.dismiss,
            self.workspace.caret.collapse,
        )
        any(step() for step in steps)

    def next_panel(self) -> None:
        """Move the focus to the next panel."""
        self._step(1)

    def previous_panel(self) -> None:
        """Move the focus to the previous panel."""
        self._step(-1)

    def choose_theme(self, choice: str) -> None:
        """Use the light or dark theme, or that of the system."""
        self.themes.choose(choice)
        self.theme_chosen.emit(choice)

    def full_screen(self, wanted: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Switch full screen on or off."""
        self.setWindowState(
            self.windowState() | Qt.WindowState.WindowFullScreen
            if wanted
            else self.windowState() & ~Qt.WindowState.WindowFullScreen
        )

    def reset_layout(self) -> None:
        """Restore the default layout of panels."""
        self.restoreState(self._first_layout)
        self._activate_layout()
        set_widths(self, self.docks.values())
        self._activate_layout()  # otherwise the docks still have the widths before
        self.widths.keep()

    def ask_annotator(self) -> None:
        """Ask once for the annotator's name, in the line of messages, after the tour if it runs.

        A problem is not covered: then the name is asked for at the next opening. Until there is
        one, the status line has a button that asks again.
        """
        if self.controllers.tour.note is not None:
            self.controllers.tour.ended.connect(
                self.ask_annotator, Qt.ConnectionType.SingleShotConnection
            )
            return
        shown = self.messages.message
        is_free = shown is None or shown.kind not in PROBLEMS
        if is_free and not self._name_asked:
            self._name_asked = True
            self.messages.show_message(
                self._name_question(),
                "info",
                self.tr("Enter name…"),
                self.controllers.project.set_annotator,
            )

    def show_annotator(self, name: str) -> None:
        """Show whether the annotator has a name; with one, the question is removed."""
        self.status.show_annotator(name)
        if name:
            self.messages.withdraw(self._name_question())

    # ---- for controllers and panels

    def spot(self) -> QPoint:
        """Return the screen position below the current token, for a menu."""
        view = self.sentence_view
        index = view.model().index(self.workspace.caret.token, 0)
        return view.viewport().mapToGlobal(view.visualRect(index).bottomLeft())

    def report_removed(self, name: str) -> None:
        """Report that a document was removed, with a button to undo."""
        text = self.tr("{name} was removed from the project.").format(name=name)
        self._undoable.show(self.workspace.session.history.steps()[-1], text)

    # ---- stored layout

    def layout_kept(self) -> dict[str, str]:
        """Return geometry, layout, zoom and document mode, as texts."""
        kept = {**saved_layout(self), "zoom": f"{self.sentence_view.letters.zoom:.2f}"}
        if self.sentence_view.page.document_mode:
            kept["document"] = "yes"
        return kept | ({"name_asked": "yes"} if self._name_asked else {})

    def restore_layout(self, kept: Mapping[str, str]) -> None:
        """Restore what `layout_kept` returned; invalid values are ignored."""
        restore_layout(self, kept)
        self._name_asked = "name_asked" in kept
        self.controllers.appearance.show_document("document" in kept)
        try:
            self.sentence_view.letters.set_zoom(float(kept.get("zoom", "1")))
        except ValueError:
            self.sentence_view.letters.reset_zoom()

    # ---- events

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102 (Qt's own)
        if not self.controllers.closing.may_leave(self.close):
            event.ignore()
            return
        self.closed.emit(self.layout_kept())
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        # Esc that no panel handles goes back to the sentence, where single keys act.
        if event.key() == Qt.Key.Key_Escape:
            self.sentence_view.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not press_focused(event, self):
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "actions_"):
            self.actions_.set_icons(self.palette(), self.devicePixelRatioF())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: D102 (Qt's own)
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: D102 (Qt's own)
        urls = [url for url in event.mimeData().urls() if url.isLocalFile()]
        self.controllers.exchange.take_files([Path(url.toLocalFile()) for url in urls])
        event.acceptProposedAction()

    # ---- inside

    def _activate_layout(self) -> None:
        if (layout := self.layout()) is not None:
            layout.activate()

    def _name_question(self) -> str:
        return self.tr(
            "What name should be recorded with your labels? (Also under Help → Your name…)"
        )

    def _place_panels(self) -> None:
        centre = QWidget(self)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.control_notice)
        column.addWidget(self.queried_notice)
        column.addWidget(self.sentence_view, 1)
        column.addWidget(self.legend)
        column.addWidget(self.hints)
        column.addWidget(self.messages)
        self.sentence_view.page.place_within(centre)
        self.setCentralWidget(centre)
        panels = [(row.panel, row.position) for row in self.panels.rows().values()]
        self.docks = dock_panels(self, panels)
        self._message_room = MessageRoom(self, self.messages)
        self.setAnimated(False)
        self.dock_titles = DockTitles(self, self.docks.values())
        self.widths = Widths(self, self.docks.values())
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(LayoutBoundary(self.status, keeps_room=True), 1)

    def _let_answers_go_first(self) -> None:
        """Pause background work from a key, a click or a scroll until its result is painted."""

        def painted() -> None:
            if UI_PRIORITY.claimed:
                release_after_paint(self)

        def scrolled() -> None:  # or another sentence is shown
            UI_PRIORITY.claim_for_scroll()
            release_after_paint(self)

        self.sentence_view.answer_requested.connect(UI_PRIORITY.claim_for_key)
        self.sentence_view.painter.painted.connect(painted)
        self.sentence_view.verticalScrollBar().valueChanged.connect(scrolled)
        self.workspace.caret.about_to_change.connect(scrolled)

    def _make_menus(self) -> None:
        menus = self.actions_.fill_menu_bar(self.menuBar())
        # Qt leaves this key to the system, and on Linux nothing has it.
        first = self.menuBar().actions()[0]
        QShortcut("F10", self, lambda: self.menuBar().setActiveAction(first))
        menus["project"].insertMenu(self.actions_["tell_saved"], self.recent)
        panels = menus["view"].addMenu(self.tr("Pa&nels"))
        for dock in self.docks.values():
            panels.addAction(dock.toggleViewAction())
        bar = self.tool_bar = ToolBar(self.tr("Tool bar"), self)
        name_widget(bar, "tool_bar", self.tr("Tool bar"), self.tr("Common commands"))
        bar.setIconSize(QSize(20, 20))
        bar.setMovable(False)
        self.actions_.fill_tool_bar(bar)
        self.addToolBar(bar)
        menus["view"].addAction(bar.toggleViewAction())
        self.actions_.set_icons(self.palette(), self.devicePixelRatioF())
        self.actions_.add_to(self, self.sentence_view)
        self.actions_[f"theme_{self.themes.choice}"].setChecked(True)
        self._names_later = AfterPaint(self._name_history, self)
        self._refresh_actions(Changes(labels=True, history=True))

    def _connect(self) -> None:
        self.workspace.session.changed.connect(self._refresh_actions)
        self.workspace.session.changed.connect(self._proposals_changed)
        self.workspace.message.connect(self._show_message)
        self.workspace.acceptance.confirmed_empty.connect(self._undoable.show_confirmed_empty)
        self.workspace.acceptance.put_aside.connect(self._undoable.show)
        self.workspace.caret.current_changed.connect(self._sentence_changed)
        self.workspace.seen_labels.outdated.connect(self.messages.withdraw)
        self.project.exchange.started.connect(self.messages.follow)
        self.workspace.labeller.corrected.connect(self.project.occurrences.search_for)
        self.project.occurrences.found.connect(self.status.show_offer)
        self.sentence_view.pointer.menu_requested.connect(
            lambda at: sentence_menu(self.actions_, self).popup(at)
        )
        self.status.name_requested.connect(self.controllers.project.set_annotator)
        self.status.offer_taken.connect(self.controllers.bulk.show_offered)
        self.status.take_back_requested.connect(self.workspace.undo_redo.take_back_propagation)
        self.project.show_requests.received.connect(lambda token: bring_to_front(self, token))
        self.panels.follow(self)

    def _sentence_changed(self, sentence_index: int) -> None:
        self.messages.sentence_left()
        self._show_conflict(sentence_index)
        self.actions_.allow_labelling(possible=sentence_index != NOWHERE)

    def _show_conflict(self, sentence_index: int) -> None:
        """Show which rules contradict the confirmed labels of the current sentence."""
        conflicts = self.workspace.session.suggestions.conflicts
        conflict = translated_message(conflicts.get(sentence_index, ""))
        if conflict and conflict != self._conflict:
            self.messages.show_message(conflict, "warning", self.tr("Rules"), self.show_rules)
        elif self._conflict and not conflict:
            self.messages.withdraw(self._conflict)
        self._conflict = conflict

    def _proposals_changed(self, changes: Changes) -> None:
        if self.workspace.caret.sentence_index in changes.proposals:
            self._show_conflict(self.workspace.caret.sentence_index)

    def _allow_no_label(self) -> None:
        """Disable the button "No label" where every token has a label."""
        reason = self.tr("In this project every token has a label")
        has_it = has_outside(self.workspace.session.project)
        self.tool_bar.refuse("no_label", "" if has_it else reason)

    def _refresh_actions(self, changes: Changes) -> None:
        session = self.workspace.session
        if changes.labels or changes.settings:
            self._allow_no_label()
        if changes.labels:
            self.actions_.set_labels(session.project.visible_labels())
            self.actions_.allow_labelling(possible=self.workspace.caret.sentence_index != NOWHERE)
        if changes.by_hand:
            self.messages.work_continued()
        if changes.history:
            self.messages.drop_remark()
            undo, redo = session.next_steps()
            self.actions_.allow_history(undo=undo is not None, redo=redo is not None)
            self._names_later.start()

    def _name_history(self) -> None:
        self.actions_.name_history(*self.workspace.session.next_steps())

    def _show_message(self, text: str, kind: str) -> None:
        saving = self.workspace.session.saving
        if kind == "error" and saving.why_read_only:
            again = self.project.storage.try_again
            self.messages.show_message(text, kind, self.tr("Try again"), again)
        elif kind == "error" and saving.read_only:
            save_copy = self.controllers.project.save_copy
            self.messages.show_message(text, kind, self.tr("Save a copy…"), save_copy)
        elif kind == "info":
            self.messages.show_remark(text)
        else:
            self.messages.show_message(text, kind)

    def _step(self, step: int) -> None:
        stops = (
            (self.sentence_view, self.sentence_view),
            *((row.panel, stop) for row in self.panels.rows().values() for stop in row.stops()),
            (self.legend, self.legend.entry),
            (self.status, self.status.model),
            (self.messages, self.messages.close_button),
        )
        step_focus(stops, self.focusWidget(), step)
