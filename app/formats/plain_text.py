"""Plain text: sentences and tokens by Unicode properties, with offsets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import regex

from app.domain.documents import Layout
from app.domain.notes import Note, NoteKind
from app.domain.sentences import SentenceSource
from app.formats.abbreviations import LIKELY_FIRST, ends_no_sentence
from app.formats.plain_tokens import (
    LONGEST_TOKEN,
    MAYBE_LAST,
    NEVER_LAST,
    TokenPosition,
    token_positions,
)
from app.formats.records import NOTHING, ImportedSentence, ImportedText
from app.formats.rows import write_words_and_tags
from crfcore.errors import DataError
from crfcore.messages import message
from crfcore.text.rows import BOM, Amount, Watch, watched

LONGEST_SENTENCE = 1000
"""The longest sentence, in tokens; longer ones are split."""


TOKENS_OPTION, WORDS, CHARACTERS, BLANKS = "tokens", "words", "characters", "blanks"
"""The option for what a token is, and its values."""
SENTENCES_OPTION, LINES = "sentences", "lines"
"""The option by which each line is a sentence."""

_CHARACTER = regex.compile(r"\X\p{M}*+")
_BETWEEN_BLANKS = regex.compile(rf"[^\s\p{{Z}}\p{{Cc}}]{{1,{LONGEST_TOKEN}}}+")
_SEEN = regex.compile(r"[^\s\p{Z}\p{Cc}\p{Cf}]")
_BLANK_LINES = regex.compile(r"\n[ \t\r\f\v]*+\n")
_ENDS = frozenset(".!?…。！？｡؟۔।॥")
_ENDS_WITHOUT_SPACE = frozenset("。！？｡")
_CLOSING = frozenset("\"'”’»)]}›」』）】〉》")
_MAY_CLOSE = _CLOSING | frozenset("“‘«‹")
"""Marks that close, also those that close only in some languages: „So.“ ‚So.‘ »So.« ›So.‹"""
_MAY_END = _ENDS | _ENDS_WITHOUT_SPACE | _MAY_CLOSE
_OPENING = frozenset("\"'“„«([{‹「『（【〈《¿¡‘‚—–-•*")
_MAY_OPEN = frozenset("»›")
"""Marks that close in some languages and open in others, as in »So.«"""
_NEVER_CLOSING = frozenset("„‚([{「『（【〈《¿¡")
_LINES_ARE_SENTENCES = 0.6
_SAMPLE = 1 << 20
_NEVER = frozenset(word + "." for word in NEVER_LAST)
_MAYBE = frozenset(word + "." for word in MAYBE_LAST)

write = write_words_and_tags


def detect(text: str) -> bool:
    """Return True: every text is plain text."""
    return True


TABLE = ".csv"
"""How the name of a table ends that a spreadsheet writes: there is no format for it."""


def read(
    text: str,
    columns: Sequence[str] = (),
    path: Path | None = None,
    *,
    options: Mapping[str, str] = NOTHING,
    companions: Mapping[str, str] = NOTHING,
    watch: Watch | None = None,
) -> ImportedText:
    """Read a text: blank lines and sentence-final marks end sentences.

    With the option "tokens" = "characters" each grapheme is a token; with "blanks" the text is
    split at blanks, and each line is a sentence. Otherwise tokens are words, and characters in
    scripts without word separators. With "sentences" = "lines" each line is a sentence.
    """
    if columns:
        raise DataError(message("Plain text has no columns to be named."), path=path)
    kind = options.get(TOKENS_OPTION, WORDS)
    by_line = options.get(SENTENCES_OPTION) == LINES
    cuts: dict[str, Callable[[str, Watch | None], Iterator[list[TokenPosition]]]] = {
        CHARACTERS: partial(sentence_characters, lines_alone=by_line),
        BLANKS: line_tokens,
    }
    cut = cuts.get(kind, partial(sentence_tokens, lines_alone=by_line))
    amount = Amount(path)
    body = text.removeprefix(BOM)
    sentences: list[ImportedSentence] = []
    end = 0
    for tokens in watched(cut(body, watch), watch):
        amount.add(len(tokens))
        start = tokens[0][0]
        sentences.append(_imported(body, tokens, SentenceSource(before=body[end:start])))
        end = tokens[-1][1]
    if not sentences:
        raise DataError(message("The file contains no words, only whitespace."), path=path)
    tokens_kept = ((TOKENS_OPTION, kind),) if kind in cuts else ()
    kept = (*tokens_kept, *(((SENTENCES_OPTION, LINES),) if by_line else ()))
    layout = Layout("text", bom=text.startswith(BOM), tail=body[end:], options=kept)
    return ImportedText(layout, sentences, notes=list(_notes(body, path)))


def _notes(body: str, path: Path | None) -> Iterator[Note]:
    """Yield a note on a table of a spreadsheet, whose cells would be words of one text."""
    name = "" if path is None else path.name.removesuffix(".gz").lower()
    if name.endswith(TABLE):
        text = "Lines of a table, read as plain text with commas and quotation marks"
        yield Note(NoteKind.ODD, text, sum(map(bool, map(str.strip, body.splitlines()))))


def _imported(body: str, tokens: list[tuple[int, int]], source: SentenceSource) -> ImportedSentence:
    first, last = tokens[0][0], tokens[-1][1]
    return ImportedSentence(
        text=body[first:last],
        starts=[start - first for start, _ in tokens],
        ends=[end - first for _, end in tokens],
        columns=(tuple(body[start:end] for start, end in tokens),),
        tags=None,
        source=source,
    )


def sentence_tokens(
    body: str, watch: Watch | None = None, *, lines_alone: bool = False
) -> Iterator[list[TokenPosition]]:
    """Yield the tokens of each sentence as positions in the text.

    With ``lines_alone`` only line ends end sentences.
    """
    by_line = lines_alone or _lines_are_sentences(body)
    pending: list[TokenPosition] = []
    end = 0
    mark = 0  # of the pending tokens, the last that is no closing mark
    newline = body.find("\n")
    for positions in token_positions(body, watch):
        for token in positions:
            # Cheap tests first: most gaps end no sentence.
            if -1 < newline < token[0]:
                newline = body.find("\n", token[0])
                may_part = True
            elif lines_alone:
                may_part = len(pending) >= LONGEST_SENTENCE
            else:
                may_part = body[end - 1] in _MAY_END or len(pending) >= LONGEST_SENTENCE
            if may_part and pending and _parted(body, pending, mark, token, by_line=by_line):
                yield pending
                pending, mark = [], 0
            if body[token[0]] not in _MAY_CLOSE or not _closes(body, token, end):
                mark = len(pending)
            pending.append(token)
            end = token[1]
    if pending:
        yield pending


def sentence_characters(
    body: str, watch: Watch | None = None, *, lines_alone: bool = False
) -> Iterator[list[TokenPosition]]:
    """Yield the graphemes of each sentence as positions in the text."""
    for tokens in sentence_tokens(body, watch, lines_alone=lines_alone):
        found = [
            match.span() for start, end in tokens for match in _CHARACTER.finditer(body, start, end)
        ]
        for first in range(0, len(found), LONGEST_SENTENCE):
            yield found[first : first + LONGEST_SENTENCE]


def line_tokens(body: str, watch: Watch | None = None) -> Iterator[list[tuple[int, int]]]:
    """Yield the tokens between blanks of each line, for text tokenised by another program."""
    pending: list[tuple[int, int]] = []
    line_end = body.find("\n")
    for match in watched(_BETWEEN_BLANKS.finditer(body), watch):
        start, end = match.span()
        parted = 0 <= line_end < start
        if pending and (parted or len(pending) == LONGEST_SENTENCE):
            yield pending
            pending = []
        if parted:
            line_end = body.find("\n", start)
        if _SEEN.search(match.group()):
            pending.append((start, end))
    if pending:
        yield pending


def _parted(
    body: str, pending: list[tuple[int, int]], mark: int, token: tuple[int, int], *, by_line: bool
) -> bool:
    """Return whether a sentence ends between the pending tokens and the next one.

    ``mark`` is the index of the last pending token that is no closing mark, 0 without one.
    """
    gap = body[pending[-1][1] : token[0]]
    if "\n" in gap and (by_line or _BLANK_LINES.search(gap)):
        return True
    return len(pending) >= LONGEST_SENTENCE or _ends(body, pending, mark, token, gap)


def _ends(
    body: str, pending: list[tuple[int, int]], last: int, token: tuple[int, int], gap: str
) -> bool:
    following = body[token[0] : token[1]]
    closes = following in _MAY_CLOSE and _closes(body, token, pending[-1][1])
    if closes and not gap:
        return False
    mark = body[slice(*pending[last])]
    if mark[-1] in _ENDS_WITHOUT_SPACE:
        return True
    if mark[-1] not in _ENDS or not gap or mark in _NEVER:
        return False
    start, end = pending[last - 1] if last else (0, 0)
    is_point = mark == "." and last > 0 and end == pending[last][0]
    if is_point and ends_no_sentence(body, start, end, following):
        return False
    if len(mark) > 1 and mark[0].isalpha():
        return (mark in _MAYBE or mark.count(".") > 1) and following in LIKELY_FIRST
    opens = following[0] in _OPENING or (following in _MAY_OPEN and not closes)
    return not following[0].islower() and (following[0].isalnum() or opens)


def _closes(body: str, token: TokenPosition, before: int) -> bool:
    """Return whether a mark that may close does so, by the characters beside it.

    ``before`` is the end of the token before it.
    """
    start, end = token
    sign, following = body[start], body[end : end + 1]
    if end > start + 1:
        return False
    parted = start > before or not start
    if sign in _MAY_OPEN:
        begins = following.isalnum() or following in _OPENING or following in _MAY_OPEN
        return not (parted and following and begins)
    return sign in _CLOSING or not (parted or following.isalnum() or following in _NEVER_CLOSING)


def _lines_are_sentences(body: str) -> bool:
    """Return whether most lines end like sentences, so that a line end is a sentence end."""
    lines = [line for raw in body[:_SAMPLE].split("\n") if (line := raw.strip())]
    ended = sum(line.rstrip("".join(_MAY_CLOSE) + " ")[-1:] in _ENDS for line in lines)
    return len(lines) > 1 and ended >= _LINES_ARE_SENTENCES * len(lines)
