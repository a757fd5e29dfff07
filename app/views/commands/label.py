"""Commands of the menu Label: what is said of tokens and sentences."""

from app.views.commands.command import QT_TRANSLATE_NOOP, Command, Where

COMMANDS = (
    Command(
        "no_label",
        QT_TRANSLATE_NOOP("Actions", "&No label"),
        QT_TRANSLATE_NOOP("Actions", "Say that the selected tokens have no label"),
        "label",
        section=1,
        keys=("0",),
        icon="nolabel",
        where=Where.SENTENCE,
    ),
    Command(
        "forbid",
        QT_TRANSLATE_NOOP("Actions", "Not &this"),
        QT_TRANSLATE_NOOP(
            "Actions", "Rule out the label that is shown; the model may propose another"
        ),
        "label",
        section=1,
        keys=("-",),
        icon="forbid",
        where=Where.SENTENCE,
    ),
    Command(
        "clear",
        QT_TRANSLATE_NOOP("Actions", "&Clear"),
        QT_TRANSLATE_NOOP("Actions", "Forget what was said of the selected tokens"),
        "label",
        section=1,
        keys=("Backspace", "Del"),
        icon="clear",
        where=Where.SENTENCE,
    ),
    Command(
        "grow_end",
        QT_TRANSLATE_NOOP("Actions", "&Grow at the end"),
        QT_TRANSLATE_NOOP("Actions", "Take one more token into the span at its end"),
        "label",
        section=2,
        keys=("]", "Alt+Up"),
        where=Where.SENTENCE,
    ),
    Command(
        "shrink_end",
        QT_TRANSLATE_NOOP("Actions", "&Shrink at the end"),
        QT_TRANSLATE_NOOP("Actions", "Leave the last token out of the span"),
        "label",
        section=2,
        keys=("[", "Alt+Down"),
        where=Where.SENTENCE,
    ),
    Command(
        "grow_start",
        QT_TRANSLATE_NOOP("Actions", "Grow at the sta&rt"),
        QT_TRANSLATE_NOOP("Actions", "Take one more token into the span at its start"),
        "label",
        section=2,
        keys=("Shift+]", "}", "Alt+Shift+Up"),
        where=Where.SENTENCE,
    ),
    Command(
        "shrink_start",
        QT_TRANSLATE_NOOP("Actions", "Shrin&k at the start"),
        QT_TRANSLATE_NOOP("Actions", "Leave the first token out of the span"),
        "label",
        section=2,
        keys=("Shift+[", "{", "Alt+Shift+Down"),
        where=Where.SENTENCE,
    ),
    Command(
        "split_span",
        QT_TRANSLATE_NOOP("Actions", "S&plit the span here"),
        QT_TRANSLATE_NOOP("Actions", "Let a second span of the same label begin at this token"),
        "label",
        section=2,
        keys=(",",),
        where=Where.SENTENCE,
    ),
    Command(
        "join_span",
        QT_TRANSLATE_NOOP("Actions", "&Join with the next span"),
        QT_TRANSLATE_NOOP(
            "Actions", "Make one span of this one, the next, and what stands between them"
        ),
        "label",
        section=2,
        keys=(";",),
        where=Where.SENTENCE,
    ),
    Command(
        "select_span",
        QT_TRANSLATE_NOOP("Actions", "Select the span &here"),
        QT_TRANSLATE_NOOP(
            "Actions", "Select the whole span at this token: a label's key then relabels it"
        ),
        "label",
        section=2,
        keys=("Space",),
        where=Where.SENTENCE,
    ),
    Command(
        "repeat_last",
        QT_TRANSLATE_NOOP("Actions", "Do the &last thing again"),
        QT_TRANSLATE_NOOP("Actions", "Say of what is selected now what was said last"),
        "label",
        section=2,
        keys=(".",),
        where=Where.SENTENCE,
    ),
    Command(
        "label_by_name",
        QT_TRANSLATE_NOOP("Actions", "Label by na&me…"),
        QT_TRANSLATE_NOOP("Actions", "Type the beginning of a label's name to give it"),
        "label",
        section=3,
        keys=("/",),
        where=Where.SENTENCE,
    ),
    Command(
        "take_back_propagation",
        QT_TRANSLATE_NOOP("Actions", "Take &back what changed by itself"),
        QT_TRANSLATE_NOOP(
            "Actions", "Show again what was proposed before the last correction, without marks"
        ),
        "label",
        section=3,
        keys=("Esc",),
        where=Where.SENTENCE,
        method="step_back",
    ),
    Command(
        "say_elsewhere",
        QT_TRANSLATE_NOOP("Actions", "The same else&where…"),
        QT_TRANSLATE_NOOP(
            "Actions", "List the other sentences with these words, to say the same there"
        ),
        "label",
        section=3,
        keys=("=",),
        where=Where.SENTENCE,
    ),
    Command(
        "accept",
        QT_TRANSLATE_NOOP("Actions", "&Accept the sentence"),
        QT_TRANSLATE_NOOP("Actions", "Confirm what is shown and go to the next in the queue"),
        "label",
        section=4,
        keys=("Enter", "Return"),
        icon="accept",
        short=QT_TRANSLATE_NOOP("Actions", "Accept"),
        where=Where.SENTENCE,
        repeats=False,
    ),
    Command(
        "accept_up_to_here",
        QT_TRANSLATE_NOOP("Actions", "Right &up to here"),
        QT_TRANSLATE_NOOP(
            "Actions", "Confirm what is shown from the beginning of the sentence up to this token"
        ),
        "label",
        section=4,
        keys=("'", "Ctrl+Shift+Enter", "Ctrl+Shift+Return"),
        where=Where.SENTENCE,
        repeats=False,
    ),
    Command(
        "skip",
        QT_TRANSLATE_NOOP("Actions", "Sk&ip the sentence"),
        QT_TRANSLATE_NOOP(
            "Actions", "Leave the sentence open, out of the queue, and go to the next one"
        ),
        "label",
        section=4,
        keys=("Shift+Enter", "Shift+Return"),
        icon="skip",
        short=QT_TRANSLATE_NOOP("Actions", "Skip"),
        where=Where.SENTENCE,
    ),
    Command(
        "accept_sure",
        QT_TRANSLATE_NOOP("Actions", "Accept e&verything sure…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Confirm all proposals above a probability, after a look at them"
        ),
        "label",
        section=4,
        keys=("Ctrl+Shift+A",),
    ),
    Command(
        "edit_labels",
        QT_TRANSLATE_NOOP("Actions", "&Edit labels…"),
        QT_TRANSLATE_NOOP("Actions", "Add, rename, recolour, merge or delete labels"),
        "label",
        section=5,
        keys=("Ctrl+L",),
        icon="label",
        short=QT_TRANSLATE_NOOP("Actions", "Edit…"),
    ),
    Command(
        "show_label_guide",
        QT_TRANSLATE_NOOP("Actions", "Label gui&de"),
        QT_TRANSLATE_NOOP("Actions", "What each label means, with an example"),
        "label",
        section=5,
        keys=("Ctrl+Shift+L",),
        icon="info",
    ),
)
