// The tool calls of one step: checks what Python asks for, runs it on the host, keeps the record, and gives the answer back.
import * as z from 'zod';
import type { ToolCall, ToolSignature } from '../contract/tool.ts';
import type { Clock } from '../support/clock.ts';
import { parseJson } from '../support/parseJson.ts';
import type { Frame } from './frames.ts';
import type { CallTool, StepOptions, ToolAnswer } from './sandbox.ts';
import { decodeValue, encodeValue } from './valueCodec.ts';

const ToolFrame = z.object({ name: z.string(), args: z.record(z.string(), z.unknown()) });
type ToolFrame = z.infer<typeof ToolFrame>;
const ParallelFrame = z.array(ToolFrame);

const decoder = new TextDecoder();
const previewCharacters = 300;

export interface BridgeParts {
  readonly tools: ReadonlyMap<string, ToolSignature>;
  readonly maxCalls: number;
  readonly callTool: CallTool;
  readonly clock: Clock;
  readonly options: StepOptions;
  /** Sends an answer to Python. */
  readonly reply: (answer: unknown) => void;
  /** Called when a tool rejected, which means that the machinery broke. */
  readonly onBroken: (error: unknown) => void;
}

const interrupt = { interrupt: true };

export class ToolBridge {
  /** Frames that the kernel would not have written. */
  readonly violations: string[] = [];
  finalAnswer: { readonly value: unknown } | null = null;
  /** Milliseconds that tools have taken; those of calls that run at once count once. */
  milliseconds = 0;

  private readonly parts: BridgeParts;
  private readonly calls: ToolCall[] = [];
  private readonly pending = new Map<number, ToolFrame>();
  private started = 0;
  private waitingSince: number | null = null;
  private isStopped = false;
  /** Ends the tools of this step; made for the first of them, because most steps call none. */
  private stopper: AbortController | null = null;

  constructor(parts: BridgeParts) {
    this.parts = parts;
  }

  /** Time in tools up to now, a call that runs included. */
  get millisecondsSoFar(): number {
    const { waitingSince } = this;
    return (
      this.milliseconds + (waitingSince === null ? 0 : this.parts.clock.monotonic() - waitingSince)
    );
  }

  /** Takes a frame of kind T or P. The answer comes through `reply`, exactly once. */
  take(frame: Frame): void {
    this.waitingSince = this.parts.clock.monotonic();
    if (this.isStopped) {
      this.finish(interrupt);
      return;
    }
    const answer = frame.kind === 'T' ? this.single(frame) : this.several(frame);
    answer.then(
      (value) => this.finish(value),
      (error: unknown) => {
        this.parts.onBroken(error);
        this.finish(interrupt);
      },
    );
  }

  /** Ends the tools of this step and interrupts the code that waits for one. */
  stop(): void {
    this.isStopped = true;
    this.stopper?.abort();
    this.finish(interrupt);
  }

  /** The record of the step so far; a call that was stopped in the middle is part of it. */
  get records(): ToolCall[] {
    const stopped = [...this.pending.entries()].map(([index, call]): ToolCall => ({
      index,
      name: call.name,
      arguments: call.args,
      outcome: 'error',
      preview: 'stopped before it answered',
      milliseconds: 0,
    }));
    return [...this.calls, ...stopped].sort((a, b) => a.index - b.index);
  }

  private finish(answer: unknown): void {
    if (this.waitingSince === null) return;
    this.milliseconds += this.parts.clock.monotonic() - this.waitingSince;
    this.waitingSince = null;
    this.parts.reply(answer);
  }

  private async single(frame: Frame): Promise<unknown> {
    const parsed = parseJson(ToolFrame, decoder.decode(frame.payload));
    return parsed.ok ? await this.run(parsed.value) : this.refuseFrame();
  }

  private async several(frame: Frame): Promise<unknown> {
    const parsed = parseJson(ParallelFrame, decoder.decode(frame.payload));
    if (!parsed.ok) return this.refuseFrame();
    return { answers: await Promise.all(parsed.value.map((call) => this.run(call))) };
  }

  private refuseFrame(): unknown {
    this.violations.push('tool-frame');
    return errorAnswer('ToolError', 'this tool call cannot be read');
  }

  private async run(call: ToolFrame): Promise<unknown> {
    const tool = this.parts.tools.get(call.name);
    if (tool === undefined || !fits(call, tool)) return this.refuseFrame();
    const index = this.started;
    this.started += 1;
    if (index >= this.parts.maxCalls) {
      return errorAnswer(
        'RuntimeError',
        `one step may make ${this.parts.maxCalls} tool calls; go on in the next step`,
      );
    }
    this.parts.options.onToolCalled?.({ index, name: call.name, arguments: call.args });
    this.pending.set(index, call);
    const started = this.parts.clock.monotonic();
    this.stopper ??= new AbortController();
    const { signal } = this.stopper;
    const answer = await this.parts.callTool(call.name, plainArguments(call), signal);
    const milliseconds = this.parts.clock.monotonic() - started;
    this.pending.delete(index);
    this.record(call, tool, { index, answer, milliseconds });
    return answer.ok
      ? { value: encodeValue(answer.value) }
      : errorAnswer(answer.pythonType, answer.message);
  }

  private record(
    call: ToolFrame,
    tool: ToolSignature,
    made: { readonly index: number; readonly answer: ToolAnswer; readonly milliseconds: number },
  ): void {
    const { index, answer, milliseconds } = made;
    const record: ToolCall = {
      index,
      name: call.name,
      arguments: call.args,
      outcome: answer.ok ? 'ok' : 'error',
      preview: answer.ok ? previewOf(answer.value) : `${answer.pythonType}: ${answer.message}`,
      ...(answer.ok && answer.notes !== undefined ? { notes: [...answer.notes] } : {}),
      milliseconds,
    };
    this.calls.push(record);
    if (tool.isFinal && answer.ok) this.finalAnswer ??= { value: finalValue(call, tool) };
    this.parts.options.onToolAnswered?.(record);
  }
}

function fits(call: ToolFrame, tool: ToolSignature): boolean {
  return Object.keys(call.args).every((name) =>
    tool.parameters.some((parameter) => parameter.name === name),
  );
}

function plainArguments(call: ToolFrame): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(call.args).map(([name, value]) => [name, decodeValue(value)]),
  );
}

function finalValue(call: ToolFrame, tool: ToolSignature): unknown {
  const [first] = tool.parameters;
  return first === undefined ? null : decodeValue(call.args[first.name] ?? null);
}

function errorAnswer(type: string, message: string): unknown {
  return { error: { type, message } };
}

function previewOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(encodeValue(value));
  return text.length <= previewCharacters ? text : `${text.slice(0, previewCharacters - 3)}...`;
}
