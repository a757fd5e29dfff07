"""The manual, README, CHANGELOG and the library's pages use the terms of the glossary."""

import re
from pathlib import Path

import pytest

from app.cli import commands
from tests.retired_words import retired_in
from tests.shown_texts import texts_of_the_program

ROOT = Path(__file__).parents[1]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "resources" / "manual").glob("*.md")),
]
LIBRARY_PAGES = [ROOT / "crfcore" / "README.md", *sorted((ROOT / "crfcore" / "docs").glob("*.md"))]
HELP = {name: command.help or "" for name, command in commands.commands.items()} | {
    "tagwright": commands.help or ""
}
"""What `tagwright COMMAND --help` begins with: docstrings, which no other test of texts reads."""
NO_PROSE = re.compile(
    r"```.*?```|<!-- (\S+): written by .*?<!-- end of \1 -->|`[^`\n]*`|^    [^\n]*$|\]\([^)]*\)",
    re.DOTALL | re.MULTILINE,
)
"""Code, which keeps the names that programs know, sections that a command writes, and links."""


def prose_of(text: str) -> str:
    return NO_PROSE.sub(" ", text)


def test_code_and_links_are_no_prose():
    text = "See `control:no` and ![it](pictures/accept-confident.png)\n\n    sure\n"
    assert retired_in(text)
    assert retired_in(prose_of(text)) == []
    assert retired_in(prose_of(f"{text}\nsure"))


@pytest.mark.parametrize("command", HELP)
def test_no_help_of_a_command_uses_a_retired_word(command):
    assert retired_in(HELP[command]) == []


@pytest.mark.parametrize("page", [*PAGES, *LIBRARY_PAGES], ids=lambda page: page.name)
def test_no_page_uses_a_retired_word(page):
    assert retired_in(prose_of(page.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("claim", "true"),
    [
        (r"least time in trials", "people were simulated, and other orders won too"),
        (r"learns? from (?:every|each)\b", "it never learns from test sentences"),
        (r"every message says", "messages name what they can"),
        (r"3\.11 or newer", "Python 3.11, 3.12 or 3.13"),
    ],
)
def test_nothing_claims_what_was_found_wrong(claim, true):
    texts = [(page.name, page.read_text("utf-8")) for page in [*PAGES, *LIBRARY_PAGES]]
    texts += [(one.where, one.text) for one in texts_of_the_program()]
    texts += HELP.items()
    assert [where for where, text in texts if re.search(claim, text, re.I)] == [], true


def test_no_label_has_the_quotation_marks_of_the_window():
    pages = [*PAGES, *LIBRARY_PAGES]
    texts = [(page.name, prose_of(page.read_text("utf-8"))) for page in pages]
    assert [name for name, text in texts if re.search(r'"no label"', text, re.I)] == []


def test_pictures_of_scripted_sessions_say_so():
    captions = [
        (page.name, caption)
        for page in PAGES
        for caption, picture in re.findall(r"!\[([^]]*)\]\(([^)]*)\)", page.read_text("utf-8"))
        if not picture.endswith("appearance.png")
    ]
    assert captions
    assert [one for one in captions if "scripted session" not in one[1]] == []
