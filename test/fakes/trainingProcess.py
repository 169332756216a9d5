"""Stands in for a process of a training run, without a model: `trainingProcess.py ROLE [--port N | --listen HOST:PORT] [wishes]`.

tokens and rollouts answer every GET with 200. trainer makes a train step every --seconds, with its line of metrics and its
checkpoint, goes on from the newest checkpoint, and ends after --steps, or after the step in which the run's stop file came.
With --hold N it makes train step N, or with 0 begins at all, only once the run folder has a file go-N, or somebody wants the run
to stop: so a test sees a state that lasts, however slow the machine is. Where another machine samples, it sends weights there.
More wishes come as JSON in TOOL_R1_STAND_IN, by role. Other options of the real processes are taken and ignored.
"""

import argparse
import http.server
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("role", choices=["tokens", "rollouts", "trainer"])
parser.add_argument("--port", type=int)
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--listen", type=lambda text: int(text.split(":")[1]), dest="port")
parser.add_argument("--config", type=Path, help="run.json, which says how many steps")
parser.add_argument("--steps", type=int, default=4)
parser.add_argument("--seconds", type=float, default=0.1)
parser.add_argument("--hold", type=int, action="append", default=[], help="train step to wait before; 0 for the start")
parser.add_argument("--die-after", type=int, help="train steps after which the trainer ends with --code")
parser.add_argument("--die", action="store_true", help="end with --code at once")
parser.add_argument("--code", type=int, default=1)
parser.add_argument("--last-words", default="It broke.\nMend it so and so.", help="what it says when it dies")
parser.add_argument("--children", action="store_true", help="start one child in the group and one in a session of its own")
parser.add_argument("--chatter", type=int, default=0, help="bytes to print at the start")
parser.add_argument("--silent", action="store_true", help="print nothing, neither at the start nor when it dies")
parser.add_argument("--never-ready", action="store_true", help="listen on no port")
parser.add_argument("--deaf", action="store_true", help="take no notice of TERM")
wishes = json.loads(os.environ.get("TOOL_R1_STAND_IN", "{}")).get(sys.argv[1], [])
options, _ = parser.parse_known_args([*sys.argv[1:], *wishes])
folder = Path.cwd()


def hold(step: int) -> None:
    while step in options.hold and not any((folder / name).exists() for name in (f"go-{step}", "stop")):
        time.sleep(0.05)


def start() -> None:
    if not options.silent:
        print(f"{options.role} of {os.environ.get('TOOL_R1_RUN_ID', 'a checkpoint')} starts", flush=True)
    for number in range(options.chatter // 100):
        print(f"{number:098d}")
    if options.deaf:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if options.children:
        for own_session in (False, True):
            subprocess.Popen(["sleep", "600"], start_new_session=own_session)
    if options.die:
        die()
    hold(0)


def die() -> None:
    if not options.silent:
        print(options.last_words, file=sys.stderr, flush=True)
    sys.exit(options.code)


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def newest_checkpoint() -> int:
    states = (folder / "checkpoints").glob("checkpoint-*/rollout_state.jsonl")
    return max((int(state.parent.name.split("-")[1]) for state in states), default=0)


def metrics_of(step: int) -> dict[str, float]:
    return {
        "reward/total": step / 10,
        "reward/part/answer": step / 20,
        "groups/mixed": 3,
        "groups/allCorrect": 1,
        "groups/allWrong": 0,
        "queue/freshShare": 0.5,
        "completions/truncatedShare": 0.07,
        "policy/logProbGapFresh": 0.03,
        "tokens/generated": 12_345,
        "tokens/updated": 678,
        "seconds/rollout": 1.25,
        "seconds/update": 0.5,
        "seconds/step": 2.0,
    }


def hand_over(step: int) -> None:
    """Sends weights to the machine that samples, where there is another one, and asks its token server."""
    sampler = json.loads(options.config.read_text())["processes"].get("sampler") if options.config else None
    if sampler is None:
        return
    from tool_r1_trainer.far_sampler import FarSampler

    weights = folder / "policy" / f"policy-v{step}"
    weights.mkdir(parents=True, exist_ok=True)
    (weights / "model.safetensors").write_text(f"weights of step {step}")
    far = FarSampler(sampler["host"], sampler["receiverPort"], os.environ["TOOL_R1_SAMPLER_KEY"])
    print(f"sent to {far.send(weights.name, weights)}", flush=True)
    urllib.request.urlopen(f"http://{sampler['host']}:{sampler['tokenPort']}/health", timeout=60).close()


def train() -> None:
    steps = json.loads(options.config.read_text())["totalSteps"] if options.config else options.steps
    for step in range(newest_checkpoint() + 1, steps + 1):
        if (folder / "stop").exists():
            return
        hold(step)
        hand_over(step - 1)
        time.sleep(options.seconds)
        if options.die_after is not None and step > options.die_after:
            die()
        record = {"version": 1, "step": step, "at": "2026-01-01T00:00:00.000Z", "metrics": metrics_of(step)}
        with (folder / "metrics.jsonl").open("a") as metrics:
            metrics.write(json.dumps(record) + "\n")
        checkpoint = folder / "checkpoints" / f"checkpoint-{step}"
        checkpoint.mkdir(parents=True, exist_ok=True)
        # As the real one names them; the state of the rollouts is written last.
        for name in ("model.safetensors", "optimizer.pt", "trainer_state.json", "rollout_state.jsonl"):
            (checkpoint / name).write_text("{}\n")


start()
if options.role == "trainer":
    train()
elif options.never_ready:
    signal.pause()
else:
    http.server.HTTPServer((options.host, options.port), Answer).serve_forever()
