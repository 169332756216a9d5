"""`python -m tool_r1_trainer.token_server --model FOLDER --port N`: loads, says `ready URL`, serves until stopped."""

import argparse
import logging
import os
import signal
import sys
import threading
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
# The number of threads has to be the same in every pass, else additions change their order.
os.environ.setdefault("MKL_DYNAMIC", "FALSE")
os.environ.setdefault("OMP_DYNAMIC", "FALSE")

import torch

from tool_r1_trainer.failures import TrainerFailure
from tool_r1_trainer.model_folder import (
    end_token_ids,
    load_model,
    load_tokenizer,
    merge_adapter,
)
from tool_r1_trainer.token_server.decoder import Decoder
from tool_r1_trainer.token_server.engine import Engine
from tool_r1_trainer.token_server.http_api import TokenHttpServer
from tool_r1_trainer.token_server.service import ServedModel, Service


def main(arguments: list[str]) -> int:
    """Exit code 0 when it was stopped; see failures.py for the others."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    torch.set_num_threads(options.threads)
    try:
        _serve(options)
    except TrainerFailure as failure:
        print(failure, file=sys.stderr, flush=True)
        return failure.exit_code
    return 0


def _serve(options: argparse.Namespace) -> None:
    folder: Path = options.model
    tokenizer = load_tokenizer(folder)
    adapter: Path | None = options.adapter
    model = load_model(folder) if adapter is None else merge_adapter(folder, adapter)
    longest = getattr(model.config, "max_position_embeddings", options.max_model_len)
    positions = min(options.max_model_len, longest)
    engine = Engine(Decoder(model, options.slots, positions), options.served_model_name or folder.name, options.slots)
    vocabulary = int(model.config.vocab_size)
    served = ServedModel(folder, tokenizer, end_token_ids(model, tokenizer), vocabulary, positions)
    server = TokenHttpServer(options.host, options.port, Service(engine, served))
    engine.start()
    _run_until_stopped(server)
    engine.stop()


def _run_until_stopped(server: TokenHttpServer) -> None:
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    print(f"ready {server.url}", flush=True)
    stopped.wait()
    server.shutdown()
    server.server_close()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tool_r1_trainer.token_server", description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="folder with a Hugging Face model")
    parser.add_argument("--adapter", type=Path, help="folder with a LoRA adapter of it, which is merged in")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000, help="0 for any free one")
    parser.add_argument("--served-model-name", help="name of the first weights; else that of the folder")
    parser.add_argument("--slots", type=int, default=16, help="sequences that are sampled together")
    parser.add_argument("--max-model-len", type=int, default=8192, help="most tokens of prompt and completion")
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="threads of one pass")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
