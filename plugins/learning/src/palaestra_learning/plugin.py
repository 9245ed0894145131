"""What this distribution gives to Palaestra; imports descriptors only."""

from __future__ import annotations
