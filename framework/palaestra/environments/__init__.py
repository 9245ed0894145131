"""Games for learners: a PettingZoo environment, many games at once, and shaped rewards."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
