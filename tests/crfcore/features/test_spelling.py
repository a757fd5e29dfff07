"""Classes of spelling."""

from __future__ import annotations

from crfcore.features.spelling import SpellingAttributes, attributes_of


def test_each_class_has_its_words() -> None:
    assert attributes_of("Nations") == ["word=Nations", "upper", "-s"]
    assert attributes_of("1960-ies") == ["word=1960-ies", "digit", "hyphen", "-s", "-ies"]
    assert attributes_of("nation") == ["word=nation", "-ion", "-tion"]
    assert attributes_of("the") == ["word=the"]


def test_a_word_has_one_list() -> None:
    spelling = SpellingAttributes()
    first, second = spelling.of([["a", "b"], ["a"]])
    assert first[0] is second[0]
    assert len(spelling) == 2
