// An evaluation that is there already, by the name of its folder.
import path from 'node:path';
import type { EvaluatedSide } from '../evaluate/compareResults.ts';
import { evaluationFolder, readEvaluation, readResults } from '../evaluate/evaluationFiles.ts';
import { HumanError } from '../support/errors.ts';

/**
 * @param name below `.tool-r1/evaluations`, or the path of a folder
 * @throws HumanError when there is none, FailureError at boundary `store` when it cannot be read
 */
export async function readNamedEvaluation(
  cwd: string,
  name: string,
  signal: AbortSignal,
): Promise<EvaluatedSide> {
  const folders = [evaluationFolder(cwd, name), path.resolve(cwd, name)];
  for (const folder of folders) {
    const evaluation = await readEvaluation(folder);
    if (evaluation === null) continue;
    return { evaluation, lines: (await readResults(folder, signal)).results };
  }
  throw new HumanError(
    `There is no evaluation ${name}: neither ${folders.join(' nor ')} holds an evaluation.json.`,
  );
}
