"""Error-correcting output codes for chains, as an estimator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from itertools import pairwise
from math import ceil, log2
from typing import Any, ClassVar, Self

import numpy as np

from crfcore.arrays import FloatArray, MaskArray
from crfcore.base import Estimator
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, shown
from crfcore.estimator.chain_parameters import LikelihoodParameters
from crfcore.estimator.extractors import Extractor, without_edges
from crfcore.estimator.fit_arguments import given_data
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.parameters import (
    check_choice,
    check_parameters,
    feature_choice,
    optimisation,
)
from crfcore.estimator.prediction import PredictionMethods
from crfcore.estimator.training_log import TrainingLog, write_line
from crfcore.features.dataset import Dataset
from crfcore.training.coded_fitting import bit_errors, fit_by_codes
from crfcore.training.coded_model import MAX_BITS, CodedModel, least_distance, nearest_labels
from crfcore.training.given_labels import targets_for
from crfcore.training.monitor import Monitor

CODES = ("random", "one-vs-rest", "exhaustive")
"""Named codes."""

DECODINGS = ("product", "hamming", "marginal")
"""What `predict_by_bits` can choose by."""

MOST_OF_EXHAUSTIVE = 7
"""Labels of an exhaustive code, which has 2^(L − 1) − 1 bits."""

DRAWS = 200
"""Random codes of which the best is chosen."""


@dataclass(eq=False, repr=False)
class CodedCRF(LikelihoodParameters, Estimator, PredictionMethods):
    """A chain made of binary chains, one for each bit of a code of the labels.

    The chains are trained independently and in time proportional to their number, not to the square
    of the number of labels (T. Cohn, A. Smith and M. Osborne, ACL 2005; R. Gupta, "Conditional
    Random Fields", section 4.1). Their product is a chain over the labels, with all predictions of
    a `LinearChainCRF`. All bits see the same evidence, so its probabilities are far too extreme;
    `fit_temperature` corrects that. A `LinearChainCRF` on the same labels is more accurate, and
    usually trained in less time; with very many labels use its ``allowed_transitions="observed"``.

    Parameters
    ----------
    code : {"random", "one-vs-rest", "exhaustive"}, or (L, s) matrix of 0 and 1
        Of 200 random codes, whose bits are 1 for half of the labels, the one of greatest least
        distance between two labels; a bit for each label; all divisions of up to 7 labels; or the
        bits of each label, in the order of `labels`.
    n_bits : int, optional
        Of a random code; ⌈10·log₂ L⌉ if not given (E. Allwein, R. Schapire and Y. Singer, JMLR 1,
        2000).
    min_freq, all_possible_states, c1, c2, max_iterations, num_memories, epsilon, period, delta, \
max_linesearch, template, min_count
        As for `LinearChainCRF`, of each binary chain. ``B`` lines with macros are ignored.
    threads : int
        How many binary chains are trained at a time.
    seed : int
        Of a random code.
    verbose : bool
        Write a line on standard output after each binary chain.
    model_filename : str, optional
        As for `LinearChainCRF`.
    """

    KIND: ClassVar[str] = "CodedCRF"

    code: Any = "random"
    _: KW_ONLY
    n_bits: int | None = None

    def fit(
        self,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Any,
        *,
        labels: Sequence[str] | None = None,
        extractor: Extractor | None = None,
        monitor: Monitor | None = None,
        cancelled: Callable[[], bool] | None = None,
        sample_weight: Any = None,
    ) -> Self:
        """Learn from sentences; the arguments are as for `LinearChainCRF.fit`.

        It has no others, and no held-out sentences: for vectors, clusters and letter case give a
        dataset, as `Dataset.from_columns(…, vectors=…)` makes it.

        A set of possible labels trains the bits in which its members agree. An iteration of the
        monitor is a bit.

        Returns
        -------
        CodedCRF
            Itself; unchanged after an exception.
        """
        params = LinearChainCRF().get_params() | self.get_params()
        check_parameters(params)
        given = given_data(X, y, labels, extractor, self.template, self.min_count, sample_weight)
        code = _code_of(self, len(given.names))
        extractor = without_edges(given.extractor)
        log = TrainingLog()
        model, record = fit_by_codes(
            _without_edges(given.dataset),
            given.targets,
            code,
            feature_choice(params, extractor, ("0", "1")),
            optimisation(params),
            sentence_weights=given.weights,
            monitor=log.watching(monitor, write_line if self.verbose else None),
            cancelled=cancelled,
        )
        record = replace(record, seconds_features=given.seconds)
        self._set_fitted(FittedChain(given.names, extractor, model, record), log)
        return self

    @property
    def code_(self) -> MaskArray:
        """The bits of each label, (L, s), in the order of `classes_`."""
        return _model_of(self).code.copy()

    @property
    def distance_(self) -> int:
        """The least number of bits in which two labels differ."""
        return least_distance(_model_of(self).code)

    @property
    def bit_errors_(self) -> FloatArray:
        """The share of the training's known tokens that each binary chain gets wrong, (s,)."""
        return _model_of(self).bit_errors.copy()

    @property
    def bound_(self) -> float:
        """Bound on the share of the training's tokens that "hamming" gets wrong: 2·Σ_j ε_j / d.

        A token can only be wrong if d/2 of its bits are; on average Σ_j ε_j are (Markov's
        inequality).
        """
        return self._bound(self.bit_errors_)

    def bound(self, X: Any, y: Any) -> float:  # noqa: N803
        """Return the same bound on the share of wrong tokens, on other sentences."""
        dataset = self.dataset(X)
        targets, _ = targets_for(y, self.fitted_.labels, dataset)
        return self._bound(bit_errors(_model_of(self), dataset, targets))

    def _bound(self, errors: FloatArray) -> float:
        return min(2.0 * float(np.sum(errors)) / self.distance_, 1.0)

    def predict_by_bits(self, X: Any, decoding: str = "hamming") -> list[list[str]]:  # noqa: N803
        """Return labels by one of the decodings of the literature.

        Parameters
        ----------
        X : sentences
        decoding : {"product", "hamming", "marginal"}
            As `predict`; or for each token the label whose code is nearest to the bits of the best
            labellings of the binary chains, or to the probabilities of these bits.
        """
        check_choice({"decoding": decoding}, "decoding", DECODINGS)
        if decoding == "product":
            return self.predict(X)
        model, dataset = _model_of(self), self.dataset(X)
        bits: Any = (
            model.best_bits(dataset) if decoding == "hamming" else model.bit_probabilities(dataset)
        )
        names = [self.fitted_.labels[k] for k in nearest_labels(model.code, bits).tolist()]
        return [names[start:stop] for start, stop in pairwise(dataset.offsets.tolist())]


def _model_of(crf: CodedCRF) -> CodedModel:
    model = crf.fitted_.model
    assert isinstance(model, CodedModel)
    return model


def _without_edges(dataset: Dataset) -> Dataset:
    """Return a dataset without attributes of edges."""
    if dataset.n_edge_attributes == 0:
        return dataset
    return replace(
        dataset,
        edge_indptr=np.zeros(0, np.int64),
        edge_attributes=np.zeros(0, np.int32),
        n_edge_attributes=0,
    )


def _code_of(crf: CodedCRF, n_labels: int) -> MaskArray:
    """Return the code of the parameters, (L, s); CrfError says what is wrong with it."""
    name: Any = crf.code
    n_bits: Any = crf.n_bits
    if n_bits is not None and not _is_number_of_bits(n_bits):
        raise CrfError(
            f"n_bits={shown(n_bits)} is not possible; it must be a whole number from 1 to "
            f"{MAX_BITS:,}."
        )
    if not isinstance(name, str):
        return _checked_code(name, n_labels)
    check_choice({"code": name}, "code", CODES)
    if n_labels < 3:
        raise CrfError(f"A code of {n_labels} labels is of no use; train a LinearChainCRF instead.")
    if n_bits is not None and name != "random":
        raise CrfError(f"n_bits={n_bits} is for code='random' only; leave it out.")
    if name == "one-vs-rest":
        if n_labels > MAX_BITS:
            raise CrfError(
                f"code='one-vs-rest' has {n_labels:,} bits, one for each label, and up to "
                f"{MAX_BITS:,} are possible; use code='random'."
            )
        return np.eye(n_labels, dtype=np.uint8)
    if name == "exhaustive":
        return exhaustive_code(n_labels)
    return random_code(n_labels, n_bits or ceil(10.0 * log2(n_labels)), crf.seed)


def _is_number_of_bits(value: Any) -> bool:
    is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    return bool(is_whole and 1 <= value <= MAX_BITS)


def exhaustive_code(n_labels: int) -> MaskArray:
    """Return the code of all divisions of L labels in two, (L, 2^(L − 1) − 1).

    Raises
    ------
    CrfError
        There are more than 7 labels.
    """
    if n_labels > MOST_OF_EXHAUSTIVE:
        raise CrfError(
            f"code='exhaustive' has too many bits for {n_labels} labels (up to "
            f"{MOST_OF_EXHAUSTIVE} are possible); use code='random'."
        )
    # Divisions and their complements are the same: the first label is always 1.
    numbers = np.arange(2 ** (n_labels - 1) - 1)
    bits = (numbers >> np.arange(n_labels - 1)[:, np.newaxis]) & 1
    return np.concatenate([np.ones((1, len(numbers))), bits]).astype(np.uint8)


def random_code(n_labels: int, n_bits: int, seed: int) -> MaskArray:
    """Return the random code (L, s) of greatest least distance among 200 draws.

    Each bit is 1 for ⌊L/2⌋ labels.

    Raises
    ------
    CrfError
        In all draws, two labels have the same bits.
    """
    rng = np.random.default_rng(seed)
    column = np.arange(n_labels) < n_labels // 2
    best, greatest = None, 0
    for _ in range(DRAWS):
        code = np.stack([rng.permutation(column) for _ in range(n_bits)], axis=1).astype(np.uint8)
        distance = least_distance(code)
        if distance > greatest:
            best, greatest = code, distance
    if best is None:
        raise CrfError(
            f"n_bits={n_bits} are too few to tell {n_labels} labels apart; give more, or leave it "
            "out."
        )
    return best


def _checked_code(matrix: Any, n_labels: int) -> MaskArray:
    """Return a given code, (L, s)."""
    try:
        code = np.asarray(matrix, dtype=np.float64)
    except (TypeError, ValueError):
        code = np.zeros(0)
    if code.ndim == 2 and code.shape[1] > MAX_BITS:
        raise CrfError(
            f"The code has {code.shape[1]:,} bits, and up to {MAX_BITS:,} are possible; leave some "
            "out, or use code='random'."
        )
    if (
        code.ndim != 2
        or len(code) != n_labels
        or code.shape[1] < 1
        or not np.isin(code, (0.0, 1.0)).all()
    ):
        raise CrfError(
            f"code={shown(matrix)} is not possible; use one of {', '.join(map(repr, CODES))}, or a "
            f"matrix of 0 and 1 with a row for each of the {n_labels} labels."
        )
    constant = np.flatnonzero(np.all(code == code[0], axis=0))
    if len(constant):
        raise CrfError(
            f"Bit {constant[0] + 1} of the code is the same for all labels; leave it out."
        )
    if least_distance(code.astype(np.uint8)) == 0:
        raise CrfError("Two labels have the same code; give each its own bits.")
    return code.astype(np.uint8)
