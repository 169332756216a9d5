// The texts of a record that a search looks into, read from the bytes of its line: the question, the final answer, thoughts,
// code and observations.
import { isUtf8 } from 'node:buffer';
import { TrajectoryRecord } from '../../contract/trajectory.ts';
import { parseJson } from '../../support/parseJson.ts';
import { skipSpace, type Cursor } from './jsonBytes.ts';
import { compileShape, stringAt } from './shape.ts';

const slots = {
  'task.question': 0,
  finalAnswer: 1,
  'step.thought': 2,
  'step.code': 3,
  'step.observation.text': 4,
  'step.observation.stdout': 5,
};
const slotCount = Object.keys(slots).length;
const quote = 0x22;

export class TextScanner {
  readonly #skip = compileShape(TrajectoryRecord, slots);

  /** Empty for a line that is no record. */
  texts(line: Buffer): readonly string[] {
    const cursor: Cursor = {
      bytes: line,
      end: line.length,
      marks: new Int32Array(2 * slotCount).fill(-1),
    };
    const after = this.#skip(cursor, skipSpace(cursor, 0));
    if (after < 0 || !isUtf8(line)) return textsOfText(line.toString('utf8'));
    const texts: string[] = [];
    for (let slot = 0; slot < slotCount; slot += 1) {
      const [from = -1, to = -1] = cursor.marks.subarray(2 * slot, 2 * slot + 2);
      if (from >= 0 && line[from] === quote) texts.push(stringAt(line, from, to));
    }
    return texts;
  }
}

function textsOfText(text: string): readonly string[] {
  const parsed = parseJson(TrajectoryRecord, text.replace(/^\uFEFF/, ''));
  return parsed.ok ? recordTexts(parsed.value) : [];
}

export function recordTexts(record: TrajectoryRecord): readonly string[] {
  switch (record.kind) {
    case 'trajectory-started':
      return [record.task.question];
    case 'step-ended': {
      const { thought, code, observation } = record.step;
      return [thought, code ?? '', observation.text, observation.stdout];
    }
    case 'trajectory-ended':
      return [record.finalAnswer ?? ''];
    case 'verdict-given':
    case 'reward-assigned':
      return [];
  }
}
