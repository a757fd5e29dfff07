"""Tokens that a simulated annotator reads until the model is good, with and without other text.

The annotator labels whole sentences with suggestions, in the order of a new project: expected
corrections per second. Models have c2 = 0.1; those of ours also learn from the corpus's own text
without labels, as a project does (word vectors, word clusters, letter case). Figures are the tokens
read until the mean curve of the draws reaches 95 % of the score of the chain that has learned from
all sentences of the training file, without other text; the peer is that chain in the same order.
"""

from __future__ import annotations

from app.domain.query_choices import DEFAULT_STRATEGY, DEFAULT_WRAPPER
from app.jobs.simulate import way_of
from app.lab.benchmarks.figures import BenchmarkError, BenchmarkOptions, Figure
from app.lab.benchmarks.little_data import (
    C2,
    Material,
    learned_from,
    materials,
    table_of,
    tags_of,
)
from crfcore.active_learning.simulated_curves import crossing
from crfcore.active_learning.simulation import Simulation, simulate
from crfcore.active_learning.simulation_material import Material as SimulatedMaterial
from crfcore.active_learning.simulation_plan import Plan
from crfcore.crf import LinearChainCRF
from crfcore.estimator.extractors import dataset_of, dataset_to_learn
from crfcore.features.dataset import Dataset
from crfcore.features.learned_text import LearnedText
from crfcore.features.presets import template_named
from crfcore.warm import warm

RUNS = 5
"""Default number of draws."""

SHARE = 0.95
BEYOND = 0.97
"""Share of its own best score to which the curve of ours is drawn: the two best scores differ."""

LEARNED = "three"
"""The way of `learned_from` that a project uses: vectors, clusters and cases."""

WAY = way_of(f"{DEFAULT_STRATEGY}+{DEFAULT_WRAPPER}")


def measure(options: BenchmarkOptions) -> dict[str, Figure]:
    """Simulate the labelling of each corpus with text without labels and without."""
    warm("labelling", "vectors", "passes")
    figures = {}
    for material in materials(options.corpora):
        name = f"{material.name}_tokens_read"
        options.report(f"{material.name}: labelling without other text")
        without = _simulated(material, LearnedText(), SHARE, options.runs)
        options.report(f"{material.name}: labelling with other text")
        learned = LearnedText(**learned_from(material.text)[LEARNED])
        with_text = _simulated(material, learned, BEYOND, options.runs)
        wanted = SHARE * getattr(without.full, without.score)
        figures[name] = Figure(
            _tokens_read(with_text, wanted), _tokens_read(without, wanted), "tokens", options.runs
        )
    return figures


def _simulated(material: Material, learned: LearnedText, until: float, n_draws: int) -> Simulation:
    pool, extractor = dataset_to_learn(
        table_of(material.pool), None, template_named(material.template), learned=learned
    )
    tags, test_tags = tags_of(material.pool), tags_of(material.test)
    simulated = SimulatedMaterial(
        Dataset.of(pool, extractor),
        tags,
        dataset_of(table_of(material.test), extractor),
        test_tags,
        tuple(dict.fromkeys(tag for part in (tags, test_tags) for one in part for tag in one)),
        "tokens" if material.name == "ewt" else "iob2",
    )
    return simulate(simulated, LinearChainCRF(c2=C2), [WAY], range(n_draws), Plan(until=until))


def _tokens_read(simulation: Simulation, wanted: float) -> float:
    found = crossing(simulation.ways[WAY.name], "tokens_read", simulation.score, wanted).amount
    if found is None:
        raise BenchmarkError("The simulated labelling ended before the score was reached.")
    return found
