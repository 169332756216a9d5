"""TRL's GRPOTrainer with rows, advantages and behaviour log-probabilities of the rollout server.

The loss is TRL's own. What differs is the policy that the clipped ratio compares with (`StaleRatio`):

    behaviour   pi_theta / mu, the policy that sampled the row, fresh or cached; no weight
    decoupled   pi_theta / pi_old recomputed, each token weighted by min(pi_old / mu, 3)
    stock       pi_theta / stop_gradient(pi_theta): cached rows are treated as if they were fresh
"""

from typing import Any, Literal

import torch
from transformers import PreTrainedModel
from trl import GRPOTrainer

from tool_r1_trainer.batch_source import BatchSource, total_reward
from tool_r1_trainer.policy_sync import AnnouncedSync
from tool_r1_trainer.update_statistics import UpdateStatistics

StaleRatio = Literal["behaviour", "decoupled", "stock"]


class QueueGRPOTrainer(GRPOTrainer):
    """Trains on the groups of a `BatchSource`. `statistics` sum up the micro-batches of the running optimiser step."""

    def __init__(self, *args: Any, stale_ratio: StaleRatio, source: BatchSource, **options: Any) -> None:
        self._stale_ratio = stale_ratio
        self._source = source
        self._newest_log_probs: torch.Tensor | None = None
        super().__init__(*args, reward_funcs=[total_reward], rollout_func=source, **options)
        self.statistics = UpdateStatistics(self.epsilon_low, self.epsilon_high)

    def sync_with(self, sync: AnnouncedSync) -> None:
        """Hands new weights over by `sync` before each batch.

        TRL calls `vllm_generation.sync_weights` whenever the train step has changed; vLLM itself is not needed for it.
        """
        self.use_vllm = True
        self.vllm_generation = sync
        self.vllm_importance_sampling_correction = self._stale_ratio == "decoupled"
        self._last_loaded_step = -1

    @property
    def pad_token_id(self) -> int:
        return int(self._tokenizer.pad_token_id)

    def save_now(self) -> None:
        """Saves a checkpoint of the step that is done, outside of the training loop. A collective call."""
        self._save_checkpoint(self.model, trial=None)
        self.callback_handler.on_save(self.args, self.state, self.control)

    def create_model_card(self, *_: Any, **__: Any) -> None:
        """A checkpoint of a run needs no README."""

    def compute_loss(
        self,
        model: PreTrainedModel,
        inputs: dict[str, Any],
        return_outputs: bool = False,
        num_items_in_batch: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """The loss of one micro-batch, a scalar; adds the batch to `statistics`."""
        trimmed = trim(inputs)
        loss = super().compute_loss(model, trimmed, return_outputs, num_items_in_batch)
        self._count(trimmed)
        assert isinstance(loss, torch.Tensor)
        return loss

    def _generate_and_score_completions(self, inputs: list[dict[str, Any]]) -> dict[str, Any]:
        output: dict[str, Any] = super()._generate_and_score_completions(inputs)
        device = output["advantages"].device
        rows = self._source.rows
        # Statistics of the whole group, of which these rows may be a part.
        output["advantages"] = torch.tensor([row.advantage for row in rows], device=device)
        output["fresh"] = torch.tensor([float(row.fresh) for row in rows], device=device)
        if self._stale_ratio == "behaviour":
            output["old_per_token_logps"] = output["sampling_per_token_logps"]
        return output

    def _get_per_token_logps_and_entropies(self, *args: Any, **options: Any) -> Any:
        result = super()._get_per_token_logps_and_entropies(*args, **options)
        if torch.is_grad_enabled():
            self._newest_log_probs = result[0].detach()
        return result

    def _count(self, inputs: dict[str, Any]) -> None:
        log_probs = self._newest_log_probs
        if log_probs is None:
            return
        self.statistics.add(
            log_probs,
            inputs.get("old_per_token_logps", log_probs),
            inputs["sampling_per_token_logps"],
            inputs["completion_mask"] * inputs["tool_mask"],
            inputs["advantages"],
            inputs["fresh"],
        )
        self._newest_log_probs = None


def trim(inputs: dict[str, Any]) -> dict[str, Any]:
    """Cuts padding off a micro-batch, which TRL pads to the longest row of the whole batch. The loss stays the same."""
    completion, prompt = inputs["completion_mask"], inputs["prompt_mask"]
    end = int(completion.any(0).nonzero().max()) + 1 if completion.any() else 1
    start = int(prompt.any(0).long().argmax())
    width = completion.shape[1]

    def cut(name: str, value: Any) -> Any:
        if name in ("prompt_ids", "prompt_mask"):
            return value[:, start:]
        is_by_token = torch.is_tensor(value) and value.dim() == 2 and value.shape[1] == width
        return value[:, :end] if is_by_token else value

    return {name: cut(name, value) for name, value in inputs.items()}
