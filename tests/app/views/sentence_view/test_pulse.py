import pytest
from PySide6.QtCore import QObject

from app.views.sentence_view.pulse import MILLISECONDS, Pulse


@pytest.fixture
def pulse(qapp) -> Pulse:
    return Pulse(QObject(qapp))


def test_it_is_short(qtbot, pulse: Pulse):
    assert MILLISECONDS < 300
    pulse.start([3, 4])
    assert list(pulse.tokens) == [3, 4]
    ages: list[float] = []
    pulse.moved.connect(lambda: ages.append(pulse.age))
    qtbot.waitUntil(lambda: not pulse.tokens)
    assert ages == sorted(ages)
    assert ages[-1] == 1.0


def test_other_tokens_begin_anew(qtbot, pulse: Pulse):
    pulse.start([3])
    pulse.start([5])
    assert list(pulse.tokens) == [5]
    pulse.start([])
    assert not pulse.tokens


def test_nothing_moves_where_less_motion_is_asked_for(pulse: Pulse, monkeypatch):
    monkeypatch.setattr("app.views.sentence_view.pulse.reduced_motion", lambda: True)
    pulse.start([3])
    assert not pulse.tokens
