"""One open project in memory, with one signal for all changes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.changes import Changes, no_sentences, union
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
from app.session.display_cache import ShownTokens
from app.session.history import History
from app.session.project_state import Extension, ProjectState
from app.session.propagation import LookedAt, Propagation
from app.session.queue import Queue
from app.session.saving import Saving
from app.session.stamping import stamped
from app.session.suggestions import Suggestions

FEW_SENTENCES = 32
"""Edits of more sentences get their suggestions later, not with the edit."""

Suggest = Callable[[int], ProposalSlice | None]
"""Decodes one sentence, given by its index, at once; None where that takes too long."""


class Session(QObject):
    """One open project: labels, proposals and history.

    All changes go through `apply`, `undo`, `redo`, `go_through`, `add_document` or `propose`, and
    each of these emits one `changed`, which includes the suggestions that the edit has changed.
    Changes made by a listener are notified after all listeners have had the first one:
    notifications are never nested. The session uses neither files nor threads: `recorded` has the
    steps to be written.

    Signals
    -------
    changed : Changes
        What an edit has changed.
    edited : int, bool
        Index of a sentence that a person has just edited, and whether the person goes on in it. Its
        suggestions and marks are still those from before: `changed` follows when they are new.
    project_changed : Changes
        Emitted after `changed` for the rarer changes, those `of_project`.
    recorded : HistoryStep
        A step to be written to the project file.
    save_state_changed : str
        "saved", "saving" or "failed".
    propagated : int, object
        Index of a sentence, and the tokens (list of int) whose shown tag the model has changed
        after a correction, or while it is the current sentence. An empty list removes the marks.
    history_requested : int
        Undo will soon need steps with ids below this one; `extend_history` adds them.
    refused : str
        A sentence for the user: why something could not be done.
    """

    changed = Signal(object)
    project_changed = Signal(object)
    edited = Signal(int, bool)
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
        """Open a project; ``history`` has its newest steps, newest first."""
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
        self._applied: HistoryStep | None = None
        self.saving.state_changed.connect(self.save_state_changed)
        self.saving.refused.connect(self.refused)
        self.extend_history(history)

    # ---- reading

    @property
    def corpus(self) -> Corpus:
        """The sentences of the project."""
        return self.project.corpus

    @property
    def revision(self) -> int:
        """Number of steps since the project was opened."""
        return self.state.revision

    @property
    def proposals(self) -> Proposals:
        """The model's proposals."""
        return self.state.proposals

    @property
    def open_tokens(self) -> NDArray[np.int32]:
        """Number of open tokens in each sentence (N,)."""
        return self.state.open_tokens

    @property
    def visible(self) -> NDArray[np.int64]:
        """Indices of the sentences whose document has not been removed, rising."""
        return self.state.visible

    @property
    def tag_table(self) -> TagTable:
        """Labels by tag."""
        return self.state.tag_table

    def token_display(
        self, sentence_index: int, part: tuple[int, int] | None = None, *, helped: bool = True
    ) -> list[TokenDisplay]:
        """Return the display records of a sentence; to be called for visible sentences only.

        With a ``part``, its first and last token, these are shown as if they were all. Unless
        ``helped``, there are no suggestions.
        """
        if part is None and helped:
            return self._shown.of(sentence_index)
        return self._shown.part_of(sentence_index, part, helped=helped)

    def queries_tokens(self, sentence_index: int) -> bool:
        """Return whether only the uncertain tokens of a sentence are queried."""
        return queries_tokens(self.project, self.proposals, sentence_index)

    def is_done(self, sentence_index: int) -> bool:
        """Return whether every token of a sentence is confirmed."""
        return not self.open_tokens[sentence_index]

    # ---- steps

    def suggest_with(self, suggest: Suggest | None) -> None:
        """Call ``suggest`` for the first sentence of each edit, before `changed` is emitted."""
        self._suggest = suggest

    def apply(self, edit: Edit) -> Edit | None:
        """Apply and record an edit, and return it as recorded.

        Return None for an edit that changes nothing, and in a read-only project, which emits
        `refused`.
        """
        if edit.empty or self.saving.refuses():
            return None
        edit = assign_ids(self.project, edit)
        edit = stamped(edit, self.history.reserve(), self.annotator)
        self._record(Action.EDIT, edit)
        self.history.keep_newest()
        self._announce(edit, by_hand=edit.by_hand)
        return edit

    def undo(self) -> Edit | None:
        """Undo the newest step and return it; None if there is none."""
        if self.history.newest() is None or self.saving.refuses():
            return None
        edit = self.history.step_back()
        inverse = edit.inverse()
        self._record(Action.UNDO, edit, inverse)
        self._announce(inverse, back=True)
        self._request_history()
        return edit

    def redo(self) -> Edit | None:
        """Redo the step undone last and return it; None if there is none."""
        if self.history.next_again() is None or self.saving.refuses():
            return None
        edit = self.history.step_forward()
        self._record(Action.REDO, edit)
        self._announce(edit)
        return edit

    def go_through(self, steps: Sequence[Edit], net: Edit, *, back: bool) -> bool:
        """Undo the newest steps (``back``), or redo the next ones, all at once.

        ``steps`` are these in order, ``net`` their composition. Return False, and do nothing, if
        other steps are the next by now.
        """
        if not self.history.are_next(steps, back=back) or self.saving.refuses():
            return False
        self.history.move(steps, back=back)
        self._record(Action.BACK if back else Action.FORWARD, net, steps=tuple(steps))
        self._announce(net, back=back)
        self._request_history()
        return True

    def next_steps(self) -> tuple[Edit | None, Edit | None]:
        """Return the step that `undo` would reverse and the one that `redo` would apply again."""
        return self.history.newest(), self.history.next_again()

    def extend_history(self, older: Iterable[tuple[Edit, bool]]) -> None:
        """Add older steps, newest first; none means that there are no more."""
        if self.history.extend(older):
            self._notify(Changes(history=True))

    def add_document(
        self,
        document: Document,
        sentences: Corpus | Extension,
        edit: Edit,
        words: Sequence[str] = (),
    ) -> Edit | None:
        """Add an imported document whose rows are in the file already.

        An `Extension` of them, made on a worker, saves time here. ``words`` are those that the
        project lacks, in the order of their ids. ``edit``, with a reserved id, shows the document
        and others of its file; it may have labels and settings. It gets a new id if other steps
        were made meanwhile: undo follows the ids, also after a restart.
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
        self._announce(edit)
        return edit

    # ---- proposals and the queue

    def propose(
        self,
        news: ProposalSlice,
        corrected: Iterable[int] | None = None,
        *,
        following: bool = False,
    ) -> NDArray[np.int64]:
        """Store proposals; return the sentences left out because they were edited meanwhile.

        ``corrected`` are the tokens that a person has just edited in the only sentence of ``news``:
        other changes there are marked, and emitted by `propagated`. So are changes by a newer model
        in the current sentence, unless they follow from an undo. ``following``: the proposals
        follow a correction in another sentence of the document, and what they change is marked.
        """
        if len(news.sentence_indices) and int(news.sentence_indices[-1]) >= self.corpus.n_sentences:
            return np.asarray(news.sentence_indices, np.int64)
        fresh = ~self.state.touched_since(news.sentence_indices, news.revision)
        wanted = self.suggestions.withhold(news, fresh)
        if following:
            self.suggestions.take_in_following(news, wanted)
        else:
            self.suggestions.take_in(news, wanted, corrected)
        if wanted.any():
            self._notify(Changes(proposals=np.asarray(news.sentence_indices[wanted], np.int64)))
        return np.asarray(news.sentence_indices[~fresh], np.int64)

    def take_back_propagation(self, sentence_index: int) -> bool:
        """Remove the marks, and restore the proposals from before the last correction.

        Those of the other sentences of its document, too. All keep them until the next edit; what a
        newer model has changed is taken back as well.
        """
        taken_back = self.suggestions.take_back(sentence_index)
        if taken_back:
            self._notify(Changes(proposals=np.array(sorted(taken_back), np.int64)))
        return bool(taken_back)

    def point_at(self, sentence_index: int, tokens: Iterable[int]) -> None:
        """Mark tokens that have changed since the person looked."""
        self.propagation.point_at(
            sentence_index, tokens, self.suggestions.shown_tags(sentence_index)
        )
        self._notify(Changes(proposals=np.array([sentence_index], np.int64)))

    def clear_marks(self, sentence_index: int) -> None:
        """Remove the marks of a sentence that is no longer current.

        Tokens looked at, and not confirmed, will have to be looked at again.
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
        """Set the order of the queue; sentences finished or hidden meanwhile are left out.

        Test sentences are inserted at their interval. ``drawn`` are sentences with a random
        position, ``numbers`` those by which the others are sorted.
        """
        self.queue.set(sentence_indices, drawn, numbers)
        self._notify(Changes(queue=True))

    def set_filtered(self, found: FilteredQueue | None, initiator: object | None = None) -> None:
        """Filter the queue, or remove the filter; sentences finished meanwhile are left out."""
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
        """Apply a step and emit `recorded`; ``applied`` is the edit itself if not given.

        A new step is added to the history. Steps are recorded in the order in which they are
        applied, even if a listener of `edited` makes one.
        """
        applied = edit if applied is None else applied
        self._record_applied()
        # Tags go into the file under the names that they have before a label is renamed.
        additions = Additions.unwritten(self.project)
        self.state.apply(applied)
        if action in (Action.EDIT, Action.IMPORT):
            self.history.add(edit)
        self._applied = HistoryStep(
            self.revision, action, edit, applied, additions, tokens_name, steps
        )
        if applied.by_hand:
            for sentence_index in self.state.changed_by(applied).tolist():
                self.edited.emit(sentence_index, applied.labels_only)
        self._record_applied()

    def _record_applied(self) -> None:
        """Emit `recorded` for the step applied last, unless that has been done."""
        step, self._applied = self._applied, None
        if step is not None:
            additions = step.additions.followed_by(Additions.unwritten(self.project))
            step = replace(step, additions=additions)
            self.saving.add(step)
            self.recorded.emit(step)

    def _announce(self, applied: Edit, *, by_hand: bool = False, back: bool = False) -> None:
        sentence_indices = self.state.changed_by(applied)
        if applied.roles is not None:
            sentence_indices = union(
                sentence_indices, self.state.sentence_indices_of(applied.roles.sentences)
            )
        released = self.suggestions.follow(applied, sentence_indices, back=back)
        structure = any(c.before.removed != c.after.removed for c in applied.documents)
        flagged = self.state.sentence_indices_of([change.sentence for change in applied.flags])
        requeued = self.queue.follow(applied, sentence_indices, flagged, structure=structure)
        suggested = self._suggest_for(sentence_indices, by_hand=by_hand)
        self._notify(
            Changes(
                sentences=sentence_indices,
                proposals=union(suggested, released),
                flags=flagged,
                structure=structure,
                documents=bool(applied.documents),
                labels=bool(applied.labels or applied.tags),
                settings=applied.settings is not None and not applied.settings.beside_learning,
                order=applied.settings is not None and _order_changed(applied.settings),
                goal=applied.settings is not None and _goal_changed(applied.settings),
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
        """Update the suggestions for the first sentence of an edit; return the sentences updated.

        Only an edit by hand marks other tokens that change with it.
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
        """Emit a change, after those before it have been delivered to all listeners."""
        self._notifications.append((changes, self._marked))
        self._marked = {}
        if self._notifying:
            return
        self._notifying = True
        try:
            while self._notifications:
                changes, marked = self._notifications.popleft()
                self.changed.emit(changes)
                if changes.of_project:
                    self.project_changed.emit(changes)
                for sentence_index, tokens in marked.items():
                    self.propagated.emit(sentence_index, tokens)
        finally:
            self._notifying = False

    def _note_marks(self, sentence_index: int, tokens: list[int]) -> None:
        """Store the marked tokens, to be emitted with the next notification."""
        self._marked[sentence_index] = tokens

    def _request_history(self) -> None:
        wanted = self.history.wanted()
        if wanted is not None:
            self.history_requested.emit(wanted)


def _order_changed(change: SettingsChange) -> bool:
    return change.before.query_choice != change.after.query_choice


def _goal_changed(change: SettingsChange) -> bool:
    return change.before.goal != change.after.goal
