"""Commands of the menu Project: open, import, export, settings, backups."""

from app.views.commands.command import LINE, QT_TRANSLATE_NOOP, Command, menu_of

COMMANDS = menu_of(
    "project",
    Command(
        "new_project",
        QT_TRANSLATE_NOOP("Actions", "&New project…"),
        QT_TRANSLATE_NOOP("Actions", "Create a project with your own labels"),
        keys=("Ctrl+N",),
        icon="new",
        do=lambda window: window.controllers.project.new_project(),
    ),
    Command(
        "open_project",
        QT_TRANSLATE_NOOP("Actions", "&Open project…"),
        QT_TRANSLATE_NOOP("Actions", "Open another project file"),
        keys=("Ctrl+O",),
        icon="open",
        do=lambda window: window.controllers.project.open_project(),
    ),
    Command(
        "tell_saved",
        QT_TRANSLATE_NOOP("Actions", "Sa&ve (automatic)"),
        QT_TRANSLATE_NOOP("Actions", "Changes are saved automatically"),
        keys=("Ctrl+S",),
        icon="done",
        do=lambda window: window.controllers.safety.report_saved(),
    ),
    Command(
        "save_copy",
        QT_TRANSLATE_NOOP("Actions", "&Save a copy…"),
        QT_TRANSLATE_NOOP("Actions", "Save the whole project to a second file"),
        keys=("Ctrl+Shift+S",),
        icon="copy",
        do=lambda window: window.controllers.project.save_copy(),
    ),
    LINE,
    Command(
        "import_files",
        QT_TRANSLATE_NOOP("Actions", "&Import texts…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Import plain text, CoNLL, CoNLL-U, doccano/Prodigy JSONL or brat"
        ),
        keys=("Ctrl+I",),
        icon="import",
        do=lambda window: window.controllers.exchange.import_files(),
    ),
    Command(
        "paste_text",
        QT_TRANSLATE_NOOP("Actions", "Paste text as &document…"),
        QT_TRANSLATE_NOOP("Actions", "Import the text, or the files, copied in another program"),
        keys=("Ctrl+V",),
        icon="import",
        do=lambda window: window.controllers.exchange.paste_text(),
    ),
    Command(
        "unlabelled_text",
        QT_TRANSLATE_NOOP("Actions", "&Unlabelled text…"),
        QT_TRANSLATE_NOOP("Actions", "Add text that the model learns from and you need not label"),
        "project",
        section=1,
        do=lambda window: window.controllers.exchange.show_unlabelled_text(),
    ),
    Command(
        "export_corpus",
        QT_TRANSLATE_NOOP("Actions", "&Export labelled text…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Export the labelled documents, in their original format or another"
        ),
        keys=("Ctrl+E",),
        icon="export",
        do=lambda window: window.controllers.exchange.export_corpus(),
    ),
    Command(
        "export_model",
        QT_TRANSLATE_NOOP("Actions", "Export the &model…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Write the newest model for use from Python or the command line"
        ),
        icon="train",
        do=lambda window: window.controllers.exchange.export_model(),
    ),
    Command(
        "combine_models",
        QT_TRANSLATE_NOOP("Actions", "Combine mode&ls…"),
        QT_TRANSLATE_NOOP("Actions", "Make one model file of several, such as those of colleagues"),
        do=lambda window: window.controllers.exchange.combine_models(),
    ),
    LINE,
    Command(
        "project_settings",
        QT_TRANSLATE_NOOP("Actions", "Project se&ttings…"),
        QT_TRANSLATE_NOOP("Actions", "Scheme, features, and how the model learns"),
        keys=("Ctrl+,",),
        icon="settings",
        do=lambda window: window.controllers.project.project_settings(),
    ),
    Command(
        "check_project",
        QT_TRANSLATE_NOOP("Actions", "Chec&k the project"),
        QT_TRANSLATE_NOOP("Actions", "Verify the integrity of the project file"),
        icon="done",
        do=lambda window: window.controllers.safety.check_project(),
    ),
    Command(
        "restore_backup",
        QT_TRANSLATE_NOOP("Actions", "Restore a &backup…"),
        QT_TRANSLATE_NOOP("Actions", "Go back to an earlier state; nothing is overwritten"),
        icon="undo",
        do=lambda window: window.controllers.safety.restore_backup(),
    ),
    Command(
        "export_everything",
        QT_TRANSLATE_NOOP("Actions", "Export everything as &plain files…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Export texts, labels, rules and history as plain text and JSON"
        ),
        icon="export",
        do=lambda window: window.controllers.safety.export_everything(),
    ),
    LINE,
    Command(
        "close_project",
        QT_TRANSLATE_NOOP("Actions", "&Close the project"),
        QT_TRANSLATE_NOOP("Actions", "Go back to the welcome page; everything is saved"),
        keys=("Ctrl+W",),
        do=lambda window: window.controllers.project.close_project(),
    ),
    Command(
        "quit",
        QT_TRANSLATE_NOOP("Actions", "&Quit"),
        QT_TRANSLATE_NOOP("Actions", "Close Tagwright; everything is saved"),
        keys=("Ctrl+Q",),
        do=lambda window: window.controllers.project.quit(),
    ),
)
