// A search on the web, whoever answers it. Each service has a file of its own beside this one.

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  /** Plain text; empty when the service shows none. */
  readonly snippet: string;
  /** As the service writes it; null when it does not date the page. */
  readonly date: string | null;
}

export interface SearchProvider {
  /** As a person knows it, for messages. */
  readonly name: string;
  /**
   * Best first; empty when nothing was found.
   * @throws WebError, also for a service that refuses to search
   */
  search(query: string, signal: AbortSignal): Promise<readonly SearchHit[]>;
}

/** Hits of one search that are of use: later ones are rarely opened. */
export const maxHits = 8;
