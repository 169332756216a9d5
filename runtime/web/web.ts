// The web as the agent's tools know it: addresses are fetched through one door that is polite, bounded and closed to the machine's
// own network. Whether there is a web at all is decided where a rollout is composed.

export interface WebRequest {
  /** Absolute, `http:` or `https:`. */
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Pages that a person would open obey robots.txt; interfaces that are made for programs do not have one. Default: `page`. */
  readonly kind?: 'page' | 'api';
}

export interface WebResponse {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower-case names; without cookies, and without what only described the transfer of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** At most the limit of the client; a longer body is an error, never cut silently. */
  readonly body: Uint8Array;
  /** Where it came from. */
  readonly source: 'network' | 'cache' | 'recording';
}

export type WebProblem =
  /** Not an address that may be asked: another scheme, a private network, credentials in the address. */
  | 'refused'
  /** robots.txt of the site says no. */
  | 'robots'
  | 'not-found'
  | 'too-large'
  | 'too-slow'
  | 'too-many-redirects'
  /** The site asks to wait longer than a step may. */
  | 'busy'
  /** Not in the recording that is replayed. */
  | 'not-recorded'
  | 'unreachable'
  /** The site takes this program for an unwanted one and shows a page that says so. */
  | 'blocked'
  /** The answer is not in the form that the interface promises. */
  | 'unreadable'
  | 'status';

/** One sentence for the agent, with what it can do instead. */
export class WebError extends Error {
  override readonly name = 'WebError';
  readonly problem: WebProblem;
  /** Of the answer, where the site gave one. */
  readonly status: number | null;

  constructor(
    problem: WebProblem,
    message: string,
    { status = null, ...options }: ErrorOptions & { readonly status?: number | null } = {},
  ) {
    super(message, options);
    this.problem = problem;
    this.status = status;
  }
}

export interface Web {
  /**
   * Statuses from 400 on are a WebError too.
   * @throws WebError for what the address or the site is to blame for, and an AbortError when the signal fired
   */
  fetch(request: WebRequest, signal: AbortSignal): Promise<WebResponse>;
}
