"""Applying a correction to other occurrences of the same words, as one edit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from app.domain.corrections import Correction, CorrectionKind, tags_allowed
from app.domain.edits import ChangeCollector, Edit, FlagChange, TokenChange, TokenChanges
from app.domain.project import Project
from app.domain.step_texts import step_data
from app.domain.tagging import OUTSIDE, TOKENS
from app.domain.tokens import TokenState
from app.domain.vocabulary import Vocabulary
from app.edits.bulk_actions import Report
from app.edits.sentence_draft import TAGGED, SentenceDraft
from app.edits.sentence_flags import taken_back
from app.edits.spans import put, reject
from app.edits.wording import words_of
from crfcore.text.tag_schemes import Span, spans

Where = tuple[int, int]
"""Index of a sentence, and the first token in it."""


class CorrectionElsewhere:
    """A correction applied to ``occurrences``, sentence by sentence.

    Occurrences that a person has decided otherwise meanwhile are left unchanged.
    ``sentence_indices`` are the sentences, rising.
    """

    def __init__(
        self, project: Project, correction: Correction, occurrences: Iterable[Where]
    ) -> None:
        self._project = project
        self._correction = correction
        self._firsts: dict[int, list[int]] = defaultdict(list)
        for sentence_index, first in occurrences:
            self._firsts[sentence_index].append(first)
        self.sentence_indices = sorted(self._firsts)
        self._names = Vocabulary(project)
        self._left = tags_allowed(project, correction)
        self._n_applied = 0
        self._taken = {project.labels[label].name for label in correction.taken}

    def changes_at(self, sentence_index: int) -> tuple[TokenChange, ...]:
        """Return the change of one sentence as it is now, or nothing."""
        draft = SentenceDraft(self._project, sentence_index, self._names)
        for first in self._firsts[sentence_index]:
            if not self._is_decided(draft, first):
                self._n_applied += self._apply(draft, first)
        return draft.change()

    def edit(self, changes: Sequence[TokenChange]) -> Edit:
        """Return the edit of all these changes."""
        project = self._project
        flags: tuple[FlagChange, ...] = ()
        if self._correction.kind is CorrectionKind.CLEAR and project.flags:
            sentence_indices = project.corpus.sentence_indices_of(
                TokenChanges.in_order(changes).sentences
            )
            flags = tuple(
                flag
                for sentence_index in sentence_indices.tolist()
                for flag in taken_back(project, sentence_index)
            )
        summary = self._summary()
        names = self._names.new_names()
        return Edit("say_elsewhere", summary, tokens=changes, flags=flags, new_names=names)

    def _apply(self, draft: SentenceDraft, first: int) -> bool:
        """Return whether an occurrence was changed."""
        correction, before = self._correction, (list(draft.sets), list(draft.states))
        last = first + correction.n_tokens - 1
        if correction.kind is CorrectionKind.FORBID:
            reject(draft, first, last, correction.labels)
        elif correction.kind is CorrectionKind.LABEL:
            put(draft, first, last, draft.project.labels[correction.labels[0]].name)
        else:
            put(draft, first, last, OUTSIDE if correction.kind is CorrectionKind.NO_LABEL else None)
        return before != (draft.sets, draft.states)

    def _is_decided(self, draft: SentenceDraft, first: int) -> bool:
        """Return whether a person's decision on a token contradicts the correction."""
        if self._correction.kind is CorrectionKind.CLEAR:
            return not self._has_removed_label(draft, first, TAGGED)
        against = any(
            draft.states[token] in (TokenState.CONFIRMED, TokenState.NARROWED)
            and tags.isdisjoint(draft.possible(token))
            for token, tags in enumerate(self._left, first)
        )
        return against and not self._has_removed_label(draft, first, (TokenState.CONFIRMED,))

    def _has_removed_label(
        self, draft: SentenceDraft, first: int, states: tuple[TokenState, ...]
    ) -> bool:
        """Return whether the tokens are one span of a label that the correction removes."""
        if not self._taken:
            return False
        end = first + self._correction.n_tokens
        tags = [tag if draft.states[i] in states else None for i, tag in enumerate(draft.tags())]
        if draft.project.settings.scheme == TOKENS:
            return any(set(tags[first:end]) == {name} for name in self._taken)
        found = spans([tag or OUTSIDE for tag in tags])
        return any(Span(first, end, name) in found for name in self._taken)

    def _summary(self) -> str:
        correction, project = self._correction, self._project
        elsewhere = words_of(project, correction.sentence_index, correction.first, correction.last)
        names = [project.labels[label].name for label in correction.labels or correction.taken]
        named = () if correction.kind is CorrectionKind.NO_LABEL else (", ".join(names),)
        return step_data(
            elsewhere, *named, self._n_applied, case=f"{correction.kind.value}.occurrences"
        )


def correct_elsewhere(
    project: Project,
    correction: Correction,
    occurrences: Iterable[Where],
    report: Report = lambda _done, _total: None,
) -> Edit:
    """Apply a correction to ``occurrences``, as one edit."""
    elsewhere = CorrectionElsewhere(project, correction, occurrences)
    changes = ChangeCollector()
    for done, sentence_index in enumerate(elsewhere.sentence_indices):
        report(done, len(elsewhere.sentence_indices))
        changes.add(elsewhere.changes_at(sentence_index))
    return elsewhere.edit(changes.changes())
