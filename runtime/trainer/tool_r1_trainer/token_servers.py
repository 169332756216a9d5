"""The servers that sample, as the trainer calls them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from tool_r1_trainer.failures import ContractBroken
from tool_r1_trainer.runtime_client import PatientCaller


@dataclass(frozen=True)
class TokenServers:
    """The servers that sample, by base URL without `/v1`."""

    base_urls: Sequence[str]
    caller: PatientCaller

    def post(self, path: str, body: dict[str, object]) -> None:
        """To each of them. Raises `ContractBroken` with what the server said."""
        for url in self.base_urls:
            reply = self.caller.call(url + path, body)
            if reply.status != 200:
                said = reply.body.decode(errors="replace")[:500]
                raise ContractBroken(f"The token server refused {url}{path} with status {reply.status}: {said}")

    def served_model(self) -> str:
        """The name that the first server has for its weights."""
        reply = self.caller.call(f"{self.base_urls[0]}/v1/models", None)
        return str(json.loads(reply.body)["data"][0]["id"])
