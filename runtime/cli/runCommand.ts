// `tool-r1 run`: puts one task to the agent and shows what it does.
import path from 'node:path';
import type { RolloutRequest } from '../agentRuntime.ts';
import type { RunEvent } from '../contract/events.ts';
import type { Task } from '../contract/task.ts';
import { rolloutRequest, type Wish } from '../rolloutRequest.ts';
import { findTask } from '../store/taskStore.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodeOf, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { judgeChoice } from './openChosenJudge.ts';
import { ProgressLine } from './progressLine.ts';
import { RunView } from './runView.ts';
import { shortPath } from './shortPath.ts';
import type { Terminal } from './terminal.ts';
import type { Reach } from './reach.ts';

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
  /** Whose verdict the reward counts. */
  readonly judge: string;
  /** Model of the `llm` judge. */
  readonly judgeModel: string;
  /** What the agent may reach beyond the files. */
  readonly reach: Reach;
  readonly json: boolean;
  /** Trajectory file; null chooses one below the current folder. */
  readonly out: string | null;
  readonly full: boolean;
}

export async function runCommand(context: CommandContext, options: RunOptions): Promise<ExitCode> {
  const { terminal, interrupts, cwd } = context;
  const { model, recipe, seed, out, maxSteps, temperature } = options;
  const request = await rolloutRequest(
    {
      ...(await whatIsAsked(context, options)),
      model,
      recipe,
      changes: {
        ...(maxSteps === null ? {} : { maxSteps }),
        ...(temperature === null ? {} : { temperature }),
      },
      seed,
      ...options.reach,
      file: out,
      folder: cwd,
    },
    context,
  );
  const { judge: name, judgeModel } = options;
  const judge = await judgeChoice(context, { judge: name, model: judgeModel, asks: 1 });
  tellLeftOut(terminal, request.files);
  const runtime = await context.openRuntime();
  const onEvent = options.json ? jsonPrinter(context) : eventPrinter(context, options, request);
  const ending = await runtime.run({ ...request, judge }, { signal: interrupts.signal, onEvent });
  return interrupts.exitCode ?? exitCodeOf(ending.stopReason, ending.failure);
}

async function whatIsAsked(context: CommandContext, options: RunOptions): Promise<Asked> {
  const task = options.task === null ? null : await taskNamed(options.task, context);
  if (task === null && options.question === null) {
    throw new HumanError(
      'There is no question. Write one in quotes, or name a task: --task FILE#ID',
    );
  }
  if (task !== null && options.question !== null) {
    throw new HumanError('Give either a question or --task, not both.');
  }
  const question = task?.question ?? options.question ?? '';
  if (question.trim() === '') throw new HumanError('The question is empty.');
  return {
    task,
    question,
    files: [...(task?.files ?? []), ...options.files],
    referenceAnswer: options.reference ?? task?.referenceAnswer ?? null,
  };
}

type Asked = Pick<Wish, 'task' | 'question' | 'files' | 'referenceAnswer'>;

function taskNamed(name: string, context: CommandContext): Promise<Task> {
  const at = name.lastIndexOf('#');
  if (at <= 0 || at === name.length - 1) {
    throw new HumanError(`--task ${name} names no task. Write the file and the id: tasks.jsonl#ID`);
  }
  const file = path.resolve(context.cwd, name.slice(0, at));
  return findTask(file, name.slice(at + 1), context.interrupts.signal);
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
  request: RolloutRequest,
): (event: RunEvent) => void {
  const { terminal, cwd } = context;
  const progress = new ProgressLine(terminal, () => performance.now());
  const view = new RunView(terminal, {
    full: options.full,
    files: request.files.files,
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
