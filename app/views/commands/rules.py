"""Commands of the menu Rules: rules, gazetteers and grammars."""

from app.views.commands.command import LINE, QT_TRANSLATE_NOOP, Command, in_sentence, menu_of

COMMANDS = menu_of(
    "rules",
    Command(
        "add_rule",
        QT_TRANSLATE_NOOP("Actions", "New r&ule…"),
        QT_TRANSLATE_NOOP("Actions", "Define a constraint on the labels that are suggested"),
        keys=("Ctrl+R",),
        icon="add",
        short=QT_TRANSLATE_NOOP("Actions", "New rule…"),
        do=lambda window: window.controllers.rules.add_rule(),
    ),
    Command(
        "show_rules",
        QT_TRANSLATE_NOOP("Actions", "Ru&les"),
        QT_TRANSLATE_NOOP("Actions", "Show the rules panel and go to it"),
        keys=("Ctrl+Shift+R",),
        icon="rules",
        do=lambda window: window.controllers.panels.show("rules"),
    ),
    Command(
        "find_rules",
        QT_TRANSLATE_NOOP("Actions", "&Find rules"),
        QT_TRANSLATE_NOOP(
            "Actions", "Suggest rules that hold for all confirmed labels (added switched off)"
        ),
        icon="find",
        do=lambda window: window.controllers.rules.find_rules(),
    ),
    Command(
        "learn_costs",
        QT_TRANSLATE_NOOP("Actions", "Le&arn penalties"),
        QT_TRANSLATE_NOOP("Actions", "Estimate the penalties of soft rules from confirmed labels"),
        do=lambda window: window.controllers.rules.learn_costs(),
    ),
    Command(
        "import_rules",
        QT_TRANSLATE_NOOP("Actions", "I&mport rules…"),
        QT_TRANSLATE_NOOP("Actions", "Add rules from a file"),
        icon="import",
        do=lambda window: window.controllers.rules.import_rules(),
    ),
    Command(
        "export_rules",
        QT_TRANSLATE_NOOP("Actions", "E&xport rules…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Save the rules to a file for other projects or the command line"
        ),
        icon="export",
        do=lambda window: window.controllers.rules.export_rules(),
    ),
    LINE,
    in_sentence(
        "add_to_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "A&dd to a gazetteer"),
        QT_TRANSLATE_NOOP("Actions", "Add the selected words to a gazetteer as a phrase"),
        keys=("Ctrl+G",),
        icon="add",
        do=lambda window: window.controllers.gazetteers.add_to_gazetteer(),
    ),
    Command(
        "uncertain_words",
        QT_TRANSLATE_NOOP("Actions", "&Words for a gazetteer…"),
        QT_TRANSLATE_NOOP("Actions", "List frequent words whose labels are uncertain"),
        "rules",
        section=1,
        do=lambda window: window.controllers.gazetteers.show_uncertain_words(),
    ),
    Command(
        "show_gazetteers",
        QT_TRANSLATE_NOOP("Actions", "Ga&zetteers"),
        QT_TRANSLATE_NOOP("Actions", "Show the gazetteers panel and go to it"),
        keys=("Ctrl+Shift+G",),
        do=lambda window: window.controllers.panels.show("gazetteers"),
    ),
    Command(
        "import_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "Imp&ort a gazetteer…"),
        QT_TRANSLATE_NOOP("Actions", "Import a phrase list, with or without labels"),
        icon="import",
        short=QT_TRANSLATE_NOOP("Actions", "Import…"),
        do=lambda window: window.controllers.gazetteers.import_gazetteer(),
    ),
    Command(
        "new_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "&New gazetteer…"),
        QT_TRANSLATE_NOOP("Actions", "Create an empty gazetteer"),
        icon="new",
        do=lambda window: window.controllers.gazetteers.new_gazetteer(),
    ),
    Command(
        "new_grammar",
        QT_TRANSLATE_NOOP("Actions", "New &grammar…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Write rules that find spans, for suggestions before the first label"
        ),
        icon="new",
        do=lambda window: window.controllers.gazetteers.new_grammar(),
    ),
    Command(
        "export_gazetteer",
        QT_TRANSLATE_NOOP("Actions", "Ex&port a gazetteer…"),
        QT_TRANSLATE_NOOP("Actions", "Write the phrases of the chosen gazetteer into a file"),
        icon="export",
        do=lambda window: window.controllers.gazetteers.export_gazetteer(),
    ),
)
