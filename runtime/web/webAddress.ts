// An address as somebody wrote it, checked before anything is looked up: what it may be, and whose server it is on.
import { addressProblem } from './publicAddress.ts';
import { hostOf, type OwnServers, parseUrl, portOf, serverOf } from './ownServers.ts';
import { shownUrl } from './shownUrl.ts';
import { WebError } from './web.ts';

export interface WebAddress {
  /** `http:` or `https:`, without a fragment. */
  readonly url: URL;
  /** On one of the person's own servers, which are dialled wherever they are. */
  readonly isOwn: boolean;
}

/** Longer ones carry data rather than name a page. */
const maxLength = 8_000;

/** Top-level names that lead to the local network or nowhere (RFC 6761, 6762, 7686, 8375; `internal` by ICANN in 2024). */
const localNames = /(^|\.)(localhost|localdomain|local|internal|home\.arpa|onion|invalid)$/;

/**
 * @param ownServers empty where an address was not chosen by the person or the agent, such as the target of a redirect
 * @throws WebError `refused`
 */
export function webAddress(text: string, ownServers: OwnServers): WebAddress {
  const url = text.length > maxLength ? null : parseUrl(text.trim());
  if (url === null) {
    throw refused(text, `this is no complete web address of at most ${maxLength} characters`);
  }
  url.hash = '';
  const isOwn = ownServers.has(serverOf(url));
  const problem = schemeProblem(url) ?? (isOwn ? null : placeProblem(url));
  if (problem !== null) throw refused(text, problem);
  return { url, isOwn };
}

/** The error for an address that is not asked. */
export function refused(address: string, reason: string, options?: ErrorOptions): WebError {
  return new WebError(
    'refused',
    `${shortened(shownUrl(address))} was not opened: ${reason}.`,
    options,
  );
}

function schemeProblem(url: URL): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `only http:// and https:// addresses can be opened, not ${url.protocol}`;
  }
  if (url.username !== '' || url.password !== '') {
    return 'addresses with a user name or a password in them are not used; leave out what stands before the @';
  }
  return null;
}

function placeProblem(url: URL): string | null {
  const host = hostOf(url);
  if (isLiteral(host)) {
    const owner = addressProblem(host);
    return owner === null ? portProblem(url) : notPublic(`${host} belongs to ${owner}`);
  }
  if (!host.includes('.') || localNames.test(host)) {
    return notPublic(`"${host}" is a name of a local network`);
  }
  return portProblem(url);
}

/** IPv4 in any notation has become four decimal parts in a parsed address. */
function isLiteral(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host);
}

function portProblem(url: URL): string | null {
  const port = portOf(url);
  if (port === 80 || port === 443 || (port >= 8000 && port <= 8999)) return null;
  return `port ${port} is not one of web sites (80, 443, 8000 to 8999)`;
}

/** A reason that says what is possible instead. */
export function notPublic(what: string): string {
  return `${what}, and only public sites can be visited`;
}

function shortened(address: string): string {
  return address.length > 200 ? `${address.slice(0, 200)}...` : address;
}
