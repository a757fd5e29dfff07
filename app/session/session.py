"""One open project in memory: what can be done to it, and the one signal that tells of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes, no_sentences
from app.domain.display import TokenDisplay
from app.domain.documents import Document
from app.domain.edits import Edit, SettingsChange
from app.domain.history import Action, HistoryStep
from app.domain.project import Corpus, Project
from app.domain.proposals import Proposals, ProposalSlice
from app.domain.queried_tokens import queries_tokens
from app.domain.queue_filter import FilteredQueue
from app.domain.queue_numbers import QueueNumbers
from app.domain.sentences import Additions
from app.domain.tagging import TagTable
from app.domain.vocabulary import assign_ids
from app.session.history import History
from app.session.project_state import Extension, ProjectState
from app.session.propagation import LookedAt, Propagation
from app.session.queue import Queue
from app.session.saving import Saving
from app.session.shown import ShownTokens
from app.session.stamping import stamped
from app.session.suggestions import Suggestions

FEW_SENTENCES = 32
"""A step on more sentences gets no suggestions of its own: these come in their turn."""

Suggest = Callable[[int], ProposalSlice | None]
"""Decodes one sentence, given by its index, at once; None where that takes too long."""


class Session(QObject):
    """One open project: what the person said, what the model proposes, and every step so far.

    Everything that changes a project goes through `apply`, `undo`, `redo`, `add_document` or
    `propose`, and each of these ends in one `changed`, which also names the suggestions that the
    step itself has changed. What a listener does to the project is notified after all of them have
    heard of the first change: notifications are never nested. The session knows neither files nor
    threads: steps to be written leave by `recorded`, and `mark_saved` or `stop_saving` answer.

    Signals
    -------
    changed : Changes
        What a step has changed.
    recorded : HistoryStep
        A step to be written to the project file.
    save_state_changed : str
        "saved", "saving" or "failed".
    propagated : int, object
        Place of a sentence, and the tokens (list of int) whose shown tag the model has changed by
        itself after a correction, or while the sentence is in work. An empty list takes the marks
        away.
    history_requested : int
        Undo will soon need steps with ids below this one; `extend_history` brings them.
    refused : str
        A sentence for the user: why something could not be done.
    """

    changed = Signal(object)
    recorded = Signal(object)
    save_state_changed = Signal(str)
    propagated = Signal(int, object)
    history_requested = Signal(object)
    refused = Signal(str)

    def __init__(
        self,
        project: Project,
        *,
        annotator: str = "",
        path: Path | None = None,
        read_only: bool = False,
        history: Sequence[tuple[Edit, bool]] = (),
        next_edit: int = 1,
        parent: QObject | None = None,
    ) -> None:
        """Take over a project; ``history`` is its newest steps, newest first."""
        super().__init__(parent)
        self.project = project
        self.annotator = annotator
        self.path = path
        self.saving = Saving(read_only=read_only, parent=self)
        self.state = ProjectState(project)
        self.queue = Queue(self.state)
        self.history = History(next_edit)
        self.propagation = Propagation(self._note_marks)
        self.suggestions = Suggestions(self.state, self.propagation)
        self.looked_at = LookedAt()
        self._shown = ShownTokens(self.state, self.propagation, self.looked_at)
        self._suggest: Suggest | None = None
        self._marked: dict[int, list[int]] = {}
        self._notifications: deque[tuple[Changes, dict[int, list[int]]]] = deque()
        self._notifying = False
        self.saving.state_changed.connect(self.save_state_changed)
        self.saving.refused.connect(self.refused)
        self.extend_history(history)

    # ---- what there is to see

    @property
    def corpus(self) -> Corpus:
        """The sentences of the project."""
        return self.project.corpus

    @property
    def revision(self) -> int:
        """How many steps there have been in this sitting."""
        return self.state.revision

    @property
    def proposals(self) -> Proposals:
        """What the model proposes, and how sure it is."""
        return self.state.proposals

    @property
    def open_tokens(self) -> NDArray[np.int32]:
        """How many tokens of each sentence are not confirmed (N,)."""
        return self.state.open_tokens

    @property
    def visible(self) -> NDArray[np.int64]:
        """Places of the sentences whose document has not been removed, rising."""
        return self.state.visible

    @property
    def tag_table(self) -> TagTable:
        """Labels by tag, as the project stands now."""
        return self.state.tag_table

    def token_display(
        self, sentence_index: int, part: tuple[int, int] | None = None, *, helped: bool = True
    ) -> list[TokenDisplay]:
        """Return what is to be painted of a sentence; ask for visible sentences only.

        With a ``part``, its first and last token, these are shown as if they were all. Without
        being ``helped``, no suggestions are shown.
        """
        if part is None and helped:
            return self._shown.of(sentence_index)
        return self._shown.part_of(sentence_index, part, helped=helped)

    def queries_tokens(self, sentence_index: int) -> bool:
        """Say whether of a sentence only doubtful tokens are asked for."""
        return queries_tokens(self.project, self.proposals, sentence_index)

    def is_done(self, sentence_index: int) -> bool:
        """Say whether every token of a sentence is confirmed."""
        return not self.open_tokens[sentence_index]

    # ---- steps

    def suggest_with(self, suggest: Suggest | None) -> None:
        """Let each step bring the suggestions for its first sentence, where ``suggest`` has some.

        It is called when the step has been made, and before anybody is notified of it.
        """
        self._suggest = suggest

    def apply(self, edit: Edit) -> Edit | None:
        """Make an edit: state, history, signal, file. Return it as recorded, None if it is not.

        An edit that changes nothing leaves no step; a read-only project refuses in words.
        """
        if edit.empty or self.saving.refuses():
            return None
        edit = assign_ids(self.project, edit)
        edit = stamped(edit, self.history.reserve(), self.annotator)
        self._record(Action.EDIT, edit)
        self.history.add(edit)
        self.history.keep_newest()
        self._announce(edit, by_hand=edit.by_hand)
        return edit

    def undo(self) -> Edit | None:
        """Take back the newest step and return it; None if there is none."""
        if self.history.newest() is None or self.saving.refuses():
            return None
        edit = self.history.step_back()
        inverse = edit.inverse()
        self._record(Action.UNDO, edit, inverse)
        self._announce(inverse, back=True)
        self._ask_for_history()
        return edit

    def redo(self) -> Edit | None:
        """Make the step again that was taken back last and return it; None if there is none."""
        if self.history.next_again() is None or self.saving.refuses():
            return None
        edit = self.history.step_forward()
        self._record(Action.REDO, edit)
        self._announce(edit)
        return edit

    def go_through(self, steps: Sequence[Edit], net: Edit, *, back: bool) -> bool:
        """Take the newest steps back, or make the next ones again, all at once.

        ``steps`` are these in that order, and ``net`` what doing so comes to. Say whether it was
        done: not where other steps are the newest by now.
        """
        if not self.history.are_next(steps, back=back) or self.saving.refuses():
            return False
        self.history.move(steps, back=back)
        self._record(Action.BACK if back else Action.FORWARD, net, steps=tuple(steps))
        self._announce(net, back=back)
        self._ask_for_history()
        return True

    def next_steps(self) -> tuple[Edit | None, Edit | None]:
        """Return the step that `undo` would reverse and the one that `redo` would apply again."""
        return self.history.newest(), self.history.next_again()

    def extend_history(self, older: Iterable[tuple[Edit, bool]]) -> None:
        """Put older steps, newest first, under those that are known; none: there are no more."""
        if self.history.extend(older):
            self._notify(Changes(history=True))

    def add_document(
        self,
        document: Document,
        sentences: Corpus | Extension,
        edit: Edit,
        words: Sequence[str] = (),
    ) -> Edit | None:
        """Take in an imported document whose rows are in the file already, hidden so far.

        An `Extension` of them, made on a worker, saves the window's thread the time.
        ``words`` are those of its words that the project lacks, in the order of their ids.
        ``edit`` is the step that shows it, and others of its file, with a reserved id; it may bring
        labels and settings.
        Where other steps were made since, it gets a new id: undo goes by ids, also after a restart.
        """
        if self.saving.refuses():
            return None
        for one in (document, *(change.after for change in edit.documents)):
            self.project.documents[one.id] = replace(one, removed=True)
        self.project.words.extend(words)
        self.state.extend(sentences)
        reserved = edit.id
        number = reserved if reserved == self.history.next_edit - 1 else self.history.reserve()
        edit = replace(assign_ids(self.project, edit), id=number, annotator=self.annotator)
        self._record(Action.IMPORT, edit, tokens_name=0 if number == reserved else reserved)
        self.history.add(edit)
        self._announce(edit)
        return edit

    # ---- proposals and the queue

    def propose(
        self, news: ProposalSlice, corrected: Iterable[int] | None = None
    ) -> NDArray[np.int64]:
        """Take in proposals; return the places left out because they were edited meanwhile.

        ``corrected`` are the tokens that a person has just touched in the one sentence of
        ``news``: what else changes there is marked and announced by `propagated`. So is whatever
        a newer model changes in the sentence in work, unless it follows from an undo.
        """
        if len(news.sentence_indices) and int(news.sentence_indices[-1]) >= self.corpus.n_sentences:
            return np.asarray(news.sentence_indices, np.int64)
        fresh = ~self.state.touched_since(news.sentence_indices, news.revision)
        self.suggestions.take_in(news, fresh, corrected)
        if fresh.any():
            self._notify(Changes(proposals=np.asarray(news.sentence_indices[fresh], np.int64)))
        return np.asarray(news.sentence_indices[~fresh], np.int64)

    def take_back_propagation(self, sentence_index: int) -> bool:
        """Take the marks away, and show again what was proposed before the last correction.

        What a newer model has changed stays as it is.
        """
        if not self.suggestions.take_back(sentence_index):
            return False
        self._note_marks(sentence_index, [])
        self._notify(Changes(proposals=np.array([sentence_index], np.int64)))
        return True

    def point_at(self, sentence_index: int, tokens: Iterable[int]) -> None:
        """Mark tokens of which a person is told that they have changed."""
        self.propagation.point_at(
            sentence_index, tokens, self.suggestions.shown_tags(sentence_index)
        )
        self._notify(Changes(proposals=np.array([sentence_index], np.int64)))

    def clear_marks(self, sentence_index: int) -> None:
        """Drop the marks of propagated changes: the sentence has been left.

        What was looked at in it, and not confirmed, will have to be looked at again.
        """
        self.looked_at.forget(sentence_index)
        if self.propagation.drop([sentence_index]):
            self._notify(Changes(proposals=np.array([sentence_index], np.int64)))

    def set_queue(
        self,
        sentence_indices: NDArray[np.int64],
        drawn: NDArray[np.int64] | None = None,
        numbers: QueueNumbers | None = None,
    ) -> None:
        """Take over a new order; sentences that were finished or hidden meanwhile are left out.

        Every so-many-th sentence is one of the test sample, whatever the order says of it.
        ``drawn`` are those that stand where they do by chance, ``numbers`` have decided otherwise.
        """
        self.queue.set(sentence_indices, drawn, numbers)
        self._notify(Changes(queue=True))

    def set_filtered(self, found: FilteredQueue | None, initiator: object | None = None) -> None:
        """List only some sentences of the queue, or all; sentences finished meanwhile go out."""
        self.queue.set_filtered(found)
        self._notify(Changes(queue=True, initiator=initiator))

    # ---- inside

    def _record(
        self,
        action: Action,
        edit: Edit,
        applied: Edit | None = None,
        *,
        tokens_name: int = 0,
        steps: tuple[Edit, ...] = (),
    ) -> None:
        """Carry out a step and send it to be written; ``applied`` is the edit itself if not given.

        The inverse of an edit on very many sentences takes a while: it is made once.
        """
        applied = edit if applied is None else applied
        # Tags go into the file under the names that they have before a label is renamed.
        additions = Additions.unwritten(self.project)
        self.state.apply(applied)
        additions = additions.followed_by(Additions.unwritten(self.project))
        step = HistoryStep(self.revision, action, edit, applied, additions, tokens_name, steps)
        self.saving.add(step)
        self.recorded.emit(step)

    def _announce(self, applied: Edit, *, by_hand: bool = False, back: bool = False) -> None:
        sentence_indices = self.state.changed_by(applied)
        if applied.roles is not None:
            sentence_indices = np.union1d(
                sentence_indices, self.state.sentence_indices_of(applied.roles.sentences)
            )
        self.suggestions.follow(applied, sentence_indices, back=back)
        structure = any(c.before.removed != c.after.removed for c in applied.documents)
        flagged = self.state.sentence_indices_of([change.sentence for change in applied.flags])
        requeued = self.queue.follow(applied, sentence_indices, flagged, structure=structure)
        self._notify(
            Changes(
                sentences=sentence_indices,
                proposals=self._suggest_for(sentence_indices, by_hand=by_hand),
                flags=flagged,
                structure=structure,
                documents=bool(applied.documents),
                labels=bool(applied.labels or applied.tags),
                settings=applied.settings is not None and not applied.settings.beside_learning,
                order=applied.settings is not None and _asks_otherwise(applied.settings),
                goal=applied.settings is not None and _aims_elsewhere(applied.settings),
                rules=bool(applied.rules),
                gazetteers=bool(applied.gazetteers or applied.phrases),
                queue=requeued,
                history=True,
                by_hand=by_hand,
            )
        )

    def _suggest_for(
        self, sentence_indices: NDArray[np.int64], *, by_hand: bool
    ) -> NDArray[np.int64]:
        """Renew the suggestions for the first sentence that a step has changed; return it, if so.

        What follows at once from a step is no news of a model: only a person's own step marks what
        changes beside the tokens that it touched.
        """
        if self._suggest is None or not 0 < len(sentence_indices) <= FEW_SENTENCES:
            return no_sentences()
        sentence_index = int(sentence_indices[0])
        news = self._suggest(sentence_index)
        if news is None:
            return no_sentences()
        corrected = self.suggestions.corrected_tokens(sentence_index) if by_hand else None
        self.suggestions.take_in(news, np.ones(1, np.bool_), corrected, of_step=True)
        return sentence_indices[:1]

    def _notify(self, changes: Changes) -> None:
        """Let every listener hear of a change, once all have heard of the ones before it."""
        self._notifications.append((changes, self._marked))
        self._marked = {}
        if self._notifying:
            return
        self._notifying = True
        try:
            while self._notifications:
                changes, flagged = self._notifications.popleft()
                self.changed.emit(changes)
                for sentence_index, tokens in flagged.items():
                    self.propagated.emit(sentence_index, tokens)
        finally:
            self._notifying = False

    def _note_marks(self, sentence_index: int, tokens: list[int]) -> None:
        """Note which tokens are marked now: the next notification tells of it."""
        self._marked[sentence_index] = tokens

    def _ask_for_history(self) -> None:
        wanted = self.history.wanted()
        if wanted is not None:
            self.history_requested.emit(wanted)


def _asks_otherwise(change: SettingsChange) -> bool:
    return change.before.asking != change.after.asking


def _aims_elsewhere(change: SettingsChange) -> bool:
    return change.before.goal != change.after.goal
