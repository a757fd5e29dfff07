"""Effects of rules on labels and suggestions."""
