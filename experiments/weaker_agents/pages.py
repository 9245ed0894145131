"""Write every page of the results anew from their numbers; nothing is trained or played.

python experiments/weaker_agents/pages.py
"""

from __future__ import annotations

import json

import calibration
import curves
import ladder
import perfect
import round_robin
import teachers
from common import RESULTS

PAGES = {
    "calibration": calibration.page,
    "curves": curves.page,
    "ladder": ladder.page,
    "perfect": perfect.page,
    "round_robin": round_robin.page,
    "teachers": teachers.page,
}
"""By the beginning of a result's name."""

if __name__ == "__main__":
    for path in sorted(RESULTS.glob("*.json")):
        PAGES[path.stem.split("-")[0]](path.stem, json.loads(path.read_text(encoding="utf-8")))
