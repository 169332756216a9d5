// `npm run bench`: prints each figure beside its baseline, measured in the same run. A word as argument runs the suites
// whose names contain it; `--json` prints rows for machines.
import { documentRows } from './documents.ts';
import { embeddedModelRows } from './embeddedModel.ts';
import { labelRows } from './labels.ts';
import { livePageRows } from './livePage.ts';
import { remoteRunRows } from './remoteRuns.ts';
import { formatRows, type BenchRow } from './row.ts';
import { sandboxRows } from './sandboxBench.ts';
import { viewerRows } from './viewer.ts';
import { viewerEditorRows } from './viewerEditor.ts';
import { viewerPageRows } from './viewerPage.ts';

const suites: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  sandbox: sandboxRows,
  documents: documentRows,
  model: embeddedModelRows,
  labels: labelRows,
  viewer: viewerRows,
  'viewer-live': livePageRows,
  'viewer-list': viewerPageRows,
  'viewer-editor': viewerEditorRows,
  remote: remoteRunRows,
};

const json = process.argv.includes('--json');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = Object.entries(suites).filter(
  ([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
if (chosen.length === 0) {
  console.error(`There is no suite of that name. The suites: ${Object.keys(suites).join(', ')}`);
  process.exit(2);
}
const rows: BenchRow[] = [];
for (const [name, suite] of chosen) {
  if (!json) console.error(`Measuring: ${name}`);
  rows.push(...(await suite()));
}
console.log(json ? JSON.stringify(rows, null, 2) : formatRows(rows));
