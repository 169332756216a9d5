import assert from 'node:assert/strict';
import { SpeechSamples } from '../../../../runtime/documents/sound/speechSamples.ts';

const ramp = (length: number): Float32Array => Float32Array.from({ length }, (_, index) => index);

describe('SpeechSamples', () => {
  it('keeps sound of the right rate as it is', () => {
    const samples = new SpeechSamples(1);
    samples.add([ramp(100)], 16_000);
    assert.deepEqual(samples.samples(), ramp(100));
  });
  it('mixes channels', () => {
    const samples = new SpeechSamples(1);
    samples.add([Float32Array.of(1, 0), Float32Array.of(0, -1)], 16_000);
    assert.deepEqual([...samples.samples()], [0.5, -0.5]);
  });
  it('averages when it brings the rate down', () => {
    const samples = new SpeechSamples(1);
    samples.add([Float32Array.of(0, 3, 6, 9, 12, 15)], 48_000);
    assert.deepEqual([...samples.samples()], [3, 12]);
  });
  it('repeats when it brings the rate up', () => {
    const samples = new SpeechSamples(1);
    samples.add([Float32Array.of(1, 2)], 8_000);
    assert.deepEqual([...samples.samples()], [1, 1, 2, 2]);
  });
  it('gives the same for one piece and for many', () => {
    for (const rate of [44_100, 22_050, 11_025, 16_000, 8_000]) {
      const source = Float32Array.from({ length: 3_000 }, (_, index) => Math.sin(index / 9));
      const whole = new SpeechSamples(1);
      whole.add([source], rate);
      const pieces = new SpeechSamples(1);
      for (let start = 0; start < source.length; start += 77) {
        pieces.add([source.subarray(start, start + 77)], rate);
      }
      assert.deepEqual(pieces.samples(), whole.samples(), `${rate} Hz`);
      const expected = (source.length / rate) * 16_000;
      assert.ok(Math.abs(whole.samples().length - expected) <= 2, `${rate} Hz`);
    }
  });
  it('keeps no more than its limit', () => {
    const samples = new SpeechSamples(0.001);
    samples.add([ramp(1_000)], 16_000);
    assert.equal(samples.samples().length, 16);
  });
  it('takes no channels and a rate of zero, as decoders give for nothing', () => {
    const samples = new SpeechSamples(1);
    samples.add([], 0);
    assert.equal(samples.samples().length, 0);
  });
});
