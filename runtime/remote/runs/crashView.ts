// What a person is shown of a run that crashed: the lines of the log around the one that tells the cause, and what to try. Pure.
import type { RunJob } from '../../contract/training/runFolder.ts';
import type { RunPage } from '../../contract/training/runView.ts';
import { crashCauses, type CrashCause } from './crashCauses.ts';
import { foldedLine } from './foldedLog.ts';

type CrashView = NonNullable<RunPage['crash']>;

/** The end of a log. */
export interface LogTail {
  /** Such as `trainer.log`. */
  readonly name: string;
  readonly text: string;
}

export interface CrashInput {
  /** In the order of looking: that of the process that died first where it is known. */
  readonly logs: readonly LogTail[];
  /** As the status has it. */
  readonly problem: string | null;
  readonly newestCheckpoint: number | null;
  readonly step: number;
  readonly job: Pick<RunJob, 'saveEverySteps'>;
}

interface Found {
  readonly log: LogTail;
  readonly lines: readonly string[];
  readonly place: number;
  readonly cause: CrashCause;
}

const linesBefore = 6;
const linesAfter = 4;
const lastLines = 10;

/** Without a line that tells a cause, the last lines of the first log, and what its problem says. */
export function crashView(input: CrashInput): CrashView {
  const logs = input.logs.map((log) => ({ log, lines: linesOf(log) }));
  const found = firstCause(logs);
  const told = found?.cause ?? crashCauses.find(({ pattern }) => pattern.test(input.problem ?? ''));
  const tryThese = [...(told?.tryThese ?? unknownCause), ...resumeWords(input)];
  if (found !== null) return { ...around(found), tryThese };
  const [first] = logs.filter(({ lines }) => lines.length > 0);
  const lines = (first?.lines ?? []).slice(-lastLines);
  return {
    log: first?.log.name ?? '',
    lines: lines.map((text) => ({ text, isCause: false })),
    tryThese,
  };
}

const unknownCause = [
  'Read the last lines of each log; that of the process that died first tells most.',
  'Resume once: a crash that does not come again was a passing one.',
];

function linesOf({ text }: LogTail): string[] {
  return text
    .split('\n')
    .map((line) => foldedLine(line).trimEnd())
    .filter((line) => line !== '');
}

/** By the order of causes, then of logs; the last line that tells it, because earlier ones may have been survived. */
function firstCause(
  logs: readonly { readonly log: LogTail; readonly lines: readonly string[] }[],
): Found | null {
  for (const cause of crashCauses) {
    for (const { log, lines } of logs) {
      const place = lines.findLastIndex((line) => cause.pattern.test(line));
      if (place >= 0) return { log, lines, place, cause };
    }
  }
  return null;
}

function around({ log, lines, place }: Found): Pick<CrashView, 'log' | 'lines'> {
  const start = Math.max(0, place - linesBefore);
  const shown = lines.slice(start, place + linesAfter + 1);
  return {
    log: log.name,
    lines: shown.map((text, index) => ({ text, isCause: start + index === place })),
  };
}

function resumeWords({ newestCheckpoint, step, job }: CrashInput): string[] {
  if (newestCheckpoint === null) {
    return [
      `There is no checkpoint yet: start again. The first is saved after train step ${job.saveEverySteps}.`,
    ];
  }
  const again = Math.max(0, step - newestCheckpoint);
  const repeated =
    again === 0 ? 'no train step is' : `${again} train ${again === 1 ? 'step is' : 'steps are'}`;
  return [`When it is mended, resume from checkpoint ${newestCheckpoint}: ${repeated} repeated.`];
}
