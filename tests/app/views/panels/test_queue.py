"""The panel of the queue: its order, its filter, and what its rows say."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.domain.documents import Document
from app.domain.query_choices import INCONSISTENT_NAMES, PER_SECOND, PLAIN, QueryChoice
from app.domain.queue_filter import (
    Disagreement,
    FilteredQueue,
    FoundSentences,
    QueueFilter,
    QueueKind,
)
from app.domain.queue_numbers import Measure, QueueNumbers
from app.edits.sentence_flags import flag_sentence
from app.edits.spans import label_span
from app.item_models.query_choices import QueryOptionModel, QueryOptionRole
from app.jobs.search.names import inconsistent_names
from app.session import Session
from app.views.panels.queue import QueuePanel
from app.views.workspace import Workspace
from tests.app.jobs.search.test_names import made, question_of
from tests.memory_projects import WORDS, project_of
from tests.step_names import undo_text
from tests.window_parts import propose


@pytest.fixture
def session(qapp):
    session = Session(project_of([WORDS] * 4))
    for sentence_index in range(4):
        propose(session, sentence_index, ["O"] * len(WORDS), [0.9] * 8 + [0.4])
    session.set_queue(np.arange(4))
    return session


@pytest.fixture
def panel(session, qtbot):
    panel = QueuePanel(Workspace(session))
    qtbot.addWidget(panel)
    return panel


def choose(box, name):
    row = box.choices.row_of(name)
    box.setCurrentIndex(row)
    box.activated.emit(row)


def test_an_order_is_chosen_kept_in_the_project_and_undone(session, panel):
    choose(panel.strategy, "margin")
    assert session.project.settings.query_choice == QueryChoice("margin", PER_SECOND)
    assert undo_text(session) == "query strategy: smallest margin"
    choose(panel.wrapper, PLAIN)
    assert session.project.settings.query_choice == QueryChoice("margin", PLAIN)
    session.undo()
    session.undo()
    assert panel.strategy.currentText() == "Expected corrections"
    assert panel.wrapper.currentText() == "Per minute of annotation time"


def test_a_click_and_the_command_select_what_the_row_underlines(session, panel, qtbot):
    workspace = panel._workspace
    propose(session, 1, ["O"] * 9, [0.95, 0.8, 0.8, 0.95, 0.95, 0.4, 0.95, 0.3, 0.95])
    session.set_queue(np.array([1, 2, 3]))
    chosen = []
    for go in (
        lambda: panel._go(panel.model.index(0)),
        workspace.acceptance.next_in_queue,
    ):
        workspace.caret.go_to(0)
        go()
        chosen.append((workspace.caret.sentence_index, workspace.caret.first, workspace.caret.last))
    assert chosen == [(1, 5, 5)] * 2
    uncertainty = panel.model.uncertainty(1)
    words = [uncertainty.text[one.start : one.end] for one in uncertainty.highlighted]
    assert WORDS[5] in words
    assert WORDS[1] not in words


def test_the_list_has_the_room_of_two_boxes_until_they_are_wanted(panel, session, qtbot):
    panel.resize(296, 700)
    panel.show()
    assert panel.more.isVisible()
    assert not panel.wrapper.isVisible()
    assert panel.more.toolTip().startswith("Per minute of annotation time · ")
    assert panel.more.toolTip().endswith("\nShow options")
    qtbot.keyClick(panel.more, Qt.Key.Key_Space)
    assert panel.wrapper.isVisible()
    assert panel.unit.isVisible()
    choose(panel.wrapper, PLAIN)
    assert panel.wrapper.isVisible()
    qtbot.keyClick(panel.more, Qt.Key.Key_Space)
    assert not panel.wrapper.isVisible()


def test_orders_that_ask_no_model_are_taken_as_they_come(session, panel):
    choose(panel.strategy, "random")
    assert session.project.settings.query_choice == QueryChoice("random", PLAIN)
    assert not panel.wrapper.isEnabled()
    choose(panel.strategy, "margin")
    assert session.project.settings.query_choice == QueryChoice("margin", PER_SECOND)


def test_what_is_not_offered_says_why(panel):
    model = panel.strategy.choices
    row = model.row_of("vote_entropy")
    assert not model.flags(model.index(row)) & Qt.ItemFlag.ItemIsEnabled
    assert "committee of models" in model.index(row).data(Qt.ItemDataRole.ToolTipRole)
    assert model.index(row).data(QueryOptionRole.SENTENCE) in panel.strategy.choices.index(
        row
    ).data(Qt.ItemDataRole.AccessibleTextRole)
    assert panel.strategy.toolTip().endswith("\nSentences with the most expected errors first")
    panel.strategy.view().grab()


def test_the_choices_are_a_sound_model(panel, qtmodeltester):
    assert isinstance(panel.strategy.choices, QueryOptionModel)
    qtmodeltester.check(panel.wrapper.choices)


def actions(menu):
    return {action.text().replace("&", ""): action for action in menu.actions()}


def test_the_menu_of_filters(session, panel, qtbot):
    session.project.documents[2] = Document(2, "more.txt", 1)
    panel.filter.fill()
    offered = actions(panel.filter.menu())
    assert offered["All open"].isChecked()
    with qtbot.waitSignal(panel.filter_requested) as received:
        offered["Uncertain: a token below 60%"].trigger()
    assert received.args[0] == QueueFilter(QueueKind.UNCERTAIN)
    panel.show_filter(received.args[0])
    panel.filter.fill()
    labels = actions(actions(panel.filter.menu())["Label"].menu())
    with qtbot.waitSignal(panel.filter_requested) as received:
        labels["DOSE"].trigger()
    assert received.args[0] == QueueFilter(QueueKind.UNCERTAIN, label=2)
    documents = actions(actions(panel.filter.menu())["Document"].menu())
    assert list(documents) == ["Any document", "", "notes.txt", "more.txt"]


def lay_out(panel):
    panel.resize(400, 300)
    panel.grab()


def test_what_is_listed_is_said_and_all_is_listed_again(session, panel, qtbot):
    assert panel.order.text() == "4 open"
    wanted = QueueFilter(QueueKind.UNCERTAIN, label=2, document=1)
    session.set_filtered(FilteredQueue(wanted, np.array([2])))
    panel.view.verticalScrollBar().setValue(panel.view.verticalScrollBar().maximum())
    panel.show_filter(wanted)
    assert panel.view.verticalScrollBar().value() == 0
    lay_out(panel)
    assert panel.filter.text().startswith("Uncertain, DOSE")
    assert panel.filter.toolTip().startswith("Uncertain, DOSE, notes.txt\n")
    assert panel.order.text() == "1 listed"
    panel.filter.show_progress(1, 4)
    lay_out(panel)
    assert panel.filter.text().strip() == "Searching… 25%"
    session.set_filtered(FilteredQueue(wanted))
    assert "Show all" in panel.listing.hint
    with qtbot.waitSignal(panel.filter_requested) as received:
        panel.all.click()
    assert received.args[0] == QueueFilter()


def test_what_a_search_found_is_in_the_menu_as_long_as_it_is_listed(session, panel, qtbot):
    panel.filter.fill()
    assert "Found" not in actions(panel.filter.menu())
    panel.show_filter(QueueFilter(QueueKind.FOUND, found=FoundSentences(np.array([2]))))
    lay_out(panel)
    assert panel.filter.text().startswith("Found ")
    panel.filter.fill()
    assert "Found" in actions(panel.filter.menu())
    with qtbot.waitSignal(panel.filter_requested) as received:
        actions(panel.filter.menu())["All open"].trigger()
    assert received.args[0] == QueueFilter()


def test_rows_say_which_name_has_different_labels(qtbot):
    session = Session(made(["in Ulm", "in Ulm", "in Ulm"], labels=("LOC", "PER")))
    for sentence_index, label in ((0, 1), (1, 1), (2, 2)):
        session.apply(label_span(session.project, sentence_index, 1, 1, label))
    panel = QueuePanel(Workspace(session))
    qtbot.addWidget(panel)
    names = inconsistent_names(question_of(session.project))
    model = panel.model
    numbers = QueueNumbers(Measure(INCONSISTENT_NAMES), np.array([1.0, 1.0, np.nan]), names)
    session.set_queue(np.arange(3), numbers=numbers)
    assert model.summary(model.uncertainty(0)) == "Ulm: LOC 2, PER 1"
    assert model.uncertainty(0).number == "1 labelled otherwise"
    assert model.uncertainty(2).name is None, "it has its position for another reason"
    wanted = QueueFilter(QueueKind.INCONSISTENT)
    session.set_filtered(FilteredQueue(wanted, np.array([2, 1]), names=names))
    panel.show_filter(wanted)
    shown = model.uncertainty(2)
    assert model.explained(shown) == "Ulm: LOC 2, PER 1"
    assert shown.text[shown.highlighted[0].start : shown.highlighted[0].end] == "Ulm"
    assert model.where(0) == (2, 1)
    lay_out(panel)
    assert panel.filter.text().startswith("Inconsistent names")
    panel.resize(250, 300)
    panel.grab()


def test_rows_say_who_says_what(session, panel):
    found = {
        1: Disagreement(7, "B-DRUG", "O", 0.97, confirmed=True),
        2: Disagreement(7, "B-DRUG", "I-DRUG", 0.7, confirmed=False),
    }
    wanted = QueueFilter(QueueKind.CONTRADICTED)
    session.set_filtered(FilteredQueue(wanted, np.array([1, 2]), found))
    model = panel.model
    assert (
        model.summary(model.uncertainty(1))
        == "warfarin: labelled DRUG, model suggests no label (97%)"
    )
    assert model.summary(model.uncertainty(2)) == "warfarin: gazetteer B-DRUG, model I-DRUG (70%)"
    assert model.summaries(model.uncertainty(1))[1:] == (
        "labelled DRUG, model: no label (97%)",
        "DRUG, model: no label (97%)",
        "DRUG, model: no label",
    )
    assert "gazetteer: B-DRUG, model: I-DRUG (70%)" in model.summaries(model.uncertainty(2))
    tip = model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert "warfarin: labelled DRUG, model suggests no label (97%)" in tip
    assert model.least_confident(1) == 7
    session.apply(flag_sentence(session.project, 1))
    panel.resize(250, 300)
    panel.grab()


def test_a_filter_with_a_long_name_makes_the_panel_no_wider(session, panel):
    panel.show_filter(QueueFilter(QueueKind.SKIPPED))
    lay_out(panel)
    before = panel.minimumSizeHint().width()
    session.project.documents[1] = Document(1, "a document with a very long name " * 5, 0)
    wanted = QueueFilter(QueueKind.CONTRADICTED, document=1)
    panel.show_filter(wanted)
    lay_out(panel)
    assert panel.minimumSizeHint().width() == before
    assert panel.filter.sizeHint().width() < 200
    assert "…" in panel.filter.text()
    assert "very long name a document" in panel.filter.toolTip()
    panel.show_filter(QueueFilter())
    lay_out(panel)
    assert panel.filter.text().strip() == "Filter"
    assert panel.minimumSizeHint().width() <= before
