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


def renewed(summary: str, kind: str) -> str:
    """Return what a step is called now, whose name an earlier version wrote: "2 tokens → DRUG".

    The kind of the step tells its words from the words of a text: a person may label “3 hits”.
    """
    # From a file, which may be another's: one line, of a length that can be searched.
    summary = _seen(summary[:_LONGEST_READ])[:LONGEST_TITLE]
    for kinds, pattern, text in _EARLIER:
        if kinds.match(kind):
            summary = pattern.sub(text, summary)
    return summary[:LONGEST_TITLE]


def headline(summary: str, kind: str) -> str:
    """Return what a step is called in a row of its own: with a capital, or with its words."""
    summary = renewed(summary, kind)
    names_words = ARROW in summary or _RULED_OUT.search(summary)
    return summary if names_words else summary[:1].upper() + summary[1:]


_UNSEEN: dict[int, str | None] = dict.fromkeys(map(ord, INVISIBLE))
_UNSEEN |= dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], " ")
_RULED_OUT = re.compile(r"^.+: not \S")
_NUMBER, _SENTENCES = r"(\d[\d,]*)", r"(\d[\d,]* sentences?)"
_TOKENS = "label|no_label|clear|forbid"
_EARLIER = [
    (re.compile(rf"(?:{kinds})$"), re.compile(pattern), text)
    for kinds, pattern, text in (
        ("label|found_label", rf"^label {_NUMBER} (token|hit)(s?) (\S+)$", rf"\1 \2\3{ARROW}\4"),
        (_TOKENS, rf"^no label on {_NUMBER} (tokens?)$", rf"\1 \2{ARROW}{NO_LABEL}"),
        (_TOKENS, rf"^clear {_NUMBER} (tokens?)$", rf"\1 \2{ARROW}{OPEN}"),
        (_TOKENS, rf"^not (\S.*) on {_NUMBER} (tokens?)$", r"\2 \3: not \1"),
        ("say_elsewhere", rf"^label “(.+)” (\S+) in {_SENTENCES}$", rf"\1{ARROW}\2 in \3"),
        ("say_elsewhere", rf"^no label on “(.+)” in {_SENTENCES}$", rf"\1{ARROW}{NO_LABEL} in \2"),
        ("say_elsewhere", rf"^not (\S.*) on “(.+)” in {_SENTENCES}$", r"\2: not \1 in \3"),
        (
            "say_elsewhere",
            rf"^clear (\S+) on “(.+)” in {_SENTENCES}$",
            rf"\2: \1{ARROW}{OPEN} in \3",
        ),
        ("found_.*", rf"^no label on {_NUMBER} (hits?)$", rf"\1 \2{ARROW}{NO_LABEL}"),
        ("found_.*", rf"^clear {_NUMBER} (hits?)$", rf"\1 \2{ARROW}{OPEN}"),
        ("found_.*", rf"^(accept )?1 hit(?={ARROW}|$)", r"\g<1>1 match"),
        ("found_.*", rf"^(accept )?{_NUMBER} hits(?={ARROW}|$)", r"\1\2 matches"),
        ("found_.*", rf"^put {_SENTENCES} off$", r"postpone \1"),
        (
            "accept_sure",
            rf"^accept 1 sure tokens in {_SENTENCES}$",
            r"accept 1 confident token in \1",
        ),
        ("accept_sure", rf"^accept {_NUMBER} sure tokens in ", r"accept \1 confident tokens in "),
        ("mark", r"^put off(?= “|$)|^put a sentence off$", "postpone"),
        ("mark", r"^ask again for(?= “|$)|^ask for a sentence again$", "requeue"),
        ("mark", r"^take the flag from(?= “|$)|^take a flag away$", "unflag"),
        ("answer", r"^leave a sentence as it is$", "leave a sentence unchanged"),
        ("set_costs", r"^learn what rules cost$", "learn rule penalties"),
        ("settings", r"^change when to train$", "change training schedule"),
        ("settings", r"^leave open what is not asked for$", "leave remaining tokens open"),
        (
            "settings",
            r"^accept what is not asked for from (\S+) % on$",
            r"accept remaining tokens from \1%",
        ),
        (
            "settings",
            rf"^make the (?:control|test) sample {_NUMBER} sentences$",
            r"set the test sample to \1",
        ),
        ("settings", r"^set the goal to (\S+) %$", r"set the goal to \1%"),
        ("change_gazetteer", r"^(use|stop using) (.*) for proposals$", r"\1 \2 for suggestions"),
    )
]
"""Kinds of steps, what their names were in earlier versions, and what they are now."""


def _seen(text: str) -> str:
    """Return a text on one line, without characters that nobody sees."""
    return " ".join(text.translate(_UNSEEN).split())


def _cut(text: str) -> str:
    """Return a text on one line, with its middle left out where it is long."""
    text = _seen(text)
    if len(text) <= LONGEST:
        return text
    return f"{text[: LONGEST - KEPT_END - 3].rstrip()} … {text[-KEPT_END:].lstrip()}"
