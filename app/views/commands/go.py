"""Commands of the menu Go: moving in the text, the queue and between panels."""

from app.views.commands.command import LINE, QT_TRANSLATE_NOOP, Command, in_sentence, menu_of

COMMANDS = menu_of(
    "go",
    in_sentence(
        "next_uncertain",
        QT_TRANSLATE_NOOP("Actions", "&Next uncertain token"),
        QT_TRANSLATE_NOOP("Actions", "Jump to the next uncertain token"),
        keys=("Tab",),
        icon="next",
        repeats=True,
        do=lambda window: window.workspace.uncertainty.next_uncertain(),
    ),
    in_sentence(
        "previous_uncertain",
        QT_TRANSLATE_NOOP("Actions", "&Previous uncertain token"),
        QT_TRANSLATE_NOOP("Actions", "Jump to the previous uncertain token"),
        keys=("Shift+Tab",),
        icon="previous",
        repeats=True,
        do=lambda window: window.workspace.uncertainty.previous_uncertain(),
    ),
    LINE,
    in_sentence(
        "next_sentence",
        QT_TRANSLATE_NOOP("Actions", "Next &sentence"),
        QT_TRANSLATE_NOOP("Actions", "Go to the next sentence of the text"),
        keys=("Ctrl+Down", "PgDown"),
        repeats=True,
        do=lambda window: window.workspace.caret.next_sentence(),
    ),
    in_sentence(
        "previous_sentence",
        QT_TRANSLATE_NOOP("Actions", "Previous s&entence"),
        QT_TRANSLATE_NOOP("Actions", "Go to the previous sentence of the text"),
        keys=("Ctrl+Up", "PgUp"),
        repeats=True,
        do=lambda window: window.workspace.caret.previous_sentence(),
    ),
    Command(
        "next_in_queue",
        QT_TRANSLATE_NOOP("Actions", "Next in the &queue"),
        QT_TRANSLATE_NOOP("Actions", "Go to the next sentence of the queue"),
        keys=("Ctrl+Enter", "Ctrl+Return"),
        repeats=True,
        do=lambda window: window.controllers.panels.next_in_queue(),
    ),
    LINE,
    in_sentence(
        "later",
        QT_TRANSLATE_NOOP("Actions", "P&ostpone the sentence"),
        QT_TRANSLATE_NOOP("Actions", "Move the sentence to the end of the queue"),
        keys=("Alt+Enter", "Alt+Return"),
        do=lambda window: window.workspace.acceptance.later(),
    ),
    in_sentence(
        "flag",
        QT_TRANSLATE_NOOP("Actions", "&Flag the sentence"),
        QT_TRANSLATE_NOOP("Actions", "Flag the sentence for review (press again to remove)"),
        keys=("Ctrl+M",),
        do=lambda window: window.workspace.acceptance.flag(),
    ),
    in_sentence(
        "ask_again",
        QT_TRANSLATE_NOOP("Actions", "&Return to the queue"),
        QT_TRANSLATE_NOOP(
            "Actions", "Put a skipped, postponed or partly answered sentence back in the queue"
        ),
        do=lambda window: window.workspace.acceptance.ask_again(),
    ),
    LINE,
    Command(
        "next_panel",
        QT_TRANSLATE_NOOP("Actions", "Ne&xt panel"),
        QT_TRANSLATE_NOOP("Actions", "Move the focus to the next panel"),
        keys=("F6",),
        repeats=True,
        do=lambda window: window.next_panel(),
    ),
    Command(
        "previous_panel",
        QT_TRANSLATE_NOOP("Actions", "Pre&vious panel"),
        QT_TRANSLATE_NOOP("Actions", "Move the focus to the previous panel"),
        keys=("Shift+F6",),
        repeats=True,
        do=lambda window: window.previous_panel(),
    ),
    Command(
        "next_tab",
        QT_TRANSLATE_NOOP("Actions", "Next &tab"),
        QT_TRANSLATE_NOOP("Actions", "Show the next tab of the column, and move the focus to it"),
        keys=("Ctrl+PgDown",),
        repeats=True,
        do=lambda window: window.controllers.panels.next_tab(),
    ),
    Command(
        "previous_tab",
        QT_TRANSLATE_NOOP("Actions", "Previo&us tab"),
        QT_TRANSLATE_NOOP(
            "Actions", "Show the previous tab of the column, and move the focus to it"
        ),
        keys=("Ctrl+PgUp",),
        repeats=True,
        do=lambda window: window.controllers.panels.previous_tab(),
    ),
)
