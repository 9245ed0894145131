"""Settings of hypothesis: the first call into BLAS may take long, and laws have no deadline."""

from hypothesis import settings

settings.register_profile("leaderboards", deadline=None)
settings.load_profile("leaderboards")
