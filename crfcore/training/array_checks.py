"""Checks of arrays from files, before kernels use them as indices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Arrays: TypeAlias = Mapping[str, NDArray[Any]]


def check_finite(arrays: Arrays, names: tuple[str, ...], least: float = -np.inf) -> None:
    """Raise ValueError unless the arrays that are there hold finite numbers, none below one."""
    for name in names:
        if name in arrays and not np.all(np.isfinite(arrays[name]) & (arrays[name] >= least)):
            what = "a finite number" if least == -np.inf else f"a number from {least:g} on"
            message = f"{name} holds something that is not {what}"
            raise ValueError(message)


def check_finite_or_forbidden(arrays: Arrays, names: tuple[str, ...]) -> None:
    """Do what `check_finite` does where −∞ stands for what is impossible."""
    check_finite({name: a[a != -np.inf] for name, a in arrays.items() if name in names}, names)


def check_dtypes(arrays: Arrays, dtypes: Mapping[str, type]) -> None:
    """Raise ValueError unless the arrays that are there hold what their kernels are made for."""
    for name, dtype in dtypes.items():
        if name in arrays and arrays[name].dtype != dtype:
            message = f"{name} holds {arrays[name].dtype}, not {np.dtype(dtype)}"
            raise ValueError(message)


def check_shape(arrays: Arrays, name: str, shape: tuple[int, ...]) -> None:
    """Raise ValueError unless an array has a shape; KeyError if it is not there."""
    if arrays[name].shape != shape:
        message = f"{name} has the shape {arrays[name].shape}, not {shape}"
        raise ValueError(message)


def check_groups(arrays: Arrays, indptr: str, members: str, n_groups: int, bound: int) -> None:
    """Raise ValueError unless members, all below a bound, are grouped by an array of offsets."""
    check_shape(arrays, members, (len(arrays[members]),))
    offsets = arrays[indptr]
    check_shape(arrays, indptr, (n_groups + 1,))
    rising = bool(np.all(offsets[1:] >= offsets[:-1]))
    if offsets[0] != 0 or offsets[-1] != len(arrays[members]) or not rising:
        message = f"{indptr} does not fit {members}"
        raise ValueError(message)
    check_members(arrays[members], bound, members)


def check_members(members: NDArray[Any], bound: int, name: str) -> None:
    """Raise ValueError unless all numbers are from 0 to below a bound."""
    if len(members) and not (int(members.min()) >= 0 and int(members.max()) < bound):
        message = f"{name} holds numbers outside 0 to {bound - 1}"
        raise ValueError(message)
