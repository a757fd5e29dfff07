"""Trees against a slow search of all splits."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.training.boosting.bins import bins_of
from crfcore.training.boosting.trees_kernels import GREATEST_LEAF, Grown, Growth, grow_tree
from tests.crfcore.training.boosting.test_bins import dataset_of, value_of


def grown_by_kernel(bins, growth, gradients, curvatures, rows=None, width=1, is_first=None):
    n_most = 2 * growth.max_leaves - 1
    grown = Grown(*(np.zeros(n_most, kind) for kind in (*[np.int32] * 3, float, float)))
    changes = np.zeros(len(gradients))
    rows = np.arange(len(gradients)) if rows is None else rows
    n_nodes = grow_tree(
        bins,
        rows.copy(),
        width,
        np.zeros(len(gradients) // width, np.uint8) if is_first is None else is_first,
        gradients,
        curvatures,
        growth,
        np.empty((growth.max_leaves, len(bins.thresholds), 2)),
        grown,
        changes,
    )
    return n_nodes, grown, changes


def slow_tree(questions, growth, g, h):
    """Return gains of the splits in order, and the value of each row; questions are masks."""

    def score(rows):
        return g[rows].sum() ** 2 / (h[rows].sum() + growth.reg_lambda)

    def best(rows):
        found = (0.0, None)
        for above in questions:
            sides = [r for r in rows if not above[r]], [r for r in rows if above[r]]
            if min(h[side].sum() for side in sides) < growth.least_curvature:
                continue
            gain = 0.5 * (score(sides[0]) + score(sides[1]) - score(rows))
            if gain > found[0] + 1e-12:
                found = gain, sides
        return found

    leaves = [list(range(len(g)))]
    gains = []
    while len(leaves) < growth.max_leaves:
        tried = [best(rows) for rows in leaves]
        number = max(range(len(leaves)), key=lambda n: tried[n][0])
        if tried[number][0] <= 1e-9:
            break
        gains.append(tried[number][0])
        leaves[number : number + 1] = tried[number][1]
    values = np.zeros(len(g))
    for rows in leaves:
        leaf = g[rows].sum() / (h[rows].sum() + growth.reg_lambda)
        values[rows] = np.clip(leaf, -GREATEST_LEAF, GREATEST_LEAF)
    return gains, values


@pytest.mark.parametrize("seed", range(30))
def test_a_tree_is_the_best_of_all_splits(seed):
    rng = np.random.default_rng(seed)
    n_rows = int(rng.integers(3, 25))
    entries = [[(a, float(rng.choice([-1.0, 1.0, 2.5]))) for a in range(4)] for _ in range(n_rows)]
    rows = [[entry for entry in row if rng.random() < 0.5] for row in entries]
    bins = bins_of(dataset_of(rows, 4), 1)
    growth = Growth(int(rng.integers(1, 7)), float(rng.choice([0.1, 1.0])), 0.3)
    g, h = rng.normal(size=n_rows), rng.random(n_rows) * 0.25
    questions = [
        np.array([value_of(row, a) > bins.thresholds[b] for row in rows])
        for a in range(4)
        for b in range(int(bins.starts[a]), int(bins.starts[a + 1]))
    ]
    gains, values = slow_tree(questions, growth, g, h)
    n_nodes, grown, changes = grown_by_kernel(bins, growth, g, h)
    assert n_nodes == 2 * len(gains) + 1
    np.testing.assert_allclose(sorted(grown.gains[grown.gains > 0.0]), sorted(gains), rtol=1e-9)
    np.testing.assert_allclose(changes, values, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_labels_before_are_questions_too(seed):
    """Rows are tokens after each label; those of first tokens are after none."""
    rng = np.random.default_rng(seed)
    width, n_tokens = 3, 6
    rows = [[(0, 1.0)] if rng.random() < 0.5 else [] for _ in range(n_tokens)]
    bins = bins_of(dataset_of(rows, 1), 1, width)
    is_first = np.array([1, 0, 0, 1, 0, 0], np.uint8)
    used = np.array(
        [r for r in range(n_tokens * width) if not is_first[r // width] or r % width == 0]
    )
    g, h = rng.normal(size=n_tokens * width), np.full(n_tokens * width, 0.2)
    growth = Growth(5, 0.5, 0.1)
    questions = [np.array([bool(rows[r // width]) for r in range(n_tokens * width)])]
    for x in range(width):
        after = [r % width == x and not is_first[r // width] for r in range(n_tokens * width)]
        questions.append(np.array(after))
    chosen = [mask[used] for mask in questions]
    gains, values = slow_tree(chosen, growth, g[used], h[used])
    n_nodes, _, changes = grown_by_kernel(bins, growth, g, h, used, width, is_first)
    assert n_nodes == 2 * len(gains) + 1
    np.testing.assert_allclose(changes[used], values, rtol=1e-9, atol=1e-12)


def test_leaves_are_limited():
    bins = bins_of(dataset_of([[(0, 1.0)], []], 1), 1)
    g, h = np.array([100.0, -100.0]), np.array([1.0, 1.0])
    _, _, changes = grown_by_kernel(bins, Growth(2, 0.0, 0.1), g, h)
    assert changes.tolist() == [GREATEST_LEAF, -GREATEST_LEAF]
    # Without any curvature a leaf is 0, not NaN.
    _, _, changes = grown_by_kernel(bins, Growth(1, 0.0, 0.1), g, np.zeros(2))
    assert changes.tolist() == [0.0, 0.0]
