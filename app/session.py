"""One open project in memory, its history, and the one signal that tells what has changed."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate, takewhile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.asked import asks_tokens
from app.domain.changes import Changes, no_sentences
from app.domain.collector import collector_paused
from app.domain.control_sample import interleaved
from app.domain.counts import Progress, SpanCounts, document_progress, overall_progress
from app.domain.display import TokenDisplay, token_display, with_asked
from app.domain.documents import Document
from app.domain.edits import Edit, RoleChange, SettingsChange, TokenChange, TokenValues
from app.domain.history import THIS_EDIT, Action, HistoryStep, Sayer
from app.domain.marks import Mark
from app.domain.project import Corpus, Project
from app.domain.proposals import NO_TAG, Proposals, ProposalSlice
from app.domain.queue_filter import FilteredQueue, QueueFilter
from app.domain.sentences import Additions
from app.domain.tagging import TagTable
from app.domain.tokens import Role, TokenState

HISTORY_KEPT = 2_000
"""Steps kept in memory; older ones come back from the project file when undo nears them."""

HISTORY_LOW = 50
"""So few steps left to undo, and the session asks for older ones."""

SAYERS_KEPT = 10_000
"""Of so many earlier steps is it remembered who made them; then all are forgotten."""

FEW_SENTENCES = 32
"""A change of more sentences is made in bulk."""

MANY_SENTENCES = 1_000
"""A step on more of them makes so many objects that Python's search for cycles is felt."""

NOTHING_UNCERTAIN = 2.0
"""The lowest marginal of a sentence in which nothing is open: above every probability."""


class Session(QObject):
    """One open project: what the person said, what the model proposes, and every step so far.

    Everything that changes a project goes through `apply`, `undo`, `redo`, `add_document` or
    `propose`, and each of these ends in `changed`. The session knows neither files nor threads:
    steps to be written leave by `recorded`, and `mark_saved` or `take_back` answer.

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
        itself after a correction. An empty list takes the marks away.
    history_wanted : int
        Undo will soon need steps with ids below this one; `extend_history` brings them.
    refused : str
        A sentence for the user: why something could not be done.
    """

    changed = Signal(object)
    recorded = Signal(object)
    save_state_changed = Signal(str)
    propagated = Signal(int, object)
    history_wanted = Signal(object)
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
        self.read_only = read_only
        self.revision = 0
        self.saved_revision = 0
        self.save_state = "saved"
        self.proposals = Proposals.none(project.corpus.n_sentences, project.corpus.n_tokens)
        self.queue: NDArray[np.int64] = no_sentences()
        """Places in the order in which they are worth a person's time; open sentences only."""
        self.drawn: frozenset[int] = frozenset()
        """Places of sentences that stand in the queue where they do by chance."""
        self.filtered: FilteredQueue | None = None
        """What passes the queue's filter, None while there is no filter."""
        self.conflicts: dict[int, str] = {}
        """By place, why the proposals of a sentence could not obey every rule."""
        self._written = self._known_names()
        self._next_edit = next_edit
        self._done: list[Edit] = []
        self._undone: list[Edit] = []
        self._sayers: dict[int, Sayer] = {}
        self._history_complete = False
        self._history_asked = False
        self._unsaved: list[HistoryStep] = []
        # By revision, what could be redone until that step was made: it may have to come back.
        self._given_up: dict[int, list[Edit]] = {}
        self._marks: dict[int, _Marks] = {}
        # By place and token, what was shown when a person looked at it and let it be.
        self._looked_at: dict[int, dict[int, str | None]] = {}
        self._newest: Edit | None = None
        self._touched = no_sentences()
        self._since_control = 0
        self._visible: NDArray[np.int64] | None = None
        self._table: TagTable | None = None
        self._counts: SpanCounts | None = None
        self._count_corpus()
        self.extend_history(history)

    # ---- what there is to see

    @property
    def corpus(self) -> Corpus:
        """The sentences of the project."""
        return self.project.corpus

    @property
    def visible(self) -> NDArray[np.int64]:
        """Places of the sentences whose document has not been removed, rising."""
        if self._visible is None:
            self._visible = self.project.visible()
        return self._visible

    @property
    def tag_table(self) -> TagTable:
        """Labels by tag, as the project stands now."""
        if self._table is None or len(self._table.labels) != len(self.project.tags):
            self._table = TagTable.of(self.project)
        return self._table

    def token_display(self, place: int) -> list[TokenDisplay]:
        """Return what is to be painted of a sentence; ask for visible sentences only."""
        marks = self._marks.get(place)
        tokens = marks.tokens if marks is not None else ()
        records = token_display(self.project, self.proposals, place, self.tag_table, tokens)
        if not self.asks_tokens(place):
            return records
        return with_asked(records, self._looked_at.get(place, {}))

    def asks_tokens(self, place: int) -> bool:
        """Say whether of a sentence only doubtful tokens are asked for."""
        return asks_tokens(self.project, self.proposals, place)

    def look_at(self, place: int, tokens: Iterable[TokenDisplay]) -> None:
        """Note which tokens a person has looked at and left as they are shown."""
        seen = self._looked_at.setdefault(place, {})
        seen.update({record.index: record.tag for record in tokens})

    def was_looked_at(self, place: int, record: TokenDisplay) -> bool:
        """Say whether a person has looked at a token, and it still shows what it showed then."""
        seen = self._looked_at.get(place, {})
        return record.index in seen and seen[record.index] == record.tag

    def waits(self, places: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Say which sentences are to be asked for: open, and neither skipped nor answered.

        One that was answered in part waits again as soon as the model doubts other tokens of it.
        """
        waiting = np.asarray(self.open_tokens[places] > 0)
        if self.project.marks:
            limit = self.project.settings.uncertain_below
            sure = self.proposals.lowest[places] >= limit
            waiting &= ~self.project.marked(Mark.SKIPPED)[places]
            waiting &= ~(self.project.marked(Mark.ANSWERED)[places] & sure)
        return waiting

    def has_doubts(self, places: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Say in which sentences something is to be asked, where doubtful tokens alone are."""
        sure = self.proposals.lowest[places] >= self.project.settings.uncertain_below
        helped = self.corpus.roles[places] != Role.CONTROL
        return np.asarray(~(sure & helped & (self.proposals.models[places] > 0)))

    def is_done(self, place: int) -> bool:
        """Say whether every token of a sentence is confirmed."""
        return not self.open_tokens[place]

    def label_counts(self) -> dict[int, int]:
        """Return how many confirmed spans (tokens, under the scheme "tokens") each label has."""
        if self._counts is None:
            self._counts = SpanCounts.of(self.project)
        return self._counts.by_label(self.tag_table)

    def progress(self) -> Progress:
        """Return how much of the visible project is confirmed."""
        return overall_progress(self.project, self.open_tokens, self.visible)

    def document_progress(self) -> dict[int, Progress]:
        """Return the same for each visible document, by its id."""
        return document_progress(self.project, self.open_tokens)

    # ---- steps

    def apply(self, edit: Edit, initiator: object | None = None) -> Edit | None:
        """Make an edit: image, history, signal, file. Return it as recorded, None if it is not.

        An edit that changes nothing leaves no step; a read-only project refuses in words.
        """
        if edit.empty or self._refuses():
            return None
        with _unhurried(edit):
            edit = self._stamped(edit)
            self._record(Action.EDIT, edit)
        self._done.append(edit)
        self._give_up_undone()
        if len(self._done) > HISTORY_KEPT:
            del self._done[:-HISTORY_KEPT]
            self._history_complete = False
        self._announce(edit, initiator)
        return edit

    def undo(self) -> Edit | None:
        """Take back the newest step and return it; None if there is none."""
        if not self._done or self._refuses():
            return None
        edit = self._done.pop()
        self._undone.append(edit)
        with _unhurried(edit):
            inverse = edit.inverse()
            self._record(Action.UNDO, edit, inverse)
        self._announce(inverse, None)
        self._ask_for_history()
        return edit

    def redo(self) -> Edit | None:
        """Make the step again that was taken back last and return it; None if there is none."""
        if not self._undone or self._refuses():
            return None
        edit = self._undone.pop()
        self._done.append(edit)
        self._record(Action.REDO, edit)
        self._announce(edit, None)
        return edit

    def steps_back(self, number: int) -> tuple[Edit, ...]:
        """Return the known steps in force with ids above ``number``, the newest first."""
        at = bisect_right(self._done, number, key=lambda step: step.id)
        return tuple(reversed(self._done[at:]))

    def steps_forward(self, number: int) -> tuple[Edit, ...]:
        """Return the steps with ids up to ``number`` that can come again, in that order."""
        return tuple(takewhile(lambda step: step.id <= number, reversed(self._undone)))

    def unknown_below(self, number: int) -> int | None:
        """Return the id below which steps above ``number`` have to be read, None if none has."""
        oldest = self._oldest_known()
        if self._history_complete or oldest is None or oldest <= number + 1:
            return None
        return oldest

    def go_through(self, steps: Sequence[Edit], net: Edit, *, back: bool) -> bool:
        """Take the newest steps back, or make the next ones again, all at once.

        ``steps`` are these in that order, and ``net`` what doing so comes to. Say whether it was
        done: not where other steps are the newest by now.
        """
        source, target = (self._done, self._undone) if back else (self._undone, self._done)
        n = len(steps)
        if not n or source[-n:][::-1] != list(steps) or self._refuses():
            return False
        del source[-n:]
        target.extend(steps)
        with _unhurried(net):
            self._record(Action.BACK if back else Action.FORWARD, net, steps=tuple(steps))
        self._announce(net, None)
        self._ask_for_history()
        return True

    def undo_text(self) -> str | None:
        """Return what `undo` would take back, None if nothing."""
        return self._done[-1].summary if self._done else None

    def redo_text(self) -> str | None:
        """Return what `redo` would do again, None if nothing."""
        return self._undone[-1].summary if self._undone else None

    def is_in_force(self, edit: Edit) -> bool:
        """Say whether a step of this sitting has been made and not been taken back."""
        # Their numbers rise.
        at = bisect_left(self._done, edit.id, key=lambda step: step.id)
        return at < len(self._done) and self._done[at].id == edit.id

    def sayer_of(self, number: int) -> Sayer | None:
        """Return who made a step that a token names, None where that has not been read yet."""
        at = bisect_left(self._done, number, key=lambda step: step.id)
        if at < len(self._done) and self._done[at].id == number:
            step = self._done[at]
            return Sayer(step.annotator, step.made_at, step.origin)
        return self._sayers.get(number)

    def unknown_sayers(self, place: int) -> list[int]:
        """Return the steps that said something of a sentence, and of which nobody knows whose."""
        named = np.unique(self.corpus.edits[self.corpus.span(place)]).tolist()
        return [step for step in named if step > 0 and self.sayer_of(step) is None]

    def learn_sayers(self, sayers: Mapping[int, Sayer]) -> None:
        """Remember who made earlier steps, as the project file says."""
        if len(self._sayers) > SAYERS_KEPT:
            self._sayers.clear()
        self._sayers.update(sayers)

    def steps(self) -> tuple[Edit, ...]:
        """Return the steps in force that are kept in memory, oldest first."""
        return tuple(self._done)

    def extend_history(self, older: Iterable[tuple[Edit, bool]]) -> None:
        """Put older steps, newest first, under those that are known; none: there are no more."""
        self._history_asked = False
        pairs = list(older)
        self._history_complete = not pairs
        oldest = self._oldest_known()
        # Two may have asked for the same steps.
        pairs = [pair for pair in pairs if oldest is None or pair[0].id < oldest]
        self._undone += [edit for edit, undone in pairs if undone]
        self._done[:0] = [edit for edit, undone in reversed(pairs) if not undone]
        if pairs:
            self._next_edit = max(self._next_edit, pairs[0][0].id + 1)
            self.changed.emit(Changes(history=True))

    def reserve_edit(self) -> int:
        """Return the id of a step to come: an import names it before its rows are written."""
        number = self._next_edit
        self._next_edit += 1
        return number

    def take_names(self) -> Additions:
        """Return the names that no step has brought, for an import that writes them itself."""
        additions = Additions.since(self.project, *self._written)
        self._written = self._known_names()
        return additions

    def names_lost(self, additions: Additions) -> None:
        """Note that names did not reach the file after all: the next step brings them."""
        firsts = (additions.first_word, additions.first_tag, additions.first_tag_set)
        words, tags, sets = (min(*pair) for pair in zip(self._written, firsts, strict=True))
        self._written = (words, tags, sets)

    def add_document(self, document: Document, sentences: Corpus, edit: Edit) -> Edit | None:
        """Take in an imported document whose rows are in the file already, hidden so far.

        ``edit`` is the step that shows it, with a reserved id; it may bring labels and settings.
        Where other steps were made since, it gets a new id: undo goes by ids, also after a restart.
        """
        if self._refuses():
            return None
        self.project.documents[document.id] = replace(document, removed=True)
        self.project.corpus.append(sentences)
        self._grow_proposals(sentences)
        self._count_corpus()
        reserved = edit.id
        number = reserved if reserved == self._next_edit - 1 else self.reserve_edit()
        edit = replace(edit, id=number, annotator=self.annotator)
        self._record(Action.IMPORT, edit, tokens_name=0 if number == reserved else reserved)
        self._done.append(edit)
        self._give_up_undone()
        self._announce(edit, None)
        return edit

    # ---- saving

    def mark_saved(self, revision: int) -> None:
        """Note that every step up to ``revision`` is on disk."""
        self.saved_revision = max(self.saved_revision, revision)
        self._unsaved = [step for step in self._unsaved if step.revision > revision]
        self._given_up = {at: undone for at, undone in self._given_up.items() if at > revision}
        self._set_save_state("saving" if self._unsaved else "saved")

    def take_back(self, revision: int, reason: str) -> None:
        """Undo the steps from ``revision`` on, which could not be saved, and refuse further ones.

        `set_writable` ends the refusal.
        """
        self.read_only = True
        lost = [step for step in self._unsaved if step.revision >= revision]
        if lost:
            self.names_lost(lost[0].additions)
        self._unsaved = [step for step in self._unsaved if step.revision < revision]
        for step in reversed(lost):
            self._forget(step)
            self._announce(step.applied.inverse(), None)
        self._set_save_state("failed")
        self.refused.emit(reason)

    def set_writable(self) -> None:
        """Allow edits again: the file can be written."""
        self.read_only = False
        self._set_save_state("saving" if self._unsaved else "saved")

    def refuse(self) -> None:
        """Say that the project cannot be changed, and why."""
        self.refused.emit(
            self.tr(
                "The project cannot be changed now, because its file cannot be written: "
                "save a copy elsewhere, or make room, and try again."
            )
        )

    # ---- proposals and the queue

    def propose(
        self, news: ProposalSlice, corrected: Iterable[int] | None = None
    ) -> NDArray[np.int64]:
        """Take in proposals; return the places left out because they were edited meanwhile.

        ``corrected`` are the tokens that a person has just touched in the one sentence of
        ``news``: what else changes there is marked and announced by `propagated`.
        """
        if len(news.places) and int(news.places[-1]) >= self.corpus.n_sentences:
            return np.asarray(news.places, np.int64)
        fresh = self._touched[news.places] <= news.revision
        stale = np.asarray(news.places[~fresh], np.int64)
        before = self._proposed(int(news.places[0])) if corrected is not None else None
        lengths = self.corpus.lengths(news.places)
        kept = np.repeat(fresh, lengths)
        places = news.places[fresh]
        at = self.flat_tokens(places)
        self.proposals.tags[at] = news.tags[kept]
        self.proposals.probabilities[at] = news.probabilities[kept]
        self.proposals.models[places] = news.model
        for place in places.tolist():
            self.conflicts.pop(place, None)
        self.conflicts.update({p: text for p, text in news.conflicts.items() if p in places})
        self._renew_certainty(places, at)
        if before is not None and len(places):
            self._mark(int(places[0]), before, set(corrected or ()))
        elif self._marks:
            self._renew_marks(places)
        if len(places):
            self.changed.emit(Changes(proposals=np.asarray(places, np.int64)))
        return stale

    def marked_tokens(self, place: int) -> list[int]:
        """Return the tokens that carry the mark of a propagated change."""
        marks = self._marks.get(place)
        return sorted(marks.tokens) if marks is not None else []

    def take_back_propagation(self, place: int) -> bool:
        """Show the earlier proposals again where the last correction changed them by itself."""
        marks = self._marks.pop(place, None)
        if marks is None:
            return False
        base = int(self.corpus.offsets[place])
        for token, (tag, probability) in marks.earlier.items():
            self.proposals.tags[base + token] = tag
            self.proposals.probabilities[base + token] = probability
        self._renew_certainty_of(place)
        self.propagated.emit(place, [])
        self.changed.emit(Changes(proposals=np.array([place], np.int64)))
        return True

    def clear_marks(self, place: int) -> None:
        """Drop the marks of propagated changes: the sentence has been left.

        What was looked at in it, and not confirmed, will have to be looked at again.
        """
        self._looked_at.pop(place, None)
        if place in self._marks:
            self._drop_marks([place])
            self.changed.emit(Changes(proposals=np.array([place], np.int64)))

    def set_queue(self, places: NDArray[np.int64], drawn: NDArray[np.int64] | None = None) -> None:
        """Take over a new order; sentences that were finished or hidden meanwhile are left out.

        Every so-many-th sentence is one of the control sample, whatever the order says of it.
        ``drawn`` are those that stand where they do by chance.
        """
        known = self._shown(places)
        self.queue = self._interleaved(np.asarray(known[self.waits(known)], np.int64))
        self.drawn = frozenset(drawn.tolist()) if drawn is not None else frozenset()
        self.changed.emit(Changes(queue=True))

    @property
    def asked(self) -> NDArray[np.int64]:
        """Places of the sentences to ask for: those of the queue that pass its filter."""
        return self.queue if self.filtered is None else self.filtered.places

    def set_filtered(self, found: FilteredQueue | None, initiator: object | None = None) -> None:
        """List only some sentences of the queue, or all; sentences finished meanwhile go out."""
        self.filtered = found
        if found is not None:
            known = self._shown(found.places)
            self.filtered = replace(found, places=self._still_asked(known, found.filter))
        self.changed.emit(Changes(queue=True, initiator=initiator))

    def _shown(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return those of some places that are sentences of a document that is shown."""
        shown = np.zeros(self.corpus.n_sentences, np.bool_)
        shown[self.visible] = True
        known = places[places < len(shown)]
        return np.asarray(known[shown[known]], np.int64)

    def _still_asked(self, places: NDArray[np.int64], wanted: QueueFilter) -> NDArray[np.int64]:
        return places if wanted.reviews else places[self.open_tokens[places] > 0]

    def corrected_tokens(self, place: int) -> frozenset[int]:
        """Return the tokens of a sentence of which the newest step says something itself.

        A neighbour that was only closed, or opened, for a span's sake is not among them.
        """
        if self._newest is None:
            return frozenset()
        sentence = int(self.corpus.ids[place])
        changes = (c for c in self._newest.tokens if c.sentence == sentence)
        return frozenset(token for c in changes for token in self._meant(c))

    def _meant(self, change: TokenChange) -> list[int]:
        states = change.after.states
        meant = states != TokenState.UNKNOWN
        if self._newest is not None and self._newest.kind != "forbid":
            meant &= states != TokenState.NARROWED
        cleared = (states == TokenState.UNKNOWN) & (change.after.edits != 0)
        return list(change.tokens[meant | cleared].tolist())

    def touched_since(self, places: NDArray[np.int64], revision: int) -> NDArray[np.bool_]:
        """Say which of these sentences were edited after ``revision``."""
        return np.asarray(self._touched[places] > revision)

    def flat_tokens(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places of these sentences' tokens in the flat arrays, sentence by sentence."""
        offsets = self.corpus.offsets
        starts, lengths = offsets[places], self.corpus.lengths(places)
        ends = np.cumsum(lengths)
        total = int(ends[-1]) if len(ends) else 0
        return np.asarray(np.arange(total) + np.repeat(starts - (ends - lengths), lengths))

    # ---- inside

    def _count_corpus(self) -> None:
        corpus = self.corpus
        grown = corpus.n_sentences
        new = np.zeros(grown - len(self._touched), np.int64)
        self._touched = np.concatenate([self._touched, new])
        done = np.concatenate([[0], np.cumsum(corpus.states == TokenState.CONFIRMED)])
        offsets = corpus.offsets
        self.open_tokens = (np.diff(offsets) - np.diff(done[offsets])).astype(np.int32)
        """How many tokens of each sentence are not confirmed (N,)."""
        self._visible = None
        self._table = None
        self._counts = None

    def _grow_proposals(self, sentences: Corpus) -> None:
        new = Proposals.none(sentences.n_sentences, sentences.n_tokens)
        old = self.proposals
        self.proposals = Proposals(
            np.concatenate([old.tags, new.tags]),
            np.concatenate([old.probabilities, new.probabilities]),
            np.concatenate([old.models, new.models]),
            np.concatenate([old.lowest, new.lowest]),
            np.concatenate([old.doubts, new.doubts]),
        )

    def _refuses(self) -> bool:
        if self.read_only:
            self.refuse()
        return self.read_only

    def _stamped(self, edit: Edit) -> Edit:
        number = self._next_edit
        self._next_edit += 1
        return replace(
            edit,
            id=number,
            made_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
            annotator=self.annotator,
            tokens=_with_edit(edit.tokens, number),
        )

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
        self.revision += 1
        applied = edit if applied is None else applied
        additions = self.take_names()
        step = HistoryStep(self.revision, action, edit, applied, additions, tokens_name, steps)
        self._unsaved.append(step)
        self._carry_out(step.applied)
        self._set_save_state("saving")
        self.recorded.emit(step)

    def _give_up_undone(self) -> None:
        """After a new step, what was taken back before it can't come again."""
        if self._undone:
            self._given_up[self.revision] = self._undone
            self._undone = []

    def _known_names(self) -> tuple[int, int, int]:
        return len(self.project.words), len(self.project.tags), len(self.project.tag_sets)

    def _forget(self, step: HistoryStep) -> None:
        """Take a step that could not be saved out of the image and the history."""
        self.revision += 1
        self._carry_out(step.applied.inverse())
        if step.steps:
            back = step.action == Action.BACK
            source, target = (self._undone, self._done) if back else (self._done, self._undone)
            del source[-len(step.steps) :]
            target.extend(reversed(step.steps))
            return
        if step.action == Action.UNDO:
            self._undone.remove(step.edit)
            self._done.append(step.edit)
            return
        self._done.remove(step.edit)
        if step.action == Action.REDO:
            self._undone.append(step.edit)
        else:
            # In the file, too, these can still come again.
            self._undone = self._given_up.pop(step.revision, [])

    def _carry_out(self, edit: Edit) -> None:
        project = self.project
        if len(edit.tokens) > FEW_SENTENCES:
            self._set_many(edit.tokens)
        else:
            for change in edit.tokens:
                self._set_tokens(change)
        self._set_labels(edit)
        for document in edit.documents:
            project.documents[document.after.id] = document.after
        self._set_rules(edit)
        self._set_gazetteers(edit)
        self._set_marks(edit)
        if edit.settings is not None:
            project.settings = edit.settings.after
        if edit.roles is not None:
            self._set_roles(edit.roles)
        if edit.documents:
            self._visible = None
        matters = edit.settings is not None and not edit.settings.beside_learning
        if edit.labels or edit.tags or matters:
            self._table = None
        # Counts go by tag: only what makes spans other spans, or hides some, spoils them.
        if edit.documents or matters:
            self._counts = None

    def _set_labels(self, edit: Edit) -> None:
        project = self.project
        for label in edit.labels:
            if label.after is not None:
                project.labels[label.after.id] = label.after
            elif label.before is not None:
                del project.labels[label.before.id]
        for tag in edit.tags:
            project.tags[tag.tag] = tag.after
        if edit.tags:
            project.tag_ids = {name: number for number, name in enumerate(project.tags)}

    def _set_rules(self, edit: Edit) -> None:
        rules = self.project.rules
        for rule in edit.rules:
            if rule.after is not None:
                rules[rule.after.id] = rule.after
            elif rule.before is not None:
                del rules[rule.before.id]

    def _set_gazetteers(self, edit: Edit) -> None:
        project = self.project
        for gazetteer in edit.gazetteers:
            if gazetteer.after is not None:
                project.gazetteers[gazetteer.after.id] = gazetteer.after
            elif gazetteer.before is not None:
                del project.gazetteers[gazetteer.before.id]
        for change in edit.phrases:
            # Another mapping: workers may still read this one.
            phrases = project.phrases.get(change.gazetteer, {})
            there = {
                p: n for p, n in zip(change.phrases, change.after, strict=True) if n is not None
            }
            if len(there) < len(change.phrases):
                gone = set(change.phrases).difference(there)
                phrases = {p: n for p, n in phrases.items() if p not in gone}
            project.phrases[change.gazetteer] = {**phrases, **there}

    def _set_roles(self, change: RoleChange) -> None:
        corpus = self.corpus
        places = np.searchsorted(corpus.ids, change.sentences)
        corpus.roles[places] = change.after
        # What was proposed before is no help any more, or is to be proposed again: also what a
        # worker is still about to propose.
        self._touched[places] = self.revision
        at = self.flat_tokens(places)
        self.proposals.tags[at] = NO_TAG
        self.proposals.models[places] = 0
        self.proposals.lowest[places] = NOTHING_UNCERTAIN
        self.proposals.doubts[places] = 0.0

    def _set_marks(self, edit: Edit) -> None:
        marks = self.project.marks
        for change in edit.marks:
            if change.after:
                marks[change.sentence] = change.after
            else:
                marks.pop(change.sentence, None)

    def _set_tokens(self, change: TokenChange) -> None:
        corpus = self.corpus
        place = corpus.place_of(change.sentence)
        self._touched[place] = self.revision
        at = corpus.span(place)
        if self._counts is not None:
            self._counts.remove(self.project, place)
        flat = at.start + change.tokens
        corpus.tag_sets[flat] = change.after.tag_sets
        corpus.states[flat] = change.after.states
        corpus.edits[flat] = change.after.edits
        confirmed = int(np.count_nonzero(corpus.states[at] == TokenState.CONFIRMED))
        self.open_tokens[place] = at.stop - at.start - confirmed
        if self._counts is not None:
            self._counts.add(self.project, place)
        self._renew_certainty_of(place)

    def _set_many(self, changes: Sequence[TokenChange]) -> None:
        """Do what `_set_tokens` does, for a bulk of sentences in a few array operations."""
        corpus = self.corpus
        places = np.searchsorted(corpus.ids, [change.sentence for change in changes])
        sizes = [len(change.tokens) for change in changes]
        flat = np.repeat(corpus.offsets[places], sizes)
        flat += np.concatenate([change.tokens for change in changes])
        corpus.tag_sets[flat] = np.concatenate([change.after.tag_sets for change in changes])
        corpus.states[flat] = np.concatenate([change.after.states for change in changes])
        corpus.edits[flat] = np.concatenate([change.after.edits for change in changes])
        places = _rising(places)
        self._touched[places] = self.revision
        self._counts = None
        at = self.flat_tokens(places)
        done = np.concatenate([[0], np.cumsum(corpus.states[at] == TokenState.CONFIRMED)])
        ends = np.cumsum(corpus.lengths(places))
        starts = np.concatenate([[0], ends[:-1]])
        self.open_tokens[places] = (ends - starts) - (done[ends] - done[starts])
        self._renew_certainty(places, at)

    def _announce(self, applied: Edit, initiator: object | None) -> None:
        self._newest = applied
        finished = self._count_since_control(applied)
        sentences = [change.sentence for change in applied.tokens]
        if applied.roles is not None:
            sentences += applied.roles.sentences.tolist()
        places = self._places_of(sentences)
        self._drop_marks(places.tolist())
        structure = any(c.before.removed != c.after.removed for c in applied.documents)
        marked = self._places_of([change.sentence for change in applied.marks])
        requeued = self._requeue(places, marked) or structure or applied.roles is not None
        if structure:
            self.queue = self.queue[np.isin(self.queue, self.visible)]
        if applied.roles is not None or finished:
            # Whoever works on a sentence that a newer order has put further back has its turn, too.
            self.queue = self._interleaved(self.queue)
        if self.filtered is not None:
            kept = self._still_asked(self.filtered.places, self.filtered.filter)
            if structure:
                kept = kept[np.isin(kept, self.visible)]
            requeued = requeued or len(kept) != len(self.filtered.places)
            self.filtered = replace(self.filtered, places=kept)
        self.changed.emit(
            Changes(
                sentences=places,
                marks=marked,
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
                initiator=initiator,
            )
        )

    def _count_since_control(self, applied: Edit) -> bool:
        """Count sentences that are finished one by one, from one of the control sample on.

        Say whether this is one.
        """
        if len(applied.tokens) != 1:
            return False
        place = self.corpus.place_of(applied.tokens[0].sentence)
        finished = self.is_done(place) or applied.answers
        if finished:
            control = self.corpus.roles[place] == Role.CONTROL
            self._since_control = 0 if control else self._since_control + 1
        return finished

    def _interleaved(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        every, since = self.project.settings.control_every, self._since_control
        later = self.project.marked(Mark.LATER) if self.project.marks else None
        return interleaved(self.corpus, places, every, since, later)

    def _places_of(self, sentences: Sequence[int]) -> NDArray[np.int64]:
        return _rising(np.searchsorted(self.corpus.ids, np.array(sentences, np.int64)))

    def _requeue(self, places: NDArray[np.int64], marked: NDArray[np.int64]) -> bool:
        """Take finished and skipped sentences out of the queue, and put reopened ones at its head.

        One that was put off goes to its end.
        """
        if not len(places) and not len(marked):
            return False
        before = self.queue
        done = places[self.open_tokens[places] == 0]
        queue = before[~np.isin(before, done)] if len(done) else before
        opened = np.union1d(places, marked)
        opened = opened[self.waits(opened)]
        if len(marked):
            queue = queue[~np.isin(queue, marked)]
        opened = opened[~np.isin(opened, queue)]
        if len(opened) and len(before):
            later = np.zeros(len(opened), np.bool_)
            if self.project.marks:
                later = self.project.marked(Mark.LATER)[opened]
            queue = np.concatenate([opened[~later], queue, opened[later]])
        self.queue = queue
        return len(queue) != len(before) or bool(len(marked))

    def _renew_certainty_of(self, place: int) -> None:
        at = self.corpus.span(place)
        seen = (self.corpus.states[at] != TokenState.CONFIRMED) & (self.proposals.tags[at] >= 0)
        chances = self.proposals.probabilities[at][seen]
        self.proposals.lowest[place] = chances.min() if len(chances) else NOTHING_UNCERTAIN
        self.proposals.doubts[place] = len(chances) - chances.sum()

    def _renew_certainty(self, places: NDArray[np.int64], at: NDArray[np.int64]) -> None:
        lengths = self.corpus.lengths(places)
        seen = (self.corpus.states[at] != TokenState.CONFIRMED) & (self.proposals.tags[at] >= 0)
        chances = np.where(seen, self.proposals.probabilities[at], np.float32(NOTHING_UNCERTAIN))
        filled = lengths > 0
        heads = (np.cumsum(lengths) - lengths)[filled]
        self.proposals.lowest[places] = NOTHING_UNCERTAIN
        self.proposals.doubts[places] = 0.0
        if len(heads):
            self.proposals.lowest[places[filled]] = np.minimum.reduceat(chances, heads)
            doubts = np.where(seen, 1.0 - chances, np.float32(0.0))
            self.proposals.doubts[places[filled]] = np.add.reduceat(doubts, heads)

    def _proposed(self, place: int) -> list[tuple[int, float]]:
        at = self.corpus.span(place)
        tags = self.proposals.tags[at].tolist()
        return list(zip(tags, self.proposals.probabilities[at].tolist(), strict=True))

    def _mark(self, place: int, before: list[tuple[int, float]], corrected: set[int]) -> None:
        at = self.corpus.span(place)
        now = self.proposals.tags[at].tolist()
        free = np.isin(self.corpus.states[at], (TokenState.UNKNOWN, TokenState.NARROWED)).tolist()
        earlier = {
            token: before[token]
            for token in range(len(now))
            if free[token] and token not in corrected and 0 <= before[token][0] != now[token]
        }
        had = self._marks.pop(place, None)
        if earlier:
            self._marks[place] = _Marks(earlier, {token: now[token] for token in earlier})
        if earlier or had is not None:
            self.propagated.emit(place, sorted(earlier))

    def _drop_marks(self, places: Iterable[int]) -> None:
        """Forget what earlier corrections of these sentences have changed by themselves."""
        for place in places:
            if self._marks.pop(place, None) is not None:
                self.propagated.emit(place, [])

    def _renew_marks(self, places: NDArray[np.int64]) -> None:
        """Keep the marks of tokens that still show what a correction made of them."""
        for place in [place for place in self._marks if place in places]:
            now = self.proposals.tags[self.corpus.span(place)].tolist()
            marks = self._marks.pop(place)
            kept = {token: tag for token, tag in marks.now.items() if now[token] == tag}
            if kept:
                self._marks[place] = _Marks({t: marks.earlier[t] for t in kept}, kept)
            if len(kept) < len(marks.now):
                self.propagated.emit(place, sorted(kept))

    def _ask_for_history(self) -> None:
        if len(self._done) > HISTORY_LOW or self._history_complete or self._history_asked:
            return
        oldest = self._oldest_known()
        if oldest is not None:
            self._history_asked = True
            self.history_wanted.emit(oldest)

    def _oldest_known(self) -> int | None:
        # The ids of steps in force rise, and each step taken back is newer than all of them.
        known = (*self._done[:1], *self._undone[-1:])
        return min((step.id for step in known), default=None)

    def _set_save_state(self, state: str) -> None:
        if state != self.save_state:
            self.save_state = state
            self.save_state_changed.emit(state)


class _Marks:
    """The tokens that a correction changed by itself: what they showed before, and show now."""

    def __init__(self, earlier: dict[int, tuple[int, float]], now: dict[int, int]) -> None:
        self.earlier = earlier
        self.now = now
        self.tokens = frozenset(earlier)


def _rising(places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return places once each and in order; quick where they are so, or the other way round."""
    steps = np.diff(places)
    if (steps > 0).all():
        return places
    return places[::-1] if (steps < 0).all() else np.unique(places)


def _asks_otherwise(change: SettingsChange) -> bool:
    return change.before.asking != change.after.asking


def _aims_elsewhere(change: SettingsChange) -> bool:
    return change.before.goal != change.after.goal


def _with_edit(changes: Sequence[TokenChange], number: int) -> tuple[TokenChange, ...]:
    """Return changes that name the step which makes them; quick for very many, too."""
    if not changes:
        return ()
    edits = np.concatenate([change.after.edits for change in changes])
    edits = np.where(edits == THIS_EDIT, number, edits).astype(np.int64)
    stops = accumulate(len(change.tokens) for change in changes)
    return tuple(
        TokenChange(
            change.sentence,
            change.tokens,
            change.before,
            TokenValues(
                change.after.tag_sets,
                change.after.states,
                edits[stop - len(change.tokens) : stop],
            ),
        )
        for change, stop in zip(changes, stops, strict=True)
    )


def _unhurried(edit: Edit) -> AbstractContextManager[None]:
    """Let no search for cycles stop the window while a step on very many sentences is made."""
    return collector_paused() if len(edit.tokens) > MANY_SENTENCES else nullcontext()
