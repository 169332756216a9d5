// A tokenizer small enough to check by hand: the marks of some chat formats, a few tokens of several characters, and bytes.
import type { AddedToken } from '../../runtime/policy/training/addedTokens.ts';

const marks = [
  '<|endoftext|>',
  '<|im_start|>',
  '<|im_end|>',
  '<|begin_of_text|>',
  '<|start_header_id|>',
  '<|end_header_id|>',
  '<|eot_id|>',
  '<bos>',
  '<start_of_turn>',
  '<end_of_turn>',
];
/** Tokens that join what a careless border would separate. */
const pieces = ['>\n', '\n\n', 'Observation', ':\n', ' the', 'print', 'Thought'];
const words = [...marks, ...pieces];
const firstByte = 100;

export type Template = 'chatml' | 'llama3' | 'gemma' | 'bare';

/** As a `tokenizer.json` lists them. */
export const addedTokens: readonly AddedToken[] = marks.map((text, id) => ({
  id,
  text,
  isSpecial: true,
  takesSpace: false,
}));

/** A `tokenizer.json` as far as anybody reads it. */
export const tokenizerJson = JSON.stringify({
  added_tokens: marks.map((content, id) => ({ id, content, special: true })),
});

/** What a template does with a conversation that it does not take. */
export class TemplateRefusal extends Error {}

export interface ToyMessage {
  readonly role: string;
  readonly content: string;
}

export function markId(mark: string): number {
  const id = marks.indexOf(mark);
  if (id < 0) throw new Error(`${mark} is no mark`);
  return id;
}

/** Greedy: at each place the longest word, else one byte. */
export function encode(text: string): number[] {
  const ids: number[] = [];
  for (let at = 0; at < text.length;) {
    const word = words
      .filter((one) => text.startsWith(one, at))
      .sort((a, b) => b.length - a.length)[0];
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (word === undefined)
      ids.push(...[...Buffer.from(character)].map((byte) => firstByte + byte));
    else ids.push(words.indexOf(word));
    at += (word ?? character).length;
  }
  return ids;
}

export function decode(ids: readonly number[]): string {
  const bytes = ids.flatMap((id) => [
    ...(id < firstByte ? Buffer.from(words[id] ?? '') : Buffer.from([id - firstByte])),
  ]);
  return Buffer.from(bytes).toString('utf8');
}

/** The mark that ends a turn; `bare` has none. */
export function endOfTurn(template: Template): string | null {
  const ends = { chatml: '<|im_end|>', llama3: '<|eot_id|>', gemma: '<end_of_turn>', bare: null };
  return ends[template];
}

/** The messages as the model's own chat template writes them. */
export function render(
  template: Template,
  messages: readonly ToyMessage[],
  addGenerationPrompt: boolean,
): string {
  if (template === 'gemma') refuseOddRoles(messages);
  const turns = messages.map(({ role, content }) => turn(template, role, content));
  return (
    start(template, messages) + turns.join('') + (addGenerationPrompt ? opening(template) : '')
  );
}

/** In the words of Gemma's template. */
function refuseOddRoles(messages: readonly ToyMessage[]): void {
  for (const [place, { role }] of messages.entries()) {
    if (role === 'system') throw new TemplateRefusal('System role not supported');
    if ((role === 'user') === (place % 2 === 0)) continue;
    throw new TemplateRefusal('Conversation roles must alternate user/assistant/user/...');
  }
}

/** As Qwen's template does: a conversation without a system message gets one. */
function start(template: Template, messages: readonly ToyMessage[]): string {
  if (template === 'llama3') return '<|begin_of_text|>';
  if (template === 'gemma') return '<bos>';
  const own = messages[0]?.role === 'system' || template === 'bare';
  return own ? '' : turn(template, 'system', 'You are a toy.');
}

function turn(template: Template, role: string, content: string): string {
  switch (template) {
    case 'chatml':
      return `<|im_start|>${role}\n${content}<|im_end|>\n`;
    case 'llama3':
      return `<|start_header_id|>${role}<|end_header_id|>\n\n${content.trim()}<|eot_id|>`;
    case 'gemma': {
      const name = role === 'assistant' ? 'model' : role;
      return `<start_of_turn>${name}\n${content.trim()}<end_of_turn>\n`;
    }
    case 'bare':
      return `${role}: ${content}\n`;
  }
}

function opening(template: Template): string {
  switch (template) {
    case 'chatml':
      return '<|im_start|>assistant\n';
    case 'llama3':
      return '<|start_header_id|>assistant<|end_header_id|>\n\n';
    case 'gemma':
      return '<start_of_turn>model\n';
    case 'bare':
      return 'assistant: ';
  }
}
