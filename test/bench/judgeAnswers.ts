// `npm run measure:judge -- [model] [asks]`: how judges grade the answers of test/fixtures/judge/answers.jsonl, whose levels
// were given by hand when the answers were written: agreement of the rule judge, the sentence model and a language model with them,
// and with each other. The README quotes what this prints for the embedded model.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compose } from '../../runtime/compose.ts';
import type { Verdict } from '../../runtime/contract/judge.ts';
import type { JudgeChoice } from '../../runtime/judge/judgeChoice.ts';
import { judgeBatch } from '../../runtime/judge/batch/judgeBatch.ts';
import { countFlips, flipRate } from '../../runtime/judge/flipRate.ts';
import { fitThresholds } from '../../runtime/judge/semantic/thresholds.ts';
import { estimatePair } from '../../runtime/judge/statistics/estimates.ts';
import { levelIndex } from '../../runtime/judge/statistics/gradedRow.ts';
import { cacheDirectory } from '../../runtime/support/cacheDirectory.ts';
import { silentLog } from '../../runtime/support/log.ts';
import { homedir } from 'node:os';
import { parseGradedAnswers, type GradedAnswer } from '../fakes/gradedAnswers.ts';

const root = path.resolve(import.meta.dirname, '../..');
const [model = 'embedded', asks = '1'] = process.argv.slice(2);
const answers = parseGradedAnswers(
  readFileSync(path.join(root, 'test/fixtures/judge/answers.jsonl'), 'utf8'),
);
const { platform, env } = process;
const runtime = compose({
  distDirectory: path.join(root, 'dist'),
  cacheDirectory: cacheDirectory({ platform, env, homeDirectory: homedir() }),
  platform,
  env,
  log: silentLog,
  editor: null,
  checkpoints: null,
});

try {
  const judged = new Map<string, ReadonlyMap<string, Verdict>>();
  for (const name of ['rule', 'gaia-official', 'semantic', 'llm'] as const) {
    const verdicts = await judgeAll(name);
    judged.set(name, verdicts);
    report(name, verdicts, judged.get('rule') ?? verdicts);
  }
} finally {
  await runtime.close();
}

async function judgeAll(name: JudgeChoice['name']): Promise<ReadonlyMap<string, Verdict>> {
  const { signal } = new AbortController();
  const choice: JudgeChoice = {
    name,
    model,
    asks: name === 'llm' ? Number(asks) : 1,
    taught: { version: 1, examples: [] },
  };
  const judge = await runtime.openJudge(choice, { signal, onProgress: () => undefined });
  const verdicts = new Map<string, Verdict>();
  const started = performance.now();
  await judgeBatch(
    answers.map(({ id, question, referenceAnswer, finalAnswer }) => ({
      itemHash: id,
      input: { question, referenceAnswer, finalAnswer },
    })),
    {
      judge,
      known: null,
      concurrency: 1,
      signal,
      onProgress: () => undefined,
      onVerdict: ({ itemHash }, verdict) => {
        if (name === 'llm') console.error(itemHash, JSON.stringify(verdict).slice(0, 300));
        verdicts.set(itemHash, verdict);
        return Promise.resolve();
      },
    },
  );
  const seconds = (performance.now() - started) / 1000;
  console.log(`${name} ${judge.identity.version}: ${seconds.toFixed(1)} s`);
  return verdicts;
}

function report(
  name: string,
  verdicts: ReadonlyMap<string, Verdict>,
  rule: ReadonlyMap<string, Verdict>,
): void {
  const counts = new Map<string, number>();
  for (const verdict of verdicts.values()) {
    const key = verdict.outcome === 'scored' ? verdict.level : `unscored: ${verdict.cause}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  console.log(`\n${name}: ${[...counts].map(([key, count]) => `${key} ${count}`).join(', ')}`);
  tell('the levels given by hand', (answer) => answer.level);
  tell('rule', (answer) => levelOf(rule.get(answer.id)));
  const flips = countFlips([...verdicts.values()]);
  if (flipRate(flips) !== null) console.log(`  flips ${JSON.stringify(flips)}`);
  const points = answers.flatMap(({ id, level }) => {
    const cosine = verdicts.get(id)?.['cosine'];
    return typeof cosine === 'number' ? [{ cosine, level, weight: 1 }] : [];
  });
  if (points.length > 0) console.log(`  fit ${JSON.stringify(fitThresholds(points, 'kappa'))}`);

  function tell(whom: string, other: (answer: GradedAnswer) => GradedAnswer['level'] | null): void {
    const rows = answers.flatMap((answer) => {
      const [left, right] = [levelOf(verdicts.get(answer.id)), other(answer)];
      if (left === null || right === null) return [];
      return [{ left: levelIndex(left), right: levelIndex(right), weight: 1, stratum: 'all' }];
    });
    const { n, same, kappa, kappaQuadratic } = estimatePair(rows, 1);
    const shown = [same, kappa, kappaQuadratic].map(
      ({ value, low, high }) => `${value?.toFixed(2)} [${low?.toFixed(2)}, ${high?.toFixed(2)}]`,
    );
    console.log(
      `  against ${whom}, n ${n}: same ${shown[0]}, kappa ${shown[1]}, quadratic ${shown[2]}`,
    );
  }
}

function levelOf(verdict: Verdict | undefined): GradedAnswer['level'] | null {
  return verdict?.outcome === 'scored' ? verdict.level : null;
}
