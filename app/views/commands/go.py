"""Commands of the menu Go: moving about in the text and in the queue."""

from app.views.commands.command import QT_TRANSLATE_NOOP, Command, Where

COMMANDS = (
    Command(
        "next_uncertain",
        QT_TRANSLATE_NOOP("Actions", "&Next uncertain token"),
        QT_TRANSLATE_NOOP("Actions", "Select what the model is not sure of next, whole"),
        "go",
        keys=("Tab",),
        icon="next",
        where=Where.SENTENCE,
    ),
    Command(
        "previous_uncertain",
        QT_TRANSLATE_NOOP("Actions", "&Previous uncertain token"),
        QT_TRANSLATE_NOOP("Actions", "Select what the model is not sure of before this"),
        "go",
        keys=("Shift+Tab",),
        icon="previous",
        where=Where.SENTENCE,
    ),
    Command(
        "next_sentence",
        QT_TRANSLATE_NOOP("Actions", "Next &sentence"),
        QT_TRANSLATE_NOOP("Actions", "Go to the next sentence of the text"),
        "go",
        section=1,
        keys=("Ctrl+Down", "PgDown"),
        where=Where.SENTENCE,
    ),
    Command(
        "previous_sentence",
        QT_TRANSLATE_NOOP("Actions", "Previous s&entence"),
        QT_TRANSLATE_NOOP("Actions", "Go to the previous sentence of the text"),
        "go",
        section=1,
        keys=("Ctrl+Up", "PgUp"),
        where=Where.SENTENCE,
    ),
    Command(
        "next_in_queue",
        QT_TRANSLATE_NOOP("Actions", "Next in the &queue"),
        QT_TRANSLATE_NOOP("Actions", "Go to the open sentence that is most worth your time"),
        "go",
        section=1,
        keys=("Ctrl+Enter", "Ctrl+Return"),
    ),
    Command(
        "later",
        QT_TRANSLATE_NOOP("Actions", "Ask me &later"),
        QT_TRANSLATE_NOOP(
            "Actions", "Put the sentence at the end of the queue and go to the next one"
        ),
        "go",
        section=2,
        keys=("Alt+Enter", "Alt+Return"),
        where=Where.SENTENCE,
    ),
    Command(
        "flag",
        QT_TRANSLATE_NOOP("Actions", "&Flag the sentence"),
        QT_TRANSLATE_NOOP("Actions", "Mark the sentence to be looked at again, or take that back"),
        "go",
        section=2,
        keys=("Ctrl+M",),
        where=Where.SENTENCE,
    ),
    Command(
        "ask_again",
        QT_TRANSLATE_NOOP("Actions", "&Ask for it again"),
        QT_TRANSLATE_NOOP(
            "Actions", "Let a sentence that was skipped, put off or answered in part wait again"
        ),
        "go",
        section=2,
        where=Where.SENTENCE,
    ),
    Command(
        "next_panel",
        QT_TRANSLATE_NOOP("Actions", "Ne&xt panel"),
        QT_TRANSLATE_NOOP("Actions", "Move the focus to the next panel"),
        "go",
        section=3,
        keys=("F6",),
    ),
    Command(
        "previous_panel",
        QT_TRANSLATE_NOOP("Actions", "Pre&vious panel"),
        QT_TRANSLATE_NOOP("Actions", "Move the focus to the previous panel"),
        "go",
        section=3,
        keys=("Shift+F6",),
    ),
    Command(
        "next_tab",
        QT_TRANSLATE_NOOP("Actions", "Next &tab"),
        QT_TRANSLATE_NOOP("Actions", "Show the panel whose tab comes next, and go into it"),
        "go",
        section=3,
        keys=("Ctrl+PgDown",),
    ),
    Command(
        "previous_tab",
        QT_TRANSLATE_NOOP("Actions", "Previo&us tab"),
        QT_TRANSLATE_NOOP("Actions", "Show the panel whose tab comes before, and go into it"),
        "go",
        section=3,
        keys=("Ctrl+PgUp",),
    ),
)
