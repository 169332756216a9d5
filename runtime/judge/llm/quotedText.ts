// Makes a text of others safe to stand inside a prompt: between fences that it cannot close, without the marks by which chat
// templates part their turns, each line marked as a quotation, and no longer than the judge should read. Pure.

/**
 * Characters of a question, a reference answer or an answer that a judge reads; of a longer one the middle is left out and the
 * text says so.
 */
export const maxQuotedCharacters = 6000;

/** Marks of chat templates: ChatML, Llama, Mistral, Gemma, Phi, DeepSeek, and the tags of reasoning. */
const templateMarks: readonly RegExp[] = [
  /<(?=[|｜])/g,
  /(?<=[|｜])>/g,
  /<(?=\/?(?:s|bos|eos|pad|unk|think|start_of_turn|end_of_turn|tool_call|tool_response)>)/gi,
  /<(?=<\/?SYS>>)/gi,
  /\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_RESULTS|TOOL_CALLS|UNUSED\d*)\])/gi,
];

/** Characters that are not seen and can hide words from a reader: zero width, direction marks, control characters, halves of pairs. */
const unseen = /[\p{Cf}\p{Cc}\p{Co}\p{Cs}]/gu;
const lineEnds = /\r\n?|[\n\u2028\u2029\u0085\v\f]/g;

/**
 * The text between `<<<NAME FENCE` and `FENCE>>>`, every line of it after `| `. A space inside each mark of a template keeps a
 * tokenizer from reading it as one.
 */
export function quoteText(name: string, text: string, fence: string): string {
  const lines = neutralise(clip(text)).split('\n');
  return [`<<<${name} ${fence}`, ...lines.map((line) => `| ${line}`), `${fence}>>>`].join('\n');
}

/** The text with nothing in it that a chat template or a fence of code would act on. Line ends become `\n`. */
export function neutralise(text: string): string {
  const lines = text
    .replace(lineEnds, '\n')
    .split('\n')
    .map((line) => line.replaceAll('\t', '  ').replace(unseen, ''));
  let safe = lines.join('\n').replaceAll('```', "'''").replaceAll('~~~', '- - -');
  for (const mark of templateMarks) safe = safe.replace(mark, (sign) => spaced(sign));
  return safe;
}

function spaced(sign: string): string {
  return sign === '>' ? ' >' : `${sign} `;
}

function clip(text: string): string {
  if (text.length <= maxQuotedCharacters) return text;
  const half = maxQuotedCharacters / 2;
  const left = text.length - maxQuotedCharacters;
  return `${text.slice(0, half)}\n[${left} characters left out here]\n${text.slice(-half)}`;
}
