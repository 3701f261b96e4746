#!/bin/sh
# Plays the shards of a run with GNU parallel and merges them. Run it again to play what is missing.
# More machines that share this folder: sh run.sh --sshlogin HOST1,HOST2
set -eu
cd "$(dirname "$0")"
cd {current}
# Files of shards are written atomically: one that exists is complete.
missing() { seq {shards} | while read -r k; do test -e "$1/shard$k.json" || echo "$k"; done; }
# Exit code 1: a script failed, there are findings, or there are more rounds.
merge() { {program} merge "$@" || test $? -eq 1; }
# Removes what is no shard result, and says so. Fails if there was none.
remove_damaged() {
  n=0
  for file in "$1"/shard*.json; do
    code=0
    {program} merge "$file" --format json > /dev/null 2>&1 || code=$?
    # Exit code 3: it cannot be read. Others, such as that of a stopped program, say nothing about it.
    test $code -eq 3 || continue
    echo "$file is damaged: it is played again" >&2
    rm "$file"
    n=1
  done
  test $n = 1
}
merged=
stopped() {
  echo "shards are missing. To play them, run this again. To merge what is there:" >&2
  echo "  cd '$PWD' &&" {program} "merge '$folder'${merged:+ '$merged'}" >&2
  exit "$1"
}
trap 'stopped 130' INT TERM
for folder in {rounds}; do
  mkdir -p "$folder"
  while :; do
    missing "$folder" | parallel --quote --joblog "+$folder/jobs.log" --retries 3 --workdir . "$@" \
      {program} {run} ${merged:+--after} ${merged:+"$merged"} \
      --threads 1 --shard "{}/{shards}" --out "$folder/shard{}.json" > /dev/null || stopped 1
    merge "$folder" ${merged:+"$merged"} --out "$folder/merged.json" && break
    remove_damaged "$folder" || exit 1
  done
  merged=$folder/merged.json
done
for format in {formats}; do
  name=result.$(echo "$format" | sed s/text/txt/)
  merge "$merged" --format "$format" {more} > {folder}/"$name"
done
