"""What was proposed to be made small in the place of the likelihood, a file for each objective."""
