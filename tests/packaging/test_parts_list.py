"""The CycloneDX list of parts."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

from tests.packaging.scripts import script_module

pytest.importorskip("packaging.requirements")

SERIAL = re.compile(r"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


@pytest.fixture
def script(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    return script_module("parts_list")


def written(script, tmp_path, *words):
    out = tmp_path / "parts.cdx.json"
    assert script.main(["--out", str(out), *words]) == 0
    return out.read_text(encoding="utf-8")


def test_the_list_of_this_environment(script, tmp_path) -> None:
    text = written(script, tmp_path)
    assert text == written(script, tmp_path)
    listed = json.loads(text)
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.6")
    assert SERIAL.fullmatch(listed["serialNumber"])
    assert listed["metadata"]["timestamp"] == "2001-09-09T01:46:40Z"
    assert listed["metadata"]["component"]["name"] == "tagwright"
    parts = {part["name"]: part for part in listed["components"]}
    numpy = parts["numpy"]
    assert numpy["purl"] == f"pkg:pypi/numpy@{numpy['version']}"
    assert numpy["licenses"][0]["expression"].startswith("BSD-3-Clause")
    links = {link["type"]: link for link in numpy["externalReferences"]}
    assert all(len(one["content"]) == 64 for one in links["distribution"]["hashes"])
    assert parts["PySide6_Essentials"]["purl"].startswith("pkg:pypi/pyside6-essentials@")


def test_references_are_unique_and_dependencies_are_parts(script, tmp_path) -> None:
    listed = json.loads(written(script, tmp_path))
    references = [part["bom-ref"] for part in listed["components"]]
    references.append(listed["metadata"]["component"]["bom-ref"])
    assert len(set(references)) == len(references)
    needs = {entry["ref"]: set(entry["dependsOn"]) for entry in listed["dependencies"]}
    assert set(needs) == set(references)
    assert set().union(*needs.values()) <= set(references)
    (own,) = (found for ref, found in needs.items() if ref.startswith("pkg:pypi/tagwright@"))
    assert any(ref.startswith("pkg:pypi/pyside6-essentials@") for ref in own)


def test_a_system_library_has_the_address_of_its_package_and_a_hash(
    script, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(script, "release", lambda: "debian-12")
    (tmp_path / "libssl.so.3").write_bytes(b"elf")
    part = script.Part(
        "debian", "libssl3", "1:3.0+b~1", "MIT", (), architecture="amd64", files=("libssl.so.3",)
    )
    entry = script.component(part, tmp_path, {})
    assert entry["purl"] == "pkg:deb/debian/libssl3@1%3A3.0%2Bb~1?arch=amd64&distro=debian-12"
    assert entry["licenses"] == [{"license": {"name": "MIT"}}]
    (file,) = entry["components"]
    digest = hashlib.sha256(b"elf").hexdigest()
    assert file["hashes"] == [{"alg": "SHA-256", "content": digest}]


def test_locked_hashes_are_those_of_a_version(script) -> None:
    one, two, three = "a" * 64, "b" * 64, "c" * 64
    text = (
        f"--only-binary :all:\nsome_part==1.0 \\\n    --hash=sha256:{two} \\\n"
        f"    --hash=sha256:{one}\nother==2 ; os_name == 'nt' \\\n    --hash=sha256:{three}\n"
    )
    assert script.locked_hashes(text) == {"some-part==1.0": [one, two], "other==2": [three]}


def test_the_serial_number_follows_the_content(script) -> None:
    own = script.Part("distribution", "tagwright", "1", "BSD-3-Clause", (), is_expression=True)
    other = script.Part("distribution", "other", "1", "MIT", (), is_expression=True)
    one = script.parts_list([own], None)["serialNumber"]
    assert script.parts_list([own], None)["serialNumber"] == one
    assert script.parts_list([own, other], None)["serialNumber"] != one


def test_without_a_time_there_is_none_and_a_bad_one_is_refused(
    script, monkeypatch, tmp_path, capsys
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert "timestamp" not in json.loads(written(script, tmp_path))["metadata"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert script.main(["--out", str(tmp_path / "none.json")]) == 1
    assert "SOURCE_DATE_EPOCH is “yesterday”" in capsys.readouterr().err
    assert not (tmp_path / "none.json").exists()
