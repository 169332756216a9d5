// The trajectory files of the open folders, for other agents.
import * as z from 'zod';
import { formatBytes } from '../../support/formatBytes.ts';
import { facts, pageOf, rowsText } from '../answerText.ts';
import { knownTrajectoryFiles } from '../knownTrajectoryFiles.ts';
import { rowLimit, rowOffset } from '../doorInputs.ts';
import { doorTool } from '../doorTool.ts';

export const listTrajectoryFiles = doorTool({
  name: 'toolr1_list_trajectory_files',
  title: 'List Trajectory Files',
  description:
    'Lists the trajectory files of the open folder (.tool-r1/trajectories/), last written first, with their size. The other tools take these names. Trajectories of a train step of a run lie in the folder of the run and can be named, too.',
  effect: 'reads',
  input: z.object({ offset: rowOffset, limit: rowLimit }),
  activity: () => 'Listing the trajectory files',
  call: async (page, { folders }) => {
    const files = await knownTrajectoryFiles(folders);
    const rows = pageOf(files, page, ({ file, bytes, modified }) =>
      facts(folders.shown(file), formatBytes(bytes), `written ${new Date(modified).toISOString()}`),
    );
    return rowsText({ what: 'trajectory files', ...rows });
  },
});
