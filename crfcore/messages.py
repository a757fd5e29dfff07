"""Texts for people that can be shown in another language.

A `Message` is the English text, and keeps the template and the values that it was made of. Who
shows it can translate the template and fill in the values again; for all others it is a string.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from numbers import Real
from string import Formatter
from types import MappingProxyType
from typing import Any

Translate = Callable[[str, int | None], str]
"""Returns a template in another language; the number chooses among its plural forms."""

Signs = Callable[[str], str]
"""Replaces the separators in a number that is written as in English."""


class Message(str):
    """An English text with its template and values.

    ``n`` is the number that a template with plural forms is about. ``changes`` were applied to the
    text, and are applied to its translation as well.
    """

    template: str = ""
    values: Mapping[str, Any] = MappingProxyType({})
    n: int | None = None
    changes: tuple[Callable[[str], str], ...] = ()

    # Without it, str() would return a plain copy, also of an error with a message.
    def __str__(self) -> str:
        return self

    def with_values(self, **values: object) -> str:
        """Return the message with other values of some of its fields."""
        return message(self.template, **{**self.values, **values})

    def worded(self, translate: Translate, signs: Signs = str) -> str:
        """Return the text in another language."""
        text = self._worded(translate, signs)
        for change in self.changes:
            text = change(text)
        return text

    def _worded(self, translate: Translate, signs: Signs) -> str:
        template = translate(self.template, self.n)
        if self.n is not None and template == self.template:
            return self  # not translated: the template has no English plural forms
        return _Worded(translate, signs).vformat(template, (), self.values)


class _Worded(Formatter):
    """Writes the values of a message in another language."""

    def __init__(self, translate: Translate, signs: Signs) -> None:
        self._translate, self._signs = translate, signs

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Message):
            return value.worded(self._translate, self._signs)
        text = str(super().format_field(value, format_spec))
        return self._signs(text) if isinstance(value, Real) else text


def message(template: str, /, **values: object) -> str:
    """Return a text made of a template, one constant, and the values of its fields.

    Translations are found by the template: `packaging/translatable_texts.py` lists them.
    """
    return _made(template.format_map(values), template, {k: _kept(v) for k, v in values.items()})


class MessageTemplate(str):
    """A template in a constant; `format` returns a message."""

    def format(self, *_: object, **values: object) -> str:
        """Return the message with the values of its fields; others are left out."""
        return message(self, **values)


def counted(n: int, noun: str, plural: str = "") -> str:
    """Return a number of things: "1 label", "1,200 labels", "2 matches"."""
    text = f"1 {noun}" if n == 1 else f"{n:,} {plural or noun + 's'}"
    return _made(text, "{n:,} " + noun, {"n": n}, n)


def there_are(n: int, noun: str) -> str:
    """Return the start of a message: "There is 1 sentence", "There are 20 sentences"."""
    things = counted(n, noun)
    text = f"There {'is' if n == 1 else 'are'} {things}"
    return _made(text, "There are {things}", {"things": things}, n)


def joined(separator: str, parts: Iterable[str]) -> str:
    """Return texts with a separator between them, as `str.join`."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    template = "{separator}".join(map("{{{}}}".format, values))
    return message(template, separator=separator, **values)


def changed(text: str, change: Callable[[str], str]) -> str:
    """Return a changed text, whose translation is changed in the same way."""
    if not isinstance(text, Message):
        return change(text)
    result = type(text)(change(text))
    vars(result).update(vars(text), changes=(*text.changes, change))
    return result


def without_stop(text: str) -> str:
    """Return a message without its full stop, as a part of another one."""
    return changed(text, _without_stop)


def as_sentence(text: str) -> str:
    """Return a part of a message as a sentence, with a capital and a full stop."""
    return changed(text, _as_sentence)


def capitalised(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def uncapitalised(text: str) -> str:
    """Return a text with a small first letter."""
    return text[:1].lower() + text[1:]


def _without_stop(text: str) -> str:
    return text.rstrip(".")


def _as_sentence(text: str) -> str:
    return f"{capitalised(text).removesuffix('.')}."


def _kept(value: object) -> object:
    """Return a value as an error keeps it, which may go to another process: a text or a number."""
    return value if isinstance(value, str | Real) else format(value)


def _made(text: str, template: str, values: dict[str, Any], n: int | None = None) -> Message:
    result = Message(text)
    vars(result).update(template=template, values=values, n=n)
    return result
