"""The methods on dual variables by name."""

from __future__ import annotations

from crfcore.training.online.dual_variables import DualTrainer
from crfcore.training.online.exponentiated_gradient import ExponentiatedGradient
from crfcore.training.online.frank_wolfe import FrankWolfe
from crfcore.training.online.smo import SequentialMinimalOptimisation

DUAL_TRAINERS: dict[str, type[DualTrainer]] = {
    "bcfw": FrankWolfe,
    "smo": SequentialMinimalOptimisation,
    "eg": ExponentiatedGradient,
}
"""Name to trainer."""

DUAL_ALGORITHMS = tuple(DUAL_TRAINERS)
"""The names."""

MARGIN_ALGORITHMS = ("bcfw", "smo")
"""Those that have no other objective than the margin."""
