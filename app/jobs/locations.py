"""Where a project lies: on this machine alone, or where others copy it or the line may break.

A folder that a service copies to other machines, or a disk behind a network, can spoil a file that
is being written. Services are known by the names of their folders, disks by how they are mounted.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePath

MOUNTS = Path("/proc/self/mounts")


class LocationKind(StrEnum):
    """Why a place is worth a word."""

    CLOUD = "cloud"
    """A service copies what lies there to other machines."""
    NETWORK = "network"
    """The disk is another machine's."""
    REMOVABLE = "removable"
    """The disk can be pulled out."""


@dataclass(frozen=True, slots=True)
class Location:
    """A place worth a word; ``name`` is that of the service or the disk."""

    kind: LocationKind
    name: str


_SERVICES = (
    (re.compile(r"onedrive(?: ?- ?.+)?"), "OneDrive"),
    (re.compile(r"dropbox(?: ?\(.+\))?"), "Dropbox"),
    (re.compile(r"icloud ?drive|com~apple~clouddocs|mobile documents"), "iCloud Drive"),
    (re.compile(r"google ?drive(?:-.+)?|googledrive(?:-.+)?|my drive"), "Google Drive"),
    (re.compile(r"nextcloud\d*"), "Nextcloud"),
    (re.compile(r"owncloud\d*"), "ownCloud"),
    (re.compile(r"box sync|box-box"), "Box"),
    (re.compile(r"pclouddrive|pcloud drive"), "pCloud"),
    (re.compile(r"megasync"), "MEGA"),
    (re.compile(r"synologydrive|synology drive"), "Synology Drive"),
    (re.compile(r"seafile"), "Seafile"),
    (re.compile(r"syncthing"), "Syncthing"),
    (re.compile(r"proton ?drive(?:-.+)?"), "Proton Drive"),
    (re.compile(r"yandex\.disk"), "Yandex Disk"),
)
"""Names of folders, in small letters, and the services that make them."""

_MARKS = ((".dropbox", "Dropbox"), (".stfolder", "Syncthing"), (".nextcloudsync.log", "Nextcloud"))
"""What services leave in a folder of any name."""

_VARIABLES = ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")

_NETWORK = re.compile(
    r"nfs\d?|cifs|smb\w*|afpfs|ncpfs|9p|davfs2?|ceph|glusterfs|lustre|afs|"
    r"fuse\.(?:sshfs|rclone|gvfsd-fuse|davfs2?|s3fs|glusterfs|google-drive-ocamlfuse)"
)
"""Kinds of file system that are another machine's."""

_REMOVABLE = (("media",), ("run", "media"), ("Volumes",))
"""Where systems put disks that can be pulled out."""


def location_of(path: Path) -> Location | None:
    """Say what is to be known of the place where a file lies, or would lie; None if nothing is."""
    path = path.absolute()
    return cloud_of(path) or network_of(path) or removable_of(path)


def cloud_of(path: Path) -> Location | None:
    """Return the service that copies a file to other machines, None if there is none."""
    for folder in path.parents:
        name = folder.name.lower()
        for pattern, service in _SERVICES:
            if pattern.fullmatch(name):
                return Location(LocationKind.CLOUD, service)
        for mark, service in _MARKS:
            if (folder / mark).exists():
                return Location(LocationKind.CLOUD, service)
    for variable in _VARIABLES:
        root = os.environ.get(variable, "")
        if root and path.is_relative_to(root):
            return Location(LocationKind.CLOUD, "OneDrive")
    return None


def network_of(path: Path) -> Location | None:
    """Return the disk of another machine on which a file lies, None if it lies on this one's."""
    if path.drive.startswith("\\\\"):
        return Location(LocationKind.NETWORK, path.drive)
    mount = _mount_of(path)
    if mount is not None and _NETWORK.fullmatch(mount[1]):
        return Location(LocationKind.NETWORK, mount[0])
    return None


def removable_of(path: PurePath) -> Location | None:
    """Return the disk that can be pulled out on which a file lies, None if there is none."""
    parts = path.parts[1:]
    for root in _REMOVABLE:
        rest = parts[len(root) :]
        # The file itself is no disk; on Linux the first folder below is the user's.
        if parts[: len(root)] == root and len(rest) > 1:
            folders = rest[:-1]
            return Location(LocationKind.REMOVABLE, folders[min(1, len(folders) - 1)])
    return None


def _mount_of(path: Path) -> tuple[str, str] | None:
    """Return where the file system of a path is mounted, and its kind, where the system tells."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    found: tuple[str, str] | None = None
    for line in lines:
        fields = line.split(" ")
        if len(fields) > 2:
            point = fields[1].replace("\\040", " ")
            if path.is_relative_to(point) and (found is None or len(point) >= len(found[0])):
                found = point, fields[2]
    return found
