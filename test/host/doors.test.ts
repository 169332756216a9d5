// What agents of the editor find: the tools of the product, which answer without a person where they only read.
import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { asLines, makeTrajectoryRecords } from '../fakes/trajectoryRecords.ts';
import { workspaceFolder, writeFile } from './agentFiles.ts';
import { extensionUnderTest, manifestUnderTest } from './extensionUnderTest.ts';

const Contributed = z.looseObject({
  languageModelTools: z.array(z.looseObject({ name: z.string(), modelDescription: z.string() })),
});

async function invoke(name: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}

describe('the tools for language models', () => {
  const file = path.join('.tool-r1', 'trajectories', 'doors.trajectories.jsonl');

  before(async () => {
    await extensionUnderTest().activate();
    await writeFile(file, asLines(makeTrajectoryRecords('behind-the-door', 2)));
  });

  after(() => vscode.workspace.fs.delete(vscode.Uri.file(path.join(workspaceFolder(), file))));

  it('are listed by the editor as package.json declares them', () => {
    const { languageModelTools } = Contributed.parse(manifestUnderTest().contributes);
    const own = vscode.lm.tools.filter(({ tags }) => tags.includes('tool-r1'));
    assert.deepEqual(
      own.map(({ name }) => name).toSorted(),
      languageModelTools.map(({ name }) => name).toSorted(),
    );
    assert.ok(own.length > 10);
    for (const { name, description, inputSchema } of own) {
      assert.ok(description.length > 80 && inputSchema !== undefined, name);
    }
  });

  it('give what the workspace keeps, from the list of files to a step', async () => {
    assert.match(await invoke('toolr1_list_trajectory_files', {}), /doors\.trajectories\.jsonl/);
    const place = { file, trajectoryId: 'behind-the-door' };
    assert.match(await invoke('toolr1_read_trajectory', place), /2 steps:\n- step 1/);
    assert.match(await invoke('toolr1_read_step', { ...place, step: 2 }), /^Step 2 \| executed/);
    assert.match(await invoke('toolr1_read_reward', place), /= 1\.60\n/);
  });

  it('refuse what is outside of the workspace', async () => {
    await assert.rejects(invoke('toolr1_list_trajectories', { file: '/etc/passwd' }), /outside/);
  });
});
