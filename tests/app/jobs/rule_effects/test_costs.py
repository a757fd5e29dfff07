"""Tests of learning the penalties of soft rules from confirmed sentences."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.jobs.data.snapshot import snapshot
from app.jobs.project_models.project_learning import ProjectLearning
from crfcore.errors import CrfError
from tests.app.jobs.training.test_constrained_training import add, project, trained

__all__ = ["project"]


def test_what_labels_obey_comes_to_cost_more_than_what_they_break(project):
    project.rules = {}
    add(project, "followed_by", {"a": "TITLE", "b": "PERSON"}, cost=1.0)
    add(project, "count", {"unit": "O", "at_most": 0}, cost=1.0)
    add(project, "same_word_same_label", {}, cost=1.0)
    add(project, "count", {"unit": "DRUG", "at_most": 1})
    learning = ProjectLearning()
    costs = learning.rule_costs(trained(project), snapshot(project))
    assert set(costs) == {1, 2}
    assert costs[1] >= 0.0
    assert costs[2] == 0.0
    for number in (1, 2):
        project.rules[number] = replace(project.rules[number], cost=None)
    with pytest.raises(CrfError, match="No soft rules to learn penalties for"):
        learning.rule_costs(trained(project), snapshot(project))
