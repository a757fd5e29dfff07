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
        "show_history",
        QT_TRANSLATE_NOOP("Actions", "Step &history"),
        QT_TRANSLATE_NOOP(
            "Actions", "Show every step, who made it and when, and go back or forward to one"
        ),
        "edit",
        section=1,
        keys=("Ctrl+H",),
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
    Command(
        "find_in_project",
        QT_TRANSLATE_NOOP("Actions", "Find in the pro&ject"),
        QT_TRANSLATE_NOOP(
            "Actions", "Search all texts for words, labels and more, and act on what is found"
        ),
        "edit",
        section=2,
        keys=("Ctrl+Shift+F",),
    ),
    Command(
        "find_next",
        QT_TRANSLATE_NOOP("Actions", "Find &next"),
        QT_TRANSLATE_NOOP("Actions", "Go to the next hit of the last search in the project"),
        "edit",
        section=2,
        keys=("F3",),
    ),
    Command(
        "find_previous",
        QT_TRANSLATE_NOOP("Actions", "Find &previous"),
        QT_TRANSLATE_NOOP("Actions", "Go to the previous hit of the last search in the project"),
        "edit",
        section=2,
        keys=("Shift+F3",),
    ),
)
