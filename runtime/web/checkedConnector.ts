// Opens connections to public addresses only. A name is looked up once, every address that it has is checked, and the connection
// goes to a checked address itself: a name that leads elsewhere a moment later changes nothing.
import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { addressProblem } from './publicAddress.ts';
import { notPublic, refused } from './webAddress.ts';

/** The IP addresses of a name, at least one. @throws a system error such as `ENOTFOUND` */
export type Resolve = (name: string) => Promise<readonly string[]>;

export type Connector = buildConnector.connector;
type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>;

/** Addresses that are tried before a site counts as unreachable. */
const maxAttempts = 4;

/** @param dial connects to the literal address in `hostname` */
export function checkedConnector(resolve: Resolve, dial: Connector): Connector {
  return (options, callback) => {
    connect(resolve, dial, options).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(toError(error), null),
    );
  };
}

async function connect(
  resolve: Resolve,
  dial: Connector,
  options: buildConnector.Options,
): Promise<Socket> {
  const name = options.hostname;
  const addresses = isIP(name) === 0 ? await resolve(name) : [name];
  for (const address of addresses) {
    const owner = addressProblem(address);
    if (owner !== null) throw refused(name, notPublic(`it leads to ${owner}`));
  }
  return dialFirst(dial, options, alternating(addresses).slice(0, maxAttempts));
}

/** The first connection that comes about, one address after the other. */
async function dialFirst(
  dial: Connector,
  options: buildConnector.Options,
  addresses: readonly string[],
): Promise<Socket> {
  let problem: unknown = new Error('the name has no address');
  for (const address of addresses) {
    try {
      return await dialOne(dial, { ...options, hostname: address });
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

function dialOne(dial: Connector, options: buildConnector.Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(options, (error, socket) => {
      if (error !== null) reject(error);
      else resolve(socket);
    });
  });
}

/** Both kinds of addresses in turn, so that a computer without the one kind soon tries the other. */
function alternating(addresses: readonly string[]): string[] {
  const first = addresses.filter((address) => isIP(address) === isIP(addresses[0] ?? ''));
  const second = addresses.filter((address) => !first.includes(address));
  return Array.from({ length: Math.max(first.length, second.length) }, (_, index) =>
    [first[index], second[index]].filter((address) => address !== undefined),
  ).flat();
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
