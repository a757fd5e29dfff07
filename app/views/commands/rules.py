"""Commands of the menu Rules: rules and gazetteers."""

from app.views.commands.command import QT_TRANSLATE_NOOP, Command, Where

COMMANDS = (
    Command(
        "add_rule",
        QT_TRANSLATE_NOOP("Actions", "New r&ule…"),
        QT_TRANSLATE_NOOP("Actions", "Say what every labelling of a sentence has to obey"),
        "rules",
        keys=("Ctrl+R",),
        icon="add",
        short=QT_TRANSLATE_NOOP("Actions", "New rule"),
    ),
    Command(
        "show_rules",
        QT_TRANSLATE_NOOP("Actions", "Ru&les"),
        QT_TRANSLATE_NOOP("Actions", "Show the rules, and go to their list"),
        "rules",
        keys=("Ctrl+Shift+R",),
        icon="rules",
    ),
    Command(
        "find_rules",
        QT_TRANSLATE_NOOP("Actions", "&Find rules"),
        QT_TRANSLATE_NOOP(
            "Actions", "Propose rules that all confirmed labels obey; they come switched off"
        ),
        "rules",
        icon="find",
    ),
    Command(
        "learn_costs",
        QT_TRANSLATE_NOOP("Actions", "Learn w&hat rules cost"),
        QT_TRANSLATE_NOOP(
            "Actions", "Learn from what is confirmed how much a rule that costs should cost"
        ),
        "rules",
    ),
    Command(
        "import_rules",
        QT_TRANSLATE_NOOP("Actions", "I&mport rules…"),
        QT_TRANSLATE_NOOP("Actions", "Add the rules of a file to those of this project"),
        "rules",
        icon="import",
    ),
    Command(
        "export_rules",
        QT_TRANSLATE_NOOP("Actions", "E&xport rules…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Write the rules into a file, for another project or the command line"
        ),
        "rules",
        icon="export",
    ),
    Command(
        "add_to_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "A&dd to a gazetteer"),
        QT_TRANSLATE_NOOP("Actions", "Add the selected words to a gazetteer as a phrase"),
        "rules",
        section=1,
        keys=("Ctrl+G",),
        icon="add",
        where=Where.SENTENCE,
    ),
    Command(
        "show_gazetteers",
        QT_TRANSLATE_NOOP("Actions", "Ga&zetteers"),
        QT_TRANSLATE_NOOP("Actions", "Show the gazetteers, and go to their list"),
        "rules",
        section=1,
        keys=("Ctrl+Shift+G",),
    ),
    Command(
        "import_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "Imp&ort a gazetteer…"),
        QT_TRANSLATE_NOOP("Actions", "Read a list of phrases, each with its label or without"),
        "rules",
        section=1,
        icon="import",
        short=QT_TRANSLATE_NOOP("Actions", "Import"),
    ),
    Command(
        "new_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "Empt&y gazetteer"),
        QT_TRANSLATE_NOOP("Actions", "Begin an empty gazetteer, and type its phrases"),
        "rules",
        section=1,
        icon="new",
    ),
    Command(
        "export_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "Ex&port a gazetteer…"),
        QT_TRANSLATE_NOOP("Actions", "Write the phrases of the chosen gazetteer into a file"),
        "rules",
        section=1,
        icon="export",
    ),
)
