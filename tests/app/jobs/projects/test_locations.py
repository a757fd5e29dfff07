"""Tests of a project's location: sync services by folder names, disks by mounts."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath

import pytest

from app.jobs.projects import locations
from app.jobs.projects.locations import (
    Location,
    LocationKind,
    cloud_of,
    location_of,
    network_of,
    removable_of,
)


@pytest.fixture
def mounts(tmp_path, monkeypatch):
    def mount(*lines):
        table = tmp_path / "mounts"
        table.write_text("\n".join(lines) + "\n")
        monkeypatch.setattr(locations, "MOUNTS", table)
        monkeypatch.setattr(locations.sys, "platform", "linux")

    mount("/dev/sda1 / ext4 rw 0 0")
    return mount


@pytest.mark.parametrize(
    ("folder", "service"),
    [
        ("OneDrive", "OneDrive"),
        ("OneDrive - A University", "OneDrive"),
        ("Dropbox (Personal)", "Dropbox"),
        ("iCloudDrive", "iCloud Drive"),
        ("Mobile Documents", "iCloud Drive"),
        ("GoogleDrive-ann@example.org", "Google Drive"),
        ("My Drive", "Google Drive"),
        ("Nextcloud2", "Nextcloud"),
        ("Box Sync", "Box"),
    ],
)
def test_services_are_known_by_their_folders(mounts, folder, service):
    path = Path("/home/ann") / folder / "notes" / "p.tagwright"
    assert location_of(path) == Location(LocationKind.CLOUD, service)


@pytest.mark.parametrize("folder", ["onedriver", "boxes", "dropboxes", "drive", "clouds", "sync"])
def test_other_folders_are_not(mounts, folder):
    assert location_of(Path("/home/ann") / folder / "p.tagwright") is None


def test_the_name_of_the_file_says_nothing(mounts):
    assert location_of(Path("/home/ann/dropbox")) is None


@pytest.mark.parametrize("mark", [".dropbox", ".stfolder", ".nextcloudsync.log"])
def test_services_are_known_by_what_they_leave(mounts, tmp_path, mark):
    (tmp_path / mark).touch()
    assert cloud_of(tmp_path / "a" / "p.tagwright") is not None


def test_a_folder_that_cannot_be_looked_into_is_none(mounts):
    # As root, a name that is too long: the system refuses it as it refuses others their folders.
    assert cloud_of(Path("/tmp") / ("a" * 300) / "p.tagwright") is None


def test_the_folder_that_windows_names_is_known(tmp_path, monkeypatch):
    monkeypatch.setenv("OneDriveConsumer", str(tmp_path))
    assert cloud_of(tmp_path / "p.tagwright") == Location(LocationKind.CLOUD, "OneDrive")


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "smb3", "fuse.sshfs", "9p"])
def test_disks_of_other_machines(mounts, kind):
    mounts("/dev/sda1 / ext4 rw 0 0", f"server:/x /mnt/our\\040data {kind} rw 0 0", "odd")
    found = network_of(Path("/mnt/our data/p.tagwright"))
    assert found == Location(LocationKind.NETWORK, "/mnt/our data")
    assert network_of(Path("/mnt/other/p.tagwright")) is None


def test_a_share_of_windows():
    path = PureWindowsPath(r"\\server\share\p.tagwright")
    assert network_of(path) == Location(LocationKind.NETWORK, r"\\server\share")


def test_disks_that_can_be_pulled_out():
    assert removable_of(Path("/media/ann/STICK/a/p.x")) == Location(LocationKind.REMOVABLE, "STICK")
    assert removable_of(Path("/run/media/ann/STICK/p.x")) == Location(
        LocationKind.REMOVABLE, "STICK"
    )
    assert removable_of(Path("/Volumes/STICK/p.x")) == Location(LocationKind.REMOVABLE, "STICK")
    assert removable_of(Path("/media/p.x")) is None


def test_without_a_table_of_mounts_nothing_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(locations, "MOUNTS", tmp_path / "none")
    assert network_of(tmp_path / "p.x") is None
    monkeypatch.setattr(locations.sys, "platform", "darwin")
    assert network_of(tmp_path / "p.x") is None


@pytest.mark.parametrize(
    ("drive", "kind"), [("Z:", LocationKind.NETWORK), ("E:", LocationKind.REMOVABLE), ("C:", None)]
)
def test_drives_of_windows_with_letters(monkeypatch, drive, kind):
    monkeypatch.setattr(locations, "drive_kind", {"Z:": 4, "E:": 2, "C:": 3}.__getitem__)
    path = PureWindowsPath(rf"{drive}\notes\p.tagwright")
    found = network_of(path) or removable_of(path)
    assert found == (None if kind is None else Location(kind, drive))
