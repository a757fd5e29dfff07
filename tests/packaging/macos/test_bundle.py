"""What the bundle for macOS says of itself, and the script that packs it."""

from __future__ import annotations

import os
import plistlib
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "packaging/macos"


@pytest.fixture
def bundle():
    spec = spec_from_file_location("bundle", FOLDER / "bundle.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_info_survives_as_a_property_list(bundle):
    found = bundle.info_plist("1.2.3", built_on="13.6")
    assert plistlib.loads(plistlib.dumps(found)) == found
    assert found["CFBundleShortVersionString"] == found["CFBundleVersion"] == "1.2.3"
    assert found["NSHighResolutionCapable"] is True


def test_project_files_are_the_programs_own(bundle):
    found = bundle.info_plist("1.2.3")
    (document,), (exported,) = (
        found["CFBundleDocumentTypes"],
        found["UTExportedTypeDeclarations"],
    )
    assert document["LSItemContentTypes"] == [exported["UTTypeIdentifier"]]
    assert exported["UTTypeIdentifier"].startswith(f"{bundle.ID}.")
    assert document["LSHandlerRank"] == "Owner"
    assert document["CFBundleTypeRole"] == "Editor"
    tags = exported["UTTypeTagSpecification"]
    from app.views.dialogs.new_project import SUFFIX

    assert tags["public.filename-extension"] == [SUFFIX.removeprefix(".")]
    assert tags["public.mime-type"] == ["application/x-tagwright"]


def test_without_an_icon_of_their_own_they_get_the_programs(bundle):
    found = bundle.info_plist("1.2.3", document_icon=False)
    assert "CFBundleTypeIconFile" not in found["CFBundleDocumentTypes"][0]
    assert "UTTypeIconFile" not in found["UTExportedTypeDeclarations"][0]


@pytest.mark.parametrize(
    ("built_on", "oldest"),
    [("12.7", "13.0"), ("13.6.1", "13.0"), ("14.0", "14.0"), ("26.1", "14.0")],
)
def test_the_oldest_system(bundle, built_on, oldest):
    assert bundle.info_plist("1.2.3", built_on=built_on)["LSMinimumSystemVersion"] == oldest


def test_the_system_it_is_built_on_is_asked(bundle, monkeypatch):
    monkeypatch.setattr(bundle.platform, "mac_ver", lambda: ("15.1", ("", "", ""), "arm64"))
    assert bundle.oldest_system() == 14
    monkeypatch.setattr(bundle.platform, "mac_ver", lambda: ("", ("", "", ""), ""))
    assert bundle.oldest_system() == 13


def test_the_signature_allows_what_the_compiler_needs_and_no_more():
    allowed = plistlib.loads((FOLDER / "entitlements.plist").read_bytes())
    assert allowed == {
        "com.apple.security.cs.allow-jit": True,
        "com.apple.security.cs.allow-unsigned-executable-memory": True,
    }


# ---- the disk image

unix = pytest.mark.skipif(os.name == "nt", reason="a script of the shell")


@pytest.fixture
def mac(tmp_path):
    """Return the environment of a Mac whose tools only write down how they are called."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("hdiutil", "codesign", "ditto", "xcrun"):
        tool = tools / name
        tool.write_text(f'#!/bin/sh\necho {name} "$@" >> "{tmp_path}/calls"\n')
        tool.chmod(0o755)
    libraries = tmp_path / "Tagwright.app/Contents/Frameworks"
    (libraries / "QtCore.framework").mkdir(parents=True)
    (libraries / "lib one.dylib").touch()
    (tmp_path / "Tagwright.app/Contents/MacOS").mkdir()
    (tmp_path / "calls").touch()
    return tmp_path, {**os.environ, "PATH": f"{tools}:/usr/bin:/bin", "TMPDIR": str(tmp_path)}


def make_dmg(mac, **variables):
    folder, environment = mac
    done = subprocess.run(
        [FOLDER / "make_dmg.sh", folder / "Tagwright.app", folder / "made.dmg"],
        env=environment | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    calls = (folder / "calls").read_text().splitlines()
    return done, [line.replace(str(folder), "") for line in calls]


@unix
def test_an_image_without_keys(mac):
    done, calls = make_dmg(mac)
    assert not done.returncode, done.stderr
    assert [line.split()[0] for line in calls] == ["ditto", "hdiutil"]
    assert calls[1].endswith("-fs APFS -format ULFO -ov /made.dmg")
    assert "Not signed" in done.stdout
    assert "Not notarised" in done.stdout
    assert not [path for path in mac[0].iterdir() if path.name.startswith("tmp.")]


@unix
def test_a_signed_and_notarised_image(mac):
    done, calls = make_dmg(mac, SIGN_AS="Developer ID Application: A", NOTARY_PROFILE="ours")
    assert not done.returncode, done.stderr
    codesign = [line for line in calls if line.startswith("codesign") and "--sign" in line]
    signed = [line.split()[-1] for line in codesign]
    assert [Path(name).name for name in signed] == [
        "one.dylib",
        "QtCore.framework",
        "Tagwright.app",
        "made.dmg",
    ]
    bundle = next(line for line in codesign if line.endswith("Application: A /Tagwright.app"))
    assert "--options runtime --entitlements" in bundle
    assert calls[-2:] == [
        "xcrun notarytool submit /made.dmg --keychain-profile ours --wait",
        "xcrun stapler staple /made.dmg",
    ]


@unix
def test_elsewhere_than_on_a_mac_it_says_so(mac, tmp_path):
    (tmp_path / "tools/hdiutil").unlink()
    done, calls = make_dmg(mac)
    assert done.returncode == 1
    assert done.stderr == "make_dmg.sh: hdiutil was not found; run this on macOS.\n"
    assert not calls


@unix
def test_something_that_is_no_bundle_is_refused(tmp_path):
    words = [FOLDER / "make_dmg.sh", tmp_path, tmp_path / "made.dmg"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "usage" in done.stderr


def test_the_id_is_that_of_the_installer(bundle):
    assert f'"{bundle.ID}"' in (ROOT / "packaging/windows/tagwright.nsi").read_text()
