// The whole way of training on an attached machine, with every part a real one: a window of VS Code, the person's ssh over a network
// that is cut, the program on the machine, the trainer, and a small model on the processor. Each test is a stage of it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Locator } from 'playwright-core';
import { TrajectoryRecord } from '../../../runtime/contract/trajectory.ts';
import { TrainStepMetrics } from '../../../runtime/contract/training/runFolder.ts';
import { stageTimes } from '../../fakes/stageTimes.ts';
import { livingProcesses } from '../../fakes/supervisedRun.ts';
import { TrainingRun } from '../../fakes/trainingCase.ts';
import { personHome } from '../../remote/personHome.ts';
import { askAgent } from '../askAgent.ts';
import { editorWindow } from '../editorWindow.ts';
import { extensionHosts } from '../../vscode/memory.ts';
import type { Theme } from '../../vscode/userSettings.ts';
import { waitUntil } from '../../vscode/waitUntil.ts';
import { machineName, TrainedMachine } from './trainedMachine.ts';

const themes: Theme[] = ['dark', 'light', 'highContrast'];
/** Longer than anything takes here on a slow machine; nothing waits for it when all is well. */
const long = 240_000;
const settingsFile = '.vscode/settings.json';

describe('From attaching a machine to an agent that asks what was trained there', function () {
  this.timeout(600_000);
  stageTimes.call(this);
  let machine: TrainedMachine;
  /** Process of the first run. */
  let trainer: number;
  before(async () => {
    machine = await TrainedMachine.start();
  });

  const window = editorWindow({
    prepare: async (workspace) => {
      const recipe = workspace.file('small.json');
      await machine.writeRecipe(recipe);
      const settings = { 'toolR1.model': 'embedded', 'toolR1.recipe': recipe };
      await workspace.write(settingsFile, JSON.stringify(settings));
    },
    env: () => ({
      HOME: personHome(machine.hosts),
      TOOL_R1_CACHE: machine.hosts.env['TOOL_R1_CACHE'] ?? '',
    }),
  });
  // After the window, which asks the machine as long as it is open.
  after(() => machine.close());

  it('attaches it', async () => {
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Attach Machine...');
    const other = workbench.quickRows('Another host');
    await other.or(workbench.page.getByPlaceholder('name, host or user@host')).first().waitFor();
    if ((await other.count()) > 0) await workbench.choose('Another host');
    await workbench.answer(machineName);
    await workbench.showContainer('Tool-R1');
    await workbench.setExpanded(workbench.treeRows('Machines').first(), true);
    await workbench.treeRows(machineName).filter({ hasText: 'CPU only' }).waitFor();
  });

  it('checks it, and brings there what training needs', async () => {
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Check Training Machine');
    await workbench.choose(machineName);
    await workbench.tab(`Training on ${machineName}.txt`).waitFor();
    await workbench.closeAllEditors();
    await workbench.runCommand('Tool-R1: Prepare Training Machine');
    await workbench.choose(machineName);
    await waitUntil(
      () => Promise.resolve(existsSync(machine.installed)),
      'the machine has what training needs',
      long,
    );
  });

  it('starts a run there, and shows it', async () => {
    const { workbench } = window;
    const started = await machine.start('alpha-run', 6);
    assert.equal(started.code, 0, started.err);
    await until('alpha-run', ({ step }) => step >= 1);
    // It is held until the link is cut, so that the window knows it as running, however fast it is.
    trainer = await new TrainingRun(machine.run('alpha-run')).pidOf('trainer');
    process.kill(trainer, 'SIGSTOP');
    await workbench.setExpanded(workbench.treeRows('Runs').first(), true);
    await openRun('alpha-run');
  });

  it('lets the run go on while the window is closed and the link is cut', async () => {
    const { workbench, server } = window;
    // Not its title alone, which is written down before the page says what it shows.
    await workbench.savedState(/alpha-run\\*"},\\*"route/);
    await workbench.leave();
    await waitUntil(
      () => Promise.resolve(extensionHosts(server).length === 0),
      'the window is closed',
    );
    machine.network.cut();
    process.kill(trainer, 'SIGCONT');
    const cutLongEnough = delay(30_000);
    await workbench.comeBack();
    await workbench.showContainer('Tool-R1');
    await runRow('alpha-run', 'offline');
    await cutLongEnough;
    machine.network.mend();
    await until('alpha-run', ({ state }) => state === 'done');
    assert.equal((await machine.status('alpha-run'))?.step, 6);
  });

  it('shows what became of it, with every event once', async () => {
    const { workbench } = window;
    const page = await runPage('alpha-run');
    await page.locator('.run-state', { hasText: 'Done' }).waitFor({ timeout: long });
    await runRow('alpha-run', 'done · 6/6');
    for (const name of ['events.jsonl', 'metrics.jsonl']) {
      const there = await linesOf(path.join(machine.run('alpha-run'), name));
      const mirrored = path.join(machine.mirror('alpha-run'), name);
      await waitUntil(
        async () => (await linesOf(mirrored)).length >= there.length,
        `all of ${name} is mirrored`,
        long,
      );
      assert.deepEqual(await linesOf(mirrored), there, name);
    }
    const metrics = await linesOf(path.join(machine.mirror('alpha-run'), 'metrics.jsonl'));
    const steps = metrics.map((line) => TrainStepMetrics.parse(JSON.parse(line)).step);
    assert.deepEqual(steps, [1, 2, 3, 4, 5, 6]);
    await workbench.screenshotInThemes('attached-run-done', themes);
  });

  it('stops a second run, of which nothing is left', async () => {
    const { workbench } = window;
    const [second, third] = await Promise.all([
      machine.start('beta-run', 500),
      machine.start('gamma-run', 8),
    ]);
    assert.equal(second.code, 0, second.err);
    assert.equal(third.code, 0, third.err);
    await stopThird();
    await until('beta-run', ({ step }) => step >= 1);
    await runRow('beta-run', '');
    await workbench.runCommand('Tool-R1: Stop Training');
    await workbench.choose('beta-run');
    await workbench.dialog().getByRole('button', { name: 'Stop After This Train Step' }).click();
    await until('beta-run', ({ state }) => state === 'stopped');
    await runRow('beta-run', 'stopped');
    await waitUntil(
      async () => (await livingProcesses(machine.run('beta-run'))).length === 0,
      'no process of the run lives',
      long,
    );
  });

  it('resumes a third where it was', async () => {
    const { workbench } = window;
    const stoppedAt = (await machine.status('gamma-run'))?.step ?? 0;
    await runRow('gamma-run', 'stopped');
    await workbench.runCommand('Tool-R1: Resume Training...');
    await workbench.choose('gamma-run');
    if (stoppedAt > 1) await workbench.choose(`Step ${stoppedAt}`);
    await until('gamma-run', ({ state }) => state === 'done');
    const metrics = await linesOf(path.join(machine.run('gamma-run'), 'metrics.jsonl'));
    const steps = metrics.map((line) => TrainStepMetrics.parse(JSON.parse(line)).step);
    assert.deepEqual(steps, [1, 2, 3, 4, 5, 6, 7, 8]);
    await runRow('gamma-run', 'done · 8/8');
  });

  it('serves its checkpoint as the model of the agent', async () => {
    const { workbench, workspace } = window;
    await workbench.runCommand('Tool-R1: Choose Model...');
    await workbench.quickRows('step 8 of gamma-run').waitFor();
    await workbench.screenshotInThemes('attached-choose-checkpoint', ['dark']);
    await workbench.choose('step 8 of gamma-run');
    await waitUntil(
      async () =>
        (await readFile(workspace.file(settingsFile), 'utf8')).includes('checkpoint:gamma-run/8'),
      'the checkpoint is the model of the agent',
      long,
    );
  });

  it('has an agent that answers with it', async () => {
    const { workbench } = window;
    await askAgent(workbench, 'Which digit is number 1?');
    await waitUntil(
      async () => (await records()).some(({ kind }) => kind === 'trajectory-ended'),
      'the trajectory has ended',
      long,
    );
    const all = await records();
    const started = all.find((record) => record.kind === 'trajectory-started');
    const ended = all.find((record) => record.kind === 'trajectory-ended');
    assert.equal(started?.model, 'checkpoint:gamma-run/8');
    assert.equal(ended?.failure, null);
    assert.match(ended.stopReason, /^(final-answer|max-steps)$/);
    await workbench.screenshotInThemes('attached-agent-answers', themes);
  });

  async function until(
    name: string,
    holds: (status: NonNullable<Awaited<ReturnType<TrainedMachine['status']>>>) => boolean,
  ): Promise<void> {
    const isSo = async () => {
      const status = await machine.status(name);
      if (status?.state === 'crashed') throw new Error(`${name} crashed: ${status.problem ?? ''}`);
      return status !== null && holds(status);
    };
    await waitUntil(isSo, `the run ${name} is where it should be`, long);
  }

  /** From the terminal, once there is a checkpoint to go on from. */
  async function stopThird(): Promise<void> {
    const saved = path.join(
      machine.run('gamma-run'),
      'checkpoints/checkpoint-1/rollout_state.jsonl',
    );
    await waitUntil(() => Promise.resolve(existsSync(saved)), 'a checkpoint is saved', long);
    const stopped = await machine.tool('--stop', 'gamma-run');
    assert.equal(stopped.code, 0, stopped.err);
    assert.equal((await machine.status('gamma-run'))?.state, 'stopped');
  }

  /** The row of a run once it has the figure. */
  async function runRow(name: string, figure: string): Promise<Locator> {
    const row = window.workbench.treeRows(name).filter({ hasText: figure }).first();
    await row.waitFor({ timeout: long });
    return row;
  }

  async function openRun(name: string): Promise<void> {
    await (await runRow(name, '')).click();
    await runPage(name);
  }

  async function runPage(name: string): Promise<Frame> {
    const page = await window.workbench.webview('.run-head', long);
    await page.getByRole('heading', { name, exact: true }).waitFor();
    return page;
  }

  /** Of the one trajectory of the workspace. */
  async function records(): Promise<TrajectoryRecord[]> {
    const folder = window.workspace.file('.tool-r1/trajectories');
    const names = await readdir(folder).catch(() => []);
    const texts = await Promise.all(names.map((name) => linesOf(path.join(folder, name))));
    return texts.flat().map((line) => TrajectoryRecord.parse(JSON.parse(line)));
  }
});

/** Whole lines; none where there is no file. */
async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').slice(0, -1);
}
