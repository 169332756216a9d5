// `tool-r1 judge`: grades the answers of trajectory files and says how the grades came out.
import type { Verdict, VerdictLevel } from '../contract/judge.ts';
import { levelOrder } from '../contract/agreement.ts';
import { countFlips, flipRate } from '../judge/flipRate.ts';
import { FailureError } from '../support/errors.ts';
import path from 'node:path';
import type { CommandContext } from './command.ts';
import { exitCodeOfError, exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { judgeStored, readStoredAnswers, type JudgingOutcome } from './judgeStored.ts';
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
  const { answers, ungradable, problems } = await readStoredAnswers(files, signal);
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
    const summary = { judge: judge.identity, ...figuresOf(outcome), ungradable };
    if (options.json) terminal.line(JSON.stringify(summary));
    else tell(context, summary);
    return outcome.failure === null ? exitCodes.ok : giveUp(context, outcome);
  } finally {
    await cache?.close();
  }
}

type Figures = ReturnType<typeof figuresOf>;
type Summary = Figures & {
  readonly judge: Verdict['judge'];
  /** Trajectories that no judge can grade. */
  readonly ungradable: number;
};

function figuresOf({ verdicts, appended, skipped, known, left }: JudgingOutcome) {
  const levels = Object.fromEntries(
    levelOrder.map((level) => [level, verdicts.filter((one) => isOf(one, level)).length]),
  ) as Record<VerdictLevel, number>;
  const unscored = verdicts.filter(({ outcome }) => outcome === 'unscored').length;
  const flips = countFlips(verdicts);
  return {
    trajectories: verdicts.length,
    levels,
    unscored,
    appended,
    skipped,
    fromCache: known,
    left,
    flips,
    flipRate: flipRate(flips),
  };
}

function isOf(verdict: Verdict, level: VerdictLevel): boolean {
  return verdict.outcome === 'scored' && verdict.level === level;
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

function tellFlips({ flips, flipRate: rate }: Figures, line: (text: string) => void): void {
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
