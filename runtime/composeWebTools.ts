// Constructs the agent's tools for the web, as compose.ts does the other parts. Rollouts of a process share what is opened once:
// connections, the cache, a recording. What is behind the tools is imported when the web is first allowed.
import { noWeb, replayedWeb, type WebWish } from './contract/web.ts';
import type { BytesConverter } from './documents/document.ts';
import type { ServerKeys } from './policy/serverKeys.ts';
import type { RuntimeSettings } from './runtimeSettings.ts';
import type { Tool } from './tools/tool.ts';
import type { OpenedWeb, WebChoice } from './web/openedWeb.ts';
import { serverOf } from './web/ownServers.ts';
import type { SearchKey } from './web/search/openSearch.ts';
import { parseSearch, type SearchChoice } from './web/search/searchChoice.ts';
import { type ServiceAddress, serviceAddress } from './web/search/serviceAddress.ts';
import type { Web } from './web/web.ts';

export interface WebToolParts {
  readonly settings: RuntimeSettings;
  readonly documents: BytesConverter;
  readonly keys: ServerKeys;
}

/** In training nothing is fetched; a recording answers every rollout alike. */
export function recordedWeb({ env }: RuntimeSettings, file: string | undefined): WebWish {
  if (file === undefined) return noWeb;
  return replayedWeb(file, env['TOOL_R1_SEARCH'] || 'duckduckgo');
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
    const opening = this.#openWeb({ mode, isTrusted, ownServers });
    this.#opened.set(key, opening);
    opening.catch(() => this.#opened.delete(key));
    return opening;
  }

  async #openWeb(choice: WebChoice): Promise<OpenedWeb | null> {
    const { openWeb } = await import('./composeWeb.ts');
    return openWeb(this.#parts.settings, choice);
  }

  /** Services that a person named by their address may be on this computer. */
  #serversOfServices(search: SearchChoice): readonly string[] {
    const { wikipedia, archive } = this.#places();
    const own = [wikipedia.ownServer, archive.ownServer].filter((server) => server !== null);
    return search.kind === 'searxng' ? [...own, serverOf(new URL(search.baseUrl))] : own;
  }

  #places(): { readonly wikipedia: ServiceAddress; readonly archive: ServiceAddress } {
    const { env } = this.#parts.settings;
    return {
      wikipedia: serviceAddress(env, 'TOOL_R1_WIKIPEDIA_URL', 'https://{lang}.wikipedia.org'),
      archive: serviceAddress(env, 'TOOL_R1_ARCHIVE_URL', 'https://archive.org'),
    };
  }

  async #tools(web: Web, { mode }: WebWish, search: SearchChoice): Promise<readonly Tool[]> {
    const [{ webTools }, { openSearch }, { Wikipedia }, { WebArchive }] = await Promise.all([
      import('./tools/web/webTools.ts'),
      import('./web/search/openSearch.ts'),
      import('./web/search/wikipedia.ts'),
      import('./web/search/webArchive.ts'),
    ]);
    const { wikipedia, archive } = this.#places();
    return webTools({
      web,
      documents: this.#parts.documents,
      search: openSearch(search, web, this.#keyOf(mode.type === 'replay')),
      wikipedia: new Wikipedia(web, wikipedia.url),
      archive: new WebArchive(web, archive.url),
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
