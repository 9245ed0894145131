"""Alpha-beta for games of two players where nothing is hidden and nothing random."""
