"""Commands of the menu Label: labelling tokens and accepting sentences."""

from app.views.commands.command import LINE, QT_TRANSLATE_NOOP, Command, in_sentence, menu_of

COMMANDS = menu_of(
    "label",
    LINE,
    in_sentence(
        "no_label",
        QT_TRANSLATE_NOOP("Actions", "&No label"),
        QT_TRANSLATE_NOOP("Actions", "Set “no label” on the selected tokens"),
        keys=("0",),
        icon="nolabel",
        do=lambda window: window.workspace.labeller.no_label(),
    ),
    in_sentence(
        "forbid",
        QT_TRANSLATE_NOOP("Actions", "Reject &this label"),
        QT_TRANSLATE_NOOP("Actions", "Reject the label shown; the model may suggest another"),
        short=QT_TRANSLATE_NOOP("Actions", "Reject"),
        keys=("-",),
        icon="forbid",
        do=lambda window: window.workspace.labeller.forbid(),
    ),
    in_sentence(
        "clear",
        QT_TRANSLATE_NOOP("Actions", "&Clear"),
        QT_TRANSLATE_NOOP("Actions", "Remove your labels from the selection"),
        keys=("Backspace", "Del"),
        icon="clear",
        do=lambda window: window.workspace.labeller.clear(),
    ),
    LINE,
    in_sentence(
        "grow_end",
        QT_TRANSLATE_NOOP("Actions", "&Extend end"),
        QT_TRANSLATE_NOOP("Actions", "Extend the span by one token at its end"),
        keys=("]", "Alt+Up"),
        repeats=True,
        do=lambda window: window.workspace.spans.grow_end(),
    ),
    in_sentence(
        "shrink_end",
        QT_TRANSLATE_NOOP("Actions", "Shorten en&d"),
        QT_TRANSLATE_NOOP("Actions", "Shorten the span by one token at its end"),
        keys=("[", "Alt+Down"),
        repeats=True,
        do=lambda window: window.workspace.spans.shrink_end(),
    ),
    in_sentence(
        "grow_start",
        QT_TRANSLATE_NOOP("Actions", "Extend sta&rt"),
        QT_TRANSLATE_NOOP("Actions", "Extend the span by one token at its start"),
        keys=("Shift+]", "}", "Alt+Shift+Up"),
        repeats=True,
        do=lambda window: window.workspace.spans.grow_start(),
    ),
    in_sentence(
        "shrink_start",
        QT_TRANSLATE_NOOP("Actions", "S&horten start"),
        QT_TRANSLATE_NOOP("Actions", "Shorten the span by one token at its start"),
        keys=("Shift+[", "{", "Alt+Shift+Down"),
        repeats=True,
        do=lambda window: window.workspace.spans.shrink_start(),
    ),
    in_sentence(
        "split_span",
        QT_TRANSLATE_NOOP("Actions", "S&plit the span here"),
        QT_TRANSLATE_NOOP("Actions", "Split the span before this token"),
        keys=(",",),
        do=lambda window: window.workspace.spans.split_span(),
    ),
    in_sentence(
        "join_span",
        QT_TRANSLATE_NOOP("Actions", "Merge with the ne&xt span"),
        QT_TRANSLATE_NOOP("Actions", "Merge this span, the next one, and everything between them"),
        keys=(";",),
        do=lambda window: window.workspace.spans.join_span(),
    ),
    in_sentence(
        "select_span",
        QT_TRANSLATE_NOOP("Actions", "&Select the span"),
        QT_TRANSLATE_NOOP("Actions", "Select the whole span, e.g. to relabel it"),
        keys=("Space",),
        do=lambda window: window.workspace.caret.select_span(),
    ),
    in_sentence(
        "repeat_last",
        QT_TRANSLATE_NOOP("Actions", "Repeat the last acti&on"),
        QT_TRANSLATE_NOOP("Actions", "Apply the last label or action to the selection"),
        keys=(".",),
        do=lambda window: window.workspace.labeller.repeat_last(),
    ),
    LINE,
    in_sentence(
        "label_by_name",
        QT_TRANSLATE_NOOP("Actions", "Label &by name…"),
        QT_TRANSLATE_NOOP("Actions", "Find a label by name and apply it"),
        keys=("/",),
        do=lambda window: window.controllers.keys.label_by_name(),
    ),
    in_sentence(
        "take_back_propagation",
        QT_TRANSLATE_NOOP("Actions", "Undo auto&matic changes"),
        QT_TRANSLATE_NOOP(
            "Actions", "Restore the suggestions from before your last correction, without marks"
        ),
        keys=("Esc",),
        do=lambda window: window.step_back(),
    ),
    in_sentence(
        "say_elsewhere",
        QT_TRANSLATE_NOOP("Actions", "Appl&y to other occurrences…"),
        QT_TRANSLATE_NOOP(
            "Actions", "List other occurrences of these words and label them the same way"
        ),
        keys=("=",),
        do=lambda window: window.controllers.bulk.show_occurrences(),
    ),
    LINE,
    in_sentence(
        "accept",
        QT_TRANSLATE_NOOP("Actions", "&Accept the sentence"),
        QT_TRANSLATE_NOOP(
            "Actions", "Accept all labels shown and go to the next sentence in the queue"
        ),
        keys=("Enter", "Return"),
        icon="accept",
        short=QT_TRANSLATE_NOOP("Actions", "Accept"),
        do=lambda window: window.workspace.acceptance.accept(),
    ),
    in_sentence(
        "accept_up_to_here",
        QT_TRANSLATE_NOOP("Actions", "Accept &up to here"),
        QT_TRANSLATE_NOOP(
            "Actions", "Accept everything from the start of the sentence to this token"
        ),
        keys=("'", "Ctrl+Shift+Enter", "Ctrl+Shift+Return"),
        do=lambda window: window.workspace.acceptance.accept_up_to_here(),
    ),
    in_sentence(
        "skip",
        QT_TRANSLATE_NOOP("Actions", "Sk&ip the sentence"),
        QT_TRANSLATE_NOOP("Actions", "Remove the sentence from the queue without accepting it"),
        keys=("Shift+Enter", "Shift+Return"),
        icon="skip",
        short=QT_TRANSLATE_NOOP("Actions", "Skip"),
        do=lambda window: window.workspace.acceptance.skip(),
    ),
    Command(
        "accept_sure",
        QT_TRANSLATE_NOOP("Actions", "Accept con&fident suggestions…"),
        QT_TRANSLATE_NOOP(
            "Actions", "Accept all suggestions above a confidence threshold, after review"
        ),
        keys=("Ctrl+Shift+A",),
        do=lambda window: window.controllers.bulk.accept_confident(),
    ),
    LINE,
    Command(
        "edit_labels",
        QT_TRANSLATE_NOOP("Actions", "Edit &labels…"),
        QT_TRANSLATE_NOOP("Actions", "Add, rename, recolour, merge or delete labels"),
        keys=("Ctrl+L",),
        icon="label",
        short=QT_TRANSLATE_NOOP("Actions", "Edit…"),
        do=lambda window: window.controllers.project.edit_labels(),
    ),
    Command(
        "show_label_guide",
        QT_TRANSLATE_NOOP("Actions", "Label &guide"),
        QT_TRANSLATE_NOOP("Actions", "What each label means, with an example"),
        keys=("Ctrl+Shift+L",),
        icon="info",
        do=lambda window: window.controllers.keys.show_label_guide(),
    ),
)
