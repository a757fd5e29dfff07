"""The library's pages: examples run, tables are complete, links lead somewhere."""

from __future__ import annotations

import inspect
import re
from decimal import Decimal
from pathlib import Path

import pytest

from app.cli import run
from crfcore import LinearChainCRF
from crfcore.active_learning import STRATEGIES
from crfcore.crf import ALGORITHMS
from crfcore.features.presets import PRESETS
from crfcore.model_import.formats import FORMATS

FOLDER = Path(__file__).parents[2] / "crfcore"
README = FOLDER / "README.md"
PAGES = [README, *sorted((FOLDER / "docs").glob("*.md"))]
TEXTS = {path: path.read_text(encoding="utf-8") for path in PAGES}

_FIGURE = re.compile(r"-?\d+\.\d+")
_FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)\s]+)\)")

X_TRAIN = [
    [{"word": "Rex"}, {"word": "slept"}],
    [{"word": "Anna"}, {"word": "fed"}, {"word": "Rex"}],
]
Y_TRAIN = [["PET", "O"], ["PERSON", "O", "PET"]]
TRAIN_DATA = "Rex NN PET\nslept VBD O\n\nAnna NN PERSON\nfed VBD O\nRex NN PET\n\n" * 3
NEW_DATA = "Rex NN\nslept VBD\n\n"


def sections(path):
    """Return the parts of a page below its headings of the second order, by heading."""
    headings_and_bodies = re.split(r"^## (.*)$", TEXTS[path], flags=re.MULTILINE)[1:]
    return dict(zip(headings_and_bodies[::2], headings_and_bodies[1::2], strict=True))


MIGRATION = FOLDER / "docs" / "migration.md"
MIGRATIONS = {head: body for head, body in sections(MIGRATION).items() if "```" in body}
EXAMPLES = {
    f"{path.name}: {head}": body
    for path in PAGES
    for head, body in sections(path).items()
    if path != MIGRATION and "```" in body
}


def new_sides(section):
    """Return what each diff of a section leads to."""
    for kind, body in _FENCED.findall(section):
        if kind == "diff":
            lines = body.splitlines()
            assert {line[:1] for line in lines} <= {"+", "-", " ", ""}
            yield "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-")


def assert_prints(found, expected):
    """Compare word for word, and figures by what rounding leaves: one unit of the last digit.

    What is printed of a number that lies on the border between two roundings depends on its last
    bits, which differ between processors.
    """
    assert _FIGURE.sub("#", found) == _FIGURE.sub("#", expected)
    figures = zip(_FIGURE.findall(found), _FIGURE.findall(expected), strict=True)
    for one, other in figures:
        # Python prints 0.20 as 0.2: of two such figures the longer one tells the rounding.
        last = min(Decimal(figure).as_tuple().exponent for figure in (one, other))
        assert abs(Decimal(one) - Decimal(other)) <= Decimal(1).scaleb(last), (
            f"{one} instead of {other}"
        )


def test_figures_may_differ_by_one_unit_of_their_last_digit():
    assert_prints("[0.23, 1]", "[0.24, 1]")
    assert_prints("-0.00", "0.00")
    for other in ("[0.25, 1]", "[0.23, 2]", "[0.2, 1]", "[-0.23, 1]", "[0.23, 1.0]", "0.23, 1"):
        with pytest.raises(AssertionError):
            assert_prints("[0.23, 1]", other)


@pytest.mark.parametrize("heading", EXAMPLES)
def test_an_example_prints_what_stands_below_it(heading, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    blocks = _FENCED.findall(EXAMPLES[heading])
    assert blocks
    assert [kind for kind, _ in blocks[::2]] == ["python"] * (len(blocks) // 2)
    assert [kind for kind, _ in blocks[1::2]] == ["text"] * (len(blocks) // 2)
    for (_, code), (_, output) in zip(blocks[::2], blocks[1::2], strict=True):
        exec(compile(code, heading, "exec"), names)
        assert_prints(capsys.readouterr().out, output)


@pytest.mark.parametrize("heading", MIGRATIONS)
def test_what_a_migration_leads_to_runs(heading, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("train.data").write_text(TRAIN_DATA, encoding="utf-8")
    Path("new.data").write_text(NEW_DATA, encoding="utf-8")
    Path("template").write_text("U00:%x[0,0]\nB\n", encoding="utf-8")
    Path("pattern").write_text("u00:%x[0,0]\nb\n", encoding="utf-8")
    names = {"X_train": X_TRAIN, "y_train": Y_TRAIN, "X_test": X_TRAIN, "y_test": Y_TRAIN}
    sides = list(new_sides(MIGRATIONS[heading]))
    assert sides
    for side in sides:
        if side.startswith("tagwright "):
            for line in side.splitlines():
                program, *words = line.split()
                assert (program, run(words)) == ("tagwright", 0)
        else:
            exec(compile(side, heading, "exec"), names)


def test_every_block_of_the_pages_is_an_example_or_a_migration():
    read = [*EXAMPLES.values(), *MIGRATIONS.values()]
    assert sum(body.count("```") for body in read) == sum(
        text.count("```") for text in TEXTS.values()
    )
    assert len(MIGRATIONS) == 4


def test_the_readme_is_a_quick_start():
    assert len(TEXTS[README].splitlines()) <= 300
    names = {target.removeprefix("docs/") for target in _LINK.findall(TEXTS[README])}
    assert {path.name for path in PAGES[1:]} <= names


@pytest.mark.parametrize("name", inspect.signature(LinearChainCRF).parameters)
def test_the_tables_name_each_parameter(name):
    lines = TEXTS[FOLDER / "docs" / "parameters.md"].splitlines()
    rows = [line.split("|")[1] for line in lines if line.startswith("| `")]
    assert any(f"`{name}`" in row for row in rows)


def test_the_pages_name_algorithms_presets_and_programs():
    parameters = TEXTS[FOLDER / "docs" / "parameters.md"]
    assert all(f'| `"{name}"` |' in parameters for name in ALGORITHMS)
    assert all(f"`{name}`" in parameters for name in PRESETS)
    assert {name.removesuffix("-dump") for name in FORMATS} == {"crfsuite", "crf++", "wapiti"}


def test_the_examples_name_each_query_strategy():
    assert all(f"`{name}`" in TEXTS[FOLDER / "docs" / "examples.md"] for name in STRATEGIES)


def anchor_of(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def anchors_of(path):
    return {anchor_of(heading) for heading in _HEADING.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_list_of_contents_has_each_heading(path):
    before = TEXTS[path].partition("\n## ")[0]
    listed = [link for link in _LINK.findall(before) if link.startswith("#")]
    if len(listed) > 2:
        assert listed == [f"#{anchor_of(heading)}" for heading in sections(path)]


@pytest.mark.parametrize(
    ("page", "target"),
    sorted({(path, target) for path, text in TEXTS.items() for target in _LINK.findall(text)}),
    ids=lambda value: value.name if isinstance(value, Path) else value,
)
def test_a_link_leads_somewhere(page, target):
    name, _, place = target.partition("#")
    path = page.parent / name if name else page
    assert path.is_file()
    assert not place or place in anchors_of(path)
