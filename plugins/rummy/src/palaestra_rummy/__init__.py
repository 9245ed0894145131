"""Indian Rummy for Palaestra: exact meld analysis and heuristic agents."""

from __future__ import annotations

from palaestra_rummy.hand_analysis import HandAnalysis, analyse

__all__ = ["HandAnalysis", "analyse"]
