"""Loading of compiled kernels without a window, with a message before they are compiled."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from crfcore import kernel_stamps
from crfcore.messages import MessageTemplate, message

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.document_crf import DocumentCRF
    from crfcore.semi_markov import SemiMarkovCRF

PREPARING = message(
    "The program is being prepared for this computer: once, for some minutes at most."
)
"""The only sentence about it, wherever somebody waits for kernels that are compiled."""

NOT_KEPT = MessageTemplate(
    "What was prepared for this computer could not be kept in {folder}, so it is prepared again "
    "each time; make room on that disk, or allow yourself to write there."
)

_loaded: set[str] = set()
"""The parts of the kernels that this process has loaded."""


def load_kernels(*parts: str, report: Callable[[str], object] | None = None) -> float:
    """Load parts of the kernels, compiling what is not in the cache; return the seconds taken.

    What this process has already loaded takes no time. ``report`` is called with a sentence before
    compiling, and with another one if the cache could not be written.
    """
    compiled = missing_parts(parts)
    if report is not None and compiled:
        report(PREPARING)
    from crfcore.warm import warm

    start = time.perf_counter()
    wanted = [part for part in parts if part in compiled or part not in _loaded]
    if wanted:
        warm(*wanted)
        _loaded.update(wanted)
    seconds = time.perf_counter() - start
    if report is not None and missing_parts(tuple(compiled)):
        report(NOT_KEPT.format(folder=kernel_stamps.cache_folder()))
    return seconds


def kernels_of(crf: LinearChainCRF | SemiMarkovCRF | DocumentCRF) -> tuple[str, ...]:
    """Return which parts of the kernels label a text with a model."""
    from crfcore.features.extraction import TemplateExtractor

    extractor = crf.extractor_
    has_vectors = isinstance(extractor, TemplateExtractor) and extractor.vectors is not None
    parts = ["labelling"]
    if has_vectors:
        parts.append("vectors")
    if crf.KIND == "SemiMarkovCRF":
        parts.append("segments")
    if crf.KIND == "DocumentCRF":
        parts.append("documents")
    if isinstance(extractor, TemplateExtractor) and extractor.has_grammars:
        parts.append("grammars")
    return tuple(parts)


def compile_kernels(*parts: str, report: Callable[[str], object]) -> None:
    """Compile what is not in the cache, after a message."""
    missing = missing_parts(parts)
    if missing:
        load_kernels(*missing, report=report)


def missing_parts(parts: tuple[str, ...]) -> list[str]:
    """Return which parts would be compiled: neither in the cache nor shipped for these sources."""
    folder = kernel_stamps.cache_folder()
    if folder is None:
        return []
    return [part for part in parts if not kernel_stamps.is_ready(folder, part)]
