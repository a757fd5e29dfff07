"""The page of results: sections are replaced, added in order, and nothing else changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.lab.reproduce.context import Context
from app.lab.reproduce.page import HEADING, with_section, write_section
from app.lab.reproduce.report import Report, compute
from tests.app.lab.reproduce.imagined import ImaginedTable


def report(name: str = "zhu-4", remark: str = "Imagined.") -> Report:
    return replace(compute(ImaginedTable(name), Context()), remarks=(remark,))


def test_a_section_is_replaced_and_all_else_stays(tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text(with_section("# Library\n\nText.\n", report()) + "\n## More\n")
    write_section(path, report(remark=r"Other \1."))
    text = path.read_text()
    assert text == with_section("# Library\n\nText.\n", report(remark=r"Other \1.")) + "\n## More\n"
    assert text.count("### zhu-4\n") == 1
    assert r"| C \| accuracy | 25.00 | – | – | – |" in text


def test_sections_stand_in_the_order_of_the_registry(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    for name in ("zhu-4", "maskey-chunking", "zhu-2", "of another kind", "zhu-3"):
        write_section(path, report(name))
    text = path.read_text()
    assert text.startswith(f"## {HEADING}\n\n")
    headings = [line[4:] for line in text.splitlines() if line.startswith("### ")]
    assert headings == ["zhu-2", "zhu-3", "zhu-4", "maskey-chunking", "of another kind"]
    assert text.endswith(f"<!-- end of {HEADING} -->\n")
    write_section(path, report("zhu-3"))
    assert path.read_text() == text
