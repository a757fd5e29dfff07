"""Constructor parameters of a linear-chain conditional random field, and those others share."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

from crfcore.estimator.learned import Learned
from crfcore.features.template import Template
from crfcore.training.defaults import DEFAULT_C2
from crfcore.training.empirical import UNSEEN_RATE


@dataclass(eq=False, repr=False)
class ChainParameters:
    """The parameters of `LinearChainCRF`, in the order of sklearn_crfsuite; see there."""

    algorithm: str | None = "lbfgs"
    min_freq: float | None = None
    all_possible_states: bool | None = None
    all_possible_transitions: bool | None = True
    c1: float | None = 0.0
    c2: float | None = DEFAULT_C2
    max_iterations: int | None = None
    num_memories: int | None = None
    epsilon: float | None = None
    period: int | None = None
    delta: float | None = None
    linesearch: str | None = None
    max_linesearch: int | None = None
    calibration_eta: float | None = None
    calibration_rate: float | None = None
    calibration_samples: int | None = None
    calibration_candidates: int | None = None
    calibration_max_trials: int | None = None
    pa_type: int | None = None
    c: float | None = None
    error_sensitive: bool | None = None
    averaging: bool | None = None
    variance: float | None = None
    gamma: float | None = None
    verbose: bool = False
    model_filename: str | None = None
    keep_tempfiles: bool | None = False
    trainer_cls: type | None = None
    _: KW_ONLY
    template: str | Template | None = None
    threads: int = 1
    initial: str | Learned = "auto"
    key: str | None = None
    min_count: int | None = None
    seed: int = 0
    patience: int | None = None
    dev_score: str = "span_f1"
    allowed_transitions: Any = "all"
    objective: str = "likelihood"
    edges: str = "labels"
    unseen_rate: float = UNSEEN_RATE
    exponent: float | str = 1.0
    oov: str = "mean"
    relative_change: float | None = None
    correction: bool = False
    cost: Any = None


@dataclass(eq=False, repr=False, kw_only=True)
class LikelihoodParameters:
    """The parameters that estimators trained by likelihood share; see `LinearChainCRF`."""

    min_freq: float | None = None
    all_possible_states: bool = False
    c1: float | None = 0.0
    c2: float | None = DEFAULT_C2
    max_iterations: int | None = None
    num_memories: int | None = None
    epsilon: float | None = None
    period: int | None = None
    delta: float | None = None
    max_linesearch: int | None = None
    template: str | Template | None = None
    min_count: int | None = None
    threads: int = 1
    seed: int = 0
    verbose: bool = False
    model_filename: str | None = None


@dataclass(eq=False, repr=False, kw_only=True)
class WatchedParameters(LikelihoodParameters):
    """Those of estimators whose training held-out sentences can end, too."""

    relative_change: float | None = None
    patience: int | None = None
    dev_score: str = "span_f1"
