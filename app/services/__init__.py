"""Qt's side of background work: threads, and what comes back from them by signal."""
