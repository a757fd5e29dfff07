"""The menu of recent projects: what it lists, what is greyed, and what is taken off it."""

import pytest

from app.lab.benchmarks.player import wait_for
from app.views.recent_menu import RecentMenu
from tests.sessions import heard


@pytest.fixture
def menu(qtbot):
    menu = RecentMenu()
    qtbot.addWidget(menu)
    yield menu
    menu.presence.wait()


def texts(menu):
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_it_lists_projects_with_their_folders(menu, tmp_path):
    menu.show_projects([tmp_path / "a&b.tagwright", tmp_path / "notes.tagwright"])
    first, second, clear = texts(menu)
    assert first.startswith("&1 a&&b – ")
    assert second.startswith("&2 notes – ")
    assert clear == "&Clear list"


def test_without_any_it_says_so(menu):
    menu.show_projects([])
    assert texts(menu) == ["No other projects yet"]
    assert not menu.actions()[0].isEnabled()


def test_what_is_gone_is_greyed_and_what_has_come_back_is_not(menu, tmp_path):
    there, gone = tmp_path / "there.tagwright", tmp_path / "gone.tagwright"
    there.write_text("x")
    menu.show_projects([there, gone])
    menu.aboutToShow.emit()
    wait_for(lambda: not menu.actions()[1].isEnabled(), "it is greyed")
    assert menu.actions()[0].isEnabled()
    assert "Not found" in menu.actions()[1].toolTip()
    gone.write_text("x")
    menu.aboutToShow.emit()
    wait_for(lambda: menu.actions()[1].isEnabled(), "it is there again")


def test_an_entry_is_opened_and_the_list_cleared(menu, tmp_path):
    paths = [tmp_path / "a.tagwright", tmp_path / "b.tagwright"]
    opened, forgotten = heard(menu.open_requested), heard(menu.forgotten)
    menu.show_projects(paths)
    menu.actions()[1].trigger()
    assert opened == [paths[1]]
    menu.actions()[-1].trigger()
    assert forgotten == paths


def test_the_open_project_is_not_among_them(menu, tmp_path):
    menu.show_projects(
        [tmp_path / "a.tagwright", tmp_path / "b.tagwright"], tmp_path / "a.tagwright"
    )
    assert len(texts(menu)) == 2
    assert texts(menu)[0].startswith("&1 b – ")
