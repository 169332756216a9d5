"""`python -m tool_r1_trainer --config RUN/run.json`: trains the run of that folder, from its newest checkpoint on.

Exit codes are those of failures.py; the last line on stderr says what happened and what to do.
"""

import argparse
import logging
import os
import sys
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")

from tool_r1_trainer.failures import TrainerFailure
from tool_r1_trainer.run_folder import RunFolder, read_run_job
from tool_r1_trainer.runtime_client import RolloutServer
from tool_r1_trainer.stop_wish import StopWish


def main(arguments: list[str]) -> int:
    """Trains and gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tool_r1_trainer", description=__doc__)
    parser.add_argument("--config", type=Path, required=True, help="run.json of a run folder")
    config: Path = parser.parse_args(arguments).config
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    stop = StopWish()
    stop.listen()
    try:
        _train(config, stop)
    except TrainerFailure as failure:
        print(failure, file=sys.stderr, flush=True)
        return failure.exit_code
    return 0


def _train(config: Path, stop: StopWish) -> None:
    job = read_run_job(config)
    server = RolloutServer(f"http://127.0.0.1:{job.processes.rollout_port}", job.run_id)
    # The libraries take seconds to import: a wrong run file is found before.
    from tool_r1_trainer.training_run import train

    try:
        train(job, RunFolder(config.resolve().parent), server, stop)
    except TrainerFailure as failure:
        server.abort(str(failure))
        raise


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
