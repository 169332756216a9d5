import assert from 'node:assert/strict';
import { cutOut, uncoveredStrips } from '../../../../runtime/documents/pdf/inkStrips.ts';
import type { GreyPicture } from '../../../../runtime/documents/picture/textRecogniser.ts';

/** A white page of 50 columns with ink in the given rows. */
function page(
  height: number,
  ...ink: readonly (readonly [first: number, end: number])[]
): GreyPicture {
  const width = 50;
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [first, end] of ink) {
    for (let row = first; row < end; row += 1) pixels.fill(0, row * width + 10, row * width + 30);
  }
  return { kind: 'grey', width, height, pixels };
}

const word = (baseline: number, size: number) => ({ text: 'x', left: 0, right: 9, baseline, size });

describe('uncoveredStrips', () => {
  it('finds a band of ink that no word covers', () => {
    const picture = page(200, [20, 60], [100, 130]);
    assert.deepEqual(uncoveredStrips(picture, [word(128, 30)]), [{ first: 20, end: 60 }]);
  });
  it('finds nothing when words cover the ink, or there is none', () => {
    assert.deepEqual(uncoveredStrips(page(200, [100, 130]), [word(128, 30)]), []);
    assert.deepEqual(uncoveredStrips(page(200), []), []);
  });
  it('passes over lines and borders, which are thinner than letters', () => {
    assert.deepEqual(uncoveredStrips(page(200, [20, 26]), []), []);
  });
  it('takes light letters on a dark band for ink, and an even band for none', () => {
    const picture = page(100);
    picture.pixels.fill(30, 50 * 20, 50 * 60);
    assert.deepEqual(uncoveredStrips(picture, []), []);
    for (let row = 25; row < 55; row += 1) picture.pixels.fill(250, row * 50 + 5, row * 50 + 20);
    assert.deepEqual(uncoveredStrips(picture, []), [{ first: 25, end: 55 }]);
  });
  it('finds ink at the very end of the page', () => {
    assert.deepEqual(uncoveredStrips(page(100, [60, 100]), []), [{ first: 60, end: 100 }]);
  });
  it('gives no more than three', () => {
    const bands = [0, 1, 2, 3, 4].map((band) => [band * 60, band * 60 + 40] as const);
    assert.equal(uncoveredStrips(page(300, ...bands), []).length, 3);
  });
});

describe('cutOut', () => {
  it('gives the strip with white above and below, and its place on the page', () => {
    const { picture, top } = cutOut(page(200, [50, 90]), { first: 50, end: 90 });
    assert.equal(picture.pixels.length, picture.width * picture.height);
    const margin = 50 - top;
    assert.equal(picture.height, 40 + 2 * margin);
    assert.equal(picture.pixels[0], 255);
    assert.equal(picture.pixels[margin * 50 + 15], 0);
  });
});
