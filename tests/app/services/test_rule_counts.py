"""Tests of counting violations on a worker after a pause; only the newest counts."""

import threading

import pytest

from app.domain.rule_findings import RuleFinding, RuleStates
from app.domain.rules import ProjectRule
from app.edits.rules import add_rules, remove_rule, switch_rule
from app.edits.spans import label_span
from app.services import latest_query
from app.services.rule_counts import RuleCounts
from app.services.trainer import NumberedModel
from app.session import Session
from crfcore.errors import CrfError
from tests.fake_learning import FakeLearning, FakeModel
from tests.memory_projects import WORDS, project_of

RULE = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}')


@pytest.fixture
def counts(qapp):
    made = RuleCounts(Session(project_of([WORDS] * 2)), FakeLearning())
    made._query.milliseconds = 10
    yield made
    made.close()


def test_without_rules_nothing_is_counted(counts, qtbot):
    session = counts._session
    session.apply(label_span(session.project, 0, 1, 1, 1))
    qtbot.wait(50)
    assert not counts._query.begun


def test_rules_are_counted_on_a_thread_and_again_with_a_model(counts, qtbot):
    session = counts._session
    with qtbot.waitSignal(counts.counted, timeout=5000):
        session.apply(add_rules(session.project, [RULE]))
    assert counts.findings[1].changed.tolist() == [0]
    assert counts._learning.threads == {"workers"}
    with qtbot.waitSignal(counts.counted, timeout=5000):
        counts.set_model(NumberedModel(1, FakeModel("m", 0), "full", 1, 1, 0.0))
    assert counts.findings[1].changed.tolist() == [1]
    with qtbot.waitSignal(counts.counted, timeout=5000):
        session.apply(label_span(session.project, 0, 1, 1, 1))


def test_what_rules_cost_and_how_far_the_count_is_are_told(counts, qtbot, monkeypatch):
    monkeypatch.setattr(latest_query, "SECONDS_BETWEEN_REPORTS", 0.0)
    session = counts._session
    seen = []
    counts.progressed.connect(lambda *one: seen.append(one))
    with qtbot.waitSignals([counts.weighted_counts, counts.counted], timeout=5000):
        session.apply(add_rules(session.project, [RULE]))
    assert counts.states == RuleStates({1: 3}, 3)
    assert seen == [(1, 2), (0, 0)]


def test_a_count_of_other_rules_is_dropped(counts, qtbot, monkeypatch):
    session = counts._session
    with qtbot.waitSignal(counts.counted, timeout=5000):
        session.apply(add_rules(session.project, [RULE]))
    go, begun = threading.Event(), threading.Event()

    def late(model, question, cancelled, report):
        begun.set()
        go.wait()
        return {}

    monkeypatch.setattr(counts._learning, "evaluate_rules", late)
    session.apply(switch_rule(session.project, 1, on=False))
    qtbot.waitUntil(begun.is_set)
    counts._query.milliseconds = 10**6
    session.apply(switch_rule(session.project, 1, on=True))
    with qtbot.assertNotEmitted(counts.counted):
        go.set()
        qtbot.waitUntil(lambda: counts._query._worker.idle)
        qtbot.wait(20)


def test_the_last_rule_takes_its_counts_along(counts, qtbot):
    session = counts._session
    with qtbot.waitSignal(counts.counted, timeout=5000):
        session.apply(add_rules(session.project, [RULE]))
    with qtbot.waitSignal(counts.counted, timeout=5000) as seen:
        session.apply(remove_rule(session.project, 1))
    assert seen.args == [{}]


def test_rules_that_were_there_at_the_beginning_are_counted(qtbot):
    session = Session(project_of())
    session.apply(add_rules(session.project, [RULE]))
    counts = RuleCounts(session, FakeLearning())
    with qtbot.waitSignal(counts.counted, timeout=5000):
        pass
    counts.close()
    counts._query.ask()
    assert counts.findings


def test_a_count_under_way_comes_to_its_end_though_labels_are_said(counts, qtbot, monkeypatch):
    session = counts._session
    go, questions = threading.Event(), []

    def held(model, question, cancelled, report):
        questions.append(question)
        while not go.wait(0.01):
            if cancelled():
                return None
        return {rule.id: RuleFinding() for rule in question.rules}

    monkeypatch.setattr(counts._learning, "evaluate_rules", held)
    session.apply(add_rules(session.project, [RULE]))
    qtbot.waitUntil(lambda: bool(questions))
    for token in range(3):
        session.apply(label_span(session.project, 0, token, token, 1))
        qtbot.wait(30)
    assert len(questions) == 1
    with qtbot.waitSignals([counts.counted, counts.counted], timeout=5000):
        go.set()
    assert len(questions) == 2
    go.clear()
    session.apply(switch_rule(session.project, 1, on=False))
    qtbot.waitUntil(lambda: len(questions) == 3)
    session.apply(switch_rule(session.project, 1, on=True))
    qtbot.waitUntil(lambda: len(questions) == 4)
    go.set()


def test_after_a_count_that_failed_there_is_another(counts, qtbot, monkeypatch):
    session = counts._session
    real = counts._learning.evaluate_rules
    questions = []

    def failing(*question):
        questions.append(question)
        raise CrfError("The rules are odd.")

    monkeypatch.setattr(counts._learning, "evaluate_rules", failing)
    session.apply(add_rules(session.project, [RULE]))
    qtbot.waitUntil(lambda: bool(questions) and counts._query.idle)
    monkeypatch.setattr(counts._learning, "evaluate_rules", real)
    with qtbot.waitSignal(counts.counted, timeout=5000):
        session.apply(label_span(session.project, 0, 1, 1, 1))
