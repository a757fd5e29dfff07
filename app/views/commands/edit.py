"""Commands of the menu Edit: steps taken back and made again, and finding."""

from app.views.commands.command import QT_TRANSLATE_NOOP, Command, Where

COMMANDS = (
    Command(
        "undo",
        QT_TRANSLATE_NOOP("Actions", "&Undo"),
        QT_TRANSLATE_NOOP("Actions", "Take back the last step"),
        "edit",
        keys=("Ctrl+Z",),
        icon="undo",
    ),
    Command(
        "redo",
        QT_TRANSLATE_NOOP("Actions", "&Redo"),
        QT_TRANSLATE_NOOP("Actions", "Make the step again that was taken back"),
        "edit",
        keys=("Ctrl+Shift+Z", "Ctrl+Y"),
        icon="redo",
    ),
    Command(
        "select_all",
        QT_TRANSLATE_NOOP("Actions", "Select the whole &sentence"),
        QT_TRANSLATE_NOOP("Actions", "Select every token of the sentence"),
        "edit",
        section=1,
        keys=("Ctrl+A",),
        where=Where.SENTENCE,
    ),
    Command(
        "find_sentences",
        QT_TRANSLATE_NOOP("Actions", "&Find sentences"),
        QT_TRANSLATE_NOOP("Actions", "List only the sentences that contain a text"),
        "edit",
        section=2,
        keys=("Ctrl+F",),
        icon="find",
    ),
)
