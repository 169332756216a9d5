// wikipedia_qa: finds pages of Wikipedia, reads the nearest ones, and answers from them.
import type { Wikipedia, WikiPage } from '../../web/search/wikipedia.ts';
import { type Tool, ToolError } from '../tool.ts';
import { answerFrom } from './pageAnswer.ts';
import { readPages } from './readPages.ts';
import type { PageReader, WebPage } from './webPage.ts';
import { noteSources, optionalText, requiredText, webTool } from './webTool.ts';
import { wikiQueries } from './wikiQueries.ts';

const signature: Tool['signature'] = {
  name: 'wikipedia_qa',
  description:
    'Searches Wikipedia and answers a question from the nearest pages, tables included; the pages are named. ' +
    'Name the subject of the page that would say it.',
  parameters: [
    { name: 'question', type: 'str', description: 'What to find out.' },
    {
      name: 'language',
      type: 'str',
      description: "Code of the language of the pages, such as 'en', 'de' or 'ja'.",
      defaultValue: "'en'",
    },
  ],
  returns: 'str',
  isFinal: false,
};

export interface WikipediaQaParts {
  readonly wikipedia: Wikipedia;
  readonly pages: PageReader;
}

/** Of one search; the first one nearly always is the page, if there is one. */
const pagesFound = 5;
const pagesRead = 2;

export function wikipediaQa({ wikipedia, pages }: WikipediaQaParts): Tool {
  return webTool(signature, async (args, context) => {
    const question = requiredText(args, 'question');
    const language = languageOf(args);
    const found = await find(wikipedia, question, language, context.signal);
    const read = await readPages(
      found.slice(0, pagesRead),
      (page, stop) => readPage(page, language, { wikipedia, pages }, stop),
      context,
    );
    noteSources(context, read);
    return answerFrom({ overview: overviewOf(found), pages: read }, question, context);
  });
}

/** @throws ToolError */
function languageOf(args: Readonly<Record<string, unknown>>): string {
  const language = optionalText(args, 'language') ?? 'en';
  // It becomes part of a host name.
  if (/^[a-z]{2,12}(-[a-z]{2,12}){0,2}$/.test(language)) return language;
  throw new ToolError(
    'ValueError',
    `'${language}' is no code of a language. Write one as Wikipedia's addresses have it: 'en', 'de', 'ja'.`,
  );
}

/** @throws ToolError when no way of asking finds a page */
async function find(
  wikipedia: Wikipedia,
  question: string,
  language: string,
  signal: AbortSignal,
): Promise<readonly WikiPage[]> {
  for (const query of wikiQueries(question)) {
    const pages = await wikipedia.search(query, language, pagesFound, signal);
    if (pages.length > 0) return pages;
  }
  throw new ToolError(
    'LookupError',
    `Wikipedia (${language}) found no page for '${question}'. Name the subject in a few words, or use web_qa.`,
  );
}

async function readPage(
  page: WikiPage,
  language: string,
  { wikipedia, pages }: WikipediaQaParts,
  signal: AbortSignal,
): Promise<WebPage> {
  const response = await wikipedia.html(page.key, language, signal);
  // Links of the page lead from the address that a person would open, and so does the source that is named.
  const read = await pages.convert({ ...response, url: page.url }, signal);
  return { ...read, title: page.title };
}

function overviewOf(found: readonly WikiPage[]): string {
  const lines = found.map(
    ({ title, url, description, excerpt }) =>
      `- [${title}](${url})${[description, excerpt].map((text) => (text ? `: ${text}` : '')).join('')}`,
  );
  return ['# Pages found', ...lines].join('\n');
}
