// All tools for the web, on one web.
import type { BytesConverter } from '../../documents/document.ts';
import type { SearchProvider } from '../../web/search/searchProvider.ts';
import type { WebArchive } from '../../web/search/webArchive.ts';
import type { Wikipedia } from '../../web/search/wikipedia.ts';
import type { Web } from '../../web/web.ts';
import type { Tool } from '../tool.ts';
import { findArchivedUrl } from './findArchivedUrl.ts';
import { visitQa } from './visitQa.ts';
import { PageReader } from './webPage.ts';
import { webQa } from './webQa.ts';
import { wikipediaQa } from './wikipediaQa.ts';

export interface WebToolServices {
  readonly web: Web;
  readonly documents: BytesConverter;
  readonly search: SearchProvider;
  readonly wikipedia: Wikipedia;
  readonly archive: WebArchive;
}

export function webTools(services: WebToolServices): readonly Tool[] {
  const { web, documents, search, wikipedia, archive } = services;
  const pages = new PageReader(web, documents);
  return [
    wikipediaQa({ wikipedia, pages }),
    webQa({ search, pages }),
    visitQa(pages),
    findArchivedUrl({ archive, pages }),
  ];
}
