"""Widgets that panels and dialogs share."""
