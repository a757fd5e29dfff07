"""Words and labels that a step keeps for its text in the history."""

from __future__ import annotations

from app.domain.invisible import on_one_line
from app.domain.project import Project
from app.domain.spacing import readable_text
from app.domain.tagging import OUTSIDE, label_name
from app.edits.sentence_draft import TAGGED, SentenceDraft

NO_LABEL = "no label"
"""Not the name of a label, which has no space."""

LONGEST, KEPT_END = 40, 12
"""The most characters of an excerpt, and those kept of its end."""


def words_of(project: Project, sentence_index: int, first: int, last: int) -> str:
    """Return the text of tokens ``first`` … ``last``, shortened if it is long."""
    return _cut(readable_text(project, sentence_index, first, last))


def sentence_of(project: Project, sentence_index: int) -> str:
    """Return the beginning of a sentence's text."""
    text = on_one_line(readable_text(project, sentence_index))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1].rstrip()}…"


def label_before(draft: SentenceDraft, first: int, last: int) -> str:
    """Return the only label of some tokens, `NO_LABEL`, or "" if they differ or have none."""
    if any(state not in TAGGED for state in draft.states[first : last + 1]):
        return ""
    scheme = draft.project.settings.scheme
    tags = [draft.tag(token) or "" for token in range(first, last + 1)]
    names = {NO_LABEL if tag == OUTSIDE else label_name(tag, scheme) or "" for tag in tags}
    return names.pop() if len(names) == 1 else ""


def _cut(text: str) -> str:
    """Return a text on one line, without its middle if it is long."""
    text = on_one_line(text)
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - KEPT_END - 3].rstrip()} … {text[-KEPT_END:].lstrip()}"
