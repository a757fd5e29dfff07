"""Commands of the menu Edit: undo, redo, select and find."""

from app.views.commands.command import LINE, QT_TRANSLATE_NOOP, Command, in_sentence, menu_of

COMMANDS = menu_of(
    "edit",
    Command(
        "undo",
        QT_TRANSLATE_NOOP("Actions", "&Undo"),
        QT_TRANSLATE_NOOP("Actions", "Undo the last change"),
        keys=("Ctrl+Z",),
        icon="undo",
        repeats=True,
        do=lambda window: window.workspace.undo_redo.undo(),
    ),
    Command(
        "redo",
        QT_TRANSLATE_NOOP("Actions", "&Redo"),
        QT_TRANSLATE_NOOP("Actions", "Redo the change"),
        keys=("Ctrl+Shift+Z", "Ctrl+Y"),
        icon="redo",
        repeats=True,
        do=lambda window: window.workspace.undo_redo.redo(),
    ),
    LINE,
    Command(
        "show_history",
        QT_TRANSLATE_NOOP("Actions", "&History"),
        QT_TRANSLATE_NOOP(
            "Actions", "Show all changes, with author and time; go back or forward to any of them"
        ),
        keys=("Ctrl+H",),
        do=lambda window: window.controllers.history.show_history(),
    ),
    in_sentence(
        "select_all",
        QT_TRANSLATE_NOOP("Actions", "Select the whole &sentence"),
        QT_TRANSLATE_NOOP("Actions", "Select every token of the sentence"),
        keys=("Ctrl+A",),
        do=lambda window: window.workspace.caret.select_all(),
    ),
    LINE,
    Command(
        "find_sentences",
        QT_TRANSLATE_NOOP("Actions", "&Find sentences"),
        QT_TRANSLATE_NOOP("Actions", "Filter the sentence list by text"),
        keys=("Ctrl+F",),
        icon="find",
        do=lambda window: window.find_sentences(),
    ),
    Command(
        "find_in_project",
        QT_TRANSLATE_NOOP("Actions", "Find in the pro&ject"),
        QT_TRANSLATE_NOOP(
            "Actions", "Search the project by words, labels, confidence; edit all matches at once"
        ),
        keys=("Ctrl+Shift+F",),
        do=lambda window: window.controllers.find.find_in_project(),
    ),
    Command(
        "find_next",
        QT_TRANSLATE_NOOP("Actions", "Find &next"),
        QT_TRANSLATE_NOOP("Actions", "Go to the next match"),
        keys=("F3",),
        repeats=True,
        do=lambda window: window.controllers.find.find_next(),
    ),
    Command(
        "find_previous",
        QT_TRANSLATE_NOOP("Actions", "Find &previous"),
        QT_TRANSLATE_NOOP("Actions", "Go to the previous match"),
        keys=("Shift+F3",),
        repeats=True,
        do=lambda window: window.controllers.find.find_previous(),
    ),
    Command(
        "similar_words",
        QT_TRANSLATE_NOOP("Actions", "&Words like this one"),
        QT_TRANSLATE_NOOP(
            "Actions", "List the words that have the same neighbours as the current word"
        ),
        do=lambda window: window.controllers.similar.show_similar_words(),
    ),
)
