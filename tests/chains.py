"""Small chains for the tests of inference and training."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st


@dataclass
class Chain:
    """One sentence: scores (T, L), transitions (L, L) or (T, L, L), a mask or None."""

    scores: np.ndarray
    transitions: np.ndarray
    allowed: np.ndarray | None

    @property
    def arguments(self):
        return self.scores, self.transitions, np.array([0, len(self.scores)]), self.allowed


def random_chain(rng, n_tokens, n_labels, scale=2.0, by_position=False, masked=False):
    shape = (n_tokens, n_labels, n_labels) if by_position else (n_labels, n_labels)
    allowed = None
    if masked:
        allowed = (rng.random((n_tokens, n_labels)) < 0.5).astype(np.uint8)
        allowed[np.arange(n_tokens), rng.integers(n_labels, size=n_tokens)] = 1
    return Chain(
        rng.normal(scale=scale, size=(n_tokens, n_labels)),
        rng.normal(scale=scale, size=shape),
        allowed,
    )


@st.composite
def chains(draw, max_tokens=5, max_labels=4):
    """Draw a chain of any kind, small enough to enumerate."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return random_chain(
        rng,
        draw(st.integers(1, max_tokens)),
        draw(st.integers(1, max_labels)),
        scale=draw(st.sampled_from([0.0, 1.0, 5.0, 60.0, 700.0])),
        by_position=draw(st.booleans()),
        masked=draw(st.booleans()),
    )
