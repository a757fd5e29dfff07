"""The report about a problem: numbers and versions, and nothing that a person wrote."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
import PySide6  # noqa: F401 - loaded, as in the window
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app import preferences
from app.domain.documents import Document
from app.domain.gazetteers import Gazetteer
from app.domain.labels import Label
from app.domain.project_contents import ProjectContents
from app.domain.rules import ProjectRule
from app.domain.settings import ProjectSettings
from app.jobs import problem_report as script
from app.jobs.problem_report import OpenState, problem_report, setting_rows
from app.preferences import Preferences
from tests.memory_projects import corpus_of, project_of

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SECRET_LETTERS = "ꙮᚠᚢᚦ鬱𐀀"
SECRETS = st.text(SECRET_LETTERS, min_size=1, max_size=8).flatmap(
    lambda text: st.sampled_from(
        [text, f"{text}\n{text}", f"light{text}", f"%s{text}", f"0 {text}"]
    )
)


def report_of(project, path="/nowhere/p.tagwright"):
    return problem_report(OpenState(project, Path(path), (("Qt", "6"),), (("State", "idle"),)), NOW)


def project_with(text):
    """Return a project in which a text is everywhere where a person can write one."""
    project = project_of([[text, "and", text]] * 3, labels=(text, f"B{text}"))
    project.settings = ProjectSettings(
        template=text, query_strategy=text, query_wrapper=text, query_unit=text
    )
    project.labels[9] = Label(9, text, 9, text, 1)
    project.documents[7] = Document(7, text, 1)
    project.words.append(text)
    project.gazetteers[1] = Gazetteer(1, text, label=text, others=(text,), grammar=text)
    project.phrases[1] = {text: text}
    project.rules[1] = ProjectRule(1, text, {"a": text}, name=text)
    return project


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(text=SECRETS)
def test_no_text_of_a_project_or_its_owner_is_in_a_report(text, tmp_path) -> None:
    kept = Preferences(
        recent=(f"/home/{text}/a.tagwright",),
        annotator=text,
        window={text: text},
        theme=text,
        shortcuts={text: text},
        places={text: 5},
        preset=text,
        family=text,
        cloud_warned=(text,),
        contrast=text,
        window_family=text,
        language=text,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(preferences, "load", lambda: kept)
        report = report_of(project_with(text), tmp_path / text.replace("\n", "") / "p.tagwright")
    assert not set(SECRET_LETTERS) & set(report)
    assert str(tmp_path) not in report


def test_a_name_that_is_also_a_choice_of_another_setting_is_not_told() -> None:
    kept = Preferences(annotator="light", family="high", preset="basic", window_family="iob2")
    rows = dict(setting_rows(kept, Preferences()))
    assert rows["annotator"] == rows["family"] == "own (changed)"
    assert rows["preset"] == rows["window_family"] == "own (changed)"


def test_every_setting_is_told_as_a_number_a_choice_or_an_amount() -> None:
    changed = Preferences(theme="dark", points=14.5, legend=False, recent=("/a", "/b"))
    rows = dict(setting_rows(changed, Preferences()))
    assert set(rows) == {one.name for one in fields(Preferences)}
    assert rows["theme"] == "dark (changed)"
    assert rows["points"] == "14.5 (changed)"
    assert rows["legend"] == "False (changed)"
    assert rows["recent"] == "2 entries (changed)"
    assert rows["annotator"] == "not set"
    of_project = dict(setting_rows(ProjectSettings(scheme="bilou", c2=1.0), ProjectSettings()))
    assert set(of_project) == {one.name for one in fields(ProjectSettings)}
    assert of_project["scheme"] == "bilou (changed)"
    assert of_project["query_strategy"] == "expected_corrections"


def test_the_sizes_of_a_project_are_told(tmp_path) -> None:
    path = tmp_path / "p.tagwright"
    path.write_bytes(b"x" * 2_500_000)
    project = replace(project_of(), corpus=corpus_of([["a", "b"], ["c"] * 9, []]))
    lines = report_of(project, path).splitlines()
    assert lines[0] == "Tagwright report of 2026-11-30 12:00 UTC"
    for line in ("Sentences: 3", "Tokens: 11", "Longest sentence in tokens: 9", "Labels: 2"):
        assert f"  {line}" in lines
    assert "  File: 2.5 MB" in lines
    assert f"  numpy: {version('numpy')}" in lines


def test_what_was_removed_is_counted_apart(tmp_path) -> None:
    project = project_of()
    before = ProjectContents.of(project)
    for number in (8, 9):
        project.documents[number] = Document(number, "gone.txt", number, removed=True)
    project.corpus.documents[-1] = 8
    label = next(iter(project.labels.values()))
    project.labels[label.id] = replace(label, removed=True)
    lines = report_of(project, tmp_path / "p.tagwright").splitlines()
    n_tokens = before.n_tokens - int(np.diff(project.corpus.offsets)[-1])
    for line in (
        f"Documents: {before.n_documents}",
        "Documents removed: 2",
        f"Sentences: {before.n_sentences - 1}",
        "Sentences removed: 1",
        f"Tokens: {n_tokens}",
        f"Labels: {before.n_labels - 1}",
        "Labels removed: 1",
    ):
        assert f"  {line}" in lines


def test_a_project_without_sentences_and_file_has_a_report() -> None:
    report = report_of(replace(project_of(), corpus=corpus_of([])))
    assert "  Longest sentence in tokens: 0" in report
    assert "  File: unknown" in report
    assert report.endswith("\nLog, with all names, texts and paths left out (…)\n  empty\n")


def test_a_system_that_tells_nothing_has_a_report(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(script, "CPU_INFO", tmp_path / "none")
    monkeypatch.setattr(script, "physical_memory", lambda: None)
    monkeypatch.setattr(script.platform, "processor", lambda: "")
    rows = dict(script.system_rows())
    assert (rows["Processor"], rows["Memory"]) == ("unknown", "unknown")
    assert script.version_of("no-such-distribution") == "unknown"
    monkeypatch.setattr(script, "peak_memory", lambda: None)
    monkeypatch.setattr(script.sys, "platform", "win32")
    monkeypatch.setattr(script.platform, "version", lambda: "10.0.22631")
    assert dict(script.system_rows())["System"].endswith("10.0.22631")


def test_a_built_program_without_metadata_tells_versions_of_loaded_modules(monkeypatch) -> None:
    def none(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(script, "version", none)
    rows = dict(script.program_rows())
    assert rows["PySide6-Essentials"] == version("PySide6-Essentials")
    assert rows["numpy"] == version("numpy")
    assert rows["Tagwright"] == "unknown, Python packages"
    monkeypatch.setattr(script.sys, "frozen", True, raising=False)
    assert dict(script.program_rows())["Tagwright"] == "unknown, built program"
