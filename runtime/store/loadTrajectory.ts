// One whole trajectory of a file, for going on from it. The file is searched for the id byte by byte and only lines that name
// it are parsed, so that a large file costs about what reading it costs. Lists and pages are viewing/'s business.
import { isUtf8 } from 'node:buffer';
import { TrajectoryRecord, type Trajectory } from '../contract/trajectory.ts';
import { failure } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import { assembleTrajectory } from './assembleTrajectory.ts';
import { LentHandle } from './lentHandle.ts';
import { LineBlocks } from './lineBlocks.ts';

const newline = 0x0a;

/** @throws FailureError at boundary `store` when the file cannot be read or has no such trajectory */
export async function loadTrajectory(
  file: string,
  id: string,
  signal: AbortSignal,
): Promise<Trajectory> {
  const lent = await LentHandle.open(file);
  try {
    const records = await readRecords(new LineBlocks(lent.handle), id, signal);
    const { trajectory } = assembleTrajectory(records);
    if (trajectory !== null) return trajectory;
    const why = records.length > 0 ? `has records of ${id}, but not its first one` : `has no ${id}`;
    throw failure('store', 'no-trajectory', `${file} ${why}. Open the file to see what it has.`);
  } finally {
    await lent.close();
  }
}

async function readRecords(
  blocks: LineBlocks,
  id: string,
  signal: AbortSignal,
): Promise<TrajectoryRecord[]> {
  const name = Buffer.from(JSON.stringify(id));
  const records: TrajectoryRecord[] = [];
  for (;;) {
    signal.throwIfAborted();
    const block = await blocks.next();
    if (block === null) return records;
    if (block.kind !== 'oversized') records.push(...recordsIn(block.bytes, name, id));
    if (block.kind === 'tail' || (block.kind === 'oversized' && !block.ended)) return records;
  }
}

/** The records of lines in which the name stands. */
function recordsIn(bytes: Buffer, name: Buffer, id: string): TrajectoryRecord[] {
  const records: TrajectoryRecord[] = [];
  for (let at = bytes.indexOf(name); at >= 0;) {
    const from = bytes.lastIndexOf(newline, at) + 1;
    const found = bytes.indexOf(newline, at);
    const end = found < 0 ? bytes.length : found;
    const record = parseLine(bytes.subarray(from, end));
    if (record?.trajectoryId === id) records.push(record);
    at = end >= bytes.length ? -1 : bytes.indexOf(name, end);
  }
  return records;
}

function parseLine(line: Buffer): TrajectoryRecord | null {
  if (!isUtf8(line)) return null;
  const parsed = parseJson(TrajectoryRecord, line.toString('utf8').replace(/^\uFEFF/, ''));
  return parsed.ok ? parsed.value : null;
}
