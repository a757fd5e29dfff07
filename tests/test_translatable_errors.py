"""Errors that the window may show are raised with messages that can be translated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

CHECKED = (
    *("app/domain", "app/edits", "app/formats", "app/jobs", "app/services", "app/storage"),
    *("crfcore/constraints", "crfcore/grammars", "crfcore/model_import", "crfcore/text"),
    *("crfcore/model_file.py", "crfcore/whole_files.py", "crfcore/features/joining.py"),
    *("crfcore/features/template.py", "crfcore/features/template_parts.py"),
    *("crfcore/features/wapiti_patterns.py", "crfcore/features/wapiti_regexps.py"),
)
"""Where the window's messages are made."""

WITHOUT_WINDOW = {
    # on the command line alone
    "app/jobs/simulate.py",
    "app/jobs/tag_files",
    "app/jobs/train_files",
    "app/jobs/projects/exported_files.py",
    "app/jobs/projects/exported_sentences.py",
    "app/jobs/projects/exported_settings.py",
    "app/jobs/projects/read_plain_files.py",
    # in code that uses the library alone
    "crfcore/grammars/chart.py",
    "crfcore/grammars/islands.py",
    "crfcore/grammars/matching.py",
    "crfcore/grammars/reestimation.py",
    "crfcore/model_file.py:parse",
    "crfcore/model_import/formats.py",
}
"""Files, folders and functions whose errors no window shows."""

OF_PROGRAMMERS = {"KeyError", "RuntimeError", "NotImplementedError", "AttributeError", "OSError"}
"""Errors that are never shown, or get their text from the system."""

BUILT_IN = {"ValueError", "TypeError", "IndexError"}
"""Errors that are shown only where the application raises them: about the content of its files."""


def plain_texts(source: str, *, built_in: bool = True) -> Iterator[tuple[str, int, str]]:
    """Yield the function, line and text of errors whose text is no message."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            assigned = {
                node.targets[0].id: node.value
                for node in ast.walk(function)
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            }
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and _is_shown(call, built_in=built_in):
                    for argument in [*call.args, *(one.value for one in call.keywords)]:
                        value = argument
                        if isinstance(argument, ast.Name):
                            value = assigned.get(argument.id, argument)
                        if _is_text(value):
                            yield function.name, call.lineno, ast.unparse(value)


def _is_shown(call: ast.Call, *, built_in: bool) -> bool:
    name = ast.unparse(call.func).rpartition(".")[2]
    if not name.endswith("Error") or name in OF_PROGRAMMERS:
        return False
    return built_in or name not in BUILT_IN


def _is_text(value: ast.expr) -> bool:
    """Return whether a value has words of its own, without being a message."""
    if isinstance(value, ast.IfExp):
        return _is_text(value.body) or _is_text(value.orelse)
    if isinstance(value, ast.BinOp):
        return _is_text(value.left) or _is_text(value.right)
    parts = value.values if isinstance(value, ast.JoinedStr) else [value]
    text = "".join(str(one.value) for one in parts if _is_string(one))
    return " " in text and any(character.isalpha() for character in text)


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def files() -> list[str]:
    found = []
    for name in CHECKED:
        path = ROOT / name
        listed = [path] if path.is_file() else sorted(path.rglob("*.py"))
        found += [one.relative_to(ROOT).as_posix() for one in listed]
    return [one for one in found if not any(one.startswith(without) for without in WITHOUT_WINDOW)]


@pytest.mark.parametrize("name", files())
def test_errors_have_messages(name: str) -> None:
    source = (ROOT / name).read_text(encoding="utf-8")
    assert [
        f"{name}, line {line}: use message() of crfcore.messages for {text}"
        for function, line, text in plain_texts(source, built_in=name.startswith("app/"))
        if f"{name}:{function}" not in WITHOUT_WINDOW
    ] == []


def test_what_is_left_out_exists() -> None:
    for name in WITHOUT_WINDOW:
        file, _, function = name.partition(":")
        assert (ROOT / file).exists()
        if function:
            assert function in {one for one, *_ in plain_texts((ROOT / file).read_text("utf-8"))}


@pytest.mark.parametrize(
    "line",
    [
        'raise DataError(f"no {label} here", path=path)',
        'raise DamagedError(path, "it is damaged")',
        'reason = f"no {label} here"\n    raise errors.QueryError(reason, 1, 2)',
        'return TemplateError("one text" if one else message("another"))',
        'raise CrfError("two " + "parts")',
        'raise ValueError("the value is none")',
    ],
)
def test_a_plain_text_is_found(line: str) -> None:
    assert list(plain_texts(f"def f():\n    {line}\n"))


@pytest.mark.parametrize(
    "line",
    [
        'raise DataError(message("no {label} here", label=label))',
        "raise DataError(str(error), path=path)",
        'raise RuntimeError("this never happens")',
        'raise KeyError(f"{name}_offsets")',
    ],
)
def test_messages_and_errors_of_programmers_are_left_alone(line: str) -> None:
    assert list(plain_texts(f"def f():\n    {line}\n")) == []
