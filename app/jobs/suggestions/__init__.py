"""Suggestions of models, gazetteers and documents."""
