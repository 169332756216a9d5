// A process of its own that appends labels to a workspace, and says on stdout which are on disk.
// Arguments: the workspace, a prefix of ids, how many labels.
import { LabelBook } from '../../runtime/labels/labelBook.ts';
import { LabelFile } from '../../runtime/store/labels/labelFile.ts';
import { makeLabel } from './labelRecords.ts';

const [workspace = '', prefix = '', count = '0'] = process.argv.slice(2);
const file = await LabelFile.open(workspace, new LabelBook());
for (let number = 0; number < Number(count); number += 1) {
  const id = `${prefix}-${number}`;
  await file.append([makeLabel({ id, note: 'x'.repeat(500 + (number % 7) * 300) })]);
  process.stdout.write(`${id}\n`);
}
await file.close();
