"""Evaluation of the conditions of a query on tokens and sentences."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.domain.proposals import NO_TAG, only_tags
from app.domain.search import ANY, NONE, Atom, Condition, Field
from app.domain.sentence_flags import SentenceFlags
from app.domain.tagging import OUTSIDE, TOKENS, label_name
from app.domain.tokens import Role, TokenState
from app.jobs.search.find_question import FindQuestion, Places
from crfcore.arrays import counts_before
from crfcore.text.tag_schemes import continues

Mask = NDArray[np.bool_]

Spans = tuple[Places, Places]
"""First and last tokens of matches, in the flat arrays."""


class Conditions:
    """Evaluates conditions; what is shown on each token is cached."""

    def __init__(self, question: FindQuestion) -> None:
        self.question = question
        self.corpus = question.corpus
        self.offsets = question.corpus.offsets
        self.n_tokens = int(self.offsets[-1])

    # ---- what is shown

    @cached_property
    def _states(self) -> NDArray[np.uint8]:
        """Return the state of each token, without suggestions in test sentences."""
        states = self.corpus.states
        hidden = self._is_control & (states == TokenState.SUGGESTED)
        return np.where(hidden, np.uint8(TokenState.UNKNOWN), states)

    @cached_property
    def _is_control(self) -> Mask:
        return np.repeat(self.corpus.roles == Role.CONTROL, np.diff(self.offsets))

    @cached_property
    def _single(self) -> NDArray[np.int64]:
        """Return the only tag of each interned set, `NO_TAG` if it has none or several."""
        return only_tags(self.question.members)

    @cached_property
    def _own(self) -> Mask:
        """Return where the tag shown is confirmed or imported."""
        states = self._states
        return np.asarray((states == TokenState.CONFIRMED) | (states == TokenState.SUGGESTED))

    @cached_property
    def _shown(self) -> NDArray[np.int64]:
        """Return the tag shown on each token, as in `app.domain.display`."""
        n_tags = len(self.question.tags)
        gone = np.zeros(n_tags + 1, np.bool_)
        gone[list(self.question.gone)] = True
        proposed = self.question.proposed[: self.n_tokens].astype(np.int64)
        hidden = self._is_control | (proposed >= n_tags) | gone[np.minimum(proposed, n_tags)]
        shown = np.where(hidden, NO_TAG, proposed)
        # Rejected labels are not shown.
        bound = np.flatnonzero((self._states == TokenState.NARROWED) & (shown != NO_TAG))
        sets = self.corpus.tag_sets[bound].tolist()
        members = self.question.members
        out = [
            tag not in members[number]
            for number, tag in zip(sets, shown[bound].tolist(), strict=True)
        ]
        shown[bound[np.array(out, np.bool_)]] = NO_TAG
        return np.where(self._own, self._single[self.corpus.tag_sets], shown)

    @cached_property
    def _names(self) -> list[str]:
        """Return the name of each tag's label, "" for no label; the last entry is no tag."""
        scheme = self.question.scheme
        return [*(label_name(tag, scheme) for tag in self.question.tags), ""]

    @cached_property
    def span_begins(self) -> Mask:
        """Return the starts of spans shown, and of tokens outside of spans."""
        begins = np.ones(self.n_tokens, np.bool_)
        if self.question.scheme != TOKENS and self.n_tokens:
            names = [*self.question.tags, OUTSIDE]
            goes_on = np.array([[continues(one, other) for other in names] for one in names])
            begins[1:] = ~goes_on[self._shown[:-1], self._shown[1:]]
            heads = self.offsets[:-1]
            begins[heads[heads < self.n_tokens]] = True
        return begins

    def label_spans(self, label: Atom) -> Spans:
        """Return the first and last tokens of a label's spans."""
        begins = np.flatnonzero(self.span_begins)
        ends = np.append(begins[1:], self.n_tokens) - 1
        kept = self.tokens(label)[begins]
        return begins[kept], ends[kept]

    # ---- conditions on tokens

    def tokens(self, atom: Atom) -> Mask:
        """Return for which tokens a condition is true (T,)."""
        if not isinstance(atom, Condition):
            raise TypeError(atom)
        masks: dict[Field, Callable[[Condition], Mask]] = {
            Field.LABEL: self._labelled,
            Field.TOKEN: self._in_token_state,
            Field.CONFIDENCE: self._probable,
            Field.BY: self._labelled_by,
            Field.FROM: self._come_from,
        }
        return masks[atom.field](atom)

    def _labelled(self, condition: Condition) -> Mask:
        wanted = _named(condition)
        table = np.array([wanted(name) for name in self._names], np.bool_)
        return np.asarray(table[self._shown])

    def _in_token_state(self, condition: Condition) -> Mask:
        states, shown = self._states, self._shown != NO_TAG
        unsaid = ~self._own
        masks: dict[str, Callable[[], Mask]] = {
            "confirmed": lambda: states == TokenState.CONFIRMED,
            "open": lambda: states != TokenState.CONFIRMED,
            "suggested": lambda: unsaid & shown,
            "imported": lambda: states == TokenState.SUGGESTED,
            "rejected": lambda: states == TokenState.NARROWED,
            "nothing": lambda: unsaid & ~shown,
            "foreign": lambda: self._own & shown & self._is_foreign[self._shown],
            "broken": self._breaks_scheme,
        }
        return np.asarray(masks[condition.value]())

    @cached_property
    def _is_foreign(self) -> Mask:
        """Return which tags belong to no label; the last entry is no tag."""
        result = np.zeros(len(self.question.tags) + 1, np.bool_)
        result[list(self.question.foreign)] = True
        return result

    def _breaks_scheme(self) -> Mask:
        """Return which confirmed or imported tags violate the scheme."""
        from app.jobs.data.tag_sequences import TagSequences  # brings the library of constraints

        own_tags = np.where(self._own, self._shown, NO_TAG).astype(np.int32)
        sequences = TagSequences(own_tags, self.question.tags, self.offsets)
        return np.asarray(sequences.broken(self.question.scheme) & (own_tags != NO_TAG))

    def _probable(self, condition: Condition) -> Mask:
        """Return where the label shown has a probability within the bounds."""
        by_model = np.repeat(self.question.models >= 0, np.diff(self.offsets))
        by_model &= ~self.question.listed[: self.n_tokens]
        same = self.question.proposed[: self.n_tokens] == self._shown
        rated = (self._states != TokenState.CONFIRMED) & by_model & same & (self._shown != NO_TAG)
        # In single precision, as the probabilities.
        chances = self.question.probabilities[: self.n_tokens]
        lowest, highest = np.float32(condition.lowest), np.float32(condition.highest)
        low = chances >= lowest if condition.lowest_met else chances > lowest
        high = chances <= highest if condition.highest_met else chances < highest
        return np.asarray(rated & low & high)

    def _labelled_by(self, condition: Condition) -> Mask:
        return self._of_edits(self.question.authors.people, _named(condition))

    def _come_from(self, condition: Condition) -> Mask:
        return self._of_edits(self.question.authors.origins, condition.value.__eq__)

    def _of_edits(self, values: Mapping[int, str], fits: Callable[[str], object]) -> Mask:
        edits = [edit for edit, value in list(values.items()) if fits(value)]
        table = np.zeros(int(self.corpus.edits.max(initial=0)) + 1, np.bool_)
        numbers = np.array(edits, np.int64)
        table[numbers[(numbers > 0) & (numbers < len(table))]] = True
        return np.asarray(table[self.corpus.edits] & (self.corpus.states != TokenState.UNKNOWN))

    # ---- conditions on sentences

    def sentences(self, condition: Condition) -> Mask:
        """Return for which sentences a condition is true (N,)."""
        masks: dict[Field, Callable[[Condition], Mask]] = {
            Field.HAS: lambda one: self._any(self._labelled(one)),
            Field.STATE: self._in_state,
            Field.DOCUMENT: self._of_document,
            Field.FLAG: self._with_flag,
            Field.CONTROL: lambda one: (self.corpus.roles == Role.CONTROL) == (one.value == "yes"),
        }
        return masks[condition.field](condition)

    def _any(self, tokens: Mask) -> Mask:
        return np.asarray(self._count(tokens) > 0)

    def _count(self, tokens: Mask) -> Places:
        before = counts_before(tokens)
        return np.asarray(np.diff(before[self.offsets]), np.int64)

    def _in_state(self, condition: Condition) -> Mask:
        states, lengths = self.corpus.states, np.diff(self.offsets)
        confirmed = self._count(states == TokenState.CONFIRMED)
        done = confirmed == lengths
        begun = (confirmed > 0) | self._any(states == TokenState.NARROWED)
        masks = {"done": done, "open": ~done, "partial": ~done & begun, "todo": ~done & ~begun}
        return np.asarray(masks[condition.value])

    def _of_document(self, condition: Condition) -> Mask:
        wanted = condition.value.casefold()
        names = {number: name.casefold() for number, name in self.question.documents.items()}
        if condition.literal and wanted in names.values():
            documents = [number for number, name in names.items() if name == wanted]
        elif "*" in wanted and not condition.literal:
            fits = starred(wanted).match
            documents = [number for number, name in names.items() if fits(name)]
        else:
            documents = [number for number, name in names.items() if wanted in name]
        return np.asarray(np.isin(self.corpus.documents, documents))

    def _with_flag(self, condition: Condition) -> Mask:
        flags = {
            "flagged": SentenceFlags.FLAGGED,
            "postponed": SentenceFlags.LATER,
            "skipped": SentenceFlags.SKIPPED,
            "answered": SentenceFlags.ANSWERED,
        }
        wanted = flags.get(condition.value, ~SentenceFlags.NONE)
        ids = [number for number, one in self.question.flags.items() if one & wanted]
        marked = np.isin(self.corpus.ids, np.array(ids, np.int64))
        return ~marked if condition.value == "none" else np.asarray(marked)


def _named(condition: Condition) -> Callable[[str], object]:
    """Return a test of names: "none" matches "", and ``*`` any characters."""
    wanted = condition.value.casefold()
    if not condition.literal and wanted == NONE:
        return lambda name: not name
    if not condition.literal and wanted == ANY:
        return bool
    if not condition.literal and "*" in wanted:
        pattern = starred(wanted)
        return lambda name: name and pattern.match(name.casefold())
    return lambda name: name.casefold() == wanted


def starred(text: str) -> re.Pattern[str]:
    """Return the expression for a text in which ``*`` matches any characters."""
    return re.compile(fnmatch.translate(text.replace("[", "[[]").replace("?", "[?]")))
