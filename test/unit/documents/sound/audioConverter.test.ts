import assert from 'node:assert/strict';
import { audioConverter } from '../../../../runtime/documents/sound/audioConverter.ts';
import type { DocumentText } from '../../../../runtime/documents/document.ts';
import type {
  SpeechSegment,
  Transcriber,
} from '../../../../runtime/documents/sound/transcriber.ts';
import { wavFile } from '../../../fakes/wavFile.ts';

class FakeTranscriber implements Transcriber {
  readonly model = 'tiny-ears';
  heard: number[] = [];
  segments: readonly SpeechSegment[] = [
    { start: 0, text: 'One, two,' },
    { start: 61.4, text: 'three.' },
  ];

  transcribe(samples: Float32Array): Promise<readonly SpeechSegment[]> {
    this.heard.push(samples.length);
    return Promise.resolve(this.segments);
  }
}

function convert(
  bytes: Uint8Array,
  transcriber: Transcriber | null = null,
  name = 'memo.wav',
  signal = new AbortController().signal,
): Promise<DocumentText> {
  const context = { signal, convertInner: () => assert.fail('sound holds no documents') };
  return audioConverter(transcriber).convert({ name, bytes }, context);
}

describe('audioConverter', () => {
  it('tells length, channels and rate, and that nothing was transcribed', async () => {
    const { format, text, lost } = await convert(
      wavFile({ seconds: 2.5, channels: 2, sampleRate: 44_100 }),
    );
    assert.equal(format, 'wav');
    assert.equal(text, 'Sound: wav, length 0:02 (2.50 s), 2 channels, 44100 Hz');
    assert.match(lost.join(), /no speech model is set up .* TOOL_R1_ASR_MODEL/);
  });
  it('transcribes with times, and names the model', async () => {
    const transcriber = new FakeTranscriber();
    const { text, lost } = await convert(wavFile({ seconds: 3, sampleRate: 48_000 }), transcriber);
    assert.match(text, /\n\nTranscript:\n\[0:00\] One, two,\n\[1:01\] three\.$/);
    assert.deepEqual(lost, ['The words were recognised by tiny-ears and may be wrong.']);
    assert.deepEqual(transcriber.heard, [48_000], 'brought to 16,000 samples a second');
  });
  it('gives text without times where the model has none', async () => {
    const transcriber = new FakeTranscriber();
    transcriber.segments = [{ start: null, text: 'hello' }];
    const { text } = await convert(wavFile({ seconds: 1 }), transcriber);
    assert.match(text, /Transcript:\nhello$/);
  });
  it('does not ask the model about silence', async () => {
    const transcriber = new FakeTranscriber();
    const { text, lost } = await convert(wavFile({ seconds: 1, tone: 0 }), transcriber);
    assert.match(text, /, silent$/);
    assert.deepEqual([transcriber.heard, lost], [[], []]);
  });
  it('transcribes the first ten minutes of a long recording and says so', async () => {
    const transcriber = new FakeTranscriber();
    const { text, lost } = await convert(wavFile({ seconds: 725, sampleRate: 8_000 }), transcriber);
    assert.match(text, /length 12:05 \(725\.00 s\)/);
    assert.deepEqual(transcriber.heard, [600 * 16_000]);
    assert.match(lost.join('\n'), /Only the first 10:00 were transcribed\./);
  });
  it('says that no speech was recognised', async () => {
    const transcriber = new FakeTranscriber();
    transcriber.segments = [{ start: 0, text: '' }];
    const { lost } = await convert(wavFile({ seconds: 1 }), transcriber);
    assert.ok(lost.includes('No speech was recognised.'));
  });
  it('calls a file without readable sound damaged', async () => {
    const cut = wavFile({ seconds: 1 }).slice(0, 20);
    await assert.rejects(convert(cut), {
      name: 'DocumentError',
      problem: 'corrupt',
      message: /memo\.wav looks like a wav sound file, but no sound can be read from it/,
    });
  });
  it('stops when cancelled', async () => {
    await assert.rejects(convert(wavFile({ seconds: 1 }), null, 'a.wav', AbortSignal.abort()), {
      name: 'AbortError',
    });
  });
});
