// Damaged files of every kind through the built worker: each gives text or a clear refusal, and the worker lives on.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DocumentConverter } from '../../../runtime/documents/documentConverter.ts';
import { DocumentError } from '../../../runtime/documents/document.ts';
import { builtDocumentConverter } from '../../fakes/documentReader.ts';
import { pdfForm, pdfOfTexts } from '../../fakes/pdfFiles.ts';
import { wavFile } from '../../fakes/wavFile.ts';

const fixtures = path.join(import.meta.dirname, '../../fixtures/documents');
const samples = path.join(import.meta.dirname, '../../../media/sample-workspace/kestrel-boats');
const never = new AbortController().signal;
/** A refusal is one or two sentences for the agent, never a dump. */
const maxMessage = 600;

type Bytes = Uint8Array<ArrayBuffer>;

/** Whole numbers below a limit, the same in every run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

const mutations: Readonly<
  Record<string, (bytes: Bytes, below: (limit: number) => number) => Bytes>
> = {
  'cut off': (bytes, below) => bytes.slice(0, below(bytes.length)),
  'with its start missing': (bytes, below) => bytes.slice(1 + below(40)),
  'with flipped bytes': (bytes, below) => {
    const changed = bytes.slice();
    for (let count = 0; count < 30; count += 1) changed[below(changed.length)] = below(256);
    return changed;
  },
  'with a hole': (bytes, below) => {
    const start = below(bytes.length);
    return bytes.slice().fill(0, start, start + 200);
  },
  doubled: (bytes) => new Uint8Array(Buffer.concat([bytes, bytes])),
};

function filesIn(folder: string): (readonly [string, Bytes])[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(py|mjs|ts)$/.test(entry.name))
    .map(({ name }) => [name, new Uint8Array(readFileSync(path.join(folder, name)))]);
}

describe('damaged files', function () {
  this.timeout(300_000);
  let converter: DocumentConverter;
  before(() => {
    const limits = { milliseconds: 60_000, slowMilliseconds: 60_000, memoryMegabytes: 700 };
    converter = builtDocumentConverter({ limits });
  });
  after(() => converter.close());

  async function survives(name: string, bytes: Bytes): Promise<void> {
    try {
      const { text } = await converter.convert({ name, bytes, member: null }, never);
      assert.equal(typeof text, 'string');
    } catch (error) {
      assert.ok(error instanceof DocumentError, `${name}: ${String(error)}`);
      assert.notEqual(error.problem, 'too-slow', name);
      assert.ok(error.message.length < maxMessage, error.message);
      assert.ok(error.message.includes(name), error.message);
    }
  }

  for (const [kind, mutate] of Object.entries(mutations)) {
    it(`are survived ${kind}`, async () => {
      const made: (readonly [string, Bytes])[] = [
        ['form.pdf', await pdfForm()],
        ['text.pdf', await pdfOfTexts([[{ text: 'words', x: 50, y: 50 }]])],
        ['tone.wav', wavFile({ seconds: 0.2 })],
      ];
      const below = numbers(20_251_129);
      for (const [name, bytes] of [...made, ...filesIn(fixtures), ...filesIn(samples)]) {
        await survives(name, mutate(bytes, below));
      }
      await survives('alive.txt', new Uint8Array(Buffer.from('still alive')));
    });
  }
});
