// An item as a person sees it before deciding. It is made of the answer alone: nothing in this file has a verdict, a reason, a
// stratum or another person's label at hand.
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { LabelItem, OwnLabel } from '../contract/labelling.ts';
import { readRecordsAt } from '../store/labels/readRecordsAt.ts';
import { clipText } from '../store/viewing/clipText.ts';
import type { ItemMark } from './itemLabels.ts';
import type { AnswerItem } from './population.ts';

/** What the person has done with the item. */
export interface OwnView {
  readonly own: OwnLabel | null;
  readonly mark: ItemMark;
}

const outputCharacters = 4000;

/** @throws FailureError at boundary `store` when the trajectory file was rewritten */
export async function blindItem(
  item: AnswerItem,
  position: number,
  workspace: string,
  { own, mark }: OwnView,
): Promise<LabelItem> {
  const { hash, taskId, question, referenceAnswer, finalAnswer, multiplicity, steps } = item;
  return {
    position,
    itemHash: hash,
    taskId,
    question,
    referenceAnswer,
    finalAnswer,
    files: await Promise.all(item.files.map((name) => fileOf(workspace, name))),
    place: item.place,
    multiplicity,
    steps,
    lastOutput: await lastOutput(item),
    own,
    note: mark.note,
    flagged: mark.flagged,
    skipped: mark.skipped,
    reveal: null,
  };
}

async function fileOf(workspace: string, name: string): Promise<LabelItem['files'][number]> {
  const file = path.resolve(workspace, name);
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  return { name, path: file, exists };
}

/** What the last step but the answering one printed, or else the answering one. */
async function lastOutput({ place, lastSteps }: AnswerItem): Promise<LabelItem['lastOutput']> {
  const records = await readRecordsAt(
    place.file,
    lastSteps.map((step) => step.place),
  );
  const outputs = records.flatMap((record) => {
    if (record.kind !== 'step-ended') return [];
    const { index, observation } = record.step;
    const isAnswer = observation.kind === 'final-answer';
    const text = (isAnswer ? observation.stdout : observation.text).trim();
    return text === '' ? [] : [{ step: index, text: clipText(text, outputCharacters), isAnswer }];
  });
  const found = outputs.find(({ isAnswer }) => !isAnswer) ?? outputs[0];
  return found === undefined ? null : { step: found.step, text: found.text };
}
