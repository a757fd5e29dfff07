"""The language of the window: which one, its translation, its numbers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QObject

from app import translation
from app.domain.numbers import decimal, general, grouped, percentage, set_signs
from app.translation import language_for, languages, show_language, translator


@pytest.fixture
def application(qapp):
    yield qapp
    show_language(qapp, "en")
    QLocale.setDefault(QLocale.system())


def test_the_languages_are_named_in_their_own_words() -> None:
    named = languages()
    assert next(iter(named)) == "en"
    assert named["en"] == "English"
    assert named["de"] == "Deutsch"


@pytest.mark.parametrize(
    ("wanted", "system", "shown"),
    [
        ("system", ["de-Latn-AT", "de-AT", "de"], "de"),
        ("system", ["de_CH"], "de"),
        ("system", ["fr-FR", "fr", "de-DE"], "de"),
        ("system", ["en-GB", "de-DE"], "en"),
        ("system", ["fr-FR"], "en"),
        ("system", ["C"], "en"),
        ("system", [], "en"),
        ("en", ["de-DE"], "en"),
        ("de", ["en-US"], "de"),
        ("gone", ["de-DE"], "de"),
        ("../de", ["en"], "en"),
    ],
)
def test_the_chosen_language_else_the_first_known_one_of_the_system(wanted, system, shown) -> None:
    assert language_for(wanted, system) == shown


def test_numbers_have_the_separators_of_the_language(application) -> None:
    assert (grouped(1234567), decimal(1234.56, 1)) == ("1,234,567", "1,234.6")
    assert show_language(application, "de") == "de"
    assert (grouped(1234567), decimal(1234.56, 1)) == ("1.234.567", "1.234,6")
    assert QLocale().language() == QLocale.Language.German
    show_language(application, "en")
    assert (grouped(1234567), decimal(1234.56, 1)) == ("1,234,567", "1,234.6")


def test_separators_can_be_exchanged() -> None:
    set_signs(".", ",", "\u00a0%")
    try:
        assert decimal(-9876543.21, 2) == "-9.876.543,21"
        assert (general(0.25), percentage(decimal(12.5, 1))) == ("0,25", "12,5\u00a0%")
    finally:
        set_signs()
    assert decimal(-9876543.21, 2) == "-9,876,543.21"
    assert (general(0.25), percentage(decimal(12.5, 1))) == ("0.25", "12.5%")


def test_qts_own_texts_are_translated_until_the_language_changes(application) -> None:
    show_language(application, "de")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
    show_language(application, "en")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"


def test_a_half_translated_language_shows_english_in_its_gaps(application, tmp_path, monkeypatch):
    compile_language(
        monkeypatch,
        tmp_path,
        ("Thing", "one text", ["ein Text"], False),
        ("Thing", "{n} texts", ["{n} Text", "{n} Texte"], True),
        ("Words", "a word", ["ein Wort"], False),
        ("Numbers", "{n}%", ["{n}\u00a0%"], False),
    )
    monkeypatch.setattr(translation, "_folder", lambda: tmp_path)
    assert show_language(application, "de") == "de"

    class Thing(QObject):
        pass

    class Special(Thing):
        pass

    for thing in (Thing(), Special()):
        assert thing.tr("one text") == "ein Text"
        assert thing.tr("another text") == "another text"
        assert [thing.tr("{n} texts", None, n) for n in (0, 1, 2)] == [
            "{n} Texte",
            "{n} Text",
            "{n} Texte",
        ]
        assert thing.tr("{n} words", None, 1) == "{n} words"
    assert percentage(12) == "12\u00a0%"
    words = translator("Words")
    assert (words("a word"), words("no word")) == ("ein Wort", "no word")


def test_a_damaged_translation_leaves_the_window_in_english(application, tmp_path, monkeypatch):
    content = (translation._folder() / "tagwright_de.qm").read_bytes()
    monkeypatch.setattr(translation, "_folder", lambda: tmp_path)
    (tmp_path / "tagwright_de.qm").write_bytes(content)
    assert show_language(application, "de") == "de"
    (tmp_path / "tagwright_de.qm").write_bytes(content[: len(content) // 2])
    # What was loaded is not read again from the file.
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
    assert QCoreApplication.translate("FileNames", "&Folder:") == "&Ordner:"
    assert show_language(application, "de") == "en"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"
    assert decimal(1.5, 1) == "1.5"


@pytest.mark.parametrize(
    ("language", "name"),
    [("de", "qtbase_de.qm"), ("de_AT", "qtbase_de.qm"), ("pt_BR", "qtbase_pt_BR.qm")],
)
def test_the_texts_of_qt_are_found_for_a_country_too(language, name) -> None:
    assert translation._file_of_qt(language).name == name
    assert translation._file_of_qt(language).exists()


def compile_language(monkeypatch, folder, *texts) -> None:
    """Write a compiled German translation of some texts."""
    from tests.packaging.scripts import script_module

    translations = script_module("translations")
    messages = [
        translations.Message(
            translations.Text(context, source, plural, "app/x.py"), tuple(forms), finished=True
        )
        for context, source, forms, plural in texts
    ]
    monkeypatch.setattr(translations, "FOLDER", folder)
    translations.write("de", messages)
    translations.compile_all()
