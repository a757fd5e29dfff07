"""The choice of training settings, against training and scoring by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from app.domain.labels import Label
from app.domain.training_choice import (
    BOTH,
    CLUSTERS,
    NOTHING,
    TEXT_PARTS,
    VECTORS,
    digest_of,
)
from app.jobs.data.snapshot import snapshot, training_targets
from app.jobs.measuring import training_choice as module
from app.jobs.measuring.training_choice import ENOUGH_SENTENCES, FOLDS, STRENGTHS, choose_training
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.training import word_clusters
from app.jobs.training.train import MORE_SUGGESTIONS, costs_of_mistakes, extract
from crfcore.crf import LinearChainCRF
from crfcore.features.column_table import ColumnTable
from crfcore.model_selection import choose_exponent, choose_outside_bias
from crfcore.model_selection.folds import sentence_folds
from tests.local_text import made_up_names, named_project
from tests.memory_projects import set_tags

N_LABELLED = 40


def labelled_project(n=N_LABELLED):
    project = named_project()
    names = set(made_up_names())
    offsets = project.corpus.offsets.tolist()
    for at in range(n):
        ids = project.corpus.columns[0, offsets[at] : offsets[at + 1]].tolist()
        words = [project.words[number] for number in ids]
        set_tags(project, at, ["B-NAME" if word in names else "O" for word in words])
    return project


def choose(project, learned=None, **more):
    return choose_training(snapshot(project), learned, **more)


@pytest.fixture
def learned(monkeypatch):
    """Return what is learned from all text of the project."""
    monkeypatch.setattr(word_clusters, "LEAST_TOKENS", 400)
    return word_clusters.cluster_text(snapshot(labelled_project())).learn()


def by_hand(project, c2):
    """Return the mean over folds of the log-likelihood per token of sentences held out."""
    offsets = project.corpus.offsets.tolist()
    words = [
        [project.words[n] for n in project.corpus.columns[0, first:last].tolist()]
        for first, last in pairwise(offsets)
    ][:N_LABELLED]
    names = set(made_up_names())
    tags = [["B-NAME" if word in names else "O" for word in own] for own in words]
    scores = []
    for fold in sentence_folds(N_LABELLED, FOLDS, module.SEED):
        others = np.delete(np.arange(N_LABELLED), fold).tolist()
        crf = LinearChainCRF(template="basic", c2=c2)
        crf.fit(ColumnTable.from_words([words[n] for n in others]), [tags[n] for n in others])
        held = ColumnTable.from_words([words[n] for n in fold])
        score = crf.log_likelihood(held, [tags[n] for n in fold])
        scores.append(score / sum(len(words[n]) for n in fold))
    return float(np.mean(scores))


def test_few_labels_choose_nothing():
    assert choose(labelled_project(ENOUGH_SENTENCES - 1)) is None
    assert choose(labelled_project(ENOUGH_SENTENCES)) is not None


def test_a_bad_setting_is_replaced_by_a_better_one():
    project = labelled_project()
    project.settings = replace(project.settings, c2=100.0)
    found = choose(project)
    assert found.c2 in STRENGTHS
    assert found.score > found.score_before
    assert not found.compared_text
    assert not found.text_tokens
    assert found.template == digest_of(project.settings.template)
    # The attributes of a project are those of all its words, with weights for the labelled alone.
    assert found.score_before == pytest.approx(by_hand(project, 100.0), abs=2e-3)
    assert found.score == pytest.approx(by_hand(project, found.c2), abs=2e-3)


def test_text_that_helps_is_used_and_what_does_not_is_left_out(learned, monkeypatch):
    found = choose(labelled_project(), learned)
    assert found.compared_text
    assert found.text_tokens == learned.source.n_tokens
    assert found.text_parts in TEXT_PARTS
    # Without its help, nothing is clearly better, and all of it stays.
    monkeypatch.setattr(module, "extract", lambda data, _: extract(data))
    found = choose(labelled_project(), learned)
    assert found.text_parts == BOTH

    # If clusters spoil the models, vectors remain.
    def spoiled(data, own):
        return extract(replace(data, template="U:%x[0,0]\n") if own and own.clusters else data)

    monkeypatch.setattr(module, "extract", spoiled)
    assert choose(labelled_project(), learned).text_parts == VECTORS


def test_a_likelier_way_that_finds_fewer_spans_is_not_chosen(learned, monkeypatch):
    monkeypatch.setattr(module, "extract", lambda data, _: extract(data))
    search = module._Search(
        snapshot(labelled_project()),
        training_targets(snapshot(labelled_project())),
        None,
        lambda: False,
        None,
    )
    search.steps = 1
    first, second = module._Way(NOTHING, 1.0, "basic"), module._Way(NOTHING, 0.1, "basic")
    assert search.best([first, second]) == second
    found = search._found
    assert found[second].likelihoods.mean() > found[first].likelihoods.mean()
    found[first], found[second] = (
        replace(found[first], spans=found[second].spans),
        replace(found[second], spans=found[second].spans * np.array([1, 2, 1])),
    )
    assert search.best([first, second]) == first


def test_a_project_gets_the_bias_that_its_own_spans_prefer():
    project = labelled_project()
    found = choose(project)
    data = snapshot(project).of_sentences(np.arange(N_LABELLED))
    extraction = extract(data)
    wanted = training_targets(data)
    crf = LinearChainCRF(c2=found.c2)
    best = choose_outside_bias(
        crf,
        extraction.dataset.whole(),
        wanted.targets,
        FOLDS,
        module.SEED,
        labels=wanted.labels,
        extractor=extraction.extractor,
    )
    assert (found.bias, found.f1, found.f1_before) == pytest.approx(best)


def test_a_project_gets_the_exponent_that_its_own_labels_prefer():
    project = labelled_project()
    found = choose(project)
    data = snapshot(project).of_sentences(np.arange(N_LABELLED))
    extraction = extract(data)
    wanted = training_targets(data)
    best = choose_exponent(
        LinearChainCRF("empirical"),
        extraction.dataset.whole(),
        wanted.targets,
        FOLDS,
        module.SEED,
        labels=wanted.labels,
        extractor=extraction.extractor,
    )
    assert best.score > 0.0
    figures = found.exponent, found.counts_score, found.counts_score_before
    assert figures == pytest.approx(best)


def test_tokens_without_spans_and_partial_sentences_have_no_bias():
    project = labelled_project()
    project.settings = replace(project.settings, scheme="tokens")
    found = choose(project)
    assert (found.bias, found.f1, found.f1_before) == (0.0, 0.0, 0.0)
    project = labelled_project()
    starts = project.corpus.offsets[:N_LABELLED]
    project.corpus.tag_sets[starts] = project.corpus.states[starts] = 0
    assert choose(project).f1 == 0.0


def test_parts_of_speech_without_the_label_o_choose_as_well():
    project = named_project()
    names = set(made_up_names())
    offsets = project.corpus.offsets.tolist()
    project.labels = {
        number: Label(number, name, number, str(number), number)
        for number, name in ((1, "NOUN"), (2, "VERB"))
    }
    project.settings = replace(project.settings, scheme="tokens", c2=100.0)
    for at in range(N_LABELLED):
        ids = project.corpus.columns[0, offsets[at] : offsets[at + 1]].tolist()
        set_tags(project, at, ["NOUN" if project.words[n] in names else "VERB" for n in ids])
    found = choose(project)
    assert found.c2 < 100.0
    assert (found.bias, found.f1, found.f1_before) == (0.0, 0.0, 0.0)
    assert found.score > found.score_before


def test_a_template_that_reads_only_clusters_has_no_more_to_compare(learned):
    both = word_clusters.parts_to_compare(learned, "basic")
    assert both == TEXT_PARTS
    assert word_clusters.parts_to_compare(learned, "U:%cluster[0,4]\n") == (BOTH, NOTHING)
    alone = learned.only(VECTORS)
    assert word_clusters.parts_to_compare(alone, "basic") == (BOTH, NOTHING)


def test_a_preset_is_chosen_where_it_is_clearly_better(monkeypatch):
    def spoiled(data, own):
        return extract(data if data.template == "ner" else replace(data, template="U:%x[0,0]\n"))

    project = labelled_project()
    with monkeypatch.context() as patch:
        patch.setattr(module, "extract", spoiled)
        found = choose(project)
    assert found.preset == "ner"
    assert found.score > found.score_before
    assert found.template == digest_of("basic")
    learning = ProjectLearning()
    learning.training_choice = replace(found, exponent=2.0)
    data = learning.snapshot(project)
    model = learning.train(data, None, lambda _: None, lambda: False, 1)
    assert model.extraction.template == "ner"
    assert learning.empirical(data).extraction is model.extraction


def test_a_preset_that_is_no_better_and_a_template_of_ones_own_stay(monkeypatch):
    project = labelled_project()
    with monkeypatch.context() as patch:
        patch.setattr(module, "extract", lambda data, _: extract(replace(data, template="basic")))
        assert choose(project).preset == ""
    project.settings = replace(project.settings, template="U:%x[0,0]\n")
    assert choose(project).preset == ""


def test_quick_models_have_the_exponent_of_the_choice():
    project, learning = labelled_project(), ProjectLearning()
    data = learning.snapshot(project)
    assert learning.empirical(data).crf.exponent_ == 1.0
    learning.training_choice = replace(choose(project), exponent=2.0)
    changed = learning.empirical(data)
    assert changed.crf.exponent_ == 2.0
    alone = ProjectLearning()
    alone.training_choice = learning.training_choice
    table = data.text.table()
    assert changed.crf.predict(table) == alone.empirical(data).crf.predict(table)
    project.settings = replace(project.settings, choose_training=False)
    assert learning.empirical(learning.snapshot(project)).crf.exponent_ == 1.0


def test_steps_are_reported_and_it_can_be_cancelled():
    steps = []
    choose(labelled_project(), monitor=lambda *step: steps.append(step))
    # Strengths and presets instead of the project's, models of segments, and of counts.
    n_steps = FOLDS * (len(STRENGTHS) + 2 + 1 + 1)
    assert steps == [(n, n_steps) for n in range(n_steps)]
    assert choose(labelled_project(), cancelled=lambda: True) is None


def test_models_are_trained_by_the_choice_and_keep_it(monkeypatch):
    monkeypatch.setattr(word_clusters, "LEAST_TOKENS", 400)
    project, learning = labelled_project(), ProjectLearning()
    project.settings = replace(project.settings, c2=100.0)

    def train():
        data = learning.snapshot(project)
        return learning.train(data, None, lambda _: None, lambda: False, 1)

    def quiet(_done, _all):
        pass

    learning.learn_clusters(learning.snapshot(project), lambda: False, quiet)
    assert train().crf.c2 == 100.0
    found = learning.choose_training(learning.snapshot(project), lambda: False, quiet)
    assert found.compared_text
    model = train()
    assert model.crf.c2 == found.c2
    assert bool(model.cluster_tokens) == (found.text_parts != NOTHING)
    unbiased = model.crf.label_bias_
    for parts, clusters, vectors in ((VECTORS, False, True), (CLUSTERS, True, False)):
        learning.training_choice = replace(found, text_parts=parts, bias=1.5)
        biased = train()
        own = biased.crf.extractor_.learned
        assert (own.clusters is not None, own.vectors is not None) == (clusters, vectors)
        assert biased.cluster_tokens
        assert biased.crf.label_bias_ == {"O": -1.5}
    learning.training_choice = replace(found, text_parts=NOTHING, bias=0.0)
    assert train().cluster_tokens == 0
    assert train().crf.label_bias_ == {}
    assert unbiased == ({"O": -found.bias} if found.bias else {})

    another = ProjectLearning()
    another.from_bytes(model.to_bytes())
    assert another.training_choice == found
    project.settings = replace(project.settings, choose_training=False)
    assert train().crf.c2 == 100.0


def test_learning_curves_are_those_of_models_as_they_are_chosen(monkeypatch):
    monkeypatch.setattr(word_clusters, "LEAST_TOKENS", 400)
    project, learning = labelled_project(), ProjectLearning()

    def quiet(_done, _all):
        pass

    def curves():
        data = learning.snapshot(project)
        return learning.label_curves(data, lambda: False, quiet).curves

    learning.learn_clusters(learning.snapshot(project), lambda: False, quiet)
    found = learning.choose_training(learning.snapshot(project), lambda: False, quiet)
    for parts in (BOTH, NOTHING):
        learning.training_choice = replace(found, text_parts=parts)
        assert all(bool(curve.with_text) == (parts == BOTH) for curve in curves())


def test_a_training_starts_from_weights_without_the_bias():
    project, learning = labelled_project(), ProjectLearning()

    def train(previous):
        data = learning.snapshot(project)
        return learning.train(data, previous, lambda _: None, lambda: False, 1)

    found = choose(project)
    learning.training_choice = replace(found, bias=0.0)
    plain = train(None)
    learning.training_choice = replace(found, bias=2.0)
    biased = train(None)
    assert biased.crf.state_features_ == plain.crf.state_features_
    assert biased.crf.transition_features_ == plain.crf.transition_features_
    assert train(biased).crf.state_features_ == train(plain).crf.state_features_


def test_costs_of_more_suggestions_are_those_of_full_models_and_of_a_choice_for_them():
    project, learning = labelled_project(), ProjectLearning()

    def train(previous=None):
        data = learning.snapshot(project)
        return learning.train(data, previous, lambda _: None, lambda: False, 1)

    plain = train()
    assert (plain.crf.objective_name, plain.crf.cost) == ("likelihood", None)
    learning.training_choice = choose(project)
    assert train().crf.c2 == learning.training_choice.c2
    project.settings = replace(project.settings, more_suggestions=True)
    eager = train(plain)
    assert (eager.crf.objective_name, eager.crf.cost) == ("softmax-margin", MORE_SUGGESTIONS)
    assert eager.crf.c2 == project.settings.c2, "the choice was made without costs"
    assert learning.empirical(learning.snapshot(project)).crf.cost is None
    table = learning.snapshot(project).text.table()
    likely, raised = (
        sum(token["O"] for own in model.crf.predict_marginals(table) for token in own)
        for model in (plain, eager)
    )
    assert raised < likely
    again = train(eager)
    assert again.crf.training_.evaluations < eager.crf.training_.evaluations
    learning.training_choice = choose(project)
    assert learning.training_choice.more_suggestions
    assert train().crf.c2 == learning.training_choice.c2


def test_costs_need_the_label_o():
    assert costs_of_mistakes(["NAME", "VERB"], more=True) == {}
    assert costs_of_mistakes(["O", "B-X"], more=False) == {}
    assert costs_of_mistakes(["O", "B-X"], more=True)["cost"] == MORE_SUGGESTIONS
