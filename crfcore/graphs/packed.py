"""The arrays of a factor graph that kernels read."""

from __future__ import annotations

from typing import NamedTuple

from crfcore.arrays import FloatArray, IdArray, OffsetArray


class Packed(NamedTuple):
    """The arrays that kernels read; factors with tables first, then agreement factors.

    A *membership* is a variable of a factor: entry m of `scope`.

    Attributes
    ----------
    unary : (V, K) array
    indptr : (F + 1,) array
        The memberships of each factor.
    scope, factor_of : (E,) array
        The variable and the factor of each membership.
    start : (F,) array
        The beginning of the factor's table; −1 − row of `gain` for agreement factors.
    tables : flat array
    gain : (F', K) array
    var_indptr : (V + 1,) array
    var_member : (E,) array
        The memberships of each variable.
    """

    unary: FloatArray
    indptr: OffsetArray
    scope: IdArray
    factor_of: IdArray
    start: OffsetArray
    tables: FloatArray
    gain: FloatArray
    var_indptr: OffsetArray
    var_member: IdArray
