"""Conditional random fields for sequences: training, inference, features and files.

Names are imported when they are first used, so that reading text does not load the compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from crfcore.errors import (
    CrfError,
    DataError,
    ModelFileError,
    NotFittedError,
    TemplateError,
    UnknownLabelError,
)

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.features.blocks import Blocks
    from crfcore.features.dataset import ColumnTable, Dataset, Targets
    from crfcore.features.matrix import Matrix
    from crfcore.features.template import Template, parse_template
    from crfcore.model_selection import cross_validate, fit_path

__all__ = [
    "Blocks",
    "ColumnTable",
    "CrfError",
    "DataError",
    "Dataset",
    "LinearChainCRF",
    "Matrix",
    "ModelFileError",
    "NotFittedError",
    "Targets",
    "Template",
    "TemplateError",
    "UnknownLabelError",
    "cross_validate",
    "fit_path",
    "parse_template",
]

_HOMES = {
    "Blocks": "crfcore.features.blocks",
    "ColumnTable": "crfcore.features.dataset",
    "Dataset": "crfcore.features.dataset",
    "LinearChainCRF": "crfcore.crf",
    "Matrix": "crfcore.features.matrix",
    "Targets": "crfcore.features.dataset",
    "Template": "crfcore.features.template",
    "cross_validate": "crfcore.model_selection",
    "fit_path": "crfcore.model_selection",
    "parse_template": "crfcore.features.template",
}
"""Where the names live that are imported when they are first used."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        message = f"module 'crfcore' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)
