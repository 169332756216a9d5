import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { ExportFormat } from '../../../../runtime/contract/viewing.ts';
import type { TrajectoryRecord } from '../../../../runtime/contract/trajectory.ts';
import { comment } from '../../../../runtime/store/exporters/pythonExporter.ts';
import { fence, prose, proseLine } from '../../../../runtime/store/exporters/markdownText.ts';
import { FailureError } from '../../../../runtime/support/errors.ts';
import { OpenedViewer } from '../../../fakes/openedViewer.ts';
import { makeEnded, makeStarted, makeStep } from '../../../fakes/records.ts';
import { richRecords } from '../../../fakes/richRecords.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../../fakes/trajectoryRecords.ts';

describe('exports', () => {
  const inFolder = temporaryFolder();
  let viewer: OpenedViewer;
  const records = [...makeTrajectoryRecords('a', 2), ...richRecords('b'), ...hostileRecords('c')];
  beforeEach(async () => {
    await writeFile(inFolder('x.trajectories.jsonl'), asLines(records));
    viewer = await OpenedViewer.open(inFolder('x.trajectories.jsonl'));
  });
  afterEach(() => viewer.viewer.close());

  async function exported(format: ExportFormat, ids: string[], name: string): Promise<string> {
    const { handle } = viewer;
    const to = inFolder(name);
    const params = { handle, ids, format, to };
    const result = await viewer.viewer.request('export-trajectories', params);
    assert.deepEqual(result, { file: to, trajectories: ids.length });
    return readFile(to, 'utf8');
  }

  it('writes the records as they are', async () => {
    const own = records.filter(({ trajectoryId }) => trajectoryId !== 'a');
    assert.equal(await exported('jsonl', ['b', 'c'], 'out.jsonl'), asLines(own));
  });

  it('writes Markdown to read', async () => {
    const text = await exported('markdown', ['a', 'b'], 'out.md');
    assert.match(text, /^# Trajectory a\n\nVisits in März — 😀\?\n\nModel fake, recipe tool-r1/);
    assert.match(
      text,
      /## Step 2\n\ncount\.\n\n```python\nprint\(1\)\n```\n\nObservation \(ran\):/,
    );
    assert.match(
      text,
      /Final answer:\n\n```\n42\n```\n\nJudge rule: Correct\. the numbers are equal/,
    );
    assert.match(text, /- Reward 1\.6 by recipe tool-r1\n- answer: 1, weight 1 \(Correct\)\n/);
    assert.match(text, /Tool inspect\\_file\\_as\\_text failed after 3 ms:/);
    assert.match(text, /Observation \(refused, nothing ran\):/);
  });

  it('keeps what a model wrote inside of its fence', async () => {
    const text = await exported('markdown', ['c'], 'out.md');
    assert.match(text, /`{5}python\nprint\("````"\)\n`{5}/);
    assert.doesNotMatch(text.replace(/(`{3,})[^]*?\n\1/g, ''), /(?<!\\)<img|(?<!\\)\[x\]/);
  });

  it('writes Python that runs only what ran', async () => {
    const text = await exported('python', ['a', 'b', 'c'], 'out.py');
    assert.match(text, /^# Trajectory a of fake\n#\n# Visits in März/);
    assert.match(text, /\nprint\(1\)\n# Observation:\n# 1\n/);
    assert.match(text, /# This did not run to its end:\n# print\(1\)\n/);
    assert.match(text, /call these tools of the agent.*inspect_file_as_text/);
    const check = 'import ast,sys; print(len(ast.parse(open(sys.argv[1]).read()).body))';
    const statements = execFileSync('python3', ['-c', check, inFolder('out.py')], {
      encoding: 'utf8',
    });
    assert.equal(statements.trim(), '3');
  });

  it('writes a notebook with outputs', async () => {
    const text = await exported('notebook', ['a', 'b', 'c'], 'out.ipynb');
    const book = JSON.parse(text) as { nbformat: number; nbformat_minor: number; cells: Cell[] };
    assert.deepEqual([book.nbformat, book.nbformat_minor], [4, 5]);
    const ids = book.cells.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.every((id) => /^[a-zA-Z0-9-_]{1,64}$/.test(id)));
    const code = book.cells.filter(({ cell_type }) => cell_type === 'code');
    assert.deepEqual(code[0]!.source, ['print(1)']);
    assert.deepEqual(code[0]!.outputs, [{ output_type: 'stream', name: 'stdout', text: ['1\n'] }]);
    assert.deepEqual(code[2]!.outputs!.at(-1), {
      output_type: 'error',
      ename: 'KeyError',
      evalue: "'größe'",
      traceback: ['line 2, in <module>', "KeyError: 'größe'"],
    });
  });

  it('shows calls of tools, and never as Python', async () => {
    const own = callRecords('d');
    await writeFile(inFolder('calls.trajectories.jsonl'), asLines(own));
    const opened = await OpenedViewer.open(inFolder('calls.trajectories.jsonl'));
    try {
      const texts: string[] = [];
      for (const [format, name] of [
        ['python', 'calls.py'],
        ['notebook', 'calls.ipynb'],
        ['markdown', 'calls.md'],
      ] as const) {
        const params = { handle: opened.handle, ids: ['d'], format, to: inFolder(name) };
        await opened.viewer.request('export-trajectories', params);
        texts.push(await readFile(inFolder(name), 'utf8'));
      }
      const [python = '', notebook = '', markdown = ''] = texts;
      assert.match(python, /# Calls:\n# \{"name": "list_folder", "arguments": \{\}\}\n/);
      assert.ok(python.split('\n').every((line) => line === '' || line.startsWith('#')));
      const { cells } = JSON.parse(notebook) as { cells: Cell[] };
      assert.deepEqual(
        cells.map(({ cell_type }) => cell_type),
        ['markdown', 'markdown', 'markdown', 'markdown', 'markdown'],
      );
      assert.match(cells[2]?.source.join('') ?? '', /^```json\n\{"name": "list_folder"/);
      assert.match(markdown, /```json\n\{"name": "list_folder", "arguments": \{\}\}\n```/);
    } finally {
      await opened.viewer.close();
    }
  });

  it('does not replace a file, and leaves nothing half written', async () => {
    await writeFile(inFolder('out.md'), 'mine');
    await assert.rejects(
      exported('markdown', ['a'], 'out.md'),
      (error) =>
        error instanceof FailureError &&
        error.failure.code === 'store/exists' &&
        /is there already and is not replaced/.test(error.message),
    );
    assert.equal(await readFile(inFolder('out.md'), 'utf8'), 'mine');
    await assert.rejects(exported('jsonl', ['a'], 'no/out.jsonl'), /There is no folder/);
    await assert.rejects(exported('jsonl', ['z'], 'z.jsonl'), /has no trajectory z/);
    assert.deepEqual((await readdir(inFolder())).sort(), ['out.md', 'x.trajectories.jsonl']);
  });
});

describe('text of exports', () => {
  it('has fences longer than any inside', () => {
    assert.equal(fence('a', 'py'), '```py\na\n```\n');
    assert.equal(fence('````\n'), '`````\n````\n`````\n');
  });

  it('has prose without marks', () => {
    assert.equal(prose('# a *b* <c> [d](e)'), '\\# a \\*b\\* \\<c\\> \\[d\\](e)');
    assert.equal(prose('- a\n1. b\n---\n    code'), '\\- a\n1\\. b\n\\---\n   code');
    assert.equal(proseLine('a\n# b'), 'a \\# b');
  });

  it('has comments that no line end leaves', () => {
    assert.equal(comment('a\r\nb\rc\u2028d\fe'), '# a\n# b\n# c\n# d\n# e');
  });
});

interface Cell {
  readonly cell_type: string;
  readonly id: string;
  readonly source: string[];
  readonly outputs?: unknown[];
}

/** A step of a protocol whose actions are calls as JSON. */
function callRecords(trajectoryId: string): TrajectoryRecord[] {
  const started = makeStarted({ trajectoryId });
  const agent = { ...started.recipe.agent, protocol: 'artist-tools' as const };
  const step = makeStep({ code: '{"name": "list_folder", "arguments": {}}' });
  return [
    { ...started, recipe: { ...started.recipe, agent } },
    { version: 1, trajectoryId, kind: 'step-ended', step },
    makeEnded({ trajectoryId }),
  ];
}

function hostileRecords(trajectoryId: string): TrajectoryRecord[] {
  const step = makeStep({ thought: '<img src=x> [x](y)\n# head\n"""', code: 'print("````")' });
  step.observation.text = '```\n<img>\n';
  return [
    makeStarted({ trajectoryId }),
    { version: 1, trajectoryId, kind: 'step-ended', step },
    makeEnded({ trajectoryId, finalAnswer: '```\r\nimport os' }),
  ];
}
