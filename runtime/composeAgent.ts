// What the agent has in every rollout, in the editor, in the terminal and in training alike: the protocol of the recipe, the state
// behind the task's tools, tools on the task's files, and a reader behind them. Constructs them, as compose.ts does the other parts.
import path from 'node:path';
import { protocolOf } from './agent/protocols/protocolOf.ts';
import type { Protocol } from './agent/protocols/protocol.ts';
import type { Recipe } from './contract/recipe.ts';
import type { Task } from './contract/task.ts';
import type { ToolSignature } from './contract/tool.ts';
import type { DocumentReader } from './documents/document.ts';
import { environmentOf } from './environment/environmentOf.ts';
import { readEnvironmentPython } from './environment/environmentPython.ts';
import type { TaskEnvironment } from './environment/taskEnvironment.ts';
import type { Policy } from './policy/policy.ts';
import type { DataPack } from './sandbox/dataPack.ts';
import { importsAtHand } from './sandbox/importsAtHand.ts';
import type { CallTool } from './sandbox/sandbox.ts';
import type { ChosenFiles } from './support/chosenFiles.ts';
import type { Log } from './support/log.ts';
import { finalAnswer } from './tools/finalAnswer.ts';
import { inspectFileAsText } from './tools/inspectFileAsText.ts';
import { defaultReaderLimits, PolicyReader } from './tools/policyReader.ts';
import type { Reader } from './tools/tool.ts';
import { createToolBox, type ToolBox } from './tools/toolBox.ts';

/** What all rollouts of a process share. */
export interface AgentMeans {
  readonly documents: DocumentReader;
  readonly dataPack: DataPack | null;
  /** Folder of the bundles. */
  readonly distDirectory: string;
  readonly log: Log;
}

export interface AgentWish {
  /** The task whose state the tools work on. */
  readonly task: Task;
  readonly files: ChosenFiles;
  readonly recipe: Recipe;
  /** Null where nobody can answer questions about a text; the tool says so then. */
  readonly reader: Reader | null;
}

export interface AgentParts {
  readonly protocol: Protocol;
  readonly environment: TaskEnvironment | null;
  readonly tools: readonly ToolSignature[];
  readonly callTool: CallTool;
  /** Modules that the prompt names. */
  readonly importsAtHand: readonly string[];
}

/** @throws HumanError when the protocol needs an environment that the task does not name */
export function openAgent(
  { task, files, recipe, reader }: AgentWish,
  means: AgentMeans,
): AgentParts {
  const { protocol } = recipe.agent;
  const python = readEnvironmentPython(path.join(means.distDirectory, 'environment'));
  const { signatures, callTool } = openTools(files, reader, means);
  return {
    protocol: protocolOf(protocol),
    environment: environmentOf(protocol, task, python),
    tools: signatures,
    callTool,
    importsAtHand: importsAtHand(recipe.sandbox.allowedImports, means.dataPack),
  };
}

export function openTools(
  files: ChosenFiles,
  reader: Reader | null,
  { documents, log }: Pick<AgentMeans, 'documents' | 'log'>,
): ToolBox {
  return createToolBox({
    tools: [finalAnswer, inspectFileAsText(documents)],
    context: { files, reader },
    log: log.topic('tools'),
  });
}

/** Recorded replies answer no other question, so a replay has no reader. */
export function readerFor(policy: Policy, seed: number): Reader | null {
  if (policy.model.startsWith('replay:')) return null;
  return new PolicyReader({ policy, ...defaultReaderLimits, seed });
}
