"""The main window: places the panels around the sentence, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QMainWindow, QToolBar, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.views.actions import Actions
from app.views.desk import Desk
from app.views.gazetteer_desk import GazetteerDesk
from app.views.panels.asked_notice import AskedNotice
from app.views.panels.control_notice import ControlNotice
from app.views.panels.documents import DocumentsPanel
from app.views.panels.gazetteers import GazetteersPanel
from app.views.panels.labels import LabelsPanel
from app.views.panels.listing import name_widget
from app.views.panels.messages import Messages
from app.views.panels.model import ModelPanel
from app.views.panels.placing import (
    dock_below,
    dock_panels,
    kept_layout,
    restore_layout,
    step_focus,
)
from app.views.panels.progress import ProgressPanel
from app.views.panels.queue import QueuePanel
from app.views.panels.rules import RulesPanel
from app.views.panels.sentences import SentencesPanel
from app.views.panels.status import StatusLine
from app.views.sentence_view.pane import SentencePane
from app.views.sentence_view.view import ZOOM_STEP
from app.views.theme import Themes
from app.views.workspace import NOWHERE, Workspace

if TYPE_CHECKING:
    from app.services.projects import OpenProject


class MainWindow(QMainWindow):
    """One open project on the screen.

    Signals
    -------
    closed : dict
        The window is closing; geometry, layout and zoom by name, to be restored next time.
    theme_chosen : str
        "system", "light" or "dark".
    """

    closed = Signal(object)
    theme_chosen = Signal(str)

    def __init__(
        self,
        project: OpenProject,
        workspace: Workspace,
        themes: Themes,
        read_log: Callable[[], str] = str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        name_widget(
            self, "main_window", "Tagwright", self.tr("Label text while a model learns from it")
        )
        self._project = project
        self._themes = themes
        self._name_asked = False
        self._conflict = ""
        self.workspace = workspace
        self.sentence_view = SentencePane(workspace, self)
        self.control_notice = ControlNotice(workspace, self)
        self.asked_notice = AskedNotice(workspace, self)
        self.messages = Messages(self)
        self.desk = Desk(project, self.messages, read_log, self)
        self.gazetteer_desk = GazetteerDesk(project, workspace, self.messages, self)
        targets = (workspace, self, self.desk, self.gazetteer_desk)
        self.actions_ = Actions(targets, self)
        self.documents = DocumentsPanel(project.session, self.actions_["import_files"], self)
        self.sentences = SentencesPanel(workspace, self)
        self.labels = LabelsPanel(workspace, self.actions_["edit_labels"], self)
        self.rules = RulesPanel(workspace, self.actions_, self)
        self.gazetteers = GazetteersPanel(workspace, self.actions_, self)
        self.queue = QueuePanel(workspace, self)
        self.model = ModelPanel(project.trainer, self.actions_, self)
        self.progress = ProgressPanel(
            project.session, project.measurements, project.plots, self.actions_, self
        )
        self.status = StatusLine(workspace, self.sentences.model, project.trainer, self)
        self._place_panels()
        self._make_menus()
        self._connect()
        self.setAcceptDrops(True)
        self.setWindowTitle(self.tr("{name} – Tagwright").format(name=project.path.stem))
        self.resize(1280, 860)
        self._first_layout = self.saveState()
        self.sentence_view.setFocus()
        self.desk.greet()

    # ---- commands of the window itself

    def find_sentences(self) -> None:
        """Put the caret where a text to look for is typed."""
        self.docks["sentences"].show()
        self.sentences.focus_search()

    def show_rules(self) -> None:
        """Show the rules, and put the focus into their list."""
        self.docks["rules"].show()
        self.docks["rules"].raise_()
        entry = self.rules.view if self.rules.model.rowCount() else self.rules.add
        entry.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_gazetteers(self) -> None:
        """Show the gazetteers, and put the focus into their list."""
        self.docks["gazetteers"].show()
        self.docks["gazetteers"].raise_()
        panel = self.gazetteers
        entry = panel.view if panel.model.rowCount() else panel.add
        entry.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_progress(self) -> None:
        """Show how far along the labelling is, or put the panel away again."""
        dock = self.docks["progress"]
        dock.setVisible(not dock.isVisible())
        if dock.isVisible():
            dock.raise_()
            self.progress.entry().setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.sentence_view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def step_back(self) -> None:
        """Take back what changed by itself, or close what is offered, or the message shown."""
        steps = (
            self.workspace.take_back_propagation,
            self._project.occurrences.dismiss,
            self.messages.dismiss,
        )
        if not any(step() for step in steps):
            self.messages.show_message(self.tr("Nothing has changed by itself here."))

    def next_panel(self) -> None:
        """Move the focus to the next panel."""
        self._step(1)

    def previous_panel(self) -> None:
        """Move the focus to the previous panel."""
        self._step(-1)

    def zoom_in(self) -> None:
        """Make the sentence larger."""
        self.sentence_view.set_zoom(self.sentence_view.zoom + ZOOM_STEP)

    def zoom_out(self) -> None:
        """Make the sentence smaller."""
        self.sentence_view.set_zoom(self.sentence_view.zoom - ZOOM_STEP)

    def zoom_reset(self) -> None:
        """Show the sentence in its usual size."""
        self.sentence_view.set_zoom(1.0)

    def choose_theme(self, choice: str) -> None:
        """Use light or dark colours, or those of the system."""
        self._themes.choose(choice)
        self.theme_chosen.emit(choice)

    def full_screen(self, wanted: bool) -> None:  # noqa: FBT001 (Qt's slot)
        """Use the whole screen, or give it back."""
        self.setWindowState(
            self.windowState() | Qt.WindowState.WindowFullScreen
            if wanted
            else self.windowState() & ~Qt.WindowState.WindowFullScreen
        )

    def reset_layout(self) -> None:
        """Put all panels back to their first places."""
        self.restoreState(self._first_layout)

    def ask_annotator(self) -> None:
        """Ask for the annotator's name in the line below the sentence, once and never again."""
        if not self._name_asked:
            self._name_asked = True
            text = self.tr("Whose name is to stand beside your decisions?")
            self.messages.show_message(
                text, "info", self.tr("Say your name…"), self.desk.set_annotator
            )

    # ---- layout kept

    def layout_kept(self) -> dict[str, str]:
        """Return geometry, layout and zoom as texts."""
        kept = {**kept_layout(self), "zoom": f"{self.sentence_view.zoom:.2f}"}
        return kept | ({"name_asked": "yes"} if self._name_asked else {})

    def restore_layout(self, kept: Mapping[str, str]) -> None:
        """Restore what `layout_kept` returned; what cannot be read is left alone."""
        restore_layout(self, kept)
        self._name_asked = "name_asked" in kept
        try:
            self.sentence_view.set_zoom(float(kept.get("zoom", "1")))
        except ValueError:
            self.zoom_reset()

    # ---- what Qt tells

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: D102 (Qt's own)
        self.closed.emit(self.layout_kept())
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102 (Qt's own)
        # Whatever a panel does not need Esc for: back to the sentence, where single keys act.
        if event.key() == Qt.Key.Key_Escape:
            self.sentence_view.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: D102 (Qt's own)
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "actions_"):
            self.actions_.set_icons(self.palette(), self.devicePixelRatioF())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: D102 (Qt's own)
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: D102 (Qt's own)
        urls = event.mimeData().urls()
        self.desk.take_files([Path(url.toLocalFile()) for url in urls if url.isLocalFile()])
        event.acceptProposedAction()

    # ---- inside

    def _place_panels(self) -> None:
        centre = QWidget(self)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.control_notice)
        column.addWidget(self.asked_notice)
        column.addWidget(self.sentence_view, 1)
        column.addWidget(self.messages)
        self.sentence_view.stand_in(centre)
        self.setCentralWidget(centre)
        self.docks = dock_panels(
            self,
            (self.documents, self.sentences),
            (self.labels, self.queue, self.model),
            {"labels": self.rules, "rules": self.gazetteers},
        )
        self.docks["progress"] = dock_below(self, self.progress)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.status, 1)

    def _make_menus(self) -> None:
        menus = self.actions_.fill_menu_bar(self.menuBar())
        panels = menus["view"].addMenu(self.tr("Pa&nels"))
        for dock in self.docks.values():
            panels.addAction(dock.toggleViewAction())
        bar = QToolBar(self.tr("Tool bar"), self)
        name_widget(bar, "tool_bar", self.tr("Tool bar"), self.tr("The commonest commands"))
        bar.setIconSize(QSize(20, 20))
        bar.setMovable(False)
        self.actions_.fill_tool_bar(bar)
        self.addToolBar(bar)
        menus["view"].addAction(bar.toggleViewAction())
        self.actions_.set_icons(self.palette(), self.devicePixelRatioF())
        self.actions_.serve(self, self.sentence_view)
        self.actions_[f"theme_{self._themes.choice}"].setChecked(True)
        self._refresh_actions(Changes(labels=True, history=True))

    def _connect(self) -> None:
        self.workspace.session.changed.connect(self._refresh_actions)
        self.workspace.session.changed.connect(self._proposals_changed)
        self.workspace.message.connect(self._show_message)
        self.workspace.current_changed.connect(self._sentence_changed)
        self._project.exchange.started.connect(self.messages.follow)
        self.documents.document_picked.connect(self.sentences.show_document)
        self.documents.document_picked.connect(self.workspace.go_to_document)
        self.documents.removed.connect(self._say_removed)
        self.desk.document_wanted.connect(self.workspace.go_to_document)
        self.desk.place_wanted.connect(self.workspace.go_to)
        self.progress.sentences_wanted.connect(self.desk.list_sentences)
        self.workspace.fixed.connect(self._project.occurrences.look_for)
        self._project.occurrences.found.connect(self.status.show_offer)
        self.status.offer_taken.connect(self.desk.say_elsewhere)
        self.status.take_back_wanted.connect(self.workspace.take_back_propagation)
        self.labels.new_label_wanted.connect(self.desk.new_label)
        self.labels.label_edit_wanted.connect(self.desk.edit_label)
        self.rules.edit_wanted.connect(self.desk.edit_rule)
        self.rules.list_wanted.connect(self.desk.list_sentences)
        self.queue.filter_wanted.connect(self._project.queue_filter.set_filter)
        self._project.queue_filter.chosen.connect(self.queue.show_filter)
        self._project.queue_filter.progressed.connect(self.queue.filter.show_progress)
        self._project.sure.accepted.connect(self.desk.tell_accepted)
        self._project.sure.outdated.connect(self.desk.tell_outdated)
        counts = self._project.rule_counts
        counts.counted.connect(self.rules.show_findings)
        counts.counted.connect(self.gazetteers.show_findings)
        counts.counted.connect(self.desk.tell_new_rule)
        counts.weighed.connect(self.rules.show_states)
        counts.progressed.connect(self.rules.show_progress)
        self._project.gazetteers.counted.connect(self.gazetteers.show_counts)
        self.gazetteers.edit_wanted.connect(self.gazetteer_desk.edit_gazetteer)
        self.gazetteers.export_wanted.connect(self.gazetteer_desk.export_gazetteer)
        self.gazetteer_desk.chosen = lambda: self.gazetteers.current
        self.gazetteer_desk.spot = self._spot
        lists = (self.documents, self.sentences, self.labels, self.rules, self.queue)
        for panel in (*lists, self.gazetteers, self.messages):
            panel.left.connect(self.sentence_view.setFocus)

    def _spot(self) -> QPoint:
        """Return where on the screen the current token ends below, for a menu."""
        view = self.sentence_view
        index = view.model().index(self.workspace.token, 0)
        return view.viewport().mapToGlobal(view.visualRect(index).bottomLeft())

    def _sentence_changed(self, place: int) -> None:
        self.messages.sentence_left()
        self._tell_conflict(place)
        self.actions_.allow_labelling(possible=place != NOWHERE)

    def _tell_conflict(self, place: int) -> None:
        """Say of the current sentence which rules contradict what is known of it."""
        conflict = self.workspace.session.conflicts.get(place, "")
        if conflict and conflict != self._conflict:
            self.messages.show_message(conflict, "warning", self.tr("Rules"), self.show_rules)
        elif self._conflict and not conflict:
            self.messages.withdraw(self._conflict)
        self._conflict = conflict

    def _proposals_changed(self, changes: Changes) -> None:
        if self.workspace.place in changes.proposals:
            self._tell_conflict(self.workspace.place)

    def _refresh_actions(self, changes: Changes) -> None:
        session = self.workspace.session
        if changes.labels:
            self.actions_.set_labels(session.project.visible_labels())
            self.actions_.allow_labelling(possible=self.workspace.place != NOWHERE)
        if changes.history:
            self.actions_.name_history(session.undo_text(), session.redo_text())

    def _show_message(self, text: str, kind: str) -> None:
        if kind == "error" and self.workspace.session.read_only:
            again = self._project.storage.try_again
            self.messages.show_message(text, kind, self.tr("Try again"), again)
        else:
            self.messages.show_message(text, kind)

    def _say_removed(self, name: str) -> None:
        self.messages.show_message(
            self.tr("{name} was removed from the project.").format(name=name),
            "done",
            self.tr("Undo"),
            self.workspace.undo,
        )

    def _step(self, step: int) -> None:
        stops = (
            (self.sentence_view, self.sentence_view),
            (self.labels, self.labels.view),
            (self.rules, self.rules.view),
            (self.gazetteers, self.gazetteers.view),
            (self.queue, self.queue.view),
            (self.model, self.model.pause),
            (self.progress, self.progress.draw_sample),
            (self.progress, self.progress.tabs),
            (self.documents, self.documents.view),
            (self.sentences, self.sentences.view),
            (self.messages, self.messages.close_button),
        )
        step_focus(stops, self.focusWidget(), step)
