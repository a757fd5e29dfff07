"""Qt's list face of the domain: thin adapters that compute a row when it is shown."""
