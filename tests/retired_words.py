"""Words and habits that no text for users has any more, each with its replacement.

`resources/manual/glossary.md` names one word for one thing; this table lists the former ones.
"""

from __future__ import annotations

import re

RETIRED: tuple[tuple[str, str], ...] = (
    (r"doubt(?:s|ed|ful|fully)?\b|\bun ?sure\b|\bnot (?:so )?sure\b|\bleast sure\b", "uncertain"),
    (r"(?<!make )(?<!makes )\bsure(?:st|r)?\b(?! that)", "confident"),
    (r"(?<!\{)\bpropos(?:e|es|ed|ing|als?)\b", "suggest, suggestion (model, gazetteer, imported)"),
    (r"\bput(?:s|ting)? (?:\w+ ){0,3}off\b|\bask(?:s|ed)? me later\b", "postpone"),
    (r"\brul(?:e|es|ed|ing) (?:it |them )?out\b", "reject, rejected (label)"),
    (r"\bcontrol (?:sample|sentence)s?\b", "test sample, test sentence"),
    (
        r"\b(?:tak(?:e|es|en|ing)|took) (?:(?:it|them|that|this|each step|changes) )?back\b",
        "undo",
    ),
    (r"\bma(?:k|d)(?:e|es|ing) (?:it |them )?again\b", "redo"),
    (r"\bgiven up\b|\bgiv(?:e|es|ing) up\b|\bgave up\b", "discard, stop"),
    (r"\bmust hold\b|\bhave to hold\b", "hard (rule)"),
    (r"\bhits?\b", "match"),
    (r"\bsame(?: words?)? elsewhere\b", "other occurrences"),
    (r"\bstood\b|\bstand(?:s|ing)?\b(?!-alone| for\b)", "is, or name what is there"),
    (r"(?<!under)\b(?:lie|lies|lying)\b|\blay(?! out)\b", "is"),
    (r"\bbear(?:s|ing)?\b|\bborne\b", "has"),
    (r"\bcom(?:e|es|ing) along\b", "is imported, is exported"),
    (r"\b(?:nobody|somebody|everybody)\b", "no one, you, another person"),
    (r"\bat present\b|\bas ever\b|\bso many\b", "now, as before, a number"),
    (r"\bbehind\b", "after (of words), next to, below"),
    (r"\b(?:was|is|were|been|being|has|nothing|all|who|what) said\b", "labelled, is labelled by"),
    (r"\bsa(?:y|ys|id) (?:so )?of\b", "label"),
    (r"\bcan['’]t\b", "cannot"),
    (r"[\d}] %", "no space before the sign: 60%"),
    (r"\bin any case\b", "ignore case, always"),
    (r"\bcapitals or not\b|\bin capitals, or\b", "ignore case"),
    (r"\bwhite space\b", "whitespace"),
    (r"\bas the (?:system|window) says\b|\bas it was before\b", "system default, default"),
    (r"\b(?:all|your|own|most useful|change|usual|same) keys\b", "shortcuts"),
    (r"\blooks and colou?rs\b|\bwindow's looks\b|\btext and colou?rs\b", "appearance"),
    (r"\bmade up my mind\b|\bmake up your mind\b", "decide"),
    (r"\b(?:comes?|came|coming) in\b", "is imported"),
    (r"\bwhat (?:is|was) (?:shown|found|said|asked|selected|written)\b", "name the thing"),
    (r"\bstays? as (?:it is|they are)\b", "is skipped, is unchanged"),
    (
        r"\bpartly labelled\b|\b(?:(?:un)?finished|(?:in)?complete?d?) (?:sentences?|ones?)\b",
        "Partial, done, not done",
    ),
    (r"\bin(?:to)? a window of its own\b", "detach (a panel)"),
    (r"\bout of sight\b", "out of view"),
    (r"\bby itself\b", "automatically"),
    (r"\btakes? (?:it |them )?out again\b", "undo"),
    (r"\bthe (?:\w+ )?steps of\b", "changes"),
    (r", too\.?$", "also, in front of the verb"),
    (r"\bin place of\b", "instead of"),
    (r"\bpopovers?\b", "details of the model"),
    (
        r"\b(?:another|other) (?:\*\*)?(?!than\b)\w+(?:\*\*)? than\b",
        "a different … from, … other than",
    ),
)
"""Regular expressions, read without regard to case, and what to write instead."""

_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in RETIRED)


def retired_in(text: str) -> list[str]:
    """Return one line for each retired word in a text: the word, where it is, its replacement."""
    plain = text.replace("&", "")
    return [
        f"“{found[0]}” in “…{_around(plain, found)}…”: {instead}"
        for pattern, instead in _PATTERNS
        for found in pattern.finditer(plain)
    ]


def _around(text: str, found: re.Match[str]) -> str:
    excerpt = text[max(0, found.start() - 25) : found.end() + 25]
    return " ".join(excerpt.split())
