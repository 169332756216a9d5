// `tool-r1 run`: puts one task to the agent and shows what it does.
import path from 'node:path';
import type { RolloutRequest } from '../agentRuntime.ts';
import type { RunEvent } from '../contract/events.ts';
import type { Recipe } from '../contract/recipe.ts';
import type { Task } from '../contract/task.ts';
import { readRecipe } from '../recipes/readRecipe.ts';
import { findTask } from '../store/taskStore.ts';
import { runName, trajectoryFile } from '../store/trajectoryStore.ts';
import { chooseFiles, type ChosenFiles } from '../support/chosenFiles.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodeOf, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { ProgressLine } from './progressLine.ts';
import { RunView } from './runView.ts';
import { shortPath } from './shortPath.ts';
import type { Terminal } from './terminal.ts';

export interface RunOptions {
  readonly question: string | null;
  readonly files: readonly string[];
  /** `FILE#ID`. */
  readonly task: string | null;
  readonly model: string;
  readonly reference: string | null;
  readonly seed: number | null;
  readonly maxSteps: number | null;
  readonly temperature: number | null;
  /** Name of a built-in recipe, or a file. */
  readonly recipe: string;
  readonly json: boolean;
  /** Trajectory file; null chooses one below the current folder. */
  readonly out: string | null;
  readonly full: boolean;
}

export async function runCommand(context: CommandContext, options: RunOptions): Promise<ExitCode> {
  const { terminal, interrupts } = context;
  const run = runName(context.now(), context.randomHex());
  const task = await taskOf(context, options, run);
  const files = await chooseFiles(task.files);
  tellLeftOut(terminal, files);
  const request: RolloutRequest = {
    trajectoryId: run,
    task,
    files,
    model: options.model,
    recipe: withChanges(await readRecipe(options.recipe, context.cwd), options),
    seed: options.seed ?? Number.parseInt(context.randomHex().slice(0, 7), 16),
    file: path.resolve(context.cwd, options.out ?? trajectoryFile(context.cwd, run)),
  };
  const runtime = await context.openRuntime();
  const onEvent = options.json ? jsonPrinter(context) : eventPrinter(context, options, files);
  const ending = await runtime.run(request, { signal: interrupts.signal, onEvent });
  return interrupts.exitCode ?? exitCodeOf(ending.stopReason, ending.failure);
}

async function taskOf(context: CommandContext, options: RunOptions, run: string): Promise<Task> {
  const absolute = (name: string) => path.resolve(context.cwd, name);
  const chosen = options.files.map(absolute);
  const found = options.task === null ? null : await taskNamed(options.task, context);
  if (found === null && options.question === null) {
    throw new HumanError(
      'There is no question. Write one in quotes, or name a task: --task FILE#ID',
    );
  }
  if (found !== null && options.question !== null) {
    throw new HumanError('Give either a question or --task, not both.');
  }
  const task: Task = found ?? {
    version: 1,
    id: run,
    question: options.question ?? '',
    files: [],
    referenceAnswer: null,
    level: null,
    source: null,
    metadata: {},
  };
  if (task.question.trim() === '') throw new HumanError('The question is empty.');
  return {
    ...task,
    files: [...task.files, ...chosen],
    referenceAnswer: options.reference ?? task.referenceAnswer,
  };
}

function taskNamed(name: string, context: CommandContext): Promise<Task> {
  const at = name.lastIndexOf('#');
  if (at <= 0 || at === name.length - 1) {
    throw new HumanError(`--task ${name} names no task. Write the file and the id: tasks.jsonl#ID`);
  }
  const file = path.resolve(context.cwd, name.slice(0, at));
  return findTask(file, name.slice(at + 1), context.interrupts.signal);
}

function withChanges(recipe: Recipe, { maxSteps, temperature }: RunOptions): Recipe {
  const agent = {
    ...recipe.agent,
    ...(maxSteps === null ? {} : { maxSteps }),
    ...(temperature === null ? {} : { temperature }),
  };
  return { ...recipe, agent };
}

/** One event a line on stdout; progress also on a terminal's status line, where a person may be waiting. */
function jsonPrinter({ terminal }: CommandContext): (event: RunEvent) => void {
  const progress = new ProgressLine(terminal, () => performance.now());
  return (event) => {
    if (event.type === 'progress-reported' && terminal.hasStatus) progress.show(event);
    terminal.write(`${JSON.stringify(event)}\n`);
  };
}

function eventPrinter(
  context: CommandContext,
  options: RunOptions,
  chosen: ChosenFiles,
): (event: RunEvent) => void {
  const { terminal, cwd } = context;
  const progress = new ProgressLine(terminal, () => performance.now());
  const view = new RunView(terminal, {
    full: options.full,
    files: chosen.files,
    shortenPath: (file) => shortPath(cwd, file),
    hint: true,
  });
  return (event) => {
    if (event.type === 'progress-reported') progress.show(event);
    else view.handle(event);
  };
}

const mostNamed = 5;

function tellLeftOut(terminal: Terminal, { leftOut }: ChosenFiles): void {
  for (const name of leftOut.slice(0, mostNamed)) terminal.message(`Left out: ${name}`);
  const more = leftOut.length - mostNamed;
  if (more > 0) terminal.message(`Left out: ${count(more, 'more entry', 'more entries')}`);
}
