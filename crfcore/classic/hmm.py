"""The hidden Markov model as an estimator."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from numbers import Real
from time import perf_counter
from typing import Any, ClassVar, Self

import numpy as np

from crfcore.arrays import FloatArray, plain_number
from crfcore.base import Estimator
from crfcore.classic.generative.chain import Chain
from crfcore.classic.generative.fitting import (
    ALGORITHMS,
    SMOOTHINGS,
    GenerativeSettings,
    fit_generatively,
)
from crfcore.classic.generative.smoothing import Hierarchy
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, UnknownLabelError, shown
from crfcore.estimator.extractors import Extractor, dataset_to_learn, ids_in, key_mask
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.parameters import check_choice, check_numbers
from crfcore.estimator.prediction import PredictionMethods
from crfcore.estimator.training_log import TrainingLog, write_line
from crfcore.features.dataset import Dataset
from crfcore.features.symbol_extraction import SymbolExtractor
from crfcore.features.targets import Targets
from crfcore.features.template import Template
from crfcore.inference import log_z
from crfcore.training.defaults import MAX_REAL
from crfcore.training.given_labels import check_learnable, targets_for
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor
from crfcore.training.optimisers.minimisation import Stopping


@dataclass(eq=False, repr=False)
class HiddenMarkovModel(Estimator, PredictionMethods):
    """A hidden Markov model, which generates labels and from each label a symbol.

    P(x, y) = π(y_1) · Π A(y_{t-1}, y_t) · Π B(y_t, x_t). Inference about y given x is that of a
    `LinearChainCRF` with the weights log π, log A and log B; probabilities of 0 forbid labels.

    Parameters
    ----------
    algorithm : {"counts", "baum-welch"}
        Count confirmed tokens; or maximise the likelihood of all sentences and their known labels
        by expectation maximisation (from those counts, or from random numbers without any label).
    smoothing : {"back-off", "shrinkage", "laplace", "none"}, optional
        Give unseen pairs their share on held-out sentences, in proportion to total counts; or
        interpolate each label's probabilities with those of the classes in `hierarchy`, of all
        labels, and uniform ones; or add `pseudo_count` to all counts. Without smoothing, unseen
        symbols do not change scores. The default is "back-off" for counts, and "laplace" for
        Baum–Welch, which takes only "laplace" or "none".
    pseudo_count : float
    hierarchy : sequence of mappings, or one mapping
        Of labels to the names of their classes, then of these to larger classes, and so on.
    held_out : float
        Share of the sentences held out to tune back-off and shrinkage; with 0 all parts of a
        mixture weigh the same.
    ends : bool
        Whether ends of sentences are modelled.
    max_iterations, period, delta
        Of Baum–Welch: it ends when the objective fell by less than the fraction delta over `period`
        iterations.
    template, min_count
        As for `LinearChainCRF`; only the symbol of a template's attributes is used.
    key : str, optional
        Prefix of the attribute that is the symbol ("word="); by default the first cell of a
        template, or the only attribute of an item.
    threads : int
        For prediction.
    initial : "counts", or HiddenMarkovModel
        The start of Baum–Welch.
    seed : int
        Of the held-out sentences, and of a random start.
    verbose : bool
    model_filename : str, optional
        As for `LinearChainCRF`.
    """

    KIND: ClassVar[str] = "HiddenMarkovModel"

    algorithm: str = "counts"
    _: KW_ONLY
    smoothing: str | None = None
    pseudo_count: float = 1.0
    hierarchy: Any = ()
    held_out: float = 0.1
    ends: bool = False
    max_iterations: int | None = 100
    period: int | None = 1
    delta: float | None = 1e-6
    template: str | Template | None = None
    key: str | None = None
    min_count: int | None = None
    threads: int = 1
    initial: Any = "counts"
    seed: int = 0
    verbose: bool = False
    model_filename: str | None = None

    def fit(
        self,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Any = None,
        *,
        labels: Sequence[str] | None = None,
        extractor: Extractor | None = None,
        monitor: Monitor | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Self:
        """Learn from sentences.

        Parameters
        ----------
        X, labels, extractor, monitor, cancelled
            As for `LinearChainCRF.fit`; the monitor gets the iterations of Baum–Welch.
        y : optional
            As for `LinearChainCRF.fit`; without it no label is known, and `labels` is needed.

        Returns
        -------
        HiddenMarkovModel
            Itself; unchanged after an exception.
        """
        _check(self, is_labelled=y is not None)
        started = perf_counter()
        given, inner = dataset_to_learn(X, extractor, self.template, self.min_count)
        symbols = SymbolExtractor.over(inner, _symbol_mask(self.key, given, inner))
        dataset = Dataset.of(symbols.symbols(given))
        symbols = symbols.flat()
        seconds = perf_counter() - started
        targets, names = _targets_of(self, y, labels, dataset)
        log = TrainingLog()
        model, record = fit_generatively(
            dataset,
            targets,
            _settings_of(self, names),
            initial=_start_of(self, symbols, names),
            monitor=log.watching(monitor, write_line if self.verbose else None),
            cancelled=cancelled,
        )
        record = replace(record, seconds_features=record.seconds_features + seconds)
        self._set_fitted(FittedChain(names, symbols, model, record), log)
        return self

    def to_crf(self) -> LinearChainCRF:
        """Return a conditional random field with the same posterior probabilities.

        Its features are pairs of labels, symbols with labels, and labels of the first (and last)
        token; probabilities of 0 are forbidden.
        """
        crf = LinearChainCRF(template=self.template, threads=self.threads)
        crf._fitted = replace(self.fitted_, record=None)  # noqa: SLF001 - made here
        return crf

    def log_evidence(self, X: Any) -> FloatArray:  # noqa: N803
        """Return log P(x) of each sentence, (N,).

        Raises
        ------
        CrfError
            A sentence is impossible; names it and the token.
        """
        chain = self.fitted_.untempered
        parts = chain.in_lattices(self.dataset(X), log_z, threads=self.threads)
        return np.concatenate([np.zeros(0), *parts])

    @property
    def start_(self) -> FloatArray:
        """The probability of each first label, (L,)."""
        return np.exp(_chain_of(self).start)

    @property
    def transitions_(self) -> FloatArray:
        """The probability of each label (columns) after each label (rows), (L, L)."""
        return np.exp(_chain_of(self).transitions)

    @property
    def emissions_(self) -> FloatArray:
        """The probability of each symbol (columns) for each label, (L, V + 1).

        Symbols are in the order of `symbols_`; the last column is for unknown ones.
        """
        return np.exp(_chain_of(self).emissions.T)

    @property
    def end_(self) -> FloatArray:
        """The probability of ending after each label, (L,); empty where ends are not modelled."""
        return np.exp(_chain_of(self).end)

    @property
    def symbols_(self) -> list[str]:
        """The names of the symbols."""
        extractor = self.fitted_.extractor
        names = extractor.attribute_names()
        return [names[number] for number in np.sort(extractor.key_attributes()).tolist()]


def _chain_of(model: HiddenMarkovModel) -> Chain:
    """Return the probabilities of a fitted model."""
    linear, extractor = model.fitted_.model, model.fitted_.extractor
    assert isinstance(linear, LinearModel)
    assert isinstance(extractor, SymbolExtractor)
    return Chain.of_linear(linear, extractor.border_ids)


def _check(model: HiddenMarkovModel, *, is_labelled: bool) -> None:
    """Raise CrfError, with the name and value of a parameter, if it is invalid."""
    params = model.get_params()
    check_choice(params, "algorithm", ALGORITHMS)
    check_choice(params, "smoothing", (None, *SMOOTHINGS))
    check_numbers(params)
    _check_smoothing(model)
    if model.algorithm == "counts" and not is_labelled:
        raise CrfError(
            "algorithm='counts' counts labels, and there are none; use "
            "algorithm='baum-welch' with fit(X, labels=…)."
        )
    if not isinstance(model.initial, HiddenMarkovModel):
        check_choice(params, "initial", ("counts",), ", or a HiddenMarkovModel")
    elif model.algorithm == "counts":
        raise CrfError(
            "algorithm='counts' has no start; leave out initial, or use algorithm='baum-welch'."
        )


def _check_smoothing(model: HiddenMarkovModel) -> None:
    if not (
        isinstance(model.pseudo_count, Real) and 0.0 <= plain_number(model.pseudo_count) <= MAX_REAL
    ):
        raise CrfError(
            f"pseudo_count={shown(model.pseudo_count)} is not possible; it must be a number, at "
            "least 0."
        )
    if not (isinstance(model.held_out, Real) and 0.0 <= model.held_out < 1.0):
        raise CrfError(
            f"held_out={shown(model.held_out)} is not possible; it must be a share of the "
            "sentences, from 0 to below 1."
        )
    smoothing = _smoothing_of(model)
    if smoothing == "back-off" and model.held_out == 0.0:
        raise CrfError(
            "smoothing='back-off' is tuned on held-out sentences; give held_out a share of "
            "them, such as 0.1."
        )
    if model.algorithm == "baum-welch" and smoothing not in {"none", "laplace"}:
        raise CrfError(
            f"smoothing={shown(smoothing)} is not possible with algorithm='baum-welch'; use "
            "smoothing='laplace', whose objective never falls."
        )
    if smoothing != "shrinkage" and not _is_empty(model.hierarchy):
        raise CrfError(
            f"hierarchy={shown(model.hierarchy)} is not possible with "
            f"smoothing={shown(smoothing)}, "
            "which mixes no classes; use smoothing='shrinkage'."
        )


def _smoothing_of(model: HiddenMarkovModel) -> str:
    if model.smoothing is not None:
        return model.smoothing
    return "laplace" if model.algorithm == "baum-welch" else "back-off"


def _symbol_mask(key: str | None, dataset: Dataset, extractor: Extractor) -> Any:
    """Return the mask of attributes that are symbols, (A,)."""
    if not isinstance(key, str | None):
        raise CrfError(
            f"key={shown(key)} is not possible; it must be the prefix of an attribute, such as "
            "'word='."
        )
    mask = key_mask(extractor, key)
    if mask.any():
        return mask
    if key is None and int(np.diff(dataset.indptr).max(initial=0)) <= 1:
        return np.ones(extractor.n_attributes, dtype=np.uint8)
    raise CrfError(
        f"key={shown(key)} matches no attribute that could be the symbol of a token; give "
        "the prefix of that attribute, such as key='word='."
    )


def _targets_of(
    model: HiddenMarkovModel, y: Any, labels: Sequence[str] | None, dataset: Dataset
) -> tuple[Targets, tuple[str, ...]]:
    if y is None:
        y = [[None] * length for length in np.diff(dataset.offsets).tolist()]
        if labels is None:
            raise CrfError("Without y the labels must be named: fit(X, labels=…).")
        return targets_for(y, labels, dataset)
    targets, names = targets_for(y, labels, dataset)
    if model.algorithm == "counts":
        check_learnable(targets)
    return targets, names


def _settings_of(model: HiddenMarkovModel, names: tuple[str, ...]) -> GenerativeSettings:
    return GenerativeSettings(
        model.algorithm,
        _smoothing_of(model),
        float(model.pseudo_count),
        hierarchy_of(model.hierarchy, names),
        float(model.held_out),
        bool(model.ends),
        Stopping(
            model.max_iterations,
            period=1 if model.period is None else model.period,
            delta=1e-6 if model.delta is None else model.delta,
        ),
        model.seed,
    )


def _start_of(
    model: HiddenMarkovModel, extractor: SymbolExtractor, names: tuple[str, ...]
) -> Callable[[int], Chain] | None:
    earlier = model.initial
    if not isinstance(earlier, HiddenMarkovModel):
        return None
    fitted, chain = earlier.fitted_, _chain_of(earlier)
    has_ends = len(chain.end) > 0
    if set(fitted.labels) != set(names) or has_ends != bool(model.ends):
        raise CrfError(
            f"initial has the labels {', '.join(fitted.labels)} with ends={has_ends}, and "
            f"here they are {', '.join(names)} with ends={model.ends}; they must be the same."
        )
    order = [fitted.labels.index(name) for name in names]

    def translated(n_symbols: int) -> Chain:
        old_ids, _ = ids_in(extractor, fitted.extractor)
        positions = np.sort(extractor.key_attributes())
        # New symbols get the probability of unknown ones.
        there = np.searchsorted(np.sort(fitted.extractor.key_attributes()), old_ids[positions])
        rows = np.where(old_ids[positions] >= 0, there, len(chain.emissions) - 1)
        emissions = chain.emissions[np.append(rows, len(chain.emissions) - 1)]
        assert len(emissions) == n_symbols + 1
        return Chain(
            chain.start[order],
            chain.transitions[np.ix_(order, order)],
            np.ascontiguousarray(emissions[:, order]),
            chain.end[order] if len(chain.end) else chain.end,
        )

    return translated


def _is_empty(hierarchy: Any) -> bool:
    return isinstance(hierarchy, Sequence | Mapping) and not len(hierarchy)


def hierarchy_of(given: Any, labels: Sequence[str]) -> Hierarchy:
    """Return classes of labels as ids, level by level.

    Parameters
    ----------
    given : sequence of mappings, or one mapping
    labels : sequence of str

    Raises
    ------
    CrfError
        It has another type.
    UnknownLabelError
        A label or a class has no class.
    """
    levels = (given,) if isinstance(given, Mapping) else given
    if not isinstance(levels, Sequence) or not all(isinstance(one, Mapping) for one in levels):
        raise CrfError(
            f"hierarchy={shown(given)} is not possible; it must be a mapping of labels to the "
            "names of their classes, or a list of such mappings, from small classes to large ones."
        )
    names: list[Any] = list(labels)
    numbered = []
    for depth, level in enumerate(levels):
        for name in names:
            if name not in level:
                raise UnknownLabelError(
                    f"hierarchy: level {depth + 1} gives {shown(name)} no class; each label, and "
                    "then each class, needs one."
                )
        names = [level[name] for name in names]
        numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
        numbered.append(np.array([numbers[name] for name in names], dtype=np.int32))
    return Hierarchy(tuple(numbered))
