"""Rules as JSON files.

A file is one object::

    {
      "format": "tagwright rules",
      "version": 1,
      "rules": [
        {"kind": "followed_by", "a": "TITLE", "b": "PERSON", "name": "titles"},
        {"kind": "count", "unit": "DATE", "at_most": 1, "cost": 2.5},
        {"kind": "lexical", "effect": "allows", "labels": ["CITY", "O"],
         "matcher": {"kind": "phrases", "file": "cities.txt", "ignore_case": true}}
      ],
      "sentences": [
        {"sentence": 3, "rules": [{"kind": "pin", "token": 0, "label": "B-PERSON"}]}
      ]
    }

``rules`` apply to every sentence, ``sentences`` adds rules for single ones; both may be missing.
Sentences and tokens are counted from 0, ends of spans are exclusive.

A rule has a ``kind`` and, optionally, ``name`` (a text), ``on`` (default true) and ``cost`` (a
number from 0 to 1,000,000: the cost of a violation; without it, the rule is hard). The other fields
depend on the kind; see `crfcore.constraints.kinds`:

=====================  ===========================================================================
pin                    token, label
one_of, none_of        token, labels
fixed_span, not_span   start, end, type
followed_by            a, b; so too not_followed_by, never_adjacent and not_after
starts_with            a; so too ends_with
valid_scheme           scheme: one of tokens, iob1, iob2, ioe2, bioes, bilou
count                  unit, and at_least, at_most or both
implies                a, b, and present (true unless there must be no b)
pattern                regex, over labels, of the whole sentence
lexical                matcher, effect (implies, allows or forbids), labels
same_word_same_label   words (all unless some are listed), ignore_case, by_type
=====================  ===========================================================================

Kinds about tokens and spans are allowed in ``sentences`` only. A matcher has a ``kind`` and,
optionally, ``ignore_case``: phrases have ``phrases`` (texts of words separated by spaces, or lists
of words), a word_list has ``words``, a word_pattern has a regular expression in ``pattern`` that
must match a whole word. Instead of phrases or words there may be a ``file``, beside the JSON file:
phrases with or without labels (`crfcore.constraints.gazetteer`). Those with labels need no
``labels`` and become a rule for each label; without ``labels`` the others have no rule.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, NoReturn

from crfcore.constraints.gazetteer import Gazetteer, read_gazetteer
from crfcore.constraints.kinds import (
    KINDS,
    MATCHERS,
    FixedSpan,
    Kind,
    Lexical,
    Matcher,
    NoneOf,
    NotSpan,
    OneOf,
    Pattern,
    Phrases,
    Pin,
    WordPattern,
)
from crfcore.constraints.label_regex import check_regex
from crfcore.constraints.rules import Rule, Rules
from crfcore.errors import CrfError, DataError, fault_of_json, shown
from crfcore.messages import joined, message
from crfcore.text.lines import read_text, reading_streams
from crfcore.text.rows import BOM

FORMAT = "tagwright rules"
VERSION = 1

MAX_DIGITS = 18
"""Limit of an integer, so that it fits in 64 bits."""

OF_ONE_SENTENCE = (Pin, OneOf, NoneOf, FixedSpan, NotSpan)
"""Kinds that name tokens of a sentence."""

_RULE_FIELDS = ("kind", "name", "on", "cost")
_FILE = "file"
_HALF = "\\ud"
_SHOWN = 60


@dataclass(frozen=True)
class RulesFile:
    """The content of a file of rules.

    Attributes
    ----------
    rules : Rules
        For every sentence.
    sentences : dict of int to Rules
        Further rules for single sentences, by their index from 0.
    """

    rules: Rules
    sentences: Mapping[int, Rules] = field(default_factory=dict)


def read_rules(path: Path | str) -> RulesFile:
    """Read a file of rules; see the module for its format.

    Raises
    ------
    DataError
        It is no JSON (with line and column), or not as expected: with the path ("rules[2].cost"),
        what was found, and what was expected.
    """
    return parse_rules(read_text(Path(path)), path)


def parse_rules(text: str, path: Path | str | None = None) -> RulesFile:
    """Return the rules of the text of a file; gazetteer files are relative to `path`."""
    reader = _Reader(Path(path) if path is not None else None)
    content = reader.json(text)
    reader.check_object(
        content, "", ("format", "version", "rules", "sentences"), ("format", "version")
    )
    if content["format"] != FORMAT:
        reader.fail("format", content["format"], json.dumps(FORMAT))
    if content["version"] != VERSION or isinstance(content["version"], bool):
        reader.fail(
            "version",
            content["version"],
            message("{version}; a newer program wrote the file", version=VERSION),
        )
    rules = reader.rules(content.get("rules", []), "rules", general=True)
    return RulesFile(rules, reader.sentences(content.get("sentences", [])))


def rules_text(rules: Iterable[Rule], sentences: Mapping[int, Sequence[Rule]] | None = None) -> str:
    """Return rules as the text of a file, a line for each."""
    lines = [f'{{\n "format": {json.dumps(FORMAT)},\n "version": {VERSION},\n "rules": [']
    lines.append(",\n".join(f"  {_dumped(rule_to_json(rule))}" for rule in rules))
    lines.append(" ]")
    if sentences:
        lines[-1] += ',\n "sentences": ['
        entries = (
            {"sentence": number, "rules": [rule_to_json(rule) for rule in own]}
            for number, own in sorted(sentences.items())
        )
        lines.append(",\n".join(f"  {_dumped(entry)}" for entry in entries))
        lines.append(" ]")
    return "\n".join(line for line in lines if line) + "\n}\n"


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def rule_to_json(rule: Rule) -> dict[str, Any]:
    """Return a rule as a JSON object, without defaults."""
    content = kind_to_json(rule.kind)
    if rule.name:
        content["name"] = rule.name
    if not rule.on:
        content["on"] = False
    if rule.cost is not None:
        content["cost"] = rule.cost
    return content


def kind_to_json(kind: Kind | Matcher) -> dict[str, Any]:
    """Return a kind or a matcher as a JSON object."""
    content: dict[str, Any] = {"kind": kind.KIND}
    for one in fields(kind):
        value = getattr(kind, one.name)
        if one.default is not MISSING and value == one.default:
            continue
        if isinstance(kind, Phrases) and one.name == "phrases":
            value = [list(phrase) for phrase in kind.phrases]
        elif isinstance(kind, Lexical) and one.name == "matcher":
            value = kind_to_json(kind.matcher)
        content[one.name] = list(value) if isinstance(value, tuple) else value
    return content


class _Reader:
    """Reads JSON; errors name the path in it."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._gazetteers: dict[tuple[str, bool], Gazetteer] = {}

    def json(self, text: str) -> Any:
        try:
            content = json.loads(
                text.removeprefix(BOM),
                object_pairs_hook=self._unique,
                parse_constant=self._no_constant,
                parse_int=self._number,
            )
        except json.JSONDecodeError as error:
            raise DataError(
                message(
                    "This is not JSON ({fault}); expected an object with format, version and "
                    "rules.",
                    fault=fault_of_json(error),
                ),
                path=self.path,
                line=error.lineno,
                column=error.colno,
            ) from None
        except RecursionError:
            raise DataError(
                message(
                    "Brackets are nested a thousand deep here; expected an object with format, "
                    "version and rules."
                ),
                path=self.path,
            ) from None
        if _HALF in text.lower():
            self._check_characters(content)
        return content

    def _number(self, digits: str) -> int:
        if len(digits) > MAX_DIGITS:
            raise DataError(
                message(
                    "{digits}… is a number of {n_digits:,} digits; write a smaller one.",
                    digits=digits[:MAX_DIGITS],
                    n_digits=len(digits),
                ),
                path=self.path,
            )
        return int(digits)

    def _check_characters(self, content: Any) -> None:
        """Reject lone surrogates, which JSON can escape."""
        try:
            _dumped(content).encode()
        except UnicodeEncodeError as error:
            found = f"\\u{ord(error.object[error.start]):04x}"
            raise DataError(
                message("{found} is half of a character; write the whole character.", found=found),
                path=self.path,
            ) from None

    def _unique(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        content = dict(pairs)
        if len(content) < len(pairs):
            times = Counter(name for name, _ in pairs)
            twice = next(name for name, number in times.items() if number > 1)
            raise DataError(
                message(
                    "{twice} is in an object twice; remove one of the two.", twice=shown(twice)
                ),
                path=self.path,
            )
        return content

    def _no_constant(self, name: str) -> NoReturn:
        raise DataError(
            message("{name} is no number of JSON; write a number.", name=name), path=self.path
        )

    def fail(self, at: str, found: Any, expected: str) -> NoReturn:
        found_text = _dumped(found)
        if len(found_text) > _SHOWN:
            found_text = found_text[: _SHOWN - 1] + "…"
        where = message("At {at}, ", at=at) if at else message("At the top, ")
        raise DataError(
            message(
                "{where}{found_text} is found; expected {expected}.",
                where=where,
                found_text=found_text,
                expected=expected,
            ),
            path=self.path,
        )

    def check_object(
        self, content: Any, at: str, known: Sequence[str], needed: Sequence[str] = ()
    ) -> None:
        """Check that something is an object with some names."""
        if not isinstance(content, dict):
            self.fail(at, content, message("an object with {known}", known=", ".join(known)))
        for name in content:
            if name not in known:
                self.fail(
                    _inside(at, name),
                    content[name],
                    message("no more than {known}", known=", ".join(known)),
                )
        for name in needed:
            if name not in content:
                self.fail(at, content, message("{name} in it", name=repr(name)))

    def listed(self, content: Any, at: str, what: str) -> list[Any]:
        if not isinstance(content, list):
            self.fail(at, content, message("a list of {what}", what=what))
        return content

    def sentences(self, content: Any) -> dict[int, Rules]:
        found: dict[int, Rules] = {}
        for position, entry in enumerate(self.listed(content, "sentences", "objects")):
            at = f"sentences[{position}]"
            self.check_object(entry, at, ("sentence", "rules"), ("sentence", "rules"))
            number = entry["sentence"]
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                self.fail(f"{at}.sentence", number, message("the number of a sentence, from 0"))
            if number in found:
                self.fail(f"{at}.sentence", number, message("each sentence once"))
            found[number] = self.rules(entry["rules"], f"{at}.rules")
        return found

    def rules(self, content: Any, at: str, *, general: bool = False) -> Rules:
        found: list[Rule] = []
        for position, entry in enumerate(self.listed(content, at, "rules")):
            here = f"{at}[{position}]"
            found += self.rule(entry, here)
            if general and isinstance(found[-1].kind, OF_ONE_SENTENCE):
                self.fail(
                    f"{here}.kind",
                    entry["kind"],
                    message(
                        "a rule for every sentence; rules for places in one sentence belong in "
                        "“sentences”"
                    ),
                )
        return Rules(found)

    def rule(self, content: Any, at: str) -> list[Rule]:
        kind = self._kind(content, at, KINDS)
        names = [one.name for one in fields(kind)]
        may_lack = kind is Lexical and _FILE in _matcher_of(content)
        needed = [name for name in _needed(kind) if not (may_lack and name == "labels")]
        self.check_object(content, at, (*_RULE_FIELDS, *names), needed)
        name, on, cost = (content.get(key, usual) for key, usual in _USUAL.items())
        if not isinstance(name, str):
            self.fail(_inside(at, "name"), name, message("a text"))
        if not isinstance(on, bool):
            self.fail(_inside(at, "on"), on, message("true or false"))
        if cost is not None and (isinstance(cost, bool) or not isinstance(cost, (int, float))):
            self.fail(_inside(at, "cost"), cost, message("a number from 0 on"))
        values = {key: content[key] for key in names if key in content}
        with _at_path(at, self.path):
            if kind is Lexical:
                return self._lexical(values, at, (name, on, cost))
            self._check_switches(kind, values, at)
            if kind is Pattern and on:
                check_regex(kind(**values).regex)
            return [Rule(kind(**values), name, on, cost)]

    def _lexical(
        self, values: dict[str, Any], at: str, others: tuple[str, bool, float | None]
    ) -> list[Rule]:
        here = _inside(at, "matcher")
        matcher = values["matcher"]
        kind: Any = self._kind(matcher, here, MATCHERS)
        names = [one.name for one in fields(kind)]
        is_file = _FILE in matcher and kind is not WordPattern
        needed = [] if is_file else _needed(kind)
        self.check_object(matcher, here, ("kind", *names, *([_FILE] if is_file else [])), needed)
        self._check_switches(kind, matcher, here)
        if not is_file:
            made = kind(**{key: matcher[key] for key in names if key in matcher})
            return [Rule(Lexical(made, values["effect"], values["labels"]), *others)]
        if names[0] in matcher:
            self.fail(_inside(here, names[0]), matcher[names[0]], message("either this or a file"))
        file = matcher[_FILE]
        if not isinstance(file, str) or not file:
            self.fail(_inside(here, _FILE), file, message("the name of a file"))
        if Path(file).is_absolute() or ".." in Path(file).parts or "\0" in file:
            self.fail(
                _inside(here, _FILE), file, message("a file beside this one, or in a folder there")
            )
        listed = self._gazetteer(file, here, ignore_case=matcher.get("ignore_case", False))
        name, on, cost = others
        labels = values.get("labels", [])
        if not listed.has_labels and not labels:
            self.fail(at, values, message("'labels' in it, for {file} says none", file=file))
        made_of_file = listed.rules(values["effect"], labels, cost)
        return [Rule(one.kind, name or listed.name, on, cost) for one in made_of_file]

    def _gazetteer(self, file: str, here: str, *, ignore_case: bool) -> Gazetteer:
        """Read a gazetteer, once per file; links must not lead out of the folder."""
        folder = self.path.parent if self.path is not None else Path()
        try:
            inside = (folder / file).resolve().is_relative_to(folder.resolve())
        except (OSError, RuntimeError):
            inside = False
        if not inside:
            self.fail(
                _inside(here, _FILE), file, message("a file beside this one, or in a folder there")
            )
        known = self._gazetteers.get((file, ignore_case))
        if known is None:
            with reading_streams(None):
                known = read_gazetteer(folder / file, ignore_case=ignore_case)
            self._gazetteers[file, ignore_case] = known
        return known

    def _check_switches(self, kind: Any, values: Mapping[str, Any], at: str) -> None:
        for one in fields(kind):
            if one.name in values and isinstance(one.default, bool):
                value = values[one.name]
                if not isinstance(value, bool):
                    self.fail(_inside(at, one.name), value, message("true or false"))

    def _kind(self, content: Any, at: str, known: Mapping[str, type[Any]]) -> type[Any]:
        if not isinstance(content, dict):
            self.fail(at, content, message("an object with a 'kind'"))
        name = content.get("kind")
        if not isinstance(name, str) or name not in known:
            self.fail(_inside(at, "kind"), name, message("one of {known}", known=", ".join(known)))
        return known[name]


@contextmanager
def _at_path(at: str, path: Path | None) -> Iterator[None]:
    """Add file and path to the error of an invalid rule."""
    where = message("At {at}: ", at=at) if at else ""
    try:
        yield
    except DataError:
        raise
    except CrfError as error:
        raise DataError(joined("", [where, str(error)]), path=path) from None
    except TypeError:
        raise DataError(
            message(
                "{where}something is found that is neither a text nor a list of texts; expected "
                "names, words and phrases as texts.",
                where=where,
            ),
            path=path,
        ) from None


_USUAL: dict[str, Any] = {"name": "", "on": True, "cost": None}


def _inside(at: str, name: str) -> str:
    # Shortened: a file may contain names of any length.
    name = name[:_SHOWN]
    return f"{at}.{name}" if at else name


def _needed(kind: type[Any]) -> list[str]:
    return [one.name for one in fields(kind) if one.default is MISSING]


def _matcher_of(content: Mapping[str, Any]) -> Mapping[str, Any]:
    matcher = content.get("matcher")
    return matcher if isinstance(matcher, dict) else {}
