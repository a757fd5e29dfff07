"""The texts of the program, read from its source: what a person can see of it, and in which role.

A text is a literal of two words or more, or what goes through `tr`. Docstrings, SQL and what is
written to the log alone are left out; placeholders are written `{}`.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

TRANSLATORS = frozenset({"tr", "translate", "QT_TRANSLATE_NOOP"})
TIP_SETTERS = frozenset({"set_tip", "setToolTip", "setStatusTip", "setWhatsThis"})
PLACEHOLDER = re.compile(r"\{[^{}]*\}")

_LOGGERS = frozenset({"log", "_log", "logger", "_logger", "logging"})
_SQL = re.compile(
    r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|WITH|PRAGMA|ATTACH|DETACH|BEGIN|VACUUM)\b"
)
_WORDS = re.compile(r"[^\W\d_]{2,}.*\s.*[^\W\d_]|[^\W\d_].*\s.*[^\W\d_]{2,}", re.DOTALL)


class ShownText(NamedTuple):
    """A text, where it is, the function it is handed to, and whether that goes through `tr`."""

    path: str
    line: int
    text: str
    call: str
    keyword: str
    translated: bool

    @property
    def where(self) -> str:
        """The place as editors read it."""
        return f"{self.path}:{self.line}"


def texts_of(path: Path) -> list[ShownText]:
    """Return the texts of one module, in the order of its lines."""
    reader = _Reader(path.relative_to(ROOT).as_posix())
    reader.visit(ast.parse(path.read_text(encoding="utf-8")))
    return sorted(reader.texts, key=lambda text: text.line)


@cache
def texts_of_the_program() -> tuple[ShownText, ...]:
    """Return every text of the window, the command line and the library."""
    paths = (
        path for folder in ("app", "crfcore") for path in sorted((ROOT / folder).rglob("*.py"))
    )
    return tuple(text for path in paths for text in texts_of(path))


def name_of(function: ast.expr) -> str:
    """Return the last part of the name of what is called, "" if it has none."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


class _Reader(ast.NodeVisitor):
    def __init__(self, path: str) -> None:
        self.path = path
        self.texts: list[ShownText] = []
        self.calls: list[tuple[str, str]] = []

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring is for developers
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        self.visit(node.func)
        name = name_of(node.func)
        if _is_log(node.func):
            return
        for argument in node.args:
            self._inside(name, "", argument)
        for keyword in node.keywords:
            self._inside(name, keyword.arg or "", keyword.value)

    def _inside(self, name: str, keyword: str, node: ast.expr) -> None:
        self.calls.append((name, keyword))
        self.visit(node)
        self.calls.pop()

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._note(node.lineno, PLACEHOLDER.sub("{}", node.value))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        parts = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                parts.append(str(value.value))
            else:
                parts.append("{}")
                self.visit(value)
        self._note(node.lineno, "".join(parts))

    def _note(self, line: int, text: str) -> None:
        translated = any(call in TRANSLATORS for call, _ in self.calls)
        if not translated and (not _WORDS.search(text) or _SQL.match(text)):
            return
        outer = [one for one in self.calls if one[0] not in TRANSLATORS | {"format"}]
        call, keyword = outer[-1] if outer else ("", "")
        self.texts.append(ShownText(self.path, line, text, call, keyword, translated))


def _is_log(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and name_of(function.value) in _LOGGERS
