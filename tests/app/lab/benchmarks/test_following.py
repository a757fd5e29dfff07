"""Names for the benchmark of suggestions that follow, and its figures."""

from __future__ import annotations

from app.jobs.project_models.project_learning import ProjectLearning
from app.lab.benchmarks.following import TYPES, figures, named
from app.lab.benchmarks.following_session import _measured
from crfcore.features.column_table import ColumnTable


def test_runs_of_proper_nouns_are_names() -> None:
    rows = [("Mr.", "NNP"), ("Vinken", "NNP"), ("is", "VBZ"), ("Vinken", "NNP")]
    ((words, tags),) = named(ColumnTable.from_sentences([rows]))
    assert words == ["Mr.", "Vinken", "is", "Vinken"]
    first, second, none, last = tags
    assert none == "O"
    assert second == f"I-{first[2:]}"
    assert {first[2:], last[2:]} <= set(TYPES)
    # A name has the same type everywhere.
    again = named(ColumnTable.from_sentences([rows[3:], rows[:2]]))
    assert [tags for _, tags in again] == [[last], [first, second]]


def test_the_background_is_measured_by_tokens() -> None:
    session = {
        "paints": [0.012, 0.03, 0.01],
        "processor": [0.01, 0.02, 0.009],
        "suggestions": [0.005, 0.02],
        "work": [0.003, 0.001],
        "sentences": [2.0, 5.0],
        "all_seconds": 0.5,
        "all_tokens": 50_000,
        "tokens": 5_000,
    }
    found = figures(session)
    assert found["following_paint_after_key_p50_seconds"].ours == 0.012
    assert found["following_work_max_seconds"].ours == 0.003
    assert found["following_all_seconds_per_million_tokens"].ours == 10.0
    assert found["following_sentences"].ours == 3.5


def test_each_answer_is_timed_and_passed_on(monkeypatch) -> None:
    def answer(_, question, stops):
        return {1: (question, stops())}

    monkeypatch.setattr(ProjectLearning, "label_scores", answer)
    seconds = _measured()
    assert ProjectLearning().label_scores("asked", lambda: False) == {1: ("asked", False)}
    assert len(seconds) == 1
