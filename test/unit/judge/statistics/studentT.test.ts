import assert from 'node:assert/strict';
import { studentT95 } from '../../../../runtime/judge/statistics/studentT.ts';

describe("Student's t", () => {
  it('gives the 97.5 % points of the tables', () => {
    // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, three decimals.
    const table: readonly (readonly [degrees: number, point: number])[] = [
      ...([
        [1, 12.706],
        [2, 4.303],
        [3, 3.182],
        [4, 2.776],
        [5, 2.571],
      ] as const),
      ...([
        [9, 2.262],
        [10, 2.228],
        [11, 2.201],
        [14, 2.145],
        [20, 2.086],
      ] as const),
      ...([
        [29, 2.045],
        [59, 2.001],
        [100, 1.984],
      ] as const),
    ];
    for (const [degrees, point] of table) {
      assert.equal(studentT95(degrees).toFixed(3), point.toFixed(3), `${degrees} degrees`);
    }
  });

  it('is the point that leaves 2.5 % of the density above it', () => {
    for (const degrees of [1, 2, 5, 9, 10, 12, 30]) {
      assert.ok(Math.abs(shareAbove(studentT95(degrees), degrees) - 0.025) < 1e-6, `${degrees}`);
    }
  });

  it('comes near the normal one with many degrees', () => {
    assert.equal(studentT95(1e7).toFixed(5), '1.95996');
  });
});

/** Simpson's rule over the angle a with t = sqrt(n) tan a, where the density is proportional to cos(a)^(n - 1). */
function shareAbove(point: number, degrees: number): number {
  const density = (angle: number): number => Math.cos(angle) ** (degrees - 1);
  const from = Math.atan(point / Math.sqrt(degrees));
  return simpson(density, from, Math.PI / 2) / simpson(density, -Math.PI / 2, Math.PI / 2);
}

function simpson(value: (at: number) => number, from: number, to: number): number {
  const pieces = 20_000;
  const width = (to - from) / pieces;
  let sum = value(from) + value(to);
  for (let piece = 1; piece < pieces; piece += 1) {
    sum += (piece % 2 === 1 ? 4 : 2) * value(from + piece * width);
  }
  return (sum * width) / 3;
}
