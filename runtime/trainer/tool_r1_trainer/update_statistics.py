"""What happened to the tokens of an update, apart for fresh and cached rows."""

from dataclasses import dataclass

import torch
from accelerate import Accelerator


@dataclass(frozen=True)
class TokenFacts:
    """Means over the trained tokens of one kind of rows; None where there is no such token."""

    tokens: int
    clip_fraction: float | None
    """Share of tokens whose gradient the clip stopped."""
    log_prob_gap: float | None
    """Mean of |log-probability here - when it was sampled|."""


class UpdateStatistics:
    """Sums over the micro-batches of one optimiser step; `take` gives the means over all ranks and starts anew."""

    def __init__(self, clip_low: float, clip_high: float) -> None:
        self._low = 1 - clip_low
        self._high = 1 + clip_high
        self._sums: torch.Tensor | None = None

    def add(
        self,
        log_probs: torch.Tensor,
        compared_with: torch.Tensor,
        sampled: torch.Tensor,
        mask: torch.Tensor,
        advantages: torch.Tensor,
        fresh: torch.Tensor,
    ) -> None:
        """Adds a micro-batch of B rows and T tokens.

        Args:
            log_probs: (B, T) under the policy that is trained.
            compared_with: (B, T), the denominator of the clipped ratio.
            sampled: (B, T) under the policy that sampled.
            mask: (B, T), 1 for a token that is trained on.
            advantages: (B,).
            fresh: (B,), 1 for a row that was sampled for this step.
        """
        ratio = (log_probs - compared_with).exp()
        sign = advantages[:, None]
        clipped = ((ratio < self._low) & (sign < 0)) | ((ratio > self._high) & (sign > 0))
        gap = (log_probs - sampled).abs()
        sums = []
        for kind in (fresh, 1 - fresh):
            chosen = (mask * kind[:, None]).bool()
            sums.append(torch.stack([chosen.sum(), clipped[chosen].sum(), gap[chosen].sum()]).double())
        added = torch.stack(sums)
        self._sums = added if self._sums is None else self._sums + added

    def take(self, accelerator: Accelerator) -> tuple[TokenFacts, TokenFacts]:
        """Fresh and cached. A collective call."""
        sums = self._sums if self._sums is not None else torch.zeros(2, 3, dtype=torch.float64)
        self._sums = None
        fresh, cached = accelerator.reduce(sums.to(accelerator.device), reduction="sum").tolist()
        return _facts(*fresh), _facts(*cached)


def _facts(tokens: float, clipped: float, gap: float) -> TokenFacts:
    return TokenFacts(int(tokens), _share(clipped, tokens), _share(gap, tokens))


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole > 0 else None


def of_both(fresh: TokenFacts, cached: TokenFacts) -> float | None:
    """The clip fraction over the tokens of both kinds."""
    clipped = sum((facts.clip_fraction or 0.0) * facts.tokens for facts in (fresh, cached))
    return _share(clipped, fresh.tokens + cached.tokens)
