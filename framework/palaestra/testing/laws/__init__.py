"""The laws of games, each a generator of violations (:data:`palaestra.testing.conformance.Law`)."""
