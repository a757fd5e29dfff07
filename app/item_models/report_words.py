"""Translated texts of reports: of formats, schemes, and what an import or export loses."""

from __future__ import annotations

from app.translation import translator

report_words = translator("Reports")
