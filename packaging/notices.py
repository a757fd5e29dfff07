"""Write a page with the licences of everything that a built program has.

    python packaging/notices.py --out build/NOTICES.html
    python packaging/notices.py --program dist/tagwright --out dist/tagwright/NOTICES.html

Without --program it has Python and the distributions alone. The window shows the page, too, from
the folder of a built program, or from build/ in a checkout.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from shipped_parts import (
    PROGRAM,
    LicenceText,
    Part,
    PartsError,
    common_licences,
    common_text,
    shipped_parts,
)

STYLE = (
    "body{font-family:sans-serif;line-height:1.5;margin:2em auto;max-width:60em;padding:0 1em}"
    "pre{background:#f4f4f4;color:#111;overflow-x:auto;padding:1em;white-space:pre-wrap}"
    "h2{border-top:1px solid #888;margin-top:2.5em;padding-top:1em}"
    "td,th{padding:.1em 1.2em .1em 0;text-align:left;vertical-align:top}"
    "@media(prefers-color-scheme:dark){body{background:#1b1b1b;color:#ddd}"
    "a{color:#8ab4f8}pre{background:#262626;color:#ddd}}"
)
KINDS = {
    "python": "Python",
    "distribution": "Python packages",
    "bootloader": "The program's loader",
    "debian": "Libraries of Debian",
}
"""Headings of the table of contents, in its order."""

DEBIAN_SOURCES = "https://snapshot.debian.org/"
LONGEST_CELL = 90
"""The longest licence in the table of contents, in characters; its section has all of it."""

QT_TEXT = """\
Tagwright uses Qt {qt} and its Python bindings, PySide6 and Shiboken6 {pyside}, under the GNU Lesser
General Public License, version 3. It is linked to them dynamically, and they are unchanged: each is
a shared library of its own in the program's folder, below {folder}PySide6 and {folder}shiboken6.
"""
QT_REPLACING = """\
You may replace them. Build Qt or PySide6 of the same minor version, changed or not, and put your
libraries, such as libQt6Core.so.6 on Linux, Qt6Core.dll on Windows and the frameworks on macOS, in
the place of those in that folder; the program loads whatever is there. Or install Tagwright from
its source with a PySide6 of your own. You may take the program apart to find errors in such a
change.
"""
QT_SOURCES = (
    ("Qt {qt}", "https://download.qt.io/official_releases/qt/{minor}/{qt}/single/"),
    ("PySide6 and Shiboken6 {pyside}", "https://code.qt.io/cgit/pyside/pyside-setup.git/"),
    (
        "PySide6 {pyside}, archives",
        "https://download.qt.io/official_releases/QtForPython/pyside6/",
    ),
)


def main(words: Sequence[str] | None = None) -> int:
    """Write the page; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add_part_options(parser)
    chosen = parser.parse_args(words)
    try:
        page = notices_page(shipped_parts(chosen.program, listed_packages(chosen.packages)))
    except (PartsError, LookupError) as error:
        print(error, file=sys.stderr)
        return 1
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    chosen.out.write_text(page, encoding="utf-8")
    print(f"{chosen.out}: {len(page.encode()):,} bytes")
    return 0


def add_part_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which parts there are."""
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="file to write")
    parser.add_argument(
        "--program", type=Path, metavar="FOLDER", help="folder of a built program, to be searched"
    )
    parser.add_argument(
        "--packages",
        type=Path,
        metavar="FILE.json",
        help="a JSON list of names of further Debian packages that are shipped",
    )


def listed_packages(file: Path | None) -> list[str]:
    """Return the names of Debian packages in a file; PartsError if it is no list of names."""
    if file is None:
        return []
    try:
        names = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PartsError(f"{file}: {error}; expected a JSON list of package names.") from error
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise PartsError(f'{file}: expected a JSON list of package names, such as ["libssl3"].')
    return names


def notices_page(parts: Sequence[Part]) -> str:
    """Return the page."""
    own = next(part for part in parts if part.name == PROGRAM)
    title = f"Licences of Tagwright {own.version}"
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        f"<style>{STYLE}</style></head><body>",
        f"<h1>{title}</h1>",
        "<p>Tagwright is free software under the BSD 3-clause licence. This page has the licences "
        "of everything that comes with it.</p>",
        *qt_section(parts),
        *contents(parts),
    ]
    for part in parts:
        lines += section(part)
    names = common_licences(parts)
    if names:
        lines += ['<h2 id="standard">Standard licences</h2>']
        lines += ["<p>Texts above refer to these in /usr/share/common-licenses.</p>"]
    for name in names:
        lines += text_block(LicenceText(name, common_text(name)), f"standard-{name}")
    return "\n".join([*lines, "</body></html>", ""])


def qt_section(parts: Iterable[Part]) -> list[str]:
    """Return what the licence of Qt and PySide asks for."""
    versions = {part.name.lower(): part.version for part in parts}
    pyside = versions.get("pyside6_essentials", "")
    if not pyside:
        return []
    values = {
        "qt": qt_version() or pyside,
        "pyside": pyside,
        "minor": ".".join(pyside.split(".")[:2]),
        "folder": "_internal/",
    }
    rows = [
        f'<li>{escape(name.format(**values))}: <a href="{address.format(**values)}">'
        f"{address.format(**values)}</a></li>"
        for name, address in QT_SOURCES
    ]
    texts = [f"<p>{escape(text.format(**values))}</p>" for text in (QT_TEXT, QT_REPLACING)]
    return [
        '<h2 id="qt">Qt and PySide6: replaceable</h2>',
        *texts,
        "<p>Their sources:</p>",
        "<ul>",
        *rows,
        "</ul>",
    ]


def qt_version() -> str:
    """Return the version of the Qt libraries themselves."""
    from PySide6.QtCore import qVersion

    return qVersion()


def contents(parts: Sequence[Part]) -> list[str]:
    """Return the table of contents."""
    lines = ['<h2 id="contents">Contents</h2>']
    for kind, heading in KINDS.items():
        rows = [
            f'<tr><td><a href="#{anchor(part)}">{escape(part.name)}</a></td>'
            f"<td>{escape(part.version)}</td><td>{escape(in_short(part.licence))}</td></tr>"
            for part in parts
            if part.kind == kind
        ]
        if rows:
            lines += [f"<h3>{heading}</h3>"]
            if kind == "debian":
                lines += [
                    "<p>The sources of these libraries, by name and version, are at "
                    f'<a href="{DEBIAN_SOURCES}">{DEBIAN_SOURCES}</a>.</p>'
                ]
            lines += ["<table>"]
            lines += ["<tr><th>Name</th><th>Version</th><th>Licence</th></tr>"]
            lines += [*rows, "</table>"]
    return lines


def in_short(licence: str) -> str:
    """Return a licence for the table of contents."""
    return licence if len(licence) <= LONGEST_CELL else "several, see its text"


def section(part: Part) -> list[str]:
    """Return the section of one part."""
    lines = [f'<h2 id="{anchor(part)}">{escape(part.name)} {escape(part.version)}</h2>']
    lines += [f"<p>Licence: {escape(part.licence)}</p>"]
    if part.home:
        home = escape(part.home, quote=True)
        lines += [f'<p>Source: <a href="{home}">{home}</a></p>']
    if part.files:
        lines += [f"<p>Files: {escape(', '.join(part.files))}</p>"]
    for text in part.texts:
        lines += text_block(text)
    return lines


def text_block(text: LicenceText, name: str = "") -> list[str]:
    """Return one licence text with its heading."""
    mark = f' id="{escape(name, quote=True)}"' if name else ""
    # HTML has no form feeds and other control characters, which some licences have.
    plain = "".join(c for c in text.text if c.isprintable() or c in "\n\t")
    return [f"<h3{mark}>{escape(text.title)}</h3>", f"<pre>{escape(plain, quote=False)}</pre>"]


def anchor(part: Part) -> str:
    """Return the id of a part's section."""
    return escape(f"{part.kind}-{part.name}".lower().replace(" ", "-"), quote=True)


if __name__ == "__main__":
    sys.exit(main())
