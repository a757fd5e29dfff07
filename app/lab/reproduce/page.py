"""The page "The literature, repeated", with a generated section for each table."""

from __future__ import annotations

import re
from pathlib import Path

from app.formats.output import write_whole
from app.lab.reproduce.grid import grid_of
from app.lab.reproduce.report import Report
from app.lab.reproduce.tables import TABLES
from crfcore.text.lines import read_text

HEADING = "The literature, repeated"
END_OF_PAGE = f"<!-- end of {HEADING} -->"


def write_section(path: Path, report: Report) -> None:
    """Write a table's section into a file, replacing an older one."""
    text = read_text(path) if path.exists() else ""
    write_whole(path, [with_section(text, report)])


def with_section(text: str, report: Report) -> str:
    """Return a page with the section of a table inserted or replaced."""
    if END_OF_PAGE not in text:
        above = f"{text.rstrip()}\n\n" if text.strip() else ""
        text = f"{above}## {HEADING}\n\n{END_OF_PAGE}\n"
    section = section_of(report)
    older = re.search(_pattern(report.name), text, flags=re.DOTALL)
    if older is not None:
        return text[: older.start()] + section + text[older.end() :]
    position = _position(text, report.name)
    return f"{text[:position]}{section}\n{text[position:]}"


def section_of(report: Report) -> str:
    """Return the section of a table, between its marks."""
    heading, *lines_below = grid_of(report.rows)
    rows = [heading, ("---", *["---:"] * (len(heading) - 1)), *lines_below]
    lines = [
        _begin(report.name),
        f"### {report.name}",
        "",
        f"{report.about}",
        "",
        *("| " + " | ".join(_escaped(cell) for cell in row) + " |" for row in rows),
        "",
        report.circumstances,
        "",
        *(f"- {remark}" for remark in report.remarks),
        _end(report.name),
        "",
    ]
    return "\n".join(lines)


def _position(text: str, name: str) -> int:
    """Return the position of a section: before the first one that follows it in `TABLES`."""
    names = list(TABLES)
    for later in names[names.index(name) + 1 :] if name in names else []:
        found = text.find(_begin(later))
        if found >= 0:
            return found
    return text.index(END_OF_PAGE)


def _begin(name: str) -> str:
    return f"<!-- {name}: written by tagwright reproduce -->"


def _end(name: str) -> str:
    return f"<!-- end of {name} -->"


def _pattern(name: str) -> str:
    return f"{re.escape(_begin(name))}.*?{re.escape(_end(name))}\n"


def _escaped(cell: str) -> str:
    return cell.replace("|", r"\|")
