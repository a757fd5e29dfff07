"""The approximate likelihood of skip-chains, its gradient, and its special cases."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.errors import CrfError
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.graphs import infer
from crfcore.graphs.skip_chains import skip_edges
from crfcore.graphs.ties import tie, types_of
from crfcore.training.fitting import FeatureChoice
from crfcore.training.monitor import TrainingCancelled
from crfcore.training.objectives.graph_likelihood import GraphLikelihood
from crfcore.training.objectives.objective import Objective

LABELS = ["O", "B-X", "I-X", "B-Y"]
SENTENCES = [["A", "b"], ["c", "A", "B"], ["d", "B"], ["A", "A"]]
Y = [["B-X", "O"], ["O", "B-X", "B-Y"], ["O", "B-Y"], ["B-X", "I-X"]]
OPEN = [["B-X", None], ["O", {"B-X", "B-Y"}, "B-Y"], [None, None], ["B-X", "I-X"]]
TEMPLATE = "U0:%x[0,0]\nU1:%x[1,0]\nB\n"
DOCUMENTS = np.array([0, 0, 0, 1])
TREE = np.array([1, 0, 0, 1, 1, 0, 1, 0, 0], dtype=bool)


def likelihood(tied=TREE, y=Y, documents=DOCUMENTS, *, ends=True, **options):
    """Return an objective, and random weights."""
    table = ColumnTable.from_words(SENTENCES)
    dataset = Dataset.from_columns(table, TEMPLATE)
    targets = Targets.from_labels(y, LABELS)
    index = FeatureChoice().index(dataset, targets)
    ties = tie(table.columns[0], table.offsets, documents, tied)
    edges = skip_edges(ties, dataset if ends else None)
    options = {"c2": 0.3, "tolerance": 1e-13, "max_passes": 500} | options
    objective = GraphLikelihood(
        dataset, targets, index, documents, types_of(LABELS)[1], edges, **options
    )
    return objective, np.random.default_rng(0).normal(size=objective.n_weights)


def check_gradient(objective, weights, tolerance=1e-6):
    gradient = np.empty_like(weights)
    objective(weights, gradient)
    assert objective.converged
    scratch = np.empty_like(weights)
    for j in range(len(weights)):
        step = np.zeros_like(weights)
        step[j] = 1e-5
        slope = (objective(weights + step, scratch) - objective(weights - step, scratch)) / 2e-5
        assert gradient[j] == pytest.approx(slope, abs=tolerance)


@pytest.mark.parametrize("y", [Y, OPEN])
def test_value_and_gradient_are_exact_without_loops(y):
    objective, weights = likelihood(y=y)
    value = objective(weights, np.empty_like(weights))
    mask = Targets.from_labels(y, LABELS).allowed_by_set()[
        Targets.from_labels(y, LABELS).label_sets
    ]
    everything, agreeing = (
        infer(objective.chains(weights, allowed).graph(), "junction-tree").log_z
        for allowed in (None, mask)
    )
    assert value == pytest.approx(everything - agreeing + 0.3 * weights @ weights, abs=1e-9)
    check_gradient(objective, weights)


def test_the_gradient_is_that_of_the_bethe_value_on_loops():
    # Three equal words of one sentence and of two others.
    tied = np.array([1, 0, 0, 1, 0, 0, 0, 1, 1], dtype=bool)
    objective, weights = likelihood(tied, documents=np.zeros(4, np.int64))
    check_gradient(objective, 0.5 * weights, 1e-5)


def test_without_edges_it_is_the_objective_of_the_chain():
    for y in (Y, OPEN):
        objective, weights = likelihood(np.zeros(9, bool), y)
        targets = Targets.from_labels(y, LABELS)
        table = ColumnTable.from_words(SENTENCES)
        dataset = Dataset.from_columns(table, TEMPLATE)
        chain = Objective(dataset, targets, FeatureChoice().index(dataset, targets), c2=0.3)
        # The weights of pairs, which nothing uses, are penalised alone.
        n = chain.n_weights
        assert objective.n_weights == n + 9
        weights[n:] = 0.0
        found, wanted = np.empty(n + 9), np.empty(n)
        value = objective(weights, found)
        assert value == pytest.approx(chain(weights[:n], wanted), abs=1e-9)
        np.testing.assert_allclose(found, np.concatenate([wanted, np.zeros(9)]), atol=1e-9)


def test_edges_without_attributes_have_weights_of_pairs_alone():
    objective, weights = likelihood(ends=False)
    full, _ = likelihood()
    assert objective.n_weights < full.n_weights
    assert objective.skip.pairs.size == 9
    assert len(objective.skip.ends) == 0
    check_gradient(objective, weights)


def test_weights_of_attributes_that_edges_lack_are_left_out():
    objective, _ = likelihood()
    table = ColumnTable.from_words(SENTENCES)
    dataset = Dataset.from_columns(table, TEMPLATE)
    ties = tie(table.columns[0], table.offsets, [0] * 4, np.ones(9, bool))
    more = skip_edges(ties, dataset)
    presence = objective.skip.presence(more).toarray()
    for e in range(more.n_edges):
        own = more.attributes[more.indptr[e] : more.indptr[e + 1]]
        assert presence[e].tolist() == np.isin(objective.skip.attributes, own).tolist()


def test_errors_and_cancelling():
    objective, weights = likelihood(cancelled=lambda: True)
    with pytest.raises(TrainingCancelled):
        objective(weights, np.empty_like(weights))
    table = ColumnTable.from_words(SENTENCES)
    dataset = Dataset.from_columns(table, TEMPLATE)
    targets = Targets.from_labels(Y, LABELS)
    index, type_of = FeatureChoice().index(dataset, targets), types_of(LABELS)[1]
    edges = skip_edges(tie(table.columns[0], table.offsets, DOCUMENTS, TREE))
    with pytest.raises(CrfError, match="9 tokens and documents of 3 sentences"):
        GraphLikelihood(dataset, targets, index, np.zeros(3, np.int64), type_of, edges)
    part = dataset.select(np.arange(2)), targets.select(dataset.offsets, np.arange(2))
    with pytest.raises(CrfError, match="not in the dataset"):
        GraphLikelihood(*part, index, np.zeros(2, np.int64), type_of, edges)
