"""Paths and names of files are shown as one line that nothing reorders, everywhere."""

import ast
from pathlib import Path

VIEWS = Path(__file__).resolve().parents[3] / "app" / "views"
SAFE = {"as_text", "shown_folder"}


def raw_paths(source: str) -> list[str]:
    """Return the values of fields of texts that are paths, or their names, as they are."""
    found = []
    for call in ast.walk(ast.parse(source)):
        if not (isinstance(call, ast.Call) and ast.unparse(call.func).endswith(".format")):
            continue
        for keyword in call.keywords:
            value = ast.unparse(keyword.value)
            names = keyword.arg in {"path", "folder"} or value.endswith(("path.name", "path.stem"))
            if names and value.partition("(")[0] not in SAFE:
                found.append(f"{keyword.arg}={value}")
    return found


def test_paths_in_fields_of_texts_are_found() -> None:
    assert raw_paths("tr('{path}').format(path=path)") == ["path=path"]
    assert raw_paths("text.format(name=row.path.name)") == ["name=row.path.name"]
    assert raw_paths("text.format(name=as_text(path.name), folder=shown_folder(x))") == []


def test_every_path_that_is_shown_is_one_line() -> None:
    found = {path.name: raw_paths(path.read_text("utf-8")) for path in VIEWS.rglob("*.py")}
    assert {name: raw for name, raw in found.items() if raw} == {}
