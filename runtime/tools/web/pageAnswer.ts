// The answer to a question from pages of the web: by the reader model where there is one, else the passages nearest to the question
// for the agent to read itself. Either way the pages are named.
import { excerptFor } from '../textExcerpt.ts';
import type { ToolContext } from '../tool.ts';
import { sourceLine } from './webTool.ts';
import type { WebPage } from './webPage.ts';

export interface Found {
  /** What a search showed of all that it found, as Markdown; empty where nothing was searched. */
  readonly overview: string;
  readonly pages: readonly WebPage[];
}

/** Characters of all pages together that the agent gets to read itself. */
const shownCharacters = 20_000;
/** Characters of all pages together that the reader chooses from. */
const readCharacters = 240_000;

export async function answerFrom(
  found: Found,
  question: string,
  { reader, signal }: Pick<ToolContext, 'reader' | 'signal'>,
): Promise<string> {
  const room = reader === null ? shownCharacters : readCharacters;
  const text = [found.overview, ...found.pages.map(excerpts(question, room / found.pages.length))];
  const whole = text.filter((part) => part !== '').join('\n\n');
  const answer =
    reader === null ? `${noReader}\n\n${whole}` : await reader.answer(question, whole, signal);
  return [answer, ...sourceList(found.pages)].join('\n\n');
}

const noReader =
  'No reader model is set up, so the question was not answered. These are the passages nearest to it; look for the answer in them.';

function excerpts(question: string, room: number): (page: WebPage) => string {
  return ({ title, url, text }) =>
    `# ${title}\n${url}\n\n${excerptFor(question, text, Math.floor(room)).text}`;
}

function sourceList(pages: readonly WebPage[]): readonly string[] {
  if (pages.length === 0) return [];
  return [['Sources:', ...pages.map((page) => `- ${sourceLine(page)}`)].join('\n')];
}
