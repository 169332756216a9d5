"""Reads models and adapters from folders into memory."""

import hashlib
from pathlib import Path

import torch
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)
from transformers.utils.logging import disable_progress_bar

from tool_r1_trainer.failures import WrongSetup

# A log file is no place for progress bars.
disable_progress_bar()


def load_model(folder: Path, dtype: torch.dtype = torch.float32) -> PreTrainedModel:
    """A causal language model. Raises `WrongSetup` when the folder does not hold one."""
    if not (folder / "config.json").is_file():
        raise WrongSetup(f"{folder} holds no model: config.json is missing. Name a folder with a Hugging Face model.")
    try:
        model = AutoModelForCausalLM.from_pretrained(folder, dtype=dtype, local_files_only=True)
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        raise WrongSetup(f"The model in {folder} cannot be read: {_first_line(error)}") from error
    assert isinstance(model, PreTrainedModel)
    return model


def load_tokenizer(folder: Path) -> PreTrainedTokenizerBase:
    """Raises `WrongSetup` when the folder has no tokenizer."""
    try:
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        raise WrongSetup(
            f"{folder} has no tokenizer that can be read: {_first_line(error)} "
            "Copy tokenizer.json and tokenizer_config.json of the model into it."
        ) from error
    assert isinstance(tokenizer, PreTrainedTokenizerBase)
    return tokenizer


def merge_adapter(base: Path, adapter: Path) -> PreTrainedModel:
    """The model of `base` with a LoRA adapter added into its weights."""
    from peft import PeftModel

    try:
        merged = PeftModel.from_pretrained(load_model(base), str(adapter)).merge_and_unload()
    except (OSError, ValueError, RuntimeError) as error:
        raise WrongSetup(f"The adapter in {adapter} cannot be read: {_first_line(error)}") from error
    assert isinstance(merged, PreTrainedModel)
    return merged


def tokenizer_sha256(folder: Path) -> str | None:
    """SHA-256 of tokenizer.json in hexadecimal; None where there is no such file."""
    file = folder / "tokenizer.json"
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None


def end_token_ids(model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> frozenset[int]:
    """Ids that end a reply: those of the generation settings of the model and the tokenizer's own."""
    config = getattr(model.generation_config, "eos_token_id", None)
    named = config if isinstance(config, list) else [config]
    return frozenset(int(id) for id in [*named, tokenizer.eos_token_id] if id is not None)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
