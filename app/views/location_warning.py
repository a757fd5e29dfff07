"""Warnings about the locations of projects."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.jobs.projects.locations import Location, LocationKind


def location_in_words(location: Location) -> str:
    """Return a warning about a location, and what to do."""
    texts = {
        LocationKind.CLOUD: QCoreApplication.translate(
            "SafetyController",
            "This project is in a folder synced by {name}. Syncing while you work can "
            "corrupt it or overwrite changes. Keep it in a local, unsynced folder.",
        ),
        LocationKind.NETWORK: QCoreApplication.translate(
            "SafetyController",
            "This project is on a network drive ({name}). If the connection drops, changes "
            "may be lost. Keep it in a local folder.",
        ),
        LocationKind.REMOVABLE: QCoreApplication.translate(
            "SafetyController",
            "This project is on a removable drive ({name}). Close the project before "
            "ejecting it, or keep it in a local folder.",
        ),
    }
    return texts[location.kind].format(name=location.name)
