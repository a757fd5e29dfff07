"""Benchmarks, reproduction of published tables, and public corpora for both.

The folder is a separate distribution, `tagwright-lab`, installed by the extra `lab`.
"""
