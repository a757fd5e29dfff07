"""Tests of the palette's model."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.domain.changes import Changes
from app.edits.label_rows import add_label, delete_label, rename_label
from app.edits.spans import label_span
from app.item_models.labels import LabelRole, LabelsModel
from app.session import Session
from tests.memory_projects import project_of


@pytest.fixture
def session(qapp):
    return Session(project_of())


@pytest.fixture
def model(session):
    return LabelsModel(session)


def names(model):
    return [model.index(row).data() for row in range(model.rowCount())]


def test_it_is_a_sound_model(model, qtmodeltester):
    qtmodeltester.check(model)


def test_labels_come_first_and_no_label_last(model):
    assert names(model) == ["DRUG", "DOSE", "No label"]
    assert model.label(2) is None
    assert model.index(2).data(LabelRole.KEY) == "0"
    assert [model.index(row).data(LabelRole.COLOUR) for row in range(3)] == [0, 1, None]


def test_no_label_is_missing_where_every_token_has_one(qapp):
    assert names(LabelsModel(Session(project_of(scheme="tokens")))) == ["DRUG", "DOSE"]


def test_no_label_can_be_left_out(session):
    assert names(LabelsModel(session, no_label=False)) == ["DRUG", "DOSE"]


def test_without_labels_there_is_no_row(qapp):
    assert LabelsModel(Session(project_of(labels=()))).rowCount() == 0


def test_an_edit_redraws_the_count_that_changed(session, model, qtbot):
    with qtbot.waitSignal(model.dataChanged) as seen, qtbot.assertNotEmitted(model.modelReset):
        session.apply(label_span(session.project, 0, 4, 5, 2))
    assert seen.args[0].row() == seen.args[1].row() == 1
    assert model.index(1).data(LabelRole.COUNT) == 1
    assert model.index(0).data(LabelRole.COUNT) == 0


def test_after_a_step_on_very_many_sentences_counts_come_a_moment_later(
    session, model, qtbot, monkeypatch
):
    monkeypatch.setattr("app.item_models.labels.MANY_SENTENCES", 0)
    with qtbot.waitSignal(model.dataChanged) as seen:
        session.apply(label_span(session.project, 0, 4, 5, 2))
        assert model.index(1).data(LabelRole.COUNT) == 0
    assert seen.args[0].row() == 1
    assert model.index(1).data(LabelRole.COUNT) == 1


def test_proposals_redraw_nothing(session, model, qtbot):
    with qtbot.assertNotEmitted(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        session.changed.emit(Changes(proposals=np.array([0]), queue=True))


def test_adding_renaming_and_deleting(session, model):
    session.apply(add_label(session.project, "PERSON"))
    assert names(model) == ["DRUG", "DOSE", "PERSON", "No label"]
    assert model.row_of(3) == 2
    session.apply(rename_label(session.project, 1, "MEDICINE"))
    session.apply(delete_label(session.project, 2))
    assert names(model) == ["MEDICINE", "PERSON", "No label"]
    assert model.row_of(2) is None


def test_a_screen_reader_hears_name_key_and_count(session, model):
    session.apply(label_span(session.project, 0, 0, 0, 1))
    spoken = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "DRUG, key 1, 1 labelled"


def test_the_tip_says_how_to_give_a_label(session: Session):
    model, role = LabelsModel(session), Qt.ItemDataRole.ToolTipRole
    tips = [model.index(row).data(role) for row in range(2)]
    assert tips == [
        f"{name}: not used yet (key {key} labels the selected tokens)"
        for key, name in enumerate(("DRUG", "DOSE"), 1)
    ]
