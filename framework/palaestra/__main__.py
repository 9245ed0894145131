"""``python -m palaestra``: the same as the command ``palaestra``."""

import sys

from palaestra.cli.main import main

sys.exit(main())
