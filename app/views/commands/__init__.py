"""The table of commands: one file for each menu, joined in `app.views.actions`."""
