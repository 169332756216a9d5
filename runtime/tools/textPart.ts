// The part of a long text that one call returns, and the sentence that says what is missing and how to get it.

/** Characters of text in one result. */
export const maxResultCharacters = 70_000;

export interface TextPart {
  readonly text: string;
  /** Null when the text is whole. */
  readonly remark: string | null;
}

/** Which call reads on, and what it reads. */
export interface ReadsOn {
  readonly tool: string;
  readonly thing: 'file' | 'page';
}

const inFile: ReadsOn = { tool: 'inspect_file_as_text', thing: 'file' };

/**
 * Cuts at a line's end near the limit.
 * @param from where the part begins, in characters from 0
 * @param path how the agent calls the file or page, for the call that continues
 */
export function textPart(
  whole: string,
  from: number,
  path: string,
  limit = maxResultCharacters,
  { tool, thing }: ReadsOn = inFile,
): TextPart {
  if (from >= whole.length && from > 0) {
    return { text: '', remark: `The text ends before: it has ${whole.length} characters.` };
  }
  const end = endOfPart(whole, from, limit);
  if (from === 0 && end === whole.length) return { text: whole, remark: null };
  const rest =
    end === whole.length
      ? 'This is the end.'
      : `Read on with ${tool}('${path}#from=${end + 1}'), or ask a question about the ${thing}.`;
  return {
    text: whole.slice(from, end),
    remark: `Characters ${from + 1} to ${end} of ${whole.length} are shown. ${rest}`,
  };
}

/** The last line end in the second half of the part; else the limit, but never between the halves of a surrogate pair. */
function endOfPart(whole: string, from: number, limit: number): number {
  const end = from + limit;
  if (end >= whole.length) return whole.length;
  const newline = whole.lastIndexOf('\n', end - 1);
  if (newline >= from + limit / 2) return newline + 1;
  const code = whole.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}
