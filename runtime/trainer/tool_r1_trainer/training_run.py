"""Builds the parts of a run from `run.json` and trains to its end."""

import logging
import os
from datetime import UTC, datetime
from pathlib import Path

import torch
from accelerate.utils import set_seed
from datasets import Dataset
from transformers import PrinterCallback

from tool_r1_trainer.activity import Activity
from tool_r1_trainer.batch_source import BatchSource, RunEnded
from tool_r1_trainer.failures import WrongSetup
from tool_r1_trainer.far_sampler import FarSampler
from tool_r1_trainer.folder_loading import adapter_loading, sent_first, weights_loading
from tool_r1_trainer.grpo_settings import grpo_config, lora_config
from tool_r1_trainer.main_rank import on_main_rank
from tool_r1_trainer.model_folder import load_model, load_tokenizer, tokenizer_sha256
from tool_r1_trainer.policy_receiver import KEY_VARIABLE
from tool_r1_trainer.policy_sync import AnnouncedSync, FolderSync, NoSync, PolicySync, saver_of
from tool_r1_trainer.run_folder import Checkpoint, RunFolder
from tool_r1_trainer.run_job import RunJob
from tool_r1_trainer.run_recorder import RunRecorder
from tool_r1_trainer.runtime_client import PatientCaller, RolloutServer
from tool_r1_trainer.stop_wish import StopWish
from tool_r1_trainer.stopwatch import Stopwatch
from tool_r1_trainer.token_servers import TokenServers
from tool_r1_trainer.tokenizer_probe import tokenizer_probe
from tool_r1_trainer.trainer import QueueGRPOTrainer
from tool_r1_trainer.wire import PROTOCOL_VERSION, Hello

log = logging.getLogger(__name__)


def train(job: RunJob, folder: RunFolder, server: RolloutServer, stop: StopWish) -> None:
    """From the newest checkpoint to the end of the run, or until it is asked to stop. Raises `TrainerFailure`."""
    activity = Activity(folder.path if _is_first_process() else None, timestamp)
    checkpoint = folder.newest_checkpoint()
    welcome = server.hello(_hello(job, checkpoint.step if checkpoint else 0))
    if welcome.stop:
        log.info("the run was asked to stop before it began")
        return
    activity.tell("loading", checkpoint.step + 1 if checkpoint else 1)
    trainer, recorder = build(job, folder, server, stop, welcome.total_steps, activity)
    on_main_rank(trainer.accelerator, lambda: _restore(server, checkpoint))
    try:
        trainer.train(resume_from_checkpoint=str(checkpoint.folder) if checkpoint else None)
    except RunEnded:
        log.info("nothing is left to train on")
    saved = recorder.saved_step or (checkpoint.step if checkpoint else 0)
    if trainer.state.global_step > saved:
        activity.tell("saving", trainer.state.global_step)
        trainer.save_now()
    leave_the_others()


def leave_the_others() -> None:
    """Closes what joins the training processes: its threads would abort one that ends while they still run."""
    if torch.distributed.is_available() and torch.distributed.is_initialized():
        torch.distributed.barrier()
        torch.distributed.destroy_process_group()


def build(
    job: RunJob,
    folder: RunFolder,
    server: RolloutServer,
    stop: StopWish,
    total_steps: int | None,
    activity: Activity,
) -> tuple[QueueGRPOTrainer, RunRecorder]:
    """The trainer and its recorder. `total_steps` is what the rollout server says where the run file is silent."""
    # Before the model: a new adapter draws its weights.
    set_seed(job.seed)
    model_folder = Path(job.model)
    tokenizer = load_tokenizer(model_folder)
    settings = job.recipe.training
    model = load_model(model_folder, torch.float32 if job.device == "cpu" else _gpu_dtype(job))
    stopwatch = Stopwatch()
    optimiser = settings.optimiser
    source = BatchSource(
        server,
        optimiser.groups_per_step,
        settings.update_size,
        job.recipe.agent.max_sequence_tokens,
        model.config.vocab_size,
        job.seed,
        stopwatch,
        activity,
    )
    config = grpo_config(job, job.total_steps or total_steps, folder.checkpoints, training_processes())
    trainer = QueueGRPOTrainer(
        model=model,
        args=config,
        train_dataset=_slots(config.generation_batch_size // config.num_generations),
        processing_class=tokenizer,
        peft_config=lora_config(optimiser.lora) if optimiser.lora else None,
        stale_ratio=optimiser.stale_ratio,
        source=source,
    )
    trainer.sync_with(_announced_sync(job, folder, server, trainer, stopwatch, activity))
    trainer.remove_callback(PrinterCallback)
    recorder = RunRecorder(server, folder, source, stopwatch, stop, timestamp, activity)
    recorder.attach(trainer)
    return trainer, recorder


def training_processes() -> int:
    """How many processes train together, as torchrun and accelerate tell each of them."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def _is_first_process() -> bool:
    return os.environ.get("RANK", "0") == "0"


def timestamp() -> str:
    """Now, in UTC, as the contract writes times."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _slots(groups: int) -> Dataset:
    """What TRL iterates over, once a batch. Which task fills a slot the rollout server decides."""
    return Dataset.from_dict({"prompt": [""] * groups})


def _hello(job: RunJob, step: int) -> Hello:
    folder = Path(job.model)
    return Hello(
        run_id=job.run_id,
        protocol=PROTOCOL_VERSION,
        step=step,
        update_size=job.recipe.training.update_size,
        groups_per_step=job.recipe.training.optimiser.groups_per_step,
        temperature=job.recipe.agent.temperature,
        max_sequence_tokens=job.recipe.agent.max_sequence_tokens,
        tokenizer_sha256=tokenizer_sha256(folder),
        tokenizer_probe=tokenizer_probe(load_tokenizer(folder)),
    )


def _restore(server: RolloutServer, checkpoint: Checkpoint | None) -> None:
    if checkpoint is None:
        server.restore(0, None)
    else:
        log.info("going on from %s", checkpoint.folder)
        server.restore(checkpoint.step, str(checkpoint.folder.resolve()))


def _gpu_dtype(job: RunJob) -> torch.dtype:
    """Weights that are trained themselves need float32; those below an adapter do not."""
    return torch.bfloat16 if job.recipe.training.optimiser.lora else torch.float32


def _announced_sync(
    job: RunJob,
    folder: RunFolder,
    server: RolloutServer,
    trainer: QueueGRPOTrainer,
    stopwatch: Stopwatch,
    activity: Activity,
) -> AnnouncedSync:
    url = job.processes.token_url
    sync = _policy_sync(job, folder, trainer, TokenServers([url], PatientCaller("token server")))
    return AnnouncedSync(
        sync, trainer.accelerator, server, [url], lambda: trainer.state.global_step, stopwatch, activity
    )


def _policy_sync(job: RunJob, folder: RunFolder, trainer: QueueGRPOTrainer, servers: TokenServers) -> PolicySync:
    has_adapter = job.recipe.training.optimiser.lora is not None
    if has_adapter != (job.policy_sync == "lora_disk") and job.policy_sync.endswith("_disk"):
        raise WrongSetup("policySync lora_disk is for recipes with lora, and weights_disk for those without.")
    if job.policy_sync == "gathered":
        from tool_r1_trainer.vllm_push import vllm_sync

        return vllm_sync(trainer, servers.base_urls[0], servers.served_model())
    if job.policy_sync == "none":
        return NoSync(servers.served_model())
    far = _far_sampler(job)
    save = saver_of(trainer.accelerator, trainer.model)
    loading = adapter_loading(servers) if has_adapter else weights_loading(servers)
    return FolderSync(trainer.accelerator, folder.policies, save, loading if far is None else sent_first(far, loading))


def _far_sampler(job: RunJob) -> FarSampler | None:
    """Where another machine samples, folders have to be sent there."""
    sampler = job.processes.sampler
    if sampler is None:
        return None
    return FarSampler(sampler.host, sampler.receiver_port, os.environ.get(KEY_VARIABLE, ""))
