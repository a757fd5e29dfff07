"""What a training can make small besides the likelihood; `names` finds the classic ones."""
