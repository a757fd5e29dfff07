"""What came out when the rules of a project were held against its sentences."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences


@dataclass(frozen=True, slots=True, eq=False)
class RuleFinding:
    """What one rule meets at present.

    ``changed`` are places of open sentences whose best labelling would break the rule if no rule
    held, so that the rule changes them. ``broken`` are places of sentences whose confirmed labels
    break it. ``trouble`` says why the rule cannot be obeyed at all, "" if it can.
    """

    changed: NDArray[np.int64] = field(default_factory=no_sentences)
    broken: NDArray[np.int64] = field(default_factory=no_sentences)
    trouble: str = ""
