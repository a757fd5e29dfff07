"""Manual pages, made from the commands."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from app.__main__ import COMMANDS
from app.cli import commands

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    return importlib.import_module("manual_pages")


@pytest.fixture
def pages(script) -> dict[str, str]:
    return script.manual_pages(commands, "tagwright", "1.2", "2026-01-02")


def test_each_command_has_a_page(pages: dict[str, str]) -> None:
    assert set(pages) == {"tagwright.1", *(f"tagwright-{name}.1" for name in COMMANDS)}
    for name in COMMANDS:
        escaped = name.replace("-", "\\-")
        assert f".B tagwright\\-{escaped}(1)\n" in pages["tagwright.1"]


@pytest.mark.parametrize("name", ["", *sorted(COMMANDS)])
def test_each_option_is_on_the_page_with_its_help(script, pages: dict[str, str], name: str) -> None:
    command = commands.commands[name] if name else commands
    page = pages[f"tagwright-{name}.1" if name else "tagwright.1"]
    ctx = click.Context(command, info_name=name)
    options = [one for one in command.get_params(ctx) if isinstance(one, click.Option)]
    assert options
    for option in options:
        if option.hidden:
            continue
        for word in (*option.opts, *option.secondary_opts):
            assert script.escaped(word) in page
        assert script.escaped(" ".join(option.help.split())) in page
    for argument in command.params:
        if isinstance(argument, click.Argument):
            assert script.escaped(argument.make_metavar(ctx)) in page


def test_version_and_date_are_in_the_heading(pages: dict[str, str]) -> None:
    first = pages["tagwright-train.1"].splitlines()[0]
    assert first == r'.TH "TAGWRIGHT\-TRAIN" "1" "2026\-01\-02" "Tagwright 1.2" "Commands"'


def test_text_is_printed_as_it_is(script) -> None:
    assert script.escaped(r"a\b --c") == r"a\eb \-\-c"
    assert script.escaped(".SH no\n'br") == "\\&.SH no\n\\&'br"
    assert script._quoted('say "x"') == '"say ""x"""'


def test_a_command_without_help_is_refused(script) -> None:
    group = click.Group("g", {"bare": click.Command("bare")}, help="A group.")
    with pytest.raises(ValueError, match="the command bare has no help"):
        script.manual_pages(group, "g", "1", "2026")


def test_a_hidden_command_has_no_page(script) -> None:
    hidden = click.Command("secret", help="Hidden.", hidden=True)
    group = click.Group("g", {"secret": hidden}, help="A group.")
    made = script.manual_pages(group, "g", "1", "2026")
    assert set(made) == {"g.1"}
    assert "secret" not in made["g.1"]


@pytest.mark.parametrize("language", ["C", "C.UTF-8"])
def test_man_has_no_warnings(pages: dict[str, str], tmp_path: Path, language: str) -> None:
    man = shutil.which("man")
    if man is None:
        pytest.skip("man is not installed")
    paths = []
    for name, text in pages.items():
        paths.append(tmp_path / name)
        paths[-1].write_text(text, encoding="utf-8")
    done = subprocess.run(
        [man, "--warnings", "-l", *map(str, paths)],
        env=os.environ | {"LC_ALL": language, "MANWIDTH": "80", "MANPAGER": "cat"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"EXIT STATUS" in done.stdout
