// visit_qa: a page or a document of the web as Markdown, or the answer to a question about it.
import { notesList } from '../notesList.ts';
import { textPart } from '../textPart.ts';
import { type Tool, ToolError } from '../tool.ts';
import { answerFrom } from './pageAnswer.ts';
import { noteSources, optionalText, requiredText, sourceLine, webTool } from './webTool.ts';
import type { PageReader, WebPage } from './webPage.ts';

export const visitQaName = 'visit_qa';

const signature: Tool['signature'] = {
  name: visitQaName,
  description:
    'Opens an address of the web and returns the page as text; PDF and office files are read too. ' +
    'With a question, returns a short answer from the page instead.',
  parameters: [
    {
      name: 'url',
      type: 'str',
      description: "The whole address, such as 'https://example.org/report.pdf'.",
    },
    {
      name: 'question',
      type: 'str | None',
      description: 'What to find out; without it the text itself is returned.',
      defaultValue: 'None',
    },
  ],
  returns: 'str',
  isFinal: false,
};

export function visitQa(pages: PageReader): Tool {
  return webTool(signature, async (args, context) => {
    const { url, from } = whereToRead(requiredText(args, 'url'));
    const question = optionalText(args, 'question');
    const page = await pages.read(url, context.signal);
    noteSources(context, [page]);
    return question === null
      ? pageText(page, from)
      : answerFrom({ overview: '', pages: [page] }, question, context);
  });
}

/** `https://example.org/long#from=70001` reads on at character 70,001. @throws ToolError */
function whereToRead(text: string): { readonly url: string; readonly from: number } {
  const [, url = text, position = '1'] = /^(.*)#from=(\d+)$/s.exec(text) ?? [];
  if (!/^https?:\/\//i.test(url)) {
    const advice = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(url)
      ? `Write the whole address: 'https://${url}'.`
      : 'For one of the chosen files use inspect_file_as_text; to search use web_qa.';
    throw new ToolError('ValueError', `'${url}' is no web address. ${advice}`);
  }
  return { url, from: Math.max(0, Number(position) - 1) };
}

/** The text of a page under its name, and what a reader should know at the end. */
export function pageText(page: WebPage, from: number): string {
  const reads = { tool: visitQaName, thing: 'page' } as const;
  const part = textPart(page.text, from, page.url, undefined, reads);
  const remarks = [...(part.remark === null ? [] : [part.remark]), ...page.remarks];
  const head = `# ${sourceLine(page)}`;
  return [head, part.text, ...notesList(remarks)].join('\n\n');
}
