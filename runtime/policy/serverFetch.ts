// The way to model servers: Node's fetch without its own time limits, which are shorter than a large model takes to load,
// and through the proxy that the environment names. This machine and its neighbours are never reached through a proxy.
import { isIP } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

export type Fetch = typeof fetch;

export interface ServerFetch {
  readonly fetch: Fetch;
  /** Closes idle connections. Requests in flight are ended by whoever made them. */
  close(): Promise<void>;
}

/** 0 is no limit. How long a server may be silent is decided for each reply. */
const unlimited = { headersTimeout: 0, bodyTimeout: 0 };

/** @param env read for `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case of letters */
export function openServerFetch(env: Readonly<Record<string, string | undefined>>): ServerFetch {
  const direct = new Agent(unlimited);
  const proxied = proxyOf(env);
  return {
    fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input);
      const dispatcher = proxied === null || isNear(url.hostname) ? direct : proxied;
      // Assigned, because the types of Node's fetch know an older release of the same dispatcher.
      return fetch(input, Object.assign({}, init, { dispatcher }));
    },
    async close() {
      await Promise.all([direct.close(), proxied?.close()]);
    },
  };
}

function proxyOf(env: Readonly<Record<string, string | undefined>>): Dispatcher | null {
  const read = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? '';
  const httpProxy = read('HTTP_PROXY');
  const httpsProxy = read('HTTPS_PROXY');
  if (httpProxy === '' && httpsProxy === '') return null;
  return new EnvHttpProxyAgent({ ...unlimited, httpProxy, httpsProxy, noProxy: read('NO_PROXY') });
}

/** Hosts that a proxy outside could not reach: this machine, private addresses, names without a domain. */
export function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  switch (isIP(host)) {
    case 4:
      return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(host);
    case 6:
      return host === '::1' || /^(f[cd]|fe[89ab])/.test(host);
    default:
      return !host.includes('.') || /\.(localhost|local|lan|internal|home\.arpa)$/.test(host);
  }
}
