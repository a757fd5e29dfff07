"""Saying of the same words elsewhere what was said of them here, all in one step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from app.domain.edits import Edit, TokenChange
from app.domain.fixes import Fix, FixKind, tags_left
from app.domain.project import Project
from app.domain.tagging import OUTSIDE
from app.domain.tokens import TokenState
from app.edits.sentence_draft import SentenceDraft
from app.edits.spans import put, rule_out

Where = tuple[int, int]
"""Place of a sentence, and the first token in it."""


def say_elsewhere(project: Project, fix: Fix, occurrences: Iterable[Where]) -> Edit:
    """Say what a fix says wherever its words stand in ``occurrences``.

    One of which a person has decided otherwise in the meantime is left as it is.
    """
    firsts: dict[int, list[int]] = defaultdict(list)
    for place, first in occurrences:
        firsts[place].append(first)
    left = tags_left(project, fix)
    changes: list[TokenChange] = []
    for place in sorted(firsts):
        draft = SentenceDraft(project, place)
        for first in firsts[place]:
            if not _is_decided(draft, first, left):
                _say(draft, fix, first)
        changes += draft.change()
    n = len(changes)
    sentences = "1 sentence" if n == 1 else f"{n:,} sentences"
    summary = f"{_wording(project, fix)} in {sentences}"
    return Edit("say_elsewhere", summary, tokens=tuple(changes))


def _say(draft: SentenceDraft, fix: Fix, first: int) -> None:
    last = first + fix.n_tokens - 1
    if fix.kind is FixKind.FORBID:
        rule_out(draft, first, last, fix.labels)
    elif fix.kind is FixKind.NO_LABEL:
        put(draft, first, last, OUTSIDE)
    else:
        put(draft, first, last, draft.project.labels[fix.labels[0]].name)


def _is_decided(draft: SentenceDraft, first: int, left: list[frozenset[int]]) -> bool:
    """Say whether a person's word on a token stands against the fix."""
    return any(
        draft.states[token] in (TokenState.CONFIRMED, TokenState.NARROWED)
        and tags.isdisjoint(draft.possible(token))
        for token, tags in enumerate(left, first)
    )


def _wording(project: Project, fix: Fix) -> str:
    corpus = project.corpus
    words = corpus.words_of(fix.place)[fix.first : fix.last + 1]
    names = ", ".join(project.labels[label].name for label in fix.labels)
    said = {
        FixKind.LABEL: f"label “{' '.join(words)}” {names}",
        FixKind.NO_LABEL: f"no label on “{' '.join(words)}”",
        FixKind.FORBID: f"not {names} on “{' '.join(words)}”",
    }
    return said[fix.kind]
