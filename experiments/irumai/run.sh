#!/bin/sh
# Plays the round robin under five root seeds and writes matrix.md of all games. PALAESTRA names the command, IRUMAI_DB the database.
set -eu
here=$(dirname "$0")
palaestra=${PALAESTRA:-palaestra}
db=${IRUMAI_DB:-irumai.db}
for seed in 1 2 3 4 5; do
    spec=$(mktemp --suffix .toml)
    sed -e "s/^name = \"irumai-1\"/name = \"irumai-$seed\"/" -e "s/^root_seed = 1/root_seed = $seed/" "$here/irumai.toml" > "$spec"
    "$palaestra" run "$spec" --db "$db" "$@"
    rm "$spec"
done
{
    echo "# Rules of thumb at Indian Rummy: 5,000 games for each match-up"
    echo
    "$palaestra" leaderboard --all --game indian_rummy --db "$db" --format md
    echo
    "$palaestra" crosstable --all --game indian_rummy --interval pairs --db "$db" --format md
} > "$here/matrix.md"
