from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from app import __main__ as program
from app.cli import commands, run
from app.cli.completion import SHELLS, VARIABLE, completion_script

WATCHED = """
import sys
from app.__main__ import main
sys.argv = ["tagwright"]
try:
    main()
finally:
    sys.stderr.write(" ".join({"PySide6", "numpy", "numba", "sqlite3"} & set(sys.modules)))
"""


def completed(*words: str, shell: str = "bash") -> list[str]:
    """Return what the program answers a shell for the last of the words."""
    line = "\n".join if shell == "fish" else " ".join
    done = subprocess.run(
        [sys.executable, "-c", WATCHED],
        env=os.environ
        | {
            VARIABLE: f"{shell}_complete",
            "COMP_WORDS": line(["tagwright", *words]),
            "COMP_CWORD": words[-1] if shell == "fish" else str(len(words)),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == "", "nothing large is loaded at a Tab key"
    return done.stdout.splitlines()


def test_the_program_looks_for_the_variable_that_shells_set() -> None:
    assert program.COMPLETION == VARIABLE


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_is_printed(shell, capsys) -> None:
    assert run(["--completion", shell]) == 0
    printed = capsys.readouterr().out
    assert printed == completion_script(commands, shell)
    assert f"{VARIABLE}={shell}_complete" in printed


def test_other_shells_are_refused(capsys) -> None:
    assert run(["--completion", "tcsh"]) == 2
    assert "bash" in capsys.readouterr().err
    with pytest.raises(ValueError, match="no completion for tcsh; expected bash, zsh, fish"):
        completion_script(commands, "tcsh")


def test_the_first_word_is_a_command_or_a_project() -> None:
    assert completed("t") == ["file,t", "plain,tag", "plain,train"]
    assert completed("notes") == ["file,notes"]
    assert completed("--v") == ["plain,--version"]


def test_options_and_their_values_are_completed() -> None:
    assert completed("tag", "--marg") == ["plain,--marginals"]
    assert completed("export", "--which", "") == ["plain,confirmed", "plain,done", "plain,all"]
    assert completed("tag", "m") == ["file,m"]


def test_other_shells_are_answered_in_their_way() -> None:
    zsh = completed("che", shell="zsh")
    assert zsh[:3] == ["file", "che", "_"]
    assert zsh[3:5] == ["plain", "check"]
    assert completed("che", shell="fish")[1].startswith("plain,check")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes_a_word(tmp_path) -> None:
    script = completion_script(commands, "bash")
    (tmp_path / "tagwright").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m app "$@"\n')
    (tmp_path / "tagwright").chmod(0o755)
    asked = (
        "compopt() { :; }\nCOMP_WORDS=(tagwright tag --marg)\nCOMP_CWORD=2\n"
        '_tagwright_completion tagwright\necho "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", script + asked],
        env=os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "--marginals\n"


@pytest.mark.parametrize(
    "environment",
    [
        {VARIABLE: "bash_complete"},
        {VARIABLE: "zsh_complete", "COMP_WORDS": "tagwright t", "COMP_CWORD": "one"},
        {VARIABLE: "fish_complete", "COMP_WORDS": "tagwright t", "COMP_CWORD": " "},
        {VARIABLE: "1"},
        {VARIABLE: "tcsh_complete"},
    ],
)
def test_a_request_that_no_shell_makes_is_refused(environment, monkeypatch, capsys) -> None:
    for name in (VARIABLE, "COMP_WORDS", "COMP_CWORD"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert program.run_command([]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(VARIABLE)
    assert printed.err.endswith("; unset it to run the program.\n")
    assert printed.err.count("\n") == 1


def test_an_empty_variable_asks_for_nothing(monkeypatch, capsys) -> None:
    monkeypatch.setenv(VARIABLE, "")
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("tagwright")
