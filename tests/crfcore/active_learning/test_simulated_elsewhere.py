"""Runs whose steps are done elsewhere have the same results, to the bit."""

from __future__ import annotations

import pytest

from crfcore.active_learning import simulated_elsewhere
from crfcore.active_learning.cost_model import CostModel
from crfcore.active_learning.simulation import simulate
from crfcore.active_learning.simulation_material import Material
from crfcore.active_learning.simulation_plan import Partial, Plan, Way
from crfcore.active_learning.wrappers import diverse, mixed, per_second
from crfcore.crf import LinearChainCRF
from crfcore.training.monitor import TrainingCancelled
from tests.made_up_sentences import sentences
from tests.pickling_client import PicklingClient

CRF = LinearChainCRF(c2=0.1, max_iterations=15)
WAYS = [
    Way("min", "min_marginal"),
    Way("random", "random"),
    Way("partial", mixed(per_second("token_entropy", CostModel()), 0.2), partial=Partial(0.9)),
    Way("committee", diverse("vote_entropy"), committee=3),
]
BUDGET, UNTIL = Plan(start=5, least=5, budget=20), Plan(start=10, least=10, until=0.9)


@pytest.fixture(scope="module")
def material():
    words, tags = sentences(0, 55)
    columns = [[[item["word"]] for item in sentence] for sentence in words]
    return Material.from_sentences(
        columns[:40], tags[:40], columns[40:], tags[40:], template="U0:%x[0,0]\nB\n"
    )


@pytest.fixture
def client():
    with PicklingClient() as executor:
        yield executor


def outcome(found):
    return found.full, found.score, found.ways


@pytest.mark.parametrize(
    ("plan", "at_once"),
    [(BUDGET, 0.0), (BUDGET, 3600.0), (UNTIL, 0.0)],
    ids=["step by step", "at once", "until"],
)
def test_a_client_simulates_as_one(material, client, plan, at_once, monkeypatch):
    monkeypatch.setattr(simulated_elsewhere, "SECONDS_AT_ONCE", at_once)
    alone = simulate(material, CRF, WAYS, (0, 1), plan)
    assert outcome(simulate(material, CRF, WAYS, (0, 1), plan, client=client)) == outcome(alone)


def test_what_is_kept_elsewhere_is_gone_on_from_here(material, client):
    kept = []

    def stop(_progress):
        return len(kept) == 5

    with pytest.raises(TrainingCancelled):
        simulate(material, CRF, WAYS, (0, 1), UNTIL, keep=kept.append, monitor=stop, client=client)
    alone = simulate(material, CRF, WAYS[:3], (0, 1), UNTIL)
    for how in ({}, {"client": client}):
        found = simulate(material, CRF, WAYS[:3], (0, 1), UNTIL, kept=kept[-1], **how)
        assert outcome(found) == outcome(alone)
