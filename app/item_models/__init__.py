"""Qt list models: thin adapters that compute a row when it is shown."""
