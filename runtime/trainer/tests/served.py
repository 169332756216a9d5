"""A token server inside the test, reached over HTTP as any other."""

import json
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from make_tiny_model import VOCABULARY

from tool_r1_trainer.model_folder import end_token_ids, load_model, load_tokenizer
from tool_r1_trainer.token_server.decoder import Decoder
from tool_r1_trainer.token_server.engine import Engine
from tool_r1_trainer.token_server.http_api import TokenHttpServer
from tool_r1_trainer.token_server.service import ServedModel, Service

SLOTS = 4


class Served:
    """A token server in this process."""

    def __init__(self, folder: Path) -> None:
        model, tokenizer = load_model(folder), load_tokenizer(folder)
        self.engine = Engine(Decoder(model, SLOTS, 512), "tiny", SLOTS)
        facts = ServedModel(folder, tokenizer, end_token_ids(model, tokenizer), VOCABULARY, 512)
        self.http = TokenHttpServer("127.0.0.1", 0, Service(self.engine, facts))
        self.engine.start()
        threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True).start()

    def ask(self, path: str, body: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(self.http.url + path, data), timeout=300) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()
        self.engine.stop()
