"""Suggestions of models, and the marks on what they change in the current sentence."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from app.domain.changes import no_sentences, union
from app.domain.display import shown_otherwise, shown_tags
from app.domain.edits import Edit, TokenChange, TokenChanges
from app.domain.proposals import ProposalSlice
from app.domain.tokens import TokenState
from app.session.earlier_suggestions import EarlierSuggestions
from app.session.project_state import ProjectState
from app.session.propagation import Propagation, Shown
from app.session.sentence_uncertainty import renew_certainty, renew_certainty_of


class Suggestions:
    """Stores suggestions, and marks what they change beside a person's edit.

    ``conflicts`` has, by sentence, why its suggestions could not satisfy every rule.
    ``newest_model`` is the number of the current model, even if not every sentence has its
    suggestions yet: 0 without one, negative for gazetteers and grammars alone. ``loading``: the
    stored model is being read, or has not suggested for every sentence yet. ``declined`` has, by
    sentence id, the tokens of corrections whose effect on other sentences the person took back:
    they are to influence no other sentence any more.
    """

    def __init__(self, state: ProjectState, propagation: Propagation) -> None:
        """Begin without suggestions."""
        self.conflicts: dict[int, str] = {}
        self.newest_model = 0
        self.loading = False
        self._state = state
        self.declined: dict[int, frozenset[int]] = {}
        self._propagation = propagation
        self._earlier = EarlierSuggestions(state, self.conflicts)
        self._newest: Edit | None = None
        self._in_work = -1
        self._model_at_arrival = 0
        # Changes by a model after an undo are its effect, not to be marked.
        self._follows_undo = False
        # What was shown before a correction may depend on a label that was undone since.
        self._undone_here = False

    @property
    def in_work(self) -> int:
        """Id of the current sentence, -1 for none."""
        corpus = self._state.corpus
        there = 0 <= self._in_work < corpus.n_sentences
        return int(corpus.ids[self._in_work]) if there else -1

    def are_loading(self, sentence_index: int) -> bool:
        """Return whether the suggestions for an open sentence are being loaded."""
        missing = self._state.proposals.models[sentence_index] <= 0
        return bool(self.loading and missing and self._state.open_tokens[sentence_index] > 0)

    def begin_work_on(self, sentence_index: int) -> None:
        """Set the current sentence (-1: none)."""
        self._in_work = sentence_index
        self._undone_here = False
        self._model_at_arrival = self.newest_model

    def follow(
        self, applied: Edit, sentence_indices: NDArray[np.int64], *, back: bool
    ) -> NDArray[np.int64]:
        """Record the newest edit; ``back`` for an undo.

        Return the sentences that get suggestions which were withheld until now.
        """
        if applied.rules or applied.gazetteers or applied.phrases:
            # What was suggested until now followed other rules: Esc does not bring it back.
            self._propagation.drop_all()
            for news in self._earlier.begin(no_sentences()):
                self._state.proposals.models[news.sentence_indices] = 0
        if not len(sentence_indices):
            return no_sentences()
        self._newest = applied
        # Marks are those of the last correction.
        self._propagation.drop_all()
        self._follows_undo = back
        self._undone_here = self._undone_here or back
        self._heed(applied)
        released = no_sentences()
        for news in self._earlier.begin(no_sentences() if back else sentence_indices):
            fresh = ~self._state.touched_since(news.sentence_indices, news.revision)
            self.take_in(news, fresh, None, of_step=True)
            released = union(released, news.sentence_indices[fresh])
        return released

    def _heed(self, applied: Edit) -> None:
        """Decline tokens no longer that an edit changes."""
        if not self.declined:
            return
        changes = TokenChanges.in_order(applied.tokens)
        declined = {}
        for sentence, tokens in self.declined.items():
            change = changes.of_sentence(sentence)
            left = tokens if change is None else tokens.difference(change.tokens.tolist())
            if left:
                declined[sentence] = left
        self.declined = declined

    def take_in(
        self,
        news: ProposalSlice,
        fresh: NDArray[np.bool_],
        corrected: Iterable[int] | None,
        *,
        of_step: bool = False,
    ) -> None:
        """Store the suggestions for ``fresh`` sentences, and mark what they change.

        ``of_step``: they were made for an edit, not by a newer model.
        """
        state = self._state
        corpus, proposals = state.corpus, state.proposals
        watched = self._in_work if corrected is None else int(news.sentence_indices[0])
        lengths = corpus.lengths(news.sentence_indices)
        kept = np.repeat(fresh, lengths)
        new_tags = news.tags[kept & np.repeat(news.sentence_indices == watched, lengths)]
        is_new = len(new_tags) and not np.array_equal(
            new_tags, proposals.tags[corpus.span(watched)]
        )
        before = self.shown_tags(watched) if is_new else None
        sentence_indices = news.sentence_indices[fresh]
        self._earlier.keep(sentence_indices)
        at = state.flat_tokens(sentence_indices)
        proposals.tags[at] = news.tags[kept]
        proposals.probabilities[at] = news.probabilities[kept]
        proposals.listed[at] = False if news.listed is None else news.listed[kept]
        proposals.models[sentence_indices] = news.model
        for sentence_index in sentence_indices.tolist():
            self.conflicts.pop(sentence_index, None)
        self.conflicts.update(
            {p: text for p, text in news.conflicts.items() if p in sentence_indices}
        )
        renew_certainty(corpus, proposals, sentence_indices)
        if before is not None:
            self._mark(watched, before, corrected, None if of_step else news.model)
        if self._undone_here and len(new_tags) and corrected is None and not of_step:
            self._propagation.keep_as_shown(watched)

    def take_in_following(self, news: ProposalSlice, fresh: NDArray[np.bool_]) -> None:
        """Store the suggestions that follow a correction in another sentence, and mark them."""
        models = self._state.proposals.models
        before = {
            sentence_index: self.shown_tags(sentence_index)
            for sentence_index in news.sentence_indices[fresh].tolist()
            if models[sentence_index] > 0
        }
        self.take_in(news, fresh, None, of_step=True)
        for sentence_index, shown in before.items():
            self._mark(sentence_index, shown, (), None)

    def withhold(self, news: ProposalSlice, fresh: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which of the ``fresh`` sentences may get their new suggestions now."""
        return self._earlier.withhold(news, fresh)

    def take_back(self, sentence_index: int) -> list[int]:
        """Restore the suggestions from before the last correction, and return the sentences.

        Without a correction, those from before a newer model.
        They are the given one, if it has marks, and the others that have changed since. From then
        on the correction influences no other sentence.
        """
        others = self.changed_with(sentence_index)
        is_corrected = sentence_index in self._propagation.corrected_sentences()
        taken_back = [one for one in (sentence_index, *others) if self._take_back(one)]
        self._earlier.hold(taken_back)
        if not others and not is_corrected:
            return taken_back
        restored = self._earlier.restore()
        self._propagation.drop(restored)
        self._decline()
        return [*taken_back, *(one for one in restored if one not in taken_back)]

    def _decline(self) -> None:
        """Let the newest edit influence no other sentence."""
        changes = () if self._newest is None else self._newest.tokens
        # Another mapping: that tells who reads it of the change.
        declined = dict(self.declined)
        for change in changes:
            own = declined.get(change.sentence, frozenset())
            declined[change.sentence] = own.union(self._meant(change))
        self.declined = declined

    def changed_with(self, sentence_index: int) -> list[int]:
        """Return the other sentences that the last correction changed, rising.

        Empty unless the correction was made in this sentence or has changed it.
        """
        changed = self._propagation.corrected_sentences()
        if sentence_index not in changed and not self.corrected_tokens(sentence_index):
            return []
        return [one for one in changed if one != sentence_index]

    def _take_back(self, sentence_index: int) -> bool:
        earlier = self._propagation.take_back(sentence_index)
        if earlier is None:
            return False
        corpus, proposals = self._state.corpus, self._state.proposals
        base = int(corpus.offsets[sentence_index])
        for token, (tag, probability, is_listed) in earlier.items():
            proposals.tags[base + token] = tag
            proposals.probabilities[base + token] = probability
            proposals.listed[base + token] = is_listed
        renew_certainty_of(corpus, proposals, sentence_index)
        return True

    def shown_tags(self, sentence_index: int) -> Shown:
        """Return the tag id shown on each token of a sentence, and more about its proposal."""
        state = self._state
        at, proposals = state.corpus.span(sentence_index), state.proposals
        tags = [one.tag for one in shown_tags(state.project, proposals, sentence_index)]
        chances, listed = proposals.probabilities[at].tolist(), proposals.listed[at].tolist()
        return list(zip(tags, chances, listed, strict=True))

    def corrected_tokens(self, sentence_index: int) -> frozenset[int]:
        """Return the tokens of a sentence that the newest edit labels or clears.

        Neighbours that it only narrows or releases are not among them.
        """
        if self._newest is None:
            return frozenset()
        sentence = int(self._state.corpus.ids[sentence_index])
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

    def _mark(
        self, sentence_index: int, before: Shown, corrected: Iterable[int] | None, model: int | None
    ) -> None:
        """Mark the tokens whose shown tag new suggestions have changed.

        ``model`` is the number of their model, None if they were made for an edit.
        """
        state, now = self._state, self.shown_tags(sentence_index)
        tags = [[one[0] for one in shown] for shown in (before, now)]
        states = state.corpus.states[state.corpus.span(sentence_index)]
        free = (states == TokenState.UNKNOWN) | (states == TokenState.NARROWED)
        changed = {t for t in shown_otherwise(state.project, state.tag_table, *tags) if free[t]}
        # Of a label that a person has just removed, no suggestion is to come back with Esc.
        changed -= self.corrected_tokens(sentence_index)
        if corrected is not None:
            self._propagation.mark(sentence_index, before, now, changed.difference(corrected))
            return
        # Other suggestions are known already, follow from the person's own edit, or are those of
        # the stored model, which take the place of the first ones after opening.
        known = model in (None, self._model_at_arrival)
        is_news = not (known or self._follows_undo or self.loading)
        self._propagation.mark_more(sentence_index, before, now, changed if is_news else ())
