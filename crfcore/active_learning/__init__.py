"""Active learning: which sentences to ask a person about next, and which of their tokens."""

from crfcore.active_learning.pool import Pool, Proposals
from crfcore.active_learning.strategies import STRATEGIES, Strategy, rank, strategy_named

__all__ = ["STRATEGIES", "Pool", "Proposals", "Strategy", "rank", "strategy_named"]
