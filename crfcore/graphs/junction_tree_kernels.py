"""Kernels that pass messages in a junction tree.

All tables are flat: that of clique c is ``tables[start[c]:start[c + 1]]``, the last variable
fastest. A clique's parent has a higher number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from crfcore.arrays import FloatArray, IdArray, OffsetArray
from crfcore.jit import kernel


class TreeArrays(NamedTuple):
    """Cliques and separators of a junction tree.

    Attributes
    ----------
    sizes : (V,) array
        The number of states of each variable.
    indptr : (C + 1,) array
        The variables of each clique.
    variables : flat array
    start : (C + 1,) array
        The table of each clique.
    parent : (C,) array
        −1 for roots.
    separator_indptr, separator_variables, separator_start
        Likewise for the variables that a clique shares with its parent; empty for roots.
    """

    sizes: OffsetArray
    indptr: OffsetArray
    variables: IdArray
    start: OffsetArray
    parent: IdArray
    separator_indptr: OffsetArray
    separator_variables: IdArray
    separator_start: OffsetArray


@kernel
def entry_map(sizes: OffsetArray, steps: OffsetArray, base: int, out: IdArray) -> None:
    """Write for each entry of a table the sum of steps[j, state of variable j] and a base.

    Parameters
    ----------
    sizes : (n,) array
        States of each variable of the table.
    steps : (n, K) array
    out : (entries,) array, written
    """
    out[0] = base
    length = 1
    for j in range(sizes.shape[0]):
        size = sizes[j]
        # From the back: an entry is read before its place is written.
        for entry in range(length - 1, -1, -1):
            value = out[entry]
            for state in range(size - 1, -1, -1):
                out[entry * size + state] = value + steps[j, state]
        length *= size


@kernel
def separator_map(tree: TreeArrays, owner: int, child: int, out: IdArray) -> None:
    """Write for each entry of the owner's table its entry in the separator of a child."""
    first, last = tree.indptr[owner], tree.indptr[owner + 1]
    n_variables = last - first
    sizes = np.empty(n_variables, dtype=np.int64)
    most = 1
    for j in range(n_variables):
        sizes[j] = tree.sizes[tree.variables[first + j]]
        most = max(most, sizes[j])
    steps = np.zeros((n_variables, most), dtype=np.int64)
    stride = 1
    for s in range(tree.separator_indptr[child + 1] - 1, tree.separator_indptr[child] - 1, -1):
        variable = tree.separator_variables[s]
        for j in range(n_variables):
            if tree.variables[first + j] == variable:
                for state in range(sizes[j]):
                    steps[j, state] = state * stride
        stride *= tree.sizes[variable]
    entry_map(sizes, steps, 0, out)


@kernel
def _reduced(
    table: FloatArray, numbers: IdArray, maximise: bool, greatest: FloatArray, out: FloatArray
) -> None:
    """Write log Σ exp, or the maximum, of the entries with the same number."""
    greatest[:] = -np.inf
    for entry in range(table.shape[0]):
        number = numbers[entry]
        greatest[number] = max(greatest[number], table[entry])
    if maximise:
        out[:] = greatest
        return
    out[:] = 0.0
    for entry in range(table.shape[0]):
        if table[entry] > -np.inf:
            number = numbers[entry]
            out[number] += np.exp(table[entry] - greatest[number])
    for number in range(out.shape[0]):
        out[number] = np.log(out[number]) + greatest[number] if out[number] > 0.0 else -np.inf


@kernel
def add_table(
    tables: FloatArray,
    first: int,
    sizes: OffsetArray,
    steps: OffsetArray,
    base: int,
    values: FloatArray,
    numbers: IdArray,
) -> None:
    """Add values to a clique's table, each at the entries that `entry_map` gives its number."""
    entry_map(sizes, steps, base, numbers)
    n_entries = 1
    for j in range(sizes.shape[0]):
        n_entries *= sizes[j]
    for entry in range(n_entries):
        tables[first + entry] += values[numbers[entry]]


@kernel
def collect(
    tree: TreeArrays,
    tables: FloatArray,
    messages: FloatArray,
    maximise: bool,
    numbers: IdArray,
) -> tuple[float, int]:
    """Pass messages from the leaves to the roots; tables become potentials times messages.

    Parameters
    ----------
    messages : flat array, written
        The message of each clique to its parent, by separator entry, with the maximum 0.
    numbers : array of at least the largest table's length
        Workspace.

    Returns
    -------
    total : float
        log Z, or the best score.
    bad : int
        A clique without any possible entry; −1 if there is none.
    """
    total = 0.0
    greatest = np.empty(numbers.shape[0])
    for c in range(tree.parent.shape[0]):
        first, last = tree.start[c], tree.start[c + 1]
        table = tables[first:last]
        p = tree.parent[c]
        if p < 0:
            numbers[: last - first] = 0
            root = np.empty(1)
            _reduced(table, numbers, maximise, greatest[:1], root)
            if root[0] == -np.inf:
                return -np.inf, c
            total += root[0]
            continue
        message = messages[tree.separator_start[c] : tree.separator_start[c + 1]]
        separator_map(tree, c, c, numbers)
        _reduced(table, numbers, maximise, greatest[: message.shape[0]], message)
        top = message.max()
        if top == -np.inf:
            return -np.inf, c
        total += top
        message -= top
        separator_map(tree, p, c, numbers)
        base = tree.start[p]
        for entry in range(tree.start[p + 1] - base):
            tables[base + entry] += message[numbers[entry]]
    return total, -1


@kernel
def distribute(
    tree: TreeArrays, tables: FloatArray, messages: FloatArray, numbers: IdArray
) -> None:
    """Pass messages from the roots to the leaves, after `collect`: tables become beliefs.

    What a clique sent is divided out of its parent's belief. Where that was 0, so is the belief:
    0/0 is 0 (F. V. Jensen, S. L. Lauritzen and K. G. Olesen, 1990).
    """
    greatest = np.empty(numbers.shape[0])
    reply = np.empty(numbers.shape[0])
    for c in range(tree.parent.shape[0] - 1, -1, -1):
        first, last = tree.start[c], tree.start[c + 1]
        p = tree.parent[c]
        if p >= 0:
            message = messages[tree.separator_start[c] : tree.separator_start[c + 1]]
            n_entries = message.shape[0]
            separator_map(tree, p, c, numbers)
            own = tables[tree.start[p] : tree.start[p + 1]]
            _reduced(own, numbers, False, greatest[:n_entries], reply[:n_entries])
            for entry in range(n_entries):
                is_possible = message[entry] > -np.inf
                reply[entry] = reply[entry] - message[entry] if is_possible else -np.inf
            separator_map(tree, c, c, numbers)
            for entry in range(last - first):
                tables[first + entry] += reply[numbers[entry]]
        # Beliefs sum to 1.
        table = tables[first:last]
        top = table.max()
        table -= top + np.log(np.exp(table - top).sum())


@kernel
def walk(
    tree: TreeArrays,
    tables: FloatArray,
    uniforms: FloatArray,
    numbers: IdArray,
    states: IdArray,
) -> None:
    """Choose states from the roots to the leaves, after `collect`.

    Parameters
    ----------
    uniforms : (C,) array, or (0,)
        Numbers from [0, 1) for a sample; without them the best states are chosen.
    states : (V,) array, written
    """
    for c in range(tree.parent.shape[0] - 1, -1, -1):
        first, last = tree.start[c], tree.start[c + 1]
        wanted = 0
        for s in range(tree.separator_indptr[c], tree.separator_indptr[c + 1]):
            variable = tree.separator_variables[s]
            wanted = wanted * tree.sizes[variable] + states[variable]
        if tree.parent[c] >= 0:
            separator_map(tree, c, c, numbers)
        else:
            numbers[: last - first] = 0
        best = -1
        for entry in range(last - first):
            is_better = best < 0 or tables[first + entry] > tables[first + best]
            if numbers[entry] == wanted and is_better:
                best = entry
        if uniforms.shape[0] > 0:
            top = tables[first + best]
            total = 0.0
            for entry in range(last - first):
                if numbers[entry] == wanted:
                    total += np.exp(tables[first + entry] - top)
            left = uniforms[c] * total
            for entry in range(last - first):
                if numbers[entry] == wanted and tables[first + entry] > -np.inf:
                    left -= np.exp(tables[first + entry] - top)
                    best = entry
                    if left < 0.0:
                        break
        for j in range(tree.indptr[c + 1] - 1, tree.indptr[c] - 1, -1):
            variable = tree.variables[j]
            states[variable] = best % tree.sizes[variable]
            best //= tree.sizes[variable]
