"""The page of licences."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.packaging.scripts import script_module

pytest.importorskip("packaging.requirements")

EMPTY = {"meta", "br", "hr"}


class Outline(HTMLParser):
    """Checks that elements are closed in order, and collects ids, links and headings."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.texts: list[tuple[str, str]] = []

    def handle_starttag(self, tag, attrs):
        if tag not in EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            elif name == "href":
                self.links.append(value)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open:
            self.texts.append((self.open[-1], data))


@pytest.fixture
def script(monkeypatch):
    return script_module("notices")


def read(page: str) -> Outline:
    outline = Outline()
    outline.feed(page)
    outline.close()
    return outline


def test_the_page_of_this_environment(script, tmp_path, capsys) -> None:
    out = tmp_path / "inner" / "NOTICES.html"
    assert script.main(["--out", str(out)]) == 0
    page = out.read_text(encoding="utf-8")
    outline = read(page)
    assert outline.open == []
    assert len(set(outline.ids)) == len(outline.ids)
    inner = [link[1:] for link in outline.links if link.startswith("#")]
    assert len(inner) > 15
    assert set(inner) <= set(outline.ids)
    assert str(tmp_path) not in page
    assert script.main(["--out", str(tmp_path / "again.html")]) == 0
    assert (tmp_path / "again.html").read_text(encoding="utf-8") == page
    assert f"{out}: {len(page.encode()):,} bytes" in capsys.readouterr().out


def test_qt_can_be_replaced_and_its_sources_have_an_address(script) -> None:
    from PySide6 import __version__ as pyside
    from PySide6.QtCore import qVersion

    outline = read(script.notices_page(script.shipped_parts()))
    text = " ".join(data for _, data in outline.texts)
    assert f"Qt {qVersion()}" in text
    assert f"Shiboken6 {pyside}" in text
    assert "You may replace them" in text
    minor = ".".join(qVersion().split(".")[:2])
    assert f"https://download.qt.io/official_releases/qt/{minor}/{qVersion()}/single/" in (
        outline.links
    )


def test_texts_of_others_are_text_and_never_markup(script) -> None:
    text = script.LicenceText("<b>LICENSE</b>", "a <script>b & c\x0c\x1b end")
    own = script.Part("distribution", script.PROGRAM, "1", "BSD", (text,))
    bad = script.Part("debian", 'x"><i>', "1<2", "a & b", (text,), home='https://x/"><u>')
    page = script.notices_page([own, bad])
    outline = read(page)
    assert not {"script", "b", "i", "u"} & {tag for tag, _ in outline.texts}
    assert ("pre", "a <script>b & c end") in outline.texts
    assert "\x0c" not in page


@pytest.mark.parametrize("content", ["", "{}", '["a", 1]', "nonsense"])
def test_a_bad_list_of_packages_is_one_sentence(script, tmp_path, capsys, content) -> None:
    listed = tmp_path / "packages.json"
    listed.write_text(content)
    out = tmp_path / "page.html"
    assert script.main(["--out", str(out), "--packages", str(listed)]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"{listed}: ")
    assert "expected a JSON list of package names" in error
    assert error.count("\n") == 1
    assert not out.exists()


def test_a_long_licence_is_in_its_section_and_not_in_the_table(script) -> None:
    text = script.LicenceText("copyright", "all of it")
    long = ", ".join(f"LICENCE-{number}" for number in range(20))
    own = script.Part("distribution", script.PROGRAM, "1", "BSD", (text,))
    page = script.notices_page([own, script.Part("debian", "libx", "1", long, (text,))])
    assert page.count(long) == 1
    assert "several, see its text" in page
    assert script.DEBIAN_SOURCES in page
