from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from crfcore.training.optimisers.owlqn_kernels import pseudo_gradient_into


@pytest.mark.parametrize("n", range(1, 20))
def test_the_norm_does_not_depend_on_where_arrays_are(n):
    rng = np.random.default_rng(0)
    for _ in range(20):
        given = rng.normal(size=n), rng.normal(size=n), np.full(n, 0.3)
        found = set()
        for gap, order in product((0, 1, 5), permutations(range(4))):
            # One after the other in memory.
            memory = np.zeros(4 * (n + gap))
            own = [memory[(n + gap) * at : (n + gap) * at + n] for at in order]
            for to, values in zip(own, given, strict=False):
                to[:] = values
            x, gradient, strengths, pseudo = own
            found.add((pseudo_gradient_into(x, gradient, strengths, pseudo), pseudo.tobytes()))
        assert len(found) == 1
        ((norm, written),) = found
        assert norm == pytest.approx(float(np.linalg.norm(np.frombuffer(written))))
