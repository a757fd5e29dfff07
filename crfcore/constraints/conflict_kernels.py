"""Whether any labelling meets masks, forbidden steps and an automaton: reachability, no scores."""

from __future__ import annotations

import numpy as np

from crfcore.arrays import IdArray, MaskArray, OffsetArray
from crfcore.jit import kernel


@kernel
def has_labelling(
    allowed: MaskArray,
    may_step: MaskArray,
    following: IdArray,
    marks: OffsetArray,
    may_stop: MaskArray,
) -> bool:
    """Return whether a labelling of T tokens is accepted.

    Parameters
    ----------
    allowed : (T, L) array of 0 and 1
        Labels of each token.
    may_step : (1, L, L) or (T, L, L) array of 0 and 1
        Label before, label; row t is the step to token t, and row 0 serves all if it is alone.
    following : (M, S, L) array
        `Automaton.next`.
    marks : (T,) array
        The mark of each token.
    may_stop : (S,) array of 0 and 1
        Whether a sentence may end in a state.
    """
    n_tokens, n_labels = allowed.shape
    n_states = len(may_stop)
    reached = np.zeros((n_states, n_labels), np.uint8)
    reached_next = np.zeros((n_states, n_labels), np.uint8)
    entered = np.zeros(n_labels, np.uint8)
    for t in range(n_tokens):
        step = may_step[t if len(may_step) > 1 else 0]
        reached_next[:] = 0
        for state in range(n_states):
            entered[:] = t == 0 and state == 0
            for before in range(n_labels):
                if reached[state, before]:
                    entered |= step[before]
            for y in range(n_labels):
                target = following[marks[t], state, y]
                if entered[y] and allowed[t, y] and target >= 0:
                    reached_next[target, y] = 1
        reached, reached_next = reached_next, reached
    is_accepted = False
    for state in range(n_states):
        is_accepted = is_accepted or (may_stop[state] != 0 and bool(np.any(reached[state])))
    return is_accepted
