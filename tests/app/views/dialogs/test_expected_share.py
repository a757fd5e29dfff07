"""The field for an expected share: a box and a percentage."""

from __future__ import annotations

import pytest

from app.views.dialogs.expected_share import USUAL_SHARE, ShareField


@pytest.fixture
def field(qtbot):
    field = ShareField()
    qtbot.addWidget(field)
    field.chosen_shares = []
    field.chosen.connect(field.chosen_shares.append)
    return field


def test_nothing_is_expected_at_first(field):
    assert field.value is None
    assert not field.percent.isEnabled()
    field.expects.click()
    field.percent.setValue(35)
    field.expects.click()
    assert field.chosen_shares == [USUAL_SHARE, 0.35, None]


def test_a_share_is_shown_without_a_signal(field):
    field.show_share(0.29, has_label=True)
    assert field.value == 0.29
    field.show_share(None, has_label=True)
    assert field.value is None
    assert field.percent.value() == 29
    assert field.chosen_shares == []
