"""One open project in memory: what can be done to it, and the one signal that tells of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from app.domain.asked import asks_tokens
from app.domain.changes import Changes, no_sentences
from app.domain.counts import Progress
from app.domain.display import TokenDisplay, shown_otherwise, shown_tags
from app.domain.documents import Document
from app.domain.edits import Edit, SettingsChange, TokenChange, TokenChanges
from app.domain.history import Action, HistoryStep, Sayer
from app.domain.project import Corpus, Project
from app.domain.proposals import Proposals, ProposalSlice
from app.domain.queue_filter import FilteredQueue
from app.domain.queue_numbers import QueueNumbers
from app.domain.sentences import Additions
from app.domain.tagging import TagTable
from app.domain.tokens import TokenState
from app.domain.vocabulary import assign_ids
from app.session.certainty import renew_certainty, renew_certainty_of
from app.session.history import History
from app.session.image import Image
from app.session.propagation import LookedAt, Propagation, Shown
from app.session.queue import Queue
from app.session.shown import ShownTokens
from app.session.stamping import stamped
from app.session.unsaved import Unsaved

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
        self._why_read_only = ""
        self.saved_revision = 0
        self.save_state = "saved"
        self.conflicts: dict[int, str] = {}
        """By place, why the proposals of a sentence could not obey every rule."""
        self._image = Image(project)
        self._queue = Queue(self._image)
        self._history = History(next_edit)
        self._unsaved = Unsaved()
        self._propagation = Propagation(self._note_marks)
        self._looked_at = LookedAt()
        self._shown = ShownTokens(self._image, self._propagation, self._looked_at)
        self._newest: Edit | None = None
        self._in_work = -1
        self.newest_model = 0
        """Number of the model that proposes, whether or not every sentence has its proposals."""
        self._model_at_arrival = 0
        # Models that come after an undo show what it does: that is no news to the person.
        self._follows_undo = False
        self._suggest: Suggest | None = None
        self._marked: dict[int, list[int]] = {}
        self._notifications: deque[tuple[Changes, dict[int, list[int]]]] = deque()
        self._notifying = False
        self.extend_history(history)

    # ---- what there is to see

    @property
    def corpus(self) -> Corpus:
        """The sentences of the project."""
        return self.project.corpus

    @property
    def revision(self) -> int:
        """How many steps there have been in this sitting."""
        return self._image.revision

    @property
    def proposals(self) -> Proposals:
        """What the model proposes, and how sure it is."""
        return self._image.proposals

    @property
    def open_tokens(self) -> NDArray[np.int32]:
        """How many tokens of each sentence are not confirmed (N,)."""
        return self._image.open_tokens

    @property
    def visible(self) -> NDArray[np.int64]:
        """Places of the sentences whose document has not been removed, rising."""
        return self._image.visible

    @property
    def tag_table(self) -> TagTable:
        """Labels by tag, as the project stands now."""
        return self._image.tag_table

    def token_display(self, place: int, part: tuple[int, int] | None = None) -> list[TokenDisplay]:
        """Return what is to be painted of a sentence; ask for visible sentences only.

        With a ``part``, its first and last token, these are shown as if they were all.
        """
        return self._shown.of(place) if part is None else self._shown.part_of(place, part)

    def asks_tokens(self, place: int) -> bool:
        """Say whether of a sentence only doubtful tokens are asked for."""
        return asks_tokens(self.project, self.proposals, place)

    def look_at(self, place: int, tokens: Iterable[TokenDisplay]) -> None:
        """Note which tokens a person has looked at and left as they are shown."""
        self._looked_at.note(place, tokens)

    def was_looked_at(self, place: int, record: TokenDisplay) -> bool:
        """Say whether a person has looked at a token, and it still shows what it showed then."""
        return self._looked_at.has(place, record)

    def is_done(self, place: int) -> bool:
        """Say whether every token of a sentence is confirmed."""
        return not self.open_tokens[place]

    def label_counts(self) -> dict[int, int]:
        """Return how many confirmed spans (tokens, under the scheme "tokens") each label has."""
        return self._image.label_counts()

    def progress(self) -> Progress:
        """Return how much of the visible project is confirmed."""
        return self._image.progress()

    def document_progress(self) -> dict[int, Progress]:
        """Return the same for each visible document, by its id."""
        return self._image.document_progress()

    # ---- steps

    def suggest_with(self, suggest: Suggest | None) -> None:
        """Let each step bring the suggestions for its first sentence, where ``suggest`` has some.

        It is called when the step has been made, and before anybody is notified of it.
        """
        self._suggest = suggest

    def apply(self, edit: Edit) -> Edit | None:
        """Make an edit: image, history, signal, file. Return it as recorded, None if it is not.

        An edit that changes nothing leaves no step; a read-only project refuses in words.
        """
        if edit.empty or self._refuses():
            return None
        edit = assign_ids(self.project, edit)
        edit = stamped(edit, self._history.reserve(), self.annotator)
        self._record(Action.EDIT, edit)
        self._history.add(edit)
        self._history.keep_newest()
        self._announce(edit, by_hand=edit.by_hand)
        return edit

    def undo(self) -> Edit | None:
        """Take back the newest step and return it; None if there is none."""
        if self._history.newest() is None or self._refuses():
            return None
        edit = self._history.step_back()
        inverse = edit.inverse()
        self._record(Action.UNDO, edit, inverse)
        self._announce(inverse, back=True)
        self._ask_for_history()
        return edit

    def redo(self) -> Edit | None:
        """Make the step again that was taken back last and return it; None if there is none."""
        if self._history.next_again() is None or self._refuses():
            return None
        edit = self._history.step_forward()
        self._record(Action.REDO, edit)
        self._announce(edit)
        return edit

    def steps_back(self, number: int) -> tuple[Edit, ...]:
        """Return the known steps in force with ids above ``number``, the newest first."""
        return self._history.above(number)

    def steps_forward(self, number: int) -> tuple[Edit, ...]:
        """Return the steps with ids up to ``number`` that can come again, in that order."""
        return self._history.again_up_to(number)

    def unknown_below(self, number: int) -> int | None:
        """Return the id below which steps above ``number`` have to be read, None if none has."""
        return self._history.unknown_below(number)

    def go_through(self, steps: Sequence[Edit], net: Edit, *, back: bool) -> bool:
        """Take the newest steps back, or make the next ones again, all at once.

        ``steps`` are these in that order, and ``net`` what doing so comes to. Say whether it was
        done: not where other steps are the newest by now.
        """
        if not self._history.are_next(steps, back=back) or self._refuses():
            return False
        self._history.move(steps, back=back)
        self._record(Action.BACK if back else Action.FORWARD, net, steps=tuple(steps))
        self._announce(net, back=back)
        self._ask_for_history()
        return True

    def next_steps(self) -> tuple[Edit | None, Edit | None]:
        """Return the step that `undo` would reverse and the one that `redo` would apply again."""
        return self._history.newest(), self._history.next_again()

    def undo_text(self) -> str | None:
        """Return what `undo` would take back, None if nothing."""
        newest = self._history.newest()
        return newest.summary if newest is not None else None

    def redo_text(self) -> str | None:
        """Return what `redo` would do again, None if nothing."""
        again = self._history.next_again()
        return again.summary if again is not None else None

    def is_in_force(self, edit: Edit) -> bool:
        """Say whether a step of this sitting has been made and not been taken back."""
        return self._history.is_in_force(edit)

    def sayer_of(self, number: int) -> Sayer | None:
        """Return who made a step that a token names, None where that has not been read yet."""
        return self._history.sayer_of(number)

    def unknown_sayers(self, place: int) -> list[int]:
        """Return the steps that said something of a sentence, and of which nobody knows whose."""
        named = np.unique(self.corpus.edits[self.corpus.span(place)]).tolist()
        return [step for step in named if step > 0 and self.sayer_of(step) is None]

    def learn_sayers(self, sayers: Mapping[int, Sayer]) -> None:
        """Remember who made earlier steps, as the project file says."""
        self._history.learn_sayers(sayers)

    def steps(self) -> tuple[Edit, ...]:
        """Return the steps in force that are kept in memory, oldest first."""
        return self._history.steps()

    def extend_history(self, older: Iterable[tuple[Edit, bool]]) -> None:
        """Put older steps, newest first, under those that are known; none: there are no more."""
        if self._history.extend(older):
            self._notify(Changes(history=True))

    def reserve_edit(self) -> int:
        """Return the id of a step to come: an import names it before its rows are written."""
        return self._history.reserve()

    def add_document(
        self, document: Document, sentences: Corpus, edit: Edit, words: Sequence[str] = ()
    ) -> Edit | None:
        """Take in an imported document whose rows are in the file already, hidden so far.

        ``words`` are those of its words that the project lacks, in the order of their ids.
        ``edit`` is the step that shows it, and others of its file, with a reserved id; it may bring
        labels and settings.
        Where other steps were made since, it gets a new id: undo goes by ids, also after a restart.
        """
        if self._refuses():
            return None
        for one in (document, *(change.after for change in edit.documents)):
            self.project.documents[one.id] = replace(one, removed=True)
        self.project.words.extend(words)
        self._image.append(sentences)
        reserved = edit.id
        number = reserved if reserved == self._history.next_edit - 1 else self.reserve_edit()
        edit = replace(assign_ids(self.project, edit), id=number, annotator=self.annotator)
        self._record(Action.IMPORT, edit, tokens_name=0 if number == reserved else reserved)
        self._history.add(edit)
        self._announce(edit)
        return edit

    # ---- saving

    def mark_saved(self, revision: int) -> None:
        """Note that every step up to ``revision`` is on disk."""
        self.saved_revision = max(self.saved_revision, revision)
        self._unsaved.mark_saved(revision)
        if not self._why_read_only:
            self._set_save_state("saving" if self._unsaved else "saved")

    @property
    def n_unsaved(self) -> int:
        """How many steps nobody has yet reported to be on disk."""
        return len(self._unsaved)

    def unsaved_steps(self) -> list[str]:
        """Return what the steps are called that are not on disk yet, the oldest first."""
        return self._unsaved.summaries()

    def stop_saving(self, reason: str) -> None:
        """Refuse further steps, because those made last could not be saved; they stay as they are.

        `set_writable` ends the refusal.
        """
        self.read_only = True
        self._why_read_only = reason
        self._set_save_state("failed")
        self.refused.emit(reason)

    def set_writable(self) -> None:
        """Allow edits again: the file can be written."""
        self.read_only = False
        self._why_read_only = ""
        self._set_save_state("saving" if self._unsaved else "saved")

    @property
    def why_read_only(self) -> str:
        """Why the project cannot be changed, and what to do; "" while it can."""
        return self._why_read_only

    def refuse(self) -> None:
        """Say that the project cannot be changed, and why: each refusal repeats the reason."""
        why = self._why_read_only or self.tr(
            "the file cannot be written; free some disk space or save a copy elsewhere"
        )
        self.refused.emit(self.tr("The project cannot be changed now: {why}").format(why=why))

    # ---- proposals and the queue

    def propose(
        self, news: ProposalSlice, corrected: Iterable[int] | None = None
    ) -> NDArray[np.int64]:
        """Take in proposals; return the places left out because they were edited meanwhile.

        ``corrected`` are the tokens that a person has just touched in the one sentence of
        ``news``: what else changes there is marked and announced by `propagated`. So is whatever
        a newer model changes in the sentence in work, unless it follows from an undo.
        """
        if len(news.places) and int(news.places[-1]) >= self.corpus.n_sentences:
            return np.asarray(news.places, np.int64)
        fresh = ~self.touched_since(news.places, news.revision)
        self._take_in(news, fresh, corrected)
        if fresh.any():
            self._notify(Changes(proposals=np.asarray(news.places[fresh], np.int64)))
        return np.asarray(news.places[~fresh], np.int64)

    def _take_in(
        self,
        news: ProposalSlice,
        fresh: NDArray[np.bool_],
        corrected: Iterable[int] | None,
        *,
        of_step: bool = False,
    ) -> None:
        """Put suggestions into the arrays, and mark what changes by itself.

        ``of_step`` are those that a step brings.
        """
        watched = self._in_work if corrected is None else int(news.places[0])
        lengths = self.corpus.lengths(news.places)
        kept = np.repeat(fresh, lengths)
        told = news.tags[kept & np.repeat(news.places == watched, lengths)]
        is_new = len(told) and not np.array_equal(
            told, self.proposals.tags[self.corpus.span(watched)]
        )
        before = self._shown_tags(watched) if is_new else None
        places = news.places[fresh]
        at = self.flat_tokens(places)
        self.proposals.tags[at] = news.tags[kept]
        self.proposals.probabilities[at] = news.probabilities[kept]
        self.proposals.models[places] = news.model
        for place in places.tolist():
            self.conflicts.pop(place, None)
        self.conflicts.update({p: text for p, text in news.conflicts.items() if p in places})
        renew_certainty(self.corpus, self.proposals, places)
        if before is not None:
            self._mark(watched, before, corrected, None if of_step else news.model)

    def begin_work_on(self, place: int) -> None:
        """Note which sentence the person looks at (-1: none): what changes there is marked."""
        self._in_work = place
        self._model_at_arrival = self.newest_model

    @property
    def in_work(self) -> int:
        """Id of the sentence that the person looks at, -1 where there is none."""
        there = 0 <= self._in_work < self.corpus.n_sentences
        return int(self.corpus.ids[self._in_work]) if there else -1

    def marked_tokens(self, place: int) -> list[int]:
        """Return the tokens that carry the mark of a propagated change."""
        return self._propagation.tokens(place)

    def take_back_propagation(self, place: int) -> bool:
        """Take the marks away, and show again what was proposed before the last correction.

        What a newer model has changed stays as it is.
        """
        earlier = self._propagation.take_back(place)
        if earlier is None:
            return False
        base = int(self.corpus.offsets[place])
        for token, (tag, probability) in earlier.items():
            self.proposals.tags[base + token] = tag
            self.proposals.probabilities[base + token] = probability
        renew_certainty_of(self.corpus, self.proposals, place)
        self._note_marks(place, [])
        self._notify(Changes(proposals=np.array([place], np.int64)))
        return True

    def point_at(self, place: int, tokens: Iterable[int]) -> None:
        """Mark tokens of which a person is told that they have changed."""
        self._propagation.point_at(place, tokens, self._shown_tags(place))
        self._notify(Changes(proposals=np.array([place], np.int64)))

    def clear_marks(self, place: int) -> None:
        """Drop the marks of propagated changes: the sentence has been left.

        What was looked at in it, and not confirmed, will have to be looked at again.
        """
        self._looked_at.forget(place)
        if self._propagation.drop([place]):
            self._notify(Changes(proposals=np.array([place], np.int64)))

    @property
    def queue(self) -> NDArray[np.int64]:
        """Places in the order in which they are worth a person's time; open sentences only."""
        return self._queue.places

    @property
    def drawn(self) -> frozenset[int]:
        """Places of sentences that stand in the queue where they do by chance."""
        return self._queue.drawn

    @property
    def queue_numbers(self) -> QueueNumbers:
        """The numbers by which the queue is in order."""
        return self._queue.numbers

    @property
    def filtered(self) -> FilteredQueue | None:
        """What passes the queue's filter, None while there is no filter."""
        return self._queue.filtered

    @property
    def asked(self) -> NDArray[np.int64]:
        """Places of the sentences to ask for: those of the queue that pass its filter."""
        return self._queue.asked

    def waits(self, places: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Say which sentences are to be asked for: open, and neither skipped nor answered.

        One that was answered in part waits again as soon as the model doubts other tokens of it.
        """
        return self._queue.waits(places)

    def has_doubts(self, places: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Say in which sentences something is to be asked, where doubtful tokens alone are."""
        return self._queue.has_doubts(places)

    def set_queue(
        self,
        places: NDArray[np.int64],
        drawn: NDArray[np.int64] | None = None,
        numbers: QueueNumbers | None = None,
    ) -> None:
        """Take over a new order; sentences that were finished or hidden meanwhile are left out.

        Every so-many-th sentence is one of the test sample, whatever the order says of it.
        ``drawn`` are those that stand where they do by chance, ``numbers`` have decided otherwise.
        """
        self._queue.set(places, drawn, numbers)
        self._notify(Changes(queue=True))

    def set_filtered(self, found: FilteredQueue | None, initiator: object | None = None) -> None:
        """List only some sentences of the queue, or all; sentences finished meanwhile go out."""
        self._queue.set_filtered(found)
        self._notify(Changes(queue=True, initiator=initiator))

    def corrected_tokens(self, place: int) -> frozenset[int]:
        """Return the tokens of a sentence of which the newest step says something itself.

        A neighbour that was only closed, or opened, for a span's sake is not among them.
        """
        if self._newest is None:
            return frozenset()
        sentence = int(self.corpus.ids[place])
        changes = self._newest.tokens
        if isinstance(changes, TokenChanges):
            own = changes.of_sentence(sentence)
            return frozenset(self._meant(own)) if own is not None else frozenset()
        return frozenset(t for c in changes if c.sentence == sentence for t in self._meant(c))

    def _meant(self, change: TokenChange) -> list[int]:
        states = change.after.states
        meant = states != TokenState.UNKNOWN
        if self._newest is not None and self._newest.kind != "forbid":
            meant &= states != TokenState.NARROWED
        cleared = (states == TokenState.UNKNOWN) & (change.after.edits != 0)
        return list(change.tokens[meant | cleared].tolist())

    def touched_since(self, places: NDArray[np.int64], revision: int) -> NDArray[np.bool_]:
        """Say which of these sentences were edited after ``revision``."""
        return self._image.touched_since(places, revision)

    def flat_tokens(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places of these sentences' tokens in the flat arrays, sentence by sentence."""
        return self._image.flat_tokens(places)

    # ---- inside

    def _refuses(self) -> bool:
        if self.read_only:
            self.refuse()
        return self.read_only

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
        self._image.carry_out(applied)
        additions = additions.followed_by(Additions.unwritten(self.project))
        step = HistoryStep(self.revision, action, edit, applied, additions, tokens_name, steps)
        self._unsaved.add(step)
        self._set_save_state("saving")
        self.recorded.emit(step)

    def _announce(self, applied: Edit, *, by_hand: bool = False, back: bool = False) -> None:
        self._newest = applied
        places = self._image.changed_by(applied)
        if applied.roles is not None:
            places = np.union1d(places, self._image.places_of(applied.roles.sentences))
        if len(places):
            # Marks are those of the last correction.
            self._propagation.drop_all()
            self._follows_undo = back
        structure = any(c.before.removed != c.after.removed for c in applied.documents)
        marked = self._image.places_of([change.sentence for change in applied.marks])
        requeued = self._queue.follow(applied, places, marked, structure=structure)
        self._notify(
            Changes(
                sentences=places,
                proposals=self._suggest_for(places, by_hand=by_hand),
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
                by_hand=by_hand,
            )
        )

    def _suggest_for(self, places: NDArray[np.int64], *, by_hand: bool) -> NDArray[np.int64]:
        """Renew the suggestions for the first sentence that a step has changed; return it, if so.

        What follows at once from a step is no news of a model: only a person's own step marks what
        changes beside the tokens that it touched.
        """
        if self._suggest is None or not 0 < len(places) <= FEW_SENTENCES:
            return no_sentences()
        place = int(places[0])
        news = self._suggest(place)
        if news is None:
            return no_sentences()
        corrected = self.corrected_tokens(place) if by_hand else None
        self._take_in(news, np.ones(1, np.bool_), corrected, of_step=True)
        return places[:1]

    def _notify(self, changes: Changes) -> None:
        """Let every listener hear of a change, once all have heard of the ones before it."""
        self._notifications.append((changes, self._marked))
        self._marked = {}
        if self._notifying:
            return
        self._notifying = True
        try:
            while self._notifications:
                changes, marked = self._notifications.popleft()
                self.changed.emit(changes)
                for place, tokens in marked.items():
                    self.propagated.emit(place, tokens)
        finally:
            self._notifying = False

    def _note_marks(self, place: int, tokens: list[int]) -> None:
        """Note which tokens are marked now: the next notification tells of it."""
        self._marked[place] = tokens

    def _shown_tags(self, place: int) -> Shown:
        """Return the tag id shown on each token of a sentence, with the proposal's probability."""
        shown = shown_tags(self.project, self.proposals, place)
        chances = self.proposals.probabilities[self.corpus.span(place)].tolist()
        return [(one.tag, chance) for one, chance in zip(shown, chances, strict=True)]

    def _mark(
        self, place: int, before: Shown, corrected: Iterable[int] | None, model: int | None
    ) -> None:
        """Mark what proposals have just changed of what was shown before.

        ``model`` is the number of the model that brings them, None where a step does.
        """
        now = self._shown_tags(place)
        tags = [[tag for tag, _ in shown] for shown in (before, now)]
        states = self.corpus.states[self.corpus.span(place)]
        free = (states == TokenState.UNKNOWN) | (states == TokenState.NARROWED)
        changed = {t for t in shown_otherwise(self.project, self.tag_table, *tags) if free[t]}
        if corrected is not None:
            self._propagation.mark(place, before, now, changed.difference(corrected))
            return
        # Anything else shows what is known already, or what the person's own step has done.
        is_news = not self._follows_undo and model not in (None, self._model_at_arrival)
        self._propagation.mark_more(place, before, now, changed if is_news else ())

    def _ask_for_history(self) -> None:
        wanted = self._history.wanted()
        if wanted is not None:
            self.history_wanted.emit(wanted)

    def _set_save_state(self, state: str) -> None:
        if state != self.save_state:
            self.save_state = state
            self.save_state_changed.emit(state)


def _asks_otherwise(change: SettingsChange) -> bool:
    return change.before.asking != change.after.asking


def _aims_elsewhere(change: SettingsChange) -> bool:
    return change.before.goal != change.after.goal
