// The outline of a trajectory, for other agents: its question, a line for each step, its ending. Steps are read one by one.
import * as z from 'zod';
import type { TrajectoryHead } from '../../contract/viewing.ts';
import { cutText, dataNote, facts, oneLine, pageOf, rowsText } from '../answerText.ts';
import { rowLimit, rowOffset, trajectoryFile, trajectoryId } from '../doorInputs.ts';
import { doorTool } from '../doorTool.ts';
import { withTrajectories } from '../openTrajectories.ts';
import { stepWords } from '../trajectoryWords.ts';

const mostText = 2000;

export const readTrajectory = doorTool({
  name: 'toolr1_read_trajectory',
  title: 'Read Trajectory Outline',
  description:
    'Gives the outline of one trajectory: question, model, recipe, a line for each step (outcome, tokens, seconds), final answer and verdicts. toolr1_read_step gives a step in full, toolr1_read_reward the reward.',
  effect: 'reads',
  input: z.object({
    file: trajectoryFile,
    trajectoryId,
    ...{ offset: rowOffset, limit: rowLimit },
  }),
  activity: (wish) => `Reading the outline of ${wish.trajectoryId}`,
  call: async ({ file: name, trajectoryId: id, ...page }, { folders, viewer }, { signal }) => {
    const file = await folders.findFile(name);
    const head = await withTrajectories(viewer, file, signal, (opened) => opened.head(id));
    const steps = rowsText({ what: 'steps', ...pageOf(head.rows, page, stepWords) });
    return [beginning(head), steps, ending(head)].join('\n\n');
  },
});

function beginning({ started, branches }: TrajectoryHead): string {
  const { trajectoryId: id, task, model, recipe, startedAt, parent, earlier = [] } = started;
  const branched = branches.map((branch) => `${branch.id} (${branch.parent.relation})`);
  return [
    facts(
      id,
      `task ${task.id}`,
      `model ${oneLine(model)}`,
      `recipe ${oneLine(recipe.name)}`,
      startedAt,
    ),
    ...(parent === undefined
      ? []
      : [`It goes on from step ${parent.step} of ${parent.trajectoryId} (${parent.relation}).`]),
    ...(branched.length === 0 ? [] : [`Branched off it: ${branched.join(', ')}.`]),
    dataNote,
    ...earlier.map(({ task: { question } }) => `Asked before: ${oneLine(question, 400)}`),
    `Question: ${short(task.question)}`,
    ...(task.files.length === 0
      ? []
      : [`Files: ${task.files.map((file) => oneLine(file)).join(', ')}`]),
  ].join('\n');
}

function ending({ ended, verdicts, problems }: TrajectoryHead): string {
  const lines = verdicts.map((verdict) =>
    verdict.outcome === 'scored'
      ? `Judge ${verdict.judge.name}: ${verdict.level}. ${oneLine(verdict.reason, 400)}`
      : `Judge ${verdict.judge.name} gave no verdict: ${oneLine(verdict.cause, 400)}`,
  );
  const unread = problems.map((problem) => `Could not be read: ${oneLine(problem, 300)}`);
  if (ended === null) return ['It has no end: it runs, or was interrupted.', ...unread].join('\n');
  const { stopReason, finalAnswer, failure } = ended;
  return [
    finalAnswer === null
      ? `No final answer (${stopReason}).`
      : `Final answer: ${short(finalAnswer)}`,
    ...(failure === null ? [] : [`What broke: ${oneLine(failure.message, 400)}`]),
    ...lines,
    ...unread,
  ].join('\n');
}

function short(whole: string): string {
  const { text, note } = cutText(whole, 0, mostText);
  return note === null ? text : `${text}… (${whole.length} characters)`;
}
