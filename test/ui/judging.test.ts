// Let a judge grade the answers that are on disk, from the palette: which judge is asked, and what came of it is said.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import { editorWindow } from './editorWindow.ts';
import { judgedFile } from './judgedFile.ts';

const answers = 6;
const file = '.tool-r1/trajectories/judged.trajectories.jsonl';

describe('Judge trajectories', () => {
  const window = editorWindow({
    prepare: async (workspace) => {
      await workspace.write(file, judgedFile(answers));
    },
  });

  async function gaiaVerdicts(): Promise<number> {
    const text = await readFile(window.workspace.file(file), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => TrajectoryRecord.parse(JSON.parse(line)))
      .filter((one) => one.kind === 'verdict-given' && one.verdict.judge.name === 'gaia-official')
      .length;
  }

  it('asks which judge, writes its verdicts, and says how the grades came out', async () => {
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Judge Trajectories...');
    await workbench.quickRows('GAIA, as published').waitFor();
    await workbench.screenshot('judge-trajectories');
    await workbench.choose('GAIA, as published');
    await workbench.message(`${answers} verdicts written.`);
    assert.equal(await gaiaVerdicts(), answers);
  });
});
