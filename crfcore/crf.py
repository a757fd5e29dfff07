"""The estimator: a linear-chain conditional random field with the face of sklearn_crfsuite's."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crfcore import model_file
from crfcore.arrays import FloatArray, IdArray, MaskArray
from crfcore.errors import CrfError, ModelFileError, NotFittedError
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.features.dataset import ColumnTable, Dataset, Targets
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named
from crfcore.features.template import Template
from crfcore.inference.decoding import Decoding, decode
from crfcore.inference.forward_backward import NoLabellingError, log_z, marginals
from crfcore.inference.lattice import sentence_runs
from crfcore.training.empirical import EmpiricalModel
from crfcore.training.empirical_kernels import open_what_is_pinned
from crfcore.training.fitting import (
    EarlierModel,
    FeatureChoice,
    Optimisation,
    TrainingRecord,
    fit_by_counting,
    fit_by_likelihood,
)
from crfcore.training.given_labels import targets_for, without_unknown_labels
from crfcore.training.lbfgs import Stopping
from crfcore.training.linear_model import LinearModel
from crfcore.training.model_arrays import (
    Model,
    kind_of,
    model_arrays,
    model_from_arrays,
    state_weights,
)
from crfcore.training.monitor import Monitor

Extractor: TypeAlias = TemplateExtractor | AttributeExtractor

ALGORITHMS = ("lbfgs", "empirical")
"""Ways of training."""

TOKENS_AT_ONCE = 16_384
"""How many tokens are scored together when decoding."""

ENTRIES_AT_ONCE = 2**21
"""Tokens × labels² scored together where transitions differ by position."""

_NOT_AVAILABLE = (
    "calibration_eta",
    "calibration_rate",
    "calibration_samples",
    "calibration_candidates",
    "calibration_max_trials",
    "pa_type",
    "error_sensitive",
    "averaging",
    "variance",
    "gamma",
    "model_filename",
    "trainer_cls",
)
"""Parameters of sklearn_crfsuite that belong to what is not here: they must stay None."""


@dataclass(frozen=True, slots=True, eq=False)
class _Fitted:
    """Everything that training has made; never changed."""

    labels: tuple[str, ...]
    extractor: Extractor
    model: Model
    record: TrainingRecord | None


class LinearChainCRF:
    """A linear-chain conditional random field.

    Parameters
    ----------
    algorithm : {"lbfgs", "empirical"}
        Maximise the penalised likelihood, or count (Zhu et al.; in a fraction of a second).
    min_freq : float, optional
        Leave out features seen less often.
    all_possible_states, all_possible_transitions : bool
        Whether (attribute, label) and label pairs never seen get weights too.
    c1, c2 : float
        The objective is Σ −log p(y|x) + c1·Σ|w| + c2·Σw². c1 must be 0 for now.
    max_iterations : int, optional
    num_memories : int
        Steps that L-BFGS remembers.
    epsilon, period, delta : float, int, float
        Stop when ‖gradient‖ < epsilon·max(1, ‖w‖), or when the objective fell by less than the
        fraction delta over `period` iterations.
    linesearch : {"MoreThuente"}
        The strong Wolfe conditions.
    max_linesearch : int
    template : str or Template, optional
        A preset's name, a file, or the text of a template; needed for tables of columns.
    threads : int
        The result has the same bits for any number.
    initial : {"zeros", "empirical"} or LinearChainCRF
        Where L-BFGS starts.
    key : str, optional
        For algorithm "empirical" on attribute items: what the names of the attribute that stands
        for the word begin with ("word=").
    calibration_eta, calibration_rate, calibration_samples, calibration_candidates, \
calibration_max_trials, pa_type, error_sensitive, averaging, variance, gamma, verbose, \
model_filename, keep_tempfiles, trainer_cls
        Known to sklearn_crfsuite; refused in words when set.

    Attributes
    ----------
    classes_ : list of str
    attributes_ : list of str
    state_features_ : dict of (attribute, label) to weight
    transition_features_ : dict of (label, label) to weight
    training_ : TrainingRecord
    metadata_ : dict
        JSON that travels in the model's file: names of columns, scheme, whatever the caller likes.
    """

    def __init__(
        self,
        algorithm: str = "lbfgs",
        min_freq: float | None = None,
        all_possible_states: bool | None = None,  # noqa: FBT001 - sklearn_crfsuite's order
        all_possible_transitions: bool | None = True,  # noqa: FBT001, FBT002
        c1: float | None = 0.0,
        c2: float | None = 1.0,
        max_iterations: int | None = None,
        num_memories: int | None = None,
        epsilon: float | None = None,
        period: int | None = None,
        delta: float | None = None,
        linesearch: str | None = None,
        max_linesearch: int | None = None,
        calibration_eta: float | None = None,
        calibration_rate: float | None = None,
        calibration_samples: int | None = None,
        calibration_candidates: int | None = None,
        calibration_max_trials: int | None = None,
        pa_type: int | None = None,
        error_sensitive: bool | None = None,  # noqa: FBT001
        averaging: bool | None = None,  # noqa: FBT001
        variance: float | None = None,
        gamma: float | None = None,
        verbose: bool = False,  # noqa: FBT001, FBT002
        model_filename: str | None = None,
        keep_tempfiles: bool | None = False,  # noqa: FBT001, FBT002
        trainer_cls: type | None = None,
        *,
        template: str | Template | None = None,
        threads: int = 1,
        initial: str | LinearChainCRF = "zeros",
        key: str | None = None,
    ) -> None:
        self.algorithm = algorithm
        self.min_freq = min_freq
        self.all_possible_states = all_possible_states
        self.all_possible_transitions = all_possible_transitions
        self.c1 = c1
        self.c2 = c2
        self.max_iterations = max_iterations
        self.num_memories = num_memories
        self.epsilon = epsilon
        self.period = period
        self.delta = delta
        self.linesearch = linesearch
        self.max_linesearch = max_linesearch
        self.calibration_eta = calibration_eta
        self.calibration_rate = calibration_rate
        self.calibration_samples = calibration_samples
        self.calibration_candidates = calibration_candidates
        self.calibration_max_trials = calibration_max_trials
        self.pa_type = pa_type
        self.error_sensitive = error_sensitive
        self.averaging = averaging
        self.variance = variance
        self.gamma = gamma
        self.verbose = verbose
        self.model_filename = model_filename
        self.keep_tempfiles = keep_tempfiles
        self.trainer_cls = trainer_cls
        self.template = template
        self.threads = threads
        self.initial = initial
        self.key = key
        self._fitted: _Fitted | None = None
        self.metadata_: dict[str, Any] = {}

    # ---- scikit-learn's conventions

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002
        """Return the parameters of the constructor."""
        del deep
        return {name: getattr(self, name) for name in _parameter_names()}

    def set_params(self, **params: Any) -> Self:
        """Change parameters; a fitted model stays what it is until the next `fit`."""
        for name, value in params.items():
            if name not in _parameter_names():
                raise CrfError(
                    f"LinearChainCRF has no parameter {name!r}; it has "
                    f"{', '.join(_parameter_names())}."
                )
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults = {
            name: parameter.default
            for name, parameter in inspect.signature(type(self)).parameters.items()
        }
        changed = [
            f"{name}={value!r}"
            for name, value in self.get_params().items()
            if value is not defaults[name] and value != defaults[name]
        ]
        return f"LinearChainCRF({', '.join(changed)})"

    def __sklearn_is_fitted__(self) -> bool:
        return self._fitted is not None

    def __sklearn_tags__(self) -> Any:
        # Only scikit-learn asks, so it is there when this runs.
        from sklearn.utils import Tags, TargetTags

        return Tags(estimator_type=None, target_tags=TargetTags(required=True), requires_fit=True)

    # ---- training

    def fit(
        self,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Any,
        *,
        labels: Sequence[str] | None = None,
        extractor: Extractor | None = None,
        monitor: Monitor | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Self:
        """Learn from sentences.

        Parameters
        ----------
        X : sentences of attribute dicts or lists; or ColumnTable; or Dataset
            A table needs the parameter `template`, a dataset its `extractor`.
        y : sentences of str, None or set of str; or Targets
            The label of each token, None where it is unknown, a set where it is one of these.
            Targets need `labels`.
        labels : sequence of str, optional
            All labels in their order; by default those in y, in order of appearance.
        extractor : TemplateExtractor or AttributeExtractor, optional
            What made the dataset.
        monitor : callable, optional
            Called with a `TrainingProgress` after each iteration; returns True to stop there.
        cancelled : callable, optional
            Asked every few milliseconds; True ends the training with the weights of the last
            iteration.

        Returns
        -------
        LinearChainCRF
            Itself. After an exception it is what it was before.
        """
        self._check_parameters()
        dataset, extractor, seconds = self._dataset_to_learn(X, extractor)
        targets, names = targets_for(y, labels, dataset)
        if len(names) > np.iinfo(np.uint16).max:
            raise CrfError(f"There are {len(names):,} labels; 65,535 are possible.")
        if not bool(np.any(targets.label_sets != targets.n_labels)):
            raise CrfError("No token has a label yet; label some before training.")
        if self.algorithm == "empirical":
            model: Model
            model, record = fit_by_counting(dataset, targets, self._key_mask(extractor))
        else:
            model, record = fit_by_likelihood(
                dataset,
                targets,
                self._feature_choice(extractor),
                self._optimisation(),
                initial=self._initial_for(extractor, names),
                monitor=monitor,
                cancelled=cancelled,
            )
        record = replace(record, seconds_features=record.seconds_features + seconds)
        self._fitted = _Fitted(names, extractor, model, record)
        self.metadata_ = {}
        return self

    def _check_parameters(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise CrfError(
                f"The algorithm {self.algorithm!r} is not available; "
                f"choose one of {', '.join(ALGORITHMS)}."
            )
        for name in _NOT_AVAILABLE:
            if getattr(self, name) is not None:
                raise CrfError(
                    f"The parameter {name}={getattr(self, name)!r} belongs to something that is "
                    "not available here; leave it out."
                )
        if self.verbose or self.keep_tempfiles:
            raise CrfError(
                "Nothing is printed and no temporary files are made here: leave out verbose and "
                "keep_tempfiles, and give fit a monitor to see its progress."
            )
        if self.c1:
            raise CrfError(f"c1={self.c1} (the L1 penalty) is not available yet; use c1=0.")
        if self.linesearch not in {None, "MoreThuente"}:
            raise CrfError(
                f"linesearch={self.linesearch!r} is not available; leave it out or use "
                "'MoreThuente'."
            )
        _check_numbers(self)
        if isinstance(self.initial, str) and self.initial not in {"zeros", "empirical"}:
            raise CrfError(
                f"initial={self.initial!r} is unknown; use 'zeros', 'empirical' or another model."
            )

    def _dataset_to_learn(
        self,
        X: Any,  # noqa: N803
        extractor: Extractor | None,
    ) -> tuple[Dataset, Extractor, float]:
        """Return the dataset, what made it, and the seconds that took."""
        from time import perf_counter

        started = perf_counter()
        if isinstance(X, Dataset):
            if extractor is None:
                raise CrfError("A Dataset needs the extractor that made it: fit(…, extractor=…).")
            dataset = X
        elif isinstance(X, ColumnTable):
            if self.template is None:
                raise CrfError(
                    "A table of columns needs a template: LinearChainCRF(template='chunking')."
                )
            template = (
                self.template
                if isinstance(self.template, Template)
                else template_named(self.template)
            )
            extractor = TemplateExtractor(template)
            dataset = extractor.fit(X)
        else:
            extractor = AttributeExtractor()
            dataset = extractor.fit(X)
        if dataset.n_tokens == 0:
            raise CrfError("There is no sentence to learn from; give at least one with a token.")
        return dataset, extractor, perf_counter() - started

    def _feature_choice(self, extractor: Extractor) -> FeatureChoice:
        plain_edges = (
            not isinstance(extractor, TemplateExtractor) or extractor.template.has_transitions
        )
        return FeatureChoice(
            bool(self.all_possible_states),
            bool(self.all_possible_transitions),
            float(self.min_freq or 0.0),
            transitions=plain_edges,
        )

    def _optimisation(self) -> Optimisation:
        wanted = {
            "epsilon": self.epsilon,
            "period": self.period,
            "delta": self.delta,
            "max_linesearch": self.max_linesearch,
        }
        given: dict[str, Any] = {name: value for name, value in wanted.items() if value is not None}
        stopping = Stopping(max_iterations=self.max_iterations, **given)
        return Optimisation(
            c2=1.0 if self.c2 is None else float(self.c2),
            memory=6 if self.num_memories is None else self.num_memories,
            stopping=stopping,
            threads=self.threads,
        )

    def _initial_for(
        self, extractor: Extractor, names: tuple[str, ...]
    ) -> str | Callable[[], EarlierModel]:
        earlier = self.initial
        if isinstance(earlier, str):
            return earlier
        fitted = earlier._known()  # noqa: SLF001 - another object of this class
        if not isinstance(fitted.model, LinearModel):
            raise CrfError(
                "initial: a model made by counting has no weights; use initial='empirical'."
            )
        model = fitted.model

        def translate() -> EarlierModel:
            old_ids, old_edge_ids = _ids_in(extractor, fitted.extractor)
            numbers = {name: number for number, name in enumerate(fitted.labels)}
            old_labels = np.array([numbers.get(name, -1) for name in names], dtype=np.int32)
            return EarlierModel(model, old_ids, old_edge_ids, old_labels)

        return translate

    def _key_mask(self, extractor: Extractor) -> MaskArray:
        mask = np.zeros(extractor.n_attributes, dtype=np.uint8)
        if self.key is None:
            mask[extractor.key_attributes()] = 1
        else:
            mask[[name.startswith(self.key) for name in extractor.attribute_names()]] = 1
        return mask

    # ---- what is asked of a fitted model

    def _known(self) -> _Fitted:
        if self._fitted is None:
            raise NotFittedError(
                "This LinearChainCRF has not learned anything yet; call fit, or load a model."
            )
        return self._fitted

    def dataset(self, X: Any) -> Dataset:  # noqa: N803
        """Return sentences as the model's attributes; those it does not know are left out."""
        fitted = self._known()
        if isinstance(X, Dataset):
            if X.n_attributes != fitted.extractor.n_attributes:
                raise CrfError(
                    f"The dataset has {X.n_attributes:,} attributes and the model "
                    f"{fitted.extractor.n_attributes:,}; make it with the model's own extractor."
                )
            return X
        if isinstance(fitted.extractor, TemplateExtractor):
            if not isinstance(X, ColumnTable):
                X = ColumnTable.from_sentences(X)  # noqa: N806
            return fitted.extractor.transform(X)
        if isinstance(X, ColumnTable):
            raise CrfError(
                "This model was trained on attribute items; give it items, not a table of columns."
            )
        return fitted.extractor.transform(X)

    def decode_dataset(self, dataset: Dataset, allowed: MaskArray | None = None) -> Decoding:
        """Return the best labellings and their probabilities, as arrays.

        Parameters
        ----------
        dataset : Dataset
            Of the model's own extractor.
        allowed : (T, L) array of 0 and 1, optional
            Labels as in `classes_`.

        Raises
        ------
        CrfError
            When a sentence has no labelling left; names the sentence and the token.
        """

        def part(first: int, last: int) -> Decoding:
            return decode(*self._lattice(dataset, allowed, first, last))

        parts = self._in_slices(dataset, part)
        return Decoding(
            _joined([p.labels for p in parts], np.int32),
            _joined([p.probabilities for p in parts], np.float32),
            _joined([p.log_z for p in parts], np.float64),
            _joined([p.path_scores for p in parts], np.float64),
        )

    def label_probabilities(self, dataset: Dataset, allowed: MaskArray | None = None) -> FloatArray:
        """Return P(y_t = y given x), (T, L); parameters as for `decode_dataset`."""

        def part(first: int, last: int) -> FloatArray:
            return marginals(*self._lattice(dataset, allowed, first, last))

        parts = self._in_slices(dataset, part)
        return np.concatenate([np.zeros((0, len(self._known().labels))), *parts])

    def predict(self, X: Any) -> list[list[str]]:  # noqa: N803
        """Return the best label of each token, by sentence."""
        dataset = self.dataset(X)
        names = self._known().labels
        labels = [names[label] for label in self.decode_dataset(dataset).labels.tolist()]
        return Labellings(_by_sentence(labels, dataset))

    def predict_single(self, xseq: Any) -> list[str]:
        """Return the best labels of one sentence."""
        return self.predict([xseq])[0]

    def predict_marginals(self, X: Any) -> list[list[dict[str, float]]]:  # noqa: N803
        """Return the probability of each label of each token, by sentence."""
        dataset = self.dataset(X)
        names = self._known().labels
        rows = self.label_probabilities(dataset).tolist()
        return _by_sentence([dict(zip(names, row, strict=True)) for row in rows], dataset)

    def predict_marginals_single(self, xseq: Any) -> list[dict[str, float]]:
        """Return the probability of each label of each token of one sentence."""
        return self.predict_marginals([xseq])[0]

    def score(self, X: Any, y: Any) -> float:  # noqa: N803
        """Return the fraction of tokens whose label is predicted; unknown tokens do not count.

        A set of labels counts as predicted when it holds the prediction; a label that the model
        has never seen is an error like any other.
        """
        predicted = self.predict(X)
        right = n_tokens = 0
        for found, known in zip(predicted, y, strict=True):
            for label, target in zip(found, known, strict=True):
                if target is None:
                    continue
                n_tokens += 1
                alike = label == target if isinstance(target, str) else label in target
                right += int(alike)
        return right / n_tokens if n_tokens else 0.0

    def log_likelihood(
        self,
        X: Any,  # noqa: N803
        y: Any,
        *,
        skip_unknown_labels: bool = False,
    ) -> float:
        """Return Σ log P(what is known of y given x); −∞ for what the model holds impossible.

        Parameters
        ----------
        X, y
            As for `fit`; Targets must be in the order of `classes_`.
        skip_unknown_labels : bool
            Treat tokens with a label that the model has never seen as unknown. Otherwise such a
            label is an `UnknownLabelError`, for its probability is 0.
        """
        dataset = self.dataset(X)
        names = self._known().labels
        if skip_unknown_labels and not isinstance(y, Targets):
            y = without_unknown_labels(y, set(names))
        targets, _ = targets_for(y, names, dataset)
        mask = targets.allowed_by_set()[targets.label_sets]

        def part(first: int, last: int) -> FloatArray:
            scores, transitions, offsets, _ = self._lattice(dataset, None, first, last)
            start, stop = int(dataset.offsets[first]), int(dataset.offsets[last])
            try:
                allowed = log_z(scores, transitions, offsets, mask[start:stop])
            except NoLabellingError:
                # Counting can make a labelling impossible.
                return np.array([-np.inf])
            return allowed - log_z(scores, transitions, offsets)

        return float(sum(float(np.sum(piece)) for piece in self._in_slices(dataset, part)))

    def _lattice(
        self, dataset: Dataset, allowed: MaskArray | None, first: int, last: int
    ) -> tuple[FloatArray, FloatArray, NDArray[np.int64], MaskArray | None]:
        """Return scores, transitions, offsets and mask of sentences first..last-1."""
        model = self._known().model
        start, stop = int(dataset.offsets[first]), int(dataset.offsets[last])
        scores = model.scores(dataset, start, stop)
        mask = None if allowed is None else np.ascontiguousarray(allowed[start:stop], np.uint8)
        if mask is not None and isinstance(model, EmpiricalModel):
            open_what_is_pinned(scores, mask)
        transitions = model.transitions(dataset, start, stop)
        return scores, transitions, dataset.offsets[first : last + 1] - start, mask

    def _in_slices(self, dataset: Dataset, work: Callable[[int, int], Any]) -> list[Any]:
        """Call work(first, last) for runs of sentences, on several threads if wanted."""
        model = self._known().model
        n_tokens = TOKENS_AT_ONCE
        if model.by_position:
            n_tokens = max(ENTRIES_AT_ONCE // len(self._known().labels) ** 2, 1)
        runs = sentence_runs(dataset.offsets, n_tokens)

        def named(run: tuple[int, int]) -> Any:
            try:
                return work(*run)
            except NoLabellingError as error:
                raise NoLabellingError(run[0] + error.sentence, error.token) from None

        if self.threads <= 1 or len(runs) <= 1:
            return [named(run) for run in runs]
        with ThreadPoolExecutor(min(self.threads, len(runs))) as executor:
            return list(executor.map(named, runs))

    # ---- what the model consists of

    @property
    def classes_(self) -> list[str]:
        """The labels, in the order of all arrays."""
        return list(self._known().labels)

    @property
    def labels_(self) -> tuple[str, ...]:
        """The labels, in the order of all arrays."""
        return self._known().labels

    @property
    def extractor_(self) -> Extractor:
        """What turns sentences into the model's attributes."""
        return self._known().extractor

    @property
    def attributes_(self) -> list[str]:
        """The attributes that the model knows."""
        return self._known().extractor.attribute_names()

    @property
    def training_(self) -> TrainingRecord:
        """How the model was trained."""
        record = self._known().record
        if record is None:
            raise NotFittedError("This model's file does not say how it was trained.")
        return record

    @property
    def state_features_(self) -> dict[tuple[str, str], float]:
        """The weight of each (attribute, label) pair."""
        fitted = self._known()
        names, labels = self.attributes_, fitted.labels
        indptr, members, weights = state_weights(fitted.model)
        owners = np.repeat(np.arange(len(names)), np.diff(indptr)).tolist()
        return {
            (names[attribute], labels[label]): weight
            for attribute, label, weight in zip(
                owners, members.tolist(), weights.tolist(), strict=True
            )
        }

    @property
    def transition_features_(self) -> dict[tuple[str, str], float]:
        """The weight of each (label, next label) pair."""
        fitted = self._known()
        labels = fitted.labels
        if isinstance(fitted.model, EmpiricalModel):
            pairs = np.arange(len(labels) ** 2, dtype=np.int32)
            weights = fitted.model.rates.ravel()
        else:
            pairs = fitted.model.index.transition_pairs
            weights = fitted.model.index.transition_part(fitted.model.weights)
        n_labels = len(labels)
        return {
            (labels[pair // n_labels], labels[pair % n_labels]): weight
            for pair, weight in zip(pairs.tolist(), weights.tolist(), strict=True)
        }

    def compact(self) -> LinearChainCRF:
        """Return the same model without attributes that have no weight: what is worth exporting."""
        fitted = self._known()
        smaller = LinearChainCRF(**self.get_params())
        smaller._fitted = fitted
        smaller.metadata_ = dict(self.metadata_)
        if isinstance(fitted.model, LinearModel):
            keep, keep_edges = fitted.model.useful_attributes()
            if isinstance(fitted.extractor, TemplateExtractor):
                extractor: Extractor = fitted.extractor.compact(keep, keep_edges)
            else:
                extractor = fitted.extractor.compact(keep)
            smaller._fitted = replace(
                fitted, extractor=extractor, model=fitted.model.kept(keep, keep_edges)
            )
        return smaller

    # ---- files

    def save(self, path: Path | str) -> None:
        """Write the model to a file, whole or not at all.

        Raises
        ------
        ModelFileError
            When the place cannot be written.
        """
        model_file.write(path, *self._content())

    def to_bytes(self) -> bytes:
        """Return what `save` would write."""
        return model_file.dump(*self._content())

    @classmethod
    def load(cls, path: Path | str) -> LinearChainCRF:
        """Read a model.

        Raises
        ------
        ModelFileError
            When the file is damaged, foreign, or of a newer format.
        """
        return cls._from_content(*model_file.read(path), name=str(path))

    @classmethod
    def from_bytes(cls, data: bytes, *, name: str = "The model") -> LinearChainCRF:
        """Read what `to_bytes` has returned."""
        return cls._from_content(*model_file.parse(data, name=name), name=name)

    def _content(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        fitted = self._known()
        header, arrays = fitted.extractor.state()
        params = self.get_params()
        for name in ("initial", "template", "trainer_cls"):
            params.pop(name)
        content = {
            "kind": kind_of(fitted.model),
            "labels": list(fitted.labels),
            "extractor": header,
            "params": params,
            "metadata": self.metadata_,
            "training": None if fitted.record is None else asdict(fitted.record),
        }
        named = {f"extractor/{name}": array for name, array in arrays.items()}
        return content, {**named, **model_arrays(fitted.model)}

    @classmethod
    def _from_content(
        cls, content: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], *, name: str
    ) -> LinearChainCRF:
        try:
            labels = tuple(str(label) for label in content["labels"])
            own = {
                key.removeprefix("extractor/"): array
                for key, array in arrays.items()
                if key.startswith("extractor/")
            }
            header = content["extractor"]
            kinds: dict[str, type[TemplateExtractor] | type[AttributeExtractor]] = {
                "template": TemplateExtractor,
                "attributes": AttributeExtractor,
            }
            extractor: Extractor = kinds[header["kind"]].from_state(header, own)
            model = model_from_arrays(
                content["kind"],
                arrays,
                len(labels),
                extractor.n_attributes,
                getattr(extractor, "n_edge_attributes", 0),
            )
            crf = cls(**content["params"])
            training = content["training"]
            record = None if training is None else _record_from(training)
            crf._fitted = _Fitted(labels, extractor, model, record)
            crf.metadata_ = dict(content["metadata"])
        except (KeyError, TypeError, ValueError, LookupError, AttributeError) as error:
            raise ModelFileError(
                f"{name}: this model does not fit together ({error}); train and save it again."
            ) from error
        else:
            if isinstance(extractor, TemplateExtractor):
                crf.template = str(extractor.template)
            return crf


def _parameter_names() -> list[str]:
    return list(inspect.signature(LinearChainCRF).parameters)


def _check_numbers(crf: LinearChainCRF) -> None:
    least = {
        "c2": 0.0,
        "min_freq": 0.0,
        "max_iterations": 0,
        "num_memories": 1,
        "epsilon": 0.0,
        "period": 0,
        "delta": 0.0,
        "max_linesearch": 1,
        "threads": 1,
    }
    for name, bound in least.items():
        value = getattr(crf, name)
        if value is not None and not (np.isfinite(value) and value >= bound):
            raise CrfError(f"{name}={value!r} is not possible; it must be at least {bound}.")


class Labellings(list[list[str]]):
    """Labels by sentence: a list, which scikit-learn may join with others although it is ragged."""

    def __array__(
        self,
        dtype: Any = None,
        copy: bool | None = None,  # noqa: FBT001 - numpy's protocol
    ) -> NDArray[np.object_]:
        """Return an array of one list for each sentence."""
        del dtype, copy
        array = np.empty(len(self), dtype=object)
        for sentence, labels in enumerate(self):
            array[sentence] = labels
        return array


def _by_sentence(tokens: list[Any], dataset: Dataset) -> list[list[Any]]:
    return [tokens[start:stop] for start, stop in pairwise(dataset.offsets.tolist())]


def _ids_in(extractor: Extractor, earlier: Extractor) -> tuple[IdArray, IdArray]:
    """Return an earlier extractor's ids of the attributes of this one."""
    if isinstance(extractor, TemplateExtractor) and isinstance(earlier, TemplateExtractor):
        return extractor.ids_in(earlier)
    if isinstance(extractor, AttributeExtractor) and isinstance(earlier, AttributeExtractor):
        return extractor.ids_in(earlier)
    raise CrfError(
        "initial: that model was trained on another kind of attributes (a template or items); "
        "give one of the same kind."
    )


def _joined(parts: list[NDArray[Any]], kind: type) -> NDArray[Any]:
    return np.concatenate([np.zeros(0, dtype=kind), *parts])


def _record_from(training: Mapping[str, Any]) -> TrainingRecord:
    history = tuple((int(evaluation), float(value)) for evaluation, value in training["history"])
    return TrainingRecord(**{**training, "history": history})


__all__ = ["ALGORITHMS", "LinearChainCRF"]
