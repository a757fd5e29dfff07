"""Controllers, each of which carries out the commands of a subject."""
