"""Regular expressions of users, with limits of size and time."""
