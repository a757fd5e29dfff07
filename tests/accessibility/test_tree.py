"""What a screen reader finds, asked for as it asks: through AT-SPI, from another process.

The window is on a display of its own (Xvfb), on a session bus of its own; the reader is a script
for the system's Python, which has the bindings.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.views.dialogs.test_names import pictures
from tests.memory_projects import WORDS

pytestmark = pytest.mark.gui

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYTHON = "/usr/bin/python3"
BUS = Path("/usr/share/dbus-1/services/org.a11y.Bus.service")
SECONDS = 300

UNCLEAR = {"invalid", "unknown", "unknown role", "extended", "redundant object"}
WITH_VALUES = {"spin button", "slider", "progress bar", "scroll bar"}
NAMED_BY_VALUE = {"combo box"}
"""Qt names these by what is chosen in them; what they are is their label, or the description."""
Node = dict[str, Any]


def missing() -> str:
    """Return what this machine lacks to be read like this, "" for nothing."""
    for program in ("Xvfb", "dbus-run-session", PYTHON):
        if shutil.which(program) is None:
            return f"there is no {program}"
    if not BUS.exists():
        return "there is no bus of accessibility (on Debian: apt-get install at-spi2-core)"
    asked = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    if subprocess.run([PYTHON, "-c", asked], capture_output=True, check=False).returncode:
        return f"{PYTHON} cannot read AT-SPI (on Debian: apt-get install gir1.2-atspi-2.0)"
    return ""


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """Give a display without a window manager."""
    if reason := missing():
        pytest.skip(reason)
    mine, theirs = os.pipe()
    arguments = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1280x1024x24"]
    quiet = subprocess.DEVNULL
    server = subprocess.Popen(arguments, pass_fds=(theirs,), stdout=quiet, stderr=quiet)
    os.close(theirs)
    with os.fdopen(mine) as number:
        yield f":{number.readline().strip()}"
    server.terminate()
    server.wait(60)


@pytest.fixture(scope="module")
def read(display: str, tmp_path_factory: pytest.TempPathFactory) -> Node:
    """Read the window and all dialogs, and give all that was found."""
    folder = tmp_path_factory.mktemp("read")
    answer = folder / "answer.json"
    shown = [sys.executable, "-m", "tests.accessibility.shown"]
    reader = [PYTHON, "-W", "ignore", str(HERE / "reader.py")]
    done = subprocess.run(
        ["dbus-run-session", "--", *reader, str(answer), ",".join(pictures.DIALOGS), *shown],
        cwd=ROOT,
        env={
            **os.environ,
            "DISPLAY": display,
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "HOME": str(folder),
        },
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert answer.exists(), done.stderr[-2000:]
    return json.loads(answer.read_text(encoding="utf-8"))


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node["children"]:
        yield from nodes(child)


def on_screen(node: Node) -> bool:
    """Say whether a node is to be seen: Qt keeps docks behind a tab beyond the screen's edge."""
    left, top, width, height = node.get("extents", (0, 0, 0, 0))
    return left + width > 0 and top + height > 0 and width > 0 and height > 0


def trees_by_path(read: Node) -> dict[str, Node]:
    return {"window": read["window"], **read["dialogs"]}


def test_every_dialog_is_on_the_bus(read: Node):
    assert [name for name, tree in read["dialogs"].items() if tree is None] == []
    # The welcome page is a window, for which Qt knows no role but that of any widget.
    roles = {tree["role"] for name, tree in read["dialogs"].items() if name != "welcome"}
    assert roles <= {"dialog", "frame"}
    assert all(tree["name"] for tree in trees_by_path(read).values())


def test_whatever_takes_the_focus_has_a_name_and_a_role(read: Node):
    unnamed = [
        (path, node["role"], node["description"])
        for path, tree in trees_by_path(read).items()
        for node in nodes(tree)
        if "focusable" in node["states"]
        and on_screen(node)
        and node["role"] != "table cell"  # an empty one is named by nothing
        and (not node["name"].strip() or node["role"] in UNCLEAR)
    ]
    assert unnamed == []


def test_what_is_named_by_its_value_says_what_it_is_as_well(read: Node):
    unclear = [
        (path, node["name"])
        for path, tree in trees_by_path(read).items()
        for node in nodes(tree)
        if node["role"] in NAMED_BY_VALUE
        and on_screen(node)
        and not (node["labelled_by"] or node["description"])
    ]
    assert unclear == []


def test_numbers_have_values_within_their_bounds(read: Node):
    found = [
        node
        for tree in trees_by_path(read).values()
        for node in nodes(tree)
        if node["role"] in WITH_VALUES and on_screen(node)
    ]
    assert found
    for node in found:
        smallest, value, largest = node["value"]
        assert smallest <= value <= largest, node


def test_tokens_are_items_of_the_sentence_where_they_are_seen(read: Node):
    (sentence,) = (n for n in nodes(read["window"]) if n["name"] == "Sentence")
    assert sentence["role"] == "list"
    tokens = sentence["children"]
    assert [token["name"].split(",")[0] for token in tokens] == WORDS[: len(tokens)]
    assert {token["role"] for token in tokens} == {"list item"}
    assert tokens[5]["name"] == "mg, DOSE, suggested 40%"
    left, top, width, height = sentence["extents"]
    for token in tokens:
        x, y, wide, tall = token["extents"]
        assert left <= x < x + wide <= left + width
        assert top <= y < y + tall <= top + height
    starts = [token["extents"][0] for token in tokens]
    assert starts == sorted(starts)


def test_the_focus_is_told_as_keys_move_it(read: Node):
    last = [
        [key, [node for node in heard if node[0].startswith("list")]] for key, heard in read["keys"]
    ]
    said = {
        number: (key, heard[-1][1] if heard else "") for number, (key, heard) in enumerate(last)
    }
    assert said[0] == ("Right", "patient, no label, suggested 99%")
    assert said[1] == ("Right", "was, no label, suggested 99%")
    assert said[2] == ("Shift+Right", "given, no label, suggested 99%")
    assert said[4] == ("F6", "DRUG, key 1, 1 labelled")
    assert said[5] == ("Down", "DOSE, key 2, 0 labelled")
    assert said[6] == ("Esc", "given, DRUG, confirmed")
    assert ["selection", "list"] in read["keys"][0][1]


def test_what_happens_in_passing_is_announced(read: Node):
    _, heard = read["keys"][7]
    sentence = " ".join(WORDS)
    assert ["announcement", f"Accepted. Sentence 2 of 4: {sentence}"] in heard
    assert ["announcement", "Something was done."] in read["said"]


def test_a_button_can_be_pressed_by_a_reader(read: Node):
    assert read["left"] == ["frame"]


def test_everything_pressed_by_keys_offers_an_action(read: Node):
    idle = [
        (path, node["name"])
        for path, tree in trees_by_path(read).items()
        for node in nodes(tree)
        if node["role"] in {"push button", "check box", "radio button"}
        and "enabled" in node["states"]
        and "focusable" in node["states"]
        and on_screen(node)
        and not node.get("actions")
    ]
    assert idle == []
