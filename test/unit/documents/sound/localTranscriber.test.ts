// Runs the real speech pipeline on a model that was made for this: it hears two tones as the letters A and B.
import assert from 'node:assert/strict';
import path from 'node:path';
import { LocalTranscriber } from '../../../../runtime/documents/sound/localTranscriber.ts';
import { builtDocumentConverter } from '../../../fakes/documentReader.ts';
import { makeTemporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { wavFile } from '../../../fakes/wavFile.ts';

const toneEars = path.join(import.meta.dirname, '../../../fixtures/speech/tone-ears');
const never = new AbortController().signal;

/** Tones of half a second with pauses between. */
function melody(...hertz: readonly number[]): Float32Array {
  const sound = hertz.flatMap((tone) => [
    ...Array.from(
      { length: 8_000 },
      (_, index) => Math.sin((2 * Math.PI * tone * index) / 16_000) / 2,
    ),
    ...new Array<number>(3_200).fill(0),
  ]);
  return Float32Array.from(sound);
}

describe('LocalTranscriber', () => {
  it('transcribes with a model in a folder, and announces slow work', async () => {
    let announced = 0;
    const transcriber = new LocalTranscriber(toneEars, () => (announced += 1));
    assert.equal(transcriber.model, 'tone-ears');
    const heard = await transcriber.transcribe(melody(400, 1_000, 400), never);
    assert.deepEqual(heard, [{ start: null, text: 'ABA' }]);
    assert.deepEqual(await transcriber.transcribe(melody(1_000), never), [
      { start: null, text: 'B' },
    ]);
    assert.equal(announced, 2);
  });
  it('says what is wrong with a folder that holds no model', async () => {
    const transcriber = new LocalTranscriber('/nowhere/whisper', () => undefined);
    await assert.rejects(transcriber.transcribe(melody(400), never), {
      name: 'DocumentError',
      problem: 'needs-converter',
      message: /^The speech model in whisper cannot be loaded \(there is no config\.json\)/,
    });
  });
  it('never looks for missing parts of a model on the network', async () => {
    const folder = await makeTemporaryFolder();
    const { fetch } = globalThis;
    let fetched = 0;
    globalThis.fetch = () => {
      fetched += 1;
      return Promise.reject(new Error('no network in this test'));
    };
    try {
      await folder.write('half/config.json', '{"model_type":"wav2vec2"}');
      const transcriber = new LocalTranscriber(path.join(folder.path, 'half'), () => undefined);
      await assert.rejects(transcriber.transcribe(melody(400), never), {
        problem: 'needs-converter',
      });
      assert.equal(fetched, 0);
    } finally {
      globalThis.fetch = fetch;
      await folder.remove();
    }
  });
  it('works inside the built document worker', async () => {
    const converter = builtDocumentConverter({ asrModel: toneEars });
    const bytes = wavFile({ seconds: 1, tone: 1_000, sampleRate: 48_000, channels: 2 });
    try {
      const { text, lost } = await converter.convert({ name: 'b.wav', bytes, member: null }, never);
      assert.match(text, /length 0:01 \(1\.00 s\), 2 channels, 48000 Hz\n\nTranscript:\nB$/);
      assert.deepEqual(lost, ['The words were recognised by tone-ears and may be wrong.']);
    } finally {
      await converter.close();
    }
  });
});
