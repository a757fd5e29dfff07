"""A builder of mixed integer programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray

Indices = NDArray[np.int64]

NONE = -1
"""The index of a missing variable."""

INFEASIBLE = 2
UNCLEAR = 4
"""Status of the solver (`scipy.optimize.milp`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """The result of the solver.

    Attributes
    ----------
    values : (V,) array or None
        The variables; None if no solution was found.
    possible : bool
        Whether the rows may be feasible.
    proved : bool
        Whether the values are proved optimal.
    bound : float
        Lower bound of the cost.
    """

    values: FloatArray | None
    possible: bool
    proved: bool
    bound: float


class LinearRows:
    """Minimise the cost of variables from 0 on, under rows low ≤ Σ a·v ≤ high."""

    def __init__(self) -> None:
        self._costs: list[FloatArray] = []
        self._upper: list[FloatArray] = []
        self._integral: list[FloatArray] = []
        self._n_variables = 0
        self._rows: list[Indices] = []
        self._columns: list[Indices] = []
        self._values: list[FloatArray] = []
        self._low: list[FloatArray] = []
        self._high: list[FloatArray] = []
        self._n_rows = 0

    def variables(self, costs: Any, *, upper: float = 1.0, integral: bool = False) -> Indices:
        """Add a variable for each cost, and return their indices in the shape of the costs.

        A cost of inf means that there is no such variable; its index is `NONE`.
        """
        costs = np.asarray(costs, dtype=np.float64)
        exists = costs < np.inf
        n_new = int(exists.sum())
        indices = np.full(costs.shape, NONE, dtype=np.int64)
        indices[exists] = np.arange(self._n_variables, self._n_variables + n_new)
        self._n_variables += n_new
        self._costs.append(costs[exists])
        self._upper.append(np.full(n_new, upper))
        self._integral.append(np.full(n_new, float(integral)))
        return indices

    def rows(self, low: Any, high: Any) -> Indices:
        """Add rows without entries, one for each bound, and return their indices."""
        low, high = np.broadcast_arrays(
            np.asarray(low, dtype=np.float64), np.asarray(high, dtype=np.float64)
        )
        numbers = np.arange(self._n_rows, self._n_rows + low.size).reshape(low.shape)
        self._n_rows += low.size
        self._low.append(low.ravel())
        self._high.append(high.ravel())
        return numbers

    def put(self, rows: Any, columns: Any, value: float = 1.0) -> None:
        """Add `value` times variables to rows, with broadcasting; missing variables are skipped."""
        rows, columns = np.broadcast_arrays(rows, columns)
        exists = columns != NONE
        self._rows.append(rows[exists])
        self._columns.append(columns[exists])
        self._values.append(np.full(int(exists.sum()), value))

    @property
    def costs(self) -> FloatArray:
        """The cost of each variable, (V,)."""
        return np.concatenate([np.zeros(0), *self._costs])

    def solve(self, time_limit: float | None = None) -> Solution:
        """Return values of least cost (HiGHS by `scipy.optimize.milp`), with a gap of 0."""
        # On first use: it takes as long to import as the rest of the library.
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array

        low, high = _joined(self._low), _joined(self._high)
        if self._n_variables == 0:
            possible = bool(np.all(low <= 0.0) and np.all(high >= 0.0))
            return Solution(np.zeros(0) if possible else None, possible, True, 0.0)
        positions = _joined(self._rows, np.int64), _joined(self._columns, np.int64)
        shape = self._n_rows, self._n_variables
        matrix = csr_array((_joined(self._values), positions), shape=shape)
        options: dict[str, Any] = {"mip_rel_gap": 0.0}
        if time_limit is not None:
            options["time_limit"] = time_limit
        found = milp(
            self.costs,
            integrality=_joined(self._integral),
            bounds=Bounds(0.0, _joined(self._upper)),
            constraints=LinearConstraint(matrix, low, high),
            options=options,
        )
        bound = found.get("mip_dual_bound")
        if bound is None and found.status == 0:
            # Without integers the optimum is its own bound.
            bound = found.fun
        return Solution(
            None if found.x is None else np.asarray(found.x, dtype=np.float64),
            not _is_infeasible(found),
            found.status == 0,
            -np.inf if bound is None else float(bound),
        )


def _is_infeasible(found: Any) -> bool:
    # The presolver may report "unbounded or infeasible"; the program is never unbounded, because
    # negative costs belong to bounded variables.
    return found.status == INFEASIBLE or (
        found.status == UNCLEAR and "infeasible" in str(found.message).lower()
    )


def _joined(parts: list[Any], kind: Any = np.float64) -> Any:
    return np.concatenate([np.zeros(0, kind), *parts])
