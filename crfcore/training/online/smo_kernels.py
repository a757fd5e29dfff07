"""Kernels of sequential minimal optimisation; see `smo`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel
from crfcore.training.online.dual_kernels import (
    cost_of_labels,
    score_of_labels,
    score_with_costs,
)
from crfcore.training.online.path_kernels import (
    add_to_weight,
    best_path,
    collect_difference,
    keep_distinct,
)

if TYPE_CHECKING:
    from crfcore.training.online.kernel_data import Layout, Sentences, Weights, Workspace


class Labellings(NamedTuple):
    """Labellings of each sentence, at most K, with their shares of its distribution.

    Attributes
    ----------
    shares, costs : (N, K) arrays
    starts : (N, K) array
        Where the labels of a labelling begin in `labels`.
    counts : (N,) array
        The number of labellings of each sentence.
    labels : array
    used : (1,) array
        The number of `labels` in use.
    """

    shares: FloatArray
    costs: FloatArray
    starts: OffsetArray
    counts: OffsetArray
    labels: IdArray
    used: OffsetArray


@kernel
def score_listed(
    work: Workspace, lists: Labellings, i: int, n: int, values: FloatArray
) -> tuple[int, int]:
    """Write the scores of a sentence's labellings; return the best, and the worst with a share."""
    most = -1
    least = -1
    for k in range(lists.counts[i]):
        start = lists.starts[i, k]
        values[k] = score_of_labels(work, lists.labels[start : start + n])
        if most < 0 or values[k] > values[most]:
            most = k
        if lists.shares[i, k] > 0.0 and (least < 0 or values[k] < values[least]):
            least = k
    return most, least


@kernel
def add_to_list(sentences: Sentences, lists: Labellings, i: int, path: IdArray) -> None:
    """Add a labelling without a share, unless it is listed; one without a share gives way."""
    n = path.shape[0]
    free = -1
    for k in range(lists.counts[i]):
        start = lists.starts[i, k]
        is_same = True
        for t in range(n):
            if lists.labels[start + t] != path[t]:
                is_same = False
                break
        if is_same:
            return
        if lists.shares[i, k] == 0.0:
            free = k
    if free < 0:
        free = lists.counts[i]
        lists.starts[i, free] = lists.used[0]
        lists.used[0] += n
        lists.counts[i] += 1
    start = lists.starts[i, free]
    for t in range(n):
        lists.labels[start + t] = path[t]
    lists.shares[i, free] = 0.0
    lists.costs[i, free] = cost_of_labels(sentences, i, path)


@kernel
def move_share(
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    work: Workspace,
    lists: Labellings,
    i: int,
    most: int,
    least: int,
    difference: float,
    c2: float,
    visits: float,
    sums: FloatArray,
    changes: FloatArray,
    touched: OffsetArray,
    values: FloatArray,
) -> float:
    """Move as much of a share from one labelling to another as raises D most; return that."""
    n = sentences.offsets[i + 1] - sentences.offsets[i]
    for t in range(n):
        work.truth[t] = lists.labels[lists.starts[i, least] + t]
        work.path[t] = lists.labels[lists.starts[i, most] + t]
    n_touched = collect_difference(sentences, layout, work, i, changes, touched)
    n_touched = keep_distinct(touched, n_touched, changes, values)
    square = 0.0
    for k in range(n_touched):
        square += values[k] * values[k]
    share = float(lists.shares[i, least])
    wanted = 2.0 * c2 * difference
    moved = share
    if wanted < square * share:
        moved = wanted / square
        lists.shares[i, least] = share - moved
    else:
        lists.shares[i, least] = 0.0
    lists.shares[i, most] += moved
    for k in range(n_touched):
        change = moved * 0.5 / c2 * values[k]
        add_to_weight(layout, weights, touched[k], change)
        sums[touched[k]] += visits * change
    return moved


@kernel
def smo_steps(
    order: OffsetArray,
    first: int,
    last: int,
    sentences: Sentences,
    layout: Layout,
    weights: Weights,
    sums: FloatArray,
    work: Workspace,
    lists: Labellings,
    terms: FloatArray,
    changes: FloatArray,
    touched: OffsetArray,
    values: FloatArray,
    listed: FloatArray,
    c2: float,
    n_steps: int,
    n_pairs: int,
    searching: bool,  # noqa: FBT001 - kernels take no keywords
    averaging: bool,  # noqa: FBT001
) -> tuple[int, float, float]:
    """Visit sentences order[first], …, order[last - 1], as long as there is room in the lists.

    Parameters
    ----------
    sums : (F,) array, added to
        Σ k·(k − 1)·Δ_k over visits k.
    terms : (N,) array, changed
        E_αi[L_i].
    changes : (F,) array of zeros
    touched, values : arrays
        Buffers for a difference of two labellings.
    listed : (K,) array
        A buffer for the scores of labellings.
    n_pairs : int
        The greatest number of moves in a visit.
    searching : bool
        Whether the best labelling of all joins the list before.

    Returns
    -------
    reached : int
        The first position not visited.
    loss, gap : float
        With ``searching``, Σ max_y [L + s] − s(known labels), and Σ g_i.
    """
    loss = 0.0
    gap = 0.0
    for place in range(first, last):
        i = order[place]
        start = sentences.offsets[i]
        n = sentences.offsets[i + 1] - start
        is_full = lists.counts[i] == lists.shares.shape[1]
        if searching and (is_full or lists.used[0] + n > lists.labels.shape[0]):
            return place, loss, gap
        score_with_costs(sentences, layout, weights, i, work)
        if searching:
            score = best_path(sentences, layout, work, i, work.transitions.shape[0], 0, work.path)
            loss += score - score_of_labels(work, sentences.label_sets[start : start + n])
            own = score
            most, least = score_listed(work, lists, i, n, listed)
            for k in range(lists.counts[i]):
                own -= lists.shares[i, k] * listed[k]
            gap += max(own, 0.0)
            if own > 0.0:
                add_to_list(sentences, lists, i, work.path[:n])
        visit = float(n_steps + place - first + 1)
        visits = visit * (visit - 1.0) if averaging else 0.0
        for pair in range(n_pairs):
            if pair > 0:
                score_with_costs(sentences, layout, weights, i, work)
            most, least = score_listed(work, lists, i, n, listed)
            difference = listed[most] - listed[least]
            if difference <= 0.0:
                break
            moved = move_share(
                sentences,
                layout,
                weights,
                work,
                lists,
                i,
                most,
                least,
                difference,
                c2,
                visits,
                sums,
                changes,
                touched,
                values,
            )
            terms[i] += moved * (lists.costs[i, most] - lists.costs[i, least])
    return last, loss, gap
