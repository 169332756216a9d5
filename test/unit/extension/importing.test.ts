import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type * as Module from '../../../extension/importing/importTrajectories.ts';
import { importedSentence, leftText } from '../../../extension/importing/importedText.ts';
import { viewTypes } from '../../../extension/manifest.ts';
import { replaceFile } from '../../../extension/support/replaceFile.ts';
import type { ImportedTrajectories } from '../../../runtime/contract/importing.ts';
import { RuntimeAnswers } from '../../fakes/runtimeAnswers.ts';
import { type Answer, FakeUri, ScriptedEditor } from '../../fakes/scriptedEditor.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const nothing: ImportedTrajectories = {
  format: 'verl rollouts',
  trajectories: 1,
  steps: 2,
  problems: [],
  problemCount: 0,
  notes: [],
  noteCount: 0,
  unmapped: [],
};

describe('the command Import Trajectories', function () {
  this.timeout(30_000);
  const inFolder = temporaryFolder();
  const verl = { id: 'verl', title: 'verl rollouts' };
  let editor: ScriptedEditor;
  let texts: string[];
  let runtime: RuntimeAnswers;

  /** @param formats that the file could be */
  async function run(
    answers: Answer[],
    args: readonly unknown[] = [],
    imported: Partial<ImportedTrajectories> = {},
    formats = [verl],
  ) {
    editor = new ScriptedEditor(answers);
    texts = [];
    runtime = new RuntimeAnswers({
      'find-import-formats': () => Promise.resolve({ formats }),
      'import-trajectories': async ({ to, callId }) => {
        runtime.tell('work-progressed', { callId, activity: 'Importing', done: 3, total: null });
        await writeFile(to, 'new');
        return { ...nothing, ...imported };
      },
    });
    const { importTrajectories } = await editor.load<typeof Module>(
      'importing/importTrajectories.ts',
    );
    const addText = (name: string, text: string) => {
      texts.push(text);
      return new FakeUri('text', name) as never;
    };
    return importTrajectories({ runtime, addText }, args);
  }

  it('writes a new file and opens it', async () => {
    const to = inFolder('out.trajectories.jsonl');
    assert.equal(await run(['/data/3.jsonl', to]), to);
    assert.deepEqual(
      runtime.asked.map(({ name }) => name),
      ['find-import-formats', 'import-trajectories'],
    );
    const { params } = runtime.asked[1] ?? assert.fail();
    assert.deepEqual(
      { ...Object(params), callId: '' },
      { from: '/data/3.jsonl', to, format: 'verl', callId: '' },
    );
    assert.deepEqual(
      editor.called.map(({ id, args }) => [id, String(args[0]), args[1]]),
      [['vscode.openWith', `file://${to}`, viewTypes.trajectories]],
    );
    assert.deepEqual(editor.progress, [{ message: 'Importing', increment: 0 }]);
    assert.equal(
      editor.shown.at(-1)?.text,
      'Imported 1 trajectory with 2 steps from 3.jsonl (verl rollouts).',
    );
  });

  it('takes the file of the Explorer, and replaces a file whole', async () => {
    const to = inFolder('out.trajectories.jsonl');
    await writeFile(to, 'old');
    await run([to], [FakeUri.file('/data/3.jsonl')]);
    assert.equal(await readFile(to, 'utf8'), 'new');
    assert.equal(editor.shown[0]?.kind, 'save dialog');
  });

  it('asks which program wrote a file that does not tell', async () => {
    const atif = { id: 'atif', title: 'ATIF' };
    const to = inFolder('out.jsonl');
    await run(['/data/x.json', 'ATIF', to], [], {}, [verl, atif]);
    assert.deepEqual(editor.shown[1]?.choices, ['verl rollouts', 'ATIF']);
    assert.match(JSON.stringify(runtime.asked[1]?.params), /"format":"atif"/);
  });

  it('does nothing when the person gives up', async () => {
    const atif = { id: 'atif', title: 'ATIF' };
    for (const answers of [[undefined], ['/x.json', undefined], ['/x.json', 'ATIF', undefined]]) {
      assert.equal(await run(answers, [], {}, [verl, atif]), undefined);
      assert.ok(!runtime.asked.some(({ name }) => name === 'import-trajectories'));
    }
  });

  it('refuses a file that is on no disk', async () => {
    await assert.rejects(
      run([], [new FakeUri('untitled', 'x.json')]),
      /Choose a file on this disk/,
    );
  });

  it('offers the list of what was left', async () => {
    const unmapped = [{ path: 'info.source', count: 2 }];
    await run(['/data/3.jsonl', inFolder('out.jsonl'), undefined], [], { unmapped });
    assert.deepEqual(editor.shown.at(-1)?.choices, ['Show What Was Left']);
    assert.deepEqual(texts, []);
  });
});

describe('what is told of an import', () => {
  it('counts', () => {
    const many = { ...nothing, trajectories: 2, steps: 1, problemCount: 1 };
    assert.equal(
      importedSentence('a.json', many),
      'Imported 2 trajectories with 1 step from a.json (verl rollouts). 1 part could not be used.',
    );
    assert.equal(leftText('a.json', nothing), null);
  });

  it('lists what was left', () => {
    const note = { where: 'line 1', message: 'NaN' };
    const text = leftText('a.json', {
      ...nothing,
      problems: [{ where: 'line 3', message: 'no end' }],
      problemCount: 5,
      notes: [note],
      noteCount: 1,
      unmapped: [{ path: 'info.source', count: 2 }],
    });
    assert.deepEqual(text?.split('\n'), [
      'What was left of a.json (verl rollouts)',
      '',
      'Could not be used:',
      '  line 3: no end',
      '  and 4 more',
      '',
      'Not as the format says, and how it was read:',
      '  line 1: NaN',
      '',
      'No place in a trajectory; kept under "unmapped" in its first record:',
      '  info.source (2)',
      '',
      '',
    ]);
  });
});

describe('replaceFile', () => {
  const inFolder = temporaryFolder();

  it('leaves a file as it was when the new one fails', async () => {
    await writeFile(inFolder('a'), 'old');
    const failing = replaceFile(inFolder('a'), async (to) => {
      await writeFile(to, 'half');
      throw new Error('the disk is full');
    });
    await assert.rejects(failing, /the disk is full/);
    assert.equal(await readFile(inFolder('a'), 'utf8'), 'old');
  });

  it('hands on what writing gave', async () => {
    const given = await replaceFile(inFolder('b'), async (to) => {
      await writeFile(to, 'new');
      return to;
    });
    assert.equal(given, inFolder('b'));
  });
});
