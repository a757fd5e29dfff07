"""The base of all estimators: parameters, files, copies, and what was learned."""

from __future__ import annotations

import inspect
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Self

from crfcore import model_file
from crfcore.errors import CrfError, NotFittedError, shown
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.fitted_chain import FittedChain, checked_temperature
from crfcore.estimator.learned import Learned
from crfcore.estimator.tagger import Tagger
from crfcore.estimator.training_log import TrainingLog
from crfcore.features.template import Template
from crfcore.files import content_of, imported, restored
from crfcore.training.fitting import TrainingRecord, TrainingState

_LONGEST_PARAMETER = 1_000
"""Characters; a parameter that takes more is cut in `repr`."""


@dataclass(frozen=True, slots=True)
class FileName:
    """Where a model lies on disk, if it does.

    Attributes
    ----------
    name : str or None
        The parameter `model_filename`; without it nothing is written.
    """

    name: str | None


class Estimator(Learned):
    """An estimator with the conventions of scikit-learn and the names of sklearn_crfsuite.

    The constructor takes parameters only, keeps each under its own name, and sets nothing else.
    """

    model_filename: str | None
    _log: TrainingLog | None = None
    _tagger: Tagger | None = None

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
        return self._fitted is not None or _is_on_disk(self.model_filename)

    def __sklearn_tags__(self) -> Any:
        # Only scikit-learn asks, so it is there when this runs.
        from sklearn.utils import Tags, TargetTags

        return Tags(estimator_type=None, target_tags=TargetTags(required=True), requires_fit=True)

    def compact(self) -> Self:
        """Return the same model without attributes that have no weight: what is worth exporting."""
        smaller = type(self)(**self.get_params())
        smaller._fitted = self.fitted_.compact()  # noqa: SLF001 - another object of this class
        smaller.metadata_ = dict(self.metadata_)
        return smaller

    # ---- names of sklearn_crfsuite

    @property
    def tagger_(self) -> Tagger | None:
        """The model with the face of python-crfsuite's tagger; one object, so it can be `set`.

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
        """The iterations of the last `fit`; None where there was none, or in a loaded model."""
        return self._log

    @property
    def modelfile(self) -> FileName:
        """Where the model lies on disk."""
        return FileName(self.model_filename)

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

    # ---- files

    def save(
        self,
        path: Path | str,
        *,
        with_state: bool = False,
        precision: Literal["double", "single"] = "double",
    ) -> None:
        """Write the model to a file, whole or not at all.

        A model trained with c1 is written without the weights that are exactly 0.

        Parameters
        ----------
        path : Path or str
        with_state : bool
            Write `optimiser_state_`, too, so that a training can go on from the file, or the step
            counter and averages of an online algorithm, for `partial_fit`.
        precision : {"double", "single"}
            Of the weights in the file: in single precision they take half the room, and scores
            differ from the seventh digit on.

        Raises
        ------
        ModelFileError
            When the place cannot be written, or a label is none that a file can hold: it has more
            than 2,000 characters, or a control character.
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
            Let the weights stay in the file, mapped into memory, so that they are not copied and
            processes share them. Only for a file that nobody else can write: one that is cut or
            changed meanwhile ends the process. By default the file is read.

        Raises
        ------
        ModelFileError
            When the file is damaged, foreign, or of a newer format.
        """
        return restored(cls, *model_file.read(path, mapped=mapped), name=str(path))

    @classmethod
    def from_bytes(cls, data: bytes, *, name: str = "The model") -> Self:
        """Read what `to_bytes` has returned."""
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
            By default what the content says: a model file of CRFsuite (python-crfsuite,
            sklearn-crfsuite) or the text of its dump, the text model of ``crf_learn -t``, a model
            file of Wapiti or the text of ``wapiti dump``.
        template : str or Template, optional
            With which a model was trained whose "wapiti-dump" this is. Models of CRF++ and Wapiti
            bring theirs and read columns; those of CRFsuite read attribute items.

        Returns
        -------
        LinearChainCRF
            It predicts what the other program predicts, can be saved, and be what a training
            starts from.

        Raises
        ------
        ModelFileError
            The file cannot be read, is none of these, or is damaged; in text files, says the line.
        CrfError
            This is another estimator.
        """
        return imported(cls, path, format, template)

    # ---- what has been learned

    @property
    def fitted_(self) -> FittedChain:
        """What has been learned, an object that never changes; NotFittedError without it."""
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
        """Replace the model, and save it if there is a file name; on an error keep the old one."""
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
        """What turns sentences into the model's attributes."""
        return self.fitted_.extractor

    @property
    def attributes_(self) -> list[str]:
        """The attributes that the model knows."""
        return self.fitted_.extractor.attribute_names()

    @property
    def num_attributes_(self) -> int:
        """How many attributes the model knows."""
        return self.fitted_.extractor.n_attributes

    @property
    def n_nonzero_(self) -> int:
        """How many weights are not exactly 0."""
        return self.fitted_.n_nonzero

    @property
    def size_(self) -> int:
        """The size of the model's file in bytes."""
        return len(self.to_bytes())

    @property
    def training_(self) -> TrainingRecord:
        """How the model was trained."""
        record = self.fitted_.record
        if record is None:
            raise NotFittedError("This model's file does not say how it was trained.")
        return record

    @property
    def optimiser_state_(self) -> TrainingState:
        """How to go on with the training: for `fit(…, state=…)` on the same data."""
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
            Of this label alone.
        lowest : bool
            The least weights, the most negative first.

        Returns
        -------
        list of ((attribute, label), weight)
            As `Counter.most_common` would; equal weights in the order of attributes and labels.

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
        return found if n is None else found[: max(n, 0)]

    @property
    def temperature_(self) -> float | None:
        """What all scores are divided by before probabilities are computed; None: not fitted."""
        return self.fitted_.temperature

    @property
    def calibrated_(self) -> bool:
        """Whether a temperature was fitted, so that probabilities say how often they are right."""
        return self.temperature_ is not None

    def with_temperature(self, temperature: float | None) -> Self:
        """Return the same model with another temperature; this one stays what it is.

        Scores, transitions and the costs of soft rules are divided by it wherever probabilities are
        computed: marginals, entropies, those of labellings, samples. The best labelling and its
        score are what they were. A training that starts from the model starts from its weights.

        Parameters
        ----------
        temperature : float or None
            Greater than 0: above 1 the model is less sure of everything, below 1 more. None takes
            it away. `crfcore.active_learning.fit_temperature` finds it.

        Returns
        -------
        The same kind of estimator
            It shares the weights; `save` writes the temperature, too.

        Raises
        ------
        CrfError
            It is no number greater than 0.
        NotFittedError
            Nothing has been learned yet.

        References
        ----------
        C. Guo, G. Pleiss, Y. Sun and K. Q. Weinberger, On calibration of modern neural networks,
        ICML 2017, section 4.2.
        """
        if temperature is not None:
            temperature = checked_temperature(temperature)
        fitted = replace(self.fitted_, temperature=temperature)
        twin = copy(self)
        twin._fitted = fitted  # noqa: SLF001 - another object of this class
        return twin


def _is_on_disk(name: str | None) -> bool:
    return name is not None and Path(name).exists()


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
