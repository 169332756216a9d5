"""Work that only the first of several training processes does, while the others wait for its result."""

from collections.abc import Callable
from typing import TypeVar

from accelerate import Accelerator
from accelerate.utils import broadcast_object_list

Result = TypeVar("Result")


def on_main_rank(accelerator: Accelerator, work: Callable[[], Result]) -> Result:
    """The result of `work`, which runs on rank 0 alone, on every rank. An error there is raised on every rank.

    Without that the other ranks would wait in the next collective call until it times out.
    """
    if accelerator.num_processes == 1:
        return work()
    box: list[Result | Exception | None] = [None]
    if accelerator.is_main_process:
        try:
            box[0] = work()
        except Exception as error:
            box[0] = error
    broadcast_object_list(box)
    if isinstance(box[0], Exception):
        raise box[0]
    return box[0]  # type: ignore[return-value]
