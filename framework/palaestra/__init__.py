"""Palaestra: where game-playing agents train and compete.

The public names are those of ``__init__.pyi``; docs/api.md says what each is for. They are imported when they are first
used, so that ``import palaestra`` stays light.
"""

import lazy_loader

from palaestra.version import installed_version

__version__ = installed_version("palaestra")

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
