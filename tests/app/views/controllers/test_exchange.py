"""Commands that import and export: what is chosen is handed on, what came of it is said."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from app.domain.documents import Document, Layout
from app.domain.edits import DocumentChange, Edit, RoleChange
from app.domain.rule_findings import RuleFinding
from app.domain.rules import ProjectRule
from app.domain.tokens import Role, TokenState
from app.edits.documents import remove_document
from app.edits.rules import add_rules
from app.edits.sentence_flags import flag_sentence
from app.formats.plain_text import BLANKS, TOKENS_OPTION
from app.formats.table import suffixes
from app.jobs.exporting.documents import ExportForm, Which
from app.jobs.exporting.violations import OnViolation, RuleViolation
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.importing.report import ReadFiles
from app.services.exchange import ExportOutcome
from app.services.unlabelled_texts import AddedTexts
from app.views.controllers.exchange import ExchangeController
from app.views.controllers.import_report import ImportReport
from app.views.dialogs.combine_models import CombineModelsDialog
from app.views.dialogs.export import ExportChoice, ExportDialog
from app.views.dialogs.export_model import ExportModelDialog
from app.views.dialogs.sentence_list import SentenceListDialog
from app.views.dialogs.unlabelled_text import UnlabelledTextDialog
from tests.memory_projects import project_of
from tests.names_to_save import question, type_names
from tests.window_language import window_in
from tests.window_parts import QuietProject, choose


@pytest.fixture
def controller(project, project_controller, messages, files, window):
    return ExchangeController(project, project_controller, messages, files, window)


def test_nothing_chosen_does_nothing(controller, project, window, monkeypatch, qtbot):
    choose(
        monkeypatch,
        getOpenFileNames=([], ""),
        getSaveFileName=("", ""),
        getExistingDirectory="",
    )
    with qtbot.assertNotEmitted(controller.open_requested):
        controller.import_files()
    project.trainer.model = object()
    controller.export_model()
    controller.export_corpus()
    dialog = window.findChild(ExportDialog)
    for target in (0, 1):
        dialog.target.setCurrentIndex(target)
        dialog.wanted.emit(dialog.choice())
    assert project.exchange.requests == []


def test_the_files_of_every_format_are_offered(controller, monkeypatch):
    requests = []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileNames", lambda *a: requests.append(a[3]) or ([], "")
    )
    controller.import_files()
    shown = requests[0].partition(")")[0].removeprefix("Texts (").split()
    assert shown == [f"*{suffix}" for suffix in suffixes()]
    assert {"*.txt", "*.conllu", "*.conll", "*.gz"} <= set(shown)


@pytest.mark.parametrize(
    ("why_tokens", "reason"),
    [("", ""), ("rules", " It scores tokens, not segments, because rules are in force.")],
)
def test_a_finished_job_says_what_came_of_it(
    controller, project, messages, monkeypatch, tmp_path, why_tokens, reason
):
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "m.crf"), ""))
    project.trainer.model = object()
    tasks = []
    monkeypatch.setattr(
        project.exchange,
        "export_model",
        lambda path, *, control: tasks.append(project.exchange._ask("m", path)) or tasks[0],
    )
    controller.export_model()
    tasks[0].finished.emit(why_tokens)
    assert messages.text.text() == f"Model exported to {tmp_path / 'm.crf'}.{reason}"


def test_where_there_are_control_sentences_it_asks_whether_to_learn_from_them(
    controller, project, window, monkeypatch, tmp_path
):
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "m.crf"), ""))
    project.trainer.model = object()
    project.measurements.counts = (60, 40)
    controller.export_model()
    (dialog,) = window.findChildren(ExportModelDialog)
    assert "40 labelled test sentences" in dialog.control.text()
    assert not dialog.control.isChecked(), "not unless it is asked for"
    assert project.exchange.requests == []
    dialog.control.setChecked(True)
    dialog.accept()
    assert project.exchange.requests == [("export_model", tmp_path / "m.crf", True)]


@pytest.mark.parametrize(("before", "offered"), [({}, ""), ({1: "old.txt"}, "Go there")])
def test_an_import_says_how_much_came_and_leads_there(
    controller, project, messages, qtbot, before, offered
):
    documents = project.session.project.documents
    documents.clear()
    documents |= {number: Document(number, name, number) for number, name in before.items()}
    documents[7] = Document(7, "new.txt", 7)
    corpus = project.session.project.corpus
    corpus.documents[:] = 7
    controller._import(ReadFiles((), ()), "")
    project.exchange.jobs[0].finished.emit(1)
    assert messages.text.text() == (
        f"Imported {corpus.n_sentences} sentences from new.txt. Click a word and press a label's "
        "key; accept the sentence when it is right (Enter)."
    )
    assert messages.action.text() == offered
    if offered:
        with qtbot.waitSignal(controller.document_requested) as seen:
            messages.action.click()
        assert seen.args == [7]


def test_an_import_says_which_test_sentences_it_drew_and_undoes_the_draw(
    controller, project, messages
):
    session = project.session
    corpus = session.corpus
    session.project.documents[7] = new = Document(7, "new.txt", 7)
    corpus.documents[:] = 7
    roles = RoleChange(corpus.ids[:2], corpus.roles[:2], corpus.roles[:2] + Role.CONTROL)
    hidden = replace(new, removed=True)
    session.apply(Edit("import_document", documents=(DocumentChange(hidden, new),), roles=roles))
    controller._import(ReadFiles((), ()), "")
    project.exchange.jobs[0].finished.emit(1)
    imported = f"Imported {corpus.n_sentences} sentences from new.txt. 2 became test sentences."
    assert messages.text.text().startswith(imported)
    assert messages.action.text() == "Make them ordinary sentences"
    messages.action.click()
    assert not corpus.roles.any()
    assert session.project.documents[7].listed
    session.undo()
    assert corpus.roles.tolist()[:3] == [Role.CONTROL, Role.CONTROL, Role.POOL]


def test_the_numbers_of_an_import_have_the_signs_of_the_language(project, messages):
    report = ImportReport(project.session, messages, None)
    with window_in("de"):
        assert report._drawn(1020) == "1.020 wurden zu Testsätzen."


def test_an_import_that_is_taken_back_is_told_no_longer(controller, project, messages):
    session = project.session
    new = Document(7, "new.txt", 7)
    session.project.documents[7] = new
    session.project.corpus.documents[:] = 7
    hidden = replace(new, removed=True)
    session.apply(Edit("import", "import new.txt", documents=(DocumentChange(hidden, new),)))
    controller._import(ReadFiles((), ()), "")
    project.exchange.jobs[0].finished.emit(1)
    assert "from new.txt" in messages.text.text()
    session.apply(flag_sentence(session.project, 0))
    session.undo()
    assert messages.message is not None
    session.undo()
    assert messages.message is None


def test_without_a_model_there_is_none_to_export(controller, project, messages):
    controller.export_model()
    assert "No model yet" in messages.text.text()
    assert project.exchange.requests == []


@pytest.mark.parametrize("folder", [True, False])
def test_an_export_goes_where_it_was_told(
    controller, project, window, monkeypatch, tmp_path, folder, qtbot
):
    choose(
        monkeypatch,
        getSaveFileName=(str(tmp_path / "out.conll"), ""),
        getExistingDirectory=str(tmp_path),
    )
    controller.export_corpus()
    dialog = window.findChild(ExportDialog)
    dialog.target.setCurrentIndex(int(folder))
    qtbot.waitUntil(lambda: bool(project.exchange.reported))
    dialog.accept()
    out = tmp_path if folder else tmp_path / "out.conll"
    assert project.exchange.requests == [("export", out, Which.DONE, "columns", OnViolation.REPORT)]
    assert project.exchange.reported[-1] == (ExportForm(Which.DONE, "columns"), folder)


@pytest.mark.parametrize("answer", ["Replace", "Cancel"])
def test_files_are_replaced_only_on_request(
    controller, project, window, monkeypatch, tmp_path, answer
):
    (tmp_path / "notes.conll").write_text("The only copy.")
    project.session.project.corpus.states[:] = TokenState.CONFIRMED
    choose(monkeypatch, getExistingDirectory=str(tmp_path))
    requests = []

    def answered(box):
        requests.append(box.text())
        assert box.defaultButton().text() == "Cancel"
        next(button for button in box.buttons() if button.text() == answer).click()

    monkeypatch.setattr(QMessageBox, "exec", answered)
    controller.export_corpus()
    dialog = window.findChild(ExportDialog)
    dialog.target.setCurrentIndex(1)
    dialog.accept()
    assert "notes.conll" in requests[0]
    assert bool(project.exchange.requests) == (answer == "Replace")


@pytest.mark.parametrize("answer", ["Replace", "Cancel"])
def test_what_belongs_to_a_text_of_brat_is_replaced_only_on_request(
    controller, project, monkeypatch, tmp_path, answer
):
    documents = project.session.project.documents
    for number in list(documents)[1:]:
        documents[number] = replace(documents[number], removed=True)
    (tmp_path / "out.ann").write_text("The only copy.")
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "out.txt"), ""))
    requests = []

    def answered(box):
        requests.append(box.text())
        next(button for button in box.buttons() if button.text() == answer).click()

    monkeypatch.setattr(QMessageBox, "exec", answered)
    controller._export(ExportChoice("brat", Which.CONFIRMED, folder=False))
    assert requests
    assert requests[0] == f"{tmp_path} already contains out.ann. Replace it?"
    assert bool(project.exchange.requests) == (answer == "Replace")


def test_names_in_questions_and_reports_are_one_line_each_that_nothing_reorders(
    controller, project, messages, monkeypatch, tmp_path
):
    documents = project.session.project.documents
    for number in list(documents)[1:]:
        documents[number] = replace(documents[number], removed=True)
    folder = tmp_path / "f\u202e"
    folder.mkdir()
    (folder / "o\u202e\n.ann").touch()
    choose(monkeypatch, getSaveFileName=(str(folder / "o\u202e\n.txt"), ""))
    requests = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: requests.append(box.text()))
    controller._export(ExportChoice("brat", Which.CONFIRMED, folder=False))
    shown = tmp_path / "f\\u202e"
    assert requests == [f"{shown} already contains o\\u202e\\n.ann. Replace it?"]
    documents[7] = Document(7, "new\u202etxt.exe\n", 7)
    controller._import(ReadFiles((), ()), "")
    project.exchange.jobs[0].finished.emit(1)
    assert "from new\\u202etxt.exe\\n." in messages.text.text()


@pytest.mark.parametrize(
    ("imported", "format_name", "suffix"),
    [
        (["text"], "columns", ".conll"),
        (["text", "conllu"], "", ".conll"),
        (["conllu"], "", ".conllu"),
        (["doccano"], "", ".jsonl"),
        (["conllu"], "doccano", ".jsonl"),
        (["doccano"], "columns", ".conll"),
        (["brat"], "", ".txt"),
    ],
)
def test_the_name_that_is_proposed_has_the_suffix_of_what_is_written(
    controller, project, monkeypatch, imported, format_name, suffix
):
    documents = project.session.project.documents
    for number, name in enumerate(imported, 1):
        columns = ("word",) if name in ("conllu", "columns") else ()
        documents[number] = Document(number, f"{number}", number, layout=Layout(name, columns))
    requests = []
    monkeypatch.setattr(controller._files, "to_save", lambda *what: requests.append(what))
    controller._export(ExportChoice(format_name, Which.CONFIRMED, folder=False))
    assert requests[0][1].suffix == suffix


def test_an_empty_project_has_nothing_to_export(project_controller, messages, files, window):
    empty = project_of([])
    empty.documents.clear()
    controller = ExchangeController(
        QuietProject(empty), project_controller, messages, files, window
    )
    controller.export_corpus()
    assert "Nothing to export" in messages.text.text()


def test_an_export_asks_what_to_do_where_labels_break_rules(controller, project, window):
    controller.export_corpus()
    assert window.findChild(ExportDialog)._on_violation.buttons() == []
    assert controller._n_against_rules() is None
    rule = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}')
    other = ProjectRule(0, "count", '{"unit": "DOSE", "at_most": 1}')
    off = ProjectRule(0, "count", '{"unit": "DOSE", "at_most": 0}', on=False)
    soft = ProjectRule(0, "count", '{"unit": "DOSE", "at_most": 2}', cost=1.0)
    session = project.session
    session.apply(add_rules(session.project, [rule, other, off, soft]))
    project.rule_counts.findings = {
        1: RuleFinding(broken=np.array([0, 1])),
        2: RuleFinding(broken=np.array([1])),
        3: RuleFinding(broken=np.array([2])),
        4: RuleFinding(broken=np.array([2])),
    }
    assert controller._n_against_rules() == 2


@pytest.mark.parametrize(
    ("outcome", "shown_text"),
    [
        (
            ExportOutcome(1, which=Which.DONE, n_open=519),
            "Exported 1 sentence to {path}; 519 sentences that are not done were left out.",
        ),
        (
            ExportOutcome(600, which=Which.DONE, n_open=1),
            "Exported 600 sentences to {path}; 1 sentence that is not done was left out.",
        ),
        (
            ExportOutcome(600, n_open=519),
            "Exported 600 sentences to {path}; 519 of them are not done (their open tokens are "
            "exported as no label, or as they were imported).",
        ),
        (ExportOutcome(600, which=Which.ALL, n_open=519), "Exported 600 sentences to {path}."),
    ],
)
def test_an_export_says_what_it_left_out_or_open(
    controller, messages, tmp_path, outcome, shown_text
):
    controller._report_exported(tmp_path / "o.conll", outcome)
    assert messages.message.text == shown_text.format(path=tmp_path / "o.conll")


@pytest.mark.parametrize("refused", [False, True])
def test_what_an_export_has_found_against_rules_is_said_and_listed(
    controller, project_controller, messages, window, qtbot, tmp_path, refused
):
    path = tmp_path / "out.conll"
    controller._report_exported(path, ExportOutcome(3))
    assert messages.message.text == f"Exported 3 sentences to {path}."
    assert messages.message.kind == "done"
    messages.dismiss()
    rule = ProjectRule(1, "count", '{"unit": "DRUG", "at_most": 1}')
    violation = RuleViolation(rule, np.array([0, 2]), np.array([1, 3]))
    controller._report_exported(path, ExportOutcome(0 if refused else 3, (violation,), refused))
    begun = "Nothing was exported." if refused else f"Exported 3 sentences to {path}."
    assert messages.message.text == (
        f"{begun} Labels violate rules in 2 sentences: “At most 1 DRUG in a sentence” "
        "(sentences 1, 3)."
    )
    assert messages.message.kind == ("error" if refused else "flawed")
    messages.sentence_left()
    assert messages.message.action == "Show them…", "it is not about the current sentence"
    messages.message.do()
    dialog = next(d for d in window.findChildren(SentenceListDialog) if d.isVisible())
    assert [dialog.model.sentence_index(row) for row in range(dialog.model.rowCount())] == [0, 2]
    with qtbot.waitSignal(project_controller.sentence_requested) as seen:
        dialog.sentence_requested.emit(2)
    assert seen.args == [2, 3], "at the token that violates the rule"


@pytest.mark.parametrize(("found", "button"), [([0], "Show it…"), ([0, 2], "Show them…")])
def test_one_violation_is_not_them(controller, messages, tmp_path, found, button):
    rule = ProjectRule(1, "count", '{"unit": "DRUG", "at_most": 1}')
    outcome = ExportOutcome(3, (RuleViolation(rule, np.array(found)),))
    controller._report_exported(tmp_path / "out.conll", outcome)
    assert messages.message.action == button


def test_texts_to_learn_from_are_added(controller, project, window, messages, monkeypatch):
    choose(monkeypatch, getOpenFileNames=(["/texts/a.txt", "/texts/b.txt"], ""))
    controller.show_unlabelled_text()
    controller.show_unlabelled_text()
    (dialog,) = window.findChildren(UnlabelledTextDialog)
    dialog.add.click()
    assert project.exchange.requests == [
        (
            "import_unlabelled",
            [Path("/texts/a.txt"), Path("/texts/b.txt")],
            ImportOptions(use=Use.TEXT),
        )
    ]
    for added, text in (
        (AddedTexts(2, 0, 900), "Added 2 unlabelled texts: 900 tokens."),
        (
            AddedTexts(1, 1, 900_000),
            "Added 1 unlabelled text: 900,000 tokens, about 36 MB in the project. 1 text was "
            "there already.",
        ),
        (AddedTexts(0, 2), "2 texts were there already."),
    ):
        project.exchange.jobs[-1].finished.emit(added)
        assert (messages.text.text(), messages.message.kind) == (text, "info")
        assert dialog.progress.text() == text
    assert not dialog.add.isEnabled()  # one import at a time
    project.exchange.jobs[-1].ended.emit()
    # It is true no longer once a text is removed.
    project.session.apply(remove_document(project.session.project, 1))
    assert text not in [message.text for message in messages._waiting]
    dialog.tokens.setCurrentIndex(dialog.tokens.findData(BLANKS))
    dialog.add.click()
    assert project.exchange.requests[-1][2] == ImportOptions(
        "text", use=Use.TEXT, options=((TOKENS_OPTION, BLANKS),)
    )


def test_files_that_are_not_added_are_reported_where_a_person_looks(
    controller, project, window, messages, monkeypatch
):
    choose(monkeypatch, getOpenFileNames=(["/texts/a.txt", "/texts/b.png"], ""))
    controller.show_unlabelled_text()
    (dialog,) = window.findChildren(UnlabelledTextDialog)
    dialog.add.click()
    bad = "/texts/b.png: This is a picture; choose a text."
    project.exchange.jobs[-1].finished.emit(AddedTexts(0, 0, 0, (bad,)))
    assert dialog.troubles.toPlainText() == bad
    assert messages.message is None, "the dialog shows it"
    project.exchange.jobs[-1].failed.emit("The disk is full.")
    assert dialog.progress.text() == "The disk is full."
    assert messages.message is None
    dialog.close()
    project.exchange.jobs[-1].finished.emit(AddedTexts(0, 0, 0, (bad,)))
    assert (messages.text.text(), messages.message.kind) == (bad, "error")
    project.exchange.jobs[-1].failed.emit("The disk is full.")
    assert messages.text.text() == "The disk is full."


def test_who_adds_texts_to_learn_from_is_back_in_their_list(controller, window, monkeypatch, qtbot):
    def choose_nothing(*_):
        # A file dialog that closes activates the main window.
        window.activateWindow()
        qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
        return [], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", choose_nothing)
    controller.show_unlabelled_text()
    (dialog,) = window.findChildren(UnlabelledTextDialog)
    dialog.add.click()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)


def test_models_are_chosen_and_combined(
    controller, project, messages, window, monkeypatch, tmp_path
):
    names = [str(tmp_path / name) for name in ("a.crf", "b", "c.txt", "a.crf")]
    choose(
        monkeypatch,
        getOpenFileNames=(names, ""),
        getSaveFileName=(str(tmp_path / "team.crf"), ""),
    )
    controller.combine_models()
    controller.combine_models()
    (dialog,) = window.findChildren(CombineModelsDialog)
    assert not dialog.accept_button.isEnabled()
    dialog.add.click()
    assert dialog.paths == ()
    project.exchange.jobs[0].finished.emit((tmp_path / "c.txt",))
    assert [dialog.view.item(row).text() for row in range(dialog.view.count())] == [
        "a.crf",
        "b",
    ]
    assert dialog.empty.text() == "Only model files can be combined. Not added: c.txt."
    dialog.learn.setEnabled(True)
    dialog.learn.setChecked(True)
    dialog.accept()
    paths = tmp_path / "a.crf", tmp_path / "b"
    request = "combine_models", paths, tmp_path / "team.crf", True
    assert project.exchange.requests == [request]
    controller.combine_models()
    again = window.findChildren(CombineModelsDialog)[-1]
    assert again.paths == paths, "they are not combined yet"
    again.reject()
    project.exchange.jobs[1].finished.emit(SimpleNamespace(weights=(0.75, 0.25)))
    assert messages.text.text() == (
        f"Combined 2 models into {tmp_path / 'team.crf'}; their weights: a.crf 0.75, b 0.25."
    )


@pytest.mark.parametrize(("size", "offered"), [(0, "Create a test sample…"), (10, "")])
def test_a_first_import_without_a_test_sample_leads_to_one(
    project_controller, messages, files, window, tmp_path, qtbot, size, offered
):
    large = project_of([["One", "word"]] * 80)
    large.settings = replace(large.settings, control_size=size)
    project = QuietProject(large, tmp_path / "large.tagwright")
    controller = ExchangeController(project, project_controller, messages, files, window)
    controller._import(ReadFiles((), ()), "")
    project.exchange.jobs[0].finished.emit(1)
    assert messages.action.text() == offered
    assert ("no test sample" in messages.text.text()) == bool(offered)
    if offered:
        with qtbot.waitSignal(controller.sample_requested):
            messages.action.click()


@pytest.mark.parametrize("answer", ["Replace", "Cancel"])
@pytest.mark.parametrize("suffix", [".conll", ".crf", "combined"])
def test_another_file_is_replaced_only_on_request(
    controller, project, monkeypatch, tmp_path, suffix, answer
):
    project.trainer.model = object()
    there = tmp_path / f"out{suffix if suffix != 'combined' else '.crf'}"
    there.touch()
    seen = type_names(monkeypatch, answer, tmp_path / "out")
    if suffix == ".conll":
        controller._export(ExportChoice("columns", Which.CONFIRMED, folder=False))
    elif suffix == ".crf":
        controller.export_model()
    else:
        controller._combine((tmp_path / "a.crf", tmp_path / "b.crf"), learn=False)
    assert seen[1] == question(there)
    assert bool(project.exchange.requests) == (answer == "Replace")
