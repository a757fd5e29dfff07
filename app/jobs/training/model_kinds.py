"""Models of tokens and of segments."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

    from crfcore.crf import LinearChainCRF
    from crfcore.semi_markov import SemiMarkovCRF

    TagModel: TypeAlias = LinearChainCRF | SemiMarkovCRF


def is_of_segments(crf: TagModel) -> bool:
    """Return whether a model scores segments."""
    return crf.KIND == "SemiMarkovCRF"


def token_model(crf: TagModel) -> LinearChainCRF:
    """Return a model itself, or a model of segments without their weights.

    This one supports rules, and labels that are no segments.
    """
    from crfcore.semi_markov import SemiMarkovCRF

    return crf.chain() if isinstance(crf, SemiMarkovCRF) else crf
