"""What code for sklearn_crfsuite asks of an estimator besides labels, and copies by pickle."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, Self

from crfcore.estimator.conventions import Conventions
from crfcore.estimator.tagger import Tagger
from crfcore.estimator.training_log import TrainingLog


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """Where a model lies on disk, if it does.

    Attributes
    ----------
    name : str or None
        The parameter `model_filename`; without it nothing is written.
    """

    name: str | None


class Compatibility(Conventions):
    """The part of an estimator that is there for code written for sklearn_crfsuite."""

    _tagger: Tagger | None = None

    @abstractmethod
    def to_bytes(self, *, with_state: bool = False) -> bytes:
        """Return the model as it is saved."""

    @classmethod
    @abstractmethod
    def from_bytes(cls, data: bytes, *, name: str = "The model") -> Compatibility:
        """Read what `to_bytes` has returned."""

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
