// The person's own servers, such as a search engine on this computer, which are dialled although they are not on the internet.
import { HumanError } from '../support/errors.ts';

/** Each as `host:port`, the host as URLs write it. */
export type OwnServers = ReadonlySet<string>;

/**
 * @param entries each `host:port`, IPv6 in brackets
 * @throws HumanError that quotes the entry which is none
 */
export function readOwnServers(entries: readonly string[]): OwnServers {
  return new Set(entries.map(readEntry));
}

/** Null for what is no complete address. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** The server that an address is on, as it is written in the list. */
export function serverOf(url: URL): string {
  return `${hostOf(url)}:${portOf(url)}`;
}

/** Lower case and without the dots that DNS allows at the end. */
export function hostOf(url: URL): string {
  return url.hostname.toLowerCase().replace(/\.+$/, '');
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function readEntry(entry: string): string {
  const text = entry.trim();
  // A port that is usual for the scheme would be left out of the parsed address, so it is read from the text.
  const port = /^[^\s/?#@\\]+:(\d{1,5})$/.exec(text)?.[1];
  const url = port === undefined ? null : parseUrl(`http://${text}`);
  if (url === null || hostOf(url) === '') throw badEntry(entry);
  return `${hostOf(url)}:${Number(port)}`;
}

function badEntry(entry: string): HumanError {
  return new HumanError(
    `"${entry}" names no server of yours. Write a host and a port, for example localhost:8888 or [::1]:8080.`,
  );
}
