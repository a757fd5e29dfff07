"""Tests of the ids of imported words."""

from __future__ import annotations

from app.domain.project import Project
from app.jobs.importing.ids import WordIds


def ids_of(word_ids, words):
    ids, new = word_ids.of(words)
    return ids.tolist(), new


def test_word_ids_that_are_kept_follow_the_words_of_the_project():
    project = Project(words=["a", "b"])
    kept = WordIds(project)
    assert ids_of(kept, ["b", "c", "d"]) == ([1, 2, 3], ("c", "d"))
    assert ids_of(kept, ["d", "b"]) == ([2, 1], ("d",)), "the others were not imported"
    project.words += ["d", "e"]
    assert ids_of(kept, ["f", "e", "a"]) == ([4, 3, 0], ("f",))
    assert ids_of(WordIds(project), ["f", "e", "a"]) == ([4, 3, 0], ("f",))


def test_words_of_the_project_are_read_once_for_several_documents():
    class Words(list):
        def __getitem__(self, at):
            read.append(at)
            return super().__getitem__(at)

    read = []
    project = Project(words=Words(["a", "b"]))
    kept = WordIds(project)
    for _ in range(2):
        kept.of(["c"])
        project.words.append("c")
    assert read == [slice(0, None), slice(2, None)]
