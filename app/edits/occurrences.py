"""Saying of the same words elsewhere what was said of them here, all in one step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from app.domain.edits import ChangeGatherer, Edit, MarkChange, TokenChange, TokenChanges
from app.domain.fixes import Correction, FixKind, tags_left
from app.domain.project import Project
from app.domain.step_texts import step_data
from app.domain.tagging import OUTSIDE, TOKENS
from app.domain.tokens import TokenState
from app.domain.vocabulary import Vocabulary
from app.edits.marks import taken_back
from app.edits.places import Report
from app.edits.sentence_draft import SAID, SentenceDraft
from app.edits.spans import put, rule_out
from app.edits.wording import words_of
from crfcore.text.tag_schemes import Span, spans

Where = tuple[int, int]
"""Place of a sentence, and the first token in it."""


class Elsewhere:
    """What a fix says wherever its words stand in ``occurrences``, sentence by sentence.

    One of which a person has decided otherwise in the meantime is left as it is. ``places`` are
    the sentences, rising.
    """

    def __init__(self, project: Project, fix: Correction, occurrences: Iterable[Where]) -> None:
        self._project = project
        self._fix = fix
        self._firsts: dict[int, list[int]] = defaultdict(list)
        for place, first in occurrences:
            self._firsts[place].append(first)
        self.places = sorted(self._firsts)
        self._names = Vocabulary(project)
        self._left = tags_left(project, fix)
        self._taken = {project.labels[label].name for label in fix.taken}

    def changes_at(self, place: int) -> tuple[TokenChange, ...]:
        """Return what becomes of one sentence as it is now: one change, or nothing."""
        draft = SentenceDraft(self._project, place, self._names)
        for first in self._firsts[place]:
            if not self._is_decided(draft, first):
                self._say(draft, first)
        return draft.change()

    def edit(self, changes: Sequence[TokenChange]) -> Edit:
        """Return the one step that makes all these changes."""
        project = self._project
        marks: tuple[MarkChange, ...] = ()
        if self._fix.kind is FixKind.CLEAR and project.marks:
            places = project.corpus.places_of(TokenChanges.in_order(changes).sentences)
            marks = tuple(mark for place in places.tolist() for mark in taken_back(project, place))
        summary = self._summary(len(changes))
        names = self._names.new_names()
        return Edit("say_elsewhere", summary, tokens=changes, marks=marks, new_names=names)

    def _say(self, draft: SentenceDraft, first: int) -> None:
        fix = self._fix
        last = first + fix.n_tokens - 1
        if fix.kind is FixKind.FORBID:
            rule_out(draft, first, last, fix.labels)
        elif fix.kind is FixKind.LABEL:
            put(draft, first, last, draft.project.labels[fix.labels[0]].name)
        else:
            put(draft, first, last, OUTSIDE if fix.kind is FixKind.NO_LABEL else None)

    def _is_decided(self, draft: SentenceDraft, first: int) -> bool:
        """Say whether a person's word on a token stands against the fix."""
        if self._fix.kind is FixKind.CLEAR:
            return not self._bears_taken(draft, first, SAID)
        against = any(
            draft.states[token] in (TokenState.CONFIRMED, TokenState.NARROWED)
            and tags.isdisjoint(draft.possible(token))
            for token, tags in enumerate(self._left, first)
        )
        return against and not self._bears_taken(draft, first, (TokenState.CONFIRMED,))

    def _bears_taken(
        self, draft: SentenceDraft, first: int, states: tuple[TokenState, ...]
    ) -> bool:
        """Say whether the tokens bear, as one span, a label that the fix has taken away."""
        if not self._taken:
            return False
        end = first + self._fix.n_tokens
        tags = [tag if draft.states[i] in states else None for i, tag in enumerate(draft.tags())]
        if draft.project.settings.scheme == TOKENS:
            return any(set(tags[first:end]) == {name} for name in self._taken)
        found = spans([tag or OUTSIDE for tag in tags])
        return any(Span(first, end, name) in found for name in self._taken)

    def _summary(self, n_sentences: int) -> str:
        fix, project = self._fix, self._project
        said = words_of(project, fix.place, fix.first, fix.last)
        names = [project.labels[label].name for label in fix.labels or fix.taken]
        named = () if fix.kind is FixKind.NO_LABEL else (", ".join(names),)
        return step_data(said, *named, n_sentences, case=fix.kind.value)


def say_elsewhere(
    project: Project,
    fix: Correction,
    occurrences: Iterable[Where],
    report: Report = lambda _done, _total: None,
) -> Edit:
    """Say what a fix says wherever its words stand in ``occurrences``, all at once."""
    said = Elsewhere(project, fix, occurrences)
    changes = ChangeGatherer()
    for done, place in enumerate(said.places):
        report(done, len(said.places))
        changes.add(said.changes_at(place))
    return said.edit(changes.changes())
