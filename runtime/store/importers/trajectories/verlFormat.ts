// Rollouts as verl writes them down (verl-project/verl, `trainer.rollout_data_dir` and `trainer.validation_data_dir`): a file for
// each train step, a row for each rollout with the decoded prompt (`input`), what followed (`output`), ground truth (`gts`), `score`,
// `step`, and whatever else the reward function gave.
import type { ForeignFormat, ForeignItem } from './foreignFormat.ts';
import { headPaths } from './headPaths.ts';
import { RepairTally } from './repairs.ts';
import { readVerlRecords } from './verlRecords.ts';
import { verlTrajectory } from './verlTrajectory.ts';

const stepFile = /(?:^|[\\/])\d+\.jsonl$/;
const pythonRow = /^\s*\{\s*'input'\s*:/;

export const verlFormat: ForeignFormat = {
  id: 'verl',
  title: 'verl rollouts',
  patterns: ['*.jsonl'],
  detect(file, head) {
    const paths = headPaths(head);
    if (['input', 'output', 'score'].every((path) => paths.has(path))) return true;
    // A prompt or a reply that is longer than the head, in a file named after its train step.
    if (stepFile.test(file) && ['input', 'input,output'].includes([...paths].join())) return true;
    return pythonRow.test(Buffer.from(head.subarray(0, 100)).toString('utf8'));
  },
  read,
};

async function* read(file: string, signal: AbortSignal): AsyncGenerator<ForeignItem> {
  const tally = new RepairTally();
  for await (const record of readVerlRecords(file, signal)) {
    const { where } = record;
    if ('problem' in record) {
      yield { kind: 'problem', where, message: record.problem };
      continue;
    }
    tally.add(record.repairs, where);
    const made = verlTrajectory(record.value);
    if (typeof made === 'string') yield { kind: 'problem', where, message: made };
    else {
      tally.add(made.repairs, where);
      yield { kind: 'trajectory', trajectory: made.trajectory };
    }
  }
  yield* tally.notes();
}
