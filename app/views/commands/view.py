"""Commands of the menu View: text size, theme, panels."""

from app.views.commands.command import LINE, QT_TRANSLATE_NOOP, Command, menu_of

COMMANDS = menu_of(
    "view",
    Command(
        "zoom_in",
        QT_TRANSLATE_NOOP("Actions", "&Larger text"),
        QT_TRANSLATE_NOOP("Actions", "Make the text of the sentence view larger"),
        keys=("Ctrl++", "Ctrl+="),
        icon="zoomin",
        repeats=True,
        do=lambda window: window.sentence_view.letters.zoom_in(),
    ),
    Command(
        "zoom_out",
        QT_TRANSLATE_NOOP("Actions", "&Smaller text"),
        QT_TRANSLATE_NOOP("Actions", "Make the text of the sentence view smaller"),
        keys=("Ctrl+-",),
        icon="zoomout",
        repeats=True,
        do=lambda window: window.sentence_view.letters.zoom_out(),
    ),
    Command(
        "zoom_reset",
        QT_TRANSLATE_NOOP("Actions", "Reset &text size"),
        QT_TRANSLATE_NOOP("Actions", "Reset the text size"),
        keys=("Ctrl+0",),
        do=lambda window: window.sentence_view.letters.reset_zoom(),
    ),
    Command(
        "show_document",
        QT_TRANSLATE_NOOP("Actions", "&Whole document"),
        QT_TRANSLATE_NOOP(
            "Actions", "Show the whole document around the sentence, with all its labels"
        ),
        keys=("Ctrl+D",),
        switch=lambda window, on: window.controllers.appearance.show_document(on),
    ),
    LINE,
    Command(
        "theme_system",
        QT_TRANSLATE_NOOP("Actions", "S&ystem default theme"),
        QT_TRANSLATE_NOOP("Actions", "Follow the system's light or dark theme"),
        choice="theme",
        do=lambda window: window.choose_theme("system"),
    ),
    Command(
        "theme_light",
        QT_TRANSLATE_NOOP("Actions", "L&ight theme"),
        QT_TRANSLATE_NOOP("Actions", "Dark text on a light background"),
        choice="theme",
        do=lambda window: window.choose_theme("light"),
    ),
    Command(
        "theme_dark",
        QT_TRANSLATE_NOOP("Actions", "&Dark theme"),
        QT_TRANSLATE_NOOP("Actions", "Light text on a dark background"),
        choice="theme",
        do=lambda window: window.choose_theme("dark"),
    ),
    LINE,
    Command(
        "theme_contrast",
        QT_TRANSLATE_NOOP("Actions", "&High contrast"),
        QT_TRANSLATE_NOOP("Actions", "Maximum contrast with bold outlines"),
        switch=lambda window, on: window.controllers.appearance.theme_contrast(on),
    ),
    Command(
        "show_looks",
        QT_TRANSLATE_NOOP("Actions", "&Appearance…"),
        QT_TRANSLATE_NOOP("Actions", "Choose fonts, sizes, colours, patterns, language and motion"),
        do=lambda window: window.controllers.appearance.show_appearance(),
    ),
    LINE,
    Command(
        "show_legend",
        QT_TRANSLATE_NOOP("Actions", "Le&gend"),
        QT_TRANSLATE_NOOP(
            "Actions", "Show the labels below the sentence while the Labels panel is hidden"
        ),
        switch=lambda window, on: window.controllers.keys.show_legend(on),
    ),
    Command(
        "show_hints",
        QT_TRANSLATE_NOOP("Actions", "&Key hints"),
        QT_TRANSLATE_NOOP("Actions", "Show the most useful shortcuts below the sentence"),
        switch=lambda window, on: window.controllers.keys.show_hints(on),
    ),
    LINE,
    Command(
        "show_names",
        QT_TRANSLATE_NOOP("Actions", "Na&mes"),
        QT_TRANSLATE_NOOP("Actions", "Show the names of the document, with the labels of each"),
        keys=("Ctrl+Shift+N",),
        do=lambda window: window.controllers.panels.show("names"),
    ),
    Command(
        "left_column",
        QT_TRANSLATE_NOOP("Actions", "L&eft column"),
        QT_TRANSLATE_NOOP("Actions", "Hide or show the panels at the left of the sentence"),
        keys=("Ctrl+B",),
        switch=lambda window, on: window.controllers.panels.left_column(on),
    ),
    Command(
        "right_column",
        QT_TRANSLATE_NOOP("Actions", "&Right column"),
        QT_TRANSLATE_NOOP("Actions", "Hide or show the panels at the right of the sentence"),
        keys=("Ctrl+Shift+B",),
        switch=lambda window, on: window.controllers.panels.right_column(on),
    ),
    Command(
        "float_panel",
        QT_TRANSLATE_NOOP("Actions", "Detach the &panel"),
        QT_TRANSLATE_NOOP(
            "Actions", "Move the current panel into a separate window, or put it back"
        ),
        do=lambda window: window.controllers.panels.float_panel(),
    ),
    Command(
        "close_panel",
        QT_TRANSLATE_NOOP("Actions", "&Close the panel"),
        QT_TRANSLATE_NOOP("Actions", "Close the current panel"),
        do=lambda window: window.controllers.panels.close_panel(),
    ),
    Command(
        "full_screen",
        QT_TRANSLATE_NOOP("Actions", "&Full screen"),
        QT_TRANSLATE_NOOP("Actions", "Use the whole screen"),
        keys=("F11",),
        switch=lambda window, on: window.full_screen(on),
    ),
    Command(
        "reset_layout",
        QT_TRANSLATE_NOOP("Actions", "Reset panel lay&out"),
        QT_TRANSLATE_NOOP("Actions", "Restore the default panel layout"),
        do=lambda window: window.reset_layout(),
    ),
)
