"""What the queue of a project should look like."""

from __future__ import annotations

import numpy as np

from app.services.projects import OpenProject
from app.session import Session
from crfcore.active_learning import CostModel


def most_worth_first(session: Session, cost: CostModel | None = None) -> bool:
    """Say whether the queue is by the corrections expected in a second of work."""
    queue = session.queue.sentence_indices
    doubts = session.proposals.expected_errors[queue].astype(np.float64)
    seconds = (cost or CostModel()).seconds(session.corpus.lengths(queue), doubts)
    return bool(np.all(np.diff(doubts / seconds) <= 0.0))


def in_the_order_of_a_new_project(project: OpenProject) -> bool:
    """Say the same, with the seconds that this sitting's annotator takes."""
    from app.jobs.queue.costs import cost_model_of

    return most_worth_first(project.session, cost_model_of(project.suggester._timings.to_fit()))
