"""Texts of steps in the undo menu and in the history, made from their kind and data.

A step keeps the words, names and numbers of its text. Steps of earlier versions keep the text;
their data are parsed from it if it is one of those below.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from string import Formatter

from app.domain.invisible import on_one_line
from app.domain.numbers import general, grouped
from app.domain.quotes import DOUBLE
from crfcore.messages import capitalised

ARROW = " → "

LONGEST_TEXT, _LONGEST_READ = 300, 1000
"""The most characters of a step's text that are shown, and that are read from a file."""

_BETWEEN = "\x1f"
"""Precedes each of the data of a step; no name or word contains it."""

TEXTS = {
    "label.unlabelled": "{}: no label → {}",
    "label.from": "{}: {} → {}",
    "label": "{} → {}",
    "no_label.from": "{}: {} → no label",
    "no_label": "{} → no label",
    "clear.unlabelled": "{}: no label → open",
    "clear.from": "{}: {} → open",
    "clear": "{} → open",
    "resize": "{}: {} → {}",
    "split": "split {}: {} | {}",
    "join": "merge {}: {}",
    "forbid": "{}: not {}",
    "accept": "accept “{}”",
    "accept_part": "accept up to “{}”",
    "accept_sure": "accept {:confident token|confident tokens} in {:sentence|sentences}",
    "answer.more": "answer for {:token|tokens}, accept {:,}",
    "answer.none": "leave a sentence unchanged",
    "answer": "answer for {:token|tokens}",
    "say_elsewhere.no_label.occurrences": "{} → no label in {:occurrence|occurrences}",
    "say_elsewhere.clear.occurrences": "{}: {} → open in {:occurrence|occurrences}",
    "say_elsewhere.forbid.occurrences": "{}: not {} in {:occurrence|occurrences}",
    "say_elsewhere.label.occurrences": "{} → {} in {:occurrence|occurrences}",
    "say_elsewhere.no_label": "{} → no label in {:sentence|sentences}",
    "say_elsewhere.clear": "{}: {} → open in {:sentence|sentences}",
    "say_elsewhere.forbid": "{}: not {} in {:sentence|sentences}",
    "say_elsewhere.label": "{} → {} in {:sentence|sentences}",
    "found_label": "{:match|matches} → {}",
    "found_no_label": "{:match|matches} → no label",
    "found_clear": "{:match|matches} → open",
    "found_accept": "accept {:match|matches}",
    "found_flag": "flag {:sentence|sentences}",
    "found_skip": "skip {:sentence|sentences}",
    "found_later": "postpone {:sentence|sentences}",
    "mark.flag": "flag “{}”",
    "mark.unflag": "unflag “{}”",
    "mark.skip": "skip “{}”",
    "mark.postpone": "postpone “{}”",
    "mark.requeue": "return “{}” to the queue",
    "import_document.everything": "import everything from {}",
    "import_document.unlabelled": "add unlabelled text {}",
    "import_document": "import {}",
    "rename_document": "rename {} to {}",
    "remove_document.unlabelled": "remove unlabelled text {}",
    "remove_document": "remove {}",
    "restore_document.unlabelled": "bring back unlabelled text {}",
    "restore_document": "bring back {}",
    "add_label": "add label {}",
    "rename_label": "rename {} to {}",
    "change_label.describe": "describe label {}",
    "change_label": "change label {}",
    "reorder_labels": "reorder labels",
    "delete_label": "delete label {}",
    "merge_labels": "merge {} into {}",
    "add_rules.many": "add {:rule|rules}",
    "add_rules": "add rule: {}",
    "change_rule.on": "switch rule on: {}",
    "change_rule.off": "switch rule off: {}",
    "change_rule": "change rule: {}",
    "set_costs": "learn rule penalties",
    "remove_rule": "remove rule: {}",
    "reorder_rules": "reorder rules",
    "add_gazetteer.grammar": "add grammar “{}”",
    "add_gazetteer": "add gazetteer “{}”",
    "change_gazetteer.as_rule_on": "use “{}” as a rule",
    "change_gazetteer.as_rule_off": "stop using “{}” as a rule",
    "change_gazetteer.as_proposals_on": "use “{}” as early suggestions",
    "change_gazetteer.as_proposals_off": "stop using “{}” as early suggestions",
    "change_gazetteer.as_features_on": "use “{}” as features",
    "change_gazetteer.as_features_off": "stop using “{}” as features",
    "change_gazetteer.expect": "change the expectation of “{}”",
    "change_gazetteer.grammar": "change grammar “{}”",
    "change_gazetteer.rename": "rename gazetteer “{}” to “{}”",
    "change_gazetteer.label": "set the label of “{}” to {}",
    "change_gazetteer.label_none": "remove the label of “{}”",
    "change_gazetteer.case_ignored": "ignore case in “{}”",
    "change_gazetteer.case_matters": "distinguish case in “{}”",
    "change_gazetteer.rule": "change the rule of “{}”",
    "change_gazetteer": "change gazetteer “{}”",
    "remove_gazetteer.grammar": "remove grammar “{}”",
    "remove_gazetteer": "remove gazetteer “{}”",
    "set_phrase.change": "change “{}” in “{}”",
    "set_phrase": "add “{}” to “{}”",
    "change_phrase": "change “{}” in “{}”",
    "remove_phrases.many": "remove {:phrase|phrases} from “{}”",
    "remove_phrases": "remove “{}” from “{}”",
    "settings.scheme": "change the scheme to {}",
    "settings.pause": "pause learning",
    "settings.resume": "resume learning",
    "settings.template": "change the template",
    "settings.text_on": "learn from unlabelled text",
    "settings.text_off": "stop learning from unlabelled text",
    "settings.choose_on": "turn on cross-validation",
    "settings.choose_off": "turn off cross-validation",
    "settings.more_on": "turn on “Favour recall over precision”",
    "settings.more_off": "turn off “Favour recall over precision”",
    "settings.segments_on": "switch the model to segments",
    "settings.segments_off": "switch the model to tokens",
    "settings.consistency_automatic": "set consistent names to “Automatic”",
    "settings.consistency_off": "set consistent names to “Off”",
    "settings.consistency_phrases": "set consistent names to “Phrases”",
    "settings.consistency_ties": "set consistent names to “Phrases and ties”",
    "settings.sample_none": "set the test sample to “None”",
    "settings.sample": "set the test sample to {:,}",
    "settings.released": "take {:test sentence|test sentences} out of the test sample",
    "settings.schedule": "change training schedule",
    "settings.goal": "set the goal to {}%",
    "settings.order": "query strategy: {:choice}",
    "settings.open": "leave remaining tokens open",
    "settings.accept": "accept remaining tokens from {}%",
    "settings.change": "change the settings",
    "settings.unit": "{:choice}",
}
"""The text for each kind of step, and for the cases of a kind, the special ones first.

``{}`` is a word or a name, ``{:,}`` a number, ``{:token|tokens}`` a number of things, and
``{:choice}`` the title of a choice, which is translated.
"""

_OF_DECIMALS = frozenset({"settings.goal", "settings.accept"})
"""The texts whose values are numbers that may have a decimal point."""

_DECIMAL = re.compile(r"\d{1,9}(\.\d{1,9})?")

_WORDS_FIRST = re.compile(r"\{\d*\}")

Translate = Callable[[str], str]


def step_data(*values: str | float, case: str = "") -> str:
    """Return the data of a step for its text; ``case`` distinguishes the texts of a kind."""
    return _BETWEEN.join(("", case, *(on_one_line(str(value)) for value in values)))


def with_quoted(data: str, quote: Callable[[str], str]) -> str:
    """Return data of `step_data` with the first value in quotation marks, by ``quote``."""
    begin, case, first, *others = data.split(_BETWEEN)
    return _BETWEEN.join((begin, case, quote(first), *others))


def step_text(kind: str, data: str, translate: Translate = str) -> str:
    """Return the text of a step: "5 mg → DOSE", "add label DRUG"."""
    key, values = _read(kind, data)
    if not key:
        return values[0]
    if key in _OF_DECIMALS and translate is not str:
        values = tuple(_as_decimal(value) for value in values)
    text = filled(translate(TEXTS[key]), values, translate)
    # Steps of earlier versions on a sentence do not all say which.
    nothing = re.escape(translate(DOUBLE).replace("{}", ""))
    return re.sub(f" {nothing}|^{nothing} ", "", text)[:LONGEST_TEXT]


def step_values(kind: str, data: str) -> tuple[str, ...]:
    """Return the words, names and numbers in the text of a step."""
    return _read(kind, data)[1]


def _as_decimal(value: str) -> str:
    """Return a number of a file as the window writes it; anything else as it is."""
    return general(float(value)) if _DECIMAL.fullmatch(value) else value


def headline(kind: str, data: str, translate: Translate = str) -> str:
    """Return the text of a step for a row, with a capital unless it begins with words."""
    text = step_text(kind, data, translate)
    key, _ = _read(kind, data)
    begins_with_words = _WORDS_FIRST.match(translate(TEXTS[key])) if key else ARROW in text
    return text if begins_with_words else capitalised(text)


def filled(template: str, values: tuple[str, ...], translate: Translate = str) -> str:
    """Return one of `TEXTS` with its values; missing ones are left empty."""
    missing = [""] * (template.count("{") - len(values))
    return _Filler(translate).vformat(template, (*values, *missing), {})


class _Filler(Formatter):
    """Formats numbers, numbers of things, and choices."""

    def __init__(self, translate: Translate) -> None:
        self._translate = translate

    def format_field(self, value: str, spec: str) -> str:
        if spec == "choice":
            title = self._translate(value)
            # In other languages a noun may begin it.
            return title[:1].lower() + title[1:] if title == value else title
        if not spec or not value.isdecimal():
            return value
        number = int(value)
        # Files have English texts and numbers, also those that the window writes.
        digits = f"{number:,}" if self._translate is str else grouped(number)
        one, more, many = spec.partition("|")
        if not more:
            return digits
        return f"{digits} {one if number == 1 else many}"


def _read(kind: str, data: str) -> tuple[str, tuple[str, ...]]:
    """Return the key in `TEXTS` and the values; "" and the text itself if it is none of those.

    Data come from files: each value is made one line of limited length.
    """
    data = data[:_LONGEST_READ]
    if data.startswith(_BETWEEN):
        case, *values = data[1:].split(_BETWEEN)
        key = f"{kind}.{case}" if case else kind
        shown = tuple(on_one_line(value) for value in values)
        return (key, shown) if key in TEXTS else ("", (" ".join(shown)[:LONGEST_TEXT],))
    text = on_one_line(data)[:LONGEST_TEXT]
    if not text and "{" not in TEXTS.get(kind, "{"):
        return kind, ()
    for key, pattern in _patterns(kind):
        if found := pattern.fullmatch(text):
            groups = sorted(found.groupdict("").items())
            return key, tuple(v.replace(",", "") if name[-1] == "n" else v for name, v in groups)
    return "", (text,)


_NUMBER = r"\d[\d,]*"
_FIELD = re.compile(r"\{:?([^}]*)\}")
_ALIKE = ({"label", "no_label", "clear", "forbid"}, {key for key in TEXTS if "found_" in key})
"""Kinds that earlier versions did not distinguish."""

_EARLIER = [
    (key, pattern.replace("NUMBER", _NUMBER))
    for key, pattern in (
        ("label", r"^label (?P<v0>NUMBER tokens?) (?P<v1>\S+)"),
        ("no_label", r"^no label on (?P<v0>NUMBER tokens?)"),
        ("clear", r"^clear (?P<v0>NUMBER tokens?)"),
        ("forbid", r"^not (?P<v1>\S.*) on (?P<v0>NUMBER tokens?)"),
        ("say_elsewhere.label", r"^label “(?P<v0>.+)” (?P<v1>\S+) in (?P<v2n>NUMBER) sentences?"),
        ("say_elsewhere.no_label", r"^no label on “(?P<v0>.+)” in (?P<v1n>NUMBER) sentences?"),
        (
            "say_elsewhere.forbid",
            r"^not (?P<v1>\S.*) on “(?P<v0>.+)” in (?P<v2n>NUMBER) sentences?",
        ),
        (
            "say_elsewhere.clear",
            r"^clear (?P<v1>\S+) on “(?P<v0>.+)” in (?P<v2n>NUMBER) sentences?",
        ),
        ("join", r"^join (?P<v0>\S+): (?P<v1>.+)"),
        ("found_label", r"^label (?P<v0n>NUMBER) hits? (?P<v1>\S+)"),
        ("found_no_label", r"^no label on (?P<v0n>NUMBER) hits?"),
        ("found_clear", r"^clear (?P<v0n>NUMBER) hits?"),
        ("found_no_label", r"^(?P<v0n>NUMBER) hits? → no label"),
        ("found_clear", r"^(?P<v0n>NUMBER) hits? → open"),
        ("found_label", r"^(?P<v0n>NUMBER) hits? → (?P<v1>.+)"),
        ("found_accept", r"^accept (?P<v0n>NUMBER) hits?"),
        ("accept_sure", r"^accept (?P<v0n>NUMBER) sure tokens? in (?P<v1n>NUMBER) sentences?"),
        ("found_later", r"^put (?P<v0n>NUMBER) sentences? off"),
        ("mark.postpone", r"^put off “(?P<v0>.+)”|put a sentence off"),
        ("mark.requeue", r"^ask again for “(?P<v0>.+)”|ask for a sentence again"),
        ("mark.requeue", r"^requeue “(?P<v0>.+)”"),
        ("mark.unflag", r"^take the flag from “(?P<v0>.+)”|take a flag away"),
        ("set_phrase", r"^add “(?P<v0>.+)” in (?P<v1>.+)"),
        ("answer.none", r"^leave a sentence as it is"),
        ("set_costs", r"^learn what rules cost"),
        ("settings.schedule", r"^change when to train"),
        ("settings.more_on", r"^turn on “Rather too many suggestions”"),
        ("settings.more_off", r"^turn off “Rather too many suggestions”"),
        ("settings.order", r"^order: (?P<v0>.+)"),
        ("settings.open", r"^leave open what is not asked for"),
        ("settings.accept", r"^accept what is not asked for from (?P<v0>\S+) % on"),
        ("settings.sample", r"^make the (?:control|test) sample (?P<v0n>NUMBER) sentences"),
        ("settings.goal", r"^set the goal to (?P<v0>\S+) %"),
        ("change_gazetteer.as_proposals_on", r"^use (?P<v0>.*) for (?:proposals|suggestions)"),
        (
            "change_gazetteer.as_proposals_off",
            r"^stop using (?P<v0>.*) for (?:proposals|suggestions)",
        ),
    )
]
"""Patterns of the texts that earlier versions wrote; group v0 is the first value, v0n a number."""


@lru_cache(maxsize=64)
def _patterns(kind: str) -> list[tuple[str, re.Pattern[str]]]:
    """Return the patterns of a kind's texts in files of earlier versions."""
    kinds = next((alike for alike in _ALIKE if kind in alike), {kind})
    texts = [(key, _pattern(text)) for key, text in TEXTS.items()]
    found = [
        (key, re.compile(pattern))
        for key, pattern in (*_EARLIER, *texts)
        if key.partition(".")[0] in kinds
    ]
    return sorted(found, key=lambda pair: pair[0].partition(".")[0] != kind)


def _pattern(template: str) -> str:
    """Return the pattern of one of `TEXTS`; its groups are named as in `_EARLIER`."""
    parts = _FIELD.split(template)
    pattern = re.escape(parts[0])
    for number, (spec, literal) in enumerate(zip(parts[1::2], parts[2::2], strict=True)):
        is_number = spec not in ("", "choice")
        value = f"n>{_NUMBER}" if is_number else ">.+"
        counted_things = f" (?:{spec})" if "|" in spec else ""
        pattern += f"(?P<v{number}{value}){counted_things}{re.escape(literal)}"
    return pattern
