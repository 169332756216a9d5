// web_qa: searches the web, reads the first pages of what was found, and answers from them.
import type { SearchHit, SearchProvider } from '../../web/search/searchProvider.ts';
import { type Tool, ToolError } from '../tool.ts';
import { answerFrom } from './pageAnswer.ts';
import { readPages } from './readPages.ts';
import type { PageReader } from './webPage.ts';
import { noteSources, requiredText, webTool } from './webTool.ts';

const signature: Tool['signature'] = {
  name: 'web_qa',
  description:
    'Searches the web and answers a question from the first pages found; the pages are named. ' +
    'Ask one thing at a time, with the names and words that such a page would have.',
  parameters: [{ name: 'question', type: 'str', description: 'What to find out.' }],
  returns: 'str',
  isFinal: false,
};

export interface WebQaParts {
  readonly search: SearchProvider;
  readonly pages: PageReader;
}

/** Of what was found; further ones are rarely of use and every one takes seconds. */
const pagesRead = 4;

export function webQa({ search, pages }: WebQaParts): Tool {
  return webTool(signature, async (args, context) => {
    const question = requiredText(args, 'question');
    const hits = await search.search(question, context.signal);
    if (hits.length === 0) throw nothingFound(search, question);
    const visited = hits.slice(0, pagesRead);
    const read = await readPages(visited, ({ url }, stop) => pages.read(url, stop), context);
    noteSources(context, read);
    return answerFrom({ overview: overviewOf(search, hits), pages: read }, question, context);
  });
}

function nothingFound({ name }: SearchProvider, question: string): ToolError {
  return new ToolError(
    'LookupError',
    `${name} found nothing for '${question}'. Use fewer and more common words, or wikipedia_qa.`,
  );
}

function overviewOf({ name }: SearchProvider, hits: readonly SearchHit[]): string {
  const lines = hits.map(({ title, url, snippet, date }) => {
    const head = `- [${title}](${url})${date === null ? '' : `, ${date}`}`;
    return snippet === '' ? head : `${head}\n  ${snippet}`;
  });
  return [`# What ${name} found`, ...lines].join('\n');
}
