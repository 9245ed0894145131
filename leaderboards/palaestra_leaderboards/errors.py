"""The error that rating functions raise on input they cannot rate."""

from palaestra import UserError


class RatingError(UserError, ValueError):
    """Input of a rating function is malformed; the message names the thing, its value and what was expected."""
