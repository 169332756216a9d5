// `tool-r1 judge improve`: teaches a judge from people's labels and measures on labels it was not taught from whether that
// helped. Proposes; writes `.tool-r1/judge.json` only when told to.
import { levelOrder } from '../contract/agreement.ts';
import type { Verdict } from '../contract/judge.ts';
import { judgeBatch } from '../judge/batch/judgeBatch.ts';
import { chooseExamples, splitByHash, type TaughtItem } from '../judge/improve/chooseExamples.ts';
import type { JudgeChoice } from '../judge/judgeChoice.ts';
import { judgeFileOf, readJudgeFile, writeJudgeFile, type JudgeFile } from '../judge/judgeFile.ts';
import { fitThresholds, type LabelledCosine } from '../judge/semantic/thresholds.ts';
import { estimatePair, type PairEstimates } from '../judge/statistics/estimates.ts';
import { levelIndex } from '../judge/statistics/gradedRow.ts';
import { mcnemarExact } from '../judge/statistics/mcnemar.ts';
import { FailureError, HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { bootstrapSeed, formatEstimate, minLabels, readLabelled } from './judgeLabelled.ts';
import { judgeChoice, openChosenJudge } from './openChosenJudge.ts';
import { ProgressLine } from './progressLine.ts';
import { shortPath } from './shortPath.ts';

export interface JudgeImproveOptions {
  readonly files: readonly string[];
  /** `llm` gets examples, `semantic` gets thresholds. */
  readonly judge: string;
  readonly model: string;
  readonly concurrency: number;
  /** Most examples to choose. */
  readonly examples: number;
  readonly write: boolean;
  readonly json: boolean;
}

/** An answer that people labelled. */
interface Labelled {
  readonly itemHash: string;
  readonly input: {
    readonly question: string;
    readonly referenceAnswer: string;
    readonly finalAnswer: string;
  };
  readonly people: TaughtItem['people'];
  readonly weight: number;
  readonly stratum: string;
  /** A person's note about it; empty when there is none. */
  readonly note: string;
}

export async function judgeImproveCommand(
  context: CommandContext,
  options: JudgeImproveOptions,
): Promise<ExitCode> {
  const before = await readJudgeFile(context.cwd);
  const choice = await judgeChoice(context, { ...options, asks: 1 }, before);
  if (choice.name !== 'llm' && choice.name !== 'semantic') {
    throw new HumanError(`The ${choice.name} judge cannot be taught. Choose llm or semantic.`);
  }
  const items = await labelledAnswers(context, options.files);
  const { train, heldOut } = splitByHash(items);
  const old = await judgeAll(context, choice, items, options.concurrency);
  const taught = teach(choice.name, before, train, old, options.examples);
  if (taught === null) {
    context.terminal.line(
      'The judge agrees with people on every label to learn from; nothing to teach.',
    );
    return exitCodes.ok;
  }
  const now = await judgeAll(context, { ...choice, taught }, heldOut, options.concurrency);
  const change = changeOf(heldOut, old, now);
  if (options.json) context.terminal.line(JSON.stringify({ ...change, proposed: taught }));
  else tell(context, choice, taught, change);
  if (options.write) await write(context, taught);
  return exitCodes.ok;
}

async function labelledAnswers(
  context: CommandContext,
  files: readonly string[],
): Promise<readonly Labelled[]> {
  const { population, labels, items } = await readLabelled(context, files);
  if (items.length < minLabels) {
    throw new HumanError(
      `Only ${count(items.length, 'answer')} of these files have labels that count; ${minLabels} are needed. Label more: tool-r1 label`,
    );
  }
  return items.flatMap(({ index, people, weight, stratum }) => {
    const item = population.items[index];
    const level = levelOrder[people];
    if (item === undefined || level === undefined) return [];
    const { hash: itemHash, question, referenceAnswer, finalAnswer } = item;
    const marks = [...labels.book.item(itemHash).marks.values()];
    const note = marks.find((mark) => mark.note.trim() !== '')?.note;
    const input = { question, referenceAnswer, finalAnswer };
    return [{ itemHash, input, people: level, weight, stratum, note: note ?? '' }];
  });
}

type Verdicts = ReadonlyMap<string, Verdict>;

/** Answers that were judged before come from the cache. @throws FailureError when the judge had to be given up */
async function judgeAll(
  context: CommandContext,
  choice: JudgeChoice,
  items: readonly Labelled[],
  concurrency: number,
): Promise<Verdicts> {
  const { judge, cache } = await openChosenJudge(context, choice);
  const progress = new ProgressLine(context.terminal, () => performance.now());
  const verdicts = new Map<string, Verdict>();
  try {
    const outcome = await judgeBatch(items, {
      judge,
      known: cache,
      concurrency,
      signal: context.interrupts.signal,
      onProgress: progress.show.bind(progress),
      onVerdict: ({ itemHash }, verdict) => {
        verdicts.set(itemHash, verdict);
        return Promise.resolve();
      },
    });
    if (outcome.failure !== null) throw new FailureError(outcome.failure);
    return verdicts;
  } finally {
    progress.clear();
    await cache?.close();
  }
}

/** The file that would be written; null when there is nothing to learn. */
function teach(
  name: 'llm' | 'semantic',
  before: JudgeFile,
  train: readonly Labelled[],
  verdicts: Verdicts,
  limit: number,
): JudgeFile | null {
  if (name === 'semantic') {
    const fit = fitThresholds(
      train.flatMap((item) => cosineOf(item, verdicts)),
      'kappa',
    );
    if (fit === null) return null;
    return { ...before, thresholds: { partial: fit.partial, correct: fit.correct } };
  }
  const judged = train.map((item) => ({ ...item, judge: levelIn(verdicts, item) }));
  const chosen = chooseExamples(judged, limit);
  if (chosen.length === 0) return null;
  const examples = chosen.map(({ input, people, note }) => ({
    ...input,
    level: people,
    reason: note.trim() === '' ? `People graded this answer ${people}.` : note.trim(),
  }));
  return { ...before, examples };
}

function cosineOf({ itemHash, people, weight }: Labelled, verdicts: Verdicts): LabelledCosine[] {
  const cosine = verdicts.get(itemHash)?.['cosine'];
  return typeof cosine === 'number' ? [{ cosine, level: people, weight }] : [];
}

function levelIn(verdicts: Verdicts, { itemHash }: Labelled): TaughtItem['judge'] {
  const verdict = verdicts.get(itemHash);
  return verdict?.outcome === 'scored' ? verdict.level : null;
}

interface Change {
  /** Held-out labels on which both gave a level. */
  readonly n: number;
  readonly before: PairEstimates;
  readonly after: PairEstimates;
  /** Held-out answers that only the judge as it was, and only the taught one, grades as people do. */
  readonly onlyBefore: number;
  readonly onlyAfter: number;
  /** Of the exact McNemar test. */
  readonly p: number;
}

function changeOf(items: readonly Labelled[], old: Verdicts, now: Verdicts): Change {
  const rows = items.flatMap((item) => {
    const [before, after] = [levelIn(old, item), levelIn(now, item)];
    if (before === null || after === null) return [];
    const { weight, stratum } = item;
    const right = levelIndex(item.people);
    return [
      {
        before: { left: levelIndex(before), right, weight, stratum },
        after: { left: levelIndex(after), right, weight, stratum },
      },
    ];
  });
  const isRight = ({ left, right }: { left: number; right: number }): boolean => left === right;
  const onlyBefore = rows.filter((row) => isRight(row.before) && !isRight(row.after)).length;
  const onlyAfter = rows.filter((row) => isRight(row.after) && !isRight(row.before)).length;
  const pairOf = (side: 'before' | 'after') =>
    estimatePair(
      rows.map((row) => row[side]),
      bootstrapSeed,
    );
  return {
    n: rows.length,
    before: pairOf('before'),
    after: pairOf('after'),
    onlyBefore,
    onlyAfter,
    p: mcnemarExact(onlyBefore, onlyAfter),
  };
}

function tell(
  { terminal, cwd }: CommandContext,
  choice: JudgeChoice,
  taught: JudgeFile,
  { n, before, after, onlyBefore, onlyAfter, p }: Change,
): void {
  const { thresholds, examples } = taught;
  if (choice.name === 'semantic' && thresholds !== undefined) {
    const { partial, correct } = thresholds;
    terminal.line(
      `Partially Correct from cosine ${partial.toFixed(3)}, Correct from ${correct.toFixed(3)}`,
    );
  } else {
    for (const level of levelOrder.toReversed()) {
      const own = examples.filter((example) => example.level === level).length;
      if (own > 0) terminal.line(`${count(own, 'example')} graded ${level}`);
    }
  }
  terminal.line(`On ${count(n, 'label')} that were held out, before and after:`);
  const row = (name: string, pick: (pair: PairEstimates) => string): void =>
    terminal.line(`  ${name.padEnd(17)} ${pick(before)}  ->  ${pick(after)}`);
  row('same as people', ({ same }) => formatEstimate(same));
  row('kappa', ({ kappa }) => formatEstimate(kappa));
  row('kappa, quadratic', ({ kappaQuadratic }) => formatEstimate(kappaQuadratic));
  terminal.line(`  ${onlyAfter} mended, ${onlyBefore} spoilt; exact McNemar p = ${p.toFixed(3)}`);
  terminal.line(`To keep it in ${shortPath(cwd, judgeFileOf(cwd))}: call it again with --write`);
}

async function write({ cwd, terminal }: CommandContext, taught: JudgeFile): Promise<void> {
  await writeJudgeFile(cwd, taught);
  terminal.message(
    `Written to ${shortPath(cwd, judgeFileOf(cwd))}. The judge has a new version now.`,
  );
}
