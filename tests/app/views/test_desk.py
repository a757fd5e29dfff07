"""Commands that ask for files: what is chosen is handed on, nothing chosen does nothing."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.domain.documents import Document
from app.domain.fixes import Fix, FixKind, Occurrences, Reach
from app.domain.project import Project
from app.domain.rule_findings import RuleFinding
from app.domain.rules import ProjectRule
from app.edits.occurrences import say_elsewhere
from app.edits.rules import add_rules, reorder_rules, switch_rule
from app.edits.spans import label_span
from app.formats.table import suffixes
from app.jobs.export import ExportForm, Which
from app.jobs.import_report import ReadFiles
from app.jobs.rule_breaches import OnBreach, RuleBreach
from app.jobs.rule_files import ReadRules
from app.jobs.rule_mining import MinedRule
from app.services.exchange import ExportOutcome
from app.views.desk import Desk
from app.views.dialogs.about import AboutDialog
from app.views.dialogs.export import ExportDialog
from app.views.dialogs.export_model import ExportModelDialog
from app.views.dialogs.label_editor import LabelEditor
from app.views.dialogs.log import LogDialog
from app.views.dialogs.new_project import NewProjectDialog
from app.views.dialogs.occurrences import OccurrencesDialog
from app.views.dialogs.project_settings import ProjectSettingsDialog
from app.views.dialogs.sentence_list import SentenceListDialog
from app.views.panels.messages import Messages
from tests.memory_projects import project_of, said
from tests.window_parts import QuietProject


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.fixture
def project(qapp, tmp_path):
    return QuietProject(project_of(), tmp_path / "notes.tagwright")


@pytest.fixture
def messages(window):
    return Messages(window)


@pytest.fixture
def desk(project, messages, window):
    return Desk(project, messages, lambda: "the log", window)


def choose(monkeypatch, **answers):
    for name, answer in answers.items():
        monkeypatch.setattr(QFileDialog, name, lambda *_, answer=answer: answer)


def test_another_project_is_opened(desk, monkeypatch, qtbot):
    choose(monkeypatch, getOpenFileName=("/x/p.tagwright", ""))
    with qtbot.waitSignal(desk.open_wanted) as seen:
        desk.open_project()
    assert seen.args == [Path("/x/p.tagwright")]


def test_nothing_chosen_does_nothing(desk, project, monkeypatch, qtbot):
    choose(
        monkeypatch,
        getOpenFileName=("", ""),
        getOpenFileNames=([], ""),
        getSaveFileName=("", ""),
        getExistingDirectory="",
    )
    with qtbot.assertNotEmitted(desk.open_wanted):
        desk.open_project()
    desk.import_files()
    desk.save_copy()
    project.trainer.model = object()
    desk.export_model()
    assert project.exchange.asked == []


def test_the_files_of_every_format_are_offered(desk, monkeypatch):
    asked = []
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *a: asked.append(a[3]) or ([], ""))
    desk.import_files()
    shown = asked[0].partition(")")[0].removeprefix("Texts (").split()
    assert shown == [f"*{suffix}" for suffix in suffixes()]
    assert {"*.txt", "*.conllu", "*.conll", "*.gz"} <= set(shown)


def test_a_copy_gets_the_suffix_and_is_announced(desk, project, messages, monkeypatch, tmp_path):
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "copy"), ""))
    asked = []
    monkeypatch.setattr(
        project.exchange,
        "save_copy",
        lambda path: asked.append(path) or project.exchange._ask("copy", path),
    )
    desk.save_copy()
    assert asked == [tmp_path / "copy.tagwright"]


def test_a_finished_job_says_what_came_of_it(desk, project, messages, monkeypatch, tmp_path):
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "m.crf"), ""))
    project.trainer.model = object()
    tasks = []
    monkeypatch.setattr(
        project.exchange,
        "export_model",
        lambda path, *, control: tasks.append(project.exchange._ask("m", path)) or tasks[0],
    )
    desk.export_model()
    tasks[0].finished.emit(tmp_path / "m.crf")
    assert messages.text.text() == f"The model is written: {tmp_path / 'm.crf'}"


def test_where_there_are_control_sentences_it_asks_whether_to_learn_from_them(
    desk, project, window, monkeypatch, tmp_path
):
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "m.crf"), ""))
    project.trainer.model = object()
    project.measurements.counts = (60, 40)
    desk.export_model()
    (dialog,) = window.findChildren(ExportModelDialog)
    assert "40 labelled control sentences" in dialog.control.text()
    assert not dialog.control.isChecked(), "not unless it is asked for"
    assert project.exchange.asked == []
    dialog.control.setChecked(True)
    dialog.accept()
    assert project.exchange.asked == [("export_model", tmp_path / "m.crf", True)]


@pytest.mark.parametrize(("before", "offered"), [({}, ""), ({1: "old.txt"}, "Go there")])
def test_an_import_says_how_much_came_and_leads_there(
    desk, project, messages, qtbot, before, offered
):
    documents = project.session.project.documents
    documents.clear()
    documents |= {number: Document(number, name, number) for number, name in before.items()}
    documents[7] = Document(7, "new.txt", 7)
    corpus = project.session.project.corpus
    corpus.documents[:] = 7
    desk._import(ReadFiles((), ()), "")
    project.exchange.jobs[0].finished.emit(1)
    assert messages.text.text() == (
        f"Imported: new.txt, {corpus.n_sentences} sentences. Click a word and press the key of its "
        "label; accept a sentence that is right (Enter)."
    )
    assert messages.action.text() == offered
    if offered:
        with qtbot.waitSignal(desk.document_wanted) as seen:
            messages.action.click()
        assert seen.args == [7]


def test_without_a_model_there_is_none_to_export(desk, project, messages):
    desk.export_model()
    assert "There is no model yet" in messages.text.text()
    assert project.exchange.asked == []


@pytest.mark.parametrize("folder", [True, False])
def test_an_export_goes_where_it_was_told(
    desk, project, window, monkeypatch, tmp_path, folder, qtbot
):
    choose(
        monkeypatch,
        getSaveFileName=(str(tmp_path / "out.conll"), ""),
        getExistingDirectory=str(tmp_path),
    )
    desk.export_corpus()
    dialog = window.findChild(ExportDialog)
    dialog.target.setCurrentIndex(int(folder))
    qtbot.waitUntil(lambda: bool(project.exchange.reported))
    dialog.accept()
    out = tmp_path if folder else tmp_path / "out.conll"
    assert project.exchange.asked == [("export", out, Which.CONFIRMED, "", OnBreach.REPORT)]
    assert project.exchange.reported[-1] == (ExportForm(), folder)


@pytest.mark.parametrize("answer", ["Replace", "Cancel"])
def test_files_are_replaced_only_on_request(desk, project, window, monkeypatch, tmp_path, answer):
    (tmp_path / "notes.txt").write_text("The only copy.")
    choose(monkeypatch, getExistingDirectory=str(tmp_path))
    asked = []

    def answered(box):
        asked.append(box.text())
        assert box.defaultButton().text() == "Cancel"
        next(button for button in box.buttons() if button.text() == answer).click()

    monkeypatch.setattr(QMessageBox, "exec", answered)
    desk.export_corpus()
    dialog = window.findChild(ExportDialog)
    dialog.target.setCurrentIndex(1)
    dialog.accept()
    assert "notes.txt" in asked[0]
    assert bool(project.exchange.asked) == (answer == "Replace")


def test_an_empty_project_has_nothing_to_export(messages, window, qapp):
    empty = project_of([])
    empty.documents.clear()
    Desk(QuietProject(empty), messages, str, window).export_corpus()
    assert "nothing to export" in messages.text.text()


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("new_project", NewProjectDialog),
        ("edit_labels", LabelEditor),
        ("project_settings", ProjectSettingsDialog),
        ("show_log", LogDialog),
        ("about", AboutDialog),
    ],
)
def test_each_command_shows_its_dialog_and_waits_for_nothing(desk, window, command, kind):
    getattr(desk, command)()
    dialog = window.findChild(kind)
    assert dialog.isVisible()
    assert not dialog.isModal()


def test_there_is_one_label_editor(desk, window):
    desk.edit_labels()
    desk.edit_label(2)
    assert len(window.findChildren(LabelEditor)) == 1
    assert window.findChild(LabelEditor).name.text() == "DOSE"


def test_a_new_label_is_ready_to_be_named(desk, window, project):
    desk.new_label()
    assert window.findChild(LabelEditor).name.text() == "LABEL"


def test_training_while_paused_offers_to_go_on(desk, project, messages):
    from dataclasses import replace

    settings = project.session.project.settings
    project.session.project.settings = replace(settings, learning_paused=True)
    desk.train_now()
    messages.action.click()
    assert project.trainer.told == ["resume"]


def test_a_read_only_project_says_so(window, messages, qapp, tmp_path):
    project = QuietProject(project_of(), tmp_path / "notes.tagwright")
    project.session.read_only = True
    Desk(project, messages, str, window).greet()
    assert "can only be read" in messages.text.text()
    assert messages.action.text() == "Save a copy…"


def test_a_migrated_project_names_its_copy(desk, project, messages, tmp_path):
    project.backup_made = tmp_path / "notes (2026-11-21).tagwright"
    desk.greet()
    assert str(project.backup_made) in messages.text.text()


def test_a_sound_project_is_greeted_in_silence(desk, messages):
    desk.greet()
    assert messages.message is None


def test_a_rule_is_made_changed_and_not_made_twice(desk, project, messages):
    editor = desk.edit_rule(None)
    editor.apply.click()
    rule = project.session.project.rules[1]
    assert rule.kind == "followed_by"
    again = desk.edit_rule(rule)
    again.holds.soft.setChecked(True)
    again.apply.click()
    assert project.session.project.rules[1].cost == 2.0
    desk.edit_rule(None).apply.click()
    assert messages.message.text == "There is such a rule already."
    assert len(project.session.project.rules) == 1


def test_a_form_that_was_open_changes_neither_switch_nor_place(desk, project, messages):
    session = project.session
    rules = [ProjectRule(0, "ends_with", f'{{"a": "{name}"}}') for name in ("O", "DRUG")]
    session.apply(add_rules(session.project, rules))
    editor = desk.edit_rule(session.project.rules[1])
    session.apply(switch_rule(session.project, 1, on=False))
    session.apply(reorder_rules(session.project, [2, 1]))
    editor.name.setText("the end")
    editor.apply.click()
    kept = session.project.rules[1]
    assert (kept.name, kept.on, kept.position) == ("the end", False, 1)
    desk.edit_rule(kept).apply.click()
    assert messages.message is None


@pytest.mark.parametrize("matcher", ["null", '{"kind": "sounds"}'])
def test_a_rule_of_a_later_version_keeps_what_it_says(desk, project, messages, matcher):
    rule = ProjectRule(0, "lexical", f'{{"matcher": {matcher}}}', name="sounds")
    project.session.apply(add_rules(project.session.project, [rule]))
    assert desk.edit_rule(project.session.project.rules[1]) is None
    assert "no form for “sounds”" in messages.message.text


@pytest.mark.parametrize("command", ["find_rules", "learn_costs", "import_rules"])
def test_what_is_refused_is_not_said_to_be_done(desk, project, messages, monkeypatch, command):
    session = project.session
    soft = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', cost=2.0)
    new = ProjectRule(0, "count", '{"unit": "DOSE", "at_most": 1}')
    session.apply(add_rules(session.project, [soft]))
    session.read_only = True
    choose(monkeypatch, getOpenFileName=("r.json", ""))
    getattr(desk, command)()
    found = {
        "find_rules": [MinedRule(new, 61)],
        "learn_costs": {1: 0.75},
        "import_rules": ReadRules((new,), 0),
    }
    project.exchange.jobs[-1].finished.emit(found[command])
    assert messages.message is None
    assert [rule.cost for rule in session.project.ordered_rules()] == [2.0]


def test_costs_that_fit_already_are_no_step(desk, project, messages):
    session = project.session
    soft = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', cost=2.0)
    session.apply(add_rules(session.project, [soft]))
    desk.learn_costs()
    project.exchange.jobs[-1].finished.emit({1: 2.0})
    assert "nothing has changed" in messages.message.text
    assert session.undo_text().startswith("add rule")


def test_without_labels_there_are_no_rules(messages, window, qapp):
    desk = Desk(QuietProject(Project()), messages, str, window)
    desk.add_rule()
    assert "make a label first" in messages.message.text
    desk.export_rules()


def test_rules_come_from_a_file_and_go_into_one(desk, project, messages, monkeypatch, tmp_path):
    choose(monkeypatch, getOpenFileName=(str(tmp_path / "r.json"), ""))
    desk.import_rules()
    assert project.exchange.asked == [("read_rules", tmp_path / "r.json")]
    rule = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}')
    project.exchange.jobs[-1].finished.emit(ReadRules((rule, rule), 2))
    assert messages.message.text == (
        "Rules added: 1. There already: 1. What the file says of single sentences was left out."
    )
    choose(monkeypatch, getSaveFileName=(str(tmp_path / "out.json"), ""))
    desk.export_rules()
    assert project.exchange.asked[-1] == ("write_rules", tmp_path / "out.json")
    project.exchange.jobs[-1].finished.emit(1)
    assert messages.message.text.startswith("1 rule is written")
    project.exchange.jobs[-1].finished.emit(2)
    assert messages.message.text.startswith("2 rules are written")


def test_found_rules_come_switched_off_with_their_numbers(desk, project, messages):
    desk.find_rules()
    project.exchange.jobs[-1].finished.emit([])
    assert "without exception" in messages.message.text
    rule = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', on=False)
    project.exchange.jobs[-1].finished.emit([MinedRule(rule, 61)])
    assert "At most 1 DRUG in a sentence (61 of 61)" in messages.message.text
    assert [kept.on for kept in project.session.project.rules.values()] == [False]
    messages.message.do()
    assert project.session.project.rules == {}


def test_learned_costs_are_one_step(desk, project, messages):
    session = project.session
    soft = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', cost=2.0)
    hard = ProjectRule(0, "count", '{"unit": "DOSE", "at_most": 1}')
    session.apply(add_rules(session.project, [soft, hard]))
    desk.learn_costs()
    assert project.exchange.asked[-1] == ("learn_costs",)
    project.exchange.jobs[-1].finished.emit({1: 0.75, 2: 3.0, 9: 1.0})
    assert [rule.cost for rule in session.project.ordered_rules()] == [0.75, None]
    assert "At most 1 DRUG in a sentence: 0.75" in messages.message.text
    messages.message.do()
    assert session.project.rules[1].cost == 2.0


def test_an_export_asks_what_to_do_where_labels_break_rules(desk, project, window):
    desk.export_corpus()
    assert window.findChild(ExportDialog)._on_breach.buttons() == []
    assert desk._n_against_rules() is None
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
    assert desk._n_against_rules() == 2


@pytest.mark.parametrize("refused", [False, True])
def test_what_an_export_has_found_against_rules_is_said_and_listed(
    desk, project, messages, window, tmp_path, refused
):
    path = tmp_path / "out.conll"
    desk._say_exported(path, ExportOutcome(3))
    assert messages.message.text == f"3 sentences are written: {path}"
    messages.dismiss()
    rule = ProjectRule(1, "count", '{"unit": "DRUG", "at_most": 1}')
    breach = RuleBreach(rule, np.array([0, 2]))
    desk._say_exported(path, ExportOutcome(0 if refused else 3, (breach,), refused))
    begun = "Nothing is written." if refused else f"3 sentences are written: {path}"
    assert messages.message.text == (
        f"{begun} Labels break rules in 2 sentences: “At most 1 DRUG in a sentence” "
        "(sentences 1, 3)."
    )
    assert messages.message.kind == ("error" if refused else "done")
    messages.message.do()
    dialog = next(d for d in window.findChildren(SentenceListDialog) if d.isVisible())
    assert [dialog.model.place(row) for row in range(dialog.model.rowCount())] == [0, 2]


def test_the_same_is_said_elsewhere_from_a_list_and_taken_back(
    desk, project, messages, window, qtbot
):
    sayer = project.occurrences.sayer
    sayer.said.connect(desk.tell_accepted)
    sayer.outdated.connect(desk.tell_unsaid)
    desk.say_elsewhere()
    assert "first label" in messages.message.text
    fix = Fix(FixKind.LABEL, 0, 7, 7, (1,))
    places = np.array([1, 2])
    project.occurrences.offer = Occurrences(fix, places, np.array([7, 7]))
    desk.say_elsewhere()
    desk.say_elsewhere()
    dialog = next(d for d in window.findChildren(OccurrencesDialog) if d.isVisible())
    session = project.session
    dialog.any_case.click()
    assert project.occurrences.asked == [(fix, Reach(any_case=True))]
    with qtbot.waitSignal(sayer.outdated):
        dialog.apply_wanted.emit([])
    assert session.undo_text() is None
    assert "said already" in messages.message.text
    messages.dismiss()
    with qtbot.waitSignal(sayer.said):
        dialog.accept()
    assert [said(session.project, place)[7] for place in (1, 2)] == ["B-DRUG", "B-DRUG"]
    assert messages.message.text == "Done: label “warfarin” DRUG in 2 sentences."
    messages.message.do()
    assert session.undo_text() is None
    assert messages.message is None, "what was taken back is not done"


def test_what_was_done_is_said_until_it_is_taken_back(desk, project, messages):
    session = project.session
    first = session.apply(say_elsewhere(session.project, Fix(FixKind.NO_LABEL, 0, 0, 0), [(1, 0)]))
    desk.tell_accepted(first)
    session.apply(label_span(session.project, 0, 0, 0, 1))
    text = messages.message.text
    session.undo()
    assert messages.message.text == text
    session.undo()
    assert messages.message is None


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ([0, 2], "“At most 1 DRUG in a sentence” changes 2 sentences."),
        ([2], "“At most 1 DRUG in a sentence” changes 1 sentence."),
        ([], "“At most 1 DRUG in a sentence” changes no proposal at present."),
    ],
)
def test_what_a_new_rule_changes_is_said_once_it_is_counted(
    desk, project, messages, window, qtbot, changed, told
):
    rule = ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}')
    desk.tell_new_rule({1: RuleFinding()})
    desk._keep_rule(rule)
    desk.tell_new_rule({})
    desk.tell_new_rule({1: RuleFinding(has_model=False)})
    assert messages.message is None
    desk.tell_new_rule({1: RuleFinding(changed=np.array(changed, np.int64))})
    assert messages.message.text == told
    if changed:
        messages.message.do()
        dialog = next(d for d in window.findChildren(SentenceListDialog) if d.isVisible())
        with qtbot.waitSignal(desk.place_wanted) as seen:
            dialog.place_wanted.emit(2)
        assert seen.args == [2, 0]
        desk.list_sentences("Others", np.array([1]))
    messages.dismiss()
    desk.tell_new_rule({1: RuleFinding()})
    assert messages.message is None


def test_a_rule_that_cannot_be_obeyed_changes_nothing_and_says_so_in_its_list(desk, messages):
    desk._keep_rule(ProjectRule(0, "count", '{"unit": "DRUG", "at_most": 1}', on=False))
    desk.tell_new_rule({1: RuleFinding(changed=np.array([1]))})
    assert messages.message is None


def test_the_selected_words_are_looked_for_unless_they_are_offered(desk, project, window):
    there = Fix(FixKind.LABEL, 0, 7, 7, (1,))
    offer = Occurrences(there, np.array([1]), np.array([7]))

    def opened():
        desk.say_elsewhere()
        return next(d for d in window.findChildren(OccurrencesDialog) if d.isVisible())

    here = Fix(FixKind.LABEL, 2, 7, 7, (1,))
    desk.fix_here = lambda: here
    dialog = opened()
    assert project.occurrences.asked == [(here, Reach())]
    assert dialog.listing.hint == "Looking…"
    project.occurrences.looked.emit(Occurrences(here, np.array([0]), np.array([7])))
    assert dialog.model.ticked() == [(0, 7)]
    project.occurrences.offer = offer
    assert opened().model.rowCount() == 0, "something else is selected"
    desk.fix_here = lambda: there
    assert opened().model.ticked() == [(1, 7)]
    desk.fix_here = lambda: None
    assert opened().model.ticked() == [(1, 7)]
