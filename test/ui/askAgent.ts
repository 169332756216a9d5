// Asks the agent a question as a person does, in the quick input.
import type { Workbench } from '../vscode/workbench.ts';

/** Resolves once the question has been taken; its web view comes a moment later. */
export async function askAgent(workbench: Workbench, question: string): Promise<void> {
  await workbench.runCommand('Tool-R1: Run Agent...');
  await workbench.quickRows('Type a question').waitFor();
  await workbench.quickField().fill(question);
  await workbench.quickRows('Press Enter to ask about').waitFor();
  await workbench.accept();
}
