import assert from 'node:assert/strict';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  beginEvaluation,
  evaluationFolder,
  evaluationsFolder,
  listEvaluationNames,
  readEvaluation,
  readResults,
  resultsFile,
} from '../../../runtime/evaluate/evaluationFiles.ts';
import { protocolHash } from '../../../runtime/evaluate/protocolHash.ts';
import { JsonLinesWriter } from '../../../runtime/store/jsonLinesWriter.ts';
import { makeEvaluation, makeProtocol, makeResult } from '../../fakes/evaluations.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('the folder of an evaluation', () => {
  const inFolder = temporaryFolder();
  const { signal } = new AbortController();
  const folder = () => evaluationFolder(inFolder(), 'small');

  it('lies below .tool-r1, and is empty before the first', async () => {
    assert.equal(folder(), inFolder('.tool-r1', 'evaluations', 'small'));
    assert.equal(await readEvaluation(folder()), null);
    assert.deepEqual(await readResults(folder(), signal), { results: [], broken: 0 });
  });

  it('is listed by its name, beside others and without files', async () => {
    assert.deepEqual(await listEvaluationNames(inFolder()), []);
    for (const name of ['second', 'first']) {
      await beginEvaluation(evaluationFolder(inFolder(), name), makeEvaluation(['a'], { name }));
    }
    await writeFile(path.join(evaluationsFolder(inFolder()), 'note.txt'), 'x');
    assert.deepEqual(await listEvaluationNames(inFolder()), ['first', 'second']);
  });

  it('keeps what is begun, and reads it back', async () => {
    const wanted = makeEvaluation(['a', 'b']);
    assert.deepEqual(await beginEvaluation(folder(), wanted), wanted);
    assert.deepEqual(await readEvaluation(folder()), wanted);
  });

  it('goes on with the same conditions: seeds and samples are added, none is taken away', async () => {
    const of = (seeds: number[], samplesPerSeed: number) =>
      makeEvaluation(['a'], { protocol: { seeds, samplesPerSeed } });
    const first = await beginEvaluation(folder(), of([0, 1, 2], 1));
    const later = { ...of([2, 3], 4), createdAt: '2027-01-01T00:00:00.000Z' };
    const { protocol, createdAt, protocolHash: hash } = await beginEvaluation(folder(), later);
    assert.deepEqual([protocol.seeds, protocol.samplesPerSeed], [[0, 1, 2, 3], 4]);
    assert.equal(createdAt, first.createdAt);
    assert.equal(hash, protocolHash(protocol));
    const fewer = await beginEvaluation(folder(), of([0], 1));
    assert.deepEqual([fewer.protocol.seeds.length, fewer.protocol.samplesPerSeed], [4, 4]);
  });

  it('refuses other conditions, names every field, and leaves the file as it is', async () => {
    const before = await beginEvaluation(folder(), makeEvaluation(['a']));
    const sampling = { ...makeProtocol().sampling, temperature: 0 };
    const other = makeEvaluation(['a'], { protocol: { history: 'flattened', sampling } });
    await assert.rejects(
      beginEvaluation(folder(), other),
      /small was begun under another protocol: history \("native", now "flattened"\), sampling\.temperature \(0\.6, now 0\)\. Take another --name/,
    );
    assert.deepEqual(await readEvaluation(folder()), before);
    const model = { ...makeProtocol().model, name: 'large' };
    await assert.rejects(
      beginEvaluation(folder(), makeEvaluation(['a'], { protocol: { model } })),
      /protocol: model \(small, now large\)\./,
    );
  });

  it('says when its file is none of ours', async () => {
    await beginEvaluation(folder(), makeEvaluation(['a']));
    await writeFile(path.join(folder(), 'evaluation.json'), '{"version":2}');
    await assert.rejects(readEvaluation(folder()), /evaluation\.json is no evaluation: version/);
  });

  it('reads results, and passes over a line that a crash has torn', async () => {
    await beginEvaluation(folder(), makeEvaluation(['a', 'b']));
    await appendFile(resultsFile(folder()), `${JSON.stringify(makeResult('a'))}\n{"version":1,"ta`);
    assert.deepEqual(await readResults(folder(), signal), {
      results: [makeResult('a')],
      broken: 1,
    });
    const writer = await JsonLinesWriter.open(resultsFile(folder()));
    await writer.append(makeResult('b'));
    await writer.close();
    const { results, broken } = await readResults(folder(), signal);
    assert.deepEqual([results.map(({ taskId }) => taskId), broken], [['a', 'b'], 1]);
  });

  it('writes its description for people too: one setting a line', async () => {
    await beginEvaluation(folder(), makeEvaluation(['a']));
    const text = await readFile(path.join(folder(), 'evaluation.json'), 'utf8');
    assert.match(text, /^ {4}"history": "native",$/m);
  });
});
