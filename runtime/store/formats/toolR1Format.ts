// Trajectory files of Tool-R1 itself: JSON Lines with the records of contract/trajectory.ts.
import { toolR1Source } from './toolR1Source.ts';
import type { TrajectoryFormat } from './trajectoryFormat.ts';
import { trajectorySuffix } from '../trajectoryStore.ts';

/** A line has a kind of ours and belongs to a trajectory; in a long first line both stand near its beginning. */
const kind =
  /"kind"\s*:\s*"(trajectory-started|step-ended|trajectory-ended|verdict-given|reward-assigned)"/;
const object = /^\uFEFF?\s*\{/;
const id = /"trajectoryId"\s*:\s*"/;

export const toolR1Format: TrajectoryFormat = {
  name: 'Tool-R1 trajectories',
  patterns: [`*${trajectorySuffix}`, '*.jsonl'],
  detect(file, head) {
    // A file of the right name is opened even when nothing in it can be read, so that its broken lines are seen.
    if (file.endsWith(trajectorySuffix)) return true;
    if (head.length === 0) return file.endsWith('.jsonl');
    const lines = head.toString('utf8').split('\n');
    return lines.some((line) => object.test(line) && kind.test(line) && id.test(line));
  },
  open: toolR1Source,
};
