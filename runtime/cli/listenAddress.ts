// The address that a server is to listen at, as a person writes it: `HOST:PORT`, `[IPv6]:PORT`, or a port of this machine alone.
import { HumanError } from '../support/errors.ts';

export interface ListenAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

const loopback = '127.0.0.1';
const largestPort = 65_535;

/** @throws HumanError */
export function listenAddress(text: string): ListenAddress {
  const [, host = loopback, digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text.trim()) ?? [];
  const port = Number(digits);
  if (digits === '' || port > largestPort) {
    throw new HumanError(
      `"${text}" is no address. Write --listen 127.0.0.1:8900, or a port alone.`,
    );
  }
  return { host: host.replace(/^\[|\]$/g, ''), port };
}
