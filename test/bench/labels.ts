// Labelling on 12,000 judged trajectories: opening a queue, committing a label, the report on agreement. The baseline of
// opening is reading and parsing every line of the file, and that of a commit an append with its sync.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import type { VerdictLevel } from '../../runtime/contract/judge.ts';
import { createLabelling } from '../../runtime/labels/labelling.ts';
import type { LabellingSession } from '../../runtime/labels/labellingSession.ts';
import { trajectoryFile } from '../../runtime/store/trajectoryStore.ts';
import { seededRandom } from '../../runtime/support/seededRandom.ts';
import { ann, judgedTrajectory, llmJudge, ruleJudge } from '../fakes/labelRecords.ts';
import { makeTemporaryFolder } from '../fakes/temporaryFolder.ts';
import { asLines } from '../fakes/trajectoryRecords.ts';
import { median, timed } from './measure.ts';
import type { BenchRow } from './row.ts';

const trajectories = 12_000;
const groupSize = 16;
const queue = 300;
const levels: readonly VerdictLevel[] = ['Wrong', 'Partially Correct', 'Correct'];
const settings = '12,000 trajectories, 2 judges';

export async function labelRows(): Promise<readonly BenchRow[]> {
  const folder = await makeTemporaryFolder();
  try {
    const file = await writeTrajectories(folder.path);
    return await measure(folder.path, file);
  } finally {
    await folder.remove();
  }
}

async function writeTrajectories(workspace: string): Promise<string> {
  const file = trajectoryFile(workspace, 'bench');
  await mkdir(path.dirname(file), { recursive: true });
  const out = createWriteStream(file);
  const random = seededRandom(1);
  const level = () => levels[Math.floor(random() * levels.length)] ?? 'Wrong';
  for (let number = 0; number < trajectories; number += 1) {
    const llm = level();
    const rule = random() < 0.7 && llm !== 'Partially Correct' ? llm : 'Wrong';
    const records = judgedTrajectory({
      id: `t-${number}`,
      task: `task-${Math.floor(number / groupSize)}`,
      answer: `answer ${Math.floor(random() * trajectories)}`,
      policyVersion: number % 10,
      verdicts: [
        { judge: llmJudge, level: llm },
        { judge: ruleJudge, level: rule },
      ],
      output: 'x'.repeat(2000),
    });
    if (!out.write(asLines(records))) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  return file;
}

async function measure(workspace: string, file: string): Promise<BenchRow[]> {
  const { signal } = new AbortController();
  let ids = 0;
  const labelling = createLabelling({
    now: () => new Date().toISOString(),
    newId: () => `id-${(ids += 1)}`,
    onChange: () => undefined,
    onProblem: (error) => {
      throw error;
    },
  });
  const request = { workspace, files: [], rater: ann, size: queue };
  let session: LabellingSession | undefined;
  const opened = await timed(async () => (session = await labelling.open(request, signal)));
  const parsed = await timed(() => parseAll(file));
  if (session === undefined) throw new Error('the queue was not opened');
  const commits = await commitAll(session);
  const synced = await appendTimes(path.join(workspace, 'baseline.jsonl'));
  const report = await timed(() => labelling.agreement(request, signal));
  await labelling.closeAll();
  return [
    row('open a queue of 300', opened, { name: 'parse every line', value: parsed }, 2000),
    row(
      'commit a label, median',
      median(commits),
      { name: 'append and sync', value: median(synced) },
      20,
    ),
    row('commit a label, slowest of 300', Math.max(...commits), null, null),
    row('report on agreement, 300 labels', report, null, 2000),
  ];
}

async function parseAll(file: string): Promise<void> {
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    // The plainest way to read the file, to compare with.
    if (line !== '') JSON.parse(line);
  }
}

async function commitAll(session: LabellingSession): Promise<number[]> {
  const random = seededRandom(2);
  const times: number[] = [];
  for (const { itemHash } of await session.items(1, queue)) {
    const level = levels[Math.floor(random() * levels.length)] ?? 'Wrong';
    const commit = { itemHash, level, criteria: null, note: '', milliseconds: 1000 };
    times.push(await timed(() => session.commit(commit)));
  }
  return times;
}

async function appendTimes(file: string): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < queue; number += 1) {
    times.push(
      await timed(async () => {
        const handle = await open(file, 'a');
        await handle.write(`${'x'.repeat(600)}\n`);
        await handle.datasync();
        await handle.close();
      }),
    );
  }
  return times;
}

function row(
  name: string,
  value: number,
  baseline: BenchRow['baseline'],
  most: number | null,
): BenchRow {
  const aim = most === null ? null : { text: `at most ${most} ms`, reached: value <= most };
  return { name, settings, value, unit: 'ms', baseline, aim };
}
