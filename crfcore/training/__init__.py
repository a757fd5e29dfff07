"""Training: objectives, optimisers, counts, online methods."""
