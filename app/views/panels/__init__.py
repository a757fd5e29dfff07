"""What stands around the sentence view: one file for each panel."""
