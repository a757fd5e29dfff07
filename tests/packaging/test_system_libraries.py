"""Debian packages of libraries, as a made-up system tells them."""

from __future__ import annotations

import pytest

from tests.packaging.scripts import script_module

CACHE = """\
2 libs found in cache `/etc/ld.so.cache'
\tlibone.so.1 (libc6,x86-64) => /lib/x86_64/libone.so.1
\tlibone.so.1 (libc6) => /lib32/libone.so.1
\tlibtwo.so (libc6,x86-64) => /opt/libtwo.so
"""
OWNERS = {
    "/usr/lib/x86_64/libone.so.1": "one-libs:amd64, one-libs:i386: /usr/lib/x86_64/libone.so.1\n"
}
PACKAGES = {"one-libs": "one-libs\t1:2.0~b+1-3\tamd64\thttps://one.org\n" * 2}


@pytest.fixture
def script(monkeypatch):
    module = script_module("system_libraries")

    def answer(program, *words):
        if program == "/sbin/ldconfig":
            return CACHE
        table = OWNERS if words[0] == "--search" else PACKAGES
        return "".join(table.get(word, "") for word in words)

    monkeypatch.setattr(module, "output_of", answer)
    return module


def test_a_library_is_found_by_either_name_of_its_folder(script) -> None:
    found = script.packages_of(["inner/libone.so.1", "libtwo.so", "libnone.so.3"])
    package = script.SystemPackage("one-libs", "1:2.0~b+1-3", "amd64", "https://one.org")
    assert found == {package: ["inner/libone.so.1"]}


def test_a_package_that_is_not_installed_is_named(script) -> None:
    with pytest.raises(LookupError, match="The Debian package two-libs is not installed"):
        script.packages_by_name(["one-libs", "two-libs"])


def test_licences_are_named_where_machines_can_read_them(script) -> None:
    text = (
        "Format: x\n\nFiles: *\nLicense: MIT\n text\n\nFiles: a\nLicense: GPL-2+\n\nLicense: MIT\n"
    )
    assert script.SystemPackage.licences(text) == "GPL-2+, MIT"
    assert script.SystemPackage.licences("It was packaged by hand.") == "see its text"


def test_a_command_that_is_not_there_prints_nothing(monkeypatch) -> None:
    script = script_module("system_libraries")
    assert script.output_of("no-such-command-here") == ""
