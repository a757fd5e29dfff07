"""The files of translators: every text of the code is in them, and translations fit their texts."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from tests.packaging.scripts import script_module


@pytest.fixture
def translations():
    return script_module("translations")


@pytest.fixture
def texts_in(translations, tmp_path, monkeypatch):
    """Return a function that finds the texts of modules, given as file names and sources."""
    found = script_module("translatable_texts")
    monkeypatch.setattr(found, "tables", lambda: iter(()))

    def texts(**sources: str) -> list[tuple[str, str, bool]]:
        for name, source in sources.items():
            path = tmp_path / "app" / f"{name.replace('__', '/')}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source, encoding="utf-8")
        return [(one.context, one.source, one.plural) for one in found.texts(tmp_path)]

    return texts


# ---- the files of this checkout


def test_every_text_of_the_code_is_in_every_file_and_no_other(translations) -> None:
    assert "de" in translations.languages()
    assert list(translations.problems(translations.texts())) == []


def test_every_template_of_a_message_is_listed(translations) -> None:
    without_window = script_module("translatable_texts").WITHOUT_WINDOW
    root, templates = translations.ROOT, set()
    for path in [*(root / "app").rglob("*.py"), *(root / "crfcore").rglob("*.py")]:
        if path.relative_to(root).as_posix().startswith(without_window):
            continue
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "MessageTemplate":
                templates.add(ast.literal_eval(call.args[0]))
    assert len(templates) > 10
    assert templates - {one.source for one in translations.texts()} == set()


def test_a_number_of_characters_has_one_name_in_all_messages(translations) -> None:
    found = {
        field
        for one in translations.texts()
        for field in re.findall(r"\{(n\w*):,\} characters", one.source)
    }
    assert found == {"n"}


# ---- texts in code


def test_texts_of_classes_have_the_class_as_context(texts_in) -> None:
    source = """
class Outer:
    def show(self):
        self.tr("one")
        run(lambda: self.tr("two" if self else "three"))
        self.tr(self.variable)
        other.rect.translated(1, 2)
"""
    assert texts_in(a=source) == [
        ("Outer", "one", False),
        ("Outer", "two", False),
        ("Outer", "three", False),
    ]


def test_texts_of_functions_have_the_context_of_their_module(texts_in) -> None:
    words = """
from app.translation import translator
CONTEXT = "Words"
tr = translator(CONTEXT)
one = tr("here")
"""
    older = """
def translated(text):
    return QCoreApplication.translate("Older", text)
"""
    user = """
from app import a
from app.a import tr as other
from app.b import translated
a.tr("by module")
other("by name")
translated("by function")
QCoreApplication.translate("Direct", "text")
TABLE = [QT_TRANSLATE_NOOP("Table", "marked")]
"""
    assert texts_in(a=words, b=older, c=user) == [
        ("Words", "here", False),
        ("Words", "by module", False),
        ("Words", "by name", False),
        ("Older", "by function", False),
        ("Direct", "text", False),
        ("Table", "marked", False),
    ]


def test_a_number_makes_plural_forms(texts_in) -> None:
    source = """
tr = translator("Words")
class Panel:
    def show(self, n):
        self.tr("{n} tokens", None, n)
        tr("{n} words", None, n)
        QCoreApplication.translate("Direct", "{n} signs", None, n)
"""
    assert texts_in(a=source) == [
        ("Panel", "{n} tokens", True),
        ("Words", "{n} words", True),
        ("Direct", "{n} signs", True),
    ]


def test_texts_of_reports_without_qt(texts_in) -> None:
    source = """
def lines(self, translate=str):
    yield translate("a line")
    text = "through a variable"
    yield Note(KIND, text, 3, (1,))
    yield from self._note(KIND, "by a method", found)
    return note_text("marked")
"""
    assert texts_in(jobs__a=source) == [
        ("Reports", "a line", False),
        ("Reports", "through a variable", False),
        ("Reports", "by a method", False),
        ("Reports", "marked", False),
    ]


def test_messages_that_are_made_without_qt(texts_in, tmp_path) -> None:
    source = """
from crfcore.errors import DataError
from crfcore.messages import MessageTemplate, counted, message, there_are
FULL = MessageTemplate("no room for {what}")
raise DataError(message("line {line} has {labels}", line=3, labels=counted(2, "label")))
there_are(2, "token")
other.message("is no call of it")
"""
    (tmp_path / "crfcore").mkdir()
    (tmp_path / "crfcore" / "a.py").write_text(source, encoding="utf-8")
    (tmp_path / "crfcore" / "b.py").write_text(
        'from crfcore.messages import counted\ncounted(2, "shard")\n', encoding="utf-8"
    )
    (tmp_path / "crfcore" / "c.py").write_text(
        'from crfcore.messages import MessageTemplate\nTWICE = MessageTemplate("{name} twice")\n',
        encoding="utf-8",
    )
    assert texts_in(cli__a=source.replace("no room", "never shown")) == [
        ("Errors", "no room for {what}", False),
        ("Errors", "line {line} has {labels}", False),
        ("Errors", "{n:,} label", True),
        ("Errors", "{n:,} token", True),
        ("Errors", "There are {things}", True),
        ("Errors", "{name} twice", False),
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('self.tr(f"{n} tokens")', "one constant"),
        ('self.tr("one " + word)', "one constant"),
        ('self._note(KIND, f"as {tag}", found)', "one constant"),
        ('dialog.tr("text")', "context is not known"),
        ('QCoreApplication.translate(NAME, "text")', "context NAME is not known"),
        ("from crfcore.messages import message; message(text)", "one constant"),
        ('from crfcore.messages import message; message(f"{n} tokens")', "one constant"),
    ],
)
def test_what_cannot_be_found_is_an_error_with_its_place(texts_in, line, why) -> None:
    with pytest.raises(SystemExit, match=rf"app/jobs/a\.py, line 3: .*{why}"):
        texts_in(jobs__a=f"class A:\n    def f(self):\n        {line}\n")


def test_a_text_is_with_a_number_everywhere_or_nowhere(texts_in) -> None:
    source = 'tr = translator("A")\ntr("{n} x", None, 2)\ntr("{n} x")\n'
    with pytest.raises(SystemExit, match="with a number"):
        texts_in(a=source)


# ---- files of translators


@pytest.fixture
def folder(translations, tmp_path, monkeypatch):
    """An empty folder of translations, in a checkout of its own."""
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "FOLDER", tmp_path)
    return tmp_path


def message(translations, source, *forms, context="Panel", plural=False, finished=True):
    text = translations.Text(context, source, plural, "app/views/panel.py")
    return translations.Message(text, forms, finished)


@pytest.mark.parametrize(("language", "forms"), [("de", 2), ("pl", 3), ("ja", 1)])
def test_a_file_comes_back_as_it_was_written(translations, folder, language, forms) -> None:
    written = [
        message(translations, "&Open “a” <b>\n…", "Ö&ffnen „a“ <b>\n…"),
        message(translations, "{n} tokens", *["{n} Tokens"] * forms, plural=True),
        message(translations, "half", "halb", finished=False),
        message(translations, "{n} gaps", *[""] * forms, plural=True, finished=False),
        message(translations, "missing", "", finished=False),
    ]
    translations.write(language, written)
    assert translations.read(language) == written
    assert [one.missing for one in written] == [False, False, True, True, True]


def test_a_changed_text_keeps_its_translation_to_be_looked_through(translations) -> None:
    before = [
        message(translations, "Shows the labels of a sentence", "Zeigt die Labels eines Satzes"),
        message(translations, "Kept", "Behalten"),
        message(translations, "Gone for ever", "Weg"),
    ]
    known = [
        translations.Text("Panel", "Shows the labels of a sentence.", False, "app/b.py"),
        translations.Text("Panel", "Kept", False, "app/b.py"),
        translations.Text("Other", "Kept", False, "app/b.py"),
    ]
    after = translations.updated(before, known)
    assert [(one.text, one.forms, one.finished) for one in after] == [
        (known[0], ("Zeigt die Labels eines Satzes",), False),
        (known[1], ("Behalten",), True),
        (known[2], (), False),
    ]


def test_a_language_that_is_there_is_not_started_again(translations, folder, capsys) -> None:
    translations.write("de", [message(translations, "Kept", "Behalten")])
    before = translations.path_of("de").read_bytes()
    with pytest.raises(SystemExit):
        translations.main(["--new", "de"])
    assert "tagwright_de.ts is there already" in capsys.readouterr().err
    assert translations.path_of("de").read_bytes() == before


def test_only_languages_are_started(translations, folder, capsys) -> None:
    for code in ("klingon", "../fr", ""):
        assert translations.trouble_with_new(code).startswith(f"“{code}” is no code of a language")
    assert [translations.trouble_with_new(code) for code in ("fr", "pt_BR")] == ["", ""]
    with pytest.raises(SystemExit):
        translations.main(["--new", "klingon"])
    assert "expected one such as fr or pt_BR" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


def test_translations_are_filled_in_from_json(translations, tmp_path, capsys) -> None:
    messages = [
        message(translations, "Kept", "Behalten"),
        message(translations, "Open", "", finished=False),
        message(translations, "{n} tokens", "", "", plural=True, finished=False),
    ]
    file = tmp_path / "missing.json"
    translations.write_missing(file, messages)
    entries = json.loads(file.read_text(encoding="utf-8"))
    assert [one["source"] for one in entries] == ["Open", "{n} tokens"]
    entries[1]["translation"] = ["{n} Token", "{n} Tokens"]
    entries.append({"context": "Panel", "source": "nowhere", "translation": "nirgends"})
    file.write_text(json.dumps(entries), encoding="utf-8")
    after = translations.filled(messages, [file])
    assert [(one.forms, one.missing) for one in after] == [
        (("Behalten",), False),
        (("",), True),
        (("{n} Token", "{n} Tokens"), False),
    ]
    assert "nowhere" in capsys.readouterr().err


def test_only_finished_translations_are_compiled(translations, folder) -> None:
    from PySide6.QtCore import QTranslator

    translations.write(
        "de",
        [
            message(translations, "one", "eins"),
            message(translations, "two", "zwei", finished=False),
        ],
    )
    translations.compile_all()
    translator = QTranslator()
    assert translator.load("tagwright_de", str(folder))
    assert translator.translate("Panel", "one") == "eins"
    assert not translator.translate("Panel", "two")


def test_a_file_that_does_not_fit_the_code_is_reported(translations, folder) -> None:
    translations.write(
        "de", [message(translations, "old", "alt"), message(translations, "Open…", "Öffnen")]
    )
    (folder / "tagwright_de.qm").write_bytes(b"older")
    known = [
        translations.Text("Panel", "new", False, "app/a.py"),
        translations.Text("Panel", "Open…", False, "app/a.py"),
    ]
    found = list(translations.problems(known))
    assert len(found) == 4
    assert "“new” (Panel) is not in it" in found[0]
    assert "“old” (Panel) is no longer in the code" in found[1]
    assert "“Open…” (Panel): the end of “Öffnen” is not “…”" in found[2]
    assert "changed after it was compiled" in found[3]


@pytest.mark.parametrize(
    ("source", "form"),
    [
        ("{n} of {all}", "{all}, davon {n}"),
        ("rename {} to {}", "{} in {} umbenennen"),
        ("rename {} to {}", "{1} kommt von {0}"),
        ("accept {:token|tokens}, {:,}", "{0:Token|Tokens} annehmen, {1:,}"),
        ("&Open", "Ö&ffnen"),
        ("A && B", "A && B"),
        ("Why?", "Warum?"),
        ("60%", "60\u00a0%"),
        ("Texts (*.txt);;All files (*)", "Texte (*.txt);;Alle Dateien (*)"),
    ],
)
def test_translations_that_fit(translations, source, form) -> None:
    assert list(translations.troubles(message(translations, source, form))) == []


@pytest.mark.parametrize(
    ("source", "form", "trouble"),
    [
        ("{n} of {all}", "{n} von {alle}", "placeholders"),
        ("{n} tokens", "ein Token", "placeholders"),
        ("{n}", "{n} {n}", "placeholders"),
        ("rename {} to {}", "{} umbenennen", "placeholders"),
        ("accept {:token|tokens}", "{} annehmen", "placeholders"),
        ("&Open", "Öffnen", "access keys"),
        ("Open", "Ö&ffnen", "access keys"),
        ("&Open", "&Ö&ffnen", "access keys"),
        ("Open…", "Öffnen", "the end"),
        ("Open", "Öffnen.", "the end"),
        ("Open:", "Öffnen", "the end"),
        ("a\nb", "a b", "line breaks"),
        (" pt", "pt", "space at its start"),
        ("A (*.a);;B (*)", "A (*.a), B (*)", "file types"),
    ],
)
def test_translations_that_do_not_fit(translations, source, form, trouble) -> None:
    (found,) = translations.troubles(message(translations, source, form))
    assert trouble in found


def test_every_plural_form_is_checked(translations) -> None:
    one = message(translations, "{n} tokens.", "{n} Token.", "{n} Tokens", plural=True)
    (found,) = translations.troubles(one)
    assert "“{n} Tokens”" in found


def test_the_page_for_translators_names_the_commands(translations) -> None:
    page = (Path(__file__).resolve().parents[2] / "resources/translations/README.md").read_text(
        encoding="utf-8"
    )
    for option in ("--new", "--check", "--missing", "--fill"):
        assert option in page
