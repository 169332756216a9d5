// What the agent has in every rollout, in the editor, in the terminal and in training alike: the protocol of the recipe, the state
// behind the task's tools, tools on the task's files, and a reader behind them. Constructs them, as compose.ts does the other parts.
import path from 'node:path';
import { protocolOf } from './agent/protocols/protocolOf.ts';
import type { Protocol } from './agent/protocols/protocol.ts';
import type { Recipe } from './contract/recipe.ts';
import type { Task } from './contract/task.ts';
import type { ToolSignature } from './contract/tool.ts';
import type { DocumentReader } from './documents/document.ts';
import { readPicture } from './documents/picture/pictureFile.ts';
import { environmentOf } from './environment/environmentOf.ts';
import { readEnvironmentPython } from './environment/environmentPython.ts';
import type { TaskEnvironment } from './environment/taskEnvironment.ts';
import type { Policy } from './policy/policy.ts';
import type { DataPack } from './sandbox/dataPack.ts';
import { importsAtHand } from './sandbox/importsAtHand.ts';
import type { CallTool } from './sandbox/sandbox.ts';
import type { ChosenFiles } from './support/chosenFiles.ts';
import type { Log } from './support/log.ts';
import { closedTool } from './tools/closedTool.ts';
import { finalAnswer } from './tools/finalAnswer.ts';
import { inspectFileAsText } from './tools/inspectFileAsText.ts';
import { localVisualizer } from './tools/localVisualizer.ts';
import { defaultReaderLimits, PolicyReader } from './tools/policyReader.ts';
import type { Reader, Tool } from './tools/tool.ts';
import { createToolBox, type ToolBox } from './tools/toolBox.ts';
import { toolChoice } from './tools/toolChoice.ts';
import type { VisionModel } from './tools/visionModel.ts';

/** What all rollouts of a process share. */
export interface AgentMeans {
  readonly documents: DocumentReader;
  readonly dataPack: DataPack | null;
  /** Folder of the bundles. */
  readonly distDirectory: string;
  readonly log: Log;
}

export interface AgentWish extends ToolBoxWish {
  /** The task whose state the tools work on. */
  readonly task: Task;
}

export interface AgentParts {
  readonly protocol: Protocol;
  readonly environment: TaskEnvironment | null;
  readonly tools: readonly ToolSignature[];
  readonly callTool: CallTool;
  /** Modules that the prompt names. */
  readonly importsAtHand: readonly string[];
}

/** @throws HumanError when the protocol needs an environment that the task does not name, and as `openTools` */
export function openAgent(wish: AgentWish, means: AgentMeans): AgentParts {
  const { task, recipe } = wish;
  const { protocol } = recipe.agent;
  const python = readEnvironmentPython(path.join(means.distDirectory, 'environment'));
  const { signatures, callTool } = openTools(wish, means);
  return {
    protocol: protocolOf(protocol),
    environment: environmentOf(protocol, task, python),
    tools: signatures,
    callTool,
    importsAtHand: importsAtHand(recipe.sandbox.allowedImports, means.dataPack),
  };
}

/** What decides which tools there are, and what is behind them. */
export interface ToolBoxWish {
  readonly files: ChosenFiles;
  readonly recipe: Recipe;
  /** Null where nobody can answer questions about a text; the tools say so then. */
  readonly reader: Reader | null;
  /** Null where the person did not allow the web. */
  readonly webTools: readonly Tool[] | null;
  /** Null where no model sees. */
  readonly vision: VisionModel | null;
  /** Tools of a trajectory that is run again: the same ones, and closed where they are not at hand. Null goes by the recipe. */
  readonly recorded: readonly ToolSignature[] | null;
}

/** @throws HumanError when the recipe lists a tool that there is not */
export function openTools(
  wish: ToolBoxWish,
  { documents, log }: Pick<AgentMeans, 'documents' | 'log'>,
): ToolBox {
  const { files, reader, vision, webTools } = wish;
  const atHand = [
    finalAnswer,
    inspectFileAsText(documents),
    localVisualizer({ vision, documents, readPicture }),
    ...(webTools ?? []),
  ];
  return createToolBox({
    tools: chosenTools(wish, atHand),
    context: { files, reader },
    log: log.topic('tools'),
  });
}

function chosenTools(wish: ToolBoxWish, atHand: readonly Tool[]): readonly Tool[] {
  const { recorded, webTools } = wish;
  if (recorded !== null) {
    return recorded.map(
      (signature) =>
        atHand.find((tool) => tool.signature.name === signature.name) ?? closedTool(signature),
    );
  }
  const names: readonly string[] = toolChoice({ ...wish, hasWeb: webTools !== null });
  return atHand.filter(({ signature }) => names.includes(signature.name));
}

/** Recorded replies answer no other question, so a replay has no reader. */
export function readerFor(policy: Policy, seed: number): Reader | null {
  if (policy.model.startsWith('replay:')) return null;
  return new PolicyReader({ policy, ...defaultReaderLimits, seed });
}
