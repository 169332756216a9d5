"""What ends the trainer or the token server before its time, each with an exit code and a sentence for a person.

0  done, or stopped as asked and saved
1  a mistake in this program; the traceback is in the log
2  the run file, the model folder or an argument is wrong
3  the rollout server refused, or answered against the contract
4  trainer and token server do not compute the same log-probabilities
5  a server is gone: start it again, and the trainer goes on from its newest checkpoint
"""

from typing import ClassVar


class TrainerFailure(Exception):
    """A failure that a person can do something about. The message is one line."""

    exit_code: ClassVar[int] = 1


class WrongSetup(TrainerFailure):
    """The run file, the model folder or an argument cannot be used."""

    exit_code = 2


class ContractBroken(TrainerFailure):
    """The rollout server refused a call, or answered what the contract does not allow."""

    exit_code = 3


class PolicyMismatch(TrainerFailure):
    """Fresh rows have other log-probabilities here than where they were sampled."""

    exit_code = 4


class ServerGone(TrainerFailure):
    """A server did not answer for as long as is waited."""

    exit_code = 5
