// The suite of attacks for one Node: every attack with the Python guard, and every attack without it. None may reach anything, and
// none may leave a trace for the next episode or disturb the one beside it.
import assert from 'node:assert/strict';
import { summarise, writeReport, type ReportedStrike } from './attackReport.ts';
import { openAttackRange, type AttackRange } from './attackRange.ts';
import { readAttacks } from './attacks.ts';
import { layBait, type Bait } from './bait.ts';

export interface TestedNode {
  readonly version: string;
  /** Path of the program; may fetch it first. */
  path(): Promise<string>;
}

/** Declares the tests; call it at the top of a test file. */
export function describeAttacks(node: TestedNode): void {
  describeConfiguration(node, true);
  describeConfiguration(node, false);
}

function describeConfiguration(node: TestedNode, guard: boolean): void {
  const title = `${guard ? 'guard and seal' : 'seal alone'}, Node ${node.version}`;
  describe(`attacks on the sandbox: ${title}`, function () {
    this.timeout(400_000);
    const attacks = readAttacks();
    const strikes: ReportedStrike[] = [];
    let bait: Bait;
    let range: AttackRange;
    before(async () => {
      bait = await layBait();
      range = await openAttackRange(bait, { guard, nodePath: await node.path() });
    });
    after(async () => {
      await range.close();
      await bait.remove();
      console.log(`      ${summarise(strikes)}`);
      await writeReport(title, strikes);
    });

    for (const kind of new Set(attacks.map((attack) => attack.kind))) {
      const ofKind = attacks.filter((attack) => attack.kind === kind);
      it(`none of ${ofKind.length} of ${kind} gets through or leaves a trace`, async () => {
        const problems: string[] = [];
        for (const attack of ofKind) {
          const strike = await range.strike(attack);
          strikes.push({ attack, strike });
          for (const evidence of strike.evidence) problems.push(`${attack.name}: ${evidence}`);
          if (strike.aftermath !== null) problems.push(`${attack.name} left ${strike.aftermath}`);
        }
        assert.deepEqual(problems, []);
      });
    }

    it('the episode beside them is as it was', async () => {
      assert.equal(await range.examinePeer(), null);
    });
  });
}
