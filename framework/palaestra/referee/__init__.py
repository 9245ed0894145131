"""Playing games: one at a time with any agents, or many at once in compiled code.

What plugins may use is listed in ``__init__.pyi``, and in docs/api.md. The names are imported when they are first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
