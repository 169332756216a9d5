// The agent tasks of the open folders, for other agents.
import * as z from 'zod';
import { readWorkspaceTasks, type StoredTask } from '../../store/workspaceTasks.ts';
import { facts, oneLine, pageOf, rowsText } from '../answerText.ts';
import { rowLimit, rowOffset } from '../doorInputs.ts';
import { doorTool } from '../doorTool.ts';

export const listTasks = doorTool({
  name: 'toolr1_list_tasks',
  title: 'List Agent Tasks',
  description:
    'Lists the agent tasks of the open folder (.tool-r1/tasks.jsonl): id, level, files, whether the answer is known, and the beginning of the question. Reference answers are not given. toolr1_run_agent runs one by its id.',
  effect: 'reads',
  input: z.object({ offset: rowOffset, limit: rowLimit }),
  activity: () => 'Listing the agent tasks',
  call: async (page, { folders }, { signal }) => {
    const lists = await Promise.all(
      folders.paths.map((folder) => readWorkspaceTasks(folder, signal)),
    );
    const tasks = lists.flatMap((list) => list.tasks);
    const broken = lists.flatMap(({ problems }) => problems).length;
    const rows = rowsText({ what: 'agent tasks', ...pageOf(tasks, page, taskWords) });
    return broken === 0 ? rows : `${rows}\n${broken} lines of the task file cannot be read.`;
  },
});

function taskWords({ task, missingFiles }: StoredTask): string {
  const { id, level, files, referenceAnswer, passRate, question } = task;
  return facts(
    id,
    level === null ? null : `level ${level}`,
    files.length === 0
      ? 'no files'
      : `files ${files
          .slice(0, 5)
          .map((file) => oneLine(file, 60))
          .join(', ')}${files.length > 5 ? `, ${files.length - 5} more` : ''}`,
    missingFiles.length === 0 ? null : `${missingFiles.length} of them missing`,
    referenceAnswer === null ? 'no reference answer' : null,
    passRate === undefined ? null : `passed ${passRate.passed} of ${passRate.samples}`,
    `asks: ${oneLine(question, 160)}`,
  );
}
