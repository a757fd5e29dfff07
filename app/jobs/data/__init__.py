"""The data of a project as arrays, and its templates."""
