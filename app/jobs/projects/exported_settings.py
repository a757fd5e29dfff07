"""Settings, labels, rules, gazetteers and documents from an exported project.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from app.domain.documents import Document
from app.domain.gazetteers import Gazetteer
from app.domain.labels import Label
from app.domain.rules import ProjectRule
from app.domain.settings import ProjectSettings
from app.formats.table import layout_trouble
from app.jobs.projects.plain_files import Values
from app.storage.edit_encoding import (
    LINE,
    NO_PHRASE,
    document_from,
    gazetteer_from,
    label_from,
    rule_from,
    settings_from,
)
from app.storage.json_values import as_json, as_kind, field, from_json, listed
from app.storage.tables import MAX_NAME, misfit
from app.storage.writing import document_row, gazetteer_values, label_values, rule_values
from crfcore.errors import CrfError, cut, fault_in
from crfcore.text.label_names import label_fault

_NAME_SHOWN = 80
_JSON_NAMES = {"active": "on"}
"""Columns of the project's tables with another name in JSON."""

_One = TypeVar("_One")


@dataclass(frozen=True, slots=True)
class Exported:
    """What a project.json has; ``counts`` is None in older exports."""

    settings: ProjectSettings
    labels: list[Label]
    documents: list[Document]
    rules: list[ProjectRule]
    gazetteers: list[tuple[Gazetteer, dict[str, str]]]
    counts: dict[str, int] | None


def exported_from(values: Values) -> Exported:
    """Return the values of a project.json; TypeError, ValueError or OverflowError if invalid."""
    with _inside("settings"):
        settings = settings_from(field(values, "settings", dict))
    labels = _each(values, "labels", _label_of)
    _check_names(labels)
    return Exported(
        settings,
        labels,
        _each(values, "documents", _document_of),
        _each(values, "rules", _rule_of),
        _each(values, "gazetteers", _gazetteer_and_phrases),
        _counts(values) if "counts" in values else None,
    )


def _counts(values: Values) -> dict[str, int]:
    counts = field(values, "counts", dict)
    return {name: as_kind(int, n, f"counts.{cut(name, _NAME_SHOWN)}") for name, n in counts.items()}


@contextmanager
def _inside(name: str) -> Iterator[None]:
    """Add the name of a part of the file to errors from the block."""
    try:
        yield
    except CrfError:
        raise
    except (TypeError, ValueError) as error:
        raise ValueError(f"in “{name}”, {fault_in(error)}") from error


def _each(values: Values, name: str, read: Callable[[Values], _One]) -> list[_One]:
    found = []
    ids: set[int] = set()
    for number, one in enumerate(listed(values, name, dict)):
        with _inside(f"{name}[{number}]"):
            found.append(read(one))
            if one["id"] in ids:
                raise ValueError(f"“id” is {one['id']}, which another one has as well")
            ids.add(one["id"])
    return found


def _check_names(labels: Sequence[Label]) -> None:
    for name, n in Counter(label.name for label in labels if not label.removed).items():
        if n > 1:
            shown_name = as_json(name)
            raise ValueError(
                f"in “labels”, {n:,} have the “name” {shown_name}, and one is expected"
            )


def _check_row(table: str, row: Sequence[Any], values: Values) -> None:
    """Raise ValueError if the table of a project could not hold a row."""
    column = misfit(table, row)
    if column is not None:
        name = _JSON_NAMES.get(column.name, column.name)
        raise ValueError(
            f"“{name}” is {as_json(values.get(name))}, and {column.expected} is expected"
        )


def _label_of(values: Values) -> Label:
    label = label_from(values)
    assert label is not None
    fault = label_fault(label.name)
    if fault:
        raise ValueError(f"“name” is {as_json(label.name)}, which {fault}")
    _check_row("labels", label_values(label), values)
    return label


def _document_of(values: Values) -> Document:
    document = document_from(values)
    _check_row("documents", document_row(document), values)
    trouble = document.layout.column_fault() or layout_trouble(document.layout)
    if trouble:
        raise ValueError(trouble)
    return document


def _rule_of(values: Values) -> ProjectRule:
    rule = rule_from(values)
    assert rule is not None
    _check_row("rules", rule_values(rule), values)
    as_kind(dict, from_json(rule.parameters), "parameters")
    return rule


def _gazetteer_and_phrases(values: Values) -> tuple[Gazetteer, dict[str, str]]:
    phrases = field(values, "phrases", dict)
    for phrase, label in phrases.items():
        name = f"phrases.{cut(phrase, _NAME_SHOWN)}"
        as_kind(str, label, name)
        if LINE in phrase or LINE in label or label == NO_PHRASE:
            raise ValueError(f"“{name}” is {as_json(label)}, and no line ends are expected in both")
        if "\0" in phrase:
            raise ValueError(f"{as_json(name)} contains a NUL character")
        fault = label_fault(label, MAX_NAME)
        if fault:
            raise ValueError(f"“{name}” is {as_json(label)}, which {fault}")
    gazetteer = gazetteer_from(values)
    assert gazetteer is not None
    _check_row("gazetteers", gazetteer_values(gazetteer), values)
    return gazetteer, phrases
