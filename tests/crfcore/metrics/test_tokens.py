import pytest

from crfcore.metrics.tokens import token_accuracy


@pytest.mark.parametrize(
    ("gold", "predicted", "share"),
    [
        ([["A", "B"], ["A"]], [["A", "A"], ["A"]], 2 / 3),
        ([["A"]], [["A"]], 1.0),
        ([["A"]], [["B"]], 0.0),
        ([], [], 0.0),
        ([[]], [[]], 0.0),
    ],
)
def test_the_share_of_right_tags(gold, predicted, share):
    assert token_accuracy(gold, predicted) == pytest.approx(share)
