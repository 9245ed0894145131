#!/bin/sh
# Plays the round robins that are named, or all of them, and writes GAME.md for each. PALAESTRA names the command.
set -eu
here=$(dirname "$0")
palaestra=${PALAESTRA:-palaestra}
db=${SEARCH_DB:-search.db}
for game in ${*:-tic_tac_toe kalah nine_mens_morris}; do
    name=search-$(echo "$game" | tr _ -)
    "$palaestra" run "$here/$game.toml" --db "$db"
    {
        echo "# Search agents: $name"
        echo
        "$palaestra" leaderboard --tournament "$name" --db "$db" --format md
        echo
        "$palaestra" crosstable --tournament "$name" --db "$db" --interval pairs --format md
    } > "$here/$game.md"
done
