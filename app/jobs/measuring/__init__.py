"""Measurements of models, and the choices made from them."""
