"""Sentences in a real view, offscreen, with the proposals that a test wants to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from app.domain.changes import Changes
from app.domain.tokens import TokenState
from app.session import Session
from app.views.sentence_view.pane import SentencePane
from app.views.workspace import Workspace
from tests.memory_projects import project_of, set_tags

CLINICAL = (
    "The patient was given 5 mg of warfarin by Dr. Osei on Monday , and was asked to return to "
    "the Harbour Street clinic if the headache , nausea or blurred vision came back ."
)
LABELS = ("DRUG", "DOSE", "PERSON", "DATE", "PLACE", "SYMPTOM")

ENGLISH = "The patient was given 5 mg of warfarin ."
ARABIC = "أعطى الدكتور أحمد المريض خمسة أقراص من الدواء صباح الاثنين ."
MIXED = "أعطى الطبيب 5 mg من دواء warfarin sodium يوم الاثنين ."
EMOJI = "Maria 😀😀 met Zoe\u0308 at the Cafe\u0301 in 𝐁erlin 😀 today ."
CHINESE = "病人 于 周一 服用 了 五 毫克 华法林 。"


def session_of(*texts: str, labels: Sequence[str] = LABELS, scheme: str = "iob2") -> Session:
    """Return a session with these sentences, whose tokens stand between spaces."""
    sentences = [text.split(" ") for text in texts or (CLINICAL,)]
    return Session(project_of(sentences, labels=labels, scheme=scheme))


def propose(
    session: Session,
    sentence_index: int,
    tags: Mapping[int, tuple[str, float]],
    *,
    rest: float = 0.99,
) -> None:
    """Let the model propose tags for some tokens, and "O" for the rest of the sentence."""
    base = int(session.corpus.offsets[sentence_index])
    n_tokens = int(session.corpus.offsets[sentence_index + 1]) - base
    for token in range(n_tokens):
        tag, probability = tags.get(token, ("O", rest))
        session.proposals.tags[base + token] = session.project.tag_id(tag)
        session.proposals.probabilities[base + token] = probability
    session.changed.emit(Changes(proposals=np.array([sentence_index])))


def confirm(session: Session, sentence_index: int, tags: Mapping[int, str]) -> None:
    """Let a person have said the tags of some tokens."""
    _set_tags(session, sentence_index, tags, TokenState.CONFIRMED)


def suggest(session: Session, sentence_index: int, tags: Mapping[int, str]) -> None:
    """Let a file have suggested the tags of some tokens."""
    _set_tags(session, sentence_index, tags, TokenState.SUGGESTED)


def rule_out(session: Session, sentence_index: int, token: int, *labels: str) -> None:
    """Let a person have said "not this" of a token."""
    project = session.project
    names = [label.name for label in project.visible_labels() if label.name not in labels]
    tags = ["O", *(f"{prefix}-{name}" for name in names for prefix in "BI")]
    flat = int(session.corpus.offsets[sentence_index]) + token
    session.corpus.tag_sets[flat] = project.set_id(tuple(project.tag_id(tag) for tag in tags))
    session.corpus.states[flat] = TokenState.NARROWED
    session.changed.emit(Changes(sentences=np.array([sentence_index])))


def _set_tags(
    session: Session, sentence_index: int, tags: Mapping[int, str], state: TokenState
) -> None:
    at = session.corpus.span(sentence_index)
    set_tags(
        session.project,
        sentence_index,
        [tags.get(i) for i in range(at.stop - at.start)],
        state=int(state),
    )
    session.changed.emit(Changes(sentences=np.array([sentence_index])))


def shown(
    qtbot: QtBot, session: Session, sentence_index: int = 0, size: tuple[int, int] = (800, 600)
) -> SentencePane:
    """Return the sentence view of a session, exposed and with the keyboard."""
    workspace = Workspace(session)
    workspace.caret.go_to(sentence_index)
    pane = SentencePane(workspace)
    workspace.setParent(pane)
    qtbot.addWidget(pane)
    pane.resize(*size)
    pane.show()
    qtbot.waitExposed(pane)
    pane.activateWindow()
    pane.setFocus()
    qtbot.waitUntil(pane.hasFocus)
    return pane


def middle_of(pane: SentencePane, token: int) -> QPoint:
    """Return the middle of a token in the viewport."""
    return pane.visualRect(pane.model().index(token, 0)).center()
