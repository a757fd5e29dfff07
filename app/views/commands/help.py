"""Commands of the menu Help: the manual, keys and the program itself."""

from app.views.commands.command import QT_TRANSLATE_NOOP, Command

COMMANDS = (
    Command(
        "show_manual",
        QT_TRANSLATE_NOOP("Actions", "&Manual"),
        QT_TRANSLATE_NOOP("Actions", "Open the manual at the page about the panel in use"),
        "help",
        keys=("F1",),
    ),
    Command(
        "show_keys",
        QT_TRANSLATE_NOOP("Actions", "&Keys"),
        QT_TRANSLATE_NOOP("Actions", "Show all keys on one page"),
        "help",
        keys=("Ctrl+F1", "?"),
        icon="keyboard",
    ),
    Command(
        "find_command",
        QT_TRANSLATE_NOOP("Actions", "&Find a command…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Type what is to be done: a command, a label, a document, a sentence"
        ),
        "help",
        keys=("Ctrl+K",),
        icon="find",
    ),
    Command(
        "change_keys",
        QT_TRANSLATE_NOOP("Actions", "C&hange keys…"),
        QT_TRANSLATE_NOOP("Actions", "Choose other keys, or those of another program"),
        "help",
    ),
    Command(
        "show_tour",
        QT_TRANSLATE_NOOP("Actions", "&Tour"),
        QT_TRANSLATE_NOOP("Actions", "Six steps through the window, each done by yourself"),
        "help",
        section=1,
    ),
    Command(
        "set_annotator",
        QT_TRANSLATE_NOOP("Actions", "Your &name…"),
        QT_TRANSLATE_NOOP("Actions", "The name that stands beside your decisions"),
        "help",
        section=1,
    ),
    Command(
        "show_log",
        QT_TRANSLATE_NOOP("Actions", "Show the &log…"),
        QT_TRANSLATE_NOOP("Actions", "What the program has noted, for a report of a fault"),
        "help",
        section=1,
    ),
    Command(
        "about",
        QT_TRANSLATE_NOOP("Actions", "&About Tagwright"),
        QT_TRANSLATE_NOOP("Actions", "Version and licence"),
        "help",
        section=2,
        icon="info",
    ),
)
