"""Tests of finding resources in a checkout, an installed package and a frozen build."""

from __future__ import annotations

import sys

import pytest

from app import resource_files


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Let the program be in another folder."""
    app = tmp_path / "app"
    app.mkdir()
    monkeypatch.setattr(resource_files, "__file__", str(app / "resource_files.py"))
    resource_files.folder.cache_clear()
    yield tmp_path
    resource_files.folder.cache_clear()


def test_in_a_checkout():
    assert resource_files.path("sample/labelled.conll").is_file()
    assert "B-" in resource_files.text("sample/labelled.conll")


@pytest.mark.parametrize("folder_name", ["app/_resources", "resources"])
def test_beside_or_inside_the_package(elsewhere, folder_name):
    (elsewhere / folder_name).mkdir()
    assert resource_files.folder() == (elsewhere / folder_name).resolve()


def test_in_a_frozen_build(elsewhere, monkeypatch):
    inside = elsewhere / "bundle" / "resources"
    inside.mkdir(parents=True)
    monkeypatch.setattr(sys, "_MEIPASS", str(elsewhere / "bundle"), raising=False)
    assert resource_files.folder() == inside


def test_without_resources(elsewhere):
    with pytest.raises(FileNotFoundError, match="the program's own files are missing"):
        resource_files.folder()
