"""Proposals for all sentences by the newest model, the visible ones first."""

from __future__ import annotations

import logging
import time
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.changes import Changes, are_among, no_sentences, union
from app.domain.proposals import LISTED_UNTIL, ProposalSlice
from app.domain.query_choices import PER_SECOND
from app.domain.sentence_flags import SentenceFlags
from app.domain.timings import Timed, Timings
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.queue.order import UNRATED, QueueOrder
from app.jobs.suggestions.propose import NoAnswerError, ProposedTags
from app.services.latest_query import LatestQuery
from app.services.queue_ordering import Ordering, QueueOrdering, wants_help
from app.services.ratings import Ratings
from app.services.suggester_jobs import Answer, Job, Rating, Slice, first_of, labels_of, news_of
from app.services.threads import UI_PRIORITY
from app.services.trainer import NumberedModel
from app.session import FEW_SENTENCES, Session
from app.translation import translated_message
from crfcore.errors import CrfError

_log = logging.getLogger(__name__)

TOKENS_PER_SLICE = 2_000
"""The size of slices: short, so that corrected sentences do not wait long."""

TOKENS_UNDER_RULES = 100
"""The size of slices of visible sentences under rules, which may take a second for each."""

COST_OF_A_KEY = 2_000_000
"""The largest cost (tokens × labels²) of decoding a sentence while a key is handled."""

HEAD = 40
"""Sentences at the head of the queue that are rated first: it shows no more."""

QUIET_MILLISECONDS = 200
"""The time without keys before sentences that are not visible are decoded."""

REORDER_MILLISECONDS = 700
"""The least interval between sorting the queue."""

FIRST = "first"
"""The kind of a model with interpreted kernels."""

MAX_OF_FIRST = 200
"""The number of sentences of the queue for which such a model proposes."""


class Suggester(QObject):
    """Keeps the proposals for every open sentence up to date with the newest model.

    Edited sentences come first, then visible ones, then the rest in slices. Old proposals stay
    until there are new ones. The GUI thread makes one slice at a time, with the labels confirmed by
    then. The same worker sorts the queue, and rates sentences in slices if the query strategy needs
    it.

    ``label_scores`` has, by sentence index, what is confirmed elsewhere in its document tells about
    the labels of a sentence.

    Signals
    -------
    caught_up : ()
        Every open sentence has proposals of the newest model.
    """

    caught_up = Signal()
    _failed = Signal(str)

    def __init__(
        self, session: Session, learning: ProjectLearning, parent: QObject | None = None
    ) -> None:
        """Watch a session; does nothing before there is a model."""
        super().__init__(parent)
        self.session = session
        self._learning = learning
        self._model: NumberedModel | None = None
        self._loaded = False
        self.label_scores: dict[int, NDArray[np.float64]] = {}
        self._urgent: dict[int, frozenset[int] | None] = {}
        # Whether sentences with other scores follow a correction.
        self._following: dict[int, bool] = {}
        self._visible, self._rest = no_sentences(), no_sentences()
        self._at = 0
        self._listed_rules = session.project.listed_rules()
        self._closed = False
        self._query: LatestQuery[Job, Answer] = LatestQuery(
            self._next_job,
            lambda job, _: self._answer(job),
            self._take,
            failed=self._give_up,
            unanswered=self._leave_job,
            parent=self,
        )
        self._ratings = Ratings(session)
        self._rated_to = 0
        self._timings = Timings()
        self._order = QueueOrdering(session, self._ratings, self._timings)
        self._reorder_due = False
        self._reorder_timer = QTimer(self, singleShot=True, interval=REORDER_MILLISECONDS)
        self._reorder_timer.timeout.connect(self._next)
        self._quiet_timer = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._quiet_timer.timeout.connect(self._go_on)
        session.suggest_with(self.suggest)
        session.changed.connect(self._session_changed)
        self._failed.connect(self._give_up)
        self._order.begin()

    # ---- commands

    def set_model(self, model: NumberedModel) -> None:
        """Propose with a new model."""
        if self._closed:
            return
        before, self._model = self._model, model
        self.session.suggestions.newest_model = model.number
        if before is None or labels_of(before) != labels_of(model):
            self.label_scores.clear()  # they are scores of other labels
        self._restart()

    def set_label_scores(self, scores: dict[int, NDArray[np.float64]], corrected: int) -> None:
        """Replace the scores of some sentences, and propose for these again.

        Empty scores remove them. ``corrected`` is the sentence that a person has edited, -1 for
        none: what changes is marked there and in the others.
        """
        for sentence_index, own in scores.items():
            self.label_scores.pop(sentence_index, None)
            if own.size:
                self.label_scores[sentence_index] = own
            if sentence_index != corrected:
                self._following[sentence_index] = corrected >= 0
            else:  # a name in it may be tied to the one that was edited
                own_tokens = self.session.suggestions.corrected_tokens(sentence_index)
                self._urgent.setdefault(sentence_index, own_tokens)
        self._next()

    def set_visible(self, sentence_indices: NDArray[np.int64]) -> None:
        """Set the visible sentences, the current one first.

        The current one gets its proposals at once, if that is fast.
        """
        self._visible = np.asarray(sentence_indices, np.int64)
        if len(self._visible):
            self.renew(int(self._visible[0]))
        self._next()

    def renew(self, sentence_index: int) -> None:
        """Replace the proposals of a sentence that are not the newest, if that is fast."""
        sentence_indices = np.array([sentence_index], np.int64)
        if self._known(sentence_indices)[0] and self._outdated(sentence_indices)[0]:
            news = self.suggest(sentence_index)
            if news is not None:
                self.session.propose(news)

    def restore_timings(self, earlier: tuple[Timed, ...]) -> None:
        """Add timings of earlier sessions."""
        self._timings.begin_with(earlier)
        if self._ratings.query_choice.wrapper == PER_SECOND:
            self._ratings.forget(self.session.visible)
            self._next()

    @property
    def visible(self) -> NDArray[np.int64]:
        """The visible sentences that get proposals."""
        visible = self._visible[self._known(self._visible)]
        return visible[wants_help(self.session, visible)]

    def suggest(self, sentence_index: int) -> ProposalSlice | None:
        """Decode one sentence at once; None if that takes too long."""
        model, sentence_indices = self._model, np.array([sentence_index], np.int64)
        if model is None or not self._loaded or not wants_help(self.session, sentence_indices)[0]:
            return None
        if self._cost(sentence_index) > COST_OF_A_KEY:
            return None
        job = self._slice(sentence_indices, None)
        try:
            tags = self._learning.propose_at_once(model.model, job.sentences)
        except CrfError as error:
            self._failed.emit(translated_message(error))
            return None
        return news_of(job, tags) if tags is not None else None

    def close(self) -> None:
        """Stop, and wait for running work."""
        self._closed = True
        self.session.suggest_with(None)
        self._reorder_timer.stop()
        self._quiet_timer.stop()
        self._model = None
        self._query.close()

    # ---- on the GUI thread

    def _session_changed(self, changes: Changes) -> None:
        lists_changed = changes.gazetteers and self._adds_listed
        if changes.rules or self._listed_rules_changed(changes) or lists_changed:
            self.session.proposals.models[:] = 0
            self._restart()
        if changes.order:
            self._reorder_due = True
            self._reorder_timer.stop()
            self._ratings.ask(self.session.project.settings.query_choice)
            self._next()
        self._ratings.forget(changes.sentences)
        if changes.structure:
            self._reorder_due = True
            self._restart()
            if self._model is None:
                self._order.begin()
        if changes.by_hand:
            self._quiet_timer.start()
            self._note_time(int(changes.sentences[0]), changes)
        if len(changes.sentences) > FEW_SENTENCES:
            self.session.proposals.models[changes.sentences] = 0
            self._restart()
        elif len(changes.sentences) and self._model is not None:
            self._follow_edit(changes)

    def _follow_edit(self, changes: Changes) -> None:
        """Decode edited sentences first, except those decoded with the edit."""
        for sentence_index in changes.sentences.tolist():
            self._urgent.pop(sentence_index, None)
            if sentence_index in changes.proposals:
                self._reorder_due = True
            else:
                own_tokens = self.session.suggestions.corrected_tokens(sentence_index)
                self._urgent[sentence_index] = own_tokens if changes.by_hand else None
        self._next()

    def _note_time(self, sentence_index: int, changes: Changes) -> None:
        """Record a person's edit in the timings."""
        answered = (
            SentenceFlags.ANSWERED in self.session.project.flags_of(sentence_index)
            and sentence_index in changes.flags
        )
        edit = self.session.history.newest()
        finished = self.session.is_done(sentence_index) and edit is not None and edit.labels_open
        if finished or answered:
            span = self.session.corpus.span(sentence_index)
            self._timings.finish(time.monotonic(), span.stop - span.start)
        else:
            self._timings.correct()

    def _listed_rules_changed(self, changes: Changes) -> bool:
        if not changes.gazetteers:
            return False
        before, self._listed_rules = self._listed_rules, self.session.project.listed_rules()
        return before != self._listed_rules

    def _cost(self, sentence_index: int) -> int:
        """Return the cost of decoding a sentence."""
        if self._model is None:
            return 0
        offsets = self.session.corpus.offsets
        n_tokens = int(offsets[sentence_index + 1] - offsets[sentence_index])
        rules = self.session.project.rules_in_force()
        return self._learning.cost(self._model.model, n_tokens, rules)

    def _restart(self) -> None:
        """Start again with all sentences, from where the last round stopped."""
        visible = self.session.visible
        start = 0
        if self._at < len(self._rest):
            start = int(np.searchsorted(visible, self._rest[self._at]))
        self._rest = np.concatenate([visible[start:], visible[:start]])
        if self._model is not None and self._model.kind == FIRST:
            self._rest = np.sort(self.session.queue.sentence_indices[:MAX_OF_FIRST])
        self._at = 0
        self._next()

    def _next(self) -> None:
        """Start the next job, if none is running."""
        if not self._query.running:
            self._query.ask()

    def _next_job(self) -> Job | None:
        if self._model is None:
            return None
        job = (
            self._urgent_slice()
            or self._following_slice()
            or self._head_to_rate()
            or self._due_order()
        )
        if job is None and self._is_quiet():
            job = self._next_slice() or self._rest_to_rate() or self._due_order()
        return job

    def _is_quiet(self) -> bool:
        """Return whether no keys came for a while; otherwise `_go_on` is called when it is."""
        if 1e3 * UI_PRIORITY.seconds_without_keys < QUIET_MILLISECONDS:
            self._quiet_timer.start()
        return not self._quiet_timer.isActive()

    def _go_on(self) -> None:
        """Continue with the rest after a time without keys."""
        self._next()
        self._emit_if_caught_up()

    def _emit_if_caught_up(self) -> None:
        if self._model is not None and not self._query.running and not self._quiet_timer.isActive():
            self.caught_up.emit()

    def _urgent_slice(self) -> Slice | None:
        while self._urgent:
            sentence_index = next(iter(self._urgent))
            corrected = self._urgent.pop(sentence_index)
            sentence_indices = np.array([sentence_index], np.int64)
            if self._known(sentence_indices)[0] and wants_help(self.session, sentence_indices)[0]:
                return self._slice(sentence_indices, corrected)
        visible = self.visible
        visible = visible[self._outdated(visible)]
        if len(visible):
            ruled = self.session.project.rules_in_force()
            most = TOKENS_UNDER_RULES if ruled else TOKENS_PER_SLICE
            return self._slice(first_of(visible, self.session.corpus, most), None)
        return None

    def _following_slice(self) -> Slice | None:
        """Return sentences with other scores, first the visible ones."""
        if not self._following:
            return None
        marked = next(iter(self._following.values()))
        due = np.array([at for at, own in self._following.items() if own == marked], np.int64)
        # All at once: after a change of all sentences most do not need it any more.
        is_needed = self._known(due)
        is_needed[is_needed] = wants_help(self.session, due[is_needed])
        for sentence_index in due[~is_needed].tolist():
            del self._following[sentence_index]
        due = due[is_needed]
        if not len(due):
            return self._following_slice()
        in_sight = are_among(due, self.visible)
        # Those in sight do not wait for others.
        due = due[in_sight] if in_sight.any() else due
        some = np.sort(first_of(due, self.session.corpus, TOKENS_PER_SLICE))
        for sentence_index in some.tolist():
            del self._following[sentence_index]
        return replace(self._slice(some, None), following=marked)

    def _next_slice(self) -> Slice | None:
        while self._at < len(self._rest):
            chunk = self._rest[self._at : self._at + TOKENS_PER_SLICE]
            wanted = np.flatnonzero(wants_help(self.session, chunk) & self._outdated(chunk))
            if not len(wanted):
                self._at += len(chunk)
                continue
            sentence_indices = first_of(chunk[wanted], self.session.corpus, TOKENS_PER_SLICE)
            self._at += int(wanted[len(sentence_indices) - 1]) + 1
            # Slices are in rising order, except where they wrap around.
            return self._slice(np.sort(sentence_indices), None)
        return None

    def _slice(
        self, sentence_indices: NDArray[np.int64], corrected: frozenset[int] | None
    ) -> Slice:
        if self._model is None:
            raise RuntimeError("a slice needs a model")
        sentences = self._learning.sentences(self.session.project, sentence_indices)
        if self._adds_listed:
            sentences = self._learning.with_lists(sentences, self.session.project)
        scores = self.label_scores
        if scores:
            own = {at: scores[at] for at in sentence_indices.tolist() if at in scores}
            sentences = replace(sentences, label_scores=own)
        return Slice(self._model, sentence_indices, sentences, self.session.revision, corrected)

    def _head_to_rate(self) -> Rating | None:
        """Return the outdated visible sentences and those at the head of the queue."""
        if not self._rates or self._ratings.renewing:
            return None
        head = union(self.visible, self.session.queue.sentence_indices[:HEAD])
        head = head[self._known(head)]
        return self._rating(head[wants_help(self.session, head)])

    def _rest_to_rate(self) -> Rating | None:
        if not self._rates:
            return None
        # From where the last slice ended, so that successive models rate the whole text.
        visible = self.session.visible
        at = int(np.searchsorted(visible, self._rated_to))
        sentence_indices = np.concatenate([visible[at:], visible[:at]])
        job = self._rating(sentence_indices[wants_help(self.session, sentence_indices)])
        self._rated_to = int(job.sentence_indices[-1]) + 1 if job is not None else 0
        return job

    def _rating(self, sentence_indices: NDArray[np.int64]) -> Rating | None:
        model = self._model
        if model is None:
            return None
        sentence_indices = sentence_indices[self._ratings.outdated(sentence_indices, model.number)]
        if not len(sentence_indices):
            if self._ratings.settle():
                self._reorder_due = True
            return None
        sentence_indices = first_of(sentence_indices, self.session.corpus, TOKENS_PER_SLICE)
        sentences = self._learning.sentences(self.session.project, sentence_indices)
        choice, timed = self._ratings.query_choice, self._timings.to_fit()
        return Rating(model, sentence_indices, sentences, self.session.revision, choice, timed)

    @property
    def _rates(self) -> bool:
        """Whether the query strategy needs ratings."""
        model = self._model
        compiled = model is not None and model.number > 0 and model.kind != FIRST
        return compiled and self._ratings.needed

    @property
    def _adds_listed(self) -> bool:
        """Whether gazetteers and grammars propose beside the model."""
        model = self._model
        return model is not None and model.number > 0 and model.sentences <= LISTED_UNTIL

    def _known(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.bool_]:
        return np.asarray(sentence_indices < self.session.corpus.n_sentences)

    def _outdated(self, sentence_indices: NDArray[np.int64]) -> NDArray[np.bool_]:
        number = self._model.number if self._model is not None else 0
        return np.asarray(self.session.proposals.models[sentence_indices] != number)

    def _take(self, job: Job, answer: Answer) -> None:
        if isinstance(job, Slice) and isinstance(answer, ProposedTags):
            self._take_tags(job, answer)
        elif isinstance(job, Rating) and isinstance(answer, np.ndarray):
            self._take_ratings(job, answer)
        elif isinstance(answer, QueueOrder):
            self._take_order(answer)
        self._next()
        self._emit_if_caught_up()

    def _take_tags(self, job: Slice, tags: ProposedTags) -> None:
        if not self._loaded:
            _log.info("The first suggestions have arrived.")
        self._loaded = True
        for sentence_index in self.session.propose(
            news_of(job, tags), corrected=job.corrected, following=job.following
        ).tolist():
            self._urgent.setdefault(int(sentence_index), None)
        self._reorder_due = True

    def _take_ratings(self, job: Rating, worth: NDArray[np.float64]) -> None:
        fresh = ~self.session.state.touched_since(job.sentence_indices, job.revision)
        if self._ratings.query_choice.rating == job.query_choice.rating:
            self._ratings.take(job.sentence_indices[fresh], worth[fresh], job.model.number)
            self._reorder_due = self._reorder_due or not self._ratings.renewing

    def _give_up(self, reason: str) -> None:
        """Drop a model that cannot decode."""
        self._model = None
        self.session.suggestions.loading = False
        self.session.refused.emit(reason)

    def _leave_job(self, job: Job) -> None:
        """Continue after a job without an answer, but only with another model."""
        if job.model is not self._model:
            self._next()

    # ---- the queue

    def _due_order(self) -> Ordering | None:
        if not self._reorder_due or self._reorder_timer.isActive() or self._quiet_timer.isActive():
            return None
        if self._rates and self._ratings.renewing:
            return None
        self._reorder_due = False
        return self._order.ordering(self._model, rated=self._rates)

    def _take_order(self, order: QueueOrder) -> None:
        self._order.take(order)
        self._reorder_timer.start()

    # ---- on a worker

    def _answer(self, job: Job) -> Answer | None:
        if isinstance(job, Ordering):
            model = job.model.model if job.model is not None else None
            return self._learning.in_order(job.waiting, model)
        if isinstance(job, Rating):
            return self._worth_of(job)
        try:
            return self._learning.propose(job.model.model, job.sentences)
        except NoAnswerError:
            return None

    def _worth_of(self, job: Rating) -> NDArray[np.float64]:
        try:
            return self._learning.rate(job.model.model, job.sentences, job.query_choice, job.timed)
        except CrfError:
            # They come last; the error is reported by proposing, if it fails as well.
            return np.full(len(job.sentence_indices), UNRATED)
