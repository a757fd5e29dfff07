"""The panels and desks of the main window in two tables, and how each is joined to the rest.

A desk is an object that carries out commands; a panel stands at a side of the sentence. Both are
made in the order of their table, desks first, and joined once everything is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.views.bulk_desk import BulkDesk
from app.views.closing import Closing
from app.views.desk import Desk
from app.views.exchange_desk import ExchangeDesk
from app.views.find_desk import FindDesk
from app.views.gazetteer_desk import GazetteerDesk
from app.views.history_desk import HistoryDesk
from app.views.keymap import native
from app.views.keys_desk import KeysDesk
from app.views.looks_desk import LooksDesk
from app.views.palette import Palette
from app.views.panels.documents import DocumentsPanel
from app.views.panels.find import FindPanel
from app.views.panels.gazetteers import GazetteersPanel
from app.views.panels.history import HistoryPanel
from app.views.panels.labels import LabelsPanel
from app.views.panels.placing import BELOW, LEFT, RIGHT, Place
from app.views.panels.progress import ProgressPanel
from app.views.panels.queue import QueuePanel
from app.views.panels.rules import RulesPanel
from app.views.panels.sentences import SentencesPanel
from app.views.panels_desk import PanelsDesk
from app.views.rules_desk import RulesDesk
from app.views.safety_desk import SafetyDesk
from app.views.tour import Tour

if TYPE_CHECKING:
    from app.views.main_window import MainWindow

D = TypeVar("D", bound=QObject)
P = TypeVar("P", bound=QWidget)


@dataclass(frozen=True, slots=True)
class DeskRow(Generic[D]):
    """One desk: its name as an attribute of the window, how it is made, and how it is joined.

    ``make`` finds in the window ``project``, ``workspace``, ``themes``, ``messages``, ``files``,
    ``read_log`` and the desks before it; ``join`` finds everything.
    """

    name: str
    make: Callable[[MainWindow], D]
    join: Callable[[MainWindow, D], object] = lambda *_: None


@dataclass(frozen=True, slots=True)
class PanelRow(Generic[P]):
    """One panel: its name, how it is made, where it stands, and how it is joined.

    ``name`` is the module of the panel, its object name, its dock in ``window.docks``, and its
    attribute of the window. ``make`` finds in the window all desks, ``actions_``, and the panels
    before it; ``join`` finds everything. F6 stops at what ``stops`` returns; ``entry`` takes the
    focus when the panel is asked for, and is the first of the stops unless it is given. A signal
    ``left`` of the panel gives the focus back to the sentence.
    """

    name: str
    make: Callable[[MainWindow], P]
    place: Place
    stops: Callable[[P], Sequence[QWidget]]
    entry: Callable[[P], QWidget] | None = None
    join: Callable[[MainWindow, P], object] = lambda *_: None

    def entry_of(self, panel: P) -> QWidget:
        """Return what takes the focus when the panel is asked for."""
        return self.stops(panel)[0] if self.entry is None else self.entry(panel)


# ---- desks


def _join_desk(window: MainWindow, desk: Desk) -> None:
    desk.place_wanted.connect(window.workspace.caret.go_to)


def _join_exchange_desk(window: MainWindow, desk: ExchangeDesk) -> None:
    desk.open_wanted.connect(window.desk.open_wanted)
    desk.document_wanted.connect(window.workspace.caret.go_to_document)


def _join_rules_desk(window: MainWindow, desk: RulesDesk) -> None:
    window.project.rule_counts.counted.connect(desk.tell_new_rule)


def _join_bulk_desk(window: MainWindow, desk: BulkDesk) -> None:
    desk.place_wanted.connect(window.workspace.caret.go_to)
    desk.fix_here = window.workspace.labeller.fix_here
    window.project.sure.action.done.connect(desk.tell_accepted)
    window.project.sure.action.outdated.connect(desk.tell_outdated)
    window.project.occurrences.action.started.connect(window.messages.follow)
    window.project.occurrences.action.done.connect(desk.tell_accepted)
    window.project.occurrences.action.outdated.connect(desk.tell_unsaid)


def _join_gazetteer_desk(window: MainWindow, desk: GazetteerDesk) -> None:
    desk.chosen = lambda: window.gazetteers.current
    desk.spot = window.spot


def _join_keys_desk(window: MainWindow, desk: KeysDesk) -> None:
    desk.actions = window.actions_
    desk.spot = window.spot
    desk.new_label = window.desk.new_label

    def go_to_document(document: int) -> None:
        window.sentences.show_document(document)
        window.workspace.caret.go_to_document(document)

    desk.say_keys_of(
        *window.panels.values(),
        window.exchange_desk,
        window.sentence_view.painter,
        window.status,
        window.model,
        window.messages,
        window.control_notice,
        window.asked_notice,
        window.tool_bar,
    )
    desk.legend = window.legend
    desk.hints = window.hints
    desk.show_lines(legend=True, hints=True)
    window.hints.closed.connect(lambda: desk.show_hints(False))
    window.legend.more_wanted.connect(desk.label_by_name)
    window.docks["labels"].visibilityChanged.connect(window.legend.panel_seen)
    desk.palette = Palette(window.workspace, window.actions_, go_to_document)


def _join_find_desk(window: MainWindow, desk: FindDesk) -> None:
    desk.panel = window.panels["find"]
    desk.show_panel = lambda: window.show_panel("find")


def _join_history_desk(window: MainWindow, desk: HistoryDesk) -> None:
    desk.toggle = lambda: window.toggle_panel("history")


DESKS: tuple[DeskRow[Any], ...] = (
    DeskRow("desk", lambda w: Desk(w.project, w.messages, w.files, w.read_log, w), _join_desk),
    DeskRow(
        "exchange_desk",
        lambda w: ExchangeDesk(w.project, w.desk, w.messages, w.files, w),
        _join_exchange_desk,
    ),
    DeskRow(
        "rules_desk",
        lambda w: RulesDesk(w.project, w.desk, w.messages, w.files, w),
        _join_rules_desk,
    ),
    DeskRow("bulk_desk", lambda w: BulkDesk(w.project, w.messages, w), _join_bulk_desk),
    DeskRow(
        "gazetteer_desk",
        lambda w: GazetteerDesk(w.project, w.workspace, w.messages, w.files, w),
        _join_gazetteer_desk,
    ),
    DeskRow("keys_desk", lambda w: KeysDesk(w.workspace, w.messages, w), _join_keys_desk),
    DeskRow("closing", lambda w: Closing(w.project, w.messages, w.desk.save_copy_then, w)),
    DeskRow("safety_desk", lambda w: SafetyDesk(w.project, w.messages, w)),
    DeskRow("tour", Tour, lambda _, tour: tour.join()),
    DeskRow(
        "find_desk",
        lambda w: FindDesk(w.project.finder, w.workspace, w.messages, w),
        _join_find_desk,
    ),
    DeskRow("panels_desk", PanelsDesk),
    DeskRow(
        "looks_desk",
        lambda w: LooksDesk(w.workspace.session, w.themes, w),
        lambda w, desk: desk.dress(w.actions_, w.sentence_view),
    ),
    DeskRow(
        "history_desk",
        lambda w: HistoryDesk(w.project, w.workspace, w.messages, w),
        _join_history_desk,
    ),
)
"""Asked in this order for the method of a command, after the workspace and the window."""


# ---- panels


def _join_labels(window: MainWindow, panel: LabelsPanel) -> None:
    panel.new_label_wanted.connect(window.desk.new_label)
    panel.label_edit_wanted.connect(window.desk.edit_label)

    def show_keys() -> None:
        keys = window.actions_.keys_of_labels().items()
        shown = {label: native(own[0]) for label, own in keys if own}
        panel.model.show_keys(shown, window.actions_.key_of("no_label"))

    window.actions_.keys_changed.connect(show_keys)


def _join_rules(window: MainWindow, panel: RulesPanel) -> None:
    panel.edit_wanted.connect(window.rules_desk.edit_rule)
    panel.list_wanted.connect(window.desk.list_sentences)
    window.project.rule_counts.counted.connect(panel.show_findings)
    window.project.rule_counts.weighed.connect(panel.show_states)
    window.project.rule_counts.progressed.connect(panel.show_progress)


def _join_gazetteers(window: MainWindow, panel: GazetteersPanel) -> None:
    panel.edit_wanted.connect(window.gazetteer_desk.edit_gazetteer)
    panel.export_wanted.connect(window.gazetteer_desk.export_gazetteer)
    window.project.rule_counts.counted.connect(panel.show_findings)
    window.project.gazetteers.counted.connect(panel.show_counts)


def _join_queue(window: MainWindow, panel: QueuePanel) -> None:
    panel.filter_wanted.connect(window.project.queue_filter.set_filter)
    window.project.queue_filter.chosen.connect(panel.show_filter)
    window.project.queue_filter.progressed.connect(panel.filter.show_progress)


def _join_history(window: MainWindow, panel: HistoryPanel) -> None:
    panel.back_wanted.connect(window.project.history.back_to)
    panel.forward_wanted.connect(window.project.history.forward_to)


def _join_find(window: MainWindow, panel: FindPanel) -> None:
    panel.queue_wanted.connect(window.project.queue_filter.set_filter)
    panel.queue_wanted.connect(lambda: window.show_panel("queue"))


def _progress(window: MainWindow) -> ProgressPanel:
    project = window.project
    return ProgressPanel(
        project.session, project.measurements, project.plots, window.actions_, window
    )


def _join_progress(window: MainWindow, panel: ProgressPanel) -> None:
    panel.sentences_wanted.connect(window.desk.list_sentences)


def _join_documents(window: MainWindow, panel: DocumentsPanel) -> None:
    panel.document_picked.connect(window.sentences.show_document)
    panel.document_picked.connect(window.workspace.caret.go_to_document)
    panel.removed.connect(window.say_removed)


PANELS: tuple[PanelRow[Any], ...] = (
    PanelRow(
        "labels",
        lambda w: LabelsPanel(w.workspace, w.actions_["edit_labels"], w),
        Place(RIGHT),
        stops=lambda panel: (panel.view,),
        join=_join_labels,
    ),
    PanelRow(
        "rules",
        lambda w: RulesPanel(w.workspace, w.actions_, w),
        Place(behind="labels"),
        stops=lambda panel: (panel.view,),
        entry=lambda panel: panel.view if panel.model.rowCount() else panel.add,
        join=_join_rules,
    ),
    PanelRow(
        "gazetteers",
        lambda w: GazetteersPanel(w.workspace, w.actions_, w),
        Place(behind="rules"),
        stops=lambda panel: (panel.view,),
        entry=lambda panel: panel.view if panel.model.rowCount() else panel.add,
        join=_join_gazetteers,
    ),
    PanelRow(
        "history",
        lambda w: HistoryPanel(w.workspace, w.project.history, lambda: w.project.annotators, w),
        Place(behind="gazetteers", shown=False),
        stops=lambda panel: (panel.view,),
        entry=lambda panel: panel.entry(),
        join=_join_history,
    ),
    PanelRow(
        "progress",
        _progress,
        Place(BELOW, shown=False),
        stops=lambda panel: (panel.draw_sample, panel.tabs),
        entry=lambda panel: panel.entry(),
        join=_join_progress,
    ),
    PanelRow(
        "find",
        lambda w: FindPanel(w.workspace, w.project.finder, w.project.annotators, w),
        Place(behind="progress", shown=False),
        stops=lambda panel: (panel.query, panel.view),
        join=_join_find,
    ),
    PanelRow(
        "queue",
        lambda w: QueuePanel(w.workspace, w),
        Place(LEFT),
        stops=lambda panel: (panel.view,),
        join=_join_queue,
    ),
    PanelRow(
        "sentences",
        lambda w: SentencesPanel(w.workspace, w.project.texts, w),
        Place(behind="queue"),
        stops=lambda panel: (panel.view,),
    ),
    PanelRow(
        "documents",
        lambda w: DocumentsPanel(w.project.session, w.actions_["import_files"], w),
        Place(behind="sentences"),
        stops=lambda panel: (panel.view,),
        join=_join_documents,
    ),
)
"""In the order in which F6 goes round them; `messages` comes last."""
