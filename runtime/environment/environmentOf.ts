// The environment of a task: read from its metadata, opened in a sandbox. Only the protocol that calls tools by JSON has any.
import * as z from 'zod';
import { EnvironmentSetting } from '../contract/environment.ts';
import type { AgentSettings } from '../contract/recipe.ts';
import type { Task } from '../contract/task.ts';
import type { ToolSignature } from '../contract/tool.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { failure, HumanError } from '../support/errors.ts';
import { check } from '../support/parseJson.ts';
import { bookingDeskTools } from './bookingDeskTools.ts';
import { CallSandbox } from './callSandbox.ts';
import { askSession, loadSource, reportTool } from './environmentChannel.ts';
import { environmentImports } from './environmentPython.ts';
import { fileSystemTools } from './fileSystemTools.ts';
import type { TaskEnvironment } from './taskEnvironment.ts';

/** The tools of each object, by the name that tasks call it by. */
const toolsOfObjects: Readonly<Record<string, readonly ToolSignature[]>> = {
  files: fileSystemTools,
  desk: bookingDeskTools,
};

const openMilliseconds = 10_000;
const Opened = z.object({ problem: z.string().nullable() });

/**
 * Null for a protocol whose tools have no state. `python` is the source of the objects (environmentPython.ts).
 * @throws HumanError when the protocol needs an environment and the task does not name one that exists
 */
export function environmentOf(
  protocol: AgentSettings['protocol'],
  task: Pick<Task, 'id' | 'metadata'>,
  python: string,
): TaskEnvironment | null {
  if (protocol !== 'artist-tools') return null;
  const setting = settingOf(task);
  return {
    tools: toolsOf(task.id, setting),
    sandbox: {
      tools: [reportTool],
      callTool: (_name, args) => Promise.resolve({ ok: true, value: args['text'] }),
      imports: environmentImports,
    },
    open: (sandbox, signal) => open(sandbox, { task, setting, python }, signal),
  };
}

interface Opening {
  readonly task: Pick<Task, 'id'>;
  readonly setting: EnvironmentSetting;
  readonly python: string;
}

async function open(sandbox: Sandbox, { task, setting, python }: Opening, signal: AbortSignal) {
  const options = { timeoutMilliseconds: openMilliseconds, maxOutputCharacters: 1000, signal };
  await loadSource(sandbox, python, options);
  const request = { name: 'open_session', payload: setting, answer: Opened };
  const told = await askSession(sandbox, request, options);
  if (told.kind === 'stopped') {
    throw failure('tool', 'not-opened', `The environment of ${task.id} did not open in time.`);
  }
  const { problem } = told.value;
  if (problem === null) return new CallSandbox(sandbox);
  throw failure(
    'tool',
    'bad-environment',
    `The environment of task ${task.id} cannot be used: ${problem}. Mend metadata.environment of the task.`,
  );
}

function settingOf({ id, metadata }: Pick<Task, 'id' | 'metadata'>): EnvironmentSetting {
  const { environment } = metadata;
  if (environment === undefined) {
    throw new HumanError(
      `Task ${id} names no environment. The protocol artist-tools needs metadata.environment with initial, truth and expected; take tasks that have it, or another recipe.`,
    );
  }
  const setting = check(EnvironmentSetting, environment);
  if (setting.ok) return setting.value;
  throw new HumanError(`metadata.environment of task ${id} cannot be used: ${setting.problem}.`);
}

function toolsOf(id: string, { initial }: EnvironmentSetting): readonly ToolSignature[] {
  return Object.keys(initial).flatMap((name) => {
    const tools = toolsOfObjects[name];
    if (tools !== undefined) return tools;
    const known = Object.keys(toolsOfObjects).join(', ');
    throw new HumanError(`Task ${id} asks for an object ${name}; there are ${known}.`);
  });
}
