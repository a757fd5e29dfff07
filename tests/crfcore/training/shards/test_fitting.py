"""A training over shards is the training without them, and has the same bits in any order."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.column_table import ColumnTable
from crfcore.features.dataset import Dataset
from crfcore.features.targets import Targets
from crfcore.features.template import parse_template
from crfcore.inference.forward_backward import NoLabellingError
from crfcore.training.fitting import FeatureChoice
from crfcore.training.objectives.objective import Objective, scale_of_curvature
from crfcore.training.optimisation import Optimisation
from crfcore.training.optimisers.minimisation import Stopping
from crfcore.training.shards.engine import SerialEngine, Source
from crfcore.training.shards.files import ShardFolder
from crfcore.training.shards.fitting import (
    Watch,
    fit_sharded,
    sharded_dataset,
    sharded_files,
)
from crfcore.training.shards.objective import ShardedObjective
from tests.crfcore.training.shards.corpora import (
    PLAIN,
    TEMPLATE,
    ShuffledEngine,
    rows,
    sentences,
    write_files,
)

SOME = sentences(60)


def choice(extractor, labels):
    return FeatureChoice(transitions=extractor.has_transitions)


def prepared(engine, folder, template=TEMPLATE, shard_tokens=40, **options):
    source = Source(tuple(write_files(folder, SOME)), parse_template(template), shard_tokens)
    return sharded_files(engine, source, options.pop("choice", choice), **options)


def dataset_of(corpus, template=TEMPLATE, known=lambda _: True):
    """Return all sentences with the numbers of a corpus in shards."""
    columns, labels = rows(SOME)
    table = ColumnTable.from_sentences(columns)
    shown = [
        [label if known(s + t) else None for t, label in enumerate(one)]
        for s, one in enumerate(labels)
    ]
    return Dataset.of(corpus.extractor.transform(table)), Targets.from_labels(shown, corpus.labels)


@pytest.mark.parametrize("template", [TEMPLATE, PLAIN])
@pytest.mark.parametrize("min_freq", [0.0, 2.0])
def test_weights_and_objective_are_those_without_shards(tmp_path, template, min_freq):
    chosen = FeatureChoice(min_freq=min_freq, all_possible_transitions=min_freq == 0.0)
    with SerialEngine() as engine:
        corpus = prepared(engine, tmp_path, template, choice=lambda *_: chosen)
        dataset, targets = dataset_of(corpus, template)
        index = chosen.index(dataset, targets)
        for name in ("state_indptr", "state_labels", "transition_pairs", "edge_indptr"):
            assert np.array_equal(getattr(corpus.index, name), getattr(index, name)), name
        assert np.array_equal(corpus.index.edge_pairs, index.edge_pairs)
        assert len(corpus.handles) > 4
        weights = np.random.default_rng(1).normal(size=index.n_weights)
        sharded = ShardedObjective(engine, corpus.handles, index.n_weights, 0.3, "double")
        found, wanted = np.empty_like(weights), np.empty_like(weights)
        value = sharded(weights, found)
        with Objective(dataset, targets, index, c2=0.3) as whole:
            assert value == pytest.approx(whole(weights, wanted), rel=1e-12)
            assert found == pytest.approx(wanted, rel=1e-9, abs=1e-9)
            scale = sharded.curvature_scale(weights)
            wanted_scale = scale_of_curvature(whole.curvature(weights), 0.3, np.ones(1))
            assert scale == pytest.approx(wanted_scale, rel=1e-9)
            sharded.rescale(scale)
        # The value is that of the same weights, whatever the scale of the variables.
        variables = sharded.variables_of(weights)
        assert sharded(variables, found) == pytest.approx(value, rel=1e-12)
        assert found == pytest.approx(wanted * scale, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("c1", "c2"), [(0.0, 1.0), (0.3, 1.0)])
def test_the_minimum_is_that_without_shards(tmp_path, c1, c2):
    tight = {"epsilon": 1e-9, "delta": 0.0, "max_iterations": 400}
    columns, labels = rows(SOME)
    crf = LinearChainCRF(c1=c1, c2=c2, template=PLAIN, **tight).fit(columns, labels)
    settings = Optimisation(c1=c1, c2=c2, stopping=Stopping(**tight))
    with SerialEngine() as engine:
        corpus = prepared(engine, tmp_path, PLAIN)
        _, record, _ = fit_sharded(engine, corpus, settings, Watch())
    assert record.objective == pytest.approx(crf.training_.objective, rel=1e-9)
    assert corpus.labels == crf.fitted_.labels
    assert sorted(corpus.extractor.attribute_names()) == sorted(crf.attributes_)


@pytest.mark.parametrize("c1", [0.0, 0.2])
def test_bits_do_not_depend_on_the_order_or_on_where_shards_are(tmp_path, c1, monkeypatch):
    # Single precision, scale and several lanes, as with large corpora.
    monkeypatch.setattr("crfcore.training.objectives.objective.MIN_SCORES", 1)
    wanted = Optimisation(c1=c1, c2=0.2, stopping=Stopping(max_iterations=12))
    found = []
    for engine in (
        SerialEngine(),
        SerialEngine(threads=3),
        ShuffledEngine(1),
        ShuffledEngine(2),
        SerialEngine(folder=ShardFolder(tmp_path / "shards")),
    ):
        with engine:
            corpus = prepared(engine, tmp_path)
            model, record, _ = fit_sharded(engine, corpus, wanted, Watch())
            found.append((model.weights.tobytes(), record.objective, record.iterations))
    assert len(set(found)) == 1
    assert list((tmp_path / "shards").iterdir()) == []


def test_a_training_goes_on_from_any_state_to_the_same_bits(tmp_path, monkeypatch):
    monkeypatch.setattr("crfcore.training.shards.fitting.CHECKPOINT_EACH", 3)
    monkeypatch.setattr("crfcore.training.objectives.objective.MIN_SCORES", 1)
    wanted = Optimisation(c2=0.2)
    states = []
    with SerialEngine() as engine:
        corpus = prepared(engine, tmp_path)
        whole, record, _ = fit_sharded(engine, corpus, wanted, Watch(checkpoint=states.append))
        assert len(states) > 2
        for state in states:
            again, later, _ = fit_sharded(engine, corpus, wanted, Watch(), state=state)
            assert again.weights.tobytes() == whole.weights.tobytes()
            assert later.objective == record.objective
            assert (later.iterations, later.evaluations) == (
                record.iterations,
                record.evaluations,
            )
        other = prepared(engine, tmp_path, shard_tokens=50)
        with pytest.raises(CrfError, match="other sentences, labels or features"):
            fit_sharded(engine, other, wanted, Watch(), state=states[0])
        with pytest.raises(CrfError, match=r"c2=0\.2"):
            fit_sharded(engine, corpus, Optimisation(c2=0.3), Watch(), state=states[0])


def test_rare_attributes_and_weightless_sentences_are_left_out(tmp_path):
    weights = np.random.default_rng(3).integers(0, 3, len(SOME)).astype(float)
    with SerialEngine() as engine:
        corpus = prepared(engine, tmp_path, min_count=3, sample_weight=weights)
        columns, _ = rows(SOME)
        expected = Dataset.from_columns(columns, TEMPLATE, min_count=3)
        names = corpus.extractor.attribute_names()
        assert sorted(names) == sorted(expected.made_by.attribute_names())
        dataset, targets = dataset_of(corpus)
        counts = np.bincount(dataset.attributes)
        assert np.all(np.diff(counts) <= 0)
        wanted = LinearChainCRF(c2=0.5).objective_function(
            dataset, targets, labels=corpus.labels, extractor=corpus.extractor,
            sample_weight=weights,
        )  # fmt: skip
        point = np.random.default_rng(4).normal(size=corpus.index.n_weights)
        objective = ShardedObjective(engine, corpus.handles, len(point), 0.5, "double")
        gradient = np.empty_like(point)
        with wanted:
            value, slope = wanted.value_and_gradient(point)
        assert objective(point, gradient) == pytest.approx(value, rel=1e-12)
        assert gradient == pytest.approx(slope, rel=1e-9, abs=1e-9)


def test_sets_of_labels_and_open_tokens(tmp_path):
    with SerialEngine() as engine:
        corpus = prepared(engine, tmp_path)
        dataset, _ = dataset_of(corpus)
        _, labels = rows(SOME)
        some = [
            [(None, {label, "O"}, label)[(s + t) % 3] for t, label in enumerate(one)]
            for s, one in enumerate(labels)
        ]
        some[5:12] = [[None] * len(one) for one in some[5:12]]
        targets = Targets.from_labels(some, corpus.labels)
        for chosen in (FeatureChoice(), FeatureChoice(min_freq=2.0)):
            part = sharded_dataset(
                engine, dataset, targets, corpus.extractor, corpus.labels, chosen, shard_tokens=30
            )
            index = part.index
            point = np.random.default_rng(4).normal(size=index.n_weights)
            objective = ShardedObjective(engine, part.handles, len(point), 0.5, "double")
            found, wanted = np.empty_like(point), np.empty_like(point)
            with Objective(dataset, targets, index, c2=0.5) as whole:
                value = whole(point, wanted)
            assert objective(point, found) == pytest.approx(value, rel=1e-12)
            assert found == pytest.approx(wanted, rel=1e-9, abs=1e-9)


def test_a_forbidden_labelling_is_named_by_its_sentence_in_the_corpus(tmp_path):
    chosen = FeatureChoice(allowed_transitions=[])
    first = next(number for number, one in enumerate(SOME) if len(one) > 1)
    with SerialEngine() as engine, pytest.raises(NoLabellingError) as caught:
        prepared(engine, tmp_path, choice=lambda *_: chosen)
    assert caught.value.sentence == first
