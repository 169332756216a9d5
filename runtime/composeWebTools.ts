// Constructs the agent's tools for the web, as compose.ts does the other parts. Rollouts of a process share what is opened once:
// connections, the cache, a recording.
import { openWeb } from './composeWeb.ts';
import type { WebWish } from './contract/web.ts';
import type { BytesConverter } from './documents/document.ts';
import type { ServerKeys } from './policy/serverKeys.ts';
import type { RuntimeSettings } from './runtimeSettings.ts';
import type { Tool } from './tools/tool.ts';
import type { OpenedWeb } from './web/openedWeb.ts';
import { serverOf } from './web/ownServers.ts';
import { openSearch, type SearchKey } from './web/search/openSearch.ts';
import { parseSearch, type SearchChoice } from './web/search/searchChoice.ts';
import { WebArchive, webArchiveUrl } from './web/search/webArchive.ts';
import { Wikipedia, wikipediaUrl } from './web/search/wikipedia.ts';
import type { Web } from './web/web.ts';

export interface WebToolParts {
  readonly settings: RuntimeSettings;
  readonly documents: BytesConverter;
  readonly keys: ServerKeys;
}

export class WebTools {
  readonly #parts: WebToolParts;
  /** By the wish, as JSON. */
  readonly #opened = new Map<string, Promise<OpenedWeb | null>>();

  constructor(parts: WebToolParts) {
    this.#parts = parts;
  }

  /**
   * Tools for one rollout; null when the web is off.
   * @throws HumanError when the web cannot be opened as it was wished
   */
  async forRollout(wish: WebWish): Promise<readonly Tool[] | null> {
    if (wish.mode.type === 'off') return null;
    const search = parseSearch(wish.search);
    const opened = await this.#open(wish, search);
    return opened === null ? null : this.#tools(opened.forRollout(), wish, search);
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#opened.values());
    for (const one of opened) if (one.status === 'fulfilled') await one.value?.close();
  }

  #open({ mode, isTrusted, servers }: WebWish, search: SearchChoice): Promise<OpenedWeb | null> {
    const ownServers = [...servers, ...this.#serversOfServices(search)];
    const key = JSON.stringify([mode, isTrusted, ownServers]);
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const opening = openWeb(this.#parts.settings, { mode, isTrusted, ownServers });
    this.#opened.set(key, opening);
    opening.catch(() => this.#opened.delete(key));
    return opening;
  }

  /** Services that a person named by their address may be on this computer. */
  #serversOfServices(search: SearchChoice): readonly string[] {
    const { env } = this.#parts.settings;
    const named = [env['TOOL_R1_WIKIPEDIA_URL'], env['TOOL_R1_ARCHIVE_URL']];
    const addresses = search.kind === 'searxng' ? [...named, search.baseUrl] : named;
    return addresses.flatMap((address) => (address ? [serverOf(new URL(address))] : []));
  }

  async #tools(web: Web, { mode }: WebWish, search: SearchChoice): Promise<readonly Tool[]> {
    const { env } = this.#parts.settings;
    const { webTools } = await import('./tools/web/webTools.ts');
    return webTools({
      web,
      documents: this.#parts.documents,
      search: openSearch(search, web, this.#keyOf(mode.type === 'replay')),
      wikipedia: new Wikipedia(web, env['TOOL_R1_WIKIPEDIA_URL'] || wikipediaUrl),
      archive: new WebArchive(web, env['TOOL_R1_ARCHIVE_URL'] || webArchiveUrl),
    });
  }

  /** A recording holds no keys and needs none. */
  #keyOf(isReplay: boolean): SearchKey {
    const { settings, keys } = this.#parts;
    if (isReplay) return () => '';
    return (address, variable) =>
      keys.givenFor(address) ?? (settings.env[variable]?.trim() || null);
  }
}
