"""Factor graphs: variables with a finite number of states, and scores of some of them together.

After 001, sections 5 to 8: log P(y) = Σ_i unary_i(y_i) + Σ_f table_f(y_f) − log Z. A table may be
shared by any number of factors. Agreement factors, of any number of variables, have no table: they
add a gain where all their variables have the same state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Integral
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, IdArray, MaskArray, OffsetArray
from crfcore.errors import CrfError, fault_in, shown
from crfcore.graphs.packed import Packed
from crfcore.inference.lattice import lattice
from crfcore.inference.sentence_pass import NoLabellingError

LARGEST_SCORE = 1e12
"""Limit of the size of a score: of larger ones, rounding takes what probabilities are made of."""


class NoStatesError(NoLabellingError):
    """A factor graph without any possible assignment of states.

    Parameters
    ----------
    variable : int
        Counted from 0; none of its states is possible.
    """

    def __init__(self, variable: int) -> None:
        self.variable = variable
        ValueError.__init__(
            self,
            f"Variable {variable} of the factor graph has no possible state, because of scores of "
            "−inf and of pins; allow at least one state that agrees with its neighbours.",
        )


class WidthError(CrfError):
    """Exact inference would need tables that are too large.

    Parameters
    ----------
    entries : int
        The number of entries needed, at least.
    members : sequence of int
        The variables of the largest table.
    max_entries : int
        The limit.
    n_variables : int, optional
        The number of variables of the graph; those that count on from it stand for agreement
        factors.
    """

    def __init__(
        self,
        entries: int,
        members: Sequence[int],
        max_entries: int,
        n_variables: int | None = None,
    ) -> None:
        self.entries, self.members = entries, tuple(members)
        own = [one for one in self.members if n_variables is None or one < n_variables]
        named = f"variable{'s' * (len(own) != 1)} {', '.join(map(str, own[:10]))}"
        more = "" if len(own) <= 10 else f" and {len(own) - 10} more"
        n_agreements = len(self.members) - len(own)
        if n_agreements:
            factors = (
                "an agreement factor" if n_agreements == 1 else f"{n_agreements} agreement factors"
            )
            more += f" and {factors}" if own else factors
        named = named if own else ""
        share = "shares" if len(self.members) == 1 else "share"
        super().__init__(
            f"The junction tree needs tables of at least {entries:,} entries, and max_entries is "
            f"{max_entries:,} ({named}{more} {share} a table); use method='bp', pin some "
            "variables, or allow more entries."
        )


@dataclass(frozen=True, eq=False)
class FactorGraph:
    """Scores of the joint states of V variables with up to K states.

    `FactorGraph.of` builds one from lists.

    Parameters
    ----------
    unary : (V, K) array
        −inf: the state is not allowed, or the variable has fewer states.
    scope_indptr : (F + 1,) array of integers
        Factor f is about the variables ``scope[scope_indptr[f]:scope_indptr[f + 1]]``.
    scope : array of integers
    table_of : (F,) array of integers
        The table of each factor.
    tables : flat array
        K**arity scores for each table, the last variable fastest; −inf forbids.
    table_start : (M,) array of integers
    agreement_indptr : (F' + 1,) array of integers
    agreement_scope : array of integers
        Variables of agreement factors, likewise.
    gain : (F', K) array
        Scores where all variables of the factor have state k; 0 where they differ.

    Raises
    ------
    CrfError
        Shapes do not match, a variable is unknown or repeated in a factor, or a score is NaN or
        +inf (for gains: or −inf).
    """

    unary: FloatArray
    scope_indptr: OffsetArray
    scope: IdArray
    table_of: IdArray
    tables: FloatArray
    table_start: OffsetArray
    agreement_indptr: OffsetArray
    agreement_scope: IdArray
    gain: FloatArray

    def __post_init__(self) -> None:
        """Check the arrays and give them their types."""
        for name, (kind, n_dimensions) in _ARRAYS.items():
            object.__setattr__(self, name, _typed(name, getattr(self, name), kind, n_dimensions))
        if self.n_states == 0:
            raise CrfError("unary must have a column for each state; it has none.")
        _check_scopes("scope", self.scope_indptr, self.scope, self.n_variables)
        name = "agreement_scope"
        _check_scopes(name, self.agreement_indptr, self.agreement_scope, self.n_variables)
        if self.gain.shape != (len(self.agreement_indptr) - 1, self.n_states):
            raise CrfError(
                f"gain must have the shape (agreement factors, states) = "
                f"({len(self.agreement_indptr) - 1}, {self.n_states}), not {self.gain.shape}."
            )
        self._check_tables()
        for name in ("unary", "tables", "gain"):
            values = getattr(self, name)
            if not np.all((np.abs(values) <= LARGEST_SCORE) | (values == -np.inf)):
                raise CrfError(
                    f"{name} must be numbers from −{LARGEST_SCORE:g} to {LARGEST_SCORE:g}, or −inf "
                    "for what is forbidden: not NaN."
                )
        if (self.gain == -np.inf).any():
            raise CrfError("gain must be finite; forbid agreement by a table.")

    def _check_tables(self) -> None:
        if len(self.table_of) != self.n_factors:
            raise CrfError(
                f"table_of must have an entry for each of {self.n_factors} factors, "
                f"not {len(self.table_of)}."
            )
        if self.n_factors == 0:
            return
        if self.table_of.min() < 0 or self.table_of.max() >= len(self.table_start):
            raise CrfError(f"table_of must be numbers of the {len(self.table_start)} tables.")
        arities = np.diff(self.scope_indptr)
        for arity in np.unique(arities).tolist():
            last = len(self.tables) - self.n_states**arity
            starts = self.table_start[self.table_of[arities == arity]]
            if starts.min() < 0 or starts.max() > last:
                raise CrfError(
                    f"The table of a factor of {arity} variables must have {self.n_states}**{arity}"
                    " entries; table_start is outside of tables, or too near its end."
                )

    @property
    def n_variables(self) -> int:
        """The number of variables, V."""
        return len(self.unary)

    @property
    def n_states(self) -> int:
        """The greatest number of states, K."""
        return int(self.unary.shape[1])

    @property
    def n_factors(self) -> int:
        """The number of factors with tables, F."""
        return len(self.scope_indptr) - 1

    @cached_property
    def packed(self) -> Packed:
        """The arrays that kernels read; those by variable are built once."""
        scope = np.concatenate([self.scope, self.agreement_scope])
        indptr = np.concatenate(
            [self.scope_indptr, self.agreement_indptr[1:] + self.scope_indptr[-1]]
        )
        factor_of = np.repeat(np.arange(len(indptr) - 1, dtype=np.int32), np.diff(indptr))
        counts = np.bincount(scope, minlength=self.n_variables)
        var_indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        var_member = np.argsort(scope, kind="stable").astype(np.int32)
        agreements = -1 - np.arange(len(self.gain), dtype=np.int64)
        start = np.concatenate([self.table_start[self.table_of], agreements])
        return Packed(
            self.unary,
            indptr,
            scope,
            factor_of,
            start,
            self.tables,
            self.gain,
            var_indptr,
            var_member,
        )

    def scope_of(self, factor: int) -> IdArray:
        """Return the variables of a factor; agreement factors count on from F."""
        packed = self.packed
        n_factors = len(packed.indptr) - 1
        if not (isinstance(factor, Integral) and 0 <= factor < n_factors):
            raise CrfError(
                f"There is no factor {shown(factor)}; the graph has {n_factors}, counted from 0."
            )
        return packed.scope[packed.indptr[factor] : packed.indptr[factor + 1]]

    def table(self, factor: int) -> FloatArray:
        """Return the scores of a factor with a table, (K, …, K)."""
        arity = int(self.scope_indptr[factor + 1] - self.scope_indptr[factor])
        start = int(self.table_start[self.table_of[factor]])
        shape = (self.n_states,) * arity
        return self.tables[start : start + self.n_states**arity].reshape(shape)

    def score(self, states: Any) -> Any:
        """Return the score of one assignment, (V,), or of each of several, (S, V).

        Returns
        -------
        float, or (S,) array
            Not normalised: log P = score − log Z.
        """
        chosen = _array("states", states)
        if chosen.shape[-1:] != (self.n_variables,) or chosen.ndim > 2:
            raise CrfError(
                f"states must have the shape ({self.n_variables},), or a row for each assignment, "
                f"not {chosen.shape}."
            )
        if chosen.size and (
            chosen.dtype.kind not in "iu" or chosen.min() < 0 or chosen.max() >= self.n_states
        ):
            raise CrfError(f"states must be integers from 0 to {self.n_states - 1}.")
        rows = np.atleast_2d(chosen).astype(np.int64)
        total = self.unary[np.arange(self.n_variables), rows].sum(axis=1)
        if self.n_factors:
            steps = self._strides * rows[:, self.scope]
            entries = np.add.reduceat(steps, self.scope_indptr[:-1], axis=1)
            total += self.tables[entries + self.table_start[self.table_of]].sum(axis=1)
        if len(self.gain):
            own, firsts = rows[:, self.agreement_scope], self.agreement_indptr[:-1]
            least = np.minimum.reduceat(own, firsts, axis=1)
            agree = least == np.maximum.reduceat(own, firsts, axis=1)
            gains = self.gain[np.arange(len(self.gain)), least]
            total += np.where(agree, gains, 0.0).sum(axis=1)
        return float(total[0]) if chosen.ndim == 1 else total

    @cached_property
    def _strides(self) -> OffsetArray:
        ends = np.repeat(self.scope_indptr[1:], np.diff(self.scope_indptr))
        return self.n_states ** (ends - 1 - np.arange(len(self.scope)))

    def with_pins(self, allowed: MaskArray) -> FactorGraph:
        """Return the same graph with fewer states.

        Parameters
        ----------
        allowed : (V, K) array of 0 and 1
            0 forbids a state.
        """
        wanted = f"allowed must be an array {self.unary.shape} of 0 and 1, where 0 forbids a state"
        try:
            mask = np.asarray(allowed)
        except (TypeError, ValueError, OverflowError) as error:
            raise CrfError(f"{wanted}, not rows of different lengths.") from error
        if mask.shape != self.unary.shape or mask.dtype.kind not in "biuf":
            raise CrfError(f"{wanted}, not one of the shape {mask.shape} and type {mask.dtype}.")
        return replace(self, unary=np.where(mask != 0, self.unary, -np.inf))

    @staticmethod
    def of(
        unary: Any,
        factors: Iterable[tuple[Sequence[int], Any]] = (),
        agreements: Iterable[tuple[Sequence[int], Any]] = (),
    ) -> FactorGraph:
        """Return the graph given by lists.

        Parameters
        ----------
        unary : (V, K) array
            Scores of the states of each variable.
        factors : iterable of (variables, table)
            A table has the shape (K, …, K), an axis for each variable; an object that is given
            several times is stored once.
        agreements : iterable of (variables, gain)
            Gains are a number, or an array (K,).

        Raises
        ------
        CrfError
            As for `FactorGraph`.

        Examples
        --------
        >>> import numpy as np
        >>> pairs, groups = [((0, 1), np.eye(2))], [((0, 1, 2), 1.0)]
        >>> graph = FactorGraph.of(np.zeros((3, 2)), pairs, groups)
        >>> graph.score([1, 1, 1])
        2.0
        """
        unary = _typed("unary", unary, np.float64, 2)
        n_states = unary.shape[1]
        scopes: list[Sequence[int]] = []
        numbers: dict[int, int] = {}
        tables: list[FloatArray] = []
        table_of, starts = [], [0]
        kept = _pairs("factors", factors)
        for variables, table in kept:
            scopes.append(variables)
            if id(table) not in numbers:
                values = _numbers("A table", table)
                if values.shape != (n_states,) * len(variables):
                    raise CrfError(
                        f"The table of variables {tuple(variables)} must have the shape "
                        f"{(n_states,) * len(variables)}, not {values.shape}."
                    )
                numbers[id(table)] = len(tables)
                tables.append(values.ravel())
                starts.append(starts[-1] + values.size)
            table_of.append(numbers[id(table)])
        groups = _pairs("agreements", agreements)
        gains = [_numbers("A gain", gain) for _, gain in groups]
        if any(gain.shape not in ((), (n_states,)) for gain in gains):
            raise CrfError(f"Gains are a number, or one for each of {n_states} states.")
        gains = [np.broadcast_to(gain, (n_states,)) for gain in gains]
        return FactorGraph(
            unary,
            _indptr(scopes),
            _flat(scopes),
            np.array(table_of, dtype=np.int32),
            np.concatenate([np.zeros(0), *tables]),
            np.array(starts[:-1], dtype=np.int64),
            _indptr([variables for variables, _ in groups]),
            _flat([variables for variables, _ in groups]),
            np.array(gains).reshape(len(gains), n_states),
        )

    @staticmethod
    def from_lattice(
        scores: FloatArray,
        transitions: FloatArray,
        offsets: OffsetArray,
        allowed: MaskArray | None = None,
    ) -> FactorGraph:
        """Return the graph of sentences: a variable for each token, a factor for each pair.

        Parameters
        ----------
        scores, transitions, offsets, allowed
            As for `crfcore.inference.log_z`.
        """
        checked = lattice(scores, transitions, offsets, allowed)
        seconds = np.ones(len(checked.scores), dtype=np.bool_)
        seconds[checked.offsets[:-1][np.diff(checked.offsets) > 0]] = False
        later = np.flatnonzero(seconds)
        unary = checked.scores
        if len(checked.allowed):
            unary = np.where(checked.allowed != 0, unary, -np.inf)
        tables = checked.transitions[later] if checked.by_position else checked.transitions
        n_tables, n_factors = len(tables), len(later)
        numbers = np.arange(n_factors, dtype=np.int32)
        return FactorGraph(
            unary,
            2 * np.arange(n_factors + 1),
            np.column_stack([later - 1, later]).ravel().astype(np.int32),
            numbers if checked.by_position else np.zeros_like(numbers),
            tables.ravel(),
            np.arange(n_tables) * checked.n_labels**2,
            np.zeros(1, np.int64),
            np.zeros(0, np.int32),
            np.zeros((0, checked.n_labels)),
        )


_ARRAYS: dict[str, tuple[Any, int]] = {
    "unary": (np.float64, 2),
    "scope_indptr": (np.int64, 1),
    "scope": (np.int32, 1),
    "table_of": (np.int32, 1),
    "tables": (np.float64, 1),
    "table_start": (np.int64, 1),
    "agreement_indptr": (np.int64, 1),
    "agreement_scope": (np.int32, 1),
    "gain": (np.float64, 2),
}
"""Type and number of dimensions of each array."""


def _typed(name: str, values: Any, kind: Any, n_dimensions: int) -> Any:
    read = _array(name, values)
    if read.ndim != n_dimensions:
        wanted = "one dimension" if n_dimensions == 1 else f"{n_dimensions} dimensions"
        raise CrfError(f"{name} must have {wanted}, not {read.ndim}.")
    wanted = "biuf" if np.dtype(kind).kind == "f" else "iu"
    if read.dtype.kind not in wanted:
        raise CrfError(f"{name} must be numbers of the type {np.dtype(kind)}, not {read.dtype}.")
    typed = np.ascontiguousarray(read, dtype=kind)
    if np.dtype(kind).kind == "i" and not np.array_equal(typed, read):
        raise CrfError(f"{name} has a number that is too large.")
    return typed


def _array(name: str, values: Any) -> Any:
    """Return anything as an array; CrfError where its rows have different lengths."""
    try:
        return np.asarray(values)
    except (TypeError, ValueError, OverflowError) as error:
        raise CrfError(f"{name} must be an array of numbers ({fault_in(error)}).") from error


def _numbers(name: str, values: Any) -> FloatArray:
    read = _array(name, values)
    if read.dtype.kind not in "biuf":
        raise CrfError(f"{name} must be numbers, not {shown(values)}.")
    return np.asarray(read, np.float64)


def _pairs(name: str, given: Any) -> list[tuple[Sequence[int], Any]]:
    """Return pairs of variables and scores as a list; CrfError for anything else."""
    try:
        return [(list(variables), scores) for variables, scores in given]
    except (TypeError, ValueError) as error:
        raise CrfError(
            f"{name} must be pairs of variables and scores, such as ((0, 1), table), not "
            f"{shown(given)}."
        ) from error


def _check_scopes(name: str, indptr: OffsetArray, scope: IdArray, n_variables: int) -> None:
    sizes = np.diff(indptr)
    if len(indptr) == 0 or indptr[0] != 0 or indptr[-1] != len(scope) or (sizes < 1).any():
        raise CrfError(
            f"The offsets of {name} must rise from 0 to its length, {len(scope)}, with at least "
            "one variable for each factor."
        )
    if len(scope) and (scope.min() < 0 or scope.max() >= n_variables):
        raise CrfError(f"{name} must be numbers of the {n_variables} variables.")
    numbers = np.repeat(np.arange(len(sizes)), sizes) * max(n_variables, 1) + scope
    if len(np.unique(numbers)) < len(numbers):
        raise CrfError(f"{name} names a variable twice in one factor; name each once.")


def _indptr(scopes: list[Sequence[int]]) -> OffsetArray:
    return np.cumsum([0, *map(len, scopes)], dtype=np.int64)


def _flat(scopes: list[Sequence[int]]) -> Any:
    return _array("variables", [one for scope in scopes for one in scope] or np.zeros(0, np.int32))
