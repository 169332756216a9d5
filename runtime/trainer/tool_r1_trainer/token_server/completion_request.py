"""What the token server is asked, in the names of vLLM. Whatever would bend the distribution is refused."""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

TokenId = Annotated[int, Field(ge=0)]
Body = TypeVar("Body", bound=BaseModel)


class RequestRefused(Exception):
    """A request that is not served; `status` is the HTTP status."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class CompletionRequest(BaseModel):
    """One or several prompts with the settings of sampling. Unknown keys are ignored, as vLLM does."""

    model_config = ConfigDict(frozen=True, strict=True)

    model: str
    prompt: str | Annotated[list[TokenId], Field(min_length=1)] | Annotated[list[list[TokenId]], Field(min_length=1)]
    max_tokens: int = Field(default=16, ge=1)
    temperature: float = Field(default=1.0, ge=0)
    """0 takes the likeliest token; its log-probability is then that of temperature 1."""
    seed: int | None = None
    stop: str | list[str] | None = None
    stop_token_ids: list[TokenId] | None = None
    ignore_eos: bool = False
    include_stop_str_in_output: bool = False
    skip_special_tokens: bool = True
    logprobs: int | None = Field(default=None, ge=0, le=0)
    return_token_ids: bool = False
    return_tokens_as_token_ids: bool = False
    n: int = Field(default=1, ge=1, le=1)
    stream: bool = False
    top_p: float = 1.0
    top_k: int = 0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0

    @model_validator(mode="after")
    def _refuse_other_distributions(self) -> "CompletionRequest":
        neutral = {"top_p": (1.0,), "top_k": (0, -1), "min_p": (0.0,), "repetition_penalty": (1.0,)}
        neutral |= {"presence_penalty": (0.0,), "frequency_penalty": (0.0,), "stream": (False,)}
        for name, values in neutral.items():
            if getattr(self, name) not in values:
                raise ValueError(f"{name} has to be {values[0]}: this server samples from the whole distribution")
        return self

    @property
    def stop_strings(self) -> list[str]:
        stops = [self.stop] if isinstance(self.stop, str) else self.stop or []
        return [text for text in stops if text]


class TokenizeRequest(BaseModel):
    """A conversation that the chat template renders, or a text as it is."""

    model_config = ConfigDict(frozen=True, strict=True)

    messages: list[dict[str, Any]] | None = None
    prompt: str | None = None
    add_generation_prompt: bool = True
    add_special_tokens: bool | None = None
    """Absent: false for messages, true for a prompt, as vLLM has it."""

    @model_validator(mode="after")
    def _needs_one_of_two(self) -> "TokenizeRequest":
        if (self.messages is None) == (self.prompt is None):
            raise ValueError("give either messages or prompt")
        return self


class LoadWeightsRequest(BaseModel):
    """A folder with a whole model, and the name it is served by from now on."""

    model: str = Field(min_length=1)
    path: str


class LoadAdapterRequest(BaseModel):
    """A folder with a LoRA adapter of the model that the server was started with."""

    lora_name: str = Field(min_length=1)
    lora_path: str


class UnloadAdapterRequest(BaseModel):
    """The name of an adapter that is not needed any more."""

    lora_name: str


def parse_body(schema: type[Body], text: bytes) -> Body:
    """Raises `RequestRefused` 400 with the first fault."""
    try:
        return schema.model_validate_json(text)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise RequestRefused(400, f"{where}: {fault['msg']}" if where else fault["msg"]) from None
