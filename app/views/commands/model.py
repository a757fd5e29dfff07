"""Commands of the menu Model: training and progress."""

from app.views.commands.command import LINE, QT_TRANSLATE_NOOP, Command, menu_of

COMMANDS = menu_of(
    "model",
    Command(
        "train_now",
        QT_TRANSLATE_NOOP("Actions", "&Train now"),
        QT_TRANSLATE_NOOP("Actions", "Retrain on all confirmed labels now"),
        keys=("Ctrl+T",),
        icon="train",
        short=QT_TRANSLATE_NOOP("Actions", "&Train now"),
        do=lambda window: window.controllers.project.train_now(),
    ),
    Command(
        "cancel_training",
        QT_TRANSLATE_NOOP("Actions", "&Cancel the training"),
        QT_TRANSLATE_NOOP("Actions", "Stop the current training; suggestions stay"),
        icon="stop",
        short=QT_TRANSLATE_NOOP("Actions", "&Cancel the training"),
        do=lambda window: window.controllers.project.cancel_training(),
    ),
    LINE,
    Command(
        "pause_learning",
        QT_TRANSLATE_NOOP("Actions", "&Pause learning"),
        QT_TRANSLATE_NOOP("Actions", "Keep the current model until you resume"),
        icon="pause",
        short=QT_TRANSLATE_NOOP("Actions", "Pa&use learning"),
        switch=lambda window, on: window.controllers.project.pause_learning(on),
    ),
    Command(
        "choose_training",
        QT_TRANSLATE_NOOP("Actions", "C&hoose settings by cross-validation"),
        QT_TRANSLATE_NOOP(
            "Actions", "Let the labels choose how models are trained, or use your settings"
        ),
        short=QT_TRANSLATE_NOOP("Actions", "Choose &settings by cross-validation"),
        switch=lambda window, on: window.controllers.project.choose_training(on),
    ),
    LINE,
    Command(
        "show_model",
        QT_TRANSLATE_NOOP("Actions", "&State of the model"),
        QT_TRANSLATE_NOOP("Actions", "Show or hide the state of the model and its training data"),
        keys=("Ctrl+Shift+T",),
        do=lambda window: window.controllers.panels.show_model(),
    ),
    Command(
        "show_progress",
        QT_TRANSLATE_NOOP("Actions", "Pro&gress"),
        QT_TRANSLATE_NOOP("Actions", "Show model quality and progress"),
        keys=("Ctrl+Shift+P",),
        do=lambda window: window.show_progress(),
    ),
    Command(
        "label_curves",
        QT_TRANSLATE_NOOP("Actions", "Sho&w learning curves by label…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Find out where more labels would help, with and without unlabelled text"
        ),
        "model",
        section=2,
        do=lambda window: window.controllers.curves.show_label_curves(),
    ),
    Command(
        "suggested_lines",
        QT_TRANSLATE_NOOP("Actions", "Suggest template &lines…"),
        QT_TRANSLATE_NOOP("Actions", "Find lines that would help your feature template"),
        short=QT_TRANSLATE_NOOP("Actions", "Suggest template l&ines…"),
        do=lambda window: window.controllers.lines.show_suggested_lines(),
    ),
)
