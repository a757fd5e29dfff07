"""A tokeniser of plain text by Unicode properties.

`TOKEN` defines tokens, but is slow. So ASCII lines are matched with an equivalent expression of the
standard library, and in others each different run between blanks is matched once: no token contains
a blank.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import regex

from crfcore.text.rows import Watch, look

LONGEST_TOKEN = 10_000
"""The longest token, in characters; longer ones, such as encoded files, are split."""

TokenPosition = tuple[int, int]
"""Start and end of a token."""

# Abbreviations followed by a name or a number, which never end a sentence.
_NEVER_LAST = (
    "Dr Prof Mr Mrs Ms Mx St Sr Fr Rev Hon Gen Col Capt Lt Sgt Sen Rep Gov Pres Dipl Ing Hr Frl "
    "vs cf viz approx ca al No Nos Nr Fig Figs Tab Abb Vol Art Sec Abs Eq Ch pp"
)
NEVER_LAST = frozenset(_NEVER_LAST.split())
# Abbreviations that may end a sentence, depending on the next word.
_MAYBE_LAST = "Jr Inc Ltd Co Corp Bros etc usw Jan Feb Apr Jun Jul Aug Sep Sept Oct Okt Nov Dec Dez"
MAYBE_LAST = frozenset(_MAYBE_LAST.split())

# Letters that are tokens of their own; digits of these scripts are numbers as elsewhere.
_UNSPACED = r"[[\p{Han}\p{Hiragana}\p{Katakana}]||[[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]&&[\p{L}]]]"

TOKEN = regex.compile(
    r"""
      (?:https?://|www\.)[^\s<>"]{0,LONGEST}[^\s<>".,;:!?)\]}'’»]  # addresses
    | [\p{L}\p{N}._%+\-]{1,64}+@[\p{L}\p{N}\-]{1,63}+(?:\.[\p{L}\p{N}\-]{1,63}+)++
    | (?:\b(?:\L<abbreviations>)\.)                             # Dr.  etc.
    | \b\p{L}\.(?:\p{L}\.){1,100}+                              # U.S.  e.g.
    | \b\p{Lu}\.(?=\s{1,100}+\p{Lu})                            # J. Smith
    | [[\p{Han}]]                                               # scripts without spaces
    | (?=[[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]&&\p{L}])\X\p{M}{0,LONGEST}+
    | [[\p{Hiragana}ー]]{1,LONGEST}+ | [[\p{Katakana}ー]]{1,LONGEST}+
    | [[\p{L}\p{M}\p{N}_]--UNSPACED]{1,LONGEST}+
      (?: (?: ['’](?![sS]\b) | [-‐‑·] | (?<=\p{N})[.,:/](?=\p{N}) )
          [[\p{L}\p{M}\p{N}_]--UNSPACED]{1,LONGEST}+ ){0,100}+
    | (?<=\p{L})['’][sS]\b                                      # the ’s of a genitive
    | RUNS                                                      # ...  ---  !!!
    | (?![\s\p{Z}\p{Cc}\p{Cf}])\X                             # anything else one sees
    | [\s\p{Z}\p{Cc}\p{Cf}]{100,LONGEST}+(?P<gap>)            # much white space at once
    """.replace("UNSPACED", _UNSPACED)
    .replace("RUNS", "|".join(rf"\{sign}{{1,LONGEST}}+" for sign in ".…!?-–—*=_~"))
    .replace("LONGEST", str(LONGEST_TOKEN)),
    regex.VERBOSE | regex.VERSION1,
    abbreviations=sorted(NEVER_LAST | MAYBE_LAST),
)

# Without possessive quantifiers, which match wrongly in Python before 3.11.5. Nothing follows them
# that could match less.
_MAIL = r"[A-Za-z0-9._%+\-]{1,64}@[A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63})+ |"


def _ascii_token(mail: str = "") -> re.Pattern[str]:
    return re.compile(
        r"""
          (?:https?://|www\.)[^\s<>"]{0,LONGEST}[^\s<>".,;:!?)\]}'] | MAIL
          \b(?=[A-Za-z]{1,6}\.)
          (?: (?:ABBREVIATIONS)\. | [A-Za-z]\.(?:[A-Za-z]\.){1,100} | [A-Z]\.(?=\s{1,100}[A-Z]) )
        | [A-Za-z0-9_]{1,LONGEST}
          (?: (?: '(?![sS]\b) | - | (?<=[0-9])[.,:/](?=[0-9]) ) [A-Za-z0-9_]{1,LONGEST} ){0,100}
        | (?<=[A-Za-z])'[sS]\b
        | RUNS
        | [!-~]
        """.replace("ABBREVIATIONS", "|".join(sorted(NEVER_LAST | MAYBE_LAST)))
        .replace("MAIL", mail)
        .replace("RUNS", "|".join(rf"{re.escape(sign)}{{1,LONGEST}}" for sign in ".!?-*=~"))
        .replace("LONGEST", str(LONGEST_TOKEN)),
        re.VERBOSE | re.ASCII,
    )


_ASCII_TOKEN, _ASCII_TOKEN_OR_MAIL = _ascii_token(), _ascii_token(_MAIL)
_UNUSUAL = re.compile(r"[^\t\n\x0b\x0c\r -~]")
"""Characters that these do not match."""

_INITIAL_LAST = re.compile(r"[A-Z]\.\s*\Z")
_FAR_ENOUGH = 110
"""More than the length of an initial and the white space that may follow it."""

_RUN = re.compile(r"[^ \t\n\x0b\x0c\r]+")
_BATCH = 1 << 11
_LONGEST_RUN = 64
_MAX_RUNS = 1 << 17
"""The most different runs in the cache."""


def token_positions(body: str, watch: Watch | None = None) -> Iterator[list[TokenPosition]]:
    """Yield the positions of all tokens in order, some lines at a time.

    ``watch`` is called regularly, and may raise to stop.
    """
    known: dict[str, tuple[TokenPosition, ...]] = {}
    start = 0
    while start < len(body):
        look(watch, start, len(body))
        end = _part_end(body, start)
        unusual = _UNUSUAL.search(body, start, end)
        if unusual is not None:
            end = _usual_end(body, start, unusual.start())
        if unusual is None or end > start:
            # Addresses are the most expensive to match.
            mail = body.find("@", start, end) >= 0
            matches = (_ASCII_TOKEN_OR_MAIL if mail else _ASCII_TOKEN).finditer(body, start, end)
            while found := [match.span() for match in islice(matches, _BATCH)]:
                yield found
                look(watch, found[-1][1], len(body))
        else:
            end = _line_end(body, unusual.start())
            yield from _of_runs(body, start, end, known, watch)
        start = end


def _line_end(body: str, at: int) -> int:
    """Return the index after the line end that follows ``at``."""
    return body.find("\n", at) + 1 or len(body)


def _part_end(body: str, start: int) -> int:
    """Return the end of the lines in a batch, on whose tokens the following text has no influence.

    An initial at the end of a line is one token with its point only if a capital follows.
    """
    end = _line_end(body, min(start + _BATCH, len(body)))
    while end < len(body) and _INITIAL_LAST.search(body, max(start, end - _FAR_ENOUGH), end):
        end = _line_end(body, end)
    return end


def _usual_end(body: str, start: int, unusual: int) -> int:
    """Return the end of the lines before an unusual character that can be read without it.

    An initial at the end of a line is one token with its point only if a capital follows.
    """
    end = body.rfind("\n", start, unusual) + 1
    ahead = body[start:end].rstrip()[-2:] if end > start else ""
    if not ahead.endswith("."):
        return max(end, start)
    return body.rfind("\n", start, start + len(body[start:end].rstrip())) + 1 or start


def _of_runs(
    body: str,
    start: int,
    end: int,
    known: dict[str, tuple[TokenPosition, ...]],
    watch: Watch | None,
) -> Iterator[list[TokenPosition]]:
    """Yield the tokens of lines with unusual characters; runs between blanks are cached."""
    found: list[TokenPosition] = []
    for match in _RUN.finditer(body, start, end):
        first, last = match.span()
        if last - first > _LONGEST_RUN or body[last - 1] == ".":
            # Not cached: too long, or dependent on the following text.
            yield found
            yield from _slowly(body, first, last, watch)
            found = []
            continue
        run = match.group()
        positions = known.get(run)
        if positions is None:
            if len(known) == _MAX_RUNS:
                known.clear()
            positions = known[run] = tuple(
                token.span() for token in TOKEN.finditer(run) if not token.lastgroup
            )
        found += [(first + one, first + other) for one, other in positions]
        if len(found) >= _BATCH:
            yield found
            found = []
            look(watch, last, len(body))
    yield found


def _slowly(body: str, start: int, end: int, watch: Watch | None) -> Iterator[list[TokenPosition]]:
    """Yield the tokens of a run in its context."""
    found: list[TokenPosition] = []
    for token in TOKEN.finditer(body, start):
        if token.start() >= end:
            break
        if not token.lastgroup:
            found.append(token.span())
        if len(found) == _BATCH:
            yield found
            found = []
            look(watch, token.end(), len(body))
    yield found
