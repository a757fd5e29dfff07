"""Feature templates, presets, and extraction of attribute ids from columns."""
