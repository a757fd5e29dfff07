"""What is said of the selected tokens, said again, and told to others."""

from __future__ import annotations

from app.domain.corrections import Correction, CorrectionKind
from app.edits.label_rows import delete_label
from app.services.threads import UI_PRIORITY
from app.session import Session
from app.views.workspace import Workspace
from tests.memory_projects import project_of, set_tags, token_tags
from tests.window_parts import propose, where

DRUG, DOSE = 1, 2


def test_a_label_goes_on_what_is_selected(workspace) -> None:
    workspace.caret.select(1, 2)
    workspace.labeller.label(DRUG)
    assert token_tags(workspace.session.project)[1:3] == ["B-DRUG", "I-DRUG"]
    workspace.caret.select_span(2)
    assert where(workspace) == (0, 1, 2)
    workspace.labeller.no_label()
    assert token_tags(workspace.session.project)[1:3] == ["O", "O"]
    workspace.labeller.clear()
    assert token_tags(workspace.session.project)[1:3] == ["?", "?"]


def test_not_this_is_said_of_what_is_shown(workspace, messages) -> None:
    workspace.labeller.forbid()
    assert "no label here" in messages[-1][0]
    propose(workspace.session, 0, ["B-DRUG", "O", "O", "O", "O"], [0.9] * 5)
    workspace.labeller.forbid()
    assert token_tags(workspace.session.project)[0] == "{B-DOSE I-DOSE O}"


def test_the_last_label_cannot_be_ruled_out() -> None:
    workspace = Workspace(Session(project_of([["a"]], scheme="tokens", labels=["NOUN"])))
    received = []
    workspace.message.connect(lambda text, kind: received.append(text))
    workspace.labeller.forbid(1)
    assert "must remain possible" in received[-1]
    workspace.labeller.no_label()
    assert "every token has a label" in received[-1]
    assert workspace.caret.one_label_a_token


def test_what_is_said_of_tokens_is_told(workspace) -> None:
    received = []
    workspace.labeller.corrected.connect(received.append)
    workspace.caret.select(1, 2)
    workspace.labeller.label(DRUG)
    workspace.spans.grow_end()
    workspace.labeller.label(DRUG)  # says nothing new of the tokens already said
    workspace.caret.select(0, 0)
    workspace.labeller.no_label()
    workspace.caret.select(4, 4)
    workspace.labeller.forbid(DOSE)
    workspace.labeller.clear()
    assert received[:2] == [
        Correction(CorrectionKind.LABEL, 0, 1, 2, (DRUG,)),
        Correction(CorrectionKind.LABEL, 0, 1, 3, (DRUG,)),
    ]
    assert received[-2:] == [
        Correction(CorrectionKind.NO_LABEL, 0, 0, 0),
        Correction(CorrectionKind.FORBID, 0, 4, 4, (DOSE,)),
    ]


def test_where_each_token_has_a_label_labels_are_typed(qapp) -> None:
    project = project_of([list("abc"), list("ab")], scheme="tokens", labels=["NOUN", "VERB"])
    workspace = Workspace(Session(project))
    received = []
    workspace.labeller.corrected.connect(received.append)
    for label in (1, 2, 1):
        workspace.labeller.label(label)
    assert token_tags(project)[:3] == ["NOUN", "VERB", "NOUN"]
    assert where(workspace) == (0, 2, 2), "the last one stays"
    workspace.caret.select(0, 0)
    workspace.labeller.label(2)
    assert where(workspace) == (0, 1, 1)
    assert workspace.labeller.correction_here() is None, "it is about what has just been said"
    workspace.caret.select(0, 0)
    assert (workspace.labeller.correction_here().first, received[-1].first) == (0, 0)
    workspace.caret.select(0, 1)
    workspace.labeller.label(1)
    assert where(workspace) == (0, 0, 1), "who has selected several looks at them"


def test_the_last_thing_is_said_again_of_what_is_selected_then(workspace, messages) -> None:
    project = workspace.session.project
    workspace.labeller.repeat_last()
    assert messages == [("Nothing to repeat yet.", "info")]
    workspace.labeller.label(DOSE)
    workspace.caret.select(2, 3)
    workspace.labeller.repeat_last()
    assert token_tags(project, 0)[2:4] == ["B-DOSE", "I-DOSE"]
    workspace.spans.shrink_end()
    workspace.labeller.repeat_last()
    assert token_tags(project, 0)[2:4] == ["B-DOSE", "{B-DOSE B-DRUG I-DRUG O}"]
    workspace.caret.select(0, 2)
    workspace.labeller.clear()
    workspace.undo_redo.undo()
    workspace.caret.select(0, 0)
    workspace.labeller.repeat_last()
    assert token_tags(project, 0)[0] == "?"
    workspace.session.apply(delete_label(project, DOSE))
    workspace.labeller.repeat_last()
    assert messages[-1] == messages[0]


def test_what_a_person_had_said_and_takes_away_is_told(workspace) -> None:
    received = []
    workspace.labeller.corrected.connect(received.append)
    set_tags(workspace.session.project, 0, ["B-DRUG", "I-DRUG", "O", "B-DOSE", None])
    workspace.caret.select(0, 1)
    workspace.labeller.clear()
    assert received == [Correction(CorrectionKind.CLEAR, 0, 0, 1, taken=(DRUG,))]
    workspace.undo_redo.undo()
    workspace.labeller.label(DOSE)
    assert received[-1] == Correction(CorrectionKind.LABEL, 0, 0, 1, (DOSE,), (DRUG,))
    workspace.caret.select(3, 3)
    workspace.labeller.no_label()
    assert received[-1] == Correction(CorrectionKind.NO_LABEL, 0, 3, 3, taken=(DOSE,))
    workspace.undo_redo.undo()
    workspace.labeller.forbid()
    assert received[-1] == Correction(CorrectionKind.FORBID, 0, 3, 3, (DOSE,), (DOSE,))


def test_clearing_a_part_of_a_span_or_nothing_tells_nobody(workspace) -> None:
    received = []
    workspace.labeller.corrected.connect(received.append)
    set_tags(workspace.session.project, 0, ["B-DRUG", "I-DRUG", "O", None, None])
    for first, last in ((1, 1), (0, 2), (2, 2), (4, 4)):
        workspace.caret.select(first, last)
        workspace.labeller.clear()
    assert received == []


def test_what_has_been_said_of_a_span_is_found_at_its_tokens(workspace) -> None:
    set_tags(workspace.session.project, 0, ["B-DRUG", "I-DRUG", "O", "O", None])
    expected = {
        (1, 1): Correction(CorrectionKind.LABEL, 0, 0, 1, (DRUG,)),
        (0, 1): Correction(CorrectionKind.LABEL, 0, 0, 1, (DRUG,)),
        (2, 2): Correction(CorrectionKind.NO_LABEL, 0, 2, 2),
        (2, 3): Correction(CorrectionKind.NO_LABEL, 0, 2, 3),
        (1, 2): None,
        (3, 4): None,
    }
    for (first, last), correction in expected.items():
        workspace.caret.select(first, last)
        assert workspace.labeller.correction_here() == correction, (first, last)
    assert Workspace(Session(project_of([]))).labeller.correction_here() is None


def test_after_an_undo_workers_go_on_also_without_a_paint(qtbot, workspace) -> None:
    workspace.labeller.label(DRUG)
    UI_PRIORITY.claim_for_key()
    workspace.undo_redo.undo()
    assert UI_PRIORITY.claimed
    qtbot.waitUntil(lambda: not UI_PRIORITY.claimed)
