#!/bin/sh
# Plays the round robin and writes first_agents.md. PALAESTRA names the command.
set -eu
here=$(dirname "$0")
palaestra=${PALAESTRA:-palaestra}
db=${HEARTHSTONE_DB:-hearthstone.db}
name=hearthstone-first-agents
"$palaestra" run "$here/first_agents.toml" --db "$db"
{
    echo "# Hearthstone: the first agents"
    echo
    "$palaestra" leaderboard --tournament "$name" --db "$db" --format md
    for deck in midrange_jade_shaman aggro_pirate_warrior cube_warlock; do
        echo
        echo "## Games in which either player held $deck"
        echo
        "$palaestra" leaderboard --tournament "$name" --deck "$deck" --db "$db" --format md
    done
    echo
    echo "## Every match-up"
    echo
    "$palaestra" crosstable --tournament "$name" --db "$db" --interval pairs --format md
} > "$here/first_agents.md"
