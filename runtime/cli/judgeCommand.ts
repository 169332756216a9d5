// `tool-r1 judge`: grades the answers of trajectory files and says how the grades came out.
import path from 'node:path';
import type { Verdict } from '../contract/judge.ts';
import { levelOrder } from '../contract/agreement.ts';
import {
  judgeStored,
  readStoredAnswers,
  type JudgingOutcome,
  type LiveTrajectory,
} from '../labels/judging/judgeStored.ts';
import { judgingFigures, type JudgingFigures } from '../labels/judging/judgingFigures.ts';
import { FailureError, HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodeOfError, exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { judgeChoice, openChosenJudge, type JudgeWish } from './openChosenJudge.ts';
import { ProgressLine } from './progressLine.ts';
import { sanitise } from './sanitise.ts';

export interface JudgeOptions extends JudgeWish {
  readonly files: readonly string[];
  readonly concurrency: number;
  readonly again: boolean;
  readonly json: boolean;
}

export async function judgeCommand(
  context: CommandContext,
  options: JudgeOptions,
): Promise<ExitCode> {
  const { terminal, interrupts, cwd } = context;
  const { signal } = interrupts;
  const choice = await judgeChoice(context, options);
  const files = options.files.map((file) => path.resolve(cwd, file));
  const { answers, live, ungradable, problems } = await readStoredAnswers(files, signal);
  if (live[0] !== undefined) throw beingWritten(live[0]);
  for (const problem of problems) terminal.message(problem);
  const { judge, cache } = await openChosenJudge(context, choice);
  const progress = new ProgressLine(terminal, () => performance.now());
  try {
    const outcome = await judgeStored(answers, {
      judge,
      cache,
      asks: choice.asks,
      again: options.again,
      concurrency: options.concurrency,
      signal,
      onProgress: progress.show.bind(progress),
    });
    progress.clear();
    const summary = { judge: judge.identity, ...judgingFigures(outcome), ungradable };
    if (options.json) terminal.line(JSON.stringify(summary));
    else tell(context, summary);
    return outcome.failure === null ? exitCodes.ok : giveUp(context, outcome);
  } finally {
    await cache?.close();
  }
}

type Summary = JudgingFigures & {
  readonly judge: Verdict['judge'];
  /** Trajectories that no judge can grade. */
  readonly ungradable: number;
};

function beingWritten({ file, trajectoryId, pid }: LiveTrajectory): HumanError {
  return new HumanError(
    `${file} is being written: ${trajectoryId} still runs in process ${pid ?? ''}. Judge it when that has ended.`,
  );
}

function tell({ terminal }: CommandContext, summary: Summary): void {
  const { palette } = terminal;
  const { judge, trajectories, levels, unscored, appended, skipped, fromCache } = summary;
  const model = judge.model === undefined ? '' : ` with ${judge.model}`;
  terminal.line(palette.strong(sanitise(`${judge.name} ${judge.version}${model}`)));
  const row = (name: string, number: number, note = ''): void =>
    terminal.line(
      `${name.padEnd(18)} ${String(number).padStart(6)}  ${palette.faint(note)}`.trimEnd(),
    );
  for (const level of levelOrder.toReversed()) {
    row(level, levels[level], share(levels[level], trajectories - unscored));
  }
  row('unscored', unscored);
  const told = [
    `${count(appended, 'verdict')} appended`,
    ...(skipped > 0 ? [`${skipped} were there already`] : []),
    ...(fromCache > 0 ? [`${count(fromCache, 'answer')} known from the cache`] : []),
    ...(summary.ungradable > 0 ? [`${summary.ungradable} without answer or reference`] : []),
  ];
  terminal.line(palette.faint(told.join(', ')));
  tellFlips(summary, (line) => terminal.line(line));
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`;
}

function tellFlips({ flips, flipRate: rate }: JudgingFigures, line: (text: string) => void): void {
  if (rate === null) return;
  const parts = Object.entries(flips)
    .filter(([, { asked, unscored }]) => asked + unscored > 0)
    .map(([variant, { asked, flipped }]) => `${variant} ${flipped} of ${asked}`);
  line(`flip rate ${(100 * rate).toFixed(1)} %: ${parts.join(', ')}`);
}

/** The verdicts that came are kept; calling the command again goes on with the rest. */
function giveUp({ terminal }: CommandContext, { failure, left }: JudgingOutcome): ExitCode {
  if (failure === null) return exitCodes.ok;
  terminal.message(
    `${failure.message}\n${count(left, 'answer')} not judged. Call it again to go on.`,
  );
  return exitCodeOfError(new FailureError(failure));
}
