// How the host speaks to the session inside the sandbox: one call of a Python function with JSON text, one JSON text back. The
// answer comes by a final tool, so that no limit on printed output touches it.
import type * as z from 'zod';
import type { ToolSignature } from '../contract/tool.ts';
import type { Sandbox, StepOptions, StepResult } from '../sandbox/sandbox.ts';
import { failure } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';

/** The only function of the host that code in an environment's sandbox can call. */
export const reportTool: ToolSignature = {
  name: 'report',
  description: 'Gives an answer of the environment to the host.',
  parameters: [{ name: 'text', type: 'str', description: 'JSON.' }],
  returns: 'str',
  isFinal: true,
};

export type Told<Value> =
  | { readonly kind: 'answered'; readonly value: Value; readonly result: StepResult }
  /** Stopped by a limit or by a person; the result says by what. */
  | { readonly kind: 'stopped'; readonly result: StepResult };

const stops: ReadonlySet<StepResult['outcome']> = new Set(['timeout', 'aborted', 'cancelled']);

/**
 * Calls `name(text)` in the sandbox, where `text` is `payload` as JSON; without payload `name()`.
 * @throws FailureError at boundary `tool` when the environment itself is broken
 */
export async function askSession<Schema extends z.ZodType>(
  sandbox: Pick<Sandbox, 'run'>,
  request: { readonly name: string; readonly payload?: unknown; readonly answer: Schema },
  options: StepOptions,
): Promise<Told<z.output<Schema>>> {
  const { name, payload, answer } = request;
  const argument = payload === undefined ? '' : pythonText(JSON.stringify(payload));
  const result = await sandbox.run(`${reportTool.name}(${name}(${argument}))`, options);
  if (stops.has(result.outcome)) return { kind: 'stopped', result };
  const read = parseJson(answer, reportedText(result));
  if (read.ok) return { kind: 'answered', value: read.value, result };
  throw broken(
    result.error === null ? read.problem : `${result.error.type}: ${result.error.message}`,
  );
}

/** Runs source that must simply work. */
export async function loadSource(
  sandbox: Pick<Sandbox, 'run'>,
  source: string,
  options: StepOptions,
): Promise<void> {
  const { outcome, error, refusals } = await sandbox.run(source, options);
  if (outcome === 'executed') return;
  throw broken(refusals[0]?.message ?? error?.message ?? `its source ended by ${outcome}`);
}

/** A text as Python source that nothing in it can leave, and that no check of code looks into. */
function pythonText(text: string): string {
  return `bytes.fromhex('${Buffer.from(text, 'utf8').toString('hex')}').decode()`;
}

function reportedText({ finalAnswer }: StepResult): string {
  return typeof finalAnswer?.value === 'string' ? finalAnswer.value : '';
}

function broken(why: string) {
  return failure('tool', 'environment-broken', `The environment of the task broke: ${why}`);
}
