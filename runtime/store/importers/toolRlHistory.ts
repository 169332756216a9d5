// A dialogue as ToolRL shows it to a policy (arXiv 2504.13958): past turns flattened into one user message, each in the tags of its
// role. So a dialogue of several turns becomes single steps. Pure.
import * as z from 'zod';

export const DialogueTurn = z.looseObject({ role: z.string(), content: z.string() });
export type DialogueTurn = z.infer<typeof DialogueTurn>;

export const historyHead = '**Dialogue Records History**';

/** What the system said, and everything else as one user message. */
export interface FlatDialogue {
  readonly instruction: string;
  readonly input: string;
}

/** A dialogue that is flattened already is taken to the letter. */
export function flattenDialogue(turns: readonly DialogueTurn[]): FlatDialogue {
  const isSystem = ({ role }: DialogueTurn) => role === 'system';
  const instruction = turns
    .filter(isSystem)
    .map(({ content }) => content)
    .join('\n');
  const spoken = turns.filter((turn) => !isSystem(turn));
  const [only] = spoken;
  if (only !== undefined && spoken.length === 1 && only.content.includes('<user>')) {
    return { instruction, input: only.content };
  }
  return { instruction, input: `${historyHead}\n${spoken.map(flatTurn).join('\n')}\n` };
}

const observationRoles: ReadonlySet<string> = new Set(['tool', 'function', 'observation', 'obs']);

function flatTurn({ role, content }: DialogueTurn): string {
  const text = content.trim();
  if (observationRoles.has(role)) return `<obs> ${text} </obs>`;
  if (role === 'user') return `<user> ${text} </user>`;
  // What an assistant said in the dialect stays as it was.
  return holdsDialect(text) ? text : `<response> ${text} </response>`;
}

/** True for text that is written in the dialect. */
export function holdsDialect(text: string): boolean {
  return /<(?:think|tool_call|response)>/.test(text);
}
