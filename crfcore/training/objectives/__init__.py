"""What a training can make small besides the likelihood, a file for each objective."""
