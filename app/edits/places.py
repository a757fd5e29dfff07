"""Saying the same of many places at once: what a search has found, in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

import numpy as np

from app.domain.display import DisplayKind, TokenDisplay, token_display
from app.domain.edits import (
    ChangeGatherer,
    Edit,
    MarkChange,
    Origin,
    TokenChange,
    compact,
)
from app.domain.fixes import Correction, FixKind, tags_left
from app.domain.marks import Mark
from app.domain.project import Project
from app.domain.proposals import Proposals
from app.domain.search import Act, BulkAction, Findings
from app.domain.step_texts import step_data
from app.domain.tagging import OUTSIDE, TOKENS, TagTable, label_name
from app.domain.tokens import Role, TokenState
from app.domain.vocabulary import Vocabulary
from app.edits.accept import accept_sentence
from app.edits.marks import answered, flagged, put_aside, taken_back
from app.edits.sentence_draft import SentenceDraft
from app.edits.spans import put
from crfcore.text.tag_schemes import continues

Report = Callable[[int, int], None]
"""Told how many hits are done, of how many."""

Left = tuple[frozenset[int], ...]
"""The tags that each token of a hit can have when what is said of it is true."""


@dataclass(frozen=True, slots=True, eq=False)
class Acted:
    """The step to be made, and what becomes of the hits.

    Of ``n_hits`` nothing was to be done for those that are so already; ``n_decided`` are left
    alone because a person has said something else there, ``n_control`` because they stand in the
    test sample. ``n_changed`` sentences were edited while this was made, and are left out of it.
    """

    edit: Edit
    n_hits: int = 0
    n_decided: int = 0
    n_control: int = 0
    n_changed: int = 0


def act_on(
    project: Project,
    proposals: Proposals,
    deed: BulkAction,
    found: Findings,
    report: Report = lambda _done, _total: None,
) -> Acted:
    """Do the same with all hits of a search, in one step.

    What a person has decided otherwise is left as it is, and so is the test sample, which is
    labelled without help.
    """
    if deed.act in _MARKS:
        return _mark(project, deed, found)
    tokens = ChangeGatherer()
    marks: list[MarkChange] = []
    n_control = n_decided = done = 0
    said = _Said(project, proposals, deed, whole=found.whole)
    for place, spans in _by_sentence(found):
        report(done, len(found))
        done += len(spans)
        if project.corpus.roles[place] == Role.CONTROL:
            n_control += len(spans)
            continue
        change, noted, decided = said.of(place, spans)
        n_decided += decided
        tokens.add(change)
        if change:
            marks += noted
    n_hits = len(found) - n_control - n_decided
    origin = Origin.ACCEPTED if deed.act is Act.ACCEPT else Origin.TYPED
    edit = Edit(
        f"found_{deed.act.value}",
        _summary(project, deed, n_hits),
        origin,
        tokens=compact(tokens.changes()),
        marks=tuple(marks),
        new_names=said.names.new_names(),
    )
    return Acted(edit, n_hits, n_decided, n_control)


def _by_sentence(found: Findings) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    order = np.lexsort((found.lasts, found.firsts, found.places))
    rows = zip(
        found.places[order].tolist(),
        found.firsts[order].tolist(),
        found.lasts[order].tolist(),
        strict=True,
    )
    for place, own in groupby(rows, lambda row: row[0]):
        yield place, [(first, last) for _, first, last in own]


class _Said:
    """Says of the hits in one sentence after the other what is to be said."""

    def __init__(
        self, project: Project, proposals: Proposals, deed: BulkAction, *, whole: bool
    ) -> None:
        self._project = project
        self._proposals = proposals
        self._deed = deed
        self._whole = whole
        self._table = TagTable.of(project)
        self.names = Vocabulary(project)
        self._left: dict[int, Left] = {}

    def of(
        self, place: int, spans: Sequence[tuple[int, int]]
    ) -> tuple[Sequence[TokenChange], tuple[MarkChange, ...], int]:
        """Return what changes in a sentence, its marks, and how many hits are left alone."""
        project, act = self._project, self._deed.act
        if act is Act.ACCEPT and self._whole:
            edit = accept_sentence(project, self._proposals, place, self.names)
            return edit.tokens, edit.marks, 0
        draft = SentenceDraft(project, place, self.names)
        if act is Act.CLEAR:
            for first, last in spans:
                put(draft, first, last, None)
            return draft.change(), taken_back(project, place), 0
        if act is Act.ACCEPT:
            records = token_display(project, self._proposals, place, self._table)
            for first, last in spans:
                _accept(draft, records, first, last)
            return draft.change(), answered(project, place), 0
        decided = 0
        for first, last in spans:
            left = self._tags_left(place, first, last)
            if _is_decided(draft, first, last, left):
                decided += 1
            else:
                put(draft, first, last, self._name)
        return draft.change(), answered(project, place), decided

    @property
    def _name(self) -> str:
        if self._deed.act is Act.NO_LABEL:
            return OUTSIDE
        return self._project.labels[self._deed.label].name

    def _tags_left(self, place: int, first: int, last: int) -> Left:
        n_tokens = last - first + 1
        if n_tokens not in self._left:
            gives = self._deed.act is Act.LABEL
            kind = FixKind.LABEL if gives else FixKind.NO_LABEL
            labels = (self._deed.label,) if gives else ()
            fix = Correction(kind, place, first, last, labels)
            self._left[n_tokens] = tuple(tags_left(self._project, fix))
        return self._left[n_tokens]


def _is_decided(draft: SentenceDraft, first: int, last: int, left: Left) -> bool:
    """Say whether a person's word on these tokens stands against what is to be said of them."""
    for token, tags in enumerate(left, first):
        said = draft.states[token] in (TokenState.CONFIRMED, TokenState.NARROWED)
        if said and tags.isdisjoint(draft.possible(token)):
            return True
    if draft.project.settings.scheme == TOKENS or last + 1 >= len(draft):
        return False
    # A span that a person has made longer.
    tag, behind = draft.tag(last), draft.tag(last + 1)
    return (
        draft.states[last + 1] == draft.states[last] == TokenState.CONFIRMED
        and tag is not None
        and behind is not None
        and continues(tag, behind)
    )


def _accept(draft: SentenceDraft, records: Sequence[TokenDisplay], first: int, last: int) -> None:
    """Confirm what is shown of some tokens: the whole of each span that they touch."""
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


# ---- marks


_MARKS: dict[Act, Callable[[Project, int], tuple[MarkChange, ...]]] = {
    Act.FLAG: flagged,
    Act.SKIP: partial(put_aside, mark=Mark.SKIPPED),
    Act.LATER: partial(put_aside, mark=Mark.LATER),
}


def _mark(project: Project, deed: BulkAction, found: Findings) -> Acted:
    note = _MARKS[deed.act]
    there = np.zeros(project.corpus.n_sentences, np.bool_)
    there[found.places] = True
    places = np.flatnonzero(there).tolist()
    marks = tuple(change for place in places for change in note(project, place))
    summary = _summary(project, deed, len(places))
    return Acted(Edit(f"found_{deed.act.value}", summary, marks=marks), len(places))


def _summary(project: Project, deed: BulkAction, n: int) -> str:
    return step_data(n, *([project.labels[deed.label].name] if deed.act is Act.LABEL else []))
