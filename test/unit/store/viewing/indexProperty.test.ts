import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import { toolR1Source } from '../../../../runtime/store/formats/toolR1Source.ts';
import { readRows } from '../../../../runtime/store/viewing/rowReader.ts';
import { TrajectoryIndex } from '../../../../runtime/store/viewing/trajectoryIndex.ts';
import { readNaively } from '../../../fakes/naiveViewer.ts';
import { seededRandom, type Random } from '../../../fakes/random.ts';
import { richRecords } from '../../../fakes/richRecords.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { makeTrajectoryRecords } from '../../../fakes/trajectoryRecords.ts';

/** Reads a file as far as it is there and compares what the index has with what the plain reader has. */
class Comparison {
  readonly #source: Awaited<ReturnType<typeof toolR1Source>>;
  #index = new TrajectoryIndex();

  private constructor(source: Awaited<ReturnType<typeof toolR1Source>>) {
    this.#source = source;
  }

  static async open(file: string): Promise<Comparison> {
    return new Comparison(await toolR1Source(file));
  }

  async compare(content: Buffer, name: string): Promise<void> {
    let change = await this.#source.check();
    do {
      if (change === 'replaced') this.#index = new TrajectoryIndex();
      while (!this.#source.progress.complete) await this.#source.advance(this.#index);
      change = await this.#source.check();
    } while (change !== 'none');
    const expected = readNaively(content);
    const all = Array.from({ length: this.#index.trajectories }, (_, row) => row);
    assert.deepEqual(await readRows(this.#source, this.#index, all), expected.rows, name);
    const torn = this.#source.torn;
    const broken = this.#index.brokenLines.map(({ line }) => line);
    assert.deepEqual(torn === null ? broken : [...broken, torn.line], expected.broken, name);
    assert.equal(this.#source.progress.indexedBytes, content.length, name);
  }

  close(): Promise<void> {
    return this.#source.close();
  }
}

describe('the index of a trajectory file', () => {
  const inFolder = temporaryFolder();

  it('has what a plain reader has, on random files with random breakage', async () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const content = randomFile(seededRandom(seed));
      await writeFile(inFolder(`${seed}.jsonl`), content);
      const comparison = await Comparison.open(inFolder(`${seed}.jsonl`));
      await comparison.compare(content, `seed ${seed}`);
      await comparison.close();
    }
  });

  it('has what a plain reader has after every growth, wherever the pieces are cut', async () => {
    for (let seed = 200; seed < 260; seed += 1) {
      const random = seededRandom(seed);
      const content = randomFile(random);
      const file = inFolder(`${seed}.jsonl`);
      await writeFile(file, '');
      const comparison = await Comparison.open(file);
      for (let size = 0; size < content.length;) {
        const piece = content.subarray(size, size + 1 + random.below(content.length / 4));
        await appendFile(file, piece);
        size += piece.length;
        await comparison.compare(content.subarray(0, size), `seed ${seed} at ${size}`);
      }
      await comparison.close();
    }
  });

  it('has what a plain reader has when a file is cut right at its line ends', async () => {
    const content = Buffer.from(lines(makeTrajectoryRecords('t1', 2)).join('\r\n'));
    const file = inFolder('cut.jsonl');
    await writeFile(file, '');
    const comparison = await Comparison.open(file);
    let size = 0;
    for (const end of cuts(content)) {
      await appendFile(file, content.subarray(size, end));
      size = end;
      await comparison.compare(content.subarray(0, size), `at ${size}`);
    }
    await comparison.close();
  });

  it('reads anew when more text follows a record that had no line end', async () => {
    const [first = '', second = ''] = lines(makeTrajectoryRecords('t1', 2));
    const file = inFolder('glued.jsonl');
    await writeFile(file, first);
    const comparison = await Comparison.open(file);
    await comparison.compare(Buffer.from(first), 'whole');
    await appendFile(file, ` x\n${second}\n`);
    await comparison.compare(Buffer.from(`${first} x\n${second}\n`), 'glued');
    await comparison.close();
  });
});

function lines(records: readonly unknown[]): string[] {
  return records.map((record) => JSON.stringify(record));
}

/** Before, between and after the two bytes of each line end. */
function cuts(content: Buffer): number[] {
  const found: number[] = [];
  for (let at = content.indexOf(13); at >= 0; at = content.indexOf(13, at + 1)) {
    found.push(at, at + 1, at + 2);
  }
  return [...found, content.length];
}

/** Records of several trajectories in turn, some lines broken, some ends missing. */
function randomFile(random: Random): Buffer {
  const writers = Array.from({ length: 1 + random.below(4) }, (_, index) =>
    lines(
      random.below(3) === 0
        ? richRecords(`t${index}`)
        : makeTrajectoryRecords(`t${index}`, random.below(4)),
    ),
  );
  const pieces: Buffer[] = random.below(4) === 0 ? [Buffer.from('\uFEFF')] : [];
  const end = random.pick(['\n', '\n', '\r\n']);
  while (writers.some((own) => own.length > 0)) {
    const own = random.pick(writers.filter((lines_) => lines_.length > 0));
    const line = own.shift()!;
    pieces.push(...broken(Buffer.from(line), random), Buffer.from(end));
    if (random.below(12) === 0) own.unshift(line);
  }
  const all = Buffer.concat(pieces);
  return random.below(3) === 0 ? all.subarray(0, all.length - random.below(40)) : all;
}

function broken(line: Buffer, random: Random): Buffer[] {
  const at = random.below(line.length);
  switch (random.below(14)) {
    case 0:
      return [line.subarray(0, at)];
    case 1:
      return [line.subarray(0, at), Buffer.from([0xff]), line.subarray(at)];
    case 2:
      return [Buffer.from('\n \t\n'), line];
    case 3:
      return [Buffer.from('{"kind":"weather-changed"}\n[]\nwhat?\n'), line];
    case 4:
      return [line.subarray(0, at), Buffer.from('\n'), line.subarray(at)];
    default:
      return [line];
  }
}
