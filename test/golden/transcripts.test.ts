// Whole rollouts as people read them. The replies are written by hand (test/fixtures/replies); code, tools, judge and reward
// are real. TOOL_R1_UPDATE_GOLDEN=1 writes the transcripts anew: read them before they are committed.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderTranscript } from '../../runtime/agent/transcript.ts';
import { DocumentConverter } from '../../runtime/documents/documentConverter.ts';
import type { SandboxPool } from '../../runtime/sandbox/sandbox.ts';
import { openSandboxPool } from '../fakes/sandboxPool.ts';
import { documentWorker, readRecording, repliesFolder, runRecording } from './recordedRollout.ts';

const update = process.env['TOOL_R1_UPDATE_GOLDEN'] === '1';
const names = readdirSync(repliesFolder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => path.basename(file, '.json'));

describe('golden transcripts', function () {
  this.timeout(120_000);
  let pool: SandboxPool;
  let documents: DocumentConverter;

  before(() => {
    pool = openSandboxPool();
    documents = new DocumentConverter({
      workerFile: documentWorker(),
      settings: { ocr: false, asrModel: null },
      maxThreads: 1,
    });
  });
  after(async () => {
    await pool.close();
    await documents.close();
  });

  it('covers at least ten rollouts', () => assert.ok(names.length >= 10));

  for (const name of names) {
    it(`reads as before: ${name}`, async () => {
      const recording = readRecording(name);
      const transcript = renderTranscript(await runRecording(recording, pool, documents));
      const file = path.join(import.meta.dirname, `${name}.txt`);
      if (update) writeFileSync(file, transcript);
      assert.ok(existsSync(file), 'there is no transcript yet; run with TOOL_R1_UPDATE_GOLDEN=1');
      assert.equal(transcript, readFileSync(file, 'utf8'));
    });
  }

  it('has a recording for every transcript', () => {
    const transcripts = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.txt'));
    assert.deepEqual(transcripts.sort(), names.map((name) => `${name}.txt`).sort());
  });
});
