"""What desktops and shells read of the program, as their own tools judge it."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import tomllib
from configparser import RawConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage

from app import DESKTOP_ID, __version__
from app.storage.schema import APPLICATION_AT, APPLICATION_ID, SQLITE_MAGIC
from tests.project_files import small_project

# Icons are drawn: the application is made as later tests want it.
pytestmark = pytest.mark.usefixtures("qapp")

ROOT = Path(__file__).resolve().parents[2]
MIME = "application/x-tagwright"
XMLNS = "{http://www.freedesktop.org/standards/shared-mime-info}"


@pytest.fixture(scope="module")
def share(tmp_path_factory) -> Path:
    """Return the folder that the script writes."""
    return written(tmp_path_factory.mktemp("prefix"))


def written(prefix: Path, **environment: str) -> Path:
    subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "share_files.py"), "--out", str(prefix)],
        check=True,
        capture_output=True,
        env=os.environ | environment,
    )
    return prefix / "share"


@pytest.fixture
def script(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    return importlib.import_module("share_files")


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def output_of(*words: object, **environment: str) -> str:
    """Return what a tool prints, standard error included; it must succeed."""
    done = subprocess.run(
        [str(word) for word in words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env=os.environ | environment,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def desktop_entry(folder: Path) -> dict[str, str]:
    parser = RawConfigParser(interpolation=None)
    parser.optionxform = str
    parser.read(folder / "applications" / f"{DESKTOP_ID}.desktop", encoding="utf-8")
    return dict(parser["Desktop Entry"])


def metainfo(folder: Path) -> ElementTree.Element:
    return ElementTree.parse(folder / "metainfo" / f"{DESKTOP_ID}.metainfo.xml").getroot()


def test_all_files_are_where_systems_look_for_them(share: Path, script) -> None:
    names = set(contents(share))
    icons = {
        f"icons/hicolor/{side}x{side}/{kind}.png"
        for side in script.SIDES
        for kind in (f"apps/{DESKTOP_ID}", "mimetypes/application-x-tagwright")
    }
    assert {16, 32, 48, 64, 128, 256, 512} <= set(script.SIDES)
    pages = {name for name in names if name.startswith("man/man1/tagwright")}
    assert names - pages - icons == {
        f"applications/{DESKTOP_ID}.desktop",
        f"metainfo/{DESKTOP_ID}.metainfo.xml",
        f"mime/packages/{DESKTOP_ID}.xml",
        f"icons/hicolor/scalable/apps/{DESKTOP_ID}.svg",
        "icons/hicolor/scalable/mimetypes/application-x-tagwright.svg",
        *script.PLACES.values(),
    }
    assert icons <= names
    assert "man/man1/tagwright.1" in pages


def test_the_same_sources_give_the_same_bytes(share: Path, tmp_path: Path) -> None:
    again = written(tmp_path, COLUMNS="200", LANG="C", PYTHONHASHSEED="7")
    assert contents(again) == contents(share)


def test_each_icon_has_its_size_and_more_than_one_colour(share: Path, script) -> None:
    for side in script.SIDES:
        for path in share.glob(f"icons/hicolor/{side}x{side}/*/*.png"):
            image = QImage(str(path))
            assert (image.width(), image.height()) == (side, side)
            assert image.pixelColor(0, 0).alpha() < 255, "its corners are transparent"
            middle = {image.pixel(side // 2, y) for y in range(side)}
            assert len(middle) > 3


def test_a_drawing_that_cannot_be_read_is_named(script) -> None:
    with pytest.raises(SystemExit, match=r"^scalable/x\.svg: an SVG file was expected"):
        list(script.pictures_of({"scalable/x.svg": b""}))


def test_one_id_is_used_everywhere(share: Path) -> None:
    entry, info = desktop_entry(share), metainfo(share)
    assert entry["Icon"] == DESKTOP_ID
    assert info.findtext("id") == DESKTOP_ID
    assert info.findtext("launchable") == f"{DESKTOP_ID}.desktop"
    assert info.findtext("icon") == DESKTOP_ID
    shared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"][
        "build"
    ]["targets"]["wheel"]["shared-data"]
    assert f"share/icons/hicolor/scalable/apps/{DESKTOP_ID}.svg" in shared.values()
    # Reversed, it is the account that the addresses have.
    owner = DESKTOP_ID.split(".")[2]
    for address in info.iter("url"):
        assert str(address.text).startswith(f"https://github.com/{owner}/")


def test_the_windows_belong_to_the_desktop_entry(share: Path) -> None:
    assert desktop_entry(share)["StartupWMClass"] == "tagwright"  # the name that windows have


def test_the_description_is_that_of_this_version(share: Path) -> None:
    info = metainfo(share)
    releases = [release.get("version") for release in info.iter("release")]
    assert releases[0] == __version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert info.findtext("project_license") == project["license"]
    assert project["version"] == __version__


def test_the_pictures_of_the_description_are_in_the_manual(share: Path) -> None:
    images = [str(image.text) for image in metainfo(share).iter("image")]
    assert len(images) == 3
    for image in images:
        _, found, name = image.partition("/main/")
        assert found
        assert not QImage(str(ROOT / name)).isNull()


def test_a_file_in_place_of_the_folder_is_named(script, tmp_path: Path, capsys) -> None:
    (tmp_path / "share").write_text("a file")
    assert script.main(["--out", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(str(tmp_path / "share"))
    assert said.endswith("name a folder to write into.\n")


def test_a_release_without_a_date_is_refused(script) -> None:
    assert script.release_date(__version__)
    with pytest.raises(ValueError, match=r"it has no release 9\.9"):
        script.release_date("9.9")


def test_the_entry_opens_one_project_of_the_type(share: Path) -> None:
    entry = desktop_entry(share)
    assert entry["Exec"] == "tagwright %f"
    assert entry["MimeType"] == f"{MIME};"
    provided = [one.text for one in metainfo(share).iter("mediatype")]
    assert provided == [MIME]


def test_the_type_is_known_by_the_header_that_projects_have(share: Path, tmp_path: Path) -> None:
    root = ElementTree.parse(share / "mime" / "packages" / f"{DESKTOP_ID}.xml").getroot()
    kind = root.find(f"{XMLNS}mime-type")
    assert kind is not None
    assert kind.get("type") == MIME
    matches = {one.get("offset"): one.get("value") for one in root.iter(f"{XMLNS}match")}
    assert matches == {
        "0": SQLITE_MAGIC.decode().replace("\0", r"\x00"),
        str(APPLICATION_AT.start): APPLICATION_ID.to_bytes(4, "big").decode(),
    }
    path = tmp_path / "p.tagwright"
    small_project(path)
    assert path.match(str(next(root.iter(f"{XMLNS}glob")).get("pattern")))


def test_the_desktop_entry_is_valid(share: Path) -> None:
    check = tool("desktop-file-validate")
    assert output_of(check, share / "applications" / f"{DESKTOP_ID}.desktop") == ""


def test_the_description_for_software_centres_is_valid(share: Path) -> None:
    check = tool("appstreamcli")
    path = share / "metainfo" / f"{DESKTOP_ID}.metainfo.xml"
    said = output_of(check, "validate", "--no-net", "--no-color", path)
    assert "warning" not in said
    assert "error" not in said


@pytest.fixture
def registered(share: Path, tmp_path: Path) -> dict[str, str]:
    """Install the type for a user; return the variables with which tools find it, and no other."""
    update = tool("update-mime-database")
    data = tmp_path / "data"
    shutil.copytree(share, data)
    # The types of the system are there, too: SQLite's have to lose.
    output_of(update, data / "mime")
    return {"XDG_DATA_HOME": str(data), "XDG_CURRENT_DESKTOP": "X-Generic", "HOME": str(tmp_path)}


@pytest.mark.parametrize("name", ["p.tagwright", "renamed.bin", "renamed"])
@pytest.mark.parametrize("command", [("xdg-mime", "query", "filetype"), ("mimetype", "-b")])
def test_a_project_is_recognised_by_name_and_by_content(
    registered: dict[str, str], tmp_path: Path, name: str, command: tuple[str, ...]
) -> None:
    words = [tool(command[0]), *command[1:]]
    project = tmp_path / "p.tagwright"
    small_project(project)
    tool("mimetype")  # without it, xdg-mime asks `file`, which knows no types of programs
    path = project if name == project.name else project.rename(tmp_path / name)
    if command[0] == "mimetype" and name == "renamed.bin":
        words.append("-M")  # by content alone: the name says it is something else
    assert output_of(*words, path, **registered).strip().endswith(MIME)


def test_a_database_of_another_program_is_none_of_ours(
    registered: dict[str, str], tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.write_bytes(SQLITE_MAGIC + bytes(200))
    assert MIME not in output_of(tool("mimetype"), "-b", other, **registered)


def test_the_entry_is_the_default_for_projects(registered: dict[str, str]) -> None:
    query = tool("xdg-mime")
    output_of(tool("update-desktop-database"), Path(registered["XDG_DATA_HOME"]) / "applications")
    said = output_of(query, "query", "default", MIME, **registered)
    assert said.strip() == f"{DESKTOP_ID}.desktop"
