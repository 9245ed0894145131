"""Games for learners: one as a PettingZoo environment, many side by side, and rewards on the way."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
