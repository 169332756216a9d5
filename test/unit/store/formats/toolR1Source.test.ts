import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import type { RecordVisitor } from '../../../../runtime/store/formats/recordSource.ts';
import { toolR1Source } from '../../../../runtime/store/formats/toolR1Source.ts';
import { makeStarted } from '../../../fakes/records.ts';
import { richRecords } from '../../../fakes/richRecords.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../../fakes/trajectoryRecords.ts';

class Notes implements RecordVisitor {
  readonly records: string[] = [];
  readonly problems: [line: number, message: string][] = [];

  record(...[facts, place, line]: Parameters<RecordVisitor['record']>): void {
    this.records.push(`${line} ${facts.kind} ${facts.id} ${place.offset}+${place.bytes}`);
  }

  broken(line: number, message: string): void {
    this.problems.push([line, message]);
  }
}

describe('toolR1Source', () => {
  const inFolder = temporaryFolder();
  const file = () => inFolder('x.jsonl');
  const limit = 300_000;

  it('reports a line that is too long, with the reason, and reads on', async () => {
    const before = asLines([makeStarted({ trajectoryId: 'a' })]);
    await writeFile(file(), `${before}${'x'.repeat(limit + 1)}\n${before}`);
    const source = await toolR1Source(file(), limit);
    const notes = new Notes();
    while (!source.progress.complete) await source.advance(notes);
    assert.equal(notes.records.length, 2);
    assert.match(notes.problems[0]![1], /^This line is longer than 0.3 MB, which is too long/);
    assert.deepEqual([notes.problems[0]![0], source.progress.lines, source.torn], [2, 3, null]);
    await source.close();
  });

  it('reports a long line without an end as unfinished until it ends', async () => {
    await writeFile(file(), 'x'.repeat(limit + 1));
    const source = await toolR1Source(file(), limit);
    const notes = new Notes();
    await source.advance(notes);
    assert.match(source.torn?.message ?? '', /longer than/);
    assert.equal(source.progress.complete, true);
    await appendFile(file(), '\n');
    assert.equal(await source.check(), 'grown');
    await source.advance(notes);
    assert.deepEqual([source.torn, notes.problems.length], [null, 1]);
    await source.close();
  });

  it('gives bytes, whole records, outlines and texts of places', async () => {
    const records = [...makeTrajectoryRecords('a', 1), ...richRecords('b')];
    await writeFile(file(), asLines(records));
    const source = await toolR1Source(file());
    const notes = new Notes();
    while (!source.progress.complete) await source.advance(notes);
    const places = notes.records.map((note) => {
      const [offset, bytes] = note.split(' ').at(-1)!.split('+').map(Number);
      return { offset: offset!, bytes: bytes! };
    });
    const lines = await source.readBytes(places.toReversed());
    assert.deepEqual(
      lines.map((line) => source.parse(line)),
      records.toReversed(),
    );
    const step = lines.findLast((line) => source.parse(line)?.kind === 'step-ended')!;
    assert.equal(source.stepRow(step)?.index, 1);
    assert.deepEqual(source.texts(step), ['count.', 'print(1)', '1', '1\n']);
    assert.equal(source.stepRow(lines[0]!), null);
    assert.equal(source.parse(Buffer.from('{}')), null);
    assert.equal(source.quickSearch('COUNT')!(step), true);
    assert.equal(source.quickSearch('weather')!(step), false);
    await source.close();
  });
});
