"""The base class of all estimators: parameters, files, copies, fitted attributes."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

from crfcore import model_file
from crfcore.errors import NotFittedError, shown
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.fitted_chain import FittedChain, at_most
from crfcore.estimator.learned import Learned
from crfcore.estimator.tagger import Tagger
from crfcore.estimator.training_log import TrainingLog
from crfcore.features.template import Template
from crfcore.files import content_of, imported, restored
from crfcore.training.fitting import TrainingRecord, TrainingState

_LONGEST_PARAMETER = 1_000
"""Longest parameter in `repr`, in characters; longer ones are cut."""


@dataclass(frozen=True, slots=True)
class FileName:
    """The file of a model, if there is one.

    Attributes
    ----------
    name : str or None
        The parameter `model_filename`; None if the model is not saved.
    """

    name: str | None


class Estimator(Learned):
    """An estimator with the conventions of scikit-learn and the names of sklearn_crfsuite."""

    model_filename: str | None
    _log: TrainingLog | None = None
    _tagger: Tagger | None = None

    def __repr__(self) -> str:
        defaults = {
            name: parameter.default
            for name, parameter in inspect.signature(type(self)).parameters.items()
        }
        changed = [
            f"{name}={_repr_of(value)}"
            for name, value in self.get_params().items()
            if value is not defaults[name] and not _is_equal(value, defaults[name])
        ]
        return f"{type(self).__name__}({', '.join(changed)})"

    def __sklearn_clone__(self) -> Self:
        # The initial model is a parameter; scikit-learn's clone would drop what it has learned.
        return type(self)(**self.get_params())

    def __sklearn_is_fitted__(self) -> bool:
        return self._fitted is not None or _is_on_disk(self.model_filename)

    def compact(self) -> Self:
        """Return the same model without attributes that have no weight."""
        smaller = type(self)(**self.get_params())
        smaller._fitted = self.fitted_.compact()  # noqa: SLF001 - another object of this class
        smaller.metadata_ = dict(self.metadata_)
        return smaller

    # ---- names of sklearn_crfsuite

    @property
    def tagger_(self) -> Tagger | None:
        """The model with the interface of python-crfsuite's tagger; always the same object.

        None before `fit`, as there.
        """
        if not self.__sklearn_is_fitted__():
            return None
        fitted = self.fitted_
        if self._tagger is None or self._tagger.fitted is not fitted:
            self._tagger = Tagger(fitted)
        return self._tagger

    @property
    def training_log_(self) -> TrainingLog | None:
        """The iterations of the last `fit`; None before `fit` and in a loaded model."""
        return self._log

    @property
    def modelfile(self) -> FileName:
        """The model's file."""
        return FileName(self.model_filename)

    # ---- copies

    def __getstate__(self) -> dict[str, Any]:
        """Return the parameters, the log, and the model's bytes."""
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
        """Return a copy that shares the model, which is immutable."""
        twin = type(self)(**self.get_params())
        twin._fitted = self._fitted  # noqa: SLF001 - another object of this class
        twin.metadata_ = dict(self.metadata_)
        twin._log = self._log  # noqa: SLF001
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        del memo
        return self.__copy__()

    # ---- files

    def save(
        self,
        path: Path | str,
        *,
        with_state: bool = False,
        precision: Literal["double", "single"] = "double",
    ) -> None:
        """Write the model to a file, atomically.

        A model trained with c1 is written without the weights that are exactly 0.

        Parameters
        ----------
        path : Path or str
        with_state : bool
            Write `optimiser_state_` too, to resume training, or the step counter and averages of an
            online algorithm, for `partial_fit`.
        precision : {"double", "single"}
            Of the weights in the file: single precision takes half the space, and scores differ
            from the seventh digit on.

        Raises
        ------
        ModelFileError
            The file cannot be written, or a label has more than 2,000 characters or a control
            character.
        """
        model_file.write(path, *content_of(self, with_state=with_state, precision=precision))

    def to_bytes(
        self, *, with_state: bool = False, precision: Literal["double", "single"] = "double"
    ) -> bytes:
        """Return what `save` would write."""
        return model_file.dump(*content_of(self, with_state=with_state, precision=precision))

    @classmethod
    def load(cls, path: Path | str, *, mapped: bool | None = None) -> Self:
        """Read a model.

        Parameters
        ----------
        path : Path or str
        mapped : bool, optional
            Map the weights into memory, so that they are not copied and processes share them. Only
            for a file that no other user can write: if it is truncated meanwhile, the process ends.
            By default the file is read.

        Raises
        ------
        ModelFileError
            The file is damaged, of another kind, or of a newer format.
        """
        return restored(cls, *model_file.read(path, mapped=mapped), name=str(path))

    @classmethod
    def from_bytes(cls, data: bytes, *, name: str = "The model") -> Self:
        """Return the model that `to_bytes` has written."""
        return restored(cls, *model_file.parse(data, name=name), name=name)

    @classmethod
    def import_model(
        cls,
        path: Path | str,
        format: str | None = None,  # noqa: A002 - what it is called elsewhere
        *,
        template: str | Template | None = None,
    ) -> Self:
        """Read a model that another program has trained.

        Parameters
        ----------
        path : Path or str
        format : {"crfsuite", "crfsuite-dump", "crf++", "wapiti", "wapiti-dump"}, optional
            By default detected from the content: a model file of CRFsuite (python-crfsuite,
            sklearn-crfsuite) or the text of its dump, the text model of ``crf_learn -t``, a model
            file of Wapiti or the text of ``wapiti dump``.
        template : str or Template, optional
            The template of the model of a "wapiti-dump". Models of CRF++ and Wapiti contain theirs
            and read columns; those of CRFsuite read attribute items.

        Returns
        -------
        LinearChainCRF
            It predicts what the other program predicts; it can be saved and be the start of a
            training.

        Raises
        ------
        ModelFileError
            The file cannot be read, has another format, or is damaged (for text files, with the
            line).
        CrfError
            The class is not LinearChainCRF.
        """
        return imported(cls, path, format, template)

    # ---- fitted attributes

    @property
    def fitted_(self) -> FittedChain:
        """The fitted model, an immutable object; NotFittedError without it."""
        name = self.model_filename
        if self._fitted is None and name is not None and _is_on_disk(name):
            loaded = self.load(name)
            self.metadata_ = loaded.metadata_
            self._fitted = loaded._fitted  # noqa: SLF001
        if self._fitted is None:
            raise NotFittedError(
                f"This {type(self).__name__} has not learned anything yet; call fit, or load a "
                "model."
            )
        return self._fitted

    def _set_fitted(
        self, fitted: FittedChain, log: TrainingLog, metadata: dict[str, Any] | None = None
    ) -> None:
        """Replace the model, and save it if there is a file name; on an error, keep the old one."""
        if fitted.record is not None:
            log.close(fitted.record)
        earlier = self._fitted, self._log, self.metadata_
        self._fitted, self._log, self.metadata_ = fitted, log, metadata or {}
        if self.model_filename is None:
            return
        try:
            self.save(self.model_filename)
        except BaseException:
            self._fitted, self._log, self.metadata_ = earlier
            raise

    @property
    def classes_(self) -> list[str]:
        """The labels, in the order of all arrays."""
        return list(self.fitted_.labels)

    @property
    def extractor_(self) -> Extractor:
        """The extractor of the model's attributes."""
        return self.fitted_.extractor

    @property
    def attributes_(self) -> list[str]:
        """The attributes of the model."""
        return self.fitted_.extractor.attribute_names()

    @property
    def num_attributes_(self) -> int:
        """The number of attributes."""
        return self.fitted_.extractor.n_attributes

    @property
    def n_nonzero_(self) -> int:
        """The number of non-zero weights."""
        return self.fitted_.n_nonzero

    @property
    def size_(self) -> int:
        """The size of the model's file in bytes."""
        return len(self.to_bytes())

    @property
    def training_(self) -> TrainingRecord:
        """Record of the training."""
        record = self.fitted_.record
        if record is None:
            raise NotFittedError("This model's file does not say how it was trained.")
        return record

    @property
    def optimiser_state_(self) -> TrainingState:
        """State to resume the training: for `fit(…, state=…)` on the same data."""
        return self.fitted_.kept_state()

    @property
    def state_features_(self) -> dict[tuple[str, str], float]:
        """The weight of each (attribute, label) pair."""
        return self.fitted_.state_features()

    @property
    def transition_features_(self) -> dict[tuple[str, str], float]:
        """The weight of each (label, next label) pair."""
        return self.fitted_.transition_features()

    def top_state_features(
        self, n: int | None = None, label: str | None = None, *, lowest: bool = False
    ) -> list[tuple[tuple[str, str], float]]:
        """Return the greatest weights of (attribute, label) pairs.

        Parameters
        ----------
        n : int, optional
            How many; all if not given.
        label : str, optional
            Only of this label.
        lowest : bool
            Return the least weights instead, the most negative first.

        Returns
        -------
        list of ((attribute, label), weight)
            As in `Counter.most_common`; equal weights in the order of attributes and labels.

        Raises
        ------
        UnknownLabelError
            The model does not know the label.
        """
        return self.fitted_.top_state_features(n, label, lowest=lowest)

    def top_transition_features(
        self, n: int | None = None, *, lowest: bool = False
    ) -> list[tuple[tuple[str, str], float]]:
        """Return the greatest weights of (label, next label) pairs; see `top_state_features`."""
        found = sorted(
            self.transition_features_.items(),
            key=lambda item: item[1] if lowest else -item[1],
        )
        return found[: at_most(n)]


def _is_on_disk(name: str | None) -> bool:
    return name is not None and Path(name).exists()


def _repr_of(value: Any) -> str:
    """Return the repr of a parameter; long or deeply nested ones are cut."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        return shown(value)
    return text if len(text) <= _LONGEST_PARAMETER else shown(value)


def _is_equal(value: Any, default: Any) -> bool:
    """Return whether a parameter is its default; matrices are not compared by entry."""
    return isinstance(value, type(default)) and bool(value == default)
