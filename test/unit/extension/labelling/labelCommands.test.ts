import assert from 'node:assert/strict';
import type * as Module from '../../../../extension/labelling/labelCommands.ts';
import { exportWords, importWords } from '../../../../extension/labelling/labelWords.ts';
import { populationKey, tabTitle } from '../../../../extension/labelling/panelWords.ts';
import type { LabelPanelState } from '../../../../runtime/contract/labelPanel.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import { type Answer, FakeUri, ScriptedEditor } from '../../../fakes/scriptedEditor.ts';

const workspace = '/home/ada/boats';
const file = `${workspace}/.tool-r1/trajectories/one.trajectories.jsonl`;

describe('commands on labels', function () {
  this.timeout(30_000);

  async function made(answers: Answer[] = [], rater: string | undefined = 'Ada') {
    const editor = new ScriptedEditor(answers);
    const runtime = new RuntimeAnswers({
      'export-labels': ({ to }) => Promise.resolve({ file: to, labels: 2 }),
      'import-labels': () =>
        Promise.resolve({ format: 'csv', added: 1, alreadyThere: 4, problems: ['line 3: no id'] }),
    });
    const opened: Omit<LabelPanelState, 'version'>[] = [];
    const asked: string[] = [];
    const parts = {
      runtime,
      panels: { open: (wish: (typeof opened)[number]) => void opened.push(wish) },
      rater: {
        get: (where: string) => {
          asked.push(where);
          return Promise.resolve(rater);
        },
      },
    };
    const module = await editor.load<typeof Module>('labelling/labelCommands.ts');
    return { editor, runtime, opened, asked, parts, ...module };
  }

  const route = { page: 'label', position: null } as const;

  it('open the queue of the whole folder, of a folder of the tree, or of chosen files', async () => {
    const { opened, asked, parts, openLabelPage } = await made();
    const chosen = FakeUri.file(file);
    await openLabelPage(parts, 'label', []);
    await openLabelPage(parts, 'label', [{ kind: 'labels', workspace: '/home/ada/sample' }]);
    await openLabelPage(parts, 'label', [chosen, [chosen, FakeUri.file(`${file}.jsonl`)]]);
    await openLabelPage(parts, 'label', [chosen]);
    assert.deepEqual(opened, [
      { workspace, files: [], route },
      { workspace: '/home/ada/sample', files: [], route },
      { workspace, files: [file, `${file}.jsonl`], route },
      { workspace, files: [file], route },
    ]);
    assert.deepEqual(asked, [workspace, '/home/ada/sample', workspace, workspace]);
  });

  it('ask who labels before a page opens on which one labels or decides', async () => {
    const { opened, asked, parts, openLabelPage } = await made([], undefined);
    const nobody = { ...parts, rater: { get: () => Promise.resolve(undefined) } };
    await openLabelPage(nobody, 'label', []);
    await openLabelPage(nobody, 'conflicts', []);
    assert.equal(opened.length, 0);
    await openLabelPage(parts, 'agreement', []);
    assert.deepEqual([opened.map((one) => one.route), asked], [[{ page: 'agreement' }], []]);
  });

  it('say what is missing without a folder on this disk', async () => {
    const { editor, parts, openLabelPage } = await made();
    editor.folders = [];
    await assert.rejects(openLabelPage(parts, 'label', []), /Open the folder .* first/);
  });

  it('ask for the folder when several are open, and do nothing when none is chosen', async () => {
    const { editor, opened, parts, openLabelPage } = await made(['sails', undefined]);
    editor.folders = [workspace, '/home/ada/sails'];
    await openLabelPage(parts, 'agreement', []);
    await openLabelPage(parts, 'agreement', []);
    assert.deepEqual(
      opened.map((one) => one.workspace),
      ['/home/ada/sails'],
    );
  });

  it('import labels from the file that the person chose', async () => {
    const { editor, runtime, parts, importLabels } = await made(['/tmp/old.csv', undefined]);
    const imported = await importLabels(parts, []);
    assert.equal(imported?.added, 1);
    assert.deepEqual(runtime.asked, [
      { name: 'import-labels', params: { workspace, from: '/tmp/old.csv' } },
    ]);
    await new Promise(setImmediate);
    assert.match(editor.shown.at(-1)?.text ?? '', /^1 label added from old\.csv/);
  });

  it('import nothing when the person chooses no file', async () => {
    const { runtime, parts, importLabels } = await made([undefined]);
    assert.equal(await importLabels(parts, []), undefined);
    assert.deepEqual(runtime.asked, []);
  });

  it('export in the form and into the file that the person chose', async () => {
    const { editor, runtime, parts, exportLabels } = await made([
      ...['Inspect', '/home/ada/labels.json', undefined],
    ]);
    assert.equal(await exportLabels(parts, []), '/home/ada/labels.json');
    assert.deepEqual(runtime.asked, [
      {
        name: 'export-labels',
        params: { workspace, format: 'inspect', to: '/home/ada/labels.json' },
      },
    ]);
    assert.equal(editor.shown[0]?.choices.length, 5);
    await new Promise(setImmediate);
    assert.match(editor.shown.at(-1)?.text ?? '', /^2 labels were exported to labels\.json\.$/);
  });

  it('export nothing when the person gives up', async () => {
    for (const answers of [[undefined], ['CSV', undefined]]) {
      const { runtime, parts, exportLabels } = await made(answers);
      assert.equal(await exportLabels(parts, []), undefined);
      assert.deepEqual(runtime.asked, []);
    }
  });
});

describe('words of labels', () => {
  it('count what was exported', () => {
    assert.equal(exportWords({ file: '/w/a.csv', labels: 1 }), '1 label was exported to a.csv.');
  });

  it('say what came of an import, and what could not be read', () => {
    const nothing = { format: 'jsonl', added: 2, alreadyThere: 0, problems: [] } as const;
    assert.equal(
      importWords('a.jsonl', { ...nothing, problems: [] }),
      '2 labels added from a.jsonl (JSON Lines).',
    );
    assert.equal(
      importWords('a.csv', {
        ...{ format: 'csv', added: 0, alreadyThere: 3 },
        problems: ['line 2: no answer.', 'line 5: no answer.', 'line 9: no rater.'],
      }),
      '0 labels added from a.csv (CSV). 3 were here already. Not everything could be read: line 2: no answer. And 2 more problems.',
    );
  });

  it('name the tabs, and know the same trajectories in another order', () => {
    assert.equal(tabTitle({ page: 'conflicts', position: 2 }), 'Label Conflicts');
    const key = (files: string[], where = '/w') => populationKey({ workspace: where, files });
    assert.equal(key(['/w/a', '/w/b']), key(['/w/b', '/w/a']));
    assert.notEqual(key([]), key([], '/v'));
    assert.notEqual(key(['/w/a']), key([]));
  });
});
