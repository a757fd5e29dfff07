"""Active learning: the choice of the sentences, and the tokens, to label next.

Also estimates of progress: scores with intervals from a control sample, learning curves, stopping
criteria, and calibrated probabilities.
"""

from crfcore.active_learning.checkpoints import Point, Scores
from crfcore.active_learning.committee import CommitteeProgress, bootstrap_committee
from crfcore.active_learning.control_sample import (
    ScoreInterval,
    SentenceCounts,
    draw_control_sample,
    planned_widths,
    score_interval,
    span_counts,
    token_counts,
    widths_of_sizes,
)
from crfcore.active_learning.cost_model import CostModel, fit_cost_model
from crfcore.active_learning.learning_curve import (
    CurveFit,
    Gain,
    LearningCurve,
    Needed,
    PowerLaw,
    fit_power_law,
    mean_curve,
)
from crfcore.active_learning.partial_queries import answered, uncertain_tokens
from crfcore.active_learning.pool import Pool, Proposals
from crfcore.active_learning.query_threshold import QueryThreshold
from crfcore.active_learning.queue import Queue
from crfcore.active_learning.simulation import Simulation, simulate
from crfcore.active_learning.simulation_material import Material
from crfcore.active_learning.simulation_plan import Partial, Plan, Way
from crfcore.active_learning.stopping import Indicators, Stability, indicators, stability
from crfcore.active_learning.strategies import STRATEGIES, Strategy, rank, strategy_named
from crfcore.active_learning.temperature import (
    CrossFitted,
    TemperatureFit,
    cross_fitted,
    fit_temperature,
)
from crfcore.active_learning.wrappers import diverse, mixed, per_second

__all__ = [
    "STRATEGIES",
    "CommitteeProgress",
    "CostModel",
    "CrossFitted",
    "CurveFit",
    "Gain",
    "Indicators",
    "LearningCurve",
    "Material",
    "Needed",
    "Partial",
    "Plan",
    "Point",
    "Pool",
    "PowerLaw",
    "Proposals",
    "QueryThreshold",
    "Queue",
    "ScoreInterval",
    "Scores",
    "SentenceCounts",
    "Simulation",
    "Stability",
    "Strategy",
    "TemperatureFit",
    "Way",
    "answered",
    "bootstrap_committee",
    "cross_fitted",
    "diverse",
    "draw_control_sample",
    "fit_cost_model",
    "fit_power_law",
    "fit_temperature",
    "indicators",
    "mean_curve",
    "mixed",
    "per_second",
    "planned_widths",
    "rank",
    "score_interval",
    "simulate",
    "span_counts",
    "stability",
    "strategy_named",
    "token_counts",
    "uncertain_tokens",
    "widths_of_sizes",
]
