"""Conditional random fields for sequences: training, inference, features and files.

Names are imported on first use, so that reading text does not load the compiler. Further modules:
`crfcore.inference` (for the scores of any model), `crfcore.constraints` (rules for labellings),
`crfcore.metrics`, `crfcore.model_selection`, `crfcore.grammars` (spans by rules, before any label),
`crfcore.pooling` (several models made one) and `crfcore.active_learning` (what to label next).
For code written for sklearn_crfsuite there are `CRF`, `metrics` and `scorers`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from crfcore.errors import (
    CrfError,
    DataError,
    GrammarError,
    ModelFileError,
    NotFittedError,
    ParameterError,
    TemplateError,
    UnknownLabelError,
)

if TYPE_CHECKING:
    from crfcore import active_learning, constraints, inference, metrics, model_selection, pooling
    from crfcore.boosted import BoostedCRF
    from crfcore.classic.hmm import HiddenMarkovModel
    from crfcore.classic.maxent import MaximumEntropyClassifier
    from crfcore.classic.memm import MaximumEntropyMarkovModel
    from crfcore.crf import LinearChainCRF
    from crfcore.crf import LinearChainCRF as CRF  # noqa: N814 - sklearn_crfsuite's name
    from crfcore.document_crf import DocumentCRF
    from crfcore.estimator.checkpoints import read_checkpoint
    from crfcore.estimator.text_rules import TextRules
    from crfcore.features.blocks import Blocks
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.dataset import Dataset
    from crfcore.features.matrix import Matrix
    from crfcore.features.targets import Targets
    from crfcore.features.template import Template, parse_template
    from crfcore.features.word_cases import WordCases, learn_cases
    from crfcore.features.word_clusters import WordClusters, learn_clusters
    from crfcore.features.word_vectors import WordVectors, learn_vectors
    from crfcore.hidden_states import HiddenStates
    from crfcore.metrics import scorers
    from crfcore.model_selection import cross_validate, fit_path
    from crfcore.output_codes import CodedCRF
    from crfcore.semi_markov import SemiMarkovCRF
    from crfcore.skip_chain import SkipChainCRF
    from crfcore.training.expectations import Expectation
    from crfcore.training.shards.source import Shards

__all__ = [
    "CRF",
    "Blocks",
    "BoostedCRF",
    "CodedCRF",
    "ColumnTable",
    "CrfError",
    "DataError",
    "Dataset",
    "DocumentCRF",
    "Expectation",
    "GrammarError",
    "HiddenMarkovModel",
    "HiddenStates",
    "LinearChainCRF",
    "Matrix",
    "MaximumEntropyClassifier",
    "MaximumEntropyMarkovModel",
    "ModelFileError",
    "NotFittedError",
    "ParameterError",
    "SemiMarkovCRF",
    "Shards",
    "SkipChainCRF",
    "Targets",
    "Template",
    "TemplateError",
    "TextRules",
    "UnknownLabelError",
    "WordCases",
    "WordClusters",
    "WordVectors",
    "active_learning",
    "constraints",
    "cross_validate",
    "fit_path",
    "inference",
    "learn_cases",
    "learn_clusters",
    "learn_vectors",
    "metrics",
    "model_selection",
    "parse_template",
    "pooling",
    "read_checkpoint",
    "scorers",
]

_HOMES = {
    "Blocks": "crfcore.features.blocks",
    "BoostedCRF": "crfcore.boosted",
    "CodedCRF": "crfcore.output_codes",
    "ColumnTable": "crfcore.features.column_table",
    "Dataset": "crfcore.features.dataset",
    "DocumentCRF": "crfcore.document_crf",
    "Expectation": "crfcore.training.expectations",
    "HiddenMarkovModel": "crfcore.classic.hmm",
    "HiddenStates": "crfcore.hidden_states",
    "LinearChainCRF": "crfcore.crf",
    "Matrix": "crfcore.features.matrix",
    "MaximumEntropyClassifier": "crfcore.classic.maxent",
    "MaximumEntropyMarkovModel": "crfcore.classic.memm",
    "SemiMarkovCRF": "crfcore.semi_markov",
    "Shards": "crfcore.training.shards.source",
    "SkipChainCRF": "crfcore.skip_chain",
    "Targets": "crfcore.features.targets",
    "TextRules": "crfcore.estimator.text_rules",
    "Template": "crfcore.features.template",
    "WordCases": "crfcore.features.word_cases",
    "WordClusters": "crfcore.features.word_clusters",
    "WordVectors": "crfcore.features.word_vectors",
    "cross_validate": "crfcore.model_selection",
    "fit_path": "crfcore.model_selection",
    "learn_cases": "crfcore.features.word_cases",
    "learn_clusters": "crfcore.features.word_clusters",
    "learn_vectors": "crfcore.features.word_vectors",
    "parse_template": "crfcore.features.template",
    "read_checkpoint": "crfcore.estimator.checkpoints",
}
"""Module of each name that is imported on first use."""

_MODULES = {
    "active_learning": "crfcore.active_learning",
    "constraints": "crfcore.constraints",
    "inference": "crfcore.inference",
    "metrics": "crfcore.metrics",
    "model_selection": "crfcore.model_selection",
    "pooling": "crfcore.pooling",
    "scorers": "crfcore.metrics.scorers",
}
"""Modules available as attributes, without an import of their own."""


def __getattr__(name: str) -> Any:
    if name == "CRF":
        name = "LinearChainCRF"
    if name in _MODULES:
        return import_module(_MODULES[name])
    if name not in _HOMES:
        raise AttributeError(f"module 'crfcore' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
