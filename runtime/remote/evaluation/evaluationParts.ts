// The files in which the lines of an evaluation travel. A part is named by what is in it and never changes: whoever has one of that
// name has it whole, and sending it twice makes no second one. Pure.
import { createHash } from 'node:crypto';
import type { EvaluatedTask } from '../../contract/training/evaluation.ts';
import { evaluationText } from './evaluationRecords.ts';

export interface EvaluationPart {
  /** Of the file, `3f0c9a1b2d4e5f60.jsonl`. */
  readonly name: string;
  readonly text: string;
}

/** @param records at least one */
export function evaluationPart(records: readonly EvaluatedTask[]): EvaluationPart {
  const text = evaluationText(records);
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { name: `${name}.jsonl`, text };
}

export function isPartName(name: string): boolean {
  return /^[0-9a-f]{16}\.jsonl$/.test(name);
}
