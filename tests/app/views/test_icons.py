"""Icons take the colour of the text."""

from itertools import combinations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPalette

from app import resource_files
from app.views.actions import COMMANDS, WORDED
from app.views.icons import icon, pixmap

BY_ID = {command.id: command for command in COMMANDS}

NAMES = sorted(path.stem for path in resource_files.path("icons").glob("*.svg"))


def ink_at(picture):
    image = picture.toImage()
    pixels = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return {pixel for pixel in pixels if image.pixelColor(*pixel).alpha() > 100}


def inks(picture):
    image = picture.toImage()
    return {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_can_be_drawn(qapp, name):
    assert inks(pixmap(name, 24, QColor("#123456"), 2.0))


def test_the_colour_is_the_one_asked_for(qapp):
    assert inks(pixmap("accept", 24, QColor("#ff0000"), 2.0)) == {"#ff0000"}


def test_a_disabled_icon_is_paler(qapp):
    palette = QPalette()
    role, group = QPalette.ColorRole.ButtonText, QPalette.ColorGroup
    palette.setColor(group.Active, role, QColor("#000000"))
    palette.setColor(group.Disabled, role, QColor("#888888"))
    drawn = icon("stop", palette, 2.0)
    assert inks(drawn.pixmap(QSize(20, 20), 2.0, QIcon.Mode.Normal)) == {"#000000"}
    assert inks(drawn.pixmap(QSize(20, 20), 2.0, QIcon.Mode.Disabled)) == {"#888888"}


def test_a_fine_screen_gets_a_fine_picture(qapp):
    picture = pixmap("accept", 20, QColor("black"), 2.0)
    assert (picture.width(), picture.devicePixelRatio()) == (40, 2.0)


def test_no_two_icons_that_say_something_of_tokens_look_alike(qapp):
    """Of two icons, half of the ink at least stands where the other has none."""
    names = [BY_ID[command].icon for command in (*WORDED, "clear")]
    drawn = {name: ink_at(pixmap(name, 20, QColor("black"), 2.0)) for name in names}
    for one, other in combinations(names, 2):
        both, either = drawn[one] & drawn[other], drawn[one] | drawn[other]
        assert len(both) < 0.5 * len(either), (one, other)


def test_an_icon_in_another_colour_is_another_picture(qapp):
    red, green = QColor("#ff0000"), QColor("#00ff00")
    first = pixmap("close", 16, red)
    assert pixmap("close", 16, red).cacheKey() == first.cacheKey()
    assert pixmap("close", 16, green).toImage() != first.toImage()
    assert pixmap("close", 16, red, 2.0).size() == 2 * first.size()
