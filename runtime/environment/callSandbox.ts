// Makes the calls of a code action on the objects of a task, inside the sandbox that it decorates. The policy's words reach Python
// as data; nothing that it writes is run. A call that fails is an outcome, and the calls after it are made all the same.
import * as z from 'zod';
import { CallRequest, EnvironmentOutcome } from '../contract/environment.ts';
import type { ToolCall } from '../contract/tool.ts';
import type {
  Episode,
  Sandbox,
  StepOptions,
  StepResult,
  TableResult,
  TableWish,
} from '../sandbox/sandbox.ts';
import { failure } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import { askSession } from './environmentChannel.ts';
import type { EnvironmentSandbox } from './taskEnvironment.ts';

const CallOutcome = z.discriminatedUnion('ok', [
  z.object({ name: z.string(), ok: z.literal(true), result: z.unknown() }),
  z.object({
    name: z.string(),
    ok: z.literal(false),
    error: z.object({ type: z.string(), message: z.string() }),
  }),
]);
type CallOutcome = z.infer<typeof CallOutcome>;

const previewCharacters = 200;
const compareMilliseconds = 10_000;

export class CallSandbox implements EnvironmentSandbox {
  private readonly inner: Sandbox;

  constructor(inner: Sandbox) {
    this.inner = inner;
  }

  get isAlive(): boolean {
    return this.inner.isAlive;
  }

  async run(code: string, options: StepOptions): Promise<StepResult> {
    const requests = readRequests(code);
    if ('problem' in requests) return unread(requests);
    const request = { name: 'make_calls', payload: requests.calls, answer: z.array(CallOutcome) };
    // The host's own channel is no tool of the policy.
    const quiet = { ...options, onToolCalled: () => undefined, onToolAnswered: () => undefined };
    const told = await askSession(this.inner, request, quiet);
    if (told.kind === 'stopped') return { ...told.result, toolCalls: [], variables: [] };
    const calls = told.value.map((outcome, index) => record(outcome, requests.calls, index));
    for (const call of calls) {
      options.onToolCalled?.(call);
      options.onToolAnswered?.(call);
    }
    return resultOf(told.value, calls, told.result);
  }

  async compare(signal: AbortSignal): Promise<EnvironmentOutcome> {
    const options = { timeoutMilliseconds: compareMilliseconds, maxOutputCharacters: 0, signal };
    const told = await askSession(
      this.inner,
      { name: 'compare', answer: EnvironmentOutcome },
      options,
    );
    if (told.kind === 'answered') return told.value;
    throw failure(
      'tool',
      'not-compared',
      `The environment was not compared: ${told.result.outcome}.`,
    );
  }

  /** There is no namespace of the policy to look into. */
  readTable({ name }: TableWish): Promise<TableResult> {
    return Promise.resolve({ ok: false, problem: `${name} is state of a tool, not a variable.` });
  }

  handOver(to: Pick<Episode, 'callTool' | 'quarantine'>): void {
    this.inner.handOver(to);
  }

  release(): Promise<void> {
    return this.inner.release();
  }
}

interface ReadRequests {
  readonly calls: readonly CallRequest[];
}

interface Unread {
  readonly problem: string;
  /** From 1. */
  readonly line: number;
}

function readRequests(code: string): ReadRequests | Unread {
  const calls: CallRequest[] = [];
  for (const [index, line] of code.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = parseJson(CallRequest, line);
    if (!read.ok) return { problem: read.problem, line: index + 1 };
    calls.push(read.value);
  }
  return { calls };
}

function record(outcome: CallOutcome, requests: readonly CallRequest[], index: number): ToolCall {
  return {
    index,
    name: outcome.name,
    arguments: requests[index]?.arguments ?? {},
    outcome: outcome.ok ? 'ok' : 'error',
    preview: clipped(
      outcome.ok
        ? JSON.stringify(outcome.result)
        : `${outcome.error.type}: ${outcome.error.message}`,
    ),
    milliseconds: 0,
  };
}

function clipped(text: string): string {
  return text.length <= previewCharacters ? text : `${text.slice(0, previewCharacters - 3)}...`;
}

/** The step went well when every call did; else it carries the first error, with the line of its call. */
function resultOf(
  outcomes: readonly CallOutcome[],
  toolCalls: readonly ToolCall[],
  { milliseconds, recovery, violations }: StepResult,
): StepResult {
  const wrong = outcomes.findIndex(({ ok }) => !ok);
  const failed = outcomes[wrong];
  return {
    ...nothingElse,
    outcome: failed === undefined ? 'executed' : 'python-error',
    stdout: outcomes.map((outcome) => `${line(outcome)}\n`).join(''),
    error: failed?.ok === false ? { ...failed.error, line: wrong + 1, traceback: [] } : null,
    toolCalls,
    recovery,
    violations,
    milliseconds,
  };
}

/** What the policy reads of a call. */
function line(outcome: CallOutcome): string {
  const { name } = outcome;
  return outcome.ok
    ? JSON.stringify({ name, result: outcome.result })
    : JSON.stringify({ name, error: outcome.error.message });
}

function unread({ problem, line: place }: Unread): StepResult {
  return {
    ...nothingElse,
    outcome: 'syntax-error',
    stdout: '',
    error: { type: 'SyntaxError', message: `no call: ${problem}`, line: place, traceback: [] },
    toolCalls: [],
    recovery: 'none',
    violations: [],
    milliseconds: 0,
  };
}

const nothingElse = {
  stdoutCut: 0,
  value: null,
  finalAnswer: null,
  refusals: [],
  warnings: [],
  bound: [],
  deleted: [],
  variables: [],
  outputFiles: [],
} satisfies Partial<StepResult>;
