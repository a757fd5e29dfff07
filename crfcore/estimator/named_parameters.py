"""The parameters of estimators: names, values, and errors for names that there are not."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Self

from crfcore.errors import ParameterError, shown

_OF = "__"
"""Between the names of a parameter that is an estimator and of a parameter of this one."""

SIMILAR = 0.7
"""The least similarity of a name that is suggested for another: max_iter, max_iterations."""


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


class NestedParameters(NamedParameters):
    """An estimator with another one as a parameter, whose own are named ``chain__c2`` and so on."""

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002
        """Return the parameters of the constructor, and those of an estimator among them.

        Parameters
        ----------
        deep : bool
            Whether to return ``chain__c2`` and so on, too.
        """
        params = super().get_params()
        if not deep:
            return params
        return params | {
            f"{name}{_OF}{inner}": value
            for name, estimator in params.items()
            if isinstance(estimator, NamedParameters)
            for inner, value in estimator.get_params().items()
        }

    def set_params(self, **params: Any) -> Self:
        """Set parameters, also of an estimator among them (``chain__c2``).

        A fitted model does not change until the next `fit`.
        """
        _check_names(
            *(type(self).__name__, self.parameter_names()),
            (name.partition(_OF)[0] for name in params),
        )
        own = {name: value for name, value in params.items() if _OF not in name}
        values = vars(self) | own
        nested: dict[str, dict[str, Any]] = {}
        for name in params:
            outer, separator, inner = name.partition(_OF)
            if not separator:
                continue
            estimator = values[outer]
            if not isinstance(estimator, NamedParameters):
                raise ParameterError(
                    f"{shown(name)} is not possible while {outer}={shown(estimator)}; give an "
                    f"estimator as {outer}."
                )
            _check_names(type(estimator).__name__, estimator.parameter_names(), [inner])
            nested.setdefault(outer, {})[inner] = params[name]
        super().set_params(**own)
        for outer, inner_params in nested.items():
            values[outer].set_params(**inner_params)
        return self


def _check_names(estimator: str, known: Collection[str], names: Iterable[str]) -> None:
    """Raise ParameterError for a parameter that an estimator does not have."""
    for name in names:
        if name not in known:
            value = names[name] if isinstance(names, Mapping) else None
            meant = _meant(name, value, known)
            raise ParameterError(f"{estimator} has no parameter {shown(name)}; {meant}.")


def _meant(name: str, value: Any, known: Collection[str]) -> str:
    """Return what to do about a name that is not known, as a part of a message."""
    if name == "C" and "c2" in known:
        is_usable = type(value) in {int, float} and 1e-9 <= value <= 1e9
        what = f": use c2={1.0 / (2.0 * value):g}" if is_usable else ", so use c2"
        return f"the C of other programs is 1/(2·c2){what}"
    near = [one for one in known if _differ_in_one_letter(name, one)]
    near = near or get_close_matches(name, known, n=1, cutoff=SIMILAR)
    return f"use {' or '.join(near)}" if near else f"it has {', '.join(known)}"


def _differ_in_one_letter(name: str, other: str) -> bool:
    # Two single letters have nothing in common.
    return len(name) == len(other) > 1 and sum(map(str.__ne__, name, other)) == 1
