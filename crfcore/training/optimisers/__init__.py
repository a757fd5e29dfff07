"""Ways of making a function small, a file each; they know nothing of sentences."""
