"""Session that corrects repeated names of a document, and sees the other sentences follow.

Run as a module, with a project whose last document has names, and a number of corrections; prints
one JSON object.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt

from app.domain.changes import Changes
from app.domain.consistency import TIES
from app.edits.settings import change_settings
from app.edits.spans import clear_tokens
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.suggestions.document_evidence import DocumentQuestion, LabelScores, parts_of
from app.lab.benchmarks.gui_session import GuiSession
from app.lab.benchmarks.player import wait_for
from app.process import prepare_process
from app.session import Session

SECONDS = 600.0
FOLLOW_SECONDS = 60.0
"""After a key, the longest wait for the documents."""


class FollowClock(QObject):
    """Records the paint of a key, and when other sentences have suggestions and are painted."""

    def __init__(self, gui_session: GuiSession) -> None:
        super().__init__()
        self._window = gui_session.window
        self._page = gui_session.window.sentence_view.page
        self._view_painted = False
        self.sentence_index = -1
        self.begin(-1)
        self._window.installEventFilter(self)
        gui_session.window.sentence_view.viewport().installEventFilter(self)
        gui_session.project.session.changed.connect(self._follow)

    def begin(self, sentence_index: int) -> None:
        """Wait for a key in a sentence."""
        self.sentence_index = sentence_index
        self.key_paint = self.suggestions = self.paint = 0.0
        self.processor = 0.0
        self.sentences: set[int] = set()
        self._in_sight = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the window repaint within this call, and record the time after it."""
        if event.type() == QEvent.Type.Paint and watched is not self._window:
            self._view_painted = True
        if event.type() == QEvent.Type.UpdateRequest and watched is self._window:
            followed, self._view_painted = self._in_sight, False
            watched.event(event)
            if self._view_painted:
                now = time.perf_counter()
                if not self.key_paint:
                    self.key_paint, self.processor = now, time.process_time()
                elif followed and not self.paint:
                    self.paint, self.processor = now, time.process_time() - self.processor
            return True
        return False

    def _follow(self, changes: Changes) -> None:
        others = set(changes.proposals) - {self.sentence_index}
        if changes.by_hand or not others or not self.key_paint:
            return
        self.suggestions = self.suggestions or time.perf_counter()
        self.sentences |= others
        self._in_sight = self._in_sight or bool(others & set(self._page.sentences_in_sight()))


def play(project: Path, corrections: int) -> dict[str, Any]:
    """Open the project, and correct names of its last document one after the other."""
    prepare_process()
    with GuiSession(project) as gui_session:
        opened, session = gui_session.project, gui_session.project.session
        wait_for(lambda: gui_session.application.warmup.all_done, "kernels", SECONDS)
        gui_session.rest(SECONDS)
        settings = replace(session.project.settings, learning_paused=True, consistency=TIES)
        _open_each_part(session)
        work = _measured()
        session.apply(change_settings(session.project, settings))
        wait_for(lambda: opened.evidence.way == TIES, "the counts", SECONDS)
        began = time.perf_counter()
        wait_for(lambda: opened.evidence.idle, "the documents", SECONDS)
        all_seconds = time.perf_counter() - began
        gui_session.player.press(Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
        gui_session.settle()
        clock = FollowClock(gui_session)
        names = ("paints", "processor", "suggestions", "sentences")
        found: dict[str, list[float]] = {name: [] for name in names}
        work.clear()
        for sentence_index, token in _repeated(gui_session)[:corrections]:
            _correct(gui_session, clock, sentence_index, token)
            if clock.suggestions:
                found["suggestions"].append(clock.suggestions - clock.key_paint)
                found["sentences"].append(float(len(clock.sentences)))
            if clock.paint:
                found["paints"].append(clock.paint - clock.key_paint)
                found["processor"].append(clock.processor)
        offsets = session.corpus.offsets
        document = _last_document(gui_session)
        return {
            **found,
            "work": work,
            "all_seconds": all_seconds,
            "all_tokens": int(offsets[-1]),
            "tokens": int(offsets[document[-1] + 1] - offsets[document[0]]),
        }


def _open_each_part(session: Session) -> None:
    """Clear a token in each part of a document: parts that are all confirmed are not asked about.

    Most of the text stays confirmed, which is the most work.
    """
    corpus = session.corpus
    for document in np.unique(corpus.documents).tolist():
        for part in parts_of(np.flatnonzero(corpus.documents == document), corpus.offsets):
            if not session.state.open_tokens[part].any():
                session.apply(clear_tokens(session.project, int(part[0]), 0, 0))


def _measured() -> list[float]:
    """Return a list that gets the seconds of work of each answer about a document."""
    seconds: list[float] = []
    answer = ProjectLearning.label_scores

    def timed(
        learning: ProjectLearning, question: DocumentQuestion, stops: Callable[[], bool]
    ) -> dict[int, LabelScores]:
        began = time.perf_counter()
        found = answer(learning, question, stops)
        seconds.append(time.perf_counter() - began)
        return found

    # Only in this process.
    ProjectLearning.label_scores = timed  # type: ignore[method-assign, assignment]  # measured
    return seconds


def _last_document(gui_session: GuiSession) -> list[int]:
    session = gui_session.project.session
    owners = session.corpus.documents[session.visible]
    return [int(at) for at in session.visible[owners == owners[-1]]]


def _repeated(gui_session: GuiSession) -> list[tuple[int, int]]:
    """Return a place of each repeated word that is suggested as a name of one word.

    It is the one that has another soonest after it, and places with the nearest come first: only
    sentences in sight are painted.
    """
    session = gui_session.project.session
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for at in _last_document(gui_session):
        records = session.token_display(at)
        spans = [record.span for record in records]
        for token, record in enumerate(records):
            if record.span >= 0 and spans.count(record.span) == 1 and record.label is not None:
                places[record.word].append((at, token))
    found = []
    for own in places.values():
        # The last place in each sentence.
        distinct = list(dict(own).items())
        found += (
            [min((after - at, at, token) for (at, token), (after, _) in pairwise(distinct))]
            if len(distinct) > 1
            else []
        )
    return [(at, token) for _, at, token in sorted(found)]


def _correct(gui_session: GuiSession, clock: FollowClock, sentence_index: int, token: int) -> None:
    """Give a word the other label, and wait until its document has followed."""
    session, player = gui_session.project.session, gui_session.player
    gui_session.workspace.caret.go_to(sentence_index)
    player.select(token, token)
    gui_session.settle()
    labels = session.project.visible_labels()
    shown = session.token_display(sentence_index)[token].label
    other = next(one for one in labels if one.id != shown)
    clock.begin(sentence_index)
    player.label_here(other.name)
    wait_for(lambda: gui_session.project.evidence.idle, "the document", FOLLOW_SECONDS)
    gui_session.settle()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(play(Path(sys.argv[1]), int(sys.argv[2]))) + "\n")
