// Words and marks that the Tool-R1 dialect is made of; prompt, parser and observation share them.

/** Ends the code of a reply. Sampling stops here. */
export const terminator = '<end_code>';

/** Starts what the runtime writes after a step. A policy that samples it is about to invent a result; sampling stops here too. */
export const observationMark = 'Observation:';

export const stopStrings: readonly string[] = [terminator, observationMark];

/** A code action as the prompt shows it and as a policy should write it. */
export function codeAction(code: string): string {
  return `Code:\n\`\`\`py\n${code}\n\`\`\`${terminator}`;
}

/** One worked step of an example. */
export function workedStep(thought: string, code: string): string {
  return `Thought: ${thought}\n${codeAction(code)}`;
}
