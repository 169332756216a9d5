// Proves that the suite can fail: without the seal, most of the attacks reach their goal.
import assert from 'node:assert/strict';
import { readAttacks } from './attacks.ts';
import { layBait, type Bait } from './bait.ts';
import { startPlainControl, type PlainControl } from './plainControl.ts';

describe('attacks on plain Pyodide (positive control)', function () {
  this.timeout(180_000);
  let bait: Bait;
  let control: PlainControl;
  before(async () => {
    bait = await layBait();
    control = startPlainControl(bait.folder, bait.workspace);
  });
  after(async () => {
    control.stop();
    await bait.remove();
  });

  const working = readAttacks().filter((attack) => attack.worksInPlainPyodide);
  for (const kind of new Set(working.map((attack) => attack.kind))) {
    const attacks = working.filter((attack) => attack.kind === kind);
    it(`all ${attacks.length} of ${kind} that are marked so reach their goal`, async () => {
      const missed: string[] = [];
      for (const attack of attacks) {
        const output = await control.run(bait.preamble() + attack.code);
        if (bait.evidence(output).length === 0) missed.push(`${attack.name}: ${lastLine(output)}`);
      }
      assert.deepEqual(missed, []);
    });
  }

  it('sees no evidence where there is none', async () => {
    const output = await control.run(`${bait.preamble()}print(SECRET_FILE, JS_PROOF, 6 * 7)`);
    assert.match(output, /42/);
    assert.deepEqual(bait.evidence(output), []);
  });

  it('holds at least 110 attacks, 30 of them marked so', () => {
    assert.ok(readAttacks().length >= 110);
    assert.ok(working.length >= 30);
  });

  it('names every attack once', () => {
    const names = readAttacks().map((attack) => `${attack.kind}: ${attack.name}`);
    assert.equal(new Set(names).size, names.length);
  });
});

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.slice(0, 200) ?? '';
}
