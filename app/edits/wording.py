"""What a step is called in the history and in the undo menu: its words, and what became of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.invisible import INVISIBLE
from app.domain.project import Project
from app.domain.spacing import readable_text
from app.domain.tagging import OUTSIDE, label_name
from app.edits.sentence_draft import SAID, SentenceDraft

ARROW = " → "
NO_LABEL = "no label"
OPEN = "open"
"""Nobody says anything of these words any more."""

LONGEST_TITLE, _LONGEST_READ = 300, 1000
"""So much of a step's name is shown, and so much of what a file holds is read for that."""

LONGEST, KEPT_END = 40, 12
"""So many characters of a text are named, and so many of them are its end."""


def words_of(project: Project, place: int, first: int, last: int) -> str:
    """Return the text of tokens ``first`` … ``last`` of a sentence, cut where it is long."""
    return _cut(readable_text(project, place, first, last))


def sentence_of(project: Project, place: int) -> str:
    """Return the beginning of a sentence in quotes."""
    text = _seen(readable_text(project, place))
    return f"“{text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + '…'}”"


def label_before(draft: SentenceDraft, first: int, last: int) -> str:
    """Return the one label that is said of some tokens, `NO_LABEL`, or "" where they differ."""
    if any(state not in SAID for state in draft.states[first : last + 1]):
        return ""
    scheme = draft.project.settings.scheme
    tags = [draft.tag(token) or "" for token in range(first, last + 1)]
    names = {NO_LABEL if tag == OUTSIDE else label_name(tag, scheme) or "" for tag in tags}
    return names.pop() if len(names) == 1 else ""


def became(words: str, after: str, before: str = "") -> str:
    """Return that some words have another label now: "5 mg: DOSE → DRUG", or "today → DATE"."""
    return (
        f"{words}: {before}{ARROW}{after}" if before not in ("", after) else words + ARROW + after
    )


def ruled_out(words: str, names: Sequence[str]) -> str:
    """Return that some words do not have these labels: "Rose: not DRUG"."""
    return f"{words}: not {', '.join(names)}"


def counted(n: int, noun: str) -> str:
    """Return a number of things: "1 token", "1,200 tokens"."""
    return f"1 {noun}" if n == 1 else f"{n:,} {noun}s"


def renewed(summary: str) -> str:
    """Return what a step is called now, whose name an earlier version wrote: "2 tokens → DRUG"."""
    # From a file, which may be another's: one line, of a length that can be searched.
    summary = _seen(summary[:_LONGEST_READ])[:LONGEST_TITLE]
    for pattern, text in _EARLIER:
        summary = pattern.sub(text, summary)
    return summary


def headline(summary: str) -> str:
    """Return what a step is called in a row of its own: with a capital, or with its words."""
    summary = renewed(summary)
    names_words = ARROW in summary or _RULED_OUT.search(summary)
    return summary if names_words else summary[:1].upper() + summary[1:]


_UNSEEN: dict[int, str | None] = dict.fromkeys(map(ord, INVISIBLE))
_UNSEEN |= dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], " ")
_RULED_OUT = re.compile(r"^.+: not \S")
_EARLIER = [
    (re.compile(pattern), text)
    for pattern, text in (
        (r"^label (\d[\d,]* (?:token|hit)s?) (\S+)$", rf"\1{ARROW}\2"),
        (r"^no label on (\d[\d,]* (?:token|hit)s?)$", rf"\1{ARROW}{NO_LABEL}"),
        (r"^clear (\d[\d,]* (?:token|hit)s?)$", rf"\1{ARROW}{OPEN}"),
        (r"^not (\S.*) on (\d[\d,]* tokens?)$", r"\2: not \1"),
        (r"^label “(.+)” (\S+) in (\d[\d,]* sentences?)$", rf"\1{ARROW}\2 in \3"),
        (r"^no label on “(.+)” in (\d[\d,]* sentences?)$", rf"\1{ARROW}{NO_LABEL} in \2"),
        (r"^not (\S.*) on “(.+)” in (\d[\d,]* sentences?)$", r"\2: not \1 in \3"),
        (r"^clear (\S+) on “(.+)” in (\d[\d,]* sentences?)$", rf"\2: \1{ARROW}{OPEN} in \3"),
    )
]


def _seen(text: str) -> str:
    """Return a text on one line, without characters that nobody sees."""
    return " ".join(text.translate(_UNSEEN).split())


def _cut(text: str) -> str:
    """Return a text on one line, with its middle left out where it is long."""
    text = _seen(text)
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - KEPT_END - 3].rstrip()} … {text[-KEPT_END:].lstrip()}"
