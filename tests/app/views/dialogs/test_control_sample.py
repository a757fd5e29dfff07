"""The size of the test sample: what it buys stands below it."""

import pytest
from PySide6.QtCore import Qt

from app.domain.control_sample import MIN_PROJECT, SampleRoom, largest_sample
from app.views.dialogs.control_sample import ControlPaceBox, ControlSampleBox
from tests.window_language import window_in


@pytest.mark.parametrize(("size", "exactness"), [(50, "±10 points"), (200, "±5.0 points")])
def test_the_explanation_says_how_exact_it_will_be(qtbot, size, exactness) -> None:
    box = ControlSampleBox(size)
    qtbot.addWidget(box)
    assert exactness in box.explanation.text()


@pytest.mark.parametrize(("size", "needed"), [(1, "50"), (10, "50"), (100, "500"), (333, "1,665")])
def test_a_new_project_says_how_many_sentences_the_sample_needs(qtbot, size, needed) -> None:
    box = ControlSampleBox(size)
    qtbot.addWidget(box)
    assert f"{size} need {needed} open sentences." in box.explanation.text()
    assert "fewer than 50" in box.explanation.text()
    n = int(needed.replace(",", ""))
    assert largest_sample(n) >= size
    assert n == MIN_PROJECT or largest_sample(n - 1) < size


def test_the_explanation_says_what_more_would_bring(qtbot) -> None:
    box = ControlSampleBox(100)
    qtbot.addWidget(box)
    assert "to within ±7.1 points; with 400, to within ±3.5 points" in box.explanation.text()


@pytest.mark.parametrize(
    ("size", "exactness"),
    [
        (13, "to within ±22 points; with 52, to within ±10 points."),
        (50, "to within ±10 points; with 71, to within ±9 points."),
        (71, "to within ±8.6 points."),
    ],
)
def test_it_has_the_same_decimals_twice_and_proposes_no_more_than_is_possible(
    qtbot, size, exactness
) -> None:
    box = ControlSampleBox(0, "iob2", room=SampleRoom(0, 359))
    qtbot.addWidget(box)
    box.setValue(size)
    assert exactness in box.explanation.text()


def test_a_size_above_the_cap_says_what_is_drawn(qtbot) -> None:
    box = ControlSampleBox(100, "iob2", room=SampleRoom(71, 359))
    qtbot.addWidget(box)
    text = box.explanation.text()
    assert (
        "This project has 71 test sentences. At most 20% of the open sentences can be drawn; import"
        " more texts for a larger sample."
    ) in text
    assert "With 71 of them" in text
    box.setValue(50)
    assert "With 50 of them" in box.explanation.text()
    assert "larger sample" not in box.explanation.text()


@pytest.mark.parametrize(
    ("room", "said"),
    [
        # Most of the 60 sentences that the sample was drawn from are labelled by now.
        (SampleRoom(12, 26), "This project has 12 test sentences. At most 20% of"),
        (SampleRoom(1, 2), "This project has 1 test sentence. At most 20% of"),
        (SampleRoom(0, 359), "can be drawn: 71 in this project. Import more texts"),
    ],
)
def test_the_cap_is_right_while_sentences_are_labelled(qtbot, room, said) -> None:
    box = ControlSampleBox(100, "iob2", room=room)
    qtbot.addWidget(box)
    assert said in box.explanation.text()
    assert f" of {room.n_open}" not in box.explanation.text()


@pytest.mark.parametrize(
    ("room", "size", "now"),
    [
        (SampleRoom(100, 500), 100, ""),
        (SampleRoom(32, 162), 100, ""),
        (SampleRoom(0, 8), 100, ""),
        (SampleRoom(0, 0), 100, ""),
        (SampleRoom(150, 1000), 100, "This project has 150 test sentences now."),
        (SampleRoom(1, 90), 100, "has 1 test sentence now. Change the number to draw more."),
        (SampleRoom(0, 162), 100, "no test sentences now: change the number to draw some."),
    ],
)
def test_what_the_project_has_is_said_where_it_is_another_number(qtbot, room, size, now) -> None:
    box = ControlSampleBox(size, "iob2", room=room)
    qtbot.addWidget(box)
    text = box.explanation.text()
    assert now in text
    assert (" now" in text) == bool(now or room.n_open < MIN_PROJECT)
    assert (f"With {room.n_drawn} of them" in text) == bool(room.n_drawn)
    assert not box.draws


def test_a_number_that_is_typed_is_drawn(qtbot) -> None:
    box = ControlSampleBox(100, "iob2", room=SampleRoom(0, 162))
    qtbot.addWidget(box)
    box.propose_size()
    assert (box.value(), box.draws) == (100, True)
    assert "With 32 of them" in box.explanation.text()
    assert " now" not in box.explanation.text()


def test_a_small_project_has_no_sample(qtbot) -> None:
    box = ControlSampleBox(100, "iob2", room=SampleRoom(0, 49))
    qtbot.addWidget(box)
    assert (
        "none is drawn before this project has 50 open sentences (49 now)" in box.explanation.text()
    )


def test_none_is_possible_and_says_what_is_lost(qtbot) -> None:
    box = ControlSampleBox(100)
    qtbot.addWidget(box)
    box.setValue(0)
    assert box.text() == "None"
    assert "no learning curve" in box.explanation.text()


def test_the_pace_is_one_in_so_many(qtbot) -> None:
    box = ControlPaceBox(3)
    qtbot.addWidget(box)
    assert box.text() == "1 in 3 sentences"


def test_a_pace_that_is_too_fast_becomes_the_fastest_possible_and_that_is_named(qtbot) -> None:
    box = ControlPaceBox(3)
    qtbot.addWidget(box)
    assert "at most 1 in 2" in box.explanation.text()
    box.show()
    qtbot.waitActive(box)
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, "1")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert box.text() == "1 in 2 sentences"
    assert box.value() == 2


def test_where_each_token_has_a_label_it_speaks_of_accuracy(qtbot) -> None:
    box = ControlSampleBox(100, "iob2")
    qtbot.addWidget(box)
    assert "an F1 of about 80%" in box.explanation.text()
    box.set_scheme("tokens")
    assert "an accuracy of about 90% is known to within ±1.9 points" in box.explanation.text()


def test_an_empty_sample_names_the_room_that_there_is(qtbot) -> None:
    box = ControlSampleBox(0, "iob2", room=SampleRoom(0, 359))
    qtbot.addWidget(box)
    assert "room for 71 test sentences" in box.explanation.text()


def test_a_number_can_be_typed_at_once_where_there_is_no_sample(qtbot) -> None:
    box = ControlSampleBox(0, "iob2", room=SampleRoom(0, 400))
    qtbot.addWidget(box)
    box.show()
    qtbot.waitActive(box)
    box.clearFocus()
    box.setFocus()
    qtbot.waitUntil(lambda: bool(box.lineEdit().selectedText()))
    qtbot.keyClicks(box, "40")
    assert box.value() == 40


@pytest.mark.parametrize(("n_sentences", "proposed"), [(2_000, 100), (400, 80), (30, 0)])
def test_the_usual_size_is_proposed_where_there_is_room(qtbot, n_sentences, proposed) -> None:
    box = ControlSampleBox(0, "iob2", room=SampleRoom(0, n_sentences))
    qtbot.addWidget(box)
    box.propose_size()
    assert box.value() == proposed
    box.setValue(3)
    box.propose_size()
    assert box.value() == 3


def test_how_often_test_sentences_are_queried_needs_a_sample(qtbot) -> None:
    box = ControlPaceBox(5)
    qtbot.addWidget(box)
    box.follow_size(0)
    assert not box.isEnabled()
    assert "no test sample" in box.toolTip()
    box.follow_size(50)
    assert box.isEnabled()
    assert not box.toolTip()


def test_how_exact_it_will_be_has_the_signs_of_the_language(qtbot) -> None:
    with window_in("de"):
        box = ControlSampleBox(100)
        qtbot.addWidget(box)
        assert "±7,1" in box.explanation.text()
        assert "±3,5" in box.explanation.text()
