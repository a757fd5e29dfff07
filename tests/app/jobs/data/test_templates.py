"""Tests of a project's template: a preset or a text, never a path."""

from __future__ import annotations

import builtins
import io
import json
import os
import sqlite3
from contextlib import closing

import pytest

from app.jobs.data import templates
from app.jobs.data.snapshot import columns_for_templates
from app.jobs.data.templates import (
    chosen_template,
    missing_column,
    template_for,
    template_of,
    template_trouble,
)
from app.jobs.labelled_files.labelled_data import load
from app.jobs.projects.check import check_project
from app.jobs.projects.create import create_project
from app.jobs.train_files.options import TrainingOptions
from app.jobs.train_files.train import train_on
from app.storage.project_file import ProjectFile
from crfcore.errors import DataError, TemplateError
from crfcore.features.presets import template_named
from tests.project_files import small_project


@pytest.fixture(autouse=True)
def _said_again():
    templates._warn_of_unknown.cache_clear()


def test_a_preset_and_a_text_are_what_they_are(caplog):
    for kept in ("basic", "chunking", "U00:%x[0,0]\nB\n", "U00:%x[0,0]", "u:%x[0,0]\nb\n", "U"):
        assert template_of(kept) == template_named(kept if len(kept) > 1 else "U\n")
        assert template_trouble(kept) == ""
    assert caplog.text == ""


@pytest.mark.parametrize("kept", ["", "bsic", "mine.tpl", "U.tpl\n%", "%x.tpl", "a\n" * 9, "\0"])
def test_what_is_neither_is_told_and_the_default_is_used(caplog, kept, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.tpl").write_text("U:secret%x[0,0]\n")
    assert template_of(kept) == template_named("basic")
    assert template_of(kept) == template_named("basic")
    assert caplog.text.count("The project's template is unknown") == 1
    assert template_trouble(kept).endswith("or take it from its file again.")
    assert "secret" not in caplog.text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_no_path_of_a_project_is_opened(tmp_path, monkeypatch, caplog):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    opened = []
    for module, name in ((builtins, "open"), (io, "open"), (os, "open")):
        plain = getattr(module, name)

        def watched(file, *more, plain=plain, **how):
            opened.append(str(file))
            return plain(file, *more, **how)

        monkeypatch.setattr(module, name, watched)
    assert template_of(str(pipe)) == template_named("basic")
    assert str(pipe) not in opened


def test_a_users_choice_is_read_once(tmp_path):
    path = tmp_path / "mine.tpl"
    path.write_text("# mine\nU:%x[0,0]\n")
    assert chosen_template("ner") == "ner"
    assert chosen_template(str(path)) == "U:%x[0,0]\n"
    assert template_for(str(path), "ner") == template_named("U:%x[0,0]\n")
    assert template_for("", "ner") == template_named("ner")
    assert template_for("", "") == template_named("basic")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_choice_that_never_ends_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(10 << 30)
    for name in ("pipe", "large", "."):
        with pytest.raises(DataError, match=r"a template|folder|pipe"):
            chosen_template(str(tmp_path / name))
    with pytest.raises(DataError, match="device"):
        create_project(tmp_path / "p.tagwright", template="/dev/zero")
    assert not (tmp_path / "p.tagwright").exists()
    with pytest.raises(TemplateError, match="no template"):
        chosen_template("n" * 5000)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_project_that_names_a_path_keeps_opening_and_training(tmp_path, caplog):
    pipe, path = tmp_path / "pipe", tmp_path / "p.tagwright"
    os.mkfifo(pipe)
    small_project(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "UPDATE settings SET value = ? WHERE key = 'template'", (json.dumps(str(pipe)),)
        )
    words = check_project(path)
    assert "The project's template is unknown" in words
    assert "choose a template in the project's settings" in words
    training = train_on(load(path), TrainingOptions(max_iterations=1))
    assert training.crf.extractor_.template == template_named("basic")
    assert "is unknown" in caplog.text


def test_a_column_that_texts_lack_is_named_with_its_line_and_those_that_there_are():
    assert missing_column("U00:%x[0,0]\nU01:%shape[0,7]\nB\n", ("word", "pos")) == (
        "The template line 'U01:%shape[0,7]' reads column 7, which the texts of the project lack: "
        "they have 0 (word), 1 (pos); choose another template, or import texts with that column."
    )
    assert "reads column 1" in missing_column("chunking", ("word",))
    for kept in ("basic", "chunking", "U00:%x[0,1]\n", "bsic"):
        assert missing_column(kept, ("word", "pos")) == ""
    assert missing_column("chunking", ()) == ""  # without texts any template may be chosen


def test_many_columns_are_not_all_named():
    names = [f"c{number}" for number in range(50)]
    assert "19 (c19), …; choose" in missing_column("U00:%x[0,50]\n", names)


def test_the_columns_of_a_project_are_those_of_its_texts(tmp_path):
    path = tmp_path / "names.tagwright"
    with create_project(path, template="chunking") as file:
        assert columns_for_templates(file.load()) == ()
    assert "reads column" not in check_project(path)
    path.unlink()
    small_project(path)
    with ProjectFile.open(path) as file:
        assert columns_for_templates(file.load()) == ("word",)


def test_checking_a_project_tells_of_a_column_that_its_texts_lack(tmp_path):
    path = tmp_path / "names.tagwright"
    small_project(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE settings SET value = '\"chunking\"' WHERE key = 'template'")
    assert "reads column 1, which the texts of the project lack: they have 0 (word)" in (
        check_project(path)
    )
