"""The panels and controllers of the main window.

A panel is a widget in a dock; a controller carries out the commands of a subject.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from app.views.closing import Closing
from app.views.controllers.appearance import AppearanceController
from app.views.controllers.bulk import BulkController
from app.views.controllers.exchange import ExchangeController
from app.views.controllers.find import FindController
from app.views.controllers.gazetteer import GazetteerController
from app.views.controllers.history import HistoryController
from app.views.controllers.keys import KeysController
from app.views.controllers.label_curves import LabelCurvesController
from app.views.controllers.panels import PanelsController
from app.views.controllers.project import ProjectController
from app.views.controllers.rules import RulesController
from app.views.controllers.safety import SafetyController
from app.views.controllers.similar_words import SimilarWordsController
from app.views.controllers.suggested_lines import SuggestedLinesController
from app.views.keymap import native
from app.views.panels.dock_layout import BELOW, LEFT, RIGHT, DockPosition
from app.views.panels.documents import DocumentsPanel
from app.views.panels.find import FindPanel
from app.views.panels.gazetteers import GazetteersPanel
from app.views.panels.history import HistoryPanel
from app.views.panels.labels import LabelsPanel
from app.views.panels.names import NamesPanel
from app.views.panels.progress import ProgressPanel
from app.views.panels.queue import QueuePanel
from app.views.panels.rules import RulesPanel
from app.views.panels.sentences import SentencesPanel
from app.views.tour import Tour

if TYPE_CHECKING:
    from app.services.trainer import Trainer
    from app.views.main_window import MainWindow

PANELS = (
    "labels",
    "rules",
    "gazetteers",
    "history",
    "progress",
    "find",
    "queue",
    "sentences",
    "documents",
    "names",
)
"""The panels in the order of F6.

A name is the module of the panel, its object name, and its dock in ``window.docks``.
"""


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A panel and its position; F6 stops at ``stops``; ``entry`` returns the widget to focus."""

    panel: QWidget
    position: DockPosition
    stops: Callable[[], tuple[QWidget, ...]]
    entry: Callable[[], QWidget]


class Panels:
    """The panels of a window: as attributes, and by the names in `PANELS`."""

    def __init__(self, window: MainWindow) -> None:
        project, workspace, actions = window.project, window.workspace, window.actions_
        session = project.session
        self.labels: LabelsPanel = LabelsPanel(workspace, actions["edit_labels"], window)
        self.rules: RulesPanel = RulesPanel(workspace, actions, window)
        self.gazetteers: GazetteersPanel = GazetteersPanel(workspace, actions, window)
        self.history: HistoryPanel = HistoryPanel(
            workspace, project.history, lambda: project.annotators, window
        )
        self.progress: ProgressPanel = ProgressPanel(
            session, project.measurements, project.plots, actions, window
        )
        self.find: FindPanel = FindPanel(workspace, project.finder, project.annotators, window)
        self.queue: QueuePanel = QueuePanel(workspace, window)
        self.sentences: SentencesPanel = SentencesPanel(workspace, project.texts, window)
        self.documents: DocumentsPanel = DocumentsPanel(session, actions["import_files"], window)
        self.names: NamesPanel = NamesPanel(
            workspace, project.names, project.occurrences, actions, window
        )
        self._rows = self._placed()

    def __getitem__(self, name: str) -> QWidget:
        return self._rows[name].panel

    def rows(self) -> dict[str, PanelRow]:
        """Return the panels with their positions, by their names."""
        return self._rows

    def _placed(self) -> dict[str, PanelRow]:
        labels, rules, gazetteers = self.labels, self.rules, self.gazetteers
        history, progress, find = self.history, self.progress, self.find
        return {
            "labels": _row(labels, DockPosition(RIGHT), labels.view),
            "rules": PanelRow(
                rules,
                DockPosition(behind="labels"),
                lambda: (rules.view,),
                lambda: rules.view if rules.model.rowCount() else rules.add,
            ),
            "gazetteers": PanelRow(
                gazetteers,
                DockPosition(behind="rules"),
                lambda: (gazetteers.view,),
                lambda: gazetteers.view if gazetteers.model.rowCount() else gazetteers.add,
            ),
            "history": PanelRow(
                history,
                DockPosition(behind="gazetteers", shown=False),
                lambda: (history.view,),
                history.entry,
            ),
            "progress": PanelRow(
                progress,
                DockPosition(BELOW, shown=False),
                progress.stops,
                lambda: progress.stops()[0],
            ),
            "find": _row(find, DockPosition(behind="progress", shown=False), find.query, find.view),
            "queue": _row(self.queue, DockPosition(LEFT), self.queue.view),
            "sentences": _row(self.sentences, DockPosition(behind="queue"), self.sentences.view),
            "documents": _row(
                self.documents, DockPosition(behind="sentences"), self.documents.view
            ),
            "names": PanelRow(
                self.names,
                DockPosition(LEFT, shown=False),
                lambda: (self.names.listing.entry,),
                lambda: self.names.listing.entry,
            ),
        }

    def follow(self, window: MainWindow) -> None:
        """Connect the panels with the project, the controllers and one another."""
        self._follow_project(window)
        self._follow_controllers(window)
        for leaving in (
            self.labels,
            self.rules,
            self.gazetteers,
            self.history,
            self.progress,
            self.find,
            self.queue,
            self.sentences,
            self.documents,
            self.names,
            window.messages,
        ):
            leaving.left.connect(window.sentence_view.setFocus)

    def _follow_model(self, trainer: Trainer) -> None:
        def show_kind() -> None:
            has_segments = trainer.status.segments.has_segments
            self.gazetteers.model.show_kind_of_model(has_segments=has_segments)

        trainer.status_changed.connect(lambda _: show_kind())
        show_kind()

    def _follow_project(self, window: MainWindow) -> None:
        project = window.project
        counts, queue_filter = project.rule_counts, project.queue_filter
        counts.counted.connect(self.rules.show_findings)
        counts.weighted_counts.connect(self.rules.show_states)
        counts.progressed.connect(self.rules.show_progress)
        counts.counted.connect(self.gazetteers.show_findings)
        project.gazetteers.counted.connect(self.gazetteers.show_counts)
        self._follow_model(project.trainer)
        self.queue.filter_requested.connect(queue_filter.set_filter)
        queue_filter.chosen.connect(self.queue.show_filter)
        queue_filter.progressed.connect(self.queue.filter.show_progress)
        self.history.back_requested.connect(project.history.back_to)
        self.history.forward_requested.connect(project.history.forward_to)
        self.find.queue_requested.connect(queue_filter.set_filter)
        self.find.queue_requested.connect(lambda: window.show_panel("queue"))
        self.documents.document_picked.connect(self.sentences.show_document)
        self.documents.document_picked.connect(window.workspace.caret.go_to_document)
        self.documents.removed.connect(window.report_removed)

    def _follow_controllers(self, window: MainWindow) -> None:
        actions, controllers = window.actions_, window.controllers
        project = controllers.project
        self.labels.new_label_requested.connect(project.new_label)
        self.labels.label_edit_requested.connect(project.edit_label)
        self.rules.edit_requested.connect(controllers.rules.edit_rule)
        self.rules.list_requested.connect(project.list_sentences)
        self.rules.removed.connect(controllers.rules.show_removed)
        self.gazetteers.edit_requested.connect(controllers.gazetteers.edit_gazetteer)
        self.gazetteers.export_requested.connect(controllers.gazetteers.export_gazetteer)
        self.gazetteers.removed.connect(controllers.gazetteers.show_removed)
        self.progress.sentences_requested.connect(project.list_sentences)
        self.progress.sample_requested.connect(project.test_sample_settings)

        def show_keys() -> None:
            keys = actions.keys_of_labels().items()
            shown = {label: native(own[0]) for label, own in keys if own}
            self.labels.model.show_keys(shown, actions.key_of("no_label"))

        actions.keys_changed.connect(show_keys)


class Controllers(QObject):
    """The objects that carry out the commands of a window, one for each subject."""

    def __init__(self, window: MainWindow) -> None:
        """Create the controllers of a window that has its panels."""
        super().__init__(window)
        project, workspace, messages = window.project, window.workspace, window.messages
        panels, actions, files = window.panels, window.actions_, window.files
        self.project: ProjectController = ProjectController(
            project, messages, files, window.read_log, window
        )
        shared = (project, self.project, messages, files, window)
        self.exchange: ExchangeController = ExchangeController(*shared)
        self.rules: RulesController = RulesController(*shared)
        self.bulk: BulkController = BulkController(project, workspace.labeller, messages, window)
        self.gazetteers: GazetteerController = GazetteerController(
            project,
            workspace,
            messages,
            files,
            window,
            keys=actions,
            chosen=lambda: panels.gazetteers.current,
            spot=window.spot,
        )
        self.keys: KeysController = KeysController(
            workspace,
            actions,
            messages,
            (window.legend, window.hints),
            window,
            spot=window.spot,
            new_label=self.project.new_label,
            go_to_document=self._go_to_document,
            go_to_sentence=self._go_to_sentence,
            recent=window.recent.choices,
        )
        self.closing: Closing = Closing(project, messages, self.project.save_copy_then, window)
        self.safety: SafetyController = SafetyController(project, messages, window)
        self.tour: Tour = Tour(window)
        self.find: FindController = FindController(
            project.finder,
            workspace,
            panels.find,
            lambda: window.show_panel("find"),
            messages,
        )
        self.similar: SimilarWordsController = SimilarWordsController(
            project.similar_words, workspace, messages, window, self.find.find_query, panels.find
        )
        self.curves: LabelCurvesController = LabelCurvesController(project.label_curves, window)
        self.lines: SuggestedLinesController = SuggestedLinesController(project, window)
        self.panels: PanelsController = PanelsController(window)
        self.appearance: AppearanceController = AppearanceController(
            project.session, window.themes, actions, window.sentence_view, window
        )
        self.history: HistoryController = HistoryController(
            project, workspace, messages, window, lambda: self.panels.show("history")
        )
        self._window = window
        self._follow()

    def _follow(self) -> None:
        window, panels = self._window, self._window.panels
        caret = window.workspace.caret
        self.project.sentence_requested.connect(caret.go_to)
        # The button that asked for it is gone by now, and the next field would take a label's key.
        self.project.sample_saved.connect(window.sentence_view.setFocus)
        self.bulk.sentence_requested.connect(caret.go_to)
        self.exchange.open_requested.connect(self.project.open_requested)
        self.exchange.document_requested.connect(caret.go_to_document)
        self.rules.added.connect(lambda: window.bring_up("rules"))
        self.gazetteers.imported.connect(panels.gazetteers.go_to)
        self.exchange.sample_requested.connect(self.project.test_sample_settings)
        self.keys.show_shortcuts_in(
            panels.find,
            panels.queue,
            panels.sentences,
            panels.documents,
            panels.names,
            self.bulk,
            self.exchange,
            self.gazetteers,
            self.project,
            window.sentence_view.painter,
            window.status,
            window.model,
            window.messages,
            window.control_notice,
            window.queried_notice,
            window.tool_bar,
        )
        window.docks["labels"].visibilityChanged.connect(window.legend.panel_seen)

    def _go_to_document(self, document: int) -> None:
        self._window.panels.sentences.show_document(document)
        self._window.workspace.caret.go_to_document(document)
        self._window.sentence_view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _go_to_sentence(self, sentence_index: int) -> None:
        self._window.workspace.caret.go_to(sentence_index)
        # In a list, the keys of labels could label all occurrences of a name.
        self._window.sentence_view.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _row(panel: QWidget, position: DockPosition, *stops: QWidget) -> PanelRow:
    """Return the row of a panel that is entered at its first stop."""
    return PanelRow(panel, position, lambda: stops, lambda: stops[0])
