"""Tests of comparing query strategies on a corpus, and of resuming."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

from app.jobs.simulate import (
    POINT,
    KeptSimulation,
    SimulationOptions,
    as_json,
    as_text,
    load_parts,
    material_of,
    simulate_on,
    way_of,
    write_csv,
)
from crfcore.active_learning.simulation import Kept
from crfcore.active_learning.simulation_plan import Partial
from crfcore.errors import CrfError, DataError
from crfcore.training.monitor import TrainingCancelled

TRAIN = "".join(
    f"{name} NNP B-PER\n{verb} VBZ O\nin IN O\n{city} NNP B-LOC\n. . O\n\n"
    for name in ("Anna", "Ben", "Ida", "Otto", "Mia")
    for verb in ("lives", "works", "sings", "waits")
    for city in ("Ulm", "Rom", "Bonn", "Kiel")
)
TEST = "Anna NNP B-PER\nworks VBZ O\nin IN O\nRom NNP B-LOC\n! . B-NEW\n\nMia NNP B-PER\nis VBZ O\n"
OPTIONS = SimulationOptions(("random", "min_marginal+partial"), (0, 1), budget=70, c2=0.1)


@pytest.fixture
def material(tmp_path):
    (tmp_path / "train.conll").write_text(TRAIN)
    (tmp_path / "test.conll").write_text(TEST)
    parts = load_parts(tmp_path / "train.conll", tmp_path / "test.conll", ("word", "pos", "label"))
    return material_of(*parts)


def test_a_name_says_how_a_person_is_asked():
    assert way_of("random").strategy == "random"
    assert not way_of("sequential+unaided").proposals
    assert way_of("margin+partial").partial == Partial(None)
    assert way_of("margin+partial=0.8+accept=0.95").partial == Partial(0.8, 0.95)
    assert way_of("kl_to_mean").committee > 1
    for name in ("margin+per_second", "margin+diverse", "margin+mixed=0.3"):
        assert callable(way_of(name).strategy)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("best", "query strategy 'best' is unknown"),
        ("random+fast", "“fast” is unknown"),
        ("random+accept=0.9", "“accept=0.9” is unknown"),
        ("random+partial=x", "needs a number between 0 and 1"),
        ("random+mixed=2", "needs a number between 0 and 1, like mixed=0.2."),
        ("random+partial+unaided", "no uncertain tokens"),
    ],
)
def test_names_that_mean_nothing_are_refused(name, words):
    with pytest.raises(CrfError, match=words):
        way_of(name)


def test_labels_of_the_test_file_are_known(material):
    assert material.labels == ("B-PER", "O", "B-LOC", "B-NEW")
    assert (material.pool.n_sentences, material.test.n_sentences) == (80, 2)


def test_what_is_labelled_in_part_is_left_out(tmp_path):
    (tmp_path / "a").write_text("a X\nb _\n\nc X\nd Y\n")
    data, _ = load_parts(tmp_path / "a", tmp_path / "a", ("word", "label"))
    partly = replace(data, tags=data.tags.copy())
    partly.tags[1] = -1
    assert material_of(partly, data).pool.n_sentences == 1
    partly.tags[:] = -1
    with pytest.raises(DataError, match="nothing to label"):
        material_of(partly, data)
    with pytest.raises(DataError, match="nothing to score on"):
        material_of(data, partly)
    partly.tags[:] = 0
    with pytest.raises(DataError, match="at least two different labels"):
        material_of(partly, data)


def test_figures_as_json_text_and_table(material, tmp_path):
    found = simulate_on(material, OPTIONS)
    out = as_json(found)
    assert set(out) == {"strategies", "full", "score", "summary"}
    assert list(out["strategies"]) == ["random", "min_marginal+partial"]
    points = out["strategies"]["random"]
    assert {point["seed"] for point in points} == {0, 1}
    assert set(points[0]) == {"seed", *POINT}
    assert [point["sentences"] for point in points if point["seed"] == 0] == [50, 60, 70]
    needed = out["summary"]["random"]["needed"]
    assert set(needed) == {"0.9", "0.95", "0.99"}
    assert set(needed["0.9"]["tokens"]) == {"amount", "spread"}
    text = as_text(found)
    assert "needed for 95% of that" in text
    assert "tokens to random's" in text
    assert ("\n–: not reached with an amount that" in text) == (" – " in text)
    runs = found.ways["random"]
    apart = {0: runs[0][:1], 1: [replace(runs[1][-1], corrections=10**6)]}
    text = as_text(replace(found, ways={**found.ways, "random": apart}))
    assert "\n–: not reached with an amount that the curves of all seeds have.\n" in text
    write_csv(tmp_path / "a.csv", found)
    with (tmp_path / "a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 12
    assert float(rows[0]["f1"]) == points[0]["f1"]
    alone = simulate_on(material, replace(OPTIONS, strategies=("margin",), budget=None))
    assert "margin" in as_text(alone)


def test_a_file_keeps_what_is_done(material, tmp_path):
    path = tmp_path / "kept"
    whole = simulate_on(material, OPTIONS)

    received = 0

    def tired(_progress):
        nonlocal received
        received += 1
        return received == 4

    with pytest.raises(TrainingCancelled):
        simulate_on(material, OPTIONS, resume=path, monitor=tired)
    received = 10
    assert simulate_on(material, OPTIONS, resume=path, monitor=tired) == whole
    assert received == 10 + 12 - 3
    received = 10
    assert simulate_on(material, OPTIONS, resume=path, monitor=tired) == whole
    assert received == 10
    more = replace(OPTIONS, strategies=(*OPTIONS.strategies, "margin"))
    assert simulate_on(material, more, resume=path).ways["random"] == whole.ways["random"]
    with pytest.raises(DataError, match="another c2"):
        simulate_on(material, replace(OPTIONS, c2=0.5), resume=path)


def test_a_file_of_another_kind_is_refused(material, tmp_path):
    path = tmp_path / "kept"
    path.write_text("text")
    with pytest.raises(DataError, match="not what tagwright simulate --resume keeps"):
        simulate_on(material, OPTIONS, resume=path)
    kept = KeptSimulation(tmp_path / "nowhere" / "kept", {})
    assert kept.read() is None
    kept.write()
    with pytest.raises(DataError):
        kept.keep(Kept(None, {}))
