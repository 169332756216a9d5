// Large trajectory files to measure the viewer with, the same on every machine: made from a seed once and kept in the
// temporary folder of the system.
import { createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import type { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import { seededRandom, type Random } from '../fakes/random.ts';
import { makeEnded, makeReply, makeStarted, makeStep, makeTask } from '../fakes/records.ts';

/** Changes when what is made changes, so that an older file is not taken for it. */
const version = 3;
const words =
  'the table holds rows of boats and prices that we filter by month before we add them up and print what is left'.split(
    ' ',
  );

const pieces = Array.from({ length: 2000 }, (_, index) => {
  const random = seededRandom(index);
  return Array.from({ length: 10 }, () => random.pick(words)).join(' ');
});

/** A word that one trajectory in ten thousand has in an observation. */
export const rareWord = 'zanzibar';

/** About 1 GB: 200,000 trajectories of 12,500 tasks, two or three steps each. */
export function manyTrajectories(count = 200_000): Promise<string> {
  return makeOnce(`many-${count}`, async (write) => {
    const random = seededRandom(7);
    for (let index = 0; index < count; index += 1) {
      for (const record of oneOfMany(index, random)) await write(`${JSON.stringify(record)}\n`);
    }
  });
}

/** About 127 MB: one trajectory of 4,000 steps. */
export function longTrajectory(steps = 4000): Promise<string> {
  return makeOnce(`long-${steps}`, async (write) => {
    const random = seededRandom(8);
    const trajectoryId = 'long';
    await write(`${JSON.stringify(makeStarted({ trajectoryId }))}\n`);
    for (let index = 1; index <= steps; index += 1) {
      const record = stepRecord(trajectoryId, index, random, 2300);
      await write(`${JSON.stringify(record)}\n`);
    }
    await write(`${JSON.stringify(makeEnded({ trajectoryId }))}\n`);
  });
}

function oneOfMany(index: number, random: Random): TrajectoryRecord[] {
  const trajectoryId = `t-${index}`;
  const task = Math.floor(index / 16);
  const level = random.pick(['Correct', 'Wrong', 'Partially Correct'] as const);
  const base = { version: 1, trajectoryId } as const;
  const total = Math.round(random.next() * 160) / 100;
  return [
    makeStarted({
      trajectoryId,
      task: makeTask({ id: `task-${task}`, question: `Question ${task}: ${prose(random, 12)}?` }),
    }),
    ...[1, 2, 3]
      .slice(index % 2)
      .map((_, place) =>
        stepRecord(trajectoryId, place + 1, random, 20, index % 10_000 === 5000 && place === 1),
      ),
    makeEnded({ trajectoryId, finalAnswer: String(random.below(1000)) }),
    {
      ...base,
      kind: 'verdict-given',
      verdict: {
        outcome: 'scored',
        judge: { name: 'rule', version: '1' },
        level,
        score: 1,
        reason: prose(random, 8),
      },
    },
    {
      ...base,
      kind: 'reward-assigned',
      reward: {
        recipe: 'tool-r1',
        total,
        parts: [
          { name: 'answer', score: total, weight: 1, reason: level },
          { name: 'parse', score: 1, weight: 0.3, reason: '3 of 3 steps' },
        ],
      },
    },
  ];
}

function stepRecord(
  trajectoryId: string,
  index: number,
  random: Random,
  size: number,
  isRare = false,
): TrajectoryRecord {
  const code = `rows = table["${random.pick(words)}"]\nprint(rows.sum())\n# ${prose(random, size / 3)}`;
  const thought = `${prose(random, size / 3)}.`;
  const step = makeStep({
    index,
    thought,
    code,
    reply: makeReply({ text: `Thought: ${thought}\nCode:\n\`\`\`py\n${code}\n\`\`\`<end_code>` }),
    sandboxMilliseconds: random.below(2000),
  });
  step.observation.text = `${prose(random, size)}${isRare ? ` ${rareWord}` : ''}`;
  step.observation.stdout = `${step.observation.text}\n`;
  return { version: 1, trajectoryId, kind: 'step-ended', step };
}

/** So many words in pieces of ten, which are made once, because making a gigabyte word by word takes minutes. */
function prose(random: Random, count: number): string {
  return Array.from({ length: Math.ceil(count / 10) }, () => random.pick(pieces)).join(' ');
}

async function makeOnce(
  name: string,
  make: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<string> {
  const folder = path.join(tmpdir(), 'tool-r1-bench');
  const file = path.join(folder, `${name}-v${version}.trajectories.jsonl`);
  if ((await stat(file).catch(() => null)) !== null) return file;
  await mkdir(folder, { recursive: true });
  const part = `${file}.${process.pid}.part`;
  const stream = createWriteStream(part, { highWaterMark: 4 * 1024 * 1024 });
  await make(async (text) => {
    if (!stream.write(text)) await once(stream, 'drain');
  });
  stream.end();
  await once(stream, 'close');
  await rename(part, file);
  return file;
}
