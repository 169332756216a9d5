// The prompt of a generated task exactly as a rollout of the learning recipe makes it, so that the first model is trained on
// what it will read later.
import { toolR1 } from '../../runtime/agent/protocols/toolR1.ts';
import type { ChatMessage } from '../../runtime/policy/policy.ts';
import type { Recipe } from '../../runtime/contract/recipe.ts';
import { promptTask } from '../../runtime/rollout/promptTask.ts';
import type { ChosenFile } from '../../runtime/support/chosenFiles.ts';
import { finalAnswer } from '../../runtime/tools/finalAnswer.ts';
import { inspectFileAsText } from '../../runtime/tools/inspectFileAsText.ts';

/** Only the signature is asked for. */
const noDocuments = { read: () => Promise.reject(new Error('A prompt reads no document.')) };
const tools = [finalAnswer, inspectFileAsText(noDocuments)].map(({ signature }) => signature);

export async function learningPrompt(
  question: string,
  file: ChosenFile,
  recipe: Recipe,
): Promise<readonly ChatMessage[]> {
  const { system, user } = await promptTask(toolR1, {
    task: { question, metadata: {} },
    files: { files: [file], leftOut: [] },
    recipe,
    importsAtHand: recipe.sandbox.allowedImports,
    tools,
    style: 'bare',
  });
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}
