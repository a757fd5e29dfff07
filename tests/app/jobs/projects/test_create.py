"""Tests of new projects and the sample project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.domain.tokens import TokenState
from app.jobs.projects.check import check_project
from app.jobs.projects.create import create_project, create_sample, remove_if_empty
from app.storage.errors import DamagedError, DiskFullError, ExistsError
from app.storage.project_file import ProjectFile
from crfcore.errors import DataError, TemplateError
from tests.small_disks import small_disk


def test_choices_are_kept(tmp_path):
    template = tmp_path / "t.tpl"
    template.write_text("# mine\nU0:%x[0,0]\nB\n")
    path = tmp_path / "p.tagwright"
    create_project(
        path, labels=["PER", "LOC"], scheme="bilou", template=str(template), annotator="Ann"
    ).close()
    with ProjectFile.open(path) as file:
        project = file.load()
        assert file.annotators() == ["Ann"]
    assert [label.name for label in project.visible_labels()] == ["PER", "LOC"]
    assert [label.key for label in project.visible_labels()] == ["1", "2"]
    assert project.settings.scheme == "bilou"
    assert "U0:%x[0,0]" in project.settings.template


@pytest.mark.parametrize(
    ("choices", "kind", "message"),
    [
        ({"labels": ["New York"]}, DataError, "one word"),
        ({"labels": [""]}, DataError, "one word"),
        ({"labels": ["A", "A"]}, DataError, "named twice"),
        ({"labels": ["O"]}, DataError, "stands for tokens without one"),
        ({"scheme": "iob9"}, DataError, "no scheme"),
        ({"template": "none.tpl"}, TemplateError, "no template"),
        ({"template": "U0:%x[0\n"}, TemplateError, "never closed"),
    ],
)
def test_choices_that_cannot_be_leave_no_file(tmp_path, choices, kind, message):
    with pytest.raises(kind, match=message):
        create_project(tmp_path / "p.tagwright", **choices)
    assert list(tmp_path.iterdir()) == []


def test_many_labels_have_keys_as_long_as_there_are_some(tmp_path):
    names = [f"L{number}" for number in range(40)]
    with create_project(tmp_path / "p.tagwright", labels=names, scheme="tokens") as file:
        labels = file.load().visible_labels()
    assert [label.key for label in labels][:10] == [*"123456789", "A"]
    assert [label.key for label in labels][-1] == ""


def test_the_sample_has_labelled_and_unlabelled_sentences(tmp_path):
    path = tmp_path / "sample.tagwright"
    create_sample(path)
    with ProjectFile.open(path) as file:
        project = file.check()
    done = project.confirmed_sentences()
    assert done.sum() >= 80
    assert (~done).sum() >= 160
    assert set(project.corpus.states) == {TokenState.UNKNOWN, TokenState.CONFIRMED}
    assert 4 <= len(project.visible_labels()) <= 6
    assert "2 documents" in check_project(path)
    before = path.read_bytes()
    with pytest.raises(ExistsError):
        create_sample(path)
    assert path.read_bytes() == before


def test_only_a_project_in_which_nothing_is_is_removed(tmp_path):
    empty, sample = tmp_path / "empty.tagwright", tmp_path / "sample.tagwright"
    create_project(empty).close()
    create_sample(sample)
    assert remove_if_empty(empty)
    assert not remove_if_empty(sample)
    assert [path.name for path in tmp_path.iterdir()] == [sample.name]


def test_a_sample_that_fails_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.setattr("app.jobs.projects.create.SAMPLE_PARTS", (("none.conll", "gold"),))
    with pytest.raises(DataError):
        create_sample(tmp_path / "s.tagwright")
    assert list(tmp_path.iterdir()) == []


def test_the_check_of_a_broken_project_names_its_backup(tmp_path):
    path = tmp_path / "p.tagwright"
    create_sample(path)
    path.write_bytes(path.read_bytes()[:-5000])
    with pytest.raises(DamagedError, match="go on with your latest saved copy"):
        check_project(path)
    (tmp_path / "p.backup-v1.tagwright").touch()
    with pytest.raises(DamagedError, match="no sound backup was found among the newest 1"):
        check_project(path)


def test_a_sample_for_which_there_is_no_room_leaves_nothing(tmp_path):
    with small_disk(tmp_path, "300k") as disk:
        with pytest.raises(DiskFullError, match="was not made; free some space") as received:
            create_sample(disk / "sample.tagwright")
        assert received.value.path == disk / "sample.tagwright"
        assert list(disk.iterdir()) == []


def test_where_a_backup_is_the_check_names_it(tmp_path):
    """Test a name with the wildcard characters of patterns."""
    path = tmp_path / "[a].tagwright"
    create_project(path).close()
    path.with_name("[a].backup-v4.tagwright").write_bytes(path.read_bytes())
    path.write_bytes(path.read_bytes()[:9000])
    with pytest.raises(DamagedError, match=r"the newest backup that is sound is .*backup-v4"):
        check_project(path)


@pytest.mark.parametrize("make", [create_sample, create_project, ProjectFile.create])
def test_of_two_projects_made_under_one_name_the_first_remains(tmp_path, monkeypatch, make):
    path = tmp_path / "twice.tagwright"
    # The other one appears after the check of the name.
    monkeypatch.setattr(Path, "exists", lambda self: self != path and os.path.lexists(self))
    path.write_bytes(b"somebody's")
    with pytest.raises(ExistsError, match="already exists"):
        make(path)
    assert path.read_bytes() == b"somebody's"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
