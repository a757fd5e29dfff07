"""The parameters of estimators: names, values, and errors for names that there are not."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from typing import Any, Self

from crfcore.errors import ParameterError, shown


class _Signature:
    """The signature of a class: that of its constructor.

    Python 3.11.3 and older would take that of `__new__`.
    """

    def __get__(self, estimator: Any, cls: type) -> inspect.Signature:
        constructor = inspect.signature(cls.__init__)  # type: ignore[misc]
        _, *parameters = constructor.parameters.values()
        return inspect.Signature(parameters)


class NamedParameters(ABC):
    """An estimator whose constructor stores each parameter under its own name."""

    __signature__ = _Signature()

    @abstractmethod
    def __init__(self, **params: Any) -> None:
        """Store the parameters that `get_params` returns."""

    def __new__(cls, *_args: Any, **params: Any) -> Self:
        """Raise ParameterError for a parameter that the estimator does not have."""
        _check_names(cls.__name__, cls.parameter_names(), params)
        return super().__new__(cls)

    @classmethod
    def parameter_names(cls) -> list[str]:
        """Return the names of the constructor's parameters, in their order."""
        return list(cls.__signature__.parameters)

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002
        """Return the parameters of the constructor."""
        del deep
        return {name: vars(self)[name] for name in self.parameter_names()}

    def set_params(self, **params: Any) -> Self:
        """Set parameters; a fitted model does not change until the next `fit`."""
        _check_names(type(self).__name__, self.parameter_names(), params)
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def __sklearn_tags__(self) -> Any:
        # Called by scikit-learn only, so the import succeeds.
        from sklearn.utils import Tags, TargetTags

        return Tags(estimator_type=None, target_tags=TargetTags(required=True), requires_fit=True)


def _check_names(estimator: str, known: Collection[str], names: Iterable[str]) -> None:
    """Raise ParameterError for a parameter that an estimator does not have."""
    for name in names:
        if name not in known:
            near = [one for one in known if _differ_in_one_letter(name, one)]
            near = near or get_close_matches(name, known, n=1)
            meant = f"use {' or '.join(near)}" if near else f"it has {', '.join(known)}"
            raise ParameterError(f"{estimator} has no parameter {shown(name)}; {meant}.")


def _differ_in_one_letter(name: str, other: str) -> bool:
    return len(name) == len(other) and sum(map(str.__ne__, name, other)) == 1
