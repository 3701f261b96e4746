#!/bin/sh
# Plays the shards of a run with GNU parallel and merges them. Run it again to play what is missing.
# More machines that share this folder: sh run.sh --sshlogin HOST1,HOST2
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd {current}
# Part files are written atomically: one that exists is complete.
seq {shards} | while read -r k; do test -e "$here/part$k.json" || echo "$k"; done |
  parallel --quote --joblog "$here/jobs.log" --retries 3 --workdir . "$@" \
    {program} {run} --threads 1 --shard "{}/{shards}" --out "$here/part{}.json" || true
{program} merge "$here" --format text > "$here/result.txt"
{program} merge "$here" --format csv > "$here/result.csv"
