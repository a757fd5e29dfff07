"""Checks of arrays from files, before kernels use them as indices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Arrays: TypeAlias = Mapping[str, NDArray[Any]]


def check_finite(arrays: Arrays, names: tuple[str, ...], least: float = -np.inf) -> None:
    """Raise ValueError unless existing arrays have finite numbers of at least `least`."""
    for name in names:
        if name in arrays and not np.all(np.isfinite(arrays[name]) & (arrays[name] >= least)):
            what = "a finite number" if least == -np.inf else f"a number from {least:g} on"
            raise ValueError(f"{name} holds something that is not {what}")


def check_size(arrays: Arrays, names: tuple[str, ...], most: float) -> None:
    """Raise ValueError unless all numbers of existing arrays are between −most and most."""
    for name in names:
        if name in arrays and not np.all(np.abs(arrays[name]) <= most):
            what = f"a finite number of at most {most:g}"
            raise ValueError(f"{name} holds something that is not {what}")


def check_finite_or_forbidden(arrays: Arrays, names: tuple[str, ...]) -> None:
    """Raise ValueError unless existing arrays have finite numbers or −∞."""
    check_finite({name: a[a != -np.inf] for name, a in arrays.items() if name in names}, names)


def check_dtypes(arrays: Arrays, dtypes: Mapping[str, type]) -> None:
    """Raise ValueError unless existing arrays have the dtypes of their kernels."""
    for name, dtype in dtypes.items():
        if name in arrays and arrays[name].dtype != dtype:
            raise ValueError(f"{name} holds {arrays[name].dtype}, not {np.dtype(dtype)}")


def check_shape(arrays: Arrays, name: str, shape: tuple[int, ...]) -> None:
    """Raise ValueError unless an array has a shape; KeyError if it is missing."""
    if arrays[name].shape != shape:
        raise ValueError(f"{name} has the shape {arrays[name].shape}, not {shape}")


def check_groups(arrays: Arrays, indptr: str, members: str, n_groups: int, bound: int) -> None:
    """Raise ValueError unless members are below a bound and grouped by valid offsets."""
    check_shape(arrays, members, (len(arrays[members]),))
    offsets = arrays[indptr]
    check_shape(arrays, indptr, (n_groups + 1,))
    rising = bool(np.all(offsets[1:] >= offsets[:-1]))
    if offsets[0] != 0 or offsets[-1] != len(arrays[members]) or not rising:
        raise ValueError(f"{indptr} does not fit {members}")
    check_members(arrays[members], bound, members)


def check_members(members: NDArray[Any], bound: int, name: str) -> None:
    """Raise ValueError unless all numbers are between 0 and a bound, exclusive."""
    if len(members) and not (int(members.min()) >= 0 and int(members.max()) < bound):
        raise ValueError(f"{name} holds numbers outside 0 to {bound - 1}")
