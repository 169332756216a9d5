// Every attack, with and without the Python guard, on the Node that runs the tests and on the newest one. None may reach
// anything, and none may leave a trace for the next episode or disturb the one beside it.
import assert from 'node:assert/strict';
import { summarise, writeReport, type ReportedStrike } from './attackReport.ts';
import { openAttackRange, type AttackRange } from './attackRange.ts';
import { readAttacks } from './attacks.ts';
import { layBait, type Bait } from './bait.ts';
import { newestNode, newestNodeVersion } from './newestNode.ts';

const nodes = [
  { version: process.versions.node, path: () => Promise.resolve(process.execPath) },
  { version: newestNodeVersion, path: newestNode },
];
const configurations = nodes.flatMap((node) => [
  { node, guard: true, title: `guard and seal, Node ${node.version}` },
  { node, guard: false, title: `seal alone, Node ${node.version}` },
]);

for (const { node, guard, title } of configurations) {
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
      console.log(`      ${summarise(strikes)}\n      ${await writeReport(title, strikes)}`);
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
