"""Tests of the tables of scores and confusion."""

import pytest
from PySide6.QtCore import Qt

from app.domain.measurement import LabelScore
from app.item_models.scores import ConfusionModel, LabelScoreModel
from tests.measurements import measurement

ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
TIP = Qt.ItemDataRole.ToolTipRole


def test_scores_are_a_proper_table(qtmodeltester, qapp):
    model = LabelScoreModel()
    model.show_scores(measurement().per_label)
    qtmodeltester.check(model, force_py=True)
    assert model.texts(0) == ["Label", "DOSE", "DRUG"]
    assert "correct" in model.headerData(1, ACROSS, TIP)
    assert model.headerData(0, DOWN) is None
    alignments = [model.headerData(n, ACROSS, Qt.ItemDataRole.TextAlignmentRole) for n in range(2)]
    assert alignments[0] != alignments[1]


def test_a_share_of_nothing_is_none(qapp):
    model = LabelScoreModel()
    model.show_scores(
        [LabelScore("DOSE", 0.0, 0.0, 0.0, 4, 0), LabelScore("DRUG", 0.0, 0.0, 0.0, 0, 0)]
    )
    assert [model.texts(column)[1] for column in range(1, 6)] == ["–", "0.0%", "0.0%", "4", "0"]
    assert [model.texts(column)[2] for column in range(1, 4)] == ["–"] * 3


def test_a_confusion_is_a_proper_table(qtmodeltester, qapp):
    model = ConfusionModel()
    model.show_confusion(measurement().confusion)
    assert [model.headerData(n, DOWN) for n in range(3)] == ["DOSE", "DRUG", "no label"]
    assert model.index(0, 0).data(TIP).startswith("1 token is DOSE and predicted as DOSE")
    assert model.count(0, 2) == 2
    assert model.share(0, 2) == pytest.approx(2 / 3)
    qtmodeltester.check(model, force_py=True)
    model = ConfusionModel()
    model.show_confusion(None)
    assert (model.rowCount(), model.columnCount()) == (0, 0)
