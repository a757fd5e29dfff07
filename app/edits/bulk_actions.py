"""Actions on all matches of a search as one edit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

import numpy as np

from app.domain.corrections import Correction, CorrectionKind, tags_allowed
from app.domain.display import DisplayKind, TokenDisplay, token_display
from app.domain.edits import (
    ChangeCollector,
    Edit,
    FlagChange,
    Origin,
    TokenChange,
    compact,
)
from app.domain.project import Project
from app.domain.proposals import Proposals
from app.domain.search import Act, BulkAction, Findings
from app.domain.sentence_flags import SentenceFlags
from app.domain.step_texts import step_data
from app.domain.tagging import OUTSIDE, TOKENS, TagTable, label_name
from app.domain.tokens import Role, TokenState
from app.domain.vocabulary import Vocabulary
from app.edits.accept import accept_sentence
from app.edits.sentence_draft import SentenceDraft
from app.edits.sentence_flags import answered, flagged, put_aside, taken_back
from app.edits.spans import put
from crfcore.text.tag_schemes import continues

Report = Callable[[int, int], None]
"""Called with the number of matches processed, and of all."""

Left = tuple[frozenset[int], ...]
"""The tags that each token of a match can have under the action."""


@dataclass(frozen=True, slots=True, eq=False)
class BulkResult:
    """The edit, and the numbers of matches.

    ``n_hits`` matches have the wanted label now; ``n_decided`` are left unchanged because a person
    has decided otherwise, ``n_control`` because they are in test sentences. ``n_changed`` sentences
    were edited meanwhile, and are left out. Of flags, all are numbers of sentences.
    """

    edit: Edit
    n_hits: int = 0
    n_decided: int = 0
    n_control: int = 0
    n_changed: int = 0


def apply_to_matches(
    project: Project,
    proposals: Proposals,
    bulk_action: BulkAction,
    found: Findings,
    report: Report = lambda _done, _total: None,
) -> BulkResult:
    """Apply an action to all matches of a search, as one edit.

    Matches that a person has decided otherwise are left unchanged, and so are test sentences, which
    are labelled without suggestions, and without which the sample would not be one any more; they
    can be flagged.
    """
    if bulk_action.act in _FLAGS:
        return _set_flags_of(project, bulk_action, found)
    tokens = ChangeCollector()
    flags: list[FlagChange] = []
    n_control = n_decided = done = 0
    action = _SentenceAction(project, proposals, bulk_action, whole=found.whole)
    for sentence_index, spans in _by_sentence(found):
        report(done, len(found))
        done += len(spans)
        if project.corpus.roles[sentence_index] == Role.CONTROL:
            n_control += len(spans)
            continue
        change, noted, decided = action.of(sentence_index, spans)
        n_decided += decided
        tokens.add(change)
        if change:
            flags += noted
    n_hits = len(found) - n_control - n_decided
    origin = Origin.ACCEPTED if bulk_action.act is Act.ACCEPT else Origin.TYPED
    edit = Edit(
        f"found_{bulk_action.act.value}",
        _summary(project, bulk_action, n_hits),
        origin,
        tokens=compact(tokens.changes()),
        flags=tuple(flags),
        new_names=action.names.new_names(),
    )
    return BulkResult(edit, n_hits, n_decided, n_control)


def _by_sentence(found: Findings) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    order = np.lexsort((found.lasts, found.firsts, found.sentence_indices))
    rows = zip(
        found.sentence_indices[order].tolist(),
        found.firsts[order].tolist(),
        found.lasts[order].tolist(),
        strict=True,
    )
    for sentence_index, own in groupby(rows, lambda row: row[0]):
        yield sentence_index, [(first, last) for _, first, last in own]


class _SentenceAction:
    """Applies an action to the matches in one sentence at a time."""

    def __init__(
        self, project: Project, proposals: Proposals, bulk_action: BulkAction, *, whole: bool
    ) -> None:
        self._project = project
        self._proposals = proposals
        self._bulk_action = bulk_action
        self._whole = whole
        self._table = TagTable.of(project)
        self.names = Vocabulary(project)
        self._left: dict[int, Left] = {}

    def of(
        self, sentence_index: int, spans: Sequence[tuple[int, int]]
    ) -> tuple[Sequence[TokenChange], tuple[FlagChange, ...], int]:
        """Return the changes of a sentence's tokens and flags, and the number of matches left."""
        project, act = self._project, self._bulk_action.act
        if act is Act.ACCEPT and self._whole:
            edit = accept_sentence(project, self._proposals, sentence_index, self.names)
            return edit.tokens, edit.flags, 0
        draft = SentenceDraft(project, sentence_index, self.names)
        if act is Act.CLEAR:
            for first, last in spans:
                put(draft, first, last, None)
            return draft.change(), taken_back(project, sentence_index), 0
        if act is Act.ACCEPT:
            records = token_display(project, self._proposals, sentence_index, self._table)
            for first, last in spans:
                _accept(draft, records, first, last)
            return draft.change(), answered(project, sentence_index), 0
        decided = 0
        for first, last in spans:
            left = self._tags_allowed(sentence_index, first, last)
            if _is_decided(draft, first, last, left):
                decided += 1
            else:
                put(draft, first, last, self._name)
        return draft.change(), answered(project, sentence_index), decided

    @property
    def _name(self) -> str:
        if self._bulk_action.act is Act.NO_LABEL:
            return OUTSIDE
        return self._project.labels[self._bulk_action.label].name

    def _tags_allowed(self, sentence_index: int, first: int, last: int) -> Left:
        n_tokens = last - first + 1
        if n_tokens not in self._left:
            gives = self._bulk_action.act is Act.LABEL
            kind = CorrectionKind.LABEL if gives else CorrectionKind.NO_LABEL
            labels = (self._bulk_action.label,) if gives else ()
            correction = Correction(kind, sentence_index, first, last, labels)
            self._left[n_tokens] = tuple(tags_allowed(self._project, correction))
        return self._left[n_tokens]


def _is_decided(draft: SentenceDraft, first: int, last: int, left: Left) -> bool:
    """Return whether a person's decision on these tokens contradicts the action."""
    for token, tags in enumerate(left, first):
        known = draft.states[token] in (TokenState.CONFIRMED, TokenState.NARROWED)
        if known and tags.isdisjoint(draft.possible(token)):
            return True
    if draft.project.settings.scheme == TOKENS or last + 1 >= len(draft):
        return False
    # A person has extended the span.
    tag, behind = draft.tag(last), draft.tag(last + 1)
    return (
        draft.states[last + 1] == draft.states[last] == TokenState.CONFIRMED
        and tag is not None
        and behind is not None
        and continues(tag, behind)
    )


def _accept(draft: SentenceDraft, records: Sequence[TokenDisplay], first: int, last: int) -> None:
    """Confirm what is shown on some tokens, with the whole of each span that they touch."""
    spans = {record.span for record in records[first : last + 1] if record.span >= 0}
    wanted = [
        record
        for record in records
        if first <= record.index <= last or (record.span >= 0 and record.span in spans)
    ]
    for _, group in groupby(wanted, lambda one: one.span if one.span >= 0 else ~one.index):
        piece = list(group)
        tag = piece[0].tag
        if tag is None or all(record.kind is DisplayKind.PERSON for record in piece):
            continue
        if all(record.kind is DisplayKind.IMPORTED for record in piece):
            for record in piece:
                draft.confirm(record.index, record.tag or OUTSIDE)
            continue
        name = label_name(tag, draft.project.settings.scheme) or OUTSIDE
        put(draft, piece[0].index, piece[-1].index, name)


# ---- flags


_FLAGS: dict[Act, Callable[[Project, int], tuple[FlagChange, ...]]] = {
    Act.FLAG: flagged,
    Act.SKIP: partial(put_aside, flag=SentenceFlags.SKIPPED),
    Act.LATER: partial(put_aside, flag=SentenceFlags.LATER),
}


def _set_flags_of(project: Project, bulk_action: BulkAction, found: Findings) -> BulkResult:
    note = _FLAGS[bulk_action.act]
    there = np.zeros(project.corpus.n_sentences, np.bool_)
    there[found.sentence_indices] = True
    is_control = project.corpus.roles == Role.CONTROL
    if bulk_action.act is Act.FLAG:
        is_control = np.zeros_like(is_control)
    n_control = int(np.count_nonzero(there & is_control))
    sentence_indices = np.flatnonzero(there & ~is_control).tolist()
    flags = tuple(
        change for sentence_index in sentence_indices for change in note(project, sentence_index)
    )
    summary = _summary(project, bulk_action, len(sentence_indices))
    edit = Edit(f"found_{bulk_action.act.value}", summary, flags=flags)
    return BulkResult(edit, len(sentence_indices), n_control=n_control)


def _summary(project: Project, bulk_action: BulkAction, n: int) -> str:
    return step_data(
        n, *([project.labels[bulk_action.label].name] if bulk_action.act is Act.LABEL else [])
    )
