"""Plays the shards of a run on Dask and merges them. Run it again to play what is missing.

python3 run.py                   on the cores of this machine
python3 run.py tcp://HOST:8786   on a Dask cluster that shares this folder
"""
import os
import subprocess
import sys

from dask.distributed import Client, as_completed

PROGRAM = {program}
RUN = {run}
SHARDS = {shards}
CURRENT = {current}
HERE = os.path.dirname(os.path.abspath(__file__))


def part(shard):
    return os.path.join(HERE, f"part{shard}.json")


def play(shard):
    """Part files are written atomically: one that exists is complete."""
    if not os.path.exists(part(shard)):
        where = ["--threads", "1", "--shard", f"{shard}/{SHARDS}", "--out", part(shard)]
        ran = subprocess.run([PROGRAM, *RUN, *where], cwd=CURRENT, stderr=subprocess.PIPE, text=True)
        if not os.path.exists(part(shard)):
            raise RuntimeError(ran.stderr)
    return shard


def main():
    where = sys.argv[1:] or [None]
    client = Client(*where) if where[0] else Client(threads_per_worker=1, dashboard_address=None)
    missing = [shard for shard in range(1, SHARDS + 1) if not os.path.exists(part(shard))]
    futures = client.map(play, missing, retries=3, pure=False)
    for done, future in enumerate(as_completed(futures), start=1):
        print(f"shard {future.result()}: {done} of {len(missing)}", file=sys.stderr)
    for name, form in [("result.txt", "text"), ("result.csv", "csv")]:
        with open(os.path.join(HERE, name), "w", encoding="utf-8") as out:
            subprocess.run([PROGRAM, "merge", HERE, "--format", form], stdout=out, check=False)


if __name__ == "__main__":
    main()
