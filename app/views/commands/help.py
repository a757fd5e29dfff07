"""Commands of the menu Help: the manual, keys and the program itself."""

from app.views.commands.command import LINE, QT_TRANSLATE_NOOP, Command, menu_of

COMMANDS = menu_of(
    "help",
    Command(
        "show_manual",
        QT_TRANSLATE_NOOP("Actions", "&Manual"),
        QT_TRANSLATE_NOOP("Actions", "Open the manual for this panel"),
        keys=("F1",),
        do=lambda window: window.controllers.project.show_manual(),
    ),
    Command(
        "show_keys",
        QT_TRANSLATE_NOOP("Actions", "&Keyboard shortcuts"),
        QT_TRANSLATE_NOOP("Actions", "Show all shortcuts on one page"),
        keys=("Ctrl+F1", "?"),
        icon="keyboard",
        do=lambda window: window.controllers.keys.show_keys(),
    ),
    Command(
        "find_command",
        QT_TRANSLATE_NOOP("Actions", "&Find a command…"),
        QT_TRANSLATE_NOOP("Actions", "Search commands, labels, documents and sentence numbers"),
        keys=("Ctrl+K",),
        icon="find",
        do=lambda window: window.controllers.keys.find_command(),
    ),
    Command(
        "change_keys",
        QT_TRANSLATE_NOOP("Actions", "Edit s&hortcuts…"),
        QT_TRANSLATE_NOOP("Actions", "Customise shortcuts or choose a preset"),
        do=lambda window: window.controllers.keys.change_keys(),
    ),
    LINE,
    Command(
        "show_tour",
        QT_TRANSLATE_NOOP("Actions", "&Tour"),
        QT_TRANSLATE_NOOP("Actions", "Learn the main commands in six steps"),
        do=lambda window: window.controllers.tour.show_tour(),
    ),
    Command(
        "set_annotator",
        QT_TRANSLATE_NOOP("Actions", "Your &name…"),
        QT_TRANSLATE_NOOP("Actions", "The name recorded with your labels"),
        do=lambda window: window.controllers.project.set_annotator(),
    ),
    Command(
        "show_log",
        QT_TRANSLATE_NOOP("Actions", "Show the &log…"),
        QT_TRANSLATE_NOOP("Actions", "Program log, for bug reports"),
        do=lambda window: window.controllers.project.show_log(),
    ),
    Command(
        "save_report",
        QT_TRANSLATE_NOOP("Actions", "Save a &report…"),
        QT_TRANSLATE_NOOP("Actions", "Report about the program, without your text and names"),
        do=lambda window: window.controllers.project.save_report(),
    ),
    LINE,
    Command(
        "about",
        QT_TRANSLATE_NOOP("Actions", "&About Tagwright"),
        QT_TRANSLATE_NOOP("Actions", "Version and licence information"),
        icon="info",
        do=lambda window: window.controllers.project.about(),
    ),
)
