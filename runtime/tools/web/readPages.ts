// Reads several pages; one that cannot be read is noted and left out, since the others may do.
import { DocumentError } from '../../documents/document.ts';
import { mapLimited } from '../../support/mapLimited.ts';
import { WebError } from '../../web/web.ts';
import type { ToolContext } from '../tool.ts';
import type { WebPage } from './webPage.ts';

/** Pages read at a time; sites are asked one after the other anyway. */
const atATime = 4;

/** In the order of the items. @throws what is neither a WebError nor a DocumentError */
export async function readPages<Item>(
  items: readonly Item[],
  read: (item: Item, signal: AbortSignal) => Promise<WebPage>,
  { signal, note }: Pick<ToolContext, 'signal' | 'note'>,
): Promise<readonly WebPage[]> {
  const results = await mapLimited(items, atATime, signal, (item, stop) =>
    read(item, stop).catch(unreadable),
  );
  for (const one of results) if (one instanceof Error) note(`Not read: ${one.message}`);
  return results.filter((one): one is WebPage => !(one instanceof Error));
}

function unreadable(error: unknown): WebError | DocumentError {
  if (error instanceof WebError || error instanceof DocumentError) return error;
  throw error;
}
