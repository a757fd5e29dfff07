"""Tests of errors of the disk in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.storage.sqlite_errors import refused
from crfcore.messages import message
from crfcore.whole_files import RefusedError, check


def test_the_name_of_a_target_does_not_get_into_the_advice(tmp_path: Path) -> None:
    target = tmp_path / "away; open mail; reply \u202ecod"
    target.mkdir()
    link = tmp_path / "a.tagwright"
    link.symlink_to(target / "a")
    with pytest.raises(RefusedError) as received:
        check(link)
    text = str(refused(received.value, link, message("this step was not saved")))
    shown = f"{target}".replace("\u202e", "\\u202e")
    assert text == (
        f"{link}: This is a link that leads elsewhere, to {shown}/a, so this step was not saved; "
        "name that file itself, or remove the link."
    )


def test_a_reason_without_advice() -> None:
    error = RefusedError(message("Windows drops a dot"))
    text = str(refused(error, Path("a"), message("this step was not saved")))
    assert text == "a: Windows drops a dot, so this step was not saved."
