// Export of a trajectory through the dialog of the editor, in every format, and what is in the files then.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Frame } from 'playwright-core';
import * as z from 'zod';
import { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import { waitUntil } from '../vscode/waitUntil.ts';
import { exampleFile } from './exampleFile.ts';
import { editorWindow } from './editorWindow.ts';

const Notebook = z.object({
  nbformat: z.literal(4),
  cells: z.array(z.object({ cell_type: z.enum(['markdown', 'code']), source: z.unknown() })),
});

const question = 'Which supplier appears in contract.pdf but not in suppliers.csv?';
const code = 'print(read_document("policy.pdf"))';

describe('Export a trajectory', () => {
  const window = editorWindow({
    prepare: async (workspace) => {
      await workspace.write('refunds.trajectories.jsonl', exampleFile());
    },
  });
  let page: Frame;

  before(async () => {
    const { workbench } = window;
    await workbench.openFile('refunds.trajectories.jsonl');
    const list = await workbench.webview('tr.trajectory');
    await list.locator('tr.trajectory', { hasText: 'contract.pdf' }).first().click();
    page = await workbench.webview('.head h1');
    await page.locator('h1', { hasText: question }).waitFor();
  });

  /** Chooses a format in the menu of the page and answers the dialog with a file of the workspace. */
  async function exportAs(format: string, name: string): Promise<string> {
    const { workbench, workspace } = window;
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: format }).click();
    const field = workbench.quickField();
    const isOffered = async () => (await field.inputValue()).startsWith(workspace.path);
    await waitUntil(isOffered, 'the dialog offers a file of the workspace');
    await dialogAtRest();
    await workbench.screenshot(`export-${format.toLowerCase().replaceAll(' ', '-')}`);
    await field.fill(workspace.file(name));
    await dialogAtRest();
    assert.equal(await field.inputValue(), workspace.file(name));
    await workbench.page.keyboard.press('Enter');
    return workspace.file(name);
  }

  /** While the dialog reads the folder it writes into its field itself. */
  async function dialogAtRest(): Promise<void> {
    const { workbench } = window;
    await workbench.quickRows('kestrel-boats').waitFor();
    await workbench.page.locator('.quick-input-progress.done').waitFor({ state: 'attached' });
  }

  async function exported(format: string, name: string): Promise<string> {
    const file = await exportAs(format, name);
    await window.workbench.message(`The trajectory was exported to ${name}.`);
    return readFile(file, 'utf8');
  }

  it('as JSON Lines, with every record of it and of no other', async () => {
    const text = await exported('JSON Lines', 'one.trajectories.jsonl');
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => TrajectoryRecord.parse(JSON.parse(line)));
    assert.deepEqual(new Set(records.map(({ trajectoryId }) => trajectoryId)), new Set(['r-1-0']));
    assert.equal(records.filter(({ kind }) => kind === 'step-ended').length, 4);
    assert.deepEqual(
      records.slice(-3).map(({ kind }) => kind),
      ['trajectory-ended', 'verdict-given', 'reward-assigned'],
    );
  });

  it('as Markdown', async () => {
    const text = await exported('Markdown', 'one.md');
    assert.match(text, /^# /m);
    for (const part of [question, code, 'Only approved refunds count.', 'Halden AS']) {
      assert.ok(text.includes(part), part);
    }
  });

  it('as a Python file that Python can read', async () => {
    const text = await exported('Python file', 'one.py');
    assert.ok(text.includes(code));
    const parse = 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read())';
    await promisify(execFile)('python3', ['-c', parse, window.workspace.file('one.py')]);
  });

  it('as a notebook with a cell for the code of each step', async () => {
    const { cells } = Notebook.parse(JSON.parse(await exported('Notebook', 'one.ipynb')));
    const steps = cells.filter(({ cell_type }) => cell_type === 'code');
    assert.ok(steps.length >= 4, `${steps.length} cells hold code`);
    assert.ok(steps.some(({ source }) => [source].flat().join('').includes(code)));
  });

  it('asks before it replaces a file, and leaves that alone when told so', async () => {
    const { workbench, workspace } = window;
    await writeFile(workspace.file('kept.md'), 'My notes.\n');
    await exportAs('Markdown', 'kept.md');
    await workbench.quickField().or(workbench.dialog()).first().waitFor();
    await workbench.page.getByText('already exists').first().waitFor();
    await workbench.screenshot('export-replaces');
    await workbench.page.keyboard.press('Escape');
    await workbench.closeQuickInput();
    assert.equal(await readFile(workspace.file('kept.md'), 'utf8'), 'My notes.\n');
    assert.equal(existsSync(workspace.file('kept.md.new')), false);
  });
});
