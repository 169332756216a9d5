"""What every test shares: no network, one thread, and a tiny model that is made once."""

import os

os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false", TRL_EXPERIMENTAL_SILENCE="1", OMP_NUM_THREADS="1")

from pathlib import Path

import pytest
import torch
from make_tiny_model import make_tiny_model

torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a random Llama of 100,000 weights and a vocabulary of 448 tokens."""
    folder = tmp_path_factory.mktemp("model") / "tiny"
    make_tiny_model(folder)
    return folder


@pytest.fixture(scope="session")
def taught_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that replies in the protocol of Tool-R1, now well and now badly, so that groups have variance."""
    folder = tmp_path_factory.mktemp("model") / "taught"
    make_tiny_model(folder, lessons=100)
    return folder
