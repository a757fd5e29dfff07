"""Tables by name."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.lab.reproduce.table import Table

TABLES: dict[str, str] = {
    "wallach-2.2": "wallach_tagging.TaggingTable",
    "wallach-4.3": "wallach_training.TrainingTable",
    "zhu-1": "zhu_label_bias.LabelBiasTable",
    "zhu-ttp": "zhu_ttp.FiveInstancesTable",
    "zhu-2": "zhu_brown.table",
    "zhu-3": "zhu_brown.table",
    "zhu-4": "zhu_brown.table",
    "zhu-5": "zhu_brown.table",
    "zhu-6": "zhu_brown.table",
    "zhu-7": "zhu_dutch.DutchTable",
    "gupta-2.5": "gupta_boosting.BoostingTable",
    "gupta-4.1": "gupta_codes.CodesTable",
    "maskey-chunking": "maskey_chunking.ChunkingTable",
    "kristjansson": "kristjansson.PropagationTable",
    "finkel": "finkel.DocumentsTable",
    "sutton-skip": "sutton_skip.SkipTable",
    "kristjansson-documents": "document_corrections.DocumentCorrectionsTable",
    "gupta-2.4": "gupta_margins.MarginsTable",
    "gupta-2.4-dutch": "gupta_costs.CostsTable",
    "gupta-2.6": "gupta_pools.PoolTable",
    "gupta-3": "gupta_segments.SegmentTable",
    "gupta-4.2": "gupta_induction.InductionTable",
    "gupta-4.2-dutch": "gupta_induction.InductionTable",
    "sen-names": "sen_names.NamesTable",
    "approximations": "approximations.ApproximationsTable",
    "grammar-start": "grammar_start.GrammarTable",
    "lari-young": "lari_young.LearnedGrammarsTable",
}
"""Name to class or function, which makes the table of that name, in the order of the page."""


def table_named(name: str) -> Table:
    """Return a table; its module is imported."""
    module, maker = TABLES[name].split(".")
    table: Table = getattr(importlib.import_module(f"app.lab.reproduce.{module}"), maker)(name)
    return table
