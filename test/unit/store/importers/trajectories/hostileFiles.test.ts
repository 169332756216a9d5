// Every format on files that are broken or odd. Whatever they hold, an importer says in words what is wrong.
// TOOL_R1_FUZZ_TIMES=20 tries twenty times as many, with another seed each time.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { allForeignFormats } from '../../../../../runtime/store/importers/trajectories/allForeignFormats.ts';
import type { ForeignFormat } from '../../../../../runtime/store/importers/trajectories/foreignFormat.ts';
import { importTrajectories } from '../../../../../runtime/store/importers/trajectories/importTrajectories.ts';
import { FailureError, HumanError } from '../../../../../runtime/support/errors.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';

const folder = path.resolve(import.meta.dirname, '../../../../fixtures/imports');
const fixtures = readdirSync(folder)
  .filter((file) => !file.endsWith('.py'))
  .map((name) => ({ name, bytes: readFileSync(path.join(folder, name)) }));

const times = Number(process.env['TOOL_R1_FUZZ_TIMES'] ?? '1');
const fuzz = (numRuns: number) => ({
  numRuns: numRuns * times,
  ...(times === 1 ? { seed: 20_260_301 } : {}),
});

describe('hostile files', function () {
  this.timeout(60_000 * times);
  const inFolder = temporaryFolder();
  const host = { signal: new AbortController().signal, onProgress: () => undefined };

  /** How an import went: nothing else may be thrown. */
  async function outcome(format: ForeignFormat, name: string, bytes: Uint8Array | string) {
    const [file, to] = [inFolder(name), inFolder('out.jsonl')];
    await writeFile(file, bytes);
    try {
      return await importTrajectories({ format, file, to }, host);
    } catch (error) {
      const isSaid = error instanceof HumanError || error instanceof FailureError;
      assert.ok(isSaid, error instanceof Error ? error.stack : String(error));
      assert.doesNotMatch(error.message, /\[object/);
      return error.message;
    } finally {
      await rm(to, { force: true });
    }
  }

  function formatOf({
    name,
    bytes,
  }: {
    readonly name: string;
    readonly bytes: Uint8Array;
  }): ForeignFormat {
    return (
      allForeignFormats.find((one) => one.detect(name, bytes.subarray(0, 65_536))) ??
      assert.fail(name)
    );
  }

  it('are told from each other: every file is of one format', () => {
    for (const { name, bytes } of fixtures) {
      const found = allForeignFormats.filter((one) => one.detect(name, bytes.subarray(0, 65_536)));
      assert.equal(found.length, 1, `${name}: ${found.map(({ id }) => id).join(', ')}`);
    }
  });

  it('that are empty hold nothing, in a sentence', async () => {
    for (const format of allForeignFormats) {
      for (const text of ['', '\n', ' ', '[]', '{}', 'null', '\ufeff']) {
        assert.equal(typeof (await outcome(format, 'x.json', text)), 'string', format.id);
      }
    }
  });

  it('of another format hold nothing, in a sentence', async () => {
    for (const format of allForeignFormats) {
      for (const fixture of fixtures) {
        if (formatOf(fixture) === format) continue;
        const told = await outcome(format, fixture.name, fixture.bytes);
        assert.equal(typeof told, 'string', `${format.id} reads ${fixture.name}`);
      }
    }
  });

  for (const fixture of fixtures) {
    it(`that are cut off are read up to there: ${fixture.name}`, async () => {
      const { bytes, name } = fixture;
      const format = formatOf(fixture);
      for (let part = 1; part <= 6; part += 1) {
        const length = Math.floor((bytes.length * part) / 7);
        await outcome(format, name, bytes.subarray(0, length));
        format.detect(name, bytes.subarray(0, length));
      }
    });

    it(`with wrong bytes throw nothing but what they must: ${fixture.name}`, async () => {
      const { bytes, name } = fixture;
      const format = formatOf(fixture);
      const change = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) });
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
          const changed = Buffer.from(bytes);
          for (const { at, byte } of changes) changed[at] = byte;
          await outcome(format, name, changed);
          for (const one of allForeignFormats) one.detect(name, changed.subarray(0, 65_536));
        }),
        fuzz(10),
      );
    });
  }

  it('with other values in their fields throw nothing but what they must', async () => {
    const texts = fixtures.filter(({ name }) => /\.(jsonl?|traj)$/.test(name));
    const odd = fc.constantFrom(
      'null',
      '"\\ud800"',
      '[]',
      '{}',
      '-1',
      '1e400',
      '""',
      '[[[]]]',
      'true',
      '"x"',
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), fc.nat(), odd, async (fixture, seed, value) => {
        const text = fixture.bytes.toString('utf8');
        const values = [...text.matchAll(/:\s*("(?:[^"\\]|\\.)*"|[\d.eE+-]+|null|true|false)/g)];
        const match = values[seed % values.length];
        assert.ok(match !== undefined);
        const [found] = match;
        const changed = `${text.slice(0, match.index)}: ${value}${text.slice(match.index + found.length)}`;
        await outcome(formatOf(fixture), fixture.name, changed);
      }),
      fuzz(60),
    );
  });
});
