"""Dialogs, most of them modeless."""
