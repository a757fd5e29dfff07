"""The language of the window: its translation, and formats of numbers and dates.

Texts are English in the code. A translation is a file `tagwright_de.qm` of the resources, made by
`make translations`; texts that it lacks are shown in English, and so are all if it is damaged.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app import resource_files
from app.domain.numbers import in_signs, set_signs
from app.translation_file import sound_content
from crfcore.messages import Message, capitalised

_log = logging.getLogger(__name__)

_contents: list[bytes] = []
"""What Qt looks for texts in, as long as the program runs."""

SYSTEM, ENGLISH = "system", "en"
"""The choice of the system's language, and the language of the code."""

_MESSAGES = "Errors"
"""The context of messages."""

_RULES = "Rules"
"""The context of the texts of rules, which messages quote."""

_FOLDER, _PREFIX = "translations", "tagwright_"


def translator(context: str) -> partial[str]:
    """Return the function that translates texts of a context.

    As of `QObject.tr`, its third argument is the number that a text with plural forms is about.
    """
    return partial(QCoreApplication.translate, context)


def translated_message(text: object) -> str:
    """Return a message, or that of an error, in the language of the window."""
    said = str(text)
    return said.worded(_template, in_signs) if isinstance(said, Message) else said


def _template(template: str, n: int | None) -> str:
    """Return the translation of a message's template, which may be the text of a rule."""
    number = -1 if n is None else n
    found = QCoreApplication.translate(_MESSAGES, template, None, number)
    return found if found != template else QCoreApplication.translate(_RULES, template)


def languages() -> dict[str, str]:
    """Return the languages that can be chosen, by code, each with its own name."""
    found = sorted(file.stem.removeprefix(_PREFIX) for file in _folder().glob(f"{_PREFIX}*.qm"))
    names = {code: QLocale(code).nativeLanguageName() or code for code in found}
    return {ENGLISH: "English"} | {code: capitalised(name) for code, name in names.items()}


def language_for(wanted: str, system: Iterable[str]) -> str:
    """Return the code of the language to show: the one wanted, else the system's first known one.

    ``system`` are the names of the system's languages, the preferred one first ("de-AT").
    """
    known = languages()
    if wanted in known:
        return wanted
    for name in system:
        parts = name.replace("-", "_").split("_")
        for end in range(len(parts), 0, -1):
            if (code := "_".join(parts[:end])) in known:
                return code
    return ENGLISH


def show_language(application: QCoreApplication, wanted: str = SYSTEM) -> str:
    """Translate what is made from now on; return the code of the language.

    To be called before any window is made: texts on the screen do not change.
    """
    system = QLocale.system()
    language = language_for(wanted, system.uiLanguages())
    own = b"" if language == ENGLISH else sound_content(_folder() / f"{_PREFIX}{language}.qm")
    if language != ENGLISH and not own:
        _log.info("The translation %s is damaged; install the program again.", language)
        language = ENGLISH
    locale = _locale(language, system)
    if locale != system:
        QLocale.setDefault(locale)
    for old in application.findChildren(QTranslator):
        application.removeTranslator(old)
        old.deleteLater()
    if language != ENGLISH:
        # Ours first: of two translators, the one installed last is asked first.
        for content in (sound_content(_file_of_qt(language)), own):
            loaded = QTranslator(application)
            if loaded.load(content):
                _contents.append(content)
                application.installTranslator(loaded)
    percent = QCoreApplication.translate("Numbers", "{n}%").replace("{n}", "")
    set_signs(locale.groupSeparator(), locale.decimalPoint(), percent)
    return language


def _file_of_qt(language: str) -> Path:
    """Return the file with the texts of Qt itself: that of a language, or without its country."""
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    exact = folder / f"qtbase_{language}.qm"
    return exact if exact.exists() else folder / f"qtbase_{language.partition('_')[0]}.qm"


def _locale(language: str, system: QLocale) -> QLocale:
    """Return the formats for a language: the system's, if that is its language."""
    own = QLocale(language)
    known = {own.language()} | ({QLocale.Language.C} if language == ENGLISH else set())
    return system if system.language() in known else own


def _folder() -> Path:
    return resource_files.folder() / _FOLDER
