// The training runs, for other agents.
import * as z from 'zod';
import { pageOf, rowsText } from '../answerText.ts';
import { rowLimit, rowOffset } from '../doorInputs.ts';
import { knownRuns, runWords } from '../doorRuns.ts';
import { doorTool } from '../doorTool.ts';

export const listRuns = doorTool({
  name: 'toolr1_list_runs',
  title: 'List Training Runs',
  description:
    'Lists the training runs of the open folder and of the attached machines, newest first: state, train step, time left, reward, what to watch. Machines are shown as they were seen last; `refresh` looks at each of them anew over SSH, which may take a minute.',
  effect: 'reads',
  input: z.object({
    refresh: z.boolean().default(false).describe('Looks at the attached machines first.'),
    ...{ offset: rowOffset, limit: rowLimit },
  }),
  activity: () => 'Listing the training runs',
  call: async ({ refresh, ...page }, host, { signal }) => {
    const { runs } = await host.openMachines();
    const problems = refresh ? await runs.renewAll(signal) : [];
    const rows = rowsText({ what: 'runs', ...pageOf(await knownRuns(host), page, runWords) });
    return [rows, ...problems].join('\n');
  },
});
