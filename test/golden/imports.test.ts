// What is read from files of other programs, as people read it: a small file of each format, made by hand in its exact shape
// (test/fixtures/imports). TOOL_R1_UPDATE_GOLDEN=1 writes the transcripts anew: read them before they are committed.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderTranscript } from '../../runtime/agent/transcript.ts';
import type { Trajectory } from '../../runtime/contract/trajectory.ts';
import { allForeignFormats } from '../../runtime/store/importers/trajectories/allForeignFormats.ts';
import { detectFormat } from '../../runtime/store/importers/trajectories/detectFormat.ts';
import { importedFile, type ImportedFile } from '../fakes/importedFile.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';

const update = process.env['TOOL_R1_UPDATE_GOLDEN'] === '1';
const fixtures = path.resolve(import.meta.dirname, '../fixtures/imports');
const files = readdirSync(fixtures).filter((file) => !file.endsWith('.py'));

describe('golden imports', () => {
  const inFolder = temporaryFolder();

  for (const file of files) {
    it(`reads as before: ${file}`, async () => {
      const from = path.join(fixtures, file);
      const format = await detectFormat(from, allForeignFormats);
      const imported = await importedFile(format, from, inFolder('out.jsonl'));
      const text = renderImport(imported);
      const golden = path.join(import.meta.dirname, 'imports', `${file}.txt`);
      if (update) writeFileSync(golden, text);
      assert.ok(existsSync(golden), 'there is no transcript yet; run with TOOL_R1_UPDATE_GOLDEN=1');
      assert.equal(text, readFileSync(golden, 'utf8'));
    });
  }

  it('has a file of every format', async () => {
    const found = new Set<string>();
    for (const file of files) {
      found.add((await detectFormat(path.join(fixtures, file), allForeignFormats)).id);
    }
    assert.deepEqual([...found].sort(), allForeignFormats.map(({ id }) => id).sort());
  });
});

function renderImport({ format, read, problems, notes, unmapped }: ImportedFile): string {
  const lists = [
    ['Problems', problems.map(({ where, message }) => `${where}: ${message}`)],
    ['Notes', notes.map(({ where, message }) => `${where}: ${message}`)],
    ['Found no place', unmapped.map((field) => `${field.path} (${field.count})`)],
  ] as const;
  const tails = lists.map(([head, lines]) =>
    [
      `${head}: ${lines.length === 0 ? 'none' : ''}`.trimEnd(),
      ...lines.map((line) => `  ${line}`),
    ].join('\n'),
  );
  return [`# ${format}`, ...read.map(renderOne), ...tails, ''].join('\n\n').replace(/\n+$/, '\n');
}

function renderOne(trajectory: Trajectory): string {
  const { trajectoryId, task, model, prompt, tools } = trajectory.started;
  const lines = [
    `## ${trajectoryId} (task ${task.id}, model ${model})`,
    ...(task.referenceAnswer === null ? [] : [`Reference answer: ${task.referenceAnswer}`]),
    ...(prompt.system === '' ? [] : [`System: ${prompt.system}`]),
    ...(prompt.user === '' || prompt.user === task.question
      ? []
      : [`First message: ${prompt.user}`]),
    ...(tools.length === 0 ? [] : [`Tools: ${tools.map(({ name }) => name).join(', ')}`]),
  ];
  return `${lines.join('\n')}\n\n${renderTranscript(trajectory).trimEnd()}`;
}
