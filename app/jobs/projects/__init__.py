"""Project files: creation, checks, backups, plain files."""
