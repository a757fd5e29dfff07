"""Conditional random fields for sequences: training, inference, features and files.

Names are imported when they are first used, so that reading text does not load the compiler.
"""

from __future__ import annotations

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

__all__ = [
    "CrfError",
    "DataError",
    "LinearChainCRF",
    "ModelFileError",
    "NotFittedError",
    "TemplateError",
    "UnknownLabelError",
]


def __getattr__(name: str) -> Any:
    if name == "LinearChainCRF":
        from crfcore.crf import LinearChainCRF

        return LinearChainCRF
    message = f"module 'crfcore' has no attribute {name!r}"
    raise AttributeError(message)
