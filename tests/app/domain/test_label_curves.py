"""Curves by label, in the order of what the last sentences gained."""

from __future__ import annotations

from app.domain.label_curves import LabelCurve, LabelCurves


def test_the_label_that_gained_most_follows_all_labels():
    curves = tuple(
        LabelCurve(label, with_text, without, 20)
        for label, with_text, without in (
            ("", (0.1, 0.2), (0.1, 0.1)),
            ("A", (0.5, 0.6), (0.2, 0.9)),
            ("B", (), (0.2, 0.5)),
            ("C", (0.5, 0.6), (0.2, 0.3)),
        )
    )
    found = LabelCurves((1, 2), curves, 3).by_gain()
    assert [one.label for one in found] == ["", "B", "A", "C"]
    assert found[1].scores == (0.2, 0.5)
    assert round(found[2].gain, 9) == 0.1


def test_rare_labels_are_not_ranked_but_follow_the_others():
    curves = LabelCurves(
        (1, 2),
        (
            LabelCurve("", (), (0.1, 0.2), 3),
            LabelCurve("A", (), (0.1, 0.9), 19),
            LabelCurve("B", (), (0.5, 0.4), 20),
        ),
        3,
    )
    assert [one.label for one in curves.by_gain()] == ["", "B", "A"]
    assert [one.label for one in curves.ranked()] == ["B"]
