from __future__ import annotations

import errno
import sqlite3
import threading
import weakref
from pathlib import Path

import numpy as np
import pytest

from app.domain.gazetteers import Gazetteer
from app.domain.labels import Label
from app.domain.project import Project
from app.domain.rules import ProjectRule
from app.domain.search import Act, BulkAction
from app.domain.settings import ProjectSettings
from app.edits.rules import add_rules
from app.edits.settings import change_settings
from app.edits.spans import clear_tokens, label_span
from app.formats.plain_text import BLANKS, TOKENS_OPTION
from app.jobs.exporting.documents import ExportForm, Which, shown_documents
from app.jobs.exporting.violations import OnViolation
from app.jobs.importing.documents import ENCODING_OPTION, ImportOptions, Use
from app.jobs.importing.text_digests import TextDigest
from app.jobs.projects.create import create_sample
from app.services.projects import OpenProject, Projects
from app.storage.errors import DiskFullError
from app.storage.imports import DocumentImports
from app.storage.project_file import ProjectFile
from app.storage.summary import summary_of
from crfcore import LinearChainCRF
from crfcore.errors import CrfError
from crfcore.text.lines import WINDOWS_1252
from tests.fake_learning import FakeLearning
from tests.memory_projects import contents_of, token_tags
from tests.step_names import redo_text, step_name, undo_text
from tests.window_parts import CompiledKernels

CONLL = "Anna B-PER\nlives O\nin O\nUlm B-LOC\n\nUlm B-LOC\nis O\nold O\n\n"


@pytest.fixture
def learning():
    return FakeLearning()


@pytest.fixture
def projects(qtbot, learning):
    made = Projects(lambda: learning, lambda: "Ann", create_sample)
    yield made
    made.close()
    for child in made.findChildren(OpenProject):
        assert child.close()


def opened(qtbot, projects, act) -> OpenProject:
    with qtbot.waitSignal(projects.opened, timeout=20_000) as received:
        act()
    return received.args[0]


def created(qtbot, projects, path: Path) -> OpenProject:
    labels = (Label(1, "PER", 0, "1", 0), Label(2, "LOC", 1, "2", 1))
    return opened(qtbot, projects, lambda: projects.create(path, ProjectSettings(), labels))


def finished(qtbot, task):
    received = []
    task.failed.connect(lambda reason: received.append(("failed", reason)))
    task.cancelled.connect(lambda: received.append(("cancelled",)))
    task.finished.connect(lambda result: received.append(("finished", result)))
    with qtbot.waitSignal(task.ended, timeout=20_000):
        pass
    return received[0]


def test_who_hears_how_it_ended_may_open_another_at_once(qtbot, projects, tmp_path) -> None:
    busy = []
    for received in (projects.failed, projects.opened):
        received.connect(lambda *_: busy.append(projects.busy))
    with qtbot.waitSignal(projects.failed):
        projects.open(tmp_path / "gone.tagwright")
        assert projects.busy
    created(qtbot, projects, tmp_path / "p.tagwright")
    assert busy == [False, False]


def test_files_are_read_once_told_of_and_imported_in_the_projects_scheme(
    qtbot, projects, tmp_path
) -> None:
    own, other = tmp_path / "a.conll", tmp_path / "b.conll"
    own.write_text("Anna B-PER\nlives O\n")
    other.write_text("Ida S-PER\n\nNew B-LOC\nYork E-LOC\n")
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    exchange = project.exchange
    kind, read = finished(qtbot, exchange.read_files([own, other]))
    assert kind == "finished"
    assert [one.n_tokens for one in read.reports] == [2, 3]
    assert project.session.project.words == [], "nothing is changed by reading"
    own.unlink()
    assert finished(qtbot, exchange.import_read(read, "iob2")) == ("finished", 2)
    contents_of = project.session.project
    assert [contents_of.tags_of(sentence_index) for sentence_index in range(3)] == [
        ["B-PER", "O"], ["B-PER"], ["B-LOC", "I-LOC"],
    ]  # fmt: skip
    kind, outcome = finished(qtbot, exchange.export(tmp_path / "out.conll"))
    assert (kind, outcome.n_sentences) == ("finished", 3)
    assert (tmp_path / "out.conll").read_text().endswith(other.read_text())
    kind, read = finished(qtbot, exchange.read_files([own, other]))
    assert (kind, [one.name for one in read.prepared]) == ("finished", [other.name])
    (reason,) = read.left_out
    assert "a.conll" in reason
    kind, reason = finished(qtbot, exchange.read_files([own]))
    assert (kind, "a.conll" in reason) == ("failed", True)


def test_a_file_that_is_chosen_twice_is_read_once(qtbot, projects, tmp_path) -> None:
    text, other, link = (tmp_path / name for name in ("a.txt", "b.txt", "link.txt"))
    text.write_text("Anna lives in Ulm.")
    other.write_text("Anna lives in Ulm.")
    link.symlink_to(text)
    exchange = created(qtbot, projects, tmp_path / "p.tagwright").exchange
    _, read = finished(qtbot, exchange.read_files([text, other, link, text]))
    assert [one.name for one in read.prepared] == ["a.txt", "b.txt"]
    assert read.again == (link, text)


def test_an_import_draws_test_sentences_from_what_it_brings(qtbot, projects, tmp_path) -> None:
    first, labelled, more = (tmp_path / name for name in ("a.txt", "b.conll", "c.txt"))
    first.write_text("Anna lives in Ulm.\n\nIda is old.\n\n" * 30)
    labelled.write_text("Ben B-PER\n\n" * 400)
    more.write_text("Ben lives in Ulm.\n\nOtto is old.\n\n" * 20)
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    session, exchange = project.session, project.exchange
    session.apply(change_settings(session.project, ProjectSettings(control_size=100)))
    assert finished(qtbot, exchange.import_files([first])) == ("finished", 1)
    before = session.corpus.roles.copy()
    assert np.count_nonzero(before) == 12
    assert finished(qtbot, exchange.import_files([labelled, more])) == ("finished", 2)
    roles = session.corpus.roles
    assert np.array_equal(roles[:60], before)
    assert not roles[60:460].any()
    assert np.count_nonzero(roles[460:]) == 8
    for _ in range(2):
        session.undo()
    assert np.array_equal(roles[:60], before)
    assert not roles[60:].any()


def test_a_project_is_made_labelled_closed_and_opened_again(qtbot, projects, tmp_path) -> None:
    path = tmp_path / "p.tagwright"
    text = tmp_path / "a.txt"
    text.write_text("Anna lives in Ulm. Ulm is old.\n")
    project = created(qtbot, projects, path)
    assert finished(qtbot, project.exchange.import_files([text])) == ("finished", 1)
    session = project.session
    assert session.visible.tolist() == [0, 1]
    session.apply(label_span(session.project, 0, 0, 0, 1))
    assert project.close()
    assert project.close()
    project = opened(qtbot, projects, lambda: projects.open(path))
    assert token_tags(project.session.project)[0] == "B-PER"
    assert project.annotators == ["Ann"]
    assert undo_text(project.session) == "Anna → PER"
    for _ in range(2):
        project.session.undo()
    assert not len(project.session.visible)


def test_the_sample_is_a_copy(qtbot, projects, tmp_path) -> None:
    path = tmp_path / "sample.tagwright"
    project = opened(qtbot, projects, lambda: projects.create_sample(path))
    assert project.session.corpus.n_sentences > 200
    assert project.session.project.visible_labels()


def test_what_cannot_be_opened_says_why(qtbot, projects, tmp_path) -> None:
    text = tmp_path / "text.tagwright"
    text.write_text("no project")
    with qtbot.waitSignal(projects.failed) as received:
        projects.open(text)
    assert received.args[0] == text
    assert "not a Tagwright project" in received.args[1]
    taken = tmp_path / "text.tagwright"
    with qtbot.waitSignal(projects.failed) as received:
        projects.create(taken, ProjectSettings())
    assert "already exists" in received.args[1]


def test_a_second_window_is_told_that_the_project_is_open(qtbot, projects, tmp_path) -> None:
    path = tmp_path / "p.tagwright"
    created(qtbot, projects, path)
    with qtbot.waitSignal(projects.failed) as received:
        projects.open(path)
    assert str(path) in received.args[1]


def test_gold_brings_its_labels_and_comes_out_as_it_was(qtbot, projects, tmp_path) -> None:
    source, out = tmp_path / "gold.conll", tmp_path / "out.conll"
    source.write_text(CONLL)
    path = tmp_path / "p.tagwright"
    project = opened(qtbot, projects, lambda: projects.create(path, ProjectSettings()))
    session = project.session
    assert finished(qtbot, project.exchange.import_files([source])) == ("finished", 1)
    assert [label.name for label in session.project.visible_labels()] == ["LOC", "PER"]
    ended, outcome = finished(qtbot, project.exchange.export(out))
    assert (ended, outcome.n_sentences, outcome.refused) == ("finished", 2, False)
    assert out.read_text() == CONLL
    session.apply(clear_tokens(session.project, 0, 0, 0))
    task = project.exchange.export(out, Which.CONFIRMED)
    assert project.exchange.unwritten() == [task]
    finished(qtbot, task)
    assert project.exchange.unwritten() == []
    assert out.read_text() == CONLL.replace("Anna B-PER", "Anna O")


def test_an_export_that_fails_leaves_no_empty_folder(qtbot, projects, tmp_path, monkeypatch):
    paths = [tmp_path / "one.conll", tmp_path / "two.conll"]
    for path in paths:
        path.write_text(CONLL)
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    finished(qtbot, project.exchange.import_files(paths))
    out = tmp_path / "made" / "for texts"
    with monkeypatch.context() as full:

        def refuse(files, _):
            raise OSError(errno.ENOSPC, "No space left on device", str(out))

        full.setattr("app.jobs.exporting.documents.write_all", refuse)
        assert finished(qtbot, project.exchange.export(out))[0] == "failed"
    assert not (tmp_path / "made").exists()
    assert finished(qtbot, project.exchange.export(out))[0] == "finished"
    assert sorted(path.name for path in out.iterdir()) == ["one.conll", "two.conll"]


def test_a_grammar_learns_from_labels_until_it_is_cancelled(
    qtbot, projects, tmp_path, monkeypatch
) -> None:
    rules = tmp_path / "rules.txt"
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    exchange = project.exchange
    text = 'PER -> "Anna" 0.5 | "Ida" 0.5\n'
    assert finished(qtbot, exchange.write_grammar(rules, text))[0] == "finished"
    assert finished(qtbot, exchange.read_grammar(rules)) == ("finished", text)
    listed = project.session.project.as_listed(Gazetteer(0, "rules", grammar=text))
    learning = "app.services.exchange.learn_weights"
    monkeypatch.setattr(learning, lambda own, _data, stops: (own.gazetteer.grammar, stops()))
    assert finished(qtbot, exchange.learn_grammar(listed)) == ("finished", (text, False))

    def learn_for_ever(_listed, _data, stops) -> None:
        while not stops():
            pass

    monkeypatch.setattr(learning, learn_for_ever)
    task = exchange.learn_grammar(listed)
    with qtbot.waitSignal(task.cancelled):
        task.cancel()


def test_copies_of_the_project_are_let_go_when_their_work_is_done(
    qtbot, projects, tmp_path, monkeypatch
) -> None:
    copies: list[weakref.ref] = []
    snapshot = Project.snapshot

    def noted(project: Project) -> Project:
        copy = snapshot(project)
        copies.append(weakref.ref(copy.corpus.tag_sets))
        return copy

    monkeypatch.setattr(Project, "snapshot", noted)
    source = tmp_path / "gold.conll"
    source.write_text(CONLL)
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    exchange, finder = project.exchange, project.finder

    def gone_after(act) -> None:
        copies.clear()
        act()
        assert copies
        qtbot.waitUntil(lambda: all(copy() is None for copy in copies))

    def act() -> None:
        with qtbot.waitSignal(finder.bulk_done):
            finder.act(BulkAction(Act.LABEL, 2), finder.findings)

    finished(qtbot, exchange.import_files([source]))
    with qtbot.waitSignal(finder.found):
        finder.look("old")
    gone_after(act)
    gone_after(lambda: finished(qtbot, exchange.export(tmp_path / "out.conll")))
    form = ExportForm(Which.ALL)
    gone_after(lambda: finished(qtbot, exchange.report_export(form, folder=False)))
    gone_after(lambda: finished(qtbot, exchange.find_rules()))


def test_an_export_refuses_labels_that_break_rules_if_it_is_to(qtbot, projects, tmp_path) -> None:
    source, out = tmp_path / "gold.conll", tmp_path / "out.conll"
    source.write_text(CONLL)
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    session = project.session
    finished(qtbot, project.exchange.import_files([source]))
    rule = ProjectRule(0, "count", '{"unit": "PER", "at_most": 0}')
    session.apply(add_rules(session.project, [rule]))
    _, outcome = finished(qtbot, project.exchange.export(out, on_violation=OnViolation.REFUSE))
    assert outcome.refused
    assert not out.exists()
    _, outcome = finished(qtbot, project.exchange.export(out))
    assert [one.rule.id for one in outcome.violations] == [1]
    assert out.read_text() == CONLL


def test_edits_go_on_during_an_import_and_labels_made_meanwhile_are_shared(
    qtbot, projects, tmp_path
) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.conll"
    one.write_text("Anna lives in Ulm.\n")
    two.write_text(CONLL + "Max B-DATE\n\n")
    path = tmp_path / "p.tagwright"
    project = created(qtbot, projects, path)
    session = project.session
    finished(qtbot, project.exchange.import_files([one]))
    task = project.exchange.import_files([two], ImportOptions(use=Use.SUGGESTION))

    def label_at_once(done: int, total: int, text: str) -> None:
        if redo_text(session) is None and session.revision < 3:
            from app.edits.label_rows import add_label

            session.apply(add_label(session.project, "DATE"))
            session.apply(label_span(session.project, 0, 0, 0, 1))

    task.progress.connect(label_at_once)
    assert finished(qtbot, task) == ("finished", 1)
    names = [label.name for label in session.project.visible_labels()]
    assert sorted(names) == ["DATE", "LOC", "PER"]
    assert len({label.id for label in session.project.labels.values()}) == 3
    assert token_tags(session.project, 3) == ["B-DATE*"]
    assert project.close()
    with ProjectFile.open(path) as file:
        assert contents_of(file.load()) == contents_of(session.project)


def test_steps_made_during_an_import_come_before_it_in_the_next_sitting_too(
    qtbot, projects, tmp_path
) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.conll"
    one.write_text("Anna lives in Ulm.\n")
    two.write_text(CONLL + "Max B-DATE\n\n")
    path = tmp_path / "p.tagwright"
    project = created(qtbot, projects, path)
    session = project.session
    finished(qtbot, project.exchange.import_files([one]))
    task = project.exchange.import_files([two])

    def label_while_rows_are_written(done: int, total: int, text: str) -> None:
        if text and total == 3 and undo_text(session) == "import one.txt":
            session.apply(label_span(session.project, 0, 0, 0, 1))

    task.progress.connect(label_while_rows_are_written)
    assert finished(qtbot, task) == ("finished", 1)
    after = contents_of(session.project)
    assert project.close()
    with ProjectFile.open(path) as file:
        steps = [edit for edit, _ in file.history.recent_edits()]
        assert file.check().corpus.n_sentences == 4
    assert [step_name(edit) for edit in steps] == [
        "import two.conll",
        "Anna → PER",
        "import one.txt",
    ]
    reserved = int(session.corpus.edits[-1])
    assert reserved < steps[1].id < steps[0].id
    with sqlite3.connect(path) as connection:
        row = connection.execute(
            "SELECT kind, origin, name FROM edits JOIN annotators ON"
            " annotators.id = annotator_id WHERE edits.id = ?",
            (reserved,),
        ).fetchone()
    connection.close()
    assert row == ("import_document", "import", "Ann")
    reopened = opened(qtbot, projects, lambda: projects.open(path)).session
    while reopened.undo() is not None:
        pass
    assert token_tags(reopened.project) == ["?"] * 5
    assert len(reopened.visible) == 0
    while reopened.redo() is not None:
        pass
    assert contents_of(reopened.project) == after


def test_bad_files_are_refused_in_words_and_nothing_stays(qtbot, projects, tmp_path) -> None:
    bad = tmp_path / "bad.conll"
    bad.write_bytes(b"Anna B-PER\n\xff O\n")
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    kind, reason = finished(qtbot, project.exchange.import_files([bad]))
    assert kind == "failed"
    assert "bad.conll, line 2" in reason
    assert project.session.corpus.n_sentences == 0
    assert not project.session.project.documents


@pytest.mark.parametrize("cancelled_at", [0, 300])
def test_a_cancelled_import_leaves_nothing_but_names(
    qtbot, projects, tmp_path, cancelled_at
) -> None:
    text = tmp_path / "a.txt"
    text.write_text("Anna lives in Ulm.\n\n" * 2000)
    path = tmp_path / "p.tagwright"
    project = created(qtbot, projects, path)
    task = project.exchange.import_files([text])
    task.progress.connect(lambda done, total, name: task.cancel() if done > cancelled_at else None)
    assert finished(qtbot, task) == ("cancelled",)
    session = project.session
    assert session.corpus.n_sentences == 0
    text.write_text("Max lives in Ulm.\n")
    assert finished(qtbot, project.exchange.import_files([text])) == ("finished", 1)
    session.apply(label_span(session.project, 0, 0, 0, 1))
    assert project.close()
    with ProjectFile.open(path) as file:
        file.check()
        assert contents_of(file.load()) == contents_of(session.project)


def unfinished(file):
    with file.database.transaction() as connection:
        return connection.execute("SELECT id FROM documents WHERE importing = 1").fetchall()


def test_an_import_that_cannot_be_written_can_be_tried_again(
    qtbot, projects, tmp_path, monkeypatch
) -> None:
    text = tmp_path / "a.txt"
    text.write_text("Anna lives in Ulm.\n")
    path = tmp_path / "p.tagwright"
    project = created(qtbot, projects, path)
    add = DocumentImports.add_sentences

    def full(self, *_):
        raise DiskFullError(self._database.path, "the disk is full")

    monkeypatch.setattr(DocumentImports, "add_sentences", full)
    kind, reason = finished(qtbot, project.exchange.import_files([text]))
    assert kind == "failed"
    assert "The disk is full" in reason
    assert not project.session.saving.read_only
    assert not project.storage.call(unfinished)
    monkeypatch.setattr(DocumentImports, "add_sentences", add)
    assert finished(qtbot, project.exchange.import_files([text])) == ("finished", 1)
    assert project.close()
    with ProjectFile.open(path) as file:
        file.check()
        assert contents_of(file.load()) == contents_of(project.session.project)


def test_cancelling_at_the_last_moment_is_either_or(qtbot, projects, tmp_path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("Anna lives in Ulm.\n\n" * 600)
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    task = project.exchange.import_files([text])
    task.progress.connect(lambda done, total, name: task.cancel() if done == 600 else None)
    shown = {("cancelled",): 0, ("finished", 1): 600}
    assert project.session.corpus.n_sentences == 0
    outcome = finished(qtbot, task)
    assert project.session.corpus.n_sentences == shown[outcome]


def test_a_read_only_project_imports_nothing(qtbot, projects, tmp_path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("Anna.\n")
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    project.session.saving.read_only = True
    assert finished(qtbot, project.exchange.import_files([text])) == ("cancelled",)


def test_closing_stops_an_import(qtbot, projects, tmp_path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("Anna lives in Ulm.\n\n" * 2000)
    path = tmp_path / "p.tagwright"
    project = created(qtbot, projects, path)
    task = project.exchange.import_files([text])
    waiting = project.exchange.import_files([text])
    # Not by waitSignal: further progress, queued by the worker, would find its listener gone.
    received = []
    task.progress.connect(lambda *values: received.append(values))
    qtbot.waitUntil(lambda: bool(received), timeout=20_000)
    assert project.close()
    qtbot.waitUntil(lambda: task.over, timeout=20_000)
    assert not waiting.begun
    with ProjectFile.open(path) as file:
        assert not file.load().documents


def test_a_copy_is_a_project_of_its_own(qtbot, projects, tmp_path) -> None:
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    copy = tmp_path / "copy.tagwright"
    assert finished(qtbot, project.exchange.save_copy(copy)) == ("finished", copy)
    with ProjectFile.open(copy) as file:
        assert len(file.load().labels) == 2


def test_the_model_is_exported_once_there_is_one(qtbot, projects, tmp_path, learning) -> None:
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    out = tmp_path / "m.crf"
    kind, reason = finished(qtbot, project.exchange.export_model(out))
    assert kind == "failed"
    assert "no model yet" in reason
    text = tmp_path / "a.txt"
    text.write_text("Anna lives in Ulm.\n")
    finished(qtbot, project.exchange.import_files([text]))
    project.begin_learning(CompiledKernels())
    project.session.apply(label_span(project.session.project, 0, 0, 0, 1))
    qtbot.waitUntil(lambda: project.trainer.full_model is not None, timeout=10_000)
    assert finished(qtbot, project.exchange.export_model(out)) == ("finished", "")
    assert out.exists()


def test_models_are_combined_or_nothing_is_written(qtbot, projects, tmp_path) -> None:
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    paths = [tmp_path / "one.crf", tmp_path / "other.crf"]
    for path, tags in zip(paths, ([["A", "B"]], [["B", "A"]]), strict=True):
        LinearChainCRF(template="basic").fit([[["a"], ["b"]]], tags, labels=["A", "B"]).save(path)
    text = tmp_path / "text.crf"
    text.write_text("Anna sleeps.\n")
    found = finished(qtbot, project.exchange.find_unreadable_models([*paths, text]))
    assert found == ("finished", (text,))
    out = tmp_path / "m.crf"
    kind, reason = finished(
        qtbot, project.exchange.combine_models([*paths, tmp_path / "none"], out, learn=False)
    )
    assert kind == "failed"
    assert "none" in reason
    task = project.exchange.combine_models(paths, out, learn=False)
    task.cancel()
    assert finished(qtbot, task)[0] == "cancelled"
    assert not out.exists()
    kind, combined = finished(qtbot, project.exchange.combine_models(paths, out, learn=False))
    assert (kind, combined.weights) == ("finished", (0.5, 0.5))
    assert LinearChainCRF.load(out).classes_ == ["A", "B"]


def test_the_newest_model_is_kept_and_proposes_at_the_next_start(
    qtbot, projects, tmp_path, learning
) -> None:
    path, text = tmp_path / "p.tagwright", tmp_path / "a.txt"
    text.write_text("Anna lives in Ulm.\n")
    project = created(qtbot, projects, path)
    finished(qtbot, project.exchange.import_files([text]))
    project.begin_learning(CompiledKernels())
    project.session.apply(label_span(project.session.project, 0, 0, 0, 1))
    qtbot.waitUntil(lambda: project.trainer.full_model is not None, timeout=10_000)
    number = project.trainer.full_model.number
    assert project.close()
    learning.go.clear()
    project = opened(qtbot, projects, lambda: projects.open(path))
    project.begin_learning(CompiledKernels())
    assert project.trainer.status.state == "loading"
    qtbot.waitUntil(lambda: project.trainer.model is not None, timeout=10_000)
    assert project.trainer.model.number == number
    assert project.trainer.status.trained_tokens == 1
    learning.go.set()


def test_suggestions_are_loading_until_a_kept_model_has_made_them(
    qtbot, projects, tmp_path, learning
) -> None:
    path, text = tmp_path / "p.tagwright", tmp_path / "a.txt"
    text.write_text("Anna lives in Ulm.\n\nBert does not.\n")
    project = created(qtbot, projects, path)
    assert not project.session.suggestions.loading, "there is no model to be read"
    finished(qtbot, project.exchange.import_files([text]))
    project.begin_learning(CompiledKernels())
    project.session.apply(label_span(project.session.project, 0, 0, 0, 1))
    qtbot.waitUntil(lambda: project.trainer.full_model is not None, timeout=10_000)
    assert project.close()
    project = opened(qtbot, projects, lambda: projects.open(path))
    suggestions = project.session.suggestions
    assert suggestions.are_loading(0)
    assert suggestions.are_loading(1)
    with qtbot.waitSignal(project.suggester.caught_up, timeout=10_000):
        project.begin_learning(CompiledKernels())
    assert not suggestions.loading


def test_a_kept_model_that_cannot_be_read_is_not_waited_for(
    qtbot, projects, tmp_path, learning, monkeypatch
) -> None:
    path, text = tmp_path / "p.tagwright", tmp_path / "a.txt"
    text.write_text("Anna lives in Ulm.\n")
    project = created(qtbot, projects, path)
    finished(qtbot, project.exchange.import_files([text]))
    project.begin_learning(CompiledKernels())
    project.session.apply(label_span(project.session.project, 0, 0, 0, 1))
    qtbot.waitUntil(lambda: project.trainer.full_model is not None, timeout=10_000)
    assert project.close()

    def unreadable(_learning, _data):
        raise CrfError("This is no model.")

    monkeypatch.setattr(FakeLearning, "from_bytes", unreadable)
    learning.go.clear()
    project = opened(qtbot, projects, lambda: projects.open(path))
    project.begin_learning(CompiledKernels())
    qtbot.waitUntil(lambda: not project.session.suggestions.loading, timeout=10_000)
    assert project.trainer.full_model is None
    learning.go.set()


def test_a_model_is_kept_when_nothing_else_is_to_be_done(
    qtbot, projects, tmp_path, learning, monkeypatch
) -> None:
    monkeypatch.setattr("app.services.model_keeper.IDLE_MILLISECONDS", 1)
    path, text = tmp_path / "p.tagwright", tmp_path / "a.txt"
    text.write_text("Anna lives in Ulm.\n")
    project = created(qtbot, projects, path)
    finished(qtbot, project.exchange.import_files([text]))
    project.begin_learning(CompiledKernels())
    project.session.apply(label_span(project.session.project, 0, 0, 0, 1))
    qtbot.waitUntil(lambda: project.trainer.full_model is not None, timeout=10_000)

    def stored() -> bool:
        return project.storage.call(lambda file: file.newest_model()) is not None

    qtbot.waitUntil(stored, timeout=10_000)


# ---- a disk that does not respond


def test_leaving_waits_for_no_disk(qtbot, projects, tmp_path, monkeypatch) -> None:
    """An export that waits for the file and a backup block nothing; closing ends in time."""
    monkeypatch.setattr("app.services.storage_thread.CLOSE_SECONDS", 0.05)
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    reached, free = threading.Event(), threading.Event()

    def stalled(_file):
        reached.set()
        assert free.wait(120)

    project.storage.post(stalled)
    assert reached.wait(60)
    copying = project.exchange.save_copy(tmp_path / "copy.tagwright")
    qtbot.waitUntil(lambda: copying.begun, timeout=20_000)
    project.backups.check()
    project.leave()
    assert not project.close()
    free.set()
    qtbot.waitUntil(lambda: project.ended, timeout=20_000)
    assert project.close()


def test_a_project_on_a_disk_that_does_not_answer_holds_up_no_end(
    qtbot, projects, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr("app.services.projects.CLOSE_SECONDS", 0.05)
    reached, free = threading.Event(), threading.Event()
    opening = ProjectFile.open

    def stalled(*arguments, **how):
        reached.set()
        assert free.wait(120)
        return opening(*arguments, **how)

    created(qtbot, projects, tmp_path / "p.tagwright").close()
    monkeypatch.setattr(ProjectFile, "open", stalled)
    task = projects.open(tmp_path / "p.tagwright")
    qtbot.waitUntil(lambda: reached.is_set() and task.begun, timeout=20_000)
    assert not projects.close()
    with qtbot.waitSignal(projects.opened, timeout=20_000):
        free.set()
    assert projects.close()


def test_text_to_learn_from_is_stored_but_neither_shown_nor_counted(qtbot, projects, tmp_path):
    path, text = tmp_path / "p.tagwright", tmp_path / "t.conll"
    text.write_text(CONLL)
    project = created(qtbot, projects, path)
    finished(qtbot, project.exchange.import_files([text]))
    more = tmp_path / "more.conll"
    more.write_text(CONLL * 2)
    add = project.exchange.import_unlabelled

    def added(task):
        (_, texts) = finished(qtbot, task)
        assert texts.troubles == ()
        return texts.n_added, texts.n_known

    other = tmp_path / "other.conll"
    other.write_text("Ida B-PER\n\nOslo B-LOC\n")
    assert added(add([other, other])) == (1, 1)
    assert added(add([other, more])) == (1, 1)
    assert added(add([text])) == (0, 1), "a document to label"
    assert added(add([more])) == (0, 1)
    assert project.session.corpus.n_sentences == 8
    assert undo_text(project.session) == "add unlabelled text more.conll"
    project.session.undo()
    assert added(add([more])) == (1, 0)
    assert project.session.corpus.n_sentences == 12
    assert project.session.visible.tolist() == [0, 1]
    assert not project.session.corpus.states[7:].any()
    assert [one.name for one in shown_documents(project.session.project)] == ["t.conll"]
    words = project.session.corpus.words_of
    spaced = tmp_path / "spaced.txt"
    spaced.write_text("cannot stop\n")
    blanks = ImportOptions("text", options=((TOKENS_OPTION, BLANKS),))
    assert added(add([spaced], blanks)) == (1, 0)
    assert words(project.session.corpus.n_sentences - 1) == ["cannot", "stop"]
    assert added(add([spaced])) == (0, 1), "with other tokens"
    assert project.close()
    assert summary_of(path).n_sentences == 2
    with ProjectFile.open(path) as file:
        assert [one.for_learning for one in file.load().documents.values()] == [
            *(False, True, True, True, True)
        ]


def test_unlabelled_text_is_read_in_the_format_and_encoding_that_are_chosen(
    qtbot, projects, tmp_path
):
    lines, old, new = tmp_path / "lines.txt", tmp_path / "old.txt", tmp_path / "new.txt"
    lines.write_text("one two three\nfour five six\n" * 30)
    old.write_bytes("Im Café\n".encode("cp1252"))
    new.write_text("Käthe – schön\n", encoding="utf-8")
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    finished(qtbot, project.exchange.import_unlabelled([lines]))
    assert project.session.corpus.words_of(0)[:2] == ["one", "four"], "as a column file"
    project.session.undo()
    as_text = ImportOptions("text", options=((ENCODING_OPTION, WINDOWS_1252),))
    _, found = finished(qtbot, project.exchange.import_unlabelled([lines, old, new], as_text))
    assert (found.n_added, found.n_known) == (2, 0)
    assert found.troubles == (
        f"{new}: The file is valid UTF-8, not Windows-1252; choose UTF-8 for it.",
    )
    n, words = project.session.corpus.n_sentences, project.session.corpus.words_of
    assert words(n - 2)[:4] == ["one", "two", "three", "four"]
    assert words(n - 1) == ["Im", "Café"]


def test_texts_of_the_same_beginning_are_compared_on_no_window_thread(
    qtbot, projects, tmp_path, monkeypatch
):
    used = set()
    add = TextDigest.add

    def noted(digest, part):
        used.add(threading.current_thread())
        add(digest, part)

    monkeypatch.setattr(TextDigest, "add", noted)
    licence = "Permission is granted to use this text. " * 10
    paths = [tmp_path / f"{number}.txt" for number in range(4)]
    for number, path in enumerate(paths):
        path.write_text(f"{licence}\n\nText {number % 3}.\n")
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    finished(qtbot, project.exchange.import_files(paths[:1]))
    _, found = finished(qtbot, project.exchange.import_unlabelled(paths))
    assert (found.n_added, found.n_known) == (2, 2)
    assert used
    assert threading.main_thread() not in used


def test_texts_misread_as_columns_are_different_where_their_first_words_are_the_same(
    qtbot, projects, tmp_path
):
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text("she slept\nhe slept\n" * 30)
    other.write_text("she ate\nhe ate\n" * 30)
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    _, found = finished(qtbot, project.exchange.import_unlabelled([one, other]))
    assert (found.n_added, found.n_known) == (2, 0)
    words = project.session.corpus.words_of
    assert words(0)[:2] == words(1)[:2] == ["she", "he"], "as column files"
    _, found = finished(qtbot, project.exchange.import_unlabelled([other]))
    assert (found.n_added, found.n_known) == (0, 1)


@pytest.mark.parametrize("names", [("a.conll", "a.txt"), ("a.txt", "a.conll")])
@pytest.mark.parametrize("at_once", [True, False])
def test_a_text_in_two_formats_counts_once_in_either_order(
    qtbot, projects, tmp_path, names, at_once
):
    contents = {"a.conll": "Ida B-PER\nslept O\n. O\n", "a.txt": "Ida slept.\n"}
    paths = [tmp_path / name for name in names]
    for path in paths:
        path.write_text(contents[path.name])
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    n_added = n_known = 0
    for some in [paths] if at_once else [[path] for path in paths]:
        _, found = finished(qtbot, project.exchange.import_unlabelled(some))
        n_added, n_known = n_added + found.n_added, n_known + found.n_known
    assert (n_added, n_known) == (1, 1)


def test_a_file_that_is_no_text_stops_no_other(qtbot, projects, tmp_path):
    project = created(qtbot, projects, tmp_path / "p.tagwright")
    text, picture, folder = tmp_path / "t.txt", tmp_path / "p.png", tmp_path / "texts"
    text.write_text("She slept.\n")
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    folder.mkdir()
    paths = [picture, text, folder]
    how, found = finished(qtbot, project.exchange.import_unlabelled(paths))
    assert (how, found.n_added, found.n_known, found.n_tokens) == ("finished", 1, 0, 3)
    binary, no_file = found.troubles
    assert binary == (
        f"{picture}, line 3, column 1: Found a NUL byte, which no text holds; this looks like a "
        "binary file; choose a text."
    )
    assert no_file.startswith(f"{folder}: This is a folder; name a file")
    assert [one.name for one in project.session.project.documents.values()] == ["t.txt"]
    picture.write_bytes(b"im Caf\xe9")
    how, found = finished(qtbot, project.exchange.import_unlabelled([picture]))
    assert "Windows-1252; import it with that encoding" in found.troubles[0]
    assert (how, found.n_added, len(found.troubles)) == ("finished", 0, 1)
    assert undo_text(project.session) == "add unlabelled text t.txt"
    assert project.close()
