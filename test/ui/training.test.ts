// Job 8: train on an attached machine. A real ssh server on this computer; supervisor, rollout server and command line are the real
// ones there, token server and trainer are stand-ins, so that a run takes seconds.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeStandInPython } from '../fakes/standInPython.ts';
import { writeModelFolder, writeTrainingTasks } from '../fakes/trainingFiles.ts';
import { SshHosts } from '../remote/sshHosts.ts';
import { smiText } from '../unit/remote/preflight/probes.ts';
import { waitUntil } from '../vscode/waitUntil.ts';
import { accessibilityProblems } from './accessibility.ts';
import { editorWindow } from './editorWindow.ts';

const standIn = path.resolve(import.meta.dirname, '../fakes/trainingProcess.py');
/** More than the tests take: the last one stops the run. */
const steps = 2000;
const wishes = { trainer: ['--seconds', '1'] };

describe('Train on an attached machine', function () {
  this.timeout(300_000);
  let hosts: SshHosts;
  before(async () => {
    hosts = await SshHosts.start();
    const python = await writeStandInPython(path.join(hosts.folder, 'python'), wishes);
    await writeCardPrograms(path.dirname(python));
    const cards = smiText('eight-a100.csv');
    const smi = `#!/bin/sh\ncase "$1" in --query-gpu*) cat <<'END'\n${cards}\nEND\n;; esac\n`;
    await hosts.add('a100-box', {
      env: { TOOL_R1_TRAINER_PYTHON: python },
      programs: { 'nvidia-smi': smi },
    });
  });
  /** The home of whoever sits at the editor, which takes its search path from a login shell there. */
  function person(): string {
    const home = path.join(hosts.folder, 'person');
    mkdirSync(home, { recursive: true });
    for (const name of ['.profile', '.bash_profile']) {
      writeFileSync(path.join(home, name), `export PATH='${hosts.env['PATH'] ?? ''}'\n`);
    }
    return home;
  }

  const window = editorWindow({
    prepare: async (workspace) => {
      await writeTrainingTasks(workspace.path);
      const model = await writeModelFolder(workspace.file('small-model'));
      await workspace.write('small-model/tokenizer.json', '{"added_tokens":[]}');
      assert.ok(model.endsWith('small-model'));
    },
    env: () => ({ HOME: person(), TOOL_R1_CACHE: hosts.env['TOOL_R1_CACHE'] ?? '' }),
  });

  // After the window, which writes there as long as it is open.
  after(() => hosts.close());

  it('attaches a host that ssh knows, and shows it in the tree', async () => {
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Attach Machine...');
    const other = workbench.quickRows('Another host');
    await other.or(workbench.page.getByPlaceholder('name, host or user@host')).first().waitFor();
    if ((await other.count()) > 0) await workbench.choose('Another host');
    await workbench.answer('a100-box');
    await workbench.message('a100-box is attached.');
    await workbench.showContainer('Tool-R1');
    await workbench.setExpanded(workbench.treeRows('Machines').first(), true);
    await workbench.treeRows('a100-box').first().waitFor();
    await workbench.setExpanded(workbench.treeRows('a100-box').first(), true);
    await workbench.treeRows('GPU 7').waitFor();
    await workbench.screenshotInThemes('training-machine');
  });

  it('says what a training would take, and keeps that over a reload of the window', async () => {
    const { workbench, workspace } = window;
    await workbench.runCommand('Tool-R1: Start Training...');
    await workbench.choose('a100-box');
    await workbench.choose('tasks.jsonl');
    await workbench.answer(workspace.file('small-model'));
    const plan = await workbench.webview('.start-page .checks', 120_000);
    await plan.getByRole('button', { name: 'Change train steps' }).click();
    await workbench.answer(String(steps));
    await plan.locator('.settings', { hasText: 'Train steps 2,000' }).waitFor();
    await workbench.savedState(/steps\\*":2000/);
    await workbench.reload();
    const again = await workbench.webview('.start-page .checks', 120_000);
    await again.locator('.settings', { hasText: 'Train steps 2,000' }).waitFor();
    assert.deepEqual(await accessibilityProblems(again), []);
    await workbench.screenshotInThemes('training-plan');
  });

  it('starts it when told to, and shows it', async () => {
    const { workbench } = window;
    const plan = await workbench.webview('.start-page .checks', 60_000);
    const start = plan.locator('.go button:not([aria-disabled])', { hasText: 'Start Training' });
    // A notification may lie over it.
    await start.press('Enter');
    const page = await workbench.webview('.run-head', 180_000);
    await page.getByText('Reward parts').first().waitFor();
    await waitUntil(
      async () => /Step [1-9]/.test(await page.locator('.run-head').innerText()),
      'the page shows a train step',
      120_000,
    );
    assert.deepEqual(await accessibilityProblems(page), []);
    await workbench.screenshotInThemes('training-run');
  });

  it('keeps the page over a reload of the window, while the run goes on', async () => {
    const { workbench } = window;
    await workbench.savedState(/a100-box\\*",\\*"folder/);
    await workbench.reload();
    const page = await workbench.webview('.run-head', 60_000);
    await page.getByText('Reward parts').first().waitFor();
  });

  it('leads from what is not well with it in the tree to the explanation on its page', async () => {
    const { workbench } = window;
    await workbench.showContainer('Tool-R1');
    await workbench.setExpanded(workbench.treeRows('Runs').first(), true);
    await workbench.setExpanded(workbench.treeRows(`/${steps}`).first(), true);
    const gap = workbench.treeRows('Log-prob gap').first();
    await gap.getByText('0.030 watch').waitFor();
    await workbench.treeRows('Truncated').first().getByText('7.0 % watch').waitFor();
    await workbench.screenshotInThemes('training-health');
    await gap.click();
    const page = await workbench.webview('.run-head', 60_000);
    await page.locator('#badge-log-prob-gap[aria-expanded=true]').waitFor();
  });

  it('opens its queue from the tree, and leads back to the run', async () => {
    const { workbench } = window;
    const queue = workbench.treeRows('% fresh').filter({ hasText: 'Queue' }).first();
    await queue.click();
    const page = await workbench.webview('.queue-page', 60_000);
    // The stand-in trainer asks for no rollouts, so that its tasks are there and unseen.
    await page.locator('.queue-row .q-task', { hasText: 'Question 1?' }).click();
    await page.locator('.queue-drawer', { hasText: 'not visited yet' }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await workbench.screenshotInThemes('training-queue');
    await page.getByRole('button', { name: 'Open Run' }).click();
    await page.locator('.run-head').waitFor();
  });

  it('stops it after its train step, and offers to resume it', async () => {
    const { workbench } = window;
    const page = await workbench.webview('.run-head', 60_000);
    await page.getByRole('button', { name: 'Stop' }).click();
    await workbench.dialog().getByRole('button', { name: 'Stop After This Train Step' }).click();
    await workbench.message('nothing of it is left on its machine');
    await page.getByText('Stopped').first().waitFor();
    await workbench.showContainer('Tool-R1');
    await workbench.setExpanded(workbench.treeRows('Runs').first(), true);
    const run = workbench.treeRows('stopped ·').first();
    await workbench.setExpanded(run, true);
    await workbench.treeRows('Resume from step').first().waitFor();
    await workbench.screenshot('training-stopped');
  });
});

/** What runs on graphics cards beside the Python: the token server and the trainer's launcher. */
async function writeCardPrograms(folder: string): Promise<void> {
  const roles = { vllm: 'tokens', accelerate: 'trainer' };
  for (const [name, role] of Object.entries(roles)) {
    const call = `exec python3 '${standIn}' ${role} "$@"`;
    const text = `#!/bin/sh\nexport TOOL_R1_STAND_IN='${JSON.stringify(wishes)}'\n${call}\n`;
    await writeFile(path.join(folder, name), text, { mode: 0o755 });
  }
}
