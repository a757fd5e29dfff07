"""Tests of the manual's links, keys and menus."""

import re
from pathlib import Path

import pytest

from app.cli.training import ALGORITHMS, train
from app.formats import plain_text
from app.formats.plain_text import BLANKS, LONGEST_SENTENCE, TOKENS_OPTION, WORDS
from app.formats.plain_tokens import LONGEST_TOKEN
from app.views.actions import COMMANDS
from app.views.commands.command import MENUS

MANUAL = Path(__file__).parents[2] / "resources" / "manual"
PAGES = sorted(MANUAL.glob("*.md"))
ARROWS = {"↑": "Up", "↓": "Down", "←": "Left", "→": "Right"}
VIEW_KEYS = {"Left", "Right", "Up", "Down", "Home", "End", "Ctrl+Left", "Ctrl+Right"}
PANEL_KEYS = {"F2", "Delete", "Ctrl+C", "F10", "Shift+F10"}
KEY = re.compile(r"(?:(?:Ctrl|Shift|Alt)\+)*(?:F\d+|Tab|Enter|Esc|Backspace|Delete|Home|End|\S)")


def links(page: Path) -> list[str]:
    return re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8"))


def spelt(key: str) -> str:
    for arrow, name in ARROWS.items():
        key = key.replace(arrow, name)
    return key


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_pages(page):
    assert [link for link in links(page) if not (MANUAL / link).is_file()] == []


def test_the_first_page_names_all_others():
    assert {*links(MANUAL / "index.md"), "index.md"} == {page.name for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_keys_that_are_named_exist(page):
    known = {key for command in COMMANDS for key in command.keys}
    known |= VIEW_KEYS | PANEL_KEYS | set("123456789")
    named = {
        spelt(key)
        for key in re.findall(r"\*\*([^*\n]+)\*\*", page.read_text(encoding="utf-8"))
        if KEY.fullmatch(key)
    }
    assert named - known == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_menu_entries_that_are_named_exist(page):
    menus = {title.replace("&", ""): name for name, title in MENUS.items()}
    entries = {(command.menu, command.text.replace("&", "")) for command in COMMANDS}
    entries.add(("project", "Open recent"))
    text = page.read_text(encoding="utf-8")
    named = {
        (menus[menu], entry) for menu, entry in re.findall(r"\*([A-Z][a-z]+) → ([^*\n]+)\*", text)
    }
    assert named - entries == set()


def test_the_command_line_page_names_algorithms_and_options_of_training():
    page = (MANUAL / "command-line.md").read_text(encoding="utf-8")
    quoted = " ".join(re.findall(r"`([^`]+)`", page)).split()
    assert [name for name in ALGORITHMS if name not in quoted] == []
    options = {option for one in train.params for option in one.opts if option.startswith("--")}
    assert sorted(option for option in options if option not in page) == []


@pytest.mark.parametrize("choice", [WORDS, BLANKS])
def test_the_page_about_imports_says_what_divides_plain_text(choice):
    page = (MANUAL / "import-export.md").read_text(encoding="utf-8")
    assert f"a word of more than {LONGEST_TOKEN:,} characters becomes several tokens" in page
    assert f"more than {LONGEST_SENTENCE:,} tokens in a row become several sentences" in page
    options = {TOKENS_OPTION: choice}
    long = plain_text.read("a" * (LONGEST_TOKEN + 1), options=options)
    assert [len(word) for word in long.sentences[0].columns[0]] == [LONGEST_TOKEN, 1]
    several = plain_text.read("a " * (LONGEST_SENTENCE + 1), options=options)
    lengths = [len(sentence.columns[0]) for sentence in several.sentences]
    assert lengths == [LONGEST_SENTENCE, 1]
