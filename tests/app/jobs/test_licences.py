"""Reading of the page of licences: the one that the script writes, and others."""

from __future__ import annotations

import sys

import pytest

from app.jobs import licences as script
from app.jobs.licences import NAME, page_path, parse_licences, read_licences
from crfcore.errors import DataError
from tests.packaging.scripts import script_module


@pytest.fixture
def notices(monkeypatch):
    pytest.importorskip("packaging.requirements")
    return script_module("notices")


def test_sections_of_the_page_have_title_and_text(notices, tmp_path) -> None:
    text = notices.LicenceText("LICENSE", "Copyright <a> & b\n  indented\n")
    own = notices.Part("distribution", "tagwright", "1", "BSD-3-Clause", (text,))
    other = notices.Part("debian", "lib&x", "2", "MIT", (text,), home="https://x.org", files=("f",))
    path = tmp_path / NAME
    path.write_text(notices.notices_page([own, other]), encoding="utf-8")
    first, second = parse_licences(path)
    assert (first.title, second.title) == ("tagwright 1", "lib&x 2")
    assert second.text == (
        "lib&x 2\n\nLicence: MIT\n\nSource: https://x.org\n\nFiles: f\n\nLICENSE\n\n"
        "Copyright <a> & b\n  indented\n"
    )


def test_the_page_of_this_environment_is_read(notices, tmp_path) -> None:
    assert notices.main(["--out", str(tmp_path / NAME)]) == 0
    sections = {one.title.split()[0]: one.text for one in parse_licences(tmp_path / NAME)}
    assert {"Qt", "Python", "numpy", "PySide6_Essentials", "Standard"} <= set(sections)
    assert "Contents" not in sections
    assert "download.qt.io" in sections["Qt"]
    assert "OpenBLAS" in sections["numpy"]
    assert "GNU GENERAL PUBLIC LICENSE" in sections["Standard"]


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "no licence was found"), (b"<h1>x</h1>", "no licence"), (b"\xff", "not UTF-8")],
)
def test_another_file_is_refused_in_one_sentence(tmp_path, content, words) -> None:
    path = tmp_path / NAME
    path.write_bytes(content)
    with pytest.raises(DataError, match=words) as refused:
        parse_licences(path)
    assert str(refused.value).endswith("make the page of licences again.")


def test_a_checkout_has_a_page_once_it_is_made(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(script, "__file__", str(tmp_path / "app" / "jobs" / "licences.py"))
    assert page_path() is None
    assert read_licences() == ()
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / NAME).write_text("<h2>one</h2><p>text</p>")
    assert page_path() == (tmp_path / "build" / NAME).resolve()
    assert [one.title for one in read_licences()] == ["one"]


@pytest.mark.parametrize("folder", ["bin", "bin/_internal", "Resources"])
def test_a_built_program_has_its_page_beside_it_or_inside(monkeypatch, tmp_path, folder) -> None:
    inner = tmp_path / "bin" / "_internal"
    inner.mkdir(parents=True)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(inner), raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "tagwright"))
    assert page_path() is None
    (tmp_path / folder).mkdir(exist_ok=True)
    (tmp_path / folder / NAME).write_text("<h2>one</h2>")
    assert page_path() == tmp_path / folder / NAME
