"""Simulated annotators of a small corpus in several settings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from crfcore.active_learning.checkpoints import Point, Scores
from crfcore.active_learning.query_threshold import QueryThreshold
from crfcore.active_learning.simulated_annotator import Effort
from crfcore.active_learning.simulated_curves import (
    AMOUNTS,
    Crossing,
    crossing,
    curve_of,
    summaries,
)
from crfcore.active_learning.simulated_run import Run, score, trained
from crfcore.active_learning.simulation import Kept, simulate
from crfcore.active_learning.simulation_material import Material
from crfcore.active_learning.simulation_plan import Partial, Plan, Way
from crfcore.active_learning.strategies import STRATEGIES
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.features.column_table import ColumnTable
from crfcore.features.targets import Targets
from crfcore.metrics.spans import span_scores
from crfcore.metrics.tokens import token_accuracy
from crfcore.training.monitor import TrainingCancelled

LABELS = ("O", "B-X", "I-X", "B-Y", "I-Y")
WORDS = {"O": "klmno", "B-X": "ab", "I-X": "bc", "B-Y": "de", "I-Y": "ef"}
PLAN = Plan(start=5, least=4, growth=0.3)


def _tagged(n, seed, scheme="iob2"):
    rng = np.random.default_rng(seed)
    words, tags = [], []
    for _ in range(n):
        own: list[str] = []
        while len(own) < 3:
            kind = rng.choice(["O", "X", "Y"], p=[0.6, 0.2, 0.2])
            own += ["O"] if kind == "O" else [f"B-{kind}", f"I-{kind}"][: rng.integers(1, 3)]
        if scheme == "tokens":
            own = [tag[0] for tag in own]
        tags.append(own)
        words.append([str(rng.choice(list(WORDS.get(t, "xyz" + t)))) for t in own])
    return words, tags


def _material(n=40, scheme="iob2"):
    (words, tags), (test_words, test_tags) = _tagged(n, 0, scheme), _tagged(20, 1, scheme)
    pool, test = (ColumnTable.from_words(part) for part in (words, test_words))
    return Material.from_sentences(pool, tags, test, test_tags, template="basic", scheme=scheme)


@pytest.fixture(scope="module")
def material():
    return _material()


CRF = LinearChainCRF(c2=0.1)


def test_a_run_labels_as_planned_until_all_is_labelled(material):
    run = Run(material, CRF, Way("random", "random"), 3, PLAN)
    while not run.is_over:
        run.step()
    assert [point.sentences for point in run.points] == [5, 9, 13, 17, 22, 29, 38, 40]
    last = run.points[-1]
    assert last.tokens == last.tokens_read == material.pool.n_tokens
    assert sorted(run.checkpoint.places.tolist()) == list(range(40))
    by_place = np.argsort(run.checkpoint.places)
    sets = np.split(
        run.checkpoint.label_sets,
        np.cumsum([len(material.tags[p]) for p in run.checkpoint.places])[:-1],
    )
    assert np.concatenate([sets[i] for i in by_place]).tolist() == material.numbers.tolist()
    everything = simulate(material, CRF, [Way("random", "random")], plan=replace(PLAN, budget=1))
    assert last.f1 == pytest.approx(everything.full.f1, abs=0.02)


@pytest.mark.parametrize("scheme", ["iob2", "tokens"])
def test_scores_are_those_of_the_metrics(scheme):
    material = _material(scheme=scheme)
    n_labels = len(material.labels)
    targets = Targets(material.numbers, np.zeros((0, n_labels), np.uint8), n_labels)
    places = np.arange(3)
    model = trained(CRF, material, places, targets.select(material.pool.offsets, places))
    found = model.predict(material.test)
    assert score(model, material) == Scores(
        span_scores(material.test_tags, found, scheme if scheme == "tokens" else None).f1,
        token_accuracy(material.test_tags, found),
    )
    assert material.score == ("token_accuracy" if scheme == "tokens" else "f1")


def test_all_ways_of_a_seed_begin_alike_and_end_at_the_budget(material):
    ways = [
        Way("min_marginal", "min_marginal"),
        Way("random", "random"),
        Way("blank", "sequential", proposals=False),
        Way("partial", "min_marginal", partial=Partial(0.8)),
        Way("accepting", "min_marginal", partial=Partial(0.8, 0.95)),
        Way("votes", "vote_entropy", committee=2),
        Way("own", STRATEGIES["margin"]),
    ]
    found = simulate(material, CRF, ways, [0, 1], replace(PLAN, budget=12))
    assert list(found.ways) == [way.name for way in ways]
    for seed in (0, 1):
        assert len({seeds[seed][0] for seeds in found.ways.values()}) == 1
    assert found.ways["random"][0][0] != found.ways["random"][1][0]
    for seeds in found.ways.values():
        assert [[p.sentences for p in points] for points in seeds.values()] == [[5, 9, 12]] * 2
    last = {name: seeds[0][-1] for name, seeds in found.ways.items()}
    assert last["partial"].tokens < last["partial"].tokens_read
    assert last["accepting"].actions > 0
    first = found.ways["blank"][0][0]
    grown = last["blank"]
    labelled = sum(tag != "O" for s in material.tags for tag in s)
    assert first.corrections < grown.corrections < labelled
    assert grown == Point.of(grown.effort, Scores(grown.f1, grown.token_accuracy))


def test_the_threshold_follows_the_answers(material):
    kept: list[Kept] = []
    ways = [Way("following", "min_marginal", partial=Partial())]
    simulate(material, CRF, ways, [0], replace(PLAN, budget=20), keep=kept.append)
    thresholds = [done.runs["following", 0].threshold for done in kept if done.runs]
    assert thresholds[0] == QueryThreshold()  # the first sentences are labelled as a whole
    assert len({threshold.value for threshold in thresholds}) > 1
    assert all(threshold.expected > 0.0 for threshold in thresholds[1:])


def test_people_who_err_teach_less(material):
    plan = replace(PLAN, budget=40)
    exact, erring = (
        simulate(material, CRF, [Way("random", "random")], plan=replace(plan, error_rate=rate))
        for rate in (0.0, 0.9)
    )
    assert erring.ways["random"][0][-1].f1 < exact.ways["random"][0][-1].f1 / 2


def test_without_a_budget_a_way_ends_where_it_is_good_enough(material):
    ways = [Way("min_marginal", "min_marginal"), Way("random", "random")]
    found = simulate(material, CRF, ways, [0, 1], replace(PLAN, until=0.6))
    needed = crossing(found.ways["random"], "tokens_read", "f1", 0.6 * found.full.f1)
    assert needed.amount is not None
    assert any(p[-1].sentences < 40 for p in found.ways["random"].values())
    for points in found.ways["min_marginal"].values():
        assert points[-1].tokens_read >= needed.amount or points[-1].sentences == 40
    alone = simulate(material, CRF, ways[:1], [0], replace(PLAN, until=0.6))
    assert alone.ways["min_marginal"][0][-1].f1 >= 0.6 * alone.full.f1
    assert alone.summaries()["min_marginal"].area is not None


def test_what_was_interrupted_goes_on_with_the_same_bits(material):
    ways = [
        Way("min_marginal", "min_marginal"),
        Way("partial", "min_marginal", partial=Partial(0.8)),
        Way("following", "min_marginal", partial=Partial()),
    ]
    plan = replace(PLAN, budget=20)
    whole = simulate(material, CRF, ways, [0, 1], plan)
    for n_steps in (1, 2, 4, 11, 15, 19):
        kept: list[Kept] = []

        def tired(_progress, kept=kept, n_steps=n_steps):
            return len(kept) >= n_steps

        with pytest.raises(TrainingCancelled):
            simulate(material, CRF, ways, [0, 1], plan, keep=kept.append, monitor=tired)
        again = simulate(material, CRF, ways, [0, 1], plan, kept=kept[-1])
        assert again == whole


def test_a_seed_more_takes_what_is_there(material):
    kept: list[Kept] = []
    way = Way("min_marginal", "min_marginal")
    simulate(material, CRF, [way], [0], replace(PLAN, until=0.5), keep=kept.append)
    done = {key: run.finished for key, run in kept[-1].runs.items()}
    more = simulate(
        material, CRF, [way], [0, 1, 2], replace(PLAN, until=0.9), kept=Kept(kept[-1].full, done)
    )
    assert all(points[0].sentences == 5 for points in more.ways["min_marginal"].values())


def test_it_is_stopped_within_a_training(material):
    asked = 0

    def soon():
        nonlocal asked
        asked += 1
        return asked > 3

    with pytest.raises(TrainingCancelled):
        simulate(material, CRF, [Way("random", "random")], cancelled=soon)


def test_progress_grows(material):
    received = []
    ways = [Way("random", "random"), Way("min_marginal", "min_marginal")]
    simulate(material, CRF, ways, [0], replace(PLAN, until=0.7), monitor=received.append)
    shares = [progress.done for progress in received if progress.way == "min_marginal"]
    assert shares == sorted(shares)
    assert 0.0 <= received[0].done <= shares[-1] <= 1.0


def test_impossible_values_are_rejected(material):
    way = Way("random", "random")
    for ways, seeds in (([], [0]), ([way], [])):
        with pytest.raises(CrfError, match="needs a strategy and a seed"):
            simulate(material, CRF, ways, seeds)
    for ways, seeds in (([way, way], [0]), ([way], [1, 1])):
        with pytest.raises(CrfError, match="omit repeated ones"):
            simulate(material, CRF, ways, seeds)
    with pytest.raises(CrfError, match="unknown"):
        simulate(material, CRF, [Way("x", "x")])
    for plan, words in ((Plan(start=0), "at least one"), (Plan(until=2.0), "until=2.0")):
        with pytest.raises(CrfError, match=words):
            simulate(material, CRF, [way], plan=plan)
    empty = material.pool.select(np.zeros(0, np.int64))
    for change, words in (
        ({"pool": empty, "tags": []}, "a sentence to label"),
        ({"pool": replace(material.pool, made_by=None)}, "what made it"),
        ({"test_tags": material.test_tags[1:]}, "right label for each"),
        ({"labels": ("O",)}, "not among the labels"),
    ):
        with pytest.raises(CrfError, match=words):
            simulate(replace(material, **change), CRF, [way])


# ---- curves


def _points(*pairs):
    return [Point.of(Effort(t, t, t, t, t), Scores(f1, f1)) for t, f1 in pairs]


def test_of_points_at_the_same_amount_the_last_counts():
    curve = curve_of(_points((1, 0.1), (2, 0.2), (2, 0.3), (4, 0.4)), "tokens", "f1")
    assert (curve.amounts.tolist(), curve.scores.tolist()) == ([1, 2, 4], [0.1, 0.3, 0.4])


def test_amounts_are_those_of_the_mean_curve():
    seeds = {0: _points((0, 0.0), (10, 1.0)), 1: _points((0, 0.0), (20, 1.0))}
    assert crossing(seeds, "tokens", "f1", 0.75) == Crossing(
        10.0, pytest.approx(np.std([7.5, 15.0], ddof=1))
    )
    assert crossing(seeds, "tokens", "f1", 0.9) == Crossing(
        None, pytest.approx(np.std([9.0, 18.0], ddof=1))
    )
    assert crossing({0: seeds[0]}, "tokens", "f1", 0.5) == Crossing(5.0, None)
    apart = {0: _points((0, 0.0), (1, 1.0)), 1: _points((2, 0.0), (3, 1.0))}
    assert crossing(apart, "tokens", "f1", 0.5) == Crossing(
        None, pytest.approx(np.std([0.5, 2.5], ddof=1))
    )


def test_areas_end_at_the_reference():
    ways = {
        "random": {0: _points((0, 0.0), (10, 1.0), (20, 1.0))},
        "better": {0: _points((0, 0.0), (5, 1.0), (20, 1.0))},
        "short": {0: _points((0, 0.0), (5, 1.0))},
        "torn": {0: _points((0, 0.0), (1, 1.0)), 1: _points((2, 0.0), (3, 1.0))},
    }
    full = Scores(1.0, 1.0)
    found = summaries(ways, full, "f1", shares=[1.0], reference="random")
    assert {name: one.area for name, one in found.items()} == {
        "random": 0.5, "better": 0.75, "short": None, "torn": None,
    }  # fmt: skip
    assert set(found["better"].crossings) == {(amount, 1.0) for amount in AMOUNTS}
    # Without a reference, or if it did not reach the score, the shortest curve determines the end.
    for reference, best in ((None, 1.0), ("random", 2.0)):
        found = summaries(ways, Scores(best, best), "f1", shares=[1.0], reference=reference)
        assert found["short"].area == 0.5
    alone = summaries({"torn": ways["torn"]}, full, "f1")
    assert alone["torn"].area is None


def test_material_of_attributes_finds_the_scheme_itself():
    items, tags = [[{"w": "a"}, {"w": "b"}]], [["B-X", "I-X"]]
    material = Material.from_sentences(items, tags, items, tags)
    assert (material.scheme, material.labels) == ("iob2", ("B-X", "I-X"))
