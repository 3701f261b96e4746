"""Plays the shards of a run on Dask and merges them. Run it again to play what is missing.

python3 run.py                   on the cores of this machine
python3 run.py tcp://HOST:8786   on a Dask cluster that shares this folder
"""
import os
import shlex
import subprocess
import sys

from dask import config
from dask.distributed import Client, as_completed

PROGRAM = {program}
RUN = [{run}]
SHARDS = {shards}
CURRENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), {current})  # of all paths
FOLDER = {folder}
ROUNDS = [{rounds}]
FORMATS = [{formats}]
MORE = [{more}]


def run(*words, most=0, **options):
    ran = subprocess.run([PROGRAM, *words], cwd=CURRENT, text=True, **options)
    if ran.returncode not in range(most + 1):
        raise RuntimeError(f"exit code {ran.returncode}: {ran.stderr}")


def play(shard, file, after):
    # A worker that was lost may have written it.
    if os.path.exists(os.path.join(CURRENT, file)):
        return shard
    where = ["--threads", "1", "--shard", f"{shard}/{SHARDS}", "--out", file]
    run(*RUN, *where, *after, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return shard


def remove_damaged(files):
    """Removes what is no shard result, and says so. Returns whether there was one."""
    damaged = []
    for file in files:
        words = [PROGRAM, "merge", file, "--format", "json"]
        # Exit code 3: it cannot be read. Others, such as that of a stopped program, say nothing about it.
        if subprocess.run(words, cwd=CURRENT, capture_output=True).returncode == 3:
            print(f"{file} is damaged: it is played again", file=sys.stderr)
            os.remove(os.path.join(CURRENT, file))
            damaged.append(file)
    return bool(damaged)


def main(parts):
    config.set({"distributed.worker.profile.enabled": False})
    where = sys.argv[1:]
    client = Client(*where) if where else Client(threads_per_worker=1, dashboard_address=None)
    merged, after = [], []
    for folder in ROUNDS:
        parts[:] = [folder, *merged]
        os.makedirs(os.path.join(CURRENT, folder), exist_ok=True)
        files = [(k, os.path.join(folder, f"shard{k}.json")) for k in range(1, SHARDS + 1)]
        file = os.path.join(folder, "merged.json")
        while True:
            # Files of shards are written atomically: one that exists is complete.
            missing = [(k, f, after) for k, f in files if not os.path.exists(os.path.join(CURRENT, f))]
            futures = [client.submit(play, *words, retries=3, pure=False) for words in missing]
            for done, future in enumerate(as_completed(futures), start=1):
                print(f"shard {future.result()}: {done} of {len(missing)}", file=sys.stderr)
            try:
                run("merge", folder, *merged, "--out", file, most=1, stderr=subprocess.PIPE)
                break
            except RuntimeError:
                if not remove_damaged(f for _, f in files):
                    raise
        merged, after = [file], ["--after", file]
    for form in FORMATS:
        name = os.path.join(CURRENT, FOLDER, "result." + form.replace("text", "txt"))
        with open(name, "w", encoding="utf-8") as out:
            # Exit code 1: a script failed, or there are findings.
            run("merge", *merged, "--format", form, *MORE, stdout=out, most=1)


if __name__ == "__main__":
    parts = []  # what `merge` can merge so far
    try:
        main(parts)
    except KeyboardInterrupt:
        merge = f"cd {shlex.quote(CURRENT)} && {shlex.join([PROGRAM, 'merge', *parts])}"
        text = f"stopped. To continue, run this again. To merge what is there:\n  {merge}"
        print(text, file=sys.stderr, flush=True)
        os._exit(130)  # The threads of Dask may be waiting for a scheduler.
