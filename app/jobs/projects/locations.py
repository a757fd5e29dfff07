"""Detection of risky locations of projects: synchronised folders, network and removable disks.

Files that are being written can be damaged there. Services are recognised by the names of their
folders, disks by how they are mounted.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePath

from crfcore.machine import NETWORK_DRIVE, REMOVABLE_DRIVE, drive_kind

MOUNTS = Path("/proc/self/mounts")


class LocationKind(StrEnum):
    """The kind of a risky location."""

    CLOUD = "cloud"
    """A folder that a service copies to other machines."""
    NETWORK = "network"
    """A network disk."""
    REMOVABLE = "removable"
    """A removable disk."""


@dataclass(frozen=True, slots=True)
class Location:
    """A risky location; ``name`` is that of the service or the disk."""

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
"""Names of folders, in lower case, and their services."""

_MARKS = ((".dropbox", "Dropbox"), (".stfolder", "Syncthing"), (".nextcloudsync.log", "Nextcloud"))
"""Files that services leave in folders of any name."""

_VARIABLES = ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")

_NETWORK = re.compile(
    r"nfs\d?|cifs|smb\w*|afpfs|ncpfs|9p|davfs2?|ceph|glusterfs|lustre|afs|"
    r"fuse\.(?:sshfs|rclone|gvfsd-fuse|davfs2?|s3fs|glusterfs|google-drive-ocamlfuse)"
)
"""Network file systems."""

_REMOVABLE = (("media",), ("run", "media"), ("Volumes",))
"""Mount points of removable disks."""


def location_of(path: Path) -> Location | None:
    """Return the risky location of a file, None if it has none."""
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
            # False, too, in a folder that this user may not enter.
            if os.path.exists(folder / mark):  # noqa: PTH110
                return Location(LocationKind.CLOUD, service)
    for variable in _VARIABLES:
        root = os.environ.get(variable, "")
        if root and path.is_relative_to(root):
            return Location(LocationKind.CLOUD, "OneDrive")
    return None


def network_of(path: Path) -> Location | None:
    """Return the network disk of a file, None if it has none."""
    if path.drive.startswith("\\\\"):
        return Location(LocationKind.NETWORK, path.drive)
    if drive_kind(path.drive) == NETWORK_DRIVE:
        return Location(LocationKind.NETWORK, path.drive)
    mount = _mount_of(path)
    if mount is not None and _NETWORK.fullmatch(mount[1]):
        return Location(LocationKind.NETWORK, mount[0])
    return None


def removable_of(path: PurePath) -> Location | None:
    """Return the removable disk of a file, None if it has none."""
    if drive_kind(path.drive) == REMOVABLE_DRIVE:
        return Location(LocationKind.REMOVABLE, path.drive)
    parts = path.parts[1:]
    for root in _REMOVABLE:
        rest = parts[len(root) :]
        # On Linux the first folder below the root is the user's.
        if parts[: len(root)] == root and len(rest) > 1:
            folders = rest[:-1]
            return Location(LocationKind.REMOVABLE, folders[min(1, len(folders) - 1)])
    return None


def _mount_of(path: Path) -> tuple[str, str] | None:
    """Return the mount point and type of a path's file system, None if unknown."""
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
