"""Lanes of an objective: sentences whose sums are added in a fixed order."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from crfcore.arrays import FloatArray
from crfcore.training.objectives.sentence_shares import CompleteShare, OpenShare, Point, Run, Sums
from crfcore.training.objectives.share import TermsShare
from crfcore.training.objectives.shares_plan import Plan, Useful
from crfcore.training.objectives.softmax_margin import CostRows
from crfcore.training.objectives.terms import Terms
from crfcore.training.token_features import TokenFeatures


class Lane:
    """The sentences of one lane."""

    def __init__(
        self, complete_share: CompleteShare | None, open_shares: list[OpenShare | TermsShare]
    ) -> None:
        self.complete_share = complete_share
        self.open_shares = open_shares

    def add(
        self,
        point: Point,
        sums: Sums,
        features: TokenFeatures,
        check_cancelled: Callable[[], None],
    ) -> float:
        """Return the lane's part of the value, and write its part of the gradient."""
        sums.clear()
        value = 0.0
        for share in (self.complete_share, *self.open_shares):
            if share is not None:
                value += share.add(point, sums, check_cancelled)
        sums.finish(features, point)
        return value


def lanes_of(
    useful: Useful,
    plan: Plan,
    features: TokenFeatures,
    terms: Terms | None,
    costs: FloatArray | None,
) -> list[Lane]:
    """Return the lanes of a plan; for the others see `Objective`."""
    labels = useful.targets.label_sets[plan.order]
    place_weights = useful.sentence_weights
    if len(place_weights):
        lengths = np.diff(useful.dataset.offsets)
        place_weights = np.repeat(place_weights, lengths)[plan.order]
    allowed_by_set = useful.targets.allowed_by_set()
    rows = None if costs is None else CostRows(costs, allowed_by_set)

    def open_shares(lane: int, runs: list[Run]) -> list[OpenShare | TermsShare]:
        given = useful.dataset, features, labels, allowed_by_set
        shares: list[OpenShare | TermsShare] = []
        usual = [run for run in runs if terms is None or (terms.only_open and not run.partial)]
        if usual:
            shares.append(OpenShare(usual, *given, rows))
        if terms is not None and len(usual) < len(runs):
            own = [run for run in runs if run.partial or not terms.only_open]
            shares.append(TermsShare(terms, own, *given, useful.order, rows, lane))
        return shares

    return [
        Lane(
            CompleteShare(batches, features, labels, place_weights, rows) if batches else None,
            open_shares(lane, runs),
        )
        for lane, (batches, runs) in enumerate(zip(plan.batches, plan.runs, strict=True))
    ]
