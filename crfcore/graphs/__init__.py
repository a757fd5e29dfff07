"""Labels that depend on distant labels: chains tied by names, and inference on graphs."""
