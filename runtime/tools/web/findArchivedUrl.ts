// find_archived_url: a page as the web archive kept it nearest to a day.
import type { ArchivedCopy, WebArchive } from '../../web/search/webArchive.ts';
import { type Tool, ToolError } from '../tool.ts';
import { pageText } from './visitQa.ts';
import type { PageReader } from './webPage.ts';
import { noteSources, requiredText, webTool } from './webTool.ts';

const signature: Tool['signature'] = {
  name: 'find_archived_url',
  description:
    'Finds the copy of a web page that the web archive (Wayback Machine) made nearest to a day, and returns its date, address and text. ' +
    'For a question about the copy, pass its address to visit_qa.',
  parameters: [
    {
      name: 'url',
      type: 'str',
      description: "Address of the page as it was on the web, such as 'https://example.org/news'.",
    },
    { name: 'date', type: 'str', description: "The day, as 'YYYYMMDD'." },
  ],
  returns: 'str',
  isFinal: false,
};

export interface FindArchivedUrlParts {
  readonly archive: WebArchive;
  readonly pages: PageReader;
}

export function findArchivedUrl({ archive, pages }: FindArchivedUrlParts): Tool {
  return webTool(signature, async (args, context) => {
    const url = requiredText(args, 'url');
    const day = dayOf(requiredText(args, 'date'));
    const copy = await archive.nearest(url, day, context.signal);
    if (copy === null) throw noCopy(url);
    const page = { ...(await pages.read(rawAddress(copy), context.signal)), url: copy.url };
    const kept = { ...page, date: `archived ${isoDay(copy.timestamp)}` };
    noteSources(context, [kept]);
    return `The copy nearest to ${isoDay(day)} was made on ${isoDay(copy.timestamp)}: ${copy.url}\n\n${pageText(kept, 0)}`;
  });
}

function noCopy(url: string): ToolError {
  return new ToolError(
    'LookupError',
    `The web archive has no copy of ${url}. Check the address, try it with or without 'www.', or a page above it.`,
  );
}

/** @throws ToolError for a day that the calendar does not have */
function dayOf(text: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text.replaceAll('-', '')) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  if (isReal) return `${year}${month}${day}`;
  throw new ToolError(
    'ValueError',
    `'${text}' is no day. Write date as 'YYYYMMDD', such as '20210615'.`,
  );
}

function isoDay(timestamp: string): string {
  return timestamp.slice(0, 8).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}

/** `id_` after the time asks for the page as it was, without what the archive adds to it. */
function rawAddress({ url, timestamp }: ArchivedCopy): string {
  return url.replace(`/web/${timestamp}/`, `/web/${timestamp}id_/`);
}
