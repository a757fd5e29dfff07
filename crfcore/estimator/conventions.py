"""What all estimators share: parameters, copies, what has been learned and what lies on disk."""

from __future__ import annotations

import inspect
from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from crfcore.errors import CrfError, NotFittedError, shown
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.learned import Learned
from crfcore.estimator.tagger import Tagger
from crfcore.estimator.training_log import TrainingLog

_LONGEST_PARAMETER = 1_000
"""Characters; a parameter that takes more is cut in `repr`."""


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """Where a model lies on disk, if it does.

    Attributes
    ----------
    name : str or None
        The parameter `model_filename`; without it nothing is written.
    """

    name: str | None


class Conventions(Learned):
    """The part of an estimator that scikit-learn and code written for sklearn_crfsuite ask for.

    The constructor takes parameters alone, keeps each under its own name, and sets nothing else.
    """

    model_filename: str | None
    _fitted: FittedChain | None = None
    _log: TrainingLog | None = None
    _tagger: Tagger | None = None

    @abstractmethod
    def __init__(self, **params: Any) -> None:
        """Take the parameters that `get_params` returns."""

    @abstractmethod
    def save(self, path: Path | str) -> None:
        """Write the model to a file."""

    @classmethod
    @abstractmethod
    def load(cls, path: Path | str) -> Self:
        """Read a model."""

    @abstractmethod
    def to_bytes(self, *, with_state: bool = False) -> bytes:
        """Return the model as it is saved."""

    @classmethod
    @abstractmethod
    def from_bytes(cls, data: bytes, *, name: str = "The model") -> Self:
        """Read what `to_bytes` has returned."""

    @classmethod
    def parameter_names(cls) -> list[str]:
        """Return the names of the constructor's parameters, in their order."""
        return list(inspect.signature(cls).parameters)

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002
        """Return the parameters of the constructor."""
        del deep
        names = self.parameter_names()
        return {name: vars(self)[name] for name in names}

    def set_params(self, **params: Any) -> Self:
        """Change parameters; a fitted model stays what it is until the next `fit`."""
        known = self.parameter_names()
        for name, value in params.items():
            if name not in known:
                raise CrfError(
                    f"{type(self).__name__} has no parameter {shown(name)}; it has "
                    f"{', '.join(known)}."
                )
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults = {
            name: parameter.default
            for name, parameter in inspect.signature(type(self)).parameters.items()
        }
        changed = [
            f"{name}={_written(value)}"
            for name, value in self.get_params().items()
            if value is not defaults[name] and not _is_equal(value, defaults[name])
        ]
        return f"{type(self).__name__}({', '.join(changed)})"

    def __sklearn_clone__(self) -> Self:
        # The model to start from is a parameter; scikit-learn would clone away what it has learned.
        return type(self)(**self.get_params())

    def __sklearn_is_fitted__(self) -> bool:
        return self._is_fitted()

    def __sklearn_tags__(self) -> Any:
        # Only scikit-learn asks, so it is there when this runs.
        from sklearn.utils import Tags, TargetTags

        return Tags(estimator_type=None, target_tags=TargetTags(required=True), requires_fit=True)

    def compact(self) -> Self:
        """Return the same model without attributes that have no weight: what is worth exporting."""
        smaller = type(self)(**self.get_params())
        smaller._fitted = self._known().compact()  # noqa: SLF001 - another object of this class
        smaller.metadata_ = dict(self.metadata_)
        return smaller

    # ---- names of sklearn_crfsuite

    @property
    def tagger_(self) -> Tagger | None:
        """The model with the face of python-crfsuite's tagger; one object, so it can be `set`.

        None before `fit`, as there.
        """
        if not self._is_fitted():
            return None
        fitted = self._known()
        if self._tagger is None or self._tagger.fitted is not fitted:
            self._tagger = Tagger(fitted)
        return self._tagger

    @property
    def training_log_(self) -> TrainingLog | None:
        """The iterations of the last `fit`; None where there was none, or in a loaded model."""
        return self._log

    @property
    def modelfile(self) -> ModelPlace:
        """Where the model lies on disk."""
        return ModelPlace(self.model_filename)

    # ---- copies

    def __getstate__(self) -> dict[str, Any]:
        """Return parameters, the log, and the model as `save` would write it."""
        model = None
        if self._fitted is not None:
            model = self.to_bytes(with_state=self._fitted.has_state)
        return {
            "params": self.get_params(),
            "model": model,
            "metadata": dict(self.metadata_),
            "log": self._log,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state["params"])  # type: ignore[misc] # as unpickling makes no call of it
        if state["model"] is not None:
            self._fitted = self.from_bytes(state["model"])._fitted  # noqa: SLF001
        self.metadata_ = dict(state["metadata"])
        self._log = state["log"]

    def __copy__(self) -> Self:
        """Share the model, which never changes."""
        twin = type(self)(**self.get_params())
        twin._fitted = self._fitted  # noqa: SLF001 - another object of this class
        twin.metadata_ = dict(self.metadata_)
        twin._log = self._log  # noqa: SLF001
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        del memo
        return self.__copy__()

    # ---- what has been learned

    def _take(self, fitted: FittedChain, log: TrainingLog) -> None:
        """Become what has been trained, and save it where that is wanted; or stay what it was."""
        earlier = self._fitted, self._log, self.metadata_
        self._fitted, self._log, self.metadata_ = fitted, log, {}
        if self.model_filename is None:
            return
        try:
            self.save(self.model_filename)
        except BaseException:
            self._fitted, self._log, self.metadata_ = earlier
            raise

    def _known(self) -> FittedChain:
        if self._fitted is None and self.model_filename is not None and self._lies_on_disk():
            loaded = self.load(self.model_filename)
            self.metadata_ = loaded.metadata_
            self._fitted = loaded._fitted  # noqa: SLF001
        if self._fitted is None:
            raise NotFittedError(
                f"This {type(self).__name__} has not learned anything yet; call fit, or load a "
                "model."
            )
        return self._fitted

    def _is_fitted(self) -> bool:
        return self._fitted is not None or self._lies_on_disk()

    def _lies_on_disk(self) -> bool:
        return self.model_filename is not None and Path(self.model_filename).exists()


def _written(value: Any) -> str:
    """Return a parameter as Python writes it; one that is long or nested too deep is cut."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        return shown(value)
    return text if len(text) <= _LONGEST_PARAMETER else shown(value)


def _is_equal(value: Any, default: Any) -> bool:
    """Return whether a parameter is its default; matrices are not compared entry by entry."""
    return isinstance(value, type(default)) and bool(value == default)
