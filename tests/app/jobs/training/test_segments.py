"""Models of segments: training, fallbacks to tokens, and every use of a model in the window."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from app.domain.query_choices import MIN_MARGINAL, PER_SECOND, PLAIN, QUERY_STRATEGIES, QueryChoice
from app.domain.rules import ProjectRule
from app.domain.segments import (
    COSTS,
    KERNELS,
    LABELS,
    LONGEST,
    NEEDS_TOKENS,
    RULES,
    SCHEME,
    UNLABELLED,
    WHY_TOKENS,
)
from app.domain.tokens import Role, TokenState
from app.jobs.data.snapshot import snapshot, training_targets
from app.jobs.measuring import training_choice
from app.jobs.measuring.held_out import held_out, without_labels
from app.jobs.measuring.label_curves import label_curves
from app.jobs.measuring.measure import calibrated, control_question, measure
from app.jobs.measuring.training_choice import can_have_segments, choose_training, gain_of
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.queue.ratings import Ratings
from app.jobs.suggestions.propose import ProposerAtOnce, propose, propose_all, sentences_of
from app.jobs.training import train as train_module
from app.jobs.training.model_kinds import is_of_segments, token_model
from app.jobs.training.segments import SegmentTargets, segment_targets
from app.jobs.training.train import DELTA_OF_SEGMENTS, PERIOD_OF_SEGMENTS, extract, train
from crfcore.crf import LinearChainCRF
from crfcore.semi_markov import SemiMarkovCRF
from tests.memory_projects import set_tags
from tests.segment_projects import DRUGS, drug_project, right_tags

AT_MOST_ONE = '{"unit": "DRUG", "at_most": 1}'


def trained(project, previous=None, **more):
    data = replace(snapshot(project), **more)
    return train(data, extract(data), previous=previous)


@pytest.fixture(scope="module")
def project():
    return drug_project()


@pytest.fixture(scope="module")
def model(project):
    return trained(project)


def words_of(project, index):
    at = project.corpus.span(index)
    return [project.words[number] for number in project.corpus.columns[0, at].tolist()]


def tags_of(project, model, *indices):
    sentences = sentences_of(project, np.array(indices))
    names = [project.tags[tag] for tag in propose(model, sentences).tags.tolist()]
    ends = np.cumsum([0, *(len(words_of(project, index)) for index in indices)]).tolist()
    return [names[first:last] for first, last in pairwise(ends)]


def confirm(project, index, token, *tags):
    """Confirm a tag of a token, or narrow it to several."""
    at = int(project.corpus.offsets[index]) + token
    project.corpus.tag_sets[at] = project.set_id(tuple(project.tag_id(tag) for tag in tags))
    state = TokenState.CONFIRMED if len(tags) == 1 else TokenState.NARROWED
    project.corpus.states[at] = state


def begin(project, index, *tags):
    """Put tags on the first tokens of a sentence."""
    rest = len(words_of(project, index)) - len(tags)
    set_tags(project, index, [*tags, *[None] * rest])


def test_it_scores_segments_with_the_lists_of_the_project(project, model):
    assert isinstance(model.crf, SemiMarkovCRF)
    assert (model.crf.scheme_, model.crf.c2) == ("iob2", project.settings.c2)
    names = {name for name, _ in model.crf.segment_features_}
    assert any("drugs" in name for name in names)
    assert model.crf.metadata_["scheme"] == "iob2"
    # Phrases that no labelled sentence has are found.
    assert "calcium" not in {w for index in range(12) for w in words_of(project, index)}
    few = trained(drug_project(12))
    for index in range(project.corpus.n_sentences - 15, project.corpus.n_sentences):
        assert tags_of(project, few, index) == [right_tags(words_of(project, index))]


def test_it_is_what_the_library_trains(project, model):
    data = snapshot(project)
    wanted, extraction = training_targets(data), extract(data)
    stopping = {"period": PERIOD_OF_SEGMENTS, "delta": DELTA_OF_SEGMENTS}
    crf = SemiMarkovCRF(scheme="iob2", c2=data.c2, **stopping)
    crf.fit(
        extraction.dataset.select(wanted.sentence_indices),
        wanted.targets,
        labels=wanted.labels,
        extractor=extraction.extractor,
    )
    for name, weight in crf.segment_features_.items():
        assert model.crf.segment_features_[name] == pytest.approx(weight, abs=1e-9)


def test_it_starts_from_the_last_model_of_either_kind(project, model, monkeypatch):
    seen = []
    for kind in (LinearChainCRF, SemiMarkovCRF):

        def fit(self, *args, _fit=kind.fit, **more):
            seen.append((type(self), self.initial))
            return _fit(self, *args, **more)

        monkeypatch.setattr(kind, "fit", fit)
    data = snapshot(project)
    extraction = extract(data)
    tokens = train(replace(data, segments=False), extraction)
    segments = train(data, extraction, previous=tokens)
    assert seen[-1] == (SemiMarkovCRF, tokens.crf)
    again = train(data, extraction, previous=segments)
    assert seen[-1] == (SemiMarkovCRF, segments.crf)
    assert again.crf.training_.iterations < model.crf.training_.iterations
    train(replace(data, segments=False), extraction, previous=segments)
    kind, initial = seen[-1]
    assert (kind, type(initial)) == (LinearChainCRF, LinearChainCRF)


@pytest.mark.parametrize("reason", [RULES, COSTS, SCHEME])
def test_a_reason_that_stays_is_told_before_that_of_the_first_start(project, reason, monkeypatch):
    monkeypatch.setattr(train_module, "missing_parts", list)
    changed = {
        RULES: {"rules": (ProjectRule(1, "count", AT_MOST_ONE),)},
        COSTS: {"more_suggestions": True},
        SCHEME: {"scheme": "iob1"},
    }
    data = replace(snapshot(project), **changed[reason])
    assert train(data, extract(data)).why_tokens == reason


@pytest.mark.parametrize("reason", [RULES, COSTS, SCHEME, UNLABELLED, LABELS, KERNELS])
def test_where_segments_are_not_possible_it_scores_tokens_and_says_why(
    project, reason, monkeypatch
):
    data = snapshot(project)
    if reason == RULES:
        data = replace(data, rules=(ProjectRule(1, "count", AT_MOST_ONE),))
    elif reason == COSTS:
        data = replace(data, more_suggestions=True)
    elif reason == SCHEME:
        data = replace(data, scheme="iob1")
    elif reason == KERNELS:
        monkeypatch.setattr(train_module, "missing_parts", list)
    elif reason == LABELS:
        broken = drug_project()
        for index in range(0, 24, 3):
            begin(broken, index, "O", "I-DRUG")
        data = snapshot(broken)
    extraction = extract(data)
    if reason == UNLABELLED:
        assert segment_targets(data, None) == UNLABELLED
        return
    model = train(data, extraction)
    assert isinstance(model.crf, LinearChainCRF)
    assert (model.why_tokens, model.segments.why_tokens) == (reason, reason)
    assert not model.segments.has_segments
    assert WHY_TOKENS[reason].startswith("It scores tokens")


def test_quick_models_score_tokens_without_a_reason(project):
    data = snapshot(project)
    model = train(data, extract(data), algorithm="empirical")
    assert isinstance(model.crf, LinearChainCRF)
    assert not model.why_tokens


def test_sentences_whose_labels_are_no_segments_are_left_out(project, model):
    broken = drug_project()
    for index, tags in ((24, ["O", "I-DRUG", "O", "O", "O"]), (25, ["I-DRUG"])):
        begin(broken, index, *tags)
    found = trained(broken)
    assert found.segments.left_out == 2
    assert found.crf.segment_features_ == pytest.approx(model.crf.segment_features_, abs=1e-6)
    # A partial sentence that some segmentation has is used.
    begin(broken, 25, "B-DRUG")
    assert trained(broken).left_out == 1


def test_longer_spans_are_left_out(project):
    data = snapshot(project)
    wanted = training_targets(data)
    assert isinstance(segment_targets(data, wanted), SegmentTargets)
    n_tokens = LONGEST + 1
    targets = type(wanted.targets)(
        np.full(len(wanted.targets.label_sets), wanted.labels.index("I-DRUG"), np.int32),
        wanted.targets.sets,
        wanted.targets.n_labels,
    )
    assert n_tokens > max(np.diff(data.text.offsets)), "shorter ones break the scheme"
    assert segment_targets(data, replace(wanted, targets=targets)) == LABELS


def test_tags_of_another_scheme_are_no_segments(project):
    other = drug_project()
    begin(other, 30, "O", "E-DRUG")
    model = trained(other)
    assert model.why_tokens == LABELS


def test_confirmed_rejected_and_impossible_labels_hold(model):
    project = drug_project()
    n = project.corpus.n_sentences
    took = n - 3  # a frame with “took”
    assert tags_of(project, model, took) == [right_tags(words_of(project, took))]
    confirm(project, took, 2, "O")
    assert tags_of(project, model, took)[0][2] == "O"
    confirm(project, took, 2, "B-DRUG", "I-DRUG")
    assert tags_of(project, model, took)[0][2] in ("B-DRUG", "I-DRUG")
    # No segmentation has these; another sentence of the same batch keeps its segments.
    confirm(project, took, 0, "I-DRUG")
    found = tags_of(project, model, took, n - 2)
    assert found[0][0] == "I-DRUG"
    assert found[1] == right_tags(words_of(project, n - 2))
    assert model.crf.longest_ < len(words_of(project, n - 2))
    for token in range(len(words_of(project, n - 2))):
        confirm(project, n - 2, token, "I-DRUG" if token else "B-DRUG")
    assert set(tags_of(project, model, n - 2)[0][1:]) == {"I-DRUG"}


def test_rules_hold_at_once_before_the_next_training(model):
    project = drug_project()
    index = project.corpus.n_sentences - 3
    assert "B-DRUG" in tags_of(project, model, index)[0]
    rule = ProjectRule(1, "count", '{"unit": "DRUG", "at_most": 0}')
    sentences = replace(sentences_of(project, np.array([index])), rules=(rule,))
    names = [project.tags[tag] for tag in propose(model, sentences).tags.tolist()]
    assert set(names) == {"O"}


def test_a_key_gets_the_same_suggestions_as_the_whole_project(model):
    project = drug_project()
    at_once, everything = ProposerAtOnce(), propose_all(model, project)
    for index in (60, 61, 60, 88):
        found = at_once.propose(model, sentences_of(project, np.array([index])))
        at = project.corpus.span(index)
        assert found.tags.tolist() == everything.tags[at].tolist()
        assert found.probabilities == pytest.approx(everything.probabilities[at], abs=1e-6)


@pytest.mark.parametrize("wrapper", [PLAIN, PER_SECOND])
def test_every_strategy_of_the_window_rates(project, model, wrapper):
    sentences = sentences_of(project, np.arange(40, 60))
    names = [one.name for one in QUERY_STRATEGIES if not one.why_not]
    rated = {
        name: Ratings().rate(model, sentences, QueryChoice.of(name, wrapper, "sentence", 0.0))
        for name in names
    }
    assert all(len(scores) == 20 and np.isfinite(scores).all() for scores in rated.values())
    for name in NEEDS_TOKENS & set(names):
        assert rated[name] == pytest.approx(rated[MIN_MARGINAL]), name
    for name in ("margin", "nbest_entropy", "token_entropy"):
        assert not np.allclose(rated[name], rated[MIN_MARGINAL]), name


def test_other_jobs_train_and_use_segments(project):
    data = snapshot(project)
    extraction = extract(data)
    found = held_out(data, extraction)
    sentences = without_labels(data, training_targets(data).sentence_indices)
    assert (found.tags[: len(sentences.tag_sets)] >= 0).all()
    curves = label_curves(data, [extraction])
    assert curves.n_sentences == 24
    choice = choose_training(snapshot(drug_project(36)))
    assert choice.compared_segments
    assert 0.0 < choice.f1_tokens <= 1.0
    assert 0.0 < choice.f1_segments <= 1.0


def test_the_comparison_of_segments_waits_for_rules_and_kernels_alone(project, monkeypatch):
    data = snapshot(project)
    wanted = training_targets(data)
    assert can_have_segments(data, wanted) == (True, False)
    constrained = replace(data, rules=(ProjectRule(0, "count", '{"at_most": 1, "unit": "DRUG"}'),))
    assert can_have_segments(constrained, wanted) == (False, True)
    assert can_have_segments(replace(data, scheme="iob1"), wanted) == (False, False)
    monkeypatch.setattr(training_choice, "missing_parts", list)
    assert can_have_segments(data, wanted) == (False, True)


def test_segments_and_tokens_are_compared_as_they_would_be_used():
    # Gold, predicted and correct spans of 40 sentences, by bias: a bias helps tokens alone.
    tokens = np.tile(np.array([[[2, 1, 1]], [[2, 2, 2]], *[[[2, 4, 2]]] * 3]), (1, 40, 1))
    segments = np.tile(np.array([[[4, 3, 3]], *[[[4, 6, 3]]] * 4]), (1, 40, 1))
    found = gain_of(tokens, segments)
    assert (found.f1_tokens, found.f1_segments) == pytest.approx((1.0, 6 / 7))
    assert not found.prefers_segments
    assert found.segments_bias == 0.0
    assert gain_of(tokens[:1].repeat(5, axis=0), segments).prefers_segments


def test_probabilities_are_calibrated_and_measured_on_test_sentences(project):
    tested = drug_project(90)
    tested.corpus.roles[30:] = Role.CONTROL
    data = snapshot(tested)
    extraction = extract(data)
    model = calibrated(train(data, extraction), data, extraction)
    assert is_of_segments(model.crf)
    assert model.is_calibrated
    open_tokens = np.zeros(90, np.int32)
    question = control_question(tested, np.arange(90), open_tokens)
    found = measure(model, question, (30, 100), 0.0, detailed=True)
    assert found.calibration is not None
    assert found.point.score > 0.9


def test_a_bias_lowers_the_score_of_no_label(project):
    data = replace(snapshot(project), bias=1.0, segments_bias=0.5)
    extraction = extract(data)
    assert train(data, extraction).crf.label_bias_ == {"O": -0.5}
    assert train(replace(data, segments=False), extraction).crf.label_bias_ == {"O": -1.0}


def test_it_is_stored_and_read_again(project, model):
    learning = ProjectLearning()
    again = learning.from_bytes(model.to_bytes())
    assert isinstance(again.crf, SemiMarkovCRF)
    one, two = propose_all(model, project), propose_all(again, project)
    assert one.tags.tolist() == two.tags.tolist()
    assert one.probabilities == pytest.approx(two.probabilities, abs=1e-6)
    tokens = learning.from_bytes(replace(model, crf=token_model(model.crf)).to_bytes())
    assert isinstance(tokens.crf, LinearChainCRF)


def test_lists_that_are_changed_are_read_by_the_next_model(project):
    few = drug_project(9, listed=1)
    first = trained(few)
    few.phrases[1] = dict.fromkeys(DRUGS, "")
    data = snapshot(few)
    again = train(data, extract(data), previous=first)
    assert is_of_segments(again.crf)
    last = few.corpus.n_sentences - 3
    assert tags_of(few, again, last) == [right_tags(words_of(few, last))]
