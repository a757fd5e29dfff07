"""From columns of strings to flat arrays of attribute ids: templates, presets, extraction."""
