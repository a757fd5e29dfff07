"""Learning of the costs of soft rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from crfcore.arrays import FloatArray, MaskArray
from crfcore.constraints.rules import LARGEST_COST, Rule, Rules
from crfcore.errors import CrfError, shown
from crfcore.estimator.dataset_rules import DatasetRules, dataset_rules_for
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.text_rules import text_rules
from crfcore.features.dataset import Dataset
from crfcore.messages import message
from crfcore.training.given_labels import targets_for

STEP = 1e-4
"""Step of finite differences of log Z by a cost: the expected violations."""


def learned_costs(
    known: FittedChain, sentences: Any, dataset: Dataset, y: Any, rules: Any, c2: float
) -> Rules:
    """Return rules with maximum-likelihood costs.

    See `LinearChainCRF.learn_costs`.
    """
    from scipy.optimize import minimize

    requested = text_rules(rules)
    given = _one_for_all(requested.rules)
    rule_indices = _soft_rules(given, c2)
    targets, _ = targets_for(y, known.labels, dataset)
    allowed = targets.allowed_by_set()[targets.label_sets]

    def log_likelihood(costs: FloatArray) -> float:
        own = Rules(
            replace(given[rule_index], cost=float(cost))
            for rule_index, cost in zip(rule_indices, costs, strict=True)
        )
        dataset_rules = dataset_rules_for(replace(requested, rules=own), sentences, dataset, known)
        _check_regular(dataset_rules, own)
        return _log_z(dataset_rules, dataset, allowed) - _log_z(dataset_rules, dataset, None)

    def value_and_gradient(costs: FloatArray) -> tuple[float, FloatArray]:
        gradient = 2.0 * c2 * costs
        for number in range(len(costs)):
            step = np.zeros(len(costs))
            step[number] = STEP
            # log Z is defined for costs below 0, but rules do not allow them.
            less = np.maximum(costs - step, 0.0)
            change = log_likelihood(costs + step) - log_likelihood(less)
            gradient[number] -= change / (costs + step - less)[number]
        return c2 * float(costs @ costs) - log_likelihood(costs), gradient

    start = np.array([given[rule_index].cost for rule_index in rule_indices], dtype=np.float64)
    found = minimize(
        value_and_gradient,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=[(0.0, LARGEST_COST - STEP)] * len(start),
    )
    costs = dict(zip(rule_indices, found.x.tolist(), strict=True))
    return Rules(
        replace(rule, cost=costs[rule_index]) if rule_index in costs else rule
        for rule_index, rule in enumerate(given)
    )


def _one_for_all(rules: Rules | Sequence[Rules | None]) -> Rules:
    if not isinstance(rules, Rules):
        raise CrfError("Costs are learned of rules that hold for all sentences: give one Rules.")
    return rules


def _soft_rules(rules: Rules, c2: float) -> list[int]:
    """Return the indices of soft rules that are on."""
    if not c2 > 0.0:
        raise CrfError(f"c2={shown(c2)} is not possible; costs need a penalty greater than 0.")
    rule_indices = [rule_index for rule_index, rule in rules.in_force() if not rule.hard]
    if not rule_indices:
        raise CrfError("None of the rules is soft; give one that is a cost to start from.")
    return rule_indices


def _check_regular(dataset_rules: DatasetRules, rules: Rules) -> None:
    if "integer" in dataset_rules.routes():
        raise CrfError(
            message(
                "The costs of {kinds} cannot be learned together: some of it needs the integer "
                "program, under which nothing can be summed.",
                kinds=", ".join(_kinds(rules)),
            )
        )


def _kinds(rules: Sequence[Rule]) -> list[str]:
    return list(dict.fromkeys(type(rule.kind).__name__ for rule in rules))


def _log_z(dataset_rules: DatasetRules, dataset: Dataset, allowed: MaskArray | None) -> float:
    parts = dataset_rules.in_lattices(dataset, lambda lattice, _: lattice.log_z(), allowed)
    return float(sum(np.sum(part) for part in parts))
